/*
 * What duels came to: of each pair of players, who won and whether it helped to fire first; and the
 * ratings of all players, from a round robin.
 */
#include <math.h>
#include <stdlib.h>

#include "simulation/simulation.h"
#include "simulation/statistics/statistics.h"

static struct share share_of(int64_t won, int64_t lost)
{
    struct share share = { won, won + lost, (double)NAN, (double)NAN, (double)NAN };
    if (share.decided == 0)
        return share;
    share.rate = (double)won / (double)share.decided;
    wilson(won, share.decided, CONFIDENCE, &share.low, &share.high);
    return share;
}

static struct duel duel_of(const struct simulation *simulation)
{
    const struct results_entry *a = &simulation->entries[0].figures;
    const struct results_entry *b = &simulation->entries[1].figures;
    int64_t first_won = a->first_won + b->first_won;
    int64_t first_drawn = a->first_drawn + b->first_drawn;
    int64_t first_lost = a->first + b->first - first_won - first_drawn;
    return (struct duel){ .simulation = simulation,
                          .a = simulation->entries[0].player,
                          .b = simulation->entries[1].player,
                          .games = a->played,
                          .won = a->won,
                          .drawn = a->drawn,
                          .lost = a->lost,
                          .failed_a = a->faults,
                          .failed_b = b->faults,
                          .share = share_of(a->won, a->lost),
                          .first = share_of(first_won, first_lost) };
}

static void add_to_rating(struct rating *rating, const struct results_entry *figures)
{
    rating->games += figures->played;
    rating->won += figures->won;
    rating->drawn += figures->drawn;
    rating->lost += figures->lost;
    rating->failed += figures->faults;
}

/* Enters the games of a pair into a matrix of wins, row against column, and one of draws. */
static void add_to_matrices(const struct duel *duel, size_t a, size_t b, size_t count,
                            int64_t *wins, int64_t *draws)
{
    wins[a * count + b] = duel->won;
    wins[b * count + a] = duel->lost;
    draws[a * count + b] = draws[b * count + a] = duel->drawn;
}

/*
 * Ratings where no chain of wins or draws leads from any player to another and back. One player
 * alone is then rated, as the origin of a scale on which nobody else is: that says nothing of it.
 */
static void rate_without_group(struct tournament *tournament)
{
    for (size_t i = 0; i < tournament->rating_count; i++) {
        struct rating *rating = &tournament->ratings[i];
        rating->elo = rating->error = (double)NAN;
        if (rating->games > 0 && rating->won == rating->games)
            rating->elo = (double)INFINITY;
        else if (rating->games > 0 && rating->lost == rating->games)
            rating->elo = -(double)INFINITY;
    }
}

/* The number of players with finite ratings. */
static size_t count_rated(const struct tournament *tournament)
{
    size_t count = 0;
    for (size_t i = 0; i < tournament->rating_count; i++)
        count += isfinite(tournament->ratings[i].elo) != 0;
    return count;
}

/* Rates the players from matrices; `values` has room for ratings and errors. */
static bship_status rate(struct tournament *tournament, int64_t *matrices, double *values)
{
    size_t count = tournament->rating_count, cells = count * count;
    for (size_t i = 0; i < tournament->duel_count; i++) {
        const struct duel *duel = &tournament->duels[i];
        size_t a = (size_t)(duel->a - tournament->ratings[0].player);
        size_t b = (size_t)(duel->b - tournament->ratings[0].player);
        add_to_matrices(duel, a, b, count, matrices, matrices + cells);
    }
    const struct elo_games games = { matrices, matrices + cells, count, -1 };
    bship_status status = elo(&games, values, values + count);
    for (size_t i = 0; i < count && status == BSHIP_OK; i++) {
        tournament->ratings[i].elo = values[i];
        tournament->ratings[i].error = values[count + i];
    }
    if (status == BSHIP_OK && count_rated(tournament) < 2)
        rate_without_group(tournament);
    return status;
}

static bship_status rate_all(struct tournament *tournament)
{
    size_t count = tournament->rating_count;
    int64_t *matrices = calloc(2 * count * count, sizeof(*matrices));
    double *values = calloc(2 * count, sizeof(*values));
    bship_status status = BSHIP_ERROR_MEMORY;
    if (matrices != NULL && values != NULL)
        status = rate(tournament, matrices, values);
    free(matrices);
    free(values);
    return status;
}

/* Adds up the duels of a placement by pairs and by players. */
static void add_up(struct tournament *tournament, const struct plan *plan,
                   const struct simulation *simulations)
{
    for (size_t i = 0; i < tournament->rating_count; i++)
        tournament->ratings[i] = (struct rating){ .player = &plan->players[i] };
    for (size_t i = 0; i < tournament->duel_count; i++) {
        tournament->duels[i] = duel_of(&simulations[i]);
        for (int entry = 0; entry < 2; entry++) {
            const struct entry *of = &simulations[i].entries[entry];
            add_to_rating(&tournament->ratings[of->player - plan->players], &of->figures);
        }
    }
}

static bship_status init_tournament(struct tournament *tournament, const struct study *study,
                                    const struct simulation *simulations)
{
    const struct plan *plan = &study->plan;
    tournament->duel_count = study->group;
    tournament->rating_count = plan->player_count;
    tournament->duels = calloc(study->group, sizeof(*tournament->duels));
    tournament->ratings = calloc(plan->player_count, sizeof(*tournament->ratings));
    if (tournament->duels == NULL || tournament->ratings == NULL)
        return BSHIP_ERROR_MEMORY;
    add_up(tournament, plan, simulations);
    return rate_all(tournament);
}

int study_rate_players(struct study *study)
{
    size_t count = study->count / study->group;
    bship_status status = BSHIP_OK;
    if (study->plan.kind != BSHIP_MATCH_KIND_DUEL)
        return EXIT_FINE;
    study->tournaments = calloc(count, sizeof(*study->tournaments));
    if (study->tournaments == NULL)
        status = BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == BSHIP_OK; i++)
        status =
            init_tournament(&study->tournaments[i], study, &study->simulations[i * study->group]);
    if (status == BSHIP_OK)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": ratings: %s\n", bship_status_message(status));
    return EXIT_RUNTIME;
}

void tournament_clear(struct tournament *tournament)
{
    free(tournament->duels);
    free(tournament->ratings);
}
