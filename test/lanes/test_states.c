/* Tests lanes/states.h: states side by side in the lanes of a block. A proof of one of them is true,
 * and is made of that state by itself, too; the pairs listed of it are those that it leaves by itself.
 * Tests lanes/lone.h: a state by itself leaves the pairs that a block of this state alone leaves. And
 * lanes/state_hulls.h: the proofs by hulls are true. */
#include "check/checker/checker.h"
#include "crowd.h"
#include "furnished.h"
#include "lanes/lone.h"
#include "lanes/state_hulls.h"
#include "lanes/states.h"
#include "math/pose.h"
#include "pose_error.h"
#include "seed.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 7 * MOST_JOINTS, MOST_ROBOTS = 8, FEW = 64 };

/* Up to eight states of a scene, as motions, and lanes to prove them: side by side in a block, always;
 * one at a time; and one at a time in a block. By balls only, but where hints are given back. */
typedef struct bunch {
    const lw_scene *scene;
    lw_checker *checker;
    lw_motion *motions[LW_LANES];
    size_t count;
    lw_arena arena;
    lw_lanes *together, *alone, *in_block;
    lw_hull_hint *hints; /* of `alone` */
    lw_kinematics kinematics;
} bunch;

/* Counts of the cases that were seen. */
typedef struct tally {
    size_t states, proven, listed, left, only_alone, lone;
    size_t by_hulls, by_hulls_alone; /* pairs */
} tally;

static bunch new_bunch(const lw_scene *scene, lw_checker *checker)
{
    bunch b = {.scene = scene, .checker = checker};
    for (size_t i = 0; i < LW_LANES; i++)
        assert_int_equal(lw_motion_create(scene, &b.motions[i], NULL), LW_OK);
    assert_int_equal(lw_lanes_create(&b.arena, scene->frozen, &b.together, NULL), LW_OK);
    assert_int_equal(lw_lanes_create(&b.arena, scene->frozen, &b.alone, NULL), LW_OK);
    assert_int_equal(lw_lanes_create(&b.arena, scene->frozen, &b.in_block, NULL), LW_OK);
    b.together->lone = b.in_block->lone = NULL;
    b.hints = b.alone->hints;
    b.together->hints = b.alone->hints = NULL;
    assert_int_equal(lw_kinematics_create(&b.arena, scene, &b.kinematics, NULL), LW_OK);
    return b;
}

static void drop_bunch(bunch *b)
{
    for (size_t i = 0; i < LW_LANES; i++)
        lw_motion_destroy(b->motions[i]);
    lw_arena_free(&b->arena);
}

/* ---- one block --------------------------------------------------------------------------------- */

/* The functions of all processors give the same bits. */
static void compare_processors(lw_lanes *lanes)
{
    static lw_block_rest rest[2][LW_MOST_REST];
    lw_block *block = &lanes->block;
    const size_t count = block->rest_count;
    const bool overflowed = block->overflowed;
    const lw_block_rest *found = block->rest;
    block->rest = rest[0];
    block->rest_count = 0;
    block->overflowed = false;
    lw_block_prove_states_narrow(block);
    assert_true(block->rest_count == count && block->overflowed == overflowed);
    assert_memory_equal(rest[0], found, count * sizeof *found);
#ifdef LW_HAS_WIDE
    block->rest = rest[1];
    block->rest_count = 0;
    block->overflowed = false;
    if (lw_has_wide()) {
        lw_block_prove_states_wide(block);
        assert_true(block->rest_count == count && block->overflowed == overflowed);
        assert_memory_equal(rest[1], found, count * sizeof *found);
    }
#endif
    block->rest = lanes->first.items;
}

/* The balls about bodies are in their places, but for an allowed error, and values are no larger than
 * the bounds on them. */
