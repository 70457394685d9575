/* The scalar twin of the kernel; see kernel_twin.h. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_twin.h"

/*
 * The arrays of a field, by point: the placements that cover a point, an edge from it to the right
 * or down, the face to the right and down of it; and those that have it as an extreme corner, by
 * the quadrant that they lie in.
 */
enum {
    POINTS,
    EDGES_RIGHT,
    EDGES_DOWN,
    FACES,
    QUADRANTS,
    RIGHT_DOWN = QUADRANTS,
    LEFT_DOWN,
    RIGHT_UP,
    LEFT_UP,
    ARRAYS
};

#define OPPOSITE(quadrant) (RIGHT_DOWN + LEFT_UP - (quadrant))

enum {
    LAST_SHIPS = 3
};

struct field {
    uint32_t *of[ARRAYS];
};

/* One length among the last ships. A missing ship has one placement, which overlaps nothing. */
struct class_fields {
    int32_t length;          /* 0: missing */
    uint32_t *placements[2]; /* by orientation and first point: 1 if all cells are free, else 0 */
    uint32_t total;
    struct field field;
    /* By class: how many of its placements overlap each placement. */
    uint32_t *overlaps[LAST_SHIPS][2];
    uint32_t pairs[LAST_SHIPS]; /* by class: overlapping pairs */
};

struct twin {
    int32_t width, height, contact, ships;
    int32_t lengths[TWIN_SHIPS];
    bool is_placed[TWIN_SHIPS];
    ptrdiff_t row; /* points from one row to the next: a cell's first corner has its number */
    size_t points; /* of the board */
    size_t size;   /* of an array: zeros follow, as far as a ship reaches */
    int arrays;    /* of a field that are in use */
    uint8_t *cells;
    uint8_t *occupied;                     /* by how many ships a cell is occupied */
    uint8_t *can_cover_hit[TWIN_SHIPS][2]; /* where a ship can cover a hit */
    uint64_t *with[TWIN_SHIPS][2];         /* the layouts, by placement */
    uint32_t *free;                        /* 1 for cells that are open and not occupied */
    int32_t last[LAST_SHIPS];              /* the last ships, in order */
    int slots[LAST_SHIPS]; /* the class of each; neighbours of one length share it */
    struct class_fields classes[LAST_SHIPS];
    struct field pairs;
    uint32_t *placements[2];
};

/* ---- construction ---- */

static void *zeros(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (!block)
        abort();
    return block;
}

static void field_init(struct field *field, size_t size)
{
    for (int i = 0; i < ARRAYS; i++)
        field->of[i] = zeros(size, sizeof *field->of[i]);
}

static void field_free(struct field *field)
{
    for (int i = 0; i < ARRAYS; i++)
        free(field->of[i]);
}

static int32_t longest(const int32_t *lengths, int32_t ships)
{
    int32_t most = 0;
    for (int32_t i = 0; i < ships; i++)
        most = lengths[i] > most ? lengths[i] : most;
    return most;
}

static void class_fields_init(struct class_fields *class_fields, size_t size)
{
    field_init(&class_fields->field, size);
    for (int o = 0; o < 2; o++) {
        class_fields->placements[o] = zeros(size, sizeof *class_fields->placements[o]);
        for (int i = 0; i < LAST_SHIPS; i++)
            class_fields->overlaps[i][o] = zeros(size, sizeof *class_fields->overlaps[i][o]);
    }
}

static void class_fields_free(struct class_fields *class_fields)
{
    field_free(&class_fields->field);
    for (int o = 0; o < 2; o++) {
        free(class_fields->placements[o]);
        for (int i = 0; i < LAST_SHIPS; i++)
            free(class_fields->overlaps[i][o]);
    }
}

static size_t point_of(const struct twin *twin, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)twin->row + (size_t)x;
}

