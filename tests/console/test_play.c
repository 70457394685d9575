/*
 * A game being played without a terminal: what is refused and in which words, marks of salvos,
 * undo, notes, hints, and how a game is left.
 */
#include <stdio.h>
#include <string.h>

#include "battleship/talk/command.h"
#include "battleship/talk/news.h"
#include "battleship/talk/play.h"
#include "scratch.h"
#include "support.h"

#define CLASSIC "board 10x10\nfleet 5 4 3 3 2\nfirst a\n"
#define SALVO "board 10x10\nfleet 5 4 3 3 2\nturn salvo 3\nfirst a\n"

/* A front end that answers by words, in order, and keeps what it was asked and shown. */
struct script {
    const char *const *answers;
    char asked[512];
    char shown[4096];
};

struct fixture {
    struct session session;
    struct worker *worker;
    struct script script;
    struct front front;
    struct play play;
};

static int answer(void *user, const struct question *question)
{
    struct script *script = user;
    snprintf(script->asked, sizeof script->asked, "%s", question->text);
    const char *word = script->answers ? *script->answers : NULL;
    if (!word)
        return OUTCOME_BACK;
    script->answers++;
    for (int i = 0; i < question->count; i++)
        if (strcmp(question->choices[i].word, word) == 0)
            return i;
    cr_assert_fail("%s is no answer to: %s", word, question->text);
    return OUTCOME_BACK;
}

static void show(void *user, const char *title, const char *text)
{
    struct script *script = user;
    snprintf(script->shown, sizeof script->shown, "%s\n%s", title, text);
}

static void open_players(struct fixture *fixture, const char *rules, int32_t first,
                         int32_t opponent, struct saves *saves)
{
    struct setup setup = { .rules = rules_from(rules), .seed = 7, .places_at_random = true };
    *fixture = (struct fixture){ .worker = worker_new() };
    setup.players[BSHIP_SIDE_A].kind = first;
    setup.players[BSHIP_SIDE_A].strategy = first == PLAYER_AI ? "stalker" : NULL;
    setup.players[BSHIP_SIDE_B].kind = opponent;
    setup.players[BSHIP_SIDE_B].strategy = opponent == PLAYER_AI ? "stalker" : NULL;
    assert_ok(session_open(&fixture->session, &setup, worker_report, fixture->worker, NULL), "%s",
              rules);
    assert_ok(bship_game_start(fixture->session.game, NULL), "%s", rules);
    setup_clear(&setup);
    fixture->front = (struct front){ .ask = answer, .show = show, .user = &fixture->script };
    const struct play_options options = { .front = &fixture->front, .saves = saves };
    cr_assert(play_open(&fixture->play, &fixture->session, fixture->worker, &options), "memory");
}

static void open_with(struct fixture *fixture, const char *rules, int32_t opponent,
                      struct saves *saves)
{
    open_players(fixture, rules, PLAYER_HUMAN, opponent, saves);
}

static void open_game(struct fixture *fixture, const char *rules)
{
    open_with(fixture, rules, PLAYER_AI, NULL);
}

static void close_game(struct fixture *fixture)
{
    play_close(&fixture->play);
    session_close(&fixture->session);
    worker_free(fixture->worker);
}

/* Lets the machine play until it is for the person to fire, or an answer has come. */
static void settle(struct fixture *fixture)
{
    play_step(&fixture->play);
    while (fixture->play.computing != PLAY_NOTHING) {
        worker_wait(fixture->worker);
        play_step(&fixture->play);
    }
}

static void fire(struct fixture *fixture, const char *cells)
{
    play_take_cells(&fixture->play, cells);
    if (fixture->play.marked_count > 0)
        play_do(&fixture->play, COMMAND_FIRE, "");
    cr_assert_eq(fixture->play.reply.kind, REPLY_NONE, "%s: %s", cells, fixture->play.reply.text);
    settle(fixture);
}

static void assert_reply(const struct fixture *fixture, int kind, const char *text)
{
    const struct reply *reply = &fixture->play.reply;
    cr_assert_eq(reply->kind, kind, "%d: %s", reply->kind, reply->text);
    cr_assert_str_eq(reply->text, text, "%s", reply->text);
}

