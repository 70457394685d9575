/*
 * The commands of the game, a row each: its keys on the full screen, its word in line mode, its
 * help. Keys and words are looked up here; the line of keys and the menus are made from
 * here, and the man page is compared with it (tests/console/test_command.c).
 *
 * Where cells are typed, a letter begins a cell and nothing else: commands are Ctrl and a letter,
 * a function key, punctuation, or a letter in the menu that `?` opens.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_COMMAND_H
#define PROGRAMS_BATTLESHIP_TALK_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum command {
    COMMAND_NONE,
    COMMAND_MENU, /* the menu of all commands */

    /* Aiming. */
    COMMAND_FIRE,
    COMMAND_MARK,
    COMMAND_UNMARK,
    COMMAND_SALVO,
    COMMAND_HINT,
    COMMAND_HEAT,
    COMMAND_NOTE,
    COMMAND_UNDO,
    COMMAND_RESIGN,

    /* Looking. */
    COMMAND_BOARD,
    COMMAND_ROW,
    COMMAND_AFLOAT,
    COMMAND_NEWS,
    COMMAND_LOG,
    COMMAND_TAB,
    COMMAND_RULES,
    COMMAND_PROFILE,
    COMMAND_FORGET,
    COMMAND_LEGEND, /* what the marks on the boards mean */

    /* Watching. */
    COMMAND_PAUSE,
    COMMAND_STEP,
    COMMAND_FASTER,
    COMMAND_SLOWER,

    /* Laying a fleet. */
    COMMAND_LAY,
    COMMAND_ROTATE,
    COMMAND_NEXT_SHIP,
    COMMAND_PICK_UP,
    COMMAND_MOVE,
    COMMAND_RANDOM,
    COMMAND_STYLE,
    COMMAND_CLEAR,
    COMMAND_START,

    /* Anywhere. */
    COMMAND_CANCEL,
    COMMAND_SAVE,
    COMMAND_LEAVE,

    /* The end, and replays. */
    COMMAND_REMATCH,
    COMMAND_NEW_GAME,
    COMMAND_REPLAY,
    COMMAND_ANALYSE,
    COMMAND_FORWARD,
    COMMAND_BACKWARD,
    COMMAND_FAR_FORWARD,
    COMMAND_FAR_BACKWARD,
    COMMAND_FLEETS,
    COMMAND_FIRST,
    COMMAND_LAST,

    COMMAND_COUNT /* how many there are */
};

/* Where a command can be given; a row may have several, and `place` is one of them below. */
enum place {
    PLACE_SHOT = 1,    /* a person fires one shot */
    PLACE_SALVO = 2,   /* a person fires a salvo */
    PLACE_WATCH = 4,   /* machines play each other */
    PLACE_LOG = 8,     /* on the screen, the log has the focus */
    PLACE_RESULT = 16, /* of two people at the terminal, one looks at a result */
    PLACE_LAYING = 32, /* a person lays a fleet */
    PLACE_END = 64,    /* the game is over */
    PLACE_REPLAY = 128,

    /* May be added to a place where commands are listed. */
    PLACE_NARROW = 1024,   /* there is room for one board only */
    PLACE_REMOTE = 2048,   /* the opponent is on another machine */
    PLACE_ALONE = 4096,    /* no help is allowed */
    PLACE_MARKED = 8192,   /* all shots of the salvo are marked, or all ships laid */
    PLACE_PLAYING = 16384, /* a replay, or a game that is watched, goes on by itself */
    PLACE_UNSEEN = 32768,  /* the board that is fired at is out of sight: keys that fire show it */
    PLACE_TAKEN = 65536    /* a ship lies where the cursor is, and no other is in hand there */
};

struct command_row {
    int32_t places;
    int32_t command; /* an enum command */
    /* On the full screen. */
    int32_t keys[2];   /* 0: none */
    const char *key;   /* as shown: `^T`; NULL: by the menu only, where keys[0] is its letter */
    const char *label; /* in the line of keys; NULL: not there, and without a key not on the screen
                          at all */
    /* In line mode. */
    const char *word;  /* NULL: not there */
    const char *usage; /* what may follow the word, such as `[CELL]`; or "" */
    /* In both. */
    const char *help; /* one line for the menus; NULL: not listed */
};

/* Whether a command is listed in the menus of the full screen. */
bool command_is_on_screen(const struct command_row *row);

/* The keys of a command that is listed there: `^T, F2`; `? l` if only the menu has it. */
enum {
    COMMAND_KEYS_SIZE = 32
};
void command_format_keys(const struct command_row *row, char text[COMMAND_KEYS_SIZE]);

/* The small letter that chooses a command in the menu: its key, that of Ctrl, or its own; 0: none.
 */
char command_letter(const struct command_row *row);

/*
 * The command of a key; COMMAND_NONE if there is none in this place. Where no cells are typed, a
 * letter may be a capital or a small one.
 */
int32_t command_of_key(int32_t place, int32_t key);

/*
 * The command whose word begins a line, ignoring case, or a punctuation mark that is its key, such
 * as `?`; where no cells are typed, also that of a line that is one of the keys. COMMAND_NONE if
 * there is none. *rest receives what follows the word or, without one, the line less its leading
 * blanks and commas.
 */
int32_t command_of_line(int32_t place, char *line, char **rest);

/*
 * The rows of the commands that can be given in a place, in the order in which they are worth
 * room: row `index` from 0; NULL after the last one.
 */
const struct command_row *command_row(int32_t place, int index);

/* The label of a row in the line of keys: what its key does now; NULL: it is not there. */
const char *command_label(const struct command_row *row, int32_t place);

/* Whether a line of keys has to show a row however narrow it is: how to act, to see and to leave.
 */
bool command_is_vital(const struct command_row *row);

/* How a command is given: its key on the screen or, in line mode, its word. */
const char *command_name(int32_t place, int32_t command, bool is_lines);

#endif
