/* Tests io/scene/moveit.h: planning scenes, as files have them and as `ros2 topic echo` prints them;
 * with the parts in io/scene/moveit_scene.h and io/scene/moveit_object.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "allocation.h"
#include "base/random.h"
#include "io/scene/moveit.h"
#include "seed.h"
#include "written.h"

static char last_notice[480];
static int notice_count;

static lw_status on_notice(void *context, const char *file, int line, const char *sentence)
{
    (void)context;
    (void)file;
    (void)line;
    notice_count++;
    snprintf(last_notice, sizeof last_notice, "%s", sentence);
    return LW_OK;
}

/* base -lift (prismatic)- arm -grip (fixed)- hand; base -fly (floating)- free; base -drive (planar)-
 * cart */
static lw_scene *small_robot(void)
{
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    lw_scene_on_notice(scene, on_notice, NULL);
    notice_count = 0;
    assert_int_equal(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL), LW_OK);
    static const char *const links[] = {"base", "arm", "hand", "free", "cart"};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(lw_scene_add_link(scene, "r", links[i], NULL), LW_OK);
    static const struct {
        const char *name, *parent, *child;
        lw_joint_kind kind;
    } joints[] = {{"lift", "base", "arm", LW_JOINT_PRISMATIC},
                  {"grip", "arm", "hand", LW_JOINT_FIXED},
                  {"fly", "base", "free", LW_JOINT_FLOATING},
                  {"drive", "base", "cart", LW_JOINT_PLANAR}};
    for (size_t i = 0; i < 4; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = joints[i].name;
        joint.parent = joints[i].parent;
        joint.child = joints[i].child;
        joint.kind = joints[i].kind;
        joint.axis = (lw_vec3){0, 0, 1};
        assert_int_equal(lw_scene_add_joint(scene, "r", &joint, NULL), LW_OK);
    }
    return scene;
}

static lw_status load_text(lw_scene *scene, const char *text, lw_error *error)
{
    written file = written_text(text);
    lw_status status = lw_scene_load(scene, file.path, error);
    written_remove(&file);
    return status;
}

static void assert_near(double a, double b)
{
    if (fabs(a - b) > 1e-12)
        fail_msg("%.17g is not %.17g", a, b);
}

/* as MotionBenchMaker writes it */
static const char plain[] = "world:\n"
                            "  collision_objects:\n"
                            "    - id: can\n"
                            "      pose:\n"
                            "        position: [1, 2, 3]\n"
                            "        orientation: [0, 0, 0.7071067811865476, 0.7071067811865476]\n"
                            "      primitives:\n"
                            "        - type: cylinder\n"
                            "          dimensions: [0.12, 0.03]\n"
                            "        - dimensions: [0.1, 0.2, 0.3]\n"
                            "          type: box\n"
                            "      primitive_poses:\n"
                            "        - position: [1, 0, 0]\n"
                            "          orientation: [0, 0, 0, 1]\n"
                            "        - position: [0, 1, 0]\n"
                            "          orientation: [1, 0, 0, 0]\n"
                            "allowed_collision_matrix:\n"
                            "  entry_names: [base, arm, nobody]\n"
                            "  entry_values:\n"
                            "    - [false, true, false]\n"
                            "    - [true, false, true]\n"
                            "    - [false, true, false]\n"
                            "robot_state:\n"
                            "  joint_state:\n"
                            "    name: [lift, grip, ghost]\n"
                            "    position: [0.25, 7, 1]\n"
                            "  multi_dof_joint_state:\n"
                            "    joint_names: [virtual_joint, fly, drive]\n"
                            "    transforms:\n"
                            "      - {translation: [0, 0, 0], rotation: [0, 0, 0, 1]}\n"
                            "      - {translation: [1, 2, 3], rotation: [1, 0, 0, 0]}\n"
                            "      - {translation: [4, 5, 0], rotation: [0, 0, 1, 1]}\n"
                            "fixed_frame_transforms:\n"
                            "  - child_frame_id: world\n"
                            "    transform: {translation: [0, 0, 0], rotation: [0, 0, 0, 1]}\n";

