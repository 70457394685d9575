/* What is said of a game being played; see play.h. */
#include <inttypes.h>
#include <stdio.h>

#include "battleship/talk/play_state.h"
#include "common/format.h"
#include "common/sides.h"

void play_waiting_for(const struct play *play, char *text, size_t size)
{
    const struct session *session = play->session;
    int32_t side = bship_game_to_move(session->game);
    char name[PLAYER_NAME_SIZE] = "";
    text[0] = '\0';
    if (side != BSHIP_SIDE_NONE)
        session_subject(session, side, name);
    if (play->computing == ADVICE_HINT)
        snprintf(text, size, "Looking for a hint");
    else if (play->computing == ADVICE_HEAT)
        snprintf(text, size, "Computing the heat map");
    else if (play->computing == ADVICE_AIM)
        snprintf(text, size, "%s is thinking", name);
    else if (play_phase(play) == BSHIP_PHASE_AWAITING_REPORT)
        snprintf(text, size, "Waiting for the report of %s",
                 session_name(session, other_side(side)));
    else if (side != BSHIP_SIDE_NONE && session_is_remote(session, side))
        snprintf(text, size, "%s is aiming", name);
}

/* Appends what is left of a limit of shots, and the points of both sides. */
static void add_limit(const struct play *play, char *text, size_t size)
{
    const bship_game *game = play->session->game;
    int32_t limit = bship_rules_number(bship_game_rules(game), BSHIP_RULE_SHOTS);
    const bship_chart *other = bship_game_chart(game, other_side(play->viewer));
    if (limit == 0)
        return;
    format_append(text, size, " (%" PRId64 " left; points: %" PRId64 " to %" PRId64 ")",
                  limit - bship_chart_shots(play_chart(play)), bship_chart_points(play_chart(play)),
                  bship_chart_points(other));
}

/* Appends what is left of a head start after this turn. */
static void add_head_start(const struct play *play, char *text, size_t size)
{
    const bship_game *game = play->session->game;
    int64_t turns = bship_rules_number(bship_game_rules(game), BSHIP_RULE_HEAD_START);
    int64_t left = turns + 1 - bship_game_round(game);
    if (left > 0 && bship_game_began(game) == play->viewer)
        format_append(text, size, " (head start: %" PRId64 " more turn%s)", left,
                      left == 1 ? "" : "s");
}

void play_prompt(const struct play *play, char *text, size_t size)
{
    int due = (int)play_shots_due(play);
    int marked = (int)play->marked_count;
    int used = 0;
    if (play->stage == PLAY_STAGE_RESULT) {
        snprintf(text, size, "Enter hands over to %s",
                 session_name(play->session, bship_game_to_move(play->session->game)));
        return;
    }
    if (!play_is_aiming(play)) {
        play_waiting_for(play, text, size);
        return;
    }
    if (!session_is_you(play->session, play->viewer))
        used = snprintf(text, size, "%s: ", session_name(play->session, play->viewer));
    text += used;
    size -= (size_t)used;
    if (due == 1)
        snprintf(text, size, "Your shot");
    else
        snprintf(text, size, "%d of %d shots marked%s", marked, due,
                 marked == due ? ": Enter fires" : "");
    add_limit(play, text, size);
    add_head_start(play, text, size);
}

static void add_waiting(const struct play *play, char status[PLAY_TEXT_SIZE])
{
    char text[PLAYER_NAME_SIZE + 64];
    bool is_help = play->computing == ADVICE_HINT || play->computing == ADVICE_HEAT;
    play_waiting_for(play, text, sizeof text);
    if (!text[0])
        return;
    if (play->computing == PLAY_NOTHING)
        format_sentence(status, PLAY_TEXT_SIZE, "%s.", text);
    else
        format_sentence(status, PLAY_TEXT_SIZE, "%s: %.1f s.%s", text, worker_seconds(play->worker),
                        is_help ? " Escape cancels." : "");
}

static void add_watching(const struct play *play, char status[PLAY_TEXT_SIZE])
{
    if (!play_is_watching(play))
        return;
    if (play->is_paused)
        format_sentence(status, PLAY_TEXT_SIZE, "Paused: Enter plays a turn, Space goes on.");
    else
        pace_say(&play->pace, status, PLAY_TEXT_SIZE);
}

void play_status(const struct play *play, char text[PLAY_TEXT_SIZE])
{
    char prompt[PLAYER_NAME_SIZE + 64];
    text[0] = '\0';
    play_prompt(play, prompt, sizeof prompt);
    /* News of a connection would hide that it is one's turn. */
    bool is_always_said = play_shots_due(play) > 1 || play->options.remote || play->primer.text[0];
    if (play->stage == PLAY_STAGE_RESULT || (play_is_aiming(play) && is_always_said))
        format_sentence(text, PLAY_TEXT_SIZE, "%s.", prompt);
    if (play->reply.kind != REPLY_NONE)
        format_sentence(text, PLAY_TEXT_SIZE, "%s", play->reply.text);
    else if (play_is_aiming(play) && play->primer.text[0])
        format_sentence(text, PLAY_TEXT_SIZE, "%s", play->primer.text);
    add_waiting(play, text);
    add_watching(play, text);
    if (!text[0] && play_is_aiming(play))
        format_sentence(text, PLAY_TEXT_SIZE, "%s.", prompt);
}
