
#include <stdbool.h>
/*
 * The kernel of enumeration/kernel.h for one kind of lane and of instructions. Included once for
 * each, with these defined:
 *
 *     LANE_BITS  of a whole lane; 0: a lane is a double. Undefined here again
 *     CPU        part of all names
 *     BYTES      of a vector; 0: no vectors
 *     TARGET     what every function is declared with
 */

#if LANE_BITS == 0
#define LANE double
#define WIDE double
#define TOTAL real
#define SCALED(value) ((value)*workspace->scale)
#else
#define TOTAL whole
#define SCALED(value) (value)
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

/* Vectors: `loose` ones may lie anywhere, `broad` ones are as long, in lanes of a sum. */
#define vector NAME(vector)
#define loose NAME(loose)
#define broad NAME(broad)
#if BYTES
typedef LANE vector __attribute__((vector_size(BYTES)));
typedef LANE loose __attribute__((vector_size(BYTES), aligned(sizeof(LANE)), may_alias));
typedef WIDE broad __attribute__((vector_size(BYTES), may_alias));
#else
typedef LANE vector;
typedef LANE loose;
typedef WIDE broad;
#endif

#define load NAME(load)
INLINE vector load(const LANE *from)
{
    return *(const loose *)from;
}

#define store NAME(store)
INLINE void store(LANE *to, vector value)
{
    *(loose *)to = value;
}

/* The sum of the lanes, which wraps as they do. */
#define add_up NAME(add_up)
INLINE LANE add_up(vector value)
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
#define add_up_broad NAME(add_up_broad)
INLINE WIDE add_up_broad(broad value)
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
#define add_to_sums NAME(add_to_sums)
INLINE void add_to_sums(WIDE *sums, vector value, broad *total)
{
    broad *to = (broad *)(void *)sums;
#if SPLIT
    broad even = ((broad)value << LANE_BITS) >> LANE_BITS;
    broad odd = (broad)value >> LANE_BITS;
    to[0] += even;
    to[1] += odd;
    *total += even + odd;
#else
    to[0] += (broad)value;
    *total += (broad)value;
#endif
}

/* The sum of `count` vectors, `step` lanes apart. */
#define window NAME(window)
INLINE vector window(const LANE *from, ptrdiff_t step, int32_t count)
{
    vector sum = load(from);
    for (int32_t i = 1; i < count; i++)
        sum += load(from + i * step);
    return sum;
}

/* What a field holds at the points of a vector. */
#define values NAME(values)
typedef struct values {
    vector of[FIELD_ARRAYS];
} values;

/* The field of placements of a length with weights `right` and `down`, at one vector of points. */
#define spread_at NAME(spread_at)
INLINE values spread_at(const LANE *right, const LANE *down, int32_t length, ptrdiff_t row,
                        enum contact contact)
{
    values field;
    vector first_right = load(right), first_down = load(down);
    if (contact == CONTACT_ALLOWED) {
        vector rightward = window(right, -1, length), downward = window(down, -row, length);
        field.of[ALL] = rightward + downward;
        field.of[LEFT] = first_right + downward;
        field.of[TOP] = rightward + first_down;
        return field;
    }
    /* A ship of so many cells is a box of one more corner, and two across. */
    vector rightward = window(right, -1, length + 1), downward = window(down, -row, length + 1);
    field.of[ALL] = rightward + window(right - row, -1, length + 1) + downward +
                    window(down - 1, -row, length + 1);
    field.of[LEFT] = first_right + load(right - row) + downward;
    field.of[TOP] = rightward + first_down + load(down - 1);
    field.of[CORNER] = first_right + first_down;
    if (contact == CONTACT_NO_SIDES) {
        field.of[RIGHT_DOWN] = field.of[CORNER];
        field.of[LEFT_DOWN] = load(right - length) + load(down - 1);
        field.of[RIGHT_UP] = load(right - row) + load(down - length * row);
        field.of[LEFT_UP] = load(right - row - length) + load(down - 1 - length * row);
    }
    return field;
}

/*
 * The field of the pairs of placements from two fields, at one vector of points: what
 * covers a point, or it and the one to the left, above, or both, being multiplied.
 */
