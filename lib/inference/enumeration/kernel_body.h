/*
 * The kernel of enumeration/kernel.h for one kind of lane and one instruction set. Included once
 * for each, with these defined:
 *
 *     LANE_BITS  of a whole lane; 0: a lane is a double. Undefined here again
 *     CPU        part of all names
 *     BYTES      of a vector; 0: no vectors
 *     STRIP      vectors that a pass handles at once
 *     KNOWN_LENGTHS  whether there are loops of their own for the lengths of most ships
 *     TARGET     what every function is declared with
 *
 * Every pass goes over the board strip by strip. Ships have any length: a pass loops over the
 * length, and a strip is wide enough for that loop to cost little.
 */

#if LANE_BITS == 0
#define LANE double
#define WIDE double
#define TOTAL real
#define SCALED(value) ((value)*workspace->scale)
#define IF_BOTH(a, b) ((a) * (b))
#define UNWEIGHED 2
#else
#define TOTAL whole
#define SCALED(value) (value)
#define IF_BOTH(a, b) ((a) & (b))
#define UNWEIGHED 0
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

/* Vectors: LOOSE ones may lie anywhere, BROAD ones are as long, in lanes of a sum. */
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

/* Does something with a length, which a compiler may know. */
#if KNOWN_LENGTHS
#define FOR_LENGTH(length, pass)                                                                   \
    switch (length) {                                                                              \
    case 2:                                                                                        \
        pass(2);                                                                                   \
        break;                                                                                     \
    case 3:                                                                                        \
        pass(3);                                                                                   \
        break;                                                                                     \
    default:                                                                                       \
        pass(length);                                                                              \
    }
#else
#define FOR_LENGTH(length, pass) pass(length);
#endif

#define EACH(v) for (size_t v = 0; v < STRIP; v++)

/* Vectors side by side. */
#define STRIP_OF NAME(strip)
typedef struct STRIP_OF {
    VECTOR of[STRIP];
} STRIP_OF;

#define LOAD NAME(load)
INLINE STRIP_OF LOAD(const LANE *from)
{
    STRIP_OF strip;
    EACH(v) strip.of[v] = *(const LOOSE *)(from + v * LANES);
    return strip;
}

#define STORE NAME(store)
INLINE void STORE(LANE *to, STRIP_OF strip)
{
    EACH(v) * (LOOSE *)(to + v * LANES) = strip.of[v];
}

#define ADD NAME(add)
INLINE STRIP_OF ADD(STRIP_OF a, STRIP_OF b)
{
    EACH(v) a.of[v] += b.of[v];
    return a;
}

#define LESS NAME(less)
INLINE STRIP_OF LESS(STRIP_OF a, STRIP_OF b)
{
    EACH(v) a.of[v] -= b.of[v];
    return a;
}

#define TIMES NAME(times)
INLINE STRIP_OF TIMES(STRIP_OF a, STRIP_OF b)
{
    EACH(v) a.of[v] *= b.of[v];
    return a;
}

/* The product of weights that are 0 or 1. */
#define AND NAME(and)
INLINE STRIP_OF AND(STRIP_OF a, STRIP_OF b)
{
    EACH(v) a.of[v] = IF_BOTH(a.of[v], b.of[v]);
    return a;
}

/* A number less each lane. */
#define REST NAME(remaining)
INLINE STRIP_OF REST(LANE all, STRIP_OF b)
{
    EACH(v) b.of[v] = all - b.of[v];
    return b;
}

/* Each lane less a number. */
#define LESS_ALL NAME(less_all)
INLINE STRIP_OF LESS_ALL(STRIP_OF a, LANE number)
{
    EACH(v) a.of[v] -= number;
    return a;
}

#define NOTHING NAME(nothing)
INLINE VECTOR NOTHING(void)
{
#if BYTES
    return (VECTOR){ 0 };
#else
    return 0;
#endif
}

