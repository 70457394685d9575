/**
 * @file
 * The numeric constants of the headers and the sizes of their structs, at run time.
 *
 * A binding for another language cannot see macros, and lays out structs by itself: with these
 * calls it reads the constants, and checks its structs against those of the library. A
 * constant is found by its name in the headers, such as `BSHIP_BOARD_EDGE_MAX`. The numbers of the
 * rows may change between versions, names do not; constants may change as their headers say.
 */
#ifndef BATTLESHIP_LIMITS_H
#define BATTLESHIP_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/**
 * The number of limits: ranges, sizes of texts, and defaults. They are numbered from 0.
 *
 * @return the number of limits.
 */
BSHIP_API int32_t bship_limit_count(void);

/**
 * The name of a limit, as in the headers.
 *
 * @param limit its number
 * @return a static string such as `"BSHIP_BOARD_EDGE_MAX"`, or NULL if there is no such limit.
 */
BSHIP_API const char *bship_limit_name(int32_t limit);

/**
 * Finds a limit by name.
 *
 * @param name compared byte for byte; may be NULL
 * @return its number; -1 if there is none.
 */
BSHIP_API int32_t bship_limit_find(const char *name);

/**
 * The value of a limit in this version of the library.
 *
 * @param limit its number
 * @return the value, at least 1; -1 if there is no such limit.
 */
BSHIP_API int64_t bship_limit_value(int32_t limit);

/**
 * The number of structs that the headers define. They are numbered from 0.
 *
 * @return the number of structs.
 */
BSHIP_API int32_t bship_struct_count(void);

/**
 * The name of a struct.
 *
 * @param number its number
 * @return a static string such as `"bship_error"`, or NULL if there is no such struct.
 */
BSHIP_API const char *bship_struct_name(int32_t number);

/**
 * Finds a struct by name.
 *
 * @param name compared byte for byte; may be NULL
 * @return its number; -1 if there is none.
 */
BSHIP_API int32_t bship_struct_find(const char *name);

/**
 * The size of a struct in this version of the library.
 *
 * @param number its number
 * @return what `sizeof` gives, in bytes; 0 if there is no such struct.
 */
BSHIP_API size_t bship_struct_size(int32_t number);

BSHIP_END_DECLS

#endif
