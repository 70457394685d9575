/* Checkpoints; see checkpoint.h. */
#include "simulation/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <battleship/enumeration.h>

#include "common/number.h"
#include "simulation/command.h"

#define FORMAT_NAME "battleship-sim-checkpoint "
#define FORMAT FORMAT_NAME "1"
/* The most bytes of a checkpoint that is read. */
#define SIZE_MAX_READ ((size_t)1 << 30)

static const double seconds_between = 2.0;

/* ---- the parameters ---- */

/* Appends formatted text, of at most LABEL_SIZE bytes beside its literals. */
static bool append(struct text *text, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static bool append(struct text *text, const char *format, ...)
{
    char line[4 * LABEL_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof(line), format, values);
    va_end(values);
    return text_append_string(text, line);
}

/* A bot is known by its time limit and its command too, quoted so that it is one line. */
static bool append_player(struct text *head, const struct player *player)
{
    bool is_done = append(head, "player %s", player->label);
    if (player->command != NULL)
        is_done = is_done && append(head, " time %d", player->milliseconds) &&
                  command_append(head, player->command);
    return is_done && text_append_string(head, "\n");
}

static bool append_players(struct text *head, const struct plan *plan)
{
    bool is_done = true;
    for (size_t i = 0; i < plan->player_count && is_done; i++)
        is_done = append_player(head, &plan->players[i]);
    return is_done;
}

static bool append_placements(struct text *head, const struct study *study)
{
    bool is_done = true;
    for (size_t i = 0; i < study->count && is_done; i++) {
        const struct placement *placement = &study->simulations[i].placement;
        char strength[NUMBER_SIZE];
        is_done = append(head, "placement %s %s\n",
                         placement->style != NULL ? placement->style : "uniform",
                         number_format(strength, placement->strength));
    }
    return is_done;
}

/*
 * Writes all on which the rows of the games depend, a line each; and whether there are records,
 * which are of all games or of none.
 */
static bool write_head(struct text *head, const struct study *study, bool has_records)
{
    const struct plan *plan = &study->plan;
    char error[NUMBER_SIZE];
    return text_append_string(head, FORMAT "\n") &&
           append(head, "version %s\n", bship_version_string()) &&
           text_append_string(head, plan->rules_text) &&
           append(head, "match %s\n", bship_name(BSHIP_ENUM_MATCH_KIND, plan->kind)) &&
           append(head, "seed %" PRIu64 "\n", plan->seed) &&
           append(head, "layouts %s %" PRId64 " %016" PRIx64 "\n",
                  layouts_source_name(plan->layouts.source), plan->layouts.count,
                  plan->layouts.digest) &&
           append(head, "series %d\n", (int)plan->series) &&
           append(head, "until-error %s\n", number_format(error, plan->target_error)) &&
           append(head, "work %" PRId64 "\n", plan->limits.work_limit) &&
           append(head, "memory %" PRIu64 "\n", plan->limits.memory_limit) &&
           append(head, "timing %d\n", plan->has_timing) &&
           append(head, "records %d\n", has_records) && append_players(head, plan) &&
           append_placements(head, study);
}

/* ---- reading ---- */

/* A checkpoint that is being read. */
struct reader {
    const char *path;
    const char *text;
    size_t length;
    size_t next;   /* where the next line begins */
    uint32_t line; /* its number, from 1 */
    char why[FILES_WHY_SIZE];
};

/* Says what is wrong with the current line. */
static bool fail(struct reader *reader, uint32_t column, const char *reason)
{
    files_say_fault(reader->path, reader->line, column, reason, reader->why);
    return false;
}

static size_t line_length(const struct reader *reader)
{
    const char *start = reader->text + reader->next;
    const char *end = memchr(start, '\n', reader->length - reader->next);
    return end != NULL ? (size_t)(end - start) : reader->length - reader->next;
}

/* Says that a line of the head is not the one that is expected. */
static bool fail_head(struct reader *reader, const char *expected)
{
    const char *line = reader->text + reader->next;
    size_t length = line_length(reader), size = strcspn(expected, "\n");
    char reason[FILES_WHY_SIZE];
    bool has_format =
        length > strlen(FORMAT_NAME) && memcmp(line, FORMAT_NAME, strlen(FORMAT_NAME)) == 0;
    length = length < 100 ? length : 100;
    if (reader->line == 1 && !has_format) {
        files_say_fault(reader->path, 0, 0, "this is not a checkpoint of " PROGRAM, reader->why);
        return false;
    }
    if (reader->line == 1)
        snprintf(reason, sizeof(reason),
                 "this checkpoint is of another version: \"%.*s\", not \"" FORMAT "\"", (int)length,
                 line);
    else
        snprintf(reason, sizeof(reason),
                 "this checkpoint is of other games: expected \"%.*s\", not \"%.*s\"",
                 (int)(size < 100 ? size : 100), expected, (int)length, line);
    text_make_printable(reason);
    return fail(reader, 1, reason);
}

/* Compares the head with the one that is expected, line by line. */
static bool read_head(struct reader *reader, const char *expected)
{
    while (*expected != '\0') {
        size_t length = line_length(reader), size = strcspn(expected, "\n");
        const char *line = reader->text + reader->next;
        bool is_last = reader->next + length == reader->length;
        bool is_same = length <= size && memcmp(line, expected, length) == 0;
        if (!is_same || (length < size && !is_last) || (length == 0 && reader->line == 1))
            return fail_head(reader, expected);
        if (is_last)
            return fail(reader, (uint32_t)length + 1, "the checkpoint is cut off");
        reader->next += length + 1;
        reader->line++;
        expected += size + 1;
    }
    return true;
}

/* Reads a line of a keyword and a number. */
static bool read_number(struct reader *reader, const char *keyword, int64_t *number)
{
    size_t length = line_length(reader), size = strlen(keyword);
    const char *line = reader->text + reader->next;
    char reason[64];
    char *end = NULL;
    bool has_keyword = length > size + 1 && memcmp(line, keyword, size) == 0 && line[size] == ' ';
    errno = 0;
    if (has_keyword && line[size + 1] >= '0' && line[size + 1] <= '9') {
        *number = strtoll(line + size + 1, &end, 10);
        if (errno == 0 && end == line + length && reader->next + length < reader->length) {
            reader->next += length + 1;
            reader->line++;
            return true;
        }
    }
    snprintf(reason, sizeof(reason), "expected \"%s\" and a number", keyword);
    return fail(reader, 1, reason);
}

/* Whether the games of results can be the first ones of a simulation. */
static bool check_games(struct reader *reader, const struct simulation *simulation)
{
    int64_t games = simulation_games(simulation);
    char reason[128];
    if (games > simulation->plan->games) {
        snprintf(reason, sizeof(reason),
                 "this checkpoint has %" PRId64 " games, not at most "
                 "%" PRId64 " (--games)",
                 games, simulation->plan->games);
        return fail(reader, 1, reason);
    }
    if (games < simulation->plan->games && !simulation_has_whole_series(simulation))
        return fail(reader, 1, "these games end within a series, so that no more can follow");
    return true;
}

static bool add_results(struct reader *reader, struct simulation *simulation, const char *text,
                        size_t length)
{
    bship_error error = BSHIP_ERROR_INIT;
    if (results_read(simulation->results, text, length, &error) == BSHIP_OK)
        return check_games(reader, simulation);
    reader->line += error.line - 1;
    return fail(reader, error.column, error.text);
}

/* Reads the results of a simulation: their length, and that many bytes of text. */
static bool read_results(struct reader *reader, struct simulation *simulation)
{
    int64_t length = 0;
    if (!read_number(reader, "results", &length))
        return false;
    if ((uint64_t)length > reader->length - reader->next)
        return fail(reader, 1, "the checkpoint is cut off");
    const char *text = reader->text + reader->next;
    if (!add_results(reader, simulation, text, (size_t)length))
        return false;
    for (int64_t i = 0; i < length; i++)
        reader->line += text[i] == '\n';
    reader->next += (size_t)length;
    return true;
}

/* A checkpoint has raw rows exactly if the study writes them. */
static bool read_raw_length(struct reader *reader, int64_t *raw_length)
{
    bool is_there = line_length(reader) > 4 && memcmp(reader->text + reader->next, "raw ", 4) == 0;
    bool is_asked = *raw_length != NO_RAW;
    if (is_there && !is_asked)
        return fail(reader, 1, "this checkpoint goes on with --raw only");
    if (!is_there && is_asked)
        return fail(reader, 1, "this checkpoint goes on without --raw only");
    return !is_asked || read_number(reader, "raw", raw_length);
}

static bool read_checkpoint(struct reader *reader, const char *head, struct study *study,
                            int64_t *raw_length)
{
    bool is_read = read_head(reader, head) && read_raw_length(reader, raw_length);
    for (size_t i = 0; i < study->count && is_read; i++)
        is_read = read_results(reader, &study->simulations[i]);
    if (is_read && reader->next < reader->length)
        return fail(reader, 1, "nothing was expected after the results");
    return is_read;
}

/* Reads the file, if it exists. */
static bool read_file(struct reader *reader, struct checkpoint *checkpoint, struct study *study,
                      int64_t *raw_length)
{
    struct stat status;
    char *text = NULL;
    files_clean(reader->path);
    bool is_there = stat(reader->path, &status) == 0;
    if (!is_there && errno == ENOENT)
        return true;
    if (is_there && !S_ISREG(status.st_mode)) {
        files_say_fault(reader->path, 0, 0, "this is not a regular file, as a checkpoint must be",
                        reader->why);
        return false;
    }
    checkpoint->is_resumed = true;
    bool is_read = files_read(reader->path, SIZE_MAX_READ, &text, &reader->length, reader->why);
    reader->text = text;
    is_read = is_read && read_checkpoint(reader, checkpoint->head.bytes, study, raw_length);
    free(text);
    return is_read;
}

int checkpoint_open(struct checkpoint *checkpoint, const struct conduct_files *files,
                    struct study *study, int64_t *raw_length)
{
    struct reader reader = { .path = files->checkpoint, .line = 1 };
    *checkpoint = (struct checkpoint){ .path = files->checkpoint };
    if (!write_head(&checkpoint->head, study, files->record != NULL))
        return fail_memory();
    if (files_hold(&checkpoint->hold, files->checkpoint, reader.why) &&
        read_file(&reader, checkpoint, study, raw_length))
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": --checkpoint: %s\n", reader.why);
    return EXIT_USAGE;
}

