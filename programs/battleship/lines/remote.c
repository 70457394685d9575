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
static enum plain_state hear(struct plain *plain, void *user)
{
    struct remote *remote = user;
    remote->news[0] = '\0';
    int32_t event = remote_step(remote);
    if (remote->news[0]) {
        fputc('\n', plain_out(plain));
        plain_say(plain, "%s", remote->news);
    }
    return event == REMOTE_NOTHING                   ? PLAIN_GOES_ON
           : remote->has_failed && !remote->is_ready ? PLAIN_FAILED
                                                     : PLAIN_NEWS;
}

/* Waits until something has happened that a flag tells, or nothing more will. */
static enum plain_state await(struct plain *plain, const struct remote *remote, const bool *flag)
{
    enum plain_state state = PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && !*flag && !remote->is_over) {
        state = plain_listen(plain);
        if (state == PLAIN_NEWS)
            state = PLAIN_GOES_ON;
    }
    return state;
}

enum plain_state plain_commit(struct plain *plain)
{
    struct remote *remote = plain->remote;
    if (remote->is_over)
        return PLAIN_FAILED;
    remote_commit(remote, &plain->session);
    plain_say(plain, REMOTE_WAITS_FOR_SHIPS, peer_name(remote->peer));
    enum plain_state state = await(plain, remote, &remote->is_ready);
    return state == PLAIN_GOES_ON && !remote->is_ready ? PLAIN_FAILED : state;
}

/* ---- finding each other ---- */

static enum plain_state host(struct plain *plain, struct remote *remote, const struct setup *setup)
{
    char port[16] = PEER_PORT;
    char where[WHERE_SIZE];
    if (plain->options->port >= 0)
        snprintf(port, sizeof port, "%d", (int)plain->options->port);
    if (!remote_host(remote, setup, port))
        return plain_fail("cannot host a game", BSHIP_ERROR_MEMORY);
    remote_describe_port(remote, where, sizeof where);
    plain_say(plain, "Waiting for a player at %s.", where);
    return await(plain, remote, &remote->is_connected);
}

static enum plain_state join(struct plain *plain, struct remote *remote, const struct setup *setup)
{
    if (!remote_join(remote, setup, plain->options->join_address, 0))
        return plain_fail("cannot join a game", BSHIP_ERROR_MEMORY);
    plain_say(plain, "Connecting to %s. Ctrl-C gives up.", plain->options->join_address);
    return await(plain, remote, &remote->is_connected);
}

/* Asks the guest, who has not chosen the rules, whether they will do. */
static enum plain_state accept_rules(struct plain *plain, struct remote *remote)
{
    if (plain->options->task == TASK_HOST || !plain->has_terminal)
        return PLAIN_GOES_ON;
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    pages_show_rules(&front, peer_rules(remote->peer));
    plain_say(plain, "%s", remote_say_help(remote));
    bool is_yes;
    enum plain_state state = plain_ask_yes_or_no(plain, "Play by these rules? yes or no", &is_yes);
    if (state == PLAIN_NEWS)
        return accept_rules(plain, remote);
    if (state != PLAIN_GOES_ON || is_yes)
        return state;
    remote_refuse_rules(remote);
    return PLAIN_LEFT;
}

/* ---- the game ---- */

/* Asks what is next after a failure that may be over later; PLAIN_GOES_ON: the game is over. */
static enum plain_state ask_again(struct plain *plain, const struct remote *remote, bool *is_again)
{
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    int choice = plain->has_terminal ? remote_ask(remote, &front) : (int)REMOTE_LATER;
    *is_again = choice == REMOTE_AGAIN;
    if (choice == REMOTE_LATER)
        plain_say(plain, "The game stays saved; --resume goes on with it: %s",
                  saves_path(&plain->saves));
    return lines.state != PLAIN_GOES_ON ? lines.state
           : choice == REMOTE_GIVE_UP   ? PLAIN_GOES_ON
                                        : PLAIN_LEFT;
}

/* Plays the game of the session to its end. */
static enum plain_state play(struct plain *plain, struct remote *remote, bool *is_again)
{
    enum plain_state state = plain_play(plain);
    /* Both fleets are revealed and compared before they are shown. */
    if (state == PLAIN_GOES_ON)
        state = await(plain, remote, &remote->is_finished);
    if (state == PLAIN_GOES_ON && remote_can_rejoin(remote))
        state = ask_again(plain, remote, is_again);
    bool has_rematch;
    return state == PLAIN_GOES_ON ? plain_end_game(plain, &has_rematch) : state;
}

