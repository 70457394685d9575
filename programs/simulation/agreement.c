/* How alike players decide; see agreement.h. */
#include "simulation/agreement.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/board_cells.h"
#include "simulation/crew.h"
#include "simulation/engines.h"
#include "simulation/positions.h"
#include "simulation/statistics/pairs.h"
#include "simulation/statistics/statistics.h"

/* After so many positions without an answer, a bot is asked no more. */
enum { FAILURES_MAX = 20 };

/* Players that are asked, by several threads. */
struct questions {
    const struct plan *plan;
    struct agreement *agreement;
    struct position *positions;
    size_t due;        /* the most shots of a position */
    atomic_int status; /* a bship_status that ends all */
};

/* ---- asking ---- */

/* Whoever is asked: a bot that was started anew, or an AI. */
struct respondent {
    struct engine *engine; /* NULL: an AI */
    void *state;           /* of the bot */
    bship_ai *ai;
    bship_cell *cells; /* room for an answer */
};

/* A bot is started anew, so that what it fails here is no game that it lost. */
static bship_status open_bot(struct respondent *respondent, const struct plan *plan,
                             struct asked *asked)
{
    const struct player *player = asked->player;
    const struct bot_command how = { player->command, player->limits, interrupt_happened, false };
    bship_status status = engine_open(&respondent->engine, &how, plan->rules, asked->why, NULL);
    if (status)
        return status;
    return engine_callbacks(respondent->engine)
        ->create(&respondent->state, plan->rules, respondent->engine);
}

static void close_respondent(struct respondent *respondent)
{
    if (respondent->state)
        engine_callbacks(respondent->engine)->destroy(respondent->state, respondent->engine);
    engine_close(respondent->engine);
    bship_ai_free(respondent->ai);
    free(respondent->cells);
}

static bship_status answer(struct respondent *respondent, const struct position *position,
                           uint64_t seed)
{
    const size_t due = position->due;
    if (respondent->ai) {
        bship_ai_reset(respondent->ai, seed);
        return bship_ai_aim_salvo(respondent->ai, position->chart, NULL, respondent->cells, due);
    }
    const bship_strategy_callbacks *callbacks = engine_callbacks(respondent->engine);
    bship_rng unused = { { 0 }, { 0 } };
    callbacks->reset(respondent->state, seed, BSHIP_SIDE_A, respondent->engine);
    return callbacks->aim(respondent->state, position->chart, NULL, respondent->cells, due, &unused,
                          respondent->engine);
}

static int compare_shots(const void *a, const void *b)
{
    const int32_t *first = a, *second = b;
    return *first < *second ? -1 : *first > *second;
}

/* Asks once. A salvo is a set of shots; if there is no answer, the first one is -1. */
static bship_status ask(struct respondent *respondent, const struct questions *questions,
                        const struct position *position, uint64_t seed, int32_t *shots)
{
    const bship_rules *rules = questions->plan->rules;
    bship_status status = answer(respondent, position, seed);
    for (size_t i = 0; i < position->due && !status; i++)
        shots[i] = (int32_t)board_index(rules, respondent->cells[i]);
    if (status)
        shots[0] = -1;
    else
        qsort(shots, position->due, sizeof *shots, compare_shots);
    return status;
}

static bool is_equal(const int32_t *a, const int32_t *b, size_t due)
{
    return memcmp(a, b, due * sizeof *a) == 0;
}

/* Whether nobody is to be asked any more, not only this player. */
static bool ends_all(bship_status status)
{
    return status == BSHIP_ERROR_MEMORY || status == BSHIP_ERROR_CANCELLED;
}

/* Asks in all positions, and in each with another seed too. */
static bship_status ask_all(struct respondent *respondent, const struct questions *questions,
                            struct asked *asked, int32_t *again)
{
    int64_t failed = 0, twice = 0, same = 0;
    for (int64_t i = 0; i < questions->agreement->positions; i++) {
        const struct position *position = &questions->positions[i];
        int32_t *shots = &asked->shots[(size_t)i * questions->due];
        shots[0] = -1;
        if (failed == FAILURES_MAX)
            continue;
        bship_status status = ask(respondent, questions, position, position->seed, shots);
        asked->answers += !status;
        failed += status != 0;
        if (!status) {
            status = ask(respondent, questions, position, position->seed + 1, again);
            twice += !status;
            same += !status && is_equal(shots, again, position->due);
        }
        if (ends_all(status))
            return status;
    }
    asked->itself = twice > 0 ? (double)same / (double)twice : (double)NAN;
    return BSHIP_OK;
}

/* Notes why a bot gave no answer, if it could be started. */
static void note_fault(struct asked *asked, const struct engine *engine)
{
    if (engine)
        asked->why[0] = '\0';
    if (engine && engine_fault_count(engine) > 0)
        snprintf(asked->why, sizeof asked->why, "%s", engine_fault(engine, 0)->reason);
    asked->reason = asked->why[0] ? asked->why : NULL;
}