Test(play, what_is_no_target_is_refused_in_whole_sentences_and_costs_nothing)
{
    static const struct {
        const char *cells, *text;
    } rows[] = {
        { "Z9", "Z9 is not on the board, which has the columns A to J and the rows 1 to 10." },
        { "a11", "A11 is not on the board, which has the columns A to J and the rows 1 to 10." },
        { "E", "E is not a cell: the row is missing, as in E5." },
        { "x", "There is no column X: they are A to J." },
        { "5", "5 is not a cell: the column is missing, as in E5." },
        { "xyzzy",
          "\"xyzzy\" is neither a cell, such as E5, nor a command; type help for a list." },
        { "E5!", "\"E5!\" is not a cell; type one such as E5, or help." },
        { "D4", "D4 was already fired at." },
        { "E5 F6", "These are more shots than the 1 that is due." },
    };
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    fire(&fixture, "D4");
    int64_t entries = play_log_length(&fixture.play);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        play_take_cells(&fixture.play, rows[i].cells);
        assert_reply(&fixture, REPLY_REFUSED, rows[i].text);
        cr_assert_eq(play_log_length(&fixture.play), entries, "%s", rows[i].cells);
        cr_assert_eq(fixture.play.marked_count, (size_t)0, "%s", rows[i].cells);
    }
    close_game(&fixture);
}

Test(play, commands_that_cannot_be_say_why)
{
    static const struct {
        int32_t command;
        const char *argument, *text;
    } rows[] = {
        { COMMAND_UNDO, "", "There is nothing to take back yet." },
        { COMMAND_UNMARK, "", "No shot is marked." },
        { COMMAND_UNMARK, "B2", "B2 is not marked." },
        { COMMAND_FIRE, "", "1 shot is still to be marked." },
        { COMMAND_NOTE, "E5 xy",
          "A note is one character, as in note E5 x; without one it is removed." },
        { COMMAND_SAVE, "", "This game is not kept." },
    };
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        play_do(&fixture.play, rows[i].command, rows[i].argument);
        assert_reply(&fixture, REPLY_REFUSED, rows[i].text);
    }
    close_game(&fixture);
}

Test(play, nothing_is_fired_out_of_turn)
{
    struct fixture fixture;
    open_game(&fixture, "board 10x10\nfleet 5 4 3 3 2\nfirst b\n");
    play_take_cells(&fixture.play, "E5");
    assert_reply(&fixture, REPLY_REFUSED, "It is not your turn.");
    cr_assert(play_awaits_machine(&fixture.play), "the machine begins");
    settle(&fixture);
    fire(&fixture, "E5");
    close_game(&fixture);
}

Test(play, marks_of_a_salvo_are_put_and_taken_back)
{
    struct fixture fixture;
    char prompt[128];
    open_game(&fixture, SALVO);
    play_take_cells(&fixture.play, "A1 b 2");
    play_prompt(&fixture.play, prompt, sizeof prompt);
    cr_assert_str_eq(prompt, "2 of 3 shots marked", "%s", prompt);
    play_do(&fixture.play, COMMAND_SALVO, "");
    assert_reply(&fixture, REPLY_DONE, "Marked: A1 B2; 1 of 3 still due.");
    play_take_cells(&fixture.play, "B2");
    assert_reply(&fixture, REPLY_REFUSED, "B2 is marked already.");
    play_take_cells(&fixture.play, "C3 D4");
    assert_reply(&fixture, REPLY_REFUSED, "These are more shots than the 3 that are due.");
    cr_assert_eq(fixture.play.marked_count, (size_t)2, "all of a line or none");
    play_do(&fixture.play, COMMAND_MARK, "A1");
    cr_assert_eq(fixture.play.marked_count, (size_t)1, "A1 is taken back");
    play_do(&fixture.play, COMMAND_UNMARK, "");
    cr_assert_eq(fixture.play.marked_count, (size_t)0, "B2 is taken back");
    fire(&fixture, "C3 D4 E5");
    cr_assert_eq(bship_chart_shots(play_chart(&fixture.play)), 3, "three shots");
    close_game(&fixture);
}

