/* A game in line mode; see playing.h. */
#include "battleship/lines/playing.h"

#include "battleship/lines/aiming.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/leaving.h"
#include "battleship/lines/placing.h"

/* Enough empty lines to push a board off any usual terminal. */
enum {
    PAGE_LINES = 60
};

/* What changes while a game is played. */
struct table {
    struct plain *plain;
    struct session *session;
    int32_t seated;  /* of two people at this terminal, the one who looks at it; else none */
    int stage;       /* of a game to watch: see stage_of() */
    int64_t printed; /* entries of the log that were printed, in such a game */
};

/* ---- two people at one terminal ---- */

static enum plain_state wait_for_enter(struct plain *plain, const char *prompt)
{
    enum plain_state state = plain_ask(plain, prompt);
    return state == PLAIN_INTERRUPTED ? plain_leave(plain, BSHIP_SIDE_NONE) : state;
}

/* Lets the other person sit down without seeing what is the first one's alone. */
static enum plain_state seat(struct table *table, int32_t side)
{
    struct plain *plain = table->plain;
    char prompt[128];
    if (session_humans(table->session) < 2 || table->seated == side)
        return PLAIN_GOES_ON;
    enum plain_state state = PLAIN_GOES_ON;
    const char *name = session_name(table->session, side);
    if (table->seated != BSHIP_SIDE_NONE) {
        snprintf(prompt, sizeof(prompt), "Press Enter and pass the keyboard to %s", name);
        state = wait_for_enter(plain, prompt);
    }
    for (int line = 0; line < PAGE_LINES && state == PLAIN_GOES_ON; line++)
        fputc('\n', plain_out(plain));
    snprintf(prompt, sizeof(prompt), "%s: press Enter when nobody else is looking", name);
    if (state == PLAIN_GOES_ON)
        state = wait_for_enter(plain, prompt);
    table->seated = side;
    return state;
}

static enum plain_state take_turn(struct table *table, int32_t side)
{
    enum plain_state state = seat(table, side);
    int64_t entries = bship_game_log_length(table->session->game);
    if (state == PLAIN_GOES_ON)
        state = plain_aim(table->plain, side);
    bool has_fired = bship_game_log_length(table->session->game) > entries;
    if (state == PLAIN_GOES_ON && has_fired && session_humans(table->session) == 2)
        boards_print_entry(table->plain, side, entries);
    return state;
}

/* ---- an AI's turn ---- */

static enum plain_state fire(struct table *table, const struct advice_result *aim)
{
    if (aim->status != BSHIP_OK)
        return plain_fail("the AI cannot aim", aim->status);
    bship_status status = session_fire(table->session, aim->cells, (size_t)aim->count, NULL);
    if (status != BSHIP_OK)
        return plain_fail("the AI cannot fire", status);
    if (table->plain->link != NULL)
        table->plain->link->fire(table->plain->link->user);
    return PLAIN_GOES_ON;
}

/* The aim does not depend on when it is computed: one that was cancelled is computed again. */
static enum plain_state step(struct table *table, int32_t side)
{
    struct plain *plain = table->plain;
    const bship_game *game = table->session->game;
    struct advice_question question = { .kind = ADVICE_AIM,
                                        .ai = table->session->ai[side],
                                        .chart = bship_game_chart(game, side),
                                        .count = bship_game_shots_due(game) };
    bship_status status = advice_ask(plain->advice, &question);
    if (status != BSHIP_OK)
        return plain_fail("the AI cannot aim", status);
    char subject[PLAYER_NAME_SIZE];
    char who[PLAYER_NAME_SIZE + 16];
    session_subject(table->session, side, subject);
    snprintf(who, sizeof(who), "%s is thinking", subject);
    enum plain_state state = plain_wait(plain, who);
    const struct advice_result *aim = advice_collect(plain->advice);
    if (state == PLAIN_GOES_ON)
        return fire(table, aim);
    int32_t viewer = session_viewer(table->session);
    return state == PLAIN_INTERRUPTED && viewer != BSHIP_SIDE_NONE ? plain_leave(plain, viewer)
                                                                   : state;
}

/* ---- a game to watch ---- */

/*
 * The stage of the game: 0 - every ship is afloat; 1 - one has sunk; 2 - a side is down to its last
 * ship. The boards are drawn whenever it increases.
 */
