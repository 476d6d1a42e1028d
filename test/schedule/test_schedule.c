/* Tests schedules of robots: sliders whose tracks cross, where each state that the slack allows is
 * sampled, and the errors of tasks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "leeway/leeway.h"
#include "seed.h"

enum { SLIDERS = 3 };

static const double radius = 0.1, margin = 0.02;

/* Balls on tracks through the middle, at angles of a third of a turn. */
typedef struct cell {
    lw_scene *scene;
    lw_tasks *tasks;
    lw_error error;
    size_t count;
} cell;

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static lw_vec3 axis_of(size_t slider)
{
    const double turn = 2.0943951023931953 * (double)slider;
    return (lw_vec3){cos(turn), sin(turn), 0};
}

static void begin(cell *c, size_t count)
{
    static const char *const names[SLIDERS] = {"a", "b", "c"};
    memset(c, 0, sizeof *c);
    c->count = count;
    lw_shape_def ball = lw_default_shape();
    ball.radius = radius;
    succeed(lw_scene_create(&c->scene, &c->error), &c->error);
    succeed(lw_scene_set_margin(c->scene, margin, &c->error), &c->error);
    for (size_t i = 0; i < count; i++) {
        const double home = -1;
        lw_joint_def joint = lw_default_joint();
        joint.name = "slide";
        joint.kind = LW_JOINT_PRISMATIC;
        joint.axis = axis_of(i);
        joint.parent = "ground";
        joint.child = "ball";
        joint.lower = -2;
        joint.upper = 2;
        joint.velocity = 1;
        joint.acceleration = 4;
        succeed(lw_scene_add_robot(c->scene, names[i], lw_pose_identity(), &c->error), &c->error);
        succeed(lw_scene_add_link(c->scene, names[i], "ground", &c->error), &c->error);
        succeed(lw_scene_add_link(c->scene, names[i], "ball", &c->error), &c->error);
        succeed(lw_scene_add_joint(c->scene, names[i], &joint, &c->error), &c->error);
        succeed(lw_scene_add_shape(c->scene, names[i], "ball", &ball, lw_pose_identity(), &c->error),
                &c->error);
        succeed(lw_scene_set_joint(c->scene, names[i], "slide", &home, 1, &c->error), &c->error);
    }
    succeed(lw_scene_freeze(c->scene, &c->error), &c->error);
    succeed(lw_tasks_create(c->scene, &c->tasks, &c->error), &c->error);
}

static void end(cell *c)
{
    lw_tasks_destroy(c->tasks);
    lw_scene_destroy(c->scene);
}

/* The value of a slider at a time, by its trajectory's cubic splines. */
static double value_at(const lw_track *track, double time)
{
    size_t i = 0;
    if (time <= 0)
        return track->positions[0];
    if (time >= track->times[track->point_count - 1])
        return track->positions[track->point_count - 1];
    while (track->times[i + 1] < time)
        i++;
    const double lasts = track->times[i + 1] - track->times[i], s = (time - track->times[i]) / lasts;
    const double a = 2 * s * s * s - 3 * s * s + 1, b = s * s * s - 2 * s * s + s;
    const double d = s * s * s - s * s;
    return a * track->positions[i] + (1 - a) * track->positions[i + 1] +
           lasts * (b * track->velocities[i] + d * track->velocities[i + 1]);
}

/* Of all times and all shifts of two robots within the slack: none has them within the margin. */
static void check_slack(const cell *c, const lw_schedule *schedule, double slack)
{
    lw_error error;
    const double last = lw_schedule_plan(schedule)->makespan;
    for (size_t r = 0; r < c->count; r++)
        for (size_t s = r + 1; s < c->count; s++) {
            lw_track tracks[2];
            succeed(lw_schedule_track(schedule, r, &tracks[0], &error), &error);
            succeed(lw_schedule_track(schedule, s, &tracks[1], &error), &error);
            for (int i = 0; i <= 2000; i++)
                for (int k = -8; k <= 8; k++) {
                    const double time = last * i / 2000, shift = 2 * slack * k / 8;
                    const lw_vec3 x = axis_of(r), y = axis_of(s);
                    const double p = value_at(&tracks[0], time), q = value_at(&tracks[1], time + shift);
                    const double near = hypot(p * x.x - q * y.x, p * x.y - q * y.y);
                    assert_true(near > 2 * radius + margin);
                }
        }
}

