/* Tests lanes/block.h: the proofs between poses, where a body passes another one: balls and boxes
 * beside a straight path, two arms, and two branches of a robot that turns as a whole. */
#include "anywhere.h"
#include "lanes/lanes.h"
#include "lanes/lone.h"
#include "lanes/states.h"
#include "math/pose.h"
#include "seed.h"
#include "small_scene.h"

#include <math.h>
#include <stdlib.h>

enum { MOMENTS = 40 };

static const lw_joint_kind slides[3] = {LW_JOINT_PRISMATIC, LW_JOINT_PRISMATIC, LW_JOINT_PRISMATIC};

typedef struct passing {
    lw_random random;
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_arena arena;
    lw_lanes *lanes;
    lw_error error;
} passing;

static lw_pose any_pose(lw_random *random, double size)
{
    lw_pose at = lw_pose_identity();
    at.position = anywhere(random, size);
    double length = 0;
    do {
        at.orientation.w = lw_random_between(random, -1, 1);
        at.orientation.x = lw_random_between(random, -1, 1);
        at.orientation.y = lw_random_between(random, -1, 1);
        at.orientation.z = lw_random_between(random, -1, 1);
        length = at.orientation.w * at.orientation.w + at.orientation.x * at.orientation.x +
                 at.orientation.y * at.orientation.y + at.orientation.z * at.orientation.z;
    } while (length < 0.1);
    return at;
}

/* Adds a link behind a joint at the end of another one. */
static void add_joint(passing *p, const char *robot, const char *parent, const char *child,
                      lw_joint_kind kind, lw_vec3 axis)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = child;
    joint.kind = kind;
    joint.parent = parent;
    joint.child = child;
    joint.axis = axis;
    joint.lower = -10;
    joint.upper = 10;
    succeed(lw_scene_add_link(p->scene, robot, child, &p->error), &p->error);
    succeed(lw_scene_add_joint(p->scene, robot, &joint, &p->error), &p->error);
}

/* Three slides along x, y and z behind a link; a ball on the last one. */
static void add_slides(passing *p, const char *robot, const char *parent, double radius)
{
    add_joint(p, robot, parent, "x", slides[0], (lw_vec3){1, 0, 0});
    add_joint(p, robot, "x", "y", slides[1], (lw_vec3){0, 1, 0});
    add_joint(p, robot, "y", "z", slides[2], (lw_vec3){0, 0, 1});
    lw_shape_def ball = sphere_of(radius);
    succeed(lw_scene_add_shape(p->scene, robot, "z", &ball, lw_pose_identity(), &p->error), &p->error);
}

static void add_robot(passing *p, const char *robot, lw_pose base)
{
    succeed(lw_scene_add_robot(p->scene, robot, base, &p->error), &p->error);
    succeed(lw_scene_add_link(p->scene, robot, "base", &p->error), &p->error);
}

static void freeze(passing *p)
{
    succeed(lw_scene_freeze(p->scene, &p->error), &p->error);
    succeed(lw_motion_create(p->scene, &p->motion, &p->error), &p->error);
    succeed(lw_checker_create(p->scene, &p->checker, &p->error), &p->error);
    succeed(lw_lanes_create(&p->arena, p->scene->frozen, &p->lanes, &p->error), &p->error);
}

static void drop(passing *p)
{
    lw_arena_free(&p->arena);
    lw_checker_destroy(p->checker);
    lw_motion_destroy(p->motion);
    lw_scene_destroy(p->scene);
}

/* Counts of intervals: proven, open, and open although the only pair stays far enough apart (missed).
 */
typedef struct tally {
    int proven, open, missed;
} tally;

/* Compares the intervals that are proven of the only pair with its distances at single times. The
 * motion is a segment. slack: how much farther apart than the margin the bodies may be on an open
 * interval. */
