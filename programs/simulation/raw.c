/* Rows of games in a file; see raw.h. */
#include "simulation/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <battleship/enumeration.h>

#include "simulation/columns.h"

static bool fail(struct raw *raw)
{
    if (!raw->has_failed)
        fprintf(stderr, PROGRAM ": --raw: cannot write %s: %s\n", raw->path, strerror(errno));
    raw->has_failed = true;
    return false;
}

/* Opens a file of which the first bytes are kept. */
static FILE *reopen(const char *path, int64_t length)
{
    FILE *file = fopen(path, "r+");
    struct stat status;
    if (!file)
        return NULL;
    if (fstat(fileno(file), &status) == 0 && status.st_size >= length &&
        ftruncate(fileno(file), (off_t)length) == 0 && fseeko(file, 0, SEEK_END) == 0)
        return file;
    fclose(file);
    errno = EINVAL;
    return NULL;
}

/* Opens a new file, or an old one anew, for its owner alone: its head has the seed of the match. */
static FILE *open_new(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
    struct stat status;
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        fchmod(fd, S_IRUSR | S_IWUSR); /* of another owner it fails, and does not matter */
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

int raw_open(struct raw *raw, const char *path, const struct study *study, int64_t resumed)
{
    *raw = (struct raw){ .path = path };
    raw->file = resumed > 0 ? reopen(path, resumed) : open_new(path);
    if (!raw->file) {
        if (errno == EINVAL && resumed > 0)
            fprintf(stderr,
                    PROGRAM ": --raw: %s is shorter than the %" PRId64 " bytes that the checkpoint "
                            "says it has\n",
                    path, resumed);
        else
            fprintf(stderr, PROGRAM ": --raw: cannot open %s: %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    if (resumed == 0)
        csv_print_head(raw->file, &game_table, study);
    raw->whole = ftello(raw->file);
    return EXIT_FINE;
}

/* What a game of a duel was for an entry. */
static const char *result_of(const bship_match_row *row)
{
    if (row->outcome == BSHIP_OUTCOME_DRAW)
        return "draw";
    if (row->outcome == BSHIP_OUTCOME_NONE)
        return "none";
    return row->outcome == row->side ? "win" : "loss";
}

bool raw_write(struct raw *raw, const struct simulation *simulation, const bship_match_row *row)
{
    if (!raw->file)
        return true;
    struct game_row game = { .row = *row,
                             .round = row->round,
                             .first = row->fired_first,
                             .strategy = simulation->entries[row->entry].player->label,
                             .status = bship_enum_name(BSHIP_ENUM_STATUS, row->status) };
    if (simulation->plan->kind == BSHIP_MATCH_KIND_DUEL) {
        game.opponent = simulation->entries[1 - row->entry].player->label;
        game.side = bship_enum_name(BSHIP_ENUM_SIDE, row->side);
        game.result = result_of(row);
    }
    csv_print_row(raw->file, &game_table, simulation, &game);
    return !ferror(raw->file) || fail(raw);
}

void raw_end_game(struct raw *raw, const struct plan *plan, int64_t game)
{
    const bool ends_series =
        plan->series == 0 || (game + 1) % plan->series == 0 || game + 1 == plan->games;
    if (raw->file && ends_series)
        raw->whole = ftello(raw->file);
}

bool raw_flush(struct raw *raw)
{
    return !raw->file || fflush(raw->file) == 0 || fail(raw);
}

bool raw_close(struct raw *raw)
{
    if (!raw->file)
        return true;
    bool is_written = !ferror(raw->file);
    is_written = fclose(raw->file) == 0 && is_written;
    raw->file = NULL;
    return is_written || fail(raw);
}
