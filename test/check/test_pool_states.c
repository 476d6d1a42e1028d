/* States of a thread pool: each is answered as by lw_check, whichever states are checked side by side
 * with it. */
#include "check/checker/contact.h"
#include "crowd.h"
#include "motion/state.h"
#include "seed.h"
#include "verdicts.h"

#include <stdlib.h>

enum { MOST_VALUES = 7 * MOST_JOINTS, MOST_ROBOTS = 8, MOST_ROWS = 70 };

typedef struct answers_room {
    lw_verdict_kind kind[MOST_ROWS];
    lw_reason reason[MOST_ROWS];
    double free_until[MOST_ROWS], time[MOST_ROWS];
    int64_t pair[MOST_ROWS][2];
} answers_room;

static lw_answers answers_in(answers_room *room)
{
    lw_answers answers = lw_default_answers();
    memset(room, 0x55, sizeof *room);
    answers.kind = room->kind;
    answers.reason = room->reason;
    answers.free_until = room->free_until;
    answers.time = room->time;
    answers.pair = room->pair;
    return answers;
}

static void is_answer(const answers_room *room, size_t i, const lw_verdict *verdict)
{
    assert_int_equal(room->kind[i], verdict->kind);
    assert_int_equal(room->reason[i], verdict->reason);
    assert_true(same_bits(room->free_until[i], verdict->free_until));
    assert_true(same_bits(room->time[i], verdict->time));
    assert_true(same_pair(room->pair[i], verdict->pair));
}

/* Rows of joint values, some of them the same, or beyond their limits. */
static void random_rows(lw_random *random, double *rows, size_t count, size_t stride, size_t width)
{
    for (size_t i = 0; i < count; i++) {
        double size = lw_random_below(random, 8) ? lw_random_between(random, 0, 3) : 400;
        for (size_t k = 0; k < width; k++)
            rows[i * stride + k] = lw_random_between(random, -size, size);
        if (i && !lw_random_below(random, 6))
            memcpy(rows + i * stride, rows + (i - 1) * stride, width * sizeof *rows);
    }
}

/* The values of a row are those of a motion that is set to it. */
static void has_values(const crowd *c, const lw_joints *joints, const double *row)
{
    double is[MOST_ROBOTS * MOST_VALUES];
    for (size_t i = 0; i < joints->chains->joint_count; i++)
        if (joints->chains->joints[i].kind == LW_JOINT_FLOATING)
            return;
    if (lw_state_values(c->scene->frozen, joints, row, is, 1))
        for (size_t i = 0; i < c->scene->frozen->chains->variable_count; i++)
            assert_true(is[i] == lw_motion_value(c->motion, 0, c->motion->begin, (int32_t)i));
}

/* Answers without the pair, which take less time in contact, are the same. */
static void are_same_without_pairs(lw_pool *pool, const lw_rows *rows, const lw_check_options *options,
                                   const answers_room *with)
{
    static answers_room room;
    lw_error error = {0};
    lw_answers answers = answers_in(&room);
    answers.pair = NULL;
    succeed(lw_pool_states(pool, rows, options, &answers, &error), &error);
    for (size_t i = 0; i < rows->count; i++) {
        assert_int_equal(room.kind[i], with->kind[i]);
        assert_int_equal(room.reason[i], with->reason[i]);
        assert_true(same_bits(room.free_until[i], with->free_until[i]));
        assert_true(same_bits(room.time[i], with->time[i]));
    }
}

/* The rows that lw_pool_contacts finds are in contact, and none are found in vain. Returns how many. */
static size_t check_contacts(const crowd *c, lw_pool *pool, const lw_rows *rows)
{
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    bool found[MOST_ROWS];
    size_t sum = 0;
    memset(found, 0x55, sizeof found);
    succeed(lw_pool_contacts(pool, rows, found, &error), &error);
    options.any = true;
    for (size_t i = 0; i < rows->count; i++) {
        const double *row = rows->from + i * rows->from_stride;
        assert_true(memcmp(&found[i], &(bool){true}, 1) == 0 || !found[i]);
        if (!found[i])
            continue;
        succeed(lw_motion_set_segment(c->motion, rows->joints, row, row, &error), &error);
        succeed(lw_check(c->checker, c->motion, &options, &verdict, &error), &error);
        assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
        sum++;
    }
    return sum;
}

