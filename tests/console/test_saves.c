/* Sessions as records, and the files of saved games. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <battleship/enumeration.h>

#include "battleship/game/rules_choice.h"
#include "battleship/game/saves.h"
#include "common/rules_preset.h"
#include "scratch.h"

static char why[FILES_WHY_SIZE];

static void open_scratch(void)
{
    scratch_open();
}

TestSuite(saves, .init = open_scratch, .fini = scratch_close);

/* ---- sessions ---- */

static bship_rules *rules_of(const char *text)
{
    bship_rules *rules = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = bship_rules_parse(&rules, text, strlen(text), NULL, &error);
    cr_assert_eq(status, BSHIP_OK, "%s: %s", text, error.text);
    return rules;
}

static struct player ai(const char *strategy)
{
    return (struct player){ .kind = PLAYER_AI,
                            .strategy =
                                bship_enum_name(BSHIP_ENUM_STRATEGY,
                                                bship_enum_find(BSHIP_ENUM_STRATEGY, strategy)) };
}

static struct player human(const char *name)
{
    struct player player = { .kind = PLAYER_HUMAN };
    snprintf(player.name, sizeof player.name, "%s", name);
    return player;
}

/* Opens a session; the rules become its own. */
static void open_session(struct session *session, bship_rules *rules, struct player a,
                         struct player b)
{
    struct setup setup = { .rules = rules,
                           .players = { [BSHIP_SIDE_A] = a, [BSHIP_SIDE_B] = b },
                           .seed = 7 };
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = session_open(session, &setup, NULL, NULL, &error);
    cr_assert_eq(status, BSHIP_OK, "%s", error.text);
    setup_clear(&setup);
}

static void start(struct session *session)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (session_is_human(session, side))
            cr_assert_eq(session_place_random(session, side), BSHIP_OK, "no fleet");
    }
    cr_assert_eq(bship_game_start(session->game, NULL), BSHIP_OK, "cannot start");
}

/* Fires as many shots as are due at the first cells that may be fired at. */
static void fire_first(struct session *session)
{
    const bship_rules *rules = session->setup.rules;
    const bship_chart *chart = bship_game_chart(session->game, bship_game_to_move(session->game));
    bship_cell cells[64];
    int32_t due = bship_game_shots_due(session->game);
    int32_t count = 0;
    for (int32_t i = 0; count < due && count < 64; i++) {
        bship_cell cell = { i % bship_rules_width(rules), i / bship_rules_width(rules) };
        if (!bship_chart_check_fire(chart, cell))
            cells[count++] = cell;
    }
    cr_assert_eq(bship_game_fire_salvo(session->game, cells, (size_t)count, NULL), BSHIP_OK,
                 "cannot fire");
}

/* Plays some calls that fire, or all that are left. */
static void play(struct session *session, int calls)
{
    while (calls-- != 0 && bship_game_phase(session->game) == BSHIP_PHASE_AIMING) {
        if (session_is_ai(session, bship_game_to_move(session->game)))
            cr_assert_eq(bship_game_step(session->game, NULL, NULL, NULL), BSHIP_OK,
                         "the AI cannot fire");
        else
            fire_first(session);
    }
}

/* The text of a session's record, to be freed. */
static char *text_of(const struct session *session)
{
    bship_record *record = NULL;
    cr_assert_eq(saves_record(&record, session), BSHIP_OK, "no record");
    size_t length = bship_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    cr_assert_not_null(text, "out of memory");
    bship_record_format(record, text, length + 1);
    bship_record_free(record);
    return text;
}

static void assert_same(const struct session *one, const struct session *other, const char *what)
{
    char *first = text_of(one);
    char *second = text_of(other);
    cr_assert_str_eq(first, second, "%s: %s\n%s", what, first, second);
    free(first);
    free(second);
}

