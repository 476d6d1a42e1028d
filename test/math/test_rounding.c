/* Tests math/rounding.h on curves of large numbers that are almost straight, or stand still at one
 * time: the rounding errors of their values and derivatives are within the bounds, against long double.
 * Also the bounds of a rotation at large angles, and of a folded arm. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "motion/forward_kinematics.h"
#include "one_joint.h"
#include "plane/flat_path.h"
#include "seed.h"

/* One piece of a trajectory: the rows that the library is given. */
typedef struct curve {
    lw_interpolation interpolation;
    double times[2], rows[2][3], rates[2][3], accelerations[2][3];
} curve;

/* A coordinate at a time, exact but for the rounding of long double. */
typedef struct truth {
    long double value, rate, acceleration;
} truth;

static truth at_time(const curve *c, int i, double time)
{
    long double w = (long double)c->times[1] - c->times[0];
    long double u = ((long double)time - c->times[0]) / w;
    long double p = c->rows[0][i];
    long double d = (long double)c->rows[1][i] - p;
    if (c->interpolation == LW_INTERPOLATION_LINEAR)
        return (truth){p + u * d, d / w, 0};
    long double v0 = w * c->rates[0][i];
    long double v1 = w * c->rates[1][i];
    if (c->interpolation == LW_INTERPOLATION_CUBIC) {
        long double square = 3 * d - 2 * v0 - v1;
        long double cube = v0 + v1 - 2 * d;
        return (truth){p + u * (v0 + u * (square + u * cube)),
                       (v0 + u * (2 * square + u * 3 * cube)) / w,
                       (2 * square + u * 6 * cube) / (w * w)};
    }
    long double a0 = w * w * c->accelerations[0][i];
    long double a1 = w * w * c->accelerations[1][i];
    long double c3 = 10 * d - 6 * v0 - 4 * v1 - 1.5L * a0 + 0.5L * a1;
    long double c4 = -15 * d + 8 * v0 + 7 * v1 + 1.5L * a0 - a1;
    long double c5 = 6 * d - 3 * (v0 + v1) - 0.5L * (a0 - a1);
    return (truth){p + u * (v0 + u * (a0 / 2 + u * (c3 + u * (c4 + u * c5)))),
                   (v0 + u * (a0 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))) / w,
                   (a0 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5))) / (w * w)};
}

/* A curve that is straight but for the last places, or any curve. */
static void random_curve(lw_random *random, curve *c)
{
    c->interpolation = (lw_interpolation[]){LW_INTERPOLATION_LINEAR, LW_INTERPOLATION_CUBIC,
                                            LW_INTERPOLATION_QUINTIC}[lw_random_below(random, 3)];
    bool straight = lw_random_below(random, 2);
    c->times[0] = lw_random_between(random, 0, 10);
    c->times[1] = c->times[0] + pow(10, lw_random_between(random, -1, 2));
    double w = c->times[1] - c->times[0];
    for (int i = 0; i < 3; i++) {
        double size = pow(10, lw_random_between(random, -2, 6));
        for (int k = 0; k < 2; k++) {
            c->rows[k][i] = lw_random_between(random, -size, size);
            c->rates[k][i] = lw_random_between(random, -size, size) / w;
            c->accelerations[k][i] = lw_random_between(random, -size, size) / (w * w);
        }
        if (!straight)
            continue;
        for (int k = 0; k < 2; k++) {
            c->rates[k][i] = (c->rows[1][i] - c->rows[0][i]) / w;
            c->accelerations[k][i] = 0;
        }
    }
}

static void set_curve(world *w, const curve *c)
{
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = c->times;
    track.positions = c->rows[0];
    track.velocities = c->interpolation == LW_INTERPOLATION_LINEAR ? NULL : c->rates[0];
    track.accelerations = c->interpolation == LW_INTERPOLATION_QUINTIC ? c->accelerations[0] : NULL;
    track.interpolation = c->interpolation;
    succeed(lw_motion_set(w->motion, &track, 1, &w->error), &w->error);
}