/* the same scene as printed: numbers for types, components by name, document ends */
static const char echoed[] =
    "name: (noname)\n"
    "robot_state:\n"
    "  joint_state:\n"
    "    header:\n"
    "      stamp:\n"
    "        sec: 0\n"
    "        nanosec: 0\n"
    "      frame_id: world\n"
    "    name:\n"
    "    - lift\n"
    "    - grip\n"
    "    - ghost\n"
    "    position:\n"
    "    - 0.25\n"
    "    - 7\n"
    "    - 1.0\n"
    "    velocity: []\n"
    "    effort: []\n"
    "  multi_dof_joint_state:\n"
    "    joint_names: [virtual_joint, fly, drive]\n"
    "    transforms:\n"
    "    - translation: {x: 0.0, y: 0.0, z: 0.0}\n"
    "      rotation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}\n"
    "    - translation: {x: 1.0, y: 2.0, z: 3.0}\n"
    "      rotation: {x: 1.0, y: 0.0, z: 0.0, w: 0.0}\n"
    "    - translation: {x: 4.0, y: 5.0, z: 0.0}\n"
    "      rotation: {x: 0.0, y: 0.0, z: 1.0, w: 1.0}\n"
    "    twist: []\n"
    "    wrench: []\n"
    "  attached_collision_objects: []\n"
    "  is_diff: false\n"
    "robot_model_name: r\n"
    "fixed_frame_transforms: []\n"
    "allowed_collision_matrix:\n"
    "  entry_names: [base, arm, nobody]\n"
    "  entry_values:\n"
    "  - enabled: [False, True, False]\n"
    "  - enabled:\n"
    "    - true\n"
    "    - false\n"
    "    - true\n"
    "  - enabled: [false, true, false]\n"
    "  default_entry_names: []\n"
    "  default_entry_values: []\n"
    "link_padding: []\n"
    "link_scale: []\n"
    "object_colors: []\n"
    "world:\n"
    "  collision_objects:\n"
    "  - header:\n"
    "      frame_id: base\n"
    "    pose:\n"
    "      position:\n"
    "        x: 1.0\n"
    "        y: 2.0\n"
    "        z: 3.0\n"
    "      orientation: {x: 0.0, y: 0.0, z: 0.7071067811865476, w: 0.7071067811865476}\n"
    "    id: can\n"
    "    type:\n"
    "      key: ''\n"
    "      db: ''\n"
    "    primitives:\n"
    "    - type: 3\n"
    "      dimensions:\n"
    "      - 0.12\n"
    "      - 0.03\n"
    "      polygon:\n"
    "        points: []\n"
    "    - type: 1\n"
    "      dimensions: [0.1, 0.2, 0.3]\n"
    "    primitive_poses:\n"
    "    - position: {x: 1.0, y: 0.0, z: 0.0}\n"
    "      orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}\n"
    "    - position: {x: 0.0, y: 1.0, z: 0.0}\n"
    "      orientation: {x: 1.0, y: 0.0, z: 0.0, w: 0.0}\n"
    "    meshes: []\n"
    "    mesh_poses: []\n"
    "    planes: []\n"
    "    plane_poses: []\n"
    "    subframe_names: []\n"
    "    subframe_poses: []\n"
    "    operation: \"\\0\"\n"
    "  octomap:\n"
    "    header: {frame_id: ''}\n"
    "    octomap:\n"
    "      binary: false\n"
    "      id: ''\n"
    "      resolution: 0.0\n"
    "      data: []\n"
    "is_diff: false\n"
    "---\n";

