/*
 * Usages: the ships that have been placed, as one integer in mixed radix. Digit k is the number of
 * ships of class k, from 0 to the size of the class, with place value `step`; one more ship adds
 * `step`. The longest ships have the highest place values, because then the usages that occur with
 * a profile lie close together. Class 0 stands for "no ship"; the classes of the evidence follow
 * from 1 on.
 */
#ifndef BSI_INFERENCE_FRONTIER_USAGE_H
#define BSI_INFERENCE_FRONTIER_USAGE_H

#include "base/array.h"
#include "base/bits.h"
#include "inference/evidence.h"

enum {
    BSI_USAGES_MAX = UINT16_MAX
};

typedef struct bsi_usage_class {
    uint32_t step;
    const uint64_t *leaving;  /* the set of usages that leave a ship of the class */
    const uint16_t *run_ends; /* by usage: where its run, of elements or of others, ends */
} bsi_usage_class;

/* The usages of a range from which an edge can be followed: those that leave a ship of its class.
 */
typedef struct bsi_usage_set {
    const bsi_usage_class *class;
    uint32_t begin;
    uint32_t end;
} bsi_usage_set;

typedef struct bsi_usages {
    uint32_t count; /* of usages; the last one is the whole fleet */
    size_t words;   /* of a set of usages */
    BSI_ARRAY(bsi_usage_class) classes;
    BSI_ARRAY(uint16_t) run_ends; /* by class, as is the next one */
    BSI_ARRAY(uint64_t) leaving;
} bsi_usages;

/* The number of usages of the classes of an evidence; 0 if there are too many. */
uint32_t bsi_usages_count(const bsi_evidence *evidence);

/* Builds the tables for the classes of an evidence: OK, UNSUPPORTED, WORK_LIMIT or MEMORY. */
bship_status bsi_usages_read(bsi_usages *usages, const bsi_evidence *evidence,
                             const bship_allocator *allocator);

void bsi_usages_free(bsi_usages *usages, const bship_allocator *allocator);

#endif
