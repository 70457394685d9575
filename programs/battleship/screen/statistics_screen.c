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
    KEYS_ROWS = 2,
    LINE_SIZE = 512 /* bytes of a line that are shown */
};

/* The table as lines, and which part of it is in sight. */
struct statistics_screen {
    char *path;
    char *table; /* its ends of line are NULs */
    const char **lines;
    int count;
    int first;   /* the upper line in sight */
    int left;    /* the columns out of sight at the left */
    int columns; /* of the widest line */
    char news[FILES_WHY_SIZE + 64];
    bool is_warning;
};

/* ---- drawing ---- */

static int rows_in_sight(void)
{
    int rows = terminal_rows() - TITLE_ROWS - KEYS_ROWS;
    return rows > 1 ? rows : 1;
}

/* A number from 0 to a limit, which may be negative. */
static int clamp(int value, int limit)
{
    return value > limit ? (limit > 0 ? limit : 0) : value > 0 ? value : 0;
}

/* Moves the part in sight, which stays within the table. */
static void scroll(struct statistics_screen *screen, int lines, int columns)
{
    screen->first = clamp(screen->first + lines, screen->count - rows_in_sight());
    screen->left = clamp(screen->left + columns, screen->columns - terminal_columns());
}

/* Draws the words of a line that are in sight as a whole. */
static void draw_line(const struct statistics_screen *screen, const char *line, int row)
{
    char words[LINE_SIZE];
    int32_t style = line[0] != ' ' ? STYLE_DIM : STYLE_PLAIN;
    size_t from = terminal_text_cut(line, screen->left);
    bool is_within = from > 0 && line[from] != '\0' && line[from - 1] != ' ';
    snprintf(words, sizeof(words), "%s", line + from);
    if (is_within) /* blanks take the place of the rest of a word */
        memset(words, ' ', strcspn(words, " "));
    size_t end = terminal_text_cut(words, terminal_columns());
    if (words[end] != '\0' && words[end] != ' ')
        while (end > 0 && words[end - 1] != ' ')
            end--;
    terminal_print(row, 0, style, "%.*s", (int)end, words);
}

static void draw(void *user)
{
    struct statistics_screen *screen = user;
    int rows = rows_in_sight();
    scroll(screen, 0, 0);
    bool scrolls = screen->count > rows || screen->columns > terminal_columns();
    terminal_clear();
    terminal_print_field(0, 0, terminal_columns(), STYLE_TITLE, "STATISTICS%s",
                         scrolls ? "   (scroll with the arrows)" : "");
    for (int i = 0; i < rows && screen->first + i < screen->count; i++)
        draw_line(screen, screen->lines[screen->first + i], TITLE_ROWS + i);
    terminal_print_field(terminal_rows() - 2, 0, terminal_columns(),
                         screen->is_warning ? STYLE_WARNING : STYLE_GOOD, "%s", screen->news);
    terminal_print_field(terminal_rows() - 1, 0, terminal_columns(), STYLE_KEYS,
                         "arrows scroll  e export as CSV  q back");
}

/* ---- opening ---- */

/* Splits the table into its lines. */
static bool split(struct statistics_screen *screen)
{
    int count = 0;
    for (const char *c = screen->table; *c != '\0'; c++)
        count += *c == '\n';
    screen->lines = calloc((size_t)count + 1, sizeof(*screen->lines));
    if (screen->lines == NULL)
        return false;
    for (char *line = screen->table; *line != '\0' && screen->count < count;) {
        screen->lines[screen->count++] = line;
        line += strcspn(line, "\n");
        *line++ = '\0';
        int columns = terminal_text_width(screen->lines[screen->count - 1]);
        screen->columns = columns > screen->columns ? columns : screen->columns;
    }
    return true;
}

static bool open_screen(struct statistics_screen *screen, char why[FILES_WHY_SIZE])
{
    struct statistics statistics;
    screen->path = statistics_path(why);
    if (screen->path == NULL)
        return false;
    if (!statistics_read(screen->path, &statistics, why))
        return false;
    screen->table = statistics_table(&statistics);
    statistics_clear(&statistics);
    bool is_open = screen->table != NULL && split(screen);
    if (!is_open)
        snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(BSHIP_ERROR_MEMORY));
    return is_open;
}

static void close_screen(struct statistics_screen *screen)
{
    free(screen->path);
    free(screen->table);
    free(screen->lines);
}

/* ---- keys ---- */

/* Asks for a file and writes the rows to it; one that exists is replaced after a question. */
static int export(struct statistics_screen *screen)
{
    static const char *const choices[] = { "&Back", "&Replace it" };
    char path[512] = "battleship.csv";
    char why[FILES_WHY_SIZE];
    const struct backdrop backdrop = { .draw = draw, .user = screen };
    int result =
        dialog_text(&backdrop, "Export as CSV to the file", path, sizeof(path), NULL, NULL);
    FILE *old = result == 0 ? fopen(path, "rb") : NULL;
    if (old != NULL) {
        fclose(old);
        result = dialog_ask(&backdrop, "This file exists.", choices, 2);
        result = result > 0 ? 0 : result == 0 ? DIALOG_BACK : result;
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
        int pages, lines, columns;
    } moves[] = {
        { TERMINAL_KEY_UP, 0, -1, 0 },
        { TERMINAL_KEY_DOWN, 0, 1, 0 },
        { TERMINAL_KEY_LEFT, 0, 0, -8 },
        { TERMINAL_KEY_RIGHT, 0, 0, 8 },
        { TERMINAL_KEY_PAGE_UP, -1, 0, 0 },
        { TERMINAL_KEY_PAGE_DOWN, 1, 0, 0 },
        { TERMINAL_KEY_HOME, -10000, 0, 0 },
        { TERMINAL_KEY_END, 10000, 0, 0 },
        { ' ', 1, 0, 0 },
    };
    for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
        if (moves[i].key == key)
            scroll(screen, moves[i].pages * rows_in_sight() + moves[i].lines, moves[i].columns);
    }
    if (key == 'e' || key == 'E')
        *result = export(screen);
    bool leaves = key == 'q' || key == 'Q' || key == TERMINAL_KEY_ESCAPE ||
                  key == TERMINAL_KEY_ENTER || key == TERMINAL_KEY_F1 + 9;
    return !leaves && *result != DIALOG_INTERRUPTED && *result != DIALOG_CLOSED;
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
            return DIALOG_INTERRUPTED;
        if (event.kind == EVENT_CLOSED)
            return DIALOG_CLOSED;
        if (event.kind == EVENT_MOUSE && event.button == BUTTON_WHEEL_UP)
            scroll(screen, -2, 0);
        if (event.kind == EVENT_MOUSE && event.button == BUTTON_WHEEL_DOWN)
            scroll(screen, 2, 0);
        if (event.kind == EVENT_KEY && !take_key(screen, event.key, &result))
            return result == DIALOG_BACK ? 0 : result;
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
