/* Jacobians of points of bodies, and gradients of distances, by the values of joints: for optimising
 * motions.
 *
 * A turn about an axis z through o moves a point p at z x (p - o); a slide along z moves it at z; a
 * joint that mimics another moves it at its multiplier times that (Craig, Introduction to Robotics,
 * chapter 5). A floating joint's x, y, z move the point along the axes of the joint's frame. Its
 * quaternion q = (v, w), which is normalised, turns the point at 2 Im(dq q*) about the child's origin,
 * in the joint's frame: at 2 (w e + v x e) for the component along e, and at -2 v for w.
 *
 * The distance of two bodies is a minimum over their points, and their depth a minimum over directions.
 * By the envelope theorem its derivative is that of the two points that are reported, as if they were
 * fixed to their bodies: n . (p_b' - p_a'), with the normal n. */
#include "base/error.h"
#include "check/checker/checker.h"
#include "scene/ask/ask.h"

#include <math.h>
#include <string.h>

/* The output for columns: a Jacobian of 3 rows, with a column per value; or a gradient, to which each
 * column is added times a direction. */
typedef struct columns {
    lw_checker *checker;
    const lw_motion *motion;
    double time;
    const lw_joints *joints;
    double *jacobian, *gradient; /* one of them */
    vec3 direction;
} columns;

static void add_column(const columns *c, size_t column, vec3 velocity)
{
    if (c->gradient) {
        c->gradient[column] += dot(c->direction, velocity);
        return;
    }
    const size_t width = c->joints->value_count;
    c->jacobian[column] += velocity.x;
    c->jacobian[width + column] += velocity.y;
    c->jacobian[2 * width + column] += velocity.z;
}

/* The first column of a joint's values, or of the values of the joint that it mimics; false: none. */
static bool find_column(const lw_joints *joints, size_t index, size_t *column)
{
    const lw_frozen_joint *own = &joints->chains->joints[index];
    const int64_t wanted = own->mimic >= 0 ? own->mimic : (int64_t)index;
    *column = 0;
    for (size_t i = 0; i < joints->count; i++) {
        if (joints->joints[i] == wanted)
            return true;
        *column += lw_joint_value_count(joints->chains->joints[joints->joints[i]].kind);
    }
    return false;
}

/* Adds the columns of turns and slides. */
static void add_elementary(const columns *c, const lw_frozen_joint *joint, size_t column, vec3 point)
{
    const lw_kinematics *kinematics = &c->checker->kinematics;
    for (size_t i = 0; i < lw_joint_value_count(joint->kind); i++) {
        const size_t index = (size_t)joint->elementary + i;
        const lw_elementary_joint *own = &c->joints->chains->elementary[index];
        const pose *frame = &kinematics->elementary[index].frame;
        const vec3 axis = frame->rotation.z;
        const vec3 velocity =
            own->kind == LW_ELEMENTARY_REVOLUTE ? cross(axis, sub(point, frame->position)) : axis;
        add_column(c, column + i, scale(own->multiplier, velocity));
    }
}

/* Adds the columns of a floating joint: x, y, z and the quaternion x, y, z, w. */
static void add_floating(const columns *c, size_t index, size_t column, vec3 point)
{
    const lw_kinematics *kinematics = &c->checker->kinematics;
    const lw_frozen_joint *joint = &c->joints->chains->joints[index];
    const size_t last = (size_t)joint->elementary + LW_FLOATING_SLOTS - 1;
    const int32_t parent = c->joints->chains->elementary[joint->elementary].parent;
    const mat3 turn = parent < 0
                          ? joint->base.rotation
                          : mul(kinematics->elementary[parent].frame.rotation, joint->base.rotation);
    const vec3 axes[3] = {turn.x, turn.y, turn.z};
    const vec3 arm = sub(point, kinematics->elementary[last].frame.position);
    double values[7];
    if (lw_motion_joint_values(c->motion, index, c->time, values, NULL))
        return; /* cannot fail: the joint and the time exist */
    const vec3 v = rotate(turn, v3(values[3], values[4], values[5]));
    for (size_t i = 0; i < 3; i++) {
        const vec3 spin = scale(2, add(scale(values[6], axes[i]), cross(v, axes[i])));
        add_column(c, column + i, axes[i]);
        add_column(c, column + 3 + i, cross(spin, arm));
    }
    add_column(c, column + 6, cross(scale(-2, v), arm));
}

/* The link that moves a body: its own, or of an attached object the link that carries it. -1: the body
 * is an obstacle. */
