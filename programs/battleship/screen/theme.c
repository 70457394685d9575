/* What things on a board look like; see theme.h. */
#include "battleship/screen/theme.h"

#include <stddef.h>
#include <wchar.h>

#include "battleship/game/panel.h"
#include "battleship/screen/drawing.h"
#include "battleship/screen/text_width.h"

struct theme_entry {
    const char *glyph;
    const char *ascii;
    int32_t style;
    const char *meaning;
};

static const struct theme_entry marks[MARK_COUNT] = {
    [MARK_WATER] = { "·", ".", STYLE_WATER, "not fired at" },
    [MARK_SHIP] = { "■", "#", STYLE_SHIP, "a ship of yours" },
    [MARK_MISS] = { "•", "o", STYLE_MISS, "a miss" },
    [MARK_HIT] = { "✶", "X", STYLE_HIT, "a hit" },
    [MARK_SUNK] = { "▣", "@", STYLE_SUNK, "a sunk ship" },
    [MARK_KNOWN_WATER] = { "~", "-", STYLE_KNOWN_WATER, NULL },
    [MARK_SHOT] = { "?", "?", STYLE_SHOT, NULL },
    [MARK_BLOCKED] = { "█", "%", STYLE_BLOCKED, "blocked: no ships here" },
};

enum {
    SALVO_LETTERS = 26
};

static const char *const heat_glyphs[HEAT_LEVELS] = { "1", "2", "3", "4", "5", "6", "7", "8", "9" };

static struct look look_of(const struct theme_entry *entry)
{
    return (struct look){ terminal_is_ascii() ? entry->ascii : entry->glyph, entry->style,
                          entry->meaning };
}

struct look theme_look(int32_t mark)
{
    struct look look = look_of(&marks[mark & ~MARK_FRESH]);
    if (!look.meaning)
        look.meaning = panel_mark_word(mark);
    if (mark & MARK_FRESH)
        look.style |= STYLE_FRESH;
    return look;
}

struct look theme_ghost(bool fits)
{
    static const struct theme_entry good = { "□", "+", STYLE_GOOD, "the ship, where it fits" };
    static const struct theme_entry bad = { "×", "x", STYLE_WARNING, "the ship, not allowed" };
    return look_of(fits ? &good : &bad);
}

struct look theme_conflict(void)
{
    static const struct theme_entry conflict = { "!", "!", STYLE_WARNING | STYLE_FRESH,
                                                 "in the way of the ship" };
    return look_of(&conflict);
}

const char *theme_hull(void)
{
    return theme_look(MARK_SHIP).glyph;
}

static const struct theme_entry joints[] = {
    { "═", "=", STYLE_SHIP, NULL },
    { "║", "|", STYLE_SHIP, NULL },
};

struct look theme_joint(int32_t mark, bool is_down)
{
    struct look look = look_of(&joints[is_down]);
    if ((mark & ~MARK_FRESH) == MARK_SUNK)
        look.style = STYLE_SUNK;
    return look;
}

char theme_salvo_glyph(size_t index)
{
    return index < SALVO_LETTERS ? (char)('a' + index) : '+';
}

struct look theme_heat(double chance, double best)
{
    if (chance <= 0 || best <= 0)
        return theme_look(MARK_WATER);
    int level = (int)(chance / best * (HEAT_LEVELS - 1) + 0.5);
    if (level > HEAT_LEVELS - 1)
        level = HEAT_LEVELS - 1;
    if (terminal_has_heat())
        return (struct look){ " ", STYLE_HEAT + level, NULL };
    return (struct look){ heat_glyphs[level], STYLE_PLAIN, NULL };
}

static bool takes_one_column(const char *glyph)
{
    wchar_t character;
    return text_next(glyph, true, &character) > 0 && text_columns_of(character) == 1;
}

bool theme_fits_locale(void)
{
    for (size_t i = 0; i < MARK_COUNT; i++)
        if (!takes_one_column(marks[i].glyph))
            return false;
    return takes_one_column(joints[0].glyph) && takes_one_column(joints[1].glyph);
}

bool theme_legend(int32_t index, struct look *out)
{
    static const struct look heats[] = {
        { "9", STYLE_PLAIN, "the best chance of a hit; 1 is the least" },
        { "%", STYLE_PLAIN, "the best chances of a hit, in percent; the brighter, the better" },
    };
    if (index < 0 || index > MARK_COUNT)
        return false;
    *out = index < MARK_COUNT ? theme_look(index) : heats[terminal_has_heat()];
    return true;
}
