/*
 * A record on the full screen; see replay_screen.h.
 *
 * One loop: ask for a heat map if one is wanted, draw, wait for an event, act on it. Steps are
 * instant; heat maps are computed by the worker, on a copy of the chart.
 */
#include "battleship/screen/replay_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/screen/analysis_view.h"
#include "battleship/screen/command_page.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/game_view.h"
#include "battleship/screen/key_line.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/command.h"
#include "battleship/talk/pace.h"
#include "battleship/talk/replay_heat.h"
#include "battleship/talk/viewing.h"
#include "battleship/talk/words.h"
#include "common/format.h"
#include "common/printed.h"
#include "common/sides.h"

enum {
    TICK_MILLISECONDS = 100 /* while a heat map is computed */
};

struct replay_screen {
    struct replay *replay;
    struct viewing viewing;
    struct worker *worker;
    struct replay_heat heat;
    struct game_view view;
    struct analysis_view analysis;
    size_t texts; /* entries whose text was made; the view's log shows those that were played */
    bool hides_fleets; /* shows what the players knew */
    bool is_playing;
    struct pace pace;
    char number[12];    /* of a step, being typed; empty: none */
    struct reply reply; /* to the last one, until the next key */
    int result;         /* how it is left; OUTCOME_GOES_ON: not yet */
};

/* ---- what is shown ---- */

/* The text of an entry for the log, to be freed; NULL if out of memory. */
static char *entry_text(const struct viewing *viewing, int64_t number)
{
    const struct replay_step *step = &viewing->replay->steps[number];
    const struct called *called = viewing->result.called;
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    log_view_begin_entry(printed.out, step->round, called[step->side].name,
                         called[other_side(step->side)].name);
    viewing_print_turn(viewing, number, printed.out);
    return printed_close(&printed, true);
}

/* Makes the log end with the entry that was played last, which stands out by that. */
static void show_log(struct replay_screen *screen)
{
    struct log_view *log = &screen->view.log;
    size_t at = (size_t)screen->replay->at;
    while (screen->texts < at) {
        char *text = entry_text(&screen->viewing, (int64_t)screen->texts);
        if (!text)
            break;
        log->texts[screen->texts++] = text;
    }
    log->count = at < screen->texts ? at : screen->texts;
}

/* The board of a side: where it stood in the game. */
static int32_t board_of(const struct replay_screen *screen, int32_t side)
{
    return side == screen->viewing.left ? TAB_LEFT : TAB_RIGHT;
}

/* Fills a panel with the waters of a side: with its ships, if they are known and may be seen. */
static void show_waters(struct replay_screen *screen, int32_t side)
{
    bool is_target =
        replay_heat_is_there(&screen->heat) && side != replay_aiming_side(screen->replay);
    viewing_show_waters(&screen->viewing, side, !screen->hides_fleets && !is_target,
                        &screen->view.panels[board_of(screen, side)]);
    screen->view.boards[board_of(screen, side)].heat = is_target ? screen->heat.grid : NULL;
}

/* Adds a sentence about what is going on to where the replay stands. */
static void add_state(const struct replay_screen *screen, char *text, size_t size)
{
    if (screen->number[0])
        format_sentence(text, size, "Go to step %s_ (Enter goes there).", screen->number);
    else if (screen->reply.kind == REPLY_REFUSED)
        format_sentence(text, size, "%s", screen->reply.text);
    else if (screen->is_playing)
        pace_say(&screen->pace, text, size);
    else if (screen->heat.is_asked)
        format_sentence(text, size, "Computing the heat map: %.1f s.",
                        worker_seconds(screen->worker));
    else if (screen->heat.text[0])
        format_sentence(text, size, "%s", screen->heat.text);
}

/* Where the replay stands, what is going on, and what has happened. */
static void write_lines(struct replay_screen *screen)
{
    struct game_view *view = &screen->view;
    char *text = view->status;
    size_t size = sizeof view->status;
    char *said = viewing_say(&screen->viewing);
    viewing_position(&screen->viewing, text, size);
    add_state(screen, text, size);
    if (said && said[0])
        format_sentence(text, size, "%s", said);
    free(said);
    view->status_style = screen->replay->at == screen->replay->count && screen->replay->fault[0]
                             ? STYLE_WARNING
                             : STYLE_PLAIN;
    if (screen->analysis.is_shown)
        snprintf(view->keys, sizeof view->keys, "%s", analysis_view_keys(&screen->analysis));
    else
        key_line_write(PLACE_REPLAY | (view->layout.has_tabs ? PLACE_NARROW : 0) |
                           (screen->is_playing ? PLACE_PLAYING : 0),
                       view->layout.columns, view->keys, sizeof view->keys);
}

