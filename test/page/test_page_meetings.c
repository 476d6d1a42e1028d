/* Tests the list of robots that come near each other on a page, and the jobs of a cell. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "page_text.h"
#include "plan_world.h"

/* Two pucks that pass each other: the interval in which they are near, against the distance of two
 * points on straight lines. */
static void robots_that_meet_are_listed(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_motion *motion = NULL;
    add_puck(scene, "a", LW_JOINT_PRISMATIC);
    add_puck(scene, "b", LW_JOINT_PRISMATIC);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    static const double from[] = {-0.9, 0, 0.9, 0};
    static const double to[] = {0.9, 0.3, -0.9, -0.3};
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    double points[2][4];
    for (size_t i = 0; i < 2; i++) {
        memcpy(points[i], from + 2 * i, 2 * sizeof(double));
        memcpy(points[i] + 2, to + 2 * i, 2 * sizeof(double));
        tracks[i].joints = lw_scene_movable_joints(scene, i);
        tracks[i].point_count = 2;
        tracks[i].positions = points[i];
    }
    succeed(lw_motion_set(motion, tracks, 2, &error), &error);
    lw_page_options options = lw_default_page_options();
    options.near = 0.2;
    lw_page *page = page_with(scene, options);
    add_motion(page, motion, "1");
    add_motion(page, motion, "2");
    page_text read = page_text_of(page);
    assert_near(number_of(member(read.index, "cell"), "near"), 0.2, 0);
    double times[2] = {2, -1};
    double nearest = HUGE_VAL;
    for (int i = 0; i <= 100000; i++) {
        const double t = i / 100000.0;
        const double x = 1.8 - 3.6 * t;
        const double y = 0.6 * t;
        const double distance = sqrt(x * x + y * y) - 0.2;
        nearest = fmin(nearest, distance);
        if (distance < 0.2) {
            times[0] = fmin(times[0], t);
            times[1] = fmax(times[1], t);
        }
    }
    for (size_t i = 0; i < 2; i++) {
        const lw_value *meetings = member(lw_value_item(member(read.index, "motions"), i), "meetings");
        const lw_value *meeting = lw_value_item(meetings, 0);
        assert_int_equal(lw_value_item_count(meetings), 1);
        assert_near(number_of(meeting, "from"), times[0], 0.006);
        assert_near(number_of(meeting, "to"), times[1], 0.006);
        assert_near(number_of(meeting, "distance"), nearest, 1e-3);
    }
    page_text_free(&read);
    lw_page_destroy(page);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A disc in the plane, which its cell sends there and back. */
static void jobs_have_their_steps(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = disc_scene(placed(0.5, 0.5));
    lw_motion *motion = NULL;
    lw_cell *cell = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_cell_create(scene, &cell, &error), &error);
    static const double rows[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    static const double times[] = {0, 1.5};
    for (size_t i = 0; i < 2; i++) {
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.joints = lw_scene_joints(scene, "r", NULL, &error);
        track.point_count = 2;
        track.times = times;
        track.positions = rows[i];
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        succeed(lw_cell_add(cell, i ? "back </script>" : "there", motion, &error), &error);
    }
    const size_t list[] = {0, 1, 0};
    const lw_sequence sequence = {0, list, 3};
    succeed(lw_motion_set_job(motion, cell, &sequence, 1, &error), &error);
    lw_page *page = page_of(scene);
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = motion;
    shown.cell = cell;
    shown.sequence_count = 1;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "sequences are missing");
    shown.sequences = &sequence;
    succeed(lw_page_add(page, &shown, &error), &error);
    page_text read = page_text_of(page);
    const lw_value *of = lw_value_item(member(read.index, "motions"), 0);
    const lw_value *steps = member(of, "steps");
    assert_int_equal(lw_value_item_count(steps), 3);
    assert_near(number_of(of, "end"), 4.5, 1e-12);
    assert_string_equal(lw_value_as_text(member(member(of, "verdict"), "verdict")), "free");
    for (size_t i = 0; i < 3; i++) {
        const lw_value *step = lw_value_item(steps, i);
        assert_int_equal(whole_of(step, "robot"), 0);
        assert_string_equal(lw_value_as_text(member(step, "name")),
                            i == 1 ? "back </script>" : "there");
        assert_near(number_of(step, "from"), 1.5 * (double)i, 1e-9);
        assert_near(number_of(step, "to"), 1.5 * (double)i + 1.5, 1e-9);
    }
    page_text_free(&read);
    lw_page_destroy(page);
    lw_cell_destroy(cell);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Steps that the caller names, of a motion that is no job. */
static void steps_are_named(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = disc_scene(placed(0.5, 0.5));
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    lw_page *page = page_of(scene);
    lw_page_step given[] = {{0, "to the shelf", 0, 0.5, true}, {0, "pick", 0.5, 1, false}};
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = motion;
    shown.step_count = 2;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "no array of them");
    shown.steps = given;
    given[1].robot = 1;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "is of robot 1");
    given[1].robot = 0;
    given[1].name = NULL;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "a name");
    given[1].name = "pick";
    given[1].to = 0.4;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "times in order");
    given[1].to = 1;
    succeed(lw_page_add(page, &shown, &error), &error);
    page_text read = page_text_of(page);
    const lw_value *steps = member(lw_value_item(member(read.index, "motions"), 0), "steps");
    assert_int_equal(lw_value_item_count(steps), 2);
    for (size_t i = 0; i < 2; i++) {
        const lw_value *step = lw_value_item(steps, i);
        assert_string_equal(lw_value_as_text(member(step, "name")), given[i].name);
        assert_near(number_of(step, "from"), given[i].from, 1e-9);
        assert_near(number_of(step, "to"), given[i].to, 1e-9);
        assert_int_equal(lw_value_find(step, "way") != NULL, given[i].way);
    }
    page_text_free(&read);
    lw_page_destroy(page);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

