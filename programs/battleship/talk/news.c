/* What has happened in a game; see news.h. */
#include "battleship/talk/news.h"

#include "battleship/game/describe.h"
#include "common/printed.h"
#include "common/sides.h"

int64_t news_first(const struct session *session, int32_t viewer)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    int64_t length = bship_game_log_length(session->game);
    if (viewer == BSHIP_SIDE_NONE)
        return length > 2 ? length - 2 : 0;
    for (int64_t i = length - 1; i >= 0; i--) {
        bship_game_log_entry(session->game, i, &entry);
        if (entry.side == viewer)
            return entry.entry - entry.part;
    }
    return 0;
}

void news_print(FILE *out, const struct session *session, int32_t viewer, int64_t number)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    if (bship_game_log_entry(session->game, number, &entry))
        return;
    bool is_own = entry.side != viewer && viewer != BSHIP_SIDE_NONE;
    fprintf(out, "%s: ", session_name(session, entry.side));
    describe_turn(out, bship_game_chart(session->game, entry.side), entry.chart_turn,
                  is_own ? bship_game_board(session->game, viewer) : NULL);
}

void news_remark(const struct session *session, const struct remark *remark, char *text,
                 size_t size)
{
    char name[PLAYER_NAME_SIZE];
    session_subject(session, remark->side, name);
    snprintf(text, size, "%s %s, and both agreed.", name,
             remark->kind == REMARK_UNDO ? "took a turn back" : "asked for hints and heat maps");
}

char *news_text(const struct session *session, int32_t viewer, int64_t entry)
{
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    news_print(printed.out, session, viewer, entry);
    return printed_close(&printed, bship_game_log_length(session->game) > entry);
}
