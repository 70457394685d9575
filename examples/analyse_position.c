/* Where is the fleet, and which shot is best? analyse_position FILE */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

static void check(bship_status status, const bship_error *error)
{
    if (status != BSHIP_OK) {
        fprintf(stderr, "line %u: %s\n", (unsigned)error->line, error->text);
        exit(EXIT_FAILURE);
    }
}

static void print_results(const bship_posterior *posterior)
{
    bship_cell best;
    char cell[BSHIP_CELL_TEXT_SIZE], layouts[64];
    bship_forecast forecast = BSHIP_FORECAST_INIT;

    bship_posterior_format_layouts(posterior, layouts, sizeof layouts);
    printf("%s layouts\n", layouts);
    if (bship_posterior_best(posterior, &best, 1) == 0)
        return; /* no unknown cell is left */
    if (bship_posterior_forecast(posterior, best, &forecast) != BSHIP_OK)
        return;
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
    fclose(file);

    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    bship_chart *chart = NULL;
    bship_posterior *posterior = NULL;
    check(bship_record_parse(&record, text, length, NULL, &error), &error);
    check(bship_chart_new(&chart, bship_record_rules(record), NULL, NULL), &error);
    check(bship_record_to_chart(record, BSHIP_SIDE_A, chart, &error), &error);
    check(bship_posterior_new(&posterior, chart, NULL, &error), &error);
    print_results(posterior);

    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_record_free(record);
    return EXIT_SUCCESS;
}