/* Adds two strips to a vector of sums that wrap as the lanes do. */
#define SUM_UP NAME(sum_up)
INLINE VECTOR SUM_UP(VECTOR sum, STRIP_OF a, STRIP_OF b)
{
    EACH(v) sum += a.of[v] + b.of[v];
    return sum;
}

/* The sum of the lanes, which wraps as they do. */
#define ADD_UP NAME(add_up)
INLINE LANE ADD_UP(VECTOR value)
{
#if SPLIT
    /* Pairs of lanes become one, until few are left. */
    typedef uint32_t words __attribute__((vector_size(BYTES)));
    typedef uint64_t pairs __attribute__((vector_size(BYTES)));
    words of_two = (words)value;
#if LANE_BITS == 16
    of_two = (of_two & UINT16_MAX) + (of_two >> 16);
#endif
    pairs of_four = ((pairs)of_two & UINT32_MAX) + ((pairs)of_two >> 32);
    uint64_t sum = 0;
    for (size_t i = 0; i < BYTES / sizeof sum; i++)
        sum += of_four[i];
    return (LANE)sum;
#elif BYTES
    LANE sum = 0;
    for (size_t i = 0; i < LANES; i++)
        sum += value[i];
    return sum;
#else
    return value;
#endif
}

/* The same for a vector of sums. */
#define ADD_UP_BROAD NAME(add_up_broad)
INLINE WIDE ADD_UP_BROAD(BROAD value)
{
#if BYTES
    WIDE sum = 0;
    for (size_t i = 0; i < BYTES / sizeof sum; i++)
        sum += value[i];
    return sum;
#else
    return value;
#endif
}

/*
 * Adds a vector to sums. Where a sum is as wide as two lanes, those of the even lanes of a
 * vector come before those of the odd ones: see bsi_workspace_sum().
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

/* The same for a strip, adding all to `total`. */
#define ADD_STRIP NAME(add_strip)
INLINE BROAD ADD_STRIP(const bsi_workspace *workspace, WIDE *sums, STRIP_OF strip, BROAD total)
{
    (void)workspace;
    EACH(v) total += ADD_TO_SUMS(sums + v * LANES, SCALED(strip.of[v]));
    return total;
}

/* What a field holds at a strip of points. */
#define VALUES NAME(values)
typedef struct VALUES {
    STRIP_OF of[FIELD_ARRAYS];
} VALUES;

#define STORE_VALUES NAME(store_values)
INLINE void STORE_VALUES(LANE *field, size_t pitch, VALUES values, enum contact contact)
{
    for (size_t i = 0; i < field_arrays(contact); i++)
        STORE(field + i * pitch, values.of[i]);
}

/* The field of placements with weights `right` and `down` where contact is allowed. */
#define SPREAD_CELLS NAME(spread_cells)
INLINE VALUES SPREAD_CELLS(const LANE *right, const LANE *down, int32_t length, ptrdiff_t row)
{
    VALUES field;
    STRIP_OF first_right = LOAD(right), first_down = LOAD(down);
    STRIP_OF rightward = first_right, downward = first_down;
    for (int32_t i = 1; i < length; i++) {
        rightward = ADD(rightward, LOAD(right - i));
        downward = ADD(downward, LOAD(down - i * row));
    }
    field.of[ALL] = ADD(rightward, downward);
    field.of[LEFT] = ADD(first_right, downward);
    field.of[TOP] = ADD(rightward, first_down);
    return field;
}

