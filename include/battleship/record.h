/**
 * @file
 * Records: games and positions as text, which can be written by hand, compared with
 * diff and piped.
 *
 * A record contains rules, facts, layouts and shots. They need not agree with each
 * other: a game with false reports can be read and shown.
 *
 * **Checks.** Reading a record checks all that the text itself decides: the form of
 * every line; the rules, as bship_rules_new() does; that layouts are legal and, once a
 * game has begun, complete; that every cell may be fired at; and, in a game, the turns, their
 * numbers of shots and the end. It does not look for **contradictions**: reports that disagree with
 * a layout of the record, or that no layout could produce as far as a chart shows it.
 * bship_record_to_chart() and bship_record_to_game() find them and say where they are.
 *
 * **Games and positions.** The record of a *game* has turns, and states who `began`.
 * A record with shots of one side and without that fact is a *position*: it may contain
 * any number of shots, under any rules. A record with neither is a game whose ships are
 * still being placed: some or all of them may be missing.
 *
 * A record may be used by one thread at a time.
 */
#ifndef BATTLESHIP_RECORD_H
#define BATTLESHIP_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
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

/**
 * The facts that a record may contain. A fact is of the game or of a side, as the comments say, and
 * as bship_enum_text() does, whose texts begin with `of the game: ` or `of a side: `. Calls take
 * both, first the fact, then the side, which for a fact of the game is #BSHIP_SIDE_NONE, and refuse
 * a fact together with a side that does not belong to it. From 1000 on are those of experimental
 * headers, which define them.
 */
typedef enum bship_fact {
    BSHIP_FACT_BEGAN = 0,       /**< `began`: the side that fires first, `a` or `b`; of the game */
    BSHIP_FACT_PLAYER = 1,      /**< `player`: a name of 1 to 32 bytes; of a side */
    BSHIP_FACT_STRATEGY = 2,    /**< `strategy`: a name of 1 to 32 bytes; of a side */
    BSHIP_FACT_SEED = 3,        /**< `seed`: a number up to 2^64 - 1; of the game */
    BSHIP_FACT_DATE = 4,        /**< `date`: YYYY-MM-DD; of the game */
    BSHIP_FACT_RESULT = 5,      /**< `result`: `a`, `b` or `draw`, as the shots say; or how a game
                                     ended without them: `a resigned` - a won as b resigned -,
                                     `a contradiction` - a won as b reported falsely or did
                                     not reveal its layout -, both likewise of b, or
                                     `abandoned`; of the game */
    BSHIP_FACT_FIRST_SEED = 6,  /**< `first-seed`: a number up to 2^64 - 1; of the game */
    BSHIP_FACT_BEGINS = 7,      /**< `begins`: the side that was chosen to fire first, `a` or
                                     `b`, also before the start; of the game */
    BSHIP_FACT_VIEW = 8,        /**< `view`: the side whose knowledge the record is confined to,
                                     `a` or `b`; of the game */
    BSHIP_FACT_LOCATION = 9,    /**< `location`: where the board is kept, `local` or `remote`; of
                                     a side */
    BSHIP_FACT_AUDIT = 10,      /**< `audit`: how reports are checked, `necessary` or
                                     `complete`; of the game */
    BSHIP_FACT_AUDIT_WORK = 11, /**< `audit-work`: work steps up to 2^63 - 1; of the game */
    BSHIP_FACT_AUDIT_MEMORY = 12, /**< `audit-memory`: bytes up to 2^64 - 1; of the game */
    BSHIP_FACT_DRAWN = 13,        /**< `drawn`: the number of layouts that
                                       bship_game_place_random() has drawn; of a side */
    BSHIP_FACT_LEVEL = 14,        /**< `level`: the level by which the AI was chosen; of a side */
    BSHIP_FACT_WORK = 15,         /**< `work`: the AI's work limit, up to 2^63 - 1; of a side */
    BSHIP_FACT_MEMORY = 16,       /**< `memory`: the AI's memory limit, up to 2^64 - 1; of a side */
    BSHIP_FACT_AIM_SEED = 17,     /**< `aim-seed`: the seed of the AI, up to 2^64 - 1, if it is not
                                       the one that the game gives it, and no other game has taken
                                       the AI; of a side */
    BSHIP_FACT_PLACING = 18,      /**< `placing`: the AI's placement style, a name of 1 to 32 bytes;
                                       of a side */
    BSHIP_FACT_STRENGTH = 19      /**< `strength`: that of the style, a decimal number from 0 to
                                       #BSHIP_PLACING_STRENGTH_MAX; of a side */
} bship_fact;

