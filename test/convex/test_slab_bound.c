/* convex/slab_bound.h: the proven thickness of a slab, against the thickness at many times for bodies
 * whose velocities change. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "convex/slab_bound.h"
#include "math/pose.h"
#include "random_unit.h"
#include "seed.h"
#include "shape/polytope.h"

static const double full_turn = 6.283185307179586;

/* p(t) = start + t speed + shake sin(beat t + phase); R(t) turns about `inner` at a constant rate, and
 * with that about `outer` by an angle that sways as well. */
typedef struct wobble {
    vec3 start, speed, shake;
    double beat, phase;
    vec3 outer, inner;
    double rate, sway, swing, spin;
    mat3 rotation;
} wobble;

static vec3 random_vector(lw_random *random, double size)
{
    return v3(lw_random_between(random, -size, size), lw_random_between(random, -size, size),
              lw_random_between(random, -size, size));
}

static wobble random_wobble(lw_random *random)
{
    bool steady = lw_random_below(random, 2) == 0; /* then the velocities do not change */
    return (wobble){
        .start = random_vector(random, 1),
        .speed = random_vector(random, 2),
        .shake = random_vector(random, steady ? 0 : 0.2),
        .beat = lw_random_between(random, 0, 5),
        .phase = lw_random_between(random, 0, full_turn),
        .outer = random_unit(random),
        .inner = random_unit(random),
        .rate = lw_random_between(random, -5, 5),
        .sway = steady ? 0 : lw_random_between(random, -1, 1),
        .swing = lw_random_between(random, 0, 4),
        .spin = steady ? 0 : lw_random_between(random, -4, 4),
        .rotation = lw_rotation(random_unit(random), lw_random_between(random, 0, full_turn)),
    };
}

static lw_moving moving_at(const wobble *w, double t)
{
    double angle = w->rate * t + w->sway * sin(w->swing * t);
    double rate = w->rate + w->sway * w->swing * cos(w->swing * t);
    double most = fabs(w->rate) + fabs(w->sway * w->swing);
    mat3 outer = lw_rotation(w->outer, angle);
    mat3 inner = mul(lw_rotation(w->inner, w->spin * t), w->rotation);
    vec3 place = add_scaled(add_scaled(w->start, t, w->speed), sin(w->beat * t + w->phase), w->shake);
    return (lw_moving){
        .pose = {mul(outer, inner), place},
        .linear = add_scaled(w->speed, w->beat * cos(w->beat * t + w->phase), w->shake),
        .angular = add(scale(rate, w->outer), scale(w->spin, rotate(outer, w->inner))),
        .acceleration = norm(w->shake) * w->beat * w->beat,
        .spin = most + fabs(w->spin),
        .spin_change = fabs(w->sway) * w->swing * w->swing + most * fabs(w->spin),
    };
}

static lw_convex random_shape(lw_arena *arena, lw_random *random)
{
    double a = lw_random_between(random, 0.05, 0.5);
    double b = lw_random_between(random, 0.05, 0.5);
    double radius = lw_random_below(random, 2) ? 0 : 0.1;
    lw_core cores[] = {LW_CORE_POINT,    LW_CORE_SEGMENT, LW_CORE_BOX,
                       LW_CORE_CYLINDER, LW_CORE_CONE,    LW_CORE_ELLIPSOID};
    uint32_t kind = lw_random_below(random, 9);
    if (kind < sizeof cores / sizeof *cores)
        return (lw_convex){.core = cores[kind], .radius = radius, .half = {a, b, 0.3}};
    double points[3 * 200];
    size_t count = kind == 6 ? 2 : kind == 7 ? 12 : 200; /* a support does not try all of 200 */
    for (size_t i = 0; i < count; i++) {
        vec3 p = scale(b, random_unit(random));
        points[3 * i] = p.x;
        points[3 * i + 1] = p.y;
        points[3 * i + 2] = a + p.z;
    }
    lw_polytope *polytope;
    lw_error error = {0};
    assert_int_equal(lw_polytope_create(arena, points, count, &polytope, &error), LW_OK);
    return (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope, .radius = radius};
}

