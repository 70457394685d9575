/* A match: its creation, its entries, and playing its games; see match.h. */
#include "play/match.h"

#include <inttypes.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/versioned.h"
#include "inference/sampler.h"
#include "strategy/ai.h"

/* ---- creation ---- */

/* Checks the placement style by making its placer. Replaces the caller's text by the library's. */
static bship_status check_placing(bship_match_options *options, const bship_rules *rules,
                                  bship_error *error)
{
    bship_placer_options settings = BSHIP_PLACER_OPTIONS_INIT;
    bship_placer *placer = NULL;
    if (!options->placing)
        return BSHIP_OK;
    if (options->kind == BSHIP_MATCH_KIND_DUEL)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "in a duel each entry has a placement style of its own");
    if (options->layout)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "both a placement style and layouts are given");
    settings.strength = options->placing_strength;
    bship_status status = bship_placer_new(&placer, rules, options->placing, &settings, error);
    if (status)
        return status;
    options->placing = bsi_name(&bsi_placement_style_names, bship_placer_style(placer));
    bship_placer_free(placer);
    return BSHIP_OK;
}

static bship_status read_options(bship_match_options *out, const bship_match_options *given,
                                 const bship_rules *rules, bship_error *error)
{
    bship_status status = bsi_versioned_read(out, BSI_VERSIONED(bship_match_options), given, error);
    if (status)
        return status;
    if (out->games == 0)
        out->games = BSHIP_MATCH_GAMES_DEFAULT;
    if (out->threads == 0)
        out->threads = 1;
    if (out->work_limit == 0)
        out->work_limit = BSHIP_DRAW_WORK_DEFAULT;
    if (out->memory_limit == 0)
        out->memory_limit = BSHIP_SAMPLER_MEMORY_DEFAULT;
    if (out->kind != BSHIP_MATCH_KIND_SOLO && out->kind != BSHIP_MATCH_KIND_DUEL)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "%d is not a bship_match_kind",
                        (int)out->kind);
    if (out->alternate != 0 && out->alternate != 1)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "alternate must be 0 or 1");
    if ((out->same_seed != 0 && out->same_seed != 1) || (out->timing != 0 && out->timing != 1))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "same_seed and timing must be 0 or 1");
    if (out->games < 1 || out->first_game < 0 || out->first_game > INT64_MAX - out->games)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1,
                        "a match needs at least one game, with numbers from 0 to 2^63 - 1");
    if (out->work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the work limit is negative");
    if (out->sampler && !bship_rules_equal(bship_sampler_rules(out->sampler), rules))
        return bsi_fail(error, BSHIP_ERROR_RULES, -1,
                        "the sampler was made for other rules than the match");
    if (out->threads < 1 || out->threads > BSHIP_MATCH_THREADS_MAX)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a match takes 1 to %d threads",
                        BSHIP_MATCH_THREADS_MAX);
    if (out->series < 0 || out->series > BSHIP_MATCH_SERIES_MAX)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a series has at most %d games",
                        BSHIP_MATCH_SERIES_MAX);
    if (out->series > 0 && out->first_game % out->series != 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1,
                        "the first game is not the first one of a series");
    return check_placing(out, rules, error);
}

bship_status bship_match_new(bship_match **out, const bship_rules *rules,
                             const bship_match_options *options, bship_error *error)
{
    bship_match_options settings = BSHIP_MATCH_OPTIONS_INIT;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_options(&settings, options, rules, error);
    if (status)
        return status;
    bship_match *match = bsi_alloc(&rules->allocator, 1, sizeof *match);
    if (!match)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    match->rules = bship_rules_ref(rules);
    match->options = settings;
    match->sampler = bship_sampler_ref(settings.sampler);
    status = bsi_match_player_init(&match->player, match);
    if (status) {
        bship_match_free(match);
        return bsi_fail_plain(error, status);
    }
    *out = match;
    return BSHIP_OK;
}

void bship_match_free(bship_match *match)
{
    if (!match)
        return;
    bship_rules *rules = match->rules;
    bsi_match_player_free(&match->player);
    for (int32_t i = 0; i < match->entry_count; i++)
        bship_habits_snapshot_unref(match->entries[i].known);
    bship_sampler_unref(match->sampler);
    bsi_free(&rules->allocator, match->entries, (size_t)match->entry_capacity,
             sizeof *match->entries);
    BSI_FREE(&match->sums, &rules->allocator);
    BSI_FREE(&match->pairs, &rules->allocator);
    bsi_free(&rules->allocator, match->rows, (size_t)match->row_capacity, sizeof *match->rows);
    bsi_free(&rules->allocator, match, 1, sizeof *match);
    bship_rules_unref(rules);
}

/* ---- entries ---- */

