/* Tests poses on a page, which follow from its frames and values, and the rows of a motion. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math/pose.h"
#include "page_frames.h"
#include "plan_world.h"
#include "random_robot.h"
#include "seed.h"

/* Compares the poses of all links and bodies with those of the motion. */
static void compare_poses(const page_text *page, const world *w, const lw_motion *motion, double time)
{
    static double values[WORLD_VALUES];
    lw_pose frames[MOST_FRAMES];
    lw_error error = {0};
    values_at(page, lw_value_item(member(page->index, "motions"), 0), time, values);
    pose_frames(page, values, frames);
    /* the values are in single precision, and an angle's error counts in proportion to a link's
     * distance */
    double largest = 1;
    for (size_t i = 0; i < lw_value_item_count(member(page->index, "rest")); i++)
        largest = fmax(largest, fabs(values[i]));
    const double tolerance = 1e-6 * largest * largest;
    for (size_t i = 0; i < w->link_count; i++) {
        lw_pose wanted;
        const char *robot = w->robot_names[w->links[i].robot];
        const int64_t link = lw_scene_find_link(w->scene, robot, w->links[i].name);
        succeed(lw_motion_link_pose(motion, (size_t)link, time, &wanted, &error), &error);
        assert_near(between_poses(frames[frame_of(page, robot, w->links[i].name)], wanted), 0,
                    tolerance);
    }
    const lw_value *bodies = member(page->index, "bodies");
    for (size_t i = 0; i < lw_value_item_count(bodies); i++) {
        lw_pose wanted;
        const lw_value *body = lw_value_item(bodies, i);
        const int64_t frame = whole_of(body, "frame");
        lw_pose at = pose_of(member(body, "pose"));
        if (frame >= 0)
            at = lw_pose_compose(frames[frame], at);
        succeed(lw_motion_pose(motion, i, time, &wanted, &error), &error);
        assert_near(between_poses(at, wanted), 0, tolerance);
        assert_string_equal(lw_value_as_text(member(body, "name")), lw_scene_body_name(w->scene, i));
    }
}

static void frames_and_values_give_the_poses(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(60, 2000); round++) {
        world_options options = {2, 5, 0.5};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        world_motion_random(&random, w, WORLD_ANY, m);
        lw_page *page = page_of(w->scene);
        lw_error error = {0};
        lw_page_motion shown = lw_default_page_motion();
        lw_verdict verdict = lw_default_verdict();
        verdict.kind = LW_VERDICT_UNDECIDED;
        shown.motion = m->motion;
        shown.verdict = &verdict; /* nothing is checked: the test is about poses */
        shown.samples = shown.bounds = 0;
        shown.claims = false;
        succeed(lw_page_add(page, &shown, &error), &error);
        page_text read = page_text_of(page);
        check_arrays(&read, read.index, 0);
        const lw_value *motion = lw_value_item(member(read.index, "motions"), 0);
        const lw_value *times = member(motion, "times");
        double begin;
        double end;
        lw_motion_interval(m->motion, &begin, &end);
        assert_true(page_number(&read, times, 0) == begin);
        assert_true(page_number(&read, times, page_count(times) - 1) == end);
        for (size_t i = 0; i < page_count(times); i++)
            compare_poses(&read, w, m->motion, page_number(&read, times, i));
        page_text_free(&read);
        lw_page_destroy(page);
        world_motion_free(m);
        world_free(w);
    }
}

/* A joint of each kind on its own, planar ones too, at times between rows. */
static void rows_are_near_the_motion_between_them(void **state)
{
    (void)state;
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS, LW_JOINT_PRISMATIC,
                                          LW_JOINT_PLANAR};
    static const double times[] = {0, 0.7, 3};
    static const double positions[] = {0, 0, 0, 2, -1, 9, -1, 0.5, -4};
    static const double velocities[] = {1, -2, 0, -5, 3, 2, 0, 1, 7};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        lw_motion *motion = NULL;
        add_chain(scene, "r", &kinds[k], 1);
        succeed(lw_scene_freeze(scene, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 3;
        track.times = times;
        track.positions = positions;
        track.velocities = velocities;
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        page_text read = page_text_of_motion(scene, motion, NULL);
        const size_t width = kinds[k] == LW_JOINT_PLANAR ? 3 : 1;
        for (int i = 0; i <= 1000; i++) {
            double wanted[7];
            double found[7];
            const double time = 3 * i / 1000.0;
            succeed(lw_motion_joint_values(motion, 0, time, wanted, &error), &error);
            values_at(&read, lw_value_item(member(read.index, "motions"), 0), time, found);
            for (size_t c = 0; c < width; c++)
                assert_near(found[c], wanted[c], 1.5e-4);
        }
        page_text_free(&read);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* A body that turns by many rounds between two rows must not be drawn at rest. */
static void fast_turns_are_not_lost(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_motion *motion = NULL;
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_FLOATING}, 1);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    for (int rounds = 1; rounds <= 8; rounds++) {
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_RIGID;
        track.angular_velocity = (lw_vec3){0, 0, 2 * pi * rounds};
        track.linear_velocity = (lw_vec3){0.1, 0, 0};
        track.duration = 1;
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        page_text read = page_text_of_motion(scene, motion, NULL);
        const lw_value *shown = lw_value_item(member(read.index, "motions"), 0);
        const lw_value *times = member(shown, "times");
        double turned = 0;
        for (size_t i = 0; i + 1 < page_count(times); i++) {
            double q[2][7];
            for (size_t end = 0; end < 2; end++)
                for (size_t c = 0; c < 7; c++)
                    q[end][c] = page_number(&read, member(shown, "values"), 7 * (i + end) + c);
            const double cosine =
                fabs(q[0][3] * q[1][3] + q[0][4] * q[1][4] + q[0][5] * q[1][5] + q[0][6] * q[1][6]);
            turned += 2 * acos(fmin(1, cosine));
        }
        assert_near(turned, 2 * pi * rounds, 1e-2);
        page_text_free(&read);
    }
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_and_values_give_the_poses),
        cmocka_unit_test(rows_are_near_the_motion_between_them),
        cmocka_unit_test(fast_turns_are_not_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
