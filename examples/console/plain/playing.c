/* The user against an AI; see playing.h. The user is side a. */
#include "console/plain/playing.h"

#include <stdbool.h>
#include <stdlib.h>

#include "console/plain/commands.h"
#include "console/plain/placing.h"

enum play_command {
    COMMAND_HELP,
    COMMAND_RULES,
    COMMAND_REDRAW,
    COMMAND_HINT,
    COMMAND_BACK,
    COMMAND_QUIT
};

static const struct command commands[] = {
    [COMMAND_HELP] = { "help", "this list" },
    [COMMAND_RULES] = { "rules", "the rules of this game" },
    [COMMAND_REDRAW] = { "redraw", "draw both boards again" },
    [COMMAND_HINT] = { "hint", "where the strategy density would fire in your place" },
    [COMMAND_BACK] = { "back", "remove the shots of an incomplete salvo" },
    [COMMAND_QUIT] = { "quit", "give up; the enemy's ships are shown" },
    { NULL, NULL },
};

/* The shots that the user has named but not fired yet. */
struct aim {
    bship_cell *cells; /* room for every cell of the board */
    int32_t count;
    int32_t due;
};

/* Reads a word as a shot; returns NULL, or what is wrong with it. */
static const char *objection(const struct plain *plain, const struct aim *aim, const char *word,
                             bship_cell *cell)
{
    if (bship_cell_parse(word, cell, NULL) != BSHIP_OK)
        return "not a cell; type one such as E5, or help";
    bship_status status = bship_chart_can_fire(bship_game_chart(plain->game, BSHIP_SIDE_A), *cell);
    for (int32_t i = 0; i < aim->count && status == BSHIP_OK; i++) {
        if (aim->cells[i].x == cell->x && aim->cells[i].y == cell->y)
            status = BSHIP_ERROR_DUPLICATE;
    }
    if (status == BSHIP_OK && aim->count == aim->due)
        return "more shots than you have";
    return status == BSHIP_OK ? NULL : bship_status_message(status);
}

/* Adds the cells of a line to the aim, all of them or none; returns whether it did. */
static int take_aim(const struct plain *plain, struct aim *aim, const char *word, char *line)
{
    int32_t before = aim->count;
    for (; word != NULL; word = input_word(&line)) {
        bship_cell cell;
        const char *what = objection(plain, aim, word, &cell);
        if (what != NULL) {
            fprintf(plain->grid.out, "\"%.20s\": %s.\n", word, what);
            aim->count = before;
            return 0;
        }
        aim->cells[aim->count++] = cell;
    }
    return 1;
}

static enum plain_state fire(struct plain *plain, const struct aim *aim)
{
    bship_status status = bship_game_fire_salvo(plain->game, aim->cells, (size_t)aim->count, NULL);
    if (status != BSHIP_OK)
        return plain_fail("cannot fire", status);
    fputc('\n', plain->grid.out);
    plain_print_turn(plain);
    return PLAIN_GOES_ON;
}

static void print_cells(FILE *out, const bship_cell *cells, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        char text[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(cells[i], text, sizeof(text));
        fprintf(out, " %s", text);
    }
}

/* A new AI sees the user's chart only, so its hint reveals nothing else. */
static bship_status find_hint(const struct plain *plain, int32_t count, bship_cell *cells)
{
    bship_ai *adviser = NULL;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.seed = plain->options->seed;
    bship_status status = bship_ai_new(&adviser, plain->rules, "density", &options, NULL);
    if (status == BSHIP_OK)
        status = bship_ai_aim_salvo(adviser, bship_game_chart(plain->game, BSHIP_SIDE_A), cells,
                                    (size_t)count);
    bship_ai_free(adviser);
    return status;
}

static void hint(const struct plain *plain, int32_t due)
{
    FILE *out = plain->grid.out;
    bship_cell *cells = calloc((size_t)due, sizeof(*cells));
    bship_status status = BSHIP_ERROR_MEMORY;
    if (cells != NULL)
        status = find_hint(plain, due, cells);
    fprintf(out, " hint:");
    if (status == BSHIP_OK)
        print_cells(out, cells, due);
    else
        fprintf(out, " none (%s)", bship_status_message(status));
    fputc('\n', out);
    free(cells);
}

static void print_fleet(FILE *out, const bship_fleet *fleet)
{
    size_t size = bship_fleet_format(fleet, NULL, 0) + 1;
    char *text = malloc(size);
    if (text == NULL)
        return;
    bship_fleet_format(fleet, text, size);
    fprintf(out, "  fleet %s\n", text);
    free(text);
}

