/* Charts of grids, against brute force over all layouts; and what grids are refused. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <battleship/experimental/grid.h>

#include "support.h"

#define NEAR 1e-12 /* how far a probability may be from the truth */
#define CELLS_MAX 30
#define SHIPS_MAX 5
#define LENGTH_MAX 4
#define LISTED_MAX 64
#define READINGS_MAX 16
/* Layouts that brute force may have to try for a position. */
#define WORK_MAX 1e6

/* ---- brute force ---- */

/* Sets of cells, which are the bits of a word; `around` has those that no other ship may lie in. */
struct listed {
    uint64_t cells, around;
};

/* A grid as sets of cells, and all placements of each ship. */
struct truth {
    bship_rules *rules;
    int32_t width, height, ships;
    bool tells_sinkings; /* whether a hit is on a ship that is not sunk */
    uint64_t blocked, miss, hit, sunk;
    int32_t lengths[SHIPS_MAX];
    struct listed listed[SHIPS_MAX][LISTED_MAX];
    int32_t listed_count[SHIPS_MAX];
    struct listed chosen[SHIPS_MAX]; /* of the layout that is tried; no cells: not placed */
    int32_t indices[SHIPS_MAX];      /* of these in the list of the ship */
    /* The numbers of ships of each length that cover the sunk cells, and an example of each. */
    int32_t readings, counts[READINGS_MAX][LENGTH_MAX + 1];
    struct listed examples[READINGS_MAX][SHIPS_MAX];
    double layouts, covered[CELLS_MAX]; /* with the ships of one reading in the sunk cells */
};

static uint64_t bit(const struct truth *t, int32_t x, int32_t y)
{
    bool is_on_board = x >= 0 && y >= 0 && x < t->width && y < t->height;
    return is_on_board ? UINT64_C(1) << (y * t->width + x) : 0;
}

static struct listed lay(const struct truth *t, int32_t length, int32_t x, int32_t y, bool is_down)
{
    int32_t contact = bship_rules_get(t->rules, BSHIP_RULE_CONTACT);
    struct listed listed = { 0, 0 };
    for (int32_t i = 0; i < length; i++) {
        int32_t u = is_down ? x : x + i, v = is_down ? y + i : y;
        uint64_t sides = bit(t, u - 1, v) | bit(t, u + 1, v) | bit(t, u, v - 1) | bit(t, u, v + 1);
        uint64_t corners = bit(t, u - 1, v - 1) | bit(t, u + 1, v - 1) | bit(t, u - 1, v + 1) |
                           bit(t, u + 1, v + 1);
        listed.cells |= bit(t, u, v);
        listed.around |= contact == BSHIP_CONTACT_ALLOWED ? 0 : sides;
        listed.around |= contact == BSHIP_CONTACT_NONE ? corners : 0;
    }
    listed.around |= listed.cells;
    return listed;
}

static void list_placements(struct truth *t, int32_t ship)
{
    int32_t length = t->lengths[ship];
    for (int32_t down = 0; down < (length > 1 ? 2 : 1); down++) {
        for (int32_t y = 0; y < t->height - (down ? length - 1 : 0); y++) {
            for (int32_t x = 0; x < t->width - (down ? 0 : length - 1); x++) {
                struct listed listed = lay(t, length, x, y, down);
                if (!(listed.cells & t->blocked))
                    t->listed[ship][t->listed_count[ship]++] = listed;
            }
        }
    }
}

static struct truth truth_of(bship_rules *rules)
{
    const bship_fleet *fleet = bship_rules_fleet(rules);
    struct truth t = { .rules = rules,
                       .width = bship_rules_width(rules),
                       .height = bship_rules_height(rules),
                       .ships = bship_fleet_count(fleet) };
    t.tells_sinkings = bship_rules_get(rules, BSHIP_RULE_DISCLOSURE) != BSHIP_DISCLOSURE_HIT;
    for (int32_t i = 0; i < t.width * t.height; i++) {
        bship_cell cell = { i % t.width, i / t.width };
        if (bship_rules_is_blocked(rules, cell))
            t.blocked |= bit(&t, cell.x, cell.y);
    }
    for (int32_t ship = 0; ship < t.ships; ship++) {
        t.lengths[ship] = bship_fleet_length(fleet, ship);
        list_placements(&t, ship);
    }
    return t;
}

