/* The penetration depth of two bodies in the plane. A translation that separates the bodies separates
 * all pairs of their convex parts, so the depth of the deepest pair is a lower bound. Only translations
 * within the plane count: elsewhere flat polytopes represent the outlines, and the shortest translation
 * of these would leave the plane. Costs a separation for each pair of parts, and for outlines of
 * several parts some dozen times as much. */
#include "plane/flat_depth.h"

#include "math/rounding.h"
#include "math/vec.h"
#include "math/vec2.h"

/* Relative to the size: the least translation that is tried. */
static const double least_way = 1e-9;

enum { TRIES = 16, HALVINGS = 8 };

typedef struct search {
    const lw_body *const *bodies;
    lw_pose2 at[2];
    double grown, size;
    double lower;          /* the largest depth of two parts */
    lw_separation deepest; /* the separation of the two deepest parts */
    double way;            /* the length of the shortest translation known to separate the bodies */
    vec2 normal;
} search;

static lw_pose2 flatten(pose p)
{
    return (lw_pose2){p.position.x, p.position.y, p.rotation.x.x, p.rotation.x.y};
}

static vec2 of_public(lw_vec2 v)
{
    return v2(v.x, v.y);
}

static vec3 in_space(vec2 v)
{
    return v3(v.x, v.y, 0);
}

/* Minus the depth, where two parts overlap. */
static double signed_gap(const lw_separation *found)
{
    return found->depth > 0 ? -found->depth : found->upper;
}

/* The depth of the deepest two parts once b has moved by `way`; found: their separation. */
static double deepest_parts(const search *s, vec2 way, lw_separation *found)
{
    double least = HUGE_VAL;
    lw_pose2 moved = s->at[1];
    moved.x += way.x;
    moved.y += way.y;
    for (uint32_t i = 0; i < s->bodies[0]->polygon_count; i++)
        for (uint32_t k = 0; k < s->bodies[1]->polygon_count; k++) {
            lw_separation here;
            lw_polygon_separation(s->bodies[0]->polygons[i], s->at[0], s->bodies[1]->polygons[k], moved,
                                  NULL, &here);
            if (signed_gap(&here) >= least)
                continue;
            least = signed_gap(&here);
            *found = here;
        }
    return s->grown - least;
}

static void take(search *s, double way, vec2 normal)
{
    if (!(way < s->way))
        return;
    s->way = greater(way, 0);
    s->normal = normal;
}

static double support_value(const lw_polygon *polygon, lw_pose2 at, vec2 along)
{
    vec2 inside = turn_back(at, along);
    vec2 vertex = polygon->vertices[lw_polygon_support(polygon, inside)];
    return dot2(along, transform2(at, vertex)) + polygon->radius;
}

static double body_support_value(const search *s, int which, vec2 along)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < s->bodies[which]->polygon_count; i++)
        most = greater(most, support_value(s->bodies[which]->polygons[i], s->at[which], along));
    return most;
}

static void try_overlap(search *s, vec2 normal)
{
    double way = body_support_value(s, 0, normal) + body_support_value(s, 1, neg2(normal)) + s->grown;
    take(s, way, normal);
}

/* Translations past each other's hulls, along the normals of all edges. */
static void search_edges(search *s)
{
    for (int b = 0; b < 2; b++)
        for (uint32_t i = 0; i < s->bodies[b]->polygon_count; i++) {
            const lw_polygon *polygon = s->bodies[b]->polygons[i];
            for (uint32_t k = 0; k < polygon->count && polygon->count > 1; k++) {
                vec2 edge = sub2(polygon->vertices[k + 1], polygon->vertices[k]);
                double length = length2(edge);
                if (!(length > 0))
                    continue;
                vec2 normal = turn(s->at[b], scale2(1 / length, outward(edge)));
                try_overlap(s, b == 0 ? normal : neg2(normal));
            }
        }
}

static bool is_apart(const search *s, double way, vec2 normal)
{
    lw_separation found;
    return deepest_parts(s, scale2(way, normal), &found) < -LW_PLANE_ROUNDING * s->size;
}

/* Tries longer and longer translations along a direction, then halves the way between the last two. */
static void try_direction(search *s, vec2 normal)
{
    double tried = s->lower;
    double way = greater(1.01 * s->lower, least_way * s->size);
    bool found = false;
    for (int i = 0; i < TRIES && !found && way < s->way; i++) {
        found = is_apart(s, way, normal);
        if (found)
            take(s, way, normal);
        else
            tried = way;
        way *= 2;
    }
    for (int i = 0; i < HALVINGS && found && s->way > 1.02 * s->lower + least_way * s->size; i++) {
        double middle = 0.5 * (tried + s->way);
        if (is_apart(s, middle, normal))
            take(s, middle, normal);
        else
            tried = middle;
    }
}

void lw_flat_depth(const lw_body *const bodies[2], const pose at[2], const double grown[2],
                   lw_depth *out)
{
    search s = {.bodies = bodies,
                .at = {flatten(at[0]), flatten(at[1])},
                .grown = grown[0] + grown[1],
                .size = grown[0] + grown[1] + bodies[0]->geometry->extent +
                        bodies[1]->geometry->extent + norm(at[0].position) + norm(at[1].position),
                .way = HUGE_VAL};
    *out = (lw_depth){0};
    double rounding = LW_PLANE_ROUNDING * s.size;
    s.lower = deepest_parts(&s, v2(0, 0), &s.deepest);
    if (!(s.lower >= -rounding))
        return;
    vec2 normal = of_public(s.deepest.normal);
    if (bodies[0]->polygon_count == 1 && bodies[1]->polygon_count == 1) {
        take(&s, s.lower, normal);
    } else {
        search_edges(&s);
        try_overlap(&s, normal);
        try_direction(&s, normal);
    }
    out->upper = s.way;
    out->lower = lesser(greater(s.lower - rounding, 0), s.way);
    out->normal = in_space(s.normal);
    out->points[0] = in_space(add_scaled2(of_public(s.deepest.points[0]), grown[0], normal));
    out->points[1] = in_space(add_scaled2(of_public(s.deepest.points[1]), -grown[1], normal));
}
