/*
 * The body of the kernel, for one lane type and one instruction set; see enumeration/kernel.h.
 * Written with the compilers' portable vector types. Included once per combination, with these
 * macros defined:
 *
 *     LANE_BITS      of an integer lane; 0: a lane is a double. Undefined here again
 *     CPU            suffix of all names
 *     BYTES          of a vector; 0: no vectors
 *     KNOWN_LENGTHS  whether ships of 2 to 4 cells have code of their own, where that pays
 *     TARGET         attribute of every function
 *
 * Each pass visits the board vector by vector, and loops over the length of the ships within. There
 * is a copy of all passes for each lattice. What the loops need is copied to local variables first:
 * stores of vectors may alias anything. Macros in capitals stand for the types and functions of one
 * combination.
 */

#undef LANE
#undef WIDE
#undef TOTAL
#undef SCALED
#undef PRODUCT_OF_FLAGS
#undef UNWEIGHTED
#if LANE_BITS == 0
#define LANE double
#define WIDE double
#define TOTAL real
#define SCALED(value) ((value)*workspace->scale)
#define PRODUCT_OF_FLAGS(a, b) ((a) * (b))
#define UNWEIGHTED 2
#else
#define TOTAL whole
#define SCALED(value) (value)
#define PRODUCT_OF_FLAGS(a, b) ((a) & (b))
#define UNWEIGHTED 0
#endif
#if LANE_BITS == 16
#define LANE uint16_t
#define WIDE uint32_t
#elif LANE_BITS == 32
#define LANE uint32_t
#define WIDE uint64_t
#elif LANE_BITS == 64
#define LANE uint64_t
#define WIDE uint64_t
#endif

/* Whether a sum is as wide as two lanes of a vector. */
#define SPLIT (BYTES && (LANE_BITS == 16 || LANE_BITS == 32))
#define LANES (BYTES ? BYTES / sizeof(LANE) : 1)
#define INLINE TARGET static inline BSI_ALWAYS_INLINE
#define JOINED(name, bits, cpu) name##_##bits##_##cpu
#define JOIN(name, bits, cpu) JOINED(name, bits, cpu)
#define NAME(name) JOIN(name, LANE_BITS, CPU)

/* LOOSE vectors lie at any lane; BROAD ones have as many bytes, in lanes of a sum. */
#define VECTOR NAME(vector)
#define LOOSE NAME(loose)
#define BROAD NAME(broad)
#if BYTES
typedef LANE VECTOR __attribute__((vector_size(BYTES)));
typedef LANE LOOSE __attribute__((vector_size(BYTES), aligned(sizeof(LANE)), may_alias));
typedef WIDE BROAD __attribute__((vector_size(BYTES), may_alias));
#else
typedef LANE VECTOR;
typedef LANE LOOSE;
typedef WIDE BROAD;
#endif

#define WITH_LENGTH(known, value, pass)                                                            \
    {                                                                                              \
        const int32_t known = value;                                                               \
        pass;                                                                                      \
        break;                                                                                     \
    }

