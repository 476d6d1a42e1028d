/* The work of a check, counted in units, and its budget (lw_check_options.budget_work).
 *
 * A unit stands for a test of two boxes; other steps count as many units as they take of its time at
 * worst. Every loop whose length no small constant bounds takes its units as it goes, and ends where
 * none is left: what it was asked is then answered by what proves nothing (open, not apart, no
 * contact). Whoever asked whether bodies touch or lie inside each other must look at lw_meter_is_over
 * before "no" is believed. */
#ifndef LW_BASE_METER_H
#define LW_BASE_METER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lw_meter {
    int64_t left; /* units; negative: the budget is used up */
} lw_meter;

/* Without a budget: more than a check can use. */
#define LW_WORK_UNBOUNDED (INT64_MAX / 2)

enum {
    LW_WORK_ELEMENTS = 16,    /* two elements */
    LW_WORK_SWEPT = 16,       /* two patches, by the directions that separate their swept volumes */
    LW_WORK_HULLS = 16,       /* two bounding hulls or slices */
    LW_WORK_BLOCK_HULLS = 64, /* the bounding hulls and slices of a pair, over a block */
    LW_WORK_SLAB = 16,        /* a body, by one direction at several times */
    LW_WORK_PAIR = 8,         /* a pair of bodies that is begun */
    LW_WORK_BODY = 4,         /* a body that is posed */
    LW_WORK_INSIDE = 64,      /* whether a point is in a body */
    LW_WORK_INTERVAL = 16,    /* an interval of a search */
    LW_WORK_DEPTH = 512       /* a penetration depth of two convex shapes */
};

static inline bool lw_meter_is_over(const lw_meter *work)
{
    return work && work->left < 0;
}

/* Takes the units of a step that is about to be made. False: not so many are left, and the budget is
 * used up from now on. work NULL: there is no budget. */
static inline bool lw_meter_take(lw_meter *work, int64_t units)
{
    if (!work)
        return true;
    bool enough = work->left >= units;
    work->left = enough ? work->left - units : -1;
    return enough;
}

#endif
