/**
 * @file
 * The fleet: the ordered list of ships that each side has.
 *
 * A fleet is immutable, reference-counted and safe to share between threads.
 * Ships are named by their index in the fleet, from 0. Equal lengths and equal
 * names may repeat; equal names need equal lengths.
 */
#ifndef BATTLESHIP_FLEET_H
#define BATTLESHIP_FLEET_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>
#include <battleship/memory.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** The most ships of a fleet. */
#define BSHIP_FLEET_SHIPS_MAX 1024
/** The greatest length of a ship, in cells. */
#define BSHIP_SHIP_LENGTH_MAX 1024
/** The most bytes of a ship's name, the NUL not counted. */
#define BSHIP_NAME_MAX 32

/** A fleet. */
typedef struct bship_fleet bship_fleet;

/** The fleets that are known by a name. */
typedef enum bship_fleet_preset {
    BSHIP_FLEET_CLASSIC = 0, /**< Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2 */
    BSHIP_FLEET_MODERN = 1, /**< Carrier 5, Battleship 4, Destroyer 3, Submarine 3, Patrol Boat 2 */
    BSHIP_FLEET_RUSSIAN = 2, /**< Battleship 4, 2 Cruiser 3, 3 Destroyer 2, 4 Torpedo Boat 1 */
    BSHIP_FLEET_GERMAN = 3   /**< Battleship 5, 2 Cruiser 4, 3 Destroyer 3, 4 Submarine 2 */
} bship_fleet_preset;

/** How a fleet is made. */
typedef struct bship_fleet_options {
    size_t size;               /**< sizeof(bship_fleet_options) as the caller knows it */
    bship_allocator allocator; /**< for the fleet and all that is made from it */
} bship_fleet_options;

/** The defaults: the C library's allocator. */
#define BSHIP_FLEET_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_fleet_options), BSHIP_ALLOCATOR_INIT                                          \
    }

/**
 * Sets options to #BSHIP_FLEET_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_fleet_options)
 */
BSHIP_API void bship_fleet_options_init(bship_fleet_options *options, size_t size);

/**
 * Makes a fleet of any ships.
 *
 * A name is 1 to #BSHIP_NAME_MAX bytes of UTF-8 without quotes or control
 * characters, neither beginning nor ending with a space; one made only of digits
 * must be its ship's length.
 *
 * @param out     the new fleet, the caller's to unref
 * @param lengths `count` lengths, each 1..#BSHIP_SHIP_LENGTH_MAX
 * @param names   `count` names, copied; NULL: every ship is named by its length
 * @param count   how many ships, 1..#BSHIP_FLEET_SHIPS_MAX
 * @param options NULL for the defaults
 * @param error   filled on failure, `index` being the ship at fault; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_FLEET if a length, a name or the count is not
 *         legal; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_fleet_new(bship_fleet **out, const int32_t *lengths,
                                       const char *const *names, size_t count,
                                       const bship_fleet_options *options, bship_error *error);

/**
 * Makes one of the fleets known by a name.
 *
 * @param out     the new fleet, the caller's to unref
 * @param preset  a ::bship_fleet_preset
 * @param options NULL for the defaults
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if there is no such preset;
 *         #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_fleet_new_preset(bship_fleet **out, int32_t preset,
                                              const bship_fleet_options *options);

/**
 * Makes a fleet from text: a preset's name alone (`russian`), or ships separated
 * by blanks or commas, each `LENGTH` or `NAME:LENGTH`; a name with a space, `,`,
 * `:` or `#` stands in double quotes: `Carrier:5 "Patrol Boat":2`.
 *
 * @param out     the new fleet, the caller's to unref
 * @param text    text ended by NUL
 * @param options NULL for the defaults
 * @param error   filled on failure, with line 1 and the column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX; #BSHIP_ERROR_NAME for a word that is no
 *         preset; #BSHIP_ERROR_FLEET as for bship_fleet_new(); #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_fleet_parse(bship_fleet **out, const char *text,
                                         const bship_fleet_options *options, bship_error *error);

/**
 * Writes a fleet as bship_fleet_parse() reads it, as names and lengths, as
 * snprintf() writes: at most `capacity` bytes, ended by NUL if it is not 0.
 *
 * @param fleet    the fleet
 * @param buffer   where the text goes; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL.
 */
