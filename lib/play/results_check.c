/*
 * Whether results that were read can be those of a match. Every check follows from how
 * bship_results_add() counts rows, and holds for sums of results if it holds for each. Together
 * they do not prove that such games exist, which is a hard problem of contingency tables.
 */
#include "play/moments.h"
#include "play/results.h"

struct check {
    const bship_results *results;
    int32_t entry; /* the one that is checked */
    /* By group of rounds: at least so many series have all its games. */
    int64_t series[BSI_RESULTS_GROUPS_MAX];
};

static const bship_results_entry_info *info_of(const struct check *check, int32_t entry)
{
    return &check->results->entries[entry];
}

static const bship_histogram *shots_of(const struct check *check, int32_t group, int32_t entry)
{
    return bsi_results_shots_of(check->results, group, entry);
}

static int64_t rounds_of(const struct check *check, int32_t group)
{
    return bsi_results_rounds_of(check->results, group);
}

/* ---- counts of an entry ---- */

/* Counts that are no greater than others in every game, so in all of them. */
#define NO_MORE(less, more, text)                                                                  \
    {                                                                                              \
        offsetof(bship_results_entry_info, less), offsetof(bship_results_entry_info, more), text   \
    }
static const struct {
    size_t less, more;
    const char *text;
} orders[] = {
    NO_MORE(finished, played, "more finished than played"),
    NO_MORE(faults, failed, "more faults than failed"),
    NO_MORE(turns, shots, "more turns than shots"),
    NO_MORE(searched, played, "more searched than played"),
    NO_MORE(won, played, "more won than played"),
    NO_MORE(lost, played, "more lost than played"),
    NO_MORE(drawn, finished, "more drawn than finished"),
    NO_MORE(first, played, "more first than played"),
    NO_MORE(first_won, won, "more first-won than won"),
    NO_MORE(first_won, first, "more first-won than first"),
    NO_MORE(first_drawn, drawn, "more first-drawn than drawn"),
    NO_MORE(side_a, played, "more side-a than played"),
    NO_MORE(side_a_won, won, "more side-a-won than won"),
    NO_MORE(side_a_drawn, drawn, "more side-a-drawn than drawn"),
};

static int64_t count_at(const bship_results_entry_info *info, size_t offset)
{
    return *(const int64_t *)(const void *)((const char *)info + offset);
}

/* Whether a sum over games is too great for their number. */
static bool is_too_great(int64_t sum, int64_t games)
{
    return sum > 0 && (sum - 1) / BSI_RESULTS_SHOTS_MAX >= games;
}

static const char *check_counts(const struct check *check)
{
    const bship_results_entry_info *info = info_of(check, check->entry);
    if (info->played != check->results->games)
        return "played is not the number of games";
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (count_at(info, orders[i].less) > count_at(info, orders[i].more))
            return orders[i].text;
    }
    if (info->failed != info->played - info->finished)
        return "finished and failed do not add up to played";
    if (is_too_great(info->shots, info->finished))
        return "more shots than finished games can have";
    if (is_too_great(info->wasted - info->shots, info->failed))
        return "more wasted than shots";
    return info->played == 0 && info->nanoseconds > 0 ? "time without games" : NULL;
}

/* ---- duels ---- */

static bool is_sum(int64_t a, int64_t b, int64_t sum)
{
    return (uint64_t)a + (uint64_t)b == (uint64_t)sum;
}

static bool exceeds(int64_t a, int64_t b, int64_t limit)
{
    return (uint64_t)a + (uint64_t)b > (uint64_t)limit;
}

/* In a finished game somebody won or both drew; in one that failed who was not at fault has won. */
static const char *check_outcomes(const bship_results_entry_info *info,
                                  const bship_results_entry_info *other)
{
    if (info->won != other->lost || info->lost != other->won || info->drawn != other->drawn)
        return "won, lost and drawn are not those of the other entry";
    if (info->finished != other->finished)
        return "finished is not that of the other entry";
    if (exceeds(info->faults, other->faults, info->failed))
        return "more faults of both entries than failed";
    if (info->faults > info->lost || other->faults > info->won)
        return "more faults than games lost";
    return is_sum(info->won - other->faults, info->lost - info->faults,
                  info->finished - info->drawn)
               ? NULL
               : "won, lost and drawn do not add up";
}

