/*
 * Usages: the ships that have been placed, as one integer in mixed radix. Digit k is the number of
 * ships of class k, from 0 to the size of the class, with place value `step`; one more ship adds
 * `step`. The longest ships have the highest place values, because then the usages that occur with
 * a profile lie close together. Class 0 stands for "no ship", with step 0; the classes of the
 * evidence are numbered from 1.
 */
#ifndef BSI_INFERENCE_FRONTIER_USAGE_H
#define BSI_INFERENCE_FRONTIER_USAGE_H

#include "base/array.h"
#include "base/bits.h"
#include "inference/evidence.h"

enum {
    BSI_USAGES_MAX = UINT16_MAX /* nodes store usages in 16 bits, to halve their size */
};

typedef struct bsi_usage_class {
    uint32_t step;
    const uint64_t *leaving; /* the set of usages that leave a ship of the class to be placed */
    /* By usage: the end of the longest run of consecutive usages from it on that are all in
     * `leaving`, or all not. */
    const uint16_t *run_ends;
} bsi_usage_class;

/* The usages of a range that leave a ship of a class. */
typedef struct bsi_usage_set {
    const bsi_usage_class *class;
    uint32_t begin;
    uint32_t end;
} bsi_usage_set;

typedef struct bsi_usages {
    uint32_t count; /* of usages; the last one is the whole fleet */
    size_t words;   /* of a set of usages */
    BSI_ARRAY(bsi_usage_class) classes;
    BSI_ARRAY(uint16_t) run_ends; /* the tables of all classes */
    BSI_ARRAY(uint64_t) leaving;  /* the sets of all classes */
} bsi_usages;

/* The number of usages of the classes of an evidence; 0 if there are too many. */
uint32_t bsi_usages_count(const bsi_evidence *evidence);

/* Builds the tables for the classes of an evidence: OK, UNSUPPORTED, WORK_LIMIT or MEMORY. */
bship_status bsi_usages_read(bsi_usages *usages, const bsi_evidence *evidence,
                             const bship_allocator *allocator);

void bsi_usages_free(bsi_usages *usages, const bship_allocator *allocator);

#endif
