/* The results of duels as text. */
#include <inttypes.h>
#include <math.h>

#include "simulation/page.h"
#include "simulation/simulation.h"

enum {
    SHARE_WIDTH = 24 /* of a percentage with its interval */
};

/* Of a duel, the cells of who won. */
static void print_counts(struct page *page, int64_t won, int64_t drawn, int64_t lost,
                         const struct share *share)
{
    page_cell(page, 8, "%8" PRId64, won);
    page_cell(page, 7, "%7" PRId64, drawn);
    page_cell(page, 8, "%8" PRId64, lost);
    if (isfinite(share->rate))
        page_cell(page, SHARE_WIDTH, "%8.1f  [%5.1f, %5.1f]", 100 * share->rate, 100 * share->low,
                  100 * share->high);
    else
        page_cell(page, SHARE_WIDTH, "%8s", "-");
}

/* Prints a line for each pair: how often its first player won or, if `of_first`, who began. */
static void print_pairs(FILE *out, const struct tournament *tournament, const char *heading,
                        bool of_first)
{
    int width = plan_label_width(tournament->duels->simulation->plan);
    struct page page;
    page_open(&page, out, 2 * width + 3, SHARE_WIDTH);
    do {
        page_head(&page, heading);
        page_cell(&page, 8, "%8s", "won");
        page_cell(&page, 7, "%7s", "drawn");
        page_cell(&page, 8, "%8s", "lost");
        page_cell(&page, SHARE_WIDTH, "%8s  %s", "won %", "95% interval");
        page_end_line(&page);
        for (size_t i = 0; i < tournament->duel_count; i++) {
            const struct duel *duel = &tournament->duels[i];
            const struct share *first = &duel->first;
            char label[PAIR_LABEL_SIZE];
            pair_label(label, width, duel->a, duel->b);
            page_label(&page, label);
            if (of_first)
                print_counts(&page, first->won, duel->drawn, first->decided - first->won, first);
            else
                print_counts(&page, duel->won, duel->drawn, duel->lost, &duel->share);
            page_end_line(&page);
        }
    } while (page_has_more(&page));
}

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

static void print_rating(struct page *page, const struct rating *rating)
{
    page_label(page, rating->player->label);
    print_elo(page, rating);
    page_cell(page, 10, "%10" PRId64, rating->games);
    page_cell(page, 10, "%10" PRId64, rating->won);
    page_cell(page, 8, "%8" PRId64, rating->drawn);
    page_cell(page, 10, "%10" PRId64, rating->lost);
    page_cell(page, 8, "%8" PRId64, rating->failed);
    page_end_line(page);
}

static void print_ratings(FILE *out, const struct tournament *tournament)
{
    struct page page;
    page_open(&page, out, plan_label_width(tournament->duels->simulation->plan) + 1, 10);
    do {
        page_head(&page, "ratings");
        page_cell(&page, 8, "%8s", "Elo");
        page_cell(&page, 8, "%8s", "error");
        page_cell(&page, 10, "%10s", "games");
        page_cell(&page, 10, "%10s", "won");
        page_cell(&page, 8, "%8s", "drawn");
        page_cell(&page, 10, "%10s", "lost");
        page_cell(&page, 8, "%8s", "failed");
        page_end_line(&page);
        for (size_t i = 0; i < tournament->rating_count; i++)
            print_rating(&page, &tournament->ratings[i]);
    } while (page_has_more(&page));
}

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
        page_text(out, "Who won, or lost, every game against the others has no finite rating.");
}
