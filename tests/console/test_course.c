/*
 * The course of a game by a front end of a few lines: a game, its rematch and its end follow each
 * other, games that were left can be resumed, and what cannot be had is refused.
 */
#include <stdio.h>
#include <string.h>

#include "battleship/talk/command.h"
#include "battleship/talk/course.h"
#include "battleship/talk/play.h"
#include "scratch.h"
#include "support.h"

#define SMALL "board 4x4\nfleet 2\nfirst a\n"

/* A front end that fires at one cell after the other, and notes which parts came. */
struct robot {
    struct front front;
    struct course course;
    char parts[64]; /* a letter each */
    int rematches;  /* still wanted */
    int turns;      /* after which the game is left; 0: never */
};

static void note(struct robot *robot, char part)
{
    size_t length = strlen(robot->parts);
    cr_assert_lt(length + 1, sizeof robot->parts, "%s", robot->parts);
    robot->parts[length] = part;
}

static int begin(void *user, const struct setup *setup)
{
    note(user, setup ? 'b' : 'r');
    return OUTCOME_DONE;
}

static int lay(void *user, int32_t side)
{
    struct robot *robot = user;
    note(robot, 'l');
    assert_ok(session_place_random(&robot->course.session, side), "laying");
    return OUTCOME_DONE;
}

static int play(void *user, struct play *play)
{
    struct robot *robot = user;
    bship_cell cell = { 0, 0 };
    note(robot, 'p');
    for (int turns = 1; play->outcome == OUTCOME_GOES_ON; play_step(play)) {
        char text[BSHIP_CELL_TEXT_SIZE];
        if (!play_is_aiming(play)) {
            worker_wait(play->worker);
            continue;
        }
        if (robot->turns > 0 && turns++ > robot->turns)
            return OUTCOME_QUIT;
        while (bship_chart_check_fire(play_chart(play), cell))
            cell = (bship_cell){ (cell.x + 1) % 4, cell.y + (cell.x == 3) };
        bship_cell_format(cell, text, sizeof text);
        play_do(play, COMMAND_FIRE, text);
    }
    return OUTCOME_DONE;
}

static int end(void *user, struct ending *ending)
{
    note(user, 'e');
    cr_assert_neq(ending->result.outcome, BSHIP_OUTCOME_NONE, "somebody has won");
    return OUTCOME_DONE;
}

static int choose_next(void *user, struct ending *ending)
{
    struct robot *robot = user;
    (void)ending;
    return robot->rematches-- > 0 ? (int)COMMAND_REMATCH : (int)OUTCOME_QUIT;
}

static void open_robot(struct robot *robot)
{
    *robot = (struct robot){ .front = { .user = robot,
                                        .begin = begin,
                                        .lay = lay,
                                        .play = play,
                                        .end = end,
                                        .choose_next = choose_next } };
    course_open(&robot->course, &robot->front, worker_new());
}

static void close_robot(struct robot *robot)
{
    course_close(&robot->course);
    worker_free(robot->course.worker);
}

static struct setup small_setup(bool places_at_random)
{
    struct setup setup = { .rules = rules_from(SMALL),
                           .seed = 5,
                           .places_at_random = places_at_random };
    setup.players[BSHIP_SIDE_B].kind = PLAYER_AI;
    setup.players[BSHIP_SIDE_B].strategy = "random";
    return setup;
}

Test(course, a_game_is_laid_played_ended_and_begun_again)
{
    struct robot robot;
    struct setup setup = small_setup(false);
    open_robot(&robot);
    robot.rematches = 2;
    cr_assert_eq(course_play(&robot.course, &setup), OUTCOME_QUIT, "left at the end");
    cr_assert_str_eq(robot.parts, "blpeblpeblpe", "%s", robot.parts);
    cr_assert_null(setup.rules, "the setup is cleared");
    close_robot(&robot);
}

/* What is said as the program ends begins so. */
static void assert_farewell(struct robot *robot, bool is_saved, const char *words)
{
    char text[1024];
    struct course *course = &robot->course;
    cr_assert_eq(keeping_farewell(&course->keeping, &course->session, text, sizeof text), is_saved,
                 "%s", text);
    cr_assert_eq(strncmp(text, words, strlen(words)), 0, "%s", text);
    cr_assert_eq(text[0] != '\0', words[0] != '\0', "%s", text);
}

Test(course, a_game_that_was_left_is_resumed_where_it_was)
{
    char why[FILES_WHY_SIZE];
    struct robot robot;
    struct setup setup = small_setup(true);
    scratch_open();
    open_robot(&robot);
    cr_assert(course_save(&robot.course, NULL, why), "%s", why);
    cr_assert_eq(course_resume(&robot.course), OUTCOME_REFUSED, "nothing is saved yet");
    robot.turns = 2;
    cr_assert_eq(course_play(&robot.course, &setup), OUTCOME_QUIT, "left in the third turn");
    int64_t entries = bship_game_log_length(robot.course.session.game);
    cr_assert_gt(entries, 0, "shots were fired");
    assert_farewell(&robot, true, "The game is saved; --resume goes on with it: /");
    course_leave(&robot.course);
    assert_farewell(&robot, false, "");
    robot.turns = 1;
    cr_assert_eq(course_resume(&robot.course), OUTCOME_QUIT, "left again");
    cr_assert_gt(bship_game_log_length(robot.course.session.game), entries, "it went on");
    course_leave(&robot.course);
    robot.turns = 0;
    cr_assert_eq(course_resume(&robot.course), OUTCOME_QUIT, "left at the end");
    cr_assert_str_eq(robot.parts, "bprprpe", "%s", robot.parts);
    course_leave(&robot.course);
    cr_assert_eq(course_resume(&robot.course), OUTCOME_REFUSED, "it has ended");
    close_robot(&robot);
    scratch_close();
}

/* A front end as short as can be, for a person who fires at one cell after the other. */
static int fire_everywhere(void *user, struct play *play)
{
    (void)user;
    for (int32_t i = 0; play->outcome == OUTCOME_GOES_ON; play_step(play)) {
        char cell[BSHIP_CELL_TEXT_SIZE];
        worker_wait(play->worker);
        if (!play_is_aiming(play))
            continue;
        bship_cell_format((bship_cell){ i % 4, i / 4 }, cell, sizeof cell);
        play_take_cells(play, cell);
        i++;
    }
    return OUTCOME_DONE;
}

Test(course, a_front_end_of_one_function_plays_a_whole_game)
{
    const struct front front = { .play = fire_everywhere };
    struct setup setup = small_setup(true);
    struct course course;
    course_open(&course, &front, worker_new());
    cr_assert_eq(course_play(&course, &setup), OUTCOME_QUIT, "there is nothing to choose after it");
    cr_assert_eq(bship_game_end_reason(course.session.game), BSHIP_END_REASON_SUNK, "to its end");
    course_close(&course);
    worker_free(course.worker);
}

Test(course, machines_play_without_a_front_end)
{
    struct front none = { .user = NULL };
    struct course course;
    struct setup setup = small_setup(true);
    setup.players[BSHIP_SIDE_A] = setup.players[BSHIP_SIDE_B];
    course_open(&course, &none, worker_new());
    course.is_hurried = true;
    cr_assert_eq(course_play(&course, &setup), OUTCOME_QUIT, "the game has ended");
    cr_assert_eq(bship_game_phase(course.session.game), BSHIP_PHASE_OVER, "it is over");
    course_close(&course);
    worker_free(course.worker);
}
