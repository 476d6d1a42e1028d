/* Tests lanes/kernel/raster.h and body/raster.h: balls and boxes among height fields and depth images,
 * on straight paths and in single states. What a block proves is compared with points of the body that
 * are looked up in the definition of the field or image, and with distances from its elements. */
#include "body/raster.h"

#include <stdlib.h>

#include "anywhere.h"
#include "lanes/lanes.h"
#include "lanes/lone.h"
#include "lanes/states.h"
#include "math/pose.h"
#include "seed.h"
#include "small_scene.h"

enum { SIDE = 24, MOMENTS = 12, POINTS = 24, MOTIONS = 16, VALUES = 3 };

/* A field or an image, and its pose in the world. */
typedef struct world {
    lw_shape_def def;
    pose at;
    double heights[SIDE * SIDE];
    float depths[SIDE * SIDE];
} world;

/* A body on three slides, a ball or a box. */
typedef struct bench {
    lw_random random;
    world w;
    double radius; /* of the ball; 0: it is the box */
    vec3 half;
    double margin;
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_arena arena;
    lw_lanes *lanes, *together;
    lw_error error;
} bench;

typedef struct tally {
    size_t proven, open, states, open_states, missed, grazing;
} tally;

static pose any_pose(lw_random *random, double size)
{
    lw_pose at = lw_pose_identity();
    at.position = anywhere(random, size);
    do {
        at.orientation.w = lw_random_between(random, -1, 1);
        at.orientation.x = lw_random_between(random, -1, 1);
        at.orientation.y = lw_random_between(random, -1, 1);
        at.orientation.z = lw_random_between(random, -1, 1);
    } while (!lw_quat_normalize(&at.orientation));
    return lw_pose_in(at);
}

/* ---- fields and images -------------------------------------------------------------------------- */

/* Noise, a ramp, a plain with spikes, a wall of one row or column, and steps; in floats or not. */
static void make_field(lw_random *random, world *w)
{
    lw_shape_def *def = &w->def;
    def->kind = LW_SHAPE_HEIGHTS;
    def->rows = 2 + lw_random_below(random, SIDE - 1);
    def->columns = 2 + lw_random_below(random, SIDE - 1);
    def->spacing_x = lw_random_between(random, 0.005, 0.1);
    def->spacing_y = lw_random_between(random, 0.005, 0.1);
    def->floor = lw_random_between(random, -0.4, -0.1);
    def->heights = w->heights;
    const uint32_t kind = lw_random_below(random, 6);
    const bool are_floats = lw_random_below(random, 2);
    const size_t line = lw_random_below(random, SIDE);
    const double slope = lw_random_between(random, -0.1, 0.1);
    for (size_t i = 0; i < def->rows; i++)
        for (size_t k = 0; k < def->columns; k++) {
            const size_t step = k / 4;
            double height = 0;
            if (kind == 0)
                height = lw_random_between(random, -0.1, 0.1);
            if (kind == 1)
                height = slope * (double)i - 0.5 * slope * (double)k;
            if (kind == 2)
                height = lw_random_below(random, 20) == 0 ? 0.4 : 0;
            if (kind == 3)
                height = i == line ? 0.4 : 0;
            if (kind == 4)
                height = k == line ? 0.4 : def->floor;
            if (kind == 5)
                height = 0.1 * (double)step;
            height = greater(height, def->floor);
            w->heights[i * def->columns + k] = are_floats ? (double)(float)height : height;
        }
    if (are_floats)
        def->floor = (double)(float)def->floor - 0.001;
}

/* Noise, a wall, walls of one row or column and poles of one pixel before one that is far, and holes;
 * depths behind the far plane. */
static void make_image(lw_random *random, world *w)
{
    lw_shape_def *def = &w->def;
    def->kind = LW_SHAPE_DEPTH_IMAGE;
    def->rows = 1 + lw_random_below(random, SIDE);
    def->columns = 1 + lw_random_below(random, SIDE);
    def->unknown = lw_random_below(random, 2) ? LW_UNKNOWN_FREE : LW_UNKNOWN_OBSTACLE;
    def->depths = w->depths;
    const double focal = lw_random_between(random, 0.4, 2) * SIDE;
    def->camera = (lw_camera){.fx = focal,
                              .fy = focal * lw_random_between(random, 0.7, 1.4),
                              .cx = lw_random_between(random, 0, (double)def->columns),
                              .cy = lw_random_between(random, 0, (double)def->rows),
                              .near_z = lw_random_between(random, 0.05, 0.3),
                              .far_z = lw_random_between(random, 1.5, 4)};
    def->camera.error = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.05);
    def->camera.relative_error = lw_random_below(random, 2) ? 0 : 0.02;
    const uint32_t kind = lw_random_below(random, 6);
    const size_t line = lw_random_below(random, SIDE);
    for (size_t i = 0; i < def->rows; i++)
        for (size_t k = 0; k < def->columns; k++) {
            const bool odd = lw_random_below(random, 9) == 0;
            const bool near_by =
                (kind == 2 && i == line) || (kind == 3 && k == line) || (kind == 4 && odd);
            double depth = near_by ? 0.7 : 2;
            if (kind == 0)
                depth = lw_random_between(random, 0.4, 5);
            if (kind == 5 && odd)
                depth = 0;
            w->depths[i * def->columns + k] = (float)depth;
        }
    w->depths[lw_random_below(random, (uint32_t)(def->rows * def->columns))] = 1.5F;
}

