/* The question before a game is left in which no shot was fired yet; see leaving.h. */
#include "battleship/lines/leaving.h"

#include "battleship/lines/front.h"
#include "battleship/talk/leaving.h"

enum plain_state plain_leave(struct plain *plain, int32_t side)
{
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    switch (leaving_ask(&front, &plain->keeping, &plain->session, side, false)) {
    case LEAVING_BACK:
        return PLAIN_GOES_ON;
    case LEAVING_INTERRUPTED:
        return PLAIN_INTERRUPTED;
    case LEAVING_CLOSED:
        return lines.state;
    default:
        return PLAIN_LEFT;
    }
}
