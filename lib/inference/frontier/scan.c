/* Transitions of a cell; see frontier/scan.h. */
#include "inference/frontier/scan.h"

#include <string.h>

/* ---- lines ---- */

bship_status bsi_scan_along(bsi_scan *scan, const bsi_evidence *evidence, int32_t along)
{
    const bship_rules *rules = evidence->rules;
    bool is_by_row = along == BSHIP_ORIENTATION_HORIZONTAL;
    scan->evidence = evidence;
    scan->width = (uint32_t)(is_by_row ? rules->width : rules->height);
    scan->lines = (uint32_t)(is_by_row ? rules->height : rules->width);
    scan->along = along;
    scan->step[BSHIP_ORIENTATION_HORIZONTAL] = bsi_step(rules, BSHIP_ORIENTATION_HORIZONTAL);
    scan->step[BSHIP_ORIENTATION_VERTICAL] = bsi_step(rules, BSHIP_ORIENTATION_VERTICAL);
    scan->first = bsi_position(rules, (bship_cell){ 0, 0 });
    /* The greatest value is BSI_FIELD_PENDING + (longest - 2): the length of the longest ship. */
    scan->bits = 0;
    for (int32_t value = evidence->classes[0].length; value > 0; value /= 2)
        scan->bits++;
    return scan->width * scan->bits < 64 ? BSHIP_OK : BSHIP_ERROR_UNSUPPORTED;
}

/* Marks the cells where ships of a class can begin, and the cells of the same line that these ships
 * cover. */
static void mark_class(const bsi_scan *scan, const bsi_ship_class *class)
{
    const bship_rules *rules = scan->evidence->rules;
    for (int32_t o = 0; o < class->orientations; o++) {
        uint32_t cells = o == scan->along ? (uint32_t) class->length : 1;
        for (uint32_t i = 0; i < rules->free_count; i++) {
            uint32_t position = rules->free_cells[i];
            if (class->placements[o][position] != BSI_PLACEMENT_NONE) {
                for (uint32_t j = 0; j < cells; j++)
                    scan->coverable.items[position + j * scan->step[o]] = 1;
            }
        }
    }
}

bship_status bsi_scan_read(bsi_scan *scan, const bship_allocator *allocator)
{
    const bsi_evidence *evidence = scan->evidence;
    size_t positions = evidence->rules->positions;
    bship_status status = BSI_RENEW(&scan->coverable, allocator, positions);
    if (!status)
        status = BSI_RENEW(&scan->starts, allocator, 2 * (size_t)evidence->class_count);
    if (status)
        return status;
    memset(scan->coverable.items, 0, positions);
    for (int32_t k = 0; k < evidence->class_count; k++)
        mark_class(scan, &evidence->classes[k]);
    return BSHIP_OK;
}

void bsi_scan_free(bsi_scan *scan, const bship_allocator *allocator)
{
    BSI_FREE(&scan->coverable, allocator);
    BSI_FREE(&scan->starts, allocator);
}

/* ---- visits ---- */

/* A value in the field of a place; 0 beyond the ends of the line. */
static uint64_t at_place(const bsi_scan *scan, uint32_t place, uint64_t value)
{
    return place < scan->width ? value << place * scan->bits : 0;
}

/* A value in the fields of `count` places. */
static uint64_t at_places(const bsi_scan *scan, uint32_t place, uint32_t count, uint64_t value)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < count; i++)
        bits |= at_place(scan, place + i, value);
    return bits;
}

/* Sets what a ship does to the fields beside and behind its cell. Side contact is excluded by four
 * neighbours, corner contact by eight. */
static void set_neighbours(const bsi_scan *scan, bsi_visit *visit, uint32_t place)
{
    const uint8_t *coverable = &scan->coverable.items[visit->position];
    uint32_t contacts = scan->evidence->rules->contact_count;
    uint32_t next = scan->step[scan->along], behind = scan->step[1 - scan->along];
    uint64_t field = ((uint64_t)1 << scan->bits) - 1;
    visit->corner = (uint64_t)1 << scan->width * scan->bits;
    visit->corner_forbidden = at_place(scan, place, coverable[behind]);
    visit->side[0] = at_place(scan, place + 1, field);
    visit->side[1] = at_place(scan, place - 1, field);
    if (contacts > 0) {
        visit->forbidden = visit->corner_forbidden;
        visit->side_forbidden[0] = at_place(scan, place + 1, coverable[next]);
    }
    if (contacts > 4) {
        visit->side_forbidden[1] = at_place(scan, place - 1, *(coverable + behind - next));
        visit->corner_next = coverable[behind + next] ? visit->corner : 0;
    }
}

/* A ship that begins in a place. If contact is restricted, the cell after it must not be pending.
 */
static bsi_start start_of(const bsi_scan *scan, uint32_t place, int32_t class, int32_t orientation)
{
    uint32_t length = (uint32_t)scan->evidence->classes[class].length;
    uint32_t along = orientation == scan->along ? length : 1;
    uint64_t field = ((uint64_t)1 << scan->bits) - 1;
    bsi_start start = {
        .class = (uint16_t)(class + 1),
        .orientation = (uint16_t)orientation,
        .behind = length - along,
        .clear = at_places(scan, place, along, field),
        .pending = at_places(scan, place + 1, along - 1, BSI_FIELD_PENDING),
    };
    if (scan->evidence->rules->contact_count > 0)
        start.clear |= at_place(scan, place + along, field & ~(uint64_t)1);
    return start;
}

bsi_visit bsi_scan_visit(const bsi_scan *scan, uint32_t cell)
{
    uint32_t place = cell % scan->width;
    uint32_t position = bsi_scan_position(scan, cell);
    bsi_visit visit = {
        .position = position,
        .is_hit = scan->evidence->cells[position] == BSI_CELL_HIT,
        .shift = place * scan->bits,
        .field = at_place(scan, place, ((uint64_t)1 << scan->bits) - 1),
        .starts = scan->starts.items,
    };
    set_neighbours(scan, &visit, place);
    for (int32_t k = 0; k < scan->evidence->class_count; k++) {
        const bsi_ship_class *class = &scan->evidence->classes[k];
        for (int32_t o = 0; o < class->orientations; o++) {
            if (class->placements[o][position] != BSI_PLACEMENT_NONE)
                scan->starts.items[visit.start_count++] = start_of(scan, place, k, o);
        }
    }
    return visit;
}