static void test_crowds(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_AUTO, LW_METHOD_AUTO,
                                        LW_METHOD_SAMPLED};
    size_t kinds[3] = {0};
    size_t found = 0;
    int rounds = test_rounds(1000, 40000);
    for (int round = 0; round < rounds; round++) {
        static double rows_of[MOST_ROWS * (MOST_VALUES + 3)];
        static answers_room room;
        crowd c = new_crowd_in_turn(lw_random_bits(&random), round);
        const lw_joints *joints = lw_scene_joints(c.scene, "r0", NULL, &c.error);
        lw_pool *pool = NULL;
        succeed(lw_pool_create(c.scene, 1 + lw_random_below(&random, 3), &pool, &c.error), &c.error);
        lw_rows rows = lw_default_rows();
        size_t width = lw_joints_value_count(joints);
        rows.joints = joints;
        rows.count = 1 + lw_random_below(&random, lw_random_below(&random, 2) ? 9 : MOST_ROWS - 1);
        rows.from = rows_of;
        rows.from_stride = width + lw_random_below(&random, 4);
        random_rows(&random, rows_of, rows.count, rows.from_stride, width);
        found += check_contacts(&c, pool, &rows);
        lw_check_options options = lw_default_check_options();
        options.any = lw_random_below(&random, 2);
        options.method = methods[lw_random_below(&random, 4)];
        options.budget_queries = lw_random_below(&random, 2) ? 0 : 1 + lw_random_below(&random, 2);
        lw_answers answers = answers_in(&room);
        succeed(lw_pool_states(pool, &rows, &options, &answers, &c.error), &c.error);
        are_same_without_pairs(pool, &rows, &options, &room);
        lw_verdict verdict = lw_default_verdict();
        for (size_t i = 0; i < rows.count; i++) {
            const double *row = rows_of + i * rows.from_stride;
            succeed(lw_motion_set_segment(c.motion, joints, row, row, &c.error), &c.error);
            if (lw_contact_is_still(c.motion))
                has_values(&c, joints, row);
            succeed(lw_check(c.checker, c.motion, &options, &verdict, &c.error), &c.error);
            is_answer(&room, i, &verdict);
            kinds[verdict.kind]++;
            if (options.budget_queries || options.method != LW_METHOD_AUTO)
                continue;
            lw_check_options slab = options;
            slab.method = LW_METHOD_SLAB;
            succeed(lw_check(c.checker, c.motion, &slab, &verdict, &c.error), &c.error);
            assert_true(room.kind[i] == verdict.kind && same_pair(room.pair[i], verdict.pair));
        }
        lw_pool_destroy(pool);
        drop_crowd(&c);
    }
    size_t all = kinds[0] + kinds[1] + kinds[2];
    printf("rows: %zu free, %zu in contact, %zu undecided; %zu contacts without a query\n",
           kinds[LW_VERDICT_FREE], kinds[LW_VERDICT_CONTACT], kinds[LW_VERDICT_UNDECIDED], found);
    assert_true(found > (size_t)rounds / 10);
    assert_true(kinds[LW_VERDICT_FREE] > all / 8 && kinds[LW_VERDICT_CONTACT] > all / 16);
    assert_true(kinds[LW_VERDICT_UNDECIDED] > 0);
}

