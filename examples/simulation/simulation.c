/* Running a simulation: its entries, their matches and failed games. */
#include "simulation/simulation.h"

#include <inttypes.h>
#include <stdlib.h>

int simulation_init(struct simulation *simulation, const bship_rules *rules,
                    const struct simulation *given)
{
    size_t length = bship_rules_format(rules, NULL, 0);
    *simulation = *given;
    simulation->rules = bship_rules_ref(rules);
    simulation->rules_text = malloc(length + 1);
    if (simulation->rules_text == NULL) {
        fprintf(stderr, PROGRAM ": out of memory\n");
        return EXIT_RUNTIME;
    }
    bship_rules_format(rules, simulation->rules_text, length + 1);
    return EXIT_FINE;
}

static void entry_clear(struct entry *entry)
{
    bship_match_free(entry->match);
    free(entry->shots);
    free(entry->histogram);
}

void simulation_clear(struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++)
        entry_clear(&simulation->entries[i]);
    free(simulation->entries);
    for (size_t i = 0; i < simulation->curve_count; i++)
        free(simulation->curves[i].points);
    free(simulation->curves);
    free(simulation->pairs);
    free(simulation->rules_text);
    bship_sampler_unref(simulation->layouts);
    bship_rules_unref(simulation->rules);
}

/* ---- all layouts ---- */

static int report_progress(double done, void *user)
{
    (void)done;
    (void)user;
    return interrupt_happened();
}

static int refuse_layouts(bship_status status, const bship_error *error)
{
    fprintf(stderr, PROGRAM ": all layouts: %s\n", error->text);
    if (status == BSHIP_ERROR_CANCELLED)
        return EXIT_INTERRUPTED;
    return status == BSHIP_ERROR_MEMORY ? EXIT_RUNTIME : EXIT_USAGE;
}

/* Counts the layouts by the posterior of an empty chart, which is faster than listing them. */
static bship_status count_layouts(const bship_rules *rules, double *count, bship_error *error)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_chart *chart = NULL;
    bship_posterior *posterior = NULL;
    options.progress = report_progress;
    bship_status status = bship_chart_new(&chart, rules);
    if (status == BSHIP_OK)
        status = bship_posterior_new(&posterior, chart, &options, error);
    if (status == BSHIP_OK)
        status = bship_posterior_describe(posterior, &info);
    *count = info.layouts;
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    return status;
}

static bship_status list_layouts(struct simulation *simulation, bship_error *error)
{
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    options.must_count = 1;
    options.progress = report_progress;
    bship_status status =
        bship_sampler_new(&simulation->layouts, simulation->rules, &options, error);
    if (status == BSHIP_OK)
        simulation->games = (int64_t)bship_sampler_layout_count(simulation->layouts);
    return status;
}

int simulation_take_all_layouts(struct simulation *simulation)
{
    bship_error error = BSHIP_ERROR_INIT;
    double count = 0;
    bship_status status = count_layouts(simulation->rules, &count, &error);
    if (status == BSHIP_OK && count > LAYOUTS_MAX) {
        fprintf(stderr, PROGRAM ": %.0f layouts are too many to play each: the most is %d\n", count,
                LAYOUTS_MAX);
        return EXIT_USAGE;
    }
    if (status == BSHIP_OK)
        status = list_layouts(simulation, &error);
    if (status != BSHIP_OK)
        return refuse_layouts(status, &error);
    fprintf(stderr, PROGRAM ": %" PRId64 " %s, each of which is played once\n", simulation->games,
            simulation->games == 1 ? "layout" : "layouts");
    return EXIT_FINE;
}

/* The layout of a game is that of its number. */
static bship_status lay(bship_placement *placements, size_t count, int64_t game, int32_t side,
                        bship_rng *rng, void *user)
{
    (void)side;
    (void)rng;
    return bship_sampler_layout_at(user, (uint64_t)game, placements, count);
}

/* ---- entries ---- */

static struct entry *append_entry(struct simulation *simulation, const char *strategy,
                                  bool is_learner)
{
    int64_t *shots = calloc((size_t)simulation->games, sizeof(*shots));
    struct entry *entries =
        realloc(simulation->entries, (simulation->entry_count + 1) * sizeof(*entries));
    if (entries != NULL)
        simulation->entries = entries;
    if (shots == NULL || entries == NULL) {
        free(shots);
        return NULL;
    }
    struct entry *entry = &entries[simulation->entry_count++];
    *entry = (struct entry){ .strategy = strategy,
                             .is_learner = is_learner,
                             .shots = shots,
                             .summary = BSHIP_MATCH_SUMMARY_INIT };
    snprintf(entry->label, sizeof(entry->label), "%s%s", strategy, is_learner ? "*" : "");
    return entry;
}

