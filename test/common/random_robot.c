/* Random worlds, and random motions of their robots. */
#include "random_robot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "math/vec.h"

static bool one_in(lw_random *random, uint32_t count)
{
    return lw_random_below(random, count) == 0;
}

static vec3 random_vector(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return v3(x, y, lw_random_between(random, -size, size));
}

lw_vec3 random_axis(lw_random *random)
{
    static const vec3 axes[] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {0, 0, 2}};
    uint32_t kind = lw_random_below(random, 10);
    if (kind < 5)
        return axes[kind];
    vec3 axis = random_vector(random, 1);
    if (kind == 5) /* almost z */
        axis = v3(1e-9 * axis.x, 1e-9 * axis.y, -1);
    return scale(pow(10, lw_random_between(random, -2, 2)), axis);
}

/* a random pose, the identity, or quarter turns */
static lw_pose random_pose(lw_random *random, double size)
{
    vec3 position = one_in(random, 6) ? v3(0, 0, 0) : random_vector(random, size);
    vec3 angles = random_vector(random, 3.2);
    double quarter = 1.5707963267948966;
    if (one_in(random, 3))
        angles = v3(quarter * (int)angles.x, quarter * (int)angles.y, quarter * (int)angles.z);
    return lw_pose_from_rpy(position, angles.x, angles.y, angles.z);
}

static void random_quaternion(lw_random *random, double out[4])
{
    double length = pow(10, lw_random_between(random, -2, 2));
    for (int i = 0; i < 4; i++)
        out[i] = length * lw_random_between(random, -1, 1);
    if (one_in(random, 8))
        memcpy(out, (double[]){0, 0, 0, 1}, 4 * sizeof *out);
}

lw_pose pose_multiply(lw_pose a, lw_pose b)
{
    lw_quat p = a.orientation;
    lw_quat q = b.orientation;
    vec3 u = v3(p.x, p.y, p.z);
    vec3 v = v3(q.x, q.y, q.z);
    vec3 w = add(add(scale(p.w, v), scale(q.w, u)), cross(u, v));
    /* x + 2 w (u x x) + 2 u x (u x x) */
    vec3 twice = scale(2, cross(u, b.position));
    vec3 turned = add(add(b.position, scale(p.w, twice)), cross(u, twice));
    return (lw_pose){add(a.position, turned), {w.x, w.y, w.z, p.w * q.w - dot(u, v)}};
}

/* ---- the scene ------------------------------------------------------------------------------ */

static void random_shape(lw_random *random, double size, uint32_t odd, world_shape *shape)
{
    static const uint32_t tetrahedron[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    lw_shape_def *def = &shape->def;
    *def = lw_default_shape();
    shape->pose = random_pose(random, size);
    def->kind = (lw_shape_kind)lw_random_below(random, LW_SHAPE_MESH + 1);
    def->size.x = size * lw_random_between(random, 0.01, 1);
    def->size.y = size * lw_random_between(random, 0.01, 1);
    def->size.z = size * lw_random_between(random, 0.01, 1);
    if (def->kind == LW_SHAPE_BOX && def->size.x < def->size.y)
        def->kind = LW_SHAPE_ELLIPSOID;
    def->radius = size * lw_random_between(random, 0.01, 0.5);
    def->length = size * lw_random_between(random, 0.01, 1);
    if (one_in(random, 3))
        def->rounding = size * lw_random_between(random, 0, 0.2);
    for (size_t i = 0; i < 3 * WORLD_VERTICES; i++)
        shape->vertices[i] = lw_random_between(random, -size, size);
    memcpy(shape->triangles, tetrahedron, sizeof tetrahedron);
    def->vertices = shape->vertices;
    def->vertex_count = 4;
    def->triangles = shape->triangles;
    def->triangle_count = 4;
    if (def->kind == LW_SHAPE_POLYTOPE)
        def->vertex_count = 1 + lw_random_below(random, WORLD_VERTICES);
    if (odd && one_in(random, odd))
        *def = odd_shape(random, size, shape->vertices, shape->triangles);
}

static void add_link(lw_random *random, world *w, size_t robot, double size, int joint)
{
    world_link *link = &w->links[w->link_count];
    snprintf(link->name, sizeof link->name, "link%zu", w->link_count++);
    link->robot = robot;
    link->joint = joint;
    link->scale = 1;
    link->shape_count = lw_random_below(random, WORLD_SHAPES + 1);
    if (!link->shape_count && one_in(random, 2))
        link->shape_count = 1;
    for (size_t i = 0; i < link->shape_count; i++)
        random_shape(random, size, w->odd, &link->shapes[i]);
    for (size_t i = 0; w->spheres && i < link->shape_count; i++)
        link->shapes[i].def.kind = LW_SHAPE_SPHERE;
    assert_int_equal(lw_scene_add_link(w->scene, w->robot_names[robot], link->name, NULL), LW_OK);
    for (size_t i = 0; i < link->shape_count; i++)
        assert_int_equal(lw_scene_add_shape(w->scene, w->robot_names[robot], link->name,
                                            &link->shapes[i].def, link->shapes[i].pose, NULL),
                         LW_OK);
}

static lw_joint_kind random_kind(lw_random *random)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE,   LW_JOINT_REVOLUTE,  LW_JOINT_REVOLUTE,
                                          LW_JOINT_CONTINUOUS, LW_JOINT_PRISMATIC, LW_JOINT_PRISMATIC,
                                          LW_JOINT_PLANAR,     LW_JOINT_FLOATING,  LW_JOINT_FIXED,
                                          LW_JOINT_FIXED,      LW_JOINT_CONTINUOUS};
    return kinds[lw_random_below(random, sizeof kinds / sizeof *kinds)];
}

