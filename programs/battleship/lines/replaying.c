/* A record in line mode, step by step; see replaying.h. */
#include "battleship/lines/replaying.h"

#include <stdlib.h>
#include <string.h>

#include "battleship/lines/analysing.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/input.h"
#include "battleship/lines/questions.h"
#include "battleship/lines/speech.h"
#include "battleship/talk/command.h"
#include "battleship/talk/replay_heat.h"
#include "battleship/talk/viewing.h"
#include "battleship/talk/words.h"
#include "common/line_break.h"
#include "common/sides.h"
#include "common/text.h"

enum {
    PROMPT_SIZE = 64
};

/* Somebody who looks at a record. */
struct spectator {
    struct lines *lines;
    struct viewing viewing;
    struct panel panels[SIDES];
};

/* ---- what is shown ---- */

static const struct panel *show_side(struct spectator *spectator, int32_t side, bool is_open)
{
    viewing_show_waters(&spectator->viewing, side, is_open, &spectator->panels[side]);
    return &spectator->panels[side];
}

static void draw(struct spectator *spectator)
{
    const struct replay *replay = spectator->viewing.replay;
    bool is_game = bship_record_is_game(replay->record);
    int32_t target = replay->count > 0 ? other_side(replay->steps[0].side) : BSHIP_SIDE_B;
    int32_t left = is_game ? spectator->viewing.left : target;
    fputc('\n', lines_out(spectator->lines));
    grid_draw(&spectator->lines->grid, show_side(spectator, left, true),
              is_game ? show_side(spectator, other_side(left), true) : NULL);
}

static void show(struct spectator *spectator)
{
    char *said = viewing_say(&spectator->viewing);
    if (!spectator->lines->is_spoken)
        draw(spectator);
    if (said && said[0])
        line_break_print(lines_out(spectator->lines), said, terminal_width(), 0, 0);
    free(said);
}

/* ---- what can be done ---- */

/* Computes a heat map and prints it. Ctrl-C cancels it, which is no reason to leave. */
static int show_heat(struct spectator *spectator)
{
    struct lines *lines = spectator->lines;
    const struct replay *replay = spectator->viewing.replay;
    int32_t side = replay_aiming_side(replay);
    int outcome = OUTCOME_FAILED;
    struct replay_heat heat;
    if (replay_heat_open(&heat, replay, lines->course.worker)) {
        lines_say(lines, "For %s:", spectator->viewing.result.called[side].name);
        replay_heat_toggle(&heat);
        replay_heat_step(&heat, true);
        outcome = lines_wait(lines, "Computing the heat map (Ctrl-C cancels)");
        replay_heat_step(&heat, false);
        if (replay_heat_is_there(&heat))
            boards_print_heat(lines, replay->charts[side], heat.grid);
        lines_say(lines, "%s", outcome == OUTCOME_INTERRUPTED ? "Cancelled." : heat.text);
    } else {
        lines_fail("cannot ask for advice", BSHIP_ERROR_MEMORY);
    }
    replay_heat_close(&heat);
    return outcome == OUTCOME_INTERRUPTED ? (int)OUTCOME_DONE : outcome;
}

static int run_command(struct spectator *spectator, int32_t command)
{
    struct lines *lines = spectator->lines;
    const struct viewing *viewing = &spectator->viewing;
    if (viewing_move(&spectator->viewing, command)) {
        show(spectator);
        return OUTCOME_DONE;
    }
    switch (command) {
    case COMMAND_MENU:
        lines_print_commands(lines, PLACE_REPLAY);
        lines_say(lines, "  12             the number of a step: just after that step");
        return OUTCOME_DONE;
    case COMMAND_BOARD:
        draw(spectator);
        return OUTCOME_DONE;
    case COMMAND_ANALYSE:
        analysing_print_turns(lines, &viewing->result, viewing->hindsights, viewing->side);
        return OUTCOME_DONE;
    case COMMAND_HEAT:
        return show_heat(spectator);
    default:
        return OUTCOME_QUIT;
    }
}

/* Goes to the step that was typed. */
static void go(struct spectator *spectator, char *line)
{
    struct reply reply;
    const char *word = input_word(&line);
    viewing_go(&spectator->viewing, word, &reply);
    if (reply.kind == REPLY_DONE)
        show(spectator);
    else
        lines_say(spectator->lines, "%s Type help for a list of commands.", reply.text);
}

