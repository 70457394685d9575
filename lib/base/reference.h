/*
 * Reference counts. A plain pointer to an object holds a reference; a pointer to const is borrowed.
 * Objects are immutable except for their count, so a reference can be added through either.
 */
#ifndef BSI_BASE_REFERENCE_H
#define BSI_BASE_REFERENCE_H

#include <stdatomic.h>
#include <stdbool.h>

/* Adds a reference to an object that counts them in `references`; returns the object. */
static inline void *bsi_reference_add(const void *object, const atomic_int *references)
{
    atomic_fetch_add_explicit((atomic_int *)references, 1, memory_order_relaxed);
    return (void *)object;
}

/* Drops a reference; returns whether it was the last one. */
static inline bool bsi_reference_drop(atomic_int *references)
{
    return atomic_fetch_sub_explicit(references, 1, memory_order_acq_rel) == 1;
}

#endif
