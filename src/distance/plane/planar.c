/* The public queries of two convex shapes in the plane: the choice of the method, radii, and the
 * transformation from a's frame to the world. */
#include "distance/plane/planar.h"

#include "distance/plane/boundary_walk.h"
#include "distance/plane/lin_canny.h"
#include "distance/plane/way_out.h"

#include "math/rounding.h"
#include "math/vec.h"

/* Up to this number of vertices, testing all separating axes at once is fastest.
 * docs/decisions/plane.md, "Whether two polygons touch is decided by the separating axes". */
#define FEW 12

lw_planar_algorithm lw_planar_search(const lw_posed_polygons *p, lw_polygon_memory *memory,
                                     lw_search *out)
{
    if (lw_boundary_walk(p, memory, out))
        return LW_PLANAR_WALK;
    bool found = lw_barycode_search(p, LW_BARYCODE_ORDERED_OCTANT, memory, out);
    return found ? LW_PLANAR_BARYCODE_OCTANT : LW_PLANAR_EDGES;
}

/* For a slab no wider than the rounding error: whether the vertex nearest to the edge is straight
 * across from it, so that the two are as near as the slab is wide. */
static bool is_across(const lw_posed_polygons *p, const lw_axis *axis)
{
    lw_axis_sides sides = lw_axis_see(p, axis);
    const lw_polygon *one = sides.one;
    const lw_polygon *other = sides.other;
    lw_pose2 at = sides.other_in_one;
    vec2 from = one->vertices[axis->edge];
    vec2 e = sub2(one->vertices[axis->edge + 1], from);
    uint32_t k = lw_polygon_support(other, neg2(turn_back(at, outward(e))));
    double ahead = dot2(sub2(transform2(at, other->vertices[k]), from), e);
    double noise = LW_PLANE_ROUNDING * p->size * (fabs(e.x) + fabs(e.y));
    return ahead >= -noise && ahead <= dot2(e, e) + noise;
}

/* The distance of two corners that face each other is larger than the width of the widest slab, but by
 * a factor of at most 1 / cos(phi / 2) where the outline of the Minkowski difference turns by no more
 * than phi at a corner: one of the two normals there is within phi / 2 of the direction between the
 * corners. The outline turns no more than either polygon does. For a blunt polygon the factor is 3, so
 * a slab within rounding is contact within rounding. */
int lw_planar_axes_meet(const lw_posed_polygons *p)
{
    lw_axis axis;
    lw_axes_widest(p, &axis);
    int meets = lw_axis_meets(p, &axis);
    if (p->a->blunt || p->b->blunt)
        return meets != 0;
    return meets < 0 && axis.key > -HUGE_VAL && is_across(p, &axis) ? 1 : meets;
}

bool lw_planar_walk_meets(const lw_posed_polygons *p, lw_planar_algorithm *by)
{
    const int meets = lw_boundary_walk_meets(p);
    *by = meets >= 0 ? LW_PLANAR_WALK : LW_PLANAR_BARYCODE_OCTANT;
    return meets >= 0 ? meets : lw_barycode_meets(p, LW_BARYCODE_ORDERED_OCTANT);
}

bool lw_planar_meets(const lw_posed_polygons *p, lw_planar_algorithm *by)
{
    *by = LW_PLANAR_AUTO;
    if (lw_circles_apart(p))
        return false;
    int meets = -1;
    *by = LW_PLANAR_AXES;
    if (p->a->count <= FEW && p->b->count <= FEW && p->a->radius + p->b->radius == 0)
        meets = lw_planar_axes_meet(p);
    return meets >= 0 ? meets : lw_planar_walk_meets(p, by);
}

/* Poses outside the limits are not used, and nothing is computed: see leeway/plane.h. */
bool lw_planar_poses_near(lw_pose2 a, lw_pose2 b)
{
    return fabs(a.x) + fabs(a.y) + fabs(b.x) + fabs(b.y) <= LW_PLANAR_LARGEST;
}

bool lw_planar_is_pose(lw_pose2 at)
{
    return fabs(at.cosine * at.cosine + at.sine * at.sine - 1) <= 1e-6;
}

static bool are_usable(lw_pose2 a, lw_pose2 b)
{
    return lw_planar_poses_near(a, b) && lw_planar_is_pose(a) && lw_planar_is_pose(b);
}

bool lw_polygon_touches(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b)
{
    if (!are_usable(pose_a, pose_b))
        return true;
    lw_posed_polygons p = lw_pose_polygons(a, pose_a, b, pose_b);
    lw_planar_algorithm by;
    return lw_planar_meets(&p, &by);
}

double lw_polygon_distance(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b,
                           lw_polygon_memory *memory)
{
    if (!are_usable(pose_a, pose_b))
        return 0;
    lw_posed_polygons p = lw_pose_polygons(a, pose_a, b, pose_b);
    lw_search found;
    lw_planar_search(&p, memory, &found);
    return greater(0, found.upper - (a->radius + b->radius));
}

/* The nearest points of the cores, in a's frame: from the combination of two corners ((5) of Zhang et
 * al.) that is nearest to the origin. */
