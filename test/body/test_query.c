/* body/query.c and body/box.h: distances against brute force over all pairs of elements. */
#include "expect.h"
#include "meshes.h"

#include "body/box.h"
#include "body/query.h"
#include "seed.h"

static lw_geometry *make(lw_arena *arena, const lw_geometry_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_geometry_create(arena, def, &geometry, &error) != LW_OK)
        fail_msg("%s", error.message);
    return geometry;
}

static lw_geometry *make_from_raw(lw_arena *arena, const raw_mesh *raw)
{
    lw_mesh *mesh = raw_make(raw, arena);
    const bool solid = true;
    return make(arena, &(lw_geometry_def){.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1});
}

static uint32_t elements(const lw_geometry *g)
{
    return g->triangle_count + g->part_count;
}

/* The distance over all pairs of elements, as convex shapes or as triangles. */
static lw_bracket brute_force(const lw_geometry *a, const lw_geometry *b, pose b_in_a)
{
    lw_bracket best = {.lower = HUGE_VAL, .upper = HUGE_VAL};
    for (uint32_t i = 0; i < elements(a); i++)
        for (uint32_t j = 0; j < elements(b); j++) {
            lw_element_room room[2];
            lw_convex shape[2];
            pose at[2];
            lw_bracket found;
            lw_geometry_element(a, i, &room[0], &shape[0], &at[0]);
            lw_geometry_element(b, j, &room[1], &shape[1], &at[1]);
            at[1] = compose(b_in_a, at[1]);
            if (shape[0].core == LW_CORE_TRIANGLE && shape[1].core == LW_CORE_TRIANGLE &&
                shape[0].radius + shape[1].radius == 0) {
                vec3 t[3];
                for (int k = 0; k < 3; k++)
                    t[k] = transform(at[1], shape[1].triangle[k]);
                lw_triangle_triangle(shape[0].triangle, t, &found);
            } else {
                const pose between = relative(at[0], at[1]);
                lw_convex_distance(&shape[0], &shape[1], &between, NULL, &found);
            }
            best.lower = fmin(best.lower, found.lower);
            best.upper = fmin(best.upper, found.upper);
        }
    return best;
}

static double size_of(const lw_geometry *a, const lw_geometry *b, pose b_in_a)
{
    return a->extent + b->extent + norm(b_in_a.position);
}

static const lw_query exact = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}}, HUGE_VAL, -1, 0, NULL};

static lw_bracket distance(const lw_geometry *a, const lw_geometry *b, lw_query query,
                           lw_nearest_elements *memory, uint32_t pair[2])
{
    lw_bracket out;
    lw_geometry_distance(a, b, &query, memory, &out, pair);
    assert_true(out.lower >= 0 && out.lower <= out.upper);
    assert_in_range(pair[0], 0, elements(a) - 1);
    assert_in_range(pair[1], 0, elements(b) - 1);
    double tolerance = 1e-14 * size_of(a, b, query.b_in_a);
    assert_true(fabs(norm(sub(out.points[1], out.points[0])) - out.upper) <= tolerance);
    return out;
}

/* Checks every kind of query, given that the truth is in [truth.lower, truth.upper]. moved: by how much
 * the pose differs from that of the truth. */