/* Each game has one side a; a finished one has one who fired first. */
static const char *check_sides(const bship_results_entry_info *info,
                               const bship_results_entry_info *other)
{
    int64_t lost_as_a = other->won - other->side_a_won;
    if (!is_sum(info->side_a, other->side_a, info->played) ||
        !is_sum(info->side_a_drawn, other->side_a_drawn, info->drawn))
        return "side-a or side-a-drawn of both entries do not add up";
    if (info->side_a_won + info->side_a_drawn + lost_as_a > info->side_a)
        return "more games won, lost and drawn as side a than side-a";
    if (exceeds(info->first, other->first, info->played) ||
        (uint64_t)info->first + (uint64_t)other->first < (uint64_t)info->finished ||
        !is_sum(info->first_drawn, other->first_drawn, info->drawn))
        return "first or first-drawn of both entries do not add up";
    if (exceeds(info->first_won, info->first_drawn, info->first) ||
        exceeds(info->won - info->first_won, info->drawn - info->first_drawn,
                info->played - info->first))
        return "more games won and drawn than fired first or second";
    return NULL;
}

/* ---- sums of histograms ---- */

static bsi_uint128 sum_of(const bship_histogram *histogram)
{
    return bsi_histogram_moments(histogram).above;
}

static const char *check_duel(const struct check *check)
{
    const bship_results_entry_info *info = info_of(check, check->entry);
    const bship_results_entry_info *other = info_of(check, 1 - check->entry);
    const bship_histogram *shots = shots_of(check, BSI_RESULTS_ALL, check->entry);
    const char *found = check_outcomes(info, other);
    if (!found)
        found = check_sides(info, other);
    if (found)
        return found;
    if (bship_histogram_count(shots) != info->won - other->faults)
        return "game-shots has not the number of games won by sinking all";
    return bsi_uint128_compare(sum_of(shots), bsi_uint128_of((uint64_t)info->shots)) > 0
               ? "game-shots adds up to more than shots"
               : NULL;
}

/* ---- solo matches ---- */

static const char *check_solo(const struct check *check)
{
    const bship_results_entry_info *info = info_of(check, check->entry);
    const bship_histogram *shots = shots_of(check, BSI_RESULTS_ALL, check->entry);
    if ((info->won | info->lost | info->drawn | info->first | info->side_a) != 0)
        return "won, lost, drawn, first or side-a in a solo match";
    if (bship_histogram_count(shots) != info->finished)
        return "game-shots has not the number of finished games";
    return bsi_uint128_compare(sum_of(shots), bsi_uint128_of((uint64_t)info->shots)) == 0
               ? NULL
               : "game-shots does not add up to shots";
}

/* The sums of a group against the shots of single games, and their number against failures. */
static const char *check_groups(const struct check *check)
{
    const bship_histogram *games = shots_of(check, BSI_RESULTS_ALL, check->entry);
    int32_t groups = bship_results_groups(check->results);
    int64_t left = bship_histogram_count(games);
    int64_t spoiled = info_of(check, check->entry)->failed;
    bsi_uint128 sum = bsi_uint128_of(0);
    for (int32_t group = 0; group < groups; group++) {
        const bship_histogram *shots = shots_of(check, group, check->entry);
        int64_t rounds = rounds_of(check, group), count = bship_histogram_count(shots);
        if (count > left / rounds)
            return "group-shots has more games than game-shots";
        if (count > 0 &&
            (bship_histogram_minimum(shots) < rounds * bship_histogram_minimum(games) ||
             bship_histogram_maximum(shots) > rounds * bship_histogram_maximum(games)))
            return "group-shots has sums that game-shots excludes";
        left -= count * rounds;
        sum = bsi_uint128_sum(sum, sum_of(shots));
        spoiled -= check->series[group] - count;
        if (spoiled < 0)
            return "group-shots lacks series without failed games";
    }
    return bsi_uint128_compare(sum, sum_of(games)) > 0 ? "group-shots adds up to more than shots"
                                                       : NULL;
}

/*
 * Of an entry that never failed, each series has a sum in each group that it reached. So games
 * beyond these are the last ones of series that ended within the next group.
 */
