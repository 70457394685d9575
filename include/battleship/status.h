/**
 * @file
 * What a call can answer, and the details of a failure.
 *
 * Every call that can fail returns a ::bship_status. On failure nothing has
 * changed and the outputs are untouched; the one output written on failure is
 * the optional ::bship_error that constructors and parsers take last.
 *
 * A required pointer that is NULL is #BSHIP_ERROR_ARGUMENT in every call that
 * returns a status; that goes without saying on the other pages. Calls that
 * return anything else cannot fail and need valid handles.
 */
#ifndef BATTLESHIP_STATUS_H
#define BATTLESHIP_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/**
 * Every status: X(name, value, message). Values are never renumbered; the gaps
 * are for later ones, so the largest value is not part of the API.
 *
 * @param X a macro that takes a name, a value and a message
 */
#define BSHIP_STATUS_LIST(X)                                                                       \
    X(BSHIP_ERROR_UNKNOWN, -1, "unknown status")                                                   \
    X(BSHIP_OK, 0, "success")                                                                      \
    X(BSHIP_ERROR_ARGUMENT, 10, "an argument is missing or has no meaning")                        \
    X(BSHIP_ERROR_SIZE, 11, "a struct's size is unknown, or its unknown bytes are not zero")       \
    X(BSHIP_ERROR_RANGE, 12, "a number is outside its legal range")                                \
    X(BSHIP_ERROR_MEMORY, 20, "out of memory")                                                     \
    X(BSHIP_ERROR_UNSUPPORTED, 21, "not supported by this version of the library")                 \
    X(BSHIP_ERROR_WORK_LIMIT, 22, "the work limit was reached")                                    \
    X(BSHIP_ERROR_CANCELLED, 23, "cancelled by the caller")                                        \
    X(BSHIP_ERROR_FLEET, 30, "the fleet is not valid")                                             \
    X(BSHIP_ERROR_CONFLICT, 31, "two rules make no sense together")                                \
    X(BSHIP_ERROR_INFEASIBLE, 32, "the fleet cannot fit on the board")                             \
    X(BSHIP_ERROR_RULES, 33, "two objects were made for different rules")                          \
    X(BSHIP_ERROR_OFF_BOARD, 40, "off the board")                                                  \
    X(BSHIP_ERROR_BLOCKED, 41, "the cell is blocked")                                              \
    X(BSHIP_ERROR_OVERLAP, 42, "the ship would overlap another")                                   \
    X(BSHIP_ERROR_CONTACT, 43, "the ship would touch another")                                     \
    X(BSHIP_ERROR_PLACED, 44, "the ship is already placed")                                        \
    X(BSHIP_ERROR_NOT_PLACED, 45, "a ship is not placed yet")                                      \
    X(BSHIP_ERROR_STARTED, 46, "the shooting has begun")                                           \
    X(BSHIP_ERROR_REPEATED, 50, "the cell was already shot")                                       \
    X(BSHIP_ERROR_KNOWN_WATER, 51, "the cell is known to be water")                                \
    X(BSHIP_ERROR_DUPLICATE, 52, "a salvo names a cell twice")                                     \
    X(BSHIP_ERROR_SHOT_COUNT, 53, "wrong number of shots")                                         \
    X(BSHIP_ERROR_REPORT, 54, "the report has not the form that the rules prescribe")              \
    X(BSHIP_ERROR_CONTRADICTION, 55, "no layout of the fleet agrees with the reports")             \
    X(BSHIP_ERROR_NO_TARGET, 56, "no cell is left to shoot at")                                    \
    X(BSHIP_ERROR_STATE, 60, "not possible in this state of the game")                             \
    X(BSHIP_ERROR_STRATEGY, 61, "the strategy gave an illegal answer")                             \
    X(BSHIP_ERROR_WASTED, 62, "given up: a side wasted as many shots as the board has cells")      \
    X(BSHIP_ERROR_SYNTAX, 70, "the text is malformed")                                             \
    X(BSHIP_ERROR_VERSION, 71, "the text is of an unknown version")                                \
    X(BSHIP_ERROR_NAME, 72, "nothing has that name")                                               \
    X(BSHIP_ERROR_IO, 73, "the caller's read or write function failed")

/**
 * What a call answers. #BSHIP_ERROR_UNKNOWN is never among it: it stands for
 * every number that is no status, and makes the enumeration signed everywhere.
 */
typedef enum bship_status {
#define BSHIP_STATUS_X(name, value, message) name = value, /**< message */
    BSHIP_STATUS_LIST(BSHIP_STATUS_X)
#undef BSHIP_STATUS_X
} bship_status;

/**
 * The details of a failure that a status alone cannot say.
 *
 * The caller sets `size` (by #BSHIP_ERROR_INIT) and passes a pointer; NULL is
 * accepted wherever an error is. Written only on failure, and then whole. With a
 * `size` that is too small, or above 4096, it stays unwritten.
 */
typedef struct bship_error {
    size_t size;       /**< sizeof(bship_error) as the caller knows it */
    int32_t status;    /**< the ::bship_status that the call returned */
    uint32_t line;     /**< where the input is text: its line from 1; else 0 */
    uint32_t column;   /**< where the input is text: the byte in the line from 1; else 0 */
    uint32_t reserved; /**< zero */
    int64_t index;     /**< which item of an array, string or number was at fault; else -1 */
    char text[256];    /**< one sentence in English, ended by NUL, without a full stop */
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
 * The name of a status, as in the source: `"BSHIP_ERROR_MEMORY"`.
 *
 * @param status any number
 * @return a static string; `"BSHIP_ERROR_UNKNOWN"` for a number that is none.
 */
BSHIP_API const char *bship_status_name(int32_t status);

/**
 * What a status means, in a few words of English.
 *
 * @param status any number
 * @return a static string; `"unknown status"` for a number that is none.
 */
BSHIP_API const char *bship_status_message(int32_t status);

BSHIP_END_DECLS

#endif
