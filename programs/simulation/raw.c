/* Rows of games in a file; see raw.h. */
#include "simulation/raw.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <battleship/enumeration.h>

static bool fail(struct raw *raw)
{
    if (!raw->has_failed)
        fprintf(stderr, PROGRAM ": --raw: cannot write %s: %s\n", raw->path, strerror(errno));
    raw->has_failed = true;
    return false;
}

/* Counts what a print function wrote. */
static void count(struct raw *raw, int written)
{
    if (written > 0)
        raw->length += written;
}

static void write_label(struct raw *raw, const char *label)
{
    count(raw, print_csv_text(raw->file, label));
    count(raw, fprintf(raw->file, ","));
}

static void write_head(struct raw *raw, const struct study *study)
{
    bool is_duel = study->plan.kind == BSHIP_MATCH_KIND_DUEL;
    count(raw, print_csv_head(raw->file, study));
    if (study->simulations->placement.style != NULL)
        count(raw, fprintf(raw->file, "placement,"));
    count(raw, fprintf(raw->file, "game,%s%sshots,turns,wasted,status%s\n",
                       study->plan.series > 0 ? "round," : "",
                       is_duel ? "strategy,opponent,side,first,result," : "strategy,",
                       study->plan.has_timing ? ",nanoseconds" : ""));
    raw->whole = raw->length;
}

/* Opens a file of which the first bytes are kept. */
static FILE *reopen(const char *path, int64_t length)
{
    FILE *file = fopen(path, "r+");
    struct stat status;
    if (file == NULL)
        return NULL;
    if (fstat(fileno(file), &status) == 0 && status.st_size >= length &&
        ftruncate(fileno(file), (off_t)length) == 0 && fseeko(file, 0, SEEK_END) == 0)
        return file;
    fclose(file);
    errno = EINVAL;
    return NULL;
}

int raw_open(struct raw *raw, const char *path, const struct study *study, int64_t resumed)
{
    *raw = (struct raw){ .path = path };
    raw->file = resumed > 0 ? reopen(path, resumed) : fopen(path, "w");
    if (raw->file == NULL) {
        if (errno == EINVAL && resumed > 0)
            fprintf(stderr,
                    PROGRAM ": --raw: %s is shorter than the %" PRId64 " bytes that the checkpoint "
                            "says it has\n",
                    path, resumed);
        else
            fprintf(stderr, PROGRAM ": --raw: cannot open %s: %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    raw->length = raw->whole = resumed;
    if (resumed == 0)
        write_head(raw, study);
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

static void write_duel(struct raw *raw, const struct simulation *simulation,
                       const bship_match_row *row)
{
    write_label(raw, simulation->entries[1 - row->entry].player->label);
    count(raw, fprintf(raw->file, "%s,%d,%s,", bship_name(BSHIP_ENUM_SIDE, row->side),
                       (int)row->fired_first, result_of(row)));
}

bool raw_write(struct raw *raw, const struct simulation *simulation, const bship_match_row *row)
{
    char label[LABEL_SIZE];
    if (raw->file == NULL)
        return true;
    if (simulation->placement.style != NULL) {
        placement_label(label, &simulation->placement);
        write_label(raw, label);
    }
    count(raw, fprintf(raw->file, "%" PRId64 ",", row->game));
    if (row->round > 0)
        count(raw, fprintf(raw->file, "%d,", (int)row->round));
    write_label(raw, simulation->entries[row->entry].player->label);
    if (simulation->plan->kind == BSHIP_MATCH_KIND_DUEL)
        write_duel(raw, simulation, row);
    count(raw, fprintf(raw->file, "%" PRId64 ",%" PRId64 ",%" PRId64 ",%s", row->shots, row->turns,
                       row->wasted, bship_name(BSHIP_ENUM_STATUS, row->status)));
    if (simulation->plan->has_timing)
        count(raw, fprintf(raw->file, ",%" PRId64, row->nanoseconds));
    count(raw, fprintf(raw->file, "\n"));
    return !ferror(raw->file) || fail(raw);
}

void raw_end_game(struct raw *raw, const struct plan *plan, int64_t game)
{
    if (plan->series == 0 || (game + 1) % plan->series == 0 || game + 1 == plan->games)
        raw->whole = raw->length;
}

bool raw_flush(struct raw *raw)
{
    return raw->file == NULL || fflush(raw->file) == 0 || fail(raw);
}

bool raw_close(struct raw *raw)
{
    if (raw->file == NULL)
        return true;
    bool is_written = !ferror(raw->file);
    is_written = fclose(raw->file) == 0 && is_written;
    raw->file = NULL;
    return is_written || fail(raw);
}
