/* Tests io/robot/srdf.h: groups, named states, unchecked pairs, passive and virtual joints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "scene/model.h"
#include "seed.h"

#include "files_fixture.h" /* last: it has a variable whose name headers use too */

typedef struct notices {
    char text[4000];
    int count;
} notices;

static lw_status on_notice(void *context, const char *file, int line, const char *sentence)
{
    notices *heard = context;
    size_t used = strlen(heard->text);
    snprintf(heard->text + used, sizeof heard->text - used, "%s:%d: %s\n", file ? file : "", line,
             sentence);
    heard->count++;
    return LW_OK;
}

/* A trunk with two arms of two joints; the left one's second joint stands first in the file, and it
 * ends in a pair of fingers of which one imitates the other:
 *
 *     base -lift- trunk -left_1- l1 -left_2- l2 -weld- palm -finger_1- f1
 *                      \                                   \-finger_2- f2 (mimic)
 *                       -right_1- r1 -right_2- r2 -slide- sled (planar)
 */
static const char urdf[] =
    "<robot name='r'>"
    "<link name='base'/><link name='trunk'/><link name='l1'/><link name='l2'/><link name='palm'/>"
    "<link name='f1'/><link name='f2'/><link name='r1'/><link name='r2'/><link name='sled'/>"
    "<joint name='left_2' type='continuous'><parent link='l1'/><child link='l2'/></joint>"
    "<joint name='left_1' type='continuous'><parent link='trunk'/><child link='l1'/></joint>"
    "<joint name='weld' type='fixed'><parent link='l2'/><child link='palm'/></joint>"
    "<joint name='finger_1' type='continuous'><parent link='palm'/><child link='f1'/></joint>"
    "<joint name='finger_2' type='continuous'><parent link='palm'/><child link='f2'/>"
    "<mimic joint='finger_1'/></joint>"
    "<joint name='right_1' type='continuous'><parent link='trunk'/><child link='r1'/></joint>"
    "<joint name='right_2' type='continuous'><parent link='r1'/><child link='r2'/></joint>"
    "<joint name='slide' type='planar'><parent link='r2'/><child link='sled'/></joint>"
    "<joint name='lift' type='prismatic'><parent link='base'/><child link='trunk'/>"
    "<limit lower='0' upper='1'/></joint></robot>";

#define SRDF(body) "<robot name='r'>\n" body "</robot>\n"

static lw_status load_into(lw_scene *scene, const char *text, lw_error *error)
{
    const char *robot = files_write(&here, "robot.urdf", urdf);
    const char *path = files_write(&here, "robot.srdf", text);
    return lw_scene_load_robot(scene, robot, path, NULL, NULL, error);
}

