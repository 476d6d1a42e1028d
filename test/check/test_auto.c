/* check/method/auto.c: in crowds of few and many robots and obstacles it answers as the methods do that
 * visit every pair at every sample; budgets and callers who stop it end it. */
#include "check/checker/contact.h"
#include "crowd.h"
#include "seed.h"
#include "verdicts.h"

#include <stdio.h>
#include <stdlib.h>

/* A reported contact is a contact: the pair is no farther apart than its margin, and the points are on
 * the two bodies. */
static void is_contact(crowd *c, const lw_verdict *verdict)
{
    const lw_frozen *frozen = c->checker->frozen;
    lw_pair_id id = lw_pair_id_of((uint32_t)verdict->pair[0], (uint32_t)verdict->pair[1]);
    lw_pair pair = lw_frozen_pair(frozen, id);
    assert_true(distance_at_contact(c, verdict).lower <= pair.margin);
    assert_true(verdict->free_until <= verdict->time);
    for (int i = 0; i < 2; i++) {
        double radius = lw_frozen_body(frozen, (size_t)verdict->pair[i])->geometry->radius;
        vec3 center = lw_body_center(&c->checker->kinematics, (int32_t)verdict->pair[i]);
        assert_true(norm(sub(verdict->contact.points[i], center)) <=
                    (radius + pair.padding[i]) * (1 + 1e-9) + 1e-9);
    }
}

static void test_crowds(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int kinds[3] = {0};
    int by_blocks = 0;
    int rounds = test_rounds(600, 30000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd_of(lw_random_bits(&random), false, CROWD_USUAL, round % 2 ? 280 : -1);
        for (int any = 0; any < 2; any++) {
            lw_verdict sure = ask_crowd(&c, LW_METHOD_SLAB, any);
            lw_verdict fast = ask_crowd(&c, LW_METHOD_AUTO, any);
            assert_true(sure.kind == fast.kind || sure.kind == LW_VERDICT_UNDECIDED ||
                        fast.kind == LW_VERDICT_UNDECIDED);
            double tolerance = 1.1e-4 * c.motion->length;
            if (fast.kind == LW_VERDICT_CONTACT)
                is_contact(&c, &fast);
            if (fast.kind == LW_VERDICT_CONTACT && sure.kind == fast.kind && !any) {
                assert_true(fabs(fast.time - sure.time) <= 2 * tolerance);
                assert_int_equal(fast.first, sure.first);
                assert_true(distance_at_contact(&c, &fast).upper == fast.contact.upper);
            }
            /* nothing is called free after a contact */
            if (sure.kind == LW_VERDICT_CONTACT)
                assert_true(fast.free_until <= sure.time);
            by_blocks += fast.kind == LW_VERDICT_FREE && fast.queries == 0;
            kinds[fast.kind]++;
        }
        drop_crowd(&c);
    }
    assert_true(kinds[LW_VERDICT_FREE] > rounds / 4 && kinds[LW_VERDICT_CONTACT] > rounds / 4);
    assert_true(kinds[LW_VERDICT_UNDECIDED] <= rounds / 50);
    assert_true(by_blocks > kinds[LW_VERDICT_FREE] / 4);
}

/* Earlier checks by a checker do not change its answers. */
static void test_used_checker(void **state)
{
    (void)state;
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_BISECTION};
    lw_random random = {test_seed() + 3};
    int rounds = test_rounds(60, 3000);
    int contacts = 0;
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd_of(lw_random_bits(&random), false, CROWD_USUAL, -1);
        lw_checker *used = c.checker;
        for (int i = 0; i < 24; i++) {
            /* the same motion by one method after the other, and once more */
            if (i % 4 == 0)
                set_motion(&c);
            lw_method method = methods[lw_random_below(&random, 3)];
            lw_verdict verdicts[2] = {ask_crowd(&c, method, i % 8 < 6), lw_default_verdict()};
            succeed(lw_checker_create(c.scene, &c.checker, &c.error), &c.error);
            verdicts[1] = ask_crowd(&c, method, i % 8 < 6);
            assert_true(same_verdict(&verdicts[0], &verdicts[1]));
            if (verdicts[0].kind == LW_VERDICT_CONTACT)
                is_contact(&c, &verdicts[0]);
            contacts += verdicts[0].kind == LW_VERDICT_CONTACT;
            lw_checker_destroy(c.checker);
            c.checker = used;
        }
        drop_crowd(&c);
    }
    assert_true(contacts > 6 * rounds);
}

