/*
 * The hypotheses, and their average; see model.h.
 *
 * A player may have changed his habits: beside all data, each of a few latest parts of them is
 * fitted separately, and the older part too. The evidence for the two laws together, against that
 * for one law, says whether there was a change (Adams and MacKay, Bayesian online changepoint
 * detection, 2007, with a fixed list of run lengths).
 */
#include "inference/habits/model.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/exponential.h"
#include "base/random.h"
#include "inference/habits/counts.h"
#include "inference/habits/property.h"

enum {
    WINDOWS = 4,                 /* hypotheses about the latest change */
    ROUNDS = 20,                 /* of a fit */
    BASE_ROUNDS = 1,             /* of a fit, with the base measure that follows from the last */
    OLDER_MIN = 5,               /* observations before a change */
    STEPS_A_PAIR = 4,            /* of ships, when they are compared */
    CHANGE_PLACEMENTS_MAX = 8192 /* with more, changes are not looked for: it would take long */
};

/* By window: the number of latest layouts that it contains; 0: all. */
static const size_t window_size[WINDOWS] = { 0, 20, 10, 5 };

/* The prior probability that a player has habits of where ships lie. */
#define HABITUAL 0.3
/* The prior probability that the habits changed before a window. */
#define CHANGED 0.02
/* The quantile of the normal distribution for intervals of 95%. */
#define NORMAL_95 1.959964
/* The share of ships laid without habits. It keeps every weight above 0: no placement is excluded.
 */
#define LAPSE 0.01
/* The least chance of a layout, so that logarithms stay finite: of many ships it underflows. */
#define CHANCE_MIN 0x1p-1000
/* A law is used once it is that probable. */
#define SURE 0.55
/* The probability of each tail outside an interval of 95%. */
#define TAIL 0.025

/* A hypothesis about the latest change. */
struct window {
    bsi_log_linear law;
    double habit;       /* the probability of the law, given the window */
    double log_odds;    /* of the window, against the same origin for all */
    double probability; /* of the window */
};

/* What a fit yields. */
struct results {
    double *weights; /* by placement */
    double *law;     /* by placement: probabilities with these weights */
    struct window *windows;
    double *base;          /* by placement: the log base measure that follows from `broad` */
    bsi_log_linear *broad; /* with the same prior variance for all features: for intervals */
    bsi_repeats repeats;
    bsi_contact_fit contact;
    double effective;
    double unweighted; /* the probability of no law of single placements; tiny ones matter */
    double habit;
    bool is_uniform; /* all weights are 1 */
};

struct bsi_habits_model {
    const bship_rules *rules;
    bsi_habit_tables tables;
    struct results now;
    struct results next;   /* of the fit that is being made */
    bsi_log_linear *older; /* workspace: the law before a change */
    double *logarithms;    /* workspaces: by placement */
    double *values;
    double *by_ship;         /* the weights by bship_rules_placement_index() */
    bship_placement *layout; /* the ships of an observation */
    bsi_contacts contacts;
    BSI_ARRAY(bsi_habit_ship) ships;
    BSI_ARRAY(bsi_seen) seen;                 /* by observation */
    BSI_ARRAY(bsi_contact_seen) contact_seen; /* of the observations of the latest window */
    size_t block_size;
    max_align_t block[];
};

/* ---- making ---- */

static void carve_results(struct results *results, const bsi_habit_tables *tables, bsi_arena *arena)
{
    size_t count = tables->placement_count;
    results->weights = bsi_arena_take(arena, count, sizeof *results->weights);
    results->law = bsi_arena_take(arena, count, sizeof *results->law);
    results->base = bsi_arena_take(arena, count, sizeof *results->base);
    results->windows = bsi_arena_take(arena, WINDOWS, sizeof *results->windows);
    results->broad = bsi_arena_take(arena, 1, sizeof *results->broad);
}