static void print_rules(const struct plain *plain)
{
    FILE *out = plain->grid.out;
    const bship_rules *rules = plain->rules;
    fprintf(out, "  board %dx%d, %d blocked\n", (int)bship_rules_width(rules),
            (int)bship_rules_height(rules), (int)bship_rules_blocked_count(rules));
    print_fleet(out, bship_rules_fleet(rules));
    for (int32_t rule = 0; rule < bship_rule_count(); rule++) {
        char value[32];
        char line[64];
        bship_rules_format_rule(rules, rule, value, sizeof(value));
        snprintf(line, sizeof(line), "%s %s", bship_rule_name(rule), value);
        fprintf(out, "  %-20s %s: %s\n", line, bship_rule_text(rule),
                bship_rule_value_text(rule, bship_rules_get(rules, rule)));
    }
    fprintf(out, "You are side a, the enemy is side b.\n");
}

static enum plain_state run_command(struct plain *plain, struct aim *aim, enum play_command command)
{
    FILE *out = plain->grid.out;
    switch (command) {
    case COMMAND_HELP:
        fprintf(out,
                "Type the cell to fire at, such as E5; for a salvo several, such as\n"
                "A1 B2 C3, in one line or in several. The latest shots are marked: %s.\n"
                "Or one of\n",
                plain->grid.has_colour ? "inverted" : ">");
        command_print_all(commands, out);
        break;
    case COMMAND_RULES:
        print_rules(plain);
        break;
    case COMMAND_REDRAW:
        plain_draw(plain, VIEW_OWN);
        break;
    case COMMAND_HINT:
        hint(plain, aim->due);
        break;
    case COMMAND_BACK:
        aim->count = 0;
        break;
    case COMMAND_QUIT:
        fprintf(out, "You gave up.\n");
        plain_draw(plain, VIEW_BOTH);
        return PLAIN_DONE;
    }
    return PLAIN_GOES_ON;
}

static enum plain_state obey(struct plain *plain, struct aim *aim, char *line)
{
    char *cursor = line;
    const char *word = input_word(&cursor);
    if (word == NULL)
        return PLAIN_GOES_ON;
    int command = command_find(commands, word);
    if (command >= 0)
        return run_command(plain, aim, (enum play_command)command);
    if (take_aim(plain, aim, word, cursor) && aim->count == aim->due)
        return fire(plain, aim);
    return PLAIN_GOES_ON;
}

static void write_prompt(const struct aim *aim, char *prompt, size_t size)
{
    int32_t left = aim->due - aim->count;
    if (aim->due == 1)
        snprintf(prompt, size, "Your shot");
    else
        snprintf(prompt, size, "%s %d shot%s", aim->count > 0 ? "Then" : "Your", (int)left,
                 left == 1 ? "" : "s");
}

/* Lets the user fire the shots due: one shot or one salvo. */
static enum plain_state your_turn(struct plain *plain, struct aim *aim)
{
    int64_t entries_before = bship_game_log_length(plain->game);
    enum plain_state state = PLAIN_GOES_ON;
    aim->count = 0;
    aim->due = bship_game_shots_due(plain->game);
    plain_draw(plain, VIEW_OWN);
    while (state == PLAIN_GOES_ON && bship_game_log_length(plain->game) == entries_before) {
        char prompt[64];
        char line[INPUT_LINE_SIZE];
        write_prompt(aim, prompt, sizeof(prompt));
        state = plain_ask(plain, prompt, line);
        if (state == PLAIN_GOES_ON)
            state = obey(plain, aim, line);
    }
    return state;
}

static enum plain_state enemy_turn(struct plain *plain)
{
    bship_status status = bship_game_step(plain->game, NULL);
    if (status != BSHIP_OK)
        return plain_fail("the AI cannot fire", status);
    plain_print_turn(plain);
    return plain_flush(plain);
}

static enum plain_state play_turns(struct plain *plain, struct aim *aim)
{
    enum plain_state state = PLAIN_GOES_ON;
    fprintf(plain->grid.out, "%s first.\n",
            bship_game_to_move(plain->game) == BSHIP_SIDE_A ? "You fire" : "The enemy fires");
    while (state == PLAIN_GOES_ON && bship_game_phase(plain->game) != BSHIP_PHASE_OVER) {
        bool is_yours = bship_game_to_move(plain->game) == BSHIP_SIDE_A;
        state = is_yours ? your_turn(plain, aim) : enemy_turn(plain);
    }
    if (state != PLAIN_GOES_ON)
        return state;
    plain_print_result(plain);
    return PLAIN_DONE;
}

enum plain_state playing_run(struct plain *plain)
{
    enum plain_state state = placing_run(plain);
    if (state != PLAIN_GOES_ON)
        return state;
    bship_status status = bship_game_start(plain->game);
    if (status != BSHIP_OK)
        return plain_fail("cannot start", status);
    size_t cells =
        (size_t)bship_rules_width(plain->rules) * (size_t)bship_rules_height(plain->rules);
    struct aim aim = { .cells = calloc(cells, sizeof(*aim.cells)) };
    state = aim.cells != NULL ? play_turns(plain, &aim)
                              : plain_fail("cannot start", BSHIP_ERROR_MEMORY);
    free(aim.cells);
    return state;
}
