/* A game being played: turns, and what is computed for them; see play.h. */
#include "battleship/talk/play.h"

#include <stdlib.h>
#include <string.h>

#include "battleship/talk/command.h"
#include "battleship/talk/leaving.h"
#include "battleship/talk/play_state.h"
#include "common/format.h"
#include "common/sides.h"

enum {
    TICK_MILLISECONDS = 100 /* while something is shown that moves */
};

/* ---- what is so ---- */

int32_t play_phase(const struct play *play)
{
    return bship_game_phase(play->session->game);
}

int64_t play_log_length(const struct play *play)
{
    return bship_game_log_length(play->session->game);
}

size_t play_shots_due(const struct play *play)
{
    return (size_t)bship_game_shots_due(play->session->game);
}

const bship_chart *play_chart(const struct play *play)
{
    return bship_game_chart(play->session->game, play->viewer);
}

bool play_is_watching(const struct play *play)
{
    return play->viewer == BSHIP_SIDE_NONE;
}

bool play_is_aiming(const struct play *play)
{
    return play->stage == PLAY_STAGE_TURNS && play_phase(play) == BSHIP_PHASE_AIMING &&
           !play_is_watching(play) && bship_game_to_move(play->session->game) == play->viewer;
}

bool play_awaits_machine(const struct play *play)
{
    return play->stage == PLAY_STAGE_TURNS && play_phase(play) == BSHIP_PHASE_AIMING &&
           !play_is_watching(play) &&
           session_is_ai(play->session, bship_game_to_move(play->session->game));
}

bool play_has_heat(const struct play *play)
{
    return play->wants_heat && play_is_aiming(play) && play->heat_entries == play_log_length(play);
}

int32_t play_place(const struct play *play)
{
    int32_t extra = session_has_remote(play->session) ? PLACE_REMOTE : 0;
    if (play_is_watching(play))
        return PLACE_WATCH | extra;
    if (play->stage == PLAY_STAGE_RESULT)
        return PLACE_RESULT | extra;
    const struct remote *remote = play->options.remote;
    if (remote && !peer_allows_help(remote->peer))
        extra |= PLACE_ALONE;
    if (play->marked_count > 0 && play->marked_count == play_shots_due(play))
        extra |= PLACE_MARKED;
    return (play_shots_due(play) > 1 && play_is_aiming(play) ? PLACE_SALVO : PLACE_SHOT) | extra;
}

/* ---- turns ---- */

void play_finish(struct play *play, int outcome)
{
    play->outcome = outcome;
}

void play_after_change(struct play *play)
{
    play->marked_count = 0;
    play->heat_entries = -1;
    play->changes++;
    keeping_save(&play->keeping, play->session, &play->reply);
    if (play_phase(play) == BSHIP_PHASE_OVER)
        play_finish(play, OUTCOME_DONE);
}

/* Fires for the side to move, at the game and at the other machine. */
static bship_status fire(struct play *play, const bship_cell *cells, size_t count,
                         bship_error *error)
{
    const struct remote *remote = play->options.remote;
    bship_status status = bship_game_fire_salvo(play->session->game, cells, count, error);
    if (!status && remote)
        peer_fire(remote->peer);
    return status;
}

bool play_fire(struct play *play, const bship_cell *cells, size_t count)
{
    bship_error error = BSHIP_ERROR_INIT;
    play_cancel_help(play);
    bship_status status = fire(play, cells, count, &error);
    if (status) {
        reply_set(&play->reply, REPLY_REFUSED, "The shots cannot be fired: %s.",
                  error.text[0] ? error.text : bship_status_message(status));
        return false;
    }
    play_after_change(play);
    if (session_humans(play->session) == 2 && play_phase(play) == BSHIP_PHASE_AIMING &&
        bship_game_to_move(play->session->game) != play->viewer)
        play->stage = PLAY_STAGE_RESULT;
    return true;
}

void play_hand_over(struct play *play)
{
    play->viewer = bship_game_to_move(play->session->game);
    play->stage = PLAY_STAGE_HAND_OVER;
    play->wants_heat = false;
    play->reply.kind = REPLY_NONE;
}

/* Lets the next of two people sit down; it may be left instead. */
static void seat(struct play *play)
{
    int outcome = leaving_ask_to_sit_down(play->options.front, play->session, play->viewer);
    if (outcome == OUTCOME_DONE)
        play->stage = PLAY_STAGE_TURNS;
    else if (outcome == OUTCOME_CLOSED)
        play_hang_up(play);
    else
        play_interrupt(play);
}

