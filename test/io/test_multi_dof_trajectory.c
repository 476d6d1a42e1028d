/* Tests io/motion/multi_dof_trajectory.h, and MoveIt's names of single values (scene/variable_name.h)
 * in all places that name joints: trajectories, states, goals and waypoints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "allocation.h"
#include "leeway/leeway.h"
#include "scene/variable_name.h"
#include "written.h"

#define FOLDER "test/messages/"

static lw_scene *cart(const char *srdf, const char *state)
{
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_load_robot(scene, FOLDER "robots/cart.urdf", srdf, NULL, NULL, NULL),
                     LW_OK);
    if (state) {
        lw_error error = {0};
        written file = written_text(state);
        if (lw_scene_load(scene, file.path, &error))
            fail_msg("%s", error.message);
        written_remove(&file);
    }
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    return scene;
}

static lw_status read_text(const lw_scene *scene, const char *text, lw_motion_format format,
                           lw_motion *motion, lw_error *error)
{
    written file = written_text(text);
    lw_motion_reader *reader = NULL;
    const char *id;
    bool more = false;
    lw_status status = lw_motion_reader_open(scene, file.path, format, NULL, &reader, error);
    while (!status) /* the last motion stays */
        if ((status = lw_motion_reader_next(reader, motion, &id, &more, error)) || !more)
            break;
    lw_motion_reader_close(reader);
    written_remove(&file);
    return status;
}

/* All notices of a motion, one per line. */
static const char *notices_of(const lw_motion *motion)
{
    static char all[2000];
    size_t used = 0;
    all[0] = '\0';
    for (size_t i = 0; i < lw_motion_notice_count(motion); i++) {
        used += lw_motion_notice(motion, i, all + used, sizeof all - used);
        all[used++] = '\n';
        all[used] = '\0';
    }
    return all;
}

#define TF(x, y, z, w) "{translation: {x: " x ", y: " y "}, rotation: {z: " z ", w: " w "}}"
#define AT(t)          "time_from_start: {sec: " t ", nanosec: 0}"
#define BASE                                                                                           \
    "multi_dof_joint_trajectory: {header: {frame_id: odom}, joint_names: [base], points: "             \
    "[{transforms: [" TF("1", "2", "0", "1") "], " AT("0") "}, {transforms: [" TF(                     \
        "3", "4", "1", "1") "], " AT("2") "}]}\n"

/* A trajectory of both joints, each of two points: a point is a value, other keys, and a time. */
#define PARTS(lift, drive)     lift drive
#define LIFT(from, to)         "joint_trajectory: {joint_names: [lift], points: [" from ", " to "]}\n"
#define RAISED(at, keys, time) "{positions: [" at "], " keys AT(time) "}"
#define DRIVE(from, to)                                                                                \
    "multi_dof_joint_trajectory: {joint_names: [base], points: [" from ", " to "]}\n"
#define DRIVEN(x, y, keys, time) "{transforms: [" TF(x, y, "0", "1") "], " keys AT(time) "}"

