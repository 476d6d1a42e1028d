/* Tests contacts with formulas, by both kernels and both methods, with the bodies exchanged and in a
 * moved world, in space and in the plane. They include cases that stepping methods get wrong: a start
 * one step away from contact, a landing exactly on it, plates thinner than a step. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "expect.h"
#include "two_bodies.h"

static const double PI = 3.14159265358979323846;

/* Two bodies at rest for a second, until a test moves them. */
static encounter two(lw_shape_def one, lw_shape_def other)
{
    return (encounter){{flying_shape(one), flying_shape(other)}, 1};
}

static void place(flying *body, double x, double y, double z)
{
    body->from.position = (lw_vec3){x, y, z};
}

static void turn(flying *body, double x, double y, double z)
{
    body->from.orientation = placed((lw_vec3){0, 0, 0}, (lw_vec3){x, y, z}).orientation;
}

static void move(flying *body, double x, double y, double z)
{
    body->linear = (lw_vec3){x, y, z};
}

/* A square of edge 1, a square on its corner, and an octahedron |x| + |y| + |z| <= 1. */
static const double square[] = {-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0};
static const double diamond[] = {-1, 0, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0};
static const double octahedron[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};

/* ---- a rod past a post --------------------------------------------------------------------------- */

/* The rod turns about its middle at 1 rad/s; its side is `thick` away from its middle line. It meets
 * the post, which is `far` away, when far sin(angle between them) = thick. */
static void rod_and_post(encounter *e, double thick, bool slides)
{
    double far = 1.5;
    double direction = 0.8;
    e->bodies[0].angular.z = 1;
    place(&e->bodies[1], far * cos(direction), far * sin(direction), 0);
    if (slides) { /* along the post */
        place(&e->bodies[0], 0, 0, -0.5);
        e->bodies[0].linear.z = 0.9;
    }
    meets_at(e, direction - asin(thick / far));
    e->duration = direction - asin(thick / far) - 1e-7;
    stays_free(e);
    /* out of its reach: the rod's ends are 2 from its middle */
    e->duration = 1;
    place(&e->bodies[1], 2.16 * cos(direction), 2.16 * sin(direction), 0);
    stays_free(e);
}

static void test_rod_past_post(void **state)
{
    (void)state;
    encounter e = two(rod_of(LW_SHAPE_CAPSULE, 0.1, 4), rod_of(LW_SHAPE_CAPSULE, 0.05, 6));
    turn(&e.bodies[0], 0, PI / 2, 0);
    rod_and_post(&e, 0.15, true);
    const double post[] = {0, 0, 3, 0, 0, -3};
    const double pin[] = {0, 0, 0};
    e = two(box_of(4, 0.2, 0.2), hull_of(LW_SHAPE_POLYTOPE, post, 2));
    rod_and_post(&e, 0.1, true);
    const double bar[] = {-2, -0.1, 0, 2, -0.1, 0, 2, 0.1, 0, -2, 0.1, 0};
    e = two(hull_of(LW_SHAPE_POLYGON, bar, 4), disc_of(0.05));
    rod_and_post(&e, 0.15, false);
    e = two(hull_of(LW_SHAPE_POLYGON, bar, 4), hull_of(LW_SHAPE_POLYGON, pin, 1));
    rod_and_post(&e, 0.1, false);
}

/* ---- a box past a box ---------------------------------------------------------------------------- */

/* Boxes of edge 1: the second one comes along -x at 5 m/s, shifted to the side. */
static void past_each_other(encounter *e)
{
    flying *b = &e->bodies[1];
    move(b, -5, 0, 0);
    place(b, 3, 0.25, 0);
    meets_at(e, 2.0 / 5);
    place(b, 3, 1 - 1e-6, 0);
    meets_at(e, 2.0 / 5);
    place(b, 3, 1 + 1e-6, 0);
    stays_free(e);
    /* it begins 0.01 s before contact, which is one step of methods that take a hundred; then both
     * bodies move */
    place(b, 1.05, 0.25, 0);
    meets_at(e, 0.05 / 5);
    move(&e->bodies[0], 2.5, 0, 0);
    move(b, -2.5, 0, 0);
    meets_at(e, 0.05 / 5);
    /* away from the same place */
    move(&e->bodies[0], -2.5, 0, 0);
    move(b, 2.5, 0, 0);
    stays_free(e);
}

