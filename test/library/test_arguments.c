/* Tests every public function that returns a status with arguments that it cannot accept: NULL, indices
 * and times out of range, objects of another scene, values outside enumerations. It returns an error
 * whose sentence names the argument. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "leeway/leeway.h"
#include "small_scene.h"

static const double bad_lengths[] = {-1, NAN, INFINITY, 2e9};
enum { BAD_LENGTHS = sizeof bad_lengths / sizeof *bad_lengths };

/* `call` writes its error to `e`. */
#define refuses(status, words, call)                                                                   \
    do {                                                                                               \
        lw_error e = {LW_OK, "", "", 0, 0};                                                            \
        lw_status got = (call);                                                                        \
        check_refusal(got, status, &e, words, __LINE__);                                               \
    } while (0)

/* A robot of three links and an obstacle. */
static lw_scene *open_scene(void)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    lw_shape_def sphere = sphere_of(0.1);
    lw_pose away = lw_pose_identity();
    away.position.y = 3;
    add_chain(scene, "arm", (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE}, 2);
    succeed(lw_scene_add_obstacle(scene, "post", &sphere, away, &error), &error);
    return scene;
}

static lw_scene *frozen_scene(void)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = open_scene();
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* Two robots in the plane, each a disc on a planar joint. */
static lw_scene *frozen_plane(void)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    lw_shape_def disc = sphere_of(0.1);
    disc.kind = LW_SHAPE_DISC;
    for (int r = 0; r < 2; r++) {
        const char *robot = r ? "two" : "one";
        lw_joint_def joint = joint_of("at", LW_JOINT_PLANAR, "ground", "body");
        succeed(lw_scene_add_robot(scene, robot, lw_pose_identity(), &error), &error);
        succeed(lw_scene_add_link(scene, robot, "ground", &error), &error);
        succeed(lw_scene_add_link(scene, robot, "body", &error), &error);
        succeed(lw_scene_add_joint(scene, robot, &joint, &error), &error);
        succeed(lw_scene_add_shape(scene, robot, "body", &disc, lw_pose_identity(), &error), &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static void test_settings_of_scenes(void **state)
{
    (void)state;
    lw_scene *scene = open_scene();
    refuses(LW_ERROR_ARGUMENT, "lw_scene_create", lw_scene_create(NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "scene", lw_scene_set_margin(NULL, 0, &e));
    refuses(LW_ERROR_ARGUMENT, "scene", lw_scene_freeze(NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "dimension is 4", lw_scene_set_dimension(scene, 4, &e));
    refuses(LW_ERROR_STATE, "of dimension 3 already", lw_scene_set_dimension(scene, 2, &e));
    for (size_t i = 0; i < BAD_LENGTHS; i++) {
        double bad = bad_lengths[i];
        refuses(LW_ERROR_ARGUMENT, "the margin is", lw_scene_set_margin(scene, bad, &e));
        refuses(LW_ERROR_ARGUMENT, "the self margin is", lw_scene_set_self_margin(scene, bad, &e));
        refuses(LW_ERROR_ARGUMENT, "a pair's margin is",
                lw_scene_set_pair_margin(scene, "l0", NULL, bad, &e));
        refuses(LW_ERROR_ARGUMENT, "a link's padding is",
                lw_scene_set_link_padding(scene, "arm", NULL, 1, bad, &e));
        refuses(LW_ERROR_ARGUMENT, "a link's scale is",
                lw_scene_set_link_padding(scene, "arm", NULL, bad, 0, &e));
    }
    refuses(LW_ERROR_ARGUMENT, "a link's scale is 0",
            lw_scene_set_link_padding(scene, "arm", NULL, 0, 0, &e));
    refuses(LW_ERROR_NAME, "no robot \"leg\"", lw_scene_set_link_padding(scene, "leg", NULL, 1, 0, &e));
    refuses(LW_ERROR_ARGUMENT, "body without a name",
            lw_scene_set_pair_margin(scene, NULL, "l0", 0, &e));
    refuses(LW_ERROR_ARGUMENT, "body without a name", lw_scene_set_pair_margin(scene, "l0", "", 0, &e));
    refuses(LW_ERROR_ARGUMENT, "body without a name", lw_scene_allow_pair(scene, NULL, NULL, true, &e));
    refuses(LW_ERROR_ARGUMENT, "no mesh mode 7", lw_scene_set_mesh_mode(scene, (lw_mesh_mode)7, &e));
    refuses(LW_ERROR_ARGUMENT, "no mesh mode -1", lw_scene_set_mesh_mode(scene, (lw_mesh_mode)-1, &e));
    refuses(LW_ERROR_ARGUMENT, "package path is empty", lw_scene_add_package_path(scene, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "package without a name", lw_scene_add_package(scene, NULL, "/", &e));
    refuses(LW_ERROR_ARGUMENT, "\"a/b\" holds a slash", lw_scene_add_package(scene, "a/b", "/", &e));
    refuses(LW_ERROR_ARGUMENT, "folder of package \"a\"", lw_scene_add_package(scene, "a", "", &e));
    refuses(LW_ERROR_FILE, "/no/such/folder", lw_scene_set_inside(scene, "/no/such/folder", &e));
    const char *unnamed = "the name of a file or folder is empty";
    refuses(LW_ERROR_FILE, unnamed, lw_scene_set_inside(scene, "", &e));
    refuses(LW_ERROR_FILE, unnamed, lw_scene_load(scene, "", &e));
    refuses(LW_ERROR_FILE, unnamed, lw_scene_load_robot(scene, "", NULL, NULL, NULL, &e));
    refuses(LW_ERROR_FILE, unnamed, lw_scene_load_joint_limits(scene, "", &e));
    refuses(LW_ERROR_FILE, unnamed, lw_scene_load_cover(scene, "arm", "", &e));
    lw_srdf *srdf = NULL;
    refuses(LW_ERROR_FILE, unnamed, lw_srdf_open("", NULL, &srdf, &e));
    refuses(LW_ERROR_ARGUMENT, "no file", lw_scene_load(scene, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "no scene", lw_scene_load(NULL, "cell.json", &e));
    refuses(LW_ERROR_ARGUMENT, "no URDF file", lw_scene_load_robot(scene, NULL, NULL, NULL, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "no scene", lw_scene_load_robot(NULL, "a.urdf", NULL, NULL, NULL, &e));
    assert_int_equal(lw_scene_set_margin(scene, -1, NULL), LW_ERROR_ARGUMENT); /* without an lw_error */
    lw_scene_destroy(scene);
}

static void test_robots_and_links(void **state)
{
    (void)state;
    lw_scene *scene = open_scene();
    lw_pose far = lw_pose_identity();
    far.position.z = NAN;
    lw_pose flat = lw_pose_identity();
    flat.orientation = (lw_quat){0, 0, 0, 0};
    refuses(LW_ERROR_ARGUMENT, "robot without a name",
            lw_scene_add_robot(scene, NULL, lw_pose_identity(), &e));
    refuses(LW_ERROR_ARGUMENT, "\"a/b\" holds a slash",
            lw_scene_add_robot(scene, "a/b", lw_pose_identity(), &e));
    refuses(LW_ERROR_NAME, "two robots named \"arm\"",
            lw_scene_add_robot(scene, "arm", lw_pose_identity(), &e));
    refuses(LW_ERROR_ARGUMENT, "a position is", lw_scene_add_robot(scene, "leg", far, &e));
    refuses(LW_ERROR_ARGUMENT, "an orientation", lw_scene_add_robot(scene, "leg", flat, &e));
    refuses(LW_ERROR_NAME, "no robot \"leg\"", lw_scene_add_link(scene, "leg", "l", &e));
    refuses(LW_ERROR_ARGUMENT, "link without a name", lw_scene_add_link(scene, "arm", NULL, &e));
    refuses(LW_ERROR_NAME, "two links named \"l0\"", lw_scene_add_link(scene, "arm", "l0", &e));
    refuses(LW_ERROR_ARGUMENT, "no joint was given", lw_scene_add_joint(scene, "arm", NULL, &e));
    refuses(LW_ERROR_NAME, "no robot \"leg\"", lw_scene_add_joint(scene, "leg", NULL, &e));
    lw_joint_def good = joint_of("j9", LW_JOINT_REVOLUTE, "l2", "l9");
    lw_joint_def bad = good;
    bad.name = NULL;
    refuses(LW_ERROR_ARGUMENT, "joint without a name", lw_scene_add_joint(scene, "arm", &bad, &e));
    bad = good;
    bad.parent = NULL;
    refuses(LW_ERROR_ARGUMENT, "parent link without a name",
            lw_scene_add_joint(scene, "arm", &bad, &e));
    bad = good;
    bad.child = NULL;
    refuses(LW_ERROR_ARGUMENT, "child link without a name", lw_scene_add_joint(scene, "arm", &bad, &e));
    for (int kind = -1; kind <= LW_JOINT_FLOATING + 1; kind += LW_JOINT_FLOATING + 2) {
        bad = good;
        bad.kind = (lw_joint_kind)kind;
        refuses(LW_ERROR_ARGUMENT, "\"j9\": there is no joint kind",
                lw_scene_add_joint(scene, "arm", &bad, &e));
    }
    bad = good;
    bad.axis = (lw_vec3){0, NAN, 0};
    refuses(LW_ERROR_MODEL, "\"j9\": axis", lw_scene_add_joint(scene, "arm", &bad, &e));
    bad = good;
    bad.lower = NAN;
    refuses(LW_ERROR_MODEL, "\"j9\": lower limit", lw_scene_add_joint(scene, "arm", &bad, &e));
    bad = good;
    bad.mimic_offset = INFINITY;
    refuses(LW_ERROR_ARGUMENT, "\"j9\": mimic", lw_scene_add_joint(scene, "arm", &bad, &e));
    bad = good;
    bad.name = "j1";
    refuses(LW_ERROR_NAME, "two joints named \"j1\"", lw_scene_add_joint(scene, "arm", &bad, &e));
    lw_scene_destroy(scene);
}

static void test_shapes(void **state)
{
    (void)state;
    lw_scene *scene = open_scene();
    lw_pose here = lw_pose_identity();
    lw_shape_def sphere = sphere_of(0.1);
    const char *no_name = NULL;
    refuses(LW_ERROR_ARGUMENT, "no shape", lw_scene_add_shape(scene, "arm", "l0", NULL, here, &e));
    refuses(LW_ERROR_NAME, "no link \"l9\"", lw_scene_add_shape(scene, "arm", "l9", &sphere, here, &e));
    refuses(LW_ERROR_NAME, "no link \"\"", lw_scene_add_shape(scene, "arm", NULL, &sphere, here, &e));
    refuses(LW_ERROR_ARGUMENT, "no shape", lw_scene_add_obstacle(scene, "box", NULL, here, &e));
    refuses(LW_ERROR_ARGUMENT, "obstacle without a name",
            lw_scene_add_obstacle(scene, NULL, &sphere, here, &e));
    refuses(LW_ERROR_ARGUMENT, "attached object without a name",
            lw_scene_add_attached(scene, "arm", "l2", NULL, &sphere, here, NULL, 0, &e));
    refuses(LW_ERROR_NAME, "\"post\" is an obstacle",
            lw_scene_add_attached(scene, "arm", "l2", "post", &sphere, here, NULL, 0, &e));
    refuses(LW_ERROR_ARGUMENT, "no shape",
            lw_scene_add_attached(scene, "arm", "l2", "cup", NULL, here, NULL, 0, &e));
    refuses(LW_ERROR_ARGUMENT, "2 names for the touch links",
            lw_scene_add_attached(scene, "arm", "l2", "cup", &sphere, here, NULL, 2, &e));
    refuses(LW_ERROR_ARGUMENT, "name 0 of the list for the touch links",
            lw_scene_add_attached(scene, "arm", "l2", "cup", &sphere, here, &no_name, 1, &e));
    lw_shape_def bad = sphere;
    for (int kind = -1; kind <= LW_SHAPE_DEPTH_IMAGE + 1; kind += LW_SHAPE_DEPTH_IMAGE + 2) {
        bad.kind = (lw_shape_kind)kind;
        refuses(LW_ERROR_ARGUMENT, "kind", lw_scene_add_obstacle(scene, "box", &bad, here, &e));
    }
    bad = sphere;
    bad.kind = LW_SHAPE_DISC;
    refuses(LW_ERROR_ARGUMENT, "dimension", lw_scene_add_obstacle(scene, "box", &bad, here, &e));
    bad.kind = LW_SHAPE_POLYTOPE;
    bad.vertex_count = 4;
    refuses(LW_ERROR_ARGUMENT, "vertices", lw_scene_add_obstacle(scene, "box", &bad, here, &e));
    for (size_t i = 0; i < BAD_LENGTHS; i++) {
        bad = sphere_of(bad_lengths[i]);
        refuses(LW_ERROR_ARGUMENT, "radius", lw_scene_add_obstacle(scene, "box", &bad, here, &e));
        bad = sphere;
        bad.rounding = bad_lengths[i];
        refuses(LW_ERROR_ARGUMENT, "rounding", lw_scene_add_obstacle(scene, "box", &bad, here, &e));
    }
    lw_distance distance;
    refuses(LW_ERROR_ARGUMENT, "two shapes",
            lw_shape_distance(NULL, here, &sphere, here, &distance, &e));
    refuses(LW_ERROR_ARGUMENT, "two shapes",
            lw_shape_distance(&sphere, here, NULL, here, &distance, &e));
    refuses(LW_ERROR_ARGUMENT, "room", lw_shape_distance(&sphere, here, &sphere, here, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "radius",
            lw_shape_distance(&sphere, here,
                              &(lw_shape_def){.struct_size = sizeof(lw_shape_def), .radius = -1}, here,
                              &distance, &e));
    here.position.x = INFINITY;
    refuses(LW_ERROR_ARGUMENT, "a position",
            lw_shape_distance(&sphere, here, &sphere, lw_pose_identity(), &distance, &e));
    lw_scene_destroy(scene);

    lw_polygon *polygon = NULL;
    const double corners[] = {0, 0, 1, 0, 0, NAN};
    refuses(LW_ERROR_ARGUMENT, "lw_polygon_create", lw_polygon_create(corners, 1, 0, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "a vertex", lw_polygon_create(NULL, 3, 0, &polygon, &e));
    refuses(LW_ERROR_ARGUMENT, "a vertex", lw_polygon_create(corners, 0, 0, &polygon, &e));
    refuses(LW_ERROR_ARGUMENT, "vertex 2", lw_polygon_create(corners, 3, 0, &polygon, &e));
    refuses(LW_ERROR_ARGUMENT, "radius is -1", lw_polygon_create(corners, 2, -1, &polygon, &e));
    assert_null(polygon);
}

static void test_groups_states_and_values(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = open_scene();
    const char *joints[] = {"j1", NULL};
    const double values[] = {0, NAN, 0, 0, 0, 0, 0, 0};
    refuses(LW_ERROR_ARGUMENT, "group without a name",
            lw_scene_add_group(scene, "arm", NULL, joints, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "1 names for a group",
            lw_scene_add_group(scene, "arm", "all", NULL, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "name 1 of the list for a group",
            lw_scene_add_group(scene, "arm", "all", joints, 2, &e));
    refuses(LW_ERROR_ARGUMENT, "state without a name",
            lw_scene_add_state(scene, "arm", NULL, NULL, joints, values, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "\"home\" without joints",
            lw_scene_add_state(scene, "arm", NULL, "home", NULL, values, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "\"home\" without joints or values",
            lw_scene_add_state(scene, "arm", NULL, "home", joints, NULL, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "\"home\": the value of joint \"j1\" is nan",
            lw_scene_add_state(scene, "arm", NULL, "home", joints, values + 1, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "joint without a name",
            lw_scene_set_joint(scene, "arm", NULL, values, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "\"j1\" was given 0 values",
            lw_scene_set_joint(scene, "arm", "j1", NULL, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "\"j1\" was given 8 values",
            lw_scene_set_joint(scene, "arm", "j1", values, 8, &e));
    refuses(LW_ERROR_ARGUMENT, "\"j1\": its value is nan",
            lw_scene_set_joint(scene, "arm", "j1", values + 1, 1, &e));
    succeed(lw_scene_add_state(scene, "arm", NULL, "home", joints, values, 1, &error), &error);
    assert_null(lw_scene_joints(scene, NULL, NULL, &error));
    assert_int_equal(error.status, LW_ERROR_STATE);
    succeed(lw_scene_freeze(scene, &error), &error);

    lw_scene *other = frozen_scene();
    const lw_joints *all = lw_scene_joints(scene, NULL, NULL, &error);
    double found[] = {7, 7};
    refuses(LW_ERROR_NAME, "no state named \"rest\"", lw_scene_state(scene, all, "rest", found, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_scene_state", lw_scene_state(NULL, all, "home", found, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_scene_state", lw_scene_state(scene, NULL, "home", found, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_scene_state", lw_scene_state(scene, all, NULL, found, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_scene_state", lw_scene_state(scene, all, "home", NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "another scene", lw_scene_state(other, all, "home", found, &e));
    assert_true(found[0] == 7 && found[1] == 7);
    assert_null(lw_scene_joints(scene, "leg", NULL, &error));
    assert_int_equal(error.status, LW_ERROR_NAME);
    assert_null(lw_scene_joints(scene, "arm", "hand", &error));
    assert_non_null(strstr(error.message, "\"hand\""));
    refuses(LW_ERROR_STATE, "frozen", lw_scene_freeze(scene, &e));
    refuses(LW_ERROR_STATE, "frozen", lw_scene_set_strict(scene, true, &e));
    refuses(LW_ERROR_STATE, "frozen", lw_scene_set_strict_limits(scene, true, &e));
    refuses(LW_ERROR_STATE, "frozen", lw_scene_set_ros_paths(scene, NULL, NULL, &e));
    refuses(LW_ERROR_STATE, "frozen", lw_scene_load(scene, "cell.json", &e));
    refuses(LW_ERROR_STATE, "frozen", lw_scene_load_robot(scene, "a.urdf", NULL, NULL, NULL, &e));
    assert_null(lw_scene_body_name(scene, lw_scene_body_count(scene)));
    assert_null(lw_scene_robot_name(scene, 1));
    assert_null(lw_joints_name(all, 2));
    lw_scene_destroy(other);
    lw_scene_destroy(scene);
}

static void test_motions(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *open = open_scene();
    lw_scene *scene = frozen_scene();
    lw_scene *other = frozen_scene();
    lw_motion *motion = NULL;
    refuses(LW_ERROR_ARGUMENT, "lw_motion_create", lw_motion_create(scene, NULL, &e));
    refuses(LW_ERROR_STATE, "frozen", lw_motion_create(NULL, &motion, &e));
    refuses(LW_ERROR_STATE, "frozen", lw_motion_create(open, &motion, &e));
    assert_null(motion);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    const lw_joints *foreign = lw_scene_joints(other, NULL, NULL, &error);
    const double rows[] = {0, 0, 1, NAN};
    refuses(LW_ERROR_ARGUMENT, "motion", lw_motion_set_segment(NULL, NULL, rows, rows, &e));
    refuses(LW_ERROR_ARGUMENT, "ends", lw_motion_set_segment(motion, NULL, NULL, rows, &e));
    refuses(LW_ERROR_ARGUMENT, "ends", lw_motion_set_segment(motion, NULL, rows, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "waypoint 1", lw_motion_set_segment(motion, NULL, rows, rows + 2, &e));
    refuses(LW_ERROR_ARGUMENT, "another scene", lw_motion_set_segment(motion, foreign, rows, rows, &e));
    lw_track track = lw_default_track();
    refuses(LW_ERROR_ARGUMENT, "motion", lw_motion_set(NULL, &track, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "tracks", lw_motion_set(motion, NULL, 1, &e));
    track.point_count = 2;
    refuses(LW_ERROR_ARGUMENT, "positions", lw_motion_set(motion, &track, 1, &e));
    const double sound[] = {0, 0, 1, 1};
    track.positions = sound;
    track.kind = (lw_track_kind)9;
    refuses(LW_ERROR_ARGUMENT, "kind 9", lw_motion_set(motion, &track, 1, &e));
    track.kind = LW_TRACK_TRAJECTORY;
    refuses(LW_ERROR_ARGUMENT, "times", lw_motion_set(motion, &track, 1, &e));
    track.times = (const double[]){0, 0};
    refuses(LW_ERROR_ARGUMENT, "time", lw_motion_set(motion, &track, 1, &e));
    track.times = (const double[]){0, 1};
    track.interpolation = (lw_interpolation)9;
    refuses(LW_ERROR_ARGUMENT, "interpolation", lw_motion_set(motion, &track, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "joint", lw_motion_set_joint(motion, NULL, NULL, rows, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "values", lw_motion_set_joint(motion, NULL, "j1", NULL, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "motion", lw_motion_set_joint(NULL, NULL, "j1", rows, 1, &e));
    refuses(LW_ERROR_NAME, "no joint \"j9\"", lw_motion_set_joint(motion, NULL, "j9", rows, 1, &e));
    refuses(LW_ERROR_NAME, "\"leg\"", lw_motion_set_joint(motion, "leg", "j1", rows, 1, &e));
    refuses(LW_ERROR_ARGUMENT, "\"j1\" takes 1 values and was given 2",
            lw_motion_set_joint(motion, NULL, "j1", rows, 2, &e));
    refuses(LW_ERROR_ARGUMENT, "\"j1\": its value is nan",
            lw_motion_set_joint(motion, NULL, "j1", rows + 3, 1, &e));
    lw_pose pose;
    size_t bodies = lw_scene_body_count(scene);
    refuses(LW_ERROR_ARGUMENT, "lw_motion_pose", lw_motion_pose(NULL, 0, 0, &pose, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_motion_pose", lw_motion_pose(motion, 0, 0, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "no body 4", lw_motion_pose(motion, bodies, 0, &pose, &e));
    refuses(LW_ERROR_ARGUMENT, "time 1.5 is outside", lw_motion_pose(motion, 0, 1.5, &pose, &e));
    refuses(LW_ERROR_ARGUMENT, "time -1 is outside", lw_motion_pose(motion, 0, -1, &pose, &e));
    refuses(LW_ERROR_ARGUMENT, "outside", lw_motion_pose(motion, 0, NAN, &pose, &e));
    lw_motion_destroy(motion);
    lw_scene_destroy(other);
    lw_scene_destroy(scene);
    lw_scene_destroy(open);
}

static void test_checks(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = frozen_scene();
    lw_scene *other = frozen_scene();
    lw_motion *motion = NULL;
    lw_motion *foreign = NULL;
    lw_checker *checker = NULL;
    refuses(LW_ERROR_ARGUMENT, "lw_checker_create", lw_checker_create(scene, NULL, &e));
    refuses(LW_ERROR_STATE, "frozen", lw_checker_create(NULL, &checker, &e));
    assert_null(checker);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_create(other, &foreign, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    lw_verdict v = lw_default_verdict();
    refuses(LW_ERROR_ARGUMENT, "lw_check", lw_check(NULL, motion, NULL, &v, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_check", lw_check(checker, NULL, NULL, &v, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_check", lw_check(checker, motion, NULL, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "another scene", lw_check(checker, foreign, NULL, &v, &e));

    lw_distance distance;
    size_t pairs = lw_scene_pair_count(scene);
    assert_int_equal(pairs, 4); /* l0 with l2, and all three with the post */
    refuses(LW_ERROR_ARGUMENT, "lw_pair_distance", lw_pair_distance(NULL, motion, 0, 0, &distance, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_pair_distance",
            lw_pair_distance(checker, NULL, 0, 0, &distance, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_pair_distance", lw_pair_distance(checker, motion, 0, 0, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "another scene",
            lw_pair_distance(checker, foreign, 0, 0, &distance, &e));
    refuses(LW_ERROR_ARGUMENT, "no pair 4", lw_pair_distance(checker, motion, 0, pairs, &distance, &e));
    refuses(LW_ERROR_ARGUMENT, "time 2 is outside",
            lw_pair_distance(checker, motion, 2, 0, &distance, &e));
    refuses(LW_ERROR_ARGUMENT, "outside", lw_pair_distance(checker, motion, NAN, 0, &distance, &e));

    double columns[3];
    lw_vec3 point = {0, 0, 0};
    succeed(lw_pair_distance(checker, motion, 0, 0, &distance, &error), &error);
    refuses(LW_ERROR_ARGUMENT, "lw_pair_gradient",
            lw_pair_gradient(NULL, motion, 0, 0, &distance, NULL, columns, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_pair_gradient",
            lw_pair_gradient(checker, NULL, 0, 0, &distance, NULL, columns, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_pair_gradient",
            lw_pair_gradient(checker, motion, 0, 0, NULL, NULL, columns, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_pair_gradient",
            lw_pair_gradient(checker, motion, 0, 0, &distance, NULL, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "no pair 4",
            lw_pair_gradient(checker, motion, 0, pairs, &distance, NULL, columns, &e));
    refuses(LW_ERROR_ARGUMENT, "joints are of another scene",
            lw_pair_gradient(checker, motion, 0, 0, &distance, lw_scene_movable_joints(other, 0),
                             columns, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_body_jacobian",
            lw_body_jacobian(NULL, motion, 0, 0, point, NULL, columns, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_body_jacobian",
            lw_body_jacobian(checker, motion, 0, 0, point, NULL, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "no body",
            lw_body_jacobian(checker, motion, 0, 99, point, NULL, columns, &e));
    refuses(LW_ERROR_ARGUMENT, "outside",
            lw_body_jacobian(checker, motion, 2, 0, point, NULL, columns, &e));
    point.y = NAN;
    refuses(LW_ERROR_ARGUMENT, "not finite",
            lw_body_jacobian(checker, motion, 0, 0, point, NULL, columns, &e));

    lw_clearance near[4];
    size_t count = 9;
    refuses(LW_ERROR_ARGUMENT, "lw_near_misses",
            lw_near_misses(NULL, motion, 1, NULL, near, SIZE_MAX, &count, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_near_misses",
            lw_near_misses(checker, NULL, 1, NULL, near, SIZE_MAX, &count, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_near_misses",
            lw_near_misses(checker, motion, 1, NULL, NULL, SIZE_MAX, &count, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_near_misses",
            lw_near_misses(checker, motion, 1, NULL, near, 4, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "another scene",
            lw_near_misses(checker, foreign, 1, NULL, near, SIZE_MAX, &count, &e));
    const double thresholds[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++)
        refuses(LW_ERROR_ARGUMENT, "threshold",
                lw_near_misses(checker, motion, thresholds[i], NULL, near, SIZE_MAX, &count, &e));
    assert_int_equal(count, 0);

    lw_verdict all[2];
    all[0] = lw_default_verdict();
    const lw_motion *motions[] = {motion, NULL};
    const lw_motion *foreigns[] = {motion, foreign};
    refuses(LW_ERROR_STATE, "frozen", lw_check_many(NULL, motions, 1, NULL, 1, all, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_check_many", lw_check_many(scene, NULL, 1, NULL, 1, all, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_check_many", lw_check_many(scene, motions, 1, NULL, 1, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "motion", lw_check_many(scene, motions, 2, NULL, 2, all, &e));
    refuses(LW_ERROR_ARGUMENT, "another scene", lw_check_many(scene, foreigns, 2, NULL, 2, all, &e));
    lw_checker_destroy(checker);
    lw_motion_destroy(foreign);
    lw_motion_destroy(motion);
    lw_scene_destroy(other);
    lw_scene_destroy(scene);
}

static void test_options(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = frozen_scene();
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const lw_motion *const motions[] = {motion};
    lw_check_options options = lw_default_check_options();
    const struct {
        double *value;
        const char *words;
    } bounded[] = {{&options.time_tolerance, "the time tolerance"},
                   {&options.distance_tolerance, "the distance tolerance"},
                   {&options.clearance_relative, "the relative tolerance of the clearance"},
                   {&options.clearance_absolute, "the absolute tolerance of the clearance"},
                   {&options.budget_seconds, "the time budget"},
                   {&options.resolution, "the resolution"}};
    const double bad[] = {-1, NAN, INFINITY, -1e-300};
    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++)
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            lw_verdict v = lw_default_verdict();
            lw_clearance near[4];
            size_t count;
            options = lw_default_check_options();
            *bounded[i].value = bad[k];
            refuses(LW_ERROR_ARGUMENT, bounded[i].words, lw_check(checker, motion, &options, &v, &e));
            refuses(LW_ERROR_ARGUMENT, bounded[i].words,
                    lw_check_many(scene, motions, 1, &options, 1, &v, &e));
            refuses(LW_ERROR_ARGUMENT, bounded[i].words,
                    lw_near_misses(checker, motion, 1, &options, near, SIZE_MAX, &count, &e));
        }
    lw_verdict v = lw_default_verdict();
    options = lw_default_check_options();
    options.clearance_relative = 1;
    refuses(LW_ERROR_ARGUMENT, "must be below 1", lw_check(checker, motion, &options, &v, &e));
    options = lw_default_check_options();
    for (int method = -1; method <= LW_METHOD_EXPANDED + 1; method++) {
        options.method = (lw_method)method;
        const char *name = lw_method_name(options.method);
        if (method >= 0 && method <= LW_METHOD_EXPANDED) {
            lw_method back = (lw_method)-1;
            assert_true(name && lw_method_from_name(name, &back) && (int)back == method);
            continue;
        }
        assert_null(name);
        refuses(LW_ERROR_ARGUMENT, "no method", lw_check(checker, motion, &options, &v, &e));
        refuses(LW_ERROR_ARGUMENT, "no method", lw_check_many(scene, motions, 1, &options, 1, &v, &e));
    }
    lw_method kept = LW_METHOD_SLAB;
    assert_false(lw_method_from_name("guess", &kept));
    assert_int_equal(kept, LW_METHOD_SLAB);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_cells(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *space = frozen_scene();
    lw_scene *plane = frozen_plane();
    lw_scene *other = frozen_plane();
    lw_cell *cell = NULL;
    refuses(LW_ERROR_ARGUMENT, "lw_cell_create", lw_cell_create(plane, NULL, &e));
    refuses(LW_ERROR_STATE, "frozen", lw_cell_create(NULL, &cell, &e));
    assert_null(cell);
    succeed(lw_cell_create(plane, &cell, &error), &error);

    lw_motion *motion = NULL;
    lw_motion *foreign = NULL;
    succeed(lw_motion_create(plane, &motion, &error), &error);
    succeed(lw_motion_create(other, &foreign, &error), &error);
    refuses(LW_ERROR_ARGUMENT, "lw_cell_add", lw_cell_add(NULL, "go", motion, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_cell_add", lw_cell_add(cell, NULL, motion, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_cell_add", lw_cell_add(cell, "go", NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "another scene", lw_cell_add(cell, "go", foreign, &e));
    refuses(LW_ERROR_ARGUMENT, "\"go\" moves no robot", lw_cell_add(cell, "go", motion, &e));
    const double rows[] = {0, 0, 0, 1, 0, 0};
    const lw_joints *joints = lw_scene_joints(plane, "one", NULL, &error);
    succeed(lw_motion_set_segment(motion, joints, rows, rows + 3, &error), &error);
    refuses(LW_ERROR_ARGUMENT, "\"go\" is a path", lw_cell_add(cell, "go", motion, &e));
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = joints;
    track.point_count = 2;
    track.positions = rows;
    track.times = (const double[]){0, 1};
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    succeed(lw_cell_add(cell, "go", motion, &error), &error);
    refuses(LW_ERROR_NAME, "\"go\"", lw_cell_add(cell, "go", motion, &e));
    assert_int_equal(lw_cell_find(cell, 0, "go"), 0);
    assert_int_equal(lw_cell_find(cell, 1, "go"), -1);
    assert_int_equal(lw_cell_find(cell, 2, "go"), -1);
    assert_int_equal(lw_cell_find(cell, 0, "stay"), -1);
    assert_null(lw_cell_trajectory_name(cell, lw_cell_trajectory_count(cell)));

    lw_judge *judge = NULL;
    refuses(LW_ERROR_ARGUMENT, "lw_judge_create", lw_judge_create(NULL, 0, &judge, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_judge_create", lw_judge_create(cell, 0, NULL, &e));
    succeed(lw_judge_create(cell, 0, &judge, &error), &error);
    const size_t go[] = {0, 1};
    lw_sequence job[] = {{0, go, 1}, {0, go, 1}};
    lw_cell_verdict v = lw_default_cell_verdict();
    refuses(LW_ERROR_ARGUMENT, "lw_judge_job", lw_judge_job(NULL, job, 1, NULL, &v, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_judge_job", lw_judge_job(judge, NULL, 1, NULL, &v, &e));
    refuses(LW_ERROR_ARGUMENT, "lw_judge_job", lw_judge_job(judge, job, 1, NULL, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "\"one\" has two sequences", lw_judge_job(judge, job, 2, NULL, &v, &e));
    job[1].robot = 2;
    refuses(LW_ERROR_ARGUMENT, "no robot 2", lw_judge_job(judge, job, 2, NULL, &v, &e));
    job[1].robot = 1;
    refuses(LW_ERROR_ARGUMENT, "trajectory 0 is not one of robot \"two\"",
            lw_judge_job(judge, job, 2, NULL, &v, &e));
    job[0].count = 2;
    refuses(LW_ERROR_ARGUMENT, "trajectory 1 is not one of robot \"one\"",
            lw_judge_job(judge, job, 1, NULL, &v, &e));
    job[0].trajectories = NULL;
    refuses(LW_ERROR_ARGUMENT, "\"one\"", lw_judge_job(judge, job, 1, NULL, &v, &e));
    lw_check_options options = lw_default_check_options();
    options.time_tolerance = NAN;
    refuses(LW_ERROR_ARGUMENT, "the time tolerance", lw_judge_job(judge, NULL, 0, &options, &v, &e));
    lw_judge_destroy(judge);
    lw_motion_destroy(foreign);
    lw_motion_destroy(motion);
    lw_cell_destroy(cell);
    lw_scene_destroy(other);
    lw_scene_destroy(plane);
    lw_scene_destroy(space);
}

static lw_status stay(void *context, double at, double until, lw_body_state states[2])
{
    (void)context;
    (void)at;
    (void)until;
    states[1].pose.position.x = 9;
    return LW_OK;
}

static void test_convex_pairs(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_shape_def sphere = sphere_of(0.1);
    lw_shape_def disc = sphere;
    disc.kind = LW_SHAPE_DISC;
    lw_shape_def mesh = sphere;
    mesh.kind = LW_SHAPE_MESH;
    lw_convex_pair *pair = NULL;
    refuses(LW_ERROR_ARGUMENT, "room", lw_convex_pair_create(&sphere, &sphere, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "two shapes", lw_convex_pair_create(NULL, &sphere, &pair, &e));
    refuses(LW_ERROR_ARGUMENT, "two shapes", lw_convex_pair_create(&sphere, NULL, &pair, &e));
    refuses(LW_ERROR_ARGUMENT, "in the plane", lw_convex_pair_create(&sphere, &disc, &pair, &e));
    refuses(LW_ERROR_ARGUMENT, "meshes", lw_convex_pair_create(&mesh, &sphere, &pair, &e));
    assert_null(pair);
    succeed(lw_convex_pair_create(&sphere, &sphere, &pair, &error), &error);
    lw_convex_motion good = {stay, NULL, 0, 1};
    lw_convex_motion bad = {NULL, NULL, 0, 1};
    lw_convex_contact found = lw_default_convex_contact();
    refuses(LW_ERROR_ARGUMENT, "a pair", lw_convex_pair_first_contact(NULL, &good, NULL, &found, &e));
    refuses(LW_ERROR_ARGUMENT, "a motion", lw_convex_pair_first_contact(pair, NULL, NULL, &found, &e));
    refuses(LW_ERROR_ARGUMENT, "a motion", lw_convex_pair_first_contact(pair, &bad, NULL, &found, &e));
    refuses(LW_ERROR_ARGUMENT, "room", lw_convex_pair_first_contact(pair, &good, NULL, NULL, &e));
    refuses(LW_ERROR_ARGUMENT, "two shapes",
            lw_convex_first_contact(NULL, &sphere, &good, NULL, &found, &e));
    refuses(LW_ERROR_ARGUMENT, "a motion",
            lw_convex_first_contact(&sphere, &sphere, NULL, NULL, &found, &e));
    const double ends[][2] = {{1, 0}, {0, NAN}, {-INFINITY, 0}};
    for (int i = 0; i < 3; i++) {
        bad = (lw_convex_motion){stay, NULL, ends[i][0], ends[i][1]};
        refuses(LW_ERROR_ARGUMENT, "a motion from",
                lw_convex_pair_first_contact(pair, &bad, NULL, &found, &e));
    }
    lw_convex_pair_destroy(pair);
}

/* Destroying NULL does nothing. */
static void test_nothing_to_destroy(void **state)
{
    (void)state;
    lw_scene_destroy(NULL);
    lw_motion_destroy(NULL);
    lw_checker_destroy(NULL);
    lw_cell_destroy(NULL);
    lw_judge_destroy(NULL);
    lw_convex_pair_destroy(NULL);
    lw_polygon_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings_of_scenes),
        cmocka_unit_test(test_robots_and_links),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_groups_states_and_values),
        cmocka_unit_test(test_motions),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_convex_pairs),
        cmocka_unit_test(test_nothing_to_destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
