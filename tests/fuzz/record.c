/*
 * The fuzz body of records: whatever the bytes, they are refused, or read and written back the
 * same, and brought to charts and a game. A fuzzer may call it by LLVMFuzzerTestOneInput;
 * replay.c calls it in the ordinary run.
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

static char *text_of(const bship_record *record, size_t *length)
{
    *length = bship_record_format(record, NULL, 0);
    char *text = malloc(*length + 1);
    must(text && bship_record_format(record, text, *length + 1) == *length);
    return text;
}

static void check_text(const bship_record *record)
{
    size_t length, again_length;
    bship_record *back = NULL;
    char *text = text_of(record, &length);
    must(!bship_record_parse(&back, text, length, NULL, NULL));
    char *again = text_of(back, &again_length);
    must(again_length == length && memcmp(text, again, length) == 0);
    must(bship_record_is_game(back) == bship_record_is_game(record));
    free(again);
    free(text);
    bship_record_free(back);
}

/* Whether a conversion returns an allowed status, and the place of a contradiction. */
static int is_expected(bship_status status, const bship_error *error)
{
    return !status || (status == BSHIP_ERROR_CONTRADICTION && error->line > 1);
}

static void check_charts(const bship_record *record)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_chart *chart = NULL;
        must(!bship_chart_new(&chart, bship_record_rules(record), NULL, NULL));
        must(is_expected(bship_record_to_chart(record, side, chart, &error), &error));
        bship_chart_free(chart);
    }
}

static void check_game(const bship_record *record)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_game *game = NULL;

    options.location_a = options.location_b = BSHIP_LOCATION_REMOTE;
    must(!bship_game_new(&game, bship_record_rules(record), &options, NULL));
    bship_status status = bship_record_to_game(record, game, &error);
    must(is_expected(status, &error) ||
         (status == BSHIP_ERROR_STATE && !bship_record_is_game(record)));
    must(status || bship_game_log_length(game) == bship_record_log_length(record));
    bship_game_free(game);
}

/* A refusal leaves no game, and a restored game has the lines of its record. */
static void check_restored(const bship_record *record)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_game *game = NULL;
    bship_status status = bship_game_restore(&game, record, NULL, &error);
    must((!status) == (game != NULL));
    must(!status || (error.status == (int32_t)status && error.text[0]));
    must(status || bship_game_log_length(game) == bship_record_log_length(record));
    bship_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;

    options.memory_limit = 8 << 20;
    bship_status status = bship_record_parse(&record, (const char *)data, size, &options, &error);
    if (status) {
        must(!record && error.status == (int32_t)status && error.text[0]);
        must(status == BSHIP_ERROR_MEMORY || (error.line > 0 && error.column > 0));
        return 0;
    }
    check_text(record);
    check_charts(record);
    check_game(record);
    check_restored(record);
    bship_record_free(record);
    return 0;
}
