/*
 * A person's turn; see aiming.h.
 *
 * What is typed is a command or cells. A line is taken as a whole or not at all, so that a wrong
 * word costs nothing.
 */
#include "battleship/lines/aiming.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "common/sides.h"
#include "battleship/lines/advising.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/cells.h"
#include "battleship/lines/commands.h"
#include "battleship/lines/leaving.h"
#include "battleship/lines/profiling.h"
#include "battleship/lines/rules_text.h"

/* One turn of a person, and the shots named so far. */
struct aim {
    struct plain *plain;
    struct session *session;
    int32_t side;
    bship_cell *cells; /* room for every cell of the board */
    int32_t count;
    int32_t due;     /* 0: another side is to move */
    bool is_decided; /* the game has changed */
};

static FILE *out_of(const struct aim *aim)
{
    return plain_out(aim->plain);
}

/* While another side is to move, what it does is printed as it comes. */
static void show(struct aim *aim)
{
    if (aim->due == 0)
        return;
    if (!aim->plain->is_spoken)
        boards_draw(aim->plain, aim->side);
    boards_print_news(aim->plain, aim->side);
}

static void print_salvo(const struct aim *aim)
{
    if (aim->due <= 1) {
        plain_say(aim->plain, "%s",
                  aim->due == 1 ? "One shot is due." : "No shot of yours is due.");
        return;
    }
    fprintf(out_of(aim), "Named:");
    cells_print(out_of(aim), aim->cells, aim->count);
    fprintf(out_of(aim), "%s; %d of %d still due.\n", aim->count == 0 ? " none" : "",
            (int)(aim->due - aim->count), (int)aim->due);
}

/* ---- firing ---- */

static enum plain_state fire(struct aim *aim)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = session_fire(aim->session, aim->cells, (size_t)aim->count, &error);
    if (status != BSHIP_OK)
        return plain_fail("cannot fire", status);
    if (aim->plain->link != NULL)
        aim->plain->link->fire(aim->plain->link->user);
    aim->is_decided = true;
    return PLAIN_GOES_ON;
}

static int32_t find_named(const struct aim *aim, bship_cell cell)
{
    for (int32_t i = 0; i < aim->count; i++) {
        if (aim->cells[i].x == cell.x && aim->cells[i].y == cell.y)
            return i;
    }
    return -1;
}

/* Says why a cell of the board cannot be fired at; false: it can. */
static bool is_refused(const struct aim *aim, bship_cell cell, const char *word)
{
    char why[64] = "";
    bship_status status =
        bship_chart_check_fire(bship_game_chart(aim->session->game, aim->side), cell);
    if (aim->due == 0)
        snprintf(why, sizeof(why), "it is not your turn");
    else if (status != BSHIP_OK)
        snprintf(why, sizeof(why), "%s", bship_status_message(status));
    else if (find_named(aim, cell) >= 0)
        snprintf(why, sizeof(why), "named already");
    else if (aim->count == aim->due)
        snprintf(why, sizeof(why), "more shots than the %d that are due", (int)aim->due);
    if (why[0] != '\0')
        cells_refuse(aim->plain, word, why);
    return why[0] != '\0';
}

/* Adds the cells of a line, all of them or none. */
static enum plain_state take_cells(struct aim *aim, char *line)
{
    int32_t before = aim->count;
    char word[CELL_WORD_SIZE];
    bship_cell cell;
    while (cells_read(aim->plain, &line, &cell, word)) {
        if (is_refused(aim, cell, word))
            break;
        aim->cells[aim->count++] = cell;
    }
    if (word[0] != '\0') {
        aim->count = before;
        return PLAIN_GOES_ON;
    }
    if (aim->count == aim->due)
        return fire(aim);
    print_salvo(aim);
    return PLAIN_GOES_ON;
}

/* ---- commands ---- */

typedef enum plain_state command_action(struct aim *aim, char *rest);

static command_action show_help;