/**
 * Supplies the text of a record to bship_record_read().
 *
 * @param buffer   receives the next bytes of the text
 * @param capacity bytes in the buffer, at least 1
 * @param count    receives the number of bytes; 0 at the end of the text
 * @param user     the pointer passed to bship_record_read()
 * @return 0; any other value makes bship_record_read() fail with #BSHIP_ERROR_IO.
 */
typedef int (*bship_read_callback)(char *buffer, size_t capacity, size_t *count, void *user);

/**
 * Receives the text of a record from bship_record_write().
 *
 * @param text  `count` bytes, valid only during the call
 * @param count how many, at least 1
 * @param user  the pointer passed to bship_record_write()
 * @return 0; any other value makes bship_record_write() fail with #BSHIP_ERROR_IO.
 */
typedef int (*bship_write_callback)(const char *text, size_t count, void *user);

/** The default memory limit for reading a record, in bytes: 64 MiB. */
#define BSHIP_RECORD_MEMORY_DEFAULT 67108864

/** Options of a record that is made or read. */
typedef struct bship_record_options {
    size_t size;               /**< sizeof(bship_record_options); see @ref struct_sizes */
    bship_allocator allocator; /**< of the record and, if it is read, its rules and its fleet */
    uint64_t memory_limit;     /**< bytes that reading may use in total, for the record, its
                                    rules and everything else; 0: #BSHIP_RECORD_MEMORY_DEFAULT */
} bship_record_options;

/** The defaults: the C library's allocator, 64 MiB. */
#define BSHIP_RECORD_OPTIONS_INIT                                                                  \
    {                                                                                              \
        sizeof(bship_record_options), BSHIP_ALLOCATOR_INIT, 0                                      \
    }

/**
 * Makes a record that contains only rules.
 *
 * @param out     the new record, owned by the caller
 * @param rules   the rules; the record takes a reference
 * @param options NULL for the defaults; without an allocator: the record inherits that of the rules
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an allocator; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_new(bship_record **out, const bship_rules *rules,
                                        const bship_record_options *options, bship_error *error);

/**
 * Makes the record of a position: the log of a chart, as shots of a side. Unless the rules have
 * salvos, each shot is a turn of its own, whatever turns the chart was told.
 *
 * @param out   the new record, owned by the caller
 * @param chart the chart
 * @param side  the ::bship_side that fired
 * @param error filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_new_chart(bship_record **out, const bship_chart *chart,
                                              int32_t side, bship_error *error);

/** What the record of a game is to contain. */
typedef struct bship_record_game_options {
    size_t size;      /**< sizeof(bship_record_game_options); see @ref struct_sizes */
    int32_t layouts;  /**< whether it has the layouts that the game knows, those of local sides and
                           those that remote sides have revealed */
    int32_t seeds;    /**< whether it has the seeds of the game, from which random layouts can be
                           computed, and of its AIs */
    int32_t settings; /**< whether it has what else a game needs to go on: how it and its AIs were
                           made, and the shots that await their reports */
    int32_t view; /**< a ::bship_side: what this side knows; #BSHIP_SIDE_NONE: everything that the
                       game knows. A side does not know the other side's layout, unless it was
                       revealed, its seeds and its AI, nor the game's seed if the other side is
                       local, too. In a game restored from such a record it is remote */
} bship_record_game_options;