/* Runs a pass with the length, as a constant if it is a common one: its loops are then unrolled. */
#define FOR_LENGTH(known, length, is_common, pass)                                                 \
    switch (KNOWN_LENGTHS && (is_common) ? (length) : 0) {                                         \
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
#define IS_UNROLLED(lattice) ((lattice) == CELLS || LANE_BITS == 16)

#define LOAD NAME(load)
INLINE VECTOR LOAD(const LANE *from)
{
    return *(const LOOSE *)from;
}

#define STORE NAME(store)
INLINE void STORE(LANE *to, VECTOR vector)
{
    *(LOOSE *)to = vector;
}

/* ---- sums over the board ---- */

#define ZERO NAME(zero)
INLINE VECTOR ZERO(void)
{
#if BYTES
    return (VECTOR){ 0 };
#else
    return 0;
#endif
}

/* The sum of the lanes: the vector is halved until 16 bytes are left. */
#define TOTAL_OF_BROAD NAME(total_of_broad)
INLINE WIDE TOTAL_OF_BROAD(BROAD value)
{
#if BYTES
    typedef WIDE last __attribute__((vector_size(16)));
    last parts[BYTES / 16];
    memcpy(parts, &value, BYTES);
    for (size_t half = BYTES / 32; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            parts[i] += parts[i + half];
    WIDE sum = 0;
    for (size_t i = 0; i < 16 / sizeof sum; i++)
        sum += parts[0][i];
    return sum;
#else
    return value;
#endif
}

/* The same for narrow lanes; it wraps as they do. */
#define TOTAL_OF NAME(total_of)
INLINE LANE TOTAL_OF(VECTOR value)
{
#if SPLIT
    BROAD odd = (BROAD)value >> LANE_BITS;
    return (LANE)TOTAL_OF_BROAD((BROAD)value + odd);
#else
    return (LANE)TOTAL_OF_BROAD((BROAD)value);
#endif
}

/*
 * Adds a vector to sums. Where a sum is as wide as two lanes, those of the even lanes of a
 * vector precede those of the odd ones: see bsi_workspace_sum(). Returns the sum of both.
 */
#define ADD_TO_SUMS NAME(add_to_sums)
INLINE BROAD ADD_TO_SUMS(WIDE *sums, VECTOR value)
{
    BROAD *to = (BROAD *)(void *)sums;
#if SPLIT
    BROAD even = ((BROAD)value << LANE_BITS) >> LANE_BITS;
    BROAD odd = (BROAD)value >> LANE_BITS;
    to[0] += even;
    to[1] += odd;
    return even + odd;
#else
    to[0] += (BROAD)value;
    return (BROAD)value;
#endif
}

/* ---- fields ---- */

/* The arrays of a field at one vector of points. */
#define VALUES NAME(values)
typedef struct VALUES {
    VECTOR of[FIELD_ARRAYS];
} VALUES;

/* The field of placements with weights `right` and `down` on the lattice of cells. */
#define SPREAD_CELLS NAME(spread_cells)
INLINE void SPREAD_CELLS(VALUES *field, const LANE *right, const LANE *down, int32_t length,
                         ptrdiff_t row)
{
    VECTOR first_right = LOAD(right), first_down = LOAD(down);
    VECTOR rightward = first_right, downward = first_down;
    for (int32_t i = 1; i < length; i++) {
        rightward += LOAD(right - i);
        downward += LOAD(down - i * row);
    }
    field->of[ALL] = rightward + downward;
    field->of[LEFT] = first_right + downward;
    field->of[TOP] = rightward + first_down;
}

/* The same on the lattice of corners: a ship is a box of one more corner, and two across. */
#define SPREAD_CORNERS NAME(spread_corners)
INLINE void SPREAD_CORNERS(VALUES *field, const LANE *right, const LANE *down, int32_t length,
                           ptrdiff_t row, enum lattice lattice)
{
    VECTOR first_right = LOAD(right), first_down = LOAD(down);
    VECTOR next_right = LOAD(right - row), next_down = LOAD(down - 1);
    VECTOR rightward = first_right, downward = first_down;
    VECTOR next_rightward = next_right, next_downward = next_down;
    for (int32_t i = 1; i <= length; i++) {
        rightward += LOAD(right - i);
        next_rightward += LOAD(right - row - i);
        downward += LOAD(down - i * row);
        next_downward += LOAD(down - 1 - i * row);
    }
    field->of[ALL] = rightward + next_rightward + downward + next_downward;
    field->of[LEFT] = first_right + next_right + downward;
    field->of[TOP] = rightward + first_down + next_down;
    field->of[CORNER] = first_right + first_down;
    if (lattice == CORNERS)
        return;
    field->of[RIGHT_DOWN] = first_right + first_down;
    field->of[LEFT_DOWN] = LOAD(right - length) + next_down;
    field->of[RIGHT_UP] = next_right + LOAD(down - length * row);
    field->of[LEFT_UP] = LOAD(right - row - length) + LOAD(down - 1 - length * row);
}

#define SPREAD_AT NAME(spread_at)
INLINE void SPREAD_AT(VALUES *field, const LANE *right, int32_t length, size_t pitch, ptrdiff_t row,
                      enum lattice lattice)
{
    if (lattice == CELLS)
        SPREAD_CELLS(field, right, right + pitch, length, row);
    else
        SPREAD_CORNERS(field, right, right + pitch, length, row, lattice);
}

/*
 * Of the field of overlapping pairs what depends on quadrants, at one vector of points. Diagonal
 * pairs, which share only a point that is an extreme corner of both, do not overlap. Nor does a
 * third ship in a quadrant overlap both of a pair of which one or both lie in the opposite one.
 */
#define PAIRS_OF_QUADRANTS NAME(pairs_of_quadrants)
INLINE void PAIRS_OF_QUADRANTS(VALUES *field, const LANE *b, const LANE *c, size_t pitch)
{
    const VECTOR b_all = LOAD(b), c_all = LOAD(c), all = field->of[ALL];
    VECTOR of_b[FIELD_ARRAYS], of_c[FIELD_ARRAYS], diagonal[FIELD_ARRAYS];
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++) {
        of_b[i] = LOAD(b + i * pitch);
        of_c[i] = LOAD(c + i * pitch);
    }
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++)
        diagonal[i] = of_b[i] * of_c[OPPOSITE(i)];
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++)
        field->of[i] =
            all - (b_all - of_b[i]) * (c_all - of_c[i]) - diagonal[OPPOSITE(i)] - diagonal[i];
    const VECTOR pairs =
        diagonal[RIGHT_DOWN] + diagonal[LEFT_DOWN] + diagonal[RIGHT_UP] + diagonal[LEFT_UP];
    for (size_t i = ALL; i <= CORNER; i++)
        field->of[i] -= pairs;
}

