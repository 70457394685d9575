/* The lines of text of a game on the full screen: news, status, keys; see playing.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/sides.h"
#include "battleship/game/describe.h"
#include "battleship/screen/keys.h"
#include "battleship/screen/playing_state.h"

const bship_chart *playing_chart(const struct playing *playing)
{
    return bship_game_chart(playing->session->game, playing->viewer);
}

/* ---- news ---- */

/* Prints what an entry of the log did: `you: F2 hit`. */
static void print_entry(FILE *out, const struct playing *playing, const bship_game_entry *entry)
{
    const struct session *session = playing->session;
    int32_t other = other_side(entry->side);
    bool is_own = session_is_you(session, other);
    fprintf(out, "%s: ", session_name(session, entry->side));
    describe_turn(out, bship_game_chart(session->game, entry->side), entry->chart_turn,
                  is_own ? bship_game_board(session->game, other) : NULL);
}

/* The text of an entry, to be freed; NULL if there is none. */
static char *entry_news(const struct playing *playing, int64_t number)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    char *text = NULL;
    size_t size;
    if (bship_game_log_entry(playing->session->game, number, &entry) != BSHIP_OK)
        return NULL;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    print_entry(out, playing, &entry);
    fclose(out);
    return text;
}

/* Puts an entry before the news on a line; false if there is no more room. */
static bool prepend(struct playing *playing, char news[GAME_VIEW_LINE], int64_t number)
{
    char line[2 * GAME_VIEW_LINE];
    char *text = entry_news(playing, number);
    if (text == NULL)
        return false;
    snprintf(line, sizeof(line), "%s%s%s", text, news[0] != '\0' ? "   " : "", news);
    free(text);
    if (news[0] != '\0' && terminal_text_width(line) > playing->view.layout.columns)
        return false;
    snprintf(news, GAME_VIEW_LINE, "%.*s", GAME_VIEW_LINE - 1, line);
    return true;
}

/*
 * Writes the latest entries that are news, as many as fit: on one line, or on one for each side,
 * the viewer's first.
 */
static void write_news(struct playing *playing)
{
    struct game_view *view = &playing->view;
    const bship_game *game = playing->session->game;
    int32_t first = playing->viewer == BSHIP_SIDE_NONE ? BSHIP_SIDE_A : playing->viewer;
    view->news[0][0] = view->news[1][0] = '\0';
    bool has_room = true;
    for (int64_t i = bship_game_log_length(game) - 1; i >= playing->seen && has_room; i--) {
        bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
        bool is_second = view->layout.news_rows > 1 &&
                         bship_game_log_entry(game, i, &entry) == BSHIP_OK && entry.side != first;
        has_room = prepend(playing, view->news[is_second], i);
    }
}

/* ---- status ---- */

