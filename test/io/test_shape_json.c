/* Tests io/scene/shape_json.h: the shapes and poses of JSON scenes, in obstacles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "scene/model.h"
#include "written.h"

static lw_status load_text(const char *text, lw_scene **out, lw_error *error)
{
    assert_int_equal(lw_scene_create(out, NULL), LW_OK);
    written file = written_text(text);
    lw_status status = lw_scene_load(*out, file.path, error);
    written_remove(&file);
    return status;
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12))
        fail_msg("%.17g is not %.17g", a, b);
}

static void test_every_shape(void **state)
{
    (void)state;
    const char *text =
        "{\"obstacles\": [\n"
        " {\"id\": \"a\", \"type\": \"sphere\", \"radius\": 0.5, \"position\": [1, 2, 3]},\n"
        " {\"id\": \"b\", \"type\": \"capsule\", \"radius\": 0.1, \"length\": 0},\n"
        " {\"id\": \"c\", \"type\": \"box\", \"size\": [1, 2, 3], \"rounding\": 0.25},\n"
        " {\"id\": \"d\", \"type\": \"cylinder\", \"radius\": 0.2, \"length\": 0.7},\n"
        " {\"id\": \"e\", \"type\": \"cone\", \"radius\": 0.3, \"length\": 0.9},\n"
        " {\"id\": \"f\", \"type\": \"polytope\", \"vertices\": [[0, 0, 0], [1, 2, 3]]},\n"
        " {\"id\": \"g\", \"type\": \"ellipsoid\", \"size\": [1, 2, 4], \"rounding\": 0.5},\n"
        " {\"id\": \"h\", \"type\": \"cloud\", \"radius\": 0.25, \"points\": [[0, 0, 0], [1, 2, 3]]}]}";
    lw_scene *scene = NULL;
    lw_error error = {0};
    if (load_text(text, &scene, &error))
        fail_msg("%d: %s", error.line, error.message);
    const lw_model_shape *shapes = scene->model.shapes.items;
    static const lw_shape_kind kinds[] = {LW_SHAPE_SPHERE,    LW_SHAPE_CAPSULE, LW_SHAPE_BOX,
                                          LW_SHAPE_CYLINDER,  LW_SHAPE_CONE,    LW_SHAPE_POLYTOPE,
                                          LW_SHAPE_ELLIPSOID, LW_SHAPE_CLOUD};
    assert_int_equal(scene->model.shapes.count, 8);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(shapes[i].def.kind, kinds[i]);
    assert_true(shapes[0].def.radius == 0.5 && shapes[0].pose.position.z == 3);
    assert_true(shapes[1].def.radius == 0.1 && shapes[1].def.length == 0);
    assert_true(shapes[2].def.size.y == 2 && shapes[2].def.rounding == 0.25);
    assert_true(shapes[3].def.radius == 0.2 && shapes[3].def.length == 0.7);
    assert_true(shapes[4].def.radius == 0.3 && shapes[4].def.length == 0.9);
    assert_true(shapes[5].def.vertex_count == 2 && shapes[5].def.vertices[5] == 3);
    assert_true(shapes[6].def.size.x == 1 && shapes[6].def.size.y == 2 && shapes[6].def.size.z == 4);
    assert_true(shapes[6].def.rounding == 0.5);
    assert_true(shapes[7].def.radius == 0.25 && shapes[7].def.vertex_count == 2);
    assert_true(shapes[7].def.vertices[5] == 3);
    lw_scene_destroy(scene);
}

/* A tetrahedron in ASCII STL beside the scene, scaled along one axis. */
static void test_mesh(void **state)
{
    (void)state;
    static const char stl[] =
        "solid t\n"
        "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\n"
        "endloop\nendfacet\n"
        "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\n"
        "endloop\nendfacet\n"
        "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\n"
        "endloop\nendfacet\n"
        "facet normal 0 0 0\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\n"
        "endloop\nendfacet\nendsolid t\n";
    written mesh_file = written_as(stl, ".stl");
    char text[500];
    snprintf(text, sizeof text,
             "{\"obstacles\": [{\"id\": \"m\", \"type\": \"mesh\", \"file\": \"%s\",\n"
             "  \"scale\": [1, 1, 5], \"rounding\": 0.5}]}",
             strrchr(mesh_file.path, '/') + 1);
    lw_scene *scene = NULL;
    lw_error error = {0};
    lw_status status = load_text(text, &scene, &error);
    written_remove(&mesh_file);
    if (status)
        fail_msg("%d: %s", error.line, error.message);
    const lw_shape_def *mesh = &scene->model.shapes.items[0].def;
    assert_int_equal(mesh->kind, LW_SHAPE_MESH);
    assert_int_equal(mesh->triangle_count, 4);
    assert_true(mesh->rounding == 0.5);
    double top = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++)
        top = fmax(top, mesh->vertices[3 * i + 2]);
    assert_true(top == 5);
    lw_scene_destroy(scene);
}

