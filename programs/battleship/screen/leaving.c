/* The question before a game is left; see leaving.h. */
#include "battleship/screen/leaving.h"

/* An answer and when it is offered. */
struct answer {
    const char *label;
    enum leaving leaving;
    bool is_offered;
};

enum leaving leaving_ask(const struct backdrop *backdrop, const struct session *session,
                         const struct saves *saves)
{
    bool is_kept = saves != NULL;
    bool is_remote = session_has_remote(session);
    bool is_played = session_humans(session) > 0;
    bool has_begun = bship_game_phase(session->game) != BSHIP_PHASE_PLACING;
    bool is_saved = is_kept && !is_remote;
    /* The first answer, which Enter gives, loses nothing. */
    const struct answer answers[] = {
        { "&Save and quit", LEAVING_SAVED, is_saved },
        { "&Back", LEAVING_BACK, !is_saved },
        { "Save, then &menu", LEAVING_MENU, is_saved && !saves_has_file(saves) },
        { "&Quit without saving", LEAVING_SAVED, !is_kept && !is_remote },
        { "&Menu without saving", LEAVING_MENU, !is_kept && !is_remote },
        { "&Resign", LEAVING_RESIGN, is_played && has_begun },
        { "&Back", LEAVING_BACK, is_saved },
    };
    enum {
        ANSWERS = sizeof(answers) / sizeof(answers[0])
    };
    const char *labels[ANSWERS];
    enum leaving offered[ANSWERS];
    int count = 0;
    for (int i = 0; i < ANSWERS; i++) {
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
