/*
 * The results as comma-separated values: comments that begin with `#`, a header, then a line for
 * each strategy or, of learning curves, for each strategy and group of rounds. Placements, if any
 * were asked for, are the first column.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "simulation/simulation.h"

static void print_entry(FILE *out, const struct simulation *simulation, const struct entry *entry)
{
    const struct summary *summary = &entry->summary;
    print_csv_text(out, entry->player->label);
    fprintf(out, ",%" PRId64 ",%" PRId64 ",", entry->figures.played, entry->figures.failed);
    if (summary->count > 0)
        fprintf(out, "%.6f,", summary->mean);
    else
        fputc(',', out);
    if (entry_has_error(simulation, entry))
        fprintf(out, "%.6f", summary->standard_error);
    fputc(',', out);
    if (entry_has_deviation(entry))
        fprintf(out, "%.6f", summary->sd);
    fputc(',', out);
    if (summary->count > 0)
        fprintf(out, "%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%.6f,",
                summary->median, summary->p5, summary->p95, summary->minimum, summary->maximum,
                entry_turns(entry));
    else
        fprintf(out, ",,,,,,");
    if (isfinite(entry_speed(entry)))
        fprintf(out, "%.1f", entry_speed(entry));
    fputc('\n', out);
}

/* A value and the comma before it; empty if there is no such value. */
static void print_value(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, ",%.6f", value);
    else
        fputc(',', out);
}

static void print_point(FILE *out, const struct curve *curve, const struct curve_point *point)
{
    print_csv_text(out, curve->plain->player->label);
    fprintf(out, ",%d,%d,%" PRId64, (int)point->first, (int)point->last, point->series);
    print_value(out, point->plain);
    print_value(out, point->plain_error);
    print_value(out, point->learner);
    print_value(out, point->learner_error);
    print_value(out, point->difference);
    print_value(out, point->low);
    print_value(out, point->high);
    fputc('\n', out);
}

static void print_placement(FILE *out, const struct simulation *simulation)
{
    char label[LABEL_SIZE];
    if (simulation->placement.style == NULL)
        return;
    placement_label(label, &simulation->placement);
    fprintf(out, "%s,", label);
}

static void print_curves(FILE *out, const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->curve_count; i++) {
        const struct curve *curve = &simulation->curves[i];
        for (size_t j = 0; j < curve->point_count; j++) {
            print_placement(out, simulation);
            print_point(out, curve, &curve->points[j]);
        }
    }
}

static void print_entries(FILE *out, const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++) {
        print_placement(out, simulation);
        print_entry(out, simulation, &simulation->entries[i]);
    }
}

static void print_share(FILE *out, const struct share *share)
{
    print_value(out, share->rate);
    print_value(out, share->low);
    print_value(out, share->high);
}

/* Infinite ratings are `inf` and `-inf`, which programs read as numbers. */
static void print_rating(FILE *out, const struct tournament *tournament,
                         const struct player *player)
{
    const struct rating *rating = &tournament->ratings[player - tournament->ratings[0].player];
    if (isinf(rating->elo))
        fputs(rating->elo > 0 ? ",inf" : ",-inf", out);
    else
        print_value(out, rating->elo);
    print_value(out, rating->error);
}

static void print_duel(FILE *out, const struct tournament *tournament, size_t number)
{
    const struct duel *duel = &tournament->duels[number];
    print_placement(out, duel->simulation);
    print_csv_text(out, duel->a->label);
    fputc(',', out);
    print_csv_text(out, duel->b->label);
    fprintf(out, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64,
            duel->games, duel->won, duel->drawn, duel->lost, duel->failed_a, duel->failed_b);
    print_share(out, &duel->share);
    print_share(out, &duel->first);
    print_rating(out, tournament, duel->a);
    print_rating(out, tournament, duel->b);
    fputc('\n', out);
}

/* A comment for each line of a text. */
static int print_comments(FILE *out, const char *lines)
{
    int written = 0;
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        written += fprintf(out, "# %.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
    return written;
}

int print_csv_head(FILE *out, const struct study *study)
{
    int written = fprintf(out, "# " PROGRAM " %s\n# %s\n", bship_version_string(), study->command);
    written += print_comments(out, study->plan.rules_text);
    return written + fprintf(out, "# seed %" PRIu64 "\n", study->plan.seed);
}

int print_csv_text(FILE *out, const char *text)
{
    int written = 0;
    if (text[strcspn(text, ",\"\r\n")] == '\0')
        return fprintf(out, "%s", text);
    written += fprintf(out, "\"");
    for (; *text != '\0'; text++)
        written += *text == '"' ? fprintf(out, "\"\"") : fprintf(out, "%c", *text);
    return written + fprintf(out, "\"");
}

void print_csv(FILE *out, const struct study *study)
{
    print_csv_head(out, study);
    if (!study->is_complete)
        fputs("# incomplete: interrupted before all games were played\n", out);
    if (study->simulations->placement.style != NULL)
        fputs("placement,", out);
    if (study->tournaments != NULL)
        fputs("a,b,games,won,drawn,lost,failed_a,failed_b,share,low,high,first_mover_share,"
              "first_mover_low,first_mover_high,elo_a,error_a,elo_b,error_b\n",
              out);
    else if (study->plan.has_learners)
        fputs("strategy,first,last,series,mean,standard_error,learner_mean,learner_standard_error,"
              "difference,low,high\n",
              out);
    else
        fputs("strategy,games,failed,mean,standard_error,sd,median,p5,p95,min,max,mean_turns,"
              "games_per_second\n",
              out);
    for (size_t i = 0; i < study->count; i++) {
        if (study->tournaments != NULL)
            print_duel(out, &study->tournaments[i / study->group], i % study->group);
        else if (study->plan.has_learners)
            print_curves(out, &study->simulations[i]);
        else
            print_entries(out, &study->simulations[i]);
    }
}
