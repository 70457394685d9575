/**
 * @file
 * The fleet: the ordered list of ships that each side has.
 *
 * A fleet is immutable, reference-counted and safe to share between threads. A ship
 * is identified by its index in the fleet, from 0. Ships may have equal lengths and
 * equal names; ships of equal names have equal lengths and equal points. The length of a ship is
 * the number of its cells; its points are what its sinking is worth, 1 unless a fleet says
 * otherwise.
 */
#ifndef BATTLESHIP_FLEET_H
#define BATTLESHIP_FLEET_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>
#include <battleship/memory.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** The largest number of ships in a fleet. */
#define BSHIP_FLEET_SHIPS_MAX 1024
/** The greatest length of a ship, in cells. */
#define BSHIP_SHIP_LENGTH_MAX 1024
/** The most points that a ship can be worth. */
#define BSHIP_SHIP_POINTS_MAX 1000000
/** The greatest length of a ship's name, in bytes, without the NUL. */
#define BSHIP_NAME_MAX 32

/** A fleet. */
typedef struct bship_fleet bship_fleet;

/** Well-known fleets. */
typedef enum bship_fleet_preset {
    BSHIP_FLEET_PRESET_CLASSIC =
        0, /**< `classic`: Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2 */
    BSHIP_FLEET_PRESET_MODERN =
        1, /**< `modern`: Carrier 5, Battleship 4, Destroyer 3, Submarine 3, Patrol Boat 2 */
    BSHIP_FLEET_PRESET_RUSSIAN =
        2, /**< `russian`: Battleship 4, 2 Cruiser 3, 3 Destroyer 2, 4 Torpedo Boat 1 */
    BSHIP_FLEET_PRESET_GERMAN =
        3 /**< `german`: Battleship 5, 2 Cruiser 4, 3 Destroyer 3, 4 Submarine 2 */
} bship_fleet_preset;

/** Options of a fleet. */
typedef struct bship_fleet_options {
    size_t size;               /**< sizeof(bship_fleet_options); see @ref struct_sizes */
    bship_allocator allocator; /**< of the fleet and all objects made from it */
} bship_fleet_options;

/** The defaults: the C library's allocator. */
#define BSHIP_FLEET_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_fleet_options), BSHIP_ALLOCATOR_INIT                                          \
    }

/**
 * Makes a fleet.
 *
 * A name is 1 to #BSHIP_NAME_MAX bytes of UTF-8 without quotes or control
 * characters, and neither begins nor ends with a space. A name of digits only must be
 * the ship's length.
 *
 * @param out     the new fleet, with one reference owned by the caller
 * @param lengths `count` lengths, each 1..#BSHIP_SHIP_LENGTH_MAX
 * @param names   `count` names, copied; NULL: the name of each ship is its length
 * @param count   the number of ships, 1..#BSHIP_FLEET_SHIPS_MAX
 * @param options NULL for the defaults
 * @param error   filled on failure, with the invalid ship in `index`; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_FLEET if a length, a name or the count is
 *         invalid; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_fleet_new(bship_fleet **out, const int32_t *lengths,
                                       const char *const *names, size_t count,
                                       const bship_fleet_options *options, bship_error *error);

/**
 * Makes a fleet of the ships of another, which are worth other points.
 *
 * @param out    the new fleet, with one reference owned by the caller; it has the allocator of the
 *               other
 * @param fleet  the other fleet
 * @param points `count` numbers, the points of each ship, 1..#BSHIP_SHIP_POINTS_MAX
 * @param count  the number of ships of the fleet
 * @param error  filled on failure, with the invalid ship in `index`; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT if the fleet has another number of ships;
 *         #BSHIP_ERROR_FLEET for points outside their range, or for ships of one name that have
 *         different points; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_fleet_new_points(bship_fleet **out, const bship_fleet *fleet,
                                              const int32_t *points, size_t count,
                                              bship_error *error);

/**
 * Makes one of the well-known fleets.
 *
 * @param out     the new fleet, with one reference owned by the caller
 * @param preset  a ::bship_fleet_preset
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if there is no such preset;
 *         #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_fleet_new_preset(bship_fleet **out, int32_t preset,
                                              const bship_fleet_options *options,
                                              bship_error *error);

/**
 * Makes a fleet from text: the name of a preset (`russian`), or ships separated by
 * blanks or commas, each `LENGTH`, `NAME:LENGTH` or `NAME:LENGTH:POINTS`. A name that contains a
 * space, `,`, `:` or `#` is enclosed in double quotes: `Carrier:5 "Patrol Boat":2`. A ship without
 * a name is named after its length, also where it has points: `5:5:10`.
 *
 * @param out     the new fleet, with one reference owned by the caller
 * @param text    text terminated by NUL
 * @param options NULL for the defaults
 * @param error   filled on failure, with line 1 and the column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX; #BSHIP_ERROR_NAME for a word that is not a
 *         preset; #BSHIP_ERROR_FLEET as for bship_fleet_new(); #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_fleet_parse(bship_fleet **out, const char *text,
                                         const bship_fleet_options *options, bship_error *error);

/**
 * Writes the names and lengths of a fleet, and points other than 1, as text that
 * bship_fleet_parse() reads, as snprintf() does.
 *
 * @param fleet    the fleet
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL.
 */
