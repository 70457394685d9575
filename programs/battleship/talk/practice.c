/* Practice on one's own costliest shots; see practice.h. */
#include "battleship/talk/practice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/ai.h>

#include "battleship/game/advice.h"
#include "battleship/game/kept.h"
#include "battleship/game/review.h"
#include "battleship/game/saves.h"
#include "battleship/talk/viewing.h"
#include "battleship/talk/words.h"
#include "common/board_cells.h"
#include "common/format.h"

/* The work of a review: enough to tell which shots were costly in a classic game. */
#define REVIEW_SECONDS 1.0

enum {
    TEXT_SIZE = 512
};

/* A shot that is asked again. */
struct position {
    int game; /* its number among the kept ones */
    int32_t side;
    bship_review_shot shot; /* of then */
    double cost;            /* that it gave away, in shots */
};

struct practice {
    const struct front *front;
    struct worker *worker;
    const char *name;
    struct kept_games kept;
    int games;   /* of this player that were looked at */
    int salvos;  /* games that were left out */
    int ignored; /* games that could not be reviewed */
    struct position positions[PRACTICE_POSITIONS];
    int count;
    int better; /* shots that were better than then */
};

/* What the job that weighs a shot uses. */
struct weighing {
    const bship_chart *chart;
    double *chances; /* of every cell, row by row */
    size_t area;
    bship_status status;
};

/* ---- finding positions ---- */

static bool is_played_by(const bship_record *record, int32_t side, const char *name)
{
    const char *player = bship_record_get(record, BSHIP_FACT_PLAYER, side);
    return saves_player_kind(record, side) == PLAYER_HUMAN &&
           strcmp(player ? player : PLAYER_NAMELESS, name && name[0] ? name : PLAYER_NAMELESS) == 0;
}

/* Reviews the shots of a side; what was found is empty if that failed. */
static int review_game(struct practice *practice, const struct replay *replay, int32_t side,
                       const char *text, struct hindsight *found)
{
    struct review *review = NULL;
    int outcome = OUTCOME_DONE;
    bship_status status = review_open(&review, replay->logs[side], replay->boards[other_side(side)],
                                      REVIEW_SECONDS, practice->worker);
    if (!status && review_start(review))
        outcome = practice->front->work(practice->front->user, text, practice->worker);
    if (!status)
        review_take(review, found);
    review_close(review);
    return outcome;
}

/* Takes the costliest shots of a side, as far as there is room. */
static void take_costliest(struct practice *practice, int game, int32_t side,
                           const struct hindsight *found)
{
    int64_t numbers[PRACTICE_POSITIONS];
    size_t count = bship_review_costliest(found->turns, (size_t)found->info.turns_done, numbers,
                                          PRACTICE_POSITIONS);
    for (size_t i = 0; i < count && practice->count < PRACTICE_POSITIONS; i++) {
        const bship_review_turn *turn = &found->turns[numbers[i]];
        practice->positions[practice->count++] =
            (struct position){ game, side, found->shots[turn->first_shot], turn->cost };
    }
}

/* Looks for positions of a side in a game that is open. */
static int search_side(struct practice *practice, int game, const struct replay *replay,
                       int32_t side)
{
    const bship_chart *log = replay->logs[side];
    struct hindsight found = { .shots = NULL };
    char date[SAVES_TIME_SIZE];
    char text[TEXT_SIZE];
    int outcome = OUTCOME_DONE;
    practice->games++;
    if (bship_chart_turns(log) != bship_chart_shots(log)) {
        practice->salvos++;
        return OUTCOME_DONE;
    }
    saves_format_time(practice->kept.games[game].when, date);
    snprintf(text, sizeof text, "Reviewing your game of %s", date);
    if (!hindsight_read(&found, replay->record, side, log))
        outcome = review_game(practice, replay, side, text, &found);
    if (!hindsight_is_there(&found))
        practice->ignored++;
    else if (outcome == OUTCOME_DONE)
        take_costliest(practice, game, side, &found);
    hindsight_clear(&found);
    return outcome;
}

