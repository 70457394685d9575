/*
 * The kernel for one type of lanes and one instruction set; see enumeration/kernel.h. Written with
 * the compilers' portable vector types, and compiled once for each combination (lib/meson.build),
 * with these macros defined:
 *
 *     KERNEL_BITS  of an integer lane; 0: a lane is a double
 *     KERNEL_CPU   plain, portable or avx2, as in enumeration/kernel_field.h
 *
 * Each pass visits the board vector by vector, and loops over the length of the ships within. There
 * is a copy of all passes for each lattice. What the loops need is copied to local variables first:
 * stores of vectors may alias anything.
 */
#include "inference/enumeration/kernel_field.h"

#if KERNEL_OF(EXISTS, KERNEL_CPU)

#if KERNEL_BITS == 0
typedef double lane;
typedef double wide;
#define TOTAL real
#define SCALED(value) ((value)*workspace->scale)
#define PRODUCT_OF_FLAGS(a, b) ((a) * (b))
#define UNWEIGHTED 2
#define SUM_LANES 4
#else
#define TOTAL whole
#define SCALED(value) (value)
#define PRODUCT_OF_FLAGS(a, b) ((a) & (b))
#define UNWEIGHTED 0
#define SUM_LANES 1
#endif
#if KERNEL_BITS == 16
typedef uint16_t lane;
typedef uint32_t wide;
#elif KERNEL_BITS == 32
typedef uint32_t lane;
typedef uint64_t wide;
#elif KERNEL_BITS == 64
typedef uint64_t lane;
typedef uint64_t wide;
#endif

#define BYTES KERNEL_OF(BYTES, KERNEL_CPU)
#define TARGET KERNEL_OF(TARGET, KERNEL_CPU)

/* Whether a sum is as wide as two lanes of a vector. */
#define SPLIT (BYTES && (KERNEL_BITS == 16 || KERNEL_BITS == 32))
#define LANES (BYTES ? BYTES / sizeof(lane) : 1)
#define INLINE TARGET static inline BSI_ALWAYS_INLINE

/*
 * Sums of doubles are rounded, so their order is the same for every width of a vector: lane i of
 * the board is added to partial sum i % SUM_LANES, and the partial sums are added up at the end.
 * A step of a pass is as many lanes, or a vector if that is wider.
 */
#define STEP (LANES > SUM_LANES ? LANES : SUM_LANES)
#define PARTS (STEP / LANES)

/* Loose vectors lie at any lane; broad ones have as many bytes, in lanes of a sum. */
#if BYTES
typedef lane vector __attribute__((vector_size(BYTES)));
typedef lane loose __attribute__((vector_size(BYTES), aligned(sizeof(lane)), may_alias));
typedef wide broad __attribute__((vector_size(BYTES), may_alias));
#else
typedef lane vector;
typedef lane loose;
typedef wide broad;
#endif

#define WITH_LENGTH(known, value, pass)                                                            \
    {                                                                                              \
        const int32_t known = value;                                                               \
        pass;                                                                                      \
        break;                                                                                     \
    }

/* Runs a pass with the length, as a constant if it is a common one: its loops are then unrolled. */
#define FOR_LENGTH(known, length, is_common, pass)                                                 \
    switch (BYTES && (is_common) ? (length) : 0) {                                                 \
    case 2:                                                                                        \
        WITH_LENGTH(known, 2, pass)                                                                \
    case 3:                                                                                        \
        WITH_LENGTH(known, 3, pass)                                                                \
    case 4:                                                                                        \
        WITH_LENGTH(known, 4, pass)                                                                \
    default:                                                                                       \
        WITH_LENGTH(known, length, pass)                                                           \
    }

/* Where that pays for its size: on cells, and in the lanes that most boards need. */
#define IS_UNROLLED(lattice) ((lattice) == CELLS || KERNEL_BITS == 16)

INLINE vector load(const lane *from)
{
    return *(const loose *)from;
}

INLINE void store(lane *to, vector value)
{
    *(loose *)to = value;
}

/* ---- sums over the board ---- */

INLINE vector zero(void)
{
#if BYTES
    return (vector){ 0 };
#else
    return 0;
#endif
}

