/* Tests screws, motions with constant velocities in the body's frame, as in the motion schema: first
 * contacts with formulas, others against a search in long double, and a file compared with the
 * callback. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "expect.h"
#include "files.h"
#include "io/motion/motion_reader.h"
#include "math/pose.h"
#include "math/vec.h"
#include "random_robot.h"
#include "seed.h"
#include "two_bodies.h"
#include "verdicts.h"

/* Moves the body round an axis along z through (x, 0), at the distance `radius`, beginning in the
 * direction `phase`; the body's x axis points away from the axis. It rises by `rise` per second, not
 * per turn or radian. */
static void thread(flying *body, double x, double radius, double phase, double rate, double rise)
{
    body->from =
        placed((lw_vec3){x + radius * cos(phase), radius * sin(phase), 0}, (lw_vec3){0, 0, phase});
    body->screw = true;
    body->angular = (lw_vec3){0, 0, rate};
    body->linear = (lw_vec3){0, radius * rate, rise};
}

static const double rises[] = {0, 0.75, -2.5, 20};

/* A ball rises about a post that stands beside its axis. The law of cosines gives the angle between
 * ball and post at which they meet. */
static void test_a_screw_and_a_post(void **state)
{
    (void)state;
    encounter e = {{flying_shape(ball_of(0.25)), flying_shape(rod_of(LW_SHAPE_CAPSULE, 0.15, 200))}, 1};
    double radius = 1.25;
    double far = 1.0;
    double touching = acos((radius * radius + far * far - 0.4 * 0.4) / (2 * radius * far));
    e.bodies[1].from.position.x = far;
    for (size_t i = 0; i < sizeof rises / sizeof *rises; i++) {
        thread(&e.bodies[0], 0, radius, -2, 3, rises[i]);
        e.duration = 1;
        meets_at(&e, (2 - touching) / 3);
        thread(&e.bodies[0], 0, radius, 1.5, -1.25, rises[i]);
        meets_at(&e, (1.5 - touching) / 1.25);
        e.duration = (1.5 - touching) / 1.25 - 1e-6;
        stays_free(&e);
    }
}

/* Two screws on parallel axes that are mirror images of each other: they meet when each is at its own
 * thickness from the plane between them. */
static void test_two_screws_that_mirror_each_other(void **state)
{
    (void)state;
    double apart = 3;
    double radius = 1.4;
    double thick = 0.25;
    /* apart - 2 radius cos(angle) = 2 thick */
    double touching = acos((apart - 2 * thick) / (2 * radius));
    lw_shape_def shapes[] = {ball_of(thick), rod_of(LW_SHAPE_CAPSULE, thick, 100)};
    for (size_t i = 0; i < 2 * sizeof rises / sizeof *rises; i++) {
        encounter e = {{flying_shape(shapes[i % 2]), flying_shape(shapes[i % 2])}, 1};
        double rise = rises[i / 2];
        thread(&e.bodies[0], 0, radius, -2.2, 1.9, rise);
        /* long bodies need not rise together */
        thread(&e.bodies[1], apart, radius, 3.14159265358979323846 + 2.2, -1.9, i % 2 ? 0.5 : rise);
        meets_at(&e, (2.2 - touching) / 1.9);
        e.duration = (2.2 - touching) / 1.9 - 1e-6;
        stays_free(&e);
    }
}

/* A plate and a nut approach, both turning about axes beside their middles. Their flat sides meet when
 * the gap is closed, independent of the turning. */
static void test_two_screws_on_each_other(void **state)
{
    (void)state;
    double vertices[3 * 12];
    for (int i = 0; i < 12; i++) {
        vertices[3 * i] = cos(i * 1.0471975511965976);
        vertices[3 * i + 1] = sin(i * 1.0471975511965976);
        vertices[3 * i + 2] = i < 6 ? 0.2 : -0.3;
    }
    encounter e = {
        {flying_shape(box_of(6, 6, 0.5)), flying_shape(hull_of(LW_SHAPE_POLYTOPE, vertices, 12))}, 2.5};
    for (size_t i = 0; i < sizeof rises / sizeof *rises; i++) {
        double closing = 0.8; /* m/s, over a gap of 2 - 0.25 - 0.3 */
        thread(&e.bodies[0], 0.1, 0.3, 1, 5, rises[i] + closing);
        thread(&e.bodies[1], -0.2, 0.4, 2, -3, rises[i]);
        e.bodies[1].from.position.z = 2;
        meets_at(&e, 1.45 / closing);
    }
}