/* The pose of a shape in an owner that is turned by a quarter about z, given as rpy and as a
 * quaternion. */
static void test_poses(void **state)
{
    (void)state;
    static const char *const turns[] = {"\"rpy\": [0, 0, 1.5707963267948966]",
                                        "\"orientation\": [0, 0, 3, 3]"};
    for (size_t i = 0; i < 2; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "{\"obstacles\": [{\"id\": \"a\", \"position\": [1, 2, 3], %s, \"shapes\": [\n"
                 "  {\"type\": \"sphere\", \"radius\": 1, \"position\": [1, 0, 0]},\n"
                 "  {\"type\": \"sphere\", \"radius\": 2}]}]}",
                 turns[i]);
        lw_scene *scene = NULL;
        lw_error error = {0};
        if (load_text(text, &scene, &error))
            fail_msg("%d: %s", error.line, error.message);
        assert_int_equal(scene->model.objects.count, 1);
        const lw_model_shape *shapes = scene->model.shapes.items;
        assert_near(shapes[0].pose.position.x, 1);
        assert_near(shapes[0].pose.position.y, 3);
        assert_near(shapes[0].pose.position.z, 3);
        assert_near(shapes[0].pose.orientation.z, sqrt(0.5));
        assert_near(shapes[1].pose.position.y, 2);
        lw_scene_destroy(scene);
    }
}

#define SHAPE(keys)      "{\"obstacles\": [\n {\"id\": \"a\",\n " keys "}]}"
#define FLAT_SHAPE(keys) "{\"dimension\": 2, \"obstacles\": [\n {\"id\": \"a\",\n " keys "}]}"