/** The defaults: neither layouts, nor seeds, nor settings; no view. */
#define BSHIP_RECORD_GAME_OPTIONS_INIT                                                             \
    {                                                                                              \
        sizeof(bship_record_game_options), 0, 0, 0, BSHIP_SIDE_NONE                                \
    }

/** A saved game, which can go on exactly as the one that is saved. */
#define BSHIP_RECORD_GAME_OPTIONS_SAVE                                                             \
    {                                                                                              \
        sizeof(bship_record_game_options), 1, 1, 1, BSHIP_SIDE_NONE                                \
    }

/**
 * Makes the record of a game in its current state: the rules, who began, the strategies of
 * the AIs, the shots that have been reported and, if the game has ended, the result. Before
 * the start it is a record of the ships that have been placed so far.
 *
 * @param out     the new record, owned by the caller
 * @param game    the game
 * @param options what else the record contains; NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for a flag that is neither 0 nor 1, or a view of no such
 *         side; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_new_game(bship_record **out, const bship_game *game,
                                             const bship_record_game_options *options,
                                             bship_error *error);

/**
 * Reads a record from memory.
 *
 * @param out     the new record, owned by the caller
 * @param text    `length` bytes
 * @param length  how many
 * @param options NULL for the defaults
 * @param error   filled on failure, with line and column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_VERSION; #BSHIP_ERROR_SYNTAX for a line that is
 *         malformed, out of order or repeated; #BSHIP_ERROR_NAME for an unknown word or
 *         ship; #BSHIP_ERROR_RANGE for a number; as bship_rules_parse(); as
 *         bship_board_place(), #BSHIP_ERROR_PLACED for a ship that has a line already, and
 *         #BSHIP_ERROR_NOT_PLACED for an incomplete layout; as
 *         bship_chart_check_fire(), and #BSHIP_ERROR_DUPLICATE; #BSHIP_ERROR_STATE for a shot
 *         out of turn, after the end, or against the first mover of the rules;
 *         #BSHIP_ERROR_COUNT; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY, also if the memory
 *         limit is exceeded.
 */
BSHIP_API bship_status bship_record_parse(bship_record **out, const char *text, size_t length,
                                          const bship_record_options *options, bship_error *error);

/**
 * Reads a record through a callback.
 *
 * @param out     the new record, owned by the caller
 * @param read    supplies the text
 * @param user    passed to `read`
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
 * Writes a record to memory, as snprintf() does: all rules including defaults, the facts in
 * the order of ::bship_fact, the extra lines, layouts, shots and result. Reading the
 * text gives the same record. Allocates nothing.
 *
 * @param record   the record; may be NULL
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL; 0 if `record` is NULL.
 */
BSHIP_API size_t bship_record_format(const bship_record *record, char *buffer, size_t capacity);

/**
 * Writes the text of bship_record_format() through a callback, in pieces. Allocates nothing.
 *
 * @param record the record
 * @param write  receives the text
 * @param user   passed to `write`
 * @return #BSHIP_OK; #BSHIP_ERROR_IO.
 */
BSHIP_API bship_status bship_record_write(const bship_record *record, bship_write_callback write,
                                          void *user);

/**
 * The rules of a record.
 *
 * @param record the record; may be NULL
 * @return the rules, borrowed: they live as long as the record; NULL if `record` is NULL.
 */
BSHIP_API const bship_rules *bship_record_rules(const bship_record *record);

/**
 * Whether a record is a game that has begun, with turns.
 *
 * @param record the record
 * @return whether it is: 0 for a position, and while ships are still being placed.
 */
BSHIP_API int bship_record_is_game(const bship_record *record);

