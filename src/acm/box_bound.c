/* The directional bound of second order on the gap of two bodies over a box of joint values. Cost of a
 * pair of hulls: one distance (GJK), and a few dozen operations for each vertex and joint. */
#include "acm/box_bound.h"

#include "distance/distance.h"
#include "math/rounding.h"
#include "shape/support.h"

/* Where all joints together may turn by more than this, in radians, the bound is not tried: its term of
 * second order would be too large. docs/decisions/acm.md, "A box of joint values that travel does not
 * prove is tried along one direction". */
static const double MOST_TURN = 1;

/* A convex part of one body, and the joints on its side that move it. */
typedef struct side {
    lw_path_joint *joints; /* `count` joints, in the path's array */
    size_t count;
    bool is_first;  /* the path's first body: joint 0 is next to the body, the last joint next to the
                       frame */
    vec3 along;     /* unit, the direction of the gap, out of the part */
    double reach;   /* the largest along . x over the points x of the part, plus the joints' first-order
                       terms */
    double size;    /* the largest distance of these points and of the joints from the origin: scales
                       rounding errors */
    double changes; /* the sum of the joints' changes */
} side;

static bool turns(const lw_path_joint *joint)
{
    return joint->elementary->kind == LW_ELEMENTARY_REVOLUTE;
}

/* Sets each joint's largest change and its speed along the direction. */
static void begin_side(side *s, const double *half)
{
    for (size_t i = 0; i < s->count; i++) {
        lw_path_joint *joint = &s->joints[i];
        vec3 axis = joint->frame.rotation.z;
        joint->change = joint->value >= 0 ? joint->weight * half[joint->value] * LW_UPWARD : 0;
        joint->slope = turns(joint) ? cross(s->along, axis) : v3(0, 0, 0);
        joint->offset = turns(joint) ? dot(joint->slope, joint->frame.position) : dot(s->along, axis);
        joint->far = 0;
        s->changes += joint->change;
        s->size = greater(s->size, norm(joint->frame.position));
    }
}

/* Adds a disc of the core to the bound: its middle, radius (0: a point) and unit axis.
 */
static void enter_point(side *s, vec3 point, double disc, vec3 axis)
{
    double reach = dot(s->along, point) + disc * norm(cross(s->along, axis));
    for (size_t i = 0; i < s->count; i++) {
        lw_path_joint *joint = &s->joints[i];
        if (!(joint->change > 0))
            continue;
        double slope = fabs(dot(joint->slope, point) - joint->offset);
        if (disc > 0)
            slope += disc * norm(cross(joint->slope, axis));
        vec3 arm = cross(sub(point, joint->frame.position), joint->frame.rotation.z);
        joint->far = greater(joint->far, norm(arm) + disc);
        reach += joint->change * slope;
    }
    s->reach = greater(s->reach, reach);
    s->size = greater(s->size, norm(point) + disc);
}

/* Adds an ellipsoid: its support values bound each term by itself. */
static void enter_ellipsoid(side *s, vec3 half, pose at)
{
    vec3 middle = at.position;
    double most = max_component(half);
    double reach = dot(s->along, middle) + norm(stretched(half, rotate_back(at.rotation, s->along)));
    for (size_t i = 0; i < s->count; i++) {
        lw_path_joint *joint = &s->joints[i];
        if (!(joint->change > 0))
            continue;
        double slope = fabs(dot(joint->slope, middle) - joint->offset) +
                       norm(stretched(half, rotate_back(at.rotation, joint->slope)));
        vec3 arm = cross(sub(middle, joint->frame.position), joint->frame.rotation.z);
        joint->far = greater(joint->far, norm(arm) + most);
        reach += joint->change * slope;
    }
    s->reach = greater(s->reach, reach);
    s->size = greater(s->size, norm(middle) + most);
}

/* Adds the points of the core that can attain its support values. */
static void enter_core(side *s, const lw_convex *shape, pose at)
{
    vec3 axis = at.rotation.z;
    vec3 half = shape->half;
    s->reach = -HUGE_VAL;
    switch (shape->core) {
    case LW_CORE_POINT:
    case LW_CORE_SEGMENT:
    case LW_CORE_TRIANGLE:
    case LW_CORE_BOX:
    case LW_CORE_POLYTOPE:
        for (uint32_t i = 0; i < lw_convex_vertex_count(shape); i++)
            enter_point(s, transform(at, lw_convex_vertex(shape, i)), 0, axis);
        return;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        enter_point(s, transform(at, v3(0, 0, half.z)), shape->core == LW_CORE_CONE ? 0 : half.x, axis);
        enter_point(s, transform(at, v3(0, 0, -half.z)), half.x, axis);
        return;
    case LW_CORE_ELLIPSOID:
        enter_ellipsoid(s, half, at);
        return;
    }
    s->reach = HUGE_VAL;
}

