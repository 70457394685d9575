/* The course of games; see course.h. */
#include "battleship/talk/course.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "battleship/game/opening.h"
#include "battleship/game/replay.h"
#include "battleship/game/rules_summary.h"
#include "battleship/talk/command.h"
#include "battleship/talk/leaving.h"
#include "battleship/talk/pages.h"
#include "battleship/talk/play.h"
#include "battleship/talk/profile_pages.h"
#include "battleship/talk/setup.h"

enum {
    TEXT_SIZE = 512,
    SUMMARY_SIZE = 256,
    RESUME = COMMAND_COUNT /* what follows: the saved game that was found is to be resumed */
};

/* ---- what a front end may leave out ---- */

static void say(const struct course *course, const char *text)
{
    if (course->front->say && text[0])
        course->front->say(course->front->user, text);
}

static int fail(const struct course *course, const char *title, const char *why)
{
    const struct front *front = course->front;
    return front->fail ? front->fail(front->user, title, why) : OUTCOME_FAILED;
}

/* Waits for the job of the worker. */
static int work(const struct course *course, const char *text)
{
    const struct front *front = course->front;
    if (front->work)
        return front->work(front->user, text, course->worker);
    worker_wait(course->worker);
    worker_collect(course->worker);
    return OUTCOME_DONE;
}

/* Waits for a flag of the player on another machine. */
static int hear(const struct course *course, const char *title, const char *text, const bool *flag)
{
    const struct front *front = course->front;
    struct remote *remote = course->remote;
    if (front->hear)
        return front->hear(front->user, title, text, remote, flag);
    while (!*flag && !remote->is_over) {
        struct pollfd fds[PEER_FDS_MAX];
        if (remote_step(remote) == REMOTE_NOTHING)
            poll(fds, (nfds_t)remote_fds(remote, fds), remote_milliseconds(remote));
    }
    return OUTCOME_DONE;
}

static void link_to(struct course *course, struct remote *remote)
{
    course->remote = remote;
    if (course->front->connect)
        course->front->connect(course->front->user, remote);
}

/* Closes the connection, if there is one. */
static void unlink_from(struct course *course)
{
    struct remote *remote = course->remote;
    if (!remote)
        return;
    link_to(course, NULL);
    remote_close(remote);
}

/* ---- opening and closing ---- */

void course_open(struct course *course, const struct front *front, struct worker *worker)
{
    *course = (struct course){ .front = front, .worker = worker, .saves = SAVES_INIT };
    course->archive.saves = &course->saves;
}

bool course_save(struct course *course, const char *file, char why[FILES_WHY_SIZE])
{
    course->archive.is_wanted = true;
    course->is_saved = saves_open(&course->saves, file, why);
    course->keeping.saves = course->is_saved ? &course->saves : NULL;
    return course->is_saved;
}

static void close_session(struct course *course)
{
    session_close(&course->session);
    course->keeping.has_saved = course->keeping.is_failing = false;
}

void course_leave(struct course *course)
{
    close_session(course);
    saves_begin(&course->saves);
}

void course_close(struct course *course)
{
    close_session(course);
    saves_close(&course->saves);
}

void course_keep_preferences(const struct course *course)
{
    char why[FILES_WHY_SIZE], text[TEXT_SIZE];
    if (!course->preferences || preferences_keep(course->preferences, why))
        return;
    snprintf(text, sizeof text, "Preferences are not kept: %.200s.", why);
    say(course, text);
}

