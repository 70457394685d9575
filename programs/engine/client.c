/* Bots as players; see client.h. */
#include "engine/client.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bot.h"
#include "engine/chart_text.h"

enum {
    FAULTS_MAX = 32 /* different reasons; the last one stands for all others */
};

struct engine {
    struct bot_command command;
    char name[PROTOCOL_NAME_MAX + 1];
    bship_strategy_callbacks callbacks;
    pthread_key_t latest; /* the bot that began a game last, in each thread */
    pthread_mutex_t lock; /* of the faults */
    struct fault faults[FAULTS_MAX];
    size_t fault_count;
};

/* ---- faults ---- */

/* The item that counts a fault; a new one has counted none yet. */
static struct fault *find_fault(struct engine *engine, const struct fault *fault)
{
    for (size_t i = 0; i < engine->fault_count; i++)
        if (strcmp(engine->faults[i].reason, fault->reason) == 0)
            return &engine->faults[i];
    if (engine->fault_count == FAULTS_MAX)
        return &engine->faults[FAULTS_MAX - 1];
    struct fault *item = &engine->faults[engine->fault_count++];
    *item = *fault;
    item->count = 0;
    if (engine->fault_count == FAULTS_MAX)
        snprintf(item->reason, sizeof item->reason, "failed in other ways");
    return item;
}

static void count_fault(struct engine *engine, const struct fault *fault)
{
    pthread_mutex_lock(&engine->lock);
    find_fault(engine, fault)->count++;
    pthread_mutex_unlock(&engine->lock);
}

/* ---- callbacks ---- */

static bship_status create(void **state, const bship_rules *rules, void *user)
{
    struct engine *engine = user;
    struct bot *bot = malloc(sizeof *bot);
    if (!bot)
        return BSHIP_ERROR_MEMORY;
    if (!bot_init(bot, &engine->command, rules)) {
        bot_clear(bot);
        free(bot);
        return BSHIP_ERROR_MEMORY;
    }
    *state = bot;
    return BSHIP_OK;
}

static void reset(void *state, uint64_t seed, int32_t side, void *user)
{
    const struct engine *engine = user;
    bot_begin(state, seed, side);
    /* If this fails, the bot is not told of the end of the game before the next one begins. */
    (void)pthread_setspecific(engine->latest, state);
}

/* Counts a failure once: a bot that has failed is asked again only in the next game. */
static bship_status count_failure(struct engine *engine, const struct bot *bot, bool had_failed,
                                  bship_status status)
{
    if (status == BSHIP_ERROR_STRATEGY && !had_failed)
        count_fault(engine, &bot->fault);
    return status;
}

static bship_status aim(void *state, const bship_chart *chart, const bship_aim_options *options,
                        bship_cell *cells, size_t count, bship_rng *rng, void *user)
{
    struct bot *bot = state;
    bool had_failed = bot->has_failed;
    (void)options; /* a bot is told its time once, by the protocol */
    (void)rng;
    return count_failure(user, bot, had_failed, bot_aim(bot, chart, cells, count));
}

static bship_status place(void *state, const bship_rules *rules, bship_placement *placements,
                          size_t count, bship_rng *rng, void *user)
{
    struct bot *bot = state;
    bool had_failed = bot->has_failed;
    (void)rules;
    return count_failure(user, bot, had_failed,
                         bot_place(bot, placements, count, bship_rng_next(rng)));
}

static void destroy(void *state, void *user)
{
    struct engine *engine = user;
    struct bot *bot = state;
    if (!bot_clear(bot))
        count_fault(engine, &bot->fault);
    if (pthread_getspecific(engine->latest) == bot)
        (void)pthread_setspecific(engine->latest, NULL);
    free(bot);
}

/* ---- engines ---- */