/* Every number is exact, and the distance falls to 0 where a step may end. The time after that must not
 * be called free, whether the body moves deep into the other one, along it, or away again. */
static void landing(encounter *e)
{
    flying *b = &e->bodies[1];
    move(&e->bodies[0], 0, 0, 0);
    move(b, -4, 0, 0);
    place(b, 3, 0.25, 0); /* in the middle */
    meets_at(e, 0.5);
    place(b, 5, 0.25, 0); /* at the very end */
    touches_at(e, 1);
    place(b, 1, 0.25, 0); /* at the very start */
    touches_at(e, 0);
    move(b, 4, 0, 0); /* and off at once */
    touches_at(e, 0);
    move(b, 0, 1, 0); /* along the side: from the start, for the rest of the time, and for a while */
    touches_at(e, 0);
    place(b, 1, -1.5, 0);
    touches_at(e, 0.5);
    move(b, 0, 4, 0);
    touches_at(e, 0.125);
}

static void test_box_past_box(void **state)
{
    (void)state;
    encounter e = two(box_of(1, 1, 1), box_of(1, 1, 1));
    past_each_other(&e);
    landing(&e);
    double corners[24];
    for (int i = 0; i < 24; i++)
        corners[i] = (i / 3) >> (i % 3) & 1 ? 0.5 : -0.5;
    e = two(hull_of(LW_SHAPE_POLYTOPE, corners, 8), hull_of(LW_SHAPE_POLYTOPE, corners, 8));
    past_each_other(&e);
    landing(&e);
    e = two(hull_of(LW_SHAPE_POLYGON, square, 4), hull_of(LW_SHAPE_POLYGON, square, 4));
    past_each_other(&e);
    landing(&e);
}

/* ---- a wheel on a plane -------------------------------------------------------------------------- */

/* A turning wheel of radius 0.5. The top of the ground is z = 0, in the plane y = 0. */
static void wheel(encounter *e, bool flat)
{
    flying *w = &e->bodies[0];
    double *down = flat ? &w->linear.y : &w->linear.z;
    double *height = flat ? &w->from.position.y : &w->from.position.z;
    *height = 2;
    w->linear.x = 2;
    *down = -3;
    meets_at(e, 0.5);
    *down = -1.5 + 1e-3;
    stays_free(e);
    /* it rolls just above the ground, then just in it, and then comes down on it slowly */
    *down = 0;
    *height = 0.5 + 1e-3;
    stays_free(e);
    *height = 0.5 - 1e-6;
    meets_at(e, 0);
    *height = 0.9;
    *down = -0.5;
    meets_at(e, 0.8);
}

static void test_wheel_on_a_plane(void **state)
{
    (void)state;
    encounter e = two(rod_of(LW_SHAPE_CYLINDER, 0.5, 0.2), box_of(20, 20, 0.5));
    turn(&e.bodies[0], PI / 2, 0, 0);
    e.bodies[0].angular.y = 4;
    place(&e.bodies[1], 0, 0, -0.25);
    wheel(&e, false);
    const double ground[] = {-10, 0, 0, 10, 0, 0};
    e = two(disc_of(0.5), hull_of(LW_SHAPE_POLYGON, ground, 2));
    e.bodies[0].angular.z = -4;
    wheel(&e, true);
}

/* A wheel of twelve corners turns at rate w and comes down at speed v. Corner k reaches the plane when
 * its height z - v t - r cos(w t + 2 pi k / 12) is 0. */
static double first_corner_down(double z, double v, double r, double w)
{
    long double first = HUGE_VALL;
    for (int k = 0; k < 12; k++) {
        long double phase = 2 * (long double)PI * k / 12;
        for (int step = 1; step <= 10000; step++) {
            long double low = (step - 1) / 10000.0L;
            long double high = step / 10000.0L;
            if (z - v * high - r * cosl(w * high + phase) > 0)
                continue;
            for (int i = 0; i < 60; i++) {
                long double middle = (low + high) / 2;
                *(z - v * middle - r * cosl(w * middle + phase) > 0 ? &low : &high) = middle;
            }
            first = fminl(first, low);
            break;
        }
    }
    return (double)first;
}

