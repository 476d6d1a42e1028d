/* The invariants of a body's geometry: nodes stand behind their parents, each element is in one leaf,
 * boxes, spheres and covers contain their contents. */
#include "body/validate.h"

#include <math.h>

#include "body/heights.h"
#include "body/image.h"
#include "body/points.h"
#include "body/voxels.h"
#include "math/rounding.h"

/* more than rounding can do, as a share of sizes */
static const double SLACK = 1e-9;

bool lw_is_rotation(mat3 rotation)
{
    const vec3 rows[3] = {rotation.x, rotation.y, rotation.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            if (!(fabs(dot(rows[i], rows[j]) - (i == j)) <= SLACK))
                return false;
    return dot(cross(rows[0], rows[1]), rows[2]) > 0;
}

static vec3 low_of(const lw_node *node)
{
    return sub(node->center, node->half);
}

static vec3 high_of(const lw_node *node)
{
    return add(node->center, node->half);
}

/* Whether a box, enlarged by `slack`, holds another one. */
static bool holds(vec3 low, vec3 high, vec3 inner_low, vec3 inner_high, double slack)
{
    return low.x <= inner_low.x + slack && low.y <= inner_low.y + slack &&
           low.z <= inner_low.z + slack && inner_high.x <= high.x + slack &&
           inner_high.y <= high.y + slack && inner_high.z <= high.z + slack;
}

/* The box about an element. */
static void bounds_of(const lw_geometry *g, uint32_t element, vec3 *low, vec3 *high)
{
    lw_element_room room;
    lw_convex shape;
    pose at;
    lw_geometry_element(g, element, &room, &shape, &at);
    lw_convex_bounds(&shape, at, low, high);
}

static const char *leaf_fault(const lw_geometry *g, const lw_node *leaf)
{
    if (leaf->element >= lw_element_count(g))
        return "a leaf holds an element that there is not";
    vec3 low, high;
    bounds_of(g, leaf->element, &low, &high);
    return holds(low_of(leaf), high_of(leaf), low, high, SLACK * g->extent)
               ? NULL
               : "a leaf's box does not hold its element";
}

static const char *inner_fault(const lw_geometry *g, uint32_t i)
{
    lw_node room[2];
    const lw_node *node = lw_node_at(g, i, &room[0]);
    if (node->child <= (int32_t)i || (uint32_t)node->child + 1 >= lw_node_total(g))
        return "a node's children are not behind it";
    for (int k = 0; k < 2; k++) {
        const lw_node *child = lw_node_at(g, (uint32_t)(node->child + k), &room[1]);
        if (!holds(low_of(node), high_of(node), low_of(child), high_of(child), SLACK * g->extent))
            return "a node's box does not hold its children's";
    }
    return NULL;
}

/* Whether each element is in one leaf: there are as many leaves as elements, and the numbers of both
 * add up to the same. */
static const char *tree_fault(const lw_geometry *g)
{
    const uint64_t count = lw_element_count(g);
    uint64_t leaves = 0;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < lw_node_total(g); i++) {
        lw_node room;
        const lw_node *node = lw_node_at(g, i, &room);
        const bool is_leaf = node->child < 0;
        const char *fault = is_leaf ? leaf_fault(g, node) : inner_fault(g, i);
        if (fault)
            return fault;
        leaves += is_leaf;
        sum += is_leaf ? node->element : 0;
    }
    if (leaves != count || (count && sum != count * (count - 1) / 2))
        return "not every element is in one leaf";
    return NULL;
}

/* Vertex k of an element, and the element's radius. False: the element has no vertex k. */
static bool vertex_of(const lw_geometry *g, uint32_t element, uint32_t k, vec3 *point, double *radius)
{
    lw_element_room room;
    lw_convex shape;
    pose at;
    lw_geometry_element(g, element, &room, &shape, &at);
    *radius = shape.radius;
    if (k >= lw_convex_vertex_count(&shape))
        return false;
    *point = transform(at, lw_convex_vertex(&shape, k));
    return true;
}

static const char *sphere_fault(const lw_geometry *g)
{
    vec3 point;
    double radius;
    for (uint32_t i = 0; i < lw_element_count(g); i++)
        for (uint32_t k = 0; vertex_of(g, i, k, &point, &radius); k++) {
            if (!(norm(sub(point, g->center)) + radius <= g->radius + SLACK * g->extent))
                return "the sphere about it does not hold a vertex";
            if (!(norm(point) <= g->extent * (1 + SLACK)))
                return "a vertex is farther from the origin than its extent";
        }
    return NULL;
}

static const char *parts_fault(const lw_geometry *g)
{
    for (uint32_t i = 0; i < g->part_count + g->hull_count; i++) {
        lw_part room;
        const lw_part *part =
            i < g->part_count ? lw_part_at(g, i, &room) : &g->hulls[i - g->part_count];
        if (!lw_is_rotation(part->at.rotation))
            return "a part's pose does not turn it";
        if (!(part->shape.radius >= 0))
            return "a part's radius is negative";
    }
    for (uint32_t i = 0; i < g->triangle_count; i++) {
        if (!(lw_triangle_radius(g, i) >= 0))
            return "a triangle's radius is negative";
        if (g->hull_count && lw_geometry_hull_of(g, i) >= g->hull_count)
            return "a triangle is in a hull that there is not";
    }
    return NULL;
}

const char *lw_geometry_fault(const lw_geometry *geometry)
{
    const char *fault = parts_fault(geometry);
    if (!fault && geometry->points)
        fault = lw_points_fault(geometry->points);
    if (!fault && geometry->voxels)
        fault = lw_voxels_fault(geometry->voxels);
    if (!fault && geometry->heights)
        fault = lw_heights_fault(geometry->heights);
    if (!fault && geometry->image)
        fault = lw_image_fault(geometry->image);
    if (!fault)
        fault = tree_fault(geometry);
    return fault ? fault : sphere_fault(geometry);
}

static bool ball_holds(const lw_ball *ball, vec3 point, double radius, double slack)
{
    return norm(sub(point, lw_ball_center(ball))) + radius <= (double)ball->radius + slack;
}

const char *lw_cover_fault(const lw_cover *cover, const lw_geometry *geometry)
{
    const double slack = SLACK * geometry->extent;
    vec3 point;
    double radius;
    if (!cover->count)
        return "the cover has no ball";
    for (uint32_t i = 0; i < lw_element_count(geometry); i++)
        for (uint32_t k = 0; vertex_of(geometry, i, k, &point, &radius); k++) {
            bool held = false;
            for (uint32_t b = 0; b < cover->count && !held; b++)
                held = ball_holds(&cover->balls[b], point, 0, slack);
            if (!held)
                return "no ball of the cover holds a vertex";
            if (!ball_holds(&cover->around, point, radius, slack))
                return "the ball around the cover does not hold a vertex";
        }
    return NULL;
}