/* makes a joint mimic another one of its robot, which may mimic one itself, or be fixed */
static void random_mimic(lw_random *random, world *w, world_joint *joint)
{
    int other = (int)lw_random_below(random, (uint32_t)w->joint_count);
    const world_joint *source = &w->joints[other];
    if (source == joint || source->robot != joint->robot ||
        lw_joint_value_count(joint->def.kind) != 1 || lw_joint_value_count(source->def.kind) > 1)
        return;
    joint->mimic = other;
    snprintf(joint->mimic_name, sizeof joint->mimic_name, "%s", source->name);
    joint->def.mimic = joint->mimic_name;
    joint->def.mimic_multiplier = lw_random_between(random, -2, 2);
    joint->def.mimic_offset = one_in(random, 2) ? 0 : lw_random_between(random, -1, 1);
}

static void random_rest(lw_random *random, world *w, world_joint *joint)
{
    joint->rest[6] = joint->def.kind == LW_JOINT_FLOATING;
    size_t count = lw_joint_value_count(joint->def.kind);
    if (!count || joint->mimic >= 0 || one_in(random, 2))
        return;
    double size = one_in(random, 4) ? 1e4 : 1;
    for (size_t i = 0; i < 3; i++)
        joint->rest[i] = lw_random_between(random, -size, size);
    if (joint->def.kind == LW_JOINT_FLOATING)
        random_quaternion(random, joint->rest + 3);
    joint->stated = true;
    assert_int_equal(lw_scene_set_joint(w->scene, w->robot_names[joint->robot], joint->name,
                                        joint->rest, count, NULL),
                     LW_OK);
}

static void random_joint(lw_random *random, world *w, size_t robot, size_t root, double size,
                         lw_joint_kind kind)
{
    size_t index = w->joint_count++;
    world_joint *joint = &w->joints[index];
    /* chains more often than branches */
    size_t parent = w->link_count - 1;
    if (one_in(random, 4))
        parent = root + lw_random_below(random, (uint32_t)(w->link_count - root));
    *joint = (world_joint){.robot = robot,
                           .parent = parent,
                           .child = w->link_count,
                           .mimic = -1,
                           .def = lw_default_joint()};
    add_link(random, w, robot, size, (int)index);
    snprintf(joint->name, sizeof joint->name, "joint%zu", index);
    memcpy(joint->parent_name, w->links[parent].name, sizeof joint->parent_name);
    memcpy(joint->child_name, w->links[joint->child].name, sizeof joint->child_name);
    joint->def.name = joint->name;
    joint->def.parent = joint->parent_name;
    joint->def.child = joint->child_name;
    joint->def.kind = kind;
    joint->def.origin = random_pose(random, size);
    joint->def.axis = random_axis(random);
}

