/* Tests shape/polytope.h: every given point lies in the hull, every vertex is a given one and lies on
 * the surface, and facets have three different vertices; for solid, flat, straight and single sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "certify.h"
#include "seed.h"

enum { MOST = 300 };

typedef struct cloud {
    size_t count;
    double xyz[3 * MOST];
    double size;
    bool squeezed;
} cloud;

static vec3 point(const cloud *c, size_t i)
{
    return v3(c->xyz[3 * i], c->xyz[3 * i + 1], c->xyz[3 * i + 2]);
}

/* Points on a sphere, of a coarse grid, or in a box; squeezed along one or two axes down to nothing,
 * rotated, moved away from the origin, some points given twice. */
static cloud random_cloud(lw_random *random)
{
    cloud c = {.count = 1 + lw_random_below(random, lw_random_below(random, 4) ? 30 : MOST)};
    uint32_t kind = lw_random_below(random, 3);
    double width[3];
    for (int k = 0; k < 3; k++)
        width[k] = lw_random_below(random, 4) ? 1 : pow(10, lw_random_between(random, -18, 0));
    if (lw_random_below(random, 8) == 0)
        width[lw_random_below(random, 3)] = 0;
    double scale_all = pow(10, lw_random_between(random, -3, 3));
    mat3 turn = random_rotation(random);
    vec3 away = random_vector(random, lw_random_below(random, 2) ? 0 : 3);
    for (size_t i = 0; i < c.count; i++) {
        vec3 p = kind == 0 ? random_direction(random) : random_vector(random, 1);
        if (kind == 1)
            p = v3(floor(3 * p.x), floor(3 * p.y), floor(3 * p.z));
        p = v3(p.x * width[0], p.y * width[1], p.z * width[2]);
        p = scale(scale_all, add(rotate(turn, p), away));
        if (i > 0 && lw_random_below(random, 10) == 0)
            p = point(&c, lw_random_below(random, (uint32_t)i));
        c.xyz[3 * i] = p.x;
        c.xyz[3 * i + 1] = p.y;
        c.xyz[3 * i + 2] = p.z;
        c.size = fmax(c.size, norm(p));
        c.squeezed = width[0] < 1 || width[1] < 1 || width[2] < 1;
    }
    return c;
}

static void check_facets(const lw_polytope *p)
{
    for (uint32_t f = 0; f < p->facet_count; f++)
        for (int k = 0; k < 3; k++) {
            assert_true(p->facets[f][k] < p->vertex_count);
            assert_true(p->facets[f][k] != p->facets[f][(k + 1) % 3]);
        }
}

/* Six times the volume within the facets: positive, because all are turned outwards. */
static void check_volume(const lw_polytope *p)
{
    double volume = 0;
    for (uint32_t f = 0; f < p->facet_count; f++)
        volume += dot(sub(p->vertices[p->facets[f][0]], p->center),
                      cross(sub(p->vertices[p->facets[f][1]], p->center),
                            sub(p->vertices[p->facets[f][2]], p->center)));
    assert_true(p->facet_count == 0 || volume > 0);
}

/* Each vertex of a solid hull lies on a facet, up to rounding. In a thin set rounding turns the facets
 * too far for this test. */
static void check_needed(const cloud *c, const lw_polytope *p)
{
    for (uint32_t i = 0; !c->squeezed && p->facet_count && i < p->vertex_count; i++) {
        long double depth = HUGE_VALL;
        for (uint32_t f = 0; f < p->facet_count; f++) {
            wide a = widen(p->vertices[p->facets[f][0]]);
            wide normal = wide_cross(wide_sub(widen(p->vertices[p->facets[f][1]]), a),
                                     wide_sub(widen(p->vertices[p->facets[f][2]]), a));
            long double length = wide_norm(normal);
            if (length > 0)
                depth = fminl(depth, -wide_dot(normal, wide_sub(widen(p->vertices[i]), a)) / length);
        }
        if (depth > 1e-13L * c->size)
            fail_msg("vertex %u of %u is %Lg of %g inside", i, p->vertex_count, depth, c->size);
    }
}