static void compare(passing *p, double slack, tally *all)
{
    lw_unproven left[LW_MOST_REST];
    double margin = lw_frozen_pair(p->scene->frozen, lw_frozen_pair_at(p->scene->frozen, 0)).margin;
    assert_true(lw_lanes_prove_obstacles(p->lanes, p->motion, 0, p->motion->begin, p->motion->end));
    size_t count = lw_lanes_prove_pairs(p->lanes, left);
    assert_true(count <= LW_BLOCK_INTERVALS);
    for (int k = 0; k < LW_BLOCK_INTERVALS; k++) {
        double nearest = HUGE_VAL;
        for (int i = 0; i <= MOMENTS; i++) {
            double time = fmin(1, (k + (double)i / MOMENTS) / LW_BLOCK_INTERVALS);
            lw_distance d;
            succeed(lw_pair_distance(p->checker, p->motion, time, 0, &d, &p->error), &p->error);
            nearest = fmin(nearest, d.upper);
        }
        bool open = false;
        double middle = (k + 0.5) / LW_BLOCK_INTERVALS;
        for (size_t i = 0; i < count; i++)
            open |= left[i].from < middle && middle < left[i].to;
        if (!open)
            assert_true(nearest > margin);
        all->proven += !open;
        all->open += open;
        all->missed += open && nearest > margin + slack;
    }
}

static void move(passing *p, double reach)
{
    double ends[2][8];
    for (int i = 0; i < 16; i++)
        ends[i / 8][i % 8] = lw_random_between(&p->random, -reach, reach);
    const lw_joints *joints = lw_scene_joints(p->scene, "robot", NULL, &p->error);
    succeed(lw_motion_set_segment(p->motion, joints, ends[0], ends[1], &p->error), &p->error);
}

/* Shapes that the tests of a block know as they are, except cones and ellipsoids, which are tested as
 * shapes that contain them. slack: how far apart a straight path may leave them unproven. */
static const struct {
    lw_shape_kind kind;
    double slack;
} obstacle_kinds[] = {{LW_SHAPE_SPHERE, 1e-3}, {LW_SHAPE_BOX, 0.1},   {LW_SHAPE_CYLINDER, 0.1},
                      {LW_SHAPE_CAPSULE, 0.1}, {LW_SHAPE_CONE, 0.6},  {LW_SHAPE_ELLIPSOID, 0.6},
                      {LW_SHAPE_CLOUD, 1e-3},  {LW_SHAPE_OCTREE, 0.1}};
enum {
    KINDS = sizeof obstacle_kinds / sizeof *obstacle_kinds,
    MOST_POINTS = 200,
    CELLS = 6, /* of an octree, along each axis */
    COLUMNS = 5
};

/* Room for the points of a cloud, and the cells of an octree. */
typedef struct room {
    double points[3 * MOST_POINTS];
    int32_t cells[COLUMNS * (CELLS * CELLS * CELLS + 1)];
} room;

/* Makes an octree around the origin, in which half of the cells are free and some are not listed. What
 * is not listed may be an obstacle. */
static void make_octree(lw_random *random, lw_shape_def *octree, int32_t *cells)
{
    const bool is_room = lw_random_below(random, 2);
    octree->kind = LW_SHAPE_OCTREE;
    octree->length = lw_random_between(random, 0.02, is_room ? 1 : 0.2);
    octree->unknown = is_room ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE;
    octree->rounding = lw_random_below(random, 2) ? 0.05 : 0;
    octree->cells = cells;
    for (int32_t i = 0; i < CELLS * CELLS * CELLS; i++) {
        const uint32_t state = lw_random_below(random, is_room ? 40 : 4);
        const int32_t at[3] = {i % CELLS, i / CELLS % CELLS, i / (CELLS * CELLS)};
        int32_t *row = cells + (size_t)COLUMNS * octree->cell_count;
        for (int k = 0; k < 3; k++)
            row[k] = 2 * at[k] - CELLS;
        row[3] = 2;
        row[4] = state == 0;
        octree->cell_count += i == 0 || state != 1;
    }
    cells[4] = 1;
    if (!is_room && lw_random_below(random, 2)) { /* an octree that reaches far */
        int32_t *row = cells + (size_t)COLUMNS * octree->cell_count++;
        for (int k = 0; k < 3; k++)
            row[k] = lw_random_below(random, 2) ? 32767 : -32768;
        row[3] = row[4] = 1;
    }
}

