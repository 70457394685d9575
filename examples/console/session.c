/* One run of the program; see session.h. */
#include "console/session.h"

#include <inttypes.h>
#include <stdbool.h>

#include "common/process.h"

/* The work limit of drawing a layout: some seconds, for fleets that hardly fit. */
#define LAYOUT_WORK_LIMIT 50000000

static int open_ai(struct session *session, int32_t side)
{
    const struct options *options = session->options;
    const char *strategy = options->strategy;
    if (strategy == NULL)
        strategy = bship_strategy_name(bship_level_strategy(options->level));
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    ai_options.seed = options->seed;
    ai_options.side = side;
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status =
        bship_ai_new(&session->ai[side], session->rules, strategy, &ai_options, &error);
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
static int open_sampler(struct session *session)
{
    bool is_shown = false;
    bship_sampler_options sampler_options = BSHIP_SAMPLER_OPTIONS_INIT;
    sampler_options.progress = show_counting;
    sampler_options.user = &is_shown;
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status =
        bship_sampler_new(&session->sampler, session->rules, &sampler_options, &error);
    if (status == BSHIP_ERROR_CANCELLED)
        return EXIT_INTERRUPTED;
    if (status != BSHIP_OK)
        fprintf(stderr, PROGRAM ": layouts are possibly not drawn uniformly: %s\n", error.text);
    return EXIT_FINE;
}

static int open_game(struct session *session)
{
    bship_game_options game_options = BSHIP_GAME_OPTIONS_INIT;
    game_options.seed = session->options->seed;
    game_options.sampler = session->sampler;
    bship_error error = BSHIP_ERROR_INIT;
    for (int32_t side = session->is_demo ? BSHIP_SIDE_A : BSHIP_SIDE_B; side <= BSHIP_SIDE_B;
         side++) {
        int code = open_ai(session, side);
        if (code != EXIT_FINE)
            return code;
        game_options.ai[side] = session->ai[side];
    }
    if (bship_game_new(&session->game, session->rules, &game_options, &error) != BSHIP_OK) {
        fprintf(stderr, PROGRAM ": %s\n", error.text);
        return EXIT_RUNTIME;
    }
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (session->ai[side] != NULL && session_place_random(session, side) != SESSION_GOES_ON)
            return EXIT_RUNTIME;
    }
    return EXIT_FINE;
}

static void name_sides(struct session *session)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        char *title = session->titles[side];
        if (session->is_demo)
            snprintf(title, sizeof(session->titles[side]), "Board of %s",
                     session_player(session, side));
        else
            snprintf(title, sizeof(session->titles[side]), "%s board",
                     side == BSHIP_SIDE_A ? "Your" : "Enemy");
    }
}

int session_open(struct session *session, const struct options *options, bool is_demo)
{
    *session = (struct session){ .options = options, .is_demo = is_demo };
    screen_init(&session->screen, options->colour);
    session->rules = rules_options_build(&options->rules, PROGRAM);
    if (session->rules == NULL)
        return EXIT_USAGE;
    if (!panel_init(&session->panels[0], session->rules) ||
        !panel_init(&session->panels[1], session->rules)) {
        session_fail("cannot start", BSHIP_ERROR_MEMORY);
        return EXIT_RUNTIME;
    }
    name_sides(session);
    int code = open_sampler(session);
    return code == EXIT_FINE ? open_game(session) : code;
}

void session_close(struct session *session)
{
    bship_game_free(session->game);
    bship_sampler_unref(session->sampler);
    for (int side = 0; side < 2; side++) {
        bship_ai_free(session->ai[side]);
        panel_clear(&session->panels[side]);
    }
    bship_rules_unref(session->rules);
}

enum session_state session_place_random(struct session *session, int32_t side)
{
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    options.work_limit = LAYOUT_WORK_LIMIT;
    bship_status status = bship_game_place_random(session->game, side, &options, NULL);
    return status == BSHIP_OK ? SESSION_GOES_ON : session_fail("cannot place a fleet", status);
}

