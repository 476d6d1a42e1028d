/* body/support_value.h: support values of bodies, against all of their points. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "body/support_value.h"
#include "math/pose.h"
#include "seed.h"

enum { PARTS = 24, TRIANGLES = 300 };

static vec3 random_vector(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return v3(x, y, lw_random_between(random, -size, size));
}

static pose random_pose(lw_random *random)
{
    vec3 turned = random_vector(random, 3);
    double length = norm(turned);
    mat3 rotation = length > 0 ? lw_rotation(scale(1 / length, turned), length) : mat3_identity();
    return (pose){rotation, random_vector(random, 1)};
}

static lw_part random_part(lw_random *random)
{
    static const lw_core cores[] = {LW_CORE_POINT,    LW_CORE_SEGMENT, LW_CORE_TRIANGLE, LW_CORE_BOX,
                                    LW_CORE_CYLINDER, LW_CORE_CONE,    LW_CORE_ELLIPSOID};
    lw_part part = {.at = random_pose(random)};
    part.shape.core = cores[lw_random_below(random, sizeof cores / sizeof *cores)];
    part.shape.radius = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.2);
    double across = lw_random_between(random, 0.01, 0.3);
    part.shape.half = v3(across, across, lw_random_between(random, 0.01, 0.3));
    for (int k = 0; k < 3; k++)
        part.shape.triangle[k] = random_vector(random, 0.3);
    return part;
}

/* by lw_support, part by part */
static double support_value_of_parts(const lw_part *parts, size_t count, vec3 along)
{
    double most = -HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        uint32_t vertex = 0;
        vec3 p = lw_support(&parts[i].shape, rotate_back(parts[i].at.rotation, along), &vertex);
        most = fmax(most, dot(along, transform(parts[i].at, p)) + parts[i].shape.radius * norm(along));
    }
    return most;
}

static void test_parts(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 300; round++) {
        lw_arena arena = {0};
        lw_part parts[PARTS];
        size_t count = 1 + lw_random_below(&random, PARTS);
        for (size_t i = 0; i < count; i++)
            parts[i] = random_part(&random);
        lw_geometry_def def = {.parts = parts, .part_count = count};
        lw_geometry *geometry = NULL;
        assert_int_equal(lw_geometry_create(&arena, &def, &geometry, NULL), LW_OK);
        for (int k = 0; k < 50; k++) {
            vec3 along = random_vector(&random, 2);
            double truth = support_value_of_parts(parts, count, along);
            double value = lw_geometry_support_value(geometry, along);
            double room = 0x1p-44 * norm(along) * geometry->extent;
            assert_true(value >= truth - room);
            /* a single part gives no more than its own support value; several parts, no more than the
             * box about them */
            const lw_node *root = &geometry->nodes[0];
            double box = dot(along, root->center) + dot(abs3(along), root->half);
            assert_true(value <= (count == 1 ? truth : box) + room);
        }
        lw_arena_free(&arena);
    }
}

static void test_mesh(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    double loose = 0;
    int asked = 0;
    for (int round = 0; round < 60; round++) {
        lw_arena arena = {0};
        double vertices[9 * TRIANGLES];
        uint32_t triangles[3 * TRIANGLES];
        for (size_t i = 0; i < TRIANGLES; i++) {
            /* small triangles on a ball, like the surface of a link */
            vec3 middle = random_vector(&random, 1);
            middle = scale(1 / norm(middle), middle);
            for (size_t k = 0; k < 3; k++) {
                vec3 p = add(middle, random_vector(&random, 0.05));
                vertices[9 * i + 3 * k] = p.x;
                vertices[9 * i + 3 * k + 1] = p.y;
                vertices[9 * i + 3 * k + 2] = p.z;
                triangles[3 * i + k] = (uint32_t)(3 * i + k);
            }
        }
        lw_mesh *mesh = NULL;
        assert_int_equal(
            lw_mesh_create(&arena, vertices, 3 * TRIANGLES, triangles, TRIANGLES, &mesh, NULL), LW_OK);
        const bool solid = false;
        double rounding = round % 2 ? 0.2 : 0;
        lw_geometry_def def = {
            .meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1, .mesh_rounding = &rounding};
        lw_geometry *geometry = NULL;
        assert_int_equal(lw_geometry_create(&arena, &def, &geometry, NULL), LW_OK);
        for (int k = 0; k < 50; k++) {
            vec3 along = random_vector(&random, 1);
            double truth = -HUGE_VAL;
            for (size_t i = 0; i < 3 * (size_t)TRIANGLES; i++)
                truth = fmax(truth, along.x * vertices[3 * i] + along.y * vertices[3 * i + 1] +
                                        along.z * vertices[3 * i + 2]);
            truth += rounding * norm(along);
            double value = lw_geometry_support_value(geometry, along);
            assert_true(value >= truth - 1e-14);
            const lw_node *root = &geometry->nodes[0];
            double box = dot(along, root->center) + dot(abs3(along), root->half);
            assert_true(value <= box + 1e-12);
            loose += (value - truth) / (box - truth);
            asked++;
        }
        lw_arena_free(&arena);
    }
    /* opening the root and two more boxes takes off a fair share of the root's excess */
    printf("%.3f of the root's excess is left\n", loose / asked);
    assert_true(loose / asked < 0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
