/* Waypoints as polynomials: ends and derivatives, wrapping, slerp, rigid motions against numerical
 * integration of their twists; and refusals. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "motion/forward_kinematics.h"
#include "motion/track.h"
#include "random_robot.h"
#include "seed.h"
#include "small_scene.h"

static const double PI = 3.14159265358979323846;

/* A frozen scene of one robot with these joints, a motion and its kinematics. */
typedef struct rig {
    lw_scene *scene;
    lw_motion *motion;
    lw_arena arena;
    lw_kinematics kinematics;
    lw_error error;
} rig;

static void rig_open(rig *r, const lw_joint_kind *kinds, size_t count)
{
    *r = (rig){.scene = new_scene()};
    add_chain(r->scene, "r", kinds, count);
    succeed(lw_scene_freeze(r->scene, &r->error), &r->error);
    succeed(lw_motion_create(r->scene, &r->motion, &r->error), &r->error);
    succeed(lw_kinematics_create(&r->arena, r->scene, &r->kinematics, &r->error), &r->error);
}

static void rig_close(rig *r)
{
    lw_motion_destroy(r->motion);
    lw_scene_destroy(r->scene);
    lw_arena_free(&r->arena);
}

static void polynomials_meet_the_data_of_their_waypoints(void **state)
{
    enum { POINTS = 4, COLUMNS = 2 };
    (void)state;
    lw_random random = {test_seed()};
    rig r;
    rig_open(&r, (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC}, COLUMNS);
    for (int round = 0; round < 500; round++) {
        double rows[3][POINTS * COLUMNS];
        double times[POINTS];
        for (int d = 0; d < 3; d++)
            for (int i = 0; i < POINTS * COLUMNS; i++)
                rows[d][i] = lw_random_between(&random, -3, 3);
        for (int i = 0; i < POINTS; i++)
            times[i] = (i ? times[i - 1] : 0) + lw_random_between(&random, 0.01, 2);
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = POINTS;
        track.times = times;
        track.positions = rows[0];
        int order = 1 + round % 3; /* how many derivatives are given */
        track.velocities = order > 1 ? rows[1] : NULL;
        track.accelerations = order > 2 ? rows[2] : NULL;
        succeed(lw_motion_set(r.motion, &track, 1, &r.error), &r.error);
        assert_int_equal(lw_motion_interpolation(r.motion), order == 1   ? LW_INTERPOLATION_LINEAR
                                                            : order == 2 ? LW_INTERPOLATION_CUBIC
                                                                         : LW_INTERPOLATION_QUINTIC);
        const lw_motion_track *compiled = &r.motion->tracks.items[0];
        size_t block = (size_t)compiled->degree + 1;
        for (size_t k = 0; k + 1 < POINTS; k++)
            for (size_t c = 0; c < COLUMNS; c++)
                for (int end = 0; end < 2; end++) {
                    const double *p = compiled->coefficients + (k * COLUMNS + c) * block;
                    double w = times[k + 1] - times[k];
                    double got[3] = {0, 0, 0};
                    for (size_t i = 0; i < block; i++) {
                        double power = end || i == 0 ? 1 : 0;
                        double slope = end || i == 1 ? 1 : 0;
                        double bend = end || i == 2 ? 1 : 0;
                        got[0] += p[i] * power;
                        got[1] += p[i] * (double)i * slope / w;
                        got[2] += i < 2 ? 0 : p[i] * (double)(i * (i - 1)) * bend / (w * w);
                    }
                    for (int d = 0; d < order; d++)
                        assert_near(got[d], rows[d][(k + (size_t)end) * COLUMNS + c],
                                    1e-12 / pow(w, d));
                }
    }
    rig_close(&r);
}

