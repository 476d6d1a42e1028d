/* Tests acm/joint_path.h: poses against those of motions, the travel against random configurations, and
 * the range of values to be tried. */
#include "acm/joint_path.h"

#include "body/query.h"
#include "motion/forward_kinematics.h"
#include "random_robot.h"
#include "seed.h"
#include "small_scene.h"

enum { POINTS = 6 };

static pose pose_of_motion(const lw_motion *motion, const lw_scene *scene, size_t a, size_t b)
{
    lw_arena arena = {0};
    lw_kinematics kinematics;
    assert_int_equal(lw_kinematics_create(&arena, scene, &kinematics, NULL), LW_OK);
    lw_kinematics_sample(&kinematics, motion, 0, 0, 0);
    pose found = relative(lw_body_pose(&kinematics, (int32_t)a), lw_body_pose(&kinematics, (int32_t)b));
    lw_arena_free(&arena);
    return found;
}

/* the path's values set as joints of a motion */
static void set_values(const lw_joint_path *path, const double *values, lw_motion *motion)
{
    const lw_chains *chains = path->frozen->chains;
    for (size_t j = 0; j < chains->joint_count; j++)
        for (size_t v = 0; v < path->value_count; v++)
            if (chains->joints[j].mimic < 0 && chains->joints[j].variable == path->values[v].variable &&
                lw_joint_value_count(chains->joints[j].kind) == 1)
                assert_int_equal(lw_motion_set_joint(motion, chains->names[chains->joints[j].robot],
                                                     chains->joints[j].name, &values[v], 1, NULL),
                                 LW_OK);
}

/* a random point of the body's kernel, taken from the kernel's box and its sphere */
static vec3 point_of(lw_random *random, const lw_geometry *geometry, double round)
{
    const lw_node *box = &geometry->nodes[0];
    vec3 half = sub(box->half, v3(round, round, round));
    for (;;) {
        vec3 p =
            v3(lw_random_between(random, -1, 1) * half.x, lw_random_between(random, -1, 1) * half.y,
               lw_random_between(random, -1, 1) * half.z);
        if (lw_random_below(random, 3) == 0)
            p = v3(copysign(half.x, p.x), copysign(half.y, p.y), copysign(half.z, p.z));
        p = add(p, box->center);
        if (norm(sub(p, geometry->center)) <= geometry->radius - round)
            return p;
        if (lw_random_below(random, 50) == 0)
            return geometry->center;
    }
}

static lw_bracket distance_of(const lw_joint_path *path)
{
    lw_query query = {.b_in_a = relative(path->at[0], path->at[1]), .enough = HUGE_VAL, .touch = -1};
    lw_bracket bracket;
    uint32_t pair[2];
    lw_geometry_distance(path->bodies[0]->geometry, path->bodies[1]->geometry, &query, NULL, &bracket,
                         pair);
    return bracket;
}

/* Checks the bound on the travel against random configurations; returns the largest share of it that
 * was seen. */
static double check_travel(lw_random *random, lw_joint_path *path)
{
    double middle[WORLD_JOINTS] = {0};
    double half[WORLD_JOINTS] = {0};
    double shares[WORLD_JOINTS] = {0};
    double values[WORLD_JOINTS] = {0};
    double size = pow(10, lw_random_between(random, -3, 0.8));
    for (size_t i = 0; i < path->value_count; i++) {
        middle[i] = lw_random_between(random, -4, 4);
        half[i] = lw_random_below(random, 4) ? lw_random_between(random, 0, size) : 0;
    }
    vec3 points[2][POINTS];
    pose before[2];
    lw_joint_path_pose(path, middle);
    double travel = lw_joint_path_travel(path, half, shares);
    double all = 0;
    for (size_t i = 0; i < path->value_count; i++)
        all += shares[i];
    assert_near(all, travel, 1e-9 * travel);
    for (int end = 0; end < 2; end++) {
        before[end] = path->at[end];
        const lw_geometry *geometry = path->bodies[end]->geometry;
        for (int i = 0; i < POINTS; i++)
            points[end][i] = point_of(random, geometry, path->round[end]);
    }
    lw_bracket first = distance_of(path);
    double most = 0;
    for (int n = 0; n < 16; n++) {
        for (size_t i = 0; i < path->value_count; i++)
            values[i] = middle[i] + (lw_random_below(random, 2)
                                         ? lw_random_between(random, -half[i], half[i])
                                         : (lw_random_below(random, 2) ? half[i] : -half[i]));
        lw_joint_path_pose(path, values);
        lw_bracket second = distance_of(path);
        double close = 1e-9 * (1 + first.upper + second.upper) + 2 * path->error;
        assert_true(fabs(second.upper - first.upper) <= travel + close);
        for (int i = 0; i < POINTS; i++) {
            double then =
                norm(sub(transform(before[0], points[0][i]), transform(before[1], points[1][i])));
            double now =
                norm(sub(transform(path->at[0], points[0][i]), transform(path->at[1], points[1][i])));
            double error = 1e-12 * (1 + then + now) + 2 * path->error;
            assert_true(fabs(now - then) <= travel + error);
            most = greater(most, travel > 0 ? fabs(now - then) / travel : 0);
        }
    }
    return most;
}

