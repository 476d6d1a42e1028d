/* Several tracks on one clock: pieces, standing still, reversal, values at rest; and refusals. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "motion/forward_kinematics.h"
#include "random_robot.h"
#include "seed.h"
#include "small_scene.h"

static lw_scene *two_robots(void)
{
    lw_scene *scene = new_scene();
    lw_error error = {0};
    add_chain(scene, "left", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    add_chain(scene, "right", (lw_joint_kind[]){LW_JOINT_PRISMATIC, LW_JOINT_FLOATING}, 2);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static lw_motion *motion_of(const lw_scene *scene)
{
    lw_motion *motion = NULL;
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    return motion;
}

static lw_track trajectory_of(const lw_joints *joints, const double *times, const double *positions,
                              size_t count)
{
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = joints;
    track.times = times;
    track.positions = positions;
    track.point_count = count;
    return track;
}

/* pieces lie end to end over the whole time; each break is a waypoint of somebody, and within a piece
 * each track is in one piece of its own, or stands still */
static void check_pieces(const lw_motion *motion)
{
    const lw_motion_piece *pieces = motion->pieces.items;
    size_t tracks = motion->tracks.count;
    assert_true(pieces[0].begin == motion->begin && motion->begin == 0);
    assert_true(pieces[motion->pieces.count - 1].end == motion->end);
    for (size_t p = 0; p < motion->pieces.count; p++) {
        if (p)
            assert_true(pieces[p].begin == pieces[p - 1].end && pieces[p].end > pieces[p].begin);
        for (size_t i = 0; i < tracks; i++) {
            const lw_motion_track *track = &motion->tracks.items[i];
            int64_t own = motion->piece_of_track.items[p * tracks + i];
            if (own == LW_TRACK_BEFORE)
                assert_true(pieces[p].end <= track->times[0]);
            else if (own == LW_TRACK_AFTER)
                assert_true(pieces[p].begin >= track->last);
            else
                assert_true(track->times[own] <= pieces[p].begin &&
                            pieces[p].end <= track->times[own + 1] && pieces[p].end <= track->last);
        }
    }
}

static void tracks_share_one_clock(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(100, 2000); round++) {
        world_options options = {4, 4, 1};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        for (int k = 0; k < 10; k++) {
            world_motion_random(&random, w, WORLD_ANY, m);
            check_pieces(m->motion);
        }
        world_motion_free(m);
        world_free(w);
    }
}

