/* bound/pair_bound.h: the proof for a pair from one sample. Where the answer has a formula, the proof
 * gives exactly that; otherwise it must hold at every time of its interval, by the distances at that
 * time. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bound/pair_bound.h"
#include "certify.h"
#include "seed.h"

static lw_geometry *geometry_of(lw_arena *arena, const lw_part *parts, size_t count, lw_mesh *mesh)
{
    bool solid = false;
    lw_geometry_def def = {
        .parts = parts, .part_count = count, .meshes = &mesh, .mesh_is_solid = &solid};
    def.mesh_count = mesh ? 1 : 0;
    lw_geometry *out = NULL;
    assert_int_equal(lw_geometry_create(arena, &def, &out, NULL), LW_OK);
    return out;
}

static lw_geometry *box_of(lw_arena *arena, vec3 half)
{
    lw_part part = {{.core = LW_CORE_BOX, .half = half}, {mat3_identity(), {0, 0, 0}}};
    return geometry_of(arena, &part, 1, NULL);
}

/* the formula of bound/pair_bound.c in long double: the gap that is left at a time */
static long double left_at(const lw_pair_bound *s, long double gap, long double closing,
                           long double tau)
{
    long double bound = (closing + s->speed_error) * tau + s->curvature * tau * tau / 2;
    return gap - s->target - s->error - bound;
}

/* Two boxes side by side that slide along their separating axis: the proof is exactly a formula, with
 * other times before and after, and every term of it counts. */
static void test_formula(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    int rounds = test_rounds(20000, 1000000);
    int proven = 0;
    const lw_geometry *a = box_of(&arena, v3(1, 1, 1));
    const lw_geometry *b = box_of(&arena, v3(0.5, 0.5, 0.5));
    for (int round = 0; round < rounds; round++) {
        lw_pair_bound s = {.geometry = {a, b}, .touch = -1};
        double gap = lw_random_between(&random, 0.01, 1);
        s.b_in_a = (pose){mat3_identity(), v3(1.5 + gap, 0.1, 0.2)};
        s.moves[0] = lw_random_below(&random, 2);
        s.moves[1] = lw_random_below(&random, 2);
        double *terms[] = {&s.curvature, &s.speed_error, &s.target, &s.error};
        for (int i = 0; i < 4; i++)
            if (lw_random_below(&random, 2))
                *terms[i] = gap * lw_random_between(&random, 0, 0.7);
        /* the largest speeds at which points of the boxes close and open along x */
        long double closing = 0;
        long double opening = 0;
        for (int i = 0; i < 2; i++)
            if (s.moves[i]) {
                s.linear[i] = random_vector(&random, 1);
                if (lw_random_below(&random, 2))
                    s.angular[i] = random_vector(&random, 0.5);
                vec3 middle = i ? s.b_in_a.position : v3(0, 0, 0);
                long double half = i ? 0.5L : 1;
                long double y = s.angular[i].y;
                long double z = s.angular[i].z;
                long double speed = (long double)s.linear[i].x + y * middle.z - z * middle.y;
                long double spread = half * (fabsl(y) + fabsl(z));
                closing += (i ? -speed : speed) + spread;
                opening += (i ? speed : -speed) + spread;
            }
        s.before = lw_random_below(&random, 4) ? lw_random_between(&random, 0, 2) : 0;
        s.after = lw_random_below(&random, 4) ? lw_random_between(&random, 0, 2) : 0;
        /* boxes of the tree are grown by a little */
        long double now = (long double)gap - s.target - s.error;
        long double least =
            fminl(left_at(&s, gap, closing, s.after), left_at(&s, gap, opening, s.before));
        least = fminl(least, now);
        /* the bound on the displacements, along any direction, is known or not */
        s.displacement = lw_random_below(&random, 2) ? (double)(now - least) : HUGE_VAL;
        if (fabsl(least) < 1e-9L)
            continue;
        lw_open_leaves leaves = {0};
        lw_bound_result result = lw_pair_bound_prove(&s, &leaves);
        proven += result == LW_BOUND_PROVEN;
        if (result != (least > 0 ? LW_BOUND_PROVEN : LW_BOUND_OPEN))
            fail_msg("round %d: %d with %Lg left", round, (int)result, least);
        lw_share_open before;
        lw_share_open after;
        lw_pair_slab(&s, v3(1, 0, 0), v3(0, 0, 0), &before, &after);
        if ((before.open == 1 && after.open == 1) != (least > 0))
            fail_msg("round %d: the slab proves %g and %g with %Lg left", round, before.open,
                     after.open, least);
    }
    assert_true(proven > rounds / 10 && proven < rounds * 9 / 10);
    lw_arena_free(&arena);
}

