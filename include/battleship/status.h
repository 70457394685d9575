/**
 * @file
 * The status that a call returns, and the details of a failure.
 *
 * Every call that can fail returns a ::bship_status. On failure, unless stated
 * otherwise, nothing has changed and the outputs are untouched, except the optional
 * ::bship_error.
 *
 * Calls that make, read, restore, fire, record, report or play something have an error as their
 * last parameter; where they take several items, such as shots, its `index` says which is at fault.
 * It names the struct whose `size` is wrong, and the number that is no side. A call without an
 * error takes one struct with a `size` at most, and one item, such as a ship, so that its status
 * says what is wrong.
 *
 * A call that returns a status returns these in the same cases everywhere; the other pages
 * repeat only what needs more words:
 *
 * - #BSHIP_ERROR_ARGUMENT if a required pointer is NULL; for a number that is no value of its
 *   enumeration, such as an unknown side; for a flag other than 0 and 1; for a `reserved` field of
 *   options other than 0;
 * - #BSHIP_ERROR_RANGE for the index of an item that does not exist, such as a ship or a turn, and
 *   for a number outside its range;
 * - #BSHIP_ERROR_COUNT for a wrong number of items in an array;
 * - #BSHIP_ERROR_SIZE as @ref struct_sizes says.
 *
 * Calls that return anything else cannot fail and require valid handles. A call that says whether
 * something is so returns 0 or 1, as an `int`.
 *
 * @section enumerations Enumerations
 *
 * Enumerations are passed, stored and returned as `int32_t`; the enumeration only names the values,
 * and "a ::bship_phase" says which one is meant. The one exception is ::bship_status. Values
 * and names are never changed; later versions may add values, so be prepared for unknown ones.
 * Names and texts of all values come from bship_enum_name() and bship_enum_text();
 * bship_enum_find() finds a value by its name (battleship/enumeration.h).
 *
 * @section const_references Pointers to const
 *
 * Fleets, rules and samplers count references. A plain pointer to one is a reference that its
 * holder owns and drops in the end; a pointer to const is borrowed. `bship_..._ref` makes a
 * reference from either. Everything else has one owner, who frees it.
 *
 * @section arrays Texts and arrays
 *
 * `count` is the number of items in an array that a call reads, or fills completely. `capacity` is
 * the room in an array, or the bytes in a buffer, for a result whose length is not known in
 * advance: the call writes as much as fits and returns the whole length, or the number of all
 * items. The rest of the array is not touched. NULL stands for an array without room, whatever its
 * capacity: the call only measures. Of several arrays that share a capacity each may be NULL. Where
 * the capacity bounds what is read from a text, or the arrays are those of a ::bship_total, one
 * that is too short is #BSHIP_ERROR_COUNT.
 *
 * Texts are UTF-8. "As snprintf() does" means: the text that fits is terminated by NUL, unless the
 * capacity is 0, and the length returned is that of the whole text without the NUL. So a call that
 * writes text and returns 0 has written an empty one.
 *
 * Parameters come in this order: the object, what the call reads, what it writes, the error. Only
 * what a constructor makes, `out`, comes first. A stream of random numbers counts as read.
 *
 * @section counts Counts
 *
 * `size_t` counts what an array in memory holds: `count`, `capacity`, and what a call that fills an
 * array returns. `int32_t` counts what board or fleet bounds, such as ships, cells, hits and the
 * shots of a turn, and the threads and entries of a match. `int64_t` counts what grows with play or
 * with combinations, such as shots, turns, games, placements and layouts that can be listed, and
 * work steps. `double` holds the number of layouts that agree with a chart, which 64 bits may not.
 * `uint64_t` counts bytes.
 *
 * What has a number, such as an item of an array, a ship, shot, turn, game or entry of a log, is
 * numbered from 0. Only what people read counts from 1: the rounds of a game and of a series, and
 * the lines and columns of a text; 0 then means none.
 *
 * @section zero_defaults Defaults
 *
 * An options struct of zeroes with its `size` set means the defaults, and so does a NULL in its
 * place. A limit of 0 is the default one; `INT64_MAX` or `UINT64_MAX` means none.
 *
 * Limits and progress are in the options of whatever does the work: those of an object, such as a
 * posterior, hold for all that it does; those of a call, ::bship_aim_options and
 * ::bship_draw_options, for that call, and 0 there means the limit of the object. The one carrier
 * of an allocator is described in battleship/memory.h.
 *
 * @section struct_sizes Structs that can grow
 *
 * A struct whose first field is `size` may get more fields at its end in later versions. The
 * caller sets `size` to the struct's `sizeof`, by its `_INIT` macro or over zeroes, which
 * serve as well. So caller and library may be of different versions:
 *
 * - *A struct that a call reads*, such as options: fields that the caller's struct does not have
 *   are taken as 0. Bytes behind the library's struct must be 0, since nothing that the
 *   caller asks for is ignored; else the call fails with #BSHIP_ERROR_SIZE.
 * - *A struct that a call writes*, such as a result: fields that the caller's struct does not have
 *   are not written, and bytes behind the library's struct are set to 0. `size` is kept.
 * - *Options that a call writes*, from which the caller makes something: a field that the caller's
 *   struct does not have would be lost on the way and taken as 0. So bship_rules_describe(),
 *   bship_record_to_game_options() and bship_record_to_ai_options() fail with #BSHIP_ERROR_SIZE if
 *   such a field is not 0, and write nothing: never does an old program make other rules than those
 *   that it was given.
 * - In all cases the call fails with #BSHIP_ERROR_SIZE if `size` is above 4096, or below the size
 *   that the struct had in the first version of the library with it, which ends with the last field
 *   of that version. (Every version 0.x counts as the first one.)
 *
 * With 64 bits no struct has padding. Structs without a `size` are frozen, and their comments say
 * so:
 * ::bship_cell, ::bship_placement, ::bship_report, ::bship_conflict, ::bship_rng and
 * ::bship_allocator.
 */