/* Whether a placement of a ship goes with those of the ships before it; equal ships are placed in
 * one order only. */
static bool can_choose(const struct truth *t, int32_t ship, int32_t index)
{
    uint64_t around = t->listed[ship][index].around;
    for (int32_t other = 0; other < t->ships; other++) {
        bool is_placed = t->chosen[other].cells != 0;
        if (other != ship && is_placed && (around & t->chosen[other].cells))
            return false;
        if (other < ship && is_placed && t->lengths[other] == t->lengths[ship] &&
            t->indices[other] > index)
            return false;
    }
    return true;
}

static void add_reading(struct truth *t)
{
    int32_t counts[LENGTH_MAX + 1] = { 0 };
    uint64_t cells = 0;
    for (int32_t ship = 0; ship < t->ships; ship++) {
        cells |= t->chosen[ship].cells;
        counts[t->lengths[ship]] += t->chosen[ship].cells != 0;
    }
    for (int32_t i = 0; i < t->readings && cells == t->sunk; i++) {
        if (memcmp(t->counts[i], counts, sizeof counts) == 0)
            return;
    }
    if (cells != t->sunk)
        return;
    cr_assert_lt(t->readings, READINGS_MAX, "too many readings");
    memcpy(t->counts[t->readings], counts, sizeof counts);
    memcpy(t->examples[t->readings++], t->chosen, sizeof t->chosen);
}

/* Lists all sets of ships that cover the sunk cells and no others. */
static void list_readings(struct truth *t, int32_t ship)
{
    if (ship == t->ships) {
        add_reading(t);
        return;
    }
    list_readings(t, ship + 1);
    for (int32_t i = 0; i < t->listed_count[ship]; i++) {
        if ((t->listed[ship][i].cells & ~t->sunk) || !can_choose(t, ship, i))
            continue;
        t->chosen[ship] = t->listed[ship][i];
        t->indices[ship] = i;
        list_readings(t, ship + 1);
        t->chosen[ship] = (struct listed){ 0, 0 };
    }
}

static void add_layout(struct truth *t)
{
    uint64_t cells = 0;
    for (int32_t ship = 0; ship < t->ships; ship++)
        cells |= t->chosen[ship].cells;
    if (t->hit & ~cells)
        return;
    t->layouts++;
    for (int32_t i = 0; i < t->width * t->height; i++)
        t->covered[i] += cells >> i & 1;
}

/* Counts the layouts of the ships that are not placed yet. */
static void count_layouts(struct truth *t, int32_t ship, const struct listed *sunk)
{
    while (ship < t->ships && sunk[ship].cells)
        ship++;
    if (ship == t->ships) {
        add_layout(t);
        return;
    }
    for (int32_t i = 0; i < t->listed_count[ship]; i++) {
        uint64_t cells = t->listed[ship][i].cells;
        bool is_sunk = t->tells_sinkings && !(cells & ~t->hit);
        if ((cells & (t->miss | t->sunk)) || is_sunk || !can_choose(t, ship, i))
            continue;
        t->chosen[ship] = t->listed[ship][i];
        t->indices[ship] = i;
        count_layouts(t, ship + 1, sunk);
        t->chosen[ship] = (struct listed){ 0, 0 };
    }
}

/* Counts the layouts with the ships of a reading; false if that would take too long. */
static bool count_with(struct truth *t, int32_t reading)
{
    const struct listed *sunk = t->examples[reading];
    double work = 1;
    for (int32_t ship = 0; ship < t->ships; ship++)
        work *= sunk[ship].cells ? 1 : t->listed_count[ship];
    if (work > WORK_MAX)
        return false;
    memcpy(t->chosen, sunk, sizeof t->chosen);
    /* A sunk ship is the first of its length or not: it bounds none of the others. */
    memset(t->indices, 0, sizeof t->indices);
    count_layouts(t, 0, sunk);
    return true;
}

/* ---- grids as text ---- */

