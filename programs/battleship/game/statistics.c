/* Lifetime statistics; see statistics.h. */
#include "battleship/game/statistics.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <battleship/enumeration.h>

#include "battleship/game/level.h"
#include "battleship/game/rules_summary.h"
#include "common/sides.h"

/* The largest file that is read: some 400000 games. */
#define TEXT_LIMIT ((size_t)64 << 20)

char *statistics_path(char why[FILES_WHY_SIZE])
{
    return files_state_path("battleship", "statistics.csv", why);
}

/* ---- results ---- */

static int32_t outcome_of(const bship_game *game, int32_t side)
{
    int32_t outcome = bship_game_outcome(game);
    if (outcome == BSHIP_OUTCOME_DRAW)
        return GAME_DRAWN;
    return outcome == side ? GAME_WON : GAME_LOST;
}

/* Fills in who played, when and how. */
static void describe_game(const struct session *session, int32_t side, struct game_result *out)
{
    const struct player *player = &session->setup.players[side];
    const struct player *opponent = &session->setup.players[other_side(side)];
    struct tm utc;
    time_t now = time(NULL);
    if (gmtime_r(&now, &utc))
        strftime(out->date, sizeof out->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    snprintf(out->player, sizeof out->player, "%s", player->name);
    snprintf(out->opponent, sizeof out->opponent, "%s", opponent->name);
    snprintf(out->kind, sizeof out->kind, "%s", player_kind_name(opponent->kind));
    rules_summary(session->setup.rules, out->rules, sizeof out->rules);
}

bool statistics_result(const struct session *session, int32_t side, struct game_result *out)
{
    const bship_game *game = session->game;
    const bship_chart *chart = bship_game_chart(game, side);
    const struct tally *tally = &session->tallies[side];
    if (bship_game_outcome(game) == BSHIP_OUTCOME_NONE || !session_is_human(session, side))
        return false;
    *out = (struct game_result){ .outcome = outcome_of(game, side),
                                 .reason = bship_game_end_reason(game),
                                 .rounds = bship_game_round(game),
                                 .shots = bship_chart_shots(chart),
                                 .hits = bship_chart_hits(chart),
                                 .hints = tally->hints,
                                 .heat_maps = tally->heat_maps,
                                 .undos = tally->undos,
                                 .luck = (double)NAN,
                                 .seed = session->setup.seed,
                                 .given_away = (double)NAN };
    describe_game(session, side, out);
    return true;
}

/* ---- the file ---- */

/* A lost disk block reads as NULs. They would end the text: then other bytes that no row has. */
static void replace_nuls(char *text, size_t length)
{
    for (char *nul = text; (nul = memchr(nul, '\0', length - (size_t)(nul - text)));)
        *nul = '\x7f';
}

/* Reads the whole file; none is an empty one. */
static bool read_text(const char *path, char **text, size_t *length, char why[FILES_WHY_SIZE])
{
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        *text = calloc(1, 1);
        *length = 0;
        return *text || files_fail_memory(why);
    }
    if (!files_read(path, TEXT_LIMIT, text, length, why))
        return false;
    replace_nuls(*text, *length);
    return true;
}

static bool read_rows(const char *path, struct rows *rows, char why[FILES_WHY_SIZE])
{
    char *text;
    size_t length;
    *rows = (struct rows){ 0 };
    if (!read_text(path, &text, &length, why))
        return false;
    bool is_read = rows_read(rows, text) || files_fail_memory(why);
    free(text);
    return is_read;
}

/* Whether a row is this one, as it was when it was added before a review. */
static bool is_same(const struct game_result *row, const struct game_result *result)
{
    char one[ROW_TEXT_SIZE];
    char other[ROW_TEXT_SIZE];
    struct game_result same = *result;
    same.luck = row->luck;
    same.given_away = row->given_away;
    memcpy(same.date, row->date, sizeof same.date);
    rows_format(row, one);
    rows_format(&same, other);
    return strcmp(one, other) == 0;
}