struct twin *twin_new(int32_t width, int32_t height, int32_t contact, const int32_t *lengths,
                      int32_t ships)
{
    struct twin *twin = zeros(1, sizeof *twin);

    twin->width = width;
    twin->height = height;
    twin->contact = contact;
    twin->ships = ships;
    memcpy(twin->lengths, lengths, (size_t)ships * sizeof *lengths);
    twin->row = width + 1;
    twin->points = point_of(twin, 0, height + (contact != BSHIP_CONTACT_ALLOWED));
    twin->size = twin->points + point_of(twin, 2, longest(lengths, ships) + 1);
    twin->arrays = contact == BSHIP_CONTACT_ALLOWED ? FACES
                   : contact == BSHIP_CONTACT_NONE  ? QUADRANTS
                                                    : ARRAYS;
    twin->cells = zeros(twin->size, 1);
    twin->occupied = zeros(twin->size, 1);
    twin->free = zeros(twin->size, sizeof *twin->free);
    field_init(&twin->pairs, twin->size);
    for (int i = 0; i < LAST_SHIPS; i++)
        class_fields_init(&twin->classes[i], twin->size);
    for (int o = 0; o < 2; o++) {
        twin->placements[o] = zeros(twin->size, sizeof *twin->placements[o]);
        for (int32_t i = 0; i < ships; i++) {
            twin->can_cover_hit[i][o] = zeros(twin->size, 1);
            twin->with[i][o] = zeros(twin->size, sizeof *twin->with[i][o]);
        }
    }
    for (int32_t y = 0; y < height; y++)
        memset(twin->cells + point_of(twin, 0, y), TWIN_OPEN, (size_t)width);
    return twin;
}

void twin_free(struct twin *twin)
{
    for (int o = 0; o < 2; o++) {
        free(twin->placements[o]);
        for (int32_t i = 0; i < twin->ships; i++) {
            free(twin->can_cover_hit[i][o]);
            free(twin->with[i][o]);
        }
    }
    for (int i = 0; i < LAST_SHIPS; i++)
        class_fields_free(&twin->classes[i]);
    field_free(&twin->pairs);
    free(twin->cells);
    free(twin->occupied);
    free(twin->free);
    free(twin);
}

void twin_set(struct twin *twin, bship_cell cell, int state)
{
    twin->cells[point_of(twin, cell.x, cell.y)] = (uint8_t)state;
}

void twin_allow(struct twin *twin, bship_placement at)
{
    twin->can_cover_hit[at.ship][at.orientation][point_of(twin, at.x, at.y)] = 1;
}

uint64_t twin_with(const struct twin *twin, bship_placement at)
{
    return twin->with[at.ship][at.orientation][point_of(twin, at.x, at.y)];
}

/* ---- inclusion-exclusion over three ships ---- */

static ptrdiff_t step_of(const struct twin *twin, int orientation)
{
    return orientation == BSHIP_ORIENTATION_HORIZONTAL ? 1 : twin->row;
}

static void add(uint32_t *restrict to, const uint32_t *restrict from, size_t count)
{
    for (size_t p = 0; p < count; p++)
        to[p] += from[p];
}

static void subtract(uint32_t *restrict to, const uint32_t *restrict from, size_t count)
{
    for (size_t p = 0; p < count; p++)
        to[p] -= from[p];
}

/* The size of a ship's box in points. */
struct box {
    ptrdiff_t width, height;
};

static struct box box_of(const struct twin *twin, int32_t length, int orientation)
{
    ptrdiff_t wider = twin->contact == BSHIP_CONTACT_ALLOWED ? 0 : 1;
    struct box box = { 1 + wider, 1 + wider };
    if (orientation == BSHIP_ORIENTATION_HORIZONTAL)
        box.width = length + wider;
    else
        box.height = length + wider;
    return box;
}

/* How many columns and rows of what an array holds are in a box. */
static struct box part_of(struct box box, int array)
{
    box.width -= array == EDGES_RIGHT || array == FACES;
    box.height -= array == EDGES_DOWN || array == FACES;
    return box;
}

/* The extreme corner of a box that it lies in a quadrant of. */
static ptrdiff_t corner_of(const struct twin *twin, struct box box, int quadrant)
{
    ptrdiff_t right = quadrant == LEFT_DOWN || quadrant == LEFT_UP ? box.width - 1 : 0;
    ptrdiff_t down = quadrant == RIGHT_UP || quadrant == LEFT_UP ? box.height - 1 : 0;
    return down * twin->row + right;
}

static void clear(const struct twin *twin, struct field *field)
{
    for (int k = 0; k < twin->arrays; k++)
        memset(field->of[k], 0, twin->size * sizeof *field->of[k]);
}

/* Adds placements of a length to a field. */
static void spread(const struct twin *twin, struct field *field, uint32_t *const *placements,
                   int32_t length)
{
    for (int o = 0; o < 2; o++) {
        struct box box = box_of(twin, length, o);
        for (int k = 0; k < twin->arrays && k < QUADRANTS; k++) {
            struct box part = part_of(box, k);
            for (ptrdiff_t y = 0; y < part.height; y++)
                for (ptrdiff_t x = 0; x < part.width; x++)
                    add(field->of[k] + y * twin->row + x, placements[o], twin->points);
        }
        for (int k = QUADRANTS; k < twin->arrays; k++)
            add(field->of[k] + corner_of(twin, box, k), placements[o], twin->points);
    }
}