/* Draws all; also the backdrop of dialogues. */
static void draw(void *user)
{
    struct replay_screen *screen = user;
    game_view_arrange(&screen->view);
    if (screen->analysis.is_shown)
        layout_stretch(&screen->view.layout, terminal_rows());
    show_log(screen);
    show_waters(screen, BSHIP_SIDE_A);
    show_waters(screen, BSHIP_SIDE_B);
    screen->view.round =
        screen->replay->at > 0 ? screen->replay->steps[screen->replay->at - 1].round : 0;
    write_lines(screen);
    screen->view.is_covered = screen->analysis.is_shown;
    game_view_draw(&screen->view);
    analysis_view_draw_page(&screen->analysis, &screen->view.layout);
}

/* ---- moving ---- */

/* Scrolls the board that was fired at last to its shots, and brings it in sight. */
static void follow(struct replay_screen *screen)
{
    const struct replay *replay = screen->replay;
    bship_turn turn = BSHIP_TURN_INIT;
    bship_cell cell;
    if (replay->at == 0)
        return;
    const struct replay_step *last = &replay->steps[replay->at - 1];
    const bship_chart *chart = replay->charts[last->side];
    if (bship_chart_turn(chart, last->chart_turn, &turn) ||
        bship_chart_shot(chart, turn.first_shot, &cell, NULL))
        return;
    screen->view.tab = board_of(screen, other_side(last->side));
    game_view_arrange(&screen->view);
    if (!screen->view.layout.is_too_small)
        board_view_show(&screen->view.boards[screen->view.tab], cell);
}

/* Shows a position that was gone to. */
static void arrive(struct replay_screen *screen)
{
    screen->view.log.scrolled = 0;
    screen->heat.text[0] = '\0';
    follow(screen);
}

/* Moves by a command; false if it is none that moves. Going back ends playing. */
static bool move(struct replay_screen *screen, int32_t command)
{
    int64_t before = screen->replay->at;
    if (!viewing_move(&screen->viewing, command))
        return false;
    screen->is_playing = screen->is_playing && screen->replay->at > before;
    arrive(screen);
    return true;
}

/* Plays on, from the beginning if this is the end, or stops. */
static void toggle_playing(struct replay_screen *screen)
{
    screen->is_playing = !screen->is_playing;
    if (screen->is_playing && screen->replay->at == screen->replay->count) {
        viewing_move(&screen->viewing, COMMAND_FIRST);
        arrive(screen);
    }
    pace_begin(&screen->pace);
}

/* Plays the next entry if it is due. */
static void play(struct replay_screen *screen)
{
    if (!screen->is_playing || !pace_is_due(&screen->pace))
        return;
    move(screen, COMMAND_FORWARD);
    pace_begin(&screen->pace);
    screen->is_playing = screen->replay->at < screen->replay->count;
}

/* ---- keys ---- */

/* Cancels what is typed, computed or shown or, if there is nothing, leaves. */
static void cancel(struct replay_screen *screen)
{
    if (screen->number[0])
        screen->number[0] = '\0';
    else if (screen->heat.is_asked && screen->heat.is_wanted)
        replay_heat_toggle(&screen->heat);
    else if (screen->analysis.is_shown)
        screen->analysis.is_shown = false;
    else
        screen->result = OUTCOME_BACK;
}

/* Takes a key of a number being typed; false if it is another one. */
static bool take_digit(struct replay_screen *screen, int32_t key)
{
    size_t length = strlen(screen->number);
    if (key >= '0' && key <= '9') {
        if (length + 1 < sizeof screen->number) {
            screen->number[length] = (char)key;
            screen->number[length + 1] = '\0';
        }
        return true;
    }
    if (length == 0 || (key != TERMINAL_KEY_ENTER && key != TERMINAL_KEY_BACKSPACE))
        return false;
    if (key == TERMINAL_KEY_ENTER) {
        viewing_go(&screen->viewing, screen->number, &screen->reply);
        arrive(screen);
    }
    screen->number[key == TERMINAL_KEY_ENTER ? 0 : length - 1] = '\0';
    return true;
}

static void obey(struct replay_screen *screen, int32_t command);

