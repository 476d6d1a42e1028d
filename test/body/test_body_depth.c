/* body/depth.h: brackets of the penetration depth against known depths: boxes as meshes, balls in
 * boxes, solids within solids. For other solids: the translation parts them, and no translation shorter
 * than the lower end does. */
#include "distance/depth.h"
#include "meshes.h"

#include "body/depth.h"
#include "body/query.h"
#include "random_unit.h"
#include "seed.h"

static lw_geometry *make(lw_arena *arena, const lw_geometry_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_geometry_create(arena, def, &geometry, &error) != LW_OK)
        fail_msg("%s", error.message);
    return geometry;
}

static lw_geometry *make_of_mesh(lw_arena *arena, const raw_mesh *raw, double rounding, bool solid)
{
    lw_mesh *mesh = raw_make(raw, arena);
    return make(arena, &(lw_geometry_def){.meshes = &mesh,
                                          .mesh_is_solid = &solid,
                                          .mesh_count = 1,
                                          .mesh_rounding = &rounding});
}

static lw_geometry *make_of_shape(lw_arena *arena, lw_convex shape)
{
    const lw_part part = {shape, pose_identity()};
    return make(arena, &(lw_geometry_def){.parts = &part, .part_count = 1});
}

static vec3 random_vector(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return v3(x, y, lw_random_between(random, -size, size));
}

static vec3 random_size(lw_random *random)
{
    return add(v3(1, 1, 1), random_vector(random, 0.7));
}

static pose random_pose(lw_random *random, double size)
{
    pose at = pose_identity();
    if (lw_random_below(random, 3))
        at.rotation = lw_rotation(random_unit(random), lw_random_between(random, 0, 3));
    at.position = random_vector(random, size);
    return at;
}

static lw_depth depth_between(const lw_geometry *a, const lw_geometry *b, pose at)
{
    lw_depth found;
    lw_geometry_depth(a, b, &(lw_depth_query){.b_in_a = at}, &found);
    return found;
}

static bool parts(const lw_geometry *a, const lw_geometry *b, pose at, vec3 way)
{
    lw_bracket found;
    uint32_t pair[2];
    vec3 inside;
    at.position = add(at.position, way);
    lw_query query = {.b_in_a = at, .enough = HUGE_VAL, .touch = -1};
    lw_geometry_distance(a, b, &query, NULL, &found, pair);
    return found.upper > 0 && !lw_geometry_contained(a, b, at, &inside);
}

static double distance_from_surface(const lw_geometry *body, vec3 point)
{
    lw_arena arena = {0};
    lw_geometry *dot_body = make_of_shape(&arena, (lw_convex){.core = LW_CORE_POINT});
    pose at = pose_identity();
    at.position = point;
    lw_query query = {.b_in_a = at, .enough = HUGE_VAL, .touch = -1};
    lw_bracket found;
    uint32_t pair[2];
    lw_geometry_distance(body, dot_body, &query, NULL, &found, pair);
    lw_arena_free(&arena);
    return found.upper;
}

/* The invariants of every answer for bodies that overlap. */
static void check(const lw_geometry *a, const lw_geometry *b, pose at, const lw_depth *found)
{
    double size = a->extent + b->extent + norm(at.position);
    assert_true(found->lower >= 0 && found->lower <= found->upper && found->upper < 10 * size);
    assert_true(fabs(norm(found->normal) - 1) < 1e-12);
    vec3 way = scale(found->upper + 1e-9 * size, found->normal);
    if (!parts(a, b, at, way))
        fail_msg("%g does not part them", found->upper);
    double off = distance_from_surface(a, found->points[0]);
    double other = distance_from_surface(b, transform_back(at, found->points[1]));
    if (off > 1e-9 * size || other > 1e-9 * size)
        fail_msg("points lie %g and %g beside their bodies", off, other);
}

static lw_depth truth_of(lw_convex a, lw_convex b, pose at)
{
    lw_depth found;
    lw_convex_depth(&a, &b, &at, &found);
    return found;
}

/* Boxes as meshes and boxes, cylinders and balls, also wholly inside, against the depths of the convex
 * shapes. */
