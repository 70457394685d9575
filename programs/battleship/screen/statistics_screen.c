/* The lifetime statistics on the full screen; see statistics_screen.h. */
#include "battleship/screen/statistics_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/statistics.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/terminal.h"

enum {
    TITLE_ROWS = 2,
    KEYS_ROWS = 2
};

/* The table as lines, and which part of it is in sight. */
struct statistics_screen {
    char *path;
    struct statistics statistics;
    int columns; /* for which the table was made */
    char *table; /* its ends of line are NULs */
    const char **lines;
    int count;
    int first; /* the upper line in sight */
    char news[FILES_WHY_SIZE + 64];
    bool is_warning;
};

/* ---- drawing ---- */

static int rows_in_sight(void)
{
    int rows = terminal_rows() - TITLE_ROWS - KEYS_ROWS;
    return rows > 1 ? rows : 1;
}

/* Keeps within the table. */
static void scroll(struct statistics_screen *screen, int lines)
{
    int last = screen->count - rows_in_sight();
    screen->first += lines;
    if (screen->first > last)
        screen->first = last;
    if (screen->first < 0)
        screen->first = 0;
}

/* Splits the table into its lines. */
static bool split(struct statistics_screen *screen)
{
    int count = 0;
    screen->count = 0;
    for (const char *c = screen->table; *c != '\0'; c++)
        count += *c == '\n';
    screen->lines = calloc((size_t)count + 1, sizeof(*screen->lines));
    if (screen->lines == NULL)
        return false;
    for (char *line = screen->table; *line != '\0' && screen->count < count;) {
        screen->lines[screen->count++] = line;
        line += strcspn(line, "\n");
        *line++ = '\0';
    }
    return true;
}

/* Makes the table for the terminal as it is; the old one stays if memory runs out. */
static bool make_table(struct statistics_screen *screen)
{
    struct statistics_screen made = { .table = statistics_table(&screen->statistics,
                                                                terminal_columns()) };
    if (made.table == NULL || !split(&made)) {
        free(made.table);
        return false;
    }
    free(screen->table);
    free(screen->lines);
    screen->table = made.table;
    screen->lines = made.lines;
    screen->count = made.count;
    screen->columns = terminal_columns();
    return true;
}

static void draw(void *user)
{
    struct statistics_screen *screen = user;
    int rows = rows_in_sight();
    if (screen->columns != terminal_columns())
        make_table(screen);
    scroll(screen, 0);
    terminal_clear();
    terminal_print_field(0, 0, terminal_columns(), STYLE_TITLE, "STATISTICS%s",
                         screen->count > rows ? "   (scroll with the arrows)" : "");
    for (int i = 0; i < rows && screen->first + i < screen->count; i++) {
        const char *line = screen->lines[screen->first + i];
        bool is_heading = line[0] != ' ';
        terminal_print_field(TITLE_ROWS + i, 0, terminal_columns(),
                             is_heading ? STYLE_DIM : STYLE_PLAIN, "%s", line);
    }
    terminal_print_field(terminal_rows() - 2, 0, terminal_columns(),
                         screen->is_warning ? STYLE_WARNING : STYLE_GOOD, "%s", screen->news);
    terminal_print_field(terminal_rows() - 1, 0, terminal_columns(), STYLE_KEYS,
                         "arrows scroll  e export as CSV  q back");
}

/* ---- opening ---- */

static bool open_screen(struct statistics_screen *screen, char why[FILES_WHY_SIZE])
{
    screen->path = statistics_path(why);
    if (screen->path == NULL || !statistics_read(screen->path, &screen->statistics, why))
        return false;
    bool is_open = make_table(screen);
    if (!is_open)
        snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(BSHIP_ERROR_MEMORY));
    return is_open;
}

static void close_screen(struct statistics_screen *screen)
{
    free(screen->path);
    statistics_clear(&screen->statistics);
    free(screen->table);
    free(screen->lines);
}

/* ---- keys ---- */

/* Asks for a file and writes the rows to it; one that exists is replaced after a question. */
static int export(struct statistics_screen *screen)
{
    static const struct question question = { "This file exists.",
                                              { { "back", "Back" }, { "replace", "Replace it" } },
                                              2 };
    char path[512] = "battleship.csv";
    char why[FILES_WHY_SIZE];
    const struct backdrop backdrop = { .draw = draw, .user = screen };
    int result =
        dialog_text(&backdrop, "Export as CSV to the file", path, sizeof(path), NULL, NULL);
    FILE *old = result == 0 ? fopen(path, "rb") : NULL;
    if (old != NULL) {
        fclose(old);
        result = dialog_ask(&backdrop, &question);
        result = result > 0 ? 0 : result == 0 ? ANSWER_BACK : result;
    }
    if (result != 0)
        return result;
    screen->is_warning = !statistics_export(screen->path, path, why);
    if (screen->is_warning)
        snprintf(screen->news, sizeof(screen->news), "The games are not exported: %s.", why);
    else
        snprintf(screen->news, sizeof(screen->news), "The games are exported to %s.", path);
    return 0;
}

/* Takes a key; false if the screen is to be left. */
static bool take_key(struct statistics_screen *screen, int32_t key, int *result)
{
    static const struct {
        int32_t key;
        int pages, lines;
    } moves[] = {
        { TERMINAL_KEY_UP, 0, -1 },
        { TERMINAL_KEY_DOWN, 0, 1 },
        { TERMINAL_KEY_PAGE_UP, -1, 0 },
        { TERMINAL_KEY_PAGE_DOWN, 1, 0 },
        { TERMINAL_KEY_HOME, -10000, 0 },
        { TERMINAL_KEY_END, 10000, 0 },
        { ' ', 1, 0 },
    };
    for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
        if (moves[i].key == key)
            scroll(screen, moves[i].pages * rows_in_sight() + moves[i].lines);
    }
    if (key == 'e' || key == 'E')
        *result = export(screen);
    bool leaves = key == 'q' || key == 'Q' || key == TERMINAL_KEY_ESCAPE ||
                  key == TERMINAL_KEY_ENTER || key == TERMINAL_KEY_F1 + 9;
    return !leaves && *result != ANSWER_INTERRUPTED && *result != ANSWER_CLOSED;
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
            return ANSWER_INTERRUPTED;
        if (event.kind == EVENT_CLOSED)
            return ANSWER_CLOSED;
        if (event.kind == EVENT_MOUSE && event.button == BUTTON_WHEEL_UP)
            scroll(screen, -2);
        if (event.kind == EVENT_MOUSE && event.button == BUTTON_WHEEL_DOWN)
            scroll(screen, 2);
        if (event.kind == EVENT_KEY && !take_key(screen, event.key, &result))
            return result == ANSWER_BACK ? 0 : result;
    }
}

int statistics_screen_run(void)
{
    char why[FILES_WHY_SIZE];
    struct statistics_screen screen = { .path = NULL };
    int result =
        open_screen(&screen, why) ? run(&screen) : dialog_message(NULL, "NO STATISTICS", why);
    close_screen(&screen);
    return result;
}