/* ---- balls on any two screws -------------------------------------------------------------------- */

typedef struct wide3 {
    long double x[3];
} wide3;

/* The place to which a screw takes the body's origin: its linear velocity in the world is R0 exp(t w)
 * v. */
static wide3 wide_origin(const flying *body, long double t)
{
    wide_pose start = wide_pose_of(body->from);
    const double *v = &body->linear.x;
    const double *w = &body->angular.x;
    long double rate =
        sqrtl((long double)w[0] * w[0] + (long double)w[1] * w[1] + (long double)w[2] * w[2]);
    long double across[3];
    long double back[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        across[i] = ((long double)w[j] * v[k] - (long double)w[k] * v[j]) / rate;
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        back[i] = (w[j] * across[k] - w[k] * across[j]) / rate;
    }
    long double turn = rate * t;
    long double sine = sinl(turn / 2);
    /* the rest of the series is below 1e-20 of it */
    long double late = turn > 1e-3L
                           ? t - sinl(turn) / rate
                           : t * turn * turn / 6 * (1 - turn * turn / 20 * (1 - turn * turn / 42));
    wide_point slide;
    for (int i = 0; i < 3; i++)
        slide.x[i] = v[i] * t + across[i] * 2 * sine * sine / rate + back[i] * late;
    wide_point there = wide_apply(&start, slide);
    return (wide3){{there.x[0], there.x[1], there.x[2]}};
}

static long double wide_gap(const encounter *e, long double t)
{
    wide3 a = wide_origin(&e->bodies[0], t);
    wide3 b = wide_origin(&e->bodies[1], t);
    long double square = 0;
    for (int i = 0; i < 3; i++)
        square += (a.x[i] - b.x[i]) * (a.x[i] - b.x[i]);
    return sqrtl(square) - e->bodies[0].shape.radius - e->bodies[1].shape.radius;
}

/* The first contact, by small steps and halving, and the least gap before it. */
static double search_contact(const encounter *e, long double *least)
{
    enum { STEPS = 1000 };
    *least = wide_gap(e, 0);
    for (int i = 1; i <= STEPS; i++) {
        long double high = (long double)e->duration * i / STEPS;
        long double low = (long double)e->duration * (i - 1) / STEPS;
        long double gap = wide_gap(e, high);
        *least = fminl(*least, fabsl(gap));
        for (int k = 0; k < 70 && gap <= 0; k++) {
            long double middle = (low + high) / 2;
            *(wide_gap(e, middle) > 0 ? &low : &high) = middle;
        }
        if (gap <= 0)
            return (double)low;
    }
    return HUGE_VAL;
}

static encounter random_screws(lw_random *random)
{
    static double vertices[2][3 * MOST_VERTICES];
    encounter e;
    do
        e = random_encounter(random, vertices);
    while (!e.bodies[0].screw || !e.bodies[1].screw);
    for (int i = 0; i < 2; i++) {
        flying *body = &e.bodies[i];
        body->shape = ball_of(lw_random_between(random, 0.05, 0.5));
        /* some turn so slowly that the axis is far away */
        if (lw_random_below(random, 3) == 0)
            body->angular = scale(pow(10, lw_random_between(random, -9, -1)), body->angular);
    }
    return e;
}

static void test_random_screws(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int met = 0;
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = random.state;
        encounter e = random_screws(&random);
        long double least;
        if (wide_gap(&e, 0) < 1e-3L)
            continue;
        double expected = search_contact(&e, &least);
        /* between two steps they come at most 1e-4 nearer; such cases and slow contacts are left out */
        if (expected == HUGE_VAL && least < 1e-4L)
            continue;
        long double after = fminl(expected + 1e-6L * e.duration, e.duration);
        if (expected < HUGE_VAL && wide_gap(&e, after) > -1e-8L)
            continue;
        met += expected < HUGE_VAL;
        asking a;
        asking_open(&a, &e);
        for (int by = 0; by < WAYS; by++) {
            answer got = ask_way(&a, &e, (way)by);
            /* an axis up to 1 km away blurs a screw by 1e-11 m, a contact by 1e-9 of the motion */
            bool meets = got.kind == LW_VERDICT_CONTACT && got.free_until <= expected + 1e-10 &&
                         got.time >= expected - 1e-10 && got.time - got.free_until <= 1e-8 * e.duration;
            bool right = expected < HUGE_VAL ? meets : got.kind == LW_VERDICT_FREE;
            if (!right)
                fail_msg("seed %#" PRIx64 ", %s: verdict %d, %.17g to %.17g, not %.17g", seed,
                         way_names[by], (int)got.kind, got.free_until, got.time, expected);
        }
        asking_close(&a);
    }
    printf("%d of %d meet\n", met, rounds);
    assert_true(met > rounds / 6 && met < rounds * 5 / 6);
}

