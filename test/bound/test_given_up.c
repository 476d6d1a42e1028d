/* bound/pair_bound.h: what a proof that was given up still says of the distance. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bound/pair_bound.h"

static lw_geometry *mesh_of(lw_arena *arena, const vec3 *points, uint32_t triangle_count)
{
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5};
    const bool solid = false;
    lw_mesh *mesh = NULL;
    lw_geometry *out = NULL;
    assert_int_equal(lw_mesh_create(arena, &points[0].x, (size_t)3 * triangle_count, corners,
                                    triangle_count, &mesh, NULL),
                     LW_OK);
    assert_int_equal(lw_geometry_create(
                         arena,
                         &(lw_geometry_def){.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1},
                         &out, NULL),
                     LW_OK);
    return out;
}

/* The leaf whose triangle is the highest above the plane z = x. */
static uint32_t highest_leaf(const lw_geometry *geometry)
{
    uint32_t best = 0;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < geometry->node_count; i++) {
        const vec3 at = geometry->nodes[i].center;
        if (geometry->nodes[i].child >= 0 || at.z - at.x <= most)
            continue;
        most = at.z - at.x;
        best = i;
    }
    return best;
}

/* Two triangles over a tilted plate, whose box holds both. The proof is given up at the higher one, and
 * the lower one still counts as the nearest. */
static void test_nearest_of_the_rest(void **state)
{
    (void)state;
    enum { CORNERS = 3 };
    lw_arena arena = {0};
    const vec3 plate[CORNERS] = {{-9, -9, -9}, {9, -9, 9}, {0, 9, 0}};
    const double above[] = {0.1, 0.5}; /* the plate's plane, along z */
    vec3 two[2 * CORNERS];
    for (int i = 0; i < 2; i++) {
        const double x = i ? 1 : -1;
        two[CORNERS * i] = v3(x, 0, x + above[i]);
        two[CORNERS * i + 1] = v3(x + 0.1, 0, x + 0.1 + above[i]);
        two[CORNERS * i + 2] = v3(x, 0.1, x + above[i]);
    }
    const lw_geometry *a = mesh_of(&arena, plate, 1);
    const lw_geometry *b = mesh_of(&arena, two, 2);
    lw_pair_bound s = {.geometry = {a, b},
                       .b_in_a = pose_identity(),
                       .displacement = 100,
                       .curvature = 1000,
                       .before = 1,
                       .after = 1};
    lw_open_leaves leaves = {.known = 1, .leaf = {0, highest_leaf(b)}};
    assert_int_equal(lw_pair_bound_prove(&s, &leaves), LW_BOUND_OPEN);
    assert_true(fabs(s.nearest - above[0] / sqrt(2)) < 1e-9);
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest_of_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