static bship_status ask_one(const struct questions *questions, struct asked *asked)
{
    struct respondent respondent = { .cells = calloc(questions->due, sizeof *respondent.cells) };
    int32_t *again = calloc(questions->due, sizeof *again);
    bship_status status = respondent.cells && again ? BSHIP_OK : BSHIP_ERROR_MEMORY;
    bool is_there = false;
    if (!status && asked->strategy)
        status = bship_ai_new(&respondent.ai, questions->plan->rules, asked->strategy,
                              &questions->plan->limits, NULL);
    else if (!status)
        status = open_bot(&respondent, questions->plan, asked);
    is_there = !status;
    if (is_there)
        status = ask_all(&respondent, questions, asked, again);
    else if (!ends_all(status))
        status = BSHIP_OK; /* it answers nothing */
    note_fault(asked, respondent.engine);
    close_respondent(&respondent);
    free(again);
    return status;
}

/* Asks one by its number, unless all is ended. */
static void ask_number(size_t number, void *user)
{
    struct questions *questions = user;
    bship_status status = BSHIP_OK;
    if (!atomic_load(&questions->status))
        status = ask_one(questions, &questions->agreement->asked[number]);
    if (status)
        atomic_store(&questions->status, (int)status);
}

/* ---- who is asked ---- */

static bool plays(const struct plan *plan, const char *strategy)
{
    for (size_t i = 0; i < plan->player_count; i++)
        if (plan->players[i].strategy && strcmp(plan->players[i].strategy, strategy) == 0)
            return true;
    return false;
}

static struct asked *add(struct agreement *agreement, const char *strategy)
{
    struct asked *asked = &agreement->asked[agreement->count++];
    *asked = (struct asked){ .strategy = strategy, .itself = (double)NAN };
    asked->name = asked->label;
    return asked;
}

/* A strategy of the library that does not play, but is quick, and can play these rules. */
static bool is_reference(const struct plan *plan, const char *strategy)
{
    bship_ai *ai = NULL;
    const bool is_quick = strcmp(strategy, bship_level_strategy(BSHIP_LEVEL_MASTER)) != 0;
    bool is_able = is_quick && !plays(plan, strategy) &&
                   !bship_ai_new(&ai, plan->rules, strategy, &plan->limits, NULL);
    bship_ai_free(ai);
    return is_able;
}

/* Lists all who are asked: players first. */
static void list(struct agreement *agreement, const struct plan *plan)
{
    for (size_t i = 0; i < plan->player_count; i++) {
        const struct player *player = &plan->players[i];
        if (player->is_learner)
            continue;
        struct asked *asked = add(agreement, player->strategy);
        asked->player = player;
        snprintf(asked->label, sizeof asked->label, "%s", player->label);
    }
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        const char *strategy = bship_enum_name(BSHIP_ENUM_STRATEGY, i);
        if (is_reference(plan, strategy))
            snprintf(add(agreement, strategy)->label, LABEL_SIZE, "(%s)", strategy);
    }
}

/* ---- comparing ---- */

static struct likeness compare_two(const struct questions *questions, size_t a, size_t b)
{
    const struct agreement *agreement = questions->agreement;
    const struct asked *first = &agreement->asked[a], *second = &agreement->asked[b];
    struct likeness pair = { .a = first->name, .b = second->name, .number_a = a, .number_b = b };
    for (int64_t i = 0; i < agreement->positions; i++) {
        const int32_t *shots = &first->shots[(size_t)i * questions->due];
        const int32_t *others = &second->shots[(size_t)i * questions->due];
        if (shots[0] < 0 || others[0] < 0)
            continue;
        pair.positions++;
        pair.equal += is_equal(shots, others, questions->positions[i].due);
    }
    pair_label(pair.label, questions->plan, pair.a, pair.b);
    pair.share = pair.low = pair.high = pair.usual = (double)NAN;
    pair.itself =
        first->itself > second->itself || isnan(second->itself) ? first->itself : second->itself;
    if (pair.positions == 0)
        return pair;
    pair.share = (double)pair.equal / (double)pair.positions;
    wilson(pair.equal, pair.positions, CONFIDENCE, &pair.low, &pair.high);
    return pair;
}

static int compare_reals(const void *a, const void *b)
{
    const double *first = a, *second = b;
    return *first < *second ? -1 : *first > *second;
}

