/* Reads a record and prints the chart of side a: replay FILE. */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

/* Supplies the text of the file piece by piece. */
static int give(char *buffer, size_t capacity, size_t *count, void *user)
{
    FILE *file = user;
    *count = fread(buffer, 1, capacity, file);
    return ferror(file);
}

static void print_chart(const bship_chart *chart)
{
    static const char signs[] = { '.', 'o', 'X', '*', '~', '?', '#' }; /* by bship_chart_state */
    const bship_rules *rules = bship_chart_rules(chart);

    for (bship_cell at = { 0, 0 }; at.y < bship_rules_height(rules); at.y++) {
        for (at.x = 0; at.x < bship_rules_width(rules); at.x++)
            printf("%c ", signs[bship_chart_state_at(chart, at)]);
        printf("%d\n", (int)at.y + 1);
    }
}

/* Reads the record and brings a chart to its last turn. */
static bship_status replay(FILE *file, bship_error *error)
{
    bship_record *record = NULL;
    bship_chart *chart = NULL;
    bship_status status = bship_record_read(&record, give, file, NULL, error);
    if (status == BSHIP_OK)
        status = bship_chart_new(&chart, bship_record_rules(record), NULL, NULL);
    if (status == BSHIP_OK)
        status = bship_record_to_chart(record, BSHIP_SIDE_A, chart, error);
    if (status == BSHIP_OK)
        print_chart(chart);
    bship_chart_free(chart);
    bship_record_free(record);
    return status;
}

int main(int argc, char **argv)
{
    bship_error error = BSHIP_ERROR_INIT;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: replay FILE\n");
        return EXIT_FAILURE;
    }
    bship_status status = replay(file, &error);
    fclose(file);
    if (status != BSHIP_OK)
        fprintf(stderr, "%s:%u:%u: %s\n", argv[1], (unsigned)error.line, (unsigned)error.column,
                error.text);
    return status == BSHIP_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
