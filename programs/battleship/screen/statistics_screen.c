/* The lifetime statistics on the full screen; see statistics_screen.h. */
#include "battleship/screen/statistics_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/statistics.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/scroll.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/history.h"
#include "battleship/talk/words.h"

enum {
    TITLE_ROWS = 2,
    KEYS_ROWS = 2
};

static const char keys[] = "arrows scroll  e export as CSV  q back";

/* The table, and which part of it is in sight. */
struct statistics_screen {
    struct statistics statistics;
    int columns; /* for which the table was made */
    char *table;
    int lines;
    int first;          /* the upper line in sight */
    struct reply reply; /* to the last key */
};

/* ---- drawing ---- */

static int rows_in_sight(void)
{
    int rows = terminal_rows() - TITLE_ROWS - KEYS_ROWS;
    return rows > 1 ? rows : 1;
}

/* Both texts in one, to be freed, and frees them; NULL if one is missing or out of memory. */
static char *join(char *table, char *history)
{
    size_t size = table && history ? strlen(table) + strlen(history) + 1 : 0;
    char *joined = size > 0 ? malloc(size) : NULL;
    if (joined)
        snprintf(joined, size, "%s%s", table, history);
    free(table);
    free(history);
    return joined;
}

/* Makes the table for the terminal as it is; the old one stays if memory runs out. */
static bool make_table(struct statistics_screen *screen)
{
    int columns = terminal_columns();
    char *table = join(statistics_table(&screen->statistics, columns),
                       history_draw(&screen->statistics.rows, columns, !terminal_is_ascii()));
    if (!table)
        return false;
    free(screen->table);
    screen->table = table;
    screen->columns = terminal_columns();
    screen->lines = 0;
    for (const char *c = table; *c; c++)
        screen->lines += *c == '\n';
    return true;
}

/* Draws the lines in sight; headings are not indented. */
static void draw_table(const struct statistics_screen *screen)
{
    const char *line = screen->table;
    for (int i = 0; i < screen->lines; i++) {
        int row = i - screen->first;
        size_t length = strcspn(line, "\n");
        if (row >= 0 && row < rows_in_sight())
            terminal_print_field(TITLE_ROWS + row, 0, terminal_columns(),
                                 line[0] != ' ' ? STYLE_DIM : STYLE_PLAIN, "%.*s", (int)length,
                                 line);
        line += length + 1;
    }
}

static void draw(void *user)
{
    struct statistics_screen *screen = user;
    int rows = rows_in_sight();
    if (screen->columns != terminal_columns())
        make_table(screen);
    screen->first = scroll_within(screen->first, screen->lines, rows);
    terminal_clear();
    terminal_print_field(0, 0, terminal_columns(), STYLE_TITLE, "STATISTICS%s",
                         screen->lines > rows ? "   (scroll with the arrows)" : "");
    draw_table(screen);
    terminal_print_field(terminal_rows() - 2, 0, terminal_columns(),
                         screen->reply.kind == REPLY_DONE ? STYLE_GOOD : STYLE_WARNING, "%s",
                         screen->reply.text);
    terminal_print_field(terminal_rows() - 1, 0, terminal_columns(), STYLE_KEYS, "%s", keys);
}

/* ---- opening ---- */

static bool open_screen(struct statistics_screen *screen, char why[FILES_WHY_SIZE])
{
    if (!statistics_load(&screen->statistics, why))
        return false;
    bool is_open = make_table(screen);
    if (!is_open)
        snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(BSHIP_ERROR_MEMORY));
    return is_open;
}

static void close_screen(struct statistics_screen *screen)
{
    statistics_clear(&screen->statistics);
    free(screen->table);
}

/* ---- keys ---- */

/* Asks for a file and writes the rows to it; one that exists is replaced after a question. */
static int export(struct statistics_screen *screen)
{
    static const struct question question = {
        .text = "This file exists.",
        .choices = { { "back", "Back" }, { "replace", "Replace it" } },
        .count = 2,
    };
    char path[512] = "battleship.csv";
    char why[FILES_WHY_SIZE];
    const struct backdrop backdrop = { .draw = draw, .user = screen };
    int result = dialog_text(&backdrop, "Export as CSV to the file", path, sizeof path, NULL, NULL);
    FILE *old = result == 0 ? fopen(path, "rb") : NULL;
    if (old) {
        fclose(old);
        result = dialog_ask(&backdrop, &question);
        result = result > 0 ? 0 : result == 0 ? OUTCOME_BACK : result;
    }
    if (result != 0)
        return result;
    if (statistics_export(&screen->statistics, path, why))
        reply_set(&screen->reply, REPLY_DONE, "The games are exported to %s.", path);
    else
        reply_set(&screen->reply, REPLY_FAILED, "The games are not exported: %s.", why);
    return 0;
}

/* Takes a key; false if the screen is to be left. */
static bool take_key(struct statistics_screen *screen, int32_t key, int *result)
{
    const struct backdrop backdrop = { .draw = draw, .user = screen };
    reply_set(&screen->reply, REPLY_NONE, "%s", "");
    if (key == 'e' || key == 'E')
        *result = export(screen);
    else if (key == '?' || key == TERMINAL_KEY_F1)
        *result = dialog_message(&backdrop, "STATISTICS", keys);
    else if (key != 'q' && key != 'Q')
        words_refuse_key(key, &screen->reply);
    bool leaves = key == 'q' || key == 'Q' || key == TERMINAL_KEY_ESCAPE ||
                  key == TERMINAL_KEY_ENTER || key == TERMINAL_KEY_F1 + 9;
    return !leaves && *result != OUTCOME_INTERRUPTED && *result != OUTCOME_CLOSED;
}

/* Shows the table until it is left. */
static int run(struct statistics_screen *screen)
{
    int result = 0;
    for (;;) {
        struct event event;
        draw(screen);
        terminal_refresh();
        terminal_wait(&event, NULL, 0, -1);
        if (event.kind == EVENT_INTERRUPT)
            return OUTCOME_INTERRUPTED;
        if (event.kind == EVENT_CLOSED)
            return OUTCOME_CLOSED;
        bool is_space = event.kind == EVENT_KEY && event.key == ' ';
        screen->first += is_space ? rows_in_sight() : scroll_lines(&event, rows_in_sight());
        if (event.kind == EVENT_KEY && !take_key(screen, event.key, &result))
            return result == OUTCOME_BACK ? 0 : result;
    }
}

int statistics_screen_run(void)
{
    char why[FILES_WHY_SIZE];
    struct statistics_screen screen = { .table = NULL };
    int result =
        open_screen(&screen, why) ? run(&screen) : dialog_message(NULL, "NO STATISTICS", why);
    close_screen(&screen);
    return result;
}
