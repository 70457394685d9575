/* Placing one's own fleet; see placing.h. */
#include "console/plain/placing.h"

#include <stdbool.h>
#include <strings.h>

#include "console/plain/commands.h"

enum placement_command {
    COMMAND_HELP,
    COMMAND_RANDOM,
    COMMAND_ROTATE,
    COMMAND_BACK,
    COMMAND_CLEAR,
    COMMAND_START,
    COMMAND_QUIT
};

static const struct command commands[] = {
    [COMMAND_HELP] = { "help", "this list" },
    [COMMAND_RANDOM] = { "random", "place the whole fleet at random; again for another layout" },
    [COMMAND_ROTATE] = { "rotate", "turn the next ship" },
    [COMMAND_BACK] = { "back", "remove the last ship; back CELL: the ship there" },
    [COMMAND_CLEAR] = { "clear", "remove all ships" },
    [COMMAND_START] = { "start", "start the game once all ships are placed (or press Enter)" },
    [COMMAND_QUIT] = { "quit", "leave" },
    { NULL, NULL },
};

/* The state of the placement. */
struct placing {
    struct plain *plain;
    FILE *out;
    const bship_board *board;
    const bship_fleet *fleet;
    int32_t orientation;
    int32_t placed[BSHIP_FLEET_SHIPS_MAX]; /* the ships on the board, in order of placement */
    int32_t placed_count;
    bool is_changed; /* since the board was last drawn */
    bool is_started;
};

static bool is_placed(const struct placing *placing, int32_t ship)
{
    bship_placement placement;
    return bship_board_placement(placing->board, ship, &placement) == BSHIP_OK;
}

/* The first ship that is not placed; the number of ships if all are. */
static int32_t next_ship(const struct placing *placing)
{
    int32_t ship = 0;
    while (ship < bship_fleet_count(placing->fleet) && is_placed(placing, ship))
        ship++;
    return ship;
}

static void draw(struct placing *placing)
{
    struct plain *plain = placing->plain;
    struct panel *panel = &plain->panels[BSHIP_SIDE_A];
    panel_show_board(panel, plain->titles[BSHIP_SIDE_A], placing->board);
    snprintf(panel->summary, sizeof(panel->summary), "%d of %d ships placed",
             (int)bship_board_ships_afloat(placing->board), (int)bship_fleet_count(placing->fleet));
    fputc('\n', placing->out);
    grid_draw(&plain->grid, panel, NULL);
    placing->is_changed = false;
}

static void note_placed(struct placing *placing, int32_t ship)
{
    placing->placed[placing->placed_count++] = ship;
    placing->is_changed = true;
}

static void remove_ship(struct placing *placing, int32_t ship)
{
    bship_game_remove(placing->plain->game, BSHIP_SIDE_A, ship);
    int32_t kept = 0;
    for (int32_t i = 0; i < placing->placed_count; i++) {
        if (placing->placed[i] != ship)
            placing->placed[kept++] = placing->placed[i];
    }
    placing->placed_count = kept;
    placing->is_changed = true;
}

/* The ship that `back` removes: that at a cell, or the last one placed; -1 if there is none. */
static int32_t ship_to_remove(const struct placing *placing, const char *word)
{
    bship_cell cell;
    if (word == NULL)
        return placing->placed_count > 0 ? placing->placed[placing->placed_count - 1] : -1;
    if (bship_cell_parse(word, &cell, NULL) != BSHIP_OK)
        return -1;
    return bship_board_ship_at(placing->board, cell);
}

static void back(struct placing *placing, const char *word)
{
    int32_t ship = ship_to_remove(placing, word);
    if (ship >= 0)
        remove_ship(placing, ship);
    else
        fprintf(placing->out, "There is no ship to remove.\n");
}

static void clear(struct placing *placing)
{
    while (placing->placed_count > 0)
        remove_ship(placing, placing->placed[placing->placed_count - 1]);
}

static void start(struct placing *placing)
{
    placing->is_started = bship_board_is_complete(placing->board);
    if (!placing->is_started)
        fprintf(placing->out, "Place the whole fleet first, or type random.\n");
}

static enum plain_state place_at_random(struct placing *placing)
{
    placing->placed_count = 0;
    for (int32_t ship = 0; ship < bship_fleet_count(placing->fleet); ship++)
        note_placed(placing, ship);
    return plain_place_random(placing->plain, BSHIP_SIDE_A);
}

