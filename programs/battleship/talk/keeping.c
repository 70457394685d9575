/* Saving the game being played; see keeping.h. */
#include "battleship/talk/keeping.h"

#include <stdio.h>

#include "common/format.h"

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

void keeping_tell(const struct keeping *keeping, const char *state, char *text, size_t size)
{
    snprintf(text, size, "The game %s; --resume%s goes on with it: %s", state,
             saves_has_file(keeping->saves) ? " with the same --save" : "",
             saves_path(keeping->saves));
}

bool keeping_farewell(struct keeping *keeping, const struct session *session, char *text,
                      size_t size)
{
    struct reply reply = { REPLY_NONE, "" };
    char sentence[FILES_WHY_SIZE];
    bool is_saved = keeping->saves && saves_path(keeping->saves);
    text[0] = '\0';
    if (!session->game || bship_game_phase(session->game) == BSHIP_PHASE_OVER ||
        (session_humans(session) == 0 && !is_saved))
        return false;
    keeping_save(keeping, session, &reply);
    is_saved = keeping->has_saved && saves_path(keeping->saves);
    bool has_begun = bship_game_phase(session->game) != BSHIP_PHASE_PLACING;
    snprintf(sentence, sizeof sentence, "%s",
             has_begun ? "The game was abandoned." : "The game has not begun.");
    if (is_saved)
        keeping_tell(keeping, keeping->is_failing ? "is saved, without its last turns" : "is saved",
                     sentence, sizeof sentence);
    snprintf(text, size, "%s", reply.text);
    format_sentence(text, size, "%s", sentence);
    return is_saved;
}
