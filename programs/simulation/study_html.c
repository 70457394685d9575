/* The results as a page for a browser; see study_html.h. */
#include "simulation/study_html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/printed.h"
#include "simulation/agreement.h"
#include "simulation/columns.h"
#include "simulation/engines.h"
#include "simulation/page_link.h"
#include "simulation/record.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Results</title>\n"
    "<style>\nbody { font-family: sans-serif; margin: 2em; }\n"
    "table { border-collapse: collapse; }\ntd, th { padding: 0.15em 0.7em; text-align: right; }\n"
    "td:first-child, th:first-child, .reasons td, .reasons th { text-align: left; }\n"
    "td:first-child { white-space: nowrap; }\nsummary h2 { display: inline; }\n"
    "tr:nth-child(even) { background: #f0f0f0; }\n.more { background: #fe9; }\n.copies { "
    "background: #f96; }\npre { white-space: "
    "pre-wrap; }\n</style>\n";

/* Prints a text in which no character means anything. */
static void print_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else
            fputc(*text, out);
    }
}

static void print_cell(FILE *out, const char *element, const char *text)
{
    fprintf(out, "<%s>", element);
    print_text(out, text);
    fprintf(out, "</%s>", element);
}

/* Longer tables, which are those of pairs, are folded: the others are seen without scrolling. */
#define ROWS_OPEN 50

/* Prints a part of a table as in the text, whose first column is the label of a row. */
static void print_rows(FILE *out, const struct plan *plan, struct rows rows, int part,
                       const char *title)
{
    const struct column *columns = rows.table->columns;
    char text[PAGE_CELL_SIZE];
    const bool is_folded = rows.count > ROWS_OPEN;
    fputs(is_folded ? "<details><summary>" : "", out);
    print_cell(out, "h2", title);
    fprintf(out, "%s\n<table>\n<tr><th></th>", is_folded ? "</summary>" : "");
    for (size_t i = 1; i < rows.table->count; i++)
        if (columns[i].part == part && column_is_shown(plan, &rows, &columns[i]))
            print_cell(out, "th", *columns[i].title ? columns[i].title : columns[i].json);
    fputs("</tr>\n", out);
    for (size_t row = 0; row < rows.count; row++) {
        fputs("<tr>", out);
        print_cell(out, "td", column_text(&columns[0], row_at(&rows, row)));
        for (size_t i = 1; i < rows.table->count; i++) {
            if (columns[i].part != part || !column_is_shown(plan, &rows, &columns[i]))
                continue;
            column_show(text, plan, &columns[i], row_at(&rows, row));
            print_cell(out, "td", text);
        }
        fputs("</tr>\n", out);
    }
    fprintf(out, "</table>%s\n", is_folded ? "</details>" : "");
}

/* By mean shots; of equal ones, and of those that have none, in the order of the players. */
static int compare_entries(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    const double mean = first->summary.mean, other = second->summary.mean;
    if (mean < other || mean > other)
        return mean < other ? -1 : 1;
    if (isnan(mean) != isnan(other))
        return isnan(mean) ? 1 : -1;
    return first->player < second->player ? -1 : first->player > second->player;
}

/* Prints the players, the best one first; without memory, in their order. */
static void print_players(FILE *out, const struct simulation *simulation)
{
    const struct plan *plan = simulation->plan;
    const size_t size = simulation->entry_count * sizeof *simulation->entries;
    struct entry *ordered = malloc(size);
    if (ordered) {
        memcpy(ordered, simulation->entries, size);
        qsort(ordered, simulation->entry_count, sizeof *ordered, compare_entries);
    }
    const struct rows entries = { &entry_table, ordered ? ordered : simulation->entries,
                                  simulation->entry_count };
    print_rows(out, plan, entries, 0, "Shots");
    fprintf(out, "<p>A game that a player failed counts as %" PRId64 " shots.</p>\n",
            plan_failed_shots(plan));
    if (simulation_has_turns(simulation))
        print_rows(out, plan, entries, 1, "Turns");
    if (plan_has_column(plan, PLAN_LIMITED))
        print_rows(out, plan, entries, 2, "In these shots");
    free(ordered);
}