static lw_shape_def any_obstacle(lw_random *random, lw_shape_kind kind, room *own)
{
    double *points = own->points;
    lw_shape_def shape = sphere_of(lw_random_between(random, 0.02, 0.4));
    shape.kind = kind;
    shape.length = lw_random_between(random, 0.01, 0.5);
    shape.size = (lw_vec3){lw_random_between(random, 0.01, 0.5), lw_random_between(random, 0.01, 0.5),
                           lw_random_between(random, 0.01, 0.5)};
    if (kind == LW_SHAPE_OCTREE)
        make_octree(random, &shape, own->cells);
    if (kind != LW_SHAPE_CLOUD)
        return shape;
    /* more points than a body of parts has */
    const double size = lw_random_below(random, 2) ? 0.2 : 2;
    shape.radius *= 0.2;
    shape.vertices = points;
    shape.vertex_count = 13 + lw_random_below(random, MOST_POINTS - 12);
    for (size_t i = 0; i < 3 * shape.vertex_count; i++)
        points[i] = lw_random_between(random, -size, size);
    return shape;
}

/* `compare` for the motion's beginning, as a state. */
static void compare_state(passing *p, double slack, tally *all)
{
    lw_unproven left[LW_MOST_REST];
    double margin = lw_frozen_pair(p->scene->frozen, lw_frozen_pair_at(p->scene->frozen, 0)).margin;
    bool open = lw_lanes_prove_state(p->lanes, p->motion, left) > 0;
    lw_distance d;
    succeed(lw_pair_distance(p->checker, p->motion, p->motion->begin, 0, &d, &p->error), &p->error);
    if (!open)
        assert_true(d.upper > margin);
    all->proven += !open;
    all->open += open;
    all->missed += open && d.upper > margin + slack;
}

/* Adds an obstacle of one shape, or of two: whether of two. */
static bool add_it(passing *p, const lw_shape_def *shape)
{
    bool two = lw_random_below(&p->random, 3) == 0;
    for (int i = 0; i <= two; i++)
        succeed(lw_scene_add_obstacle(p->scene, "it", shape, any_pose(&p->random, 0.2), &p->error),
                &p->error);
    return two;
}

/* A ball on a straight path beside a shape. */
static void test_obstacles(void **state)
{
    (void)state;
    passing p = {.random = {test_seed()}};
    tally all[KINDS] = {0};
    tally states[KINDS] = {0};
    int rounds = test_rounds(480, 14000);
    for (int round = 0; round < rounds; round++) {
        int kind = round % KINDS;
        room own;
        lw_shape_def shape = any_obstacle(&p.random, obstacle_kinds[kind].kind, &own);
        p.scene = new_scene();
        p.arena = (lw_arena){0};
        add_robot(&p, "robot", any_pose(&p.random, 0.2));
        add_slides(&p, "robot", "base", lw_random_between(&p.random, 0.01, 0.2));
        bool two = add_it(&p, &shape);
        double margin = lw_random_below(&p.random, 2) ? 0 : 0.2;
        if (round % 3)
            succeed(lw_scene_set_margin(p.scene, margin, &p.error), &p.error);
        else
            succeed(lw_scene_set_pair_margin(p.scene, "z", "it", margin, &p.error), &p.error);
        freeze(&p);
        for (int i = 0; i < 8; i++) {
            move(&p, 1);
            double slack = obstacle_kinds[kind].slack;
            bool is_known = slack < 0.5;
            compare(&p, two ? HUGE_VAL : slack, &all[kind]);
            compare_state(&p, two ? HUGE_VAL : is_known ? 1e-3 : slack, &states[kind]);
        }
        drop(&p);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        assert_true(all[kind].open > rounds / 5 && all[kind].proven > rounds);
        assert_int_equal(all[kind].missed, 0);
        assert_true(states[kind].open > rounds / 40 && states[kind].proven > rounds / 5);
        assert_int_equal(states[kind].missed, 0);
    }
}