static int stage_of(const bship_game *game)
{
    int32_t ships = bship_fleet_count(bship_rules_fleet(bship_game_rules(game)));
    int32_t fewest = ships;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        int32_t afloat = bship_board_ships_afloat(bship_game_board(game, side));
        fewest = afloat < fewest ? afloat : fewest;
    }
    if (fewest == ships)
        return 0;
    return fewest > 1 ? 1 : 2;
}

/* Prints what is new in a game without people. */
static enum plain_state show_step(struct table *table)
{
    const bship_game *game = table->session->game;
    boards_print_log(table->plain, BSHIP_SIDE_NONE, table->printed);
    table->printed = bship_game_log_length(game);
    int stage = stage_of(game);
    if (stage > table->stage && bship_game_phase(game) != BSHIP_PHASE_OVER &&
        !table->plain->is_spoken)
        boards_draw(table->plain, BSHIP_SIDE_NONE);
    table->stage = stage > table->stage ? stage : table->stage;
    return plain_flush(table->plain);
}

static void begin_watching(struct table *table)
{
    if (!table->plain->is_spoken)
        boards_draw(table->plain, BSHIP_SIDE_NONE);
    table->stage = stage_of(table->session->game);
}

/* ---- all of it ---- */

static enum plain_state lay_fleets(struct table *table)
{
    enum plain_state state = PLAIN_GOES_ON;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && state == PLAIN_GOES_ON; side++) {
        if (!session_is_human(table->session, side) || table->session->setup.places_at_random)
            continue;
        state = seat(table, side);
        if (state == PLAIN_GOES_ON)
            state = plain_lay_fleet(table->plain, side);
    }
    return state;
}

static enum plain_state begin(struct table *table)
{
    const struct plain_link *link = table->plain->link;
    enum plain_state state = lay_fleets(table);
    if (state == PLAIN_GOES_ON && link != NULL)
        state = link->commit(table->plain, link->user);
    if (state != PLAIN_GOES_ON)
        return state;
    bship_status status = session_start(table->session);
    if (status != BSHIP_OK)
        return plain_fail("cannot start", status);
    int32_t side = bship_game_to_move(table->session->game);
    char subject[PLAYER_NAME_SIZE];
    session_subject(table->session, side, subject);
    if (session_humans(table->session) > 0)
        plain_say(table->plain, "%s fire%s first. Type a cell to fire at, such as E5, or help.",
                  subject, session_is_you(table->session, side) ? "" : "s");
    return PLAIN_GOES_ON;
}

/* The other machine is to fire, or to report. What comes through a pipe is kept for later. */
static enum plain_state wait_for_other(struct table *table)
{
    if (table->plain->has_terminal)
        return plain_aim(table->plain, session_viewer(table->session));
    enum plain_state state = plain_listen(table->plain);
    return state == PLAIN_INTERRUPTED ? plain_leave(table->plain, session_viewer(table->session))
                                      : state;
}

static enum plain_state play_turn(struct table *table)
{
    const bship_game *game = table->session->game;
    int32_t side = bship_game_to_move(game);
    if (session_is_remote(table->session, side) ||
        bship_game_phase(game) == BSHIP_PHASE_AWAITING_REPORT)
        return wait_for_other(table);
    return session_is_human(table->session, side) ? take_turn(table, side) : step(table, side);
}

enum plain_state plain_play(struct plain *plain)
{
    struct table table = { .plain = plain, .session = &plain->session, .seated = BSHIP_SIDE_NONE };
    const bship_game *game = plain->session.game;
    bool is_watched = session_humans(&plain->session) == 0;
    enum plain_state state = PLAIN_GOES_ON;
    if (bship_game_phase(game) == BSHIP_PHASE_PLACING)
        state = begin(&table);
    if (is_watched && state == PLAIN_GOES_ON)
        begin_watching(&table);
    while (state == PLAIN_GOES_ON && bship_game_phase(game) != BSHIP_PHASE_OVER) {
        state = play_turn(&table);
        if (state == PLAIN_NEWS)
            state = PLAIN_GOES_ON;
        plain_save(plain);
        if (is_watched && state == PLAIN_GOES_ON)
            state = show_step(&table);
    }
    return state;
}
