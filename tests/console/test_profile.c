/* Profiles: never without consent, nothing lost, and what is damaged is told and kept. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "battleship/game/profile_text.h"
#include "battleship/game/profile_use.h"
#include "battleship/game/profile_words.h"
#include "battleship/game/saves.h"
#include "scratch.h"

#define SMALL "board 5x5\nfleet 2 3\n"

static char why[FILES_WHY_SIZE];

static void open_scratch(void)
{
    scratch_open();
}

TestSuite(profile, .init = open_scratch, .fini = scratch_close);

/* The file, in a directory that exists. */
static const char *file(void)
{
    char *path = profiles_path(why);
    cr_assert_not_null(path, "%s", why);
    free(path);
    return scratch_path("battleship/profiles");
}

static void allow(const char *name, int32_t consent)
{
    cr_assert(profiles_allow(file(), name, consent, why), "%s", why);
}

/* A game of Ann against the machine, whose fleets are laid. */
static void open_session(struct session *session, const char *rules, uint64_t seed)
{
    struct setup setup = { .players = { [BSHIP_SIDE_A] = { .kind = PLAYER_HUMAN, .name = "Ann" } },
                           .seed = seed,
                           .places_at_random = true };
    setup.players[BSHIP_SIDE_B] = player_machine(BSHIP_LEVEL_EXPERT, NULL);
    cr_assert_eq(bship_rules_parse(&setup.rules, rules, strlen(rules), NULL, NULL), BSHIP_OK,
                 "no rules");
    cr_assert_eq(session_open(session, &setup, NULL, NULL, NULL), BSHIP_OK, "no session");
    setup_clear(&setup);
}

/* Plays a game that Ann gives up, and learns it. */
static void learn(const char *rules, uint64_t seed)
{
    struct session session;
    open_session(&session, rules, seed);
    cr_assert(profile_learn(&session, why), "%s", why);
    bship_game_start(session.game, NULL);
    bship_game_resign(session.game, BSHIP_SIDE_A);
    cr_assert(profile_learn(&session, why), "%s", why);
    session_close(&session);
}

/* The fleets of a player that are known under all rules; -1 if the player is not known. */
static int fleets(const char *name)
{
    struct profiles profiles;
    cr_assert(profiles_read(file(), &profiles, why), "%s", why);
    const struct profile *profile = profiles_find(&profiles, name);
    int count = profile ? 0 : -1;
    for (size_t i = 0; profile && i < profile->count; i++) {
        bship_habits_info info = BSHIP_HABITS_INFO_INIT;
        cr_assert_eq(bship_habits_describe(profile->habits[i], &info), BSHIP_OK, "habits");
        count += info.observations;
    }
    profiles_clear(&profiles);
    return count;
}

/* ---- consent ---- */

Test(profile, nothing_is_kept_without_consent)
{
    learn(SMALL, 1);
    cr_assert_neq(access(file(), F_OK), 0, "a file was made unasked");
    allow("Ann", PROFILE_OFF);
    learn(SMALL, 2);
    cr_assert_eq(fleets("Ann"), 0, "it was refused");
    allow("Ann", PROFILE_ON);
    learn(SMALL, 3);
    cr_assert_eq(fleets("Ann"), 1, "it was allowed");
    cr_assert_eq(fleets("Ben"), -1, "nobody");
    struct stat status;
    cr_assert_eq(stat(file(), &status), 0, "no file");
    cr_assert_eq(status.st_mode & 0777, 0600, "others may read it");
}

Test(profile, a_named_person_is_asked_once_and_only_against_those_who_learn)
{
    struct setup setup = { .players = { [BSHIP_SIDE_A] = { .kind = PLAYER_HUMAN } } };
    setup.players[BSHIP_SIDE_B] = player_machine(BSHIP_LEVEL_EXPERT, NULL);
    cr_assert_null(profile_to_ask(&setup), "no name");
    snprintf(setup.players[BSHIP_SIDE_A].name, sizeof setup.players[BSHIP_SIDE_A].name, "Ann");
    cr_assert_str_eq(profile_to_ask(&setup), "Ann", "to be asked");
    setup.players[BSHIP_SIDE_B] = player_machine(BSHIP_LEVEL_HARD, NULL);
    cr_assert_null(profile_to_ask(&setup), "it learns nothing");
    setup.players[BSHIP_SIDE_B] = player_machine(BSHIP_LEVEL_EXPERT, NULL);
    for (int32_t consent = PROFILE_OFF; consent <= PROFILE_ON; consent++) {
        allow("Ann", consent);
        cr_assert_null(profile_to_ask(&setup), "asked already");
    }
    allow("Ann", PROFILE_UNASKED);
    cr_assert_not_null(profile_to_ask(&setup), "forgotten");
}

