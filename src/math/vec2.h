/* Vectors and poses of the plane, as plain values. */
#ifndef LW_MATH_VEC2_H
#define LW_MATH_VEC2_H

#include <math.h>

#include "leeway/leeway.h"

typedef lw_vec2 vec2;

static inline vec2 v2(double x, double y)
{
    return (vec2){x, y};
}

static inline vec2 add2(vec2 a, vec2 b)
{
    return v2(a.x + b.x, a.y + b.y);
}

static inline vec2 sub2(vec2 a, vec2 b)
{
    return v2(a.x - b.x, a.y - b.y);
}

static inline vec2 neg2(vec2 a)
{
    return v2(-a.x, -a.y);
}

static inline vec2 scale2(double s, vec2 a)
{
    return v2(s * a.x, s * a.y);
}

/* a + s b */
static inline vec2 add_scaled2(vec2 a, double s, vec2 b)
{
    return v2(a.x + s * b.x, a.y + s * b.y);
}

static inline double dot2(vec2 a, vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

/* Positive where b is to the left of a. */
static inline double cross2(vec2 a, vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/* A quarter turn to the right: outwards, for an edge e of a counter-clockwise polygon. */
static inline vec2 outward(vec2 e)
{
    return v2(e.y, -e.x);
}

static inline double length2(vec2 a)
{
    return sqrt(dot2(a, a));
}

/* (3) of Feyeux and Landry, times a vector */
static inline vec2 turn(lw_pose2 at, vec2 p)
{
    return v2(at.cosine * p.x - at.sine * p.y, at.sine * p.x + at.cosine * p.y);
}

static inline vec2 turn_back(lw_pose2 at, vec2 p)
{
    return v2(at.cosine * p.x + at.sine * p.y, at.cosine * p.y - at.sine * p.x);
}

/* (2) of Feyeux and Landry */
static inline vec2 transform2(lw_pose2 at, vec2 p)
{
    return add2(turn(at, p), v2(at.x, at.y));
}

/* The pose b in a's frame. */
static inline lw_pose2 relative2(lw_pose2 a, lw_pose2 b)
{
    vec2 between = turn_back(a, v2(b.x - a.x, b.y - a.y));
    return (lw_pose2){between.x, between.y, a.cosine * b.cosine + a.sine * b.sine,
                      a.cosine * b.sine - a.sine * b.cosine};
}

/* The pose of a in b's frame, from the pose of b in a's frame. */
static inline lw_pose2 inverse2(lw_pose2 at)
{
    vec2 back = turn_back(at, v2(-at.x, -at.y));
    return (lw_pose2){back.x, back.y, at.cosine, -at.sine};
}

#endif
