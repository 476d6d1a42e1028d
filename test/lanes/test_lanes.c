/* Tests blocks of poses: poses in floats against poses in doubles, paths against their chords, the same
 * bits from every processor's functions, and no false proof: in random worlds of robots with every kind
 * of joint and shape, and on chains whose points get as far from their chords as the bound says. */
#include "furnished.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check/checker/checker.h"
#include "lanes/lanes.h"
#include "lanes/required.h"
#include "math/pose.h"
#include "pair_at.h"
#include "pose_error.h"
#include "random_unit.h"
#include "seed.h"
#include "shape/support.h"

/* A part of a piece of a motion, at eight times. */
typedef struct span {
    size_t piece;
    double times[LW_LANES];
    double interval;
} span;

static span random_span(lw_random *random, const lw_motion *motion)
{
    span s = {.piece = lw_random_below(random, motion->pieces.count)};
    lw_motion_piece piece = motion->pieces.items[s.piece];
    double share = lw_random_below(random, 3) ? pow(10, lw_random_between(random, -3, 0)) : 1;
    double length = share * (piece.end - piece.begin);
    double begin = lw_random_between(random, piece.begin, piece.end - length);
    for (int i = 0; i < LW_LANES; i++)
        s.times[i] = fmin(piece.end, begin + length * i / LW_BLOCK_INTERVALS);
    for (int i = 1; i < LW_LANES; i++)
        s.interval = fmax(s.interval, s.times[i] - s.times[i - 1]);
    return s;
}

static void set(lw_lanes *lanes, const lw_motion *motion, const span *s)
{
    lw_lanes_take_piece(lanes, motion, s->piece);
    lw_lanes_set_values(lanes, motion, s->piece, s->times);
    lw_lanes_set_required(lanes, motion, s->piece, s->times, s->interval);
}

static vec3 ball_center(const lw_ball *ball)
{
    return v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]);
}

/* ---- poses ------------------------------------------------------------------------------------- */

/* A body's centre is in its place but for an allowed error, and the box about its compound holds its
 * ball, grown by its required distance. Returns the error as a share of the allowed one. */
static double compare_pose(const lw_lanes *lanes, const lw_kinematics *kinematics, uint32_t index,
                           const float box[6], int lane)
{
    const lw_block *block = &lanes->block;
    const lw_body *own = &lanes->frozen->moving[index];
    const lw_lane_body *body = &block->bodies[index];
    vec3 should = transform(kinematics->bodies[index], ball_center(&own->cover->around));
    const lw_lane_frame *frame = lw_frame_of(block, body->joint);
    vec3 center = rotate(lw_rotation_in_lane(frame, lane), ball_center(&body->cover->around));
    double error = norm(sub(add(center, lw_in_lane(&frame->position, lane)), should));
    double allowed = (double)lw_lane_error_of(&block->errors[body->joint + 1], &body->extent);
    assert_true(error <= allowed);
    double slides;
    double pose_error = pose_error_at(kinematics, index, false, &slides);
    assert_true(pose_error <= allowed + lw_rest_error(&own->composed));
    assert_true(slides <= allowed);
    double grown = (double)lw_required_of_body(block, body) - allowed;
    double radius = (double)own->cover->around.radius;
    double of[3] = {should.x, should.y, should.z};
    for (int k = 0; k < 3; k++) {
        assert_true((double)box[k] <= of[k] - radius - grown * 0.999998);
        assert_true((double)box[3 + k] >= of[k] + radius + grown * 0.999998);
    }
    return error / allowed;
}

/* compare_pose for all bodies, each of which is in one compound; at most 1. */
static double compare_poses(lw_lanes *lanes, lw_kinematics *kinematics, const lw_motion *motion,
                            const span *s)
{
    const lw_block *block = &lanes->block;
    double most = 0;
    for (int lane = 0; lane < LW_LANES; lane++) {
        size_t count = 0;
        lw_kinematics_sample(kinematics, motion, s->piece, s->times[lane], 0);
        for (size_t i = 0; i < block->posed->compound_count; i++) {
            const lw_compound *compound = &block->posed->compounds[i];
            for (uint32_t k = 0; k < compound->body_count; k++, count++)
                most = fmax(
                    most, compare_pose(lanes, kinematics, compound->bodies[k], block->boxes[i], lane));
        }
        assert_int_equal(count, block->body_count);
    }
    return most;
}