/* A ball at the end of an arm of a metre that turns about z. */
static void add_arm(passing *p, const char *robot, lw_vec3 base, double radius)
{
    lw_pose at = lw_pose_identity();
    lw_shape_def ball = sphere_of(radius);
    at.position = base;
    add_robot(p, robot, at);
    add_joint(p, robot, "base", "arm", LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1});
    at.position = (lw_vec3){1, 0, 0};
    succeed(lw_scene_add_shape(p->scene, robot, "arm", &ball, at, &p->error), &p->error);
}

/* Two arms whose ends pass each other, one of which may stand still. */
static void test_arms(void **state)
{
    (void)state;
    passing p = {.random = {test_seed() + 1}};
    tally all = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        p.scene = new_scene();
        p.arena = (lw_arena){0};
        double radius = lw_random_between(&p.random, 0.001, 0.1);
        double gap = lw_random_between(&p.random, -0.01, 0.02);
        add_arm(&p, "one", (lw_vec3){0, 0, 0}, radius);
        add_arm(&p, "other", (lw_vec3){2 + 2 * radius + gap, 0, 0}, radius);
        freeze(&p);
        for (int i = 0; i < 8; i++) {
            /* they meet where the first points along x, and the other one against it */
            double ends[2][2];
            lw_track tracks[2] = {lw_default_track(), lw_default_track()};
            for (int k = 0; k < 2; k++) {
                double turn = lw_random_below(&p.random, 3) ? lw_random_between(&p.random, -2, 2) : 0;
                double when = lw_random_between(&p.random, 0.3, 0.7);
                ends[k][0] = (k ? 3.141592653589793 : 0) - turn * when;
                ends[k][1] = ends[k][0] + turn;
                tracks[k].joints = lw_scene_joints(p.scene, k ? "other" : "one", NULL, &p.error);
                tracks[k].positions = ends[k];
                tracks[k].point_count = 2;
            }
            succeed(lw_motion_set(p.motion, tracks, 2, &p.error), &p.error);
            compare(&p, 0.2, &all);
        }
        drop(&p);
    }
    assert_true(all.open > rounds && all.proven > rounds);
    assert_int_equal(all.missed, 0);
}

/* The verdict on any contact by a method. */
static lw_verdict_kind kind_by(passing *p, lw_method method)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.any = true;
    options.method = method;
    succeed(lw_check(p->checker, p->motion, &options, &verdict, &p->error), &p->error);
    return verdict.kind;
}

/* Far from the origin floats take balls for nearer than they are: a false hit is tested exactly, and a
 * free motion is still proven. A third arm may be in contact. */