static enum plain_state run_command(struct placing *placing, enum placement_command command,
                                    const char *argument)
{
    switch (command) {
    case COMMAND_HELP:
        fprintf(placing->out, "Type the first cell of the ship, its leftmost or topmost: B3,\n"
                              "or B3 right, or B3 down. Or one of\n");
        command_print_all(commands, placing->out);
        break;
    case COMMAND_RANDOM:
        return place_at_random(placing);
    case COMMAND_ROTATE:
        placing->orientation = BSHIP_ORIENTATION_VERTICAL - placing->orientation;
        break;
    case COMMAND_BACK:
        back(placing, argument);
        break;
    case COMMAND_CLEAR:
        clear(placing);
        break;
    case COMMAND_START:
        start(placing);
        break;
    case COMMAND_QUIT:
        fprintf(placing->out, "You left before the game began.\n");
        return PLAIN_DONE;
    }
    return PLAIN_GOES_ON;
}

/* Reads `right` or `down`, or their first letters; -1 if neither. Without a word: unchanged. */
static int32_t read_orientation(const struct placing *placing, const char *word)
{
    if (word == NULL)
        return placing->orientation;
    if (strcasecmp(word, "right") == 0 || strcasecmp(word, "r") == 0)
        return BSHIP_ORIENTATION_HORIZONTAL;
    return strcasecmp(word, "down") == 0 || strcasecmp(word, "d") == 0 ? BSHIP_ORIENTATION_VERTICAL
                                                                       : -1;
}

static void place_ship(struct placing *placing, const char *word, const char *direction)
{
    int32_t ship = next_ship(placing);
    int32_t orientation = read_orientation(placing, direction);
    bship_cell cell;
    if (bship_cell_parse(word, &cell, NULL) != BSHIP_OK || orientation < 0) {
        fprintf(placing->out, "Invalid input. Type a cell and a direction, such as B3 down, "
                              "or random, or help.\n");
        return;
    }
    if (ship == bship_fleet_count(placing->fleet)) {
        fprintf(placing->out, "All ships are placed; press Enter to start, or type back.\n");
        return;
    }
    bship_placement placement = { ship, cell.x, cell.y, orientation };
    bship_status status = bship_game_place(placing->plain->game, BSHIP_SIDE_A, placement);
    if (status == BSHIP_OK) {
        placing->orientation = orientation;
        note_placed(placing, ship);
    } else {
        fprintf(placing->out, "Not at %s %s: %s.\n", word, bship_orientation_name(orientation),
                bship_status_message(status));
    }
}

static enum plain_state obey(struct placing *placing, char *line)
{
    char *cursor = line;
    const char *word = input_word(&cursor);
    const char *argument = input_word(&cursor);
    if (word == NULL) {
        if (bship_board_is_complete(placing->board))
            placing->is_started = true;
        return PLAIN_GOES_ON;
    }
    int command = command_find(commands, word);
    if (command >= 0)
        return run_command(placing, (enum placement_command)command, argument);
    place_ship(placing, word, argument);
    return PLAIN_GOES_ON;
}

static void write_prompt(const struct placing *placing, char *prompt, size_t size)
{
    int32_t ship = next_ship(placing);
    if (ship == bship_fleet_count(placing->fleet)) {
        snprintf(prompt, size, "All placed: Enter to start, random for another layout, back, help");
        return;
    }
    char label[LABEL_SIZE];
    describe_ship(placing->fleet, ship, label);
    snprintf(prompt, size, "%s (%d), %s", label, (int)bship_fleet_length(placing->fleet, ship),
             bship_orientation_name(placing->orientation));
}

enum plain_state placing_run(struct plain *plain)
{
    struct placing placing = {
        .plain = plain,
        .out = plain->grid.out,
        .board = bship_game_board(plain->game, BSHIP_SIDE_A),
        .fleet = bship_rules_fleet(plain->rules),
        .orientation = BSHIP_ORIENTATION_HORIZONTAL,
        .is_changed = 1,
    };
    if (plain->options->placement == PLACEMENT_RANDOM)
        return place_at_random(&placing);
    plain_print_headline(plain);
    fprintf(placing.out, "Place your fleet: type a ship's first cell, rotate to turn it,\n"
                         "random for a random layout, or help.\n");
    enum plain_state state = PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && !placing.is_started) {
        char prompt[128];
        char line[INPUT_LINE_SIZE];
        if (placing.is_changed)
            draw(&placing);
        write_prompt(&placing, prompt, sizeof(prompt));
        state = plain_ask(plain, prompt, line);
        if (state == PLAIN_GOES_ON)
            state = obey(&placing, line);
    }
    return state;
}