/* Saves a session and opens it again; both then play on alike. */
static void assert_round_trip(struct session *session, const char *what)
{
    struct session copy;
    const char *path = scratch_path("game");
    cr_assert(saves_write(session, path, why), "%s: %s", what, why);
    bship_status status = saves_load(path, &copy, NULL, NULL, why);
    cr_assert_eq(status, BSHIP_OK, "%s: %s", what, why);
    if (bship_game_phase(session->game) == BSHIP_PHASE_PLACING)
        assert_same(session, &copy, what);
    play(session, 12);
    play(&copy, 12);
    copy.setup.first = session->setup.first; /* the copy knows who began */
    assert_same(session, &copy, what);
    session_close(&copy);
}

Test(saves, every_preset_goes_on_as_it_would_have)
{
    for (int32_t preset = 0; preset < rules_preset_count(); preset++) {
        struct session session;
        open_session(&session, rules_preset_make(preset), human("Ann"), ai("density"));
        start(&session);
        play(&session, 9);
        assert_round_trip(&session, rules_preset_name(preset));
        session_close(&session);
    }
}

Test(saves, every_rule_goes_on_as_it_would_have)
{
    static const char *const rules[] = {
        "turn again-on-hit\n",
        "turn salvo 3\n",
        "turn salvo-afloat\n",
        "turn salvo 4\nsalvo-report total\n",
        "disclosure hit\n",
        "disclosure every-hit\ncontact none\n",
        "ending equal-turns\nfirst b\n",
        "repeat wasted\nreveal-water yes\ncontact none\n",
        "board 12x7\nblocked A1 L7\nfleet 2 3 4\n",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct session session;
        open_session(&session, rules_of(rules[i]), ai("hunt"), human(""));
        start(&session);
        play(&session, 11);
        assert_round_trip(&session, rules[i]);
        session_close(&session);
    }
}

Test(saves, level_and_placement_style_are_those_of_the_rematch)
{
    struct session session;
    struct session copy;
    const char *path = scratch_path("game");
    open_session(&session, rules_of("board 6x6\nfleet 3 2\n"), human("Ann"),
                 player_machine(BSHIP_LEVEL_HARD, NULL));
    session.setup.places_at_random = true;
    session.setup.placing = "edge";
    start(&session);
    cr_assert(saves_write(&session, path, why), "%s", why);
    cr_assert_eq(saves_load(path, &copy, NULL, NULL, why), BSHIP_OK, "%s", why);
    cr_assert_str_eq(copy.setup.placing, "edge", "the style");
    cr_assert_eq(copy.setup.players[BSHIP_SIDE_B].level, BSHIP_LEVEL_HARD, "the level");
    session_close(&copy);
    session_close(&session);
}

/* Styles that earlier versions had become `uniform`, and that is told; others are refused. */
Test(saves, placement_style_that_is_no_more_becomes_random)
{
    static const char *const gone[] = { "clustered", "spread" };
    const char *path = scratch_path("game");
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
        struct session session;
        struct session copy;
        open_session(&session, rules_of("board 6x6\nfleet 3 2\n"), human("Ann"),
                     player_machine(BSHIP_LEVEL_HARD, NULL));
        session.setup.places_at_random = true;
        start(&session);
        session.setup.placing = gone[i];
        cr_assert(saves_write(&session, path, why), "%s", why);
        cr_assert_eq(saves_load(path, &copy, NULL, NULL, why), BSHIP_OK, "%s", why);
        cr_assert_str_eq(copy.setup.placing, "uniform", "the style");
        cr_assert_str_eq(copy.gone_style, gone[i], "what is told");
        cr_assert_null(session.gone_style, "of a new game nothing is told");
        session_close(&copy);
        session_close(&session);
    }
}

Test(saves, every_strategy_goes_on_as_it_would_have)
{
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        struct session session;
        const char *name = bship_enum_name(BSHIP_ENUM_STRATEGY, i);
        if (strcmp(name, "posterior") == 0 || strcmp(name, "master") == 0)
            continue; /* they take long, and the library's own tests cover them */
        open_session(&session, rules_of(""), ai(name), ai("random"));
        start(&session);
        play(&session, 21);
        assert_round_trip(&session, name);
        session_close(&session);
    }
}