/* A text that is read, the state before it, and the values of the joints base and lift at a time. */
static const struct {
    const char *text, *state;
    lw_motion_format format;
    double time, x, y, theta, lift;
    const char *notice; /* NULL: none */
} read_cases[] = {
    {BASE, NULL, LW_MOTION_FORMAT_PATH, 1, 2, 3, 0.7853981633974483, 0, NULL},
    {BASE, "joint_state: {name: [lift], position: [0.5]}\n", LW_MOTION_FORMAT_PATH, 1, 2, 3,
     0.7853981633974483, 0.5, NULL},
    /* by itself, with times as ROS 1 writes them */
    {"joint_names: [cart/base]\npoints:\n- {transforms: [" TF("1", "2", "0",
                                                              "1") "], time_from_start: "
                                                                   "{secs: 1, nsecs: 500000000}}\n",
     "joint_state: {name: [base/x, base/y, base/theta], position: [0, 0, 0]}\n", LW_MOTION_FORMAT_PATH,
     0.75, 0.5, 1, 0, 0, NULL},
    /* a first heading that is nearer to the start after one more turn */
    {"joint_names: [base]\npoints:\n- {transforms: [" TF("0", "0", "1", "-0.1") "], " AT("1") "}\n",
     "joint_state: {name: [base/theta], position: [9]}\n", LW_MOTION_FORMAT_PATH, 1, 0, 0,
     9.624115265751703 /* 4 pi - 2 atan(10) */, 0, NULL},
    /* velocities of both parts, of one, and of none */
    {PARTS(LIFT(RAISED("0", "velocities: [1], ", "0"), RAISED("1", "velocities: [1], ", "1")),
           DRIVE(DRIVEN("0", "0", "velocities: [{linear: {x: 0, y: 1}}], ", "0"),
                 DRIVEN("1", "1", "velocities: [{linear: {y: 1}, angular: {z: 0}}], ", "1"))),
     NULL, LW_MOTION_FORMAT_PATH, 0.25, 0.15625, 0.25, 0, 0.25, NULL},
    {PARTS(LIFT(RAISED("0", "velocities: [0], ", "0"), RAISED("1", "velocities: [0], ", "1")),
           DRIVE(DRIVEN("0", "0", "", "0"), DRIVEN("1", "1", "", "1"))),
     NULL, LW_MOTION_FORMAT_PATH, 0.25, 0.25, 0.25, 0, 0.25, "of some of the trajectory's joints only"},
    {PARTS(LIFT(RAISED("0", "", "0"), RAISED("1", "", "1")),
           DRIVE(DRIVEN("0", "0", "velocities: [{}], ", "0"),
                 DRIVEN("1", "1", "velocities: [{}], ", "1"))),
     NULL, LW_MOTION_FORMAT_PATH, 0.25, 0.25, 0.25, 0, 0.25, "of some of the trajectory's joints only"},
    {"joint_names: [base]\nheader: {frame_id: /map}\npoints: [{transforms: [" TF(
         "0", "0", "0", "1") "], " AT("0") "}]\n",
     NULL, LW_MOTION_FORMAT_PATH, 0, 0, 0, 0, 0,
     "in the frame \"map\", and are taken in that of the joint, "
     "\"odom\""},
    /* the first trajectory ends where the second one begins */
    {"trajectory_start: {joint_state: {name: [lift], position: [0.25]}}\ntrajectory:\n- " BASE
     "- joint_trajectory: {joint_names: [base/y, base/x, base/theta], points: [{positions: [0, "
     "0, 0], " AT("1") "}]}\n",
     NULL, LW_MOTION_FORMAT_PATH, 0.5, 1.5, 2, 0.7853981633974483, 0.25, NULL},
    /* names of values: of waypoints, with others in between */
    {"base/theta,lift,base/x,base/y\n1,0.5,2,3\n", NULL, LW_MOTION_FORMAT_PATH, 0, 2, 3, 1, 0.5, NULL},
    {"{\"joints\": [\"lift\", \"cart/base/y\", \"base/x\", \"base/theta\"], \"path\": [[0.5, "
     "3, 2, 1]]}",
     NULL, LW_MOTION_FORMAT_PATH, 0, 2, 3, 1, 0.5, NULL},
    /* of a start state; other values are those of the scene */
    {"joint_state: {name: [base/y, lift], position: [3, 0.5]}\n",
     "joint_state: {name: [base/x], position: [7]}\n", LW_MOTION_FORMAT_PATH, 0, 7, 3, 0, 0.5, NULL},
    {"group_name: ''\nstart_state: {joint_state: {name: [base/x, lift, base/theta], position: "
     "[1, 0, 2]}}\n"
     "goal_constraints: [{joint_constraints: [{joint_name: lift, position: 1}]}]\n",
     "joint_state: {name: [base/y], position: [5]}\n", LW_MOTION_FORMAT_REQUEST, 0.5, 1, 5, 2, 0.5,
     NULL},
    {"joint_state: {name: [lift], position: [0.5]}\n",
     "joint_state: {name: [base/x, bas/x], position: [2, 7]}\n", LW_MOTION_FORMAT_PATH, 0, 2, 0, 0, 0.5,
     NULL},
    /* of a goal; the other values stay */
    {"group_name: all\nstart_state: {joint_state: {name: [base/x, base/y], position: [1, 2]}}\n"
     "goal_constraints: [{joint_constraints: [{joint_name: base/y, position: 4}]}]\n",
     NULL, LW_MOTION_FORMAT_REQUEST, 0.5, 1, 3, 0, 0, NULL},
    /* members of a request that are ignored */
    {"group_name: all\nworkspace_parameters: {min_corner: {x: -1}, max_corner: {x: "
     "1}}\nstart_state: {}\n"
     "goal_constraints: [{joint_constraints: [{joint_name: base/y, position: 4}]}]\n",
     NULL, LW_MOTION_FORMAT_REQUEST, 0.5, 0, 2, 0, 0, "workspace_parameters are not looked at"},
    {"workspace_parameters: {min_corner: {x: -1}, max_corner: {x: 1}}\nstart_state: {}\n"
     "goal_constraints: [{joint_constraints: [{joint_name: lift, position: 1}]}]\n",
     NULL, LW_MOTION_FORMAT_REQUEST, 0.5, 0, 0, 0, 0.5, NULL},
    {"group_name: all\nreference_trajectories: [{}]\nstart_state: {}\n"
     "goal_constraints: [{joint_constraints: [{joint_name: lift, position: 1}]}]\n",
     NULL, LW_MOTION_FORMAT_REQUEST, 0.5, 0, 0, 0, 0.5, "reference_trajectories are not looked at"},
    {"group_name: all\nstart_state: {joint_state: {name: [lift], position: [0], velocity: "
     "[0.1]}}\n"
     "goal_constraints: [{joint_constraints: [{joint_name: lift, position: 1}]}]\n",
     NULL, LW_MOTION_FORMAT_REQUEST, 0.5, 0, 0, 0, 0.5, "start_state has velocities that are not 0"},
    {"group_name: all\nstart_state: {joint_state: {name: [lift], position: [0], velocity: "
     "[0.0]}}\n"
     "goal_constraints: [{joint_constraints: [{joint_name: lift, position: 1}]}]\n",
     NULL, LW_MOTION_FORMAT_REQUEST, 0.5, 0, 0, 0, 0.5, NULL},
    {"trajectory_start: {joint_state: {name: [lift], position: [0], velocity: "
     "[0.1]}}\ntrajectory: "
     "{joint_trajectory: {joint_names: [lift], points: [{positions: [1], " AT("1") "}]}}\n",
     NULL, LW_MOTION_FORMAT_PATH, 0.5, 0, 0, 0, 0.5, "trajectory_start has velocities that are not 0"},
};

