/*
 * A fleet: one immutable block that holds the ships and, behind them, the length classes.
 */
#include "model/fleet.h"

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/reference.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/versioned.h"

/* Whether a text writes a length. */
static bool is_length(const char *text, int32_t length)
{
    uint64_t number;
    return !bsi_number_read(&text, BSHIP_SHIP_LENGTH_MAX, &number) && !*text &&
           number == (uint64_t)length;
}

/* The fault of a name, or NULL. */
static const char *name_fault(const char *name, int32_t length)
{
    size_t bytes = name ? strlen(name) : 0;
    if (bytes == 0 || bytes > BSHIP_NAME_MAX)
        return "its name must have 1 to 32 bytes";
    if (bsi_utf8_plain_span(name, bytes, false) < bytes || strchr(name, '"'))
        return "its name contains a quote, a control character or malformed UTF-8";
    if (name[0] == ' ' || name[bytes - 1] == ' ')
        return "its name begins or ends with a space";
    if (bsi_is_digits(name) && !is_length(name, length))
        return "its name is a number that is not its length";
    return NULL;
}

static bship_fleet *fleet_alloc(const bship_allocator *allocator, int32_t count)
{
    size_t ships = offsetof(bship_fleet, ships) + (size_t)count * sizeof(bsi_ship);
    size_t alignment = alignof(bsi_class);
    size_t classes = (ships + alignment - 1) / alignment * alignment;
    size_t bytes = classes + (size_t)count * sizeof(bsi_class);
    bship_fleet *fleet = bsi_alloc(allocator, bytes, 1);
    if (!fleet)
        return NULL;
    atomic_init(&fleet->references, 1);
    fleet->allocator = *allocator;
    fleet->count = count;
    fleet->bytes = bytes;
    fleet->classes = (bsi_class *)(void *)((unsigned char *)fleet + classes);
    return fleet;
}

static void fleet_free(bship_fleet *fleet)
{
    bship_allocator allocator = fleet->allocator;
    bsi_free(&allocator, fleet, fleet->bytes, 1);
}

/* Sets the points of a ship whose name is set; returns their fault, or NULL. */
static const char *points_set(bship_fleet *fleet, int32_t i, int32_t points)
{
    if (points < 1 || points > BSHIP_SHIP_POINTS_MAX)
        return "its points must be 1 to 1000000";
    fleet->ships[i].points = points;
    fleet->points += points;
    if (fleet->ships[fleet->ships[i].first_of_name].points != points)
        return "another ship of the same name has other points";
    return NULL;
}

/* Sets the length, name and points of a ship; returns their fault, or NULL. */
static const char *ship_set(bship_fleet *fleet, int32_t i, int32_t length, const char *name,
                            int32_t points)
{
    bsi_ship *ship = &fleet->ships[i];
    if (length < 1 || length > BSHIP_SHIP_LENGTH_MAX)
        return "its length must be 1 to 1024";
    const char *fault = name ? name_fault(name, length) : NULL;
    if (fault)
        return fault;
    bsi_text text = bsi_text_of(ship->name, sizeof ship->name);
    if (name)
        bsi_text_add(&text, "%s", name);
    else
        bsi_text_add(&text, "%d", (int)length);
    ship->length = length;
    ship->first_of_name = ship->first_of_length = i;
    for (int32_t j = i - 1; j >= 0; j--) {
        if (fleet->ships[j].length == length)
            ship->first_of_length = j;
        if (strcmp(fleet->ships[j].name, ship->name) == 0)
            ship->first_of_name = j;
    }
    if (fleet->ships[ship->first_of_name].length != length)
        return "another ship of the same name has another length";
    fleet->ships[ship->first_of_name].ships_of_name++;
    fleet->cells += length;
    return points_set(fleet, i, points);
}

/* Sets the length classes, longest first. */
static void classes_set(bship_fleet *fleet)
{
    for (int32_t i = 0; i < fleet->count; i++) {
        int32_t length = fleet->ships[i].length, k = 0;
        while (k < fleet->class_count && fleet->classes[k].length > length)
            k++;
        if (k == fleet->class_count || fleet->classes[k].length < length) {
            memmove(&fleet->classes[k + 1], &fleet->classes[k],
                    (size_t)(fleet->class_count - k) * sizeof fleet->classes[0]);
            fleet->classes[k] = (bsi_class){ length, 0 };
            fleet->class_count++;
        }
        fleet->classes[k].ships++;
    }
    for (int32_t i = 0; i < fleet->count; i++) {
        bsi_ship *ship = &fleet->ships[i];
        while (fleet->classes[ship->length_class].length != ship->length)
            ship->length_class++;
    }
}

bship_status bsi_fleet_allocator(bship_allocator *allocator, const bship_fleet_options *given,
                                 bship_error *error)
{
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_fleet_options), given, error);
    if (status)
        return status;
    status = bsi_allocator_read(allocator, &options.allocator);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

/* The ships of a new fleet, `count` of each. */
struct ships {
    const int32_t *lengths;
    const char *const *names; /* NULL: the name of each ship is its length */
    const int32_t *points;    /* NULL: each is worth one */
    size_t count;
};

/* Frees a fleet that is not complete, since a ship has a fault. */
static bship_status fail_ship(bship_fleet *fleet, int32_t ship, const char *fault,
                              bship_error *error)
{
    fleet_free(fleet);
    return bsi_fail(error, BSHIP_ERROR_FLEET, ship, "ship %d: %s", (int)ship + 1, fault);
}