/* ---- chords ------------------------------------------------------------------------------------ */

static vec3 point_in(const lw_kinematics *kinematics, uint32_t body, vec3 point, int32_t common)
{
    vec3 at = transform(kinematics->bodies[body], point);
    return common < 0 ? at : transform_back(kinematics->elementary[common].frame, at);
}

/* The centre of the ball around a body, or a point of one of its hulls without their radii. */
static vec3 point_of(lw_random *random, const lw_lanes *lanes, uint32_t index)
{
    const lw_lane_body *body = &lanes->block.bodies[index];
    if (!body->hull_count || lw_random_below(random, 2))
        return ball_center(&lanes->frozen->moving[index].cover->around);
    const lw_lane_hull *hull = &body->hulls[lw_random_below(random, body->hull_count)];
    const lw_convex *shape = &hull->part->shape;
    if (!hull->point_count)
        return transform(hull->part->at, lw_support(shape, random_unit(random), NULL));
    const float *point = hull->points[lw_random_below(random, hull->point_count)];
    return v3((double)point[0], (double)point[1], (double)point[2]);
}

/* Part of an interval of a motion, at its ends and between them. */
typedef struct chord {
    lw_random *random;
    const lw_lanes *lanes;
    lw_kinematics *kinematics;
    const lw_motion *motion;
    const span *s;
    int interval;
    double most; /* how far points got, as a share of the allowed distance */
} chord;

/* A point of a body stays as near to its chord as its bend says, seen from a joint. */
static void compare_chord(chord *c, uint32_t body, int32_t from, uint32_t bend,
                          const lw_lane_extent *extent)
{
    const lw_block *block = &c->lanes->block;
    const double *ends = &c->s->times[c->interval];
    vec3 point = point_of(c->random, c->lanes, body);
    vec3 at[3];
    double share = lw_random_below(c->random, 2) ? 0.5 : lw_random_between(c->random, 0, 1);
    double times[3] = {ends[0], ends[1], ends[0] + share * (ends[1] - ends[0])};
    /* as the time was rounded */
    share = (times[2] - times[0]) / (times[1] - times[0]);
    for (int n = 0; n < 3; n++) {
        lw_kinematics_sample(c->kinematics, c->motion, c->s->piece, times[n], 0);
        at[n] = point_in(c->kinematics, body, point, from);
    }
    double deviation = norm(sub(at[2], add(scale(1 - share, at[0]), scale(share, at[1]))));
    double rounding = 32 * c->kinematics->error[body];
    float bound = lw_lane_deviation_of(&block->bends[bend], extent, block->share);
    double allowed = (double)(bound * LW_REQUIRED_UPWARD);
    assert_true(deviation <= allowed + rounding);
    if (allowed > 1e2 * rounding)
        c->most = fmax(c->most, deviation / allowed);
}

/* compare_chord for all bodies and pairs, for some body of each compound, and for pairs of these. At
 * most 1. */
static double compare_chords(lw_random *random, lw_lanes *lanes, lw_kinematics *kinematics,
                             const lw_motion *motion, const span *s)
{
    const lw_block *block = &lanes->block;
    const lw_compound *compounds = block->posed->compounds;
    int interval = (int)lw_random_below(random, LW_BLOCK_INTERVALS);
    chord c = {random, lanes, kinematics, motion, s, interval, 0};
    for (uint32_t i = 0; i < block->body_count; i++)
        compare_chord(&c, i, -1, block->bodies[i].bend, &block->bodies[i].extent);
    for (size_t i = 0; i < block->pair_count; i++) {
        const lw_lane_pair *pair = &block->pairs[i];
        compare_chord(&c, pair->a, pair->common, pair->bends[0], &block->bodies[pair->a].extent);
        compare_chord(&c, pair->b, pair->common, pair->bends[1], &block->bodies[pair->b].extent);
    }
    for (size_t i = 0; i < block->posed->compound_count; i++) {
        uint32_t which = lw_random_below(random, compounds[i].body_count);
        compare_chord(&c, compounds[i].bodies[which], -1, compounds[i].bend, &compounds[i].extent);
    }
    for (size_t i = 0; i < block->compound_pair_count; i++) {
        const lw_compound_pair *pair = &block->compound_pairs[i];
        const lw_compound *of[2] = {&compounds[pair->a], &compounds[pair->b]};
        for (int k = 0; k < 2; k++) {
            uint32_t which = lw_random_below(random, of[k]->body_count);
            compare_chord(&c, of[k]->bodies[which], pair->common, pair->bends[k], &of[k]->extent);
        }
    }
    return c.most;
}

