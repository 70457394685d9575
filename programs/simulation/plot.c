/* The picture of the shots; see plot.h. */
#include "simulation/plot.h"

#include <inttypes.h>
#include <math.h>

#include "simulation/plot_gnuplot.h"

/*
 * All in pixels. A simulation has two panels of equal width, and the legend to the right; with
 * learners a third panel, of learning curves.
 */
enum {
    WIDTH = 900,
    HEIGHT = 720,
    LEFT = 80,
    RIGHT = 660, /* the end of the panels */
    LEGEND = 680,
    TOP = 40,
    MIDDLE = 370, /* between the panels */
    PANEL_GAP = 15,
    BOTTOM = 660,
    LABEL = 704, /* the middle of the name of the axis */
    CURVES_TOP = 745,
    CURVES_BOTTOM = 1000,
    CURVES_LABEL = 1044,
    CURVES_HEIGHT = 1060 /* of a simulation with learners */
};

/* The axes, which are those of all simulations, so that their panels can be compared. */
struct axis {
    int64_t first, last; /* shots */
    double highest;      /* of all distributions */
    int height;          /* of a simulation, in pixels */
    size_t count;        /* of simulations */
};

static bool is_drawn(const struct entry *entry)
{
    return entry->summary.count > 0;
}

/* ---- data ---- */

/*
 * How many numbers of shots make a bin: as many as show a normal distribution best (D. W. Scott, On
 * optimal and data-based histograms, Biometrika 66, 1979).
 */
static int64_t bin_width(const struct summary *summary)
{
    double width = 3.49 * summary->sd / cbrt((double)summary->count);
    return width >= 1 ? (int64_t)width : 1; /* NaN for a single game */
}

/*
 * Writes the share of games in each bin, in per cent for each number of shots, unless there is no
 * script; returns the highest.
 */
static double write_distribution(FILE *script, const struct entry *entry)
{
    const struct summary *summary = &entry->summary;
    int64_t width = bin_width(summary);
    int64_t from = summary->minimum - summary->minimum % width - width;
    double scale = 100.0 / ((double)summary->count * (double)width), highest = 0;
    for (; from <= summary->maximum + width; from += width) {
        int64_t to = from + width - 1;
        double share = (double)entry_games_between(entry, from, to) * scale;
        if (script)
            fprintf(script, "%.1f %.8g\n", (double)(from + to) / 2, share);
        highest = share > highest ? share : highest;
    }
    return highest;
}

/* Writes the share of games that needed at most so many shots, in per cent. */
static void write_cumulation(FILE *script, const struct axis *axis, const struct entry *entry)
{
    int64_t games = 0;
    fprintf(script, "%" PRId64 " 0\n", axis->first - 1);
    for (int64_t shots = entry->summary.minimum; shots <= entry->summary.maximum; shots++) {
        games += histogram_at(entry->shots, shots);
        fprintf(script, "%" PRId64 " %.8g\n", shots,
                100.0 * (double)games / (double)entry->summary.count);
    }
    fprintf(script, "%" PRId64 " 100\n", axis->last + 1);
}

static void write_data(FILE *script, const struct axis *axis, const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++) {
        if (!is_drawn(&simulation->entries[i]))
            continue;
        fprintf(script, "$distribution%zu << END\n", i);
        write_distribution(script, &simulation->entries[i]);
        fprintf(script, "END\n$cumulation%zu << END\n", i);
        write_cumulation(script, axis, &simulation->entries[i]);
        fprintf(script, "END\n");
    }
}

/* ---- panels ---- */

/*
 * The palette of M. Okabe and K. Ito (Color universal design, 2008) without its yellow, which white
 * paper swallows; then again with dashes, and with dots.
 */
static void write_style(FILE *script, size_t entry)
{
    static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#000000",
                                           "#cc79a7", "#56b4e9", "#e69f00" };
    static const char *const dashes[] = { "1", "(8,4)", "(2,3)" };
    enum {
        COLOURS = sizeof colours / sizeof colours[0],
        DASHES = sizeof dashes / sizeof dashes[0]
    };
    fprintf(script, " linewidth 2 linecolor rgb '%s' dashtype %s", colours[entry % COLOURS],
            dashes[entry / COLOURS % DASHES]);
}

/*
 * Whether so few games of a player are drawn that a line between its bins would show what is not
 * there: bars show what is.
 */
static bool has_few_games(const struct simulation *simulation)
{
    enum {
        FEW = 50
    };
    return simulation_games(simulation) < FEW;
}

