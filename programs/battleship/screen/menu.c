/* The menu; see menu.h. */
#include "battleship/screen/menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/ai.h>
#include <battleship/enumeration.h>

#include "battleship/game/rules_summary.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/rules_page.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/opponent.h"
#include "battleship/talk/profile_pages.h"
#include "common/number.h"
#include "common/rules_preset.h"
#include "common/sides.h"

#define YOUR_NAME "Your name"
#define SECOND_NAME "Second player"

enum {
    SEED_SIZE = 21
};

/* A row of the menu: an action, or a page that edits a choice. */
struct item {
    const char *label;
    const char *note;
    int32_t action; /* an enum game_kind or menu_action; OUTCOME_GOES_ON: a page, and back */
    bool needs_rules;
    bool needs_network;
    void (*value)(const struct menu *menu, char *buffer, size_t size);
    int (*edit)(struct menu *menu);
    void (*explain)(const struct menu *menu, char *buffer, size_t size); /* the value, in a line */
};

/* ---- values ---- */

static void write_rules(const struct menu *menu, char *buffer, size_t size)
{
    if (menu->rules.rules)
        rules_summary(menu->rules.rules, buffer, size);
    else
        snprintf(buffer, size, "refused");
}

static void write_opponent(const struct menu *menu, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s", opponent_name(menu->level, menu->strategy));
}

static void explain_rules(const struct menu *menu, char *buffer, size_t size)
{
    int32_t preset = menu->rules.rules ? rules_preset_find(menu->rules.rules) : -1;
    if (preset >= 0)
        rules_preset_explain(preset, buffer, size);
}

static void explain_saved(const struct menu *menu, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s%s", menu->saved_count > 1 ? "The newest: " : "", menu->saved);
}

static void explain_opponent(const struct menu *menu, char *buffer, size_t size)
{
    opponent_explain(menu->level, menu->strategy, buffer, size);
}

static void explain_network(const struct menu *menu, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s", menu->has_network ? "" : SETUP_NO_NETWORK);
}

static void write_players(const struct menu *menu, char *buffer, size_t size)
{
    const char *first = menu->names[BSHIP_SIDE_A][0] ? menu->names[BSHIP_SIDE_A] : "you";
    snprintf(buffer, size, "%s%s%s", first, menu->names[BSHIP_SIDE_B][0] ? ", " : "",
             menu->names[BSHIP_SIDE_B]);
}

static void write_name(const struct menu *menu, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s", menu->names[BSHIP_SIDE_A][0] ? menu->names[BSHIP_SIDE_A] : "-");
}

static void write_second_name(const struct menu *menu, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s", menu->names[BSHIP_SIDE_B][0] ? menu->names[BSHIP_SIDE_B] : "-");
}

static void write_best_of(const struct menu *menu, char *buffer, size_t size)
{
    if (menu->best_of > 1)
        snprintf(buffer, size, "the best of %d", (int)menu->best_of);
    else
        snprintf(buffer, size, "one by one");
}

static void write_profile(const struct menu *menu, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s", menu->profile);
}

static void write_seed(const struct menu *menu, char *buffer, size_t size)
{
    snprintf(buffer, size, "%llu%s", (unsigned long long)menu->seed,
             menu->has_seed ? " (kept)" : "");
}

/* ---- pages ---- */

static int edit_rules(struct menu *menu)
{
    return rules_page_run(&menu->rules);
}

static int edit_profile(struct menu *menu)
{
    struct front front = dialog_front(NULL);
    return talk_profile_visit(menu->names[BSHIP_SIDE_A], &front);
}

/* From one game to the best of three and of five, and back. */
static int edit_best_of(struct menu *menu)
{
    menu->best_of = menu->best_of >= SCORE_BEST_OF_MAX ? 1 : menu->best_of + 2;
    return 0;
}

/* ---- the page of opponents ---- */

static void write_opponent_row(int row, char *buffer, size_t size, void *user)
{
    const struct menu *menu = user;
    int32_t level;
    const char *strategy;
    buffer[0] = '\0';
    if (opponent_of_row(row, &level, &strategy))
        snprintf(buffer, size, "%s%s", opponent_name(level, strategy),
                 strategy && strategy == menu->rival ? "  (its rival)" : "");
}

