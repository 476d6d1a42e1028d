/* body/hull.h: hulls contain their points and are near them; bodies have the right hulls. */
#include <math.h>

#include "allocation.h"
#include "body/geometry.h"
#include "body/hull.h"
#include "body/support_value.h"
#include "meshes.h"
#include "seed.h"
#include "shape/polytope.h"

enum { POINTS = 200 };

static vec3 random_point(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return v3(x, y, lw_random_between(random, -size, size));
}

/* The support value of a shape along a direction of any length, by its definition. */
static long double support_value_of(const lw_convex *shape, vec3 d)
{
    const lw_polytope *core = shape->polytope;
    long double value = -HUGE_VALL;
    for (uint32_t i = 0; i < core->vertex_count; i++) {
        vec3 p = core->vertices[i];
        value = fmaxl(value, (long double)d.x * p.x + (long double)d.y * p.y + (long double)d.z * p.z);
    }
    long double square = (long double)d.x * d.x + (long double)d.y * d.y + (long double)d.z * d.z;
    return value + shape->radius * sqrtl(square);
}

/* Checks by a plane: along this direction no point lies beyond the shape. Along all directions, that
 * would be the definition of being inside. */
static void check_contains(const lw_convex *hull, const vec3 *points, size_t count, vec3 d)
{
    long double value = support_value_of(hull, d);
    for (size_t i = 0; i < count; i++) {
        vec3 p = points[i];
        long double along = (long double)d.x * p.x + (long double)d.y * p.y + (long double)d.z * p.z;
        if (along > value)
            fail_msg("point %zu of %zu is %Lg outside along (%g, %g, %g)", i, count, along - value, d.x,
                     d.y, d.z);
    }
}

/* Points in a cube or on a sphere, on few places, flat, straight, or nearly flat; sometimes far from
 * the origin, or squeezed to a plate or a needle. */
static size_t random_points(lw_random *random, vec3 *points)
{
    size_t count = 1 + lw_random_below(random, lw_random_below(random, 8) ? 40 : POINTS);
    uint32_t kind = lw_random_below(random, 7);
    vec3 width = {1, 1, 1};
    if (lw_random_below(random, 3) == 0)
        width =
            v3(pow(10, lw_random_between(random, -9, 0)), 1, pow(10, lw_random_between(random, -9, 0)));
    vec3 away = random_point(random, lw_random_below(random, 2) ? 0 : 100);
    vec3 x = random_direction(random);
    vec3 y = random_direction(random);
    for (size_t i = 0; i < count; i++) {
        vec3 p = random_point(random, 1);
        if (kind == 1)
            p = scale(1 / norm(p), p);
        else if (kind == 2)
            p = v3(round(p.x), round(p.y), round(p.z));
        else if (kind == 3)
            p = add(scale(p.x, x), scale(p.y, y));
        else if (kind == 4)
            p = scale(p.x, x);
        else if (kind == 5)
            p = add(add(scale(p.x, x), scale(p.y, y)), scale(1e-15, random_point(random, 1)));
        points[i] = add(away, v3(width.x * p.x, width.y * p.y, width.z * p.z));
    }
    return count;
}

static void test_contains(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(1000, 100000);
    for (int round = 0; round < rounds; round++) {
        vec3 points[POINTS];
        size_t count = random_points(&random, points);
        lw_arena arena = {0};
        lw_convex hull;
        assert_int_equal(lw_hull_create(&arena, points, count, &hull, NULL), LW_OK);
        assert_true(hull.polytope->vertex_count <= LW_HULL_VERTICES);
        for (int k = 0; k < 20; k++)
            check_contains(&hull, points, count, random_direction(&random));
        /* the directions in which an error would show most: from vertices to points, and across the
         * hull's facets */
        for (int k = 0; k < 20; k++) {
            vec3 p = points[lw_random_below(&random, (uint32_t)count)];
            vec3 v = hull.polytope->vertices[lw_random_below(&random, hull.polytope->vertex_count)];
            check_contains(&hull, points, count, sub(p, v));
        }
        for (uint32_t f = 0; f < hull.polytope->facet_count; f++) {
            const uint32_t *corner = hull.polytope->facets[f];
            vec3 a = hull.polytope->vertices[corner[0]];
            vec3 b = hull.polytope->vertices[corner[1]];
            vec3 normal = cross(sub(b, a), sub(hull.polytope->vertices[corner[2]], a));
            if (norm(normal) > 0)
                check_contains(&hull, points, count, scale(1 / norm(normal), normal));
        }
        lw_arena_free(&arena);
    }
}

/* The corners of a box among points within it: the hull is exact. */
static void test_exact(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    for (int round = 0; round < 100; round++) {
        vec3 points[POINTS];
        vec3 half = add(random_point(&random, 0.9), v3(1, 1, 1));
        pose at = random_turn(&random);
        at.position = random_point(&random, 2);
        for (int i = 0; i < POINTS; i++) {
            vec3 p = random_point(&random, 1);
            if (i < 8)
                p = v3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
            points[i] = transform(at, v3(half.x * p.x, half.y * p.y, half.z * p.z));
        }
        lw_arena arena = {0};
        lw_convex hull;
        assert_int_equal(lw_hull_create(&arena, points, POINTS, &hull, NULL), LW_OK);
        assert_true(hull.radius < 1e-12);
        lw_arena_free(&arena);
    }
}

