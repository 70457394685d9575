/**
 * @file
 * The allocator: the source of the library's memory.
 *
 * It is set where a fleet is made: in ::bship_fleet_options, also for bship_rules_parse(), or in
 * ::bship_record_options if a record is read, which makes its fleet. Rules made from the fleet, and
 * all objects made from the rules, inherit it: a record that is made from rules, too, whose options
 * must therefore have none.
 */
#ifndef BATTLESHIP_MEMORY_H
#define BATTLESHIP_MEMORY_H

#include <stddef.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/**
 * An allocator: three functions and their data. Frozen: it will never grow.
 *
 * Either all three functions are set, or none is, which selects those of the C library.
 * They may be called from any thread that uses an object made with them, and must return
 * memory aligned for any type. `user` is passed to each call.
 */
typedef struct bship_allocator {
    /** Returns `size` bytes (never 0), or NULL. Optional, as all three are. */
    void *(*alloc)(size_t size, void *user);
    /** Resizes a block of `old_size` bytes (never NULL, never to 0), or returns NULL and leaves it
        unchanged. Optional. */
    void *(*realloc)(void *block, size_t old_size, size_t new_size, void *user);
    /** Frees a block (never NULL) of `size` bytes. Optional. */
    void (*free)(void *block, size_t size, void *user);
    /** Any data of the caller's; must outlive every object made with the allocator. */
    void *user;
} bship_allocator;

/** The C library's allocator. */
#define BSHIP_ALLOCATOR_INIT                                                                       \
    {                                                                                              \
        NULL, NULL, NULL, NULL                                                                     \
    }

BSHIP_END_DECLS

#endif
