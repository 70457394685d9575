/* Checkpoints; see checkpoint.h. */
#include "simulation/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <battleship/enumeration.h>

#include "common/number.h"
#include "common/text.h"
#include "simulation/command.h"
#include "simulation/record.h"

#define FORMAT_NAME "battleship-sim-checkpoint "
#define FORMAT FORMAT_NAME "1"
/* The most bytes of a checkpoint that is read. */
#define SIZE_MAX_READ ((size_t)1 << 30)

static const double seconds_between = 2.0;

/* ---- the parameters ---- */

/* A bot is known by its limits and its command too, quoted so that it is one line. */
static void write_player(FILE *out, const struct player *player)
{
    fprintf(out, "player %s", player->label);
    if (player->command) {
        fprintf(out, " time %" PRId64 " processor %" PRId64 " memory %" PRIu64 " ",
                player->limits.milliseconds, player->limits.seconds, player->limits.bytes);
        command_print(out, player->command);
    }
    fputc('\n', out);
}

static void write_placement(FILE *out, const struct placement *placement)
{
    char strength[NUMBER_SIZE];
    fprintf(out, "placement %s %s\n", placement->style ? placement->style : "uniform",
            number_format(strength, placement->strength));
}

/*
 * Writes all on which the rows of the games depend, a line each; and whether there are files of all
 * games, or else of none.
 */
static void write_head(FILE *out, const struct study *study, bool has_records)
{
    const struct plan *plan = &study->plan;
    char error[NUMBER_SIZE];
    fprintf(out, FORMAT "\nversion %s\n%s", bship_version_string(), plan->rules_text);
    fprintf(out, "match %s\n", bship_enum_name(BSHIP_ENUM_MATCH_KIND, plan->kind));
    fprintf(out, "seed %" PRIu64 "\n", plan->seed);
    fprintf(out, "layouts %s %" PRId64 " %016" PRIx64 "\n",
            layouts_source_name(plan->layouts.source), plan->layouts.count, plan->layouts.digest);
    fprintf(out, "series %d\n", (int)plan->series);
    fprintf(out, "until-error %s\n", number_format(error, plan->target_error));
    fprintf(out, "work %" PRId64 "\n", plan->limits.work_limit);
    fprintf(out, "memory %" PRIu64 "\n", plan->limits.memory_limit);
    fprintf(out, "timing %d\n", plan->has_timing);
    fprintf(out, "records %d\n", has_records);
    for (size_t i = 0; i < plan->player_count; i++)
        write_player(out, &plan->players[i]);
    for (size_t i = 0; i < study->count; i++)
        write_placement(out, &study->simulations[i].placement);
}

/* The head, to be freed; NULL: out of memory. */
static char *format_head(const struct study *study, bool has_records)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    write_head(out, study, has_records);
    return text_close(out, &text) ? text : NULL;
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
    return end ? (size_t)(end - start) : reader->length - reader->next;
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
        snprintf(reason, sizeof reason,
                 "this checkpoint is of another version: \"%.*s\", not \"" FORMAT "\"", (int)length,
                 line);
    else
        snprintf(reason, sizeof reason,
                 "this checkpoint is of other games: expected \"%.*s\", not \"%.*s\"",
                 (int)(size < 100 ? size : 100), expected, (int)length, line);
    text_make_printable(reason);
    return fail(reader, 1, reason);
}

/* Compares the head with the one that is expected, line by line. */
static bool read_head(struct reader *reader, const char *expected)
{
    while (*expected) {
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
    snprintf(reason, sizeof reason, "expected \"%s\" and a number", keyword);
    return fail(reader, 1, reason);
}

/* Whether the games of results can be the first ones of a simulation. */
static bool check_games(struct reader *reader, const struct simulation *simulation)
{
    int64_t games = simulation_games(simulation);
    char reason[128];
    if (games > simulation->plan->games) {
        snprintf(reason, sizeof reason,
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
    if (!results_read(simulation->results, text, length, &error))
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
    is_read = is_read && read_checkpoint(reader, checkpoint->head, study, raw_length);
    free(text);
    return is_read;
}

int checkpoint_open(struct checkpoint *checkpoint, const struct conduct_files *files,
                    struct study *study, int64_t *raw_length)
{
    struct reader reader = { .path = files->checkpoint, .line = 1 };
    *checkpoint = (struct checkpoint){ .path = files->checkpoint };
    checkpoint->head = format_head(study, recorder_keeps_all(files));
    if (!checkpoint->head)
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
    return checkpoint->path && seconds_now() - checkpoint->written_at >= seconds_between;
}

/* Writes the results of a simulation; false: out of memory. */
static bool write_results(FILE *out, const struct results *results)
{
    size_t length = 0;
    char *text = results_write(results, &length);
    if (text)
        fprintf(out, "results %zu\n%s", length, text);
    free(text);
    return text != NULL;
}

/* The text of a checkpoint, to be freed; NULL: out of memory. */
static char *format_all(const struct checkpoint *checkpoint, const struct study *study,
                        int64_t raw_length, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out)
        return NULL;
    fputs(checkpoint->head, out);
    if (raw_length != NO_RAW)
        fprintf(out, "raw %" PRId64 "\n", raw_length);
    bool is_done = true;
    for (size_t i = 0; i < study->count && is_done; i++)
        is_done = write_results(out, study->simulations[i].results);
    if (text_close(out, &text) && is_done)
        return text;
    free(text);
    return NULL;
}

bool checkpoint_write(struct checkpoint *checkpoint, const struct study *study, int64_t raw_length)
{
    size_t length = 0;
    char why[FILES_WHY_SIZE] = "out of memory";
    if (!checkpoint->path)
        return true;
    char *text = format_all(checkpoint, study, raw_length, &length);
    bool is_written = text && files_write(checkpoint->path, text, length, FILE_PRIVATE, why);
    free(text);
    checkpoint->written_at = seconds_now();
    if (!is_written && !checkpoint->has_failed)
        fprintf(stderr, PROGRAM ": --checkpoint: %s\n", why);
    checkpoint->has_failed = checkpoint->has_failed || !is_written;
    return is_written;
}

void checkpoint_clear(struct checkpoint *checkpoint)
{
    files_let_go(&checkpoint->hold);
    free(checkpoint->head);
}