static void test_wheel_with_corners(void **state)
{
    (void)state;
    double rim[3 * 24];
    double flat_rim[3 * 12];
    for (int i = 0; i < 24; i++) {
        double angle = 2 * PI * (i % 12) / 12;
        rim[3 * i] = 0.5 * sin(angle);
        rim[3 * i + 1] = i < 12 ? 0.1 : -0.1;
        rim[3 * i + 2] = -0.5 * cos(angle);
    }
    for (int i = 0; i < 12; i++) {
        flat_rim[3 * i] = rim[3 * i];
        flat_rim[3 * i + 1] = rim[3 * i + 2];
        flat_rim[3 * i + 2] = 0;
    }
    const double rates[] = {0.25, 1, 4, 15};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        double expected = first_corner_down(1.25, 1, 0.5, rates[i]);
        assert_true(expected > 0.7 && expected < 0.85);
        encounter e = two(hull_of(LW_SHAPE_POLYTOPE, rim, 24), box_of(20, 20, 0.5));
        place(&e.bodies[0], 0, 0, 1.25);
        move(&e.bodies[0], 2, 0, -1);
        e.bodies[0].angular.y = rates[i];
        place(&e.bodies[1], 0, 0, -0.25);
        all_meet_at(&e, expected, 1e-11, __LINE__);
        const double ground[] = {-10, 0, 0, 10, 0, 0};
        e = two(hull_of(LW_SHAPE_POLYGON, flat_rim, 12), hull_of(LW_SHAPE_POLYGON, ground, 2));
        place(&e.bodies[0], 0, 1.25, 0);
        move(&e.bodies[0], 2, -1, 0);
        e.bodies[0].angular.z = -rates[i];
        all_meet_at(&e, expected, 1e-11, __LINE__);
    }
}

/* ---- a thin and fast plate ----------------------------------------------------------------------- */

static void through(encounter *e)
{
    flying *bullet = &e->bodies[1];
    place(bullet, -300, 0.125, 0);
    move(bullet, 1000, 0, 0);
    e->bodies[1].angular.z = 20;
    meets_at(e, (300 - 1e-3 - 0.5e-6) / 1000);
    place(bullet, -300, 1.1, 0); /* past the plate's edge */
    stays_free(e);
    /* the plate is thrown at the ball edge on */
    e->bodies[1].angular.z = 0;
    place(bullet, 0, 0, 0);
    move(bullet, 0, 0, 0);
    place(&e->bodies[0], 0, -200, 0);
    move(&e->bodies[0], 0, 400, 0);
    meets_at(e, (200 - 1 - 1e-3) / 400);
}

static void test_thin_plate(void **state)
{
    (void)state;
    encounter e = two(box_of(1e-6, 2, 2), ball_of(1e-3));
    through(&e);
    /* a plate of no thickness: the bullet's radius makes up for the missing 0.5e-6 */
    const double corners[] = {0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1};
    e = two(hull_of(LW_SHAPE_POLYTOPE, corners, 4), ball_of(1e-3 + 0.5e-6));
    place(&e.bodies[1], -300, 0.125, 0.25);
    move(&e.bodies[1], 1000, 0, 0);
    meets_at(&e, (300 - 1e-3 - 0.5e-6) / 1000);
    const double bar[] = {-0.5e-6, -1, 0, 0.5e-6, -1, 0, 0.5e-6, 1, 0, -0.5e-6, 1, 0};
    e = two(hull_of(LW_SHAPE_POLYGON, bar, 4), disc_of(1e-3));
    through(&e);
}

/* ---- edges nearly parallel ----------------------------------------------------------------------- */

