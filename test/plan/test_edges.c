/* Tests plan/edges.h: states and segments that are asked together get the same answers as by lw_check
 * one by one, whatever the method: of one robot, while the other one is not at its rest place of the
 * scene, and of both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "plan/edges.h"
#include "seed.h"
#include "small_scene.h"

enum { WIDEST = 4 };

typedef struct asked {
    lw_random random;
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion, *rest;
    const lw_joints *joints[2];
    size_t robots; /* the number of robots that are asked about */
    size_t width;  /* the number of their values */
    lw_method method;
    double values[LW_MOST_EDGES][2][WIDEST];
    lw_edge edges[LW_MOST_EDGES];
    size_t kinds[3];
    size_t found; /* configurations found to be in contact */
} asked;

/* Two chains, one of them among balls, in reach of each other. */
static asked new_scene_of(uint64_t seed)
{
    static const lw_joint_kind turns[] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE};
    lw_error error = {0};
    asked a = {.random = {seed}, .scene = new_scene()};
    lw_shape_def ball = sphere_of(0.2);
    lw_pose at = lw_pose_identity();
    add_chain(a.scene, "one", turns, 2);
    at.position.x = 2;
    succeed(lw_scene_add_robot(a.scene, "other", at, &error), &error);
    succeed(lw_scene_add_link(a.scene, "other", "base", &error), &error);
    for (int i = 0; i < 2; i++) {
        lw_joint_def joint =
            joint_of(i ? "y" : "x", LW_JOINT_PRISMATIC, i ? "x" : "base", i ? "y" : "x");
        joint.origin.position.x = 0;
        joint.axis = i ? (lw_vec3){0, 1, 0} : (lw_vec3){1, 0, 0};
        succeed(lw_scene_add_link(a.scene, "other", joint.child, &error), &error);
        succeed(lw_scene_add_joint(a.scene, "other", &joint, &error), &error);
    }
    succeed(lw_scene_add_shape(a.scene, "other", "y", &ball, lw_pose_identity(), &error), &error);
    at.position = (lw_vec3){1, 1, 0};
    succeed(lw_scene_add_obstacle(a.scene, "ball", &ball, at, &error), &error);
    succeed(lw_scene_freeze(a.scene, &error), &error);
    succeed(lw_checker_create(a.scene, &a.checker, &error), &error);
    succeed(lw_motion_create(a.scene, &a.motion, &error), &error);
    succeed(lw_motion_create(a.scene, &a.rest, &error), &error);
    a.joints[0] = lw_scene_joints(a.scene, "one", NULL, &error);
    a.joints[1] = lw_scene_joints(a.scene, "other", NULL, &error);
    return a;
}

static void drop(asked *a)
{
    lw_motion_destroy(a->motion);
    lw_motion_destroy(a->rest);
    lw_checker_destroy(a->checker);
    lw_scene_destroy(a->scene);
}

/* The verdict of lw_check. */
static lw_verdict verdict_of(asked *a, const lw_edge *edge, bool resting)
{
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    options.method = a->method;
    lw_track tracks[2];
    double rows[2][2 * WIDEST];
    size_t first = 0;
    for (size_t r = 0; r < a->robots; r++) {
        size_t width = lw_joints_value_count(a->joints[r]);
        memcpy(rows[r], edge->from + first, width * sizeof(double));
        memcpy(rows[r] + width, edge->to + first, width * sizeof(double));
        tracks[r] = lw_default_track();
        tracks[r].joints = a->joints[r];
        tracks[r].point_count = 2;
        tracks[r].positions = rows[r];
        first += width;
    }
    succeed(lw_motion_set(a->motion, tracks, a->robots, &error), &error);
    for (size_t i = 2; i < 4 && resting; i++) {
        double value;
        succeed(lw_motion_joint_values(a->rest, i, 0, &value, &error), &error);
        succeed(lw_motion_set_joint(a->motion, "other", i == 2 ? "x" : "y", &value, 1, &error), &error);
    }
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_check(a->checker, a->motion, &options, &verdict, &error), &error);
    return verdict;
}

/* Random segments; some of them, or all, are states. */
static size_t fill(asked *a, bool states)
{
    size_t count = 1 + lw_random_below(&a->random, LW_MOST_EDGES);
    for (size_t i = 0; i < count; i++) {
        bool is_state = states || lw_random_below(&a->random, 2);
        for (int end = 0; end < 2; end++)
            for (size_t k = 0; k < a->width; k++)
                a->values[i][end][k] = lw_random_between(&a->random, -2, 2);
        a->edges[i] = (lw_edge){.from = a->values[i][0], .to = a->values[i][is_state ? 0 : 1]};
    }
    return count;
}

/* Configurations that are found to be in contact are. They are found of one robot, where the other one
 * is at its rest place of the scene. */
static void check_contacts(asked *a, lw_edges *edges, bool resting)
{
    lw_error error = {0};
    double values[LW_MOST_STATES][WIDEST];
    const double *rows[LW_MOST_STATES];
    bool found[LW_MOST_STATES];
    size_t count = 1 + lw_random_below(&a->random, LW_MOST_STATES);
    for (size_t i = 0; i < count; i++) {
        rows[i] = values[i];
        for (size_t k = 0; k < a->width; k++)
            values[i][k] = lw_random_between(&a->random, -2, 2);
    }
    const uint64_t seen = edges->seen;
    succeed(lw_edges_contacts(edges, rows, count, found, &error), &error);
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        const lw_edge state = {.from = rows[i], .to = rows[i]};
        sum += found[i];
        assert_true(!found[i] || verdict_of(a, &state, resting).kind == LW_VERDICT_CONTACT);
    }
    assert_int_equal(edges->seen, seen + sum);
    assert_true(!sum || (a->robots == 1 && !resting));
    a->found += sum;
}

