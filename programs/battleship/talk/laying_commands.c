/* Laying a fleet, in words; see laying_commands.h. */
#include "battleship/talk/laying_commands.h"

#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "battleship/game/describe.h"
#include "battleship/talk/command.h"
#include "battleship/talk/leaving.h"
#include "battleship/talk/pages.h"
#include "battleship/talk/profile_pages.h"
#include "battleship/talk/words.h"
#include "common/text.h"

/* What a command is given. */
struct order {
    struct laying *laying;
    char *rest; /* of its argument */
    const struct front *front;
    struct reply *reply;
    int outcome; /* what has become of laying by it */
};

enum {
    SHIP_SIZE = 64,    /* of a ship in words */
    CONFLICTS_MAX = 12 /* cells in the way that are named: a sentence with more is not read */
};

/* ---- ships and places in words ---- */

/* Writes `Carrier, 5 cells` about a ship, or `Ship of 5 cells` if it has no name. */
static void write_ship(const bship_fleet *fleet, int32_t ship, char text[SHIP_SIZE])
{
    const char *name = bship_fleet_name(fleet, ship);
    int length = (int)bship_fleet_length(fleet, ship);
    bool has_name = name[strspn(name, "0123456789")] != '\0';
    snprintf(text, SHIP_SIZE, "%s%s%d cell%s", has_name ? name : "Ship of ", has_name ? ", " : "",
             length, length == 1 ? "" : "s");
}

/* A ship and where it is: `Carrier, 5 cells`, `B3`, `right`. */
struct place_words {
    char ship[SHIP_SIZE];
    char cell[BSHIP_CELL_TEXT_SIZE];
    const char *orientation;
};

static struct place_words words_of(const struct laying *laying, bship_placement placement)
{
    struct place_words words = { .orientation = bship_enum_name(BSHIP_ENUM_ORIENTATION,
                                                                placement.orientation) };
    write_ship(laying->fleet, placement.ship, words.ship);
    bship_cell_format((bship_cell){ placement.x, placement.y }, words.cell, sizeof words.cell);
    return words;
}

/* Adds the cells in the way of a ship, those of each ship with its name behind them. */
static void add_conflicts(struct reply *reply, const struct laying *laying,
                          bship_placement placement)
{
    bship_conflict conflicts[CONFLICTS_MAX];
    size_t count = bship_board_conflicts(laying->board, placement, conflicts, CONFLICTS_MAX);
    bool is_first = true;
    for (size_t i = 0; i < count && i < CONFLICTS_MAX; i++) {
        char cell[BSHIP_CELL_TEXT_SIZE];
        char label[LABEL_SIZE];
        if (conflicts[i].status == BSHIP_ERROR_OFF_BOARD)
            continue;
        bship_cell_format(conflicts[i].cell, cell, sizeof cell);
        reply_add(reply, "%s %s", is_first ? " In the way:" : "", cell);
        is_first = false;
        bool goes_on =
            i + 1 < count && i + 1 < CONFLICTS_MAX && conflicts[i + 1].ship == conflicts[i].ship;
        if (conflicts[i].ship < 0 || goes_on)
            continue;
        describe_ship(laying->fleet, conflicts[i].ship, label);
        reply_add(reply, " (%s)", label);
    }
    if (!is_first)
        reply_add(reply, "%s", count > CONFLICTS_MAX ? " and more." : ".");
}

/* Says why a ship cannot be laid somewhere, and what is in its way. */
static void refuse(struct reply *reply, const struct laying *laying, bship_placement placement,
                   bship_status status)
{
    struct place_words words = words_of(laying, placement);
    reply_set(reply, REPLY_REFUSED, "%s, does not fit at %s %s: %s.", words.ship, words.cell,
              words.orientation, bship_status_message(status));
    add_conflicts(reply, laying, placement);
}

/* How the front end of an order calls another command. */
static const char *name_of(const struct front *front, int32_t command)
{
    return command_name(PLACE_LAYING, command, front->is_lines);
}

/* ---- what is due ---- */

static const char all_laid[] = "Every ship is laid: Enter starts the game.";