/* A chain with limits beside a ball, which it meets where the scene has it. */
static lw_scene *limited_scene(bool strict)
{
    const double meets = 2;
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.3);
    lw_pose at = lw_pose_identity();
    at.position = (lw_vec3){0.6, 0.8, 0};
    add_chain(scene, "r", kinds, 2);
    succeed(lw_scene_add_obstacle(scene, "it", &ball, at, &error), &error);
    lw_joint_limits limits = lw_default_joint_limits();
    limits.lower = -4;
    limits.upper = 4;
    succeed(lw_scene_set_joint_limits(scene, "r", "j2", &limits, &error), &error);
    succeed(lw_scene_set_joint(scene, "r", "j1", &meets, 1, &error), &error);
    succeed(lw_scene_set_strict_limits(scene, strict, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* Rows that are no states, or beyond limits, give the same errors and notices as one by one. */
static void test_wrong_rows(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    const double upper = 4;
    lw_error error = {0};
    for (int strict = 0; strict < 2; strict++) {
        lw_scene *scene = limited_scene(strict);
        double rows_of[COUNT][2] = {{0}};
        answers_room room;
        notices heard = {0};
        lw_rows rows = lw_default_rows();
        lw_answers answers = answers_in(&room);
        lw_pool *pool = NULL;
        succeed(lw_pool_create(scene, 1, &pool, &error), &error);
        lw_pool_on_notice(pool, take_notice, &heard);
        rows.count = COUNT;
        rows.from = rows_of[0];
        rows.from_stride = 2;
        rows_of[3][1] = upper + 0.9e-6; /* files round */
        succeed(lw_pool_states(pool, &rows, NULL, &answers, &error), &error);
        assert_int_equal(heard.count, 0);
        rows_of[5][1] = upper + 1.1e-6;
        rows_of[6][1] = rows_of[14][1] = -upper - 1;
        lw_status status = lw_pool_states(pool, &rows, NULL, &answers, &error);
        assert_int_equal(status, strict ? LW_ERROR_LIMIT : LW_OK);
        assert_int_equal(heard.count, strict ? 0 : 3);
        if (strict)
            assert_non_null(strstr(error.message, "state 5 (the first is 0): "));
        bool found[COUNT];
        rows_of[8][0] = rows_of[9][0] = 2; /* where the chain meets the ball */
        rows_of[9][1] = upper + 1;
        succeed(lw_pool_contacts(pool, &rows, found, &error), &error);
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(found[i], i == 8);
        rows.from_stride = 1;
        assert_int_equal(lw_pool_contacts(pool, &rows, found, &error), LW_ERROR_ARGUMENT);
        rows.from_stride = 2;
        assert_int_equal(lw_pool_contacts(pool, &rows, NULL, &error), LW_ERROR_ARGUMENT);
        assert_int_equal(lw_pool_contacts(NULL, &rows, found, &error), LW_ERROR_ARGUMENT);
        assert_int_equal(lw_pool_contacts(pool, NULL, found, &error), LW_ERROR_ARGUMENT);
        rows_of[8][0] = rows_of[9][0] = rows_of[9][1] = 0;
        rows_of[4][0] = (double)NAN;
        assert_int_equal(lw_pool_states(pool, &rows, NULL, &answers, &error), LW_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "state 4 (the first is 0): "));
        rows_of[2][0] = 2e9;
        assert_int_equal(lw_pool_states(pool, &rows, NULL, &answers, &error), LW_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "state 2 (the first is 0): "));
        lw_pool_destroy(pool);
        lw_scene_destroy(scene);
    }
}

/* Rows beyond limits, among others, are answered too. */
static void test_rows_beyond_limits(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    lw_error error = {0};
    lw_scene *scene = limited_scene(false);
    lw_pool *pool = NULL;
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_pool_create(scene, 1, &pool, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    size_t kinds[3] = {0};
    int rounds = test_rounds(100, 2000);
    for (int round = 0; round < rounds; round++) {
        double rows_of[MOST_ROWS][2];
        answers_room room;
        lw_rows rows = lw_default_rows();
        lw_answers answers = answers_in(&room);
        rows.count = MOST_ROWS;
        rows.from = rows_of[0];
        rows.from_stride = 2;
        for (int i = 0; i < MOST_ROWS; i++)
            for (int k = 0; k < 2; k++)
                rows_of[i][k] = lw_random_between(&random, -5, 5);
        succeed(lw_pool_states(pool, &rows, NULL, &answers, &error), &error);
        for (size_t i = 0; i < MOST_ROWS; i++) {
            lw_verdict verdict = lw_default_verdict();
            succeed(lw_motion_set_segment(motion, NULL, rows_of[i], rows_of[i], &error), &error);
            succeed(lw_check(checker, motion, NULL, &verdict, &error), &error);
            is_answer(&room, i, &verdict);
            kinds[verdict.kind]++;
        }
    }
    assert_true(kinds[LW_VERDICT_FREE] > 10 * (size_t)rounds &&
                kinds[LW_VERDICT_CONTACT] > 5 * (size_t)rounds);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

/* A chain of balls among balls and boxes, where contacts are certain by the balls alone, and cones,
 * where they need a query. Often several pairs meet. Values beyond the limits of a joint give notices.
 */
static lw_scene *scene_of_balls(lw_random *random)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE,
                                          LW_JOINT_REVOLUTE};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_chain(scene, "r", kinds, 4);
    lw_joint_limits limits = lw_default_joint_limits();
    limits.lower = -2.5;
    limits.upper = 2.5;
    succeed(lw_scene_set_joint_limits(scene, "r", "j2", &limits, &error), &error);
    for (int i = 0; i < 10; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%d", i);
        lw_shape_def shape = sphere_of(lw_random_between(random, 0.05, 0.4));
        if (i % 3) {
            shape = lw_default_shape();
            shape.kind = i % 3 == 1 ? LW_SHAPE_BOX : LW_SHAPE_CONE;
            shape.size = (lw_vec3){0.4, 0.6, 0.8};
            shape.radius = shape.length = 0.8;
        }
        lw_pose at = lw_pose_identity();
        at.position = random_point(random, 2.5);
        succeed(lw_scene_add_obstacle(scene, id, &shape, at, &error), &error);
    }
    return scene;
}