/* Shows the commands, and obeys the one that is chosen. */
static void show_menu(struct replay_screen *screen)
{
    const struct backdrop backdrop = { .draw = draw, .user = screen };
    int chosen = command_page_run(&backdrop, "Replay", PLACE_REPLAY | PLACE_NARROW);
    if (chosen < OUTCOME_BACK)
        screen->result = chosen;
    else
        obey(screen, chosen);
}

static void obey(struct replay_screen *screen, int32_t command)
{
    switch (command) {
    case COMMAND_PAUSE:
        toggle_playing(screen);
        break;
    case COMMAND_FASTER:
    case COMMAND_SLOWER:
        pace_change(&screen->pace, command == COMMAND_FASTER ? 1 : -1);
        break;
    case COMMAND_HEAT:
        replay_heat_toggle(&screen->heat);
        break;
    case COMMAND_FLEETS:
        screen->hides_fleets = !screen->hides_fleets;
        break;
    case COMMAND_ANALYSE:
        analysis_view_toggle(&screen->analysis, &screen->reply);
        break;
    case COMMAND_TAB:
        game_view_next_tab(&screen->view);
        break;
    case COMMAND_CANCEL:
        cancel(screen);
        break;
    case COMMAND_LEAVE:
        screen->result = OUTCOME_BACK;
        break;
    case COMMAND_MENU:
        show_menu(screen);
        break;
    default:
        move(screen, command);
    }
}

static void take_key(struct replay_screen *screen, int32_t key)
{
    int32_t command = command_of_key(PLACE_REPLAY, key);
    screen->reply.kind = REPLY_NONE;
    if (analysis_view_take_key(&screen->analysis, &screen->view.layout, key, command,
                               &screen->reply) ||
        take_digit(screen, key))
        return;
    if (command == COMMAND_NONE)
        words_refuse_key(key, &screen->reply);
    else
        obey(screen, command);
    screen->number[0] = '\0';
}

static void take_event(struct replay_screen *screen, const struct event *event)
{
    screen->result = event_outcome(event);
    if (event->kind == EVENT_KEY)
        take_key(screen, event->key);
    else if (event->kind == EVENT_MOUSE && !screen->view.layout.is_too_small)
        game_view_take_wheel(&screen->view, event);
}

/* ---- opening and closing ---- */

/* How long to wait for an event at most: -1 for ever. */
static int milliseconds_to_wait(const struct replay_screen *screen)
{
    if (screen->heat.is_asked)
        return TICK_MILLISECONDS;
    return screen->is_playing ? pace_milliseconds(&screen->pace) : -1;
}

static void run(struct replay_screen *screen)
{
    follow(screen);
    while (screen->result == OUTCOME_GOES_ON) {
        struct event event;
        struct pollfd fd = { worker_fd(screen->worker), POLLIN, 0 };
        replay_heat_step(&screen->heat, !screen->is_playing);
        draw(screen);
        terminal_refresh();
        terminal_wait(&event, &fd, 1, milliseconds_to_wait(screen));
        take_event(screen, &event);
        play(screen);
    }
}

static bool open_screen(struct replay_screen *screen)
{
    bool has_view = game_view_open(&screen->view, screen->replay->rules);
    bool has_heat = replay_heat_open(&screen->heat, screen->replay, screen->worker);
    screen->view.log.texts = calloc((size_t)screen->replay->count + 1, sizeof(char *));
    return has_view && has_heat && screen->view.log.texts;
}

static void close_screen(struct replay_screen *screen)
{
    replay_heat_close(&screen->heat);
    screen->view.log.count = screen->texts;
    game_view_close(&screen->view);
}

int replay_screen_run(struct replay *replay, struct worker *worker, bool is_own)
{
    struct replay_screen screen = { .replay = replay,
                                    .worker = worker,
                                    .pace = { .speed = PACE_REPLAY },
                                    .result = OUTCOME_GOES_ON };
    viewing_open(&screen.viewing, replay, is_own);
    screen.analysis = (struct analysis_view){ .result = &screen.viewing.result,
                                              .hindsights = screen.viewing.hindsights,
                                              .side = screen.viewing.side,
                                              .is_there = viewing_has_review(&screen.viewing) };
    if (open_screen(&screen)) {
        viewing_title(&screen.viewing, screen.view.opponents, sizeof screen.view.opponents);
        run(&screen);
    } else {
        screen.result = dialog_message(NULL, "NO REPLAY", bship_status_message(BSHIP_ERROR_MEMORY));
    }
    close_screen(&screen);
    viewing_close(&screen.viewing);
    return dialog_after(screen.result);
}
