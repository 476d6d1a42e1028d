/* Tests io/motion/request_motion.h and io/scene/moveit.h: planning requests, and the motions made of
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "io/motion/motion_reader.h"
#include "io/scene/moveit.h"
#include "seed.h"
#include "slider.h"

static lw_scene *scene;
static lw_motion *motion;

static int build(void **state)
{
    (void)state;
    scene = slider_scene(false);
    return lw_motion_create(scene, &motion, NULL);
}

static int take_down(void **state)
{
    (void)state;
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    return 0;
}

/* Reads a request's motion from a file. */
static lw_status read_text(const char *text, size_t length, const lw_motion_defaults *defaults,
                           lw_error *error)
{
    written file = written_bytes(text, length);
    lw_motion_reader *reader = NULL;
    const char *id = NULL;
    bool more = false;
    lw_status status =
        lw_motion_reader_open(scene, file.path, LW_MOTION_FORMAT_REQUEST, defaults, &reader, error);
    if (!status) {
        status = lw_motion_reader_next(reader, motion, &id, &more, error);
        assert_true(more);
        assert_string_equal(id, "0");
        if (!status) {
            assert_int_equal(lw_motion_reader_next(reader, motion, &id, &more, NULL), LW_OK);
            assert_false(more);
        }
    }
    lw_motion_reader_close(reader);
    written_remove(&file);
    return status;
}

static void read_or_fail(const char *text, const lw_motion_defaults *defaults)
{
    lw_error error = {0};
    if (read_text(text, strlen(text), defaults, &error))
        fail_msg("%s\n%d:%d: %s", text, error.line, error.column, error.message);
}

static const char request[] =
    "start_state:\n"
    "  joint_state:\n"
    "    name: [jx, jy, jz, stiff, echo, ghost]\n"
    "    position: [1, 2, 3, 4, 5, 6]\n"
    "  multi_dof_joint_state: {joint_names: [virtual_joint], transforms: [{}]}\n"
    "goal_constraints:\n"
    "  - joint_constraints:\n"
    "      - joint_name: jy\n"
    "        position: 20\n"
    "      - position: 10\n"
    "        joint_name: jx\n"
    "group_name: xy\n"
    "workspace_parameters: {header: {frame_id: \"\"}}\n";

static void test_requests(void **state)
{
    (void)state;
    lw_moveit_request read;
    written file = written_text(request);
    lw_document document = {.file = file.path};
    assert_int_equal(lw_moveit_read_request(&document, file.path, &read), LW_OK);
    written_remove(&file);
    assert_string_equal(read.group, "xy");
    assert_int_equal(read.start.count, 6);
    assert_string_equal(read.start.joints[5], "ghost");
    assert_int_equal(read.goal_count, 2);
    assert_true(read.goal_values[1] == 10);
    lw_document_free(&document);

    /* jz is not in the group, and the caller's value, 7, takes precedence over the start state's */
    read_or_fail(request, NULL);
    assert_at(motion, 0, 0, 1, 2, 7);
    assert_at(motion, 0, 1, 10, 20, 7);
    /* in another group jx alone moves; jy has the start state's value */
    lw_motion_defaults group = {.struct_size = sizeof(lw_motion_defaults), .group = "zx"};
    static const char narrow[] =
        "start_state:\n  joint_state: {name: [jy, jx], position: [2, 1]}\n"
        "goal_constraints: [{joint_constraints: [{joint_name: jx, position: 3}]}]\n";
    read_or_fail(narrow, &group);
    assert_at(motion, 0, 0.5, 2, 2, 7);
    /* without a group the goal's joints move */
    read_or_fail(narrow, NULL);
    assert_at(motion, 0, 1, 3, 2, 7);
}

#define GOAL                                                                                           \
    "goal_constraints: [{joint_constraints: [{joint_name: jx, position: 3, tolerance_above: 0.1}]}]\n"
#define KEEPS(joint, position, above, below)                                                           \
    "{joint_name: " joint ", position: " #position ", tolerance_above: " #above                        \
    ", tolerance_below: " #below ", weight: 1}"

