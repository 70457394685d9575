/* What the commands of laying a fleet do, and what is said of it. */
#include <stdio.h>
#include <string.h>

#include "battleship/talk/command.h"
#include "battleship/talk/laying_commands.h"
#include "support.h"

static struct session session;
static struct laying laying;
static struct reply reply;

/* The last question and page; `answer` is given to each question. */
static char shown[4096];
static int answer;

static int ask(void *user, const struct question *question)
{
    (void)user;
    snprintf(shown, sizeof shown, "%s", question->text);
    return answer;
}

static void show(void *user, const char *title, const char *text)
{
    (void)user;
    snprintf(shown, sizeof shown, "%s: %s", title, text);
}

static const struct front front = { .ask = ask, .show = show, .is_lines = true };

static void open_laying(const char *rules)
{
    struct setup setup = { .rules = rules_from(rules), .seed = 5 };

    setup.players[BSHIP_SIDE_B] = player_machine(BSHIP_LEVEL_EASY, NULL);
    assert_ok(session_open(&session, &setup, NULL, NULL, NULL), "%s", rules);
    setup_clear(&setup);
    cr_assert(laying_open(&laying, &session, BSHIP_SIDE_A), "opened");
}

static void close_laying(void)
{
    laying_close(&laying);
    session_close(&session);
}

TestSuite(talk_laying, .fini = close_laying);

/* Types a line; whether the game is to start. */
static bool type(const char *line)
{
    char copy[128];
    char *rest;

    snprintf(copy, sizeof copy, "%s", line);
    int32_t command = command_of_line(PLACE_LAYING, copy, &rest);
    return talk_laying_do(&laying, command != COMMAND_NONE ? command : COMMAND_LAY, rest, &front,
                          &reply) == OUTCOME_DONE;
}

static void assert_said(const char *line, int kind, const char *text)
{
    cr_assert_not(type(line), "%s does not start", line);
    cr_assert_str_eq(reply.text, text, "%s: %s", line, reply.text);
    cr_assert_eq(reply.kind, kind, "%s: %d", line, reply.kind);
}

static void assert_done(const char *line, const char *text)
{
    assert_said(line, REPLY_DONE, text);
}

static void assert_refused(const char *line, const char *text)
{
    int32_t laid = laying_laid(&laying);

    assert_said(line, REPLY_REFUSED, text);
    cr_assert_eq(laying_laid(&laying), laid, "%s: nothing has changed", line);
}

static void assert_state(const char *text)
{
    talk_laying_state(&laying, &reply);
    cr_assert_str_eq(reply.text, text, "%s", reply.text);
}

Test(talk_laying, ships_are_laid_and_the_next_one_is_named)
{
    open_laying("fleet Cutter:3 2\nboard 5x5\n");
    assert_state("Cutter, 3 cells, fits at A1 right.");
    assert_done("b2 down", "Cutter, 3 cells: laid at B2 down. Next: Ship of 2 cells.");
    assert_done("D 1", "Ship of 2 cells: laid at D1 down. Every ship is laid: Enter starts the "
                       "game.");
    assert_state("Every ship is laid: Enter starts the game.");
    cr_assert(type("start"), "it starts");
}

Test(talk_laying, a_refusal_says_why_and_what_is_in_the_way)
{
    open_laying("fleet Carrier:3 Sloop:2\nboard 5x5\ncontact none\n");
    type("A1");
    assert_refused("B1",
                   "Sloop, 2 cells, does not fit at B1 right: the ship would overlap another. "
                   "In the way: A1 B1 C1 (Carrier).");
    assert_refused("D2", "Sloop, 2 cells, does not fit at D2 right: the ship would touch another. "
                         "In the way: C1 (Carrier).");
    assert_refused("E5", "Sloop, 2 cells, does not fit at E5 right: off the board.");
    assert_refused("E5 up", "Behind the cell comes right or down, such as B3 down.");
    assert_refused("Z9", "Z9 is not on the board, which has the columns A to E and the rows 1 to "
                         "5.");
    laying_move(&laying, (bship_cell){ 1, 1 });
    assert_state("Sloop, 2 cells, does not fit at B2 right: the ship would touch another. In the "
                 "way: A1 B1 C1 (Carrier).");
}

Test(talk_laying, a_ship_without_room_is_told)
{
    open_laying("fleet 3 3\nboard 3x3\ncontact none\n");
    type("A2");
    assert_state("Ship of 3 cells, has no room left. Move another ship, or undo the last change.");
    assert_refused("random", "The ships that are laid leave no room for the others: undo takes "
                             "back.");
}

