/* SPDX-License-Identifier: MIT */
/* The standard's examples (FIPS 180-4, NIST's "SHA-256 examples"), and each length around a block's
 * end by what they are known to be. */
#include "core/sha256.h"
#include "test.h"

#include <stdlib.h>

static const char *hash(const char *text)
{
	static char hex[SHA256_HEX];

	sha256_hex(hex, text, strlen(text));
	return hex;
}

TEST(examples)
{
	CHECK_STR(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	CHECK_STR(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	CHECK_STR(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(a_million)
{
	char *text = malloc(1000000), hex[SHA256_HEX];

	memset(text, 'a', 1000000);
	sha256_hex(hex, text, 1000000);
	CHECK_STR(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	/* A tail of 55 bytes still takes the length, one of 56 does not. */
	sha256_hex(hex, text, 55);
	CHECK_STR(hex, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
	sha256_hex(hex, text, 56);
	CHECK_STR(hex, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
	sha256_hex(hex, text, 64);
	CHECK_STR(hex, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
	free(text);
}

int main(void)
{
	RUN(examples);
	RUN(a_million);
	return test_end();
}
