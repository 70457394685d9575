/* Compiler extensions, with fallbacks to plain C. */
#ifndef BSI_BASE_COMPILER_H
#define BSI_BASE_COMPILER_H

/* Keeps rarely called functions out of the hot functions that call them. */
#ifdef __GNUC__
#define BSI_NOINLINE __attribute__((noinline))
#else
#define BSI_NOINLINE
#endif

/* Inlines a body into callers of different instruction sets, so that each compiles it for its own.
 */
#ifdef __GNUC__
#define BSI_ALWAYS_INLINE __attribute__((always_inline))
#else
#define BSI_ALWAYS_INLINE
#endif

/*
 * Whether there are vector types in which two adjacent lanes form one of twice the width, the
 * first with the low bits.
 */
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BSI_VECTORS 1
#else
#define BSI_VECTORS 0
#endif

/* Whether single functions can be compiled for other instruction sets and chosen at run time. */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define BSI_X86 1
#else
#define BSI_X86 0
#endif

#endif
