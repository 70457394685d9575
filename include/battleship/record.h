/**
 * @file
 * Records: games and positions as text, to be written by hand, diffed and piped.
 *
 * A record holds rules, facts, layouts and shots, whether or not they agree
 * with each other: a liar's game can be read and shown.
 *
 * **What a reader checks** is all that the text itself decides: the form of every
 * line; the rules, as bship_rules_new() does; that layouts are whole and legal; that
 * no cell is shot that cannot be; and in a game whose turn it is, how many shots it
 * has, and how it ends. **Contradictions** are not its business: answers that
 * disagree with a layout of the record, and answers that no layout can give as far
 * as a chart shows it. They are found by bship_record_to_chart() and
 * bship_record_to_game(), which say where they are.
 *
 * **A game** has turns: it states who `began`. Shots of one side without that are
 * a *position*, and may come in any number and under any rules.
 *
 * A record is owned by one thread at a time.
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
    BSHIP_FACT_PLAYER = 1,   /**< `player`: a name of 1 to 32 bytes; of a side */
    BSHIP_FACT_STRATEGY = 2, /**< `strategy`: a name of 1 to 32 bytes; of a side */
    BSHIP_FACT_SEED = 3,     /**< `seed`: a number up to 2^64 - 1; of the game */
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
    uint64_t memory_limit;     /**< bytes that reading may use, for the record, its rules and
                                    all else; 0: the default, 64 MiB */
} bship_record_options;

/** The defaults: the C library's allocator, 64 MiB. */
#define BSHIP_RECORD_OPTIONS_INIT                                                                  \
    {                                                                                              \
        sizeof(bship_record_options), BSHIP_ALLOCATOR_INIT, 0                                      \
    }

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
 * @param rules the rules; the record takes a reference and inherits their allocator
 * @return #BSHIP_OK; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_new(bship_record **out, bship_rules *rules);

/**
 * Makes a record of a position: what a chart holds, as shots of a side.
 *
 * @param out   the new record, the caller's to free
 * @param chart the chart
 * @param side  a ::bship_side, which has shot
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_new_chart(bship_record **out, const bship_chart *chart,
                                              int32_t side);

/**
 * Makes a record of a game as it stands: its rules, who began, the strategies of
 * its AIs, the shots that were answered, and the result if it is over.
 *
 * @param out          the new record, the caller's to free
 * @param game         the game, in any state after its start
 * @param with_layouts whether to put in what is secret: the layouts of the boards, and
 *                     the seed, from which random layouts could be found
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE before the start; #BSHIP_ERROR_MEMORY.
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
 * @return #BSHIP_OK; #BSHIP_ERROR_VERSION; #BSHIP_ERROR_SYNTAX for a line without its
 *         form, out of order or given twice; #BSHIP_ERROR_NAME for an unknown word or
 *         ship; #BSHIP_ERROR_RANGE for a number; what bship_rules_parse() refuses;
 *         what bship_board_place() refuses, and #BSHIP_ERROR_NOT_PLACED for a layout
 *         that is not whole; what bship_chart_can_fire() refuses, and
 *         #BSHIP_ERROR_DUPLICATE; #BSHIP_ERROR_STATE for a shot out of turn, after the
 *         end, or before its side may begin; #BSHIP_ERROR_SHOT_COUNT; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY, also for the limit.
 */
BSHIP_API bship_status bship_record_parse(bship_record **out, const char *text, size_t length,
                                          const bship_record_options *options, bship_error *error);

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
 * Writes a record to memory, as snprintf() writes: every rule line, defaults too, the
 * facts in the order of ::bship_record_fact, the lines kept, layouts, shots, result.
 * Reading it gives the same record. No call that writes allocates.
 *
 * @param record   the record
 * @param buffer   where the text goes; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL; 0 without a record.
 */
BSHIP_API size_t bship_record_format(const bship_record *record, char *buffer, size_t capacity);

/**
 * Writes a record through a function: what bship_record_format() writes, in pieces.
 *
 * @param record the record
 * @param write  takes the text
 * @param user   handed to `write`
 * @return #BSHIP_OK; #BSHIP_ERROR_IO.
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
 * @return its text, a name without its quotes, which lives until the fact is set or the
 *         record freed; NULL if it is not stated.
 */
BSHIP_API const char *bship_record_get(const bship_record *record, int32_t fact, int32_t side);

/**
 * States a fact. Who began is stated before the shots; a result must be that of the
 * shots.
 *
 * @param record the record
 * @param fact   a ::bship_record_fact
 * @param side   a ::bship_side, or #BSHIP_SIDE_NONE for a fact of the game
 * @param text   the fact, a name without quotes, copied; NULL takes it away
 * @param error  filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such fact or side; #BSHIP_ERROR_SYNTAX;
 *         #BSHIP_ERROR_STATE if who began is set where there are shots or against the
 *         rules, or a result is not that of the shots.
 */
BSHIP_API bship_status bship_record_set(bship_record *record, int32_t fact, int32_t side,
                                        const char *text, bship_error *error);

/**
 * How many lines a record keeps for others: those whose first word begins with `x-`.
 *
 * @param record the record
 * @return the number of lines.
 */