/* a continuous joint turns at most half a turn, to an angle with the same sine and cosine */
static void continuous_joints_turn_the_shorter_way(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    rig r;
    rig_open(&r, (lw_joint_kind[]){LW_JOINT_CONTINUOUS}, 1);
    for (int round = 0; round < 2000; round++) {
        double size = pow(10, lw_random_between(&random, -1, round % 2 ? 9 : 1));
        double ends[2] = {lw_random_between(&random, -4, 4), lw_random_between(&random, -size, size)};
        succeed(lw_motion_set_segment(r.motion, NULL, &ends[0], &ends[1], &r.error), &r.error);
        const double *c = r.motion->tracks.items[0].coefficients;
        assert_true(c[0] == ends[0]);
        assert_true(fabs(c[1]) <= PI);
        long double end = (long double)c[0] + c[1];
        assert_near((double)(sinl(end) - sinl(ends[1])), 0, 4e-15);
        assert_near((double)(cosl(end) - cosl(ends[1])), 0, 4e-15);
        if (fabs(ends[1] - ends[0]) < 3.14)
            assert_true(c[1] == ends[1] - ends[0]);
    }
    /* not with no_wrap, and never in a trajectory */
    double literal[2] = {0, 5};
    lw_track track = lw_default_track();
    track.point_count = 2;
    track.positions = literal;
    track.no_wrap = true;
    succeed(lw_motion_set(r.motion, &track, 1, &r.error), &r.error);
    assert_true(r.motion->tracks.items[0].coefficients[1] == 5);
    track.no_wrap = false;
    succeed(lw_motion_set(r.motion, &track, 1, &r.error), &r.error);
    assert_near(r.motion->tracks.items[0].coefficients[1], 5 - 2 * PI, 1e-15);
    track.kind = LW_TRACK_TRAJECTORY;
    track.times = (double[]){0, 1};
    succeed(lw_motion_set(r.motion, &track, 1, &r.error), &r.error);
    assert_true(r.motion->tracks.items[0].coefficients[1] == 5);
    rig_close(&r);

    /* nor where others follow, whom a turn more or less would move */
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    lw_joint_def joint = lw_default_joint();
    lw_error error = {0};
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(lw_scene_add_robot(scene, "robot", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "robot", "base", &error), &error);
    for (int i = 0; i < 2; i++) {
        joint.name = joint.child = i ? "slide" : "turn";
        joint.kind = i ? LW_JOINT_PRISMATIC : LW_JOINT_CONTINUOUS;
        joint.parent = "base";
        joint.mimic = i ? "turn" : NULL;
        joint.mimic_multiplier = 0.1;
        succeed(lw_scene_add_link(scene, "robot", joint.child, &error), &error);
        succeed(lw_scene_add_joint(scene, "robot", &joint, &error), &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_set_segment(motion, NULL, literal, literal + 1, &error), &error);
    assert_true(motion->tracks.items[0].coefficients[1] == 5);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);

    rig_open(&r, (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    succeed(lw_motion_set_segment(r.motion, NULL, literal, literal + 1, &r.error), &r.error);
    assert_true(r.motion->tracks.items[0].coefficients[1] == 5);
    rig_close(&r);
}

/* dR/dt = [w] R and dp/dt = v, in the world; R [w] and R v with the body's velocities: by the classic
 * Runge-Kutta method in 4000 steps, whose error is about (1/4000)^4 */
typedef struct rigid_state {
    long double r[3][3];
    long double p[3];
} rigid_state;

static void derivative(const lw_track *def, const rigid_state *s, rigid_state *out)
{
    vec3 w = def->angular_velocity;
    vec3 v = def->linear_velocity;
    const long double k[3][3] = {{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}};
    const long double speed[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        out->p[i] = def->in_body_frame ? 0 : speed[i];
        for (int j = 0; j < 3; j++) {
            if (def->in_body_frame)
                out->p[i] += s->r[i][j] * speed[j];
            out->r[i][j] = 0;
            for (int m = 0; m < 3; m++)
                out->r[i][j] += def->in_body_frame ? s->r[i][m] * k[m][j] : k[i][m] * s->r[m][j];
        }
    }
}

static rigid_state step_along(const rigid_state *s, const rigid_state *slope, long double h)
{
    rigid_state out = *s;
    for (int i = 0; i < 3; i++) {
        out.p[i] += h * slope->p[i];
        for (int j = 0; j < 3; j++)
            out.r[i][j] += h * slope->r[i][j];
    }
    return out;
}

static void integrate(const lw_track *def, long double duration, rigid_state *s)
{
    enum { STEPS = 4000 };
    long double h = duration / STEPS;
    for (int i = 0; i < STEPS; i++) {
        rigid_state k[4];
        derivative(def, s, &k[0]);
        rigid_state half = step_along(s, &k[0], h / 2);
        derivative(def, &half, &k[1]);
        half = step_along(s, &k[1], h / 2);
        derivative(def, &half, &k[2]);
        rigid_state full = step_along(s, &k[2], h);
        derivative(def, &full, &k[3]);
        for (int m = 0; m < 4; m++)
            *s = step_along(s, &k[m], h * (m == 1 || m == 2 ? 2 : 1) / 6);
    }
}

static void rigid_motions_follow_their_velocities(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    rig r;
    rig_open(&r, (lw_joint_kind[]){LW_JOINT_FLOATING}, 1);
    for (int round = 0; round < 60; round++) {
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_RIGID;
        track.duration = 2;
        double size = pow(10, lw_random_between(&random, -12, 0.3));
        double *numbers[] = {&track.linear_velocity.x,  &track.linear_velocity.y,
                             &track.linear_velocity.z,  &track.pose.position.x,
                             &track.pose.position.y,    &track.pose.position.z,
                             &track.pose.orientation.x, &track.pose.orientation.y,
                             &track.pose.orientation.z, &track.pose.orientation.w};
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            *numbers[i] = lw_random_between(&random, -1, 1);
        track.angular_velocity.x = lw_random_between(&random, -size, size);
        track.angular_velocity.y = lw_random_between(&random, -size, size);
        track.angular_velocity.z = round % 5 ? lw_random_between(&random, -size, size) : 0;
        track.in_body_frame = round % 2;
        if (round == 0)
            track.angular_velocity = (vec3){0, 0, 0};
        if (round == 1)
            track.angular_velocity = (vec3){5e-324, 0, 0};
        succeed(lw_motion_set(r.motion, &track, 1, &r.error), &r.error);
        assert_true(lw_motion_in_seconds(r.motion));

        wide_pose start = wide_pose_of(track.pose);
        rigid_state s;
        memcpy(s.r, start.r, sizeof s.r);
        memcpy(s.p, start.p, sizeof s.p);
        integrate(&track, 1.5L, &s);
        lw_kinematics_sample(&r.kinematics, r.motion, 0, 1.5, 0);
        pose at = r.kinematics.bodies[1]; /* of link l1, whose joint stands at x = 1 */
        assert_near(at.position.x, (double)s.p[0] + 1, 1e-12);
        assert_near(at.position.y, (double)s.p[1], 1e-12);
        assert_near(at.position.z, (double)s.p[2], 1e-12);
        const vec3 *columns[3] = {&at.rotation.x, &at.rotation.y, &at.rotation.z};
        for (int j = 0; j < 3; j++) {
            assert_near(columns[j]->x, (double)s.r[0][j], 1e-12);
            assert_near(columns[j]->y, (double)s.r[1][j], 1e-12);
            assert_near(columns[j]->z, (double)s.r[2][j], 1e-12);
        }
        /* even where the axis of the screw is light years away */
        assert_true(r.kinematics.error[1] < 1e-9);
    }
    rig_close(&r);
}

static void tracks_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    rig r;
    lw_error *e = &r.error;
    rig_open(&r, (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC}, 2);
    double two[] = {0, 0, 1, 1};
    double bad[] = {0, 0, NAN, 1};
    double huge[] = {0, 0, 0, 1e16};
    lw_track path = lw_default_track();
    path.point_count = 2;
    path.positions = two;
    lw_track timed = path;
    timed.kind = LW_TRACK_TRAJECTORY;
    timed.times = (double[]){0, 1};
    succeed(lw_motion_set(r.motion, &path, 1, e), e);
    succeed(lw_motion_set(r.motion, &timed, 1, e), e);

    lw_track t = path;
    t.kind = (lw_track_kind)9;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "no kind 9");
    t = path;
    t.point_count = 0;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "without waypoints");
    t.point_count = SIZE_MAX / 8;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "too long");
    t = path;
    t.positions = NULL;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "without positions");
    t.positions = bad;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "position of waypoint 1 is nan");
    t.positions = huge;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "waypoint 1 is 1e+16");
    bad[2] = INFINITY;
    t.positions = bad;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "waypoint 1 is inf");
    t = timed;
    t.times = NULL;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "without times");
    t.times = (double[]){0, NAN};
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "time of waypoint 1 is nan");
    t.times = (double[]){1, 1};
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "times must increase");
    t.times = (double[]){0, 5e-324};
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "times must increase");
    t.times = (double[]){-1, 1};
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "the first time is -1");
    t = timed;
    t.velocities = bad;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "velocity of waypoint 1");
    t.velocities = two;
    t.accelerations = bad;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "acceleration of waypoint 1");
    t = timed;
    t.interpolation = LW_INTERPOLATION_CUBIC;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "cubic interpolation needs");
    t.velocities = two;
    t.interpolation = LW_INTERPOLATION_QUINTIC;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "quintic interpolation needs");
    t.interpolation = (lw_interpolation)17;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "no interpolation 17");
    t = path;
    t.kind = LW_TRACK_RIGID;
    t.duration = 1;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "one floating joint");
    /* after a refusal everything stands still */
    double begin;
    double end;
    lw_motion_interval(r.motion, &begin, &end);
    assert_true(begin == 0 && end == 1 && !lw_motion_in_seconds(r.motion));
    assert_int_equal(r.motion->tracks.count, 0);
    rig_close(&r);
}

