/*
 * A game in line mode; see lines_playing.h. What happens in it is decided by talk/play.h; here it
 * is printed, and lines are read: a command and what follows it, or cells.
 */
#include "battleship/lines/lines_playing.h"

#include <stdlib.h>
#include <string.h>

#include "battleship/lines/boards.h"
#include "battleship/lines/lines_laying.h"
#include "battleship/lines/questions.h"
#include "battleship/talk/command.h"
#include "battleship/talk/news.h"
#include "battleship/talk/play.h"
#include "battleship/talk/words.h"
#include "common/number.h"

enum {
    PROMPT_SIZE = 256,
    NOT_SHOWN = -1
};

/* What changes while a game is played. */
struct table {
    struct lines *lines;
    struct session *session;
    struct play *play;
    int64_t shown;   /* the changes of the game as the boards show them; NOT_SHOWN: they do not */
    int64_t printed; /* entries of the log that were printed as they came */
    int stage;       /* of a game to watch: see stage_of() */
};

/* ---- what is said ---- */

static void say_reply(struct table *table)
{
    struct reply *reply = &table->play->reply;
    lines_say_reply(table->lines, reply);
    reply->kind = REPLY_NONE;
}

/* Prints the entries of the log that are new. */
static void print_new(struct table *table)
{
    boards_print_log(table->lines, table->play->viewer, table->printed);
    table->printed = play_log_length(table->play);
}

/* Shows the position to whom it is to move, once. */
static void show_position(struct table *table)
{
    const struct play *play = table->play;
    if (!play_is_aiming(play) || table->shown == play->changes)
        return;
    table->shown = play->changes;
    /* Somebody who waits for a person on another machine may look elsewhere. */
    if (play->options.remote && table->lines->has_terminal)
        fputc('\a', lines_out(table->lines));
    if (!table->lines->is_spoken)
        boards_draw(table->lines, play->viewer);
    boards_print_news(table->lines, play->viewer);
    if (play->primer.text[0])
        lines_say(table->lines, "%s", play->primer.text);
}

/* A heat map that was asked for is printed once, and is then no longer wanted. */
static void show_heat(struct table *table)
{
    struct play *play = table->play;
    if (!play_has_heat(play))
        return;
    boards_print_heat(table->lines, play_chart(play), play->heat);
    play->wants_heat = false;
}

/* ---- commands that only show something ---- */

static void show_help(struct table *table, char *rest)
{
    (void)rest;
    lines_say(
        table->lines,
        "Type the cell to fire at, such as E5 or e 5; of a salvo several, such as A1 B2 C3, in "
        "one line or in several. The latest shots are marked %s. Or type:",
        table->lines->grid.has_colour ? "inverted" : ">");
    lines_print_commands(table->lines, play_place(table->play));
}

static void show_board(struct table *table, char *rest)
{
    (void)rest;
    boards_draw(table->lines, table->play->viewer);
    if (!table->lines->is_spoken)
        boards_print_news(table->lines, table->play->viewer);
}

static void show_row(struct table *table, char *rest)
{
    int32_t rows = bship_rules_height(table->session->setup.rules);
    const char *word = input_word(&rest);
    uint64_t row;
    if (!word || !number_parse(word, 1, (uint64_t)rows, &row))
        lines_say(table->lines, "Type row and a number from 1 to %d.", (int)rows);
    else
        boards_print_row(table->lines, table->play->viewer, (int32_t)row - 1);
}

static void show_afloat(struct table *table, char *rest)
{
    (void)rest;
    boards_print_afloat(table->lines, table->play->viewer);
}

static void show_news(struct table *table, char *rest)
{
    (void)rest;
    boards_print_news(table->lines, table->play->viewer);
}

static void show_log(struct table *table, char *rest)
{
    (void)rest;
    boards_print_log(table->lines, table->play->viewer, 0);
    if (play_log_length(table->play) == 0)
        lines_say(table->lines, NEWS_NONE);
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
    struct play *play = table->play;
    size_t due = play_shots_due(play);
    size_t marked = play->marked_count;
    int64_t changes = play->changes;
    bool is_fire = command == COMMAND_NONE || command == COMMAND_FIRE || command == COMMAND_MARK;
    if (command != COMMAND_NONE)
        play_do(play, command, rest);
    else if (rest[0])
        play_take_cells(play, rest);
    else if (play->stage == PLAY_STAGE_RESULT)
        play_hand_over(play);
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
    int32_t place = play_place(table->play);
    /* The words of a salvo are known without one, too: they say that there is none. */
    if (place & PLACE_SHOT)
        place |= PLACE_SALVO;
    int32_t command = command_of_line(place, line, &rest);
    if (!show(table, command, rest))
        act(table, command, rest);
    say_reply(table);
}

/* ---- waiting ---- */

