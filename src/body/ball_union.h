/* Whether simplices lie in the union of balls. */
#ifndef LW_BODY_BALL_UNION_H
#define LW_BODY_BALL_UNION_H

#include "body/cover.h"

typedef struct lw_simplex {
    vec3 corner[4]; /* which need not differ */
} lw_simplex;

/* Balls, and what is asked of them. */
typedef struct lw_ball_union {
    const lw_ball *balls;
    uint32_t count;
    double radius; /* by which the simplices are grown */
    double size;   /* at least the distance of their corners from the origin */
    double off;    /* how far outside the simplices what they stand for may lie */
    size_t tries;  /* how many simplices may still be cut */
    double loss;   /* scratch memory: off, and rounding so far */
    vec3 open;     /* out: near which the last simplex is not shown */
} lw_ball_union;

/* Whether a simplex, grown, is proven to lie in the union. False also where it is so by less than
 * rounding. */
bool lw_ball_union_holds(lw_ball_union *u, const lw_simplex *s);

/* A prism between two triangles, as three simplices; returns 3. The diagonal of the face of the second
 * and third corners goes from a[1] to b[2]. */
size_t lw_prism_simplices(lw_simplex *out, const vec3 a[3], const vec3 b[3]);

#endif
