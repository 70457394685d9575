/*
 * Several processes that play one study: the ranks of a job of MPI, started by mpirun.
 *
 * All ranks do the same, step by step, except that each plays a share of the games. After each part
 * every rank has the results of all, so all decide alike; only the first one prints and writes
 * files. A rank that fails says so when the others wait for it: all of them end. One that is lost
 * ends the job.
 *
 * Without MPI, and when the program was not started by mpirun, there is one rank.
 */
#ifndef PROGRAMS_SIMULATION_CLUSTER_H
#define PROGRAMS_SIMULATION_CLUSTER_H

#include "simulation/play.h"

/*
 * Joins the other ranks; to be called first. From then on, all ranks but the first print nothing,
 * except while they play. Returns an exit code: that of a refusal if mpirun started several
 * processes of a program that was built without MPI.
 */
int cluster_join(void);

/* The number of ranks, and that of this one, from 0. */
int cluster_size(void);
int cluster_rank(void);

/*
 * The gravest of the exit codes of all ranks, which reach this together. After a failure they take
 * no further steps together.
 */
int cluster_agree(int code);

/* Gives the number of the first rank to all. */
int64_t cluster_choose(int64_t number);

/*
 * Gives the results of the first rank to all, whose own have no games yet, unless one of them has
 * failed. Returns the gravest of their exit codes.
 */
int cluster_give(int code, struct results *results);

/*
 * Plays a part as simulation_play() does, all ranks together, each a block of it that its listener
 * follows. Adds the games of all to the results of every rank. If the part is interrupted, its
 * games have gaps: those that were finished and are in no series are added to `partial` of every
 * rank, and to no results.
 */
int cluster_play(const struct simulation *simulation, const struct part *part,
                 struct results *partial);

/*
 * Leaves the other ranks; to be called last. Returns the exit code of all: the gravest of theirs.
 */
int cluster_leave(int code);

#endif