/* ---- obstacles --------------------------------------------------------------------------------- */

/* A point in the frame of an obstacle, as a test has it. */
static vec3 into(const lw_lane_obstacle *o, const float p[3])
{
    const float *axes[3] = {o->x, o->y, o->z};
    float at[3];
    for (int i = 0; i < 3; i++)
        at[i] = p[0] * axes[i][0] + p[1] * axes[i][1] + p[2] * axes[i][2] + o->offset[i];
    return v3((double)at[0], (double)at[1], (double)at[2]);
}

/* Two points that are far from the world's origin are as far from each other in an obstacle's frame,
 * but for the rounding errors of a test at such a distance, without those of poses. */
static void compare_obstacles(lw_random *random, const lw_lanes *lanes)
{
    lw_lane_error lost = lw_lane_error_where(0, (lw_lane_path){0, 0});
    for (size_t i = 0; i < lanes->block.obstacle_count; i++) {
        const lw_lane_obstacle *o = &lanes->block.obstacles[i];
        float points[2][3];
        vec3 wide[2];
        double far =
            1e3 * (1 + (double)(fabsf(o->offset[0]) + fabsf(o->offset[1]) + fabsf(o->offset[2])));
        for (int k = 0; k < 2; k++) {
            vec3 p = scale(far, random_unit(random));
            points[k][0] = (float)p.x;
            points[k][1] = (float)p.y;
            points[k][2] = (float)p.z;
            wide[k] = v3((double)points[k][0], (double)points[k][1], (double)points[k][2]);
        }
        double apart = norm(sub(into(o, points[0]), into(o, points[1])));
        double allowed = 2 * ((double)lost.per_length * far + (double)o->loss);
        assert_true(fabs(apart - norm(sub(wide[0], wide[1]))) <= allowed);
    }
}

/* ---- processors -------------------------------------------------------------------------------- */

/* The results of a block, in bytes. */
typedef struct found {
    lw_block_rest rest[LW_MOST_REST];
    size_t count;
    float boxes[WORLD_LINKS + ATTACHED][6];
    lw_block_hit hit;
    int nearest;
} found;

/* Some processor's functions. */
typedef struct functions {
    void (*pose)(lw_block *block);
    void (*place)(lw_block *block);
    void (*seek_obstacles)(lw_block *block);
    void (*prove_obstacles)(lw_block *block);
    void (*prove_pairs)(lw_block *block);
    int (*nearest_pose)(lw_block *block, const lw_block_rest *rest, size_t count);
} functions;

static void run(lw_lanes *lanes, const functions *by, found *out)
{
    lw_block *block = &lanes->block;
    memset(out, 0, sizeof *out);
    by->pose(block);
    by->place(block);
    assert_true(lw_lanes_take_obstacles(lanes));
    by->seek_obstacles(block);
    if (block->has_hit)
        out->hit = block->hit;
    block->rest = out->rest;
    block->rest_room = LW_MOST_REST;
    block->rest_count = 0;
    block->overflowed = false;
    by->prove_obstacles(block);
    by->prove_pairs(block);
    assert_false(block->overflowed);
    out->count = block->rest_count;
    out->nearest = by->nearest_pose(block, out->rest, out->count);
    memcpy(out->boxes, block->boxes, block->posed->compound_count * sizeof *block->boxes);
}

