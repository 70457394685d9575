/* Records of games; see record.h. */
#include "simulation/record.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/files.h"
#include "common/sides.h"

enum {
    NAME_SIZE = 4 * LABEL_SIZE
};

/* Makes a directory unless it is there. */
static bool make_directory(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno != EEXIST)
        return false;
    errno = ENOTDIR;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_record(const char *name)
{
    static const char ending[] = ".record";
    size_t length = strlen(name);
    return length >= sizeof ending && strcmp(name + length - (sizeof ending - 1), ending) == 0;
}

/* Whether a directory has no records, or cannot be read. */
static bool has_no_records(const char *path)
{
    DIR *names = opendir(path);
    const struct dirent *entry = NULL;
    while (names && (entry = readdir(names)) && !is_record(entry->d_name)) {
    }
    if (entry)
        fprintf(stderr,
                PROGRAM ": --record: %s has records of another run, such as %s; give a directory "
                        "without any\n",
                path, entry->d_name);
    if (names)
        closedir(names);
    return !entry;
}

int recorder_open(struct recorder *recorder, const char *directory, const struct study *study,
                  bool is_resumed)
{
    const size_t files = study->planned * study->simulations->entry_count;
    recorder->directory = directory;
    if (study->plan.games > RECORDS_MAX / (int64_t)files) {
        fprintf(stderr, PROGRAM ": --record: these games take more than %d files\n", RECORDS_MAX);
        return EXIT_USAGE;
    }
    if (!make_directory(directory)) {
        fprintf(stderr, PROGRAM ": --record: cannot make the directory %s: %s\n", directory,
                strerror(errno));
        return EXIT_USAGE;
    }
    files_clean_directory(directory);
    return is_resumed || has_no_records(directory) ? EXIT_FINE : EXIT_USAGE;
}

/*
 * Names the file: `hunt-12.record`, `edge:3,hunt-12.record`, of duels `hunt,random-12.record`. No
 * label has a comma, so names of different games differ; nor a slash.
 */
static void file_name(char name[NAME_SIZE], const struct simulation *simulation,
                      const bship_match_row *row)
{
    char placement[LABEL_SIZE] = "";
    bool is_duel = simulation->plan->kind == BSHIP_MATCH_KIND_DUEL;
    if (simulation->placement.style)
        placement_label(placement, &simulation->placement);
    snprintf(name, NAME_SIZE, "%s%s%s%s%s-%" PRId64 ".record", placement, *placement ? "," : "",
             simulation->entries[row->entry].player->label, is_duel ? "," : "",
             is_duel ? simulation->entries[1 - row->entry].player->label : "", row->game);
}

/* Adds the layout that was fired at, who fired, and which game it was. */
static bship_status add_facts(const struct simulation *simulation, const bship_match_row *row,
                              const bship_board *board, bship_record *record,
                              bship_placement *layout, size_t count)
{
    char line[128];
    bship_status status = BSHIP_OK;
    for (size_t ship = 0; ship < count && !status; ship++)
        status = bship_board_placement(board, (int32_t)ship, &layout[ship]);
    if (!status)
        status = bship_record_set_layout(record, other_side(row->side), layout, count, NULL);
    /* A name is limited in length; a record can do without it. */
    if (!status)
        bship_record_set(record, BSHIP_FACT_STRATEGY, row->side,
                         simulation->entries[row->entry].player->label, NULL);
    snprintf(line, sizeof line, "x-" PROGRAM " %s seed %" PRIu64 " game %" PRId64,
             bship_version_string(), simulation->plan->seed, row->game);
    return status ? status : bship_record_add_extra(record, line, NULL);
}

static bship_status make_record(const struct simulation *simulation, const bship_match_row *row,
                                const bship_board *board, const bship_chart *chart,
                                bship_record **record)
{
    size_t count = (size_t)bship_fleet_count(bship_rules_fleet(simulation->plan->rules));
    bship_placement *layout = calloc(count, sizeof *layout);
    bship_status status =
        layout ? bship_record_new_chart(record, chart, row->side, NULL) : BSHIP_ERROR_MEMORY;
    if (!status)
        status = add_facts(simulation, row, board, *record, layout, count);
    free(layout);
    return status;
}

static bool write_record(const struct recorder *recorder, const bship_record *record,
                         const char *name, char why[FILES_WHY_SIZE])
{
    size_t length = bship_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    char *path = files_join(recorder->directory, name);
    bool is_written = text && path;
    if (is_written) {
        bship_record_format(record, text, length + 1);
        is_written = files_write(path, text, length, FILE_PUBLIC, why);
    } else {
        snprintf(why, FILES_WHY_SIZE, "out of memory");
    }
    free(text);
    free(path);
    return is_written;
}

void recorder_write(struct recorder *recorder, const struct simulation *simulation,
                    const bship_match_row *row, const bship_board *board, const bship_chart *chart)
{
    char name[NAME_SIZE], why[FILES_WHY_SIZE];
    bship_record *record = NULL;
    if (atomic_load(&recorder->has_failed) || row->status)
        return;
    file_name(name, simulation, row);
    bship_status status = make_record(simulation, row, board, chart, &record);
    if (status)
        snprintf(why, sizeof why, "%s: %s", name, bship_status_message(status));
    bool is_written = !status && write_record(recorder, record, name, why);
    bship_record_free(record);
    if (!is_written && !atomic_exchange(&recorder->has_failed, true))
        fprintf(stderr, PROGRAM ": --record: %s\n", why);
}