/* Opens a session from a setup, or from the saved game that was found if that is NULL. */
static int open_session(struct course *course, const struct setup *setup)
{
    const struct front *front = course->front;
    struct opening opening = { .session = &course->session,
                               .setup = setup,
                               .saves = &course->saves,
                               .uses_profile = course->archive.is_wanted };
    close_session(course);
    if (setup)
        saves_begin(&course->saves);
    if (!worker_start(course->worker, opening_job, &opening))
        return fail(course, "NO GAME", bship_status_message(BSHIP_ERROR_STATE));
    int outcome = work(course, "The game is being prepared");
    course->keeping.has_saved = !setup && !opening.status;
    if (outcome == OUTCOME_DONE && !opening.status)
        return front->begin ? front->begin(front->user, setup) : OUTCOME_DONE;
    close_session(course);
    if (outcome == OUTCOME_DONE && opening.status != BSHIP_ERROR_CANCELLED)
        return fail(course, "NO GAME", opening.why);
    return outcome != OUTCOME_DONE ? outcome : (int)OUTCOME_BACK;
}

/* ---- a connection that is lost ---- */

/* Asks what is next after a failure that may be over later; OUTCOME_DONE: the game is over. */
static int ask_again(struct course *course)
{
    const struct front *front = course->front;
    char text[TEXT_SIZE];
    int choice = front->is_attended ? remote_ask(course->remote, front) : (int)REMOTE_LATER;
    unlink_from(course);
    if (choice == REMOTE_LATER && !front->has_menu) {
        keeping_tell(&course->keeping, "stays saved", text, sizeof text);
        say(course, text);
    }
    return choice == REMOTE_GIVE_UP ? OUTCOME_DONE
           : choice == REMOTE_AGAIN ? RESUME
           : choice == REMOTE_LATER ? OUTCOME_BACK
                                    : choice;
}

/* ---- laying ---- */

static const char other_title[] = "A game on another machine";

/* A game with another machine that is left before it has begun is not kept any more. */
static int leave_unbegun(struct course *course, int outcome)
{
    char why[FILES_WHY_SIZE];
    bool is_left = outcome == OUTCOME_BACK || outcome == OUTCOME_QUIT || outcome == OUTCOME_FAILED;
    if (is_left && !saves_forget(&course->saves, &course->session, why))
        say(course, why);
    return outcome;
}

/* Of two people at this terminal, lets the one sit down whose fleet is to be laid. */
static int seat(const struct course *course, int32_t side)
{
    int outcome;
    while ((outcome = leaving_ask_to_sit_down(course->front, &course->session, side)) ==
           OUTCOME_BACK) {
        int left = leaving_ask_laying(course->front, &course->session);
        if (left != OUTCOME_GOES_ON)
            return left;
    }
    return outcome;
}

static int lay(struct course *course, int32_t side)
{
    const struct front *front = course->front;
    int outcome = seat(course, side);
    if (outcome == OUTCOME_DONE && front->lay)
        outcome = front->lay(front->user, side);
    if (course->preferences)
        course->preferences->style = course->session.setup.placing;
    course->placing = course->session.setup.placing;
    course_keep_preferences(course);
    return leave_unbegun(course, outcome);
}

/* Commits to the own fleet, and waits for the other one. */
static int commit(struct course *course)
{
    struct remote *remote = course->remote;
    char text[TEXT_SIZE];
    int outcome = OUTCOME_DONE;
    if (!remote->is_over) { /* since the ships were laid */
        snprintf(text, sizeof text, "Waiting for the ships of %s.", peer_name(remote->peer));
        remote->news[0] = '\0';
        remote_commit(remote);
        outcome = hear(course, other_title, text, &remote->is_ready);
    }
    if (outcome != OUTCOME_DONE || remote->is_ready)
        return leave_unbegun(course, outcome);
    if (!remote_can_rejoin(remote))
        return leave_unbegun(course, fail(course, other_title, remote->news));
    outcome = ask_again(course);
    return outcome == OUTCOME_DONE ? leave_unbegun(course, OUTCOME_BACK) : outcome;
}

