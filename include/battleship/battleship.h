/**
 * @file
 * The whole library in one include.
 *
 * | header | what it declares |
 * |---|---|
 * | status.h | what calls answer, and the details of a failure |
 * | memory.h | where memory comes from |
 * | random.h | streams of random numbers |
 * | geometry.h | cells and placements |
 * | fleet.h | the ships of a side |
 * | rules.h | board, fleet and conventions |
 * | board.h | one's own waters |
 * | chart.h | what is known of the other's waters |
 * | posterior.h | exact analysis of a chart |
 * | sampler.h | random layouts |
 * | ai.h | opponents |
 * | game.h | turns |
 * | record.h | games and positions as text |
 * | match.h | many games, and their statistics |
 * | version.h | which version this is |
 */
#ifndef BATTLESHIP_BATTLESHIP_H
#define BATTLESHIP_BATTLESHIP_H

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/export.h>
#include <battleship/fleet.h>
#include <battleship/game.h>
#include <battleship/geometry.h>
#include <battleship/match.h>
#include <battleship/memory.h>
#include <battleship/posterior.h>
#include <battleship/random.h>
#include <battleship/record.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>
#include <battleship/version.h>

#endif
