/* Lifetime statistics: the file, its table and its export. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <battleship/enumeration.h>

#include "battleship/game/statistics.h"
#include "battleship/game/statistics_rows.h"
#include "scratch.h"

static char why[FILES_WHY_SIZE];

static void open_scratch(void)
{
    scratch_open();
}

TestSuite(statistics, .init = open_scratch, .fini = scratch_close);

static struct game_result result(const char *opponent, int32_t outcome, int64_t shots)
{
    struct game_result out = { .date = "2024-12-31T23:59:59Z",
                               .player = "Ann",
                               .kind = "ai",
                               .rules = "classic",
                               .outcome = outcome,
                               .reason = BSHIP_END_REASON_SUNK,
                               .rounds = shots,
                               .shots = shots,
                               .hits = 17,
                               .luck = (double)NAN,
                               .seed = UINT64_MAX,
                               .given_away = (double)NAN };
    snprintf(out.opponent, sizeof out.opponent, "%s", opponent);
    return out;
}

static const char *file(void)
{
    return scratch_path("statistics.csv");
}

static void add(struct game_result row)
{
    cr_assert(statistics_add(file(), &row, why), "%s", why);
}

static struct statistics read_file(void)
{
    struct statistics statistics;
    cr_assert(statistics_read(file(), &statistics, why), "%s", why);
    return statistics;
}

static void assert_near(double value, double expected, const char *what)
{
    cr_assert(fabs(value - expected) < 1e-9, "%s: %g, not %g", what, value, expected);
}

Test(statistics, no_file_is_no_games)
{
    struct statistics statistics = read_file();
    char *table = statistics_table(&statistics, 80);
    cr_assert_eq(statistics.rows.count, 0, "games");
    cr_assert_str_eq(table, "No game has been played to its end yet.\n", "%s", table);
    free(table);
    statistics_clear(&statistics);
}

Test(statistics, games_are_grouped_by_rules_opponent_and_help)
{
    struct game_result helped = result("density", GAME_WON, 30);
    helped.hints = 2;
    helped.undos = 1;
    struct game_result lucky = result("density", GAME_WON, 40);
    lucky.luck = 1.5;
    struct game_result resigned = result("density", GAME_WON, 3);
    resigned.reason = BSHIP_END_REASON_RESIGNED;
    struct game_result russian = result("hunt", GAME_DRAWN, 60);
    snprintf(russian.rules, sizeof russian.rules, "russian, 10x10");
    add(lucky);
    add(result("density", GAME_LOST, 50));
    add(helped);
    add(result("density", GAME_WON, 44));
    add(russian);
    add(resigned);

    struct statistics statistics = read_file();
    cr_assert_eq(statistics.rows.count, 6, "games");
    cr_assert_eq(statistics.count, 3, "groups: %zu", statistics.count);
    const struct statistics_group *group = &statistics.groups[0];
    cr_assert_str_eq(group->opponent, "density", "%s", group->opponent);
    cr_assert_eq(group->games, 4, "without help");
    cr_assert_eq(group->outcomes[GAME_WON], 3, "won");
    cr_assert_eq(group->outcomes[GAME_LOST], 1, "lost");
    cr_assert_eq(group->winning_shots.count, 2, "a resignation is no win by sinking");
    assert_near(group->winning_shots.mean, 42, "mean of 40 and 44");
    assert_near(series_error(&group->winning_shots), 2, "its standard error");
    assert_near(group->luck.mean, 1.5, "luck");
    cr_assert(isnan(series_error(&group->luck)), "one value has no standard error");
    cr_assert(statistics.groups[1].is_helped && statistics.groups[1].help == 3, "help");
    cr_assert_str_eq(statistics.groups[2].rules, "russian, 10x10", "%s",
                     statistics.groups[2].rules);
    statistics_clear(&statistics);
}

Test(statistics, table_fits_into_80_columns)
{
    for (int i = 0; i < 5; i++)
        add(result("density", i % 3, 40 + i));
    add(result("\xc3\x84nne", GAME_LOST, 99));
    struct statistics statistics = read_file();
    char *table = statistics_table(&statistics, 80);
    size_t longest = 0;
    for (const char *line = table; *line; line += strcspn(line, "\n") + 1)
        longest = strcspn(line, "\n") > longest ? strcspn(line, "\n") : longest;
    cr_assert_leq(longest, 80, "a line of %zu columns:\n%s", longest, table);
    cr_assert_not_null(strstr(table, "  density          5    2    2     1"), "%s", table);
    cr_assert_not_null(strstr(table, "41.5 +- 1.5"), "%s", table);
    free(table);
    statistics_clear(&statistics);
}

Test(statistics, row_is_read_as_it_was_written)
{
    char text[ROW_TEXT_SIZE];
    char again[ROW_TEXT_SIZE];
    struct game_result back;
    struct game_result row = result("a \"b\", c", GAME_LOST, 12);
    row.luck = -2.25;
    row.given_away = 3.5;
    snprintf(row.rules, sizeof row.rules, "%s", "\xc3\x84, \"\"");
    rows_format(&row, text);
    snprintf(again, sizeof again, "%.*s", (int)strlen(text) - 1, text);
    cr_assert(rows_parse(again, &back), "%s", text);
    rows_format(&back, again);
    cr_assert_str_eq(text, again, "%s%s", text, again);
}

Test(statistics, row_of_largest_texts_has_room)
{
    char text[ROW_TEXT_SIZE];
    struct game_result row = result("", GAME_LOST, 999999999999);
    memset(row.player, '"', sizeof row.player - 1);
    memset(row.opponent, '"', sizeof row.opponent - 1);
    memset(row.rules, '"', sizeof row.rules - 1);
    row.hits = row.hints = row.heat_maps = row.undos = row.rounds = row.shots;
    row.luck = row.given_away = -1e300;
    rows_format(&row, text);
    cr_assert_eq(text[strlen(text) - 1], '\n', "cut off: %s", text);
}

Test(statistics, row_of_the_same_game_is_not_added_again)
{
    struct game_result row = result("density", GAME_WON, 40);
    struct game_result later = row;
    struct game_result other = result("Ben", GAME_LOST, 40);
    add(row);
    add(other);
    later.luck = 3;
    later.given_away = 2;
    snprintf(later.date, sizeof later.date, "2025-01-01T00:00:00Z");
    add(later);
    struct statistics statistics = read_file();
    cr_assert_eq(statistics.rows.count, 2, "counted twice");
    statistics_clear(&statistics);
    later.shots++;
    add(later);
    statistics = read_file();
    cr_assert_eq(statistics.rows.count, 3, "another game");
    statistics_clear(&statistics);
}

Test(statistics, rows_of_former_versions_are_read_and_continued)
{
    static const char former[] =
        "date,player,opponent,kind,rules,outcome,reason,rounds,shots,hits,hints,heat_maps,undos,"
        "luck,seed\n"
        "d,p,o,ai,r,won,sunk,1,2,3,4,5,6,-0.500,7\n"
        "d,p,o,ai,r,lost,sunk,1,2,3,4,5,6,,7\n";
    scratch_write(file(), former);
    struct game_result row = result("density", GAME_WON, 40);
    row.given_away = 1.5;
    add(row);
    struct statistics statistics = read_file();
    const struct game_result *results = statistics.rows.results;
    cr_assert_eq(statistics.rows.count, 3, "%d games", (int)statistics.rows.count);
    cr_assert_eq(statistics.rows.foreign, 0, "a row or the heading is not known");
    assert_near(results[0].luck, -0.5, "luck");
    cr_assert(isnan(results[0].given_away) && isnan(results[1].given_away), "not known then");
    cr_assert(results[1].seed == 7 && results[1].outcome == GAME_LOST, "the order of the file");
    assert_near(results[2].given_away, 1.5, "shots given away");
    char *text = scratch_read(file());
    cr_assert_eq(strncmp(text, former, strlen(former)), 0, "former lines are changed:\n%s", text);
    free(text);
    statistics_clear(&statistics);
}

Test(statistics, what_a_review_finds_is_filled_in)
{
    struct game_result row = result("density", GAME_WON, 40);
    struct game_result other = result("Ben", GAME_LOST, 40);
    struct game_result lucky = row;
    char rows[3][ROW_TEXT_SIZE];
    char expected[4 * ROW_TEXT_SIZE];
    lucky.luck = -2.25;
    lucky.given_away = 4;
    rows_format(&row, rows[0]);
    rows_format(&lucky, rows[1]);
    rows_format(&other, rows[2]);
    snprintf(expected, sizeof expected, "%s%shello\n%storn", rows_heading(), rows[0], rows[2]);
    scratch_write(file(), expected);
    cr_assert(statistics_replace(file(), &row, &lucky, why), "%s", why);
    cr_assert(statistics_replace(file(), &row, &other, why), "a row that is not there: %s", why);
    snprintf(expected, sizeof expected, "%s%shello\n%storn", rows_heading(), rows[1], rows[2]);
    char *text = scratch_read(file());
    cr_assert_str_eq(text, expected, "%s", text);
    free(text);
}

Test(statistics, torn_and_foreign_lines_are_left_alone_and_counted)
{
    static const char *const foreign[] = {
        "hello",
        "d,p,o,ai,r,won,sunk,1,2,3,4,5,6,,7,8,9",
        "d,p,o,ai,r,won,sunk,1,2,3,4,5,6,,7,inf",
        "d,p,o,ai,r,won,sunk,1,2,3,4,5,6,7",
        "d,p,o,ai,r,WON,sunk,1,2,3,4,5,6,,7",
        "d,p,o,ai,r,won,none,1,2,3,4,5,6,,7",
        "d,p,o,ai,r,won,sunk,-1,2,3,4,5,6,,7",
        "d,p,o,ai,r,won,sunk,1,2,3,4,5,9999999999999,,7",
        "d,p,o,ai,r,won,sunk,1,2,3,4,5,6,nan,7",
        "d,p,o,ai,r,won,sunk,1,2,3,4,5,6,,99999999999999999999",
        "d,\"p,o,ai,r,won,sunk,1,2,3,4,5,6,,7",
        "d,p,\x1b[2J,ai,r,won,sunk,1,2,3,4,5,6,,7",
        "d,p,\xc2\x9b,ai,r,won,sunk,1,2,3,4,5,6,,7",
        "d,p,\xff,ai,r,won,sunk,1,2,3,4,5,6,,7",
        "d,p,a name that is longer than any name can be,ai,r,won,sunk,1,2,3,4,5,6,,7",
    };
    size_t count = sizeof foreign / sizeof *foreign;
    FILE *out = fopen(file(), "w");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s\n", foreign[i]);
    fprintf(out, "\r\n%sd,p,o,ai,r,won,sunk,1,2,3,4,5,6,,7\r\nd,p,o,ai,r,won,su", rows_heading());
    fclose(out);
    char *before = scratch_read(file());
    struct statistics statistics = read_file();
    cr_assert_eq(statistics.rows.foreign, (int64_t)count, "%d", (int)statistics.rows.foreign);
    cr_assert_eq(statistics.rows.count, 1, "%d games", (int)statistics.rows.count);
    cr_assert(statistics.rows.is_torn, "the last line");
    statistics_clear(&statistics);

    add(result("density", GAME_WON, 40));
    statistics = read_file();
    cr_assert_eq(statistics.rows.count, 2, "the new game");
    cr_assert_eq(statistics.rows.foreign, (int64_t)count + 1, "the torn line stays");
    cr_assert_not(statistics.rows.is_torn, "the last line");
    char *table = statistics_table(&statistics, 80);
    cr_assert_not_null(strstr(table, "16 lines of the file left out"), "%s", table);
    char *after = scratch_read(file());
    cr_assert_eq(strncmp(before, after, strlen(before)), 0, "a line was changed");
    free(before);
    free(after);
    free(table);
    statistics_clear(&statistics);
}

Test(statistics, lines_behind_nuls_are_read)
{
    add(result("density", GAME_WON, 40));
    FILE *out = fopen(file(), "a");
    fwrite("\0\0\n", 1, 3, out);
    fclose(out);
    add(result("density", GAME_WON, 50));
    struct statistics statistics = read_file();
    cr_assert_eq(statistics.rows.count, 2, "%d games", (int)statistics.rows.count);
    cr_assert_eq(statistics.rows.foreign, 1, "%d lines", (int)statistics.rows.foreign);
    statistics_clear(&statistics);
}

Test(statistics, rows_are_exported_without_foreign_lines)
{
    add(result("density", GAME_WON, 40));
    FILE *out = fopen(file(), "a");
    fputs("nonsense\n", out);
    fclose(out);
    struct statistics statistics = read_file();
    cr_assert(statistics_export(&statistics, scratch_path("out.csv"), why), "%s", why);
    char *text = scratch_read(scratch_path("out.csv"));
    char expected[ROW_TEXT_SIZE];
    snprintf(expected, sizeof expected,
             "%s2024-12-31T23:59:59Z,Ann,density,ai,classic,won,sunk,40,40,17,0,0,0,,"
             "18446744073709551615,\n",
             rows_heading());
    cr_assert_str_eq(text, expected, "%s", text);
    free(text);
    cr_assert_not(statistics_export(&statistics, "/dev/full", why), "/dev/full took it");
    cr_assert_not_null(strstr(why, "No space left"), "%s", why);
    statistics_clear(&statistics);
}

Test(statistics, a_table_fits_its_width)
{
    add(result("expert", GAME_WON, 40));
    add(result("expert", GAME_LOST, 41));
    add(result("expert", GAME_WON, 50));
    struct statistics statistics = read_file();
    for (int columns = 60; columns <= 90; columns += 10) {
        char *table = statistics_table(&statistics, columns);
        for (const char *line = table; *line; line += strcspn(line, "\n") + 1)
            cr_assert_leq((int)strcspn(line, "\n"), columns, "%d columns: %s", columns, line);
        cr_assert_eq(strstr(table, "45.0 +- 5.0") != NULL, columns >= 80, "%s", table);
        cr_assert_not_null(strstr(table, " 45.0"), "%s", table);
        free(table);
    }
    statistics_clear(&statistics);
}

Test(statistics, programs_add_rows_at_the_same_time)
{
    for (int child = 0; child < 4; child++) {
        if (fork() != 0)
            continue;
        for (int i = 0; i < 25; i++) {
            struct game_result row = result("density", GAME_WON, 100 * child + i);
            if (!statistics_add(file(), &row, why))
                _exit(1);
        }
        _exit(0);
    }
    for (int child = 0; child < 4; child++) {
        int status = 0;
        wait(&status);
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a program failed");
    }
    struct statistics statistics = read_file();
    cr_assert_eq(statistics.rows.count, 100, "%d games", (int)statistics.rows.count);
    cr_assert_eq(statistics.rows.foreign, 0, "%d foreign lines", (int)statistics.rows.foreign);
    statistics_clear(&statistics);
}

Test(statistics, many_games_are_read_quickly)
{
    char row[ROW_TEXT_SIZE];
    FILE *out = fopen(file(), "w");
    for (int i = 0; i < 100000; i++) {
        char name[32];
        snprintf(name, sizeof name, "opponent %d", i * 7919 % 50000);
        struct game_result one = result(name, i % 3, i % 90);
        rows_format(&one, row);
        fputs(row, out);
    }
    fclose(out);
    clock_t start = clock();
    struct statistics statistics = read_file();
    char *table = statistics_table(&statistics, 80);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    cr_assert_not_null(table, "out of memory");
    cr_assert_eq(statistics.rows.count, 100000, "games");
    cr_assert_eq(statistics.count, 50000, "groups");
    cr_assert_lt(seconds, 20, "%.1f s", seconds);
    free(table);
    statistics_clear(&statistics);
}

/* ---- results ---- */