#ifndef BATTLESHIP_STATUS_H
#define BATTLESHIP_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/enumeration.h>
#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/**
 * The result of a call. Names and values are never changed. Later versions may add some, also
 * in the gaps, so the largest value is not part of the API; nor are the messages, which may
 * change. Treat a status that you do not know as a failure.
 */
typedef enum bship_status {
    BSHIP_ERROR_UNKNOWN = -1,  /**< never returned: any number that is not a status */
    BSHIP_OK = 0,              /**< success */
    BSHIP_ERROR_ARGUMENT = 10, /**< an argument is missing or invalid */
    BSHIP_ERROR_SIZE = 11,     /**< a struct's size is unknown, or its unknown bytes are not zero */
    BSHIP_ERROR_RANGE = 12,    /**< a number is outside its legal range; no such item or ship */
    BSHIP_ERROR_COUNT = 13,    /**< an array has the wrong number of items */
    BSHIP_ERROR_MEMORY = 20,   /**< out of memory */
    BSHIP_ERROR_UNSUPPORTED = 21, /**< not supported by this version of the library */
    BSHIP_ERROR_WORK_LIMIT = 22,  /**< the work limit was reached */
    BSHIP_ERROR_CANCELLED = 23,   /**< cancelled by the caller */
    BSHIP_ERROR_FLEET = 30,       /**< the fleet is not valid */
    BSHIP_ERROR_CONFLICT = 31,    /**< two rules cannot be combined */
    BSHIP_ERROR_INFEASIBLE = 32,  /**< the fleet cannot fit on the board */
    BSHIP_ERROR_RULES = 33,       /**< two objects have different rules */
    BSHIP_ERROR_OFF_BOARD = 40,   /**< off the board */
    BSHIP_ERROR_BLOCKED = 41,     /**< the cell is blocked */
    BSHIP_ERROR_OVERLAP = 42,     /**< the ship would overlap another */
    BSHIP_ERROR_CONTACT = 43,     /**< the ship would touch another */
    BSHIP_ERROR_PLACED = 44,      /**< the ship is already placed */
    BSHIP_ERROR_NOT_PLACED = 45,  /**< a ship is not placed yet */
    BSHIP_ERROR_STARTED = 46,     /**< shots have already been fired */
    BSHIP_ERROR_REPEATED = 50,    /**< the cell was already fired at */
    BSHIP_ERROR_KNOWN_WATER = 51, /**< the cell is known to be water */
    BSHIP_ERROR_DUPLICATE = 52,   /**< a salvo contains a cell twice */
    BSHIP_ERROR_REPORT = 54,      /**< the report does not have the form that the rules prescribe */
    BSHIP_ERROR_CONTRADICTION = 55, /**< no layout of the fleet agrees with the reports */
    BSHIP_ERROR_NO_TARGET = 56,     /**< no cell is left to fire at */
    BSHIP_ERROR_STATE = 60,         /**< not possible in this state of the game */
    BSHIP_ERROR_STRATEGY = 61,      /**< the strategy made an illegal choice */
    BSHIP_ERROR_WASTED = 62,  /**< abandoned: a side wasted as many shots as the board has cells */
    BSHIP_ERROR_SYNTAX = 70,  /**< the text is malformed */
    BSHIP_ERROR_VERSION = 71, /**< the text is of an unknown version */
    BSHIP_ERROR_NAME = 72,    /**< nothing has that name */
    BSHIP_ERROR_IO = 73       /**< the caller's read or write function failed */
} bship_status;

