/* Tests io/scene/linkage_json.h: robots of a JSON scene that are described as links and joints, in the
 * plane and in space; where their links stand; refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "allocation.h"
#include "scene/frozen.h"
#include "written.h"

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%d: %s", error->line, error->message);
}

static lw_scene *loaded(const char *text)
{
    lw_scene *scene = NULL;
    lw_error error = {0};
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(written_load(scene, text, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static const lw_joint_def *joint_of(const lw_scene *scene, const char *name)
{
    int64_t joint = lw_model_find_joint(&scene->model, 0, name);
    assert_true(joint >= 0);
    return &scene->model.joints.items[joint].def;
}

static const char flat[] =
    "{\"dimension\": 2, \"robots\": [{\"name\": \"arm\", \"base\": {\"position\": [1, 0]},\n"
    " \"joint\": {\"type\": \"planar\", \"name\": \"drive\"},\n"
    " \"links\": [{\"name\": \"tip\", \"type\": \"point\"}, {\"name\": \"origin\"},\n"
    "  {\"name\": \"arm\", \"shapes\": [{\"type\": \"disc\", \"radius\": 0.1, \"position\": [0.5, "
    "0]}]},\n"
    "  {\"name\": \"tail\", \"type\": \"disc\", \"radius\": 0.2}],\n"
    " \"joints\": [\n"
    "  {\"name\": \"out\", \"type\": \"prismatic\", \"parent\": \"arm\", \"child\": \"tip\", \"axis\": "
    "[3, 4],\n"
    "   \"limits\": [-1, 5], \"velocity\": 2, \"acceleration\": 3, \"jerk\": 4, \"position\": [1, "
    "0]},\n"
    "  {\"name\": \"turn\", \"type\": \"revolute\", \"parent\": \"origin\", \"child\": \"arm\",\n"
    "   \"limits\": [-2, 2], \"theta\": 1.5707963267948966},\n"
    "  {\"name\": \"wag\", \"type\": \"continuous\", \"parent\": \"origin\", \"child\": \"tail\",\n"
    "   \"position\": [-1, 0], \"mimic\": {\"joint\": \"turn\", \"multiplier\": 2, \"offset\": "
    "0.5}}],\n"
    " \"groups\": {\"all\": [\"drive\", \"turn\", \"out\"], \"slide\": [\"out\"]},\n"
    " \"states\": {\"up\": {\"turn\": 1, \"out\": 2}, \"none\": {}}}]}";

static void test_every_key(void **state)
{
    (void)state;
    lw_scene *scene = loaded(flat);
    const lw_joint_def *out = joint_of(scene, "out");
    assert_int_equal(out->kind, LW_JOINT_PRISMATIC);
    assert_true(fabs(out->axis.x - 0.6) < 1e-15 && fabs(out->axis.y - 0.8) < 1e-15);
    assert_true(out->axis.z == 0 && out->lower == -1 && out->upper == 5);
    assert_true(out->velocity == 2 && out->acceleration == 3 && out->jerk == 4 &&
                out->origin.position.x == 1);
    const lw_joint_def *turn = joint_of(scene, "turn");
    assert_int_equal(turn->kind, LW_JOINT_REVOLUTE);
    assert_true(turn->axis.z == 1 && turn->lower == -2 && turn->upper == 2);
    assert_true(isinf(turn->velocity) && isinf(turn->acceleration) && isinf(turn->jerk));
    const lw_joint_def *wag = joint_of(scene, "wag");
    assert_int_equal(wag->kind, LW_JOINT_CONTINUOUS);
    assert_string_equal(wag->mimic, "turn");
    assert_true(wag->mimic_multiplier == 2 && wag->mimic_offset == 0.5 && isinf(wag->upper));
    /* the joint of the base hangs the root on a link whose name is free */
    const lw_joint_def *drive = joint_of(scene, "drive");
    assert_string_equal(drive->parent, "origin_");
    assert_string_equal(drive->child, "origin");
    assert_true(scene->model.robots.items[0].base.position.x == 1);
    lw_error error = {0};
    const lw_joints *joints = lw_scene_movable_joints(scene, 0);
    static const char *const order[] = {"drive", "out", "turn"};
    assert_int_equal(lw_joints_count(joints), 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(lw_joints_name(joints, i), order[i]);
    double values[5] = {0};
    succeed(lw_scene_state(scene, lw_scene_joints(scene, NULL, "all", &error), "up", values, &error),
            &error);
    assert_true(values[0] == 0 && values[3] == 1 && values[4] == 2);
    assert_int_equal(lw_joints_count(lw_scene_joints(scene, NULL, "slide", &error)), 1);
    lw_scene_destroy(scene);
}

