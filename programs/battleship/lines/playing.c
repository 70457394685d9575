/*
 * A game in line mode; see playing.h. What happens in it is decided by talk/play.h; here it is
 * printed, and lines are read: a command and what follows it, or cells.
 */
#include "battleship/lines/playing.h"

#include <stdlib.h>
#include <string.h>

#include "battleship/lines/advising.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/front.h"
#include "battleship/lines/leaving.h"
#include "battleship/lines/placing.h"
#include "battleship/lines/remote.h"
#include "battleship/talk/command.h"
#include "battleship/talk/news.h"
#include "battleship/talk/play.h"

enum {
    PAGE_LINES = 60, /* empty ones, enough to push a board off any usual terminal */
    PROMPT_SIZE = 256,
    NOT_SHOWN = -1
};

/* What changes while a game is played. */
struct table {
    struct plain *plain;
    struct session *session;
    struct play play;
    struct lines_front front;
    int32_t seated;  /* of two people at this terminal, the one who lays a fleet; else none */
    int64_t shown;   /* the changes of the game as the boards show them; NOT_SHOWN: they do not */
    int64_t printed; /* entries of the log that were printed as they came */
    int stage;       /* of a game to watch: see stage_of() */
};

/* ---- what is said ---- */

static void say_reply(struct table *table)
{
    struct reply *reply = &table->play.reply;
    lines_say_reply(table->plain, reply);
    reply->kind = REPLY_NONE;
}

/* Prints the entries of the log that are new. */
static void print_new(struct table *table)
{
    boards_print_log(table->plain, table->play.viewer, table->printed);
    table->printed = play_log_length(&table->play);
}

/* Shows the position to whom it is to move, once. */
static void show_position(struct table *table)
{
    const struct play *play = &table->play;
    if (!play_is_aiming(play) || table->shown == play->changes)
        return;
    table->shown = play->changes;
    if (!table->plain->is_spoken)
        boards_draw(table->plain, play->viewer);
    boards_print_news(table->plain, play->viewer);
}

/* A heat map that was asked for is printed once, and is then no longer wanted. */
static void show_heat(struct table *table)
{
    struct play *play = &table->play;
    if (!play_has_heat(play))
        return;
    advising_print_map(table->plain, play_chart(play), play->heat);
    play->wants_heat = false;
}

/* ---- commands that only show something ---- */

static void show_help(struct table *table, char *rest)
{
    (void)rest;
    plain_say(
        table->plain,
        "Type the cell to fire at, such as E5 or e 5; of a salvo several, such as A1 B2 C3, in "
        "one line or in several. The latest shots are marked %s. Or type:",
        table->plain->grid.has_colour ? "inverted" : ">");
    lines_print_commands(table->plain, play_place(&table->play));
}

static void show_board(struct table *table, char *rest)
{
    (void)rest;
    boards_draw(table->plain, table->play.viewer);
    if (!table->plain->is_spoken)
        boards_print_news(table->plain, table->play.viewer);
}

static void show_row(struct table *table, char *rest)
{
    int32_t rows = bship_rules_height(table->session->setup.rules);
    const char *word = input_word(&rest);
    char *end = NULL;
    long row = word ? strtol(word, &end, 10) : 0;
    if (!word || *end || row < 1 || row > rows)
        plain_say(table->plain, "Type row and a number from 1 to %d.", (int)rows);
    else
        boards_print_row(table->plain, table->play.viewer, (int32_t)row - 1);
}

static void show_afloat(struct table *table, char *rest)
{
    (void)rest;
    boards_print_afloat(table->plain, table->play.viewer);
}

static void show_news(struct table *table, char *rest)
{
    (void)rest;
    boards_print_news(table->plain, table->play.viewer);
}

static void show_log(struct table *table, char *rest)
{
    (void)rest;
    boards_print_log(table->plain, table->play.viewer, 0);
    if (play_log_length(&table->play) == 0)
        plain_say(table->plain, NEWS_NONE);
}

/* Carries out a command that only shows something; false if it is another one. */
static bool show(struct table *table, int32_t command, char *rest)
{
    static void (*const functions[COMMAND_COUNT])(struct table *, char *) = {
        [COMMAND_MENU] = show_help,     [COMMAND_BOARD] = show_board, [COMMAND_ROW] = show_row,
        [COMMAND_AFLOAT] = show_afloat, [COMMAND_NEWS] = show_news,   [COMMAND_LOG] = show_log,
    };
    if (!functions[command])
        return false;
    functions[command](table, rest);
    return true;
}

/* ---- lines ---- */