static char letter_of(const struct truth *t, uint64_t cell, bship_rng *rng)
{
    static const char *const letters[] = { ".-?~", "mowMOW0", "hxHX1", "dsDS#" };
    const char *set = letters[t->miss & cell ? 1 : t->hit & cell ? 2 : t->sunk & cell ? 3 : 0];
    return set[between(rng, 0, (int32_t)strlen(set) - 1)];
}

/* Writes a grid with any letters, blanks and empty lines; returns its length. */
static size_t write_grid(const struct truth *t, bship_rng *rng, char *text)
{
    static const char *const ends[] = { "\n", "\r\n", " \n\n", "\n \t\n" };
    size_t length = 0;
    for (int32_t y = 0; y < t->height; y++) {
        for (int32_t x = 0; x < t->width; x++) {
            length += (size_t)sprintf(text + length, "%*s", (int)between(rng, 0, 2), "");
            text[length++] = letter_of(t, bit(t, x, y), rng);
        }
        bool is_open = y == t->height - 1 && between(rng, 0, 1);
        length += (size_t)sprintf(text + length, "%s", is_open ? "" : ends[between(rng, 0, 3)]);
    }
    return length;
}

/* The letter of a text at a line and a column. */
static char letter_at(const char *text, uint32_t line, uint32_t column)
{
    for (uint32_t i = 1; i < line; i++)
        text = strchr(text, '\n') + 1;
    return text[column - 1];
}

/* ---- random positions ---- */

/* Fires at random cells of a random layout. */
static void fire_randomly(struct truth *t, bship_rng *rng)
{
    bship_board *board = random_board(t->rules, rng);
    int32_t percent = between(rng, 0, 100);
    for (int32_t i = 0; i < t->width * t->height; i++) {
        uint64_t cell = UINT64_C(1) << i;
        if (!(t->blocked & cell) && between(rng, 1, 100) <= percent)
            *(bship_board_ship_at(board, cell_at(t->rules, i)) < 0 ? &t->miss : &t->hit) |= cell;
    }
    for (int32_t ship = 0; ship < t->ships && t->tells_sinkings; ship++) {
        bship_placement at;
        assert_ok(bship_board_placement(board, ship, &at), "a ship");
        uint64_t cells = lay(t, t->lengths[ship], at.x, at.y, at.orientation).cells;
        if (between(rng, 0, 2) == 0) {
            t->hit |= cells;
            t->miss &= ~cells;
        }
        if (!(cells & ~t->hit))
            t->sunk |= cells;
    }
    t->hit &= ~t->sunk;
    bship_board_free(board);
}

/* Sometimes changes some cells, so that the position may be impossible. */
static void change_randomly(struct truth *t, bship_rng *rng)
{
    for (int32_t changes = between(rng, 0, 1) * between(rng, 1, 3); changes > 0; changes--) {
        uint64_t cell = UINT64_C(1) << between(rng, 0, t->width * t->height - 1);
        t->miss &= ~cell;
        t->hit &= ~cell;
        t->sunk &= ~cell;
        uint64_t *sets[] = { &t->miss, &t->hit, t->tells_sinkings ? &t->sunk : &t->hit };
        if (!(t->blocked & cell))
            *sets[between(rng, 0, 2)] |= cell;
    }
}

/* Random rules by which reports tell as much as a grid. */
static bship_rules *grid_rules(bship_rng *rng)
{
    static const int32_t disclosures[] = { BSHIP_DISCLOSURE_LENGTH, BSHIP_DISCLOSURE_SHIP,
                                           BSHIP_DISCLOSURE_HIT };
    struct shape shape = {
        .width = 6, .height = 5, .ships = SHIPS_MAX, .length = LENGTH_MAX, .blocked = 3
    };
    /* Where ships may touch, there is more than one reading now and then. */
    if (between(rng, 0, 2) > 0)
        shape.pin[BSHIP_RULE_CONTACT] = 1 + BSHIP_CONTACT_ALLOWED;
    shape.pin[BSHIP_RULE_DISCLOSURE] = 1 + disclosures[between(rng, 0, 2)];
    shape.pin[BSHIP_RULE_SALVO_REPORT] = 1 + BSHIP_SALVO_REPORT_EACH;
    return random_rules(rng, &shape);
}