static void random_robot(lw_random *random, const world_options *options, const lw_pose *moved,
                         world *w)
{
    size_t robot = w->robot_count++;
    snprintf(w->robot_names[robot], sizeof w->robot_names[robot], "robot%zu", robot);
    lw_pose base = random_pose(random, options->size * (one_in(random, 8) ? 100 : 2));
    w->base[robot] = pose_multiply(*moved, base);
    assert_int_equal(lw_scene_add_robot(w->scene, w->robot_names[robot], w->base[robot], NULL), LW_OK);
    size_t root = w->link_count;
    size_t first = w->joint_count;
    add_link(random, w, robot, options->size, -1);
    if (one_in(random, 4)) {
        random_joint(random, w, robot, root, options->size, LW_JOINT_FLOATING);
    } else {
        size_t count = 1 + lw_random_below(random, (uint32_t)options->joints);
        for (size_t i = 0; i < count; i++)
            random_joint(random, w, robot, root, options->size, random_kind(random));
        if (one_in(random, 2) && count > 1)
            random_mimic(random, w, &w->joints[first + lw_random_below(random, (uint32_t)count)]);
        if (one_in(random, 4) && count > 1)
            random_mimic(random, w, &w->joints[w->joint_count - 1]);
    }
}

/* whether the chain of mimic joints from one comes to an end */
static bool mimic_ends(const world *w, int joint)
{
    for (size_t steps = 0; steps <= w->joint_count; steps++) {
        if (w->joints[joint].mimic < 0)
            return true;
        joint = w->joints[joint].mimic;
    }
    return false;
}

static void no_furniture(lw_scene *scene, void *context)
{
    (void)scene;
    (void)context;
}

world *world_random(lw_random *random, const world_options *options)
{
    world_furnishing none = {.moved = lw_pose_identity(), .furnish = no_furniture};
    return world_furnished(random, options, &none);
}

world *world_furnished(lw_random *random, const world_options *options, const world_furnishing *with)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->odd = with->odd;
    w->spheres = with->spheres;
    assert_int_equal(lw_scene_create(&w->scene, NULL), LW_OK);
    size_t robots = 1 + lw_random_below(random, (uint32_t)options->robots);
    for (size_t r = 0; r < robots; r++)
        random_robot(random, options, &with->moved, w);
    for (size_t i = 0; i < w->joint_count; i++)
        if (!mimic_ends(w, (int)i)) {
            w->joints[i].mimic = -1;
            w->joints[i].def.mimic = NULL;
        }
    /* in an order in which children come before their parents, and mimic joints before the joints that
     * they mimic */
    size_t step = w->joint_count % 7 ? 7 : 1;
    for (size_t k = 0, i = 0; k < w->joint_count; k++, i = (i + step) % w->joint_count) {
        world_joint *joint = &w->joints[i];
        assert_int_equal(lw_scene_add_joint(w->scene, w->robot_names[joint->robot], &joint->def, NULL),
                         LW_OK);
        random_rest(random, w, joint);
    }
    with->furnish(w->scene, with->context);
    lw_error error = {0};
    if (lw_scene_freeze(w->scene, &error))
        fail_msg("%s", error.message);
    return w;
}

void world_free(world *w)
{
    lw_scene_destroy(w->scene);
    free(w);
}

/* ---- motions -------------------------------------------------------------------------------- */

world_motion *world_motion_create(const world *w)
{
    world_motion *m = calloc(1, sizeof *m);
    assert_non_null(m);
    assert_int_equal(lw_motion_create(w->scene, &m->motion, NULL), LW_OK);
    return m;
}

void world_motion_free(world_motion *m)
{
    lw_motion_destroy(m->motion);
    free(m);
}

/* the waypoints of one joint, each a step from the one before */
static void random_column(lw_random *random, const world_joint *joint, size_t points, size_t stride,
                          double *at)
{
    size_t count = lw_joint_value_count(joint->def.kind);
    double step = one_in(random, 4) ? 0 : pow(10, lw_random_between(random, -3, 0.6));
    double start = one_in(random, 10) ? 1000 : 2;
    for (size_t p = 0; p < points; p++)
        for (size_t i = 0; i < count; i++) {
            double *value = at + p * stride + i;
            if (joint->def.kind == LW_JOINT_FLOATING && i == 3) {
                random_quaternion(random, value);
                /* sometimes no turn, a small one, or the opposite quaternion of nearly the same
                 * orientation */
                uint32_t how = p ? lw_random_below(random, 6) : 0;
                for (int k = 0; k < 4 && how > 2; k++)
                    value[k] = (how == 5 ? -1 : 1) * value[k - (int)stride] +
                               (how == 3 ? 0 : 1e-4 * lw_random_between(random, -1, 1));
                break;
            }
            *value = p ? value[-(int)stride] + lw_random_between(random, -step, step)
                       : lw_random_between(random, -start, start);
        }
}

