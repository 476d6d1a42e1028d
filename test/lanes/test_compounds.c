/* Tests lanes/compounds.h: bodies that one joint moves are in one compound, whose required distance and
 * extent are those of the largest; and pairs of compounds leave the intervals that their pairs of
 * bodies leave one by one. */
#include "anywhere.h"
#include "lanes/lanes.h"
#include "lanes/required.h"
#include "math/pose.h"
#include "motion/forward_kinematics.h"
#include "seed.h"
#include "small_scene.h"

#include <math.h>
#include <string.h>

enum { JOINTS = 4, PARTS = 6, MANY = 70 /* balls: more than are listed as near */ };

typedef struct bench {
    lw_random random;
    lw_scene *scene;
    lw_motion *motion;
    lw_arena arena;
    lw_lanes *lanes;
    lw_error error;
} bench;

/* Puts balls on a link, in a row. */
static void add_balls(bench *b, const char *link, uint32_t count)
{
    lw_pose at = lw_pose_identity();
    lw_vec3 step = anywhere(&b->random, 0.6 / count);
    at.position = anywhere(&b->random, 0.2);
    for (uint32_t i = 0; i < count; i++) {
        lw_shape_def ball = sphere_of(lw_random_between(&b->random, 0.01, 0.1));
        succeed(lw_scene_add_shape(b->scene, "robot", link, &ball, at, &b->error), &b->error);
        at.position.x += step.x;
        at.position.y += step.y;
        at.position.z += step.z;
    }
}

static uint32_t some_balls(lw_random *random)
{
    uint32_t kind = lw_random_below(random, 8);
    return kind == 0 ? MANY : kind < 4 ? 1 : 1 + lw_random_below(random, 12);
}

static void add_link(bench *b, lw_joint_kind kind, const char *parent, const char *child)
{
    lw_joint_def joint = joint_of(child, kind, parent, child);
    joint.origin.position = anywhere(&b->random, kind == LW_JOINT_FIXED ? 0.2 : 0.4);
    joint.lower = -3;
    joint.upper = 3;
    succeed(lw_scene_add_link(b->scene, "robot", child, &b->error), &b->error);
    succeed(lw_scene_add_joint(b->scene, "robot", &joint, &b->error), &b->error);
    add_balls(b, child, some_balls(&b->random));
}

/* Joints, each on the one before or on any other, and parts that are fixed to its links, which come
 * behind them. */
static void make_robot(bench *b)
{
    char name[32];
    char parent[32];
    succeed(lw_scene_add_robot(b->scene, "robot", lw_pose_identity(), &b->error), &b->error);
    succeed(lw_scene_add_link(b->scene, "robot", "l0", &b->error), &b->error);
    add_balls(b, "l0", some_balls(&b->random));
    for (int i = 1; i <= JOINTS; i++) {
        uint32_t above =
            lw_random_below(&b->random, 4) ? 1 : 1 + lw_random_below(&b->random, (uint32_t)i);
        snprintf(parent, sizeof parent, "l%u", (uint32_t)i - above);
        snprintf(name, sizeof name, "l%d", i);
        add_link(b, lw_random_below(&b->random, 4) ? LW_JOINT_REVOLUTE : LW_JOINT_PRISMATIC, parent,
                 name);
    }
    for (int i = 0; i < PARTS; i++) {
        snprintf(parent, sizeof parent, "l%u", lw_random_below(&b->random, JOINTS + 1));
        snprintf(name, sizeof name, "p%d", i);
        add_link(b, LW_JOINT_FIXED, parent, name);
    }
    for (int i = 0; i < 3; i++) {
        snprintf(parent, sizeof parent, "l%u", lw_random_below(&b->random, JOINTS + 1));
        snprintf(name, sizeof name, "p%u", lw_random_below(&b->random, PARTS));
        succeed(lw_scene_set_pair_margin(b->scene, parent, name, lw_random_between(&b->random, 0, 0.1),
                                         &b->error),
                &b->error);
    }
}

static void open_bench(bench *b)
{
    b->scene = new_scene();
    b->arena = (lw_arena){0};
    make_robot(b);
    lw_pose other = lw_pose_identity();
    lw_shape_def ball = sphere_of(0.05);
    other.position = anywhere(&b->random, 0.5);
    succeed(lw_scene_add_robot(b->scene, "other", other, &b->error), &b->error);
    succeed(lw_scene_add_link(b->scene, "other", "l0", &b->error), &b->error);
    succeed(lw_scene_add_shape(b->scene, "other", "l0", &ball, lw_pose_identity(), &b->error),
            &b->error);
    succeed(lw_scene_freeze(b->scene, &b->error), &b->error);
    succeed(lw_motion_create(b->scene, &b->motion, &b->error), &b->error);
    succeed(lw_lanes_create(&b->arena, b->scene->frozen, &b->lanes, &b->error), &b->error);
}

