/* What compilers are told beyond the language. */
#ifndef BSHIP_BASE_COMPILER_H
#define BSHIP_BASE_COMPILER_H

/* Keeps what is seldom called out of the hot functions that call it. */
#ifdef __GNUC__
#define BSHIP_NOINLINE __attribute__((noinline))
#else
#define BSHIP_NOINLINE
#endif

#endif