static enum plain_state show_rules(struct aim *aim, char *rest)
{
    (void)rest;
    plain_print_rules(aim->plain, aim->session->setup.rules);
    return PLAIN_GOES_ON;
}

static enum plain_state show_board(struct aim *aim, char *rest)
{
    (void)rest;
    boards_draw(aim->plain, aim->side);
    if (!aim->plain->is_spoken)
        boards_print_news(aim->plain, aim->side);
    return PLAIN_GOES_ON;
}

static enum plain_state show_row(struct aim *aim, char *rest)
{
    int32_t rows = bship_rules_height(aim->session->setup.rules);
    const char *word = input_word(&rest);
    char *end = NULL;
    long row = word != NULL ? strtol(word, &end, 10) : 0;
    if (word == NULL || *end != '\0' || row < 1 || row > rows)
        plain_say(aim->plain, "Type row and a number from 1 to %d.", (int)rows);
    else
        boards_print_row(aim->plain, aim->side, (int32_t)row - 1);
    return PLAIN_GOES_ON;
}

static enum plain_state show_afloat(struct aim *aim, char *rest)
{
    (void)rest;
    boards_print_afloat(aim->plain, aim->side);
    return PLAIN_GOES_ON;
}

static enum plain_state show_news(struct aim *aim, char *rest)
{
    (void)rest;
    boards_print_news(aim->plain, aim->side);
    return PLAIN_GOES_ON;
}

static enum plain_state show_log(struct aim *aim, char *rest)
{
    (void)rest;
    boards_print_log(aim->plain, aim->side, 0);
    if (bship_game_log_length(aim->plain->session.game) == 0)
        plain_say(aim->plain, "Nobody has fired yet.");
    return PLAIN_GOES_ON;
}

static enum plain_state give_hint(struct aim *aim, char *rest)
{
    (void)rest;
    if (aim->count >= aim->due) {
        print_salvo(aim);
        return PLAIN_GOES_ON;
    }
    int32_t found;
    enum plain_state state =
        advising_hint(aim->plain, aim->side, aim->cells, aim->count, aim->due, &found);
    /* A hint fills a salvo, but firing stays the player's decision. */
    if (aim->due > 1 && found > 0) {
        aim->count += found;
        print_salvo(aim);
    }
    return state;
}

static enum plain_state show_heat(struct aim *aim, char *rest)
{
    (void)rest;
    return advising_heat(aim->plain, aim->side);
}

static enum plain_state list_salvo(struct aim *aim, char *rest)
{
    (void)rest;
    print_salvo(aim);
    return PLAIN_GOES_ON;
}

static enum plain_state take_back(struct aim *aim, char *rest)
{
    char word[CELL_WORD_SIZE];
    bship_cell cell;
    int32_t index = aim->count - 1;
    if (cells_read(aim->plain, &rest, &cell, word))
        index = find_named(aim, cell);
    else if (word[0] != '\0')
        return PLAIN_GOES_ON;
    if (index < 0) {
        plain_say(aim->plain, "%s",
                  word[0] != '\0' ? "That cell is not named."
                                  : "No shot is named that could be taken back.");
        return PLAIN_GOES_ON;
    }
    aim->count--;
    memmove(&aim->cells[index], &aim->cells[index + 1],
            (size_t)(aim->count - index) * sizeof(*aim->cells));
    print_salvo(aim);
    return PLAIN_GOES_ON;
}

static size_t index_of(const struct aim *aim, bship_cell cell)
{
    return (size_t)cell.y * (size_t)bship_rules_width(aim->session->setup.rules) + (size_t)cell.x;
}

static void list_notes(const struct aim *aim)
{
    int32_t width = bship_rules_width(aim->session->setup.rules);
    const char *notes = aim->session->notes[aim->side];
    bool is_empty = true;
    for (size_t i = 0; i < session_cells(aim->session); i++) {
        if (notes[i] == 0)
            continue;
        bship_cell cell = { (int32_t)i % width, (int32_t)i / width };
        cells_print(out_of(aim), &cell, 1);
        fprintf(out_of(aim), " %c", notes[i]);
        is_empty = false;
    }
    fputs(is_empty ? "There are no notes.\n" : "\n", out_of(aim));
}