static void close_bench(bench *b)
{
    lw_arena_free(&b->arena);
    lw_motion_destroy(b->motion);
    lw_scene_destroy(b->scene);
}

/* ---- compounds --------------------------------------------------------------------------------- */

static bool holds(const lw_ball *around, const lw_ball *ball)
{
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += pow((double)around->center[i] - (double)ball->center[i], 2);
    return sqrt(square) + (double)ball->radius <= (double)around->radius;
}

static void check_compound(const lw_block *block, const lw_compound *compound)
{
    for (uint32_t i = 0; i < compound->body_count; i++) {
        const lw_lane_body *body = &block->bodies[compound->bodies[i]];
        assert_int_equal(body->joint, compound->joint);
        assert_int_equal(body->bend, compound->bend);
        assert_true(body->required_at_rest <= compound->required_at_rest);
        assert_true(body->extent.reach <= compound->extent.reach);
        assert_true(body->extent.axis <= compound->extent.axis);
        assert_true(body->extent.length <= compound->extent.length);
        assert_true(holds(&compound->around, &body->cover->around));
    }
}

/* How many compounds are between a joint and another one that is above it, this one left out; -1: it is
 * not above it. */
static int count_between(const lw_lanes *lanes, int32_t joint, int32_t above)
{
    int count = 0;
    for (; joint >= 0 && joint != above; joint = lanes->block.joints[joint].parent)
        for (size_t i = 0; i < lanes->all.compound_count; i++)
            count += lanes->all.compounds[i].joint == joint;
    return joint == above && above >= 0 ? count : -1;
}

static void check_beyond(const lw_lanes *lanes, const lw_compound *compound)
{
    int most = 0;
    for (size_t i = 0; i < lanes->all.compound_count; i++) {
        int between = count_between(lanes, lanes->all.compounds[i].joint, compound->joint);
        most = between > most ? between : most;
    }
    assert_int_equal(compound->beyond, most);
}

/* The index of the compound that a body is in; it is in no other. */
static uint32_t compound_of(const lw_lanes *lanes, uint32_t body)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < lanes->all.compound_count; i++)
        for (uint32_t k = 0; k < lanes->all.compounds[i].body_count; k++)
            if (lanes->all.compounds[i].bodies[k] == body) {
                assert_int_equal(found, UINT32_MAX);
                found = i;
            }
    assert_int_not_equal(found, UINT32_MAX);
    return found;
}

/* Whether a pair stands the other way round than its compounds. */
static bool is_turned(const lw_lanes *lanes, const lw_compound_pair *both, const lw_lane_pair *pair)
{
    return compound_of(lanes, pair->a) != both->a;
}

static void check_pair(const lw_lanes *lanes, const lw_compound_pair *both, const lw_lane_pair *pair)
{
    uint32_t a = compound_of(lanes, pair->a);
    uint32_t b = compound_of(lanes, pair->b);
    bool turned = is_turned(lanes, both, pair);
    assert_int_equal(a, turned ? both->b : both->a);
    assert_int_equal(b, turned ? both->a : both->b);
    assert_int_equal(pair->common, both->common);
    assert_int_equal(pair->bends[0], both->bends[turned]);
    assert_int_equal(pair->bends[1], both->bends[!turned]);
    assert_true(pair->required_at_rest <= both->required_at_rest);
    assert_true(pair->by_boxes || !both->by_boxes);
}

/* Returns whether some pair does. */
static bool check_pairs(const lw_lanes *lanes)
{
    const lw_block *block = &lanes->block;
    bool seen[(JOINTS + PARTS + 2) * (JOINTS + PARTS + 2)] = {false};
    bool turned = false;
    size_t count = 0;
    for (size_t i = 0; i < block->compound_pair_count; i++) {
        const lw_compound_pair *both = &block->compound_pairs[i];
        assert_true(both->first < both->end);
        assert_true(lanes->all.compounds[both->a].body_count <=
                    lanes->all.compounds[both->b].body_count);
        for (uint32_t k = both->first; k < both->end; k++, count++) {
            uint32_t index = block->members[k];
            assert_false(seen[index]);
            seen[index] = true;
            check_pair(lanes, both, &block->pairs[index]);
            turned |= block->bodies[block->pairs[index].a].joint != lanes->all.compounds[both->a].joint;
        }
    }
    assert_int_equal(count, block->pair_count);
    return turned;
}

