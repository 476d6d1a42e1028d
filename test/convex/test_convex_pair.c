/* lw_convex_first_contact, the public function of the slab: times of impact that have formulas. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "base/random.h"
#include "expect.h"
#include "leeway/leeway.h"
#include "seed.h"
#include "two_bodies.h"

/* The second body falls onto the first, and turns about z as it does: z = height - g t^2 / 2. */
typedef struct fall {
    double height, gravity, rate;
    double bound; /* the bound on the acceleration that the motion gives */
} fall;

static lw_status fall_states(void *context, double at, double until, lw_body_state states[2])
{
    const fall *f = context;
    assert_true(until >= at);
    states[1].pose.position.z = f->height - 0.5 * f->gravity * at * at;
    states[1].pose.orientation = (lw_quat){0, 0, sin(0.5 * f->rate * at), cos(0.5 * f->rate * at)};
    states[1].linear_velocity.z = -f->gravity * at;
    states[1].angular_velocity.z = f->rate;
    states[1].spin = f->rate;
    states[1].acceleration = f->bound;
    return LW_OK;
}

static void test_a_falling_box(void **state)
{
    (void)state;
    lw_shape_def ground = box_of(4, 4, 1);
    lw_shape_def dropped = box_of(0.4, 0.2, 0.3);
    fall f = {.height = 2, .gravity = 10, .rate = 3, .bound = 10};
    lw_convex_motion motion = {fall_states, &f, 0, 1};
    lw_convex_contact found = lw_default_convex_contact();
    lw_error error = {0};
    assert_int_equal(lw_convex_first_contact(&ground, &dropped, &motion, NULL, &found, &error), LW_OK);
    /* it falls by 2 - 0.5 - 0.15 */
    double expected = sqrt(2 * 1.35 / 10);
    assert_int_equal(found.kind, LW_VERDICT_CONTACT);
    assert_true(found.free_until <= expected + 1e-15 && found.time >= expected - 1e-12);
    assert_near(found.free_until, expected, 1e-10);
    assert_true(found.steps >= 1 && found.queries >= 2);
    motion.end = expected - 1e-6;
    assert_int_equal(lw_convex_first_contact(&ground, &dropped, &motion, NULL, &found, &error), LW_OK);
    assert_int_equal(found.kind, LW_VERDICT_FREE);
    assert_true(found.free_until == motion.end);
    motion.begin = motion.end = 0.25; /* a moment */
    assert_int_equal(lw_convex_first_contact(&ground, &dropped, &motion, NULL, &found, &error), LW_OK);
    assert_true(found.kind == LW_VERDICT_FREE && found.free_until == 0.25);
    motion.begin = motion.end = 0.55; /* 0.16 deep */
    assert_int_equal(lw_convex_first_contact(&ground, &dropped, &motion, NULL, &found, &error), LW_OK);
    assert_true(found.kind == LW_VERDICT_CONTACT && found.free_until == 0.55 && found.time == 0.55);
}

/* A polytope far from its own origin, and a ball. */
static void test_a_body_off_its_origin(void **state)
{
    (void)state;
    const double vertices[] = {3, 0, -1, 4, 0, -1, 3, 1, -1, 3, 0, 1};
    lw_shape_def polytope = lw_default_shape();
    polytope.kind = LW_SHAPE_POLYTOPE;
    polytope.vertices = vertices;
    polytope.vertex_count = 4;
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.5;
    /* not turned: the lowest facet, at z = -1, spans x from 3 to 4, beside the ball at the origin */
    fall f = {.height = 5, .gravity = 10, .rate = 0, .bound = 10};
    lw_convex_motion motion = {fall_states, &f, 0, 2};
    lw_convex_contact found = lw_default_convex_contact();
    lw_error error = {0};
    assert_int_equal(lw_convex_first_contact(&ball, &polytope, &motion, NULL, &found, &error), LW_OK);
    assert_int_equal(found.kind, LW_VERDICT_FREE);
    lw_shape_def plate = box_of(10, 10, 0.2);
    assert_int_equal(lw_convex_first_contact(&plate, &polytope, &motion, NULL, &found, &error), LW_OK);
    assert_int_equal(found.kind, LW_VERDICT_CONTACT);
    assert_near(found.free_until, sqrt(2 * 3.9 / 10), 1e-9);
}

