/* Reading a position from a grid; see grid.h. */
#include "analyse/grid.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/experimental/grid.h>

enum {
    /* More than the letters of the largest board with three blanks behind each. */
    GRID_BYTES_MAX = 5 << 20
};

/* A grid and what is read from it. */
struct grid {
    struct analysis *analysis;
    char *text;
    size_t length;
    bship_rules *rules;
    bship_fleet *sunk; /* the ships of --sunk; or NULL */
};

/* ---- faults ---- */

/* Prints what is wrong with the grid, or with the ships of --sunk; returns the exit code. */
static int refuse(const struct grid *grid, bship_error *error)
{
    static const char hint[] = "; --sunk says which";
    if (grid->sunk && error->line == 0 && error->status == BSHIP_ERROR_CONTRADICTION)
        return analysis_fail("--sunk", error->text);
    if (!grid->sunk &&
        (error->status == BSHIP_ERROR_ARGUMENT || error->status == BSHIP_ERROR_WORK_LIMIT) &&
        strlen(error->text) + sizeof hint <= sizeof error->text)
        strcat(error->text, hint);
    int result = analysis_fail_at(grid->analysis->name, error);
    return error->status == BSHIP_ERROR_CONTRADICTION ? EXIT_CONTRADICTION : result;
}

/* ---- reading ---- */

static int read_text(struct grid *grid, FILE *file)
{
    grid->text = malloc(GRID_BYTES_MAX);
    if (!grid->text)
        return analysis_fail(grid->analysis->name, bship_status_message(BSHIP_ERROR_MEMORY));
    grid->length = fread(grid->text, 1, GRID_BYTES_MAX, file);
    if (ferror(file))
        return interrupt_happened() ? EXIT_INTERRUPTED
                                    : analysis_fail(grid->analysis->name, strerror(errno));
    if (grid->length == GRID_BYTES_MAX)
        return analysis_fail(grid->analysis->name, "the file is too long for a grid");
    return EXIT_FINE;
}

static int read_file(struct grid *grid, const char *name)
{
    FILE *file = analysis_open(grid->analysis, name);
    if (!file)
        return analysis_fail(grid->analysis->name, strerror(errno));
    int result = read_text(grid, file);
    if (file != stdin)
        fclose(file);
    return result;
}

/* Makes the rules of the options, by default with a board of the size of the grid. */
static int make_rules(struct grid *grid, const struct options *options)
{
    bship_error error = BSHIP_ERROR_INIT;
    struct rules_options rules = options->rules;
    int32_t width, height;
    if (bship_grid_size(grid->text, grid->length, &width, &height, &error))
        return refuse(grid, &error);
    if (!options->has_board) {
        rules.rules.width = width;
        rules.rules.height = height;
    }
    grid->rules = rules_options_build(&rules, PROGRAM);
    return grid->rules ? EXIT_FINE : EXIT_NO_ANALYSIS;
}

/* Reads the ships of --sunk, which are written as those of a fleet. */
static int read_sunk(struct grid *grid, const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    return text && bship_fleet_parse(&grid->sunk, text, NULL, &error)
               ? analysis_fail("--sunk", error.text)
               : EXIT_FINE;
}

static int make_chart(const struct grid *grid)
{
    bship_error error = BSHIP_ERROR_INIT;
    size_t count = grid->sunk ? (size_t)bship_fleet_count(grid->sunk) : 0;
    int32_t *lengths = malloc((count + 1) * sizeof *lengths);
    if (!lengths)
        return analysis_fail(grid->analysis->name, bship_status_message(BSHIP_ERROR_MEMORY));
    for (size_t i = 0; i < count; i++)
        lengths[i] = bship_fleet_length(grid->sunk, (int32_t)i);
    bship_status status = bship_chart_parse_grid(&grid->analysis->chart, grid->rules, grid->text,
                                                 grid->length, lengths, count, &error);
    free(lengths);
    grid->analysis->is_grid = true;
    return status ? refuse(grid, &error) : EXIT_FINE;
}

int grid_read(struct analysis *analysis, const struct options *options)
{
    struct grid grid = { .analysis = analysis };
    int result = read_file(&grid, options->grid);
    if (result == EXIT_FINE)
        result = make_rules(&grid, options);
    if (result == EXIT_FINE)
        result = read_sunk(&grid, options->sunk);
    if (result == EXIT_FINE)
        result = make_chart(&grid);
    bship_fleet_unref(grid.sunk);
    bship_rules_unref(grid.rules);
    free(grid.text);
    return result;
}
