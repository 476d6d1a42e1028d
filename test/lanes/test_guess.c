/* Tests lanes/guess.c, and the hits of lanes/lanes.c. A ball slides through a wall and into a beam, and
 * grazes a third box: the likeliest contact comes first, the grazed box is left out, and at the guessed
 * times the bodies do meet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/arena.h"
#include "lanes/guess.h"
#include "leeway/leeway.h"
#include "motion/motion.h"
#include "scene/frozen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double RADIUS = 0.05;

static void add_box(lw_scene *scene, const char *id, lw_vec3 center, lw_vec3 half)
{
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){2 * half.x, 2 * half.y, 2 * half.z};
    lw_pose at = lw_pose_identity();
    at.position = center;
    assert_int_equal(lw_scene_add_obstacle(scene, id, &box, at, NULL), LW_OK);
}

/* Adds a link, and a joint that slides it along x. */
static void add_rail(lw_scene *scene, const char *parent, const char *link, double y)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = joint.child = link;
    joint.parent = parent;
    joint.kind = LW_JOINT_PRISMATIC;
    joint.axis = (lw_vec3){1, 0, 0};
    joint.lower = -100;
    joint.upper = 100;
    joint.origin.position.y = y;
    assert_int_equal(lw_scene_add_link(scene, "r", link, NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "r", &joint, NULL), LW_OK);
}

/* A scene of a robot that is a base so far. */
static lw_scene *new_scene(void)
{
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "r", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "r", "base", NULL), LW_OK);
    return scene;
}

/* A ball of a link, so high. */
static void add_ball(lw_scene *scene, const char *link, double z)
{
    lw_shape_def ball = lw_default_shape();
    lw_pose at = lw_pose_identity();
    ball.radius = RADIUS;
    at.position.z = z;
    assert_int_equal(lw_scene_add_shape(scene, "r", link, &ball, at, NULL), LW_OK);
}

static lw_scene *make_scene(int far)
{
    lw_scene *scene = new_scene();
    add_rail(scene, "base", "ball", 0);
    add_ball(scene, "ball", 0);
    /* the surfaces come within 0.03 and 0.04 of the ball's middle */
    add_box(scene, "beam", (lw_vec3){1.5, 0.53, 0}, (lw_vec3){0.5, 0.5, 0.5});
    add_box(scene, "rim", (lw_vec3){-1.5, 0, 0.54}, (lw_vec3){0.5, 0.5, 0.5});
    add_box(scene, "wall", (lw_vec3){0, 0, 0}, (lw_vec3){0.3, 1, 1});
    add_box(scene, "far", (lw_vec3){0, 3, 0}, (lw_vec3){1, 1, 1});
    /* the ball's surface touches it: neither proven nor a hit */
    add_box(scene, "touched", (lw_vec3){-8, 0.5 + RADIUS, 0}, (lw_vec3){0.5, 0.5, 0.5});
    for (int i = 0; i < far; i++) {
        char id[32];
        snprintf(id, sizeof id, "farther%d", i);
        add_box(scene, id, (lw_vec3){i, 9, 0}, (lw_vec3){0.1, 0.1, 0.1});
    }
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    return scene;
}

/* The lanes of a scene, and a motion of it. */
typedef struct bench {
    lw_scene *scene;
    lw_arena arena;
    lw_lanes *lanes;
    lw_motion *motion;
} bench;

static bench open_bench(lw_scene *scene)
{
    bench b = {.scene = scene};
    assert_int_equal(lw_lanes_create(&b.arena, scene->frozen, &b.lanes, NULL), LW_OK);
    assert_int_equal(lw_motion_create(scene, &b.motion, NULL), LW_OK);
    return b;
}

static void close_bench(bench *b)
{
    lw_motion_destroy(b->motion);
    lw_arena_free(&b->arena);
    lw_scene_destroy(b->scene);
}