/* ---- constant velocities, in the world or the body ------------------------------------------- */

typedef struct steady {
    lw_vec3 from[2], velocity[2];
    double rate[2]; /* about the world's z, through the body's origin */
} steady;

static lw_status steady_states(void *context, double at, double until, lw_body_state states[2])
{
    (void)until;
    const steady *s = context;
    for (int i = 0; i < 2; i++) {
        lw_vec3 p = s->from[i];
        lw_vec3 v = s->velocity[i];
        states[i].pose.position = (lw_vec3){p.x + at * v.x, p.y + at * v.y, p.z + at * v.z};
        states[i].pose.orientation =
            (lw_quat){0, 0, sin(0.5 * s->rate[i] * at), cos(0.5 * s->rate[i] * at)};
        states[i].linear_velocity = v;
        states[i].angular_velocity.z = s->rate[i];
        states[i].spin = fabs(s->rate[i]);
    }
    return LW_OK;
}

static lw_convex_contact contact_of(const lw_shape_def *a, const lw_shape_def *b, steady *s, double end)
{
    lw_convex_motion motion = {steady_states, s, 0, end};
    lw_convex_contact found = lw_default_convex_contact();
    lw_error error = {0};
    lw_contact_options options = lw_default_contact_options();
    options.depth = true;
    if (lw_convex_first_contact(a, b, &motion, &options, &found, &error))
        fail_msg("%s", error.message);
    return found;
}

static void contact_is_at(const lw_shape_def *a, const lw_shape_def *b, steady *s, double expected)
{
    lw_convex_contact found = contact_of(a, b, s, 1);
    if (found.kind != LW_VERDICT_CONTACT || found.free_until > expected + 1e-14 ||
        found.free_until < expected - 1e-9 || found.time < expected - 1e-12)
        fail_msg("kind %d, %.17g to %.17g, not %.17g", (int)found.kind, found.free_until, found.time,
                 expected);
}

/* Polygons and discs: a rod that turns past a post, a square that falls corner first. */
static void test_the_plane(void **state)
{
    (void)state;
    const double rod_corners[] = {-2, -0.1, 0, 2, -0.1, 0, 2, 0.1, 0, -2, 0.1, 0};
    const double square_corners[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    const double diamond_corners[] = {-1, 0, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0};
    lw_shape_def rod = hull_of(LW_SHAPE_POLYGON, rod_corners, 4);
    lw_shape_def square = hull_of(LW_SHAPE_POLYGON, square_corners, 4);
    lw_shape_def diamond = hull_of(LW_SHAPE_POLYGON, diamond_corners, 4);
    lw_shape_def post = disc_of(0.05);
    /* the rod's upper side is 0.1 from its middle line, the post's middle 1.5 from the rod's */
    steady turning = {.from = {{0, 0, 0}, {1.5 * cos(0.8), 1.5 * sin(0.8), 0}}, .rate = {1, 0}};
    contact_is_at(&rod, &post, &turning, 0.8 - asin(0.15 / 1.5));
    turning.from[1] = (lw_vec3){2.1 * cos(0.8), 2.1 * sin(0.8), 0};
    assert_int_equal(contact_of(&rod, &post, &turning, 1).kind, LW_VERDICT_FREE);
    /* a corner against a side; side against side */
    steady falling = {.from = {{0, 0, 0}, {0.3, 3, 0}}, .velocity = {{0, 0, 0}, {0, -2, 0}}};
    contact_is_at(&square, &diamond, &falling, 0.5);
    contact_is_at(&square, &square, &falling, 0.5);
    falling.from[1].y = 2;
    contact_is_at(&diamond, &post, &falling, (2 - 0.7 - 0.05 * sqrt(2)) / 2);
    falling.from[1].x = 2.01;
    assert_int_equal(contact_of(&square, &square, &falling, 1).kind, LW_VERDICT_FREE);
    assert_int_equal(contact_of(&post, &post, &falling, 1).kind, LW_VERDICT_FREE);
}

/* Whichever way the first body is turned, the direction of the depth is in the world. */
static lw_status turned_states(void *context, double at, double until, lw_body_state states[2])
{
    (void)at;
    (void)until;
    states[0].pose.orientation = *(const lw_quat *)context;
    states[1].pose.position = (lw_vec3){0.2, 1.4, 0.1};
    return LW_OK;
}

static void test_the_way_out_is_in_the_world(void **state)
{
    (void)state;
    const double half = sqrt(0.5);
    lw_quat turns[] = {{0, 0, 0, 1}, {0, 0, half, half}, {half, 0, 0, half}, {0.5, 0.5, 0.5, 0.5}};
    lw_shape_def a = box_of(2, 2, 2);
    lw_shape_def b = box_of(1, 1, 1);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        lw_convex_motion motion = {turned_states, &turns[i], 0, 1};
        lw_convex_contact found = lw_default_convex_contact();
        assert_int_equal(lw_convex_first_contact(&a, &b, &motion, NULL, &found, NULL), LW_OK);
        assert_true(found.kind == LW_VERDICT_CONTACT && found.time == 0);
        assert_near(found.contact.depth, 0.1, 1e-12);
        assert_near(found.contact.normal.x, 0, 1e-9);
        assert_near(found.contact.normal.y, 1, 1e-9);
        assert_near(found.contact.normal.z, 0, 1e-9);
    }
}