/* The hull of a ball: 64 caps that cover it are as wide as an angle of about 0.3, and 0.05 high. */
static void test_round(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    enum { MANY = 5000 };
    vec3 *points = malloc(MANY * sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < MANY; i++)
        points[i] = random_direction(&random);
    lw_arena arena = {0};
    lw_convex hull;
    assert_int_equal(lw_hull_create(&arena, points, MANY, &hull, NULL), LW_OK);
    printf("a ball: %u vertices, radius %.4f\n", hull.polytope->vertex_count, hull.radius);
    assert_true(hull.radius > 0.01 && hull.radius < 0.1);
    for (int k = 0; k < 100; k++)
        check_contains(&hull, points, MANY, random_direction(&random));
    lw_arena_free(&arena);
    free(points);
}

static void test_support_value(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    for (int round = 0; round < 200; round++) {
        vec3 points[POINTS];
        size_t count = random_points(&random, points);
        lw_arena arena = {0};
        lw_part hull = {.at = pose_identity()};
        assert_int_equal(lw_hull_create(&arena, points, count, &hull.shape, NULL), LW_OK);
        double room = 0x1p-46 * (hull.shape.polytope->extent + hull.shape.radius);
        for (int k = 0; k < 50; k++) {
            vec3 d = scale(lw_random_between(&random, 0.1, 3), random_direction(&random));
            assert_true(fabsl(lw_part_support_value(&hull, d) - support_value_of(&hull.shape, d)) <=
                        norm(d) * room);
        }
        lw_arena_free(&arena);
    }
}

static void test_bad_input(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_convex hull;
    lw_error error = {0};
    vec3 points[2] = {{0, 0, 0}, {1, NAN, 0}};
    assert_int_equal(lw_hull_create(&arena, points, 0, &hull, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_hull_create(&arena, points, 2, &hull, &error), LW_ERROR_ARGUMENT);
    lw_arena_free(&arena);
}

static lw_geometry *geometry_of(lw_arena *arena, lw_mesh *mesh, const lw_part *parts, size_t count)
{
    const bool solid = true;
    lw_geometry_def def = {parts, count, &mesh, &solid, mesh ? 1 : 0, NULL};
    lw_geometry *geometry = NULL;
    assert_int_equal(lw_geometry_create(arena, &def, &geometry, NULL), LW_OK);
    return geometry;
}

static bool in_a_hull(const lw_geometry *geometry, vec3 p)
{
    const lw_convex point = {.core = LW_CORE_POINT};
    const pose at = {mat3_identity(), p};
    for (uint32_t h = 0; h < geometry->hull_count; h++) {
        lw_bracket bracket;
        lw_convex_distance(&geometry->hulls[h].shape, &point, &at, NULL, &bracket);
        if (bracket.upper <= 1e-12)
            return true;
    }
    return false;
}

/* The components of a mesh have a hull each if they are few and far from each other. */
static void test_parts(void **state)
{
    (void)state;
    static const struct {
        int boxes;
        double step;
        uint32_t hulls;
    } cases[] = {{1, 0, 1}, {4, 3, 4}, {4, 0.1, 1}, {40, 3, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        for (int k = 0; k < cases[i].boxes; k++)
            raw_box(&raw, scale(cases[i].step * k, v3(1, 1, 1)), scale(1 - 0.1 * k, v3(1, 1, 1)),
                    false);
        lw_mesh *mesh = raw_make(&raw, &arena);
        const bool solid = true;
        for (int rounded = 0; rounded < 2; rounded++) {
            double rounding = rounded ? 0.375 : 0;
            lw_geometry_def def = {
                .meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1, .mesh_rounding = &rounding};
            lw_geometry *geometry = NULL;
            assert_int_equal(lw_geometry_create(&arena, &def, &geometry, NULL), LW_OK);
            assert_int_equal(geometry->hull_count, cases[i].hulls);
            /* the points at the rounding's distance from each corner, along the axes */
            for (uint32_t k = 0; k < 6 * mesh->vertex_count; k++) {
                double way = k % 2 ? -rounding : rounding;
                vec3 out =
                    v3(k / 2 % 3 == 0 ? way : 0, k / 2 % 3 == 1 ? way : 0, k / 2 % 3 == 2 ? way : 0);
                assert_true(in_a_hull(geometry, add(mesh->vertices[k / 6], out)));
            }
        }
        lw_arena_free(&arena);
        raw_free(&raw);
    }
}

/* Parts are their own hulls, beside that of a mesh; bodies of too many parts have none. */
static void test_convex_parts(void **state)
{
    (void)state;
    enum { MANY = 40 };
    lw_arena arena = {0};
    lw_part parts[MANY];
    for (int i = 0; i < MANY; i++)
        parts[i] =
            (lw_part){{.core = LW_CORE_BOX, .half = {1, 1, 1}}, {mat3_identity(), v3(3 * i, 0, 0)}};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 5, 0), v3(1, 1, 1), false);
    lw_mesh *mesh = raw_make(&raw, &arena);
    assert_int_equal(geometry_of(&arena, NULL, parts, 3)->hull_count, 3);
    assert_int_equal(geometry_of(&arena, mesh, parts, 3)->hull_count, 4);
    assert_int_equal(geometry_of(&arena, mesh, parts, MANY)->hull_count, 0);
    assert_int_equal(geometry_of(&arena, NULL, parts, 12)->hull_count, 12);
    assert_int_equal(geometry_of(&arena, NULL, parts, 13)->hull_count, 0);
    assert_int_equal(geometry_of(&arena, mesh, parts, 11)->hull_count, 12);
    assert_int_equal(geometry_of(&arena, mesh, parts, 12)->hull_count, 0);
    assert_int_equal(geometry_of(&arena, NULL, NULL, 0)->hull_count, 0);
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* A box with a segment and a point beside it, which are triangles without area, and two triangles far
 * from each other: every corner is in a hull. */
static void test_every_corner(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        if (kind < 2)
            raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
        if (kind == 1) /* far off, so that each box would have a hull of its own */
            raw_box(&raw, v3(50, 50, 50), v3(1, 1, 1), false);
        uint32_t from = raw_vertex(&raw, v3(3, 2, -1));
        uint32_t to = raw_vertex(&raw, v3(4, 7, 5));
        uint32_t far = raw_vertex(&raw, v3(-9, 4, 0));
        if (kind < 2) {
            raw_triangle(&raw, from, to, from);
            raw_triangle(&raw, far, far, far);
        } else {
            raw_triangle(&raw, from, to, far);
            uint32_t next = raw_vertex(&raw, v3(100, 101, 102));
            raw_vertex(&raw, v3(103, 101, 101));
            raw_vertex(&raw, v3(101, 107, 103));
            raw_triangle(&raw, next, next + 1, next + 2);
        }
        lw_geometry *geometry = geometry_of(&arena, raw_make(&raw, &arena), NULL, 0);
        assert_int_equal(geometry->hull_count, kind == 2 ? 2 : 1);
        for (size_t i = 0; i < raw.vertices.count; i++)
            assert_true(in_a_hull(geometry, raw.vertices.items[i]));
        raw_free(&raw);
        lw_arena_free(&arena);
    }
}

