/*
 * Games as text: saves one in its middle, and goes on with it.
 *
 *     cc -o replay replay.c $(pkg-config --cflags --libs libbattleship)
 *     ./replay > game.record
 *     ./replay game.record
 *
 * The first command plays 40 turns of two AIs, and writes the game as a record. The second one
 * reads it, draws what side a knows so far, and plays on exactly as if there had been no break:
 *
 *     round 42, winner: b
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

static void check(bship_status status, const bship_error *error)
{
    if (!status)
        return;
    if (error->line > 0)
        fprintf(stderr, "line %u, column %u: ", (unsigned)error->line, (unsigned)error->column);
    fprintf(stderr, "%s\n", error->text[0] ? error->text : bship_status_message(status));
    exit(EXIT_FAILURE);
}

/* The text of a record is read and written piece by piece. */
static int give(char *buffer, size_t capacity, size_t *count, void *user)
{
    FILE *file = user;
    *count = fread(buffer, 1, capacity, file);
    return ferror(file);
}

static int take(const char *text, size_t count, void *user)
{
    FILE *file = user;
    return fwrite(text, 1, count, file) != count;
}

/* Starts a game of `hunt` and `density`. */
static bship_game *begin(void)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_rules *rules = NULL;
    bship_game *game = NULL;
    options.seed = 7;
    options.owns_ais = 1;
    check(bship_rules_parse(&rules, "", 0, NULL, &error), &error); /* 10x10, default rules */
    check(bship_ai_new(&options.ai_a, rules, "hunt", NULL, &error), &error);
    check(bship_ai_new(&options.ai_b, rules, "density", NULL, &error), &error);
    check(bship_game_new(&game, rules, &options, &error), &error);
    check(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, &error), &error);
    check(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, &error), &error);
    check(bship_game_start(game, &error), &error);
    bship_rules_unref(rules); /* the game keeps them */
    return game;
}

/* Plays at most so many turns, while an AI is to move. */
static void play(bship_game *game, int turns)
{
    bship_error error = BSHIP_ERROR_INIT;
    while (turns-- > 0 && bship_game_phase(game) == BSHIP_PHASE_AIMING &&
           bship_game_ai(game, bship_game_to_move(game)))
        check(bship_game_step(game, NULL, NULL, &error), &error);
}

/* Writes all that the game needs to go on: also its layouts and seeds, which are secret. */
static void save(const bship_game *game, FILE *file)
{
    const bship_record_game_options everything = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    check(bship_record_new_game(&record, game, &everything, &error), &error);
    check(bship_record_write(record, take, file), &error);
    bship_record_free(record);
}

static void draw(const bship_chart *chart)
{
    static const char signs[] = ".oX*~?#"; /* by bship_chart_state */
    const bship_rules *rules = bship_chart_rules(chart);
    for (bship_cell at = { 0, 0 }; at.y < bship_rules_height(rules); at.y++) {
        for (at.x = 0; at.x < bship_rules_width(rules); at.x++)
            printf("%c ", signs[bship_chart_state_at(chart, at)]);
        printf("%d\n", (int)at.y + 1);
    }
}

/* Reads a game, draws it and plays it to its end. */
static bship_game *go_on(const char *path)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    bship_game *game = NULL;
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    check(bship_record_read(&record, give, file, NULL, &error), &error);
    fclose(file);
    check(bship_game_restore(&game, record, NULL, &error), &error);
    bship_record_free(record);
    draw(bship_game_chart(game, BSHIP_SIDE_A));
    play(game, 1000);
    const char *winner = bship_enum_name(BSHIP_ENUM_OUTCOME, bship_game_outcome(game));
    printf("round %d, winner: %s\n", (int)bship_game_round(game), winner ? winner : "none");
    return game;
}

int main(int argc, char **argv)
{
    bship_game *game;
    if (argc > 1) {
        game = go_on(argv[1]);
    } else {
        game = begin();
        play(game, 40);
        save(game, stdout);
    }
    bship_game_free(game);
    return EXIT_SUCCESS;
}
