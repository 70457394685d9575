/* Traits: properties of placements that can be told in plain figures. */
#include <math.h>

#include "base/names.h"
#include "base/versioned.h"
#include "inference/habits/habits.h"

/* ---- properties ---- */

/* A number for a cell, 0..1. */
typedef double cell_property(const bship_rules *rules, bship_cell cell);

/* The mean of a property of cells over those of a placement. */
static double mean_of_cells(const bship_rules *rules, int32_t length, bsi_placement placement,
                            cell_property *property)
{
    double sum = 0;
    uint32_t step = bsi_step(rules, placement.orientation);
    for (int32_t i = 0; i < length; i++)
        sum += property(rules, bsi_cell(rules, placement.position + (uint32_t)i * step));
    return sum / length;
}

static double is_on_edge(const bship_rules *rules, bship_cell cell)
{
    return cell.x == 0 || cell.y == 0 || cell.x == rules->width - 1 || cell.y == rules->height - 1;
}

/* Whether a coordinate is not in the first or last quarter of a side. */
static bool is_central(int32_t at, int32_t side)
{
    return at >= side / 4 && at < side - side / 4;
}

static double is_in_centre(const bship_rules *rules, bship_cell cell)
{
    return is_central(cell.x, rules->width) && is_central(cell.y, rules->height);
}

/* The share of a coordinate in the first half of a side: the one in the middle is in both. */
static double share_in_first_half(int32_t at, int32_t side)
{
    return 2 * at + 1 < side ? 1 : 2 * at + 1 == side ? 0.5 : 0;
}

static double share_left(const bship_rules *rules, bship_cell cell)
{
    return share_in_first_half(cell.x, rules->width);
}

static double share_at_top(const bship_rules *rules, bship_cell cell)
{
    return share_in_first_half(cell.y, rules->height);
}

static double share_in_top_left(const bship_rules *rules, bship_cell cell)
{
    return share_left(rules, cell) * share_at_top(rules, cell);
}

static double share_in_top_right(const bship_rules *rules, bship_cell cell)
{
    return (1 - share_left(rules, cell)) * share_at_top(rules, cell);
}

static double share_in_bottom_left(const bship_rules *rules, bship_cell cell)
{
    return share_left(rules, cell) * (1 - share_at_top(rules, cell));
}

static double share_in_bottom_right(const bship_rules *rules, bship_cell cell)
{
    return (1 - share_left(rules, cell)) * (1 - share_at_top(rules, cell));
}

#define MEAN_OF_CELLS(name, property)                                                              \
    static double name(const bship_rules *rules, int32_t length, bsi_placement placement)          \
    {                                                                                              \
        return mean_of_cells(rules, length, placement, property);                                  \
    }
MEAN_OF_CELLS(edge, is_on_edge)
MEAN_OF_CELLS(centre, is_in_centre)
MEAN_OF_CELLS(top_left, share_in_top_left)
MEAN_OF_CELLS(top_right, share_in_top_right)
MEAN_OF_CELLS(bottom_left, share_in_bottom_left)
MEAN_OF_CELLS(bottom_right, share_in_bottom_right)

static double corner(const bship_rules *rules, int32_t length, bsi_placement placement)
{
    bship_cell first = bsi_cell(rules, placement.position), last = first;
    if (placement.orientation == BSHIP_ORIENTATION_HORIZONTAL)
        last.x += length - 1;
    else
        last.y += length - 1;
    bool is_beside = (first.x == 0 || last.x == rules->width - 1);
    return is_beside && (first.y == 0 || last.y == rules->height - 1);
}

static double horizontal(const bship_rules *rules, int32_t length, bsi_placement placement)
{
    (void)rules;
    return length == 1 ? 0.5 : placement.orientation == BSHIP_ORIENTATION_HORIZONTAL;
}

/* ---- the list ---- */

static const struct {
    const char *name;
    const char *text;
    bsi_habits_property *property; /* of placements; NULL: of the contact of ships */
} traits[] = {
    { "edge", "share of a ship on the edge of the board", edge },
    { "corner", "share of the ships in a corner of the board", corner },
    { "centre", "share of a ship in the centre, the middle half of columns and rows", centre },
    { "top-left", "share of a ship in the top left quarter", top_left },
    { "top-right", "share of a ship in the top right quarter", top_right },
    { "bottom-left", "share of a ship in the bottom left quarter", bottom_left },
    { "bottom-right", "share of a ship in the bottom right quarter", bottom_right },
    { "horizontal", "share of the ships that lie horizontally; of length 1, half of them",
      horizontal },
    { "touching", "share of the ships that touch another one, at a side or a corner", NULL },
};

const bsi_names bsi_trait_names = BSI_NAMES(traits);

/* ---- observations ---- */

/* The ships of an observation, in the order of the fleet. */
struct row {
    const bship_rules *rules;
    const int64_t *indices;
    size_t count;
    size_t next;
    int32_t ship;
};