/* ---- a file and the callback -------------------------------------------------------------------- */

static lw_verdict ask_checker(asking *a, lw_method method)
{
    lw_verdict v = lw_default_verdict();
    lw_error error = {0};
    a->options.method = method;
    if (lw_check(a->checker, a->motion, &a->options, &v, &error))
        fail_msg("%s", error.message);
    return v;
}

/* A motion from a file is the same as one of lw_motion_set with the same numbers, and puts the bodies
 * at the places of the callback. */
static void test_a_screw_from_a_file(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static double vertices[2][3 * MOST_VERTICES];
    files folder;
    files_open(&folder);
    for (int round = 0; round < 40; round++) {
        encounter e = random_encounter(&random, vertices);
        e.bodies[0].screw = e.bodies[1].screw = true;
        char text[2048];
        write_motion(&e, text, sizeof text);
        const char *path = files_write(&folder, "screw.jsonl", text);
        asking a;
        asking_open(&a, &e);
        lw_motion_reader *reader = NULL;
        lw_error error = {0};
        const char *id;
        bool more = false;
        lw_status status =
            lw_motion_reader_open(a.scene, path, LW_MOTION_FORMAT_JSON_LINES, NULL, &reader, &error);
        if (status || lw_motion_reader_next(reader, a.motion, &id, &more, &error) || !more)
            fail_msg("%s", error.message);
        lw_verdict read[2] = {ask_checker(&a, LW_METHOD_SLAB), ask_checker(&a, LW_METHOD_BISECTION)};
        for (int k = 0; k <= 8; k++)
            for (size_t i = 0; i < 2; i++) {
                lw_pose got;
                double time = e.duration * (k / 8.0);
                assert_int_equal(lw_motion_pose(a.motion, i, time, &got, NULL), LW_OK);
                lw_pose wanted = flying_pose(&e.bodies[i], time);
                lw_quat p = got.orientation;
                lw_quat q = wanted.orientation;
                assert_near(norm(sub(got.position, wanted.position)), 0, 1e-12);
                assert_near(fabs(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w), 1, 1e-14);
            }
        lw_motion_reader_close(reader);
        lw_track tracks[2];
        tracks[0] = lw_default_track();
        for (int i = 0; i < 2; i++) {
            const flying *body = &e.bodies[i];
            tracks[i] = lw_default_track();
            tracks[i].kind = LW_TRACK_RIGID;
            tracks[i].joints = lw_scene_joints(a.scene, i ? "two" : "one", NULL, &error);
            tracks[i].pose = body->from;
            assert_true(lw_quat_normalize(&tracks[i].pose.orientation)); /* as the reader does */
            tracks[i].linear_velocity = body->linear;
            tracks[i].angular_velocity = body->angular;
            tracks[i].in_body_frame = true;
            tracks[i].duration = e.duration;
        }
        assert_int_equal(lw_motion_set(a.motion, tracks, 2, &error), LW_OK);
        lw_verdict told[2] = {ask_checker(&a, LW_METHOD_SLAB), ask_checker(&a, LW_METHOD_BISECTION)};
        for (int i = 0; i < 2; i++) {
            assert_true(read[i].kind == told[i].kind && read[i].first == told[i].first);
            assert_true(same_bits(read[i].free_until, told[i].free_until));
            assert_true(same_bits(read[i].time, told[i].time));
        }
        answer called = ask_way(&a, &e, BY_PCDA);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(read[i].kind, called.kind);
            if (called.kind == LW_VERDICT_CONTACT)
                assert_near(read[i].time, called.time, 1e-9 + 1e-9 * e.duration);
        }
        asking_close(&a);
    }
    files_close(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_screw_and_a_post),
        cmocka_unit_test(test_two_screws_that_mirror_each_other),
        cmocka_unit_test(test_two_screws_on_each_other),
        cmocka_unit_test(test_random_screws),
        cmocka_unit_test(test_a_screw_from_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
