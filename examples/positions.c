/*
 * A data set: positions with the exact probability of every cell, to check a program or to train
 * one.
 *
 *     cc -o positions positions.c $(pkg-config --cflags --libs libbattleship)
 *     ./positions 10000 > positions.jsonl
 *
 * The boards are 8x8 with ships of 5, 4, 3 and 2 and 10x10 with the classic fleet, in turn, under
 * every rule of contact and of disclosure. Ships lie uniformly; one half of the positions is fired
 * at as by `hunt`, the other as by `stalker`, for a number of shots that is drawn, too. Each line
 * is an object of JSON: the position as a record, the number of layouts that agree with it, and for
 * each cell, row by row, the probability that a ship covers it. The positions depend on their
 * numbers alone. One that takes more than LIMIT steps is left out; how many were is the last thing
 * said.
 *
 * What it prints is free for all to use (CC0).
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BOARDS = 2,
    CONTACTS = 3,
    DISCLOSURES = 5,
    KINDS = BOARDS * CONTACTS * DISCLOSURES,
    CELLS_MAX = 100,
    LIMIT = 300000000
};

static const char *const boards[BOARDS] = { "board 8x8\nfleet 5 4 3 2\n",
                                            "board 10x10\nfleet 5 4 3 3 2\n" };

static void check(bship_status status)
{
    if (status) {
        fprintf(stderr, "positions: %s\n", bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

static bship_rules *rules_of(int kind)
{
    bship_rules *rules = NULL;
    char text[128];
    int length = snprintf(
        text, sizeof text, "%scontact %s\ndisclosure %s\n", boards[kind % BOARDS],
        bship_enum_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_CONTACT, kind / BOARDS % CONTACTS),
        bship_enum_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_DISCLOSURE, kind / BOARDS / CONTACTS));
    check(bship_rules_parse(&rules, text, (size_t)length, NULL, NULL));
    return rules;
}

/* Fires a number of shots at a board, or until the fleet is sunk. */
static void fire(bship_ai *ai, bship_board *board, bship_chart *chart, uint64_t shots)
{
    for (; shots > 0 && !bship_board_is_defeated(board); shots--) {
        bship_cell cell;
        bship_report report;
        check(bship_ai_aim(ai, chart, NULL, &cell));
        check(bship_board_fire(board, cell, &report, NULL));
        check(bship_chart_record(chart, cell, &report, NULL));
    }
}

static bship_chart *position_of(const bship_rules *rules, int number)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_board *board = NULL;
    bship_chart *chart = NULL;
    bship_ai *ai = NULL;
    bship_rng rng;

    options.seed = (uint64_t)number;
    bship_rng_seed(&rng, 1, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)number);
    check(bship_board_new(&board, rules, NULL, NULL));
    check(bship_board_place_random(board, &rng, NULL, NULL));
    check(bship_chart_new(&chart, rules, NULL, NULL));
    check(bship_ai_new(&ai, rules, number / KINDS % 2 ? "stalker" : "hunt", &options, NULL));
    int cells = bship_rules_width(rules) * bship_rules_height(rules);
    fire(ai, board, chart, bship_rng_below(&rng, (uint64_t)cells * 6 / 10));
    bship_ai_free(ai);
    bship_board_free(board);
    return chart;
}

/* Prints a text as a string of JSON; the records here have no quotes and no control characters but
 * the ends of lines. */
static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '\n')
            fputs("\\n", stdout);
        else
            putchar(*text);
    }
    putchar('"');
}

static void print_answer(const bship_chart *chart, const bship_posterior *posterior)
{
    static char text[16384];
    char layouts[64];
    double grid[CELLS_MAX];
    bship_record *record = NULL;

    check(bship_record_new_chart(&record, chart, BSHIP_SIDE_A, NULL));
    bship_record_format(record, text, sizeof text);
    bship_posterior_format_layouts(posterior, layouts, sizeof layouts);
    size_t cells = bship_posterior_occupancy(posterior, grid, CELLS_MAX);
    printf("{\"record\": ");
    print_text(text);
    printf(", \"layouts\": %s, \"p\": [", layouts);
    for (size_t i = 0; i < cells; i++)
        printf("%s%.12g", i ? ", " : "", grid[i]);
    puts("]}");
    bship_record_free(record);
}

int main(int argc, char **argv)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    int count = argc == 2 ? atoi(argv[1]) : 0, left_out = 0;
    if (count <= 0) {
        fprintf(stderr, "usage: positions COUNT\n");
        return EXIT_FAILURE;
    }
    options.exact_only = 1;
    options.work_limit = LIMIT;
    for (int number = 0; count > 0; number++) {
        bship_rules *rules = rules_of(number % KINDS);
        bship_chart *chart = position_of(rules, number);
        bship_posterior *posterior = NULL;
        bship_status status = bship_posterior_new(&posterior, chart, &options, NULL);
        check(status == BSHIP_ERROR_WORK_LIMIT ? BSHIP_OK : status);
        if (posterior) {
            print_answer(chart, posterior);
            count--;
        } else {
            left_out++;
        }
        bship_posterior_free(posterior);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
    fprintf(stderr, "%d positions were left out\n", left_out);
    return EXIT_SUCCESS;
}
