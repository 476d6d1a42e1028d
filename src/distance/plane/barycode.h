/* GJK in the plane with barycodes (Zhang et al., "Barycode-based GJK Algorithm", Algorithms 1 to 6),
 * and the types that all methods of the plane share. */
#ifndef LW_DISTANCE_PLANE_BARYCODE_H
#define LW_DISTANCE_PLANE_BARYCODE_H

#include "math/rounding.h"
#include "shape/plane/polygon.h"

/* Two polygons, with the pose of b in a's frame. */
typedef struct lw_posed_polygons {
    const lw_polygon *a, *b;
    lw_pose2 b_in_a;
    double size; /* no coordinate in a query is larger */
} lw_posed_polygons;

/* The difference of a vertex of a and one of b, in a's frame. */
typedef struct lw_corner {
    vec2 w;
    uint32_t a, b; /* the vertices' indices */
} lw_corner;

/* The variants of the paper: any order of the corners, or the newest first; the support vertex by
 * trying all, or by hill climbing from the last one. The variant that climbs from the first vertex of
 * the direction's octant (shape/plane/polygon.h) is not in the paper. */
typedef enum lw_barycode {
    LW_BARYCODE_ORDERED_SCAN,
    LW_BARYCODE_ORDERED_CLIMB,
    LW_BARYCODE_GENERAL_SCAN,
    LW_BARYCODE_GENERAL_CLIMB,
    LW_BARYCODE_ORDERED_OCTANT,
#ifdef LW_DUMMY_KIND
    LW_BARYCODE_DUMMY
#endif
} lw_barycode;

enum { LW_BARYCODES = LW_BARYCODE_ORDERED_OCTANT + 1 };

/* The result of a search: the corners that carry the point of the difference nearest to the origin. */
typedef struct lw_search {
    bool meets; /* the cores meet: the corners enclose the origin, or it lies on them */
    int count;
    lw_corner corners[3]; /* where the cores do not meet, only w of the first is set */
    vec2 edge;            /* of two corners: from the first to the second */
    vec2 direction;       /* along the nearest point, not of unit length; zero if that is the origin */
    double lower;         /* bound on the cores' distance, proven by direction */
    double upper;
} lw_search;

static inline lw_posed_polygons lw_pose_polygons(const lw_polygon *a, lw_pose2 pose_a,
                                                 const lw_polygon *b, lw_pose2 pose_b)
{
    lw_posed_polygons p = {a, b, relative2(pose_a, pose_b), 0};
    p.size = fabs(p.b_in_a.x) + fabs(p.b_in_a.y) + a->reach + b->reach;
    return p;
}

static inline vec2 lw_difference(const lw_posed_polygons *p, uint32_t a, uint32_t b)
{
    return sub2(p->a->vertices[a], transform2(p->b_in_a, p->b->vertices[b]));
}

/* The required distance of two cores that are certainly apart. */
static inline double lw_kept_apart(const lw_posed_polygons *p)
{
    return (p->a->radius + p->b->radius + LW_PLANE_ROUNDING * p->size) * LW_UP_BY(8);
}

/* Whether the circles around two polygons are apart, and so the polygons, radii included. */
static inline bool lw_circles_apart(const lw_posed_polygons *p)
{
    vec2 d = sub2(p->a->center, transform2(p->b_in_a, p->b->center));
    double circles = p->a->extent + p->b->extent + lw_kept_apart(p);
    return dot2(d, d) > circles * circles;
}

/* Algorithm 1. memory may be NULL. False: rounding misled the search, and the answer is that of
 * lw_outline_distance (distance/plane/outline.h). */
bool lw_barycode_search(const lw_posed_polygons *p, lw_barycode variant, lw_polygon_memory *memory,
                        lw_search *out);

/* Algorithm 6: whether the polygons, radii included, meet. */
bool lw_barycode_meets(const lw_posed_polygons *p, lw_barycode variant);

#endif
