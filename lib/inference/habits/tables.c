/* Classes of ships and their placements; see tables.h. */
#include "inference/habits/tables.h"

#include <math.h>
#include <string.h>

#include "base/exponential.h"

enum {
    BASE_ROUNDS = 4 /* of the mean-field iteration */
};

/* The largest mass of conflicts of one ship that counts, so that logarithms stay finite. */
#define CONFLICTS_MAX 0.98

/* ---- placements ---- */

uint64_t bsi_habit_placements(const bship_rules *rules)
{
    uint64_t count = 0;
    for (int32_t i = 0; i < rules->fleet->class_count; i++)
        count += bsi_placement_count(rules, rules->fleet->classes[i].length);
    return count;
}

void bsi_habit_tables_carve(bsi_habit_tables *tables, const bship_rules *rules, bsi_arena *arena)
{
    size_t count = (size_t)bsi_habit_placements(rules);
    size_t corners = ((size_t)rules->width + 1) * ((size_t)rules->height + 1);
    tables->rules = rules;
    tables->class_count = rules->fleet->class_count;
    tables->placement_count = (uint32_t)count;
    tables->classes = bsi_arena_take(arena, (size_t)tables->class_count, sizeof *tables->classes);
    tables->class_weights =
        bsi_arena_take(arena, (size_t)tables->class_count, sizeof *tables->class_weights);
    tables->features = bsi_arena_take(arena, count, sizeof *tables->features);
    tables->uniform_base = bsi_arena_take(arena, count, sizeof *tables->uniform_base);
    tables->law = bsi_arena_take(arena, count, sizeof *tables->law);
    tables->conflicts = bsi_arena_take(arena, count, sizeof *tables->conflicts);
    tables->sums = bsi_arena_take(arena, corners, sizeof *tables->sums);
}

/* Numbers the placements of a class from `first` on; returns the number behind the last. */
static uint32_t number_class(bsi_habit_class *class, const bship_rules *rules, uint32_t first)
{
    uint32_t length = (uint32_t) class->length;
    uint32_t width = (uint32_t)rules->width;
    uint32_t height = (uint32_t)rules->height;
    class->columns[0] = width < length ? 0 : width - length + 1;
    class->rows[0] = height;
    class->columns[1] = length == 1 ? 0 : width;
    class->rows[1] = height < length ? 0 : height - length + 1;
    class->first[0] = first;
    class->first[1] = first + class->columns[0] * class->rows[0];
    class->end = class->first[1] + class->columns[1] * class->rows[1];
    return class->end;
}

/* The mean over uniform layouts of a feature, and of its square less an offset. */
static double mean_square(const bsi_habit_tables *tables, int feature, double offset, int power)
{
    double sum = 0;
    for (int32_t c = 0; c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        double share = (double)class->ships / tables->rules->fleet->count;
        for (uint32_t i = class->first[0]; i < class->end; i++) {
            double value = tables->features[i][feature] - offset;
            sum += share * tables->law[i] * (power == 2 ? value * value : value);
        }
    }
    return sum;
}

/* Gives every feature mean 0 and variance 1; one that is constant becomes 0. */
static void standardize(bsi_habit_tables *tables)
{
    for (int f = 0; f < BSI_FEATURES; f++) {
        double mean = mean_square(tables, f, 0, 1);
        double variance = mean_square(tables, f, mean, 2);
        double scale = variance > 1e-9 ? 1 / sqrt(variance) : 0;
        for (uint32_t i = 0; i < tables->placement_count; i++)
            tables->features[i][f] = (tables->features[i][f] - mean) * scale;
    }
}

static void build_class(bsi_habit_tables *tables, const bsi_habit_class *class)
{
    const bship_rules *rules = tables->rules;
    for (uint32_t i = class->first[0]; i < class->end; i++) {
        bsi_placement placement = bsi_placement_at(rules, class->length, i - class->first[0]);
        uint16_t run = rules->run[placement.orientation][placement.position];
        bsi_features_of(rules, class->length, placement, tables->features[i]);
        tables->uniform_base[i] = run >= class->length ? 0 : (double)-INFINITY;
    }
}

void bsi_habit_tables_build(bsi_habit_tables *tables)
{
    const bship_fleet *fleet = tables->rules->fleet;
    uint32_t placements = 0;
    tables->band_count =
        tables->class_count < BSI_HABIT_BANDS ? tables->class_count : BSI_HABIT_BANDS;
    for (int32_t c = 0; c < tables->class_count; c++) {
        bsi_habit_class *class = &tables->classes[c];
        class->length = fleet->classes[c].length;
        class->ships = fleet->classes[c].ships;
        class->band = c * tables->band_count / tables->class_count;
        placements = number_class(class, tables->rules, placements);
        build_class(tables, class);
    }
    bsi_habit_tables_base(tables, NULL, tables->uniform_base);
    for (int32_t c = 0; c < tables->class_count; c++)
        tables->classes[c].uniform_sum = tables->class_weights[c];
    standardize(tables);
}

/* ---- the base measure ---- */

/* Replaces logarithms of weights of a class by probabilities; returns the logarithm of their sum.
 */
static double normalize(double *logarithms, uint32_t count)
{
    double most = (double)-INFINITY;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, logarithms[i]);
    if (isinf(most))
        return most;
    for (uint32_t i = 0; i < count; i++) {
        logarithms[i] = bsi_exp(logarithms[i] - most);
        sum += logarithms[i];
    }
    for (uint32_t i = 0; i < count; i++)
        logarithms[i] /= sum;
    return most + bsi_log(sum);
}

