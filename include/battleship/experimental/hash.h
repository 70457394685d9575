/**
 * @file
 * A hash of what a chart was told.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_HASH_H
#define BATTLESHIP_EXPERIMENTAL_HASH_H

#include <stdint.h>

#include <battleship/chart.h>
#include <battleship/experimental/epoch.h>
#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/**
 * A 64-bit hash of the first turns of the log: equal logs have equal hashes, different
 * logs different ones except for accidental collisions. Stable within a version of the
 * library.
 *
 * @param chart the chart
 * @param turns how many turns
 * @return the hash; 0 if there are fewer turns.
 */
BSHIP_API uint64_t bship_chart_hash(const bship_chart *chart, int64_t turns);

BSHIP_END_DECLS

#endif