/* Lets the people lay the ships that are not at random, and starts the game. */
static int begin(struct course *course)
{
    const struct session *session = &course->session;
    int outcome = OUTCOME_DONE;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && outcome == OUTCOME_DONE; side++)
        if (session_is_human(session, side) &&
            !bship_board_is_complete(bship_game_board(session->game, side)))
            outcome = lay(course, side);
    if (outcome == OUTCOME_DONE && course->remote)
        outcome = commit(course);
    if (outcome != OUTCOME_DONE)
        return outcome;
    bship_status status = bship_game_start(session->game, NULL);
    return status ? fail(course, "NO GAME", bship_status_message(status)) : OUTCOME_DONE;
}

/* ---- playing ---- */

/* Plays without people: all that is waited for is the worker and the other machine. */
static int play_alone(struct play *play)
{
    while (play->outcome == OUTCOME_GOES_ON) {
        struct pollfd fds[PLAY_FDS_MAX];
        play_step(play);
        if (play->outcome == OUTCOME_GOES_ON)
            poll(fds, (nfds_t)play_fds(play, fds), play_milliseconds(play));
    }
    return OUTCOME_DONE;
}

static bool is_first_game(const struct course *course)
{
    char why[FILES_WHY_SIZE];
    struct statistics statistics;
    if (!course->archive.is_wanted)
        return false;
    bool is_first = statistics_load(&statistics, why) && statistics.rows.count == 0;
    statistics_clear(&statistics);
    return is_first;
}

/* Whether the game is to explain itself; the next one is not. */
static bool takes_primer(struct course *course)
{
    const struct session *session = &course->session;
    bool is_fit = session_humans(session) == 1 && !session_has_remote(session) &&
                  (course->explains || (course->explains_first && is_first_game(course)));
    if (is_fit)
        course->explains = course->explains_first = false;
    return is_fit;
}

/* Plays a game that has started, until it is over or left. */
static int play(struct course *course)
{
    const struct front *front = course->front;
    const struct play_options options = { .saves = course->keeping.saves,
                                          .remote = course->remote,
                                          .front = front,
                                          .is_hurried = course->is_hurried,
                                          .explains = takes_primer(course) };
    struct play play;
    bool is_open = play_open(&play, &course->session, course->worker, &options);
    int outcome = !is_open      ? OUTCOME_FAILED
                  : front->play ? front->play(front->user, &play)
                                : play_alone(&play);
    if (is_open && outcome == OUTCOME_DONE)
        outcome = play.outcome;
    if (!is_open || play.outcome == OUTCOME_FAILED)
        outcome = fail(course, "The game cannot go on",
                       is_open ? play.reply.text : bship_status_message(BSHIP_ERROR_MEMORY));
    course->keeping.is_failing = play.keeping.is_failing;
    course->keeping.has_saved |= play.keeping.has_saved;
    play_close(&play);
    return outcome;
}

/* ---- a player on another machine ---- */

/* After the game: waits until both fleets are revealed and compared. */
static int compare(struct course *course)
{
    static const char title[] = "The game is over";
    const struct front *front = course->front;
    struct remote *remote = course->remote;
    int outcome = OUTCOME_DONE;
    if (!remote->is_over)
        outcome = hear(course, title, "Comparing the fleets...", &remote->is_finished);
    if (outcome != OUTCOME_DONE)
        unlink_from(course);
    else if (remote_can_rejoin(remote))
        return ask_again(course);
    else if (remote->has_failed && !front->is_lines)
        fail(course, title, remote->news);
    if (remote->has_failed)
        unlink_from(course);
    remote->news[0] = '\0';
    return outcome == OUTCOME_BACK ? OUTCOME_DONE : outcome;
}

/* ---- the end ---- */

static int replay(const struct course *course, const struct ending *ending)
{
    const struct front *front = course->front;
    struct replay replay;
    char why[FILES_WHY_SIZE];
    if (!ending_replay(ending, &replay, why)) {
        front->show(front->user, "NO REPLAY", why);
        return OUTCOME_BACK;
    }
    int outcome = front->replay(front->user, &replay, true);
    replay_close(&replay);
    return outcome;
}

