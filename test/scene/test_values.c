/* Groups, states, and the value of a joint that no motion moves. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "scene/frozen.h"
#include "scene/link_pose.h"
#include "seed.h"
#include "small_scene.h"

enum { JOINTS = 4 };

/* j1 turns, j2 is fixed, j3 slides and j4 is planar */
static lw_scene *open_chain(void)
{
    lw_scene *scene = new_scene();
    add_chain(scene, "r",
              (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_FIXED, LW_JOINT_PRISMATIC, LW_JOINT_PLANAR},
              JOINTS);
    return scene;
}

static void joints_come_in_the_order_of_the_group_or_the_file(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = open_chain();
    const char *const tip[] = {"j3", "j2", "j1", "j3"}; /* fixed and repeated ones are left out */
    const char *const one[] = {"j4"};
    refused(status_of(lw_scene_joints(scene, NULL, NULL, &e), &e), LW_ERROR_STATE, &e, "not frozen");
    succeed(lw_scene_add_group(scene, "r", "tip", tip, 4, &e), &e);
    succeed(lw_scene_add_group(scene, "r", "empty", NULL, 0, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    const lw_joints *joints = lw_scene_joints(scene, "r", "tip", &e);
    assert_non_null(joints);
    assert_int_equal(lw_joints_count(joints), 2);
    assert_int_equal(lw_joints_value_count(joints), 2);
    assert_string_equal(lw_joints_name(joints, 0), "j3");
    assert_string_equal(lw_joints_name(joints, 1), "j1");
    assert_null(lw_joints_name(joints, 2));
    assert_int_equal(lw_joints_count(lw_scene_joints(scene, NULL, "empty", &e)), 0);
    /* two groups: the default is the file's order */
    joints = lw_scene_joints(scene, NULL, NULL, &e);
    assert_int_equal(lw_joints_count(joints), 3);
    assert_int_equal(lw_joints_value_count(joints), 5);
    assert_string_equal(lw_joints_name(joints, 0), "j1");
    assert_string_equal(lw_joints_name(joints, 2), "j4");
    refused(status_of(lw_scene_joints(scene, "r", "hand", &e), &e), LW_ERROR_NAME, &e,
            "no group \"hand\"");
    refused(status_of(lw_scene_joints(scene, "q", NULL, &e), &e), LW_ERROR_NAME, &e, "no robot \"q\"");
    lw_scene_destroy(scene);

    /* the only group is the default */
    scene = open_chain();
    succeed(lw_scene_add_group(scene, "r", "one", one, 1, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    joints = lw_scene_joints(scene, NULL, NULL, &e);
    assert_int_equal(lw_joints_count(joints), 1);
    assert_string_equal(lw_joints_name(joints, 0), "j4");
    lw_scene_destroy(scene);

    scene = open_chain();
    const char *const wrong[] = {"j1", "j9"};
    succeed(lw_scene_add_group(scene, "r", "arm", wrong, 2, &e), &e);
    refused(lw_scene_freeze(scene, &e), LW_ERROR_NAME, &e,
            "group \"arm\": robot \"r\" has no joint \"j9\"");
    lw_scene_destroy(scene);
}

static void states_fill_in_the_values_of_their_joints(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = open_chain();
    const char *const both[] = {"j1", "j3"};
    const char *const first[] = {"j1"};
    succeed(lw_scene_add_group(scene, "r", "arm", both, 2, &e), &e);
    succeed(lw_scene_add_group(scene, "r", "wide", both, 2, &e), &e);
    succeed(lw_scene_add_state(scene, "r", "arm", "home", both, (double[]){1, 2}, 2, &e), &e);
    succeed(lw_scene_add_state(scene, "r", "wide", "home", both, (double[]){3, 4}, 2, &e), &e);
    succeed(lw_scene_add_state(scene, "r", NULL, "half", first, (double[]){5}, 1, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    const lw_joints *arm = lw_scene_joints(scene, NULL, "arm", &e);
    const lw_joints *wide = lw_scene_joints(scene, NULL, "wide", &e);
    const lw_joints *all = lw_scene_joints(scene, NULL, NULL, &e);
    double values[5] = {-1, -1, -1, -1, -1};
    succeed(lw_scene_state(scene, arm, "home", values, &e), &e); /* its own group's */
    assert_true(values[0] == 1 && values[1] == 2);
    succeed(lw_scene_state(scene, wide, "home", values, &e), &e);
    assert_true(values[0] == 3 && values[1] == 4);
    values[1] = 9;
    succeed(lw_scene_state(scene, arm, "half", values, &e), &e);
    assert_true(values[0] == 5 && values[1] == 9);
    values[2] = values[3] = values[4] = 7;
    succeed(lw_scene_state(scene, all, "half", values, &e), &e); /* j1 j3 j4(3) */
    assert_true(values[0] == 5 && values[1] == 9 && values[2] == 7 && values[4] == 7);
    refused(lw_scene_state(scene, arm, "tucked", values, &e), LW_ERROR_NAME, &e,
            "no state named \"tucked\"");
    lw_scene_destroy(scene);
}

/* the highest rank wins, and the later among equals */
static void the_highest_rank_decides_on_a_value(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error e = {0};
    for (int round = 0; round < 300; round++) {
        lw_scene *scene = open_chain();
        int best = -1;
        double wanted = 0;
        for (uint32_t i = lw_random_below(&random, 6); i > 0; i--) {
            int rank = (int)lw_random_below(&random, LW_RANK_CALLER + 1);
            double value = lw_random_between(&random, -1, 1);
            succeed(lw_scene_value(scene, lw_random_below(&random, 2) ? "r" : NULL, "j3", &value, 1,
                                   (lw_rank)rank, &e),
                    &e);
            if (rank >= best) {
                best = rank;
                wanted = value;
            }
        }
        /* values for fixed joints are ignored */
        succeed(lw_scene_value(scene, "r", "j2", (double[]){1}, 1, LW_RANK_CALLER, &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        const lw_frozen *frozen = scene->frozen;
        int32_t variable =
            frozen->chains->joints[lw_chains_find_joint(frozen->chains, -1, "j3")].variable;
        assert_true(frozen->rest[variable] == wanted);
        assert_true(frozen->rest[frozen->chains->joints[lw_chains_find_joint(frozen->chains, 0, "j1")]
                                     .variable] == 0);
        lw_scene_destroy(scene);
    }
}

/* Entries for all values of a joint and for single ones: for each value the highest rank decides, and
 * of equal ranks the last; links have the same poses before freezing as afterwards. */
static void single_values_leave_the_others(void **state)
{
    (void)state;
    static const char *const names[2][7] = {
        {"j1/x", "j1/y", "j1/theta"},
        {"j2/trans_x", "j2/trans_y", "j2/trans_z", "j2/rot_x", "j2/rot_y", "j2/rot_z", "j2/rot_w"}};
    lw_random random = {test_seed()};
    lw_error e = {0};
    for (int round = 0; round < 300; round++) {
        lw_scene *scene = new_scene();
        add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_PLANAR, LW_JOINT_FLOATING}, 2);
        double wanted[2][7] = {{0}, {0, 0, 0, 0, 0, 0, 1}};
        int ranks[2][7] = {{0}};
        for (uint32_t i = lw_random_below(&random, 8); i > 0; i--) {
            const uint32_t joint = lw_random_below(&random, 2);
            const size_t count = joint ? 7 : 3;
            const bool whole = !lw_random_below(&random, 3);
            const size_t part = lw_random_below(&random, (uint32_t)count);
            const int rank = (int)lw_random_below(&random, LW_RANK_CALLER + 1);
            double values[7];
            for (size_t k = 0; k < count; k++)
                values[k] = lw_random_between(&random, -1, 1);
            succeed(lw_scene_value(scene, lw_random_below(&random, 2) ? "r" : NULL,
                                   whole ? joint ? "j2" : "j1" : names[joint][part], values,
                                   whole ? count : 1, (lw_rank)rank, &e),
                    &e);
            for (size_t k = 0; k < count; k++)
                if ((whole || k == part) && rank >= ranks[joint][k]) {
                    ranks[joint][k] = rank;
                    wanted[joint][k] = values[whole ? k : 0];
                }
        }
        lw_pose before;
        lw_pose after;
        lw_motion *motion = NULL;
        const int64_t tip = lw_model_find_link(&scene->model, 0, "l2");
        succeed(lw_model_link_pose(&scene->model, (size_t)tip, &before, NULL, &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        succeed(lw_motion_create(scene, &motion, &e), &e);
        succeed(lw_motion_link_pose(motion, (size_t)tip, 0, &after, &e), &e);
        for (int k = 0; k < 3; k++)
            assert_near((&before.position.x)[k], (&after.position.x)[k], 1e-12);
        double length = 0;
        for (int k = 3; k < 7; k++)
            length += wanted[1][k] * wanted[1][k];
        for (int joint = 0; joint < 2; joint++) {
            double got[7];
            lw_joint_info info = lw_default_joint_info();
            succeed(lw_motion_joint_values(motion, (size_t)joint, 0, got, &e), &e);
            succeed(lw_scene_joint_info(scene, (size_t)joint, &info, &e), &e);
            for (size_t k = 0; k < (joint ? 7U : 3U); k++)
                assert_near(info.rest[k], wanted[joint][k] / (k < 3 ? 1 : sqrt(length)), 1e-12);
        }
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

typedef struct wrong_value {
    const char *robot, *joint;
    double values[7];
    size_t count;
    lw_rank rank;
    lw_status status; /* LW_OK: a notice */
    const char *part;
} wrong_value;

static const wrong_value WRONG[] = {
    {"q", "j1", {0}, 1, LW_RANK_CALLER, LW_ERROR_NAME, "no robot \"q\""},
    {"q", "j1", {0}, 1, LW_RANK_SCENE, LW_ERROR_NAME, "no robot \"q\""},
    {NULL, "j9", {0}, 1, LW_RANK_CALLER, LW_ERROR_NAME, "no joint \"j9\""},
    {NULL, "j9", {0}, 1, LW_RANK_REQUEST, LW_OK, "joint \"j9\", which does not exist"},
    {"r", "j1", {0, 0, 0}, 3, LW_RANK_CALLER, LW_ERROR_ARGUMENT, "takes 1 values and was given 3"},
    {"r", "j4", {0}, 1, LW_RANK_CALLER, LW_ERROR_ARGUMENT, "takes 3 values and was given 1"},
    {"s", "j1", {1, 2, 3, 0, 0, 0, 0}, 7, LW_RANK_CALLER, LW_ERROR_ARGUMENT, "length zero"},
    {"r", "j4/z", {0}, 1, LW_RANK_CALLER, LW_ERROR_NAME, "no joint \"j4/z\""},
    {NULL, "j3/x", {0}, 1, LW_RANK_SCENE, LW_OK, "joint \"j3/x\", which does not exist"},
    {"r",
     "j4/x",
     {0, 0, 0},
     3,
     LW_RANK_CALLER,
     LW_ERROR_ARGUMENT,
     "one value of a joint and was given 3"},
    {"s", "j1/rot_w", {0}, 1, LW_RANK_CALLER, LW_ERROR_ARGUMENT, "length zero"},
    {"q", "j4/x", {0}, 1, LW_RANK_CALLER, LW_ERROR_NAME, "no robot \"q\""},
    {NULL, "j1/x", {0}, 1, LW_RANK_CALLER, LW_ERROR_NAME, "\"r\" and \"s\" both have a joint \"j1\""},
    {NULL, "j1/z", {0}, 1, LW_RANK_SCENE, LW_OK, "joint \"j1/z\", which does not exist"},
    {NULL, "j1", {0}, 1, LW_RANK_CALLER, LW_ERROR_NAME, "\"r\" and \"s\" both have a joint \"j1\""},
};

static void values_that_fit_no_joint_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const wrong_value *w = &WRONG[i];
        notices heard = {0};
        lw_scene *scene = open_chain();
        lw_scene_on_notice(scene, take_notice, &heard);
        add_chain(scene, "s", (lw_joint_kind[]){LW_JOINT_FLOATING}, 1);
        succeed(lw_scene_value(scene, w->robot, w->joint, w->values, w->count, w->rank, &e), &e);
        lw_status status = lw_scene_freeze(scene, &e);
        if (w->status) {
            refused(status, w->status, &e, w->part);
            assert_int_equal(heard.count, 0);
        } else {
            succeed(status, &e);
            assert_int_equal(heard.count, 1);
            assert_non_null(strstr(heard.last, w->part));
        }
        lw_scene_destroy(scene);
    }
    lw_scene *scene = new_scene();
    add_chain(scene, "s", (lw_joint_kind[]){LW_JOINT_FLOATING}, 1);
    double turned[7] = {1, 2, 3, 0, 0, 5, 0};
    succeed(lw_scene_set_joint(scene, NULL, "j1", turned, 7, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_true(scene->frozen->rest_pose[0].position.z == 3);
    assert_true(scene->frozen->rest_pose[0].orientation.z == 1);
    lw_scene_destroy(scene);
}

/* Robots whose joints have the same names: each has its own joints in the order of a configuration. */
static void each_robot_has_its_own_joints(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = new_scene();
    const char *const robots[] = {"a", "b", "c"};
    for (size_t r = 0; r < 3; r++)
        add_chain(scene, robots[r], (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC}, 2);
    succeed(lw_scene_freeze(scene, &e), &e);
    for (size_t r = 0; r < 3; r++) {
        const lw_joints *joints = lw_scene_movable_joints(scene, r);
        assert_int_equal(lw_joints_count(joints), 2);
        for (size_t i = 0; i < 2; i++) {
            char name[8];
            snprintf(name, sizeof name, "j%zu", i + 1);
            assert_string_equal(lw_joints_name(joints, i), name);
            assert_int_equal(joints->joints[i], lw_scene_find_joint(scene, robots[r], name));
        }
    }
    assert_int_equal(lw_scene_find_joint(scene, NULL, "j1"), -1);
    lw_scene_destroy(scene);
}

/* A loader that fails leaves nothing behind, not even names. */
static void names_are_free_again_after_a_roll_back(void **state)
{
    (void)state;
    lw_scene *scene = new_scene();
    lw_model *model = &scene->model;
    add_chain(scene, "a", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    lw_model_mark mark = lw_model_take_mark(model);
    for (int round = 0; round < 3; round++) {
        add_chain(scene, "b", (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE}, 2);
        assert_int_equal(lw_model_find_robot(model, "b"), 1);
        assert_int_equal(lw_model_find_link(model, 1, "l2"), 4);
        assert_int_equal(lw_model_find_link(model, -1, "l2"), 4);
        assert_int_equal(lw_model_find_joint(model, 1, "j1"), 1);
        lw_model_roll_back(model, &mark);
        assert_int_equal(lw_model_find_robot(model, "b"), -1);
        assert_int_equal(lw_model_find_link(model, -1, "l2"), -1);
        assert_int_equal(lw_model_find_link(model, -1, "l1"), 1);
        assert_int_equal(lw_model_find_joint(model, -1, "j2"), -1);
        assert_int_equal(lw_model_find_joint(model, 1, "j1"), -1);
    }
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_robot_has_its_own_joints),
        cmocka_unit_test(names_are_free_again_after_a_roll_back),
        cmocka_unit_test(joints_come_in_the_order_of_the_group_or_the_file),
        cmocka_unit_test(states_fill_in_the_values_of_their_joints),
        cmocka_unit_test(the_highest_rank_decides_on_a_value),
        cmocka_unit_test(single_values_leave_the_others),
        cmocka_unit_test(values_that_fit_no_joint_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