/* A rod whose box is nearer to a ball than the rod is, and another ball that is nearer than the rod,
 * both of one body and both within the margin: a contact of the rod is a contact, but the proven lower
 * end of the distance holds for the whole body. */
static void test_lower_end_of_margin(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_PRISMATIC}, 1);
    lw_shape_def rod = sphere_of(0.01);
    rod.kind = LW_SHAPE_CAPSULE;
    rod.length = 2;
    lw_pose place = lw_pose_from_rpy((lw_vec3){0, 0, 0.9}, 0.7853981633974483, 0, 0);
    succeed(lw_scene_add_shape(scene, "r", "l1", &rod, place, &error), &error);
    lw_shape_def ball = sphere_of(0.05);
    place = lw_pose_from_rpy((lw_vec3){0, 0.6, 1.2}, 0, 0, 0);
    succeed(lw_scene_add_shape(scene, "r", "l1", &ball, place, &error), &error);
    place = lw_pose_from_rpy((lw_vec3){1, 0.5, 1.4}, 0, 0, 0);
    succeed(lw_scene_add_obstacle(scene, "it", &ball, place, &error), &error);
    succeed(lw_scene_set_margin(scene, 1, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const double from = -1e-3;
    const double to = 1e-3;
    succeed(lw_motion_set_segment(motion, NULL, &from, &to, &error), &error);
    lw_check_options options = lw_default_check_options();
    options.any = true;
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    lw_distance exact;
    succeed(lw_pair_distance(checker, motion, verdict.time, 1, &exact, &error), &error);
    /* the contact is of the rod, which is the case of this test */
    assert_true(verdict.contact.upper > exact.upper + 0.05);
    assert_true(verdict.contact.lower <= exact.upper);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A motion of one point, or from a point to itself, which has a length. */
static void stand_still(crowd *c, size_t points)
{
    lw_track tracks[8];
    double positions[8][2 * 7 * MOST_JOINTS];
    for (size_t r = 0; r < c->robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        tracks[r] = lw_default_track();
        tracks[r].kind = LW_TRACK_PATH;
        tracks[r].joints = lw_scene_joints(c->scene, name, NULL, &c->error);
        tracks[r].point_count = points;
        tracks[r].positions = positions[r];
        size_t count = lw_joints_value_count(tracks[r].joints);
        for (size_t i = 0; i < count; i++)
            positions[r][i] = positions[r][count + i] = lw_random_between(&c->random, -1, 1);
    }
    succeed(lw_motion_set(c->motion, tracks, c->robots, &c->error), &c->error);
    assert_true(lw_contact_is_still(c->motion));
}

/* Where nothing moves, the answer has the same pair: the first of several that touch. */
static void test_states(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int kinds[3] = {0};
    int by_blocks = 0;
    int rounds = test_rounds(800, 40000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd_of(lw_random_bits(&random), false, CROWD_USUAL, round % 4 ? -1 : 280);
        stand_still(&c, 1 + (size_t)round % 2);
        lw_verdict sure = ask_crowd(&c, LW_METHOD_SLAB, round & 2);
        lw_verdict fast = ask_crowd(&c, LW_METHOD_AUTO, round & 2);
        assert_int_equal(fast.kind, sure.kind);
        assert_true(fast.pair[0] == sure.pair[0] && fast.pair[1] == sure.pair[1]);
        assert_true(fast.time == sure.time && fast.free_until == sure.free_until);
        assert_true(fast.queries <= sure.queries);
        by_blocks += fast.kind == LW_VERDICT_FREE && fast.queries == 0;
        kinds[fast.kind]++;
        drop_crowd(&c);
    }
    assert_true(kinds[LW_VERDICT_FREE] > rounds / 8 && kinds[LW_VERDICT_CONTACT] > rounds / 8);
    assert_true(by_blocks > kinds[LW_VERDICT_FREE] / 4);
}

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

/* The caller's function to stop is asked before anything is proven, and a budget of queries holds. */
static void test_limits(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    int cut = 0;
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd_of(lw_random_bits(&random), false, CROWD_USUAL, round % 4 < 2 ? 280 : -1);
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        int asked = 0;
        options.any = round % 2;
        options.stop = stop_at_once;
        options.stop_context = &asked;
        succeed(lw_check(c.checker, c.motion, &options, &verdict, &c.error), &c.error);
        if (verdict.kind == LW_VERDICT_UNDECIDED)
            assert_int_equal(verdict.reason, LW_REASON_STOPPED);
        assert_true(verdict.kind == LW_VERDICT_UNDECIDED || lw_scene_pair_count(c.scene) <= 1 ||
                    lw_motion_is_still(c.motion));
        options.stop = NULL;
        options.budget_queries = 1 + (uint64_t)(round % 3);
        succeed(lw_check(c.checker, c.motion, &options, &verdict, &c.error), &c.error);
        /* to report a contact takes one more */
        assert_true(verdict.queries <=
                    options.budget_queries + (verdict.kind == LW_VERDICT_CONTACT ? 2 : 0));
        cut += verdict.kind == LW_VERDICT_UNDECIDED && verdict.reason == LW_REASON_BUDGET;
        drop_crowd(&c);
    }
    assert_true(cut > rounds / 60);
}

/* A ball in a corner of the boxes about some tetrahedra, which is empty: blocks prove nothing of them,
 * the middle shows no contact, and slabs prove the rest. A budget of queries is kept on the way. */
static void test_empty_corners(void **state)
{
    (void)state;
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def tetrahedron = lw_default_shape();
    tetrahedron.kind = LW_SHAPE_POLYTOPE;
    tetrahedron.vertices = corners;
    tetrahedron.vertex_count = 4;
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_PRISMATIC}, 1);
    lw_pose place = lw_pose_identity();
    place.position = (lw_vec3){0.3, -0.7, -0.7};
    static const char *const ids[] = {"a", "b", "c", "d", "e"};
    enum { COUNT = sizeof ids / sizeof *ids };
    for (size_t i = 0; i < COUNT; i++)
        succeed(lw_scene_add_obstacle(scene, ids[i], &tetrahedron, place, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const double from = -0.01;
    const double to = 0.01;
    succeed(lw_motion_set_segment(motion, NULL, &from, &to, &error), &error);
    for (uint64_t budget = 0; budget <= COUNT; budget++) {
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        options.any = true;
        options.budget_queries = budget;
        succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
        if (budget == 0)
            assert_true(verdict.kind == LW_VERDICT_FREE && verdict.queries > COUNT);
        else
            assert_true(verdict.kind == LW_VERDICT_UNDECIDED && verdict.queries == budget &&
                        verdict.reason == LW_REASON_BUDGET && verdict.free_until == 0);
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A ball that leaves another one, which it touches at the beginning for a shorter time than any
 * interval of the search. */
static void test_leaves(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_PRISMATIC}, 1);
    lw_pose place = lw_pose_from_rpy((lw_vec3){1, 0, 1}, 0, 0, 0);
    succeed(lw_scene_add_obstacle(scene, "it", &ball, place, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const double from = 1.2; /* a little less than that, as a double is */
    const double to = 2;
    succeed(lw_motion_set_segment(motion, NULL, &from, &to, &error), &error);
    for (int any = 0; any < 2; any++) {
        lw_check_options options = lw_default_check_options();
        options.any = any;
        lw_verdict verdict = lw_default_verdict();
        succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
        assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
        assert_true(verdict.time == 0 && verdict.free_until == 0);
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A ball among more balls in one place than blocks take: the first one is in contact. */
static void test_too_many(void **state)
{
    (void)state;
    enum { COUNT = LW_MOST_NEAR_OBSTACLES + 8 };
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_PRISMATIC}, 1);
    for (int i = 0; i < COUNT; i++) {
        char id[16];
        snprintf(id, sizeof id, "o%d", i);
        succeed(lw_scene_add_obstacle(scene, id, &ball, lw_pose_identity(), &error), &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const double at = 0;
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_motion_set_segment(motion, NULL, &at, &at, &error), &error);
    succeed(lw_check(checker, motion, NULL, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    assert_true(verdict.queries >= 1 && verdict.time == 0);
    assert_string_equal(lw_frozen_body(scene->frozen, (size_t)verdict.pair[1])->name, "o0");
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A ball that is put down and picked up again, in a row of scenes of which only the last is kept, is
 * checked as in a scene in which it was picked up at once. */
static void test_carried_again(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_shape_def ball = sphere_of(0.1);
    lw_pose held = lw_pose_identity();
    held.position.z = 0.2;
    lw_verdict verdicts[2];
    for (int again = 0; again < 2; again++) {
        lw_scene *scene = new_scene();
        add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
        lw_pose place = lw_pose_identity();
        place.position.y = 3;
        succeed(lw_scene_add_obstacle(scene, "ball", &ball, place, &error), &error);
        place.position = (lw_vec3){0.5, 0.9, 0.2};
        succeed(lw_scene_add_obstacle(scene, "post", &ball, place, &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        for (int i = 0; i < (again ? 7 : 1); i++) {
            lw_scene *next = NULL;
            succeed(lw_scene_copy(scene, &next, &error), &error);
            if (i % 2)
                succeed(lw_scene_release(next, "ball", held, &error), &error);
            else
                succeed(lw_scene_attach_obstacle(next, NULL, "l1", "ball", held, NULL, 0, &error),
                        &error);
            succeed(lw_scene_freeze(next, &error), &error);
            lw_scene_destroy(scene);
            scene = next;
            for (size_t body = 0; body < lw_scene_body_count(scene); body++)
                assert_true((body < scene->frozen->moving_count) ==
                            (lw_frozen_body(scene->frozen, body)->cover != NULL));
        }
        lw_motion *motion = NULL;
        lw_checker *checker = NULL;
        const double from = 0;
        const double to = 3;
        verdicts[again] = lw_default_verdict();
        succeed(lw_motion_create(scene, &motion, &error), &error);
        succeed(lw_checker_create(scene, &checker, &error), &error);
        succeed(lw_motion_set_segment(motion, NULL, &from, &to, &error), &error);
        succeed(lw_check(checker, motion, NULL, &verdicts[again], &error), &error);
        lw_checker_destroy(checker);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
    assert_true(same_verdict(&verdicts[0], &verdicts[1]));
}

/* After 2^32 blocks, which a planner's checker makes within hours, no centre counts as placed that is
 * not: the answers stay as they are. */
static void test_after_many_blocks(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 11};
    for (int round = 0; round < 100; round++) {
        uint64_t seed = lw_random_bits(&random);
        crowd first = new_crowd(seed, false);
        crowd later = new_crowd(seed, false);
        lw_block *block = &later.checker->lanes->block;
        block->number = UINT32_MAX;
        lw_verdict one = ask_crowd(&first, LW_METHOD_AUTO, round % 2);
        lw_verdict other = ask_crowd(&later, LW_METHOD_AUTO, round % 2);
        assert_true(same_verdict(&one, &other));
        drop_crowd(&first);
        drop_crowd(&later);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowds),        cmocka_unit_test(test_states),
        cmocka_unit_test(test_used_checker),  cmocka_unit_test(test_lower_end_of_margin),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_empty_corners),
        cmocka_unit_test(test_leaves),        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_carried_again), cmocka_unit_test(test_after_many_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
