/* The published steps: counts that follow from the rules, and what the steps cover. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "baginski_published.h"
#include "one_joint.h"

typedef struct published {
    world w;
    lw_arena arena;
    lw_swept_radii radii;
    lw_published_arm arm;
} published;

/* A ball of 0.1 m that slides along x, or turns 1 m from its axis; x: where a wall begins. */
static void make(published *p, bool slides, double x)
{
    const lw_shape_def ball = sphere(0.1);
    const lw_pose place = at(slides ? 0 : 1, 0, 0);
    *p = (published){.w = one_joint(slides ? LW_JOINT_PRISMATIC : LW_JOINT_CONTINUOUS,
                                    (lw_vec3){slides, 0, !slides}, &ball, place)};
    obstacle(&p->w, "wall", box(1, 4, 4), at(x + 0.5, 0, 0));
    freeze(&p->w);
    lw_error error = {0};
    p->arm.frozen = p->w.scene->frozen;
    p->arm.radii = &p->radii;
    succeed(lw_swept_radii_make(&p->arena, p->arm.frozen, &p->radii, &error), &error);
    succeed(lw_kinematics_create(&p->arena, p->w.scene, &p->arm.kinematics, &error), &error);
}

static void line(published *p, double from, double to)
{
    lw_error error = {0};
    succeed(lw_motion_set_segment(p->w.motion, NULL, &from, &to, &error), &error);
}

static void drop(published *p)
{
    lw_arena_free(&p->arena);
    finish(&p->w);
}

/* One metre in steps of 5 mm: 200 of them and the start; the last, at most 2.5 mm, is covered. */
static void test_slide(void **state)
{
    (void)state;
    published p;
    make(&p, true, 3);
    lw_published_counts norm = {0};
    lw_published_counts path = {0};
    lw_published_counts steps = {0};
    lw_published_counts layers = {0};
    line(&p, 0, 1.001);
    assert_false(lw_published_norm(&p.arm, p.w.motion, &norm));
    assert_false(lw_published_path(&p.arm, p.w.motion, &path));
    assert_false(lw_published_layers(&p.arm, p.w.motion, 1, &steps));
    assert_false(lw_published_layers(&p.arm, p.w.motion, 8, &layers));
    assert_int_equal(norm.tests, 201);
    assert_int_equal(norm.steps, 200);
    assert_int_equal(steps.tests, 201);
    assert_int_equal(path.tests, 201);
    /* 2.5 + 5, 5 + 10 ... 160 + 320 make 952.5 mm, and 320 mm cover the rest */
    assert_int_equal(layers.tests, 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(layers.steps_of[i], i > 0);
    assert_int_equal(norm.lines, 1);
    assert_int_equal(norm.contacts, 0);
    assert_true(fabs(steps.used / (double)steps.steps - 1) < 1e-9);
    /* on to where 320 mm do not cover the rest, and one more step of 640 mm does */
    layers = (lw_published_counts){0};
    line(&p, 0, 0.9525 + 0.3201);
    assert_false(lw_published_layers(&p.arm, p.w.motion, 8, &layers));
    assert_int_equal(layers.tests, 9);
    assert_int_equal(layers.steps_of[7], 2);
    drop(&p);
}

/* A wall 0.4 m from the ball: reached within 2.5 mm is a contact, 2.6 mm are not. */
static void test_wall(void **state)
{
    (void)state;
    published p;
    make(&p, true, 0.5);
    for (int layers = 1; layers <= 8; layers++) {
        lw_published_counts counts = {0};
        line(&p, 0, 0.4 - 0.0026);
        assert_false(lw_published_layers(&p.arm, p.w.motion, layers, &counts));
        assert_int_equal(counts.contacts, 0);
        line(&p, 0, 0.4 + 0.0026);
        assert_true(lw_published_layers(&p.arm, p.w.motion, layers, &counts));
        assert_int_equal(counts.contacts, 1);
        assert_int_equal(counts.lines, 2);
    }
    lw_published_counts counts = {0};
    line(&p, 0, 0.4 - 0.0026);
    assert_false(lw_published_norm(&p.arm, p.w.motion, &counts));
    assert_false(lw_published_path(&p.arm, p.w.motion, &counts));
    line(&p, 0, 0.4 + 0.0026);
    assert_true(lw_published_norm(&p.arm, p.w.motion, &counts));
    assert_true(lw_published_path(&p.arm, p.w.motion, &counts));
    drop(&p);
}

/* A quarter turn of a ball whose far side is 1.1 m from the axis: the 1-norm steps 5 mm of the arc of
 * its radius; chords of the box's corner are a little shorter. */
static void test_turn(void **state)
{
    (void)state;
    published p;
    make(&p, false, 3);
    lw_published_counts norm = {0};
    lw_published_counts steps = {0};
    line(&p, 0, 1.5);
    assert_false(lw_published_norm(&p.arm, p.w.motion, &norm));
    assert_false(lw_published_layers(&p.arm, p.w.motion, 1, &steps));
    double arc = 1.5 * hypot(1.1, 0.1);
    assert_int_equal(norm.tests, 1 + (int)ceil((arc - 0.0025) / 0.005));
    assert_true(steps.tests >= norm.tests - 1 && steps.tests <= norm.tests + 2);
    assert_int_equal(steps.long_steps, 0);
    assert_true(steps.used / (double)steps.steps > 0.98);
    drop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slide),
        cmocka_unit_test(test_wall),
        cmocka_unit_test(test_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
