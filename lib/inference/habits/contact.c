/* Likelihoods of contact rules, and draws; see contact.h. */
#include "inference/habits/contact.h"

#include <math.h>

#include "base/exponential.h"
#include "inference/posterior.h"

enum {
    WORK_LIMIT = 200000000, /* steps of counting one hypothesis: a fifth of a second */
    DRAWS = 4096,           /* for the mean share of touching ships, to within a hundredth */
    STEPS_A_PAIR = 4        /* of ships, when they are compared */
};

/*
 * The prior probability of each stricter rule. With 0.02, players without habits lose 0.11 +- 0.03
 * shots to what one layout without contact, which is chance, teaches; with 0.05, 0.20 +- 0.03. With
 * less, more layouts are needed to recognize a player who has such a rule.
 */
#define STRICTER 0.015
#define LN2 0.6931471805599453

/* ---- rules ---- */

/* The contact rule under which ships keep so many neighbours of their cells free: the table has one
 * for each number. */
static int32_t contact_that_keeps(uint32_t neighbours)
{
    int32_t contact = 0;
    while (bsi_kept_neighbours(bsi_rule_effects(BSHIP_RULE_CONTACT, contact)) != neighbours)
        contact++;
    return contact;
}

bship_status bsi_contacts_open(bsi_contacts *contacts, const bship_rules *rules)
{
    bship_status status = BSHIP_OK;
    *contacts = (bsi_contacts){ .count = 1, .rules = { bship_rules_ref(rules) } };
    for (uint32_t kept = rules->contact_count + 4; !status && kept <= 8; kept += 4) {
        bship_rules *stricter = NULL;
        status = bsi_rules_with_contact(&stricter, rules, contact_that_keeps(kept));
        if (stricter)
            contacts->rules[contacts->count++] = stricter;
    }
    return status;
}

void bsi_contacts_close(bsi_contacts *contacts)
{
    for (int32_t i = 0; i < contacts->count; i++)
        bship_rules_unref(contacts->rules[i]);
}

/* ---- layouts ---- */

/* The distance of two intervals: 1 if they are side by side, 0 or less if they overlap. */
static int32_t distance(int32_t a, int32_t length_a, int32_t b, int32_t length_b)
{
    return a < b ? b - (a + length_a - 1) : a - (b + length_b - 1);
}

/* How many neighbours of their cells two ships keep free of each other. */
static uint32_t kept_by_pair(const bship_fleet *fleet, bship_placement a, bship_placement b)
{
    bool is_a_down = a.orientation == BSHIP_ORIENTATION_VERTICAL;
    bool is_b_down = b.orientation == BSHIP_ORIENTATION_VERTICAL;
    int32_t length_a = fleet->ships[a.ship].length, length_b = fleet->ships[b.ship].length;
    int32_t columns = distance(a.x, is_a_down ? 1 : length_a, b.x, is_b_down ? 1 : length_b);
    int32_t rows = distance(a.y, is_a_down ? length_a : 1, b.y, is_b_down ? length_b : 1);
    if (columns > 1 || rows > 1)
        return 8;
    return columns == 1 && rows == 1 ? 4 : 0;
}

uint32_t bsi_contact_kept(const bship_rules *rules, const bship_placement *ships, int32_t count,
                          int32_t *touching)
{
    uint32_t least = 8;
    int32_t sum = 0;
    for (int32_t i = 0; i < count; i++) {
        bool touches = false;
        for (int32_t j = 0; j < count; j++) {
            uint32_t kept = i == j ? 8 : kept_by_pair(rules->fleet, ships[i], ships[j]);
            touches |= kept < 8;
            least = kept < least ? kept : least;
        }
        sum += touches;
    }
    if (touching)
        *touching = sum;
    return least;
}

/* ---- counting ---- */

/*
 * The posterior of an empty chart under a hypothesis, within limits: OK; CANCELLED; MEMORY; or
 * another status where these do not suffice.
 */
static bship_status count_layouts(bship_posterior **out, const bship_rules *rules,
                                  const double *weights, bsi_work_budget *budget)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_chart *empty = NULL;
    options.work_limit = WORK_LIMIT;
    options.weights = weights;
    options.progress = budget->progress;
    options.user = budget->user;
    bship_status status = bship_chart_new(&empty, rules, NULL, NULL);
    if (!status)
        status = bsi_posterior_make(out, rules, &options, NULL, budget);
    if (!status) {
        (*out)->is_rough = true;
        status = bship_posterior_update(*out, empty, NULL);
    }
    bship_chart_free(empty);
    return status;
}

/* Whether a count cannot be had, which is no failure. */
static bool is_beyond_limits(bship_status status)
{
    return status && status != BSHIP_ERROR_CANCELLED && status != BSHIP_ERROR_MEMORY;
}

/* Sets log2 of the total weight of the layouts of a hypothesis; NaN: it is beyond limits. */
static bship_status count_total(double *log2_total, const bship_rules *rules, const double *weights,
                                bsi_work_budget *budget)
{
    bship_posterior *posterior = NULL;
    bship_status status = count_layouts(&posterior, rules, weights, budget);
    int64_t work = posterior ? posterior->work : 0;
    *log2_total = status ? (double)NAN : bsi_posterior_log2_layouts(posterior);
    bship_posterior_free(posterior);
    return !status || is_beyond_limits(status) ? bsi_work_charge(budget, work) : status;
}

/* Counts the layouts of all hypotheses without weights, once. */
static bship_status count_once(bsi_contacts *contacts, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; !contacts->is_counted && !status && i < contacts->count; i++) {
        status = count_total(&contacts->log2_layouts[i], contacts->rules[i], NULL, budget);
        contacts->touching[i] = (double)NAN;
    }
    contacts->is_counted |= !status;
    return status;
}

