/**
 * @file
 * Habits: what the layouts of one player teach about his next one.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 *
 * People do not lay ships uniformly. A ::bship_habits remembers the layouts that a player has
 * laid, as far as they became known, and fits a model to them: where he likes to lay ships of each
 * length, and whether he has any habit at all. That he has none is a hypothesis of its own, so that
 * little data changes little. Older layouts count less than newer ones.
 *
 * Whether his ships touch is learnt as his contact rule: that of the game, or a stricter one, as
 * far as whole layouts speak for it. Posteriors count the layouts under each rule that is probable,
 * unless salvos are reported by totals.
 *
 * A ::bship_habits_snapshot is what has been learnt so far, in the form in which it is used: AIs
 * (bship_ai_set_habits()), posteriors (bship_posterior_new_habits()) and the entries of a match
 * (bship_match_set_habits()) take one. A game takes habits (bship_game_set_habits()), teaches them,
 * and gives its AIs snapshots of them.
 *
 * Habits may be used by one thread at a time. A snapshot is immutable and reference-counted: any
 * number of threads, AIs and posteriors may share it.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_HABITS_H
#define BATTLESHIP_EXPERIMENTAL_HABITS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/chart.h>
#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/fleet.h>
#include <battleship/game.h>
#include <battleship/geometry.h>
#include <battleship/match.h>
#include <battleship/posterior.h>
#include <battleship/record.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** What a player's layouts have taught. */
typedef struct bship_habits bship_habits;

/** What has been learnt so far, in the form in which it is used. */
typedef struct bship_habits_snapshot bship_habits_snapshot;

/** The most observations that habits remember: of more, the oldest are forgotten. */
#define BSHIP_HABITS_OBSERVATIONS_MAX 1000
/** The most placements, by bship_rules_placement_count(), of rules that habits support. */
#define BSHIP_HABITS_PLACEMENTS_MAX 65536
/** The default half-life: after so many more observations, one counts half. */
#define BSHIP_HABITS_HALF_LIFE_DEFAULT 30
/** The greatest finite half-life. */
#define BSHIP_HABITS_HALF_LIFE_MAX 1000000
/** The greatest weight of an observation. */
#define BSHIP_HABITS_WEIGHT_MAX 1000

/** The enumeration of traits (battleship/enumeration.h); their numbers may change in any version.
 */
#define BSHIP_ENUM_TRAIT 1001

/** The fact of a record (::bship_fact) `habits`, of a side: `known` if its AI knew habits of its
    opponent. They are not in the record, so bship_record_to_ai_options() then fails with
    #BSHIP_ERROR_UNSUPPORTED. Who has them removes the fact from the record, by bship_record_set(),
    and gives them to the AI; or makes the AI when bship_game_restore() asks for it. */
#define BSHIP_FACT_HABITS 1001

/** Options of habits. */
typedef struct bship_habits_options {
    size_t size;      /**< sizeof(bship_habits_options); see @ref struct_sizes */
    double half_life; /**< the number of observations after which one counts half, from 0.000001 to
                           #BSHIP_HABITS_HALF_LIFE_MAX, rounded to six decimals; infinite:
                         observations never fade; 0: #BSHIP_HABITS_HALF_LIFE_DEFAULT */
} bship_habits_options;

/** The defaults: the default half-life. */
#define BSHIP_HABITS_OPTIONS_INIT                                                                  \
    {                                                                                              \
        sizeof(bship_habits_options), 0.0                                                          \
    }

/**
 * Makes habits without any observation.
 *
 * @param out     the new habits, owned by the caller
 * @param rules   the rules of the layouts; the habits take a reference
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE for a half-life out of range; #BSHIP_ERROR_UNSUPPORTED if
 *         the rules have more than #BSHIP_HABITS_PLACEMENTS_MAX placements; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_habits_new(bship_habits **out, const bship_rules *rules,
                                        const bship_habits_options *options, bship_error *error);

/**
 * Frees habits. Snapshots of them stay as they are.
 *
 * @param habits the habits; may be NULL
 */
BSHIP_API void bship_habits_free(bship_habits *habits);

/**
 * The rules of habits.
 *
 * @param habits the habits
 * @return the rules, borrowed: they live as long as the habits.
 */
BSHIP_API const bship_rules *bship_habits_rules(const bship_habits *habits);