static void check_scene(const char *text)
{
    lw_scene *scene = small_robot();
    lw_error error = {0};
    if (load_text(scene, text, &error))
        fail_msg("%d: %s", error.line, error.message);
    const lw_model *model = &scene->model;
    assert_int_equal(model->objects.count, 1);
    assert_string_equal(model->objects.items[0].id, "can");
    assert_int_equal(model->shapes.count, 2);
    const lw_model_shape *can = &model->shapes.items[0];
    assert_int_equal(can->def.kind, LW_SHAPE_CYLINDER);
    assert_true(can->def.length == 0.12 && can->def.radius == 0.03);
    /* a quarter turn about z takes x to y and y to -x */
    assert_near(can->pose.position.x, 1);
    assert_near(can->pose.position.y, 3);
    assert_near(can->pose.position.z, 3);
    assert_near(can->pose.orientation.z, sqrt(0.5));
    const lw_model_shape *box = &model->shapes.items[1];
    assert_int_equal(box->def.kind, LW_SHAPE_BOX);
    assert_true(box->def.size.x == 0.1 && box->def.size.y == 0.2 && box->def.size.z == 0.3);
    assert_near(box->pose.position.x, 0);
    assert_near(box->pose.position.y, 2);
    /* (0, 0, s, s) * (1, 0, 0, 0) = (s, s, 0, 0) */
    assert_near(box->pose.orientation.x, sqrt(0.5));
    assert_near(box->pose.orientation.y, sqrt(0.5));
    assert_near(box->pose.orientation.w, 0);

    assert_int_equal(model->rules.count, 3);
    static const bool allowed[] = {true, false, true};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(model->rules.items[i].allowed, allowed[i]);
        assert_int_equal(model->rules.items[i].rank, LW_RANK_SCENE);
    }
    /* lift, fly and drive; grip is fixed, ghost is unknown, and the virtual joint is no joint */
    assert_int_equal(model->values.count, 3);
    assert_true(model->values.items[0].values[0] == 0.25);
    assert_int_equal(model->values.items[0].rank, LW_RANK_SCENE);
    assert_int_equal(model->values.items[1].count, 7);
    assert_true(model->values.items[1].values[3] == 1);
    assert_int_equal(model->values.items[2].count, 3);
    assert_near(model->values.items[2].values[2], acos(-1.0) / 2);
    assert_int_equal(notice_count, 1);
    assert_non_null(strstr(last_notice, "\"ghost\""));
    lw_scene_destroy(scene);
}

static void test_as_files_hold_it(void **state)
{
    (void)state;
    check_scene(plain);
}

static void test_as_echo_prints_it(void **state)
{
    (void)state;
    check_scene(echoed);
}

