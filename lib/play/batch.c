/*
 * Batches of games; see battleship/experimental/batch.h.
 *
 * A fleet is a few sets of cells, its *planes*: the number of the ship in a cell, plus one, has its
 * bit b in plane b, and water is 0. So a shot reads one bit of each plane, and a game of a small
 * board is a few words that stay in the cache, however many games there are. Shots change no
 * plane: hits are counted by ship, and what was observed is kept in the form that callers want, a
 * byte for each cell.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/compiler.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/versioned.h"
#include "inference/sampler.h"
#include "model/board.h"
#include "model/chart.h"
#include "play/batch.h"

struct bship_batch {
    bship_rules *rules;
    bship_sampler *sampler;
    bsi_drawer drawer;
    size_t games;
    uint32_t cells;    /* of the board */
    uint32_t words;    /* of a set of cells */
    uint32_t planes;   /* of a fleet */
    int32_t shots_max; /* 0: no limit */
    bool starts_again;
    uint8_t *unobserved;     /* what is observed of a board before the first shot */
    bship_placement *placed; /* the fleet that is being laid */
    uint64_t *fleets;        /* by game, plane and word */
    uint8_t *observed;       /* by game and cell: a bship_chart_state */
    uint16_t *left;          /* by game and ship: its cells that are not hit */
    int32_t *afloat;         /* by game */
    int32_t *shots;          /* by game, where there is a limit */
    uint8_t *ends;           /* by game: a bship_batch_end */
    bship_rng *rngs;         /* by game */
    size_t block_size;
    max_align_t block[]; /* all of the arrays */
};

static const bsi_name_row ends[] = {
    [BSHIP_BATCH_END_NONE] = { "none", "the game goes on" },
    [BSHIP_BATCH_END_SUNK] = { "sunk", "the fleet is sunk" },
    [BSHIP_BATCH_END_SHOTS] = { "shots", "no shot is left" },
};

const bsi_names bsi_batch_end_names = BSI_NAMES(ends);

/* ---- the fleet of a game ---- */

static uint64_t *fleet_of(const bship_batch *batch, size_t game)
{
    return batch->fleets + game * batch->planes * batch->words;
}

/* The ship in a cell; -1: water. */
static inline int32_t ship_at(const bship_batch *batch, size_t game, uint32_t cell)
{
    const uint64_t *plane = fleet_of(batch, game) + cell / 64;
    uint64_t number = 0;
    for (uint32_t i = 0; i < batch->planes; i++, plane += batch->words)
        number |= (*plane >> cell % 64 & 1) << i;
    return (int32_t)number - 1;
}

/* The cells of a ship that are in word `word` of a set of cells. */
static uint64_t cells_of_ship(const bship_batch *batch, size_t game, int32_t ship, uint32_t word)
{
    const uint64_t *plane = fleet_of(batch, game) + word;
    uint64_t cells = UINT64_MAX;
    for (uint32_t i = 0; i < batch->planes; i++, plane += batch->words)
        cells &= (uint32_t)(ship + 1) >> i & 1 ? *plane : ~*plane;
    return cells;
}

/* The placement of a ship: whether it goes on below its first cell. */
static bship_placement find_ship(const bship_batch *batch, size_t game, int32_t ship)
{
    uint32_t width = (uint32_t)batch->rules->width, first = 0, word = 0;
    uint64_t cells = 0;
    while (!(cells = cells_of_ship(batch, game, ship, word)))
        word++;
    first = word * 64 + bsi_lowest_bit(cells);
    bool is_vertical = first + width < batch->cells && ship_at(batch, game, first + width) == ship;
    return (bship_placement){ ship, (int32_t)(first % width), (int32_t)(first / width),
                              is_vertical ? BSHIP_ORIENTATION_VERTICAL
                                          : BSHIP_ORIENTATION_HORIZONTAL };
}

