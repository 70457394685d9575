/* A dialogue with one bot; see bot.h. */
#include "engine/bot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/process.h"
#include "engine/chart_text.h"

enum {
    QUESTION_SIZE = 64,
    MEETING_MILLISECONDS = 10000, /* at least, for starting an interpreter */
    QUIT_MILLISECONDS = 500
};

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
    vsnprintf(bot->fault.reason, sizeof(bot->fault.reason), format, values);
    va_end(values);
    snprintf(bot->fault.detail, sizeof(bot->fault.detail), "%s", detail);
    text_make_printable(bot->fault.detail);
    child_kill(&bot->child);
    bot->has_failed = true;
    bot->is_playing = false;
    return BSHIP_ERROR_STRATEGY;
}

static bship_status fail_late(struct bot *bot, const char *question, int milliseconds)
{
    if (child_is_deaf(&bot->child))
        return fail(bot, question, "did not read its input for %d ms", milliseconds);
    if (line_reader_part(&bot->child.output) != NULL)
        return fail(bot, question, "did not end its line within %d ms", milliseconds);
    return fail(bot, question, "did not answer within %d ms", milliseconds);
}

static bship_status fail_ended(struct bot *bot)
{
    char ending[CHILD_ENDING_SIZE];
    child_describe_end(&bot->child, ending);
    if (ending[0] == '\0')
        return fail(bot, "", "closed its output");
    return fail(bot, bot->child.last_words, "ended with %s", ending);
}

static bship_status fail_event(struct bot *bot, enum child_event event, const char *question,
                               int milliseconds)
{
    if (event == CHILD_LATE)
        return fail_late(bot, question, milliseconds);
    if (event == CHILD_ENDED || event == CHILD_CLOSED)
        return fail_ended(bot);
    if (event == CHILD_LONG_LINE)
        return fail(bot, "", "sent a line of more than %d bytes", PROTOCOL_LINE_MAX);
    if (event == CHILD_FLOOD)
        return fail(bot, "", "sent more than %d bytes for an answer", CHILD_ANSWER_MAX);
    if (event == CHILD_NOISY)
        return fail(bot, bot->child.last_words,
                    "wrote more than %d bytes to its standard error in a game", CHILD_ERRORS_MAX);
    fail(bot, "", "was interrupted");
    return BSHIP_ERROR_CANCELLED;
}

/* ---- questions and answers ---- */

