/* A puck among walls, for which tests plan paths, and a check of paths by samples. */
#ifndef TEST_PLAN_WORLD_H
#define TEST_PLAN_WORLD_H

#include "small_scene.h"

static const double pi = 3.141592653589793;

static inline lw_shape_def box_of(double x, double y, double z)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = (lw_vec3){x, y, z};
    return shape;
}

static inline lw_pose placed(double x, double y)
{
    lw_pose at = lw_pose_identity();
    at.position = (lw_vec3){x, y, 0};
    return at;
}

/* A ball of radius 0.1 that slides along x and y from -1 to 1, or on a planar or floating joint. */
static inline void add_puck(lw_scene *scene, const char *name, lw_joint_kind kind)
{
    lw_error error = {0};
    lw_shape_def ball = sphere_of(0.1);
    succeed(lw_scene_add_robot(scene, name, lw_pose_identity(), &error), &error);
    static const char *const links[] = {"base", "slide", "ball"};
    for (int i = 0; i < 3; i++)
        succeed(lw_scene_add_link(scene, name, links[i], &error), &error);
    for (int i = 0; i < 2; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = i ? "y" : "x";
        joint.kind = LW_JOINT_PRISMATIC;
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = (lw_vec3){!i, i, 0};
        joint.lower = -1;
        joint.upper = 1;
        if (kind != LW_JOINT_PRISMATIC) {
            joint.kind = i ? kind : LW_JOINT_FIXED;
            joint.axis = (lw_vec3){0, 0, 1};
        }
        succeed(lw_scene_add_joint(scene, name, &joint, &error), &error);
    }
    succeed(lw_scene_add_shape(scene, name, "ball", &ball, lw_pose_identity(), &error), &error);
}

static inline void add_wall(lw_scene *scene, const char *id, double x, double y, double width,
                            double height)
{
    lw_error error = {0};
    lw_shape_def wall = box_of(width, height, 3);
    succeed(lw_scene_add_obstacle(scene, id, &wall, placed(x, y), &error), &error);
}

static inline lw_planner *planner_of(const lw_scene *scene, const lw_plan_space *space,
                                     unsigned threads)
{
    lw_error error = {0};
    lw_planner *planner = NULL;
    succeed(lw_planner_create(scene, space, threads, &planner, &error), &error);
    return planner;
}

static inline lw_plan find(lw_planner *planner, const double *from, const double *to,
                           const lw_plan_options *options)
{
    lw_error error = {0};
    lw_plan plan = lw_default_plan();
    succeed(lw_planner_find(planner, from, to, options, &plan, &error), &error);
    return plan;
}

/* Checks a path of one robot's joints by samples that share no code with the search: it begins and ends
 * at the right values, and no pair comes within its margin. */
static inline void check_path(const lw_scene *scene, const lw_joints *joints, const lw_plan *plan,
                              const double *from, const double *to, size_t width)
{
    lw_error error = {0};
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    lw_track track = lw_default_track();
    track.joints = joints;
    track.point_count = plan->point_count;
    track.positions = plan->path;
    track.no_wrap = true;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    assert_int_equal(plan->value_count, width);
    for (size_t i = 0; i < width; i++) {
        assert_true(fabs(plan->path[i] - from[i]) < 1e-12);
        double off = plan->path[(plan->point_count - 1) * width + i] - to[i];
        /* a quaternion may have the other sign */
        double sum = plan->path[(plan->point_count - 1) * width + i] + to[i];
        assert_true(fabs(off) < 1e-12 || fabs(fabs(off) - 2 * pi) < 1e-9 ||
                    (width == 7 && i >= 3 && fabs(sum) < 1e-12));
    }
    for (int i = 0; i <= 1000; i++)
        for (size_t p = 0; p < lw_scene_pair_count(scene); p++) {
            lw_distance distance;
            lw_pair_info pair = lw_default_pair_info();
            succeed(lw_scene_pair_info(scene, p, &pair, &error), &error);
            succeed(lw_pair_distance(checker, motion, i / 1000.0, p, &distance, &error), &error);
            assert_true(distance.upper > pair.margin);
        }
    /* a follower that takes the shorter turn between waypoints moves the same way */
    track.no_wrap = false;
    lw_motion *read = NULL;
    succeed(lw_motion_create(scene, &read, &error), &error);
    succeed(lw_motion_set(read, &track, 1, &error), &error);
    for (int i = 0; i <= 100; i++)
        for (size_t k = 0; k < lw_joints_count(joints); k++) {
            size_t joint = (size_t)lw_scene_find_joint(
                scene, lw_scene_robot_name(scene, lw_joints_robot(joints)), lw_joints_name(joints, k));
            double values[2][7] = {{0}};
            succeed(lw_motion_joint_values(motion, joint, i / 100.0, values[0], &error), &error);
            succeed(lw_motion_joint_values(read, joint, i / 100.0, values[1], &error), &error);
            for (int v = 0; v < 7; v++)
                assert_true(fabs(values[0][v] - values[1][v]) < 1e-12);
        }
    lw_motion_destroy(read);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
}

/* A wall at x = 0 from y = -2 to 2, with a hole of the given width about y = at. */
static inline lw_scene *wall_with_hole(double at, double width)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    double low = at - 0.5 * width + 2;
    double high = 2 - at - 0.5 * width;
    add_wall(scene, "below", 0, -2 + 0.5 * low, 0.1, low);
    add_wall(scene, "above", 0, 2 - 0.5 * high, 0.1, high);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static const double on_the_left[] = {-0.8, 0.1};
static const double on_the_right[] = {0.8, -0.2};

/* A motion of a puck that takes a thing and puts it down, beside a wall: three segments, in stages. The
 * caller destroys the scene after the motion. */
static inline lw_motion *motion_with_thing(lw_scene **scene)
{
    static const double points[] = {0, 0, 0.3, 0.1, -0.4, 0.5, 0.2, 0.9};
    lw_error error = {0};
    lw_motion *motion = NULL;
    const lw_shape_def box = box_of(0.05, 0.05, 0.05);
    *scene = new_scene();
    add_puck(*scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(*scene, "wall", 1.5, 0, 0.1, 3);
    succeed(lw_scene_add_obstacle(*scene, "thing", &box, placed(0.5, 0.1), &error), &error);
    succeed(lw_scene_freeze(*scene, &error), &error);
    succeed(lw_motion_create(*scene, &motion, &error), &error);
    lw_payload payloads[2] = {lw_default_payload(), lw_default_payload()};
    payloads[0].waypoint = 1;
    payloads[0].object = payloads[1].object = "thing";
    payloads[0].link = "ball";
    payloads[1].kind = LW_PAYLOAD_RELEASE;
    payloads[1].waypoint = 2;
    lw_track track = lw_default_track();
    track.point_count = 4;
    track.positions = points;
    track.payloads = payloads;
    track.payload_count = 2;
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    return motion;
}

#endif
