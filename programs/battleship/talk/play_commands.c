/* The commands of a game being played, one function each; see play.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/talk/command.h"
#include "battleship/talk/leaving.h"
#include "battleship/talk/news.h"
#include "battleship/talk/pages.h"
#include "battleship/talk/play_state.h"
#include "battleship/talk/profile_pages.h"
#include "common/printed.h"

/* ---- help and undo ---- */

/* Asks two people at the terminal whether both agree to something; whether they do. */
static bool ask_both(struct play *play, const char *text)
{
    int answer = front_ask_if(play->options.front, text, "No", "Yes, both of us agree");
    if (answer == OUTCOME_CLOSED)
        play_hang_up(play);
    else if (answer != 1)
        reply_set(&play->reply, REPLY_REFUSED, "Both of you would have to agree.");
    return answer == 1;
}

/* Whether two people at the terminal have agreed to help, or do so now. */
static bool agree_on_help(struct play *play)
{
    if (session_allows_help(play->session))
        return true;
    if (!play_has_turn(play) || !ask_both(play, "Hints and heat maps for both of you, from now on "
                                                "and to the end of this game?"))
        return false;
    if (!session_add_remark(play->session, REMARK_HELP, play->viewer)) {
        reply_set(&play->reply, REPLY_FAILED, "%s.", bship_status_message(BSHIP_ERROR_MEMORY));
        return false;
    }
    keeping_save(&play->keeping, play->session, &play->reply);
    return true;
}

/* Against a person, help is fair only if both have agreed to it. */
static bool may_have_help(struct play *play)
{
    const struct remote *remote = play->options.remote;
    if (!remote)
        return agree_on_help(play);
    bool may = peer_allows_help(remote->peer);
    if (!may)
        reply_set(&play->reply, REPLY_REFUSED,
                  "There is no help in this game: both players have to start the program with "
                  "battleship --allow-help, also for the menu.");
    return may;
}

static void do_hint(struct play *play, const char *argument)
{
    (void)argument;
    size_t due = play_shots_due(play);
    if (!may_have_help(play) || !play_has_turn(play))
        return;
    if (play->computing != PLAY_NOTHING)
        reply_set(&play->reply, REPLY_REFUSED, "Something is being computed: cancel it first.");
    else if (play->marked_count == due)
        reply_set(&play->reply, REPLY_REFUSED, "All shots due are marked.");
    else
        play_ask_hint(play);
}

static void do_heat(struct play *play, const char *argument)
{
    (void)argument;
    if (!may_have_help(play) || (!play->wants_heat && !play_has_turn(play)))
        return;
    play->wants_heat = !play->wants_heat;
    if (!play->wants_heat && play->computing == ADVICE_HEAT)
        play_cancel_help(play);
}

static void do_cancel(struct play *play, const char *argument)
{
    (void)argument;
    if (play->computing != ADVICE_HINT && play->computing != ADVICE_HEAT)
        return;
    if (play->computing == ADVICE_HEAT)
        play->wants_heat = false;
    play_cancel_help(play);
    reply_set(&play->reply, REPLY_DONE, "Cancelled.");
}

/* Of two people at the terminal, either may wish to take the latest turn back, and both decide. */
static bool agree_on_undo(struct play *play)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    char text[PLAYER_NAME_SIZE + 64];
    if (session_humans(play->session) < 2)
        return true;
    bship_game_log_entry(play->session->game, -1, &entry);
    snprintf(text, sizeof text, "Take back the latest turn, that of %s?",
             session_name(play->session, entry.side));
    return ask_both(play, text);
}

static void do_undo(struct play *play, const char *argument)
{
    (void)argument;
    if (!session_can_undo(play->session)) {
        reply_set(&play->reply, REPLY_REFUSED,
                  session_has_remote(play->session)
                      ? "Nothing can be taken back against a player on another machine."
                      : "There is nothing to take back yet.");
        return;
    }
    if (!agree_on_undo(play))
        return;
    play_stop_computing(play);
    bship_status status = session_undo(play->session, play->viewer);
    if (!status)
        reply_set(&play->reply, REPLY_DONE, "Taken back.");
    else
        reply_set(&play->reply, REPLY_FAILED, "Nothing is taken back: %s.",
                  bship_status_message(status));
    play_after_change(play);
    if (session_humans(play->session) < 2)
        return;
    if (bship_game_to_move(play->session->game) == play->viewer)
        play->stage = PLAY_STAGE_TURNS;
    else
        play_hand_over(play);
}

/* ---- leaving ---- */

static void resign(struct play *play)
{
    play_stop_computing(play);
    if (play->options.remote)
        remote_resign(play->options.remote);
    else
        bship_game_resign(play->session->game, play->viewer);
    play_after_change(play);
}

static void do_resign(struct play *play, const char *argument)
{
    (void)argument;
    if (play_is_watching(play))
        return;
    int answer = front_ask_if(play->options.front, "Give the game up?", "No", "Yes, give it up");
    if (answer == OUTCOME_CLOSED)
        play_hang_up(play);
    else if (answer == 1)
        resign(play);
}