/**
 * The value of a fact.
 *
 * @param record the record
 * @param fact   a ::bship_fact
 * @param side   a ::bship_side, or #BSHIP_SIDE_NONE for a fact of the game
 * @return its text, a name without quotes, borrowed: it lives until the fact is set or the
 *         record is freed; NULL if the record does not contain the fact.
 */
BSHIP_API const char *bship_record_get(const bship_record *record, int32_t fact, int32_t side);

/**
 * The value of a fact that is a whole number.
 *
 * @param record the record
 * @param fact   a ::bship_fact
 * @param side   a ::bship_side, or #BSHIP_SIDE_NONE for a fact of the game
 * @param out    the number
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such fact or side, or a fact that is no whole
 *         number; #BSHIP_ERROR_RANGE if the record does not contain the fact.
 */
BSHIP_API bship_status bship_record_number(const bship_record *record, int32_t fact, int32_t side,
                                           uint64_t *out);

/**
 * Sets a fact. #BSHIP_FACT_BEGAN can be set only while the record has no shots, also none that
 * await their reports, and removed only while it has no result either; #BSHIP_FACT_RESULT must
 * agree with the shots, of which none may await its report.
 *
 * @param record the record
 * @param fact   a ::bship_fact
 * @param side   a ::bship_side, or #BSHIP_SIDE_NONE for a fact of the game
 * @param text   the value, a name without quotes; copied; NULL: the fact is removed
 * @param error  filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such fact or side; #BSHIP_ERROR_SYNTAX;
 *         #BSHIP_ERROR_STATE if #BSHIP_FACT_BEGAN is set after shots, against the rules or while
 *         a ship is missing, or removed before a result; or if a result disagrees with the shots,
 *         or some of them await their reports.
 */
BSHIP_API bship_status bship_record_set(bship_record *record, int32_t fact, int32_t side,
                                        const char *text, bship_error *error);

/**
 * The number of extra lines: lines of other programs, whose first word begins with `x-`, and those
 * of later versions of the format whose first word begins with `optional-`.
 *
 * @param record the record
 * @return the number of lines.
 */
BSHIP_API int64_t bship_record_extras(const bship_record *record);

/**
 * An extra line.
 *
 * @param record the record
 * @param extra  its number, from 0, in the order of the record
 * @return the line byte for byte, without its end, borrowed: it lives until a line is
 *         added or the record is freed; NULL if there is no such line.
 */
BSHIP_API const char *bship_record_extra(const bship_record *record, int64_t extra);

/**
 * Adds an extra line.
 *
 * @param record the record
 * @param line   the line, without its end, copied: UTF-8, at most 65536 bytes, its first
 *               word beginning with `x-` or `optional-`, but not `optional-until`, whose lines
 *               bship_record_strategy() reads
 * @param error  filled on failure, with the column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_add_extra(bship_record *record, const char *line,
                                              bship_error *error);

/**
 * The layout of a side, as far as the record contains it.
 *
 * @param record     the record
 * @param side       a ::bship_side
 * @param placements receives the first `capacity` placements, in the order of the fleet; may be
 *                   NULL if that is 0
 * @param capacity   placements in the array
 * @return the number of ships whose placement the record contains; 0, and nothing is written, if
 *         there is no such side.
 */
BSHIP_API size_t bship_record_layout(const bship_record *record, int32_t side,
                                     bship_placement *placements, size_t capacity);

