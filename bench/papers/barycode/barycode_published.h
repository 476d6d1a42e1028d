/* GJK in the plane as Zhang et al. published it ("Barycode-based GJK Algorithm", Algorithms 1 to 6,
 * newest corner first), and the plain test of separating axes, for comparison with Leeway's. */
#ifndef LW_PAPERS_BARYCODE_PUBLISHED_H
#define LW_PAPERS_BARYCODE_PUBLISHED_H

#include "shape/plane/polygon.h"

/* Two polygons without radii. b_in_a NULL: their vertices are in one frame, as in the paper's data.
 * Else the pose of b in the frame of a, which each support point of b pays for. */
typedef struct lw_published_pair {
    const lw_polygon *a, *b;
    const lw_pose2 *b_in_a;
} lw_published_pair;

typedef enum lw_published_support {
    LW_PUBLISHED_SCAN,  /* the support vertex by trying all */
    LW_PUBLISHED_CLIMB, /* by hill climbing from the last one (section IV) */
    LW_PUBLISHED_FIXED, /* by trying all, and the first direction is fixed instead of a point of the
                           difference */
} lw_published_support;

/* Algorithm 1: the distance, with the witness points in the frame of a, which mean nothing where the
 * polygons meet. */
double lw_published_distance(const lw_published_pair *pair, lw_published_support how, vec2 points[2]);

/* Algorithm 6: whether they meet. */
bool lw_published_meets(const lw_published_pair *pair, lw_published_support how);

/* Whether they meet, by the normals of all edges of both against all vertices, one product at a time.
 * Both are in one frame. */
bool lw_published_axes(const lw_polygon *a, const lw_polygon *b);

#endif
