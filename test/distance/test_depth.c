/* Tests distance/depth.c. After a move by the depth along the normal, the shapes must be apart, in long
 * double. For polytopes, boxes, triangles and segments no candidate for the best direction (normals of
 * faces, products of edges) may give a smaller depth; for other shapes no direction that a random
 * descent finds. The points must lie on their shapes, straight across from each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "certify.h"
#include "distance/depth.h"
#include "polytopes.h"
#include "seed.h"

/* The vertices of a core, and their number; 0 if it is round or has many. */
static uint32_t vertices_of(const lw_convex *shape, vec3 out[8])
{
    vec3 h = shape->half;
    switch (shape->core) {
    case LW_CORE_POINT:
        out[0] = v3(0, 0, 0);
        return 1;
    case LW_CORE_SEGMENT:
        out[0] = v3(0, 0, -h.z);
        out[1] = v3(0, 0, h.z);
        return 2;
    case LW_CORE_TRIANGLE:
        for (int i = 0; i < 3; i++)
            out[i] = shape->triangle[i];
        return 3;
    case LW_CORE_BOX:
        for (int i = 0; i < 8; i++)
            out[i] = v3(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
        return 8;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
    case LW_CORE_ELLIPSOID:
    case LW_CORE_POLYTOPE:
        break;
    }
    return 0;
}

/* The distance by which b must move along n to be free, in long double. */
static long double needed(const lw_convex *a, const lw_convex *b, pose at, wide n)
{
    wide back = wide_rotate_back(at.rotation, n);
    long double gap = wide_dot(n, widen(at.position)) - wide_support(a, n) -
                      wide_support(b, (wide){-back.x, -back.y, -back.z});
    return -gap / wide_norm(n);
}

/* Edge vectors between all vertices, in a's frame. */
static int edges_of(const lw_convex *shape, pose at, wide edges[28])
{
    vec3 v[8];
    uint32_t count = vertices_of(shape, v);
    int n = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            edges[n++] = wide_sub(wide_transform(at, widen(v[j])), wide_transform(at, widen(v[i])));
    return n;
}

/* The least move over all directions perpendicular to two edges: it is the true depth if there are
 * enough edges. */
static long double least(const lw_convex *a, const lw_convex *b, pose at)
{
    wide edges[56];
    int n = edges_of(a, pose_identity(), edges);
    n += edges_of(b, at, edges + n);
    long double best = HUGE_VALL;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            wide u = wide_cross(edges[i], edges[j]);
            long double length = wide_norm(u);
            if (!(length > 1e-10L * wide_norm(edges[i]) * wide_norm(edges[j])))
                continue;
            wide other = {-u.x, -u.y, -u.z};
            best = fminl(best, fminl(needed(a, b, at, u), needed(a, b, at, other)));
        }
    return best;
}

/* Checks that the points of a depth lie on the shapes, and touch last on the way out. */
static const char *fault_of_points(const lw_convex *a, const lw_convex *b, pose at,
                                   const lw_depth *found)
{
    double size = pair_size(a, b, at);
    vec3 way = sub(found->points[0], found->points[1]);
    if (norm(sub(way, scale(found->upper, found->normal))) > 1e-9 * size)
        return "the points are not straight across from each other";
    wide p = widen(found->points[0]);
    wide q = wide_rotate_back(at.rotation, wide_sub(widen(found->points[1]), widen(at.position)));
    if (!wide_lies_in(a, p, 1e-9L * size) || !wide_lies_in(b, q, 1e-9L * size))
        return "a point lies outside its shape";
    /* no point of a shape lies farther out along the normal */
    wide n = widen(found->normal);
    wide back = wide_rotate_back(at.rotation, n);
    wide inwards = {-back.x, -back.y, -back.z};
    if (wide_support(a, n) - wide_dot(n, p) > 1e-9L * size ||
        wide_support(b, inwards) - wide_dot(inwards, q) > 1e-9L * size)
        return "a point is not on the surface";
    return NULL;
}