static void robots_stand_still_before_and_after_their_times(void **state)
{
    (void)state;
    lw_scene *scene = two_robots();
    lw_error e = {0};
    lw_motion *motion = motion_of(scene);
    const lw_joints *left = lw_scene_joints(scene, "left", NULL, NULL);
    const lw_joints *right = lw_scene_joints(scene, "right", NULL, NULL);
    double there[8] = {2, 0, 0, 0, 0, 0, 0, 1};
    lw_track tracks[2] = {
        trajectory_of(left, (double[]){1, 2, 4}, (double[]){0.1, 0.2, 0.5}, 3),
        trajectory_of(right, (double[]){3}, there, 1),
    };
    succeed(lw_motion_set(motion, tracks, 2, &e), &e);
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    assert_true(begin == 0 && end == 4 && lw_motion_in_seconds(motion));
    assert_int_equal(lw_motion_interpolation(motion), LW_INTERPOLATION_LINEAR);
    /* breaks at 0, 1, 2, 3, 4 */
    assert_int_equal(motion->pieces.count, 4);
    const int64_t segments[] = {0, 0, 1, 1};
    lw_arena arena = {0};
    lw_kinematics kinematics;
    succeed(lw_kinematics_create(&arena, scene, &kinematics, &e), &e);
    for (size_t p = 0; p < 4; p++) {
        assert_int_equal(lw_motion_segment(motion, p, 0), segments[p]);
        assert_int_equal(lw_motion_segment(motion, p, -1), segments[p]);
        assert_int_equal(lw_motion_segment(motion, p, 1), 0);
        lw_kinematics_sample(&kinematics, motion, p, (double)p + 0.5, 0.5);
        const double value[] = {0.1, 0.15, 0.275, 0.425};
        assert_near(kinematics.coordinates.value[0], value[p], 1e-15);
        assert_near(kinematics.coordinates.rate[0], p == 0 ? 0 : p == 1 ? 0.1 : 0.15, 1e-15);
        assert_true(kinematics.coordinates.value[1] == 2 && kinematics.coordinates.rate_bound[1] == 0);
    }
    lw_arena_free(&arena);

    /* a waypoint at time 0 alone makes an interval of no length */
    tracks[0] = trajectory_of(left, (double[]){0}, (double[]){0.7}, 1);
    succeed(lw_motion_set(motion, tracks, 1, &e), &e);
    lw_motion_interval(motion, &begin, &end);
    assert_true(begin == 0 && end == 0 && motion->pieces.count == 1);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* the same waypoints backwards: the same places at the mirrored times */
static void reversed_motions_pass_the_same_places(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 60; round++) {
        world_options options = {1, 6, 1};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        world_motion_random(&random, w, WORLD_PATHS, m);
        world_track *track = &m->tracks[0];
        size_t stride = lw_joints_value_count(track->def.joints);
        size_t points = track->def.point_count;
        track->def.no_wrap = true; /* half a turn goes either way */
        double *backwards = calloc(points * stride + 1, sizeof *backwards);
        assert_non_null(backwards);
        for (size_t p = 0; p < points; p++)
            for (size_t i = 0; i < stride; i++)
                backwards[p * stride + i] = track->positions[(points - 1 - p) * stride + i];
        lw_arena arena = {0};
        lw_kinematics samples_taken[2];
        lw_motion *reversed = motion_of(w->scene);
        lw_track def = track->def;
        def.positions = backwards;
        assert_int_equal(lw_motion_set(m->motion, &track->def, 1, NULL), LW_OK);
        assert_int_equal(lw_motion_set(reversed, &def, 1, NULL), LW_OK);
        assert_int_equal(m->motion->pieces.count, reversed->pieces.count);
        for (int i = 0; i < 2; i++)
            assert_int_equal(lw_kinematics_create(&arena, w->scene, &samples_taken[i], NULL), LW_OK);
        for (int k = 0; k < 10; k++) {
            size_t piece = lw_random_below(&random, (uint32_t)reversed->pieces.count);
            lw_motion_piece span = m->motion->pieces.items[piece];
            double t = lw_random_between(&random, span.begin, span.end);
            lw_kinematics_sample(&samples_taken[0], m->motion, piece, t, 0);
            lw_kinematics_sample(&samples_taken[1], reversed, reversed->pieces.count - 1 - piece, 1 - t,
                                 0);
            for (size_t b = 0; b < w->scene->frozen->body_count; b++) {
                pose p = samples_taken[0].bodies[b];
                pose q = samples_taken[1].bodies[b];
                double tolerance = 4 * (samples_taken[0].error[b] + samples_taken[1].error[b]);
                assert_near(norm(sub(p.position, q.position)), 0, tolerance);
                assert_near(norm(sub(p.rotation.x, q.rotation.x)), 0, 1e-9);
            }
        }
        lw_arena_free(&arena);
        lw_motion_destroy(reversed);
        free(backwards);
        world_motion_free(m);
        world_free(w);
    }
}