/* Square bars on their edges; one falls on the other, turned against it by an angle down to 0. */
static void test_edges_nearly_parallel(void **state)
{
    (void)state;
    double points[3 * 8];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? 2 : -2;
        points[3 * i + 1] = (i & 6) == 2 ? 0.5 : (i & 6) == 4 ? -0.5 : 0;
        points[3 * i + 2] = (i & 6) == 0 ? -0.5 : (i & 6) == 6 ? 0.5 : 0;
    }
    static const double angles[] = {1, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-13, 0};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        encounter e = two(hull_of(LW_SHAPE_POLYTOPE, points, 8), hull_of(LW_SHAPE_POLYTOPE, points, 8));
        turn(&e.bodies[1], 0, 0, angles[i]);
        place(&e.bodies[1], 0, 0, 2);
        move(&e.bodies[1], 0, 0, -2);
        meets_at(&e, 0.5);
        e.duration = 0.5 - 1e-7;
        stays_free(&e);
        /* it goes on turning, about the point where the bars cross */
        e.duration = 1;
        e.bodies[1].angular.z = 1;
        meets_at(&e, 0.5);
    }
}

/* A square of edge 1 comes down on the ground tilted, its lower corner first, which is 1/2 (cos + sin)
 * below its middle. */
static void test_sides_nearly_parallel(void **state)
{
    (void)state;
    const double ground[] = {-5, -1, 0, 5, -1, 0, 5, 0, 0, -5, 0, 0};
    static const double angles[] = {0.5, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-13, 0};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        encounter e = two(hull_of(LW_SHAPE_POLYGON, ground, 4), hull_of(LW_SHAPE_POLYGON, square, 4));
        turn(&e.bodies[1], 0, 0, angles[i]);
        place(&e.bodies[1], 0.3, 2, 0);
        move(&e.bodies[1], 0.1, -2, 0);
        double expected = (2 - 0.5 * (cos(angles[i]) + sin(angles[i]))) / 2;
        meets_at(&e, expected);
        e.duration = expected - 1e-7;
        stays_free(&e);
    }
}

/* ---- corners that graze -------------------------------------------------------------------------- */

/* Bodies |x| + |y| + |z| <= 1: two of them meet when their middles are at most 2 apart in that norm. */
static void graze(encounter *e)
{
    static const double gaps[] = {1e-2, 1e-4, 1e-6, 1e-8};
    move(&e->bodies[1], 0, 2, 0);
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        place(&e->bodies[1], 2 + gaps[i], -1, 0);
        stays_free(e);
        place(&e->bodies[1], 2 - gaps[i], -1, 0);
        meets_at(e, (1 - (2 - e->bodies[1].from.position.x)) / 2);
    }
    /* they touch exactly, at a single time, which may be left open but is not free */
    place(&e->bodies[1], 2, -1, 0);
    touches_at(e, 0.5);
}

static void test_corners_that_graze(void **state)
{
    (void)state;
    encounter e =
        two(hull_of(LW_SHAPE_POLYTOPE, octahedron, 6), hull_of(LW_SHAPE_POLYTOPE, octahedron, 6));
    graze(&e);
    e = two(hull_of(LW_SHAPE_POLYGON, diamond, 4), hull_of(LW_SHAPE_POLYGON, diamond, 4));
    graze(&e);
}

/* ---- the very start and the very end ------------------------------------------------------------- */

/* Bodies of length 1 meet along x, shifted aside. */
static void at_the_ends(encounter *e, double aside)
{
    flying *b = &e->bodies[1];
    move(b, -2, 0, 0);
    static const double moments[] = {1e-9, 1e-6, 1 - 1e-6, 1 - 1e-9};
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        place(b, 1 + 2 * moments[i], aside, 0);
        meets_at(e, (b->from.position.x - 1) / 2);
    }
    place(b, 3 + 1e-8, aside, 0);
    stays_free(e);
    place(b, 1 - 1e-9, aside, 0);
    meets_at(e, 0);
    move(b, 2, 0, 0);
    meets_at(e, 0);
    place(b, 1 + 1e-8, aside, 0);
    stays_free(e);
}