/* Begins a game with the player who was met. */
static enum plain_state begin(struct plain *plain, const struct remote *remote)
{
    char rules[SUMMARY_SIZE];
    rules_summary(peer_rules(remote->peer), rules, sizeof rules);
    plain_say(plain, "Playing against %s: %s.", peer_name(remote->peer), rules);
    struct setup setup = { .first = BSHIP_FIRST_RANDOM };
    options_set_placement(plain->options, &setup);
    remote_meet(remote, &setup);
    saves_begin(&plain->saves);
    enum plain_state state = plain_begin(plain, &setup);
    setup_clear(&setup);
    return state;
}

/* ---- a rematch ---- */

/* Asks until the answer is yes or no, or there is nobody to play with. */
static enum plain_state ask_rematch(struct plain *plain, const struct remote *remote,
                                    bool *is_wanted)
{
    enum plain_state state = PLAIN_NEWS;
    *is_wanted = false;
    while (state == PLAIN_NEWS && !remote->is_left)
        state = plain_ask_yes_or_no(plain, "A rematch? yes or no", is_wanted);
    return state == PLAIN_NEWS ? PLAIN_GOES_ON : state;
}

/* Waits for the other player to want one, too; *is_agreed: the players have met again. */
static enum plain_state meet_again(struct plain *plain, struct remote *remote, bool *is_agreed)
{
    bool has_other_rules = false;
    remote_rematch(remote);
    plain_say(plain, "Waiting for %s.", peer_name(remote->peer));
    enum plain_state state = await(plain, remote, &remote->is_connected);
    *is_agreed = state == PLAIN_GOES_ON && remote->is_connected;
    if (*is_agreed)
        has_other_rules = !bship_rules_equal(peer_rules(remote->peer), plain->session.setup.rules);
    return has_other_rules ? accept_rules(plain, remote) : state;
}

/* Plays games until a player has had enough; the first is that of the session, if it is open. */
static enum plain_state play_games(struct plain *plain, struct remote *remote, bool *is_again)
{
    bool goes_on = true;
    enum plain_state state = PLAIN_GOES_ON;
    if (!plain->session.game)
        state = begin(plain, remote);
    while (state == PLAIN_GOES_ON && goes_on) {
        state = play(plain, remote, is_again);
        goes_on = false;
        if (state == PLAIN_GOES_ON && plain->has_terminal && remote->is_finished)
            state = ask_rematch(plain, remote, &goes_on);
        if (state == PLAIN_GOES_ON && goes_on && !remote->is_left)
            state = meet_again(plain, remote, &goes_on);
        goes_on = goes_on && !remote->is_over;
        if (state == PLAIN_GOES_ON && goes_on)
            state = begin(plain, remote);
    }
    return state;
}

/* Finds another player, as the options say. */
static enum plain_state meet(struct plain *plain, struct remote *remote)
{
    const struct options *options = plain->options;
    const char *name = options->names[BSHIP_SIDE_A];
    struct player own = { .kind = PLAYER_HUMAN };
    struct setup setup = { .wants_help = options->allows_help };
    enum plain_state state;
    snprintf(own.name, sizeof own.name, "%s", name ? name : "");
    setup.players[BSHIP_SIDE_A] = setup.players[BSHIP_SIDE_B] = own;
    if (options->task == TASK_JOIN) {
        state = join(plain, remote, &setup);
    } else {
        setup.rules = rules_options_build(&options->rules, PROGRAM);
        state = setup.rules ? host(plain, remote, &setup) : PLAIN_REFUSED;
    }
    setup_clear(&setup);
    return state == PLAIN_GOES_ON ? accept_rules(plain, remote) : state;
}

/* Meets the other player, or comes back to the one of the session, and plays. */
static enum plain_state run(struct plain *plain, bool *is_again)
{
    struct remote remote = { .saves = plain->options->saves ? &plain->saves : NULL };
    enum plain_state state = PLAIN_GOES_ON;
    bool is_new = !plain->session.game;
    plain->remote = &remote;
    plain->hear = hear;
    plain->hear_user = &remote;
    *is_again = false;
    if (is_new)
        state = meet(plain, &remote);
    else if (!remote_rejoin(&remote, &plain->session))
        state = plain_fail("cannot go on with the game", BSHIP_ERROR_MEMORY);
    if (state == PLAIN_GOES_ON)
        state = play_games(plain, &remote, is_again);
    plain->remote = NULL;
    remote_close(&remote);
    return state;
}

enum plain_state plain_play_remote(struct plain *plain)
{
    bool is_again;
    enum plain_state state = run(plain, &is_again);
    while (is_again) {
        saves_find_again(&plain->saves);
        state = plain_resume(plain);
        is_again = false;
        if (state == PLAIN_GOES_ON)
            state = run(plain, &is_again);
    }
    return state;
}
