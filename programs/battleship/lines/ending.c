/* The end of a game in line mode; see ending.h. */
#include "battleship/lines/ending.h"

#include <inttypes.h>
#include <math.h>

#include "common/sides.h"
#include "battleship/game/describe.h"
#include "battleship/game/profile_use.h"
#include "battleship/game/review.h"
#include "battleship/game/statistics.h"
#include "battleship/lines/boards.h"

enum {
    ACCURACY_SIZE = 128,
    COSTLIEST_SHOWN = 3,
    GLANCE_MILLISECONDS = 100 /* between two looks at a review that goes on */
};

/* How long people wait for the review of their game. */
#define REVIEW_SECONDS 4.0

/* ---- the result ---- */

static void write_accuracy(const struct plain *plain, int32_t side, char *text, size_t size)
{
    const bship_chart *chart = bship_game_chart(plain->session.game, side);
    char name[PLAYER_NAME_SIZE];
    int64_t shots = bship_chart_shots(chart);
    int64_t hits = bship_chart_hits(chart);
    session_subject(&plain->session, side, name);
    snprintf(text, size, "%s: %" PRId64 " shot%s, %" PRId64 " hit%s (%.0f %%).", name, shots,
             shots == 1 ? "" : "s", hits, hits == 1 ? "" : "s",
             shots > 0 ? 100.0 * (double)hits / (double)shots : 0.0);
}

static void print_accuracies(const struct plain *plain)
{
    char texts[SIDES][ACCURACY_SIZE];
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        write_accuracy(plain, side, texts[side], ACCURACY_SIZE);
    plain_say(plain, "%s %s", texts[BSHIP_SIDE_A], texts[BSHIP_SIDE_B]);
}

static void print_result(struct plain *plain)
{
    char result[192];
    char line[sizeof(result) + 1];
    describe_result(&plain->session, result, sizeof(result));
    snprintf(line, sizeof(line), "%s.", result);
    int32_t viewer = session_viewer(&plain->session);
    if (!plain->is_spoken)
        boards_draw(plain, viewer);
    if (viewer != BSHIP_SIDE_NONE)
        boards_print_news(plain, viewer);
    grid_print_bold(&plain->grid, line);
    fputc('\n', plain_out(plain));
    print_accuracies(plain);
}

/* ---- the review ---- */

/*
 * Lets the review run: for some seconds if somebody is watching, else until the chances of all
 * shots are known. Ctrl-C ends it early.
 */
static enum plain_state run_review(struct plain *plain, struct review *review)
{
    enum plain_state state = PLAIN_GOES_ON;
    struct review_summary summary;
    if (!review_start(review))
        return plain_fail("cannot review the game", BSHIP_ERROR_STATE);
    while (state == PLAIN_GOES_ON && review_is_busy(review)) {
        state = plain_wait_for(plain, GLANCE_MILLISECONDS);
        review_read(review, &summary);
        bool is_enough = summary.stage != REVIEW_CHANCES && !plain->has_terminal;
        if (is_enough || worker_seconds(plain->worker) > 2 * REVIEW_SECONDS)
            review_cancel(review);
    }
    worker_cancel(plain->worker);
    worker_wait(plain->worker);
    review_collect(review);
    return state == PLAIN_INTERRUPTED ? PLAIN_GOES_ON : state;
}

static void print_luck(const struct plain *plain, const struct review *review, double luck)
{
    struct review_summary summary;
    review_read(review, &summary);
    double given_away = summary.hits_best - summary.hits_fair;
    plain_say(plain, "Luck: %+.1f hits (%" PRId64 " made, %.1f to be expected).", luck,
              summary.hits, summary.hits_fair);
    if (summary.rollouts > 0 && !isnan(summary.luck.error))
        plain_say(plain,
                  "Given away: %.1f hits. In shots: luck %+.1f +- %.1f, given away %.1f +- %.1f.",
                  given_away, summary.luck.value, summary.luck.error, summary.cost.value,
                  summary.cost.error);
    else
        plain_say(plain, "Given away: %.1f hits.", given_away);
}

