/* A test of whether a simplex lies in the union of balls. */
#ifndef LW_BODY_COVER_BALL_UNION_H
#define LW_BODY_COVER_BALL_UNION_H

#include "body/cover.h"

typedef struct lw_simplex {
    vec3 corner[4]; /* some may be equal */
} lw_simplex;

/* Balls, and the state of the test of simplices against their union. */
typedef struct lw_ball_union {
    const lw_ball *balls;
    uint32_t count;
    double radius; /* the radius by which the simplices are grown */
    double size;   /* no corner of a simplex is farther from the origin */
    double off;    /* how far the shape that the simplices stand for may reach outside them */
    size_t tries;  /* how many simplices may still be cut */
    double loss;   /* scratch memory: `off` plus the rounding errors of the cuts so far */
    vec3 open; /* out, if the answer is false: a point near the part that is not proven to lie in the
                  union */
} lw_ball_union;

/* True: the simplex, grown by `radius`, is proven to lie in the union. False: it is not proven; it may
 * lie in the union by less than the rounding errors. */
bool lw_ball_union_holds(lw_ball_union *u, const lw_simplex *s);

/* Divides a prism between two triangles into three simplices; returns 3. The face of the second and
 * third corners is divided along the diagonal from a[1] to b[2]. */
size_t lw_prism_simplices(lw_simplex *out, const vec3 a[3], const vec3 b[3]);

#endif
