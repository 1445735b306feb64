/* SPDX-License-Identifier: MIT */
#include "benchmark.h"
#include "family/dhrystone.h"

#include <stdlib.h>
#include <string.h>

struct record *dhry_record, *dhry_next_record;
int dhry_integer, dhry_boolean;
char dhry_char_1, dhry_char_2;
array1 dhry_array_1;
array2 dhry_array_2;
unsigned long dhry_loops;

/* Also called through pointers in other files of the original: external, so that no call is
 * specialised beyond what the compiler would do there. */
void dhry_proc_1(struct record *pointer);
void dhry_proc_2(int *reference);
void dhry_proc_3(struct record **reference);
void dhry_proc_4(void);
void dhry_proc_5(void);

void dhry_proc_1(struct record *pointer)
{
	struct record *next = pointer->next;

	*pointer->next = *dhry_record;
	pointer->variant.first.integer = 5;
	next->variant.first.integer = pointer->variant.first.integer;
	next->next = pointer->next;
	dhry_proc_3(&next->next);
	if (next->discriminant == IDENT_1) {
		next->variant.first.integer = 6;
		dhry_proc_6(pointer->variant.first.enumeration, &next->variant.first.enumeration);
		next->next = dhry_record->next;
		dhry_proc_7(next->variant.first.integer, 10, &next->variant.first.integer);
	} else {
		*pointer = *pointer->next;
	}
}

void dhry_proc_2(int *reference)
{
	int integer = *reference + 10;
	enum ident enumeration = IDENT_2;

	do {
		if (dhry_char_1 == 'A') {
			integer -= 1;
			*reference = integer - dhry_integer;
			enumeration = IDENT_1;
		}
	} while (enumeration != IDENT_1);
}

void dhry_proc_3(struct record **reference)
{
	if (dhry_record)
		*reference = dhry_record->next;
	dhry_proc_7(10, dhry_integer, &dhry_record->variant.first.integer);
}

void dhry_proc_4(void)
{
	int boolean = dhry_char_1 == 'A';

	dhry_boolean = boolean | dhry_boolean;
	dhry_char_2 = 'B';
}

void dhry_proc_5(void)
{
	dhry_char_1 = 'A';
	dhry_boolean = 0;
}

/* What the last loop left in its locals, for the check. */
static struct {
	int int_1, int_2, int_3;
	enum ident enumeration;
	string30 string_1, string_2;
} last;

static void loop(uint64_t n)
{
	int int_1 = 0, int_2 = 0, int_3 = 0;
	enum ident enumeration = IDENT_1;
	string30 string_1, string_2;

	strcpy(string_1, "DHRYSTONE PROGRAM, 1'ST STRING");
	while (n--) {
		dhry_loops++;
		dhry_proc_5();
		dhry_proc_4();
		int_1 = 2;
		int_2 = 3;
		strcpy(string_2, "DHRYSTONE PROGRAM, 2'ND STRING");
		enumeration = IDENT_2;
		dhry_boolean = !dhry_func_2(string_1, string_2);
		while (int_1 < int_2) {
			int_3 = 5 * int_1 - int_2;
			dhry_proc_7(int_1, int_2, &int_3);
			int_1 += 1;
		}
		dhry_proc_8(dhry_array_1, dhry_array_2, int_1, int_3);
		dhry_proc_1(dhry_record);
		for (char index = 'A'; index <= dhry_char_2; index++) {
			if (enumeration == dhry_func_1(index, 'C')) {
				dhry_proc_6(IDENT_1, &enumeration);
				strcpy(string_2, "DHRYSTONE PROGRAM, 3'RD STRING");
				int_2 = (int)dhry_loops;
				dhry_integer = (int)dhry_loops;
			}
		}
		int_2 = int_2 * int_1;
		int_1 = int_2 / int_3;
		int_2 = 7 * (int_2 - int_3) - int_1;
		dhry_proc_2(&int_1);
	}
	last.int_1 = int_1;
	last.int_2 = int_2;
	last.int_3 = int_3;
	last.enumeration = enumeration;
	strcpy(last.string_1, string_1);
	strcpy(last.string_2, string_2);
}

/* The values that any number of loops must leave behind. */
static bool globals_are_right(void)
{
	/* The sum wraps around; the array holds ints. */
	int count = (int)(unsigned)(10 + dhry_loops);

	return dhry_integer == 5 && dhry_boolean == 1 && dhry_char_1 == 'A' && dhry_char_2 == 'B' &&
	       dhry_array_1[8] == 7 && dhry_array_2[8][7] == count;
}

static bool record_is_right(const struct record *r, enum ident enumeration, int integer)
{
	return r->next == dhry_next_record && r->discriminant == IDENT_1 &&
	       r->variant.first.enumeration == enumeration && r->variant.first.integer == integer &&
	       strcmp(r->variant.first.string, "DHRYSTONE PROGRAM, SOME STRING") == 0;
}

static bool locals_are_right(void)
{
	return last.int_1 == 5 && last.int_2 == 13 && last.int_3 == 7 &&
	       last.enumeration == IDENT_2 &&
	       strcmp(last.string_1, "DHRYSTONE PROGRAM, 1'ST STRING") == 0 &&
	       strcmp(last.string_2, "DHRYSTONE PROGRAM, 2'ND STRING") == 0;
}

static int dhrystone_setup(struct bench *b)
{
	dhry_next_record = calloc(1, sizeof(*dhry_next_record));
	dhry_record = calloc(1, sizeof(*dhry_record));
	if (!dhry_next_record || !dhry_record)
		return bench_fail(b, "out of memory for two records");
	dhry_record->next = dhry_next_record;
	dhry_record->discriminant = IDENT_1;
	dhry_record->variant.first.enumeration = IDENT_3;
	dhry_record->variant.first.integer = 40;
	strcpy(dhry_record->variant.first.string, "DHRYSTONE PROGRAM, SOME STRING");
	dhry_array_2[8][7] = 10;
	bench_note(b, "strcmp", "%s", dhry_choose_strcmp());
	return BENCH_OK;
}

static int dhrystone_run(struct bench *b, uint64_t n)
{
	loop(n);
	if (!globals_are_right() || !locals_are_right() ||
		!record_is_right(dhry_record, IDENT_3, 17) ||
		!record_is_right(dhry_next_record, IDENT_2, 18))
		return bench_fail(b,
			"wrong values after loop %lu: this CPU or its memory miscomputes",
			dhry_loops);
	return BENCH_OK;
}

const struct benchmark bench_dhrystone = {
	.name = "unixbench.dhrystone",
	.title = "Dhrystone 2 using register variables",
	.what = "one loop of Dhrystone 2.1: integer work, string compare, calls; its final values "
		"are "
		"checked after each sample",
	.unit = UNIT_OPS_PER_S,
	.profile = PROFILE_QUICK,
	.tolerance = 0.01,
	.setup = dhrystone_setup,
	.run = dhrystone_run,
};
