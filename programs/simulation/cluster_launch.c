/* What launchers of MPI jobs say; see cluster_launch.h. */
#include "simulation/cluster_launch.h"

#include <stddef.h>
#include <stdlib.h>

/* The variables of a launcher; NULL if it has none for the number of processes. */
static const struct {
    const char *size;
    const char *rank;
} launchers[] = {
    { "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK" }, /* Open MPI */
    { "PMI_SIZE", "PMI_RANK" },                         /* MPICH, Intel MPI, Slurm */
    { NULL, "PMIX_RANK" },                              /* Slurm with PMIx */
};

enum {
    LAUNCHERS = sizeof launchers / sizeof launchers[0]
};

/* The launcher that started this process; LAUNCHERS if none did. */
static int find_launcher(void)
{
    int launcher = 0;
    while (launcher < LAUNCHERS && !getenv(launchers[launcher].rank))
        launcher++;
    return launcher;
}

static int read_number(const char *variable)
{
    const char *text = variable ? getenv(variable) : NULL;
    return text ? atoi(text) : 0;
}

int launch_size(void)
{
    int launcher = find_launcher();
    return launcher < LAUNCHERS ? read_number(launchers[launcher].size) : 1;
}

int launch_rank(void)
{
    int launcher = find_launcher();
    return launcher < LAUNCHERS ? read_number(launchers[launcher].rank) : 0;
}
