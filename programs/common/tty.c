/* Helpers for printing on a terminal; see tty.h. */
#include "common/tty.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <langinfo.h>
#include <sys/ioctl.h>
#endif

enum {
    USUAL_WIDTH = 80
};

const char *colour_choice_name(int32_t choice)
{
    static const char *const names[] = { "auto", "always", "never" };
    return choice < 3 ? names[choice] : NULL;
}

int terminal_has_colour(int32_t choice)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    bool is_dumb = !terminal || !terminal[0] || strcmp(terminal, "dumb") == 0;
    bool is_wanted = (!no_colour || !no_colour[0]) && isatty(STDOUT_FILENO) && !is_dumb;
    return choice == COLOUR_ALWAYS || (choice == COLOUR_AUTO && is_wanted);
}

int terminal_has_utf8(void)
{
#ifdef _WIN32
    return setlocale(LC_CTYPE, "") && GetConsoleOutputCP() == CP_UTF8;
#else
    return setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
#endif
}

int terminal_width(void)
{
    return terminal_width_of(STDOUT_FILENO);
}

int terminal_width_of(int descriptor)
{
    const char *columns = getenv("COLUMNS");
    int width = columns ? atoi(columns) : 0;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (width <= 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
#else
    (void)descriptor;
#endif
    return width > 0 ? width : USUAL_WIDTH;
}

int column_letters(int32_t column, char letters[BSHIP_CELL_TEXT_SIZE])
{
    int count = (int)bship_cell_format((bship_cell){ column, 0 }, letters, BSHIP_CELL_TEXT_SIZE);
    letters[count - 1] = '\0';
    return count - 1;
}