/* The part of a motion along the rail on which a hit is looked for. */
static lw_lanes_answer seek(lw_lanes *lanes, lw_motion *motion, double from, double to, lw_guess *hit)
{
    assert_int_equal(lw_motion_set_segment(motion, NULL, &from, &to, NULL), LW_OK);
    return lw_lanes_seek_obstacles(lanes, motion, 0, motion->begin, motion->end, hit);
}

/* A ball is met as soon as its surface is in an obstacle at a pose. */
static void test_hits(void **state)
{
    (void)state;
    bench b = open_bench(make_scene(0));
    lw_lanes *lanes = b.lanes;
    lw_motion *motion = b.motion;
    lw_guess hit;
    /* along the beam, which does not come nearer */
    assert_int_equal(seek(lanes, motion, 1.2, 1.8, &hit), LW_LANES_HIT);
    assert_int_equal(lw_pair_second(hit.pair), 1);
    /* before the wall, and just in it at the last pose */
    assert_int_equal(seek(lanes, motion, -0.5, -0.3 - 1.001 * RADIUS, &hit), LW_LANES_KNOWN);
    assert_int_equal(seek(lanes, motion, -0.5, -0.3 - 0.99 * RADIUS, &hit), LW_LANES_HIT);
    assert_int_equal(lw_pair_second(hit.pair), 3);
    assert_true(hit.time == 1);
    /* through it: the second pose is in it, the third one's middle as well */
    assert_int_equal(seek(lanes, motion, -0.54, 0.86, &hit), LW_LANES_HIT);
    assert_true(fabs(hit.time - 2.0 / 7) < 1e-9);
    /* pairs that were not tested before the hit are proven or left afterwards */
    assert_int_equal(seek(lanes, motion, -2.2, 2.2, &hit), LW_LANES_HIT);
    size_t left = lanes->first.count;
    assert_true(lw_lanes_prove_placed_obstacles(lanes));
    assert_true(lanes->first.count > left);
    size_t count = lanes->first.count;
    assert_true(count >= 3);
    assert_true(lw_lanes_prove_obstacles(lanes, motion, 0, motion->begin, motion->end));
    assert_int_equal(lanes->first.count, count);
    /* and no hit is sought by calls that only prove, also after a call that sought and found none */
    assert_int_equal(seek(lanes, motion, -0.5, -0.3 - 1.001 * RADIUS, &hit), LW_LANES_KNOWN);
    const double from = -2.2;
    const double to = 2.2;
    assert_int_equal(lw_motion_set_segment(motion, NULL, &from, &to, NULL), LW_OK);
    assert_true(lw_lanes_prove_obstacles(lanes, motion, 0, motion->begin, motion->end));
    assert_int_equal(lanes->first.count, count);
    close_bench(&b);
}

/* Among many obstacles those are looked at that this motion may meet, not those of the one before. */
static void test_many(void **state)
{
    (void)state;
    bench b = open_bench(make_scene(80));
    lw_lanes *lanes = b.lanes;
    lw_motion *motion = b.motion;
    lw_guess hit;
    assert_int_equal(seek(lanes, motion, 5, 6, &hit), LW_LANES_KNOWN);
    assert_int_equal(lanes->first.count, 0);
    /* along the one that it touches */
    assert_int_equal(seek(lanes, motion, -8.2, -7.8, &hit), LW_LANES_KNOWN);
    assert_int_equal(lanes->first.count, 1);
    assert_int_equal(seek(lanes, motion, 0, 0.1, &hit), LW_LANES_HIT);
    close_bench(&b);
}

/* Balls at both ends of a rod that slides along a rail among some posts between them, through a plate
 * that is thinner than the steps from pose to pose. */
static lw_scene *dumbbell_among(int posts)
{
    lw_scene *scene = new_scene();
    add_rail(scene, "base", "rod", 0);
    add_ball(scene, "rod", -1);
    add_ball(scene, "rod", 1);
    for (int i = 0; i < posts; i++) {
        char id[32];
        snprintf(id, sizeof id, "post%d", i);
        add_box(scene, id, (lw_vec3){0.2 * i, 0.3, 0}, (lw_vec3){0.1, 0.1, 0.1});
    }
    add_box(scene, "plate", (lw_vec3){0.5, 0, 1}, (lw_vec3){0.01, 0.1, 0.1});
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    return scene;
}

