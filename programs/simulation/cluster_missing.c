/* One rank, for a program that is built without MPI; see cluster.h. */
#include "simulation/cluster.h"

#include "simulation/cluster_launch.h"

int cluster_join(void)
{
    if (launch_size() <= 1)
        return EXIT_FINE;
    if (launch_rank() == 0)
        fprintf(stderr,
                PROGRAM ": this program was built without MPI, so each of the %d processes would "
                        "play all games\n",
                launch_size());
    return EXIT_USAGE;
}

int cluster_size(void)
{
    return 1;
}

int cluster_rank(void)
{
    return 0;
}

int cluster_agree(int code)
{
    return code;
}

int64_t cluster_choose(int64_t number)
{
    return number;
}

int cluster_give(int code, struct results *results)
{
    (void)results;
    return code;
}

int cluster_play(const struct simulation *simulation, const struct part *part,
                 struct results *partial)
{
    (void)partial;
    return simulation_play(simulation, part);
}

int cluster_leave(int code)
{
    return code;
}
