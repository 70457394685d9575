/*
 * The results as comma-separated values: comments that begin with `#`, a header, then a line for
 * each strategy or, of learning curves, for each strategy and group of rounds, or for each duel.
 */
#include <inttypes.h>
#include <string.h>

#include "simulation/agreement.h"
#include "simulation/columns.h"
#include "simulation/engines.h"

/* Prints a text, quoted if need be. */
static void print_text(FILE *out, const char *text)
{
    const bool is_quoted = text[strcspn(text, ",\"\r\n")] != '\0';
    if (is_quoted)
        fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (is_quoted)
        fputc('"', out);
}

/* Prints a comment for each line of a text. */
static void print_comments(FILE *out, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        fprintf(out, "# %.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void csv_print_head(FILE *out, const struct table *table, const struct study *study)
{
    const struct plan *plan = &study->plan;
    const char *separator = "";
    fprintf(out, "# " PROGRAM " %s\n# %s\n", bship_version_string(), study->command);
    print_comments(out, plan->rules_text);
    fprintf(out, "# seed %" PRIu64 "\n", plan->seed);
    for (size_t i = 0; i < plan->disqualified_count; i++)
        fprintf(out, "# %s is disqualified: it %s\n", plan->disqualified[i].name,
                plan->disqualified[i].why);
    if (study->has_results && !study->is_complete)
        fprintf(out, "# incomplete: interrupted before all games were played\n");
    if (study->simulations->placement.style)
        fprintf(out, "placement,");
    for (size_t i = 0; i < table->count; i++) {
        const struct column *column = &table->columns[i];
        if (!column->csv || !plan_has_column(plan, column->csv_plan))
            continue;
        fprintf(out, "%s%s", separator, column->csv);
        separator = ",";
    }
    fputc('\n', out);
}

/* Prints what a column has of a row. Infinite ratings are `inf` and `-inf`, which are numbers. */
static void print_value(FILE *out, const struct column *column, const void *row)
{
    char text[NUMBER_SIZE];
    if (column->kind == COLUMN_TEXT) {
        print_text(out, column_text(column, row));
        return;
    }
    column_format(text, column, row, 0);
    fputs(text, out);
    if (column->kind == COLUMN_INTERVAL) {
        column_format(text, column, row, 1);
        fprintf(out, ",%s", text);
    }
}

void csv_print_row(FILE *out, const struct table *table, const struct simulation *simulation,
                   const void *row)
{
    const char *separator = "";
    char label[LABEL_SIZE];
    if (simulation->placement.style) {
        placement_label(label, &simulation->placement);
        fprintf(out, "%s,", label);
    }
    for (size_t i = 0; i < table->count; i++) {
        const struct column *column = &table->columns[i];
        if (!column->csv || !plan_has_column(simulation->plan, column->csv_plan))
            continue;
        fprintf(out, "%s", separator);
        print_value(out, column, row);
        separator = ",";
    }
    fputc('\n', out);
}

/* No row depends on a placement: the first simulation stands for all. */
static void print_agreement(FILE *out, const struct study *study)
{
    const struct agreement *agreement = study->agreement;
    csv_print_head(out, &alike_table, study);
    for (size_t i = 0; i < agreement->pair_count; i++)
        csv_print_row(out, &alike_table, study->simulations, &agreement->pairs[i]);
}

void print_csv(FILE *out, const struct study *study)
{
    if (study->agreement) {
        print_agreement(out, study);
        return;
    }
    const bool is_duel = study->tournaments != NULL, has_curves = study->plan.has_learners;
    csv_print_head(out, is_duel ? &duel_table : has_curves ? &point_table : &entry_table, study);
    for (size_t i = 0; i < study->count; i++) {
        const struct simulation *simulation = &study->simulations[i];
        if (is_duel)
            csv_print_row(out, &duel_table, simulation,
                          &study->tournaments[i / study->group].duels[i % study->group]);
        for (size_t j = 0; j < simulation->curve_count && !is_duel; j++)
            for (size_t k = 0; k < simulation->curves[j].point_count; k++)
                csv_print_row(out, &point_table, simulation, &simulation->curves[j].points[k]);
        for (size_t j = 0; j < simulation->entry_count && !is_duel && !has_curves; j++)
            csv_print_row(out, &entry_table, simulation, &simulation->entries[j]);
    }
}