/* Shows the end; returns what is next. */
static int show_end(const struct course *course, struct ending *ending)
{
    const struct front *front = course->front;
    int next = COMMAND_REPLAY;
    while (next == COMMAND_REPLAY && front->choose_next) {
        next = front->choose_next(front->user, ending);
        int outcome = next == COMMAND_REPLAY ? replay(course, ending) : (int)OUTCOME_BACK;
        if (outcome < OUTCOME_BACK)
            return outcome;
    }
    return next == COMMAND_REPLAY ? (int)OUTCOME_QUIT : next;
}

/*
 * Counts and keeps a game that has ended, whatever ends the program then, and shows its end, if
 * `outcome` is OUTCOME_DONE; what its review has found meanwhile is kept, too.
 */
static int end(struct course *course, int outcome)
{
    const struct front *front = course->front;
    struct ending ending;
    struct reply reply;
    course->is_deceived =
        bship_game_end_reason(course->session.game) == BSHIP_END_REASON_CONTRADICTION;
    ending_open(&ending, &course->session, course->worker, front->review_seconds);
    ending_keep(&ending, &course->archive, &reply);
    bool is_shown = outcome == OUTCOME_DONE;
    if (is_shown && front->end)
        outcome = front->end(front->user, &ending);
    say(course, reply.text);
    ending_keep_review(&ending, &course->archive, &reply);
    say(course, reply.text);
    if (outcome == OUTCOME_DONE)
        outcome = show_end(course, &ending);
    ending_keep_review(&ending, &course->archive, &reply);
    say(course, reply.text);
    ending_close(&ending);
    return outcome;
}

/* ---- one game after the other ---- */

/* Plays the game of the session from where it is to what is next. */
static int play_session(struct course *course)
{
    int outcome = OUTCOME_DONE;
    if (bship_game_phase(course->session.game) == BSHIP_PHASE_PLACING)
        outcome = begin(course);
    if (outcome == OUTCOME_DONE)
        outcome = play(course);
    if (outcome != OUTCOME_DONE)
        return outcome;
    if (course->remote)
        outcome = compare(course);
    /* A game without an end stays saved; one whose fleets are not compared has its result. */
    bool has_end = bship_game_end_reason(course->session.game) != BSHIP_END_REASON_ABANDONED;
    return outcome == OUTCOME_DONE || has_end ? end(course, outcome) : outcome;
}

/* Asks the person of a setup whether there may be a profile, if that is to be asked. */
static int ask_for_profile(const struct course *course, const struct setup *setup)
{
    const struct front *front = course->front;
    struct reply reply = { REPLY_NONE, "" };
    if (!course->archive.is_wanted || !front->is_attended)
        return OUTCOME_DONE;
    int answer = talk_profile_ask(setup, front, &reply);
    if (reply.kind == REPLY_FAILED && front->show)
        front->show(front->user, "NO PROFILE", reply.text);
    return answer < OUTCOME_BACK ? answer : (int)OUTCOME_DONE;
}

/* The same, for a game that is open if there is no setup. */
static int play_games(struct course *course, struct setup *setup)
{
    struct setup next = { .rules = NULL };
    int outcome;
    do {
        outcome = setup ? open_session(course, setup) : (int)OUTCOME_DONE;
        if (setup)
            setup_clear(setup);
        if (outcome == OUTCOME_DONE)
            outcome = play_session(course);
        setup = &next;
        if (outcome == COMMAND_REMATCH && !session_next(&course->session, setup))
            outcome = OUTCOME_BACK;
    } while (outcome == COMMAND_REMATCH);
    return outcome;
}

int course_play(struct course *course, struct setup *setup)
{
    course_keep_preferences(course);
    int outcome = ask_for_profile(course, setup);
    if (outcome == OUTCOME_DONE)
        return play_games(course, setup);
    setup_clear(setup);
    return outcome;
}

/* ---- meeting ---- */