/*
 * The field of the overlapping pairs from two fields, at one vector of points: the products of
 * what covers a point, and of what covers it and the point to the left, above, or both.
 */
#define PAIRS_AT NAME(pairs_at)
INLINE void PAIRS_AT(VALUES *field, const LANE *b, const LANE *c, size_t pitch,
                     enum lattice lattice)
{
    VECTOR b_all = LOAD(b), b_left = LOAD(b + LEFT * pitch), b_top = LOAD(b + TOP * pitch);
    VECTOR c_all = LOAD(c), c_left = LOAD(c + LEFT * pitch), c_top = LOAD(c + TOP * pitch);
    VECTOR all = b_all * c_all;
    VECTOR across = (b_all - b_left) * (c_all - c_left);
    VECTOR along = (b_all - b_top) * (c_all - c_top);
    field->of[ALL] = all;
    field->of[LEFT] = all - across;
    field->of[TOP] = all - along;
    if (lattice == CELLS)
        return;
    VECTOR b_corner = LOAD(b + CORNER * pitch), c_corner = LOAD(c + CORNER * pitch);
    field->of[CORNER] = all - across - along +
                        (b_all - b_left - b_top + b_corner) * (c_all - c_left - c_top + c_corner);
    if (lattice == QUADRANTS)
        PAIRS_OF_QUADRANTS(field, b, c, pitch);
}

/* A vector for each orientation. */
#define BOTH NAME(both)
typedef struct BOTH {
    VECTOR right, down;
} BOTH;

/* Sums a field over the points of the placements that begin at one vector of points. */
#define GATHER_CELLS NAME(gather_cells)
INLINE BOTH GATHER_CELLS(const LANE *field, size_t pitch, int32_t length, ptrdiff_t row)
{
    BOTH sum = { LOAD(field), LOAD(field) };
    const LANE *left = field + LEFT * pitch, *top = field + TOP * pitch;
    for (int32_t i = 1; i < length; i++) {
        sum.right += LOAD(left + i);
        sum.down += LOAD(top + i * row);
    }
    return sum;
}