/* Prompts for a line; what else may end the wait is the outcome. */
static int ask(struct table *table, const char *prompt)
{
    int outcome = lines_ask(table->lines, prompt);
    if (outcome != OUTCOME_INTERRUPTED)
        return outcome;
    fputc('\n', lines_out(table->lines));
    play_interrupt(table->play);
    say_reply(table);
    return OUTCOME_BACK;
}

/* What the other machine has done, while a line is waited for. */
static int hear(struct lines *lines, void *user)
{
    struct table *table = user;
    struct play *play = table->play;
    int64_t changes = play->changes;
    play_step(play);
    if (play->changes == changes && play->reply.kind == REPLY_NONE &&
        play->outcome == OUTCOME_GOES_ON)
        return OUTCOME_DONE;
    fputc('\n', lines_out(lines));
    print_new(table);
    say_reply(table);
    return OUTCOME_BACK;
}

/* Waits for what is computed; Ctrl-C cancels help, and else asks whether to leave. */
static int wait_for_answer(struct table *table)
{
    struct play *play = table->play;
    char who[PROMPT_SIZE];
    bool is_help = play->computing != ADVICE_AIM;
    play_waiting_for(play, who, sizeof who - 32);
    if (is_help)
        strcat(who, " (Ctrl-C cancels)");
    int outcome = lines_wait(table->lines, who);
    if (outcome != OUTCOME_INTERRUPTED || play_is_watching(play))
        return outcome;
    if (is_help)
        play_do(play, COMMAND_CANCEL, "");
    else
        play_interrupt(play);
    say_reply(table);
    return OUTCOME_DONE;
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
static int watch(struct table *table)
{
    const bship_game *game = table->session->game;
    int stage = stage_of(game);
    bool is_first = table->shown == NOT_SHOWN;
    print_new(table);
    table->shown = table->play->changes;
    if ((is_first || stage > table->stage) && bship_game_phase(game) != BSHIP_PHASE_OVER &&
        !table->lines->is_spoken)
        boards_draw(table->lines, BSHIP_SIDE_NONE);
    table->stage = stage;
    return lines_flush_out(table->lines);
}

/* ---- turns ---- */

/* Prompts for a command or cells. What comes through a pipe is kept for the own turn. */
static int converse(struct table *table)
{
    char prompt[PROMPT_SIZE];
    bool is_result = table->play->stage == PLAY_STAGE_RESULT;
    if (is_result)
        print_new(table);
    show_position(table);
    if (!is_result && !play_is_aiming(table->play) && !table->lines->has_terminal) {
        int outcome = lines_listen(table->lines);
        if (outcome == OUTCOME_INTERRUPTED)
            play_interrupt(table->play);
        return outcome == OUTCOME_INTERRUPTED ? OUTCOME_BACK : outcome;
    }
    play_prompt(table->play, prompt, sizeof prompt);
    int outcome = ask(table, prompt);
    if (outcome == OUTCOME_DONE)
        obey(table, table->lines->input.line);
    return outcome;
}

static int take_turn(struct table *table)
{
    struct play *play = table->play;
    bool is_watched = play_is_watching(play);
    int outcome = OUTCOME_DONE;
    play_step(play);
    show_heat(table);
    say_reply(table);
    if (is_watched && table->shown != play->changes)
        outcome = watch(table);
    if (play->outcome != OUTCOME_GOES_ON || outcome != OUTCOME_DONE)
        return outcome;
    if (play->computing != PLAY_NOTHING)
        return wait_for_answer(table);
    return is_watched ? (int)OUTCOME_DONE : converse(table);
}

/* ---- all of it ---- */

/* Says who fires first, before the first shot of a game that is not only watched. */
static void introduce(const struct table *table)
{
    char subject[PLAYER_NAME_SIZE];
    int32_t side = bship_game_to_move(table->session->game);
    if (table->printed > 0 || session_humans(table->session) == 0 || side == BSHIP_SIDE_NONE)
        return;
    session_subject(table->session, side, subject);
    lines_say(table->lines, "%s fire%s first. Type a cell to fire at, such as E5, or help.",
              subject, session_is_you(table->session, side) ? "" : "s");
}

int lines_play(void *user, struct play *play)
{
    struct lines *lines = user;
    struct table table = { .lines = lines,
                           .session = play->session,
                           .play = play,
                           .shown = NOT_SHOWN,
                           .printed = play_log_length(play) };
    int (*hear_before)(struct lines *, void *) = lines->hear;
    void *user_before = lines->hear_user;
    int outcome = OUTCOME_DONE;
    if (play->options.remote)
        lines->hear = hear;
    lines->hear_user = &table;
    introduce(&table);
    while (play->outcome == OUTCOME_GOES_ON && (outcome == OUTCOME_DONE || outcome == OUTCOME_BACK))
        outcome = take_turn(&table);
    lines->hear = hear_before;
    lines->hear_user = user_before;
    return play->outcome == OUTCOME_GOES_ON ? outcome : (int)OUTCOME_DONE;
}