static void test_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof read_cases / sizeof *read_cases; i++) {
        lw_scene *scene = cart(FOLDER "robots/cart.srdf", read_cases[i].state);
        lw_motion *motion = NULL;
        lw_error error = {0};
        double base[7] = {0};
        double lift[7] = {0};
        assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
        if (read_text(scene, read_cases[i].text, read_cases[i].format, motion, &error))
            fail_msg("%zu: %d: %s", i, error.line, error.message);
        const size_t joints[] = {(size_t)lw_scene_find_joint(scene, NULL, "base"),
                                 (size_t)lw_scene_find_joint(scene, NULL, "lift")};
        lw_motion_joint_values(motion, joints[0], read_cases[i].time, base, NULL);
        lw_motion_joint_values(motion, joints[1], read_cases[i].time, lift, NULL);
        if (fabs(base[0] - read_cases[i].x) > 1e-12 || fabs(base[1] - read_cases[i].y) > 1e-12 ||
            fabs(base[2] - read_cases[i].theta) > 1e-7 || fabs(lift[0] - read_cases[i].lift) > 1e-12)
            fail_msg("%zu: the joints are at %.17g %.17g %.17g and %.17g", i, base[0], base[1], base[2],
                     lift[0]);
        const char *said = notices_of(motion);
        const char *wanted = read_cases[i].notice;
        if (wanted ? !strstr(said, wanted) : said[0] != '\0')
            fail_msg("%zu: notices are \"%s\"", i, said);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

static const struct {
    const char *text;
    lw_motion_format format;
    lw_status status;
    const char *sentence;
} refused[] = {
    {"joint_trajectory: {joint_names: [lift], points: [{positions: [0], " AT("0") "}]}\n" BASE,
     LW_MOTION_FORMAT_PATH, LW_ERROR_ARGUMENT,
     "joint_trajectory has 1 points, and multi_dof_joint_trajectory 2"},
    {"joint_trajectory: {joint_names: [lift], points: [{positions: [0], " AT(
         "0") "}, {positions: [0], " AT("1") "}]}\n" BASE,
     LW_MOTION_FORMAT_PATH, LW_ERROR_ARGUMENT,
     "point 1 of multi_dof_joint_trajectory is at 2 s, and that of joint_trajectory at 1 s"},
    {"joint_names: [base]\npoints: [{transforms: [{}], " AT("1") "}, {transforms: [{}], " AT(
         "1") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_ARGUMENT, "times must not be negative and must increase; point 1"},
    {"joint_names: [base]\npoints: [{transforms: [{}], " AT("-1") "}]\n", LW_MOTION_FORMAT_PATH,
     LW_ERROR_ARGUMENT, "times must not be negative"},
    {"joint_names: [base]\npoints: [{transforms: [{}, {}], " AT("1") "}]\n", LW_MOTION_FORMAT_PATH,
     LW_ERROR_ARGUMENT, "point 0 has 2 transforms, and there are 1 joint_names"},
    {"joint_names: [base]\npoints: [{transforms: [{translation: [0, 0, 1]}], " AT("1") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_ARGUMENT, "out of its plane"},
    {"joint_names: [lift]\npoints: [{transforms: [{}], " AT("1") "}]\n", LW_MOTION_FORMAT_PATH,
     LW_ERROR_ARGUMENT, "neither planar nor floating"},
    {"joint_names: [column, base]\npoints: [{transforms: [{}, {}], " AT("1") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_ARGUMENT, "a joint that is fixed"},
    {"joint_names: [bse]\npoints: [{transforms: [{}], " AT("1") "}]\n", LW_MOTION_FORMAT_PATH,
     LW_ERROR_NAME, "the nearest name is \"base\""},
    {"joint_names: [base]\npoints: [{transforms: [{}], velocities: [{}, {}], " AT("1") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_ARGUMENT, "point 0 has 2 velocities"},
    {"joint_names: [base]\npoints: [{transforms: [{}], velocity: [], " AT("1") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_SYNTAX, "point 0 has no key \"velocity\""},
    {"joint_names: [base/x, base/theta]\npoints: [{positions: [0, 0], " AT("0") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_NAME, "the value \"base/y\" is not named"},
    {"joint_names: [base/x, base/x]\npoints: [{positions: [0, 0], " AT("0") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_NAME, "\"base/x\" is named twice"},
    {"joint_names: [base, base/x]\npoints: [{positions: [0, 0, 0, 0], " AT("0") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_NAME, "\"base/x\" is named twice"},
    {"joint_names: [base/x, base]\npoints: [{positions: [0, 0, 0, 0], " AT("0") "}]\n",
     LW_MOTION_FORMAT_PATH, LW_ERROR_NAME, "\"base\" is named twice"},
    {"joint_names: [base/z]\npoints: [{positions: [0], " AT("0") "}]\n", LW_MOTION_FORMAT_PATH,
     LW_ERROR_NAME, "no joint \"base/z\""},
    {"joint_names: [lift/x]\npoints: [{positions: [0], " AT("0") "}]\n", LW_MOTION_FORMAT_PATH,
     LW_ERROR_NAME, "no joint \"lift/x\""},
    {"joint_state: {name: [base], position: [0]}\n", LW_MOTION_FORMAT_PATH, LW_ERROR_ARGUMENT,
     "or as \"base/x\" and so on"},
    {"group_name: all\nstart_state: {}\ngoal_constraints: [{joint_constraints: [{joint_name: base, "
     "position: "
     "1}]}]\n",
     LW_MOTION_FORMAT_REQUEST, LW_ERROR_ARGUMENT, "name them one by one, \"base/x\" and so on"},
    {"group_name: all\nstart_state: {}\ngoal_constraints: [{joint_constraints: [{joint_name: base/z, "
     "position: 1}]}]\n",
     LW_MOTION_FORMAT_REQUEST, LW_ERROR_NAME, "the goal names joint \"base/z\""},
};

static void test_refused(void **state)
{
    (void)state;
    lw_scene *scene = cart(FOLDER "robots/cart.srdf", NULL);
    lw_motion *motion = NULL;
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        lw_error error = {0};
        const lw_status status = read_text(scene, refused[i].text, refused[i].format, motion, &error);
        if (status != refused[i].status || !strstr(error.message, refused[i].sentence))
            fail_msg("%zu: %d: %s", i, (int)status, error.message);
    }
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* The values of a floating joint by their names, in a scene and in a motion. */
static void test_floating(void **state)
{
    (void)state;
    lw_scene *scene =
        cart(FOLDER "robots/drone.srdf",
             "joint_state: {name: [base/rot_w, base/trans_y, base/rot_x], position: [0.6, 2, "
             "0.8]}\n");
    lw_motion *motion = NULL;
    lw_error error = {0};
    double values[7];
    const size_t joint = (size_t)lw_scene_find_joint(scene, NULL, "base");
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_int_equal(lw_motion_joint_values(motion, joint, 0, values, NULL), LW_OK);
    assert_true(values[0] == 0 && values[1] == 2 && fabs(values[3] - 0.8) < 1e-15 &&
                fabs(values[6] - 0.6) < 1e-15);
    if (read_text(
            scene,
            "joint_state: {name: [base/trans_z, base/rot_x, base/rot_z], position: [3, 0, 0.8]}\n",
            LW_MOTION_FORMAT_PATH, motion, &error))
        fail_msg("%s", error.message);
    assert_int_equal(lw_motion_joint_values(motion, joint, 0, values, NULL), LW_OK);
    assert_true(values[1] == 2 && values[2] == 3 && values[3] == 0 && fabs(values[5] - 0.8) < 1e-15 &&
                fabs(values[6] - 0.6) < 1e-15);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A value that the caller gave takes precedence over a message's, in its joint state or as a part of a
 * pose; the message decides on the other values. */
static void test_caller(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        lw_motion_format format;
        double wanted[3]; /* at time 0 */
    } cases[] = {
        {"joint_state: {name: [base/x, base/y, lift], position: [5, 6, 0.5]}\n",
         LW_MOTION_FORMAT_PATH,
         {5, 6, 0}}, /* the motion sets the joint, so it has the message's values */
        {"trajectory_start: {joint_state: {name: [base/x, base/y], position: [5, 6]}}\ntrajectory: "
         "{joint_trajectory: {joint_names: [lift], points: [{positions: [1], " AT("1") "}]}}\n",
         LW_MOTION_FORMAT_PATH,
         {1, 6, 0}},
        {"trajectory_start: {multi_dof_joint_state: {joint_names: [base], transforms: [{translation: "
         "{x: 5, y: 6}}]}}\ntrajectory: "
         "{joint_trajectory: {joint_names: [lift], points: [{positions: [1], " AT("1") "}]}}\n",
         LW_MOTION_FORMAT_PATH,
         {1, 6, 0}},
        {"trajectory_start: {multi_dof_joint_state: {joint_names: [base], transforms: [{translation: "
         "{x: 5, y: 6}}]}}\ntrajectory: "
         "{joint_trajectory: {joint_names: [base/x, base/y, base/theta], points: [{positions: [0, 0, "
         "0], " AT("1") "}]}}\n",
         LW_MOTION_FORMAT_PATH,
         {1, 6, 0}},
        {"trajectory_start: {joint_state: {name: [base/x, base/y], position: [5, 6]}}\ntrajectory: "
         "{joint_trajectory: {joint_names: [base/x, base/y, base/theta], points: [{positions: [0, 0, "
         "0], " AT("1") "}]}}\n",
         LW_MOTION_FORMAT_PATH,
         {1, 6, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_scene *scene = NULL;
        lw_motion *motion = NULL;
        lw_error error = {0};
        double values[7];
        assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
        assert_int_equal(lw_scene_load_robot(scene, FOLDER "robots/cart.urdf",
                                             FOLDER "robots/cart.srdf", NULL, NULL, NULL),
                         LW_OK);
        assert_int_equal(lw_scene_set_joint(scene, NULL, "base/x", (double[]){1}, 1, NULL), LW_OK);
        assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
        assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
        if (read_text(scene, cases[i].text, cases[i].format, motion, &error))
            fail_msg("%zu: %s", i, error.message);
        const size_t joint = (size_t)lw_scene_find_joint(scene, NULL, "base");
        assert_int_equal(lw_motion_joint_values(motion, joint, 0, values, NULL), LW_OK);
        for (int k = 0; k < 3; k++)
            if (fabs(values[k] - cases[i].wanted[k]) > 1e-12)
                fail_msg("%zu: value %d is %g", i, k, values[k]);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_int_equal(lw_variable_find(LW_JOINT_PLANAR, "theta"), 2);
    assert_int_equal(lw_variable_find(LW_JOINT_PLANAR, "trans_x"), -1);
    assert_int_equal(lw_variable_find(LW_JOINT_FLOATING, "rot_w"), 6);
    assert_int_equal(lw_variable_find(LW_JOINT_FLOATING, "x"), -1);
    assert_int_equal(lw_variable_find(LW_JOINT_REVOLUTE, "x"), -1);
    assert_int_equal(lw_variable_joint_length("a/b/x"), 3);
    assert_int_equal(lw_variable_joint_length("x"), 0);
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    lw_scene *scene = cart(FOLDER "robots/cart.srdf", NULL);
    lw_motion *motion = NULL;
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        lw_error error = {0};
        written file =
            written_text("joint_trajectory: {joint_names: [lift], points: [{positions: [0], " AT(
                "0") "}, {positions: [0], " AT("2") "}]}\n" BASE);
        lw_motion_reader *reader = NULL;
        const char *id;
        bool more;
        allocation_fail(n);
        lw_status status =
            lw_motion_reader_open(scene, file.path, LW_MOTION_FORMAT_PATH, NULL, &reader, &error);
        if (!status)
            status = lw_motion_reader_next(reader, motion, &id, &more, &error);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_motion_reader_close(reader);
        written_remove(&file);
    }
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),     cmocka_unit_test(test_refused),
        cmocka_unit_test(test_floating), cmocka_unit_test(test_caller),
        cmocka_unit_test(test_names),    cmocka_unit_test(test_every_allocation_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