void talk_laying_greet(const struct laying *laying, struct reply *reply)
{
    bool is_you = session_is_you(laying->session, laying->side);
    reply_set(reply, REPLY_DONE, "%s%sLay your fleet, ship by ship, or let random do it.",
              is_you ? "" : session_name(laying->session, laying->side), is_you ? "" : ": ");
}

void talk_laying_state(const struct laying *laying, struct reply *reply)
{
    if (laying->ghost.ship < 0) {
        reply_set(reply, REPLY_DONE, "%s", all_laid);
        return;
    }
    bship_status status = laying_check(laying);
    struct place_words words = words_of(laying, laying->ghost);
    if (!status)
        reply_set(reply, REPLY_DONE, "%s, fits at %s %s.", words.ship, words.cell,
                  words.orientation);
    else if (!laying_has_room(laying))
        reply_set(reply, REPLY_REFUSED,
                  "%s, has no room left. Move another ship, or undo the last change.", words.ship);
    else
        refuse(reply, laying, laying->ghost, status);
}

void talk_laying_prompt(const struct laying *laying, char *text, size_t size)
{
    char ship[SHIP_SIZE];
    const bship_placement *ghost = &laying->ghost;
    if (ghost->ship < 0) {
        snprintf(text, size, "All laid: Enter starts, random for another layout, undo, help");
        return;
    }
    write_ship(laying->fleet, ghost->ship, ship);
    snprintf(text, size, "%s, %s", ship,
             bship_enum_name(BSHIP_ENUM_ORIENTATION, ghost->orientation));
}

/* ---- laying one ship ---- */

/* Says that a ship is laid now, and which one is next. */
static void say_laid(struct reply *reply, const struct laying *laying, bship_placement placement)
{
    struct place_words words = words_of(laying, placement);
    char next[SHIP_SIZE];
    reply_set(reply, REPLY_DONE, "%s: laid at %s %s. ", words.ship, words.cell, words.orientation);
    if (laying->ghost.ship < 0) {
        reply_add(reply, "%s", all_laid);
        return;
    }
    write_ship(laying->fleet, laying->ghost.ship, next);
    reply_add(reply, "Next: %s.", next);
}

/* Lays the ship in hand somewhere; false, and said why, if it does not fit. */
static bool lay(struct laying *laying, bship_placement placement, struct reply *reply)
{
    bship_status status = bship_board_check_place(laying->board, placement);
    if (!status) {
        if (laying->ghost.orientation != placement.orientation)
            laying_rotate(laying);
        laying_move(laying, (bship_cell){ placement.x, placement.y });
        status = laying_lay(laying);
    }
    if (!status)
        say_laid(reply, laying, placement);
    else
        refuse(reply, laying, placement, status);
    return !status;
}

/* Whether a command is given an argument. */
static bool has_argument(const struct order *order)
{
    return order->rest[strspn(order->rest, " ,")] != '\0';
}

/* Reads a cell; false, and said why, if there is none. `missing` says what it is for. */
static bool read_cell(struct order *order, bship_cell *cell, const char *missing)
{
    char word[CELL_WORD_SIZE];
    bool is_cell = words_read_cell(order->laying->session->setup.rules, &order->rest, cell, word,
                                   order->reply);
    if (!is_cell && !word[0])
        reply_set(order->reply, REPLY_REFUSED, "%s", missing);
    return is_cell;
}

/* Reads how a ship is to lie, if that is said; false, and said why, if it is no such word. */
static bool read_orientation(struct order *order, int32_t *orientation)
{
    const char *word = input_word(&order->rest);
    for (int32_t i = 0; word && i < bship_enum_count(BSHIP_ENUM_ORIENTATION); i++)
        if (words_is(word, bship_enum_name(BSHIP_ENUM_ORIENTATION, i))) {
            *orientation = i;
            return true;
        }
    if (word)
        reply_set(order->reply, REPLY_REFUSED,
                  "Behind the cell comes right or down, such as B3 down.");
    return !word;
}

