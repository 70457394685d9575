/*
 * A record on the full screen; see replay_screen.h.
 *
 * One loop: ask for a heat map if one is wanted, draw, wait for an event, act on it. Steps are
 * instant; heat maps are computed by the worker, on a copy of the chart.
 */
#include "battleship/screen/replay_screen.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/process.h"
#include "common/sides.h"
#include "battleship/game/advice.h"
#include "battleship/game/describe.h"
#include "battleship/game/rules_preset.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/game_view.h"
#include "battleship/screen/terminal.h"

enum {
    TICK_MILLISECONDS = 100, /* while a heat map is computed */
    PAGE = 10,               /* entries of a large step */
    USUAL_SPEED = 1,
    NO_HEAT = -1
};

/* Seconds between entries that are played. */
static const double delays[] = { 2, 1, 0.5, 0.2, 0.05 };

enum {
    SPEEDS = sizeof(delays) / sizeof(delays[0])
};

struct replay_screen {
    struct replay *replay;
    struct worker *worker;
    struct advice *advice;
    struct game_view view;
    size_t texts; /* entries whose text was made; the view's log shows those that were played */
    bool hides_fleets; /* shows what the players knew */
    bool is_playing;
    int32_t speed;
    double next_step; /* when the next entry is due, in seconds_now() */
    char number[12];  /* of an entry, being typed; empty: none */
    bool wants_heat;
    double *heat;     /* for each cell */
    int64_t heat_at;  /* the position of the heat map; NO_HEAT: there is none */
    int64_t asked_at; /* the position that it is computed for; NO_HEAT: it is not */
    char heat_text[ADVICE_TEXT_SIZE];
    bool is_done;
    int result;
};

/* ---- what is shown ---- */

static bool has_heat(const struct replay_screen *screen)
{
    return screen->wants_heat && screen->heat_at == screen->replay->at;
}

