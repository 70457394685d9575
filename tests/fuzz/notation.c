/*
 * The fuzz body of the notation: whatever the bytes, under each of some rules they are refused with
 * a place, or read, written and read back the same.
 */
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>

#include "fuzz.h"

enum {
    SHOTS_MAX = 25,
    SHIPS_MAX = 8,
    TEXT_SIZE = 1 << 18
};

#define BOARD "board 5x5\nblocked E5\nfleet 3 \"P, Q\":2 Q:2\nrepeat wasted\n"

static const char *const rule_lines[] = {
    BOARD,
    BOARD "turn salvo 3\ndisclosure hit\n",
    BOARD "turn salvo 3\ndisclosure every-hit\n",
    BOARD "turn salvo-afloat\nsalvo-report total\n",
    BOARD "turn salvo-afloat\nsalvo-report total\ndisclosure sunk\n",
    BOARD "turn salvo 3\nsalvo-report total\ndisclosure every-hit\n",
    BOARD "turn salvo 3\ndisclosure ship\nreveal-ship yes\n",
};

struct turn {
    bship_cell cells[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    size_t count;
    int32_t sunk_of[SHIPS_MAX], hits_of[SHIPS_MAX];
    bship_total total;
};

/* Aborts if a property does not hold, so that the fuzzer notices. */
static void must(int holds)
{
    if (!holds)
        abort();
}

static bship_status parse(const bship_rules *rules, const char *text, struct turn *turn,
                          bship_error *error)
{
    memset(turn, 0, sizeof *turn);
    turn->total =
        (bship_total){ sizeof turn->total, 0, -1, turn->sunk_of, turn->hits_of, SHIPS_MAX };
    return bship_turn_parse(rules, text, turn->cells, SHOTS_MAX, &turn->count, turn->reports,
                            &turn->total, error);
}

/* A total can be well-formed and impossible; it is then written as `?`. */
static void check_turn(const bship_rules *rules, const char *text)
{
    static char written[TEXT_SIZE];
    struct turn turn, back;
    bship_error error = BSHIP_ERROR_INIT;

    if (parse(rules, text, &turn, &error)) {
        must(error.line == 1 && error.column > 0 && error.text[0]);
        return;
    }
    must(turn.count >= 1 && turn.count <= SHOTS_MAX);
    must(bship_turn_format(rules, turn.cells, turn.count, turn.reports, &turn.total, written,
                           sizeof written) < sizeof written);
    if (strchr(written, '?'))
        return;
    must(!parse(rules, written, &back, NULL));
    back.total.sunk_of = turn.total.sunk_of;
    back.total.capacity = turn.total.capacity;
    back.total.hits_of = turn.total.hits_of;
    must(memcmp(&turn, &back, sizeof turn) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    bship_cell cells[SHOTS_MAX];
    size_t count = 0;

    must(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < sizeof rule_lines / sizeof *rule_lines; i++) {
        bship_rules *rules = NULL;
        must(!bship_rules_parse(&rules, rule_lines[i], strlen(rule_lines[i]), NULL, NULL));
        check_turn(rules, text);
        must(bship_cells_parse(rules, text, cells, SHOTS_MAX, &count, NULL) || count > 0);
        bship_rules_unref(rules);
    }
    free(text);
    return 0;
}