/* The same where it is not: a ship is a box of one more corner, and two across. */
#define SPREAD_CORNERS NAME(spread_corners)
INLINE VALUES SPREAD_CORNERS(const LANE *right, const LANE *down, int32_t length, ptrdiff_t row,
                             enum contact contact)
{
    VALUES field;
    STRIP_OF first_right = LOAD(right), first_down = LOAD(down);
    STRIP_OF next_right = LOAD(right - row), next_down = LOAD(down - 1);
    STRIP_OF rightward = first_right, downward = first_down;
    STRIP_OF next_rightward = next_right, next_downward = next_down;
    for (int32_t i = 1; i <= length; i++) {
        rightward = ADD(rightward, LOAD(right - i));
        next_rightward = ADD(next_rightward, LOAD(right - row - i));
        downward = ADD(downward, LOAD(down - i * row));
        next_downward = ADD(next_downward, LOAD(down - 1 - i * row));
    }
    field.of[ALL] = ADD(ADD(ADD(rightward, next_rightward), downward), next_downward);
    field.of[LEFT] = ADD(ADD(first_right, next_right), downward);
    field.of[TOP] = ADD(ADD(rightward, first_down), next_down);
    field.of[CORNER] = ADD(first_right, first_down);
    if (contact == CONTACT_NO_SIDES) {
        field.of[RIGHT_DOWN] = field.of[CORNER];
        field.of[LEFT_DOWN] = ADD(LOAD(right - length), next_down);
        field.of[RIGHT_UP] = ADD(next_right, LOAD(down - length * row));
        field.of[LEFT_UP] = ADD(LOAD(right - row - length), LOAD(down - 1 - length * row));
    }
    return field;
}

#define SPREAD_AT NAME(spread_at)
INLINE VALUES SPREAD_AT(const bsi_workspace *workspace, const LANE *right, int32_t length,
                        enum contact contact)
{
    const LANE *down = right + workspace->pitch;
    VALUES field;
#define CELLS(length) field = SPREAD_CELLS(right, down, length, workspace->stride)
#define CORNERS(length) field = SPREAD_CORNERS(right, down, length, workspace->stride, contact)
    if (contact == CONTACT_ALLOWED)
        FOR_LENGTH(length, CELLS)
    else
        FOR_LENGTH(length, CORNERS)
#undef CELLS
#undef CORNERS
    return field;
}

/* Of pairs that meet in one corner of both, that corner is no contact: the weight of these. */
#define APART NAME(apart)
INLINE STRIP_OF APART(const LANE *b, const LANE *c, size_t pitch)
{
    STRIP_OF apart = TIMES(LOAD(b + RIGHT_DOWN * pitch), LOAD(c + OPPOSITE(RIGHT_DOWN) * pitch));
    for (size_t i = RIGHT_DOWN + 1; i <= LEFT_UP; i++)
        apart = ADD(apart, TIMES(LOAD(b + i * pitch), LOAD(c + OPPOSITE(i) * pitch)));
    return apart;
}

/* Nor is it for what meets the box in its own extreme corner, and lies opposite. */
#define PAIRS_OF_QUADRANT NAME(pairs_of_quadrant)
INLINE STRIP_OF PAIRS_OF_QUADRANT(const LANE *b, const LANE *c, size_t pitch, size_t i)
{
    STRIP_OF b_all = LOAD(b), c_all = LOAD(c);
    STRIP_OF b_here = LOAD(b + i * pitch), c_here = LOAD(c + i * pitch);
    STRIP_OF b_opposite = LOAD(b + OPPOSITE(i) * pitch);
    STRIP_OF c_opposite = LOAD(c + OPPOSITE(i) * pitch);
    STRIP_OF pairs = TIMES(b_all, c_all);
    pairs = LESS(pairs, TIMES(LESS(b_all, b_here), LESS(c_all, c_here)));
    return LESS(LESS(pairs, TIMES(b_opposite, c_here)), TIMES(b_here, c_opposite));
}

/*
 * The field of the pairs of placements from two fields, at one strip of points: what covers a
 * point, or it and the one to the left, above, or both, is multiplied.
 */