static enum plain_state take_note(struct aim *aim, char *rest)
{
    char word[CELL_WORD_SIZE];
    bship_cell cell;
    if (!cells_read(aim->plain, &rest, &cell, word)) {
        if (word[0] == '\0')
            list_notes(aim);
        return PLAIN_GOES_ON;
    }
    const char *note = input_word(&rest);
    if (note != NULL && (note[1] != '\0' || note[0] <= ' ' || note[0] > '~')) {
        plain_say(aim->plain, "A note is one character: note E5 x. Without one it is removed.");
        return PLAIN_GOES_ON;
    }
    aim->session->notes[aim->side][index_of(aim, cell)] = (char)(note != NULL ? note[0] : 0);
    list_notes(aim);
    return PLAIN_GOES_ON;
}

static enum plain_state undo(struct aim *aim, char *rest)
{
    (void)rest;
    if (session_undo(aim->session) == BSHIP_OK) {
        plain_say(aim->plain, "Undone.");
        aim->is_decided = true;
    } else if (session_has_remote(aim->session)) {
        plain_say(aim->plain, "Nothing can be undone against a player on another machine.");
    } else {
        plain_say(aim->plain, "There is nothing to be undone yet.");
    }
    return PLAIN_GOES_ON;
}

static enum plain_state show_profile(struct aim *aim, char *rest)
{
    (void)rest;
    return profiling_show(aim->plain, aim->side);
}

static enum plain_state forget(struct aim *aim, char *rest)
{
    (void)rest;
    return profiling_forget(aim->plain, aim->side);
}

static enum plain_state save(struct aim *aim, char *rest)
{
    char why[FILES_WHY_SIZE];
    rest += strspn(rest, " ");
    if (rest[0] != '\0') {
        bool is_written = saves_write(aim->session, rest, why);
        plain_say(aim->plain, is_written ? "Saved: %s" : "Not saved: %s.", is_written ? rest : why);
        return PLAIN_GOES_ON;
    }
    if (!plain_is_kept(aim->plain)) {
        plain_say(aim->plain, "This game is not saved by itself; save FILE saves it.");
    } else if (saves_autosave(&aim->plain->saves, aim->session, why)) {
        const char *path = saves_path(&aim->plain->saves);
        plain_say(aim->plain, "Saved%s%s", path != NULL ? ": " : ".", path != NULL ? path : "");
    } else {
        plain_say(aim->plain, "Not saved: %s.", why);
    }
    return PLAIN_GOES_ON;
}

static enum plain_state resign(struct aim *aim, char *rest)
{
    (void)rest;
    enum plain_state state = plain_resign(aim->plain, aim->side);
    aim->is_decided = bship_game_phase(aim->session->game) == BSHIP_PHASE_OVER;
    return state;
}

static enum plain_state quit(struct aim *aim, char *rest)
{
    (void)rest;
    enum plain_state state = plain_leave(aim->plain, aim->side);
    aim->is_decided = bship_game_phase(aim->session->game) == BSHIP_PHASE_OVER;
    return state;
}