static void test_convex_solids(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int deep = 0;
    for (int i = 0; i < test_rounds(2000, 10000); i++) {
        lw_arena arena = {0};
        vec3 half[2] = {random_size(&random), random_size(&random)};
        lw_convex box[2];
        lw_geometry *body[2];
        lw_convex round = {.core = lw_random_below(&random, 2) ? LW_CORE_POINT : LW_CORE_CYLINDER,
                           .half = {0.3, 0, 0.4},
                           .radius = lw_random_between(&random, 0.05, 1)};
        bool is_round = lw_random_below(&random, 2);
        for (int k = 0; k < 2; k++) {
            raw_mesh raw = {0};
            raw_box(&raw, v3(0, 0, 0), half[k], false);
            box[k] = (lw_convex){.core = LW_CORE_BOX, .half = half[k]};
            if (k == 1 && is_round)
                box[k] = round;
            body[k] =
                k == 1 && is_round ? make_of_shape(&arena, round) : make_of_mesh(&arena, &raw, 0, true);
            raw_free(&raw);
        }
        pose at = random_pose(&random, 1.5);
        lw_depth truth = truth_of(box[0], box[1], at);
        lw_depth found = depth_between(body[0], body[1], at);
        if (fabs(found.upper - truth.upper) > 1e-9 || fabs(found.lower - truth.lower) > 1e-9)
            fail_msg("round %d: %g to %g, not %g to %g", i, found.lower, found.upper, truth.lower,
                     truth.upper);
        if (found.upper > 1e-6) {
            check(body[0], body[1], at, &found);
            vec3 way = sub(found.points[0], found.points[1]);
            assert_true(norm(sub(way, scale(found.upper, found.normal))) < 1e-9);
            deep++;
        }
        lw_arena_free(&arena);
    }
    assert_true(deep > 800);
}

/* Balls as meshes with hundreds of vertices: the bracket is narrower than 5 %, and near the depth of
 * the balls. */
static void test_balls(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_random random = {test_seed()};
    raw_mesh raw = {0};
    raw_sphere(&raw, v3(0, 0, 0), 1, 24, 32, false);
    lw_geometry *ball = make_of_mesh(&arena, &raw, 0, true);
    double before = 0;
    for (int i = 0; i < 99; i++) {
        double x = 1.98 - 0.02 * i;
        pose at = {lw_rotation(random_unit(&random), 1), {0, x, 0.1}};
        lw_depth found = depth_between(ball, ball, at);
        double truth = 2 - norm(at.position);
        assert_true(found.lower <= truth + 1e-12 && found.upper >= truth * 0.95 - 0.02);
        if (truth < 1 && truth > 0.1 && found.upper - found.lower > 0.05 * found.upper)
            fail_msg("%g to %g at %g", found.lower, found.upper, x);
        assert_true(found.lower >= before - 0.03);
        before = found.lower;
        if (found.upper > 1e-6)
            check(ball, ball, at, &found);
    }
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* An L of two bars 2 long and 1 wide and high, closed, its corner at the origin. */
static void raw_ell(raw_mesh *raw)
{
    static const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const uint32_t cap[4][3] = {{3, 4, 5}, {3, 5, 0}, {3, 0, 1}, {3, 1, 2}};
    uint32_t first = (uint32_t)raw->vertices.count;
    for (int z = 0; z < 2; z++)
        for (int i = 0; i < 6; i++)
            raw_vertex(raw, v3(outline[i][0], outline[i][1], z));
    for (int t = 0; t < 4; t++) {
        raw_triangle(raw, first + cap[t][0], first + cap[t][2], first + cap[t][1]);
        raw_triangle(raw, first + 6 + cap[t][0], first + 6 + cap[t][1], first + 6 + cap[t][2]);
    }
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t k = (i + 1) % 6;
        raw_triangle(raw, first + i, first + k, first + 6 + k);
        raw_triangle(raw, first + i, first + 6 + k, first + 6 + i);
    }
}

/* A block in the corner of an L, a millimetre deep in both bars, comes free across the corner: by the
 * square root of 2 of a millimetre. As a box, as a mesh and as a ball. */