Test(saves, two_people_notes_and_tallies_are_kept)
{
    struct session session;
    struct session copy;
    open_session(&session, rules_of(""), human("Anna \xc3\x84"), human("b, c: \"#\""));
    start(&session);
    play(&session, 5);
    session.notes[BSHIP_SIDE_A][0] = '?';
    session.notes[BSHIP_SIDE_A][99] = '#';
    session.notes[BSHIP_SIDE_B][45] = 'x';
    session.tallies[BSHIP_SIDE_A] = (struct tally){ 1, 2, 3 };
    session.tallies[BSHIP_SIDE_B] = (struct tally){ 0, 0, 999999999 };
    cr_assert(saves_write(&session, scratch_path("game"), why), "%s", why);
    cr_assert_eq(saves_load(scratch_path("game"), &copy, NULL, NULL, why), BSHIP_OK, "%s", why);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        cr_assert_eq(memcmp(session.notes[side], copy.notes[side], 100), 0, "notes of %d", side);
        cr_assert_eq(memcmp(&session.tallies[side], &copy.tallies[side], sizeof(struct tally)), 0,
                     "tallies of %d", side);
        const char *name = copy.setup.players[side].name;
        cr_assert_str_eq(name, side == BSHIP_SIDE_A ? "Anna \xc3\x84" : "b, c: '#'", "%s", name);
        cr_assert(session_is_human(&copy, side), "a person became something else");
    }
    session_close(&session);
    session_close(&copy);
}

Test(saves, game_whose_ships_are_being_placed_is_kept)
{
    struct session session;
    open_session(&session, rules_of(""), human("Ann"), ai("density"));
    session.setup.first = BSHIP_FIRST_B;
    const bship_placement carrier = { 0, 2, 3, BSHIP_ORIENTATION_VERTICAL };
    assert_round_trip(&session, "no ship");
    bship_board *board = NULL;
    cr_assert_eq(bship_board_new(&board, session.setup.rules, NULL, NULL), BSHIP_OK, "no board");
    cr_assert_eq(bship_board_place(board, carrier), BSHIP_OK, "cannot place");
    cr_assert_eq(bship_game_set_board(session.game, BSHIP_SIDE_A, board, NULL), BSHIP_OK,
                 "cannot set");
    bship_board_free(board);
    assert_round_trip(&session, "one ship");
    session_close(&session);
}

Test(saves, game_that_has_ended_is_kept)
{
    struct session session;
    open_session(&session, rules_of(""), human("Ann"), ai("density"));
    start(&session);
    play(&session, 20);
    cr_assert_eq(bship_game_resign(session.game, BSHIP_SIDE_A), BSHIP_OK, "cannot resign");
    assert_round_trip(&session, "resigned");
    session_undo(&session, BSHIP_SIDE_A);
    play(&session, -1);
    assert_round_trip(&session, "played to the end");
    session_close(&session);
}

Test(saves, what_two_people_agreed_on_is_kept)
{
    struct session session;
    open_session(&session, rules_of(""), human("Ann"), human("Ben"));
    start(&session);
    play(&session, 3);
    cr_assert(session_add_remark(&session, REMARK_HELP, BSHIP_SIDE_B), "out of memory");
    play(&session, 2);
    cr_assert_eq(session_undo(&session, BSHIP_SIDE_B), BSHIP_OK, "cannot undo");
    assert_round_trip(&session, "agreements");
    char *text = text_of(&session);
    cr_assert(strstr(text, "remark help b 3\n"), "%s", text);
    cr_assert(strstr(text, "remark undo b 4\n"), "%s", text);
    free(text);
    session_close(&session);
}

/* ---- records of others ---- */

static bship_status load_text(const char *text)
{
    struct session session;
    scratch_write(scratch_path("game"), text);
    bship_status status = saves_load(scratch_path("game"), &session, NULL, NULL, why);
    session_close(&session);
    return status;
}

#define SMALL "battleship 1\nboard 3x2\nfleet 2\ncontact allowed\n"
#define LAYOUTS "a ship 2 A1 right\nb ship 2 A1 down\n"

