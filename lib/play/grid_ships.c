/*
 * The ships that the sunk cells of a grid are; see grid.h.
 *
 * A *reading* is a set of ships of the fleet, by their number in each class, that cover the sunk
 * cells and no others. Whether there are such placements is an exact cover, searched depth first:
 * the ship in the first cell that is not covered yet begins there, for it extends to the right or
 * down. All sets of ships with the right number of cells are tried.
 */
#include "play/grid.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "model/chart.h"

enum {
    /* Cells, placements and sets of ships that are looked at, which takes some milliseconds. A
     * position of a game takes some hundreds; solid blocks of sunk cells can take any number. */
    LOOKS_MAX = 1000000,
    READINGS_SHOWN = 4 /* those that a message lists; no more are looked for */
};

/* The search for the ships. */
struct search {
    bsi_grid *grid;
    const bship_fleet *fleet;
    int32_t cell_count;
    const uint32_t *cells; /* positions of the sunk cells, row by row */
    int32_t *allowed;      /* by class: the ships that may be placed */
    int32_t *used;         /* by class: the ships that are placed */
    int32_t *reading;      /* by class: the ships of the first reading */
    int32_t readings;      /* how many were found */
    int32_t furthest;      /* index of the last cell up to which all were covered */
    bool has_contact;      /* whether a ship would fit there if it did not touch another */
    int32_t looks;
    bsi_text words; /* the readings: `5 or 3,2` */
};

/* ---- exact cover ---- */

static bool is_exhausted(const struct search *search)
{
    return search->looks > LOOKS_MAX;
}

/* Whether a ship of a class may lie at a placement: in sunk cells that are free. */
static bool fits(struct search *search, bsi_placement placement)
{
    const bsi_grid *grid = search->grid;
    int32_t length = search->fleet->classes[placement.class].length;
    uint32_t step = bsi_step(grid->rules, placement.orientation);
    search->looks++;
    for (int32_t i = 0; i < length; i++) {
        if (grid->states[placement.position + (uint32_t)i * step] != BSHIP_CHART_STATE_SUNK)
            return false;
    }
    bship_status status = bsi_layout_check(&grid->ships, length, placement);
    if (status == BSHIP_ERROR_CONTACT && placement.position == search->cells[search->furthest])
        search->has_contact = true;
    return !status;
}

/* The ship of a class that is the last one placed; those of a class are placed in one order. */
static int32_t last_ship(const struct search *search, int32_t class)
{
    int32_t before = search->used[class] - 1;
    for (int32_t k = 0; k < class; k++)
        before += search->fleet->classes[k].ships;
    return search->grid->rules->by_length[before];
}

static void place(struct search *search, bsi_placement placement)
{
    search->used[placement.class]++;
    bsi_layout_place(&search->grid->ships, last_ship(search, placement.class), placement);
}

static void remove_last(struct search *search, int32_t class)
{
    bsi_layout_remove(&search->grid->ships, last_ship(search, class));
    search->used[class]--;
}

static void remove_all(struct search *search)
{
    for (int32_t k = 0; k < search->fleet->class_count; k++) {
        while (search->used[k] > 0)
            remove_last(search, k);
    }
}

/* The first cell from `cell` on that is not covered. */
static int32_t next_cell(struct search *search, int32_t cell)
{
    while (cell < search->cell_count && search->grid->ships.grid[search->cells[cell]]) {
        search->looks++;
        cell++;
    }
    return cell;
}

/* Places ships that are allowed over all cells from `cell` on; false if that is not possible. */
static bool cover(struct search *search, int32_t cell)
{
    cell = next_cell(search, cell);
    if (cell == search->cell_count)
        return true;
    if (cell > search->furthest) {
        search->furthest = cell;
        search->has_contact = false;
    }
    for (int32_t k = 0; k < search->fleet->class_count; k++) {
        int32_t orientations = search->fleet->classes[k].length > 1 ? 2 : 1;
        for (int32_t o = 0; o < orientations && !is_exhausted(search); o++) {
            bsi_placement placement = bsi_placement_of(k, o, search->cells[cell]);
            if (search->used[k] == search->allowed[k] || !fits(search, placement))
                continue;
            place(search, placement);
            if (cover(search, cell + 1))
                return true;
            remove_last(search, k);
        }
    }
    return false;
}

/* ---- readings ---- */

/* Appends the lengths of the ships that are allowed, as in `3,2`. */
static void add_words(struct search *search)
{
    const char *separator = search->readings > 0 ? " or " : "";
    for (int32_t k = 0; k < search->fleet->class_count; k++) {
        for (int32_t i = 0; i < search->allowed[k]; i++) {
            bsi_text_add(&search->words, "%s%d", separator, (int)search->fleet->classes[k].length);
            separator = ",";
        }
    }
}

/* Counts the ships that are allowed as a reading if they cover the cells, and removes them. */
static void try_reading(struct search *search)
{
    size_t bytes = (size_t)search->fleet->class_count * sizeof *search->reading;
    if (!cover(search, 0))
        return;
    remove_all(search);
    add_words(search);
    if (search->readings++ == 0)
        memcpy(search->reading, search->allowed, bytes);
}