/* Reads the next ship; returns whether there is one. */
static bool next_ship(struct row *row, int32_t *length, bsi_placement *placement)
{
    const bship_rules *rules = row->rules;
    if (row->next == row->count)
        return false;
    int64_t index = row->indices[row->next++];
    while (index >= rules->index_base[row->ship + 1])
        row->ship++;
    *length = rules->fleet->ships[row->ship].length;
    *placement = bsi_placement_at(rules, *length, (uint32_t)(index - rules->index_base[row->ship]));
    return true;
}

/* The sum of a property over the ships of an observation. */
static double sum_of(const bsi_habits_layouts *layouts, const bsi_observation *observation,
                     bsi_habits_property *property)
{
    struct row ships = { layouts->rules, layouts->placements + observation->first,
                         observation->count, 0, 0 };
    bsi_placement placement;
    int32_t length;
    double sum = 0;
    while (next_ship(&ships, &length, &placement))
        sum += property(layouts->rules, length, placement);
    return sum;
}

/* The number of ships of a whole layout that touch another one. */
static double count_touching(const bship_habits *habits, const bsi_observation *observation)
{
    const bsi_habits_layouts *layouts = &habits->layouts;
    int32_t touching;
    for (size_t i = 0; i < observation->count; i++)
        (void)bship_rules_placement(layouts->rules, layouts->placements[observation->first + i],
                                    &habits->placements[i]);
    (void)bsi_contact_kept(layouts->rules, habits->placements, (int32_t)observation->count,
                           &touching);
    return touching;
}

/* The number of ships of an observation that have a trait; NaN if its part of a layout does not
 * tell. */
static double count_trait(const bship_habits *habits, const bsi_observation *observation,
                          bsi_habits_property *property)
{
    if (property)
        return sum_of(&habits->layouts, observation, property);
    bool is_whole = observation->count == habits->layouts.ships;
    return is_whole ? count_touching(habits, observation) : (double)NAN;
}

/* The mean of a trait in the observations that tell it, to which the model is fitted; NaN without
 * any. */
static double observed(const bship_habits *habits, bsi_habits_property *property)
{
    const bsi_habits_layouts *layouts = &habits->layouts;
    double sum = 0, weight = 0;
    for (size_t i = 0; i < layouts->count; i++) {
        const bsi_observation *observation = &layouts->observations[i];
        double ships = count_trait(habits, observation, property);
        if (isnan(ships))
            continue;
        sum += observation->weight * ships;
        weight += observation->weight * (double)observation->count;
    }
    return weight > 0 ? sum / weight : (double)NAN;
}

/*
 * Adds the layouts that may be repeated, each with its probability, to a mean of those that are no
 * repeats.
 */
static double mix(const bship_habits *habits, const bsi_habits_belief *belief,
                  bsi_habits_property *property, double mean)
{
    const bsi_habits_layouts *layouts = &habits->layouts;
    double mixed = (1 - belief->repeat) * mean;
    for (size_t i = 0; i < belief->remembered_count; i++) {
        const bsi_remembered *remembered = &belief->remembered[i];
        const bsi_observation *observation = &layouts->observations[remembered->observation];
        double sum = count_trait(habits, observation, property);
        mixed += remembered->probability * sum / (double)observation->count;
    }
    return mixed;
}

/* The mean of a trait in layouts that are no repeats: OK, CANCELLED or MEMORY. */
static bship_status mean_of(bship_habits *habits, bsi_habits_property *property,
                            bsi_habits_mean *out)
{
    bsi_work_budget budget = bsi_work_unlimited(habits->progress, habits->user);
    if (!property)
        return bsi_habits_model_touching(habits->model, out, &budget);
    *out = bsi_habits_model_mean(habits->model, property);
    return BSHIP_OK;
}

/* A share, which rounding may have taken beyond its limits; NaN stays. */
static double share_of(double number)
{
    return isnan(number) ? number : fmin(fmax(number, 0), 1);
}

bship_status bship_habits_trait(bship_habits *habits, int32_t trait, bship_habits_trait_info *out)
{
    bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
    if (!habits || !bsi_name(&bsi_trait_names, trait))
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_habits_trait_info), NULL);
    if (!status)
        status = bsi_habits_fit(habits);
    if (status)
        return status;
    bsi_habits_property *property = traits[trait].property;
    bsi_habits_mean mean;
    status = mean_of(habits, property, &mean);
    if (status)
        return status;
    bsi_habits_belief belief = bsi_habits_model_belief(habits->model);
    info.observed = share_of(observed(habits, property));
    info.believed = share_of(mix(habits, &belief, property, mean.believed));
    /* A normal interval can reach beyond what a share can be; and that of the habits does not know
     * the other hypotheses. */
    info.low = share_of(mix(habits, &belief, property, mean.low));
    info.high = share_of(mix(habits, &belief, property, mean.high));
    if (!(info.low <= info.believed))
        info.low = info.believed;
    if (!(info.high >= info.believed))
        info.high = info.believed;
    info.uniform = share_of(mean.uniform);
    bsi_versioned_write(out, &info, sizeof info);
    return BSHIP_OK;
}
