/* A game against a player on another machine, in line mode; see remote.h. */
#include "battleship/lines/remote.h"

#include "battleship/game/rules_summary.h"
#include "battleship/lines/ending.h"
#include "battleship/lines/front.h"
#include "battleship/lines/playing.h"
#include "battleship/talk/pages.h"
#include "battleship/talk/remote.h"

enum {
    SUMMARY_SIZE = 160,
    WHERE_SIZE = 256
};

/* ---- before and after the game ---- */

/* Prints what has happened while no game is played. */
static int hear(struct plain *plain, void *user)
{
    struct remote *remote = user;
    remote->news[0] = '\0';
    int32_t event = remote_step(remote);
    if (remote->news[0] != '\0') {
        fputc('\n', plain_out(plain));
        plain_say(plain, "%s", remote->news);
    }
    return event == REMOTE_NOTHING                   ? OUTCOME_DONE
           : remote->has_failed && !remote->is_ready ? OUTCOME_FAILED
                                                     : OUTCOME_BACK;
}

/* Waits until something has happened that a flag tells, or nothing more will. */
static int await(struct plain *plain, const struct remote *remote, const bool *flag)
{
    int outcome = OUTCOME_DONE;
    while (outcome == OUTCOME_DONE && !*flag && !remote->is_over) {
        outcome = plain_listen(plain);
        if (outcome == OUTCOME_BACK)
            outcome = OUTCOME_DONE;
    }
    return outcome;
}

int plain_commit(struct plain *plain)
{
    struct remote *remote = plain->remote;
    if (remote->is_over)
        return OUTCOME_FAILED;
    remote_commit(remote, &plain->session);
    plain_say(plain, REMOTE_WAITS_FOR_SHIPS, peer_name(remote->peer));
    int outcome = await(plain, remote, &remote->is_ready);
    return outcome == OUTCOME_DONE && !remote->is_ready ? OUTCOME_FAILED : outcome;
}

/* ---- finding each other ---- */

static int host(struct plain *plain, struct remote *remote, const struct setup *setup)
{
    char port[16] = PEER_PORT;
    char where[WHERE_SIZE];
    if (plain->options->port >= 0)
        snprintf(port, sizeof(port), "%d", (int)plain->options->port);
    if (!remote_host(remote, setup, port))
        return plain_fail("cannot host a game", BSHIP_ERROR_MEMORY);
    remote_describe_port(remote, where, sizeof(where));
    plain_say(plain, "Waiting for a player at %s.", where);
    return await(plain, remote, &remote->is_connected);
}

static int join(struct plain *plain, struct remote *remote, const struct setup *setup)
{
    if (!remote_join(remote, setup, plain->options->join_address, 0))
        return plain_fail("cannot join a game", BSHIP_ERROR_MEMORY);
    plain_say(plain, "Connecting to %s. Ctrl-C gives up.", plain->options->join_address);
    return await(plain, remote, &remote->is_connected);
}

/* Asks the guest, who has not chosen the rules, whether they will do. */
static int accept_rules(struct plain *plain, struct remote *remote)
{
    if (plain->options->task == TASK_HOST || !plain->has_terminal)
        return OUTCOME_DONE;
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    pages_show_rules(&front, peer_rules(remote->peer));
    plain_say(plain, "%s", remote_say_help(remote));
    bool is_yes;
    int outcome = plain_ask_yes_or_no(plain, "Play by these rules? yes or no", &is_yes);
    if (outcome == OUTCOME_BACK)
        return accept_rules(plain, remote);
    if (outcome != OUTCOME_DONE || is_yes)
        return outcome;
    remote_refuse_rules(remote);
    return OUTCOME_QUIT;
}

/* ---- the game ---- */

/* Asks what is next after a failure that may be over later; OUTCOME_DONE: the game is over. */
static int ask_again(struct plain *plain, const struct remote *remote, bool *is_again)
{
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    int choice = plain->has_terminal ? remote_ask(remote, &front) : (int)REMOTE_LATER;
    *is_again = choice == REMOTE_AGAIN;
    if (choice == REMOTE_LATER)
        plain_say(plain, "The game stays saved; --resume goes on with it: %s",
                  saves_path(&plain->saves));
    return lines.outcome != OUTCOME_DONE ? lines.outcome
           : choice == REMOTE_GIVE_UP    ? OUTCOME_DONE
                                         : OUTCOME_QUIT;
}

/* Plays the game of the session to its end. */
static int play(struct plain *plain, struct remote *remote, bool *is_again)
{
    int outcome = plain_play(plain);
    /* Both fleets are revealed and compared before they are shown. */
    if (outcome == OUTCOME_DONE)
        outcome = await(plain, remote, &remote->is_finished);
    if (outcome == OUTCOME_DONE && remote_can_rejoin(remote))
        outcome = ask_again(plain, remote, is_again);
    bool has_rematch;
    return outcome == OUTCOME_DONE ? plain_end_game(plain, &has_rematch) : outcome;
}

