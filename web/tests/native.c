/*
 * What the native library does, for the tests of the package for JavaScript to compare:
 *
 *     native games      records of games of each quick strategy against `density`
 *     native positions DIRECTORY NAME...
 *                       the layouts and the bits of the occupancies of DIRECTORY/NAME.record
 *     native measure    times in milliseconds, as JSON
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <battleship/battleship.h>

#define TEXT_MAX 65536
#define SEEDS 3
#define ROUNDS 20
#define GAMES 20
#define DENSITY_GAMES 10000

static void check(bship_status status, const char *what)
{
    if (status) {
        fprintf(stderr, "%s: %s\n", what, bship_status_message(status));
        exit(1);
    }
}

static bship_rules *rules_new(const char *lines)
{
    bship_rules *rules = NULL;
    check(bship_rules_parse(&rules, lines, strlen(lines), NULL, NULL), lines);
    return rules;
}

/* A game of AIs, laid and started. */
static bship_game *game_new(const bship_rules *rules, bship_ai *a, bship_ai *b, uint64_t seed)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.seed = seed;
    options.ai_a = a;
    options.ai_b = b;
    options.first = BSHIP_FIRST_A;
    check(bship_game_new(&game, rules, &options, NULL), "game");
    check(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "layout");
    check(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "layout");
    check(bship_game_start(game, NULL), "start");
    return game;
}

static bship_ai *ai_new(const bship_rules *rules, const char *strategy)
{
    bship_ai *ai = NULL;
    check(bship_ai_new(&ai, rules, strategy, NULL, NULL), strategy);
    return ai;
}

static void print_game(const bship_rules *rules, const char *strategy, uint64_t seed)
{
    static char text[TEXT_MAX];
    bship_record_game_options all = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    bship_record *record = NULL;
    bship_ai *a = ai_new(rules, strategy), *b = ai_new(rules, "density");
    bship_game *game = game_new(rules, a, b, seed);
    while (bship_game_phase(game) != BSHIP_PHASE_OVER)
        check(bship_game_step(game, NULL, NULL, NULL), strategy);
    check(bship_record_new_game(&record, game, &all, NULL), "record");
    bship_record_format(record, text, sizeof text);
    printf("%s\n", text);
    bship_record_free(record);
    bship_game_free(game);
    bship_ai_free(a);
    bship_ai_free(b);
}

/* The arguments are rule lines and strategies, alternating. */
static void print_games(int argc, char **argv)
{
    for (int i = 0; i + 1 < argc; i += 2) {
        bship_rules *rules = rules_new(argv[i]);
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            print_game(rules, argv[i + 1], seed);
        bship_rules_unref(rules);
    }
}

static void print_position(const char *path)
{
    static char text[TEXT_MAX];
    static double grid[BSHIP_BOARD_EDGE_MAX];
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_record *record = NULL;
    bship_chart *chart = NULL;
    bship_posterior *posterior = NULL;
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (!file || fclose(file) != 0)
        check(BSHIP_ERROR_IO, path);
    options.exact_only = 1;
    check(bship_record_parse(&record, text, length, NULL, NULL), path);
    check(bship_chart_new(&chart, bship_record_rules(record), NULL, NULL), path);
    check(bship_record_to_chart(record, BSHIP_SIDE_A, chart, NULL), path);
    check(bship_posterior_new(&posterior, chart, &options, NULL), path);
    bship_posterior_format_layouts(posterior, text, sizeof text);
    printf("%s", text);
    size_t cells = bship_posterior_occupancy(posterior, grid, BSHIP_BOARD_EDGE_MAX);
    for (size_t i = 0; i < cells; i++) {
        uint64_t bits;
        memcpy(&bits, &grid[i], sizeof bits);
        printf(" %016" PRIx64, bits);
    }
    printf("\n");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_record_free(record);
}

/* ---- times ---- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static double time_empty_board(const bship_rules *rules)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_chart *chart = NULL;
    double least = 1e9;
    options.method = BSHIP_METHOD_ENUMERATION;
    check(bship_chart_new(&chart, rules, NULL, NULL), "chart");
    check(bship_posterior_new(&posterior, chart, &options, NULL), "posterior");
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        check(bship_posterior_update(posterior, chart, NULL), "update");
        double elapsed = now() - start;
        least = elapsed < least ? elapsed : least;
    }
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    return least;
}

/* The mean time of a shot; `longest` receives the longest. */
static double time_shots(const bship_rules *rules, const char *strategy, int games, double *longest)
{
    bship_ai *a = ai_new(rules, strategy), *b = ai_new(rules, "random");
    double sum = 0;
    int shots = 0;
    *longest = 0;
    for (int seed = 1; seed <= games; seed++) {
        bship_game *game = game_new(rules, a, b, (uint64_t)seed);
        while (bship_game_phase(game) != BSHIP_PHASE_OVER) {
            int is_measured = bship_game_to_move(game) == BSHIP_SIDE_A;
            double start = now();
            check(bship_game_step(game, NULL, NULL, NULL), strategy);
            double elapsed = now() - start;
            sum += is_measured ? elapsed : 0;
            shots += is_measured;
            *longest = is_measured && elapsed > *longest ? elapsed : *longest;
        }
        bship_game_free(game);
    }
    bship_ai_free(a);
    bship_ai_free(b);
    return sum / shots;
}

/* The time of a whole solo game in a match. */
static double time_solo_game(const bship_rules *rules, const char *strategy, int64_t games)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match *match = NULL;
    options.games = games;
    options.seed = 1;
    check(bship_match_new(&match, rules, &options, NULL), "match");
    check(bship_match_add(match, strategy, NULL, NULL), strategy);
    double start = now();
    check(bship_match_run(match, NULL, NULL, NULL), "match");
    double elapsed = now() - start;
    bship_match_free(match);
    return elapsed / (double)games;
}

static void measure(void)
{
    bship_rules *rules = rules_new("board 10x10\nfleet 5 4 3 3 2\n");
    double longest;
    double density = time_solo_game(rules, "density", DENSITY_GAMES);
    double posterior = time_shots(rules, "posterior", GAMES, &longest);
    printf("{ \"emptyBoard\": %f, \"density\": %f, \"posterior\": %f, \"posteriorLongest\": %f }\n",
           time_empty_board(rules), density, posterior, longest);
    bship_rules_unref(rules);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "games") == 0)
        print_games(argc - 2, argv + 2);
    else if (argc > 1 && strcmp(argv[1], "positions") == 0)
        for (int i = 2; i < argc; i++)
            print_position(argv[i]);
    else if (argc > 1 && strcmp(argv[1], "measure") == 0)
        measure();
    else
        return 2;
    return 0;
}
