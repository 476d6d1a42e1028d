/* Tests generated meshes: they are closed, and have the right volumes and numbers of triangles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "adaptive/adaptive_cells.h"
#include "adaptive/generated_mesh.h"
#include "math/vec.h"
#include "one_joint.h"

static const double pi = 3.141592653589793;

static vec3 corner(const lw_shape_def *shape, size_t triangle, int k)
{
    const double *v = shape->vertices + (size_t)3 * shape->triangles[3 * triangle + (size_t)k];
    return v3(v[0], v[1], v[2]);
}

/* by the divergence theorem; positive if the triangles look outwards */
static double volume(const lw_shape_def *shape)
{
    double sum = 0;
    for (size_t i = 0; i < shape->triangle_count; i++)
        sum += dot(corner(shape, i, 0), cross(corner(shape, i, 1), corner(shape, i, 2))) / 6;
    return sum;
}

static void expect_mesh(const lw_generated_mesh *mesh, size_t triangles, double least, double most)
{
    lw_shape_def shape;
    lw_error error = {0};
    lw_mesh_info info = lw_default_mesh_info();
    succeed(lw_generated_make(mesh, &shape, &error), &error);
    assert_int_equal(lw_generated_triangles(mesh), triangles);
    assert_int_equal(shape.triangle_count, triangles);
    assert_true(volume(&shape) > least && volume(&shape) < most);
    succeed(lw_shape_mesh_info(&shape, &info, NULL, 0, &error), &error);
    assert_int_equal(info.closed_count, 1);
    assert_int_equal(info.component_count, 1);
    assert_int_equal(info.left_out, 0);
    assert_int_equal(info.segment_count, 0);
    lw_generated_drop(&shape);
}

static void test_meshes(void **state)
{
    (void)state;
    const lw_generated_mesh capsule = {
        .kind = LW_GENERATED_CAPSULE, .radius = 0.1, .length = 0.5, .sectors = 60, .rings = 60};
    double inside = pi * 0.01 * (0.5 + 4 * 0.1 / 3);
    expect_mesh(&capsule, 7200, 0.99 * inside, inside);
    const lw_generated_mesh sphere = {.radius = 2, .sectors = 80, .rings = 40};
    expect_mesh(&sphere, 6400, 0.99 * pi * 32 / 3, pi * 32 / 3);
    const lw_generated_mesh cylinder = {
        .kind = LW_GENERATED_CYLINDER, .radius = 0.3, .length = 0.02, .sectors = 90, .rings = 2};
    expect_mesh(&cylinder, 360, 0.99 * pi * 0.09 * 0.02, pi * 0.09 * 0.02);
    const lw_generated_mesh box = {.kind = LW_GENERATED_BOX, .size = {1, 2, 3}, .cells = {1, 7, 12}};
    expect_mesh(&box, 412, 6 - 1e-9, 6 + 1e-9);
}

/* The cells have the paper's numbers of joints and triangles. */
static void test_cells(void **state)
{
    (void)state;
    for (int i = 0; i < LW_ADAPTIVE_CELLS; i++) {
        lw_scene *scene = NULL;
        lw_error error = {0};
        size_t triangles;
        succeed(lw_adaptive_scene(i, &scene, &triangles, &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        assert_int_equal(triangles, lw_adaptive_cells[i].triangles);
        size_t joints = 0;
        for (size_t k = 0; k < lw_scene_joint_count(scene); k++) {
            lw_joint_info info = lw_default_joint_info();
            succeed(lw_scene_joint_info(scene, k, &info, &error), &error);
            joints += info.value_count;
        }
        assert_int_equal(joints, lw_adaptive_cells[i].joints);
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
