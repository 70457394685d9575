/*
 * Records: the contract of <battleship/record.h>, which this version does not
 * implement yet. No record can be made.
 */
#include <battleship/record.h>

#include "base/error.h"
#include "base/sized.h"

void bship_record_options_init(bship_record_options *options, size_t size)
{
    static const bship_record_options defaults = BSHIP_RECORD_OPTIONS_INIT;
    bship_internal_sized_init(options, size, &defaults, sizeof defaults);
}

bship_status bship_record_new(bship_record **out, bship_rules *rules)
{
    (void)out, (void)rules;
    return BSHIP_ERROR_UNSUPPORTED;
}

bship_status bship_record_new_game(bship_record **out, const bship_game *game, int with_layouts)
{
    (void)out, (void)game, (void)with_layouts;
    return BSHIP_ERROR_UNSUPPORTED;
}

bship_status bship_record_parse(bship_record **out, const char *text, size_t length,
                                const bship_record_options *options, bship_error *error)
{
    (void)out, (void)text, (void)length, (void)options;
    return bship_internal_fail_plain(error, BSHIP_ERROR_UNSUPPORTED);
}

bship_status bship_record_read(bship_record **out, bship_read_callback read, void *user,
                               const bship_record_options *options, bship_error *error)
{
    (void)out, (void)read, (void)user, (void)options;
    return bship_internal_fail_plain(error, BSHIP_ERROR_UNSUPPORTED);
}

void bship_record_free(bship_record *record)
{
    (void)record;
}

size_t bship_record_format(const bship_record *record, char *buffer, size_t capacity)
{
    (void)record, (void)buffer, (void)capacity;
    return 0;
}

bship_status bship_record_write(const bship_record *record, bship_write_callback write, void *user)
{
    (void)record, (void)write, (void)user;
    return BSHIP_ERROR_UNSUPPORTED;
}

bship_rules *bship_record_rules(const bship_record *record)
{
    (void)record;
    return NULL;
}

int bship_record_is_game(const bship_record *record)
{
    (void)record;
    return 0;
}

const char *bship_record_get(const bship_record *record, int32_t fact, int32_t side)
{
    (void)record, (void)fact, (void)side;
    return NULL;
}

bship_status bship_record_set(bship_record *record, int32_t fact, int32_t side, const char *text,
                              bship_error *error)
{
    (void)record, (void)fact, (void)side, (void)text;
    return bship_internal_fail_plain(error, BSHIP_ERROR_UNSUPPORTED);
}

bship_status bship_record_to_board(const bship_record *record, int32_t side, bship_board *board)
{
    (void)record, (void)side, (void)board;
    return BSHIP_ERROR_UNSUPPORTED;
}

bship_status bship_record_to_chart(const bship_record *record, int32_t side, bship_chart *chart,
                                   bship_error *error)
{
    (void)record, (void)side, (void)chart;
    return bship_internal_fail_plain(error, BSHIP_ERROR_UNSUPPORTED);
}

bship_status bship_record_to_game(const bship_record *record, bship_game *game, bship_error *error)
{
    (void)record, (void)game;
    return bship_internal_fail_plain(error, BSHIP_ERROR_UNSUPPORTED);
}