/* The leaf of a geometry that lies farthest along x. */
static uint32_t last_leaf(const lw_geometry *geometry)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < geometry->node_count; i++)
        if (geometry->nodes[i].child < 0 &&
            (geometry->nodes[best].child >= 0 ||
             geometry->nodes[i].center.x > geometry->nodes[best].center.x))
            best = i;
    return best;
}

/* Checks the proof of an interval that may be shortened, either side by the formula: all of it is
 * proven, or up to the time at which nothing is left. False: all is proven. */
static bool check_shortened(lw_pair_bound *s, double gap, double opening, int round)
{
    lw_open_leaves leaves = {0};
    s->shortens = true;
    lw_pair_bound_prove(s, &leaves);
    s->shortens = false;
    bool part = false;
    for (int side = 0; side < 2; side++) {
        double whole = side ? s->after : s->before;
        double speed = side ? -opening : opening;
        long double to = (long double)s->proven[side].open * whole;
        long double left = left_at(s, gap, speed, to);
        part = part || s->proven[side].open < 1;
        if (left < -1e-9L || (s->proven[side].open < 1 && left > 1e-6L))
            fail_msg("round %d: %g of one side is proven, with %Lg left", round, s->proven[side].open,
                     left);
        /* the guess: the time of closing without acceleration */
        double closing = speed + s->speed_error;
        double meets = closing > 0 ? (gap - s->target - s->error) / closing : HUGE_VAL;
        if (s->proven[side].open < 1 && fabs(s->proven[side].close - lesser(1, meets / whole)) > 1e-6)
            fail_msg("round %d: would meet at %g of %g", round, s->proven[side].close, whole);
    }
    return part;
}

/* The separating axis of a distant part, which is queried first, is tried on the near part: it proves
 * as much as the formula gives. */
static void test_formula_of_parts(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    lw_arena arena = {0};
    int rounds = test_rounds(20000, 1000000);
    int proven = 0;
    int parts = 0;
    lw_part two[2] = {{{.core = LW_CORE_BOX, .half = {0.5, 0.5, 0.5}}, pose_identity()},
                      {{.core = LW_CORE_BOX, .half = {0.5, 0.5, 0.5}}, pose_identity()}};
    two[1].at.position.x = 5;
    const lw_geometry *a = box_of(&arena, v3(1, 1, 1));
    const lw_geometry *b = geometry_of(&arena, two, 2, NULL);
    for (int round = 0; round < rounds; round++) {
        lw_pair_bound s = {.geometry = {a, b}, .touch = -1};
        double gap = lw_random_between(&random, 0.01, 1);
        s.b_in_a = (pose){mat3_identity(), v3(1.5 + gap, 0.1, 0.2)};
        s.after = s.before = lw_random_between(&random, 0, 1);
        /* the terms chosen, one or all, take off about the gap; opening goes with much acceleration */
        double opening = lw_random_below(&random, 2) ? 0 : lw_random_between(&random, 0, 3);
        s.moves[1] = true;
        s.linear[1] = v3(opening, 0, 0);
        s.before = opening > 0 ? 0 : s.before;
        double *terms[] = {&s.curvature, &s.speed_error, &s.target, &s.error};
        double tau = greater(s.after, 1e-3);
        double most[] = {2 * (gap / tau + opening) / tau, gap / tau + opening, gap, gap};
        uint32_t which = lw_random_below(&random, 5);
        for (uint32_t i = 0; i < 4; i++)
            if (which == i || which == 4)
                *terms[i] = (which == 4 ? 0.25 : 1) * most[i] * lw_random_between(&random, 0.6, 1.4);
        s.displacement = HUGE_VAL;
        long double least = fminl(left_at(&s, gap, -(long double)opening, s.after),
                                  left_at(&s, gap, opening, s.before));
        least = fminl(least, (long double)gap - s.target - s.error);
        if (fabsl(least) < 1e-9L)
            continue;
        lw_open_leaves leaves = {.known = 1, .leaf = {0, last_leaf(b)}};
        lw_bound_result result = lw_pair_bound_prove(&s, &leaves);
        proven += result == LW_BOUND_PROVEN;
        if (result != (least > 0 ? LW_BOUND_PROVEN : LW_BOUND_OPEN))
            fail_msg("round %d: %d with %Lg left", round, (int)result, least);
        assert_true(result == LW_BOUND_PROVEN || s.proven[0].open + s.proven[1].open == 0);
        if (gap > s.target + s.error + 1e-9)
            parts += check_shortened(&s, gap, opening, round);
    }
    assert_true(proven > rounds / 10 && proven < rounds * 9 / 10);
    assert_true(parts > rounds / 10);
    lw_arena_free(&arena);
}

