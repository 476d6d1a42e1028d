/* Tests Baginski's published steps: counts that follow from the rules, and the lengths that the steps
 * cover. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "baginski/baginski_arms.h"
#include "baginski/baginski_published.h"
#include "one_joint.h"

typedef struct published {
    world w;
    lw_arena arena;
    lw_swept_radii radii;
    lw_published_arm arm;
} published;

/* A ball of 0.1 m that slides along x, or turns 1 m from its axis, and an obstacle. */
static void make_beside(published *p, bool slides, lw_shape_def shape, lw_pose where)
{
    const lw_shape_def ball = sphere(0.1);
    const lw_pose place = at(slides ? 0 : 1, 0, 0);
    *p = (published){.w = one_joint(slides ? LW_JOINT_PRISMATIC : LW_JOINT_CONTINUOUS,
                                    (lw_vec3){slides, 0, !slides}, &ball, place)};
    obstacle(&p->w, "obstacle", shape, where);
    freeze(&p->w);
    lw_error error = {0};
    p->arm.frozen = p->w.scene->frozen;
    p->arm.radii = &p->radii;
    succeed(lw_swept_radii_make(&p->arena, p->arm.frozen, &p->radii, &error), &error);
    succeed(lw_kinematics_create(&p->arena, p->w.scene, &p->arm.kinematics, &error), &error);
}

