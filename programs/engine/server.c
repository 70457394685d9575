/* An AI of the library as a bot; see server.h. */
#include "engine/server.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <battleship/enumeration.h>

#include "common/formatted.h"
#include "common/number.h"
#include "common/process.h"
#include "common/sides.h"
#include "common/text.h"
#include "engine/protocol.h"

enum {
    RULES_MAX = 1 << 24,   /* bytes; the most blocked cells take 6.5 million */
    SHOTS_OF_CELL_MAX = 4, /* mean shots at a cell in a game, where the rules allow repeats */
    QUOTE_SIZE = 100       /* of a line in a message */
};

struct server {
    const struct server_options *options;
    struct line_reader input;
    const char *line; /* that is handled, or the one of the rules at fault; NULL: none */
    struct text rules_text;
    bool reads_rules;     /* whether lines are part of the rules, up to `end` */
    bship_rules *rules;   /* NULL before they are known, and if the AI does not play them */
    bship_ai *ais[SIDES]; /* by side: an AI's random choices depend on it */
    bship_ai *ai;         /* the one of this game; NULL: there is none */
    bship_chart *chart;
    int code; /* EXIT_FINE until something fails */
    bool is_finished;
};

/* ---- failures ---- */

static void fail(struct server *server, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Ends the program because of what it was sent, with the line, or because it cannot go on. */
static void fail(struct server *server, const char *format, ...)
{
    va_list values;
    fprintf(stderr, PROGRAM ": ");
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    if (server->line) {
        char text[QUOTE_SIZE];
        protocol_quote(text, sizeof text, server->line);
        fprintf(stderr, " (%s)", text);
    }
    fputc('\n', stderr);
    server->code = EXIT_RUNTIME;
}

/* Passes a status of the library on, with its details if there are any. */
static bool succeeds(struct server *server, bship_status status, const bship_error *error)
{
    bool has_text = error && error->text[0];
    if (status)
        fail(server, "%s", has_text ? error->text : bship_status_message(status));
    return !status;
}

/* Whether a game is on, which the line needs. */
static bool has_game(struct server *server, const char *line)
{
    if (!server->ai)
        fail(server, "%s before new", line);
    return server->ai != NULL;
}

/* ---- the hello and the rules ---- */

/* Whether the AI has a style to lay fleets by: otherwise any uniform layout is as good. */
static bool server_places(const struct server_options *options)
{
    return options->ai.placing || options->ai.level != BSHIP_LEVEL_NONE;
}

/* `2 later`: the host's version, a number of any length from 1, and words of later versions. */
static bool is_version(const char *rest)
{
    size_t digits = strspn(rest, "0123456789");
    return digits > strspn(rest, "0") && strchr(" \t", rest[digits]);
}

/* Every host of a later version speaks this one too. */
static void greet(struct server *server, const char *rest)
{
    if (!is_version(rest)) {
        fail(server, "expected " PROTOCOL_NAME " VERSION, a number from 1");
        return;
    }
    printf(PROTOCOL_NAME " %d\nname %s\n%sready\n", PROTOCOL_VERSION, server->options->name,
           server_places(server->options) ? "places\n" : "");
}

static void begin_rules(struct server *server, const char *rest)
{
    (void)rest;
    text_clear(&server->rules_text);
    server->reads_rules = true;
}

static void drop_rules(struct server *server)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_ai_free(server->ais[side]);
        server->ais[side] = NULL;
    }
    bship_chart_free(server->chart);
    bship_rules_unref(server->rules);
    server->ai = NULL;
    server->chart = NULL;
    server->rules = NULL;
}

static bship_status make_players(struct server *server, bship_error *error)
{
    bship_ai_options options = server->options->ai;
    bship_status status = bship_chart_new(&server->chart, server->rules, NULL, NULL);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++) {
        options.side = side;
        status = bship_ai_new(&server->ais[side], server->rules, server->options->strategy,
                              &options, error);
    }
    return status;
}

