/* Two bodies in the plane, each on a path of its own: Schwarzer's bisection as in Feyeux and Landry,
 * Table 1, in the order of time. */
#ifndef LW_PLANE_FLAT_PAIR_H
#define LW_PLANE_FLAT_PAIR_H

#include "plane/flat_path.h"

typedef struct lw_flat_search {
    const lw_pair *pair; /* for the padding: `target`, `upper` and the answers are of padded bodies */
    const lw_flat_body *bodies[2];
    const lw_flat_path *paths[2];
    double from, to;
    double time_tolerance;     /* in the unit of time: how far a contact may be after what is proven */
    double distance_tolerance; /* metres */
    double shortest;           /* a stretch this short is not split any more */
    bool any;                  /* any contact serves */

    /* NULL: at most `target` apart is contact. Else the smallest distance is looked for: `target` is
     * to be proven, and each distance below `upper` lowers both. */
    double (*lower_target)(const void *context, double upper);
    /* asked after each distance; true ends the search */
    bool (*out_of_budget)(void *context);
    void *context;

    double target;
    double upper; /* the smallest distance seen, not above what it was at first ... */
    double at;    /* ... and when */

    double contact;    /* out: a time at which they are at most target apart; HUGE_VAL: none is known */
    double proven;     /* out: on [from, proven) they are more than target apart; where `from` is `to`
                          and nothing is stuck, there */
    bool unresolved;   /* out: a stretch too short to split was left open */
    bool stopped;      /* out: spent */
    bool exhausted;    /* out: given up after a million looks at parts of stretches */
    uint64_t tries;    /* out: these */
    uint64_t *queries; /* counted up: distances of two polygons */
    uint64_t *samples; /* times at which the bodies were placed */
} lw_flat_search;

/* The plain boxes of both paths, grown by the bodies: whether they are more than a distance apart all
 * the time. */
bool lw_flat_far(const lw_flat_body *a, const lw_flat_path *path_a, const lw_flat_body *b,
                 const lw_flat_path *path_b, double distance);

/* Allocates nothing. from <= to. A search for the smallest distance ends where that is 0. */
void lw_flat_search_run(lw_flat_search *search);

/* The nearest, or deepest, points of the bodies at a time; of the search only pair, bodies and paths
 * are read. */
void lw_flat_nearest(const lw_flat_search *search, double time, lw_separation *out);

#endif
