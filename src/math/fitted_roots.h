/* The smallest root of a family of functions by the method of Hong's appendix. It serves to reproduce
 * the paper only: it can step over a root, so proofs use convex/slab_bound.h. */
#ifndef LW_MATH_FITTED_ROOTS_H
#define LW_MATH_FITTED_ROOTS_H

#include <stddef.h>

/* The values of all functions of the family, (6.4), at one abscissa. */
typedef void (*lw_values)(void *context, double at, double *values);

typedef enum lw_fitted_state {
    LW_FITTED_NONE,  /* the search came to the end */
    LW_FITTED_FOUND, /* a function changes its sign within mu after `root` */
    LW_FITTED_PAST,  /* a function was negative at `root`, where all should be positive: a root was
                        passed, often by rounding alone */
    LW_FITTED_BUDGET /* all abscissas were used, as where a function touches zero */
} lw_fitted_state;

/* The paper's symbols. */
typedef struct lw_fitting {
    double beta; /* the first h, as a share of the interval */
    double mu;   /* how near the root must be */
    double chi1; /* after a fit worse than this, the search tries h / 3; below 1/2 */
    double chi2; /* after a fit better than this, it goes on with 3 h */
} lw_fitting;

typedef struct lw_fitted {
    lw_fitted_state state;
    double root;
    size_t abscissas; /* number of abscissas at which the family was evaluated: the paper's n */
} lw_fitted;

/* Values for the constants that the paper leaves open: beta 1/12, chi1 0.4, chi2 0.04, and the given
 * mu.
 */
lw_fitting lw_default_fitting(double mu);

/* Searches [begin, end], and evaluates the family at no more than `abscissas`. values: room for 4
 * count.
 */
lw_fitted lw_fitted_root(lw_values evaluate, void *context, size_t count, double begin, double end,
                         lw_fitting fitting, size_t abscissas, double *values);

#endif
