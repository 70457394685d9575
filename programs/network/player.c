/* Games of an AI against another process; see player.h. */
#include "network/player.h"

#include <stdio.h>
#include <unistd.h>

#include "battleship/talk/command.h"
#include "battleship/talk/course.h"
#include "battleship/talk/news.h"
#include "battleship/talk/play.h"
#include "common/files.h"
#include "common/sides.h"

struct robot {
    const struct player_options *options;
    struct front front;
    struct course course;
    int64_t printed; /* entries of the log */
    uint64_t games;  /* that have ended */
    bool has_said_port;
    bool has_record; /* the record of this game was printed */
    int code;        /* EXIT_FINE until something fails; then an exit code */
};

/* ---- what is printed ---- */

static void say(void *user, const char *text)
{
    (void)user;
    fprintf(stderr, "%s\n", text);
}

/* Prints why the game cannot go on, once. */
static int fail_by(struct robot *robot, int code, const char *why)
{
    if (robot->code == EXIT_FINE)
        fprintf(stderr, PROGRAM ": %s\n", why);
    robot->code = robot->code == EXIT_FINE ? code : robot->code;
    return OUTCOME_FAILED;
}

/* The same for the reason of the latest event. */
static int fail_by_peer(struct robot *robot, const struct remote *remote)
{
    int32_t failure = peer_failure(remote->peer);
    return fail_by(robot,
                   failure == PEER_FAILURE_ADDRESS    ? EXIT_USAGE
                   : failure == PEER_FAILURE_PROTOCOL ? EXIT_PEER
                                                      : EXIT_RUNTIME,
                   peer_text(remote->peer));
}

static int fail(void *user, const char *title, const char *why)
{
    struct robot *robot = user;
    const struct remote *remote = robot->course.remote;
    (void)title;
    if (remote && remote->is_left) {
        fputs("the other side plays no further game\n", stderr);
        return OUTCOME_QUIT;
    }
    return remote && remote->has_failed ? fail_by_peer(robot, remote)
                                        : fail_by(robot, EXIT_RUNTIME, why);
}

/* Prints the entries of the log that are new. */
static void print_turns(struct robot *robot)
{
    const struct session *session = &robot->course.session;
    for (; robot->printed < bship_game_log_length(session->game); robot->printed++) {
        news_print(stderr, session, BSHIP_SIDE_NONE, robot->printed);
        fputc('\n', stderr);
    }
}

static int write_text(const char *text, size_t count, void *user)
{
    (void)user;
    return fwrite(text, 1, count, stdout) != count; /* close_output() tells of a failure */
}

/* Prints the game as a record with all fleets that are known, without the secret seed. */
static void print_record(struct robot *robot)
{
    const struct session *session = &robot->course.session;
    bship_record *record = NULL;
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_INIT;
    options.layouts = 1;
    bship_status status = bship_record_new_game(&record, session->game, &options, NULL);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++)
        status = bship_record_set(record, BSHIP_FACT_PLAYER, side,
                                  session->setup.players[side].name, NULL);
    if (status)
        fail_by(robot, EXIT_RUNTIME, bship_status_message(status));
    else
        bship_record_write(record, write_text, NULL);
    bship_record_free(record);
    robot->has_record = true;
}

/* ---- waiting ---- */

/* Waits for descriptors; returns OUTCOME_GOES_ON, or that Ctrl-C was pressed. */
static int wait_for(struct robot *robot, struct pollfd *fds, size_t count, int milliseconds)
{
    poll(fds, (nfds_t)count, milliseconds);
    if (!interrupt_happened())
        return OUTCOME_GOES_ON;
    fail_by(robot, EXIT_INTERRUPTED, "interrupted");
    return OUTCOME_INTERRUPTED;
}

/* Prints what has happened, but what is printed as a failure. */
static void say_news(struct remote *remote)
{
    if (remote->news[0] && !remote->has_failed && !remote->is_left)
        say(NULL, remote->news);
    remote->news[0] = '\0';
}

/* Says where a host waits, once. */
static void say_port(struct robot *robot, const struct remote *remote)
{
    if (!robot->has_said_port && peer_port(remote->peer)[0])
        fprintf(stderr, "waiting on port %s\n", peer_port(remote->peer));
    robot->has_said_port = true;
}

static int hear(void *user, const char *title, const char *text, struct remote *remote,
                const bool *flag)
{
    struct robot *robot = user;
    int outcome = OUTCOME_GOES_ON;
    (void)title, (void)text;
    say_port(robot, remote);
    while (outcome == OUTCOME_GOES_ON && !*flag && !remote->is_over) {
        struct pollfd fds[PEER_FDS_MAX];
        if (remote_step(remote) != REMOTE_NOTHING)
            say_news(remote);
        else
            outcome = wait_for(robot, fds, remote_fds(remote, fds), remote_milliseconds(remote));
    }
    return outcome == OUTCOME_GOES_ON ? (int)OUTCOME_DONE : outcome;
}

/* ---- the parts of a game ---- */

/* Calls the sides as scripts know them: both may have the name of their strategy. Refuses the game
 * of a file that is not with another machine: nobody is at this terminal to play it. */
