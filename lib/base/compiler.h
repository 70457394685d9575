/* What compilers are told beyond the language. */
#ifndef BSI_BASE_COMPILER_H
#define BSI_BASE_COMPILER_H

/* Keeps what is seldom called out of the hot functions that call it. */
#ifdef __GNUC__
#define BSI_NOINLINE __attribute__((noinline))
#else
#define BSI_NOINLINE
#endif

/* Makes one body serve several instruction sets: it takes on those of the function it is in. */
#ifdef __GNUC__
#define BSI_ALWAYS_INLINE __attribute__((always_inline))
#else
#define BSI_ALWAYS_INLINE
#endif

/*
 * Whether there are vectors whose lanes can be joined two by two: where the first of the two
 * has the low bits.
 */
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BSI_VECTORS 1
#else
#define BSI_VECTORS 0
#endif

/* Whether functions can be made for other instructions than the rest, and chosen at run time. */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define BSI_X86 1
#else
#define BSI_X86 0
#endif

#endif