static void compare_poses(bunch *b)
{
    const lw_lanes *lanes = b->together;
    for (size_t i = 0; i < b->count; i++) {
        lw_kinematics_sample(&b->kinematics, b->motions[i], 0, b->motions[i]->begin, 0);
        for (size_t body = 0; body < lanes->block.body_count; body++) {
            const lw_lane_body *own = &lanes->block.bodies[body];
            const lw_lane_vec *center = &lanes->block.centers[own->first_center];
            const float *of = lanes->frozen->moving[body].cover->around.center;
            vec3 is = v3((double)center->x[i], (double)center->y[i], (double)center->z[i]);
            vec3 should = v3((double)of[0], (double)of[1], (double)of[2]);
            double error = norm(sub(is, transform(b->kinematics.bodies[body], should)));
            double allowed =
                (double)lw_lane_error_of(&lanes->block.errors[own->joint + 1], &own->extent);
            double slides;
            double pose_error = pose_error_at(&b->kinematics, body, true, &slides);
            assert_true(error + pose_error <=
                        allowed + lw_rest_error(&lanes->frozen->moving[body].composed));
        }
        for (size_t k = 0; k < lanes->block.joint_count; k++) {
            const lw_elementary_joint *own = &lanes->frozen->chains->elementary[k];
            double value = own->offset;
            if (own->variable >= 0)
                value += own->multiplier * lanes->values[(size_t)own->variable * LW_LANES + i];
            assert_true(lanes->sizes[k] >= fabs(value));
            if (own->kind == LW_ELEMENTARY_PRISMATIC)
                assert_true(lanes->slides[k] >= fabs(value));
        }
    }
}

static bool is_listed(const lw_states_left *left, size_t state, lw_pair_id pair)
{
    for (size_t i = 0; i < left->count; i++)
        if (left->items[i].pair == pair && (left->items[i].states >> state & 1))
            return true;
    return false;
}

static size_t count_listed(const lw_states_left *left, size_t state)
{
    size_t count = 0;
    for (size_t i = 0; i < left->count; i++)
        count += left->items[i].states >> state & 1;
    return count;
}

/* All pairs are farther apart than their margins. */
static void is_free(bunch *b, size_t state)
{
    const lw_frozen *frozen = b->scene->frozen;
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        lw_distance d;
        lw_pair pair = lw_frozen_pair(frozen, lw_frozen_pair_at(frozen, i));
        assert_int_equal(
            lw_pair_distance(b->checker, b->motions[state], b->motions[state]->begin, i, &d, NULL),
            LW_OK);
        assert_true(d.lower > pair.margin);
    }
}

/* ---- one state --------------------------------------------------------------------------------- */

/* The functions of all processors give the same bits of the state that was proven last. */
static void compare_lone_processors(lw_lanes *lanes)
{
    static lw_block_rest rest[LW_MOST_REST];
    lw_block *block = &lanes->block;
    lw_lone *lone = lanes->lone;
    const size_t count = block->rest_count;
    const bool overflowed = block->overflowed;
    lw_lane_vec around[LW_LONE_MOST_BODIES / LW_LANES];
    const size_t size = (block->body_count + LW_LANES - 1) / LW_LANES * sizeof *around;
    memcpy(around, lone->around, size);
    for (int wide = 0; wide <= lw_has_wide(); wide++) {
        block->rest = rest;
        block->rest_count = 0;
        block->overflowed = false;
#ifdef LW_HAS_WIDE
        (wide ? lw_lone_pose_wide : lw_lone_pose_narrow)(block, lone);
        (wide ? lw_lone_prove_wide : lw_lone_prove_narrow)(block, lone);
#else
        lw_lone_pose_narrow(block, lone);
        lw_lone_prove_narrow(block, lone);
#endif
        assert_memory_equal(around, lone->around, size);
        assert_true(block->rest_count == count && block->overflowed == overflowed);
        assert_memory_equal(rest, lanes->first.items, count * sizeof *rest);
    }
    block->rest = lanes->first.items;
}

