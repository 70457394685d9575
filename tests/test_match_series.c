/* Matches whose layouts are not drawn uniformly, and matches in series. */
#include <stdatomic.h>

#include "matches.h"

static const char *const quick[] = { "random", "hunt", NULL };

static bship_match_options options_of(int32_t kind, int64_t games)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.kind = kind;
    options.games = games;
    options.seed = 5;
    return options;
}

/* ---- layouts of the caller ---- */

/* Lays fleets as a match itself would. */
struct layer {
    const bship_sampler *sampler;
    int32_t kind;
    atomic_int calls;
};

static bship_status lay(bship_placement *placements, size_t count, int64_t game, int32_t side,
                        bship_rng *rng, void *user)
{
    struct layer *layer = user;
    int call = atomic_fetch_add(&layer->calls, 1);
    if (layer->kind == BSHIP_MATCH_SOLO) {
        cr_assert_eq(side, BSHIP_SIDE_NONE, "side %d of a solo match", (int)side);
        cr_assert_eq(game, call, "game %lld, not %d", (long long)game, call);
    } else {
        cr_assert_eq(side, call % 2, "side %d", (int)side);
        cr_assert_eq(game, call / 2, "game %lld of call %d", (long long)game, call);
    }
    return bship_sampler_draw(layer->sampler, rng, placements, count);
}

Test(match_series, layouts_of_the_caller_are_fired_at)
{
    static struct rows expected, rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    bship_sampler *sampler = new_sampler(rules);
    for (int32_t kind = BSHIP_MATCH_SOLO; kind <= BSHIP_MATCH_DUEL; kind++) {
        struct layer layer = { sampler, kind, 0 };
        bship_match_options options = options_of(kind, 60);
        options.alternate = kind == BSHIP_MATCH_DUEL;
        play_match(rules, &options, quick, &expected);
        options.layout = lay;
        options.user = &layer;
        play_match(rules, &options, quick, &rows);
        cr_assert_eq(atomic_load(&layer.calls), kind == BSHIP_MATCH_SOLO ? 60 : 120, "%d calls",
                     atomic_load(&layer.calls));
        for (int i = 0; i < expected.count; i++)
            expected.row[i].method = 0;
        assert_same_rows(&rows, &expected, "the same layouts");
    }
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

static bship_status lay_the_same(bship_placement *placements, size_t count, int64_t game,
                                 int32_t side, bship_rng *rng, void *user)
{
    (void)game, (void)side, (void)rng;
    return bship_sampler_layout_at(user, 7, placements, count);
}

/* Games of one layout and one seed are one game. */
Test(match_series, one_seed_leaves_only_the_layouts)
{
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    bship_sampler_options counting = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_sampler *sampler = NULL;
    bship_match_options options = options_of(BSHIP_MATCH_SOLO, 20);

    counting.must_count = 1;
    assert_ok(bship_sampler_new(&sampler, rules, &counting, NULL), "a list");
    options.layout = lay_the_same;
    options.user = sampler;
    for (int same = 0; same <= 1; same++) {
        int64_t least = INT64_MAX, most = 0;
        options.same_seed = same;
        play_match(rules, &options, (const char *const[]){ "random", NULL }, &rows);
        for (int i = 0; i < rows.count; i++) {
            least = rows.row[i].shots < least ? rows.row[i].shots : least;
            most = rows.row[i].shots > most ? rows.row[i].shots : most;
        }
        cr_assert_eq(least == most, same, "%d to %d shots", (int)least, (int)most);
    }
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

/* What a layout is to fail with in game 3. */
struct failure {
    bship_status status;
    bool is_illegal;
};

static bship_status lay_once_more(bship_placement *placements, size_t count, int64_t game,
                                  int32_t side, bship_rng *rng, void *user)
{
    const struct failure *failure = user;
    bool fails = game == 3;
    (void)side, (void)rng;
    for (size_t i = 0; i < count; i++)
        placements[i] =
            (bship_placement){ (int32_t)i, 0, fails && failure->is_illegal ? 0 : (int32_t)i,
                               BSHIP_ORIENTATION_HORIZONTAL };
    return fails ? failure->status : BSHIP_OK;
}

Test(match_series, layout_that_fails_ends_the_match)
{
    static const struct {
        struct failure failure;
        bship_status expected;
    } cases[] = {
        { { BSHIP_ERROR_IO, false }, BSHIP_ERROR_IO },
        { { BSHIP_ERROR_CANCELLED, false }, BSHIP_ERROR_CANCELLED },
        { { (bship_status)12345, false }, BSHIP_ERROR_STRATEGY },
        { { BSHIP_OK, true }, BSHIP_ERROR_OVERLAP },
    };
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int32_t kind = BSHIP_MATCH_SOLO; kind <= BSHIP_MATCH_DUEL; kind++) {
            struct failure failure = cases[i].failure;
            bship_match_options options = options_of(kind, 8);
            options.layout = lay_once_more;
            options.user = &failure;
            bship_match *match = new_match(rules, &options);
            add_entry(match, "random");
            add_entry(match, "hunt");
            rows.count = 0;
            assert_status(bship_match_run(match, take_row, &rows), cases[i].expected, "case %zu",
                          i);
            cr_assert_eq(rows.count, 6, "%d rows of three games", rows.count);
            bship_match_free(match);
        }
    }
    bship_rules_unref(rules);
}

/* ---- series ---- */

Test(match_series, rows_are_those_without_series_but_for_the_round)
{
    static struct rows expected, rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    for (int32_t series = 1; series < 200; series = series * 3 + 1) {
        bship_match_options options = options_of(BSHIP_MATCH_SOLO, 150);
        options.first_game = series * (int64_t)7;
        play_match(rules, &options, quick, &expected);
        options.series = series;
        play_match(rules, &options, quick, &rows);
        for (int i = 0; i < expected.count; i++) {
            cr_assert_eq(expected.row[i].round, 0, "there are no rounds without series");
            expected.row[i].round = (int32_t)(i / 2 % series) + 1;
        }
        assert_same_rows(&rows, &expected, "series");
    }
    bship_rules_unref(rules);
}
