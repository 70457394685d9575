/*
 * The fuzz body of results as text: whatever the bytes, they are refused, or read and written back
 * the same; and they add up.
 */
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>

#include "fuzz.h"

/* Aborts if a property does not hold, so that the fuzzer notices. */
static void must(int holds)
{
    if (!holds)
        abort();
}

static char *text_of(const bship_results *results, size_t *length)
{
    *length = bship_results_format(results, NULL, 0);
    char *text = malloc(*length + 1);
    must(text && bship_results_format(results, text, *length + 1) == *length);
    return text;
}

static bship_results *copy_of(const bship_results *results)
{
    size_t length, again_length;
    bship_results *back = NULL;
    char *text = text_of(results, &length);
    must(bship_results_parse(&back, text, length, NULL, NULL) == BSHIP_OK);
    char *again = text_of(back, &again_length);
    must(again_length == length && memcmp(text, again, length) == 0);
    free(again);
    free(text);
    return back;
}

/* Numbers of results that were read can be asked for, and added to others. */
static void check(bship_results *results)
{
    bship_results *other = copy_of(results);
    bship_status status = bship_results_merge(other, results);
    must(status == BSHIP_OK || status == BSHIP_ERROR_RANGE);
    if (status == BSHIP_OK)
        bship_results_free(copy_of(other));
    for (int32_t entry = 0; entry < bship_results_entries(results); entry++) {
        const bship_histogram *shots = bship_results_shots(results, entry);
        bship_summary summary = BSHIP_SUMMARY_INIT;
        status = bship_histogram_summarise(shots, 0.95, &summary);
        must((status == BSHIP_OK) == (bship_histogram_count(shots) > 0));
        must(summary.sd >= 0 && summary.minimum <= summary.maximum);
    }
    bship_results_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_results *results = NULL;

    bship_status status = bship_results_parse(&results, (const char *)data, size, NULL, &error);
    if (status) {
        must(!results && error.status == (int32_t)status && error.text[0]);
        must(error.line > 0 && error.column > 0);
        return 0;
    }
    check(results);
    bship_results_free(results);
    return 0;
}
