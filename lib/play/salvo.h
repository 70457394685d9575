/*
 * Aiming and firing a salvo, with buffers for its cells and reports; shared by games and matches. A
 * turn of one shot is a salvo of one.
 */
#ifndef BSI_PLAY_SALVO_H
#define BSI_PLAY_SALVO_H

#include <stdbool.h>
#include <stddef.h>

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/chart.h>

typedef struct bsi_salvo {
    size_t capacity;       /* the longest salvo that fits */
    bship_cell *cells;     /* `capacity` of them */
    bship_report *reports; /* `capacity` of them */
    int32_t *sunk_of;      /* by ship, for totals */
    int32_t *hits_of;      /* by ship, for totals */
} bsi_salvo;

/* The longest salvo that the rules allow. */
static inline size_t bsi_salvo_longest(const bship_rules *rules)
{
    return (size_t)bship_rules_shots_due(rules, NULL, NULL);
}

/* Allocates the buffers: OK or MEMORY. bsi_salvo_free() is needed even on failure. */
bship_status bsi_salvo_new(bsi_salvo *salvo, const bship_rules *rules, size_t capacity);

void bsi_salvo_free(bsi_salvo *salvo, const bship_rules *rules);

/* Lets an AI choose `count` cells; statuses as bship_ai_aim_salvo(). */
bship_status bsi_salvo_aim(bsi_salvo *salvo, bship_ai *ai, const bship_chart *chart,
                           const bship_aim_options *options, size_t count);

/*
 * Fires at a board and records the reports on the chart of that board. If the board accepts
 * the salvo, the chart can fail with MEMORY only, which bsi_chart_reserve() prevents.
 */
bship_status bsi_salvo_fire(bsi_salvo *salvo, const bship_cell *cells, size_t count,
                            bship_board *board, bship_chart *chart, bship_error *error);

/* Fires the shots of a turn on a chart again, at a board; the chart stays. */
void bsi_salvo_repeat(bsi_salvo *salvo, const bship_chart *chart, uint32_t turn,
                      bship_board *board);

static inline bool bsi_is_hit(int32_t result)
{
    return result == BSHIP_RESULT_HIT || result == BSHIP_RESULT_SUNK;
}

/* Whether the last shot of a chart's log was a hit; reports must be shot by shot. */
static inline bool bsi_ends_with_hit(const bship_chart *chart)
{
    bship_report last = BSHIP_REPORT_INIT;
    bship_chart_shot(chart, bship_chart_shots(chart) - 1, NULL, &last);
    return bsi_is_hit(last.result);
}

#endif