static void floating_tracks_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    rig r;
    lw_error *e = &r.error;
    rig_open(&r, (lw_joint_kind[]){LW_JOINT_FLOATING}, 1);
    lw_track rigid = lw_default_track();
    rigid.kind = LW_TRACK_RIGID;
    rigid.duration = 1;
    succeed(lw_motion_set(r.motion, &rigid, 1, e), e);
    lw_track t = rigid;
    t.duration = 0;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "duration of a rigid motion is 0");
    t.duration = INFINITY;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "duration of a rigid motion");
    t = rigid;
    t.linear_velocity.y = NAN;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "linear velocity");
    t = rigid;
    t.angular_velocity.z = -INFINITY;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "angular velocity");
    t = rigid;
    t.pose.position.x = 1e300;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "starting position");
    t = rigid;
    t.pose.orientation.w = 0;
    refused(lw_motion_set(r.motion, &t, 1, e), LW_ERROR_ARGUMENT, e, "starting orientation");

    double rows[2][7] = {{0, 0, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 0, 0}};
    lw_track path = lw_default_track();
    path.point_count = 2;
    path.positions = rows[0];
    refused(lw_motion_set(r.motion, &path, 1, e), LW_ERROR_ARGUMENT, e, "quaternion of a waypoint");
    rows[1][3] = 1;
    succeed(lw_motion_set(r.motion, &path, 1, e), e);
    path.kind = LW_TRACK_TRAJECTORY;
    path.times = (double[]){0, 1};
    path.velocities = rows[0];
    refused(lw_motion_set(r.motion, &path, 1, e), LW_ERROR_ARGUMENT, e, "is floating");
    path.interpolation = LW_INTERPOLATION_LINEAR;
    succeed(lw_motion_set(r.motion, &path, 1, e), e);
    rig_close(&r);
}

