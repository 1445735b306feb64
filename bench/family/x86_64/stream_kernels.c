/* SPDX-License-Identifier: MIT */
#include "family/stream.h"

STREAM_KERNELS(avx2, __attribute__((target("avx2"))))
STREAM_KERNELS(sse2, )

struct stream_kernels stream_kernels_of_cpu(void)
{
	__builtin_cpu_init();
	/* Also where there is AVX-512: compilers that tune for such a CPU take 32 bytes as well. */
	if (__builtin_cpu_supports("avx2"))
		return STREAM_KERNEL_SET("compiled for AVX2", avx2);
	return STREAM_KERNEL_SET("compiled for SSE2", sse2);
}
