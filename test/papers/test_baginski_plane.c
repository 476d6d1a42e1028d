/* Tests the arms of baginski/baginski_arms.h that stand in the plane: linkages of dimension 2 have the
 * verdicts, contacts and clearances of the same arms in space, by each method. */
#include "baginski/baginski_arms.h"
#include "base/random.h"
#include "seed.h"
#include "small_scene.h"

#include <math.h>

typedef struct arm {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
} arm;

static arm open_arm(lw_scene *scene)
{
    lw_error error = {0};
    arm a = {.scene = scene};
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_checker_create(scene, &a.checker, &error), &error);
    succeed(lw_motion_create(scene, &a.motion, &error), &error);
    return a;
}

static void close_arm(arm *a)
{
    lw_motion_destroy(a->motion);
    lw_checker_destroy(a->checker);
    lw_scene_destroy(a->scene);
}

static lw_verdict ask(arm *a, const double *from, const double *to, lw_method method)
{
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.method = method;
    options.clearance = lw_method_serves(method, LW_SERVICE_CLEARANCE);
    succeed(lw_motion_set_segment(a->motion, NULL, from, to, &error), &error);
    succeed(lw_check(a->checker, a->motion, &options, &verdict, &error), &error);
    return verdict;
}

static bool overlap(const lw_clearance *a, const lw_clearance *b)
{
    return a->pair[0] < 0 || b->pair[0] < 0 ||
           (a->lower <= b->upper + 1e-9 && b->lower <= a->upper + 1e-9);
}

static void compare(const lw_verdict *flat, const lw_verdict *space)
{
    if (flat->kind == LW_VERDICT_UNDECIDED || space->kind == LW_VERDICT_UNDECIDED)
        return;
    assert_int_equal(flat->kind, space->kind);
    if (flat->kind == LW_VERDICT_CONTACT)
        assert_true(fabs(flat->time - space->time) <= 2e-4);
    else
        assert_true(overlap(&flat->clearance, &space->clearance) &&
                    overlap(&flat->self_clearance, &space->self_clearance));
}

static void test_plane_and_space(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int kinds[3] = {0};
    for (int which = 0; which < LW_BAGINSKI_ARMS; which++) {
        lw_error error = {0};
        lw_scene *scenes[2] = {NULL, NULL};
        bool planar = lw_baginski_arms[which].joints == 2 || lw_baginski_arms[which].joints == 8;
        if (!planar) {
            assert_int_equal(lw_baginski_plane(which, true, &scenes[0], &error), LW_ERROR_ARGUMENT);
            assert_non_null(strstr(error.message, "does not move in a plane"));
            assert_null(scenes[0]);
            continue;
        }
        succeed(lw_baginski_plane(which, true, &scenes[0], &error), &error);
        succeed(lw_baginski_scene(which, true, &scenes[1], &error), &error);
        arm flat = open_arm(scenes[0]);
        arm space = open_arm(scenes[1]);
        double lower[LW_BAGINSKI_MOST_JOINTS];
        double upper[LW_BAGINSKI_MOST_JOINTS];
        lw_baginski_limits(which, lower, upper);
        for (int round = 0; round < test_rounds(300, 20000); round++) {
            double ends[2][LW_BAGINSKI_MOST_JOINTS];
            double share = lw_random_below(&random, 2) ? 1 : 0.1;
            for (int k = 0; k < lw_baginski_arms[which].joints; k++) {
                ends[0][k] = share * lw_random_between(&random, lower[k], upper[k]);
                ends[1][k] = share * lw_random_between(&random, lower[k], upper[k]);
            }
            lw_verdict there = ask(&space, ends[0], ends[1], LW_METHOD_AUTO);
            for (lw_method method = LW_METHOD_AUTO; lw_method_name(method); method++) {
                lw_verdict here = ask(&flat, ends[0], ends[1], method);
                if (lw_method_serves(method, LW_SERVICE_FREE))
                    compare(&here, &there);
            }
            kinds[there.kind]++;
        }
        close_arm(&flat);
        close_arm(&space);
    }
    printf("%d free, %d contacts, %d undecided\n", kinds[LW_VERDICT_FREE], kinds[LW_VERDICT_CONTACT],
           kinds[LW_VERDICT_UNDECIDED]);
    assert_true(kinds[LW_VERDICT_FREE] > 50 && kinds[LW_VERDICT_CONTACT] > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plane_and_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