static bool has_floating(const world *w, const world_track *track)
{
    for (size_t i = 0; i < track->joint_count; i++)
        if (w->joints[track->joints[i]].def.kind == LW_JOINT_FLOATING)
            return true;
    return false;
}

static void random_rigid(lw_random *random, lw_track *def)
{
    def->kind = LW_TRACK_RIGID;
    def->pose = random_pose(random, 1);
    def->linear_velocity = random_vector(random, one_in(random, 4) ? 0 : 1);
    def->angular_velocity = random_vector(random, pow(10, lw_random_between(random, -6, 1)));
    if (one_in(random, 6))
        def->angular_velocity = v3(0, 0, 0);
    def->in_body_frame = one_in(random, 2);
    def->duration = lw_random_between(random, 0.1, 3);
}

static void random_track(lw_random *random, const world *w, size_t robot, world_motion_kind kind,
                         world_track *track)
{
    const lw_joints *joints = lw_scene_joints(w->scene, w->robot_names[robot], NULL, NULL);
    assert_non_null(joints);
    track->def = lw_default_track();
    track->def.joints = joints;
    track->joint_count = lw_joints_count(joints);
    for (size_t i = 0; i < track->joint_count; i++)
        track->joints[i] = (size_t)atoi(lw_joints_name(joints, i) + strlen("joint"));
    if (kind == WORLD_RIGID) {
        bool flies = track->joint_count == 1 && has_floating(w, track);
        kind = flies ? WORLD_RIGID : WORLD_QUINTIC;
        if (flies) {
            random_rigid(random, &track->def);
            return;
        }
    }
    if (kind != WORLD_PATHS && has_floating(w, track))
        kind = WORLD_LINEAR;
    size_t stride = lw_joints_value_count(joints);
    size_t points = 1 + lw_random_below(random, WORLD_POINTS);
    if (points == 1 && !one_in(random, 4))
        points = 2;
    double *column = track->positions;
    for (size_t i = 0; i < track->joint_count; i++) {
        const world_joint *joint = &w->joints[track->joints[i]];
        random_column(random, joint, points, stride, column);
        column += lw_joint_value_count(joint->def.kind);
    }
    double speed = pow(10, lw_random_between(random, -2, 0.5));
    for (size_t i = 0; i < points * stride; i++) {
        track->velocities[i] = lw_random_between(random, -speed, speed);
        track->accelerations[i] = lw_random_between(random, -speed, speed);
    }
    double time = one_in(random, 2) ? 0 : lw_random_between(random, 0, 1);
    for (size_t i = 0; i < points; i++) {
        track->times[i] = time;
        time += one_in(random, 10) ? 1e-6 : lw_random_between(random, 0.1, 2);
    }
    track->def.kind = kind == WORLD_PATHS ? LW_TRACK_PATH : LW_TRACK_TRAJECTORY;
    track->def.no_wrap = one_in(random, 3);
    track->def.no_approach = points % 2 == 0;
    track->def.point_count = points;
    track->def.positions = track->positions;
    if (kind == WORLD_PATHS)
        return;
    track->def.times = track->times;
    track->def.velocities = kind >= WORLD_CUBIC ? track->velocities : NULL;
    track->def.accelerations = kind >= WORLD_QUINTIC ? track->accelerations : NULL;
}

void world_motion_random(lw_random *random, const world *w, world_motion_kind kind, world_motion *m)
{
    bool paths = kind == WORLD_PATHS || (kind == WORLD_ANY && one_in(random, 3));
    m->track_count = 0;
    lw_track defs[WORLD_ROBOTS];
    defs[0] = lw_default_track();
    for (size_t r = 0; r < w->robot_count; r++) {
        if (w->robot_count > 1 && one_in(random, 5))
            continue;
        world_motion_kind own = kind;
        if (kind == WORLD_ANY)
            own = (world_motion_kind)(WORLD_LINEAR + lw_random_below(random, WORLD_RIGID));
        world_track *track = &m->tracks[m->track_count];
        random_track(random, w, r, paths ? WORLD_PATHS : own, track);
        defs[m->track_count++] = track->def;
    }
    lw_error error = {0};
    if (lw_motion_set(m->motion, defs, m->track_count, &error))
        fail_msg("%s", error.message);
}