static void test_balls(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    size_t kinds[3] = {0};
    int rounds = test_rounds(200, 4000);
    for (int round = 0; round < rounds; round++) {
        static double rows_of[MOST_ROWS][4];
        static answers_room room;
        lw_scene *scene = scene_of_balls(&random);
        built_scene b = build_on(scene);
        lw_error error = {0};
        lw_pool *pool = NULL;
        lw_rows rows = lw_default_rows();
        lw_check_options options = lw_default_check_options();
        lw_answers answers = answers_in(&room);
        succeed(lw_pool_create(scene, 1, &pool, &error), &error);
        rows.count = 1 + lw_random_below(&random, MOST_ROWS);
        rows.from = rows_of[0];
        rows.from_stride = 4;
        for (size_t i = 0; i < rows.count; i++)
            for (int k = 0; k < 4; k++)
                rows_of[i][k] = lw_random_between(&random, -3, 3);
        options.budget_queries = round % 2;
        succeed(lw_pool_states(pool, &rows, &options, &answers, &error), &error);
        are_same_without_pairs(pool, &rows, &options, &room);
        for (size_t i = 0; i < rows.count; i++) {
            lw_verdict verdict = lw_default_verdict();
            lw_check_options slab = options;
            slab.method = LW_METHOD_SLAB;
            slab.budget_queries = 0;
            succeed(lw_motion_set_segment(b.motion, NULL, rows_of[i], rows_of[i], &error), &error);
            succeed(lw_check(b.checker, b.motion, &options, &verdict, &error), &error);
            is_answer(&room, i, &verdict);
            kinds[verdict.kind]++;
            succeed(lw_check(b.checker, b.motion, &slab, &verdict, &error), &error);
            assert_true(room.kind[i] == LW_VERDICT_UNDECIDED ||
                        (room.kind[i] == verdict.kind && same_pair(room.pair[i], verdict.pair)));
        }
        lw_pool_destroy(pool);
        drop_built(&b);
    }
    printf("balls: %zu free, %zu in contact, %zu undecided\n", kinds[LW_VERDICT_FREE],
           kinds[LW_VERDICT_CONTACT], kinds[LW_VERDICT_UNDECIDED]);
    assert_true(kinds[LW_VERDICT_FREE] > 5 * (size_t)rounds &&
                kinds[LW_VERDICT_CONTACT] > 5 * (size_t)rounds && kinds[LW_VERDICT_UNDECIDED] > 0);
}

