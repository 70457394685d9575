/*
 * Late positions of long games with totals of salvos: few layouts are left, and hardly any
 * assignment of a salvo's hits leads to one.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

#define SIDE 10
#define CELLS (SIDE * SIDE)
#define SHIPS_MAX 10
#define SALVOS_MAX 16
#define LENGTH_MAX 5

static const char contact_allowed[] = "battleship 1\n"
                                      "board 10x10\n"
                                      "fleet 5 4 3 3 2\n"
                                      "contact allowed\n"
                                      "turn salvo 5\n"
                                      "disclosure length\n"
                                      "salvo-report total\n";

static const char *const late_shots[] = {
    "a F6, E5, E6, F5, E4: 2 hits\n"
    "a F7, F4, D5, G6, D6: 1 hit, sunk 3\n"
    "a C3, H8, C8, H3, G3: 1 hit\n"
    "a C7, E8, H5, B3, C4: 2 hits\n"
    "a B4, H6, H4, C5, F8: 1 hit\n"
    "a C6, B7, D8, C2, B2: 2 hits, sunk 3\n"
    "a B5, B6, B8, B1, C9: 1 hit\n"
    "a A8, C10, G9, E9, F9: 1 hit, sunk 5\n"
    "a I7, J7, I2, F1, G1: 3 hits\n"
    "a H1, E1, J2, H7, G7: 2 hits, sunk 2\n",
    "a E5, F5, E6, F6, E7: 0 hits\n"
    "a D4, G4, D8, G8, C4: 2 hits, sunk 2\n"
    "a H3, H7, F9, I7, C9: 2 hits\n"
    "a E9, D9, H5, H6, H9: 0 hits\n"
    "a G7, I6, J7, I8, F7: 2 hits, sunk 3\n"
    "a F3, I3, G3, C8, C7: 2 hits\n"
    "a C6, E3, C10, D3, J3: 2 hits, sunk 4\n"
    "a D10, E10, B10, J2, J4: 2 hits, sunk 3\n"
    "a E2, A6, E1, F1, B5: 1 hit\n"
    "a A7, A5, A4, A8, C2: 0 hits\n"
    "a B8, B7, B6, B4, A1: 1 hit\n"
    "a D1, B1, C1, D5, A2: 1 hit\n",
};

/* Ten ships, which must not touch: few in a thousand ways to meet the totals are layouts. */
static const char crowded[] = "battleship 1\n"
                              "board 10x10\n"
                              "fleet 4 3 3 2 2 2 1 1 1 1\n"
                              "contact none\n"
                              "turn salvo 5\n"
                              "disclosure length\n"
                              "salvo-report total\n"
                              "a A3, J3, C10, J8, H10: 1 hit\n"
                              "a A7, D10, J4, A4, E1: 2 hits, sunk 1\n"
                              "a J2, J6, J7, A2, C1: 1 hit, sunk 1\n"
                              "a G10, A8, I10, H1, J10: 2 hits, sunk 2\n"
                              "a G1, I1, F8, H8, A10: 0 hits\n"
                              "a H2, G7, H3, A6, E10: 1 hit, sunk 3\n"
                              "a C7, C6, G4, F2, C8: 0 hits\n"
                              "a D3, F5, D7, D5, I5: 2 hits\n"
                              "a F3, D6, H5, D8, F6: 3 hits, sunk 2\n"
                              "a H6, F4, E3, H7, H4: 3 hits, sunk 3\n";

/* The chart of a record, the caller's to free. */
static bship_chart *chart_from(const char *head, const char *shots)
{
    char text[4096];
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;

    snprintf(text, sizeof text, "%s%s", head, shots);
    assert_ok(bship_record_parse(&record, text, strlen(text), NULL, &error), "%s", error.text);
    bship_chart *chart = new_chart(bship_record_rules(record));
    assert_ok(bship_record_to_chart(record, BSHIP_SIDE_A, chart, NULL), "a chart");
    bship_record_free(record);
    return chart;
}

/* ---- brute force over all placements; ships may touch ---- */

/* A placement: its cells, by number, and the salvo that sank it. */
struct candidate {
    int cells[LENGTH_MAX];
    int sunk_in; /* the salvo that completed it, or 0 */
};

struct brute {
    int ships, salvos;
    int length[SHIPS_MAX];
    int salvo_of[CELLS]; /* 0: not fired at */
    int hits[SALVOS_MAX];
    int sunk[SALVOS_MAX][LENGTH_MAX + 1];
    bool covered[CELLS];
    struct candidate candidates[SHIPS_MAX][2 * CELLS];
    int candidate_count[SHIPS_MAX];
    int chosen[SHIPS_MAX];
    double layouts;
    double occupancy[CELLS];
};

