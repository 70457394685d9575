/* A dialogue with one bot; see bot.h. */
#include "engine/bot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/hash.h>

#include "common/formatted.h"
#include "common/number.h"
#include "common/process.h"
#include "engine/chart_text.h"

enum {
    LINE_SIZE = 64,                /* of a line with one or two numbers */
    STARTING_MILLISECONDS = 10000, /* at least, for starting an interpreter */
    QUIT_MILLISECONDS = 500
};

/* ---- questions ---- */

/* A question, and until when it must be answered. */
struct question {
    char text[LINE_SIZE];
    int milliseconds;
    double deadline;
};

static int answer_milliseconds(const struct bot *bot)
{
    return (int)bot->command->limits.milliseconds;
}

/* Starts the time of a question, which is text that ends with a number. */
static struct question make_question(const char *text, uint64_t number, int milliseconds)
{
    struct question question = { .milliseconds = milliseconds,
                                 .deadline = seconds_now() + 0.001 * milliseconds };
    snprintf(question.text, sizeof question.text, "%s %" PRIu64, text, number);
    return question;
}

/* ---- faults ---- */

static bship_status fail(struct bot *bot, const char *detail, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Keeps the reason, and what the bot said, then kills the bot. */
static bship_status fail(struct bot *bot, const char *detail, const char *format, ...)
{
    va_list values;
    bot->fault = (struct fault){ .loses = true };
    va_start(values, format);
    vsnprintf(bot->fault.reason, sizeof bot->fault.reason, format, values);
    va_end(values);
    protocol_quote(bot->fault.detail, sizeof bot->fault.detail, detail);
    child_kill(&bot->child);
    bot->has_failed = true;
    bot->is_playing = false;
    return BSHIP_ERROR_STRATEGY;
}

static bship_status fail_late(struct bot *bot, const struct question *question)
{
    int milliseconds = question->milliseconds;
    if (child_has_unread_input(&bot->child))
        return fail(bot, question->text, "did not read its input for %d ms", milliseconds);
    if (line_reader_part(&bot->child.output))
        return fail(bot, question->text, "did not end its line within %d ms", milliseconds);
    return fail(bot, question->text, "did not answer within %d ms", milliseconds);
}

static bship_status fail_ended(struct bot *bot)
{
    char ending[CHILD_ENDING_SIZE];
    child_describe_end(&bot->child, ending);
    if (!ending[0])
        return fail(bot, "", "closed its output");
    return fail(bot, bot->child.last_error, "ended with %s", ending);
}

static bship_status fail_event(struct bot *bot, enum child_event event,
                               const struct question *question)
{
    if (event == CHILD_LATE)
        return fail_late(bot, question);
    if (event == CHILD_ENDED || event == CHILD_CLOSED)
        return fail_ended(bot);
    if (event == CHILD_LONG_LINE)
        return fail(bot, "", "sent a line of more than %d bytes", PROTOCOL_LINE_MAX);
    if (event == CHILD_FLOOD)
        return fail(bot, "", "sent more than %d bytes for an answer", CHILD_ANSWER_MAX);
    if (event == CHILD_NOISY)
        return fail(bot, bot->child.last_error,
                    "wrote more than %d bytes to its standard error in a game", CHILD_ERRORS_MAX);
    fail(bot, "", "was interrupted");
    return BSHIP_ERROR_CANCELLED;
}

static bship_status fail_unasked(struct bot *bot, const char *line)
{
    return fail(bot, line, "spoke without being asked");
}

/* ---- asking ---- */

static bship_status send_text(struct bot *bot, const char *text)
{
    return child_send(&bot->child, text) ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

/* Waits until a bot has read what it was sent, on which it must say nothing. */
static bship_status await_reading(struct bot *bot, const struct question *question)
{
    const char *line = NULL;
    enum child_event event = child_await_reading(&bot->child, question->deadline, &line);
    if (event == CHILD_WAITING)
        return BSHIP_OK;
    return event == CHILD_LINE ? fail_unasked(bot, line) : fail_event(bot, event, question);
}

/*
 * Asks a question. Lines that the bot wrote before are no answer to it, and must not be taken for
 * one. So the host waits until the bot has read the lines before the question, and once more until
 * it has read the question up to the end of its line: a bot that reads it has nothing more to
 * write.
 */
static bship_status ask(struct bot *bot, const struct question *question)
{
    bot->child.output.received = 0;
    bship_status status = await_reading(bot, question);
    if (!status)
        status = send_text(bot, question->text);
    if (!status)
        status = await_reading(bot, question);
    return status ? status : send_text(bot, "\n");
}

/* The next line of an answer. */
static bship_status receive(struct bot *bot, const struct question *question, char **line)
{
    enum child_event event = child_receive(&bot->child, question->deadline, line);
    return event == CHILD_LINE ? BSHIP_OK : fail_event(bot, event, question);
}

/* Fails if more was written than an answer that was received. */
static bship_status end_answer(struct bot *bot)
{
    const char *line = child_unread_output(&bot->child);
    return line ? fail_unasked(bot, line) : BSHIP_OK;
}

/* ---- starting ---- */

/* Notes a line of a bot's hello. Later versions may say more than this one knows. */
static bship_status note_property(struct bot *bot, const char *line)
{
    const char *name = protocol_after(line, "name");
    if (name && !protocol_is_name(name))
        return fail(bot, name, "has a name other than " PROTOCOL_NAME_TEXT);
    if (name)
        snprintf(bot->name, sizeof bot->name, "%s", name);
    if (protocol_after(line, "places"))
        bot->places = true;
    return BSHIP_OK;
}

static bool is_hello(const char *line)
{
    uint64_t version;
    const char *number = protocol_after(line, PROTOCOL_NAME);
    return number && number_parse(number, PROTOCOL_VERSION, PROTOCOL_VERSION, &version);
}

/* Exchanges the hellos. Here, a bot may speak first. */
static bship_status greet(struct bot *bot, int milliseconds)
{
    char *line = NULL;
    struct question question = make_question(PROTOCOL_NAME, PROTOCOL_VERSION, milliseconds);
    bship_status status = send_text(bot, question.text);
    if (!status)
        status = send_text(bot, "\n");
    if (!status)
        status = receive(bot, &question, &line);
    if (!status && !is_hello(line))
        return fail(bot, line, "did not begin with " PROTOCOL_NAME " %d", PROTOCOL_VERSION);
    while (!status) {
        status = receive(bot, &question, &line);
        if (!status && protocol_after(line, "ready"))
            break;
        if (!status)
            status = note_property(bot, line);
    }
    return status;
}

/* Sends the time limit and the rules, whose last line is the question. */
static bship_status send_rules(struct bot *bot, int milliseconds)
{
    char time[LINE_SIZE], *line = NULL;
    struct question question = { "end", milliseconds, seconds_now() + 0.001 * milliseconds };
    snprintf(time, sizeof time, "time %d\nrules\n", answer_milliseconds(bot));
    bship_status status = send_text(bot, time);
    if (!status)
        status = send_text(bot, bot->rules_text);
    if (!status)
        status = ask(bot, &question);
    if (!status)
        status = receive(bot, &question, &line);
    if (status || protocol_after(line, "ready"))
        return status;
    const char *why = protocol_after(line, "refuse");
    return why ? fail(bot, why, "refuses these rules")
               : fail(bot, line, "did not answer rules with ready");
}

bship_status bot_start(struct bot *bot)
{
    int milliseconds = answer_milliseconds(bot);
    if (milliseconds < STARTING_MILLISECONDS)
        milliseconds = STARTING_MILLISECONDS;
    if (bot->child.pid != 0)
        return BSHIP_OK;
    if (!child_start(&bot->child, bot->command))
        return fail(bot, strerror(errno), "could not be started");
    bship_status status = greet(bot, milliseconds);
    return status ? status : send_rules(bot, milliseconds);
}

/* ---- games ---- */

void bot_begin(struct bot *bot, uint64_t seed, int32_t side)
{
    if (bot->command->limits.seconds > 0)
        child_kill(&bot->child);
    else if (bot->is_playing && !send_text(bot, "over\n"))
        child_flush(&bot->child);
    transcript_clear(&bot->transcript);
    bot->is_playing = false;
    bot->has_failed = false;
    bot->seed = seed;
    bot->side = side;
}

static size_t cell_count(const struct bot *bot)
{
    return (size_t)bship_rules_width(bot->rules) * (size_t)bship_rules_height(bot->rules);
}

/* Sends that a game begins, unless this was done. */
static bship_status send_game(struct bot *bot)
{
    char line[LINE_SIZE];
    if (bot->is_playing)
        return BSHIP_OK;
    snprintf(line, sizeof line, "new %s %" PRIu64 "\n", bship_enum_name(BSHIP_ENUM_SIDE, bot->side),
             bot->seed);
    bot->is_playing = true;
    bot->sent_turns = 0;
    bot->child.error_count = 0;
    memset(bot->sent_water, 0, cell_count(bot));
    return send_text(bot, line);
}

static bship_status prepare(struct bot *bot)
{
    if (bot->has_failed)
        return BSHIP_ERROR_STRATEGY;
    bship_status status = bot_start(bot);
    return status ? status : send_game(bot);
}

/* ---- placing ---- */

/* Fails because of what the reader of records says of a fleet, with the line at fault if any is. */
static bship_status fail_fleet(struct bot *bot, bship_status status, const struct text *text,
                               uint32_t number)
{
    if (status == BSHIP_ERROR_MEMORY)
        return status;
    const char *line = protocol_cut_line(text->bytes, number);
    const char *ship = line ? protocol_after(line, "a") : NULL;
    return fail(bot, ship ? ship : "", "laid an illegal fleet: %s", bship_status_message(status));
}

/* Reads a fleet as the layout of a record. */
static bship_status read_fleet(struct bot *bot, const struct text *text,
                               bship_placement *placements, size_t count)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    bship_status status = bship_record_parse(&record, text->bytes, text->length, NULL, &error);
    if (!status && bship_record_layout(record, BSHIP_SIDE_A, placements, count) != count)
        status = BSHIP_ERROR_NOT_PLACED;
    bship_record_free(record);
    return status ? fail_fleet(bot, status, text, error.line) : status;
}

/* Receives the lines of a fleet into a record, up to the one that ends them. */
static bship_status receive_fleet(struct bot *bot, const struct question *question,
                                  struct text *text)
{
    char *line = NULL;
    for (;;) {
        bship_status status = receive(bot, question, &line);
        if (status)
            return status;
        if (protocol_after(line, "end"))
            return end_answer(bot);
        if (!protocol_after(line, "ship"))
            return fail(bot, line, "did not answer place with lines of ships and end");
        if (!text_append_string(text, "a ") || !text_append_string(text, line) ||
            !text_append_string(text, "\n"))
            return BSHIP_ERROR_MEMORY;
    }
}

bship_status bot_place(struct bot *bot, bship_placement *placements, size_t count, uint64_t seed)
{
    struct text text = { NULL, 0, 0 };
    bship_status status = prepare(bot);
    struct question question = make_question("place", seed, answer_milliseconds(bot));
    if (!status)
        status = ask(bot, &question);
    if (!status && (!text_append_string(&text, "battleship 1\n") ||
                    !text_append_string(&text, bot->rules_text)))
        status = BSHIP_ERROR_MEMORY;
    if (!status)
        status = receive_fleet(bot, &question, &text);
    if (!status)
        status = read_fleet(bot, &text, placements, count);
    text_clear(&text);
    return status;
}

/* ---- aiming ---- */

/* Whether the chart goes on from what the bot was sent of it. */
static bool is_continued(const struct bot *bot, const bship_chart *chart)
{
    return bot->sent_turns == 0 || bship_chart_hash(chart, bot->sent_turns) == bot->sent_hash;
}

/* Sends what has happened since the last shots. */
static bship_status send_reports(struct bot *bot, const bship_chart *chart)
{
    struct text *unsent = &bot->child.unsent;
    int64_t turns = bship_chart_turns(chart);
    for (int64_t turn = bot->sent_turns; turn < turns; turn++)
        if (!chart_text_append_turn(unsent, chart, turn))
            return BSHIP_ERROR_MEMORY;
    if (turns > bot->sent_turns &&
        bship_rules_get(bot->rules, BSHIP_RULE_REVEAL_WATER) == BSHIP_REVEAL_WATER_YES &&
        !chart_text_append_water(unsent, chart, bot->sent_water))
        return BSHIP_ERROR_MEMORY;
    bot->sent_turns = turns;
    bot->sent_hash = bship_chart_hash(chart, turns);
    return BSHIP_OK;
}

/* A bot that misses a part for want of memory is of no use any more. */
void bot_end(struct bot *bot, const bship_chart *chart)
{
    if (!bot->is_playing || !is_continued(bot, chart))
        return;
    if (!send_reports(bot, chart) && !send_text(bot, "over\n"))
        child_flush(&bot->child);
    else
        child_kill(&bot->child);
    bot->is_playing = false;
}

/* Reads shots, which must be as many as were asked for, and legal. */
static bship_status read_shots(struct bot *bot, const char *line, const bship_chart *chart,
                               bship_cell *cells, size_t count)
{
    const char *shots = protocol_after(line, "fire");
    size_t fired = 0;
    if (!shots)
        return fail(bot, line, "did not answer aim with fire");
    bship_status status = bship_cells_parse(bot->rules, shots, cells, count, &fired, NULL);
    if (protocol_shots(shots) != count)
        return fail(bot, line, "fired another number of shots than it was asked for");
    for (size_t i = 0; i < fired && !status; i++)
        status = bship_chart_check_fire(chart, cells[i]);
    if (status)
        return fail(bot, line, "fired illegally: %s", bship_status_message(status));
    return end_answer(bot);
}

bship_status bot_aim(struct bot *bot, const bship_chart *chart, bship_cell *cells, size_t count)
{
    char *line = NULL;
    if (bot->is_playing && !is_continued(bot, chart))
        bot_begin(bot, bot->seed, bot->side);
    bship_status status = prepare(bot);
    struct question question = make_question("aim", count, answer_milliseconds(bot));
    if (!status)
        status = send_reports(bot, chart);
    if (!status)
        status = ask(bot, &question);
    if (!status)
        status = receive(bot, &question, &line);
    return status ? status : read_shots(bot, line, chart, cells, count);
}

/* ---- the beginning and the end ---- */

bool bot_init(struct bot *bot, const struct bot_command *command, const bship_rules *rules)
{
    *bot = (struct bot){ .command = command, .rules = rules };
    bot->child.transcript = command->is_noted ? &bot->transcript : NULL;
    bot->rules_text = formatted_rules(rules);
    bot->sent_water = calloc(cell_count(bot), sizeof *bot->sent_water);
    return bot->rules_text && bot->sent_water;
}

bool bot_clear(struct bot *bot)
{
    bool has_ended = true;
    if (bot->child.pid != 0) {
        send_text(bot, bot->is_playing ? "over\nquit\n" : "quit\n");
        has_ended = child_finish(&bot->child, QUIT_MILLISECONDS);
    }
    if (!has_ended) {
        fail(bot, "", "did not end within %d ms after quit", QUIT_MILLISECONDS);
        bot->fault.loses = false;
    }
    free(bot->rules_text);
    free(bot->sent_water);
    transcript_clear(&bot->transcript);
    return has_ended;
}
