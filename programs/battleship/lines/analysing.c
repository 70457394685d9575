/* The review of a game in line mode; see analysing.h. */
#include "battleship/lines/analysing.h"

#include "battleship/talk/viewing.h"
#include "common/line_break.h"
#include "common/text.h"
#include "common/tty.h"

enum {
    FIGURE_COLUMNS = 7,
    LINE_SIZE = 256
};

void analysing_print_lines(const struct lines *lines, struct review_line *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[LINE_SIZE];
        bool has_figure = rows[i].figure[0] != '\0';
        snprintf(text, sizeof text, "%*s%s%s", has_figure ? FIGURE_COLUMNS - 1 : 0, rows[i].figure,
                 has_figure ? " " : "", rows[i].text);
        if (lines->has_utf8)
            text_use_signs(text);
        line_break_print(lines_out(lines), text, terminal_width(), 0,
                         has_figure ? FIGURE_COLUMNS : 0);
    }
}

static void print_turns_of(const struct lines *lines, const struct called *called,
                           const struct hindsight *hindsight)
{
    char text[LINE_SIZE];
    if (!hindsight_is_there(hindsight))
        return;
    lines_say(lines, "%s:", called->subject);
    lines_say(lines, "%s", review_table_legend());
    fprintf(lines_out(lines), "%s\n", review_table_heading());
    for (int64_t i = 0; review_table_row(hindsight, i, text, sizeof text); i++)
        fprintf(lines_out(lines), "%s\n", text);
}

void analysing_print_turns(const struct lines *lines, const struct result *result,
                           const struct hindsight hindsights[SIDES], int32_t side)
{
    int32_t other = other_side(side);
    print_turns_of(lines, &result->called[side], &hindsights[side]);
    print_turns_of(lines, &result->called[other], &hindsights[other]);
    if (!hindsight_is_there(&hindsights[side]) && !hindsight_is_there(&hindsights[other]))
        lines_say(lines, "%s", REPLAY_NO_REVIEW);
}
