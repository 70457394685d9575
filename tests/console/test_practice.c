/* Practice: which positions are asked, by whose games, and what is told of the shots. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/kept.h"
#include "battleship/game/record_file.h"
#include "battleship/game/worker.h"
#include "battleship/talk/practice.h"
#include "battleship/talk/viewing.h"
#include "scratch.h"

/* A game in which a fires far from its hit; and the same with the review that was made of it. */
#define GAME                                                                                       \
    "battleship 1\nboard 6x6\nfleet 3\nplayer a %s\nplayer b easy\nx-battleship-player a human\n"  \
    "x-battleship-player b ai\n"
#define SHOTS                                                                                      \
    "began a\na C3 hit\nb A1 miss\na A6 miss\nb A2 miss\na B3 hit\nb A3 miss\na D3 sunk 3\n"       \
    "result a\n"
#define REVIEW                                                                                     \
    "x-review a expert 600 9.0 0.3 0 0 3.5 0.3 0.5 0.4\n"                                          \
    "x-review-turn a 0 1 1 0 0 0 0.3\nx-review-turn a 1 1 0 1.5 0.1 0 0.3\n"                       \
    "x-review-turn a 2 1 0 2.0 0.1 0 0.3\nx-review-turn a 3 1 1 0 0 0 0.3\n"                       \
    "x-review-shot a C3 1 0.12 C3 0.12\nx-review-shot a A6 0 0 B3 0.5\n"                           \
    "x-review-shot a B3 1 0.5 D3 0.5\nx-review-shot a D3 1 0.7 D3 0.7\n"
#define SALVOS                                                                                     \
    "battleship 1\nboard 6x6\nfleet 3\nturn salvo 2\nplayer a %s\nplayer b easy\n"                 \
    "x-battleship-player a human\nx-battleship-player b ai\nbegan a\n"                             \
    "a C3 hit, B3 hit\nb A1 miss, A2 miss\na D3 sunk 3\nresult a\n"

/* Somebody who fires at the cells of a script, and what was said. */
struct robot {
    struct front front;
    const bship_cell *cells; /* the last one leaves */
    size_t count;
    size_t asked;
    int64_t shots[8]; /* that the charts had which were shown */
    int works;        /* jobs that were waited for */
    bool cancels;     /* the first of them */
    char said[2048];
};

static struct worker *worker;
static char why[FILES_WHY_SIZE];

static int aim(void *user, const struct viewing *viewing, int32_t side, const char *text,
               bship_cell *cell)
{
    struct robot *robot = user;
    cr_assert(strstr(text, "Where do you fire?"), "%s", text);
    if (robot->asked == robot->count)
        return OUTCOME_BACK;
    robot->shots[robot->asked] = bship_chart_shots(viewing->replay->charts[side]);
    *cell = robot->cells[robot->asked++];
    return OUTCOME_DONE;
}

static int work(void *user, const char *text, struct worker *busy)
{
    struct robot *robot = user;
    cr_assert(text[0], "it says what it does");
    robot->works++;
    if (robot->cancels)
        worker_cancel(busy);
    worker_wait(busy);
    worker_collect(busy);
    return robot->cancels ? OUTCOME_BACK : OUTCOME_DONE;
}

static void show(void *user, const char *title, const char *text)
{
    struct robot *robot = user;
    size_t used = strlen(robot->said);
    (void)title;
    snprintf(robot->said + used, sizeof robot->said - used, "%s\n", text);
}

static int fail(void *user, const char *title, const char *text)
{
    (void)user;
    cr_assert_fail("%s: %s", title, text);
    return OUTCOME_FAILED;
}

static struct robot practise(const char *name, const bship_cell *cells, size_t count, bool cancels)
{
    struct robot robot = { .cells = cells, .count = count, .cancels = cancels };
    robot.front =
        (struct front){ .user = &robot, .aim = aim, .work = work, .show = show, .fail = fail };
    cr_assert_eq(practice_run(&robot.front, name, worker), OUTCOME_BACK, "how it was left");
    return robot;
}

/* Keeps a game of a player, of text with a place for the name. */
#define KEEP(text, name)                                                                           \
    do {                                                                                           \
        char record_text[2048];                                                                    \
        bship_record *record = NULL;                                                               \
        snprintf(record_text, sizeof record_text, text, name);                                     \
        scratch_write(scratch_path("text"), record_text);                                          \
        cr_assert_eq(record_file_read(scratch_path("text"), &record, NULL, why), BSHIP_OK, "%s",   \
                     why);                                                                         \
        cr_assert(kept_add(record, why), "%s", why);                                               \
        bship_record_free(record);                                                                 \
    } while (0)

static void open_practice(void)
{
    scratch_open();
    worker = worker_new();
}

static void close_practice(void)
{
    worker_free(worker);
    scratch_close();
}

TestSuite(practice, .init = open_practice, .fini = close_practice);

Test(practice, asks_the_costliest_shots_and_tells_how_they_compare)
{
    /* B3 is taken when the shot at it is asked; then D3 is the expert's, and A1 no better. */
    static const bship_cell cells[] = { { 2, 2 }, { 3, 2 }, { 0, 0 } };
    KEEP(GAME REVIEW SHOTS, "Ann");
    struct robot robot = practise("Ann", cells, 3, false);
    cr_assert_eq(robot.asked, 3, "%zu cells", robot.asked);
    cr_assert_eq(robot.shots[0], 2, "the costliest shot is the third one");
    cr_assert_eq(robot.shots[1], 2, "C3 was fired at, so it is asked again");
    cr_assert_eq(robot.shots[2], 1, "then the second one");
    cr_assert(strstr(robot.said, "The expert fires there, too. B3, your shot of then, cost 2.0"),
              "%s", robot.said);
    cr_assert(strstr(robot.said, "The chance of a hit at A1 was 0 %. The expert fires at B3, with"),
              "%s", robot.said);
    cr_assert(strstr(robot.said, "\n1 of 2 shots were better than then"), "%s", robot.said);
    cr_assert_eq(robot.works, 2, "the review is that of the record");
}

Test(practice, reviews_a_game_that_has_no_review)
{
    static const bship_cell cells[] = { { 1, 2 } };
    KEEP(GAME SHOTS, "player");
    struct robot robot = practise(NULL, cells, 1, false);
    cr_assert_geq(robot.asked, 1, "A6 was costly: %s", robot.said);
    cr_assert(strstr(robot.said, "your shot of then, cost"), "%s", robot.said);
    cr_assert_eq(scratch_count(scratch_path("battleship/games")), 1, "nothing is saved");
    struct robot other = practise("", cells, 1, true);
    cr_assert_eq(other.asked, 0, "it was cancelled");
    cr_assert_str_empty(other.said, "%s", other.said);
}

Test(practice, says_why_there_is_nothing_to_practise)
{
    cr_assert(strstr(practise("Ann", NULL, 0, false).said, "No game of yours is kept yet"));
    KEEP(GAME REVIEW SHOTS, "Bob");
    cr_assert(strstr(practise("Ann", NULL, 0, false).said, "No game of yours is kept yet"),
              "a game of somebody else");
    KEEP(SALVOS, "Ann");
    struct robot robot = practise("Ann", NULL, 0, false);
    cr_assert_str_eq(robot.said, "Games whose turns have several shots are left out (1).\n");
    cr_assert_eq(robot.works, 0, "no review of salvos");
}