/* the joint at a place counted from the frame that stands still */
static lw_path_joint *joint_at(const side *s, size_t place)
{
    return &s->joints[s->is_first ? s->count - 1 - place : place];
}

/* The term of second order, Q. */
static double second_order(const side *s)
{
    double inner = 0; /* D: the sum of the changes of the turning joints nearer to the frame */
    double beyond = 0;
    double sum = 0;
    for (size_t i = 0; i < s->count; i++)
        if (turns(&s->joints[i]))
            inner += s->joints[i].change;
    for (size_t place = s->count; place-- > 0;) {
        const lw_path_joint *joint = joint_at(s, place);
        double change = joint->change;
        double share = 0;
        if (turns(joint)) {
            double far = joint->far + beyond;
            inner = greater(0, inner - change);
            share = 0.5 * far * change * (change + 2 * inner);
            beyond += joint->far * lesser(change, 2);
        } else {
            share = change * inner;
            beyond += change;
        }
        sum += share;
    }
    return sum;
}

double lw_directional_gap(lw_joint_path *path, size_t split, const lw_part *const parts[2],
                          const double *half, vec3 along)
{
    side sides[2] = {
        {.joints = path->joints, .count = split, .is_first = true, .along = along},
        {.joints = path->joints + split, .count = path->joint_count - split, .along = neg(along)}};
    double taken = 0;
    double reach = 0;
    double size = 0;
    double changes = 0;
    for (int end = 0; end < 2; end++) {
        side *s = &sides[end];
        begin_side(s, half);
        enter_core(s, &parts[end]->shape, compose(path->at[end], parts[end]->at));
        taken += second_order(s) + parts[end]->shape.radius;
        reach += s->reach;
        size += s->size;
        changes += s->changes;
    }
    double error = (8 * path->error + LW_COMPOSED_ROUNDING * size) * (2 + changes);
    return -reach - (taken + error) * LW_UPWARD;
}

/* Whether two hulls stay apart. */
static bool hulls_are_apart(lw_joint_path *path, size_t split, const lw_part *const parts[2],
                            const double *half, double margin, double travel)
{
    pose at[2];
    lw_bracket bracket;
    for (int end = 0; end < 2; end++)
        at[end] = compose(path->at[end], parts[end]->at);
    pose b_in_a = relative(at[0], at[1]);
    double needed = (margin + travel + 2 * path->error) * LW_UPWARD;
    lw_convex_distance_until(&parts[0]->shape, &parts[1]->shape, &b_in_a, needed, 0, NULL, &bracket);
    if (bracket.lower > needed)
        return true;
    if (!(bracket.lower > margin))
        return false;
    vec3 along = rotate(at[0].rotation, bracket.normal);
    return lw_directional_gap(path, split, parts, half, along) > margin * LW_UPWARD;
}

bool lw_box_is_apart(lw_joint_path *path, const double *half, double margin, double travel)
{
    const lw_geometry *bodies[2] = {path->bodies[0]->geometry, path->bodies[1]->geometry};
    if (!bodies[0]->hull_count || !bodies[1]->hull_count)
        return false;
    double turned = 0;
    for (size_t i = 0; i < path->joint_count; i++)
        if (path->joints[i].value >= 0 && turns(&path->joints[i]))
            turned += path->joints[i].weight * half[path->joints[i].value];
    if (turned > MOST_TURN)
        return false;
    size_t split = lw_joint_path_split(path, half);
    for (uint32_t i = 0; i < bodies[0]->hull_count; i++)
        for (uint32_t j = 0; j < bodies[1]->hull_count; j++) {
            const lw_part *const parts[2] = {&bodies[0]->hulls[i], &bodies[1]->hulls[j]};
            if (!hulls_are_apart(path, split, parts, half, margin, travel))
                return false;
        }
    return true;
}