#define product_at NAME(product_at)
INLINE values product_at(const LANE *b, const LANE *c, size_t pitch, enum contact contact)
{
    values field;
    vector b_all = load(b), b_left = load(b + LEFT * pitch), b_top = load(b + TOP * pitch);
    vector c_all = load(c), c_left = load(c + LEFT * pitch), c_top = load(c + TOP * pitch);
    vector all = b_all * c_all;
    vector across = (b_all - b_left) * (c_all - c_left);
    vector along = (b_all - b_top) * (c_all - c_top);
    field.of[ALL] = all;
    field.of[LEFT] = all - across;
    field.of[TOP] = all - along;
    if (contact == CONTACT_ALLOWED)
        return field;
    vector b_corner = load(b + CORNER * pitch), c_corner = load(c + CORNER * pitch);
    field.of[CORNER] = all - across - along +
                       (b_all - b_left - b_top + b_corner) * (c_all - c_left - c_top + c_corner);
    if (contact == CONTACT_NONE)
        return field;
    /* Of pairs that meet in one corner of both, that corner is no contact. */
    vector apart = all - all;
    for (int q = RIGHT_DOWN; q <= LEFT_UP; q++)
        apart += load(b + (size_t)q * pitch) * load(c + (size_t)OPPOSITE(q) * pitch);
    for (int i = ALL; i <= CORNER; i++)
        field.of[i] -= apart;
    /* Nor is it for what meets the box in its own extreme corner, and lies opposite. */
    for (int q = RIGHT_DOWN; q <= LEFT_UP; q++) {
        vector b_here = load(b + (size_t)q * pitch), c_here = load(c + (size_t)q * pitch);
        vector b_opposite = load(b + (size_t)OPPOSITE(q) * pitch);
        vector c_opposite = load(c + (size_t)OPPOSITE(q) * pitch);
        field.of[q] =
            all - (b_all - b_here) * (c_all - c_here) - b_opposite * c_here - b_here * c_opposite;
    }
    return field;
}

/* The sum of a field over the points of the placements that begin at one vector of points. */
#define gather_at NAME(gather_at)
INLINE vector gather_at(const LANE *field, size_t pitch, int32_t length, int32_t orientation,
                        ptrdiff_t row, enum contact contact)
{
    ptrdiff_t along = orientation == BSHIP_ORIENTATION_HORIZONTAL ? 1 : row;
    ptrdiff_t across = orientation == BSHIP_ORIENTATION_HORIZONTAL ? row : 1;
    const LANE *first = field + (orientation == BSHIP_ORIENTATION_HORIZONTAL ? LEFT : TOP) * pitch;
    const LANE *second = field + (orientation == BSHIP_ORIENTATION_HORIZONTAL ? TOP : LEFT) * pitch;
    vector sum = load(field);
    if (contact == CONTACT_ALLOWED) {
        for (int32_t i = 1; i < length; i++)
            sum += load(first + i * along);
        return sum;
    }
    const LANE *corner = field + CORNER * pitch + across;
    sum += load(second + across);
    for (int32_t i = 1; i <= length; i++)
        sum += load(first + i * along) + load(corner + i * along);
    if (contact == CONTACT_NO_SIDES) {
        ptrdiff_t right = orientation == BSHIP_ORIENTATION_HORIZONTAL ? length : 1;
        ptrdiff_t down = orientation == BSHIP_ORIENTATION_HORIZONTAL ? row : length * row;
        sum -= load(field + LEFT_UP * pitch) + load(field + RIGHT_UP * pitch + right) +
               load(field + LEFT_DOWN * pitch + down) +
               load(field + RIGHT_DOWN * pitch + down + right);
    }
    return sum;
}

/* One of the different kinds that are closed, with its arrays. */
#define ship_fields NAME(ship_fields)
typedef struct ship_fields {
    int32_t class;
    int32_t length;
    int32_t ships;
    LANE *starts;                    /* to the right, then down: the weights of the placements */
    LANE *field;                     /* that they make */
    LANE *meets[BSI_LAST_SHIPS_MAX]; /* by party, to the right, then down: the weight
                                               that meets a placement; then, by both, that
                                               times the placement's own */
    LANE met[BSI_LAST_SHIPS_MAX];    /* by party: the weight of pairs that meet */
    LANE total;                      /* the weight of all placements */
} ship_fields;