static void witnesses(const lw_posed_polygons *p, const lw_search *found, vec2 points[2])
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

/* The public answer: with radii, and in the world frame. lower and upper: of the cores' distance, minus
 * the depth where they overlap; way: from one core to the other. */
static void answer(const lw_posed_polygons *p, lw_pose2 pose_a, double lower, double upper,
                   const lw_way_out *way, lw_separation *out)
{
    double radius = p->a->radius + p->b->radius;
    out->lower = lower - radius * LW_UP_BY(2);
    out->upper = upper - radius;
    out->depth = greater(0, radius - way->gap);
    out->normal = turn(pose_a, way->normal);
    out->points[0] = transform2(pose_a, add_scaled2(way->points[0], p->a->radius, way->normal));
    out->points[1] = transform2(pose_a, add_scaled2(way->points[1], -p->b->radius, way->normal));
}

/* The upper bound of the distance of cores, from the width of their slab. Where they overlap, the width
 * is negative, and is rounded up. */
static double upper_of(const lw_posed_polygons *p, double gap)
{
    return gap < 0 ? lesser(gap + LW_PLANE_ROUNDING * p->size, 0) : gap;
}

void lw_planar_answer(const lw_posed_polygons *p, lw_pose2 pose_a, const lw_search *found,
                      lw_separation *out)
{
    lw_way_out way;
    if (found->meets) {
        lw_find_way_out(p, &way);
        way.gap = lesser(way.gap, 0);
        answer(p, pose_a, way.gap - LW_PLANE_ROUNDING * p->size, upper_of(p, way.gap), &way, out);
        return;
    }
    way.gap = found->upper;
    way.normal = scale2(-1 / length2(found->direction), found->direction);
    witnesses(p, found, way.points);
    /* cores that only touch may overlap by rounding */
    double lower = found->lower > 0 ? found->lower : -LW_ROUNDING(256) * p->size;
    answer(p, pose_a, lower, found->upper, &way, out);
}

bool lw_planar_answer_by_axes(const lw_posed_polygons *p, lw_pose2 pose_a, lw_separation *out)
{
    lw_way_out way;
    lw_find_way_out(p, &way);
    double noise = LW_PLANE_ROUNDING * p->size;
    if (!way.across && !(way.gap < -noise))
        return false;
    answer(p, pose_a, way.gap - noise, upper_of(p, way.gap), &way, out);
    return true;
}

/* Up to this product of the numbers of vertices, the way out is found first for polygons whose circles
 * meet: most of them overlap, or touch straight across from an edge, and the search is saved.
 * docs/decisions/plane.md, "Where the circles about two polygons meet, all separating axes are tried at
 * once". */
enum { LIKELY = 4096 };

static bool answer_near(const lw_posed_polygons *p, lw_pose2 pose_a, lw_separation *out)
{
    if ((uint64_t)p->a->count * p->b->count > LIKELY || lw_circles_apart(p))
        return false;
    return lw_planar_answer_by_axes(p, pose_a, out);
}

lw_planar_algorithm lw_planar_separate(const lw_posed_polygons *p, lw_pose2 pose_a,
                                       lw_polygon_memory *memory, lw_separation *out)
{
    if ((!memory || memory->count != 1) && answer_near(p, pose_a, out))
        return LW_PLANAR_AXES;
    lw_search found;
    lw_planar_algorithm by = lw_planar_search(p, memory, &found);
    lw_planar_answer(p, pose_a, &found, out);
    return by;
}

void lw_polygon_separation(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b,
                           lw_polygon_memory *memory, lw_separation *out)
{
    if (!are_usable(pose_a, pose_b)) {
        *out = (lw_separation){.upper = HUGE_VAL};
        return;
    }
    lw_posed_polygons p = lw_pose_polygons(a, pose_a, b, pose_b);
    lw_planar_separate(&p, pose_a, memory, out);
}

void lw_polygon_track(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b,
                      lw_polygon_features *features, lw_separation *out)
{
    if (!are_usable(pose_a, pose_b)) {
        features->known = features->met = false;
        features->tests = 0;
        *out = (lw_separation){.upper = HUGE_VAL};
        return;
    }
    lw_posed_polygons p = lw_pose_polygons(a, pose_a, b, pose_b);
    /* cores that overlap have no nearest features, and mostly overlap again */
    if (features->met && answer_near(&p, pose_a, out)) {
        features->known = false;
        features->met = out->upper <= 0 && out->depth >= a->radius + b->radius;
        features->tests = 0;
        return;
    }
    lw_search found;
    if (!lw_lin_canny_search(&p, features, &found))
        lw_planar_search(&p, NULL, &found);
    features->met = found.meets;
    features->known = features->known && !found.meets;
    lw_planar_answer(&p, pose_a, &found, out);
}

void lw_polygon_separations(const lw_polygon_pair *pairs, size_t count, lw_polygon_memory *memories,
                            lw_separation *out)
{
    for (size_t i = 0; i < count; i++)
        lw_polygon_separation(pairs[i].a, pairs[i].pose_a, pairs[i].b, pairs[i].pose_b,
                              memories ? &memories[i] : NULL, &out[i]);
}
