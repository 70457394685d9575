/* How many processes a launcher of MPI jobs, such as mpirun, says that it started. */
#ifndef PROGRAMS_SIMULATION_CLUSTER_LAUNCH_H
#define PROGRAMS_SIMULATION_CLUSTER_LAUNCH_H

/*
 * The number of processes of the job, 0 if a launcher does not say it, 1 if there is no launcher;
 * and the number of this process among them, from 0.
 */
int launch_size(void);
int launch_rank(void);

#endif
