/* SPDX-License-Identifier: MIT */
/* System calls without a C library between: libraries differ in which one they make, and in what
 * they do beside it. Returns what the kernel returns: below 0 it is an error's negative number. */
#ifndef RAW_SYSCALL_H
#define RAW_SYSCALL_H

#if defined(__x86_64__)
static inline long raw_syscall4(long number, long a, long b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return result;
}
#elif defined(__aarch64__)
static inline long raw_syscall4(long number, long a, long b, long c, long d)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;

	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
	return x0;
}
#else
#error "say how this architecture enters the kernel"
#endif

static inline long raw_syscall3(long number, long a, long b, long c)
{
	return raw_syscall4(number, a, b, c, 0);
}

#endif