/* Cells that complete a salvo fire it; a hint that does so leaves that to the player. */
static void act(struct table *table, int32_t command, const char *rest)
{
    struct play *play = &table->play;
    size_t due = play_shots_due(play);
    size_t marked = play->marked_count;
    int64_t changes = play->changes;
    bool is_fire = command == COMMAND_NONE || command == COMMAND_FIRE || command == COMMAND_MARK;
    if (command != COMMAND_NONE)
        play_do(play, command, rest);
    else if (rest[0])
        play_take_cells(play, rest);
    else if (due > 1 && marked == due)
        play_do(play, COMMAND_FIRE, "");
    if (play->changes != changes || play->marked_count == marked)
        return;
    if (is_fire && play->marked_count == due)
        play_do(play, COMMAND_FIRE, "");
    else
        play_do(play, COMMAND_SALVO, "");
}

static void obey(struct table *table, char *line)
{
    char *rest;
    int32_t place = play_place(&table->play);
    /* The words of a salvo are known without one, too: they say that there is none. */
    if (place & PLACE_SHOT)
        place |= PLACE_SALVO;
    int32_t command = command_of_line(place, line, &rest);
    if (!show(table, command, rest))
        act(table, command, rest);
    say_reply(table);
}

/* ---- waiting ---- */

/* Prompts for a line; what else may end the wait is the state. */
static enum plain_state ask(struct table *table, const char *prompt)
{
    enum plain_state state = plain_ask(table->plain, prompt);
    if (state != PLAIN_INTERRUPTED)
        return state;
    fputc('\n', plain_out(table->plain));
    play_interrupt(&table->play);
    say_reply(table);
    return PLAIN_NEWS;
}

/* What the other machine has done, while a line is waited for. */
static enum plain_state hear(struct plain *plain, void *user)
{
    struct table *table = user;
    struct play *play = &table->play;
    int64_t changes = play->changes;
    play_step(play);
    if (play->changes == changes && play->reply.kind == REPLY_NONE && play->result == PLAY_GOES_ON)
        return PLAIN_GOES_ON;
    fputc('\n', plain_out(plain));
    print_new(table);
    say_reply(table);
    return PLAIN_NEWS;
}

/* Waits for what is computed; Ctrl-C cancels help, and else asks whether to leave. */
static enum plain_state wait_for_answer(struct table *table)
{
    struct play *play = &table->play;
    char who[PROMPT_SIZE];
    bool is_help = play->computing != ADVICE_AIM;
    play_waiting_for(play, who, sizeof who - 32);
    if (is_help)
        strcat(who, " (Ctrl-C cancels)");
    enum plain_state state = plain_wait(table->plain, who);
    if (state != PLAIN_INTERRUPTED || play_is_watching(play))
        return state;
    if (is_help)
        play_do(play, COMMAND_CANCEL, "");
    else
        play_interrupt(play);
    say_reply(table);
    return PLAIN_GOES_ON;
}

/* ---- two people at one terminal ---- */

static void turn_page(const struct table *table)
{
    for (int line = 0; line < PAGE_LINES; line++)
        fputc('\n', plain_out(table->plain));
}

/* Shows the result of a turn, and lets the other person sit down without seeing the first one's. */
static enum plain_state hand_over(struct table *table)
{
    struct play *play = &table->play;
    char prompt[PROMPT_SIZE];
    bool is_result = play->stage == PLAY_STAGE_RESULT;
    if (is_result) {
        print_new(table);
        snprintf(prompt, sizeof prompt, "Press Enter and pass the keyboard to %s",
                 session_name(table->session, bship_game_to_move(table->session->game)));
    } else {
        turn_page(table);
        play_hand_over_text(table->session, play->viewer, prompt, sizeof prompt);
    }
    enum plain_state state = ask(table, prompt);
    if (state == PLAIN_GOES_ON && is_result)
        play_hand_over(play);
    else if (state == PLAIN_GOES_ON)
        play_sit_down(play);
    table->shown = NOT_SHOWN;
    return state;
}