static void carve(bsi_habits_model *model, const bship_rules *rules, bsi_arena *arena)
{
    bsi_habit_tables_carve(&model->tables, rules, arena);
    size_t count = model->tables.placement_count;
    carve_results(&model->now, &model->tables, arena);
    carve_results(&model->next, &model->tables, arena);
    model->older = bsi_arena_take(arena, 1, sizeof *model->older);
    model->logarithms = bsi_arena_take(arena, count, sizeof *model->logarithms);
    model->values = bsi_arena_take(arena, count, sizeof *model->values);
    model->by_ship =
        bsi_arena_take(arena, (size_t)bship_rules_placement_count(rules), sizeof *model->by_ship);
    model->layout = bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *model->layout);
}

bship_status bsi_habits_model_new(bsi_habits_model **out, const bship_rules *rules)
{
    bsi_habits_model measured = { 0 };
    bsi_arena arena = { NULL, 0 };
    carve(&measured, rules, &arena);
    size_t size = sizeof measured + arena.used;
    bsi_habits_model *model = bsi_alloc(&rules->allocator, size, 1);
    if (!model)
        return BSHIP_ERROR_MEMORY;
    arena = (bsi_arena){ (unsigned char *)model->block, 0 };
    carve(model, rules, &arena);
    model->rules = rules;
    model->block_size = size;
    bsi_habit_tables_build(&model->tables);
    bsi_habits_data none = { NULL, 0, NULL };
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bship_status status = bsi_contacts_open(&model->contacts, rules);
    if (!status)
        status = bsi_habits_model_fit(model, &none, &budget);
    if (status)
        bsi_habits_model_free(model);
    else
        *out = model;
    return status;
}

void bsi_habits_model_free(bsi_habits_model *model)
{
    if (!model)
        return;
    const bship_allocator *allocator = &model->rules->allocator;
    BSI_FREE(&model->ships, allocator);
    BSI_FREE(&model->seen, allocator);
    BSI_FREE(&model->contact_seen, allocator);
    bsi_contacts_close(&model->contacts);
    bsi_free(allocator, model, model->block_size, 1);
}

/* ---- reading data ---- */

static bsi_habit_ship read_ship(const bsi_habit_tables *tables, int64_t index, double weight)
{
    const bship_rules *rules = tables->rules;
    int32_t ship = 0;
    while (index >= rules->index_base[ship + 1])
        ship++;
    int32_t class = rules->fleet->ships[ship].length_class;
    uint32_t placement =
        tables->classes[class].first[0] + (uint32_t)(index - rules->index_base[ship]);
    return (bsi_habit_ship){ placement, class, weight };
}

/* The logarithm of the number of orders of the ships of one length. */
static double log_orders(const bsi_habit_tables *tables)
{
    double sum = 0;
    for (int32_t c = 0; c < tables->class_count; c++)
        for (int32_t i = 2; i <= tables->classes[c].ships; i++)
            sum += bsi_log((double)i);
    return sum;
}

/* The ships of an observation, and how to recognize it. */
static void read_observation(bsi_habits_model *model, const bsi_habits_data *data, size_t i)
{
    const bsi_habit_tables *tables = &model->tables;
    const bsi_observation *given = &data->observations[i];
    double log_chance = log_orders(tables);
    uint64_t key = 0;
    for (size_t j = 0; j < given->count; j++) {
        bsi_habit_ship ship = read_ship(tables, data->placements[given->first + j], given->weight);
        key += bsi_splitmix(ship.placement + 1);
        log_chance +=
            tables->uniform_base[ship.placement] - tables->classes[ship.class].uniform_sum;
        model->ships.items[model->ships.count++] = ship;
    }
    bool is_whole = given->count == (size_t)model->rules->fleet->count;
    model->seen.items[model->seen.count++] = (bsi_seen){
        .key = is_whole ? key | 1 : 0,
        .chance = fmax(bsi_exp(log_chance), CHANCE_MIN),
        .weight = given->weight,
        .ships_end = model->ships.count,
    };
}

