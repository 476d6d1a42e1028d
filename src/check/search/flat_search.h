/* The search over time (check/search/time_search.h) for two bodies in the plane, each on a path of its
 * own, with the bound of plane/flat_bound.h: Schwarzer's bisection as in Feyeux and Landry, Table 1. */
#ifndef LW_CHECK_SEARCH_FLAT_SEARCH_H
#define LW_CHECK_SEARCH_FLAT_SEARCH_H

#include "check/search/time_search.h"
#include "plane/flat_pair.h"

typedef struct lw_flat_search {
    lw_flat_pair pair;        /* `target`, `smallest` and the results are of the padded bodies */
    const lw_body *bodies[2]; /* of the pair, for PCDA; NULL: it is not asked */
    lw_queue *queue;          /* for one item at least (lw_queue_create); scratch memory */
    double from, to;
    double time_tolerance;     /* how long after `proven` the contact may be, in the unit of time */
    double distance_tolerance; /* metres */
    double shortest;           /* an interval this short is not divided any more */
    bool any;                  /* any contact will do, not only the first */
    double target;             /* at most this far apart is contact: the margin of the pair */

    /* NULL: contacts are sought. Else the smallest distance is sought: smallest->target is to be
     * proven, and each distance below smallest->upper lowers both. smallest->pair is then 0. */
    lw_smallest *smallest;
    double (*lower_target)(const void *context, double upper);

    /* called once an interval; true ends the search */
    bool (*out_of_budget)(void *context);
    /* NULL, or called with each time at which the bodies are posed */
    void (*sampled)(void *context, double time);
    void *context;

    double contact;  /* out: a time at which they are at most target apart; HUGE_VAL: none is known */
    double proven;   /* out: on [from, proven) they are more than target apart. If from == to and
                        nothing is unresolved, also at `from` */
    bool unresolved; /* out: an interval too short to divide is neither proven nor in contact */
    bool stopped;    /* out: out of budget */
    bool exhausted;  /* out: given up after 2^20 intervals, counted over all pairs of parts */
    uint64_t intervals; /* out: number of intervals sampled */
    uint64_t *queries;  /* increased by the distances of two polygons */
    uint64_t *samples;  /* increased by the times at which the bodies were posed */
} lw_flat_search;

/* Allocates nothing. from <= to. A search for the smallest distance ends once that distance is 0. */
void lw_flat_search_run(lw_flat_search *flat);

#endif
