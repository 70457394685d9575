/* Which pictures are drawn; see plot.h. */
#include "simulation/plot.h"
#include "simulation/plot_gnuplot.h"

enum option_result pictures_take(struct pictures *pictures, struct arguments *arguments)
{
    const char **path = NULL;
    if (arguments_is(arguments, "plot"))
        path = &pictures->shots;
    else if (arguments_is(arguments, "plot-heat"))
        path = &pictures->heat;
    else
        return OPTION_UNKNOWN;
    *path = arguments_value(arguments);
    return *path != NULL ? OPTION_TAKEN : OPTION_REFUSED;
}

int pictures_check(const struct pictures *pictures, const struct plan *plan)
{
    int result = EXIT_FINE;
    if ((pictures->shots != NULL || pictures->heat != NULL) &&
        plan->kind == BSHIP_MATCH_KIND_DUEL) {
        fprintf(stderr, PROGRAM ": there are no pictures of duels\n");
        return EXIT_USAGE;
    }
    if (pictures->shots != NULL)
        result = gnuplot_check("--plot", pictures->shots);
    if (pictures->heat != NULL && result == EXIT_FINE)
        result = gnuplot_check("--plot-heat", pictures->heat);
    return result;
}

int pictures_draw(const struct pictures *pictures, const struct study *study)
{
    int result = EXIT_FINE, second = EXIT_FINE;
    if (pictures->shots != NULL)
        result = plot_shots(study, pictures->shots);
    if (pictures->heat != NULL)
        second = plot_heat(study, pictures->heat);
    return result != EXIT_FINE ? result : second;
}
