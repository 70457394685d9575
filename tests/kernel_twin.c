/* The scalar twin of the kernels; see kernel_twin.h. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_twin.h"

/*
 * The arrays of a field, by point: the placements that cover a point, an edge from it to the right
 * or down, the face to the right and below; and those that have it as an extreme corner, by the
 * quadrant in which they lie.
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
    CLOSED = 3
};

struct field {
    uint32_t *of[ARRAYS];
};

/* A ship class of the last three. A missing ship has one placement, which overlaps nothing. */
struct ship_fields {
    int32_t length;      /* 0: missing */
    uint32_t *places[2]; /* by orientation and first point: 1 if possible, else 0 */
    uint32_t total;
    struct field field;
    uint32_t *meets[CLOSED][2]; /* by class: the number of its placements that overlap each */
    uint32_t pairs[CLOSED];     /* by class: the pairs that overlap */
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
    uint8_t *occupied;             /* the number of ships that exclude others from a cell */
    uint8_t *may[TWIN_SHIPS][2];   /* possible placements that cover a hit */
    uint64_t *with[TWIN_SHIPS][2]; /* the layouts, by placement */
    uint32_t *free;                /* 1 for cells that are free and not excluded */
    int32_t result[CLOSED];        /* the last three ships, in order */
    int slots[CLOSED];             /* the class of each; neighbours of one length share one */
    struct ship_fields classes[CLOSED];
    struct field pairs;
    uint32_t *places[2];
};

/* ---- creation ---- */

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

static void ship_fields_init(struct ship_fields *ship_fields, size_t size)
{
    field_init(&ship_fields->field, size);
    for (int o = 0; o < 2; o++) {
        ship_fields->places[o] = zeros(size, sizeof *ship_fields->places[o]);
        for (int i = 0; i < CLOSED; i++)
            ship_fields->meets[i][o] = zeros(size, sizeof *ship_fields->meets[i][o]);
    }
}