Test(play, a_hint_fills_a_salvo_and_fires_nothing)
{
    struct fixture fixture;
    open_game(&fixture, SALVO);
    play_take_cells(&fixture.play, "A1");
    play_do(&fixture.play, COMMAND_HINT, "");
    settle(&fixture);
    cr_assert_eq(fixture.play.reply.kind, REPLY_DONE, "%s", fixture.play.reply.text);
    cr_assert(strncmp(fixture.play.reply.text, "Hint: ", 6) == 0, "%s", fixture.play.reply.text);
    cr_assert_eq(fixture.play.marked_count, (size_t)3, "the salvo is complete");
    cr_assert_eq(play_log_length(&fixture.play), 0, "nothing was fired");
    cr_assert_eq(fixture.session.tallies[BSHIP_SIDE_A].hints, 1, "it is counted");
    play_do(&fixture.play, COMMAND_HINT, "");
    assert_reply(&fixture, REPLY_REFUSED, "All shots due are marked.");
    close_game(&fixture);
}

Test(play, undo_takes_back_a_turn_of_both_sides)
{
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    fire(&fixture, "D4");
    cr_assert_eq(play_log_length(&fixture.play), 2, "both have fired");
    play_do(&fixture.play, COMMAND_UNDO, "");
    assert_reply(&fixture, REPLY_DONE, "Taken back.");
    cr_assert_eq(play_log_length(&fixture.play), 0, "neither has fired");
    close_game(&fixture);
}

Test(play, notes_are_made_listed_and_refused_where_they_would_not_be_seen)
{
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    play_do(&fixture.play, COMMAND_NOTE, "");
    assert_reply(&fixture, REPLY_DONE, "There are no notes.");
    play_do(&fixture.play, COMMAND_NOTE, "E5 x");
    play_do(&fixture.play, COMMAND_NOTE, "d 4 ?");
    assert_reply(&fixture, REPLY_DONE, "Notes: D4 ?, E5 x.");
    fire(&fixture, "D4");
    play_do(&fixture.play, COMMAND_NOTE, "D4 y");
    assert_reply(&fixture, REPLY_REFUSED,
                 "D4 is known already: only an unknown cell can have a note.");
    play_do(&fixture.play, COMMAND_NOTE, "D4");
    assert_reply(&fixture, REPLY_DONE, "Notes: E5 x.");
    close_game(&fixture);
}

Test(play, a_game_is_given_up_only_on_a_yes)
{
    static const char *const answers[] = { "no", "yes", NULL };
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    fixture.script.answers = answers;
    play_do(&fixture.play, COMMAND_RESIGN, "");
    cr_assert_eq(fixture.play.outcome, OUTCOME_GOES_ON, "the answer was no");
    cr_assert_str_eq(fixture.script.asked, "Give the game up?", "%s", fixture.script.asked);
    play_do(&fixture.play, COMMAND_RESIGN, "");
    cr_assert_eq(fixture.play.outcome, OUTCOME_DONE, "the answer was yes");
    close_game(&fixture);
}

Test(play, a_game_that_is_not_kept_is_left_without_saving)
{
    static const char *const answers[] = { "back", "quit", NULL };
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    fixture.script.answers = answers;
    play_interrupt(&fixture.play);
    cr_assert_eq(fixture.play.outcome, OUTCOME_GOES_ON, "back");
    play_do(&fixture.play, COMMAND_LEAVE, "");
    cr_assert_eq(fixture.play.outcome, OUTCOME_QUIT, "left");
    close_game(&fixture);
}

