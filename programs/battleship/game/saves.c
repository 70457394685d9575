/* Saved games: which file belongs to which game; see saves.h. The text is made in save_record.c. */
#include "battleship/game/saves.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "battleship/game/record_file.h"
#include "battleship/game/rules_summary.h"
#include "common/sides.h"
#include "network/peer.h"

/* A file that the user named has a number of its own, and no lock. */
enum {
    NUMBER_OF_FILE = SAVES_MAX + 1
};

/* The first line of every record begins with this. */
static const char record_start[] = "battleship ";

/* ---- files and their locks ---- */

/* The file of a game, to be freed. */
static char *path_of(const struct saves *saves, int32_t number)
{
    char name[32];
    if (number == NUMBER_OF_FILE)
        return strdup(saves->file);
    if (number == 1)
        snprintf(name, sizeof name, "game.record");
    else
        snprintf(name, sizeof name, "game-%" PRId32 ".record", number);
    return files_join(saves->directory, name);
}

/* When a game was saved; false if there is none with this number. */
static bool saved_at(const struct saves *saves, int32_t number, struct timespec *when)
{
    char *path = path_of(saves, number);
    struct stat status;
    bool is_there = path && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    if (is_there)
        *when = status.st_mtim;
    free(path);
    return is_there;
}

