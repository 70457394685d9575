/* What there is to learn from a game; see lesson.h. */
#include "battleship/talk/lesson.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include <battleship/notation.h>

#include "common/board_cells.h"
#include "common/format.h"

/* The least price of a lesson, in shots, and by how many standard errors it is one. */
#define LEAST_PRICE 0.5
#define PRICE_MARGIN 3

/* A cell that was left, in consecutive turns. */
struct left {
    bship_cell cell;
    double chance; /* in the first of them */
    int64_t first;
    int64_t turns;
    double price; /* the cost of these turns, and its variance */
    double variance;
};

/* The shot in whose place the expert would have fired at a cell; NULL: none, or the side did so. */
static const bship_review_shot *leaves(const struct hindsight *hindsight, int64_t turn,
                                       bship_cell cell)
{
    const bship_review_turn *row = &hindsight->turns[turn];
    for (int32_t i = 0; i < row->shots; i++) {
        const bship_review_shot *shot = &hindsight->shots[row->first_shot + i];
        if (is_same_cell(shot->expert_cell, cell) && !is_same_cell(shot->cell, cell))
            return shot;
    }
    return NULL;
}

/* For how long the expert's cell in the place of a shot was left, if this is the first such turn.
 */
static struct left follow(const struct hindsight *hindsight, const bship_review_shot *shot)
{
    struct left left = { .cell = shot->expert_cell, .chance = shot->expert_chance };
    int64_t turn = left.first = shot->turn;
    if (turn > 0 && leaves(hindsight, turn - 1, left.cell))
        return left;
    for (; turn < hindsight->info.turns_done && leaves(hindsight, turn, left.cell); turn++) {
        const bship_review_turn *row = &hindsight->turns[turn];
        left.turns++;
        left.price += row->cost;
        left.variance += row->cost_error * row->cost_error;
    }
    return left;
}

/* The costliest of them; of no turns if none certainly cost enough. */
static struct left find_worst(const struct hindsight *hindsight)
{
    struct left worst = { .price = LEAST_PRICE };
    for (int64_t i = 0; i < hindsight->info.shots_done; i++) {
        struct left left = follow(hindsight, &hindsight->shots[i]);
        if (left.price > worst.price && left.price > PRICE_MARGIN * sqrt(left.variance))
            worst = left;
    }
    return worst;
}

/* The last hit beside a cell before a turn; NULL: there is none. */
static const bship_review_shot *hit_beside(const struct hindsight *hindsight,
                                           const struct left *left)
{
    for (int64_t i = hindsight->turns[left->first].first_shot - 1; i >= 0; i--) {
        const bship_review_shot *shot = &hindsight->shots[i];
        int distance = abs(shot->cell.x - left->cell.x) + abs(shot->cell.y - left->cell.y);
        if (shot->is_hit > 0 && distance == 1)
            return shot;
    }
    return NULL;
}

/* Appends for how many turns it was left, if these are several. */
static void say_turns(int64_t turns, char *text, size_t size)
{
    static const char *const words[] = { "two",   "three", "four", "five",   "six",   "seven",
                                         "eight", "nine",  "ten",  "eleven", "twelve" };
    if (turns < 2)
        return;
    if (turns - 2 < (int64_t)(sizeof words / sizeof *words))
        format_append(text, size, ", for %s turns", words[turns - 2]);
    else
        format_append(text, size, ", for %" PRId64 " turns", turns);
}

bool lesson_say(const struct hindsight *hindsight, const struct called *called, char *text,
                size_t size)
{
    struct left worst = find_worst(hindsight);
    char cell[BSHIP_CELL_TEXT_SIZE];
    text[0] = '\0';
    if (worst.turns == 0)
        return false;
    const bship_review_shot *hit = hit_beside(hindsight, &worst);
    if (hit) {
        bship_cell_format(hit->cell, cell, sizeof cell);
        format_append(text, size, "After the hit at %s", cell);
    } else {
        format_append(text, size, worst.turns > 1 ? "From turn %" PRId64 " on" : "In turn %" PRId64,
                      worst.first + 1);
    }
    bship_cell_format(worst.cell, cell, sizeof cell);
    format_append(text, size, " %s left %s, %.0f %%", called->name, cell, 100 * worst.chance);
    say_turns(worst.turns, text, size);
    format_append(text, size, ": %.1f shots.", worst.price);
    return true;
}
