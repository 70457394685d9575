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
#include "battleship/talk/leaving.h"
#include "battleship/talk/words.h"
#include "common/sides.h"

static int ask_to_leave(struct placing_view *placing)
{
    struct backdrop backdrop = { placing_view_draw, placing };
    struct front front = dialog_front(&backdrop);
    return leaving_ask_laying(&front, placing->session);
}

/* What follows a dialogue: ending it by Ctrl-C asks whether to leave. */
static int after_dialog(struct placing_view *placing, int result)
{
    return result == OUTCOME_CLOSED        ? OUTCOME_CLOSED
           : result == OUTCOME_INTERRUPTED ? ask_to_leave(placing)
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
    struct backdrop backdrop = { placing_view_draw, placing };
    struct dialog_list list = {
        .title = "LAY THE FLEET BY A STYLE",
        .keys = "Enter: choose   Escape: back",
        .count = bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE),
        .selected = style ? bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, style) : 0,
        .row = write_style,
        .note = explain_style,
    };
    struct front front = dialog_front(&backdrop);
    int chosen = dialog_list(&backdrop, &list);
    if (chosen >= 0)
        talk_laying_style(&placing->laying, chosen, &front, &placing->reply);
    return after_dialog(placing, chosen);
}

/* ---- commands ---- */

static int obey(struct placing_view *placing, int32_t command);

static int choose_command(struct placing_view *placing)
{
    struct backdrop backdrop = { placing_view_draw, placing };
    int command = command_page_run(&backdrop, "LAYING SHIPS", PLACE_LAYING);
    return command > COMMAND_NONE ? obey(placing, command) : after_dialog(placing, command);
}

/* Gives a command to the talk, with a cell or NULL. */
static int obey_talk(struct placing_view *placing, int32_t command, char *cell)
{
    struct backdrop backdrop = { placing_view_draw, placing };
    struct front front = dialog_front(&backdrop);
    bool starts = talk_laying_do(&placing->laying, command, cell, &front, &placing->reply);
    if (placing->reply.kind == REPLY_REFUSED)
        terminal_beep();
    return starts ? OUTCOME_DONE : OUTCOME_GOES_ON;
}

static int obey(struct placing_view *placing, int32_t command)
{
    switch (command) {
    case COMMAND_MENU:
        return choose_command(placing);
    case COMMAND_LEAVE:
        return ask_to_leave(placing);
    case COMMAND_STYLE:
        return choose_style(placing);
    default:
        return obey_talk(placing, command, NULL);
    }
}

/* ---- keys and the mouse ---- */

/* Moves the ghost as the keys move a cursor. */
static bool move_ghost(struct placing_view *placing, int32_t key)
{
    struct board_view *view = &placing->view;
    view->cursor = laying_cell(&placing->laying);
    if (!board_view_take_key(view, key))
        return false;
    laying_move(&placing->laying, view->cursor);
    return true;
}

/* Takes a key of a cell that is typed, to which the ghost goes as soon as there is one. */
static bool type_cell(struct placing_view *placing, int32_t key)
{
    const bship_rules *rules = placing->session->setup.rules;
    bship_cell cell;
    if (!cell_entry_is_active(&placing->entry))
        placing->typed_from = laying_cell(&placing->laying);
    if (!cell_entry_take(&placing->entry, rules, key))
        return false;
    if (cell_entry_cell(&placing->entry, rules, &cell))
        laying_move(&placing->laying, cell);
    return true;
}

/*
 * Ends the cell that is typed; false, and said so, if Enter was pressed and it is none. The ghost
 * then is back where it was, and not at B1 on the way to B11.
 */
static bool finish_cell(struct placing_view *placing, int32_t key)
{
    bship_cell cell;
    struct cell_entry entry = placing->entry;
    char *cursor = entry.text;
    char word[CELL_WORD_SIZE];
    bool is_fine =
        key != TERMINAL_KEY_ENTER || !cell_entry_is_active(&entry) ||
        words_read_cell(placing->session->setup.rules, &cursor, &cell, word, &placing->reply);
    if (!is_fine)
        laying_move(&placing->laying, placing->typed_from);
    cell_entry_clear(&placing->entry);
    return is_fine;
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
    if (type_cell(placing, key) || !finish_cell(placing, key) || move_ghost(placing, key))
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
        return ask_to_leave(placing);
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

/* With two people at the terminal, asks for the one who lays ships. */
static int hand_over(const struct session *session, int32_t side)
{
    const struct player *players = session->setup.players;
    char text[200];
    if (session_humans(session) < 2)
        return OUTCOME_DONE;
    snprintf(text, sizeof text, "Now %s lays ships, and %s looks away.", players[side].name,
             players[other_side(side)].name);
    const struct question question = { .text = text,
                                       .choices = { { "ready", "Ready" } },
                                       .count = 1 };
    return dialog_ask(NULL, &question);
}

int placing_run(struct session *session, int32_t side, struct remote *remote)
{
    struct placing_view placing;
    int result = hand_over(session, side);
    if (result != OUTCOME_DONE)
        return result;
    result = OUTCOME_BACK;
    if (placing_view_open(&placing, session, side)) {
        take_known(&placing);
        result = run(&placing, remote);
    } else
        dialog_message(NULL, "BATTLESHIP", "Out of memory.");
    placing_view_close(&placing);
    return result;
}