static void test_false_hits(void **state)
{
    (void)state;
    static const char *const robots[3] = {"one", "other", "third"};
    passing p = {.random = {test_seed() + 6}};
    int rounds = test_rounds(400, 4000);
    int hits[2] = {0, 0};
    for (int round = 0; round < rounds; round++) {
        p.scene = new_scene();
        p.arena = (lw_arena){0};
        double far = pow(10, lw_random_between(&p.random, 5, 7));
        double gap = far * 0x1p-24 * lw_random_between(&p.random, 0.01, 1);
        bool meets = lw_random_below(&p.random, 2);
        add_arm(&p, "one", (lw_vec3){far, far, far}, 0.1);
        add_arm(&p, "other", (lw_vec3){far + 2.2 + gap, far, far}, 0.1);
        add_arm(&p, "third", (lw_vec3){far + 1.25 + gap, far - 1.05, far - (meets ? 0 : 9)}, 0.1);
        freeze(&p);
        const double ends[3][2] = {
            {lw_random_between(&p.random, -0.1, 0), 0.1}, {3.15, 3.14}, {1.57, 1.58}};
        lw_track tracks[3] = {lw_default_track(), lw_default_track(), lw_default_track()};
        for (int k = 0; k < 3; k++) {
            tracks[k].joints = lw_scene_joints(p.scene, robots[k], NULL, &p.error);
            tracks[k].positions = ends[k];
            tracks[k].point_count = 2;
        }
        succeed(lw_motion_set(p.motion, tracks, 3, &p.error), &p.error);
        lw_verdict_kind kind = kind_by(&p, LW_METHOD_SLAB);
        assert_int_equal(kind, meets ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        assert_int_equal(kind_by(&p, LW_METHOD_AUTO), kind);
        lw_unproven left[LW_MOST_REST];
        size_t count;
        lw_guess hit;
        assert_true(lw_lanes_prove_obstacles(p.lanes, p.motion, 0, 0, 1));
        hits[meets] +=
            lw_lanes_seek_pairs(p.lanes, left, &count, &hit) && hit.pair == lw_pair_id_of(0, 1);
        drop(&p);
    }
    /* of a pair that is free in truth */
    assert_true(hits[0] > rounds / 50 && hits[1] > rounds / 50);
}

/* Two branches of a robot that turns: the one stands still on it, the other slides past it. */
static void test_branches(void **state)
{
    (void)state;
    passing p = {.random = {test_seed() + 2}};
    tally all = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        p.scene = new_scene();
        p.arena = (lw_arena){0};
        lw_pose at = any_pose(&p.random, 1);
        lw_shape_def ball = sphere_of(lw_random_between(&p.random, 0.02, 0.3));
        add_robot(&p, "robot", any_pose(&p.random, 1));
        add_joint(&p, "robot", "base", "turned", LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1});
        succeed(lw_scene_add_shape(p.scene, "robot", "turned", &ball, at, &p.error), &p.error);
        add_slides(&p, "robot", "turned", lw_random_between(&p.random, 0.02, 0.3));
        succeed(lw_scene_allow_pair(p.scene, "turned", "z", false, &p.error), &p.error);
        double margin = lw_random_below(&p.random, 2) ? 0 : 0.3;
        succeed(lw_scene_set_self_margin(p.scene, margin, &p.error), &p.error);
        freeze(&p);
        if (!lw_scene_pair_count(p.scene)) {
            drop(&p);
            continue;
        }
        for (int i = 0; i < 8; i++) {
            move(&p, 2);
            compare(&p, 1e-3, &all);
        }
        drop(&p);
    }
    assert_true(all.open > rounds / 2 && all.proven > rounds);
    assert_int_equal(all.missed, 0);
}

/* Obstacles in scenes of a millimetre and of a thousand kilometres, near the origin and far from it,
 * where floats lose much. */
static void test_scales(void **state)
{
    (void)state;
    passing p = {.random = {test_seed() + 3}};
    tally near = {0};
    tally far = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        double scale = pow(10, lw_random_between(&p.random, -3, 6));
        double away = round % 2 ? fmin(5e8, scale * pow(10, lw_random_between(&p.random, 1, 5))) : 0;
        uint32_t kind = lw_random_below(&p.random, 4);
        bool is_box = kind == 1;
        lw_shape_def shape = sphere_of(scale * lw_random_between(&p.random, 0.02, 0.4));
        if (kind > 1) {
            shape.kind = kind == 2 ? LW_SHAPE_CYLINDER : LW_SHAPE_CAPSULE;
            shape.length = scale * lw_random_between(&p.random, 0.02, 0.4);
        }
        if (is_box) {
            shape.kind = LW_SHAPE_BOX;
            shape.size = (lw_vec3){0.1 * scale, 0.4 * scale, 0.3 * scale};
        }
        p.scene = new_scene();
        p.arena = (lw_arena){0};
        lw_pose base = any_pose(&p.random, 0.2 * scale);
        lw_pose place = any_pose(&p.random, 0.2 * scale);
        if (is_box && lw_random_below(&p.random, 2)) {
            /* only its near face is in reach */
            shape.size.x = fmin(1e8, scale * pow(10, lw_random_between(&p.random, 3, 6)));
            vec3 off = rotate(lw_pose_in(place).rotation, v3(0.5 * shape.size.x, 0, 0));
            place.position = add(place.position, off);
        }
        base.position.x += away;
        place.position.x += away;
        add_robot(&p, "robot", base);
        add_slides(&p, "robot", "base", scale * lw_random_between(&p.random, 0.01, 0.2));
        succeed(lw_scene_add_obstacle(p.scene, "it", &shape, place, &p.error), &p.error);
        freeze(&p);
        for (int i = 0; i < 4; i++) {
            move(&p, scale);
            compare(&p, HUGE_VAL, away > 0 ? &far : &near);
        }
        drop(&p);
    }
    assert_true(near.proven > 2 * near.open / 3 && far.proven > 0 && far.open > far.proven / 8);
}