static bship_status tell(struct bot *bot, const char *text)
{
    return child_send(&bot->child, text) ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

/* Asks a bot that may have spoken before. */
static bship_status ask_anyway(struct bot *bot, const char *question)
{
    bot->child.output.received = 0;
    bship_status status = tell(bot, question);
    return status == BSHIP_OK ? tell(bot, "\n") : status;
}

/* Whatever a bot said before a question is no answer to it. */
static bship_status ask(struct bot *bot, const char *question)
{
    const char *unasked = child_unasked(&bot->child);
    if (unasked != NULL)
        return fail(bot, unasked, "spoke without being asked");
    return ask_anyway(bot, question);
}

/* The next line of an answer. */
static bship_status hear(struct bot *bot, const char *question, double start, int milliseconds,
                         char **line)
{
    double deadline = start + 0.001 * milliseconds;
    enum child_event event = child_receive(&bot->child, deadline, line);
    return event == CHILD_LINE ? BSHIP_OK : fail_event(bot, event, question, milliseconds);
}

/* ---- meeting ---- */

/* Takes a line about the bot itself. Later versions may say more than this one knows. */
static bship_status take_trait(struct bot *bot, const char *line)
{
    const char *name = protocol_after(line, "name");
    if (name != NULL && !protocol_is_name(name))
        return fail(bot, name, "has a name other than 1 to %d letters, digits, and .-_+",
                    PROTOCOL_NAME_MAX);
    if (name != NULL)
        snprintf(bot->name, sizeof(bot->name), "%s", name);
    if (protocol_after(line, "places") != NULL)
        bot->places = true;
    return BSHIP_OK;
}

static bool is_hello(const char *line)
{
    unsigned long long version = 0;
    const char *number = protocol_after(line, PROTOCOL_NAME);
    return number != NULL && protocol_number(number, PROTOCOL_VERSION, &version) &&
           version == PROTOCOL_VERSION;
}

/* Exchanges the hellos. Here a bot may speak first. */
static bship_status greet(struct bot *bot, int milliseconds)
{
    char question[QUESTION_SIZE], *line = NULL;
    double start = seconds_now();
    snprintf(question, sizeof(question), PROTOCOL_NAME " %d", PROTOCOL_VERSION);
    bship_status status = ask_anyway(bot, question);
    if (status == BSHIP_OK)
        status = hear(bot, question, start, milliseconds, &line);
    if (status == BSHIP_OK && !is_hello(line))
        return fail(bot, line, "did not begin with " PROTOCOL_NAME " %d", PROTOCOL_VERSION);
    while (status == BSHIP_OK) {
        status = hear(bot, question, start, milliseconds, &line);
        if (status == BSHIP_OK && protocol_after(line, "ready") != NULL)
            break;
        if (status == BSHIP_OK)
            status = take_trait(bot, line);
    }
    return status;
}

static bship_status tell_rules(struct bot *bot, int milliseconds)
{
    char time[QUESTION_SIZE], *line = NULL;
    double start = seconds_now();
    snprintf(time, sizeof(time), "time %d\nrules\n", bot->command->milliseconds);
    bship_status status = tell(bot, time);
    if (status == BSHIP_OK)
        status = tell(bot, bot->rules_text);
    if (status == BSHIP_OK)
        status = ask(bot, "end");
    if (status == BSHIP_OK)
        status = hear(bot, "rules", start, milliseconds, &line);
    if (status != BSHIP_OK || protocol_after(line, "ready") != NULL)
        return status;
    const char *why = protocol_after(line, "refuse");
    return why != NULL ? fail(bot, why, "refuses these rules")
                       : fail(bot, line, "did not answer rules with ready");
}

bship_status bot_meet(struct bot *bot)
{
    int milliseconds = bot->command->milliseconds;
    if (milliseconds < MEETING_MILLISECONDS)
        milliseconds = MEETING_MILLISECONDS;
    if (bot->child.pid != 0)
        return BSHIP_OK;
    if (!child_start(&bot->child, bot->command->text, bot->command->is_cancelled))
        return fail(bot, strerror(errno), "could not be started");
    bship_status status = greet(bot, milliseconds);
    return status == BSHIP_OK ? tell_rules(bot, milliseconds) : status;
}

/* ---- games ---- */

void bot_begin(struct bot *bot, uint64_t seed, int32_t side)
{
    if (bot->is_playing && tell(bot, "over\n") == BSHIP_OK)
        child_flush(&bot->child);
    bot->is_playing = false;
    bot->has_failed = false;
    bot->seed = seed;
    bot->side = side;
}

static size_t cell_count(const struct bot *bot)
{
    return (size_t)bship_rules_width(bot->rules) * (size_t)bship_rules_height(bot->rules);
}

/* Tells of a new game, unless this was done. */
static bship_status tell_game(struct bot *bot)
{
    char line[QUESTION_SIZE];
    if (bot->is_playing)
        return BSHIP_OK;
    snprintf(line, sizeof(line), "new %s %" PRIu64 "\n", bship_name(BSHIP_ENUM_SIDE, bot->side),
             bot->seed);
    bot->is_playing = true;
    bot->told_turns = 0;
    bot->child.error_count = 0;
    memset(bot->told_water, 0, cell_count(bot));
    return tell(bot, line);
}

static bship_status prepare(struct bot *bot)
{
    if (bot->has_failed)
        return BSHIP_ERROR_STRATEGY;
    bship_status status = bot_meet(bot);
    return status == BSHIP_OK ? tell_game(bot) : status;
}

/* ---- placing ---- */

/* The line of a text with a number from 1; NULL: none. The text is cut off after it. */
static const char *cut_line(char *text, uint32_t number)
{
    for (uint32_t i = 1; i < number && text != NULL; i++) {
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
    if (text == NULL || number == 0)
        return NULL;
    text[strcspn(text, "\n")] = '\0';
    return text;
}

/* Fails because of what the reader of records says of a fleet, with the line at fault if any is. */
static bship_status fail_fleet(struct bot *bot, bship_status status, const struct text *text,
                               uint32_t number)
{
    if (status == BSHIP_ERROR_MEMORY)
        return status;
    const char *line = cut_line(text->bytes, number);
    const char *ship = line != NULL ? protocol_after(line, "a") : NULL;
    return fail(bot, ship != NULL ? ship : "", "laid an illegal fleet: %s",
                bship_status_message(status));
}

/* Reads a fleet as the layout of a record. */
static bship_status read_fleet(struct bot *bot, const struct text *text,
                               bship_placement *placements, size_t count)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    bship_status status = bship_record_parse(&record, text->bytes, text->length, NULL, &error);
    if (status == BSHIP_OK && bship_record_layout(record, BSHIP_SIDE_A, placements, count) != count)
        status = BSHIP_ERROR_NOT_PLACED;
    bship_record_free(record);
    return status == BSHIP_OK ? status : fail_fleet(bot, status, text, error.line);
}

/* Takes the lines of a fleet into a record, up to the one that ends them. */
static bship_status hear_fleet(struct bot *bot, const char *question, struct text *text)
{
    double start = seconds_now();
    char *line = NULL;
    for (;;) {
        bship_status status = hear(bot, question, start, bot->command->milliseconds, &line);
        if (status != BSHIP_OK || protocol_after(line, "end") != NULL)
            return status;
        if (protocol_after(line, "ship") == NULL)
            return fail(bot, line, "did not answer place with lines of ships and end");
        if (!text_append_string(text, "a ") || !text_append_string(text, line) ||
            !text_append_string(text, "\n"))
            return BSHIP_ERROR_MEMORY;
    }
}

bship_status bot_place(struct bot *bot, bship_placement *placements, size_t count, uint64_t seed)
{
    char question[QUESTION_SIZE];
    struct text text = { NULL, 0, 0 };
    snprintf(question, sizeof(question), "place %" PRIu64, seed);
    bship_status status = prepare(bot);
    if (status == BSHIP_OK)
        status = ask(bot, question);
    if (status == BSHIP_OK && (!text_append_string(&text, "battleship 1\n") ||
                               !text_append_string(&text, bot->rules_text)))
        status = BSHIP_ERROR_MEMORY;
    if (status == BSHIP_OK)
        status = hear_fleet(bot, question, &text);
    if (status == BSHIP_OK)
        status = read_fleet(bot, &text, placements, count);
    text_clear(&text);
    return status;
}

/* ---- aiming ---- */

/* Whether the chart goes on where the bot was told of it last. */
static bool is_continued(const struct bot *bot, const bship_chart *chart)
{
    return bot->told_turns == 0 || bship_chart_hash(chart, bot->told_turns) == bot->told_hash;
}

/* Tells what has happened since the last shots. */
static bship_status tell_reports(struct bot *bot, const bship_chart *chart)
{
    struct text *unsent = &bot->child.unsent;
    int64_t turns = bship_chart_turns(chart);
    for (int64_t turn = bot->told_turns; turn < turns; turn++)
        if (!chart_text_append_turn(unsent, chart, turn))
            return BSHIP_ERROR_MEMORY;
    if (turns > bot->told_turns &&
        bship_rules_get(bot->rules, BSHIP_RULE_REVEAL_WATER) == BSHIP_REVEAL_WATER_YES &&
        !chart_text_append_water(unsent, chart, bot->told_water))
        return BSHIP_ERROR_MEMORY;
    bot->told_turns = turns;
    bot->told_hash = bship_chart_hash(chart, turns);
    return BSHIP_OK;
}

/* A bot that misses a part for want of memory is of no use any more. */
void bot_end(struct bot *bot, const bship_chart *chart)
{
    if (!bot->is_playing || !is_continued(bot, chart))
        return;
    if (tell_reports(bot, chart) == BSHIP_OK && tell(bot, "over\n") == BSHIP_OK)
        child_flush(&bot->child);
    else
        child_kill(&bot->child);
    bot->is_playing = false;
}

static bship_status fail_shot(struct bot *bot, bship_status status, const char *line)
{
    return fail(bot, line, "fired illegally: %s", bship_status_message(status));
}

/* Reads shots, which must be as many as were asked for, and legal. */
static bship_status read_shots(struct bot *bot, const char *line, const bship_chart *chart,
                               bship_cell *cells, size_t count)
{
    const char *shots = protocol_after(line, "fire");
    size_t fired = 0;
    if (shots == NULL)
        return fail(bot, line, "did not answer aim with fire");
    bship_status status = bship_cells_parse(bot->rules, shots, cells, count, &fired, NULL);
    if (protocol_shots(shots) != count)
        return fail(bot, line, "fired another number of shots than it was asked for");
    for (size_t i = 0; i < fired && status == BSHIP_OK; i++)
        status = bship_chart_check_fire(chart, cells[i]);
    return status == BSHIP_OK ? status : fail_shot(bot, status, line);
}

bship_status bot_aim(struct bot *bot, const bship_chart *chart, bship_cell *cells, size_t count)
{
    char question[QUESTION_SIZE], *line = NULL;
    snprintf(question, sizeof(question), "aim %zu", count);
    if (bot->is_playing && !is_continued(bot, chart))
        bot_begin(bot, bot->seed, bot->side);
    bship_status status = prepare(bot);
    if (status == BSHIP_OK)
        status = tell_reports(bot, chart);
    if (status == BSHIP_OK)
        status = ask(bot, question);
    if (status == BSHIP_OK)
        status = hear(bot, question, seconds_now(), bot->command->milliseconds, &line);
    return status == BSHIP_OK ? read_shots(bot, line, chart, cells, count) : status;
}

/* ---- the beginning and the end ---- */

bool bot_init(struct bot *bot, const struct bot_command *command, const bship_rules *rules)
{
    size_t size = bship_rules_format(rules, NULL, 0) + 1;
    *bot = (struct bot){ .command = command, .rules = rules };
    bot->rules_text = malloc(size);
    bot->told_water = calloc(cell_count(bot), sizeof(*bot->told_water));
    if (bot->rules_text == NULL || bot->told_water == NULL)
        return false;
    bship_rules_format(rules, bot->rules_text, size);
    return true;
}

bool bot_clear(struct bot *bot)
{
    bool has_ended = true;
    if (bot->child.pid != 0) {
        tell(bot, bot->is_playing ? "over\nquit\n" : "quit\n");
        has_ended = child_finish(&bot->child, QUIT_MILLISECONDS);
    }
    if (!has_ended) {
        fail(bot, "", "did not end within %d ms after quit", QUIT_MILLISECONDS);
        bot->fault.loses = false;
    }
    free(bot->rules_text);
    free(bot->told_water);
    return has_ended;
}
