/* Several ranks by MPI; see cluster.h. */
#include "simulation/cluster.h"

#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

#include "simulation/cluster_launch.h"

/*
 * This process. The ranks take every step together, and begin it by cluster_agree(): so one that
 * fails between two steps is heard of by the others, and none waits for it.
 */
static struct {
    int size;
    int rank;
    int errors;  /* a descriptor of what stderr is while a rank may print; -1: none */
    int verdict; /* the exit code of a failure that ended the steps; else EXIT_FINE */
} cluster = { .size = 1, .errors = -1 };

/* ---- agreeing ---- */

/* The exit codes, from the lightest to the gravest. */
static const int codes[] = { EXIT_FINE, EXIT_INTERRUPTED, EXIT_USAGE, EXIT_RUNTIME };

enum {
    INTERRUPTED_GRADE = 1,
    GRAVEST_GRADE = 3
};

static int grade_of(int code)
{
    int grade = 0;
    while (grade < GRAVEST_GRADE && codes[grade] != code)
        grade++;
    return grade;
}

int cluster_agree(int code)
{
    int own = grade_of(code), gravest = own;
    if (cluster.verdict != EXIT_FINE)
        return cluster.verdict;
    if (cluster.size > 1)
        MPI_Allreduce(&own, &gravest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (gravest > INTERRUPTED_GRADE)
        cluster.verdict = codes[gravest];
    return codes[gravest];
}

/* ---- printing ---- */

/* Has a descriptor lead nowhere. */
static void silence(int descriptor)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0)
        return;
    dup2(nowhere, descriptor);
    close(nowhere);
}

/* Lets a rank other than the first print messages, or not. */
static void let_speak(bool may_speak)
{
    if (cluster.rank == 0 || cluster.errors < 0)
        return;
    fflush(stderr);
    if (may_speak)
        dup2(cluster.errors, STDERR_FILENO);
    else
        silence(STDERR_FILENO);
}

/* ---- joining and leaving ---- */

int cluster_join(void)
{
    int level = 0;
    if (launch_size() == 1)
        return EXIT_FINE;
    /* Other threads play, but only this one calls MPI. */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return EXIT_RUNTIME;
    MPI_Comm_size(MPI_COMM_WORLD, &cluster.size);
    MPI_Comm_rank(MPI_COMM_WORLD, &cluster.rank);
    if (cluster.rank > 0) {
        cluster.errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        silence(STDOUT_FILENO);
        let_speak(false);
    }
    return EXIT_FINE;
}

int cluster_size(void)
{
    return cluster.size;
}

int cluster_rank(void)
{
    return cluster.rank;
}

int cluster_leave(int code)
{
    int is_initialised = 0;
    code = cluster_agree(code);
    MPI_Initialized(&is_initialised);
    if (is_initialised)
        MPI_Finalize();
    return code;
}

/* ---- results ---- */

/* Gives a text to all other ranks. */
static int send_text(char *text, int length)
{
    MPI_Bcast(&length, 1, MPI_INT, cluster.rank, MPI_COMM_WORLD);
    MPI_Bcast(text, length, MPI_CHAR, cluster.rank, MPI_COMM_WORLD);
    return EXIT_FINE;
}

/*
 * Receives the results that a rank gives and adds them. The sender waits until its text is taken:
 * without memory for that, the job cannot go on.
 */
static int add_from(int rank, struct results *results)
{
    bship_error error = BSHIP_ERROR_INIT;
    int length = 0;
    MPI_Bcast(&length, 1, MPI_INT, rank, MPI_COMM_WORLD);
    char *text = malloc((size_t)length);
    if (!text)
        MPI_Abort(MPI_COMM_WORLD, fail_memory());
    MPI_Bcast(text, length, MPI_CHAR, rank, MPI_COMM_WORLD);
    int code = check_status("results of another rank",
                            results_read(results, text, (size_t)length, &error));
    free(text);
    return code;
}

/*
 * Adds the results of all other ranks to those of this one, unless one has failed. In turn each
 * rank gives the others what it had at first, as text: some kilobytes after each part.
 */
static int add_others(int code, struct results *results)
{
    size_t length = 0;
    char *own = results_write(results, &length);
    if (!own || length > INT_MAX) /* more than a message of MPI holds */
        code = fail_memory();
    code = cluster_agree(code);
    for (int rank = 0; rank < cluster.size && code == EXIT_FINE; rank++)
        code = cluster_agree(rank == cluster.rank ? send_text(own, (int)length)
                                                  : add_from(rank, results));
    free(own);
    return code;
}

int cluster_give(int code, struct results *results)
{
    return cluster.size > 1 ? add_others(code, results) : code;
}

int64_t cluster_choose(int64_t number)
{
    if (cluster.size > 1)
        MPI_Bcast(&number, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    return number;
}

/* ---- playing ---- */

/* The block of a part that a rank plays: series are not divided. */
static struct part block_of(const struct part *part, int32_t series)
{
    int64_t unit = series > 0 ? series : 1;
    int64_t units = (part->count + unit - 1) / unit;
    int64_t share = units / cluster.size, left = units % cluster.size;
    int64_t first = share * cluster.rank + (cluster.rank < left ? cluster.rank : left);
    int64_t end = (first + share + (cluster.rank < left)) * unit;
    struct part block = *part;
    end = end < part->count ? end : part->count;
    block.first = part->first + first * unit;
    block.count = first * unit < end ? end - first * unit : 0;
    return block;
}

static int play_block(const struct simulation *simulation, const struct part *part,
                      struct results *results)
{
    struct part block = block_of(part, simulation->plan->series);
    block.results = results;
    if (block.count == 0)
        return EXIT_FINE;
    return simulation_play(simulation, &block);
}

/* Adds up what the ranks have played, in the sum that each of them has. */
static int add_up(struct results *own, struct results *sum)
{
    int code = add_others(EXIT_FINE, own);
    if (code == EXIT_FINE)
        code = check_status("results", results_merge(sum, own));
    return cluster_agree(code);
}

static int play_together(const struct simulation *simulation, const struct part *part,
                         struct results *partial)
{
    struct results *own = NULL;
    int played = part_make_results(&own, part->results), added = EXIT_FINE;
    if (played == EXIT_FINE)
        played = play_block(simulation, part, own);
    played = cluster_agree(played);
    if (played == EXIT_FINE)
        added = add_up(own, part->results);
    else if (played == EXIT_INTERRUPTED && simulation->plan->series == 0)
        added = add_up(own, partial);
    results_free(own);
    return added == EXIT_FINE ? played : added;
}

int cluster_play(const struct simulation *simulation, const struct part *part,
                 struct results *partial)
{
    if (cluster.size == 1)
        return simulation_play(simulation, part);
    let_speak(true);
    int result = play_together(simulation, part, partial);
    let_speak(false);
    return result;
}
