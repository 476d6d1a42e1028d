/* Tests radii by nested balls against random configurations and closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "adaptive/nested_radii.h"
#include "baginski/baginski_arms.h"
#include "base/random.h"
#include "motion/forward_kinematics.h"
#include "one_joint.h"
#include "seed.h"

typedef struct measured {
    lw_arena arena;
    lw_scene *scene;
    lw_nested_radii radii;
} measured;

static measured measure(int arm)
{
    measured m = {.scene = NULL};
    lw_error error = {0};
    succeed(lw_baginski_scene(arm, false, &m.scene, &error), &error);
    succeed(lw_scene_freeze(m.scene, &error), &error);
    succeed(lw_nested_radii_make(&m.arena, m.scene->frozen, &m.radii, &error), &error);
    return m;
}

static void drop(measured *m)
{
    lw_arena_free(&m->arena);
    lw_scene_destroy(m->scene);
}

static double radius(const measured *m, size_t body, size_t joint)
{
    return m->radii.radii[body * m->radii.joint_count + joint];
}

static void draw(int arm, lw_random *random, double *values)
{
    double lower[LW_BAGINSKI_MOST_JOINTS];
    double upper[LW_BAGINSKI_MOST_JOINTS];
    lw_baginski_limits(arm, lower, upper);
    bool stretched = lw_random_below(random, 2);
    for (int k = 0; k < lw_baginski_arms[arm].joints; k++) {
        double value = lw_random_between(random, lower[k], upper[k]) * (stretched ? 0.02 : 1);
        values[k] = greater(lower[k], lesser(upper[k], value));
    }
}

/* the radii contain the corners of the box about a body */
static vec3 corner_of(const lw_kinematics *kinematics, size_t body, int i)
{
    const lw_node *box = &kinematics->frozen->moving[body].geometry->nodes[0];
    vec3 corner = v3(i & 1 ? box->half.x : -box->half.x, i & 2 ? box->half.y : -box->half.y,
                     i & 4 ? box->half.z : -box->half.z);
    return transform(kinematics->bodies[body], add(box->center, corner));
}

/* Compares the corners of all bodies with their radii. */
static void hold(const measured *m, const lw_kinematics *kinematics)
{
    const lw_elementary_joint *joints = m->scene->frozen->chains->elementary;
    for (size_t b = 0; b < m->radii.body_count; b++)
        for (int32_t j = m->scene->frozen->moving[b].elementary; j >= 0; j = joints[j].parent)
            for (int i = 0; i < 8 && joints[j].kind == LW_ELEMENTARY_REVOLUTE; i++) {
                vec3 seen =
                    transform_back(kinematics->elementary[j].frame, corner_of(kinematics, b, i));
                double far = hypot(seen.x, seen.y);
                if (far > radius(m, b, (size_t)j) * (1 + 1e-12))
                    fail_msg("body %zu, joint %d: %g is more than %g", b, j, far,
                             radius(m, b, (size_t)j));
            }
}

/* No configuration reaches farther. The arm on a rail has a slide before its turns, and fingers that
 * slide after them. */
static void test_reach(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int arm = 0; arm < LW_BAGINSKI_ARMS; arm++) {
        measured m = measure(arm);
        lw_kinematics kinematics;
        lw_motion *motion = NULL;
        lw_error error = {0};
        succeed(lw_motion_create(m.scene, &motion, &error), &error);
        succeed(lw_kinematics_create(&m.arena, m.scene, &kinematics, &error), &error);
        for (int round = 0; round < test_rounds(2000, 50000); round++) {
            double values[LW_BAGINSKI_MOST_JOINTS];
            draw(arm, &random, values);
            succeed(lw_motion_set_segment(motion, NULL, values, values, &error), &error);
            lw_kinematics_sample(&kinematics, motion, 0, 0, 0);
            hold(&m, &kinematics);
        }
        lw_motion_destroy(motion);
        drop(&m);
    }
}

/* (16) is at least the travel of any corner along a line. */
static void test_travel(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(700, 20000); round++) {
        int arm = round % LW_BAGINSKI_ARMS;
        measured m = measure(arm);
        lw_kinematics at[2];
        lw_motion *motion = NULL;
        lw_error error = {0};
        double from[LW_BAGINSKI_MOST_JOINTS];
        double to[LW_BAGINSKI_MOST_JOINTS];
        draw(arm, &random, from);
        draw(arm, &random, to);
        succeed(lw_motion_create(m.scene, &motion, &error), &error);
        succeed(lw_motion_set_segment(motion, NULL, from, to, &error), &error);
        for (int i = 0; i < 2; i++) {
            succeed(lw_kinematics_create(&m.arena, m.scene, &at[i], &error), &error);
            lw_kinematics_sample(&at[i], motion, 0, i ? 0.3 : 0.25, 0);
        }
        const lw_elementary_joint *joints = m.scene->frozen->chains->elementary;
        for (size_t b = 0; b < m.radii.body_count; b++) {
            double travel = 0;
            for (int32_t j = m.scene->frozen->moving[b].elementary; j >= 0; j = joints[j].parent)
                travel += radius(&m, b, (size_t)j) * 0.05 * at[0].elementary[j].rate_bound;
            for (int i = 0; i < 8; i++)
                assert_true(norm(sub(corner_of(&at[1], b, i), corner_of(&at[0], b, i))) <=
                            travel * (1 + 1e-9));
        }
        lw_motion_destroy(motion);
        drop(&m);
    }
}

/* Two links of 0.6 m: the outer box ends at 0.58 m, and is 0.06 m wide and high. */
static void test_two_links(void **state)
{
    (void)state;
    measured m = measure(0);
    assert_true(fabs(radius(&m, 0, 0) - hypot(0.58, 0.04)) < 1e-9);
    assert_true(radius(&m, 0, 1) == 0);
    assert_true(fabs(radius(&m, 1, 1) - hypot(0.58, 0.03)) < 1e-9);
    assert_true(fabs(radius(&m, 1, 0) - (0.6 + hypot(hypot(0.58, 0.03), 0.03))) < 1e-9);
    drop(&m);
}

/* A slide of 0.4 m with a box of 0.04 x 0.04 x 0.5 m about its origin, 0.5 m from the second axis,
 * which is 0.6 m from the first: its factor is 1, and half its way is in the radii before it. */
static void test_slide(void **state)
{
    (void)state;
    measured m = measure(2);
    double ball = hypot(hypot(0.02, 0.02), 0.25);
    assert_true(radius(&m, 2, 2) == 1);
    assert_true(fabs(radius(&m, 2, 1) - (ball + 0.2 + 0.5)) < 1e-9);
    assert_true(fabs(radius(&m, 2, 0) - (ball + 0.2 + 0.5 + 0.6)) < 1e-9);
    drop(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_travel),
        cmocka_unit_test(test_two_links),
        cmocka_unit_test(test_slide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