/* Every processor's functions give the same bits. */
static void compare_processors(lw_lanes *lanes)
{
    static found narrow;
    static found wide;
    static const functions of_narrow = {lw_block_pose_narrow,           lw_block_place_narrow,
                                        lw_block_seek_obstacles_narrow, lw_block_prove_obstacles_narrow,
                                        lw_block_prove_pairs_narrow,    lw_block_nearest_pose_narrow};
#ifdef LW_HAS_WIDE
    static const functions of_wide = {lw_block_pose_wide,           lw_block_place_wide,
                                      lw_block_seek_obstacles_wide, lw_block_prove_obstacles_wide,
                                      lw_block_prove_pairs_wide,    lw_block_nearest_pose_wide};
    if (!lw_has_wide())
        return;
#else
    static const functions of_wide = {lw_block_pose,           lw_block_place,
                                      lw_block_seek_obstacles, lw_block_prove_obstacles,
                                      lw_block_prove_pairs,    lw_block_nearest_pose};
#endif
    run(lanes, &of_narrow, &narrow);
    run(lanes, &of_wide, &wide);
    assert_memory_equal(&narrow, &wide, sizeof narrow);
}

/* ---- proofs ------------------------------------------------------------------------------------ */

static bool is_left(const lw_unproven *left, size_t count, lw_pair_id pair, double time)
{
    for (size_t i = 0; i < count; i++)
        if (left[i].pair == pair && left[i].from <= time && time <= left[i].to)
            return true;
    return false;
}

/* Proves obstacles, sometimes after a hit was sought. */
static bool prove_obstacles(bench *b, lw_lanes *lanes, const lw_motion *motion, const span *s)
{
    double begin = s->times[0];
    double end = s->times[LW_LANES - 1];
    if (lw_random_below(&b->random, 2))
        return lw_lanes_prove_obstacles(lanes, motion, s->piece, begin, end);
    lw_guess hit;
    lw_lanes_answer answer = lw_lanes_seek_obstacles(lanes, motion, s->piece, begin, end, &hit);
    if (answer != LW_LANES_HIT)
        return answer == LW_LANES_KNOWN;
    assert_true(begin <= hit.time && hit.time <= end);
    assert_int_equal(lw_frozen_reason(lanes->frozen, lw_pair_first(hit.pair), lw_pair_second(hit.pair)),
                     LW_PAIR_CHECKED);
    return lw_lanes_prove_placed_obstacles(lanes);
}

/* The target of a pair. */
static double asked_of(const lw_lanes *lanes, const lw_pair *pair)
{
    return pair->margin + (double)lanes->block.above_margin[pair->self];
}

/* Raises the target above the margins for one kind of pairs or both, or for none. */
static void ask_for_some(lw_random *random, lw_lanes *lanes)
{
    double more[2];
    for (int i = 0; i < 2; i++)
        more[i] = lw_random_below(random, 2) ? pow(10, lw_random_between(random, -4, 0)) : 0;
    if (lw_random_below(random, 2))
        more[1] = more[0] * lw_random_between(random, 1, 4);
    lw_lanes_raise_target(lanes, more);
}

/* The parts that a refinement tells of while it goes on. */
typedef struct listed_parts {
    const span *span;
    size_t count;
    lw_unproven items[LW_MOST_REST];
} listed_parts;

static bool lists_part(void *context, const lw_unproven *parts, size_t count)
{
    listed_parts *listed = context;
    assert_true(count > 0 && listed->count + count <= LW_MOST_REST);
    memcpy(listed->items + listed->count, parts, count * sizeof *parts);
    listed->count += count;
    return false;
}

/* All parts that are left in the end were passed to the callback, once. */
static void are_listed(const listed_parts *listed, const lw_unproven *left, size_t count)
{
    assert_int_equal(listed->count, count);
    for (size_t i = 0; i < count; i++) {
        assert_true(listed->items[i].pair == left[i].pair);
        assert_true(listed->items[i].from == left[i].from && listed->items[i].to == left[i].to);
    }
}

/* The callback for hits of blocks over parts, which answers that nothing meets. */
static bool meets_nothing(void *context, const lw_guess *guess)
{
    const span *s = ((const listed_parts *)context)->span;
    assert_true(s->times[0] <= guess->time && guess->time <= s->times[LW_LANES - 1]);
    return false;
}

