/*
 * A game from its record in one call: its AIs, the game that owns them, and all that was played.
 */
#include <battleship/record.h>

#include "base/error.h"
#include "base/versioned.h"
#include "play/game.h"
#include "play/record.h"
#include "strategy/ai.h"

/* Asks the caller for the AI of a side, which may leave it to the library: `*out` is then NULL. */
static bship_status ask_caller(bship_ai **out, const bship_record *record, int32_t side,
                               const bship_restore_options *options, const bship_ai_options *stated,
                               bship_error *error)
{
    bship_ai *ai = NULL;
    const char *strategy = record->facts[BSHIP_FACT_STRATEGY][side];
    bsi_place at = record->places[BSHIP_FACT_STRATEGY][side];
    bship_status status =
        bsi_ai_status(options->make_ai(&ai, record->rules, strategy, stated, options->user));
    if (status)
        return bsi_fail_item_at(error, status, side, at.line, at.column,
                                "side %s: the caller cannot make its AI, '%s': %s",
                                bsi_name(&bsi_side_names, side), strategy,
                                bship_status_message((int32_t)status));
    *out = ai;
    return BSHIP_OK;
}

/* Makes the AI of a side, of a strategy of the library. */
static bship_status make_known(bship_ai **out, const bship_record *record, int32_t side,
                               bship_ai_options *stated, bship_error *error)
{
    bship_error why = BSHIP_ERROR_INIT;
    const char *strategy = NULL;
    bship_status status = bship_record_to_ai_options(record, side, &strategy, stated, error);
    if (status)
        return status;
    status = bship_ai_new(out, record->rules, strategy, stated, &why);
    /* The strategy is one of the library: a name that it does not know is that of the style. */
    int32_t fact = status == BSHIP_ERROR_NAME ? BSHIP_FACT_PLACING : BSHIP_FACT_STRATEGY;
    bsi_place at = record->places[fact][side];
    return status ? bsi_fail_item_at(error, status, side, at.line, at.column, "side %s: %s",
                                     bsi_name(&bsi_side_names, side), why.text)
                  : BSHIP_OK;
}

/* Makes the AI of a side, if the record states one. */
static bship_status make_ai(bship_ai **out, const bship_record *record, int32_t side,
                            const bship_restore_options *options, bship_error *error)
{
    bship_ai_options stated = BSHIP_AI_OPTIONS_INIT;
    bship_status status = BSHIP_OK;
    if (!bship_record_get(record, BSHIP_FACT_STRATEGY, side))
        return BSHIP_OK;
    stated.progress = options->progress;
    stated.user = options->user;
    bsi_record_ai_options(record, side, &stated);
    if (options->make_ai)
        status = ask_caller(out, record, side, options, &stated, error);
    return status || *out ? status : make_known(out, record, side, &stated, error);
}

bship_status bship_game_restore(bship_game **out, const bship_record *record,
                                const bship_restore_options *given, bship_error *error)
{
    bship_restore_options options = BSHIP_RESTORE_OPTIONS_INIT;
    bship_game_options made = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    if (!out || !record)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_restore_options), given, error);
    if (status)
        return status;
    made.sampler = options.sampler;
    made.progress = options.progress;
    made.user = options.user;
    status = make_ai(&made.ai_a, record, BSHIP_SIDE_A, &options, error);
    if (!status)
        status = make_ai(&made.ai_b, record, BSHIP_SIDE_B, &options, error);
    if (!status)
        status = bship_record_to_game_options(record, &made, error);
    if (!status)
        status = bship_game_new(&game, record->rules, &made, error);
    if (!status)
        status = bship_record_to_game(record, game, error);
    if (status) {
        bship_game_free(game);
        bship_ai_free(made.ai_a);
        /* The caller may have made one AI for both sides, which no game takes. */
        bship_ai_free(made.ai_b != made.ai_a ? made.ai_b : NULL);
        return status;
    }
    game->owns_ais = true;
    *out = game;
    return BSHIP_OK;
}
