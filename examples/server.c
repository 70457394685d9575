/*
 * A server of many games that survives a crash. Each turn of the machine may take so much work, and
 * no clock decides, so it plays alike on every machine. Every turn is saved: the next run restores
 * all games and goes on as if nothing had happened. A machine takes over from a client who leaves.
 *
 *     cc -o server server.c $(pkg-config --cflags --libs libbattleship)
 *     mkdir games
 *     ./server games 4 20
 *     ./server games 4
 *
 * The first run begins four games and crashes in the 20th turn. The second one prints
 *
 *     4 games, 4 restored: over after 174 rounds
 *
 * and without the crash, a single run prints the same rounds.
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

static bship_error error = BSHIP_ERROR_INIT; /* of the latest call that failed */

static void check(bship_status status)
{
    if (!status)
        return;
    fprintf(stderr, "server: line %u: %s\n", (unsigned)error.line, error.text);
    exit(EXIT_FAILURE);
}

static int give(char *buffer, size_t capacity, size_t *count, void *file)
{
    *count = fread(buffer, 1, capacity, file);
    return ferror((FILE *)file);
}

static int take(const char *text, size_t count, void *file)
{
    return fwrite(text, 1, count, file) != count;
}

/* Writes a new file and then renames it: a crash leaves the old one whole. */
static void save(const bship_game *game, const char *path)
{
    const bship_record_game_options everything = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    bship_record *record = NULL;
    char aside[512];
    snprintf(aside, sizeof aside, "%s.new", path);
    FILE *file = fopen(aside, "wb");
    check(bship_record_new_game(&record, game, &everything, &error));
    if (!file || bship_record_write(record, take, file) || fclose(file) || rename(aside, path)) {
        perror(aside);
        exit(EXIT_FAILURE);
    }
    bship_record_free(record);
}

static bship_game *restore(FILE *file)
{
    bship_record *record = NULL;
    bship_game *game = NULL;
    check(bship_record_read(&record, give, file, NULL, &error));
    check(bship_game_restore(&game, record, NULL, &error));
    bship_record_free(record);
    fclose(file);
    return game;
}

/* A new game: side a is a client, side b the machine. A real server draws the seed at random. */
static bship_game *begin(const bship_rules *rules, uint64_t seed)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_ai_options limits = BSHIP_AI_OPTIONS_INIT;
    bship_game *game = NULL;
    limits.level = BSHIP_LEVEL_EXPERT;
    limits.memory_limit = 2 << 20;
    options.seed = seed;
    options.owns_ais = 1; /* they are freed with the game */
    check(bship_ai_new(&options.ai_b, rules, NULL, &limits, &error));
    check(bship_game_new(&game, rules, &options, &error));
    check(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, &error));
    check(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, &error));
    check(bship_game_start(game, &error));
    return game;
}

/* What a client answers: in each round another cell. */
static bship_cell ask(const bship_game *game)
{
    int32_t cell = (int32_t)(37 * bship_game_round(game) % 100);
    return (bship_cell){ cell % 10, cell / 10 };
}

/* One turn. In every third game the client leaves in round 16, and `hunt` goes on. */
static void serve(bship_game *game)
{
    bship_aim_options limits = BSHIP_AIM_OPTIONS_INIT;
    bship_ai *hunt = NULL;
    int has_left = bship_game_round(game) >= 16 && bship_game_seed(game) % 3 == 0;
    limits.work_limit = 2000000; /* steps, of about a nanosecond each */
    if (has_left && !bship_game_ai(game, BSHIP_SIDE_A)) {
        check(bship_ai_new(&hunt, bship_game_rules(game), "hunt", NULL, &error));
        check(bship_game_set_ai(game, BSHIP_SIDE_A, hunt, &error));
    }
    check(bship_game_ai(game, bship_game_to_move(game))
              ? bship_game_step(game, &limits, NULL, &error)
              : bship_game_fire(game, ask(game), NULL, &error));
}

int main(int argc, char **argv)
{
    int count = argc > 2 ? atoi(argv[2]) : 0, crash = argc > 3 ? atoi(argv[3]) : 0;
    int restored = 0, rounds = 0;
    bship_rules *rules = NULL;
    bship_game **games = count > 0 ? calloc((size_t)count, sizeof *games) : NULL;
    char path[480];
    if (!games) {
        fprintf(stderr, "usage: server FOLDER GAMES [TURNS]\n");
        return EXIT_FAILURE;
    }
    check(bship_rules_parse(&rules, "", 0, NULL, &error)); /* 10x10, default rules */
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%d.record", argv[1], i);
        FILE *file = fopen(path, "rb");
        games[i] = file ? restore(file) : begin(rules, (uint64_t)i);
        restored += file != NULL;
    }
    for (int turn = 1, left = 1; left > 0; turn++) {
        /* Here a server polls its sockets; our clients all ask at once. */
        left = 0;
        for (int i = 0; i < count; i++) {
            if (bship_game_phase(games[i]) == BSHIP_PHASE_OVER)
                continue;
            serve(games[i]);
            snprintf(path, sizeof path, "%s/%d.record", argv[1], i);
            save(games[i], path);
            left++;
            if (turn == crash && i == count / 2)
                _Exit(EXIT_FAILURE); /* in the middle of a turn: nothing is closed or freed */
        }
    }
    for (int i = 0; i < count; i++) {
        rounds += (int)bship_game_round(games[i]);
        bship_game_free(games[i]);
    }
    printf("%d games, %d restored: over after %d rounds\n", count, restored, rounds);
    bship_rules_unref(rules);
    free(games);
    return EXIT_SUCCESS;
}