/* ---- what is checked ---- */

/* The chart says of each cell what the grid says. */
static void check_states(const struct truth *t, const bship_chart *chart, const char *text)
{
    for (int32_t i = 0; i < t->width * t->height; i++) {
        int32_t state = bship_chart_state_at(chart, cell_at(t->rules, i));
        uint64_t cell = UINT64_C(1) << i;
        int32_t expected = t->miss & cell   ? BSHIP_CHART_STATE_MISS
                           : t->hit & cell  ? BSHIP_CHART_STATE_HIT
                           : t->sunk & cell ? BSHIP_CHART_STATE_SUNK
                                            : BSHIP_CHART_STATE_UNKNOWN;
        if (state == BSHIP_CHART_STATE_KNOWN_WATER || state == BSHIP_CHART_STATE_BLOCKED)
            state = BSHIP_CHART_STATE_UNKNOWN;
        cr_assert_eq(state, expected, "cell %d of\n%s", (int)i, text);
    }
    for (int32_t i = 0; i < bship_chart_sinkings(chart); i++) {
        bship_sinking sinking = BSHIP_SINKING_INIT;
        assert_ok(bship_chart_sinking(chart, i, &sinking), "a sinking");
        cr_assert_eq(sinking.is_settled, 1, "a sinking that is not settled in\n%s", text);
    }
}

/* The posterior is that of all layouts with the sunk ships where they are shown. */
static void check_posterior(struct truth *t, const bship_chart *chart, const char *text)
{
    bship_posterior *posterior = NULL;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    double occupancy[CELLS_MAX];
    assert_status(bship_posterior_new(&posterior, chart, NULL, NULL),
                  t->layouts > 0 ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION, "%s\n%s",
                  rules_text(t->rules), text);
    if (t->layouts == 0)
        return;
    assert_ok(bship_posterior_describe(posterior, &info), "a description");
    if (!info.is_labelled)
        cr_assert_eq(info.layouts, t->layouts, "%.0f layouts, not %.0f:\n%s\n%s", info.layouts,
                     t->layouts, rules_text(t->rules), text);
    size_t cells = bship_posterior_occupancy(posterior, occupancy, CELLS_MAX);
    for (size_t i = 0; i < cells; i++)
        cr_assert(fabs(occupancy[i] - t->covered[i] / t->layouts) <= NEAR,
                  "cell %zu: %.17g, not %.17g:\n%s\n%s", i, occupancy[i],
                  t->covered[i] / t->layouts, rules_text(t->rules), text);
    bship_posterior_free(posterior);
}

/* The lengths of the ships of a reading. */
static size_t lengths_of(const struct truth *t, int32_t reading, int32_t *lengths)
{
    size_t count = 0;
    for (int32_t length = 1; length <= LENGTH_MAX; length++) {
        for (int32_t i = 0; i < t->counts[reading][length]; i++)
            lengths[count++] = length;
    }
    return count;
}

/* Asserts that the place of a fault is that of a letter for a shot. */
static void check_place(const bship_error *error, const char *text)
{
    cr_assert(strchr("mowMOW0hxHX1dsDS#", letter_at(text, error->line, error->column)),
              "%s: %u:%u is no letter of a shot in\n%s", error->text, (unsigned)error->line,
              (unsigned)error->column, text);
}

/* Without lengths a grid that has several readings is refused, and only such a grid. */
static void check_readings(const struct truth *t, const char *text, size_t length)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_chart *chart = NULL;
    bship_status status = bship_chart_parse_grid(&chart, t->rules, text, length, NULL, 0, &error);
    cr_assert_eq(status == BSHIP_ERROR_ARGUMENT, t->readings > 1,
                 "%d readings, and status %d of\n%s\n%s", (int)t->readings, (int)status,
                 rules_text(t->rules), text);
    if (status)
        check_place(&error, text);
    bship_chart_free(chart);
}