/* Bodies that part as fast as they bend back: terms a million million times the gap cancel, and a
 * little less than nothing is left. No rounding may make that a proof. */
static void test_cancelling_terms(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 5};
    lw_arena arena = {0};
    int rounds = test_rounds(5000, 200000);
    lw_part two[2] = {{{.core = LW_CORE_BOX, .half = {0.5, 0.5, 0.5}}, pose_identity()},
                      {{.core = LW_CORE_BOX, .half = {0.5, 0.5, 0.5}}, pose_identity()}};
    two[1].at.position.x = 5;
    const lw_geometry *a = box_of(&arena, v3(1, 1, 1));
    const lw_geometry *b = geometry_of(&arena, two, 2, NULL);
    for (int round = 0; round < rounds; round++) {
        lw_pair_bound s = {.geometry = {a, b}, .touch = -1, .displacement = HUGE_VAL};
        double gap = lw_random_between(&random, 0.01, 1);
        s.b_in_a = (pose){mat3_identity(), v3(1.5 + gap, 0.1, 0.2)};
        s.after = lw_random_between(&random, 0.1, 10);
        s.moves[1] = true;
        s.linear[1].x = lw_random_between(&random, 1e11, 1e12);
        /* the curvature that takes back the opening and the gap */
        long double tau = s.after;
        s.curvature = (double)(2 * (gap + tau * (long double)s.linear[1].x) / (tau * tau));
        while (left_at(&s, gap, -(long double)s.linear[1].x, tau) > -1e-4L)
            s.curvature = nextafter(s.curvature, HUGE_VAL);
        for (int known = 0; known < 2; known++) {
            lw_open_leaves leaves = {.known = (uint32_t)known, .leaf = {0, last_leaf(b)}};
            if (lw_pair_bound_prove(&s, &leaves) == LW_BOUND_PROVEN)
                fail_msg("round %d: proven, with less than nothing left", round);
        }
        lw_share_open before;
        lw_share_open after;
        lw_pair_slab(&s, v3(1, 0, 0), v3(0, 0, 0), &before, &after);
        assert_true(after.open < 1);
    }
    lw_arena_free(&arena);
}

/* A slab turns, off to the side, towards a body that comes straight at the other one. Where the body is
 * nearer than the target, the slab must be closed, though its normal is longer there. */
static void test_target_of_a_turning_slab(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 6};
    lw_arena arena = {0};
    const lw_geometry *point = box_of(&arena, v3(1e-9, 1e-9, 1e-9));
    for (int round = 0; round < 1000; round++) {
        double target = pow(10, lw_random_between(&random, -2, 2));
        double angle = lw_random_between(&random, 0.02, 0.3); /* of the turn, all the way */
        double nearer = 0.5 * angle * angle * lw_random_between(&random, 0.1, 0.9);
        lw_pair_bound s = {
            .geometry = {point, point}, .touch = -1, .displacement = HUGE_VAL, .target = target};
        s.after = lw_random_between(&random, 0.1, 10);
        vec3 along = v3(1, angle, 0);
        vec3 last = scale(target * (1 - nearer) / norm(along), along);
        vec3 first = v3(target * (1 + 1e-6), last.y, 0);
        s.b_in_a = (pose){mat3_identity(), first};
        s.moves[1] = true;
        s.linear[1] = scale(1 / s.after, sub(last, first));
        lw_share_open before;
        lw_share_open after;
        lw_pair_slab(&s, v3(1, 0, 0), v3(0, angle / s.after, 0), &before, &after);
        vec3 there = add_scaled(first, after.open * s.after, s.linear[1]);
        if (!(after.open > 0 && norm(there) >= target))
            fail_msg("round %d: open for %g of the way, %g from %g", round, after.open, norm(there),
                     target);
    }
    lw_arena_free(&arena);
}