Test(statistics, result_of_a_game_is_that_of_the_player)
{
    struct session session;
    struct game_result out;
    struct setup setup = { .players = { [BSHIP_SIDE_A] = { .kind = PLAYER_HUMAN, .name = "Ann" },
                                        [BSHIP_SIDE_B] = { .kind = PLAYER_AI, .name = "expert" } },
                           .seed = 7,
                           .places_at_random = true };
    static const char text[] = "board 5x5\nfleet 2 3\n";
    setup.players[BSHIP_SIDE_B].strategy =
        bship_enum_name(BSHIP_ENUM_STRATEGY, bship_enum_find(BSHIP_ENUM_STRATEGY, "hunt"));
    cr_assert_eq(bship_rules_parse(&setup.rules, text, strlen(text), NULL, NULL), BSHIP_OK,
                 "no rules");
    cr_assert_eq(session_open(&session, &setup, NULL, NULL, NULL), BSHIP_OK, "no session");
    setup_clear(&setup);
    bship_game_start(session.game, NULL);
    cr_assert_not(statistics_result(&session, BSHIP_SIDE_A, &out), "the game goes on");
    session.tallies[BSHIP_SIDE_A].heat_maps = 4;
    bship_game_resign(session.game, BSHIP_SIDE_A);
    cr_assert_not(statistics_result(&session, BSHIP_SIDE_B, &out), "a machine");
    cr_assert(statistics_result(&session, BSHIP_SIDE_A, &out), "the player");
    cr_assert_str_eq(out.player, "Ann", "%s", out.player);
    cr_assert_str_eq(out.opponent, "expert", "%s", out.opponent);
    cr_assert_str_eq(out.kind, "ai", "%s", out.kind);
    cr_assert_eq(out.outcome, GAME_LOST, "the outcome");
    cr_assert_eq(out.reason, BSHIP_END_REASON_RESIGNED, "the reason");
    cr_assert_eq(out.heat_maps, 4, "heat maps");
    cr_assert(isnan(out.luck) && out.seed == 7, "luck and seed");
    session_close(&session);
}