static void lay_ship(bship_batch *batch, size_t game, bship_placement placement)
{
    const bship_rules *rules = batch->rules;
    int32_t length = rules->fleet->ships[placement.ship].length;
    bool is_vertical = placement.orientation == BSHIP_ORIENTATION_VERTICAL;
    uint32_t step = is_vertical ? (uint32_t)rules->width : 1;
    uint32_t cell = (uint32_t)placement.y * (uint32_t)rules->width + (uint32_t)placement.x;
    for (int32_t k = 0; k < length; k++, cell += step) {
        uint64_t *plane = fleet_of(batch, game) + cell / 64;
        for (uint32_t i = 0; i < batch->planes; i++, plane += batch->words)
            *plane |= (uint64_t)((uint32_t)(placement.ship + 1) >> i & 1) << cell % 64;
    }
    batch->left[game * (size_t)rules->fleet->count + (size_t)placement.ship] = (uint16_t)length;
}

/* Begins the next game. */
static void start(bship_batch *batch, size_t game)
{
    int32_t ships = batch->rules->fleet->count;
    bsi_drawer_draw(&batch->drawer, &batch->rngs[game], batch->placed);
    memset(fleet_of(batch, game), 0, (size_t)batch->planes * batch->words * sizeof(uint64_t));
    for (int32_t i = 0; i < ships; i++)
        lay_ship(batch, game, batch->placed[i]);
    memcpy(batch->observed + game * batch->cells, batch->unobserved, batch->cells);
    batch->afloat[game] = ships;
    batch->shots[game] = 0;
    batch->ends[game] = BSHIP_BATCH_END_NONE;
}

void bship_batch_reset(bship_batch *batch, uint64_t seed)
{
    uint64_t key = bsi_rng_key(seed, BSHIP_RNG_PURPOSE_LAYOUT);
    for (size_t i = 0; i < batch->games; i++) {
        bsi_rng_start(&batch->rngs[i], key, i);
        start(batch, i);
    }
}

bship_status bship_batch_start(bship_batch *batch, const uint8_t *chosen, size_t count)
{
    if (!batch)
        return BSHIP_ERROR_ARGUMENT;
    if (count != batch->games)
        return BSHIP_ERROR_COUNT;
    for (size_t i = 0; i < count; i++) {
        if (!chosen || chosen[i])
            start(batch, i);
    }
    return BSHIP_OK;
}

/* ---- creation ---- */

static void carve(bship_batch *batch, bsi_arena *arena)
{
    size_t games = batch->games, ships = (size_t)batch->rules->fleet->count;
    size_t words = (size_t)batch->planes * batch->words;
    batch->unobserved = bsi_arena_take(arena, batch->cells, sizeof *batch->unobserved);
    batch->placed = bsi_arena_take(arena, ships, sizeof *batch->placed);
    batch->fleets = bsi_arena_take(arena, games, words * sizeof *batch->fleets);
    batch->observed = bsi_arena_take(arena, games, batch->cells * sizeof *batch->observed);
    batch->left = bsi_arena_take(arena, games, ships * sizeof *batch->left);
    batch->afloat = bsi_arena_take(arena, games, sizeof *batch->afloat);
    batch->shots = bsi_arena_take(arena, games, sizeof *batch->shots);
    batch->ends = bsi_arena_take(arena, games, sizeof *batch->ends);
    batch->rngs = bsi_arena_take(arena, games, sizeof *batch->rngs);
}

/* The number of bits of a number. */
static uint32_t bits_of(uint32_t number)
{
    uint32_t bits = 0;
    for (; number > 0; number >>= 1)
        bits++;
    return bits;
}

