/* Laying one's own fleet by typed cells; see lines_laying.h. */
#include "battleship/lines/lines_laying.h"

#include <stdio.h>

#include "battleship/game/laying.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/questions.h"
#include "battleship/talk/command.h"
#include "battleship/talk/laying_commands.h"

enum {
    PROMPT_SIZE = 256
};

/* A person who lays a fleet. */
struct fitter {
    struct lines *lines;
    struct laying laying;
    int32_t side;
};

static void show_board(const struct fitter *fitter)
{
    boards_draw_own(fitter->lines, fitter->side);
}

static void show_help(const struct fitter *fitter)
{
    lines_say(fitter->lines, "Type the first cell of the ship, its leftmost or topmost: B3, or B3 "
                             "right, or B3 down. Or type:");
    lines_print_commands(fitter->lines, PLACE_LAYING);
}

/* Gives a command to the talk. A change is seen on the board; everything else is printed. */
static int obey_talk(struct fitter *fitter, int32_t command, char *rest)
{
    struct reply reply;
    const struct laying_step *before = fitter->laying.steps;
    int outcome = talk_laying_do(&fitter->laying, command, rest, &fitter->lines->front, &reply);
    bool has_changed = fitter->laying.steps != before;
    bool is_spoken = fitter->lines->is_spoken;
    if (!has_changed || is_spoken)
        lines_say_reply(fitter->lines, &reply);
    /* In sentences, one ship was told by the reply. */
    if (has_changed && (!is_spoken || command == COMMAND_RANDOM))
        show_board(fitter);
    return outcome;
}

static int obey(struct fitter *fitter, char *line)
{
    char *rest;
    int32_t command = command_of_line(PLACE_LAYING, line, &rest);
    bool is_alone = !rest[0];
    switch (command) {
    case COMMAND_MENU:
        show_help(fitter);
        return OUTCOME_GOES_ON;
    case COMMAND_BOARD:
        show_board(fitter);
        return OUTCOME_GOES_ON;
    case COMMAND_PICK_UP:
        return obey_talk(fitter, is_alone ? COMMAND_UNDO : command, rest);
    case COMMAND_NONE:
        /* An empty line starts a game; it lays no ship that nobody sees. */
        if (!is_alone)
            return obey_talk(fitter, COMMAND_LAY, rest);
        return bship_board_is_complete(fitter->laying.board) ? OUTCOME_DONE : OUTCOME_GOES_ON;
    default:
        return obey_talk(fitter, command, rest);
    }
}

static int converse(struct fitter *fitter)
{
    int outcome = OUTCOME_GOES_ON;
    while (outcome == OUTCOME_GOES_ON) {
        const struct remote *remote = fitter->lines->course.remote;
        char prompt[PROMPT_SIZE];
        talk_laying_prompt(&fitter->laying, prompt, sizeof prompt);
        int asked = lines_ask(fitter->lines, prompt);
        if (asked == OUTCOME_DONE)
            outcome = obey(fitter, fitter->lines->input.line);
        else if (asked == OUTCOME_INTERRUPTED)
            outcome = obey_talk(fitter, COMMAND_LEAVE, NULL);
        else if (asked != OUTCOME_BACK)
            outcome = asked;
        else if (remote && remote->is_over) /* there is nothing to lay for */
            outcome = OUTCOME_DONE;
    }
    return outcome;
}

int lines_lay(void *user, int32_t side)
{
    struct reply reply;
    struct lines *lines = user;
    struct fitter fitter = { .lines = lines, .side = side };
    if (!laying_open(&fitter.laying, &lines->course.session, side))
        return lines_fail("cannot lay ships", BSHIP_ERROR_MEMORY);
    talk_laying_greet(&fitter.laying, &reply);
    lines_say_reply(lines, &reply);
    lines_say(lines, "Type the first cell of a ship, random, or help.");
    if (!lines->is_spoken)
        show_board(&fitter);
    int outcome = converse(&fitter);
    laying_close(&fitter.laying);
    return outcome;
}
