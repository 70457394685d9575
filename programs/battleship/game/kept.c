/* Games that were played to their end; see kept.h. */
#include "battleship/game/kept.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <battleship/status.h>

#include "battleship/game/record_file.h"
#include "common/hash.h"

/* `game-`, 10 digits, `-`, 16 hexadecimal digits, `.record`: names sort by their time. */
#define NAME_LENGTH 39
#define TIME_PLACE 5
#define PRINT_PLACE 16
#define END_PLACE 32

/* Room for a name, whatever the numbers in it. */
#define NAME_SIZE 64

/* The names of the kept games, newest first; one more than are kept while one is added. */
struct names {
    char (*names)[NAME_LENGTH + 1];
    size_t count;
};

static bool is_ours(const char *name)
{
    return strlen(name) == NAME_LENGTH && strncmp(name, "game-", TIME_PLACE) == 0 &&
           strspn(name + TIME_PLACE, "0123456789") == 10 && name[PRINT_PLACE - 1] == '-' &&
           strspn(name + PRINT_PLACE, "0123456789abcdef") == 16 &&
           strcmp(name + END_PLACE, ".record") == 0;
}

/* ---- the directory ---- */

static char *directory_path(char why[FILES_WHY_SIZE])
{
    return files_state_directory("battleship/games", why);
}

static bool is_file(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Adds a name if it is that of a kept game. */
static bool add_name(struct names *names, const char *directory, const char *name)
{
    char *path = is_ours(name) ? files_join(directory, name) : NULL;
    bool is_kept = path && is_file(path);
    free(path);
    if (!is_kept)
        return true;
    void *grown = realloc(names->names, (names->count + 1) * sizeof *names->names);
    if (!grown)
        return false;
    names->names = grown;
    memcpy(names->names[names->count++], name, NAME_LENGTH + 1);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(b, a);
}

/* Lists the kept games, the newest first. The names are to be freed in any case. */
static bool list(struct names *names, const char *directory, char why[FILES_WHY_SIZE])
{
    *names = (struct names){ .names = NULL };
    DIR *stream = opendir(directory);
    if (!stream) {
        snprintf(why, FILES_WHY_SIZE, "%.300s: cannot read it: %.100s", directory, strerror(errno));
        return false;
    }
    bool has_room = true;
    for (struct dirent *entry; has_room && (entry = readdir(stream));)
        has_room = add_name(names, directory, entry->d_name);
    closedir(stream);
    if (names->count > 1)
        qsort(names->names, names->count, sizeof *names->names, compare_names);
    return has_room || files_fail_memory(why);
}

/* ---- adding ---- */

/* A number that follows from the seed and the shots: not from the day, nor from a review. */
static uint64_t fingerprint_of(const bship_record *record)
{
    uint64_t hash = HASH_INIT;
    const char *seed = bship_record_get(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE);
    if (seed)
        hash = hash_bytes(hash, seed, strlen(seed));
    for (int64_t i = 0; i < bship_record_log_length(record); i++) {
        bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
        bship_record_log_entry(record, i, &entry);
        hash = hash_bytes(hash, &entry.side, sizeof entry.side);
        for (int32_t shot = 0; shot < entry.shots; shot++) {
            bship_cell cell = { 0, 0 };
            bship_record_shot(record, entry.first_shot + shot, &cell, NULL);
            hash = hash_bytes(hash, &cell, sizeof cell);
        }
    }
    return hash;
}

static int64_t time_of(const char *name)
{
    return strtoll(name + TIME_PLACE, NULL, 10);
}

/* The time of a new game: now, but later than that of any other, whatever the clock says. */
static int64_t time_for(const struct names *names)
{
    static const int64_t last = INT64_C(9999999999);
    int64_t now = (int64_t)time(NULL);
    int64_t newest = names->count > 0 ? time_of(names->names[0]) : 0;
    now = now > newest ? now : newest + 1;
    return now < last ? now : last;
}

/* Chooses the name of a game: the one that it has already, or a new one. */
static void choose_name(const struct names *names, const bship_record *record, char name[NAME_SIZE])
{
    char print[END_PLACE - PRINT_PLACE + 1];
    snprintf(print, sizeof print, "%016" PRIx64, fingerprint_of(record));
    snprintf(name, NAME_SIZE, "game-%010" PRId64 "-%s.record", time_for(names), print);
    for (size_t i = 0; i < names->count; i++)
        if (strncmp(names->names[i] + PRINT_PLACE, print, sizeof print - 1) == 0)
            memcpy(name, names->names[i], NAME_LENGTH + 1);
}

/* Removes the oldest games beyond those that are kept. */
static bool remove_oldest(const char *directory, char why[FILES_WHY_SIZE])
{
    struct names names;
    bool is_done = list(&names, directory, why);
    for (size_t i = KEPT_MAX; i < names.count && is_done; i++) {
        char *path = files_join(directory, names.names[i]);
        is_done = path ? files_remove(path, why) : files_fail_memory(why);
        free(path);
    }
    free(names.names);
    return is_done;
}

bool kept_add(const bship_record *record, char why[FILES_WHY_SIZE])
{
    struct names names;
    char name[NAME_SIZE];
    char *directory = directory_path(why);
    if (!directory)
        return false;
    bool is_done = list(&names, directory, why);
    if (is_done) {
        choose_name(&names, record, name);
        char *path = files_join(directory, name);
        is_done = path ? record_file_write(record, path, why) : files_fail_memory(why);
        free(path);
    }
    free(names.names);
    is_done = is_done && remove_oldest(directory, why);
    free(directory);
    return is_done;
}

/* ---- reading ---- */

static bool read_game(struct kept_games *kept, const char *directory, const char *name)
{
    struct kept_game *game = &kept->games[kept->count];
    *game = (struct kept_game){ .when = (time_t)time_of(name) };
    game->path = files_join(directory, name);
    if (!game->path)
        return files_fail_memory(kept->why);
    bship_status status = record_file_read(game->path, &game->record, NULL, kept->why);
    kept->count += !status;
    kept->broken += status != BSHIP_OK;
    if (status)
        free(game->path);
    return status != BSHIP_ERROR_MEMORY;
}

bool kept_read(struct kept_games *kept, char why[FILES_WHY_SIZE])
{
    struct names names = { .names = NULL };
    *kept = (struct kept_games){ .count = 0 };
    char *directory = directory_path(why);
    bool is_read = directory && list(&names, directory, why);
    for (size_t i = 0; i < names.count && i < KEPT_MAX && is_read; i++)
        is_read = read_game(kept, directory, names.names[i]) || files_fail_memory(why);
    free(names.names);
    free(directory);
    return is_read;
}

void kept_clear(struct kept_games *kept)
{
    for (int i = 0; i < kept->count; i++) {
        free(kept->games[i].path);
        bship_record_free(kept->games[i].record);
    }
    *kept = (struct kept_games){ .count = 0 };
}
