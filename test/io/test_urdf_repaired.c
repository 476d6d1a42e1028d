/* Tests io/robot/urdf.h and io/text/xml.h on the ways in which published URDF files break the format.
 * Each is repaired with a notice, or is an error if notices are errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "scene/frozen.h"
#include "small_scene.h"

#include "files_fixture.h" /* last: it has a variable whose name headers use too */

typedef struct heard {
    char text[2000]; /* file, line and sentence of each, one per line */
    int count;
} heard;

static lw_status hear(void *context, const char *file, int line, const char *sentence)
{
    heard *all = context;
    size_t used = strlen(all->text);
    const char *slash = file ? strrchr(file, '/') : NULL;
    snprintf(all->text + used, sizeof all->text - used, "%s:%d: %s\n", slash ? slash + 1 : "", line,
             sentence);
    all->count++;
    return LW_OK;
}

/* A scene with the robot of a text, which must give this notice and no other; NULL: none. */
static lw_scene *load(const char *text, const char *notice)
{
    static heard all;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    all = (heard){0};
    lw_scene_on_notice(scene, hear, &all);
    const char *path = files_write(&here, "robot.urdf", text);
    succeed(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), &error);
    assert_int_equal(all.count, notice != NULL);
    if (notice && strncmp(all.text, notice, strlen(notice)) != 0)
        fail_msg("%sis not %s", all.text, notice);
    return scene;
}

#define ROBOT(body) "<robot name='r'>\n" body "</robot>\n"
#define SHAPE(body)                                                                                    \
    ROBOT("<link name='a'><collision><origin xyz='1 0 0'/><geometry>\n" body                           \
          "</geometry></collision></link>\n")
#define TWO "<link name='a'/>\n<link name='b'/>\n"
/* the joint begins in line 4, its content in line 5 */
#define JOINT(type, body)                                                                              \
    ROBOT(TWO "<joint name='j' type='" type "'><parent link='a'/><child link='b'/>\n" body "</"        \
              "joint>\n")

/* the distance of the shape at (1, 0, 0) from a point; lower and upper agree but for rounding */
static double distance_to(const lw_scene *scene, lw_vec3 point)
{
    lw_error error = {0};
    lw_distance found;
    lw_shape_def dot = sphere_of(0);
    assert_int_equal(scene->model.shapes.count, 1);
    const lw_model_shape *shape = &scene->model.shapes.items[0];
    lw_pose at = {point, {0, 0, 0, 1}};
    succeed(lw_shape_distance(&shape->def, shape->pose, &dot, at, &found, &error), &error);
    assert_true(found.upper - found.lower < 1e-9);
    return found.upper;
}

/* Sizes of 0: the rest of the shape stays at its place. The point is 3, 4 and 12 from the shape's
 * middle along the axes, and each kind takes half of its sizes off. */