/* The hull about two meshes of which only one is rounded, by far more than its size: its radius is no
 * less than that of the bare hull plus the rounding, not by the last place. */
static void test_rounding(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 5};
    for (int i = 0; i < 50; i++) {
        lw_arena arena = {0};
        lw_mesh *meshes[2];
        const bool solid[2] = {true, true};
        for (int k = 0; k < 2; k++) {
            raw_mesh raw = {0};
            raw_sphere(&raw, v3(0, 0, 0), pow(10, lw_random_between(&random, -9, 0)), 9, 9, false);
            meshes[k] = raw_make(&raw, &arena);
            raw_free(&raw);
        }
        double rounding[2] = {i % 2 ? lw_random_between(&random, 0.1, 1) : 0,
                              i % 2 ? 0 : lw_random_between(&random, 0.1, 1)};
        lw_geometry_def def = {.meshes = meshes, .mesh_is_solid = solid, .mesh_count = 2};
        lw_geometry *bare = NULL;
        lw_geometry *rounded = NULL;
        assert_int_equal(lw_geometry_create(&arena, &def, &bare, NULL), LW_OK);
        def.mesh_rounding = rounding;
        assert_int_equal(lw_geometry_create(&arena, &def, &rounded, NULL), LW_OK);
        assert_int_equal(rounded->hull_count, 1);
        assert_true((long double)bare->hulls[0].shape.radius + rounding[0] + rounding[1] <=
                    rounded->hulls[0].shape.radius);
        lw_arena_free(&arena);
    }
}

static void test_failing_allocations(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    vec3 points[POINTS];
    for (int i = 0; i < POINTS; i++)
        points[i] = random_direction(&random);
    for (size_t n = 1;; n++) {
        lw_arena arena = {0};
        lw_convex hull;
        allocation_fail(n);
        lw_status status = lw_hull_create(&arena, points, POINTS, &hull, NULL);
        bool failed = allocation_failed();
        lw_arena_free(&arena);
        if (!failed) {
            assert_int_equal(status, LW_OK);
            break;
        }
        assert_int_equal(status, LW_ERROR_MEMORY);
    }
    allocation_fail(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contains),     cmocka_unit_test(test_exact),
        cmocka_unit_test(test_round),        cmocka_unit_test(test_support_value),
        cmocka_unit_test(test_bad_input),    cmocka_unit_test(test_parts),
        cmocka_unit_test(test_convex_parts), cmocka_unit_test(test_every_corner),
        cmocka_unit_test(test_rounding),     cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