static void check_all(const lw_geometry *a, const lw_geometry *b, pose b_in_a, double moved,
                      lw_bracket truth, lw_random *random)
{
    uint32_t pair[2];
    lw_query query = exact;
    query.b_in_a = b_in_a;
    double tolerance = 1e-13 * size_of(a, b, b_in_a);
    if (a->part_count + b->part_count > 0)
        tolerance *= 20; /* lw_convex_distance may leave so much open */
    lw_bracket d = distance(a, b, query, NULL, pair);
    assert_true(fabs(d.upper - truth.upper) <= tolerance);
    assert_true(d.lower <= truth.upper + moved);
    assert_true(d.lower >= truth.lower * (1 - 1e-12) - tolerance);

    /* with a warm start from the last query */
    lw_nearest_elements memory = {0};
    distance(a, b, query, &memory, pair);
    lw_bracket again = distance(a, b, query, &memory, pair);
    assert_true(fabs(again.upper - truth.upper) <= tolerance && again.lower <= truth.upper + moved);

    query.relative = 0.1;
    d = distance(a, b, query, NULL, pair);
    assert_true(d.lower <= truth.upper + moved && d.upper >= truth.lower - tolerance);
    assert_true(d.lower >= 0.9 * d.upper - 2 * tolerance);

    query.relative = 0;
    lw_meter work = {lw_random_below(random, 1000)};
    query.work = &work;
    d = distance(a, b, query, NULL, pair);
    assert_true(d.lower <= truth.upper + moved && d.upper >= truth.lower - tolerance);
    query.work = NULL;

    query.enough = truth.upper * lw_random_between(random, 0.3, 2);
    d = distance(a, b, query, NULL, pair);
    assert_true(d.lower <= truth.upper + moved && d.upper >= truth.lower - tolerance);
    assert_true(d.lower >= fmin(query.enough, truth.lower * (1 - 1e-11) - 2 * tolerance));

    query.enough = HUGE_VAL;
    query.touch = truth.upper * lw_random_between(random, 0.5, 2);
    d = distance(a, b, query, NULL, pair);
    assert_true(d.lower <= truth.upper + moved && d.upper >= truth.lower - tolerance);
    if (truth.upper <= query.touch)
        assert_true(d.upper <= query.touch + tolerance);
    else
        assert_true(d.lower >= truth.lower * (1 - 1e-12) - tolerance);
}

static void check_pair(const lw_geometry *a, const lw_geometry *b, pose b_in_a, lw_random *random)
{
    lw_bracket truth = brute_force(a, b, b_in_a);
    check_all(a, b, b_in_a, 0, truth, random);
    check_all(b, a, inverse(b_in_a), 1e-15 * size_of(a, b, b_in_a), truth, random);
}

/* A mesh of one kind, about as large as `size`. */
static void raw_of_kind(raw_mesh *raw, lw_random *random, uint32_t kind, double size)
{
    switch (kind) {
    case 0:
        raw_soup(raw, random, 1 + (int)lw_random_below(random, 60), size, 0.3 * size);
        break;
    case 1:
        raw_sphere(raw, scale(size * lw_random_between(random, 0, 3), random_direction(random)), size,
                   6, 7, false);
        break;
    case 2:
        raw_box(raw, v3(0, 0, 0),
                scale(size, v3(lw_random_between(random, 0, 1), lw_random_between(random, 0, 1), 1)),
                false);
        break;
    default:
        raw_sheet(raw, size, 5, lw_random_between(random, 0, 0.3));
    }
}

/* Meshes that are turned, far or near or overlapping; if they are apart, they are then moved until a
 * chosen gap is left. */
static void test_meshes_against_brute_force(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int apart = 0;
    for (int i = 0; i < test_rounds(300, 20000); i++) {
        lw_arena arena = {0};
        raw_mesh raw = {0};
        double size = pow(10, lw_random_between(&random, -3, 3));
        raw_of_kind(&raw, &random, lw_random_below(&random, 4), size);
        lw_geometry *a = make_from_raw(&arena, &raw);
        raw_free(&raw);
        raw_of_kind(&raw, &random, lw_random_below(&random, 4), size);
        lw_geometry *b = make_from_raw(&arena, &raw);
        raw_free(&raw);
        pose at = random_turn(&random);
        at.position = scale(size * lw_random_between(&random, 0, 8), random_direction(&random));
        check_pair(a, b, at, &random);
        uint32_t pair[2];
        lw_query query = exact;
        query.b_in_a = at;
        lw_bracket d = distance(a, b, query, NULL, pair);
        if (d.lower > 0) {
            double gap = size * pow(10, lw_random_between(&random, -9, 0));
            at.position = add_scaled(at.position, gap - d.upper, d.normal);
            check_pair(a, b, at, &random);
            apart++;
        }
        lw_arena_free(&arena);
    }
    assert_true(apart > 20);
}