/**
 * Sets the layout of a side, such as one that was revealed after the game. It is not compared with
 * the shots: the conversions below do that.
 *
 * @param record     the record
 * @param side       a ::bship_side
 * @param placements `count` placements, one for each ship, copied; NULL: removes the layout
 * @param count      the number of ships of the fleet; 0 to remove the layout
 * @param error      filled on failure, with the placement at fault in `index`; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side; as bship_board_place_layout();
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_set_layout(bship_record *record, int32_t side,
                                               const bship_placement *placements, size_t count,
                                               bship_error *error);

/** A line of shots: a turn, or one shot of a turn with the rule `again-on-hit`. */
typedef struct bship_record_entry {
    size_t size;        /**< sizeof(bship_record_entry); see @ref struct_sizes */
    int32_t side;       /**< the ::bship_side that fired */
    int32_t is_total;   /**< whether it was reported by a total */
    int64_t first_shot; /**< the number of its first shot in the record, from 0 */
    int32_t shots;      /**< the number of its shots, at least 1 */
    uint32_t line;      /**< the line of the text it was read from; 0 if not read from text */
    uint32_t column;    /**< the byte of its first cell in that line, from 1; or 0 */
    uint32_t reserved;  /**< zero */
} bship_record_entry;

/** An empty line of shots. */
#define BSHIP_RECORD_ENTRY_INIT                                                                    \
    {                                                                                              \
        sizeof(bship_record_entry), BSHIP_SIDE_NONE, 0, 0, 0, 0, 0, 0                              \
    }

/**
 * The number of lines of shots.
 *
 * @param record the record
 * @return the number of lines.
 */
BSHIP_API int64_t bship_record_log_length(const bship_record *record);

/**
 * One line of shots.
 *
 * @param record the record
 * @param entry  its number, from 0
 * @param out    the line of shots
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such line; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_record_log_entry(const bship_record *record, int64_t entry,
                                              bship_record_entry *out);

/**
 * One shot.
 *
 * @param record the record
 * @param shot   its number, from 0, over all lines
 * @param cell   receives its cell; may be NULL
 * @param report receives its report; in a line reported by a total, a miss; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such shot.
 */
BSHIP_API bship_status bship_record_shot(const bship_record *record, int64_t shot, bship_cell *cell,
                                         bship_report *report);

/**
 * The strategy of the AI that a side had at a line of shots. It fired this line if it was to move,
 * unless the caller chose its cells, as for a person. A game may give a side another AI, or none,
 * as it is played (bship_game_set_ai()); the fact #BSHIP_FACT_STRATEGY is that of the last one.
 *
 * @param record the record
 * @param side   a ::bship_side
 * @param entry  the line's number, from 0; bship_record_log_length() for what comes after the last:
 *               the shots that await their reports, or the next ones
 * @return its name, as bship_record_get() gives it, borrowed: it lives until the fact is set or the
 *         record is freed; NULL if the side had no AI, or there is no such side or line.
 */
BSHIP_API const char *bship_record_strategy(const bship_record *record, int32_t side,
                                            int64_t entry);

/**
 * The total by which a line was reported.
 *
 * @param record the record
 * @param entry  the line's number, from 0
 * @param total  receives the report; arrays that are NULL are skipped
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such line, or it was reported shot
 *         by shot; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_record_total(const bship_record *record, int64_t entry,
                                          bship_total *total);

/**
 * The shots of a game that await their reports.
 *
 * @param record   the record
 * @param cells    receives the first `capacity` cells; may be NULL if that is 0
 * @param capacity cells in the array
 * @return the number of shots that await their reports.
 */
BSHIP_API size_t bship_record_pending(const bship_record *record, bship_cell *cells,
                                      size_t capacity);

/**
 * Places the layout of a side on a board, as far as the record contains it. Ships placed
 * before are removed.
 *
 * @param record the record
 * @param side   a ::bship_side
 * @param board  the board; its rules must equal those of the record
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side; #BSHIP_ERROR_NOT_PLACED if the
 *         record contains no ship of the side; #BSHIP_ERROR_RULES; #BSHIP_ERROR_STARTED.
 */
BSHIP_API bship_status bship_record_to_board(const bship_record *record, int32_t side,
                                             bship_board *board);