/* Whether the game was added already: a game of two people has two rows. */
static bool is_counted(const struct rows *rows, const struct game_result *result)
{
    for (size_t i = rows->count; i > 0 && i + 2 > rows->count; i--) {
        if (is_same(&rows->results[i - 1], result))
            return true;
    }
    return false;
}

/* Appends a row to a file with these rows. A torn line is ended first, so that it stays alone. */
static bool append(const char *path, const struct rows *rows, bool is_empty,
                   const struct game_result *result, char why[FILES_WHY_SIZE])
{
    char row[ROW_TEXT_SIZE];
    char text[2 * ROW_TEXT_SIZE];
    if (is_counted(rows, result))
        return true;
    rows_format(result, row);
    snprintf(text, sizeof text, "%s%s%s", rows->is_torn ? "\n" : "", is_empty ? rows_heading() : "",
             row);
    return files_append(path, text, strlen(text), FILE_PRIVATE, why);
}

bool statistics_add(const char *path, const struct game_result *result, char why[FILES_WHY_SIZE])
{
    struct rows rows = { 0 };
    char *text = NULL;
    size_t length = 0;
    int locks = files_lock_beside(path, why);
    bool is_added = locks >= 0 && read_text(path, &text, &length, why) &&
                    (rows_read(&rows, text) || files_fail_memory(why)) &&
                    append(path, &rows, length == 0, result, why);
    rows_clear(&rows);
    free(text);
    files_close_locks(locks);
    return is_added;
}

bool statistics_count(const struct session *session, struct game_result counted[SIDES],
                      char why[FILES_WHY_SIZE])
{
    memset(counted, 0, SIDES * sizeof *counted);
    if (session_humans(session) == 0)
        return true;
    char *path = statistics_path(why);
    bool is_counted = path != NULL;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && is_counted; side++) {
        if (statistics_result(session, side, &counted[side]))
            is_counted = statistics_add(path, &counted[side], why);
    }
    free(path);
    return is_counted;
}

/* The last line of a text that is this one, with its end; NULL if there is none. */
static const char *find_line(const char *text, size_t length, const char *line)
{
    const char *found = NULL;
    const char *end;
    for (const char *at = text; (end = memchr(at, '\n', length - (size_t)(at - text)));
         at = end + 1) {
        size_t size = (size_t)(end - at) + 1;
        if (size == strlen(line) && memcmp(at, line, size) == 0)
            found = at;
    }
    return found;
}

/* Replaces a line of a file that was read; all other bytes stay as they are. */
static bool replace_line(const char *path, const char *text, size_t length, const char *line,
                         const char *by, char why[FILES_WHY_SIZE])
{
    const char *at = find_line(text, length, line);
    if (!at)
        return true;
    size_t before = (size_t)(at - text);
    size_t after = length - before - strlen(line);
    char *changed = malloc(length + strlen(by) + 1);
    if (!changed)
        return files_fail_memory(why);
    memcpy(changed, text, before);
    memcpy(changed + before, by, strlen(by));
    memcpy(changed + before + strlen(by), at + strlen(line), after);
    bool is_written = files_write(path, changed, before + strlen(by) + after, FILE_PRIVATE, why);
    free(changed);
    return is_written;
}

bool statistics_replace(const char *path, const struct game_result *counted,
                        const struct game_result *known, char why[FILES_WHY_SIZE])
{
    char row[ROW_TEXT_SIZE];
    char by[ROW_TEXT_SIZE];
    char *text = NULL;
    size_t length = 0;
    rows_format(counted, row);
    rows_format(known, by);
    if (strcmp(row, by) == 0)
        return true;
    int locks = files_lock_beside(path, why);
    bool is_set = locks >= 0 && files_read(path, TEXT_LIMIT, &text, &length, why) &&
                  replace_line(path, text, length, row, by, why);
    free(text);
    files_close_locks(locks);
    return is_set;
}

/* ---- groups ---- */

static bool is_helped(const struct game_result *result)
{
    return result->hints > 0 || result->heat_maps > 0 || result->undos > 0;
}