static lw_part random_part(lw_random *random)
{
    lw_part part = {0};
    part.shape.core = (lw_core)lw_random_below(random, LW_CORE_POLYTOPE);
    if (part.shape.core == LW_CORE_TRIANGLE)
        part.shape.core = LW_CORE_SEGMENT;
    part.shape.half = v3(lw_random_between(random, 0.01, 0.5), lw_random_between(random, 0.01, 0.5),
                         lw_random_between(random, 0.01, 0.5));
    if (lw_random_below(random, 2))
        part.shape.radius = lw_random_between(random, 0, 0.2);
    part.at = random_turn(random);
    part.at.position = scale(lw_random_between(random, 0, 3), random_direction(random));
    return part;
}

static void test_parts_against_brute_force(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(100, 10000); i++) {
        lw_arena arena = {0};
        lw_geometry *geometry[2];
        for (int side = 0; side < 2; side++) {
            lw_part parts[8];
            size_t count = 1 + lw_random_below(&random, 8);
            for (size_t k = 0; k < count; k++)
                parts[k] = random_part(&random);
            raw_mesh raw = {0};
            raw_of_kind(&raw, &random, lw_random_below(&random, 4), 1);
            lw_mesh *mesh = raw_make(&raw, &arena);
            const bool solid = false;
            double rounding = lw_random_below(&random, 2) ? lw_random_between(&random, 0, 0.3) : 0;
            geometry[side] = make(&arena, &(lw_geometry_def){parts, count, &mesh, &solid,
                                                             i % 3 > side ? 1 : 0, &rounding});
            raw_free(&raw);
        }
        pose at = random_turn(&random);
        at.position = scale(lw_random_between(&random, 2, 9), random_direction(&random));
        check_pair(geometry[0], geometry[1], at, &random);
        lw_arena_free(&arena);
    }
}

/* Two bodies that are moved together keep their distance. */
static void test_the_world_moves(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_soup(&raw, &random, 200, 1, 0.1);
    lw_geometry *a = make_from_raw(&arena, &raw);
    raw_free(&raw);
    raw_sphere(&raw, v3(1, 2, 3), 1, 20, 20, false);
    lw_geometry *b = make_from_raw(&arena, &raw);
    raw_free(&raw);
    for (int i = 0; i < 200; i++) {
        pose world = random_turn(&random);
        world.position = scale(10, random_direction(&random));
        pose place = random_turn(&random);
        place.position = scale(6, random_direction(&random));
        uint32_t pair[2];
        lw_query query = exact;
        query.b_in_a = place;
        lw_bracket d = distance(a, b, query, NULL, pair);
        query.b_in_a = relative(world, compose(world, place));
        lw_bracket e = distance(a, b, query, NULL, pair);
        assert_true(fabs(d.upper - e.upper) <= 1e-13 && fabs(d.lower - e.lower) <= 1e-12);
    }
    lw_arena_free(&arena);
}

/* ---- boxes --------------------------------------------------------------------------------------- */

static vec3 corner_of(const lw_node *node, int k)
{
    return add(node->center,
               v3(k & 1 ? node->half.x : -node->half.x, k & 2 ? node->half.y : -node->half.y,
                  k & 4 ? node->half.z : -node->half.z));
}

/* Boxes grown as in the tree: their gap is at most the distance of the boxes before they are grown, by
 * GJK; and the direction separates the grown boxes by the gap. */
