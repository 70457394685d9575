/* The end of a game in line mode; see ending.h. */
#include "console/plain/ending.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "console/game/statistics.h"
#include "console/plain/boards.h"
#include "console/plain/input.h"
#include "console/plain/speech.h"

/* ---- the result ---- */

static void write_result(const struct plain *plain, char *line, size_t size)
{
    const struct session *session = &plain->session;
    int32_t outcome = bship_game_outcome(session->game);
    if (outcome == BSHIP_OUTCOME_DRAW)
        snprintf(line, size, "A draw: both fleets are sunk.");
    if (outcome == BSHIP_OUTCOME_NONE)
        snprintf(line, size, "Nobody wins: the game was abandoned.");
    if (outcome != BSHIP_OUTCOME_A && outcome != BSHIP_OUTCOME_B)
        return;
    char winner[SPEECH_NAME_SIZE];
    char loser[SPEECH_NAME_SIZE];
    bool is_you = session_is_you(session, outcome);
    bool lost_is_you = session_is_you(session, 1 - outcome);
    int64_t shots = bship_chart_shots(bship_game_chart(session->game, outcome));
    speech_subject(session, outcome, winner);
    speech_subject(session, 1 - outcome, loser);
    switch (bship_game_end_reason(session->game)) {
    case BSHIP_END_RESIGNED:
        snprintf(line, size, "%s win%s: %s ha%s resigned.", winner, is_you ? "" : "s",
                 lost_is_you ? "you" : loser, lost_is_you ? "ve" : "s");
        break;
    case BSHIP_END_CONTRADICTION:
        snprintf(line, size, "%s win%s: what %s reported cannot be true.", winner,
                 is_you ? "" : "s", loser);
        break;
    default:
        snprintf(line, size, "%s win%s in %" PRId64 " shots.", winner, is_you ? "" : "s", shots);
        break;
    }
}

static void print_accuracy(const struct plain *plain, int32_t side)
{
    const struct session *session = &plain->session;
    const bship_chart *chart = bship_game_chart(session->game, side);
    char name[SPEECH_NAME_SIZE];
    int64_t shots = bship_chart_shots(chart);
    int64_t hits = bship_chart_hits(chart);
    speech_subject(session, side, name);
    plain_say(plain, "%s: %" PRId64 " shot%s, %" PRId64 " hit%s (%.0f %%).", name, shots,
              shots == 1 ? "" : "s", hits, hits == 1 ? "" : "s",
              shots > 0 ? 100.0 * (double)hits / (double)shots : 0.0);
}

static void print_result(struct plain *plain)
{
    char line[192];
    write_result(plain, line, sizeof(line));
    int32_t viewer = session_viewer(&plain->session);
    if (!plain->is_spoken)
        boards_draw(plain, viewer);
    if (viewer != BSHIP_SIDE_NONE)
        boards_print_news(plain, viewer);
    grid_print_bold(&plain->grid, line);
    fputc('\n', plain_out(plain));
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        print_accuracy(plain, side);
}

/* ---- keeping ---- */

static void count_game(struct plain *plain, int32_t side, double luck)
{
    struct game_result result;
    char why[FILES_WHY_SIZE];
    if (!plain->options->saves || !statistics_result(&plain->session, side, &result))
        return;
    result.luck = luck;
    char *path = statistics_path(why);
    if (path == NULL || !statistics_add(path, &result, why))
        plain_say(plain, "The game is not counted: %s.", why);
    free(path);
}

enum plain_state plain_show_end(struct plain *plain)
{
    char why[FILES_WHY_SIZE];
    print_result(plain);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (session_is_human(&plain->session, side))
            count_game(plain, side, NAN);
    }
    if (plain->options->saves && !saves_forget(&plain->saves, why))
        plain_say(plain, "The saved game cannot be removed: %s.", why);
    return plain_flush(plain);
}

enum plain_state plain_ask_rematch(struct plain *plain, bool *is_wanted)
{
    *is_wanted = false;
    if (!plain->has_terminal || session_has_remote(&plain->session) ||
        session_humans(&plain->session) == 0)
        return PLAIN_GOES_ON;
    enum plain_state state = plain_ask(plain, "A rematch? yes or no");
    char *cursor = plain->input.line;
    const char *word = state == PLAIN_GOES_ON ? input_word(&cursor) : NULL;
    *is_wanted = word != NULL && plain_is_word(word, "yes");
    return state;
}
