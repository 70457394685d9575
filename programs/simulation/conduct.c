/* Conducting a study; see conduct.h. */
#include "simulation/conduct.h"

#include <inttypes.h>
#include <math.h>

#include "simulation/checkpoint.h"
#include "simulation/cluster.h"
#include "simulation/engines.h"
#include "simulation/play.h"
#include "simulation/progress.h"
#include "simulation/raw.h"
#include "simulation/record.h"
#include "simulation/stop.h"
#include "simulation/study_html.h"
#include "simulation/swiss.h"

/*
 * How long the parts take that ranks play together, at most about. Each begins with empty position
 * caches, and a checkpoint has no part that was interrupted.
 */
static const double part_seconds = 20.0;

/* What follows the games of a study. */
struct conductor {
    struct study *study;
    const struct conduct_files *files;
    struct simulation *simulation; /* that is being played */
    int64_t stop;                  /* the number of games after which it may be over */
    int64_t before;                /* games of the simulations before it */
    struct progress progress;
    struct checkpoint checkpoint;
    struct raw raw;
    struct recorder recorder;
    struct results *partial; /* of a part of several ranks that was interrupted; NULL: none */
    bool has_failed;         /* whether a file could not be written, so that the study ends */
};

/* ---- following games ---- */

/*
 * Rows are with the system before a checkpoint counts on them. Results that end within a series are
 * no checkpoint, except after the last game.
 */
static bool write_checkpoint(struct conductor *conductor)
{
    bool has_raw = conductor->raw.path != NULL;
    const struct simulation *simulation = conductor->simulation;
    if (simulation && !simulation_has_whole_series(simulation) && !simulation_is_over(simulation))
        return true;
    return raw_flush(&conductor->raw) && checkpoint_write(&conductor->checkpoint, conductor->study,
                                                          has_raw ? conductor->raw.whole : NO_RAW);
}

static bool hear_row(const bship_match_row *row, void *user)
{
    struct conductor *conductor = user;
    if (row->status)
        progress_clear(&conductor->progress);
    if (!raw_write(&conductor->raw, conductor->simulation, row) ||
        atomic_load(&conductor->recorder.has_failed))
        conductor->has_failed = true;
    return !conductor->has_failed;
}

static void observe(const bship_match_row *row, const bship_board *board, const bship_chart *chart,
                    void *user)
{
    struct conductor *conductor = user;
    recorder_write(&conductor->recorder, conductor->simulation, row, board, chart);
}

/* How many games a simulation will take, as far as its error tells after `games`. */
static int64_t expected_games(const struct simulation *simulation, int64_t games)
{
    const struct plan *plan = simulation->plan;
    double ratio = simulation_error(simulation) / plan->target_error;
    double expected = (double)games * ratio * ratio;
    return isfinite(expected) && expected < (double)plan->games ? (int64_t)expected : plan->games;
}

/* Whether a simulation goes on after a game at which it may be over. */
static bool goes_on(struct conductor *conductor, int64_t games)
{
    struct simulation *simulation = conductor->simulation;
    const struct plan *plan = simulation->plan;
    if (simulation_is_over(simulation))
        return false;
    conductor->stop = plan_next_stop(plan, games);
    conductor->progress.total =
        conductor->before + expected_games(simulation, games) +
        plan->games * (conductor->study->simulations + conductor->study->planned - simulation - 1);
    return true;
}

static bool hear_game(int64_t game, void *user)
{
    struct conductor *conductor = user;
    raw_end_game(&conductor->raw, &conductor->study->plan, game);
    if (game + 1 == conductor->stop && !goes_on(conductor, game + 1))
        return false;
    progress_show(&conductor->progress, conductor->before + game + 1);
    if (checkpoint_is_due(&conductor->checkpoint) && !write_checkpoint(conductor))
        conductor->has_failed = true;
    return !conductor->has_failed;
}

/* ---- playing ---- */

/* Plays the games that a simulation does not have yet. */
static int play_rest(struct conductor *conductor, struct simulation *simulation)
{
    const bool is_recorded = conductor->recorder.files != NULL;
    const struct listener listener = { hear_row, hear_game, conductor,
                                       is_recorded ? observe : NULL };
    int64_t first = simulation_games(simulation);
    struct part part = { first, simulation->plan->games - first, simulation->results, &listener };
    int result = EXIT_FINE;
    conductor->simulation = simulation;
    conductor->stop = plan_next_stop(simulation->plan, first);
    if (!simulation_is_over(simulation))
        result = simulation_play(simulation, &part);
    conductor->before += simulation_games(simulation);
    return conductor->has_failed ? EXIT_RUNTIME : result;
}

