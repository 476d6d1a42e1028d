/* The public queries of two convex shapes in the plane: which method answers, radii, and the way from
 * a's frame to the world. */
#include "distance/planar.h"

#include "distance/lin_canny.h"
#include "distance/outline.h"
#include "distance/walk.h"

#include "math/vec.h"

/* A wider bracket than this, relative to the size, was left by a search that rounding led astray. */
#define WIDE 0x1p-45

void lw_planar_search(const lw_placed *p, lw_polygon_memory *memory, lw_search *out)
{
    if (lw_walk_search(p, memory, out))
        return;
    lw_barycode_search(p, LW_BARYCODE_ORDERED_CLIMB, memory, out);
    if (out->upper - out->lower > WIDE * p->size)
        lw_outline_distance(p, out);
}

bool lw_polygon_touches(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b)
{
    lw_placed p = lw_place2(a, pose_a, b, pose_b);
    int meets = lw_walk_meets(&p);
    return meets >= 0 ? meets : lw_barycode_meets(&p, LW_BARYCODE_ORDERED_CLIMB);
}

double lw_polygon_distance(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b,
                           lw_polygon_memory *memory)
{
    lw_placed p = lw_place2(a, pose_a, b, pose_b);
    lw_search found;
    lw_planar_search(&p, memory, &found);
    return greater(0, found.upper - (a->radius + b->radius));
}

/* the points of the cores, in a's frame, that the search ended with */
static void witnesses(const lw_placed *p, const lw_search *found, vec2 points[2])
{
    const lw_corner *c = found->corners;
    points[0] = p->a->vertices[c[0].a];
    vec2 b = p->b->vertices[c[0].b];
    if (found->count > 1) {
        double share = -dot2(c[0].w, found->edge) / dot2(found->edge, found->edge);
        share = lesser(greater(share, 0), 1);
        points[0] = add_scaled2(points[0], share, sub2(p->a->vertices[c[1].a], points[0]));
        b = add_scaled2(b, share, sub2(p->b->vertices[c[1].b], b));
    }
    points[1] = transform2(p->b_in_a, b);
}

void lw_planar_answer(const lw_placed *p, lw_pose2 pose_a, const lw_search *found, lw_separation *out)
{
    double radius = p->a->radius + p->b->radius;
    lw_way_out way;
    if (found->meets) {
        lw_outline_way_out(p, &way);
        way.gap = lesser(way.gap, 0);
        out->lower = out->upper = 0;
    } else {
        way.gap = found->upper;
        way.normal = scale2(-1 / length2(found->direction), found->direction);
        witnesses(p, found, way.points);
        out->lower = greater(0, found->lower - radius * (1 + 0x1p-52));
        out->upper = greater(0, found->upper - radius);
    }
    out->depth = greater(0, radius - way.gap);
    out->normal = turn(pose_a, way.normal);
    out->points[0] = transform2(pose_a, add_scaled2(way.points[0], p->a->radius, way.normal));
    out->points[1] = transform2(pose_a, add_scaled2(way.points[1], -p->b->radius, way.normal));
}

void lw_polygon_separation(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b,
                           lw_polygon_memory *memory, lw_separation *out)
{
    lw_placed p = lw_place2(a, pose_a, b, pose_b);
    lw_search found;
    lw_planar_search(&p, memory, &found);
    lw_planar_answer(&p, pose_a, &found, out);
}

void lw_polygon_track(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b,
                      lw_polygon_features *features, lw_separation *out)
{
    lw_placed p = lw_place2(a, pose_a, b, pose_b);
    lw_search found;
    if (!lw_lin_canny_search(&p, features, &found))
        lw_planar_search(&p, NULL, &found);
    lw_planar_answer(&p, pose_a, &found, out);
}

void lw_polygon_separations(const lw_polygon_pair *pairs, size_t count, lw_polygon_memory *memories,
                            lw_separation *out)
{
    for (size_t i = 0; i < count; i++)
        lw_polygon_separation(pairs[i].a, pairs[i].pose_a, pairs[i].b, pairs[i].pose_b,
                              memories ? &memories[i] : NULL, &out[i]);
}
