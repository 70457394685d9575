/* The systems that LIKE_MACOS and LIKE_FREEBSD stand for hide this from programs that ask for POSIX
 * alone. */
#include_next <signal.h>

#if (defined(LIKE_MACOS) && !defined(_DARWIN_C_SOURCE)) ||                                         \
    (defined(LIKE_FREEBSD) && !defined(__BSD_VISIBLE))
#undef SIGWINCH
#endif