/* The sum of the lanes: the vector is halved until 16 bytes are left. */
INLINE wide total_of_broad(broad value)
{
#if BYTES
    typedef wide last __attribute__((vector_size(16)));
    last parts[BYTES / 16];
    memcpy(parts, &value, BYTES);
    for (size_t half = BYTES / 32; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            parts[i] += parts[i + half];
    wide sum = 0;
    for (size_t i = 0; i < 16 / sizeof sum; i++)
        sum += parts[0][i];
    return sum;
#else
    return value;
#endif
}

/* The same for narrow lanes; it wraps as they do. */
INLINE lane total_of(vector value)
{
#if SPLIT
    broad odd = (broad)value >> KERNEL_BITS;
    return (lane)total_of_broad((broad)value + odd);
#else
    return (lane)total_of_broad((broad)value);
#endif
}

/*
 * Adds a vector to sums. Where a sum is as wide as two lanes, those of the even lanes of a
 * vector precede those of the odd ones: see `split` in kernel.h. Returns the sum of both.
 */
INLINE broad add_to_sums(wide *sums, vector value)
{
    broad *to = (broad *)(void *)sums;
#if SPLIT
    broad even = ((broad)value << KERNEL_BITS) >> KERNEL_BITS;
    broad odd = (broad)value >> KERNEL_BITS;
    to[0] += even;
    to[1] += odd;
    return even + odd;
#else
    to[0] += (broad)value;
    return (broad)value;
#endif
}

/* Visits the vectors from lane `from` to lane `to`, the vector at lane `q` for sum `part`. */
#define FOR_VECTORS(q, part, from, to)                                                             \
    for (size_t q##_step = (from); q##_step < (to); q##_step += STEP)                              \
        for (size_t part = 0, q = q##_step; part < PARTS; part++, q += LANES)

/* Adds up partial sums, halving their number, as total_of_broad() goes on within a vector. */
#define ADD_PARTS(sums)                                                                            \
    for (size_t half = PARTS / 2; half > 0; half /= 2)                                             \
        for (size_t i = 0; i < half; i++)                                                          \
    (sums)[i] += (sums)[i + half]

/* ---- fields ---- */

/* The arrays of a field at one vector of points. */
struct values {
    vector of[FIELD_ARRAYS];
};

/* The field of placements with weights `right` and `down` on the lattice of cells. */
INLINE void spread_cells(struct values *field, const lane *right, const lane *down, int32_t length,
                         ptrdiff_t row)
{
    vector first_right = load(right), first_down = load(down);
    vector rightward = first_right, downward = first_down;
    for (int32_t i = 1; i < length; i++) {
        rightward += load(right - i);
        downward += load(down - i * row);
    }
    field->of[ALL] = rightward + downward;
    field->of[LEFT] = first_right + downward;
    field->of[TOP] = rightward + first_down;
}

/* The same on the lattice of corners: a ship is a box of one more corner, and two across. */
INLINE void spread_corners(struct values *field, const lane *right, const lane *down,
                           int32_t length, ptrdiff_t row, enum lattice lattice)
{
    vector first_right = load(right), first_down = load(down);
    vector next_right = load(right - row), next_down = load(down - 1);
    vector rightward = first_right, downward = first_down;
    vector next_rightward = next_right, next_downward = next_down;
    for (int32_t i = 1; i <= length; i++) {
        rightward += load(right - i);
        next_rightward += load(right - row - i);
        downward += load(down - i * row);
        next_downward += load(down - 1 - i * row);
    }
    field->of[ALL] = rightward + next_rightward + downward + next_downward;
    field->of[LEFT] = first_right + next_right + downward;
    field->of[TOP] = rightward + first_down + next_down;
    field->of[CORNER] = first_right + first_down;
    if (lattice == CORNERS)
        return;
    field->of[RIGHT_DOWN] = first_right + first_down;
    field->of[LEFT_DOWN] = load(right - length) + next_down;
    field->of[RIGHT_UP] = next_right + load(down - length * row);
    field->of[LEFT_UP] = load(right - row - length) + load(down - 1 - length * row);
}

INLINE void spread_at(struct values *field, const lane *right, int32_t length, size_t pitch,
                      ptrdiff_t row, enum lattice lattice)
{
    if (lattice == CELLS)
        spread_cells(field, right, right + pitch, length, row);
    else
        spread_corners(field, right, right + pitch, length, row, lattice);
}

/*
 * Of the field of overlapping pairs what depends on quadrants, at one vector of points. Diagonal
 * pairs, which share only a point that is an extreme corner of both, do not overlap. Nor does a
 * third ship in a quadrant overlap both of a pair of which one or both lie in the opposite one.
 */
INLINE void pairs_of_quadrants(struct values *field, const lane *b, const lane *c, size_t pitch)
{
    const vector b_all = load(b), c_all = load(c), all = field->of[ALL];
    vector of_b[FIELD_ARRAYS], of_c[FIELD_ARRAYS], diagonal[FIELD_ARRAYS];
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++) {
        of_b[i] = load(b + i * pitch);
        of_c[i] = load(c + i * pitch);
    }
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++)
        diagonal[i] = of_b[i] * of_c[OPPOSITE(i)];
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++)
        field->of[i] =
            all - (b_all - of_b[i]) * (c_all - of_c[i]) - diagonal[OPPOSITE(i)] - diagonal[i];
    const vector pairs =
        diagonal[RIGHT_DOWN] + diagonal[LEFT_DOWN] + diagonal[RIGHT_UP] + diagonal[LEFT_UP];
    for (size_t i = ALL; i <= CORNER; i++)
        field->of[i] -= pairs;
}

