/* Laying one's own fleet by typed cells; see placing.h. */
#include "battleship/lines/placing.h"

#include <stdio.h>

#include "battleship/game/laying.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/front.h"
#include "battleship/lines/leaving.h"
#include "battleship/talk/command.h"
#include "battleship/talk/laying.h"

/* A person who lays a fleet. */
struct fitter {
    struct plain *plain;
    struct laying laying;
    struct lines_front lines;
    struct front front;
    int32_t side;
    bool is_ready; /* the fleet is complete, and the person wants to start */
};

static void show_board(const struct fitter *fitter)
{
    boards_draw_own(fitter->plain, fitter->side);
}

static void show_help(const struct fitter *fitter)
{
    plain_say(fitter->plain, "Type the first cell of the ship, its leftmost or topmost: B3, or B3 "
                             "right, or B3 down. Or type:");
    lines_print_commands(fitter->plain, PLACE_LAYING);
}

/* Gives a command to the talk. A change is seen on the board; everything else is printed. */
static enum plain_state obey_talk(struct fitter *fitter, int32_t command, char *rest)
{
    struct reply reply;
    const struct laying_step *before = fitter->laying.steps;
    fitter->is_ready = talk_laying_do(&fitter->laying, command, rest, &fitter->front, &reply);
    bool has_changed = fitter->laying.steps != before;
    bool is_spoken = fitter->plain->is_spoken;
    if (!has_changed || is_spoken)
        lines_say_reply(fitter->plain, &reply);
    /* In sentences, one ship was told by the reply. */
    if (has_changed && (!is_spoken || command == COMMAND_RANDOM))
        show_board(fitter);
    return fitter->lines.state;
}

static enum plain_state obey(struct fitter *fitter, char *line)
{
    char *rest;
    int32_t command = command_of_line(PLACE_LAYING, line, &rest);
    bool is_alone = !rest[0];
    switch (command) {
    case COMMAND_MENU:
        show_help(fitter);
        return PLAIN_GOES_ON;
    case COMMAND_BOARD:
        show_board(fitter);
        return PLAIN_GOES_ON;
    case COMMAND_LEAVE:
        return plain_leave(fitter->plain, BSHIP_SIDE_NONE);
    case COMMAND_PICK_UP:
        return obey_talk(fitter, is_alone ? COMMAND_UNDO : command, rest);
    case COMMAND_NONE:
        /* An empty line starts a game; it lays no ship that nobody sees. */
        if (is_alone)
            fitter->is_ready = bship_board_is_complete(fitter->laying.board);
        return is_alone ? PLAIN_GOES_ON : obey_talk(fitter, COMMAND_LAY, rest);
    default:
        return obey_talk(fitter, command, rest);
    }
}

static enum plain_state converse(struct fitter *fitter)
{
    enum plain_state state = PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && !fitter->is_ready) {
        char prompt[128];
        talk_laying_prompt(&fitter->laying, prompt, sizeof prompt);
        state = plain_ask(fitter->plain, prompt);
        if (state == PLAIN_GOES_ON)
            state = obey(fitter, fitter->plain->input.line);
        else if (state == PLAIN_INTERRUPTED)
            state = plain_leave(fitter->plain, BSHIP_SIDE_NONE);
        /* The other player may get ready meanwhile, which changes nothing here. */
        if (state == PLAIN_NEWS &&
            bship_game_phase(fitter->plain->session.game) == BSHIP_PHASE_PLACING)
            state = PLAIN_GOES_ON;
    }
    return state;
}

enum plain_state plain_lay_fleet(struct plain *plain, int32_t side)
{
    struct reply reply;
    struct fitter fitter = { .plain = plain, .side = side };
    fitter.front = lines_front(&fitter.lines, plain);
    if (!laying_open(&fitter.laying, &plain->session, side))
        return plain_fail("cannot lay ships", BSHIP_ERROR_MEMORY);
    talk_laying_greet(&fitter.laying, &reply);
    lines_say_reply(plain, &reply);
    plain_say(plain, "Type the first cell of a ship, random, or help.");
    if (!plain->is_spoken)
        show_board(&fitter);
    enum plain_state state = converse(&fitter);
    if (plain->options->preferences)
        plain->options->preferences->style = plain->session.setup.placing;
    laying_close(&fitter.laying);
    return state;
}