static void test_contacts_at_the_ends(void **state)
{
    (void)state;
    encounter e = two(box_of(1, 1, 1), box_of(1, 1, 1));
    at_the_ends(&e, 0.25);
    e = two(hull_of(LW_SHAPE_POLYGON, square, 4), hull_of(LW_SHAPE_POLYGON, square, 4));
    at_the_ends(&e, 0.25);
    e = two(rod_of(LW_SHAPE_CYLINDER, 0.5, 1), ball_of(0.5));
    at_the_ends(&e, 0);
}

/* Bodies in contact from the beginning: every kernel and method that measures contacts finds the depth
 * and the way out. */
static void deep_at_the_start(encounter *e, double depth, lw_vec3 out)
{
    asking a;
    asking_open(&a, e);
    for (int by = 0; by < WAYS; by++) {
        answer got = ask_way(&a, e, (way)by);
        if (got.kind != LW_VERDICT_CONTACT || got.time != 0 || got.free_until != 0)
            fail_msg("%s: verdict %d at %.17g", way_names[by], (int)got.kind, got.time);
        if (by == BY_BCDA)
            continue;
        if (!(fabs(got.contact.depth - depth) <= 1e-9))
            fail_msg("%s: %.17g deep, not %.17g", way_names[by], got.contact.depth, depth);
        lw_vec3 n = got.contact.normal;
        assert_near(n.x * n.x + n.y * n.y + n.z * n.z, 1, 1e-9);
        if (out.x != 0 || out.y != 0 || out.z != 0)
            assert_near(n.x * out.x + n.y * out.y + n.z * out.z, 1, 1e-9);
    }
    asking_close(&a);
}

static void test_depth_at_the_start(void **state)
{
    (void)state;
    const lw_vec3 any = {0, 0, 0};
    encounter e = two(box_of(2, 2, 2), box_of(1, 1, 1));
    place(&e.bodies[1], 1.4, 0.2, 0);
    move(&e.bodies[1], 5, 0, 0);
    deep_at_the_start(&e, 0.1, (lw_vec3){1, 0, 0});
    e = two(hull_of(LW_SHAPE_POLYTOPE, octahedron, 6), box_of(1, 1, 1));
    place(&e.bodies[1], 0, 0, 1.25); /* the tip is 0.25 deep in it */
    e.bodies[1].angular.z = 3;
    deep_at_the_start(&e, 0.25, (lw_vec3){0, 0, 1});
    e = two(hull_of(LW_SHAPE_POLYGON, square, 4), hull_of(LW_SHAPE_POLYGON, square, 4));
    place(&e.bodies[1], 0.25, 0.875, 0);
    move(&e.bodies[1], 0, 5, 0);
    deep_at_the_start(&e, 0.125, (lw_vec3){0, 1, 0});
    /* one exactly in the place of the other */
    e = two(box_of(1, 1, 1), box_of(1, 1, 1));
    deep_at_the_start(&e, 1, any);
    e = two(hull_of(LW_SHAPE_POLYTOPE, octahedron, 6), hull_of(LW_SHAPE_POLYTOPE, octahedron, 6));
    e.bodies[1].angular.z = 1;
    deep_at_the_start(&e, 2 / sqrt(3), any);
    e = two(hull_of(LW_SHAPE_POLYGON, square, 4), hull_of(LW_SHAPE_POLYGON, square, 4));
    deep_at_the_start(&e, 1, any);
    e = two(ball_of(0.5), ball_of(0.5));
    deep_at_the_start(&e, 1, any);
}

/* ---- small bodies and small motions -------------------------------------------------------------- */

/* Nothing moves. */
static void test_zero_motion(void **state)
{
    (void)state;
    encounter pairs[] = {
        two(box_of(1, 1, 1), box_of(1, 1, 1)),
        two(ball_of(0.5), rod_of(LW_SHAPE_CYLINDER, 0.5, 1)),
        two(hull_of(LW_SHAPE_POLYGON, square, 4), hull_of(LW_SHAPE_POLYGON, square, 4)),
        two(disc_of(0.5), hull_of(LW_SHAPE_POLYGON, square, 4)),
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        encounter *e = &pairs[i];
        place(&e->bodies[1], 1 + 1e-9, 0, 0);
        stays_free(e);
        place(&e->bodies[1], 1 - 1e-9, 0, 0);
        meets_at(e, 0);
        place(&e->bodies[1], 0, 0, 0);
        meets_at(e, 0);
        /* turning on the spot, without coming nearer */
        place(&e->bodies[1], 1.75, 0, 0);
        e->bodies[0].angular.z = 3;
        stays_free(e);
    }
}