static void read_salvos(struct brute *brute, const bship_chart *chart)
{
    const bship_rules *rules = bship_chart_rules(chart);
    const bship_fleet *fleet = bship_rules_fleet(rules);

    brute->ships = bship_fleet_count(fleet);
    for (int i = 0; i < brute->ships; i++)
        brute->length[i] = bship_fleet_length(fleet, i);
    brute->salvos = (int)bship_chart_turns(chart);
    for (int turn = 0; turn < brute->salvos; turn++) {
        int32_t sunk_of[SHIPS_MAX] = { 0 };
        bship_turn entry = BSHIP_TURN_INIT;
        bship_total total = BSHIP_TOTAL_INIT;
        total.sunk_of = sunk_of;
        total.capacity = SHIPS_MAX;
        assert_ok(bship_chart_turn(chart, turn, &entry), "turn %d", turn);
        assert_ok(bship_chart_total(chart, turn, &total), "turn %d", turn);
        brute->hits[turn + 1] = total.hits;
        for (int i = 0; i < brute->ships; i++)
            brute->sunk[turn + 1][brute->length[i]] += sunk_of[i];
        for (int32_t i = 0; i < entry.shots; i++) {
            bship_cell cell;
            assert_ok(bship_chart_shot(chart, entry.first_shot + i, &cell, NULL), "a shot");
            brute->salvo_of[cell_index(rules, cell)] = turn + 1;
        }
    }
}

/* Places (by 1) or removes (-1) a ship; false if it conflicts with those placed before. */
static bool place_or_remove(struct brute *brute, int ship, const struct candidate *candidate,
                            int by)
{
    bool fits = true;

    for (int i = 0; i < brute->length[ship]; i++) {
        int salvo = brute->salvo_of[candidate->cells[i]];
        brute->hits[salvo] -= by;
        fits =
            fits && !brute->covered[candidate->cells[i]] && (salvo == 0 || brute->hits[salvo] >= 0);
    }
    if (candidate->sunk_in > 0) {
        brute->sunk[candidate->sunk_in][brute->length[ship]] -= by;
        fits = fits && brute->sunk[candidate->sunk_in][brute->length[ship]] >= 0;
    }
    return fits;
}

/* Finds the placements of a ship that are possible on its own. */
static void find_candidates(struct brute *brute, int ship)
{
    int length = brute->length[ship];

    for (int i = 0; i < 2 * CELLS; i++) {
        int cell = i / 2, along = i % 2 ? cell / SIDE : cell % SIDE, last = 0, shot = 0;
        struct candidate candidate;
        if (along + length > SIDE)
            continue;
        for (int j = 0; j < length; j++) {
            candidate.cells[j] = cell + j * (i % 2 ? SIDE : 1);
            int salvo = brute->salvo_of[candidate.cells[j]];
            shot += salvo > 0;
            last = salvo > last ? salvo : last;
        }
        candidate.sunk_in = shot == length ? last : 0;
        if (place_or_remove(brute, ship, &candidate, 1))
            brute->candidates[ship][brute->candidate_count[ship]++] = candidate;
        place_or_remove(brute, ship, &candidate, -1);
    }
}

static bool is_met(const struct brute *brute)
{
    for (int salvo = 1; salvo <= brute->salvos; salvo++) {
        if (brute->hits[salvo] != 0)
            return false;
        for (int length = 1; length <= LENGTH_MAX; length++)
            if (brute->sunk[salvo][length] != 0)
                return false;
    }
    return true;
}

static void count_layout(struct brute *brute)
{
    if (!is_met(brute))
        return;
    brute->layouts++;
    for (int i = 0; i < CELLS; i++)
        brute->occupancy[i] += brute->covered[i];
}

/* Whether the ships from one on have enough cells for the missing hits. */
static bool is_within_reach(const struct brute *brute, int ship)
{
    int cells = 0;

    for (; ship < brute->ships; ship++)
        cells += brute->length[ship];
    for (int salvo = 1; salvo <= brute->salvos; salvo++)
        cells -= brute->hits[salvo];
    return cells >= 0;
}

/* Ships of one length are placed in one order only. */
static void try_ship(struct brute *brute, int ship)
{
    if (ship == brute->ships)
        count_layout(brute);
    if (ship == brute->ships || !is_within_reach(brute, ship))
        return;
    bool is_alike = ship > 0 && brute->length[ship] == brute->length[ship - 1];
    for (int i = is_alike ? brute->chosen[ship - 1] + 1 : 0; i < brute->candidate_count[ship];
         i++) {
        const struct candidate *candidate = &brute->candidates[ship][i];
        brute->chosen[ship] = i;
        if (place_or_remove(brute, ship, candidate, 1)) {
            for (int j = 0; j < brute->length[ship]; j++)
                brute->covered[candidate->cells[j]] = true;
            try_ship(brute, ship + 1);
            for (int j = 0; j < brute->length[ship]; j++)
                brute->covered[candidate->cells[j]] = false;
        }
        place_or_remove(brute, ship, candidate, -1);
    }
}