static void delays_are_shown(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = disc_scene(placed(0.5, 0.5));
    lw_page *page = page_of(scene);
    lw_delay_span spans[] = {{-HUGE_VAL, -1, LW_VERDICT_FREE, {-1, -1}, {0, 0}},
                             {-1, 0.5, LW_VERDICT_CONTACT, {0, 1}, {0.5, 0}},
                             {0.5, HUGE_VAL, LW_VERDICT_UNDECIDED, {-1, -1}, {0, 0}}};
    lw_delays delays = lw_default_delays();
    delays.spans = spans;
    delays.count = 3;
    lw_page_delays shown = {{0, 0}, {"there", "back"}, -2, 3, &delays};
    shown.robots[1] = 1;
    refused(lw_page_add_delays(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "two robots");
    shown.robots[1] = 0;
    shown.to = HUGE_VAL;
    refused(lw_page_add_delays(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "from -2 to inf s");
    shown.to = -2;
    refused(lw_page_add_delays(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "in order");
    shown.to = 3;
    for (int i = 0; i < 2; i++)
        succeed(lw_page_add_delays(page, &shown, &error), &error);
    shown.from = 1;
    succeed(lw_page_add_delays(page, &shown, &error), &error);
    page_text read = page_text_of(page);
    const lw_value *list = member(read.index, "delays");
    assert_int_equal(lw_value_item_count(list), 3);
    const lw_value *of = lw_value_item(list, 1);
    assert_string_equal(lw_value_as_text(lw_value_item(member(of, "names"), 1)), "back");
    const lw_value *found = member(of, "spans");
    static const char *const kinds[] = {"free", "contact", "undecided"};
    static const double ends[] = {-2, -1, 0.5, 3};
    assert_int_equal(lw_value_item_count(found), 3);
    for (size_t i = 0; i < 3; i++) {
        const lw_value *span = lw_value_item(found, i);
        assert_string_equal(lw_value_as_text(member(span, "verdict")), kinds[i]);
        assert_near(number_of(span, "from"), ends[i], 1e-9);
        assert_near(number_of(span, "to"), ends[i + 1], 1e-9);
        assert_int_equal(lw_value_find(span, "pair") != NULL, i == 1);
    }
    assert_int_equal(lw_value_item_count(member(lw_value_item(list, 2), "spans")), 1);
    page_text_free(&read);
    lw_page_destroy(page);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(robots_that_meet_are_listed),
        cmocka_unit_test(jobs_have_their_steps),
        cmocka_unit_test(steps_are_named),
        cmocka_unit_test(delays_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
