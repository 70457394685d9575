/* Tournaments in rounds; see swiss.h. */
#include "simulation/swiss.h"

#include <stdlib.h>

#include <battleship/random.h>

/* A player among the others. */
struct standing {
    size_t player; /* its number */
    int64_t duels;
    int64_t points; /* 2 for a duel won, 1 for one drawn */
    int64_t games;  /* likewise */
    uint64_t lot;
    bool is_paired; /* in the new round, or resting */
};

static int64_t points_of(int64_t won, int64_t lost)
{
    return won > lost ? 2 : won == lost;
}

static size_t number_of(const struct simulation *simulation, size_t entry)
{
    return (size_t)(simulation->entries[entry].player - simulation->plan->players);
}

static int compare(const void *a, const void *b)
{
    const struct standing *first = a, *second = b;
    if (first->points != second->points)
        return first->points > second->points ? -1 : 1;
    if (first->games != second->games)
        return first->games > second->games ? -1 : 1;
    return first->lot < second->lot ? -1 : first->lot > second->lot;
}

/* Computes the standings after so many rounds, by player, then orders them. */
static void order(struct standing *standings, const struct study *study, int64_t rounds)
{
    const size_t players = study->plan.player_count;
    bship_rng rng;
    bship_rng_seed(&rng, study->plan.seed, BSHIP_RNG_PURPOSE_USER, 0);
    for (size_t i = 0; i < players; i++)
        standings[i] = (struct standing){ .player = i, .lot = bship_rng_next(&rng) };
    for (size_t i = 0; i < study->count; i++) {
        for (size_t j = 0; j < 2; j++) {
            const struct results_entry *entry = &study->simulations[i].results->entries[j];
            struct standing *standing = &standings[number_of(&study->simulations[i], j)];
            standing->duels++;
            standing->points += points_of(entry->won, entry->lost);
            standing->games += 2 * entry->won + entry->drawn;
        }
    }
    for (size_t i = 0; i < players; i++)
        standings[i].points += 2 * (rounds - standings[i].duels);
    qsort(standings, players, sizeof *standings, compare);
}

static bool have_met(const struct study *study, size_t a, size_t b)
{
    for (size_t i = 0; i < study->count; i++) {
        size_t first = number_of(&study->simulations[i], 0);
        size_t second = number_of(&study->simulations[i], 1);
        if ((first == a && second == b) || (first == b && second == a))
            return true;
    }
    return false;
}

/* The opponent of a standing among those below it. */
static struct standing *find_opponent(struct standing *standing, const struct standing *end,
                                      const struct study *study)
{
    struct standing *again = NULL;
    for (struct standing *other = standing + 1; other < end; other++) {
        if (other->is_paired)
            continue;
        if (!have_met(study, standing->player, other->player))
            return other;
        again = again ? again : other;
    }
    return again;
}

static void rest_one(struct standing *standings, size_t players, int64_t rounds)
{
    size_t resting = players - 1;
    while (resting > 0 && standings[resting].duels < rounds)
        resting--;
    standings[resting].is_paired = true;
}

int swiss_pair(struct study *study)
{
    const size_t players = study->plan.player_count;
    const int64_t rounds = (int64_t)(study->count / (players / 2));
    struct standing *standings = calloc(players, sizeof *standings);
    if (!standings)
        return fail_memory();
    order(standings, study, rounds);
    if (players % 2 == 1)
        rest_one(standings, players, rounds);
    int result = EXIT_FINE;
    for (size_t i = 0; i < players && result == EXIT_FINE; i++) {
        if (standings[i].is_paired)
            continue;
        struct standing *other = find_opponent(&standings[i], standings + players, study);
        standings[i].is_paired = other->is_paired = true;
        const size_t a = standings[i].player, b = other->player;
        result = study_add_duel(study, &study->placement, a < b ? a : b, a < b ? b : a);
    }
    study->group = study->count;
    free(standings);
    return result;
}
