/* Where do the ships of a placement style lie? hiding [STYLE [LAYOUTS]] */
#include <battleship/battleship.h>
#include <battleship/experimental/placing.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SIDE = 10
};

static void check(bship_status status, const bship_error *error)
{
    if (status != BSHIP_OK) {
        fprintf(stderr, "%s: %s\n", bship_status_message(status), error->text);
        exit(EXIT_FAILURE);
    }
}

static void print_shares(const double *grid, int layouts)
{
    printf("P(a ship covers the cell), per cent, in %d layouts\n", layouts);
    for (int i = 0; i < SIDE * SIDE; i++)
        printf("%6.1f%s", 100 * grid[i] / layouts, i % SIDE == SIDE - 1 ? "\n" : "");
}

int main(int argc, char **argv)
{
    const char *style = argc > 1 ? argv[1] : "hard";
    int layouts = argc > 2 ? atoi(argv[2]) : 20;
    bship_error error = BSHIP_ERROR_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_board *board = NULL;
    bship_placer *placer = NULL;
    bship_rng rng;
    double grid[SIDE * SIDE] = { 0 };

    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), &error);
    check(bship_rules_new(&rules, fleet, NULL, &error), &error); /* 10x10, default rules */
    check(bship_board_new(&board, rules, NULL, NULL), &error);

    check(bship_placer_new(&placer, rules, style, NULL, &error), &error);
    for (int k = 0; k < layouts; k++) {
        bship_rng_seed(&rng, 1, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)k);
        check(bship_placer_place(placer, board, &rng, NULL), &error);
        for (int i = 0; i < SIDE * SIDE; i++)
            grid[i] += bship_board_ship_at(board, (bship_cell){ i % SIDE, i / SIDE }) >= 0;
    }
    print_shares(grid, layouts);

    bship_placer_free(placer);
    bship_board_free(board);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return EXIT_SUCCESS;
}