static int begin(void *user, const struct setup *setup)
{
    struct robot *robot = user;
    struct session *session = &robot->course.session;
    (void)setup;
    if (!session_has_remote(session)) {
        char why[FILES_WHY_SIZE];
        snprintf(why, sizeof why, "%s: this is not a game with another machine", robot->options->keep);
        return fail_by(robot, EXIT_RUNTIME, why);
    }
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        snprintf(session->shown[side], PLAYER_NAME_SIZE, "%s",
                 session_is_remote(session, side) ? "they" : "you");
    robot->printed = bship_game_log_length(session->game);
    robot->has_record = false;
    return OUTCOME_DONE;
}

/* Gives the game up, which the other side is told even if the connection is lost for now. */
static void resign(struct play *play)
{
    play->is_paused = true;
    advice_cancel(play->advice);
    peer_resign(play->options.remote->peer);
}

static int play(void *user, struct play *play)
{
    struct robot *robot = user;
    uint64_t rounds = robot->options->rounds;
    int outcome = OUTCOME_GOES_ON;
    say_port(robot, play->options.remote);
    while (outcome == OUTCOME_GOES_ON && play->outcome == OUTCOME_GOES_ON) {
        struct pollfd fds[PLAY_FDS_MAX];
        play_step(play);
        print_turns(robot);
        if (play->reply.kind != REPLY_NONE && play->outcome == OUTCOME_GOES_ON)
            say(robot, play->reply.text);
        play->reply.kind = REPLY_NONE;
        if (rounds > 0 && !play->is_paused &&
            (uint64_t)bship_game_round(play->session->game) > rounds)
            resign(play);
        if (play->outcome == OUTCOME_GOES_ON)
            outcome = wait_for(robot, fds, play_fds(play, fds), play_milliseconds(play));
    }
    return outcome == OUTCOME_GOES_ON ? (int)OUTCOME_DONE : outcome;
}

/* What is left of a game, whether it has ended as it should or not. */
static int end(void *user, struct ending *ending)
{
    struct robot *robot = user;
    const struct remote *remote = robot->course.remote;
    const struct session *session = ending->session;
    int32_t own = session_is_ai(session, BSHIP_SIDE_A) ? BSHIP_SIDE_A : BSHIP_SIDE_B;
    int32_t outcome = bship_game_outcome(session->game);
    print_record(robot);
    if (outcome != BSHIP_OUTCOME_NONE)
        fprintf(stderr, "%s\n",
                outcome == own                  ? "you win"
                : outcome == BSHIP_OUTCOME_DRAW ? "a draw"
                                                : "they win");
    return remote ? OUTCOME_DONE : OUTCOME_FAILED;
}

static int choose_next(void *user, struct ending *ending)
{
    char why[FILES_WHY_SIZE];
    struct robot *robot = user;
    (void)ending;
    if (robot->options->keep && !files_remove(robot->options->keep, why))
        fail_by(robot, EXIT_RUNTIME, why);
    return ++robot->games < robot->options->games ? (int)COMMAND_REMATCH : (int)OUTCOME_QUIT;
}

/* ---- from the connection to the record ---- */

/* Goes on with the game that was kept, or looks for a player. */
static int meet(struct robot *robot)
{
    const struct player_options *options = robot->options;
    char why[FILES_WHY_SIZE];
    struct meeting meeting = { .is_host = options->peer.rules != NULL };
    struct player own = player_machine(BSHIP_LEVEL_NONE, options->strategy);
    struct setup setup = { .rules = NULL };
    bool is_kept = options->keep && access(options->keep, F_OK) == 0;
    if (options->keep && !course_save(&robot->course, options->keep, why))
        return fail_by(robot, EXIT_RUNTIME, why);
    robot->course.archive.is_wanted = false;
    if (is_kept)
        return course_resume(&robot->course);
    snprintf(meeting.address, sizeof meeting.address, "%s", options->address);
    snprintf(own.name, sizeof own.name, "%s", options->peer.name);
    setup.players[BSHIP_SIDE_A] = setup.players[BSHIP_SIDE_B] = own;
    setup.rules = bship_rules_ref((bship_rules *)options->peer.rules);
    return course_meet(&robot->course, &meeting, &setup);
}

int player_run(const struct player_options *options)
{
    struct robot robot = { .options = options };
    struct worker *worker = worker_new();
    robot.front = (struct front){ .user = &robot,
                                  .say = say,
                                  .fail = fail,
                                  .hear = hear,
                                  .begin = begin,
                                  .play = play,
                                  .end = end,
                                  .choose_next = choose_next };
    if (!worker)
        return fail_by(&robot, EXIT_RUNTIME, "cannot start a thread"), EXIT_RUNTIME;
    course_open(&robot.course, &robot.front, worker);
    robot.course.is_hurried = true;
    robot.course.limits = &options->peer;
    robot.course.seed = options->seed;
    int outcome = meet(&robot);
    if (outcome == OUTCOME_REFUSED)
        fail_by(&robot, EXIT_RUNTIME, saves_missing(&robot.course.saves));
    const bship_game *game = robot.course.session.game;
    if (game && bship_game_phase(game) != BSHIP_PHASE_PLACING && !robot.has_record)
        print_record(&robot);
    course_close(&robot.course);
    worker_free(worker);
    return robot.code;
}
