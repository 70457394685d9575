/**
 * @file
 * The constants of the headers, and the sizes and fields of their structs, at run time.
 *
 * A binding for another language cannot see macros, and lays out structs by itself: with these
 * calls it reads the constants, and checks its structs against those of the library. What it can
 * know before it loads the library is in a file, `api.json`: see the guide to bindings.
 *
 * The constants are the macros of the headers that stand for numbers, such as
 * `BSHIP_BOARD_EDGE_MAX`, `BSHIP_POSTERIOR_PRECISION_DEFAULT` and `BSHIP_VERSION_NUMBER`, which
 * tells the version of the library that is loaded. Neither their names change nor their values, but
 * for the version and the default limits of work and memory.
 *
 * Enumerators are constants, too. Those of enumerations, and the values of lists, are also named by
 * words (battleship/enumeration.h): `BSHIP_`, the word of the enumeration and that of the value, in
 * capitals and with `_` for `-` and between them, such as `BSHIP_BOARD_STATE_HIT`,
 * `BSHIP_TURN_SALVO` and `BSHIP_STRATEGY_HUNT`.
 */
#ifndef BATTLESHIP_LIMITS_H
#define BATTLESHIP_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/**
 * The value of a constant or an enumerator in this version of the library.
 *
 * @param name such as `"BSHIP_BOARD_EDGE_MAX"` or `"BSHIP_SIDE_A"`, compared byte for byte; may be
 *             NULL
 * @return the value, exact if it is a whole number; NaN if there is no such constant.
 */
BSHIP_API double bship_constant(const char *name);

/**
 * The size of a struct in this version of the library.
 *
 * @param name such as `"bship_error"`, compared byte for byte; may be NULL
 * @return what `sizeof` gives, in bytes; 0 if there is no such struct.
 */
BSHIP_API size_t bship_struct_size(const char *name);

/**
 * Where a field of a struct begins. On one platform it is the same in every version that has the
 * field.
 *
 * @param type  such as `"bship_error"`, compared byte for byte; may be NULL
 * @param field such as `"status"`, compared byte for byte; may be NULL
 * @return what `offsetof` gives, in bytes; -1 if there is no such struct or field.
 */
BSHIP_API int32_t bship_field_offset(const char *type, const char *field);

BSHIP_END_DECLS

#endif