/*
 * How many games make the next part that the ranks play: twice as many as took too little time. The
 * first rank decides.
 */
static int64_t next_length(int64_t length, double seconds)
{
    if (seconds < part_seconds / 2 && length <= INT64_MAX / 2)
        length *= 2;
    return cluster_choose(length);
}

static void drop_partial(struct conductor *conductor)
{
    results_free(conductor->partial);
    conductor->partial = NULL;
}

/*
 * The same with several ranks: in parts of some seconds, which also end where the simulation may be
 * over. After each part there may be a checkpoint. No part divides a series.
 */
static int play_parts(struct conductor *conductor, struct simulation *simulation)
{
    const struct plan *plan = simulation->plan;
    int64_t length = cluster_size() * (int64_t)(plan->series > 0 ? plan->series : 1);
    int result = cluster_agree(part_make_results(&conductor->partial, simulation->results));
    conductor->simulation = simulation;
    while (result == EXIT_FINE && !simulation_is_over(simulation)) {
        int64_t first = simulation_games(simulation);
        struct part part = { first, plan_next_stop(plan, first) - first, simulation->results,
                             NULL };
        double start = seconds_now();
        if (part.count > length)
            part.count = length;
        result = cluster_play(simulation, &part, conductor->partial);
        if (result == EXIT_FINE)
            length = next_length(length, seconds_now() - start);
        if (checkpoint_is_due(&conductor->checkpoint) && !write_checkpoint(conductor))
            result = EXIT_RUNTIME;
        result = cluster_agree(result);
    }
    if (result == EXIT_FINE)
        drop_partial(conductor);
    return result;
}

static int play_simulation(struct conductor *conductor, struct simulation *simulation)
{
    return cluster_size() > 1 ? play_parts(conductor, simulation)
                              : play_rest(conductor, simulation);
}

static int play_all(struct conductor *conductor)
{
    struct study *study = conductor->study;
    int64_t resumed = 0;
    int result = EXIT_FINE;
    for (size_t i = 0; i < study->count; i++)
        resumed += simulation_games(&study->simulations[i]);
    progress_start(&conductor->progress, resumed, study->plan.games * (int64_t)study->planned);
    for (size_t i = 0; i < study->count && result == EXIT_FINE; i++) {
        result = play_simulation(conductor, &study->simulations[i]);
        if (result == EXIT_FINE && i + 1 == study->count && study->count < study->planned)
            result = swiss_pair(study);
    }
    progress_clear(&conductor->progress);
    return result;
}

/*
 * Opens the files. What could not be written after the games fails before them: the first
 * checkpoint is written at once, and the page may lie in a directory that is made here.
 */
static int open_files(struct conductor *conductor, const struct conduct_files *files)
{
    int64_t resumed = files->raw ? 0 : NO_RAW;
    int result = EXIT_FINE;
    if (files->checkpoint)
        result = checkpoint_open(&conductor->checkpoint, files, conductor->study, &resumed);
    if (result == EXIT_FINE && (files->record || files->transcript))
        result = recorder_open(&conductor->recorder, conductor->study, files,
                               conductor->checkpoint.is_resumed);
    if (result == EXIT_FINE && files->html)
        result = html_check(files->html);
    if (result == EXIT_FINE && files->raw)
        result = raw_open(&conductor->raw, files->raw, conductor->study, resumed);
    if (result == EXIT_FINE && !write_checkpoint(conductor))
        result = EXIT_USAGE;
    return result;
}