static void assert_says(const char *part)
{
    char text[600];
    for (size_t i = 0; i < lw_motion_notice_count(motion); i++) {
        lw_motion_notice(motion, i, text, sizeof text);
        if (strstr(text, part))
            return;
    }
    fail_msg("no notice says \"%s\"", part);
}

/* Constraints that the motion keeps are stored with it; unknown keys give a notice. */
static void test_constraints_that_are_kept(void **state)
{
    (void)state;
    double lower[7];
    double upper[7];
    const size_t jx = (size_t)lw_scene_find_joint(scene, "s", "jx");
    const size_t jy = (size_t)lw_scene_find_joint(scene, "s", "jy");
    read_or_fail(
        GOAL "path_constraints:\n  name: box\n  joint_constraints: [" KEEPS("jx", 1, 2, 1) ", " KEEPS(
            "jx", 2, 3, 2.5) ", " KEEPS("jz", 7, 0, 0) "]\n  position_constraints: []\n",
        NULL);
    assert_int_equal(lw_motion_notice_count(motion), 0);
    assert_int_equal(lw_motion_bounds(motion, jx, lower, upper), 1);
    assert_true(lower[0] == 0 && upper[0] == 3);
    assert_int_equal(lw_motion_bounds(motion, jy, lower, upper), 1);
    assert_true(lower[0] == -HUGE_VAL && upper[0] == HUGE_VAL);
    assert_int_equal(lw_motion_bounds(motion, SIZE_MAX, lower, upper), 0);
    /* the constraints belong to this motion alone */
    const double ends[2] = {0, 1};
    lw_joints *joints = NULL;
    assert_int_equal(lw_joints_create(scene, "s", (const char *const[]){"jx"}, 1, &joints, NULL),
                     LW_OK);
    assert_int_equal(lw_motion_set_segment(motion, joints, ends, ends + 1, NULL), LW_OK);
    lw_motion_bounds(motion, jx, lower, upper);
    assert_true(lower[0] == -HUGE_VAL && upper[0] == HUGE_VAL);
    lw_joints_destroy(joints);
    read_or_fail(GOAL "path_constraints: {joint_constraints: [], colour: red}\nspeed: 1\n"
                      "start_state: {mood: good}\n",
                 NULL);
    assert_says("path_constraints has a key \"colour\", which is not known and is ignored");
    assert_says("the request has a key \"speed\"");
    assert_says("start_state has a key \"mood\"");
    read_or_fail("goal_constraints: [{joint_constraints: [{joint_name: jx, position: 3}]}, "
                 "{joint_constraints: [{joint_name: jx, position: 4}]}]\n",
                 NULL);
    assert_says("the request has 2 goals, of which the first is taken");
}