#define next_array NAME(next_array)
INLINE LANE *next_array(LANE **arrays, size_t pitch, size_t count)
{
    LANE *array = *arrays;
    *arrays += count * pitch;
    return array;
}

/*
 * The passes over the board, for both orientations at once. Each is compiled for the lengths that
 * most ships have, and for any: with loops of known length they take half the time.
 */
#define FOR_CONTACT(contact, pass)                                                                 \
    switch (contact) {                                                                             \
    case CONTACT_ALLOWED:                                                                          \
        pass(CONTACT_ALLOWED) break;                                                               \
    case CONTACT_NO_SIDES:                                                                         \
        pass(CONTACT_NO_SIDES) break;                                                              \
    default:                                                                                       \
        pass(CONTACT_NONE)                                                                         \
    }

#define FOR_LENGTH(length, pass)                                                                   \
    switch (length) {                                                                              \
    case 2:                                                                                        \
        pass(2);                                                                                   \
        break;                                                                                     \
    case 3:                                                                                        \
        pass(3);                                                                                   \
        break;                                                                                     \
    case 4:                                                                                        \
        pass(4);                                                                                   \
        break;                                                                                     \
    default:                                                                                       \
        pass(length);                                                                              \
    }

/* Finds the placements whose cells are all free; returns their weight. */
#define begin_length NAME(begin_length)
INLINE vector begin_length(const bsi_workspace *workspace, LANE *starts, const LANE *weights,
                           int32_t length, size_t from, size_t to)
{
    const LANE *free = workspace->free;
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    vector total = load(free) - load(free);
    for (size_t q = from; q < to; q += LANES) {
        vector right = load(free + q), down = right;
        for (int32_t i = 1; i < length; i++) {
            right *= load(free + q + i);
            down *= load(free + (ptrdiff_t)q + i * row);
        }
        /* One cell is the same to the right and down. */
        if (length == 1)
            down -= down;
        if (weights) {
            right *= load(weights + q);
            down *= load(weights + pitch + q);
        }
        store(starts + q, right);
        store(starts + pitch + q, down);
        total += right + down;
    }
    return total;
}

#define begin NAME(begin)
TARGET static BSI_NOINLINE LANE begin(const bsi_workspace *workspace, const ship_fields *a,
                                      size_t from, size_t to)
{
    const LANE *weights = workspace->weights;
    vector total;
    if (weights)
        weights += (size_t)a->class * 2 * workspace->pitch;
#define PASS(length) total = begin_length(workspace, a->starts, weights, length, from, to)
    FOR_LENGTH(a->length, PASS)
#undef PASS
    return add_up(total);
}

/* The field of placements, by which the field of what is already there may be multiplied. */
#define spread_length NAME(spread_length)
INLINE void spread_length(const bsi_workspace *workspace, LANE *field, const LANE *starts,
                          int32_t length, enum mode mode, const LANE *b, const LANE *c,
                          enum contact contact, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    for (size_t q = from; q < to; q += LANES) {
        values own = spread_at(starts + q, starts + pitch + q, length, row, contact);
        values both = mode >= LESS_PAIRS ? product_at(b + q, c + q, pitch, contact) : own;
        for (size_t i = 0; i < field_arrays(contact); i++) {
            LANE *target = field + i * pitch + q;
            vector value = own.of[i];
            if (mode == ADD)
                value += load(target);
            if (mode >= LESS_PAIRS)
                value -= both.of[i];
            if (mode == TWICE_LESS_PAIRS)
                value += own.of[i];
            store(target, value);
        }
    }
}

/*
 * Sets a field to what placements make, or adds that to it; or sets it to that, or twice
 * that, less the pairs of `b` and `c`.
 */
#define spread_in NAME(spread_in)
INLINE void spread_in(const bsi_workspace *workspace, LANE *field, const LANE *starts,
                      int32_t length, enum mode mode, const LANE *b, const LANE *c,
                      enum contact contact, size_t from, size_t to){
#define PASS(length) spread_length(workspace, field, starts, length, mode, b, c, contact, from, to)
    FOR_LENGTH(length, PASS)
#undef PASS
}

