/* A record in line mode, step by step; see replaying.h. */
#include "battleship/lines/replaying.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/sides.h"
#include "battleship/game/describe.h"
#include "battleship/game/replay.h"
#include "battleship/lines/advising.h"
#include "battleship/lines/commands.h"
#include "battleship/lines/input.h"
#include "battleship/lines/text.h"

enum {
    TITLE_SIZE = 64,
    WORD_SIZE = 24
};

/* Somebody who looks at a record. */
struct spectator {
    struct plain *plain;
    struct replay replay;
    struct panel panels[SIDES];
    char names[SIDES][PLAYER_NAME_SIZE];
};

/* ---- what is shown ---- */

static void show_side(struct spectator *spectator, int32_t side, char title[TITLE_SIZE])
{
    const struct replay *replay = &spectator->replay;
    struct panel *panel = &spectator->panels[side];
    snprintf(title, TITLE_SIZE, "WATERS OF %s", spectator->names[side]);
    if (replay->boards[side] != NULL)
        panel_show_board(panel, title, replay->boards[side]);
    else
        panel_show_chart(panel, title, replay->charts[other_side(side)]);
    snprintf(panel->summary, sizeof(panel->summary), "afloat");
}

/* Marks the shots of the entry just shown on the board that they were fired at. */
static void mark_latest(struct spectator *spectator)
{
    const struct replay *replay = &spectator->replay;
    bship_turn turn = BSHIP_TURN_INIT;
    if (replay->at == 0)
        return;
    const struct replay_step *step = &replay->steps[replay->at - 1];
    const bship_chart *chart = replay->charts[step->side];
    if (bship_chart_turn(chart, step->chart_turn, &turn) == BSHIP_OK)
        panel_mark_fresh(&spectator->panels[other_side(step->side)], chart, turn.first_shot);
}

static void draw(struct spectator *spectator)
{
    char titles[SIDES][TITLE_SIZE];
    const struct replay *replay = &spectator->replay;
    bool is_game = bship_record_is_game(replay->record);
    int32_t target = replay->count > 0 ? other_side(replay->steps[0].side) : BSHIP_SIDE_B;
    show_side(spectator, BSHIP_SIDE_A, titles[BSHIP_SIDE_A]);
    show_side(spectator, BSHIP_SIDE_B, titles[BSHIP_SIDE_B]);
    mark_latest(spectator);
    fputc('\n', plain_out(spectator->plain));
    grid_draw(&spectator->plain->grid, &spectator->panels[is_game ? BSHIP_SIDE_A : target],
              is_game ? &spectator->panels[BSHIP_SIDE_B] : NULL);
}

static void print_step(const struct spectator *spectator, int64_t number)
{
    const struct replay_step *step = &spectator->replay.steps[number];
    FILE *out = plain_out(spectator->plain);
    fprintf(out, "%5s: ", spectator->names[step->side]);
    describe_turn(out, spectator->replay.logs[step->side], step->chart_turn, NULL);
    fputc('\n', out);
}

static void show(struct spectator *spectator)
{
    const struct replay *replay = &spectator->replay;
    char result[160];
    if (!spectator->plain->is_spoken)
        draw(spectator);
    if (replay->at > 0)
        print_step(spectator, replay->at - 1);
    if (replay->at < replay->count)
        return;
    replay_result(replay, result, sizeof(result));
    if (result[0] != '\0')
        plain_say(spectator->plain, "%s", result);
    if (replay->fault[0] != '\0')
        plain_say(spectator->plain, "A contradiction: %s.", replay->fault);
}

/* ---- what can be done ---- */

enum replay_command {
    COMMAND_HELP,
    COMMAND_NEXT,
    COMMAND_BACK,
    COMMAND_FIRST,
    COMMAND_LAST,
    COMMAND_BOARD,
    COMMAND_HEAT,
    COMMAND_QUIT
};

static const struct command commands[] = {
    [COMMAND_HELP] = { "help", "?", "help", "this list" },
    [COMMAND_NEXT] = { "next", "n", "next", "the next shot or salvo (or press Enter)" },
    [COMMAND_BACK] = { "back", "b", "back", "one step back" },
    [COMMAND_FIRST] = { "first", NULL, "first", "to the start" },
    [COMMAND_LAST] = { "last", NULL, "last", "to the end" },
    [COMMAND_BOARD] = { "board", NULL, "board", "both boards" },
    [COMMAND_HEAT] = { "heat", "m", "heat", "the chances to hit for whoever fires next" },
    [COMMAND_QUIT] = { "quit", "q", "quit", "leave" },
    { NULL, NULL, NULL, NULL },
};

