/* bound/pair_slab.c: slabs that are carried along. Bodies meet where a slab ends, so that no term of
 * the bound may be missing; slabs of one fixed direction reach as far as a formula says. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bound/pair_bound.h"
#include "certify.h"
#include "math/rounding.h"
#include "random_unit.h"
#include "seed.h"

static lw_geometry *geometry_of(lw_arena *arena, const lw_part *parts, size_t count)
{
    lw_geometry_def def = {.parts = parts, .part_count = count};
    lw_geometry *out = NULL;
    assert_int_equal(lw_geometry_create(arena, &def, &out, NULL), LW_OK);
    return out;
}

static lw_geometry *box_of(lw_arena *arena, vec3 half, pose at)
{
    lw_part part = {{.core = LW_CORE_BOX, .half = half}, at};
    return geometry_of(arena, &part, 1);
}

/* zero now and then, so that the other terms have to count by themselves */
static double some(lw_random *random, double least, double most)
{
    if (lw_random_below(random, 2))
        return 0;
    return pow(10, lw_random_between(random, log10(least), log10(most)));
}

/* one body of a pair: it turns about the origin of the frame, which slides ever faster */
typedef struct turning {
    vec3 linear, angular, acceleration;
} turning;

static mat3 turn_of(const turning *m, double tau)
{
    double rate = norm(m->angular);
    return rate > 0 ? lw_rotation(scale(1 / rate, m->angular), rate * tau) : mat3_identity();
}

static turning random_turning(lw_random *random)
{
    return (turning){scale(some(random, 0.1, 3), random_unit(random)),
                     scale(some(random, 0.03, 3), random_unit(random)),
                     scale(some(random, 0.1, 10), random_unit(random))};
}

/* A rod of no width between two points at the time tau of the motion: its pose in the body at time 0.
 */
static pose rod_before(const turning *m, double tau, vec3 from, vec3 to)
{
    vec3 middle = scale(0.5, add(from, to));
    vec3 along = scale(1 / norm(sub(to, from)), sub(to, from));
    vec3 across = lw_perpendicular(along);
    vec3 slid = scale(tau, add_scaled(m->linear, 0.5 * tau, m->acceleration));
    pose there = {{across, cross(along, across), along}, sub(middle, slid)};
    mat3 turn = turn_of(m, tau);
    mat3 back = {v3(turn.x.x, turn.y.x, turn.z.x), v3(turn.x.y, turn.y.y, turn.z.y),
                 v3(turn.x.z, turn.y.z, turn.z.z)};
    return (pose){mul(back, there.rotation), rotate(back, there.position)};
}

static lw_geometry *rod_of(lw_arena *arena, double length, pose at)
{
    lw_part part = {{.core = LW_CORE_SEGMENT, .half = {0, 0, 0.5 * length}}, at};
    return geometry_of(arena, &part, 1);
}

/* Two rods come head to head along the slab's direction, so that at tau they are as far apart as is to
 * be proven, or a little less: no slab may be open until then, however both bodies and the slab itself
 * move on the way. Velocities and positions are wrong by as much as the bound says. */