/* Plots a curve of every entry; `name` is that of its data. */
static void write_curves(FILE *script, const struct simulation *simulation, const char *name,
                         const char *way)
{
    const char *separator = "plot ";
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct entry *entry = &simulation->entries[i];
        char title[LABEL_SIZE + 32];
        if (!is_drawn(entry))
            continue;
        snprintf(title, sizeof title, "%.2f  %s", entry->summary.mean, entry->player->label);
        fprintf(script, "%s$%s%zu with %s", separator, name, i, way);
        write_style(script, i);
        fprintf(script, " title ");
        gnuplot_quote(script, title);
        separator = ", \\\n    ";
    }
    fputc('\n', script);
}

/* A height of the picture as a share of it, from the bottom as gnuplot counts. */
static double height_of(size_t number, const struct axis *axis, int pixels)
{
    return 1 - ((double)number * axis->height + pixels) / ((double)axis->count * axis->height);
}

static void set_vertical(FILE *script, const char *what, size_t number, const struct axis *axis,
                         int pixels)
{
    fprintf(script, "set %s at screen %.6f\n", what, height_of(number, axis, pixels));
}

static void write_distributions(FILE *script, const struct study *study, size_t number,
                                const struct axis *axis)
{
    const struct simulation *simulation = &study->simulations[number];
    double top = height_of(number, axis, TOP);
    set_vertical(script, "tmargin", number, axis, TOP);
    set_vertical(script, "bmargin", number, axis, MIDDLE - PANEL_GAP);
    fprintf(script,
            "set key at screen %.6f,%.6f left top Left reverse vertical maxrows 64 samplen 2\n"
            "set key title 'mean shots' left\n"
            "set format x ''\n"
            "set ylabel '%% of games per shot'\n"
            "set yrange [0:",
            (double)LEGEND / WIDTH, top);
    if (study->count > 1)
        fprintf(script, "%.8g", 1.05 * axis->highest);
    else
        fputc('*', script);
    fprintf(script, "]\n");
    fprintf(script, "set xrange [%" PRId64 ":%" PRId64 "]\n", axis->first - 1, axis->last + 1);
    if (has_few_games(simulation))
        write_curves(script, simulation, "distribution", "boxes fill transparent solid 0.2");
    else
        write_curves(script, simulation, "distribution", "lines");
}

/* Gnuplot would place a label of the axis as deep as it takes the font to be, below the picture. */
static void write_cumulations(FILE *script, const struct study *study, size_t number,
                              const struct axis *axis)
{
    set_vertical(script, "tmargin", number, axis, MIDDLE + PANEL_GAP);
    set_vertical(script, "bmargin", number, axis, BOTTOM);
    fprintf(script,
            "unset title\n"
            "unset key\n"
            "set label 1 'shots to sink the fleet' at screen %.6f,%.6f center\n"
            "set format x '%%.0f'\n"
            "set ylabel '%% of games in at most so many shots'\n"
            "set yrange [0:100]\n",
            (LEFT + RIGHT) / 2.0 / WIDTH, height_of(number, axis, LABEL));
    write_curves(script, &study->simulations[number], "cumulation", "steps");
    fprintf(script, "unset label 1\n");
}

/* Writes the means of a strategy, or of the learner beside it, in each group of rounds. */
static void write_learning(FILE *script, size_t number, const struct curve *curve, bool is_learner)
{
    fprintf(script, "$learning%zu%s << END\n", number, is_learner ? "learner" : "plain");
    for (size_t i = 0; i < curve->point_count; i++) {
        const struct curve_point *point = &curve->points[i];
        fprintf(script, "%.1f %.8g %.8g\n", (double)(point->first + point->last) / 2,
                is_learner ? point->learner : point->plain,
                is_learner ? point->learner_error : point->plain_error);
    }
    fprintf(script, "END\n");
}

/* The number of an entry among those of its simulation, from which its colour follows. */
static size_t number_of(const struct simulation *simulation, const struct entry *entry)
{
    return (size_t)(entry - simulation->entries);
}

/* Draws how learners get better, with the standard errors of the means. */
static void write_learning_curves(FILE *script, const struct study *study, size_t number,
                                  const struct axis *axis)
{
    const struct simulation *simulation = &study->simulations[number];
    const char *separator = "plot ";
    for (size_t i = 0; i < simulation->curve_count; i++) {
        write_learning(script, i, &simulation->curves[i], false);
        write_learning(script, i, &simulation->curves[i], true);
    }
    set_vertical(script, "tmargin", number, axis, CURVES_TOP);
    set_vertical(script, "bmargin", number, axis, CURVES_BOTTOM);
    fprintf(script,
            "set label 1 'game of its series' at screen %.6f,%.6f center\n"
            "set ylabel 'mean shots, with standard errors'\n"
            "set yrange [*:*]\n"
            "set xrange [0:%" PRId32 "]\n",
            (LEFT + RIGHT) / 2.0 / WIDTH, height_of(number, axis, CURVES_LABEL),
            study->plan.series + 1);
    for (size_t i = 0; i < simulation->curve_count; i++) {
        const struct curve *curve = &simulation->curves[i];
        fprintf(script, "%s$learning%zuplain with yerrorlines pointtype 7 pointsize 0.4", separator,
                i);
        write_style(script, number_of(simulation, curve->plain));
        separator = ", \\\n    ";
        fprintf(script, "%s$learning%zulearner with yerrorlines pointtype 7 pointsize 0.4",
                separator, i);
        write_style(script, number_of(simulation, curve->learner));
    }
    fprintf(script, "\nunset label 1\n");
}

