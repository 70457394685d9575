/*
 * Versioned structs: options are read over defaults, results written up to the caller's size. The
 * rules are in status.h, section "Structs that can grow".
 */
#ifndef BSI_BASE_VERSIONED_H
#define BSI_BASE_VERSIONED_H

#include <stddef.h>

#include <battleship/experimental/batch.h>
#include <battleship/experimental/explain.h>
#include <battleship/experimental/placing.h>
#include <battleship/experimental/review.h>
#include <battleship/status.h>

#include "base/error.h"

/*
 * The last field that a struct has in version 1, where it ends the least size that is accepted.
 * Later fields leave this list as it is. An expression, not a number: it depends on the platform.
 */
#define BSI_LAST_bship_error text
#define BSI_LAST_bship_fleet_options allocator
#define BSI_LAST_bship_rules_options work_limit
#define BSI_LAST_bship_total capacity
#define BSI_LAST_bship_draw_options user
#define BSI_LAST_bship_board_options size
#define BSI_LAST_bship_chart_options size
#define BSI_LAST_bship_turn is_total
#define BSI_LAST_bship_sinking ship_class
#define BSI_LAST_bship_posterior_options user
#define BSI_LAST_bship_posterior_info work
#define BSI_LAST_bship_forecast entropy
#define BSI_LAST_bship_posterior_explanation reason
#define BSI_LAST_bship_sampler_options reserved
#define BSI_LAST_bship_placer_options user
#define BSI_LAST_bship_batch_options sampler
#define BSI_LAST_bship_batch_arrays status
#define BSI_LAST_bship_positions ships
#define BSI_LAST_bship_posterior_arrays status
#define BSI_LAST_bship_habits_options half_life
#define BSI_LAST_bship_habits_info probability
#define BSI_LAST_bship_habits_trait_info uniform
#define BSI_LAST_bship_ai_options placing_strength
#define BSI_LAST_bship_aim_options user
#define BSI_LAST_bship_strategy_callbacks describe
#define BSI_LAST_bship_ai_info basis
#define BSI_LAST_bship_review_options start_aim_work
#define BSI_LAST_bship_review_info work
#define BSI_LAST_bship_game_options user
#define BSI_LAST_bship_game_entry reserved
#define BSI_LAST_bship_record_options memory_limit
#define BSI_LAST_bship_record_game_options view
#define BSI_LAST_bship_record_entry reserved
#define BSI_LAST_bship_restore_options sampler
#define BSI_LAST_bship_match_options observer_user
#define BSI_LAST_bship_match_summary high

/* Two steps, so that the name of the field is expanded. */
#define BSI_END_OF(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))
#define BSI_END_OF_LAST(type, field) BSI_END_OF(type, field)

/* The size in version 1, without padding at the end. */
#define BSI_SIZE_1(type) BSI_END_OF_LAST(type, BSI_LAST_##type)

/* The sizes of a struct: in this version of the library, and in version 1. */
typedef struct bsi_sizes {
    const char *type;
    size_t known;
    size_t least;
} bsi_sizes;

#define BSI_VERSIONED(type) ((bsi_sizes){ #type, sizeof(type), BSI_SIZE_1(type) })

/*
 * Reads the caller's options (NULL: none) over the defaults in `out`; fields that the caller's
 * struct does not have are set to 0, and `size` to the known one. Bytes beyond the known size must
 * be 0: OK or SIZE. The error names the struct.
 */
bship_status bsi_versioned_read(void *out, bsi_sizes sizes, const void *given, bship_error *error);

/* Checks the size of a caller's result struct: OK, ARGUMENT or SIZE. The error names the struct. */
bship_status bsi_versioned_check(const void *out, bsi_sizes sizes, bship_error *error);

/* Writes as much of `value`, of `known` bytes, as a checked struct has; keeps the caller's size. */
void bsi_versioned_write(void *out, const void *value, size_t known);

/*
 * Writes options that the caller will hand on, into a checked struct. A field that the caller's
 * struct does not have would come back as 0, its default, so if it holds anything else this fails
 * with SIZE and writes nothing: what the caller makes of the options would not be what they say.
 */
bship_status bsi_versioned_write_options(void *out, bsi_sizes sizes, const void *value,
                                         bship_error *error);

#endif
