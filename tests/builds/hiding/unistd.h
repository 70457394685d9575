/* As in signal.h. The constants are names of themselves. */
#include_next <unistd.h>

#if (defined(LIKE_MACOS) && !defined(_DARWIN_C_SOURCE)) ||                                         \
    (defined(LIKE_FREEBSD) && !defined(__BSD_VISIBLE))
#undef _SC_NPROCESSORS_ONLN
#define _SC_NPROCESSORS_ONLN is_hidden
#endif