/* Where many bodies are near obstacles, a hit is sought between the poses as well; afterwards the block
 * is as before. */
static void test_between(void **state)
{
    (void)state;
    for (int posts = 4; posts <= 5; posts++) {
        bench b = open_bench(dumbbell_among(posts));
        lw_guess hit;
        /* the count of bodies near obstacles in another motion does not count here */
        assert_int_equal(seek(b.lanes, b.motion, 0, 0.3, &hit), LW_LANES_KNOWN);
        b.lanes->samples = 0;
        lw_lanes_answer answer = seek(b.lanes, b.motion, 0, 1, &hit);
        assert_int_equal(answer, posts < 5 ? LW_LANES_KNOWN : LW_LANES_HIT);
        assert_int_equal(b.lanes->samples, posts < 5 ? LW_LANES : 2 * LW_LANES);
        if (answer == LW_LANES_HIT) {
            assert_true(fabs(hit.time - 0.5) < 1e-9 && hit.is_hit);
            assert_int_equal(lw_pair_second(hit.pair), 1 + posts);
            assert_true(lw_lanes_is_certain(b.lanes, b.motion, 0));
            assert_true(lw_lanes_prove_placed_obstacles(b.lanes));
        }
        lw_lane_rest first = b.lanes->first;
        assert_true(lw_lanes_prove_obstacles(b.lanes, b.motion, 0, 0, 1));
        assert_int_equal(first.count, b.lanes->first.count);
        assert_memory_equal(first.items, b.lanes->first.items, first.count * sizeof *first.items);
        close_bench(&b);
    }
}

/* After no hit was found between the poses, the block proves at its own poses: the plate, which touches
 * the rod at the beginning alone, is left. */
static void test_nothing_between(void **state)
{
    (void)state;
    bench b = open_bench(dumbbell_among(12));
    lw_guess hit;
    double from = 0.51 + RADIUS;
    assert_int_equal(seek(b.lanes, b.motion, from, from + 60, &hit), LW_LANES_KNOWN);
    assert_int_equal(b.lanes->samples, 2 * LW_LANES);
    lw_lane_rest first = b.lanes->first;
    bool plate = false;
    for (size_t i = 0; i < first.count; i++)
        plate |= lw_pair_second(lw_block_pair(&b.lanes->block, &first.items[i])) == 13;
    assert_true(plate);
    assert_true(lw_lanes_prove_obstacles(b.lanes, b.motion, 0, 0, 1));
    assert_int_equal(first.count, b.lanes->first.count);
    assert_memory_equal(first.items, b.lanes->first.items, first.count * sizeof *first.items);
    close_bench(&b);
}

/* Near its end a motion is sought more finely. */
static void test_between_at_end(void **state)
{
    (void)state;
    for (int third = 1; third < 3; third++) {
        bench b = open_bench(dumbbell_among(12));
        lw_guess hit;
        double from = 0.5 - 4 * (18.0 + third) / 21;
        assert_int_equal(seek(b.lanes, b.motion, from, from + 4, &hit), LW_LANES_HIT);
        assert_true(fabs(hit.time - (18.0 + third) / 21) < 1e-9);
        close_bench(&b);
    }
}

/* Four links, each on a rail of its own, the first of which slides into a wall: a hit of an inner link,
 * which is not sought at the poses first, is found as well. */