static vec3 grid_point(lw_random *random, int i, int j, double size, double height)
{
    return v3(size * i, size * j, height * lw_random_between(random, -1, 1));
}

/* a bumpy sheet of 2 n n triangles */
static lw_mesh *sheet(lw_arena *arena, lw_random *random, int n, double size, double height)
{
    enum { MOST = 20 };
    vec3 points[(MOST + 1) * (MOST + 1)];
    uint32_t triangles[MOST * MOST * 2 * 3];
    uint32_t count = 0;
    uint32_t row = (uint32_t)n + 1;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++)
            points[(uint32_t)i * row + (uint32_t)j] = grid_point(random, i, j, size / n, height);
    for (uint32_t i = 0; i < (uint32_t)n; i++)
        for (uint32_t j = 0; j < (uint32_t)n; j++) {
            uint32_t corner = i * row + j;
            uint32_t two[] = {corner,     corner + row, corner + 1,
                              corner + 1, corner + row, corner + row + 1};
            memcpy(triangles + 3 * count, two, sizeof two);
            count += 2;
        }
    lw_mesh *mesh = NULL;
    assert_int_equal(
        lw_mesh_create(arena, (const double *)points, row * row, triangles, count, &mesh, NULL), LW_OK);
    return mesh;
}

/* small triangles, far from each other: a mesh of several components */
static lw_mesh *scattered(lw_arena *arena, lw_random *random, uint32_t count)
{
    enum { MOST = 8 };
    vec3 points[3 * MOST];
    uint32_t triangles[3 * MOST];
    for (uint32_t i = 0; i < count; i++) {
        vec3 middle = random_vector(random, 1);
        for (uint32_t k = 0; k < 3; k++) {
            points[3 * i + k] = add(middle, random_vector(random, 0.3));
            triangles[3 * i + k] = 3 * i + k;
        }
    }
    lw_mesh *mesh = NULL;
    assert_int_equal(
        lw_mesh_create(arena, (const double *)points, 3 * count, triangles, count, &mesh, NULL), LW_OK);
    return mesh;
}

/* convex parts, a sheet, or both, or scattered triangles */
static lw_geometry *random_geometry(lw_arena *arena, lw_random *random)
{
    uint32_t kind = lw_random_below(random, 4);
    if (kind == 3)
        return geometry_of(arena, NULL, 0, scattered(arena, random, 2 + lw_random_below(random, 6)));
    lw_part parts[3];
    size_t count = kind == 1 ? 0 : 1 + lw_random_below(random, 3);
    for (size_t i = 0; i < count; i++) {
        parts[i].shape =
            random_shape(random, arena, (lw_core)lw_random_below(random, LW_CORE_COUNT), 0.5);
        parts[i].at = (pose){random_rotation(random), random_vector(random, 0.5)};
    }
    lw_mesh *mesh = NULL;
    if (kind)
        mesh = sheet(arena, random, 1 + (int)lw_random_below(random, 8), 1, 0.1);
    return geometry_of(arena, parts, count, mesh);
}

static double distance_of(const lw_pair_bound *s, pose b_in_a)
{
    lw_query query = {.b_in_a = b_in_a, .enough = HUGE_VAL, .touch = -1};
    lw_bracket found;
    uint32_t pair[2];
    lw_geometry_distance(s->geometry[0], s->geometry[1], &query, NULL, &found, pair);
    return found.upper;
}

/* b at a time: it turns about an axis through a point, which slides */
typedef struct screw {
    vec3 axis, point, slide;
    double rate;
    pose start;
} screw;

static pose screw_at(const screw *m, double tau)
{
    mat3 turn = lw_rotation(m->axis, m->rate * tau);
    pose out = m->start;
    out.rotation = mul(turn, m->start.rotation);
    out.position =
        add(add(m->point, scale(tau, m->slide)), rotate(turn, sub(m->start.position, m->point)));
    return out;
}

