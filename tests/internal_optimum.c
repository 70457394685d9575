/* The search for optimal play, compared with trying all ways to play. */
#include "inference/lookahead/whole_game.h"
#include "internal_support.h"

#include <string.h>

enum {
    SET_MAX = 16,   /* layouts of a set for which all ways are tried */
    MEMO_BITS = 20, /* of a state's place among those remembered */
    MEMO = 1 << MEMO_BITS,
    LISTED_MAX = 20000 /* layouts of a set at first */
};

/* ---- all ways to play ---- */

struct ship {
    uint64_t cells;
    int32_t length, name;
};

struct memo {
    uint64_t layouts, hits;
    int64_t value;
    bool is_set;
};

/* Layouts as sets of cells, and values found. */
struct brute_force {
    int32_t disclosure, cells, ships;
    bool shows; /* where a sunk ship lies */
    size_t count;
    struct ship layouts[SET_MAX][SHIPS_MAX];
    struct memo *memo;
};

/* A number for where a ship lies. */
static int32_t place_of(uint64_t cells)
{
    int32_t first = 0;
    while (!(cells >> first & 1))
        first++;
    return 2 * first + (cells >> (first + 1) & 1);
}

/* A number for what the report of a shot discloses, but for where a sunk ship lies. */
static int32_t disclosed_by(const struct brute_force *all, const struct ship *ship, bool is_sunk)
{
    if (all->disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        return 1000 + 2 * ship->name + is_sunk;
    if (!is_sunk || all->disclosure == BSHIP_DISCLOSURE_HIT)
        return 1;
    if (all->disclosure == BSHIP_DISCLOSURE_SUNK)
        return 2;
    return all->disclosure == BSHIP_DISCLOSURE_LENGTH ? 3 + ship->length : 1000 + ship->name;
}

/* A number for the report of a shot; equal reports have equal numbers. */
static int32_t report_of(const struct brute_force *all, size_t layout, int32_t cell, uint64_t hits)
{
    for (int32_t i = 0; i < all->ships; i++) {
        const struct ship *ship = &all->layouts[layout][i];
        if (!(ship->cells >> cell & 1))
            continue;
        bool is_sunk = (ship->cells & ~(hits | UINT64_C(1) << cell)) == 0;
        return disclosed_by(all, ship, is_sunk) +
               (is_sunk && all->shows ? 10000 * place_of(ship->cells) : 0);
    }
    return 0;
}

static struct memo *memo_of(const struct brute_force *all, uint64_t layouts, uint64_t hits)
{
    uint64_t place =
        (layouts * UINT64_C(0x9e3779b97f4a7c15) ^ hits * UINT64_C(0xbf58476d1ce4e5b9)) >>
        (64 - MEMO_BITS);
    int tried = 0;
    while (all->memo[place].is_set &&
           (all->memo[place].layouts != layouts || all->memo[place].hits != hits)) {
        cr_assert_lt(++tried, MEMO, "there are more states than are remembered");
        place = (place + 1) % MEMO;
    }
    return &all->memo[place];
}

static int64_t value_of(const struct brute_force *all, uint64_t layouts, uint64_t hits);

/* The misses if a cell is fired at; -1 if no layout covers it. */
static int64_t value_of_shot(const struct brute_force *all, uint64_t layouts, uint64_t hits,
                             int32_t cell)
{
    int64_t sum = 0;
    bool is_covered = false;
    for (uint64_t rest = layouts; rest;) {
        int32_t report = -1;
        uint64_t part = 0;
        for (size_t i = 0; i < all->count; i++) {
            if (!(rest >> i & 1))
                continue;
            int32_t own = report_of(all, i, cell, hits);
            report = report < 0 ? own : report;
            part |= own == report ? UINT64_C(1) << i : 0;
            sum += own == report && own == 0;
        }
        is_covered |= report != 0;
        rest &= ~part;
        if (part != layouts || report != 0)
            sum += value_of(all, part, report == 0 ? hits : hits | UINT64_C(1) << cell);
    }
    return is_covered ? sum : -1;
}

/* The misses of layouts together under optimal play. */
static int64_t value_of(const struct brute_force *all, uint64_t layouts, uint64_t hits)
{
    struct memo *memo = memo_of(all, layouts, hits);
    if ((layouts & (layouts - 1)) == 0)
        return 0;
    if (memo->is_set)
        return memo->value;
    int64_t best = INT64_MAX;
    for (int32_t cell = 0; cell < all->cells; cell++) {
        int64_t value = hits >> cell & 1 ? -1 : value_of_shot(all, layouts, hits, cell);
        best = value >= 0 && value < best ? value : best;
    }
    best = best == INT64_MAX ? 0 : best; /* all of them are sunk */
    memo = memo_of(all, layouts, hits);
    *memo = (struct memo){ layouts, hits, best, true };
    return best;
}

/* ---- sets ---- */

struct position {
    bship_rules *rules;
    bship_board *board;
    bship_chart *chart;
    bship_posterior *posterior;
    bsi_layout_set set;
    void *block;
    uint32_t *order;
};

/* Lists the layouts of the chart. */
static void list(struct position *p)
{
    bsi_work_budget budget = no_limit();
    bsi_arena arena = { NULL, 0 };
    p->posterior = new_posterior(p->chart);
    bsi_layout_set_carve(&p->set, &p->posterior->evidence, &arena);
    p->block = calloc(1, arena.used);
    p->order = calloc(p->rules->free_count, sizeof *p->order);
    cr_assert(p->block && p->order, "out of memory");
    arena = (bsi_arena){ p->block, 0 };
    bsi_layout_set_carve(&p->set, &p->posterior->evidence, &arena);
    bsi_layout_set_open(&p->set);
    memcpy(p->order, p->rules->free_cells, p->rules->free_count * sizeof *p->order);
    assert_ok(bsi_layout_set_list(&p->set, p->posterior, LISTED_MAX, &budget), "a list");
    assert_ok(bsi_layout_set_index(&p->set, p->order, &budget), "an index");
}

static void unlist(struct position *p)
{
    bsi_layout_set_close(&p->set);
    bship_posterior_free(p->posterior);
    free(p->block);
    free(p->order);
}

static struct position position_of(const char *text, bship_rng *rng)
{
    struct position p = { .rules = rules_from(text) };
    p.board = random_board(p.rules, rng);
    p.chart = new_chart(p.rules);
    list(&p);
    return p;
}

static void position_free(struct position *p)
{
    unlist(p);
    bship_chart_free(p->chart);
    bship_board_free(p->board);
    bship_rules_unref(p->rules);
}

static struct brute_force brute_force_of(const struct position *p)
{
    const bsi_layout_set *set = &p->set;
    struct brute_force all = { .disclosure = bship_rules_get(p->rules, BSHIP_RULE_DISCLOSURE),
                               .cells = cell_count(p->rules),
                               .ships = p->rules->fleet->count,
                               .shows = bship_rules_get(p->rules, BSHIP_RULE_REVEAL_SHIP) ==
                                        BSHIP_REVEAL_SHIP_YES,
                               .count = set->count,
                               .memo = calloc(MEMO, sizeof *all.memo) };
    cr_assert_not_null(all.memo, "out of memory");
    for (size_t i = 0; i < (size_t)set->count * (size_t)all.ships; i++) {
        struct ship *ship = &all.layouts[i / (size_t)all.ships][i % (size_t)all.ships];
        const bsi_ship_class *class = &set->evidence->classes[set->ships.items[i].class];
        bsi_run run = bsi_run_of(set->evidence, set->ships.items[i]);
        *ship =
            (struct ship){ 0, class->length, p->rules->fleet->ships[class->ship].first_of_name };
        for (uint32_t at = run.first; run.length > 0; run.length--, at += run.step)
            ship->cells |= UINT64_C(1) << cell_index(p->rules, bsi_cell(p->rules, at));
    }
    return all;
}

static uint64_t hits_of(const struct position *p)
{
    const bsi_evidence *evidence = p->set.evidence;
    uint64_t hits = 0;
    for (uint32_t i = 0; i < evidence->hit_count; i++)
        hits |= UINT64_C(1) << cell_index(p->rules, bsi_cell(p->rules, evidence->hits[i]));
    return hits;
}

/* ---- properties ---- */

/* The value, the cell and the bounds of a small set. */
static void check_set(const struct position *p, bsi_optimum *optimum)
{
    bsi_work_budget budget = no_limit();
    struct brute_force all = brute_force_of(p);
    uint64_t layouts = (UINT64_C(1) << all.count) - 1, hits = hits_of(p);
    int64_t value = value_of(&all, layouts, hits), misses;
    uint32_t cell;
    assert_ok(bsi_optimum_solve(optimum, value + 1, &cell, &misses, &budget), "a solution");
    cr_assert_eq(misses, value, "%lld misses, not %lld: %s", (long long)misses, (long long)value,
                 rules_text(p->rules));
    cr_assert_lt(cell, p->set.cell_count, "a cell");
    int32_t at = cell_index(p->rules, bsi_cell(p->rules, p->set.cells[cell]));
    cr_assert_eq(value_of_shot(&all, layouts, hits, at), value, "the cell is optimal");
    for (int64_t limit = 0; limit <= value; limit++) {
        assert_ok(bsi_optimum_solve(optimum, limit, &cell, &misses, &budget), "a bound");
        cr_assert(misses >= limit && misses <= value, "%lld from the limit %lld, value %lld",
                  (long long)misses, (long long)limit, (long long)value);
    }
    free(all.memo);
}

static const char *const games[] = {
    "board 3x3\nfleet 2 2\n",
    "board 4x4\nfleet 3 2\n",
    "board 4x4\nfleet 2 2 2\n",
    "board 4x3\nfleet 3 2 1\ndisclosure sunk\n",
    "board 4x4\nfleet 2 2 1\ndisclosure hit\n",
    "board 5x4\nfleet 3 2 2\ndisclosure ship\n",
    "board 4x4\nfleet 3 2 2\ndisclosure every-hit\n",
    "board 5x5\nfleet 4 3\ncontact none\n",
    "board 7x5\nfleet 3 2\n",
    "board 5x4\nfleet 3 1 1\nturn again-on-hit\n",
    "board 4x4\nfleet 2 2 2\nreveal-ship yes\n",
    "board 5x4\nfleet 3 2 2\ndisclosure ship\nreveal-ship yes\n",
    "board 4x4\nfleet 3 2 2\ndisclosure every-hit\nreveal-ship yes\n",
};

/* Fires at random until few layouts are left, and solves what is left after each further shot. */
Test(optimum, is_that_of_trying_all_ways)
{
    bship_rng rng = rng_of(1);
    int solved = 0;
    for (int i = 0; i < scaled(78); i++) {
        struct position p = position_of(games[(size_t)i % (sizeof games / sizeof *games)], &rng);
        while (p.set.count > 1 && p.set.left > 0) {
            bsi_optimum optimum;
            bsi_optimum_open(&optimum, &p.set, 100000);
            if (p.set.count <= SET_MAX) {
                check_set(&p, &optimum);
                solved++;
            }
            bsi_optimum_close(&optimum);
            fire_at_random(p.board, p.chart, &rng);
            unlist(&p);
            list(&p);
        }
        position_free(&p);
    }
    cr_assert_gt(solved, scaled(78) / 2, "%d sets", solved);
}

/* The value of a whole game, solved with a table of at most so many entries. */
static bship_status solve_game(const char *text, size_t entries, int64_t *misses, uint32_t *layouts)
{
    bship_rng rng = rng_of(2);
    struct position p = position_of(text, &rng);
    bsi_work_budget budget = no_limit();
    bsi_optimum optimum;
    uint32_t cell;
    bsi_optimum_open(&optimum, &p.set, entries);
    bship_status status = bsi_optimum_solve(&optimum, INT32_MAX, &cell, misses, &budget);
    *layouts = p.set.count;
    bsi_optimum_close(&optimum);
    position_free(&p);
    return status;
}

/* Whole games, also found by an independent program. */
Test(optimum, of_whole_games_is_known)
{
    static const struct {
        const char *rules;
        uint32_t layouts;
        int64_t misses;
    } whole[] = {
        { "board 4x4\nfleet 3\n", 16, 42 },
        { "board 6x5\nfleet 3\n", 38, 177 },
        { "board 4x4\nfleet 2 2\n", 224, 1046 },
        { "board 4x4\nfleet 3 2\n", 264, 991 },
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        int64_t misses;
        uint32_t layouts;
        assert_ok(solve_game(whole[i].rules, 1000000, &misses, &layouts), "%s", whole[i].rules);
        cr_assert_eq(layouts, whole[i].layouts, "%s", whole[i].rules);
        cr_assert_eq(misses, whole[i].misses, "%s", whole[i].rules);
    }
}

Test(optimum, table_has_a_limit)
{
    int64_t misses;
    uint32_t layouts;
    assert_status(solve_game("board 4x4\nfleet 2 2\n", 100, &misses, &layouts),
                  BSHIP_ERROR_WORK_LIMIT, "a table that is too small");
}

/* Rows that are 64 apart are 65536 cells apart, more than 16 bits tell apart, on a board that has
 * so many cells, but fewer that are not blocked. */
Test(optimum, cells_of_broad_boards_are_told_apart)
{
    enum {
        WIDTH = 1024,
        BLOCKED = 3 * WIDTH
    };
    static const bship_cell hits[] = { { 5, 1 }, { 5, 65 } };
    bship_rng rng = rng_of(4);
    bsi_work_budget budget = no_limit();
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_rules *small = rules_from("board 4x4\nfleet 2 2\n");
    bship_cell *blocked = calloc(BLOCKED, sizeof *blocked);
    struct position p = { .rules = NULL };
    bsi_optimum optimum;
    uint32_t cell;
    int64_t misses;
    options.width = WIDTH;
    options.height = 66;
    options.blocked = blocked;
    options.blocked_count = BLOCKED;
    for (int32_t i = 0; i < BLOCKED; i++)
        blocked[i] = (bship_cell){ i % WIDTH, 30 + i / WIDTH };
    assert_ok(bship_rules_new(&p.rules, bship_rules_fleet(small), &options, NULL), "rules");
    p.board = random_board(p.rules, &rng);
    p.chart = new_chart(p.rules);
    for (size_t i = 0; i < sizeof hits / sizeof *hits; i++) {
        bship_report report = BSHIP_REPORT_INIT;
        report.result = BSHIP_RESULT_HIT;
        assert_ok(bship_chart_record(p.chart, hits[i], &report, NULL), "hit %zu", i);
    }
    list(&p);
    cr_assert(p.set.is_supported && p.set.cell_count == 7, "%u cells beside the hits",
              p.set.cell_count);
    bsi_optimum_open(&optimum, &p.set, 100000);
    assert_ok(bsi_optimum_solve(&optimum, INT32_MAX, &cell, &misses, &budget), "a solution");
    for (uint32_t i = 0; i < p.set.cell_count; i++) {
        uint16_t image = optimum.model.cells[i].images[0];
        cr_assert_neq(image, BSI_OPTIMUM_NO_MOVE, "cell %u", i);
        for (uint32_t j = 0; j < i; j++)
            cr_assert_neq(image, optimum.model.cells[j].images[0], "cells %u and %u", i, j);
    }
    bsi_optimum_close(&optimum);
    position_free(&p);
    bship_rules_unref(small);
    free(blocked);
}

/* Solving again finds what was solved before, and the same cells. */
Test(optimum, whole_game_is_known_in_each_of_its_states)
{
    bship_rng rng = rng_of(3);
    struct position p = position_of("board 4x4\nfleet 2 2\n", &rng);
    bsi_whole_game game = { .is_tried = false };
    bsi_whole_game_limits few = { 1000, 1000000 }, many = { INT64_MAX, 1000000 };
    bsi_work_budget budget = no_limit();
    assert_ok(bsi_whole_game_solve(&game, p.rules, &few, &budget), "too few steps");
    cr_assert(game.is_tried && !game.is_solved, "not solved");
    game.is_tried = false;
    assert_ok(bsi_whole_game_solve(&game, p.rules, &many, &budget), "a solution");
    cr_assert(game.is_solved, "solved");
    cr_assert_eq(budget.done, 0, "nothing is charged");
    while (p.set.count > 1 && p.set.left > 0) {
        uint32_t cell;
        int64_t misses;
        bship_report report = BSHIP_REPORT_INIT;
        bsi_optimum optimum;
        bsi_optimum_open(&optimum, &p.set, 0);
        optimum.known = &game.table;
        assert_ok(bsi_optimum_solve(&optimum, INT32_MAX, &cell, &misses, &budget), "known");
        cr_assert_lt(cell, p.set.cell_count, "a cell");
        bsi_optimum_close(&optimum);
        bship_cell at = bsi_cell(p.rules, p.set.cells[cell]);
        assert_ok(bship_board_fire(p.board, at, &report, NULL), "a shot");
        assert_ok(bship_chart_record(p.chart, at, &report, NULL), "its report");
        unlist(&p);
        list(&p);
    }
    bsi_whole_game_free(&game, &p.rules->allocator);
    position_free(&p);
}