static void test_box_gap_is_a_lower_bound(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int apart = 0;
    for (int i = 0; i < test_rounds(50000, 5000000); i++) {
        lw_node node[2];
        lw_part part[2];
        double size = pow(10, lw_random_between(&random, -3, 3));
        for (int side = 0; side < 2; side++) {
            vec3 half = scale(size, abs3(random_direction(&random)));
            vec3 center = scale(size * lw_random_between(&random, 0, 5), random_direction(&random));
            double grown = LW_BOX_GROWTH * (norm(half) + norm(center));
            node[side] =
                (lw_node){.center = center, .half = add(half, v3(grown, grown, grown)), .child = -1};
            part[side] = (lw_part){{.core = LW_CORE_BOX, .half = half}, pose_identity()};
            part[side].at.position = center;
        }
        pose at = i % 5 ? random_turn(&random) : pose_identity();
        at.position =
            scale(size * pow(10, lw_random_between(&random, -1, 3)), random_direction(&random));
        lw_box_frames frames;
        lw_box_frames_set(&frames, &at);
        vec3 normal = v3(0, 0, 0);
        double gap = lw_box_gap(&frames, &node[0], &node[1], &normal);
        double square = lw_box_gap_square(&frames, &node[0], &node[1]);
        assert_true(fabs(sqrt(square) * LW_GAP_SHRINK - gap) <= 1e-15 * gap);
        if (!(gap > 0)) {
            assert_true(norm(normal) == 0);
            continue;
        }
        apart++;
        lw_bracket d;
        const pose between = relative(part[0].at, compose(at, part[1].at));
        lw_convex_distance(&part[0].shape, &part[1].shape, &between, NULL, &d);
        assert_true(gap <= d.upper);
        assert_true(fabs(norm(normal) - 1) <= 1e-14);
        double highest = -HUGE_VAL;
        double lowest = HUGE_VAL;
        for (int k = 0; k < 8; k++) {
            highest = greater(highest, dot(normal, corner_of(&node[0], k)));
            lowest = lesser(lowest, dot(normal, transform(at, corner_of(&node[1], k))));
        }
        double rounding = 1e-14 * (10 * size + norm(at.position));
        assert_true(lowest - highest >= gap - rounding);
    }
    assert_true(apart > 1000);
}

/* Boxes face to face, turned about the axis between them, where the distance is a sum: the gap is never
 * above it in long double, not by the last place, far inside large bodies and far away from small ones.
 */
static void test_box_gap_to_the_last_place(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    for (int i = 0; i < 20000; i++) {
        lw_node node[2];
        double extent = 0;
        double reach[2];
        for (int side = 0; side < 2; side++) {
            double x = lw_random_between(&random, 0.1, 1);
            vec3 center = v3(lw_random_between(&random, -1000, 1000), 0, 0);
            reach[side] = x;
            node[side] = (lw_node){.center = center, .half = v3(x, 1, 1), .child = -1};
            extent = fmax(extent, fabs(center.x) + 2);
        }
        double grown = LW_BOX_GROWTH * extent;
        for (int side = 0; side < 2; side++)
            node[side].half = add(node[side].half, v3(grown, grown, grown));
        double away = 2010 + pow(10, lw_random_between(&random, -9, 9));
        pose at = {lw_rotation(v3(1, 0, 0), lw_random_between(&random, 0, 6)), {away, 0.1, 0.2}};
        if (i % 2) /* a hair apart */
            at.position.x = node[0].center.x - node[1].center.x + reach[0] + reach[1] +
                            pow(10, lw_random_between(&random, -11, -3));
        long double truth =
            (long double)at.position.x + node[1].center.x - node[0].center.x - reach[0] - reach[1];
        lw_box_frames frames;
        lw_box_frames_set(&frames, &at);
        vec3 normal;
        double gap = lw_box_gap(&frames, &node[0], &node[1], &normal);
        if (gap > 0 && gap > truth)
            fail_msg("round %d: %.17g, %Lg more than there is", i, gap, gap - truth);
    }
}