/* ---- learning ---- */

/* The logarithm of the prior odds times the likelihood ratio of a hypothesis to the game's rule. */
static double log_odds(const bsi_contacts *contacts, int32_t hypothesis,
                       const bsi_contact_seen *seen, size_t count, const double *log2_totals)
{
    double prior = STRICTER / (1 - STRICTER * (contacts->count - 1));
    double ratio = (log2_totals[0] - log2_totals[hypothesis]) * LN2;
    double sum = bsi_log(prior);
    uint32_t kept = contacts->rules[hypothesis]->contact_count;
    for (size_t i = 0; i < count; i++) {
        if (seen[i].kept < kept)
            sum += seen[i].weight * bsi_log(BSI_CONTACT_SLIP);
        else if (seen[i].is_whole)
            sum += seen[i].weight * ratio;
    }
    return sum;
}

/* Sets the probabilities of hypotheses, by their totals. */
static void weigh(const bsi_contacts *contacts, const bsi_contact_seen *seen, size_t count,
                  bsi_contact_fit *fit)
{
    double odds[BSI_CONTACTS_MAX] = { 0 }, most = 0, sum = 0;
    for (int32_t i = 1; i < contacts->count; i++) {
        odds[i] = log_odds(contacts, i, seen, count, fit->log2_totals);
        most = fmax(most, odds[i]);
    }
    for (int32_t i = 0; i < contacts->count; i++) {
        bool is_known = i == 0 || !isnan(odds[i]);
        fit->probability[i] = is_known ? bsi_exp(odds[i] - most) : 0;
        sum += fit->probability[i];
    }
    for (int32_t i = 0; i < contacts->count; i++)
        fit->probability[i] /= sum;
}

bship_status bsi_contacts_fit(bsi_contacts *contacts, const double *weights,
                              const bsi_contact_seen *seen, size_t count, bsi_contact_fit *fit,
                              bsi_work_budget *budget)
{
    bool has_whole = false;
    for (size_t i = 0; i < count; i++)
        has_whole |= seen[i].is_whole;
    bship_status status = has_whole ? count_once(contacts, budget) : BSHIP_OK;
    if (status)
        return status;
    for (int32_t i = 0; i < BSI_CONTACTS_MAX; i++)
        fit->log2_totals[i] = has_whole ? contacts->log2_layouts[i] : (double)NAN;
    weigh(contacts, seen, count, fit);
    if (!weights || !has_whole)
        return BSHIP_OK;
    /* What is hardly possible without weights is not worth counting with them. */
    for (int32_t i = 0; !status && i < contacts->count; i++) {
        if (i == 0 || fit->probability[i] >= BSI_CONTACT_SHARE_MIN)
            status = count_total(&fit->log2_totals[i], contacts->rules[i], weights, budget);
        else
            fit->log2_totals[i] = (double)NAN;
    }
    weigh(contacts, seen, count, fit);
    return status;
}

/* ---- the share of touching ships ---- */

/* The mean share in layouts drawn from a posterior; NaN if they cannot be drawn. */
static bship_status draw_share(bship_posterior *posterior, double *out, bsi_work_budget *budget)
{
    const bship_rules *rules = posterior->rules;
    int32_t ships = rules->fleet->count, touching;
    int64_t sum = 0;
    bsi_work_budget limited = bsi_posterior_budget(posterior);
    bsi_solve_request request = bsi_posterior_request(posterior, &limited);
    bship_rng rng;
    bship_rng_seed(&rng, 0, BSHIP_RNG_PURPOSE_SAMPLE, 0);
    request.rng = &rng;
    request.placements = posterior->drawn;
    bship_status status = BSHIP_OK;
    for (int i = 0; !status && i < DRAWS; i++) {
        status = bsi_posterior_draw(posterior, &request);
        if (!status)
            status = bsi_work_charge(budget, STEPS_A_PAIR * (int64_t)ships * ships);
        (void)bsi_contact_kept(rules, posterior->drawn, status ? 0 : ships, &touching);
        sum += touching;
    }
    *out = status ? (double)NAN : (double)sum / DRAWS / ships;
    return status;
}

/* The mean share of touching ships under a hypothesis. */
static bship_status share_of(const bsi_contacts *contacts, int32_t hypothesis,
                             const double *weights, double *out, bsi_work_budget *budget)
{
    const bship_rules *rules = contacts->rules[hypothesis];
    bship_posterior *posterior = NULL;
    *out = 0;
    if (rules->fleet->count == 1 || rules->contact_count == 8)
        return BSHIP_OK;
    *out = (double)NAN;
    bship_status status = count_layouts(&posterior, rules, weights, budget);
    if (!status)
        status = draw_share(posterior, out, budget);
    bship_posterior_free(posterior);
    return is_beyond_limits(status) ? BSHIP_OK : status;
}

bship_status bsi_contacts_touching(bsi_contacts *contacts, const double *weights,
                                   double touching[BSI_CONTACTS_MAX], bsi_work_budget *budget)
{
    bship_status status = count_once(contacts, budget);
    for (int32_t i = 0; !status && i < contacts->count; i++) {
        if (weights) {
            status = share_of(contacts, i, weights, &touching[i], budget);
            continue;
        }
        if (isnan(contacts->touching[i]))
            status = share_of(contacts, i, NULL, &contacts->touching[i], budget);
        touching[i] = contacts->touching[i];
    }
    return status;
}
