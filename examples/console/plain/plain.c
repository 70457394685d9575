/* One run of the program; see plain.h. */
#include "console/plain/plain.h"

#include <inttypes.h>
#include <stdbool.h>

#include "common/process.h"

/* The work limit of drawing a layout: some seconds, for fleets that hardly fit. */
#define LAYOUT_WORK_LIMIT 50000000

static int open_ai(struct plain *plain, int32_t side)
{
    const struct options *options = plain->options;
    const char *strategy = options->strategy;
    if (strategy == NULL)
        strategy = bship_strategy_name(bship_level_strategy(options->level));
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    ai_options.seed = options->seed;
    ai_options.side = side;
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status =
        bship_ai_new(&plain->ai[side], plain->rules, strategy, &ai_options, &error);
    if (status == BSHIP_OK)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": the strategy %s cannot play: %s\n", strategy, error.text);
    return status == BSHIP_ERROR_UNSUPPORTED ? EXIT_USAGE : EXIT_RUNTIME;
}

/* Prints once what takes so long; Ctrl-C cancels it. */
static int show_counting(double done, void *user)
{
    bool *is_shown = user;
    (void)done;
    if (!*is_shown)
        fprintf(stderr, PROGRAM ": counting the layouts of the fleet, to draw one uniformly\n");
    *is_shown = true;
    return interrupt_happened();
}

/* Creates the sampler. Without one the game goes on: the boards then draw layouts themselves. */
static int open_sampler(struct plain *plain)
{
    bool is_shown = false;
    bship_sampler_options sampler_options = BSHIP_SAMPLER_OPTIONS_INIT;
    sampler_options.progress = show_counting;
    sampler_options.user = &is_shown;
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status =
        bship_sampler_new(&plain->sampler, plain->rules, &sampler_options, &error);
    if (status == BSHIP_ERROR_CANCELLED)
        return EXIT_INTERRUPTED;
    if (status != BSHIP_OK)
        fprintf(stderr, PROGRAM ": layouts are possibly not drawn uniformly: %s\n", error.text);
    return EXIT_FINE;
}

static int open_game(struct plain *plain)
{
    bship_game_options game_options = BSHIP_GAME_OPTIONS_INIT;
    game_options.seed = plain->options->seed;
    game_options.sampler = plain->sampler;
    bship_error error = BSHIP_ERROR_INIT;
    for (int32_t side = plain->is_demo ? BSHIP_SIDE_A : BSHIP_SIDE_B; side <= BSHIP_SIDE_B;
         side++) {
        int code = open_ai(plain, side);
        if (code != EXIT_FINE)
            return code;
        game_options.ai[side] = plain->ai[side];
    }
    if (bship_game_new(&plain->game, plain->rules, &game_options, &error) != BSHIP_OK) {
        fprintf(stderr, PROGRAM ": %s\n", error.text);
        return EXIT_RUNTIME;
    }
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (plain->ai[side] != NULL && plain_place_random(plain, side) != PLAIN_GOES_ON)
            return EXIT_RUNTIME;
    }
    return EXIT_FINE;
}

static void name_sides(struct plain *plain)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        char *title = plain->titles[side];
        if (plain->is_demo)
            snprintf(title, sizeof(plain->titles[side]), "Board of %s", plain_player(plain, side));
        else
            snprintf(title, sizeof(plain->titles[side]), "%s board",
                     side == BSHIP_SIDE_A ? "Your" : "Enemy");
    }
}

int plain_open(struct plain *plain, const struct options *options, bool is_demo)
{
    *plain = (struct plain){ .options = options, .is_demo = is_demo };
    grid_init(&plain->grid, options->colour);
    plain->rules = rules_options_build(&options->rules, PROGRAM);
    if (plain->rules == NULL)
        return EXIT_USAGE;
    if (!panel_init(&plain->panels[0], plain->rules) ||
        !panel_init(&plain->panels[1], plain->rules)) {
        plain_fail("cannot start", BSHIP_ERROR_MEMORY);
        return EXIT_RUNTIME;
    }
    name_sides(plain);
    int code = open_sampler(plain);
    return code == EXIT_FINE ? open_game(plain) : code;
}

void plain_close(struct plain *plain)
{
    bship_game_free(plain->game);
    bship_sampler_unref(plain->sampler);
    for (int side = 0; side < 2; side++) {
        bship_ai_free(plain->ai[side]);
        panel_clear(&plain->panels[side]);
    }
    bship_rules_unref(plain->rules);
}

enum plain_state plain_place_random(struct plain *plain, int32_t side)
{
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    options.work_limit = LAYOUT_WORK_LIMIT;
    bship_status status = bship_game_place_random(plain->game, side, &options, NULL);
    return status == BSHIP_OK ? PLAIN_GOES_ON : plain_fail("cannot place a fleet", status);
}

