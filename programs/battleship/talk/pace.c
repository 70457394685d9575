/* How fast a game is watched, or a replay plays; see pace.h. */
#include "battleship/talk/pace.h"

#include "common/format.h"
#include "common/process.h"

/* Seconds between two turns. */
static const double delays[PACE_SPEEDS] = { 2, 1, 0.5, 0.2, 0.05, 0 };

void pace_begin(struct pace *pace)
{
    pace->next = seconds_now() + delays[pace->speed];
}

void pace_change(struct pace *pace, int32_t by)
{
    int32_t speed = pace->speed + by;
    if (speed >= 0 && speed < PACE_SPEEDS)
        pace->speed = speed;
    pace_begin(pace);
}

bool pace_is_due(const struct pace *pace)
{
    return seconds_now() >= pace->next;
}

int pace_milliseconds(const struct pace *pace)
{
    double left = (pace->next - seconds_now()) * 1000;
    return left > 0 ? (int)left + 1 : 0;
}

void pace_say(const struct pace *pace, char *text, size_t size)
{
    format_sentence(text, size, "Speed %d of %d.", (int)pace->speed + 1, PACE_SPEEDS);
}