/* Along an axis of either box the gap is exact, up to the growth. */
static void test_box_gap_is_exact_along_axes(void **state)
{
    (void)state;
    const lw_node unit = {.half = {1, 1, 1}, .child = -1};
    pose at = pose_identity();
    at.position = v3(4, 0.5, -3);
    lw_box_frames frames;
    lw_box_frames_set(&frames, &at);
    vec3 normal;
    double gap = lw_box_gap(&frames, &unit, &unit, &normal);
    assert_true(fabs(gap - sqrt(2 * 2 + 1)) <= 1e-11);
    assert_true(fabs(normal.x - 2 / sqrt(5)) <= 1e-11 && fabs(normal.z + 1 / sqrt(5)) <= 1e-11);
    /* a cube on its edge above a face: reaches sqrt(2) */
    at.rotation = lw_rotation(v3(0, 0, 1), 0.78539816339744831);
    at.position = v3(5, 0, 0);
    lw_box_frames_set(&frames, &at);
    gap = lw_box_gap(&frames, &unit, &unit, &normal);
    assert_true(fabs(gap - (4 - sqrt(2))) <= 1e-11);
}

/* ---- to the last place ------------------------------------------------------------------------ */

typedef long double wide3[3];

/* a posed point in long double, by the pose as it stands */
static void wide_place(pose at, vec3 p, wide3 out)
{
    const mat3 *m = &at.rotation;
    out[0] = (long double)m->x.x * p.x + (long double)m->y.x * p.y + (long double)m->z.x * p.z +
             at.position.x;
    out[1] = (long double)m->x.y * p.x + (long double)m->y.y * p.y + (long double)m->z.y * p.z +
             at.position.y;
    out[2] = (long double)m->x.z * p.x + (long double)m->y.z * p.y + (long double)m->z.z * p.z +
             at.position.z;
}

static long double wide_distance(const wide3 p, vec3 q)
{
    long double x = p[0] - q.x;
    long double y = p[1] - q.y;
    long double z = p[2] - q.z;
    return sqrtl(x * x + y * y + z * z);
}

/* A triangle far from its origin, brought back over a large one in the plane z = 0: its lowest corner
 * gives the distance. */
static void test_placed_triangles(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_vertex(&raw, v3(-9, -9, 0));
    raw_vertex(&raw, v3(9, -9, 0));
    raw_vertex(&raw, v3(0, 9, 0));
    raw_triangle(&raw, 0, 1, 2);
    lw_geometry *a = make_from_raw(&arena, &raw);
    raw_free(&raw);
    for (int i = 0; i < 2000; i++) {
        lw_arena own = {0};
        vec3 center = scale(1000, random_direction(&random));
        for (int k = 0; k < 3; k++)
            raw_vertex(&raw, add(center, random_direction(&random)));
        raw_triangle(&raw, 0, 1, 2);
        lw_geometry *b = make_from_raw(&own, &raw);
        pose at = random_turn(&random);
        at.position = neg(transform(at, center));
        wide3 corner;
        long double truth = HUGE_VALL;
        double lowest = pow(10, lw_random_between(&random, -6, 0));
        for (int k = 0; k < 3; k++) {
            wide_place(at, raw.vertices.items[k], corner);
            truth = fminl(truth, corner[2]);
        }
        at.position.z += lowest - (double)truth;
        truth = HUGE_VALL;
        for (int k = 0; k < 3; k++) {
            wide_place(at, raw.vertices.items[k], corner);
            truth = fminl(truth, corner[2]);
        }
        lw_query query = exact;
        query.b_in_a = at;
        lw_bracket d;
        uint32_t pair[2];
        lw_geometry_distance(a, b, &query, NULL, &d, pair);
        if (d.lower > truth || d.upper < truth - 1e-11L)
            fail_msg("round %d: [%.17g, %.17g], not %.17Lg", i, d.lower, d.upper, truth);
        raw_free(&raw);
        lw_arena_free(&own);
    }
    lw_arena_free(&arena);
}

/* Two balls in each body, far from its origin and side by side, across from the balls of the other
 * body. The second pair is nearer by a little, and the first one is known: its separating axis
 * separates the second pair too, but for rounding. */