/* Tries all sets of ships of the classes from `class` on that have so many cells. */
static void find_readings(struct search *search, int32_t class, int32_t cells)
{
    search->looks++;
    if (class == search->fleet->class_count) {
        if (cells == 0)
            try_reading(search);
        return;
    }
    const bsi_class *entry = &search->fleet->classes[class];
    int32_t most = cells / entry->length < entry->ships ? cells / entry->length : entry->ships;
    for (int32_t ships = most;
         ships >= 0 && !is_exhausted(search) && search->readings < READINGS_SHOWN; ships--) {
        search->allowed[class] = ships;
        find_readings(search, class + 1, cells - ships * entry->length);
    }
}

static bship_status fail_exhausted(const struct search *search)
{
    return bsi_grid_fail(search->grid, BSHIP_ERROR_WORK_LIMIT, search->cells[0],
                         "the sunk cells can be read in too many ways");
}

/* Why the ships that are allowed do not cover the cells. */
static bship_status fail_cover(const struct search *search)
{
    if (is_exhausted(search))
        return fail_exhausted(search);
    return bsi_grid_fail(search->grid, BSHIP_ERROR_CONTRADICTION, search->cells[search->furthest],
                         search->has_contact ? "the ship sunk here would touch another sunk ship"
                                             : "no ship that is left fits these sunk cells");
}

/* Places the ships of the only reading. */
static bship_status place_read(struct search *search)
{
    const bship_fleet *fleet = search->fleet;
    for (int32_t k = 0; k < fleet->class_count; k++)
        search->allowed[k] = fleet->classes[k].ships;
    if (!cover(search, 0))
        return fail_cover(search);
    remove_all(search);
    find_readings(search, 0, search->cell_count);
    if (search->readings > 1)
        return bsi_grid_fail(search->grid, BSHIP_ERROR_ARGUMENT, search->cells[0],
                             "the sunk cells can be ships of %s", search->words.buffer);
    if (is_exhausted(search))
        return fail_exhausted(search);
    for (int32_t k = 0; k < fleet->class_count; k++)
        search->allowed[k] = search->reading[k];
    return cover(search, 0) ? BSHIP_OK : fail_cover(search);
}

/* Allows ships of the lengths that are given, which must have as many cells as are sunk. */
static bship_status allow(struct search *search, const int32_t *sunk, size_t sunk_count)
{
    bship_error *error = search->grid->error;
    int32_t cells = 0;
    for (size_t i = 0; i < sunk_count; i++) {
        int32_t class = bsi_class_of_length(search->fleet, sunk[i]);
        if (class < 0 || search->allowed[class] == search->fleet->classes[class].ships)
            return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, (int64_t)i,
                            class < 0 ? "the fleet has no ship of length %d"
                                      : "the fleet has fewer ships of length %d",
                            (int)sunk[i]);
        search->allowed[class]++;
        cells += sunk[i];
    }
    if (cells == search->cell_count)
        return BSHIP_OK;
    return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, -1,
                    "the sunk ships have %d cells, and the grid %d sunk cells", (int)cells,
                    (int)search->cell_count);
}

/* Places ships of the lengths that are given. */
static bship_status place_given(struct search *search, const int32_t *sunk, size_t sunk_count)
{
    bship_status status = allow(search, sunk, sunk_count);
    return status || cover(search, 0) ? status : fail_cover(search);
}

/* ---- memory ---- */

/* Lists the sunk cells; NULL: only counts them. */
static int32_t list_sunk(const bsi_grid *grid, uint32_t *cells)
{
    int32_t count = 0;
    for (uint32_t p = 0; p < grid->rules->positions; p++) {
        if (grid->states[p] != BSHIP_CHART_STATE_SUNK)
            continue;
        if (cells)
            cells[count] = p;
        count++;
    }
    return count;
}

/* Places the ships in the sunk cells, of which there are some. */
static bship_status search_ships(struct search *search, const int32_t *sunk, size_t sunk_count)
{
    char words[160] = "";
    search->words = bsi_text_of(words, sizeof words);
    return sunk_count > 0 ? place_given(search, sunk, sunk_count) : place_read(search);
}

bship_status bsi_grid_find_ships(bsi_grid *grid, const int32_t *sunk, size_t sunk_count)
{
    const bship_allocator *allocator = &grid->rules->allocator;
    const bship_fleet *fleet = grid->rules->fleet;
    size_t classes = (size_t)fleet->class_count;
    struct search search = { .grid = grid, .fleet = fleet, .cell_count = list_sunk(grid, NULL) };
    size_t cell_count = (size_t)search.cell_count;
    uint32_t *cells = bsi_alloc(allocator, cell_count + 1, sizeof *cells);
    int32_t *numbers = bsi_alloc(allocator, 3 * classes, sizeof *numbers);
    bship_status status = BSHIP_OK;
    if (cells && numbers) {
        list_sunk(grid, cells);
        search.cells = cells;
        search.allowed = numbers;
        search.used = numbers + classes;
        search.reading = numbers + 2 * classes;
        status = search_ships(&search, sunk, sunk_count);
    } else {
        status = bsi_fail_plain(grid->error, BSHIP_ERROR_MEMORY);
    }
    bsi_free(allocator, numbers, 3 * classes, sizeof *numbers);
    bsi_free(allocator, cells, cell_count + 1, sizeof *cells);
    return status;
}