/* Begins a game with the player who was met. */
static int begin(struct plain *plain, const struct remote *remote)
{
    char rules[SUMMARY_SIZE];
    rules_summary(peer_rules(remote->peer), rules, sizeof(rules));
    plain_say(plain, "Playing against %s: %s.", peer_name(remote->peer), rules);
    struct setup setup = { .first = BSHIP_FIRST_RANDOM };
    options_set_placement(plain->options, &setup);
    remote_meet(remote, &setup);
    saves_begin(&plain->saves);
    int outcome = plain_begin(plain, &setup);
    setup_clear(&setup);
    return outcome;
}

/* ---- a rematch ---- */

/* Asks until the answer is yes or no, or there is nobody to play with. */
static int ask_rematch(struct plain *plain, const struct remote *remote, bool *is_wanted)
{
    int outcome = OUTCOME_BACK;
    *is_wanted = false;
    while (outcome == OUTCOME_BACK && !remote->is_left)
        outcome = plain_ask_yes_or_no(plain, "A rematch? yes or no", is_wanted);
    return outcome == OUTCOME_BACK ? OUTCOME_DONE : outcome;
}

/* Waits for the other player to want one, too; *is_agreed: the players have met again. */
static int meet_again(struct plain *plain, struct remote *remote, bool *is_agreed)
{
    bool has_other_rules = false;
    remote_rematch(remote);
    plain_say(plain, "Waiting for %s.", peer_name(remote->peer));
    int outcome = await(plain, remote, &remote->is_connected);
    *is_agreed = outcome == OUTCOME_DONE && remote->is_connected;
    if (*is_agreed)
        has_other_rules = !bship_rules_equal(peer_rules(remote->peer), plain->session.setup.rules);
    return has_other_rules ? accept_rules(plain, remote) : outcome;
}

/* Plays games until a player has had enough; the first is that of the session, if it is open. */
static int play_games(struct plain *plain, struct remote *remote, bool *is_again)
{
    bool goes_on = true;
    int outcome = OUTCOME_DONE;
    if (plain->session.game == NULL)
        outcome = begin(plain, remote);
    while (outcome == OUTCOME_DONE && goes_on) {
        outcome = play(plain, remote, is_again);
        goes_on = false;
        if (outcome == OUTCOME_DONE && plain->has_terminal && remote->is_finished)
            outcome = ask_rematch(plain, remote, &goes_on);
        if (outcome == OUTCOME_DONE && goes_on && !remote->is_left)
            outcome = meet_again(plain, remote, &goes_on);
        goes_on = goes_on && !remote->is_over;
        if (outcome == OUTCOME_DONE && goes_on)
            outcome = begin(plain, remote);
    }
    return outcome;
}

/* Finds another player, as the options say. */
static int meet(struct plain *plain, struct remote *remote)
{
    const struct options *options = plain->options;
    const char *name = options->names[BSHIP_SIDE_A];
    struct player own = { .kind = PLAYER_HUMAN };
    struct setup setup = { .wants_help = options->allows_help };
    int outcome;
    snprintf(own.name, sizeof(own.name), "%s", name != NULL ? name : "");
    setup.players[BSHIP_SIDE_A] = setup.players[BSHIP_SIDE_B] = own;
    if (options->task == TASK_JOIN) {
        outcome = join(plain, remote, &setup);
    } else {
        setup.rules = rules_options_build(&options->rules, PROGRAM);
        outcome = setup.rules != NULL ? host(plain, remote, &setup) : OUTCOME_REFUSED;
    }
    setup_clear(&setup);
    return outcome == OUTCOME_DONE ? accept_rules(plain, remote) : outcome;
}

/* Meets the other player, or comes back to the one of the session, and plays. */
static int run(struct plain *plain, bool *is_again)
{
    struct remote remote = { .saves = plain->options->saves ? &plain->saves : NULL };
    int outcome = OUTCOME_DONE;
    bool is_new = plain->session.game == NULL;
    plain->remote = &remote;
    plain->hear = hear;
    plain->hear_user = &remote;
    *is_again = false;
    if (is_new)
        outcome = meet(plain, &remote);
    else if (!remote_rejoin(&remote, &plain->session))
        outcome = plain_fail("cannot go on with the game", BSHIP_ERROR_MEMORY);
    if (outcome == OUTCOME_DONE)
        outcome = play_games(plain, &remote, is_again);
    plain->remote = NULL;
    remote_close(&remote);
    return outcome;
}

int plain_play_remote(struct plain *plain)
{
    bool is_again;
    int outcome = run(plain, &is_again);
    while (is_again) {
        saves_find_again(&plain->saves);
        outcome = plain_resume(plain);
        is_again = false;
        if (outcome == OUTCOME_DONE)
            outcome = run(plain, &is_again);
    }
    return outcome;
}
