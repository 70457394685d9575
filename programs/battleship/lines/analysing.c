/* The review of a game in line mode; see analysing.h. */
#include "battleship/lines/analysing.h"

#include "battleship/lines/text.h"
#include "battleship/talk/replay.h"
#include "common/terminal.h"

enum {
    FIGURE_COLUMNS = 7,
    LINE_SIZE = 256
};

void analysing_print_lines(const struct plain *plain, const struct result *result,
                           const struct hindsight hindsights[SIDES], int32_t side)
{
    struct review_line lines[REVIEW_LINES_MAX];
    size_t count = review_lines(&hindsights[side], &result->called[side], lines);
    for (size_t i = 0; i < count; i++) {
        char text[LINE_SIZE];
        bool has_figure = lines[i].figure[0] != '\0';
        snprintf(text, sizeof text, "%*s%s%s", has_figure ? FIGURE_COLUMNS - 1 : 0, lines[i].figure,
                 has_figure ? " " : "", lines[i].text);
        text_print(plain_out(plain), text, terminal_width(), has_figure ? FIGURE_COLUMNS : 0);
    }
}

static void print_turns_of(const struct plain *plain, const struct called *called,
                           const struct hindsight *hindsight)
{
    char text[LINE_SIZE];
    bool is_best;
    if (!hindsight_is_there(hindsight))
        return;
    plain_say(plain, "%s:", called->subject);
    plain_say(plain, "%s", review_table_legend());
    fprintf(plain_out(plain), "%s\n", review_table_heading());
    for (int64_t i = 0; review_table_row(hindsight, i, text, sizeof text, &is_best); i++)
        fprintf(plain_out(plain), "%s\n", text);
}

void analysing_print_turns(const struct plain *plain, const struct result *result,
                           const struct hindsight hindsights[SIDES], int32_t side)
{
    int32_t other = other_side(side);
    print_turns_of(plain, &result->called[side], &hindsights[side]);
    print_turns_of(plain, &result->called[other], &hindsights[other]);
    if (!hindsight_is_there(&hindsights[side]) && !hindsight_is_there(&hindsights[other]))
        plain_say(plain, "%s", REPLAY_NO_REVIEW);
}
