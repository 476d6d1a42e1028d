/* The methods that decide a check, one file each, and the table of methods. */
#ifndef LW_CHECK_METHOD_METHODS_H
#define LW_CHECK_METHOD_METHODS_H

#include "check/checker/checker.h"
#include "check/search/time_search.h"

/* The number of methods. */
enum { LW_METHODS = LW_METHOD_EXPANDED + 1 };

/* A row of the table of methods. No other code tells one method from another. lw_method_serves tells
 * the requests that a method serves. */
typedef struct lw_method_row {
    const char *name;
    /* fills the verdict, which is empty (lw_verdict_empty); the checker is ready for the motion */
    void (*check)(lw_checker *checker);
    /* in the plane, without claims; NULL: `check` serves there too */
    void (*check_flat)(lw_checker *checker);
    unsigned serves; /* bits: 1 << lw_service */
    bool shortcuts;  /* states and clearances may be left to searches that are faster than its own;
                        false: the method is an independent second opinion */
} lw_method_row;

void lw_check_bisection(lw_checker *checker);
/* PCDA where one pair of a scene comes near, and its bodies are convex; else the search over time with
 * slabs. */
void lw_check_convex(lw_checker *checker);
/* lw_time_bound.finish: PCDA, where both bodies of the pair are convex. */
lw_bound_result lw_convex_finish(lw_time_search *search, lw_item item, double from, double to,
                                 double *apart, double *contact);
/* Blocks of eight poses (SIMD), and slabs for the parts that they leave. */
void lw_check_auto(lw_checker *checker);
/* Whether lw_auto_prove_states proves the same as lw_check with these options. */
bool lw_auto_serves_states(const lw_checker *checker, const lw_check_options *options);
/* Proves at most LW_LANES states side by side. rows: values of the joints, per state. For the states in
 * left->proven, lw_check would say without a query that they are free, and setting a motion to them
 * gives no error or notice. For those in left->listed, a checker may take `left` as known
 * (lw_checker.known). whether: those in left->met need no check either, as lw_check would say that they
 * are in contact, and setting a motion to them gives no error or notice. */
void lw_auto_prove_states(lw_checker *checker, const lw_joints *joints, const double *const rows[],
                          size_t count, bool whether, lw_states_left *left);
/* Some of at most LW_LANES states that are in contact, as bits: those that balls deep in obstacles show
 * without a query. Of a state for which setting a motion gives an error or a notice nothing is said. */
unsigned lw_auto_contacts(lw_checker *checker, const lw_joints *joints, const double *const rows[],
                          size_t count);
void lw_check_sampled(lw_checker *checker);
void lw_check_expanded(lw_checker *checker);

/* Checks that the method of the options exists and serves the checker's scene, and either near misses
 * or the requests in the options. Error argument, which names the methods that do. */
lw_status lw_check_serves(const lw_checker *checker, const lw_check_options *options, bool near_misses,
                          lw_error *error);

/* Whether states and clearances may be left to faster searches than the method's own. */
bool lw_method_takes_shortcuts(lw_method method);

/* Checks the numbers of the options. Error argument. */
lw_status lw_validate_options(const lw_check_options *options, lw_error *error);

/* Checks the caller's arguments, and prepares the checker for the motion. options may be NULL. */
lw_status lw_check_begin(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                         lw_verdict *verdict, lw_error *error);

/* Fills the verdict, without clearances, of the motion that the checker is prepared for. Claims of
 * blocks are made later, from lw_claims.record (check/ask/proof.h). Errors: those of claims, memory,
 * and of the caller's function for steps. */
lw_status lw_check_decide(lw_checker *checker, lw_error *error);

/* The target after a distance was found: a little less. context: the checker. */
double lw_clearance_target(const void *context, double upper);

#endif
