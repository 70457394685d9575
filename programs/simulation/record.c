/* Files of games; see record.h. */
#include "simulation/record.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/files.h"
#include "common/formatted.h"
#include "common/printed.h"
#include "common/sides.h"
#include "engine/transcript.h"
#include "simulation/engines.h"

static bool keeps_all(const struct conduct_files *files, int32_t usual)
{
    return (files->keep == KEEP_USUAL ? usual : files->keep) == KEEP_ALL;
}

static bool keeps_all_records(const struct conduct_files *files)
{
    return files->record && keeps_all(files, KEEP_ALL);
}

static bool keeps_all_transcripts(const struct conduct_files *files)
{
    return files->transcript && keeps_all(files, KEEP_FAILED);
}

bool recorder_keeps_all(const struct conduct_files *files)
{
    return keeps_all_records(files) || keeps_all_transcripts(files);
}

/* ---- directories ---- */

/* Makes a directory unless it is there. */
static bool make_directory(const char *path, mode_t mode)
{
    struct stat status;
    if (mkdir(path, mode) == 0)
        return true;
    if (errno != EEXIST)
        return false;
    errno = ENOTDIR;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending);
    return length > size && strcmp(name + length - size, ending) == 0;
}

/* Whether a directory has no files of a kind, or cannot be read. */
static bool has_none(const char *option, const char *path, const char *ending)
{
    DIR *names = opendir(path);
    const struct dirent *entry = NULL;
    while (names && (entry = readdir(names)) && !has_ending(entry->d_name, ending)) {
    }
    if (entry)
        fprintf(stderr,
                PROGRAM ": %s: %s has files of another run, such as %s; give a directory without "
                        "any\n",
                option, path, entry->d_name);
    if (names)
        closedir(names);
    return !entry;
}

/* Prepares the directory of an option; NULL: it was not given. */
static int open_directory(const char *option, const char *path, const char *ending, mode_t mode,
                          bool is_resumed)
{
    if (!path)
        return EXIT_FINE;
    if (!make_directory(path, mode)) {
        fprintf(stderr, PROGRAM ": %s: cannot make the directory %s: %s\n", option, path,
                strerror(errno));
        return EXIT_USAGE;
    }
    files_clean_directory(path);
    return is_resumed || has_none(option, path, ending) ? EXIT_FINE : EXIT_USAGE;
}

/* ---- texts ---- */

/*
 * Names the files of a game: `hunt-12`, `edge:3,hunt-12`, of duels `hunt,random-12`. No label has a
 * comma, so names of different games differ; nor a slash.
 */
static void name_game(char name[GAME_NAME_SIZE], const struct simulation *simulation,
                      const bship_match_row *row)
{
    char placement[LABEL_SIZE] = "";
    bool is_duel = simulation->plan->kind == BSHIP_MATCH_KIND_DUEL;
    if (simulation->placement.style)
        placement_label(placement, &simulation->placement);
    snprintf(name, GAME_NAME_SIZE, "%s%s%s%s%s-%" PRId64, placement, *placement ? "," : "",
             simulation->entries[row->entry].player->label, is_duel ? "," : "",
             is_duel ? simulation->entries[1 - row->entry].player->label : "", row->game);
}

/*
 * Adds the layout that was fired at, who fired, and which game it was. Where a player failed to lay
 * its fleet there is no layout.
 */