/**
 * Sets a callback by which long fits can be watched and cancelled: near the largest rules that
 * habits support, one takes some tenths of a second. Functions that fit the model call it, and
 * return #BSHIP_ERROR_CANCELLED if it asks for that; the next call begins anew.
 *
 * @param habits   the habits
 * @param progress NULL: none, as at first
 * @param user     passed to `progress`
 */
BSHIP_API void bship_habits_set_progress(bship_habits *habits, bship_progress_callback progress,
                                         void *user);

/**
 * Forgets all observations.
 *
 * @param habits the habits
 */
BSHIP_API void bship_habits_reset(bship_habits *habits);

/* ---- observing ---- */

/**
 * Observes a layout, or the part of it that became known. All earlier observations fade by one
 * step of the half-life. Of ships that no report tells from each other it is not remembered which
 * lies where. Allocates nothing.
 *
 * @param habits     the habits
 * @param placements `count` placements, at most one for each ship, in any order
 * @param count      the number of ships whose placement is known; 0: nothing is observed, and
 *                   nothing changes
 * @param weight     how many observations this one counts for while it is new, from 0.000001 to
 *                   #BSHIP_HABITS_WEIGHT_MAX, rounded to six decimals; usually 1
 * @param error      filled on failure, with the placement at fault in `index`; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE for a weight out of range; as bship_board_check_place();
 *         #BSHIP_ERROR_PLACED for a ship that occurs twice.
 */
BSHIP_API bship_status bship_habits_observe(bship_habits *habits, const bship_placement *placements,
                                            size_t count, double weight, bship_error *error);

/**
 * Observes the ships that a chart has located: those of its settled sinkings. If it has located
 * none, nothing changes. Allocates nothing.
 *
 * @param habits the habits
 * @param chart  what is known of the player's board; its rules must equal those of the habits
 * @param weight as for bship_habits_observe()
 * @return #BSHIP_OK; #BSHIP_ERROR_RULES if the rules differ; #BSHIP_ERROR_RANGE for a weight out of
 *         range; #BSHIP_ERROR_CONTRADICTION if the located ships are no part of a layout.
 */
BSHIP_API bship_status bship_habits_observe_chart(bship_habits *habits, const bship_chart *chart,
                                                  double weight);

/**
 * Observes the layout of a side as far as a record contains it; without a layout, the ships that
 * the other side's shots located, as bship_habits_observe_chart() does. The shots are not compared
 * with the layout.
 *
 * @param habits the habits of the player of that side; the rules of the record must equal theirs
 * @param record the record
 * @param side   a ::bship_side: whose layout it is
 * @param weight as for bship_habits_observe()
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side; #BSHIP_ERROR_RULES if the rules
 *         differ; #BSHIP_ERROR_NOT_PLACED if the record contains a layout without ships;
 *         #BSHIP_ERROR_RANGE for a weight out of range; #BSHIP_ERROR_CONTRADICTION; without a
 *         layout #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_habits_observe_record(bship_habits *habits, const bship_record *record,
                                                   int32_t side, double weight);

/**
 * Adds all that other habits have observed, each observation at its own age: as if both players'
 * layouts had been observed side by side. The other habits do not change, and neither does the
 * half-life. If there are more than #BSHIP_HABITS_OBSERVATIONS_MAX observations then, the oldest
 * are forgotten. Observations that both have count twice. Allocates nothing.
 *
 * @param habits the habits
 * @param other  other habits
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for the same habits; #BSHIP_ERROR_RULES if the rules
 *         differ.
 */
BSHIP_API bship_status bship_habits_merge(bship_habits *habits, const bship_habits *other);

/* ---- what has been learnt ---- */

/** What habits contain, in short. */
typedef struct bship_habits_info {
    size_t size;          /**< sizeof(bship_habits_info); see @ref struct_sizes */
    int32_t observations; /**< their number, 0..#BSHIP_HABITS_OBSERVATIONS_MAX */
    int32_t complete;     /**< how many of them are of whole layouts */
    double effective;     /**< the sum of their weights, faded by age; a part counts by its ships */
    double half_life;     /**< the half-life, in observations; infinite if they never fade */
    double probability; /**< the probability that there is any habit, 0..1: before any observation,
                             that which is assumed of a player nobody knows */
} bship_habits_info;

