/* Reads the reference positions. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"

/* Opens a position's file; NULL if there is none. */
static FILE *open_file(const struct position *p, const char *extension)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s.%s", BSHIP_POSITIONS, p->name, extension);
    return fopen(path, "r");
}

static void read_record(struct position *p, FILE *file)
{
    static char text[65536];
    size_t length = fread(text, 1, sizeof text, file);
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    bship_status status = bship_record_parse(&record, text, length, NULL, &error);

    assert_ok(status, "%s: %s", p->name, error.text);
    p->rules = bship_rules_ref(bship_record_rules(record));
    p->chart = new_chart(p->rules);
    assert_ok(bship_record_to_chart(record, BSHIP_SIDE_A, p->chart, NULL), "%s", p->name);
    cr_assert_leq(cell_count(p->rules), POSITION_CELLS, "%s is too large", p->name);
    bship_record_free(record);
}

static void read_grid(const struct position *p, FILE *file, double *grid)
{
    for (int32_t i = 0; i < cell_count(p->rules); i++)
        cr_assert_eq(fscanf(file, "%lf", &grid[i]), 1, "%s: value %d is missing", p->name, (int)i);
}

static void read_expected(struct position *p, FILE *file)
{
    char word[32];

    while (fscanf(file, "%31s", word) == 1) {
        if (strcmp(word, "layouts") == 0 || strcmp(word, "weight-total") == 0) {
            cr_assert_eq(fscanf(file, "%31s", p->layouts), 1, "%s: no layouts", p->name);
        } else if (strcmp(word, "source") == 0) {
            cr_assert_eq(fscanf(file, " %63[^\n]", p->source), 1, "%s: no source", p->name);
        } else if (strcmp(word, "occupancy") == 0) {
            read_grid(p, file, p->occupancy);
        } else {
            cr_assert_str_eq(word, "occupancy-of-length", "%s: a strange word", p->name);
            cr_assert_lt(p->lengths, POSITION_LENGTHS, "%s: too many lengths", p->name);
            cr_assert_eq(fscanf(file, "%d", &p->length[p->lengths]), 1, "%s: no length", p->name);
            read_grid(p, file, p->of_length[p->lengths++]);
        }
    }
}

/* Every weight is that of a placement of any ship of its length. */
static void read_weights(struct position *p, FILE *file)
{
    const bship_fleet *fleet = bship_rules_fleet(p->rules);
    char cell[BSHIP_CELL_TEXT_SIZE], orientation[8];
    int length, weight;

    p->weights = calloc((size_t)bship_rules_placement_count(p->rules), sizeof *p->weights);
    while (fscanf(file, " weight %d %7s %7s %d", &length, cell, orientation, &weight) == 4) {
        bship_cell first;
        assert_ok(bship_cell_parse(cell, &first, NULL), "%s: %s", p->name, cell);
        for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
            bship_placement at = { ship, first.x, first.y, strcmp(orientation, "down") == 0 };
            if (bship_fleet_length(fleet, ship) == length)
                p->weights[bship_rules_placement_index(p->rules, at)] = weight;
        }
    }
    cr_assert(feof(file), "%s: a weight is malformed", p->name);
}

bool position_next(struct position *position, int *number)
{
    FILE *file = NULL;

    memset(position, 0, sizeof *position);
    while (!file && ++*number < 110) {
        snprintf(position->name, sizeof position->name, *number < 100 ? "%03d" : "order-%d",
                 *number < 100 ? *number : *number - 100);
        file = open_file(position, "record");
    }
    if (!file)
        return false;
    read_record(position, file);
    fclose(file);
    file = open_file(position, "expected");
    cr_assert_not_null(file, "%s has no results", position->name);
    read_expected(position, file);
    fclose(file);
    file = open_file(position, "weights");
    if (file) {
        read_weights(position, file);
        fclose(file);
    }
    return true;
}

void position_free(struct position *position)
{
    free(position->weights);
    bship_chart_free(position->chart);
    bship_rules_unref(position->rules);
}
