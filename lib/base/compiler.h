/* Compiler extensions, each with a fallback. */
#ifndef BSI_BASE_COMPILER_H
#define BSI_BASE_COMPILER_H

/* Keeps a function out of its callers. */
#ifdef __GNUC__
#define BSI_NOINLINE __attribute__((noinline))
#else
#define BSI_NOINLINE
#endif

/* Always inlines a function, so that it is compiled for the instruction set of its caller. */
#ifdef __GNUC__
#define BSI_ALWAYS_INLINE __attribute__((always_inline))
#else
#define BSI_ALWAYS_INLINE
#endif

/*
 * Whether there are vector types, on a little-endian machine: two neighbouring lanes, read as one
 * wider lane, have the first in the low bits.
 */
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BSI_VECTORS 1
#else
#define BSI_VECTORS 0
#endif

/*
 * Whether single functions can be compiled for AVX2, to be chosen at run time. Builds
 * that define BSI_BASELINE have none.
 */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__)) && !defined(BSI_BASELINE)
#define BSI_X86 1
#else
#define BSI_X86 0
#endif

#endif