static int64_t link_of(const lw_checker *checker, int64_t body)
{
    const lw_frozen *frozen = checker->frozen;
    return (size_t)body < frozen->moving_count
               ? (int64_t)lw_body_link(checker->scene, &frozen->moving[body])
               : -1;
}

/* Whether a joint moves a link. */
static bool moves(const lw_chains *chains, int64_t joint, int64_t link)
{
    while (link >= 0 && chains->links[link].parent_joint >= 0) {
        const int64_t above = chains->links[link].parent_joint;
        if (above == joint)
            return true;
        link = chains->joints[above].parent_link;
    }
    return false;
}

/* Adds the columns of all joints that move a point of a body, but not another body (-1: none): a joint
 * that moves both does not change their distance. */
static void add_columns(const columns *c, int64_t body, int64_t other, vec3 point)
{
    const lw_chains *chains = c->joints->chains;
    const int64_t apart_from = other < 0 ? -1 : link_of(c->checker, other);
    int64_t link = link_of(c->checker, body);
    while (link >= 0 && chains->links[link].parent_joint >= 0) {
        const int64_t index = chains->links[link].parent_joint;
        const lw_frozen_joint *joint = &chains->joints[index];
        size_t column;
        if (moves(chains, index, apart_from))
            return; /* the joints above it move both bodies too */
        if (joint->elementary >= 0 && find_column(c->joints, (size_t)index, &column)) {
            if (joint->kind == LW_JOINT_FLOATING)
                add_floating(c, (size_t)index, column, point);
            else
                add_elementary(c, joint, column, point);
        }
        link = joint->parent_link;
    }
}

/* Poses bodies, and the joints that move them. */
static void pose_bodies(const columns *c, const lw_some_bodies *bodies)
{
    lw_kinematics_sample_some(&c->checker->kinematics, c->motion,
                              lw_motion_piece_at(c->motion, c->time), c->time, 0, bodies);
}

/* Checks the arguments and fills them in. */
static lw_status begin(columns *c, const char *asked, lw_checker *checker, const lw_motion *motion,
                       double time, const lw_joints *joints, lw_error *error)
{
    lw_status status = lw_checker_refuse_time(asked, checker, motion, time, error);
    if (status)
        return status;
    if (!joints && !(joints = lw_scene_joints(checker->scene, NULL, NULL, error)))
        return LW_ERROR_NAME;
    if (joints->chains != checker->frozen->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the joints are of another scene than the checker");
    *c = (columns){.checker = checker, .motion = motion, .time = time, .joints = joints};
    return LW_OK;
}

lw_status lw_body_jacobian(lw_checker *checker, const lw_motion *motion, double time, size_t body,
                           lw_vec3 point, const lw_joints *joints, double *jacobian, lw_error *error)
{
    columns c;
    if (!jacobian)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_body_jacobian needs room for a Jacobian");
    lw_status status = begin(&c, "lw_body_jacobian", checker, motion, time, joints, error);
    if (status)
        return status;
    if (body >= lw_scene_body_count(checker->scene))
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no body %zu", body);
    if (!isfinite(point.x) || !isfinite(point.y) || !isfinite(point.z))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the point is not finite");
    pose_bodies(&c, &(lw_some_bodies){1, {(uint32_t)body}});
    c.jacobian = jacobian;
    memset(jacobian, 0, 3 * c.joints->value_count * sizeof *jacobian);
    add_columns(&c, (int64_t)body, -1, point);
    return LW_OK;
}

lw_status lw_pair_gradient(lw_checker *checker, const lw_motion *motion, double time, size_t pair,
                           const lw_distance *distance, const lw_joints *joints, double *gradient,
                           lw_error *error)
{
    columns c;
    if (!distance || !gradient)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_pair_gradient needs a distance and room for a gradient");
    lw_status status = begin(&c, "lw_pair_gradient", checker, motion, time, joints, error);
    if (status)
        return status;
    if (pair >= checker->frozen->pairs.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no pair %zu", pair);
    const lw_pair_id id = lw_frozen_pair_at(checker->frozen, pair);
    const uint32_t first = lw_pair_first(id);
    const uint32_t second = lw_pair_second(id);
    pose_bodies(&c, &(lw_some_bodies){2, {first, second}});
    c.gradient = gradient;
    memset(gradient, 0, c.joints->value_count * sizeof *gradient);
    c.direction = scale(-1, distance->normal);
    add_columns(&c, first, second, distance->points[0]);
    c.direction = distance->normal;
    add_columns(&c, second, first, distance->points[1]);
    return LW_OK;
}