/* Where the links stand at drive = (0, 2, pi/2), turn = 0, out = 1. */
static void test_places(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double x, y;
    } links[] = {
        /* the base at (1, 0); the root at (1, 2), turned by pi/2; the arm, turned by pi in all */
        {"arm", 1 - 0.5, 2},           /* its disc is 0.5 along the arm */
        {"tip", 1 - 1 - 0.6, 2 - 0.8}, /* 1 along the arm, then 1 along (0.6, 0.8) */
        {"tail", 1, 2 - 1},
    };
    lw_scene *scene = loaded(flat);
    lw_error error = {0};
    lw_motion *motion = NULL;
    lw_track track = lw_default_track();
    const double path[] = {0, 2, 1.5707963267948966, 0, 1};
    track.joints = lw_scene_joints(scene, NULL, "all", &error);
    track.positions = path;
    track.point_count = 1;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_set(motion, &track, 1, &error), &error);
    for (size_t i = 0; i < 3; i++) {
        lw_pose at;
        int64_t body = lw_scene_find_body(scene, links[i].name);
        assert_true(body >= 0);
        lw_body_info info = lw_default_body_info();
        succeed(lw_scene_body_info(scene, (size_t)body, &info, &error), &error);
        succeed(lw_motion_pose(motion, (size_t)body, 0, &at, &error), &error);
        lw_pose center = lw_pose_identity();
        center.position = info.center;
        at = lw_pose_compose(at, center);
        assert_true(fabs(at.position.x - links[i].x) < 1e-14);
        assert_true(fabs(at.position.y - links[i].y) < 1e-14);
        assert_true(at.position.z == 0);
    }
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Pairs of links of one joint, and of links that no joint moves apart, are not checked. */
static void test_pairs(void **state)
{
    (void)state;
    lw_scene *scene = loaded(
        "{\"dimension\": 2, \"robots\": [{\"name\": \"r\", \"links\": [\n"
        "  {\"name\": \"a\", \"type\": \"point\"}, {\"name\": \"b\", \"type\": \"point\"},\n"
        "  {\"name\": \"c\", \"type\": \"point\"}, {\"name\": \"d\", \"type\": \"point\"}],\n"
        " \"joints\": [\n"
        "  {\"name\": \"ab\", \"type\": \"fixed\", \"parent\": \"a\", \"child\": \"b\"},\n"
        "  {\"name\": \"bc\", \"type\": \"fixed\", \"parent\": \"b\", \"child\": \"c\"},\n"
        "  {\"name\": \"cd\", \"type\": \"continuous\", \"parent\": \"c\", \"child\": \"d\"}]}]}");
    size_t a = (size_t)lw_scene_find_body(scene, "a");
    size_t d = (size_t)lw_scene_find_body(scene, "d");
    for (size_t i = 0; i < lw_scene_body_count(scene); i++)
        for (size_t k = i + 1; k < lw_scene_body_count(scene); k++) {
            lw_pair_reason reason;
            lw_error error = {0};
            succeed(lw_scene_pair_reason(scene, i, k, &reason, &error), &error);
            bool checked = k == d && i <= a + 1;
            assert_int_equal(reason == LW_PAIR_CHECKED, checked);
        }
    lw_scene_destroy(scene);
}