#define PAIRS_AT NAME(pairs_at)
INLINE VALUES PAIRS_AT(const LANE *b, const LANE *c, size_t pitch, enum contact contact)
{
    VALUES field;
    STRIP_OF b_all = LOAD(b), b_left = LOAD(b + LEFT * pitch), b_top = LOAD(b + TOP * pitch);
    STRIP_OF c_all = LOAD(c), c_left = LOAD(c + LEFT * pitch), c_top = LOAD(c + TOP * pitch);
    STRIP_OF all = TIMES(b_all, c_all);
    STRIP_OF across = TIMES(LESS(b_all, b_left), LESS(c_all, c_left));
    STRIP_OF along = TIMES(LESS(b_all, b_top), LESS(c_all, c_top));
    field.of[ALL] = all;
    field.of[LEFT] = LESS(all, across);
    field.of[TOP] = LESS(all, along);
    if (contact == CONTACT_ALLOWED)
        return field;
    STRIP_OF b_corner = LOAD(b + CORNER * pitch), c_corner = LOAD(c + CORNER * pitch);
    STRIP_OF b_remaining = ADD(LESS(LESS(b_all, b_left), b_top), b_corner);
    STRIP_OF c_remaining = ADD(LESS(LESS(c_all, c_left), c_top), c_corner);
    field.of[CORNER] = ADD(LESS(LESS(all, across), along), TIMES(b_remaining, c_remaining));
    if (contact == CONTACT_NONE)
        return field;
    STRIP_OF apart = APART(b, c, pitch);
    for (size_t i = ALL; i <= CORNER; i++)
        field.of[i] = LESS(field.of[i], apart);
    for (size_t i = RIGHT_DOWN; i <= LEFT_UP; i++)
        field.of[i] = PAIRS_OF_QUADRANT(b, c, pitch, i);
    return field;
}

/* Sums of a field over the points of the placements that begin at one strip of points. */
#define GATHERED NAME(gathered)
typedef struct GATHERED {
    STRIP_OF right, down;
} GATHERED;

#define GATHER_CELLS NAME(gather_cells)
INLINE GATHERED GATHER_CELLS(const LANE *field, size_t pitch, int32_t length, ptrdiff_t row)
{
    GATHERED sum = { LOAD(field), LOAD(field) };
    const LANE *left = field + LEFT * pitch, *top = field + TOP * pitch;
    for (int32_t i = 1; i < length; i++) {
        sum.right = ADD(sum.right, LOAD(left + i));
        sum.down = ADD(sum.down, LOAD(top + i * row));
    }
    return sum;
}

/* Takes off what only touches the corners of a box of `width` by `height`. */
#define LESS_CORNERS NAME(less_corners)
INLINE STRIP_OF LESS_CORNERS(STRIP_OF sum, const LANE *field, size_t pitch, ptrdiff_t right,
                             ptrdiff_t down)
{
    STRIP_OF corners = ADD(LOAD(field + LEFT_UP * pitch), LOAD(field + RIGHT_UP * pitch + right));
    corners = ADD(corners, LOAD(field + LEFT_DOWN * pitch + down));
    return LESS(sum, ADD(corners, LOAD(field + RIGHT_DOWN * pitch + down + right)));
}

#define GATHER_CORNERS NAME(gather_corners)
INLINE GATHERED GATHER_CORNERS(const LANE *field, size_t pitch, int32_t length, ptrdiff_t row,
                               enum contact contact)
{
    const LANE *left = field + LEFT * pitch, *top = field + TOP * pitch;
    const LANE *corner = field + CORNER * pitch;
    GATHERED sum;
    sum.right = ADD(LOAD(field), LOAD(top + row));
    sum.down = ADD(LOAD(field), LOAD(left + 1));
    for (int32_t i = 1; i <= length; i++) {
        sum.right = ADD(sum.right, ADD(LOAD(left + i), LOAD(corner + row + i)));
        sum.down = ADD(sum.down, ADD(LOAD(top + i * row), LOAD(corner + 1 + i * row)));
    }
    if (contact == CONTACT_NO_SIDES) {
        sum.right = LESS_CORNERS(sum.right, field, pitch, length, row);
        sum.down = LESS_CORNERS(sum.down, field, pitch, 1, length * row);
    }
    return sum;
}

