/* The questions before a game is left; see leaving.h. */
#include "battleship/talk/leaving.h"

#include <stdio.h>

#include "battleship/talk/remote.h"
#include "common/sides.h"

/* A choice, and when it is offered. */
struct offer {
    struct choice choice;
    int leaving; /* or OUTCOME_BACK */
    bool is_offered;
};

static int ask(const struct front *front, const char *text, const struct offer *offers, int count)
{
    struct question question = { .text = text };
    int leavings[QUESTION_CHOICES_MAX];
    for (int i = 0; i < count; i++) {
        if (!offers[i].is_offered)
            continue;
        leavings[question.count] = offers[i].leaving;
        question.choices[question.count++] = offers[i].choice;
    }
    int answer = front->ask(front->user, &question);
    return answer >= 0 ? leavings[answer] : answer;
}

/* What is asked. A player on another machine waits for somebody who leaves a game that is kept. */
static void write_question(const struct session *session, bool is_kept, char *text, size_t size)
{
    int32_t side = session_is_remote(session, BSHIP_SIDE_A) ? BSHIP_SIDE_A : BSHIP_SIDE_B;
    if (bship_game_phase(session->game) == BSHIP_PHASE_PLACING)
        snprintf(text, size, "Leave before the game begins?");
    else if (session_has_remote(session) && peer_seconds_left(session->peer) > 0)
        snprintf(text, size, "The connection to %s is lost. Leave the game?",
                 session_name(session, side));
    else if (is_kept && session_has_remote(session))
        snprintf(text, size,
                 "Leave the game? %s waits for %d seconds, then it is saved there, too.",
                 session_name(session, side), REMOTE_PATIENCE_SECONDS);
    else
        snprintf(text, size, "Leave the game?");
}

int leaving_ask(const struct front *front, const struct keeping *keeping,
                const struct session *session, int32_t side)
{
    bool is_kept = keeping_is_kept(keeping, session);
    bool is_local = !session_has_remote(session);
    bool has_begun = bship_game_phase(session->game) != BSHIP_PHASE_PLACING;
    bool can_go_to_menu = front->has_menu && (is_local || is_kept || !has_begun);
    char text[PLAYER_NAME_SIZE + 96];
    bool can_drop = !is_kept || (side == BSHIP_SIDE_NONE && !saves_has_file(keeping->saves));
    bool can_resign = side != BSHIP_SIDE_NONE && has_begun;
    const struct offer offers[] = {
        { { "save", "Save the game and quit" }, LEAVING_SAVED, is_kept },
        { { "back", "Back to the game" }, OUTCOME_BACK, !is_kept },
        { { "menu", "Save the game, then the menu" },
          LEAVING_MENU,
          is_kept && can_go_to_menu && !saves_has_file(keeping->saves) },
        { { "quit", has_begun ? "Quit without saving" : "Quit" },
          LEAVING_QUIT,
          can_drop && (is_local || !has_begun) },
        { { "menu", has_begun ? "Menu without saving" : "Menu" },
          LEAVING_UNSAVED_MENU,
          can_drop && can_go_to_menu },
        { { "resign", "Resign" }, LEAVING_RESIGN, can_resign },
        { { "back", "Back to the game" }, OUTCOME_BACK, is_kept },
    };
    write_question(session, is_kept, text, sizeof text);
    return ask(front, text, offers, sizeof offers / sizeof offers[0]);
}

int leaving_ask_laying(const struct front *front, const struct session *session)
{
    const struct keeping none = { .saves = NULL };
    int left = leaving_ask(front, &none, session, BSHIP_SIDE_NONE);
    return left == LEAVING_UNSAVED_MENU ? OUTCOME_BACK
           : left == LEAVING_QUIT       ? OUTCOME_QUIT
           : left == OUTCOME_BACK       ? OUTCOME_GOES_ON
                                        : left;
}

int leaving_ask_to_sit_down(const struct front *front, const struct session *session, int32_t side)
{
    char text[PLAYER_NAME_SIZE + 64];
    const struct question question = {
        .text = text,
        .choices = { { "ready", "Go on" }, { "leave", "Leave the game" } },
        .count = 2,
        .is_private = true,
    };
    if (session_humans(session) < 2)
        return OUTCOME_DONE;
    snprintf(text, sizeof text, "%s: press Enter when nobody else is looking.",
             session_name(session, side));
    int answer = front->ask(front->user, &question);
    return answer == 0 ? OUTCOME_DONE : answer == OUTCOME_CLOSED ? OUTCOME_CLOSED : OUTCOME_BACK;
}

int leaving_ask_unsaved(const struct front *front, const char *why)
{
    static const struct offer offers[] = {
        { { "back", "Back to the game" }, OUTCOME_BACK, true },
        { { "save", "Save again" }, LEAVING_SAVED, true },
        { { "leave", "Leave without saving" }, LEAVING_QUIT, true },
    };
    char text[REPLY_SIZE + 64];
    snprintf(text, sizeof text, "%s Leave it all the same?", why);
    return ask(front, text, offers, sizeof offers / sizeof offers[0]);
}
