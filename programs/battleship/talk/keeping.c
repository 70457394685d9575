/* Saving the game being played; see keeping.h. */
#include "battleship/talk/keeping.h"

bool keeping_is_kept(const struct keeping *keeping, const struct session *session)
{
    return keeping->saves && session->game &&
           (session_has_remote(session) || bship_game_phase(session->game) != BSHIP_PHASE_PLACING);
}

bool keeping_save(struct keeping *keeping, const struct session *session, struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    bool is_kept = keeping_is_kept(keeping, session);
    bool is_saved = !is_kept || saves_autosave(keeping->saves, session, why);
    if (!is_saved && !keeping->is_failing)
        reply_set(reply, REPLY_FAILED, "The game cannot be saved: %s. It goes on all the same.",
                  why);
    keeping->is_failing = !is_saved;
    keeping->has_saved |= is_kept && is_saved && saves_path(keeping->saves);
    return is_saved;
}

/* Says where a game was saved, or why not. */
static void report(const char *path, const char *why, struct reply *reply)
{
    if (why)
        reply_set(reply, REPLY_FAILED, "The game cannot be saved: %s.", why);
    else
        reply_set(reply, REPLY_DONE, "The game is saved in %s.", path);
}

void keeping_save_now(struct keeping *keeping, const struct session *session, const char *file,
                      struct reply *reply)
{
    char why[FILES_WHY_SIZE];
    if (file[0]) {
        report(file, saves_write(session, file, why) ? NULL : why, reply);
    } else {
        bool is_kept = keeping_is_kept(keeping, session);
        keeping->is_failing = is_kept && !saves_autosave(keeping->saves, session, why);
        const char *path = is_kept ? saves_path(keeping->saves) : NULL;
        keeping->has_saved |= path && !keeping->is_failing;
        if (keeping->is_failing || path)
            report(path, keeping->is_failing ? why : NULL, reply);
        else
            reply_set(reply, REPLY_REFUSED, "This game is not kept.");
    }
}