/* What only touches the corners of a box that extends so far right and down. */
#define DIAGONAL_TO_BOX NAME(diagonal_to_box)
INLINE VECTOR DIAGONAL_TO_BOX(const LANE *field, size_t pitch, ptrdiff_t right, ptrdiff_t down)
{
    return LOAD(field + LEFT_UP * pitch) + LOAD(field + RIGHT_UP * pitch + right) +
           LOAD(field + LEFT_DOWN * pitch + down) + LOAD(field + RIGHT_DOWN * pitch + down + right);
}

#define GATHER_CORNERS NAME(gather_corners)
INLINE BOTH GATHER_CORNERS(const LANE *field, size_t pitch, int32_t length, ptrdiff_t row,
                           enum lattice lattice)
{
    const LANE *left = field + LEFT * pitch, *top = field + TOP * pitch;
    const LANE *corner = field + CORNER * pitch;
    BOTH sum = { LOAD(field) + LOAD(top + row), LOAD(field) + LOAD(left + 1) };
    for (int32_t i = 1; i <= length; i++) {
        sum.right += LOAD(left + i) + LOAD(corner + row + i);
        sum.down += LOAD(top + i * row) + LOAD(corner + 1 + i * row);
    }
    if (lattice == QUADRANTS) {
        sum.right -= DIAGONAL_TO_BOX(field, pitch, length, row);
        sum.down -= DIAGONAL_TO_BOX(field, pitch, 1, length * row);
    }
    return sum;
}

#define GATHER NAME(gather)
INLINE BOTH GATHER(const LANE *field, size_t pitch, int32_t length, ptrdiff_t row,
                   enum lattice lattice)
{
    return lattice == CELLS ? GATHER_CELLS(field, pitch, length, row)
                            : GATHER_CORNERS(field, pitch, length, row, lattice);
}

/* ---- the passes ---- */

/* What the passes sum up. */
#define WEIGHTS NAME(weights)
typedef struct WEIGHTS {
    LANE total[BSI_LAST_SHIPS_MAX]; /* by class: the weight of all placements */
    /* By two classes: the weight of overlapping pairs. */
    LANE overlapping[BSI_LAST_SHIPS_MAX][BSI_LAST_SHIPS_MAX];
} WEIGHTS;

/* Whether all cells of the placements that begin at one vector of points are free. */
#define FREE_AT NAME(free_at)
INLINE BOTH FREE_AT(const LANE *free, int32_t length, ptrdiff_t row)
{
    BOTH all = { LOAD(free), LOAD(free) };
    for (int32_t i = 1; i < length; i++) {
        all.right = PRODUCT_OF_FLAGS(all.right, LOAD(free + i));
        all.down = PRODUCT_OF_FLAGS(all.down, LOAD(free + i * row));
    }
    /* A ship of one cell has one orientation. */
    if (length == 1)
        all.down = ZERO();
    return all;
}

/* Finds the placements on free cells; returns their weight. */
#define FIND_LENGTH NAME(find_length)
INLINE LANE FIND_LENGTH(const bsi_workspace *workspace, const bsi_last_class *a, int32_t length,
                        size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const LANE *free = workspace->free, *weights = workspace->weights;
    LANE *placements = a->placements;
    VECTOR total = ZERO();
    if (weights)
        weights += (size_t)a->class * 2 * pitch;
    for (size_t q = from; q < to; q += LANES) {
        BOTH own = FREE_AT(free + q, length, row);
        if (weights) {
            own.right *= LOAD(weights + q);
            own.down *= LOAD(weights + pitch + q);
        }
        STORE(placements + q, own.right);
        STORE(placements + pitch + q, own.down);
        total += own.right + own.down;
    }
    return TOTAL_OF(total);
}

#define FIND NAME(find)
TARGET static BSI_NOINLINE LANE FIND(const bsi_workspace *workspace, const bsi_last_class *a,
                                     size_t from, size_t to)
{
    LANE total;
    FOR_LENGTH(known, a->length, true, total = FIND_LENGTH(workspace, a, known, from, to));
    return total;
}