/* In space a joint has an axis of three numbers and a pose with rpy. */
static void test_space(void **state)
{
    (void)state;
    lw_scene *scene =
        loaded("{\"robots\": [{\"name\": \"r\", \"joint\": {\"type\": \"floating\"}, \"links\": [\n"
               "  {\"name\": \"a\", \"type\": \"box\", \"size\": [1, 1, 1]},\n"
               "  {\"name\": \"b\", \"type\": \"sphere\", \"radius\": 1}, {\"name\": \"c\"}],\n"
               " \"joints\": [\n"
               "  {\"name\": \"ab\", \"type\": \"revolute\", \"parent\": \"a\", \"child\": \"b\", "
               "\"axis\": [0, 2, 0],\n"
               "   \"limits\": [0, 1], \"position\": [0, 0, 3], \"rpy\": [0.5, 0, 0]},\n"
               "  {\"name\": \"bc\", \"type\": \"floating\", \"parent\": \"b\", \"child\": \"c\"}]}]}");
    const lw_joint_def *ab = joint_of(scene, "ab");
    assert_true(ab->axis.y == 1 && ab->axis.z == 0 && ab->origin.position.z == 3);
    assert_true(fabs(ab->origin.orientation.x - sin(0.25)) < 1e-15);
    assert_int_equal(joint_of(scene, "bc")->kind, LW_JOINT_FLOATING);
    assert_int_equal(joint_of(scene, "joint")->kind, LW_JOINT_FLOATING);
    lw_scene_destroy(scene);
}

#define ARM(links, joints, more)                                                                       \
    "{\"dimension\": 2, \"robots\": [{\"name\": \"r\", \"links\": [" links "], \"joints\": [\n" joints \
    "]" more "}]}"
#define A  "{\"name\": \"a\", \"type\": \"point\"}"
#define B  "{\"name\": \"b\", \"type\": \"point\"}"
#define C  "{\"name\": \"c\", \"type\": \"point\"}"
#define AB "{\"name\": \"ab\", \"type\": \"continuous\", \"parent\": \"a\", \"child\": \"b\"}"
#define JOINT(type, more)                                                                              \
    "{\"name\": \"ab\", \"type\": \"" type "\", \"parent\": \"a\", \"child\": \"b\"" more "}"
#define BETWEEN(name, parent, child)                                                                   \
    "{\"name\": \"" name "\", \"type\": \"continuous\", \"parent\": \"" parent                         \
    "\", \"child\": \"" child "\"}"

