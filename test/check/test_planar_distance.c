/* Tests lw_pair_distance_by: all algorithms of the plane give the distance that lw_pair_distance gives
 * for pairs of a scene, which comes from flat polytopes and trees: bodies of one part and of several,
 * rounded and padded, apart and overlapping, far from the origin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "seed.h"
#include "small_scene.h"

#include <math.h>

enum { ALGORITHMS = LW_PLANAR_EDGES + 1, CORNERS = 8, OBSTACLES = 4, PLACES = 5 };

/* An outline about the origin, convex or a star of several convex parts; or a disc. */
static lw_shape_def random_shape(lw_random *random, double *corners)
{
    lw_shape_def shape = lw_default_shape();
    const uint32_t kind = lw_random_below(random, 4);
    if (kind == 0) {
        shape.kind = LW_SHAPE_DISC;
        shape.radius = lw_random_between(random, 0.05, 0.4);
        return shape;
    }
    const int count = 3 + (int)lw_random_below(random, CORNERS - 2);
    for (int i = 0; i < count; i++) {
        const double angle = 6.283185307179586 * (i + lw_random_between(random, 0, 0.5)) / count;
        const double radius = kind == 1 ? lw_random_between(random, 0.1, 0.6) : 0.4;
        corners[3 * i] = radius * cos(angle);
        corners[3 * i + 1] = radius * sin(angle);
        corners[3 * i + 2] = 0;
    }
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = corners;
    shape.vertex_count = (size_t)count;
    shape.rounding = lw_random_below(random, 3) ? 0 : lw_random_between(random, 0, 0.1);
    return shape;
}

static lw_pose pose_at(double x, double y, double angle)
{
    return lw_pose_from_rpy((lw_vec3){x, y, 0}, 0, 0, angle);
}