static double reach(const lw_convex *shape, vec3 along)
{
    uint32_t vertex = 0;
    return dot(lw_support(shape, along, &vertex), along);
}

static mat3 turned_by(vec3 turn, double t)
{
    double rate = norm(turn);
    return lw_rotation(rate > 0 ? scale(1 / rate, turn) : v3(0, 0, 1), rate * t);
}

static vec3 normal_at(const lw_normal_course *course, const lw_moving bodies[2], double t)
{
    if (course->carrier == LW_CARRIER_WORLD)
        return rotate(turned_by(course->turn, t - course->since), course->normal);
    if (course->carrier == LW_CARRIER_EDGES)
        return cross(rotate(bodies[0].pose.rotation, course->edges[0]),
                     rotate(bodies[1].pose.rotation, course->edges[1]));
    return rotate(bodies[course->carrier].pose.rotation, course->normal);
}

/* The true thickness of the slab; the radii count as if the normal had length one. */
static double thickness(const lw_convex shapes[2], const lw_normal_course *course,
                        const lw_moving bodies[2], double t)
{
    vec3 normal = normal_at(course, bodies, t);
    double value = dot(normal, sub(bodies[1].pose.position, bodies[0].pose.position));
    for (int i = 0; i < 2; i++) {
        vec3 along = rotate_back(bodies[i].pose.rotation, i ? neg(normal) : normal);
        value -= shapes[i].radius + reach(&shapes[i], along);
    }
    return value;
}

static lw_normal_course random_course(lw_random *random, const lw_convex shapes[2])
{
    lw_normal_course course = {.carrier = (lw_carrier)lw_random_below(random, 4),
                               .normal = random_unit(random)};
    if (course.carrier == LW_CARRIER_EDGES) {
        course.edges[0] = scale(2, random_unit(random));
        course.edges[1] = random_unit(random);
        course.length = 2;
    } else if (course.carrier == LW_CARRIER_WORLD) {
        course.turn = random_vector(random, lw_random_below(random, 2) ? 0 : 3);
        course.since = lw_random_between(random, -1, 1);
    } else
        course.support = reach(&shapes[course.carrier],
                               course.carrier == LW_CARRIER_FIRST ? course.normal : neg(course.normal));
    return course;
}

/* By de Casteljau's steps. */
static double bernstein(const double coefficients[5], double x)
{
    double c[5];
    for (int i = 0; i < 5; i++)
        c[i] = coefficients[i];
    for (int k = 4; k > 0; k--)
        for (int i = 0; i < k; i++)
            c[i] += x * (c[i + 1] - c[i]);
    return c[0];
}

static void test_the_bound_lies_below(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(4000, 100000);
    int tight = 0;
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = random.state;
        lw_arena arena = {0};
        lw_convex shapes[2] = {random_shape(&arena, &random), random_shape(&arena, &random)};
        wobble motion[2] = {random_wobble(&random), random_wobble(&random)};
        lw_normal_course course = random_course(&random, shapes);
        lw_pcda pcda = {.shapes = {&shapes[0], &shapes[1]}};
        lw_slab_frame frame = lw_slab_frame_of(&pcda, course);
        double at = lw_random_between(&random, 0, 3);
        lw_pair_sample sample = {at, at + 1, {moving_at(&motion[0], at), moving_at(&motion[1], at)}};
        lw_slab_bound bound;
        lw_slab_bound_at(&frame, &sample, pow(10, lw_random_between(&random, -3, 0)), &bound);
        lw_slab_instant from;
        lw_slab_instant to;
        lw_slab_instant_at(&bound, 0, &from);
        lw_slab_instant_at(&bound, bound.longest, &to);
        double below[5];
        lw_slab_below(&bound, &from, &to, below);
        double least = HUGE_VAL;
        enum { SAMPLES = 16 };
        for (int i = 0; i <= SAMPLES; i++) {
            double x = (double)i / SAMPLES;
            double time = at + x * bound.longest;
            lw_moving bodies[2] = {moving_at(&motion[0], time), moving_at(&motion[1], time)};
            double more = thickness(shapes, &course, bodies, time) - bernstein(below, x);
            least = fmin(least, more);
            if (more < 0)
                fail_msg("seed %#" PRIx64 ": ride %d, %g of %g: %g too much", seed, course.carrier, x,
                         bound.longest, -more);
        }
        tight += least < 1e-10;
        lw_arena_free(&arena);
    }
    /* at the sample the bound is the thickness itself */
    assert_int_equal(tight, rounds);
}

