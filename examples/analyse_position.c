/*
 * Where is the fleet, and which shot is best? Computes the posterior distribution over all layouts
 * that agree with the shots of a position, a text file.
 *
 *     cc -o analyse_position analyse_position.c $(pkg-config --cflags --libs libbattleship)
 *     ./analyse_position position.record
 *
 * prints the probability, in per cent, that a ship covers each cell, the number of layouts, and
 * the forecast of the best shot:
 *
 *     60348357 layouts
 *     fire at D4: miss 0.7826, hit 0.2174, sunk 0.0000
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

static void check(bship_status status, const bship_error *error)
{
    if (!status)
        return;
    if (error->line > 0)
        fprintf(stderr, "line %u, column %u: ", (unsigned)error->line, (unsigned)error->column);
    fprintf(stderr, "%s\n", error->text[0] ? error->text : bship_status_message(status));
    exit(EXIT_FAILURE);
}

static void print_heat_map(const bship_posterior *posterior, const bship_rules *rules)
{
    const bship_error no_error = BSHIP_ERROR_INIT;
    size_t width = (size_t)bship_rules_width(rules);
    size_t cells = bship_posterior_occupancy(posterior, NULL, 0);
    double *grid = calloc(cells, sizeof *grid);
    check(grid ? BSHIP_OK : BSHIP_ERROR_MEMORY, &no_error);
    bship_posterior_occupancy(posterior, grid, cells); /* row by row */
    for (size_t i = 0; i < cells; i++)
        printf("%4.0f%s", 100 * grid[i], i % width == width - 1 ? "\n" : "");
    free(grid);
}

static void print_best_shot(const bship_posterior *posterior)
{
    const bship_error no_error = BSHIP_ERROR_INIT;
    bship_cell best;
    char cell[BSHIP_CELL_TEXT_SIZE], layouts[64];
    bship_forecast forecast = BSHIP_FORECAST_INIT;

    bship_posterior_format_layouts(posterior, layouts, sizeof layouts);
    printf("%s layouts\n", layouts);
    if (bship_posterior_best(posterior, &best, 1) == 0)
        return; /* no unknown cell is left */
    check(bship_posterior_forecast(posterior, best, &forecast), &no_error);
    bship_cell_format(best, cell, sizeof cell);
    printf("fire at %s: miss %.4f, hit %.4f, sunk %.4f\n", cell, forecast.miss, forecast.hit,
           forecast.sunk);
}

int main(int argc, char **argv)
{
    static char text[65536];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: analyse_position FILE\n");
        return EXIT_FAILURE;
    }
    size_t length = fread(text, 1, sizeof text, file);
    int is_whole = feof(file);
    fclose(file);
    if (!is_whole) {
        fprintf(stderr, "%s cannot be read, or is longer than 64 KiB\n", argv[1]);
        return EXIT_FAILURE;
    }

    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    bship_chart *chart = NULL;
    bship_posterior *posterior = NULL;
    check(bship_record_parse(&record, text, length, NULL, &error), &error);
    check(bship_chart_new(&chart, bship_record_rules(record), NULL, NULL), &error);
    check(bship_record_to_chart(record, BSHIP_SIDE_A, chart, &error), &error);
    check(bship_posterior_new(&posterior, chart, NULL, &error), &error);
    print_heat_map(posterior, bship_record_rules(record));
    print_best_shot(posterior);

    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_record_free(record);
    return EXIT_SUCCESS;
}