static bship_status add_facts(const struct simulation *simulation, const bship_match_row *row,
                              const bship_board *board, bship_record *record,
                              bship_placement *layout, size_t count)
{
    char line[128];
    bship_status status = BSHIP_OK;
    for (size_t ship = 0; ship < count && !status; ship++)
        status = bship_board_placement(board, (int32_t)ship, &layout[ship]);
    const bool has_layout = !status;
    if (status && row->status)
        status = BSHIP_OK;
    if (has_layout)
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

/* The text of a record, to be freed; NULL, with the reason: there is none. */
static char *record_text(const struct simulation *simulation, const bship_match_row *row,
                         const bship_board *board, const bship_chart *chart,
                         char why[FILES_WHY_SIZE])
{
    bship_record *record = NULL;
    bship_status status = make_record(simulation, row, board, chart, &record);
    char *text = status ? NULL : formatted_record(record);
    if (!text)
        snprintf(why, FILES_WHY_SIZE, "%s",
                 bship_status_message(status ? status : BSHIP_ERROR_MEMORY));
    bship_record_free(record);
    return text;
}

/* Why a player failed a game. */
static const char *reason_of(const struct player *player, const bship_match_row *row)
{
    const struct engine *engine = player_engine(player);
    const struct fault *fault = engine ? engine_lost_by(engine) : NULL;
    return fault ? fault->reason : bship_status_message(row->status);
}

/*
 * The text of a transcript, to be freed; NULL: out of memory. The last line says why the bot
 * failed, unless it did not.
 */
static char *transcript_text(const char *name, const struct transcript *transcript,
                             const char *reason, const char *detail)
{
    struct printed text;
    if (!printed_open(&text))
        return NULL;
    fprintf(text.out, "# %s: > to the bot, < from the bot, ! its standard error\n", name);
    if (transcript && transcript->is_cut)
        fputs("# lines before these are left out\n", text.out);
    if (transcript && transcript->text.length > 0)
        fprintf(text.out, "%s%s", transcript->text.bytes, transcript->open ? "\n" : "");
    if (reason)
        fprintf(text.out, "# it %s%s%s\n", reason, *detail ? ": " : "", detail);
    return printed_close(&text, true);
}

/* ---- files ---- */

/* The path of a file of a game, to be freed; NULL: out of memory. */
static char *path_of(const char *directory, const char *name, const char *ending)
{
    char file[GAME_NAME_SIZE + sizeof RECORD_ENDING];
    snprintf(file, sizeof file, "%s%s", name, ending);
    return files_join(directory, file);
}

/* Writes a file and frees its text; NULL: there is none, for the reason given. */
static void write_file(struct recorder *recorder, const char *option, char *path, char *text,
                       enum file_access access, char why[FILES_WHY_SIZE])
{
    bool is_written = path && text && files_write(path, text, strlen(text), access, why);
    if (!path)
        files_fail_memory(why);
    free(path);
    free(text);
    if (!is_written && !atomic_exchange(&recorder->has_failed, true))
        fprintf(stderr, PROGRAM ": %s: %s\n", option, why);
}

/* Removes a file of a failed game that is no longer kept; one that stays does no harm. */
static void remove_file(const char *directory, const char *name, const char *ending)
{
    char why[FILES_WHY_SIZE];
    char *path = directory && name[0] ? path_of(directory, name, ending) : NULL;
    if (path)
        files_remove(path, why);
    free(path);
}

/* Notes a failed game; whether its files are kept. Those of another one may no longer be. */
static bool note_failure(struct recorder *recorder, const struct simulation *simulation,
                         const bship_match_row *row, const char *name)
{
    const struct conduct_files *files = recorder->files;
    const struct player *player = simulation->entries[row->entry].player;
    struct failure failure = { .player = (size_t)(player - simulation->plan->players),
                               .simulation = (size_t)(simulation - recorder->study->simulations),
                               .game = row->game };
    struct failure dropped;
    snprintf(failure.reason, sizeof failure.reason, "%s", reason_of(player, row));
    snprintf(failure.name, sizeof failure.name, "%s", name);
    bool is_kept = failures_add(&recorder->study->failures, &failure, &dropped);
    if (!keeps_all_records(files))
        remove_file(files->record, dropped.name, RECORD_ENDING);
    if (!keeps_all_transcripts(files))
        remove_file(files->transcript, dropped.name, TRANSCRIPT_ENDING);
    return is_kept;
}

/* Writes the files of a game: those that are kept of all games or, if `is_kept`, of this one. */
static void write_game(struct recorder *recorder, const struct simulation *simulation,
                       const bship_match_row *row, const bship_board *board,
                       const bship_chart *chart, const char *name, bool is_kept)
{
    const struct conduct_files *files = recorder->files;
    const struct engine *engine = player_engine(simulation->entries[row->entry].player);
    const struct fault *fault = engine ? engine_lost_by(engine) : NULL;
    char why[FILES_WHY_SIZE] = "out of memory";
    if (files->record && (is_kept || keeps_all_records(files)))
        write_file(recorder, "--record", path_of(files->record, name, RECORD_ENDING),
                   record_text(simulation, row, board, chart, why), FILE_PUBLIC, why);
    if (files->transcript && engine && (is_kept || keeps_all_transcripts(files)))
        write_file(recorder, "--transcript", path_of(files->transcript, name, TRANSCRIPT_ENDING),
                   transcript_text(name, engine_transcript(engine), fault ? fault->reason : NULL,
                                   fault ? fault->detail : ""),
                   FILE_PRIVATE, why);
}

void recorder_write(struct recorder *recorder, const struct simulation *simulation,
                    const bship_match_row *row, const bship_board *board, const bship_chart *chart)
{
    struct failures *failures = &recorder->study->failures;
    char name[GAME_NAME_SIZE];
    if (atomic_load(&recorder->has_failed) || row->status == BSHIP_ERROR_CANCELLED)
        return;
    name_game(name, simulation, row);
    if (!row->at_fault) {
        write_game(recorder, simulation, row, board, chart, name, false);
        return;
    }
    pthread_mutex_lock(&failures->lock);
    const bool is_kept = note_failure(recorder, simulation, row, name);
    write_game(recorder, simulation, row, board, chart, name, is_kept);
    pthread_mutex_unlock(&failures->lock);
}

/* Writes what bots said that do not play. */
static void write_disqualified(struct recorder *recorder)
{
    const struct plan *plan = &recorder->study->plan;
    char name[GAME_NAME_SIZE], why[FILES_WHY_SIZE] = "out of memory";
    for (size_t i = 0; i < plan->disqualified_count; i++) {
        const struct disqualified *bot = &plan->disqualified[i];
        snprintf(name, sizeof name, DISQUALIFIED_NAME "%zu", i + 1);
        write_file(recorder, "--transcript",
                   path_of(recorder->files->transcript, name, TRANSCRIPT_ENDING),
                   transcript_text(bot->name, &bot->said, bot->why, ""), FILE_PRIVATE, why);
    }
}

int recorder_open(struct recorder *recorder, struct study *study, const struct conduct_files *files,
                  bool is_resumed)
{
    const size_t count = study->planned * study->simulations->entry_count;
    recorder->study = study;
    recorder->files = files;
    if (recorder_keeps_all(files) && study->plan.games > RECORDS_MAX / (int64_t)count) {
        fprintf(stderr, PROGRAM ": %s: these games take more than %d files; see --keep\n",
                keeps_all_records(files) ? "--record" : "--transcript", RECORDS_MAX);
        return EXIT_USAGE;
    }
    /* In this order: a directory for both is for its owner alone. */
    int result =
        open_directory("--transcript", files->transcript, TRANSCRIPT_ENDING, 0700, is_resumed);
    if (result == EXIT_FINE)
        result = open_directory("--record", files->record, RECORD_ENDING, 0777, is_resumed);
    if (result == EXIT_FINE && files->transcript)
        write_disqualified(recorder);
    return result == EXIT_FINE && atomic_load(&recorder->has_failed) ? EXIT_RUNTIME : result;
}
