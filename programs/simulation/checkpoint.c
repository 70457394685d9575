/* Checkpoints; see checkpoint.h. */
#include "simulation/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <battleship/enumeration.h>

#include "common/number.h"
#include "common/printed.h"
#include "common/text.h"
#include "simulation/command.h"
#include "simulation/record.h"
#include "simulation/statistics/pairs.h"

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

/* The greatest line of a placement, with its NUL. */
#define PLACEMENT_SIZE (LABEL_SIZE + NUMBER_SIZE + 16)

static const char *placement_line(char line[PLACEMENT_SIZE], const struct placement *placement)
{
    char strength[NUMBER_SIZE];
    snprintf(line, PLACEMENT_SIZE, "placement %s %s\n",
             placement->style ? placement->style : "uniform",
             number_format(strength, placement->strength));
    return line;
}

static void write_placement(FILE *out, const struct placement *placement)
{
    char line[PLACEMENT_SIZE];
    fputs(placement_line(line, placement), out);
}

/*
 * Writes all on which the rows of the games depend but the players, a line each; and whether there
 * are files of all games, or else of none.
 */
static void write_head(FILE *out, const struct plan *plan, bool has_records)
{
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
}

/* The head, to be freed; NULL: out of memory. */
static char *format_head(const struct plan *plan, bool has_records)
{
    struct printed head;
    if (!printed_open(&head))
        return NULL;
    write_head(head.out, plan, has_records);
    return printed_close(&head, true);
}

/* The lines of the players, likewise. */
static char *format_players(const struct plan *plan)
{
    struct printed players;
    if (!printed_open(&players))
        return NULL;
    for (size_t i = 0; i < plan->player_count; i++)
        write_player(players.out, &plan->players[i]);
    return printed_close(&players, true);
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

/* Compares a line with the one that is expected, and goes past it. */
static bool read_line(struct reader *reader, const char *expected)
{
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
    return true;
}

static const char *next_line(const char *lines)
{
    return lines + strcspn(lines, "\n") + 1;
}

/* Compares lines with those that are expected. */
static bool read_lines(struct reader *reader, const char *expected)
{
    bool is_read = true;
    for (; *expected && is_read; expected = next_line(expected))
        is_read = read_line(reader, expected);
    return is_read;
}

/* Whether the current line is one of some text, or the end of the file cuts it off. */
static bool is_at(const struct reader *reader, const char *expected)
{
    size_t length = line_length(reader), size = strcspn(expected, "\n");
    bool is_last = reader->next + length == reader->length;
    return (length == size || (is_last && length < size)) &&
           memcmp(reader->text + reader->next, expected, length) == 0;
}

static bool is_player(const struct reader *reader)
{
    static const char word[] = "player ";
    return line_length(reader) >= sizeof word - 1 &&
           memcmp(reader->text + reader->next, word, sizeof word - 1) == 0;
}

/* Says that the current line is a player whom the plan does not have, or in another place. */
static bool fail_player(struct reader *reader)
{
    const size_t length = line_length(reader);
    char reason[FILES_WHY_SIZE];
    snprintf(reason, sizeof reason,
             "this checkpoint is of other games: \"%.*s\" does not play, or in another order",
             (int)(length < 100 ? length : 100), reader->text + reader->next);
    text_make_printable(reason);
    return fail(reader, 1, reason);
}

/*
 * Reads the players, which are in the order of those of the plan; of duels, some of these may be
 * missing. `numbers` receives which there are, and `count` how many.
 */
static bool read_players(struct reader *reader, const struct plan *plan, const char *expected,
                         size_t *numbers, size_t *count)
{
    const bool may_join = plan->kind == BSHIP_MATCH_KIND_DUEL;
    *count = 0;
    for (size_t i = 0; i < plan->player_count; i++, expected = next_line(expected)) {
        if (may_join && !is_at(reader, expected))
            continue;
        if (!read_line(reader, expected))
            return false;
        numbers[(*count)++] = i;
    }
    return !may_join || !is_player(reader) || fail_player(reader);
}

/* The simulation of two players with the same placement as the first one of a group. */
static struct simulation *duel_of(const struct study *study, size_t group, size_t a, size_t b)
{
    const size_t pair = pair_index(study->plan.player_count, a, b);
    return &study->simulations[group * study->group + pair];
}

/* Lists the simulations that are played by these players, in order; returns how many. */
static size_t list_simulations(const struct study *study, const size_t *numbers, size_t count,
                               struct simulation **list)
{
    size_t listed = 0;
    for (size_t group = 0; group < study->count / study->group; group++) {
        if (study->plan.kind != BSHIP_MATCH_KIND_DUEL)
            list[listed++] = &study->simulations[group];
        else
            for (size_t i = 0; i < count; i++)
                for (size_t j = i + 1; j < count; j++)
                    list[listed++] = duel_of(study, group, numbers[i], numbers[j]);
    }
    return listed;
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

/* Reads what follows the players: of each of these simulations its placement, then its results. */
static bool read_simulations(struct reader *reader, struct simulation *const *list, size_t count,
                             int64_t *raw_length)
{
    char line[PLACEMENT_SIZE];
    bool is_read = true;
    for (size_t i = 0; i < count && is_read; i++)
        is_read = read_line(reader, placement_line(line, &list[i]->placement));
    is_read = is_read && read_raw_length(reader, raw_length);
    for (size_t i = 0; i < count && is_read; i++)
        is_read = read_results(reader, list[i]);
    if (is_read && reader->next < reader->length)
        return fail(reader, 1, "nothing was expected after the results");
    return is_read;
}

static bool read_checkpoint(struct reader *reader, const struct checkpoint *checkpoint,
                            struct study *study, int64_t *raw_length)
{
    size_t *numbers = calloc(study->plan.player_count, sizeof *numbers), count = 0;
    struct simulation **list = calloc(study->count, sizeof *list);
    bool is_read =
        numbers && list ? read_lines(reader, checkpoint->head) : files_fail_memory(reader->why);
    is_read =
        is_read && read_players(reader, &study->plan, checkpoint->players, numbers, &count) &&
        read_simulations(reader, list, list_simulations(study, numbers, count, list), raw_length);
    free(numbers);
    free(list);
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
    is_read = is_read && read_checkpoint(reader, checkpoint, study, raw_length);
    free(text);
    return is_read;
}

int checkpoint_open(struct checkpoint *checkpoint, const struct conduct_files *files,
                    struct study *study, int64_t *raw_length)
{
    struct reader reader = { .path = files->checkpoint, .line = 1 };
    *checkpoint = (struct checkpoint){ .path = files->checkpoint };
    checkpoint->head = format_head(&study->plan, recorder_keeps_all(files));
    checkpoint->players = format_players(&study->plan);
    if (!checkpoint->head || !checkpoint->players)
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
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    FILE *out = printed.out;
    fprintf(out, "%s%s", checkpoint->head, checkpoint->players);
    for (size_t i = 0; i < study->count; i++)
        write_placement(out, &study->simulations[i].placement);
    if (raw_length != NO_RAW)
        fprintf(out, "raw %" PRId64 "\n", raw_length);
    bool is_done = true;
    for (size_t i = 0; i < study->count && is_done; i++)
        is_done = write_results(out, study->simulations[i].results);
    char *text = printed_close(&printed, is_done);
    *length = printed.length;
    return text;
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
    free(checkpoint->players);
}