/* Adds a part to the status line. */
static void add(struct game_view *view, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static void add(struct game_view *view, const char *format, ...)
{
    size_t used = strlen(view->status);
    if (used > 0 && used + 3 < sizeof(view->status))
        used += (size_t)snprintf(view->status + used, sizeof(view->status) - used, "   ");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(view->status + used, sizeof(view->status) - used, format, arguments);
    va_end(arguments);
}

static void add_salvo(struct playing *playing)
{
    int32_t due = bship_game_shots_due(playing->session->game);
    if (!playing_is_aiming(playing) || due <= 1)
        return;
    add(&playing->view, "%d of %d marked%s", (int)playing->marked_count, (int)due,
        playing->marked_count == (size_t)due ? ": Enter fires" : "");
}

/* What Enter would do about a cell that is typed. */
static const char *word_of_enter(const struct playing *playing)
{
    bship_cell cell;
    int32_t letter = cell_entry_letter(&playing->entry);
    const char *command = keys_command_name(playing_context(playing), letter);
    if (letter != 0)
        return command;
    if (!cell_entry_cell(&playing->entry, playing->session->setup.rules, &cell))
        return NULL;
    return bship_game_shots_due(playing->session->game) > 1 ? "mark" : "fire";
}

static void add_entry(struct playing *playing)
{
    if (playing->is_noting) {
        add(&playing->view, "note: type a character; Space removes it");
        return;
    }
    if (!cell_entry_is_active(&playing->entry))
        return;
    const char *word = word_of_enter(playing);
    if (word != NULL)
        add(&playing->view, "cell: %s_   Enter: %s", playing->entry.text, word);
    else
        add(&playing->view, "cell: %s_%s", playing->entry.text,
            cell_entry_has_row(&playing->entry) ? "   not on the board" : "");
}

bool playing_has_heat(const struct playing *playing)
{
    return playing->wants_heat && playing_is_aiming(playing) &&
           playing->heat_entries == bship_game_log_length(playing->session->game);
}

static void add_heat(struct playing *playing)
{
    bship_cell cell = playing->view.boards[TAB_LEFT].cursor;
    char text[BSHIP_CELL_TEXT_SIZE];
    if (!playing_has_heat(playing) ||
        bship_chart_state_at(playing_chart(playing), cell) != BSHIP_CHART_STATE_UNKNOWN)
        return;
    double chance =
        playing->heat[cell.y * bship_rules_width(playing->session->setup.rules) + cell.x];
    bship_cell_format(cell, text, sizeof(text));
    add(&playing->view, "%s: %.*f %% hit (heat on)", text, chance > 0 && chance < 0.0995 ? 1 : 0,
        100 * chance);
}

static void add_watching(struct playing *playing)
{
    if (playing->viewer != BSHIP_SIDE_NONE)
        return;
    if (playing->is_paused)
        add(&playing->view, "paused: Enter steps, Space goes on");
    else
        add(&playing->view, "speed %d of %d", (int)playing->speed + 1, (int)playing_speeds());
}

/* Who is being waited for, and for how long. */
static void add_thinking(struct playing *playing)
{
    const struct session *session = playing->session;
    int32_t side = bship_game_to_move(session->game);
    double seconds = worker_seconds(playing->worker);
    if (playing->question == ADVICE_HINT)
        add(&playing->view, "looking for a hint... %.1f s   Escape cancels", seconds);
    else if (playing->question == ADVICE_HEAT)
        add(&playing->view, "computing the heat map... %.1f s   Escape cancels", seconds);
    else if (playing->question == ADVICE_AIM)
        add(&playing->view, "%s is thinking... %.1f s", session_name(session, side), seconds);
    else if (bship_game_phase(session->game) == BSHIP_PHASE_AWAITING_REPORT)
        add(&playing->view, "waiting for the report of %s",
            session_name(session, other_side(side)));
    else if (side != BSHIP_SIDE_NONE && session_is_remote(session, side))
        add(&playing->view, "%s is aiming", session_name(session, side));
}

static void write_status(struct playing *playing)
{
    struct game_view *view = &playing->view;
    view->status[0] = '\0';
    view->status_style =
        playing->is_warning && playing->message[0] != '\0' ? STYLE_WARNING : STYLE_PLAIN;
    if (playing->stage == STAGE_RESULT) {
        int32_t next = bship_game_to_move(playing->session->game);
        add(view, "Enter hands over to %s", session_name(playing->session, next));
        return;
    }
    add_salvo(playing);
    add_entry(playing);
    if (playing->message[0] != '\0')
        add(view, "%s", playing->message);
    add_heat(playing);
    add_thinking(playing);
    add_watching(playing);
    if (view->status[0] == '\0' && playing_is_aiming(playing))
        add(view, "%s to fire",
            session_is_you(playing->session, playing->viewer)
                ? "your turn"
                : session_name(playing->session, playing->viewer));
}

void playing_write_lines(struct playing *playing)
{
    struct game_view *view = &playing->view;
    write_news(playing);
    write_status(playing);
    int32_t context = playing_context(playing);
    if (view->layout.has_tabs)
        context |= KEYS_NARROW;
    if (session_has_remote(playing->session))
        context |= KEYS_REMOTE;
    keys_line(context, view->layout.columns, view->keys, sizeof(view->keys));
}