static void test_sizes_of_zero(void **state)
{
    (void)state;
    static const struct {
        const char *text, *notice;
        double distance;
    } cases[] = {
        {SHAPE("<sphere radius='0'/>\n"),
         "robot.urdf:3: link \"a\": a sphere with a size of 0 is taken "
         "as a point\n",
         13},
        {SHAPE("<box size='0 0 0'/>\n"),
         "robot.urdf:3: link \"a\": a box with a size of 0 is taken as a "
         "point\n",
         13},
        {SHAPE("<box size='6 0 0'/>\n"),
         "robot.urdf:3: link \"a\": a box with a size of 0 is taken as a "
         "segment\n",
         12.649110640673518 /* sqrt(16 + 144) */},
        {SHAPE("<box size='6 0 24'/>\n"),
         "robot.urdf:3: link \"a\": a box with a size of 0 is taken as a "
         "rectangle\n",
         4},
        {SHAPE("<cylinder radius='0' length='0'/>\n"),
         "robot.urdf:3: link \"a\": a cylinder with a size "
         "of 0 is taken as a point\n",
         13},
        {SHAPE("<cylinder radius='0' length='24'/>\n"),
         "robot.urdf:3: link \"a\": a cylinder with a size "
         "of 0 is taken as a segment\n",
         5},
        {SHAPE("<cylinder radius='5' length='0'/>\n"),
         "robot.urdf:3: link \"a\": a cylinder with a size "
         "of 0 is taken as a disc\n",
         12},
        {SHAPE("<capsule radius='0' length='24'/>\n"),
         "robot.urdf:3: link \"a\": a capsule with a size "
         "of 0 is taken as a segment\n",
         5},
        {SHAPE("<capsule radius='1' length='0'/>\n"),
         "robot.urdf:3: link \"a\": a capsule with a size "
         "of 0 is taken as a sphere\n",
         12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_scene *scene = load(cases[i].text, cases[i].notice);
        double found = distance_to(scene, (lw_vec3){1 + 3, 4, 12});
        if (fabs(found - cases[i].distance) > 1e-9)
            fail_msg("case %zu: %.17g", i, found);
        lw_scene_destroy(scene);
    }
}

/* a shape of size 0 in one direction is in contact with a ball in its way */
static void test_a_flat_shape_is_hit(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene =
        load(ROBOT("<link name='world'/>\n<joint name='j' type='floating'><parent link='world'/>"
                   "<child link='a'/></joint><link name='a'><collision><geometry><box size='1 1 0'/>"
                   "</geometry></collision></link>\n"),
             "robot.urdf:3: link \"a\": a box with a size of 0");
    lw_shape_def ball = sphere_of(0.1);
    succeed(lw_scene_add_obstacle(scene, "ball", &ball, lw_pose_identity(), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const double from[7] = {0.2, 0, -1, 0, 0, 0, 1};
    const double to[7] = {0.2, 0, 1, 0, 0, 0, 1};
    succeed(lw_motion_set_segment(motion, NULL, from, to, &error), &error);
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    /* the plane z = -0.1 is reached at 0.9 of 2 m */
    assert_true(fabs(verdict.time - 0.45) < 2e-4);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_a_second_shape_counts_too(void **state)
{
    (void)state;
    lw_scene *scene = load(SHAPE("<sphere radius='1'/>\n<!-- --><box size='1 2 3'/>\n"),
                           "robot.urdf:4: link \"a\": a geometry has more than one shape; all of");
    assert_int_equal(scene->model.shapes.count, 2);
    assert_int_equal(scene->model.shapes.items[1].def.kind, LW_SHAPE_BOX);
    assert_true(scene->model.shapes.items[1].pose.position.x == 1);
    lw_scene_destroy(scene);
    scene = load(SHAPE("<sphere radius='1'/>\n<origin xyz='5 0 0'/>\n"),
                 "robot.urdf:4: link \"a\": <origin> within a geometry is ignored");
    assert_int_equal(scene->model.shapes.count, 1);
    lw_scene_destroy(scene);
}

static void test_a_mimic_of_nobody_moves_by_itself(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = load(JOINT("continuous", "<mimic joint='x' multiplier='2'/>"),
                           "robot.urdf:5: joint \"j\": there is no joint \"x\" to mimic; it moves by");
    succeed(lw_scene_freeze(scene, &error), &error);
    assert_int_equal(lw_joints_count(lw_scene_joints(scene, NULL, NULL, &error)), 1);
    lw_scene_destroy(scene);
    /* a joint that mimics such a joint follows it */
    scene = load(JOINT("continuous",
                       "<mimic joint='x'/></joint><link name='c'/><joint name='k' "
                       "type='continuous'><parent link='b'/><child link='c'/><mimic joint='j'/>"),
                 "robot.urdf:5: joint \"j\": there is no");
    assert_string_equal(scene->model.joints.items[1].def.mimic, "j");
    lw_scene_destroy(scene);
}

static void test_limits(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {JOINT("revolute", ""), "robot.urdf:4: joint \"j\": a revolute joint without <limit> is taken"},
        {JOINT("prismatic", ""), "robot.urdf:4: joint \"j\": a prismatic joint without <limit> is"},
        {JOINT("revolute", "<limit lower='1' upper='-1'/>"),
         "robot.urdf:5: joint \"j\": its lower limit 1 is above its upper limit -1; it is taken as one "
         "without limits"},
        {JOINT("revolute", "<limit upper='-1'/>"), "robot.urdf:5: joint \"j\": its lower limit 0 is"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_scene *scene = load(cases[i][0], cases[i][1]);
        assert_true(scene->model.joints.items[0].def.lower == -HUGE_VAL);
        assert_true(scene->model.joints.items[0].def.upper == HUGE_VAL);
        lw_scene_destroy(scene);
    }
}

static void test_no_name(void **state)
{
    (void)state;
    lw_scene *scene = load("<robot>\n<link name='a'/></robot>",
                           "robot.urdf:1: the robot has no name; it is called \"robot\"");
    assert_string_equal(scene->model.robots.items[0].name, "robot");
    lw_scene_destroy(scene);
}

/* none of these beginnings changes the robot, so there is no notice */
static void test_declarations(void **state)
{
    (void)state;
    static const char *const beginnings[] = {
        "<?xml version='1.0'?>",
        "\n <?xml version=\"1.0\" ?>",
        "<?xml version='0.0' ?>",
        "<?xml version='1'?>",
        "\xef\xbb\xbf\n<?xml version='1.0' encoding='UTF-8'?>",
        "<?xml  encoding='utf-8'\n ?>",
        "",
    };
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s<robot name='r'><link name='a\xc3\xa4'/></robot>",
                 beginnings[i]);
        lw_scene *scene = load(text, NULL);
        assert_string_equal(scene->model.links.items[0].name, "a\xc3\xa4");
        lw_scene_destroy(scene);
    }
    /* lines and columns stay the same */
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const char *path = files_write(&here, "robot.urdf", "\n<?xml version='0.0'\n?><robot name=/>");
    assert_int_equal(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), LW_ERROR_SYNTAX);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 15);
    static const char *const malformed[] = {"<?xml version='0.0'", "<?xmlversion='1.0'?><robot/>",
                                            "x<?xml version='0.0'?><robot/>", "<?xml"};
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        path = files_write(&here, "robot.urdf", malformed[i]);
        assert_int_equal(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), LW_ERROR_SYNTAX);
    }
    lw_scene_destroy(scene);
}