#define spread NAME(spread)
TARGET static BSI_NOINLINE
    void spread(const bsi_workspace *workspace, LANE *field, const LANE *starts, int32_t length,
                enum mode mode, const LANE *b, const LANE *c, enum contact contact, size_t from,
                size_t to)
{
#define WITH(contact)                                                                              \
    switch (mode) {                                                                                \
    case SET:                                                                                      \
        spread_in(workspace, field, starts, length, SET, b, c, contact, from, to);                 \
        break;                                                                                     \
    case ADD:                                                                                      \
        spread_in(workspace, field, starts, length, ADD, b, c, contact, from, to);                 \
        break;                                                                                     \
    case LESS_PAIRS:                                                                               \
        spread_in(workspace, field, starts, length, LESS_PAIRS, b, c, contact, from, to);          \
        break;                                                                                     \
    default:                                                                                       \
        spread_in(workspace, field, starts, length, TWICE_LESS_PAIRS, b, c, contact, from, to);    \
    }
    FOR_CONTACT(contact, WITH)
#undef WITH
}

/* For every placement the weight of what is in a field and meets it; and that times its own. */
#define meet_length NAME(meet_length)
INLINE vector meet_length(const bsi_workspace *workspace, const LANE *starts, const LANE *field,
                          LANE *meets, int32_t length, enum contact contact, size_t from, size_t to)
{
    const size_t pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    LANE *weighed = meets + 2 * pitch;
    vector met = load(field) - load(field);
    for (size_t q = from; q < to; q += LANES) {
        vector right =
            gather_at(field + q, pitch, length, BSHIP_ORIENTATION_HORIZONTAL, row, contact);
        vector down = gather_at(field + q, pitch, length, BSHIP_ORIENTATION_VERTICAL, row, contact);
        store(meets + q, right);
        store(meets + pitch + q, down);
        right *= load(starts + q);
        down *= load(starts + pitch + q);
        store(weighed + q, right);
        store(weighed + pitch + q, down);
        met += right + down;
    }
    return met;
}

#define meet_in NAME(meet_in)
INLINE LANE meet_in(const bsi_workspace *workspace, const ship_fields *a, const ship_fields *other,
                    int number, enum contact contact, size_t from, size_t to)
{
    vector met;
#define PASS(length)                                                                               \
    met = meet_length(workspace, a->starts, other->field, a->meets[number], length, contact, from, \
                      to)
    FOR_LENGTH(a->length, PASS)
#undef PASS
    return add_up(met);
}

/* For every placement the weight of what is of another party and meets it; returns that of all. */
#define meet NAME(meet)
TARGET static BSI_NOINLINE LANE meet(const bsi_workspace *workspace, const ship_fields *a,
                                     const ship_fields *other, int number, enum contact contact,
                                     size_t from, size_t to)
{
    LANE met;
#define WITH(contact) met = meet_in(workspace, a, other, number, contact, from, to);
    FOR_CONTACT(contact, WITH)
#undef WITH
    return met;
}

/*
 * Adds what a party's placements have to the sums: `b` and `c` are the other two, which
 * may be NULL if fewer are closed, and `field` is theirs. Returns what it adds.
 */
#define finish_length NAME(finish_length)
INLINE broad finish_length(const bsi_workspace *workspace, const ship_fields *a,
                           const ship_fields *b, const ship_fields *c, const int *numbers,
                           const LANE *field, int32_t length, enum contact contact, size_t from,
                           size_t to)
{
    const size_t count = workspace->count, pitch = workspace->pitch;
    const ptrdiff_t row = workspace->stride;
    const LANE *starts = a->starts;
    const LANE *of_b = b ? a->meets[numbers[0]] : NULL, *of_c = c ? a->meets[numbers[1]] : NULL;
    const LANE all_b = b ? b->total : 0, all_c = c ? c->total : 0;
    const LANE met = c ? b->met[numbers[1]] : 0;
    WIDE *sums = (WIDE *)workspace->sums + (size_t)a->class * 2 * count;
    broad total = (broad)(load(field) - load(field));
    for (size_t q = from; q < to; q += LANES) {
        vector right = load(starts + q), down = load(starts + pitch + q);
        if (b && !c) {
            right *= all_b - load(of_b + q);
            down *= all_b - load(of_b + pitch + q);
        }
        if (b && c) {
            right *=
                (all_b - load(of_b + q)) * (all_c - load(of_c + q)) - met +
                gather_at(field + q, pitch, length, BSHIP_ORIENTATION_HORIZONTAL, row, contact);
            down *= (all_b - load(of_b + pitch + q)) * (all_c - load(of_c + pitch + q)) - met +
                    gather_at(field + q, pitch, length, BSHIP_ORIENTATION_VERTICAL, row, contact);
        }
        add_to_sums(sums + q, SCALED(right), &total);
        add_to_sums(sums + count + q, SCALED(down), &total);
    }
    return total;
}