static void ship_fields_free(struct ship_fields *ship_fields)
{
    field_free(&ship_fields->field);
    for (int o = 0; o < 2; o++) {
        free(ship_fields->places[o]);
        for (int i = 0; i < CLOSED; i++)
            free(ship_fields->meets[i][o]);
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
    for (int i = 0; i < CLOSED; i++)
        ship_fields_init(&twin->classes[i], twin->size);
    for (int o = 0; o < 2; o++) {
        twin->places[o] = zeros(twin->size, sizeof *twin->places[o]);
        for (int32_t i = 0; i < ships; i++) {
            twin->may[i][o] = zeros(twin->size, 1);
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
        free(twin->places[o]);
        for (int32_t i = 0; i < twin->ships; i++) {
            free(twin->may[i][o]);
            free(twin->with[i][o]);
        }
    }
    for (int i = 0; i < CLOSED; i++)
        ship_fields_free(&twin->classes[i]);
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
    twin->may[at.ship][at.orientation][point_of(twin, at.x, at.y)] = 1;
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

/* The columns and rows of an array's items in a box. */
static struct box part_of(struct box box, int array)
{
    box.width -= array == EDGES_RIGHT || array == FACES;
    box.height -= array == EDGES_DOWN || array == FACES;
    return box;
}

/* The extreme corner of a box, seen from which it lies in a quadrant. */
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

/* Adds the placements of a length to a field. */
static void spread(const struct twin *twin, struct field *field, uint32_t *const *places,
                   int32_t length)
{
    for (int o = 0; o < 2; o++) {
        struct box box = box_of(twin, length, o);
        for (int k = 0; k < twin->arrays && k < QUADRANTS; k++) {
            struct box part = part_of(box, k);
            for (ptrdiff_t y = 0; y < part.height; y++)
                for (ptrdiff_t x = 0; x < part.width; x++)
                    add(field->of[k] + y * twin->row + x, places[o], twin->points);
        }
        for (int k = QUADRANTS; k < twin->arrays; k++)
            add(field->of[k] + corner_of(twin, box, k), places[o], twin->points);
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

/* Finds a ship's placements whose cells are all free. */
static void find_places(const struct twin *twin, struct ship_fields *a)
{
    for (int o = 0; o < 2; o++) {
        uint32_t *restrict places = a->places[o];
        memcpy(places, twin->free, twin->size * sizeof *places);
        for (int32_t i = 1; i < a->length; i++) {
            const uint32_t *restrict next = twin->free + i * step_of(twin, o);
            for (size_t p = 0; p < twin->points; p++)
                places[p] &= next[p];
        }
    }
    /* A ship of one cell has one orientation. */
    if (a->length == 1)
        memset(a->places[BSHIP_ORIENTATION_VERTICAL], 0,
               twin->size * sizeof *a->places[BSHIP_ORIENTATION_VERTICAL]);
    a->total = sum_of(a->places[0], twin->points) + sum_of(a->places[1], twin->points);
}

/* Counts another ship's placements that overlap each of a's. */
static void meet(const struct twin *twin, struct ship_fields *a, int number)
{
    a->pairs[number] = 0;
    for (int o = 0; o < 2; o++) {
        gather(twin, a->meets[number][o], &twin->classes[number].field, a->length, o);
        for (size_t p = 0; p < twin->points; p++)
            a->pairs[number] += a->places[o][p] * a->meets[number][o][p];
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
            /* Pairs with only this corner in common do not overlap. */
            points[p] -= b_here[p] * c_own[p];
            /* If it is extreme in a too, boxes in the opposite quadrant do not overlap a. */
            corners[p] = b_all[p] * c_all[p] - (b_all[p] - b_here[p]) * (c_all[p] - c_here[p]) -
                         b_here[p] * c_own[p] - b_own[p] * c_here[p];
        }
    }
}

/* Subtracts b's placements from a field, each as often as it overlaps one of c's. */
static void take_weighed(struct twin *twin, struct field *field, const struct ship_fields *b, int c)
{
    for (int o = 0; o < 2; o++) {
        uint32_t *restrict to = twin->places[o];
        const uint32_t *restrict places = b->places[o], *restrict meets = b->meets[c][o];
        for (size_t p = 0; p < twin->points; p++)
            to[p] = 0 - places[p] * meets[p];
    }
    spread(twin, field, twin->places, b->length);
}

/* Computes R - P - Q of two classes. */
static void combine(struct twin *twin, int b, int c)
{
    multiply_fields(twin, &twin->pairs, &twin->classes[b].field, &twin->classes[c].field);
    take_weighed(twin, &twin->pairs, &twin->classes[b], c);
    take_weighed(twin, &twin->pairs, &twin->classes[c], b);
}

/* Computes N, or 0 where a is impossible, for all placements of an orientation; returns the sum. */
static uint64_t finish(const struct twin *twin, uint32_t *ways, int a, int b, int c, int o)
{
    const struct ship_fields *own = &twin->classes[a];
    const uint32_t all_b = twin->classes[b].total, all_c = twin->classes[c].total;
    const uint32_t pairs = twin->classes[b].pairs[c];
    const uint32_t *of_b = own->meets[b][o], *of_c = own->meets[c][o], *places = own->places[o];
    uint64_t total = 0;

    gather(twin, ways, &twin->pairs, own->length, o);
    for (size_t p = 0; p < twin->points; p++) {
        ways[p] = places[p] * ((all_b - of_b[p]) * (all_c - of_c[p]) - pairs - ways[p]);
        total += ways[p];
    }
    return total;
}

/* Adds the layouts with each placement to all ships of a class; returns the sum. */
static uint64_t finish_all(struct twin *twin, int a)
{
    int b = twin->slots[(a + 1) % CLOSED], c = twin->slots[(a + 2) % CLOSED];
    uint32_t *restrict ways = twin->places[0];
    uint64_t total = 0;

    combine(twin, b, c);
    for (int o = 0; o < 2; o++) {
        total += finish(twin, ways, a, b, c, o);
        for (int i = a; i < CLOSED && twin->slots[i] == a; i++) {
            uint64_t *restrict to = twin->with[twin->result[i]][o];
            for (size_t p = 0; p < twin->points; p++)
                to[p] += ways[p];
        }
    }
    return total;
}

/* Prepares a class for ships of a length. */
static void set_out(const struct twin *twin, struct ship_fields *ship_fields, int32_t length)
{
    ship_fields->length = length;
    ship_fields->total = 1;
    clear(twin, &ship_fields->field);
    for (int o = 0; o < 2; o++)
        memset(ship_fields->places[o], 0, twin->size * sizeof *ship_fields->places[o]);
    if (length == 0)
        return;
    find_places(twin, ship_fields);
    spread(twin, &ship_fields->field, ship_fields->places, length);
}

/* Finds the remaining ships, at most three, and the class of each. */
static int find_result(struct twin *twin)
{
    int32_t length_before = -1;
    int count = 0;

    for (int32_t i = 0; i < twin->ships; i++)
        if (!twin->is_placed[i])
            twin->result[count++] = i;
    for (int a = 0; a < CLOSED; a++) {
        int32_t length = a < count ? twin->lengths[twin->result[a]] : 0;
        twin->slots[a] = length == length_before ? twin->slots[a - 1] : a;
        if (twin->slots[a] == a)
            set_out(twin, &twin->classes[a], length);
        length_before = length;
    }
    return count;
}

/* Counts the layouts of the remaining ships. */
static uint64_t close_remaining(struct twin *twin)
{
    int count = find_result(twin);
    uint64_t total = 1;

    for (int a = 0; a < CLOSED; a++)
        for (int b = 0; b < CLOSED; b++) {
            /* Once per class; a class may overlap itself. */
            bool is_done = b > 0 && twin->slots[b] == twin->slots[b - 1] && b - 1 != a;
            if (a != b && twin->slots[a] == a && !is_done)
                meet(twin, &twin->classes[a], twin->slots[b]);
        }
    for (int a = 0; a < count; a++)
        if (twin->slots[a] == a)
            total = finish_all(twin, a);
    return total;
}

/* ---- enumerating the other ships ---- */

static void take_cell(struct twin *twin, size_t cell, int step)
{
    twin->occupied[cell] = (uint8_t)(twin->occupied[cell] + step);
    twin->free[cell] = twin->cells[cell] == TWIN_OPEN && twin->occupied[cell] == 0;
}

/* Excludes other ships from a ship's cells and neighbours (step 1), or no longer (-1). */
static void take(struct twin *twin, int32_t ship, int orientation, size_t place, int step)
{
    int32_t x = (int32_t)(place % (size_t)twin->row), y = (int32_t)(place / (size_t)twin->row);
    int32_t around = twin->contact != BSHIP_CONTACT_ALLOWED;
    int32_t right = orientation == BSHIP_ORIENTATION_HORIZONTAL ? twin->lengths[ship] : 1;
    int32_t down = orientation == BSHIP_ORIENTATION_HORIZONTAL ? 1 : twin->lengths[ship];

    for (int32_t j = -around; j < down + around; j++)
        for (int32_t i = -around; i < right + around; i++) {
            bool is_corner = (i < 0 || i == right) && (j < 0 || j == down);
            if ((is_corner && twin->contact == BSHIP_CONTACT_NO_SIDES) || x + i < 0 ||
                x + i >= twin->width || y + j < 0 || y + j >= twin->height)
                continue;
            take_cell(twin, point_of(twin, x + i, y + j), step);
        }
    twin->is_placed[ship] = step > 0;
}

static uint64_t count_on(struct twin *twin);

/* Places a ship and counts the layouts of the remaining ones. */
static uint64_t count_with(struct twin *twin, int32_t ship, int orientation, size_t place)
{
    take(twin, ship, orientation, place, 1);
    uint64_t layouts = count_on(twin);
    take(twin, ship, orientation, place, -1);
    twin->with[ship][orientation][place] += layouts;
    return layouts;
}

static bool is_free(const struct twin *twin, int32_t ship, int orientation, size_t place)
{
    for (int32_t i = 0; i < twin->lengths[ship]; i++)
        if (!twin->free[place + (size_t)(i * step_of(twin, orientation))])
            return false;
    return true;
}

/* Enumerates the placements of a ship over free cells. */
static uint64_t place(struct twin *twin, int32_t ship)
{
    uint64_t layouts = 0;

    for (int o = 0; o < (twin->lengths[ship] > 1 ? 2 : 1); o++)
        for (size_t p = 0; p < twin->points; p++)
            if (is_free(twin, ship, o, p))
                layouts += count_with(twin, ship, o, p);
    return layouts;
}

static bool may_cover(const struct twin *twin, int32_t ship, int orientation, size_t place)
{
    for (int32_t i = 0; i < twin->lengths[ship]; i++)
        if (twin->occupied[place + (size_t)(i * step_of(twin, orientation))])
            return false;
    return twin->may[ship][orientation][place];
}

/* Enumerates the placements of a ship over a hit. */
static uint64_t cover(struct twin *twin, int32_t ship, size_t hit)
{
    uint64_t layouts = 0;

    for (int o = 0; o < (twin->lengths[ship] > 1 ? 2 : 1); o++) {
        size_t step = (size_t)step_of(twin, o);
        for (size_t i = 0; i < (size_t)twin->lengths[ship] && i * step <= hit; i++)
            if (may_cover(twin, ship, o, hit - i * step))
                layouts += count_with(twin, ship, o, hit - i * step);
    }
    return layouts;
}

/* The first uncovered hit; `points` if there is none. */
static size_t find_hit(const struct twin *twin)
{
    size_t hit = 0;
    while (hit < twin->points && (twin->cells[hit] != TWIN_HIT || twin->occupied[hit]))
        hit++;
    return hit;
}

/* Counts the layouts that contain the placed ships. */
static uint64_t count_on(struct twin *twin)
{
    size_t hit = find_hit(twin);
    uint64_t layouts = 0;
    int32_t left = 0, first = 0;

    for (int32_t i = twin->ships; i-- > 0;)
        if (!twin->is_placed[i]) {
            left++;
            first = i;
        }
    if (hit == twin->points)
        return left > CLOSED ? place(twin, first) : close_remaining(twin);
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
