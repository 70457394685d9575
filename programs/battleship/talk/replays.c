/* Records that are replayed outside a game; see replays.h. */
#include "battleship/talk/replays.h"

#include <stdio.h>
#include <stdlib.h>

#include "battleship/game/kept.h"
#include "battleship/game/replay.h"
#include "battleship/talk/viewing.h"

/* Replays a record; `is_own`: its only person is called `you`. */
static int show(const struct front *front, const char *path, bool is_own)
{
    struct replay replay;
    char why[FILES_WHY_SIZE];
    if (!replay_open(&replay, path, why))
        return front->fail(front->user, "NO REPLAY", why);
    int outcome = front->replay(front->user, &replay, is_own);
    replay_close(&replay);
    return outcome;
}

int replays_show_file(const struct front *front, const char *path)
{
    return show(front, path, false);
}

/* ---- kept games ---- */

static void write_row(int row, char *buffer, size_t size, void *user)
{
    const struct kept_games *kept = user;
    if (row < kept->count)
        replay_describe_kept(&kept->games[row], buffer, size);
    else
        snprintf(buffer, size, "Another file...");
}

static void write_note(int row, char *buffer, size_t size, void *user)
{
    const struct kept_games *kept = user;
    if (row < kept->count)
        replay_explain_kept(&kept->games[row], buffer, size);
    else
        snprintf(buffer, size, "Type the name of a record's file.");
}

static int show_typed(const struct front *front, char path[REPLAYS_PATH_SIZE])
{
    int outcome = front->type(front->user, "The file of the record", path, REPLAYS_PATH_SIZE);
    return outcome == OUTCOME_DONE ? replays_show_file(front, path) : outcome;
}

/* Shows what is chosen, until nothing is any more. */
static int choose(const struct front *front, struct kept_games *kept, char *path)
{
    char text[FILES_WHY_SIZE];
    struct listing listing = { .title = "REPLAY",
                               .text = text,
                               .action = "replay",
                               .count = kept->count + (front->type ? 1 : 0),
                               .row = write_row,
                               .note = write_note,
                               .user = kept };
    int outcome = OUTCOME_BACK;
    replay_introduce_kept(kept, text, sizeof text);
    while (outcome == OUTCOME_BACK) {
        int row = front->choose(front->user, &listing);
        if (row < 0)
            return row;
        outcome =
            row < kept->count ? show(front, kept->games[row].path, true) : show_typed(front, path);
    }
    return outcome;
}

int replays_show_kept(const struct front *front, char path[REPLAYS_PATH_SIZE])
{
    char why[FILES_WHY_SIZE];
    struct kept_games *kept = malloc(sizeof *kept);
    if (!kept)
        return front->fail(front->user, "NO REPLAY", bship_status_message(BSHIP_ERROR_MEMORY));
    int outcome =
        kept_read(kept, why) ? (int)OUTCOME_BACK : front->fail(front->user, "KEPT GAMES", why);
    if (outcome == OUTCOME_BACK)
        outcome = choose(front, kept, path);
    kept_clear(kept);
    free(kept);
    return outcome;
}