static void test_refused(void **state)
{
    (void)state;
    static const bad_input bad[] = {
        {SHAPE("\"position\": [1, 2, 3]"), LW_ERROR_SYNTAX, 2, "needs a shape"},
        {SHAPE("\"type\": \"torus\""), LW_ERROR_SYNTAX, 3, "no shape type \"torus\""},
        {SHAPE("\"type\": 3"), LW_ERROR_SYNTAX, 3, "type must be a text, not a number"},
        {SHAPE("\"type\": \"sphere\""), LW_ERROR_SYNTAX, 2, "\"radius\" is missing"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 0"), LW_ERROR_ARGUMENT, 3, "radius is 0"},
        {SHAPE("\"type\": \"sphere\", \"radius\": -1"), LW_ERROR_ARGUMENT, 3, "radius is -1"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1e308"), LW_ERROR_ARGUMENT, 3,
         "it must be finite, and at most 1e+09"},
        {SHAPE("\"type\": \"sphere\", \"radius\": \"1\""), LW_ERROR_SYNTAX, 3, "must be a number"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1,\n \"size\": 3"), LW_ERROR_SYNTAX, 4,
         "no key \"size\""},
        {SHAPE("\"type\": \"sphere\",\n \"radious\": 1"), LW_ERROR_SYNTAX, 4,
         "no key \"radious\"; \"radius\" was meant"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"rounding\": -1"), LW_ERROR_ARGUMENT, 3,
         "rounding is -1; it must be 0 or more"},
        {SHAPE("\"type\": \"capsule\", \"radius\": 1"), LW_ERROR_SYNTAX, 2, "\"length\" is missing"},
        {SHAPE("\"type\": \"cylinder\", \"radius\": 1, \"length\": 0"), LW_ERROR_ARGUMENT, 3,
         "length is 0; it must be above 0"},
        {SHAPE("\"type\": \"box\", \"size\": [1, 2]"), LW_ERROR_ARGUMENT, 3,
         "size must be 3 numbers, not 2"},
        {SHAPE("\"type\": \"box\", \"size\": [1, 2, 0]"), LW_ERROR_ARGUMENT, 3, "above 0"},
        {SHAPE("\"type\": \"ellipsoid\", \"size\": [1, 0, 2]"), LW_ERROR_ARGUMENT, 3, "above 0"},
        {SHAPE("\"type\": \"ellipsoid\", \"size\": [1, 2]"), LW_ERROR_ARGUMENT, 3,
         "size must be 3 numbers, not 2"},
        {SHAPE("\"type\": \"ellipsoid\", \"radius\": 1"), LW_ERROR_SYNTAX, 3, "no key \"radius\""},
        {SHAPE("\"type\": \"box\", \"size\": 1"), LW_ERROR_SYNTAX, 3, "size must be a list"},
        {SHAPE("\"type\": \"polytope\", \"vertices\": []"), LW_ERROR_ARGUMENT, 3, "one point or more"},
        {SHAPE("\"type\": \"polytope\", \"vertices\": [\n[1, 2, 3],\n[1, 2]]"), LW_ERROR_ARGUMENT, 5,
         "a vertex must be 3 numbers"},
        {SHAPE("\"type\": \"mesh\""), LW_ERROR_SYNTAX, 2, "\"file\" is missing"},
        {SHAPE("\"type\": \"mesh\", \"file\": \"nowhere.stl\""), LW_ERROR_FILE, 3, "nowhere.stl"},
        {SHAPE("\"type\": \"mesh\", \"file\": \"a.stl\", \"scale\": 0"), LW_ERROR_ARGUMENT, 3,
         "scale is 0"},
        {SHAPE("\"type\": \"mesh\", \"file\": \"a.stl\", \"scale\": [1, 1]"), LW_ERROR_ARGUMENT, 3,
         "scale must be 3 numbers"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"shapes\": []"), LW_ERROR_SYNTAX, 3,
         "type and shapes are both given"},
        {SHAPE("\"type\": \"half_space\""), LW_ERROR_SYNTAX, 3,
         "no shape type \"half_space\"; use a box with a face in the plane, thicker and wider"},
        {SHAPE("\"type\": \"plane\""), LW_ERROR_SYNTAX, 3,
         "no shape type \"plane\"; use a box with a face in the plane"},
        {FLAT_SHAPE("\"type\": \"half_space\""), LW_ERROR_SYNTAX, 3,
         "no shape type \"half_space\"; use a polygon with an edge in the line"},
        {SHAPE("\"type\": \"planes\""), LW_ERROR_SYNTAX, 3,
         "no shape type \"planes\" in dimension 3; there are sphere"},
        {SHAPE("\"shapes\": []"), LW_ERROR_ARGUMENT, 3, "one shape or more"},
        {SHAPE("\"shapes\": {}"), LW_ERROR_SYNTAX, 3, "must be a list"},
        {SHAPE("\"shapes\": [3]"), LW_ERROR_SYNTAX, 3, "a shape must be an object"},
        {SHAPE("\"shapes\": [\n{\"type\": \"sphere\", \"radius\": 1, \"id\": 3}]"), LW_ERROR_SYNTAX, 4,
         "no key \"id\""},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"position\": [1, 2]"), LW_ERROR_ARGUMENT, 3,
         "position must be 3 numbers"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"position\": [1, 2, 1e10]"), LW_ERROR_ARGUMENT, 3,
         "it must be finite, and at most 1e+09"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"rpy\": [0, 0, 1],\n \"orientation\": [0, 0, 0, "
               "1]"),
         LW_ERROR_SYNTAX, 4, "both given"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"orientation\": [0, 0, 0, 0]"), LW_ERROR_ARGUMENT,
         3, "length of the orientation is zero"},
        {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"orientation\": [0, 0, 1]"), LW_ERROR_ARGUMENT, 3,
         "orientation must be 4 numbers"},
        {SHAPE("\"type\": \"sphere\", \"radius\":\n null"), LW_ERROR_SYNTAX, 4, "null is no value"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_scene *scene = NULL;
        lw_error error = {0};
        lw_status status = load_text(bad[i].text, &scene, &error);
        assert_true(expected_error(&bad[i], status, &error));
        assert_int_equal(scene->model.objects.count, 0);
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_shape),
        cmocka_unit_test(test_mesh),
        cmocka_unit_test(test_poses),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
