/* SPDX-License-Identifier: MIT */
/* Keeps a value in a register, and the compiler from knowing it: what is computed with it is done
 * operation by operation, never folded, reordered or made a vector. It costs no instruction. */
#ifndef FIX_H
#define FIX_H

#define FIX(integer) __asm__ volatile("" : "+r"(integer))

#if defined(__x86_64__)
#define FIX_REAL(real) __asm__ volatile("" : "+x"(real))
#elif defined(__aarch64__)
#define FIX_REAL(real) __asm__ volatile("" : "+w"(real))
#else
#error "say which registers hold floating point numbers"
#endif

#endif