#define GATHER NAME(gather)
INLINE GATHERED GATHER(const LANE *field, size_t pitch, int32_t length, ptrdiff_t row,
                       enum contact contact)
{
    GATHERED sum;
#define CELLS(length) sum = GATHER_CELLS(field, pitch, length, row)
#define CORNERS(length) sum = GATHER_CORNERS(field, pitch, length, row, contact)
    if (contact == CONTACT_ALLOWED)
        FOR_LENGTH(length, CELLS)
    else
        FOR_LENGTH(length, CORNERS)
#undef CELLS
#undef CORNERS
    return sum;
}

/* One of the different kinds that are closed, with its arrays. */
#define PARTY NAME(ship_fields)
typedef struct PARTY {
    int32_t class;
    int32_t length;
    int32_t ships;
    LANE *starts; /* to the right, then down: the weights of the placements */
    LANE *field;  /* that they make */
    LANE *pairs;  /* the field whose sum over a placement is P + Q - R of the other two */
    LANE *meets[BSI_LAST_SHIPS_MAX]; /* by party, to the right, then down: the weight that
                                               meets a placement, times the placement's own;
                                               then, where that is not 0 or 1, without it */
    LANE met[BSI_LAST_SHIPS_MAX];    /* by party: the weight of pairs that meet */
    LANE total;                      /* the weight of all placements */
    struct PARTY *others[2];         /* NULL where fewer are closed */
    int numbers[2];                  /* of these */
} PARTY;

/* Sets a party's field to what its placements make. */
#define SPREAD NAME(spread)
INLINE void SPREAD(const bsi_workspace *workspace, const PARTY *a, enum contact contact,
                   size_t from, size_t to)
{
    for (size_t q = from; q < to; q += STRIP * LANES)
        STORE_VALUES(a->field + q, workspace->pitch,
                     SPREAD_AT(workspace, a->starts + q, a->length, contact), contact);
}

/* Sets the field whose sum over a placement of a third party is P + Q - R for two. */
#define COMBINE NAME(combine)
INLINE void COMBINE(const bsi_workspace *workspace, const PARTY *a, enum contact contact,
                    size_t from, size_t to)
{
    const PARTY *b = a->others[0], *c = a->others[1];
    const LANE *of_b = b->meets[a->numbers[1]], *of_c = c->meets[a->numbers[0]];
    for (size_t q = from; q < to; q += STRIP * LANES) {
        VALUES own = SPREAD_AT(workspace, of_b + q, b->length, contact);
        VALUES both = PAIRS_AT(b->field + q, c->field + q, workspace->pitch, contact);
        for (size_t i = 0; i < field_arrays(contact); i++)
            both.of[i] = LESS(own.of[i], both.of[i]);
        if (b != c)
            own = SPREAD_AT(workspace, of_c + q, c->length, contact);
        for (size_t i = 0; i < field_arrays(contact); i++)
            both.of[i] = ADD(both.of[i], own.of[i]);
        STORE_VALUES(a->pairs + q, workspace->pitch, both, contact);
    }
}

/* Whether all cells of the placements that begin at one strip of points are free. */
#define FREE_LENGTH NAME(free_length)
INLINE GATHERED FREE_LENGTH(const LANE *free, int32_t length, ptrdiff_t row)
{
    GATHERED all = { LOAD(free), LOAD(free) };
    for (int32_t i = 1; i < length; i++) {
        all.right = AND(all.right, LOAD(free + i));
        all.down = AND(all.down, LOAD(free + i * row));
    }
    return all;
}

#define FREE_AT NAME(free_at)
INLINE GATHERED FREE_AT(const LANE *free, int32_t length, ptrdiff_t row)
{
    GATHERED all;
#define CELLS(length) all = FREE_LENGTH(free, length, row)
    FOR_LENGTH(length, CELLS)
#undef CELLS
    /* One cell is the same to the right and down. */
    if (length == 1)
        all.down = LESS(all.down, all.down);
    return all;
}

