/* The support value of a body along a direction: from its hulls or, if it has none, from its tree,
 * where the box with the largest support value is opened next. If too many boxes come close to the
 * largest, the search stops early, and the largest support value of the boxes left is the answer: it is
 * an upper bound. */
#include "body/support_value.h"

#include "body/heights.h"
#include "body/image.h"
#include "body/points.h"
#include "body/voxels.h"
#include "shape/support.h"

/* boxes that are opened at most */
enum { BUDGET = 3 };

static double box_support_value(const lw_node *node, vec3 along)
{
    return dot(along, node->center) + fabs(along.x) * node->half.x + fabs(along.y) * node->half.y +
           fabs(along.z) * node->half.z;
}

double lw_part_support_value(const lw_part *part, vec3 along)
{
    const lw_convex *shape = &part->shape;
    vec3 inside = rotate_back(part->at.rotation, along);
    double value = dot(along, part->at.position);
    uint32_t ignored = 0;
    value += dot(inside, support_core(shape, inside, &ignored));
    return shape->radius > 0 ? value + shape->radius * norm(along) : value;
}

double lw_element_support_value(const lw_geometry *geometry, uint32_t element, vec3 along)
{
    lw_part room;
    if (geometry->points)
        return dot(along, lw_point(geometry->points, element)) + geometry->points->radius * norm(along);
    if (geometry->heights)
        return dot(along, lw_heights_support(geometry->heights, element, along)) +
               geometry->heights->radius * norm(along);
    if (geometry->image)
        return dot(along, lw_image_support(geometry->image, element, along)) +
               geometry->image->radius * norm(along);
    if (element >= geometry->triangle_count)
        return lw_part_support_value(lw_part_at(geometry, element - geometry->triangle_count, &room),
                                     along);
    return lw_triangle_support_value(geometry, element, along);
}

bool lw_is_group(const lw_geometry *geometry, uint32_t node)
{
    if (geometry->image)
        return node < geometry->node_count &&
               geometry->nodes[node].child >= (int32_t)geometry->node_count;
    const uint32_t stored = geometry->points   ? geometry->points->stored
                            : geometry->voxels ? geometry->voxels->stored
                                               : 0;
    return stored > 0 && node < stored && 2 * node + 1 >= stored;
}

double lw_group_support_value(const lw_geometry *geometry, uint32_t node, vec3 along, uint32_t *which)
{
    if (geometry->image)
        return lw_image_support_value(geometry->image, (uint32_t)geometry->nodes[node].child, along,
                                      which);
    return geometry->points ? lw_points_support_value(geometry->points, node, along, which)
                            : lw_voxels_support_value(geometry->voxels, node, along, which);
}

vec3 lw_element_support(const lw_geometry *geometry, uint32_t element, vec3 along)
{
    uint32_t ignored = 0;
    if (geometry->points)
        return lw_point(geometry->points, element);
    if (geometry->heights)
        return lw_heights_support(geometry->heights, element, along);
    if (geometry->image)
        return lw_image_support(geometry->image, element, along);
    if (element < geometry->triangle_count)
        return support_points(geometry->triangles[element], 3, along, &ignored);
    lw_part room;
    const lw_part *part = lw_part_at(geometry, element - geometry->triangle_count, &room);
    return transform(part->at,
                     support_core(&part->shape, rotate_back(part->at.rotation, along), &ignored));
}

double lw_element_radius(const lw_geometry *geometry, uint32_t element)
{
    if (geometry->points)
        return geometry->points->radius;
    if (geometry->voxels)
        return geometry->voxels->radius;
    if (geometry->heights)
        return geometry->heights->radius;
    if (geometry->image)
        return geometry->image->radius;
    return element < geometry->triangle_count
               ? lw_triangle_radius(geometry, element)
               : geometry->parts[element - geometry->triangle_count].shape.radius;
}

/* A box or an element, with its support value. */
typedef struct candidate {
    bool is_box;
    uint32_t node; /* of a box */
    double value;
} candidate;

/* Replaces a box by its first child or its element, and appends the second child. Returns the count. */
static uint32_t open_box(const lw_geometry *geometry, vec3 along, candidate *candidates, uint32_t which,
                         uint32_t count)
{
    lw_node room;
    const lw_node *node = lw_node_at(geometry, candidates[which].node, &room);
    if (node->child < 0) {
        candidates[which] =
            (candidate){.value = lw_element_support_value(geometry, node->element, along)};
        return count;
    }
    const uint32_t child = (uint32_t)node->child;
    candidates[which] =
        (candidate){true, child, box_support_value(lw_node_at(geometry, child, &room), along)};
    candidates[count] =
        (candidate){true, child + 1, box_support_value(lw_node_at(geometry, child + 1, &room), along)};
    return count + 1;
}

static double support_value_of_hulls(const lw_geometry *geometry, vec3 along)
{
    double value = lw_part_support_value(&geometry->hulls[0], along);
    for (uint32_t i = 1; i < geometry->hull_count; i++)
        value = greater(value, lw_part_support_value(&geometry->hulls[i], along));
    return value;
}

static double support_value_of_boxes(const lw_geometry *geometry, vec3 along)
{
    candidate candidates[BUDGET + 1] = {{true, 0, box_support_value(geometry->nodes, along)}};
    uint32_t count = 1;
    for (int opened = 0;; opened++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            best = candidates[i].value > candidates[best].value ? i : best;
        if (!candidates[best].is_box || opened == BUDGET)
            return candidates[best].value;
        count = open_box(geometry, along, candidates, best, count);
    }
}

double lw_geometry_support_value(const lw_geometry *geometry, vec3 along)
{
    if (geometry->hull_count == 0)
        return support_value_of_boxes(geometry, along);
    return lesser(support_value_of_hulls(geometry, along),
                  box_support_value(&geometry->nodes[0], along));
}