/**
 * Resets a chart and records the shots of a side on it. If the record contains the layout
 * that was fired at, the reports must agree with it.
 *
 * @param record the record
 * @param side   a ::bship_side
 * @param chart  the chart; its rules must equal those of the record; unchanged on failure
 * @param error  filled on failure, with the line and column of the first
 *               contradiction; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side; #BSHIP_ERROR_CONTRADICTION;
 *         #BSHIP_ERROR_RULES; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_to_chart(const bship_record *record, int32_t side,
                                             bship_chart *chart, bship_error *error);

/**
 * Replays a record in a game, so that the game can be continued, or shown if it has ended.
 * Sides whose layout the record does not contain must be remote; ships placed before are
 * removed. A game that has started must be reset before, by bship_game_reset().
 *
 * Facts that the record states are set, too: the seeds of the game and its AIs, the side that
 * begins, the number of layouts drawn. A game made with bship_record_to_game_options() from the
 * record of #BSHIP_RECORD_GAME_OPTIONS_SAVE, with the AIs of bship_record_to_ai_options(), so
 * continues exactly as the recorded one would have, unless aims are asked to finish early
 * (::bship_aim_options); the sampler of its options is the caller's. bship_game_restore() does all
 * of this in one call. After the end, layouts of remote sides count as revealed.
 *
 * If the recorded game had not begun, the ships of local sides are placed as far as they were,
 * and the game stays in phase #BSHIP_PHASE_PLACING.
 *
 * @param record the record
 * @param game   the game, before its start; its rules must equal those of the record. It is
 *               reset if a contradiction is found or memory runs out
 * @param error  filled on failure, with the line and column of the first
 *               contradiction; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE for a position, a game that has started, or a local side
 *         whose reports the record awaits;
 *         #BSHIP_ERROR_NOT_PLACED; #BSHIP_ERROR_CONTRADICTION; #BSHIP_ERROR_RULES;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_record_to_game(const bship_record *record, bship_game *game,
                                            bship_error *error);

/**
 * Fills the options of a game from the facts of a record: seeds, the side that begins, where the
 * boards are, how reports are checked. What the record does not state stays as it is. A side is
 * remote if the record says so, or is that of a game and has no layout of it.
 *
 * @param record  the record
 * @param options the options, complete before, such as #BSHIP_GAME_OPTIONS_INIT
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT; #BSHIP_ERROR_SIZE, also if the record states an option
 *         of a later version for which `options` has no field.
 */
BSHIP_API bship_status bship_record_to_game_options(const bship_record *record,
                                                    bship_game_options *options,
                                                    bship_error *error);

/**
 * Fills the options of the AI of a side from the facts of a record, for bship_ai_new(): `level`,
 * `side`, the limits, `placing`, `placing_strength`, and as `seed` that of the placement style. The
 * seed by which the AI aims is set by bship_record_to_game().
 *
 * For a custom strategy it fills nothing, and fails: the AI is the caller's to make, by
 * bship_ai_new_custom(). The record has its name (#BSHIP_FACT_STRATEGY) and, as for every AI, its
 * limits and its style (#BSHIP_FACT_WORK, #BSHIP_FACT_MEMORY, #BSHIP_FACT_PLACING,
 * #BSHIP_FACT_STRENGTH), which bship_record_get() and bship_record_number() give.
 * bship_record_to_game() then treats it as any other.
 *
 * @param record   the record
 * @param side     a ::bship_side
 * @param strategy receives the name of the strategy, static; NULL if the record states none: the
 *                 side had no AI
 * @param options  the options, complete before, such as #BSHIP_AI_OPTIONS_INIT; `progress` and
 *                 `user` stay as they are. `placing` lives as bship_record_get() says
 * @param error    filled on failure, with the side in `index`; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_UNSUPPORTED for a custom strategy without a name, or if an
 *         experiment has given the AI more than options say; #BSHIP_ERROR_NAME for a strategy that
 *         the library does not have, such as a custom one with a name; #BSHIP_ERROR_ARGUMENT for no
 *         such side; #BSHIP_ERROR_SIZE, also if the record states an option of a later version for
 *         which `options` has no field.
 */