/** An empty description. */
#define BSHIP_HABITS_INFO_INIT                                                                     \
    {                                                                                              \
        sizeof(bship_habits_info), 0, 0, 0.0, 0.0, 0.0                                             \
    }

/**
 * Describes habits. Fits the model if there are new observations.
 *
 * @param habits the habits
 * @param out    the description
 * @return #BSHIP_OK; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_habits_describe(bship_habits *habits, bship_habits_info *out);

/** A trait of a player: shares from 0 to 1. Those of the trait `touching` are, except `observed`,
    estimated from drawn layouts, and NaN where none can be drawn; its interval is over the contact
    rules that the player may have. */
typedef struct bship_habits_trait_info {
    size_t size;     /**< sizeof(bship_habits_trait_info); see @ref struct_sizes */
    double observed; /**< the mean share in the observations that tell it, faded by age; NaN without
                          any. `touching` is told by whole layouts */
    double believed; /**< the share expected in the next layout, which counts on chance as far as it
                          explains the observations */
    double low;  /**< lower end of the 95% interval of the share in the player's layouts if he has
                      habits, which is extended to contain `believed` */
    double high; /**< upper end of this interval */
    double uniform; /**< the share in uniformly random layouts */
} bship_habits_trait_info;

/** An empty trait. */
#define BSHIP_HABITS_TRAIT_INFO_INIT                                                               \
    {                                                                                              \
        sizeof(bship_habits_trait_info), 0.0, 0.0, 0.0, 0.0, 0.0                                   \
    }

/**
 * A trait of the player: how large its share is in his layouts, and in those of chance. Fits the
 * model if there are new observations.
 *
 * @param habits the habits
 * @param trait  its number
 * @param out    the trait
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if there is no such trait; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_habits_trait(bship_habits *habits, int32_t trait,
                                          bship_habits_trait_info *out);

/* ---- text ---- */

/**
 * Writes habits as text that bship_habits_parse() reads, as snprintf() does: a first line with the
 * version, the half-life, all lines of the rules as in a record, and a line for each observation
 * with its age and weight, the oldest first. Equal habits give equal text. Allocates nothing.
 *
 * @verbatim
 * battleship-habits 1
 * half-life 30
 * board 10x10
 * fleet Carrier:5 Battleship:4 Cruiser:3 Submarine:3 Destroyer:2
 * contact allowed
 * ...
 * layout 1 1 A1 right, J4 down, C3 right, -, H10 right
 * layout 0 0.5 A1 down, B10 right, J1 down, D5 down, I10 right
 * end
 * @endverbatim
 *
 * A layout is an age, the number of later observations; a weight; and for each ship, in the order
 * of the fleet, its first cell and `right` or `down`, or `-` if it was not found.
 *
 * @param habits   the habits; may be NULL
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL; 0 if `habits` is NULL.
 */
BSHIP_API size_t bship_habits_format(const bship_habits *habits, char *buffer, size_t capacity);

/**
 * Reads habits from text: exactly those that were written, in all their results. Blank lines and
 * comments, which begin with `#`, are ignored.
 *
 * @param out     the new habits, owned by the caller; they make rules of their own
 * @param text    `length` bytes
 * @param length  how many
 * @param options of the fleet of the new rules: the allocator; NULL for the defaults
 * @param error   filled on failure, with line and column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_VERSION; #BSHIP_ERROR_SYNTAX for a line that is malformed, out of
 *         order, repeated or missing; #BSHIP_ERROR_NAME for an unknown word; #BSHIP_ERROR_RANGE for
 *         a number, or for more than #BSHIP_HABITS_OBSERVATIONS_MAX layouts; as
 *         bship_rules_parse(); as bship_habits_new(); as bship_board_check_place();
 *         #BSHIP_ERROR_NOT_PLACED for a layout without a ship; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_habits_parse(bship_habits **out, const char *text, size_t length,
                                          const bship_fleet_options *options, bship_error *error);

/* ---- snapshots ---- */

/**
 * Takes a snapshot of what has been learnt so far. It is complete: later observations do not change
 * it, and it outlives the habits. Fits the model if there are new observations.
 *
 * @param out    the new snapshot, with one reference owned by the caller
 * @param habits the habits
 * @param error  filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_habits_snapshot_new(bship_habits_snapshot **out, bship_habits *habits,
                                                 bship_error *error);

/**
 * Adds a reference.
 *
 * @param snapshot the snapshot, own or borrowed; may be NULL
 * @return `snapshot`, with one reference owned by the caller.
 */