Test(talk_laying, a_ship_that_is_moved_is_back_with_one_undo)
{
    open_laying("fleet 3 2\nboard 5x5\n");
    type("A1");
    assert_done("move A1 B3 down", "Ship of 3 cells: laid at B3 down. Next: Ship of 2 cells.");
    assert_done("undo", "The last change is taken back.");
    cr_assert_eq(bship_board_ship_at(laying.board, (bship_cell){ 2, 0 }), 0, "at A1 again");
    assert_done("rotate B1", "Ship of 3 cells: laid at A1 down. Next: Ship of 2 cells.");
    type("undo");
    cr_assert_eq(bship_board_ship_at(laying.board, (bship_cell){ 2, 0 }), 0, "right again");
    type("undo");
    assert_refused("undo", "There is nothing to take back.");
}

Test(talk_laying, a_ship_that_cannot_be_moved_stays)
{
    open_laying("fleet 3 2\nboard 5x5\n");
    type("A1");
    assert_refused("move A1 E5", "Ship of 3 cells, does not fit at E5 right: off the board.");
    assert_refused("move C3 A1", "There is no ship at C3.");
    assert_refused("move", "Type move, a cell of the ship, and its new first cell.");
    assert_refused("move A1", "Type move, a cell of the ship, and its new first cell.");
    assert_done("back C1", "Ship of 3 cells, is in hand again.");
}

Test(talk_laying, random_clear_and_styles)
{
    open_laying("fleet 3 2\nboard 6x6\n");
    assert_refused("clear", "There is no ship to remove.");
    assert_refused("start", "Lay the whole fleet first, or let random do it.");
    assert_done("random", "Laid at random: Enter starts the game, random draws another layout.");
    assert_done("clear", "All ships are removed; undo lays them again.");
    assert_done("undo",
                "The last change is taken back. Every ship is laid: Enter starts the game.");
    assert_done("random edge",
                "Laid by the style edge: Enter starts the game, random draws another layout.");
    cr_assert_str_eq(session.setup.placing, "edge", "from then on");
    type("random fancy");
    cr_assert_not_null(strstr(reply.text, "fancy is no placement style. There are uniform, "), "%s",
                       reply.text);
    type("undo");
    cr_assert_eq(laying_laid(&laying), 2, "one change");
    assert_refused("A1", "Every ship is laid already: move, rotate or undo change them, Enter "
                         "starts.");
}

Test(talk_laying, the_screen_calls_a_command_by_its_key)
{
    static const struct front screen = { .ask = ask, .show = show };
    open_laying("fleet 3 2\nboard 6x6\n");
    talk_laying_do(&laying, COMMAND_RANDOM, NULL, &screen, &reply);
    cr_assert_str_eq(reply.text, "Laid at random: Enter starts the game, ^A draws another layout.",
                     "%s", reply.text);
    talk_laying_do(&laying, COMMAND_CLEAR, NULL, &screen, &reply);
    cr_assert_str_eq(reply.text, "All ships are removed; ^U lays them again.", "%s", reply.text);
}

Test(talk_laying, enter_lays_picks_up_and_starts)
{
    open_laying("fleet 3 2\nboard 5x5\n");
    char none[] = "";

    cr_assert_eq(talk_laying_do(&laying, COMMAND_LAY, none, &front, &reply), OUTCOME_GOES_ON,
                 "laid");
    laying_move(&laying, (bship_cell){ 0, 0 });
    cr_assert_eq(talk_laying_do(&laying, COMMAND_LAY, NULL, &front, &reply), OUTCOME_GOES_ON,
                 "picked up");
    cr_assert_eq(laying.ghost.ship, 0, "in hand again");
    talk_laying_do(&laying, COMMAND_RANDOM, NULL, &front, &reply);
    cr_assert_eq(talk_laying_do(&laying, COMMAND_LAY, NULL, &front, &reply), OUTCOME_DONE,
                 "starts");
}

Test(talk_laying, rules_are_a_page)
{
    open_laying("fleet 3 2\nboard 5x5\ncontact none\n");
    cr_assert_not(type("rules"), "no start");
    cr_assert_not_null(strstr(shown, "ships may not touch"), "%s", shown);
}

Test(talk_laying, every_command_is_known_by_key_or_word)
{
    static const char *const words[] = { "rotate", "random", "undo",  "clear", "back",
                                         "move",   "start",  "board", "rules", "profile",
                                         "forget", "quit",   "help",  "?" };
    open_laying("fleet 2\nboard 5x5\n");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char word[16];
        char *rest;
        snprintf(word, sizeof word, "%s", words[i]);
        cr_assert_neq(command_of_line(PLACE_LAYING, word, &rest), COMMAND_NONE, "%s", words[i]);
    }
    /* A letter begins a cell; r does so only where there is a column R. */
    for (int32_t letter = 'a'; letter <= 'z'; letter++)
        cr_assert_eq(command_of_key(PLACE_LAYING, letter),
                     letter == 'r' ? (int32_t)COMMAND_ROTATE : (int32_t)COMMAND_NONE, "%c",
                     (char)letter);
}
