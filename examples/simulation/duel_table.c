/* The results of duels as text for a terminal of 80 columns. */
#include <inttypes.h>
#include <math.h>

#include "simulation/simulation.h"

static void print_share(FILE *out, const struct share *share)
{
    if (isfinite(share->rate))
        fprintf(out, "%8.1f  [%5.1f, %5.1f]", 100 * share->rate, 100 * share->low,
                100 * share->high);
    else
        fprintf(out, "%8s", "-");
}

static void print_duels(FILE *out, const struct tournament *tournament)
{
    fprintf(out, "\n%-29s%8s%7s%8s%8s  %s\n", "duels", "won", "drawn", "lost", "won %",
            "95% interval");
    for (size_t i = 0; i < tournament->duel_count; i++) {
        const struct duel *duel = &tournament->duels[i];
        fprintf(out, "%-13s - %-13s%8" PRId64 "%7" PRId64 "%8" PRId64, duel->a->label,
                duel->b->label, duel->won, duel->drawn, duel->lost);
        print_share(out, &duel->share);
        fputc('\n', out);
    }
}

static void print_first_movers(FILE *out, const struct tournament *tournament)
{
    fprintf(out, "\n%-29s%8s%7s%8s%8s  %s\n", "who fires first", "won", "drawn", "lost", "won %",
            "95% interval");
    for (size_t i = 0; i < tournament->duel_count; i++) {
        const struct duel *duel = &tournament->duels[i];
        fprintf(out, "%-13s - %-13s%8" PRId64 "%7" PRId64 "%8" PRId64, duel->a->label,
                duel->b->label, duel->first.won, duel->drawn,
                duel->first.decided - duel->first.won);
        print_share(out, &duel->first);
        fputc('\n', out);
    }
}

/* Infinite are the ratings of those who won, or lost, all games against the others. */
static void print_elo(FILE *out, const struct rating *rating)
{
    if (isnan(rating->elo))
        fprintf(out, "%8s%8s", "-", "-");
    else if (isinf(rating->elo))
        fprintf(out, "%8s%8s", rating->elo > 0 ? "highest" : "lowest", "-");
    else
        fprintf(out, "%8.1f%8.1f", rating->elo, rating->error);
}

static void print_ratings(FILE *out, const struct tournament *tournament)
{
    fprintf(out, "\n%-14s%8s%8s%10s%10s%8s%10s%8s\n", "ratings", "Elo", "error", "games", "won",
            "drawn", "lost", "failed");
    for (size_t i = 0; i < tournament->rating_count; i++) {
        const struct rating *rating = &tournament->ratings[i];
        fprintf(out, "%-14s", rating->player->label);
        print_elo(out, rating);
        fprintf(out, "%10" PRId64 "%10" PRId64 "%8" PRId64 "%10" PRId64 "%8" PRId64 "\n",
                rating->games, rating->won, rating->drawn, rating->lost, rating->failed);
    }
}

void print_duel_tables(FILE *out, const struct tournament *tournament)
{
    print_duels(out, tournament);
    print_first_movers(out, tournament);
    print_ratings(out, tournament);
    fputs("\nPercentages are of the games that somebody won. Players change sides after each\n"
          "game. A game that a player fails is lost.\n",
          out);
}