static void test_sliders(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(30, 500);
    int found = 0;
    for (int round = 0; round < rounds; round++) {
        cell c;
        begin(&c, 2 + lw_random_below(&random, 2));
        const size_t tasks = 2 + lw_random_below(&random, 4);
        for (size_t i = 0; i < tasks; i++) {
            char name[32];
            snprintf(name, sizeof name, "task %zu", i);
            succeed(lw_tasks_add(c.tasks, name, lw_random_between(&random, 0, 0.5), NULL, &c.error),
                    &c.error);
            const double at = lw_random_between(&random, 0.4, 1.5);
            for (size_t k = 0; k < 1 + lw_random_below(&random, 2); k++)
                succeed(lw_tasks_add_choice(c.tasks, i, (i + k) % c.count, &at, &c.error), &c.error);
        }
        lw_tasks_set_stay(c.tasks, lw_random_below(&random, 2));
        lw_schedule_options options = lw_default_schedule_options();
        options.threads = 1;
        options.slack = lw_random_between(&random, 0, 0.1);
        options.budget_nodes = 20000;
        lw_schedule *schedule = NULL;
        succeed(lw_schedule_find(c.tasks, &options, &schedule, &c.error), &c.error);
        const lw_work_plan *plan = lw_schedule_plan(schedule);
        check_slack(&c, schedule, options.slack);
        assert_true(plan->bound <= plan->makespan && plan->makespan <= plan->greedy);
        assert_int_equal(plan->first[plan->robot_count], tasks);
        found++;
        lw_schedule_destroy(schedule);
        end(&c);
    }
    printf("%d schedules\n", found);
    assert_int_equal(found, rounds);
}

static lw_track track_of(size_t count, const double *times, const double *positions,
                         const double *velocities)
{
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = count;
    track.times = times;
    track.positions = positions;
    track.velocities = velocities;
    return track;
}

/* A way of a slider that takes so long, by way of a third point. */
static lw_status add_way(cell *c, size_t robot, double from, double to, double seconds)
{
    const double times[] = {0, 0.5 * seconds, seconds};
    const double positions[] = {from, 0.5 * (from + to), to};
    const double velocities[] = {0, 1.5 * (to - from) / seconds, 0};
    const lw_track track = track_of(3, times, positions, velocities);
    return lw_tasks_add_way(c->tasks, robot, &track, &c->error);
}

/* One robot on ways that are given: there, and back, by another one or the same. */
static void test_given_alone(void **state)
{
    (void)state;
    for (int back = 0; back < 2; back++) {
        cell c;
        begin(&c, 2);
        const double at = 0.5, rounded = 0.5 + 3e-7;
        succeed(lw_tasks_add(c.tasks, "x", 0.25, NULL, &c.error), &c.error);
        succeed(lw_tasks_add_choice(c.tasks, 0, 0, &at, &c.error), &c.error);
        succeed(add_way(&c, 0, -1, rounded, 7), &c.error);
        if (back)
            succeed(add_way(&c, 0, at, -1, 11), &c.error);
        lw_schedule *schedule = NULL;
        lw_track track;
        lw_schedule_options options = lw_default_schedule_options();
        options.threads = 1;
        succeed(lw_schedule_find(c.tasks, &options, &schedule, &c.error), &c.error);
        assert_true(fabs(lw_schedule_plan(schedule)->makespan - (7.25 + (back ? 11 : 7))) < 1e-9);
        succeed(lw_schedule_track(schedule, 0, &track, &c.error), &c.error);
        assert_true(fabs(value_at(&track, 3.5) + 0.25) < 1e-6);
        assert_true(fabs(value_at(&track, 7.1) - at) < 1e-12);
        assert_true(fabs(value_at(&track, back ? 12.75 : 10.75) + 0.25) < 1e-6);
        lw_schedule_destroy(schedule);
        end(&c);
    }
}