static void test_random_paths(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    double most = 0;
    int paths = 0;
    for (int round = 0; round < test_rounds(150, 20000); round++) {
        world *w = world_random(&random, &(world_options){1, 8, 1});
        const lw_frozen *frozen = w->scene->frozen;
        lw_motion *motion = NULL;
        assert_int_equal(lw_motion_create(w->scene, &motion, NULL), LW_OK);
        for (size_t a = 0; a < frozen->body_count; a++)
            for (size_t b = 0; b < frozen->body_count; b++) {
                lw_arena arena = {0};
                lw_joint_path path;
                if (a == b)
                    continue;
                assert_int_equal(lw_joint_path_find(&arena, frozen, a, b, &path, NULL), LW_OK);
                if (!path.varies) {
                    double values[WORLD_JOINTS] = {0};
                    for (size_t i = 0; i < path.value_count; i++)
                        values[i] = lw_random_between(&random, -4, 4);
                    set_values(&path, values, motion);
                    lw_joint_path_pose(&path, values);
                    pose here = relative(path.at[0], path.at[1]);
                    pose there = pose_of_motion(motion, w->scene, a, b);
                    double far = 1e-9 * (1 + norm(there.position)); /* robots stand up to 100 m away */
                    assert_true(norm(sub(here.position, there.position)) <= far);
                    assert_true(norm(sub(here.rotation.x, there.rotation.x)) <= 1e-9);
                    assert_true(norm(sub(here.rotation.y, there.rotation.y)) <= 1e-9);
                    most = greater(most, check_travel(&random, &path));
                    paths++;
                }
                lw_arena_free(&arena);
            }
        lw_motion_destroy(motion);
        world_free(w);
    }
    printf("%d paths; at most %.3f of the bound\n", paths, most);
    assert_true(paths > 200 && most > 0.9);
}

/* A folded chain: the first joint's axis goes through the second body, and the second joint's axis
 * through the first body. If each joint were assigned to the body on its axis, the bound would be 0;
 * but both joints together move the bodies. */
