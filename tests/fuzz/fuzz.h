/* The function that a fuzzer calls, defined by each fuzz test. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How many calls this thread has made in sequences, which only sequence.c counts. */
extern _Thread_local int64_t sequence_calls;

#endif
