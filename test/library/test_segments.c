/* Tests a motion that is set to one segment after another: it is the same as a new motion, whatever was
 * set before: other joints, values beyond limits or many turns away, rest values, another scene,
 * refused arguments. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "motion/motion.h"
#include "seed.h"
#include "small_scene.h"
#include "verdicts.h"

enum { SCENES = 2, SETS = 4, MOST_VALUES = 9, TIMES = 4 };

/* Two robots in a scene and in a copy of it, in which a joint has another rest value; and sets of
 * joints, some with equally many values. */
typedef struct robots {
    lw_random random;
    lw_scene *scenes[SCENES];
    lw_joints *created[2];
    const lw_joints *sets[SETS];
    notices kept_notices, fresh_notices;
    size_t kept_ends; /* how often only the ends were set */
} robots;

static void limit_joint(lw_scene *scene, const char *joint)
{
    lw_error e = {0};
    lw_joint_limits limits = lw_default_joint_limits();
    limits.lower = -2;
    limits.upper = 2;
    succeed(lw_scene_set_joint_limits(scene, "arm", joint, &limits, &e), &e);
}

static void make_robots(robots *r)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    add_chain(scene, "arm",
              (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS, LW_JOINT_PRISMATIC,
                                LW_JOINT_PLANAR, LW_JOINT_FIXED, LW_JOINT_REVOLUTE},
              6);
    add_chain(scene, "flyer", (lw_joint_kind[]){LW_JOINT_FLOATING, LW_JOINT_REVOLUTE}, 2);
    limit_joint(scene, "j1");
    limit_joint(scene, "j3");
    lw_shape_def cup = sphere_of(0.05);
    lw_pose far = lw_pose_identity();
    far.position.z = 9;
    succeed(lw_scene_add_obstacle(scene, "cup", &cup, far, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_scene_copy(scene, &r->scenes[1], &e), &e);
    succeed(lw_scene_set_joint(r->scenes[1], "arm", "j6", &(double){0.7}, 1, &e), &e);
    succeed(lw_scene_freeze(r->scenes[1], &e), &e);
    r->scenes[0] = scene;
    succeed(lw_joints_create(scene, "arm", (const char *[]){"j2", "j1"}, 2, &r->created[0], &e), &e);
    succeed(lw_joints_create(scene, "arm", (const char *[]){"j1", "j2"}, 2, &r->created[1], &e), &e);
    r->sets[0] = r->created[0];
    r->sets[1] = r->created[1];
    r->sets[2] = lw_scene_joints(scene, "arm", NULL, &e);
    r->sets[3] = lw_scene_joints(scene, "flyer", NULL, &e);
}

static void drop_robots(robots *r)
{
    for (int i = 0; i < 2; i++)
        lw_joints_destroy(r->created[i]);
    for (int i = 0; i < SCENES; i++)
        lw_scene_destroy(r->scenes[i]);
}

static lw_motion *motion_in(const lw_scene *scene, notices *heard)
{
    lw_motion *motion = NULL;
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    lw_motion_on_notice(motion, take_notice, heard);
    return motion;
}

/* Values within the limits, sometimes beyond them, and seldom invalid ones. */
static void random_values(lw_random *random, size_t count, double *out)
{
    bool far = !lw_random_below(random, 8);
    for (size_t i = 0; i < count; i++)
        out[i] = lw_random_between(random, far ? -7 : -1.5, far ? 7 : 1.5);
    if (!lw_random_below(random, 40))
        out[lw_random_below(random, (uint32_t)count)] =
            lw_random_below(random, 2) ? (double)NAN : 2 * LW_LARGEST;
    if (!lw_random_below(random, 10))
        out[lw_random_below(random, (uint32_t)count)] = 0;
}

/* A path on which the arm takes the cup. */
static void take_the_cup(lw_motion *motion, lw_track *track)
{
    lw_error e = {0};
    lw_payload payload = lw_default_payload();
    payload.waypoint = 1;
    payload.object = "cup";
    payload.link = "l6";
    track->point_count = 2;
    track->payloads = &payload;
    track->payload_count = 1;
    succeed(lw_motion_set(motion, track, 1, &e), &e);
}

/* Sets the motion to something else in between. */
static void disturb(robots *r, lw_motion *motion, const lw_scene **scene)
{
    lw_error e = {0};
    double values[3 * MOST_VALUES];
    const lw_joints *joints = r->sets[lw_random_below(&r->random, 3)];
    lw_track track = lw_default_track();
    for (size_t i = 0; i < 3 * MOST_VALUES; i++)
        values[i] = lw_random_between(&r->random, -1, 1);
    track.joints = joints;
    track.positions = values;
    track.times = (double[]){0, 2};
    switch (lw_random_below(&r->random, 7)) {
    case 0:
        succeed(lw_motion_set_joint(motion, "arm", "j6", values, 1, &e), &e);
        break;
    case 1:
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 2;
        succeed(lw_motion_set(motion, &track, 1, &e), &e);
        break;
    case 2:
        track.point_count = lw_random_below(&r->random, 2) ? 1 : 3;
        succeed(lw_motion_set(motion, &track, 1, &e), &e);
        break;
    case 3:
        take_the_cup(motion, &track);
        break;
    case 4:
        succeed(lw_motion_set(motion, NULL, 0, &e), &e);
        break;
    case 5:
        *scene = r->scenes[lw_random_below(&r->random, SCENES)];
        succeed(lw_motion_set_scene(motion, *scene, &e), &e);
        break;
    default:
        break;
    }
}