/* Levels come in their order, before all other opponents. */
static int compare_opponents(const char *one, const char *other)
{
    int32_t levels[] = { bship_enum_find(BSHIP_ENUM_LEVEL, one),
                         bship_enum_find(BSHIP_ENUM_LEVEL, other) };
    if (levels[0] >= 0 && levels[1] >= 0)
        return level_place(levels[0]) - level_place(levels[1]);
    return levels[0] >= 0 ? -1 : levels[1] >= 0 ? 1 : strcmp(one, other);
}

static int compare_results(const void *a, const void *b)
{
    const struct game_result *one = *(const struct game_result *const *)a;
    const struct game_result *other = *(const struct game_result *const *)b;
    int order = strcmp(one->rules, other->rules);
    if (order == 0)
        order = strcmp(one->kind, other->kind);
    if (order == 0)
        order = compare_opponents(one->opponent, other->opponent);
    return order != 0 ? order : is_helped(one) - is_helped(other);
}

static void begin_group(struct statistics_group *group, const struct game_result *result)
{
    *group = (struct statistics_group){ .is_helped = is_helped(result) };
    memcpy(group->opponent, result->opponent, sizeof group->opponent);
    memcpy(group->kind, result->kind, sizeof group->kind);
    memcpy(group->rules, result->rules, sizeof group->rules);
}

static void add_to_group(struct statistics_group *group, const struct game_result *result)
{
    group->games++;
    group->outcomes[result->outcome]++;
    group->help += result->hints + result->heat_maps + result->undos;
    if (result->outcome == GAME_WON && result->reason == BSHIP_END_REASON_SUNK)
        series_add(&group->winning_shots, (double)result->shots);
    if (result->shots > 0)
        series_add(&group->accuracy, (double)result->hits / (double)result->shots);
    if (!isnan(result->luck))
        series_add(&group->luck, result->luck);
}

/* Adds rows that are sorted to groups, for which there is room. */
static void add_sorted(struct statistics *statistics, const struct game_result *const *sorted,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || compare_results(&sorted[i - 1], &sorted[i]) != 0)
            begin_group(&statistics->groups[statistics->count++], sorted[i]);
        add_to_group(&statistics->groups[statistics->count - 1], sorted[i]);
    }
}

/* Adds the rows that belong together. */
static bool group_rows(struct statistics *statistics)
{
    size_t count = statistics->rows.count;
    const struct game_result **sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &statistics->rows.results[i];
    qsort(sorted, count, sizeof *sorted, compare_results);
    size_t groups = 1;
    for (size_t i = 1; i < count; i++)
        groups += compare_results(&sorted[i - 1], &sorted[i]) != 0;
    statistics->groups = calloc(groups, sizeof *statistics->groups);
    if (statistics->groups)
        add_sorted(statistics, sorted, count);
    free(sorted);
    return statistics->groups;
}

bool statistics_read(const char *path, struct statistics *out, char why[FILES_WHY_SIZE])
{
    *out = (struct statistics){ .groups = NULL };
    return read_rows(path, &out->rows, why) && (group_rows(out) || files_fail_memory(why));
}

bool statistics_load(struct statistics *out, char why[FILES_WHY_SIZE])
{
    char *path = statistics_path(why);
    *out = (struct statistics){ .groups = NULL };
    bool is_read = path && statistics_read(path, out, why);
    free(path);
    return is_read;
}

void statistics_clear(struct statistics *statistics)
{
    rows_clear(&statistics->rows);
    free(statistics->groups);
    *statistics = (struct statistics){ .groups = NULL };
}

/* ---- export ---- */

char *statistics_csv(const struct statistics *statistics)
{
    const struct rows *rows = &statistics->rows;
    char *text = malloc((rows->count + 1) * ROW_TEXT_SIZE);
    if (!text)
        return NULL;
    char *end = stpcpy(text, rows_heading());
    for (size_t i = 0; i < rows->count; i++) {
        rows_format(&rows->results[i], end);
        end += strlen(end);
    }
    return text;
}

bool statistics_export(const struct statistics *statistics, const char *target,
                       char why[FILES_WHY_SIZE])
{
    char *text = statistics_csv(statistics);
    bool is_written =
        text ? files_write(target, text, strlen(text), FILE_PUBLIC, why) : files_fail_memory(why);
    free(text);
    return is_written;
}