/* Compares a state by itself with a block of this state alone: places, required distances, and the
 * pairs left, in order. */
static void compare_lone(bunch *b, size_t state, const lw_unproven *own, size_t count)
{
    const lw_lone *lone = b->alone->lone;
    static lw_unproven left[LW_MOST_REST];
    assert_int_equal(lw_lanes_prove_state(b->in_block, b->motions[state], left), count);
    const lw_block *block = &b->in_block->block;
    for (size_t i = 0; i < block->body_count; i++) {
        const lw_lane_vec *is = &lone->around[i / LW_LANES];
        const lw_lane_vec *should = &block->centers[block->bodies[i].first_center];
        assert_true(is->x[i % LW_LANES] == should->x[0] && is->y[i % LW_LANES] == should->y[0] &&
                    is->z[i % LW_LANES] == should->z[0]);
        assert_true(lone->required[i] == lw_required_of_body(block, &block->bodies[i]));
        assert_memory_equal(b->alone->block.boxes[i], block->boxes[i], sizeof block->boxes[i]);
    }
    for (size_t i = 0; i < block->pair_count; i++)
        assert_true(lone->pair_required[i] == lw_required_of_pair(block, &block->pairs[i]));
    if (count > LW_MOST_REST)
        return;
    for (size_t i = 0; i < count; i++)
        assert_true(own[i].pair == left[i].pair);
    compare_lone_processors(b->alone);
}

/* Asked for one state, states that are proven side by side are that state by itself. */
static void compare_one(bunch *b, size_t state, const lw_unproven *own, size_t count)
{
    static lw_states_left left;
    size_t variables = b->scene->frozen->chains->variable_count;
    for (size_t v = 0; v < variables; v++)
        b->alone->values[v * LW_LANES] = b->together->values[v * LW_LANES + state];
    lw_lanes_prove_states(b->alone, 1, false, &left);
    assert_int_equal(left.proven, count == 0);
    assert_int_equal(left.listed, count > 0 && count <= LW_MOST_REST);
    assert_int_equal(left.count, count <= LW_MOST_REST ? count : 0);
    for (size_t i = 0; i < left.count; i++)
        assert_true(left.items[i].pair == own[i].pair && left.items[i].states == 1);
}

/* ---- hulls ------------------------------------------------------------------------------------- */

/* A pair of bodies that balls left is farther apart than its margin. */
static void is_apart(bunch *b, size_t state, lw_pair_id id)
{
    const lw_frozen *frozen = b->scene->frozen;
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        if (lw_frozen_pair_at(frozen, i) != id)
            continue;
        lw_distance d;
        const lw_motion *motion = b->motions[state];
        assert_int_equal(lw_pair_distance(b->checker, motion, motion->begin, i, &d, NULL), LW_OK);
        assert_true(d.lower > lw_frozen_pair(frozen, id).margin);
        return;
    }
    fail();
}

/* Compares the pairs left with hulls with those that balls leave: there are no others, and the missing
 * ones are apart. Returns how many are missing. first: index of the first state among the motions. */
static size_t compare_left(bunch *b, size_t first, size_t count, const lw_states_left *balls,
                           const lw_states_left *left)
{
    size_t missing = 0;
    assert_int_equal(balls->proven & ~left->proven, 0);
    assert_int_equal(left->listed & ~balls->listed, 0);
    assert_int_equal(left->listed | left->proven, balls->listed | balls->proven | left->proven);
    for (size_t i = 0; i < count; i++) {
        if (left->proven >> i & 1)
            is_free(b, first + i);
        for (size_t k = 0; k < left->count; k++)
            if (left->items[k].states >> i & 1)
                assert_true(is_listed(balls, i, left->items[k].pair));
        for (size_t k = 0; k < balls->count; k++) {
            lw_pair_id pair = balls->items[k].pair;
            if (!(balls->items[k].states >> i & 1) || is_listed(left, i, pair))
                continue;
            assert_true(lw_pair_second(pair) < b->scene->frozen->moving_count);
            is_apart(b, first + i, pair);
            missing++;
        }
        assert_int_equal(left->proven >> i & 1, !count_listed(left, i));
    }
    return missing;
}