/* The text of an entry for the log, to be freed; NULL if out of memory. */
static char *entry_text(const struct replay *replay, int64_t number)
{
    const struct replay_step *step = &replay->steps[number];
    const char *name = replay_name(replay, step->side);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fprintf(out, "%2" PRId64 " %.*s ", step->round,
            log_view_name_bytes(name, replay_name(replay, other_side(step->side))), name);
    describe_turn(out, replay->logs[step->side], step->chart_turn, NULL);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Makes the log end with the entry that was played last, which stands out by that. */
static void show_log(struct replay_screen *screen)
{
    struct log_view *log = &screen->view.log;
    size_t at = (size_t)screen->replay->at;
    while (screen->texts < at) {
        char *text = entry_text(screen->replay, (int64_t)screen->texts);
        if (text == NULL)
            break;
        log->texts[screen->texts++] = text;
    }
    log->count = at < screen->texts ? at : screen->texts;
}

/* The board of a side: that of side a is on the left. */
static int32_t board_of(int32_t side)
{
    return side == BSHIP_SIDE_A ? TAB_LEFT : TAB_RIGHT;
}

/* Fills a panel with the waters of a side: with its ships, if they are known and may be seen. */
static void show_waters(struct replay_screen *screen, int32_t side)
{
    const struct replay *replay = screen->replay;
    struct panel *panel = &screen->view.panels[board_of(side)];
    const bship_chart *chart = replay->charts[other_side(side)];
    bool is_target = has_heat(screen) && side != replay_aiming_side(replay);
    if (replay->boards[side] != NULL && !screen->hides_fleets && !is_target)
        panel_show_board(panel, "", replay->boards[side]);
    else
        panel_show_chart(panel, "", chart);
    const struct replay_step *last = replay->at > 0 ? &replay->steps[replay->at - 1] : NULL;
    bship_turn turn = BSHIP_TURN_INIT;
    if (last != NULL && last->side != side &&
        bship_chart_turn(chart, last->chart_turn, &turn) == BSHIP_OK)
        panel_mark_fresh(panel, chart, turn.first_shot);
    screen->view.boards[board_of(side)].heat = is_target ? screen->heat : NULL;
}

static void write_news(struct replay_screen *screen)
{
    const struct replay *replay = screen->replay;
    struct game_view *view = &screen->view;
    char *news = view->news[0];
    bool is_end = replay->at == replay->count;
    view->news_style = STYLE_PLAIN;
    news[0] = '\0';
    if (is_end)
        replay_result(replay, news, GAME_VIEW_LINE);
    if (news[0] == '\0' && view->log.count > 0) {
        const char *text = view->log.texts[view->log.count - 1];
        snprintf(news, GAME_VIEW_LINE, "round %s", text + strspn(text, " "));
    }
    if (is_end && replay->fault[0] != '\0') {
        view->news_style = STYLE_WARNING;
        snprintf(news, GAME_VIEW_LINE, "%.300s", replay->fault);
    }
}

static void write_status(struct replay_screen *screen)
{
    const struct replay *replay = screen->replay;
    struct game_view *view = &screen->view;
    char more[GAME_VIEW_LINE / 2] = "";
    char playing[48] = "";
    if (screen->is_playing)
        snprintf(playing, sizeof(playing), "   playing, speed %d of %d", (int)screen->speed + 1,
                 SPEEDS);
    if (screen->number[0] != '\0')
        snprintf(more, sizeof(more), "   go to: %s_   Enter goes there", screen->number);
    else if (screen->asked_at != NO_HEAT)
        snprintf(more, sizeof(more), "   heat map... %.1f s", worker_seconds(screen->worker));
    else if (screen->heat_text[0] != '\0')
        snprintf(more, sizeof(more), "   heat map: %s", screen->heat_text);
    snprintf(view->status, sizeof(view->status), "entry %" PRId64 " of %" PRId64 "%s%s", replay->at,
             replay->count, playing, more);
}

static void write_keys(struct replay_screen *screen)
{
    snprintf(screen->view.keys, sizeof(screen->view.keys), "%s",
             screen->view.layout.columns < 70
                 ? "left/right step  Space play  q back  ? help"
                 : "left/right step  Space play  5 Enter go to  m heat  f fleets  q back  ? help");
}

/* Draws all; also the backdrop of dialogues. */
static void draw(void *user)
{
    struct replay_screen *screen = user;
    game_view_arrange(&screen->view);
    show_log(screen);
    show_waters(screen, BSHIP_SIDE_A);
    show_waters(screen, BSHIP_SIDE_B);
    screen->view.round =
        screen->replay->at > 0 ? screen->replay->steps[screen->replay->at - 1].round : 0;
    write_news(screen);
    write_status(screen);
    write_keys(screen);
    game_view_draw(&screen->view);
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
    if (bship_chart_turn(chart, last->chart_turn, &turn) != BSHIP_OK ||
        bship_chart_shot(chart, turn.first_shot, &cell, NULL) != BSHIP_OK)
        return;
    screen->view.tab = board_of(other_side(last->side));
    game_view_arrange(&screen->view);
    if (!screen->view.layout.is_too_small)
        board_view_show(&screen->view.boards[screen->view.tab], cell);
}

static void go(struct replay_screen *screen, int64_t at)
{
    replay_go(screen->replay, at);
    screen->view.log.scrolled = 0;
    screen->heat_text[0] = '\0';
    follow(screen);
}

static void step_on(struct replay_screen *screen)
{
    go(screen, screen->replay->at + 1);
}

static void step_back(struct replay_screen *screen)
{
    screen->is_playing = false;
    go(screen, screen->replay->at - 1);
}

static void page_on(struct replay_screen *screen)
{
    go(screen, screen->replay->at + PAGE);
}

static void page_back(struct replay_screen *screen)
{
    screen->is_playing = false;
    go(screen, screen->replay->at - PAGE);
}

static void go_to_start(struct replay_screen *screen)
{
    screen->is_playing = false;
    go(screen, 0);
}

static void go_to_end(struct replay_screen *screen)
{
    go(screen, screen->replay->count);
}

/* Plays on, from the beginning if this is the end, or stops. */
static void toggle_playing(struct replay_screen *screen)
{
    screen->is_playing = !screen->is_playing;
    if (screen->is_playing && screen->replay->at == screen->replay->count)
        go(screen, 0);
    screen->next_step = seconds_now() + delays[screen->speed];
}

static void play_faster(struct replay_screen *screen)
{
    screen->speed += screen->speed < SPEEDS - 1;
    screen->next_step = seconds_now() + delays[screen->speed];
}

static void play_slower(struct replay_screen *screen)
{
    screen->speed -= screen->speed > 0;
    screen->next_step = seconds_now() + delays[screen->speed];
}

/* Plays the next entry if it is due. */
static void play(struct replay_screen *screen)
{
    if (!screen->is_playing || seconds_now() < screen->next_step)
        return;
    step_on(screen);
    screen->next_step = seconds_now() + delays[screen->speed];
    screen->is_playing = screen->replay->at < screen->replay->count;
}

/* ---- heat maps ---- */

static void toggle_heat(struct replay_screen *screen)
{
    screen->wants_heat = !screen->wants_heat;
    screen->heat_text[0] = '\0';
    if (!screen->wants_heat)
        advice_cancel(screen->advice);
}

/* Asks for the heat map of this position, unless there is one, nothing to aim at, or the worker is
 * busy. */
static void ask_heat(struct replay_screen *screen)
{
    const struct replay *replay = screen->replay;
    const bship_chart *chart = replay->charts[replay_aiming_side(replay)];
    if (!screen->wants_heat || screen->is_playing || has_heat(screen) ||
        bship_chart_is_defeated(chart))
        return;
    if (screen->asked_at != NO_HEAT && screen->asked_at != replay->at)
        advice_cancel(screen->advice);
    const struct advice_question question = { .kind = ADVICE_HEAT, .chart = chart };
    if (screen->asked_at == NO_HEAT && advice_ask(screen->advice, &question) == BSHIP_OK)
        screen->asked_at = replay->at;
}

static void take_heat(struct replay_screen *screen)
{
    const struct advice_result *result = advice_collect(screen->advice);
    if (result == NULL)
        return;
    int64_t at = screen->asked_at;
    screen->asked_at = NO_HEAT;
    if (result->status == BSHIP_ERROR_CANCELLED || at != screen->replay->at)
        return;
    snprintf(screen->heat_text, sizeof(screen->heat_text), "%s", result->text);
    screen->wants_heat = result->status == BSHIP_OK;
    if (!screen->wants_heat)
        return;
    size_t cells = (size_t)bship_rules_width(screen->replay->rules) *
                   (size_t)bship_rules_height(screen->replay->rules);
    memcpy(screen->heat, result->grid, cells * sizeof(*screen->heat));
    screen->heat_at = at;
}

/* ---- keys ---- */

static void finish(struct replay_screen *screen, int result)
{
    screen->is_done = true;
    screen->result = result;
}

/* Cancels what is typed or computed or, if there is neither, leaves. */
static void escape(struct replay_screen *screen)
{
    if (screen->number[0] != '\0')
        screen->number[0] = '\0';
    else if (screen->asked_at != NO_HEAT)
        toggle_heat(screen);
    else
        finish(screen, 0);
}

static void leave(struct replay_screen *screen)
{
    finish(screen, 0);
}

static void toggle_fleets(struct replay_screen *screen)
{
    screen->hides_fleets = !screen->hides_fleets;
}

static void show_next_tab(struct replay_screen *screen)
{
    game_view_next_tab(&screen->view);
}

static void show_help(struct replay_screen *screen);

static const struct {
    int32_t keys[2];
    void (*act)(struct replay_screen *screen);
    const char *key;
    const char *help;
} table[] = {
    { { TERMINAL_KEY_RIGHT, TERMINAL_KEY_DOWN }, step_on, "right, down", "the next entry" },
    { { TERMINAL_KEY_LEFT, TERMINAL_KEY_UP }, step_back, "left, up", "the entry before" },
    { { TERMINAL_KEY_PAGE_DOWN, 0 }, page_on, "PgDn", "ten entries on" },
    { { TERMINAL_KEY_PAGE_UP, 0 }, page_back, "PgUp", "ten entries back" },
    { { TERMINAL_KEY_HOME, 0 }, go_to_start, "Home", "the beginning" },
    { { TERMINAL_KEY_END, 0 }, go_to_end, "End", "the end" },
    { { 0, 0 }, NULL, "12 Enter", "just after entry 12" },
    { { ' ', 0 }, toggle_playing, "Space", "play, or stop" },
    { { '+', '=' }, play_faster, "+", "play faster" },
    { { '-', '_' }, play_slower, "-", "play more slowly" },
    { { 'm', TERMINAL_KEY_F1 + 2 }, toggle_heat, "m", "the chance of a hit of every cell (F3)" },
    { { 'f', 0 }, toggle_fleets, "f", "hide the fleets, as the players saw it; or show them" },
    { { TERMINAL_KEY_TAB, 0 }, show_next_tab, "Tab", "the other board, where there is one only" },
    { { TERMINAL_KEY_ESCAPE, 0 }, escape, "Escape", "cancel a heat map or a number; else leave" },
    { { 'q', TERMINAL_KEY_F1 + 9 }, leave, "q", "leave the replay (F10)" },
    { { '?', TERMINAL_KEY_F1 }, show_help, "?", "this page (F1)" },
};

enum {
    ROWS = sizeof(table) / sizeof(table[0])
};

static void show_help(struct replay_screen *screen)
{
    struct dialog_help_row rows[ROWS];
    const struct backdrop backdrop = { .draw = draw, .user = screen };
    for (size_t i = 0; i < ROWS; i++)
        rows[i] = (struct dialog_help_row){ table[i].key, table[i].help };
    int result = dialog_help(&backdrop, "Replay", rows, ROWS);
    if (result < DIALOG_BACK)
        finish(screen, result);
}

/* Takes a key of a number being typed; false if it is another one. */
static bool take_digit(struct replay_screen *screen, int32_t key)
{
    size_t length = strlen(screen->number);
    if (key >= '0' && key <= '9') {
        if (length + 1 < sizeof(screen->number)) {
            screen->number[length] = (char)key;
            screen->number[length + 1] = '\0';
        }
        return true;
    }
    if (length == 0)
        return false;
    if (key == TERMINAL_KEY_ENTER)
        go(screen, strtoll(screen->number, NULL, 10));
    if (key == TERMINAL_KEY_ENTER || key == TERMINAL_KEY_BACKSPACE) {
        screen->number[key == TERMINAL_KEY_ENTER ? 0 : length - 1] = '\0';
        return true;
    }
    return false;
}

static void take_key(struct replay_screen *screen, int32_t key)
{
    if (take_digit(screen, key))
        return;
    if (key >= 'A' && key <= 'Z')
        key += 'a' - 'A';
    for (size_t i = 0; i < ROWS; i++) {
        if (key != 0 && (table[i].keys[0] == key || table[i].keys[1] == key)) {
            table[i].act(screen);
            break;
        }
    }
    screen->number[0] = '\0';
}

/* Turns the wheel: scrolls the board under the mouse, or the log. */
static void take_wheel(struct replay_screen *screen, const struct event *event)
{
    struct game_view *view = &screen->view;
    int up = event->button == BUTTON_WHEEL_UP ? 2 : -2;
    if (view->layout.is_too_small)
        return;
    if (game_view_shows_log(view) && area_has(&view->layout.log, event->row, event->column))
        log_view_scroll(&view->log, &view->layout.log, up);
    for (int32_t i = TAB_LEFT; i <= TAB_RIGHT; i++) {
        if (game_view_shows_board(view, i) &&
            area_has(&view->boards[i].area, event->row, event->column))
            board_view_scroll(&view->boards[i], 0, -up);
    }
}

static void take_event(struct replay_screen *screen, const struct event *event)
{
    if (event->kind == EVENT_KEY)
        take_key(screen, event->key);
    else if (event->kind == EVENT_MOUSE &&
             (event->button == BUTTON_WHEEL_UP || event->button == BUTTON_WHEEL_DOWN))
        take_wheel(screen, event);
    else if (event->kind == EVENT_INTERRUPT)
        finish(screen, DIALOG_INTERRUPTED);
    else if (event->kind == EVENT_CLOSED)
        finish(screen, DIALOG_CLOSED);
}

/* ---- opening and closing ---- */

/* How long to wait for an event at most: -1 for ever. */
static int milliseconds_to_wait(const struct replay_screen *screen)
{
    if (screen->asked_at != NO_HEAT)
        return TICK_MILLISECONDS;
    if (!screen->is_playing)
        return -1;
    double left = (screen->next_step - seconds_now()) * 1000;
    return left > 0 ? (int)left + 1 : 0;
}

static void run(struct replay_screen *screen)
{
    follow(screen);
    while (!screen->is_done) {
        struct event event;
        int fd = worker_fd(screen->worker);
        ask_heat(screen);
        draw(screen);
        terminal_refresh();
        terminal_wait(&event, &fd, 1, milliseconds_to_wait(screen));
        take_event(screen, &event);
        take_heat(screen);
        play(screen);
    }
}

static void name_game(struct replay_screen *screen)
{
    struct game_view *view = &screen->view;
    const struct replay *replay = screen->replay;
    char rules[GAME_VIEW_LINE / 2];
    bool is_position = replay->count > 0 && !bship_record_is_game(replay->record);
    rules_summary(replay->rules, rules, sizeof(rules));
    snprintf(view->opponents, sizeof(view->opponents), "%s: %.60s and %.60s, %s",
             is_position ? "position" : "replay", replay_name(replay, BSHIP_SIDE_A),
             replay_name(replay, BSHIP_SIDE_B), rules);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        game_view_title_of(view->titles[board_of(side)], replay_name(replay, side));
}

static bool open_screen(struct replay_screen *screen)
{
    const bship_rules *rules = screen->replay->rules;
    size_t cells = (size_t)bship_rules_width(rules) * (size_t)bship_rules_height(rules);
    bool has_view = game_view_open(&screen->view, rules);
    screen->heat = calloc(cells, sizeof(*screen->heat));
    screen->view.log.texts = calloc((size_t)screen->replay->count + 1, sizeof(char *));
    return has_view && screen->heat != NULL && screen->view.log.texts != NULL &&
           advice_open(&screen->advice, rules, screen->worker) == BSHIP_OK;
}

static void close_screen(struct replay_screen *screen)
{
    advice_close(screen->advice);
    screen->view.log.count = screen->texts;
    game_view_close(&screen->view);
    free(screen->heat);
}

int replay_screen_run(struct replay *replay, struct worker *worker)
{
    struct replay_screen screen = { .replay = replay,
                                    .worker = worker,
                                    .speed = USUAL_SPEED,
                                    .heat_at = NO_HEAT,
                                    .asked_at = NO_HEAT };
    if (open_screen(&screen)) {
        name_game(&screen);
        run(&screen);
    } else {
        screen.result = dialog_message(NULL, "NO REPLAY", bship_status_message(BSHIP_ERROR_MEMORY));
    }
    close_screen(&screen);
    return screen.result;
}

int replay_screen_open(const char *path, struct worker *worker)
{
    struct replay replay;
    char why[FILES_WHY_SIZE];
    if (!replay_open(&replay, path, why))
        return dialog_message(NULL, "NO REPLAY", why);
    int result = replay_screen_run(&replay, worker);
    replay_close(&replay);
    return result;
}
