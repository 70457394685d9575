/*
 * A seed is a promise on every machine: the shots of every strategy, against fleets of every
 * placement style, with habits and without, are the same whatever the instruction set of the
 * kernel, and are those pinned below.
 *
 * The test is linked so that the library asks __wrap_bsi_cpu_best() for the instruction set.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>

#include "inference/enumeration/kernel.h"
#include "internal_support.h"

#define LAYOUTS 8 /* that a learner has seen */

static int32_t forced_cpu = -1;

bsi_cpu __real_bsi_cpu_best(bsi_lane lane);
bsi_cpu __wrap_bsi_cpu_best(bsi_lane lane);

bsi_cpu __wrap_bsi_cpu_best(bsi_lane lane)
{
    bool is_forced = forced_cpu >= 0 && bsi_kernel_of(lane, (bsi_cpu)forced_cpu);
    return is_forced ? (bsi_cpu)forced_cpu : __real_bsi_cpu_best(lane);
}

/* Adds a number to a hash (FNV-1a: Fowler, Noll and Vo). */
static uint64_t hashed(uint64_t hash, uint64_t number)
{
    return (hash ^ number) * UINT64_C(0x100000001b3);
}

/* Plays a game; adds its shots to a hash. */
static uint64_t play(bship_ai *ai, bship_board *board, bship_chart *chart, uint64_t hash)
{
    bship_chart_reset(chart);
    while (!bship_board_is_defeated(board)) {
        bship_cell cell;
        bship_report report = BSHIP_REPORT_INIT;
        assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
        assert_ok(bship_board_fire(board, cell, &report, NULL), "a shot");
        assert_ok(bship_chart_record(chart, cell, &report, NULL), "a report");
        hash = hashed(hash, (uint64_t)(cell.y * 100 + cell.x));
    }
    return hash;
}

static void observe(bship_habits *habits, const bship_board *board)
{
    bship_placement layout[SHIPS_MAX];
    int32_t ships = bship_fleet_count(bship_rules_fleet(bship_board_rules(board)));
    for (int32_t i = 0; i < ships; i++)
        assert_ok(bship_board_placement(board, i, &layout[i]), "a ship");
    assert_ok(bship_habits_observe(habits, layout, (size_t)ships, 1, NULL), "a layout");
}

/* The hash of the shots of a strategy against all styles. */
static uint64_t shots_of(const bship_rules *rules, int32_t strategy, bool learns)
{
    bship_board *board = NULL;
    bship_chart *chart = new_chart(rules);
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    options.seed = 7;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(
        bship_ai_new(&ai, rules, bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), &options, NULL),
        "an AI");
    for (int32_t style = 0; style < bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE); style++) {
        bship_rng rng = rng_of((uint64_t)style);
        bship_habits *habits = NULL;
        assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
        for (int i = 0; i <= (learns ? LAYOUTS : 0); i++) {
            if (i > 0)
                observe(habits, board);
            bship_board_clear(board);
            assert_ok(bship_board_place_style(board,
                                              bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style),
                                              &rng, NULL, NULL, NULL),
                      "a fleet");
        }
        if (learns) {
            bship_habits_snapshot *snapshot = NULL;
            assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
            assert_ok(bship_ai_set_habits(ai, snapshot), "habits");
            bship_habits_snapshot_unref(snapshot);
        }
        hash = play(ai, board, chart, hash);
        bship_habits_free(habits);
    }
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_board_free(board);
    return hash;
}

static const char *const rule_lines[] = {
    "board 7x7\nfleet 4 3 3 2\n",
    "board 7x6\nfleet 3 2 2 1\ncontact no-sides\n",
};

enum {
    RULES = sizeof rule_lines / sizeof *rule_lines
};

