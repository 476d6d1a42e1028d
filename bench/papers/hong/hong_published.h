/* Hong's PCDA with the root finder of his appendix, compared with the certified one. */
#ifndef TOOL_HONG_PUBLISHED_H
#define TOOL_HONG_PUBLISHED_H

#include "convex/pcda.h"

/* Sums over motions. */
typedef struct lw_published {
    size_t motions;
    size_t steps;     /* slabs that closed: k */
    size_t slabs;     /* closed or not */
    size_t abscissas; /* abscissas of the published root finder: n */
    size_t certified; /* abscissas of the certified one at the same slabs */
    size_t over;      /* slabs whose first root the published one skipped */
    size_t wrong;     /* contacts called free, or the reverse */
    size_t late;      /* contacts whose time is late by more than a millionth of the motion */
    size_t most;      /* the largest k of a motion */
    bool alone;       /* set by the caller: the certified search does not run beside */
    double seconds, of_distances, of_roots; /* elapsed: all of it, and in the two main parts */
} lw_published;

/* Runs one motion of two polytopes, of at most 192 vertices each, and adds to the sums. right: the
 * proven answer. Times are those of the published search only where it is alone. */
void lw_hong_published(const lw_pcda *slab, const lw_pcda_result *right, lw_published *sum);

#endif