/* ---- what is computed ---- */

static void fail(struct play *play, bship_status status)
{
    char name[PLAYER_NAME_SIZE];
    session_subject(play->session, bship_game_to_move(play->session->game), name);
    reply_set(&play->reply, REPLY_FAILED, "%s cannot aim: %s.", name, bship_status_message(status));
    play_finish(play, OUTCOME_FAILED);
}

/* Asks the worker; a reason why not is the reply. */
static void ask(struct play *play, int32_t kind)
{
    struct session *session = play->session;
    int32_t side = bship_game_to_move(session->game);
    struct advice_question question = {
        .kind = kind,
        .ai = kind == ADVICE_AIM ? session->ai[side] : NULL,
        .chart = bship_game_chart(session->game, side),
        .marked = play->marked,
        .marked_count = kind == ADVICE_HINT ? (int32_t)play->marked_count : 0,
        .count = kind != ADVICE_HEAT ? bship_game_shots_due(session->game) : 0,
    };
    bship_status status = advice_ask(play->advice, &question);
    if (!status)
        play->computing = kind;
    else if (status == BSHIP_ERROR_STATE) /* the worker is busy: later */
        return;
    else if (kind == ADVICE_AIM)
        fail(play, status);
    else
        reply_set(&play->reply, REPLY_FAILED, "Nothing can be computed: %s.",
                  bship_status_message(status));
}

void play_ask_hint(struct play *play)
{
    ask(play, ADVICE_HINT);
}

void play_cancel_help(struct play *play)
{
    if (play->computing == ADVICE_HINT || play->computing == ADVICE_HEAT)
        advice_cancel(play->advice);
}

void play_stop_computing(struct play *play)
{
    advice_cancel(play->advice);
    advice_wait(play->advice);
    play->computing = PLAY_NOTHING;
}

static void take_aim(struct play *play, const struct advice_result *aim)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = aim->status;
    if (status == BSHIP_ERROR_CANCELLED) /* it is computed again, and is the same */
        return;
    if (!status)
        status = fire(play, aim->cells, (size_t)aim->count, &error);
    if (status) {
        fail(play, status);
        return;
    }
    pace_begin(&play->pace);
    play_after_change(play);
}

/* A person on another machine hears of help that was used. */
static void tell_help(const struct play *play)
{
    if (play->options.remote)
        remote_tell_help(play->options.remote);
}

/* Says it behind what was said of the command before, such as an undo. */
static void take_heat(struct play *play, const struct advice_result *heat)
{
    memcpy(play->heat, heat->grid, session_cells(play->session) * sizeof *play->heat);
    play->heat_entries = play_log_length(play);
    play->session->tallies[play->viewer].heat_maps++;
    tell_help(play);
    if (play->reply.kind == REPLY_NONE)
        reply_set(&play->reply, REPLY_DONE, "%s", "");
    format_sentence(play->reply.text, sizeof play->reply.text, "The map shows %s.", heat->text);
}

/* Takes an answer for the viewer, who may have fired meanwhile. */
static void take_help(struct play *play, int32_t kind, const struct advice_result *result)
{
    if (!play_is_aiming(play) || result->status == BSHIP_ERROR_CANCELLED)
        return;
    if (result->status) {
        play->wants_heat = play->wants_heat && kind != ADVICE_HEAT;
        reply_set(&play->reply, REPLY_FAILED, "There is no advice: %s.", result->text);
    } else if (kind == ADVICE_HEAT) {
        take_heat(play, result);
    } else {
        play->session->tallies[play->viewer].hints++;
        tell_help(play);
        play_take_hint(play, result);
    }
}

static void take_answer(struct play *play)
{
    int32_t kind = play->computing;
    const struct advice_result *result = advice_collect(play->advice);
    if (!result)
        return;
    play->computing = PLAY_NOTHING;
    if (kind == ADVICE_AIM)
        take_aim(play, result);
    else
        take_help(play, kind, result);
}

/* Whether a turn that is watched may begin. */
static bool is_due(struct play *play)
{
    if (!play_is_watching(play) || play->wants_step) {
        play->wants_step = false;
        return true;
    }
    return !play->is_paused && pace_is_due(&play->pace);
}

static void start_computing(struct play *play)
{
    int32_t side = bship_game_to_move(play->session->game);
    if (play->computing != PLAY_NOTHING || play_phase(play) != BSHIP_PHASE_AIMING)
        return;
    if (session_is_ai(play->session, side) && is_due(play))
        ask(play, ADVICE_AIM);
    else if (play_is_aiming(play) && play->wants_heat && !play_has_heat(play))
        ask(play, ADVICE_HEAT);
}

