/**
 * @file
 * Records: games and positions as text, to be written by hand, diffed and piped.
 *
 * **Of this page version 0.1 implements the contract only**: every call that
 * returns a status answers #BSHIP_ERROR_UNSUPPORTED, so no record can be made
 * yet; bship_record_free() accepts NULL. Cells, fleets and rules are already
 * read and written by bship_cell_parse(), bship_fleet_parse() and
 * bship_rules_parse().
 *
 * A record holds rules, facts, layouts and shots, whether or not they agree
 * with each other: a liar's game can be read and shown. What is checked is
 * said at each call. A record is owned by one thread at a time.
 */
#ifndef BATTLESHIP_RECORD_H
#define BATTLESHIP_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/export.h>
#include <battleship/fleet.h>
#include <battleship/game.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A record. */
typedef struct bship_record bship_record;

/** The facts that a record may state. */
typedef enum bship_record_fact {
    BSHIP_FACT_BEGAN = 0,    /**< `began`: the side that shoots first, `a` or `b`; of the game */
    BSHIP_FACT_PLAYER = 1,   /**< `player`: a name; of a side */
    BSHIP_FACT_STRATEGY = 2, /**< `strategy`: a name; of a side */
    BSHIP_FACT_SEED = 3,     /**< `seed`: a number; of the game */
    BSHIP_FACT_DATE = 4,     /**< `date`: YYYY-MM-DD; of the game */
    BSHIP_FACT_RESULT = 5    /**< `result`: `a`, `b` or `draw`; of the game */
} bship_record_fact;

/**
 * Gives a reader its text.
 *
 * @param buffer   where bytes go
 * @param capacity how many at most, at least 1
 * @param count    how many there are; 0 at the end of the text
 * @param user     what was given to bship_record_read()
 * @return 0; anything else makes the read fail with #BSHIP_ERROR_IO.
 */
typedef int (*bship_read_callback)(char *buffer, size_t capacity, size_t *count, void *user);

/**
 * Takes a writer's text.
 *
 * @param text  `count` bytes, valid only during the call
 * @param count how many, at least 1
 * @param user  what was given to bship_record_write()
 * @return 0; anything else makes the write fail with #BSHIP_ERROR_IO.
 */
typedef int (*bship_write_callback)(const char *text, size_t count, void *user);

/** How a record is read. */
typedef struct bship_record_options {
    size_t size;               /**< sizeof(bship_record_options) as the caller knows it */
    bship_allocator allocator; /**< of the record, its rules and its fleet */
    uint64_t memory_limit;     /**< bytes that may be in use; 0: the default, 64 MiB */
} bship_record_options;

/** The defaults: the C library's allocator, 64 MiB. */
#define BSHIP_RECORD_OPTIONS_INIT { sizeof(bship_record_options), BSHIP_ALLOCATOR_INIT, 0 }

/**
 * Sets options to #BSHIP_RECORD_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_record_options)
 */
BSHIP_API void bship_record_options_init(bship_record_options *options, size_t size);

/**
 * Makes a record of rules, with nothing else in it.
 *
 * @param out   the new record, the caller's to free
 * @param rules the rules; the record takes a reference
 * @return #BSHIP_OK; #BSHIP_ERROR_UNSUPPORTED; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_new(bship_record **out, bship_rules *rules);

/**
 * Makes a record of a game as it stands.
 *
 * @param out          the new record, the caller's to free
 * @param game         the game, in any state after its start
 * @param with_layouts whether the layouts of the boards, which are secret, are put in
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE before the start; #BSHIP_ERROR_UNSUPPORTED;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_new_game(bship_record **out, const bship_game *game,
                                             int with_layouts);

/**
 * Reads a record from memory.
 *
 * @param out     the new record, the caller's to free
 * @param text    `length` bytes
 * @param length  how many
 * @param options NULL for the defaults
 * @param error   filled on failure, with line and column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX; #BSHIP_ERROR_VERSION; #BSHIP_ERROR_NAME;
 *         what bship_rules_parse() refuses; #BSHIP_ERROR_UNSUPPORTED; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY, also for the limit.
 */
BSHIP_API bship_status bship_record_parse(bship_record **out, const char *text, size_t length,
                                          const bship_record_options *options,
                                          bship_error *error);

