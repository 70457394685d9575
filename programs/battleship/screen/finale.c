/* The end of a game on the full screen; see finale.h. */
#include "battleship/screen/finale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/sides.h"
#include "battleship/game/describe.h"
#include "battleship/screen/analysis_view.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/game_view.h"
#include "battleship/screen/terminal.h"

enum {
    TICK_MILLISECONDS = 200, /* while a review fills in */
    NO_CHOICE = -1
};

struct finale {
    struct session *session;
    struct worker *worker;
    struct game_view view;
    struct analysis_view analysis;
    bool is_analysing; /* the page of all turns is shown */
    int32_t choice;    /* an enum finale_choice; NO_CHOICE: none yet */
};

/* ---- drawing ---- */

/* What each choice is called on the line of keys. */
static const struct {
    int32_t key;
    int32_t choice;
} choices[] = {
    { 'r', FINALE_REMATCH },
    { 'n', FINALE_NEW_GAME },
    { 'p', FINALE_REPLAY },
    { 'q', FINALE_QUIT },
};

/* Who has fired no shot has nothing to analyse. */
static bool can_analyse(const struct finale *finale)
{
    return finale->analysis.reviews[finale->analysis.side] != NULL;
}

static const char *analysis_keys(const struct finale *finale)
{
    if (finale->is_analysing)
        return "  a back  arrows scroll";
    return can_analyse(finale) ? "  a analyse" : "";
}

static void write_lines(struct finale *finale)
{
    struct game_view *view = &finale->view;
    view->news_style = STYLE_TITLE;
    describe_result(finale->session, view->news[0], sizeof(view->news[0]));
    if (worker_is_busy(finale->worker))
        snprintf(view->status, sizeof(view->status), "analysing... %.0f %%  %.1f s",
                 100 * worker_done(finale->worker), worker_seconds(finale->worker));
    else
        view->status[0] = '\0';
    bool has_tabs = view->layout.has_tabs || !view->layout.has_log;
    snprintf(view->keys, sizeof(view->keys), "r rematch  n new game  p replay%s  q quit%s",
             analysis_keys(finale), has_tabs && !finale->is_analysing ? "  Tab" : "  ? help");
}

static void draw_summary(const struct area *area, void *user)
{
    const struct finale *finale = user;
    analysis_view_draw_summary(&finale->analysis, area);
}

/* The page of all turns takes what the boards have otherwise. */
static struct area page_area(const struct finale *finale)
{
    const struct layout *layout = &finale->view.layout;
    return (struct area){ 1, 0, layout->news - 1, layout->columns };
}

static void draw(void *user)
{
    struct finale *finale = user;
    struct game_view *view = &finale->view;
    int32_t viewer = session_viewer(finale->session);
    int32_t left = viewer == BSHIP_SIDE_NONE ? BSHIP_SIDE_A : other_side(viewer);
    game_view_arrange(view);
    if (finale->is_analysing)
        layout_stretch(&view->layout, terminal_rows());
    game_view_show_waters(view, TAB_LEFT, finale->session, left, true);
    game_view_show_waters(view, TAB_RIGHT, finale->session, other_side(left), true);
    view->round = bship_game_round(finale->session->game);
    write_lines(finale);
    view->is_covered = finale->is_analysing;
    game_view_draw(view);
    struct area page = page_area(finale);
    if (finale->is_analysing && !view->layout.is_too_small)
        analysis_view_draw_page(&finale->analysis, &page);
}

/* ---- help ---- */

/* What the keys do, and what the words of the analysis mean. */
static const struct dialog_help_row help_rows[] = {
    { "r", "rematch: the same rules; the other side begins" },
    { "n", "new game: back to the menu" },
    { "p", "replay this game step by step" },
    { "a", "analyse: every turn, with its chances; once more: back" },
    { "Tab", "the other board, or the analysis of the other player" },
    { "q", "quit" },
    { NULL, "The analysis" },
    { "luck",
      "above 0: more hits than the chances of your cells promised; in shots: how many fewer "
      "you needed" },
    { "given away", "what your choice of cells cost, against the best cells" },
    { "costliest shots", "your cell and its chance of a hit; the best cell (and its chance)" },
    { "an expert", "the shots that an expert needs on average" },
    { "+-", "standard error: estimates get better while you wait" },
};