static bship_status read_data(bsi_habits_model *model, const bsi_habits_data *data)
{
    const bship_allocator *allocator = &model->rules->allocator;
    size_t ships = 0;
    for (size_t i = 0; i < data->count; i++)
        ships += data->observations[i].count;
    model->ships.count = 0;
    model->seen.count = 0;
    bship_status status = BSI_RENEW(&model->ships, allocator, ships);
    if (!status)
        status = BSI_RENEW(&model->seen, allocator, data->count);
    if (!status)
        status = BSI_RENEW(&model->contact_seen, allocator, data->count);
    for (size_t i = 0; !status && i < data->count; i++)
        read_observation(model, data, i);
    return status;
}

/* ---- laws ---- */

/* Fits a law, and the base measure that follows from it, in `values`: OK, WORK_LIMIT or CANCELLED.
 */
static bship_status fit_log_linear(bsi_habits_model *model, bsi_log_linear *law,
                                   bsi_habit_ships ships, int rounds, bsi_work_budget *budget)
{
    const bsi_habit_tables *tables = &model->tables;
    size_t bytes = tables->placement_count * sizeof(double);
    double *base = model->values;
    memcpy(base, tables->uniform_base, bytes);
    bship_status status = bsi_log_linear_fit(law, tables, base, ships, rounds, budget);
    for (int i = 0; !status && !law->is_flat && i < BASE_ROUNDS; i++) {
        bsi_log_linear_weights(law, tables, model->logarithms);
        bsi_habit_tables_base(tables, model->logarithms, base);
        status = bsi_log_linear_fit(law, tables, base, ships, rounds > 0, budget);
    }
    return status;
}

/* The log of the mean likelihood of a fitted and the uniform law, against the latter. */
static double log_average(double evidence)
{
    return evidence > 0 ? evidence + bsi_log(HABITUAL + (1 - HABITUAL) * bsi_exp(-evidence))
                        : bsi_log(HABITUAL * bsi_exp(evidence) + 1 - HABITUAL);
}

static double habit_probability(double evidence)
{
    return HABITUAL / (HABITUAL + (1 - HABITUAL) * bsi_exp(-evidence));
}

/* The latest ships, from an observation on. */
static bsi_habit_ships ships_from(const bsi_habits_model *model, size_t observation)
{
    if (observation == 0)
        return (bsi_habit_ships){ model->ships.items, model->ships.count };
    size_t first = model->seen.items[observation - 1].ships_end;
    return (bsi_habit_ships){ model->ships.items + first, model->ships.count - first };
}

/*
 * Fits a window, and what is older than it, and sets its log odds: minus infinity if it is not
 * fitted, since there is too little data, or it would take long.
 */
static bship_status fit_window(bsi_habits_model *model, int index, bsi_work_budget *budget)
{
    size_t count = model->seen.count;
    size_t size = window_size[index];
    struct window *window = &model->next.windows[index];
    bship_status status = BSHIP_OK;
    window->log_odds = (double)-INFINITY;
    if (count < size + OLDER_MIN || model->tables.placement_count > CHANGE_PLACEMENTS_MAX)
        return BSHIP_OK;
    bsi_habit_ships latest = ships_from(model, count - size);
    bsi_habit_ships older = { model->ships.items, model->ships.count - latest.count };
    bsi_log_linear_init(&window->law);
    bsi_log_linear_init(model->older);
    status = fit_log_linear(model, &window->law, latest, ROUNDS, budget);
    if (!status)
        status = fit_log_linear(model, model->older, older, ROUNDS, budget);
    window->habit = habit_probability(window->law.evidence);
    window->log_odds =
        bsi_log(CHANGED) + log_average(window->law.evidence) + log_average(model->older->evidence);
    return status;
}