/* Sums a field over the box of every placement of a length. */
static void gather(const struct twin *twin, uint32_t *sums, const struct field *field,
                   int32_t length, int orientation)
{
    struct box box = box_of(twin, length, orientation);

    memset(sums, 0, twin->size * sizeof *sums);
    for (int k = 0; k < twin->arrays && k < QUADRANTS; k++) {
        struct box part = part_of(box, k);
        for (ptrdiff_t y = 0; y < part.height; y++)
            for (ptrdiff_t x = 0; x < part.width; x++)
                if (k == POINTS || k == FACES)
                    add(sums, field->of[k] + y * twin->row + x, twin->points);
                else
                    subtract(sums, field->of[k] + y * twin->row + x, twin->points);
    }
    for (int k = QUADRANTS; k < twin->arrays; k++)
        subtract(sums, field->of[OPPOSITE(k)] + corner_of(twin, box, k), twin->points);
}

static uint32_t sum_of(const uint32_t *values, size_t count)
{
    uint32_t sum = 0;
    for (size_t p = 0; p < count; p++)
        sum += values[p];
    return sum;
}

/* Finds a ship's placements on free cells. */
static void find_placements(const struct twin *twin, struct class_fields *a)
{
    for (int o = 0; o < 2; o++) {
        uint32_t *restrict placements = a->placements[o];
        memcpy(placements, twin->free, twin->size * sizeof *placements);
        for (int32_t i = 1; i < a->length; i++) {
            const uint32_t *restrict next = twin->free + i * step_of(twin, o);
            for (size_t p = 0; p < twin->points; p++)
                placements[p] &= next[p];
        }
    }
    /* A ship of one cell has one orientation. */
    if (a->length == 1)
        memset(a->placements[BSHIP_ORIENTATION_VERTICAL], 0,
               twin->size * sizeof *a->placements[BSHIP_ORIENTATION_VERTICAL]);
    a->total = sum_of(a->placements[0], twin->points) + sum_of(a->placements[1], twin->points);
}

/* Counts the placements of another class that overlap each of a's. */
static void find_overlaps(const struct twin *twin, struct class_fields *a, int number)
{
    a->pairs[number] = 0;
    for (int o = 0; o < 2; o++) {
        gather(twin, a->overlaps[number][o], &twin->classes[number].field, a->length, o);
        for (size_t p = 0; p < twin->points; p++)
            a->pairs[number] += a->placements[o][p] * a->overlaps[number][o][p];
    }
}

static void multiply(uint32_t *restrict to, const uint32_t *restrict b, const uint32_t *restrict c,
                     size_t count)
{
    for (size_t p = 0; p < count; p++)
        to[p] = b[p] * c[p];
}

/* Sets the field whose sum over a is R(a): the pairs (b, c) that overlap each other and a. */
static void multiply_fields(const struct twin *twin, struct field *field, const struct field *b,
                            const struct field *c)
{
    for (int k = 0; k < twin->arrays && k < QUADRANTS; k++)
        multiply(field->of[k], b->of[k], c->of[k], twin->points);
    for (int q = QUADRANTS; q < twin->arrays; q++) {
        const uint32_t *restrict b_all = b->of[POINTS], *restrict c_all = c->of[POINTS];
        const uint32_t *restrict b_own = b->of[OPPOSITE(q)], *restrict c_own = c->of[OPPOSITE(q)];
        const uint32_t *restrict b_here = b->of[q], *restrict c_here = c->of[q];
        uint32_t *restrict points = field->of[POINTS], *restrict corners = field->of[q];
        for (size_t p = 0; p < twin->points; p++) {
            /* Pairs that share only this corner do not touch. */
            points[p] -= b_here[p] * c_own[p];
            /* Where it is extreme in a too, what lies opposite a does not touch a. */
            corners[p] = b_all[p] * c_all[p] - (b_all[p] - b_here[p]) * (c_all[p] - c_here[p]) -
                         b_here[p] * c_own[p] - b_own[p] * c_here[p];
        }
    }
}

/* Subtracts b's placements from a field, each as often as it overlaps a placement of c. */
static void subtract_weighed(struct twin *twin, struct field *field, const struct class_fields *b,
                             int c)
{
    for (int o = 0; o < 2; o++) {
        uint32_t *restrict to = twin->placements[o];
        const uint32_t *restrict placements = b->placements[o];
        const uint32_t *restrict overlaps = b->overlaps[c][o];
        for (size_t p = 0; p < twin->points; p++)
            to[p] = 0 - placements[p] * overlaps[p];
    }
    spread(twin, field, twin->placements, b->length);
}