/* Waits for the other player, without whom there is no game. */
static int meet(const struct course *course, const char *title, const char *text)
{
    const struct remote *remote = course->remote;
    int outcome = hear(course, title, text, &remote->is_connected);
    return outcome == OUTCOME_DONE && !remote->is_connected ? fail(course, title, remote->news)
                                                            : outcome;
}

/* Puts a question about the other player, again if there were news of that one meanwhile. */
static int ask_about_player(const struct course *course, const struct question *question)
{
    const struct front *front = course->front;
    int answer;
    do
        answer = front->ask(front->user, question);
    while (answer == OUTCOME_BACK && front->is_lines && !course->remote->is_over);
    return answer;
}

/* Asks whether to play by the other one's rules. */
static int accept_rules(const struct course *course)
{
    const struct front *front = course->front;
    struct remote *remote = course->remote;
    const bship_rules *rules = peer_rules(remote->peer);
    char summary[SUMMARY_SIZE], text[TEXT_SIZE + SUMMARY_SIZE], games[32] = "a game";
    rules_summary(rules, summary, sizeof summary);
    if (remote_best_of(remote) > 0)
        snprintf(games, sizeof games, "the best of %d", (int)remote_best_of(remote));
    snprintf(text, sizeof text, "%s hosts %s. The rules: %s. %s Play by these rules?",
             peer_name(remote->peer), games, summary, remote_say_help(remote));
    const struct question question = {
        .text = text,
        .choices = { { "yes", "Yes, play" }, { "show", "Show the rules" }, { "no", "No, leave" } },
        .count = 3,
    };
    int answer;
    if (!front->is_attended)
        return OUTCOME_DONE;
    while ((answer = ask_about_player(course, &question)) == 1)
        pages_show_rules(front, rules);
    remote_listen(remote);
    if (remote->is_over)
        return fail(course, other_title, remote->news);
    if (answer != 0)
        remote_refuse_rules(remote);
    return answer > 0 ? (int)OUTCOME_BACK : answer;
}

/* Fills in a setup with what was agreed on, and how ships are laid. */
static void make_setup(const struct course *course, struct setup *setup)
{
    setup->places_at_random = course->places_at_random;
    setup->placing = course->placing;
    remote_meet(course->remote, setup);
    if (course->seed)
        setup->seed = *course->seed;
}

static const char host_title[] = "Host a game";

/*
 * Waits at a port for a guest, and says what has become of the one before; OUTCOME_REFUSED: it
 * cannot be had, which a person is to decide on.
 */
static int host(struct course *course, const char *port, const char *before,
                const struct setup *setup)
{
    struct remote *remote = course->remote;
    char where[SUMMARY_SIZE], text[TEXT_SIZE + REMOTE_NEWS_SIZE];
    if (!remote_host(remote, setup, port))
        return fail(course, host_title, bship_status_message(BSHIP_ERROR_MEMORY));
    /* It is known at once whether the port can be had. */
    if (remote_lacks_port(remote) && course->front->is_attended)
        return OUTCOME_REFUSED;
    remote_describe_port(remote, where, sizeof where);
    snprintf(text, sizeof text, "%s%sWaiting for a player at %s.", before, before[0] ? " " : "",
             where);
    return meet(course, host_title, text);
}

/* Tells a host who has come, and asks whether to play; OUTCOME_REFUSED: no, or the guest has gone.
 */
static int accept_guest(const struct course *course)
{
    const struct front *front = course->front;
    struct remote *remote = course->remote;
    const char *name = peer_name(remote->peer);
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "%s has joined. %s Play with %s?", name, remote_say_help(remote),
             name);
    const struct question question = {
        .text = text,
        .choices = { { "yes", "Yes, play" }, { "no", "No, wait for somebody else" } },
        .count = 2,
        .is_unasked = true,
    };
    if (!front->is_attended)
        return OUTCOME_DONE;
    int answer = ask_about_player(course, &question);
    remote_listen(remote);
    return answer == 1 || remote->is_over ? (int)OUTCOME_REFUSED : answer;
}