const char *session_player(const struct session *session, int32_t side)
{
    if (session->is_demo)
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

void session_print_headline(const struct session *session)
{
    char line[160];
    int used = 0;
    int64_t round = bship_game_round(session->game);
    if (round > 0)
        used = snprintf(line, sizeof(line), "Round %" PRId64 "   ", round);
    const char *strategy = bship_ai_strategy(session->ai[BSHIP_SIDE_B]);
    snprintf(line + used, sizeof(line) - (size_t)used, "%s against %s   seed %" PRIu64,
             session->is_demo ? strategy : "you", strategy, session->options->seed);
    fputc('\n', session->screen.out);
    screen_print_bold(&session->screen, line);
    fputs("\n\n", session->screen.out);
}

void session_draw(struct session *session, enum session_view view)
{
    const bship_game *game = session->game;
    const bship_chart *charts[2] = { bship_game_chart(game, BSHIP_SIDE_A),
                                     bship_game_chart(game, BSHIP_SIDE_B) };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct panel *panel = &session->panels[side];
        const char *title = session->titles[side];
        const bship_chart *of_other = charts[1 - side];
        if (side == BSHIP_SIDE_A || view == VIEW_BOTH)
            panel_show_board(panel, title, bship_game_board(game, side));
        else
            panel_show_chart(panel, title, of_other);
        panel_mark_fresh(panel, of_other, latest_shot(game, 1 - side));
    }
    session_print_headline(session);
    screen_draw(&session->screen, &session->panels[0], &session->panels[1]);
}

void session_print_turn(const struct session *session)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_game_last_entry(session->game, &entry);
    const bship_chart *chart = bship_game_chart(session->game, entry.side);
    const bship_board *own = entry.side == BSHIP_SIDE_B && !session->is_demo
                                 ? bship_game_board(session->game, BSHIP_SIDE_A)
                                 : NULL;
    fprintf(session->screen.out, "%5s: ", session_player(session, entry.side));
    describe_turn(session->screen.out, chart, entry.chart_turn, own);
    fputc('\n', session->screen.out);
}

static long long shots_of(const struct session *session, int32_t side)
{
    return (long long)bship_chart_shots(bship_game_chart(session->game, side));
}

void session_print_result(struct session *session)
{
    static const char *const results[][3] = {
        { "You have won", "The enemy has won", "A draw: both fleets are sunk" },
        { "a has won", "b has won", "A draw: both fleets are sunk" },
    };
    char line[128];
    snprintf(line, sizeof(line), "%s. Shots: %s %lld, %s %lld.",
             results[session->is_demo][bship_game_outcome(session->game)],
             session_player(session, BSHIP_SIDE_A), shots_of(session, BSHIP_SIDE_A),
             session_player(session, BSHIP_SIDE_B), shots_of(session, BSHIP_SIDE_B));
    session_draw(session, VIEW_BOTH);
    screen_print_bold(&session->screen, line);
    fputc('\n', session->screen.out);
}

enum session_state session_flush(const struct session *session)
{
    if (!screen_flush(&session->screen)) {
        fprintf(stderr, PROGRAM ": cannot write to standard output\n");
        return SESSION_FAILED;
    }
    return interrupt_happened() ? SESSION_INTERRUPTED : SESSION_GOES_ON;
}

enum session_state session_fail(const char *what, bship_status status)
{
    fprintf(stderr, PROGRAM ": %s: %s\n", what, bship_status_message(status));
    return SESSION_FAILED;
}

enum session_state session_ask(struct session *session, const char *prompt,
                               char line[INPUT_LINE_SIZE])
{
    fprintf(session->screen.out, "%s> ", prompt);
    enum session_state state = session_flush(session);
    if (state != SESSION_GOES_ON)
        return state;
    switch (input_read(&session->input, line)) {
    case INPUT_TOO_LONG:
        fprintf(session->screen.out, "That line is too long (more than %d bytes).\n",
                INPUT_LINE_SIZE - 1);
        line[0] = '\0';
        return SESSION_GOES_ON;
    case INPUT_END:
        return SESSION_INPUT_ENDED;
    case INPUT_INTERRUPTED:
        return SESSION_INTERRUPTED;
    default:
        return SESSION_GOES_ON;
    }
}
