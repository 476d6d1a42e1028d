/* Coverage: that intervals leave out no time, and the parts of a claim no elements. */
#ifndef LW_AUDIT_PARTS_H
#define LW_AUDIT_PARTS_H

#include "judge.h"

typedef struct interval {
    double from, to;
} interval;

/* Whether intervals together contain [begin, end]; sorts them. *reached: up to where they do. */
bool covers_time(interval *list, size_t count, double begin, double end, double *reached);

/* Whether the parts of a claim together are all pairs of elements of two bodies, or of what is in each
 * cell. */
bool covers_elements(const body *a, const body *b, const part *parts, size_t count);

#endif
