/* The question before a game is left in which no shot was fired yet; see leaving.h. */
#include "battleship/lines/leaving.h"

#include "battleship/lines/front.h"
#include "battleship/talk/leaving.h"

int plain_leave(struct plain *plain, int32_t side)
{
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    switch (leaving_ask(&front, &plain->keeping, &plain->session, side, false)) {
    case OUTCOME_BACK:
        return OUTCOME_DONE;
    case OUTCOME_INTERRUPTED:
        return OUTCOME_INTERRUPTED;
    case OUTCOME_CLOSED:
        return lines.outcome;
    default:
        return OUTCOME_QUIT;
    }
}