BSHIP_API bship_habits_snapshot *bship_habits_snapshot_ref(const bship_habits_snapshot *snapshot);

/**
 * Drops a reference; dropping the last one frees the snapshot.
 *
 * @param snapshot the snapshot; may be NULL
 */
BSHIP_API void bship_habits_snapshot_unref(bship_habits_snapshot *snapshot);

/**
 * The rules of a snapshot.
 *
 * @param snapshot the snapshot
 * @return the rules, borrowed: they live as long as the snapshot.
 */
BSHIP_API const bship_rules *bship_habits_snapshot_rules(const bship_habits_snapshot *snapshot);

/**
 * Whether a snapshot changes nothing: nothing was found that makes one layout more probable than
 * another.
 *
 * @param snapshot the snapshot
 * @return whether it does.
 */
BSHIP_API int bship_habits_snapshot_is_uniform(const bship_habits_snapshot *snapshot);

/**
 * The weights of placements, by bship_rules_placement_index(): the `weights` of
 * ::bship_posterior_options. By them the probability of a layout is proportional to the product of
 * the weights of its ships. All are above 0, and equal for ships of one length; without
 * observations they are all equal. They are a part of what was learnt: layouts that may be
 * repeated, and whether ships touch, are used by the calls that take a snapshot.
 *
 * @param snapshot the snapshot
 * @param weights  receives the first `capacity` weights; may be NULL if that is 0
 * @param capacity weights in the array
 * @return the number of all weights: bship_rules_placement_count().
 */
BSHIP_API size_t bship_habits_snapshot_weights(const bship_habits_snapshot *snapshot,
                                               double *weights, size_t capacity);

/* ---- use ---- */

/**
 * Makes the posterior of a chart of a player of whom habits are known, instead of weights. So do
 * later updates of it.
 *
 * If the player may have a stricter contact rule than the game, the chart is counted under each,
 * and the limits are divided among them equally; ::bship_posterior_info speaks of the layouts under
 * the contact rule of the game. Salvos reported by totals leave out stricter contact rules and
 * repeated layouts. Standard errors take the probabilities of contact rules and of repeated layouts
 * as known.
 *
 * @param out     the new posterior, owned by the caller
 * @param chart   the chart; not used after the call
 * @param options without weights; NULL for the defaults
 * @param habits  a snapshot, of which the posterior takes a reference; NULL: nothing is known
 * @param error   filled on failure, as by bship_posterior_new(); may be NULL
 * @return as bship_posterior_new(); #BSHIP_ERROR_ARGUMENT also for weights beside habits;
 *         #BSHIP_ERROR_RULES for habits under other rules.
 */
BSHIP_API bship_status bship_posterior_new_habits(bship_posterior **out, const bship_chart *chart,
                                                  const bship_posterior_options *options,
                                                  const bship_habits_snapshot *habits,
                                                  bship_error *error);

/**
 * Whether the stricter contact rules that the habits take to be possible were left out, since the
 * number of layouts under one of them is not known: it is beyond the limits or was not estimated
 * (#BSHIP_METHOD_MCMC), or salvos were reported by totals.
 *
 * @param posterior the posterior; may be NULL
 * @return whether they were; 0 also if there are no results or no posterior.
 */
BSHIP_API int bship_posterior_ignores_contact(const bship_posterior *posterior);

/**
 * Whether a strategy uses what is known of the opponent's habits.
 *
 * @param strategy its number
 * @return whether it does; 0 if there is no such strategy.
 */
BSHIP_API int bship_strategy_uses_habits(int32_t strategy);