static bship_status make(bship_fleet **out, const struct ships *ships,
                         const bship_fleet_options *options, bship_error *error)
{
    const char *const *names = ships->names;
    const int32_t *points = ships->points;
    bship_allocator allocator;
    bship_status status = bsi_fleet_allocator(&allocator, options, error);
    if (status)
        return status;
    if (ships->count < 1 || ships->count > BSHIP_FLEET_SHIPS_MAX)
        return bsi_fail(error, BSHIP_ERROR_FLEET, -1, "a fleet has 1 to 1024 ships");
    bship_fleet *fleet = fleet_alloc(&allocator, (int32_t)ships->count);
    if (!fleet)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    for (int32_t i = 0; i < fleet->count; i++) {
        const char *fault = names && !names[i]
                                ? "it has no name"
                                : ship_set(fleet, i, ships->lengths[i], names ? names[i] : NULL,
                                           points ? points[i] : 1);
        if (fault)
            return fail_ship(fleet, i, fault, error);
    }
    classes_set(fleet);
    *out = fleet;
    return BSHIP_OK;
}

bship_status bship_fleet_new(bship_fleet **out, const int32_t *lengths, const char *const *names,
                             size_t count, const bship_fleet_options *options, bship_error *error)
{
    const struct ships ships = { lengths, names, NULL, count };
    if (!out || !lengths)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return make(out, &ships, options, error);
}

bship_status bsi_fleet_new_list(bship_fleet **out, const bsi_ship_list *list,
                                const bship_fleet_options *options, bship_error *error)
{
    const struct ships ships = { list->lengths, list->names, list->points, list->count };
    return make(out, &ships, options, error);
}

bship_status bship_fleet_new_points(bship_fleet **out, const bship_fleet *fleet,
                                    const int32_t *points, size_t count, bship_error *error)
{
    if (!out || !fleet || !points)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (count != (size_t)fleet->count)
        return bsi_fail(error, BSHIP_ERROR_COUNT, -1, "the fleet has %d ships, not %zu",
                        (int)fleet->count, count);
    bship_fleet *copy = fleet_alloc(&fleet->allocator, fleet->count);
    if (!copy)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    copy->cells = fleet->cells;
    copy->class_count = fleet->class_count;
    memcpy(copy->classes, fleet->classes, count * sizeof *copy->classes);
    memcpy(copy->ships, fleet->ships, count * sizeof *copy->ships);
    for (int32_t i = 0; i < copy->count; i++) {
        const char *fault = points_set(copy, i, points[i]);
        if (fault)
            return fail_ship(copy, i, fault, error);
    }
    *out = copy;
    return BSHIP_OK;
}

bship_fleet *bship_fleet_ref(const bship_fleet *fleet)
{
    return fleet ? bsi_reference_add(fleet, &fleet->references) : NULL;
}

void bship_fleet_unref(bship_fleet *fleet)
{
    if (fleet && bsi_reference_drop(&fleet->references))
        fleet_free(fleet);
}

int32_t bship_fleet_count(const bship_fleet *fleet)
{
    return fleet->count;
}

int32_t bship_fleet_cells(const bship_fleet *fleet)
{
    return fleet->cells;
}

static const bsi_ship *ship_at(const bship_fleet *fleet, int32_t ship)
{
    return ship >= 0 && ship < fleet->count ? &fleet->ships[ship] : NULL;
}

int32_t bship_fleet_length(const bship_fleet *fleet, int32_t ship)
{
    const bsi_ship *found = ship_at(fleet, ship);
    return found ? found->length : 0;
}

int32_t bship_fleet_points(const bship_fleet *fleet, int32_t ship)
{
    const bsi_ship *found = ship_at(fleet, ship);
    return found ? found->points : 0;
}

const char *bship_fleet_name(const bship_fleet *fleet, int32_t ship)
{
    const bsi_ship *found = ship_at(fleet, ship);
    return found ? found->name : NULL;
}

int32_t bship_fleet_first_of_name(const bship_fleet *fleet, int32_t ship)
{
    const bsi_ship *found = ship_at(fleet, ship);
    return found ? found->first_of_name : -1;
}

int32_t bship_fleet_find(const bship_fleet *fleet, const char *name)
{
    for (int32_t i = 0; name && i < fleet->count; i++) {
        if (strcmp(name, fleet->ships[i].name) == 0)
            return i;
    }
    return -1;
}

int32_t bship_fleet_class_count(const bship_fleet *fleet)
{
    return fleet->class_count;
}

int32_t bship_fleet_class_length(const bship_fleet *fleet, int32_t ship_class)
{
    bool exists = ship_class >= 0 && ship_class < fleet->class_count;
    return exists ? fleet->classes[ship_class].length : 0;
}

int32_t bship_fleet_class_ships(const bship_fleet *fleet, int32_t ship_class)
{
    bool exists = ship_class >= 0 && ship_class < fleet->class_count;
    return exists ? fleet->classes[ship_class].ships : 0;
}

int bship_fleet_equal(const bship_fleet *a, const bship_fleet *b)
{
    if (a == b)
        return 1;
    if (a->count != b->count)
        return 0;
    for (int32_t i = 0; i < a->count; i++) {
        if (a->ships[i].length != b->ships[i].length || a->ships[i].points != b->ships[i].points ||
            strcmp(a->ships[i].name, b->ships[i].name) != 0)
            return 0;
    }
    return 1;
}
