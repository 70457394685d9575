/* The oracle that posteriors are compared with, against independently known numbers. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "layout_oracle.h"
#include "positions.h"

static double distinct_layouts(const char *text)
{
    bship_rules *rules = rules_from(text);
    bship_chart *chart = new_chart(rules);
    struct oracle oracle;

    oracle_ask(&oracle, chart, NULL);
    cr_assert_not(oracle.is_labelled, "ships of one length are indistinguishable:\n%s", text);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return (double)oracle_layouts(&oracle);
}

Test(layout_oracle, counts_what_is_known)
{
    static const struct {
        const char *rules;
        double layouts;
    } known[] = {
        { "board 4x4\nfleet 3 2\n", 264 },       { "board 4x4\nfleet 2 2\n", 224 },
        { "board 5x5\nfleet 3 2 2\n", 12798 },   { "board 5x5\nfleet 4 3 2\n", 9024 },
        { "board 6x6\nfleet 3 3 2\n", 40324 },   { "board 6x6\nfleet 4 3 2\n", 53624 },
        { "board 4x6\nfleet 3 2\n", 840 },       { "board 7x5\nfleet 4 3 2\n", 46226 },
        { "board 4x4\nfleet 1 1 1 1\n", 1820 },  { "board 3x3\nblocked B2\nfleet 1 1 1\n", 56 },
        { "board 5x5\nfleet 3 3 2 2\n", 80688 },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_assert_eq(distinct_layouts(known[i].rules), known[i].layouts, "%.0f layouts of\n%s",
                     distinct_layouts(known[i].rules), known[i].rules);
}

/* By hand: two ships of length 1 on a 3x3 board, nine ways each. */
Test(layout_oracle, knows_the_contact_rules)
{
    cr_assert_eq(distinct_layouts("board 3x3\nfleet 1 1\ncontact allowed\n"), 36, "9 * 8 / 2");
    cr_assert_eq(distinct_layouts("board 3x3\nfleet 1 1\ncontact no-sides\n"), 24, "less 12 sides");
    cr_assert_eq(distinct_layouts("board 3x3\nfleet 1 1\ncontact none\n"), 16, "less 8 corners");
}

/* Whether a position is too large for brute force. */
static bool is_too_large(const struct position *p)
{
    return bship_rules_width(p->rules) > 8 || bship_rules_height(p->rules) > 8;
}

static void check_position(const struct position *p)
{
    struct oracle oracle;
    char text[32];

    oracle_ask(&oracle, p->chart, p->weights);
    snprintf(text, sizeof text, "%.0Lf", oracle_layouts(&oracle));
    cr_assert_str_eq(text, p->layouts, "%s: the layouts", p->name);
    for (int32_t i = 0; i < cell_count(p->rules); i++) {
        long double share = oracle_layouts(&oracle) / oracle.labelled;
        cr_assert_eq((double)(oracle_covered(&oracle, i, 0) * share), p->occupancy[i],
                     "%s: cell %d", p->name, (int)i);
        for (int k = 0; k < p->lengths; k++)
            cr_assert_eq((double)(oracle_covered(&oracle, i, p->length[k]) * share),
                         p->of_length[k][i], "%s: cell %d, length %d", p->name, (int)i,
                         (int)p->length[k]);
    }
}

Test(layout_oracle, agrees_with_the_reference_positions)
{
    struct position p;
    int checked = 0;

    for (int number = 0; position_next(&p, &number); position_free(&p)) {
        if (is_too_large(&p))
            continue;
        check_position(&p);
        checked++;
    }
    cr_assert_geq(checked, 30, "only %d positions", checked);
}

