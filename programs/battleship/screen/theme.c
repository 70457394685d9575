/* What things on a board look like; see theme.h. */
#include "battleship/screen/theme.h"

#include <stddef.h>
#include <wchar.h>

#include "battleship/game/panel.h"
#include "battleship/screen/drawing.h"
#include "battleship/screen/text_width.h"
#include "common/format.h"

/* What else stands on a board. */
struct theme_entry {
    const char *glyph;
    const char *ascii;
    int32_t style;
};

/* In ASCII, marks look as in line mode. */
static const struct look marks[MARK_COUNT] = {
    [MARK_WATER] = { "·", STYLE_WATER }, [MARK_SHIP] = { "■", STYLE_SHIP },
    [MARK_MISS] = { "•", STYLE_MISS },   [MARK_HIT] = { "✶", STYLE_HIT },
    [MARK_SUNK] = { "▣", STYLE_SUNK },   [MARK_KNOWN_WATER] = { "~", STYLE_KNOWN_WATER },
    [MARK_SHOT] = { "?", STYLE_SHOT },   [MARK_BLOCKED] = { "█", STYLE_BLOCKED },
};

enum {
    SALVO_LETTERS = 26
};

static const char *const heat_glyphs[HEAT_LEVELS] = { "1", "2", "3", "4", "5", "6", "7", "8", "9" };

static struct look look_of(const struct theme_entry *entry)
{
    return (struct look){ terminal_is_ascii() ? entry->ascii : entry->glyph, entry->style };
}

struct look theme_look(int32_t mark)
{
    struct look look = marks[mark & ~MARK_FRESH];
    if (terminal_is_ascii())
        look.glyph = panel_mark_glyph(mark);
    if (mark & MARK_FRESH)
        look.style |= STYLE_FRESH;
    return look;
}

struct look theme_ghost(bool fits)
{
    static const struct theme_entry good = { "□", "+", STYLE_GOOD };
    static const struct theme_entry bad = { "×", "x", STYLE_WARNING };
    return look_of(fits ? &good : &bad);
}

struct look theme_conflict(void)
{
    return (struct look){ "!", STYLE_WARNING | STYLE_FRESH };
}

const char *theme_hull(void)
{
    return theme_look(MARK_SHIP).glyph;
}

static const struct theme_entry joints[] = {
    { "═", "=", STYLE_SHIP },
    { "║", "|", STYLE_SHIP },
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
        return (struct look){ " ", STYLE_HEAT + level };
    return (struct look){ heat_glyphs[level], STYLE_PLAIN };
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

void theme_write_legend(char *text, size_t size)
{
    text[0] = '\0';
    for (int32_t mark = 0; mark < MARK_COUNT; mark++)
        format_append(text, size, "%s  %s\n", theme_look(mark).glyph,
                      mark == MARK_WATER ? "not fired at" : panel_mark_word(mark));
    format_append(text, size,
                  terminal_has_heat()
                      ? "%%  the best chances of a hit, in percent; the brighter, the better"
                      : "9  the best chance of a hit; 1 is the least");
}