#define SPREAD_LENGTH NAME(spread_length)
INLINE void SPREAD_LENGTH(const bsi_workspace *workspace, const bsi_last_class *a, int32_t length,
                          enum lattice lattice, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const LANE *placements = a->placements;
    LANE *field = a->field;
    for (size_t q = from; q < to; q += LANES) {
        VALUES own;
        SPREAD_AT(&own, placements + q, length, pitch, row, lattice);
        for (size_t i = 0; i < field_arrays(lattice); i++)
            STORE(field + i * pitch + q, own.of[i]);
    }
}

/* Sets the field of a class. */
#define SPREAD NAME(spread)
INLINE void SPREAD(const bsi_workspace *workspace, const bsi_last_class *a, enum lattice lattice,
                   size_t from, size_t to)
{
    FOR_LENGTH(known, a->length, IS_UNROLLED(lattice),
               SPREAD_LENGTH(workspace, a, known, lattice, from, to));
}

#define OVERLAP_LENGTH NAME(overlap_length)
INLINE LANE OVERLAP_LENGTH(const bsi_workspace *workspace, const bsi_last_class *a,
                           const LANE *field, LANE *overlaps, int32_t length, enum lattice lattice,
                           size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const LANE *placements = a->placements;
    VECTOR total = ZERO();
    for (size_t q = from; q < to; q += LANES) {
        BOTH sum = GATHER(field + q, pitch, length, row, lattice);
        if (UNWEIGHTED) {
            STORE(overlaps + UNWEIGHTED * pitch + q, sum.right);
            STORE(overlaps + (UNWEIGHTED + 1) * pitch + q, sum.down);
        }
        sum.right *= LOAD(placements + q);
        sum.down *= LOAD(placements + pitch + q);
        STORE(overlaps + q, sum.right);
        STORE(overlaps + pitch + q, sum.down);
        total += sum.right + sum.down;
    }
    return TOTAL_OF(total);
}

/* Sets the weight that overlaps each placement; returns the weight of overlapping pairs. */
#define OVERLAP NAME(overlap)
INLINE LANE OVERLAP(const bsi_workspace *workspace, const bsi_last_class *a, const LANE *field,
                    LANE *overlaps, enum lattice lattice, size_t from, size_t to)
{
    LANE total;
    FOR_LENGTH(known, a->length, IS_UNROLLED(lattice),
               total = OVERLAP_LENGTH(workspace, a, field, overlaps, known, lattice, from, to));
    return total;
}

#define COMBINE_LENGTH NAME(combine_length)
INLINE void COMBINE_LENGTH(const bsi_workspace *workspace, const bsi_last_class *a, int32_t length,
                           enum lattice lattice, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const bsi_last_class *b = &workspace->last[a->others[0]], *c = &workspace->last[a->others[1]];
    const LANE *of_b = b->overlaps[a->others[1]], *of_c = c->overlaps[a->others[0]];
    const LANE *field_b = b->field, *field_c = c->field;
    LANE *to_pairs = a->pairs;
    const int32_t length_c = c->length;
    for (size_t q = from; q < to; q += LANES) {
        VALUES own, pairs;
        PAIRS_AT(&pairs, field_b + q, field_c + q, pitch, lattice);
        SPREAD_AT(&own, of_b + q, length, pitch, row, lattice);
        for (size_t i = 0; i < field_arrays(lattice); i++)
            pairs.of[i] = own.of[i] - pairs.of[i];
        if (of_b != of_c)
            FOR_LENGTH(known, length_c, lattice == CELLS,
                       SPREAD_AT(&own, of_c + q, known, pitch, row, lattice));
        for (size_t i = 0; i < field_arrays(lattice); i++)
            STORE(to_pairs + i * pitch + q, pairs.of[i] + own.of[i]);
    }
}

/* Sets the field whose sum over a placement of the third class is P + Q - R for two. */
#define COMBINE NAME(combine)
INLINE void COMBINE(const bsi_workspace *workspace, const bsi_last_class *a, enum lattice lattice,
                    size_t from, size_t to)
{
    FOR_LENGTH(known, workspace->last[a->others[0]].length, lattice == CELLS,
               COMBINE_LENGTH(workspace, a, known, lattice, from, to));
}