static void test_members(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    int rounds = test_rounds(300, 10000);
    int several = 0;
    int turned = 0;
    for (int round = 0; round < rounds; round++) {
        open_bench(&b);
        const lw_lanes *lanes = b.lanes;
        for (uint32_t i = 0; i < lanes->block.body_count; i++)
            assert_int_equal(lanes->each.compounds[i].bodies[0], i);
        for (size_t i = 0; i < lanes->all.compound_count; i++) {
            check_compound(&lanes->block, &lanes->all.compounds[i]);
            check_beyond(lanes, &lanes->all.compounds[i]);
            several += lanes->all.compounds[i].body_count > 1;
            for (size_t k = 0; k < i; k++)
                assert_true(lanes->all.compounds[i].joint != lanes->all.compounds[k].joint ||
                            lanes->all.compounds[i].joint < 0);
        }
        turned += check_pairs(lanes);
        close_bench(&b);
    }
    assert_true(several > rounds && turned > rounds / 10);
}

/* ---- intervals that pairs of compounds leave ----------------------------------------------------- */

/* Lets balls alone prove pairs: takes away hulls, slices and the test by boxes. */
static void by_balls_alone(lw_block *block)
{
    for (size_t i = 0; i < block->body_count; i++)
        block->bodies[i].hull_count = block->bodies[i].slice_count = 0;
    for (size_t i = 0; i < block->compound_pair_count; i++)
        block->compound_pairs[i].by_boxes = false;
}

/* Bodies of very many balls are not tried ball by ball where they come first. */
static bool are_comparable(const lw_lanes *lanes, uint32_t index)
{
    const lw_block *block = &lanes->block;
    const lw_lane_pair *pair = &block->pairs[index];
    if (block->bodies[pair->a].cover->count < MANY && block->bodies[pair->b].cover->count < MANY)
        return true;
    for (size_t i = 0; i < block->compound_pair_count; i++) {
        const lw_compound_pair *both = &block->compound_pairs[i];
        for (uint32_t k = both->first; k < both->end; k++)
            if (block->members[k] == index)
                return !is_turned(lanes, both, pair);
    }
    return false;
}

/* The intervals that are left of each pair. */
static void take_left(const lw_block *block, unsigned *left)
{
    assert_false(block->overflowed);
    for (size_t i = 0; i < block->rest_count; i++) {
        assert_int_equal(left[block->rest[i].pair], 0);
        left[block->rest[i].pair] = block->rest[i].intervals;
    }
}

static void move(bench *b, double reach)
{
    double from[JOINTS];
    double to[JOINTS];
    for (int i = 0; i < JOINTS; i++) {
        from[i] = lw_random_between(&b->random, -2, 2);
        to[i] = from[i] + lw_random_between(&b->random, -reach, reach);
    }
    const lw_joints *joints = lw_scene_joints(b->scene, "robot", NULL, &b->error);
    succeed(lw_motion_set_segment(b->motion, joints, from, to, &b->error), &b->error);
    lw_lanes_take_piece(b->lanes, b->motion, 0);
    double times[LW_LANES];
    for (int i = 0; i < LW_LANES; i++)
        times[i] = (double)i / LW_BLOCK_INTERVALS;
    lw_lanes_set_values(b->lanes, b->motion, 0, times);
    lw_lanes_set_required(b->lanes, b->motion, 0, times, 1.0 / LW_BLOCK_INTERVALS * (1 + 1e-15));
    lw_lanes_place(b->lanes, &b->lanes->first);
}

enum { PAIRS = (JOINTS + PARTS + 2) * (JOINTS + PARTS + 2) };

static void test_left(void **state)
{
    (void)state;
    bench b = {.random = {test_seed() + 1}};
    int rounds = test_rounds(300, 10000);
    size_t all = 0;
    size_t open = 0;
    size_t differ = 0;
    for (int round = 0; round < rounds; round++) {
        open_bench(&b);
        lw_block *block = &b.lanes->block;
        by_balls_alone(block);
        for (int i = 0; i < 8; i++) {
            move(&b, pow(10, lw_random_between(&b.random, -2, 0.3)));
            unsigned together[PAIRS] = {0};
            unsigned by_one[PAIRS] = {0};
            lw_block_prove_pairs(block);
            take_left(block, together);
            lw_block_rest todo[PAIRS];
            for (uint32_t k = 0; k < block->pair_count; k++)
                todo[k] = (lw_block_rest){.pair = k};
            block->rest_count = 0;
            lw_block_prove_rest(block, todo, block->pair_count);
            take_left(block, by_one);
            for (uint32_t k = 0; k < block->pair_count; k++) {
                bool same = by_one[k] == together[k];
                all++;
                open += by_one[k] != 0;
                differ += !same && are_comparable(b.lanes, k);
            }
        }
        close_bench(&b);
    }
    printf("%zu of %zu pairs are open, %zu not as by themselves\n", open, all, differ);
    /* but for rounding */
    assert_true(open > all / 30 && open < all / 2 && differ <= all / 100000);
}