static void end_rules(struct server *server)
{
    bship_error error = BSHIP_ERROR_INIT;
    const struct text *text = &server->rules_text;
    server->reads_rules = false;
    drop_rules(server);
    bship_status status = bship_rules_parse(&server->rules, text->bytes ? text->bytes : "",
                                            text->length, NULL, &error);
    if (status && server->rules_text.bytes)
        server->line = protocol_cut_line(server->rules_text.bytes, error.line);
    if (!succeeds(server, status, &error))
        return;
    status = make_players(server, &error);
    if (!status) {
        printf("ready\n");
    } else {
        printf("refuse %s\n", error.text[0] ? error.text : bship_status_message(status));
        drop_rules(server);
    }
}

/* Adds a line to the rules, or ends them. */
static void add_rule(struct server *server, const char *line)
{
    if (protocol_after(line, "end"))
        end_rules(server);
    else if (server->rules_text.length + strlen(line) >= RULES_MAX)
        fail(server, "rules of more than %d bytes", RULES_MAX);
    else if (!text_append_string(&server->rules_text, line) ||
             !text_append_string(&server->rules_text, "\n"))
        succeeds(server, BSHIP_ERROR_MEMORY, NULL);
}

/* ---- games ---- */

/* `a 123`: a side and a seed. */
static void begin_game(struct server *server, const char *rest)
{
    uint64_t seed = 0;
    int32_t side = rest[0] == 'a' ? BSHIP_SIDE_A : BSHIP_SIDE_B;
    const char *number = protocol_after(rest, bship_enum_name(BSHIP_ENUM_SIDE, side));
    server->ai = NULL;
    if (!server->rules) {
        fail(server, "new before rules");
    } else if (!number || !number_parse(number, 0, UINT64_MAX, &seed)) {
        fail(server, "expected new a SEED or new b SEED");
    } else {
        server->ai = server->ais[side];
        bship_ai_reset(server->ai, seed + server->options->seed);
        bship_chart_reset(server->chart);
    }
}

static void end_game(struct server *server, const char *rest)
{
    (void)rest;
    server->ai = NULL;
}

/* Prints the fleet on a board as a record has it, without the side. */
static void print_fleet(struct server *server, const bship_board *board)
{
    int32_t count = bship_fleet_count(bship_rules_fleet(server->rules));
    bship_record *record = NULL;
    bship_placement *layout = calloc((size_t)count, sizeof *layout);
    bship_status status =
        layout ? bship_record_new(&record, server->rules, NULL, NULL) : BSHIP_ERROR_MEMORY;
    for (int32_t i = 0; i < count && !status; i++)
        status = bship_board_placement(board, i, &layout[i]);
    if (!status)
        status = bship_record_set_layout(record, BSHIP_SIDE_A, layout, (size_t)count, NULL);
    free(layout);
    char *text = status ? NULL : formatted_record(record);
    bship_record_free(record);
    if (!succeeds(server, text ? status : BSHIP_ERROR_MEMORY, NULL))
        return;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, "a ship ", 7) == 0)
            puts(line + 2);
    puts("end");
    free(text);
}

/* `123`: the seed of a layout. */
static void place(struct server *server, const char *rest)
{
    uint64_t seed = 0;
    bship_board *board = NULL;
    bship_rng rng;
    if (!has_game(server, "place"))
        return;
    if (!number_parse(rest, 0, UINT64_MAX, &seed)) {
        fail(server, "expected place SEED");
        return;
    }
    bship_rng_seed(&rng, seed + server->options->seed, BSHIP_RNG_PURPOSE_LAYOUT, 0);
    bship_status status = bship_board_new(&board, server->rules, NULL, NULL);
    if (!status)
        status = bship_ai_place(server->ai, &rng, NULL, board, NULL);
    if (succeeds(server, status, NULL))
        print_fleet(server, board);
    bship_board_free(board);
}

