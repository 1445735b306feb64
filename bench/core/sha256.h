/* SPDX-License-Identifier: MIT */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

enum { SHA256_HEX = 65 };

/* SHA-256 (FIPS 180-4) of the bytes, as hexadecimal digits. */
void sha256_hex(char hex[SHA256_HEX], const void *bytes, size_t length);

#endif
