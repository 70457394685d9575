/**
 * @file
 * The version of the headers, and that of the library at run time.
 *
 * The soname of the shared library carries the major version only.
 */
#ifndef BATTLESHIP_VERSION_H
#define BATTLESHIP_VERSION_H

#include <stdint.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/** The major version: changes when the API or ABI becomes incompatible. */
#define BSHIP_VERSION_MAJOR 1
/** The minor version: changes when something is added. */
#define BSHIP_VERSION_MINOR 0
/** The patch version: changes when something is fixed. */
#define BSHIP_VERSION_PATCH 0
/** The version as text. */
#define BSHIP_VERSION_STRING "1.0.0"
/** The version as a number: major * 1,000,000 + minor * 1,000 + patch. */
#define BSHIP_VERSION_NUMBER                                                                       \
    (BSHIP_VERSION_MAJOR * 1000000 + BSHIP_VERSION_MINOR * 1000 + BSHIP_VERSION_PATCH)

/**
 * The version of the library at run time, which may be newer than the headers; as a number it is
 * `bship_constant("BSHIP_VERSION_NUMBER")`.
 *
 * @return a static string such as `"1.0.0"`.
 */
BSHIP_API const char *bship_version_string(void);

/**
 * The epoch of the experimental functions of the library at run time: the caller's is
 * #BSHIP_EXPERIMENTAL_EPOCH. They may be called only if the two are equal.
 *
 * @return the epoch.
 */
BSHIP_API int32_t bship_experimental_epoch(void);

BSHIP_END_DECLS

#endif