BSHIP_API size_t bship_record_extras(const bship_record *record);

/**
 * A line that is kept for others.
 *
 * @param record the record
 * @param extra  its number, from 0, in the order of the record
 * @return the line byte for byte, without its end, which lives as long as the record and
 *         until one is added; NULL if there is no such line.
 */
BSHIP_API const char *bship_record_extra(const bship_record *record, size_t extra);

/**
 * Adds a line that is kept for others.
 *
 * @param record the record
 * @param line   the line, without its end, copied: UTF-8, at most 65536 bytes, its first
 *               word beginning with `x-`
 * @param error  filled on failure, with the column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_add_extra(bship_record *record, const char *line,
                                              bship_error *error);

/**
 * Where a ship lies, if the record has the layout of its side.
 *
 * @param record the record
 * @param side   a ::bship_side
 * @param ship   its index
 * @param out    the placement
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side or ship;
 *         #BSHIP_ERROR_NOT_PLACED if the record has no layout of that side.
 */
BSHIP_API bship_status bship_record_placement(const bship_record *record, int32_t side,
                                              int32_t ship, bship_placement *out);

/** A line of shots: a turn, or with `again-on-hit` one shot of it. */
typedef struct bship_record_entry {
    size_t size;        /**< sizeof(bship_record_entry) as the caller knows it */
    int32_t side;       /**< the ::bship_side that fired */
    int32_t is_total;   /**< whether it was answered by a total */
    int64_t first_shot; /**< the record's number of its first shot */
    int32_t shots;      /**< how many shots it has, at least 1 */
    uint32_t line;      /**< the line where it was read; 0 if it was not */
    uint32_t column;    /**< the byte in the line where its first cell stands; 0 likewise */
} bship_record_entry;

/** An empty line of shots. */
#define BSHIP_RECORD_ENTRY_INIT                                                                    \
    {                                                                                              \
        sizeof(bship_record_entry), BSHIP_SIDE_NONE, 0, 0, 0, 0, 0                                 \
    }

/**
 * Sets a line of shots to #BSHIP_RECORD_ENTRY_INIT.
 *
 * @param entry the line of shots; may be NULL
 * @param size  sizeof(bship_record_entry)
 */
BSHIP_API void bship_record_entry_init(bship_record_entry *entry, size_t size);

/**
 * How many lines of shots a record has.
 *
 * @param record the record
 * @return the number of lines.
 */
BSHIP_API int64_t bship_record_entries(const bship_record *record);

/**
 * One line of shots. A liar's can be asked for like any other.
 *
 * @param record the record
 * @param entry  its number, from 0
 * @param out    the line of shots
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such line; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_record_entry_at(const bship_record *record, int64_t entry,
                                             bship_record_entry *out);

/**
 * One shot.
 *
 * @param record the record
 * @param shot   its number, from 0, over all lines
 * @param cell   its cell; may be NULL
 * @param report its answer, which in a line answered by a total is a miss; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such shot.
 */
BSHIP_API bship_status bship_record_shot(const bship_record *record, int64_t shot, bship_cell *cell,
                                         bship_report *report);

/**
 * The total of a line that was answered by one.
 *
 * @param record the record
 * @param entry  the line's number, from 0
 * @param total  the answer; its arrays that are not NULL are filled
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such line, or it was answered shot
 *         by shot; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_record_total(const bship_record *record, int64_t entry,
                                          bship_total *total);

/**
 * Lays the ships that a record states for a side.
 *
 * @param record the record
 * @param side   a ::bship_side
 * @param board  of equal rules
 * @return #BSHIP_OK; #BSHIP_ERROR_NOT_PLACED if the record has no layout of that side;
 *         #BSHIP_ERROR_RULES; #BSHIP_ERROR_STARTED.
 */
BSHIP_API bship_status bship_record_to_board(const bship_record *record, int32_t side,
                                             bship_board *board);

/**
 * Records the shots of a side on a chart, after resetting it. Where the record has the
 * layout that was shot at, the answers must be those it gives.
 *
 * @param record the record
 * @param side   a ::bship_side
 * @param chart  of equal rules; on failure it is unchanged
 * @param error  filled on failure, with the line and column of the first
 *               contradiction; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side; #BSHIP_ERROR_CONTRADICTION;
 *         #BSHIP_ERROR_RULES; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_to_chart(const bship_record *record, int32_t side,
                                             bship_chart *chart, bship_error *error);

/**
 * Brings a game to where a record of a game ends, so that it can be played on. Sides
 * whose layout the record has not need remote waters; what was laid on boards is
 * taken off. An AI of the game aims as if it had played all along, if it has the
 * strategy, the options and the seed that it had.
 *
 * @param record the record
 * @param game   of equal rules, in which ships are being laid; on a contradiction or for
 *               want of memory it is reset
 * @param error  filled on failure, with the line and column of the first
 *               contradiction; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE for a position, or a game that has begun;
 *         #BSHIP_ERROR_NOT_PLACED; #BSHIP_ERROR_CONTRADICTION; #BSHIP_ERROR_RULES;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_to_game(const bship_record *record, bship_game *game,
                                            bship_error *error);

BSHIP_END_DECLS

#endif
