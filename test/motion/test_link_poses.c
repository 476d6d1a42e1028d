/* Poses of links at many configurations beside those of motions that stand there, bit by bit; their
 * Jacobians beside differences, and beside those of points of bodies; wrong arguments. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "check/checker/checker.h"
#include "math/pose.h"
#include "random_robot.h"
#include "seed.h"
#include "verdicts.h"

static void must(lw_status status)
{
    assert_int_equal(status, LW_OK);
}

static bool same_pose(lw_pose a, lw_pose b)
{
    return same_vector(a.position, b.position) && same_bits(a.orientation.x, b.orientation.x) &&
           same_bits(a.orientation.y, b.orientation.y) && same_bits(a.orientation.z, b.orientation.z) &&
           same_bits(a.orientation.w, b.orientation.w);
}

/* How far two poses are apart: the larger one of the distance and of the turn between them. */
static double apart(lw_pose a, lw_pose b)
{
    const double turn = a.orientation.x * b.orientation.x + a.orientation.y * b.orientation.y +
                        a.orientation.z * b.orientation.z + a.orientation.w * b.orientation.w;
    return fmax(norm(sub(a.position, b.position)), 1 - fabs(turn));
}

static bool floats(const lw_scene *scene)
{
    for (size_t i = 0; i < scene->frozen->chains->joint_count; i++)
        if (scene->frozen->chains->joints[i].kind == LW_JOINT_FLOATING)
            return true;
    return false;
}

/* Random rows for joints, with `gap` further doubles between them. */
static double *random_rows(lw_random *random, const lw_joints *joints, size_t count, size_t gap)
{
    const size_t width = lw_joints_value_count(joints) + gap;
    double *rows = calloc(count * width + 1, sizeof *rows);
    assert_non_null(rows);
    for (size_t i = 0; i < count * width; i++)
        rows[i] = lw_random_between(random, -3, 3);
    return rows;
}

/* A motion that stands at a row. */
static void stand(lw_motion *motion, const lw_joints *joints, const double *row)
{
    lw_track track = lw_default_track();
    track.joints = joints;
    track.point_count = 1;
    track.positions = row;
    must(lw_motion_set(motion, &track, 1, NULL));
}

static void poses_are_those_of_motions(void **state)
{
    (void)state;
    enum { ROWS = 5 };
    lw_random random = {test_seed()};
    size_t same = 0;
    size_t floating = 0;
    for (int round = test_rounds(300, 20000); round > 0; round--) {
        const world_options options = {3, 6, 1};
        world *w = world_random(&random, &options);
        const lw_scene *scene = w->scene;
        const size_t all = lw_scene_link_count(scene);
        lw_motion *motion;
        must(lw_motion_create(scene, &motion, NULL));
        for (size_t r = 0; r < w->robot_count; r++) {
            const lw_joints *joints = lw_scene_joints(scene, w->robot_names[r], NULL, NULL);
            const size_t gap = lw_random_below(&random, 3);
            const size_t width = lw_joints_value_count(joints);
            double *rows = random_rows(&random, joints, ROWS, gap);
            lw_pose got[ROWS * WORLD_LINKS];
            must(lw_scene_link_poses(scene, joints, rows, ROWS, width + gap, NULL, 0, got, NULL));
            for (size_t i = 0; i < ROWS; i++) {
                stand(motion, joints, rows + i * (width + gap));
                for (size_t link = 0; link < all; link++) {
                    lw_pose known;
                    must(lw_motion_link_pose(motion, link, 0, &known, NULL));
                    if (floats(scene)) {
                        assert_true(apart(got[i * all + link], known) < 1e-9);
                        floating++;
                    } else {
                        assert_true(same_pose(got[i * all + link], known));
                        same++;
                    }
                }
            }
            /* some links, in another order, and one row for all */
            const size_t some[] = {lw_random_below(&random, (uint32_t)all), 0};
            lw_pose few[ROWS * 2];
            must(lw_scene_link_poses(scene, joints, rows, ROWS, 0, some, 2, few, NULL));
            for (size_t i = 0; i < ROWS * 2; i++)
                assert_true(same_pose(few[i], got[some[i % 2]]));
            free(rows);
        }
        lw_motion_destroy(motion);
        world_free(w);
    }
    assert_true(same > 1000 && floating > 300);
}