static void drop_last_entry(struct simulation *simulation)
{
    entry_clear(&simulation->entries[--simulation->entry_count]);
}

/*
 * Every entry has a match of its own, so that its time can be measured; all matches have the
 * same seed and so the same layouts.
 */
static bship_status make_match(const struct simulation *simulation, struct entry *entry,
                               bship_error *error)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.seed = simulation->seed;
    options.games = simulation->games;
    options.threads = simulation->threads;
    options.series = simulation->series;
    options.placing = simulation->placement.style;
    options.placing_strength = simulation->placement.strength;
    if (simulation->layouts != NULL) {
        options.layout = lay;
        options.user = simulation->layouts;
        options.same_seed = 1;
    }
    bship_status status = bship_match_new(&entry->match, simulation->rules, &options, error);
    if (status != BSHIP_OK)
        return status;
    return entry->is_learner
               ? bship_match_add_learner(entry->match, entry->strategy, &simulation->limits, NULL,
                                         error)
               : bship_match_add(entry->match, entry->strategy, &simulation->limits, error);
}

static int enter(struct simulation *simulation, const char *strategy, bool is_learner, int required)
{
    struct entry *entry = append_entry(simulation, strategy, is_learner);
    if (entry == NULL) {
        fprintf(stderr, PROGRAM ": out of memory for %" PRId64 " games\n", simulation->games);
        return EXIT_RUNTIME;
    }
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = make_match(simulation, entry, &error);
    if (status == BSHIP_OK)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": %s: %s\n", entry->label, error.text);
    if (status != BSHIP_ERROR_UNSUPPORTED || required)
        return status == BSHIP_ERROR_MEMORY ? EXIT_RUNTIME : EXIT_USAGE;
    fprintf(stderr, PROGRAM ": %s is left out\n", entry->label);
    drop_last_entry(simulation);
    return EXIT_FINE;
}

int simulation_enter(struct simulation *simulation, const char *strategy, int required)
{
    size_t before = simulation->entry_count;
    int result = enter(simulation, strategy, false, required);
    bool is_entered = simulation->entry_count > before;
    if (result == EXIT_FINE && is_entered && simulation->has_learners &&
        bship_strategy_uses_habits(bship_strategy_find(strategy)))
        result = enter(simulation, strategy, true, required);
    return result;
}

/* ---- playing ---- */

static void report_failure(const struct entry *entry, const bship_match_row *row)
{
    fprintf(stderr, PROGRAM ": %s failed in game %" PRId64 ": ", entry->label, row->game);
    if (row->status != BSHIP_OK)
        fprintf(stderr, "%s", bship_status_message(row->status));
    else
        fprintf(stderr, "%" PRId64 " of its shots were repeats", row->wasted);
    fprintf(stderr, " (after %" PRId64 " shots)\n", row->shots);
}

/* No strategy of the library repeats shots: a repeat is a failure, even if the rules allow it. */
static int receive_row(const bship_match_row *row, void *user)
{
    struct entry *entry = user;
    entry->searched += row->method == BSHIP_DRAW_SEARCHED;
    if (row->status == BSHIP_OK && row->wasted == 0) {
        entry->shots[row->game] = row->shots;
        entry->turns += row->turns;
        entry->finished++;
    } else {
        report_failure(entry, row);
    }
    return interrupt_happened();
}

static int play_entry(struct entry *entry)
{
    double start = seconds_now();
    bship_status status = bship_match_run(entry->match, receive_row, entry);
    entry->seconds = seconds_now() - start;
    if (status == BSHIP_OK)
        return EXIT_FINE;
    if (status == BSHIP_ERROR_CANCELLED) {
        fprintf(stderr, PROGRAM ": interrupted; there are no results\n");
        return EXIT_INTERRUPTED;
    }
    fprintf(stderr, PROGRAM ": %s: %s\n", entry->label, bship_status_message(status));
    return EXIT_RUNTIME;
}

int simulation_play(struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++) {
        struct entry *entry = &simulation->entries[i];
        int result = play_entry(entry);
        if (result != EXIT_FINE)
            return result;
        int64_t failed = entry_failed(simulation, entry);
        if (failed > 0)
            fprintf(stderr, PROGRAM ": %s FAILED in %" PRId64 " of %" PRId64 " games\n",
                    entry->label, failed, simulation->games);
    }
    if (simulation_searched(simulation) > 0)
        fprintf(stderr,
                PROGRAM ": %" PRId64 " of %" PRId64 " layouts were found by search, "
                        "not drawn uniformly\n",
                simulation_searched(simulation), simulation->games);
    return EXIT_FINE;
}