static void print_simulation(FILE *out, const struct simulation *simulation)
{
    const struct plan *plan = simulation->plan;
    const struct rows pairs = { &pair_table, simulation->pairs, simulation->pair_count };
    print_players(out, simulation);
    if (pairs.count > 0)
        print_rows(out, plan, pairs, 0,
                   simulation_is_exact(simulation)
                       ? "Differences of shots"
                       : "Differences of shots on the same layouts, with 95% intervals; p by Holm");
}

static void print_tournament(FILE *out, const struct tournament *tournament)
{
    const struct rows duels = { &duel_table, tournament->duels, tournament->duel_count };
    const struct rows ratings = { &rating_table, tournament->ratings, tournament->rating_count };
    print_rows(out, tournament->plan, ratings, 0, "Ratings");
    print_rows(out, tournament->plan, duels, 0, "Duels");
    print_rows(out, tournament->plan, duels, 1, "Who fires first");
}

/* Prints a cell of the matrix of equal decisions; two that are more alike than usual stand out. */
static void print_share(FILE *out, const struct agreement *agreement, size_t a, size_t b)
{
    static const char *const cells[] = { [ALIKE_USUALLY] = "<td>",
                                         [ALIKE_MORE] = "<td class=\"more\">",
                                         [ALIKE_COPIES] = "<td class=\"copies\">" };
    const struct likeness *pair = a == b ? NULL : agreement_of(agreement, a, b);
    const double share = pair ? pair->share : agreement->asked[a].itself;
    fputs(cells[pair ? agreement_judge(agreement, pair) : ALIKE_USUALLY], out);
    if (isnan(share))
        fputs("-</td>", out);
    else
        fprintf(out, pair ? "%.0f</td>" : "<i>%.0f</i></td>", 100 * share);
}