/**
 * Sets what is known of the opponent's habits, also of an AI that has aimed, as between two games.
 * From now on it aims as a new AI to which they were given.
 *
 * If the weights change, the analysis is made anew, which allocates, and its position cache is
 * emptied. The analysis by weights uses no symmetries and wider numbers, and takes many times as
 * long.
 *
 * @param ai     the AI
 * @param habits a snapshot, of which the AI takes a reference; its rules must equal the AI's; NULL:
 *               nothing is known
 * @return #BSHIP_OK; #BSHIP_ERROR_UNSUPPORTED if the strategy does not use habits, unless `habits`
 *         is NULL; #BSHIP_ERROR_RULES if the rules differ; #BSHIP_ERROR_CANCELLED;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_ai_set_habits(bship_ai *ai, const bship_habits_snapshot *habits);

/**
 * Lets a game teach the habits of a side, and its AIs use what they taught:
 *
 * - When the game starts, or bship_game_set_ai() brings another AI into it, the AI of the *other*
 *   side is given a new snapshot of them, if its strategy uses habits; until the end it plays with
 *   that, and keeps it after bship_game_reset() until the next start. So bship_game_start(),
 *   bship_game_set_ai() and bship_record_to_game() also return #BSHIP_ERROR_MEMORY, and
 *   #BSHIP_ERROR_CANCELLED by the progress callback of an AI or of habits; AIs may then have been
 *   given what habits have learnt.
 * - When the game ends, however it ends, the habits of a local side observe its layout: as
 *   bship_habits_observe() does, with weight 1. Those of a remote side do so when
 *   bship_game_reveal() has accepted its layout; if it reveals none, bship_game_observe_found() has
 *   them observe the ships that were found. False layouts and reports teach nothing.
 * - Nothing is observed twice: neither when an end is taken back and the game ends again, nor when
 *   bship_record_to_game() brings a game to its end, which was observed as it was played:
 *   bship_habits_observe_record() has other habits do so.
 *
 * @param game   the game, before its start
 * @param side   a ::bship_side: whose habits they are
 * @param habits borrowed for the life of the game, which uses them when it starts and when it ends,
 *               and does not touch them when it is freed; NULL: none. Games that share habits must
 *               be in one thread
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if there is no such side; #BSHIP_ERROR_STATE after the
 *         start; #BSHIP_ERROR_RULES if the rules differ.
 */
BSHIP_API bship_status bship_game_set_habits(bship_game *game, int32_t side, bship_habits *habits);

/**
 * Has the habits of a remote side observe the ships that the other side has found, as
 * bship_habits_observe_chart() does: after a game whose layout it will not reveal, and before
 * bship_game_claim_unrevealed() takes it for a liar. Once the habits have observed anything in this
 * game, nothing happens.
 *
 * @param game the game
 * @param side a ::bship_side that is remote and has habits
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if the side is local or has no habits, or there is no
 *         such side; #BSHIP_ERROR_STATE before the end; #BSHIP_ERROR_CONTRADICTION if the side has
 *         given false reports or is taken for a liar, or its reports locate ships where no layout
 *         has them all.
 */
BSHIP_API bship_status bship_game_observe_found(bship_game *game, int32_t side);

/**
 * Gives an entry of a match what is known of its opponents' habits: in every game it aims as an AI
 * that was given the snapshot by bship_ai_set_habits().
 *
 * @param match  the match, before its first run
 * @param entry  the entry's number, from 0
 * @param habits a snapshot, of which the match takes a reference; NULL: nothing is known
 * @return as bship_ai_set_habits(); #BSHIP_ERROR_RANGE if there is no such entry;
 *         #BSHIP_ERROR_STATE if the match has run; #BSHIP_ERROR_UNSUPPORTED for a learner.
 */
BSHIP_API bship_status bship_match_set_habits(bship_match *match, int32_t entry,
                                              const bship_habits_snapshot *habits);

/**
 * Adds an entry that learns the habits of whoever lays the layouts: with a strategy of the library
 * that uses habits, see bship_strategy_uses_habits(). Before each game it is given a snapshot of
 * what the earlier layouts of the series taught; after the game it observes the layout it fired at,
 * even if the game failed, unless a fleet could not be placed.
 *
 * @param match    the match
 * @param strategy its name; NULL: the strategy of the options' level
 * @param options  NULL for the defaults
 * @param habits   options of its habits; NULL for the defaults
 * @param error    filled on failure; may be NULL
 * @return as bship_match_add() and bship_habits_new(); #BSHIP_ERROR_STATE if the match has no
 *         series; #BSHIP_ERROR_UNSUPPORTED for a strategy that does not use habits.
 */
BSHIP_API bship_status bship_match_add_learner(bship_match *match, const char *strategy,
                                               const bship_ai_options *options,
                                               const bship_habits_options *habits,
                                               bship_error *error);

BSHIP_END_DECLS

#endif