Test(play, a_game_that_is_watched_is_left_without_saving_although_it_is_kept)
{
    static const char *const answers[] = { "quit", NULL };
    char why[FILES_WHY_SIZE];
    struct saves saves;
    struct fixture fixture;
    scratch_open();
    cr_assert(saves_open(&saves, NULL, why), "%s", why);
    open_players(&fixture, CLASSIC, PLAYER_AI, PLAYER_AI, &saves);
    fixture.script.answers = answers;
    settle(&fixture);
    cr_assert_not_null(saves_path(&saves), "it is saved as it goes");
    play_interrupt(&fixture.play);
    cr_assert_eq(fixture.play.outcome, OUTCOME_QUIT, "%s", fixture.play.reply.text);
    cr_assert_not(saves_find(&saves, NULL), "nothing is left to be resumed");
    close_game(&fixture);
    saves_close(&saves);
    scratch_close();
}

/* Lets the next of two people sit down. */
static void sit_down(struct fixture *fixture)
{
    static const char *const answers[] = { "ready", NULL };
    fixture->script.answers = answers;
    play_step(&fixture->play);
    cr_assert_eq(fixture->play.stage, PLAY_STAGE_TURNS, "%s", fixture->script.asked);
}

Test(play, two_people_see_nothing_of_each_other)
{
    struct fixture fixture;
    open_with(&fixture, CLASSIC, PLAYER_HUMAN, NULL);
    struct play *play = &fixture.play;
    cr_assert_eq(play->stage, PLAY_STAGE_HAND_OVER, "nobody has sat down");
    play_take_cells(play, "D4");
    assert_reply(&fixture, REPLY_REFUSED, "It is not your turn.");
    sit_down(&fixture);
    fire(&fixture, "D4");
    cr_assert_eq(play->stage, PLAY_STAGE_RESULT, "the first one looks at the result");
    cr_assert_eq(play->viewer, BSHIP_SIDE_A, "and nobody else");
    play_hand_over(play);
    cr_assert_eq(play->viewer, BSHIP_SIDE_B, "the second one is to move");
    sit_down(&fixture);
    cr_assert(strstr(fixture.script.asked, ": press Enter when nobody else is looking."), "%s",
              fixture.script.asked);
    cr_assert(play_is_aiming(play), "and fires");
    close_game(&fixture);
}

Test(play, who_is_to_sit_down_may_leave_the_game)
{
    static const char *const answers[] = { "leave", "back", "leave", "quit", NULL };
    struct fixture fixture;
    open_with(&fixture, CLASSIC, PLAYER_HUMAN, NULL);
    fixture.script.answers = answers;
    play_step(&fixture.play);
    cr_assert_eq(fixture.play.outcome, OUTCOME_QUIT, "%s", fixture.script.asked);
    cr_assert_eq(fixture.script.answers, answers + 4, "asked again after going back");
    close_game(&fixture);
}

/* Opens a game of two people, of whom the first one aims. */
static void open_two(struct fixture *fixture)
{
    open_players(fixture, CLASSIC, PLAYER_HUMAN, PLAYER_HUMAN, NULL);
    sit_down(fixture);
}

Test(play, two_people_have_to_agree_to_an_undo)
{
    static const char *const answers[] = { "no", "yes", NULL };
    struct fixture fixture;
    char text[128];
    open_two(&fixture);
    struct play *play = &fixture.play;
    fire(&fixture, "D4");
    play_hand_over(play);
    sit_down(&fixture);
    int32_t side = play->viewer;
    fixture.script.answers = answers;
    play_do(play, COMMAND_UNDO, "");
    cr_assert(strstr(fixture.script.asked, "the latest turn, that of"), "%s", fixture.script.asked);
    assert_reply(&fixture, REPLY_REFUSED, "Both of you would have to agree.");
    cr_assert_eq(play_log_length(play), 1, "nothing is taken back");
    cr_assert_eq(fixture.session.remark_count, 0U, "nor noted");
    play_do(play, COMMAND_UNDO, "");
    cr_assert_eq(play_log_length(play), 0, "it is taken back");
    cr_assert_eq(play->stage, PLAY_STAGE_HAND_OVER, "the other one aims again");
    cr_assert_eq(fixture.session.tallies[side].undos, 1, "it is counted for who wished it");
    cr_assert_eq(fixture.session.tallies[other_side(side)].undos, 0, "and for nobody else");
    cr_assert_eq(fixture.session.remark_count, 1U, "the log says it");
    news_remark(&fixture.session, &fixture.session.remarks[0], text, sizeof text);
    cr_assert(strstr(text, " took a turn back, and both agreed."), "%s", text);
    close_game(&fixture);
}

