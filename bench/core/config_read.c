/* SPDX-License-Identifier: MIT */
/* Where configuration is read from: a file, the kernel's command line, an option. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "bootmark.";

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* At most size bytes of a plain file; a pipe or a device could block or never end. -1: errno. */
static ssize_t read_file(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	size_t have = 0;
	ssize_t n = -1;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode))
		errno = EINVAL;
	else
		while ((n = read(fd, buf + have, size - have)) > 0)
			have += (size_t)n;
	close(fd);
	return n < 0 ? -1 : (ssize_t)have;
}

/* Reads into buf, one byte more than is used so that a longer file is seen. */
static ssize_t load(struct config *c, const char *path, char *buf)
{
	ssize_t n = read_file(path, buf, CONFIG_FILE_MAX + 1);

	if (n < 0)
		config_warn(c, "%s cannot be read: %s. The defaults stay.", base_name(path),
			errno == EINVAL ? "it is no plain file" : strerror(errno));
	return n;
}

static char *trim(char *s)
{
	char *end = s + strlen(s);

	s += strspn(s, " \t");
	while (end > s && strchr(" \t", end[-1]))
		end--;
	*end = '\0';
	return s;
}

/* Ends the line at a comment: a # at its start or after a blank, outside of quotes. */
static void cut_comment(char *line)
{
	int quoted = 0;

	for (char *s = line; *s; s++) {
		if (*s == '"')
			quoted = !quoted;
		else if (*s == '#' && !quoted && (s == line || strchr(" \t", s[-1])))
			*s = '\0';
		if (!*s)
			return;
	}
}

static char *unquote(char *s)
{
	size_t n = strlen(s);

	if (n >= 2 && s[0] == '"' && s[n - 1] == '"') {
		s[n - 1] = '\0';
		s++;
	}
	return s;
}

static void parse_line(struct config *c, const char *where, char *line, size_t length)
{
	char *equals;

	/* a text that ends before its length holds NULs of its own */
	if (strlen(line) != length || !config_is_text(line)) {
		config_warn(c, "%s: this is not text. It is ignored.", where);
		return;
	}
	cut_comment(line);
	line = trim(line);
	if (*line == '\0')
		return;
	equals = strchr(line, '=');
	if (!equals) {
		config_warn(c, "%s: '%.40s' is not 'key = value'. It is ignored.", where, line);
		return;
	}
	*equals = '\0';
	config_assign(c, CONFIG_FILE, where, trim(line), unquote(trim(equals + 1)));
}

static void parse_file(struct config *c, const char *name, char *text, char *end)
{
	char where[80];

	if (end - text >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	for (int number = 1; text < end; number++) {
		char *stop = text, *next;

		while (stop < end && *stop != '\n' && *stop != '\r')
			stop++;
		next = stop + 1 + (stop + 1 < end && stop[0] == '\r' && stop[1] == '\n');
		*stop = '\0';
		snprintf(where, sizeof(where), "%.50s line %d", name, number);
		parse_line(c, where, text, (size_t)(stop - text));
		text = next;
	}
}

int config_load_file(struct config *c, const char *path)
{
	char text[CONFIG_FILE_MAX + 1];
	const char *name = base_name(path);
	ssize_t n = load(c, path, text);

	if (n < 0)
		return -1;
	if (n >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
		config_warn(c, "%s is UTF-16, all of it is ignored: save it as UTF-8.", name);
		return -1;
	}
	if (n > CONFIG_FILE_MAX) {
		/* nor is the line that the limit cuts */
		for (n = CONFIG_FILE_MAX; n > 0 && text[n - 1] != '\n'; n--)
			;
		config_warn(c, "%s is longer than %d bytes. What follows is ignored.", name,
			CONFIG_FILE_MAX);
	}
	parse_file(c, name, text, text + n);
	return 0;
}

int config_load_cmdline(struct config *c, const char *path)
{
	char text[CONFIG_FILE_MAX + 1];
	ssize_t n = load(c, path, text);

	if (n < 0)
		return -1;
	text[n < CONFIG_FILE_MAX ? n : CONFIG_FILE_MAX] = '\0';
	config_parse_cmdline(c, text);
	return 0;
}

/*
 * The next word, as the kernel splits them: a double quote makes blanks part of the word, there
 * is no escape, and quotes vanish. NULL if the word is longer than size; *s is moved behind it.
 */
static char *next_word(const char **s, char *word, size_t size)
{
	size_t n = 0;
	int quoted = 0;

	for (; **s && (quoted || !strchr(" \t\r\n", **s)); (*s)++) {
		if (**s == '"')
			quoted = !quoted;
		else if (n++ < size - 1)
			word[n - 1] = **s;
	}
	word[n < size ? n : size - 1] = '\0';
	return n < size ? word : NULL;
}

void config_parse_cmdline(struct config *c, const char *line)
{
	static const char where[] = "kernel command line";
	char word[CONFIG_VALUE_MAX + 64], *equals;

	while (*(line += strspn(line, " \t\r\n"))) {
		const char *whole = next_word(&line, word, sizeof(word));

		if (strncmp(word, prefix, sizeof(prefix) - 1) != 0)
			continue;
		equals = strchr(word, '=');
		if (equals)
			*equals = '\0';
		if (!whole)
			config_warn(c, "%s: '%.40s' is too long. It is ignored.", where, word);
		else if (!equals)
			config_warn(c, "%s: '%.40s' has no value. It is ignored.", where, word);
		else
			config_assign(
				c, CONFIG_CMDLINE, where, word + sizeof(prefix) - 1, equals + 1);
	}
}

int config_set(struct config *c, const char *assignment)
{
	char key[64];
	const char *equals = strchr(assignment, '=');

	if (!equals || (size_t)(equals - assignment) >= sizeof(key)) {
		config_warn(c, "--set: '%.40s' is not KEY=VALUE. It is ignored.", assignment);
		return -1;
	}
	memcpy(key, assignment, (size_t)(equals - assignment));
	key[equals - assignment] = '\0';
	return config_assign(c, CONFIG_OPTION, "--set", key, equals + 1);
}