/* Reads the cell of a ship; false, and said why, if there is none. */
static bool read_ship(struct order *order, bship_placement *out)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    bship_cell cell = laying_cell(order->laying);
    if (has_argument(order) && !read_cell(order, &cell, ""))
        return false;
    int32_t ship = bship_board_ship_at(order->laying->board, cell);
    if (ship >= 0)
        return !bship_board_placement(order->laying->board, ship, out);
    bship_cell_format(cell, text, sizeof text);
    reply_set(order->reply, REPLY_REFUSED, "There is no ship at %s.", text);
    return false;
}

/* Takes a ship in hand again. */
static void take(struct order *order, bship_placement placement)
{
    laying_pick_up(order->laying, (bship_cell){ placement.x, placement.y });
    reply_set(order->reply, REPLY_DONE, "%s, is in hand again.",
              words_of(order->laying, placement).ship);
}

/* Lays a ship elsewhere in one step; it stays where it is if it does not fit there. */
static void shift(struct order *order, bship_placement before, bship_placement after)
{
    struct laying *laying = order->laying;
    laying_pick_up(laying, (bship_cell){ before.x, before.y });
    if (lay(laying, after, order->reply))
        laying_join(laying);
    else
        laying_undo(laying);
}

static void do_pick_up(struct order *order)
{
    bship_placement placement;
    if (read_ship(order, &placement))
        take(order, placement);
}

/* Where the ship in hand does not fit, picks up the ship under its first cell, if there is one. */
static void do_lay(struct order *order)
{
    struct laying *laying = order->laying;
    bool is_typed = has_argument(order);
    bship_placement placement = laying->ghost;
    bship_cell cell;
    if (is_typed) {
        if (!read_cell(order, &cell, "") || !read_orientation(order, &placement.orientation))
            return;
        placement.x = cell.x;
        placement.y = cell.y;
    }
    if (!is_typed && bship_board_is_complete(laying->board))
        order->outcome = OUTCOME_DONE;
    else if (laying->ghost.ship < 0)
        reply_set(order->reply, REPLY_REFUSED,
                  "Every ship is laid already: move, rotate or undo change them, Enter starts.");
    else if (!is_typed && laying_check(laying) &&
             bship_board_ship_at(laying->board, laying_cell(laying)) >= 0)
        do_pick_up(order);
    else
        lay(laying, placement, order->reply);
}

static void do_rotate(struct order *order)
{
    bship_placement before;
    if (!has_argument(order)) {
        laying_rotate(order->laying);
    } else if (read_ship(order, &before)) {
        bship_placement after = before;
        after.orientation = BSHIP_ORIENTATION_VERTICAL - before.orientation;
        shift(order, before, after);
    }
}

static void do_move(struct order *order)
{
    static const char usage[] = "Type move, a cell of the ship, and its new first cell.";
    bship_placement before;
    bship_cell to;
    if (!has_argument(order)) {
        reply_set(order->reply, REPLY_REFUSED, "%s", usage);
        return;
    }
    if (!read_ship(order, &before) || !read_cell(order, &to, usage))
        return;
    bship_placement after = { before.ship, to.x, to.y, before.orientation };
    if (read_orientation(order, &after.orientation))
        shift(order, before, after);
}

/* ---- the whole fleet ---- */

/* Lays what is missing, or another layout of it. */
static void draw(struct laying *laying, const struct front *front, struct reply *reply)
{
    bship_status status = laying_draw(laying);
    if (!status)
        reply_set(reply, REPLY_DONE,
                  "Laid at random: Enter starts the game, %s draws another layout.",
                  name_of(front, COMMAND_RANDOM));
    else if (status == BSHIP_ERROR_PLACED)
        reply_set(reply, REPLY_REFUSED, "Every ship was laid by hand: %s removes them all.",
                  name_of(front, COMMAND_CLEAR));
    else if (status == BSHIP_ERROR_INFEASIBLE)
        reply_set(reply, REPLY_REFUSED,
                  "The ships that are laid leave no room for the others: %s takes back.",
                  name_of(front, COMMAND_UNDO));
    else
        reply_set(reply, REPLY_FAILED, "Nothing was laid: %s.", bship_status_message(status));
}