Test(profile, what_is_erased_is_gone_and_others_stay)
{
    allow("Ann", PROFILE_ON);
    allow("Ben", PROFILE_ON);
    learn(SMALL, 1);
    learn("board 6x6\nfleet 2\n", 2);
    cr_assert_eq(fleets("Ann"), 2, "under two sets of rules");
    allow("Ann", PROFILE_UNASKED);
    cr_assert_eq(fleets("Ann"), -1, "erased");
    cr_assert_eq(fleets("Ben"), 0, "kept");
    char *text = scratch_read(file());
    cr_assert_null(strstr(text, "Ann"), "%s", text);
    free(text);
}

/* ---- learning ---- */

Test(profile, a_game_is_learnt_once)
{
    allow("Ann", PROFILE_ON);
    learn(SMALL, 1);
    learn(SMALL, 1);
    cr_assert_eq(fleets("Ann"), 1, "learnt twice");
    learn(SMALL, 2);
    cr_assert_eq(fleets("Ann"), 2, "another game");
}

Test(profile, programs_at_the_same_time_lose_nothing)
{
    allow("Ann", PROFILE_ON);
    for (int program = 0; program < 4; program++) {
        if (fork() != 0)
            continue;
        for (int game = 0; game < 5; game++)
            learn(SMALL, (uint64_t)(10 * program + game));
        _exit(0);
    }
    int status;
    while (wait(&status) > 0)
        cr_assert_eq(status, 0, "a program has failed");
    cr_assert_eq(fleets("Ann"), 20, "%d fleets", fleets("Ann"));
}

/* ---- text ---- */

Test(profile, what_is_written_is_read_again)
{
    allow("Ann", PROFILE_ON);
    allow("Zo\xC3\xAB B.", PROFILE_OFF);
    learn(SMALL, UINT64_MAX);
    learn("board 6x6\nfleet 2\n", 0);
    char *text = scratch_read(file());
    struct profiles profiles;
    bship_error error = BSHIP_ERROR_INIT;
    size_t length;
    cr_assert_eq(profiles_parse(&profiles, text, strlen(text), &error), BSHIP_OK, "%s", error.text);
    char *again = profiles_format(&profiles, &length);
    cr_assert_str_eq(again, text, "%s", again);
    free(again);
    free(text);
    profiles_clear(&profiles);
}

/* Habits of a board without much, on lines 3 to 7 and on. */
#define HEAD "battleship-profiles 1\n"
#define ANN HEAD "player \"Ann\" on\n"