/* Finds the shot of a turn that was furthest from the best cell. */
static bool find_worst(const struct review *review, int64_t turn, struct review_shot *worst)
{
    struct review_turn costs;
    struct review_shot shot;
    bool is_found = false;
    if (!review_turn(review, turn, &costs))
        return false;
    for (int32_t i = 0; i < costs.shots && review_shot(review, costs.first_shot + i, &shot); i++) {
        if (!is_found || shot.best_chance - shot.chance > worst->best_chance - worst->chance)
            *worst = shot;
        is_found = true;
    }
    return is_found;
}

static void print_costly(const struct plain *plain, const struct review *review, int64_t turn)
{
    struct review_shot shot;
    if (!find_worst(review, turn, &shot))
        return;
    char cell[BSHIP_CELL_TEXT_SIZE];
    char best[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(shot.cell, cell, sizeof(cell));
    bship_cell_format(shot.best_cell, best, sizeof(best));
    fprintf(plain_out(plain), " %" PRId64 " %s %.0f %% (%s %.0f %%)", turn + 1, cell,
            100.0 * shot.chance, best, 100.0 * shot.best_chance);
}

static void print_costliest(const struct plain *plain, const struct review *review)
{
    int64_t turns[COSTLIEST_SHOWN];
    size_t count = review_costliest(review, turns, COSTLIEST_SHOWN);
    fputs(count > 0 ? "Costliest turns:" : "", plain_out(plain));
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", plain_out(plain));
        print_costly(plain, review, turns[i]);
    }
    fputs(count > 0 ? ".\n" : "", plain_out(plain));
}

/* Reviews the game of a side, and prints it; `luck` is NAN if that is not known. */
static enum plain_state review_side(struct plain *plain, int32_t side, double *luck)
{
    const bship_game *game = plain->session.game;
    struct review_options options = { .seconds = REVIEW_SECONDS,
                                      .seed = plain->session.setup.seed };
    struct review *review = NULL;
    *luck = (double)NAN;
    if (bship_chart_shots(bship_game_chart(game, side)) == 0 ||
        review_open(&review, bship_game_chart(game, side), bship_game_board(game, other_side(side)),
                    &options, plain->worker) != BSHIP_OK)
        return PLAIN_GOES_ON;
    if (plain->has_terminal)
        fputs("Looking back (Ctrl-C skips)... ", plain_out(plain));
    enum plain_state state = plain_flush(plain);
    if (state == PLAIN_GOES_ON)
        state = run_review(plain, review);
    *luck = review_luck_in_hits(review);
    if (!isnan(*luck)) {
        print_luck(plain, review, *luck);
        print_costliest(plain, review);
    } else if (plain->has_terminal) {
        fputc('\n', plain_out(plain));
    }
    review_close(review);
    return state;
}

/* ---- keeping ---- */

static void count_game(struct plain *plain, const double luck[SIDES])
{
    char why[FILES_WHY_SIZE];
    if (!plain->options->saves)
        return;
    if (!statistics_count(&plain->session, luck, why))
        plain_say(plain, "The game is not counted: %s.", why);
    if (!profile_learn(&plain->session, why))
        plain_say(plain, "Your fleet is not added to the profile: %s.", why);
    if (!saves_forget(&plain->saves, why))
        plain_say(plain, "The saved game cannot be removed: %s.", why);
}

enum plain_state plain_show_end(struct plain *plain)
{
    enum plain_state state = PLAIN_GOES_ON;
    double luck[SIDES] = { (double)NAN, (double)NAN, (double)NAN };
    print_result(plain);
    if (session_humans(&plain->session) == 1) {
        int32_t side = session_viewer(&plain->session);
        state = review_side(plain, side, &luck[side]);
    }
    count_game(plain, luck);
    enum plain_state flushed = plain_flush(plain);
    return state == PLAIN_GOES_ON ? flushed : state;
}

enum plain_state plain_ask_rematch(struct plain *plain, bool *is_wanted)
{
    *is_wanted = false;
    if (!plain->has_terminal || session_has_remote(&plain->session) ||
        session_humans(&plain->session) == 0)
        return PLAIN_GOES_ON;
    return plain_ask_yes_or_no(plain, "A rematch? yes or no", is_wanted);
}