/* Allocates a batch, whose games have not begun; NULL if memory runs out. */
static bship_batch *batch_alloc(const bship_rules *rules, size_t games)
{
    uint32_t cells = (uint32_t)rules->width * (uint32_t)rules->height;
    bship_batch shape = { .games = games,
                          .rules = bship_rules_ref(rules),
                          .cells = cells,
                          .words = (cells + 63) / 64,
                          .planes = bits_of((uint32_t)rules->fleet->count) };
    bsi_arena arena = { NULL, 0 };
    carve(&shape, &arena);
    shape.block_size = sizeof shape + arena.used;
    bship_batch *batch = bsi_alloc(&rules->allocator, shape.block_size, 1);
    if (!batch) {
        bship_rules_unref(shape.rules);
        return NULL;
    }
    *batch = shape;
    arena = (bsi_arena){ (unsigned char *)batch->block, 0 };
    carve(batch, &arena);
    return batch;
}

static void read_board(bship_batch *batch)
{
    for (uint32_t i = 0; i < batch->rules->blocked_count; i++) {
        bship_cell cell = batch->rules->blocked_cells[i];
        batch->unobserved[cell.y * batch->rules->width + cell.x] = BSHIP_CHART_STATE_BLOCKED;
    }
}

static bship_status read_options(bship_batch_options *options, const bship_batch_options *given,
                                 const bship_rules *rules, size_t games, bship_error *error)
{
    bship_status status =
        bsi_versioned_read(options, BSI_VERSIONED(bship_batch_options), given, error);
    if (status)
        return status;
    if (games < 1 || games > BSHIP_BATCH_GAMES_MAX)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a batch has 1 to %d games",
                        BSHIP_BATCH_GAMES_MAX);
    if (options->shots < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the limit of shots is negative");
    if (options->starts_again != 0 && options->starts_again != 1)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "starts_again is neither 0 nor 1");
    if (options->sampler && !bship_rules_equal(bship_sampler_rules(options->sampler), rules))
        return bsi_fail(error, BSHIP_ERROR_RULES, -1,
                        "the sampler was made for other rules than the batch");
    if (bsi_reports_totals(rules))
        return bsi_fail(error, BSHIP_ERROR_REPORT, -1, "a batch reports shot by shot");
    return BSHIP_OK;
}

bship_status bship_batch_new(bship_batch **out, const bship_rules *rules, size_t games,
                             const bship_batch_options *given, bship_error *error)
{
    bship_batch_options options = BSHIP_BATCH_OPTIONS_INIT;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_options(&options, given, rules, games, error);
    if (status)
        return status;
    bship_batch *batch = batch_alloc(rules, games);
    if (!batch)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    batch->shots_max = options.shots ? options.shots : rules->numbers[BSHIP_RULE_SHOTS];
    batch->starts_again = options.starts_again;
    if (options.sampler)
        batch->sampler = bship_sampler_ref(options.sampler);
    else
        status = bship_sampler_new(&batch->sampler, rules, NULL, error);
    if (!status && bsi_drawer_open(&batch->drawer, batch->sampler))
        status = bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    if (status) {
        bship_batch_free(batch);
        return status;
    }
    read_board(batch);
    bship_batch_reset(batch, options.seed);
    *out = batch;
    return BSHIP_OK;
}

void bship_batch_free(bship_batch *batch)
{
    if (!batch)
        return;
    bship_rules *rules = batch->rules;
    if (batch->sampler)
        bsi_drawer_close(&batch->drawer);
    bship_sampler_unref(batch->sampler);
    bsi_free(&rules->allocator, batch, batch->block_size, 1);
    bship_rules_unref(rules);
}

const bship_rules *bship_batch_rules(const bship_batch *batch)
{
    return batch->rules;
}

size_t bship_batch_games(const bship_batch *batch)
{
    return batch->games;
}

/* ---- firing ---- */

/* The shot of a step in one game, and all that it tells. */
struct shot {
    bship_status status;
    int32_t result; /* a bship_result, as disclosed */
    int32_t ship;   /* that the report tells, or -1 */
    int32_t shown;  /* where the sunk ship lies that the report shows, or -1 */
    float points;
};

