/*
 * Dialogues on the full screen: a question, a field for text, a list, a message, and a wait for a
 * worker.
 *
 * Each is drawn in a frame over the screen beneath, which it has drawn again when the terminal is
 * resized. Texts are cut by their width, lists scroll. Escape goes back; a mouse click on a row
 * chooses it, one outside goes back. Each returns what was chosen, or an enum outcome.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_DIALOG_H
#define PROGRAMS_BATTLESHIP_SCREEN_DIALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/game/worker.h"
#include "battleship/screen/dialog_frame.h"
#include "battleship/talk/front.h"

/*
 * Asks a question, which is wrapped. The hot key of a choice is the first letter of its word; the
 * first choice is selected at first. One that comes unasked shows its choices after half a second:
 * what was typed before is dropped. Returns the index of a choice.
 */
int dialog_ask(const struct backdrop *backdrop, const struct question *question);

/* What follows a dialogue that was read, or in which nothing was chosen. */
static inline int dialog_after(int result)
{
    return result < OUTCOME_BACK ? result : OUTCOME_BACK;
}

/* Dialogues over a backdrop, or NULL, as a front. */
struct front dialog_front(const struct backdrop *backdrop);

/*
 * Judges a text that is being edited: returns NULL if it is fine, else why not, valid until the
 * next call.
 */
typedef const char *dialog_check(const char *text, void *user);

/* The longest text that can be edited, including its NUL. */
#define DIALOG_TEXT_SIZE 1024

/*
 * Edits a text of UTF-8 in a buffer of `size` bytes including the NUL, of which at most
 * DIALOG_TEXT_SIZE are used; what is typed first takes the place of the old text, and Ctrl-U clears
 * it. The reason of
 * `check`, which may be NULL, is shown at once, and Enter is refused as long as there is one.
 * Returns 0 after Enter; otherwise the buffer is unchanged.
 */
int dialog_text(const struct backdrop *backdrop, const char *title, char *buffer, size_t size,
                dialog_check *check, void *user);

/* What a list's own key did: it is none of them. */
#define DIALOG_LIST_IGNORED (-100)

/* A list that scrolls. Zeroes and NULL are fine for all that a list does not need. */
struct dialog_list {
    const char *title;
    const char *text;    /* above the rows, wrapped */
    const char *keys;    /* the last line: what the keys do */
    const char *warning; /* shown under the list as long as it is not empty */
    int count;
    int selected;
    bool fills_screen; /* instead of a frame over the backdrop */
    bool is_unasked;   /* it comes by itself, and shows its rows after half a second */
    /* Writes the text of a row; an empty one is a gap that cannot be selected. */
    void (*row)(int row, char *buffer, size_t size, void *user);
    /* Writes a text about the row that is selected, shown under the list in up to four lines. */
    void (*note)(int row, char *buffer, size_t size, void *user);
    /*
     * Takes a key first: returns OUTCOME_GOES_ON if the list is only to be drawn again,
     * DIALOG_LIST_IGNORED, or what dialog_list() is to return.
     * It may change `count` and `selected`.
     */
    int (*key)(struct dialog_list *list, int32_t key, void *user);
    void *user;
};

/* Shows a list until a row is chosen by Enter or the mouse; returns its index. */
int dialog_list(const struct backdrop *backdrop, struct dialog_list *list);

/* Shows a text, which is wrapped and scrolls, until a key is pressed; returns 0. */
int dialog_message(const struct backdrop *backdrop, const char *title, const char *text);

/* The same for one that comes unasked: half a second passes before a key ends it. */
int dialog_notice(const struct backdrop *backdrop, const char *title, const char *text);

/*
 * Waits for the job of a worker with a spinner, and collects it. Escape cancels it. Returns 0
 * once the job has ended by itself, OUTCOME_BACK if it was cancelled.
 */
int dialog_wait(const struct backdrop *backdrop, const char *text, struct worker *worker);

#endif