/* ---- an opponent on another machine ---- */

/* That the connection is back replaces what was said while it was lost. What comes after it waits
 * for the next step, or the end of a game would hide it. */
static void hear(struct play *play)
{
    struct remote *remote = play->options.remote;
    int32_t event;
    bool has_news = false; /* to which more are added */
    do {
        remote->news[0] = '\0';
        event = remote_step(remote);
        if (remote->news[0] && has_news && remote->event != PEER_BACK)
            format_sentence(play->reply.text, sizeof play->reply.text, "%s", remote->news);
        else if (remote->news[0])
            reply_set(&play->reply, event == REMOTE_CHANGED ? REPLY_DONE : REPLY_FAILED, "%s",
                      remote->news);
        has_news = has_news || remote->news[0];
        if (event == REMOTE_CHANGED)
            play_after_change(play);
        else if (event == REMOTE_ENDED)
            play_finish(play, OUTCOME_DONE);
    } while (event != REMOTE_NOTHING && remote->event != PEER_BACK &&
             play->outcome == OUTCOME_GOES_ON);
}

/* ---- steps ---- */

/* Explains the shot that is due, once. */
static void explain(struct play *play)
{
    if (!play->options.explains || !play_is_aiming(play) || play->primer_changes == play->changes)
        return;
    play->primer_changes = play->changes;
    primer_go_on(&play->primer, play->session, play->viewer, play->options.front->is_lines);
}

void play_step(struct play *play)
{
    take_answer(play);
    if (play->outcome == OUTCOME_GOES_ON && play->options.remote)
        hear(play);
    if (play->outcome == OUTCOME_GOES_ON)
        start_computing(play);
    while (play->outcome == OUTCOME_GOES_ON && play->stage == PLAY_STAGE_HAND_OVER)
        seat(play);
    explain(play);
}

size_t play_fds(const struct play *play, struct pollfd fds[PLAY_FDS_MAX])
{
    const struct remote *remote = play->options.remote;
    size_t count = remote ? remote_fds(remote, fds) : 0;
    fds[count++] = (struct pollfd){ .fd = worker_fd(play->worker), .events = POLLIN };
    return count;
}

/* The shorter of two times, of which -1 is for ever. */
static int sooner(int a, int b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

int play_milliseconds(const struct play *play)
{
    const struct remote *remote = play->options.remote;
    int time = remote ? remote_milliseconds(remote) : -1;
    if (play->computing != PLAY_NOTHING)
        return sooner(time, TICK_MILLISECONDS);
    if (!play_is_watching(play) || play->is_paused)
        return time;
    return sooner(time, pace_milliseconds(&play->pace));
}

/* ---- opening and closing ---- */

/* Says what is to be known before the first shot. */
static void greet(struct play *play)
{
    const struct session *session = play->session;
    if (session->gone_style)
        reply_set(&play->reply, REPLY_DONE, GONE_STYLE_TEXT ".", session->gone_style);
    else if (session->known.text[0])
        reply_set(&play->reply, REPLY_DONE, "%s", session->known.text);
}

bool play_open(struct play *play, struct session *session, struct worker *worker,
               const struct play_options *options)
{
    size_t cells = session_cells(session);
    *play = (struct play){ .session = session, .worker = worker, .options = *options };
    play->outcome = OUTCOME_GOES_ON;
    play->computing = PLAY_NOTHING;
    play->keeping.saves = options->saves;
    play->viewer = session_viewer(session);
    play->stage = session_humans(session) == 2 ? PLAY_STAGE_HAND_OVER : PLAY_STAGE_TURNS;
    play->heat_entries = -1;
    play->primer_changes = -1;
    play->pace.speed = options->is_hurried ? PACE_SPEEDS - 1 : PACE_GAME;
    play->marked = calloc(cells, sizeof *play->marked);
    play->heat = calloc(cells, sizeof *play->heat);
    greet(play);
    /* The other machine has been told of a fleet, and of no shot yet that is not saved. */
    if (options->remote)
        keeping_save(&play->keeping, session, &play->reply);
    if (play_phase(play) == BSHIP_PHASE_OVER)
        play_finish(play, OUTCOME_DONE);
    return play->marked && play->heat && !advice_open(&play->advice, session->setup.rules, worker);
}

void play_close(struct play *play)
{
    advice_close(play->advice);
    free(play->marked);
    free(play->heat);
    play->advice = NULL;
    play->marked = NULL;
    play->heat = NULL;
}