/* Whether a cell can be fired at. A cell off the board may be negative. */
static inline bship_status check_shot(const bship_batch *batch, size_t game, int32_t cell)
{
    if (batch->ends[game])
        return BSHIP_ERROR_STATE;
    if ((uint32_t)cell >= batch->cells)
        return BSHIP_ERROR_OFF_BOARD;
    return bsi_check_shot(batch->rules, batch->observed[game * batch->cells + (uint32_t)cell]);
}

/* Reveals the water around a cell. */
static void reveal_around(const bship_batch *batch, uint8_t *observed, uint32_t cell)
{
    int32_t width = batch->rules->width, height = batch->rules->height;
    int32_t x = (int32_t)cell % width, y = (int32_t)cell / width;
    for (int32_t row = y > 0 ? y - 1 : 0; row <= y + 1 && row < height; row++) {
        for (int32_t column = x > 0 ? x - 1 : 0; column <= x + 1 && column < width; column++) {
            uint8_t *state = &observed[row * width + column];
            if (*state == BSHIP_CHART_STATE_UNKNOWN)
                *state = BSHIP_CHART_STATE_KNOWN_WATER;
        }
    }
}

/* Reveals the water around a sunk ship. All its own cells have been hit, and no other ship touches
 * it, so what is unknown around it is water. */
static void reveal(const bship_batch *batch, size_t game, int32_t ship)
{
    uint8_t *observed = batch->observed + game * batch->cells;
    for (uint32_t w = 0; w < batch->words; w++) {
        uint64_t cells = cells_of_ship(batch, game, ship, w);
        for (; cells; cells &= cells - 1)
            reveal_around(batch, observed, w * 64 + bsi_lowest_bit(cells));
    }
}

/* Shows a sunk ship: all its cells are sunk. Returns where it lies. */
static int32_t show(const bship_batch *batch, size_t game, int32_t ship)
{
    uint8_t *observed = batch->observed + game * batch->cells;
    for (uint32_t w = 0; w < batch->words; w++) {
        uint64_t cells = cells_of_ship(batch, game, ship, w);
        for (; cells; cells &= cells - 1)
            observed[w * 64 + bsi_lowest_bit(cells)] = BSHIP_CHART_STATE_SUNK;
    }
    bship_placement placement = find_ship(batch, game, ship);
    return 2 * (placement.y * batch->rules->width + placement.x) + placement.orientation;
}

/* Hits a ship in an unknown cell. Not inlined: most shots miss. */
static BSI_NOINLINE void hit(bship_batch *batch, size_t game, int32_t ship, uint8_t *state,
                             struct shot *shot)
{
    const bship_rules *rules = batch->rules;
    bool is_sunk = --batch->left[game * (size_t)rules->fleet->count + (size_t)ship] == 0;
    bool is_told = is_sunk && bsi_discloses_sinkings(rules);
    *state = is_told ? BSHIP_CHART_STATE_SUNK : BSHIP_CHART_STATE_HIT;
    shot->result = is_told ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
    shot->ship = bsi_disclosed_ship(rules, ship, is_told);
    if (!is_sunk)
        return;
    shot->points = (float)rules->fleet->ships[ship].points;
    if (bsi_shows_ships(rules))
        shot->shown = show(batch, game, ship);
    if (bsi_reveals_water(rules))
        reveal(batch, game, ship);
    if (--batch->afloat[game] == 0)
        batch->ends[game] = BSHIP_BATCH_END_SUNK;
}

/* Fires at a cell. */
static inline struct shot fire(bship_batch *batch, size_t game, int32_t cell)
{
    struct shot shot = { check_shot(batch, game, cell), BSHIP_RESULT_WASTED, -1, -1, 0 };
    if (shot.status)
        return shot;
    uint8_t *state = &batch->observed[game * batch->cells + (uint32_t)cell];
    if (*state == BSHIP_CHART_STATE_UNKNOWN) {
        int32_t ship = ship_at(batch, game, (uint32_t)cell);
        shot.result = BSHIP_RESULT_MISS;
        if (ship >= 0)
            hit(batch, game, ship, state, &shot);
        else
            *state = BSHIP_CHART_STATE_MISS;
    }
    /* Without a limit, shots are not counted: wasted ones could be more than an int32_t holds. */
    if (batch->shots_max > 0 && ++batch->shots[game] == batch->shots_max && !batch->ends[game])
        batch->ends[game] = BSHIP_BATCH_END_SHOTS;
    return shot;
}