/* the longest interval on one side that the pair bound proves, by bisection */
static double longest(lw_pair_bound *s, double *side, double most)
{
    double low = 0;
    double high = most;
    for (int i = 0; i < 30; i++) {
        double middle = 0.5 * (low + high);
        lw_open_leaves leaves = {0};
        *side = middle;
        if (lw_pair_bound_prove(s, &leaves) == LW_BOUND_PROVEN)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* the proof of a slab, along the best of a few directions, is true to its ends; its normal may turn in
 * any way */
static bool check_slab(lw_pair_bound *s, const screw *m, lw_random *random, double most, bool turned)
{
    vec3 normal = random_direction(random);
    double shares[2] = {0, 0};
    s->before = s->after = most;
    for (int i = 0; i < 30; i++) {
        vec3 other =
            i ? random_direction(random) : scale(1 / norm(m->start.position), m->start.position);
        vec3 turn = i % 2 ? cross(s->angular[1], other) : random_vector(random, 3);
        if (!turned)
            turn = v3(0, 0, 0);
        lw_share_open before;
        lw_share_open after;
        if (lw_pair_slab(s, other, turn, &before, &after) &&
            before.open + after.open > shares[0] + shares[1]) {
            shares[0] = before.open;
            shares[1] = after.open;

            normal = other;
        }
    }
    for (int i = 0; i <= 20; i++)
        for (int side = 0; side < 2 && shares[side] > 0; side++) {
            double tau = (side ? 1 : -1) * shares[side] * most * i / 20;
            double there = distance_of(s, screw_at(m, tau));
            if (there <= s->target)
                fail_msg("a slab along (%g, %g, %g): %g apart at %g, and more than %g proven", normal.x,
                         normal.y, normal.z, there, tau, s->target);
        }
    return shares[0] > 0 || shares[1] > 0;
}

/* the proof of slabs between hulls is true to its ends; returns 0 if the hulls are not apart, 2 if
 * there is more than one pair of them */
static int check_hulls(lw_pair_bound *s, const screw *m, double most)
{
    lw_share_open shares[2];
    lw_warm_start warm = {0};
    s->before = s->after = most;
    if (!lw_pair_slab_of_hulls(s, &warm, &shares[0], &shares[1]))
        return 0;
    for (int i = 0; i <= 20; i++)
        for (int side = 0; side < 2; side++) {
            double tau = (side ? 1 : -1) * shares[side].open * most * i / 20;
            double there = distance_of(s, screw_at(m, tau));
            if (there <= s->target)
                fail_msg("between hulls: %g apart at %g, and more than %g proven", there, tau,
                         s->target);
        }
    return s->geometry[0]->hull_count * s->geometry[1]->hull_count > 1 ? 2 : 1;
}

/* the proof by trees of an interval that they may shorten is true to its ends; returns 1 if a part of
 * it is proven */
static int check_parts(lw_pair_bound *s, const screw *m, double most)
{
    lw_open_leaves leaves = {0};
    s->before = s->after = most;
    s->shortens = true;
    lw_bound_result result = lw_pair_bound_prove(s, &leaves);
    s->shortens = false;
    assert_true(s->before == most && s->after == most && result != LW_BOUND_CONTACT);
    bool whole = s->proven[0].open == 1 && s->proven[1].open == 1;
    assert_true(whole == (result == LW_BOUND_PROVEN));
    for (int i = 0; i <= 20; i++)
        for (int side = 0; side < 2; side++) {
            double tau = (side ? 1 : -1) * s->proven[side].open * most * i / 20;
            double there = distance_of(s, screw_at(m, tau));
            if (s->proven[side].open > 0 && there <= s->target)
                fail_msg("a part: %g apart at %g, and more than %g proven", there, tau, s->target);
        }
    return whole || s->proven[0].open + s->proven[1].open == 0 ? 0 : 1;
}

/* bodies of any kind, one of them turning and sliding: the longest proof is true to its ends */
static void test_proof_holds(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    int rounds = test_rounds(400, 40000);
    int proven = 0;
    int parts = 0;
    int slabs = 0;
    int turned = 0;
    int hulls[3] = {0};
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_pair_bound s = {.touch = -1};
        s.geometry[0] = random_geometry(&arena, &random);
        s.geometry[1] = random_geometry(&arena, &random);
        screw m = {.axis = random_direction(&random), .point = random_vector(&random, 1)};
        m.start = (pose){random_rotation(&random), random_vector(&random, 2)};
        m.rate = lw_random_between(&random, -3, 3);
        m.slide = random_vector(&random, 1);
        s.b_in_a = m.start;
        s.moves[1] = true;
        s.angular[1] = scale(m.rate, m.axis);
        s.linear[1] = add(m.slide, cross(m.point, s.angular[1]));
        /* the bound for every point: the rate squared times its distance from the axis, which does not
         * change */
        vec3 center = transform(m.start, s.geometry[1]->center);
        double reach = norm(cross(sub(center, m.point), m.axis)) + s.geometry[1]->radius;
        s.curvature = m.rate * m.rate * reach;
        s.speed_error = 1e-13;
        s.error = 1e-13;
        double gap = distance_of(&s, m.start);
        s.target = lw_random_below(&random, 2) ? 0 : gap * lw_random_between(&random, 0, 0.9);
        /* the bound on the displacements, or none */
        double speed = norm(m.slide) + fabs(m.rate) * reach;
        bool after = lw_random_below(&random, 2);
        double *side = after ? &s.after : &s.before;
        double most = 2 / (1 + speed);
        s.displacement = lw_random_below(&random, 2) ? HUGE_VAL : speed * most;
        double limit = longest(&s, side, most);
        proven += limit > 0;
        for (int i = 0; i <= 20; i++) {
            double tau = (after ? 1 : -1) * limit * i / 20;
            double there = distance_of(&s, screw_at(&m, tau));
            if (limit > 0 && there <= s.target)
                fail_msg("round %d: %g apart at %g, proven more than %g until %g", round, there, tau,
                         s.target, limit);
        }
        parts += check_parts(&s, &m, most);
        slabs += check_slab(&s, &m, &random, most, false);
        turned += check_slab(&s, &m, &random, most, true);
        hulls[check_hulls(&s, &m, most)]++;
        lw_arena_free(&arena);
    }
    assert_true(proven > rounds / 4 && slabs > rounds / 4 && turned > rounds / 4);
    assert_true(parts > rounds / 4);
    assert_true(hulls[1] > rounds / 16 && hulls[2] > rounds / 4);
}

/* Static queries, and queries whose proof was given up: they find contact exactly if the distance is at
 * most the margin. */
static void test_touching(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int rounds = test_rounds(3000, 200000);
    int touching = 0;
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_pair_bound s = {0};
        s.geometry[0] = random_geometry(&arena, &random);
        s.geometry[1] = random_geometry(&arena, &random);
        s.b_in_a = (pose){random_rotation(&random), random_vector(&random, 1.5)};
        double gap = distance_of(&s, s.b_in_a);
        s.touch = lw_random_below(&random, 3) ? gap * lw_random_between(&random, 0.5, 1.5) : 0;
        bool expected = gap <= s.touch;
        touching += expected;
        if (fabs(gap - s.touch) > 1e-9 || gap == 0) {
            lw_element_contact contact = {.bracket.upper = HUGE_VAL};
            if (lw_pair_bound_touches(&s, &contact) != expected)
                fail_msg("round %d: %.17g apart and a margin of %.17g", round, gap, s.touch);
            /* a contact names its elements, and brackets their distance */
            if (expected) {
                lw_pairing pairing;
                lw_pairing_set(&pairing, s.geometry[0], s.geometry[1], &s.b_in_a);
                lw_bracket own;
                lw_element_distance(&pairing, contact.element[0], contact.element[1], HUGE_VAL, -1,
                                    NULL, &own);
                assert_true(contact.bracket.upper <= s.touch && own.lower <= contact.bracket.upper);
            } else {
                assert_true(contact.bracket.upper == HUGE_VAL);
            }
            lw_open_leaves leaves = {0};
            s.target = s.touch;
            s.displacement = pow(10, lw_random_between(&random, -3, 3));
            s.linear[1] = random_vector(&random, s.displacement);
            s.moves[1] = true;
            s.before = s.after = 1;
            s.shortens = lw_random_below(&random, 2);
            for (int again = 0; again < 2; again++) {
                lw_bound_result result = lw_pair_bound_prove(&s, &leaves);
                if ((result == LW_BOUND_CONTACT) != expected)
                    fail_msg("round %d: %.17g apart, a margin of %.17g, and %d", round, gap, s.touch,
                             (int)result);
                if (expected || result == LW_BOUND_PROVEN)
                    continue;
                assert_true(s.nearest >= gap - 1e-9);
            }
        }
        lw_arena_free(&arena);
    }
    assert_true(touching > rounds / 8 && touching < rounds * 7 / 8);
}