/* Lets a person sit down who is to lay a fleet. */
static enum plain_state seat(struct table *table, int32_t side)
{
    struct plain *plain = table->plain;
    char prompt[PROMPT_SIZE];
    if (session_humans(table->session) < 2)
        return PLAIN_GOES_ON;
    if (table->seated != BSHIP_SIDE_NONE)
        turn_page(table);
    play_hand_over_text(table->session, side, prompt, sizeof prompt);
    table->seated = side;
    enum plain_state state = plain_ask(plain, prompt);
    return state == PLAIN_INTERRUPTED ? plain_leave(plain, BSHIP_SIDE_NONE) : state;
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
static enum plain_state watch(struct table *table)
{
    const bship_game *game = table->session->game;
    int stage = stage_of(game);
    bool is_first = table->shown == NOT_SHOWN;
    print_new(table);
    table->shown = table->play.changes;
    if ((is_first || stage > table->stage) && bship_game_phase(game) != BSHIP_PHASE_OVER &&
        !table->plain->is_spoken)
        boards_draw(table->plain, BSHIP_SIDE_NONE);
    table->stage = stage;
    return plain_flush(table->plain);
}

/* ---- turns ---- */

/* Prompts for a command or cells. What comes through a pipe is kept for the own turn. */
static enum plain_state converse(struct table *table)
{
    char prompt[PROMPT_SIZE];
    show_position(table);
    if (!play_is_aiming(&table->play) && !table->plain->has_terminal) {
        enum plain_state state = plain_listen(table->plain);
        if (state == PLAIN_INTERRUPTED)
            play_interrupt(&table->play);
        return state == PLAIN_INTERRUPTED ? PLAIN_NEWS : state;
    }
    play_prompt(&table->play, prompt, sizeof prompt);
    enum plain_state state = ask(table, prompt);
    if (state == PLAIN_GOES_ON)
        obey(table, table->plain->input.line);
    return state;
}

static enum plain_state take_turn(struct table *table)
{
    struct play *play = &table->play;
    bool is_watched = play_is_watching(play);
    enum plain_state state = PLAIN_GOES_ON;
    play_step(play);
    show_heat(table);
    say_reply(table);
    if (is_watched && table->shown != play->changes)
        state = watch(table);
    if (play->result != PLAY_GOES_ON || state != PLAIN_GOES_ON)
        return state;
    if (play->computing != PLAY_NOTHING)
        return wait_for_answer(table);
    if (is_watched)
        return PLAIN_GOES_ON;
    return play->stage == PLAY_STAGE_TURNS ? converse(table) : hand_over(table);
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
    enum plain_state state = lay_fleets(table);
    if (state == PLAIN_GOES_ON && table->plain->remote)
        state = plain_commit(table->plain);
    if (state != PLAIN_GOES_ON)
        return state;
    bship_status status = bship_game_start(table->session->game, NULL);
    if (status)
        return plain_fail("cannot start", status);
    int32_t side = bship_game_to_move(table->session->game);
    char subject[PLAYER_NAME_SIZE];
    session_subject(table->session, side, subject);
    if (session_humans(table->session) > 0)
        plain_say(table->plain, "%s fire%s first. Type a cell to fire at, such as E5, or help.",
                  subject, session_is_you(table->session, side) ? "" : "s");
    return PLAIN_GOES_ON;
}

/* What the result of a game means to the conversation. */
static enum plain_state state_of(const struct table *table)
{
    switch (table->play.result) {
    case PLAY_OVER:
        return PLAIN_GOES_ON;
    case PLAY_INTERRUPTED:
        return PLAIN_INTERRUPTED;
    case PLAY_CLOSED:
        return table->front.state;
    case PLAY_FAILED:
        fprintf(stderr, PROGRAM ": %s\n", table->play.reply.text);
        return PLAIN_FAILED;
    default:
        return PLAIN_LEFT;
    }
}

static enum plain_state run(struct table *table)
{
    enum plain_state state = PLAIN_GOES_ON;
    while (table->play.result == PLAY_GOES_ON && (state == PLAIN_GOES_ON || state == PLAIN_NEWS))
        state = take_turn(table);
    return table->play.result == PLAY_GOES_ON ? state : state_of(table);
}

/* Plays a game that has begun. */
static enum plain_state play_on(struct table *table)
{
    struct plain *plain = table->plain;
    const struct play_options options = {
        .saves = plain->options->saves ? &plain->saves : NULL,
        .remote = plain->remote,
        .front = lines_front(&table->front, plain),
        .is_hurried = true,
    };
    enum plain_state (*hear_before)(struct plain *, void *) = plain->hear;
    void *user_before = plain->hear_user;
    enum plain_state state = PLAIN_FAILED;
    plain->hear = hear;
    plain->hear_user = table;
    if (play_open(&table->play, table->session, plain->worker, &options))
        state = run(table);
    else
        plain_fail("cannot play", BSHIP_ERROR_MEMORY);
    plain->hear = hear_before;
    plain->hear_user = user_before;
    plain->keeping.is_failing = table->play.keeping.is_failing;
    plain->keeping.has_saved |= table->play.keeping.has_saved;
    play_close(&table->play);
    return state;
}

enum plain_state plain_play(struct plain *plain)
{
    struct table table = { .plain = plain, .session = &plain->session, .shown = NOT_SHOWN };
    const bship_game *game = plain->session.game;
    enum plain_state state = PLAIN_GOES_ON;
    if (bship_game_phase(game) == BSHIP_PHASE_PLACING)
        state = begin(&table);
    table.printed = bship_game_log_length(game);
    return state == PLAIN_GOES_ON ? play_on(&table) : state;
}
