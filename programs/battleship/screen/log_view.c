/* The log of a game as text; see log_view.h. */
#include "battleship/screen/log_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/describe.h"
#include "battleship/screen/scroll.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/news.h"
#include "common/line_break.h"
#include "common/printed.h"
#include "common/sides.h"

enum {
    TITLE_ROWS = 1,
    REMARK_SIZE = 128,
    INDENT = 3,      /* of the further lines of an entry */
    NAME_COLUMNS = 8 /* a longer name of a player is cut, as long as that tells the two apart */
};

void log_view_clear(struct log_view *log)
{
    for (size_t i = 0; i < log->count; i++)
        free(log->texts[i]);
    free(log->texts);
    *log = (struct log_view){ .texts = NULL };
}

void log_view_begin_entry(FILE *out, int64_t round, const char *name, const char *other)
{
    int columns = NAME_COLUMNS;
    size_t bytes;
    while ((bytes = terminal_text_cut(name, columns)) < strlen(name) &&
           strncmp(name, other, bytes) == 0)
        columns++;
    fprintf(out, "%2lld %.*s ", (long long)round, (int)bytes, name);
}

/* The board of a side whose ships may be named: that of the only person here. */
static const bship_board *own_board(const struct session *session, int32_t side)
{
    return session_is_you(session, side) ? bship_game_board(session->game, side) : NULL;
}

/* The text of an entry, to be freed; NULL if out of memory. */
static char *entry_text(const struct session *session, int64_t number)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    struct printed printed;
    if (bship_game_log_entry(session->game, number, &entry) || !printed_open(&printed))
        return NULL;
    log_view_begin_entry(printed.out, entry.round, session_name(session, entry.side),
                         session_name(session, other_side(entry.side)));
    describe_turn(printed.out, bship_game_chart(session->game, entry.side), entry.chart_turn,
                  own_board(session, other_side(entry.side)));
    return printed_close(&printed, true);
}

static bool reserve(struct log_view *log, size_t count)
{
    if (count <= log->capacity)
        return true;
    size_t capacity = count * 2;
    char **texts = realloc(log->texts, capacity * sizeof *texts);
    if (!texts)
        return false;
    log->texts = texts;
    log->capacity = capacity;
    return true;
}

/* The text of a remark, likewise. */
static char *remark_text(const struct session *session, const struct remark *remark)
{
    char text[REMARK_SIZE];
    news_remark(session, remark, text, sizeof text);
    return strdup(text);
}

/* Adds a text, which may be NULL. */
static bool add(struct log_view *log, char *text)
{
    if (!text || !reserve(log, log->count + 1)) {
        free(text);
        return false;
    }
    log->texts[log->count++] = text;
    log->scrolled = 0;
    return true;
}

/* Adds the remarks that stand before the next entry. */
static bool add_remarks(struct log_view *log, const struct session *session)
{
    while (log->remarks < session->remark_count &&
           session->remarks[log->remarks].entries <= log->entries) {
        if (!add(log, remark_text(session, &session->remarks[log->remarks])))
            return false;
        log->remarks++;
    }
    return true;
}

bool log_view_update(struct log_view *log, const struct session *session)
{
    int64_t length = bship_game_log_length(session->game);
    if (length < log->entries)
        log_view_clear(log);
    while (add_remarks(log, session)) {
        if (log->entries == length)
            return true;
        if (!add(log, entry_text(session, log->entries)))
            return false;
        log->entries++;
    }
    return false;
}

/* Takes the next line off an entry, as line_break(); those after the first one are indented. */
static int next_line(const char **text, int columns, bool is_first)
{
    return (int)line_break(text, is_first ? columns : columns - INDENT, terminal_text_cut);
}

static int count_lines(const char *text, int columns)
{
    int lines = 0;
    for (; text; lines++)
        next_line(&text, columns, lines == 0);
    return lines;
}

/* Draws the lines of an entry from a row on, cut at the top and the bottom of the area. */
static void draw_entry(const char *text, const struct area *area, int row, int32_t style)
{
    int top = area->row + TITLE_ROWS;
    for (int i = 0; text; i++, row++) {
        int indent = i == 0 ? 0 : INDENT;
        const char *line = text;
        int bytes = next_line(&text, area->columns, i == 0);
        if (row >= top && row < area->row + area->rows)
            terminal_print_field(row, area->column + indent, area->columns - indent, style, "%.*s",
                                 bytes, line);
    }
}

void log_view_draw(const struct log_view *log, const struct area *area, bool has_focus)
{
    int row = area->row + area->rows + log->scrolled;
    int lines = 0;
    for (size_t i = 0; i < log->count && lines < area->rows + log->scrolled; i++)
        lines += count_lines(log->texts[i], area->columns);
    /* A short log stands at the top. */
    if (lines < area->rows - TITLE_ROWS)
        row = area->row + TITLE_ROWS + lines;
    terminal_print_field(area->row, area->column, area->columns,
                         has_focus ? STYLE_SELECTED : STYLE_TITLE, "%s%s", "LOG",
                         log->scrolled > 0 ? "  v" : "");
    for (size_t i = log->count; i > 0 && row > area->row; i--) {
        row -= count_lines(log->texts[i - 1], area->columns);
        draw_entry(log->texts[i - 1], area, row, i == log->count ? STYLE_BOLD : STYLE_PLAIN);
    }
}

void log_view_scroll(struct log_view *log, const struct area *area, int lines)
{
    int all = 0;
    for (size_t i = 0; i < log->count; i++)
        all += count_lines(log->texts[i], area->columns);
    log->scrolled = scroll_within(log->scrolled + lines, all, area->rows - TITLE_ROWS);
}