/* Waits at a port for a guest who is wanted. */
static int host_wanted(struct course *course, const char *port, const struct setup *setup)
{
    char same[PREFERENCES_ADDRESS_SIZE], before[REMOTE_NEWS_SIZE];
    int outcome = host(course, port, "", setup);
    while (outcome == OUTCOME_DONE) {
        int answer = accept_guest(course);
        if (answer != OUTCOME_REFUSED)
            return answer;
        struct remote *remote = course->remote;
        snprintf(same, sizeof same, "%s", peer_port(remote->peer));
        snprintf(before, sizeof before, "%s", remote->is_over ? remote->news : "");
        remote_send_away(remote);
        outcome = host(course, same, before, setup);
    }
    return outcome;
}

/* The same at any other port, if that is wanted since this one cannot be had. */
static int host_elsewhere(struct course *course, const struct setup *setup)
{
    struct remote *remote = course->remote;
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "There cannot be a game at %.200s. Host it at another port?",
             peer_text(remote->peer));
    int answer = front_ask_if(course->front, text, "No", "Yes, at one that is free");
    remote_close(remote);
    return answer == 1 ? host_wanted(course, "0", setup) : answer == 0 ? (int)OUTCOME_BACK : answer;
}

/* Joins a host, whose address is remembered. */
static int join(struct course *course, const struct meeting *meeting, const struct setup *setup)
{
    static const char title[] = "Join a game";
    struct preferences *preferences = course->preferences;
    char text[TEXT_SIZE];
    if (preferences)
        snprintf(preferences->address, sizeof preferences->address, "%s", meeting->address);
    course_keep_preferences(course);
    if (!remote_join(course->remote, setup, meeting->address, meeting->milliseconds))
        return fail(course, title, bship_status_message(BSHIP_ERROR_MEMORY));
    snprintf(text, sizeof text, "Connecting to %.200s...", meeting->address);
    return meet(course, title, text);
}

/* Finds another player. */
static int find(struct course *course, const struct meeting *meeting, struct setup *setup)
{
    int outcome = meeting->is_host ? host_wanted(course, meeting->address, setup)
                                   : join(course, meeting, setup);
    if (outcome == OUTCOME_REFUSED)
        outcome = host_elsewhere(course, setup);
    if (outcome == OUTCOME_DONE && !meeting->is_host)
        outcome = accept_rules(course);
    if (outcome == OUTCOME_DONE)
        make_setup(course, setup);
    return outcome;
}

/*
 * Meets the same player again, if both want to; rules other than those played before have to be
 * accepted.
 */
static int meet_again(struct course *course, struct setup *setup)
{
    static const char title[] = "A rematch";
    const bship_rules *before = course->session.setup.rules;
    struct remote *remote = course->remote;
    char text[TEXT_SIZE];
    if (remote->is_left || remote->has_failed)
        return fail(course, title, remote->news);
    snprintf(text, sizeof text, "Waiting for %s, who has to want it, too.",
             peer_name(remote->peer));
    remote_rematch(remote);
    int outcome = meet(course, title, text);
    if (outcome == OUTCOME_DONE && !bship_rules_equal(peer_rules(remote->peer), before))
        outcome = accept_rules(course);
    if (outcome == OUTCOME_DONE) {
        struct score score = session_score(&course->session);
        setup->score = score_next(&score);
        make_setup(course, setup);
    }
    return outcome;
}

/* Plays games with the player on another machine; the first is that of the session if it is open.
 */
static int play_linked(struct course *course, struct setup *setup)
{
    int outcome = OUTCOME_DONE;
    while (outcome == OUTCOME_DONE) {
        if (setup->rules)
            outcome = open_session(course, setup);
        if (setup->rules && outcome == OUTCOME_DONE)
            remote_accept(course->remote, &course->session);
        setup_clear(setup);
        if (outcome == OUTCOME_DONE)
            outcome = play_session(course);
        if (outcome == COMMAND_REMATCH)
            outcome = course->remote ? meet_again(course, setup) : (int)OUTCOME_BACK;
    }
    return outcome;
}