/* The commands, and what they do, in the same order. */
static const struct command commands[] = {
    { "help", "?", "help", "this list" },
    { "rules", NULL, "rules", "the rules of this game" },
    { "board", "b", "board", "both boards and the news again" },
    { "redraw", NULL, NULL, NULL },
    { "row", NULL, "row 5", "a row of both boards in words" },
    { "afloat", NULL, "afloat", "the ships that are afloat, by name" },
    { "news", NULL, "news", "what happened since your turn before" },
    { "log", "l", "log", "everything that happened" },
    { "hint", "h", "hint", "the best cells to fire at; fills a salvo" },
    { "heat", "m", "heat", "the chance of a hit for every cell" },
    { "salvo", NULL, "salvo", "the shots named so far, and how many are due" },
    { "back", NULL, "back [CELL]", "take back the last shot named, or that one" },
    { "note", "n", "note CELL X", "note a character for a cell; note alone lists them" },
    { "undo", "u", "undo", "take back your last turn" },
    { "profile", NULL, "profile", "what the machine knows of how you lay ships" },
    { "forget", NULL, "forget", "erase that" },
    { "save", "s", "save [FILE]", "save the game now, or a copy of it" },
    { "resign", "r", "resign", "give the game up" },
    { "quit", "q", "quit", "leave: save, resign or back" },
    { NULL, NULL, NULL, NULL },
};

static command_action *const actions[] = {
    show_help,    show_rules, show_board, show_board, show_row,  show_afloat, show_news,
    show_log,     give_hint,  show_heat,  list_salvo, take_back, take_note,   undo,
    show_profile, forget,     save,       resign,     quit,
};

static_assert(sizeof(commands) / sizeof(commands[0]) == sizeof(actions) / sizeof(actions[0]) + 1,
              "each command has an action");

static enum plain_state show_help(struct aim *aim, char *rest)
{
    (void)rest;
    plain_say(
        aim->plain,
        "Type the cell to fire at, such as E5 or e 5; of a salvo several, such as A1 B2 C3, in "
        "one line or in several. The latest shots are marked %s. Or type:",
        aim->plain->grid.has_colour ? "inverted" : ">");
    command_print_all(commands, out_of(aim));
    return PLAIN_GOES_ON;
}

/* ---- the turn ---- */

static enum plain_state obey(struct aim *aim, char *line)
{
    char *rest;
    int command = command_read(commands, line, &rest);
    if (command >= 0)
        return actions[command](aim, rest);
    if (rest[0] == '\0')
        return aim->due > 1 && aim->count == aim->due ? fire(aim) : PLAIN_GOES_ON;
    return take_cells(aim, rest);
}

static void write_prompt(const struct aim *aim, char *prompt, size_t size)
{
    int32_t left = aim->due - aim->count;
    int used = 0;
    if (!session_is_you(aim->session, aim->side))
        used = snprintf(prompt, size, "%s: ", session_name(aim->session, aim->side));
    prompt += used;
    size -= (size_t)used;
    if (aim->due == 0)
        snprintf(prompt, size, "%s aims", session_name(aim->session, other_side(aim->side)));
    else if (aim->due == 1)
        snprintf(prompt, size, "Your shot");
    else if (left == 0)
        snprintf(prompt, size, "All %d named: Enter fires, back takes back", (int)aim->due);
    else
        snprintf(prompt, size, "%s %d shot%s", aim->count > 0 ? "Then" : "Your", (int)left,
                 left == 1 ? "" : "s");
}

static enum plain_state take_turn(struct aim *aim)
{
    enum plain_state state = PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && !aim->is_decided) {
        char prompt[128];
        write_prompt(aim, prompt, sizeof(prompt));
        state = plain_ask(aim->plain, prompt);
        if (state == PLAIN_INTERRUPTED) {
            fputc('\n', out_of(aim));
            state = quit(aim, NULL);
        } else if (state == PLAIN_GOES_ON) {
            state = obey(aim, aim->plain->input.line);
        }
    }
    return state;
}

enum plain_state plain_aim(struct plain *plain, int32_t side)
{
    struct session *session = &plain->session;
    struct aim aim = { .plain = plain, .session = session, .side = side };
    if (bship_game_to_move(session->game) == side)
        aim.due = bship_game_shots_due(session->game);
    aim.cells = calloc(session_cells(session), sizeof(*aim.cells));
    if (aim.cells == NULL)
        return plain_fail("cannot aim", BSHIP_ERROR_MEMORY);
    show(&aim);
    enum plain_state state = take_turn(&aim);
    free(aim.cells);
    return state;
}