static void hold(const char *what, long double off, double bound, int round)
{
    if (!(off <= bound))
        fail_msg("round %d: %s is off by %Lg, and by %g at most", round, what, off, bound);
}

/* Checks the coordinates of the motion of a whole scene. */
static void check_coordinates(const curve *c, const lw_motion *motion, lw_kinematics *kinematics,
                              double t, int round)
{
    lw_kinematics_sample(kinematics, motion, lw_motion_piece_at(motion, t), t, 0);
    const lw_coordinates *x = &kinematics->coordinates;
    for (int i = 0; i < 3; i++) {
        truth exact = at_time(c, i, t);
        hold("a value", fabsl(x->value[i] - exact.value), 0x1p-47 * x->magnitude[i], round);
        hold("a rate", fabsl(x->rate[i] - exact.rate), x->rate_error[i], round);
        hold("a rate", fabsl(exact.rate), x->rate_bound[i], round);
        hold("an acceleration", fabsl(exact.acceleration), x->acceleration_bound[i], round);
    }
}

/* Checks the path of one joint in the plane, on a clock of its own. */
static void check_path(const curve *c, const lw_flat_path *path, double t, int round)
{
    lw_flat_piece piece;
    lw_flat_position place;
    lw_flat_turn turned;
    lw_flat_piece_at(path, t, &piece);
    lw_flat_position_at(&piece, t, 0, &place);
    lw_flat_turn_at(&piece, t, 0, &turned);
    truth x[3];
    for (int i = 0; i < 3; i++)
        x[i] = at_time(c, i, t);
    lw_pose2 base = path->base;
    long double off_x = base.x + base.cosine * x[0].value - base.sine * x[1].value - place.at.x;
    long double off_y = base.y + base.sine * x[0].value + base.cosine * x[1].value - place.at.y;
    hold("a place", hypotl(off_x, off_y), place.error, round);
    off_x = base.cosine * x[0].rate - base.sine * x[1].rate - place.velocity.x;
    off_y = base.sine * x[0].rate + base.cosine * x[1].rate - place.velocity.y;
    hold("a velocity", hypotl(off_x, off_y),
         place.velocity_error + 0x1p-50 * (fabs(place.velocity.x) + fabs(place.velocity.y)), round);
    hold("an acceleration", hypotl(x[0].acceleration, x[1].acceleration), place.acceleration, round);
    long double cosine = base.cosine * cosl(x[2].value) - base.sine * sinl(x[2].value);
    long double sine = base.sine * cosl(x[2].value) + base.cosine * sinl(x[2].value);
    hold("a turn", hypotl(cosine - turned.cosine, sine - turned.sine), turned.error, round);
    hold("a rate of turning", fabsl(x[2].rate - turned.rate), turned.rate_error, round);
    hold("a rate of turning", fabsl(x[2].rate), turned.spin, round);
    hold("an angular acceleration", fabsl(x[2].acceleration), turned.acceleration, round);
}

static void test_curves(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PLANAR, (lw_vec3){0, 0, 1}, &ball, lw_pose_identity());
    freeze(&w);
    lw_arena arena = {0};
    lw_kinematics kinematics;
    succeed(lw_kinematics_create(&arena, w.scene, &kinematics, &w.error), &w.error);
    int rounds = test_rounds(5000, 200000);
    for (int round = 0; round < rounds; round++) {
        curve c;
        random_curve(&random, &c);
        set_curve(&w, &c);
        lw_flat_path path = {.track = &w.motion->tracks.items[0], .base = {0, 0, 1, 0}};
        if (lw_random_below(&random, 2))
            path.base = lw_pose2_from_angle(lw_random_between(&random, -1e6, 1e6), 0,
                                            lw_random_between(&random, -3, 3));
        lw_flat_path_close(&path);
        for (int k = 0; k < 4; k++) {
            double t = lw_random_between(&random, c.times[0], c.times[1]);
            check_coordinates(&c, w.motion, &kinematics, t, round);
            check_path(&c, &path, t, round);
        }
    }
    lw_arena_free(&arena);
    finish(&w);
}

/* ---- the motion of a body --------------------------------------------------------------------- */

