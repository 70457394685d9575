/*
 * The fuzz body of results as text: whatever the bytes, they are refused, or read and written back
 * the same; and they add up.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "fuzz/fuzz.h"
#include "simulation/statistics/results.h"

/* Aborts if a property does not hold, so that the fuzzer notices. */
static void must(int holds)
{
    if (!holds)
        abort();
}

/* Results that were read are written, and read, the same. */
static void check_copy(const struct results *results)
{
    size_t length = 0, again_length = 0;
    char *text = results_write(results, &length);
    struct results *copy = results_new_like(results);
    bship_error error = BSHIP_ERROR_INIT;
    must(text && copy && !results_read(copy, text, length, &error));
    char *again = results_write(copy, &again_length);
    must(again && again_length == length && memcmp(text, again, length) == 0);
    results_free(copy);
    free(again);
    free(text);
}

/* Numbers of results that were read can be asked for, and added once more. */
static void check(struct results *results, const char *text, size_t length)
{
    bship_error error = BSHIP_ERROR_INIT;
    check_copy(results);
    for (int32_t entry = 0; entry < results->entry_count; entry++) {
        const struct histogram *shots = results_shots(results, RESULTS_ALL, entry);
        if (shots->count > 0) {
            struct summary summary = histogram_summarise(shots, 0.95);
            must(summary.sd >= 0 && summary.minimum <= summary.maximum);
        }
    }
    bship_status status = results_read(results, text, length, &error);
    must(!status || status == BSHIP_ERROR_RANGE);
    check_copy(results);
}

/* Reads a text as results of a shape. */
static void read_as(int32_t kind, int32_t series, const char *text, size_t length)
{
    struct results *results = results_new(kind, 2, series, 25);
    bship_error error = BSHIP_ERROR_INIT;
    must(results != NULL);
    bship_status status = results_read(results, text, length, &error);
    if (!status)
        check(results, text, length);
    else
        must(error.status == (int32_t)status && error.text[0] && error.line > 0 &&
             error.column > 0 && results->games == 0);
    results_free(results);
}

/* Mutations are given the right checksum, or nothing else would be noticed. */
static size_t mend(char *text, size_t length)
{
    static const char keyword[] = "checksum ";
    size_t at = length;
    while (at > 0 && strncmp(text + at, keyword, sizeof keyword - 1) != 0)
        at--;
    if (at == 0 || text[at - 1] != '\n')
        return length;
    return at + (size_t)sprintf(text + at, "%s%016" PRIx64 "\n", keyword,
                                hash_bytes(HASH_INIT, text, at));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 64, 1);
    must(text != NULL);
    memcpy(text, data, size);
    for (int i = 0; i < 2; i++) {
        size_t length = i == 0 ? size : mend(text, size);
        read_as(BSHIP_MATCH_KIND_DUEL, 0, text, length);
        read_as(BSHIP_MATCH_KIND_SOLO, 5, text, length);
    }
    free(text);
    return 0;
}
