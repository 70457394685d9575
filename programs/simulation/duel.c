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
    struct share share = { won, lost, won + lost, (double)NAN, (double)NAN, (double)NAN };
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
    const struct player *players = simulation->plan->players;
    struct duel duel = { .a = simulation->entries[0].name,
                         .b = simulation->entries[1].name,
                         .number_a = (size_t)(simulation->entries[0].player - players),
                         .number_b = (size_t)(simulation->entries[1].player - players),
                         .games = a->played,
                         .drawn = a->drawn,
                         .failed_a = a->faults,
                         .failed_b = b->faults,
                         .share = share_of(a->won, a->lost),
                         .first = share_of(first_won, first_lost) };
    pair_label(duel.label, simulation->plan, duel.a, duel.b);
    return duel;
}

static void add_to_rating(struct rating *rating, const struct entry *entry)
{
    const struct results_entry *figures = &entry->figures;
    rating->duels++;
    rating->points += figures->won > figures->lost ? 1 : 0;
    rating->points += figures->played > 0 && figures->won == figures->lost ? 0.5 : 0;
    rating->games += figures->played;
    rating->won += figures->won;
    rating->drawn += figures->drawn;
    rating->lost += figures->lost;
    rating->failed += figures->faults;
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

/* Fills a matrix of wins, row against column, and one of draws, which follows it. */
static void fill_matrices(const struct tournament *tournament, int64_t *wins)
{
    const size_t count = tournament->rating_count;
    int64_t *draws = wins + count * count;
    for (size_t i = 0; i < tournament->duel_count; i++) {
        const struct duel *duel = &tournament->duels[i];
        const size_t a = duel->number_a, b = duel->number_b;
        wins[a * count + b] += duel->share.won;
        wins[b * count + a] += duel->share.lost;
        draws[a * count + b] += duel->drawn;
        draws[b * count + a] += duel->drawn;
    }
}

/* Says why ratings are not finite; their errors say nothing then. */
static void explain_ratings(struct tournament *tournament)
{
    for (size_t i = 0; i < tournament->rating_count; i++) {
        struct rating *rating = &tournament->ratings[i];
        if (isfinite(rating->elo))
            continue;
        rating->error = (double)NAN;
        rating->reason = isnan(rating->elo) ? "undetermined"
                         : rating->elo > 0  ? "highest"
                                            : "lowest";
    }
}

static bship_status rate(struct tournament *tournament)
{
    size_t count = tournament->rating_count;
    int64_t *matrices = calloc(2 * count * count, sizeof *matrices);
    double *values = calloc(2 * count, sizeof *values);
    bship_status status = BSHIP_ERROR_MEMORY;
    if (matrices && values) {
        fill_matrices(tournament, matrices);
        status = elo(matrices, matrices + count * count, count, values, values + count);
    }
    for (size_t i = 0; i < count && !status; i++) {
        tournament->ratings[i].elo = values[i];
        tournament->ratings[i].error = values[count + i];
    }
    free(matrices);
    free(values);
    return status;
}

/* By points; of equal ones, the order of the players. */
static int compare_points(const void *a, const void *b)
{
    const struct rating *first = a, *second = b;
    if (first->points != second->points)
        return first->points > second->points ? -1 : 1;
    return first->number < second->number ? -1 : first->number > second->number;
}

/* Adds the rests of a Swiss tournament to the points, and orders its players by these. */
static void rank(struct tournament *tournament)
{
    const size_t players = tournament->rating_count;
    const size_t rounds = tournament->duel_count / (players / 2);
    for (size_t i = 0; i < players; i++)
        tournament->ratings[i].points += (double)(rounds - tournament->ratings[i].duels);
    qsort(tournament->ratings, players, sizeof *tournament->ratings, compare_points);
}

/* Adds up the duels of a placement by pairs and by players, and rates the players. */
static bship_status hold_tournament(struct tournament *tournament, const struct study *study,
                                    const struct simulation *simulations)
{
    size_t players = study->plan.player_count;
    *tournament = (struct tournament){ .plan = &study->plan,
                                       .duel_count = study->group,
                                       .rating_count = players };
    struct duel *duel = tournament->duels = calloc(study->group, sizeof *duel);
    struct rating *ratings = tournament->ratings = calloc(players, sizeof *ratings);
    if (!duel || !ratings)
        return BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < players; i++)
        ratings[i] = (struct rating){ .name = study->plan.players[i].label, .number = i };
    for (size_t i = 0; i < study->group; i++) {
        duel[i] = duel_of(&simulations[i]);
        add_to_rating(&ratings[duel[i].number_a], &simulations[i].entries[0]);
        add_to_rating(&ratings[duel[i].number_b], &simulations[i].entries[1]);
    }
    bship_status status = rate(tournament);
    if (status)
        return status;
    if (count_rated(tournament) < 2)
        rate_without_group(tournament);
    explain_ratings(tournament);
    for (size_t i = 0; i < study->group; i++, duel++) {
        duel->elo_a = ratings[duel->number_a].elo;
        duel->error_a = ratings[duel->number_a].error;
        duel->elo_b = ratings[duel->number_b].elo;
        duel->error_b = ratings[duel->number_b].error;
    }
    if (study->plan.rounds > 0)
        rank(tournament);
    return BSHIP_OK;
}

int study_rate_players(struct study *study)
{
    size_t count = study->count / study->group;
    bship_status status = BSHIP_OK;
    if (study->plan.kind != BSHIP_MATCH_KIND_DUEL)
        return EXIT_FINE;
    study->tournaments = calloc(count, sizeof *study->tournaments);
    if (!study->tournaments)
        status = BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < count && !status; i++)
        status =
            hold_tournament(&study->tournaments[i], study, &study->simulations[i * study->group]);
    return check_status("ratings", status);
}

void tournament_clear(struct tournament *tournament)
{
    free(tournament->duels);
    free(tournament->ratings);
}
