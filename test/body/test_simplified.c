/* body/grown/simplified.h: the simplified models contain the bodies, grown or not, so that a proof for
 * the models holds for the bodies; and they are not much larger if the bodies are convex. */
#include "body/grown/simplified.h"

#include <math.h>

#include "body/query.h"
#include "expect.h"
#include "math/pose.h"
#include "meshes.h"
#include "seed.h"

static vec3 random_vector(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return v3(x, y, lw_random_between(random, -size, size));
}

/* A mesh of one kind: boxes, a ball, an open sheet, a hollow box, loose triangles. */
static lw_mesh *random_mesh(lw_random *random, lw_arena *arena, double size)
{
    raw_mesh raw = {0};
    switch (lw_random_below(random, 5)) {
    case 0:
        for (uint32_t k = lw_random_below(random, 5); k < 5; k++)
            raw_box(&raw, random_vector(random, 3 * size), abs3(random_vector(random, size)), false);
        break;
    case 1:
        raw_sphere(&raw, random_vector(random, size), size, 5, 7, false);
        break;
    case 2:
        raw_sheet(&raw, size, 4, 0.3 * size);
        break;
    case 3: /* a hollow box, whose surface a small body inside is far from */
        raw_box(&raw, v3(0, 0, 0), v3(2 * size, 2 * size, 2 * size), false);
        raw_box(&raw, v3(0, 0, 0), v3(1.9 * size, 1.9 * size, 1.9 * size), true);
        break;
    default:
        raw_soup(&raw, random, 20, size, 0.5 * size);
    }
    lw_mesh *mesh = raw_make(&raw, arena);
    raw_free(&raw);
    return mesh;
}

/* A body of meshes and parts, rounded or not. */
static lw_geometry *random_body(lw_random *random, lw_arena *arena, double size)
{
    lw_mesh *meshes[2];
    double rounding[2];
    const bool solid[2] = {true, false};
    lw_part parts[3];
    lw_geometry_def def = {.parts = parts, .meshes = meshes, .mesh_is_solid = solid};
    def.mesh_count = lw_random_below(random, 3);
    def.part_count = lw_random_below(random, 3) + (def.mesh_count == 0);
    for (size_t i = 0; i < def.mesh_count; i++) {
        meshes[i] = random_mesh(random, arena, size);
        rounding[i] = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.2 * size);
    }
    def.mesh_rounding = rounding;
    for (size_t i = 0; i < def.part_count; i++) {
        parts[i] = (lw_part){{.core = LW_CORE_BOX}, pose_identity()};
        if (lw_random_below(random, 2))
            parts[i].shape.half = abs3(random_vector(random, 0.5 * size));
        else
            parts[i].shape = (lw_convex){.core = LW_CORE_POINT, .radius = 0.5 * size};
        parts[i].at.position = random_vector(random, 2 * size);
    }
    lw_geometry *geometry = NULL;
    assert_int_equal(lw_geometry_create(arena, &def, &geometry, NULL), LW_OK);
    return geometry;
}

static pose random_place(lw_random *random, double far)
{
    lw_quat q = {lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                 lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    pose p = {.position = random_vector(random, far)};
    assert_true(lw_rotation_from_any_quat(q, &p.rotation));
    return p;
}

/* The bracket of the smallest distance of two hulls. */
static lw_bracket between_hulls(const lw_geometry *a, const lw_geometry *b, pose b_in_a)
{
    lw_bracket least = {.lower = HUGE_VAL, .upper = HUGE_VAL};
    for (uint32_t i = 0; i < a->hull_count; i++)
        for (uint32_t k = 0; k < b->hull_count; k++) {
            pose at = relative(a->hulls[i].at, compose(b_in_a, b->hulls[k].at));
            lw_bracket found;
            lw_convex_distance(&a->hulls[i].shape, &b->hulls[k].shape, &at, NULL, &found);
            least.lower = lesser(least.lower, found.lower);
            least.upper = lesser(least.upper, found.upper);
        }
    return least;
}

typedef struct tally {
    size_t cases, apart, nearer; /* nearer: the hulls are nearer than the bodies */
} tally;

static void check_pair(lw_random *random, const lw_geometry *a, const lw_geometry *b, double far,
                       tally *all)
{
    lw_warm_start warm = {0};
    pose b_in_a = random_place(random, far);
    for (int step = 0; step < 8; step++) {
        const lw_query query = {.b_in_a = b_in_a, .enough = INFINITY, .touch = -1};
        lw_bracket bodies;
        uint32_t pair[2];
        vec3 inside;
        lw_geometry_distance(a, b, &query, NULL, &bodies, pair);
        bool contained = bodies.lower > 0 && lw_geometry_contained(a, b, b_in_a, &inside);
        lw_bracket hulls = between_hulls(a, b, b_in_a);
        /* the simplified models contain the bodies, and still do if both are grown alike */
        double room = 1e-12 * (a->extent + b->extent + norm(b_in_a.position));
        assert_true(hulls.lower <= bodies.upper + room);
        all->nearer += hulls.upper < 0.9 * bodies.lower;
        const double distances[] = {0,
                                    bodies.lower,
                                    bodies.upper,
                                    bodies.upper * lw_random_between(random, 0, 2),
                                    hulls.lower,
                                    hulls.upper * (1 - 1e-6) - 2 * room,
                                    hulls.lower * lw_random_between(random, 0, 1)};
        for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
            double x = distances[i];
            if (x < 0)
                continue;
            bool within =
                lw_simplified_within(a, b, b_in_a, x, lw_random_below(random, 2) ? &warm : NULL);
            all->cases++;
            all->apart += !within;
            if (!within && (contained || x >= bodies.upper))
                fail_msg("not within %.17g, though the bodies are %.17g apart", x, bodies.upper);
            if (within && x < hulls.lower * (1 - 1e-9) - room)
                fail_msg("within %.17g, though the hulls are %.17g apart", x, hulls.lower);
        }
        b_in_a.position = add(b_in_a.position, random_vector(random, 0.2 * far));
    }
}

