/* What the library formats, in memory of its own: to be freed; NULL if out of memory. */
#ifndef PROGRAMS_COMMON_FORMATTED_H
#define PROGRAMS_COMMON_FORMATTED_H

#include <battleship/experimental/habits.h>
#include <battleship/record.h>
#include <battleship/rules.h>

char *formatted_rules(const bship_rules *rules);
char *formatted_record(const bship_record *record);
char *formatted_habits(const bship_habits *habits);

#endif
