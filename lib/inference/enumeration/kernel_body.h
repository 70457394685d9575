/*
 * The body of the kernel, for one lane type and one instruction set; see enumeration/kernel.h.
 * Written with the compilers' portable vector types. Included once per combination, with these
 * macros defined:
 *
 *     LANE_BITS      of an integer lane; 0: a lane is a double. Undefined here again
 *     CPU            suffix of all names
 *     BYTES          of a vector; 0: no vectors
 *     KNOWN_LENGTHS  whether ships of 2 to 4 cells have code of their own where contact is allowed
 *     TARGET         attribute of every function
 *
 * Each pass visits the board vector by vector, and loops over the length of the ships within. There
 * are two copies of all passes, for cells and for corners; whether ships may touch at corners is
 * decided at run time. Macros in capitals stand for the types and functions of one combination.
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

/* Runs a pass with the length, where that pays as a constant: its loops are then unrolled. */
#define FOR_LENGTH(known, length, lattice, pass)                                                   \
    switch (KNOWN_LENGTHS && (lattice) == CELLS ? (length) : 0) {                                  \
    case 2:                                                                                        \
        WITH_LENGTH(known, 2, pass)                                                                \
    case 3:                                                                                        \
        WITH_LENGTH(known, 3, pass)                                                                \
    case 4:                                                                                        \
        WITH_LENGTH(known, 4, pass)                                                                \
    default:                                                                                       \
        WITH_LENGTH(known, length, pass)                                                           \
    }

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

/* The arrays of a field but for the quadrants, at one vector of points. */
#define VALUES NAME(values)
typedef struct VALUES {
    VECTOR of[RIGHT_DOWN];
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
                           ptrdiff_t row)
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
}

#define SPREAD_AT NAME(spread_at)
INLINE void SPREAD_AT(VALUES *field, const LANE *right, int32_t length, size_t pitch, ptrdiff_t row,
                      enum lattice lattice)
{
    if (lattice == CELLS)
        SPREAD_CELLS(field, right, right + pitch, length, row);
    else
        SPREAD_CORNERS(field, right, right + pitch, length, row);
}

/* The weight of the placements that have a point as an extreme corner and lie in a quadrant. */
#define QUADRANT_AT NAME(quadrant_at)
INLINE VECTOR QUADRANT_AT(const LANE *right, int32_t length, size_t pitch, ptrdiff_t row,
                          size_t quadrant)
{
    const ptrdiff_t left = is_left(quadrant), up = is_up(quadrant);
    return LOAD(right - left * length - up * row) + LOAD(right + pitch - left - up * length * row);
}

/* Pairs that share only a point that is an extreme corner of both do not touch: their weight. */
#define DIAGONAL_PAIRS NAME(diagonal_pairs)
INLINE VECTOR DIAGONAL_PAIRS(const LANE *b, const LANE *c, size_t pitch)
{
    VECTOR pairs = ZERO();
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++)
        pairs += LOAD(b + i * pitch) * LOAD(c + OPPOSITE(i) * pitch);
    return pairs;
}

/*
 * The overlapping pairs at a point of which one or both have it as an extreme corner and lie in a
 * quadrant: a third ship in the opposite quadrant does not touch both. Diagonal pairs do not
 * overlap.
 */
#define PAIRS_OF_QUADRANT NAME(pairs_of_quadrant)
INLINE VECTOR PAIRS_OF_QUADRANT(const LANE *b, const LANE *c, size_t pitch, size_t i)
{
    VECTOR b_all = LOAD(b), c_all = LOAD(c);
    VECTOR b_here = LOAD(b + i * pitch), c_here = LOAD(c + i * pitch);
    VECTOR b_opposite = LOAD(b + OPPOSITE(i) * pitch);
    VECTOR c_opposite = LOAD(c + OPPOSITE(i) * pitch);
    return b_all * c_all - (b_all - b_here) * (c_all - c_here) - b_opposite * c_here -
           b_here * c_opposite;
}

/*
 * The field of the overlapping pairs from two fields, at one vector of points: the products of
 * what covers a point, and of what covers it and the point to the left, above, or both.
 */