/* Contacts are sought as long as one of eight states has one; the first 64 do not count. */
static void check_pays(lw_edges *edges)
{
    static const struct {
        uint64_t sought, seen;
        bool pays;
    } cases[] = {{0, 0, true}, {63, 0, true}, {64, 0, false}, {64, 8, false}, {64, 9, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        edges->sought = cases[i].sought;
        edges->seen = cases[i].seen;
        assert_int_equal(lw_edges_sees_contacts(edges), cases[i].pays);
    }
}

static void compare(asked *a, bool resting)
{
    lw_error error = {0};
    lw_arena arena = {0};
    lw_cspace space;
    lw_edges edges;
    lw_plan_space def = lw_default_plan_space();
    def.joints = a->joints;
    def.joints_count = a->robots;
    def.rest = resting ? a->rest : NULL;
    const double lower[WIDEST] = {-9, -9, -9, -9};
    const double upper[WIDEST] = {9, 9, 9, 9};
    def.lower = lower;
    def.upper = upper;
    succeed(lw_cspace_make(&arena, a->scene, &def, &space, &error), &error);
    succeed(lw_edges_make(&arena, &space, def.rest, 2, &edges, &error), &error);
    a->width = space.value_count;
    edges.any.method = a->method;
    for (int round = 0; round < 4; round++) {
        size_t count = fill(a, round % 2);
        succeed(lw_edges_ask(&edges, a->edges, count, round > 1, &error), &error);
        for (size_t i = 0; i < count; i++) {
            lw_verdict alone = verdict_of(a, &a->edges[i], resting);
            assert_int_equal(a->edges[i].kind, alone.kind);
            if (round > 1) {
                assert_int_equal(lw_edges_verdict(&edges, i)->samples, alone.samples);
                assert_int_equal(lw_edges_verdict(&edges, i)->queries, alone.queries);
            }
            assert_true((a->edges[i].kind == LW_VERDICT_FREE) == (a->edges[i].free_until == 1));
            a->kinds[a->edges[i].kind]++;
        }
    }
    for (int i = 0; i < 4; i++)
        check_contacts(a, &edges, resting);
    check_pays(&edges);
    lw_edges_free(&edges);
    lw_arena_free(&arena);
}

static void test_answers(void **state)
{
    (void)state;
    uint64_t seed = test_seed();
    lw_error error = {0};
    int rounds = test_rounds(20, 1000);
    for (int which = 0; which < 3; which++) {
        bool resting = which == 1;
        asked a = new_scene_of(seed + (uint64_t)which);
        a.robots = which == 2 ? 2 : 1;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 2 && resting; i++) {
                double value = lw_random_between(&a.random, -1, 1);
                succeed(lw_motion_set_joint(a.rest, "other", i ? "y" : "x", &value, 1, &error), &error);
            }
            a.method = round % 2 ? LW_METHOD_EXPANDED : LW_METHOD_AUTO;
            compare(&a, resting);
        }
        assert_true(a.kinds[LW_VERDICT_FREE] > 20 * (size_t)rounds &&
                    a.kinds[LW_VERDICT_CONTACT] > 20 * (size_t)rounds);
        assert_int_equal(a.found > (size_t)rounds / 2, !which);
        drop(&a);
    }
}

/* A continuous joint with bounds turns by five radians, past a ball, not the shorter way round. */
static void test_long_turn(void **state)
{
    (void)state;
    static const lw_joint_kind turn = LW_JOINT_CONTINUOUS;
    const double lower = -9;
    const double upper = 9;
    lw_error error = {0};
    lw_arena arena = {0};
    lw_cspace space;
    lw_edges edges;
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    lw_pose at = lw_pose_identity();
    lw_joint_def joint = joint_of("turn", turn, "base", "arm");
    joint.origin.position.x = 0;
    succeed(lw_scene_add_robot(scene, "r", at, &error), &error);
    succeed(lw_scene_add_link(scene, "r", "base", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "arm", &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    at.position.x = 1;
    succeed(lw_scene_add_shape(scene, "r", "arm", &ball, at, &error), &error);
    succeed(lw_scene_add_obstacle(scene, "ball", &ball, at, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_plan_space def = lw_default_plan_space();
    def.lower = &lower;
    def.upper = &upper;
    succeed(lw_cspace_make(&arena, scene, &def, &space, &error), &error);
    succeed(lw_edges_make(&arena, &space, NULL, 1, &edges, &error), &error);
    static const double ends[][2] = {{-2.5, 2.5}, {2.5, 2 * 3.1 - 2.5}, {-2.5, -0.5}};
    for (int i = 0; i < 3; i++) {
        lw_edge edge = {.from = &ends[i][0], .to = &ends[i][1]};
        succeed(lw_edges_ask(&edges, &edge, 1, false, &error), &error);
        assert_int_equal(edge.kind, i ? LW_VERDICT_FREE : LW_VERDICT_CONTACT);
    }
    assert_int_equal(edges.asked, 3);
    lw_edges_free(&edges);
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_long_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
