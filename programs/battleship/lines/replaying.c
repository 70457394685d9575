/* A record in line mode, step by step; see replaying.h. */
#include "battleship/lines/replaying.h"
#include "battleship/lines/front.h"

#include <stdlib.h>
#include <string.h>

#include "battleship/lines/advising.h"
#include "battleship/lines/analysing.h"
#include "battleship/lines/input.h"
#include "battleship/lines/text.h"
#include "battleship/talk/command.h"
#include "battleship/talk/replay.h"
#include "battleship/talk/words.h"
#include "common/sides.h"

enum {
    TITLE_SIZE = 64,
    PROMPT_SIZE = 64
};

/* Somebody who looks at a record. */
struct spectator {
    struct plain *plain;
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
    snprintf(panel->summary, sizeof panel->summary, "afloat");
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
    fputc('\n', plain_out(spectator->plain));
    grid_draw(&spectator->plain->grid, &spectator->panels[left],
              is_game ? &spectator->panels[other_side(left)] : NULL);
}

static void show(struct spectator *spectator)
{
    char *said = viewing_say(&spectator->viewing);
    if (!spectator->plain->is_spoken)
        draw(spectator);
    if (said && said[0])
        text_print(plain_out(spectator->plain), said, terminal_width(), 0);
    free(said);
}

/* ---- what can be done ---- */

static enum plain_state show_heat(struct spectator *spectator)
{
    struct plain *plain = spectator->plain;
    const struct replay *replay = spectator->viewing.replay;
    struct advice *advice = NULL;
    if (advice_open(&advice, replay->rules, plain->worker))
        return plain_fail("cannot ask for advice", BSHIP_ERROR_MEMORY);
    int32_t side = replay_aiming_side(replay);
    plain_say(plain, "For %s:", spectator->viewing.result.called[side].name);
    bool is_found;
    enum plain_state state = advising_map(plain, advice, replay->charts[side], &is_found);
    advice_close(advice);
    return state;
}

static enum plain_state run_command(struct spectator *spectator, int32_t command)
{
    struct plain *plain = spectator->plain;
    const struct viewing *viewing = &spectator->viewing;
    if (viewing_move(&spectator->viewing, command)) {
        show(spectator);
        return PLAIN_GOES_ON;
    }
    switch (command) {
    case COMMAND_MENU:
        lines_print_commands(plain, PLACE_REPLAY);
        plain_say(plain, "  12             the number of a step: just after that step");
        return PLAIN_GOES_ON;
    case COMMAND_BOARD:
        draw(spectator);
        return PLAIN_GOES_ON;
    case COMMAND_ANALYSE:
        analysing_print_turns(plain, &viewing->result, viewing->hindsights, viewing->side);
        return PLAIN_GOES_ON;
    case COMMAND_HEAT:
        return show_heat(spectator);
    default:
        return PLAIN_LEFT;
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
        plain_say(spectator->plain, "%s Type help for a list of commands.", reply.text);
}

static enum plain_state obey(struct spectator *spectator, char *line)
{
    char *rest;
    const struct replay *replay = spectator->viewing.replay;
    int32_t command = command_of_line(PLACE_REPLAY, line, &rest);
    bool is_empty = !rest[0] && command == COMMAND_NONE;
    if (command == COMMAND_NONE)
        command = command_of_letter(PLACE_REPLAY, line);
    if (is_empty && replay->at == replay->count) {
        plain_say(spectator->plain, "That was the last step; type quit to leave.");
        return PLAIN_GOES_ON;
    }
    if (command != COMMAND_NONE || is_empty)
        return run_command(spectator, is_empty ? COMMAND_FORWARD : command);
    go(spectator, rest);
    return PLAIN_GOES_ON;
}

static enum plain_state converse(struct spectator *spectator)
{
    enum plain_state state = PLAIN_GOES_ON;
    show(spectator);
    while (state == PLAIN_GOES_ON) {
        char prompt[PROMPT_SIZE];
        viewing_position(&spectator->viewing, prompt, sizeof prompt);
        prompt[strlen(prompt) - 1] = '\0'; /* a prompt is no sentence */
        state = plain_ask(spectator->plain, prompt);
        if (state == PLAIN_GOES_ON)
            state = obey(spectator, spectator->plain->input.line);
    }
    return state;
}

enum plain_state replaying_run(struct plain *plain, struct replay *replay, bool is_own)
{
    struct spectator spectator = { .plain = plain };
    viewing_open(&spectator.viewing, replay, is_own);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct called *called = &spectator.viewing.result.called[side];
        text_make_fit(called->name, plain->has_utf8);
        text_make_fit(called->subject, plain->has_utf8);
    }
    bool has_panels = panel_init(&spectator.panels[BSHIP_SIDE_A], replay->rules);
    has_panels = panel_init(&spectator.panels[BSHIP_SIDE_B], replay->rules) && has_panels;
    enum plain_state state =
        has_panels ? converse(&spectator) : plain_fail("cannot replay", BSHIP_ERROR_MEMORY);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        panel_clear(&spectator.panels[side]);
    viewing_close(&spectator.viewing);
    return state;
}

static enum plain_state replay_path(struct plain *plain, const char *path, bool is_own)
{
    char why[FILES_WHY_SIZE];
    struct replay replay;
    if (!replay_open(&replay, path, why)) {
        fprintf(stderr, PROGRAM ": %s\n", why);
        return PLAIN_FAILED;
    }
    enum plain_state state = replaying_run(plain, &replay, is_own);
    replay_close(&replay);
    return state;
}

/* ---- the kept games ---- */

static void print_kept(const struct plain *plain, const struct kept_games *kept)
{
    char text[FILES_WHY_SIZE];
    replay_introduce_kept(kept, text, sizeof text);
    if (text[0])
        plain_say(plain, "%s", text);
    for (int i = 0; i < kept->count; i++) {
        char rules[FILES_WHY_SIZE];
        replay_describe_kept(&kept->games[i], text, sizeof text);
        replay_explain_kept(&kept->games[i], rules, sizeof rules);
        text_make_fit(text, plain->has_utf8);
        plain_say(plain, "%2d  %s %s", i + 1, text, rules);
    }
}

/* Asks for the number of a kept game, and shows that, until something else is typed. */
static enum plain_state choose(struct plain *plain, const struct kept_games *kept)
{
    int number;
    enum plain_state state =
        plain_ask_number(plain, "The number of a game, or quit", kept->count, &number);
    return state == PLAIN_GOES_ON ? replay_path(plain, kept->games[number - 1].path, true) : state;
}

static enum plain_state replay_kept(struct plain *plain)
{
    char why[FILES_WHY_SIZE];
    struct kept_games *kept = malloc(sizeof *kept);
    if (!kept)
        return plain_fail("cannot list the kept games", BSHIP_ERROR_MEMORY);
    bool is_read = kept_read(kept, why);
    if (is_read)
        print_kept(plain, kept);
    else
        fprintf(stderr, PROGRAM ": %s\n", why);
    enum plain_state state = !is_read ? PLAIN_FAILED : PLAIN_GOES_ON;
    if (is_read && kept->count == 0)
        state = PLAIN_LEFT;
    while (state == PLAIN_GOES_ON)
        state = choose(plain, kept);
    kept_clear(kept);
    free(kept);
    return state;
}

enum plain_state plain_replay(struct plain *plain, const char *path)
{
    return path ? replay_path(plain, path, false) : replay_kept(plain);
}