static void write_opponent_note(int row, char *buffer, size_t size, void *user)
{
    (void)user;
    int32_t level;
    const char *strategy;
    if (!opponent_of_row(row, &level, &strategy))
        return;
    int length = snprintf(buffer, size, "The %s %s. ", strategy ? "strategy" : "level",
                          opponent_name(level, strategy));
    opponent_explain(level, strategy, buffer + length, size - (size_t)length);
}

/* `w` makes a strategy the rival in games to watch, or no longer. */
static int take_opponent_key(struct dialog_list *list, int32_t key, void *user)
{
    struct menu *menu = user;
    int32_t level;
    const char *strategy;
    if ((key != 'w' && key != 'W') || !opponent_of_row(list->selected, &level, &strategy))
        return DIALOG_LIST_IGNORED;
    strategy = opponent_strategy(level, strategy);
    menu->rival = menu->rival == strategy ? NULL : strategy;
    return OUTCOME_GOES_ON;
}

static int edit_opponent(struct menu *menu)
{
    struct dialog_list list = {
        .title = "OPPONENT",
        .keys = "Enter: choose   w: rival to watch   Escape: back",
        .count = opponent_rows(),
        .selected = opponent_row(menu->level, menu->strategy),
        .fills_screen = true,
        .row = write_opponent_row,
        .note = write_opponent_note,
        .key = take_opponent_key,
        .user = menu,
    };
    int row = dialog_list(NULL, &list);
    if (row >= 0)
        opponent_of_row(row, &menu->level, &menu->strategy);
    return row;
}

/* ---- names and the seed ---- */

/* No name at all means the usual one. */
static const char *check_name(const char *text, void *user)
{
    (void)user;
    return text[0] ? player_name_fault(text) : NULL;
}

static int edit_name(struct menu *menu)
{
    return dialog_text(NULL, YOUR_NAME, menu->names[BSHIP_SIDE_A], PLAYER_NAME_SIZE, check_name,
                       NULL);
}

static int edit_second_name(struct menu *menu)
{
    return dialog_text(NULL, SECOND_NAME, menu->names[BSHIP_SIDE_B], PLAYER_NAME_SIZE, check_name,
                       NULL);
}

static const char *check_seed(const char *text, void *user)
{
    (void)user;
    uint64_t seed;
    return !text[0] || number_parse(text, 0, UINT64_MAX, &seed)
               ? NULL
               : "A seed is a number from 0 to 18446744073709551615.";
}

/* An empty text gives each game a seed of its own again. */
static int edit_seed(struct menu *menu)
{
    char text[SEED_SIZE];
    snprintf(text, sizeof text, "%llu", (unsigned long long)menu->seed);
    int result = dialog_text(NULL, "Seed (empty: a new one for each game)", text, sizeof text,
                             check_seed, NULL);
    if (result == 0)
        menu->has_seed = number_parse(text, 0, UINT64_MAX, &menu->seed);
    if (result == 0 && !menu->has_seed)
        menu->seed = session_choose_seed();
    return result;
}

/* ---- the page of settings ---- */

static void write_item(const struct item *item, const struct menu *menu, char *buffer, size_t size)
{
    char value[200];
    if (item->value)
        item->value(menu, value, sizeof value);
    snprintf(buffer, size, "%s%s%s", item->label, item->value ? ": " : "",
             item->value ? value : "");
}

static void write_item_note(const struct item *item, const struct menu *menu, char *buffer,
                            size_t size)
{
    char text[OPPONENT_TEXT_SIZE] = "";
    if (item->explain)
        item->explain(menu, text, sizeof text);
    snprintf(buffer, size, "%s%s%s", item->note, text[0] ? "\n" : "", text);
}

static const struct item settings[] = {
    { .label = YOUR_NAME, .note = "Enter: change it.", .value = write_name, .edit = edit_name },
    { .label = SECOND_NAME,
      .note = "At this terminal. Enter: change the name.",
      .value = write_second_name,
      .edit = edit_second_name },
    { .label = "Games",
      .note = "Whether rematches count together. Enter: next.",
      .value = write_best_of,
      .edit = edit_best_of },
    { .label = "Profile",
      .note = "What the machine knows of how you lay ships. Enter: show, allow or erase it.",
      .value = write_profile,
      .edit = edit_profile },
    { .label = "Seed",
      .note = "Layouts and machines follow from it. Enter: type one. r: another one.",
      .value = write_seed,
      .edit = edit_seed },
};

