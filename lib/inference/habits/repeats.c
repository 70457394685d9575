/* Rates of repeats, and lags; see repeats.h. */
#include "inference/habits/repeats.h"

#include <math.h>
#include <string.h>

#include "base/exponential.h"

/* The prior: a player who repeats layouts at all is one of so many. */
#define REPEATERS 0.1
/* The rate of repeats is a Beta posterior over recent layouts, which fade with this half-life. */
#define RATE_HALF_LIFE 4.0
#define RATE_REPEATED 0.1
#define RATE_NEW 0.5
/* The rate of a lag is that of all lags plus what this many layouts say. */
#define LAG_PRIOR 1.0

/* Counts of pairs of layouts by lag. */
typedef struct lag_counts {
    double pairs[BSI_LAGS + 1];
    double equal[BSI_LAGS + 1];
} lag_counts;

static size_t lag_of(size_t later, size_t earlier)
{
    size_t lag = later - earlier;
    return lag < BSI_LAGS ? lag : BSI_LAGS;
}

/* Marks repeats, and counts pairs by lag. */
static bship_status compare_all(bsi_seen *seen, size_t count, lag_counts *lags,
                                bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    memset(lags, 0, sizeof *lags);
    for (size_t i = 0; !status && i < count; i++) {
        seen[i].is_repeat = false;
        seen[i].is_last = seen[i].key != 0;
        for (size_t j = 0; seen[i].key != 0 && j < i; j++) {
            if (seen[j].key == 0)
                continue;
            bool is_equal = seen[j].key == seen[i].key;
            lags->pairs[lag_of(i, j)] += seen[i].weight;
            lags->equal[lag_of(i, j)] += is_equal ? seen[i].weight : 0;
            seen[i].is_repeat |= is_equal;
            seen[j].is_last &= !is_equal;
        }
        status = bsi_work_charge(budget, (int64_t)i + 1);
    }
    return status;
}

/* The rate of repeats as it was learnt, and the evidence for it. */
struct rate {
    double repeated; /* faded numbers of layouts */
    double all;
    double evidence; /* log: against chance */
};

static double rate_now(const struct rate *rate)
{
    return (rate->repeated + RATE_REPEATED) / (rate->all + RATE_REPEATED + RATE_NEW);
}

/* Learns from one layout, of which `distinct` others were seen before. */
static void learn_rate(struct rate *rate, const bsi_seen *seen, size_t distinct)
{
    double repeat = rate_now(rate);
    double repeated = seen->is_repeat ? repeat / (double)distinct : 0;
    double fresh = (1 - repeat) * seen->chance;
    double fade = bsi_exp2(-1 / RATE_HALF_LIFE);
    rate->evidence += bsi_log(repeated + fresh) - bsi_log(seen->chance);
    rate->repeated = fade * rate->repeated + repeated / (repeated + fresh);
    rate->all = fade * rate->all + 1;
}

static struct rate learn_rates(const bsi_seen *seen, size_t count)
{
    struct rate rate = { 0, 0, 0 };
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++) {
        if (seen[i].key == 0)
            continue;
        if (distinct > 0)
            learn_rate(&rate, &seen[i], distinct);
        distinct += !seen[i].is_repeat;
    }
    return rate;
}

/* A number proportional to the probability that layout `i`, the last of its kind, comes next: the
 * sum of the rates at which layouts recur after the lags of its occurrences. `mean` is the rate of
 * all lags. */
static double score(const bsi_seen *seen, size_t count, size_t i, const lag_counts *lags,
                    double mean)
{
    double sum = 0;
    for (size_t j = 0; j <= i; j++) {
        size_t lag = lag_of(count, j);
        if (seen[j].key == seen[i].key)
            sum += (lags->equal[lag] + LAG_PRIOR * mean) / (lags->pairs[lag] + LAG_PRIOR);
    }
    return sum;
}

/* Inserts a layout into the list of the best. */
static void insert(bsi_repeats *repeats, bsi_remembered item)
{
    size_t at = repeats->count;
    if (at == BSI_KNOWN_LAYOUTS_MAX && item.probability <= repeats->items[at - 1].probability)
        return;
    if (at < BSI_KNOWN_LAYOUTS_MAX)
        repeats->count++;
    else
        at--;
    for (; at > 0 && repeats->items[at - 1].probability < item.probability; at--)
        repeats->items[at] = repeats->items[at - 1];
    repeats->items[at] = item;
}

/* Lists the layouts that may come next, and shares the probability among them. */
static bship_status list_layouts(bsi_repeats *repeats, const bsi_seen *seen, size_t count,
                                 const lag_counts *lags, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    double pairs = 0;
    double equal = 0;
    double total = 0;
    for (size_t lag = 0; lag <= BSI_LAGS; lag++) {
        pairs += lags->pairs[lag];
        equal += lags->equal[lag];
    }
    for (size_t i = 0; !status && i < count; i++)
        if (seen[i].is_last) {
            double weight = score(seen, count, i, lags, equal / pairs);
            total += weight;
            insert(repeats, (bsi_remembered){ i, weight });
            status = bsi_work_charge(budget, (int64_t)i + 1);
        }
    double scale = repeats->probability / total;
    repeats->probability = 0;
    for (size_t i = 0; i < repeats->count; i++) {
        repeats->items[i].probability *= scale;
        repeats->probability += repeats->items[i].probability;
    }
    return status;
}

bship_status bsi_repeats_fit(bsi_repeats *repeats, bsi_seen *seen, size_t count,
                             bsi_work_budget *budget)
{
    lag_counts lags;
    memset(repeats, 0, sizeof *repeats);
    bship_status status = compare_all(seen, count, &lags, budget);
    if (status)
        return status;
    struct rate learnt = learn_rates(seen, count);
    repeats->habit = 1 / (1 + (1 - REPEATERS) / REPEATERS * bsi_exp(-learnt.evidence));
    if (repeats->habit < 0.5)
        return BSHIP_OK;
    repeats->probability = repeats->habit * rate_now(&learnt);
    return list_layouts(repeats, seen, count, &lags, budget);
}
