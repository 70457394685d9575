/*
 * Saved games: a session as a record that anyone can read, with lines of our own for what a record
 * does not say: who plays, the notes, and how much help was taken.
 *
 *     x-battleship-session 1        the version of these lines
 *     x-battleship-player a human   human, ai or remote; one line for each side
 *     x-battleship-placement random if fleets are placed at random; or the style
 *     x-battleship-profile 12 00ab1234cd567890  the fleets of the person that the machine has
 *                                   learnt from, and a fingerprint of what it has learnt
 *     x-battleship-tally a 2 1 0    hints, heat maps and undos of a side
 *     x-battleship-note a E5 ?      a character that a side has noted for a cell of the other
 *
 * A game with another machine has further lines, by which the two find each other again: see
 * peer_save(). They are as secret as the fleet, and only the file of the game being played has
 * them.
 *
 * Older versions also wrote `x-battleship-first b` where a record now states `begins b`.
 *
 * Unless the user names a file, games are saved in the state directory: the first in `game.record`,
 * then `game-2.record` and so on. Each has a lock in `games.lock`, which the program that plays it
 * holds; so no game is played by two programs at once, nor overwritten by another game.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_SAVES_H
#define PROGRAMS_BATTLESHIP_GAME_SAVES_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <battleship/record.h>
#include <battleship/status.h>

#include "battleship/game/session.h"
#include "common/files.h"

/* The number of games that are kept in the state directory; one more replaces the oldest. */
#define SAVES_MAX 20

/* Where the sessions of this program are saved. Without saves_open() nothing is saved. */
struct saves {
    char *directory; /* the state directory, or NULL */
    char *file;      /* the file that the user named, or NULL */
    int locks;
    int32_t current; /* the number of the game being played, from 1; 0: it was not saved yet */
    int32_t found;   /* the number of the game that saves_find() found; 0: none */
    char *path;      /* of the current game; NULL if it was not saved yet */
    bool is_broken[SAVES_MAX + 1]; /* games that cannot be opened, by number */
};

#define SAVES_INIT                                                                                 \
    {                                                                                              \
        NULL, NULL, -1, 0, 0, NULL,                                                                \
        {                                                                                          \
            false                                                                                  \
        }                                                                                          \
    }

/*
 * Prepares saving: in the file that the user named or, if it is NULL, in the state directory. A
 * file that is there and no record is refused. On failure nothing is going to be saved; the other
 * functions may be called all the same.
 */
bool saves_open(struct saves *saves, const char *file, char why[FILES_WHY_SIZE]);

/* Ends saving; a game that was not forgotten stays saved. */
void saves_close(struct saves *saves);

/*
 * Whether the user named a file. It has room for one game: the next one that is saved replaces it.
 */
bool saves_has_file(const struct saves *saves);

/*
 * Finds the game that was saved last and that no program is playing; false if there is none. No
 * other program can find it as long as this one runs, or until it is forgotten. Games that
 * saves_resume() could not open are not found again, nor is one in the user's file that has ended.
 * `when` may be NULL.
 */
bool saves_find(struct saves *saves, time_t *when);

/*
 * The numbers of all games that saves_find() might find, the game saved last first; returns how
 * many there are.
 */
size_t saves_list(const struct saves *saves, int32_t numbers[SAVES_MAX]);

/* Finds the game of a number, as saves_find() does; false if it is not there any more. */
bool saves_take(struct saves *saves, int32_t number, time_t *when);

/* Says why saves_find() has found nothing: another program may be playing the saved game. */
const char *saves_missing(const struct saves *saves);

/*
 * Describes the game that was found: `Ann against medium, classic, 24 shots`; empty if its file
 * cannot be read.
 */
void saves_describe(const struct saves *saves, char *text, size_t size);

/* Whether the game that was found is one with another machine. */
bool saves_is_remote(const struct saves *saves);

/* Writes a time as it is here: `2026-11-22 13:45`. */
#define SAVES_TIME_SIZE 32
void saves_format_time(time_t when, char text[SAVES_TIME_SIZE]);

/*
 * The file of the game being played: borrowed until it is another; NULL if it was not saved yet.
 */
const char *saves_path(const struct saves *saves);

/*
 * Opens the game that was found, as saves_load(); it is then the one being played. After a failure
 * it stays as it is on the disk.
 */
bship_status saves_resume(struct saves *saves, struct session *session,
                          bship_progress_callback progress, void *user, char why[FILES_WHY_SIZE]);

/*
 * Has saves_resume() open the game being played again, as it was saved last: for one with another
 * machine that the connection has ended.
 */
void saves_find_again(struct saves *saves);

/* Announces a new game: the next call of saves_autosave() saves it apart from the one before. */
void saves_begin(struct saves *saves);

/*
 * Saves the game being played; to be called after every turn. A game with another machine is saved
 * as long as the two can find each other again. True if there was nothing to do.
 */
bool saves_autosave(struct saves *saves, const struct session *session, char why[FILES_WHY_SIZE]);

/*
 * Removes the game being played from the state directory: it has ended, and its result is in the
 * statistics. A file that the user named stays, without what is secret of a game with another
 * machine.
 */
bool saves_forget(struct saves *saves, const struct session *session, char why[FILES_WHY_SIZE]);

/*
 * Saves a session in a file, which must not be there unless it is a record. A game with another
 * machine is not resumed from it.
 */
bool saves_write(const struct session *session, const char *path, char why[FILES_WHY_SIZE]);

/*
 * Opens a session from a file. AIs go on exactly as they would have. A record that another program
 * wrote will do if it is a game with both layouts; sides without a known strategy are people.
 *
 * May take seconds, as session_open(). Returns #BSHIP_OK; #BSHIP_ERROR_IO if the file cannot be
 * read; #BSHIP_ERROR_CANCELLED by `progress`, which may be NULL; or what is wrong with the record,
 * and `why` says it as FILE:LINE:COLUMN: REASON. On failure the session is closed.
 */
bship_status saves_load(const char *path, struct session *session, bship_progress_callback progress,
                        void *user, char why[FILES_WHY_SIZE]);

/* The record of a session, with our lines; to be freed. */
bship_status saves_record(bship_record **out, const struct session *session);

/* Who played a side of a record, an enum player_kind, as our line says; -1 if there is none. */
int32_t saves_player_kind(const bship_record *record, int32_t side);

/*
 * Opens a session from a record, as saves_load(). `error` has a line and a column where the
 * record's text is at fault.
 */
bship_status saves_session(const bship_record *record, struct session *session,
                           bship_progress_callback progress, void *user, bship_error *error);

#endif