static int obey(struct spectator *spectator, char *line)
{
    char *rest;
    const struct replay *replay = spectator->viewing.replay;
    int32_t command = command_of_line(PLACE_REPLAY, line, &rest);
    bool is_empty = !rest[0] && command == COMMAND_NONE;
    if (is_empty && replay->at == replay->count) {
        lines_say(spectator->lines, "That was the last step; type quit to leave.");
        return OUTCOME_DONE;
    }
    if (command != COMMAND_NONE || is_empty)
        return run_command(spectator, is_empty ? COMMAND_FORWARD : command);
    go(spectator, rest);
    return OUTCOME_DONE;
}

static int converse(struct spectator *spectator)
{
    int outcome = OUTCOME_DONE;
    show(spectator);
    while (outcome == OUTCOME_DONE) {
        char prompt[PROMPT_SIZE];
        viewing_position(&spectator->viewing, prompt, sizeof prompt);
        prompt[strlen(prompt) - 1] = '\0'; /* a prompt is no sentence */
        outcome = lines_ask(spectator->lines, prompt);
        if (outcome == OUTCOME_DONE)
            outcome = obey(spectator, spectator->lines->input.line);
    }
    return outcome;
}

/* Makes names fit for the terminal, and room for both boards; false if out of memory. */
static bool open_spectator(struct spectator *spectator)
{
    struct viewing *viewing = &spectator->viewing;
    bool has_panels = true;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct called *called = &viewing->result.called[side];
        text_make_fit(called->name, spectator->lines->has_utf8);
        text_make_fit(called->subject, spectator->lines->has_utf8);
        has_panels = panel_init(&spectator->panels[side], viewing->replay->rules) && has_panels;
    }
    return has_panels;
}

static void close_spectator(struct spectator *spectator)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        panel_clear(&spectator->panels[side]);
}

int lines_replay(void *user, struct replay *replay, bool is_own)
{
    struct lines *lines = user;
    struct spectator spectator = { .lines = lines };
    viewing_open(&spectator.viewing, replay, is_own);
    int outcome = open_spectator(&spectator) ? converse(&spectator)
                                             : lines_fail("cannot replay", BSHIP_ERROR_MEMORY);
    close_spectator(&spectator);
    viewing_close(&spectator.viewing);
    return outcome == OUTCOME_QUIT ? (int)OUTCOME_BACK : outcome;
}

/* ---- a position to fire in ---- */

static void show_position(struct spectator *spectator, int32_t side)
{
    FILE *out = lines_out(spectator->lines);
    const struct panel *target = show_side(spectator, other_side(side), false);
    if (spectator->lines->is_spoken) {
        for (int32_t row = 0; row < bship_rules_height(target->rules); row++)
            speech_print_row(out, target, row);
        return;
    }
    fputc('\n', out);
    grid_draw(&spectator->lines->grid, target, show_side(spectator, side, true));
}

/* Asks until a cell of the board is typed, or a word that leaves. */
static int ask_cell(struct lines *lines, const bship_rules *rules, bship_cell *cell)
{
    int outcome;
    while ((outcome = lines_ask(lines, "Your shot, or quit")) == OUTCOME_DONE) {
        struct reply reply = { .kind = REPLY_NONE };
        char word[CELL_WORD_SIZE];
        char *cursor = lines->input.line;
        if (strcmp(cursor, "quit") == 0 || strcmp(cursor, "q") == 0)
            return OUTCOME_BACK;
        if (words_read_cell(rules, &cursor, cell, word, &reply))
            return OUTCOME_DONE;
        lines_say_reply(lines, &reply);
    }
    return outcome;
}

int lines_aim(void *user, const struct viewing *viewing, int32_t side, const char *text,
              bship_cell *cell)
{
    struct lines *lines = user;
    struct spectator spectator = { .lines = lines, .viewing = *viewing };
    int outcome = OUTCOME_FAILED;
    if (open_spectator(&spectator)) {
        show_position(&spectator, side);
        lines_say(lines, "%s", text);
        outcome = ask_cell(lines, viewing->replay->rules, cell);
    } else {
        lines_fail("cannot practise", BSHIP_ERROR_MEMORY);
    }
    close_spectator(&spectator);
    return outcome;
}