/* With the lengths of each set of ships it is accepted if that is a reading. */
static void check_lengths(const struct truth *t, bship_rng *rng, const char *text, size_t length)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_chart *chart = NULL;
    int32_t counts[LENGTH_MAX + 1] = { 0 }, lengths[SHIPS_MAX];
    size_t count = 0;
    bool is_reading = false;
    for (int32_t ship = 0; ship < t->ships; ship++) {
        if (between(rng, 0, 1)) {
            lengths[count++] = t->lengths[ship];
            counts[t->lengths[ship]]++;
        }
    }
    for (int32_t i = 0; i < t->readings; i++)
        is_reading = is_reading || memcmp(t->counts[i], counts, sizeof counts) == 0;
    if (count == 0 || is_reading)
        return;
    assert_status(bship_chart_parse_grid(&chart, t->rules, text, length, lengths, count, &error),
                  BSHIP_ERROR_CONTRADICTION, "%s\n%s", rules_text(t->rules), text);
}

/* Reads a grid, and compares the chart, or the refusal, with the truth; whether it was accepted. */
static bool check_grid(struct truth *t, int32_t reading, const char *text, size_t length)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_chart *chart = NULL;
    int32_t lengths[SHIPS_MAX];
    size_t count = t->readings > 1 ? lengths_of(t, reading, lengths) : 0;
    bship_status status =
        bship_chart_parse_grid(&chart, t->rules, text, length, lengths, count, &error);
    if (status) {
        cr_assert_eq(status, BSHIP_ERROR_CONTRADICTION, "%s\n%s\n%s", error.text,
                     rules_text(t->rules), text);
        cr_assert_eq(t->layouts, 0, "refused (%s), with %.0f layouts:\n%s\n%s", error.text,
                     t->layouts, rules_text(t->rules), text);
        check_place(&error, text);
        return false;
    }
    cr_assert_gt(t->readings, 0, "no ships fit, and it was accepted:\n%s\n%s", rules_text(t->rules),
                 text);
    check_states(t, chart, text);
    check_posterior(t, chart, text);
    bship_chart_free(chart);
    return t->layouts > 0;
}

/* A random position, in which brute force need not try too many layouts. */
static struct truth random_truth(bship_rng *rng, int32_t *reading)
{
    for (;;) {
        bship_rules *rules = grid_rules(rng);
        struct truth t = truth_of(rules);
        fire_randomly(&t, rng);
        change_randomly(&t, rng);
        list_readings(&t, 0);
        *reading = t.readings > 0 ? between(rng, 0, t.readings - 1) : -1;
        if (t.readings == 0 || count_with(&t, *reading))
            return t;
        bship_rules_unref(rules);
    }
}

Test(grid, has_the_posterior_of_brute_force)
{
    bship_rng rng = rng_of(37);
    int accepted = 0, ambiguous = 0, cases = scaled(5000);
    for (int i = 0; i < cases; i++) {
        int32_t reading;
        struct truth t = random_truth(&rng, &reading);
        char text[1024];
        size_t length = write_grid(&t, &rng, text);
        accepted += check_grid(&t, reading, text, length);
        ambiguous += t.readings > 1;
        check_readings(&t, text, length);
        check_lengths(&t, &rng, text, length);
        bship_rules_unref(t.rules);
    }
    cr_assert(accepted > cases / 2 && cases - accepted > cases / 10 && ambiguous > cases / 200,
              "%d accepted, %d ambiguous, of %d", accepted, ambiguous, cases);
}

/* ---- refusals ---- */