static void values_beyond_limits_are_noticed_or_refused(void **state)
{
    (void)state;
    lw_error error = {0};
    for (int strict = 0; strict < 2; strict++) {
        lw_scene *scene = new_scene();
        notices heard = {0};
        notices of_scene = {0};
        lw_scene_on_notice(scene, take_notice, &of_scene);
        add_chain(scene, "r", NULL, 0);
        succeed(lw_scene_add_link(scene, "r", "hand", &error), &error);
        lw_joint_def joint = joint_of("wrist", LW_JOINT_REVOLUTE, "l0", "hand");
        joint.lower = -1;
        joint.upper = 1;
        succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
        succeed(lw_scene_set_strict_limits(scene, strict, &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        lw_motion *motion = NULL;
        succeed(lw_motion_create(scene, &motion, &error), &error);
        lw_motion_on_notice(motion, take_notice, &heard);
        double within[2] = {-1 - 9e-7, 1 + 9e-7}; /* files round */
        succeed(lw_motion_set_segment(motion, NULL, &within[0], &within[1], &error), &error);
        assert_int_equal(heard.count, 0);
        double beyond[2] = {-1.1, 1.5};
        lw_status status = lw_motion_set_segment(motion, NULL, &beyond[0], &beyond[1], &error);
        if (strict) {
            refused(status, LW_ERROR_LIMIT, &error, "joint \"wrist\": value 1.5 is outside");
        } else {
            succeed(status, &error);
            assert_int_equal(heard.count, 1);
            assert_non_null(strstr(heard.last, "joint \"wrist\": value 1.5 is outside"));
            lw_motion_on_notice(motion, NULL, NULL);
            succeed(lw_motion_set_segment(motion, NULL, &beyond[0], &beyond[1], &error), &error);
            assert_int_equal(heard.count, 1);
        }
        assert_int_equal(of_scene.count, 0);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_meet_the_data_of_their_waypoints),
        cmocka_unit_test(continuous_joints_turn_the_shorter_way),
        cmocka_unit_test(rigid_motions_follow_their_velocities),
        cmocka_unit_test(tracks_that_make_no_sense_are_refused),
        cmocka_unit_test(floating_tracks_that_make_no_sense_are_refused),
        cmocka_unit_test(values_beyond_limits_are_noticed_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
