/* Profiles: the file, and what changes in it; see profile.h. */
#include "battleship/game/profile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The largest file that is read: a thousand layouts take some 60 KB. */
#define TEXT_LIMIT ((size_t)64 << 20)

static bool fail(bship_status status, char why[FILES_WHY_SIZE])
{
    snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(status));
    return false;
}

char *profiles_path(char why[FILES_WHY_SIZE])
{
    return files_state_path("battleship", "profiles", why);
}

/* ---- the file ---- */

bool profiles_read(const char *path, struct profiles *out, char why[FILES_WHY_SIZE])
{
    char *text = NULL;
    size_t length = 0;
    bship_error error = BSHIP_ERROR_INIT;
    *out = (struct profiles){ 0 };
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    if (!files_read(path, TEXT_LIMIT, &text, &length, why))
        return false;
    bship_status status = profiles_parse(out, text, length, &error);
    if (status)
        files_say_fault(path, error.line, error.column, error.text, why);
    free(text);
    return !status;
}

static bool write_all(const char *path, const struct profiles *profiles, char why[FILES_WHY_SIZE])
{
    size_t length = 0;
    char *text = profiles_format(profiles, &length);
    bool is_written =
        text ? files_write(path, text, length, FILE_PRIVATE, why) : fail(BSHIP_ERROR_MEMORY, why);
    free(text);
    return is_written;
}

/* ---- changes ---- */

enum change_result {
    CHANGE_FAILED,
    CHANGE_NONE, /* there is nothing to be written */
    CHANGE_MADE
};

/* What is to be changed in the profile of a player. */
struct change {
    enum change_result (*make)(struct profile *profile, const struct change *change,
                               char why[FILES_WHY_SIZE]);
    int32_t consent;
    uint64_t seed;
    const bship_board *board;
};

static bool change_profile(const char *path, const char *name, const struct change *change,
                           char why[FILES_WHY_SIZE])
{
    struct profiles profiles;
    enum change_result result = CHANGE_FAILED;
    if (profiles_read(path, &profiles, why)) {
        struct profile *profile = profiles_find(&profiles, name);
        if (!profile)
            profile = profiles_add(&profiles, name);
        if (profile)
            result = change->make(profile, change, why);
        else
            fail(BSHIP_ERROR_MEMORY, why);
    }
    bool is_done =
        result == CHANGE_NONE || (result == CHANGE_MADE && write_all(path, &profiles, why));
    profiles_clear(&profiles);
    return is_done;
}

/* Makes a change while no other program does. */
static bool change_locked(const char *path, const char *name, const struct change *change,
                          char why[FILES_WHY_SIZE])
{
    int locks = files_lock_beside(path, why);
    bool is_done = locks >= 0 && change_profile(path, name, change, why);
    files_close_locks(locks);
    return is_done;
}

static enum change_result allow(struct profile *profile, const struct change *change,
                                char why[FILES_WHY_SIZE])
{
    (void)why;
    if (profile->consent == change->consent)
        return CHANGE_NONE;
    profile->consent = change->consent;
    if (change->consent != PROFILE_ON)
        profile_forget_habits(profile);
    return CHANGE_MADE;
}

bool profiles_allow(const char *path, const char *name, int32_t consent, char why[FILES_WHY_SIZE])
{
    const struct change change = { .make = allow, .consent = consent };
    return change_locked(path, name, &change, why);
}

/* Adds empty habits; leaves NULL in `out` where the library has none. */
static bool add_habits(struct profile *profile, const bship_rules *rules, bship_habits **out,
                       char why[FILES_WHY_SIZE])
{
    bship_status status = bship_habits_new(out, rules, NULL, NULL);
    if (status == BSHIP_ERROR_UNSUPPORTED)
        return true;
    if (!status && profile_add_habits(profile, *out))
        return true;
    bship_habits_free(*out);
    return fail(status ? status : BSHIP_ERROR_MEMORY, why);
}

static bool observe(bship_habits *habits, const bship_board *board, char why[FILES_WHY_SIZE])
{
    int32_t ships = bship_fleet_count(bship_rules_fleet(bship_board_rules(board)));
    bship_placement *layout = calloc((size_t)ships, sizeof *layout);
    if (!layout)
        return fail(BSHIP_ERROR_MEMORY, why);
    for (int32_t ship = 0; ship < ships; ship++)
        bship_board_placement(board, ship, &layout[ship]);
    bship_status status = bship_habits_observe(habits, layout, (size_t)ships, 1, NULL);
    free(layout);
    return !status || fail(status, why);
}

static enum change_result learn(struct profile *profile, const struct change *change,
                                char why[FILES_WHY_SIZE])
{
    const bship_rules *rules = bship_board_rules(change->board);
    bool is_known = profile->has_learnt && profile->last_seed == change->seed;
    if (profile->consent != PROFILE_ON || is_known)
        return CHANGE_NONE;
    bship_habits *habits = profile_habits(profile, rules);
    if (!habits && !add_habits(profile, rules, &habits, why))
        return CHANGE_FAILED;
    if (!habits)
        return CHANGE_NONE;
    profile->has_learnt = true;
    profile->last_seed = change->seed;
    return observe(habits, change->board, why) ? CHANGE_MADE : CHANGE_FAILED;
}

bool profiles_learn(const char *path, const char *name, uint64_t seed, const bship_board *board,
                    char why[FILES_WHY_SIZE])
{
    const struct change change = { .make = learn, .seed = seed, .board = board };
    return change_locked(path, name, &change, why);
}