/* The law of every class, from base measure and weights; the logarithms of its sums in
 * class_weights. */
static void update_law(const bsi_habit_tables *tables, const double *weights, const double *base)
{
    for (uint32_t i = 0; i < tables->placement_count; i++)
        tables->law[i] = base[i] + (weights ? weights[i] : 0);
    for (int32_t c = 0; c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        tables->class_weights[c] =
            normalize(tables->law + class->first[0], class->end - class->first[0]);
    }
}

/* Sums the law of a class and orientation over all rectangles of first cells at the upper left. */
static void sum_areas(const bsi_habit_tables *tables, const bsi_habit_class *class, int orientation)
{
    const double *law = tables->law + class->first[orientation];
    size_t columns = class->columns[orientation];
    size_t stride = columns + 1;
    memset(tables->sums, 0, stride * sizeof *tables->sums);
    for (size_t y = 0; y < class->rows[orientation]; y++) {
        double *above = tables->sums + y * stride;
        double *row = above + stride;
        double sum = 0;
        row[0] = 0;
        for (size_t x = 0; x < columns; x++) {
            sum += law[y * columns + x];
            row[x + 1] = above[x + 1] + sum;
        }
    }
}

/* A rectangle of cells, ends included; it may exceed the board. */
typedef struct area {
    int32_t left, top, right, bottom;
} area;

static size_t clamp(int32_t value, uint32_t most)
{
    return value < 0 ? 0 : value > (int32_t)most ? most : (size_t)value;
}

/* The probability that a ship of the class and orientation last summed meets a rectangle. */
static double meet(const bsi_habit_tables *tables, const bsi_habit_class *class, int orientation,
                   area zone)
{
    int32_t reach = class->length - 1;
    uint32_t columns = class->columns[orientation];
    uint32_t rows = class->rows[orientation];
    size_t stride = (size_t)columns + 1;
    size_t left = clamp(zone.left - (orientation ? 0 : reach), columns);
    size_t right = clamp(zone.right + 1, columns);
    size_t top = clamp(zone.top - (orientation ? reach : 0), rows);
    size_t bottom = clamp(zone.bottom + 1, rows);
    const double *sums = tables->sums;
    return sums[bottom * stride + right] - sums[top * stride + right] -
           sums[bottom * stride + left] + sums[top * stride + left];
}

/*
 * The same for the cells that a ship keeps others out of. Where only sides count as contact, that
 * is a cross: a straight ship that meets both of its bars meets the ship itself.
 */
static double meet_zone(const bsi_habit_tables *tables, const bsi_habit_class *class,
                        int orientation, area ship)
{
    uint32_t contact = tables->rules->contact_count;
    if (contact == 0)
        return meet(tables, class, orientation, ship);
    area wide = { ship.left - 1, ship.top, ship.right + 1, ship.bottom };
    area high = { ship.left, ship.top - 1, ship.right, ship.bottom + 1 };
    if (contact == 4)
        return meet(tables, class, orientation, wide) + meet(tables, class, orientation, high) -
               meet(tables, class, orientation, ship);
    return meet(tables, class, orientation, (area){ wide.left, high.top, wide.right, high.bottom });
}

/* Adds to `conflicts`, for the placements of a class, the mass of what was summed last. */
static void add_conflicts(const bsi_habit_tables *tables, const bsi_habit_class *class,
                          const bsi_habit_class *other, int orientation)
{
    for (int o = 0; o < 2; o++)
        for (uint32_t i = 0; i < class->columns[o] * class->rows[o]; i++) {
            int32_t x = (int32_t)(i % class->columns[o]);
            int32_t y = (int32_t)(i / class->columns[o]);
            area ship = { x, y, x + (o ? 0 : class->length - 1), y + (o ? class->length - 1 : 0) };
            tables->conflicts[class->first[o] + i] += meet_zone(tables, other, orientation, ship);
        }
}

/* Multiplies the base measure by the probability that no ship of one class is in the way. */
static void add_class(const bsi_habit_tables *tables, const bsi_habit_class *other, double *base)
{
    memset(tables->conflicts, 0, tables->placement_count * sizeof *tables->conflicts);
    for (int orientation = 0; orientation < 2; orientation++) {
        sum_areas(tables, other, orientation);
        for (int32_t c = 0; c < tables->class_count; c++)
            add_conflicts(tables, &tables->classes[c], other, orientation);
    }
    for (int32_t c = 0; c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        int32_t ships = other->ships - (class == other);
        for (uint32_t i = class->first[0]; i < class->end; i++)
            base[i] += ships * bsi_log1p(-fmin(tables->conflicts[i], CONFLICTS_MAX));
    }
}

void bsi_habit_tables_base(const bsi_habit_tables *tables, const double *weights, double *base)
{
    for (int round = 0; round < BASE_ROUNDS; round++) {
        update_law(tables, weights, base);
        for (uint32_t i = 0; i < tables->placement_count; i++)
            base[i] = isinf(base[i]) ? base[i] : 0;
        for (int32_t c = 0; c < tables->class_count; c++)
            add_class(tables, &tables->classes[c], base);
    }
    update_law(tables, weights, base);
}