Test(saves, record_of_another_program_goes_on)
{
    struct session session;
    scratch_write(scratch_path("game"),
                  SMALL "player a Ann\nstrategy b hunt\nbegan a\nx-nonce 5\n" LAYOUTS
                        "a C1 miss\nb C2 miss\n");
    bship_status status = saves_load(scratch_path("game"), &session, NULL, NULL, why);
    cr_assert_eq(status, BSHIP_OK, "%s", why);
    cr_assert(session_is_human(&session, BSHIP_SIDE_A) && session_is_ai(&session, BSHIP_SIDE_B),
              "who plays");
    cr_assert_eq(bship_game_round(session.game), 2, "the round");
    session_close(&session);
}

Test(saves, record_that_cannot_go_on_says_why)
{
    static const struct {
        const char *text;
        const char *why;
    } cases[] = {
        { "", ":1:1: " },
        { "battleship 2\n", ":1:12: " },
        { SMALL "a A1 miss\n", "this is a position, not a game" },
        { SMALL "began a\na A1 miss\n", "the ships of side a are missing" },
        { SMALL "began a\na ship 2 A1 right\na A1 miss\n", "the ships of side b are missing" },
        { SMALL "began a\n" LAYOUTS "a A1 miss\n", ":8:3: " },
        { SMALL "x-battleship-player b remote\nbegan a\n" LAYOUTS, "with another machine" },
        { SMALL "x-battleship-player b ai\nbegan a\n" LAYOUTS, "a nameless AI" },
        { SMALL "x-battleship-player b ai\nstrategy b oracle\nbegan a\n" LAYOUTS, "by oracle" },
        { SMALL "x-battleship-session 2\n", ":5:22: expected version 1" },
        { SMALL "x-other\n\n# x-y\n  x-battleship-player c ai\n", ":8:23: expected a side" },
        { SMALL "x-battleship-player a robot\n", ":5:23: expected human, ai or remote" },
        { SMALL "x-battleship-player a human human\n", ":5:29: expected the end of the line" },
        { SMALL "x-battleship-tally a 1 2\n", ":5:25: expected a number" },
        { SMALL "x-battleship-tally a 1 -2 3\n", ":5:24: expected a number" },
        { SMALL "x-battleship-tally a 1 2 9999999999\n", ":5:26: expected a number" },
        { SMALL "x-battleship-note a C3 ?\n", ":5:21: expected a cell of the board" },
        { SMALL "x-battleship-note a A1 \xc3\xa4\n", ":5:24: expected one printable" },
        { SMALL "x-battleship-first random\n", ":5:20: expected a or b" },
        { SMALL "x-battleship-placement far\n", ":5:24: expected random or a placement style" },
        { SMALL "x-battleship-score 4 1 0\n", ": expected a possible score" },
        { SMALL "x-battleship-score 3 3 0\n", ": expected a possible score" },
        { SMALL "x-battleship-profile few\n", ":5:22: expected a number" },
        { SMALL "x-battleship-profile 3 12AB\n", ":5:24: expected 16 hexadecimal digits" },
        { SMALL "x-battleship-joke\n", ":5:1: expected a line that this version writes" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert_neq(load_text(cases[i].text), BSHIP_OK, "taken: %s", cases[i].text);
        cr_assert_not_null(strstr(why, cases[i].why), "\"%s\" does not say \"%s\"", why,
                           cases[i].why);
        cr_assert_not_null(strstr(why, "/game: ") ? strstr(why, "/game: ") : strstr(why, "/game:"),
                           "no file in %s", why);
    }
}

/* A record that is cut anywhere, or has one byte changed, is read or refused with a reason. */
Test(saves, damaged_record_is_refused_or_read)
{
    struct session session;
    open_session(&session, rules_of("board 5x5\nfleet 2 3\n"), human("Ann"), ai("hunt"));
    start(&session);
    play(&session, 9);
    session.notes[BSHIP_SIDE_A][3] = '?';
    char *text = text_of(&session);
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i += 3) {
        char kept = text[i];
        text[i] = i % 2 == 0 ? '\0' : (char)(kept ^ 1);
        why[0] = '\0';
        cr_assert(!load_text(text) || why[0], "no reason at byte %zu", i);
        text[i] = kept;
    }
    free(text);
    session_close(&session);
}