static bship_status fit_windows(bsi_habits_model *model, bsi_work_budget *budget)
{
    struct window *whole = &model->next.windows[0];
    bsi_log_linear_init(&whole->law);
    bship_status status = fit_log_linear(model, &whole->law, ships_from(model, 0), ROUNDS, budget);
    whole->habit = habit_probability(whole->law.evidence);
    whole->log_odds = log_average(whole->law.evidence);
    for (int i = 1; !status && i < WINDOWS; i++)
        status = fit_window(model, i, budget);
    return status;
}

/* Turns the evidence for windows into probabilities; returns the index of the most probable. */
static int weigh_windows(struct results *results)
{
    int best = 0;
    double sum = 0;
    for (int i = 1; i < WINDOWS; i++)
        best = results->windows[i].log_odds > results->windows[best].log_odds ? i : best;
    for (int i = 0; i < WINDOWS; i++)
        sum += bsi_exp(results->windows[i].log_odds - results->windows[best].log_odds);
    for (int i = 0; i < WINDOWS; i++)
        results->windows[i].probability =
            bsi_exp(results->windows[i].log_odds - results->windows[best].log_odds) / sum;
    return best;
}

/* ---- weights ---- */

/* Adds the weights of a law, scaled so that their mean in uniform layouts is 1. */
static void add_log_linear(bsi_habits_model *model, const bsi_log_linear *law, double probability)
{
    const bsi_habit_tables *tables = &model->tables;
    bsi_log_linear_weights(law, tables, model->logarithms);
    for (int32_t c = 0; c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        double sum = 0;
        for (uint32_t i = class->first[0]; i < class->end; i++)
            sum += bsi_exp(model->logarithms[i] + tables->uniform_base[i] - class->uniform_sum);
        for (uint32_t i = class->first[0]; i < class->end; i++)
            model->next.weights[i] += probability * bsi_exp(model->logarithms[i]) / sum;
    }
}

static void average_windows(bsi_habits_model *model)
{
    double *weights = model->next.weights;
    double uniform = 1;
    memset(weights, 0, model->tables.placement_count * sizeof *weights);
    for (int i = 0; i < WINDOWS; i++) {
        const struct window *window = &model->next.windows[i];
        double probability = window->probability * window->habit;
        if (probability > 0)
            add_log_linear(model, &window->law, (1 - LAPSE) * probability);
        uniform -= (1 - LAPSE) * probability;
    }
    for (uint32_t i = 0; i < model->tables.placement_count; i++)
        weights[i] += uniform;
}

/* Sets the law of placements under the weights. */
static void set_law(bsi_habits_model *model)
{
    const bsi_habit_tables *tables = &model->tables;
    for (int32_t c = 0; model->next.is_uniform && c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        for (uint32_t i = class->first[0]; i < class->end; i++)
            model->next.law[i] = bsi_exp(tables->uniform_base[i] - class->uniform_sum);
    }
    if (model->next.is_uniform)
        return;
    for (uint32_t i = 0; i < tables->placement_count; i++)
        model->logarithms[i] = bsi_log(model->next.weights[i]);
    memcpy(model->values, tables->uniform_base, tables->placement_count * sizeof(double));
    bsi_habit_tables_base(tables, model->logarithms, model->values);
    memcpy(model->next.law, tables->law, tables->placement_count * sizeof(double));
}

/* The probability of the uniform law, given the window: exact also where that of the fitted law
 * rounds to 1. */
static double plain_probability(const struct window *window)
{
    return 1 / (1 + HABITUAL / (1 - HABITUAL) * bsi_exp(window->law.evidence));
}