/* Proves the states with hulls, together and the last one by itself, as directions are remembered for
 * both. */
static void compare_hulls(bunch *b, const lw_states_left *balls, tally *all)
{
    static lw_states_left left;
    static lw_states_left one;
    lw_lanes *lanes = b->alone;
    size_t last = b->count - 1;
    if (balls->count == 0 && balls->proven != (1U << b->count) - 1)
        return; /* nothing is known */
    size_t variables = b->scene->frozen->chains->variable_count;
    memcpy(lanes->values, b->together->values, variables * LW_LANES * sizeof *lanes->values);
    lanes->hints = b->hints;
    lw_lanes_prove_states(lanes, b->count, false, &left);
    all->by_hulls += compare_left(b, 0, b->count, balls, &left);

    for (size_t v = 0; v < variables; v++)
        lanes->values[v * LW_LANES] = b->together->values[v * LW_LANES + last];
    lanes->hints = NULL;
    lw_lanes_prove_states(lanes, 1, false, &one);
    lanes->hints = b->hints;
    lw_lanes_prove_states(lanes, 1, false, &left);
    lanes->hints = NULL;
    if (one.count || one.proven)
        all->by_hulls_alone += compare_left(b, last, 1, &one, &left);
}

/* ---- all --------------------------------------------------------------------------------------- */

/* Proves states together, and compares that with each state by itself. */
static void compare(bunch *b, tally *all)
{
    const lw_frozen *frozen = b->scene->frozen;
    static lw_states_left left;
    static lw_unproven own[LW_MOST_REST];
    for (size_t i = 0; i < b->count; i++)
        for (size_t v = 0; v < frozen->chains->variable_count; v++)
            b->together->values[v * LW_LANES + i] =
                lw_motion_value(b->motions[i], 0, b->motions[i]->begin, (int32_t)v);
    lw_lanes_prove_states(b->together, b->count, false, &left);
    compare_processors(b->together);
    compare_poses(b);
    assert_int_equal((left.proven | left.listed) >> b->count, 0);
    assert_int_equal(left.proven & left.listed, 0);
    for (size_t i = 0; i < b->count; i++) {
        size_t count = lw_lanes_prove_state(b->alone, b->motions[i], own);
        all->states++;
        if (b->alone->lone) {
            compare_lone(b, i, own, count);
            compare_one(b, i, own, count);
            all->lone++;
        }
        if (left.proven >> i & 1) {
            assert_int_equal(count, 0);
            is_free(b, i);
        }
        if (left.listed >> i & 1) {
            assert_true(frozen->obstacles.count <= FEW || b->count == 1);
            assert_true(count > 0 && count <= LW_MOST_REST);
            assert_int_equal(count_listed(&left, i), count);
            for (size_t k = 0; k < count; k++)
                assert_true(is_listed(&left, i, own[k].pair));
        }
        all->proven += left.proven >> i & 1;
        all->listed += left.listed >> i & 1;
        all->left += count > 0;
        all->only_alone += !count && !(left.proven >> i & 1);
    }
    compare_hulls(b, &left, all);
}

/* Sets a motion to one point for each robot. */
static void stand(crowd *c, lw_motion *motion, double size)
{
    lw_track tracks[MOST_ROBOTS];
    double positions[MOST_ROBOTS][MOST_VALUES];
    for (size_t r = 0; r < c->robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        tracks[r] = lw_default_track();
        tracks[r].joints = lw_scene_joints(c->scene, name, NULL, &c->error);
        tracks[r].point_count = 1;
        tracks[r].positions = positions[r];
        for (size_t i = 0; i < lw_joints_value_count(tracks[r].joints); i++)
            positions[r][i] = lw_random_between(&c->random, -size, size);
    }
    succeed(lw_motion_set(motion, tracks, c->robots, &c->error), &c->error);
}