/* Every proof is true at random times. Returns how near a proven pair came to its target. */
static double proofs_are_true(bench *b, lw_lanes *lanes, const lw_motion *motion, const span *s,
                              size_t *proven)
{
    lw_unproven left[LW_MOST_REST];
    double begin = s->times[0];
    double end = s->times[LW_LANES - 1];
    size_t count =
        prove_obstacles(b, lanes, motion, s) ? lw_lanes_prove_pairs(lanes, left) : LW_MOST_REST + 1;
    if (count <= LW_MOST_REST && lw_random_below(&b->random, 2)) {
        listed_parts listed = {s, 0, {{0}}};
        const lw_refine_calls calls = {lw_random_below(&b->random, 2) ? meets_nothing : NULL,
                                       lw_random_below(&b->random, 2) ? lists_part : NULL, &listed};
        count = lw_lanes_refine(lanes, motion, s->piece, left, &calls);
        if (calls.lists && count <= LW_MOST_REST)
            are_listed(&listed, left, count);
    }
    double nearest = HUGE_VAL;
    if (count > LW_MOST_REST)
        return nearest;
    for (size_t i = 0; i < count; i++) {
        assert_true(begin <= left[i].from && left[i].from < left[i].to && left[i].to <= end);
        assert_int_equal(
            lw_frozen_reason(lanes->frozen, lw_pair_first(left[i].pair), lw_pair_second(left[i].pair)),
            LW_PAIR_CHECKED);
    }
    for (size_t pair = 0; pair < lanes->frozen->pairs.count; pair++) {
        const lw_pair of = pair_at(lanes->frozen, pair);
        lw_pair_id id = lw_pair_id_of((uint32_t)of.a, (uint32_t)of.b);
        for (int i = 0; i < 6; i++) {
            double time = lw_random_between(&b->random, begin, end);
            if (is_left(left, count, id, time))
                continue;
            lw_distance distance;
            assert_int_equal(lw_pair_distance(b->other, motion, time, pair, &distance, NULL), LW_OK);
            /* where the terms of a curve are far larger than its values, doubles allow for more
             * rounding than blocks */
            const lw_kinematics *kinematics = &b->other->kinematics;
            double rounding = lw_body_error(kinematics, of.a) + lw_body_error(kinematics, of.b) - 1e-6;
            double least = rounding > 0 ? distance.upper : distance.lower;
            assert_true(least > asked_of(lanes, &of));
            nearest = fmin(nearest, least - asked_of(lanes, &of));
            (*proven)++;
        }
    }
    return nearest;
}

static void test_random_worlds(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    double worst_pose = 0;
    double worst_chord = 0;
    double nearest = HUGE_VAL;
    size_t proven = 0;
    int rounds = test_rounds(8000, 100000);
    for (b.round = 0; b.round < rounds;) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        const lw_scene *scene = b.world->scene;
        lw_arena arena = {0};
        lw_lanes *lanes = NULL;
        lw_kinematics kinematics;
        assert_int_equal(lw_lanes_create(&arena, scene->frozen, &lanes, NULL), LW_OK);
        assert_int_equal(lw_kinematics_create(&arena, scene, &kinematics, NULL), LW_OK);
        for (size_t i = 0; i < MOTIONS; i++, b.round++) {
            furnished_motion(b.world, motions[i], b.motion);
            const lw_motion *motion = b.motion->motion;
            if (!(motion->end > motion->begin))
                continue;
            span s = random_span(&b.random, motion);
            ask_for_some(&b.random, lanes);
            set(lanes, motion, &s);
            compare_processors(lanes);
            compare_obstacles(&b.random, lanes);
            worst_pose = fmax(worst_pose, compare_poses(lanes, &kinematics, motion, &s));
            double used = compare_chords(&b.random, lanes, &kinematics, motion, &s);
            worst_chord = fmax(worst_chord, used);
            nearest = fmin(nearest, proofs_are_true(&b, lanes, motion, &s, &proven));
        }
        lw_arena_free(&arena);
        furnished_drop(&b);
    }
    printf("poses used %.2f of the error, paths got to %.4f of the bound from their chords\n",
           worst_pose, worst_chord);
    printf("%zu distances were proven, of which one came to within %.2g m of what was asked for\n",
           proven, nearest);
    assert_true(worst_pose > 0.005 && worst_chord > 0.9);
    assert_true(proven > (size_t)rounds && nearest < 0.01);
}

