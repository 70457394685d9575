/*
 * The fuzz body of bots: whatever a bot answers in a game, it is a legal answer or a fault with a
 * reason. The bytes are the lines that it writes; the functions of child.h, by which there would be
 * a process, are here, so the linker does not take those of the program.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>

#include "common/text.h"
#include "engine/bot.h"

#include "fuzz.h"

enum {
    SHIPS = 3,
    SHOTS_MAX = 3,
    TURNS_MAX = 20
};

static const char *const rule_lines[] = {
    "board 5x5\nfleet 3 2 A:2\n",
    "board 6x4\nfleet 3 2 1\ncontact none\nreveal-water yes\nrepeat wasted\n",
    "board 5x5\nfleet 3 2 2\nturn salvo 3\n",
    "board 5x5\nfleet 3 2 2\nturn salvo-afloat\nsalvo-report total\n",
    "board 5x5\nfleet 3 2 2\nturn again-on-hit\nreveal-ship yes\n",
};

/* Aborts if a property does not hold, so that the fuzzer notices. */
static void must(int holds)
{
    if (!holds)
        abort();
}

/* ---- the process ---- */

static const uint8_t *unread;
static size_t unread_count;

bool child_start(struct child *child, const struct bot_command *command)
{
    child->is_cancelled = command->is_cancelled;
    child->pid = 1;
    child->output.begin = child->output.end = 0;
    return true;
}

bool child_send(struct child *child, const char *text)
{
    return text_append_string(&child->unsent, text);
}

void child_flush(struct child *child)
{
    text_clear(&child->unsent);
}

/* Lets some bytes arrive. */
static bool arrive(struct line_reader *reader)
{
    size_t part = unread_count < 64 ? unread_count : 64;
    reader->end -= reader->begin;
    memmove(reader->bytes, reader->bytes + reader->begin, reader->end);
    reader->begin = 0;
    if (part > PROTOCOL_LINE_MAX + 1 - reader->end)
        part = PROTOCOL_LINE_MAX + 1 - reader->end;
    if (part == 0)
        return false;
    memcpy(reader->bytes + reader->end, unread, part);
    unread += part;
    unread_count -= part;
    reader->end += part;
    reader->received += part;
    return true;
}

enum child_event child_receive(struct child *child, double deadline, char **line)
{
    (void)deadline;
    child_flush(child);
    do {
        *line = line_reader_next(&child->output);
        if (*line && !protocol_is_comment(*line))
            return CHILD_LINE;
    } while (*line || arrive(&child->output));
    return unread_count > 0 ? CHILD_LONG_LINE : CHILD_ENDED;
}

/* As if a bot wrote nothing before it is asked: what has arrived unasked is an answer here. */
enum child_event child_await_reading(struct child *child, double deadline, const char **line)
{
    (void)deadline;
    (void)line;
    child_flush(child);
    return CHILD_WAITING;
}

const char *child_unread_output(struct child *child)
{
    (void)child;
    return NULL;
}

bool child_has_unread_input(const struct child *child)
{
    return child->unsent.length > 0;
}

void child_describe_end(struct child *child, char text[CHILD_ENDING_SIZE])
{
    (void)child;
    strcpy(text, "exit status 1");
}

bool child_finish(struct child *child, int milliseconds)
{
    (void)milliseconds;
    child_kill(child);
    return true;
}

void child_kill(struct child *child)
{
    text_clear(&child->unsent);
    child->pid = 0;
}

/* ---- a game ---- */

/* A failure has a reason of printable ASCII. */
static void check_fault(const struct bot *bot, bship_status status)
{
    if (!status)
        return;
    must(status == BSHIP_ERROR_STRATEGY && bot->fault.reason[0] && bot->has_failed);
    for (const char *at = bot->fault.detail; *at; at++)
        must(isprint((unsigned char)*at));
}

/* Lays the bot's fleet, or another one if it does not. */
static void lay(struct bot *bot, bship_board *board)
{
    bship_placement layout[SHIPS];
    bship_rng rng;
    bship_status status = bot_place(bot, layout, SHIPS, 7);
    check_fault(bot, status);
    if (!status) {
        must(!bship_board_place_layout(board, layout, SHIPS, NULL));
        return;
    }
    bship_rng_seed(&rng, 7, BSHIP_RNG_PURPOSE_USER, 0);
    must(!bship_board_place_random(board, &rng, NULL, NULL));
    bot_begin(bot, 2, BSHIP_SIDE_B);
}

/* Fires a turn of the bot's, whose shots are legal if it has no fault. */
static bship_status turn(struct bot *bot, bship_board *board, bship_chart *chart)
{
    bship_cell cells[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    int32_t sunk_of[32] = { 0 }, hits_of[32] = { 0 };
    bship_total total = { sizeof total, 0, -1, sunk_of, hits_of, 32 };
    bool is_total =
        bship_rules_get(bot->rules, BSHIP_RULE_SALVO_REPORT) == BSHIP_SALVO_REPORT_TOTAL;
    bool is_salvo = is_total || bship_rules_number(bot->rules, BSHIP_RULE_TURN) > 1;
    size_t fired = 0, count = is_salvo ? (size_t)SHOTS_MAX : 1;

    bship_status status = bot_aim(bot, chart, cells, count);
    check_fault(bot, status);
    if (status)
        return status;
    if (is_total) {
        must(!bship_board_fire_total(board, cells, count, &total, &fired, NULL));
        must(!bship_chart_record_total(chart, cells, fired, &total, NULL));
    } else {
        must(!bship_board_fire_salvo(board, cells, count, reports, &fired, NULL));
        must(!bship_chart_record_turn(chart, cells, fired, reports, NULL));
    }
    return BSHIP_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bot_command command = { .text = "", .limits = { .milliseconds = 1000 } };
    static struct bot bot;
    const char *text = rule_lines[size > 0 ? data[0] % 4 : 0];
    bship_rules *rules = NULL;
    bship_board *board = NULL;
    bship_chart *chart = NULL;

    unread = data + (size > 0);
    unread_count = size - (size > 0);
    must(!bship_rules_parse(&rules, text, strlen(text), NULL, NULL));
    must(!bship_board_new(&board, rules, NULL, NULL));
    must(!bship_chart_new(&chart, rules, NULL, NULL));
    must(bot_init(&bot, &command, rules));
    bot_begin(&bot, 1, BSHIP_SIDE_A);
    bship_status status = bot_start(&bot);
    check_fault(&bot, status);
    if (!status)
        lay(&bot, board);
    for (int i = 0; i < TURNS_MAX && !status && !bship_board_is_defeated(board); i++)
        status = turn(&bot, board, chart);
    bot_end(&bot, chart);
    bot_clear(&bot);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    return 0;
}