/* Random cells, some of whose ways are given: in one direction or in both. */
static void test_given_ways(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(30, 500);
    for (int round = 0; round < rounds; round++) {
        cell c;
        begin(&c, 3);
        const double at[2] = {lw_random_between(&random, 0.4, 0.9), lw_random_between(&random, 1, 1.5)};
        for (size_t i = 0; i < 6; i++) {
            char name[32];
            snprintf(name, sizeof name, "task %zu", i);
            succeed(lw_tasks_add(c.tasks, name, 0.3, NULL, &c.error), &c.error);
            succeed(lw_tasks_add_choice(c.tasks, i, i / 2, &at[i % 2], &c.error), &c.error);
        }
        for (size_t r = 0; r < 3; r++)
            for (int way = 0; way < 4; way++) {
                const double place[3] = {-1, at[0], at[1]};
                const double from = place[lw_random_below(&random, 3)],
                             to = place[lw_random_below(&random, 3)];
                if (from < to || from > to)
                    succeed(add_way(&c, r, from, to, lw_random_between(&random, 2, 6)), &c.error);
            }
        lw_schedule_options options = lw_default_schedule_options();
        options.threads = 1;
        options.slack = lw_random_between(&random, 0, 0.1);
        options.budget_nodes = 20000;
        lw_schedule *schedule = NULL;
        succeed(lw_schedule_find(c.tasks, &options, &schedule, &c.error), &c.error);
        check_slack(&c, schedule, options.slack);
        lw_schedule_destroy(schedule);
        end(&c);
    }
}

static void refuse(cell *c, lw_status wanted, const char *sentence)
{
    lw_schedule_options options = lw_default_schedule_options();
    options.threads = 1;
    lw_schedule *schedule = NULL;
    assert_int_equal(lw_schedule_find(c->tasks, &options, &schedule, &c->error), wanted);
    if (!strstr(c->error.message, sentence))
        fail_msg("%s", c->error.message);
    assert_null(schedule);
}