static void test_meshes_and_more_types(void **state)
{
    (void)state;
    lw_scene *scene = small_robot();
    const char *text = "world:\n"
                       "  collision_objects:\n"
                       "  - id: wedge\n"
                       "    meshes:\n"
                       "    - triangles:\n"
                       "      - vertex_indices: [0, 1, 2]\n"
                       "      - vertex_indices:\n"
                       "        - 0\n"
                       "        - 2\n"
                       "        - 3\n"
                       "      vertices:\n"
                       "      - {x: 0.0, y: 0.0, z: 0.0}\n"
                       "      - {x: 1.0, y: 0.0, z: 0.0}\n"
                       "      - {x: 0.0, y: 1.0, z: 0.0}\n"
                       "      - [0, 0, 2]\n"
                       "    mesh_poses:\n"
                       "    - position: {x: 0.5}\n"
                       "      orientation: {w: 1.0}\n"
                       "    primitives:\n"
                       "    - {type: 2, dimensions: [0.4]}\n"
                       "    - {type: cone, dimensions: [0.4, 0.1]}\n"
                       "    primitive_poses: [{}, {}]\n"
                       "  - id: gone\n"
                       "    operation: 1\n"
                       "link_padding: [{link_name: arm, padding: 0.01}]\n"
                       "link_scale: [{link_name: arm, scale: 1.5}, {link_name: hand, scale: 2}]\n"
                       "robot_state:\n"
                       "  attached_collision_objects:\n"
                       "  - link_name: hand\n"
                       "    object:\n"
                       "      header: {frame_id: hand}\n"
                       "      id: cup\n"
                       "      pose: {position: [0, 0, 1], orientation: [0, 0, 0, 0]}\n"
                       "      primitives: [{type: sphere, dimensions: [0.05]}]\n"
                       "    touch_links: [arm, base]\n"
                       "allowed_collision_matrix:\n"
                       "  default_entry_names: [wedge, arm]\n"
                       "  default_entry_values: [false, true]\n";
    lw_error error = {0};
    if (load_text(scene, text, &error))
        fail_msg("%d: %s", error.line, error.message);
    const lw_model *model = &scene->model;
    assert_int_equal(model->shapes.count, 4);
    assert_int_equal(model->shapes.items[1].def.kind, LW_SHAPE_SPHERE);
    assert_int_equal(model->shapes.items[2].def.kind, LW_SHAPE_CONE);
    assert_true(model->shapes.items[2].def.length == 0.4 && model->shapes.items[2].def.radius == 0.1);
    const lw_shape_def *mesh = &model->shapes.items[3].def;
    assert_int_equal(mesh->kind, LW_SHAPE_MESH);
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->triangle_count, 2);
    assert_true(mesh->vertices[11] == 2);
    assert_int_equal(mesh->triangles[5], 3);
    assert_true(model->shapes.items[3].pose.position.x == 0.5);

    /* attached objects come first */
    const lw_model_object *cup = &model->objects.items[0];
    assert_string_equal(cup->id, "cup");
    assert_string_equal(cup->link, "hand");
    assert_int_equal(cup->touch_link_count, 2);
    assert_true(model->shapes.items[0].pose.position.z == 1);
    assert_true(model->shapes.items[0].pose.orientation.w == 1);

    /* an entry has either a padding or a scale */
    assert_int_equal(model->paddings.count, 3);
    assert_true(model->paddings.items[0].has_padding && model->paddings.items[0].padding == 0.01);
    assert_true(!model->paddings.items[0].has_scale && !model->paddings.items[1].has_padding);
    assert_true(model->paddings.items[1].has_scale && model->paddings.items[1].scale == 1.5);
    assert_true(model->paddings.items[2].has_scale && model->paddings.items[2].scale == 2);

    /* the rule that switches pairs on comes last, and so decides */
    assert_int_equal(model->rules.count, 2);
    assert_null(model->rules.items[0].b);
    assert_true(model->rules.items[0].allowed);
    assert_string_equal(model->rules.items[1].a, "wedge");
    assert_false(model->rules.items[1].allowed);
    assert_int_equal(notice_count, 0);
    lw_scene_destroy(scene);
}

/* a ball in a frame that the caller fills in, and the frame of a shelf */
#define BALL_AND_SHELF(shelf)                                                                          \
    "world:\n"                                                                                         \
    "  collision_objects:\n"                                                                           \
    "  - id: ball\n"                                                                                   \
    "    header: {frame_id: %s}\n"                                                                     \
    "    pose: {position: [1, 0, 0]}\n"                                                                \
    "    primitives: [{type: sphere, dimensions: [1]}]\n"                                              \
    "fixed_frame_transforms:\n"                                                                        \
    "- header: {frame_id: world}\n"                                                                    \
    "  child_frame_id: " shelf "\n"                                                                    \
    "  transform: {translation: [0, 0, 5]}\n"

static void test_frames(void **state)
{
    (void)state;
    static const char form[] = BALL_AND_SHELF("shelf") "robot_state:\n"
                                                       "  multi_dof_joint_state:\n"
                                                       "    joint_names: [virtual_joint]\n"
                                                       "    transforms: [{translation: [10, 0, 0]}]\n";
    static const struct {
        const char *frame;
        double x, z;
    } frames[] = {{"world", 1, 0}, {"/world", 1, 0}, {"''", 1, 0}, {"shelf", 1, 5}, {"base", 11, 0}};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        char text[1000];
        lw_error error = {0};
        lw_scene *scene = small_robot();
        snprintf(text, sizeof text, form, frames[i].frame);
        if (load_text(scene, text, &error))
            fail_msg("%s: %d: %s", frames[i].frame, error.line, error.message);
        assert_near(scene->model.shapes.items[0].pose.position.x, frames[i].x);
        assert_near(scene->model.shapes.items[0].pose.position.z, frames[i].z);
        assert_true(scene->model.robots.items[0].base.position.x == 10);
        lw_scene_destroy(scene);
    }
}