/* The same for all ranks. Only the first has files, and gives the others what it resumes. */
static int join_files(struct conductor *conductor)
{
    const struct conduct_files *files = conductor->files;
    struct study *study = conductor->study;
    int result = EXIT_FINE;
    if (cluster_size() > 1 && (files->raw || files->record)) {
        fprintf(stderr, PROGRAM ": --raw and --record are for one process, not for %d of them\n",
                cluster_size());
        return EXIT_USAGE;
    }
    if (cluster_size() > 1 && study->plan.rounds > 0) {
        fprintf(stderr, PROGRAM ": --swiss: its rounds are for one process, not for %d of them\n",
                cluster_size());
        return EXIT_USAGE;
    }
    if (cluster_size() > 1 && plan_has_engines(&study->plan)) {
        fprintf(stderr, PROGRAM ": --engine: bots play in one process, not in %d\n",
                cluster_size());
        return EXIT_USAGE;
    }
    if (cluster_rank() == 0)
        result = open_files(conductor, files);
    if (cluster_size() > 1 && result == EXIT_FINE && study->plan.kind == BSHIP_MATCH_KIND_SOLO)
        result = layouts_prepare(&study->plan.layouts, study->plan.rules);
    for (size_t i = 0; i < study->count; i++)
        result = cluster_give(result, study->simulations[i].results);
    return result;
}

/* Writes what is still to be written, whatever ended the games. */
static int close_files(struct conductor *conductor, int result)
{
    bool is_written =
        (result != EXIT_FINE && result != EXIT_INTERRUPTED) || write_checkpoint(conductor);
    is_written = raw_close(&conductor->raw) && is_written;
    checkpoint_clear(&conductor->checkpoint);
    return is_written ? result : EXIT_RUNTIME;
}

/* ---- results ---- */

/* Says on stderr what a table says too: output may go elsewhere. */
static void warn(const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct entry *entry = &simulation->entries[i];
        const bool is_duel = simulation->plan->kind == BSHIP_MATCH_KIND_DUEL;
        int64_t failed = is_duel ? entry->figures.faults : entry->figures.failed;
        if (failed > 0)
            fprintf(stderr, PROGRAM ": %s FAILED in %" PRId64 " of %" PRId64 " games%s%s\n",
                    entry->player->label, failed, entry->figures.played, is_duel ? " against " : "",
                    is_duel ? simulation->entries[1 - i].player->label : "");
    }
    if (simulation_searched(simulation) > 0)
        fprintf(stderr,
                PROGRAM ": %" PRId64 " of %" PRId64 " layouts were found by search, "
                        "not drawn uniformly\n",
                simulation_searched(simulation), simulation_games(simulation));
}

static int sum_up_all(struct study *study)
{
    int result = EXIT_FINE;
    for (size_t i = 0; i < study->count && result == EXIT_FINE; i++) {
        result = simulation_sum_up(&study->simulations[i]);
        if (result == EXIT_FINE)
            warn(&study->simulations[i]);
    }
    return result == EXIT_FINE ? study_rate_players(study) : result;
}

static bool has_games(const struct study *study)
{
    int64_t games = 0;
    for (size_t i = 0; i < study->count && games == 0; i++)
        games = simulation_games(&study->simulations[i]);
    return games > 0;
}

/*
 * Adds the games of a part that was interrupted. They have gaps, so that no game can follow: the
 * last checkpoint is already written.
 */
static int add_partial(struct conductor *conductor, int result)
{
    bship_status status = BSHIP_OK;
    if (conductor->partial)
        status = results_merge(conductor->simulation->results, conductor->partial);
    drop_partial(conductor);
    return status ? check_status("results", status) : result;
}

/* Sums up the games that were played, unless a failure ended them before the first one. */
static int finish(struct study *study, int result)
{
    if (result == EXIT_RUNTIME && !has_games(study))
        return result;
    if (!has_games(study))
        fprintf(stderr, PROGRAM ": interrupted before the first game was over\n");
    else if (!study->is_complete)
        fprintf(stderr, PROGRAM ": %sthe results are of the games until then\n",
                result == EXIT_INTERRUPTED ? "interrupted; " : "");
    int sum = sum_up_all(study);
    plan_report_faults(&study->plan);
    study->has_results = sum == EXIT_FINE;
    return sum != EXIT_FINE ? sum : result;
}

int study_conduct(struct study *study, const struct conduct_files *files)
{
    struct conductor conductor = { .study = study, .files = files };
    int joined = join_files(&conductor);
    int result = joined == EXIT_FINE ? play_all(&conductor) : joined;
    study->is_complete = result == EXIT_FINE;
    result = close_files(&conductor, result);
    result = add_partial(&conductor, result);
    return joined == EXIT_FINE ? finish(study, result) : result;
}