/*
 * The field of the overlapping pairs from two fields, at one vector of points: the products of
 * what covers a point, and of what covers it and the point to the left, above, or both.
 */
INLINE void pairs_at(struct values *field, const lane *b, const lane *c, size_t pitch,
                     enum lattice lattice)
{
    vector b_all = load(b), b_left = load(b + LEFT * pitch), b_top = load(b + TOP * pitch);
    vector c_all = load(c), c_left = load(c + LEFT * pitch), c_top = load(c + TOP * pitch);
    vector all = b_all * c_all;
    vector across = (b_all - b_left) * (c_all - c_left);
    vector along = (b_all - b_top) * (c_all - c_top);
    field->of[ALL] = all;
    field->of[LEFT] = all - across;
    field->of[TOP] = all - along;
    if (lattice == CELLS)
        return;
    vector b_corner = load(b + CORNER * pitch), c_corner = load(c + CORNER * pitch);
    field->of[CORNER] = all - across - along +
                        (b_all - b_left - b_top + b_corner) * (c_all - c_left - c_top + c_corner);
    if (lattice == QUADRANTS)
        pairs_of_quadrants(field, b, c, pitch);
}

/* A vector for each orientation. */
struct both {
    vector right, down;
};

/* Sums a field over the points of the placements that begin at one vector of points. */
INLINE struct both gather_cells(const lane *field, size_t pitch, int32_t length, ptrdiff_t row)
{
    struct both sum = { load(field), load(field) };
    const lane *left = field + LEFT * pitch, *top = field + TOP * pitch;
    for (int32_t i = 1; i < length; i++) {
        sum.right += load(left + i);
        sum.down += load(top + i * row);
    }
    return sum;
}

/* What only touches the corners of a box that extends so far right and down. */
INLINE vector diagonal_to_box(const lane *field, size_t pitch, ptrdiff_t right, ptrdiff_t down)
{
    return load(field + LEFT_UP * pitch) + load(field + RIGHT_UP * pitch + right) +
           load(field + LEFT_DOWN * pitch + down) + load(field + RIGHT_DOWN * pitch + down + right);
}

INLINE struct both gather_corners(const lane *field, size_t pitch, int32_t length, ptrdiff_t row,
                                  enum lattice lattice)
{
    const lane *left = field + LEFT * pitch, *top = field + TOP * pitch;
    const lane *corner = field + CORNER * pitch;
    struct both sum = { load(field) + load(top + row), load(field) + load(left + 1) };
    for (int32_t i = 1; i <= length; i++) {
        sum.right += load(left + i) + load(corner + row + i);
        sum.down += load(top + i * row) + load(corner + 1 + i * row);
    }
    if (lattice == QUADRANTS) {
        sum.right -= diagonal_to_box(field, pitch, length, row);
        sum.down -= diagonal_to_box(field, pitch, 1, length * row);
    }
    return sum;
}

