/*
 * Which strategy needs fewer shots? Several clear the same layouts, game by game.
 *
 *     cc -o simulation simulation.c $(pkg-config --cflags --libs libbattleship)
 *     ./simulation [GAMES]
 *
 * For each strategy it prints the mean with its 95% interval; for each two of them the mean
 * difference on the same layouts, which is real if its interval does not contain 0; and how the
 * numbers of shots are distributed:
 *
 *     hunt      65.8 shots, 95% interval 65.1 to 66.6
 *     stalker   50.9 shots, 95% interval 50.4 to 51.5
 *     ...
 *     hunt     - stalker   14.9 shots, 95% interval 14.0 to 15.8
 *     ...
 *      26-30   ####### 35
 *      31-35   #################### 100
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    ENTRIES = 3,
    CELLS = 100,
    BIN = 5, /* so many numbers of shots are one bar */
    BINS = CELLS / BIN,
    SIGNS = 200 /* of all bars of a strategy: one sign is half a per cent of its games */
};

static const char *const strategies[ENTRIES] = { "hunt", "stalker", "density" };

/* For each strategy, the number of its games in each bin. */
struct histograms {
    int games[ENTRIES][BINS];
};

static void check(bship_status status)
{
    if (status) {
        fprintf(stderr, "simulation: %s\n", bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

/* Called by the match after each game, once for each strategy. */
static int32_t count_shots(const bship_match_row *row, void *user)
{
    struct histograms *histograms = user;
    check(row->status);
    histograms->games[row->entry][(row->shots - 1) / BIN]++;
    return BSHIP_PROGRESS_GO_ON;
}

static void print_means(const bship_match *match)
{
    for (int32_t i = 0; i < ENTRIES; i++) {
        bship_match_summary shots = BSHIP_MATCH_SUMMARY_INIT;
        check(bship_match_mean(match, i, 0.95, &shots));
        printf("%-8s %5.1f shots, 95%% interval %.1f to %.1f\n", strategies[i], shots.mean,
               shots.low, shots.high);
    }
}

static void print_differences(const bship_match *match)
{
    for (int32_t i = 0; i < ENTRIES; i++) {
        for (int32_t j = i + 1; j < ENTRIES; j++) {
            bship_match_summary difference = BSHIP_MATCH_SUMMARY_INIT;
            check(bship_match_difference(match, i, j, 0.95, &difference));
            printf("%-8s - %-8s %5.1f shots, 95%% interval %.1f to %.1f\n", strategies[i],
                   strategies[j], difference.mean, difference.low, difference.high);
        }
    }
}

static void print_histogram(const int games[BINS], int64_t total)
{
    for (int bin = 0; bin < BINS; bin++) {
        if (games[bin] == 0)
            continue;
        printf("%3d-%-3d  ", bin * BIN + 1, (bin + 1) * BIN);
        for (int64_t i = 0; i < SIGNS * games[bin] / total; i++)
            putchar('#');
        printf(" %d\n", games[bin]);
    }
}

int main(int argc, char **argv)
{
    struct histograms histograms = { { { 0 } } };
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_match *match = NULL;

    options.seed = 1;
    options.threads = 4; /* the results do not depend on it */
    options.games = argc > 1 ? atoi(argv[1]) : 1000;
    if (options.games < 1) {
        fprintf(stderr, "usage: simulation [GAMES]\n");
        return EXIT_FAILURE;
    }
    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL));
    check(bship_rules_new(&rules, fleet, NULL, NULL)); /* 10x10 */
    check(bship_match_new(&match, rules, &options, NULL));
    for (int i = 0; i < ENTRIES; i++)
        check(bship_match_add(match, strategies[i], NULL, NULL));
    check(bship_match_run(match, count_shots, &histograms, NULL));

    print_means(match);
    printf("\non the same layouts:\n");
    print_differences(match);
    for (int i = 0; i < ENTRIES; i++) {
        printf("\n%s, games by shots:\n", strategies[i]);
        print_histogram(histograms.games[i], options.games);
    }

    bship_match_free(match);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return EXIT_SUCCESS;
}
