/* The report of any contact: elements within the margin, however the others lie; or, where one body is
 * inside the other and no elements are so near, the distance to the surface. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "one_joint.h"
#include "seed.h"

static lw_pose turned(lw_random *random, lw_vec3 place)
{
    return lw_pose_from_rpy(place, lw_random_between(random, -3, 3), lw_random_between(random, -1, 1),
                            lw_random_between(random, -3, 3));
}

/* Two boxes on one joint, which turns them, and two that stand still. */
static world make(const lw_pose places[4], double margin)
{
    const lw_shape_def bodies = box(0.1, 0.3, 0.2);
    world w = one_joint(LW_JOINT_CONTINUOUS, (lw_vec3){0, 0, 1}, &bodies, places[0]);
    succeed(lw_scene_add_shape(w.scene, "robot", "link", &bodies, places[1], &w.error), &w.error);
    obstacle(&w, "left", bodies, places[2]);
    obstacle(&w, "right", bodies, places[3]);
    succeed(lw_scene_set_margin(w.scene, margin, &w.error), &w.error);
    freeze(&w);
    return w;
}

static lw_distance nearest_of(world *w, double value)
{
    lw_distance nearest = {.upper = HUGE_VAL};
    succeed(lw_motion_set_segment(w->motion, NULL, &value, &value, &w->error), &w->error);
    for (size_t pair = 0; pair < lw_scene_pair_count(w->scene); pair++) {
        lw_distance distance;
        succeed(lw_pair_distance(w->checker, w->motion, 0, pair, &distance, &w->error), &w->error);
        if (distance.upper < nearest.upper)
            nearest = distance;
    }
    return nearest;
}

static double apart(const lw_distance *distance)
{
    return sqrt(pow(distance->points[1].x - distance->points[0].x, 2) +
                pow(distance->points[1].y - distance->points[0].y, 2) +
                pow(distance->points[1].z - distance->points[0].z, 2));
}

/* Bodies within the margin: the points are on both, at the reported distance, which is at most the
 * margin. */
static void test_margin(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_check_options any = lw_default_check_options();
    any.any = true;
    for (int round = 0; round < test_rounds(300, 10000); round++) {
        lw_pose places[4];
        for (int i = 0; i < 4; i++)
            places[i] = turned(&random, (lw_vec3){lw_random_between(&random, -1, 1), i < 2 ? 0 : 0.8,
                                                  lw_random_between(&random, -0.3, 0.3)});
        world w = make(places, 0);
        lw_distance known = nearest_of(&w, 0.1);
        finish(&w);
        if (known.upper <= 0)
            continue;
        w = make(places, known.upper * (1 - 1e-9));
        assert_true(check(&w, 0.1, 0.1, &any).kind == LW_VERDICT_FREE);
        finish(&w);
        double margin = known.upper + (round % 2 ? 0.1 : 1e-9);
        w = make(places, margin);
        lw_verdict verdict = check(&w, 0.1, 0.1, &any);
        assert_true(verdict.kind == LW_VERDICT_CONTACT);
        assert_true(verdict.contact.upper >= known.upper - 1e-12);
        assert_true(verdict.contact.upper <= margin + 1e-12);
        assert_true(fabs(apart(&verdict.contact) - verdict.contact.upper) <= 1e-12);
        finish(&w);
    }
}

/* Bodies that meet have distance 0 at the reported points, on the surfaces of both. */
static void test_overlap(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_check_options any = lw_default_check_options();
    any.any = true;
    int met = 0;
    for (int round = 0; round < test_rounds(300, 10000); round++) {
        lw_pose places[4];
        for (int i = 0; i < 4; i++)
            places[i] =
                turned(&random, (lw_vec3){lw_random_between(&random, -0.4, 0.4), i < 2 ? 0 : 0.1,
                                          lw_random_between(&random, -0.3, 0.3)});
        world w = make(places, 0);
        lw_distance known = nearest_of(&w, 0.1);
        lw_verdict verdict = check(&w, 0.1, 0.1, &any);
        assert_int_equal(verdict.kind == LW_VERDICT_CONTACT, known.upper <= 0);
        if (verdict.kind == LW_VERDICT_CONTACT) {
            met++;
            assert_true(verdict.contact.upper == 0 && apart(&verdict.contact) <= 1e-12);
        }
        finish(&w);
    }
    assert_true(met > 0);
}

/* A box of 0.1 x 0.3 x 0.2 in the middle of a hollow cube of 2: 0.95 from its nearest side. */
static void test_inside(void **state)
{
    (void)state;
    double corners[8][3];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            corners[i][k] = i >> k & 1 ? 1 : -1;
    static const uint32_t sides[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                          {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                          {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    lw_shape_def cube = lw_default_shape();
    cube.kind = LW_SHAPE_MESH;
    cube.vertices = corners[0];
    cube.vertex_count = 8;
    cube.triangles = sides[0];
    cube.triangle_count = 12;
    const lw_shape_def inner = box(0.1, 0.3, 0.2);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &inner, lw_pose_identity());
    obstacle(&w, "cube", cube, lw_pose_identity());
    freeze(&w);
    lw_check_options any = lw_default_check_options();
    any.any = true;
    for (int moves = 0; moves < 2; moves++) {
        lw_verdict verdict = check(&w, 0, 0.1 * moves, &any);
        assert_true(verdict.kind == LW_VERDICT_CONTACT && verdict.time == 0);
        /* out through the nearest side, past all of the box */
        assert_true(fabs(verdict.contact.depth - 1.05) <= 1e-9);
        assert_true(fabs(verdict.contact.upper + 1.05) <= 1e-9);
        assert_true(fabs(apart(&verdict.contact) - 1.05) <= 1e-9);
    }
    finish(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_margin),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