/* The slope of the value, against differences of the value with the same support points. */
static void test_the_slope(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 1000; round++) {
        lw_convex shapes[2] = {{.core = LW_CORE_BOX, .half = {0.3, 0.2, 0.4}},
                               {.core = LW_CORE_BOX, .half = {0.1, 0.5, 0.2}}};
        wobble motion[2] = {random_wobble(&random), random_wobble(&random)};
        lw_normal_course course = random_course(&random, shapes);
        lw_pcda pcda = {.shapes = {&shapes[0], &shapes[1]}};
        lw_slab_frame frame = lw_slab_frame_of(&pcda, course);
        lw_pair_sample sample = {0, 1, {moving_at(&motion[0], 0), moving_at(&motion[1], 0)}};
        lw_slab_bound bound;
        lw_slab_bound_at(&frame, &sample, 0.5, &bound);
        double tau = lw_random_between(&random, 0.1, 0.9) * bound.longest;
        double step = 1e-5 * bound.longest;
        lw_slab_instant now;
        lw_slab_instant later;
        lw_slab_instant sooner;
        lw_slab_instant_at(&bound, tau, &now);
        lw_slab_instant_at(&bound, tau + step, &later);
        lw_slab_instant_at(&bound, tau - step, &sooner);
        double slope;
        double after = lw_slab_value_at(&bound, &now, &later, &slope);
        double before = lw_slab_value_at(&bound, &now, &sooner, &slope);
        double size = 10 + fabs(now.slope) + bound.unknown;
        assert_true(fabs((after - before) / (2 * step) - now.slope) < 1e-5 * size);
        assert_true(lw_slab_value_at(&bound, &now, &now, &slope) == now.value && slope == now.slope);
    }
}

/* One body carries the normal and begins to turn; both origins are in one place, and the other body
 * leaves it at right angles to the normal. The thickness of two points is then -sin(c t^2 / 2) v t: a
 * change of the normal counts by the distance that the other body reaches. */
static void test_a_turn_that_begins_where_both_are(void **state)
{
    (void)state;
    const double c = 0.5;
    const double v = 2;
    lw_convex point = {.core = LW_CORE_POINT};
    lw_pcda pcda = {.shapes = {&point, &point}};
    for (int on_second = 0; on_second < 2; on_second++) {
        double away = on_second ? -v : v;
        lw_normal_course course = {.carrier = on_second ? LW_CARRIER_SECOND : LW_CARRIER_FIRST,
                                   .normal = {0, 1, 0}};
        lw_slab_frame frame = lw_slab_frame_of(&pcda, course);
        lw_pair_sample sample = {0, 1, {{.pose = pose_identity()}, {.pose = pose_identity()}}};
        sample.bodies[on_second].spin = sample.bodies[on_second].spin_change = c;
        sample.bodies[!on_second].linear.x = away;
        lw_slab_bound bound;
        lw_slab_bound_at(&frame, &sample, 1, &bound);
        lw_slab_instant from;
        lw_slab_instant to;
        lw_slab_instant_at(&bound, 0, &from);
        lw_slab_instant_at(&bound, 1, &to);
        double below[5];
        lw_slab_below(&bound, &from, &to, below);
        for (int i = 0; i <= 16; i++) {
            double t = i / 16.0;
            double thick = -sin(0.5 * c * t * t) * v * t;
            assert_true(bernstein(below, t) <= thick);
            assert_true(bernstein(below, t) >= thick - c * v);
        }
    }
}

/* Edges that are nearly parallel, drawn out so that their product is about a unit vector: the rounding
 * errors of the product grow as much. The thickness at the sample, of two points, in long double. */
