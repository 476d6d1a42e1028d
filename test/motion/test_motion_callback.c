/* lw_convex_first_contact: a callback that breaks its own bounds or gives numbers that are not finite
 * is an error, and none is called beyond its end. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "expect.h"
#include "leeway/leeway.h"
#include "two_bodies.h"

/* No state is queried outside the motion, whose ends are no round numbers. */
typedef struct turning {
    double end, height, rate;
} turning;

static lw_status turning_states(void *context, double at, double until, lw_body_state states[2])
{
    const turning *t = context;
    if (!(at >= 0 && until >= at && until <= t->end))
        fail_msg("asked about %.17g to %.17g of %.17g", at, until, t->end);
    states[1].pose.position.z = t->height;
    states[1].pose.orientation = (lw_quat){sin(0.5 * t->rate * at), 0, 0, cos(0.5 * t->rate * at)};
    states[1].angular_velocity.x = t->rate;
    states[1].spin = t->rate;
    return LW_OK;
}

static void test_no_look_beyond_the_end(void **state)
{
    (void)state;
    lw_shape_def body = box_of(2, 2, 2);
    for (int i = 0; i < 1000; i++) {
        turning t = {
            .end = 0.1 + i / 700.0, .height = 2.45 + 0.1 * (i % 10), .rate = 0.5 + 0.25 * (i % 7)};
        lw_convex_motion motion = {turning_states, &t, 0, t.end};
        lw_convex_contact found = lw_default_convex_contact();
        assert_int_equal(lw_convex_first_contact(&body, &body, &motion, NULL, &found, NULL), LW_OK);
        /* the corners of the turning one are at most the root of 2 from its axis */
        assert_true(found.kind == LW_VERDICT_FREE && found.free_until == t.end);
    }
}

typedef enum lie_kind {
    NO_LIE,
    TURN_UNTOLD,     /* it turns, and is said not to */
    TURN_BACKWARDS,  /* turns the other way than its state says */
    SPIN_BELOW,      /* the bound of the turn is below the turn */
    SPIN_CHANGES,    /* the turn gets faster, and is said not to */
    SPEED_UNTOLD,    /* it moves, and is said not to */
    SPEED_BACKWARDS, /* goes the other way than its state says */
    SPEED_CHANGES,   /* it accelerates by more than its bound */
    JUMP,            /* at half time it is elsewhere */
    LIES
} lie_kind;

typedef struct liar {
    lie_kind lie;
    lw_vec3 axis; /* of the turn, and of the way */
    bool first;   /* it is the first body that moves, and lies */
} liar;

static lw_vec3 times(double factor, lw_vec3 v)
{
    return (lw_vec3){factor * v.x, factor * v.y, factor * v.z};
}

/* In truth, or as told: the second body, or the first, turns by 2 t + t^2 and goes 0.5 t + 0.1 t^2
 * along an axis, 7 m from the other; the faster or slower parts are left out where no lie is about
 * them. */
static lw_status liar_states(void *context, double at, double until, lw_body_state states[2])
{
    (void)until;
    const liar *l = context;
    lw_vec3 a = l->axis;
    double more = l->lie == SPIN_CHANGES;
    double angle = 2 * at + more * at * at;
    double rate = 2 + 2 * more * at;
    lw_vec3 half = times(sin(0.5 * angle), a);
    double faster = l->lie == SPEED_CHANGES ? 0.1 : 0;
    lw_vec3 gone = times(0.5 * at + faster * at * at, a);
    lw_body_state *s = &states[l->first ? 0 : 1];
    s->pose = (lw_pose){{7 + gone.x, gone.y, gone.z}, {half.x, half.y, half.z, cos(0.5 * angle)}};
    s->linear_velocity = times(0.5 + 2 * faster * at, a);
    s->angular_velocity = times(rate, a);
    s->spin = more > 0 ? 4 : 2;
    s->acceleration = faster; /* half of the true acceleration */
    if (l->lie == TURN_UNTOLD)
        s->angular_velocity = (lw_vec3){0, 0, 0};
    if (l->lie == TURN_UNTOLD || l->lie == SPIN_BELOW)
        s->spin = l->lie == SPIN_BELOW ? 1.99 : 0;
    if (l->lie == TURN_BACKWARDS)
        s->angular_velocity = times(-1, s->angular_velocity);
    if (l->lie == SPEED_UNTOLD)
        s->linear_velocity = (lw_vec3){0, 0, 0};
    if (l->lie == SPEED_BACKWARDS)
        s->linear_velocity = times(-1, s->linear_velocity);
    if (l->lie == JUMP && at > 0.5)
        s->pose.position.y += 0.1;
    return LW_OK;
}