static bool is_in_field(const lw_shape_def *def, vec3 at)
{
    const double x = at.x / def->spacing_x;
    const double y = at.y / def->spacing_y;
    if (!(x >= 0 && x <= (double)(def->columns - 1) && y >= 0 && y <= (double)(def->rows - 1)) ||
        at.z < def->floor)
        return false;
    const size_t k = x < (double)(def->columns - 1) ? (size_t)x : def->columns - 2;
    const size_t i = y < (double)(def->rows - 1) ? (size_t)y : def->rows - 2;
    const double *h = def->heights + i * def->columns + k;
    const double u = x - (double)k;
    const double v = y - (double)i;
    const double along_x = u >= v ? h[1] - h[0] : h[def->columns + 1] - h[def->columns];
    const double along_y = u >= v ? h[def->columns + 1] - h[1] : h[def->columns] - h[0];
    return at.z <= h[0] + u * along_x + v * along_y;
}

static bool is_in_image(const lw_shape_def *def, vec3 at)
{
    const lw_camera *c = &def->camera;
    const bool unseen = def->unknown == LW_UNKNOWN_OBSTACLE;
    if (at.z < c->near_z || at.z > c->far_z)
        return unseen || at.z > c->far_z;
    const double column = floor(c->fx * at.x / at.z + c->cx + 0.5);
    const double row = floor(c->fy * at.y / at.z + c->cy + 0.5);
    if (!(column >= 0 && column < (double)def->columns && row >= 0 && row < (double)def->rows))
        return unseen;
    const double depth = (double)def->depths[(size_t)row * def->columns + (size_t)column];
    const double error = c->error + c->relative_error * depth;
    if (depth <= 0)
        return unseen;
    return at.z >= depth - error && (unseen || at.z <= depth + error);
}

/* Whether a place of the world is solid, its rounding aside. Behind the far plane of an image whose
 * unseen space is free, that is not asked. */
static bool is_solid(const world *w, vec3 at)
{
    const vec3 own = rotate_back(w->at.rotation, sub(at, w->at.position));
    if (w->def.kind == LW_SHAPE_HEIGHTS)
        return is_in_field(&w->def, own);
    if (w->def.unknown == LW_UNKNOWN_FREE && own.z > w->def.camera.far_z)
        return false;
    return is_in_image(&w->def, own);
}

/* ---- the scene ---------------------------------------------------------------------------------- */

static void add_slide(bench *b, const char *parent, const char *child, lw_vec3 axis)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = child;
    joint.kind = LW_JOINT_PRISMATIC;
    joint.parent = parent;
    joint.child = child;
    joint.axis = axis;
    joint.lower = -100;
    joint.upper = 100;
    succeed(lw_scene_add_link(b->scene, "robot", child, &b->error), &b->error);
    succeed(lw_scene_add_joint(b->scene, "robot", &joint, &b->error), &b->error);
}