#define finish_in NAME(finish_in)
INLINE WIDE finish_in(const bsi_workspace *workspace, const ship_fields *a, const ship_fields *b,
                      const ship_fields *c, const int *numbers, const LANE *field,
                      enum contact contact, size_t from, size_t to)
{
    broad total;
#define PASS(length)                                                                               \
    total = finish_length(workspace, a, b, c, numbers, field, length, contact, from, to)
    FOR_LENGTH(a->length, PASS)
#undef PASS
    return add_up_broad(total);
}

#define finish NAME(finish)
TARGET static BSI_NOINLINE WIDE finish(const bsi_workspace *workspace, const ship_fields *a,
                                       const ship_fields *b, const ship_fields *c,
                                       const int *numbers, const LANE *field, enum contact contact,
                                       size_t from, size_t to)
{
    WIDE total;
#define WITH(contact) total = finish_in(workspace, a, b, c, numbers, field, contact, from, to);
    FOR_CONTACT(contact, WITH)
#undef WITH
    return total;
}

/* Sets out the different kinds of the ships; `slots` tells which is each ship's. */
#define set_out NAME(set_out)
INLINE int set_out(const bsi_workspace *workspace, ship_fields *parties, const int32_t *classes,
                   int32_t ships, int *slots, LANE **arrays, enum contact contact)
{
    int count = 0;
    for (int32_t i = 0; i < ships; i++) {
        if (i == 0 || classes[i] != classes[i - 1]) {
            ship_fields *a = &parties[count++];
            a->class = classes[i];
            a->ships = 0;
            a->length = workspace->evidence->classes[classes[i]].length;
            a->starts = next_array(arrays, workspace->pitch, 2);
            a->field = next_array(arrays, workspace->pitch, field_arrays(contact));
            for (int j = 0; j < BSI_LAST_SHIPS_MAX; j++)
                a->meets[j] = next_array(arrays, workspace->pitch, 4);
        }
        parties[count - 1].ships++;
        slots[i] = count - 1;
    }
    return count;
}

/*
 * Does a pass over the board: all at once or, on a large board, in blocks from lane `from` up to
 * lane `to`. Between these the work may be cancelled.
 */
#define IN_BLOCKS(pass)                                                                            \
    do {                                                                                           \
        if (!is_large) {                                                                           \
            const size_t from = 0, to = workspace->count;                                          \
            pass;                                                                                  \
            break;                                                                                 \
        }                                                                                          \
        for (size_t from = 0, to; from < workspace->count; from = to) {                            \
            to = workspace->count - from > BLOCK ? from + BLOCK : workspace->count;                \
            pass;                                                                                  \
            if (bsi_work_report(budget, block_cost(workspace)))                                    \
                return BSHIP_ERROR_CANCELLED;                                                      \
        }                                                                                          \
    } while (0)

/* The same, and sums up what the pass returns. */
#define SUM_BLOCKS(sum, type, pass) IN_BLOCKS(sum = (type)((from > 0 ? sum : 0) + pass))

/* The field whose sum over a placement of a third party is P + Q - R for two parties. */
#define combine NAME(combine)
INLINE bship_status combine(const bsi_workspace *workspace, const ship_fields *b,
                            const ship_fields *c, const int *numbers, LANE *field,
                            enum contact contact, bool is_large, bsi_work_budget *budget)
{
    const LANE *of_b = b->meets[numbers[1]] + 2 * workspace->pitch;
    const LANE *of_c = c->meets[numbers[0]] + 2 * workspace->pitch;
    enum mode mode = b == c ? TWICE_LESS_PAIRS : LESS_PAIRS;
    IN_BLOCKS(
        spread(workspace, field, of_b, b->length, mode, b->field, c->field, contact, from, to));
    if (b != c)
        IN_BLOCKS(spread(workspace, field, of_c, c->length, ADD, NULL, NULL, contact, from, to));
    return BSHIP_OK;
}