/* Polytopes of few points and flat ones, with vertices on edges, inside, and repeated. They fall,
 * turning, on a box whose top is z = 0. */
static void test_degenerate_bodies(void **state)
{
    (void)state;
    const double vertices[9][3] = {{0, 0, 0}, {1, 0, 0},      {0, 1, 0},
                                   {1, 1, 0}, {0.5, 0.5, 0},  {0.5, 0.5, 0},
                                   {0, 0, 0}, {0.5, 0.5, -1}, {0.5, 0.5, -0.5}};
    for (size_t count = 1; count <= 9; count++) {
        encounter e =
            two(box_of(8, 8, 0.5), hull_of(LW_SHAPE_POLYTOPE, (const double *)vertices, count));
        place(&e.bodies[0], 0, 0, -0.25);
        place(&e.bodies[1], 0, 0, count > 7 ? 2.5 : 1.5); /* the lowest point is at 1.5 */
        e.bodies[1].angular.z = 2;
        move(&e.bodies[1], 0, 0, -3);
        meets_at(&e, 0.5);
        move(&e.bodies[1], 0, 0, -1.5 + 1e-6);
        stays_free(&e);
        place(&e.bodies[1], 0, 0, count > 7 ? 1 : 0); /* on it from the start */
        touches_at(&e, 0);
    }
}

/* In the plane a point and a segment fall on the ground, and a triangle with a vertex on an edge and a
 * repeated one. */
static void test_degenerate_outlines(void **state)
{
    (void)state;
    const double ground[] = {-5, -1, 0, 5, -1, 0, 5, 0, 0, -5, 0, 0};
    const double vertices[] = {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0.5, 0, 1, 1, 0};
    const size_t counts[] = {1, 2, 5};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        encounter e =
            two(hull_of(LW_SHAPE_POLYGON, ground, 4), hull_of(LW_SHAPE_POLYGON, vertices, counts[i]));
        place(&e.bodies[1], 0, 1.5, 0);
        move(&e.bodies[1], 0.25, -3, 0);
        meets_at(&e, 0.5);
        move(&e.bodies[1], 0.25, -1.5 + 1e-6, 0);
        stays_free(&e);
        place(&e.bodies[1], 0, 0, 0);
        touches_at(&e, 0);
    }
}

/* Two points, which meet and move on: just before and just after they are apart. */
static void test_two_points(void **state)
{
    (void)state;
    const double point[] = {0, 0, 0};
    for (int flat = 0; flat < 2; flat++) {
        lw_shape_def shape = hull_of(flat ? LW_SHAPE_POLYGON : LW_SHAPE_POLYTOPE, point, 1);
        encounter e = two(shape, shape);
        place(&e.bodies[1], 2, 0, 0);
        stays_free(&e);
        move(&e.bodies[0], 4, 0, 0);
        touches_at(&e, 0.5);
        place(&e.bodies[1], 2, 1e-6, 0);
        stays_free(&e);
        place(&e.bodies[1], 0, 0, 0); /* one on the other */
        touches_at(&e, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rod_past_post),
        cmocka_unit_test(test_box_past_box),
        cmocka_unit_test(test_wheel_on_a_plane),
        cmocka_unit_test(test_wheel_with_corners),
        cmocka_unit_test(test_thin_plate),
        cmocka_unit_test(test_edges_nearly_parallel),
        cmocka_unit_test(test_sides_nearly_parallel),
        cmocka_unit_test(test_corners_that_graze),
        cmocka_unit_test(test_contacts_at_the_ends),
        cmocka_unit_test(test_depth_at_the_start),
        cmocka_unit_test(test_zero_motion),
        cmocka_unit_test(test_degenerate_bodies),
        cmocka_unit_test(test_degenerate_outlines),
        cmocka_unit_test(test_two_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
