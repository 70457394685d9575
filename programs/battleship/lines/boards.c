/* The boards of a game, and the news below them; see boards.h. */
#include "battleship/lines/boards.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/rules_summary.h"
#include "battleship/lines/speech.h"
#include "battleship/talk/news.h"
#include "battleship/talk/result.h"
#include "battleship/talk/waters.h"
#include "battleship/talk/words.h"
#include "common/board_cells.h"
#include "common/format.h"
#include "common/heat_map.h"
#include "common/line_break.h"
#include "common/printed.h"
#include "common/sides.h"
#include "common/tty.h"

enum {
    NEWS_LINES_MAX = 6, /* below two boards of 10x10, above the prompt, on 23 lines */
    NAME_COLUMNS_MAX = 12,
    REMARK_SIZE = 128,
    SUMMARY_SIZE = 160
};

/* ---- the boards ---- */

static void print_headline(const struct lines *lines)
{
    const struct session *session = &lines->course.session;
    char rules[SUMMARY_SIZE];
    char line[2 * SUMMARY_SIZE];
    rules_summary(session->setup.rules, rules, sizeof rules);
    snprintf(line, sizeof line, "BATTLESHIP  %s against %s, %s",
             session_name(session, BSHIP_SIDE_A), session_name(session, BSHIP_SIDE_B), rules);
    int64_t round = bship_game_round(session->game);
    if (round > 0)
        format_append(line, sizeof line, "   Round %" PRId64, round);
    fputc('\n', lines_out(lines));
    grid_print_bold(&lines->grid, line);
    fputc('\n', lines_out(lines));
}

/* Fills the panel of a side as the viewer sees it. */
static const struct panel *show_side(struct lines *lines, int32_t side, int32_t viewer)
{
    waters_show(&lines->panels[side], &lines->course.session, side, viewer);
    return &lines->panels[side];
}

/* The side whose board is drawn first: the one that is fired at. */
static int32_t first_side(int32_t viewer)
{
    return viewer == BSHIP_SIDE_NONE ? BSHIP_SIDE_A : other_side(viewer);
}

/* ---- in sentences ---- */

static void print_roster(struct lines *lines, int32_t side, int32_t viewer)
{
    struct called called;
    called_in_session(&called, &lines->course.session, side);
    const struct panel *panel = show_side(lines, side, viewer);
    struct printed line;
    if (!printed_open(&line))
        return;
    called.owner[0] = (char)toupper((unsigned char)called.owner[0]);
    fprintf(line.out, "%s ships%s: ", called.owner,
            panel->hides_sinkings ? ", afloat or not" : " afloat");
    speech_print_roster(line.out, panel);
    char *text = printed_close(&line, true);
    if (text)
        line_break_print(lines_out(lines), text, terminal_width(), 0, 2);
    free(text);
}

void boards_print_afloat(struct lines *lines, int32_t viewer)
{
    print_roster(lines, first_side(viewer), viewer);
    print_roster(lines, other_side(first_side(viewer)), viewer);
}

static void print_row(struct lines *lines, int32_t side, int32_t viewer, int32_t row)
{
    speech_print_row(lines_out(lines), show_side(lines, side, viewer), row);
}

void boards_print_row(struct lines *lines, int32_t viewer, int32_t row)
{
    print_row(lines, first_side(viewer), viewer, row);
    print_row(lines, other_side(first_side(viewer)), viewer, row);
}

/* Tells each board as a whole, one after the other. */
static void tell(struct lines *lines, int32_t viewer)
{
    int32_t rows = bship_rules_height(lines->course.session.setup.rules);
    boards_print_afloat(lines, viewer);
    for (int32_t row = 0; row < rows; row++)
        print_row(lines, first_side(viewer), viewer, row);
    for (int32_t row = 0; row < rows; row++)
        print_row(lines, other_side(first_side(viewer)), viewer, row);
}

/* ---- as grids ---- */

void boards_draw(struct lines *lines, int32_t viewer)
{
    int32_t left = first_side(viewer);
    if (lines->is_spoken) {
        tell(lines, viewer);
        return;
    }
    print_headline(lines);
    grid_draw(&lines->grid, show_side(lines, left, viewer),
              show_side(lines, other_side(left), viewer));
}

