/*
 * The decisions of a strategy in games with one seed, each made once.
 *
 * An AI is a function of its options, its seed and the log. So its games against all layouts are
 * the paths of one decision tree, in which many begin alike: the first shot is the same in all of
 * them. What is aimed at after a log is remembered by the hash of the log, and the AI is asked only
 * where no game has been before. Shots, and so all results but the speed, are those of the AI,
 * unless a work limit ends its analysis: then what it still knows of earlier positions counts too.
 * The default limits are generous where all layouts can be played; with smaller ones, ask the AI.
 *
 * All threads of a match share one table, and so do the matches of a run that follow each other:
 * they take over the AIs, too, with the positions that these have analysed. A table knows a log by
 * its 64-bit hash only: where the table is full, a log that it does not have is taken for another
 * one with a probability below 10^-12.
 */
#ifndef PROGRAMS_SIMULATION_DECISIONS_H
#define PROGRAMS_SIMULATION_DECISIONS_H

#include <battleship/battleship.h>

struct decisions;

/* Decisions of a strategy of the library, which outlives them; NULL: out of memory. */
struct decisions *decisions_new(const char *strategy, const bship_ai_options *options);

/* Frees them and their AIs, after the matches that ask them; NULL is none. */
void decisions_free(struct decisions *decisions);

/* What makes them a custom strategy, with the decisions as `user`: for solo matches with
 * `same_seed` alone. Salvos of several shots are not remembered. */
const bship_strategy_callbacks *decisions_callbacks(void);

#endif