static void test_errors(void **state)
{
    (void)state;
    cell c;
    begin(&c, 2);
    double at = 0.5;
    const double nothing = NAN;
    refuse(&c, LW_ERROR_ARGUMENT, "there are no tasks");
    assert_int_equal(lw_tasks_add(c.tasks, "", 0, NULL, &c.error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_tasks_add(c.tasks, "x", -1, NULL, &c.error), LW_ERROR_ARGUMENT);
    succeed(lw_tasks_add(c.tasks, "x", 0, NULL, &c.error), &c.error);
    assert_int_equal(lw_tasks_add(c.tasks, "x", 0, NULL, &c.error), LW_ERROR_ARGUMENT);
    refuse(&c, LW_ERROR_ARGUMENT, "task \"x\" has no configuration of any robot");
    assert_int_equal(lw_tasks_add_choice(c.tasks, 0, 2, &at, &c.error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_tasks_add_choice(c.tasks, 1, 0, &at, &c.error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_tasks_add_choice(c.tasks, 0, 0, &nothing, &c.error), LW_ERROR_ARGUMENT);
    succeed(lw_tasks_add_choice(c.tasks, 0, 0, &at, &c.error), &c.error);
    assert_int_equal(lw_tasks_add_before(c.tasks, 0, 1, &c.error), LW_ERROR_ARGUMENT);
    at = 0;
    succeed(lw_tasks_set_home(c.tasks, 0, &at, &c.error), &c.error);
    succeed(lw_tasks_set_home(c.tasks, 1, &at, &c.error), &c.error);
    refuse(&c, LW_ERROR_ARGUMENT, "the homes of the robots \"a\" and \"b\" are in contact");
    end(&c);
    begin(&c, 2); /* the one stands at its home, across the other's track */
    at = 0;
    succeed(lw_tasks_set_home(c.tasks, 1, &at, &c.error), &c.error);
    at = 0.5;
    succeed(lw_tasks_add(c.tasks, "x", 0, NULL, &c.error), &c.error);
    succeed(lw_tasks_add_choice(c.tasks, 0, 0, &at, &c.error), &c.error);
    refuse(&c, LW_ERROR_STATE, "there is no schedule");
    end(&c);
}

static void test_bad_ways(void **state)
{
    (void)state;
    cell c;
    begin(&c, 2);
    const double at = 0.5;
    double times[] = {0, 1}, positions[] = {-1, 0.5}, velocities[] = {0, 0};
    lw_track track = track_of(2, times, positions, velocities);
    succeed(lw_tasks_add(c.tasks, "x", 0, NULL, &c.error), &c.error);
    succeed(lw_tasks_add_choice(c.tasks, 0, 0, &at, &c.error), &c.error);
    succeed(lw_tasks_add_way(c.tasks, 0, &track, &c.error), &c.error);
    assert_int_equal(lw_tasks_add_way(c.tasks, 2, &track, &c.error), LW_ERROR_ARGUMENT);
    track.point_count = 1;
    assert_int_equal(lw_tasks_add_way(c.tasks, 0, &track, &c.error), LW_ERROR_ARGUMENT);
    track.point_count = 2;
    track.velocities = NULL;
    assert_int_equal(lw_tasks_add_way(c.tasks, 0, &track, &c.error), LW_ERROR_ARGUMENT);
    track.velocities = velocities;
    track.kind = LW_TRACK_PATH;
    assert_int_equal(lw_tasks_add_way(c.tasks, 0, &track, &c.error), LW_ERROR_ARGUMENT);
    track.kind = LW_TRACK_TRAJECTORY;
    track.interpolation = LW_INTERPOLATION_LINEAR;
    assert_int_equal(lw_tasks_add_way(c.tasks, 0, &track, &c.error), LW_ERROR_ARGUMENT);
    track.interpolation = LW_INTERPOLATION_CUBIC;
    track.accelerations = velocities;
    assert_int_equal(lw_tasks_add_way(c.tasks, 0, &track, &c.error), LW_ERROR_ARGUMENT);
    track.accelerations = NULL;
    for (int i = 0; i < 2; i++) {
        velocities[i] = 0.5;
        assert_int_equal(lw_tasks_add_way(c.tasks, 0, &track, &c.error), LW_ERROR_ARGUMENT);
        velocities[i] = 0;
        positions[i] = HUGE_VAL;
        assert_int_equal(lw_tasks_add_way(c.tasks, 0, &track, &c.error), LW_ERROR_ARGUMENT);
        positions[i] = i ? 0.5 : -1;
        times[i] = i ? 0 : 0.1;
        assert_int_equal(lw_tasks_add_way(c.tasks, 0, &track, &c.error), LW_ERROR_ARGUMENT);
        times[i] = i;
    }
    positions[1] = 0.6;
    succeed(lw_tasks_add_way(c.tasks, 0, &track, &c.error), &c.error);
    refuse(&c, LW_ERROR_ARGUMENT, "way 1, of robot \"a\", ends where no other place is");
    end(&c);
    begin(&c, 2);
    succeed(lw_tasks_add(c.tasks, "x", 0, NULL, &c.error), &c.error);
    succeed(lw_tasks_add_choice(c.tasks, 0, 0, &at, &c.error), &c.error);
    positions[0] = -0.9;
    positions[1] = 0.5;
    succeed(lw_tasks_add_way(c.tasks, 0, &track, &c.error), &c.error);
    refuse(&c, LW_ERROR_ARGUMENT, "way 0, of robot \"a\", begins where no place is");
    end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_given_alone), cmocka_unit_test(test_given_ways),
        cmocka_unit_test(test_bad_ways),    cmocka_unit_test(test_sliders),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