#define PAIRS_AT NAME(pairs_at)
INLINE void PAIRS_AT(VALUES *field, const LANE *b, const LANE *c, size_t pitch,
                     enum lattice lattice, bool quadrants)
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
    if (!quadrants)
        return;
    VECTOR diagonal = DIAGONAL_PAIRS(b, c, pitch);
    for (size_t i = 0; i < field_values(lattice); i++)
        field->of[i] -= diagonal;
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
                           bool quadrants)
{
    const LANE *left = field + LEFT * pitch, *top = field + TOP * pitch;
    const LANE *corner = field + CORNER * pitch;
    BOTH sum = { LOAD(field) + LOAD(top + row), LOAD(field) + LOAD(left + 1) };
    for (int32_t i = 1; i <= length; i++) {
        sum.right += LOAD(left + i) + LOAD(corner + row + i);
        sum.down += LOAD(top + i * row) + LOAD(corner + 1 + i * row);
    }
    if (quadrants) {
        sum.right -= DIAGONAL_TO_BOX(field, pitch, length, row);
        sum.down -= DIAGONAL_TO_BOX(field, pitch, 1, length * row);
    }
    return sum;
}

#define GATHER NAME(gather)
INLINE BOTH GATHER(const LANE *field, size_t pitch, int32_t length, ptrdiff_t row,
                   enum lattice lattice, bool quadrants)
{
    return lattice == CELLS ? GATHER_CELLS(field, pitch, length, row)
                            : GATHER_CORNERS(field, pitch, length, row, quadrants);
}

/* ---- the passes ---- */

/* The arrays of a class among the last ships. */
#define CLASS_FIELDS NAME(class_fields)
typedef struct CLASS_FIELDS {
    int32_t class;
    int32_t length;
    int32_t ships;
    LANE *placements; /* rightward, then downward: their weights */
    LANE *field;      /* of these */
    LANE *pairs;      /* the field whose sum over a placement is P + Q - R of the other two */
    /* By class, rightward, then downward: the weight that overlaps a placement, times its own;
       then, where that is not 0 or 1, without it. */
    LANE *overlaps[BSI_LAST_SHIPS_MAX];
    LANE overlapping[BSI_LAST_SHIPS_MAX]; /* by class: the weight of overlapping pairs */
    LANE total;                           /* the weight of all placements */
    struct CLASS_FIELDS *others[2];       /* NULL where there are fewer ships */
    int numbers[2];                       /* of these */
} CLASS_FIELDS;

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
INLINE LANE FIND_LENGTH(const bsi_workspace *workspace, const CLASS_FIELDS *a, int32_t length,
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
INLINE LANE FIND(const bsi_workspace *workspace, const CLASS_FIELDS *a, enum lattice lattice,
                 size_t from, size_t to)
{
    LANE total;
    FOR_LENGTH(known, a->length, lattice, total = FIND_LENGTH(workspace, a, known, from, to));
    return total;
}

#define SPREAD_LENGTH NAME(spread_length)
INLINE void SPREAD_LENGTH(const bsi_workspace *workspace, const CLASS_FIELDS *a, int32_t length,
                          enum lattice lattice, size_t from, size_t to)
{
    const bool quadrants = lattice == CORNERS && has_quadrants(workspace->evidence->rules);
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const LANE *placements = a->placements;
    LANE *field = a->field;
    for (size_t q = from; q < to; q += LANES) {
        VALUES own;
        SPREAD_AT(&own, placements + q, length, pitch, row, lattice);
        for (size_t i = 0; i < field_values(lattice); i++)
            STORE(field + i * pitch + q, own.of[i]);
        if (quadrants)
            for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++)
                STORE(field + i * pitch + q, QUADRANT_AT(placements + q, length, pitch, row, i));
    }
}

/* Sets the field of a class. */
#define SPREAD NAME(spread)
INLINE void SPREAD(const bsi_workspace *workspace, const CLASS_FIELDS *a, enum lattice lattice,
                   size_t from, size_t to)
{
    FOR_LENGTH(known, a->length, lattice, SPREAD_LENGTH(workspace, a, known, lattice, from, to));
}

