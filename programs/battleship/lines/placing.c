/* Laying one's own fleet by typed cells; see placing.h. */
#include "battleship/lines/placing.h"

#include <assert.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "battleship/game/describe.h"
#include "battleship/game/laying.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/cells.h"
#include "battleship/lines/commands.h"
#include "battleship/lines/leaving.h"
#include "battleship/lines/profiling.h"
#include "battleship/lines/rules_text.h"
#include "battleship/lines/text.h"

enum {
    CONFLICTS_SHOWN = 8
};

/* A person who lays a fleet. */
struct fitter {
    struct plain *plain;
    struct laying laying;
    int32_t side;
    bool is_changed; /* since the board was last drawn */
    bool is_ready;   /* the fleet is complete, and the person wants to start */
};

static bool is_complete(const struct fitter *fitter)
{
    return bship_board_is_complete(fitter->laying.board);
}

/* ---- what is laid where ---- */

/* Says why a ship cannot be there, and what is in the way. */
static void refuse(const struct fitter *fitter, bship_placement placement, bship_status status)
{
    FILE *out = plain_out(fitter->plain);
    bship_conflict conflicts[CONFLICTS_SHOWN];
    bship_cell first = { placement.x, placement.y };
    size_t count =
        bship_board_conflicts(fitter->laying.board, placement, conflicts, CONFLICTS_SHOWN);
    fprintf(out, "Not at");
    cells_print(out, &first, 1);
    fprintf(out, " %s: %s", bship_name(BSHIP_ENUM_ORIENTATION, placement.orientation),
            bship_status_message(status));
    for (size_t i = 0; i < count && i < CONFLICTS_SHOWN && status != BSHIP_ERROR_OFF_BOARD; i++) {
        fputs(i == 0 ? "; in the way:" : "", out);
        cells_print(out, &conflicts[i].cell, 1);
    }
    fputs(".\n", out);
}

static void say_laid(const struct fitter *fitter, bship_placement placement)
{
    char label[LABEL_SIZE];
    bship_cell first = { placement.x, placement.y };
    describe_ship(fitter->laying.fleet, placement.ship, label);
    fprintf(plain_out(fitter->plain), "%s:", label);
    cells_print(plain_out(fitter->plain), &first, 1);
    fprintf(plain_out(fitter->plain), " %s.\n",
            bship_name(BSHIP_ENUM_ORIENTATION, placement.orientation));
}

/* Lays the ship in hand at a cell; false, and said why, if it cannot be there. */
static bool lay_at(struct fitter *fitter, bship_cell cell, int32_t orientation)
{
    struct laying *laying = &fitter->laying;
    bship_placement placement = { laying->ghost.ship, cell.x, cell.y, orientation };
    bship_status status = bship_board_check_place(laying->board, placement);
    if (status == BSHIP_OK) {
        if (laying->ghost.orientation != orientation)
            laying_rotate(laying);
        laying_move(laying, cell);
        status = laying_lay(laying);
    }
    if (status != BSHIP_OK) {
        refuse(fitter, placement, status);
        return false;
    }
    if (fitter->plain->is_spoken)
        say_laid(fitter, placement);
    fitter->is_changed = true;
    return true;
}

/* Reads `right` or `down`, or their first letters, if a line goes on; -1: neither. */
static int32_t read_orientation(char **cursor, int32_t otherwise)
{
    const char *word = input_word(cursor);
    if (word == NULL)
        return otherwise;
    if (plain_is_word(word, "right"))
        return BSHIP_ORIENTATION_HORIZONTAL;
    return plain_is_word(word, "down") ? BSHIP_ORIENTATION_VERTICAL : -1;
}

static void lay_typed(struct fitter *fitter, char *line)
{
    char word[CELL_WORD_SIZE];
    bship_cell cell;
    if (!cells_read(fitter->plain, &line, &cell, word))
        return;
    int32_t orientation = read_orientation(&line, fitter->laying.ghost.orientation);
    if (orientation < 0)
        plain_say(fitter->plain, "After the cell comes right or down, such as B3 down.");
    else if (fitter->laying.ghost.ship < 0)
        plain_say(fitter->plain,
                  "All ships are laid. Enter starts; move, back or undo change them.");
    else
        lay_at(fitter, cell, orientation);
}

/* Takes the ship at a typed cell in hand; false, and said why, if there is none. */
static bool pick_up(struct fitter *fitter, char **rest, bship_placement *before)
{
    char word[CELL_WORD_SIZE];
    bship_cell cell;
    if (!cells_read(fitter->plain, rest, &cell, word)) {
        if (word[0] == '\0')
            plain_say(fitter->plain, "Which ship? Type one of its cells behind the command.");
        return false;
    }
    int32_t ship = bship_board_ship_at(fitter->laying.board, cell);
    if (ship < 0) {
        cells_refuse(fitter->plain, word, "there is no ship");
        return false;
    }
    bship_board_placement(fitter->laying.board, ship, before);
    return laying_pick_up(&fitter->laying, cell);
}