/**
 * The details of a failure.
 *
 * The caller passes a pointer to #BSHIP_ERROR_INIT or to zeroes, or NULL for no details. It is
 * written only on failure, and then completely, except `size`. It is not written at all if `size`
 * is neither 0 nor one that @ref struct_sizes accepts.
 */
typedef struct bship_error {
    size_t size;       /**< sizeof(bship_error); see @ref struct_sizes; 0: the size that it
                            has in version 1 */
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

/** What a progress callback answers. Other values act as #BSHIP_PROGRESS_CANCEL, and are reserved
    for later meanings. */
typedef enum bship_progress {
    BSHIP_PROGRESS_GO_ON = 0,  /**< `go-on`: go on */
    BSHIP_PROGRESS_CANCEL = 1, /**< `cancel`: stop; the call returns #BSHIP_ERROR_CANCELLED and, as
                                    after every failure, has changed nothing */
    BSHIP_PROGRESS_FINISH = 2  /**< `finish`: answer at once, with the best found so far, which
                                    depends on when it was asked; see ::bship_aim_options, and
                                    ::bship_match_callback for what it means of a match. Calls
                                    without partial answers, which are all but those that take
                                    aim options, treat it as #BSHIP_PROGRESS_CANCEL */
} bship_progress;

/**
 * Receives the progress of a long computation. It must not use the objects that take part in the
 * computation.
 *
 * It is called by numbers of work steps, not by time, and often enough for a clock. After an answer
 * other than #BSHIP_PROGRESS_GO_ON the same call does not call it again, and returns as soon as it
 * would have called it. What is spent in the allocator comes on top.
 *
 * @param done the estimated share of the work that is done, 0..1; it never goes back during an aim,
 *             the making, update or check of a posterior, or the making of a sampler. Calls that
 *             compute several things, such as a match, begin each at 0
 * @param user the pointer set in the options
 * @return a ::bship_progress.
 */
typedef int32_t (*bship_progress_callback)(double done, void *user);

/**
 * A short English message for a status. It may change in any version; programs that act on a
 * status use its value or its name.
 *
 * @param status any number
 * @return a static string; `"unknown status"` for a number that is not a status.
 */
BSHIP_API const char *bship_status_message(int32_t status);

BSHIP_END_DECLS

#endif