/* In every direction the vertices reach as far as all points do. */
static void check_reach(lw_random *random, const cloud *c, const lw_polytope *p)
{
    for (int i = 0; i < 40; i++) {
        vec3 d = random_direction(random);
        if (i % 2 && p->facet_count) { /* along normals of facets points are likeliest to stick out */
            const uint32_t *f = p->facets[lw_random_below(random, p->facet_count)];
            d = cross(sub(p->vertices[f[1]], p->vertices[f[0]]),
                      sub(p->vertices[f[2]], p->vertices[f[0]]));
        }
        if (!(norm(d) > 0))
            continue;
        d = scale(1 / norm(d), d);
        long double all = -HUGE_VALL;
        long double kept = -HUGE_VALL;
        for (size_t k = 0; k < c->count; k++)
            all = fmaxl(all, wide_dot(widen(d), widen(point(c, k))));
        for (uint32_t k = 0; k < p->vertex_count; k++)
            kept = fmaxl(kept, wide_dot(widen(d), widen(p->vertices[k])));
        /* 16 ulps of the coordinates: a share of lw_distance_rounding */
        if (all - kept > 16 * 0x1p-52L * c->size)
            fail_msg("%zu points, %u vertices, %u facets: %Lg of %g outside", c->count, p->vertex_count,
                     p->facet_count, all - kept, c->size);
    }
}

static void test_hulls(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(2000, 100000);
    for (int i = 0; i < rounds; i++) {
        cloud c = random_cloud(&random);
        lw_arena arena = {0};
        lw_polytope *p = NULL;
        lw_error error;
        assert_int_equal(lw_polytope_create(&arena, c.xyz, c.count, &p, &error), LW_OK);
        assert_true(p->vertex_count >= 1 && p->vertex_count <= c.count);
        vec3 sum = {0, 0, 0};
        double extent = 0;
        for (uint32_t k = 0; k < p->vertex_count; k++) {
            assert_true(p->given[k] < c.count && (k == 0 || p->given[k] > p->given[k - 1]));
            assert_true(norm(sub(p->vertices[k], point(&c, p->given[k]))) == 0);
            sum = add(sum, p->vertices[k]);
            extent = fmax(extent, norm(p->vertices[k]));
        }
        assert_true(p->extent == extent);
        assert_true(norm(sub(scale(1.0 / p->vertex_count, sum), p->center)) <= 1e-12 * c.size);
        check_facets(p);
        if (!c.squeezed)
            check_volume(p);
        check_needed(&c, p);
        check_reach(&random, &c, p);
        lw_arena_free(&arena);
    }
}

/* Corners of a cube, the middles of its faces and its own: the hull has eight vertices and twelve
 * triangles, all turned outwards, and volume 8. */
static void test_cube(void **state)
{
    (void)state;
    double points[3 * 27];
    int n = 0;
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -1; z <= 1; z++) {
                points[n++] = x;
                points[n++] = y;
                points[n++] = z;
            }
    lw_arena arena = {0};
    lw_polytope *p = NULL;
    assert_int_equal(lw_polytope_create(&arena, points, 27, &p, NULL), LW_OK);
    assert_int_equal(p->vertex_count, 8);
    assert_int_equal(p->facet_count, 12);
    double volume = 0;
    for (uint32_t f = 0; f < p->facet_count; f++) {
        vec3 a = p->vertices[p->facets[f][0]];
        vec3 b = p->vertices[p->facets[f][1]];
        vec3 c = p->vertices[p->facets[f][2]];
        assert_true(dot(cross(sub(b, a), sub(c, a)), a) > 0);
        volume += dot(a, cross(b, c)) / 6;
    }
    assert_true(fabs(volume - 8) < 1e-14);
    lw_arena_free(&arena);
}

static void expect_vertices(const double *points, size_t count, uint32_t vertices)
{
    lw_arena arena = {0};
    lw_polytope *p = NULL;
    assert_int_equal(lw_polytope_create(&arena, points, count, &p, NULL), LW_OK);
    assert_int_equal(p->vertex_count, vertices);
    assert_int_equal(p->facet_count, 0);
    lw_arena_free(&arena);
}