/* A motion that breaks its bounds is found out, far from any contact. */
static void test_lies_are_found_out(void **state)
{
    (void)state;
    const double vertices[] = {1, 0, 0, -1, 0.5, 0.25, -1, -1, 0, 0, 0, 3};
    lw_shape_def bodies[] = {box_of(2, 2, 2), hull_of(LW_SHAPE_POLYTOPE, vertices, 4)};
    const lw_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, -0.8}};
    for (int lie = NO_LIE; lie < LIES; lie++)
        for (size_t i = 0; i < 4 * sizeof axes / sizeof *axes; i++) {
            liar l = {(lie_kind)lie, axes[i / 4], i / 2 % 2 > 0};
            lw_convex_motion motion = {liar_states, &l, 0, 1};
            lw_convex_contact found = lw_default_convex_contact();
            lw_error error = {0};
            const lw_shape_def *body = &bodies[i % 2];
            lw_status status = lw_convex_first_contact(body, body, &motion, NULL, &found, &error);
            if (lie == NO_LIE)
                assert_true(status == LW_OK && found.kind == LW_VERDICT_FREE);
            else if (status != LW_ERROR_ARGUMENT)
                fail_msg("lie %d about axis %zu is not found out", lie, i / 4);
        }
}

/* Where the motion is trusted, wrong states pass that only the comparison of two samples could detect,
 * and true ones give the same bits. */
static void test_trusted_motions_are_not_held_to_their_bounds(void **state)
{
    (void)state;
    lw_shape_def body = box_of(2, 2, 2);
    lw_contact_options trusted = lw_default_contact_options();
    assert_false(trusted.trusted);
    trusted.trusted = true;
    for (int lie = NO_LIE; lie < LIES; lie++) {
        liar l = {(lie_kind)lie, {0.6, 0, -0.8}, false};
        lw_convex_motion motion = {liar_states, &l, 0, 1};
        lw_convex_contact found = lw_default_convex_contact();
        lw_status status = lw_convex_first_contact(&body, &body, &motion, &trusted, &found, NULL);
        /* the one lie that a state tells by itself */
        assert_int_equal(status, lie == SPIN_BELOW ? LW_ERROR_ARGUMENT : LW_OK);
        if (lie != NO_LIE)
            continue;
        lw_convex_contact held = lw_default_convex_contact();
        assert_int_equal(lw_convex_first_contact(&body, &body, &motion, NULL, &held, NULL), LW_OK);
        assert_true(held.kind == found.kind && held.free_until == found.free_until &&
                    held.steps == found.steps && held.queries == found.queries);
    }
}

/* Each number of a state that is none, from the beginning on or only later. */
typedef struct spoiled {
    size_t which;
    double by, from;
} spoiled;

enum { NUMBERS = 16 };

static lw_status spoiled_states(void *context, double at, double until, lw_body_state states[2])
{
    (void)until;
    const spoiled *s = context;
    lw_body_state *b = &states[0];
    states[1].pose.position.x = 4;
    states[1].angular_velocity.z = states[1].spin = 1;
    states[1].pose.orientation = (lw_quat){0, 0, sin(0.5 * at), cos(0.5 * at)};
    double *numbers[NUMBERS] = {&b->pose.position.x,    &b->pose.position.y,    &b->pose.position.z,
                                &b->pose.orientation.x, &b->pose.orientation.y, &b->pose.orientation.z,
                                &b->pose.orientation.w, &b->linear_velocity.x,  &b->linear_velocity.y,
                                &b->linear_velocity.z,  &b->angular_velocity.x, &b->angular_velocity.y,
                                &b->angular_velocity.z, &b->acceleration,       &b->spin,
                                &b->spin_change};
    if (at >= s->from && s->which < NUMBERS)
        *numbers[s->which] = s->by;
    return LW_OK;
}