static void values_at_rest_hold_until_the_next_motion(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = two_robots();
    lw_motion *motion = motion_of(scene);
    const lw_joints *left = lw_scene_joints(scene, "left", NULL, NULL);
    double zero = 0;
    double one = 1;
    double turned[7] = {3, 4, 5, 0, 0, 2, 0};
    lw_arena arena = {0};
    lw_kinematics kinematics;
    succeed(lw_kinematics_create(&arena, scene, &kinematics, &e), &e);
    succeed(lw_motion_set_segment(motion, left, &zero, &one, &e), &e);
    succeed(lw_motion_set_joint(motion, "right", "j1", &one, 1, &e), &e);
    succeed(lw_motion_set_joint(motion, NULL, "j2", turned, 7, &e), &e);
    lw_kinematics_sample(&kinematics, motion, 0, 0.5, 0.5);
    /* right/l2: the slide's link is at (1, 0, 1), the floating joint at x = 1 from there */
    assert_string_equal(lw_scene_body_name(scene, 4), "right/l2");
    assert_near(norm(sub(kinematics.bodies[4].position, v3(5, 4, 6))), 0, 1e-12);
    assert_near(kinematics.bodies[4].rotation.x.x, -1, 1e-12); /* half a turn about z */
    succeed(lw_motion_set_segment(motion, left, &zero, &one, &e), &e);
    lw_kinematics_sample(&kinematics, motion, 0, 0.5, 0.5);
    assert_near(norm(sub(kinematics.bodies[4].position, v3(2, 0, 0))), 0, 1e-12);

    double not_a_number = NAN;
    refused(lw_motion_set_joint(motion, "right", "j9", &one, 1, &e), LW_ERROR_NAME, &e, "\"j9\"");
    refused(lw_motion_set_joint(motion, "middle", "j1", &one, 1, &e), LW_ERROR_NAME, &e,
            "no robot \"middle\"");
    refused(lw_motion_set_joint(motion, NULL, "j1", &one, 1, &e), LW_ERROR_NAME, &e,
            "\"left\" and \"right\" both have a joint \"j1\"");
    refused(lw_motion_set_joint(motion, "right", "j1", turned, 2, &e), LW_ERROR_ARGUMENT, &e,
            "takes 1 values and was given 2");
    refused(lw_motion_set_joint(motion, "right", "j1", &not_a_number, 1, &e), LW_ERROR_ARGUMENT, &e,
            "nan");
    refused(lw_motion_set_joint(motion, "right", "j1", NULL, 1, &e), LW_ERROR_ARGUMENT, &e,
            "no values");
    turned[5] = 0;
    refused(lw_motion_set_joint(motion, "right", "j2", turned, 7, &e), LW_ERROR_ARGUMENT, &e,
            "length zero");
    lw_arena_free(&arena);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void motions_that_contradict_themselves_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = two_robots();
    lw_scene *other = two_robots();
    lw_motion *motion = motion_of(scene);
    const lw_joints *left = lw_scene_joints(scene, "left", NULL, NULL);
    const lw_joints *right = lw_scene_joints(scene, "right", NULL, NULL);
    double rows[16] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1};
    double times[2] = {0, 1};
    lw_track tracks[2] = {trajectory_of(left, times, rows, 2), trajectory_of(right, times, rows, 2)};
    succeed(lw_motion_set(motion, tracks, 2, &e), &e);
    tracks[0].kind = LW_TRACK_PATH;
    refused(lw_motion_set(motion, tracks, 2, &e), LW_ERROR_ARGUMENT, &e, "mixes a path");
    tracks[1] = tracks[0];
    refused(lw_motion_set(motion, tracks, 2, &e), LW_ERROR_ARGUMENT, &e,
            "robot \"left\" is moved twice");
    tracks[1].joints = lw_scene_joints(other, "right", NULL, NULL);
    refused(lw_motion_set(motion, tracks, 2, &e), LW_ERROR_ARGUMENT, &e, "another scene");
    tracks[1].joints = NULL;
    refused(lw_motion_set(motion, tracks, 2, &e), LW_ERROR_NAME, &e, "2 robots");
    refused(lw_motion_set(motion, NULL, 2, &e), LW_ERROR_ARGUMENT, &e, "no tracks");
    refused(lw_motion_set(NULL, tracks, 1, &e), LW_ERROR_ARGUMENT, &e, "no motion");
    refused(lw_motion_set_segment(motion, NULL, rows, rows, &e), LW_ERROR_NAME, &e, "2 robots");
    refused(lw_motion_set_segment(motion, left, rows, NULL, &e), LW_ERROR_ARGUMENT, &e, "both ends");
    double not_a_number = NAN;
    refused(lw_motion_set_segment(motion, left, rows, &not_a_number, &e), LW_ERROR_ARGUMENT, &e,
            "waypoint 1 is nan");
    /* the motion is as good as new */
    succeed(lw_motion_set(motion, tracks, 1, &e), &e);
    succeed(lw_motion_set(motion, NULL, 0, &e), &e);
    assert_true(motion->begin == 0 && motion->end == 1);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    lw_scene_destroy(other);
    lw_motion_destroy(NULL);

    lw_scene *open = new_scene();
    motion = NULL;
    refused(lw_motion_create(open, &motion, &e), LW_ERROR_STATE, &e, "frozen");
    refused(lw_motion_create(NULL, &motion, &e), LW_ERROR_STATE, &e, "frozen");
    assert_null(motion);
    lw_scene_destroy(open);
}

/* Two groups of one robot, each with a track of its own, are where one track of both has them; the
 * joint between them stands still. */