/* ---- chains that reach the bound --------------------------------------------------------------- */

/* A robot whose joints follow each other along x: a joint for each letter, r turns about z, s slides
 * along x, l turns about z and follows the joint before it. A small ball at the end. */
typedef struct chain {
    lw_scene *scene;
    lw_motion *motion;
    lw_arena arena;
    lw_lanes *lanes;
    lw_kinematics kinematics;
} chain;

enum { CHAIN = 4 };

static void add_joint(lw_scene *scene, const char *kinds, size_t index, double reach)
{
    char parent[32];
    char child[32];
    char name[32];
    char before[32];
    snprintf(parent, sizeof parent, "link%zu", index);
    snprintf(child, sizeof child, "link%zu", index + 1);
    snprintf(name, sizeof name, "j%zu", index);
    snprintf(before, sizeof before, "j%zu", index - 1);
    lw_joint_def joint = lw_default_joint();
    joint.name = name;
    joint.kind = kinds[index] == 's' ? LW_JOINT_PRISMATIC : LW_JOINT_REVOLUTE;
    joint.axis = kinds[index] == 's' ? (lw_vec3){1, 0, 0} : (lw_vec3){0, 0, 1};
    joint.parent = parent;
    joint.child = child;
    joint.lower = -10;
    joint.upper = 10;
    joint.origin.position.x = index ? reach : 0;
    if (kinds[index] == 'l') {
        joint.mimic = before;
        joint.mimic_multiplier = 1.5;
    }
    assert_int_equal(lw_scene_add_link(scene, "robot", child, NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "robot", &joint, NULL), LW_OK);
}

