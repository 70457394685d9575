/* What comes after a part of the program; see next.h. */
#include "battleship/screen/next.h"

#include "battleship/talk/front.h"

enum next next_after_dialog(int answer)
{
    return answer == ANSWER_CLOSED        ? NEXT_CLOSED
           : answer == ANSWER_INTERRUPTED ? NEXT_QUIT
                                          : NEXT_MENU;
}