/* Finds R - P - Q of two classes. */
static void combine(struct twin *twin, int b, int c)
{
    multiply_fields(twin, &twin->pairs, &twin->classes[b].field, &twin->classes[c].field);
    subtract_weighed(twin, &twin->pairs, &twin->classes[b], c);
    subtract_weighed(twin, &twin->pairs, &twin->classes[c], b);
}

/* Finds N for all placements of an orientation, 0 where none is possible; returns the sum. */
static uint64_t finish(const struct twin *twin, uint32_t *ways, int a, int b, int c, int o)
{
    const struct class_fields *own = &twin->classes[a];
    const uint32_t all_b = twin->classes[b].total, all_c = twin->classes[c].total;
    const uint32_t pairs = twin->classes[b].pairs[c];
    const uint32_t *of_b = own->overlaps[b][o], *of_c = own->overlaps[c][o];
    const uint32_t *placements = own->placements[o];
    uint64_t total = 0;

    gather(twin, ways, &twin->pairs, own->length, o);
    for (size_t p = 0; p < twin->points; p++) {
        ways[p] = placements[p] * ((all_b - of_b[p]) * (all_c - of_c[p]) - pairs - ways[p]);
        total += ways[p];
    }
    return total;
}

/* Adds the layouts with each placement to all ships of a class; returns the sum. */
static uint64_t finish_all(struct twin *twin, int a)
{
    int b = twin->slots[(a + 1) % LAST_SHIPS], c = twin->slots[(a + 2) % LAST_SHIPS];
    uint32_t *restrict ways = twin->placements[0];
    uint64_t total = 0;

    combine(twin, b, c);
    for (int o = 0; o < 2; o++) {
        total += finish(twin, ways, a, b, c, o);
        for (int i = a; i < LAST_SHIPS && twin->slots[i] == a; i++) {
            uint64_t *restrict to = twin->with[twin->last[i]][o];
            for (size_t p = 0; p < twin->points; p++)
                to[p] += ways[p];
        }
    }
    return total;
}

/* Prepares a class for ships of a length. */
static void prepare(const struct twin *twin, struct class_fields *class_fields, int32_t length)
{
    class_fields->length = length;
    class_fields->total = 1;
    clear(twin, &class_fields->field);
    for (int o = 0; o < 2; o++)
        memset(class_fields->placements[o], 0, twin->size * sizeof *class_fields->placements[o]);
    if (length == 0)
        return;
    find_placements(twin, class_fields);
    spread(twin, &class_fields->field, class_fields->placements, length);
}

/* Finds the ships that are not placed, at most three, and the class of each. */
static int find_last(struct twin *twin)
{
    int32_t length_before = -1;
    int count = 0;

    for (int32_t i = 0; i < twin->ships; i++)
        if (!twin->is_placed[i])
            twin->last[count++] = i;
    for (int a = 0; a < LAST_SHIPS; a++) {
        int32_t length = a < count ? twin->lengths[twin->last[a]] : 0;
        twin->slots[a] = length == length_before ? twin->slots[a - 1] : a;
        if (twin->slots[a] == a)
            prepare(twin, &twin->classes[a], length);
        length_before = length;
    }
    return count;
}

/* Counts the ways to place the last ships. */
static uint64_t count_last(struct twin *twin)
{
    int count = find_last(twin);
    uint64_t total = 1;

    for (int a = 0; a < LAST_SHIPS; a++)
        for (int b = 0; b < LAST_SHIPS; b++) {
            /* Once for a class, whose own ships can overlap. */
            bool is_done = b > 0 && twin->slots[b] == twin->slots[b - 1] && b - 1 != a;
            if (a != b && twin->slots[a] == a && !is_done)
                find_overlaps(twin, &twin->classes[a], twin->slots[b]);
        }
    for (int a = 0; a < count; a++)
        if (twin->slots[a] == a)
            total = finish_all(twin, a);
    return total;
}

/* ---- enumeration of the others ---- */

static void occupy_cell(struct twin *twin, size_t cell, int step)
{
    twin->occupied[cell] = (uint8_t)(twin->occupied[cell] + step);
    twin->free[cell] = twin->cells[cell] == TWIN_OPEN && twin->occupied[cell] == 0;
}