/* ---- where balls meet ---------------------------------------------------------------------------- */

/* Whether balls of a pair are nearer to each other than a share of their radii. */
static bool is_deep_by(const bench *b, const lw_kinematics *kinematics, const lw_lane_pair *pair,
                       double share)
{
    const lw_geometry *of[2] = {b->scene->frozen->moving[pair->a].geometry,
                                b->scene->frozen->moving[pair->b].geometry};
    pose at[2] = {kinematics->bodies[pair->a], kinematics->bodies[pair->b]};
    bool deep = false;
    for (uint32_t i = 0; i < of[0]->part_count; i++)
        for (uint32_t k = 0; k < of[1]->part_count; k++) {
            const lw_part *one = &of[0]->parts[i];
            const lw_part *other = &of[1]->parts[k];
            vec3 between =
                sub(transform(at[1], other->at.position), transform(at[0], one->at.position));
            deep |= norm(between) < share * (one->shape.radius + other->shape.radius);
        }
    return deep;
}

static bool is_deep(const bench *b, const lw_kinematics *kinematics, const lw_lane_pair *pair)
{
    return is_deep_by(b, kinematics, pair, 0.998);
}

/* Whether any pair of bodies that are made of their balls is, at any of the eight times. */
static bool is_any_deep(const bench *b, lw_kinematics *kinematics)
{
    const lw_block *block = &b->lanes->block;
    bool deep = false;
    for (int lane = 0; lane < LW_LANES; lane++) {
        lw_kinematics_sample(kinematics, b->motion, 0, b->lanes->first.times[lane], 0);
        for (size_t i = 0; i < block->pair_count; i++) {
            const lw_lane_pair *pair = &block->pairs[i];
            deep |= block->bodies[pair->a].exact && block->bodies[pair->b].exact &&
                    is_deep(b, kinematics, pair);
        }
    }
    return deep;
}

/* Bodies of very many balls are not tried ball by ball. */
static bool has_many(const lw_block *block)
{
    bool many = false;
    for (size_t i = 0; i < block->body_count; i++)
        many |= block->bodies[i].cover->count >= MANY;
    return many;
}

static void test_hits(void **state)
{
    (void)state;
    bench b = {.random = {test_seed() + 2}};
    int rounds = test_rounds(400, 10000);
    size_t hits = 0;
    size_t none = 0;
    size_t missed = 0;
    for (int round = 0; round < rounds; round++) {
        open_bench(&b);
        lw_kinematics kinematics;
        assert_int_equal(lw_kinematics_create(&b.arena, b.scene, &kinematics, &b.error), LW_OK);
        for (int i = 0; i < 4; i++) {
            move(&b, pow(10, lw_random_between(&b.random, -2, 0.3)));
            lw_unproven left[LW_MOST_REST];
            lw_unproven again[LW_MOST_REST];
            size_t count = 0;
            lw_guess hit;
            assert_true(lw_lanes_prove_obstacles(b.lanes, b.motion, 0, 0, 1));
            if (!lw_lanes_seek_pairs(b.lanes, left, &count, &hit)) {
                missed += !has_many(&b.lanes->block) && is_any_deep(&b, &kinematics);
                assert_int_equal(lw_lanes_prove_obstacles(b.lanes, b.motion, 0, 0, 1), true);
                assert_int_equal(lw_lanes_prove_pairs(b.lanes, again), count);
                assert_memory_equal(left, again, count * sizeof *left);
                none++;
                continue;
            }
            hits++;
            lw_kinematics_pose_pair(&kinematics, b.motion, 0, hit.time, hit.pair);
            const lw_lane_pair pair = {.a = lw_pair_first(hit.pair), .b = lw_pair_second(hit.pair)};
            assert_int_equal(lw_frozen_reason(b.scene->frozen, pair.a, pair.b), LW_PAIR_CHECKED);
            assert_true(is_deep_by(&b, &kinematics, &pair, 0.9995));
            /* the pairs left are those that are left without seeking a hit */
            count = lw_lanes_prove_pairs(b.lanes, left);
            assert_true(lw_lanes_prove_obstacles(b.lanes, b.motion, 0, 0, 1));
            assert_int_equal(lw_lanes_prove_pairs(b.lanes, again), count);
            assert_memory_equal(left, again, count * sizeof *left);
        }
        close_bench(&b);
    }
    printf("%zu motions are hits, %zu are none, of which %zu were missed\n", hits, none, missed);
    assert_true(hits > (size_t)rounds / 4 && none > (size_t)rounds / 4);
    /* on intervals that are open already, no other balls are tried */
    assert_true(missed <= hits / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_members), cmocka_unit_test(test_left),
                                       cmocka_unit_test(test_hits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
