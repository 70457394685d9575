/* The numbers of keys. */
#ifndef PROGRAMS_BATTLESHIP_TALK_KEY_H
#define PROGRAMS_BATTLESHIP_TALK_KEY_H

/* Ctrl and a capital letter, as terminals send it. */
#define KEY_CTRL(letter) ((letter) - '@')

/* Keys that are no characters. Those that are have their Unicode number, Space among them. */
enum terminal_key {
    TERMINAL_KEY_ENTER = 0x110000,
    TERMINAL_KEY_ESCAPE,
    TERMINAL_KEY_TAB,
    TERMINAL_KEY_BACKTAB,
    TERMINAL_KEY_BACKSPACE,
    TERMINAL_KEY_DELETE,
    TERMINAL_KEY_UP,
    TERMINAL_KEY_DOWN,
    TERMINAL_KEY_LEFT,
    TERMINAL_KEY_RIGHT,
    TERMINAL_KEY_HOME,
    TERMINAL_KEY_END,
    TERMINAL_KEY_PAGE_UP,
    TERMINAL_KEY_PAGE_DOWN,
    TERMINAL_KEY_F1, /* F2 is TERMINAL_KEY_F1 + 1 ... */
    TERMINAL_KEY_F12 = TERMINAL_KEY_F1 + 11
};

/* No key, but a small letter that means something in the menu of commands only. */
#define KEY_MENU(letter) (0x120000 + (letter))

#endif
