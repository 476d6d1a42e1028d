/* The radii of Baginski's sections 2 and 3, by hulls of swept links.
 *
 * A set of points with a slack stands for all points within the slack of their hull: a swept volume. A
 * sweep by a turn takes points at equal angles; in between an arc leaves its chord by the sagitta,
 * which is added to the slack. Then only the points that are farthest in some of many directions are
 * kept, and the slack grows by the largest distance of a dropped point from the hull of the kept ones.
 */
#include "baginski/swept_radii.h"

#include "base/error.h"
#include "distance/distance.h"
#include "shape/polytope.h"
#include "table/joint_limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    DIRECTIONS = 600,
    ANGLES = 32 /* of a whole turn */,
    MOST_POINTS = (DIRECTIONS + 64) * (ANGLES + 2)
};

static const double whole_turn = 6.283185307179586;

typedef struct point_set {
    size_t count;
    double slack;
    vec3 *points; /* room for MOST_POINTS */
} point_set;

/* The i-th one of many directions that are spread evenly over the sphere (a Fibonacci lattice). */
static vec3 direction(int i)
{
    double z = 1 - (2 * i + 1) / (double)DIRECTIONS;
    double angle = i * (0.3819660112501051 * whole_turn);
    double across = sqrt(1 - z * z);
    return v3(across * cos(angle), across * sin(angle), z);
}

/* Adds the box about a body's geometry, in the frame of the joint that moves it. */
static void add_body(const lw_body *body, point_set *set)
{
    const lw_node *box = &body->geometry->nodes[0];
    for (int i = 0; i < 8; i++) {
        vec3 corner = v3(i & 1 ? box->half.x : -box->half.x, i & 2 ? box->half.y : -box->half.y,
                         i & 4 ? box->half.z : -box->half.z);
        set->points[set->count++] = transform(body->local, add(box->center, corner));
    }
}

static double from_axis(vec3 p)
{
    return sqrt(p.x * p.x + p.y * p.y);
}

static double radius_of(const point_set *set)
{
    double most = 0;
    for (size_t i = 0; i < set->count; i++)
        most = greater(most, from_axis(set->points[i]));
    return most + set->slack;
}

static size_t farthest(const point_set *set, vec3 along)
{
    size_t best = 0;
    double most = -HUGE_VAL;
    for (size_t i = 0; i < set->count; i++) {
        double value = dot(along, set->points[i]);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

/* The largest distance of a set's points from a polytope. */
static double distance_from(const lw_polytope *polytope, const point_set *set)
{
    const lw_convex hull = {.core = LW_CORE_POLYTOPE, .polytope = polytope};
    const lw_convex point = {.core = LW_CORE_POINT};
    double most = 0;
    for (size_t i = 0; i < set->count; i++) {
        const pose at = {mat3_identity(), set->points[i]};
        lw_bracket distance;
        lw_convex_distance_until(&hull, &point, &at, HUGE_VAL, most, NULL, &distance);
        most = greater(most, distance.upper);
    }
    return most;
}

/* Keeps only the farthest points in all directions. */
static lw_status thin(lw_arena *arena, point_set *set, lw_error *error)
{
    vec3 *kept = lw_arena_array(arena, DIRECTIONS, sizeof *kept);
    lw_polytope *hull;
    if (!kept)
        return lw_fail_memory(error);
    for (int i = 0; i < DIRECTIONS; i++)
        kept[i] = set->points[farthest(set, direction(i))];
    lw_status status = lw_polytope_create(arena, &kept[0].x, DIRECTIONS, &hull, error);
    if (status)
        return status;
    set->slack += distance_from(hull, set);
    set->count = hull->vertex_count;
    memcpy(set->points, hull->vertices, set->count * sizeof *set->points);
    return LW_OK;
}

/* Sweeps a set by a joint between two values of its coordinate, into the frame of the joint before. */
static lw_status sweep(const lw_elementary_joint *joint, double lower, double upper, point_set *set,
                       point_set *room, lw_error *error)
{
    lw_arena arena = {0};
    lw_status status = set->count > DIRECTIONS ? thin(&arena, set, error) : LW_OK;
    lw_arena_free(&arena);
    if (status)
        return status;
    bool turns = joint->kind == LW_ELEMENTARY_REVOLUTE;
    double span = turns ? lesser(upper - lower, whole_turn) : upper - lower;
    int steps = turns ? (int)ceil(span / whole_turn * ANGLES) : 1;
    double radius = radius_of(set);
    room->count = 0;
    room->slack = set->slack;
    if (turns)
        room->slack += radius * (1 - cos(0.5 * span / steps));
    for (int k = 0; k <= steps; k++) {
        double at = lower + span * k / steps;
        double c = turns ? cos(at) : 1;
        double s = turns ? sin(at) : 0;
        for (size_t i = 0; i < set->count; i++) {
            vec3 p = set->points[i];
            vec3 moved = v3(c * p.x - s * p.y, s * p.x + c * p.y, turns ? p.z : p.z + at);
            room->points[room->count++] = transform(joint->before, moved);
        }
    }
    const point_set swept = *room;
    *room = *set;
    *set = swept;
    return LW_OK;
}

/* The radii of the joints that move a body. */
static lw_status find_row(const lw_frozen *frozen, const lw_body *body, point_set sets[2], double *row,
                          lw_error *error)
{
    const lw_chains *chains = frozen->chains;
    lw_status status = LW_OK;
    sets[0].count = 0;
    sets[0].slack = 0;
    for (int32_t j = body->elementary; j >= 0 && !status; j = chains->elementary[j].parent) {
        const lw_elementary_joint *joint = &chains->elementary[j];
        for (size_t i = 0; i < frozen->moving_count; i++)
            if (frozen->moving[i].elementary == j &&
                (j != body->elementary || &frozen->moving[i] == body))
                add_body(&frozen->moving[i], &sets[0]);
        row[j] = joint->kind == LW_ELEMENTARY_REVOLUTE ? radius_of(&sets[0]) : 1;
        double lower = -0.5 * whole_turn;
        double upper = 0.5 * whole_turn;
        lw_coordinate_limits(chains, joint, &lower, &upper);
        status = sweep(joint, lower, upper, &sets[0], &sets[1], error);
    }
    return status;
}

lw_status lw_swept_radii_make(lw_arena *arena, const lw_frozen *frozen, lw_swept_radii *out,
                              lw_error *error)
{
    out->body_count = frozen->moving_count;
    out->joint_count = frozen->chains->elementary_count;
    out->radii = lw_arena_array(arena, out->body_count * out->joint_count, sizeof *out->radii);
    point_set sets[2] = {{.points = malloc(MOST_POINTS * sizeof(vec3))},
                         {.points = malloc(MOST_POINTS * sizeof(vec3))}};
    lw_status status = out->radii && sets[0].points && sets[1].points ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < out->body_count && !status; i++)
        status = find_row(frozen, &frozen->moving[i], sets, &out->radii[i * out->joint_count], error);
    free(sets[0].points);
    free(sets[1].points);
    return status;
}
