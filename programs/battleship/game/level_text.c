/* The levels in words; see level_text.h. */
#include "battleship/game/level_text.h"

#include <stddef.h>

#include <battleship/ai.h>
#include <battleship/enumeration.h>

static const char *const texts[] = {
    [BSHIP_LEVEL_EASY] = "fires at random, then around its hits: 66 shots to sink a fleet",
    [BSHIP_LEVEL_MEDIUM] = "searches in a pattern, follows a ship to its ends: 51 shots",
    [BSHIP_LEVEL_HARD] = "counts where your ships still fit: 44 shots",
    [BSHIP_LEVEL_EXPERT] = "weighs every fleet you may have; can learn how you lay ships",
    [BSHIP_LEVEL_MASTER] = "the same, and considers what each shot leaves to be found",
};

enum {
    TEXTS = sizeof(texts) / sizeof(texts[0])
};

/* A level that is newer than these texts is described by the library. */
const char *level_text(int32_t level)
{
    if (level >= 0 && level < TEXTS && texts[level] != NULL)
        return texts[level];
    return bship_text(BSHIP_ENUM_LEVEL, level);
}