/* A grid under rules, and how it is refused. */
static const struct refusal {
    const char *rules; /* without the board */
    const char *text;
    bship_status status;
    uint32_t line, column;
    const char *reason; /* a part of it */
    size_t sunk_count;
    int32_t sunk[2];
    int64_t index;
} refusals[] = {
    { "fleet 2", "", BSHIP_ERROR_SYNTAX, 1, 1, "expected rows of letters", 0, { 0 }, -1 },
    { "fleet 2", " \n\t\r\n", BSHIP_ERROR_SYNTAX, 3, 1, "expected rows", 0, { 0 }, -1 },
    { "fleet 2", "..\n.b\n", BSHIP_ERROR_SYNTAX, 2, 2, "a letter of .-?~ for an", 0, { 0 }, -1 },
    { "fleet 2", "..\n\xc3\xa4.", BSHIP_ERROR_SYNTAX, 2, 1, "a letter", 0, { 0 }, -1 },
    { "fleet 2", "\xef\xbb\xbf.,", BSHIP_ERROR_SYNTAX, 1, 2, "a letter", 0, { 0 }, -1 },
    { "fleet 2", "...\n. .\n...", BSHIP_ERROR_SYNTAX, 2, 4, "expected 3 cells", 0, { 0 }, -1 },
    { "fleet 2", "...\n\n. . . .", BSHIP_ERROR_SYNTAX, 3, 7, "expected 3 cells", 0, { 0 }, -1 },
    { "fleet 2", "...\n..", BSHIP_ERROR_SYNTAX, 2, 3, "expected 3 cells", 0, { 0 }, -1 },
    { "fleet 2\nblocked B2", "..\n.m", BSHIP_ERROR_BLOCKED, 2, 2, "blocked", 0, { 0 }, -1 },
    { "fleet 2\nblocked B2", "..\n.D", BSHIP_ERROR_BLOCKED, 2, 2, "blocked", 0, { 0 }, -1 },
    { "fleet 3 2", "d..\n...", BSHIP_ERROR_CONTRADICTION, 1, 1, "no ship that", 0, { 0 }, -1 },
    { "fleet 3 2",
      "dd.\n...\ndd.",
      BSHIP_ERROR_CONTRADICTION,
      3,
      1,
      "no ship that is left fits",
      0,
      { 0 },
      -1 },
    { "fleet 2 2\ncontact none",
      "dd..\n..dd\n....\n....",
      BSHIP_ERROR_CONTRADICTION,
      2,
      3,
      "sunk here would touch",
      0,
      { 0 },
      -1 },
    { "fleet 3 2\ncontact no-sides",
      "ddddd\n.....\n.....",
      BSHIP_ERROR_CONTRADICTION,
      1,
      4,
      "sunk here would touch",
      0,
      { 0 },
      -1 },
    { "fleet 2 2\ncontact none",
      "dd..\n..h.\n....\n....",
      BSHIP_ERROR_CONTRADICTION,
      2,
      3,
      "hit here would touch a sunk ship",
      0,
      { 0 },
      -1 },
    { "fleet 2 2\ncontact none\nreveal-water yes\nrepeat wasted",
      "dd..\n..h.\n....\n....",
      BSHIP_ERROR_CONTRADICTION,
      2,
      3,
      "hit here would touch a sunk ship",
      0,
      { 0 },
      -1 },
    { "fleet 2",
      "hm\nm.",
      BSHIP_ERROR_CONTRADICTION,
      1,
      1,
      "no layout of the fleet",
      0,
      { 0 },
      -1 },
    { "fleet 2",
      "dd\nh.",
      BSHIP_ERROR_CONTRADICTION,
      2,
      1,
      "no layout of the fleet",
      0,
      { 0 },
      -1 },
    { "fleet 5 3 2",
      ".....\nddddd",
      BSHIP_ERROR_ARGUMENT,
      2,
      1,
      "ships of 5 or 3,2",
      0,
      { 0 },
      -1 },
    { "fleet 5 3 2",
      "ddddd\n.....",
      BSHIP_ERROR_CONTRADICTION,
      0,
      0,
      "no ship of length 4",
      2,
      { 4, 2 },
      0 },
    { "fleet 5 3 2",
      "dddd.\n.....",
      BSHIP_ERROR_CONTRADICTION,
      0,
      0,
      "fewer ships of length 2",
      2,
      { 2, 2 },
      1 },
    { "fleet 5 3 2",
      "dddd.\n.....",
      BSHIP_ERROR_CONTRADICTION,
      0,
      0,
      "the grid 4 sunk cells",
      2,
      { 3, 2 },
      -1 },
    { "fleet 5 3 2",
      ".....\n.....",
      BSHIP_ERROR_CONTRADICTION,
      0,
      0,
      "the grid 0 sunk cells",
      1,
      { 5, 0 },
      -1 },
    { "fleet 5 3 2",
      "ddd.d\nd....",
      BSHIP_ERROR_CONTRADICTION,
      1,
      5,
      "no ship that",
      2,
      { 3, 2 },
      -1 },
    { "fleet 2\ndisclosure hit",
      "..\ndd",
      BSHIP_ERROR_REPORT,
      2,
      1,
      "disclosure hit",
      0,
      { 0 },
      -1 },
    { "fleet 2\ndisclosure sunk",
      "..\ndd",
      BSHIP_ERROR_REPORT,
      2,
      1,
      "disclosure sunk",
      0,
      { 0 },
      -1 },
    { "fleet 2\ndisclosure every-hit",
      "..\nh.",
      BSHIP_ERROR_REPORT,
      2,
      1,
      "with the ship's name",
      0,
      { 0 },
      -1 },
    { "fleet 2\nturn salvo 2\nsalvo-report total",
      "..\nm.",
      BSHIP_ERROR_REPORT,
      2,
      1,
      "a total for each salvo",
      0,
      { 0 },
      -1 },
};