/* Writes why a bot cannot play. */
static void explain(const struct bot *bot, bship_status status, char why[ENGINE_WHY_SIZE])
{
    if (status != BSHIP_ERROR_STRATEGY)
        snprintf(why, ENGINE_WHY_SIZE, "%s", bship_status_message(status));
    else if (!bot->fault.detail[0])
        snprintf(why, ENGINE_WHY_SIZE, "%s", bot->fault.reason);
    else
        snprintf(why, ENGINE_WHY_SIZE, "%s: %s", bot->fault.reason, bot->fault.detail);
}

/* Starts a bot, and keeps what it says of itself. */
static bship_status introduce(struct engine *engine, struct bot *bot)
{
    bship_status status = bot_start(bot);
    if (status)
        return status;
    snprintf(engine->name, sizeof engine->name, "%s", bot->name[0] ? bot->name : "bot");
    engine->callbacks = (bship_strategy_callbacks)BSHIP_STRATEGY_CALLBACKS_INIT;
    engine->callbacks.create = create;
    engine->callbacks.reset = reset;
    engine->callbacks.aim = aim;
    engine->callbacks.place = bot->places ? place : NULL;
    engine->callbacks.destroy = destroy;
    return BSHIP_OK;
}

/* Fills an engine; its bot is too large for a stack. */
static bship_status fill(struct engine *engine, const bship_rules *rules, char why[ENGINE_WHY_SIZE],
                         struct transcript *said)
{
    struct bot *bot = calloc(1, sizeof *bot);
    bship_status status = BSHIP_ERROR_MEMORY;
    if (bot && bot_init(bot, &engine->command, rules))
        status = introduce(engine, bot);
    if (status)
        explain(bot, status, why);
    if (status && bot && said) {
        *said = bot->transcript;
        bot->transcript = (struct transcript){ .is_cut = false };
    }
    if (bot)
        bot_clear(bot);
    free(bot);
    return status;
}

static struct engine *new_engine(const struct bot_command *command)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine && pthread_key_create(&engine->latest, NULL) == 0) {
        engine->command = *command;
        if (pthread_mutex_init(&engine->lock, NULL) == 0)
            return engine;
        pthread_key_delete(engine->latest);
    }
    free(engine);
    return NULL;
}

bship_status engine_open(struct engine **out, const struct bot_command *command,
                         const bship_rules *rules, char why[ENGINE_WHY_SIZE],
                         struct transcript *said)
{
    *out = NULL;
    if (!chart_text_fits(rules)) {
        snprintf(why, ENGINE_WHY_SIZE, "cannot play salvos whose reports are longer than a line");
        return BSHIP_ERROR_UNSUPPORTED;
    }
    snprintf(why, ENGINE_WHY_SIZE, "%s", bship_status_message(BSHIP_ERROR_MEMORY));
    struct engine *engine = new_engine(command);
    bship_status status = engine ? fill(engine, rules, why, said) : BSHIP_ERROR_MEMORY;
    if (status)
        engine_close(engine);
    else
        *out = engine;
    return status;
}

void engine_close(struct engine *engine)
{
    if (!engine)
        return;
    pthread_mutex_destroy(&engine->lock);
    pthread_key_delete(engine->latest);
    free(engine);
}

const char *engine_name(const struct engine *engine)
{
    return engine->name;
}

const bship_strategy_callbacks *engine_callbacks(const struct engine *engine)
{
    return &engine->callbacks;
}

void engine_end_game(struct engine *engine, const bship_chart *chart)
{
    struct bot *bot = pthread_getspecific(engine->latest);
    if (bot)
        bot_end(bot, chart);
}

const struct transcript *engine_transcript(const struct engine *engine)
{
    const struct bot *bot = pthread_getspecific(engine->latest);
    return bot && engine->command.is_noted ? &bot->transcript : NULL;
}

const struct fault *engine_lost_by(const struct engine *engine)
{
    const struct bot *bot = pthread_getspecific(engine->latest);
    return bot && bot->has_failed ? &bot->fault : NULL;
}

size_t engine_fault_count(const struct engine *engine)
{
    return engine->fault_count;
}

const struct fault *engine_fault(const struct engine *engine, size_t number)
{
    return &engine->faults[number];
}
