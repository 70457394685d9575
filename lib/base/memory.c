/* The default allocator, overflow-checked allocation and memory budgets; see memory.h. */
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *default_alloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void *default_realloc(void *block, size_t old_size, size_t new_size, void *user)
{
    (void)old_size;
    (void)user;
    return realloc(block, new_size);
}

static void default_free(void *block, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(block);
}

bship_status bsi_allocator_read(bship_allocator *out, const bship_allocator *given)
{
    if (!given->alloc && !given->realloc && !given->free) {
        *out = (bship_allocator){ default_alloc, default_realloc, default_free, NULL };
        return BSHIP_OK;
    }
    if (!given->alloc || !given->realloc || !given->free)
        return BSHIP_ERROR_ARGUMENT;
    *out = *given;
    return BSHIP_OK;
}

void *bsi_alloc(const bship_allocator *allocator, size_t count, size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size)
        return NULL;
    void *block = allocator->alloc(count * size, allocator->user);
    if (block)
        memset(block, 0, count * size);
    return block;
}

void *bsi_grow(const bship_allocator *allocator, void *block, size_t old_count, size_t count,
               size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size)
        return NULL;
    if (!block)
        return allocator->alloc(count * size, allocator->user);
    return allocator->realloc(block, old_count * size, count * size, allocator->user);
}

void bsi_free(const bship_allocator *allocator, void *block, size_t count, size_t size)
{
    if (block)
        allocator->free(block, count * size, allocator->user);
}

/* ---- budgets ---- */

/* Whether a budget has room for a block. If not, sets `is_reached`. */
static bool has_room(bsi_memory_budget *budget, size_t size)
{
    budget->is_reached |= size > budget->left;
    return size <= budget->left;
}

static void *budget_alloc(size_t size, void *user)
{
    bsi_memory_budget *budget = user;
    if (!has_room(budget, size))
        return NULL;
    void *block = budget->lender.alloc(size, budget->lender.user);
    budget->left -= block ? size : 0;
    return block;
}

/* Both blocks may exist at the same time, so the budget must have room for both. */
static void *budget_realloc(void *block, size_t old_size, size_t new_size, void *user)
{
    bsi_memory_budget *budget = user;
    if (!has_room(budget, new_size))
        return NULL;
    void *moved = budget->lender.realloc(block, old_size, new_size, budget->lender.user);
    if (moved)
        budget->left = budget->left + old_size - new_size;
    return moved;
}

static void budget_free(void *block, size_t size, void *user)
{
    bsi_memory_budget *budget = user;
    budget->left += size;
    budget->lender.free(block, size, budget->lender.user);
}

bship_allocator bsi_memory_budget_allocator(bsi_memory_budget *budget)
{
    return (bship_allocator){ budget_alloc, budget_realloc, budget_free, budget };
}

bship_status bsi_memory_budget_spend(bsi_memory_budget *budget, uint64_t bytes)
{
    if (bytes > budget->left)
        return BSHIP_ERROR_MEMORY;
    budget->left -= bytes;
    return BSHIP_OK;
}
