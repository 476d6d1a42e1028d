/* Tests radii of swept links against random configurations and closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "baginski/baginski_arms.h"
#include "baginski/swept_radii.h"
#include "base/random.h"
#include "math/pose.h"
#include "motion/forward_kinematics.h"
#include "one_joint.h"
#include "seed.h"

/* A corner of the box about a body. */
static vec3 corner_of(const lw_body *body, int i)
{
    const lw_node *box = &body->geometry->nodes[0];
    return add(box->center, v3(i & 1 ? box->half.x : -box->half.x, i & 2 ? box->half.y : -box->half.y,
                               i & 4 ? box->half.z : -box->half.z));
}

/* For each turning joint and each body that it moves, the largest distance of the body's corners from
 * the joint's axis in random configurations. */
static void reach(int arm, const lw_scene *scene, lw_random *random, double *most)
{
    lw_arena arena = {0};
    lw_kinematics kinematics;
    lw_motion *motion = NULL;
    lw_error error = {0};
    const lw_frozen *frozen = scene->frozen;
    const lw_elementary_joint *joints = frozen->chains->elementary;
    size_t count = frozen->chains->elementary_count;
    double lower[LW_BAGINSKI_MOST_JOINTS];
    double upper[LW_BAGINSKI_MOST_JOINTS];
    lw_baginski_limits(arm, lower, upper);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_kinematics_create(&arena, scene, &kinematics, &error), &error);
    for (int round = 0; round < 20000; round++) {
        double values[LW_BAGINSKI_MOST_JOINTS];
        /* each joint nearly stretched out, or anywhere within its limits */
        for (int k = 0; k < lw_baginski_arms[arm].joints; k++)
            values[k] =
                lw_random_between(random, lower[k], upper[k]) * (lw_random_below(random, 2) ? 1 : 0.02);
        for (int k = 0; k < lw_baginski_arms[arm].joints; k++)
            values[k] = greater(lower[k], lesser(upper[k], values[k]));
        succeed(lw_motion_set_segment(motion, NULL, values, values, &error), &error);
        lw_kinematics_sample(&kinematics, motion, 0, 0, 0);
        for (size_t b = 0; b < frozen->moving_count; b++) {
            const lw_body *body = &frozen->moving[b];
            for (int32_t j = body->elementary; j >= 0; j = joints[j].parent) {
                if (joints[j].kind != LW_ELEMENTARY_REVOLUTE)
                    continue;
                for (int i = 0; i < 8; i++) {
                    vec3 p = transform(kinematics.bodies[b], corner_of(body, i));
                    vec3 seen = transform_back(kinematics.elementary[j].frame, p);
                    double *far = &most[b * count + (size_t)j];
                    *far = greater(*far, sqrt(seen.x * seen.x + seen.y * seen.y));
                }
            }
        }
    }
    lw_motion_destroy(motion);
    lw_arena_free(&arena);
}

