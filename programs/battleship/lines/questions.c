/* Questions and pages in line mode; see questions.h. */
#include "battleship/lines/questions.h"

#include <stdlib.h>
#include <string.h>

#include "battleship/lines/input.h"
#include "battleship/talk/command.h"
#include "battleship/talk/words.h"
#include "common/format.h"
#include "common/line_break.h"
#include "common/number.h"
#include "common/text.h"
#include "common/tty.h"

enum {
    PROMPT_SIZE = 128,
    ROW_SIZE = 512 /* of a list, and of what is said of it */
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

/* The choice that a word, or none, names; -1: there is none. */
static int find_choice(const struct question *question, const char *word)
{
    for (int i = 0; i < question->count; i++)
        if (word && words_is(word, question->choices[i].word))
            return i;
    return question->is_private && !word ? 0 : -1;
}

int lines_ask_one(void *user, const struct question *question)
{
    struct lines *lines = user;
    char prompt[PROMPT_SIZE];
    char text[1024];
    int choice = -1;
    if (question->is_private)
        lines_turn_page(lines);
    snprintf(text, sizeof text, "%s", question->text);
    text_make_fit(text, lines->has_utf8);
    lines_say(lines, "%s", text);
    write_prompt(question, prompt);
    if (question->is_unasked && lines->has_terminal)
        input_drop(&lines->input);
    for (bool is_again = false; choice < 0; is_again = true) {
        if (is_again)
            lines_say(lines, "Type one of these words, or its first letter.");
        int outcome = lines_ask(lines, prompt);
        if (outcome != OUTCOME_DONE)
            return outcome;
        char *cursor = lines->input.line;
        choice = find_choice(question, input_word(&cursor));
    }
    return choice;
}

/* Asks for one of `count` games by its number; returns its index. */
static int ask_number(struct lines *lines, int count)
{
    int outcome;
    while ((outcome = lines_ask(lines, "The number of a game, or quit")) == OUTCOME_DONE) {
        char *cursor = lines->input.line;
        const char *word = input_word(&cursor);
        uint64_t typed;
        if (word && number_parse(word, 1, (uint64_t)count, &typed))
            return (int)typed - 1;
        if (word && words_is(word, "quit"))
            return OUTCOME_QUIT;
        lines_say(lines, "The games have the numbers from 1 to %d.", count);
    }
    return outcome;
}

int lines_choose(void *user, struct listing *listing)
{
    struct lines *lines = user;
    if (listing->text[0])
        lines_say(lines, "%s", listing->text);
    for (int i = 0; i < listing->count; i++) {
        char row[ROW_SIZE], note[ROW_SIZE] = "";
        listing->row(i, row, sizeof row, listing->user);
        if (listing->note)
            listing->note(i, note, sizeof note, listing->user);
        text_make_fit(row, lines->has_utf8);
        lines_say(lines, "%2d  %s%s%s", i + 1, row, note[0] ? " " : "", note);
    }
    return listing->count > 0 ? ask_number(lines, listing->count) : (int)OUTCOME_QUIT;
}

void lines_show(void *user, const char *title, const char *text)
{
    const struct lines *lines = user;
    (void)title;
    line_break_print(lines_out(lines), text, terminal_width(), 0, 0);
}

void lines_say_reply(const struct lines *lines, const struct reply *reply)
{
    if (reply->kind != REPLY_NONE)
        lines_say(lines, "%s", reply->text);
}

void lines_print_commands(const struct lines *lines, int32_t place)
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
        line_break_print(lines_out(lines), line, terminal_width(), 0, HELP_COLUMN);
    }
}