/* ---- files ---- */

static struct session *small_session(void)
{
    static struct session session;
    open_session(&session, rules_of("board 5x5\nfleet 2 3\n"), human("Ann"), ai("hunt"));
    start(&session);
    return &session;
}

static void autosave(struct saves *saves, struct session *session)
{
    cr_assert(saves_autosave(saves, session, why), "%s", why);
}

Test(saves, game_is_saved_found_resumed_and_forgotten)
{
    struct saves saves;
    struct session copy;
    struct session *session = small_session();
    char text[200];
    time_t when;
    cr_assert(saves_open(&saves, NULL, why), "%s", why);
    cr_assert_not(saves_find(&saves, NULL), "there is no game yet");
    cr_assert_eq(saves_resume(&saves, &copy, NULL, NULL, why), BSHIP_ERROR_STATE, "resumed");
    autosave(&saves, session);
    play(session, 2);
    autosave(&saves, session);
    cr_assert_str_eq(saves_path(&saves), scratch_path("battleship/game.record"), "%s",
                     saves_path(&saves));
    cr_assert_not(saves_find(&saves, NULL), "the game being played was found");
    saves_close(&saves);
    cr_assert(saves_open(&saves, NULL, why), "%s", why);
    cr_assert(saves_find(&saves, &when), "the game is lost");
    saves_describe(&saves, text, sizeof text);
    cr_assert_not_null(strstr(text, " against "), "%s", text);
    cr_assert_not_null(strstr(text, " shots"), "%s", text);
    cr_assert(time(NULL) - when < 60, "when it was saved");
    cr_assert_eq(saves_resume(&saves, &copy, NULL, NULL, why), BSHIP_OK, "%s", why);
    copy.setup.first = session->setup.first;
    assert_same(session, &copy, "resumed");
    autosave(&saves, &copy);
    cr_assert(saves_forget(&saves, session, why), "%s", why);
    cr_assert_not(saves_find(&saves, NULL), "forgotten");
    cr_assert_eq(scratch_count(scratch_path("battleship")), 1, "more than the locks is left");
    saves_close(&saves);
    session_close(&copy);
    session_close(session);
}

Test(saves, new_game_does_not_replace_a_saved_one)
{
    struct saves saves;
    struct session *session = small_session();
    cr_assert(saves_open(&saves, NULL, why), "%s", why);
    autosave(&saves, session);
    saves_begin(&saves);
    autosave(&saves, session);
    cr_assert_str_eq(saves_path(&saves), scratch_path("battleship/game-2.record"), "%s",
                     saves_path(&saves));
    cr_assert(saves_find(&saves, NULL), "the first game");
    cr_assert(saves_forget(&saves, session, why), "%s", why);
    cr_assert(access(scratch_path("battleship/game.record"), F_OK) == 0, "the first game");
    saves_close(&saves);
    session_close(session);
}

Test(saves, any_saved_game_is_found_not_only_the_newest)
{
    struct saves saves;
    struct session copy;
    int32_t numbers[SAVES_MAX];
    time_t when;
    struct session *session = small_session();
    cr_assert(saves_open(&saves, NULL, why), "%s", why);
    cr_assert_eq(saves_list(&saves, numbers), 0, "there is none yet");
    for (int i = 0; i < 4; i++) {
        saves_begin(&saves);
        autosave(&saves, session);
        const struct timespec times[2] = { { 1000 + i % 3, 0 }, { 1000 + i % 3, 0 } };
        utimensat(AT_FDCWD, saves_path(&saves), times, 0);
    }
    cr_assert(saves_find(&saves, NULL), "found");
    cr_assert_eq(saves_list(&saves, numbers), 3, "all but the one that is being played");
    cr_assert(numbers[0] == 3 && numbers[1] == 2 && numbers[2] == 1, "the newest first");
    cr_assert_not(saves_take(&saves, 4, &when), "it is being played");
    cr_assert(saves_take(&saves, 2, &when), "the second");
    cr_assert_eq(when, 1001, "its time");
    cr_assert_eq(saves_list(&saves, numbers), 3, "the found one, too");
    cr_assert_eq(saves_resume(&saves, &copy, NULL, NULL, why), BSHIP_OK, "%s", why);
    cr_assert_str_eq(saves_path(&saves), scratch_path("battleship/game-2.record"), "%s",
                     saves_path(&saves));
    saves_close(&saves);
    session_close(&copy);
    session_close(session);
}