/**
 * Reads a record through a function.
 *
 * @param out     the new record, the caller's to free
 * @param read    gives the text
 * @param user    handed to `read`
 * @param options NULL for the defaults
 * @param error   filled on failure, with line and column; may be NULL
 * @return as bship_record_parse(); #BSHIP_ERROR_IO.
 */
BSHIP_API bship_status bship_record_read(bship_record **out, bship_read_callback read, void *user,
                                         const bship_record_options *options, bship_error *error);

/**
 * Frees a record.
 *
 * @param record the record; may be NULL
 */
BSHIP_API void bship_record_free(bship_record *record);

/**
 * Writes a record to memory, as snprintf() writes.
 *
 * @param record   the record
 * @param buffer   where the text goes; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL; 0 without a record.
 */
BSHIP_API size_t bship_record_format(const bship_record *record, char *buffer, size_t capacity);

/**
 * Writes a record through a function.
 *
 * @param record the record
 * @param write  takes the text
 * @param user   handed to `write`
 * @return #BSHIP_OK; #BSHIP_ERROR_UNSUPPORTED; #BSHIP_ERROR_IO.
 */
BSHIP_API bship_status bship_record_write(const bship_record *record, bship_write_callback write,
                                          void *user);

/**
 * The rules of a record.
 *
 * @param record the record
 * @return the rules, borrowed: they live as long as the record; NULL without a record.
 */
BSHIP_API bship_rules *bship_record_rules(const bship_record *record);

/**
 * Whether a record is of a game, whose turns are checked, or of a position.
 *
 * @param record the record
 * @return whether it is of a game.
 */
BSHIP_API int bship_record_is_game(const bship_record *record);

/**
 * A fact that a record states.
 *
 * @param record the record
 * @param fact   a ::bship_record_fact
 * @param side   a ::bship_side, or #BSHIP_SIDE_NONE for a fact of the game
 * @return its text as it stands in the record, which lives as long as the record
 *         and the fact do; NULL if it is not stated.
 */
BSHIP_API const char *bship_record_get(const bship_record *record, int32_t fact, int32_t side);

/**
 * States a fact.
 *
 * @param record the record
 * @param fact   a ::bship_record_fact
 * @param side   a ::bship_side, or #BSHIP_SIDE_NONE for a fact of the game
 * @param text   the fact as it stands in a record, copied; NULL takes it away
 * @param error  filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such fact or side; #BSHIP_ERROR_SYNTAX;
 *         #BSHIP_ERROR_UNSUPPORTED; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_set(bship_record *record, int32_t fact, int32_t side,
                                        const char *text, bship_error *error);

/**
 * Lays the ships that a record states for a side.
 *
 * @param record the record
 * @param side   a ::bship_side
 * @param board  of equal rules
 * @return #BSHIP_OK; #BSHIP_ERROR_NOT_PLACED if the record has no layout of that side;
 *         #BSHIP_ERROR_RULES; #BSHIP_ERROR_STARTED; #BSHIP_ERROR_UNSUPPORTED.
 */
BSHIP_API bship_status bship_record_to_board(const bship_record *record, int32_t side,
                                             bship_board *board);

/**
 * Records the shots of a side on a chart, after resetting it.
 *
 * @param record the record
 * @param side   a ::bship_side
 * @param chart  of equal rules; on failure it is unchanged
 * @param error  filled on failure, with the line and column of the first
 *               contradiction; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION; #BSHIP_ERROR_RULES;
 *         #BSHIP_ERROR_UNSUPPORTED; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_to_chart(const bship_record *record, int32_t side,
                                             bship_chart *chart, bship_error *error);

/**
 * Brings a game to where a record of a game ends, so that it can be played on;
 * sides whose layout the record has not need remote waters.
 *
 * @param record the record
 * @param game   of equal rules, in which ships are being laid; on failure it is reset
 * @param error  filled on failure, with the line and column of the first
 *               contradiction; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE for a position, or a game that has begun;
 *         #BSHIP_ERROR_NOT_PLACED; #BSHIP_ERROR_CONTRADICTION; #BSHIP_ERROR_RULES;
 *         #BSHIP_ERROR_UNSUPPORTED; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_to_game(const bship_record *record, bship_game *game,
                                            bship_error *error);

BSHIP_END_DECLS

#endif