static void test_contains(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally all = {0};
    int rounds = test_rounds(500, 30000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        double size = pow(10, lw_random_between(&random, -2, 1));
        const lw_geometry *a = random_body(&random, &arena, size);
        const lw_geometry *b = random_body(&random, &arena, size * lw_random_between(&random, 0.1, 1));
        if (a->hull_count && b->hull_count)
            check_pair(&random, a, b, size * pow(10, lw_random_between(&random, -1, 2)), &all);
        lw_arena_free(&arena);
    }
    printf("%zu cases, %zu apart\n", all.cases, all.apart);
    assert_true(all.cases > 20 * (size_t)rounds && all.apart > 5 * (size_t)rounds);
    assert_true(all.nearer > (size_t)rounds / 10);
}

/* Distances that differ by no more than posing may have lost count as near: relative to the distance
 * and to the positions of the points. */
static void test_rounding(void **state)
{
    (void)state;
    lw_arena arena = {0};
    for (int power = 0; power < 9; power++) {
        double far = pow(10, power);
        const lw_part points[] = {{{.core = LW_CORE_POINT}, pose_identity()},
                                  {{.core = LW_CORE_POINT}, {mat3_identity(), v3(far, 0, 0)}}};
        lw_geometry *bodies[2];
        for (int i = 0; i < 2; i++) {
            lw_geometry_def def = {.parts = &points[i], .part_count = 1};
            assert_int_equal(lw_geometry_create(&arena, &def, &bodies[i], NULL), LW_OK);
        }
        pose at = {mat3_identity(), v3(far, 0, 0)};
        assert_true(lw_simplified_within(bodies[0], bodies[0], at, far, NULL));
        assert_true(lw_simplified_within(bodies[0], bodies[0], at, far * (1 - 0x1p-42), NULL));
        assert_false(lw_simplified_within(bodies[0], bodies[0], at, far * (1 - 1e-11), NULL));
        at.position = v3(0, 1e-12 * far, 0);
        assert_true(lw_simplified_within(bodies[1], bodies[1], at, 0.99e-12 * far, NULL));
        assert_false(lw_simplified_within(bodies[1], bodies[1], at, 0.9e-12 * far, NULL));
    }
    lw_arena_free(&arena);
}

/* Simplified models stand for bodies from a share of the larger body with triangles on; never if that
 * gains nothing, or a body has no hulls. */
static void test_from(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_part parts[13];
    for (int i = 0; i < 13; i++)
        parts[i] = (lw_part){{.core = LW_CORE_POINT, .radius = 1}, {mat3_identity(), v3(3 * i, 0, 0)}};
    raw_mesh raw = {0};
    raw_box(&raw, v3(5, 5, 5), v3(2, 1, 2), false);
    lw_mesh *mesh = raw_make(&raw, &arena);
    raw_free(&raw);
    raw_box(&raw, v3(0, 0, 0), v3(4, 2, 4), false);
    lw_mesh *large = raw_make(&raw, &arena);
    raw_free(&raw);
    const bool solid = true;
    const lw_geometry_def defs[] = {{.parts = parts, .part_count = 3},
                                    {.parts = parts, .part_count = 13},
                                    {.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1},
                                    {.meshes = &large, .mesh_is_solid = &solid, .mesh_count = 1}};
    lw_geometry *g[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(lw_geometry_create(&arena, &defs[i], &g[i], NULL), LW_OK);
    assert_true(isinf(lw_simplified_from(g[0], g[0])));
    assert_true(isinf(lw_simplified_from(g[2], g[1])) && isinf(lw_simplified_from(g[1], g[2])));
    assert_near(lw_simplified_from(g[0], g[2]), 3.0 / 64, 1e-6);
    assert_near(lw_simplified_from(g[2], g[0]), 3.0 / 64, 1e-6);
    assert_near(lw_simplified_from(g[3], g[2]), 6.0 / 64, 1e-6);
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_contains), cmocka_unit_test(test_rounding),
                                       cmocka_unit_test(test_from)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
