/* The question before a game is left; see leaving.h. */
#include "battleship/lines/leaving.h"

#include "battleship/lines/input.h"

static enum plain_state resign(struct plain *plain, int32_t side)
{
    if (plain->link != NULL) {
        plain->link->resign(plain, plain->link->user);
        return PLAIN_GOES_ON;
    }
    bship_status status = session_resign(&plain->session, side);
    return status == BSHIP_OK ? PLAIN_GOES_ON : plain_fail("cannot resign", status);
}

static void write_question(const struct plain *plain, bool can_resign, char *text, size_t size)
{
    if (bship_game_phase(plain->session.game) == BSHIP_PHASE_PLACING)
        snprintf(text, size, "Leave before the game begins? quit or back");
    else if (plain_is_kept(plain) && plain->cannot_save)
        snprintf(text, size, "Leave the game all the same? quit, save (tries again)%s or back",
                 can_resign ? ", resign" : "");
    else if (plain_is_kept(plain))
        snprintf(text, size, "Leave the game? save (and go on later)%s or back",
                 can_resign ? ", resign" : "");
    else
        snprintf(text, size, "Leave the game, which is not saved? quit%s or back",
                 can_resign ? ", resign" : "");
}

/* Saves the game before it is left. PLAIN_NEWS: that failed, for a reason that was said. */
static enum plain_state save(struct plain *plain)
{
    plain->cannot_save = false;
    plain_save(plain);
    return plain->cannot_save ? PLAIN_NEWS : PLAIN_LEFT;
}

/* The answer to the question; PLAIN_NEWS: it was none. */
static enum plain_state take_answer(struct plain *plain, const char *word, bool can_resign,
                                    int32_t side)
{
    if (plain_is_word(word, "back"))
        return PLAIN_GOES_ON;
    if (plain_is_word(word, "quit"))
        return PLAIN_LEFT;
    if (plain_is_kept(plain) && plain_is_word(word, "save"))
        return save(plain);
    return can_resign && plain_is_word(word, "resign") ? resign(plain, side) : PLAIN_NEWS;
}

enum plain_state plain_leave(struct plain *plain, int32_t side)
{
    char question[128];
    int32_t phase = bship_game_phase(plain->session.game);
    bool can_resign = side != BSHIP_SIDE_NONE && phase != BSHIP_PHASE_PLACING;
    for (;;) {
        write_question(plain, can_resign, question, sizeof(question));
        enum plain_state state = plain_ask(plain, question);
        if (state != PLAIN_GOES_ON)
            return state;
        char *cursor = plain->input.line;
        const char *word = input_word(&cursor);
        state = word != NULL ? take_answer(plain, word, can_resign, side) : PLAIN_NEWS;
        if (state != PLAIN_NEWS)
            return state;
    }
}

enum plain_state plain_resign(struct plain *plain, int32_t side)
{
    bool is_yes;
    enum plain_state state = plain_ask_yes_or_no(plain, "Give the game up? yes or no", &is_yes);
    return is_yes ? resign(plain, side) : state;
}