static void test_meets_at_the_end(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(40000, 2000000);
    int open = 0;
    int far = 0;
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        double tau = pow(10, lw_random_between(&random, -1, 0));
        turning m[2] = {random_turning(&random), random_turning(&random)};
        vec3 normal = random_unit(&random);
        /* the part of a turn along the normal is to be ignored */
        vec3 turn = scale(some(&random, 0.03, 10), random_unit(&random));
        vec3 across = add_scaled(turn, -dot(turn, normal), normal);
        vec3 last = add_scaled(normal, tau, across);
        last = scale(1 / norm(last), last);
        m[1].linear = add_scaled(m[1].linear, -lw_random_between(&random, 0, 2), normal);

        lw_pair_bound s = {.touch = -1, .displacement = HUGE_VAL};
        s.target = some(&random, 0.01, 10);
        s.error = some(&random, 0.01, 0.1);
        s.speed_error = some(&random, 0.01, 1);
        vec3 speed_error = scale(0.5 * s.speed_error, last);
        bool still = lw_random_below(&random, 4) == 0; /* the bound says that nothing moves */
        for (int i = 0; i < 2 && still; i++)
            m[i] =
                (turning){.linear = scale(i ? -1 : 1, speed_error), .acceleration = m[i].acceleration};
        double apart = s.target * (1 - 1e-9) - 1e-9;
        double length[2] = {lw_random_between(&random, 0.01, 1), lw_random_between(&random, 0.01, 1)};
        vec3 tip = scale(some(&random, 0.1, 10), random_unit(&random));
        vec3 other = add_scaled(tip, apart, last);
        pose at[2] = {rod_before(&m[0], tau, add_scaled(tip, -length[0], last), tip),
                      rod_before(&m[1], tau, other, add_scaled(other, length[1], last))};
        bool back = lw_random_below(&random, 2);
        for (int i = 0; i < 2; i++) {
            double reach = norm(at[i].position) + 0.5 * length[i];
            s.linear[i] =
                still ? v3(0, 0, 0)
                      : scale(back ? -1 : 1, add(m[i].linear, i ? speed_error : neg(speed_error)));
            s.angular[i] = scale(back ? -1 : 1, m[i].angular);
            s.moves[i] = norm(s.linear[i]) > 0 || norm(s.angular[i]) > 0;
            s.curvature += (norm2(m[i].angular) * reach + norm(m[i].acceleration)) * (1 + 1e-12);
        }
        s.b_in_a = (pose){random_rotation(&random), random_vector(&random, 1)};
        s.geometry[0] = rod_of(&arena, length[0], at[0]);
        s.geometry[1] = rod_of(&arena, length[1], relative(s.b_in_a, at[1]));
        s.b_in_a.position = add_scaled(s.b_in_a.position, s.error, last);

        double side = tau * (lw_random_below(&random, 2) ? 1 : lw_random_between(&random, 1, 10));
        *(back ? &s.before : &s.after) = side;
        lw_share_open before;
        lw_share_open after;
        if (lw_pair_slab(&s, normal, scale(back ? -1 : 1, turn), &before, &after)) {
            double share = (back ? before : after).open * side / tau;
            open++;
            far += share > 0.8;
            if (!(share < 1))
                fail_msg("round %d: open to %.17g of where the rods meet", round, share);
        }
        lw_arena_free(&arena);
    }
    assert_true(open > rounds / 20 && far > rounds / 1000);
}

/* A slab of one fixed direction, closed by speed and acceleration, or by acceleration alone while speed
 * opens it, of any size: it is open to the root of the formula and no farther. */
static void test_reach_is_the_root(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    lw_arena arena = {0};
    const lw_geometry *a = box_of(&arena, v3(1, 1, 1), pose_identity());
    const lw_geometry *b = box_of(&arena, v3(0.5, 0.5, 0.5), pose_identity());
    int rounds = test_rounds(20000, 1000000);
    int within = 0;
    for (int round = 0; round < rounds; round++) {
        lw_pair_bound s = {.geometry = {a, b}, .touch = -1, .displacement = HUGE_VAL};
        double gap = lw_random_between(&random, 0.01, 1);
        s.b_in_a = (pose){mat3_identity(), v3(1.5 + gap, 0.1, 0.2)};
        s.after = lw_random_between(&random, 0.5, 2);
        double closing = (lw_random_below(&random, 2) ? -1 : 1) * some(&random, 1e-2, 1e12);
        s.linear[1] = v3(-closing, 0, 0);
        s.moves[1] = true;
        s.curvature = some(&random, 1e-2, 1e22);
        long double v = closing;
        long double c = s.curvature;
        long double left = (long double)s.b_in_a.position.x - 1.5L;
        long double root = sqrtl(v * v + 2 * c * left);
        /* the root without cancellation */
        long double end = v > 0   ? 2 * left / (v + root)
                          : c > 0 ? (root - v) / c
                                  : (long double)HUGE_VAL;
        lw_share_open before;
        lw_share_open after;
        assert_true(lw_pair_slab(&s, v3(1, 0, 0), v3(0, 0, 0), &before, &after));
        long double open = (long double)after.open * s.after;
        if (!(open <= end) || (open < s.after * 0.999L && open < 0.999L * end))
            fail_msg("round %d: open to %.17Lg, closed at %.17Lg", round, open, end);
        within += end < s.after;
    }
    assert_true(within > rounds / 4 && within < rounds * 9 / 10);
    lw_arena_free(&arena);
}

/* Boxes anywhere that touch to within rounding, on either side: no slab may separate boxes that overlap
 * or just touch. Their gap is computed in long double. */
