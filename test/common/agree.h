/* Compares two answers to the same question. */
#ifndef LW_TEST_AGREE_H
#define LW_TEST_AGREE_H

#include <math.h>

#include "leeway/leeway.h"

/* Compares two methods that prove. A time that one has proven free is no contact of the other. If both
 * find the first contact, and know it to be the first, the times agree up to both tolerances. Unless
 * one is undecided, both are free or both are in contact. */
static inline bool answers_agree(const lw_verdict *one, const lw_verdict *two, bool any,
                                 double tolerance)
{
    bool contact[2] = {one->kind == LW_VERDICT_CONTACT, two->kind == LW_VERDICT_CONTACT};
    if ((contact[0] && two->free_until > one->time) || (contact[1] && one->free_until > two->time))
        return false;
    if (contact[0] && contact[1])
        return any || !one->first || !two->first || fabs(one->time - two->time) <= 2 * tolerance;
    return one->kind == two->kind || one->kind == LW_VERDICT_UNDECIDED ||
           two->kind == LW_VERDICT_UNDECIDED;
}

#endif
