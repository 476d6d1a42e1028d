/* The methods that decide a check, one file each. */
#ifndef LW_CHECK_METHOD_METHODS_H
#define LW_CHECK_METHOD_METHODS_H

#include "check/checker/checker.h"
#include "check/search/time_search.h"

/* A row of the table of methods. Nothing else compares methods with each other: what a caller may ask
 * for is in `serves`, which lw_method_serves tells. */
typedef struct lw_method_row {
    const char *name;
    /* fills the verdict (zeroed, pairs -1); the checker is ready for the motion */
    void (*check)(lw_checker *checker);
    /* in the plane, without claims; NULL: `check` serves there too */
    void (*check_flat)(lw_checker *checker);
    unsigned serves; /* bits: 1 << lw_service */
    bool shortcuts;  /* states and clearances may be left to searches that are faster than its own; the
                        other methods are second opinions of these */
} lw_method_row;

void lw_check_bisection(lw_checker *checker);
/* PCDA for two convex bodies in space, else the search with slabs. */
void lw_check_convex(lw_checker *checker);
/* Whether PCDA serves the checker's scene and motion. */
bool lw_convex_serves(const lw_checker *checker);
/* The fast road, and slabs for what it leaves. */
void lw_check_auto(lw_checker *checker);
/* Whether the next function proves what lw_check with these options would. */
bool lw_auto_serves_states(const lw_checker *checker, const lw_check_options *options);
/* Proves states side by side, at most LW_LANES: rows of values of the joints. Of those that are proven
 * lw_check would say, without a query, that they are free, and setting a motion to them gives no error
 * or notice. What is left of those that are listed a checker may take as known (lw_checker.known). */
void lw_auto_prove_states(lw_checker *checker, const lw_joints *joints, const double *const rows[],
                          size_t count, lw_states_left *left);
void lw_check_sampled(lw_checker *checker);
void lw_check_expanded(lw_checker *checker);

/* Whether there is the method of the options, and it serves the checker's scene and what is asked for:
 * near misses, else what the options ask for. Error argument, which names the methods that do. */
lw_status lw_check_serves(const lw_checker *checker, const lw_check_options *options, bool near_misses,
                          lw_error *error);

/* Whether states and clearances may be left to faster searches than the method's own. */
bool lw_method_takes_shortcuts(lw_method method);

/* Whether a check can work with all numbers of the options. Error argument. */
lw_status lw_validate_options(const lw_check_options *options, lw_error *error);

/* Checks what the caller gave, and prepares the checker for the motion. options may be NULL. */
lw_status lw_check_begin(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                         lw_verdict *verdict, lw_error *error);

/* Fills the verdict of the motion that the checker is prepared for, but for clearances. Errors:
 * argument (no such method), and those of claims. */
lw_status lw_check_decide(lw_checker *checker, lw_error *error);

/* The target after a distance was found: a little less. context: the checker. */
double lw_clearance_target(const void *context, double upper);

#endif