static int search_game(struct practice *practice, int game)
{
    const struct kept_game *kept = &practice->kept.games[game];
    struct replay replay;
    char why[FILES_WHY_SIZE];
    int outcome = OUTCOME_DONE;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && outcome == OUTCOME_DONE; side++) {
        if (!is_played_by(kept->record, side, practice->name) ||
            !replay_open(&replay, kept->path, why))
            continue;
        outcome = search_side(practice, game, &replay, side);
        replay_close(&replay);
    }
    return outcome;
}

/* ---- asking them ---- */

static void weigh(struct worker *worker, void *user)
{
    struct weighing *weighing = user;
    bship_ai *ai = NULL;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.level = ADVICE_LEVEL;
    options.progress = worker_report;
    options.user = worker;
    weighing->status = bship_ai_new(&ai, bship_chart_rules(weighing->chart), NULL, &options, NULL);
    if (!weighing->status)
        weighing->status =
            bship_ai_scores(ai, weighing->chart, NULL, weighing->chances, weighing->area);
    bship_ai_free(ai);
}

static double chance_at(const struct weighing *weighing, bship_cell cell)
{
    return weighing->chances[board_index(bship_chart_rules(weighing->chart), cell)];
}

/* Asks for a cell until it is one that was not fired at. */
static int ask_cell(const struct practice *practice, const struct viewing *viewing, int number,
                    bship_cell *cell)
{
    const struct position *position = &practice->positions[number];
    const bship_chart *chart = viewing->replay->charts[position->side];
    char date[SAVES_TIME_SIZE];
    char name[BSHIP_CELL_TEXT_SIZE];
    char text[TEXT_SIZE] = "";
    int outcome;
    saves_format_time(practice->kept.games[position->game].when, date);
    for (;;) {
        format_sentence(text, sizeof text,
                        "Position %d of %d, from your game of %s. Where do you fire?", number + 1,
                        practice->count, date);
        outcome = practice->front->aim(practice->front->user, viewing, position->side, text, cell);
        if (outcome != OUTCOME_DONE || !bship_chart_check_fire(chart, *cell))
            return outcome;
        bship_cell_format(*cell, name, sizeof name);
        snprintf(text, sizeof text, "%s cannot be fired at any more.", name);
    }
}

/* Tells what a shot is worth, beside the expert's and that of then; counts it if it is better. */
static void tell(struct practice *practice, const struct position *position,
                 const struct weighing *weighing, bship_cell cell)
{
    const bship_review_shot *then = &position->shot;
    char names[3][BSHIP_CELL_TEXT_SIZE];
    char chances[2][CHANCE_SIZE];
    char text[TEXT_SIZE] = "";
    bool is_expert = is_same_cell(cell, then->expert_cell);
    bship_cell_format(cell, names[0], sizeof names[0]);
    bship_cell_format(then->expert_cell, names[1], sizeof names[1]);
    bship_cell_format(then->cell, names[2], sizeof names[2]);
    format_sentence(text, sizeof text, "The chance of a hit at %s was %s.", names[0],
                    words_of_chance(chance_at(weighing, cell), chances[0]));
    if (is_expert)
        format_sentence(text, sizeof text, "The expert fires there, too.");
    else
        format_sentence(text, sizeof text, "The expert fires at %s, with a chance of %s.", names[1],
                        words_of_chance(chance_at(weighing, then->expert_cell), chances[1]));
    format_sentence(text, sizeof text, "%s, your shot of then, cost %.1f shots.", names[2],
                    position->cost);
    if (is_expert || chance_at(weighing, cell) > chance_at(weighing, then->cell))
        practice->better++;
    practice->front->show(practice->front->user, "PRACTICE", text);
}