/* Puts the ship in hand back where it was, unless it could be laid. */
static void settle(struct fitter *fitter, bool is_laid)
{
    if (!is_laid)
        laying_undo(&fitter->laying);
}

/* ---- commands ---- */

typedef enum plain_state command_action(struct fitter *fitter, char *rest);

static command_action show_help;

static enum plain_state show_rules(struct fitter *fitter, char *rest)
{
    (void)rest;
    plain_print_rules(fitter->plain, fitter->plain->session.setup.rules);
    return PLAIN_GOES_ON;
}

static enum plain_state show_board(struct fitter *fitter, char *rest)
{
    (void)rest;
    boards_draw_own(fitter->plain, fitter->side);
    fitter->is_changed = false;
    return PLAIN_GOES_ON;
}

/* Takes the style that a line goes on with, if any, for the whole fleet; false, and said why, if it
 * is none. */
static bool read_style(struct fitter *fitter, char *rest)
{
    const char *word = input_word(&rest);
    int32_t style = word != NULL ? bship_find(BSHIP_ENUM_PLACEMENT_STYLE, word) : -1;
    if (word == NULL)
        return true;
    if (style >= 0) {
        fitter->plain->session.setup.placing = bship_name(BSHIP_ENUM_PLACEMENT_STYLE, style);
        laying_clear(&fitter->laying);
        return true;
    }
    text_print_quoted(plain_out(fitter->plain), word);
    fputs(": no placement style. There are:\n", plain_out(fitter->plain));
    for (style = 0; style < bship_count(BSHIP_ENUM_PLACEMENT_STYLE); style++)
        plain_say(fitter->plain, "  %s: %s", bship_name(BSHIP_ENUM_PLACEMENT_STYLE, style),
                  bship_text(BSHIP_ENUM_PLACEMENT_STYLE, style));
    return false;
}

static enum plain_state draw(struct fitter *fitter, char *rest)
{
    if (!read_style(fitter, rest))
        return PLAIN_GOES_ON;
    bship_status status = laying_draw(&fitter->laying);
    if (status == BSHIP_OK)
        fitter->is_changed = true;
    else
        plain_say(fitter->plain, "No other layout: %s.", bship_status_message(status));
    return PLAIN_GOES_ON;
}

static enum plain_state rotate(struct fitter *fitter, char *rest)
{
    bship_placement before;
    if (rest[strspn(rest, " ")] == '\0') {
        laying_rotate(&fitter->laying);
        return PLAIN_GOES_ON;
    }
    if (!pick_up(fitter, &rest, &before))
        return PLAIN_GOES_ON;
    bship_cell cell = { before.x, before.y };
    settle(fitter, lay_at(fitter, cell, BSHIP_ORIENTATION_VERTICAL - before.orientation));
    return PLAIN_GOES_ON;
}

static enum plain_state move(struct fitter *fitter, char *rest)
{
    bship_placement before;
    char word[CELL_WORD_SIZE];
    bship_cell cell;
    if (!pick_up(fitter, &rest, &before))
        return PLAIN_GOES_ON;
    bool is_cell = cells_read(fitter->plain, &rest, &cell, word);
    if (!is_cell && word[0] == '\0')
        plain_say(fitter->plain,
                  "Where to? Type move, a cell of the ship, and its new first cell.");
    int32_t orientation = read_orientation(&rest, before.orientation);
    if (is_cell && orientation < 0)
        plain_say(fitter->plain, "After the cells comes right or down.");
    settle(fitter, is_cell && orientation >= 0 && lay_at(fitter, cell, orientation));
    return PLAIN_GOES_ON;
}

static enum plain_state undo(struct fitter *fitter, char *rest)
{
    (void)rest;
    if (laying_undo(&fitter->laying))
        fitter->is_changed = true;
    else
        plain_say(fitter->plain, "There is nothing to be undone.");
    return PLAIN_GOES_ON;
}

static enum plain_state back(struct fitter *fitter, char *rest)
{
    bship_placement before;
    if (rest[strspn(rest, " ")] == '\0')
        return undo(fitter, rest);
    if (pick_up(fitter, &rest, &before))
        fitter->is_changed = true;
    return PLAIN_GOES_ON;
}

static enum plain_state clear(struct fitter *fitter, char *rest)
{
    (void)rest;
    laying_clear(&fitter->laying);
    fitter->is_changed = true;
    return PLAIN_GOES_ON;
}

static enum plain_state start(struct fitter *fitter, char *rest)
{
    (void)rest;
    fitter->is_ready = is_complete(fitter);
    if (!fitter->is_ready)
        plain_say(fitter->plain, "Lay the whole fleet first, or type random.");
    return PLAIN_GOES_ON;
}