static const char *check_ends(const struct check *check)
{
    int64_t left = check->results->games;
    int32_t groups = bship_results_groups(check->results);
    for (int32_t group = 0; group < groups; group++)
        left -= check->series[group] * rounds_of(check, group);
    for (int32_t group = 0; group + 1 < groups; group++) {
        int64_t ended = check->series[group] - check->series[group + 1];
        int64_t room = rounds_of(check, group + 1) - 1;
        if (room > 0)
            left -= ended > left / room ? left : ended * room;
    }
    return groups > 0 && left > 0 ? "fewer series than games" : NULL;
}

/* ---- pairs ---- */

/* The sum of a - b where the games are the same, each side without negative terms. */
static bool is_difference(const bship_histogram *pair, const bship_histogram *a,
                          const bship_histogram *b)
{
    bsi_moments moments = bsi_histogram_moments(pair);
    return bsi_uint128_compare(bsi_uint128_sum(sum_of(a), moments.below),
                               bsi_uint128_sum(sum_of(b), moments.above)) == 0;
}

static const char *check_pair(const struct check *check, int32_t group, int32_t other)
{
    const bship_histogram *pair =
        bsi_results_differences_of(check->results, group, check->entry, other);
    const bship_histogram *a = shots_of(check, group, check->entry);
    const bship_histogram *b = shots_of(check, group, other);
    int64_t count = bship_histogram_count(pair);
    int64_t of_a = bship_histogram_count(a), of_b = bship_histogram_count(b);
    bool a_never_failed = info_of(check, check->entry)->failed == 0;
    bool b_never_failed = info_of(check, other)->failed == 0;
    if (count > of_a || count > of_b)
        return "more differences than games of an entry";
    if ((a_never_failed && count != of_b) || (b_never_failed && count != of_a) ||
        (group == BSI_RESULTS_ALL && exceeds(of_a, of_b, check->results->games) &&
         of_a - (check->results->games - of_b) > count))
        return "fewer differences than games that both finished";
    if (count > 0 &&
        (bship_histogram_minimum(pair) < bship_histogram_minimum(a) - bship_histogram_maximum(b) ||
         bship_histogram_maximum(pair) > bship_histogram_maximum(a) - bship_histogram_minimum(b)))
        return "differences that the shots exclude";
    return count == of_a && count == of_b && !is_difference(pair, a, b)
               ? "differences do not add up to that of the shots"
               : NULL;
}

static const char *check_pairs(const struct check *check)
{
    const char *found = NULL;
    int32_t groups = bship_results_groups(check->results);
    if (check->results->options.kind == BSHIP_MATCH_KIND_DUEL)
        return NULL;
    for (int32_t group = BSI_RESULTS_ALL; group < groups && !found; group++) {
        for (int32_t b = check->entry + 1; b < check->results->options.entries && !found; b++)
            found = check_pair(check, group, b);
    }
    return found;
}

/* ---- series ---- */

/* At least so many series as any entry has sums of the group, or of a later one. */
static void count_series(struct check *check)
{
    int64_t most = 0;
    for (int32_t group = bship_results_groups(check->results) - 1; group >= 0; group--) {
        for (int32_t entry = 0; entry < check->results->options.entries; entry++) {
            int64_t count = bship_histogram_count(shots_of(check, group, entry));
            most = count > most ? count : most;
        }
        check->series[group] = most;
    }
}

static const char *check_series(const struct check *check)
{
    int64_t left = check->results->games;
    for (int32_t group = 0; group < bship_results_groups(check->results); group++) {
        if (check->series[group] > left / rounds_of(check, group))
            return "more series than games";
        left -= check->series[group] * rounds_of(check, group);
    }
    return NULL;
}

static const char *check_entry(const struct check *check)
{
    if (check->results->options.kind == BSHIP_MATCH_KIND_DUEL)
        return check_duel(check);
    const char *found = check_solo(check);
    if (!found)
        found = check_groups(check);
    return found || info_of(check, check->entry)->failed > 0 ? found : check_ends(check);
}

const char *bsi_results_contradiction(const bship_results *results, int32_t *entry)
{
    struct check check = { .results = results };
    const char *(*const checks[])(const struct check *) = { check_counts, check_entry,
                                                            check_pairs };
    count_series(&check);
    *entry = -1;
    const char *found = check_series(&check);
    for (int i = 0; i < 3; i++) {
        for (int32_t of = 0; of < results->options.entries && !found; of++) {
            *entry = check.entry = of;
            found = checks[i](&check);
        }
    }
    return found;
}
