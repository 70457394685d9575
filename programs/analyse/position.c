/* Reading a position from a record; from a grid: grid.c. */
#include "analyse/analysis.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static int give(char *buffer, size_t capacity, size_t *count, void *user)
{
    FILE *file = user;
    *count = fread(buffer, 1, capacity, file);
    return ferror(file);
}

/* Prints what is wrong with the input, and where; returns the exit code. */
static int refuse(const struct analysis *analysis, const bship_error *error)
{
    if (interrupt_happened())
        return EXIT_INTERRUPTED;
    if (error->status == BSHIP_ERROR_IO)
        return analysis_fail(analysis->name, strerror(errno));
    if (error->status == BSHIP_ERROR_MEMORY)
        return analysis_fail_memory(analysis, "reading the record", analysis->record_memory);
    int result = analysis_fail_at(analysis->name, error);
    return error->status == BSHIP_ERROR_CONTRADICTION && error->line > 0 ? EXIT_CONTRADICTION
                                                                         : result;
}

static int chart_record(struct analysis *analysis, const bship_record *record)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = bship_chart_new(&analysis->chart, bship_record_rules(record), NULL, NULL);
    if (status)
        return analysis_fail(analysis->name, bship_status_message(status));
    if (bship_record_to_chart(record, BSHIP_SIDE_A, analysis->chart, &error))
        return refuse(analysis, &error);
    return EXIT_FINE;
}

static int read_record(struct analysis *analysis, FILE *file, uint64_t memory_limit,
                       bship_record **out)
{
    bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    options.memory_limit = memory_limit ? memory_limit : BSHIP_RECORD_MEMORY_DEFAULT;
    analysis->record_memory = options.memory_limit;
    if (bship_record_read(out, give, file, &options, &error))
        return refuse(analysis, &error);
    return EXIT_FINE;
}

FILE *analysis_open(struct analysis *analysis, const char *file)
{
    bool is_stdin = strcmp(file, "-") == 0;
    *analysis = (struct analysis){ .name = is_stdin ? "<stdin>" : file };
    return is_stdin ? stdin : fopen(file, "rb");
}

int analysis_read_record(struct analysis *analysis, const char *file, uint64_t memory_limit,
                         bship_record **out)
{
    FILE *input = analysis_open(analysis, file);
    if (!input)
        return analysis_fail(analysis->name, strerror(errno));
    int result = read_record(analysis, input, memory_limit, out);
    if (input != stdin)
        fclose(input);
    return result;
}

int analysis_read(struct analysis *analysis, const char *file, uint64_t memory_limit)
{
    bship_record *record = NULL;
    int result = analysis_read_record(analysis, file, memory_limit, &record);
    if (result == EXIT_FINE)
        result = chart_record(analysis, record);
    bship_record_free(record);
    return result;
}