void boards_draw_own(struct lines *lines, int32_t side)
{
    struct panel *panel = &lines->panels[side];
    const bship_board *board = bship_game_board(lines->course.session.game, side);
    const bship_fleet *fleet = bship_rules_fleet(lines->course.session.setup.rules);
    int32_t laid = 0;
    if (lines->is_spoken) {
        speech_print_placements(lines_out(lines), board);
        return;
    }
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
        bship_placement placement;
        laid += !bship_board_placement(board, ship, &placement);
    }
    show_side(lines, side, side);
    panel->roster_count = 0;
    snprintf(panel->summary, sizeof panel->summary, "%d of %d ships laid", (int)laid,
             (int)bship_fleet_count(fleet));
    fputc('\n', lines_out(lines));
    grid_draw(&lines->grid, panel, NULL);
}

/* ---- the news ---- */

/* The columns that names take before the news: those of the longer one, within reason. */
static int name_columns(const struct session *session)
{
    size_t columns = 0;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        size_t length = strlen(session_name(session, side));
        columns = length > columns ? length : columns;
    }
    return columns < NAME_COLUMNS_MAX ? (int)columns : NAME_COLUMNS_MAX;
}

static void print_entry(FILE *out, const struct session *session, int32_t viewer, int64_t number)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    if (bship_game_log_entry(session->game, number, &entry))
        return;
    int blanks = name_columns(session) - (int)strlen(session_name(session, entry.side));
    fprintf(out, "%*s", blanks > 0 ? blanks : 0, "");
    news_print(out, session, viewer, number);
}

/* The entries from a number on as a text to be freed, broken into lines; NULL if out of memory. */
static char *write_entries(const struct session *session, int32_t viewer, int64_t first)
{
    struct printed printed, entry;
    if (!printed_open(&printed))
        return NULL;
    for (int64_t i = first; i < bship_game_log_length(session->game) && printed_open(&entry); i++) {
        print_entry(entry.out, session, viewer, i);
        char *line = printed_close(&entry, true);
        if (line)
            line_break_print(printed.out, line, terminal_width(), 0, name_columns(session) + 2);
        free(line);
    }
    return printed_close(&printed, true);
}

/* The last lines of a text. */
static const char *last_lines(const char *text, int lines)
{
    const char *start = text + strlen(text);
    while (start > text) {
        if (start[-1] == '\n' && lines-- == 0)
            break;
        start--;
    }
    return start;
}

/* Prints what was agreed on after a number of entries. */
static void print_remarks(const struct lines *lines, int64_t entries)
{
    const struct session *session = &lines->course.session;
    char text[REMARK_SIZE];
    for (size_t i = 0; i < session->remark_count; i++) {
        if (session->remarks[i].entries != entries)
            continue;
        news_remark(session, &session->remarks[i], text, sizeof text);
        lines_say(lines, "%s", text);
    }
}

void boards_print_log(const struct lines *lines, int32_t viewer, int64_t first)
{
    FILE *out = lines_out(lines);
    int64_t length = bship_game_log_length(lines->course.session.game);
    for (int64_t i = first; i < length; i++) {
        print_remarks(lines, i);
        if (lines->is_spoken) {
            speech_print_entry(out, &lines->course.session, i);
        } else {
            print_entry(out, &lines->course.session, viewer, i);
            fputc('\n', out);
        }
    }
    if (first == 0)
        print_remarks(lines, length);
}

void boards_print_news(const struct lines *lines, int32_t viewer)
{
    int64_t first = news_first(&lines->course.session, viewer);
    if (lines->is_spoken) {
        boards_print_log(lines, viewer, first);
        return;
    }
    char *text = write_entries(&lines->course.session, viewer, first);
    if (!text)
        return;
    fputs(last_lines(text, NEWS_LINES_MAX), lines_out(lines));
    free(text);
}

void boards_print_heat(const struct lines *lines, const bship_chart *chart, const double *grid)
{
    const bship_rules *rules = bship_chart_rules(chart);
    size_t best[ADVICE_BEST];
    size_t count = advice_best(grid, board_cells(rules), best, ADVICE_BEST);
    bship_cell cells[ADVICE_BEST];
    char text[ADVICE_BEST * (BSHIP_CELL_TEXT_SIZE + CHANCE_SIZE + 2)];
    for (size_t i = 0; i < count; i++)
        cells[i] = board_cell(rules, best[i]);
    if (!lines->is_spoken)
        heat_map_print(lines_out(lines), chart, grid, lines->grid.has_colour);
    words_of_chances(rules, cells, count, grid, text, sizeof text);
    lines_say(lines, "Likeliest: %s.", text);
}