const char *plain_player(const struct plain *plain, int32_t side)
{
    if (plain->is_demo)
        return bship_side_name(side);
    return side == BSHIP_SIDE_A ? "you" : "enemy";
}

/* The number, in its chart, of the first shot of a side's latest turn; -1 if it has had none. */
static int64_t latest_shot(const bship_game *game, int32_t side)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    int64_t i = bship_game_log_length(game);
    while (i-- > 0 && entry.side != side)
        bship_game_log_entry(game, i, &entry);
    if (entry.side != side)
        return -1;
    bship_game_log_entry(game, entry.entry - entry.part + 1, &entry);
    return entry.first_shot;
}

void plain_print_headline(const struct plain *plain)
{
    char line[160];
    int used = 0;
    int64_t round = bship_game_round(plain->game);
    if (round > 0)
        used = snprintf(line, sizeof(line), "Round %" PRId64 "   ", round);
    const char *strategy = bship_ai_strategy(plain->ai[BSHIP_SIDE_B]);
    snprintf(line + used, sizeof(line) - (size_t)used, "%s against %s   seed %" PRIu64,
             plain->is_demo ? strategy : "you", strategy, plain->options->seed);
    fputc('\n', plain->grid.out);
    grid_print_bold(&plain->grid, line);
    fputs("\n\n", plain->grid.out);
}

void plain_draw(struct plain *plain, enum plain_view view)
{
    const bship_game *game = plain->game;
    const bship_chart *charts[2] = { bship_game_chart(game, BSHIP_SIDE_A),
                                     bship_game_chart(game, BSHIP_SIDE_B) };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct panel *panel = &plain->panels[side];
        const char *title = plain->titles[side];
        const bship_chart *of_other = charts[1 - side];
        if (side == BSHIP_SIDE_A || view == VIEW_BOTH)
            panel_show_board(panel, title, bship_game_board(game, side));
        else
            panel_show_chart(panel, title, of_other);
        panel_mark_fresh(panel, of_other, latest_shot(game, 1 - side));
    }
    plain_print_headline(plain);
    grid_draw(&plain->grid, &plain->panels[0], &plain->panels[1]);
}

void plain_print_turn(const struct plain *plain)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_game_last_entry(plain->game, &entry);
    const bship_chart *chart = bship_game_chart(plain->game, entry.side);
    const bship_board *own = entry.side == BSHIP_SIDE_B && !plain->is_demo
                                 ? bship_game_board(plain->game, BSHIP_SIDE_A)
                                 : NULL;
    fprintf(plain->grid.out, "%5s: ", plain_player(plain, entry.side));
    describe_turn(plain->grid.out, chart, entry.chart_turn, own);
    fputc('\n', plain->grid.out);
}

static long long shots_of(const struct plain *plain, int32_t side)
{
    return (long long)bship_chart_shots(bship_game_chart(plain->game, side));
}

void plain_print_result(struct plain *plain)
{
    static const char *const results[][3] = {
        { "You have won", "The enemy has won", "A draw: both fleets are sunk" },
        { "a has won", "b has won", "A draw: both fleets are sunk" },
    };
    char line[128];
    snprintf(line, sizeof(line), "%s. Shots: %s %lld, %s %lld.",
             results[plain->is_demo][bship_game_outcome(plain->game)],
             plain_player(plain, BSHIP_SIDE_A), shots_of(plain, BSHIP_SIDE_A),
             plain_player(plain, BSHIP_SIDE_B), shots_of(plain, BSHIP_SIDE_B));
    plain_draw(plain, VIEW_BOTH);
    grid_print_bold(&plain->grid, line);
    fputc('\n', plain->grid.out);
}

enum plain_state plain_flush(const struct plain *plain)
{
    if (!grid_flush(&plain->grid)) {
        fprintf(stderr, PROGRAM ": cannot write to standard output\n");
        return PLAIN_FAILED;
    }
    return interrupt_happened() ? PLAIN_INTERRUPTED : PLAIN_GOES_ON;
}

enum plain_state plain_fail(const char *what, bship_status status)
{
    fprintf(stderr, PROGRAM ": %s: %s\n", what, bship_status_message(status));
    return PLAIN_FAILED;
}

enum plain_state plain_ask(struct plain *plain, const char *prompt, char line[INPUT_LINE_SIZE])
{
    fprintf(plain->grid.out, "%s> ", prompt);
    enum plain_state state = plain_flush(plain);
    if (state != PLAIN_GOES_ON)
        return state;
    switch (input_read(&plain->input, line)) {
    case INPUT_TOO_LONG:
        fprintf(plain->grid.out, "That line is too long (more than %d bytes).\n",
                INPUT_LINE_SIZE - 1);
        line[0] = '\0';
        return PLAIN_GOES_ON;
    case INPUT_END:
        return PLAIN_INPUT_ENDED;
    case INPUT_INTERRUPTED:
        return PLAIN_INTERRUPTED;
    default:
        return PLAIN_GOES_ON;
    }
}