/* The least move that a descent by random steps finds, from a given direction. */
static long double descend(lw_random *random, const lw_convex *a, const lw_convex *b, pose at,
                           vec3 from)
{
    long double least = needed(a, b, at, widen(from));
    for (double step = 0.5; step > 1e-9;) {
        vec3 next = add_scaled(from, step, random_direction(random));
        long double need = needed(a, b, at, widen(next));
        if (need < least) {
            least = need;
            from = scale(1 / norm(next), next);
            step *= 1.6;
        } else {
            step *= 0.85;
        }
    }
    return least;
}

static void test_every_pair(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(200, 10000);
    for (int a = 0; a < LW_CORE_COUNT; a++)
        for (int b = 0; b < LW_CORE_COUNT; b++) {
            lw_arena arena = {0};
            for (int i = 0; i < rounds; i++) {
                double size = pow(10, lw_random_between(&random, -3, 3));
                lw_convex p = random_shape(&random, &arena, (lw_core)a, size);
                lw_convex q = random_shape(&random, &arena, (lw_core)b, size);
                pose at = {random_rotation(&random), random_vector(&random, 0.5 * size)};
                double total = pair_size(&p, &q, at);
                lw_depth found;
                lw_bracket bracket;
                lw_convex_distance(&p, &q, &at, NULL, &bracket);
                lw_convex_depth(&p, &q, &at, &found);
                double depth = found.upper;
                if (!(depth >= 0) || !finite3(found.points[0]) || !finite3(found.points[1]))
                    fail_msg("%d and %d, round %d: depth %g", a, b, i, depth);
                if (bracket.lower > 0) {
                    assert_true(depth == 0);
                    continue;
                }
                long double need = needed(&p, &q, at, widen(found.normal));
                if (!(fabsl(wide_norm(widen(found.normal)) - 1) < 1e-14L) ||
                    need > depth + 1e-13L * total)
                    fail_msg("%d and %d, round %d: %g does not set them free, %Lg does", a, b, i, depth,
                             need);
                if (found.lower > depth || found.lower > need)
                    fail_msg("%d and %d, round %d: %.17Lg does, less than %.17g, to %.17g", a, b, i,
                             need, found.lower, depth);
                const char *fault = fault_of_points(&p, &q, at, &found);
                if (fault)
                    fail_msg("%d and %d, round %d: %s", a, b, i, fault);
                /* cores with few vertices, and no round ones: compare with the true depth */
                vec3 ignored[8];
                if (i % 4 || !vertices_of(&p, ignored) || !vertices_of(&q, ignored))
                    continue;
                long double best = least(&p, &q, at);
                if (best < HUGE_VALL && (p.radius + q.radius == 0) &&
                    (depth < best - 1e-12L * total || depth > best + 1e-9L * total))
                    fail_msg("%d and %d, round %d: depth %g, but it is %Lg", a, b, i, depth, best);
            }
            lw_arena_free(&arena);
        }
}

/* Polytopes that are hard to search: a move along the normal sets them free, and no normal of a facet
 * needs a shorter one. */