/* Joints without a column in the rows have the scene's values. */
static void test_rest(void **state)
{
    (void)state;
    enum { COUNT = 10 };
    static const char *const names[] = {"j2"};
    lw_error error = {0};
    lw_scene *scene = limited_scene(false);
    lw_pool *pool = NULL;
    lw_joints *joints = NULL;
    succeed(lw_pool_create(scene, 1, &pool, &error), &error);
    succeed(lw_joints_create(scene, NULL, names, 1, &joints, &error), &error);
    const double values[COUNT] = {0};
    answers_room room;
    lw_rows rows = lw_default_rows();
    lw_answers answers = answers_in(&room);
    rows.joints = joints;
    rows.count = COUNT;
    rows.from = values;
    rows.from_stride = 1;
    succeed(lw_pool_states(pool, &rows, NULL, &answers, &error), &error);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(room.kind[i], LW_VERDICT_CONTACT);
    lw_joints_destroy(joints);
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

static lw_status count_claim(void *context, const lw_claim *claim)
{
    size_t *counts = context;
    counts[claim->motion]++;
    return LW_OK;
}

/* Claims are made of each. */
static void test_claims(void **state)
{
    (void)state;
    enum { COUNT = 10 };
    lw_error error = {0};
    lw_scene *scene = limited_scene(false);
    lw_pool *pool = NULL;
    succeed(lw_pool_create(scene, 1, &pool, &error), &error);
    const double row[2] = {0, 0};
    size_t counts[COUNT] = {0};
    answers_room room;
    lw_rows rows = lw_default_rows();
    lw_answers answers = answers_in(&room);
    lw_check_options options = lw_default_check_options();
    rows.count = COUNT;
    rows.from = row;
    options.claim = count_claim;
    options.claim_context = counts;
    succeed(lw_pool_states(pool, &rows, &options, &answers, &error), &error);
    for (int i = 0; i < COUNT; i++)
        assert_true(room.kind[i] == LW_VERDICT_FREE && counts[i] >= 4);
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

/* A long bar between two others: a state near one of them needs a query for that, and none for the
 * other one, though the state next to it is near that. */
static void test_bars(void **state)
{
    (void)state;
    enum { COUNT = 2 };
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def bar = lw_default_shape();
    bar.kind = LW_SHAPE_BOX;
    bar.size = (lw_vec3){6, 0.1, 0.1};
    lw_pose at = lw_pose_identity();
    succeed(lw_scene_add_robot(scene, "r", at, &error), &error);
    succeed(lw_scene_add_link(scene, "r", "l0", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "l1", &error), &error);
    lw_joint_def joint = joint_of("j", LW_JOINT_PRISMATIC, "l0", "l1");
    joint.axis = (lw_vec3){0, 1, 0};
    joint.origin.position.x = 0;
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, "r", "l1", &bar, at, &error), &error);
    for (int i = 0; i < 2; i++) {
        at.position.y = i ? 1 : -1;
        succeed(lw_scene_add_obstacle(scene, i ? "left" : "right", &bar, at, &error), &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_pool *pool = NULL;
    succeed(lw_pool_create(scene, 1, &pool, &error), &error);
    const double rows_of[COUNT] = {0.899, -0.899};
    answers_room room;
    lw_rows rows = lw_default_rows();
    lw_answers answers = answers_in(&room);
    lw_check_options options = lw_default_check_options();
    rows.count = COUNT;
    rows.from = rows_of;
    rows.from_stride = 1;
    options.budget_queries = 1;
    succeed(lw_pool_states(pool, &rows, &options, &answers, &error), &error);
    for (int i = 0; i < COUNT; i++)
        assert_true(room.kind[i] == LW_VERDICT_FREE && room.free_until[i] == 1);
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

static bool stop_after(void *context)
{
    return --*(int *)context < 0;
}

/* The caller's function to stop is called before each state; states after a stop are not answered. */
static void test_stop(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    lw_error error = {0};
    lw_scene *scene = limited_scene(false);
    lw_pool *pool = NULL;
    succeed(lw_pool_create(scene, 1, &pool, &error), &error);
    for (int most = 0; most <= COUNT; most++) {
        double rows_of[2] = {0, 0};
        answers_room room;
        lw_rows rows = lw_default_rows();
        lw_answers answers = answers_in(&room);
        lw_check_options options = lw_default_check_options();
        int times = most;
        options.stop = stop_after;
        options.stop_context = &times;
        rows.count = COUNT;
        rows.from = rows_of;
        succeed(lw_pool_states(pool, &rows, &options, &answers, &error), &error);
        for (int i = 0; i < COUNT; i++) {
            assert_int_equal(room.kind[i], i < most ? LW_VERDICT_FREE : LW_VERDICT_UNDECIDED);
            assert_int_equal(room.reason[i], i < most ? LW_REASON_NONE : LW_REASON_STOPPED);
            assert_true(room.free_until[i] == (i < most ? 1 : 0));
        }
    }
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_wrong_rows),
        cmocka_unit_test(test_rows_beyond_limits),
        cmocka_unit_test(test_balls),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_bars),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