INLINE struct both gather(const lane *field, size_t pitch, int32_t length, ptrdiff_t row,
                          enum lattice lattice)
{
    return lattice == CELLS ? gather_cells(field, pitch, length, row)
                            : gather_corners(field, pitch, length, row, lattice);
}

/* ---- the passes ---- */

/* What the passes sum up. */
struct weights {
    lane total[BSI_LAST_SHIPS_MAX]; /* by class: the weight of all placements */
    /* By two classes: the weight of overlapping pairs. */
    lane overlapping[BSI_LAST_SHIPS_MAX][BSI_LAST_SHIPS_MAX];
};

/* Whether all cells of the placements that begin at one vector of points are free. */
INLINE struct both free_at(const lane *free, int32_t length, ptrdiff_t row)
{
    struct both all = { load(free), load(free) };
    for (int32_t i = 1; i < length; i++) {
        all.right = PRODUCT_OF_FLAGS(all.right, load(free + i));
        all.down = PRODUCT_OF_FLAGS(all.down, load(free + i * row));
    }
    /* A ship of one cell has one orientation. */
    if (length == 1)
        all.down = zero();
    return all;
}

/* Finds the placements on free cells; returns their weight. */
INLINE lane find_length(const bsi_workspace *workspace, const bsi_last_class *a, int32_t length,
                        size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const lane *free = workspace->free, *weights = workspace->weights;
    lane *placements = a->placements;
    vector total[PARTS] = { zero() };
    if (weights)
        weights += (size_t)a->class * 2 * pitch;
    FOR_VECTORS(q, part, from, to)
    {
        struct both weight = free_at(free + q, length, row);
        if (weights) {
            weight.right *= load(weights + q);
            weight.down *= load(weights + pitch + q);
        }
        store(placements + q, weight.right);
        store(placements + pitch + q, weight.down);
        total[part] += weight.right + weight.down;
    }
    ADD_PARTS(total);
    return total_of(total[0]);
}

TARGET static BSI_NOINLINE lane find(const bsi_workspace *workspace, const bsi_last_class *a,
                                     size_t from, size_t to)
{
    lane total;
    FOR_LENGTH(known, a->length, true, total = find_length(workspace, a, known, from, to));
    return total;
}

/* Sets the field of a class. */
INLINE void spread(const bsi_workspace *workspace, const bsi_last_class *a, int32_t length,
                   enum lattice lattice, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const lane *placements = a->placements;
    lane *field = a->field;
    for (size_t q = from; q < to; q += LANES) {
        struct values spread;
        spread_at(&spread, placements + q, length, pitch, row, lattice);
        for (size_t i = 0; i < field_arrays(lattice); i++)
            store(field + i * pitch + q, spread.of[i]);
    }
}

/* Sets the weight that overlaps each placement; returns the weight of overlapping pairs. */
INLINE lane overlap(const bsi_workspace *workspace, const bsi_last_class *a, const lane *field,
                    lane *overlaps, int32_t length, enum lattice lattice, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const lane *placements = a->placements;
    vector total[PARTS] = { zero() };
    FOR_VECTORS(q, part, from, to)
    {
        struct both sum = gather(field + q, pitch, length, row, lattice);
        if (UNWEIGHTED) {
            store(overlaps + UNWEIGHTED * pitch + q, sum.right);
            store(overlaps + (UNWEIGHTED + 1) * pitch + q, sum.down);
        }
        sum.right *= load(placements + q);
        sum.down *= load(placements + pitch + q);
        store(overlaps + q, sum.right);
        store(overlaps + pitch + q, sum.down);
        total[part] += sum.right + sum.down;
    }
    ADD_PARTS(total);
    return total_of(total[0]);
}