static bool is_before(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

/* Whether this program holds a game already. Its own locks would not keep it from another. */
static bool is_held(const struct saves *saves, int32_t number)
{
    return number == saves->current || number == saves->found;
}

static void release(struct saves *saves, int32_t number)
{
    if (number > 0 && number != NUMBER_OF_FILE)
        files_unlock(saves->locks, number);
}

/*
 * Takes the lock of the newest saved game that nobody holds or, if `wants_oldest`, of the oldest.
 * Returns its number; 0 if there is none.
 */
static int32_t take_saved(struct saves *saves, bool wants_oldest, struct timespec *when)
{
    int32_t best = 0;
    for (int32_t number = 1; number <= SAVES_MAX; number++) {
        struct timespec time;
        bool may_take = !is_held(saves, number) && (wants_oldest || !saves->is_broken[number]);
        if (!may_take || !saved_at(saves, number, &time) ||
            (best > 0 && is_before(time, *when) != wants_oldest) ||
            !files_try_lock(saves->locks, number))
            continue;
        release(saves, best);
        best = number;
        *when = time;
    }
    return best;
}

/* Takes the lock of a number without a saved game; 0 if there is none. */
static int32_t take_free(struct saves *saves)
{
    struct timespec when;
    for (int32_t number = 1; number <= SAVES_MAX; number++) {
        if (is_held(saves, number) || !files_try_lock(saves->locks, number))
            continue;
        if (!saved_at(saves, number, &when))
            return number;
        release(saves, number);
    }
    return 0;
}

/* ---- opening and closing ---- */

/* Whether a file may be overwritten: there is none, or it is empty, a record or a device. */
static bool is_replaceable(const char *path, char why[FILES_WHY_SIZE])
{
    struct stat status;
    char *text = NULL;
    size_t length = 0;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
        return true;
    if (!files_read(path, RECORD_FILE_LIMIT, &text, &length, why))
        return false;
    bool is_record = strncmp(text, record_start, sizeof record_start - 1) == 0;
    if (!is_record)
        snprintf(why, FILES_WHY_SIZE, "%.400s: it is no record, so it is not overwritten", path);
    free(text);
    return is_record;
}

/* Writes the record of a session. */
static bool write_session(const struct session *session, const char *path, char why[FILES_WHY_SIZE])
{
    bship_record *record = NULL;
    if (saves_record(&record, session))
        return files_fail_memory(why);
    bool is_written = record_file_write(record, path, why);
    bship_record_free(record);
    return is_written;
}

static bool open_file(struct saves *saves, const char *file, char why[FILES_WHY_SIZE])
{
    if (!is_replaceable(file, why) || !files_can_write(file, why))
        return false;
    files_clean(file);
    saves->file = strdup(file);
    return saves->file || files_fail_memory(why);
}

static bool open_directory(struct saves *saves, char why[FILES_WHY_SIZE])
{
    saves->directory = files_state_directory("battleship", why);
    if (!saves->directory)
        return false;
    char *locks = files_join(saves->directory, "games.lock");
    if (!locks)
        return files_fail_memory(why);
    saves->locks = files_open_locks(locks, why);
    free(locks);
    return saves->locks >= 0;
}

bool saves_open(struct saves *saves, const char *file, char why[FILES_WHY_SIZE])
{
    *saves = (struct saves)SAVES_INIT;
    bool is_open = file ? open_file(saves, file, why) : open_directory(saves, why);
    if (!is_open)
        saves_close(saves);
    return is_open;
}

void saves_close(struct saves *saves)
{
    files_close_locks(saves->locks);
    free(saves->directory);
    free(saves->file);
    free(saves->path);
    *saves = (struct saves)SAVES_INIT;
}

static bool is_open(const struct saves *saves)
{
    return saves->file || saves->locks >= 0;
}

bool saves_has_file(const struct saves *saves)
{
    return saves->file != NULL;
}

/* ---- resuming ---- */

/* Whether the user's file contains a game that has ended: it was counted, and can be replayed. */
static bool has_ended(const char *path)
{
    char why[FILES_WHY_SIZE];
    bship_record *record = NULL;
    record_file_read(path, &record, NULL, why);
    bool has_result = record && bship_record_get(record, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE);
    bship_record_free(record);
    return has_result;
}

/* Whether the user's file contains a game that can be resumed, as far as is known. */
static bool has_file(const struct saves *saves, struct timespec *when)
{
    return !saves->is_broken[0] && saves->current == 0 && saved_at(saves, NUMBER_OF_FILE, when) &&
           !has_ended(saves->file);
}

bool saves_find(struct saves *saves, time_t *when)
{
    struct timespec time = { 0, 0 };
    if (!is_open(saves))
        return false;
    release(saves, saves->found);
    saves->found = 0;
    if (!saves->file)
        saves->found = take_saved(saves, false, &time);
    else if (has_file(saves, &time))
        saves->found = NUMBER_OF_FILE;
    if (when)
        *when = time.tv_sec;
    return saves->found > 0;
}

/* Whether a game of the state directory can be found, and when it was saved. */
static bool is_findable(const struct saves *saves, int32_t number, struct timespec *when)
{
    if (saves->is_broken[number] || number == saves->current || !saved_at(saves, number, when))
        return false;
    if (number == saves->found)
        return true;
    bool is_free = files_try_lock(saves->locks, number);
    if (is_free)
        files_unlock(saves->locks, number);
    return is_free;
}

size_t saves_list(const struct saves *saves, int32_t numbers[SAVES_MAX])
{
    struct timespec times[SAVES_MAX];
    struct timespec time;
    size_t count = 0;
    numbers[0] = NUMBER_OF_FILE;
    if (saves->file)
        return has_file(saves, &time) ? 1 : 0;
    for (int32_t number = 1; saves->locks >= 0 && number <= SAVES_MAX; number++) {
        if (!is_findable(saves, number, &time))
            continue;
        size_t place = count++;
        for (; place > 0 && is_before(times[place - 1], time); place--) {
            times[place] = times[place - 1];
            numbers[place] = numbers[place - 1];
        }
        times[place] = time;
        numbers[place] = number;
    }
    return count;
}

bool saves_take(struct saves *saves, int32_t number, time_t *when)
{
    struct timespec time = { 0, 0 };
    release(saves, saves->found);
    saves->found = 0;
    bool is_there = number == NUMBER_OF_FILE
                        ? has_file(saves, &time)
                        : is_findable(saves, number, &time) && files_try_lock(saves->locks, number);
    if (is_there)
        saves->found = number;
    if (when)
        *when = time.tv_sec;
    return is_there;
}

/* Whether there is a saved game that another program is playing. */
static bool is_played_elsewhere(const struct saves *saves)
{
    struct timespec when;
    bool is_played = false;
    for (int32_t number = 1; saves->locks >= 0 && number <= SAVES_MAX && !is_played; number++) {
        if (is_held(saves, number) || !saved_at(saves, number, &when))
            continue;
        is_played = !files_try_lock(saves->locks, number);
        if (!is_played)
            files_unlock(saves->locks, number);
    }
    return is_played;
}

const char *saves_missing(const struct saves *saves)
{
    if (!is_open(saves))
        return "Games are not saved, so none can be resumed.";
    return is_played_elsewhere(saves) ? "The saved game is being played in another window."
                                      : "There is no saved game.";
}

/* The name of a side of a record. */
static const char *name_of(const bship_record *record, int32_t side)
{
    const char *name = bship_record_get(record, BSHIP_FACT_PLAYER, side);
    if (!name)
        name = bship_record_get(record, BSHIP_FACT_STRATEGY, side);
    return name ? name : "a player";
}

/* The shots that both sides have fired. */
static int64_t shots_of(const bship_record *record)
{
    int64_t shots = 0;
    for (int64_t i = 0; i < bship_record_log_length(record); i++) {
        bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
        bship_record_log_entry(record, i, &entry);
        shots += entry.shots;
    }
    return shots;
}

void saves_describe(const struct saves *saves, char *text, size_t size)
{
    char why[FILES_WHY_SIZE];
    char rules[160];
    bship_record *record = NULL;
    char *path = saves->found > 0 ? path_of(saves, saves->found) : NULL;
    text[0] = '\0';
    if (path && !record_file_read(path, &record, NULL, why)) {
        int64_t shots = shots_of(record);
        rules_summary(bship_record_rules(record), rules, sizeof rules);
        const char *where = peer_saved_address(record) ? " on another machine" : "";
        int32_t own =
            saves_player_kind(record, BSHIP_SIDE_A) == PLAYER_REMOTE ? BSHIP_SIDE_B : BSHIP_SIDE_A;
        bool is_you = saves_player_kind(record, own) == PLAYER_HUMAN &&
                      saves_player_kind(record, other_side(own)) != PLAYER_HUMAN;
        snprintf(text, size, "%s against %s%s, %s, %" PRId64 " shot%s",
                 is_you ? "you" : name_of(record, own), name_of(record, other_side(own)), where,
                 rules, shots, shots == 1 ? "" : "s");
    }
    bship_record_free(record);
    free(path);
}

bool saves_is_remote(const struct saves *saves)
{
    char why[FILES_WHY_SIZE];
    bship_record *record = NULL;
    char *path = saves->found > 0 ? path_of(saves, saves->found) : NULL;
    bool is_remote =
        path && !record_file_read(path, &record, NULL, why) && peer_saved_address(record);
    bship_record_free(record);
    free(path);
    return is_remote;
}

void saves_format_time(time_t when, char text[SAVES_TIME_SIZE])
{
    struct tm local;
    text[0] = '\0';
    if (localtime_r(&when, &local))
        strftime(text, SAVES_TIME_SIZE, "%Y-%m-%d %H:%M", &local);
}

/* Makes a number that this program holds the game being played. */
static bool play(struct saves *saves, int32_t number, char why[FILES_WHY_SIZE])
{
    char *path = path_of(saves, number);
    if (!path)
        return files_fail_memory(why);
    free(saves->path);
    saves->path = path;
    saves->current = number;
    return true;
}

/* Never finds a game again that cannot be opened. */
static void give_up(struct saves *saves, int32_t number)
{
    saves->is_broken[number == NUMBER_OF_FILE ? 0 : number] = true;
    release(saves, number);
}

bship_status saves_resume(struct saves *saves, struct session *session,
                          bship_progress_callback progress, void *user, char why[FILES_WHY_SIZE])
{
    int32_t number = saves->found;
    *session = (struct session){ 0 };
    if (number == 0) {
        snprintf(why, FILES_WHY_SIZE, "there is no saved game");
        return BSHIP_ERROR_STATE;
    }
    saves_begin(saves);
    saves->found = 0;
    if (!play(saves, number, why))
        return BSHIP_ERROR_MEMORY;
    bship_status status = saves_load(saves->path, session, progress, user, why);
    if (!status)
        return status;
    saves_begin(saves);
    if (status != BSHIP_ERROR_CANCELLED && status != BSHIP_ERROR_MEMORY)
        give_up(saves, number);
    return status;
}

void saves_find_again(struct saves *saves)
{
    release(saves, saves->found);
    saves->found = saves->current;
    saves->current = 0;
    saves_begin(saves);
}

/* ---- saving ---- */

void saves_begin(struct saves *saves)
{
    release(saves, saves->current);
    saves->current = 0;
    free(saves->path);
    saves->path = NULL;
}

const char *saves_path(const struct saves *saves)
{
    return saves->path;
}

/* Finds a place for the game being played, if it has none yet. */
static bool find_place(struct saves *saves, char why[FILES_WHY_SIZE])
{
    if (saves->current > 0)
        return true;
    struct timespec oldest;
    int32_t number = saves->file ? (int32_t)NUMBER_OF_FILE : take_free(saves);
    if (number == 0)
        number = take_saved(saves, true, &oldest);
    if (number > 0)
        return play(saves, number, why);
    snprintf(why, FILES_WHY_SIZE, "%s: no place for another saved game", saves->directory);
    return false;
}

/* Saves a game with another machine, with what its peer needs to go on with it. */
static bool save_remote(struct saves *saves, const struct session *session,
                        char why[FILES_WHY_SIZE])
{
    bship_record *record = NULL;
    if (!session->peer)
        return true;
    bship_status status = saves_record(&record, session);
    if (!status)
        status = peer_save(session->peer, record);
    bool is_saved = status == BSHIP_ERROR_STATE; /* it cannot go on: the game is over */
    if (!status)
        is_saved = find_place(saves, why) && record_file_write(record, saves->path, why);
    else if (!is_saved)
        files_fail_memory(why);
    bship_record_free(record);
    return is_saved;
}

bool saves_autosave(struct saves *saves, const struct session *session, char why[FILES_WHY_SIZE])
{
    if (!is_open(saves))
        return true;
    if (session_has_remote(session))
        return save_remote(saves, session, why);
    return find_place(saves, why) && write_session(session, saves->path, why);
}

bool saves_forget(struct saves *saves, const struct session *session, char why[FILES_WHY_SIZE])
{
    bool is_done = true;
    if (saves->current == NUMBER_OF_FILE && session_has_remote(session))
        is_done = write_session(session, saves->path, why);
    else if (saves->current > 0 && saves->current != NUMBER_OF_FILE)
        is_done = files_remove(saves->path, why);
    saves_begin(saves);
    return is_done;
}

bool saves_write(const struct session *session, const char *path, char why[FILES_WHY_SIZE])
{
    files_clean(path);
    return is_replaceable(path, why) && write_session(session, path, why);
}

/* ---- loading ---- */

/* The number of the line, from 1, with the extra line of a record that has this index. */
static uint32_t line_of_extra(const char *text, int64_t extra)
{
    uint32_t number = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += number > 0;
        number++;
        const char *word = line + strspn(line, " \t");
        if (strncmp(word, "x-", 2) == 0 && extra-- == 0)
            return number;
    }
    return 0;
}

bship_status saves_load(const char *path, struct session *session, bship_progress_callback progress,
                        void *user, char why[FILES_WHY_SIZE])
{
    char *text = NULL;
    bship_record *record = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    *session = (struct session){ 0 };
    bship_status status = record_file_read(path, &record, &text, why);
    if (status)
        return status;
    status = saves_session(record, session, progress, user, &error);
    bool is_extra = error.line == 0 && error.column > 0;
    if (status)
        files_say_fault(path, is_extra ? line_of_extra(text, error.index) : error.line,
                        error.column, error.text, why);
    if (!status && session_has_remote(session))
        session->saved = record;
    else
        bship_record_free(record);
    free(text);
    return status;
}
