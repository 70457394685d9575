/* A record in line mode, step by step; see replaying.h. */
#include "battleship/lines/replaying.h"
#include "battleship/lines/questions.h"

#include <stdlib.h>
#include <string.h>

#include "battleship/lines/advising.h"
#include "battleship/lines/analysing.h"
#include "battleship/lines/input.h"
#include "battleship/lines/paragraph.h"
#include "battleship/talk/command.h"
#include "battleship/talk/viewing.h"
#include "battleship/talk/words.h"
#include "common/sides.h"

enum {
    TITLE_SIZE = 64,
    PROMPT_SIZE = 64
};

/* Somebody who looks at a record. */
struct spectator {
    struct lines *lines;
    struct viewing viewing;
    struct panel panels[SIDES];
};

/* ---- what is shown ---- */

static void show_side(struct spectator *spectator, int32_t side, char title[TITLE_SIZE])
{
    const struct called *called = &spectator->viewing.result.called[side];
    struct panel *panel = &spectator->panels[side];
    words_of_waters(called->is_you, called->name, title, TITLE_SIZE);
    viewing_show_waters(&spectator->viewing, side, true, panel, title);
    snprintf(panel->summary, sizeof panel->summary, "%s", panel_roster_word(panel));
}

static void draw(struct spectator *spectator)
{
    char titles[SIDES][TITLE_SIZE];
    const struct replay *replay = spectator->viewing.replay;
    bool is_game = bship_record_is_game(replay->record);
    int32_t target = replay->count > 0 ? other_side(replay->steps[0].side) : BSHIP_SIDE_B;
    int32_t left = is_game ? spectator->viewing.left : target;
    show_side(spectator, BSHIP_SIDE_A, titles[BSHIP_SIDE_A]);
    show_side(spectator, BSHIP_SIDE_B, titles[BSHIP_SIDE_B]);
    fputc('\n', lines_out(spectator->lines));
    grid_draw(&spectator->lines->grid, &spectator->panels[left],
              is_game ? &spectator->panels[other_side(left)] : NULL);
}

static void show(struct spectator *spectator)
{
    char *said = viewing_say(&spectator->viewing);
    if (!spectator->lines->is_spoken)
        draw(spectator);
    if (said && said[0])
        text_print(lines_out(spectator->lines), said, terminal_width(), 0);
    free(said);
}

/* ---- what can be done ---- */

static int show_heat(struct spectator *spectator)
{
    struct lines *lines = spectator->lines;
    const struct replay *replay = spectator->viewing.replay;
    struct advice *advice = NULL;
    if (advice_open(&advice, replay->rules, lines->course.worker))
        return lines_fail("cannot ask for advice", BSHIP_ERROR_MEMORY);
    int32_t side = replay_aiming_side(replay);
    lines_say(lines, "For %s:", spectator->viewing.result.called[side].name);
    bool is_found;
    int outcome = advising_map(lines, advice, replay->charts[side], &is_found);
    advice_close(advice);
    return outcome;
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
    if (command == COMMAND_NONE)
        command = command_of_letter(PLACE_REPLAY, line);
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

int lines_replay(void *user, struct replay *replay, bool is_own)
{
    struct lines *lines = user;
    struct spectator spectator = { .lines = lines };
    viewing_open(&spectator.viewing, replay, is_own);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct called *called = &spectator.viewing.result.called[side];
        text_make_fit(called->name, lines->has_utf8);
        text_make_fit(called->subject, lines->has_utf8);
    }
    bool has_panels = panel_init(&spectator.panels[BSHIP_SIDE_A], replay->rules);
    has_panels = panel_init(&spectator.panels[BSHIP_SIDE_B], replay->rules) && has_panels;
    int outcome =
        has_panels ? converse(&spectator) : lines_fail("cannot replay", BSHIP_ERROR_MEMORY);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        panel_clear(&spectator.panels[side]);
    viewing_close(&spectator.viewing);
    return outcome == OUTCOME_QUIT ? (int)OUTCOME_BACK : outcome;
}