static enum plain_state go(struct spectator *spectator, int64_t at)
{
    replay_go(&spectator->replay, at);
    show(spectator);
    return PLAIN_GOES_ON;
}

static enum plain_state show_heat(struct spectator *spectator)
{
    struct plain *plain = spectator->plain;
    struct advice *advice = NULL;
    if (advice_open(&advice, spectator->replay.rules, plain->worker) != BSHIP_OK)
        return plain_fail("cannot ask for advice", BSHIP_ERROR_MEMORY);
    int32_t side = replay_aiming_side(&spectator->replay);
    plain_say(plain, "For %s:", spectator->names[side]);
    bool is_found;
    enum plain_state state = advising_map(plain, advice, spectator->replay.charts[side], &is_found);
    advice_close(advice);
    return state;
}

static enum plain_state run_command(struct spectator *spectator, int command)
{
    int64_t at = spectator->replay.at;
    switch (command) {
    case COMMAND_HELP:
        plain_say(spectator->plain,
                  "Press Enter for the next step, type a number from 0 to %" PRId64 " to jump, or:",
                  spectator->replay.count);
        command_print_all(commands, plain_out(spectator->plain));
        return PLAIN_GOES_ON;
    case COMMAND_NEXT:
        return go(spectator, at + 1);
    case COMMAND_BACK:
        return go(spectator, at - 1);
    case COMMAND_FIRST:
        return go(spectator, 0);
    case COMMAND_LAST:
        return go(spectator, spectator->replay.count);
    case COMMAND_BOARD:
        draw(spectator);
        return PLAIN_GOES_ON;
    case COMMAND_HEAT:
        return show_heat(spectator);
    default:
        return PLAIN_LEFT;
    }
}

static enum plain_state obey(struct spectator *spectator, char *line)
{
    char *cursor = line;
    const char *word = input_word(&cursor);
    const struct replay *replay = &spectator->replay;
    if (word == NULL && replay->at == replay->count) {
        plain_say(spectator->plain, "That was the last step; type quit to leave.");
        return PLAIN_GOES_ON;
    }
    int command = word == NULL ? COMMAND_NEXT : command_find(commands, word, cursor);
    if (command >= 0)
        return run_command(spectator, command);
    char *end = NULL;
    long long number = strtoll(word, &end, 10);
    if (*end == '\0' && number >= 0 && number <= replay->count)
        return go(spectator, number);
    text_print_quoted(plain_out(spectator->plain), word);
    fprintf(plain_out(spectator->plain),
            ": neither a step from 0 to %" PRId64 " nor a command; type help for a list.\n",
            replay->count);
    return PLAIN_GOES_ON;
}

static enum plain_state converse(struct spectator *spectator)
{
    enum plain_state state = PLAIN_GOES_ON;
    show(spectator);
    while (state == PLAIN_GOES_ON) {
        char prompt[64];
        snprintf(prompt, sizeof(prompt), "Step %" PRId64 " of %" PRId64, spectator->replay.at,
                 spectator->replay.count);
        state = plain_ask(spectator->plain, prompt);
        if (state == PLAIN_GOES_ON)
            state = obey(spectator, spectator->plain->input.line);
    }
    return state;
}

enum plain_state plain_replay(struct plain *plain, const char *path)
{
    char why[FILES_WHY_SIZE];
    struct spectator spectator = { .plain = plain };
    if (!replay_open(&spectator.replay, path, why)) {
        fprintf(stderr, PROGRAM ": %s\n", why);
        return PLAIN_FAILED;
    }
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        snprintf(spectator.names[side], PLAYER_NAME_SIZE, "%s",
                 replay_name(&spectator.replay, side));
        text_make_fit(spectator.names[side], plain->has_utf8);
    }
    bool has_panels = panel_init(&spectator.panels[BSHIP_SIDE_A], spectator.replay.rules);
    has_panels = panel_init(&spectator.panels[BSHIP_SIDE_B], spectator.replay.rules) && has_panels;
    enum plain_state state =
        has_panels ? converse(&spectator) : plain_fail("cannot replay", BSHIP_ERROR_MEMORY);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        panel_clear(&spectator.panels[side]);
    replay_close(&spectator.replay);
    return state;
}