static void print_tally(const char *of, const tally *all)
{
    printf("%s: %zu states, together %zu proven and %zu listed; alone %zu not proven; %zu were proven "
           "alone only; hulls proved %zu pairs together and %zu alone\n",
           of, all->states, all->proven, all->listed, all->left, all->only_alone, all->by_hulls,
           all->by_hulls_alone);
}

static void test_crowds(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally all = {0};
    int rounds = test_rounds(1500, 60000);
    for (int round = 0; round < rounds;) {
        crowd c = new_crowd_in_turn(lw_random_bits(&random), round);
        bunch b = new_bunch(c.scene, c.checker);
        /* the slots of floating joints differ from state to state */
        assert_true(lw_lanes_serves_states(b.alone) || !b.alone->lone);
        if (lw_lanes_serves_states(b.together))
            round++;
        for (int again = 0; again < 4 && lw_lanes_serves_states(b.together); again++) {
            b.count = 1 + lw_random_below(&random, LW_LANES);
            double size = c.far && again == 3 ? 1e6 : 1;
            for (size_t i = 0; i < b.count; i++)
                stand(&c, b.motions[i], size * lw_random_between(&random, 0, 3));
            compare(&b, &all);
        }
        drop_bunch(&b);
        drop_crowd(&c);
    }
    print_tally("crowds", &all);
    assert_true(all.proven > all.states / 4 && all.listed > all.states / 20);
    assert_true(all.lone > all.states / 2);
    assert_true(all.only_alone < all.states / 50);
    assert_true(all.by_hulls > 0 && all.by_hulls_alone > 0);
}

/* Robots of odd shapes with rounding, padding and covers of any number of balls, which carry objects.
 */
static void test_worlds(void **state)
{
    (void)state;
    static bench of;
    of.random.state = test_seed() + 2;
    of.odd = true;
    tally all = {0};
    int rounds = test_rounds(250, 20000);
    for (int round = 0; round < rounds;) {
        uint64_t seeds[MOTIONS];
        furnished_world(&of, seeds);
        bunch b = new_bunch(of.world->scene, of.other);
        if (lw_lanes_serves_states(b.together)) {
            round++;
            world_motion *moved[LW_LANES];
            b.count = 1 + lw_random_below(&of.random, LW_LANES);
            for (size_t i = 0; i < b.count; i++) {
                moved[i] = world_motion_create(of.world);
                furnished_motion(of.world, seeds[i], moved[i]);
                lw_motion_destroy(b.motions[i]);
                b.motions[i] = moved[i]->motion;
            }
            compare(&b, &all);
            for (size_t i = 0; i < b.count; i++) {
                b.motions[i] = NULL;
                world_motion_free(moved[i]);
            }
        }
        drop_bunch(&b);
        furnished_drop(&of);
    }
    print_tally("worlds", &all);
    assert_true(all.proven > all.states / 4 && all.by_hulls > all.states / 20);
}

static const lw_joint_kind chain_kinds[] = {LW_JOINT_PRISMATIC, LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC};
enum { CHAIN = sizeof chain_kinds / sizeof *chain_kinds };

/* A link behind the last one of a chain, with a ball. The last slide follows the first. */
static void add_link(lw_random *random, lw_scene *scene, int index, double scale)
{
    lw_error error = {0};
    char names[3][16];
    snprintf(names[0], sizeof names[0], "l%d", index);
    snprintf(names[1], sizeof names[1], "l%d", index + 1);
    snprintf(names[2], sizeof names[2], "j%d", index);
    lw_joint_def joint = joint_of(names[2], chain_kinds[index], names[0], names[1]);
    joint.origin.position.x = 0.3 * scale;
    joint.axis = random_point(random, 1);
    joint.upper = 10 * scale;
    joint.lower = -joint.upper;
    if (index == 2) {
        joint.mimic = "j0";
        joint.mimic_multiplier = 1.5;
        joint.mimic_offset = -0.3 * scale;
    }
    lw_shape_def ball = sphere_of(0.05 * scale);
    succeed(lw_scene_add_link(scene, "r", names[1], &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, "r", names[1], &ball, lw_pose_identity(), &error), &error);
}