/* Bodies in contact from the start: the depth and its direction. */
static void test_contact_at_the_start_has_a_depth(void **state)
{
    (void)state;
    lw_shape_def a = box_of(2, 2, 2);
    lw_shape_def b = box_of(1, 1, 1);
    steady s = {.from = {{0, 0, 0}, {1.4, 0.2, 0}}, .velocity = {{0, 0, 0}, {5, 0, 0}}};
    lw_convex_contact found = contact_of(&a, &b, &s, 1);
    assert_true(found.kind == LW_VERDICT_CONTACT && found.free_until == 0 && found.time == 0);
    assert_near(found.contact.depth, 0.1, 1e-12);
    assert_near(found.contact.normal.x, 1, 1e-9);
    assert_near(found.contact.lower, -0.1, 1e-12);
    assert_near(found.contact.upper, -0.1, 1e-12);
    /* two equal boxes in one place: the depth is the full width, along the shortest axis */
    s.from[1] = (lw_vec3){0, 0, 0};
    found = contact_of(&a, &a, &s, 1);
    assert_true(found.kind == LW_VERDICT_CONTACT && found.time == 0);
    assert_near(found.contact.depth, 2, 1e-9);
    /* a later contact: the normal separated the bodies before it, and the points are where they meet */
    s.from[1] = (lw_vec3){4, 0.2, 0.1};
    s.velocity[1].x = -5;
    found = contact_of(&a, &b, &s, 1);
    assert_true(found.kind == LW_VERDICT_CONTACT && found.free_until > 0);
    assert_near(found.contact.normal.x, 1, 1e-9);
    assert_near(found.contact.depth, 0, 1e-6);
    assert_near(found.contact.points[0].x, 1, 1e-6);
}

