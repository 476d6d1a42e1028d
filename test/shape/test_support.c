/* Tests shape/support.h and shape/polytope_cells.h: support vertices of polytopes, searched among all
 * vertices or a cell's, with narrow and wide SIMD registers, against all vertices in long double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "polytopes.h"
#include "seed.h"
#include "shape/block_support.h"
#include "shape/support.h"

/* A random direction, one along an axis, or one across an edge, whose vertices tie. */
static vec3 direction_for(lw_random *random, const lw_polytope *polytope)
{
    vec3 d = random_direction(random);
    uint32_t n = polytope->vertex_count;
    switch (lw_random_below(random, 4)) {
    case 0:
        return v3(0, d.y > 0 ? 1 : -1, 0);
    case 1: {
        vec3 edge = sub(polytope->vertices[lw_random_below(random, n)],
                        polytope->vertices[lw_random_below(random, n)]);
        vec3 across = cross(edge, d);
        return norm2(across) > 1e-30 ? across : d;
    }
    default:
        return scale(pow(10, lw_random_between(random, -20, 20)), d);
    }
}

/* Directions on the borders of cells, where rounding decides which cell is used. */
static vec3 border_direction(lw_random *random, const lw_polytope *polytope)
{
    double along = polytope->cells_along ? polytope->cells_along : 8;
    double c[3];
    for (int k = 0; k < 3; k++)
        c[k] = 2 * (lw_random_below(random, (uint32_t)along + 1) / along) - 1;
    c[lw_random_below(random, 3)] = lw_random_below(random, 2) ? 1 : -1;
    const vec3 s = polytope->cells_along ? polytope->stretch : v3(1, 1, 1);
    return v3(c[0] / s.x, c[1] / s.y, c[2] / s.z);
}

static void check_support(const lw_polytope *polytope, const lw_convex *shape, vec3 d)
{
    uint32_t vertex = 0;
    vec3 p = lw_support(shape, d, &vertex);
    long double most = wide_support(shape, widen(d));
    long double noise = 1e-15L * polytope->extent * wide_norm(widen(d));
    if (wide_dot(widen(d), widen(p)) < most - noise)
        fail_msg("%u vertices, direction %.17g %.17g %.17g: %Lg short", polytope->vertex_count, d.x,
                 d.y, d.z, most - wide_dot(widen(d), widen(p)));
    assert_true(vertex < polytope->vertex_count);
    assert_true(norm(sub(p, polytope->vertices[vertex])) == 0);
    /* narrow and wide registers find the same vertex, not only one that is as far */
    uint32_t of_twos;
    uint32_t chosen;
    support_polytope(polytope, d, &of_twos, false);
    uint32_t of_fours = of_twos;
    if (lw_has_wide())
        support_polytope(polytope, d, &of_fours, true);
    lw_polytope_support(polytope, d, &chosen);
    assert_int_equal(of_twos, of_fours);
    assert_int_equal(chosen, of_fours);
}

static void test_all_vertices(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(300, 30000); i++) {
        lw_arena arena = {0};
        lw_convex shape = random_polytope(&random, &arena);
        for (int k = 0; k < 30; k++)
            check_support(shape.polytope, &shape,
                          k % 3 ? direction_for(&random, shape.polytope)
                                : border_direction(&random, shape.polytope));
        lw_arena_free(&arena);
    }
}

/* Far away from the origin vertices are close together compared with their coordinates. */
static void test_far_polytopes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(60, 2000); i++) {
        lw_arena arena = {0};
        double points[3 * 200];
        double size = pow(10, lw_random_between(&random, -14, 0));
        vec3 away = random_vector(&random, 2);
        for (int k = 0; k < 200; k++) {
            vec3 p = add_scaled(away, size, random_direction(&random));
            points[3 * k] = p.x;
            points[3 * k + 1] = p.y;
            points[3 * k + 2] = p.z;
        }
        lw_polytope *polytope = NULL;
        assert_int_equal(lw_polytope_create(&arena, points, 200, &polytope, NULL), LW_OK);
        lw_convex shape = {.core = LW_CORE_POLYTOPE, .polytope = polytope};
        for (int k = 0; k < 30; k++)
            check_support(polytope, &shape,
                          k % 2 ? direction_for(&random, polytope)
                                : border_direction(&random, polytope));
        lw_arena_free(&arena);
    }
}

/* A polytope of few vertices has them in blocks in their order; one of many has a block or more for
 * each cell. */
static void test_blocks(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(200, 5000); i++) {
        lw_arena arena = {0};
        const lw_polytope *polytope = random_polytope(&random, &arena).polytope;
        uint32_t n = polytope->vertex_count;
        for (uint32_t b = 0; b < polytope->block_count; b++)
            for (uint32_t k = 0; k < 8; k++) {
                uint32_t vertex = polytope->blocks[b].vertex[k];
                assert_true(vertex < n);
                vec3 p = lw_block_point(polytope->blocks, 8 * b + k);
                assert_true(norm(sub(p, polytope->vertices[vertex])) == 0);
                if (n <= LW_POLYTOPE_FEW)
                    assert_int_equal(vertex, 8 * b + k < n ? 8 * b + k : 8 * b);
            }
        assert_int_equal(polytope->cells_along > 0, n > LW_POLYTOPE_FEW);
        for (uint32_t k = 0; k < 6 * polytope->cells_along * polytope->cells_along; k++) {
            assert_true(polytope->cells[k].count > 0);
            assert_true(polytope->cells[k].first + polytope->cells[k].count <= polytope->block_count);
        }
        lw_arena_free(&arena);
    }
}

/* Points on an ellipsoid or a plate: most cells have no more than eight candidates, one block. */
static void test_few_candidates(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 8; i++) {
        lw_arena arena = {0};
        static double points[3 * 2000];
        uint32_t count = 40u << i > 2000 ? 2000 : 40u << i;
        for (uint32_t k = 0; k < count; k++) {
            vec3 p = random_direction(&random);
            points[3 * k] = p.x;
            points[3 * k + 1] = 0.5 * p.y;
            points[3 * k + 2] = (i % 2 ? 0.02 : 0.8) * p.z;
        }
        lw_polytope *polytope = NULL;
        assert_int_equal(lw_polytope_create(&arena, points, count, &polytope, NULL), LW_OK);
        double blocks = 0;
        uint32_t cells = 6 * polytope->cells_along * polytope->cells_along;
        for (uint32_t k = 0; k < cells; k++)
            blocks += polytope->cells[k].count;
        if (blocks > 1.5 * cells)
            fail_msg("%u vertices: %g blocks a cell", count, blocks / cells);
        lw_arena_free(&arena);
    }
}

/* Every direction has a cell, and opposite ones have different cells. */
static void test_cells(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_polytope polytope = {.cells_along = 16, .stretch = {0.2, 1, 0.7}};
    for (int i = 0; i < test_rounds(20000, 1000000); i++) {
        vec3 d = lw_random_below(&random, 2)
                     ? random_direction(&random)
                     : v3(lw_random_below(&random, 3) - 1.0, lw_random_below(&random, 3) - 1.0, 1);
        uint32_t cell = lw_polytope_cell_of(&polytope, d);
        assert_true(cell < 6 * 16 * 16);
        assert_true(cell != lw_polytope_cell_of(&polytope, neg(d)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_vertices), cmocka_unit_test(test_far_polytopes),
        cmocka_unit_test(test_blocks),       cmocka_unit_test(test_few_candidates),
        cmocka_unit_test(test_cells),
    };
    return cmocka_run_group_tests_name("support", tests, NULL, NULL);
}
