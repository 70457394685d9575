/*
 * The keys of a game on the full screen: a table, from which keys are looked up and the line of
 * keys and the page of help are made.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_KEYS_H
#define PROGRAMS_BATTLESHIP_SCREEN_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "battleship/screen/dialog.h"

enum action {
    ACTION_NONE,
    ACTION_FIRE, /* Enter: one shot, a salvo that is complete, or another mark of one */
    ACTION_MARK, /* Space: one shot, or a mark of a salvo is put or removed */
    ACTION_UNMARK,
    ACTION_HINT,
    ACTION_HEAT,
    ACTION_NOTE,
    ACTION_SAVE,
    ACTION_UNDO,
    ACTION_RESIGN,
    ACTION_LOG,
    ACTION_TAB,
    ACTION_CANCEL,
    ACTION_PAUSE,
    ACTION_STEP,
    ACTION_FASTER,
    ACTION_SLOWER,
    ACTION_HELP,
    ACTION_QUIT
};

/* What a key depends on; a row of the table may serve several. */
enum key_context {
    KEYS_SHOT = 1,    /* a human fires one shot */
    KEYS_SALVO = 2,   /* a human fires a salvo */
    KEYS_WATCH = 4,   /* machines play each other */
    KEYS_LOG = 8,     /* the log has the focus */
    KEYS_RESULT = 16, /* of two people at the terminal, one looks at a result */
    KEYS_NARROW = 32, /* added for the line of keys: there is room for one board only */
    KEYS_REMOTE = 64  /* added for the line and the page: the opponent is on another machine */
};

/* The action of a key; ACTION_NONE if there is none. */
int32_t keys_find(int32_t context, int32_t key);

/* The word of a command letter, such as `hint`; NULL if it is none. */
const char *keys_command_name(int32_t context, int32_t letter);

/* Writes the line of keys that fits into a width; the key of the help page is always last. */
void keys_line(int32_t context, int columns, char *buffer, size_t size);

enum {
    KEYS_HELP_ROWS = 48
};

/* Fills in the page of help: keys, and what the glyphs mean; returns the number of rows. */
int keys_help(int32_t context, struct dialog_help_row rows[KEYS_HELP_ROWS]);

#endif
