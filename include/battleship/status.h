/**
 * @file
 * The status that a call returns, and the details of a failure.
 *
 * Every call that can fail returns a ::bship_status. On failure, unless stated
 * otherwise, nothing has changed and the outputs are untouched, except the optional
 * ::bship_error, which is the last parameter of constructors and parsers.
 *
 * Every call that returns a status returns #BSHIP_ERROR_ARGUMENT if a required pointer
 * is NULL; the other pages do not repeat this. Calls that return anything else cannot
 * fail and require valid handles.
 */
#ifndef BATTLESHIP_STATUS_H
#define BATTLESHIP_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/**
 * All statuses: X(name, value, message). Values are never changed. Later versions may add
 * some, also in the gaps, so the largest value is not part of the API.
 *
 * @param X a macro that takes a name, a value and a message
 */
#define BSHIP_STATUS_LIST(X)                                                                       \
    X(BSHIP_ERROR_UNKNOWN, -1, "unknown status")                                                   \
    X(BSHIP_OK, 0, "success")                                                                      \
    X(BSHIP_ERROR_ARGUMENT, 10, "an argument is missing or invalid")                               \
    X(BSHIP_ERROR_SIZE, 11, "a struct's size is unknown, or its unknown bytes are not zero")       \
    X(BSHIP_ERROR_RANGE, 12, "a number is outside its legal range")                                \
    X(BSHIP_ERROR_MEMORY, 20, "out of memory")                                                     \
    X(BSHIP_ERROR_UNSUPPORTED, 21, "not supported by this version of the library")                 \
    X(BSHIP_ERROR_WORK_LIMIT, 22, "the work limit was reached")                                    \
    X(BSHIP_ERROR_CANCELLED, 23, "cancelled by the caller")                                        \
    X(BSHIP_ERROR_FLEET, 30, "the fleet is not valid")                                             \
    X(BSHIP_ERROR_CONFLICT, 31, "two rules cannot be combined")                                    \
    X(BSHIP_ERROR_INFEASIBLE, 32, "the fleet cannot fit on the board")                             \
    X(BSHIP_ERROR_RULES, 33, "two objects have different rules")                                   \
    X(BSHIP_ERROR_OFF_BOARD, 40, "off the board")                                                  \
    X(BSHIP_ERROR_BLOCKED, 41, "the cell is blocked")                                              \
    X(BSHIP_ERROR_OVERLAP, 42, "the ship would overlap another")                                   \
    X(BSHIP_ERROR_CONTACT, 43, "the ship would touch another")                                     \
    X(BSHIP_ERROR_PLACED, 44, "the ship is already placed")                                        \
    X(BSHIP_ERROR_NOT_PLACED, 45, "a ship is not placed yet")                                      \
    X(BSHIP_ERROR_STARTED, 46, "shots have already been fired")                                    \
    X(BSHIP_ERROR_REPEATED, 50, "the cell was already fired at")                                   \
    X(BSHIP_ERROR_KNOWN_WATER, 51, "the cell is known to be water")                                \
    X(BSHIP_ERROR_DUPLICATE, 52, "a salvo contains a cell twice")                                  \
    X(BSHIP_ERROR_SHOT_COUNT, 53, "wrong number of shots")                                         \
    X(BSHIP_ERROR_REPORT, 54, "the report does not have the form that the rules prescribe")        \
    X(BSHIP_ERROR_CONTRADICTION, 55, "no layout of the fleet agrees with the reports")             \
    X(BSHIP_ERROR_NO_TARGET, 56, "no cell is left to fire at")                                     \
    X(BSHIP_ERROR_STATE, 60, "not possible in this state of the game")                             \
    X(BSHIP_ERROR_STRATEGY, 61, "the strategy made an illegal choice")                             \
    X(BSHIP_ERROR_WASTED, 62, "abandoned: a side wasted as many shots as the board has cells")     \
    X(BSHIP_ERROR_SYNTAX, 70, "the text is malformed")                                             \
    X(BSHIP_ERROR_VERSION, 71, "the text is of an unknown version")                                \
    X(BSHIP_ERROR_NAME, 72, "nothing has that name")                                               \
    X(BSHIP_ERROR_IO, 73, "the caller's read or write function failed")

/**
 * The result of a call. #BSHIP_ERROR_UNKNOWN is never returned: it stands for every number
 * that is not a status, and makes the enumeration signed with every compiler.
 */
typedef enum bship_status {
#define BSHIP_STATUS_X(name, value, message) name = value, /**< message */
    BSHIP_STATUS_LIST(BSHIP_STATUS_X)
#undef BSHIP_STATUS_X
} bship_status;

/**
 * The details of a failure.
 *
 * The caller sets `size`, by #BSHIP_ERROR_INIT, and passes a pointer, or NULL for no
 * details. It is written only on failure, and then completely; it is not written at all if
 * `size` is too small or above 4096.
 */
typedef struct bship_error {
    size_t size;       /**< sizeof(bship_error) as the caller knows it */
    int32_t status;    /**< the ::bship_status that the call returned */
    uint32_t line;     /**< if the input is text: the line, from 1; else 0 */
    uint32_t column;   /**< if the input is text: the byte in the line, from 1; else 0 */
    uint32_t reserved; /**< zero */
    int64_t index;     /**< the array item, side or number that the call describes; else -1 */
    char text[256];    /**< one English sentence without a full stop, terminated by NUL */
} bship_error;

/** An empty error, for initialisation. */
#define BSHIP_ERROR_INIT                                                                           \
    {                                                                                              \
        sizeof(bship_error), 0, 0, 0, 0, -1, ""                                                    \
    }

/**
 * Sets an error to #BSHIP_ERROR_INIT.
 *
 * @param error the error; may be NULL
 * @param size  sizeof(bship_error)
 */
BSHIP_API void bship_error_init(bship_error *error, size_t size);

/**
 * Receives the progress of a long computation. It is called about every million work steps of
 * about a nanosecond each, so that a cancellation is heard within 20 ms. It must not use the
 * objects that take part in the computation.
 *
 * @param done the estimated share of the work that is done, 0..1
 * @param user the pointer set in the options
 * @return 0 to continue; any other value cancels the computation, which then returns
 *         #BSHIP_ERROR_CANCELLED and, as after every failure, has changed nothing.
 */
typedef int (*bship_progress_callback)(double done, void *user);

/**
 * The name of a status as in the source, such as `"BSHIP_ERROR_MEMORY"`.
 *
 * @param status any number
 * @return a static string; `"BSHIP_ERROR_UNKNOWN"` for a number that is not a status.
 */
BSHIP_API const char *bship_status_name(int32_t status);

/**
 * A short English message for a status.
 *
 * @param status any number
 * @return a static string; `"unknown status"` for a number that is not a status.
 */
BSHIP_API const char *bship_status_message(int32_t status);

BSHIP_END_DECLS

#endif