static void test_touching_to_rounding(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int rounds = test_rounds(20000, 1000000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_part parts[2];
        for (int i = 0; i < 2; i++) {
            double size = pow(10, lw_random_between(&random, -2, 2));
            parts[i].shape =
                (lw_convex){.core = LW_CORE_BOX, .half = abs3(random_vector(&random, size))};
            parts[i].at = pose_identity();
        }
        lw_pair_bound s = {.touch = -1, .displacement = HUGE_VAL};
        for (int i = 0; i < 2; i++)
            s.geometry[i] = geometry_of(&arena, &parts[i], 1);
        vec3 normal = random_unit(&random);
        wide n = widen(normal);
        s.b_in_a = (pose){random_rotation(&random), random_vector(&random, 100)};
        wide inside = wide_rotate_back(s.b_in_a.rotation, (wide){-n.x, -n.y, -n.z});
        long double gap = wide_dot(n, widen(s.b_in_a.position)) - wide_support(&parts[0].shape, n) -
                          wide_support(&parts[1].shape, inside);
        s.b_in_a.position = add_scaled(s.b_in_a.position, -(double)gap, normal);
        /* a few units in the last place to either side */
        for (int k = -3; k <= 3; k++) {
            lw_pair_bound moved = s;
            moved.b_in_a.position.x += k * 0x1p-52 * fabs(s.b_in_a.position.x);
            gap = wide_dot(n, widen(moved.b_in_a.position)) - wide_support(&parts[0].shape, n) -
                  wide_support(&parts[1].shape, inside);
            lw_share_open before;
            lw_share_open after;
            if (lw_pair_slab(&moved, normal, v3(0, 0, 0), &before, &after) && gap <= 0)
                fail_msg("round %d: a slab parts boxes that overlap by %Lg", round, -gap);
        }
        lw_arena_free(&arena);
    }
}

/* Hulls of turned parts: each pair's slab has its own direction, and the common proof ends where the
 * first two hulls meet. A box in a turned frame comes straight at two boxes in the same frame. */
static void test_hulls_of_turned_pieces(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    for (int round = 0; round < 2000; round++) {
        lw_arena arena = {0};
        mat3 turn = random_rotation(&random);
        double gap = lw_random_between(&random, 0.01, 1);
        double speed = lw_random_between(&random, 0.5, 3) * gap;
        double near = lw_random_between(&random, 0, 0.4);
        /* the second box is beside the first, and a little nearer */
        lw_part parts[2] = {{{.core = LW_CORE_BOX, .half = {0.5, 0.5, 0.5}}, {turn, {0, 0, 0}}},
                            {{.core = LW_CORE_BOX, .half = {0.5, 0.5, 0.5}}, {turn, {0, 0, 0}}}};
        parts[1].at.position = rotate(turn, v3(0.5 * gap * near, 3, 0));
        lw_pair_bound s = {.touch = -1, .displacement = HUGE_VAL, .after = 1, .before = 1};
        s.geometry[0] = geometry_of(&arena, parts, 2);
        s.geometry[1] = box_of(&arena, v3(1, 10, 1), (pose){turn, {0, 0, 0}});
        s.b_in_a = (pose){mat3_identity(), rotate(turn, v3(1.5 + gap, 0, 0))};
        s.linear[1] = rotate(turn, v3(-speed, 0, 0));
        s.moves[1] = true;
        lw_share_open before;
        lw_share_open after;
        lw_warm_start memory = {0};
        double first = gap * (1 - 0.5 * near);
        assert_true(lw_pair_slab_of_hulls(&s, &memory, &before, &after));
        assert_true(before.open == 1);
        assert_true(after.open <= first / speed + 1e-12);
        assert_true(after.open >= lesser(1, first / speed) - 1e-6);
        lw_arena_free(&arena);
    }
}

/* a body of so many parts that it has no hulls: nothing is proven */
static void test_no_hulls(void **state)
{
    (void)state;
    enum { PIECES = 100 };
    lw_arena arena = {0};
    lw_part parts[PIECES];
    for (int i = 0; i < PIECES; i++)
        parts[i] = (lw_part){{.core = LW_CORE_BOX, .half = {0.1, 0.1, 0.1}}, pose_identity()};
    const lw_geometry *many = geometry_of(&arena, parts, PIECES);
    const lw_geometry *one = geometry_of(&arena, parts, 1);
    assert_int_equal(many->hull_count, 0);
    for (int i = 0; i < 2; i++) {
        lw_pair_bound s = {.geometry = {i ? one : many, i ? many : one}, .touch = -1, .after = 1};
        s.b_in_a = pose_identity();
        lw_share_open before;
        lw_share_open after;
        lw_warm_start memory = {0};
        assert_false(lw_pair_slab_of_hulls(&s, &memory, &before, &after));
    }
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meets_at_the_end),
        cmocka_unit_test(test_reach_is_the_root),
        cmocka_unit_test(test_touching_to_rounding),
        cmocka_unit_test(test_hulls_of_turned_pieces),
        cmocka_unit_test(test_no_hulls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
