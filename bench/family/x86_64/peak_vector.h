/* SPDX-License-Identifier: MIT */
/*
 * The kernels of one vector width. Included once for each, with these defined: SET (its name, part
 * of the functions'), TARGET (attribute that allows its instructions), VECTOR (type), BLOCK (bytes
 * that are moved at once), LOAD(p), STORE(p, v), STREAM(p, v) (around the caches), XOR(a, b),
 * FILL(byte).
 */
#define JOIN_(a, b)  a##_##b
#define JOIN(a, b)   JOIN_(a, b)
#define NAME(name)   JOIN(name, SET)
#define INLINE	     TARGET static inline __attribute__((always_inline))
#define VECTORS	     (int)(BLOCK / sizeof(VECTOR))
#define READ_VECTORS (int)(READ_BLOCK / sizeof(VECTOR))

INLINE unsigned long long NAME(fold)(VECTOR v)
{
	unsigned long long words[sizeof(VECTOR) / 8], sum = 0;

	memcpy(words, &v, sizeof(v));
	for (size_t i = 0; i < sizeof(VECTOR) / 8; i++)
		sum ^= words[i];
	return sum;
}

/* The piece as so many streams, each read in order, with the lines `ahead` bytes further on asked
 * for if that is not 0. */
INLINE unsigned long long NAME(read)(const char *from, size_t bytes, int streams, int ahead)
{
	size_t length = bytes / (size_t)streams;
	VECTOR sum[4] = { FILL(0), FILL(0), FILL(0), FILL(0) };

	for (size_t at = 0; at < length; at += READ_BLOCK)
		for (int s = 0; s < streams; s++) {
			const char *in = from + (size_t)s * length + at;

			for (int line = 0; ahead && line < READ_BLOCK; line += LINE)
				_mm_prefetch(in + ahead + line, _MM_HINT_T0);
#pragma GCC unroll 16
			for (int i = 0; i < READ_VECTORS; i++)
				sum[i % 4] = XOR(sum[i % 4], LOAD((const VECTOR *)in + i));
		}
	return NAME(fold)(XOR(XOR(sum[0], sum[1]), XOR(sum[2], sum[3])));
}

/* A block, and a call for the one behind it: the page's next turn. */
INLINE VECTOR NAME(get)(VECTOR *block, const char *from)
{
	VECTOR sum = FILL(0);

#pragma GCC unroll 16
	for (int i = 0; i < VECTORS; i++)
		block[i] = LOAD((const VECTOR *)from + i);
	for (int line = 0; line < BLOCK; line += LINE)
		_mm_prefetch(from + BLOCK + line, _MM_HINT_T0);
#pragma GCC unroll 16
	for (int i = 0; i < VECTORS; i++)
		sum = XOR(sum, block[i]);
	return sum;
}

INLINE void NAME(put)(char *to, const VECTOR *block, bool around)
{
#pragma GCC unroll 16
	for (int i = 0; i < VECTORS; i++)
		if (around)
			STREAM((VECTOR *)to + i, block[i]);
		else
			STORE((VECTOR *)to + i, block[i]);
}

INLINE unsigned long long NAME(write)(char *to, size_t bytes, bool around)
{
	VECTOR block[BLOCK / sizeof(VECTOR)];

	for (int i = 0; i < VECTORS; i++)
		block[i] = FILL(PEAK_FILL);
	for (size_t at = 0; at < bytes; at += BLOCK)
		NAME(put)(to + at, block, around);
	_mm_sfence();
	return 0;
}

/* So many pages in turn, a block of each: `reads` blocks from as many streams, then one is written,
 * either what was read last or the fill. */
INLINE unsigned long long NAME(move)(
	char *to, const char *from, size_t bytes, int reads, bool copy, int pages, bool around)
{
	VECTOR sum = FILL(0), block[BLOCK / sizeof(VECTOR)], fill[BLOCK / sizeof(VECTOR)];

	for (int i = 0; i < VECTORS; i++)
		fill[i] = FILL(PEAK_FILL);
	for (size_t group = 0; group < bytes; group += (size_t)pages * PAGE)
		for (int at = 0; at < PAGE; at += BLOCK)
			for (int page = 0; page < pages; page++) {
				size_t here = group + (size_t)(page * PAGE + at);

				for (int r = 0; r < reads; r++)
					sum = XOR(sum,
						NAME(get)(block, from + (size_t)r * bytes + here));
				NAME(put)(to + here, copy ? block : fill, around);
			}
	_mm_sfence();
	return copy ? 0 : NAME(fold)(sum);
}

#define KERNEL(id, call)                                                                           \
	TARGET static unsigned long long NAME(id)(char *to, const char *from, size_t bytes)        \
	{                                                                                          \
		(void)to;                                                                          \
		(void)from;                                                                        \
		return call;                                                                       \
	}

KERNEL(read_1, NAME(read)(from, bytes, 1, 0))
KERNEL(read_4, NAME(read)(from, bytes, 4, 0))
KERNEL(read_8, NAME(read)(from, bytes, 8, 2 * READ_BLOCK))
KERNEL(read_16, NAME(read)(from, bytes, 16, READ_BLOCK))
KERNEL(write_store, NAME(write)(to, bytes, false))
KERNEL(write_around, NAME(write)(to, bytes, true))
KERNEL(copy_store, NAME(move)(to, from, bytes, 1, true, 1, false))
KERNEL(copy_around_2, NAME(move)(to, from, bytes, 1, true, 2, true))
KERNEL(copy_around_4, NAME(move)(to, from, bytes, 1, true, 4, true))
KERNEL(copy_around_8, NAME(move)(to, from, bytes, 1, true, 8, true))
KERNEL(mix_1_store, NAME(move)(to, from, bytes, 1, false, 2, false))
KERNEL(mix_1_around, NAME(move)(to, from, bytes, 1, false, 4, true))
KERNEL(mix_2_store, NAME(move)(to, from, bytes, 2, false, 2, false))
KERNEL(mix_2_around, NAME(move)(to, from, bytes, 2, false, 4, true))
KERNEL(mix_3_store, NAME(move)(to, from, bytes, 3, false, 2, false))
KERNEL(mix_3_around, NAME(move)(to, from, bytes, 3, false, 4, true))

#undef KERNEL
#undef READ_VECTORS
#undef VECTORS
#undef INLINE
#undef NAME
#undef JOIN
#undef JOIN_
#undef SET
#undef TARGET
#undef VECTOR
#undef BLOCK
#undef LOAD
#undef STORE
#undef STREAM
#undef XOR
#undef FILL
