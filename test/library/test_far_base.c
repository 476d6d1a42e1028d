/* Tests a base that turns by a million radians and slides a million metres, as some descriptions allow
 * it: it does not affect contacts inside the robot, whose verdicts are those of the base at rest. */
#include "one_joint.h"

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "seed.h"

enum { BASE = 2, ARM = 3, JOINTS = BASE + ARM, METHODS = 4 };

static const lw_method methods[METHODS] = {LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_BISECTION,
                                           LW_METHOD_EXPANDED};

/* A turning joint, a sliding joint, and an arm of three turning joints whose last link can meet the
 * first. */
static void make_robot(world *w)
{
    static const char *const links[] = {"root", "turned", "trunk", "upper", "lower", "hand"};
    static const char *const names[] = {"turn", "slide", "shoulder", "elbow", "wrist"};
    static const lw_vec3 axes[] = {{0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {0, 0, 1}, {0, 1, 1}};
    *w = (world){0};
    succeed(lw_scene_create(&w->scene, &w->error), &w->error);
    succeed(lw_scene_add_robot(w->scene, "robot", lw_pose_identity(), &w->error), &w->error);
    for (int i = 0; i <= JOINTS; i++) {
        lw_shape_def shape = box(0.4, 0.05, 0.05 + 0.01 * i);
        succeed(lw_scene_add_link(w->scene, "robot", links[i], &w->error), &w->error);
        if (i >= BASE)
            succeed(lw_scene_add_shape(w->scene, "robot", links[i], &shape, at(0.2, 0, 0), &w->error),
                    &w->error);
    }
    for (int i = 0; i < JOINTS; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = names[i];
        joint.kind = i == 1 ? LW_JOINT_PRISMATIC : LW_JOINT_CONTINUOUS;
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = axes[i];
        joint.origin = at(i >= BASE ? 0.45 : 0, 0, 0);
        succeed(lw_scene_add_joint(w->scene, "robot", &joint, &w->error), &w->error);
    }
    freeze(w);
}

static lw_verdict ask(world *w, const double *positions, lw_method method, bool any)
{
    lw_track track = lw_default_track();
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.method = method;
    options.any = any;
    options.clearance = method != LW_METHOD_EXPANDED;
    track.positions = positions;
    track.point_count = 2;
    track.no_wrap = true;
    succeed(lw_motion_set(w->motion, &track, 1, &w->error), &w->error);
    succeed(lw_check(w->checker, w->motion, &options, &verdict, &w->error), &w->error);
    return verdict;
}

static void test_far_base(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(200, 10000);
    int kinds[3] = {0};
    uint64_t queries[2] = {0};
    world w;
    make_robot(&w);
    for (int round = 0; round < rounds; round++) {
        double here[2 * JOINTS] = {0};
        double far[2 * JOINTS];
        for (int i = 0; i < 2 * JOINTS; i++) {
            bool base = i % JOINTS < BASE;
            far[i] = lw_random_between(&random, base ? -1e6 : -3, base ? 1e6 : 3);
            here[i] = base ? 0 : far[i];
        }
        for (int m = 0; m < METHODS; m++)
            for (int any = 0; any < 2; any++) {
                lw_verdict one = ask(&w, here, methods[m], any);
                lw_verdict two = ask(&w, far, methods[m], any);
                kinds[two.kind]++;
                queries[0] += one.queries;
                queries[1] += two.queries;
                if (one.kind == LW_VERDICT_UNDECIDED || two.kind == LW_VERDICT_UNDECIDED)
                    continue;
                if (one.kind != two.kind)
                    fail_msg("round %d, method %d: %d here, %d far away", round, m, (int)one.kind,
                             (int)two.kind);
                if (one.kind == LW_VERDICT_CONTACT && !any)
                    assert_true(fabs(one.time - two.time) <= 2.2e-4);
                double wide = 0.03 * one.self_clearance.upper + 2e-5;
                if (one.kind == LW_VERDICT_FREE && methods[m] != LW_METHOD_EXPANDED)
                    assert_true(fabs(one.self_clearance.upper - two.self_clearance.upper) <= wide &&
                                two.self_clearance.upper - two.self_clearance.lower <= wide);
            }
    }
    printf("free %d, contact %d, undecided %d; %llu queries here, %llu far away\n",
           kinds[LW_VERDICT_FREE], kinds[LW_VERDICT_CONTACT], kinds[LW_VERDICT_UNDECIDED],
           (unsigned long long)queries[0], (unsigned long long)queries[1]);
    assert_true(queries[1] < 2 * queries[0]);
    assert_true(kinds[LW_VERDICT_FREE] > rounds && kinds[LW_VERDICT_CONTACT] > rounds);
    assert_true(kinds[LW_VERDICT_UNDECIDED] <= rounds / 20);
    finish(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