/* Prints the matrix: its columns are numbers, those of its rows. */
static void print_agreement(FILE *out, const struct agreement *agreement)
{
    fprintf(out,
            "<h2>Decisions</h2>\n<p>In what share of the same %" PRId64 " positions two players "
            "decide alike, in per cent; in italics, a player and itself under another seed. "
            "<span class=\"more\">More than usual</span>: above the median of what either has in "
            "common with the others. <span class=\"copies\">As copies</span>: in most positions, "
            "and as often as either with itself. (Name) is a strategy of the library that "
            "does not play.</p>\n<table>\n<tr><th></th>",
            agreement->positions);
    for (size_t i = 0; i < agreement->count; i++)
        fprintf(out, "<th>%zu</th>", i + 1);
    fputs("</tr>\n", out);
    for (size_t a = 0; a < agreement->count; a++) {
        fprintf(out, "<tr><td>%zu %s</td>", a + 1, agreement->asked[a].name);
        for (size_t b = 0; b < agreement->count; b++)
            print_share(out, agreement, a, b);
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

/* A page that is being printed, with the addresses of the files of games; NULL: there are none. */
struct page {
    const struct study *study;
    char *records, *transcripts;
};

/* Prints a link to a file of a game. No name of one has a character that means anything here. */
static void print_link(FILE *out, const char *directory, const struct failure *failure,
                       const char *ending, const char *text)
{
    if (directory)
        fprintf(out, " <a href=\"%s%s%s\">%s</a>", directory, failure->name, ending, text);
}

/* Prints a cell with the games that a player failed for a reason, as far as they have files. */
static void print_games(FILE *out, const struct page *page, size_t player, const char *reason)
{
    const struct failures *failures = &page->study->failures;
    const struct failure *failure = NULL;
    fputs("<td>", out);
    while ((failure = failures_next(failures, player, reason, failure))) {
        fprintf(out, "%s:", failure->name);
        print_link(out, page->transcripts, failure, TRANSCRIPT_ENDING, "lines");
        print_link(out, page->records, failure, RECORD_ENDING, "record");
        fputs("<br>", out);
    }
    fputs("</td>", out);
}

/* Prints a row of why a bot failed, up to the games. */
static void print_reason(FILE *out, const char *name, const char *count, const char *reason,
                         const char *detail)
{
    fputs("<tr>", out);
    print_cell(out, "td", name);
    print_cell(out, "td", count);
    print_cell(out, "td", reason);
    print_cell(out, "td", detail);
}

static void print_reasons(FILE *out, const struct page *page)
{
    const struct plan *plan = &page->study->plan;
    char count[NUMBER_SIZE];
    fputs("<h2>Failures</h2>\n<table class=\"reasons\">\n"
          "<tr><th></th><th>games</th><th>it</th><th>the first time</th>"
          "<th>files</th></tr>\n",
          out);
    for (size_t i = 0; i < plan->disqualified_count; i++) {
        print_reason(out, plan->disqualified[i].name, "disqualified", plan->disqualified[i].why,
                     "");
        fputs("<td>", out);
        if (page->transcripts)
            fprintf(out, "<a href=\"%s" DISQUALIFIED_NAME "%zu" TRANSCRIPT_ENDING "\">lines</a>",
                    page->transcripts, i + 1);
        fputs("</td></tr>\n", out);
    }
    for (size_t i = 0; i < plan->player_count; i++) {
        const struct engine *engine = player_engine(&plan->players[i]);
        for (size_t j = 0; engine && j < engine_fault_count(engine); j++) {
            const struct fault *fault = engine_fault(engine, j);
            snprintf(count, sizeof count, "%" PRId64, fault->loses ? fault->count : 0);
            print_reason(out, plan->players[i].label, count, fault->reason, fault->detail);
            print_games(out, page, i, fault->reason);
            fputs("</tr>\n", out);
        }
    }
    fputs("</table>\n", out);
}

static void print_page(FILE *out, const struct page *page)
{
    const struct study *study = page->study;
    const struct plan *plan = &study->plan;
    char label[LABEL_SIZE];
    fputs(head, out);
    fprintf(out, "<h1>" PROGRAM " %s</h1>\n<pre>", bship_version_string());
    print_text(out, study->command);
    fputc('\n', out);
    print_text(out, plan->rules_text);
    fprintf(out, "seed %" PRIu64 "</pre>\n", plan->seed);
    if (!study->is_complete)
        fputs("<p><strong>Incomplete: interrupted before all games were played</strong></p>\n",
              out);
    for (size_t i = 0; i < study->count / study->group; i++) {
        const struct simulation *first = &study->simulations[i * study->group];
        if (first->placement.style) {
            placement_label(label, &first->placement);
            print_cell(out, "h1", label);
            fputc('\n', out);
        }
        if (study->tournaments)
            print_tournament(out, &study->tournaments[i]);
        else
            print_simulation(out, first);
    }
    if (study->agreement)
        print_agreement(out, study->agreement);
    if (plan_has_engines(plan) || plan->disqualified_count > 0)
        print_reasons(out, page);
    fputs("</html>\n", out);
}

int html_check(const char *path)
{
    char why[FILES_WHY_SIZE];
    if (files_can_write(path, why))
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": --html: %s\n", why);
    return EXIT_USAGE;
}

int html_write(const struct study *study, const struct conduct_files *files)
{
    const char *path = files->html;
    char why[FILES_WHY_SIZE];
    struct printed printed;
    if (!printed_open(&printed))
        return fail_memory();
    struct page page = { study, files->record ? page_link(path, files->record) : NULL,
                         files->transcript ? page_link(path, files->transcript) : NULL };
    print_page(printed.out, &page);
    free(page.records);
    free(page.transcripts);
    char *text = printed_close(&printed, true);
    if (!text)
        return fail_memory();
    bool is_written = files_write(path, text, printed.length, FILE_PUBLIC, why);
    free(text);
    if (!is_written)
        fprintf(stderr, PROGRAM ": --html: %s\n", why);
    return is_written ? EXIT_FINE : EXIT_RUNTIME;
}