/* A class whose results are added, and the other two. */
#define LAST NAME(last)
typedef struct LAST {
    const LANE *placements, *pairs;
    const LANE *of_b, *of_c; /* overlaps, unweighted; NULL where there are fewer ships */
    LANE all_b, all_c;
    LANE overlapping;
} LAST;

#define LAST_OF NAME(last_of)
INLINE LAST LAST_OF(const bsi_workspace *workspace, const WEIGHTS *weights, const bsi_last_class *a)
{
    const int32_t b = a->others[0], c = a->others[1];
    LAST last = { .placements = a->placements, .pairs = a->pairs };
    if (workspace->last_ships > 1) {
        last.of_b = (const LANE *)a->overlaps[b] + UNWEIGHTED * workspace->pitch;
        last.all_b = weights->total[b];
    }
    if (workspace->last_ships > 2) {
        last.of_c = (const LANE *)a->overlaps[c] + UNWEIGHTED * workspace->pitch;
        last.all_c = weights->total[c];
        last.overlapping = weights->overlapping[b][c];
    }
    return last;
}

/* N(a) for the placements of one orientation: (B - b(a)) (C - c(a)) - X, and `sum` for the rest. */
#define WAYS NAME(ways)
INLINE VECTOR WAYS(const LAST *last, size_t q, VECTOR sum)
{
    VECTOR ways = last->all_b - LOAD(last->of_b + q);
    if (last->of_c)
        ways = ways * (last->all_c - LOAD(last->of_c + q)) - last->overlapping + sum;
    return ways * LOAD(last->placements + q);
}

#define FINISH_LENGTH NAME(finish_length)
INLINE WIDE FINISH_LENGTH(const bsi_workspace *workspace, const WEIGHTS *weights,
                          const bsi_last_class *a, int32_t length, enum lattice lattice,
                          size_t from, size_t to)
{
    const size_t count = workspace->count, pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const LAST last = LAST_OF(workspace, weights, a);
    WIDE *sums = (WIDE *)workspace->sums + (size_t)a->class * 2 * count;
    BROAD total = (BROAD)ZERO();
    for (size_t q = from; q < to; q += LANES) {
        BOTH ways = { LOAD(last.placements + q), LOAD(last.placements + pitch + q) };
        if (last.of_b) {
            BOTH sum = ways;
            if (last.of_c)
                sum = GATHER(last.pairs + q, pitch, length, row, lattice);
            ways.right = WAYS(&last, q, sum.right);
            ways.down = WAYS(&last, pitch + q, sum.down);
        }
        total += ADD_TO_SUMS(sums + q, SCALED(ways.right));
        total += ADD_TO_SUMS(sums + count + q, SCALED(ways.down));
    }
    return TOTAL_OF_BROAD(total);
}