/* An unknown frame: the error suggests the nearest name of a known frame, if one is near. */
static void test_unknown_frames(void **state)
{
    (void)state;
    static const char form[] = BALL_AND_SHELF("/shelf");
    static const char *const frames[][2] = {{"wrold", "; the nearest name is \"world\""},
                                            {"shelv", "; the nearest name is \"shelf\""},
                                            {"bse", "; the nearest name is \"base\""},
                                            {"somewhere", ""}};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        char text[1000];
        char wanted[400];
        lw_error error = {0};
        lw_scene *scene = small_robot();
        snprintf(text, sizeof text, form, frames[i][0]);
        snprintf(wanted, sizeof wanted,
                 "object \"ball\": its frame \"%s\" is neither the world, a link, nor one "
                 "of fixed_frame_transforms%s",
                 frames[i][0], frames[i][1]);
        assert_int_equal(load_text(scene, text, &error), LW_ERROR_NAME);
        assert_string_equal(error.message, wanted);
        lw_scene_destroy(scene);
    }
}

#define OBJECT "world:\n  collision_objects:\n  - id: a\n"
#define POSES  "    primitive_poses: [{}]\n"

static const bad_input refused[] = {
    {"", LW_ERROR_SYNTAX, 0, "no scene in the file"},
    {"[1, 2]\n", LW_ERROR_SYNTAX, 1, "must be an object"},
    {"a: 1\n", LW_ERROR_SYNTAX, 1, "neither a scene in JSON nor a MoveIt planning scene"},
    {"world: {}\n---\nwrold: {}\n", LW_ERROR_SYNTAX, 3, "not all are MoveIt's of a scene"},
    {"world: []\n", LW_ERROR_SYNTAX, 1, "world must be an object"},
    {"world:\n  colision_objects: []\n", LW_ERROR_SYNTAX, 2, "\"collision_objects\" was meant"},
    {"world:\n  collision_objects: 3\n", LW_ERROR_SYNTAX, 2, "must be a list"},
    {"world:\n  collision_objects:\n  - 3\n", LW_ERROR_SYNTAX, 3, "must be an object"},
    {"world:\n  collision_objects:\n  - primitives: []\n", LW_ERROR_SYNTAX, 3, "\"id\" is missing"},
    {OBJECT, LW_ERROR_SYNTAX, 3, "object \"a\": it has neither"},
    {OBJECT "    primitves: []\n", LW_ERROR_SYNTAX, 4, "\"primitives\" was meant"},
    {OBJECT "    primitives: [{type: box}]\n" POSES, LW_ERROR_SYNTAX, 4, "\"dimensions\" is missing"},
    {OBJECT "    primitives: [{dimensions: [1]}]\n" POSES, LW_ERROR_SYNTAX, 4, "\"type\" is missing"},
    {OBJECT "    primitives: [{type: torus, dimensions: [1]}]\n" POSES, LW_ERROR_SYNTAX, 4,
     "no primitive of type \"torus\""},
    {OBJECT "    primitives: [{type: 5, dimensions: [1]}]\n" POSES, LW_ERROR_SYNTAX, 4,
     "no primitive of type \"5\""},
    {OBJECT "    primitives:\n    - type: box\n      dimensions: [1, 2]\n" POSES, LW_ERROR_ARGUMENT, 6,
     "the dimensions of a box must be 3 numbers, not 2"},
    {OBJECT "    primitives:\n    - type: 2\n      dimensions: [1, 2]\n" POSES, LW_ERROR_ARGUMENT, 6,
     "the dimensions of a sphere must be 1 number, not 2"},
    {OBJECT "    primitives: [{type: box, dimensions: [1, -2, 1]}]\n" POSES, LW_ERROR_ARGUMENT, 4,
     "is -2; it must be above 0"},
    {OBJECT "    primitives: [{type: cone, dimensions: [1, 0]}]\n" POSES, LW_ERROR_ARGUMENT, 4,
     "is 0; it must be above 0"},
    {OBJECT "    primitives: [{type: sphere, dimensions: [1e308]}]\n" POSES, LW_ERROR_ARGUMENT, 4,
     "it must be finite, and at most 1e+09"},
    {OBJECT "    primitives: [{type: sphere, dimensions: [1e999]}]\n" POSES, LW_ERROR_ARGUMENT, 4,
     "not a finite number"},
    {OBJECT "    primitives: [{type: sphere, dimensions: [.nan]}]\n" POSES, LW_ERROR_ARGUMENT, 4,
     "not a finite number"},
    {OBJECT "    primitives: [{type: sphere, dimensions: ['...']}]\n" POSES, LW_ERROR_SYNTAX, 4,
     "--full-length"},
    {OBJECT "    primitives: [{type: sphere, dimensions: [1]}]\n    primitive_poses: [{}, {}]\n",
     LW_ERROR_ARGUMENT, 5, "there are 1 primitives, but 2 primitive_poses"},
    {OBJECT "    primitives: [{type: sphere, dimensions: [1]}]\n", LW_ERROR_ARGUMENT, 3,
     "there are 1 primitives, but 0 primitive_poses"},
    {OBJECT
     "    primitives: [{type: sphere, dimensions: [1]}]\n    primitive_poses: [{position: [1]}]\n",
     LW_ERROR_ARGUMENT, 5, "a position must be 3 numbers, not 1"},
    {OBJECT
     "    primitives: [{type: sphere, dimensions: [1]}]\n    primitive_poses: [{pos: [1, 2, 3]}]\n",
     LW_ERROR_SYNTAX, 5, "has no key \"pos\""},
    {OBJECT "    primitives: [{type: sphere, dimensions: [1]}]\n" POSES "    header: {frame_id: map}\n",
     LW_ERROR_NAME, 3, "neither the world"},
    {OBJECT "    primitives: [{type: sphere, dimensions: [1]}]\n" POSES
            "  - id: a\n    primitives: [{type: sphere, dimensions: [1]}]\n" POSES,
     LW_ERROR_NAME, 6, "of this id already"},
    {OBJECT "    planes: [{coef: [0, 0, 1, 0]}]\n", LW_ERROR_SYNTAX, 4,
     "use a box with a face in the plane"},
    {OBJECT "    operation: 3\n    pose: {position: [1, 0, 0]}\n", LW_ERROR_NAME, 3,
     "it is to be moved, and there is none"},
    {OBJECT "    operation: 9\n", LW_ERROR_SYNTAX, 4, "operation must be"},
    {OBJECT "    meshes: [{triangles: [], vertices: []}]\n    mesh_poses: [{}]\n", LW_ERROR_ARGUMENT, 4,
     "no triangles"},
    {OBJECT "    meshes: [{triangles: [[0, 1, 3]], vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}]\n"
            "    mesh_poses: [{}]\n",
     LW_ERROR_ARGUMENT, 4, "there is no vertex 3"},
    {OBJECT "    meshes: [{triangles: [[0, 1, -1]], vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}]\n"
            "    mesh_poses: [{}]\n",
     LW_ERROR_ARGUMENT, 4, "there is no vertex -1"},
    {OBJECT "    meshes: [{triangles: [[0, 1, 0.5]], vertices: [[0, 0, 0], [1, 0, 0]]}]\n"
            "    mesh_poses: [{}]\n",
     LW_ERROR_ARGUMENT, 4, "there is no vertex 0.5"},
    {"world:\n  octomap: {octomap: {data: [1, 2]}}\n", LW_ERROR_SYNTAX, 2,
     "nothing says what its unknown space is"},
    {"robot_state: 3\n", LW_ERROR_SYNTAX, 1, "must be an object"},
    {"robot_state:\n  joint_state:\n    name: [lift]\n    position: [1, 2]\n", LW_ERROR_ARGUMENT, 4,
     "names 1 joints, but gives 2"},
    {"robot_state:\n  joint_state:\n    name: [lift]\n", LW_ERROR_SYNTAX, 3, "needs name and position"},
    {"robot_state:\n  joint_state:\n    name: [lift]\n    position: [.nan]\n", LW_ERROR_ARGUMENT, 4,
     "not a finite number"},
    {"robot_state:\n  joint_state: {name: [fly], position: [1]}\n", LW_ERROR_ARGUMENT, 2,
     "takes 7 values"},
    {"robot_state:\n  multi_dof_joint_state:\n    joint_names: [fly]\n    transforms: []\n",
     LW_ERROR_ARGUMENT, 4, "1 joint_names, but 0 transforms"},
    {"robot_state:\n  multi_dof_joint_state:\n    joint_names: [drive]\n"
     "    transforms: [{translation: [0, 0, 1]}]\n",
     LW_ERROR_ARGUMENT, 4, "out of its plane"},
    {"robot_state:\n  attached_collision_objects:\n  - link_name: ghost\n    object:\n      id: b\n"
     "      pose: {}\n      primitives: [{type: sphere, dimensions: [1]}]\n",
     LW_ERROR_NAME, 3, "no robot has a link \"ghost\""},
    {"robot_state:\n  attached_collision_objects:\n  - link_name: hand\n    object:\n      id: b\n"
     "      header: {frame_id: hnd}\n      pose: {}\n"
     "      primitives: [{type: sphere, dimensions: [1]}]\n",
     LW_ERROR_NAME, 5, "the nearest name is \"hand\""},
    {"robot_state:\n  attached_collision_objects:\n  - link_name: hand\n    object:\n      id: b\n",
     LW_ERROR_NAME, 5, "no object of this id in the world to attach"},
    {"robot_state:\n  attached_collision_objects:\n  - link_name: hand\n    touch_link: [arm]\n"
     "    object: {id: b}\n",
     LW_ERROR_SYNTAX, 4, "\"touch_links\" was meant"},
    {"robot_state:\n  attached_collision_objects:\n  - object: {id: b}\n    link: hand\n",
     LW_ERROR_SYNTAX, 4, "has no key \"link\""},
    {"link_padding:\n- {link_name: arm, padding: -1}\nworld: {}\n", LW_ERROR_ARGUMENT, 2, "0 or more"},
    {"link_scale:\n- {link_name: arm, scale: 0}\nworld: {}\n", LW_ERROR_ARGUMENT, 2, "above 0"},
    {"link_padding:\n- {padding: 1}\nworld: {}\n", LW_ERROR_SYNTAX, 2, "\"link_name\" is missing"},
    {"allowed_collision_matrix:\n  entry_names: [a, b]\n  entry_values:\n  - [true, true]\n",
     LW_ERROR_ARGUMENT, 4, "there are 2 entry_names, but 1 rows"},
    {"allowed_collision_matrix:\n  entry_names: [a, b]\n  entry_values:\n  - [true, true]\n  - "
     "[true]\n",
     LW_ERROR_ARGUMENT, 5, "row 1 of entry_values has 1 values"},
    {"allowed_collision_matrix:\n  entry_names: [a]\n  entry_values:\n  - [maybe]\n", LW_ERROR_SYNTAX,
     4, "must be true or false"},
    {"allowed_collision_matrix:\n  default_entry_names: [a]\n", LW_ERROR_ARGUMENT, 2,
     "1 default_entry_names, but 0"},
    {"{\"world\": {\"collision_objects\":\n [{\"id\": 3}]}}", LW_ERROR_SYNTAX, 2, "id must be a text"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        lw_scene *scene = small_robot();
        lw_error error = {0};
        lw_status status = load_text(scene, refused[i].text, &error);
        assert_true(expected_error(&refused[i], status, &error));
        /* nothing half-built is left */
        assert_int_equal(scene->model.objects.count, 0);
        assert_int_equal(scene->model.shapes.count, 0);
        assert_int_equal(scene->model.rules.count, 0);
        assert_int_equal(scene->model.values.count, 0);
        assert_int_equal(scene->model.paddings.count, 0);
        lw_scene_destroy(scene);
    }
}