void talk_laying_style(struct laying *laying, int32_t style, const struct front *front,
                       struct reply *reply)
{
    const char *before = laying->session->setup.placing;
    const char *name = bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style);
    laying->session->setup.placing = name;
    laying_clear(laying);
    draw(laying, front, reply);
    if (reply->kind == REPLY_DONE) {
        laying_join(laying);
        reply_set(reply, REPLY_DONE,
                  "Laid by the style %s: Enter starts the game, %s draws another layout.", name,
                  name_of(front, COMMAND_RANDOM));
    } else {
        laying->session->setup.placing = before;
        laying_undo(laying);
    }
}

/* Says which placement styles there are, after a word that is none. */
static void refuse_style(const char *word, struct reply *reply)
{
    reply_set(reply, REPLY_REFUSED, "%.24s is no placement style. There are", word);
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE); i++)
        reply_add(reply, "%s %s", i == 0 ? "" : ",",
                  bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, i));
    reply_add(reply, ".");
    text_make_printable(reply->text);
}

static void do_random(struct order *order)
{
    const char *word = input_word(&order->rest);
    int32_t style = word ? bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, word) : -1;
    if (style >= 0)
        talk_laying_style(order->laying, style, order->front, order->reply);
    else if (word)
        refuse_style(word, order->reply);
    else
        draw(order->laying, order->front, order->reply);
}

static void do_next(struct order *order)
{
    laying_next(order->laying);
}

static void do_undo(struct order *order)
{
    if (laying_undo(order->laying))
        reply_set(order->reply, REPLY_DONE, "The last change is taken back.%s%s",
                  order->laying->ghost.ship < 0 ? " " : "",
                  order->laying->ghost.ship < 0 ? all_laid : "");
    else
        reply_set(order->reply, REPLY_REFUSED, "There is nothing to take back.");
}

static void do_clear(struct order *order)
{
    if (laying_laid(order->laying) == 0) {
        reply_set(order->reply, REPLY_REFUSED, "There is no ship to remove.");
    } else {
        laying_clear(order->laying);
        reply_set(order->reply, REPLY_DONE, "All ships are removed; %s lays them again.",
                  name_of(order->front, COMMAND_UNDO));
    }
}

static void do_start(struct order *order)
{
    if (bship_board_is_complete(order->laying->board))
        order->outcome = OUTCOME_DONE;
    else
        reply_set(order->reply, REPLY_REFUSED, "Lay the whole fleet first, or let %s do it.",
                  name_of(order->front, COMMAND_RANDOM));
}

static void do_leave(struct order *order)
{
    order->outcome = leaving_ask_laying(order->front, order->laying->session);
}

/* ---- pages ---- */

static void do_rules(struct order *order)
{
    pages_show_rules(order->front, order->laying->session->setup.rules);
}

static void do_profile(struct order *order)
{
    const struct session *session = order->laying->session;
    int32_t side = order->laying->side;
    talk_profile_show(session->setup.players[side].name, session->shown[side], order->front,
                      order->reply);
}

static void do_forget(struct order *order)
{
    const struct session *session = order->laying->session;
    int32_t side = order->laying->side;
    talk_profile_forget(session->setup.players[side].name, session->shown[side], order->front,
                        order->reply);
}

/* ---- commands ---- */

static const struct {
    int32_t command;
    void (*obey)(struct order *order);
} deeds[] = {
    { COMMAND_LAY, do_lay },         { COMMAND_ROTATE, do_rotate },
    { COMMAND_NEXT_SHIP, do_next },  { COMMAND_PICK_UP, do_pick_up },
    { COMMAND_MOVE, do_move },       { COMMAND_RANDOM, do_random },
    { COMMAND_UNDO, do_undo },       { COMMAND_CLEAR, do_clear },
    { COMMAND_START, do_start },     { COMMAND_RULES, do_rules },
    { COMMAND_PROFILE, do_profile }, { COMMAND_FORGET, do_forget },
    { COMMAND_LEAVE, do_leave },
};

int talk_laying_do(struct laying *laying, int32_t command, char *argument,
                   const struct front *front, struct reply *reply)
{
    char none[] = "";
    struct order order = { laying, argument ? argument : none, front, reply, OUTCOME_GOES_ON };
    reply_set(reply, REPLY_NONE, "%s", "");
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++)
        if (deeds[i].command == command)
            deeds[i].obey(&order);
    return order.outcome;
}