#define OVERLAP_LENGTH NAME(overlap_length)
INLINE LANE OVERLAP_LENGTH(const bsi_workspace *workspace, const CLASS_FIELDS *a, const LANE *field,
                           LANE *overlaps, int32_t length, enum lattice lattice, size_t from,
                           size_t to)
{
    const bool quadrants = lattice == CORNERS && has_quadrants(workspace->evidence->rules);
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const LANE *placements = a->placements;
    VECTOR total = ZERO();
    for (size_t q = from; q < to; q += LANES) {
        BOTH sum = GATHER(field + q, pitch, length, row, lattice, quadrants);
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
INLINE LANE OVERLAP(const bsi_workspace *workspace, const CLASS_FIELDS *a, const LANE *field,
                    LANE *overlaps, enum lattice lattice, size_t from, size_t to)
{
    LANE total;
    FOR_LENGTH(known, a->length, lattice,
               total = OVERLAP_LENGTH(workspace, a, field, overlaps, known, lattice, from, to));
    return total;
}

/* The quadrants of the field that COMBINE sets, at one vector of points. */
#define COMBINE_QUADRANTS NAME(combine_quadrants)
INLINE void COMBINE_QUADRANTS(const bsi_workspace *workspace, const CLASS_FIELDS *a, size_t q)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const CLASS_FIELDS *b = a->others[0], *c = a->others[1];
    const LANE *of_b = b->overlaps[a->numbers[1]] + q, *of_c = c->overlaps[a->numbers[0]] + q;
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++) {
        VECTOR sum = QUADRANT_AT(of_b, b->length, pitch, row, i) +
                     QUADRANT_AT(of_c, c->length, pitch, row, i) -
                     PAIRS_OF_QUADRANT(b->field + q, c->field + q, pitch, i);
        STORE(a->pairs + i * pitch + q, sum);
    }
}

