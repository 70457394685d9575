/* Frontier-based dynamic programming against the enumeration of all layouts, and its limits. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "internal_support.h"

static bship_status count(bsi_frontier *frontier, struct fixture *fixture)
{
    bsi_work_budget budget = no_limit();
    return bsi_frontier_count(frontier, &fixture->evidence, &fixture->counts, &budget);
}

/* ---- counts ---- */

static void check_number(const bsi_placement_counts *counts, bsi_uint128 whole, double real,
                         double expected, const char *what, size_t number)
{
    if (counts->is_whole)
        cr_assert_eq(bsi_uint128_to_double(whole), expected, "%s %zu is %.0f, not %.0f", what,
                     number, bsi_uint128_to_double(whole), expected);
    else
        cr_assert_float_eq(real, expected, 1e-11 * expected, "%s %zu is %.17g, not %.17g", what,
                           number, real, expected);
}

static void check_counts(const struct fixture *fixture, const struct search *search)
{
    const bsi_placement_counts *counts = &fixture->counts;
    size_t numbers = bsi_placement_counts_row(counts, fixture->evidence.class_count, 0);

    cr_assert_eq(counts->is_whole, !fixture->evidence.is_weighted, "integers or weights");
    check_number(counts, counts->total, counts->weight, search->total, "the total of\n", 0);
    for (size_t i = 0; i < numbers; i++)
        check_number(counts, counts->by_placement[i], counts->weights[i], search->counts[i],
                     "placement", i);
}

/* Excludes some placements that the chart allows. */
static void forbid_some(bsi_evidence *evidence, bship_rng *rng)
{
    for (int32_t k = 0; k < evidence->class_count; k++)
        for (int32_t o = 0; o < evidence->classes[k].orientations; o++)
            for (uint32_t i = 0; i < evidence->rules->free_count; i++)
                if (between(rng, 0, 5) == 0)
                    evidence->classes[k].placements[o][evidence->rules->free_cells[i]] =
                        BSI_PLACEMENT_NONE;
}

static void check_chart(bsi_frontier *frontier, const bship_chart *chart, bship_rng *rng)
{
    const bship_rules *rules = bship_chart_rules(chart);
    double *weights = between(rng, 0, 2) ? NULL : random_weights(rules, rng);
    struct fixture fixture;
    struct search search;

    fixture_init(&fixture, chart, weights);
    if (between(rng, 0, 2) == 0)
        forbid_some(&fixture.evidence, rng);
    search_all(&search, &fixture.evidence, NULL);
    assert_status(count(frontier, &fixture),
                  search.total > 0 ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION, "%.17g layouts of\n%s",
                  search.total, rules_text(rules));
    if (search.total > 0)
        check_counts(&fixture, &search);
    search_free(&search);
    fixture_free(&fixture);
    free(weights);
}