/* Averages the hypotheses about single placements. */
static void set_weights(bsi_habits_model *model, int best)
{
    struct results *next = &model->next;
    double uniform = 0;
    for (int i = 0; i < WINDOWS; i++)
        if (next->windows[i].probability > 0)
            uniform += next->windows[i].probability * plain_probability(&next->windows[i]);
    next->is_uniform = uniform > 1 - SURE;
    if (!next->is_uniform)
        average_windows(model);
    for (uint32_t i = 0; next->is_uniform && i < model->tables.placement_count; i++)
        next->weights[i] = 1;
    set_law(model);
    size_t size = window_size[best];
    bsi_habit_ships ships = ships_from(model, size > 0 ? model->seen.count - size : 0);
    double particular = bsi_habit_counts_apply(&model->tables, ships, next->law, SURE,
                                               model->values, next->weights);
    if (particular >= SURE) {
        next->is_uniform = false;
        set_law(model);
    }
    next->unweighted = uniform * (1 - particular);
}

/* ---- contact ---- */

/* Adds what an observation says of contact. */
static void see_contact(bsi_habits_model *model, const bsi_habits_data *data, size_t i)
{
    const bsi_observation *given = &data->observations[i];
    const bsi_habit_ship *first =
        &model->ships.items[model->seen.items[i].ships_end - given->count];
    if (first->weight <= 0)
        return;
    for (size_t j = 0; j < given->count; j++)
        (void)bship_rules_placement(model->rules, data->placements[given->first + j],
                                    &model->layout[j]);
    model->contact_seen.items[model->contact_seen.count++] = (bsi_contact_seen){
        .kept = bsi_contact_kept(model->rules, model->layout, (int32_t)given->count, NULL),
        .is_whole = model->seen.items[i].key != 0,
        .weight = first->weight,
    };
}

/* Copies the weights of a fit by bship_rules_placement_index(). */
static void copy_weights(const bsi_habits_model *model, const struct results *fitted,
                         double *weights)
{
    const bship_rules *rules = model->rules;
    for (int32_t ship = 0; ship < rules->fleet->count; ship++) {
        const bsi_habit_class *class = bsi_habit_class_of(&model->tables, ship);
        memcpy(weights + rules->index_base[ship], fitted->weights + class->first[0],
               (class->end - class->first[0]) * sizeof *weights);
    }
}

/* The weights of a fit in that order; NULL: all 1. */
static const double *weights_of(const bsi_habits_model *model, const struct results *fitted)
{
    if (fitted->is_uniform)
        return NULL;
    copy_weights(model, fitted, model->by_ship);
    return model->by_ship;
}

/* Fits the contact rule to the latest window, given the weights: OK, WORK_LIMIT, CANCELLED or
 * MEMORY. */
static bship_status fit_contact(bsi_habits_model *model, const bsi_habits_data *data, int latest,
                                bsi_work_budget *budget)
{
    size_t size = window_size[latest];
    int64_t ships = model->rules->fleet->count;
    bship_status status = BSHIP_OK;
    model->contact_seen.count = 0;
    for (size_t i = size > 0 ? data->count - size : 0; !status && i < data->count; i++) {
        see_contact(model, data, i);
        status = bsi_work_charge(budget, STEPS_A_PAIR * ships * ships);
    }
    if (status)
        return status;
    return bsi_contacts_fit(&model->contacts, weights_of(model, &model->next),
                            model->contact_seen.items, model->contact_seen.count,
                            &model->next.contact, budget);
}

/* ---- the fit ---- */

/* What is repeated says nothing new about the law of placements: only the last of it counts. */
static void skip_repeats(bsi_habits_model *model)
{
    size_t at = 0;
    for (size_t i = 0; i < model->seen.count; i++) {
        bool counts = model->seen.items[i].is_last || model->seen.items[i].key == 0;
        for (; at < model->seen.items[i].ships_end; at++)
            model->ships.items[at].weight *= counts;
    }
}

static double effective_layouts(const bsi_habits_model *model)
{
    double sum = 0;
    for (size_t i = 0; i < model->ships.count; i++)
        sum += model->ships.items[i].weight;
    return sum / model->rules->fleet->count;
}

