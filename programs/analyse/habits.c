/* Habits in a file; see habits.h. */
#include "analyse/habits.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "common/files.h"
#include "common/formatted.h"

enum {
    FILE_BYTES_MAX = 1 << 26
};

static int read_habits(bship_habits **out, const char *file)
{
    bship_error error = BSHIP_ERROR_INIT;
    char *text = NULL;
    size_t length = 0;
    char why[FILES_WHY_SIZE];
    if (!files_read(file, FILE_BYTES_MAX, &text, &length, why)) {
        fprintf(stderr, PROGRAM ": %s\n", why);
        return EXIT_NO_ANALYSIS;
    }
    bship_status status = bship_habits_parse(out, text, length, NULL, &error);
    free(text);
    return status ? analysis_fail_at(file, &error) : EXIT_FINE;
}

/* ---- for an analysis ---- */

int habits_apply(struct analysis *analysis, const char *file)
{
    bship_error error = BSHIP_ERROR_INIT;
    int result = read_habits(&analysis->habits, file);
    if (result != EXIT_FINE)
        return result;
    if (!bship_rules_equal(bship_habits_rules(analysis->habits), analysis_rules(analysis)))
        return analysis_fail(file, "these are habits under other rules than those of the position");
    if (bship_habits_snapshot_new(&analysis->snapshot, analysis->habits, &error))
        return analysis_fail(file, error.text);
    return EXIT_FINE;
}

/* ---- from records ---- */

static int32_t observed(bship_habits *habits)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    return bship_habits_describe(habits, &info) ? 0 : info.observations;
}

/* Observes a layout; the first one brings the rules if there are no habits yet. */
static int observe(bship_habits **habits, const char *file, const bship_record *record,
                   int32_t side)
{
    bship_error error = BSHIP_ERROR_INIT;
    if (!*habits && bship_habits_new(habits, bship_record_rules(record), NULL, &error))
        return analysis_fail(file, error.text);
    int32_t before = observed(*habits);
    bship_status status = bship_habits_observe_record(*habits, record, side, 1.0);
    if (status == BSHIP_ERROR_RULES)
        return analysis_fail(file, "the record has other rules than the habits");
    if (status)
        return analysis_fail(file, bship_status_message(status));
    if (observed(*habits) == before && before < BSHIP_HABITS_OBSERVATIONS_MAX)
        fprintf(stderr, PROGRAM ": %s: no ship of side %s is known\n", file,
                bship_enum_name(BSHIP_ENUM_SIDE, side));
    return EXIT_FINE;
}

static int observe_file(bship_habits **habits, const char *file, const struct options *options)
{
    struct analysis reader;
    bship_record *record = NULL;
    int result = analysis_read_record(&reader, file, options->posterior.memory_limit, &record);
    if (result == EXIT_FINE)
        result = observe(habits, file, record,
                         options->side != BSHIP_SIDE_NONE ? options->side : BSHIP_SIDE_B);
    bship_record_free(record);
    return result;
}

static int write_habits(const bship_habits *habits, const char *file)
{
    char why[FILES_WHY_SIZE], *text = formatted_habits(habits);
    if (!text)
        return analysis_fail(file, bship_status_message(BSHIP_ERROR_MEMORY));
    bool is_written = files_write(file, text, strlen(text), FILE_PUBLIC, why);
    free(text);
    if (is_written)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": %s\n", why);
    return EXIT_NO_ANALYSIS;
}

int habits_learn(const struct options *options)
{
    bship_habits *habits = NULL;
    int result = EXIT_FINE;
    files_clean(options->learn);
    if (access(options->learn, F_OK) == 0)
        result = read_habits(&habits, options->learn);
    for (size_t i = 0; i < options->file_count && result == EXIT_FINE; i++)
        result = observe_file(&habits, options->files[i], options);
    if (result == EXIT_FINE)
        result = write_habits(habits, options->learn);
    if (result == EXIT_FINE)
        print_habits(stdout, habits);
    bship_habits_free(habits);
    return result;
}