static bool same_vector(lw_vec3 a, lw_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The support value of a box of a steady motion along a direction. */
static double box_reach(const lw_shape_def *box, const steady *s, int which, double time, lw_vec3 n)
{
    double angle = s->rate[which] * time;
    double x = cos(angle) * n.x + sin(angle) * n.y;
    double y = cos(angle) * n.y - sin(angle) * n.x;
    const lw_vec3 *from = &s->from[which];
    const lw_vec3 *by = &s->velocity[which];
    double middle = n.x * (from->x + time * by->x) + n.y * (from->y + time * by->y) +
                    n.z * (from->z + time * by->z);
    return middle + 0.5 * (box->size.x * fabs(x) + box->size.y * fabs(y) + box->size.z * fabs(n.z));
}

/* The depth is given if it is asked for, or if no direction separated the bodies before; nothing else
 * depends on that. Along the normal the bodies are apart until the contact. */
static void test_depth_is_told_when_it_is_asked_for(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_shape_def shapes[] = {box_of(1, 2, 0.5), box_of(0.7, 0.7, 3)};
    for (int i = 0; i < 200; i++) {
        steady s = {.from = {{0, 0, 0}, {4, 0, 0}}, .velocity = {{0, 0, 0}, {-4, 0, 0}}};
        for (int k = 0; k < 2; k++)
            s.rate[k] = lw_random_between(&random, -4, 4);
        s.from[1].y = lw_random_between(&random, -0.4, 0.4);
        if (i % 8 == 0)
            s.from[1].x = 0.1;
        lw_convex_motion motion = {steady_states, &s, 0, 1};
        lw_convex_contact plain = lw_default_convex_contact();
        assert_int_equal(lw_convex_first_contact(&shapes[0], &shapes[1], &motion, NULL, &plain, NULL),
                         LW_OK);
        lw_convex_contact asked = contact_of(&shapes[0], &shapes[1], &s, 1);
        assert_int_equal(plain.kind, LW_VERDICT_CONTACT);
        assert_true(plain.time == asked.time && plain.free_until == asked.free_until);
        for (int k = 0; k < 2; k++)
            assert_true(same_vector(plain.contact.points[k], asked.contact.points[k]));
        assert_true(same_vector(plain.contact.normal, asked.contact.normal));
        assert_true(asked.contact.depth >= 0);
        assert_int_equal(isnan(plain.contact.depth), plain.free_until > 0);
        const lw_vec3 n = plain.contact.normal;
        assert_near(n.x * n.x + n.y * n.y + n.z * n.z, 1, 1e-12);
        if (!(plain.free_until > 0))
            continue;
        double gap = -box_reach(&shapes[0], &s, 0, plain.free_until, n) -
                     box_reach(&shapes[1], &s, 1, plain.free_until, (lw_vec3){-n.x, -n.y, -n.z});
        assert_near(gap, 0, 1e-9);
    }
}

/* A ball rolls along a wall, a disc along a line, a micrometre away, and then slowly into it: its
 * turning changes nothing and costs nothing. */
static void test_what_is_round_may_roll(void **state)
{
    (void)state;
    const double line[] = {0, -9, 0, 0, 9, 0};
    const lw_shape_def walls[] = {box_of(1, 18, 18), hull_of(LW_SHAPE_POLYGON, line, 2)};
    lw_shape_def rolling[] = {disc_of(0.5), disc_of(0.5)};
    rolling[0].kind = LW_SHAPE_SPHERE;
    for (int flat = 0; flat < 2; flat++) {
        steady s = {.from = {{flat ? 0 : -0.5, 0, 0}, {0.5 + 1e-6, 0, 0}},
                    .velocity = {{0, 0, 0}, {0, 2, 0}},
                    .rate = {0, 4}};
        lw_convex_contact found = contact_of(&walls[flat], &rolling[flat], &s, 1);
        assert_int_equal(found.kind, LW_VERDICT_FREE);
        assert_true(found.queries <= 3);
        s.from[1].x = 0.625;
        s.velocity[1].x = -0.25;
        found = contact_of(&walls[flat], &rolling[flat], &s, 1);
        assert_int_equal(found.kind, LW_VERDICT_CONTACT);
        assert_near(found.free_until, 0.5, 1e-9);
        assert_true(found.queries <= 6);
    }
}

/* Polytopes that are a point, a segment, flat, or have vertices inside; also bodies that do not move.
 */
static void test_degenerate_bodies(void **state)
{
    (void)state;
    const double vertices[] = {0, 0,   0,   1, 0,   0,   0,  1,   0,   1,   1,
                               0, 0.5, 0.5, 0, 0.5, 0.5, -1, 0.5, 0.5, -0.5};
    lw_shape_def plate = box_of(4, 4, 0.5);
    for (size_t count = 1; count <= 7; count++) {
        lw_shape_def body = hull_of(LW_SHAPE_POLYTOPE, vertices, count);
        double lowest = count >= 6 ? -1 : 0;
        steady s = {
            .from = {{0, 0, 0}, {0, 0, 2}}, .velocity = {{0, 0, 0}, {0, 0, -3}}, .rate = {0, 2}};
        contact_is_at(&plate, &body, &s, (2 + lowest - 0.25) / 3);
        contact_is_at(&plate, &body,
                      &(steady){.from = {{0, 0, 2}, {0, 0, 4.25 + 1e-3 - lowest}},
                                .velocity = {{0, 0, 2}, {0, 0, -2}}},
                      (2 + 1e-3) / 4);
        s = (steady){.from = {{0, 0, 0}, {0, 0, 2}}};
        lw_convex_contact found = contact_of(&plate, &body, &s, 1);
        assert_true(found.kind == LW_VERDICT_FREE && found.free_until == 1 && found.steps == 0);
        s.from[1].z = 0.25 - lowest;
        found = contact_of(&plate, &body, &s, 1);
        assert_true(found.kind == LW_VERDICT_CONTACT && found.time == 0);
        assert_near(found.contact.depth, 0, 1e-12);
    }
    /* two points: they meet, pass each other, or are in one place */
    lw_shape_def point = hull_of(LW_SHAPE_POLYTOPE, vertices, 1);
    steady s = {.from = {{0, 0, 0}, {2, 0, 0}}, .velocity = {{4, 0, 0}, {0, 0, 0}}};
    lw_convex_contact met = contact_of(&point, &point, &s, 1);
    /* just before and after they are apart: a contact cannot be shown, but not excluded either */
    assert_true(met.kind == LW_VERDICT_UNDECIDED && met.reason == LW_REASON_PRECISION);
    assert_near(met.free_until, 0.5, 1e-9);
    s.from[1].y = 1e-6;
    assert_int_equal(contact_of(&point, &point, &s, 1).kind, LW_VERDICT_FREE);
    s = (steady){.rate = {1, 2}};
    assert_true(contact_of(&point, &point, &s, 1).time == 0);
}

/* A thin plate is not stepped over by a fast body; and a motion that ends exactly at the contact is in
 * contact. */
static void test_thin_and_exact(void **state)
{
    (void)state;
    lw_shape_def plate = box_of(4, 4, 1e-6);
    lw_shape_def bullet = lw_default_shape();
    bullet.radius = 1e-3;
    steady s = {.from = {{0, 0, 0}, {0.1, 0.2, 500}}, .velocity = {{0, 0, 0}, {0, 0, -1000}}};
    lw_convex_contact found = contact_of(&plate, &bullet, &s, 1);
    assert_int_equal(found.kind, LW_VERDICT_CONTACT);
    assert_near(found.free_until, 0.5 - (1e-3 + 5e-7) / 1000, 1e-9);
    lw_shape_def cube = box_of(1, 1, 1);
    /* every number is exact: the distance is 0 at the very end */
    s = (steady){.from = {{0, 0, 0}, {0, 0, 3}}, .velocity = {{0, 0, 0}, {0, 0, -2}}};
    found = contact_of(&cube, &cube, &s, 1);
    assert_true(found.kind == LW_VERDICT_CONTACT && found.time == 1);
    assert_near(found.free_until, 1, 1e-9);
    /* a short way from contact at the start, where the first body moves */
    s = (steady){.from = {{0, 0, 0}, {0, 0.3, 1.0009765625}}, .velocity = {{0, 0, 1}, {0, 0, 0}}};
    contact_is_at(&cube, &cube, &s, 0.0009765625);
}

/* A circle about the z axis of the world. */
typedef struct orbit {
    double radius, rate;
} orbit;

static lw_status orbit_states(void *context, double at, double until, lw_body_state states[2])
{
    (void)until;
    const orbit *o = context;
    double speed = o->radius * o->rate;
    double x = cos(o->rate * at);
    double y = sin(o->rate * at);
    states[1].pose.position = (lw_vec3){o->radius * x, o->radius * y, 0};
    states[1].linear_velocity = (lw_vec3){-speed * y, speed * x, 0};
    states[1].acceleration = speed * o->rate * (1 + 1e-12);
    return LW_OK;
}

/* A ball flies around a cube so often that the slabs run out before the motion ends. */
static void test_more_slabs_than_there_are(void **state)
{
    (void)state;
    lw_shape_def cube = box_of(1, 1, 1);
    lw_shape_def ball = ball_of(0.5);
    orbit o = {.radius = 1.3, .rate = 6.283185307179586};
    lw_convex_motion motion = {orbit_states, &o, 0, 3};
    lw_convex_contact found = lw_default_convex_contact();
    lw_error error = {0};
    assert_int_equal(lw_convex_first_contact(&cube, &ball, &motion, NULL, &found, &error), LW_OK);
    assert_int_equal(found.kind, LW_VERDICT_FREE);
    motion.end = 3000;
    assert_int_equal(lw_convex_first_contact(&cube, &ball, &motion, NULL, &found, &error), LW_OK);
    assert_true(found.kind == LW_VERDICT_UNDECIDED && found.reason == LW_REASON_BUDGET);
    assert_true(found.steps >= 1000 && found.free_until > 3 && found.free_until < 3000);
}

/* The rounding errors of an honest motion are within its bounds: a body of a millimetre comes from 1.5
 * m or 1 km nearly to the origin, in a second or in a day. */
static void test_rounding_is_no_lie(void **state)
{
    (void)state;
    lw_shape_def body = box_of(1e-3, 2e-3, 1e-3);
    for (int i = 0; i < 100; i++) {
        double far = i % 2 ? 1000 : 1.5;
        steady s = {.from = {{0, 0, 0}, {0, 0, far}},
                    .velocity = {{0, 0, 0}, {0, 0, 0.01 + 1e-4 * i - far}},
                    .rate = {-1, i * 0.7}};
        assert_int_equal(contact_of(&body, &body, &s, 1).kind, LW_VERDICT_FREE);
        s.velocity[1].z *= 1e-5; /* the same way in 100,000 s, of which the last 1,000 s count */
        lw_convex_motion motion = {steady_states, &s, 99000, 100000};
        lw_convex_contact found = lw_default_convex_contact();
        lw_error error = {0};
        if (lw_convex_first_contact(&body, &body, &motion, NULL, &found, &error))
            fail_msg("%s", error.message);
        assert_int_equal(found.kind, LW_VERDICT_FREE);
    }
}

static void test_what_is_refused(void **state)
{
    (void)state;
    lw_shape_def a = box_of(1, 1, 1);
    fall f = {.height = 3, .gravity = 10, .rate = 0, .bound = 1};
    lw_convex_motion motion = {fall_states, &f, 0, 1};
    lw_convex_contact found = lw_default_convex_contact();
    lw_error error = {0};
    refused(lw_convex_first_contact(&a, &a, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT, &error,
            "moves more than its bounds");
    f.bound = NAN;
    refused(lw_convex_first_contact(&a, &a, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT, &error,
            "is not finite");
    f.bound = 10;
    motion.end = -1;
    refused(lw_convex_first_contact(&a, &a, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT, &error,
            "has no length");
    motion.end = 1;
    refused(lw_convex_first_contact(&a, NULL, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT, &error,
            "needs two shapes");
    lw_convex_pair *pair = NULL;
    refused(lw_convex_pair_create(&a, &a, NULL, &error), LW_ERROR_ARGUMENT, &error, "needs room");
    assert_int_equal(lw_convex_pair_create(&a, &a, &pair, &error), LW_OK);
    refused(lw_convex_pair_first_contact(pair, NULL, NULL, &found, &error), LW_ERROR_ARGUMENT, &error,
            "a motion");
    refused(lw_convex_pair_first_contact(NULL, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT,
            &error, "needs a pair");
    lw_convex_pair_destroy(pair);
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    refused(lw_convex_first_contact(&a, &mesh, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT,
            &error, "takes no meshes");
    const double arrow[] = {0, 0, 0, 2, 2, 0, 0, 1, 0, -2, 2, 0};
    const double nowhere[] = {0, 0, 0, 1, NAN, 0, 0, 1, 0, 1, 1, 0};
    lw_shape_def outline = hull_of(LW_SHAPE_POLYGON, arrow, 4);
    refused(lw_convex_first_contact(&outline, &outline, &motion, NULL, &found, &error),
            LW_ERROR_ARGUMENT, &error, "not convex");
    lw_shape_def polytope = hull_of(LW_SHAPE_POLYTOPE, nowhere, 4);
    refused(lw_convex_first_contact(&a, &polytope, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT,
            &error, "it must be finite");
    polytope.vertex_count = 0;
    refused(lw_convex_first_contact(&polytope, &a, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT,
            &error, "vertices");
    lw_shape_def round = disc_of(1);
    refused(lw_convex_first_contact(&a, &round, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT,
            &error, "do not move together");
}

/* One pair for many motions, from several threads, gives the answers of a pair for each. */
typedef struct many {
    const lw_convex_pair *pair;
    const steady *motions;
    lw_convex_contact *found;
} many;

static bool one_of_many(void *context, unsigned worker, size_t index)
{
    (void)worker;
    many *m = context;
    steady own = m->motions[index];
    lw_convex_motion motion = {steady_states, &own, 0, 1};
    return lw_convex_pair_first_contact(m->pair, &motion, NULL, &m->found[index], NULL) == LW_OK;
}

static lw_vec3 somewhere(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return (lw_vec3){x, y, lw_random_between(random, -size, size)};
}

static void test_a_pair_for_many(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    lw_random random = {test_seed()};
    lw_shape_def a = box_of(1, 0.5, 0.7);
    lw_shape_def b = box_of(0.3, 0.3, 0.9);
    b.radius = 0.1;
    steady motions[COUNT];
    lw_convex_contact found[COUNT];
    for (int i = 0; i < COUNT; i++) {
        found[i] = lw_default_convex_contact();
        motions[i] = (steady){.from = {{0, 0, 0}, somewhere(&random, 2)},
                              .velocity = {somewhere(&random, 1), somewhere(&random, 4)},
                              .rate = {lw_random_between(&random, -5, 5), 0}};
    }
    lw_convex_pair *pair = NULL;
    assert_int_equal(lw_convex_pair_create(&a, &b, &pair, NULL), LW_OK);
    many m = {pair, motions, found};
    lw_parallel_run(4, COUNT, one_of_many, &m);
    int contacts = 0;
    for (int i = 0; i < COUNT; i++) {
        lw_convex_motion motion = {steady_states, &motions[i], 0, 1};
        lw_convex_contact alone = lw_default_convex_contact();
        assert_int_equal(lw_convex_first_contact(&a, &b, &motion, NULL, &alone, NULL), LW_OK);
        assert_int_equal(found[i].kind, alone.kind);
        assert_true(found[i].free_until == alone.free_until && found[i].time == alone.time);
        assert_int_equal(found[i].queries, alone.queries);
        contacts += alone.kind == LW_VERDICT_CONTACT;
    }
    assert_true(contacts > COUNT / 20 && contacts < COUNT);
    lw_convex_pair_destroy(pair);
    lw_convex_pair_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_falling_box),
        cmocka_unit_test(test_a_pair_for_many),
        cmocka_unit_test(test_a_body_off_its_origin),
        cmocka_unit_test(test_the_plane),
        cmocka_unit_test(test_the_way_out_is_in_the_world),
        cmocka_unit_test(test_contact_at_the_start_has_a_depth),
        cmocka_unit_test(test_depth_is_told_when_it_is_asked_for),
        cmocka_unit_test(test_what_is_round_may_roll),
        cmocka_unit_test(test_degenerate_bodies),
        cmocka_unit_test(test_thin_and_exact),
        cmocka_unit_test(test_more_slabs_than_there_are),
        cmocka_unit_test(test_rounding_is_no_lie),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
