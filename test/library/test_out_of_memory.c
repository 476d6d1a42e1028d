/* Tests every allocation failing in turn, including those inside qhull, libxml2 and libyaml, while
 * files of every format are loaded, a scene is frozen and polytopes are made. The result is
 * LW_ERROR_MEMORY, or the usual result if a library can do without the memory; nothing is printed, and
 * the process never ends. Linked with interposed.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <math.h>
#include <sys/wait.h>

#include "allocation.h"
#include "files.h"
#include "io/motion/motion_reader.h"
#include "scene/model.h"

static files here;

static const char tetrahedron_stl[] =
    "solid t\n"
    "facet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 2 0\nvertex 1 0 0\nendloop\nendfacet\n"
    "facet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 3\nendloop\nendfacet\n"
    "facet normal -1 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 3\nvertex 0 2 0\nendloop\nendfacet\n"
    "facet normal 1 1 1\nouter loop\nvertex 1 0 0\nvertex 0 2 0\nvertex 0 0 3\nendloop\nendfacet\n"
    "endsolid t\n";

static const char tetrahedron_ply[] =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";

static const char tetrahedron_dae[] =
    "<?xml version='1.0'?>\n"
    "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>"
    "<asset><unit meter='0.5'/></asset>\n"
    "<library_geometries><geometry id='g'><mesh><source id='p'>\n"
    "<float_array id='a' count='12'>0 0 0 1.5 0 0 0 2.25 0 0 0 -0.125</float_array>\n"
    "<technique_common><accessor source='#a' count='4' stride='3'><param name='X' type='float'/>\n"
    "<param name='Y' type='float'/><param name='Z' "
    "type='float'/></accessor></technique_common></source>\n"
    "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n"
    "<triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/>\n"
    "<p>0 1 2 0 3 1 0 2 3 1 3 2</p></triangles></mesh></geometry></library_geometries>\n"
    "<library_visual_scenes><visual_scene id='s'><node><translate>1 2 3</translate>\n"
    "<rotate>0 0 1 90</rotate><instance_geometry url='#g'/></node></visual_scene>\n"
    "</library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>\n";

static const char tetrahedron_obj[] = "o t\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3.0000000000000000001\n"
                                      "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/* the tetrahedron's positions, in a file of their own */
static const float positions[12] = {0, 0, 0, 1.5F, 0, 0, 0, 2.25F, 0, 0, 0, -0.125F};
static const char tetrahedron_gltf[] =
    "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],\n"
    "\"nodes\": [{\"mesh\": 0, \"translation\": [1, 2, 3.0000000000000000001]}],\n"
    "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}]}],\n"
    "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 4, \"type\": \"VEC3\"},\n"
    "{\"bufferView\": 1, \"componentType\": 5121, \"count\": 12, \"type\": \"SCALAR\"}],\n"
    "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 48}, {\"buffer\": 1, \"byteLength\": 12}],\n"
    "\"buffers\": [{\"uri\": \"a%20b.bin\", \"byteLength\": 48}, {\"uri\": "
    "\"data:application/octet-stream;base64,AAECAAMBAAIDAQMC\", \"byteLength\": 12}]}\n";