static void test_missing_file(void **state)
{
    (void)state;
    lw_scene *scene = small_robot();
    lw_error error = {0};
    assert_int_equal(lw_scene_load(scene, "/nowhere/scene.yaml", &error), LW_ERROR_FILE);
    assert_string_equal(error.file, "/nowhere/scene.yaml");
    assert_non_null(strstr(error.message, "cannot be read"));
    assert_int_equal(lw_scene_load(scene, "/tmp", &error), LW_ERROR_FILE);
    lw_scene_destroy(scene);
}

static void test_contradicting_matrix(void **state)
{
    (void)state;
    lw_scene *scene = small_robot();
    const char *text = "allowed_collision_matrix:\n  entry_names: [base, arm]\n"
                       "  entry_values: [[true, true], [false, true]]\nextra: 1\n";
    assert_int_equal(load_text(scene, text, NULL), LW_OK);
    assert_false(scene->model.rules.items[0].allowed);
    assert_int_equal(notice_count, 2);
    assert_non_null(strstr(last_notice, "contradicts itself"));
    lw_scene_destroy(scene);
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    written file = written_text(plain);
    for (size_t n = 1;; n++) {
        lw_scene *scene = small_robot();
        lw_error error = {0};
        allocation_fail(n);
        lw_status status = lw_scene_load(scene, file.path, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_int_equal(scene->model.objects.count, failed ? 0 : 1);
        lw_scene_destroy(scene);
        if (!failed)
            break;
    }
    written_remove(&file);
}

static void test_damaged(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(300, 20000); i++) {
        const char *good = i % 2 ? plain : echoed;
        size_t length = strlen(good);
        char *text = malloc(length);
        memcpy(text, good, length);
        size_t size = i % 3 ? length : lw_random_below(&random, (uint32_t)length);
        for (int j = 0; j < i % 4; j++)
            text[lw_random_below(&random, (uint32_t)length)] ^=
                (char)(1 << lw_random_below(&random, 8));
        written file = written_bytes(text, size);
        lw_scene *scene = small_robot();
        lw_error error = {0};
        lw_status status = lw_scene_load(scene, file.path, &error);
        assert_int_equal(error.status, status);
        assert_true(status == LW_OK || error.message[0]);
        assert_true(status == LW_OK || scene->model.objects.count == 0);
        lw_scene_destroy(scene);
        written_remove(&file);
        free(text);
    }
}

