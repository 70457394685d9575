/* Aiming: cells that are fired at, marked and noted; see play.h. */
#include <stdio.h>
#include <string.h>

#include "battleship/talk/command.h"
#include "battleship/talk/play_state.h"
#include "battleship/talk/words.h"
#include "common/board_cells.h"
#include "common/format.h"

/* The number of the cell's mark, or that of all marks. */
static size_t find_mark(const struct play *play, bship_cell cell)
{
    size_t i = 0;
    while (i < play->marked_count && !is_same_cell(play->marked[i], cell))
        i++;
    return i;
}

static void refuse_cell(struct play *play, bship_cell cell, const char *why)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, text, sizeof text);
    reply_set(&play->reply, REPLY_REFUSED, "%s %s.", text, why);
}

bool play_has_turn(struct play *play)
{
    if (!play_is_aiming(play))
        reply_set(&play->reply, REPLY_REFUSED, "It is not your turn.");
    return play_is_aiming(play);
}

/* Says that there are too many cells: all were marked before, or a line has more than are due. */
static void refuse_more(struct play *play, bool was_full)
{
    int due = (int)play_shots_due(play);
    const struct front *front = play->options.front;
    if (was_full)
        reply_set(&play->reply, REPLY_REFUSED,
                  "No shot is left to mark: %s takes the last one back.",
                  command_name(PLACE_SALVO, COMMAND_UNMARK, front->is_lines));
    else
        reply_set(&play->reply, REPLY_REFUSED, "These are more shots than the %d that %s due.", due,
                  due == 1 ? "is" : "are");
}

/*
 * Whether a cell can be fired at in this turn, besides those that are marked, of which `before`
 * were marked before this line; says so if not.
 */
static bool can_mark(struct play *play, bship_cell cell, size_t before)
{
    size_t due = play_shots_due(play);
    bship_status status = bship_chart_check_fire(play_chart(play), cell);
    if (status == BSHIP_ERROR_REPEATED)
        refuse_cell(play, cell, "was already fired at");
    else if (status == BSHIP_ERROR_BLOCKED)
        refuse_cell(play, cell, "is blocked: no ship can be there");
    else if (status)
        refuse_cell(play, cell, bship_status_message(status));
    else if (find_mark(play, cell) < play->marked_count)
        refuse_cell(play, cell, "is marked already");
    else if (play->marked_count == due)
        refuse_more(play, before == due);
    else
        return true;
    return false;
}

/* Marks the cells of a line, all of them or none; without a cell nothing is changed. */
static bool mark_line(struct play *play, const char *line)
{
    char copy[PLAY_LINE_SIZE];
    char word[CELL_WORD_SIZE];
    char *cursor = copy;
    bship_cell cell;
    size_t before = play->marked_count;
    snprintf(copy, sizeof copy, "%s", line);
    while (words_read_cell(play->session->setup.rules, &cursor, &cell, word, &play->reply)) {
        if (!can_mark(play, cell, before))
            break;
        play->marked[play->marked_count++] = cell;
    }
    if (word[0])
        play->marked_count = before;
    return !word[0];
}

/* Fires the shot if only one is due; of a salvo it is marked. */
static void fire_or_mark(struct play *play, const char *line)
{
    if (!mark_line(play, line))
        return;
    if (play_shots_due(play) == 1 && play->marked_count == 1 && !play_fire(play, play->marked, 1))
        play->marked_count = 0;
}

void play_take_cells(struct play *play, const char *line)
{
    play->reply.kind = REPLY_NONE;
    if (play_has_turn(play))
        fire_or_mark(play, line);
}

void play_do_fire(struct play *play, const char *argument)
{
    if (!play_has_turn(play))
        return;
    size_t due = play_shots_due(play);
    if (due > 1 && play->marked_count == due)
        play_fire(play, play->marked, due);
    else if (argument[strspn(argument, " ,")])
        fire_or_mark(play, argument);
    else
        reply_set(&play->reply, REPLY_REFUSED, "%d shot%s still to be marked.",
                  (int)(due - play->marked_count), due - play->marked_count == 1 ? " is" : "s are");
}

static void unmark(struct play *play, size_t index)
{
    play->marked_count--;
    memmove(&play->marked[index], &play->marked[index + 1],
            (play->marked_count - index) * sizeof *play->marked);
}

/* Reads the cell of an argument; false if there is none, which `is_empty` tells, or it is wrong. */
static bool read_cell(struct play *play, const char *argument, bship_cell *cell, bool *is_empty,
                      char rest[PLAY_LINE_SIZE])
{
    char copy[PLAY_LINE_SIZE];
    char word[CELL_WORD_SIZE];
    char *cursor = copy;
    snprintf(copy, sizeof copy, "%s", argument);
    bool is_cell = words_read_cell(play->session->setup.rules, &cursor, cell, word, &play->reply);
    *is_empty = !word[0];
    snprintf(rest, PLAY_LINE_SIZE, "%s", cursor);
    return is_cell;
}