static void test_in_the_corner(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_ell(&raw);
    lw_geometry *ell = make_of_mesh(&arena, &raw, 0, true);
    assert_true(!ell->is_convex);
    raw_mesh block = {0};
    raw_box(&block, v3(0, 0, 0), v3(0.3, 0.3, 0.3), false);
    lw_geometry *solids[3] = {
        make_of_mesh(&arena, &block, 0, true),
        make_of_shape(&arena, (lw_convex){.core = LW_CORE_BOX, .half = {0.3, 0.3, 0.3}}),
        make_of_shape(&arena, (lw_convex){.core = LW_CORE_POINT, .radius = 0.3})};
    pose at = pose_identity();
    at.position = v3(1.299, 1.299, 0.5);
    for (int i = 0; i < 3; i++) {
        lw_depth found = depth_between(ell, solids[i], at);
        if (!(found.lower > 0 && found.lower <= sqrt(2) * 1e-3 &&
              found.upper >= sqrt(2) * 1e-3 - 1e-12))
            fail_msg("%d: %g to %g", i, found.lower, found.upper);
        check(ell, solids[i], at, &found);
        /* the other way round */
        lw_depth back = depth_between(solids[i], ell, inverse(at));
        assert_true(back.lower > 0 && back.lower <= sqrt(2) * 1e-3 &&
                    back.upper >= sqrt(2) * 1e-3 - 1e-12);
    }
    raw_free(&raw);
    raw_free(&block);
    lw_arena_free(&arena);
}

/* One body wholly inside the other: a block within an arm of the L, about half a metre from its sides.
 */
static void test_within(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_ell(&raw);
    lw_geometry *ell = make_of_mesh(&arena, &raw, 0, true);
    raw_mesh block = {0};
    raw_box(&block, v3(0, 0, 0), v3(0.1, 0.1, 0.1), false);
    lw_geometry *small = make_of_mesh(&arena, &block, 0, true);
    pose at = pose_identity();
    at.position = v3(1.5, 0.6, 0.45);
    lw_depth found;
    lw_geometry_depth(ell, small, &(lw_depth_query){.b_in_a = at, .known = 0.3}, &found);
    /* out through the top of the arm: 0.4, and the half size of the block */
    assert_true(found.lower >= 0.4 && found.lower <= 0.5 && found.upper >= 0.5 - 1e-12);
    /* past the hull, out through the bottom: 0.45, and that half size */
    assert_true(found.upper <= 0.55 + 1e-9);
    check(ell, small, at, &found);
    /* a ball in the upper side, more than half in: to leave that side inwards parts nothing */
    lw_geometry *ball = make_of_shape(&arena, (lw_convex){.core = LW_CORE_POINT, .radius = 0.05});
    at.position = v3(1.5, 0.6, 0.99);
    found = depth_between(ell, ball, at);
    assert_true(found.lower > 0 && found.lower <= 0.06 + 1e-12 && found.upper >= 0.06 - 1e-9);
    check(ell, ball, at, &found);
    raw_free(&raw);
    raw_free(&block);
    lw_arena_free(&arena);
}

/* The largest depth of two elements. */
static double deepest_elements(const lw_geometry *a, const lw_geometry *b, pose b_in_a)
{
    double deepest = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (uint32_t k = 0; k < b->triangle_count; k++) {
            lw_element_room room[2];
            lw_convex shape[2];
            pose at[2];
            lw_geometry_element(a, i, &room[0], &shape[0], &at[0]);
            lw_geometry_element(b, k, &room[1], &shape[1], &at[1]);
            deepest = fmax(deepest,
                           truth_of(shape[0], shape[1], relative(at[0], compose(b_in_a, at[1]))).lower);
        }
    return deepest;
}

/* Solids that are not convex at random places: the brackets are sound, no lower end is less than the
 * depth of two elements, and all lower ends are above 0. */
