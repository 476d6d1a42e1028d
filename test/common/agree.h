/* Whether two answers to one question agree. */
#ifndef LW_TEST_AGREE_H
#define LW_TEST_AGREE_H

#include <math.h>

#include "leeway/leeway.h"

/* Of methods that prove: what one has proven the other does not call a contact; where both find the
 * first contact, and know it to be the first, it is at one time, within the tolerance of each; neither
 * is free where the other is not. */
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
