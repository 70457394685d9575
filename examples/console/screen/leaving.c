/* The question before a game is left; see leaving.h. */
#include "console/screen/leaving.h"

enum {
    CHOICES_MAX = 3
};

/* An answer and when it is offered. */
struct answer {
    const char *label;
    enum leaving leaving;
    bool is_offered;
};

enum leaving leaving_ask(const struct backdrop *backdrop, const struct session *session,
                         bool is_kept)
{
    bool is_remote = session_has_remote(session);
    bool is_played = session_humans(session) > 0;
    const struct answer answers[] = {
        { is_kept ? "&Save and quit" : "&Quit without saving", LEAVING_SAVED, !is_remote },
        { "&Resign", LEAVING_RESIGN,
          is_played && bship_game_phase(session->game) != BSHIP_PHASE_PLACING },
        { "&Back", LEAVING_BACK, true },
    };
    const char *labels[CHOICES_MAX];
    enum leaving offered[CHOICES_MAX];
    int count = 0;
    for (int i = 0; i < CHOICES_MAX; i++) {
        if (!answers[i].is_offered)
            continue;
        labels[count] = answers[i].label;
        offered[count++] = answers[i].leaving;
    }
    int choice = dialog_ask(backdrop, "Leave the game?", labels, count);
    if (choice == DIALOG_INTERRUPTED || choice == DIALOG_CLOSED)
        return LEAVING_AT_ONCE;
    return choice >= 0 ? offered[choice] : LEAVING_BACK;
}