/* No configuration reaches farther, and those of the first five arms come near every radius. */
static void test_arms(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int arm = 0; arm < LW_BAGINSKI_ARMS; arm++) {
        lw_arena arena = {0};
        lw_scene *scene = NULL;
        lw_error error = {0};
        lw_swept_radii radii;
        succeed(lw_baginski_scene(arm, false, &scene, &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        succeed(lw_swept_radii_make(&arena, scene->frozen, &radii, &error), &error);
        double most[20 * 20] = {0};
        assert_true(radii.body_count * radii.joint_count <= 400);
        reach(arm, scene, &random, most);
        const lw_elementary_joint *joints = scene->frozen->chains->elementary;
        for (size_t b = 0; b < radii.body_count; b++)
            for (size_t j = 0; j < radii.joint_count; j++) {
                double radius = radii.radii[b * radii.joint_count + j];
                double far = most[b * radii.joint_count + j];
                bool above = false;
                for (int32_t k = scene->frozen->moving[b].elementary; k >= 0; k = joints[k].parent)
                    above = above || (size_t)k == j;
                if (above && joints[j].kind == LW_ELEMENTARY_PRISMATIC)
                    assert_true(radius == 1);
                else if (far > radius * (1 + 1e-12) || (!above && radius != 0))
                    fail_msg("%s: body %zu, joint %zu: %g is more than %g", lw_baginski_arms[arm].name,
                             b, j, far, radius);
                /* with few joints, the random configurations come near every radius */
                if (far > 0 && arm < 5 && radius > far * 1.1)
                    fail_msg("%s: body %zu, joint %zu: %g is much less than %g",
                             lw_baginski_arms[arm].name, b, j, far, radius);
            }
        lw_arena_free(&arena);
        lw_scene_destroy(scene);
    }
}

/* Two links of 0.6 m: the outer box ends at 0.58 m, and is 0.06 m wide. */
static void test_closed_form(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_scene *scene = NULL;
    lw_error error = {0};
    lw_swept_radii radii;
    succeed(lw_baginski_scene(0, false, &scene, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_swept_radii_make(&arena, scene->frozen, &radii, &error), &error);
    double outer = hypot(0.58, 0.03);
    assert_true(fabs(radii.radii[0] - hypot(0.58, 0.04)) < 1e-12);
    assert_true(radii.radii[1] == 0);
    assert_true(fabs(radii.radii[3] - outer) < 1e-12);
    assert_true(radii.radii[2] >= 0.6 + outer && radii.radii[2] < (0.6 + outer) * 1.005);
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
}

/* A slide counts with its travel in the radius of the turn before it, and has 1 itself; a turn only as
 * far as its limits let it. */
static void test_limits(void **state)
{
    (void)state;
    for (int slides = 0; slides < 2; slides++) {
        const lw_shape_def rod = box(0.2, 0.02, 0.02);
        world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &rod, at(0.1, 0, 0));
        lw_joint_def joint = lw_default_joint();
        joint.name = "second";
        joint.kind = slides ? LW_JOINT_PRISMATIC : LW_JOINT_REVOLUTE;
        joint.parent = "link";
        joint.child = "tip";
        joint.axis = slides ? (lw_vec3){1, 0, 0} : (lw_vec3){0, 0, 1};
        joint.origin.position.x = 0.5;
        joint.lower = slides ? -0.1 : -1.5;
        joint.upper = slides ? 0.3 : -0.5;
        succeed(lw_scene_add_link(w.scene, "robot", "tip", &w.error), &w.error);
        succeed(lw_scene_add_joint(w.scene, "robot", &joint, &w.error), &w.error);
        succeed(lw_scene_add_shape(w.scene, "robot", "tip", &rod, at(0.1, 0, 0), &w.error), &w.error);
        obstacle(&w, "ball", sphere(0.1), at(5, 0, 0));
        freeze(&w);
        lw_arena arena = {0};
        lw_swept_radii radii;
        succeed(lw_swept_radii_make(&arena, w.scene->frozen, &radii, &w.error), &w.error);
        /* the farthest corner: slid out, or turned back as far as can be, to -0.5 */
        double far =
            slides ? hypot(0.5 + 0.3 + 0.2, 0.01)
                   : hypot(0.5 + 0.2 * cos(0.5) + 0.01 * sin(0.5), -0.2 * sin(0.5) + 0.01 * cos(0.5));
        double other =
            slides ? 0
                   : hypot(0.5 + 0.2 * cos(0.5) - 0.01 * sin(0.5), -0.2 * sin(0.5) - 0.01 * cos(0.5));
        far = fmax(far, other);
        assert_true(radii.radii[2] >= far && radii.radii[2] <= far * (1 + 0.005 * !slides) + 1e-12);
        assert_true(slides ? radii.radii[3] == 1 : fabs(radii.radii[3] - hypot(0.2, 0.01)) < 1e-12);
        lw_arena_free(&arena);
        finish(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arms),
        cmocka_unit_test(test_closed_form),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