static void test_other_solids(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_random random = {test_seed()};
    raw_mesh raw = {0};
    raw_ell(&raw);
    lw_geometry *ell = make_of_mesh(&arena, &raw, 0, true);
    lw_geometry *sheet = make_of_mesh(&arena, &raw, 0, false);
    raw_sphere(&raw, v3(3, 0, 0), 0.5, 6, 8, false);
    lw_geometry *two = make_of_mesh(&arena, &raw, 0.01, true);
    const lw_geometry *bodies[3] = {ell, two, sheet};
    int deep = 0;
    int shown = 0;
    for (int i = 0; i < test_rounds(300, 10000); i++) {
        const lw_geometry *a = bodies[lw_random_below(&random, 2)];
        const lw_geometry *b = bodies[lw_random_below(&random, 3)];
        pose at = random_pose(&random, 2.5);
        if (parts(a, b, at, v3(0, 0, 0)))
            continue;
        lw_depth found = depth_between(a, b, at);
        if (!(found.upper > 0))
            continue; /* one is inside the other */
        check(a, b, at, &found);
        deep++;
        shown += found.lower > 0;
        double least = deepest_elements(a, b, at);
        if (found.lower < least - 1e-9)
            fail_msg("round %d: %g, but elements show %g", i, found.lower, least);
        for (int k = 0; k < 20; k++) {
            vec3 way = random_vector(&random, 1);
            if (parts(a, b, at, scale(0.999 * found.lower / norm(way), way)))
                fail_msg("round %d: less than %g parts them", i, found.lower);
        }
    }
    assert_true(deep > 50 && shown == deep);
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* A hollow box: a body in its cavity is free, and the box is not convex, though its hull is. */
static void test_a_cavity(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    raw_box(&raw, v3(0, 0, 0), v3(0.9, 0.9, 0.9), true);
    lw_geometry *hollow = make_of_mesh(&arena, &raw, 0, true);
    assert_true(hollow->convex_solid_count == 0 && !hollow->is_convex);
    lw_geometry *ball = make_of_shape(&arena, (lw_convex){.core = LW_CORE_POINT, .radius = 0.2});
    pose at = pose_identity();
    /* from the cavity into the wall, by a centimetre */
    at.position = v3(0.71, 0, 0);
    lw_depth found = depth_between(hollow, ball, at);
    assert_true(found.lower > 0 && found.lower <= 0.01 + 1e-9);
    assert_true(found.upper >= 0.01 - 1e-9 && found.upper <= 0.0105);
    check(hollow, ball, at, &found);
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* A box with one face dented: by more than the rounding of files it is not convex. By less it counts as
 * convex, and the lower end allows for the dent. */
static void test_dents(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        const double dent = 1e-9 * pow(10, i);
        lw_arena arena = {0};
        raw_mesh raw = {0};
        raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
        uint32_t middle = raw_vertex(&raw, v3(0, 0, 1 - dent));
        /* the two triangles of the face become four */
        uint32_t *top = raw.indices.items;
        size_t kept = 0;
        uint32_t corners[6];
        size_t count = 0;
        for (size_t t = 0; t < raw.indices.count; t += 3) {
            bool on_top = true;
            for (size_t k = 0; k < 3; k++)
                on_top = on_top && raw.vertices.items[top[t + k]].z > 0;
            for (size_t k = 0; k < 3; k++) {
                if (on_top)
                    corners[count++] = top[t + k];
                else
                    top[kept++] = top[t + k];
            }
        }
        assert_int_equal(count, 6);
        raw.indices.count = kept;
        for (size_t k = 0; k < 6; k++) {
            uint32_t from = corners[k];
            uint32_t to = corners[k - k % 3 + (k + 1) % 3];
            vec3 edge = sub(raw.vertices.items[to], raw.vertices.items[from]);
            if (norm(edge) < 2.1)
                raw_triangle(&raw, from, to, middle);
        }
        lw_geometry *box = make_of_mesh(&arena, &raw, 0, true);
        assert_true(box->is_convex == (dent < 3e-5));
        lw_geometry *pin = make_of_shape(&arena, (lw_convex){.core = LW_CORE_POINT, .radius = 0.1});
        pose at = pose_identity();
        at.position = v3(0, 0, 1.05 - dent);
        lw_depth found = depth_between(box, pin, at);
        assert_true(found.lower > 0.049 && found.lower <= 0.05 + dent && found.upper >= 0.05 - 1e-12);
        raw_free(&raw);
        lw_arena_free(&arena);
    }
}

/* A ball of many triangles with one vertex pushed in is not convex, whichever vertex it is. */
static void test_a_dented_ball(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 40; i++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        raw_sphere(&raw, v3(0, 0, 0), 1, 24, 32, false);
        vec3 *dented = &raw.vertices.items[lw_random_below(&random, (uint32_t)raw.vertices.count)];
        *dented = scale(i % 2 ? 0.95 : 1, *dented);
        lw_geometry *ball = make_of_mesh(&arena, &raw, 0, true);
        assert_true(ball->is_convex == (i % 2 == 0));
        raw_free(&raw);
        lw_arena_free(&arena);
    }
}

/* Grown bodies. If they overlap, the depth is their overlap plus the growth; if they are apart, it is
 * the growth less the gap. */
