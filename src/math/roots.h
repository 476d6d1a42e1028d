/* The smallest root of a family of functions, found from below: no step can pass a root. */
#ifndef LW_MATH_ROOTS_H
#define LW_MATH_ROOTS_H

#include <stdbool.h>
#include <stddef.h>

/* What is known of a function f at `at`, and on the stretch from there to `until`. */
typedef struct lw_jet {
    double value; /* at most f(at) */
    double error; /* f(at) is at most value + error */
    double slope; /* at most f'(at) */
    double bend;  /* at least -f'' anywhere on the stretch; not negative */
} lw_jet;

/* Fills one jet for each function; until >= at. */
typedef void (*lw_jets)(void *context, double at, double until, lw_jet *jets);

typedef struct lw_family {
    lw_jets jets;
    void *context;
    size_t count;
} lw_family;

typedef enum lw_root_state {
    LW_ROOT_NONE,    /* no function has a root: all are positive from begin to end */
    LW_ROOT_CROSSED, /* one has: it is not positive at `after` */
    LW_ROOT_NEAR,    /* one is so near to zero that a step is shorter than the tolerance */
    LW_ROOT_BUDGET   /* the evaluations ran out */
} lw_root_state;

typedef struct lw_root {
    lw_root_state state;
    double before; /* all functions are positive on [begin, before) */
    double after;  /* where one is not, if LW_ROOT_CROSSED; else `before` */
    size_t which;  /* the function that ended the search */
    size_t evaluations;
} lw_root;

/* Looks on [begin, end]. tolerance: the step that is too short to go on. jets: room for count of
 * them. */
lw_root lw_first_root(const lw_family *family, double begin, double end, double tolerance,
                      size_t evaluations, lw_jet *jets);

#endif