/* The median of the shares that one has with all others but one; NaN: there are none. */
static double usual_share(const struct agreement *agreement, size_t one, size_t other, double *room)
{
    size_t count = 0;
    for (size_t i = 0; i < agreement->count; i++) {
        if (i == one || i == other)
            continue;
        double share = agreement_of(agreement, one, i)->share;
        if (!isnan(share))
            room[count++] = share;
    }
    if (count == 0)
        return (double)NAN;
    qsort(room, count, sizeof *room, compare_reals);
    return (room[(count - 1) / 2] + room[count / 2]) / 2;
}

/* Compares all pairs; they are in the order of their numbers. */
static bship_status compare_all(struct agreement *agreement, const struct questions *questions)
{
    const size_t count = agreement->count;
    double *room = calloc(count + 1, sizeof *room);
    agreement->pairs = calloc(pair_count(count) + 1, sizeof *agreement->pairs);
    if (!room || !agreement->pairs) {
        free(room);
        return BSHIP_ERROR_MEMORY;
    }
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++)
            agreement->pairs[agreement->pair_count++] = compare_two(questions, a, b);
    for (size_t i = 0; i < agreement->pair_count; i++) {
        struct likeness *pair = &agreement->pairs[i];
        const double a = usual_share(agreement, pair->number_a, pair->number_b, room);
        const double b = usual_share(agreement, pair->number_b, pair->number_a, room);
        pair->usual = a > b || isnan(b) ? a : b;
    }
    free(room);
    return BSHIP_OK;
}

const struct likeness *agreement_of(const struct agreement *agreement, size_t a, size_t b)
{
    const size_t low = a < b ? a : b, high = a < b ? b : a;
    return &agreement->pairs[pair_index(agreement->count, low, high)];
}

enum alike agreement_judge(const struct agreement *agreement, const struct likeness *likeness)
{
    const bool is_of_player = agreement->asked[likeness->number_a].player != NULL;
    if (!is_of_player || !(likeness->low > likeness->usual))
        return ALIKE_USUALLY;
    /* Those who decide by chance have little in common with themselves: that alone tells nothing. */
    const bool is_copy = likeness->low > 0.5 && likeness->high >= likeness->itself;
    return is_copy ? ALIKE_COPIES : ALIKE_MORE;
}

/* ---- all ---- */

/* Makes the positions, from a seed that is not that of the games. */
static bship_status make_positions(struct questions *questions)
{
    struct agreement *agreement = questions->agreement;
    bship_rng rng;
    bship_rng_seed(&rng, questions->plan->seed, BSHIP_RNG_PURPOSE_USER + 1, 0);
    bship_status status = positions_make(questions->positions, &agreement->positions,
                                         questions->plan->rules, bship_rng_next(&rng));
    questions->due = 1;
    for (int64_t i = 0; i < agreement->positions; i++)
        if (questions->positions[i].due > questions->due)
            questions->due = questions->positions[i].due;
    return status;
}

static bship_status ask_everybody(struct questions *questions)
{
    struct agreement *agreement = questions->agreement;
    for (size_t i = 0; i < agreement->count; i++) {
        agreement->asked[i].shots = calloc((size_t)agreement->positions * questions->due + 1,
                                           sizeof *agreement->asked[i].shots);
        if (!agreement->asked[i].shots)
            return BSHIP_ERROR_MEMORY;
        for (size_t j = 0; j < (size_t)agreement->positions * questions->due; j++)
            agreement->asked[i].shots[j] = -1;
    }
    crew_work(questions->plan->threads, agreement->count, ask_number, questions);
    return (bship_status)atomic_load(&questions->status);
}

int agreement_ask(struct study *study, int64_t positions)
{
    const struct plan *plan = &study->plan;
    const size_t most = plan->player_count + (size_t)bship_enum_count(BSHIP_ENUM_STRATEGY);
    struct questions questions = { .plan = plan,
                                   .agreement = calloc(1, sizeof *questions.agreement),
                                   .positions =
                                       calloc((size_t)positions, sizeof *questions.positions) };
    struct agreement *agreement = study->agreement = questions.agreement;
    bship_status status = BSHIP_ERROR_MEMORY;
    if (agreement && questions.positions &&
        (agreement->asked = calloc(most, sizeof *agreement->asked))) {
        agreement->positions = positions;
        list(agreement, plan);
        status = make_positions(&questions);
        if (!status)
            status = ask_everybody(&questions);
        if (!status)
            status = compare_all(agreement, &questions);
        positions_clear(questions.positions, agreement->positions);
    }
    free(questions.positions);
    if (!status)
        return EXIT_FINE;
    agreement_free(agreement);
    study->agreement = NULL;
    return status == BSHIP_ERROR_CANCELLED ? EXIT_INTERRUPTED : check_status("agreement", status);
}

void agreement_free(struct agreement *agreement)
{
    if (!agreement)
        return;
    for (size_t i = 0; i < agreement->count; i++)
        free(agreement->asked[i].shots);
    free(agreement->asked);
    free(agreement->pairs);
    free(agreement);
}
