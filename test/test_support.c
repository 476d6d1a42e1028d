/* shape/support.h: supports of polytopes, with blocks left out and by climbing, against all vertices in
 * long double; the table of starts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "polytopes.h"
#include "seed.h"
#include "shape/support.h"

/* Any direction, along an axis, or across an edge, where vertices tie. */
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

static void test_all_vertices(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(300, 30000); i++) {
        lw_arena arena = {0};
        lw_convex shape = random_polytope(&random, &arena);
        const lw_polytope *polytope = shape.polytope;
        uint32_t hint = 0;
        for (int k = 0; k < 30; k++) {
            vec3 d = direction_for(&random, polytope);
            uint32_t vertex = 0;
            vec3 p = lw_support(&shape, d, &vertex);
            long double most = wide_support(&shape, widen(d));
            long double noise = 1e-15L * polytope->extent * wide_norm(widen(d));
            if (wide_dot(widen(d), widen(p)) < most - noise)
                fail_msg("polytope %d, direction %d: %Lg short", i, k,
                         most - wide_dot(widen(d), widen(p)));
            assert_true(vertex < polytope->vertex_count);
            assert_true(norm(sub(p, polytope->vertices[vertex])) == 0);
            /* climbing from where the last climb ended: never above the top, nor below its start */
            double before = dot(polytope->vertices[hint], d);
            vec3 q = support_climb(polytope, d, &hint);
            assert_true(hint < polytope->vertex_count);
            assert_true(dot(q, d) >= before);
            assert_true(wide_dot(widen(d), widen(q)) <= most);
            for (uint32_t e = polytope->first_edge[hint]; e < polytope->first_edge[hint + 1]; e++)
                assert_true(dot(polytope->vertices[polytope->neighbours[e]], d) <= dot(q, d));
        }
        lw_arena_free(&arena);
    }
}

/* Each vertex lies in a block, and within the block's sphere. */
static void test_blocks(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(200, 5000); i++) {
        lw_arena arena = {0};
        const lw_polytope *polytope = random_polytope(&random, &arena).polytope;
        uint32_t n = polytope->vertex_count;
        bool seen[600] = {false};
        assert_int_equal(polytope->block_count, (n + 7) / 8);
        for (uint32_t b = 0; b < polytope->block_count; b++) {
            const lw_polytope_spheres *s = &polytope->spheres[b / 8];
            uint32_t at = b % 8;
            vec3 center = v3(s->x[at / 2][at % 2], s->y[at / 2][at % 2], s->z[at / 2][at % 2]);
            for (uint32_t k = 0; k < 8; k++) {
                const lw_polytope_block *block = &polytope->blocks[b];
                vec3 p = v3(block->x[k / 2][k % 2], block->y[k / 2][k % 2], block->z[k / 2][k % 2]);
                assert_true(norm(sub(p, polytope->vertices[block->vertex[k]])) == 0);
                assert_true(wide_norm(wide_sub(widen(p), widen(center))) <= s->radius[at / 2][at % 2]);
                seen[block->vertex[k]] = true;
            }
        }
        for (uint32_t k = 0; k < n; k++)
            assert_true(seen[k]);
        lw_arena_free(&arena);
    }
}

/* Every direction has a cell, opposite ones have different cells, and the start lies far along it: two
 * directions of one cell are at most 0.36 apart (the diagonal of a cell, sqrt(2) / 4, on the cube). */
static void test_starts(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    lw_convex shape = random_polytope(&random, &arena);
    double extent = shape.polytope->extent;
    for (int i = 0; i < test_rounds(20000, 1000000); i++) {
        vec3 d = lw_random_below(&random, 2)
                     ? random_direction(&random)
                     : v3(lw_random_below(&random, 3) - 1.0, lw_random_below(&random, 3) - 1.0, 1);
        uint32_t cell = lw_polytope_cell(d);
        assert_true(cell < 6 * LW_POLYTOPE_CELLS * LW_POLYTOPE_CELLS);
        assert_true(cell != lw_polytope_cell(neg(d)));
        d = scale(1 / norm(d), d);
        vec3 start = shape.polytope->vertices[support_start(shape.polytope, d)];
        assert_true(dot(start, d) >= (double)wide_support(&shape, widen(d)) - 2 * 0.36 * extent);
    }
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_vertices),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_starts),
    };
    return cmocka_run_group_tests_name("support", tests, NULL, NULL);
}