static lw_scene *load(const char *text, notices *heard)
{
    lw_error error;
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    *heard = (notices){0};
    lw_scene_on_notice(scene, on_notice, heard);
    if (load_into(scene, text, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    return scene;
}

/* fails with this status at this line, and leaves the scene as it was */
static void refuse(const char *text, lw_status status, int line, const char *part)
{
    lw_error error = {0};
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    lw_status got = load_into(scene, text, &error);
    if (got != status || error.status != status || error.line != line || !strstr(error.message, part) ||
        strcmp(error.file, files_path(&here, "robot.srdf")))
        fail_msg("expected %s in line %d with \"%s\", got %s: %s:%d: %s", lw_status_name(status), line,
                 part, lw_status_name(got), error.file, error.line, error.message);
    const lw_model *model = &scene->model;
    assert_int_equal(model->robots.count + model->links.count + model->joints.count +
                         model->groups.count + model->states.count + model->rules.count,
                     0);
    lw_scene_destroy(scene);
}

/* checks the joints of a group, separated by blanks */
static void check_group(const lw_scene *scene, const char *name, const char *expected)
{
    const lw_model *model = &scene->model;
    for (size_t i = 0; i < model->groups.count; i++) {
        const lw_model_group *group = &model->groups.items[i];
        if (strcmp(group->name, name))
            continue;
        char joints[400] = "";
        for (size_t k = 0; k < group->joint_count; k++) {
            strcat(joints, k ? " " : "");
            strcat(joints, group->joints[k]);
        }
        assert_string_equal(joints, expected);
        return;
    }
    fail_msg("there is no group %s", name);
}

static void test_groups(void **state)
{
    (void)state;
    notices heard;
    lw_scene *scene = load(
        SRDF(
            "<!-- c --><group name='left'><!-- c --><chain base_link='trunk' tip_link='palm'/></group>"
            "<group name='tall'><chain base_link='base' tip_link='palm'/></group>"
            "<group name='hands'><group name='tall'/><group name='right'/></group>"
            "<group name='right'><link name='r1'/><link name='r2'/><link name='base'/></group>"
            "<group name='alias'><group name='tall'/></group>"
            "<group name='across'><chain base_link='l2' tip_link='r2'/></group>"
            "<group name='up'><chain base_link='palm' tip_link='base'/></group>"
            "<group name='none'><chain base_link='palm' tip_link='palm'/></group>"
            "<group name='twice'><joint name='lift'/><joint name='left_1'/><link name='l1'/></group>"
            "<group name='fingers'><joint name='finger_2'/><joint name='finger_1'/><joint name='weld'/>"
            "<unknown/></group>"
            "<group name='empty'/>"),
        &heard);
    assert_int_equal(scene->model.groups.count, 11);
    check_group(scene, "left", "left_1 left_2");
    check_group(scene, "tall", "lift left_1 left_2");
    /* several parts: in the order of the URDF file */
    check_group(scene, "hands", "left_2 left_1 right_1 right_2 lift");
    check_group(scene, "right", "right_1 right_2");
    check_group(scene, "alias", "lift left_1 left_2");
    check_group(scene, "across", "left_2 left_1 right_1 right_2");
    check_group(scene, "up", "left_2 left_1 lift");
    check_group(scene, "none", "");
    check_group(scene, "twice", "left_1 lift");
    check_group(scene, "fingers", "finger_1");
    check_group(scene, "empty", "");
    assert_int_equal(heard.count, 0);
    lw_scene_destroy(scene);
}

static void test_passive_joints(void **state)
{
    (void)state;
    notices heard;
    lw_scene *scene =
        load(SRDF("<group name='left'><chain base_link='base' tip_link='f1'/>\n"
                  "<passive_joint name='left_1'/></group><passive_joint name='finger_1'/>\n"
                  "<passive_joint name='nobody'/>"
                  "<group_state name='s' group='left'><joint name='left_1' value='1'/>"
                  "<joint name='left_2' value='2'/><joint name='finger_1' value='3'/></group_state>"),
             &heard);
    check_group(scene, "left", "lift left_2");
    assert_int_equal(scene->model.states.items[0].joint_count, 1);
    assert_string_equal(scene->model.states.items[0].joints[0], "left_2");
    assert_int_equal(heard.count, 1);
    assert_non_null(strstr(heard.text, "robot.srdf:4: passive joint \"nobody\""));
    lw_scene_destroy(scene);
}

static void test_states(void **state)
{
    (void)state;
    notices heard;
    lw_scene *scene =
        load(SRDF("<group_state name='home' group='left'><joint name='left_2' value=' -1.5 '/>"
                  "<joint name='weld' value='7'/><joint name='finger_2' value='8'/>\n"
                  "<joint name='slide' value='1 2 3'/><joint name='lift' value='.25'/></group_state>"
                  "<group name='left'><chain base_link='trunk' tip_link='palm'/></group>"
                  "<group name='right'><chain base_link='trunk' tip_link='r2'/></group>"
                  "<group_state name='home' group='right'/>"),
             &heard);
    assert_int_equal(scene->model.states.count, 2);
    const lw_model_state *home = &scene->model.states.items[0];
    assert_string_equal(home->name, "home");
    assert_string_equal(home->group, "left");
    assert_int_equal(home->joint_count, 2);
    assert_string_equal(home->joints[0], "left_2");
    assert_true(home->values[0] == -1.5);
    assert_string_equal(home->joints[1], "lift");
    assert_true(home->values[1] == 0.25);
    assert_string_equal(scene->model.states.items[1].group, "right");
    assert_int_equal(scene->model.states.items[1].joint_count, 0);
    assert_int_equal(heard.count, 1);
    assert_non_null(
        strstr(heard.text, "robot.srdf:3: a state's value for joint \"slide\", which has 3"));
    lw_scene_destroy(scene);
}

/* the answer of the rules for a pair, where later rules decide */
static int decided(const lw_scene *scene, const char *a, const char *b)
{
    int answer = -1;
    for (size_t i = 0; i < scene->model.rules.count; i++) {
        const lw_model_rule *rule = &scene->model.rules.items[i];
        assert_int_equal(rule->rank, LW_RANK_ROBOT);
        assert_int_equal(rule->robot, 0);
        assert_non_null(rule->b);
        if ((!strcmp(rule->a, a) && !strcmp(rule->b, b)) ||
            (!strcmp(rule->a, b) && !strcmp(rule->b, a)))
            answer = rule->allowed;
    }
    return answer;
}

static void test_pairs(void **state)
{
    (void)state;
    notices heard;
    lw_scene *scene = load(
        SRDF("<disable_collisions link1='l1' link2='r1' reason='Never'/>"
             "<disable_collisions link1='palm' link2='f1'></disable_collisions>\n"
             "<disable_collisions link1='palm' link2='thumb'/>\n"
             "<enable_collisions link1='sled' link2='r1'/><enable_collisions link1='sled' link2='r2'/>"
             "<disable_default_collisions link='sled'/>\n<disable_default_collisions link='toe'/>\n"
             "<disable_collisions link1='sled' link2='r2'/>"),
        &heard);
    assert_int_equal(decided(scene, "l1", "r1"), 1);
    assert_int_equal(decided(scene, "f1", "palm"), 1);
    assert_int_equal(decided(scene, "l1", "l2"), -1);
    /* off by default, then on for two, then off for one of them, whatever their order in the file */
    assert_int_equal(decided(scene, "sled", "palm"), 1);
    assert_int_equal(decided(scene, "sled", "base"), 1);
    assert_int_equal(decided(scene, "sled", "r1"), 0);
    assert_int_equal(decided(scene, "sled", "r2"), 1);
    assert_int_equal(decided(scene, "sled", "sled"), -1);
    assert_int_equal(heard.count, 2);
    assert_non_null(strstr(heard.text, "robot.srdf:3: <disable_collisions> names \"thumb\""));
    assert_non_null(strstr(heard.text, "robot.srdf:5: <disable_default_collisions> names \"toe\""));
    lw_scene_destroy(scene);
}

/* a virtual joint becomes a joint only if a group lists it; otherwise the scene places the root */
static void test_virtual_joints(void **state)
{
    (void)state;
    notices heard;
    lw_error error = {0};
    static const char *const types[] = {"fixed", "planar", "floating"};
    for (int i = 0; i < 3; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 SRDF("<group name='left'><chain base_link='base' tip_link='l2'/></group>"
                      "<group_state name='s' group='left'><joint name='v' value='1'/></group_state>"
                      "<virtual_joint name='v' type='%s' parent_frame='odom' child_link='base'/>"),
                 types[i]);
        lw_scene *scene = load(text, &heard);
        assert_int_equal(scene->model.links.count, 10);
        assert_int_equal(lw_model_find_joint(&scene->model, -1, "v"), -1);
        assert_int_equal(scene->model.states.items[0].joint_count, 0);
        assert_int_equal(heard.count, i > 0);
        check_group(scene, "left", "lift left_1 left_2");
        lw_scene_destroy(scene);
    }
    lw_scene *scene =
        load(SRDF("<virtual_joint name='v' type='planar' parent_frame='trunk' child_link='base'/>"
                  "<group name='all'><group name='left'/><joint name='v'/></group><group name='foot'>"
                  "<link name='base'/></group>"
                  "<group name='left'><chain base_link='base' tip_link='l2'/></group>"),
             &heard);
    int64_t joint = lw_model_find_joint(&scene->model, 0, "v");
    assert_true(joint >= 0);
    const lw_joint_def *def = &scene->model.joints.items[joint].def;
    assert_true(scene->model.joints.items[joint].is_virtual);
    assert_int_equal(def->kind, LW_JOINT_PLANAR);
    assert_true(def->axis.z == 1);
    assert_string_equal(def->child, "base");
    /* the frame has the name of a link, so it gets another name */
    assert_string_equal(def->parent, "trunk_");
    assert_true(lw_model_find_link(&scene->model, 0, "trunk_") >= 0);
    check_group(scene, "all", "v left_2 left_1 lift");
    check_group(scene, "foot", "");
    /* and the default order leaves it out */
    if (lw_scene_freeze(scene, &error))
        fail_msg("%s", error.message);
    const lw_joints *joints = lw_scene_joints(scene, NULL, NULL, &error);
    assert_non_null(joints);
    for (size_t i = 0; i < lw_joints_count(joints); i++)
        assert_string_not_equal(lw_joints_name(joints, i), "v");
    /* left_2 left_1 finger_1 right_1 right_2 slide lift */
    assert_int_equal(lw_joints_count(joints), 7);
    assert_int_equal(lw_joints_value_count(lw_scene_joints(scene, NULL, "all", &error)), 6);
    lw_scene_destroy(scene);

    scene = load(SRDF("<virtual_joint name='v' type='floating' parent_frame='w' child_link='palm'/>\n"
                      "<virtual_joint name='w' type='fixed' parent_frame='w' child_link='base'/>\n"
                      "<virtual_joint name='x' type='fixed' parent_frame='w' child_link='base'/>\n"),
                 &heard);
    assert_int_equal(heard.count, 2);
    assert_non_null(
        strstr(heard.text, ":2: virtual joint \"v\" is ignored: its child is not the root"));
    assert_non_null(strstr(heard.text, ":4: virtual joint \"x\" is ignored: the robot has another"));
    lw_scene_destroy(scene);
}

/* names that the robot does not have are left out with one notice each, and the rest applies */
static void test_unknown_names(void **state)
{
    (void)state;
    notices heard;
    lw_scene *scene =
        load(SRDF("<virtual_joint name='v' type='floating' child_link='x'/>\n"
                  "<group name='g'><chain base_link='x' tip_link='l1'/>\n"
                  "<chain base_link='l1' tip_link='x'/>\n"
                  "<link name='x'/>\n"
                  "<joint name='x'/>\n"
                  "<group name='x'/>\n"
                  "<joint name='lift'/><joint name='v'/>\n"
                  "</group><group_state name='s' group='g'><joint name='lift' value='1'/>\n"
                  "<joint name='x' value='1'/><joint name='left_1' value='2'/>\n"
                  "</group_state><group_state name='s' group='x'/>\n"
                  "<disable_collisions link1='l1' link2='l2' reason='Never'/>\n"),
             &heard);
    static const char *const expected[] = {
        ":2: virtual joint \"v\" is ignored: there is no link \"x\"",
        ":3: group \"g\" names link \"x\", which is not there; it is ignored",
        ":4: group \"g\" names link \"x\"",
        ":5: group \"g\" names link \"x\"",
        ":6: group \"g\" names joint \"x\"",
        ":7: group \"g\" names group \"x\"",
        ":8: group \"g\" names joint \"v\"",
        ":10: a state names joint \"x\", which is no joint of robot \"r\"",
        ":11: state \"s\" is ignored: there is no group \"x\""};
    assert_int_equal(heard.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (!strstr(heard.text, expected[i]))
            fail_msg("%sdoes not say %s", heard.text, expected[i]);
    check_group(scene, "g", "lift");
    assert_int_equal(scene->model.states.count, 1);
    assert_int_equal(scene->model.states.items[0].joint_count, 2);
    assert_true(scene->model.states.items[0].values[0] == 1);
    assert_true(scene->model.states.items[0].values[1] == 2);
    assert_int_equal(scene->model.rules.count, 1);
    assert_int_equal(scene->model.joints.count, 9);
    lw_scene_destroy(scene);
}

static void test_refused(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_scene_create(&scene, NULL);
    const char *robot = files_write(&here, "robot.urdf", urdf);
    assert_int_equal(
        lw_scene_load_robot(scene, robot, files_path(&here, "none.srdf"), NULL, NULL, &error),
        LW_ERROR_FILE);
    assert_non_null(strstr(error.file, "none.srdf"));
    assert_int_equal(scene->model.robots.count, 0);
    lw_scene_destroy(scene);

    refuse("<robot>\n<group>", LW_ERROR_SYNTAX, 2, "not well-formed");
    refuse("<group/>", LW_ERROR_SYNTAX, 1, "<robot>");
    refuse(SRDF("<group name='g'/>\n<link name='a'/>"), LW_ERROR_SYNTAX, 3, "this is a URDF");
    refuse(SRDF("<joint name='a'/>"), LW_ERROR_SYNTAX, 2, "this is a URDF");
    refuse(SRDF("<group/>"), LW_ERROR_SYNTAX, 2, "<group> has no attribute \"name\"");
    refuse(SRDF("<group name='g'/>\n<group name='g'/>"), LW_ERROR_MODEL, 3,
           "group \"g\": there is a group of this name in line 2");
    refuse(SRDF("<group name='g'>\n<chain tip_link='l1'/></group>"), LW_ERROR_SYNTAX, 3,
           "\"base_link\"");
    refuse(SRDF("<group name='g'>\n<joint/></group>"), LW_ERROR_SYNTAX, 3, "\"name\"");
    refuse(SRDF("<group name='g'>\n<group name='g'/></group>"), LW_ERROR_MODEL, 3,
           "group \"g\" is within itself");
    refuse(
        SRDF("<group name='g'><group name='h'/></group>\n<group name='h'>\n<group name='g'/></group>"),
        LW_ERROR_MODEL, 4, "group \"g\" is within itself");
    refuse(SRDF("<passive_joint/>"), LW_ERROR_SYNTAX, 2, "\"name\"");
    refuse(SRDF("<virtual_joint name='v' type='ball' child_link='base'/>"), LW_ERROR_SYNTAX, 2,
           "\"ball\"");
    refuse(SRDF("<virtual_joint name='v' type='fixed'/>"), LW_ERROR_SYNTAX, 2, "\"child_link\"");
    refuse(SRDF("<virtual_joint name='lift' type='planar' child_link='base'/>\n"
                "<group name='g'><joint name='lift'/></group>"),
           LW_ERROR_NAME, 2, "two joints named \"lift\"");
#define STATE(body) SRDF("<group name='g'/>\n<group_state name='s' group='g'>\n" body "</group_state>")
    refuse(SRDF("<group_state group='g'/>"), LW_ERROR_SYNTAX, 2, "\"name\"");
    refuse(STATE("</group_state>\n<group_state name='s' group='g'>"), LW_ERROR_MODEL, 5,
           "group \"g\" has a state of this name in line 3");
    refuse(STATE("<joint name='lift'/>"), LW_ERROR_SYNTAX, 4, "\"value\"");
    refuse(STATE("<joint value='1'/>"), LW_ERROR_SYNTAX, 4, "\"name\"");
    refuse(STATE("<joint name='lift' value='up'/>"), LW_ERROR_SYNTAX, 4, "\"up\" is not a number");
    refuse(STATE("<joint name='lift' value='nan'/>"), LW_ERROR_ARGUMENT, 4, "not a finite number");
    refuse(STATE("<joint name='lift' value='1 2'/>"), LW_ERROR_SYNTAX, 4, "2 numbers; it needs 1");
    refuse(SRDF("<disable_collisions link1='l1'/>"), LW_ERROR_SYNTAX, 2, "\"link2\"");
    refuse(SRDF("<enable_collisions link2='l1'/>"), LW_ERROR_SYNTAX, 2, "\"link1\"");
    refuse(SRDF("<disable_default_collisions/>"), LW_ERROR_SYNTAX, 2, "\"link\"");
}

/* a ladder of groups, each of which contains the two before: each group is resolved only once */
static void test_many_groups(void **state)
{
    (void)state;
    static char text[200000];
    notices heard;
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "<robot>\n<group name='0'><joint name='lift'/></group>"
                                   "<group name='1'><joint name='left_1'/></group>");
    for (int i = 2; i < 1000; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "<group name='%d'><group name='%d'/><group name='%d'/></group>", i,
                                 i - 1, i - 2);
    snprintf(text + used, sizeof text - used, "</robot>");
    lw_scene *scene = load(text, &heard);
    check_group(scene, "999", "left_1 lift");
    lw_scene_destroy(scene);
    snprintf(text + used, sizeof text - used, "\n<group name='more'/></robot>");
    refuse(text, LW_ERROR_ARGUMENT, 3, "1000 groups at most");
}

static const char whole[] =
    SRDF("<group name='left'><chain base_link='base' tip_link='palm'/></group>\n"
         "<group name='both'><group name='left'/><link name='r1'/><joint name='v'/></group>\n"
         "<virtual_joint name='v' type='floating' parent_frame='world' child_link='base'/>\n"
         "<passive_joint name='finger_1'/>\n"
         "<group_state name='s' group='left'><joint name='lift' value='0.5'/></group_state>\n"
         "<disable_collisions link1='l1' link2='r1'/><disable_default_collisions link='sled'/>\n");

static void test_broken_files(void **state)
{
    (void)state;
    uint64_t seed = test_seed();
    lw_random random = {seed};
    size_t size = sizeof whole - 1;
    for (int round = 0; round < test_rounds(500, 20000); round++) {
        char copy[sizeof whole];
        memcpy(copy, whole, sizeof whole);
        if (round % 2)
            copy[lw_random_below(&random, (uint32_t)size)] = '\0';
        else
            for (uint32_t flips = 1 + lw_random_below(&random, 3); flips; flips--)
                copy[lw_random_below(&random, (uint32_t)size)] = (char)lw_random_below(&random, 256);
        lw_scene *scene = NULL;
        lw_error error = {0};
        lw_scene_create(&scene, NULL);
        lw_status status = load_into(scene, copy, &error);
        assert_int_equal(scene->model.robots.count, status ? 0 : 1);
        assert_int_equal(error.status, status);
        assert_true(!status == !error.message[0]);
        lw_scene_destroy(scene);
    }
}

static void test_out_of_memory(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        lw_scene *scene = NULL;
        lw_error error = {0};
        assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
        allocation_fail(n);
        lw_status status = load_into(scene, whole, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_int_equal(scene->model.robots.count, failed ? 0 : 1);
        lw_scene_destroy(scene);
        if (!failed) {
            assert_true(n > 10);
            break;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),         cmocka_unit_test(test_passive_joints),
        cmocka_unit_test(test_states),         cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_virtual_joints), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_unknown_names),  cmocka_unit_test(test_many_groups),
        cmocka_unit_test(test_broken_files),   cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