BSHIP_API size_t bship_fleet_format(const bship_fleet *fleet, char *buffer, size_t capacity);

/**
 * Takes a reference.
 *
 * @param fleet the fleet; may be NULL
 * @return `fleet`.
 */
BSHIP_API bship_fleet *bship_fleet_ref(bship_fleet *fleet);

/**
 * Gives a reference back; the last one frees the fleet.
 *
 * @param fleet the fleet; may be NULL
 */
BSHIP_API void bship_fleet_unref(bship_fleet *fleet);

/**
 * How many ships the fleet has.
 *
 * @param fleet the fleet
 * @return 1..#BSHIP_FLEET_SHIPS_MAX.
 */
BSHIP_API int32_t bship_fleet_count(const bship_fleet *fleet);

/**
 * How many cells the ships cover together.
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
 * The name of a ship.
 *
 * @param fleet the fleet
 * @param ship  its index
 * @return a string that lives as long as the fleet, or NULL if there is no such ship.
 */
BSHIP_API const char *bship_fleet_name(const bship_fleet *fleet, int32_t ship);

/**
 * The first ship that bears a name: the index by which reports name a ship.
 *
 * @param fleet the fleet
 * @param name  compared byte for byte
 * @return its index, or -1 if no ship is called so.
 */
BSHIP_API int32_t bship_fleet_find(const bship_fleet *fleet, const char *name);

/**
 * The first ship with the same name as another: which of several ships of one
 * name was hit or sank is never told, so reports carry this index.
 *
 * @param fleet the fleet
 * @param ship  an index
 * @return an index not above `ship`, or -1 if there is no such ship.
 */
BSHIP_API int32_t bship_fleet_first_of_name(const bship_fleet *fleet, int32_t ship);

/**
 * The first ship with the same length as another.
 *
 * @param fleet the fleet
 * @param ship  an index
 * @return an index not above `ship`, or -1 if there is no such ship.
 */
BSHIP_API int32_t bship_fleet_first_of_length(const bship_fleet *fleet, int32_t ship);

/**
 * How many different lengths the fleet has: its length classes, numbered from
 * the longest (0) to the shortest.
 *
 * @param fleet the fleet
 * @return 1..bship_fleet_count().
 */
BSHIP_API int32_t bship_fleet_class_count(const bship_fleet *fleet);

/**
 * The length that a class has.
 *
 * @param fleet        the fleet
 * @param length_class the class, from 0 for the longest ships
 * @return the length in cells, or 0 if there is no such class.
 */
BSHIP_API int32_t bship_fleet_class_length(const bship_fleet *fleet, int32_t length_class);

/**
 * How many ships a class has.
 *
 * @param fleet        the fleet
 * @param length_class the class, from 0 for the longest ships
 * @return the number of ships, or 0 if there is no such class.
 */
BSHIP_API int32_t bship_fleet_class_ships(const bship_fleet *fleet, int32_t length_class);

/**
 * Whether two fleets have the same lengths and names in the same order.
 *
 * @param a a fleet
 * @param b a fleet
 * @return whether they are equal.
 */
BSHIP_API int bship_fleet_equal(const bship_fleet *a, const bship_fleet *b);

/**
 * How many presets there are; they are numbered from 0.
 *
 * @return one more than the largest ::bship_fleet_preset.
 */
BSHIP_API int32_t bship_fleet_preset_count(void);

/**
 * The name of a preset.
 *
 * @param preset a ::bship_fleet_preset
 * @return a static string such as `"classic"`, or NULL if there is no such preset.
 */
BSHIP_API const char *bship_fleet_preset_name(int32_t preset);

/**
 * The contact rule that a preset is played with where none is given. The
 * preset itself is the ships only: it is for programs to apply this.
 *
 * @param preset a ::bship_fleet_preset
 * @return a ::bship_contact; #BSHIP_CONTACT_ALLOWED if there is no such preset.
 */
BSHIP_API int32_t bship_fleet_preset_contact(int32_t preset);

/**
 * The preset of a name.
 *
 * @param name compared byte for byte
 * @return a ::bship_fleet_preset, or -1 if none is called so.
 */
BSHIP_API int32_t bship_fleet_preset_find(const char *name);

BSHIP_END_DECLS

#endif
