/* How far a body reaches along a direction: by its hulls, or where it has none by its tree, of which
 * the box that reaches farthest is opened next. Where too many boxes come close to the best, their own
 * tops are answer enough. */
#include "tree/support_value.h"

#include "shape/support.h"

/* how many boxes are opened at most */
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

static double element_support_value(const lw_geometry *geometry, uint32_t element, vec3 along)
{
    if (element >= geometry->triangle_count)
        return lw_part_support_value(&geometry->parts[element - geometry->triangle_count], along);
    return lw_triangle_support_value(geometry, element, along);
}

/* A box, or an element whose own top is known, which no box is asked about any more. */
typedef struct part {
    const lw_node *node; /* NULL: an element */
    double value;
} part;

/* A box's children, or its element, in its place and behind. */
static uint32_t open_box(const lw_geometry *geometry, vec3 along, part *parts, uint32_t which,
                         uint32_t count)
{
    const lw_node *node = parts[which].node;
    if (node->child < 0) {
        parts[which] = (part){NULL, element_support_value(geometry, node->element, along)};
        return count;
    }
    const lw_node *child = &geometry->nodes[node->child];
    parts[which] = (part){child, box_support_value(child, along)};
    parts[count] = (part){child + 1, box_support_value(child + 1, along)};
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
    part parts[BUDGET + 1] = {{geometry->nodes, box_support_value(geometry->nodes, along)}};
    uint32_t count = 1;
    for (int opened = 0;; opened++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            best = parts[i].value > parts[best].value ? i : best;
        if (!parts[best].node || opened == BUDGET)
            return parts[best].value;
        count = open_box(geometry, along, parts, best, count);
    }
}

double lw_geometry_support_value(const lw_geometry *geometry, vec3 along)
{
    if (geometry->hull_count == 0)
        return support_value_of_boxes(geometry, along);
    return lesser(support_value_of_hulls(geometry, along),
                  box_support_value(&geometry->nodes[0], along));
}