static void test_flat_sets(void **state)
{
    (void)state;
    const double single[] = {1, 2, 3};
    expect_vertices(single, 1, 1);
    const double same[] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    expect_vertices(same, 3, 1);
    const double straight[] = {1, 1, 1, 3, 3, 3, 2, 2, 2, 0, 0, 0};
    expect_vertices(straight, 4, 2);
    /* a square in a sloping plane with a point inside and one on an edge */
    const double square[] = {0, 0, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0.5, 0.5, 0.5, 0.5, 0, 0.5};
    expect_vertices(square, 6, 4);
}

/* Points within rounding of a grid's planes: there qhull merges facets, and leaves points outside of
 * the facets that it gives. No point lies outside of the hull by more than a few ulps of the grid's 3
 * m. */
static void check_near_a_grid(lw_random random, int rounds)
{
    enum { POINTS = 40 };
    for (int round = 0; round < rounds; round++) {
        double points[3 * POINTS];
        double noise = lw_random_between(&random, 1e-14, 1e-13);
        for (int i = 0; i < 3 * POINTS; i++)
            points[i] = lw_random_below(&random, 4) + noise * lw_random_between(&random, -1, 1);
        lw_arena arena = {0};
        lw_polytope *p = NULL;
        assert_int_equal(lw_polytope_create(&arena, points, POINTS, &p, NULL), LW_OK);
        for (uint32_t f = 0; f < p->facet_count; f++) {
            const uint32_t *corners = p->facets[f];
            vec3 origin = p->vertices[corners[0]];
            vec3 normal =
                cross(sub(p->vertices[corners[1]], origin), sub(p->vertices[corners[2]], origin));
            double length = norm(normal);
            if (!(length > 0))
                continue;
            normal = scale(1 / length, normal);
            double reach = -HUGE_VAL;
            for (uint32_t i = 0; i < p->vertex_count; i++)
                reach = fmax(reach, dot(normal, p->vertices[i]));
            for (int i = 0; i < POINTS; i++) {
                double beyond =
                    dot(normal, v3(points[3 * i], points[3 * i + 1], points[3 * i + 2])) - reach;
                if (beyond > 7e-15)
                    fail_msg("round %d: point %d is %g beyond the hull", round, i, beyond);
            }
        }
        lw_arena_free(&arena);
    }
}

/* The second seed is for round 1659: a facet of three corners almost in a line, whose normal rounding
 * turns by degrees, has a point 1.2e-14 outside. */
static void test_near_a_grid(void **state)
{
    (void)state;
    check_near_a_grid((lw_random){test_seed()}, test_rounds(300, 20000));
    check_near_a_grid((lw_random){5}, 1700);
}

static void test_bad_input(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_polytope *p = NULL;
    lw_error error = {0};
    double points[] = {0, 0, 0, 1, 0, (double)NAN};
    assert_int_equal(lw_polytope_create(&arena, points, 0, &p, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_polytope_create(&arena, points, 2, &p, &error), LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "point 1"));
    points[5] = HUGE_VAL;
    assert_int_equal(lw_polytope_create(&arena, points, 2, &p, NULL), LW_ERROR_ARGUMENT);
    points[5] = 1e200; /* its square overflows */
    assert_int_equal(lw_polytope_create(&arena, points, 2, &p, NULL), LW_ERROR_ARGUMENT);
    assert_null(p);
    lw_arena_free(&arena);
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    double points[3 * 40];
    for (int flat = 0; flat < 2; flat++) {
        for (int i = 0; i < 40; i++) {
            vec3 p = random_vector(&random, 1);
            points[3 * i] = p.x;
            points[3 * i + 1] = p.y;
            points[3 * i + 2] = flat ? 0 : p.z;
        }
        for (size_t n = 1;; n++) {
            lw_arena arena = {0};
            lw_polytope *p = NULL;
            lw_error error = {0};
            allocation_fail(n);
            lw_status status = lw_polytope_create(&arena, points, 40, &p, &error);
            bool failed = allocation_failed();
            allocation_fail(0);
            lw_arena_free(&arena);
            if (!failed) {
                assert_int_equal(status, LW_OK);
                break;
            }
            assert_int_equal(status, LW_ERROR_MEMORY);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hulls),     cmocka_unit_test(test_cube),
        cmocka_unit_test(test_flat_sets), cmocka_unit_test(test_near_a_grid),
        cmocka_unit_test(test_bad_input), cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests_name("polytope", tests, NULL, NULL);
}