/* Rules with a board of the size of a grid, or of any size if it has none. */
static bship_rules *rules_for(const char *lines, const char *text)
{
    char all[256];
    int32_t width = 3, height = 3;
    (void)bship_grid_size(text, strlen(text), &width, &height, NULL);
    snprintf(all, sizeof all, "board %dx%d\n%s\n", (int)width, (int)height, lines);
    return rules_from(all);
}

Test(grid, is_refused_with_a_place_and_a_reason)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *row = &refusals[i];
        bship_rules *rules = rules_for(row->rules, row->text);
        bship_error error = BSHIP_ERROR_INIT;
        bship_chart *chart = NULL;
        assert_status(bship_chart_parse_grid(&chart, rules, row->text, strlen(row->text), row->sunk,
                                             row->sunk_count, &error),
                      row->status, "%s\n%s", row->rules, row->text);
        cr_assert_null(chart, "a chart of a grid that is refused");
        cr_assert(error.line == row->line && error.column == row->column &&
                      error.index == row->index,
                  "%u:%u, item %lld: %s\n%s", (unsigned)error.line, (unsigned)error.column,
                  (long long)error.index, error.text, row->text);
        cr_assert_not_null(strstr(error.text, row->reason), "\"%s\" for\n%s", error.text,
                           row->text);
        bship_rules_unref(rules);
    }
}

Test(grid, has_the_size_of_its_letters)
{
    static const char marked[] = "\xef\xbb\xbf\n . h\tm\r\n\nDxs";
    static char wide[BSHIP_BOARD_EDGE_MAX + 1], high[2 * (BSHIP_BOARD_EDGE_MAX + 1)];
    bship_error error = BSHIP_ERROR_INIT;
    int32_t width = 7, height = 7;
    assert_ok(bship_grid_size(marked, sizeof marked - 1, &width, &height, NULL), "a grid");
    cr_assert(width == 3 && height == 2, "%d columns, %d rows", (int)width, (int)height);
    memset(wide, '.', sizeof wide);
    for (size_t i = 0; i < sizeof high; i += 2)
        memcpy(high + i, ".\n", 2);
    assert_ok(bship_grid_size(wide, sizeof wide - 1, &width, &height, NULL), "the widest");
    cr_assert(width == BSHIP_BOARD_EDGE_MAX && height == 1, "%d x %d", (int)width, (int)height);
    assert_ok(bship_grid_size(high, sizeof high - 2, &width, &height, NULL), "the highest");
    cr_assert(width == 1 && height == BSHIP_BOARD_EDGE_MAX, "%d x %d", (int)width, (int)height);
    assert_status(bship_grid_size(wide, sizeof wide, &width, &height, &error), BSHIP_ERROR_RANGE,
                  "too wide");
    cr_assert(error.line == 1 && error.column == BSHIP_BOARD_EDGE_MAX + 1, "%u:%u",
              (unsigned)error.line, (unsigned)error.column);
    assert_status(bship_grid_size(high, sizeof high, &width, &height, &error), BSHIP_ERROR_RANGE,
                  "too high");
    cr_assert(width == 1 && height == BSHIP_BOARD_EDGE_MAX, "a refusal changed the size");
}