/* Makes room for the next entry in an array of entries or rows; false if out of memory. */
static bool reserve(const bship_match *match, void **array, int32_t *capacity, size_t size)
{
    if (match->entry_count < *capacity)
        return true;
    size_t count = (size_t)match->entry_count;
    void *grown = bsi_grow(&match->rules->allocator, *array, count, count + 1, size);
    if (!grown)
        return false;
    *array = grown;
    ++*capacity;
    return true;
}

/* Makes room for an entry, its sums and its row, since games allocate nothing. */
static bship_status reserve_entry(bship_match *match)
{
    void *entries = match->entries, *rows = match->rows;
    bool is_reserved = reserve(match, &entries, &match->entry_capacity, sizeof *match->entries) &&
                       reserve(match, &rows, &match->row_capacity, sizeof *match->rows);
    match->entries = entries;
    match->rows = rows;
    return is_reserved ? bsi_match_sums_reserve(match) : BSHIP_ERROR_MEMORY;
}

/* Reads an entry's options; refuses those that the match sets. */
static bship_status read_entry(const bship_match *match, bsi_match_entry *entry,
                               const bship_ai_options *options, bship_error *error)
{
    entry->options = (bship_ai_options)BSHIP_AI_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(&entry->options, BSI_VERSIONED(bship_ai_options), options, error);
    if (status)
        return status;
    if (entry->options.seed != 0 || entry->options.side != BSHIP_SIDE_NONE)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "the match sets the seed and side of its entries");
    if (bsi_is_duel(match) && match->entry_count == 2)
        return bsi_fail(error, BSHIP_ERROR_STATE, -1, "a duel has exactly two entries");
    return BSHIP_OK;
}

/*
 * Adds an entry, whose AI is made for the calling thread's player. The placement style and the
 * name of a custom strategy become the library's texts, since the caller's need not live on.
 */
static bship_status add_entry(bship_match *match, const bsi_match_entry *entry, bship_error *error)
{
    bship_status status = reserve_entry(match);
    if (status)
        return bsi_fail_plain(error, status);
    status = bsi_match_player_enter(&match->player, match->entry_count, entry, error);
    if (status)
        return status;
    const bship_ai *ai = match->player.seats[match->entry_count].ai;
    bsi_match_entry *added = &match->entries[match->entry_count];
    bsi_match_sums_enter(match);
    match->entry_count++;
    *added = *entry;
    if (added->options.placing)
        added->options.placing = ai->placing.style->name;
    if (added->callbacks.name)
        added->callbacks.name = bship_ai_strategy(ai);
    return BSHIP_OK;
}

/*
 * Adds an entry with a strategy of the library. Other threads make its AI from the strategy that
 * its level stands for, and from the library's texts.
 */
static bship_status add_named(bship_match *match, const bsi_match_entry *entry, bship_error *error)
{
    bship_status status = add_entry(match, entry, error);
    if (status)
        return status;
    bsi_match_entry *added = &match->entries[match->entry_count - 1];
    const bship_ai *ai = match->player.seats[match->entry_count - 1].ai;
    added->strategy = bship_ai_strategy(ai);
    added->options.level = BSHIP_LEVEL_NONE;
    added->options.placing = ai->placing.style->name;
    return BSHIP_OK;
}

bship_status bship_match_add(bship_match *match, const char *strategy,
                             const bship_ai_options *options, bship_error *error)
{
    bsi_match_entry entry = { .strategy = strategy };
    if (!match)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_entry(match, &entry, options, error);
    return status ? status : add_named(match, &entry, error);
}

bship_status bship_match_add_learner(bship_match *match, const char *strategy,
                                     const bship_ai_options *options,
                                     const bship_habits_options *habits, bship_error *error)
{
    bsi_match_entry entry = { .strategy = strategy,
                              .is_learner = true,
                              .habits = BSHIP_HABITS_OPTIONS_INIT };
    if (!match)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_entry(match, &entry, options, error);
    if (status)
        return status;
    status = bsi_versioned_read(&entry.habits, BSI_VERSIONED(bship_habits_options), habits, error);
    if (status)
        return status;
    if (match->options.series == 0)
        return bsi_fail(error, BSHIP_ERROR_STATE, -1, "a learner needs a match in series");
    return add_named(match, &entry, error);
}

bship_status bship_match_set_habits(bship_match *match, int32_t entry,
                                    const bship_habits_snapshot *habits)
{
    if (!match)
        return BSHIP_ERROR_ARGUMENT;
    if (entry < 0 || entry >= match->entry_count)
        return BSHIP_ERROR_RANGE;
    if (match->has_run)
        return BSHIP_ERROR_STATE;
    bsi_match_entry *changed = &match->entries[entry];
    if (changed->is_learner)
        return BSHIP_ERROR_UNSUPPORTED;
    bship_status status = bship_ai_set_habits(match->player.seats[entry].ai, habits);
    if (status)
        return status;
    bship_habits_snapshot *old = changed->known;
    changed->known = bship_habits_snapshot_ref(habits);
    bship_habits_snapshot_unref(old);
    return BSHIP_OK;
}