static void test_a_folded_chain(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def point = sphere_of(1e-3);
    static const char *const links[] = {"a", "middle", "b"};
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 3; i++) {
        lw_pose place = lw_pose_identity();
        place.position.x = i == 2;
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
        succeed(lw_scene_add_shape(scene, "r", links[i], &point, place, &error), &error);
    }
    lw_joint_def first = joint_of("first", LW_JOINT_CONTINUOUS, "a", "middle");
    lw_joint_def second = joint_of("second", LW_JOINT_CONTINUOUS, "middle", "b");
    second.origin.position.x = -1;
    succeed(lw_scene_add_joint(scene, "r", &first, &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &second, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_arena arena = {0};
    lw_joint_path path;
    succeed(lw_joint_path_find(&arena, scene->frozen, 0, 2, &path, &error), &error);
    double still[2] = {0};
    double half[2] = {0.8, 0.8};
    double shares[2];
    lw_joint_path_pose(&path, still);
    double before = distance_of(&path).upper;
    double travel = lw_joint_path_travel(&path, half, shares);
    lw_joint_path_pose(&path, (double[]){0.8, -0.8});
    double after = distance_of(&path).upper;
    assert_near(before, 1 - 2e-3, 1e-9);
    assert_true(fabs(after - before) > 0.1 && fabs(after - before) <= travel);
    assert_near(travel, 0.8, 1e-3); /* one of them moves a body about an axis 1 m away */
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
}

/* ---- ranges of values -------------------------------------------------------------------------- */

/* A base and two links on joints about z: "turn" with limits, and "next", which mimics it by a
 * multiple. The path leads from body `from` to the last link. */
static void find_values_from(size_t from, lw_joint_kind kind, double lower, double upper,
                             double multiplier, lw_joint_kind follower, double ends[2], bool *bounded)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    const char *links[] = {"base", "first", "second"};
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 3; i++) {
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
        succeed(lw_scene_add_shape(scene, "r", links[i], &ball, lw_pose_identity(), &error), &error);
    }
    lw_joint_def turn = joint_of("turn", kind, "base", "first");
    turn.lower = lower;
    turn.upper = upper;
    lw_joint_def next = joint_of("next", follower, "first", "second");
    next.mimic = "turn";
    next.mimic_multiplier = multiplier;
    succeed(lw_scene_add_joint(scene, "r", &turn, &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &next, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_arena arena = {0};
    lw_joint_path path;
    succeed(lw_joint_path_find(&arena, scene->frozen, from, 2, &path, &error), &error);
    assert_int_equal(path.value_count, 1);
    assert_false(path.varies);
    ends[0] = path.values[0].low;
    ends[1] = path.values[0].high;
    *bounded = path.bounded;
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
}

static void find_values(lw_joint_kind kind, double lower, double upper, double multiplier,
                        lw_joint_kind follower, double ends[2], bool *bounded)
{
    find_values_from(0, kind, lower, upper, multiplier, follower, ends, bounded);
}

static void test_which_values_are_tried(void **state)
{
    (void)state;
    double ends[2];
    bool bounded;
    double none = HUGE_VAL;
    double pi = 3.14159265358979323846;
    /* the limits */
    find_values(LW_JOINT_REVOLUTE, -1, 2, 1, LW_JOINT_REVOLUTE, ends, &bounded);
    assert_true(bounded && ends[0] == -1 && ends[1] == 2);
    find_values(LW_JOINT_PRISMATIC, -1, 2, 1, LW_JOINT_PRISMATIC, ends, &bounded);
    assert_true(bounded && ends[0] == -1 && ends[1] == 2);
    /* a continuous joint needs one whole turn; so does a revolute one, within its limits */
    find_values(LW_JOINT_CONTINUOUS, -none, none, 3, LW_JOINT_REVOLUTE, ends, &bounded);
    assert_true(bounded && ends[0] < -pi && ends[1] > pi);
    assert_near(ends[1] - ends[0], 2 * pi, 1e-9);
    find_values(LW_JOINT_REVOLUTE, -2, 18, 2, LW_JOINT_CONTINUOUS, ends, &bounded);
    assert_true(bounded && ends[0] >= -2 && ends[1] <= 18);
    assert_true(ends[1] - ends[0] >= 2 * pi && ends[1] - ends[0] < 2 * pi + 1e-9);
    /* the follower turns half as far: after a whole turn of the leader it is somewhere else, so the
     * value has no bounds */
    find_values(LW_JOINT_CONTINUOUS, -none, none, 0.5, LW_JOINT_REVOLUTE, ends, &bounded);
    assert_false(bounded);
    find_values(LW_JOINT_REVOLUTE, -20, 20, 0.5, LW_JOINT_REVOLUTE, ends, &bounded);
    assert_true(bounded && ends[0] == -20 && ends[1] == 20);
    /* unless the follower alone is on the path */
    find_values_from(1, LW_JOINT_CONTINUOUS, -none, none, 0.5, LW_JOINT_REVOLUTE, ends, &bounded);
    assert_true(bounded && ends[1] - ends[0] >= 4 * pi && ends[1] - ends[0] < 4 * pi + 1e-9);
    /* a sliding joint never comes round */
    find_values(LW_JOINT_CONTINUOUS, -none, none, 1, LW_JOINT_PRISMATIC, ends, &bounded);
    assert_false(bounded);
    find_values(LW_JOINT_PRISMATIC, -none, none, 1, LW_JOINT_REVOLUTE, ends, &bounded);
    assert_false(bounded);
    find_values(LW_JOINT_CONTINUOUS, -none, none, 0, LW_JOINT_PRISMATIC, ends, &bounded);
    assert_true(bounded && ends[1] - ends[0] >= 2 * pi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_paths),
        cmocka_unit_test(test_a_folded_chain),
        cmocka_unit_test(test_which_values_are_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
