/* Values, rates and their bounds against long double interpolation of random motions. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "expect.h"
#include "motion/forward_kinematics.h"
#include "random_robot.h"
#include "seed.h"

enum { TIMES = 21, MIDDLE = TIMES / 2 };

/* The frozen joint of one of the world. */
static const lw_frozen_joint *frozen_joint(const world *w, size_t joint)
{
    const lw_frozen *frozen = w->scene->frozen;
    int64_t index =
        lw_chains_find_joint(frozen->chains, (int64_t)w->joints[joint].robot, w->joints[joint].name);
    assert_true(index >= 0);
    return &frozen->chains->joints[index];
}

typedef struct sample {
    long double at[TIMES];
} sample;

static void check_variable(const lw_kinematics *kinematics, int32_t variable, const sample *value)
{
    const lw_coordinates *x = &kinematics->coordinates;
    double half = kinematics->half;
    long double off = fabsl(value->at[MIDDLE] - x->value[variable]);
    if (off > 64 * 0x1p-53L * x->magnitude[variable])
        fail_msg("a value is off by %Lg, its magnitude is %g", off, x->magnitude[variable]);

    long double step = (long double)half / MIDDLE;
    /* the oracle's own rounding: of the value's terms, and of the time */
    long double slack =
        4 * LDBL_EPSILON * (x->magnitude[variable] + kinematics->time * x->rate_bound[variable]);
    for (int i = 0; i < TIMES; i++) {
        long double tau = step * (i - MIDDLE);
        long double moved = value->at[i] - value->at[MIDDLE];
        long double bent = fabsl(moved - tau * x->rate[variable]);
        if (bent > x->acceleration_bound[variable] * tau * tau / 2 +
                       x->rate_error[variable] * fabsl(tau) + slack)
            fail_msg("half %g: a coordinate leaves its rate by %Lg within %Lg, second derivative %g",
                     half, bent, tau, x->acceleration_bound[variable]);
        if (i > 0 && fabsl(value->at[i] - value->at[i - 1]) > x->rate_bound[variable] * step + slack)
            fail_msg("half %g: a coordinate moves by %Lg in %Lg, rate bound %g", half,
                     value->at[i] - value->at[i - 1], step, x->rate_bound[variable]);
        if (i < 2)
            continue;
        long double second = fabsl(value->at[i] - 2 * value->at[i - 1] + value->at[i - 2]);
        if (second > x->acceleration_bound[variable] * step * step + 2 * slack)
            fail_msg("half %g: second difference %Lg in steps of %Lg, bound %g", half, second, step,
                     x->acceleration_bound[variable]);
    }
}

static void check_interval(lw_random *random, const world *w, const world_motion *m,
                           lw_kinematics *kinematics, size_t *cases)
{
    size_t piece = lw_random_below(random, (uint32_t)m->motion->pieces.count);
    lw_motion_piece span = m->motion->pieces.items[piece];
    double t = lw_random_between(random, span.begin, span.end);
    double half = fmin(t - span.begin, span.end - t) * (1 - 0x1p-50);
    if (lw_random_below(random, 2))
        half *= pow(10, lw_random_between(random, -6, 0));
    if (!(half > 0))
        return;
    lw_kinematics_sample(kinematics, m->motion, piece, t, half);
    long double values[TIMES][WORLD_JOINTS][7];
    for (int i = 0; i < TIMES; i++)
        wide_values(w, m, t + (long double)half * (i - MIDDLE) / MIDDLE, values[i]);
    for (size_t j = 0; j < w->joint_count; j++) {
        size_t count = lw_joint_value_count(w->joints[j].def.kind);
        if (!count || w->joints[j].mimic >= 0 || w->joints[j].def.kind == LW_JOINT_FLOATING)
            continue;
        for (size_t v = 0; v < count; v++, ++*cases) {
            sample value;
            for (int i = 0; i < TIMES; i++)
                value.at[i] = values[i][j][v];
            check_variable(kinematics, frozen_joint(w, j)->variable + (int32_t)v, &value);
        }
    }
}

static void coordinates_and_their_bounds_hold(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t wanted = (size_t)test_rounds(20000, 500000);
    for (size_t cases = 0; cases < wanted;) {
        world_options options = {2, 8, 1};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        lw_arena arena = {0};
        lw_kinematics kinematics;
        assert_int_equal(lw_kinematics_create(&arena, w->scene, &kinematics, NULL), LW_OK);
        for (int k = 0; k < 20; k++) {
            world_motion_random(&random, w, WORLD_ANY, m);
            check_interval(&random, w, m, &kinematics, &cases);
            if (k == 0)
                cases++; /* worlds of flying bodies have no case of their own */
        }
        lw_arena_free(&arena);
        world_motion_free(m);
        world_free(w);
    }
}

/* q = 3 - 2 u - 5 u^2 + u^3 over w = 2 has q' = (-2 - 10 u + 3 u^2) / 2 and q'' = (-10 + 6 u) / 4. Over
 * the whole piece |q'| is largest at u = 1, 4.5, and |q''| at u = 0, 2.5; Taylor's formula at the
 * middle gives |q'| <= 3.125 + 1.75 + 0.375 = 5.25 and |q''| <= 1.75 + 0.75 = 2.5. */
static void bounds_are_those_of_taylors_formula(void **state)
{
    (void)state;
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "a", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "b", NULL), LW_OK);
    lw_joint_def joint = lw_default_joint();
    joint.name = "j";
    joint.kind = LW_JOINT_REVOLUTE;
    joint.parent = "a";
    joint.child = "b";
    assert_int_equal(lw_scene_add_joint(scene, "r", &joint, NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = (double[]){1, 3};
    track.positions = (double[]){3, -3};
    track.velocities = (double[]){-1, -4.5};
    assert_int_equal(lw_motion_set(motion, &track, 1, NULL), LW_OK);
    assert_int_equal(motion->pieces.count, 2);
    lw_arena arena = {0};
    lw_kinematics kinematics;
    assert_int_equal(lw_kinematics_create(&arena, scene, &kinematics, NULL), LW_OK);
    lw_kinematics_sample(&kinematics, motion, 1, 2, 1);
    assert_near(kinematics.coordinates.value[0], 3 - 1 - 1.25 + 0.125, 1e-14);
    assert_near(kinematics.coordinates.rate[0], (-2 - 5 + 0.75) / 2, 1e-14);
    assert_near(kinematics.coordinates.rate_bound[0], 5.25, 1e-10);
    assert_near(kinematics.coordinates.acceleration_bound[0], 2.5, 1e-10);
    assert_true(kinematics.coordinates.rate_bound[0] > 5.25);
    assert_true(kinematics.coordinates.acceleration_bound[0] > 2.5);
    /* before the first waypoint: still, where it begins */
    lw_kinematics_sample(&kinematics, motion, 0, 0.5, 0.5);
    assert_true(kinematics.coordinates.value[0] == 3 && kinematics.coordinates.rate[0] == 0 &&
                kinematics.coordinates.rate_bound[0] == 0 &&
                kinematics.coordinates.acceleration_bound[0] == 0);
    lw_arena_free(&arena);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_and_their_bounds_hold),
        cmocka_unit_test(bounds_are_those_of_taylors_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