Test(profile, what_is_wrong_is_said_with_its_place_and_the_file_stays)
{
    static const struct {
        const char *text, *fault;
    } rows[] = {
        { "", ":1:1: expected battleship-profiles 1" },
        { "nonsense\n", ":1:1: expected battleship-profiles 1" },
        { "battleship-profiles 2\n", ":1:1: " },
        { HEAD "nonsense\n", ":2:1: expected a player or habits" },
        { HEAD "battleship-habits 1\n", ":2:1: expected a player first" },
        { HEAD "player \"\" on\n", ":2:9: expected a name" },
        { HEAD "player \"Ann on\n", ":2:9: expected a name" },
        { HEAD "player \"Ann\" maybe\n", ":2:13: expected off, on" },
        { HEAD "player \"Ann\"on\n", ":2:13: expected off, on" },
        { HEAD "player \"Ann\" off 5\n", ":2:13: expected off, on" },
        { HEAD "player \"Ann\" on -5\n", ":2:13: expected off, on" },
        { HEAD "player \"Ann\" on 123456789012345678901\n", ":2:13: expected off, on" },
        { ANN "player \"Ann\" off\n", ":3:9: this player has a profile" },
        { ANN "# nothing\n\nbattleship-habits 9\nend\n", ":5:" },
        { ANN "battleship-habits 1\nhalf-life 30\nnonsense\nend\n", ":5:" },
        { ANN "battleship-habits 1\nhalf-life 30\n", ":" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct profiles profiles;
        scratch_write(file(), rows[i].text);
        cr_assert_not(profiles_read(file(), &profiles, why), "row %zu was read", i);
        profiles_clear(&profiles);
        cr_assert_not_null(strstr(why, rows[i].fault), "row %zu: %s", i, why);
        cr_assert_not(profiles_allow(file(), "Ben", PROFILE_ON, why), "row %zu was changed", i);
        char *text = scratch_read(file());
        cr_assert_str_eq(text, rows[i].text, "row %zu was replaced", i);
        free(text);
    }
}

Test(profile, what_is_cut_anywhere_is_read_or_refused_with_its_place)
{
    allow("Ann", PROFILE_ON);
    learn(SMALL, 1);
    char *text = scratch_read(file());
    for (size_t length = strlen(text); length-- > 0;) {
        struct profiles profiles;
        bship_error error = BSHIP_ERROR_INIT;
        text[length] = '\0';
        bship_status status = profiles_parse(&profiles, text, length, &error);
        cr_assert(!status || (error.line > 0 && error.column > 0 && error.text[0] != 0),
                  "%zu bytes: %s", length, error.text);
        profiles_clear(&profiles);
    }
    free(text);
}

/* ---- in a game ---- */

Test(profile, the_machine_plays_against_what_it_knows_and_says_so)
{
    struct session session;
    allow("Ann", PROFILE_ON);
    for (uint64_t seed = 0; seed < 3; seed++)
        learn(SMALL, seed);
    open_session(&session, SMALL, 7);
    profile_use(&session);
    cr_assert_eq(session.known.fleets, 3, "%d fleets", (int)session.known.fleets);
    cr_assert_not_null(strstr(session.known.text, "Expert knows 3 of your fleets: "), "%s",
                       session.known.text);
    cr_assert_not_null(strstr(session.known.text, " by chance)"), "%s", session.known.text);
    session_close(&session);

    open_session(&session, "board 6x6\nfleet 2\n", 7);
    profile_use(&session);
    cr_assert_eq(session.known.fleets, 0, "other rules");
    cr_assert_str_empty(session.known.text, "nothing to tell");
    session_close(&session);
}

Test(profile, a_damaged_file_is_told_and_the_game_goes_on)
{
    struct session session;
    scratch_write(file(), "battleship-profiles 1\nnonsense\n");
    open_session(&session, SMALL, 7);
    profile_use(&session);
    cr_assert_eq(session.known.fleets, 0, "nothing is known");
    cr_assert_not_null(strstr(session.known.text, "profiles:2:1: "), "%s", session.known.text);
    cr_assert_eq(bship_game_start(session.game, NULL), BSHIP_OK, "the game goes on");
    session_close(&session);
}

/* Saves a game and opens it again. */
static void resume(const struct session *session, struct session *copy)
{
    const char *path = scratch_path("game");
    cr_assert(saves_write(session, path, why), "%s", why);
    cr_assert_eq(saves_load(path, copy, NULL, NULL, why), BSHIP_OK, "%s", why);
    profile_use(copy);
}

static void assert_same_aim(struct session *one, struct session *other)
{
    bship_cell cells[2];
    const bship_chart *chart = bship_game_chart(one->game, BSHIP_SIDE_B);
    cr_assert_eq(bship_ai_aim(one->ai[BSHIP_SIDE_B], chart, NULL, &cells[0]), BSHIP_OK, "no aim");
    cr_assert_eq(bship_ai_aim(other->ai[BSHIP_SIDE_B], chart, NULL, &cells[1]), BSHIP_OK, "no aim");
    cr_assert(cells[0].x == cells[1].x && cells[0].y == cells[1].y, "another aim");
}

Test(profile, a_resumed_game_says_so_if_the_machine_knows_something_else_now)
{
    struct session session, same, later;
    allow("Ann", PROFILE_ON);
    learn(SMALL, 1);
    open_session(&session, SMALL, 7);
    profile_use(&session);
    bship_game_start(session.game, NULL);
    resume(&session, &same);
    cr_assert_eq(same.known.fleets, 1, "as before");
    cr_assert_str_empty(same.known.text, "%s", same.known.text);
    assert_same_aim(&session, &same);
    learn(SMALL, 2);
    for (int times = 0; times < 2; times++) {
        resume(times == 0 ? &session : &same, &later);
        cr_assert_str_eq(later.known.text,
                         "Expert knew 1 of your fleets when this game began, and knows 2 now.",
                         "%s", later.known.text);
        session_close(&same);
        same = later;
    }
    session_close(&session);
    session_close(&same);
}

Test(profile, a_report_has_a_line_for_each_trait)
{
    struct profiles profiles;
    allow("Ann", PROFILE_ON);
    learn(SMALL, 1);
    cr_assert(profiles_read(file(), &profiles, why), "%s", why);
    char *text = profile_report(profiles_find(&profiles, "Ann"), "Anna");
    cr_assert_eq(strncmp(text, "Anna: ", 6), 0, "%s", text);
    cr_assert_not_null(strstr(text, "5x5: 1 fleet; "), "%s", text);
    cr_assert_not_null(strstr(text, " % on the edge ("), "%s", text);
    cr_assert_not_null(strstr(text, " by chance; yours: "), "%s", text);
    const char *touching = strstr(text, " % touching another ship (");
    cr_assert_not_null(touching, "%s", text);
    cr_assert_eq(strncmp(strstr(touching, " by chance"), " by chance)\n", 12), 0,
                 "no interval of what has none: %s", touching);
    free(text);
    profiles_clear(&profiles);
}