static void test_refused(void **state)
{
    (void)state;
    static const bad_input bad[] = {
        /* no tree */
        {ARM(A "," B, BETWEEN("ab", "x", "b"), ""), LW_ERROR_NAME, 2,
         "robot \"r\": joint \"ab\": there is no link \"x\", its parent"},
        {ARM(A "," B, BETWEEN("ab", "a", "bb"), ""), LW_ERROR_NAME, 2,
         "there is no link \"bb\", its child; the nearest name is \"b\""},
        {ARM(A "," B "," C, BETWEEN("ab", "a", "b") ",\n" BETWEEN("cb", "c", "b"), ""), LW_ERROR_MODEL,
         3, "joint \"cb\": its child \"b\" is the child of joint \"ab\" too; a link has one parent"},
        {ARM(A "," B "," C, AB, ""), LW_ERROR_MODEL, 1,
         "no joint moves link \"a\", nor link \"c\"; all links but one must be the child of a joint"},
        {ARM(A "," B, BETWEEN("ab", "a", "b") ",\n" BETWEEN("ba", "b", "a"), ""), LW_ERROR_MODEL, 2,
         "the joints make a loop of links at \"b\"; they must make a tree"},
        {ARM(A "," B "," C, BETWEEN("bc", "b", "c") ",\n" BETWEEN("cb", "c", "b"), ""), LW_ERROR_MODEL,
         3, "a loop of links at \"b\""},
        {ARM(A "," B, BETWEEN("ab", "a", "b") ",\n" BETWEEN("aa", "a", "a"), ""), LW_ERROR_MODEL, 3,
         "a loop of links at \"a\""},
        {ARM("", "", ""), LW_ERROR_ARGUMENT, 1, "links must hold one link or more"},
        {ARM(A "," A, AB, ""), LW_ERROR_NAME, 1, "two links named \"a\""},
        {ARM(A "," B "," C, BETWEEN("ab", "a", "b") ",\n" BETWEEN("ab", "a", "c"), ""), LW_ERROR_NAME,
         3, "two joints named \"ab\""},
        /* joints */
        {ARM(A "," B, "3", ""), LW_ERROR_SYNTAX, 2, "a joint: it must be an object"},
        {ARM(A "," B, "{\"type\": \"fixed\"}", ""), LW_ERROR_SYNTAX, 2, "\"name\" is missing"},
        {ARM(A "," B, "{\"name\": \"ab\"}", ""), LW_ERROR_SYNTAX, 2, "\"parent\" is missing"},
        {ARM(A "," B, "{\"name\": \"ab\", \"parent\": \"a\"}", ""), LW_ERROR_SYNTAX, 2,
         "\"child\" is missing"},
        {ARM(A "," B, "{\"name\": \"ab\", \"parent\": \"a\", \"child\": \"b\"}", ""), LW_ERROR_SYNTAX,
         2, "\"type\" is missing"},
        {ARM(A "," B, JOINT("ball", ""), ""), LW_ERROR_SYNTAX, 2,
         "there is no joint type \"ball\"; there are fixed, revolute, continuous, prismatic, planar "
         "and "
         "floating"},
        {ARM(A "," B, JOINT("revolute", ""), ""), LW_ERROR_SYNTAX, 2,
         "joint \"ab\": a revolute joint needs \"limits\": [lower, upper] in radians; one without "
         "limits "
         "is of type continuous"},
        {ARM(A "," B, JOINT("prismatic", ", \"axis\": [1, 0]"), ""), LW_ERROR_SYNTAX, 2,
         "a prismatic joint needs \"limits\": [lower, upper] in metres"},
        {ARM(A "," B, JOINT("prismatic", ", \"limits\": [0, 1]"), ""), LW_ERROR_SYNTAX, 2,
         "\"axis\" is missing"},
        {ARM(A "," B, JOINT("prismatic", ", \"limits\": [0, 1], \"axis\": [0, 0]"), ""), LW_ERROR_MODEL,
         2, "axis has zero length"},
        {ARM(A "," B, JOINT("prismatic", ", \"limits\": [0, 1], \"axis\": [0, 1, 0]"), ""),
         LW_ERROR_ARGUMENT, 2, "axis must be 2 numbers, not 3"},
        {ARM(A "," B, JOINT("revolute", ", \"limits\": [1, 0]"), ""), LW_ERROR_MODEL, 2,
         "lower limit 1 and upper limit 0"},
        {ARM(A "," B, JOINT("revolute", ", \"limits\": [1]"), ""), LW_ERROR_ARGUMENT, 2,
         "limits must be 2 numbers, not 1"},
        {ARM(A "," B, JOINT("revolute", ", \"limits\": [0, 1], \"axis\": [0, 0, 1]"), ""),
         LW_ERROR_SYNTAX, 2, "a joint of type revolute has no key \"axis\""},
        {ARM(A "," B, JOINT("continuous", ", \"limits\": [0, 1]"), ""), LW_ERROR_SYNTAX, 2,
         "a joint of type continuous has no key \"limits\""},
        {ARM(A "," B, JOINT("fixed", ", \"velocity\": 1"), ""), LW_ERROR_SYNTAX, 2,
         "a joint of type fixed has no key \"velocity\""},
        {ARM(A "," B, JOINT("planar", ", \"mimic\": {\"joint\": \"x\"}"), ""), LW_ERROR_SYNTAX, 2,
         "a joint of type planar has no key \"mimic\""},
        {ARM(A "," B, JOINT("floating", ""), ""), LW_ERROR_MODEL, 2,
         "joint \"ab\" leads out of the plane; in dimension 2 joints turn about z or -z, slide along "
         "an "
         "axis whose z is 0, are planar with axis z, or fixed"},
        {ARM(A "," B, JOINT("continuous", ", \"velocity\": 0"), ""), LW_ERROR_ARGUMENT, 2,
         "velocity is 0; it must be above 0"},
        {ARM(A "," B, JOINT("continuous", ", \"acceleration\": -1"), ""), LW_ERROR_ARGUMENT, 2,
         "acceleration is -1"},
        {ARM(A "," B, JOINT("continuous", ", \"mimic\": {}"), ""), LW_ERROR_SYNTAX, 2,
         "\"joint\" is missing"},
        {ARM(A "," B, JOINT("continuous", ", \"mimic\": {\"joint\": \"ab\", \"factor\": 2}"), ""),
         LW_ERROR_SYNTAX, 2, "mimic has no key \"factor\""},
        {ARM(A "," B, JOINT("continuous", ", \"rpy\": [0, 0, 1]"), ""), LW_ERROR_SYNTAX, 2,
         "no key \"rpy\""},
        /* links */
        {ARM("3", "", ""), LW_ERROR_SYNTAX, 1, "a link: it must be an object"},
        {ARM(A ",\n{\"name\": \"b\", \"type\": \"point\", \"theta\": 1}", AB, ""), LW_ERROR_SYNTAX, 2,
         "link \"b\": it has the key \"theta\", but joints place the links of a robot with joints; "
         "give "
         "the pose to the joint, or to each shape in \"shapes\""},
        {ARM(A ",\n{\"name\": \"b\", \"radius\": 1}", AB, ""), LW_ERROR_SYNTAX, 2,
         "a link has no key \"radius\""},
        {ARM(A ",\n{\"name\": \"b\", \"type\": \"polygon\", \"vertices\": [[0, 0], [1, 1], [1, 0], [0, "
               "1]]}",
             AB, ""),
         LW_ERROR_ARGUMENT, 2,
         "the outline crosses or touches itself: its edges from (0, 0) and from (1, 0) meet"},
        {ARM(A ",\n{\"name\": \"b\", \"type\": \"box\"}", AB, ""), LW_ERROR_SYNTAX, 2,
         "no shape type \"box\" in dimension 2"},
        /* groups, states and the robot */
        {ARM(A "," B, AB, ",\n\"groups\": []"), LW_ERROR_SYNTAX, 3, "groups must be an object"},
        {ARM(A "," B, AB, ",\n\"groups\": {\"g\": [\"abc\"]}"), LW_ERROR_NAME, 3,
         "robot \"r\": group \"g\": there is no joint \"abc\"; the nearest name is \"ab\""},
        {ARM(A "," B, AB, ",\n\"groups\": {\"g\": \"ab\"}"), LW_ERROR_SYNTAX, 3, "must be a list"},
        {ARM(A "," B, AB, ",\n\"states\": {\"s\": {\"cd\": 1}}"), LW_ERROR_NAME, 3,
         "state \"s\": there is no joint \"cd\""},
        {ARM(A "," B, AB, ",\n\"states\": {\"s\": [1]}"), LW_ERROR_SYNTAX, 3, "must be an object"},
        {ARM(A "," B, AB, ",\n\"states\": {\"s\": {\"ab\": \"x\"}}"), LW_ERROR_SYNTAX, 3,
         "ab must be a number"},
        {ARM(A "," B, JOINT("planar", ""), ",\n\"states\": {\"s\": {\"ab\": 1}}"), LW_ERROR_ARGUMENT, 3,
         "joint \"ab\" has no or several values; states are of joints of one value"},
        {ARM(A "," B, AB, ",\n\"frames\": {}"), LW_ERROR_SYNTAX, 3,
         "a robot with joints has no key \"frames\""},
        {ARM(A "," B, AB, ",\n\"joint\": {\"type\": \"planar\", \"name\": \"ab\"}"), LW_ERROR_NAME, 2,
         "two joints named \"ab\""},
        {"{\"dimension\": 2, \"robots\": [{\"name\": \"r\", \"links\": [" A "],\n\"joints\": {}}]}",
         LW_ERROR_SYNTAX, 2, "joints must be a list"},
        {"{\"dimension\": 2, \"robots\": [{\"name\": \"r\",\n\"joints\": []}]}", LW_ERROR_SYNTAX, 1,
         "\"links\" is missing"},
        {"{\"robots\": [{\"urdf\": \"x.urdf\",\n\"joints\": []}]}", LW_ERROR_SYNTAX, 1,
         "urdf and links are both given"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_scene *scene = NULL;
        lw_error error = {0};
        assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
        lw_status status = written_load(scene, bad[i].text, &error);
        assert_true(expected_error(&bad[i], status, &error));
        assert_int_equal(scene->model.robots.count + scene->model.joints.count, 0);
        assert_int_equal(scene->model.links.count + scene->model.groups.count, 0);
        assert_int_equal(scene->model.states.count, 0);
        lw_scene_destroy(scene);
    }
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    written file = written_text(flat);
    for (size_t n = 1;; n++) {
        lw_scene *scene = NULL;
        lw_error error = {0};
        assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
        allocation_fail(n);
        lw_status status = lw_scene_load(scene, file.path, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_int_equal(scene->model.robots.count, failed ? 0 : 1);
        lw_scene_destroy(scene);
        if (!failed)
            break;
    }
    written_remove(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key), cmocka_unit_test(test_places),
        cmocka_unit_test(test_pairs),     cmocka_unit_test(test_space),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_every_allocation_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
