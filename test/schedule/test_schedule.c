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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sliders),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
