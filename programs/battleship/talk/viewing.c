/* What is said of a replay; see viewing.h. */
#include "battleship/talk/viewing.h"

#include <inttypes.h>
#include <string.h>

#include "battleship/game/describe.h"
#include "battleship/game/rules_summary.h"
#include "battleship/game/saves.h"
#include "battleship/talk/command.h"
#include "battleship/talk/review_words.h"
#include "battleship/talk/waters.h"
#include "common/number.h"
#include "common/printed.h"
#include "common/sides.h"

enum {
    FAR = 10, /* steps of a large one */
    RULES_SIZE = 160,
    SENTENCE_SIZE = 400
};

/* The side that has looked on in the game: the only person or, of two, the first one. */
static int32_t viewer_of(const bship_record *record)
{
    if (saves_player_kind(record, BSHIP_SIDE_A) == PLAYER_HUMAN)
        return BSHIP_SIDE_A;
    return saves_player_kind(record, BSHIP_SIDE_B) == PLAYER_HUMAN ? BSHIP_SIDE_B : BSHIP_SIDE_NONE;
}

void viewing_open(struct viewing *viewing, struct replay *replay, bool is_own)
{
    int32_t viewer = viewer_of(replay->record);
    *viewing = (struct viewing){ .replay = replay };
    viewing->has_result = result_of_record(&viewing->result, replay->record, is_own);
    viewing->side = viewer == BSHIP_SIDE_NONE ? BSHIP_SIDE_A : viewer;
    viewing->left = viewer == BSHIP_SIDE_NONE ? BSHIP_SIDE_A : other_side(viewer);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        hindsight_read(&viewing->hindsights[side], replay->record, side, replay->logs[side]);
}

void viewing_close(struct viewing *viewing)
{
    hindsight_clear(&viewing->hindsights[BSHIP_SIDE_A]);
    hindsight_clear(&viewing->hindsights[BSHIP_SIDE_B]);
}

bool viewing_has_review(const struct viewing *viewing)
{
    return hindsight_is_there(&viewing->hindsights[BSHIP_SIDE_A]) ||
           hindsight_is_there(&viewing->hindsights[BSHIP_SIDE_B]);
}

void viewing_title(const struct viewing *viewing, char *text, size_t size)
{
    const struct replay *replay = viewing->replay;
    char rules[RULES_SIZE];
    bool is_position = replay->count > 0 && !bship_record_is_game(replay->record);
    rules_summary(replay->rules, rules, sizeof rules);
    snprintf(text, size, "%s: %s and %s, %s", is_position ? "Position" : "Replay",
             viewing->result.called[BSHIP_SIDE_A].name, viewing->result.called[BSHIP_SIDE_B].name,
             rules);
}

/* ---- moving ---- */

bool viewing_move(struct viewing *viewing, int32_t command)
{
    int64_t at = viewing->replay->at;
    const struct {
        int32_t command;
        int64_t at;
    } moves[] = {
        { COMMAND_FORWARD, at + 1 },
        { COMMAND_BACKWARD, at - 1 },
        { COMMAND_FAR_FORWARD, at + FAR },
        { COMMAND_FAR_BACKWARD, at - FAR },
        { COMMAND_FIRST, 0 },
        { COMMAND_LAST, viewing->replay->count },
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        if (moves[i].command != command)
            continue;
        replay_go(viewing->replay, moves[i].at);
        return true;
    }
    return false;
}

void viewing_go(struct viewing *viewing, const char *number, struct reply *reply)
{
    const int64_t last = viewing->replay->count;
    uint64_t at = 0;
    if (!number[0] || number[strspn(number, "0123456789")])
        reply_set(reply, REPLY_REFUSED, "That is neither a command nor the number of a step.");
    else if (!number_parse(number, 0, (uint64_t)last, &at))
        reply_set(reply, REPLY_REFUSED, "There is no step %.12s: the last one is %" PRId64 ".",
                  number, last);
    else
        reply_set(reply, REPLY_DONE, "%s", "");
    if (reply->kind == REPLY_DONE)
        replay_go(viewing->replay, (int64_t)at);
}

/* ---- waters ---- */

