/* The methods of deciding, one file each. */
#ifndef LW_CHECK_METHODS_H
#define LW_CHECK_METHODS_H

#include "check/checker.h"

/* One row a method. */
typedef struct lw_method_row {
    lw_method method;
    const char *name;
    /* fills verdict (zeroed, pairs -1); the checker is set up for the motion */
    void (*check)(lw_checker *checker);
    void (*check_flat)(lw_checker *checker); /* the same in the plane; NULL: no road of its own */
} lw_method_row;

void lw_check_bisection(lw_checker *checker);
void lw_check_sampled(lw_checker *checker);

/* After a free verdict: brackets the smallest distances. */
void lw_check_clearance(lw_checker *checker);

/* What is to be proven once a distance was seen: a little less. context: the checker. */
double lw_clearance_target(const void *context, double upper);

#endif