Test(saves, oldest_game_is_replaced_when_there_are_too_many)
{
    struct saves saves;
    struct session *session = small_session();
    cr_assert(saves_open(&saves, NULL, why), "%s", why);
    for (int i = 0; i < SAVES_MAX; i++) {
        saves_begin(&saves);
        autosave(&saves, session);
        const struct timespec times[2] = { { 1000 + (i + 5) % SAVES_MAX, 0 },
                                           { 1000 + (i + 5) % SAVES_MAX, 0 } };
        utimensat(AT_FDCWD, saves_path(&saves), times, 0);
    }
    saves_begin(&saves);
    autosave(&saves, session);
    cr_assert_str_eq(saves_path(&saves), scratch_path("battleship/game-16.record"), "%s",
                     saves_path(&saves));
    cr_assert_eq(scratch_count(scratch_path("battleship")), SAVES_MAX + 1, "the number of files");
    saves_close(&saves);
    session_close(session);
}

Test(saves, game_that_cannot_be_opened_is_not_found_again)
{
    struct saves saves;
    struct session copy;
    mkdir(scratch_path("battleship"), 0700);
    scratch_write(scratch_path("battleship/game.record"), "battleship 1\nboard 0x0\n");
    scratch_write(scratch_path("battleship/game-3.record"), "");
    cr_assert(saves_open(&saves, NULL, why), "%s", why);
    for (int i = 0; i < 2; i++) {
        cr_assert(saves_find(&saves, NULL), "game %d", i);
        cr_assert_neq(saves_resume(&saves, &copy, NULL, NULL, why), BSHIP_OK, "opened");
        cr_assert_not_null(strstr(why, ".record:"), "%s", why);
    }
    cr_assert_not(saves_find(&saves, NULL), "found again");
    cr_assert_null(saves_path(&saves), "no game is being played");
    saves_close(&saves);
    cr_assert_eq(scratch_count(scratch_path("battleship")), 3, "a game was removed");
}

/* Runs a function in another process; returns once that has written a byte to `ready`. */
static pid_t run_elsewhere(void (*run)(int ready))
{
    int ready[2];
    char byte = 0;
    cr_assert_eq(pipe(ready), 0, "no pipe");
    pid_t child = fork();
    if (child == 0) {
        run(ready[1]);
        _exit(1);
    }
    close(ready[1]);
    cr_assert_eq(read(ready[0], &byte, 1), 1, "the other process has ended");
    close(ready[0]);
    return child;
}

/* Plays a game until it is killed. */
static void play_for_ever(int ready)
{
    struct saves saves;
    if (saves_open(&saves, NULL, why) && saves_autosave(&saves, small_session(), why) &&
        write(ready, "", 1) == 1)
        pause();
}

