/* The waters of a side as they are shown; see waters.h. */
#include "battleship/talk/waters.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

void waters_name(struct panel *panel, bool is_you, const char *name)
{
    char *title = panel->title;
    const size_t size = sizeof panel->title;
    if (is_you) {
        snprintf(title, size, "YOUR WATERS");
        return;
    }
    mbstate_t in = { 0 };
    mbstate_t out = { 0 };
    size_t used = (size_t)snprintf(title, size, "WATERS OF ");
    while (*name && used + MB_LEN_MAX < size) {
        wchar_t character;
        size_t bytes = mbrtowc(&character, name, strlen(name), &in);
        if (bytes == 0 || bytes > strlen(name)) /* not text of this locale */
            break;
        size_t written = wcrtomb(title + used, (wchar_t)towupper((wint_t)character), &out);
        if (written > MB_LEN_MAX) /* this locale lacks the capital letter */
            break;
        used += written;
        name += bytes;
    }
    snprintf(title + used, size - used, "%s", name);
}

/* Whether the ships of a side may be shown to a viewer, and are known. */
static bool is_open_to(const struct session *session, int32_t side, int32_t viewer)
{
    bool is_allowed = viewer == BSHIP_SIDE_NONE || viewer == side ||
                      bship_game_phase(session->game) == BSHIP_PHASE_OVER;
    return is_allowed && bship_game_board(session->game, side);
}

/* The number, in its chart, of the first shot of a side's latest turn; -1 if it has had none. */
static int64_t latest_shot(const bship_game *game, int32_t side)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    int64_t i = bship_game_log_length(game);
    while (i-- > 0 && entry.side != side)
        bship_game_log_entry(game, i, &entry);
    if (entry.side != side)
        return -1;
    bship_game_log_entry(game, entry.entry - entry.part, &entry);
    return entry.first_shot;
}

void waters_show(struct panel *panel, const struct session *session, int32_t side, int32_t viewer)
{
    const bship_game *game = session->game;
    const bship_chart *chart = bship_game_chart(game, other_side(side));
    waters_name(panel, session_is_you(session, side), session->shown[side]);
    if (is_open_to(session, side, viewer))
        panel_show_board(panel, bship_game_board(game, side));
    else
        panel_show_chart(panel, chart);
    panel_mark_fresh(panel, chart, latest_shot(game, other_side(side)));
}
