/* Several ranks by MPI; see cluster.h. */
#include "simulation/cluster.h"

#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/text.h"
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

/* ---- texts ---- */

/* Makes room in an empty text; false: out of memory, or more than a message of MPI holds. */
static bool text_reserve(struct text *text, size_t length)
{
    char *bytes = length < INT_MAX ? malloc(length + 1) : NULL;
    if (bytes == NULL)
        return false;
    bytes[length] = '\0';
    *text = (struct text){ bytes, length, length + 1 };
    return true;
}

/* What is sent of results: empty, which are none, if there is no memory, or more than a message of
 * MPI holds. */
static struct text text_of(const struct results *results)
{
    struct text text = { NULL, 0, 0 };
    text.bytes = results_write(results, &text.length);
    text.capacity = text.length + 1;
    if (text.bytes == NULL || text.length >= INT_MAX)
        text_clear(&text);
    return text;
}

static void text_send(const struct text *text, int to)
{
    MPI_Send(text->bytes, (int)text->length, MPI_CHAR, to, 0, MPI_COMM_WORLD);
}

/* The sender waits until its text is taken: without memory for that, the job cannot go on. */
static struct text text_receive(int from)
{
    struct text text = { NULL, 0, 0 };
    MPI_Status status;
    int length = 0;
    MPI_Probe(from, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &length);
    if (!text_reserve(&text, (size_t)length)) {
        MPI_Abort(MPI_COMM_WORLD, fail_memory());
    }
    MPI_Recv(text.bytes, length, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return text;
}

/* Gives the text of the first rank to all, unless one has failed; those of the others are empty. */
static int give_text(int code, struct text *text)
{
    unsigned long long length = text->length;
    code = cluster_agree(code);
    if (code != EXIT_FINE)
        return code;
    MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
    if (cluster.rank > 0 && !text_reserve(text, (size_t)length))
        code = EXIT_RUNTIME;
    code = cluster_agree(code);
    if (code == EXIT_FINE)
        MPI_Bcast(text->bytes, (int)length, MPI_CHAR, 0, MPI_COMM_WORLD);
    return code;
}

/* ---- results ---- */

/* Adds the results in a text. */
static int merge_text(struct results *results, const struct text *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    return check_status("results of another rank",
                        results_read(results, text->bytes, text->length, &error));
}

/*
 * Adds up the results of all ranks in those of the first one, along a binomial tree: in each of its
 * levels half of the ranks that are left send what they have, and are done.
 */
static int reduce(struct results *results)
{
    int code = EXIT_FINE;
    for (int distance = 1; distance < cluster.size; distance *= 2) {
        struct text text;
        if (cluster.rank % (2 * distance) != 0) {
            text = text_of(results);
            text_send(&text, cluster.rank - distance);
            text_clear(&text);
            return code;
        }
        if (cluster.rank + distance < cluster.size) {
            text = text_receive(cluster.rank + distance);
            code = code == EXIT_FINE ? merge_text(results, &text) : code;
            text_clear(&text);
        }
    }
    return code;
}

/* Adds the results that the first rank has in `from` to those of all, unless one has failed. */
static int give(int code, const struct results *from, struct results *to)
{
    struct text text = { NULL, 0, 0 };
    if (cluster.rank == 0 && code == EXIT_FINE) {
        text = text_of(from);
        code = text.length > 0 ? EXIT_FINE : EXIT_RUNTIME;
    }
    code = give_text(code, &text);
    if (to != NULL && code == EXIT_FINE)
        code = merge_text(to, &text);
    text_clear(&text);
    return code;
}

int cluster_give(int code, struct results *results)
{
    if (cluster.size == 1)
        return code;
    return give(code, results, cluster.rank > 0 ? results : NULL);
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

/* Adds up what the ranks have played of a part that was interrupted. */
static int add_partial(struct results *own, struct results *partial)
{
    int code = reduce(own);
    if (code == EXIT_FINE && cluster.rank == 0)
        code = check_status("results of another rank", results_merge(partial, own));
    return cluster_agree(code == EXIT_FINE ? EXIT_INTERRUPTED : code);
}

static int play_together(const struct simulation *simulation, const struct part *part,
                         struct results *partial)
{
    struct results *own = NULL;
    int played = part_make_results(&own, part->results);
    if (played == EXIT_FINE)
        played = play_block(simulation, part, own);
    played = cluster_agree(played);
    if (played == EXIT_FINE)
        played = cluster_agree(give(reduce(own), own, part->results));
    else if (played == EXIT_INTERRUPTED && simulation->plan->series == 0)
        played = add_partial(own, partial);
    results_free(own);
    return played;
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
