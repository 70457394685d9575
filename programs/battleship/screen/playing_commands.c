/* The commands of a game on the full screen, one function each; see playing.h. */
#include "common/process.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/keys.h"
#include "battleship/screen/leaving.h"
#include "battleship/screen/playing_state.h"

static struct backdrop backdrop_of(struct playing *playing)
{
    return (struct backdrop){ .draw = playing_draw, .user = playing };
}

static void save_now(struct playing *playing)
{
    playing->is_save_failing = false;
    playing_autosave(playing);
    const char *path = playing->options->saves != NULL ? saves_path(playing->options->saves) : NULL;
    if (playing->is_save_failing)
        return;
    if (path == NULL)
        playing_say(playing, true, "this game is not kept");
    else
        playing_say(playing, false, "saved: %s", path);
}

static void ask_hint(struct playing *playing)
{
    if (!playing_is_aiming(playing))
        playing_say(playing, false, "it is not your turn yet");
    else if (playing->question != NO_QUESTION)
        playing_say(playing, false, "busy: Escape cancels");
    else if (playing->marked_count == (size_t)bship_game_shots_due(playing->session->game))
        playing_say(playing, false, "all shots due are marked");
    else
        playing_ask(playing, ADVICE_HINT);
}

static void cancel_on_request(struct playing *playing)
{
    if (playing->question == ADVICE_HEAT)
        playing->wants_heat = false;
    playing_cancel_help(playing);
}

static void toggle_heat(struct playing *playing)
{
    playing->wants_heat = !playing->wants_heat;
    if (!playing->wants_heat && playing->question == ADVICE_HEAT)
        playing_cancel_help(playing);
}

static void undo(struct playing *playing)
{
    if (!session_can_undo(playing->session)) {
        playing_say(playing, true,
                    session_has_remote(playing->session)
                        ? "there is no undo against another machine"
                        : "there is nothing to take back");
        return;
    }
    playing_stop_thinking(playing);
    bship_status status = session_undo(playing->session);
    playing->seen = playing_log_length(playing);
    playing_after_change(playing);
    playing_say(playing, status != BSHIP_OK, "%s",
                status == BSHIP_OK ? "taken back" : bship_status_message(status));
    if (session_humans(playing->session) < 2)
        return;
    if (bship_game_to_move(playing->session->game) == playing->viewer)
        playing->stage = STAGE_PLAY;
    else
        playing_hand_over(playing);
}

static void resign(struct playing *playing)
{
    const struct playing_link *link = playing->options->link;
    playing_stop_thinking(playing);
    if (link != NULL)
        link->resign(link->user, playing->session);
    else
        session_resign(playing->session, playing->viewer);
    playing_after_change(playing);
}

static void ask_resign(struct playing *playing)
{
    static const char *const choices[] = { "&Back", "&Resign" };
    struct backdrop backdrop = backdrop_of(playing);
    if (dialog_ask(&backdrop, "Give up this game?", choices, 2) == 1)
        resign(playing);
}

/*
 * Asks whether to leave although the game could not be saved. Another Ctrl-C quits, wherever the
 * game was to be left for.
 */
static void leave_unsaved(struct playing *playing, enum playing_result result)
{
    static const char *const choices[] = { "&Back", "&Leave" };
    struct backdrop backdrop = backdrop_of(playing);
    int choice =
        dialog_ask(&backdrop, "The game could not be saved. Leave it all the same?", choices, 2);
    if (choice == DIALOG_INTERRUPTED || choice == DIALOG_CLOSED)
        playing_finish(playing, PLAYING_QUIT);
    else if (choice == 1)
        playing_finish(playing, result);
}

static void leave_saved(struct playing *playing, enum playing_result result)
{
    playing_autosave(playing);
    if (playing->is_save_failing)
        leave_unsaved(playing, result);
    else
        playing_finish(playing, result);
}

void playing_ask_quit(struct playing *playing)
{
    struct backdrop backdrop = backdrop_of(playing);
    switch (leaving_ask(&backdrop, playing->session, playing->options->saves)) {
    case LEAVING_SAVED:
        leave_saved(playing, PLAYING_QUIT);
        break;
    case LEAVING_MENU:
        leave_saved(playing, PLAYING_MENU);
        break;
    case LEAVING_AT_ONCE:
        playing_autosave(playing);
        playing_finish(playing, PLAYING_QUIT);
        break;
    case LEAVING_RESIGN:
        resign(playing);
        break;
    default:
        break;
    }
}

static void show_help(struct playing *playing)
{
    struct dialog_help_row rows[KEYS_HELP_ROWS];
    struct backdrop backdrop = backdrop_of(playing);
    int32_t context = playing_context(playing);
    if (context == KEYS_LOG)
        context = KEYS_SHOT;
    if (session_has_remote(playing->session))
        context |= KEYS_REMOTE;
    int count = keys_help(context, rows);
    dialog_help(&backdrop, "Help", rows, count);
}

static void change_speed(struct playing *playing, int by)
{
    int32_t speed = playing->speed + by;
    if (speed >= 0 && speed < playing_speeds())
        playing->speed = speed;
    playing->next_turn = seconds_now() + playing_delay(playing);
}

static void play_faster(struct playing *playing)
{
    change_speed(playing, 1);
}

static void play_slower(struct playing *playing)
{
    change_speed(playing, -1);
}

static void toggle_pause(struct playing *playing)
{
    playing->is_paused = !playing->is_paused;
}

static void step(struct playing *playing)
{
    playing->is_paused = true;
    playing->wants_step = true;
}

static void begin_note(struct playing *playing)
{
    cell_entry_clear(&playing->entry);
    playing->is_noting = true;
}

static void toggle_log(struct playing *playing)
{
    playing->view.has_log_focus = !playing->view.has_log_focus;
}

static void show_next_tab(struct playing *playing)
{
    if (playing->view.layout.has_tabs)
        game_view_next_tab(&playing->view);
}

void playing_act(struct playing *playing, int32_t action)
{
    static void (*const functions[])(struct playing *) = {
        [ACTION_FIRE] = aiming_fire,     [ACTION_MARK] = aiming_mark,
        [ACTION_UNMARK] = aiming_unmark, [ACTION_HINT] = ask_hint,
        [ACTION_HEAT] = toggle_heat,     [ACTION_NOTE] = begin_note,
        [ACTION_SAVE] = save_now,        [ACTION_UNDO] = undo,
        [ACTION_RESIGN] = ask_resign,    [ACTION_LOG] = toggle_log,
        [ACTION_TAB] = show_next_tab,    [ACTION_CANCEL] = cancel_on_request,
        [ACTION_PAUSE] = toggle_pause,   [ACTION_STEP] = step,
        [ACTION_FASTER] = play_faster,   [ACTION_SLOWER] = play_slower,
        [ACTION_HELP] = show_help,       [ACTION_QUIT] = playing_ask_quit,
    };
    if (action != ACTION_NONE)
        functions[action](playing);
}