/* One ship of length 2 on 3x1: A1 is covered in one layout of two, B1 in both. */
Test(layout_oracle, forecasts_reports)
{
    static const char text[] = "board 3x1\nfleet 2\ndisclosure %s\n";
    static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };

    for (int32_t value = 0; value < 4; value++) {
        char lines[64];
        bship_rules *rules;
        bship_chart *chart;
        struct oracle oracle;
        snprintf(lines, sizeof lines, text,
                 bship_enum_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_DISCLOSURE, value));
        rules = rules_from(lines);
        chart = new_chart(rules);
        assert_ok(bship_chart_record(chart, (bship_cell){ 1, 0 }, &hit, NULL), "B1");
        oracle_ask(&oracle, chart, NULL);
        cr_assert_eq((double)oracle.labelled, 2.0, "the layouts");
        cr_assert_eq((double)oracle_covered(&oracle, 0, 2), 1.0, "A1 is covered");
        cr_assert_eq((double)oracle_sunk(&oracle, 0, 0), 1.0, "and would be the last cell");
        cr_assert_eq((double)oracle_sunk(&oracle, 0, 3), 0.0, "of no other length");
        cr_assert_eq(oracle_entropy(&oracle, 0), 1.0, "water or sunk");
        cr_assert_eq(oracle_entropy(&oracle, 1), 0.0, "B1 is a hit for sure");
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* After A1 hit and B1 hit, two threes and a two have many layouts: reports merge by disclosure. */
Test(layout_oracle, merges_reports_that_read_the_same)
{
    static const char *const rules_of[] = {
        "board 4x2\nfleet A:2 B:2 C:1\ndisclosure hit\n",
        "board 4x2\nfleet A:2 B:2 C:1\ndisclosure sunk\n",
        "board 4x2\nfleet A:2 B:2 C:1\ndisclosure length\n",
        "board 4x2\nfleet A:2 B:2 C:1\ndisclosure ship\n",
        "board 4x2\nfleet A:2 B:2 C:1\ndisclosure every-hit\n",
    };
    static const int possible[] = { 2, 3, 3, 3, 4 };

    for (int32_t i = 0; i < 5; i++) {
        bship_rules *rules = rules_from(rules_of[i]);
        bship_chart *chart = new_chart(rules);
        long double weights[ORACLE_REPORTS];
        struct oracle oracle;
        oracle_ask(&oracle, chart, NULL);
        cr_assert_eq(oracle.is_labelled, i >= 3, "names distinguish ships from `ship` on");
        cr_assert_eq(oracle_reports(&oracle, 0, weights), possible[i], "%d reports, not %d, of\n%s",
                     oracle_reports(&oracle, 0, weights), possible[i], rules_of[i]);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/*
 * By hand: a ship of two cells and one of one on 4x1. Of the six layouts, as the cells of each,
 * AB/C, AB/D, BC/A, BC/D, CD/A, CD/B, those that agree with salvos at A1 B1 and then, B1 being
 * wasted, at B1 C1.
 */
Test(layout_oracle, knows_what_totals_disclose)
{
    static const char text[] = "board 4x1\nfleet Two:2 One:1\nturn salvo 2\n"
                               "salvo-report total\nrepeat wasted\ndisclosure %s\n";
    static const struct {
        int32_t disclosure, hits, sunk, sunk_of[2], hits_of[2];
        double layouts;
        int32_t then_hits, then_sunk, then_sunk_of[2], then_hits_of[2];
        double then_layouts;
    } known[] = {
        { BSHIP_DISCLOSURE_HIT, 1, -1, { 0 }, { 0 }, 3, 1, -1, { 0 }, { 0 }, 3 },
        { BSHIP_DISCLOSURE_HIT, 2, -1, { 0 }, { 0 }, 3, 1, -1, { 0 }, { 0 }, 2 },
        { BSHIP_DISCLOSURE_SUNK, 1, 0, { 0 }, { 0 }, 1, 1, 1, { 0 }, { 0 }, 1 },
        { BSHIP_DISCLOSURE_SUNK, 1, 1, { 0 }, { 0 }, 2, 1, 0, { 0 }, { 0 }, 2 },
        { BSHIP_DISCLOSURE_SUNK, 2, 1, { 0 }, { 0 }, 3, 0, 0, { 0 }, { 0 }, 1 },
        { BSHIP_DISCLOSURE_LENGTH, 2, 1, { 0, 1 }, { 0 }, 1, 1, 1, { 1, 0 }, { 0 }, 1 },
        { BSHIP_DISCLOSURE_LENGTH, 2, 1, { 1, 0 }, { 0 }, 2, 1, 1, { 0, 1 }, { 0 }, 1 },
        { BSHIP_DISCLOSURE_SHIP, 1, 1, { 0, 1 }, { 0 }, 2, 1, 0, { 0 }, { 0 }, 2 },
        { BSHIP_DISCLOSURE_EVERY_HIT, 1, 0, { 0 }, { 1, 0 }, 1, 1, 1, { 1, 0 }, { 1, 0 }, 1 },
        { BSHIP_DISCLOSURE_EVERY_HIT, 2, 1, { 1, 0 }, { 2, 0 }, 2, 0, 0, { 0 }, { 0 }, 1 },
    };
    static const bship_cell first[] = { { 0, 0 }, { 1, 0 } }, then[] = { { 1, 0 }, { 2, 0 } };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bship_total total = BSHIP_TOTAL_INIT;
        char lines[128];
        bship_rules *rules;
        bship_chart *chart;
        struct oracle oracle;
        snprintf(
            lines, sizeof lines, text,
            bship_enum_name(BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_DISCLOSURE, known[i].disclosure));
        rules = rules_from(lines);
        chart = new_chart(rules);
        total = (bship_total){ sizeof total,
                               known[i].hits,
                               known[i].sunk,
                               (int32_t *)known[i].sunk_of,
                               (int32_t *)known[i].hits_of,
                               2 };
        assert_ok(bship_chart_record_total(chart, first, 2, &total, NULL), "case %zu", i);
        oracle_ask(&oracle, chart, NULL);
        cr_assert_eq((double)oracle.labelled, known[i].layouts, "case %zu: %.0Lf layouts", i,
                     oracle.labelled);
        total = (bship_total){ sizeof total,
                               known[i].then_hits,
                               known[i].then_sunk,
                               (int32_t *)known[i].then_sunk_of,
                               (int32_t *)known[i].then_hits_of,
                               2 };
        assert_ok(bship_chart_record_total(chart, then, 2, &total, NULL), "case %zu, then", i);
        oracle_ask(&oracle, chart, NULL);
        cr_assert_eq((double)oracle.labelled, known[i].then_layouts, "case %zu: %.0Lf layouts then",
                     i, oracle.labelled);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}