static void test_hard_polytopes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(300, 100000); i++) {
        lw_arena arena = {0};
        lw_convex shape[2] = {random_polytope(&random, &arena), random_polytope(&random, &arena)};
        pose at = {random_rotation(&random), random_vector(&random, 0.7)};
        double size = pair_size(&shape[0], &shape[1], at);
        lw_depth found;
        lw_convex_depth(&shape[0], &shape[1], &at, &found);
        double depth = found.upper;
        assert_true(depth >= 0 && depth < 4);
        if (depth > 0) {
            long double need = needed(&shape[0], &shape[1], at, widen(found.normal));
            if (need > depth + 1e-13L * size)
                fail_msg("round %d: %g does not set them free, %Lg does", i, depth, need);
            /* the points are as far apart as the depth, along the normal */
            double off = norm(sub(add_scaled(found.points[1], depth, found.normal), found.points[0]));
            if (off > 1e-7 * size)
                fail_msg("round %d: the points miss each other by %g", i, off);
        }
        for (int s = 0; s < 2 && depth > 0; s++) {
            const lw_polytope *polytope = shape[s].polytope;
            for (uint32_t f = 0; f < polytope->facet_count; f += 1 + polytope->facet_count / 100) {
                const vec3 *v = polytope->vertices;
                const uint32_t *c = polytope->facets[f];
                vec3 n = cross(sub(v[c[1]], v[c[0]]), sub(v[c[2]], v[c[0]]));
                if (!(norm(n) > 1e-12))
                    continue;
                wide along = s == 0 ? widen(n) : widen(neg(rotate(at.rotation, n)));
                if (needed(&shape[0], &shape[1], at, along) < depth - 1e-11L * size)
                    fail_msg("round %d: %g, but a facet needs only %Lg", i, depth,
                             needed(&shape[0], &shape[1], at, along));
            }
        }
        lw_arena_free(&arena);
    }
}

/* Bodies of revolution on one axis, beside it, and tilted against it: neighbouring directions need the
 * same move, or nearly. */
static void test_about_one_axis(void **state)
{
    (void)state;
    static const lw_core cores[] = {LW_CORE_POINT, LW_CORE_SEGMENT, LW_CORE_CYLINDER, LW_CORE_CONE};
    lw_random random = {test_seed()};
    int deep = 0;
    int open = 0;
    for (int i = 0; i < test_rounds(1200, 20000); i++) {
        lw_convex shape[2];
        for (int s = 0; s < 2; s++)
            shape[s] = random_shape(&random, NULL, cores[lw_random_below(&random, 4)], 1);
        if (lw_random_below(&random, 8) == 0)
            shape[1] = random_shape(&random, NULL, LW_CORE_BOX, 1);
        pose at = {mat3_identity(), {0, 0, lw_random_between(&random, -0.5, 0.5)}};
        uint32_t kind = lw_random_below(&random, 4);
        if (kind & 1)
            at.position = add(at.position, random_vector(&random, 0.02));
        if (kind & 2)
            at.rotation =
                lw_rotation(random_direction(&random), pow(10, lw_random_between(&random, -15, -1)));
        if (lw_random_below(&random, 2))
            at.rotation = mul(at.rotation, lw_rotation(v3(1, 0, 0), 3.14159265358979323846));
        double size = pair_size(&shape[0], &shape[1], at);
        lw_depth found;
        lw_convex_depth(&shape[0], &shape[1], &at, &found);
        if (!(found.upper > 0))
            continue;
        deep++;
        assert_true(found.lower <= found.upper);
        open += found.upper - found.lower > 1e-9 * size;
        if (needed(&shape[0], &shape[1], at, widen(found.normal)) > found.upper + 1e-13L * size)
            fail_msg("round %d: %g does not set them free", i, found.upper);
        const char *fault = fault_of_points(&shape[0], &shape[1], at, &found);
        if (fault)
            fail_msg("round %d: %s", i, fault);
        for (int k = 0; k < 4; k++) {
            vec3 from = k ? random_direction(&random) : found.normal;
            if (descend(&random, &shape[0], &shape[1], at, from) < found.lower - 1e-15L * size)
                fail_msg("round %d: less than %g does", i, found.lower);
        }
    }
    /* of needles and plates some brackets stay open, because the search runs out of cells */
    assert_true(deep > 500 && open <= deep / 500);
}

/* Cones on one axis, whose depth has a closed form. */
static void test_coaxial_cones(void **state)
{
    (void)state;
    lw_convex cone = {.core = LW_CORE_CONE, .half = {1, 0, 1.5}};
    pose at = pose_identity();
    lw_depth found;
    lw_convex_depth(&cone, &cone, &at, &found);
    /* across the side: 2 r l / sqrt(r^2 + l^2) for radius r and length l */
    assert_true(fabs(found.upper - 6 / sqrt(10)) <= 1e-9 && found.upper - found.lower <= 1e-9);
    /* turned over, the tip of each lies in the base of the other: r l / sqrt(r^2 + l^2) */
    lw_convex flat = {.core = LW_CORE_CONE, .half = {2, 0, 0.25}};
    at.rotation = lw_rotation(v3(1, 0, 0), 3.14159265358979323846);
    lw_convex_depth(&flat, &flat, &at, &found);
    assert_true(fabs(found.upper - 1 / sqrt(4.25)) <= 1e-9);
}