static const bad_input bad_requests[] = {
    {GOAL "path_constraints: {joint_constraints: [" KEEPS("jx", 0, 2, 1) "]}\n", LW_ERROR_LIMIT, 2,
     "keep \"jx\" from -1 to 2, and the straight way from start to goal takes it from 0 to 3"},
    {GOAL "path_constraints: {joint_constraints: [" KEEPS("jz", 0, 2, 1) "]}\n", LW_ERROR_LIMIT, 2,
     "takes it from 7 to 7"},
    {GOAL "path_constraints: {joint_constraints: [" KEEPS("elbow", 0, 2, 1) "]}\n", LW_ERROR_NAME, 2,
     "name joint \"elbow\", which robot \"s\" does not have"},
    {GOAL "path_constraints: {joint_constraints: [" KEEPS("stiff", 0, 2, 1) "]}\n", LW_ERROR_ARGUMENT,
     2, "is fixed or follows another one"},
    {GOAL
     "path_constraints: {joint_constraints: [" KEEPS("jx", 0, 3, 0) ", " KEEPS("jx", 5, 0, 1) "]}\n",
     LW_ERROR_ARGUMENT, 2, "contradict each other: \"jx\" has to stay from 0 to 3, and from 4 to 5"},
    {GOAL "path_constraints: {joint_constraints: [" KEEPS("jx", 0, -3, 0) "]}\n", LW_ERROR_ARGUMENT, 2,
     "tolerance_above is -3; it must not be negative"},
    {GOAL "path_constraints: {orientation_constraints: [{link_name: tip}]}\n", LW_ERROR_ARGUMENT, 2,
     "orientation_constraints of path_constraints are not followed here"},
    {"goal_constraints: [{joint_constraints: [{joint_name: jx, position: 3}], visibility_constraints: "
     "[1]}]\n",
     LW_ERROR_ARGUMENT, 1, "visibility_constraints of the goal are not followed here"},
    {GOAL "trajectory_constraints: {constraints: [{}]}\n", LW_ERROR_ARGUMENT, 2,
     "constraints of trajectory_constraints are not followed here"},
    {"", LW_ERROR_SYNTAX, 0, "no planning request"},
    {"a: 1\n", LW_ERROR_SYNTAX, 1, "the request has no goal"},
    {"goal_constraints: 1\n", LW_ERROR_SYNTAX, 1, "must be a list"},
    {"goal_constraints: [{position_constraints: [1]}]\n", LW_ERROR_SYNTAX, 1, "no joint_constraints"},
    {"goal_constraints: [{joint_constraints: [{position: 1}]}]\n", LW_ERROR_SYNTAX, 1,
     "\"joint_name\" is missing"},
    {"goal_constraints: [{joint_constraints: [{joint_name: jx}]}]\n", LW_ERROR_SYNTAX, 1,
     "\"position\" is missing"},
    {"goal_constraints:\n- joint_constraints:\n  - {joint_name: jx, position: up}\n", LW_ERROR_SYNTAX,
     3, "must be a number"},
    {"goal_constraints:\n- joint_constraints:\n  - {joint_name: jx, position: 1}\n"
     "  - {joint_name: jx, position: 2}\n",
     LW_ERROR_NAME, 4, "twice"},
    {"goal_constraints: [{joint_constraints: [{joint_name: elbow, position: 1}]}]\n", LW_ERROR_NAME, 0,
     "no joint \"elbow\""},
    {"goal_constraints: [{joint_constraints: [{joint_name: elbow, position: 1}]}]\ngroup_name: xy\n",
     LW_ERROR_NAME, 0, "which robot \"s\" does not have"},
    {"goal_constraints: [{joint_constraints: [{joint_name: jz, position: 1}]}]\ngroup_name: xy\n",
     LW_ERROR_NAME, 0, "not in group \"xy\""},
    {"goal_constraints: [{joint_constraints: [{joint_name: jz, position: 1}]}]\ngroup_name: legs\n",
     LW_ERROR_NAME, 0, "no group \"legs\""},
    {"start_state:\n  joint_state: {name: [jx], position: []}\n", LW_ERROR_ARGUMENT, 2,
     "names 1 joints, but gives 0"},
    {"start_state: 3\n", LW_ERROR_SYNTAX, 1, "must be an object"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_requests / sizeof *bad_requests; i++) {
        lw_error error = {0};
        lw_status status = read_text(bad_requests[i].text, strlen(bad_requests[i].text), NULL, &error);
        assert_true(expected_error(&bad_requests[i], status, &error));
        assert_true(!strncmp(error.file, "/tmp/", 5));
    }
    lw_error error = {0};
    lw_document document = {.file = "/nowhere.yaml", .error = &error};
    lw_moveit_request read;
    assert_int_equal(lw_moveit_read_request(&document, "/nowhere.yaml", &read), LW_ERROR_FILE);
    assert_string_equal(error.file, "/nowhere.yaml");
    lw_document_free(&document);
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        allocation_fail(n);
        lw_status status = read_text(request, strlen(request), NULL, NULL);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (!failed)
            break;
    }
}

static void test_damaged(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t length = strlen(request);
    for (int i = 0; i < test_rounds(300, 20000); i++) {
        char text[sizeof request];
        memcpy(text, request, sizeof request);
        size_t size = i % 3 ? length : lw_random_below(&random, (uint32_t)length);
        for (int j = 0; j < i % 5; j++)
            text[lw_random_below(&random, (uint32_t)length)] ^=
                (char)(1 << lw_random_below(&random, 8));
        lw_error error = {0};
        lw_status status = read_text(text, size, NULL, &error);
        assert_int_equal(error.status, status);
        assert_true(status == LW_OK || error.message[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_requests), cmocka_unit_test(test_constraints_that_are_kept),
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_every_allocation_failing),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, build, take_down);
}
