/* The results of a review as plain data; see hindsight.h. */
#include "battleship/game/hindsight.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/format.h"

/* A turn is costly if its cost is above so many standard errors: that happens by chance in one turn
 * of 700, while two would be exceeded in most games, which have some 40 turns. */
#define COST_MARGIN 3

/* The least cost that is not printed as 0.0. */
#define LEAST_COST 0.05

/* No figure is so large: there are fewer cells on a board. */
#define FIGURE_LIMIT 1e6

#define SUMMARY_KEY "x-review"
#define TURN_KEY "x-review-turn"
#define SHOT_KEY "x-review-shot"

enum {
    LINE_SIZE = 256
};

/* ---- taking ---- */

static bool allocate(struct hindsight *hindsight, int64_t shots, int64_t turns)
{
    hindsight->shots = calloc((size_t)shots + 1, sizeof *hindsight->shots);
    hindsight->turns = calloc((size_t)turns + 1, sizeof *hindsight->turns);
    if (hindsight->shots && hindsight->turns)
        return true;
    hindsight_clear(hindsight);
    return false;
}

bool hindsight_take(struct hindsight *hindsight, const struct review *review)
{
    struct hindsight found = { .is_final = false };
    review_read(review, &found.summary);
    struct review_summary *summary = &found.summary;
    if (!allocate(&found, summary->shots, summary->turns))
        return false;
    /* The review may have gone on since its summary was read: that decides how much is taken. */
    while (found.turn_count < summary->turns &&
           review_turn(review, found.turn_count, &found.turns[found.turn_count]) &&
           found.turns[found.turn_count].first_shot < summary->shots_done)
        found.turn_count++;
    for (int64_t i = 0; i < summary->shots_done; i++)
        review_shot(review, i, &found.shots[i]);
    bool has_failed = summary->status && summary->status != BSHIP_ERROR_CANCELLED;
    found.is_final = summary->stage == REVIEW_DONE || has_failed;
    found.was_settled = hindsight_is_settled(hindsight);
    hindsight_clear(hindsight);
    *hindsight = found;
    return true;
}

void hindsight_clear(struct hindsight *hindsight)
{
    free(hindsight->shots);
    free(hindsight->turns);
    *hindsight = (struct hindsight){ .shots = NULL };
}

bool hindsight_is_there(const struct hindsight *hindsight)
{
    return hindsight->turn_count > 0;
}

bool hindsight_is_settled(const struct hindsight *hindsight)
{
    const struct review_summary *summary = &hindsight->summary;
    bool is_settled = summary->rollouts > 1 && summary->luck.error < REVIEW_SETTLED_ERROR;
    return hindsight_is_there(hindsight) && (is_settled || hindsight->was_settled);
}

/* Without an error, which is NAN, nothing is certain. */
bool hindsight_is_costly(const struct review_turn *turn)
{
    return turn->cost.value >= LEAST_COST && turn->cost.value > COST_MARGIN * turn->cost.error;
}

size_t hindsight_costliest(const struct hindsight *hindsight, int64_t *turns, size_t capacity)
{
    size_t count = 0;
    for (int64_t turn = 0; turn < hindsight->turn_count; turn++) {
        double cost = hindsight->turns[turn].cost.value;
        size_t place = count;
        while (place > 0 && hindsight->turns[turns[place - 1]].cost.value < cost)
            place--;
        if (!hindsight_is_costly(&hindsight->turns[turn]) || place >= capacity)
            continue;
        count += count < capacity;
        memmove(turns + place + 1, turns + place, (count - 1 - place) * sizeof *turns);
        turns[place] = turn;
    }
    return count;
}

/* ---- writing ---- */

/* Adds a line of a side: its key, and words that are formatted. */
static bship_status add_line(bship_record *record, const char *key, int32_t side, const char *words)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "%s %s %s", key, bship_enum_name(BSHIP_ENUM_SIDE, side), words);
    return bship_record_add_extra(record, line, NULL);
}

static void format_estimates(char *text, size_t size, const struct review_estimate *const *all,
                             size_t count)
{
    for (size_t i = 0; i < count; i++)
        format_append(text, size, " %.4f %.4f", all[i]->value, all[i]->error);
}

static bship_status add_summary(const struct review_summary *summary, bship_record *record,
                                int32_t side)
{
    const struct review_estimate *const all[] = { &summary->start, &summary->rest, &summary->cost,
                                                  &summary->luck };
    char words[LINE_SIZE - 32];
    snprintf(words, sizeof words, "%s %" PRId32, summary->expert, summary->rollouts);
    format_estimates(words, sizeof words, all, 4);
    return add_line(record, SUMMARY_KEY, side, words);
}

static bship_status add_turn(const struct review_turn *turn, bship_record *record, int32_t side)
{
    const struct review_estimate *const all[] = { &turn->cost, &turn->luck };
    char words[LINE_SIZE - 32];
    snprintf(words, sizeof words, "%" PRId64 " %" PRId32, turn->first_shot, turn->shots);
    format_estimates(words, sizeof words, all, 2);
    return add_line(record, TURN_KEY, side, words);
}