bship_status bship_match_add_custom(bship_match *match, const bship_strategy_callbacks *callbacks,
                                    void *user, const bship_ai_options *options, bship_error *error)
{
    bsi_match_entry entry = { .is_custom = true, .user = user };
    if (!match || !callbacks)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_entry(match, &entry, options, error);
    if (status)
        return status;
    status = bsi_versioned_read(&entry.callbacks, BSI_VERSIONED(bship_strategy_callbacks),
                                callbacks, error);
    return status ? status : add_entry(match, &entry, error);
}

int32_t bship_match_entries(const bship_match *match)
{
    return match->entry_count;
}

const char *bship_match_entry_name(const bship_match *match, int32_t entry)
{
    bool exists = entry >= 0 && entry < match->entry_count;
    return exists ? bship_ai_strategy(match->player.seats[entry].ai) : NULL;
}

bship_status bship_match_describe(const bship_match *match, bship_match_options *out)
{
    if (!match)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_match_options), NULL);
    if (status)
        return status;
    return bsi_versioned_write_options(out, BSI_VERSIONED(bship_match_options), &match->options,
                                       NULL);
}

/* ---- playing ---- */

/* Whether the match draws some of its layouts uniformly. */
static bool draws_layouts(const bship_match *match)
{
    if (match->options.layout)
        return false;
    for (int32_t entry = 0; entry < match->entry_count; entry++) {
        if (!bsi_is_duel(match) || bsi_ai_draws_layouts(match->player.seats[entry].ai))
            return true;
    }
    return false;
}

/*
 * Creates a sampler for all games: OK or CANCELLED. Where none can be made within its limits,
 * boards draw their layouts.
 */
static bship_status make_sampler(bship_match *match)
{
    enum {
        /*
         * A sampler can take many times as many steps before the first game. Who allows a
         * layout fewer steps does not wait for that.
         */
        WORK_LIMIT_MIN = 1000000
    };
    const bship_match_options *options = &match->options;
    if (match->sampler || options->work_limit < WORK_LIMIT_MIN || !draws_layouts(match))
        return BSHIP_OK;
    bsi_work_budget budget = bsi_work_unlimited(options->progress, options->user);
    budget.limit = BSHIP_SAMPLER_WORK_DEFAULT;
    bship_status status =
        bsi_sampler_make(&match->sampler, match->rules, options->memory_limit, &budget);
    return status == BSHIP_ERROR_CANCELLED ? status : BSHIP_OK;
}

/* Plays all games in the calling thread. */
static bship_status play_games(bship_match *match, bsi_match_receiver *receiver)
{
    bship_status status = bsi_match_player_prepare(&match->player);
    for (int64_t i = 0; i < match->options.games && !status; i++) {
        status = bsi_match_player_play(&match->player, match->options.first_game + i, match->rows);
        if (!status)
            status = bsi_match_deliver(match, receiver, match->rows);
    }
    return status;
}

/* Names the game whose layout ended the match: the one after those delivered. */
static bship_status fail_layout(const bship_match *match, bship_status status, bship_error *error)
{
    const bsi_match_sums *sums = match->sums.items;
    int64_t game = match->options.first_game + sums->finished + sums->failed;
    return bsi_fail(error, status, game, "the layout of game %" PRId64 ": %s", game,
                    bship_status_message((int32_t)status));
}

bship_status bship_match_run(bship_match *match, bship_match_callback callback, void *user,
                             bship_error *error)
{
    if (!match)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    int32_t least = bsi_is_duel(match) ? 2 : 1;
    if (match->entry_count < least)
        return bsi_fail(error, BSHIP_ERROR_STATE, -1, "the match has %d entries: expected %d",
                        (int)match->entry_count, (int)least);
    bsi_match_receiver receiver = { callback, user, BSHIP_PROGRESS_GO_ON };
    bool has_begun = true;
    match->has_run = true;
    bship_status status = make_sampler(match);
    if (status)
        return bsi_fail_plain(error, status);
    bsi_match_sums_reset(match);
#ifndef BSI_ONE_THREAD
    if (match->options.threads > 1)
        status = bsi_match_run_threads(match, &receiver, &has_begun);
    else
#endif
        status = play_games(match, &receiver);
    if (!status || (status == BSHIP_ERROR_CANCELLED && receiver.answer == BSHIP_PROGRESS_FINISH))
        return BSHIP_OK;
    if (status == BSHIP_ERROR_MEMORY || status == BSHIP_ERROR_CANCELLED || !has_begun)
        return bsi_fail_plain(error, status);
    return fail_layout(match, status, error);
}

/* ---- names ---- */

static const bsi_name_row kinds[] = {
    [BSHIP_MATCH_KIND_SOLO] = { "solo",
                                "every entry fires at the same layouts; nobody fires back" },
    [BSHIP_MATCH_KIND_DUEL] = { "duel", "two entries play against each other" },
};

const bsi_names bsi_match_kind_names = BSI_NAMES(kinds);