/* A ball on a long arm that has turned very often, fast, slowly or at its turning point: its place and
 * velocity are within their bounds. */
static void test_turns(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    double arm = 100;
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_CONTINUOUS, (lw_vec3){0, 0, 1}, &ball, at(arm, 0, 0));
    freeze(&w);
    lw_arena arena = {0};
    lw_kinematics kinematics;
    succeed(lw_kinematics_create(&arena, w.scene, &kinematics, &w.error), &w.error);
    int rounds = test_rounds(5000, 200000);
    for (int round = 0; round < rounds; round++) {
        curve c;
        random_curve(&random, &c);
        double from = c.times[0];
        double to = c.times[1];
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 2;
        track.times = c.times;
        track.positions = (double[]){c.rows[0][0], c.rows[1][0]};
        track.velocities = (double[]){c.rates[0][0], c.rates[1][0]};
        track.accelerations = (double[]){c.accelerations[0][0], c.accelerations[1][0]};
        track.interpolation = c.interpolation;
        succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
        /* the time at which the rate changes its sign, if it does */
        for (int i = 0; i < 60 && round % 2; i++) {
            double middle = 0.5 * (from + to);
            *(at_time(&c, 0, middle).rate * at_time(&c, 0, from).rate > 0 ? &from : &to) = middle;
        }
        double t = round % 2 ? from : lw_random_between(&random, from, to);
        lw_travel travel;
        lw_kinematics_sample(&kinematics, w.motion, lw_motion_piece_at(w.motion, t), t, 0);
        lw_travel_of(&kinematics, 0, -1, &travel);
        truth exact = at_time(&c, 0, t);
        long double x = arm * cosl(exact.value);
        long double y = arm * sinl(exact.value);
        hold("the ball", hypotl(x - kinematics.centers[0].x, y - kinematics.centers[0].y),
             kinematics.error[0], round);
        long double off_x = travel.twist.linear.x - travel.twist.angular.z * y + exact.rate * y;
        long double off_y = travel.twist.linear.y + travel.twist.angular.z * x - exact.rate * x;
        hold("its speed", hypotl(off_x, off_y), travel.speed_error, round);
    }
    lw_arena_free(&arena);
    finish(&w);
}

/* Two joints at the origin and an elbow at the end of an arm of 1 m, which is folded back, so that the
 * body is at the origin as well, and unfolds. With W the sum of the first two rates and v the rate of
 * the elbow, the body is at p = exp(i W t) - exp(i (W + v) t). Its acceleration is within the bound all
 * through the interval. */
