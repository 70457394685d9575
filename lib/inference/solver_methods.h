/*
 * The methods behind one interface, for the solver's table. A method neither knows the others nor
 * the policy, and frees no memory but its own.
 */
#ifndef BSI_INFERENCE_SOLVER_METHODS_H
#define BSI_INFERENCE_SOLVER_METHODS_H

#include "inference/solver.h"

typedef bship_status bsi_operation(bsi_solver *solver, const bsi_solve_request *request);

typedef struct bsi_algorithm {
    /*
     * Prepares for the evidence and sets the solver's `estimate`: infinite if the method cannot
     * count, unchanged if the steps are not known. OK; CONTRADICTION; WORK_LIMIT, with or without
     * an estimate; CANCELLED; MEMORY; UNSUPPORTED.
     */
    bsi_operation *plan;
    bsi_operation *count;                /* after a plan: as bsi_solver_count() */
    bsi_operation *check;                /* without a plan: as bsi_solver_check() */
    bsi_operation *draw;                 /* after a count: as bsi_solver_draw() */
    void (*release)(bsi_solver *solver); /* frees what it holds; NULL: little */
} bsi_algorithm;

/* For charts without totals; inclusion-exclusion also with totals. */
extern const bsi_algorithm bsi_inclusion_exclusion;
extern const bsi_algorithm bsi_frontier_programme;
extern const bsi_algorithm bsi_rejection_sampling;
extern const bsi_algorithm bsi_markov_chains;

/* For charts with totals, by the residual dynamic programme. */
extern const bsi_algorithm bsi_totals_enumeration;
extern const bsi_algorithm bsi_totals_rejection;
extern const bsi_algorithm bsi_totals_particles;

#endif