/* sheets that slide through each other: a proof that is given up is not a proof */
static void test_giving_up(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    for (int round = 0; round < 200; round++) {
        lw_arena arena = {0};
        lw_pair_bound s = {0};
        s.geometry[0] = geometry_of(&arena, NULL, 0, sheet(&arena, &random, 20, 1, 0.01));
        s.geometry[1] = geometry_of(&arena, NULL, 0, sheet(&arena, &random, 20, 1, 0.01));
        s.b_in_a = (pose){mat3_identity(), v3(0.05, 0.05, 0.03)};
        s.moves[1] = true;
        s.linear[1] = v3(0, 0, -0.02);
        s.before = s.after = lw_random_between(&random, 0, 10);
        s.displacement = round % 2 ? 0.02 * s.after : 100;
        lw_open_leaves leaves = {0};
        bool proven = lw_pair_bound_prove(&s, &leaves) == LW_BOUND_PROVEN;
        pose end = s.b_in_a;
        end.position.z -= 0.02 * s.after;
        /* at the end the sheets have passed through each other, or touch */
        if (proven && (end.position.z <= 0 || distance_of(&s, end) == 0))
            fail_msg("round %d: proven, and %g above in the end", round, end.position.z);
        lw_arena_free(&arena);
    }
}

/* Needles along a diagonal, on a square lattice across it. */
static lw_geometry *needles(lw_arena *arena, double spacing)
{
    enum { SIDE = 6 };
    vec3 along = scale(1 / sqrt(3), v3(1, 1, 1));
    vec3 one = scale(spacing / sqrt(2), v3(1, -1, 0));
    vec3 other = cross(along, one);
    vec3 points[SIDE * SIDE][3];
    uint32_t triangles[SIDE * SIDE * 3];
    for (int i = 0; i < SIDE * SIDE; i++) {
        int row = i / SIDE;
        vec3 foot = add(scale(row, one), scale(i % SIDE, other));
        points[i][0] = foot;
        points[i][1] = add_scaled(foot, 0.01, one);
        points[i][2] = add(foot, along);
    }
    for (uint32_t i = 0; i < SIDE * SIDE * 3; i++)
        triangles[i] = i;
    lw_mesh *mesh = NULL;
    assert_int_equal(
        lw_mesh_create(arena, &points[0][0].x, SIDE * SIDE * 3, triangles, SIDE * SIDE, &mesh, NULL),
        LW_OK);
    return geometry_of(arena, NULL, 0, mesh);
}

