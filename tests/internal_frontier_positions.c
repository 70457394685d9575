/* Frontier-based dynamic programming against the reference positions. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal_support.h"

/* A reference position with its evidence, and the memory that they occupy. */
struct position {
    bship_record *record;
    bship_chart *chart;
    const bship_rules *rules;
    double *weights; /* of placements, or NULL */
    struct fixture fixture;
};

/* Opens the file of a position with a suffix; NULL if there is none. */
static FILE *open_file(int number, const char *suffix)
{
    char path[512];
    snprintf(path, sizeof path, number < 900 ? "%s/%03d.%s" : "%s/order-%d.%s", BSHIP_POSITIONS,
             number < 900 ? number : number - 900, suffix);
    return fopen(path, "r");
}

/* Sets the weight of a placement for all ships of a length. */
static void set_weight(struct position *position, int32_t length, bship_placement at, double weight)
{
    const bship_fleet *fleet = bship_rules_fleet((bship_rules *)position->rules);
    for (at.ship = 0; at.ship < bship_fleet_count(fleet); at.ship++) {
        if (bship_fleet_length(fleet, at.ship) == length)
            position->weights[bship_rules_placement_index(position->rules, at)] = weight;
    }
}

/* Reads lines such as `weight 3 A1 right 2`; all other placements have weight 0. Without a file
 * there are no weights. */
static void read_weights(struct position *position, int number)
{
    FILE *file = open_file(number, "weights");
    char name[BSHIP_CELL_TEXT_SIZE], orientation[8];
    double weight;
    int length;

    position->weights = NULL;
    if (!file)
        return;
    position->weights =
        calloc((size_t)bship_rules_placement_count(position->rules), sizeof *position->weights);
    while (fscanf(file, " weight %d %7s %7s %lf", &length, name, orientation, &weight) == 4) {
        bship_placement at = { 0, 0, 0, strcmp(orientation, "down") == 0 };
        bship_cell cell;
        assert_ok(bship_cell_parse(name, &cell, NULL), "%s", name);
        at.x = cell.x;
        at.y = cell.y;
        set_weight(position, length, at, weight);
    }
    cr_assert(feof(file), "weights of %d are not read to the end", number);
    fclose(file);
}

/* Reads a position; returns whether there is one of that number. */
static bool position_init(struct position *position, int number)
{
    static char text[65536];
    FILE *file = open_file(number, "record");

    if (!file)
        return false;
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_ok(bship_record_parse(&position->record, text, length, NULL, NULL), "%d", number);
    position->chart = new_chart(bship_record_rules(position->record));
    assert_ok(bship_record_to_chart(position->record, BSHIP_SIDE_A, position->chart, NULL), "%d",
              number);
    position->rules = bship_chart_rules(position->chart);
    read_weights(position, number);
    fixture_init(&position->fixture, position->chart, position->weights);
    return true;
}

static void position_free(struct position *position)
{
    fixture_free(&position->fixture);
    free(position->weights);
    bship_chart_free(position->chart);
    bship_record_free(position->record);
}

/* The number of layouts in which a ship of a length (0: any) covers a cell. */
static double cover(const struct position *position, int32_t length, bship_cell cell)
{
    const bsi_placement_counts *counts = &position->fixture.counts;
    double sum = 0;

    for (int32_t k = 0; k < position->fixture.evidence.class_count; k++) {
        const bsi_ship_class *class = &position->fixture.evidence.classes[k];
        for (int32_t i = 0; i < 2 * class->length; i++) {
            int32_t o = i / class->length, back = i % class->length;
            bship_cell first = { cell.x - (o ? 0 : back), cell.y - (o ? back : 0) };
            if ((length && class->length != length) || first.x < 0 || first.y < 0)
                continue;
            size_t at =
                bsi_placement_counts_row(counts, k, o) + bsi_position(position->rules, first);
            sum += counts->is_whole ? bsi_uint128_to_double(counts->by_placement[at])
                                    : counts->weights[at];
        }
    }
    /* Weights are scaled by a power of 2. */
    return ldexp(sum, bsi_weight_exponent(&position->fixture.evidence));
}

/* All numbers, also of weighted positions, are integers below 2^53, hence exact. */
static void check_grid(const struct position *position, FILE *file, int32_t length, int number)
{
    for (int32_t i = 0; i < cell_count(position->rules); i++) {
        double expected, actual = cover(position, length, cell_at(position->rules, i));
        cr_assert_eq(fscanf(file, "%lf", &expected), 1, "position %d ends early", number);
        cr_assert_eq(actual, expected, "position %d, cell %d, length %d: %.0f, not %.0f", number,
                     (int)i, (int)length, actual, expected);
    }
}

static void check_position(const struct position *position, int number)
{
    const bsi_placement_counts *counts = &position->fixture.counts;
    FILE *file = open_file(number, "expected");
    double expected;
    double total = ldexp(counts->weight, bsi_weight_exponent(&position->fixture.evidence));
    int length, grids = 0;

    cr_assert_not_null(file, "position %d has no expected counts", number);
    if (counts->is_whole)
        total = bsi_uint128_to_double(counts->total);
    cr_assert_eq(fscanf(file, "%*s %lf source%*[^\n]", &expected), 1, "position %d", number);
    cr_assert_eq(total, expected, "position %d: %.0f layouts, not %.0f", number, total, expected);
    for (char word[32]; fscanf(file, "%31s", word) == 1; grids++) {
        bool is_all = strcmp(word, "occupancy") == 0;
        length = 0;
        cr_assert(is_all || strcmp(word, "occupancy-of-length") == 0, "position %d: %s", number,
                  word);
        cr_assert(is_all || fscanf(file, "%d", &length) == 1, "position %d: a length", number);
        check_grid(position, file, length, number);
    }
    cr_assert_gt(grids, 0, "position %d has no grid", number);
    fclose(file);
}

/* Positions that take longer than about half a second are left out: two of the classic fleet. */
Test(frontier_positions, counts_equal_those_of_the_reference_positions)
{
    bsi_frontier *frontier = new_frontier();
    int count = 0;

    for (int number = 1; number < 1000; number++) {
        bsi_work_budget unlimited = no_limit();
        struct position position;
        if (!position_init(&position, number))
            continue;
        struct fixture *fixture = &position.fixture;
        if (estimate_of(fixture) < 8e6 * scaled(100)) {
            assert_ok(
                bsi_frontier_count(frontier, &fixture->evidence, &fixture->counts, &unlimited),
                "position %d", number);
            check_position(&position, number);
            count++;
        }
        position_free(&position);
    }
    cr_assert_geq(count, scaled(100) < 100 ? 25 : 48, "only %d positions", count);
    bsi_frontier_free(frontier);
}
