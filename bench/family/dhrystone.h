/* SPDX-License-Identifier: MIT */
/*
 * Dhrystone 2.1 (Weicker, 1988) in the division of UnixBench: what is in dhrystone_1.c may be
 * inlined there, calls into dhrystone_2.c stay calls. That division, external globals and no LTO
 * are part of the test: without them the compiler removes most of it. Source:
 * reference/unixbench.md 1.3.
 */
#ifndef DHRYSTONE_H
#define DHRYSTONE_H

enum ident { IDENT_1, IDENT_2, IDENT_3, IDENT_4, IDENT_5 };

typedef char string30[31];
typedef int array1[50];
typedef int array2[50][50];

struct record {
	struct record *next;
	enum ident discriminant;
	union {
		struct {
			enum ident enumeration;
			int integer;
			string30 string;
		} first;
		struct {
			enum ident enumeration;
			string30 string;
		} second;
		struct {
			char char_1, char_2;
		} third;
	} variant;
};

extern struct record *dhry_record, *dhry_next_record;
extern int dhry_integer, dhry_boolean;
extern char dhry_char_1, dhry_char_2;
extern array1 dhry_array_1;
extern array2 dhry_array_2;
extern unsigned long dhry_loops;

/* dhrystone_2.c */
void dhry_proc_6(enum ident value, enum ident *reference);
void dhry_proc_7(int value_1, int value_2, int *reference);
void dhry_proc_8(array1 one, array2 two, int value_1, int value_2);
enum ident dhry_func_1(char char_1, char char_2);
int dhry_func_2(string30 string_1, string30 string_2);
int dhry_func_3(enum ident value);

/*
 * <architecture>/strcmp.c: compares a vector at a time, as a distribution's libc does; musl's goes
 * byte by byte, which would cost Dhrystone 40 %. The widest vector that this CPU has is chosen
 * before the test, as a dynamic linker does.
 */
extern int (*dhry_strcmp)(const char *a, const char *b);

/* Chooses, and returns the name of what it chose: "SSE2", "AVX2". */
const char *dhry_choose_strcmp(void);

#endif