static void write_setting(int row, char *buffer, size_t size, void *user)
{
    write_item(&settings[row], user, buffer, size);
}

static void write_setting_note(int row, char *buffer, size_t size, void *user)
{
    write_item_note(&settings[row], user, buffer, size);
}

/* `r` draws another seed. */
static int take_setting_key(struct dialog_list *list, int32_t key, void *user)
{
    struct menu *menu = user;
    if ((key != 'r' && key != 'R') || settings[list->selected].edit != edit_seed)
        return DIALOG_LIST_IGNORED;
    menu->seed = session_choose_seed();
    menu->has_seed = false;
    return OUTCOME_GOES_ON;
}

static int edit_settings(struct menu *menu)
{
    struct dialog_list list = {
        .title = "SETTINGS",
        .keys = "Enter: change   Escape: done",
        .count = sizeof settings / sizeof *settings,
        .fills_screen = true,
        .row = write_setting,
        .note = write_setting_note,
        .key = take_setting_key,
        .user = menu,
    };
    int row;
    do {
        talk_profile_state(menu->names[BSHIP_SIDE_A], menu->profile, sizeof menu->profile);
        row = dialog_list(NULL, &list);
        int result = row >= 0 ? settings[row].edit(menu) : row;
        if (result < OUTCOME_BACK)
            return result;
    } while (row >= 0);
    return row;
}

/* ---- the menu ---- */

static const struct item items[] = {
    { .label = "Resume the saved game",
      .note = "Enter: go on where it was left.",
      .action = MENU_RESUME,
      .explain = explain_saved },
    { .label = "Play against the machine",
      .note = "Enter: begin. Lay your ships, then find the others'.",
      .action = GAME_MACHINE,
      .needs_rules = true },
    { .label = "Today's game",
      .note = "The same for everybody. Your shots against its par: those of an expert.",
      .action = GAME_DAILY },
    { .label = "Two players at this terminal",
      .note = "In turns; the screen is covered in between.",
      .action = GAME_TWO_PEOPLE,
      .needs_rules = true },
    { .label = "Host a game",
      .note = "Wait for a player on another machine.",
      .action = GAME_HOSTED,
      .needs_rules = true,
      .needs_network = true,
      .explain = explain_network },
    { .label = "Join a game",
      .note = "Play with somebody who is hosting one.",
      .action = GAME_JOINED,
      .needs_network = true,
      .explain = explain_network },
    { .label = "Watch a game",
      .note = "Machine against machine.",
      .action = GAME_WATCHED,
      .needs_rules = true },
    { .label = "Replay a game",
      .note = "Step through one of your last games, or one in a file.",
      .action = MENU_REPLAY },
    { .label = "Practise",
      .note = "Your costliest shots of the last games, asked again.",
      .action = MENU_PRACTICE },
    { .label = "Statistics", .note = "Your games so far.", .action = MENU_STATISTICS },
    { .label = "Rules",
      .note = "Enter: a preset, or rule by rule.",
      .action = OUTCOME_GOES_ON,
      .value = write_rules,
      .edit = edit_rules,
      .explain = explain_rules },
    { .label = "Opponent",
      .note = "Enter: another level, or a strategy by name.",
      .action = OUTCOME_GOES_ON,
      .value = write_opponent,
      .edit = edit_opponent,
      .explain = explain_opponent },
    { .label = "Settings",
      .note = "Enter: names, the best of several games, the profile, the seed.",
      .action = OUTCOME_GOES_ON,
      .value = write_players,
      .edit = edit_settings },
    { .label = "Quit", .note = "", .action = MENU_QUIT },
};

enum {
    ITEM_COUNT = sizeof items / sizeof *items
};

/* The item of the first row: that of resuming is there only if there is a saved game. */
static int first_item(const struct menu *menu)
{
    return menu->saved[0] ? 0 : 1;
}

