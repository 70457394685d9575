/* Conducting a study; see conduct.h. */
#include "simulation/conduct.h"

#include <inttypes.h>

#include "simulation/engines.h"
#include "simulation/play.h"
#include "simulation/progress.h"

/* What follows the games of a study. */
struct conductor {
    struct study *study;
    struct simulation *simulation; /* that is being played */
    struct progress progress;
    int64_t before; /* games of the simulations before it */
};

static bool hear_row(const bship_match_row *row, void *user)
{
    struct conductor *conductor = user;
    if (row->status != BSHIP_OK)
        progress_clear(&conductor->progress);
    return true;
}

static bool hear_game(int64_t game, void *user)
{
    struct conductor *conductor = user;
    progress_show(&conductor->progress, conductor->before + game + 1);
    return true;
}

/* Plays the games that a simulation does not have yet. */
static int play_rest(struct conductor *conductor, struct simulation *simulation)
{
    const struct listener listener = { .hear_row = hear_row,
                                       .hear_game = hear_game,
                                       .user = conductor };
    struct part part = { .first = simulation_games(simulation),
                         .results = simulation->results,
                         .listener = &listener };
    conductor->simulation = simulation;
    part.count = simulation->plan->games - part.first;
    int result = part.count > 0 ? simulation_play(simulation, &part) : EXIT_FINE;
    conductor->before += simulation_games(simulation);
    return result;
}

/* Says on stderr what a table says too: output may go elsewhere. */
static void warn(const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct entry *entry = &simulation->entries[i];
        if (entry->figures.failed > 0)
            fprintf(stderr, PROGRAM ": %s FAILED in %" PRId64 " of %" PRId64 " games\n",
                    entry->player->label, entry->figures.failed, entry->figures.played);
    }
    if (simulation_searched(simulation) > 0)
        fprintf(stderr,
                PROGRAM ": %" PRId64 " of %" PRId64 " layouts were found by search, "
                        "not drawn uniformly\n",
                simulation_searched(simulation), simulation_games(simulation));
}

int study_conduct(struct study *study)
{
    struct conductor conductor = { .study = study };
    int result = EXIT_FINE;
    progress_start(&conductor.progress, 0, study->plan.games * (int64_t)study->count);
    for (size_t i = 0; i < study->count && result == EXIT_FINE; i++)
        result = play_rest(&conductor, &study->simulations[i]);
    progress_clear(&conductor.progress);
    study->is_complete = result == EXIT_FINE;
    if (result == EXIT_INTERRUPTED)
        fprintf(stderr, PROGRAM ": interrupted; the results are of the games until then\n");
    for (size_t i = 0; i < study->count && (result == EXIT_FINE || result == EXIT_INTERRUPTED);
         i++) {
        int sum = simulation_sum_up(&study->simulations[i]);
        result = sum != EXIT_FINE ? sum : result;
        warn(&study->simulations[i]);
    }
    plan_report_faults(&study->plan);
    return result;
}