static void kill_and_wait(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

Test(saves, two_programs_play_two_games)
{
    struct saves saves;
    struct session *session = small_session();
    pid_t other = run_elsewhere(play_for_ever);
    cr_assert(saves_open(&saves, NULL, why), "%s", why);
    cr_assert_not(saves_find(&saves, NULL), "the other's game was found");
    cr_assert_str_eq(saves_missing(&saves), "The saved game is being played in another window.",
                     "%s", saves_missing(&saves));
    autosave(&saves, session);
    cr_assert_str_eq(saves_path(&saves), scratch_path("battleship/game-2.record"), "%s",
                     saves_path(&saves));
    cr_assert_not(saves_find(&saves, NULL), "the other's game was found");
    kill_and_wait(other);
    cr_assert_str_eq(saves_missing(&saves), "There is no saved game.", "%s", saves_missing(&saves));
    cr_assert(saves_find(&saves, NULL), "the other has ended");
    saves_close(&saves);
    session_close(session);
}

Test(saves, file_of_the_user_is_kept)
{
    struct saves saves;
    struct session copy;
    struct session *session = small_session();
    const char *path = scratch_path("mine");
    cr_assert(saves_open(&saves, path, why), "%s", why);
    cr_assert_not(saves_find(&saves, NULL), "there is none yet");
    autosave(&saves, session);
    cr_assert(saves_forget(&saves, session, why), "%s", why);
    saves_close(&saves);
    cr_assert(saves_open(&saves, path, why), "%s", why);
    cr_assert(saves_find(&saves, NULL), "the file is gone");
    cr_assert_eq(saves_resume(&saves, &copy, NULL, NULL, why), BSHIP_OK, "%s", why);
    cr_assert_str_eq(saves_path(&saves), path, "%s", saves_path(&saves));
    bship_game_resign(copy.game, BSHIP_SIDE_A);
    autosave(&saves, &copy);
    cr_assert(saves_forget(&saves, session, why), "%s", why);
    cr_assert_not(saves_find(&saves, NULL), "a game that has ended was found");
    cr_assert_eq(access(path, F_OK), 0, "the file is gone");
    saves_close(&saves);
    session_close(&copy);
    session_close(session);
}

Test(saves, file_that_is_no_record_is_not_overwritten)
{
    struct saves saves;
    struct session *session = small_session();
    scratch_write(scratch_path("thesis"), "Chapter 1\n");
    cr_assert_not(saves_open(&saves, scratch_path("thesis"), why), "taken");
    cr_assert_not_null(strstr(why, "thesis: it is no record"), "%s", why);
    cr_assert(saves_autosave(&saves, session, why), "nothing to do");
    cr_assert_not(saves_find(&saves, NULL), "nothing to find");
    char *text = scratch_read(scratch_path("thesis"));
    cr_assert_str_eq(text, "Chapter 1\n", "%s", text);
    free(text);
    session_close(session);
}

Test(saves, full_disk_is_explained_and_the_game_goes_on)
{
    struct saves saves;
    struct session *session = small_session();
    cr_assert(saves_open(&saves, "/dev/full", why), "%s", why);
    cr_assert_not(saves_autosave(&saves, session, why), "/dev/full took a game");
    cr_assert_not_null(strstr(why, "/dev/full: cannot write it: No space left"), "%s", why);
    play(session, 2);
    saves_close(&saves);
    session_close(session);
}

/* ---- kill -9 ---- */

/* Saves two states of a game in turn. */
static void save_for_ever(int ready)
{
    struct saves saves;
    struct session *session = small_session();
    if (!saves_open(&saves, NULL, why) || !saves_autosave(&saves, session, why) ||
        write(ready, "", 1) != 1)
        return;
    for (;;) {
        saves_autosave(&saves, session, why);
        play(session, 6);
        saves_autosave(&saves, session, why);
        while (session_can_undo(session))
            session_undo(session, BSHIP_SIDE_A);
    }
}

Test(saves, killed_program_leaves_a_whole_game)
{
    for (int i = 0; i < 100; i++) {
        struct saves saves;
        struct session session;
        const struct timespec pause = { 0, 200000L * (i % 41 + 1) };
        pid_t child = run_elsewhere(save_for_ever);
        nanosleep(&pause, NULL);
        kill_and_wait(child);
        cr_assert(saves_open(&saves, NULL, why), "%s", why);
        cr_assert_eq(scratch_count(scratch_path("battleship")), 2, "not one game and the locks");
        cr_assert(saves_find(&saves, NULL), "the game is lost");
        bship_status status = saves_resume(&saves, &session, NULL, NULL, why);
        cr_assert_eq(status, BSHIP_OK, "%s", why);
        cr_assert_leq(bship_game_log_length(session.game), 6, "another game");
        cr_assert(saves_forget(&saves, &session, why), "%s", why);
        session_close(&session);
        saves_close(&saves);
    }
}