Test(posterior_totals, of_late_positions_are_exact)
{
    for (size_t i = 0; i < sizeof late_shots / sizeof *late_shots; i++) {
        bship_chart *chart = chart_from(contact_allowed, late_shots[i]);
        bship_posterior *posterior = NULL;
        bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
        bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
        double grid[CELLS];
        static struct brute brute;

        brute = (struct brute){ .ships = 0 };
        read_salvos(&brute, chart);
        for (int ship = 0; ship < brute.ships; ship++)
            find_candidates(&brute, ship);
        try_ship(&brute, 0);
        options.work_limit = 1000000;
        assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "position %zu", i);
        assert_ok(bship_posterior_describe(posterior, &info), "position %zu", i);
        cr_assert(info.is_exact, "position %zu is not exact", i);
        cr_assert_eq(info.layouts, brute.layouts, "position %zu: %.0f layouts, not %.0f", i,
                     info.layouts, brute.layouts);
        bship_posterior_occupancy(posterior, grid, CELLS);
        for (int c = 0; c < CELLS; c++)
            cr_assert_float_eq(grid[c], brute.occupancy[c] / brute.layouts, 1e-12,
                               "position %zu, cell %d: %f", i, c, grid[c]);
        bship_posterior_free(posterior);
        bship_chart_free(chart);
    }
}

/* ---- sampling where nearly all choices overlap ---- */

static bship_posterior *posterior_by(const bship_chart *chart, int32_t method, uint64_t seed)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;

    options.method = method;
    options.precision = 0.02;
    options.seed = seed;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "by %s",
              bship_enum_name(BSHIP_ENUM_METHOD, method));
    return posterior;
}

Test(posterior_totals, standard_errors_of_crowded_samples_are_right)
{
    bship_chart *chart = chart_from(crowded, "");
    bship_posterior *exact = posterior_by(chart, BSHIP_METHOD_ENUMERATION, 0);
    bship_posterior_info truth = BSHIP_POSTERIOR_INFO_INIT, info = BSHIP_POSTERIOR_INFO_INIT;
    double occupancy[CELLS], found[CELLS], errors[CELLS];
    int cells = 0, off = 0;

    assert_ok(bship_posterior_describe(exact, &truth), "exact");
    bship_posterior_occupancy(exact, occupancy, CELLS);
    for (uint64_t seed = 0; seed < (uint64_t)scaled(10); seed++) {
        bship_posterior *sampled = posterior_by(chart, BSHIP_METHOD_SMC, seed);
        assert_ok(bship_posterior_describe(sampled, &info), "sampled");
        cr_assert(!info.is_exact, "exact");
        cr_assert_lt(fabs(info.layouts - truth.layouts), 6 * info.layouts_error * truth.layouts,
                     "%g layouts, not %g", info.layouts, truth.layouts);
        bship_posterior_occupancy(sampled, found, CELLS);
        bship_posterior_standard_error(sampled, errors, CELLS);
        for (int c = 0; c < CELLS; c++) {
            double difference = fabs(found[c] - occupancy[c]);
            cr_assert_lt(difference, 8 * errors[c] + 1e-9, "cell %d: %f, not %f", c, found[c],
                         occupancy[c]);
            cells += errors[c] > 0;
            off += difference > 2 * errors[c] + 1e-9;
        }
        /* G1, of a salvo without hits: known to be water. */
        cr_assert_eq(errors[6], 0, "an error of %g at G1", errors[6]);
        bship_posterior_free(sampled);
    }
    cr_assert_lt(off, cells / 10 + 5, "%d of %d are off", off, cells);
    bship_posterior_free(exact);
    bship_chart_free(chart);
}

/* ---- limits ---- */

Test(posterior_totals, are_exact_up_to_the_largest_limit)
{
    bship_chart *chart = chart_from("battleship 1\nboard 3x2\nfleet 1 1\ncontact none\n"
                                    "turn salvo 2\ndisclosure hit\nsalvo-report total\n",
                                    "a A1, C2: 1 hit\n");
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;

    for (int64_t less = 0; less < 2000; less++) {
        bship_posterior *posterior = NULL;
        bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
        options.work_limit = INT64_MAX - less;
        assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "%d less", (int)less);
        assert_ok(bship_posterior_describe(posterior, &info), "%d less", (int)less);
        cr_assert(info.is_exact, "%d less: sampled", (int)less);
        bship_posterior_free(posterior);
    }
    bship_chart_free(chart);
}
