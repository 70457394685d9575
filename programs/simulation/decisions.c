/* A table of decisions; see decisions.h. Open addressing, linear probing. */
#include "simulation/decisions.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <battleship/experimental/hash.h>

enum {
    PLACES_MIN = 1 << 10,
    PLACES_MAX = 1 << 24 /* 256 MiB; once three quarters are taken, no more is remembered */
};

struct decision {
    uint64_t log; /* its hash */
    int16_t x, y;
    bool is_made;
};

struct decisions {
    const char *strategy;
    bship_ai_options options;
    pthread_mutex_t lock;    /* of the table */
    struct decision *places; /* a power of 2 */
    size_t place_count;
    size_t used;
    struct asker *idle; /* those of matches that are over, with what their AIs still know */
};

/* One of the AIs that are asked, each by one thread. */
struct asker {
    struct decisions *decisions;
    bship_ai *ai;
    struct asker *next; /* that is idle */
};

/* ---- the table ---- */

struct decisions *decisions_new(const char *strategy, const bship_ai_options *options)
{
    struct decisions *decisions = calloc(1, sizeof *decisions);
    if (!decisions)
        return NULL;
    decisions->strategy = strategy;
    decisions->options = *options;
    decisions->place_count = PLACES_MIN;
    decisions->places = calloc(PLACES_MIN, sizeof *decisions->places);
    if (decisions->places && pthread_mutex_init(&decisions->lock, NULL) == 0)
        return decisions;
    free(decisions->places);
    free(decisions);
    return NULL;
}

void decisions_free(struct decisions *decisions)
{
    if (!decisions)
        return;
    for (struct asker *asker = decisions->idle, *next; asker; asker = next) {
        next = asker->next;
        bship_ai_free(asker->ai);
        free(asker);
    }
    pthread_mutex_destroy(&decisions->lock);
    free(decisions->places);
    free(decisions);
}

/* The place of a log, or the free one where it belongs. */
static struct decision *place_of(struct decision *places, size_t count, uint64_t log)
{
    size_t place = (size_t)log & (count - 1);
    while (places[place].is_made && places[place].log != log)
        place = (place + 1) & (count - 1);
    return &places[place];
}

static bool is_full(const struct decisions *decisions)
{
    return decisions->used >= decisions->place_count / 4 * 3;
}

/* Doubles the table, if it may and there is memory. */
static void grow(struct decisions *decisions)
{
    size_t count = 2 * decisions->place_count;
    struct decision *places = count <= PLACES_MAX ? calloc(count, sizeof *places) : NULL;
    if (!places)
        return;
    for (size_t i = 0; i < decisions->place_count; i++) {
        const struct decision *old = &decisions->places[i];
        if (old->is_made)
            *place_of(places, count, old->log) = *old;
    }
    free(decisions->places);
    decisions->places = places;
    decisions->place_count = count;
}

static bool recall(struct decisions *decisions, uint64_t log, bship_cell *cell)
{
    pthread_mutex_lock(&decisions->lock);
    struct decision found = *place_of(decisions->places, decisions->place_count, log);
    pthread_mutex_unlock(&decisions->lock);
    if (found.is_made)
        *cell = (bship_cell){ found.x, found.y };
    return found.is_made;
}

/* Another thread may have made the same decision meanwhile. */
static void remember(struct decisions *decisions, uint64_t log, bship_cell cell)
{
    pthread_mutex_lock(&decisions->lock);
    if (is_full(decisions))
        grow(decisions);
    struct decision *place = place_of(decisions->places, decisions->place_count, log);
    if (!place->is_made && !is_full(decisions)) {
        *place = (struct decision){ log, (int16_t)cell.x, (int16_t)cell.y, true };
        decisions->used++;
    }
    pthread_mutex_unlock(&decisions->lock);
}

/* ---- the strategy ---- */

/* Takes an idle AI; NULL: there is none. */
static struct asker *take_idle(struct decisions *decisions)
{
    pthread_mutex_lock(&decisions->lock);
    struct asker *asker = decisions->idle;
    if (asker)
        decisions->idle = asker->next;
    pthread_mutex_unlock(&decisions->lock);
    return asker;
}

static bship_status create(void **state, const bship_rules *rules, void *user)
{
    struct decisions *decisions = user;
    struct asker *asker = take_idle(decisions);
    *state = asker;
    if (asker)
        return BSHIP_OK;
    asker = calloc(1, sizeof *asker);
    if (!asker)
        return BSHIP_ERROR_MEMORY;
    asker->decisions = decisions;
    bship_status status =
        bship_ai_new(&asker->ai, rules, decisions->strategy, &decisions->options, NULL);
    if (!status)
        *state = asker;
    else
        free(asker);
    return status;
}

static void reset(void *state, uint64_t seed, int32_t side, void *user)
{
    struct asker *asker = state;
    (void)side; /* of a solo match, that of the options */
    (void)user;
    bship_ai_reset(asker->ai, seed);
}

static bship_status aim(void *state, const bship_chart *chart, const bship_aim_options *options,
                        bship_cell *cells, size_t count, bship_rng *rng, void *user)
{
    struct asker *asker = state;
    uint64_t log = bship_chart_hash(chart, bship_chart_turns(chart));
    (void)rng; /* the AI has its own */
    (void)user;
    if (count > 1)
        return bship_ai_aim_salvo(asker->ai, chart, options, cells, count);
    if (recall(asker->decisions, log, cells))
        return BSHIP_OK;
    bship_status status = bship_ai_aim(asker->ai, chart, options, cells);
    if (!status)
        remember(asker->decisions, log, *cells);
    return status;
}

/* The AI is kept for the next match. */
static void destroy(void *state, void *user)
{
    struct asker *asker = state;
    struct decisions *decisions = user;
    pthread_mutex_lock(&decisions->lock);
    asker->next = decisions->idle;
    decisions->idle = asker;
    pthread_mutex_unlock(&decisions->lock);
}

const bship_strategy_callbacks *decisions_callbacks(void)
{
    static const bship_strategy_callbacks callbacks = {
        .size = sizeof callbacks, .create = create, .reset = reset, .aim = aim, .destroy = destroy
    };
    return &callbacks;
}