void play_do_mark(struct play *play, const char *argument)
{
    char rest[PLAY_LINE_SIZE];
    bship_cell cell;
    bool is_empty;
    if (!play_has_turn(play))
        return;
    size_t index = play->marked_count;
    if (play_shots_due(play) > 1 && read_cell(play, argument, &cell, &is_empty, rest))
        index = find_mark(play, cell);
    if (index < play->marked_count)
        unmark(play, index);
    else
        fire_or_mark(play, argument);
}

void play_do_unmark(struct play *play, const char *argument)
{
    char rest[PLAY_LINE_SIZE];
    bship_cell cell;
    bool is_empty;
    if (!play_has_turn(play))
        return;
    bool is_cell = read_cell(play, argument, &cell, &is_empty, rest);
    if (!is_cell && !is_empty)
        return;
    size_t index = is_cell ? find_mark(play, cell) : play->marked_count - 1;
    if (play->marked_count > 0 && index < play->marked_count)
        unmark(play, index);
    else if (is_cell)
        refuse_cell(play, cell, "is not marked");
    else
        reply_set(&play->reply, REPLY_REFUSED, "No shot is marked.");
}

void play_do_salvo(struct play *play, const char *argument)
{
    char cells[REPLY_SIZE / 2];
    (void)argument;
    if (!play_has_turn(play))
        return;
    int due = (int)play_shots_due(play);
    words_of_cells(play->marked, play->marked_count, cells, sizeof cells);
    if (due == 1)
        reply_set(&play->reply, REPLY_DONE, "One shot is due.");
    else
        reply_set(&play->reply, REPLY_DONE, "Marked: %s; %d of %d still due.",
                  play->marked_count > 0 ? cells : "none", due - (int)play->marked_count, due);
}

void play_take_hint(struct play *play, const struct advice_result *hint)
{
    char cells[PLAY_LINE_SIZE / 2];
    if (hint->count == 0)
        return;
    if (hint->grid)
        words_of_chances(play->session->setup.rules, hint->cells, (size_t)hint->count, hint->grid,
                         cells, sizeof cells);
    else
        words_of_cells(hint->cells, (size_t)hint->count, cells, sizeof cells);
    reply_set(&play->reply, REPLY_DONE, "Hint: %s (%s).", cells, hint->text);
    play->hint = hint->cells[0];
    play->hints++;
    for (int32_t i = 0; play_shots_due(play) > 1 && i < hint->count; i++)
        if (find_mark(play, hint->cells[i]) == play->marked_count &&
            play->marked_count < play_shots_due(play))
            play->marked[play->marked_count++] = hint->cells[i];
}

/* ---- notes ---- */

static char *note_at(const struct play *play, bship_cell cell)
{
    return &play->session->notes[play->viewer][board_index(play->session->setup.rules, cell)];
}

bool play_can_note(struct play *play, bship_cell cell)
{
    bool is_unknown = bship_chart_state_at(play_chart(play), cell) == BSHIP_CHART_STATE_UNKNOWN;
    if (!is_unknown)
        refuse_cell(play, cell, "is known already: only an unknown cell can have a note");
    return is_unknown;
}

static void list_notes(struct play *play)
{
    const char *notes = play->session->notes[play->viewer];
    char list[REPLY_SIZE / 2] = "";
    for (size_t i = 0; i < session_cells(play->session); i++) {
        bship_cell cell = board_cell(play->session->setup.rules, i);
        char text[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(cell, text, sizeof text);
        if (notes[i] != 0 && strlen(list) + BSHIP_CELL_TEXT_SIZE + 5 < sizeof list)
            format_append(list, sizeof list, "%s%s %c", list[0] ? ", " : "", text, notes[i]);
    }
    if (list[0])
        reply_set(&play->reply, REPLY_DONE, "Notes: %s.", list);
    else
        reply_set(&play->reply, REPLY_DONE, "There are no notes.");
}

void play_do_note(struct play *play, const char *argument)
{
    char rest[PLAY_LINE_SIZE];
    char *cursor = rest;
    bship_cell cell;
    bool is_empty;
    if (!read_cell(play, argument, &cell, &is_empty, rest)) {
        if (is_empty)
            list_notes(play);
        return;
    }
    const char *note = input_word(&cursor);
    if (note && (note[1] || note[0] <= ' ' || note[0] > '~')) {
        reply_set(&play->reply, REPLY_REFUSED,
                  "A note is one character, as in note E5 x; without one it is removed.");
    } else if (!note || play_can_note(play, cell)) {
        *note_at(play, cell) = (char)(note ? note[0] : 0);
        list_notes(play);
    }
}
