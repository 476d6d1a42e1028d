/* The chain of joints between two bodies of one robot: their relative pose at joint values, and a bound
 * on their relative travel while the values change. */
#ifndef LW_ACM_JOINT_PATH_H
#define LW_ACM_JOINT_PATH_H

#include "scene/frozen.h"

/* An elementary joint between the bodies. */
typedef struct lw_path_joint {
    const lw_elementary_joint *elementary;
    int32_t value;  /* index of the path's value that moves it; -1: it stands still */
    double weight;  /* radians, or metres, per unit of the value; rounded up */
    pose frame;     /* in the common frame, at the values given last, before the joint's own motion */
    double arms[2]; /* upper bounds on the distance of the points of either body's kernel from the axis,
                       at these values */
    /* scratch of lw_directional_gap (acm/box_bound.h): */
    double change; /* the largest change of the joint in the box, radians or metres */
    vec3 slope;    /* turning: slope . x - offset is the speed of point x along the direction */
    double offset; /* sliding: the speed of all points along the direction */
    double far;    /* the largest distance of a point of the core from the axis */
} lw_path_joint;

/* A joint value between the bodies, and the range in which it is tried. */
typedef struct lw_path_value {
    int32_t variable; /* of the chains */
    double low, high; /* limits, or a whole turn; infinite: values have no bound */
} lw_path_value;

typedef struct lw_joint_path {
    const lw_frozen *frozen;
    const lw_body *bodies[2];
    double round[2]; /* the bodies' roundness: at most the least radius of their parts and triangles */
    int32_t common;  /* the last elementary joint that moves both; -1: the world */
    bool varies;     /* a planar or floating joint is between them: it has no box of values */
    bool bounded;    /* all values have finite ranges */
    size_t joint_count;
    size_t first_count;    /* joints before this index move the first body, the others the second */
    lw_path_joint *joints; /* in their order from the first body to the second */
    size_t value_count;
    lw_path_value *values;
    pose at[2];   /* poses of the bodies' geometry in the common frame, at the values given last */
    double error; /* bound on the sum of the rounding errors of a point of each body */
} lw_joint_path;

/* The path between two different bodies of one robot. Errors: memory. */
lw_status lw_joint_path_find(lw_arena *arena, const lw_frozen *frozen, size_t a, size_t b,
                             lw_joint_path *out, lw_error *error);

/* Poses the bodies by joint values, one per value of the path. Must not be called where the path
 * varies. */
void lw_joint_path_pose(lw_joint_path *path, const double *values);

/* An upper bound, rounded up, on the change of the distance of the two bodies from where the path is
 * posed, while each value changes by at most `half`. shares: out, the part of the bound that each value
 * adds.
 *
 * Derivation. A body whose parts all have a radius of r or more is another body, its kernel, grown by r
 * on all sides, so the distance of the two bodies is that of their kernels less both r, as long as they
 * are apart; a ball's kernel is its middle, which does not move when the ball turns. The rest bounds
 * the change of the distance of any two points of the kernels. Let joints 1 ... n lie between the
 * bodies a and b in this order, let c be the values at the middle and q others in the box, and choose
 * some k in 0 ... n. Move from c to q joint by joint: joints k, k - 1, ..., 1 first, then k + 1, ...,
 * n. While joint i <= k moves, all joints between it and a are still as at the middle, so that a moves,
 * relative to what is beyond joint i, about i's axis with all of its points as far from the axis as at
 * the middle: a point at distance r travels along a chord of at most 2 r sin(d/2) <= r d for a turn by
 * d <= pi, and 2 r beyond, or by d where i slides. Joints between i and b do not matter: they move b
 * and the axis together. While joint i > k moves, the same holds for b. Each move changes the distance
 * of two points by at most the chord, so all of them by at most the sum of the chords; and k may be
 * chosen so that this is least. A mimic joint moves by its multiplier times its value, and counts as a
 * joint of its own. */
double lw_joint_path_travel(const lw_joint_path *path, const double *half, double *shares);

/* The k for which the bound of lw_joint_path_travel is least: joints before it count as moving the
 * first body. */
size_t lw_joint_path_split(const lw_joint_path *path, const double *half);

#endif