static void expect_same(robots *r, const lw_motion *kept, const lw_motion *fresh)
{
    assert_true(kept->begin == fresh->begin && kept->end == fresh->end);
    assert_true(kept->length == fresh->length && kept->seconds == fresh->seconds);
    assert_int_equal(kept->interpolation, fresh->interpolation);
    assert_int_equal(kept->tracks.count, fresh->tracks.count);
    assert_null(kept->stages);
    assert_int_equal(kept->pieces.count, fresh->pieces.count);
    assert_int_equal(lw_motion_segment(kept, 0, -1), lw_motion_segment(fresh, 0, -1));
    for (size_t joint = 0; joint < kept->chains->joint_count; joint++)
        assert_int_equal(lw_motion_moves(kept, joint), lw_motion_moves(fresh, joint));
    for (int i = 0; i < TIMES; i++) {
        double time = i ? lw_random_between(&r->random, 0, 1) : 1;
        for (size_t v = 0; v < kept->chains->variable_count; v++)
            assert_true(same_bits(lw_motion_value(kept, 0, time, (int32_t)v),
                                  lw_motion_value(fresh, 0, time, (int32_t)v)));
        for (size_t body = 0; body < lw_scene_body_count(kept->scene); body++) {
            lw_pose a, b;
            assert_int_equal(lw_motion_pose(kept, body, time, &a, NULL), LW_OK);
            assert_int_equal(lw_motion_pose(fresh, body, time, &b, NULL), LW_OK);
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
}

/* The ways to set a segment: as a segment, as a path, or as a path on which unlimited joints do not
 * take the shorter way. */
typedef enum way { BY_ENDS, BY_PATH, BY_PATH_STRAIGHT, WAYS } way;

static lw_status set_segment(way by, lw_motion *motion, const lw_joints *joints, const double *from,
                             const double *to, lw_error *error)
{
    if (by == BY_ENDS)
        return lw_motion_set_segment(motion, joints, from, to, error);
    double rows[2 * MOST_VALUES];
    size_t count = lw_joints_value_count(joints);
    memcpy(rows, from, count * sizeof *rows);
    memcpy(rows + count, to, count * sizeof *rows);
    lw_track track = lw_default_track();
    track.joints = joints;
    track.point_count = 2;
    track.positions = rows;
    track.no_wrap = by == BY_PATH_STRAIGHT;
    return lw_motion_set(motion, &track, 1, error);
}

/* Sets a segment of both motions, and counts whether only the ends were set: then the marked rows of
 * the earlier path are unchanged. */
static void set_both(robots *r, lw_motion *kept, lw_motion *fresh, const lw_joints *joints)
{
    double from[MOST_VALUES];
    double to[MOST_VALUES];
    lw_error errors[2] = {{LW_OK, "", "", 0, 0}, {LW_OK, "", "", 0, 0}};
    size_t count = lw_joints_value_count(joints);
    random_values(&r->random, count, from);
    random_values(&r->random, count, to);
    way by = (way)lw_random_below(&r->random, WAYS);
    if (kept->rows.items)
        kept->rows.items[0] = (double)INFINITY;
    lw_status status = set_segment(by, kept, joints, from, to, &errors[0]);
    assert_int_equal(status, set_segment(by, fresh, joints, from, to, &errors[1]));
    assert_string_equal(errors[0].message, errors[1].message);
    assert_int_equal(r->kept_notices.count, r->fresh_notices.count);
    assert_string_equal(r->kept_notices.last, r->fresh_notices.last);
    r->kept_ends += !status && by == BY_ENDS && kept->rows.items && isinf(kept->rows.items[0]);
}

static void test_kept_motion_is_as_a_new_one(void **state)
{
    (void)state;
    static robots r;
    r.random.state = test_seed();
    make_robots(&r);
    const lw_scene *scene = r.scenes[0];
    lw_motion *kept = motion_in(scene, &r.kept_notices);
    const lw_joints *joints = r.sets[0];
    int rounds = test_rounds(20000, 1000000);
    for (int round = 0; round < rounds; round++) {
        if (!lw_random_below(&r.random, 6))
            disturb(&r, kept, &scene);
        if (!lw_random_below(&r.random, 8))
            joints = r.sets[lw_random_below(&r.random, SETS)];
        lw_motion *fresh = motion_in(scene, &r.fresh_notices);
        set_both(&r, kept, fresh, joints);
        expect_same(&r, kept, fresh);
        lw_motion_destroy(fresh);
    }
    printf("%zu of %d segments set their ends alone; %d notices\n", r.kept_ends, rounds,
           r.kept_notices.count);
    assert_true(r.kept_ends > (size_t)rounds / 12 && r.kept_ends < (size_t)rounds / 4);
    assert_true(r.kept_notices.count > rounds / 100);
    lw_motion_destroy(kept);
    drop_robots(&r);
}

/* Joints of another scene with the same robots are refused, and the motion then stands still. */
static void test_joints_of_another_scene(void **state)
{
    (void)state;
    lw_error e = {0};
    robots own = {.random = {1}};
    robots other = {.random = {2}};
    make_robots(&own);
    make_robots(&other);
    const double from[MOST_VALUES] = {0};
    const double to[MOST_VALUES] = {1, 1};
    lw_motion *motion = motion_in(own.scenes[0], &own.kept_notices);
    for (int set = 0; set < 2; set++) {
        succeed(lw_motion_set_segment(motion, own.sets[set], from, to, &e), &e);
        assert_false(lw_motion_is_still(motion));
        refused(lw_motion_set_segment(motion, other.sets[set], from, to, &e), LW_ERROR_ARGUMENT, &e,
                "another scene");
        assert_int_equal(motion->tracks.count, 0);
    }
    lw_motion_destroy(motion);
    drop_robots(&own);
    drop_robots(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept_motion_is_as_a_new_one),
        cmocka_unit_test(test_joints_of_another_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