static void test_rounding_of_edges_drawn_out(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_convex point = {.core = LW_CORE_POINT};
    lw_pcda pcda = {.shapes = {&point, &point}};
    for (int round = 0; round < 300; round++) {
        lw_normal_course course = {.carrier = LW_CARRIER_EDGES, .length = 1e6};
        lw_moving bodies[2];
        vec3 edge = random_unit(&random);
        for (int i = 0; i < 2; i++) {
            mat3 turned = lw_rotation(random_unit(&random), lw_random_between(&random, 0, full_turn));
            bodies[i] = (lw_moving){.pose = {turned, random_vector(&random, 1)}};
            course.edges[i] = rotate_back(turned, scale(i ? 1 : 1e6, edge));
            edge = add_scaled(edge, 1e-6, random_unit(&random));
            edge = scale(1 / norm(edge), edge);
        }
        lw_pair_sample sample = {0, 1, {bodies[0], bodies[1]}};
        lw_slab_frame frame = lw_slab_frame_of(&pcda, course);
        lw_slab_bound bound;
        lw_slab_bound_at(&frame, &sample, 1, &bound);
        lw_slab_instant now;
        lw_slab_instant_at(&bound, 0, &now);
        long double placed[2][3];
        for (int i = 0; i < 2; i++) {
            const mat3 *r = &bodies[i].pose.rotation;
            vec3 e = course.edges[i];
            placed[i][0] =
                (long double)r->x.x * e.x + (long double)r->y.x * e.y + (long double)r->z.x * e.z;
            placed[i][1] =
                (long double)r->x.y * e.x + (long double)r->y.y * e.y + (long double)r->z.y * e.z;
            placed[i][2] =
                (long double)r->x.z * e.x + (long double)r->y.z * e.y + (long double)r->z.z * e.z;
        }
        vec3 p = bodies[0].pose.position;
        vec3 q = bodies[1].pose.position;
        const long double between[3] = {(long double)q.x - p.x, (long double)q.y - p.y,
                                        (long double)q.z - p.z};
        long double thick = 0;
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3;
            int k = (i + 2) % 3;
            thick += between[i] * (placed[0][j] * placed[1][k] - placed[0][k] * placed[1][j]);
        }
        if (now.value > thick || now.value < thick - 1e-6)
            fail_msg("round %d: %.17g of %.17Lg", round, now.value, thick);
    }
}

static void test_share(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int cut = 0;
    for (int round = 0; round < 10000; round++) {
        double c[5];
        for (int k = 0; k < 5; k++)
            c[k] = lw_random_between(&random, k ? -1 : -0.1, 1);
        double share = lw_slab_share(c);
        assert_true(share >= 0 && share <= 1);
        assert_true((share > 0) == (c[0] > 0));
        for (int i = 0; i <= 20; i++)
            assert_true(share == 0 || bernstein(c, share * i / 20) >= -1e-15);
        cut += share > 0 && share < 1;
    }
    assert_true(cut > 1000);
    const double bad[][5] = {{1, 1, NAN, 1, 1}, {NAN, 1, 1, 1, 1}, {1, 1, 1, 1, NAN}, {0, 1, 1, 1, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_true(lw_slab_share(bad[i]) == 0);
    /* a straight line down to -n, with exact numbers: its root, 1 / (n + 1), is not exact */
    for (int n = 4; n <= 400; n += 4) {
        const double line[5] = {4, 3 - n, 2 - 2 * n, 1 - 3 * n, -4 * n};
        long double left = 1 - (long double)lw_slab_share(line) * (n + 1);
        assert_true(left >= 0 && left < 1e-14L);
    }
    const double falls[5] = {1, 0.5, 0, -0.5, -1};
    double share = lw_slab_share(falls);
    assert_true(share <= 0.5 && share > 0.5 - 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_bound_lies_below),
        cmocka_unit_test(test_the_slope),
        cmocka_unit_test(test_a_turn_that_begins_where_both_are),
        cmocka_unit_test(test_rounding_of_edges_drawn_out),
        cmocka_unit_test(test_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