static void test_radii_alone(void **state)
{
    (void)state;
    /* two balls: their radii overlap along the line of their centres */
    lw_convex a = {.core = LW_CORE_POINT, .radius = 0.75};
    lw_convex b = {.core = LW_CORE_POINT, .radius = 0.5};
    pose at = {mat3_identity(), {0, 1, 0}};
    lw_depth found;
    lw_convex_depth(&a, &b, &at, &found);
    assert_true(found.upper == 0.25 && found.lower > 0.25 - 1e-14 && found.lower <= 0.25);
    assert_true(found.normal.x == 0 && found.normal.y == 1 && found.normal.z == 0);
    assert_true(found.points[0].y == 0.75 && found.points[1].y == 0.5);
    at.position.y = 2;
    lw_convex_depth(&a, &b, &at, &found);
    assert_true(found.upper == 0 && found.lower == 0);
}

static void test_boxes(void **state)
{
    (void)state;
    /* of two cubes with edges 2, one shifted by 1.5 along x and 0.5 along y, 0.5 overlap along x */
    lw_convex cube = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    pose at = {mat3_identity(), {1.5, 0.5, 0}};
    lw_depth found;
    lw_convex_depth(&cube, &cube, &at, &found);
    double depth = found.upper;
    assert_true(fabs(depth - 0.5) < 1e-14);
    assert_true(fabs(found.normal.x - 1) < 1e-14);
    assert_true(fabs(found.points[0].x - 1) < 1e-14 && fabs(found.points[1].x - 0.5) < 1e-14);
    assert_true(norm(sub(add_scaled(found.points[1], depth, found.normal), found.points[0])) < 1e-14);
}

/* Boxes along the same axes, at places where corners, edges and faces of their difference lie in line
 * with the origin: the difference is a box, and the depth is the distance to its nearest face. */
static void test_boxes_on_a_lattice(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int deep = 0;
    for (int i = 0; i < 3000; i++) {
        lw_convex box[2];
        double h[2][3];
        double p[3];
        double expected = HUGE_VAL;
        for (int s = 0; s < 2; s++) {
            for (int k = 0; k < 3; k++)
                h[s][k] = 0.5 * (1 + lw_random_below(&random, 3));
            box[s] = (lw_convex){.core = LW_CORE_BOX, .half = {h[s][0], h[s][1], h[s][2]}};
        }
        for (int k = 0; k < 3; k++) {
            p[k] = 0.5 * ((int)lw_random_below(&random, 9) - 4);
            expected = fmin(expected, h[0][k] + h[1][k] - fabs(p[k]));
        }
        pose at = {mat3_identity(), {p[0], p[1], p[2]}};
        lw_depth found;
        lw_convex_depth(&box[0], &box[1], &at, &found);
        double depth = found.upper;
        if (fabs(depth - fmax(expected, 0)) > 1e-12)
            fail_msg("round %d: %.17g, not %g", i, depth, expected);
        deep += expected > 0;
        if (expected > 0)
            assert_true(fabs((double)needed(&box[0], &box[1], at, widen(found.normal)) - expected) <=
                        1e-12);
    }
    assert_true(deep > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair),         cmocka_unit_test(test_hard_polytopes),
        cmocka_unit_test(test_about_one_axis),     cmocka_unit_test(test_coaxial_cones),
        cmocka_unit_test(test_radii_alone),        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_boxes_on_a_lattice),
    };
    return cmocka_run_group_tests_name("depth", tests, NULL, NULL);
}