static void test_numbers_that_are_none(void **state)
{
    (void)state;
    lw_shape_def body = box_of(1, 1, 2);
    const double none[] = {NAN, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < 3 * 2 * NUMBERS; i++) {
        spoiled s = {i / 6, none[i % 3], i / 3 % 2 * 0.4};
        /* an infinite bound is valid but useless: it proves nothing but its own time */
        if (s.which >= 13 && s.by == HUGE_VAL)
            continue;
        lw_convex_motion motion = {spoiled_states, &s, 0, 1};
        lw_convex_contact found = lw_default_convex_contact();
        lw_error error = {0};
        if (lw_convex_first_contact(&body, &body, &motion, NULL, &found, &error) != LW_ERROR_ARGUMENT)
            fail_msg("number %zu is %g and not refused", s.which, s.by);
    }
    /* a quaternion of length 0, and bounds below it */
    spoiled all = {NUMBERS, 0, 0};
    lw_convex_motion motion = {spoiled_states, &all, 0, 1};
    lw_convex_contact found = lw_default_convex_contact();
    lw_error error = {0};
    assert_int_equal(lw_convex_first_contact(&body, &body, &motion, NULL, &found, &error), LW_OK);
    all = (spoiled){6, 0, 0.4};
    refused(lw_convex_first_contact(&body, &body, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT,
            &error, "is not finite");
    for (size_t i = 13; i < NUMBERS; i++) {
        all = (spoiled){i, -1e-9, 0};
        refused(lw_convex_first_contact(&body, &body, &motion, NULL, &found, &error), LW_ERROR_ARGUMENT,
                &error, "its bounds");
    }
}

/* A motion towards a contact, of which each call can fail. */
typedef struct failing {
    size_t at; /* the first is 1; 0: none */
    size_t calls;
} failing;

static lw_status failing_states(void *context, double at, double until, lw_body_state states[2])
{
    failing *f = context;
    (void)until;
    states[1].pose.position.x = 5 - 4 * at;
    states[1].linear_velocity.x = -4;
    states[1].pose.orientation = (lw_quat){0, 0, sin(at), cos(at)};
    states[1].angular_velocity.z = states[1].spin = 2;
    return ++f->calls == f->at ? LW_ERROR_FILE : LW_OK;
}

/* The function ends the search at each of its calls, and is not called again: polytopes and other
 * shapes, in space and in the plane, held to their bounds and trusted, with the depth and without. */
static void test_functions_that_fail(void **state)
{
    (void)state;
    lw_shape_def corners = box_of(2, 2, 2);
    lw_shape_def ball = lw_default_shape();
    ball.radius = 1;
    lw_shape_def disc = ball;
    disc.kind = LW_SHAPE_DISC;
    const lw_shape_def *const bodies[] = {&corners, &ball, &disc};
    for (size_t i = 0; i < 3 * 4; i++) {
        lw_contact_options options = lw_default_contact_options();
        options.depth = i / 3 % 2;
        options.trusted = i / 6;
        failing f = {0};
        lw_convex_motion motion = {failing_states, &f, 0, 1};
        lw_convex_contact found = lw_default_convex_contact();
        lw_error error = {0};
        const lw_shape_def *body = bodies[i % 3];
        assert_int_equal(lw_convex_first_contact(body, body, &motion, &options, &found, &error), LW_OK);
        assert_int_equal(found.kind, LW_VERDICT_CONTACT);
        size_t calls = f.calls;
        assert_true(calls >= 2);
        for (size_t at = 1; at <= calls; at++) {
            f = (failing){.at = at};
            refused(lw_convex_first_contact(body, body, &motion, &options, &found, &error),
                    LW_ERROR_FILE, &error, "the function that describes the motion failed (file) at ");
            assert_int_equal(f.calls, at);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_look_beyond_the_end),
        cmocka_unit_test(test_lies_are_found_out),
        cmocka_unit_test(test_trusted_motions_are_not_held_to_their_bounds),
        cmocka_unit_test(test_numbers_that_are_none),
        cmocka_unit_test(test_functions_that_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