static void add_obstacle(lw_random *random, lw_scene *scene, const char *id, double scale, double away)
{
    lw_error error = {0};
    lw_shape_def shape = sphere_of(0.4 * scale);
    if (lw_random_below(random, 2)) {
        shape.kind = LW_SHAPE_BOX;
        shape.size = (lw_vec3){0.8 * scale, 0.3 * scale, 0.6 * scale};
        shape.radius = 0;
    }
    vec3 turn = random_point(random, 3);
    vec3 place = add(random_point(random, 0.8 * scale), v3(away, 0, 0));
    lw_pose at = lw_pose_from_rpy(place, turn.x, turn.y, turn.z);
    succeed(lw_scene_add_obstacle(scene, id, &shape, at, &error), &error);
}

/* A short arm among some balls and boxes, so far from the origin. */
static lw_scene *scene_of_scale(lw_random *random, double scale, double away)
{
    static const char *const ids[] = {"a", "b", "c"};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_pose at = lw_pose_identity();
    at.position.x = away;
    succeed(lw_scene_add_robot(scene, "r", at, &error), &error);
    succeed(lw_scene_add_link(scene, "r", "l0", &error), &error);
    for (int i = 0; i < CHAIN; i++)
        add_link(random, scene, i, scale);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        add_obstacle(random, scene, ids[i], scale, away);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* In scenes of a millimetre and of a thousand kilometres, near the origin and far from it. */
static void test_scales(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    tally near = {0};
    tally far = {0};
    lw_error error = {0};
    int rounds = test_rounds(2000, 100000);
    for (int round = 0; round < rounds; round++) {
        double scale = pow(10, lw_random_between(&random, -3, 6));
        double away = round % 2 ? fmin(5e8, scale * pow(10, lw_random_between(&random, 1, 5))) : 0;
        lw_scene *scene = scene_of_scale(&random, scale, away);
        lw_checker *checker = NULL;
        succeed(lw_checker_create(scene, &checker, &error), &error);
        bunch b = new_bunch(scene, checker);
        b.count = LW_LANES;
        for (size_t i = 0; i < b.count; i++) {
            double values[CHAIN];
            for (int k = 0; k < CHAIN; k++)
                values[k] = lw_random_between(&random, -1, 1) *
                            (chain_kinds[k] == LW_JOINT_REVOLUTE ? 3 : scale);
            succeed(lw_motion_set_segment(b.motions[i], NULL, values, values, &error), &error);
        }
        compare(&b, away > 0 ? &far : &near);
        drop_bunch(&b);
        lw_checker_destroy(checker);
        lw_scene_destroy(scene);
    }
    print_tally("near", &near);
    print_tally("far", &far);
    assert_true(near.proven > near.states / 4 && near.left > near.states / 8);
    assert_true(far.proven > 0 && far.left > far.proven / 8);
}

/* A state beside one of a hundred million turns has a larger required distance than by itself, so its
 * pairs left are not those that it leaves by itself. Beside another state they are. */
static void test_many_turns_beside(void **state)
{
    (void)state;
    static const lw_joint_kind kinds[] = {LW_JOINT_PRISMATIC, LW_JOINT_CONTINUOUS};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    lw_pose at = lw_pose_identity();
    add_chain(scene, "r", kinds, 2);
    succeed(lw_scene_allow_pair(scene, "l0", NULL, true, &error), &error);
    at.position.x = 2;
    at.position.z = 1;
    succeed(lw_scene_add_obstacle(scene, "it", &ball, at, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_checker *checker = NULL;
    succeed(lw_checker_create(scene, &checker, &error), &error);
    bunch b = new_bunch(scene, checker);
    static lw_unproven own[LW_MOST_REST];
    static lw_states_left left;
    /* the slide to the obstacle at which it is just proven */
    double free = 0.5;
    double open = 0.9;
    while (open - free > 1e-9) {
        double values[2] = {0.5 * (free + open), 0};
        succeed(lw_motion_set_segment(b.motions[0], NULL, values, values, &error), &error);
        *(lw_lanes_prove_state(b.alone, b.motions[0], own) ? &open : &free) = values[0];
    }
    const double beside[] = {0, 1e9};
    for (int i = 0; i < 2; i++) {
        lw_lanes *lanes = b.together;
        for (size_t v = 0; v < scene->frozen->chains->variable_count; v++)
            for (size_t lane = 0; lane < 2; lane++)
                lanes->values[v * LW_LANES + lane] = 0;
        size_t slide = (size_t)scene->frozen->chains->joints[0].variable * LW_LANES;
        size_t turn = (size_t)scene->frozen->chains->joints[1].variable * LW_LANES;
        lanes->values[slide] = free;
        lanes->values[turn + 1] = beside[i];
        lw_lanes_prove_states(lanes, 2, false, &left);
        assert_int_equal(left.proven, i ? 2 : 3);
        assert_int_equal(left.listed, 0);
        /* an open state is listed where its required distance is no larger than by itself */
        lanes->values[slide] = open + 1e-3;
        lw_lanes_prove_states(lanes, 2, false, &left);
        assert_int_equal(left.proven, 2);
        assert_int_equal(left.listed, i ? 0 : 1);
    }
    drop_bunch(&b);
    lw_checker_destroy(checker);
    lw_scene_destroy(scene);
}

/* A ball among so many more in one place that a block cannot take them, or list them: nothing is proven
 * of a state elsewhere, where it touches one that comes after those. */
static void test_too_many(void **state)
{
    (void)state;
    static const int counts[] = {LW_MOST_REST + 8, LW_MOST_NEAR_OBSTACLES + 8};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        lw_shape_def ball = sphere_of(0.1);
        lw_pose at = lw_pose_identity();
        at.position.x = 1;
        add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_PRISMATIC}, 1);
        for (int k = 0; k <= counts[i]; k++) {
            char id[16];
            snprintf(id, sizeof id, "o%d", k);
            at.position.z = k == counts[i] ? 5 : 0;
            succeed(lw_scene_add_obstacle(scene, id, &ball, at, &error), &error);
        }
        succeed(lw_scene_freeze(scene, &error), &error);
        static lw_states_left left;
        lw_checker *checker = NULL;
        succeed(lw_checker_create(scene, &checker, &error), &error);
        bunch b = new_bunch(scene, checker);
        b.together->values[0] = 5;
        lw_lanes_prove_states(b.together, 1, false, &left);
        assert_true(left.proven == 0 && left.listed == 1 - i && left.count == 1 - i);
        b.together->values[1] = 0;
        b.together->values[2] = 5;
        b.together->values[3] = 8;
        lw_lanes_prove_states(b.together, 4, false, &left);
        assert_true(left.proven == 0 && left.listed == 0 && left.count == 0);
        static lw_unproven own[LW_MOST_REST];
        const double zero = 0;
        succeed(lw_motion_set_segment(b.motions[0], NULL, &zero, &zero, &error), &error);
        assert_true(lw_lanes_prove_state(b.alone, b.motions[0], own) > LW_MOST_REST);
        drop_bunch(&b);
        lw_checker_destroy(checker);
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowds),   cmocka_unit_test(test_worlds),
        cmocka_unit_test(test_scales),   cmocka_unit_test(test_many_turns_beside),
        cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