static bship_status add_shot(const struct review_shot *shot, bship_record *record, int32_t side)
{
    char words[LINE_SIZE - 32];
    char cell[BSHIP_CELL_TEXT_SIZE];
    char best[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(shot->cell, cell, sizeof cell);
    bship_cell_format(shot->best_cell, best, sizeof best);
    snprintf(words, sizeof words, "%s %d %.6f %s %.6f", cell, shot->is_hit, shot->chance, best,
             shot->best_chance);
    return add_line(record, SHOT_KEY, side, words);
}

bship_status hindsight_write(const struct hindsight *hindsight, bship_record *record, int32_t side)
{
    if (!hindsight_is_settled(hindsight))
        return BSHIP_OK;
    bship_status status = add_summary(&hindsight->summary, record, side);
    for (int64_t i = 0; i < hindsight->turn_count && !status; i++)
        status = add_turn(&hindsight->turns[i], record, side);
    for (int64_t i = 0; i < hindsight->summary.shots && !status; i++)
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

/* Reads an estimate: a value, and an error that is a number, too. */
static bool read_estimate(const char **words, struct review_estimate *out)
{
    double *const numbers[] = { &out->value, &out->error };
    for (size_t i = 0; i < 2; i++) {
        char *end = NULL;
        *numbers[i] = strtod(*words, &end);
        if (end == *words || !(fabs(*numbers[i]) < FIGURE_LIMIT))
            return false;
        *words = end;
    }
    return out->error >= 0;
}

static bool read_estimates(const char *words, struct review_estimate *const *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!read_estimate(&words, all[i]))
            return false;
    return !*words;
}

static bool read_summary(struct hindsight *out, const char *words)
{
    struct review_summary *summary = &out->summary;
    struct review_estimate *const all[] = { &summary->start, &summary->rest, &summary->cost,
                                            &summary->luck };
    char expert[33];
    int used = 0;
    if (sscanf(words, " %32s %" SCNd32 "%n", expert, &summary->rollouts, &used) != 2)
        return false;
    summary->expert =
        bship_enum_name(BSHIP_ENUM_STRATEGY, bship_enum_find(BSHIP_ENUM_STRATEGY, expert));
    return summary->expert && summary->rollouts > 1 && read_estimates(words + used, all, 4);
}

static bool read_turn(struct hindsight *out, const char *words, const bship_chart *chart)
{
    struct review_turn *turn = &out->turns[out->turn_count];
    struct review_estimate *const all[] = { &turn->cost, &turn->luck };
    bship_turn expected = BSHIP_TURN_INIT;
    int used = 0;
    if (bship_chart_turn(chart, out->turn_count, &expected) ||
        sscanf(words, " %" SCNd64 " %" SCNd32 "%n", &turn->first_shot, &turn->shots, &used) != 2)
        return false;
    out->turn_count++;
    return turn->first_shot == expected.first_shot && turn->shots == expected.shots &&
           read_estimates(words + used, all, 2);
}

static bool is_chance(double chance)
{
    return chance >= 0 && chance <= 1.000001;
}

static bool read_shot(struct hindsight *out, const char *words, const bship_chart *chart)
{
    struct review_shot *shot = &out->shots[out->summary.shots_done];
    bship_cell fired;
    char cell[BSHIP_CELL_TEXT_SIZE];
    char best[BSHIP_CELL_TEXT_SIZE];
    int is_hit = 0;
    static_assert(BSHIP_CELL_TEXT_SIZE == 16, "the words of a cell that are read below");
    if (bship_chart_shot(chart, out->summary.shots_done, &fired, NULL) ||
        sscanf(words, " %15s %d %lf %15s %lf", cell, &is_hit, &shot->chance, best,
               &shot->best_chance) != 5 ||
        bship_cell_parse(cell, &shot->cell, NULL) || bship_cell_parse(best, &shot->best_cell, NULL))
        return false;
    out->summary.shots_done++;
    shot->is_hit = is_hit != 0;
    return fired.x == shot->cell.x && fired.y == shot->cell.y && is_chance(shot->chance) &&
           is_chance(shot->best_chance);
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
    struct review_summary *summary = &out->summary;
    summary->stage = REVIEW_DONE;
    out->is_final = true;
    out->was_settled = true;
    for (int64_t i = 0; i < out->turn_count; i++)
        for (int32_t shot = 0; shot < out->turns[i].shots; shot++)
            out->shots[out->turns[i].first_shot + shot].turn = i;
}

bool hindsight_read(struct hindsight *out, const bship_record *record, int32_t side,
                    const bship_chart *chart)
{
    *out = (struct hindsight){ .shots = NULL };
    out->summary.shots = bship_chart_shots(chart);
    out->summary.turns = bship_chart_turns(chart);
    bool is_fine = allocate(out, out->summary.shots, out->summary.turns);
    for (int64_t i = 0; i < bship_record_extras(record) && is_fine; i++)
        is_fine = read_line(out, bship_record_extra(record, i), side, chart);
    if (is_fine && out->summary.expert && out->summary.turns > 0 &&
        out->turn_count == out->summary.turns && out->summary.shots_done == out->summary.shots) {
        complete(out);
        return true;
    }
    hindsight_clear(out);
    return false;
}
