/*
 * The turns of a game on the full screen: what is computed for them, how they are fired, and what
 * follows; see playing.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/process.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/keys.h"
#include "battleship/screen/playing_state.h"

/* Seconds between turns that are watched. */
static const double delays[] = { 2, 1, 0.5, 0.2, 0.05, 0 };

double playing_delay(const struct playing *playing)
{
    return delays[playing->speed];
}

int32_t playing_speeds(void)
{
    return sizeof(delays) / sizeof(delays[0]);
}

int32_t playing_phase(const struct playing *playing)
{
    return bship_game_phase(playing->session->game);
}

int64_t playing_log_length(const struct playing *playing)
{
    return bship_game_log_length(playing->session->game);
}

bool playing_is_watching(const struct playing *playing)
{
    return playing->viewer == BSHIP_SIDE_NONE;
}

bool playing_is_aiming(const struct playing *playing)
{
    return playing->stage == STAGE_PLAY && playing_phase(playing) == BSHIP_PHASE_AIMING &&
           !playing_is_watching(playing) &&
           bship_game_to_move(playing->session->game) == playing->viewer;
}

void playing_finish(struct playing *playing, enum playing_result result)
{
    playing->is_done = true;
    playing->result = result;
}

void playing_say(struct playing *playing, bool is_warning, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(playing->message, sizeof(playing->message), format, arguments);
    va_end(arguments);
    playing->is_warning = is_warning;
}

/* ---- saving ---- */

void playing_autosave(struct playing *playing)
{
    char why[FILES_WHY_SIZE];
    if (playing->options->saves == NULL)
        return;
    bool is_saved = saves_autosave(playing->options->saves, playing->session, why);
    if (!is_saved && !playing->is_save_failing)
        playing_say(playing, true, "not saved: %s", why);
    playing->is_save_failing = !is_saved;
}

/* ---- turns ---- */

/* Drops what was aimed at. A cell that is being typed stays: for the next shot. */
static void reset_aim(struct playing *playing)
{
    playing->marked_count = 0;
    playing->heat_entries = -1;
}

/* Scrolls the boards to where the latest shots of the other side fell, or of both if watched. */
static void show_latest_shot(struct playing *playing)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_cell cell;
    if (bship_game_last_entry(playing->session->game, &entry) != BSHIP_OK ||
        entry.side == playing->viewer ||
        bship_game_log_shots(playing->session->game, entry.entry, &cell, NULL, 1) == 0)
        return;
    bool is_left = playing_is_watching(playing) && entry.side == BSHIP_SIDE_B;
    board_view_show(&playing->view.boards[is_left ? TAB_LEFT : TAB_RIGHT], cell);
}

void playing_after_change(struct playing *playing)
{
    reset_aim(playing);
    show_latest_shot(playing);
    log_view_update(&playing->view.log, playing->session);
    playing_autosave(playing);
    if (playing_phase(playing) == BSHIP_PHASE_OVER)
        playing_finish(playing, PLAYING_OVER);
}

void playing_ask(struct playing *playing, int32_t kind)
{
    struct session *session = playing->session;
    int32_t side = bship_game_to_move(session->game);
    struct advice_question question = {
        .kind = kind,
        .ai = kind == ADVICE_AIM ? session->ai[side] : NULL,
        .chart = bship_game_chart(session->game, side),
        .marked = playing->marked,
        .marked_count = kind == ADVICE_HINT ? (int32_t)playing->marked_count : 0,
        .count = kind != ADVICE_HEAT ? bship_game_shots_due(session->game) : 0,
    };
    bship_status status = advice_ask(playing->advice, &question);
    if (status == BSHIP_OK)
        playing->question = kind;
    else if (status != BSHIP_ERROR_STATE) /* that is: later, the worker is busy */
        playing_say(playing, true, "%s", bship_status_message(status));
}

void playing_cancel_help(struct playing *playing)
{
    if (playing->question == ADVICE_HINT || playing->question == ADVICE_HEAT)
        advice_cancel(playing->advice);
}

void playing_stop_thinking(struct playing *playing)
{
    advice_cancel(playing->advice);
    advice_wait(playing->advice);
    playing->question = NO_QUESTION;
}

