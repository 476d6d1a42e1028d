/* The proxies of two cores: the cores as GJK sees them, posed in a's frame. */
#include "distance/proxy.h"

static void pose_point(lw_proxy *proxy, uint32_t index, vec3 p)
{
    proxy->points[index] = proxy->at ? transform(*proxy->at, p) : p;
}

void lw_proxy_pose_points(lw_proxy *proxy)
{
    const lw_convex *shape = proxy->shape;
    switch (shape->core) {
    case LW_CORE_POINT:
        proxy->count = 1;
        proxy->points[0] = proxy->at ? proxy->at->position : v3(0, 0, 0);
        break;
    case LW_CORE_SEGMENT:
        proxy->count = 2;
        pose_point(proxy, 0, v3(0, 0, -shape->half.z));
        pose_point(proxy, 1, v3(0, 0, shape->half.z));
        break;
    case LW_CORE_TRIANGLE:
        proxy->count = 3;
        for (uint32_t i = 0; i < 3; i++)
            pose_point(proxy, i, shape->triangle[i]);
        break;
    case LW_CORE_BOX:
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
    case LW_CORE_POLYTOPE:
    case LW_CORE_ELLIPSOID:
        return;
    }
    proxy->at = NULL;
}

uint32_t lw_proxy_vertex_count(const lw_proxy *proxy)
{
    if (proxy->count)
        return proxy->count;
    return proxy->shape->core == LW_CORE_BOX ? 8 : proxy->shape->polytope->vertex_count;
}

vec3 lw_proxy_vertex(const lw_proxy *proxy, uint32_t index)
{
    if (proxy->blocks)
        return lw_block_point(proxy->blocks, index);
    if (proxy->count)
        return proxy->points[index];
    const lw_convex *shape = proxy->shape;
    vec3 p =
        shape->core == LW_CORE_BOX ? box_corner(shape->half, index) : shape->polytope->vertices[index];
    return proxy->at ? transform(*proxy->at, p) : p;
}
