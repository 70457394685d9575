/*
 * The event loop of a server: one thread plays many games at once, so no aim may keep the others
 * waiting. The progress callback watches the clock, and asks an aim that takes too long to finish:
 * it then answers with the best that it has found so far.
 *
 *     cc -o event_loop event_loop.c $(pkg-config --cflags --libs libbattleship)
 *     ./event_loop [GAMES [MILLISECONDS]]
 *
 * plays games of the level `master` with so much time for an aim; 0: as much as it takes. Layouts
 * depend on the number of a game alone, so the strength that is left can be compared:
 * `event_loop 40 5` with `event_loop 40 0`. `event_loop 3 0` prints
 *
 *     3 games, 58.67 shots each
 *
 * and on stderr, as they differ from run to run, how long that and the longest aim took, and how
 * many aims finished early.
 */
#define _POSIX_C_SOURCE 200809L

#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MEMORY_OF_A_GAME (8 << 20)

/* A game of a client, whose fleet is on the board. */
struct game {
    bship_board *board;
    bship_chart *chart;
    bship_ai *ai;
};

/* What all games took together. */
struct totals {
    long aims;
    long finished_early;
    double longest; /* of the longest aim, in milliseconds */
};

static void check(bship_status status)
{
    if (status) {
        fprintf(stderr, "event_loop: %s\n", bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

static double milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* Called by the library about every tenth of a millisecond; `user` is the deadline. */
static int32_t watch_the_clock(double done, void *user)
{
    const double *deadline = user;
    (void)done;
    return milliseconds() < *deadline ? BSHIP_PROGRESS_GO_ON : BSHIP_PROGRESS_FINISH;
}

static void game_open(struct game *game, const bship_rules *rules, uint64_t number)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_rng rng;
    options.level = BSHIP_LEVEL_MASTER;
    options.seed = number;
    options.memory_limit = MEMORY_OF_A_GAME;
    bship_rng_seed(&rng, 1, BSHIP_RNG_PURPOSE_LAYOUT, number);
    check(bship_board_new(&game->board, rules, NULL, NULL));
    check(bship_board_place_random(game->board, &rng, NULL, NULL));
    check(bship_chart_new(&game->chart, rules, NULL, NULL));
    check(bship_ai_new(&game->ai, rules, NULL, &options, NULL));
}

static void game_close(struct game *game)
{
    bship_ai_free(game->ai);
    bship_chart_free(game->chart);
    bship_board_free(game->board);
}

/* Answers the client of a game: one shot. */
static void serve(struct game *game, double limit, struct totals *totals)
{
    double begin = milliseconds(), deadline = begin + limit;
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_report report;
    bship_cell cell;
    options.progress = limit > 0 ? watch_the_clock : NULL;
    options.user = &deadline;
    check(bship_ai_aim(game->ai, game->chart, &options, &cell));
    double took = milliseconds() - begin;
    check(bship_ai_describe(game->ai, &info));
    check(bship_board_fire(game->board, cell, &report, NULL));
    check(bship_chart_record(game->chart, cell, &report, NULL));
    totals->aims++;
    totals->finished_early += info.finished_early;
    totals->longest = took > totals->longest ? took : totals->longest;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 40;
    double limit = argc > 2 ? atof(argv[2]) : 5, begin = milliseconds();
    struct totals totals = { 0, 0, 0 };
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    struct game *games = count > 0 ? calloc((size_t)count, sizeof *games) : NULL;
    if (!games) {
        fprintf(stderr, "usage: event_loop [GAMES [MILLISECONDS]]\n");
        return EXIT_FAILURE;
    }
    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL));
    check(bship_rules_new(&rules, fleet, NULL, NULL));
    for (int i = 0; i < count; i++)
        game_open(&games[i], rules, (uint64_t)i);
    for (int left = count; left > 0;) {
        /* Here a server polls its sockets; our clients all ask at once. */
        for (int i = 0; i < count; i++) {
            if (bship_chart_is_defeated(games[i].chart))
                continue;
            serve(&games[i], limit, &totals);
            left -= bship_chart_is_defeated(games[i].chart);
        }
    }
    printf("%d games, %.2f shots each\n", count, (double)totals.aims / count);
    fprintf(stderr, "%.1f s, the longest aim %.1f ms, %ld of %ld aims finished early\n",
            (milliseconds() - begin) / 1e3, totals.longest, totals.finished_early, totals.aims);
    for (int i = 0; i < count; i++)
        game_close(&games[i]);
    free(games);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return EXIT_SUCCESS;
}