static void show_help(struct finale *finale)
{
    const struct backdrop backdrop = { .draw = draw, .user = finale };
    int result =
        dialog_help(&backdrop, "The end", help_rows, sizeof(help_rows) / sizeof(help_rows[0]));
    if (result == DIALOG_INTERRUPTED)
        finale->choice = FINALE_QUIT;
    else if (result == DIALOG_CLOSED)
        finale->choice = FINALE_CLOSED;
}

/* ---- events ---- */

static void take_key(struct finale *finale, int32_t key)
{
    int32_t letter = key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
    struct area page = page_area(finale);
    for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++)
        if (choices[i].key == letter)
            finale->choice = choices[i].choice;
    if (key == '?' || key == TERMINAL_KEY_F1)
        show_help(finale);
    else if (letter == 'a' && can_analyse(finale))
        finale->is_analysing = !finale->is_analysing;
    else if (key == TERMINAL_KEY_ESCAPE)
        finale->is_analysing = false;
    else if (finale->is_analysing)
        analysis_view_take_key(&finale->analysis, &page, key);
    else if (key == TERMINAL_KEY_TAB)
        game_view_next_tab(&finale->view);
}

static void take_event(struct finale *finale, const struct event *event)
{
    if (event->kind == EVENT_KEY && !finale->view.layout.is_too_small)
        take_key(finale, event->key);
    else if (event->kind == EVENT_INTERRUPT)
        finale->choice = FINALE_QUIT;
    else if (event->kind == EVENT_CLOSED)
        finale->choice = FINALE_CLOSED;
}

/* Collects the review that has ended, and starts the next one. */
static void advance_reviews(struct finale *finale)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct review *review = finale->analysis.reviews[side];
        struct review_summary summary;
        if (review == NULL)
            continue;
        review_collect(review);
        review_read(review, &summary);
        if (summary.stage != REVIEW_DONE && summary.status == BSHIP_OK)
            review_start(review); /* if the worker is free */
    }
}

static void run(struct finale *finale)
{
    while (finale->choice == NO_CHOICE) {
        int fd = worker_fd(finale->worker);
        struct event event;
        advance_reviews(finale);
        draw(finale);
        terminal_refresh();
        terminal_wait(&event, &fd, 1, worker_is_busy(finale->worker) ? TICK_MILLISECONDS : -1);
        take_event(finale, &event);
    }
}

/* ---- opening and closing ---- */

/* Whether the shots of a side are reviewed: those of people, or of all if there are none here. */
static bool is_reviewed(const struct session *session, int32_t side)
{
    return bship_chart_shots(bship_game_chart(session->game, side)) > 0 &&
           (session_is_human(session, side) || session_humans(session) == 0);
}

static void open_reviews(struct finale *finale)
{
    struct session *session = finale->session;
    finale->analysis.session = session;
    finale->analysis.side = BSHIP_SIDE_A;
    for (int32_t side = BSHIP_SIDE_B; side >= BSHIP_SIDE_A; side--) {
        struct review **review = &finale->analysis.reviews[side];
        if (!is_reviewed(session, side))
            continue;
        if (review_open(review, bship_game_chart(session->game, side),
                        bship_game_board(session->game, other_side(side)), NULL,
                        finale->worker) != BSHIP_OK)
            *review = NULL; /* the end is shown without it */
        else
            finale->analysis.side = side;
    }
}

enum finale_choice finale_run(struct session *session, struct worker *worker, double luck[SIDES])
{
    struct finale finale = { .session = session, .worker = worker, .choice = NO_CHOICE };
    luck[BSHIP_SIDE_A] = luck[BSHIP_SIDE_B] = (double)NAN;
    if (!game_view_open(&finale.view, session->setup.rules)) {
        game_view_close(&finale.view);
        return FINALE_NEW_GAME;
    }
    game_view_name_game(finale.view.opponents, session);
    finale.view.draw_side = draw_summary;
    finale.view.user = &finale;
    open_reviews(&finale);
    run(&finale);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct review *review = finale.analysis.reviews[side];
        luck[side] = review != NULL ? review_luck_in_hits(review) : (double)NAN;
        review_close(review);
    }
    game_view_close(&finale.view);
    return (enum finale_choice)finale.choice;
}
