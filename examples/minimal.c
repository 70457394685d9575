/*
 * A first program: an AI sinks a fleet that was placed at random. Prints "sunk in 40 shots".
 *
 *     cc -o minimal minimal.c $(pkg-config --cflags --libs libbattleship)
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

static void check(bship_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

int main(void)
{
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_board *board = NULL; /* the ships of one side: secret */
    bship_chart *chart = NULL; /* what the other side knows of them */
    bship_ai *ai = NULL;       /* sees only the chart */
    bship_rng rng;

    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL));
    check(bship_rules_new(&rules, fleet, NULL, NULL)); /* 10x10, default rules */
    check(bship_board_new(&board, rules, NULL, NULL));
    check(bship_chart_new(&chart, rules, NULL, NULL));
    check(bship_ai_new(&ai, rules, "density", NULL, NULL));

    bship_rng_seed(&rng, 42, BSHIP_RNG_PURPOSE_LAYOUT, 0);
    check(bship_board_place_random(board, &rng, NULL, NULL));

    while (!bship_board_is_defeated(board)) {
        bship_cell at;
        bship_report report;
        check(bship_ai_aim(ai, chart, NULL, &at));
        check(bship_board_fire(board, at, &report, NULL));
        check(bship_chart_record(chart, at, &report, NULL));
    }
    printf("sunk in %lld shots\n", (long long)bship_board_shots(board));

    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return EXIT_SUCCESS;
}