/* Saves the game and leaves it, on a question if it cannot be saved. */
static void leave_saved(struct play *play, int outcome)
{
    struct reply reply = { .kind = REPLY_NONE };
    int leaving = LEAVING_SAVED;
    while (leaving == LEAVING_SAVED) {
        char why[REPLY_SIZE];
        keeping_save_now(&play->keeping, play->session, "", &reply);
        if (reply.kind != REPLY_FAILED) {
            play_finish(play, outcome);
            return;
        }
        snprintf(why, sizeof why, "%s", reply.text);
        leaving = leaving_ask_unsaved(play->options.front, why);
    }
    if (leaving != OUTCOME_BACK)
        play_finish(play, leaving == LEAVING_QUIT ? outcome : leaving);
}

/* Leaves the game, and removes what was saved of it. */
static void leave_unsaved(struct play *play, int outcome)
{
    char why[FILES_WHY_SIZE];
    struct saves *saves = play->keeping.saves;
    if (saves && !saves_forget(saves, play->session, why)) {
        reply_set(&play->reply, REPLY_FAILED, "The saved game cannot be removed: %s.", why);
        return;
    }
    play->keeping.has_saved = false;
    play_finish(play, outcome);
}

static void do_leave(struct play *play, const char *argument)
{
    (void)argument;
    switch (leaving_ask(play->options.front, &play->keeping, play->session, play->viewer)) {
    case LEAVING_SAVED:
        leave_saved(play, OUTCOME_QUIT);
        break;
    case LEAVING_MENU:
        leave_saved(play, OUTCOME_BACK);
        break;
    case LEAVING_QUIT:
        leave_unsaved(play, OUTCOME_QUIT);
        break;
    case LEAVING_UNSAVED_MENU:
        leave_unsaved(play, OUTCOME_BACK);
        break;
    case LEAVING_RESIGN:
        resign(play);
        break;
    case OUTCOME_INTERRUPTED:
        keeping_save(&play->keeping, play->session, &play->reply);
        play_finish(play, OUTCOME_INTERRUPTED);
        break;
    case OUTCOME_CLOSED:
        play_hang_up(play);
        break;
    default:
        break;
    }
}

void play_interrupt(struct play *play)
{
    play->reply.kind = REPLY_NONE;
    do_leave(play, "");
}

void play_hang_up(struct play *play)
{
    keeping_save(&play->keeping, play->session, &play->reply);
    play_finish(play, OUTCOME_CLOSED);
}

static void do_save(struct play *play, const char *argument)
{
    keeping_save_now(&play->keeping, play->session, argument + strspn(argument, " "), &play->reply);
}

/* ---- looking ---- */

static void do_rules(struct play *play, const char *argument)
{
    (void)argument;
    pages_show_rules(play->options.front, play->session->setup.rules);
}

/* All that is news, which a line of news may have no room for. */
static void do_news(struct play *play, const char *argument)
{
    struct printed printed;
    (void)argument;
    if (!printed_open(&printed))
        return;
    int64_t first = news_first(play->session, play->viewer);
    for (int64_t i = first; i < play_log_length(play); i++) {
        fputs(i > first ? "\n" : "", printed.out);
        news_print(printed.out, play->session, play->viewer, i);
    }
    char *text = printed_close(&printed, first < play_log_length(play));
    if (text)
        play->options.front->show(play->options.front->user, "The latest turns", text);
    else
        reply_set(&play->reply, REPLY_DONE, NEWS_NONE);
    free(text);
}

static void do_profile(struct play *play, const char *argument)
{
    (void)argument;
    talk_profile_show(play->session->setup.players[play->viewer].name,
                      play->session->shown[play->viewer], play->options.front, &play->reply);
}

static void do_forget(struct play *play, const char *argument)
{
    (void)argument;
    talk_profile_forget(play->session->setup.players[play->viewer].name,
                        play->session->shown[play->viewer], play->options.front, &play->reply);
}

/* ---- watching ---- */

static void do_faster(struct play *play, const char *argument)
{
    (void)argument;
    pace_change(&play->pace, 1);
}

static void do_slower(struct play *play, const char *argument)
{
    (void)argument;
    pace_change(&play->pace, -1);
}

static void do_pause(struct play *play, const char *argument)
{
    (void)argument;
    play->is_paused = !play->is_paused;
}

static void do_step(struct play *play, const char *argument)
{
    (void)argument;
    play->is_paused = true;
    play->wants_step = true;
}

/* ---- all of them ---- */

void play_do(struct play *play, int32_t command, const char *argument)
{
    static void (*const functions[COMMAND_COUNT])(struct play *, const char *) = {
        [COMMAND_FIRE] = play_do_fire,     [COMMAND_MARK] = play_do_mark,
        [COMMAND_UNMARK] = play_do_unmark, [COMMAND_SALVO] = play_do_salvo,
        [COMMAND_NOTE] = play_do_note,     [COMMAND_HINT] = do_hint,
        [COMMAND_HEAT] = do_heat,          [COMMAND_CANCEL] = do_cancel,
        [COMMAND_UNDO] = do_undo,          [COMMAND_RESIGN] = do_resign,
        [COMMAND_LEAVE] = do_leave,        [COMMAND_SAVE] = do_save,
        [COMMAND_RULES] = do_rules,        [COMMAND_PROFILE] = do_profile,
        [COMMAND_FORGET] = do_forget,      [COMMAND_FASTER] = do_faster,
        [COMMAND_SLOWER] = do_slower,      [COMMAND_PAUSE] = do_pause,
        [COMMAND_STEP] = do_step,          [COMMAND_NEWS] = do_news,
    };
    play->reply.kind = REPLY_NONE;
    if (functions[command])
        functions[command](play, argument);
}