/* Finds what the parties are, each by itself and with each other. */
#define set_up NAME(set_up)
INLINE bship_status set_up(const bsi_workspace *workspace, ship_fields *parties, int count,
                           int32_t ships, enum contact contact, bool is_large,
                           bsi_work_budget *budget)
{
    for (int i = 0; i < count; i++) {
        ship_fields *a = &parties[i];
        SUM_BLOCKS(a->total, LANE, begin(workspace, a, from, to));
        if (ships > 1)
            IN_BLOCKS(spread(workspace, a->field, a->starts, a->length, SET, NULL, NULL, contact,
                             from, to));
    }
    for (int i = 0; ships > 1 && i < count * count; i++) {
        int a = i / count, b = i % count;
        if (a != b || parties[a].ships > 1)
            SUM_BLOCKS(parties[a].met[b], LANE,
                       meet(workspace, &parties[a], &parties[b], b, contact, from, to));
    }
    return BSHIP_OK;
}

#define close NAME(close)
INLINE bship_status close(const bsi_workspace *workspace, const int32_t *classes, int32_t ships,
                          enum contact contact, bool is_large, bsi_work_budget *budget,
                          bsi_kernel_result *result)
{
    WIDE total = 0;
    ship_fields parties[BSI_LAST_SHIPS_MAX];
    int slots[BSI_LAST_SHIPS_MAX] = { 0 };
    LANE *arrays = workspace->scratch;
    LANE *field = next_array(&arrays, workspace->pitch, field_arrays(contact));
    int count = set_out(workspace, parties, classes, ships, slots, &arrays, contact);
    bship_status status = set_up(workspace, parties, count, ships, contact, is_large, budget);
    result->most = workspace->scale;
    for (int32_t i = 0; !status && i < ships; i++) {
        result->most *= (double)parties[slots[i]].total;
        if (i > 0 && slots[i] == slots[i - 1])
            continue;
        /* The other two: those of the ships that are not ship i. */
        int numbers[2] = { slots[(i + 1) % ships], slots[(i + 2) % ships] };
        const ship_fields *a = &parties[slots[i]];
        const ship_fields *b = ships > 1 ? &parties[numbers[0]] : NULL;
        const ship_fields *c = ships > 2 ? &parties[numbers[1]] : NULL;
        if (c)
            status = combine(workspace, b, c, numbers, field, contact, is_large, budget);
        if (status)
            break;
        SUM_BLOCKS(total, WIDE, finish(workspace, a, b, c, numbers, field, contact, from, to));
    }
    result->TOTAL = total;
    return status;
}

TARGET static bship_status NAME(kernel)(const bsi_workspace *workspace, const int32_t *classes,
                                        int32_t ships, bsi_work_budget *budget,
                                        bsi_kernel_result *result)
{
    enum contact contact = contact_of(workspace->evidence->rules);
    return workspace->count > BLOCK ? close(workspace, classes, ships, contact, 1, budget, result)
                                    : close(workspace, classes, ships, contact, 0, budget, result);
}

#undef FOR_CONTACT
#undef FOR_LENGTH
#undef IN_BLOCKS
#undef INLINE
#undef JOIN
#undef JOINED
#undef LANE
#undef LANES
#undef LANE_BITS
#undef NAME
#undef SCALED
#undef SPLIT
#undef SUM_BLOCKS
#undef TOTAL
#undef WIDE
#undef add_to_sums
#undef add_up
#undef add_up_broad
#undef begin
#undef begin_length
#undef broad
#undef close
#undef combine
#undef finish
#undef finish_in
#undef finish_length
#undef gather_at
#undef load
#undef loose
#undef meet
#undef meet_in
#undef meet_length
#undef next_array
#undef ship_fields
#undef product_at
#undef set_out
#undef set_up
#undef spread
#undef spread_at
#undef spread_in
#undef spread_length
#undef store
#undef values
#undef vector
#undef window
