/* The struct of a fleet, and reading and writing its text. */
#ifndef BSI_MODEL_FLEET_H
#define BSI_MODEL_FLEET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/fleet.h>

#include "base/names.h"
#include "base/text.h"

typedef struct bsi_ship {
    int32_t length;
    int32_t points;
    int32_t length_class;    /* index into `classes` */
    int32_t first_of_name;   /* first ship of the same name */
    int32_t first_of_length; /* first ship of the same length */
    int32_t ships_of_name;   /* number of ships of this name for the first of them; else 0 */
    char name[BSHIP_NAME_MAX + 1];
} bsi_ship;

/* The ships of one length. */
typedef struct bsi_class {
    int32_t length;
    int32_t ships;
} bsi_class;

struct bship_fleet {
    atomic_int references;
    int32_t count;
    int32_t cells;
    int32_t points; /* of all ships */
    int32_t class_count;
    bship_allocator allocator;
    bsi_class *classes; /* `class_count` of them, longest first, behind the ships */
    size_t bytes;       /* size of the block that holds the fleet */
    bsi_ship ships[];   /* `count` of them */
};

/* The class of the ships of a length; -1: there are none. */
static inline int32_t bsi_class_of_length(const bship_fleet *fleet, int32_t length)
{
    /* Longer classes come first. Comparing all of them takes no branch that could be mispredicted.
     */
    int32_t k = 0;
    for (int32_t i = 1; i < fleet->class_count; i++)
        k += fleet->classes[k].length > length;
    return fleet->classes[k].length == length ? k : -1;
}

/* The ships of a fleet's text, as far as it is read. */
typedef struct bsi_ship_list {
    size_t count;
    int32_t lengths[BSHIP_FLEET_SHIPS_MAX];
    int32_t points[BSHIP_FLEET_SHIPS_MAX];
    const char *names[BSHIP_FLEET_SHIPS_MAX]; /* each in `text` */
    char text[BSHIP_FLEET_SHIPS_MAX][BSHIP_NAME_MAX + 1];
} bsi_ship_list;

/*
 * Reads one ship, `LENGTH`, `NAME:LENGTH` or `"A NAME":LENGTH:POINTS`, into a list and advances
 * `*text` past it. On failure `*text` points to the fault and `*expected` says what was expected
 * there: SYNTAX or FLEET.
 */
bship_status bsi_ship_list_read(bsi_ship_list *list, const char **text, const char **expected);

/* Makes a fleet of the ships of a list; options and statuses as in bship_fleet_new(). */
bship_status bsi_fleet_new_list(bship_fleet **out, const bsi_ship_list *list,
                                const bship_fleet_options *options, bship_error *error);

/* What follows the blanks and commas that separate ships. */
const char *bsi_next_ship(const char *text);

/* Reads a name: a word, or anything in double quotes. `*text`, `*expected` and statuses as in
 * bsi_ship_list_read(). */
bship_status bsi_name_parse(const char **text, char name[BSHIP_NAME_MAX + 1],
                            const char **expected);

/* Whether a text is a single word that does not begin with a digit: it can only name a preset. */
bool bsi_is_word(const char *text);

/* Writes a name, in quotes if it needs them. */
void bsi_name_add(bsi_text *text, const char *name);

/* As bship_fleet_format(), appending to a text. */
void bsi_fleet_add(bsi_text *text, const bship_fleet *fleet);

/* The allocator that the options (NULL: the defaults) give: OK, SIZE or ARGUMENT. */
bship_status bsi_fleet_allocator(bship_allocator *allocator, const bship_fleet_options *given,
                                 bship_error *error);

/* The names of bship_fleet_preset. */
extern const bsi_names bsi_fleet_preset_names;

#endif