void playing_fire(struct playing *playing, const bship_cell *cells, size_t count)
{
    const struct playing_link *link = playing->options->link;
    bship_error error = BSHIP_ERROR_INIT;
    int64_t before = playing_log_length(playing);
    playing_cancel_help(playing);
    bship_status status = link != NULL
                              ? link->fire(link->user, playing->session, cells, count, &error)
                              : session_fire(playing->session, cells, count, &error);
    if (status != BSHIP_OK) {
        playing_say(playing, true, "%s",
                    error.text[0] != '\0' ? error.text : bship_status_message(status));
        return;
    }
    playing->seen = before;
    playing_after_change(playing);
    if (session_humans(playing->session) == 2 && playing_phase(playing) == BSHIP_PHASE_AIMING &&
        bship_game_to_move(playing->session->game) != playing->viewer)
        playing->stage = STAGE_RESULT;
}

static void fail(struct playing *playing, bship_status status)
{
    char text[GAME_VIEW_LINE];
    snprintf(text, sizeof(text), "%s cannot aim: %s",
             session_name(playing->session, bship_game_to_move(playing->session->game)),
             bship_status_message(status));
    dialog_message(NULL, "The game cannot go on", text);
    playing_finish(playing, PLAYING_FAILED);
}

static void take_aim(struct playing *playing, const struct advice_result *aim)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = aim->status;
    if (status == BSHIP_ERROR_CANCELLED)
        return;
    if (status == BSHIP_OK)
        status = session_fire(playing->session, aim->cells, (size_t)aim->count, &error);
    if (status != BSHIP_OK) {
        fail(playing, status);
        return;
    }
    if (playing_is_watching(playing))
        playing->seen = playing_log_length(playing) > 2 ? playing_log_length(playing) - 2 : 0;
    playing->next_turn = seconds_now() + playing_delay(playing);
    playing_after_change(playing);
}

static void take_heat(struct playing *playing, const struct advice_result *heat)
{
    memcpy(playing->heat, heat->grid, session_cells(playing->session) * sizeof(*playing->heat));
    playing->heat_entries = playing_log_length(playing);
    playing->session->tallies[playing->viewer].heat_maps++;
    playing_say(playing, false, "heat map: %s", heat->text);
}

/* Names the cell, unless the marks of a salvo show them. */
static void say_hint(struct playing *playing, const struct advice_result *result)
{
    char cell[BSHIP_CELL_TEXT_SIZE];
    if (result->count != 1) {
        playing_say(playing, false, "hint: %s", result->text);
        return;
    }
    bship_cell_format(result->cells[0], cell, sizeof(cell));
    playing_say(playing, false, "hint: %s, %s", cell, result->text);
}

void playing_take_advice(struct playing *playing)
{
    int32_t question = playing->question;
    const struct advice_result *result = advice_collect(playing->advice);
    if (result == NULL)
        return;
    playing->question = NO_QUESTION;
    if (question == ADVICE_AIM) {
        take_aim(playing, result);
    } else if (result->status != BSHIP_OK) {
        if (result->status == BSHIP_ERROR_CANCELLED)
            return;
        playing->wants_heat = playing->wants_heat && question != ADVICE_HEAT;
        playing_say(playing, true, "%s", result->text);
    } else if (!playing_is_aiming(playing)) {
        return; /* the viewer has fired meanwhile */
    } else if (question == ADVICE_HEAT) {
        take_heat(playing, result);
    } else {
        playing->session->tallies[playing->viewer].hints++;
        aiming_take_hint(playing, result);
        say_hint(playing, result);
    }
}

/* Whether a turn that is watched may begin. */
static bool is_due(struct playing *playing)
{
    if (!playing_is_watching(playing) || playing->wants_step) {
        playing->wants_step = false;
        return true;
    }
    return !playing->is_paused && seconds_now() >= playing->next_turn;
}

void playing_start_thinking(struct playing *playing)
{
    struct session *session = playing->session;
    int32_t side = bship_game_to_move(session->game);
    if (playing->question != NO_QUESTION || playing_phase(playing) != BSHIP_PHASE_AIMING)
        return;
    if (session_is_ai(session, side) && is_due(playing))
        playing_ask(playing, ADVICE_AIM);
    else if (playing_is_aiming(playing) && playing->wants_heat && !playing_has_heat(playing))
        playing_ask(playing, ADVICE_HEAT);
}

/* ---- an opponent on another machine ---- */

void playing_advance_link(struct playing *playing)
{
    const struct playing_link *link = playing->options->link;
    char news[LINK_NEWS_SIZE] = "";
    int32_t event = LINK_NOTHING;
    do {
        event = link->advance(link->user, playing->session, news);
        if (news[0] != '\0')
            playing_say(playing, event != LINK_CHANGED, "%s", news);
        if (event == LINK_CHANGED)
            playing_after_change(playing);
        else if (event == LINK_ENDED)
            playing_finish(playing, PLAYING_OVER);
        news[0] = '\0';
    } while (event != LINK_NOTHING && !playing->is_done);
}