/* ---- what callers see ---- */

/* Reads and checks the arrays of a caller: OK, ARGUMENT, SIZE or COUNT. */
static bship_status read_arrays(const bship_batch *batch, const bship_batch_arrays *given,
                                bship_batch_arrays *arrays)
{
    if (!given)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status =
        bsi_versioned_read(arrays, BSI_VERSIONED(bship_batch_arrays), given, NULL);
    if (status)
        return status;
    return arrays->count == batch->games && arrays->cells == batch->cells ? BSHIP_OK
                                                                          : BSHIP_ERROR_COUNT;
}

/* Writes what is observed of a game. */
static inline void write_cells(const bship_batch *batch, size_t game,
                               const bship_batch_arrays *arrays)
{
    const size_t cells = batch->cells;
    const uint8_t *restrict observed = batch->observed + game * cells;
    if (arrays->observation)
        memcpy(arrays->observation + game * cells, observed, cells);
    if (!arrays->mask)
        return;
    uint8_t *restrict mask = arrays->mask + game * cells;
    for (size_t i = 0; i < cells; i++)
        mask[i] = observed[i] == BSHIP_CHART_STATE_UNKNOWN;
}

/* Writes what a shot has told, and whether the game is over. */
static inline void write_shot(const bship_batch *batch, size_t game, const struct shot *shot,
                              const bship_batch_arrays *arrays)
{
    if (arrays->result)
        arrays->result[game] = (uint8_t)shot->result;
    if (arrays->ship)
        arrays->ship[game] = (int16_t)shot->ship;
    if (arrays->shown)
        arrays->shown[game] = shot->shown;
    if (arrays->done)
        arrays->done[game] = batch->ends[game];
    if (arrays->points)
        arrays->points[game] = shot->points;
    if (arrays->status)
        arrays->status[game] = (int32_t)shot->status;
}

bship_status bship_batch_step(bship_batch *batch, const int32_t *cells, size_t count,
                              const bship_batch_arrays *given)
{
    bship_batch_arrays arrays;
    if (!batch || !cells)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = read_arrays(batch, given, &arrays);
    if (!status && count != batch->games)
        status = BSHIP_ERROR_COUNT;
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        struct shot shot = fire(batch, i, cells[i]);
        write_shot(batch, i, &shot, &arrays);
        if (batch->ends[i] && batch->starts_again)
            start(batch, i);
        write_cells(batch, i, &arrays);
    }
    return BSHIP_OK;
}

bship_status bship_batch_observe(const bship_batch *batch, const bship_batch_arrays *given)
{
    bship_batch_arrays arrays;
    if (!batch)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = read_arrays(batch, given, &arrays);
    if (status)
        return status;
    for (size_t i = 0; i < batch->games; i++)
        write_cells(batch, i, &arrays);
    if (arrays.done)
        memcpy(arrays.done, batch->ends, batch->games);
    return BSHIP_OK;
}

bship_status bship_batch_layouts(const bship_batch *batch, int16_t *layouts, size_t count,
                                 size_t ships)
{
    if (!batch || !layouts)
        return BSHIP_ERROR_ARGUMENT;
    if (count != batch->games || ships != (size_t)batch->rules->fleet->count)
        return BSHIP_ERROR_COUNT;
    for (size_t i = 0; i < count; i++) {
        for (int32_t ship = 0; ship < batch->rules->fleet->count; ship++) {
            bship_placement placement = find_ship(batch, i, ship);
            *layouts++ = (int16_t)placement.x;
            *layouts++ = (int16_t)placement.y;
            *layouts++ = (int16_t)placement.orientation;
        }
    }
    return BSHIP_OK;
}
