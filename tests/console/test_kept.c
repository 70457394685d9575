/*
 * Games that have ended are kept: the last fifty, whole or not at all, whatever else lies in their
 * directory.
 */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "battleship/game/kept.h"
#include "battleship/game/record_file.h"
#include "battleship/talk/viewing.h"
#include "scratch.h"

#define GAME                                                                                       \
    "battleship 1\nboard 3x2\nfleet 2\ncontact allowed\nplayer a Ann\nplayer b medium\nseed %d\n"  \
    "x-battleship-player a human\nx-battleship-player b ai\nbegan a\na A1 hit\nb A1 miss\n"        \
    "a B1 sunk 2\nresult a\n"

static char why[FILES_WHY_SIZE];
static struct kept_games kept;

static void open_scratch(void)
{
    scratch_open();
}

TestSuite(kept, .init = open_scratch, .fini = scratch_close);

static bship_record *record_of(int seed)
{
    char text[512];
    bship_record *record = NULL;
    snprintf(text, sizeof text, GAME, seed);
    scratch_write(scratch_path("text"), text);
    cr_assert_eq(record_file_read(scratch_path("text"), &record, NULL, why), BSHIP_OK, "%s", why);
    return record;
}

static bool add(int seed)
{
    bship_record *record = record_of(seed);
    bool is_kept = kept_add(record, why);
    bship_record_free(record);
    return is_kept;
}

/* Reads what is kept; returns how many. */
static int read_all(void)
{
    kept_clear(&kept);
    cr_assert(kept_read(&kept, why), "%s", why);
    return kept.count;
}

static int seed_of(int place)
{
    return atoi(bship_record_get(kept.games[place].record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE));
}

Test(kept, the_newest_comes_first_and_the_oldest_goes)
{
    cr_assert_eq(read_all(), 0, "nothing is kept");
    for (int seed = 1; seed <= KEPT_MAX + 1; seed++)
        cr_assert(add(seed), "game %d: %s", seed, why);
    cr_assert_eq(read_all(), KEPT_MAX, "%d games", kept.count);
    for (int i = 0; i < kept.count; i++)
        cr_assert_eq(seed_of(i), KEPT_MAX + 1 - i, "game %d is %d", i, seed_of(i));
    cr_assert_eq(scratch_count(scratch_path("battleship/games")), KEPT_MAX, "files");
    kept_clear(&kept);
}

Test(kept, a_game_that_is_added_again_is_kept_once)
{
    cr_assert(add(1) && add(2) && add(1), "%s", why);
    cr_assert_eq(read_all(), 2, "%d games", kept.count);
    cr_assert_eq(seed_of(0), 2, "it keeps its place");
    kept_clear(&kept);
}

/* Whatever time the other games have, even one to come, a new one is the newest. */
Test(kept, a_clock_that_is_wrong_loses_no_game)
{
    cr_assert(add(1), "%s", why);
    scratch_write(scratch_path("battleship/games/game-9000000000-0123456789abcdef.record"),
                  "battleship 1\nboard 3x2\nfleet 2\n");
    cr_assert(add(2), "%s", why);
    cr_assert_eq(read_all(), 3, "%d games", kept.count);
    cr_assert_eq(seed_of(0), 2, "the newest");
    kept_clear(&kept);
}

Test(kept, foreign_files_are_left_alone)
{
    static const char *const names[] = { "notes.txt", "game-12.record",
                                         "game-0000000001-0123456789abcdeX.record",
                                         "game-0000000001-0123456789abcdef.record.bak",
                                         ".game-0000000001-x~" };
    char path[128];
    cr_assert(add(0), "%s", why);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "battleship/games/%s", names[i]);
        scratch_write(scratch_path(path), "mine\n");
    }
    cr_assert_eq(
        mkdir(scratch_path("battleship/games/game-0000000001-0123456789abcdef.record"), 0700), 0,
        "no directory");
    for (int seed = 1; seed <= KEPT_MAX + 1; seed++)
        cr_assert(add(seed), "%s", why);
    cr_assert_eq(read_all(), KEPT_MAX, "%d games", kept.count);
    cr_assert_eq(kept.broken, 0, "%s", kept.why);
    cr_assert_eq(scratch_count(scratch_path("battleship/games")), KEPT_MAX + 6, "files");
    kept_clear(&kept);
}

Test(kept, broken_files_are_left_out_and_said_once)
{
    char text[FILES_WHY_SIZE];
    cr_assert(add(1), "%s", why);
    for (int i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "battleship/games/game-000000000%d-0123456789abcdef.record", i);
        scratch_write(scratch_path(path), i == 0 ? "" : "nonsense\n");
    }
    cr_assert_eq(read_all(), 1, "%d games", kept.count);
    cr_assert_eq(kept.broken, 2, "%d broken", kept.broken);
    replay_introduce_kept(&kept, text, sizeof text);
    cr_assert_not_null(strstr(text, "2 kept games cannot be read: "), "%s", text);
    cr_assert(add(2), "%s", why);
    kept_clear(&kept);
}

Test(kept, a_full_disk_harms_nothing)
{
    cr_assert(add(1), "%s", why);
    bship_record *record = record_of(2);
    struct rlimit full = { 0, RLIM_INFINITY };
    struct rlimit free_again = { RLIM_INFINITY, RLIM_INFINITY };
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &full);
    bool is_kept = kept_add(record, why);
    setrlimit(RLIMIT_FSIZE, &free_again);
    bship_record_free(record);
    cr_assert_not(is_kept, "there is no room");
    cr_assert_not_null(strstr(why, "/games/game-"), "%s", why);
    cr_assert_eq(read_all(), 1, "%d games", kept.count);
    cr_assert_eq(scratch_count(scratch_path("battleship/games")), 1, "nothing is left behind");
    kept_clear(&kept);
}

Test(kept, a_directory_that_cannot_be_is_a_reason)
{
    cr_assert_eq(mkdir(scratch_path("battleship"), 0700), 0, "no directory");
    scratch_write(scratch_path("battleship/games"), "");
    cr_assert_not(add(1), "kept in a file");
    cr_assert_not_null(strstr(why, "games"), "%s", why);
    cr_assert_not(kept_read(&kept, why), "read a file");
}

Test(kept, a_game_is_described_in_a_line)
{
    char text[256];
    cr_assert(add(1), "%s", why);
    cr_assert_eq(read_all(), 1, "%d games", kept.count);
    replay_describe_kept(&kept.games[0], text, sizeof text);
    cr_assert_str_eq(text + strlen("2026-11-23 18:40"), "  medium. You won in 2 shots.", "%s",
                     text);
    replay_explain_kept(&kept.games[0], text, sizeof text);
    cr_assert_eq(strncmp(text, "Rules: ", 7), 0, "%s", text);
    kept_clear(&kept);
}
