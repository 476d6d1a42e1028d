/* What deviations of a real motion take off the gap of two bodies: the first-order part. */
#include "bound/tube.h"

#include "math/rounding.h"

double lw_tube_reach_of(const lw_tube *tube, int body, vec3 normal, const lw_node *node)
{
    double reach = 0;
    double size = 0; /* of the numbers whose rounding errors count */
    vec3 center = body ? transform(tube->b_in_a, node->center) : node->center;
    double far = norm(center) + norm(node->half);
    for (uint32_t i = 0; i < tube->count[body]; i++) {
        const lw_tube_part *part = &tube->parts[body][i];
        vec3 along = cross(normal, part->turn);
        vec3 own = body ? rotate_back(tube->b_in_a.rotation, along) : along;
        double spread =
            fabs(own.x) * node->half.x + fabs(own.y) * node->half.y + fabs(own.z) * node->half.z;
        double middle = dot(along, sub(center, part->origin)) + dot(normal, part->slide);
        reach += part->slack * (fabs(middle) + spread);
        size += part->slack * (norm(part->slide) + norm(part->turn) * (far + norm(part->origin)));
    }
    const lw_tube_spin *spin = &tube->spins[body];
    if (spin->angle > 0) {
        const vec3 arm = cross(normal, sub(center, spin->origin));
        reach += spin->angle * (norm(arm) + norm(normal) * norm(node->half));
        size += spin->angle * (far + norm(spin->origin));
    }
    return (reach + tube->rounding[body] * (1 + norm(normal))) * LW_UPWARD +
           LW_PAIR_BOUND_ROUNDING * size;
}
