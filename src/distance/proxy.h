/* The proxies of two cores: the cores as GJK sees them, posed in one frame. */
#ifndef LW_DISTANCE_PROXY_H
#define LW_DISTANCE_PROXY_H

#include <float.h>

#include "math/rounding.h"
#include "shape/convex.h"
#include "shape/polytope_support.h"

/* Points, segments, triangles and small polytopes are transformed to a's frame once, the support points
 * of others each time. Holds pointers into itself. */
typedef struct lw_proxy {
    const lw_convex *shape;
    const pose *pose;                /* in a's frame; NULL: the identity */
    const pose *at;                  /* as pose, but NULL where all points are transformed already */
    bool indexed;                    /* support points have vertex indices */
    uint32_t count;                  /* of points, where they are all vertices of the core; else 0 */
    const lw_polytope_block *blocks; /* of a small polytope, in a's frame; else NULL */
    uint32_t block_count;
    vec3 points[3];
    lw_polytope_block posed[LW_POLYTOPE_FEW / 8];
} lw_proxy;

typedef struct lw_proxies {
    lw_proxy proxy[2]; /* of a and of b */
    double size;       /* no coordinate in a's frame is larger, nor is one of b - a */
} lw_proxies;

/* Poses the points of points, segments and triangles. */
void lw_proxy_pose_points(lw_proxy *proxy);

/* Poses the blocks of a polytope, if it is small. */
LW_INLINED void lw_proxy_pose_blocks(lw_proxy *proxy, const lw_polytope *polytope)
{
    if (polytope->cells_along > 0)
        return;
    proxy->block_count = polytope->block_count;
    proxy->blocks = polytope->blocks;
    if (!proxy->at)
        return;
    lw_polytope_pose_blocks(proxy->at, polytope->blocks, polytope->block_count, proxy->posed);
    proxy->blocks = proxy->posed;
    proxy->at = NULL;
}

/* Returns the shape's extent. */
LW_INLINED double lw_proxy_make(const lw_convex *shape, const pose *at, lw_proxy *proxy)
{
    proxy->shape = shape;
    proxy->pose = proxy->at = at;
    proxy->count = 0;
    proxy->blocks = NULL;
    proxy->indexed = true;
    if (shape->core == LW_CORE_POLYTOPE) {
        lw_proxy_pose_blocks(proxy, shape->polytope);
        return shape->polytope->extent;
    }
    proxy->indexed = !lw_core_is_round(shape->core);
    lw_proxy_pose_points(proxy);
    return lw_convex_extent(shape);
}

/* a, b and b_in_a must outlive the proxies. */
LW_INLINED void lw_proxies_make(const lw_convex *a, const lw_convex *b, const pose *b_in_a,
                                lw_proxies *out)
{
    double extents = lw_proxy_make(a, NULL, &out->proxy[0]);
    extents += lw_proxy_make(b, b_in_a, &out->proxy[1]);
    out->size = extents + norm(b_in_a->position);
}

/* The ends of a bracket count as met where they are no farther apart than this: far above the rounding
 * error of a step, far below the promised width. */
static inline double lw_proxies_tolerance(const lw_proxies *proxies)
{
    return 1e-13 * proxies->size;
}

/* Points that are no farther apart than this count as touching: a few roundings, or a length whose
 * square is too small for a double. */
static inline double lw_proxies_contact(const lw_proxies *proxies)
{
    return LW_ROUNDING(32) * proxies->size + 1e-140;
}

/* The number of vertices of an indexed proxy, and one of them. */
uint32_t lw_proxy_vertex_count(const lw_proxy *proxy);
vec3 lw_proxy_vertex(const lw_proxy *proxy, uint32_t index);

#endif