/* ---- writing ---- */

bool checkpoint_is_due(const struct checkpoint *checkpoint)
{
    return checkpoint->path != NULL && seconds_now() - checkpoint->written_at >= seconds_between;
}

static bool append_results(struct text *text, const struct results *results)
{
    size_t length = 0;
    char *bytes = results_write(results, &length);
    bool is_done =
        bytes != NULL && append(text, "results %zu\n", length) && text_append(text, bytes, length);
    free(bytes);
    return is_done;
}

static bool write_all(struct text *text, const struct checkpoint *checkpoint,
                      const struct study *study, int64_t raw_length)
{
    bool is_done = text_append(text, checkpoint->head.bytes, checkpoint->head.length);
    if (is_done && raw_length != NO_RAW)
        is_done = append(text, "raw %" PRId64 "\n", raw_length);
    for (size_t i = 0; i < study->count && is_done; i++)
        is_done = append_results(text, study->simulations[i].results);
    return is_done;
}

bool checkpoint_write(struct checkpoint *checkpoint, const struct study *study, int64_t raw_length)
{
    struct text text = { NULL, 0, 0 };
    char why[FILES_WHY_SIZE] = "out of memory";
    if (checkpoint->path == NULL)
        return true;
    bool is_written = write_all(&text, checkpoint, study, raw_length) &&
                      files_write(checkpoint->path, text.bytes, text.length, FILE_PUBLIC, why);
    text_clear(&text);
    checkpoint->written_at = seconds_now();
    if (!is_written && !checkpoint->has_failed)
        fprintf(stderr, PROGRAM ": --checkpoint: %s\n", why);
    checkpoint->has_failed = checkpoint->has_failed || !is_written;
    return is_written;
}

void checkpoint_clear(struct checkpoint *checkpoint)
{
    files_let_go(&checkpoint->hold);
    text_clear(&checkpoint->head);
}