void viewing_show_waters(const struct viewing *viewing, int32_t side, bool is_open,
                         struct panel *panel)
{
    const struct replay *replay = viewing->replay;
    const struct called *called = &viewing->result.called[side];
    const bship_chart *chart = replay->charts[other_side(side)];
    const struct replay_step *last = replay->at > 0 ? &replay->steps[replay->at - 1] : NULL;
    bship_turn turn = BSHIP_TURN_INIT;
    waters_name(panel, called->is_you, called->name);
    if (is_open && replay->boards[side])
        panel_show_board(panel, replay->boards[side]);
    else
        panel_show_chart(panel, chart);
    if (last && last->side != side && !bship_chart_turn(chart, last->chart_turn, &turn))
        panel_mark_fresh(panel, chart, turn.first_shot);
}

/* ---- sentences ---- */

void viewing_print_turn(const struct viewing *viewing, int64_t number, FILE *out)
{
    const struct replay_step *step = &viewing->replay->steps[number];
    int32_t target = other_side(step->side);
    bool is_yours = viewing->result.called[target].is_you;
    describe_turn(out, viewing->replay->logs[step->side], step->chart_turn,
                  is_yours ? viewing->replay->boards[target] : NULL);
}

void viewing_position(const struct viewing *viewing, char *text, size_t size)
{
    snprintf(text, size, "Step %" PRId64 " of %" PRId64 ".", viewing->replay->at,
             viewing->replay->count);
}

/* Prints a step, and what the review says of it. */
static void print_step(const struct viewing *viewing, int64_t number, FILE *out)
{
    const struct replay_step *step = &viewing->replay->steps[number];
    char text[SENTENCE_SIZE];
    fprintf(out, "Round %" PRId64 ", %s: ", step->round, viewing->result.called[step->side].name);
    viewing_print_turn(viewing, number, out);
    fputc('.', out);
    if (review_say_turn(&viewing->hindsights[step->side], step->chart_turn, text, sizeof text))
        fprintf(out, " %s", text);
}

static void print_end(const struct viewing *viewing, FILE *out)
{
    const char *blank = viewing->replay->at > 0 ? " " : "";
    char text[SENTENCE_SIZE];
    if (viewing->has_result) {
        review_headline(&viewing->result, viewing->hindsights, viewing->side, text, sizeof text);
        fprintf(out, "%s%s", blank, text);
    }
    if (viewing->replay->fault[0])
        fprintf(out, "%sA contradiction: %s.", viewing->has_result ? " " : blank,
                viewing->replay->fault);
}

char *viewing_say(const struct viewing *viewing)
{
    const struct replay *replay = viewing->replay;
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    if (replay->at > 0)
        print_step(viewing, replay->at - 1, printed.out);
    if (replay->at == replay->count)
        print_end(viewing, printed.out);
    return printed_close(&printed, true);
}

/* ---- kept games ---- */

void replay_describe_kept(const struct kept_game *game, char *text, size_t size)
{
    struct result result;
    char date[SAVES_TIME_SIZE];
    char end[SENTENCE_SIZE];
    result_of_record(&result, game->record, true);
    const struct called *players = result.called;
    int32_t you = players[BSHIP_SIDE_B].is_you ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    saves_format_time(game->when, date);
    result_say(&result, end, sizeof end);
    snprintf(text, size, "%s  %s%s%s. %s.", date, players[you].is_you ? "" : players[you].name,
             players[you].is_you ? "" : " and ", players[other_side(you)].name, end);
}

void replay_explain_kept(const struct kept_game *game, char *text, size_t size)
{
    char rules[RULES_SIZE];
    rules_summary(bship_record_rules(game->record), rules, sizeof rules);
    snprintf(text, size, "Rules: %s.", rules);
}

void replay_introduce_kept(const struct kept_games *kept, char *text, size_t size)
{
    text[0] = '\0';
    if (kept->broken > 0)
        snprintf(text, size, "%d kept game%s cannot be read: %.300s.", kept->broken,
                 kept->broken == 1 ? "" : "s", kept->why);
    else if (kept->count == 0)
        snprintf(text, size, "No game has been kept yet.");
}