/* Occupies the cells of a ship and those that would touch it (step 1), or frees them (-1). */
static void occupy(struct twin *twin, int32_t ship, int orientation, size_t at, int step)
{
    int32_t x = (int32_t)(at % (size_t)twin->row), y = (int32_t)(at / (size_t)twin->row);
    int32_t around = twin->contact != BSHIP_CONTACT_ALLOWED;
    int32_t right = orientation == BSHIP_ORIENTATION_HORIZONTAL ? twin->lengths[ship] : 1;
    int32_t down = orientation == BSHIP_ORIENTATION_HORIZONTAL ? 1 : twin->lengths[ship];

    for (int32_t j = -around; j < down + around; j++)
        for (int32_t i = -around; i < right + around; i++) {
            bool is_corner = (i < 0 || i == right) && (j < 0 || j == down);
            if ((is_corner && twin->contact == BSHIP_CONTACT_NO_SIDES) || x + i < 0 ||
                x + i >= twin->width || y + j < 0 || y + j >= twin->height)
                continue;
            occupy_cell(twin, point_of(twin, x + i, y + j), step);
        }
    twin->is_placed[ship] = step > 0;
}

static uint64_t count_on(struct twin *twin);

/* Places a ship, then the remaining ones. */
static uint64_t count_with(struct twin *twin, int32_t ship, int orientation, size_t at)
{
    occupy(twin, ship, orientation, at, 1);
    uint64_t layouts = count_on(twin);
    occupy(twin, ship, orientation, at, -1);
    twin->with[ship][orientation][at] += layouts;
    return layouts;
}

static bool is_free(const struct twin *twin, int32_t ship, int orientation, size_t at)
{
    for (int32_t i = 0; i < twin->lengths[ship]; i++)
        if (!twin->free[at + (size_t)(i * step_of(twin, orientation))])
            return false;
    return true;
}

/* Places a ship in every way on open cells. */
static uint64_t place_on_open(struct twin *twin, int32_t ship)
{
    uint64_t layouts = 0;

    for (int o = 0; o < (twin->lengths[ship] > 1 ? 2 : 1); o++)
        for (size_t p = 0; p < twin->points; p++)
            if (is_free(twin, ship, o, p))
                layouts += count_with(twin, ship, o, p);
    return layouts;
}

static bool can_cover(const struct twin *twin, int32_t ship, int orientation, size_t at)
{
    for (int32_t i = 0; i < twin->lengths[ship]; i++)
        if (twin->occupied[at + (size_t)(i * step_of(twin, orientation))])
            return false;
    return twin->can_cover_hit[ship][orientation][at];
}

/* Places a ship in every way over a hit. */
static uint64_t cover(struct twin *twin, int32_t ship, size_t hit)
{
    uint64_t layouts = 0;

    for (int o = 0; o < (twin->lengths[ship] > 1 ? 2 : 1); o++) {
        size_t step = (size_t)step_of(twin, o);
        for (size_t i = 0; i < (size_t)twin->lengths[ship] && i * step <= hit; i++)
            if (can_cover(twin, ship, o, hit - i * step))
                layouts += count_with(twin, ship, o, hit - i * step);
    }
    return layouts;
}

/* The first hit that no ship covers; `points` if there is none. */
static size_t find_hit(const struct twin *twin)
{
    size_t hit = 0;
    while (hit < twin->points && (twin->cells[hit] != TWIN_HIT || twin->occupied[hit]))
        hit++;
    return hit;
}

/* Counts the layouts with the ships that are placed. */
static uint64_t count_on(struct twin *twin)
{
    size_t hit = find_hit(twin);
    uint64_t layouts = 0;
    int32_t remaining = 0, first = 0;

    for (int32_t i = twin->ships; i-- > 0;)
        if (!twin->is_placed[i]) {
            remaining++;
            first = i;
        }
    if (hit == twin->points)
        return remaining > LAST_SHIPS ? place_on_open(twin, first) : count_last(twin);
    for (int32_t i = 0; i < twin->ships; i++)
        if (!twin->is_placed[i])
            layouts += cover(twin, i, hit);
    return layouts;
}

uint64_t twin_count(struct twin *twin)
{
    for (size_t p = 0; p < twin->points; p++)
        twin->free[p] = twin->cells[p] == TWIN_OPEN;
    for (int32_t i = 0; i < twin->ships; i++)
        for (int o = 0; o < 2; o++)
            memset(twin->with[i][o], 0, twin->size * sizeof *twin->with[i][o]);
    return count_on(twin);
}