Test(play, two_people_have_to_agree_to_help_once)
{
    static const char *const answers[] = { "no", "no", "yes", NULL };
    static const int32_t commands[] = { COMMAND_HINT, COMMAND_HEAT };
    struct fixture fixture;
    open_two(&fixture);
    struct play *play = &fixture.play;
    int32_t side = play->viewer;
    fixture.script.answers = answers;
    for (size_t i = 0; i < 2; i++) {
        play_do(play, commands[i], "");
        assert_reply(&fixture, REPLY_REFUSED, "Both of you would have to agree.");
        cr_assert_eq(play->computing, PLAY_NOTHING, "nothing is computed");
    }
    play_do(play, COMMAND_HINT, "");
    settle(&fixture);
    cr_assert_eq(fixture.session.tallies[side].hints, 1, "%s", play->reply.text);
    fixture.script.answers = NULL;
    play_do(play, COMMAND_HEAT, "");
    settle(&fixture);
    cr_assert(play_has_heat(play), "it is not asked again: %s", play->reply.text);
    cr_assert_eq(fixture.session.remark_count, 1U, "the log says it once");
    close_game(&fixture);
}

Test(play, rules_and_news_are_pages)
{
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    play_do(&fixture.play, COMMAND_NEWS, "");
    assert_reply(&fixture, REPLY_DONE, "Nobody has fired yet.");
    fire(&fixture, "D4");
    play_do(&fixture.play, COMMAND_NEWS, "");
    cr_assert(strstr(fixture.script.shown, "you: D4 "), "%s", fixture.script.shown);
    play_do(&fixture.play, COMMAND_RULES, "");
    cr_assert(strstr(fixture.script.shown, "The board: 10 columns and 10 rows."), "%s",
              fixture.script.shown);
    close_game(&fixture);
}

Test(play, rules_are_told_in_sentences_with_their_numbers_and_points)
{
    static const char rules[] = "board 8x7\nblocked A1\nfleet Carrier:4:10 3 2\nturn salvo 2\n"
                                "shots 40\n";
    static const char *const sentences[] = {
        "The board: 8 columns and 7 rows; 1 cell is blocked.",
        "The fleet: Carrier (4; 10 points), length 3 (1 point), length 2 (1 point).",
        "Whether ships may touch: ships may touch.",
        "The number of shots in a turn: a salvo of 2 shots.",
        "How many shots each side has: 40; when both sides have none left, more points win.",
    };
    struct fixture fixture;
    open_game(&fixture, rules);
    play_do(&fixture.play, COMMAND_RULES, "");
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++)
        cr_assert(strstr(fixture.script.shown, sentences[i]), "%s\n%s", sentences[i],
                  fixture.script.shown);
    close_game(&fixture);
}

Test(play, an_undo_is_said_although_a_heat_map_follows)
{
    static const char words[] = "Taken back. The map shows ";
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    play_do(&fixture.play, COMMAND_HEAT, "");
    settle(&fixture);
    fire(&fixture, "D4");
    settle(&fixture);
    play_do(&fixture.play, COMMAND_UNDO, "");
    settle(&fixture);
    cr_assert_eq(strncmp(fixture.play.reply.text, words, strlen(words)), 0, "%s",
                 fixture.play.reply.text);
    close_game(&fixture);
}

Test(play, a_heat_map_is_of_the_position_and_counted)
{
    struct fixture fixture;
    open_game(&fixture, CLASSIC);
    play_do(&fixture.play, COMMAND_HEAT, "");
    settle(&fixture);
    cr_assert(play_has_heat(&fixture.play), "%s", fixture.play.reply.text);
    cr_assert_eq(fixture.session.tallies[BSHIP_SIDE_A].heat_maps, 1, "it is counted");
    play_do(&fixture.play, COMMAND_HEAT, "");
    cr_assert(!play_has_heat(&fixture.play), "it is off");
    close_game(&fixture);
}
