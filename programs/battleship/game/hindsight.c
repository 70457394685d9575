/* The results of a review as plain data; see hindsight.h. */
#include "battleship/game/hindsight.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/board_cells.h"

/* The yardstick of the reviews that are read and written. */
#define YARDSTICK BSHIP_LEVEL_EXPERT

/* No figure is so large: there are fewer cells on a board. */
#define FIGURE_LIMIT 1e6

#define SUMMARY_KEY "x-review"
#define TURN_KEY "x-review-turn"
#define SHOT_KEY "x-review-shot"

enum {
    LINE_SIZE = 256
};

/* ---- what was found ---- */

static bool allocate(struct hindsight *hindsight, int64_t shots, int64_t turns)
{
    hindsight->shots = calloc((size_t)shots + 1, sizeof *hindsight->shots);
    hindsight->turns = calloc((size_t)turns + 1, sizeof *hindsight->turns);
    if (hindsight->shots && hindsight->turns)
        return true;
    hindsight_clear(hindsight);
    return false;
}

bool hindsight_open(struct hindsight *hindsight, const bship_chart *log)
{
    *hindsight = (struct hindsight){ .info = BSHIP_REVIEW_INFO_INIT };
    hindsight->info.shots = bship_chart_shots(log);
    hindsight->info.turns = bship_chart_turns(log);
    return allocate(hindsight, hindsight->info.shots, hindsight->info.turns);
}

void hindsight_read_review(struct hindsight *hindsight, const bship_review *review)
{
    bship_review_info *info = &hindsight->info;
    bship_review_describe(review, info);
    bship_review_shots(review, hindsight->shots, (size_t)info->shots);
    bship_review_turns(review, hindsight->turns, (size_t)info->turns);
}

bool hindsight_copy(struct hindsight *hindsight, const struct hindsight *from)
{
    struct hindsight copy = *from;
    if (!allocate(&copy, from->info.shots, from->info.turns))
        return false;
    memcpy(copy.shots, from->shots, (size_t)from->info.shots_done * sizeof *copy.shots);
    memcpy(copy.turns, from->turns, (size_t)from->info.turns_done * sizeof *copy.turns);
    copy.was_settled = hindsight_is_settled(hindsight);
    hindsight_clear(hindsight);
    *hindsight = copy;
    return true;
}

void hindsight_clear(struct hindsight *hindsight)
{
    free(hindsight->shots);
    free(hindsight->turns);
    *hindsight = (struct hindsight){ .info = BSHIP_REVIEW_INFO_INIT };
}

bool hindsight_is_there(const struct hindsight *hindsight)
{
    return hindsight->info.turns_done > 0;
}

double hindsight_settled_error(const struct hindsight *hindsight)
{
    double error = hindsight->is_final ? REVIEW_FINAL_ERROR : REVIEW_SETTLED_ERROR;
    return error * fmax(1, hindsight->info.start / REVIEW_USUAL);
}

bool hindsight_is_settled(const struct hindsight *hindsight)
{
    const bship_review_info *info = &hindsight->info;
    bool is_settled = info->rollouts > 1 && info->luck_error < hindsight_settled_error(hindsight);
    return hindsight_is_there(hindsight) && (is_settled || hindsight->was_settled);
}

bool hindsight_is_costly(const bship_review_turn *turn)
{
    return bship_review_costliest(turn, 1, NULL, 0) > 0;
}

double hindsight_luck_in_hits(const struct hindsight *hindsight)
{
    const bship_review_info *info = &hindsight->info;
    bool is_known = info->hits_known && info->shots > 0 && info->shots_done == info->shots;
    return is_known ? (double)info->hits - info->hits_chosen : (double)NAN;
}

/* Whether all turns are reviewed, and the figures settled. */
static bool is_whole(const struct hindsight *hindsight)
{
    return hindsight_is_settled(hindsight) && hindsight->info.turns_done == hindsight->info.turns;
}

