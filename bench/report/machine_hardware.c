/* SPDX-License-Identifier: MIT */
/* Sections about what is built in and plugged in; see machine_sections.h. */
#include "report/machine_sections.h"

#include "report/scale.h"

#include <stdlib.h>
#include <string.h>

/* More than PCIe will have for long; as wide as its specification allows. */
static const double MAX_SPEED = 1e12, MAX_WIDTH = 32;

static const struct json *first(const struct run_view *view, const char *group)
{
	const struct json *list = json_get(facts_machine(view), group);

	return list && list->type == JSON_ARRAY ? list->child : NULL;
}

/* The text behind what it is, if there is one. */
static void append_member(
	struct machine_line *line, const struct json *object, const char *member, const char *what)
{
	const char *text = json_get_string(object, member, "");

	if (*text)
		facts_append(line->text, sizeof(line->text), ", ", "%s%s", what, text);
}

static void append_rate(struct machine_line *line, const struct json *dimm)
{
	double rated = json_get_number(dimm, "rated_transfers_per_s", 0) / 1e6;
	double configured = json_get_number(dimm, "configured_transfers_per_s", 0) / 1e6;

	if (configured > 0)
		facts_append(line->text, sizeof(line->text), ", ", "%.0f MT/s", configured);
	if (rated > 0 && rated != configured)
		facts_append(line->text, sizeof(line->text), configured > 0 ? " " : ", ",
			"(rated %.0f)", rated);
}

static const char *slot_name(const struct json *dimm)
{
	const char *slot = json_get_string(dimm, "slot", "");

	return *slot ? slot : "(unnamed)";
}

static void append_module(struct machine_line *line, const struct json *dimm)
{
	double bytes = json_get_number(dimm, "size_bytes", 0);
	char amount[SCALE_LENGTH] = "size unknown";

	if (bytes > 0)
		scale_bytes(amount, sizeof(amount), bytes);
	facts_append(line->text, sizeof(line->text), "", "%s", amount);
	facts_append(line->text, sizeof(line->text), " ", "%s", json_get_string(dimm, "type", ""));
	facts_append(
		line->text, sizeof(line->text), " ", "%s", json_get_string(dimm, "form", "module"));
	append_rate(line, dimm);
	if (json_get(dimm, "ecc"))
		facts_append(line->text, sizeof(line->text), ", ", "%s",
			json_get_number(dimm, "ecc", 0) != 0 ? "ECC" : "no ECC");
	append_member(line, dimm, "manufacturer", "");
	append_member(line, dimm, "part", "");
	append_member(line, dimm, "serial", "serial ");
	append_member(line, dimm, "channel", "channel ");
}

/* A line for each module, and one for all slots that are empty. */
void machine_modules(const struct run_view *view, struct machine_lines *lines)
{
	struct machine_line *empty = NULL;

	for (const struct json *d = first(view, "dimms"); d; d = d->next)
		if (json_get_number(d, "populated", 0) != 0)
			append_module(machine_line_add(lines, slot_name(d)), d);
	for (const struct json *d = first(view, "dimms"); d; d = d->next) {
		if (json_get_number(d, "populated", 0) != 0)
			continue;
		if (!empty)
			empty = machine_line_add(lines, "empty");
		facts_append(empty->text, sizeof(empty->text), " ", "%s", slot_name(d));
	}
}

/* "Example Corp Fast Card, Ethernet controller" */
static void append_device(struct machine_line *line, const struct json *device)
{
	const char *name = json_get_string(device, "name", "");

	append_member(line, device, "vendor", "");
	if (*name)
		facts_append(line->text, sizeof(line->text), " ", "%.200s", name);
	else
		facts_append(line->text, sizeof(line->text), " ", "device %.16s",
			json_get_string(device, "id", "unknown"));
}

static double smaller(double a, double b)
{
	return a > 0 && (b <= 0 || a < b) ? a : b;
}

static bool has_class(const struct json *device, const char *base)
{
	return strncmp(json_get_string(device, "class", ""), base, strlen(base)) == 0;
}

void machine_slow_links(const struct run_view *view, struct machine_lines *lines)
{
	for (const struct json *d = first(view, "pci"); d; d = d->next) {
		const struct json *link = json_get(d, "link");
		double speed = json_get_number(link, "transfers_per_s", 0);
		double width = json_get_number(link, "width", 0);
		double most_speed = smaller(json_get_number(link, "max_transfers_per_s", 0),
			json_get_number(link, "port_max_transfers_per_s", 0));
		double most_width = smaller(json_get_number(link, "max_width", 0),
			json_get_number(link, "port_max_width", 0));
		struct machine_line *line;

		/* A bridge's link is the one of the device behind it. A damaged record may say
		 * anything. */
		if (!(speed > 0 && speed < MAX_SPEED && width > 0 && most_speed < MAX_SPEED &&
			    most_width <= MAX_WIDTH) ||
			has_class(d, "0604") || (speed >= most_speed && width >= most_width))
			continue;
		line = machine_line_add(lines, json_get_string(d, "address", "unknown"));
		append_device(line, d);
		facts_append(line->text, sizeof(line->text), ", ",
			"%.3g GT/s x%.0f of %.3g GT/s x%.0f", speed / 1e9, width, most_speed / 1e9,
			most_width);
	}
}

void machine_driverless(const struct run_view *view, struct machine_lines *lines)
{
	for (const struct json *d = first(view, "pci"); d; d = d->next) {
		struct machine_line *line;

		if (json_get_number(d, "lacks_driver", 0) == 0)
			continue;
		line = machine_line_add(lines, json_get_string(d, "address", "unknown"));
		append_device(line, d);
		append_member(line, d, "class_name", "");
		append_member(line, d, "id", "id ");
	}
}

void machine_graphics(const struct run_view *view, struct machine_lines *lines)
{
	for (const struct json *d = first(view, "pci"); d; d = d->next) {
		const struct json *link = json_get(d, "link");
		struct machine_line *line;

		if (!has_class(d, "03"))
			continue;
		line = machine_line_add(lines, json_get_string(d, "address", "unknown"));
		append_device(line, d);
		append_member(line, d, "driver", "driver ");
		if (link)
			facts_append(line->text, sizeof(line->text), ", ", "PCIe %.3g GT/s x%.0f",
				json_get_number(link, "transfers_per_s", 0) / 1e9,
				json_get_number(link, "width", 0));
	}
}

void machine_network(const struct run_view *view, struct machine_lines *lines)
{
	for (const struct json *p = first(view, "network"); p; p = p->next) {
		struct machine_line *line =
			machine_line_add(lines, json_get_string(p, "name", "unknown"));
		double speed = json_get_number(p, "speed_bits_per_s", 0);
		char amount[SCALE_LENGTH];

		append_member(line, p, "mac", "");
		append_member(line, p, "driver", "driver ");
		append_member(line, p, "firmware", "firmware ");
		append_member(line, p, "link", "link ");
		if (speed > 0) {
			scale_value(amount, sizeof(amount), speed, "bits/s");
			facts_append(line->text, sizeof(line->text), ", ", "%s", amount);
		}
	}
}
