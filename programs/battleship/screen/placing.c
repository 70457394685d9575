/* Laying ships on the full screen; see placing.h. */
#include "battleship/screen/placing.h"

#include <stdbool.h>
#include <stdio.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "battleship/screen/command_page.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/placing_view.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/command.h"
#include "battleship/talk/words.h"

/* Gives a command to the talk, with a cell or NULL. */
static int obey_talk(struct placing_view *placing, int32_t command, char *cell)
{
    const struct front front = dialog_front(&placing->backdrop);
    int outcome = talk_laying_do(&placing->laying, command, cell, &front, &placing->reply);
    if (placing->reply.kind == REPLY_REFUSED)
        terminal_beep();
    return outcome;
}

/* What follows a dialogue: ending it by Ctrl-C asks whether to leave. */
static int after_dialog(struct placing_view *placing, int result)
{
    return result == OUTCOME_CLOSED        ? OUTCOME_CLOSED
           : result == OUTCOME_INTERRUPTED ? obey_talk(placing, COMMAND_LEAVE, NULL)
                                           : OUTCOME_GOES_ON;
}

/* ---- styles ---- */

static void write_style(int row, char *buffer, size_t size, void *user)
{
    (void)user;
    snprintf(buffer, size, "%s", bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, row));
}

static void explain_style(int row, char *buffer, size_t size, void *user)
{
    (void)user;
    snprintf(buffer, size, "%s", bship_enum_text(BSHIP_ENUM_PLACEMENT_STYLE, row));
}

static int choose_style(struct placing_view *placing)
{
    const char *style = placing->session->setup.placing;
    struct dialog_list list = {
        .title = "LAY THE FLEET BY A STYLE",
        .keys = "Enter: choose   Escape: back",
        .count = bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE),
        .selected = style ? bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, style) : 0,
        .row = write_style,
        .note = explain_style,
    };
    const struct front front = dialog_front(&placing->backdrop);
    int chosen = dialog_list(&placing->backdrop, &list);
    if (chosen >= 0)
        talk_laying_style(&placing->laying, chosen, &front, &placing->reply);
    return after_dialog(placing, chosen);
}

/* ---- commands ---- */

static int obey(struct placing_view *placing, int32_t command);

static int choose_command(struct placing_view *placing)
{
    int command = command_page_run(&placing->backdrop, "LAYING SHIPS", PLACE_LAYING);
    return command > COMMAND_NONE ? obey(placing, command) : after_dialog(placing, command);
}

static int obey(struct placing_view *placing, int32_t command)
{
    switch (command) {
    case COMMAND_MENU:
        return choose_command(placing);
    case COMMAND_STYLE:
        return choose_style(placing);
    default:
        return obey_talk(placing, command, NULL);
    }
}

/* ---- keys and the mouse ---- */

/* Moves the ghost as keys move a cursor, or as the cell that is typed; false if a key acts. */
static bool move_ghost(struct placing_view *placing, int32_t key)
{
    struct board_view *view = &placing->view;
    view->cursor = laying_cell(&placing->laying);
    int typed = cell_entry_follow(&placing->entry, placing->session->setup.rules, key,
                                  key == TERMINAL_KEY_ENTER, &view->cursor, &placing->reply);
    bool is_moved =
        typed != CELL_KEY_OTHER ? typed != CELL_KEY_ENDS : board_view_take_key(view, key);
    laying_move(&placing->laying, view->cursor);
    return is_moved;
}

static int take_key(struct placing_view *placing, int32_t key)
{
    const bship_rules *rules = placing->session->setup.rules;
    int32_t command = command_of_key(PLACE_LAYING, key == 'R' ? 'r' : key);
    struct reply refusal = { REPLY_NONE, "" };
    if (command == COMMAND_ROTATE && words_refuse_letter(rules, key, &refusal)) {
        cell_entry_clear(&placing->entry);
        return obey(placing, command);
    }
    if (move_ghost(placing, key))
        return OUTCOME_GOES_ON;
    if (command != COMMAND_NONE)
        return obey(placing, command);
    words_refuse_key(key, &placing->reply);
    return OUTCOME_GOES_ON;
}

static void take_mouse(struct placing_view *placing, const struct event *event)
{
    bship_cell cell;
    char text[BSHIP_CELL_TEXT_SIZE];
    struct laying *laying = &placing->laying;
    cell_entry_clear(&placing->entry);
    if (event->button != BUTTON_LEFT) {
        obey_talk(placing, COMMAND_ROTATE, NULL);
        return;
    }
    if (!board_view_cell_at(&placing->view, event->row, event->column, &cell))
        return;
    bship_cell_format(cell, text, sizeof text);
    if (bship_board_ship_at(laying->board, cell) >= 0) {
        obey_talk(placing, COMMAND_PICK_UP, text);
        return;
    }
    laying_move(laying, cell);
    if (laying->ghost.ship >= 0)
        obey_talk(placing, COMMAND_LAY, NULL);
}

static int take_event(struct placing_view *placing, const struct event *event)
{
    if (event->kind == EVENT_CLOSED)
        return OUTCOME_CLOSED;
    if (event->kind == EVENT_INTERRUPT)
        return obey_talk(placing, COMMAND_LEAVE, NULL);
    if ((event->kind != EVENT_KEY && event->kind != EVENT_MOUSE) || dialog_is_too_small())
        return OUTCOME_GOES_ON;
    reply_set(&placing->reply, REPLY_NONE, "%s", "");
    if (event->kind == EVENT_KEY)
        return take_key(placing, event->key);
    take_mouse(placing, event);
    return OUTCOME_GOES_ON;
}

/* ---- from start to end ---- */

/* Says what the opponent knows of the player, once. */
static void take_known(struct placing_view *placing)
{
    struct known *known = &placing->session->known;
    if (known->text[0])
        reply_set(&placing->reply, REPLY_DONE, "%s", known->text);
    known->text[0] = '\0';
}

/* Says what is heard from the other machine. Without its player there is nothing to lay for. */
static int listen(struct placing_view *placing, struct remote *remote)
{
    if (!remote)
        return OUTCOME_GOES_ON;
    remote->news[0] = '\0';
    if (remote_listen(remote)[0])
        reply_set(&placing->reply, REPLY_DONE, "%s", remote->news);
    return remote->is_over ? OUTCOME_DONE : OUTCOME_GOES_ON;
}

/* Waits for the terminal or the other machine. */
static void wait_for_event(const struct remote *remote, struct event *event)
{
    struct pollfd fds[PEER_FDS_MAX];
    size_t count = remote ? remote_fds(remote, fds) : 0;
    terminal_wait(event, fds, count, remote ? remote_milliseconds(remote) : -1);
}

static int run(struct placing_view *placing, struct remote *remote)
{
    int result = listen(placing, remote);
    while (result == OUTCOME_GOES_ON) {
        struct event event;
        if (!dialog_is_too_small()) {
            placing_view_draw(placing);
            terminal_refresh();
        }
        wait_for_event(remote, &event);
        result = take_event(placing, &event);
        if (result == OUTCOME_GOES_ON)
            result = listen(placing, remote);
    }
    return result;
}

int placing_run(struct session *session, int32_t side, struct remote *remote)
{
    struct placing_view placing;
    int result = OUTCOME_BACK;
    if (placing_view_open(&placing, session, side)) {
        take_known(&placing);
        result = run(&placing, remote);
    } else
        dialog_message(NULL, "BATTLESHIP", "Out of memory.");
    placing_view_close(&placing);
    return result;
}