double hindsight_given_away(const struct hindsight *hindsight)
{
    return is_whole(hindsight) ? hindsight->info.cost : (double)NAN;
}

/* ---- writing ---- */

/* Adds a line of a side: its key, and words that are formatted. */
static bship_status add_line(bship_record *record, const char *key, int32_t side, const char *words)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "%s %s %s", key, bship_enum_name(BSHIP_ENUM_SIDE, side), words);
    return bship_record_add_extra(record, line, NULL);
}

static bship_status add_summary(const bship_review_info *info, bship_record *record, int32_t side)
{
    char words[LINE_SIZE - 32];
    snprintf(words, sizeof words, "%s %" PRId64 " %.4f %.4f %.4f %.4f %.4f %.4f %.4f %.4f",
             bship_enum_name(BSHIP_ENUM_LEVEL, YARDSTICK), info->rollouts, info->start,
             info->start_error, info->rest, info->rest_error, info->cost, info->cost_error,
             info->luck, info->luck_error);
    return add_line(record, SUMMARY_KEY, side, words);
}

static bship_status add_turn(const bship_review_turn *turn, bship_record *record, int32_t side)
{
    char words[LINE_SIZE - 32];
    snprintf(words, sizeof words, "%" PRId64 " %" PRId32 " %" PRId32 " %.4f %.4f %.4f %.4f",
             turn->first_shot, turn->shots, turn->is_expert, turn->cost, turn->cost_error,
             turn->luck, turn->luck_error);
    return add_line(record, TURN_KEY, side, words);
}

static bship_status add_shot(const bship_review_shot *shot, bship_record *record, int32_t side)
{
    char words[LINE_SIZE - 32];
    char cell[BSHIP_CELL_TEXT_SIZE];
    char expert[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(shot->cell, cell, sizeof cell);
    bship_cell_format(shot->expert_cell, expert, sizeof expert);
    snprintf(words, sizeof words, "%s %" PRId32 " %.6f %s %.6f", cell, shot->is_hit, shot->chance,
             expert, shot->expert_chance);
    return add_line(record, SHOT_KEY, side, words);
}

bship_status hindsight_write(const struct hindsight *hindsight, bship_record *record, int32_t side)
{
    const bship_review_info *info = &hindsight->info;
    if (!is_whole(hindsight))
        return BSHIP_OK;
    bship_status status = add_summary(info, record, side);
    for (int64_t i = 0; i < info->turns && !status; i++)
        status = add_turn(&hindsight->turns[i], record, side);
    for (int64_t i = 0; i < info->shots && !status; i++)
        status = add_shot(&hindsight->shots[i], record, side);
    return status;
}

/* ---- reading ---- */

/* What follows the key and the side of a line of ours; NULL if it is another line. */
static const char *words_of(const char *line, const char *key, int32_t side)
{
    size_t length = strlen(key);
    const char *name = bship_enum_name(BSHIP_ENUM_SIDE, side);
    if (strncmp(line, key, length) != 0 || line[length] != ' ' ||
        strncmp(line + length + 1, name, strlen(name)) != 0)
        return NULL;
    const char *words = line + length + 1 + strlen(name);
    return *words == ' ' ? words : NULL;
}

/* Reads figures and their errors, which are numbers too, to the end of the words. */
static bool read_figures(const char *words, double *const *figures, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *end = NULL;
        *figures[i] = strtod(words, &end);
        bool is_error = i % 2 == 1;
        if (end == words || !(fabs(*figures[i]) < FIGURE_LIMIT) || (is_error && *figures[i] < 0))
            return false;
        words = end;
    }
    return !*words;
}

static bool read_summary(struct hindsight *out, const char *words)
{
    bship_review_info *info = &out->info;
    double *const figures[] = { &info->start, &info->start_error, &info->rest, &info->rest_error,
                                &info->cost,  &info->cost_error,  &info->luck, &info->luck_error };
    char yardstick[33];
    int used = 0;
    return sscanf(words, " %32s %9" SCNd64 "%n", yardstick, &info->rollouts, &used) == 2 &&
           bship_enum_find(BSHIP_ENUM_LEVEL, yardstick) == YARDSTICK && info->rollouts > 1 &&
           read_figures(words + used, figures, 8);
}