/* The rate at which a pose changes: the position and the turn, by a central difference. */
static void slope(lw_pose less, lw_pose more, double step, double out[6])
{
    const lw_quat q =
        lw_quat_multiply(more.orientation, lw_quat_conjugate(less.orientation)); /* of a small turn */
    const double sign = q.w < 0 ? -1 : 1;
    const vec3 p = scale(0.5 / step, sub(more.position, less.position));
    const vec3 turn = scale(sign / step, v3(q.x, q.y, q.z));
    const double parts[6] = {p.x, p.y, p.z, turn.x, turn.y, turn.z};
    memcpy(out, parts, sizeof parts);
}

static size_t check_jacobian(const lw_scene *scene, const lw_joints *joints, double *row, size_t link)
{
    const double step = 1e-6;
    const size_t width = lw_joints_value_count(joints);
    double jacobian[6 * WORLD_VALUES];
    size_t moving = 0;
    must(lw_scene_link_jacobians(scene, joints, row, 1, 0, link, jacobian, NULL));
    for (size_t k = 0; k < width; k++) {
        lw_pose ends[2];
        double known[6];
        const double was = row[k];
        row[k] = was - step;
        must(lw_scene_link_poses(scene, joints, row, 1, 0, &link, 1, &ends[0], NULL));
        row[k] = was + step;
        must(lw_scene_link_poses(scene, joints, row, 1, 0, &link, 1, &ends[1], NULL));
        row[k] = was;
        slope(ends[0], ends[1], step, known);
        for (size_t i = 0; i < 6; i++) {
            const double size = 1 + fabs(known[i]) + norm(ends[0].position);
            if (!(fabs(jacobian[i * width + k] - known[i]) <= 1e-7 * size))
                fail_msg("link %zu, row %zu, value %zu: %g is not %g", link, i, k,
                         jacobian[i * width + k], known[i]);
            moving += fabs(known[i]) > 1e-3;
        }
    }
    return moving;
}

static void jacobians_are_differences(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t moving = 0;
    for (int round = test_rounds(200, 10000); round > 0; round--) {
        const world_options options = {2, 6, 1};
        world *w = world_random(&random, &options);
        for (size_t r = 0; r < w->robot_count; r++) {
            const lw_joints *joints = lw_scene_joints(w->scene, w->robot_names[r], NULL, NULL);
            double *row = random_rows(&random, joints, 1, 0);
            for (size_t link = 0; link < lw_scene_link_count(w->scene); link++)
                moving += check_jacobian(w->scene, joints, row, link);
            free(row);
        }
        world_free(w);
    }
    assert_true(moving > 1000);
}

static void many_rows_are_single_rows(void **state)
{
    (void)state;
    enum { ROWS = 7 };
    lw_random random = {test_seed() + 2};
    for (int round = test_rounds(50, 2000); round > 0; round--) {
        const world_options options = {1, 6, 1};
        world *w = world_random(&random, &options);
        const lw_joints *joints = lw_scene_joints(w->scene, NULL, NULL, NULL);
        const size_t width = lw_joints_value_count(joints);
        const size_t link = lw_random_below(&random, (uint32_t)lw_scene_link_count(w->scene));
        double *rows = random_rows(&random, joints, ROWS, 1);
        double many[ROWS * 6 * WORLD_VALUES];
        double one[6 * WORLD_VALUES];
        must(lw_scene_link_jacobians(w->scene, NULL, rows, ROWS, width + 1, link, many, NULL));
        for (size_t i = 0; i < ROWS; i++) {
            must(
                lw_scene_link_jacobians(w->scene, NULL, rows + i * (width + 1), 1, 0, link, one, NULL));
            for (size_t k = 0; k < 6 * width; k++)
                assert_true(same_bits(many[i * 6 * width + k], one[k]));
        }
        free(rows);
        world_free(w);
    }
}

static void memory_does_not_grow_with_the_rows(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    const world_options options = {1, 6, 1};
    world *w = world_random(&random, &options);
    const lw_joints *joints = lw_scene_joints(w->scene, NULL, NULL, NULL);
    double *rows = random_rows(&random, joints, 100, 0);
    const size_t link = 0;
    lw_pose poses[100];
    size_t taken[2];
    for (size_t i = 0; i < 2; i++) {
        const size_t before = allocation_count();
        must(lw_scene_link_poses(w->scene, NULL, rows, i ? 100 : 1, lw_joints_value_count(joints),
                                 &link, 1, poses, NULL));
        taken[i] = allocation_count() - before;
    }
    assert_int_equal(taken[0], 1);
    assert_int_equal(taken[1], 1);
    double jacobian[6 * WORLD_VALUES];
    allocation_fail(1);
    assert_int_equal(lw_scene_link_poses(w->scene, NULL, rows, 1, 0, &link, 1, poses, NULL),
                     LW_ERROR_MEMORY);
    allocation_fail(1);
    assert_int_equal(lw_scene_link_jacobians(w->scene, NULL, rows, 1, 0, link, jacobian, NULL),
                     LW_ERROR_MEMORY);
    allocation_fail(0);
    free(rows);
    world_free(w);
}