/* A mesh from a file, scaled along each axis by its dimensions. */
static void test_mesh_file(void **state)
{
    (void)state;
    written mesh = written_as("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                              "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
                              ".obj");
    char text[1000];
    snprintf(text, sizeof text,
             "world:\n  collision_objects:\n    - id: part\n      meshes:\n"
             "        - resource: file://%s\n          dimensions: [2, 3, 5]\n"
             "      mesh_poses:\n        - {position: [0, 0, 0], orientation: [0, 0, 0, 1]}\n",
             mesh.path);
    lw_error error = {0};
    lw_scene *scene = small_robot();
    if (load_text(scene, text, &error))
        fail_msg("%s", error.message);
    assert_int_equal(scene->model.shapes.count, 1);
    const lw_shape_def *shape = &scene->model.shapes.items[0].def;
    double most[3] = {0, 0, 0};
    for (size_t i = 0; i < 3 * shape->vertex_count; i++)
        most[i % 3] = fmax(most[i % 3], shape->vertices[i]);
    assert_true(most[0] == 2 && most[1] == 3 && most[2] == 5);
    lw_scene_destroy(scene);
    written_remove(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mesh_file),
        cmocka_unit_test(test_as_files_hold_it),
        cmocka_unit_test(test_as_echo_prints_it),
        cmocka_unit_test(test_meshes_and_more_types),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_unknown_frames),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_missing_file),
        cmocka_unit_test(test_contradicting_matrix),
        cmocka_unit_test(test_every_allocation_failing),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