/* `C2 hit, C3 sunk 3`: a turn, of the bot's own shots or of others. */
static bship_status record_turn(struct server *server, const char *text, bship_error *error)
{
    size_t capacity = protocol_shots(text);
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(server->rules)), count = 0;
    bship_cell *cells = calloc(capacity, sizeof *cells);
    bship_report *reports = calloc(capacity, sizeof *reports);
    int32_t *numbers = calloc(2 * ships, sizeof *numbers);
    bship_total total = { sizeof total, 0, -1, numbers, numbers + ships, ships };
    bship_status status = BSHIP_ERROR_MEMORY;
    if (cells && reports && numbers)
        status =
            bship_turn_parse(server->rules, text, cells, capacity, &count, reports, &total, error);
    if (!status)
        status = bship_rules_get(server->rules, BSHIP_RULE_SALVO_REPORT) == BSHIP_SALVO_REPORT_TOTAL
                     ? bship_chart_record_total(server->chart, cells, count, &total, error)
                     : bship_chart_record_turn(server->chart, cells, count, reports, error);
    free(cells);
    free(reports);
    free(numbers);
    return status;
}

static void take_report(struct server *server, const char *rest)
{
    bship_error error = BSHIP_ERROR_INIT;
    if (!has_game(server, "report"))
        return;
    int64_t cells = (int64_t)bship_rules_width(server->rules) * bship_rules_height(server->rules);
    if (bship_chart_shots(server->chart) > SHOTS_OF_CELL_MAX * cells)
        fail(server, "a game of more than %d shots for each cell", SHOTS_OF_CELL_MAX);
    else
        succeeds(server, record_turn(server, rest, &error), &error);
}

/* `3`: as many shots. */
static void aim(struct server *server, const char *rest)
{
    uint64_t count = 0;
    if (!has_game(server, "aim"))
        return;
    if (!number_parse(rest, 1, PROTOCOL_LINE_MAX, &count)) {
        fail(server, "expected aim N");
        return;
    }
    char line[PROTOCOL_LINE_MAX - sizeof "fire"];
    bship_cell *cells = calloc((size_t)count, sizeof *cells);
    bship_status status = BSHIP_ERROR_MEMORY;
    if (cells)
        status = bship_ai_aim_salvo(server->ai, server->chart, NULL, cells, (size_t)count);
    if (succeeds(server, status, NULL)) {
        if (bship_cells_format(cells, (size_t)count, line, sizeof line) < sizeof line)
            printf("fire %s\n", line);
        else
            fail(server, "aim %" PRIu64 ": the answer is longer than a line", count);
    }
    free(cells);
}

static void quit(struct server *server, const char *rest)
{
    (void)rest;
    server->is_finished = true;
}

/* ---- lines ---- */

/* Acts upon a line. Others are of later versions of the protocol, or need no answer. */
static void handle_line(struct server *server, const char *line)
{
    static const struct {
        const char *word;
        void (*take)(struct server *server, const char *rest);
    } words[] = {
        { PROTOCOL_NAME, greet }, { "rules", begin_rules },  { "new", begin_game },
        { "place", place },       { "report", take_report }, { "aim", aim },
        { "over", end_game },     { "quit", quit },
    };
    if (server->reads_rules) {
        add_rule(server, line);
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *rest = protocol_after(line, words[i].word);
        if (rest) {
            words[i].take(server, rest);
            return;
        }
    }
}

/* The next line; NULL at the end of the input, or if it cannot be read. */
static const char *read_line(struct server *server)
{
    for (;;) {
        struct pollfd input = { .fd = server->input.fd, .events = POLLIN };
        const char *line = line_reader_next(&server->input);
        if (line)
            return line;
        enum reading reading = line_reader_fill(&server->input);
        if (reading == READING_LONG)
            fail(server, "a line of more than %d bytes", PROTOCOL_LINE_MAX);
        if (reading == READING_FAILED)
            fail(server, "cannot read standard input: %s", strerror(errno));
        if (reading == READING_NOTHING)
            poll(&input, 1, -1); /* whoever started it made its input not wait */
        else if (reading != READING_BYTES)
            return NULL;
    }
}

int serve(const struct server_options *options)
{
    static struct server server;
    const char *line;
    server = (struct server){ .options = options, .input = { .fd = STDIN_FILENO } };
    while (server.code == EXIT_FINE && !server.is_finished && (line = read_line(&server))) {
        server.line = line;
        handle_line(&server, line);
        server.line = NULL;
        if (fflush(stdout) != 0)
            fail(&server, "cannot write to standard output");
    }
    drop_rules(&server);
    text_clear(&server.rules_text);
    return server.code;
}
