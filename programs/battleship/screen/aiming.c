/* Aiming on the full screen: the cursor, typed cells, the marks of a salvo, notes; see playing.h.
 */
#include <string.h>

#include "battleship/screen/keys.h"
#include "battleship/screen/playing_state.h"

static struct board_view *target(struct playing *playing)
{
    return &playing->view.boards[TAB_LEFT];
}

static size_t shots_due(const struct playing *playing)
{
    return (size_t)bship_game_shots_due(playing->session->game);
}

static bool is_same(bship_cell a, bship_cell b)
{
    return a.x == b.x && a.y == b.y;
}

/* The number of the cell's mark, or that of all marks. */
static size_t find_mark(const struct playing *playing, bship_cell cell)
{
    size_t i = 0;
    while (i < playing->marked_count && !is_same(playing->marked[i], cell))
        i++;
    return i;
}

static bool can_fire(struct playing *playing, bship_cell cell)
{
    bship_status status = bship_chart_check_fire(playing_chart(playing), cell);
    char text[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, text, sizeof(text));
    if (status != BSHIP_OK)
        playing_say(playing, true, "%s: %s", text, bship_status_message(status));
    return status == BSHIP_OK;
}

static void mark(struct playing *playing, bship_cell cell)
{
    if (playing->marked_count == shots_due(playing))
        playing_say(playing, true, "all shots due are marked: Enter fires, Backspace takes back");
    else if (can_fire(playing, cell))
        playing->marked[playing->marked_count++] = cell;
}

static void unmark(struct playing *playing, size_t index)
{
    playing->marked_count--;
    memmove(&playing->marked[index], &playing->marked[index + 1],
            (playing->marked_count - index) * sizeof(*playing->marked));
}

static void fire_salvo(struct playing *playing)
{
    playing_fire(playing, playing->marked, playing->marked_count);
}

/* Fires, or marks a cell of a salvo. */
static void fire(struct playing *playing, bship_cell cell)
{
    if (shots_due(playing) == 1)
        playing_fire(playing, &cell, 1);
    else if (playing->marked_count == shots_due(playing))
        fire_salvo(playing);
    else if (find_mark(playing, cell) < playing->marked_count)
        playing_say(playing, false, "marked already: Space takes it back");
    else
        mark(playing, cell);
}

/* Fires, or marks or unmarks a cell of a salvo. */
static void toggle(struct playing *playing, bship_cell cell)
{
    size_t index = find_mark(playing, cell);
    if (shots_due(playing) == 1)
        playing_fire(playing, &cell, 1);
    else if (index < playing->marked_count)
        unmark(playing, index);
    else
        mark(playing, cell);
}

/* Whether the viewer may fire; says so if not. */
static bool has_turn(struct playing *playing)
{
    if (!playing_is_aiming(playing))
        playing_say(playing, false, "it is not your turn yet");
    return playing_is_aiming(playing);
}

void aiming_fire(struct playing *playing)
{
    if (has_turn(playing))
        fire(playing, target(playing)->cursor);
}

void aiming_mark(struct playing *playing)
{
    if (has_turn(playing))
        toggle(playing, target(playing)->cursor);
}

void aiming_unmark(struct playing *playing)
{
    if (has_turn(playing) && playing->marked_count > 0)
        playing->marked_count--;
}

/* ---- notes ---- */

static void take_note(struct playing *playing, int32_t key)
{
    const bship_rules *rules = playing->session->setup.rules;
    bship_cell cell = target(playing)->cursor;
    char *note =
        &playing->session->notes[playing->viewer][cell.y * bship_rules_width(rules) + cell.x];
    playing->is_noting = false;
    if (key > ' ' && key <= '~')
        *note = (char)key;
    else if (key == ' ' || key == TERMINAL_KEY_BACKSPACE || key == TERMINAL_KEY_DELETE)
        *note = 0;
}

/* ---- keys and the mouse ---- */

/* The cursor goes to the cell that is typed as soon as there is one. */
static void follow_entry(struct playing *playing)
{
    bship_cell cell;
    if (!cell_entry_cell(&playing->entry, playing->session->setup.rules, &cell))
        return;
    target(playing)->cursor = cell;
    board_view_show(target(playing), cell);
}

/* Takes a key that ends an entry; false if it is not one that does. */
static bool finish_entry(struct playing *playing, int32_t key)
{
    bship_cell cell;
    bool is_cell = cell_entry_cell(&playing->entry, playing->session->setup.rules, &cell);
    bool acts = key == TERMINAL_KEY_ENTER || key == ' ';
    if (acts && !is_cell)
        playing_say(playing, true, "%s is not %s", playing->entry.text,
                    cell_entry_has_row(&playing->entry) ? "on the board"
                                                        : "a cell yet: type its row");
    cell_entry_clear(&playing->entry);
    return acts && !is_cell;
}

bool aiming_take_key(struct playing *playing, int32_t key)
{
    const bship_rules *rules = playing->session->setup.rules;
    if (playing->is_noting) {
        take_note(playing, key);
        return true;
    }
    if (cell_entry_take(&playing->entry, rules, key)) {
        follow_entry(playing);
        return true;
    }
    if (cell_entry_is_active(&playing->entry) && finish_entry(playing, key))
        return true;
    return board_view_take_key(target(playing), key);
}

void aiming_take_click(struct playing *playing, bship_cell cell)
{
    cell_entry_clear(&playing->entry);
    if (is_same(target(playing)->cursor, cell))
        aiming_mark(playing);
    target(playing)->cursor = cell;
    board_view_show(target(playing), cell);
}

/* ---- hints ---- */

void aiming_take_hint(struct playing *playing, const struct advice_result *hint)
{
    if (hint->count == 0)
        return;
    target(playing)->cursor = hint->cells[0];
    board_view_show(target(playing), hint->cells[0]);
    if (shots_due(playing) == 1)
        return;
    for (int32_t i = 0; i < hint->count && playing->marked_count < shots_due(playing); i++)
        if (find_mark(playing, hint->cells[i]) == playing->marked_count)
            playing->marked[playing->marked_count++] = hint->cells[i];
}