static void test_placed_balls(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    for (int i = 0; i < 4000; i++) {
        lw_arena arena = {0};
        lw_part balls[2][2];
        pose at = random_turn(&random);
        vec3 away = scale(1000, random_direction(&random));
        vec3 across = random_direction(&random);
        vec3 aside = lw_perpendicular(across);
        double radius = lw_random_between(&random, 0.1, 0.4);
        vec3 first = scale(1000, random_direction(&random));
        at.position = sub(add_scaled(first, 1, across), transform(at, away));
        double nearer = 3000 * 0x1p-53 * lw_random_between(&random, 0, 300);
        for (int k = 0; k < 2; k++) {
            vec3 here = add_scaled(first, 3.0 * k, aside);
            vec3 there = add_scaled(here, 1 - k * nearer, across);
            balls[0][k] = (lw_part){{.core = LW_CORE_POINT, .radius = radius}, random_turn(&random)};
            balls[1][k] = (lw_part){{.core = LW_CORE_POINT, .radius = radius}, random_turn(&random)};
            balls[0][k].at.position = here;
            balls[1][k].at.position = transform_back(at, there);
        }
        lw_geometry *a = make(&arena, &(lw_geometry_def){.parts = balls[0], .part_count = 2});
        lw_geometry *b = make(&arena, &(lw_geometry_def){.parts = balls[1], .part_count = 2});
        long double truth = HUGE_VALL;
        for (int k = 0; k < 2; k++) {
            wide3 center;
            wide_place(at, balls[1][k].at.position, center);
            truth =
                fminl(truth, wide_distance(center, balls[0][k].at.position) - 2 * (long double)radius);
        }
        for (int known = 0; known < 2; known++) {
            lw_nearest_elements memory = {.known = (uint32_t)known};
            lw_query query = exact;
            query.b_in_a = at;
            lw_bracket d;
            uint32_t pair[2];
            lw_geometry_distance(a, b, &query, &memory, &d, pair);
            if (d.lower > truth || d.lower < truth - 1e-10L)
                fail_msg("round %d: [%.17g, %.17g], not %.17Lg", i, d.lower, d.upper, truth);
        }
        lw_arena_free(&arena);
    }
}

/* Two plates, and two needles beside them, before a wall. The needles come nearer to the wall by their
 * ends, though their middles are far behind. One of the four is known: a separating axis of a plate and
 * the wall does not separate the needles. */
static void test_needles_beside_plates(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 5};
    for (int i = 0; i < 2000; i++) {
        lw_arena arena = {0};
        double ahead = lw_random_between(&random, 0.01, 0.5);
        double half = lw_random_between(&random, 1.5, 4);
        lw_part wall = {{.core = LW_CORE_BOX, .half = {0.1, 99, 9}}, pose_identity()};
        lw_part parts[4];
        for (int k = 0; k < 4; k++) {
            bool plate = k < 2;
            vec3 size = plate ? v3(0.01, 1, 1) : v3(half, 0.01, 0.01);
            parts[k] = (lw_part){{.core = LW_CORE_BOX, .half = size}, pose_identity()};
            parts[k].at.position = v3(plate ? -0.01 : ahead - half, plate ? 3.0 * k : 40 + 3.0 * k, 0);
        }
        lw_geometry *body = make(&arena, &(lw_geometry_def){.parts = parts, .part_count = 4});
        lw_geometry *other = make(&arena, &(lw_geometry_def){.parts = &wall, .part_count = 1});
        lw_query query = exact;
        for (uint32_t known = 0; known < 4; known++) {
            uint32_t pair[2];
            lw_nearest_elements memory = {.known = 1, .element = {known, 0}};
            query.b_in_a.position.x = 1.1;
            assert_near(distance(body, other, query, &memory, pair).upper, 1 - ahead, 1e-9);
            memory = (lw_nearest_elements){.known = 1, .element = {0, known}};
            query.b_in_a.position.x = -1.1;
            assert_near(distance(other, body, query, &memory, pair).upper, 1 - ahead, 1e-9);
        }
        lw_arena_free(&arena);
    }
}