static void wrong_arguments(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    const world_options options = {1, 3, 1};
    world *w;
    const lw_joints *joints;
    do { /* a robot with a joint that turns or slides */
        w = world_random(&random, &options);
        joints = lw_scene_joints(w->scene, NULL, NULL, NULL);
    } while (lw_joints_value_count(joints) == 0 && (world_free(w), true));
    world *other = world_random(&random, &options);
    const size_t width = lw_joints_value_count(joints);
    double *rows = random_rows(&random, joints, 2, 0);
    lw_pose poses[2 * WORLD_LINKS];
    double jacobians[2 * 6 * WORLD_VALUES];
    lw_error e;
    const size_t none = lw_scene_link_count(w->scene);
    assert_int_equal(lw_scene_link_poses(w->scene, joints, NULL, 1, width, NULL, 0, poses, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_link_poses(w->scene, joints, rows, 1, width, NULL, 0, NULL, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_link_poses(w->scene, joints, NULL, 0, width, NULL, 0, NULL, &e), LW_OK);
    assert_int_equal(lw_scene_link_poses(NULL, joints, rows, 1, width, NULL, 0, poses, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_link_poses(w->scene, joints, rows, 1, width, &none, 1, poses, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_link_poses(other->scene, joints, rows, 1, width, NULL, 0, poses, &e),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "another scene"));
    assert_int_equal(lw_scene_link_jacobians(w->scene, joints, rows, 1, width, none, jacobians, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_link_jacobians(w->scene, joints, NULL, 1, width, 0, jacobians, &e),
                     LW_ERROR_ARGUMENT);
    for (size_t wrong = 0; wrong < 3; wrong++) {
        const double was = rows[2 * width - 1];
        rows[2 * width - 1] = wrong == 0 ? (double)NAN : wrong == 1 ? HUGE_VAL : -1.1e9;
        assert_int_equal(lw_scene_link_poses(w->scene, joints, rows, 2, width, NULL, 0, poses, &e),
                         LW_ERROR_ARGUMENT);
        assert_non_null(strstr(e.message, "row 1"));
        assert_int_equal(lw_scene_link_jacobians(w->scene, joints, rows, 2, width, 0, jacobians, &e),
                         LW_ERROR_ARGUMENT);
        rows[2 * width - 1] = was;
    }
    lw_scene *open;
    must(lw_scene_create(&open, NULL));
    assert_int_equal(lw_scene_link_poses(open, NULL, rows, 1, width, NULL, 0, poses, &e),
                     LW_ERROR_STATE);
    lw_scene_destroy(open);
    free(rows);
    world_free(other);
    world_free(w);
}

/* A floating joint whose quaternion has length 0. */
static void a_quaternion_without_length(void **state)
{
    (void)state;
    lw_scene *scene;
    lw_joint_def def = lw_default_joint();
    lw_error e;
    must(lw_scene_create(&scene, NULL));
    must(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL));
    must(lw_scene_add_link(scene, "r", "air", NULL));
    must(lw_scene_add_link(scene, "r", "drone", NULL));
    def.name = "fly";
    def.kind = LW_JOINT_FLOATING;
    def.parent = "air";
    def.child = "drone";
    must(lw_scene_add_joint(scene, "r", &def, NULL));
    must(lw_scene_freeze(scene, NULL));
    const double rows[] = {1, 2, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0};
    lw_pose poses[4];
    must(lw_scene_link_poses(scene, NULL, rows, 1, 7, NULL, 0, poses, NULL));
    assert_true(apart(poses[1], (lw_pose){{1, 2, 3}, {0, 0, 0, 1}}) < 1e-15);
    assert_int_equal(lw_scene_link_poses(scene, NULL, rows, 2, 7, NULL, 0, poses, &e),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "row 1: the quaternion of joint \"fly\""));
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_those_of_motions),
        cmocka_unit_test(jacobians_are_differences),
        cmocka_unit_test(many_rows_are_single_rows),
        cmocka_unit_test(memory_does_not_grow_with_the_rows),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(a_quaternion_without_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