#define EYES(name) "<link name='" name "'><visual><geometry><sphere radius='1'/></geometry></visual>"
static void test_visuals_alone(void **state)
{
    (void)state;
    lw_scene_destroy(load(ROBOT(EYES("a") "</link>"),
                          "robot.urdf:2: link \"a\": a visual and no collision geometry; contact"));
    lw_scene_destroy(
        load(ROBOT(EYES("a") "<collision><geometry><sphere radius='1'/></geometry></collision></link>"),
             NULL));
    /* one notice for all visuals of a robot */
    char text[2000] = "<robot name='r'><link name='root'/>\n";
    for (int i = 0; i < 7; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 EYES("a%d") "</link><joint name='j%d' type='fixed'><parent link='root'/>"
                             "<child link='a%d'/></joint>\n",
                 i, i, i);
    strcat(text, "</robot>");
    lw_scene_destroy(load(text, "robot.urdf:2: links \"a0\", \"a1\", \"a2\", \"a3\", \"a4\" and 2 "
                                "more: a visual and no collision"));
}

/* A declared encoding counts, also where the declaration is repaired; a byte order mark means UTF-8. */
static void test_encodings(void **state)
{
    (void)state;
    static const struct {
        const char *declaration, *name; /* the name in the file */
        bool read;
    } cases[] = {
        {"<?xml version='1.0' encoding='ISO-8859-1'?>", "caf\xe9", true},
        {"\n\n<?xml version='1.0' encoding='ISO-8859-1'?>", "caf\xe9", true},
        {" \r\n<?xml version=\"1.0\" encoding=\"iso-8859-1\" standalone=\"yes\"?>", "caf\xe9", true},
        {"<?xml version='0.0' encoding = 'ISO-8859-1'?>", "caf\xe9", true},
        {"\n<?xml version='1.0' encoding='UTF-8'?>", "caf\xc3\xa9", true},
        {"\n<?xml version='1.0'?>", "caf\xc3\xa9", true},
        {"\xef\xbb\xbf\n<?xml version='1.0' encoding='ISO-8859-1'?>", "caf\xc3\xa9", true},
        {"\n<?xml version='1.0'?>", "caf\xe9", false},
        {"\n<?xml version='1.0' encoding='UTF-8'?>", "caf\xe9", false},
        {"\n<?xml version='1.0' note='encoding=ISO-8859-1'?>", "caf\xe9", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        lw_error error = {0};
        lw_scene *scene = new_scene();
        snprintf(text, sizeof text, "%s<robot name='r'><link name='%s'/></robot>", cases[i].declaration,
                 cases[i].name);
        const char *path = files_write(&here, "encoded.urdf", text);
        const lw_status status = lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error);
        if (status != (cases[i].read ? LW_OK : LW_ERROR_SYNTAX))
            fail_msg("%zu: %s", i, error.message);
        if (!status)
            assert_string_equal(scene->model.links.items[0].name, "caf\xc3\xa9");
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_of_zero),
        cmocka_unit_test(test_a_flat_shape_is_hit),
        cmocka_unit_test(test_a_second_shape_counts_too),
        cmocka_unit_test(test_a_mimic_of_nobody_moves_by_itself),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_no_name),
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_visuals_alone),
        cmocka_unit_test(test_encodings),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
