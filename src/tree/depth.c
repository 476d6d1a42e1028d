/* How deep two bodies overlap: an estimate, the largest depth over touching pairs of elements. */
#include "distance/depth.h"
#include "tree/box.h"
#include "tree/support_value.h"

/* How many pairs may wait, as in query.c; and how many pairs of elements are measured at most, so that
 * the search ends for bodies deep inside each other too. */
enum { STACK = 2 * 64 + 2, MOST_MEASURED = 1024 };

typedef struct visit {
    uint32_t a, b;
} visit;

static double element_depth(const lw_geometry *a, const lw_geometry *b, pose b_in_a, visit elements,
                            vec3 *normal, vec3 points[2])
{
    lw_convex shape[2];
    pose at[2];
    lw_geometry_element(a, elements.a, &shape[0], &at[0]);
    lw_geometry_element(b, elements.b, &shape[1], &at[1]);
    pose between = relative(at[0], compose(b_in_a, at[1]));
    lw_depth found;
    lw_convex_depth(&shape[0], &shape[1], &between, &found);
    *normal = rotate(at[0].rotation, found.normal);
    for (int k = 0; k < 2; k++)
        points[k] = transform(at[0], found.points[k]);
    return found.upper;
}

/* How far two elements overlap along a direction: no less than their depth. */
static double overlap(const lw_geometry *a, const lw_geometry *b, pose b_in_a, visit elements,
                      vec3 normal)
{
    vec3 inside = rotate_back(b_in_a.rotation, neg(normal));
    return lw_element_support_value(a, elements.a, normal) +
           lw_element_support_value(b, elements.b, inside) - dot(normal, b_in_a.position);
}

double lw_geometry_depth(const lw_geometry *a, const lw_geometry *b, pose b_in_a, vec3 *normal,
                         vec3 points[2])
{
    *normal = points[0] = points[1] = v3(0, 0, 0);
    if (a->node_count == 0 || b->node_count == 0)
        return 0;
    lw_box_frames frames;
    lw_box_frames_set(&frames, &b_in_a);
    visit stack[STACK];
    stack[0] = (visit){0, 0};
    uint32_t waiting = 1;
    uint32_t measured = 0;
    double deepest = 0;
    while (waiting > 0 && measured < MOST_MEASURED) {
        visit here = stack[--waiting];
        const lw_node *na = &a->nodes[here.a];
        const lw_node *nb = &b->nodes[here.b];
        if (lw_box_gap_square(&frames, na, nb) > 0)
            continue;
        if (na->child < 0 && nb->child < 0) {
            visit elements = {na->element, nb->element};
            vec3 n;
            vec3 p[2];
            measured++;
            /* neighbours often overlap no more, and along the same direction */
            if (deepest > 0 && overlap(a, b, b_in_a, elements, *normal) <= deepest)
                continue;
            double depth = element_depth(a, b, b_in_a, elements, &n, p);
            if (depth > deepest) {
                deepest = depth;
                *normal = n;
                points[0] = p[0];
                points[1] = p[1];
            }
        } else if (nb->child < 0 || (na->child >= 0 && lw_node_size(na) >= lw_node_size(nb))) {
            stack[waiting++] = (visit){(uint32_t)na->child, here.b};
            stack[waiting++] = (visit){(uint32_t)na->child + 1, here.b};
        } else {
            stack[waiting++] = (visit){here.a, (uint32_t)nb->child};
            stack[waiting++] = (visit){here.a, (uint32_t)nb->child + 1};
        }
    }
    return deepest;
}
