/* A position of a practice on the full screen; see practice_screen.h. */
#include "battleship/screen/practice_screen.h"

#include <stdio.h>

#include "battleship/game/rules_summary.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/game_view.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/cell_entry.h"
#include "common/board_cells.h"
#include "common/format.h"
#include "common/sides.h"

#define KEYS "Enter: fire   arrows or a cell: aim   Tab: the other board   Escape: leave"

struct practice_screen {
    const struct viewing *viewing;
    const char *text;
    int32_t side; /* that fires */
    struct game_view view;
    struct cell_entry entry; /* of the cell that is typed */
    struct reply reply;      /* to what was typed, until the next key */
};

static struct board_view *target_of(struct practice_screen *screen)
{
    return &screen->view.boards[TAB_LEFT];
}

static void draw(struct practice_screen *screen)
{
    struct game_view *view = &screen->view;
    game_view_arrange(view);
    view->status[0] = '\0';
    if (screen->reply.kind == REPLY_REFUSED)
        format_sentence(view->status, sizeof view->status, "%s", screen->reply.text);
    if (cell_entry_is_active(&screen->entry))
        format_sentence(view->status, sizeof view->status, "Cell: %s_", screen->entry.text);
    format_sentence(view->status, sizeof view->status, "%s", screen->text);
    if (!view->layout.is_too_small)
        board_view_show(target_of(screen), target_of(screen)->cursor);
    game_view_draw(view);
    terminal_refresh();
}

/* ---- keys and the mouse ---- */

static int take_key(struct practice_screen *screen, int32_t key)
{
    bool is_seen = game_view_shows_board(&screen->view, TAB_LEFT);
    bool is_end = key == TERMINAL_KEY_ENTER || key == ' ';
    screen->reply.kind = REPLY_NONE;
    if (key == TERMINAL_KEY_TAB) {
        if (screen->view.layout.has_tabs)
            screen->view.tab = screen->view.tab == TAB_LEFT ? TAB_RIGHT : TAB_LEFT;
        return OUTCOME_GOES_ON;
    }
    if (key == TERMINAL_KEY_ESCAPE && !cell_entry_is_active(&screen->entry))
        return OUTCOME_BACK;
    screen->view.tab = TAB_LEFT;
    int typed = cell_entry_follow(&screen->entry, screen->viewing->replay->rules, key, is_end,
                                  &target_of(screen)->cursor, &screen->reply);
    if (typed == CELL_KEY_OTHER)
        board_view_take_key(target_of(screen), key);
    return is_end && is_seen && typed != CELL_KEY_REFUSED ? OUTCOME_DONE : OUTCOME_GOES_ON;
}

/* A click moves the cursor there, or fires where it is. */
static int take_click(struct practice_screen *screen, const struct event *event)
{
    bship_cell cell;
    struct board_view *target = target_of(screen);
    if (event->button != BUTTON_LEFT || !game_view_shows_board(&screen->view, TAB_LEFT) ||
        !board_view_cell_at(target, event->row, event->column, &cell)) {
        game_view_take_wheel(&screen->view, event);
        return OUTCOME_GOES_ON;
    }
    bool is_there = is_same_cell(cell, target->cursor);
    cell_entry_clear(&screen->entry);
    target->cursor = cell;
    return is_there ? OUTCOME_DONE : OUTCOME_GOES_ON;
}

static int take_event(struct practice_screen *screen, const struct event *event)
{
    bool is_seen = !screen->view.layout.is_too_small;
    if (event->kind == EVENT_KEY)
        return take_key(screen, event->key);
    return event->kind == EVENT_MOUSE && is_seen ? take_click(screen, event) : event_outcome(event);
}

/* ---- from start to end ---- */

static void show_waters(struct practice_screen *screen, int32_t side, int32_t board)
{
    viewing_show_waters(screen->viewing, side, side == screen->side, &screen->view.panels[board]);
}

static void name_game(struct practice_screen *screen)
{
    char rules[GAME_VIEW_LINE / 2];
    rules_summary(screen->viewing->replay->rules, rules, sizeof rules);
    snprintf(screen->view.opponents, sizeof screen->view.opponents, "Practice: %s, %s",
             screen->viewing->result.called[other_side(screen->side)].name, rules);
}

int practice_screen_run(const struct viewing *viewing, int32_t side, const char *text,
                        bship_cell *cell)
{
    struct practice_screen screen = { .viewing = viewing, .text = text, .side = side };
    int outcome = OUTCOME_GOES_ON;
    if (!game_view_open(&screen.view, viewing->replay->rules)) {
        game_view_close(&screen.view);
        return dialog_after(
            dialog_message(NULL, "PRACTICE", bship_status_message(BSHIP_ERROR_MEMORY)));
    }
    show_waters(&screen, other_side(side), TAB_LEFT);
    show_waters(&screen, side, TAB_RIGHT);
    name_game(&screen);
    snprintf(screen.view.keys, sizeof screen.view.keys, KEYS);
    target_of(&screen)->has_cursor = true;
    target_of(&screen)->cursor = *cell;
    while (outcome == OUTCOME_GOES_ON) {
        struct event event;
        draw(&screen);
        terminal_wait(&event, NULL, 0, -1);
        outcome = take_event(&screen, &event);
    }
    *cell = target_of(&screen)->cursor;
    game_view_close(&screen.view);
    return outcome;
}