/* Sets the field whose sum over a placement of the third class is P + Q - R for two. */
INLINE void combine(const bsi_workspace *workspace, const bsi_last_class *a, int32_t length,
                    enum lattice lattice, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const bsi_last_class *b = &workspace->last[a->others[0]], *c = &workspace->last[a->others[1]];
    const lane *of_b = b->overlaps[a->others[1]], *of_c = c->overlaps[a->others[0]];
    const lane *field_b = b->field, *field_c = c->field;
    lane *to_pairs = a->pairs;
    const int32_t length_c = c->length;
    for (size_t q = from; q < to; q += LANES) {
        struct values spread, pairs;
        pairs_at(&pairs, field_b + q, field_c + q, pitch, lattice);
        spread_at(&spread, of_b + q, length, pitch, row, lattice);
        for (size_t i = 0; i < field_arrays(lattice); i++)
            pairs.of[i] = spread.of[i] - pairs.of[i];
        if (of_b != of_c)
            FOR_LENGTH(known, length_c, lattice == CELLS,
                       spread_at(&spread, of_c + q, known, pitch, row, lattice));
        for (size_t i = 0; i < field_arrays(lattice); i++)
            store(to_pairs + i * pitch + q, pairs.of[i] + spread.of[i]);
    }
}

/* A class whose results are added, and the other two. */
struct last {
    const lane *placements, *pairs;
    const lane *of_b, *of_c; /* overlaps, unweighted; NULL where there are fewer ships */
    lane all_b, all_c;
    lane overlapping;
};

INLINE struct last last_of(const bsi_workspace *workspace, const struct weights *weights,
                           const bsi_last_class *a)
{
    const int32_t b = a->others[0], c = a->others[1];
    struct last last = { .placements = a->placements, .pairs = a->pairs };
    if (workspace->last_ships > 1) {
        last.of_b = (const lane *)a->overlaps[b] + UNWEIGHTED * workspace->pitch;
        last.all_b = weights->total[b];
    }
    if (workspace->last_ships > 2) {
        last.of_c = (const lane *)a->overlaps[c] + UNWEIGHTED * workspace->pitch;
        last.all_c = weights->total[c];
        last.overlapping = weights->overlapping[b][c];
    }
    return last;
}

/* N(a) for the placements of one orientation: (B - b(a)) (C - c(a)) - X, and `sum` for the rest. */
INLINE vector ways_of(const struct last *last, size_t q, vector sum)
{
    vector ways = last->all_b - load(last->of_b + q);
    if (last->of_c)
        ways = ways * (last->all_c - load(last->of_c + q)) - last->overlapping + sum;
    return ways * load(last->placements + q);
}

/* Adds the layouts with each placement of a class to the sums; returns their number. */
INLINE wide finish(const bsi_workspace *workspace, const struct weights *weights,
                   const bsi_last_class *a, int32_t length, enum lattice lattice, size_t from,
                   size_t to)
{
    const size_t count = workspace->count, pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const struct last last = last_of(workspace, weights, a);
    wide *sums = (wide *)workspace->sums + (size_t)a->class * 2 * count;
    broad total[PARTS] = { (broad)zero() };
    FOR_VECTORS(q, part, from, to)
    {
        struct both ways = { load(last.placements + q), load(last.placements + pitch + q) };
        if (last.of_b) {
            struct both sum = ways;
            if (last.of_c)
                sum = gather(last.pairs + q, pitch, length, row, lattice);
            ways.right = ways_of(&last, q, sum.right);
            ways.down = ways_of(&last, pitch + q, sum.down);
        }
        total[part] += add_to_sums(sums + q, SCALED(ways.right));
        total[part] += add_to_sums(sums + count + q, SCALED(ways.down));
    }
    ADD_PARTS(total);
    return total_of_broad(total[0]);
}

/* ---- the sequence of passes ---- */

/*
 * Runs a pass over the board: at once or, on a large board, in blocks from lane `from` to lane
 * `to`, between which the work may be cancelled.
 */
#define IN_BLOCKS(pass)                                                                            \
    for (size_t from = 0, to; from < workspace->count; from = to) {                                \
        to = block_end(workspace, from);                                                           \
        pass;                                                                                      \
        if (workspace->count > workspace->block && bsi_work_report(budget, BSI_BLOCK_COST))        \
            return BSHIP_ERROR_CANCELLED;                                                          \
    }

/* The same for a pass that knows the length. */
#define IN_BLOCKS_OF(known, length, pass)                                                          \
    IN_BLOCKS(FOR_LENGTH(known, length, IS_UNROLLED(lattice), pass))

