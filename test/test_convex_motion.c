/* lw_convex_first_contact: the public way to the slab, with contacts that are formulas. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "expect.h"
#include "leeway/leeway.h"

/* The second falls onto the first, and turns about z as it does: z = height - g t^2 / 2. */
typedef struct fall {
    double height, gravity, rate;
    double bound; /* of the acceleration, as told */
} fall;

static void fall_states(void *context, double at, double until, lw_body_state states[2])
{
    const fall *f = context;
    assert_true(until >= at);
    states[1].pose.position.z = f->height - 0.5 * f->gravity * at * at;
    states[1].pose.orientation = (lw_quat){0, 0, sin(0.5 * f->rate * at), cos(0.5 * f->rate * at)};
    states[1].linear_velocity.z = -f->gravity * at;
    states[1].angular_velocity.z = f->rate;
    states[1].spin = f->rate;
    states[1].acceleration = f->bound;
}

static lw_shape_def box(double x, double y, double z)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_BOX;
    shape.size = (lw_vec3){x, y, z};
    return shape;
}

static void test_a_falling_box(void **state)
{
    (void)state;
    lw_shape_def ground = box(4, 4, 1);
    lw_shape_def dropped = box(0.4, 0.2, 0.3);
    fall f = {.height = 2, .gravity = 10, .rate = 3, .bound = 10};
    lw_convex_motion motion = {fall_states, &f, 0, 1};
    lw_convex_contact found;
    lw_error error = {0};
    assert_int_equal(lw_convex_first_contact(&ground, &dropped, &motion, &found, &error), LW_OK);
    /* the way is 2 - 0.5 - 0.15 */
    double expected = sqrt(2 * 1.35 / 10);
    assert_int_equal(found.kind, LW_CONTACT);
    assert_true(found.free_until <= expected + 1e-15 && found.time >= expected - 1e-12);
    assert_near(found.free_until, expected, 1e-10);
    assert_true(found.steps >= 1 && found.queries >= 2);
    motion.end = expected - 1e-6;
    assert_int_equal(lw_convex_first_contact(&ground, &dropped, &motion, &found, &error), LW_OK);
    assert_int_equal(found.kind, LW_FREE);
    assert_true(found.free_until == motion.end);
    motion.begin = motion.end = 0.55; /* 0.16 deep */
    assert_int_equal(lw_convex_first_contact(&ground, &dropped, &motion, &found, &error), LW_OK);
    assert_true(found.kind == LW_CONTACT && found.free_until == 0.55 && found.time == 0.55);
}

/* A polytope far from its own origin, and a ball. */
static void test_a_body_off_its_origin(void **state)
{
    (void)state;
    const double vertices[] = {3, 0, -1, 4, 0, -1, 3, 1, -1, 3, 0, 1};
    lw_shape_def polytope = lw_default_shape();
    polytope.kind = LW_POLYTOPE;
    polytope.vertices = vertices;
    polytope.vertex_count = 4;
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.5;
    /* unturned: the lowest facet, at -1, comes down on the ball at the origin only if it is below */
    fall f = {.height = 5, .gravity = 10, .rate = 0, .bound = 10};
    lw_convex_motion motion = {fall_states, &f, 0, 2};
    lw_convex_contact found;
    lw_error error = {0};
    assert_int_equal(lw_convex_first_contact(&ball, &polytope, &motion, &found, &error), LW_OK);
    assert_int_equal(found.kind, LW_FREE);
    lw_shape_def plate = box(10, 10, 0.2);
    assert_int_equal(lw_convex_first_contact(&plate, &polytope, &motion, &found, &error), LW_OK);
    assert_int_equal(found.kind, LW_CONTACT);
    assert_near(found.free_until, sqrt(2 * 3.9 / 10), 1e-9);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    lw_shape_def a = box(1, 1, 1);
    fall f = {.height = 3, .gravity = 10, .rate = 0, .bound = 1};
    lw_convex_motion motion = {fall_states, &f, 0, 1};
    lw_convex_contact found;
    lw_error error = {0};
    refused(lw_convex_first_contact(&a, &a, &motion, &found, &error), LW_ERROR_ARGUMENT, &error,
            "moves more than its bounds");
    f.bound = NAN;
    refused(lw_convex_first_contact(&a, &a, &motion, &found, &error), LW_ERROR_ARGUMENT, &error,
            "is not finite");
    f.bound = 10;
    motion.end = -1;
    refused(lw_convex_first_contact(&a, &a, &motion, &found, &error), LW_ERROR_ARGUMENT, &error,
            "has no length");
    motion.end = 1;
    refused(lw_convex_first_contact(&a, NULL, &motion, &found, &error), LW_ERROR_ARGUMENT, &error,
            "needs two shapes");
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_MESH;
    refused(lw_convex_first_contact(&a, &mesh, &motion, &found, &error), LW_ERROR_ARGUMENT, &error,
            "takes no meshes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_falling_box),
        cmocka_unit_test(test_a_body_off_its_origin),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
