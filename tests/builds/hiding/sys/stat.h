/* In macOS the times of a file have other names than in POSIX. */
#ifdef LIKE_MACOS
#pragma push_macro("st_mtim")
#undef st_mtim
#define st_mtim st_mtimespec
#include_next <sys/stat.h>
#pragma pop_macro("st_mtim")
#else
#include_next <sys/stat.h>
#endif
