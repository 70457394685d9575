/*
 * Histograms as text, side by side on the same scale for comparison. Bars are drawn in eighths of a
 * character by blocks where the locale is one of UTF-8, else of whole number signs.
 */
#include "simulation/simulation.h"

#include <inttypes.h>

#include "common/tty.h"
#include "simulation/page.h"

enum {
    RANGES_MAX = 20,
    BARS_ABREAST = 4, /* at most */
    BAR_WIDTH_MIN = 12,
    BAR_GAP = 2,
    EIGHTHS = 8
};

/* Each line covers a range of `step` numbers of shots. */
struct scale {
    int64_t first;
    int64_t last;
    int64_t step;
    bool has_blocks;
    double games_per_mark; /* of a whole character */
    int label_width;
    int bar_width;
    size_t abreast; /* histograms side by side */
};

/* The smallest of 1, 2, 5, 10, 20, 50 ... that keeps the number of ranges low enough. */
static int64_t choose_step(int64_t first, int64_t last)
{
    static const int64_t digits[] = { 1, 2, 5 };
    for (int64_t power = 1;; power *= 10) {
        for (int i = 0; i < 3; i++) {
            int64_t step = power * digits[i];
            if (last / step - first / step < RANGES_MAX)
                return step;
        }
    }
}

static int64_t games_in_range(const struct scale *scale, const struct entry *entry, int64_t from)
{
    return entry_games_between(entry, from, from + scale->step - 1);
}

/* The largest number of games of any entry in a range. */
static int64_t find_fullest(const struct simulation *simulation, const struct scale *scale)
{
    int64_t fullest = 0;
    for (size_t i = 0; i < simulation->entry_count; i++) {
        for (int64_t from = scale->first; from <= scale->last; from += scale->step) {
            int64_t games = games_in_range(scale, &simulation->entries[i], from);
            fullest = games > fullest ? games : fullest;
        }
    }
    return fullest;
}

/* Divides what the labels leave of the page among as many histograms as have room. */
static void divide_page(struct scale *scale, int width, size_t entries)
{
    int room = width - scale->label_width;
    size_t most =
        room < 2 * (BAR_WIDTH_MIN + BAR_GAP) ? 1 : (size_t)(room / (BAR_WIDTH_MIN + BAR_GAP));
    most = most < BARS_ABREAST ? most : BARS_ABREAST;
    scale->abreast = entries < most ? entries : most;
    scale->bar_width = room / (int)scale->abreast - BAR_GAP;
    if (scale->bar_width < 1)
        scale->bar_width = 1;
}

/* Makes the scale of a range of shots. */
static void make_scale(const struct simulation *simulation, FILE *out, struct scale *scale)
{
    scale->has_blocks = terminal_has_utf8();
    scale->step = choose_step(scale->first, scale->last);
    scale->first -= scale->first % scale->step;
    scale->label_width = 2 * snprintf(NULL, 0, "%" PRId64, scale->last + scale->step) + 1;
    divide_page(scale, page_width(out), simulation->entry_count);
    scale->games_per_mark = (double)find_fullest(simulation, scale) / scale->bar_width;
    if (scale->games_per_mark < 1.0)
        scale->games_per_mark = 1.0;
}

static void repeat(FILE *out, const char *mark, int count)
{
    for (int i = 0; i < count; i++)
        fputs(mark, out);
}

/* Prints a bar of whole marks and returns its width. A dot stands for too few games for one. */
static int print_marks(FILE *out, double marks)
{
    int width = (int)(marks + 0.5);
    repeat(out, "#", width);
    if (width == 0)
        fputc('.', out);
    return width > 0 ? width : 1;
}

/* The same in eighths, of which there is at least one. */
static int print_blocks(FILE *out, double marks)
{
    static const char *const parts[EIGHTHS] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
    int eighths = (int)(marks * EIGHTHS + 0.5);
    eighths = eighths > 0 ? eighths : 1;
    repeat(out, "█", eighths / EIGHTHS);
    fputs(parts[eighths % EIGHTHS], out);
    return (eighths + EIGHTHS - 1) / EIGHTHS;
}

/* Prints a bar after `blanks`; returns the number of blanks before the next one. */
static int print_bar(FILE *out, const struct scale *scale, int64_t games, int blanks)
{
    double marks = (double)games / scale->games_per_mark;
    int column = scale->bar_width + BAR_GAP;
    if (games == 0)
        return blanks + column;
    fprintf(out, "%*s", blanks, "");
    return column - (scale->has_blocks ? print_blocks(out, marks) : print_marks(out, marks));
}

static void print_names(FILE *out, const struct scale *scale, const struct entry *entries,
                        size_t count)
{
    int blanks = scale->label_width + BAR_GAP;
    fputc('\n', out);
    for (size_t i = 0; i < count; i++) {
        int width = fprintf(out, "%*s%.*s", blanks, "", scale->bar_width, entries[i].player->label);
        blanks = scale->bar_width + BAR_GAP - (width - blanks);
    }
    fputc('\n', out);
}

static void print_range(FILE *out, const struct scale *scale, const struct entry *entries,
                        size_t count, int64_t from)
{
    int half = scale->label_width / 2;
    int blanks = BAR_GAP;
    if (scale->step > 1)
        fprintf(out, "%*" PRId64 "-%*" PRId64, half, from, half, from + scale->step - 1);
    else
        fprintf(out, "%*" PRId64, scale->label_width, from);
    for (size_t i = 0; i < count; i++)
        blanks = print_bar(out, scale, games_in_range(scale, &entries[i], from), blanks);
    fputc('\n', out);
}

/* Prints the histograms of several entries side by side. */
static void print_abreast(FILE *out, const struct scale *scale, const struct entry *entries,
                          size_t count)
{
    print_names(out, scale, entries, count);
    for (int64_t from = scale->first; from <= scale->last; from += scale->step)
        print_range(out, scale, entries, count, from);
}

void print_histograms(FILE *out, const struct simulation *simulation)
{
    struct scale scale;
    if (!simulation_range(simulation, &scale.first, &scale.last))
        return;
    make_scale(simulation, out, &scale);
    if (scale.has_blocks)
        fprintf(out, "\nhistograms: █ is %.1f games\n", scale.games_per_mark);
    else
        fprintf(out, "\nhistograms: # is %.1f games, . is fewer\n", scale.games_per_mark);
    for (size_t i = 0; i < simulation->entry_count; i += scale.abreast) {
        size_t count = simulation->entry_count - i;
        print_abreast(out, &scale, &simulation->entries[i],
                      count < scale.abreast ? count : scale.abreast);
    }
}