/* Finds the placements whose cells are all free; returns their weight. */
#define BEGIN NAME(begin)
INLINE LANE BEGIN(const bsi_workspace *workspace, const PARTY *a, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const LANE *weights = workspace->weights;
    VECTOR total = NOTHING();
    if (weights)
        weights += (size_t)a->class * 2 * pitch;
    for (size_t q = from; q < to; q += STRIP * LANES) {
        GATHERED own = FREE_AT((const LANE *)workspace->free + q, a->length, workspace->stride);
        if (weights) {
            own.right = TIMES(own.right, LOAD(weights + q));
            own.down = TIMES(own.down, LOAD(weights + pitch + q));
        }
        STORE(a->starts + q, own.right);
        STORE(a->starts + pitch + q, own.down);
        total = SUM_UP(total, own.right, own.down);
    }
    return ADD_UP(total);
}

/*
 * For every placement the weight of what is of another party and meets it, and that times its
 * own; returns the sum of these.
 */
#define MEET NAME(meet)
INLINE LANE MEET(const bsi_workspace *workspace, const PARTY *a, const LANE *field, LANE *meets,
                 enum contact contact, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    VECTOR met = NOTHING();
    for (size_t q = from; q < to; q += STRIP * LANES) {
        GATHERED sum = GATHER(field + q, pitch, a->length, workspace->stride, contact);
        if (UNWEIGHED) {
            STORE(meets + UNWEIGHED * pitch + q, sum.right);
            STORE(meets + (UNWEIGHED + 1) * pitch + q, sum.down);
        }
        sum.right = TIMES(sum.right, LOAD(a->starts + q));
        sum.down = TIMES(sum.down, LOAD(a->starts + pitch + q));
        STORE(meets + q, sum.right);
        STORE(meets + pitch + q, sum.down);
        met = SUM_UP(met, sum.right, sum.down);
    }
    return ADD_UP(met);
}

/* Adds what a party's placements have to the sums; returns what it adds. */
#define FINISH NAME(finish)
INLINE WIDE FINISH(const bsi_workspace *workspace, const PARTY *a, enum contact contact,
                   size_t from, size_t to)
{
    const size_t count = workspace->count, pitch = workspace->pitch;
    const PARTY *b = a->others[0], *c = a->others[1];
    const LANE *of_b = b ? a->meets[a->numbers[0]] + UNWEIGHED * pitch : NULL;
    const LANE *of_c = c ? a->meets[a->numbers[1]] + UNWEIGHED * pitch : NULL;
    const LANE all_b = b ? b->total : 0, all_c = c ? c->total : 0;
    const LANE met = c ? b->met[a->numbers[1]] : 0;
    WIDE *sums = (WIDE *)workspace->sums + (size_t)a->class * 2 * count;
    BROAD total = (BROAD)NOTHING();
    for (size_t q = from; q < to; q += STRIP * LANES) {
        STRIP_OF right = LOAD(a->starts + q), down = LOAD(a->starts + pitch + q);
        if (b) {
            STRIP_OF right_b = REST(all_b, LOAD(of_b + q));
            STRIP_OF down_b = REST(all_b, LOAD(of_b + pitch + q));
            if (c) {
                GATHERED sum = GATHER(a->pairs + q, pitch, a->length, workspace->stride, contact);
                right_b = TIMES(right_b, REST(all_c, LOAD(of_c + q)));
                down_b = TIMES(down_b, REST(all_c, LOAD(of_c + pitch + q)));
                right_b = ADD(LESS_ALL(right_b, met), sum.right);
                down_b = ADD(LESS_ALL(down_b, met), sum.down);
            }
            right = TIMES(right, right_b);
            down = TIMES(down, down_b);
        }
        total = ADD_STRIP(workspace, sums + q, right, total);
        total = ADD_STRIP(workspace, sums + count + q, down, total);
    }
    return ADD_UP_BROAD(total);
}