/* Needles among needles: all boxes overlap, and a proof takes more pairs of boxes than a first attempt
 * may visit. The next attempt knows that from the last and may visit more, whether it seeks contact or
 * would do with a part. */
static void test_costly_proofs(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_geometry *a = needles(&arena, 0.1);
    vec3 between =
        scale(0.05, add(scale(1 / sqrt(2), v3(1, -1, 0)),
                        cross(scale(1 / sqrt(3), v3(1, 1, 1)), scale(1 / sqrt(2), v3(1, -1, 0)))));
    for (int shortens = 0; shortens < 2; shortens++) {
        lw_pair_bound s = {.geometry = {a, a}, .touch = shortens ? -1 : 0, .shortens = shortens};
        s.b_in_a = (pose){mat3_identity(), between};
        s.displacement = 4 * a->radius;
        lw_open_leaves leaves = {0};
        assert_int_equal(lw_pair_bound_prove(&s, &leaves), LW_BOUND_OPEN);
        assert_true(leaves.boxes > 32);
        assert_true(shortens || leaves.boxes > 36 * 36);
        int attempts = 1;
        while (attempts < 9 && lw_pair_bound_prove(&s, &leaves) != LW_BOUND_PROVEN)
            attempts++;
        assert_in_range(attempts, 1, shortens ? 5 : 1);
        /* a proof may take as many pairs as the last one took; a far pair takes few */
        assert_int_equal(lw_pair_bound_prove(&s, &leaves), LW_BOUND_PROVEN);
        s.b_in_a.position = v3(10, 0, 0);
        lw_pair_bound_prove(&s, &leaves);
        assert_in_range(leaves.boxes, 0, 2);
    }
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formula),          cmocka_unit_test(test_formula_of_parts),
        cmocka_unit_test(test_cancelling_terms), cmocka_unit_test(test_target_of_a_turning_slab),
        cmocka_unit_test(test_proof_holds),      cmocka_unit_test(test_touching),
        cmocka_unit_test(test_giving_up),        cmocka_unit_test(test_costly_proofs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
