/* A search in the order of time for contacts, or the smallest distance, of two bodies in the plane,
 * each on a path of its own: Schwarzer's bisection as in Feyeux and Landry, Table 1. */
#ifndef LW_PLANE_FLAT_PAIR_H
#define LW_PLANE_FLAT_PAIR_H

#include "plane/flat_path.h"

typedef struct lw_flat_search {
    const lw_pair *pair; /* for the padding: `target`, `upper` and the results are of padded bodies */
    const lw_flat_body *bodies[2];
    const lw_flat_path *paths[2];
    double from, to;
    double time_tolerance;     /* how long after `proven` the contact may be, in the unit of time */
    double distance_tolerance; /* metres */
    double shortest;           /* an interval this short is not divided any more */
    bool any;                  /* any contact will do, not only the first */

    /* NULL: at most `target` apart is contact. Else the smallest distance is sought: `target` is to be
     * proven, and each distance below `upper` lowers both. */
    double (*lower_target)(const void *context, double upper);
    /* called after each query; true ends the search */
    bool (*out_of_budget)(void *context);
    void *context;

    double target;
    double upper; /* in: a bound; out: it, or the smallest distance found if that is less ... */
    double at;    /* ... and when */

    double contact;    /* out: a time at which they are at most target apart; HUGE_VAL: none is known */
    double proven;     /* out: on [from, proven) they are more than target apart; also at `from` if it
                          is `to` and nothing is unresolved */
    bool unresolved;   /* out: an interval too short to divide was left open */
    bool stopped;      /* out: out of budget */
    bool exhausted;    /* out: given up after a million tries to prove an interval of two parts */
    uint64_t tries;    /* out: how many tries */
    uint64_t *queries; /* increased by the distances of two polygons */
    uint64_t *samples; /* increased by the times at which the bodies were posed */
} lw_flat_search;

/* Whether two bodies are more than a distance apart at all times, by the boxes of their paths, grown by
 * the bodies' extents. */
bool lw_flat_far(const lw_flat_body *a, const lw_flat_path *path_a, const lw_flat_body *b,
                 const lw_flat_path *path_b, double distance);

/* Allocates nothing. from <= to. A search for the smallest distance ends where that is 0. */
void lw_flat_search_run(lw_flat_search *search);

/* The nearest, or deepest, points of the bodies at a time. Reads only the search's pair, bodies and
 * paths. */
void lw_flat_nearest(const lw_flat_search *search, double time, lw_separation *out);

#endif