/* It gives all attributes, because one with a default could get lost unnoticed. */
static const char urdf[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<robot name=\"sl&#105;der\">\n"
    "<!-- a comment --><material name=\"grey\"><color rgba=\"1 1 1 1\"/></material>\n"
    "<link name=\"base\"><collision><origin xyz=\"0.5 1.25 2\" rpy=\"0.1 0.2 0.3\"/>"
    "<geometry><box size=\"1 2 3\"/></geometry></collision></link>\n"
    "<link name=\"hand_of_the_slider\"><collision><origin xyz='0 0 9'/><geometry>"
    "<mesh filename=\"a.stl\" scale=\"2 2 2\"/></geometry></collision>\n"
    "<collision><geometry><sphere radius=\"0.25\"/></geometry></collision></link>\n"
    "<joint name=\"slide_along_the_rail_to_the_end\" type=\"prismatic\"><parent link=\"base\"/>"
    "<child link=\"hand_of_the_slider\"/><origin xyz=\"0 0 5\" rpy=\"1 0 0\"/><axis xyz=\"0 0 1\"/>"
    "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>\n"
    "<link name=\"tool\"/><joint name=\"turn\" type=\"continuous\"><parent "
    "link=\"hand_of_the_slider\"/>"
    "<child link=\"tool\"/><axis xyz=\"0 1 0\"/><mimic joint=\"slide_along_the_rail_to_the_end\" "
    "multiplier=\"2\" offset=\"0.125\"/></joint>\n</robot>\n";

static const char srdf[] =
    "<?xml version=\"1.0\"?>\n<robot name=\"slider\">\n"
    "<group name=\"arm\"><chain base_link=\"base\" tip_link=\"tool\"/></group>\n"
    "<group name=\"all\"><group name=\"arm\"/></group>\n"
    "<group_state name=\"home\" group=\"arm\">"
    "<joint name=\"slide_along_the_rail_to_the_end\" value=\"0.5\"/></group_state>\n"
    "<disable_collisions link1=\"base\" link2=\"hand_of_the_slider\" reason=\"Never\"/>\n"
    "<virtual_joint name=\"v\" type=\"fixed\" parent_frame=\"world\" child_link=\"base\"/>\n"
    "</robot>\n";

static const char scene_json[] =
    "{\"margin\": 0.0123456789012345678901234567890, \"description\": \"caf\\u00e9 \\n and more of "
    "it\",\n"
    " \"robots\": [{\"urdf\": \"a.urdf\", \"srdf\": \"a.srdf\", \"base\": {\"position\": [1, 2, "
    "3]}}],\n"
    " \"obstacles\": [\n"
    "  {\"id\": \"a wall with a long name\", \"type\": \"box\", \"size\": [1, 1, 0.1], \"position\": "
    "[123456789.0123456789, 0, 0]},\n"
    "  {\"id\": \"stl\", \"type\": \"mesh\", \"file\": \"a.stl\"},\n"
    "  {\"id\": \"ply\", \"type\": \"mesh\", \"file\": \"a.ply\"},\n"
    "  {\"id\": \"dae\", \"type\": \"mesh\", \"file\": \"a.dae\"},\n"
    "  {\"id\": \"obj\", \"type\": \"mesh\", \"file\": \"a.obj\"},\n"
    "  {\"id\": \"gltf\", \"type\": \"mesh\", \"file\": \"a.gltf\"}],\n"
    " \"attached\": [{\"id\": \"tool\\\"\", \"link\": \"tool\", \"type\": \"sphere\", \"radius\": "
    "0.125, "
    "\"touch_links\": [\"base\"]}],\n"
    " \"allowed_pairs\": [[\"base\", \"ply\"]], \"robot_state\": {\"turn\": 0.5},\n"
    " \"motions\": {\"up\": {\"from\": \"home\", \"to\": [0.75]}}}\n";

static const char moveit_yaml[] =
    "name: scene\nworld:\n  collision_objects:\n"
    "    - id: a_box_with_a_name_that_is_long_enough\n      header: {frame_id: world}\n"
    "      primitives:\n        - type: box\n          dimensions: [1, 2, 3.0000000000000000001]\n"
    "      primitive_poses:\n        - position: [10, 0, 0]\n          orientation: [0, 0, 0, 1]\n"
    "    - id: \"sphere\\n\"\n      primitives: &one\n        - {type: sphere, dimensions: [0.5]}\n"
    "      primitive_poses:\n        - position: [20, 0, 0]\n          orientation: [0, 0, 0, 1]\n"
    "robot_state:\n  joint_state:\n    name: [slide_along_the_rail_to_the_end]\n    position: [0.25]\n"
    "allowed_collision_matrix:\n  entry_names: [base, tool]\n"
    "  entry_values: [[false, true], [true, false]]\n";

static const char motions_jsonl[] =
    "{\"id\": \"first\", \"from\": [0], \"to\": [0.123456789012345678901234567890]}\n"
    "{\"id\": 2, \"trajectory\": {\"times\": [0, 1, 2], \"positions\": [[0], [0.5], [0.25]]}}\n";

static const char waypoints_csv[] = "slide_along_the_rail_to_the_end\n0\n0.5\n0.25\n";

static const char trajectory_yaml[] =
    "joint_names: [slide_along_the_rail_to_the_end]\npoints:\n"
    "- positions: [0]\n  time_from_start: {secs: 0, nsecs: 0}\n"
    "- positions: [0.5]\n  time_from_start: {secs: 1, nsecs: 500000000}\n";

static const char request_yaml[] =
    "start_state:\n  joint_state:\n    name: [slide_along_the_rail_to_the_end]\n    position: [0.25]\n"
    "goal_constraints:\n- joint_constraints:\n"
    "  - {joint_name: slide_along_the_rail_to_the_end, position: 0.75}\n";

/* ---- the result as a number -------------------------------------------------------------------- */

typedef uint64_t digest;

static void add_bytes(digest *d, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *d = (*d ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
}

static void add_text(digest *d, const char *text)
{
    add_bytes(d, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void add_pose(digest *d, lw_pose pose)
{
    add_bytes(d, &pose.position, sizeof pose.position);
    add_bytes(d, &pose.orientation, sizeof pose.orientation);
}

static void add_shape(digest *d, const lw_shape_def *shape)
{
    add_bytes(d, &shape->kind, sizeof shape->kind);
    add_bytes(d, &shape->radius, sizeof shape->radius);
    add_bytes(d, &shape->size, sizeof shape->size);
    add_bytes(d, &shape->length, sizeof shape->length);
    add_bytes(d, shape->vertices, 3 * shape->vertex_count * sizeof *shape->vertices);
    add_bytes(d, shape->triangles, 3 * shape->triangle_count * sizeof *shape->triangles);
}

static void add_joint(digest *d, const lw_joint_def *joint)
{
    add_text(d, joint->name);
    add_text(d, joint->parent);
    add_text(d, joint->child);
    add_text(d, joint->mimic);
    add_bytes(d, &joint->kind, sizeof joint->kind);
    add_pose(d, joint->origin);
    add_bytes(d, &joint->axis, sizeof joint->axis);
    const double numbers[] = {joint->lower, joint->upper, joint->mimic_multiplier, joint->mimic_offset};
    add_bytes(d, numbers, sizeof numbers);
}

static void add_model(digest *d, const lw_model *model)
{
    for (size_t i = 0; i < model->robots.count; i++) {
        add_text(d, model->robots.items[i].name);
        add_pose(d, model->robots.items[i].base);
    }
    for (size_t i = 0; i < model->links.count; i++)
        add_text(d, model->links.items[i].name);
    for (size_t i = 0; i < model->joints.count; i++)
        add_joint(d, &model->joints.items[i].def);
    for (size_t i = 0; i < model->shapes.count; i++) {
        add_shape(d, &model->shapes.items[i].def);
        add_pose(d, model->shapes.items[i].pose);
    }
    for (size_t i = 0; i < model->objects.count; i++) {
        add_text(d, model->objects.items[i].id);
        add_text(d, model->objects.items[i].link);
    }
    for (size_t i = 0; i < model->groups.count; i++)
        for (size_t k = 0; k < model->groups.items[i].joint_count; k++)
            add_text(d, model->groups.items[i].joints[k]);
    for (size_t i = 0; i < model->states.count; i++)
        add_bytes(d, model->states.items[i].values,
                  model->states.items[i].joint_count * sizeof(double));
    for (size_t i = 0; i < model->rules.count; i++) {
        add_text(d, model->rules.items[i].a);
        add_text(d, model->rules.items[i].b);
        add_bytes(d, &model->rules.items[i].allowed, sizeof(bool));
    }
    for (size_t i = 0; i < model->values.count; i++) {
        add_text(d, model->values.items[i].joint);
        add_bytes(d, model->values.items[i].values, model->values.items[i].count * sizeof(double));
    }
    for (size_t i = 0; i < model->motions.count; i++)
        add_text(d, model->motions.items[i].json);
    add_bytes(d, &model->margin, sizeof model->margin);
}

/* ---- work during which memory runs out --------------------------------------------------------- */

/* A work does the same each time, from nothing, and leaves nothing behind. Memory may run out only
 * between begin and end. */
typedef lw_status (*work)(const char *file, digest *out, lw_error *error);

static size_t chosen; /* the allocation that fails */
static bool failed;

static void begin(void)
{
    allocation_fail(chosen);
}

static void end(void)
{
    failed = allocation_failed();
    allocation_fail(0);
}

static lw_scene *new_scene(void)
{
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    return scene;
}

/* If loading fails, the model is as before. */
static lw_status load_robot(const char *file, digest *out, lw_error *error)
{
    lw_scene *scene = new_scene();
    digest before = 0;
    add_model(&before, &scene->model);
    const char *path = files_path(&here, file);
    const char *srdf_path = files_path(&here, "a.srdf");
    begin();
    lw_status status = lw_scene_load_robot(scene, path, srdf_path, NULL, NULL, error);
    end();
    *out = 0;
    add_model(out, &scene->model);
    assert_true(!status || *out == before);
    lw_scene_destroy(scene);
    return status;
}

static lw_status load_scene(const char *file, digest *out, lw_error *error)
{
    lw_scene *scene = new_scene();
    lw_status status = LW_OK;
    if (strstr(file, ".yaml"))
        status = lw_scene_load_robot(scene, files_path(&here, "a.urdf"), files_path(&here, "a.srdf"),
                                     NULL, NULL, NULL);
    assert_int_equal(status, LW_OK);
    digest before = 0;
    add_model(&before, &scene->model);
    const char *path = files_path(&here, file);
    begin();
    status = lw_scene_load(scene, path, error);
    end();
    *out = 0;
    add_model(out, &scene->model);
    assert_true(!status || *out == before);
    lw_scene_destroy(scene);
    return status;
}

/* the slider with its surroundings */
static lw_scene *furnished_scene(void)
{
    lw_scene *scene = new_scene();
    assert_int_equal(lw_scene_load(scene, files_path(&here, "scene.json"), NULL), LW_OK);
    return scene;
}

static lw_status freeze(const char *file, digest *out, lw_error *error)
{
    (void)file;
    lw_scene *scene = furnished_scene();
    begin();
    lw_status status = lw_scene_freeze(scene, error);
    end();
    *out = 0;
    size_t pairs = status ? 0 : lw_scene_pair_count(scene);
    add_bytes(out, &pairs, sizeof pairs);
    lw_scene_destroy(scene);
    return status;
}

/* A polytope and a mesh that shapes of a scene share. */
static lw_status share(const char *file, digest *out, lw_error *error)
{
    (void)file;
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0.1, 0.1, 0.1};
    lw_scene *scene = furnished_scene();
    lw_shape *shapes[2] = {NULL, NULL};
    lw_status status = LW_OK;
    begin();
    for (int i = 0; i < 2 && !status; i++) {
        lw_shape_def def = lw_default_shape();
        def.kind = i ? LW_SHAPE_MESH : LW_SHAPE_POLYTOPE;
        def.vertices = vertices;
        def.vertex_count = 5;
        def.triangles = triangles;
        def.triangle_count = 4;
        status = lw_shape_create(&def, &shapes[i], error);
        for (int k = 0; k < 2 && !status; k++)
            status = lw_scene_add_shared_obstacle(scene, i + k ? "shared" : "also shared", shapes[i],
                                                  lw_pose_identity(), error);
    }
    if (!status)
        status = lw_scene_freeze(scene, error);
    end();
    for (int i = 0; i < 2; i++)
        lw_shape_destroy(shapes[i]);
    *out = 0;
    size_t pairs = status ? 0 : lw_scene_pair_count(scene);
    add_bytes(out, &pairs, sizeof pairs);
    lw_scene_destroy(scene);
    return status;
}

/* reads all motions of a file, and checks one of each; all share this scene */
static lw_scene *frozen;

static lw_status read_motions(const char *file, digest *out, lw_error *error)
{
    const char *path = files_path(&here, file);
    lw_motion_format format = strstr(file, ".jsonl")    ? LW_MOTION_FORMAT_JSON_LINES
                              : strstr(file, "request") ? LW_MOTION_FORMAT_REQUEST
                                                        : LW_MOTION_FORMAT_PATH;
    lw_motion_reader *reader = NULL;
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    *out = 0;
    begin();
    lw_status status = lw_motion_create(frozen, &motion, error);
    if (!status)
        status = lw_checker_create(frozen, &checker, error);
    if (!status)
        status = lw_motion_reader_open(frozen, path, format, NULL, &reader, error);
    bool more = true;
    while (!status && more) {
        const char *id;
        status = lw_motion_reader_next(reader, motion, &id, &more, error);
        if (!status && more)
            status = lw_check(checker, motion, &options, &verdict, error);
        if (!status && more) {
            add_bytes(out, &verdict.kind, sizeof verdict.kind);
            add_bytes(out, &verdict.time, sizeof verdict.time);
            add_bytes(out, &verdict.clearance, sizeof verdict.clearance);
        }
    }
    end();
    lw_motion_reader_close(reader);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    return status;
}

/* A polytope by qhull: of scattered points; of a lattice, whose facets qhull merges; of a prism, whose
 * large facets it cuts into triangles at the end. */
static lw_status make_polytope(const char *kind, digest *out, lw_error *error)
{
    enum { EDGE = 5, POINTS = EDGE * EDGE * EDGE };
    double points[3 * POINTS];
    for (int i = 0; i < POINTS; i++)
        for (int k = 0, rest = i; k < 3; k++, rest /= EDGE)
            points[3 * i + k] = !strcmp(kind, "lattice") ? rest % EDGE
                                : strcmp(kind, "prism")  ? sin(1 + i + 7.1 * k * (1 + i % 13))
                                : k == 2
                                    ? i % 2
                                    : sin(i * 12.566370614359172 / POINTS + 1.5707963267948966 * k);
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYTOPE;
    shape.vertices = points;
    shape.vertex_count = POINTS;
    lw_shape_def ball = lw_default_shape();
    ball.radius = 1;
    lw_pose away = lw_pose_identity();
    away.position.x = 4;
    lw_distance distance = {0};
    begin();
    lw_status status = lw_shape_distance(&shape, lw_pose_identity(), &ball, away, &distance, error);
    end();
    *out = 0;
    add_bytes(out, &distance.lower, sizeof distance.lower);
    add_bytes(out, &distance.upper, sizeof distance.upper);
    return status;
}

/* An octree of more boxes than ordinary parts are made of; its cells are in order, or not. */
static lw_status make_octree(const char *kind, digest *out, lw_error *error)
{
    int32_t cells[5 * 20];
    for (int32_t i = 0; i < 20; i++) {
        const int32_t row[] = {2 * (strcmp(kind, "in order") ? 19 - i : i), 0, 0, 1, 1};
        memcpy(cells + (ptrdiff_t)5 * i, row, sizeof row);
    }
    lw_shape_def octree = lw_default_shape();
    octree.kind = LW_SHAPE_OCTREE;
    octree.length = 0.5;
    octree.cells = cells;
    octree.cell_count = 20;
    octree.unknown = LW_UNKNOWN_FREE;
    lw_scene *scene = furnished_scene();
    begin();
    lw_status status = lw_scene_add_obstacle(scene, "map", &octree, lw_pose_identity(), error);
    if (!status)
        status = lw_scene_freeze(scene, error);
    end();
    *out = 0;
    size_t pairs = status ? 0 : lw_scene_pair_count(scene);
    add_bytes(out, &pairs, sizeof pairs);
    lw_scene_destroy(scene);
    return status;
}

/* ---- each allocation in turn ------------------------------------------------------------------- */

static const struct {
    const char *name;
    work work;
    const char *file;
    bool leaks; /* qhull leaks if it runs out of memory */
} works[] = {
    {"a robot", load_robot, "a.urdf", false},
    {"a scene", load_scene, "scene.json", false},
    {"a scene of MoveIt", load_scene, "moveit.yaml", false},
    {"freezing", freeze, "", true},
    {"shared shapes", share, "", true},
    {"JSON Lines", read_motions, "motions.jsonl", false},
    {"waypoints", read_motions, "waypoints.csv", false},
    {"a trajectory", read_motions, "trajectory.yaml", false},
    {"a request", read_motions, "request.yaml", false},
    {"a polytope", make_polytope, "scattered", true},
    {"a lattice", make_polytope, "lattice", true},
    {"a prism", make_polytope, "prism", true},
    {"an octree", make_octree, "in order", true},
    {"cells without order", make_octree, "without order", true},
};

/* they exist if the program is linked with a leak sanitizer */
void overlook_leaks(void) __asm__("__lsan_disable") __attribute__((weak));
void look_for_leaks(void) __asm__("__lsan_enable") __attribute__((weak));

/* 0: the result is right; otherwise prints the error and returns 1 */
static int work_once(size_t which, digest wanted)
{
    lw_error error = {0};
    digest found = 0;
    lw_status status = works[which].work(works[which].file, &found, &error);
    if (failed ? status == LW_ERROR_MEMORY : status == LW_OK)
        return 0;
    if (status == LW_OK && found == wanted)
        return 0;
    printf("%s, allocation %zu: %s%s%s\n", works[which].name, chosen, lw_status_name(status),
           status ? ": " : ", with another outcome", error.message);
    fflush(stdout);
    return 1;
}

static void test_every_allocation_failing(void **state)
{
    (void)state;
    int wrong = 0;
    frozen = furnished_scene();
    assert_int_equal(lw_scene_freeze(frozen, NULL), LW_OK);
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        lw_error error = {0};
        digest wanted = 0;
        chosen = 0;
        if (works[i].work(works[i].file, &wanted, &error))
            fail_msg("%s: %s", works[i].name, error.message);
        bool overlooked = works[i].leaks && overlook_leaks;
        if (overlooked)
            overlook_leaks();
        failed = true;
        for (chosen = 1; failed; chosen++)
            wrong += work_once(i, wanted);
        if (overlooked)
            look_for_leaks();
        printf("%s: %zu allocations\n", works[i].name, chosen - 2);
        assert_true(chosen > 10);
    }
    assert_int_equal(wrong, 0);
}

/* libxml2 initialises itself at its first use, so this test runs in a child process, before any other
 * file is read. The first file fails if memory runs out, the next one does not. */
static void test_first_file(void **state)
{
    (void)state;
    for (chosen = 1; chosen < 40; chosen++) {
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child) {
            lw_error error = {0};
            digest first = 0;
            digest second = 0;
            lw_status status = load_robot("a.urdf", &first, &error);
            bool right = failed && (status == LW_ERROR_MEMORY || status == LW_OK);
            chosen = 0;
            right = right && load_robot("a.urdf", &second, &error) == LW_OK;
            _exit(right && (status || first == second) ? 0 : 1);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

/* Libraries print their errors unless they are silenced. */
static int real_stderr;

static int open_all(void **state)
{
    (void)state;
    files_open(&here);
    files_write(&here, "a.stl", tetrahedron_stl);
    files_write(&here, "a.ply", tetrahedron_ply);
    files_write(&here, "a.dae", tetrahedron_dae);
    files_write(&here, "a.obj", tetrahedron_obj);
    files_write_bytes(&here, "a b.bin", positions, sizeof positions);
    files_write(&here, "a.gltf", tetrahedron_gltf);
    files_write(&here, "a.urdf", urdf);
    files_write(&here, "a.srdf", srdf);
    files_write(&here, "scene.json", scene_json);
    files_write(&here, "moveit.yaml", moveit_yaml);
    files_write(&here, "motions.jsonl", motions_jsonl);
    files_write(&here, "waypoints.csv", waypoints_csv);
    files_write(&here, "trajectory.yaml", trajectory_yaml);
    files_write(&here, "request.yaml", request_yaml);
    fflush(stderr);
    real_stderr = dup(STDERR_FILENO);
    int quiet = open(files_path(&here, "stderr"), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    return real_stderr < 0 || quiet < 0 || dup2(quiet, STDERR_FILENO) < 0 || close(quiet);
}

static void test_nothing_was_printed(void **state)
{
    (void)state;
    fflush(stderr);
    assert_true(dup2(real_stderr, STDERR_FILENO) >= 0);
    close(real_stderr);
    size_t size = 0;
    char *text = files_read(files_path(&here, "stderr"), &size);
    assert_string_equal(text, "");
    free(text);
}

static int close_all(void **state)
{
    (void)state;
    lw_scene_destroy(frozen);
    files_close(&here);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_file),
        cmocka_unit_test(test_every_allocation_failing),
        cmocka_unit_test(test_nothing_was_printed),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
