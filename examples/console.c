/*
 * A whole game, line by line: you against the computer.
 *
 *     cc -o console console.c $(pkg-config --cflags --libs libbattleship)
 *     ./console [LEVEL [SEED]]
 *
 * LEVEL is easy, medium, skilled, hard, expert or master. The same SEED gives the same fleets and
 * the same opponent; without one, every game is another. Before each of your turns it draws what
 * you know of the other fleet, and your own fleet beside it. Then it asks for a shot, and says what
 * came of it:
 *
 *     You: D1 hit
 *     Computer: F5 miss
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SIDE = 10, /* of a board */
    SHOTS_MAX = SIDE * SIDE,
    LINE_SIZE = 1024 /* what follows in a longer line is taken as the next one */
};

/* Try other rules, such as "turn salvo 3" or "contact none": the game below plays them as well. */
static const char rules_text[] = "board 10x10\nfleet classic\ndisclosure ship\n";

static void check(bship_status status)
{
    if (status) {
        fprintf(stderr, "console: %s\n", bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

/* Draws the other fleet, as far as the person knows it, and the person's own; both at the end. */
static void draw(const bship_game *game)
{
    static const char chart_signs[] = ".oX*~?#"; /* by bship_chart_state */
    static const char board_signs[] = ".SoX*#";  /* by bship_board_state */
    const bship_chart *chart = bship_game_chart(game, BSHIP_SIDE_A);
    const bship_board *own = bship_game_board(game, BSHIP_SIDE_A);
    const bship_board *other = bship_game_board(game, BSHIP_SIDE_B);
    int is_over = bship_game_phase(game) == BSHIP_PHASE_OVER;
    bship_cell at;

    printf("\n    The other fleet           Your fleet\n");
    printf("    A B C D E F G H I J       A B C D E F G H I J\n");
    for (at.y = 0; at.y < SIDE; at.y++) {
        printf("%3d", (int)at.y + 1);
        for (at.x = 0; at.x < SIDE; at.x++)
            printf(" %c", is_over ? board_signs[bship_board_state_at(other, at)]
                                  : chart_signs[bship_chart_state_at(chart, at)]);
        printf("   %3d", (int)at.y + 1);
        for (at.x = 0; at.x < SIDE; at.x++)
            printf(" %c", board_signs[bship_board_state_at(own, at)]);
        printf("\n");
    }
}

/* Prints what the latest shots came to. */
static void print_news(const bship_game *game)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_cell cells[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    char text[LINE_SIZE];

    check(bship_game_log_entry(game, -1, &entry));
    size_t count = bship_game_log_shots(game, entry.entry, cells, reports, SHOTS_MAX);
    bship_turn_format(bship_game_rules(game), cells, count, reports, NULL, text, sizeof text);
    printf("%s: %s\n", entry.side == BSHIP_SIDE_A ? "You" : "Computer", text);
}

/* Asks for the shots that are due until they can be fired; returns 0 if the person leaves. */
static int take_turn(bship_game *game)
{
    for (;;) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_cell cells[SHOTS_MAX];
        size_t count = 0;
        char line[LINE_SIZE];

        printf("Your %s: ", bship_game_shots_due(game) == 1 ? "shot" : "salvo");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) {
            printf("\n");
            return 0;
        }
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") == 0)
            return 0;
        bship_status status =
            bship_cells_parse(bship_game_rules(game), line, cells, SHOTS_MAX, &count, &error);
        if (!status)
            status = bship_game_fire_salvo(game, cells, count, &error);
        if (!status)
            return 1;
        if (error.column > 0)
            printf("column %d: ", (int)error.column);
        printf("%s.\n", error.text);
    }
}

int main(int argc, char **argv)
{
    static const char *const ends[] = { "You leave the game.", "You win!", "The computer wins.",
                                        "A draw." }; /* by bship_outcome */
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_rules *rules = NULL;
    bship_ai *ai = NULL;
    bship_game *game = NULL;

    ai_options.level = bship_enum_find(BSHIP_ENUM_LEVEL, argc > 1 ? argv[1] : "medium");
    options.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : (uint64_t)time(NULL);
    if (ai_options.level < 0) {
        fprintf(stderr, "usage: console [easy|medium|skilled|hard|expert|master [SEED]]\n");
        return EXIT_FAILURE;
    }
    check(bship_rules_parse(&rules, rules_text, strlen(rules_text), NULL, NULL));
    check(bship_ai_new(&ai, rules, NULL, &ai_options, NULL));
    options.ai_b = ai;
    check(bship_game_new(&game, rules, &options, NULL));
    check(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL));
    check(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL));
    check(bship_game_start(game, NULL));

    printf("Fire at a cell such as B7; \"quit\" leaves. o miss, X hit, * sunk, S your ship\n");
    while (bship_game_phase(game) == BSHIP_PHASE_AIMING) {
        if (bship_game_to_move(game) == BSHIP_SIDE_A) {
            draw(game);
            if (!take_turn(game))
                break;
        } else {
            check(bship_game_step(game, NULL, NULL, NULL));
        }
        print_news(game);
    }
    if (bship_game_phase(game) == BSHIP_PHASE_OVER)
        draw(game);
    printf("%s\n", ends[bship_game_outcome(game)]);

    bship_game_free(game);
    bship_ai_free(ai);
    bship_rules_unref(rules);
    return EXIT_SUCCESS;
}
