/* SPDX-License-Identifier: MIT */
#include "family/dhrystone.h"

void dhry_proc_6(enum ident value, enum ident *reference)
{
	*reference = value;
	if (!dhry_func_3(value))
		*reference = IDENT_4;
	switch (value) {
	case IDENT_1:
		*reference = IDENT_1;
		break;
	case IDENT_2:
		*reference = dhry_integer > 100 ? IDENT_1 : IDENT_4;
		break;
	case IDENT_3:
		*reference = IDENT_2;
		break;
	case IDENT_4:
		break;
	case IDENT_5:
		*reference = IDENT_3;
		break;
	}
}

void dhry_proc_7(int value_1, int value_2, int *reference)
{
	*reference = value_2 + (value_1 + 2);
}

void dhry_proc_8(array1 one, array2 two, int value_1, int value_2)
{
	int k = value_1 + 5;

	one[k] = value_2;
	one[k + 1] = one[k];
	one[k + 30] = k;
	for (int j = k; j <= k + 1; j++)
		two[k][j] = k;
	two[k][k - 1] = (int)((unsigned)two[k][k - 1] + 1);
	two[k + 20][k] = one[k];
	dhry_integer = 5;
}

enum ident dhry_func_1(char char_1, char char_2)
{
	char copy_1 = char_1, copy_2 = copy_1;

	if (copy_2 != char_2)
		return IDENT_1;
	dhry_char_1 = copy_1;
	return IDENT_2;
}

int dhry_func_2(string30 string_1, string30 string_2)
{
	int k = 2;
	char letter = 'A';

	while (k <= 2) {
		if (dhry_func_1(string_1[k], string_2[k + 1]) == IDENT_1) {
			letter = 'A';
			k += 1;
		}
	}
	if (letter >= 'W' && letter < 'Z')
		k = 7;
	if (letter == 'R')
		return 1;
	if (dhry_strcmp(string_1, string_2) > 0) {
		k += 7;
		dhry_integer = k;
		return 1;
	}
	return 0;
}

int dhry_func_3(enum ident value)
{
	enum ident copy = value;

	return copy == IDENT_3;
}
