/* The results of duels as text. */
#include <inttypes.h>
#include <math.h>

#include "simulation/page.h"
#include "simulation/simulation.h"

enum {
    SHARE_WIDTH = 24, /* of a percentage with its interval */
    COUNTS = 3,       /* games of a pair: won, drawn, lost */
    NUMBERS = 5       /* of a player's games in the ratings */
};

/* A column of numbers of games, and its least width. */
struct column {
    const char *head;
    int width;
};

/* ---- columns of numbers ---- */

/* Makes columns as wide as the numbers of a line need. */
static void widen(struct column *columns, size_t count, const int64_t *numbers)
{
    for (size_t i = 0; i < count; i++)
        columns[i].width = page_number_width(numbers[i], columns[i].width);
}

static void print_heads(struct page *page, const struct column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        page_cell(page, columns[i].width, "%*s", columns[i].width, columns[i].head);
}

static void print_numbers(struct page *page, const struct column *columns, size_t count,
                          const int64_t *numbers)
{
    for (size_t i = 0; i < count; i++)
        page_cell(page, columns[i].width, "%*" PRId64, columns[i].width, numbers[i]);
}

/* ---- pairs ---- */

/* How the games of a pair ended for its first player or, if `of_first`, for who began. */
static void count_ends(int64_t counts[COUNTS], const struct duel *duel, bool of_first)
{
    const struct share *first = &duel->first;
    counts[0] = of_first ? first->won : duel->won;
    counts[1] = duel->drawn;
    counts[2] = of_first ? first->decided - first->won : duel->lost;
}

static void print_share(struct page *page, const struct share *share)
{
    if (isfinite(share->rate))
        page_cell(page, SHARE_WIDTH, "%8.1f  [%5.1f, %5.1f]", 100 * share->rate, 100 * share->low,
                  100 * share->high);
    else
        page_cell(page, SHARE_WIDTH, "%8s", "-");
}

static void print_pair(struct page *page, const struct column *columns, int label_width,
                       const struct duel *duel, bool of_first)
{
    char label[PAIR_LABEL_SIZE];
    int64_t counts[COUNTS];
    pair_label(label, label_width, duel->a, duel->b);
    count_ends(counts, duel, of_first);
    page_label(page, label);
    print_numbers(page, columns, COUNTS, counts);
    print_share(page, of_first ? &duel->first : &duel->share);
    page_end_line(page);
}

/* Prints a line for each pair: how often its first player won or, if `of_first`, who began. */
static void print_pairs(FILE *out, const struct tournament *tournament, const char *heading,
                        bool of_first)
{
    struct column columns[COUNTS] = { { "won", 8 }, { "drawn", 7 }, { "lost", 8 } };
    int width = plan_label_width(tournament->duels->simulation->plan);
    struct page page;
    for (size_t i = 0; i < tournament->duel_count; i++) {
        int64_t counts[COUNTS];
        count_ends(counts, &tournament->duels[i], of_first);
        widen(columns, COUNTS, counts);
    }
    page_open(&page, out, 2 * width + 3, SHARE_WIDTH);
    do {
        page_head(&page, heading);
        print_heads(&page, columns, COUNTS);
        page_cell(&page, SHARE_WIDTH, "%8s  %s", "won %", "95% interval");
        page_end_line(&page);
        for (size_t i = 0; i < tournament->duel_count; i++)
            print_pair(&page, columns, width, &tournament->duels[i], of_first);
    } while (page_has_more(&page));
}

/* ---- ratings ---- */

/* Infinite are the ratings of those who won, or lost, all games against the others. */
static void print_elo(struct page *page, const struct rating *rating)
{
    if (isnan(rating->elo))
        page_cell(page, 8, "%8s", "-");
    else if (isinf(rating->elo))
        page_cell(page, 8, "%8s", rating->elo > 0 ? "highest" : "lowest");
    else
        page_cell(page, 8, "%8.1f", rating->elo);
    if (isfinite(rating->elo))
        page_cell(page, 8, "%8.1f", rating->error);
    else
        page_cell(page, 8, "%8s", "-");
}

static void count_games(int64_t numbers[NUMBERS], const struct rating *rating)
{
    numbers[0] = rating->games;
    numbers[1] = rating->won;
    numbers[2] = rating->drawn;
    numbers[3] = rating->lost;
    numbers[4] = rating->failed;
}

static void print_rating(struct page *page, const struct column *columns,
                         const struct rating *rating)
{
    int64_t numbers[NUMBERS];
    count_games(numbers, rating);
    page_label(page, rating->player->label);
    print_elo(page, rating);
    print_numbers(page, columns, NUMBERS, numbers);
    page_end_line(page);
}

static void print_ratings(FILE *out, const struct tournament *tournament)
{
    struct column columns[NUMBERS] = {
        { "games", 10 }, { "won", 10 }, { "drawn", 8 }, { "lost", 10 }, { "failed", 8 }
    };
    struct page page;
    for (size_t i = 0; i < tournament->rating_count; i++) {
        int64_t numbers[NUMBERS];
        count_games(numbers, &tournament->ratings[i]);
        widen(columns, NUMBERS, numbers);
    }
    /* A player has no more games of any kind than games. */
    page_open(&page, out, plan_label_width(tournament->duels->simulation->plan) + 1,
              columns[0].width);
    do {
        page_head(&page, "ratings");
        page_cell(&page, 8, "%8s", "Elo");
        page_cell(&page, 8, "%8s", "error");
        print_heads(&page, columns, NUMBERS);
        page_end_line(&page);
        for (size_t i = 0; i < tournament->rating_count; i++)
            print_rating(&page, columns, &tournament->ratings[i]);
    } while (page_has_more(&page));
}

/* ---- all ---- */

static bool has_infinite_rating(const struct tournament *tournament)
{
    for (size_t i = 0; i < tournament->rating_count; i++)
        if (isinf(tournament->ratings[i].elo))
            return true;
    return false;
}

void print_duel_tables(FILE *out, const struct tournament *tournament)
{
    print_pairs(out, tournament, "duels", false);
    print_pairs(out, tournament, "who fires first", true);
    print_ratings(out, tournament);
    page_text(out, "\nPercentages are of the games that somebody won. Players change sides after "
                   "each game. A game that a player fails is lost.");
    if (has_infinite_rating(tournament))
        page_text(out,
                  "There is no finite rating for who lost no game to a rated player (highest), "
                  "or won none (lowest).");
}
