/* Rollouts of a review: games played on from a position of its log; see review.h. */
#include "model/board.h"
#include "model/chart.h"
#include "model/shots_due.h"
#include "play/review.h"

size_t bsi_review_turn_shots(const bship_chart *log, uint32_t turn)
{
    bool is_sunk = bsi_chart_is_defeated(log);
    bool is_over = is_sunk || bsi_shots_left(log->rules, log->shot_count) == 0;
    uint32_t turns = log->turn_count, whole = turns - (is_over ? 1 : 0);
    bool is_told = turn < whole || (turn < turns && !is_sunk);
    if (!is_told && whole == 0)
        return bsi_salvo_longest(log->rules);
    uint32_t like = is_told ? turn : whole - 1;
    return bsi_turn_end(log, like) - log->turns[like].first_shot;
}

/* The shots of a turn on the chart of a rollout. */
static size_t shots_due(const bship_review *review, uint32_t turn)
{
    size_t due = bsi_review_turn_shots(review->log, turn);
    size_t unknown = review->chart->unknown_count;
    return due < unknown ? due : unknown;
}

/* Brings board and chart to a position. */
static bship_status set_up(bship_review *review, const bship_placement *layout, uint32_t position)
{
    bship_board_clear(review->board);
    bship_status status = bship_board_place_layout(review->board, layout,
                                                   (size_t)review->log->rules->fleet->count, NULL);
    for (uint32_t turn = 0; turn < position && !status; turn++)
        bsi_salvo_repeat(&review->salvo, review->log, turn, review->board);
    if (!status)
        status = bship_chart_copy(review->chart, review->log);
    return status ? status : bship_chart_truncate(review->chart, position);
}

bship_status bsi_review_rollout(bship_review *review, bship_ai *ai, const bship_placement *layout,
                                uint32_t position, bsi_review_salvo first, int64_t *shots)
{
    bsi_review_salvo salvo = first;
    bship_status status = set_up(review, layout, position);
    int64_t before = review->chart->shot_count;
    while (!status) {
        status = bsi_salvo_fire(&review->salvo, salvo.cells, salvo.count, review->board,
                                review->chart, NULL);
        if (status || bsi_chart_is_defeated(review->chart))
            break;
        salvo = (bsi_review_salvo){ review->chosen, shots_due(review, ++position) };
        status = bsi_review_aim(review, ai, salvo.cells, salvo.count);
    }
    *shots = (int64_t)review->chart->shot_count - before;
    return status;
}
