/*
 * soak OPERATIONS THREADS FILE...: makes so many calls of the API, in sequences as sequence.c reads
 * them: of random bytes, and of the files with some bytes replaced. Now and then each thread plays
 * a match of its own in two threads, and again in one. The bytes come from seeds, so that every run
 * is the same. After a million calls or more, memory must be as large as after a tenth of them.
 *
 * Prints the calls, the sequences, the matches, and the memory at both times.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <battleship/battleship.h>

#include "fuzz.h"

enum {
    THREADS_MAX = 16,
    FILES_MAX = 16,
    INPUT_SIZE = 512,     /* enough for all calls of a sequence */
    MATCH_INTERVAL = 500, /* sequences from match to match */
    REPLACED_MAX = 16     /* bytes of a file */
};

/* The memory that a process may grow by after a tenth of its calls: allocators keep free blocks of
 * each size, which come up by chance. Of ten million calls, a block of 32 bytes lost in each
 * sequence is more. */
static const long growth_max = 8L << 20;

/* From how many calls on that is checked: before, sanitizers still collect what was freed. */
static const int64_t growth_calls = 1000000;

struct input {
    uint8_t bytes[INPUT_SIZE];
    size_t size;
};

/* What a thread does, and has done. */
struct worker {
    pthread_t thread;
    uint64_t seed;
    int64_t operations; /* to make */
    const struct input *files;
    size_t file_count;
    int64_t made, sequences, matches;
    long early; /* the memory after a tenth */
};

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "soak: %s\n", what);
    abort();
}

/* The memory of the process, in bytes; 0 where Linux's file is missing. */
static long resident_memory(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static void load(const char *name, struct input *input)
{
    FILE *file = fopen(name, "rb");
    must(file != NULL, name);
    input->size = fread(input->bytes, 1, sizeof input->bytes, file);
    fclose(file);
}

/* Random bytes, or those of a file of which some are replaced. */
static void fill(struct input *input, const struct worker *worker, bship_rng *rng)
{
    size_t replaced = (size_t)bship_rng_below(rng, REPLACED_MAX);
    if (bship_rng_below(rng, 2) && worker->file_count > 0) {
        *input = worker->files[bship_rng_below(rng, worker->file_count)];
    } else {
        input->size = replaced = INPUT_SIZE;
    }
    for (size_t i = 0; i < replaced && input->size > 0; i++) {
        size_t at = replaced == INPUT_SIZE ? i : (size_t)bship_rng_below(rng, input->size);
        input->bytes[at] = (uint8_t)bship_rng_below(rng, 256);
    }
}

/* Adds the shots of a game to a sum, by its number: rows come in any order of threads. */
static int32_t add_row(const bship_match_row *row, void *user)
{
    uint64_t *sum = user;
    *sum += (uint64_t)row->shots * (uint64_t)(row->game + 1);
    return 0;
}

static uint64_t play(const bship_rules *rules, uint64_t seed, int32_t threads)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match *match = NULL;
    uint64_t sum = 0;
    options.games = 8;
    options.seed = seed;
    options.threads = threads;
    must(!bship_match_new(&match, rules, &options, NULL), "no match");
    must(!bship_match_add(match, "hunt", NULL, NULL), "no hunt");
    must(!bship_match_add(match, "density", NULL, NULL), "no density");
    must(!bship_match_run(match, add_row, &sum, NULL), "a match fails");
    bship_match_free(match);
    return sum;
}

static void play_matches(uint64_t seed)
{
    static const char text[] = "board 5x5\nfleet 3 2\n";
    bship_rules *rules = NULL;
    must(!bship_rules_parse(&rules, text, strlen(text), NULL, NULL), "no rules");
    must(play(rules, seed, 2) == play(rules, seed, 1), "two threads play other games than one");
    bship_rules_unref(rules);
}

static void *work(void *user)
{
    struct worker *worker = user;
    sequence_calls = 0;
    while (sequence_calls < worker->operations) {
        bship_rng rng;
        struct input input;
        bship_rng_seed(&rng, worker->seed, BSHIP_RNG_PURPOSE_USER, (uint64_t)worker->sequences);
        fill(&input, worker, &rng);
        LLVMFuzzerTestOneInput(input.bytes, input.size);
        if (++worker->sequences % MATCH_INTERVAL == 0) {
            play_matches((uint64_t)worker->sequences);
            worker->matches += 2;
        }
        if (worker->early == 0 && sequence_calls >= worker->operations / 10)
            worker->early = resident_memory();
    }
    worker->made = sequence_calls;
    return NULL;
}

int main(int argc, char **argv)
{
    static struct input files[FILES_MAX];
    struct worker workers[THREADS_MAX] = { { 0 } }, sum = { 0 };
    int64_t operations = argc > 2 ? strtoll(argv[1], NULL, 10) : 0;
    size_t threads = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    size_t count = argc > 3 ? (size_t)argc - 3 : 0;

    must(operations > 0 && threads > 0 && threads <= THREADS_MAX && count <= FILES_MAX,
         "expected OPERATIONS THREADS FILE...");
    for (size_t i = 0; i < count; i++)
        load(argv[i + 3], &files[i]);
    for (size_t i = 0; i < threads; i++) {
        workers[i] = (struct worker){ .seed = i,
                                      .operations = operations / (int64_t)threads + 1,
                                      .files = files,
                                      .file_count = count };
        must(!pthread_create(&workers[i].thread, NULL, work, &workers[i]), "no thread");
    }
    for (size_t i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, NULL);
        sum.made += workers[i].made;
        sum.sequences += workers[i].sequences;
        sum.matches += workers[i].matches;
        sum.early = workers[i].early > sum.early ? workers[i].early : sum.early;
    }
    long late = resident_memory();
    printf("%" PRId64 " operations, %" PRId64 " sequences, %" PRId64
           " matches, memory %ld then %ld KiB\n",
           sum.made, sum.sequences, sum.matches, sum.early >> 10, late >> 10);
    must(operations < growth_calls || late <= sum.early + growth_max, "memory has grown");
    return EXIT_SUCCESS;
}