static void test_grown(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    lw_geometry *box = make_of_mesh(&arena, &raw, 0, true);
    raw_mesh bars = {0};
    raw_ell(&bars);
    lw_geometry *ell = make_of_mesh(&arena, &bars, 0, true);
    raw_free(&bars);
    /* a tenth of a metre beside the arm of the L, and grown by three tenths */
    lw_depth_query beside = {.b_in_a = pose_identity(), .grown = {0.1, 0.2}};
    beside.b_in_a.position = v3(3.1, 0.5, 0.5);
    lw_depth gap;
    lw_geometry_depth(ell, box, &beside, &gap);
    assert_true(fabs(gap.lower - 0.2) < 1e-9 && fabs(gap.upper - 0.2) < 0.01);
    raw_ell(&raw);
    lw_geometry *other = make_of_mesh(&arena, &raw, 0, true);
    for (int step = 0; step < 6; step++) {
        double x = 1.9 + 0.05 * step;
        lw_depth_query query = {.b_in_a = pose_identity(), .grown = {0.1, 0.2}};
        query.b_in_a.position = v3(x, 0.1, 0.2);
        for (int i = 0; i < 2; i++) {
            lw_depth found;
            lw_geometry_depth(i ? other : box, box, &query, &found);
            double truth = 2.3 - x;
            /* the L reaches to x = 2 */
            truth += i ? 1 : 0;
            if (!(found.lower <= truth + 1e-9 && found.upper >= truth - 1e-9))
                fail_msg("%g: %g to %g, not %g", x, found.lower, found.upper, truth);
            if (i == 0) {
                assert_true(found.upper - found.lower < 1e-9);
                assert_true(fabs(found.points[0].x - 1.1) < 1e-9);
                assert_true(fabs(found.points[1].x - (x - 1.2)) < 1e-9);
            }
        }
    }
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* Bodies of two parts: the depth of the deepest pair is a lower end, and the translation along the
 * normal parts the bodies. */
static void test_two_parts(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_part two[2] = {{{.core = LW_CORE_BOX, .half = {1, 1, 1}}, pose_identity()},
                      {{.core = LW_CORE_POINT, .radius = 0.5}, pose_identity()}};
    two[1].at.position = v3(5, 0, 0);
    lw_geometry *g = make(&arena, &(lw_geometry_def){.parts = two, .part_count = 2});
    lw_geometry *box = make(&arena, &(lw_geometry_def){.parts = two, .part_count = 1});
    pose at = pose_identity();
    at.position = v3(1.75, 0.25, 0.5);
    lw_depth found = depth_between(g, box, at);
    assert_true(fabs(found.lower - 0.25) <= 1e-9 && found.upper <= 0.25 * 1.05);
    assert_true(norm(sub(found.normal, v3(1, 0, 0))) <= 1e-6);
    assert_true(fabs(found.points[0].x - 1) <= 1e-9 && fabs(found.points[1].x - 0.75) <= 1e-9);
    check(g, box, at, &found);
    /* between two boxes, 0.25 deep in one and 0.5 in the other: out to the side, by 2 */
    for (int side = -1; side < 2; side += 2) {
        lw_part beside[2] = {two[0], two[0]};
        beside[0].at.position = v3(0, 1.5 * side, 0);
        beside[1].at.position = v3(0, -1.75 * side, 0);
        lw_geometry *both = make(&arena, &(lw_geometry_def){.parts = beside, .part_count = 2});
        found = depth_between(both, box, pose_identity());
        assert_true(found.lower >= 0.5 - 1e-9 && found.lower <= 2 && found.upper >= 2 - 1e-9);
        assert_true(found.upper <= 2.01);
        check(both, box, pose_identity(), &found);
    }
    at.position = v3(0, 3, 0);
    found = depth_between(g, box, at);
    assert_true(found.lower == 0 && found.upper == 0 && norm(found.normal) == 0);
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convex_solids), cmocka_unit_test(test_balls),
        cmocka_unit_test(test_in_the_corner), cmocka_unit_test(test_within),
        cmocka_unit_test(test_other_solids),  cmocka_unit_test(test_a_cavity),
        cmocka_unit_test(test_dents),         cmocka_unit_test(test_a_dented_ball),
        cmocka_unit_test(test_grown),         cmocka_unit_test(test_two_parts),
    };
    return cmocka_run_group_tests_name("body_depth", tests, NULL, NULL);
}