/* An angle of a hundred million turns is known to a ten-millionth of a metre, at a metre from its axis,
 * and no better. */
static void test_many_turns(void **state)
{
    (void)state;
    passing p = {.random = {test_seed() + 4}};
    p.scene = new_scene();
    add_robot(&p, "robot", lw_pose_identity());
    add_joint(&p, "robot", "base", "arm", LW_JOINT_CONTINUOUS, (lw_vec3){0, 0, 1});
    lw_shape_def ball = sphere_of(0.1);
    lw_pose place = lw_pose_identity();
    place.position.x = 1;
    succeed(lw_scene_add_shape(p.scene, "robot", "arm", &ball, place, &p.error), &p.error);
    place.position.x = 1.2;
    succeed(lw_scene_add_obstacle(p.scene, "it", &ball, place, &p.error), &p.error);
    freeze(&p);
    float required[2];
    for (int i = 0; i < 2; i++) {
        const double angle = i ? 1e9 : 0;
        succeed(lw_motion_set_segment(p.motion, NULL, &angle, &angle, &p.error), &p.error);
        lw_lanes_prove_obstacles(p.lanes, p.motion, 0, p.motion->begin, p.motion->end);
        required[i] = lw_required_of_body(&p.lanes->block, &p.lanes->block.bodies[0]);
    }
    assert_true(required[1] - required[0] > 1e-7F && required[1] < 1e-3F);
    drop(&p);
}

/* The required distance of a state has no share for paths, also after a motion. */
static void test_state_after_motion(void **state)
{
    (void)state;
    passing p = {.random = {test_seed() + 5}};
    p.scene = new_scene();
    add_arm(&p, "robot", (lw_vec3){0, 0, 0}, 0.1);
    freeze(&p);
    const lw_block *block = &p.lanes->block;
    const double ends[2] = {0, 1};
    lw_unproven left[LW_MOST_REST];
    float required[3];
    for (int i = 0; i < 3; i++) {
        succeed(lw_motion_set_segment(p.motion, NULL, &ends[0], &ends[i == 1], &p.error), &p.error);
        if (i == 1)
            lw_lanes_prove_obstacles(p.lanes, p.motion, 0, p.motion->begin, p.motion->end);
        else
            assert_int_equal(lw_lanes_prove_state(p.lanes, p.motion, left), 0);
        if (p.lanes->lone)
            p.lanes->lone->known = false;
        required[i] = lw_required_of_body(block, &block->bodies[0]);
    }
    assert_true(required[1] > required[0] + 1e-3F && required[2] == required[0]);
    drop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_obstacles),  cmocka_unit_test(test_arms),
        cmocka_unit_test(test_branches),   cmocka_unit_test(test_scales),
        cmocka_unit_test(test_many_turns), cmocka_unit_test(test_state_after_motion),
        cmocka_unit_test(test_false_hits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
