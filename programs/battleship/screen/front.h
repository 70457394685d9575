/* Questions and pages on the full screen: see talk/front.h. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_FRONT_H
#define PROGRAMS_BATTLESHIP_SCREEN_FRONT_H

#include "battleship/screen/dialog.h"
#include "battleship/talk/front.h"

/* Dialogues over a backdrop as a front. What they answer is an enum dialog_result, too. */
struct front screen_front(const struct backdrop *backdrop);

#endif
