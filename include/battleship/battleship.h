/**
 * @file
 * The whole library in one include, but for what is experimental.
 *
 * | header | what it declares |
 * |---|---|
 * | status.h | the result of a call, and the details of a failure |
 * | enumeration.h | the names and texts of enumerations |
 * | memory.h | the allocator |
 * | random.h | streams of random numbers |
 * | geometry.h | cells and placements |
 * | fleet.h | the list of ships of each side |
 * | rules.h | board, fleet and the rules with keywords |
 * | board.h | the grid of one side, with its ships |
 * | chart.h | the tracking grid: what is known of the other's board |
 * | posterior.h | the probability distribution over layouts, given a chart |
 * | sampler.h | random layouts |
 * | ai.h | strategies and the AIs that play them |
 * | game.h | two sides that take turns |
 * | notation.h | shots and reports as text |
 * | record.h | games and positions as text |
 * | match.h | many games, and their means |
 * | limits.h | the constants of the headers, and where the fields of their structs are |
 * | version.h | the version of the library |
 *
 * It does not include what may change in any minor version (battleship/experimental/epoch.h):
 *
 * | experimental header | what it declares |
 * |---|---|
 * | experimental/batch.h | many games of one side in lockstep, many posteriors |
 * | experimental/layouts.h | many layouts as arrays |
 * | experimental/question.h | what answers to questions tell of layouts |
 * | experimental/placing.h | styles of laying a fleet |
 * | experimental/habits.h | what a player's layouts teach |
 * | experimental/search.h | the cells between which `search` decides |
 * | experimental/explain.h | why a posterior used a method |
 * | experimental/grid.h | a chart from a picture of a position |
 * | experimental/review.h | a game in hindsight: luck and the choice of cells |
 * | experimental/hash.h | a hash of what a chart was told |
 * | experimental/epoch.h | the version of these headers |
 */
#ifndef BATTLESHIP_BATTLESHIP_H
#define BATTLESHIP_BATTLESHIP_H

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/enumeration.h>
#include <battleship/export.h>
#include <battleship/fleet.h>
#include <battleship/game.h>
#include <battleship/geometry.h>
#include <battleship/limits.h>
#include <battleship/match.h>
#include <battleship/memory.h>
#include <battleship/notation.h>
#include <battleship/posterior.h>
#include <battleship/random.h>
#include <battleship/record.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>
#include <battleship/version.h>

#endif
