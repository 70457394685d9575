/**
 * @file
 * The version of the header, and that of the library at run time.
 *
 * Version 0.x promises no stable ABI: the minor version is part of the shared
 * library's soname. From 1.0 on the soname carries the major version only.
 */
#ifndef BATTLESHIP_VERSION_H
#define BATTLESHIP_VERSION_H

#include <stdint.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/** Changes when callers must be changed. */
#define BSHIP_VERSION_MAJOR 0
/** Changes when something is added (and, before 1.0, when the ABI breaks). */
#define BSHIP_VERSION_MINOR 1
/** Changes when something is mended. */
#define BSHIP_VERSION_PATCH 0
/** The three of them as text. */
#define BSHIP_VERSION_STRING "0.1.0"
/** The three of them as one number that grows: major * 1,000,000 + minor * 1,000 + patch. */
#define BSHIP_VERSION_NUMBER                                                                       \
    (BSHIP_VERSION_MAJOR * 1000000 + BSHIP_VERSION_MINOR * 1000 + BSHIP_VERSION_PATCH)

/**
 * The version of the library that runs, which may be newer than the header.
 *
 * @return #BSHIP_VERSION_NUMBER as it was when the library was built.
 */
BSHIP_API int32_t bship_version_number(void);

/**
 * The version of the library that runs, as text.
 *
 * @return a static string such as `"0.1.0"`.
 */
BSHIP_API const char *bship_version_string(void);

BSHIP_END_DECLS

#endif