/* A body on a planar joint among obstacles, about (far, 0). */
static lw_scene *random_scene(lw_random *random, double far)
{
    static const char *const ids[OBSTACLES] = {"a", "b", "c", "d"};
    double corners[3 * CORNERS];
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    lw_joint_def joint = joint_of("at", LW_JOINT_PLANAR, "ground", "body");
    joint.origin.position.x = 0;
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    succeed(lw_scene_add_robot(scene, "r", pose_at(far, 0, 0), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "ground", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "body", &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    lw_shape_def shape = random_shape(random, corners);
    succeed(lw_scene_add_shape(scene, "r", "body", &shape, lw_pose_identity(), &error), &error);
    if (lw_random_below(random, 2))
        succeed(
            lw_scene_set_link_padding(scene, "r", "body", 1, lw_random_between(random, 0, 0.1), &error),
            &error);
    for (int i = 0; i < OBSTACLES; i++) {
        shape = random_shape(random, corners);
        const lw_pose at = pose_at(far + lw_random_between(random, -1, 1),
                                   lw_random_between(random, -1, 1), lw_random_between(random, -3, 3));
        succeed(lw_scene_add_obstacle(scene, ids[i], &shape, at, &error), &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static double dot(lw_vec3 a, lw_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Holds the answer of an algorithm against that of lw_pair_distance. */
static void compare(int round, lw_planar_algorithm by, const lw_distance *plain,
                    const lw_distance *named, double noise)
{
    const char *name = lw_planar_algorithm_name(by);
    if (fabs(named->upper - plain->upper) > noise || named->lower > named->upper ||
        named->lower > plain->upper || plain->lower > named->upper + noise)
        fail_msg("round %d, %s: [%.17g, %.17g], not [%.17g, %.17g]", round, name, named->lower,
                 named->upper, plain->lower, plain->upper);
    if (plain->upper > 0 && plain->lower - named->lower > noise)
        fail_msg("round %d, %s: a lower end of %.17g, not %.17g", round, name, named->lower,
                 plain->lower);
    /* a depth that separates the bodies, not only two of their parts */
    if (!(plain->upper > 0) && fabs(named->lower - plain->lower) > noise)
        fail_msg("round %d, %s: a lower end of %.17g, not %.17g", round, name, named->lower,
                 plain->lower);
    if (fabs(named->depth - plain->depth) > noise + (plain->upper - plain->lower))
        fail_msg("round %d, %s: a depth of %.17g, not %.17g", round, name, named->depth, plain->depth);
    if (fabs(dot(named->normal, named->normal) - 1) > 1e-12)
        fail_msg("round %d, %s: a normal of length %g", round, name,
                 sqrt(dot(named->normal, named->normal)));
    /* the points of a pair apart are `upper` apart, along the normal */
    const lw_vec3 way = {named->points[1].x - named->points[0].x,
                         named->points[1].y - named->points[0].y, 0};
    if (plain->upper > 0 && fabs(dot(way, named->normal) - named->upper) > noise)
        fail_msg("round %d, %s: points %.17g apart, not %.17g", round, name, dot(way, named->normal),
                 named->upper);
}

static void test_all_algorithms(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int apart = 0;
    int met = 0;
    const int rounds = test_rounds(400, 10000);
    for (int round = 0; round < rounds; round++) {
        lw_error error = {LW_OK, "", "", 0, 0};
        lw_checker *checker = NULL;
        lw_motion *motion = NULL;
        const double far = lw_random_below(&random, 4) ? 0 : 1e4;
        lw_scene *scene = random_scene(&random, far);
        succeed(lw_checker_create(scene, &checker, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        for (int place = 0; place < PLACES; place++) {
            const double at[3] = {lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1),
                                  lw_random_between(&random, -3, 3)};
            succeed(lw_motion_set_segment(motion, NULL, at, at, &error), &error);
            for (size_t pair = 0; pair < lw_scene_pair_count(scene); pair++) {
                lw_distance plain;
                succeed(lw_pair_distance(checker, motion, 0, pair, &plain, &error), &error);
                apart += plain.upper > 0;
                met += !(plain.upper > 0);
                for (int by = 0; by < ALGORITHMS; by++) {
                    lw_distance named;
                    succeed(lw_pair_distance_by(checker, motion, 0, pair, (lw_planar_algorithm)by,
                                                &named, &error),
                            &error);
                    compare(round, (lw_planar_algorithm)by, &plain, &named, 1e-11 + 1e-14 * far);
                }
            }
        }
        lw_motion_destroy(motion);
        lw_checker_destroy(checker);
        lw_scene_destroy(scene);
    }
    printf("%d apart, %d overlapping\n", apart, met);
    assert_true(apart > 4 * rounds && met > 4 * rounds);
}

static void test_bad_input(void **state)
{
    (void)state;
    lw_random random = {1};
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_distance out = {.lower = 7};
    lw_scene *scene = random_scene(&random, 0);
    succeed(lw_checker_create(scene, &checker, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    const lw_planar_algorithm by = LW_PLANAR_BARYCODE;
    refused(lw_pair_distance_by(NULL, motion, 0, 0, by, &out, &e), LW_ERROR_ARGUMENT, &e,
            "lw_pair_distance_by needs");
    refused(lw_pair_distance_by(checker, NULL, 0, 0, by, &out, &e), LW_ERROR_ARGUMENT, &e,
            "lw_pair_distance_by needs");
    refused(lw_pair_distance_by(checker, motion, 2, 0, by, &out, &e), LW_ERROR_ARGUMENT, &e,
            "time 2 is outside");
    refused(lw_pair_distance_by(checker, motion, 0, 0, by, NULL, &e), LW_ERROR_ARGUMENT, &e,
            "needs room");
    refused(lw_pair_distance_by(checker, motion, 0, 99, by, &out, &e), LW_ERROR_ARGUMENT, &e,
            "there is no pair 99");
    refused(lw_pair_distance_by(checker, motion, 0, 0, (lw_planar_algorithm)ALGORITHMS, &out, &e),
            LW_ERROR_ARGUMENT, &e, "there is no planar algorithm 10");
    assert_true(out.lower == 7);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    lw_scene_destroy(scene);

    scene = new_scene();
    add_chain(scene, "r", (const lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE}, 2);
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_checker_create(scene, &checker, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    refused(lw_pair_distance_by(checker, motion, 0, 0, by, &out, &e), LW_ERROR_ARGUMENT, &e,
            "the algorithm barycode is for scenes in the plane, and this one has dimension 3");
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_algorithms),
        cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
