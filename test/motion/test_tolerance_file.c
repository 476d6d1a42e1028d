/* Files of tolerances (lw_motion_load_tolerance). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files_fixture.h"
#include "leeway/tolerance.h"
#include "limited_arm.h"

static const limits free_limits = {-9, 9, {0, HUGE_VAL, HUGE_VAL, HUGE_VAL}, -2, 0};

static arm usual_arm(void)
{
    const limits of[JOINTS] = {free_limits, free_limits, free_limits, free_limits};
    return make_arm(of);
}

static lw_status load(const arm *a, const char *text, lw_error *error)
{
    return lw_motion_load_tolerance(a->motion, files_write(&here, "t.yaml", text), error);
}

static void has(const arm *a, size_t joint, double constant, double per_speed)
{
    double got[2];
    assert_int_equal(lw_motion_tolerance(a->motion, joint, &got[0], &got[1]), 1);
    assert_near(got[0], constant, 0);
    assert_near(got[1], per_speed, 0);
}

static void test_read(void **state)
{
    (void)state;
    lw_error error = {0};
    arm a = usual_arm();
    succeed(load(&a, "j0: {constant: 0.25, per_speed: 0.5}\nj1: 0.125\n", &error), &error);
    has(&a, 0, 0.25, 0.5);
    has(&a, 1, 0.125, 0);
    has(&a, 2, 0.5, 0.5); /* follows j0, twice as fast */
    has(&a, 3, 0, 0);
    /* joints that a file does not name keep theirs; a part that is missing is 0 */
    succeed(load(&a, "{\"j0\": {\"per_speed\": 0.75}, \"j3\": [2]}", &error), &error);
    has(&a, 0, 0, 0.75);
    has(&a, 1, 0.125, 0);
    has(&a, 3, 2, 0);
    drop_arm(&a);
}

/* Goals of FollowJointTrajectory: the path's and the end's tolerances, of which the larger one counts.
 */
static void test_goals(void **state)
{
    (void)state;
    lw_error error = {0};
    arm a = usual_arm();
    succeed(load(&a, "j1: {constant: 1, per_speed: 2}\nj3: {constant: 3, per_speed: 4}", &error),
            &error);
    succeed(load(&a,
                 "trajectory: {joint_names: [j0], points: []}\n"
                 "path_tolerance:\n- {name: j0, position: 0.25, velocity: 9, acceleration: 0}\n"
                 "- {name: j1, position: 0.125, velocity: 0, acceleration: 0}\n"
                 "- {name: j3, position: 0, velocity: 0, acceleration: 0}\n"
                 "goal_tolerance:\n- {name: j0, position: 0.125}\n- {name: j1, position: 0.5}\n"
                 "goal_time_tolerance: {sec: 1, nanosec: 0}\n",
                 &error),
            &error);
    has(&a, 0, 0.25, 0);
    has(&a, 1, 0.5, 0);
    has(&a, 2, 0.5, 0); /* follows j0, twice as fast */
    has(&a, 3, 3, 4);
    succeed(
        load(&a,
             "{\"goal_id\": 1, \"goal\": {\"path_tolerance\": [{\"name\": \"j0\", \"position\": 1}]}}",
             &error),
        &error);
    has(&a, 0, 1, 0);
    has(&a, 1, 0.5, 0);
    drop_arm(&a);
}

static void test_bad(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        lw_status status;
        const char *says;
    } bad[] = {
        {"j0: {constant: -1}", LW_ERROR_ARGUMENT, "constant"},
        {"j0: [-1]", LW_ERROR_ARGUMENT, "constant is -1; it must be 0 or more"},
        {"j0: {per_speed: [-2]}", LW_ERROR_ARGUMENT, "per_speed is -2; it must be 0 or more"},
        {"j0: {per_speed: .nan}", LW_ERROR_ARGUMENT, "per_speed"},
        {"j0: {constant: [1, 2]}", LW_ERROR_ARGUMENT, "constant"},
        {"j0: x", LW_ERROR_SYNTAX, "constant"},
        {"j0: {konstant: 1}", LW_ERROR_SYNTAX, "konstant"},
        {"j1: 3\nj2: 1", LW_ERROR_ARGUMENT, "follows another joint"},
        {"j1: 3\nj9: 1", LW_ERROR_NAME, "no robot has such a joint"},
        {"path_tolerance: [{name: j0, position: -1}]", LW_ERROR_ARGUMENT, "it may be anywhere"},
        {"path_tolerance: [{name: j0, position: 0}]", LW_ERROR_ARGUMENT, "the goal has no tolerance"},
        {"path_tolerance: [{name: j0, position: .nan}]", LW_ERROR_ARGUMENT, "position is not a finite"},
        {"goal_tolerance: [{name: j0}]", LW_ERROR_SYNTAX, "position"},
        {"goal_tolerance: {name: j0}", LW_ERROR_SYNTAX, "goal_tolerance"},
        {"goal_tolerance: [{name: j7, position: 1}]", LW_ERROR_NAME, "no robot has such a joint"},
        {"goal_tolerance: [{name: j2, position: 1}]", LW_ERROR_NAME, "of its own"},
        {"[1]", LW_ERROR_SYNTAX, "map of tolerances"},
        {"", LW_ERROR_SYNTAX, "map of tolerances"},
    };
    lw_error error = {0};
    arm a = usual_arm();
    succeed(load(&a, "j1: 0.5", &error), &error);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const lw_status status = load(&a, bad[i].text, &error);
        assert_true(error.line > 0 || strstr(bad[i].says, "map of tolerances"));
        refused(status, bad[i].status, &error, bad[i].says);
        has(&a, 1, 0.5, 0);
    }
    refused(lw_motion_load_tolerance(a.motion, "/none/such", &error), LW_ERROR_FILE, &error, "No such");
    refused(lw_motion_load_tolerance(a.motion, NULL, &error), LW_ERROR_ARGUMENT, &error, "no file");
    refused(lw_motion_load_tolerance(NULL, "x", &error), LW_ERROR_ARGUMENT, &error, "no motion");
    drop_arm(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_read), cmocka_unit_test(test_goals),
                                       cmocka_unit_test(test_bad)};
    return cmocka_run_group_tests(tests, open_files, close_files);
}
