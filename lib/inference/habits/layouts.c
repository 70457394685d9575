/* Adding, aging and merging rows; see layouts.h. */
#include "inference/habits/layouts.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <battleship/experimental/habits.h>

#include "base/exponential.h"

void bsi_habits_layouts_carve(bsi_habits_layouts *layouts, const bship_rules *rules,
                              bsi_arena *arena)
{
    const size_t most = BSHIP_HABITS_OBSERVATIONS_MAX;
    size_t ships = (size_t)rules->fleet->count;
    *layouts = (bsi_habits_layouts){ .rules = rules, .ships = ships };
    layouts->stamps = bsi_arena_take(arena, most, sizeof *layouts->stamps);
    layouts->observations = bsi_arena_take(arena, most, sizeof *layouts->observations);
    layouts->placements = bsi_arena_take(arena, most * ships, sizeof *layouts->placements);
    layouts->added = bsi_arena_take(arena, ships, sizeof *layouts->added);
}

/* ---- rows ---- */

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* The order of rows: the oldest first. */
static int compare(const bsi_habits_stamp *a, const int64_t *a_row, const bsi_habits_stamp *b,
                   const int64_t *b_row)
{
    int order = compare_numbers(b->age, a->age);
    if (order == 0)
        order = compare_numbers(a->ships, b->ships);
    for (int32_t i = 0; order == 0 && i < a->ships; i++)
        order = compare_numbers(a_row[i], b_row[i]);
    return order != 0 ? order : compare_numbers(a->weight, b->weight);
}

/* Sorts the placements of interchangeable ships, those that were not found last. */
static void normalise(const bship_rules *rules, int64_t *by_ship)
{
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        for (int32_t j = i + 1; j < rules->fleet->count; j++) {
            if (by_ship[j] < 0 || !bsi_are_interchangeable(rules, i, j))
                continue;
            int64_t first = by_ship[i], second = by_ship[j];
            if (first < 0 || second < first) {
                by_ship[i] = second;
                by_ship[j] = first;
            }
        }
    }
}

/* Gathers the placements of the ships that were found; returns their number. */
static int32_t gather(const bship_rules *rules, const int64_t *by_ship, int64_t *row)
{
    int32_t count = 0;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        if (by_ship[i] >= 0)
            row[count++] = rules->index_base[i] + by_ship[i];
    }
    return count;
}

/* Moves `count` rows within the list. */
static void move_rows(bsi_habits_layouts *layouts, size_t to, size_t from, size_t count)
{
    memmove(layouts->stamps + to, layouts->stamps + from, count * sizeof *layouts->stamps);
    memmove(bsi_habits_row(layouts, to), bsi_habits_row(layouts, from),
            count * layouts->ships * sizeof *layouts->placements);
}

static void set_row(bsi_habits_layouts *layouts, size_t at, bsi_habits_stamp stamp,
                    const int64_t *row)
{
    layouts->stamps[at] = stamp;
    memcpy(bsi_habits_row(layouts, at), row, (size_t)stamp.ships * sizeof *row);
}

/* ---- the list ---- */

/* Inserts a row; if the list is full, the oldest one is dropped. */
static void insert(bsi_habits_layouts *layouts, bsi_habits_stamp stamp, const int64_t *row)
{
    size_t at = layouts->count;
    while (at > 0 &&
           compare(&layouts->stamps[at - 1], bsi_habits_row(layouts, at - 1), &stamp, row) > 0)
        at--;
    if (layouts->count < BSHIP_HABITS_OBSERVATIONS_MAX) {
        move_rows(layouts, at + 1, at, layouts->count - at);
        layouts->count++;
        set_row(layouts, at, stamp, row);
    } else if (at > 0) {
        move_rows(layouts, 0, 1, at - 1);
        set_row(layouts, at - 1, stamp, row);
    }
}

void bsi_habits_layouts_add(bsi_habits_layouts *layouts, int64_t weight, int32_t age,
                            int64_t *by_ship)
{
    normalise(layouts->rules, by_ship);
    int32_t ships = gather(layouts->rules, by_ship, layouts->added);
    insert(layouts, (bsi_habits_stamp){ weight, age, ships }, layouts->added);
}

void bsi_habits_layouts_age(bsi_habits_layouts *layouts)
{
    for (size_t i = 0; i < layouts->count; i++)
        layouts->stamps[i].age += layouts->stamps[i].age < BSI_AGE_MAX;
}

void bsi_habits_layouts_merge(bsi_habits_layouts *layouts, const bsi_habits_layouts *other)
{
    for (size_t i = 0; i < other->count; i++)
        insert(layouts, other->stamps[i], bsi_habits_row(other, i));
}

bsi_habits_data bsi_habits_layouts_data(bsi_habits_layouts *layouts, int64_t half_life)
{
    double rate = half_life == INT64_MAX ? 0 : (double)BSI_MILLIONTHS / (double)half_life;
    for (size_t i = 0; i < layouts->count; i++) {
        const bsi_habits_stamp *stamp = &layouts->stamps[i];
        /* Below the least normal number weights would not be above 0. */
        double faded = bsi_exp2(-rate * stamp->age) * (double)stamp->weight / BSI_MILLIONTHS;
        layouts->observations[i] =
            (bsi_observation){ fmax(faded, 0x1p-1000), i * layouts->ships, (size_t)stamp->ships };
    }
    return (bsi_habits_data){ layouts->observations, layouts->count, layouts->placements };
}