/* The hashes of shots. They move when a strategy plays differently, never with the machine. */
static const struct {
    const char *strategy;
    bool learns;
    uint64_t hashes[RULES];
} pins[] = {
    { "random", false, { UINT64_C(0x6e8bae0ef732c44a), UINT64_C(0xa4177f80225f4931) } },
    { "hunt", false, { UINT64_C(0x76b244bc3b0cebdc), UINT64_C(0x3c13f8c4a2fd2993) } },
    { "parity", false, { UINT64_C(0x69ad08873948066c), UINT64_C(0x4eb0f50f788a95bc) } },
    { "depth-first", false, { UINT64_C(0x12a65a068d532fa1), UINT64_C(0x484dabb6fc502402) } },
    { "stalker-easy", false, { UINT64_C(0x9870343f9b282ec1), UINT64_C(0x0ccdcec041005602) } },
    { "stalker", false, { UINT64_C(0xcabd7dc00573423b), UINT64_C(0xa2c620659d41edea) } },
    { "stalker-density", false, { UINT64_C(0x638a254e1be7c8be), UINT64_C(0xdd99ea32155b47b4) } },
    { "capacity", false, { UINT64_C(0xb53716da2021c725), UINT64_C(0xe20f875847e22abc) } },
    { "density", false, { UINT64_C(0x947b60cba1d9a005), UINT64_C(0x413cc2f12c63eeef) } },
    { "posterior", false, { UINT64_C(0xd758e4fd06b6ea72), UINT64_C(0x04586a115af5d7ae) } },
    { "posterior", true, { UINT64_C(0x1905bf385458cb8a), UINT64_C(0x11f58a2527cf859e) } },
    { "search", false, { UINT64_C(0x0c4a5cb7efc10fd8), UINT64_C(0x12a442fe623a214b) } },
    { "search", true, { UINT64_C(0x08cc72354c6cb075), UINT64_C(0x039737b1aea2c9dc) } },
};

/* The row of a strategy. */
static const uint64_t *pins_of(const char *strategy, bool learns)
{
    size_t i = 0, count = sizeof pins / sizeof *pins;
    while (i < count && (strcmp(pins[i].strategy, strategy) != 0 || pins[i].learns != learns))
        i++;
    cr_assert_lt(i, count, "%s is not pinned", strategy);
    return pins[i].hashes;
}

/* Plays all games with an instruction set, and lists the hashes that differ. */
static void check_all(const char *cpu)
{
    int wrong = 0;
    for (int32_t i = 0; i < 2 * bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        const char *name = bship_enum_name(BSHIP_ENUM_STRATEGY, i / 2);
        bool learns = i % 2 == 1;
        if (learns && !bship_strategy_uses_habits(i / 2))
            continue;
        const uint64_t *expected = pins_of(name, learns);
        for (int k = 0; k < RULES; k++) {
            bship_rules *rules = rules_from(rule_lines[k]);
            uint64_t hash = shots_of(rules, i / 2, learns);
            if (hash != expected[k])
                fprintf(stderr, "%s, %s, rules %d, with %s: %016" PRIx64 "\n", name,
                        learns ? "true" : "false", k, cpu, hash);
            wrong += hash != expected[k];
            bship_rules_unref(rules);
        }
    }
    cr_assert_eq(wrong, 0, "%d hashes of shots differ", wrong);
}

Test(shots, are_pinned)
{
    check_all("the best kernel");
}

Test(shots, do_not_depend_on_the_kernel)
{
    static const char *const names[] = { "plain", "vector", "avx2" };
    static_assert(sizeof names / sizeof *names == BSI_CPU_COUNT, "a name for each");
    /* The best kernel is that of the test above. */
    for (forced_cpu = BSI_CPU_PLAIN; forced_cpu < BSI_CPU_COUNT; forced_cpu++) {
        bool is_best = forced_cpu == (int32_t)__real_bsi_cpu_best(BSI_LANE_REAL);
        if (!is_best && bsi_kernel_of(BSI_LANE_REAL, (bsi_cpu)forced_cpu))
            check_all(names[forced_cpu]);
    }
    forced_cpu = -1;
}
