/* A game in hindsight on the full screen; see analysis_view.h. */
#include "battleship/screen/analysis_view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "common/sides.h"
#include "battleship/screen/terminal.h"

enum {
    COSTLIEST = 5,
    TITLE_ROWS = 2, /* of the page */
    LINE_SIZE = 200,
    CELLS_SIZE = 64,
    SHOTS_SIZE = 32
};

/* Where the next line of a summary goes. */
struct pen {
    const struct area *area;
    int row; /* within the area */
};

static void write_line(struct pen *pen, int32_t style, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static void write_line(struct pen *pen, int32_t style, const char *format, ...)
{
    char text[LINE_SIZE];
    va_list arguments;
    if (pen->row >= pen->area->rows)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    terminal_print_field(pen->area->row + pen->row, pen->area->column, pen->area->columns, style,
                         "%s", text);
    pen->row++;
}

/* Writes a number of shots, with its sign if that matters; one that is not known yet is `-`. */
static void format_shots(char text[SHOTS_SIZE], bool is_signed, double shots)
{
    if (isnan(shots))
        snprintf(text, SHOTS_SIZE, "-");
    else if (is_signed)
        snprintf(text, SHOTS_SIZE, "%+.1f", shots);
    else
        snprintf(text, SHOTS_SIZE, "%.1f", shots);
}

/* Writes an estimate in shots with its standard error: `luck +4.2 +-0.3 shots`. */
static void write_estimate(struct pen *pen, const char *name, bool is_signed,
                           struct review_estimate estimate)
{
    char value[SHOTS_SIZE];
    if (isnan(estimate.value))
        return;
    format_shots(value, is_signed, estimate.value);
    if (isnan(estimate.error))
        write_line(pen, STYLE_PLAIN, "%s %s shots", name, value);
    else
        write_line(pen, STYLE_PLAIN, "%s %s +-%.1f shots", name, value, estimate.error);
}

/* The cells of a turn, cut after a few. */
static void format_turn(const struct review *review, const struct review_turn *turn,
                        char cells[CELLS_SIZE])
{
    size_t used = 0;
    struct review_shot shot;
    cells[0] = '\0';
    for (int32_t i = 0; i < turn->shots && used + BSHIP_CELL_TEXT_SIZE + 1 < CELLS_SIZE; i++) {
        if (!review_shot(review, turn->first_shot + i, &shot))
            return;
        if (i > 0)
            cells[used++] = ' ';
        used += bship_cell_format(shot.cell, cells + used, CELLS_SIZE - used);
    }
}

static void write_costly_turn(struct pen *pen, const struct review *review, int64_t number)
{
    struct review_turn turn;
    struct review_shot shot;
    char cells[CELLS_SIZE];
    char best[BSHIP_CELL_TEXT_SIZE];
    if (!review_turn(review, number, &turn) || !review_shot(review, turn.first_shot, &shot))
        return;
    format_turn(review, &turn, cells);
    bship_cell_format(shot.best_cell, best, sizeof(best));
    if (turn.shots > 1)
        write_line(pen, STYLE_PLAIN, " %s: %.1f", cells, turn.cost.value);
    else if (isnan(turn.cost.value))
        write_line(pen, STYLE_PLAIN, " %s %.0f %% (%s %.0f %%)", cells, 100 * shot.chance, best,
                   100 * shot.best_chance);
    else
        write_line(pen, STYLE_PLAIN, " %s %.1f: %.0f %% (%s %.0f %%)", cells, turn.cost.value,
                   100 * shot.chance, best, 100 * shot.best_chance);
}

static void write_costliest(struct pen *pen, const struct review *review)
{
    int64_t turns[COSTLIEST];
    size_t count = review_costliest(review, turns, COSTLIEST);
    if (count > 0)
        write_line(pen, STYLE_BOLD, "costliest shots (better)");
    for (size_t i = 0; i < count; i++)
        write_costly_turn(pen, review, turns[i]);
}

/* Whether luck in shots says something: before, its error is as great as itself. */
static bool is_settled(const struct review_summary *summary)
{
    static const double settled_error = 1.5;
    return !isnan(summary->luck.value) && summary->luck.error < settled_error;
}

/* Luck and what was given away: in hits, until they are known well enough in shots. */
static void write_side(struct pen *pen, const struct analysis_view *view, int32_t side)
{
    struct review_summary summary;
    review_read(view->reviews[side], &summary);
    bool is_estimated = is_settled(&summary);
    write_line(pen, STYLE_TITLE, "%s", session_name(view->session, side));
    if (!is_estimated && summary.hits_known && summary.shots_done > 0) {
        write_line(pen, STYLE_PLAIN, "luck %+.1f hits", (double)summary.hits - summary.hits_fair);
        write_line(pen, STYLE_PLAIN, "given away %.1f hits", summary.hits_best - summary.hits_fair);
    }
    if (is_estimated) {
        write_estimate(pen, "luck", true, summary.luck);
        write_estimate(pen, "given away", false, summary.cost);
        write_estimate(pen, "an expert", false, summary.start);
    }
    write_costliest(pen, view->reviews[side]);
}

static void write_accuracy(struct pen *pen, const struct session *session, int32_t side)
{
    const bship_chart *chart = bship_game_chart(session->game, side);
    long long shots = (long long)bship_chart_shots(chart);
    int hits = (int)bship_chart_hits(chart);
    if (shots > 0)
        write_line(pen, STYLE_PLAIN, "%2lld %% %s: %d of %lld", 100 * hits / shots,
                   session_name(session, side), hits, shots);
}

void analysis_view_draw_summary(const struct analysis_view *view, const struct area *area)
{
    struct pen pen = { area, 0 };
    write_line(&pen, STYLE_TITLE, "HITS");
    write_accuracy(&pen, view->session, view->side);
    write_accuracy(&pen, view->session, other_side(view->side));
    for (int i = 0; i < 2; i++) {
        int32_t side = i == 0 ? view->side : other_side(view->side);
        if (view->reviews[side] != NULL)
            write_side(&pen, view, side);
    }
}

/* ---- the page of all turns ---- */

/* A turn: its cells, the chances of the first one and of the best cell, what it cost. */
static bool draw_turn(const struct review *review, int64_t number, int row, const struct area *area)
{
    struct review_turn turn;
    struct review_shot shot;
    char cells[CELLS_SIZE];
    char best[BSHIP_CELL_TEXT_SIZE];
    char cost[SHOTS_SIZE];
    char luck[SHOTS_SIZE];
    if (!review_turn(review, number, &turn) || !review_shot(review, turn.first_shot, &shot))
        return false;
    format_turn(review, &turn, cells);
    bship_cell_format(shot.best_cell, best, sizeof(best));
    format_shots(cost, false, turn.cost.value);
    format_shots(luck, true, turn.luck.value);
    terminal_print_field(row, area->column, area->columns,
                         shot.chance + 0.005 < shot.best_chance ? STYLE_PLAIN : STYLE_DIM,
                         "%4lld  %-4s %5.1f %%   %-4s %5.1f %%  %6s %6s   %s",
                         (long long)number + 1, shot.is_hit ? "hit" : "miss", 100 * shot.chance,
                         best, 100 * shot.best_chance, cost, luck, cells);
    return true;
}

void analysis_view_draw_page(const struct analysis_view *view, const struct area *area)
{
    const struct review *review = view->reviews[view->side];
    struct review_summary summary;
    review_read(review, &summary);
    terminal_print_field(area->row, area->column, area->columns, STYLE_TITLE, "%s: %s",
                         session_name(view->session, view->side), summary.text);
    terminal_print_field(area->row + 1, area->column, area->columns, STYLE_BOLD, "%s",
                         "turn         chance   best            cost   luck   cells");
    for (int i = 0; i < area->rows - TITLE_ROWS; i++)
        if (!draw_turn(review, view->first + i, area->row + TITLE_ROWS + i, area))
            break;
}

static void show_other_side(struct analysis_view *view)
{
    if (view->reviews[other_side(view->side)] == NULL)
        return;
    view->side = other_side(view->side);
    view->first = 0;
}

void analysis_view_take_key(struct analysis_view *view, const struct area *area, int32_t key)
{
    struct review_summary summary;
    int page = area->rows - TITLE_ROWS;
    review_read(view->reviews[view->side], &summary);
    int turns = (int)summary.turns;
    if (key == TERMINAL_KEY_TAB || key == TERMINAL_KEY_LEFT || key == TERMINAL_KEY_RIGHT)
        show_other_side(view);
    else if (key == TERMINAL_KEY_UP || key == TERMINAL_KEY_DOWN)
        view->first += key == TERMINAL_KEY_UP ? -1 : 1;
    else if (key == TERMINAL_KEY_PAGE_UP || key == TERMINAL_KEY_PAGE_DOWN)
        view->first += key == TERMINAL_KEY_PAGE_UP ? -page : page;
    else if (key == TERMINAL_KEY_HOME || key == TERMINAL_KEY_END)
        view->first = key == TERMINAL_KEY_HOME ? 0 : turns;
    if (view->first > turns - page)
        view->first = turns - page;
    if (view->first < 0)
        view->first = 0;
}