static void test_folded_arm(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    static const char *const links[] = {"base", "turret", "arm", "hand"};
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 4; i++)
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
    for (int i = 0; i < 3; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = (const char *const[]){"a", "b", "c"}[i];
        joint.kind = LW_JOINT_CONTINUOUS;
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = (lw_vec3){0, 0, 1};
        joint.origin.position.x = i == 2 ? 1 : 0;
        succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    }
    lw_shape_def ball = sphere(1e-3);
    succeed(lw_scene_add_shape(scene, "r", "hand", &ball, at(-1, 0, 0), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    lw_arena arena = {0};
    lw_kinematics kinematics;
    succeed(lw_kinematics_create(&arena, scene, &kinematics, &error), &error);
    const double shoulder[] = {0, 2, 20};
    const double elbow[] = {0.5, 1, 2};
    for (int i = 0; i < 9; i++) {
        double whole = 2 * shoulder[i / 3];
        double v = elbow[i % 3];
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 2;
        track.times = (double[]){0, 2};
        track.positions = (double[]){-whole / 2, -whole / 2, -v, whole / 2, whole / 2, v};
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        lw_kinematics_sample(&kinematics, motion, 0, 1, 1);
        lw_travel travel;
        lw_travel_of(&kinematics, 0, -1, &travel);
        double seen = 0;
        for (int k = 0; k <= 100; k++) {
            double both = whole + v;
            seen = fmax(seen, pow(whole, 4) + pow(both, 4) -
                                  2 * whole * whole * both * both * cos(v * k / 100.0));
        }
        assert_true(travel.curvature >= sqrt(seen) &&
                    travel.curvature <= 3 * sqrt(seen) + 1e-2 * whole);
    }
    lw_arena_free(&arena);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* An elbow far out on an arm, both turned any number of times, and a ball beyond it or folded back to
 * the shoulder: the ball's place, its velocity and the change of its velocity are within their bounds.
 * The elbow may follow the shoulder, many times as fast and from an offset of many turns. */
static void check_elbow(lw_random *random, double length, double forearm, bool follows, int rounds)
{
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    static const char *const links[] = {"base", "arm", "hand"};
    double multiplier = follows ? (double)(1 + lw_random_below(random, 1000)) : 0;
    double offset = follows ? (double)lw_random_below(random, 1000000) : 0;
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 3; i++)
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
    for (int i = 0; i < 2; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = i ? "elbow" : "shoulder";
        joint.kind = LW_JOINT_CONTINUOUS;
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = (lw_vec3){0, 0, 1};
        joint.origin.position.x = i ? length : 0;
        joint.mimic = i && follows ? "shoulder" : NULL;
        joint.mimic_multiplier = multiplier;
        joint.mimic_offset = offset;
        succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    }
    lw_shape_def ball = sphere(1e-9);
    succeed(lw_scene_add_shape(scene, "r", "hand", &ball, at(forearm, 0, 0), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    lw_arena arena = {0};
    lw_kinematics kinematics;
    succeed(lw_kinematics_create(&arena, scene, &kinematics, &error), &error);
    for (int round = 0; round < rounds; round++) {
        /* numbers of few digits make the tracks exact; times of many digits make the values inexact */
        double from[2];
        double rate[2];
        for (int i = 0; i < 2; i++) {
            from[i] = floor(pow(10, lw_random_between(random, 0, 6))) - 1;
            static const double fast[] = {1000, 1, 0x1p-30};
            rate[i] =
                floor(pow(10, lw_random_between(random, 0, 3))) * fast[lw_random_below(random, 3)];
        }
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 2;
        track.times = (double[]){0, 1};
        track.positions = follows ? (double[]){from[0], from[0] + rate[0]}
                                  : (double[]){from[0], from[1], from[0] + rate[0], from[1] + rate[1]};
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        double t = pow(10, lw_random_between(random, -7, 0));
        lw_travel travel;
        lw_kinematics_sample(&kinematics, motion, 0, t, 0);
        lw_travel_of(&kinematics, 0, -1, &travel);
        long double a = from[0] + (long double)t * rate[0];
        long double w = rate[0];
        long double b = follows ? offset + multiplier * a : from[1] + (long double)t * rate[1];
        long double v = follows ? multiplier * w : (long double)rate[1];
        long double elbow[2] = {length * cosl(a), length * sinl(a)};
        long double x = elbow[0] + forearm * cosl(a + b);
        long double y = elbow[1] + forearm * sinl(a + b);
        hold("the ball", hypotl(x - kinematics.centers[0].x, y - kinematics.centers[0].y),
             kinematics.error[0], round);
        /* the velocity of the body's point at the ball, by the twist and by the joints */
        long double off_x =
            travel.twist.linear.x - travel.twist.angular.z * y + w * y + v * (y - elbow[1]);
        long double off_y =
            travel.twist.linear.y + travel.twist.angular.z * x - w * x - v * (x - elbow[0]);
        hold("its speed", hypotl(off_x, off_y), travel.speed_error, round);
        /* the accelerations towards the shoulder for the arm, and towards the elbow for the rest */
        long double pull_x = w * w * elbow[0] + (w + v) * (w + v) * (x - elbow[0]);
        long double pull_y = w * w * elbow[1] + (w + v) * (w + v) * (y - elbow[1]);
        hold("its acceleration", hypotl(pull_x, pull_y), travel.curvature, round);
    }
    lw_arena_free(&arena);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void test_elbow(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int rounds = test_rounds(500, 20000);
    static const double forearms[] = {1000, -1000, 1, 0};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 4; k++)
            check_elbow(&random, 1000, forearms[k], i % 2, rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_folded_arm),
        cmocka_unit_test(test_elbow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