static void open_bench(bench *b)
{
    b->w.def = lw_default_shape();
    b->w.def.rounding = lw_random_below(&b->random, 3) ? 0 : 0.02;
    if (lw_random_below(&b->random, 3) == 0)
        make_field(&b->random, &b->w);
    else
        make_image(&b->random, &b->w);
    b->w.at = any_pose(&b->random, 0.5);
    b->margin = lw_random_below(&b->random, 3) ? 0 : 0.03;
    b->scene = new_scene();
    b->arena = (lw_arena){0};
    succeed(lw_scene_set_margin(b->scene, b->margin, &b->error), &b->error);
    succeed(lw_scene_add_robot(b->scene, "robot", lw_pose_identity(), &b->error), &b->error);
    succeed(lw_scene_add_link(b->scene, "robot", "base", &b->error), &b->error);
    add_slide(b, "base", "x", (lw_vec3){1, 0, 0});
    add_slide(b, "x", "y", (lw_vec3){0, 1, 0});
    add_slide(b, "y", "z", (lw_vec3){0, 0, 1});
    const double size = lw_random_below(&b->random, 3) ? 0.1 : 0.4;
    b->radius = lw_random_below(&b->random, 3) ? lw_random_between(&b->random, 0.002, size) : 0;
    lw_shape_def body = sphere_of(b->radius);
    if (b->radius == 0) {
        body.kind = LW_SHAPE_BOX;
        body.size =
            v3(lw_random_between(&b->random, 0.01, 0.3), lw_random_between(&b->random, 0.01, 0.1),
               lw_random_between(&b->random, 0.01, 0.05));
        b->half = scale(0.5, body.size);
    }
    succeed(lw_scene_add_shape(b->scene, "robot", "z", &body, lw_pose_identity(), &b->error),
            &b->error);
    succeed(lw_scene_add_obstacle(b->scene, "it", &b->w.def, lw_pose_out(b->w.at), &b->error),
            &b->error);
    succeed(lw_scene_freeze(b->scene, &b->error), &b->error);
    succeed(lw_motion_create(b->scene, &b->motion, &b->error), &b->error);
    succeed(lw_checker_create(b->scene, &b->checker, &b->error), &b->error);
    succeed(lw_lanes_create(&b->arena, b->scene->frozen, &b->lanes, &b->error), &b->error);
    succeed(lw_lanes_create(&b->arena, b->scene->frozen, &b->together, &b->error), &b->error);
    b->together->lone = NULL;
}

static void close_bench(bench *b)
{
    lw_arena_free(&b->arena);
    lw_checker_destroy(b->checker);
    lw_motion_destroy(b->motion);
    lw_scene_destroy(b->scene);
}

/* A place of the world near what is solid, most of the time: over a height, or on the ray of a pixel
 * that is near its depth, or at the edge of one. */
static vec3 any_place(bench *b)
{
    const lw_shape_def *def = &b->w.def;
    lw_random *random = &b->random;
    const double off = lw_random_between(random, -0.3, 0.3);
    vec3 at = anywhere(random, 1.5);
    const double row = lw_random_between(random, -1, (double)def->rows + 1);
    const double column = lw_random_between(random, -1, (double)def->columns + 1);
    if (def->kind == LW_SHAPE_HEIGHTS) {
        at = v3(column * def->spacing_x, row * def->spacing_y, off + 0.2);
    } else if (lw_random_below(random, 8)) {
        const lw_camera *c = &def->camera;
        const double rounded = lw_random_below(random, 2) ? 0 : 0.5;
        at.z = lw_random_between(random, -0.1, 2.2);
        const double u = rounded > 0 ? floor(column) + rounded : column;
        at.x = at.z * (u - c->cx) / c->fx;
        at.y = at.z * (row - c->cy) / c->fy;
    }
    return transform(b->w.at, at);
}

/* ---- comparisons -------------------------------------------------------------------------------- */

/* A point of the body, which is at a place. */
static vec3 point_of_body(bench *b, vec3 at)
{
    lw_random *random = &b->random;
    if (b->radius > 0) {
        vec3 along = anywhere(random, 1);
        const double length = norm(along);
        const double radius = lw_random_below(random, 2) ? b->radius : b->radius * 0.7;
        return add(at, scale(length > 0 ? radius * 0.999999 / length : 0, along));
    }
    vec3 point =
        v3(lw_random_between(random, -1, 1) * b->half.x, lw_random_between(random, -1, 1) * b->half.y,
           lw_random_between(random, -1, 1) * b->half.z);
    if (lw_random_below(random, 2))
        point.z = b->half.z * 0.999999;
    return add(at, point);
}

/* Asserts that the body is free of what is solid, where it is proven to be. */
static void assert_free(bench *b, vec3 at)
{
    lw_distance d;
    for (int i = 0; i < POINTS; i++)
        assert_false(is_solid(&b->w, point_of_body(b, at)));
    succeed(lw_motion_set_segment(b->motion, NULL, &at.x, &at.x, &b->error), &b->error);
    succeed(lw_pair_distance(b->checker, b->motion, b->motion->begin, 0, &d, &b->error), &b->error);
    assert_true(d.upper > b->margin);
}

static size_t prove_by(bench *b, void (*prove)(lw_block *block), lw_block_rest *rest)
{
    lw_block *block = &b->lanes->block;
    const lw_block kept = *block;
    block->rest = rest;
    block->rest_count = 0;
    prove(block);
    const size_t count = block->rest_count;
    block->rest = kept.rest;
    block->rest_count = kept.rest_count;
    return count;
}