static const struct item *item_of_row(const struct menu *menu, int row)
{
    return &items[first_item(menu) + row];
}

static void write_row(int row, char *buffer, size_t size, void *user)
{
    const struct menu *menu = user;
    const struct item *item = item_of_row(menu, row);
    if (item->action == MENU_RESUME && menu->saved_count > 1)
        snprintf(buffer, size, "Resume a saved game (%zu)", menu->saved_count);
    else
        write_item(item, menu, buffer, size);
}

static void write_row_note(int row, char *buffer, size_t size, void *user)
{
    write_item_note(item_of_row(user, row), user, buffer, size);
}

static int show_help(void)
{
    return dialog_message(
        NULL, "BATTLESHIP",
        "Both players hide their ships in a grid of water.\n"
        "In turns they fire at cells of the other's grid, and are told what they hit.\n"
        "Whoever sinks the whole fleet of the other one first has won.\n"
        "\n"
        "Enter   choose the row\n"
        "arrows  another row; also Home, End, PgUp, PgDn, the mouse\n"
        "Escape  back\n"
        "?, F1   on every page: what can be done there, and the keys\n"
        "Ctrl-L  draw the screen again\n"
        "Ctrl-Z  stop the program; fg goes on\n"
        "q       quit");
}

/* `q` quits, `?` helps. */
static int take_menu_key(struct dialog_list *list, int32_t key, void *user)
{
    (void)user;
    if (key == '?' || key == TERMINAL_KEY_F1) {
        int result = show_help();
        return result == 0 ? OUTCOME_GOES_ON : result;
    }
    if (key == 'q' || key == 'Q' || key == TERMINAL_KEY_F1 + 9)
        return list->count - 1;
    return DIALOG_LIST_IGNORED;
}

static int show_menu(struct menu *menu)
{
    char warning[400] = "";
    if (!menu->rules.rules)
        snprintf(warning, sizeof warning, "These rules cannot be played: %s.", menu->rules.refusal);
    struct dialog_list list = {
        .title = "BATTLESHIP",
        .text = menu->news,
        .warning = warning,
        .keys = "Up, Down, Enter   ? help   q quit",
        .count = ITEM_COUNT - first_item(menu),
        .selected = menu->selected - first_item(menu),
        .fills_screen = true,
        .row = write_row,
        .note = write_row_note,
        .key = take_menu_key,
        .user = menu,
    };
    int row = dialog_list(NULL, &list);
    menu->selected = list.selected + first_item(menu);
    return row;
}

/* Does what a row says; returns an enum game_kind, an enum menu_action or an enum outcome. */
static int take_row(struct menu *menu, int row)
{
    const struct item *item = item_of_row(menu, row);
    int result = item->edit ? item->edit(menu) : 0;
    if (result < OUTCOME_BACK)
        return result;
    if (item->needs_network && !menu->has_network) {
        result = dialog_message(NULL, "NO NETWORK", SETUP_NO_NETWORK);
        return result < OUTCOME_BACK ? result : OUTCOME_GOES_ON;
    }
    if (item->needs_rules && !menu->rules.rules) {
        terminal_beep();
        return OUTCOME_GOES_ON;
    }
    return item->action;
}

int menu_run(struct menu *menu)
{
    int action = OUTCOME_GOES_ON;
    while (action == OUTCOME_GOES_ON) {
        int row = show_menu(menu);
        if (row < OUTCOME_BACK)
            return row;
        if (row != OUTCOME_BACK) {
            menu->news[0] = '\0';
            action = take_row(menu, row);
        }
    }
    return action;
}

/* ---- the game ---- */

struct wish menu_wish(const struct menu *menu, int32_t kind)
{
    return (struct wish){ .kind = kind,
                          .rules = menu->rules.rules,
                          .level = menu->level,
                          .strategy = menu->strategy,
                          .rival = menu->rival,
                          .names = { [BSHIP_SIDE_A] = menu->names[BSHIP_SIDE_A],
                                     [BSHIP_SIDE_B] = menu->names[BSHIP_SIDE_B] },
                          .seed = menu->seed,
                          .best_of = menu->best_of };
}

void menu_clear(struct menu *menu)
{
    rules_choice_close(&menu->rules);
}
