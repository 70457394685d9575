/* A fleet from inside. */
#ifndef BSHIP_MODEL_FLEET_H
#define BSHIP_MODEL_FLEET_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/fleet.h>

#include "base/text.h"

typedef struct bship_internal_ship {
    int32_t length;
    int32_t length_class;    /* index into `classes` */
    int32_t first_of_name;   /* first ship of the same name */
    int32_t first_of_length; /* first ship of the same length */
    int32_t ships_of_name;   /* of the first ship of a name: how many bear it; else 0 */
    char name[BSHIP_NAME_MAX + 1];
} bship_internal_ship;

typedef struct bship_internal_class {
    int32_t length;
    int32_t ships;
} bship_internal_class;

struct bship_fleet {
    atomic_int references;
    int32_t count;
    int32_t cells;
    int32_t class_count;
    bship_allocator allocator;
    bship_internal_class
        *classes;                /* `class_count` of them, longest first; lives in the same block */
    size_t bytes;                /* of the block */
    bship_internal_ship ships[]; /* `count` of them */
};

/*
 * Reads one item of a fleet's text, `LENGTH` or `NAME:LENGTH` or `"A NAME":LENGTH`,
 * at `*text`, and moves `*text` behind it. `name` takes the name with its NUL. On
 * failure `*text` is where the fault lies and `*expected` says what should be there.
 */
bship_status bship_internal_ship_parse(const char **text, char name[BSHIP_NAME_MAX + 1],
                                       int32_t *length, const char **expected);

/*
 * Reads a name, a word or anything in double quotes, as the above does.
 */
bship_status bship_internal_name_parse(const char **text, char name[BSHIP_NAME_MAX + 1],
                                       const char **expected);

/* Whether a text is a single word that is no number, and so can only be a preset's name. */
int bship_internal_is_word(const char *text);

/* Whether a word is made of digits only. */
int bship_internal_is_number(const char *word);

/* Writes a name, in quotes if it needs them. */
void bship_internal_name_add(bship_internal_text *text, const char *name);

/* bship_fleet_format() into any text. */
void bship_internal_fleet_add(bship_internal_text *text, const bship_fleet *fleet);

/* The allocator that options (NULL: the defaults) ask for. */
bship_status bship_internal_fleet_allocator(bship_allocator *allocator,
                                            const bship_fleet_options *given);

#endif