/* All processors find the same. */
static void compare_processors(bench *b)
{
    lw_block_rest narrow[8];
    lw_block_rest wide[8];
    const size_t count = prove_by(b, lw_block_prove_obstacles_narrow, narrow);
    assert_true(count <= 1);
#ifdef LW_HAS_WIDE
    if (lw_has_wide()) {
        assert_int_equal(prove_by(b, lw_block_prove_obstacles_wide, wide), count);
        assert_memory_equal(narrow, wide, count * sizeof *narrow);
    }
#endif
    (void)wide;
}

static void compare_motion(bench *b, tally *all)
{
    lw_unproven left[LW_MOST_REST];
    const vec3 ends[2] = {any_place(b), any_place(b)};
    succeed(lw_motion_set_segment(b->motion, NULL, &ends[0].x, &ends[1].x, &b->error), &b->error);
    assert_true(lw_lanes_prove_obstacles(b->lanes, b->motion, 0, b->motion->begin, b->motion->end));
    compare_processors(b);
    const size_t count = lw_lanes_prove_pairs(b->lanes, left);
    for (int k = 0; k < LW_BLOCK_INTERVALS; k++) {
        const double middle = (k + 0.5) / LW_BLOCK_INTERVALS;
        bool open = false;
        for (size_t i = 0; i < count; i++)
            open |= left[i].from < middle && middle < left[i].to;
        all->proven += !open;
        all->open += open;
        for (int i = 0; i <= MOMENTS && !open; i++) {
            const double time = (k + (double)i / MOMENTS) / LW_BLOCK_INTERVALS;
            assert_free(b, add(ends[0], scale(time, sub(ends[1], ends[0]))));
        }
    }
}

/* Whether a state is proven by itself. */
static bool is_proven(bench *b, vec3 at)
{
    lw_unproven left[LW_MOST_REST];
    succeed(lw_motion_set_segment(b->motion, NULL, &at.x, &at.x, &b->error), &b->error);
    return lw_lanes_prove_state(b->lanes, b->motion, left) == 0;
}

/* A place from which the body just touches what is solid, or does not. */
static vec3 grazing(bench *b, vec3 at)
{
    static const double gaps[] = {-1e-3, -1e-5, -1e-8, 0, 1e-8, 1e-5, 1e-3};
    lw_distance d;
    succeed(lw_motion_set_segment(b->motion, NULL, &at.x, &at.x, &b->error), &b->error);
    succeed(lw_pair_distance(b->checker, b->motion, b->motion->begin, 0, &d, &b->error), &b->error);
    if (!(d.upper > 0))
        return at;
    const double by = d.upper - b->margin - gaps[lw_random_below(&b->random, 7)];
    return add(at, scale(by / d.upper, sub(d.points[1], d.points[0])));
}

/* Eight states in a block, some of which graze, and each by itself. */
static void compare_states(bench *b, tally *all)
{
    lw_states_left left;
    vec3 places[LW_LANES];
    for (int i = 0; i < LW_LANES; i++) {
        places[i] = any_place(b);
        if (i % 2) {
            places[i] = grazing(b, places[i]);
            all->grazing++;
        }
        for (int k = 0; k < VALUES; k++)
            b->together->values[k * LW_LANES + i] = component3(places[i], k);
    }
    lw_lanes_prove_states(b->together, LW_LANES, false, &left);
    for (int i = 0; i < LW_LANES; i++) {
        const bool alone = is_proven(b, places[i]);
        if (left.proven >> i & 1)
            assert_true(alone);
        all->states += alone;
        all->open_states += !alone;
        if (alone)
            assert_free(b, places[i]);
        lw_distance d;
        succeed(lw_pair_distance(b->checker, b->motion, b->motion->begin, 0, &d, &b->error), &b->error);
        all->missed += !alone && b->radius > 0 && d.lower > b->margin + 0.02;
    }
}

static void test_motions_and_states(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    tally all = {0};
    const int rounds = test_rounds(300, 12000);
    for (int round = 0; round < rounds; round++) {
        open_bench(&b);
        for (int i = 0; i < MOTIONS / 2; i++)
            compare_motion(&b, &all);
        compare_states(&b, &all);
        close_bench(&b);
    }
    if (getenv("LEEWAY_LONG"))
        printf("intervals: %zu proven, %zu open; states: %zu proven, %zu open, %zu missed\n",
               all.proven, all.open, all.states, all.open_states, all.missed);
    assert_true(all.proven > 5 * (size_t)rounds && all.open > 5 * (size_t)rounds);
    assert_true(all.states > (size_t)rounds && all.open_states > (size_t)rounds);
    assert_true(all.missed * 50 < all.states);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_motions_and_states)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
