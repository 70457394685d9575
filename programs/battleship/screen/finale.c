/* The end of a game on the full screen; see finale.h. */
#include "battleship/screen/finale.h"

#include <stdio.h>

#include "battleship/screen/analysis_view.h"
#include "battleship/screen/command_page.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/game_view.h"
#include "battleship/screen/key_line.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/command.h"
#include "battleship/talk/waters.h"
#include "battleship/talk/words.h"
#include "common/format.h"
#include "common/sides.h"

enum {
    TICK_MILLISECONDS = 200, /* while a review fills in */
    TEXT_SIZE = 1024,
    LEAST_LOG_ROWS = 8, /* below the reviews, so that the log has room */
    USUAL_ROWS = 24     /* of a terminal */
};

struct finale {
    struct ending *ending;
    struct remote *remote; /* NULL: nobody is on another machine */
    struct game_view view;
    struct analysis_view analysis;
    struct reply reply; /* to the last key */
    int32_t choice;     /* of what is next; OUTCOME_GOES_ON: none yet */
};

/* ---- drawing ---- */

static void write_lines(struct finale *finale)
{
    struct game_view *view = &finale->view;
    bool is_narrow = view->layout.has_tabs || !view->layout.has_log;
    int32_t place = PLACE_END | (is_narrow ? PLACE_NARROW : 0);
    char headline[TEXT_SIZE];
    ending_headline(finale->ending, headline, sizeof headline);
    /* Such as the wish for a rematch, to which somebody is to answer. */
    const char *heard = finale->remote ? remote_listen(finale->remote) : "";
    snprintf(view->status, sizeof view->status, "%s", heard);
    format_sentence(view->status, sizeof view->status, "%s", headline);
    bool is_refusal = finale->reply.kind == REPLY_REFUSED;
    if (is_refusal)
        snprintf(view->status, sizeof view->status, "%s", finale->reply.text);
    view->status_style = is_refusal ? STYLE_WARNING : STYLE_TITLE;
    if (finale->analysis.is_shown)
        snprintf(view->keys, sizeof view->keys, "%s", analysis_view_keys(&finale->analysis));
    else
        key_line_write(place, view->layout.columns, view->keys, sizeof view->keys);
}

/* The lines about the game, of which the last may have no room, and the log. */
static void draw_summary(const struct area *area, void *user)
{
    const struct finale *finale = user;
    struct review_line lines[ENDING_LINES_MAX];
    size_t count = ending_lines(finale->ending, lines);
    int rows = analysis_view_draw_lines(lines, count, area) + 1;
    struct area left = { area->row + rows, area->column, area->rows - rows, area->columns };
    if (left.rows >= LEAST_LOG_ROWS)
        log_view_draw(&finale->view.log, &left, false);
}

/* Gives the page of all turns the whole screen, and the review what an ordinary one has. */
static void make_room(struct finale *finale)
{
    struct layout *layout = &finale->view.layout;
    int rows = terminal_rows();
    if (!finale->analysis.is_shown && rows > USUAL_ROWS)
        rows = layout->keys < USUAL_ROWS ? USUAL_ROWS : layout->keys + 1;
    layout_stretch(layout, rows);
    layout->log.rows = layout->news - layout->log.row - 1;
}

static void draw(void *user)
{
    struct finale *finale = user;
    struct game_view *view = &finale->view;
    const struct session *session = finale->ending->session;
    int32_t viewer = session_viewer(session);
    int32_t left = viewer == BSHIP_SIDE_NONE ? BSHIP_SIDE_A : other_side(viewer);
    game_view_arrange(view);
    make_room(finale);
    waters_show(&view->panels[TAB_LEFT], session, left, viewer);
    waters_show(&view->panels[TAB_RIGHT], session, other_side(left), viewer);
    view->round = bship_game_round(session->game);
    write_lines(finale);
    view->is_covered = finale->analysis.is_shown;
    game_view_draw(view);
    analysis_view_draw_page(&finale->analysis, &view->layout);
}

/* ---- events ---- */

static void obey(struct finale *finale, int32_t command);

/* Shows the commands, and obeys the one that is chosen. */
static void show_menu(struct finale *finale)
{
    const struct backdrop backdrop = { .draw = draw, .user = finale };
    int chosen = command_page_run(&backdrop, "The end", PLACE_END | PLACE_NARROW);
    if (chosen < OUTCOME_BACK)
        finale->choice = dialog_after(chosen);
    else
        obey(finale, chosen);
}

static void obey(struct finale *finale, int32_t command)
{
    switch (command) {
    case COMMAND_REMATCH:
        finale->choice = COMMAND_REMATCH;
        break;
    case COMMAND_NEW_GAME:
        finale->choice = OUTCOME_BACK;
        break;
    case COMMAND_REPLAY:
        finale->choice = COMMAND_REPLAY;
        break;
    case COMMAND_LEAVE:
        finale->choice = OUTCOME_QUIT;
        break;
    case COMMAND_MENU:
        show_menu(finale);
        break;
    case COMMAND_ANALYSE:
        analysis_view_toggle(&finale->analysis, &finale->reply);
        break;
    case COMMAND_CANCEL:
        finale->analysis.is_shown = false;
        break;
    case COMMAND_TAB:
        game_view_next_tab(&finale->view);
        break;
    default:
        break;
    }
}

static void take_key(struct finale *finale, int32_t key)
{
    int32_t command = command_of_key(PLACE_END, key);
    finale->reply.kind = REPLY_NONE;
    if (analysis_view_take_key(&finale->analysis, &finale->view.layout, key, command,
                               &finale->reply))
        return;
    if (command == COMMAND_NONE)
        words_refuse_key(key, &finale->reply);
    else
        obey(finale, command);
}

static void take_event(struct finale *finale, const struct event *event)
{
    finale->choice = event_outcome(event);
    if (event->kind == EVENT_KEY && !finale->view.layout.is_too_small)
        take_key(finale, event->key);
}

static void run(struct finale *finale)
{
    struct worker *worker = finale->ending->worker;
    while (finale->choice == OUTCOME_GOES_ON) {
        struct pollfd fd = { worker_fd(worker), POLLIN, 0 };
        struct event event;
        ending_advance(finale->ending);
        draw(finale);
        terminal_refresh();
        bool ticks = finale->remote || ending_is_busy(finale->ending);
        terminal_wait(&event, &fd, 1, ticks ? TICK_MILLISECONDS : -1);
        take_event(finale, &event);
    }
    ending_pause(finale->ending);
}

int finale_run(struct ending *ending, struct remote *remote)
{
    struct finale finale = { .ending = ending,
                             .remote = remote,
                             .analysis = { .result = &ending->result,
                                           .hindsights = ending->hindsights,
                                           .side = ending->side,
                                           .is_there = ending_hindsight(ending, ending->side) },
                             .choice = OUTCOME_GOES_ON };
    if (!game_view_open(&finale.view, ending->session->setup.rules) ||
        !log_view_update(&finale.view.log, ending->session)) {
        game_view_close(&finale.view);
        return OUTCOME_BACK;
    }
    game_view_name_game(finale.view.opponents, ending->session);
    finale.view.draw_side = draw_summary;
    finale.view.user = &finale;
    run(&finale);
    game_view_close(&finale.view);
    return finale.choice;
}
