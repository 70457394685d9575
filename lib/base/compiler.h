/* What compilers are told beyond the language. */
#ifndef BSHIP_BASE_COMPILER_H
#define BSHIP_BASE_COMPILER_H

/* Keeps what is seldom called out of the hot functions that call it. */
#ifdef __GNUC__
#define BSHIP_NOINLINE __attribute__((noinline))
#else
#define BSHIP_NOINLINE
#endif

/* Makes one body serve several instruction sets: it takes on those of the function it is in. */
#ifdef __GNUC__
#define BSHIP_ALWAYS_INLINE __attribute__((always_inline))
#else
#define BSHIP_ALWAYS_INLINE
#endif

/*
 * Keeps the sanitizers out: they take minutes to compile large functions on vectors, whose
 * arithmetic has nothing undefined.
 */
#ifdef __clang__
#define BSHIP_UNSANITIZED __attribute__((no_sanitize("address", "undefined")))
#elif defined __GNUC__
#define BSHIP_UNSANITIZED __attribute__((no_sanitize_address, no_sanitize_undefined))
#else
#define BSHIP_UNSANITIZED
#endif

/*
 * Whether there are vectors whose lanes can be joined two by two: where the first of the two
 * has the low bits.
 */
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BSHIP_VECTORS 1
#else
#define BSHIP_VECTORS 0
#endif

/* Whether functions can be made for other instructions than the rest, and chosen at run time. */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define BSHIP_X86 1
#else
#define BSHIP_X86 0
#endif

#endif
