/*
 * replay FILE...: runs a fuzz body on files, and on mutations of each, without a fuzzer. The
 * mutations come from a seed, so that every run is the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/random.h>

#include "fuzz.h"

enum {
    MUTATIONS = 100, /* of each file */
    BYTES_MAX = 1 << 20
};

/* Pieces of records and habits that mutations insert in wrong places. */
static const char *const pieces[] = {
    "\n",
    "\r\n",
    "#",
    "\"",
    ",",
    ":",
    "\xff",
    "\t",
    "a ",
    "b ",
    "a A1 hit\n",
    "hit",
    "sunk 2",
    " A1 right",
    "wasted",
    "miss",
    " 0 hits",
    "result a\n",
    "began b\n",
    "x-note\n",
    "1024",
    "contact none\n",
    "reveal-ship yes\n",
    "head-start 2\n",
    "AMJ1024",
    "a ship 2 A1 right\n",
    "turn salvo 3\n",
    "disclosure every-hit\n",
    "fleet 1\n",
    "layout 0 1 A1 right\n",
    "half-life 5\n",
    "end\n",
};

static uint64_t below(bship_rng *rng, uint64_t bound)
{
    return bship_rng_below(rng, bound);
}

/* Replaces some bytes by a piece. */
static size_t replace(uint8_t *data, size_t size, size_t at, size_t bytes, const void *piece,
                      size_t piece_size)
{
    if (size - bytes + piece_size > BYTES_MAX)
        return size;
    memmove(data + at + piece_size, data + at + bytes, size - at - bytes);
    memcpy(data + at, piece, piece_size);
    return size - bytes + piece_size;
}

/* The start of the line after a place. */
static size_t line_after(const uint8_t *data, size_t size, size_t at)
{
    const uint8_t *newline = memchr(data + at, '\n', size - at);
    return newline ? (size_t)(newline - data) + 1 : size;
}

/* Duplicates or removes the line that follows a place. */
static size_t change_line(uint8_t *data, size_t size, size_t at, int doubles)
{
    uint8_t line[512];
    size_t begin = line_after(data, size, at), end = line_after(data, size, begin);
    size_t bytes = end - begin < sizeof line ? end - begin : sizeof line;
    memcpy(line, data + begin, bytes);
    return replace(data, size, begin, doubles ? 0 : bytes, line, doubles ? bytes : 0);
}

static size_t mutate(uint8_t *data, size_t size, bship_rng *rng)
{
    size_t at = (size_t)below(rng, size + 1), left = size - at;
    const char *piece = pieces[below(rng, sizeof pieces / sizeof *pieces)];
    size_t bytes = left < 8 ? left : (size_t)below(rng, 8);
    uint8_t digit = (uint8_t)('0' + below(rng, 10));

    switch (below(rng, 6)) {
    case 0:
        return replace(data, size, at, 0, piece, strlen(piece));
    case 1:
        return replace(data, size, at, bytes, piece, strlen(piece));
    case 2:
        return replace(data, size, at, bytes, piece, 0);
    case 3:
        return replace(data, size, at, left > 0, &digit, 1);
    default:
        return change_line(data, size, at, (int)below(rng, 2));
    }
}

static size_t load(const char *name, uint8_t *data)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(EXIT_FAILURE);
    }
    size_t size = fread(data, 1, BYTES_MAX, file);
    fclose(file);
    return size;
}

int main(int argc, char **argv)
{
    uint8_t *seed = malloc(BYTES_MAX), *data = malloc(BYTES_MAX);
    long runs = 0;

    for (int i = 1; i < argc && seed && data; i++) {
        size_t size = load(argv[i], seed);
        for (uint64_t mutation = 0; mutation <= MUTATIONS; mutation++, runs++) {
            bship_rng rng;
            size_t changed = size;
            memcpy(data, seed, size);
            bship_rng_seed(&rng, mutation, BSHIP_RNG_PURPOSE_USER, (uint64_t)i);
            for (uint64_t steps = mutation ? 1 + below(&rng, 4) : 0; steps > 0; steps--)
                changed = mutate(data, changed, &rng);
            /* In a separate block, the sanitizers see reads past its end. */
            uint8_t *exact = malloc(changed ? changed : 1);
            if (!exact)
                return EXIT_FAILURE;
            memcpy(exact, data, changed);
            LLVMFuzzerTestOneInput(exact, changed);
            free(exact);
        }
    }
    free(seed);
    free(data);
    printf("%ld inputs\n", runs);
    return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