/* x: the near side of a wall. */
static void make(published *p, bool slides, double x)
{
    make_beside(p, slides, box(1, 4, 4), at(x + 0.5, 0, 0));
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

/* One metre in steps of 5 mm: 200 steps and the start; the rest, at most 2.5 mm, is covered by the last
 * test. */
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
    /* 2.5 + 5, 5 + 10 and so on to 160 + 320 make 952.5 mm, and 320 mm cover the rest */
    assert_int_equal(layers.tests, 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(layers.steps_of[i], i > 0);
    assert_int_equal(norm.lines, 1);
    assert_int_equal(norm.contacts, 0);
    assert_true(fabs(steps.used / (double)steps.steps - 1) < 1e-9);
    /* 320 mm do not cover the rest of this longer line, and one more step of 640 mm does */
    layers = (lw_published_counts){0};
    line(&p, 0, 0.9525 + 0.3201);
    assert_false(lw_published_layers(&p.arm, p.w.motion, 8, &layers));
    assert_int_equal(layers.tests, 9);
    assert_int_equal(layers.steps_of[7], 2);
    drop(&p);
}

/* An obstacle 0.4 m from the ball: a line that ends 2.6 mm before it is free, because the thinnest
 * layer is 2.5 mm, and a line that ends 2.6 mm inside it collides. */
static void reach(lw_shape_def shape, lw_pose where)
{
    published p;
    make_beside(&p, true, shape, where);
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

static void test_reaching(void **state)
{
    (void)state;
    reach(box(1, 4, 4), at(1, 0, 0));
    reach(sphere(0.2), at(0.7, 0, 0));
}

/* Along a wall 8 mm away, as in Figure 10: there is room for the layer of 5 mm, but not for that of 10
 * mm, which is tried after ever longer delays. */
static void test_along_a_wall(void **state)
{
    (void)state;
    published p;
    make_beside(&p, true, box(4, 1, 1), at(0, 0.608, 0));
    const double length = 1.0013;
    line(&p, 0, length);
    lw_published_counts counts = {0};
    assert_false(lw_published_layers(&p.arm, p.w.motion, 8, &counts));
    uint64_t steps = 1;
    uint64_t failures = 0;
    double there = 0.0075; /* the first step: the thinnest layer and 5 mm */
    for (uint64_t delay = 1, made = 1; length - there > 0.005; there += 0.010, steps++, made++)
        if (made >= delay) {
            delay *= 2;
            made = 0;
            failures++;
        }
    assert_true(failures > 4 && failures < 10);
    assert_int_equal(counts.steps, steps);
    assert_int_equal(counts.tests, 1 + steps + failures);
    drop(&p);
}

/* A turn by 1.5 of a ball whose far side is 1.1 m from the axis: the 1-norm makes steps of 5 mm on the
 * arc of the ball's radius; chords of the box's corner are a little shorter. */
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

/* ---- a second version of the formulas ----------------------------------------------------------- */

/* An arm of two links of 0.6 m in the plane. Both boxes are 0.56 m long; the first is 0.08 m wide, the
 * second 0.06 m. */
typedef struct two_links {
    double from[2], rate[2];
    double radii[2][2]; /* of (3): [link][joint] */
} two_links;

/* A corner of a link's box at a time, in the plane. */
static void corner_at(const two_links *arm, int link, int corner, double time, double out[2])
{
    double first = arm->from[0] + arm->rate[0] * time;
    double x = 0.30 + (corner & 1 ? 0.28 : -0.28);
    double y = (corner & 2 ? 1 : -1) * (link ? 0.03 : 0.04);
    double turned = first;
    out[0] = out[1] = 0;
    if (link) {
        turned += arm->from[1] + arm->rate[1] * time;
        out[0] = 0.6 * cos(first);
        out[1] = 0.6 * sin(first);
    }
    out[0] += x * cos(turned) - y * sin(turned);
    out[1] += x * sin(turned) + y * cos(turned);
}

/* (3) */
static double div_of(const two_links *arm, int link, double time)
{
    double sum = 0;
    for (int joint = 0; joint <= link; joint++)
        sum += arm->radii[link][joint] * (1 - cos(0.5 * arm->rate[joint] * time));
    return sum;
}

/* The left side of (4), with (2). */
static double length_of(const two_links *arm, int link, double from, double to)
{
    double most = 0;
    for (int corner = 0; corner < 4; corner++) {
        double a[2];
        double b[2];
        corner_at(arm, link, corner, from, a);
        corner_at(arm, link, corner, to, b);
        most = fmax(most, hypot(b[0] - a[0], b[1] - a[1]));
    }
    return most + div_of(arm, link, to - from);
}

/* (1) for the whole arm, per unit of time. */
static double norm_of_both(const two_links *arm)
{
    double outer = arm->radii[1][0] * fabs(arm->rate[0]) + arm->radii[1][1] * fabs(arm->rate[1]);
    return fmax(outer, arm->radii[0][0] * fabs(arm->rate[0]));
}

/* Sections 4 and 5 for one link, if nothing collides. */
static void steps_of_link(const two_links *arm, int link, int layers, lw_published_counts *counts)
{
    double d0 = lw_published_expansion;
    double step = 0.01 * 2 * d0 / norm_of_both(arm);
    double length = length_of(arm, link, 0, step);
    double time = 0;
    int last = 0;
    int layer = layers > 1;
    while (length_of(arm, link, time, 1) > ldexp(d0, last)) {
        double cover = ldexp(d0, last) + ldexp(d0, layer);
        double straight = step / length * cover;                                /* (7) */
        double next = straight * cover / (cover + div_of(arm, link, straight)); /* (8) */
        step = fmin(time + next, 1) - time;
        length = length_of(arm, link, time, time + step);
        time = fmin(time + next, 1);
        counts->steps++;
        counts->steps_of[layer]++;
        counts->used += length / cover;
        counts->long_steps += length > cover;
        last = layer;
        layer = layer + 1 < layers ? layer + 1 : layer;
    }
}

/* The end of section 3 for one link: the path is divided by the 1-norm. */
static uint64_t tests_of_path(const two_links *arm, int link)
{
    double d0 = lw_published_expansion;
    double division = 2 * d0 / norm_of_both(arm);
    uint64_t tests = 0;
    double tested = 0;
    double before = 0;
    for (int k = 1; before < 1; k++) {
        double here = fmin(k * division, 1);
        if (length_of(arm, link, tested, here) > 2 * d0) {
            tests++;
            tested = before;
        }
        before = here;
    }
    return tests + (length_of(arm, link, tested, 1) > d0);
}

static void same_steps(const lw_published_counts *got, const lw_published_counts *wanted)
{
    assert_int_equal(got->tests, wanted->steps + 2); /* two more: both links at the start */
    assert_int_equal(got->steps, wanted->steps);
    for (int i = 0; i < LW_PUBLISHED_MOST_LAYERS; i++)
        assert_int_equal(got->steps_of[i], wanted->steps_of[i]);
    assert_true(fabs(got->used - wanted->used) <= 1e-6 * wanted->used);
    assert_int_equal(got->long_steps, wanted->long_steps);
}

/* On lines without near obstacles all counts follow from the formulas. */
static void test_two_links(void **state)
{
    (void)state;
    static const double ends[][2][2] = {{{0, 0}, {-0.1, -0.2}},
                                        {{1.2, -0.3}, {1.7, 0.4}},
                                        {{3.0, 0.1}, {2.95, -0.3}},
                                        {{0, 0}, {0, -0.2}}};
    lw_error error = {0};
    published p = {.w = {0}};
    succeed(lw_baginski_scene(0, false, &p.w.scene, &error), &error);
    freeze(&p.w);
    p.arm.frozen = p.w.scene->frozen;
    p.arm.radii = &p.radii;
    succeed(lw_swept_radii_make(&p.arena, p.arm.frozen, &p.radii, &error), &error);
    succeed(lw_kinematics_create(&p.arena, p.w.scene, &p.arm.kinematics, &error), &error);
    uint64_t too_long = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        two_links arm = {.from = {ends[i][0][0], ends[i][0][1]}};
        for (int k = 0; k < 4; k++)
            arm.radii[k / 2][k % 2] = p.radii.radii[k];
        for (int k = 0; k < 2; k++)
            arm.rate[k] = ends[i][1][k] - ends[i][0][k];
        succeed(lw_motion_set_segment(p.w.motion, NULL, ends[i][0], ends[i][1], &error), &error);
        lw_published_counts norm = {0};
        assert_false(lw_published_norm(&p.arm, p.w.motion, &norm));
        double all = norm_of_both(&arm);
        assert_int_equal(norm.steps, (int)ceil((all - lw_published_expansion) / 0.005));
        assert_int_equal(norm.tests, 2 * norm.steps + 2);
        for (int layers = 1; layers <= 4; layers++) {
            lw_published_counts got = {0};
            lw_published_counts wanted = {0};
            assert_false(lw_published_layers(&p.arm, p.w.motion, layers, &got));
            for (int link = 0; link < 2; link++)
                steps_of_link(&arm, link, layers, &wanted);
            same_steps(&got, &wanted);
            too_long += got.long_steps;
        }
        lw_published_counts path = {0};
        assert_false(lw_published_path(&p.arm, p.w.motion, &path));
        assert_int_equal(path.tests, 2 + tests_of_path(&arm, 0) + tests_of_path(&arm, 1));
    }
    assert_true(too_long > 0);
    drop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slide),        cmocka_unit_test(test_reaching),
        cmocka_unit_test(test_along_a_wall), cmocka_unit_test(test_turn),
        cmocka_unit_test(test_two_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
