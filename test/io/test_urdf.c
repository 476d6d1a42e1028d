/* Tests io/robot/urdf.h, io/robot/urdf_tree.h, io/text/xml.h and lw_scene_load_robot: robots from URDF
 * files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "allocation.h"
#include "base/random.h"
#include "scene/model.h"
#include "seed.h"

#include "files_fixture.h" /* last: it has a variable whose name headers use too */

/* the scene's notices, one sentence per line */
typedef struct notices {
    char text[2000];
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

/* a scene with the robot of a text */
static lw_scene *load(const char *text, notices *heard)
{
    lw_error error;
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    if (heard) {
        *heard = (notices){0};
        lw_scene_on_notice(scene, on_notice, heard);
    }
    if (lw_scene_load_robot(scene, files_write(&here, "robot.urdf", text), NULL, NULL, NULL, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    return scene;
}

/* Loading the text fails with this status at this line, with `part` in the sentence, and leaves the
 * scene as it was. */
static void refuse(const char *text, lw_status status, int line, const char *part)
{
    lw_error error = {0};
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    const char *path = files_write(&here, "robot.urdf", text);
    lw_status got = lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error);
    if (got != status || error.status != status || error.line != line || !strstr(error.message, part))
        fail_msg("expected %s in line %d with \"%s\", got %s: %s:%d: %s", lw_status_name(status), line,
                 part, lw_status_name(got), error.file, error.line, error.message);
    assert_string_equal(error.file, path);
    assert_null(strchr(error.message, '\n'));
    const lw_model *model = &scene->model;
    assert_int_equal(
        model->robots.count + model->links.count + model->joints.count + model->shapes.count, 0);
    assert_int_equal(lw_scene_load_robot(scene, path, NULL, NULL, NULL, NULL), status);
    lw_scene_destroy(scene);
}

#define ROBOT(body) "<robot name='r'>\n" body "</robot>\n"
#define LINK(body)  ROBOT("<link name='a'>\n" body "</link>\n")
#define SHAPE(body) LINK("<collision><geometry>\n" body "</geometry></collision>\n")
#define TWO         "<link name='a'/>\n<link name='b'/>\n"
/* the joint begins in line 4, its content in line 5 */
#define JOINT(type, body)                                                                              \
    ROBOT(TWO "<joint name='j' type='" type "'><parent link='a'/><child link='b'/>\n" body "</"        \
              "joint>\n")

static void test_links_and_shapes(void **state)
{
    (void)state;
    lw_scene *scene =
        load("<?xml version='1.0'?>\n<!-- comment -->\n<robot name='arm'>\n"
             "<material name='m'><color rgba='x'/></material>\n"
             "<link name='a'><!-- one --><visual><geometry><mesh "
             "filename='nowhere.dae'/></geometry></visual>\n"
             "  <inertial><mass value='rubbish'/></inertial>\n"
             "  <collision name='c'><origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/>\n"
             "    <geometry><box size='\t.1 2e-1\n+3'/></geometry></collision>\n"
             "  <collision><geometry><sphere radius='0.5'/></geometry></collision>\n"
             "  <collision><geometry><cylinder radius='0.5' length='2'/></geometry></collision>\n"
             "  <collision><geometry><capsule radius='0.25' length='3'/></geometry></collision>\n"
             "</link>\n<gazebo><link name='z'/></gazebo><transmission name='t'><joint "
             "name='q'/></transmission>"
             "<link name='&lt;b&amp;&#x63;&gt;'/>"
             "<joint name='j' type='fixed'><parent link='a'/><child "
             "link='&lt;b&amp;c&gt;'/></joint></robot>",
             NULL);
    const lw_model *model = &scene->model;
    assert_int_equal(model->robots.count, 1);
    assert_string_equal(model->robots.items[0].name, "arm");
    assert_int_equal(model->links.count, 2);
    assert_string_equal(model->links.items[1].name, "<b&c>");
    assert_int_equal(model->shapes.count, 4);
    const lw_model_shape *shape = model->shapes.items;
    for (int i = 0; i < 4; i++)
        assert_int_equal(shape[i].link, 0);
    assert_int_equal(shape[0].def.kind, LW_SHAPE_BOX);
    assert_true(shape[0].def.size.x == 0.1 && shape[0].def.size.y == 0.2 && shape[0].def.size.z == 3);
    assert_true(shape[0].pose.position.x == 1 && shape[0].pose.position.y == 2 &&
                shape[0].pose.position.z == 3);
    /* a quarter turn about z */
    assert_true(fabs(shape[0].pose.orientation.z - sqrt(0.5)) < 1e-15 &&
                fabs(shape[0].pose.orientation.w - sqrt(0.5)) < 1e-15);
    assert_int_equal(shape[1].def.kind, LW_SHAPE_SPHERE);
    assert_true(shape[1].def.radius == 0.5 && shape[1].pose.orientation.w == 1);
    assert_int_equal(shape[2].def.kind, LW_SHAPE_CYLINDER);
    assert_true(shape[2].def.radius == 0.5 && shape[2].def.length == 2);
    assert_int_equal(shape[3].def.kind, LW_SHAPE_CAPSULE);
    assert_true(shape[3].def.radius == 0.25 && shape[3].def.length == 3);
    lw_scene_destroy(scene);
}

static const lw_joint_def *joint_of(const lw_scene *scene, const char *name)
{
    int64_t joint = lw_model_find_joint(&scene->model, -1, name);
    assert_true(joint >= 0);
    return &scene->model.joints.items[joint].def;
}

static void test_joints(void **state)
{
    (void)state;
    lw_scene *scene = load(
        ROBOT(
            "<link name='0'/><link name='1'/><link name='2'/><link name='3'/><link name='4'/>"
            "<link name='5'/><link name='6'/>"
            "<joint name='revolute' type='revolute'><parent link='0'/><child link='1'/>"
            "<origin xyz='1 0 0' rpy='0 0 0'/><axis xyz='0 3 4'/><limit lower='-1' upper='2'/></joint>"
            "<joint name='continuous' type='continuous'><parent link='1'/><child link='2'/>"
            "<limit effort='1' velocity='1' lower='0' upper='0'/></joint>"
            "<joint name='prismatic' type='prismatic'><parent link='2'/><child link='3'/>"
            "<axis/><limit upper='0.5'/></joint>"
            "<joint name='fixed' type='fixed'><parent link='3'/><child link='4'/><axis xyz='0 0 0'/>"
            "<limit lower='2' upper='1'/><mimic joint='nobody'/></joint>"
            "<joint name='floating' type='floating'><parent link='0'/><child link='5'/>"
            "<axis xyz='0 0 0'/></joint>"
            "<joint name='planar' type='planar'><parent link='5'/><child link='6'/>"
            "<axis xyz='0 0 1e-200'/></joint>"),
        NULL);
    const lw_joint_def *joint = joint_of(scene, "revolute");
    assert_int_equal(joint->kind, LW_JOINT_REVOLUTE);
    assert_string_equal(joint->parent, "0");
    assert_string_equal(joint->child, "1");
    assert_true(joint->origin.position.x == 1 && joint->lower == -1 && joint->upper == 2);
    /* (0, 3, 4) has length 5 */
    assert_true(joint->axis.x == 0 && fabs(joint->axis.y - 0.6) < 1e-15 &&
                fabs(joint->axis.z - 0.8) < 1e-15);
    joint = joint_of(scene, "continuous");
    assert_int_equal(joint->kind, LW_JOINT_CONTINUOUS);
    assert_true(isinf(joint->lower) && joint->lower < 0 && isinf(joint->upper) && joint->upper > 0 &&
                joint->axis.x == 1);
    joint = joint_of(scene, "prismatic");
    assert_int_equal(joint->kind, LW_JOINT_PRISMATIC);
    assert_true(joint->lower == 0 && joint->upper == 0.5 && joint->axis.x == 1);
    joint = joint_of(scene, "fixed");
    assert_int_equal(joint->kind, LW_JOINT_FIXED);
    assert_null(joint->mimic);
    assert_int_equal(joint_of(scene, "floating")->kind, LW_JOINT_FLOATING);
    joint = joint_of(scene, "planar");
    assert_int_equal(joint->kind, LW_JOINT_PLANAR);
    assert_true(joint->axis.z == 1);
    lw_scene_destroy(scene);
}

static void test_mimic(void **state)
{
    (void)state;
    lw_scene *scene =
        load(ROBOT("<link name='0'/><link name='1'/><link name='2'/><link name='3'/>"
                   "<joint name='c' type='continuous'><parent link='2'/><child link='3'/>"
                   "<mimic joint='b' multiplier='-3' offset='0.5'/></joint>"
                   "<joint name='b' type='prismatic'><parent link='1'/><child link='2'/>"
                   "<limit lower='0' upper='1'/><mimic joint='a' multiplier='2' offset='0.25'/></joint>"
                   "<joint name='a' type='continuous'><parent link='0'/><child link='1'/></joint>"),
             NULL);
    /* c = -3 b + 0.5 = -3 (2 a + 0.25) + 0.5 = -6 a - 0.25 */
    const lw_joint_def *joint = joint_of(scene, "c");
    assert_string_equal(joint->mimic, "a");
    assert_true(joint->mimic_multiplier == -6 && joint->mimic_offset == -0.25);
    joint = joint_of(scene, "b");
    assert_string_equal(joint->mimic, "a");
    assert_true(joint->mimic_multiplier == 2 && joint->mimic_offset == 0.25);
    assert_null(joint_of(scene, "a")->mimic);
    lw_scene_destroy(scene);
    scene = load(JOINT("continuous", "</joint><link name='c'/><joint name='k' type='continuous'>"
                                     "<parent link='b'/><child link='c'/><mimic joint='j'/>"),
                 NULL);
    joint = joint_of(scene, "k");
    assert_true(joint->mimic_multiplier == 1 && joint->mimic_offset == 0);
    lw_scene_destroy(scene);
}

static void test_name_and_base(void **state)
{
    (void)state;
    lw_error error;
    lw_scene *scene = load(LINK(""), NULL);
    const char *path = files_path(&here, "robot.urdf");
    lw_pose base = {{1, 2, 3}, {0, 0, 2, 0}};
    assert_int_equal(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), LW_ERROR_NAME);
    assert_non_null(strstr(error.message, "two robots named \"r\""));
    assert_int_equal(error.line, 1);
    assert_int_equal(lw_scene_load_robot(scene, path, NULL, "second", &base, &error), LW_OK);
    assert_int_equal(scene->model.robots.count, 2);
    assert_string_equal(scene->model.robots.items[1].name, "second");
    assert_true(scene->model.robots.items[1].base.position.z == 3);
    assert_true(scene->model.robots.items[1].base.orientation.z == 1);
    assert_int_equal(scene->model.links.count, 2);
    assert_int_equal(scene->model.links.items[1].robot, 1);
    base.orientation.z = 0;
    assert_int_equal(lw_scene_load_robot(scene, path, NULL, "third", &base, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_load_robot(NULL, path, NULL, NULL, NULL, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_load_robot(scene, NULL, NULL, NULL, NULL, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(scene->model.robots.count, 2);
    /* without a name in the file */
    files_write(&here, "robot.urdf", "<robot><link name='a'/></robot>");
    assert_int_equal(lw_scene_load_robot(scene, path, NULL, "third", NULL, &error), LW_OK);
    lw_scene_destroy(scene);
}

static void test_xacro_is_noticed(void **state)
{
    (void)state;
    notices heard;
    lw_scene *scene = load("<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>\n"
                           "<xacro:macro name='m'><link name='b'/></xacro:macro>\n"
                           "<xacro:link name='c'/><link name='a'/></robot>",
                           &heard);
    assert_int_equal(scene->model.links.count, 1);
    assert_int_equal(heard.count, 1);
    assert_non_null(strstr(heard.text, "robot.urdf:2: <xacro:macro>"));
    lw_scene_destroy(scene);
    /* also if the namespace xacro is not declared */
    scene = load(ROBOT("\n<xacro:link name='c'/><link name='a'/>"), &heard);
    assert_int_equal(scene->model.links.count, 1);
    assert_non_null(strstr(heard.text, "robot.urdf:3: <xacro:link>"));
    lw_scene_destroy(scene);
    refuse(SHAPE("<sphere radius='${r}'/>"), LW_ERROR_SYNTAX, 4, "run xacro");
}

static void test_malformed_files(void **state)
{
    (void)state;
    lw_error error;
    lw_scene *scene = NULL;
    lw_scene_create(&scene, NULL);
    assert_int_equal(
        lw_scene_load_robot(scene, files_path(&here, "none.urdf"), NULL, NULL, NULL, &error),
        LW_ERROR_FILE);
    assert_non_null(strstr(error.file, "none.urdf"));
    assert_non_null(strstr(error.message, "no such file"));
    assert_int_equal(lw_scene_load_robot(scene, here.folder, NULL, NULL, NULL, &error), LW_ERROR_FILE);
    lw_scene_destroy(scene);

    refuse("", LW_ERROR_SYNTAX, 1, "empty");
    refuse("rubbish", LW_ERROR_SYNTAX, 1, "not well-formed");
    refuse("<robot name='r'>\n<link name='a'>\n</robot>", LW_ERROR_SYNTAX, 3, "mismatch");
    refuse("<robot name='r'>\n<link name='a' name='b'/>\n</robot>", LW_ERROR_SYNTAX, 2, "redefined");
    refuse("<robot name='r'>\n<link name='&b;'/>\n</robot>", LW_ERROR_SYNTAX, 2, "not defined");
    refuse("<sdf>\n</sdf>", LW_ERROR_SYNTAX, 1, "<sdf>");
    refuse("<!DOCTYPE robot [\n<!ENTITY x 'y'>]>\n<robot name='&x;'/>", LW_ERROR_SYNTAX, 1,
           "document type");
    refuse("<!DOCTYPE robot SYSTEM 'http://localhost/x.dtd'>\n<robot/>", LW_ERROR_SYNTAX, 1,
           "document type");
    refuse("<robot name='\xff\xfe'/>", LW_ERROR_SYNTAX, 1, "not well-formed");
}

/* a sparse file of more bytes than a description may have: refused before it is read */
static void test_huge_file(void **state)
{
    (void)state;
    lw_error error;
    lw_scene *scene = NULL;
    lw_scene_create(&scene, NULL);
    const char *path = files_write(&here, "huge.urdf", LINK(""));
    assert_int_equal(truncate(path, (off_t)1 << 36), 0);
    assert_int_equal(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), LW_ERROR_FILE);
    assert_non_null(strstr(error.message, "68719476736 bytes"));
    lw_scene_destroy(scene);
    remove(path);
}

static void test_malformed_numbers(void **state)
{
    (void)state;
    refuse(SHAPE("<sphere/>\n"), LW_ERROR_SYNTAX, 4,
           "link \"a\": <sphere> has no attribute \"radius\"");
    refuse(SHAPE("<sphere radius=''/>\n"), LW_ERROR_SYNTAX, 4, "0 numbers; it needs 1");
    refuse(SHAPE("<sphere radius='0.1 0.2'/>\n"), LW_ERROR_SYNTAX, 4, "2 numbers; it needs 1");
    refuse(SHAPE("<sphere radius='0.1m'/>\n"), LW_ERROR_SYNTAX, 4, "\"0.1m\" is not a number");
    refuse(SHAPE("<sphere radius='0,1'/>\n"), LW_ERROR_SYNTAX, 4, "\"0,1\" is not a number");
    refuse(SHAPE("<sphere radius='0x1p-2'/>\n"), LW_ERROR_SYNTAX, 4, "not a number");
    refuse(SHAPE("<sphere radius='nan'/>\n"), LW_ERROR_ARGUMENT, 4,
           "sphere radius: \"nan\" is not a finite");
    refuse(SHAPE("<sphere radius='inf'/>\n"), LW_ERROR_ARGUMENT, 4, "not a finite number");
    refuse(SHAPE("<sphere radius='1e999'/>\n"), LW_ERROR_ARGUMENT, 4, "not a finite number");
    refuse(SHAPE("<sphere radius='-0.1'/>\n"), LW_ERROR_ARGUMENT, 4,
           "sphere radius is -0.1; it must not be below 0");
    refuse(SHAPE("<box size='1 1'/>\n"), LW_ERROR_SYNTAX, 4,
           "box size=\"1 1\" has 2 numbers; it needs 3");
    refuse(SHAPE("<box size='1 -1 1'/>\n"), LW_ERROR_ARGUMENT, 4, "-1");
    refuse(SHAPE("<cylinder radius='-1' length='1'/>\n"), LW_ERROR_ARGUMENT, 4, "cylinder radius");
    refuse(SHAPE("<cylinder radius='1'/>\n"), LW_ERROR_SYNTAX, 4, "\"length\"");
    refuse(LINK("<collision><origin xyz='1 2'/><geometry><sphere radius='1'/></geometry></collision>"),
           LW_ERROR_SYNTAX, 3, "origin xyz=\"1 2\"");
    refuse(LINK("<collision><origin rpy='1 2 nan'/><geometry><sphere radius='1'/></geometry>"
                "</collision>"),
           LW_ERROR_ARGUMENT, 3, "origin rpy");
}

static void test_malformed_geometry(void **state)
{
    (void)state;
    refuse(LINK("<collision/>"), LW_ERROR_SYNTAX, 3, "<collision> has no <geometry>");
    refuse(SHAPE(""), LW_ERROR_SYNTAX, 3, "no shape");
    refuse(SHAPE("<cone radius='1' length='1'/>\n"), LW_ERROR_SYNTAX, 4, "<cone> is no known geometry");
    refuse(SHAPE("<x:sphere xmlns:x='y' radius='1'/>\n"), LW_ERROR_SYNTAX, 4, "no known geometry");
    refuse(LINK("<collision>\n<geometry/>\n<geometry/></collision>"), LW_ERROR_SYNTAX, 5,
           "second <geometry>");
    refuse(LINK("<collision>\n<origin/>\n<origin/><geometry/></collision>"), LW_ERROR_SYNTAX, 5,
           "second <origin>");
    refuse(SHAPE("<mesh/>\n"), LW_ERROR_SYNTAX, 4, "\"filename\"");
    refuse(SHAPE("<mesh filename=''/>\n"), LW_ERROR_SYNTAX, 4, "\"filename\" is empty");
    refuse(SHAPE("<mesh filename='none.stl'/>\n"), LW_ERROR_FILE, 4, "link \"a\": mesh \"none.stl\"");
    refuse(SHAPE("<mesh filename='package://p/none.stl'/>\n"), LW_ERROR_FILE, 4, "package");
    files_write(&here, "rubbish.stl", "rubbish that is no mesh of any kind");
    refuse(SHAPE("<mesh filename='rubbish.stl'/>\n"), LW_ERROR_SYNTAX, 4, "rubbish.stl");
    files_write(&here, "points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    refuse(SHAPE("<mesh filename='points.obj'/>\n"), LW_ERROR_ARGUMENT, 4, "no triangles");
    files_write(&here, "good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    refuse(SHAPE("<mesh filename='good.obj' scale='1 1 0'/>\n"), LW_ERROR_ARGUMENT, 4, "scale");
    refuse(SHAPE("<mesh filename='good.obj' scale='1'/>\n"), LW_ERROR_SYNTAX, 4, "it needs 3");
}

static void test_mesh_of_a_link(void **state)
{
    (void)state;
    files_folder(&here, "p");
    files_write(&here, "p/good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0.5\nf 1 2 3\n");
    lw_scene *scene = load(SHAPE("<mesh filename='package://p/good.obj' scale='2 -3 4'/>"), NULL);
    assert_int_equal(scene->model.shapes.count, 1);
    const lw_shape_def *shape = &scene->model.shapes.items[0].def;
    assert_int_equal(shape->kind, LW_SHAPE_MESH);
    assert_int_equal(shape->vertex_count, 3);
    assert_int_equal(shape->triangle_count, 1);
    double sum[3] = {0, 0, 0};
    for (int i = 0; i < 9; i++)
        sum[i % 3] += shape->vertices[i];
    assert_true(sum[0] == 2 && sum[1] == -3 && sum[2] == 2);
    lw_scene_destroy(scene);
}

static void test_malformed_links(void **state)
{
    (void)state;
    refuse("<robot name='r'>\n</robot>", LW_ERROR_MODEL, 1, "no links");
    refuse(ROBOT("<link/>"), LW_ERROR_SYNTAX, 2, "<link> has no attribute \"name\"");
    refuse(ROBOT("<link name=''/>"), LW_ERROR_SYNTAX, 2, "empty");
    refuse(ROBOT(TWO "\n<link name='a'/>"), LW_ERROR_MODEL, 5,
           "link \"a\": there is a link of this name in line 2");
    refuse(ROBOT(TWO), LW_ERROR_MODEL, 3, "link \"b\": is a second root beside link \"a\"");
}

static void test_malformed_joints(void **state)
{
    (void)state;
    refuse(ROBOT(TWO "<joint type='fixed'/>"), LW_ERROR_SYNTAX, 4, "<joint> has no attribute \"name\"");
    refuse(ROBOT(TWO "<joint name='j'/>"), LW_ERROR_SYNTAX, 4,
           "joint \"j\": <joint> has no attribute \"type\"");
    refuse(JOINT("screw", ""), LW_ERROR_SYNTAX, 4, "\"screw\" is unknown; it must be");
    refuse(ROBOT(TWO "<joint name='j' type='fixed'><child link='b'/></joint>"), LW_ERROR_SYNTAX, 4,
           "no <parent>");
    refuse(ROBOT(TWO "<joint name='j' type='fixed'><parent link='b'/></joint>"), LW_ERROR_SYNTAX, 4,
           "no <child>");
    refuse(ROBOT(TWO "<joint name='j' type='fixed'>\n<parent/><child link='b'/></joint>"),
           LW_ERROR_SYNTAX, 5, "<parent> has no attribute \"link\"");
    refuse(ROBOT(TWO "<joint name='j' type='fixed'><parent link='x'/><child link='b'/></joint>"),
           LW_ERROR_NAME, 4, "no link \"x\", its parent");
    refuse(ROBOT(TWO "<joint name='j' type='fixed'><parent link='a'/><child link='x'/></joint>"),
           LW_ERROR_NAME, 4, "no link \"x\", its child");
    refuse(JOINT("fixed", "<child link='a'/>"), LW_ERROR_SYNTAX, 5, "second <child>");
    refuse(JOINT("fixed", "</joint>\n<joint name='j' type='fixed'>"), LW_ERROR_SYNTAX, 6,
           "no <parent>");
    refuse(JOINT("fixed", "</joint>\n<joint name='j' type='fixed'><parent link='b'/><child link='a'/>"),
           LW_ERROR_MODEL, 6, "there is a joint of this name in line 4");
    refuse(JOINT("fixed", "</joint>\n<joint name='k' type='fixed'><parent link='a'/><child link='b'/>"),
           LW_ERROR_MODEL, 6, "\"b\" is the child of joint \"j\" too");
    refuse(JOINT("fixed", "</joint>\n<joint name='k' type='fixed'><parent link='b'/><child link='a'/>"),
           LW_ERROR_MODEL, 4, "loop");
    refuse(ROBOT(TWO "<joint name='k' type='fixed'><parent link='b'/><child link='b'/></joint>"),
           LW_ERROR_MODEL, 4, "joint \"k\": its child \"b\" is also above it: a link loop");
    refuse(JOINT("fixed", "<origin xyz='0 0 x'/>"), LW_ERROR_SYNTAX, 5,
           "joint \"j\": origin xyz: \"x\"");
    refuse(JOINT("continuous", "<axis xyz='0 0 0'/>"), LW_ERROR_MODEL, 5,
           "joint \"j\": axis has zero length; give it a direction");
    refuse(JOINT("planar", "<axis xyz='0 0 0'/>"), LW_ERROR_MODEL, 5, "axis has zero length");
    refuse(JOINT("continuous", "<axis xyz='0 0 nan'/>"), LW_ERROR_ARGUMENT, 5, "axis xyz");
    refuse(JOINT("continuous", "<axis xyz='0 1'/>"), LW_ERROR_SYNTAX, 5, "axis xyz");
    refuse(JOINT("revolute", "<limit lower='-inf' upper='1'/>"), LW_ERROR_ARGUMENT, 5, "limit lower");
}

static void test_malformed_mimics(void **state)
{
    (void)state;
#define MIMIC(type, body)                                                                              \
    JOINT(type, "</joint><link name='c'/>\n<joint name='k' type='continuous'><parent link='b'/>"       \
                "<child link='c'/>\n" body)
    refuse(MIMIC("continuous", "<mimic/>"), LW_ERROR_SYNTAX, 7, "\"joint\"");
    refuse(MIMIC("continuous", "<mimic joint='j' multiplier='two'/>"), LW_ERROR_SYNTAX, 7,
           "mimic multiplier");
    refuse(MIMIC("continuous", "<mimic joint='j' offset='inf'/>"), LW_ERROR_ARGUMENT, 7,
           "mimic offset");
    refuse(MIMIC("continuous", "<mimic joint='k'/>"), LW_ERROR_MODEL, 7, "loop");
    refuse(MIMIC("fixed", "<mimic joint='j'/>"), LW_ERROR_MODEL, 7, "which is fixed");
    refuse(MIMIC("planar", "<mimic joint='j'/>"), LW_ERROR_MODEL, 7, "several values");
    refuse(JOINT("floating", "<mimic joint='j'/>"), LW_ERROR_MODEL, 5, "cannot mimic");
    refuse(JOINT("continuous",
                 "<mimic joint='k'/></joint><link name='c'/>\n<joint name='k' "
                 "type='continuous'><parent link='b'/><child link='c'/><mimic joint='j'/>"),
           LW_ERROR_MODEL, 5, "loop");
    refuse(JOINT("continuous", "<mimic joint='k' multiplier='1e200'/></joint><link name='c'/>"
                               "<link name='d'/>\n<joint name='k' type='continuous'><parent link='b'/>"
                               "<child link='c'/><mimic joint='l' multiplier='1e200'/></joint>"
                               "<joint name='l' type='continuous'><parent link='c'/><child link='d'/>"),
           LW_ERROR_ARGUMENT, 5, "finite");
}

/* files cut short or with changed bytes give an error or a robot, never a crash */
static void test_broken_files(void **state)
{
    (void)state;
    uint64_t seed = test_seed();
    lw_random random = {seed};
    static const char text[] =
        JOINT("revolute",
              "<origin xyz='0 0 1' rpy='0 0.5 0'/><axis xyz='0 0 1'/><limit lower='-1' upper='1'/>"
              "</joint><link name='c'><collision><geometry><box size='1 2 3'/></geometry>"
              "</collision></link><joint name='k' type='continuous'><parent link='b'/>"
              "<child link='c'/><mimic joint='j' multiplier='2' offset='1'/>");
    size_t size = sizeof text - 1;
    for (size_t length = 0; length + 1 < size; length++) {
        lw_scene *scene = NULL;
        lw_error error = {0};
        lw_scene_create(&scene, NULL);
        const char *path = files_write_bytes(&here, "robot.urdf", text, length);
        assert_int_equal(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), LW_ERROR_SYNTAX);
        assert_string_equal(error.file, path);
        lw_scene_destroy(scene);
    }
    for (int round = 0; round < test_rounds(500, 20000); round++) {
        char copy[sizeof text];
        memcpy(copy, text, sizeof text);
        for (uint32_t flips = 1 + lw_random_below(&random, 3); flips; flips--)
            copy[lw_random_below(&random, (uint32_t)size)] = (char)lw_random_below(&random, 256);
        lw_scene *scene = NULL;
        lw_error error = {0};
        lw_scene_create(&scene, NULL);
        const char *path = files_write_bytes(&here, "robot.urdf", copy, size);
        lw_status status = lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error);
        assert_int_equal(scene->model.robots.count, status ? 0 : 1);
        assert_int_equal(error.status, status);
        assert_true(!status == !error.message[0]);
        lw_scene_destroy(scene);
    }
}

/* each allocation fails once: always out of memory, never a leak, a crash or half a robot */
static void test_out_of_memory(void **state)
{
    (void)state;
    files_write(&here, "good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const char *path = files_write(
        &here, "robot.urdf",
        JOINT("continuous", "</joint><link name='c'><collision><geometry><mesh filename='good.obj'/>"
                            "</geometry></collision></link><joint name='k' type='fixed'>"
                            "<parent link='b'/><child link='c'/>"));
    size_t n = 1;
    for (;; n++) {
        lw_scene *scene = NULL;
        lw_error error = {0};
        assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
        allocation_fail(n);
        lw_status status = lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_int_equal(scene->model.robots.count, failed ? 0 : 1);
        lw_scene_destroy(scene);
        if (!failed)
            break;
    }
    assert_true(n > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_links_and_shapes),
        cmocka_unit_test(test_joints),
        cmocka_unit_test(test_mimic),
        cmocka_unit_test(test_name_and_base),
        cmocka_unit_test(test_xacro_is_noticed),
        cmocka_unit_test(test_malformed_files),
        cmocka_unit_test(test_huge_file),
        cmocka_unit_test(test_malformed_numbers),
        cmocka_unit_test(test_malformed_geometry),
        cmocka_unit_test(test_mesh_of_a_link),
        cmocka_unit_test(test_malformed_links),
        cmocka_unit_test(test_malformed_joints),
        cmocka_unit_test(test_malformed_mimics),
        cmocka_unit_test(test_broken_files),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