static void test_inner_links(void **state)
{
    (void)state;
    static const char *const links[] = {"base", "one", "two", "three", "four"};
    lw_scene *scene = new_scene();
    for (int i = 0; i < 4; i++) {
        add_rail(scene, links[i], links[i + 1], 1);
        add_ball(scene, links[i + 1], 0);
    }
    add_box(scene, "wall", (lw_vec3){1, 1, 0}, (lw_vec3){0.3, 0.3, 0.3});
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    bench b = open_bench(scene);
    lw_lanes *lanes = b.lanes;
    lw_motion *motion = b.motion;
    lw_guess hit;
    const double from[4] = {0, 0, 0, 0};
    const double to[4] = {1, 0, 0, 0};
    assert_int_equal(lanes->all.compounds[0].beyond, 3);
    assert_int_equal(lw_motion_set_segment(motion, NULL, from, to, NULL), LW_OK);
    assert_int_equal(lw_lanes_seek_obstacles(lanes, motion, 0, 0, 1, &hit), LW_LANES_HIT);
    assert_int_equal(lw_pair_first(hit.pair), 0);
    assert_true(lw_lanes_is_certain(lanes, motion, 0));
    close_bench(&b);
}

/* The callback's context: it counts the hits that it is asked about, and answers. */
typedef struct asked {
    bool answer;
    size_t count;
    lw_guess last;
} asked;

static bool answer(void *context, const lw_guess *guess)
{
    asked *a = context;
    a->count++;
    a->last = *guess;
    return a->answer;
}

/* Refines a motion in which no pose of the first block is in an obstacle. a: NULL, or asked about hits.
 */
static size_t refine(lw_lanes *lanes, lw_motion *motion, asked *a, lw_unproven left[LW_MOST_REST])
{
    lw_guess hit;
    assert_int_equal(seek(lanes, motion, -9.9, 8.1, &hit), LW_LANES_KNOWN);
    assert_true(lw_lanes_prove_pairs(lanes, left) > 0);
    const lw_refine_calls calls = {a ? answer : NULL, NULL, a};
    return lw_lanes_refine(lanes, motion, 0, left, &calls);
}

static int by_place(const void *a, const void *b)
{
    const lw_unproven *one = a;
    const lw_unproven *other = b;
    if (one->pair != other->pair)
        return one->pair < other->pair ? -1 : 1;
    return (one->from > other->from) - (one->from < other->from);
}

/* Blocks over shorter intervals have poses in the beam, the rim or the wall. The box that is touched
 * before is left. */
static void test_hits_of_parts(void **state)
{
    (void)state;
    bench b = open_bench(make_scene(0));
    lw_lanes *lanes = b.lanes;
    lw_motion *motion = b.motion;
    lw_unproven left[LW_MOST_REST];
    lw_unproven again[LW_MOST_REST];
    asked yes = {.answer = true};
    assert_int_equal(refine(lanes, motion, &yes, left), 0);
    assert_int_equal(yes.count, 1);
    double x = -9.9 + 18 * yes.last.time;
    uint32_t obstacle = lw_pair_second(yes.last.pair);
    double middle = obstacle == 1 ? 1.5 : obstacle == 2 ? -1.5 : 0;
    assert_true(fabs(x - middle) < (obstacle == 3 ? 0.3 : 0.5) + RADIUS);
    /* where the answer is no, the same parts are left as without asking */
    asked no = {.answer = false};
    size_t count = refine(lanes, motion, NULL, left);
    assert_true(count > 0);
    assert_int_equal(refine(lanes, motion, &no, again), count);
    assert_int_equal(no.count, 1);
    /* where a hit is sought, the likeliest run of intervals comes first */
    qsort(left, count, sizeof *left, by_place);
    qsort(again, count, sizeof *again, by_place);
    assert_memory_equal(left, again, count * sizeof *left);
    close_bench(&b);
}

