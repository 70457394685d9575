/* The registry of placement styles. */
#include <math.h>
#include <stddef.h>

#include "base/error.h"
#include "base/utf8.h"
#include "strategy/placing/style.h"

/* A row for each style, `uniform` first; their files define them. */
#define STYLES(ROW)                                                                                \
    ROW(uniform)                                                                                   \
    ROW(hard)                                                                                      \
    ROW(balanced)                                                                                  \
    ROW(edge)                                                                                      \
    ROW(centre)                                                                                    \
    ROW(quadrant)                                                                                  \
    ROW(horizontal)                                                                                \
    ROW(repeat)

#define DECLARE(name) extern const bsi_placing_style bsi_placing_##name;
STYLES(DECLARE)

#define ADDRESS(name) &bsi_placing_##name,
static const bsi_placing_style *const styles[] = { STYLES(ADDRESS) };

enum {
    STYLE_COUNT = sizeof styles / sizeof styles[0]
};

const bsi_names bsi_placement_style_names = BSI_NAMES_OF_POINTERS(styles);

const bsi_placing_style *bsi_placing_style_at(int32_t style)
{
    return style >= 0 && style < STYLE_COUNT ? styles[style] : NULL;
}

bship_status bsi_placing_style_named(const bsi_placing_style **out, const char *name,
                                     bship_error *error)
{
    char quote[BSI_QUOTE_SIZE];
    *out = name ? bsi_placing_style_at(bsi_name_find(&bsi_placement_style_names, name)) : styles[0];
    return *out ? BSHIP_OK
                : bsi_fail(error, BSHIP_ERROR_NAME, -1, "no placement style is called '%s'",
                           bsi_quote(quote, name));
}

bool bsi_placing_is_uniform(const bsi_placing_style *style)
{
    return style == &bsi_placing_uniform;
}

double bship_placing_style_strength(int32_t style)
{
    const bsi_placing_style *row = bsi_placing_style_at(style);
    return row ? row->strength : (double)NAN;
}