/* Asks for a shot in the position that a replay stands at. */
static int ask_there(struct practice *practice, struct replay *replay, int number)
{
    const struct position *position = &practice->positions[number];
    struct weighing weighing = { .chart = replay->charts[position->side] };
    struct viewing viewing;
    bship_cell cell = { 0, 0 };
    weighing.area = board_cells(replay->rules);
    weighing.chances = calloc(weighing.area, sizeof *weighing.chances);
    if (!weighing.chances)
        return practice->front->fail(practice->front->user, "PRACTICE",
                                     bship_status_message(BSHIP_ERROR_MEMORY));
    viewing_open(&viewing, replay, true);
    int outcome = ask_cell(practice, &viewing, number, &cell);
    if (outcome == OUTCOME_DONE && worker_start(practice->worker, weigh, &weighing))
        outcome =
            practice->front->work(practice->front->user, "Weighing your shot", practice->worker);
    if (outcome == OUTCOME_DONE && weighing.status)
        outcome = practice->front->fail(practice->front->user, "PRACTICE",
                                        bship_status_message(weighing.status));
    else if (outcome == OUTCOME_DONE)
        tell(practice, position, &weighing, cell);
    viewing_close(&viewing);
    free(weighing.chances);
    return outcome;
}

/* The number of entries before a turn of a side. */
static int64_t entry_of(const struct replay *replay, int32_t side, int64_t turn)
{
    int64_t at = 0;
    while (at < replay->count &&
           (replay->steps[at].side != side || replay->steps[at].chart_turn != turn))
        at++;
    return at;
}

static int ask_position(struct practice *practice, int number)
{
    const struct position *position = &practice->positions[number];
    struct replay replay;
    char why[FILES_WHY_SIZE];
    if (!replay_open(&replay, practice->kept.games[position->game].path, why))
        return practice->front->fail(practice->front->user, "PRACTICE", why);
    replay_go(&replay, entry_of(&replay, position->side, position->shot.turn));
    int outcome = ask_there(practice, &replay, number);
    replay_close(&replay);
    return outcome;
}

/* ---- from start to end ---- */

/* Says why there is nothing to practise, or how it went. */
static void say_end(const struct practice *practice)
{
    char text[TEXT_SIZE] = "";
    if (practice->games == 0)
        format_sentence(text, sizeof text,
                        "No game of yours is kept yet: play one to its end, then practise on it.");
    else if (practice->count > 0)
        format_sentence(text, sizeof text,
                        "%d of %d shots were better than then: the expert's, or likelier to hit.",
                        practice->better, practice->count);
    else if (practice->salvos < practice->games)
        format_sentence(text, sizeof text,
                        "None of your kept games has a shot that was certainly costly.");
    if (practice->salvos > 0)
        format_sentence(text, sizeof text,
                        "Games whose turns have several shots are left out (%d).",
                        practice->salvos);
    if (practice->ignored > 0)
        format_sentence(text, sizeof text, "Games that cannot be reviewed are left out (%d).",
                        practice->ignored);
    practice->front->show(practice->front->user, "PRACTICE", text);
}

static int practise(struct practice *practice)
{
    int outcome = OUTCOME_DONE;
    for (int i = 0; i < practice->kept.count && practice->count < PRACTICE_POSITIONS &&
                    outcome == OUTCOME_DONE;
         i++)
        outcome = search_game(practice, i);
    for (int i = 0; i < practice->count && outcome == OUTCOME_DONE; i++)
        outcome = ask_position(practice, i);
    if (outcome == OUTCOME_DONE)
        say_end(practice);
    return outcome == OUTCOME_DONE ? (int)OUTCOME_BACK : outcome;
}

int practice_run(const struct front *front, const char *name, struct worker *worker)
{
    char why[FILES_WHY_SIZE];
    struct practice *practice = calloc(1, sizeof *practice);
    if (!practice)
        return front->fail(front->user, "PRACTICE", bship_status_message(BSHIP_ERROR_MEMORY));
    practice->front = front;
    practice->worker = worker;
    practice->name = name;
    int outcome = kept_read(&practice->kept, why) ? practise(practice)
                                                  : front->fail(front->user, "KEPT GAMES", why);
    kept_clear(&practice->kept);
    free(practice);
    return outcome;
}
