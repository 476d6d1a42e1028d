/* The expanding polytope algorithm (EPA, van den Bergen 2001): how deep the origin lies in a convex
 * set. */
#ifndef LW_DISTANCE_EXPANSION_H
#define LW_DISTANCE_EXPANSION_H

#include "distance/gjk_state.h"
#include "distance/minkowski_support.h"

/* docs/decisions/distance.md, "The depth of round shapes is refined by directions and proven by branch
 * and bound" */
enum {
    LW_EXPANSION_FEW = 64,   /* vertices of a first run; most pairs need no more */
    LW_EXPANSION_MOST = 384, /* vertices, for which there is room */
    LW_EXPANSION_FACES = 2 * LW_EXPANSION_MOST
};

/* The Minkowski difference b - a of two convex sets, by its support points. */
typedef struct lw_difference {
    const lw_proxies *proxies; /* NULL: support points come from the function */
    void (*support)(const void *context, vec3 direction, lw_minkowski_point *out); /* against it */
    const void *context;
    double size; /* no coordinate of a support point is larger */
} lw_difference;

typedef struct lw_expansion_face {
    int corner[3];      /* counter-clockwise seen from outside */
    uint32_t across[3]; /* the edge from each corner to the next, as an edge of the face beyond it: 4
                           face + edge */
    vec3 normal;        /* outward, of any length */
    double offset;      /* normal . a corner */
    double square;      /* of the normal's length */
    bool is_visible;    /* from the vertex that is being added; such a face is removed */
} lw_expansion_face;

/* The plane of the face that the depth comes from. */
typedef struct lw_expansion_plane {
    int corner[3];
    vec3 direction;  /* outward unit normal */
    double distance; /* of the plane from the origin, along direction */
} lw_expansion_plane;

typedef struct lw_expansion {
    const lw_difference *difference;
    int vertex_count;
    lw_minkowski_point vertex[LW_EXPANSION_MOST];
    int face_count; /* removed ones included */
    lw_expansion_face face[LW_EXPANSION_FACES];
    double key[LW_EXPANSION_FACES]; /* squared distance of the plane, with its sign; HUGE_VAL: removed,
                                       or flat */
    int free_count;
    int free[LW_EXPANSION_FACES]; /* the removed faces */
    double depth;                 /* the least support value so far */
    vec3 direction;               /* unit, the direction of that support value */
    lw_expansion_plane best;      /* none: distance HUGE_VAL */
    bool is_closed;               /* depth and lower have met: there is nothing to find */
    bool is_over;                 /* no vertex can be added */
    bool is_torn;                 /* the faces are not closed */
    bool encloses;                /* the expansion began with a tetrahedron about the origin */
    vec3 points[2];
} lw_expansion;

/* Begins with the tetrahedron in which GJK found the origin (gjk may be NULL), else with one of points
 * that are far apart. False: the difference is flat; then depth and direction are the answer, the
 * shorter of the ways across it. inside: a point of both sets, for points. */
bool lw_expansion_begin(lw_expansion *x, const lw_difference *difference, const lw_gjk *gjk,
                        vec3 inside);

/* Expands up to a number of vertices, at most LW_EXPANSION_MOST. It ends earlier where depth and lower
 * meet, or where they differ by no more than a share of depth. May be called again with more. */
void lw_expansion_run(lw_expansion *x, int vertices, double share);

/* The radius of a ball about the origin that the polytope contains: the least lower bound on the
 * distance of a face. Where a face is a sliver, its normal is poor, and another direction gives the
 * bound. */
double lw_expansion_lower(const lw_expansion *x);

/* Fills points: those of the two sets in the best face, at the origin's projection. False where the
 * projection lies outside the face, which may be one of several in a plane. */
bool lw_expansion_find_points(lw_expansion *x);

#endif
