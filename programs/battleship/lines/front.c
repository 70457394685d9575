/* Questions and pages in line mode; see front.h. */
#include "battleship/lines/front.h"

#include <string.h>

#include "battleship/lines/input.h"
#include "battleship/lines/text.h"
#include "battleship/talk/command.h"
#include "common/format.h"
#include "common/terminal.h"

enum {
    PROMPT_SIZE = 128
};

/* Writes the words that can be typed; the first choice, which loses nothing, comes last. */
static void write_prompt(const struct question *question, char prompt[PROMPT_SIZE])
{
    int last = question->count - 1;
    prompt[0] = '\0';
    for (int i = last; i >= 0; i--)
        format_append(prompt, PROMPT_SIZE, "%s%s",
                      i == last ? ""
                      : i == 0  ? " or "
                                : ", ",
                      question->choices[i].word);
}

/* The choice that a word names, or -1. */
static int find_choice(const struct question *question, const char *word)
{
    for (int i = 0; i < question->count; i++)
        if (word && plain_is_word(word, question->choices[i].word))
            return i;
    return -1;
}

static int ask(void *user, const struct question *question)
{
    struct lines_front *lines = user;
    char prompt[PROMPT_SIZE];
    char text[1024];
    int choice = -1;
    snprintf(text, sizeof text, "%s", question->text);
    text_make_fit(text, lines->plain->has_utf8);
    plain_say(lines->plain, "%s", text);
    write_prompt(question, prompt);
    for (bool is_again = false; choice < 0; is_again = true) {
        if (is_again)
            plain_say(lines->plain, "Type one of these words, or its first letter.");
        lines->state = plain_ask(lines->plain, prompt);
        if (lines->state == PLAIN_NEWS)
            return ANSWER_BACK;
        if (lines->state != PLAIN_GOES_ON)
            return lines->state == PLAIN_INTERRUPTED ? ANSWER_INTERRUPTED : ANSWER_CLOSED;
        char *cursor = lines->plain->input.line;
        choice = find_choice(question, input_word(&cursor));
    }
    return choice;
}

static void show(void *user, const char *title, const char *text)
{
    const struct lines_front *lines = user;
    (void)title;
    text_print(plain_out(lines->plain), text, terminal_width(), 0);
}

struct front lines_front(struct lines_front *lines, struct plain *plain)
{
    *lines = (struct lines_front){ .plain = plain, .state = PLAIN_GOES_ON };
    return (struct front){ .ask = ask, .show = show, .is_line_mode = true, .user = lines };
}

void lines_say_reply(const struct plain *plain, const struct reply *reply)
{
    if (reply->kind != REPLY_NONE)
        plain_say(plain, "%s", reply->text);
}

void lines_print_commands(const struct plain *plain, int32_t place)
{
    enum {
        HELP_COLUMN = 17
    };
    const struct command_row *row;
    for (int i = 0; (row = command_row(place, i)); i++) {
        char usage[32];
        char line[256];
        if (!row->word || !row->help)
            continue;
        snprintf(usage, sizeof usage, "%s %s", row->word, row->usage);
        snprintf(line, sizeof line, "  %-*s %s", HELP_COLUMN - 3, usage, row->help);
        text_print(plain_out(plain), line, terminal_width(), HELP_COLUMN);
    }
}
