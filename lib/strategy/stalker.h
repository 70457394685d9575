/* How the stalkers aim, for strategies that follow hits or hunt as they do; see stalker.c. */
#ifndef BSI_STRATEGY_STALKER_H
#define BSI_STRATEGY_STALKER_H

#include <stdint.h>

#include "strategy/draw.h"

/* The next target for the oldest unresolved hit that has one; 0: no hit has one. */
uint32_t bsi_stalker_follow(const bsi_view *view);

/* A random cell of the diagonals that every ship afloat crosses; if all of these are fired at, one
 * where a ship can be; else any unknown cell. */
uint32_t bsi_stalker_hunt(const bsi_view *view);

#endif