static void test_likeliest_first(void **state)
{
    (void)state;
    bench b = open_bench(make_scene(0));
    lw_lanes *lanes = b.lanes;
    lw_motion *motion = b.motion;
    assert_int_equal(lw_motion_set_segment(motion, NULL, (double[]){-2.2}, (double[]){2.2}, NULL),
                     LW_OK);
    /* the beam, the rim and the wall */
    assert_true(lw_lanes_prove_obstacles(lanes, motion, 0, motion->begin, motion->end));
    assert_true(lanes->first.count >= 3);
    lw_guess guesses[LW_MOST_GUESSES];
    assert_int_equal(lw_lanes_guess(lanes, 0, guesses), 0);
    for (size_t most = 1; most <= LW_MOST_GUESSES + 1; most++) {
        size_t count = lw_lanes_guess(lanes, most, guesses);
        assert_int_equal(count, most < 2 ? most : 2);
        for (size_t i = 0; i < count; i++) {
            /* obstacles follow the ball in the order in which they were added */
            assert_int_equal(lw_pair_first(guesses[i].pair), 0);
            assert_int_equal(lw_pair_second(guesses[i].pair), i == 0 ? 3 : 1);
            double x = -2.2 + 4.4 * guesses[i].time;
            double from = i == 0 ? -0.3 : 1;
            double to = i == 0 ? 0.3 : 2;
            assert_true(from - RADIUS < x && x < to + RADIUS);
        }
    }
    close_bench(&b);
}

/* A box of a link. */
static void add_box_of(lw_scene *scene, const char *link, lw_vec3 half, double z)
{
    lw_shape_def box = lw_default_shape();
    lw_pose at = lw_pose_identity();
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){2 * half.x, 2 * half.y, 2 * half.z};
    at.position.z = z;
    assert_int_equal(lw_scene_add_shape(scene, "r", link, &box, at, NULL), LW_OK);
}

/* Whether two boxes of links, whose middles are `z` apart in height, and which slide over each other,
 * have a hit. Such a hit is never certain; `free`: whether the motion is. */
static bool hits_boxes(lw_vec3 half, double z, bool free)
{
    static const char *const links[] = {"base", "one", "two", "three"};
    static const double from[3] = {0, 0, -0.2};
    static const double to[3] = {0, 0, 0.2};
    lw_scene *scene = new_scene();
    for (int i = 0; i < 3; i++)
        add_rail(scene, links[i], links[i + 1], 0);
    add_box_of(scene, "one", half, 0);
    add_box_of(scene, "three", half, z);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    bench b = open_bench(scene);
    lw_guess hit = {0};
    lw_unproven left[LW_MOST_REST];
    size_t count;
    assert_int_equal(lw_motion_set_segment(b.motion, NULL, from, to, NULL), LW_OK);
    assert_int_equal(lw_lanes_seek_obstacles(b.lanes, b.motion, 0, 0, 1, &hit), LW_LANES_KNOWN);
    const bool found = lw_lanes_seek_pairs(b.lanes, left, &count, &hit);
    if (found)
        assert_true(hit.is_hit && !lw_lanes_is_certain(b.lanes, b.motion, 0));
    lw_checker *checker = NULL;
    assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
    lw_check_options options = lw_default_check_options();
    options.any = options.unmeasured = true;
    lw_verdict verdict = lw_default_verdict();
    assert_int_equal(lw_check(checker, b.motion, &options, &verdict, NULL), LW_OK);
    assert_int_equal(verdict.kind, free ? LW_VERDICT_FREE : LW_VERDICT_CONTACT);
    lw_checker_destroy(checker);
    close_bench(&b);
    return found;
}

/* Balls that only cover links are a hit if they overlap deeply, and the links need not meet. */
static void test_hits_of_covers(void **state)
{
    (void)state;
    const lw_vec3 plate = {0.5, 0.5, 0.01};
    const lw_vec3 cube = {0.1, 0.1, 0.1};
    assert_true(hits_boxes(plate, 0.03, true));
    assert_true(hits_boxes(plate, 0.01, false));
    assert_true(hits_boxes(cube, 0.01, false));
    assert_false(hits_boxes(cube, 0.22, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hits),           cmocka_unit_test(test_many),
        cmocka_unit_test(test_between),        cmocka_unit_test(test_nothing_between),
        cmocka_unit_test(test_between_at_end), cmocka_unit_test(test_inner_links),
        cmocka_unit_test(test_hits_of_parts),  cmocka_unit_test(test_hits_of_covers),
        cmocka_unit_test(test_likeliest_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