bship_status bsi_habits_model_fit(bsi_habits_model *model, const bsi_habits_data *data,
                                  bsi_work_budget *budget)
{
    struct results *next = &model->next;
    bship_status status = read_data(model, data);
    if (!status)
        status = bsi_repeats_fit(&next->repeats, model->seen.items, model->seen.count, budget);
    if (status)
        return status;
    next->effective = effective_layouts(model);
    if (next->repeats.habit >= SURE)
        skip_repeats(model);
    status = fit_windows(model, budget);
    bsi_log_linear_init(next->broad);
    if (!status)
        status = fit_log_linear(model, next->broad, ships_from(model, 0), 0, budget);
    if (status)
        return status;
    memcpy(next->base, model->values, model->tables.placement_count * sizeof *next->base);
    int best = weigh_windows(next);
    set_weights(model, best);
    status = fit_contact(model, data, best, budget);
    if (status)
        return status;
    next->habit = 1 - next->unweighted * next->contact.probability[0] * (1 - next->repeats.habit);
    struct results old = model->now;
    model->now = *next;
    model->next = old;
    return BSHIP_OK;
}

/* ---- queries ---- */

bsi_habits_belief bsi_habits_model_belief(const bsi_habits_model *model)
{
    const struct results *now = &model->now;
    return (bsi_habits_belief){
        .effective = now->effective,
        .habit = now->habit,
        .repeat = now->repeats.probability,
        .is_uniform = now->is_uniform,
        .remembered = now->repeats.items,
        .remembered_count = now->repeats.count,
        .contacts = &model->contacts,
        .contact = &now->contact,
    };
}

void bsi_habits_model_weights(const bsi_habits_model *model, double *weights)
{
    copy_weights(model, &model->now, weights);
}

bsi_habits_mean bsi_habits_model_mean(const bsi_habits_model *model, bsi_habits_property *property)
{
    static const bsi_log_linear none;
    const bsi_habit_tables *tables = &model->tables;
    const struct results *now = &model->now;
    double deviation;
    bsi_habits_mean out = { 0 };
    out.uniform = bsi_log_linear_mean(tables, &none, tables->uniform_base, property, &deviation);
    out.believed = bsi_law_mean(tables, now->law, property);
    double mean = bsi_log_linear_mean(tables, now->broad, now->base, property, &deviation);
    out.low = mean - NORMAL_95 * deviation;
    out.high = mean + NORMAL_95 * deviation;
    return out;
}

/* Sets the interval of a share over the hypotheses, which have less of it the stricter they are. */
static void set_interval(const bsi_contact_fit *fit, const double *shares, int32_t count,
                         bsi_habits_mean *out)
{
    double sum = 0;
    out->low = out->high = shares[0];
    for (int32_t i = count - 1; i >= 0; i--) {
        double before = sum;
        sum += fit->probability[i];
        if (before < TAIL && sum >= TAIL)
            out->low = shares[i];
        if (before < 1 - TAIL && sum >= 1 - TAIL)
            out->high = shares[i];
    }
}

bship_status bsi_habits_model_touching(bsi_habits_model *model, bsi_habits_mean *out,
                                       bsi_work_budget *budget)
{
    const struct results *now = &model->now;
    bsi_contacts *contacts = &model->contacts;
    double uniform[BSI_CONTACTS_MAX], shares[BSI_CONTACTS_MAX];
    *out = (bsi_habits_mean){ 0 };
    bship_status status = bsi_contacts_touching(contacts, NULL, uniform, budget);
    if (!status)
        status = bsi_contacts_touching(contacts, weights_of(model, now), shares, budget);
    if (status)
        return status;
    out->uniform = uniform[0];
    for (int32_t i = 0; i < contacts->count; i++)
        out->believed += now->contact.probability[i] * shares[i];
    set_interval(&now->contact, shares, contacts->count, out);
    return BSHIP_OK;
}