/* Sets the field whose sum over a placement of the third class is P + Q - R for two. */
#define COMBINE NAME(combine)
INLINE void COMBINE(const bsi_workspace *workspace, const CLASS_FIELDS *a, enum lattice lattice,
                    size_t from, size_t to)
{
    const bool quadrants = lattice == CORNERS && has_quadrants(workspace->evidence->rules);
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const CLASS_FIELDS *b = a->others[0], *c = a->others[1];
    const LANE *of_b = b->overlaps[a->numbers[1]], *of_c = c->overlaps[a->numbers[0]];
    for (size_t q = from; q < to; q += LANES) {
        VALUES own, pairs;
        FOR_LENGTH(known, b->length, lattice,
                   SPREAD_AT(&own, of_b + q, known, pitch, row, lattice));
        PAIRS_AT(&pairs, b->field + q, c->field + q, pitch, lattice, quadrants);
        for (size_t i = 0; i < field_values(lattice); i++)
            pairs.of[i] = own.of[i] - pairs.of[i];
        if (b != c)
            FOR_LENGTH(known, c->length, lattice,
                       SPREAD_AT(&own, of_c + q, known, pitch, row, lattice));
        for (size_t i = 0; i < field_values(lattice); i++)
            STORE(a->pairs + i * pitch + q, pairs.of[i] + own.of[i]);
        if (quadrants)
            COMBINE_QUADRANTS(workspace, a, q);
    }
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
INLINE LAST LAST_OF(const CLASS_FIELDS *a, size_t pitch)
{
    const CLASS_FIELDS *b = a->others[0], *c = a->others[1];
    LAST last = { .placements = a->placements, .pairs = a->pairs };
    if (b) {
        last.of_b = a->overlaps[a->numbers[0]] + UNWEIGHTED * pitch;
        last.all_b = b->total;
    }
    if (c) {
        last.of_c = a->overlaps[a->numbers[1]] + UNWEIGHTED * pitch;
        last.all_c = c->total;
        last.overlapping = b->overlapping[a->numbers[1]];
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
INLINE WIDE FINISH_LENGTH(const bsi_workspace *workspace, const CLASS_FIELDS *a, int32_t length,
                          enum lattice lattice, size_t from, size_t to)
{
    const bool quadrants = lattice == CORNERS && has_quadrants(workspace->evidence->rules);
    const size_t count = workspace->count, pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const LAST last = LAST_OF(a, pitch);
    WIDE *sums = (WIDE *)workspace->sums + (size_t)a->class * 2 * count;
    BROAD total = (BROAD)ZERO();
    for (size_t q = from; q < to; q += LANES) {
        BOTH ways = { LOAD(last.placements + q), LOAD(last.placements + pitch + q) };
        if (last.of_b) {
            BOTH sum = ways;
            if (last.of_c)
                sum = GATHER(last.pairs + q, pitch, length, row, lattice, quadrants);
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
INLINE WIDE FINISH(const bsi_workspace *workspace, const CLASS_FIELDS *a, enum lattice lattice,
                   size_t from, size_t to)
{
    WIDE total;
    FOR_LENGTH(known, a->length, lattice,
               total = FINISH_LENGTH(workspace, a, known, lattice, from, to));
    return total;
}

/* ---- the sequence of passes ---- */

/* Takes a class's arrays from the workspace. */
#define SET_ARRAYS NAME(set_arrays)
INLINE LANE *SET_ARRAYS(CLASS_FIELDS *a, LANE *arrays, size_t pitch, size_t field)
{
    a->placements = arrays;
    a->field = arrays + 2 * pitch;
    a->pairs = a->field + field * pitch;
    arrays = a->pairs + field * pitch;
    for (int i = 0; i < BSI_LAST_SHIPS_MAX; i++, arrays += (2 + UNWEIGHTED) * pitch)
        a->overlaps[i] = arrays;
    return arrays;
}

/* Sets up the different classes of the ships; returns how many. `slots`: that of each ship. */
#define SET_UP NAME(set_up)
INLINE int SET_UP(const bsi_workspace *workspace, CLASS_FIELDS *all, const int32_t *classes,
                  int32_t ships, int *slots)
{
    const size_t field = field_arrays(workspace->evidence->rules);
    LANE *arrays = workspace->scratch;
    int count = 0;
    for (int32_t i = 0; i < ships; i++) {
        if (i == 0 || classes[i] != classes[i - 1]) {
            CLASS_FIELDS *a = &all[count++];
            a->class = classes[i];
            a->ships = 0;
            a->total = 0;
            a->length = workspace->evidence->classes[classes[i]].length;
            arrays = SET_ARRAYS(a, arrays, workspace->pitch, field);
        }
        all[count - 1].ships++;
        slots[i] = count - 1;
    }
    /* The others are those of the first ship of a class, which comes last here. */
    for (int32_t i = ships - 1; i >= 0; i--) {
        CLASS_FIELDS *a = &all[slots[i]];
        for (int32_t j = 0; j < 2; j++) {
            a->numbers[j] = slots[(i + j + 1) % ships];
            a->others[j] = ships > j + 1 ? &all[a->numbers[j]] : NULL;
        }
    }
    return count;
}

/*
 * Runs a pass over the board: at once or, on a large board, in blocks from lane `from` to lane
 * `to`, between which the work may be cancelled.
 */
#define IN_BLOCKS(pass)                                                                            \
    for (size_t from = 0, to; from < workspace->count; from = to) {                                \
        to = workspace->count - from > BLOCK ? from + BLOCK : workspace->count;                    \
        pass;                                                                                      \
        if (workspace->count > BLOCK && bsi_work_report(budget, block_cost(workspace)))            \
            return BSHIP_ERROR_CANCELLED;                                                          \
    }

/* The same, and sums up what the pass returns. */
#define SUM_BLOCKS(sum, type, pass) IN_BLOCKS(sum = (type)((from > 0 ? sum : 0) + pass))

/* Finds the placements and fields of each class. */
#define FIND_ALL NAME(find_all)
INLINE bship_status FIND_ALL(const bsi_workspace *workspace, CLASS_FIELDS *all, int count,
                             int32_t ships, enum lattice lattice, bsi_work_budget *budget)
{
    for (int i = 0; i < count; i++)
        SUM_BLOCKS(all[i].total, LANE, FIND(workspace, &all[i], lattice, from, to));
    for (int i = 0; ships > 1 && i < count; i++)
        IN_BLOCKS(SPREAD(workspace, &all[i], lattice, from, to));
    return BSHIP_OK;
}

/* Finds the overlaps of each class with each. */
#define OVERLAP_ALL NAME(overlap_all)
INLINE bship_status OVERLAP_ALL(const bsi_workspace *workspace, CLASS_FIELDS *all, int count,
                                enum lattice lattice, bsi_work_budget *budget)
{
    for (int i = 0; i < count * count; i++) {
        CLASS_FIELDS *a = &all[i / count];
        int b = i % count;
        if (a != &all[b] || a->ships > 1)
            SUM_BLOCKS(a->overlapping[b], LANE,
                       OVERLAP(workspace, a, all[b].field, a->overlaps[b], lattice, from, to));
    }
    return BSHIP_OK;
}

/* Finds the pairs of the other two for each class. */
#define COMBINE_ALL NAME(combine_all)
INLINE bship_status COMBINE_ALL(const bsi_workspace *workspace, CLASS_FIELDS *all, int count,
                                enum lattice lattice, bsi_work_budget *budget)
{
    for (int i = 0; i < count; i++)
        IN_BLOCKS(COMBINE(workspace, &all[i], lattice, from, to));
    return BSHIP_OK;
}

#define FINISH_ALL NAME(finish_all)
INLINE bship_status FINISH_ALL(const bsi_workspace *workspace, CLASS_FIELDS *all, int count,
                               enum lattice lattice, bsi_work_budget *budget,
                               bsi_kernel_result *result)
{
    WIDE total = 0;
    for (int i = 0; i < count; i++)
        SUM_BLOCKS(total, WIDE, FINISH(workspace, &all[i], lattice, from, to));
    result->TOTAL = total;
    return BSHIP_OK;
}

#define COUNT_LAYOUTS NAME(count_layouts)
INLINE bship_status COUNT_LAYOUTS(const bsi_workspace *workspace, const int32_t *classes,
                                  int32_t ships, enum lattice lattice, bsi_work_budget *budget,
                                  bsi_kernel_result *result)
{
    CLASS_FIELDS all[BSI_LAST_SHIPS_MAX];
    int slots[BSI_LAST_SHIPS_MAX] = { 0 };
    int count = SET_UP(workspace, all, classes, ships, slots);
    bship_status status = FIND_ALL(workspace, all, count, ships, lattice, budget);
    if (!status && ships > 1)
        status = OVERLAP_ALL(workspace, all, count, lattice, budget);
    if (!status && ships > 2)
        status = COMBINE_ALL(workspace, all, count, lattice, budget);
    result->most = workspace->scale;
    for (int32_t i = 0; !status && i < ships; i++)
        result->most *= (double)all[slots[i]].total;
    return status ? status : FINISH_ALL(workspace, all, count, lattice, budget, result);
}

TARGET static BSI_NOINLINE bship_status NAME(on_cells)(const bsi_workspace *workspace,
                                                       const int32_t *classes, int32_t ships,
                                                       bsi_work_budget *budget,
                                                       bsi_kernel_result *result)
{
    return COUNT_LAYOUTS(workspace, classes, ships, CELLS, budget, result);
}

TARGET static BSI_NOINLINE bship_status NAME(on_corners)(const bsi_workspace *workspace,
                                                         const int32_t *classes, int32_t ships,
                                                         bsi_work_budget *budget,
                                                         bsi_kernel_result *result)
{
    return COUNT_LAYOUTS(workspace, classes, ships, CORNERS, budget, result);
}

static bship_status NAME(kernel)(const bsi_workspace *workspace, const int32_t *classes,
                                 int32_t ships, bsi_work_budget *budget, bsi_kernel_result *result)
{
    return lattice_of(workspace->evidence->rules) == CELLS
               ? NAME(on_cells)(workspace, classes, ships, budget, result)
               : NAME(on_corners)(workspace, classes, ships, budget, result);
}

#undef LANE_BITS
