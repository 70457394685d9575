/*
 * What is owed: how the ships can add up to what totals of salvos told.
 *
 * The ships are laid in a fixed order. What those from some ship on still have to add is a
 * *debt*; it becomes another when that ship *pays* by a placement of some group. All debts that
 * can be come to, and paid off, are listed here, with the weight of all the ways to do it - which
 * may make ships meet, so some are no layouts. But no layout is missing, which serves three
 * times: a search for layouts never enters a branch that does not add up; its cost is known
 * beforehand; and a draw of a way, each by its weight, is one of all layouts if no ships meet.
 */
#ifndef BSHIP_INFERENCE_LEDGER_H
#define BSHIP_INFERENCE_LEDGER_H

#include "inference/tally.h"
#include "inference/totals.h"
#include "inference/waters.h"

typedef struct bship_internal_debt {
    bship_internal_sum owed;
    double ways;       /* how many there are to pay; 0: it cannot be paid */
    double weight;     /* of all these, over 2^exponent */
    double paths;      /* how many ways to lay ships come to it, about; 0: none */
    uint32_t payments; /* the first one */
    uint32_t payments_end;
    uint32_t depth; /* how many ships are laid */
} bship_internal_debt;

typedef struct bship_internal_payment {
    double sum;     /* of the weights of the ways by this payment and those before it */
    uint32_t group; /* which pays */
    uint32_t next;  /* the debt that is left */
} bship_internal_payment;

/* A layout in the making. */
typedef struct bship_internal_walker {
    double weight;
    uint32_t debt;
} bship_internal_walker;

/* How many walk together. */
enum {
    BSHIP_INTERNAL_WALKERS = 256
};

typedef struct bship_internal_ledger {
    bship_internal_totals totals;
    int32_t *kinds;        /* by depth: of the ship to be laid; those of a kind together */
    uint32_t *debts_begin; /* by depth: its debts in the list of all */
    uint32_t *debts_end;
    bship_internal_array debts;    /* bship_internal_debt */
    bship_internal_array payments; /* bship_internal_payment */
    uint32_t *table;               /* of debts by depth and what is owed: numbers plus 1, or 0 */
    size_t table_size;             /* a power of two, or 0 */
    int64_t exponent;
    uint32_t root;         /* the debt of all ships */
    double steps;          /* that going through all layouts takes at most, about */
    double covering_steps; /* the same of all ways to cover hits: without ships that add nothing */
    /* Work space. */
    bship_internal_waters waters;   /* where no ship is laid between calls */
    bship_internal_placement *laid; /* by depth */
    bship_internal_array numbers;   /* double: one for each placement */
    bship_internal_array options;   /* of a walker */
    bship_internal_array walkers;   /* bship_internal_walker */
    bship_internal_array trails;    /* bship_internal_placement, by walker and depth */
} bship_internal_ledger;

/* Takes the arrays from an arena, which must be zeroed; the lists come from an allocator. */
void bship_internal_ledger_layout(bship_internal_ledger *ledger,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena);
void bship_internal_ledger_clear(bship_internal_ledger *ledger);

/*
 * Lists all debts of what the totals have read: OK; CONTRADICTION if they cannot be paid;
 * WORK_LIMIT; CANCELLED; MEMORY.
 */
bship_status bship_internal_ledger_open(bship_internal_ledger *ledger,
                                        bship_internal_effort *effort);

/*
 * Counts the layouts one by one, into whole numbers or weights as the tally is: OK, though
 * rounding may leave nothing of the weights; CONTRADICTION; WORK_LIMIT; CANCELLED; MEMORY.
 */
bship_status bship_internal_ledger_count(bship_internal_ledger *ledger, bship_internal_tally *tally,
                                         bship_internal_effort *effort);

/* Whether there is any layout: the same, but ends at the first. */
bship_status bship_internal_ledger_check(bship_internal_ledger *ledger,
                                         bship_internal_effort *effort);

/*
 * Draws a way to pay, which is then in `laid`, with a probability in proportion to its weight;
 * returns 1, or 0 if ships meet. Adds the steps that it took.
 */
int bship_internal_ledger_draw(bship_internal_ledger *ledger, bship_rng *rng, int64_t *steps);

/*
 * Lets the walkers walk to layouts: OK, WORK_LIMIT or CANCELLED. Their weights, and their mean,
 * `*weight`, are like what draws return: in the mean, any layout weighs the same among them.
 * `*worth` is about the number of independent layouts they are worth. Needs room, which is made
 * once: OK or MEMORY.
 */
bship_status bship_internal_ledger_walk(bship_internal_ledger *ledger, bship_rng *rng,
                                        double *weight, double *worth,
                                        bship_internal_effort *effort);
bship_status bship_internal_ledger_make_room(bship_internal_ledger *ledger);
void bship_internal_ledger_clear_walkers(bship_internal_ledger *ledger);

/* The placements of a walker that came through, by depth. */
static inline const bship_internal_placement *bship_internal_ledger_trail(
    const bship_internal_ledger *ledger, size_t walker)
{
    size_t ships = (size_t)ledger->totals.evidence->rules->fleet->count;
    return (const bship_internal_placement *)ledger->trails.items + walker * ships;
}

/* In steps, about: to try a placement, and lay what fits; the last one; to keep a covering. */
enum {
    BSHIP_INTERNAL_COST_TRY = 20,
    BSHIP_INTERNAL_COST_LAST = 5,
    BSHIP_INTERNAL_COST_COVERING = 300
};

/* Whether the ship at a depth is of the kind of the one before it. */
static inline int bship_internal_ledger_is_alike(const bship_internal_ledger *ledger,
                                                 uint32_t depth)
{
    return depth > 0 && ledger->kinds[depth] == ledger->kinds[depth - 1];
}

static inline const bship_internal_debt *bship_internal_debt_at(const bship_internal_ledger *ledger,
                                                                uint32_t number)
{
    return (const bship_internal_debt *)ledger->debts.items + number;
}

static inline const bship_internal_payment *bship_internal_payment_at(
    const bship_internal_ledger *ledger, uint32_t number)
{
    return (const bship_internal_payment *)ledger->payments.items + number;
}

#endif