/* Takes a party's arrays off the work space. */
#define SET_ARRAYS NAME(set_arrays)
INLINE LANE *SET_ARRAYS(PARTY *a, LANE *arrays, size_t pitch, enum contact contact)
{
    a->starts = arrays;
    a->field = arrays + 2 * pitch;
    a->pairs = a->field + field_arrays(contact) * pitch;
    arrays = a->pairs + field_arrays(contact) * pitch;
    for (int i = 0; i < BSI_LAST_SHIPS_MAX; i++, arrays += (2 + UNWEIGHED) * pitch)
        a->meets[i] = arrays;
    return arrays;
}

/* Sets out the different kinds of the ships, and how many there are; `slots`: which is a ship's. */
#define SET_OUT NAME(set_out)
INLINE int SET_OUT(const bsi_workspace *workspace, PARTY *parties, const int32_t *classes,
                   int32_t ships, int *slots, enum contact contact)
{
    LANE *arrays = workspace->scratch;
    int count = 0;
    for (int32_t i = 0; i < ships; i++) {
        if (i == 0 || classes[i] != classes[i - 1]) {
            PARTY *a = &parties[count++];
            a->class = classes[i];
            a->ships = 0;
            a->total = 0;
            a->length = workspace->evidence->classes[classes[i]].length;
            arrays = SET_ARRAYS(a, arrays, workspace->pitch, contact);
        }
        parties[count - 1].ships++;
        slots[i] = count - 1;
    }
    for (int32_t i = ships - 1; i >= 0; i--) {
        /* The other two: those of the ships that are not ship i. */
        PARTY *a = &parties[slots[i]];
        for (int32_t j = 0; j < 2; j++) {
            a->numbers[j] = slots[(i + j + 1) % ships];
            a->others[j] = ships > j + 1 ? &parties[a->numbers[j]] : NULL;
        }
    }
    return count;
}

/*
 * Does a pass over the board: all at once or, on a large board, in blocks from lane `from` up to
 * lane `to`. Between these the work may be cancelled.
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

/* Finds what the parties are, each by itself. */
#define SET_UP NAME(set_up)
INLINE bship_status SET_UP(const bsi_workspace *workspace, PARTY *parties, int count, int32_t ships,
                           enum contact contact, bsi_work_budget *budget)
{
    for (int i = 0; i < count; i++)
        SUM_BLOCKS(parties[i].total, LANE, BEGIN(workspace, &parties[i], from, to));
    for (int i = 0; ships > 1 && i < count; i++)
        IN_BLOCKS(SPREAD(workspace, &parties[i], contact, from, to));
    return BSHIP_OK;
}

/* Finds what the parties are with each other. */
#define PAIR_UP NAME(pair_up)
INLINE bship_status PAIR_UP(const bsi_workspace *workspace, PARTY *parties, int count,
                            enum contact contact, bsi_work_budget *budget)
{
    for (int i = 0; i < count * count; i++) {
        PARTY *a = &parties[i / count];
        int b = i % count;
        if (a != &parties[b] || a->ships > 1)
            SUM_BLOCKS(a->met[b], LANE,
                       MEET(workspace, a, parties[b].field, a->meets[b], contact, from, to));
    }
    return BSHIP_OK;
}

/* Finds what pairs of parties are to the third. */
#define COMBINE_ALL NAME(combine_all)
INLINE bship_status COMBINE_ALL(const bsi_workspace *workspace, PARTY *parties, int count,
                                enum contact contact, bsi_work_budget *budget)
{
    for (int i = 0; i < count; i++)
        IN_BLOCKS(COMBINE(workspace, &parties[i], contact, from, to));
    return BSHIP_OK;
}

#define FINISH_ALL NAME(finish_all)
INLINE bship_status FINISH_ALL(const bsi_workspace *workspace, PARTY *parties, int count,
                               enum contact contact, bsi_work_budget *budget,
                               bsi_kernel_result *result)
{
    WIDE total = 0;
    for (int i = 0; i < count; i++)
        SUM_BLOCKS(total, WIDE, FINISH(workspace, &parties[i], contact, from, to));
    result->TOTAL = total;
    return BSHIP_OK;
}