BSHIP_API size_t bship_fleet_format(const bship_fleet *fleet, char *buffer, size_t capacity);

/**
 * Adds a reference.
 *
 * @param fleet the fleet, own or borrowed; may be NULL
 * @return `fleet`, with one reference owned by the caller.
 */
BSHIP_API bship_fleet *bship_fleet_ref(const bship_fleet *fleet);

/**
 * Drops a reference; dropping the last one frees the fleet.
 *
 * @param fleet the fleet; may be NULL
 */
BSHIP_API void bship_fleet_unref(bship_fleet *fleet);

/**
 * The number of ships of a fleet.
 *
 * @param fleet the fleet
 * @return 1..#BSHIP_FLEET_SHIPS_MAX.
 */
BSHIP_API int32_t bship_fleet_count(const bship_fleet *fleet);

/**
 * The number of cells that all ships cover together.
 *
 * @param fleet the fleet
 * @return the sum of the lengths.
 */
BSHIP_API int32_t bship_fleet_cells(const bship_fleet *fleet);

/**
 * The length of a ship.
 *
 * @param fleet the fleet
 * @param ship  its index
 * @return its length in cells, or 0 if there is no such ship.
 */
BSHIP_API int32_t bship_fleet_length(const bship_fleet *fleet, int32_t ship);

/**
 * The points for sinking a ship.
 *
 * @param fleet the fleet
 * @param ship  its index
 * @return 1..#BSHIP_SHIP_POINTS_MAX, or 0 if there is no such ship.
 */
BSHIP_API int32_t bship_fleet_points(const bship_fleet *fleet, int32_t ship);

/**
 * The name of a ship.
 *
 * @param fleet the fleet
 * @param ship  its index
 * @return its name, borrowed: it lives as long as the fleet; NULL if there is no such ship.
 */
BSHIP_API const char *bship_fleet_name(const bship_fleet *fleet, int32_t ship);

/**
 * Finds the first ship of a name: the index by which reports identify ships.
 *
 * @param fleet the fleet
 * @param name  compared byte for byte; may be NULL
 * @return its index, or -1 if there is no such ship.
 */
BSHIP_API int32_t bship_fleet_find(const bship_fleet *fleet, const char *name);

/**
 * The first ship with the same name as another. Reports contain this index, because it is
 * never disclosed which of several ships of one name was hit or sank.
 *
 * @param fleet the fleet
 * @param ship  an index
 * @return an index of at most `ship`, or -1 if there is no such ship.
 */
BSHIP_API int32_t bship_fleet_first_of_name(const bship_fleet *fleet, int32_t ship);

/**
 * The number of classes. Ships that can change places form a class: those of one length, as long as
 * all ships are straight. The classes are numbered from the longest ships (0) to the shortest.
 *
 * @param fleet the fleet
 * @return 1..bship_fleet_count().
 */
BSHIP_API int32_t bship_fleet_class_count(const bship_fleet *fleet);

/**
 * The length of the ships of a class.
 *
 * @param fleet      the fleet
 * @param ship_class the class, from 0 for the longest ships
 * @return the length in cells, or 0 if there is no such class.
 */
BSHIP_API int32_t bship_fleet_class_length(const bship_fleet *fleet, int32_t ship_class);

/**
 * The number of ships of a class.
 *
 * @param fleet      the fleet
 * @param ship_class the class, from 0 for the longest ships
 * @return the number of ships, or 0 if there is no such class.
 */
BSHIP_API int32_t bship_fleet_class_ships(const bship_fleet *fleet, int32_t ship_class);

/**
 * Whether two fleets have the same lengths, names and points in the same order.
 *
 * @param a a fleet
 * @param b a fleet
 * @return whether they are equal.
 */
BSHIP_API int bship_fleet_equal(const bship_fleet *a, const bship_fleet *b);

/**
 * The contact rule that a preset is usually played with. The preset itself consists of
 * the ships only; the rule is a default that programs may apply.
 *
 * @param preset a ::bship_fleet_preset
 * @return a ::bship_contact; -1 if there is no such preset.
 */
BSHIP_API int32_t bship_fleet_preset_contact(int32_t preset);

BSHIP_END_DECLS

#endif
