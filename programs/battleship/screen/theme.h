/*
 * What marks and other things of a board look like: a glyph of one column, in UTF-8 and in ASCII,
 * and a style. Glyphs differ without colour.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_THEME_H
#define PROGRAMS_BATTLESHIP_SCREEN_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct look {
    const char *glyph; /* UTF-8 text of one column */
    int32_t style;     /* an enum style */
};

/* The look of an enum mark, which may have MARK_FRESH added, on the terminal as it is. */
struct look theme_look(int32_t mark);

/* The look of a cell of a ship that is being laid. */
struct look theme_ghost(bool fits);

/* The look of a cell that is in its way, whatever else is there. */
struct look theme_conflict(void);

/* The look of what joins a cell with a mark to the next one of its ship, to the right or down. */
struct look theme_joint(int32_t mark, bool is_down);

/* A cell of a ship in a roster. */
const char *theme_hull(void);

/* The glyph of a salvo's mark, from 0: `a` to `z`, then `+`. Digits are those of a heat map. */
char theme_salvo_glyph(size_t index);

/*
 * The look of a chance of a hit among chances up to `best`: a background from dark to bright or,
 * without colours, a digit from `1` to `9`, the best one. A cell without any chance looks like
 * water.
 */
struct look theme_heat(double chance, double best);

/* Whether all glyphs beyond ASCII take one column in this locale. */
bool theme_fits_locale(void);

/* Writes what marks and numbers on a board mean, in lines. */
void theme_write_legend(char *text, size_t size);

#endif