Test(grid, has_the_size_of_the_board)
{
    bship_rules *rules = rules_from("board 4x2\nfleet 2\n");
    bship_error error = BSHIP_ERROR_INIT;
    bship_chart *chart = NULL;
    assert_status(bship_chart_parse_grid(&chart, rules, "...\n...", 7, NULL, 0, &error),
                  BSHIP_ERROR_RULES, "another size");
    cr_assert_str_eq(error.text, "the grid has 3 columns and 2 rows, and the board 4 and 2", "%s",
                     error.text);
    bship_rules_unref(rules);
}

/* ---- readings ---- */

/* A grid under rules, and the lengths of the ships that its sunk cells can only be. */
static const struct reading {
    const char *rules;
    const char *text;
    const char *lengths;
} only_readings[] = {
    { "fleet 3 2", "d..\nd..\n...", "2" },
    { "fleet 4 3 2", "dddd\nd...\nd...\nd...", "4 3" },
    /* Two ships of 2 in a square, in either direction. */
    { "fleet 3 2 2", "dd.\ndd.\n...", "2 2" },
    /* Where ships may not touch, each run is a ship. */
    { "fleet 3 2 1 1\ncontact none", "ddd..\n.....\ndd...\n.....", "3 2" },
    { "fleet 2 1 1 1\ncontact no-sides", "d...\n.d..\n..d.", "1 1 1" },
    /* The whole fleet is sunk. */
    { "fleet 3 2", "dddm\nddmm\n....", "3 2" },
    { "fleet 3 2\ndisclosure every-hit", "ddd.\n....", "3" },
};

Test(grid, has_the_ships_that_it_can_only_have)
{
    for (size_t i = 0; i < sizeof only_readings / sizeof *only_readings; i++) {
        const struct reading *row = &only_readings[i];
        bship_rules *rules = rules_for(row->rules, row->text);
        bship_chart *chart = NULL;
        bship_error error = BSHIP_ERROR_INIT;
        char lengths[32] = "";
        assert_ok(
            bship_chart_parse_grid(&chart, rules, row->text, strlen(row->text), NULL, 0, &error),
            "%s\n%s", error.text, row->text);
        for (int32_t k = 0; k < bship_chart_sinkings(chart); k++) {
            bship_sinking sinking = BSHIP_SINKING_INIT;
            assert_ok(bship_chart_sinking(chart, k, &sinking), "a sinking");
            snprintf(lengths + strlen(lengths), sizeof lengths - strlen(lengths), "%s%d",
                     k > 0 ? " " : "", (int)sinking.length);
        }
        cr_assert_str_eq(lengths, row->lengths, "%s for\n%s", lengths, row->text);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* A solid block can be covered in so many ways that not all are tried, but the search ends. */
Test(grid, gives_up_a_block_with_too_many_readings)
{
    char text[21 * 20], rules_lines[1024] = "fleet";
    bship_error error = BSHIP_ERROR_INIT;
    bship_chart *chart = NULL;
    for (int32_t length = 2; length <= 9; length++) {
        for (int32_t i = 0; i < 8; i++)
            snprintf(rules_lines + strlen(rules_lines), sizeof rules_lines - strlen(rules_lines),
                     " %d", (int)length);
    }
    memset(text, 'd', sizeof text);
    for (size_t row = 0; row < 20; row++)
        text[21 * row + 20] = '\n';
    text[0] = '.';
    char all[1100];
    snprintf(all, sizeof all, "board 20x20\n%s\n", rules_lines);
    bship_rules *rules = rules_from(all);
    bship_status status = bship_chart_parse_grid(&chart, rules, text, sizeof text, NULL, 0, &error);
    cr_assert(status == BSHIP_ERROR_WORK_LIMIT, "status %d: %s", (int)status, error.text);
    cr_assert_eq(error.line, 1, "line %u", (unsigned)error.line);
    bship_rules_unref(rules);
}