/* Adds the layouts with each placement of a class to the sums; returns their number. */
#define FINISH NAME(finish)
INLINE WIDE FINISH(const bsi_workspace *workspace, const WEIGHTS *weights, const bsi_last_class *a,
                   enum lattice lattice, size_t from, size_t to)
{
    WIDE total;
    FOR_LENGTH(known, a->length, IS_UNROLLED(lattice),
               total = FINISH_LENGTH(workspace, weights, a, known, lattice, from, to));
    return total;
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

/* The same, and sums up what the pass returns. */
#define SUM_BLOCKS(sum, type, pass) IN_BLOCKS(sum = (type)((from > 0 ? sum : 0) + pass))

/* Finds the placements and fields of each class. */
#define FIND_ALL NAME(find_all)
INLINE bship_status FIND_ALL(const bsi_workspace *workspace, WEIGHTS *weights, enum lattice lattice,
                             bsi_work_budget *budget)
{
    const bsi_last_class *last = workspace->last;
    for (int32_t i = 0; i < workspace->last_classes; i++)
        SUM_BLOCKS(weights->total[i], LANE, FIND(workspace, &last[i], from, to));
    for (int32_t i = 0; workspace->last_ships > 1 && i < workspace->last_classes; i++)
        IN_BLOCKS(SPREAD(workspace, &last[i], lattice, from, to));
    return BSHIP_OK;
}

/* Finds the overlaps of each class with each. */
#define OVERLAP_ALL NAME(overlap_all)
INLINE bship_status OVERLAP_ALL(const bsi_workspace *workspace, WEIGHTS *weights,
                                enum lattice lattice, bsi_work_budget *budget)
{
    const bsi_last_class *last = workspace->last;
    for (int32_t i = 0; i < workspace->last_classes; i++)
        for (int32_t j = 0; j < workspace->last_classes; j++)
            if (i != j || last[i].ships > 1)
                SUM_BLOCKS(weights->overlapping[i][j], LANE,
                           OVERLAP(workspace, &last[i], last[j].field, last[i].overlaps[j], lattice,
                                   from, to));
    return BSHIP_OK;
}

/* Finds the pairs of the other two for each class. */
#define COMBINE_ALL NAME(combine_all)
INLINE bship_status COMBINE_ALL(const bsi_workspace *workspace, enum lattice lattice,
                                bsi_work_budget *budget)
{
    for (int32_t i = 0; i < workspace->last_classes; i++)
        IN_BLOCKS(COMBINE(workspace, &workspace->last[i], lattice, from, to));
    return BSHIP_OK;
}

#define FINISH_ALL NAME(finish_all)
INLINE bship_status FINISH_ALL(const bsi_workspace *workspace, const WEIGHTS *weights,
                               enum lattice lattice, bsi_work_budget *budget,
                               bsi_kernel_result *result)
{
    WIDE total = 0;
    for (int32_t i = 0; i < workspace->last_classes; i++)
        SUM_BLOCKS(total, WIDE, FINISH(workspace, weights, &workspace->last[i], lattice, from, to));
    result->TOTAL = total;
    return BSHIP_OK;
}

#define COUNT_LAYOUTS NAME(count_layouts)
INLINE bship_status COUNT_LAYOUTS(const bsi_workspace *workspace, enum lattice lattice,
                                  bsi_work_budget *budget, bsi_kernel_result *result)
{
    WEIGHTS weights;
    bship_status status = FIND_ALL(workspace, &weights, lattice, budget);
    if (!status && workspace->last_ships > 1)
        status = OVERLAP_ALL(workspace, &weights, lattice, budget);
    if (!status && workspace->last_ships > 2)
        status = COMBINE_ALL(workspace, lattice, budget);
    if (status)
        return status;
    result->most = workspace->scale;
    for (int32_t i = 0; i < workspace->last_classes; i++)
        for (int32_t j = 0; j < workspace->last[i].ships; j++)
            result->most *= (double)weights.total[i];
    return FINISH_ALL(workspace, &weights, lattice, budget, result);
}

#define COUNT_ON(name, lattice)                                                                    \
    TARGET static BSI_NOINLINE bship_status NAME(name)(                                            \
        const bsi_workspace *workspace, bsi_work_budget *budget, bsi_kernel_result *result)        \
    {                                                                                              \
        return COUNT_LAYOUTS(workspace, lattice, budget, result);                                  \
    }

/* Only narrow lanes, which most boards need, have a copy for quadrants alone. */
COUNT_ON(on_cells, CELLS)
#if LANE_BITS == 16
COUNT_ON(on_corners, CORNERS)
COUNT_ON(on_quadrants, QUADRANTS)
#else
COUNT_ON(on_corners, has_quadrants(workspace->evidence->rules) ? QUADRANTS : CORNERS)
#define on_quadrants on_corners
#endif

bship_status NAME(bsi_kernel)(const bsi_workspace *workspace, bsi_work_budget *budget,
                              bsi_kernel_result *result)
{
    switch (lattice_of(workspace->evidence->rules)) {
    case CELLS:
        return NAME(on_cells)(workspace, budget, result);
    case CORNERS:
        return NAME(on_corners)(workspace, budget, result);
    default:
        return NAME(on_quadrants)(workspace, budget, result);
    }
}

#undef on_quadrants
#undef COUNT_ON
#undef LANE_BITS