/* What the panels of a simulation are of: how many games, and how their fleets are laid. */
static void write_title(FILE *script, const struct study *study, size_t number)
{
    const struct simulation *simulation = &study->simulations[number];
    char label[LABEL_SIZE] = "";
    char title[LABEL_SIZE + 64];
    if (simulation->placement.style)
        placement_label(label, &simulation->placement);
    snprintf(title, sizeof title, "%" PRId64 " %s%s%s", simulation_games(simulation),
             simulation_games(simulation) == 1 ? "game" : "games", label[0] ? ", placement " : "",
             label);
    fprintf(script, "set title ");
    gnuplot_quote(script, title);
    fputc('\n', script);
}

static bool has_any(const struct simulation *simulation)
{
    int64_t first, last;
    return simulation_range(simulation, &first, &last);
}

static void write_simulation(FILE *script, const struct study *study, size_t number,
                             const struct axis *axis)
{
    const struct simulation *simulation = &study->simulations[number];
    if (!has_any(simulation))
        return;
    write_data(script, axis, simulation);
    write_title(script, study, number);
    write_distributions(script, study, number, axis);
    write_cumulations(script, study, number, axis);
    if (simulation->curve_count > 0)
        write_learning_curves(script, study, number, axis);
}

/* Finds the axes; false: no game was finished. */
static bool find_axis(struct axis *axis, const struct study *study)
{
    bool has_games = false;
    *axis = (struct axis){ .height = study->plan.has_learners ? CURVES_HEIGHT : HEIGHT,
                           .count = study->count };
    for (size_t i = 0; i < study->count; i++) {
        const struct simulation *simulation = &study->simulations[i];
        int64_t first, last;
        if (!simulation_range(simulation, &first, &last))
            continue;
        axis->first = !has_games || first < axis->first ? first : axis->first;
        axis->last = !has_games || last > axis->last ? last : axis->last;
        has_games = true;
        for (size_t j = 0; j < simulation->entry_count; j++) {
            double highest = is_drawn(&simulation->entries[j])
                                 ? write_distribution(NULL, &simulation->entries[j])
                                 : 0;
            axis->highest = highest > axis->highest ? highest : axis->highest;
        }
    }
    return has_games;
}

int plot_shots(const struct study *study, const char *path)
{
    struct axis axis;
    if (!find_axis(&axis, study)) {
        fprintf(stderr, PROGRAM ": no game was finished, so there is nothing to draw\n");
        return EXIT_RUNTIME;
    }
    FILE *script = gnuplot_begin(path, WIDTH, axis.height * (int)axis.count);
    if (!script)
        return EXIT_RUNTIME;
    fprintf(script,
            "set border 3 linecolor rgb '#4a5568'\n"
            "set tics nomirror out\n"
            "set grid linecolor rgb '#e2e8f0' linetype 1\n"
            "set lmargin at screen %.6f\n"
            "set rmargin at screen %.6f\n"
            "set multiplot\n",
            (double)LEFT / WIDTH, (double)RIGHT / WIDTH);
    for (size_t i = 0; i < study->count; i++)
        write_simulation(script, study, i, &axis);
    fprintf(script, "unset multiplot\n");
    return gnuplot_end(script, path);
}

/* ---- all pictures ---- */

static const struct {
    const char *option;
    int (*draw)(const struct study *study, const char *path);
} table[PICTURES] = {
    [PICTURE_SHOTS] = { "--plot", plot_shots },
    [PICTURE_HEAT] = { "--plot-heat", plot_heat },
};

int pictures_check(const struct pictures *pictures, const struct plan *plan)
{
    int result = EXIT_FINE;
    for (int i = 0; i < PICTURES && result == EXIT_FINE; i++) {
        if (!pictures->files[i])
            continue;
        if (plan->kind == BSHIP_MATCH_KIND_DUEL) {
            fprintf(stderr, PROGRAM ": %s: there are no pictures of duels\n", table[i].option);
            return EXIT_USAGE;
        }
        result = gnuplot_check(table[i].option, pictures->files[i]);
    }
    return result;
}

int pictures_draw(const struct pictures *pictures, const struct study *study)
{
    int first = EXIT_FINE;
    for (int i = 0; i < PICTURES; i++) {
        int result = pictures->files[i] ? table[i].draw(study, pictures->files[i]) : EXIT_FINE;
        first = first != EXIT_FINE ? first : result;
    }
    return first;
}