static void check_games(const struct shape *shape, int games, uint64_t seed)
{
    bsi_frontier *frontier = new_frontier();
    bship_rng rng = rng_of(seed);

    for (int i = 0; i < games; i++) {
        bship_rules *rules = random_rules(&rng, shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        do
            if (between(&rng, 0, 2) == 0)
                check_chart(frontier, chart, &rng);
        while (fire_at_random(board, chart, &rng) > 0);
        check_chart(frontier, chart, &rng);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
    bsi_frontier_free(frontier);
}

Test(frontier, counts_equal_those_of_all_layouts_under_all_rules)
{
    static const struct shape any = { .width = 6,
                                      .height = 5,
                                      .ships = 3,
                                      .length = 4,
                                      .blocked = 4,
                                      .pin = { [BSHIP_RULE_SALVO_REPORT] = 1 } };
    check_games(&any, scaled(400), 1);
}

Test(frontier, counts_equal_those_of_all_layouts_of_many_small_ships)
{
    static const struct shape small = { .width = 4,
                                        .height = 4,
                                        .ships = 5,
                                        .length = 2,
                                        .blocked = 2,
                                        .pin = { [BSHIP_RULE_SALVO_REPORT] = 1 } };
    check_games(&small, scaled(150), 2);
}

Test(frontier, counts_equal_those_of_all_layouts_on_narrow_boards)
{
    static const struct shape tall = { .width = 2,
                                       .height = 14,
                                       .ships = 4,
                                       .length = 6,
                                       .blocked = 3,
                                       .pin = { [BSHIP_RULE_SALVO_REPORT] = 1 } };
    static const struct shape wide = { .width = 14,
                                       .height = 2,
                                       .ships = 4,
                                       .length = 6,
                                       .blocked = 3,
                                       .pin = { [BSHIP_RULE_SALVO_REPORT] = 1 } };
    check_games(&tall, scaled(100), 3);
    check_games(&wide, scaled(100), 4);
}

static void check_total(const char *lines, uint64_t expected)
{
    bsi_frontier *frontier = new_frontier();
    struct fixture fixture;
    bship_chart *chart = fixture_of_rules(&fixture, lines);

    assert_ok(count(frontier, &fixture), "%s", lines);
    cr_assert(fixture.counts.total.high == 0 && fixture.counts.total.low == expected,
              "%llu layouts of %s", (unsigned long long)fixture.counts.total.low, lines);
    fixture_free(&fixture);
    bship_chart_free(chart);
    bsi_frontier_free(frontier);
}

Test(frontier, totals_of_small_fleets_are_those_known)
{
    check_total("board 4x4\nfleet 3 2\n", 264);
    check_total("board 4x4\nfleet 2 2\n", 224);
    check_total("board 5x5\nfleet 3 2 2\n", 12798);
    check_total("board 5x5\nfleet 4 3 2\n", 9024);
    check_total("board 6x6\nfleet 3 3 2\n", 40324);
    check_total("board 6x6\nfleet 4 3 3 2\n", 633432);
    check_total("board 6x6\nfleet 4 3 2\n", 53624);
    check_total("board 5x5\nfleet 3 3 2 2\n", 80688);
    check_total("board 4x6\nfleet 3 2\n", 840);
    check_total("board 7x5\nfleet 4 3 2\n", 46226);
    check_total("board 6x6\nfleet classic\n", 3343568);
}

/* The evidence of `ships` ships of length 1, in addition to lines. */
static bship_chart *fixture_of_ones(struct fixture *fixture, const char *lines, int ships)
{
    char text[1024];

    cr_assert_lt(strlen(lines) + 2 * (size_t)ships + 16, sizeof text, "too many ships");
    strcpy(text, lines);
    strcat(text, "fleet");
    for (int i = 0; i < ships; i++)
        strcat(text, " 1");
    return fixture_of_rules(fixture, strcat(text, "\n"));
}

Test(frontier, counts_may_exceed_64_bits)
{
    /* 50 of 100 cells: the middle of row 100 of Pascal's triangle, about 1.01e29. */
    static const bsi_uint128 expected = { UINT64_C(0x1070380dc8085568), 0x145ff5d3b };
    bsi_frontier *frontier = new_frontier();
    struct fixture fixture;
    bship_chart *chart = fixture_of_ones(&fixture, "board 10x10\n", 50);

    assert_ok(count(frontier, &fixture), "50 of 100 cells");
    cr_assert_eq(bsi_uint128_compare(fixture.counts.total, expected), 0, "%.17g layouts",
                 bsi_uint128_to_double(fixture.counts.total));
    for (uint32_t i = 0; i < fixture.rules->free_count; i++) {
        bsi_uint128 twice = fixture.counts.by_placement[fixture.rules->free_cells[i]];
        bsi_uint128_add(&twice, twice);
        cr_assert_eq(bsi_uint128_compare(twice, expected), 0,
                     "not half of the layouts cover cell %u", (unsigned)i);
    }
    fixture_free(&fixture);
    bship_chart_free(chart);
    bsi_frontier_free(frontier);
}

Test(frontier, counts_need_not_exceed_64_bits_though_choices_of_placements_do)
{
    bsi_frontier *frontier = new_frontier();
    struct fixture fixture;
    bship_chart *chart = fixture_of_ones(&fixture, "board 80x1\ncontact none\n", 25);
    bsi_uint128 all = { 0, 0 };

    assert_ok(count(frontier, &fixture), "25 of 80 cells in a row, none beside another");
    cr_assert(fixture.counts.total.high == 0 &&
                  fixture.counts.total.low == UINT64_C(5574440580220512),
              "%.17g layouts", bsi_uint128_to_double(fixture.counts.total));
    for (uint32_t i = 0; i < fixture.rules->free_count; i++)
        bsi_uint128_add(&all, fixture.counts.by_placement[fixture.rules->free_cells[i]]);
    cr_assert_eq(all.low, 25 * fixture.counts.total.low, "each layout has 25 ships");
    fixture_free(&fixture);
    bship_chart_free(chart);
    bsi_frontier_free(frontier);
}

/* ---- limits ---- */

static void check_refused(bship_chart *chart, struct fixture *fixture, bship_status expected,
                          const char *what)
{
    bsi_frontier *frontier = new_frontier();

    assert_status(count(frontier, fixture), expected, "%s", what);
    fixture_free(fixture);
    bship_chart_free(chart);
    bsi_frontier_free(frontier);
}

Test(frontier, inputs_beyond_its_limits_are_unsupported)
{
    struct fixture fixture;
    bship_chart *chart = fixture_of_ones(&fixture, "board 12x12\n", 72);
    check_refused(chart, &fixture, BSHIP_ERROR_UNSUPPORTED, "10^42 layouts");
    chart = fixture_of_rules(&fixture, "board 22x22\nfleet 4 3\n");
    cr_assert(isinf(estimate_of(&fixture)), "the estimate of 22x22");
    check_refused(chart, &fixture, BSHIP_ERROR_UNSUPPORTED, "22x22");
    chart = fixture_of_rules(&fixture, "board 10x10\nfleet a:2 b:2 c:2 d:2 e:2 f:2 g:2 h:2 i:2 "
                                       "j:2 k:2 l:2 m:2 n:2 o:2 p:2\ndisclosure ship\n");
    check_refused(chart, &fixture, BSHIP_ERROR_UNSUPPORTED, "16 names");
}

static int32_t cancel(double done, void *user)
{
    (void)done;
    ++*(int *)user;
    return 1;
}

Test(frontier, work_is_limited)
{
    bsi_frontier *frontier = new_frontier();
    struct fixture fixture;
    bship_chart *chart = fixture_of_rules(&fixture, "board 7x7\nfleet 3 2 2\ncontact none\n");
    bsi_work_budget whole = no_limit();

    assert_ok(bsi_frontier_count(frontier, &fixture.evidence, &fixture.counts, &whole), "no limit");
    for (int64_t part = 1; part <= 8; part++) {
        bsi_work_budget budget = { .limit = whole.done * part / 8 };
        assert_status(bsi_frontier_count(frontier, &fixture.evidence, &fixture.counts, &budget),
                      part < 8 ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK, "%d eighths of the work",
                      (int)part);
    }
    fixture_free(&fixture);
    bship_chart_free(chart);
    bsi_frontier_free(frontier);
}

Test(frontier, work_can_be_cancelled)
{
    bsi_frontier *frontier = new_frontier();
    struct fixture fixture;
    bship_chart *chart = fixture_of_rules(&fixture, "fleet russian\ncontact none\n");
    int reports = 0;
    bsi_work_budget budget = { .limit = NO_LIMIT, .progress = cancel, .user = &reports };

    assert_status(bsi_frontier_count(frontier, &fixture.evidence, &fixture.counts, &budget),
                  BSHIP_ERROR_CANCELLED, "cancelled");
    cr_assert_eq(reports, 1, "%d progress reports", reports);
    cr_assert_lt(budget.done, 10000000, "%lld steps although cancelled", (long long)budget.done);
    fixture_free(&fixture);
    bship_chart_free(chart);
    bsi_frontier_free(frontier);
}

static int32_t count_report(double done, void *user)
{
    (void)done;
    ++*(int *)user;
    return 0;
}

/* New memory can cost a nanosecond per byte, so growth has to report it. */
Test(frontier, its_hash_table_reports_growth)
{
    enum {
        SIZE = 1 << 19 /* slots: 8 MiB, and as much again for the smaller tables before */
    };
    struct memory memory;
    memory_init(&memory);
    bsi_hash_table table = { .slots = NULL };
    int reports = 0;
    bsi_work_budget budget = { .limit = NO_LIMIT, .progress = count_report, .user = &reports };

    while (table.size < SIZE)
        assert_ok(bsi_hash_table_grow(&table, &memory.allocator, &budget), "growth");
    cr_assert_geq(reports, 12, "%d progress reports", reports);
    cr_assert_eq(budget.done, 0, "%lld steps charged", (long long)budget.done);
    budget.progress = cancel;
    assert_status(bsi_hash_table_grow(&table, &memory.allocator, &budget), BSHIP_ERROR_CANCELLED,
                  "cancelled");
    cr_assert_null(table.slots, "slots after a cancellation");
    memory_check(&memory, "a cancelled growth");
}

/* Counts a small and a larger board within a memory limit. */
static void check_memory_limit(struct memory *memory, uint64_t limit, struct fixture *small,
                               struct fixture *large)
{
    bsi_frontier *frontier = NULL;

    assert_ok(bsi_frontier_new(&frontier, &memory->allocator, limit), "frontier");
    size_t empty = memory->bytes;
    memory->peak = 0;
    (void)count(frontier, small);
    bship_status status = count(frontier, large);
    cr_assert_eq(frontier->memory.left + memory->bytes - empty, limit, "bytes are unaccounted for");
    cr_assert(status == BSHIP_ERROR_WORK_LIMIT || !status, "%s within %u bytes",
              bship_enum_name(BSHIP_ENUM_STATUS, status), (unsigned)limit);
    cr_assert_eq(!status, limit > 2000000, "%s within %u bytes",
                 bship_enum_name(BSHIP_ENUM_STATUS, status), (unsigned)limit);
    cr_assert_leq(memory->peak - empty, limit, "%zu bytes of %u", memory->peak, (unsigned)limit);
    if (limit > 100000)
        assert_ok(count(frontier, small), "a small count within %u bytes", (unsigned)limit);
    bsi_frontier_free(frontier);
}

Test(frontier, memory_is_limited_and_reused)
{
    struct memory memory;
    struct fixture fixture, small;
    bsi_frontier *frontier = NULL;
    bship_chart *chart = fixture_of_rules(&fixture, "board 8x8\nfleet 3 2 2\ncontact none\n");
    bship_chart *other = fixture_of_rules(&small, "board 3x3\nfleet 2\n");

    memory_init(&memory);
    for (uint64_t limit = 1000; limit < 10000000; limit *= 4)
        check_memory_limit(&memory, limit, &small, &fixture);
    assert_ok(bsi_frontier_new(&frontier, &memory.allocator, UINT64_MAX), "frontier");
    assert_ok(count(frontier, &fixture), "cold");
    memory_fail(&memory, 0, LONG_MAX);
    assert_ok(count(frontier, &small), "small");
    assert_ok(count(frontier, &fixture), "warm");
    cr_assert_eq(memory.calls, 0, "%ld calls when warm", memory.calls);
    memory_fail(&memory, 0, 0);
    bsi_frontier_free(frontier);
    memory_check(&memory, "the frontier programme");
    fixture_free(&fixture);
    fixture_free(&small);
    bship_chart_free(chart);
    bship_chart_free(other);
}

Test(frontier, any_allocation_can_fail)
{
    struct memory memory;
    struct fixture fixture;
    bship_chart *chart = fixture_of_rules(&fixture, "board 5x6\nfleet 3 2 2\n");
    bship_status status = BSHIP_ERROR_MEMORY;
    long failures = 0;

    memory_init(&memory);
    while (status == BSHIP_ERROR_MEMORY) {
        bsi_frontier *frontier = NULL;
        memory_fail(&memory, failures++, 1);
        status = bsi_frontier_new(&frontier, &memory.allocator, UINT64_MAX);
        if (!status)
            status = count(frontier, &fixture);
        cr_assert(status == (memory.failed ? BSHIP_ERROR_MEMORY : BSHIP_OK), "%s after %ld calls",
                  bship_enum_name(BSHIP_ENUM_STATUS, status), failures);
        if (frontier)
            assert_ok(count(frontier, &fixture), "again after %ld calls", failures);
        bsi_frontier_free(frontier);
        memory_check(&memory, "a count that failed");
    }
    cr_assert_gt(failures, 20, "only %ld calls", failures);
    fixture_free(&fixture);
    bship_chart_free(chart);
}

/* ---- full size ---- */

/* Half a billion steps: skipped in short runs. */
Test(frontier, the_russian_fleet_is_counted_within_its_limits)
{
    static const uint64_t corner = UINT64_C(438487728189216), total = UINT64_C(1855545978831780);
    struct memory memory;
    struct fixture fixture;
    bsi_frontier *frontier = NULL;
    bsi_work_budget unlimited = no_limit();

    if (scaled(100) < 50)
        return;
    bship_chart *chart = fixture_of_rules(&fixture, "fleet russian\ncontact none\n");
    memory_init(&memory);
    assert_ok(bsi_frontier_new(&frontier, &memory.allocator, 160 << 20), "frontier");
    assert_ok(bsi_frontier_count(frontier, &fixture.evidence, &fixture.counts, &unlimited),
              "within 160 MB");
    cr_assert_eq(fixture.counts.total.low, total, "%llu layouts",
                 (unsigned long long)fixture.counts.total.low);
    uint64_t covered = 0;
    for (int32_t k = 0; k < fixture.evidence.class_count; k++)
        for (int32_t o = 0; o < fixture.evidence.classes[k].orientations; o++) {
            uint32_t first = bsi_position(fixture.rules, (bship_cell){ 0, 0 });
            covered +=
                fixture.counts.by_placement[bsi_placement_counts_row(&fixture.counts, k, o) + first]
                    .low;
        }
    cr_assert_eq(covered, corner, "%llu layouts cover A1", (unsigned long long)covered);
    cr_assert_lt(unlimited.done, 500000000, "%lld steps", (long long)unlimited.done);
    bsi_frontier_free(frontier);
    memory_check(&memory, "the russian fleet");
    fixture_free(&fixture);
    bship_chart_free(chart);
}

Test(frontier, estimates_are_near_the_work_of_empty_boards)
{
    static const char *const lines[] = {
        "board 30x4\nfleet 3 2 2\ncontact allowed\n",
        "board 7x7\nfleet classic\ncontact allowed\n",
        "board 7x9\nfleet 4 3 2 2\ncontact no-sides\n",
        "board 6x12\nfleet 3 3 3 2 1\ncontact none\n",
        "board 8x8\nfleet 4 3 3 2 2 2 1 1 1 1\ncontact none\n",
    };
    bsi_frontier *frontier = new_frontier();

    for (int i = 0; i < scaled(5); i++) {
        struct fixture fixture;
        bship_chart *chart = fixture_of_rules(&fixture, lines[i % 5]);
        bsi_work_budget spent = no_limit();
        double estimate = estimate_of(&fixture);
        assert_ok(bsi_frontier_count(frontier, &fixture.evidence, &fixture.counts, &spent), "%s",
                  lines[i % 5]);
        double ratio = estimate / (double)spent.done;
        cr_assert(ratio > 1.0 / 3 && ratio < 3, "%.3g times the work of\n%s", ratio, lines[i % 5]);
        fixture_free(&fixture);
        bship_chart_free(chart);
    }
    bsi_frontier_free(frontier);
}