static void groups_of_a_robot_have_tracks_of_their_own(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = new_scene();
    add_chain(scene, "arm", (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC, LW_JOINT_REVOLUTE},
              3);
    succeed(lw_scene_set_joint(scene, "arm", "j2", &(double){0.5}, 1, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_joints *first = NULL;
    lw_joints *last = NULL;
    lw_joints *both = NULL;
    succeed(lw_joints_create(scene, NULL, (const char *[]){"j1"}, 1, &first, &e), &e);
    succeed(lw_joints_create(scene, NULL, (const char *[]){"j3"}, 1, &last, &e), &e);
    succeed(lw_joints_create(scene, NULL, (const char *[]){"j3", "j1"}, 2, &both, &e), &e);
    lw_track tracks[3] = {lw_default_track(), lw_default_track(), lw_default_track()};
    tracks[0].joints = first;
    tracks[0].point_count = 2;
    tracks[0].positions = (double[]){0, 1};
    tracks[1].joints = last;
    tracks[1].point_count = 3;
    tracks[1].positions = (double[]){0, 2, -1};
    tracks[2].joints = both;
    tracks[2].point_count = 3;
    tracks[2].positions = (double[]){0, 0, 2, 0.5, -1, 1};
    lw_motion *apart = motion_of(scene);
    lw_motion *together = motion_of(scene);
    succeed(lw_motion_set(apart, tracks, 2, &e), &e);
    succeed(lw_motion_set(together, &tracks[2], 1, &e), &e);
    assert_false(lw_motion_moves(apart, 1));
    for (int i = 0; i <= 100; i++)
        for (size_t body = 0; body < lw_scene_body_count(scene); body++) {
            lw_pose a, b;
            succeed(lw_motion_pose(apart, body, 0.01 * i, &a, &e), &e);
            succeed(lw_motion_pose(together, body, 0.01 * i, &b, &e), &e);
            assert_near(norm(sub(a.position, b.position)), 0, 1e-12);
            assert_near(fabs(a.orientation.z), fabs(b.orientation.z), 1e-12);
        }
    refused(lw_motion_set(apart, &tracks[1], 2, &e), LW_ERROR_ARGUMENT, &e,
            "robot \"arm\" is moved twice");
    lw_motion_destroy(apart);
    lw_motion_destroy(together);
    lw_joints_destroy(first);
    lw_joints_destroy(last);
    lw_joints_destroy(both);
    lw_scene_destroy(scene);
}

/* a second segment of any robot takes no memory; failures of memory leave nothing behind */
static void segments_allocate_once(void **state)
{
    enum { MANY = 100 };
    (void)state;
    lw_error e = {0};
    static lw_joint_kind kinds[MANY];
    for (size_t i = 0; i < MANY; i++)
        kinds[i] = LW_JOINT_CONTINUOUS;
    lw_scene *scene = new_scene();
    add_chain(scene, "snake", kinds, MANY);
    succeed(lw_scene_freeze(scene, &e), &e);
    double ends[2][MANY] = {{0}, {1, 2, 3}};
    size_t n = 1;
    for (;; n++) {
        allocation_fail(n);
        lw_motion *motion = NULL;
        lw_status status = lw_motion_create(scene, &motion, &e);
        if (!status)
            status = lw_motion_set_segment(motion, NULL, ends[0], ends[1], &e);
        if (!allocation_failed()) {
            allocation_fail(0);
            succeed(status, &e);
            size_t before = allocation_count();
            for (int i = 0; i < 10; i++)
                succeed(lw_motion_set_segment(motion, NULL, ends[1], ends[0], &e), &e);
            assert_int_equal(allocation_count(), before);
            lw_motion_destroy(motion);
            break;
        }
        refused(status, LW_ERROR_MEMORY, &e, "out of memory");
        lw_motion_destroy(motion);
    }
    assert_true(n > 6);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tracks_share_one_clock),
        cmocka_unit_test(robots_stand_still_before_and_after_their_times),
        cmocka_unit_test(reversed_motions_pass_the_same_places),
        cmocka_unit_test(values_at_rest_hold_until_the_next_motion),
        cmocka_unit_test(motions_that_contradict_themselves_are_refused),
        cmocka_unit_test(groups_of_a_robot_have_tracks_of_their_own),
        cmocka_unit_test(segments_allocate_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