static chain make_chain(const char *kinds, double reach)
{
    chain c = {0};
    lw_shape_def tip = lw_default_shape();
    tip.radius = 1e-6;
    lw_pose at = lw_pose_identity();
    at.position.x = reach;
    assert_int_equal(lw_scene_create(&c.scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(c.scene, "robot", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(c.scene, "robot", "link0", NULL), LW_OK);
    for (size_t i = 0; i < strlen(kinds); i++)
        add_joint(c.scene, kinds, i, reach);
    char last[32];
    snprintf(last, sizeof last, "link%zu", strlen(kinds));
    assert_int_equal(lw_scene_add_shape(c.scene, "robot", last, &tip, at, NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(c.scene, NULL), LW_OK);
    assert_int_equal(lw_motion_create(c.scene, &c.motion, NULL), LW_OK);
    assert_int_equal(lw_lanes_create(&c.arena, c.scene->frozen, &c.lanes, NULL), LW_OK);
    assert_int_equal(lw_kinematics_create(&c.arena, c.scene, &c.kinematics, NULL), LW_OK);
    return c;
}

static void drop_chain(chain *c)
{
    lw_arena_free(&c->arena);
    lw_motion_destroy(c->motion);
    lw_scene_destroy(c->scene);
}

/* How much of the bound the ball's path uses in the first interval of a block. */
static double used_in_block(chain *c, const span *s)
{
    vec3 at[3];
    for (int i = 0; i < 3; i++) {
        double time = s->times[0] + (s->times[1] - s->times[0]) * i / 2;
        lw_kinematics_sample(&c->kinematics, c->motion, 0, time, 0);
        at[i] =
            point_in(&c->kinematics, 0, ball_center(&c->scene->frozen->moving[0].cover->around), -1);
    }
    const lw_block *block = &c->lanes->block;
    const lw_lane_body *body = &block->bodies[0];
    double allowed =
        (double)lw_lane_deviation_of(&block->bends[body->bend], &body->extent, block->share);
    return norm(sub(at[1], scale(0.5, add(at[0], at[2])))) / allowed;
}

/* used_in_block for a motion that begins with the chain stretched out, at these rates. A block over the
 * first half of the first interval, which takes the bounds of the whole, uses as much. */
static double used_bound(const char *kinds, double reach, const double *rates, double length)
{
    chain c = make_chain(kinds, reach);
    double from[CHAIN] = {0};
    double to[CHAIN];
    for (int i = 0; i < CHAIN; i++)
        to[i] = from[i] + rates[i] * length * LW_BLOCK_INTERVALS;
    assert_int_equal(lw_motion_set_segment(c.motion, NULL, from, to, NULL), LW_OK);
    span s = {.interval = 1.0 / LW_BLOCK_INTERVALS};
    for (int i = 0; i < LW_LANES; i++)
        s.times[i] = (double)i / LW_BLOCK_INTERVALS;
    set(c.lanes, c.motion, &s);
    double used = used_in_block(&c, &s);
    s.interval /= 2 * LW_BLOCK_INTERVALS;
    for (int i = 0; i < LW_LANES; i++)
        s.times[i] = s.interval * i;
    lw_lanes_set_some(c.lanes, c.motion, 0, s.times, s.interval,
                      &(lw_block_rest){.pair = LW_NO_LANE_PAIR}, 1);
    double again = used_in_block(&c, &s);
    if (fabs(again - used) > 0.01 * used)
        fail_msg("%s uses %.6f of the bound, then %.6f", kinds, used, again);
    drop_chain(&c);
    return used;
}

static void test_chains_reach_the_bound(void **state)
{
    (void)state;
    static const struct {
        const char *kinds;
        double reach, rates[CHAIN], least;
    } cases[] = {
        {"r", 1, {1}, 0.99},           {"rr", 1, {1, 1}, 0.99}, {"rr", 1, {1, 0.1}, 0.99},
        {"rrr", 0.3, {1, 2, 3}, 0.99}, {"rl", 1, {1}, 0.99},    {"rs", 1e-4, {1, 1}, 0.95},
        {"rsr", 1e-4, {1, 1, 1}, 0.9}, {"sr", 1, {5, 1}, 0.99}, {"rrrr", 0.5, {1, 1, 1, 1}, 0.99},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double used = used_bound(cases[i].kinds, cases[i].reach, cases[i].rates, 1e-3);
        if (!(used <= 1 + 1e-6 && used >= cases[i].least))
            fail_msg("%s uses %.6f of the bound", cases[i].kinds, used);
    }
}

/* A slide that is near 0 on a curve whose numbers are large errs by the rounding of those. */
static void test_short_slides_of_large_curves(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        const double size = pow(10, i);
        chain c = make_chain("s", 1e-4);
        assert_int_equal(
            lw_motion_set_segment(c.motion, NULL, (double[]){-size}, (double[]){size}, NULL), LW_OK);
        span s = {.interval = 1e-18 / size};
        for (int k = 0; k < LW_LANES; k++)
            s.times[k] = 0.5;
        set(c.lanes, c.motion, &s);
        const lw_block *block = &c.lanes->block;
        const lw_lane_body *body = &block->bodies[0];
        double allowed = (double)lw_lane_error_of(&block->errors[body->joint + 1], &body->extent);
        assert_true(allowed >= LW_POSE_ROUNDING * size && allowed < 1e-6 + 1e-9 * size);
        drop_chain(&c);
    }
}

/* ---- times ------------------------------------------------------------------------------------- */

/* No interval of a block is longer than the one that its bounds are for, however late and short the
 * part is. */
static void test_intervals_are_bounded(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    chain c = make_chain("r", 1);
    assert_int_equal(lw_motion_set_segment(c.motion, NULL, (double[]){0}, (double[]){1}, NULL), LW_OK);
    double nearest = 0;
    for (int round = 0; round < 20000; round++) {
        double begin = pow(10, lw_random_between(&random, -3, 9));
        if (lw_random_below(&random, 2))
            begin = -begin;
        double end = begin + fabs(begin) * pow(10, lw_random_between(&random, -15, 1));
        lw_lanes_prove_obstacles(c.lanes, c.motion, 0, begin, end);
        const double *times = c.lanes->first.times;
        assert_true(times[0] == begin && times[LW_LANES - 1] == end);
        for (int i = 1; i < LW_LANES; i++) {
            assert_true(times[i] - times[i - 1] <= c.lanes->part.interval);
            nearest = fmax(nearest, (times[i] - times[i - 1]) / c.lanes->part.interval);
        }
    }
    assert_true(nearest > 0.999);
    drop_chain(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_worlds),
        cmocka_unit_test(test_intervals_are_bounded),
        cmocka_unit_test(test_chains_reach_the_bound),
        cmocka_unit_test(test_short_slides_of_large_curves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
