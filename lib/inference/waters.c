/* Waters in which ships are laid and lifted; see waters.h. */
#include "inference/waters.h"

/* Writes the steps to all that a ship takes (to NULL: only counts them); returns their number. */
static size_t find_reach(const bship_internal_evidence *evidence, size_t row, int32_t *reach)
{
    const bship_rules *rules = evidence->rules;
    int32_t length = evidence->kinds[row / 2].length;
    int32_t along = row % 2 == BSHIP_RIGHT ? 1 : (int32_t)rules->stride;
    int32_t across = row % 2 == BSHIP_RIGHT ? (int32_t)rules->stride : 1;
    int32_t margin = rules->contact_count > 0;
    size_t count = 0;
    for (int32_t i = -margin; i < length + margin; i++) {
        for (int32_t j = -margin; j <= margin; j++) {
            int is_corner = (i < 0 || i >= length) && j != 0;
            if (is_corner && rules->contact_count < 8)
                continue;
            if (reach)
                reach[count] = i * along + j * across;
            count++;
        }
    }
    return count;
}

void bship_internal_waters_layout(bship_internal_waters *waters,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t rows = 0, steps = 0;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        int32_t length = rules->fleet->ships[i].length;
        rows += 2;
        steps += 2 * ((size_t)length + 2) * 3;
    }
    waters->evidence = evidence;
    waters->taken = bship_internal_arena_take(arena, rules->positions, sizeof *waters->taken);
    waters->reach = bship_internal_arena_take(arena, steps, sizeof *waters->reach);
    waters->reach_begin = bship_internal_arena_take(arena, rows + 1, sizeof *waters->reach_begin);
    if (!arena->block)
        return;
    for (size_t row = 0; row < (size_t)evidence->kind_count * 2; row++)
        waters->reach_begin[row + 1] =
            waters->reach_begin[row] +
            find_reach(evidence, row, waters->reach + waters->reach_begin[row]);
}

uint32_t bship_internal_waters_options(const bship_internal_waters *waters, const int32_t *left,
                                       uint32_t cell, uint32_t most, bship_internal_placement *out)
{
    const bship_internal_evidence *evidence = waters->evidence;
    uint32_t count = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        const bship_internal_kind *kind = &evidence->kinds[k];
        for (int32_t o = 0; left[k] > 0 && o < kind->orientations; o++) {
            uint32_t step = bship_internal_step(evidence->rules, o);
            bship_internal_placement spot = bship_internal_placement_of(k, o, cell);
            for (int32_t i = 0; i < kind->length; i++, spot.position -= step) {
                if (waters->taken[spot.position] ||
                    evidence->cells[spot.position] == BSHIP_INTERNAL_CELL_DEAD)
                    break;
                if (!kind->spots[o][spot.position] || !bship_internal_waters_fits(waters, spot))
                    continue;
                if (out)
                    out[count] = spot;
                if (++count == most)
                    return count;
            }
        }
    }
    return count;
}