static bool read_turn(struct hindsight *out, const char *words, const bship_chart *chart)
{
    bship_review_turn *turn = &out->turns[out->info.turns_done];
    double *const figures[] = { &turn->cost, &turn->cost_error, &turn->luck, &turn->luck_error };
    bship_turn expected = BSHIP_TURN_INIT;
    int used = 0;
    if (bship_chart_turn(chart, out->info.turns_done, &expected) ||
        sscanf(words, " %9" SCNd64 " %9" SCNd32 " %1" SCNd32 "%n", &turn->first_shot, &turn->shots,
               &turn->is_expert, &used) != 3)
        return false;
    out->info.turns_done++;
    return turn->first_shot == expected.first_shot && turn->shots == expected.shots &&
           (turn->is_expert == 0 || turn->is_expert == 1) && read_figures(words + used, figures, 4);
}

static bool is_chance(double chance)
{
    return chance >= 0 && chance <= 1.000001;
}

static bool read_shot(struct hindsight *out, const char *words, const bship_chart *chart)
{
    bship_review_shot *shot = &out->shots[out->info.shots_done];
    bship_cell fired;
    char cell[BSHIP_CELL_TEXT_SIZE];
    char expert[BSHIP_CELL_TEXT_SIZE];
    static_assert(BSHIP_CELL_TEXT_SIZE == 16, "the words of a cell that are read below");
    if (bship_chart_shot(chart, out->info.shots_done, &fired, NULL) ||
        sscanf(words, " %15s %2" SCNd32 " %lf %15s %lf", cell, &shot->is_hit, &shot->chance, expert,
               &shot->expert_chance) != 5 ||
        bship_cell_parse(cell, &shot->cell, NULL) ||
        bship_cell_parse(expert, &shot->expert_cell, NULL))
        return false;
    out->info.shots_done++;
    return is_same_cell(fired, shot->cell) && shot->is_hit >= -1 && shot->is_hit <= 1 &&
           is_chance(shot->chance) && is_chance(shot->expert_chance);
}

/* Reads a line, if it is ours. */
static bool read_line(struct hindsight *out, const char *line, int32_t side,
                      const bship_chart *chart)
{
    const char *summary = words_of(line, SUMMARY_KEY, side);
    const char *turn = words_of(line, TURN_KEY, side);
    const char *shot = words_of(line, SHOT_KEY, side);
    return summary ? read_summary(out, summary)
           : turn  ? read_turn(out, turn, chart)
           : shot  ? read_shot(out, shot, chart)
                   : true;
}

/* Fills in what follows from the lines: only settled figures are written, but rounded, or with an
 * error that has grown since. */
static void complete(struct hindsight *out)
{
    out->info.is_complete = 1;
    out->is_final = true;
    out->was_settled = true;
    for (int64_t i = 0; i < out->info.turns_done; i++) {
        bship_review_turn *turn = &out->turns[i];
        for (int32_t k = 0; k < turn->shots; k++) {
            bship_review_shot *shot = &out->shots[turn->first_shot + k];
            shot->turn = i;
            turn->hits_chosen += shot->chance;
            turn->hits_expert += shot->expert_chance;
        }
    }
}

bool hindsight_read(struct hindsight *out, const bship_record *record, int32_t side,
                    const bship_chart *chart)
{
    bool is_fine = hindsight_open(out, chart);
    const bship_review_info *info = &out->info;
    for (int64_t i = 0; i < bship_record_extras(record) && is_fine; i++)
        is_fine = read_line(out, bship_record_extra(record, i), side, chart);
    if (is_fine && info->rollouts > 1 && info->turns > 0 && info->turns_done == info->turns &&
        info->shots_done == info->shots) {
        complete(out);
        return true;
    }
    hindsight_clear(out);
    return false;
}