static enum plain_state show_profile(struct fitter *fitter, char *rest)
{
    (void)rest;
    return profiling_show(fitter->plain, fitter->side);
}

static enum plain_state forget(struct fitter *fitter, char *rest)
{
    (void)rest;
    return profiling_forget(fitter->plain, fitter->side);
}

static enum plain_state quit(struct fitter *fitter, char *rest)
{
    (void)rest;
    return plain_leave(fitter->plain, BSHIP_SIDE_NONE);
}

/* The commands, and what they do, in the same order. */
static const struct command commands[] = {
    { "help", "?", "help", "this list" },
    { "rules", NULL, "rules", "the rules of this game" },
    { "board", NULL, "board", "the fleet so far" },
    { "random", "a", "random [STYLE]", "lay the rest at random, or all by a placement style" },
    { "rotate", "r", "rotate [CELL]", "turn the next ship, or the one at a cell" },
    { "move", NULL, "move CELL TO", "move the ship at a cell: move B3 C5, or move B3 C5 down" },
    { "back", NULL, "back [CELL]", "remove the last ship, or the one at a cell" },
    { "undo", "u", "undo", "take back the last change" },
    { "clear", "c", "clear", "remove all ships" },
    { "start", NULL, "start", "start, once all ships are laid (or press Enter)" },
    { "profile", NULL, "profile", "what the machine knows of how you lay ships" },
    { "forget", NULL, "forget", "erase that" },
    { "quit", "q", "quit", "leave" },
    { NULL, NULL, NULL, NULL },
};

static command_action *const actions[] = {
    show_help, show_rules, show_board, draw,         rotate, move, back,
    undo,      clear,      start,      show_profile, forget, quit,
};

static_assert(sizeof(commands) / sizeof(commands[0]) == sizeof(actions) / sizeof(actions[0]) + 1,
              "each command has an action");

static enum plain_state show_help(struct fitter *fitter, char *rest)
{
    (void)rest;
    plain_say(fitter->plain, "Type the first cell of the ship, its leftmost or topmost: B3, or B3 "
                             "right, or B3 down. Or type:");
    command_print_all(commands, plain_out(fitter->plain));
    return PLAIN_GOES_ON;
}

static enum plain_state obey(struct fitter *fitter, char *line)
{
    char *rest;
    int command = command_read(commands, line, &rest);
    if (command >= 0)
        return actions[command](fitter, rest);
    if (rest[0] == '\0')
        fitter->is_ready = is_complete(fitter);
    else
        lay_typed(fitter, rest);
    return PLAIN_GOES_ON;
}

/* ---- the conversation ---- */

static void write_prompt(const struct fitter *fitter, char *prompt, size_t size)
{
    const bship_placement *ghost = &fitter->laying.ghost;
    if (ghost->ship < 0) {
        snprintf(prompt, size, "All laid: Enter starts, random for another layout, undo, help");
        return;
    }
    char label[LABEL_SIZE];
    describe_ship(fitter->laying.fleet, ghost->ship, label);
    snprintf(prompt, size, "%s (%d), %s", label,
             (int)bship_fleet_length(fitter->laying.fleet, ghost->ship),
             bship_name(BSHIP_ENUM_ORIENTATION, ghost->orientation));
}

static enum plain_state converse(struct fitter *fitter)
{
    enum plain_state state = PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && !fitter->is_ready) {
        char prompt[128];
        if (fitter->is_changed && !fitter->plain->is_spoken)
            show_board(fitter, NULL);
        write_prompt(fitter, prompt, sizeof(prompt));
        state = plain_ask(fitter->plain, prompt);
        if (state == PLAIN_GOES_ON)
            state = obey(fitter, fitter->plain->input.line);
        else if (state == PLAIN_INTERRUPTED)
            state = quit(fitter, NULL);
        /* The other player may get ready meanwhile, which changes nothing here. */
        if (state == PLAIN_NEWS &&
            bship_game_phase(fitter->plain->session.game) == BSHIP_PHASE_PLACING)
            state = PLAIN_GOES_ON;
    }
    return state;
}

enum plain_state plain_lay_fleet(struct plain *plain, int32_t side)
{
    struct fitter fitter = { .plain = plain, .side = side, .is_changed = true };
    if (!laying_open(&fitter.laying, &plain->session, side))
        return plain_fail("cannot lay ships", BSHIP_ERROR_MEMORY);
    const char *name = session_name(&plain->session, side);
    plain_say(plain,
              "%s%sLay your fleet: type a ship's first cell, rotate to turn it, random for a "
              "random layout, or help.",
              session_is_you(&plain->session, side) ? "" : name,
              session_is_you(&plain->session, side) ? "" : ": ");
    enum plain_state state = converse(&fitter);
    laying_close(&fitter.laying);
    return state;
}