/* Boxes face to face, so far apart that their elements are not visited. */
static void test_far_boxes(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    for (int i = 0; i < 2000; i++) {
        lw_arena arena = {0};
        lw_part box[2];
        for (int k = 0; k < 2; k++) {
            box[k] =
                (lw_part){{.core = LW_CORE_BOX, .half = {lw_random_between(&random, 0.1, 1), 1, 1}},
                          pose_identity()};
            box[k].at.position.x = lw_random_between(&random, -1, 1);
        }
        pose at = {lw_rotation(v3(1, 0, 0), lw_random_between(&random, 0, 6)),
                   {pow(10, lw_random_between(&random, 2, 9)), 0.1, 0.2}};
        long double truth = (long double)at.position.x + box[1].at.position.x - box[0].at.position.x -
                            box[0].shape.half.x - box[1].shape.half.x;
        lw_query query = exact;
        query.b_in_a = at;
        query.enough = 1;
        lw_bracket d;
        uint32_t pair[2];
        lw_geometry_distance(make(&arena, &(lw_geometry_def){.parts = &box[0], .part_count = 1}),
                             make(&arena, &(lw_geometry_def){.parts = &box[1], .part_count = 1}),
                             &query, NULL, &d, pair);
        if (d.lower > truth || d.upper < truth)
            fail_msg("round %d: [%.17g, %.17g], not %.17Lg", i, d.lower, d.upper, truth);
        lw_arena_free(&arena);
    }
}

/* ---- the ends of the scale ------------------------------------------------------------------------
 */

static void test_nothing_and_far(void **state)
{
    (void)state;
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), v3(1, 1, 1), false);
    lw_geometry *box = make_from_raw(&arena, &raw);
    lw_geometry *nothing = make(&arena, &(lw_geometry_def){0});
    lw_bracket d;
    uint32_t pair[2];
    lw_geometry_distance(box, nothing, &exact, NULL, &d, pair);
    assert_true(isinf(d.lower) && isinf(d.upper));
    lw_query query = exact;
    query.b_in_a.position = v3(1e6, 0, 0);
    d = distance(box, box, query, NULL, pair);
    assert_true(fabs(d.upper - (1e6 - 2)) <= 1e-9 && d.lower >= 999997.9);
    /* too far to visit elements: the bracket is wide but true */
    query.enough = 10;
    d = distance(box, box, query, NULL, pair);
    assert_true(d.lower >= 10 && d.lower <= 1e6 - 2 && d.upper >= 1e6 - 2);
    raw_free(&raw);
    lw_arena_free(&arena);
}

/* A warm start of another pair, or of elements that do not exist, changes nothing. */
static void test_wrong_memory(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    raw_mesh raw = {0};
    raw_soup(&raw, &random, 50, 1, 0.2);
    lw_geometry *a = make_from_raw(&arena, &raw);
    for (int i = 0; i < 100; i++) {
        lw_query query = exact;
        query.b_in_a = random_turn(&random);
        query.b_in_a.position = scale(3, random_direction(&random));
        uint32_t pair[2];
        lw_bracket d = distance(a, a, query, NULL, pair);
        lw_nearest_elements memory = {.known = 1};
        memory.element[0] = lw_random_below(&random, 100);
        memory.element[1] = lw_random_below(&random, 100);
        lw_bracket e = distance(a, a, query, &memory, pair);
        assert_true(d.upper == e.upper);
    }
    raw_free(&raw);
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meshes_against_brute_force),
        cmocka_unit_test(test_parts_against_brute_force),
        cmocka_unit_test(test_the_world_moves),
        cmocka_unit_test(test_box_gap_is_a_lower_bound),
        cmocka_unit_test(test_box_gap_to_the_last_place),
        cmocka_unit_test(test_box_gap_is_exact_along_axes),
        cmocka_unit_test(test_placed_triangles),
        cmocka_unit_test(test_placed_balls),
        cmocka_unit_test(test_needles_beside_plates),
        cmocka_unit_test(test_far_boxes),
        cmocka_unit_test(test_nothing_and_far),
        cmocka_unit_test(test_wrong_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
