/* FreeBSD shows wcwidth() to programs that ask for X/Open. */
#include_next <wchar.h>

#if defined(LIKE_FREEBSD) && !defined(_XOPEN_SOURCE)
#define wcwidth is_hidden
#endif