BSHIP_API bship_status bship_record_to_ai_options(const bship_record *record, int32_t side,
                                                  const char **strategy, bship_ai_options *options,
                                                  bship_error *error);

/**
 * Makes an AI of a game that is restored by bship_game_restore(), or leaves it to the library. It
 * is called once for each side of which the record names a strategy: for those of the library, too,
 * so that it can change the options, or give the AI what no record contains.
 *
 * @param out      the AI, owned by the caller, which gives it to the game; or NULL, as it is
 *                 before: the library makes the AI
 * @param rules    the rules of the game
 * @param strategy the name in the record; `custom` for a custom strategy without one
 * @param options  what the record states of the AI, complete for bship_ai_new() and
 *                 bship_ai_new_custom(): its side, limits and placement style, its level if it is
 *                 that of the strategy; `progress` and `user` are those of the restore options.
 *                 Valid only during the call
 * @param user     the `user` of the restore options
 * @return #BSHIP_OK, or the status with which bship_game_restore() is to fail; `out` is then not
 *         looked at.
 */
typedef bship_status (*bship_restore_callback)(bship_ai **out, const bship_rules *rules,
                                               const char *strategy,
                                               const bship_ai_options *options, void *user);

/** Options of restoring a game: what its record does not contain. */
typedef struct bship_restore_options {
    size_t size;                      /**< sizeof(bship_restore_options); see @ref struct_sizes */
    bship_restore_callback make_ai;   /**< makes custom strategies; NULL: there are none */
    bship_progress_callback progress; /**< of the AIs, as in ::bship_ai_options, and of complete
                                           checks of reports; NULL: none */
    void *user;                       /**< passed to `progress` and `make_ai`; the AIs and the game
                                           keep it as long as they live, if there is a `progress` */
    const bship_sampler *sampler;     /**< as in ::bship_game_options, which takes a reference;
                                           NULL: none */
} bship_restore_options;

/** The defaults: strategies of the library only, no progress reports, no sampler. */
#define BSHIP_RESTORE_OPTIONS_INIT                                                                 \
    {                                                                                              \
        sizeof(bship_restore_options), NULL, NULL, NULL, NULL                                      \
    }

/**
 * Makes a game that goes on where a recorded one was, with AIs of its own: in one call what
 * bship_record_to_ai_options(), bship_ai_new(), bship_record_to_game_options(), bship_game_new()
 * and bship_record_to_game() do. The game owns its AIs, as with `owns_ais` of ::bship_game_options.
 *
 * From a record of #BSHIP_RECORD_GAME_OPTIONS_SAVE it goes on exactly as the recorded game would
 * have, as bship_record_to_game() says. What a record lacks has its default: an AI of which no
 * limit is stated has the limits of the library. Where the game is not to rely on the limits in a
 * record, ::bship_aim_options limit the work of each aim, and `make_ai` the memory of an AI.
 *
 * The rules and their allocator are those of the record, of which nothing is borrowed.
 *
 * @param out     the new game, owned by the caller
 * @param record  a record of a game, or of ships being placed
 * @param options NULL for the defaults
 * @param error   filled on failure, with the line and column of the fact or shots at fault, and
 *                with the side in `index` if one is; may be NULL
 * @return as bship_record_to_ai_options(), bship_ai_new() and bship_record_to_game(); a status of
 *         `make_ai`, or #BSHIP_ERROR_STRATEGY if that is not a status of this version;
 *         #BSHIP_ERROR_RULES if an AI that it made, or the sampler, has other rules;
 *         #BSHIP_ERROR_ARGUMENT if it made one AI for both sides; #BSHIP_ERROR_SIZE. On failure
 *         whatever was made is freed, the AIs of `make_ai` too.
 */
BSHIP_API bship_status bship_game_restore(bship_game **out, const bship_record *record,
                                          const bship_restore_options *options, bship_error *error);

BSHIP_END_DECLS

#endif