/* Finds the placements and fields of each class. */
INLINE bship_status find_all(const bsi_workspace *workspace, struct weights *weights,
                             enum lattice lattice, bsi_work_budget *budget)
{
    const bsi_last_class *last = workspace->last;
    for (int32_t i = 0; i < workspace->last_classes; i++) {
        lane *total = &weights->total[i];
        IN_BLOCKS(*total = (lane)(*total + find(workspace, &last[i], from, to)));
    }
    for (int32_t i = 0; workspace->last_ships > 1 && i < workspace->last_classes; i++)
        IN_BLOCKS_OF(known, last[i].length, spread(workspace, &last[i], known, lattice, from, to));
    return BSHIP_OK;
}

/* Finds the overlaps of each class with each. */
INLINE bship_status overlap_all(const bsi_workspace *workspace, struct weights *weights,
                                enum lattice lattice, bsi_work_budget *budget)
{
    const bsi_last_class *last = workspace->last;
    for (int32_t i = 0; i < workspace->last_classes; i++)
        for (int32_t j = 0; j < workspace->last_classes; j++) {
            lane *sum = &weights->overlapping[i][j];
            if (i == j && last[i].ships == 1)
                continue;
            IN_BLOCKS_OF(known, last[i].length,
                         *sum =
                             (lane)(*sum + overlap(workspace, &last[i], last[j].field,
                                                   last[i].overlaps[j], known, lattice, from, to)));
        }
    return BSHIP_OK;
}

/* Finds the pairs of the other two for each class. */
INLINE bship_status combine_all(const bsi_workspace *workspace, enum lattice lattice,
                                bsi_work_budget *budget)
{
    const bsi_last_class *last = workspace->last;
    for (int32_t i = 0; i < workspace->last_classes; i++)
        IN_BLOCKS(FOR_LENGTH(known, last[last[i].others[0]].length, lattice == CELLS,
                             combine(workspace, &last[i], known, lattice, from, to)));
    return BSHIP_OK;
}

INLINE bship_status finish_all(const bsi_workspace *workspace, const struct weights *weights,
                               enum lattice lattice, bsi_work_budget *budget,
                               bsi_kernel_result *result)
{
    const bsi_last_class *last = workspace->last;
    /* The number is that of every class. */
    for (int32_t i = 0; i < workspace->last_classes; i++) {
        wide total = 0;
        IN_BLOCKS_OF(known, last[i].length,
                     total += finish(workspace, weights, &last[i], known, lattice, from, to));
        result->TOTAL = total;
    }
    return BSHIP_OK;
}

INLINE bship_status count_layouts(const bsi_workspace *workspace, enum lattice lattice,
                                  bsi_work_budget *budget, bsi_kernel_result *result)
{
    struct weights weights = { .total = { 0 } };
    bship_status status = find_all(workspace, &weights, lattice, budget);
    if (!status && workspace->last_ships > 1)
        status = overlap_all(workspace, &weights, lattice, budget);
    if (!status && workspace->last_ships > 2)
        status = combine_all(workspace, lattice, budget);
    if (status)
        return status;
    result->most = workspace->scale;
    for (int32_t i = 0; i < workspace->last_classes; i++)
        for (int32_t j = 0; j < workspace->last[i].ships; j++)
            result->most *= (double)weights.total[i];
    return finish_all(workspace, &weights, lattice, budget, result);
}

#define COUNT_ON(name, lattice)                                                                    \
    TARGET static BSI_NOINLINE bship_status name(                                                  \
        const bsi_workspace *workspace, bsi_work_budget *budget, bsi_kernel_result *result)        \
    {                                                                                              \
        return count_layouts(workspace, lattice, budget, result);                                  \
    }

/* Only narrow lanes, which most boards need, have a copy for quadrants alone. */
COUNT_ON(on_cells, CELLS)
#if KERNEL_BITS == 16
COUNT_ON(on_corners, CORNERS)
COUNT_ON(on_quadrants, QUADRANTS)
#else
COUNT_ON(on_corners, has_quadrants(workspace->evidence->rules) ? QUADRANTS : CORNERS)
#define on_quadrants on_corners
#endif

KERNEL(KERNEL_BITS, KERNEL_CPU)
{
    switch (lattice_of(workspace->evidence->rules)) {
    case CELLS:
        return on_cells(workspace, budget, result);
    case CORNERS:
        return on_corners(workspace, budget, result);
    default:
        return on_quadrants(workspace, budget, result);
    }
}

#endif