/* Goes on with the saved game that was found. */
static int resume_found(struct course *course)
{
    int outcome = RESUME;
    while (outcome == RESUME) {
        struct setup none = { .rules = NULL };
        struct remote remote = { .saves = course->keeping.saves,
                                 .limits = course->limits,
                                 .counts_seconds = !course->front->is_lines };
        outcome = open_session(course, NULL);
        if (outcome == OUTCOME_DONE && !session_has_remote(&course->session))
            return play_games(course, NULL);
        if (outcome != OUTCOME_DONE)
            return outcome;
        link_to(course, &remote);
        outcome = remote_rejoin(&remote, &course->session)
                      ? play_linked(course, &none)
                      : fail(course, "NO GAME", bship_status_message(BSHIP_ERROR_MEMORY));
        unlink_from(course);
        if (outcome == RESUME)
            saves_find_again(&course->saves);
    }
    return outcome;
}

int course_meet(struct course *course, const struct meeting *meeting, struct setup *setup)
{
    struct remote remote = { .saves = course->keeping.saves,
                             .limits = course->limits,
                             .counts_seconds = !course->front->is_lines };
    link_to(course, &remote);
    int outcome = find(course, meeting, setup);
    if (outcome == OUTCOME_DONE)
        outcome = play_linked(course, setup);
    unlink_from(course);
    setup_clear(setup);
    if (outcome != RESUME)
        return outcome;
    saves_find_again(&course->saves);
    return resume_found(course);
}

/* ---- new games ---- */

int course_begin(struct course *course, const struct wish *wish)
{
    struct meeting meeting = { .is_host = wish->kind == GAME_HOSTED,
                               .milliseconds = wish->milliseconds };
    struct setup setup;
    if (!wish_setup(wish, &setup))
        return fail(course, "NO GAME", bship_status_message(BSHIP_ERROR_MEMORY));
    if (wish->kind == GAME_HOSTED || wish->kind == GAME_JOINED) {
        snprintf(meeting.address, sizeof meeting.address, "%s", wish->address);
        return course_meet(course, &meeting, &setup);
    }
    if (wish->kind != GAME_DAILY) {
        setup.places_at_random = course->places_at_random;
        setup.placing = course->placing;
    }
    return course_play(course, &setup);
}

/* ---- saved games ---- */

static void write_saved_row(int row, char *buffer, size_t size, void *user)
{
    const struct setup_saved *saved = user;
    snprintf(buffer, size, "%s", saved->games[row]);
}

int course_resume(struct course *course)
{
    const struct front *front = course->front;
    struct setup_saved saved;
    setup_list_saved(&course->saves, &saved);
    bool is_asked = saved.count > 1 && front->is_attended && front->choose;
    struct listing listing = { .title = "RESUME",
                               .text = "",
                               .action = "go on with it",
                               .count = saved.count,
                               .row = write_saved_row,
                               .user = &saved };
    int number = is_asked ? front->choose(front->user, &listing) : 0;
    if (number < 0)
        return number;
    if (number >= saved.count || !saves_take(&course->saves, saved.numbers[number], NULL))
        return OUTCOME_REFUSED;
    return resume_found(course);
}

int course_offer(struct course *course, bool is_any)
{
    const struct front *front = course->front;
    char saved[SETUP_SAVED_SIZE];
    if (!front->is_attended || !setup_describe_saved(&course->saves, saved) ||
        (!is_any && !saves_is_remote(&course->saves)))
        return OUTCOME_DONE;
    int answer = setup_ask_to_resume(&course->saves, saved, front);
    int outcome = answer == 1 ? resume_found(course) : answer;
    /* The reason was said; the game stays where it is. */
    bool is_broken = outcome == OUTCOME_FAILED && !course->session.game;
    return is_broken ? (int)OUTCOME_DONE : outcome;
}
