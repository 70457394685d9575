/*
 * Why bots lost games, counted: one line a reason. Any number of threads may count at a time.
 */
#ifndef PROGRAMS_ENGINE_FAULTS_H
#define PROGRAMS_ENGINE_FAULTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FAULT_REASON_SIZE = 128,
    FAULT_DETAIL_SIZE = 192,
    FAULTS_MAX = 32 /* different reasons; the last one takes all others */
};

/* A reason, as in "the bot ...", and what it was the first time: a line, perhaps; "" if nothing. */
struct fault {
    char reason[FAULT_REASON_SIZE];
    char detail[FAULT_DETAIL_SIZE];
    bool loses; /* whether it loses a game */
    int64_t count;
};

struct faults {
    pthread_mutex_t lock;
    struct fault items[FAULTS_MAX];
    size_t count;
};

/* Begins with none; false: out of memory. */
bool faults_init(struct faults *faults);

void faults_clear(struct faults *faults);

/* Counts a fault, whose own count is ignored. */
void faults_add(struct faults *faults, const struct fault *fault);

#endif
