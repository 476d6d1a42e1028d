/* Any contact among many obstacles: where a block of poses seeks hits at poses between its own, its
 * proofs afterwards are of its own poses. */
#include "crowd.h"
#include "seed.h"
#include "verdicts.h"

#include <stdio.h>

/* Several bodies on one slider, and balls: some along the way, many far from it; in half of the cases
 * another such robot beside it. */
typedef struct train {
    lw_random random;
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_error error;
} train;

static const char *const cars[] = {"car0", "car1", "car2", "car3"};

static lw_pose at(double x, double y, double z)
{
    lw_pose place = lw_pose_identity();
    place.position = v3(x, y, z);
    return place;
}

static void join(train *t, const char *robot, const char *name, lw_joint_kind kind, const char *parent,
                 const char *child, lw_pose origin)
{
    lw_joint_def joint = joint_of(name, kind, parent, child);
    joint.axis = v3(1, 0, 0);
    joint.origin = origin;
    joint.lower = -100;
    joint.upper = 100;
    succeed(lw_scene_add_joint(t->scene, robot, &joint, &t->error), &t->error);
}

static void add_cars(train *t, const char *robot, size_t count, lw_pose base)
{
    succeed(lw_scene_add_robot(t->scene, robot, base, &t->error), &t->error);
    succeed(lw_scene_add_link(t->scene, robot, "rail", &t->error), &t->error);
    for (size_t i = 0; i < count; i++) {
        double side = lw_random_between(&t->random, 0.05, 0.2);
        lw_shape_def box = sphere_of(side);
        if (i == 0 || lw_random_below(&t->random, 2)) {
            box.kind = LW_SHAPE_BOX;
            box.size = v3(side, side, side);
        }
        succeed(lw_scene_add_link(t->scene, robot, cars[i], &t->error), &t->error);
        succeed(lw_scene_add_shape(t->scene, robot, cars[i], &box, lw_pose_identity(), &t->error),
                &t->error);
        if (i == 0)
            join(t, robot, cars[i], LW_JOINT_PRISMATIC, "rail", cars[i], lw_pose_identity());
        else
            join(t, robot, cars[i], LW_JOINT_FIXED, cars[0], cars[i], at(0, 0.3 * (double)i, 0));
    }
}

static train new_train(uint64_t seed)
{
    train t = {.random = {seed}, .scene = new_scene()};
    size_t count = 2 + lw_random_below(&t.random, 3);
    size_t near = lw_random_below(&t.random, 12);
    bool two = lw_random_below(&t.random, 2);
    add_cars(&t, "train", count, lw_pose_identity());
    double most = 8;
    if (two) {
        /* in half of these cases with no ball near the other robot */
        double least = lw_random_below(&t.random, 2) ? 4 : -1;
        most = least > 0 ? least - 1 : most;
        /* one by one: in which order arguments are computed is up to the compiler */
        double z = lw_random_between(&t.random, -0.1, 0.1);
        double y = 0.3 * (double)lw_random_below(&t.random, 3);
        y += lw_random_between(&t.random, -0.2, 0.2);
        double x = lw_random_between(&t.random, least, 9);
        add_cars(&t, "other", 2, at(x, y, z));
    }
    lw_shape_def ball = sphere_of(0.01);
    for (size_t i = 0; i < near + 80; i++) {
        char name[16];
        snprintf(name, sizeof name, "ball%zu", i);
        double z = lw_random_between(&t.random, -0.3, 0.3);
        double y = lw_random_between(&t.random, -0.1, 0.3 * (double)count);
        double x = lw_random_between(&t.random, -0.2, most);
        lw_pose place = at(x, y, z);
        if (i >= near)
            place.position.y = 50 + (double)i;
        succeed(lw_scene_add_obstacle(t.scene, name, &ball, place, &t.error), &t.error);
    }
    succeed(lw_scene_freeze(t.scene, &t.error), &t.error);
    succeed(lw_motion_create(t.scene, &t.motion, &t.error), &t.error);
    succeed(lw_checker_create(t.scene, &t.checker, &t.error), &t.error);
    lw_track tracks[2];
    double ends[2][2];
    static const double ranges[2][3] = {{0, 1, 8}, {-5, 0, 5}};
    for (int i = 0; i < 4; i++)
        ends[i / 2][i % 2] =
            lw_random_between(&t.random, ranges[i / 2][i % 2], ranges[i / 2][i % 2 + 1]);
    for (int i = 0; i < 1 + two; i++) {
        tracks[i] = lw_default_track();
        tracks[i].kind = LW_TRACK_PATH;
        tracks[i].joints = lw_scene_joints(t.scene, i ? "other" : "train", NULL, &t.error);
        tracks[i].point_count = 2;
        tracks[i].positions = ends[i];
    }
    succeed(lw_motion_set(t.motion, tracks, 1 + (size_t)two, &t.error), &t.error);
    return t;
}

static void drop_train(train *t)
{
    lw_checker_destroy(t->checker);
    lw_motion_destroy(t->motion);
    lw_scene_destroy(t->scene);
}

static lw_verdict ask(train *t, lw_method method, bool any)
{
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.any = any;
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_check(t->checker, t->motion, &options, &verdict, &t->error), &t->error);
    return verdict;
}

static int kinds[3];

static void compare(uint64_t seed)
{
    train t = new_train(seed);
    lw_verdict sure = ask(&t, LW_METHOD_BISECTION, false);
    for (int any = 0; any < 2; any++) {
        lw_verdict fast = ask(&t, LW_METHOD_AUTO, any);
        if (fast.kind != sure.kind && sure.kind != LW_VERDICT_UNDECIDED)
            fail_msg("seed %llu, any %d: verdict %d, not %d", (unsigned long long)seed, any,
                     (int)fast.kind, (int)sure.kind);
    }
    kinds[sure.kind]++;
    drop_train(&t);
}

static void test_any_contact(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(1000, 100000);
    memset(kinds, 0, sizeof kinds);
    for (int round = 0; round < rounds; round++)
        compare(lw_random_bits(&random));
    assert_true(kinds[LW_VERDICT_FREE] > rounds / 5 && kinds[LW_VERDICT_CONTACT] > rounds / 5);
}

/* Motions in contact that centres of the poses between would prove free: those of a compound beside
 * obstacles, and of the second and the first compound of a pair. */
static void test_centers_between(void **state)
{
    (void)state;
    static const uint64_t seeds[] = {6942327193873701485U, 8199935610484068911U, 292258737706951291U};
    memset(kinds, 0, sizeof kinds);
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        compare(seeds[i]);
    assert_int_equal(kinds[LW_VERDICT_CONTACT], sizeof seeds / sizeof *seeds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_contact),
        cmocka_unit_test(test_centers_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