#define CLOSE NAME(close)
INLINE bship_status CLOSE(const bsi_workspace *workspace, const int32_t *classes, int32_t ships,
                          enum contact contact, bsi_work_budget *budget, bsi_kernel_result *result)
{
    PARTY parties[BSI_LAST_SHIPS_MAX];
    int slots[BSI_LAST_SHIPS_MAX] = { 0 };
    int count = SET_OUT(workspace, parties, classes, ships, slots, contact);
    bship_status status = SET_UP(workspace, parties, count, ships, contact, budget);
    if (!status && ships > 1)
        status = PAIR_UP(workspace, parties, count, contact, budget);
    if (!status && ships > 2)
        status = COMBINE_ALL(workspace, parties, count, contact, budget);
    result->most = workspace->scale;
    for (int32_t i = 0; !status && i < ships; i++)
        result->most *= (double)parties[slots[i]].total;
    return status ? status : FINISH_ALL(workspace, parties, count, contact, budget, result);
}

/* One function for each contact rule. */
#define CLOSE_WITH(name, contact)                                                                  \
    TARGET static BSI_NOINLINE bship_status name(                                                  \
        const bsi_workspace *workspace, const int32_t *classes, int32_t ships,                     \
        bsi_work_budget *budget, bsi_kernel_result *result)                                        \
    {                                                                                              \
        return CLOSE(workspace, classes, ships, contact, budget, result);                          \
    }

CLOSE_WITH(NAME(allowed), CONTACT_ALLOWED)
CLOSE_WITH(NAME(no_sides), CONTACT_NO_SIDES)
CLOSE_WITH(NAME(none), CONTACT_NONE)

static bship_status NAME(kernel)(const bsi_workspace *workspace, const int32_t *classes,
                                 int32_t ships, bsi_work_budget *budget, bsi_kernel_result *result)
{
    switch (contact_of(workspace->evidence->rules)) {
    case CONTACT_ALLOWED:
        return NAME(allowed)(workspace, classes, ships, budget, result);
    case CONTACT_NO_SIDES:
        return NAME(no_sides)(workspace, classes, ships, budget, result);
    default:
        return NAME(none)(workspace, classes, ships, budget, result);
    }
}

#undef ADD
#undef ADD_STRIP
#undef ADD_TO_SUMS
#undef ADD_UP
#undef ADD_UP_BROAD
#undef AND
#undef APART
#undef BEGIN
#undef BROAD
#undef CLOSE
#undef CLOSE_WITH
#undef COMBINE
#undef COMBINE_ALL
#undef EACH
#undef FINISH
#undef FINISH_ALL
#undef FOR_LENGTH
#undef FREE_AT
#undef FREE_LENGTH
#undef GATHER
#undef GATHERED
#undef GATHER_CELLS
#undef GATHER_CORNERS
#undef IF_BOTH
#undef INLINE
#undef IN_BLOCKS
#undef JOIN
#undef JOINED
#undef LANE
#undef LANES
#undef LANE_BITS
#undef LESS
#undef LESS_ALL
#undef LESS_CORNERS
#undef LOAD
#undef LOOSE
#undef MEET
#undef NAME
#undef NOTHING
#undef PAIRS_AT
#undef PAIRS_OF_QUADRANT
#undef PAIR_UP
#undef PARTY
#undef REST
#undef SCALED
#undef SET_ARRAYS
#undef SET_OUT
#undef SET_UP
#undef SPLIT
#undef SPREAD
#undef SPREAD_AT
#undef SPREAD_CELLS
#undef SPREAD_CORNERS
#undef STORE
#undef STORE_VALUES
#undef STRIP_OF
#undef SUM_BLOCKS
#undef SUM_UP
#undef TIMES
#undef TOTAL
#undef UNWEIGHED
#undef VALUES
#undef VECTOR
#undef WIDE
