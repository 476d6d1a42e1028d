/* Tests lanes/certain.c: hits that are contacts whatever the rounding errors. Robots of spheres with
 * joints of every kind, of millimetres and of kilometres, some far from the origin; obstacles of every
 * shape, some of them a thousand times as large, and more than are always looked at. Each hit is asked
 * how deep it had to be for certain, and the truth is found in long double with none of the library's
 * code: no sphere may be less deep by more than that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lanes/lanes.h"
#include "lanes/required.h"
#include "lanes/states.h"
#include "scene/frozen.h"
#include "seed.h"
#include "shape_oracle.h"
#include "small_scene.h"

enum { FEW = 6, MANY = 70, MOTIONS = 6, CUTS = 10 };

typedef struct thing {
    lw_shape_def shape;
    lw_pose pose;
} thing;

typedef struct bench {
    lw_random random;
    double size;
    size_t obstacle_count;
    thing obstacles[MANY];
    double scale;
    lw_pose moved;
    world *world;
    world_motion *motion;
    lw_lanes *lanes;
    size_t hits[2], certain[2], without; /* of obstacles and of pairs; hits that are never certain */
    size_t measured[2];                  /* hits in which no middle is in the other body */
    double used[2];                      /* largest share of the allowed error */
    size_t met[2], alone, ends; /* states that meet an obstacle or a link; alone; that nearly touch */
    size_t states_in, states_found; /* states in contact, and those of them that are found */
} bench;

/* ---- scenes ------------------------------------------------------------------------------------ */

static lw_vec3 somewhere(lw_random *random, double size)
{
    return (lw_vec3){lw_random_between(random, -size, size), lw_random_between(random, -size, size),
                     lw_random_between(random, -size, size)};
}

/* A shape near the robots; a few are huge, and come near to them with their surface. */
static thing some_thing(bench *b)
{
    static const lw_shape_kind kinds[] = {LW_SHAPE_SPHERE,   LW_SHAPE_CAPSULE, LW_SHAPE_BOX,
                                          LW_SHAPE_CYLINDER, LW_SHAPE_CONE,    LW_SHAPE_ELLIPSOID};
    lw_random *random = &b->random;
    double by = lw_random_below(random, 6) ? 1 : 1000;
    double size = by * b->size;
    thing t = {lw_default_shape(), lw_pose_identity()};
    t.shape.kind = kinds[lw_random_below(random, 6)];
    t.shape.size =
        (lw_vec3){size * lw_random_between(random, 0.05, 2), size * lw_random_between(random, 0.05, 2),
                  size * lw_random_between(random, 0.05, 2)};
    t.shape.radius = size * lw_random_between(random, 0.05, 1);
    t.shape.length = size * lw_random_between(random, 0.05, 2);
    if (lw_random_below(random, 3) == 0)
        t.shape.rounding = size * lw_random_between(random, 0, 0.2);
    t.pose = lw_pose_from_rpy(somewhere(random, by > 1 ? 1.2 * size : 3 * size),
                              lw_random_between(random, -3, 3), lw_random_between(random, -3, 3),
                              lw_random_between(random, -3, 3));
    return t;
}

static void furnish(lw_scene *scene, void *context)
{
    const bench *b = context;
    lw_error error = {0};
    for (size_t i = 0; i < lw_scene_robot_count(scene); i++)
        assert_int_equal(lw_scene_set_link_padding(scene, lw_scene_robot_name(scene, i), NULL, b->scale,
                                                   0.01 * b->size, &error),
                         LW_OK);
    for (size_t i = 0; i < b->obstacle_count; i++) {
        char id[32];
        snprintf(id, sizeof id, "obstacle%zu", i);
        assert_int_equal(
            lw_scene_add_obstacle(scene, id, &b->obstacles[i].shape, b->obstacles[i].pose, &error),
            LW_OK);
    }
    assert_int_equal(lw_scene_set_margin(scene, 0.02 * b->size, &error), LW_OK);
}

static void make_world(bench *b)
{
    static const double sizes[] = {1e-3, 1, 1, 1e3};
    b->size = sizes[lw_random_below(&b->random, 4)];
    b->obstacle_count = lw_random_below(&b->random, 8) ? FEW : MANY;
    b->scale = lw_random_below(&b->random, 2) ? 1 : 1.3;
    b->moved = lw_pose_identity();
    if (lw_random_below(&b->random, 4) == 0)
        b->moved.position = somewhere(&b->random, 300 * b->size);
    for (size_t i = 0; i < b->obstacle_count; i++) {
        b->obstacles[i] = some_thing(b);
        b->obstacles[i].pose = pose_multiply(b->moved, b->obstacles[i].pose);
    }
    const world_options options = {.robots = 2, .joints = 7, .size = b->size};
    const world_furnishing furnishing = {
        .moved = b->moved, .furnish = furnish, .context = b, .spheres = lw_random_below(&b->random, 4)};
    b->world = world_furnished(&b->random, &options, &furnishing);
    b->motion = world_motion_create(b->world);
}

/* ---- the truth --------------------------------------------------------------------------------- */

/* The link that is a body, by its name. */
static size_t link_of(const bench *b, uint32_t body)
{
    const char *name = strstr(lw_scene_body_name(b->world->scene, body), "link");
    assert_non_null(name);
    return (size_t)atoi(name + 4);
}

/* The middle of a link's sphere, and its radius. */
static long double sphere_at(const bench *b, const wide_pose links[WORLD_LINKS], size_t link,
                             size_t shape, wide_point *middle)
{
    const world_shape *own = &b->world->links[link].shapes[shape];
    const wide_pose local = wide_pose_of(own->pose);
    const wide_point origin = {{0, 0, 0}};
    *middle = wide_apply(&links[link], wide_apply(&local, origin));
    return (long double)b->scale * ((long double)own->def.radius + own->def.rounding);
}

static bool has_spheres_alone(const bench *b, size_t link)
{
    const world_link *own = &b->world->links[link];
    bool spheres = true;
    for (size_t i = 0; i < own->shape_count; i++)
        spheres &= own->shapes[i].def.kind == LW_SHAPE_SPHERE;
    return spheres;
}

/* Whether a pair can be certain to meet: of links that are made of spheres, and no cone or ellipsoid.
 */
static bool can_be_certain(const bench *b, lw_pair_id pair)
{
    if (!has_spheres_alone(b, link_of(b, lw_pair_first(pair))))
        return false;
    uint32_t second = lw_pair_second(pair);
    if (second < b->world->scene->frozen->moving_count)
        return has_spheres_alone(b, link_of(b, second));
    const char *name = lw_scene_body_name(b->world->scene, second);
    lw_shape_kind kind = b->obstacles[atoi(name + strlen("obstacle"))].shape.kind;
    return kind != LW_SHAPE_CONE && kind != LW_SHAPE_ELLIPSOID;
}

/* How far a sphere is from an obstacle, less than 0 where they meet; minus infinity where its
 * middle is in the obstacle. */
static long double gap_to_obstacle(const bench *b, const wide_pose links[WORLD_LINKS], size_t link,
                                   size_t shape, const thing *t)
{
    wide_point middle;
    long double radius = sphere_at(b, links, link, shape, &middle);
    const wide_pose at = wide_pose_of(t->pose);
    const wide_pose back = wide_inverse(&at);
    long double outside = oracle_outside(&t->shape, true, 1, wide_apply(&back, middle));
    return outside > 0 ? outside - radius : -HUGE_VALL;
}

/* The least gap of two bodies at a time. */
static long double least_gap(const bench *b, lw_pair_id pair, double time)
{
    static long double values[WORLD_JOINTS][7];
    static wide_pose links[WORLD_LINKS];
    wide_values(b->world, b->motion, time, values);
    wide_links(b->world, values, links);
    size_t first = link_of(b, lw_pair_first(pair));
    size_t moving = b->world->scene->frozen->moving_count;
    bool obstacle = lw_pair_second(pair) >= moving;
    size_t second = obstacle ? lw_pair_second(pair) - moving : link_of(b, lw_pair_second(pair));
    const char *name = lw_scene_body_name(b->world->scene, lw_pair_second(pair));
    long double least = HUGE_VALL;
    for (size_t i = 0; i < b->world->links[first].shape_count; i++) {
        if (obstacle) {
            const thing *t = &b->obstacles[atoi(name + strlen("obstacle"))];
            least = fminl(least, gap_to_obstacle(b, links, first, i, t));
            continue;
        }
        for (size_t k = 0; k < b->world->links[second].shape_count; k++) {
            wide_point ends[2];
            long double radii = sphere_at(b, links, first, i, &ends[0]);
            radii += sphere_at(b, links, second, k, &ends[1]);
            least = fminl(least, wide_distance(ends[0], ends[1]) - radii);
        }
    }
    return least;
}

/* ---- hits -------------------------------------------------------------------------------------- */

/* The least reach that makes a hit certain, of that of the block. */
static double needed_reach(bench *b, size_t piece)
{
    lw_block_hit *hit = &b->lanes->block.hit;
    const lw_block_hit given = *hit;
    float low = 0;
    float high = 1;
    for (hit->reach = high; high < 1e30F && !lw_lanes_is_certain(b->lanes, b->motion->motion, piece);)
        hit->reach = high *= 2;
    for (int i = 0; i < 200; i++) {
        hit->reach = low + (high - low) / 2;
        if (lw_lanes_is_certain(b->lanes, b->motion->motion, piece))
            high = hit->reach;
        else
            low = hit->reach;
    }
    *hit = given;
    return (double)high;
}

/* A certain hit is a contact, and would be one with the least reach that makes it certain. of:
 * obstacles, or pairs. */
static void check_hit(bench *b, size_t piece, const lw_guess *guess, int of)
{
    const lw_block_hit hit = b->lanes->block.hit;
    assert_true(guess->is_hit);
    assert_int_equal(hit.reach > 0, can_be_certain(b, guess->pair));
    if (!(hit.reach > 0)) {
        assert_false(lw_lanes_is_certain(b->lanes, b->motion->motion, piece));
        b->without++;
        return;
    }
    b->hits[of]++;
    long double gap = least_gap(b, guess->pair, guess->time);
    bool certain = lw_lanes_is_certain(b->lanes, b->motion->motion, piece);
    b->certain[of] += certain;
    if (certain && !(gap <= 0))
        fail_msg("a gap of %Lg is certain to be none", gap);
    double needed = needed_reach(b, piece);
    long double distance = sqrtl((long double)hit.square);
    long double lost = gap - (distance - (long double)hit.reach);
    long double allowed = (long double)needed - distance;
    if (!(lost <= allowed))
        fail_msg("%Lg is lost, of which %Lg are allowed; size %g", lost, allowed, b->size);
    b->used[of] = fmax(b->used[of], (double)(lost / allowed));
    b->measured[of] += lost > -HUGE_VALL;
}

/* ---- states ------------------------------------------------------------------------------------ */

/* Every pair that certainly meets in a state of a block does. */
static void check_met(bench *b, const lw_states_left *left, const double times[LW_LANES])
{
    unsigned met = 0;
    for (size_t i = 0; i < left->count; i++) {
        met |= left->items[i].meets;
        assert_int_equal(left->items[i].meets & ~left->items[i].states, 0);
        for (int lane = 0; lane < LW_LANES; lane++) {
            if (!(left->items[i].meets >> lane & 1))
                continue;
            lw_pair_id pair = left->items[i].pair;
            long double gap = least_gap(b, pair, times[lane]);
            assert_true(can_be_certain(b, pair));
            if (!(gap <= 0))
                fail_msg("a gap of %Lg is certain to be none", gap);
            b->met[lw_pair_second(pair) < b->world->scene->frozen->moving_count]++;
        }
    }
    assert_int_equal(met, left->met);
    assert_int_equal(left->proven & left->met, 0);
}

/* A state by itself, that of a lane, is found to meet as in a block, if no other state there makes
 * required distances larger. */
static void check_alone(bench *b, size_t lane, const lw_states_left *together)
{
    static double values[WORLD_JOINTS * 7 * LW_LANES];
    static lw_states_left alone;
    size_t variables = b->world->scene->frozen->chains->variable_count;
    if (!lw_lanes_required_is_own(b->lanes, lane, b->lanes->sizes))
        return;
    memcpy(values, b->lanes->values, variables * LW_LANES * sizeof *values);
    for (int whether = 0; whether < 2; whether++) {
        for (size_t i = 0; i < variables; i++)
            b->lanes->values[i * LW_LANES] = values[i * LW_LANES + lane];
        lw_lanes_prove_states(b->lanes, 1, whether, &alone);
        assert_int_equal(alone.met, together->met >> lane & 1);
        assert_int_equal(alone.proven, together->proven >> lane & 1);
        assert_false(whether && alone.met && (alone.count || alone.listed));
        b->alone += alone.met;
    }
    memcpy(b->lanes->values, values, variables * LW_LANES * sizeof *values);
}

/* States at eight times of a motion; then at eight between two of them of which one certainly meets
 * something and the other does not, until they nearly touch. */
static void check_states(bench *b, size_t piece)
{
    static lw_states_left left;
    static lw_states_left whether;
    lw_motion *motion = b->motion->motion;
    lw_motion_piece span = motion->pieces.items[piece];
    if (!lw_lanes_serves_states(b->lanes))
        return;
    b->lanes->hints = NULL; /* with them, what is proven depends on the states before */
    for (int cut = 0; cut < CUTS; cut++) {
        double times[LW_LANES];
        for (int i = 0; i < LW_LANES; i++)
            times[i] = span.begin + (span.end - span.begin) * i / (LW_LANES - 1);
        lw_lanes_set_values(b->lanes, motion, piece, times);
        lw_lanes_prove_states(b->lanes, LW_LANES, false, &left);
        if (!left.count)
            return;
        int k = 0;
        while (k < LW_LANES - 2 && !((left.met >> k ^ left.met >> (k + 1)) & 1))
            k++;
        check_met(b, &left, times);
        lw_lanes_prove_states(b->lanes, LW_LANES, true, &whether);
        assert_int_equal(whether.met, left.met);
        assert_int_equal(whether.proven, left.proven);
        assert_int_equal((whether.listed | whether.proven) & whether.met, 0);
        check_alone(b, lw_random_below(&b->random, LW_LANES), &left);
        if (!((left.met >> k ^ left.met >> (k + 1)) & 1))
            return;
        b->ends += cut == CUTS - 1;
        lw_lanes_prove_states(b->lanes, FEW, cut & 1, &whether);
        assert_int_equal(whether.met >> FEW, 0);
        span = (lw_motion_piece){.begin = times[k], .end = times[k + 1]};
    }
}

/* Whether a sphere of a body that can be certain to meet an obstacle is in one at a time. */
static bool is_in_obstacle(const bench *b, double time)
{
    const lw_frozen *frozen = b->world->scene->frozen;
    for (uint32_t body = 0; body < frozen->moving_count; body++)
        for (uint32_t k = 0; k < b->obstacle_count; k++) {
            lw_pair_id pair = lw_pair_id_of(body, (uint32_t)frozen->moving_count + k);
            if (can_be_certain(b, pair) && least_gap(b, pair, time) <= 0)
                return true;
        }
    return false;
}

/* States of a motion: each that is in contact for certain is in contact, and none behind the last one
 * counts. */
static void check_found(bench *b)
{
    lw_motion *motion = b->motion->motion;
    if (!lw_lanes_serves_states(b->lanes))
        return;
    size_t piece = lw_random_below(&b->random, (uint32_t)motion->pieces.count);
    lw_motion_piece span = motion->pieces.items[piece];
    double times[LW_LANES];
    for (int i = 0; i < LW_LANES; i++)
        times[i] = span.begin + (span.end - span.begin) * lw_random_between(&b->random, 0, 1);
    lw_lanes_set_values(b->lanes, motion, piece, times);
    size_t count = 1 + lw_random_below(&b->random, LW_LANES);
    unsigned found = lw_lanes_contacts(b->lanes, count);
    assert_int_equal(found >> count, 0);
    for (size_t i = 0; i < count; i++) {
        bool is_in = is_in_obstacle(b, times[i]);
        assert_true(is_in || !(found >> i & 1));
        b->states_in += is_in;
        b->states_found += found >> i & 1;
    }
}

/* Looks for hits of one motion, of obstacles and of pairs. */
static void check_motion(bench *b)
{
    lw_motion *motion = b->motion->motion;
    world_motion_random(&b->random, b->world, (world_motion_kind)lw_random_below(&b->random, 6),
                        b->motion);
    size_t piece = lw_random_below(&b->random, (uint32_t)motion->pieces.count);
    lw_motion_piece span = motion->pieces.items[piece];
    lw_guess hit;
    lw_lanes_take_piece(b->lanes, motion, piece);
    check_states(b, piece);
    lw_lanes_answer answer =
        lw_lanes_seek_obstacles(b->lanes, motion, piece, span.begin, span.end, &hit);
    if (answer == LW_LANES_UNKNOWN)
        return;
    if (answer == LW_LANES_HIT) {
        check_hit(b, piece, &hit, 0);
        if (!lw_lanes_prove_placed_obstacles(b->lanes))
            return;
    }
    lw_unproven left[LW_MOST_REST];
    size_t count;
    if (lw_lanes_seek_pairs(b->lanes, left, &count, &hit))
        check_hit(b, piece, &hit, 1);
}

static void test_certain(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    int rounds = test_rounds(12000, 400000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        make_world(&b);
        assert_int_equal(lw_lanes_create(&arena, b.world->scene->frozen, &b.lanes, NULL), LW_OK);
        for (int i = 0; i < MOTIONS; i++) {
            check_motion(&b);
            check_found(&b);
        }
        lw_arena_free(&arena);
        world_motion_free(b.motion);
        world_free(b.world);
    }
    printf("%zu and %zu hits, %zu and %zu are certain, %zu cannot be; at most %.3f and %.3f of what is "
           "allowed is lost\n",
           b.hits[0], b.hits[1], b.certain[0], b.certain[1], b.without, b.used[0], b.used[1]);
    for (int of = 0; of < 2; of++) {
        assert_true(b.hits[of] > (size_t)rounds / 2 && b.measured[of] > (size_t)rounds / 3);
        assert_true(b.certain[of] > b.hits[of] * 3 / 4 && b.certain[of] <= b.hits[of]);
        assert_true(b.used[of] > 1e-3 && b.used[of] < 0.5);
    }
    assert_true(b.without > (size_t)rounds / 20);
    printf("%zu and %zu states meet an obstacle or a link, %zu alone; %zu nearly touch\n", b.met[0],
           b.met[1], b.alone, b.ends);
    assert_true(b.met[0] > (size_t)rounds && b.met[1] > (size_t)rounds && b.alone > (size_t)rounds / 8);
    assert_true(b.ends > (size_t)rounds / 16);
    printf("%zu of %zu states in contact are found\n", b.states_found, b.states_in);
    assert_true(b.states_in > (size_t)rounds && b.states_found > b.states_in / 2);
}

/* ---- rounding errors of large values ------------------------------------------------------------- */

/* A robot whose only joint, which stands so far along x, moves a sphere of radius 0.1 as far back. */
static void add_ball(lw_scene *scene, const char *robot, lw_joint_kind kind, double far, double x)
{
    lw_error error = {0};
    lw_joint_def joint = joint_of("joint", kind, "base", "ball");
    joint.origin.position.x = far;
    joint.lower = -1e15;
    joint.upper = 1e15;
    joint.axis = kind == LW_JOINT_PRISMATIC ? (lw_vec3){1, 0, 0} : (lw_vec3){0, 0, 1};
    lw_pose at = lw_pose_identity();
    at.position.x = x - far;
    lw_shape_def ball = sphere_of(0.1);
    succeed(lw_scene_add_robot(scene, robot, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, robot, "base", &error), &error);
    succeed(lw_scene_add_link(scene, robot, "ball", &error), &error);
    succeed(lw_scene_add_joint(scene, robot, &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, robot, "ball", &ball, at, &error), &error);
}

/* Whether the hit of a motion is certain: of an obstacle, or of pairs. The last robots move, so many of
 * them. Frees the scene. */
static bool certain_of(lw_scene *scene, size_t moving, const double *from, const double *to,
                       bool of_pairs)
{
    lw_error error = {0};
    lw_arena arena = {0};
    lw_lanes *lanes = NULL;
    lw_motion *motion = NULL;
    lw_unproven left[LW_MOST_REST];
    size_t count;
    lw_guess hit;
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_lanes_create(&arena, scene->frozen, &lanes, &error), &error);
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    size_t still = lw_scene_robot_count(scene) - moving;
    double ends[2][2];
    for (size_t i = 0; i < moving; i++) {
        tracks[i].joints = lw_scene_joints(scene, lw_scene_robot_name(scene, still + i), NULL, &error);
        ends[i][0] = from[i];
        ends[i][1] = to[i];
        tracks[i].positions = ends[i];
        tracks[i].point_count = 2;
    }
    succeed(lw_motion_set(motion, tracks, moving, &error), &error);
    lw_lanes_answer answer =
        lw_lanes_seek_obstacles(lanes, motion, 0, motion->begin, motion->end, &hit);
    assert_int_equal(answer, of_pairs ? LW_LANES_KNOWN : LW_LANES_HIT);
    if (of_pairs)
        assert_true(lw_lanes_seek_pairs(lanes, left, &count, &hit));
    bool certain = lw_lanes_is_certain(lanes, motion, 0);
    /* nor is a state on the way in contact for certain where the hit is not */
    double times[LW_LANES];
    for (int i = 0; i < LW_LANES; i++)
        times[i] = motion->begin + i * (motion->end - motion->begin) / (LW_LANES - 1);
    lw_lanes_set_values(lanes, motion, 0, times);
    assert_true(certain || of_pairs || !lw_lanes_contacts(lanes, LW_LANES));
    lw_motion_destroy(motion);
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
    return certain;
}

/* Two spheres that are a millimetre deep in each other, one of them turned so far: as many times as far
 * as the joint that it follows. It moves, or another robot does. */
static bool certain_at_angle(double angle, double times, bool moves)
{
    lw_scene *scene = new_scene();
    lw_error error = {0};
    lw_joint_def joint = joint_of("follower", LW_JOINT_REVOLUTE, "ball", "end");
    lw_shape_def ball = sphere_of(0.1);
    lw_pose at = lw_pose_identity();
    double turned = angle + times * angle;
    add_ball(scene, "robot", LW_JOINT_REVOLUTE, 0, 0);
    joint.origin = lw_pose_identity();
    joint.mimic = "joint";
    joint.mimic_multiplier = times;
    at.position.x = 1;
    succeed(lw_scene_add_link(scene, "robot", "end", &error), &error);
    succeed(lw_scene_add_joint(scene, "robot", &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, "robot", "end", &ball, at, &error), &error);
    at.position = (lw_vec3){1.199 * cos(turned), 1.199 * sin(turned), 0};
    succeed(lw_scene_add_obstacle(scene, "post", &ball, at, &error), &error);
    if (moves)
        return certain_of(scene, 1, &angle, &(double){angle * (1 + 0x1p-50)}, false);
    add_ball(scene, "other", LW_JOINT_PRISMATIC, 0, 30);
    succeed(lw_scene_set_joint(scene, "robot", "joint", &angle, 1, &error), &error);
    return certain_of(scene, 1, &(double){0}, &(double){1}, false);
}

/* Two robots whose spheres are a centimetre deep in each other, at the ends of arms that are so long.
 */
static bool certain_at_lengths(double first, double second)
{
    lw_scene *scene = new_scene();
    add_ball(scene, "one", LW_JOINT_PRISMATIC, first, 0);
    add_ball(scene, "other", LW_JOINT_PRISMATIC, second, 0.19);
    return certain_of(scene, 2, (double[]){0, 0}, (double[]){-7, 0}, true);
}

/* A sphere that is a millimetre deep in a cube of such a size, which stands a little turned. */
static bool certain_in_cube(double size)
{
    lw_scene *scene = new_scene();
    lw_error error = {0};
    lw_shape_def cube = lw_default_shape();
    cube.kind = LW_SHAPE_BOX;
    cube.size = (lw_vec3){size, size, size};
    lw_pose at = lw_pose_from_rpy((lw_vec3){0, 0, 0}, 0, 0, 0.3);
    at.position = (lw_vec3){1 + (0.099 + size / 2) * cos(0.3), (0.099 + size / 2) * sin(0.3), 0};
    add_ball(scene, "robot", LW_JOINT_REVOLUTE, 0, 1);
    succeed(lw_scene_add_obstacle(scene, "cube", &cube, at, &error), &error);
    return certain_of(scene, 1, &(double){0}, &(double){-0.5}, false);
}

static void test_large_values(void **state)
{
    (void)state;
    for (int moves = 0; moves < 2; moves++) {
        assert_true(certain_at_angle(1, 2, moves));
        assert_false(certain_at_angle(0x1p29, 0x1p18, moves));
    }
    assert_true(certain_at_lengths(0, 0));
    assert_false(certain_at_lengths(0x1p20, 0));
    assert_false(certain_at_lengths(0, 0x1p20));
    assert_true(certain_in_cube(1));
    assert_false(certain_in_cube(1e4));
}

/* ---- covers that are larger --------------------------------------------------------------------- */

/* A sphere that is 0.02 away from another one, and a larger ball that covers it, which is shifted by so
 * much, and reaches into the other one. That is an obstacle, or another robot's. */
static void check_cover(float shift, bool of_pairs)
{
    lw_scene *scene = new_scene();
    lw_error error = {0};
    lw_arena arena = {0};
    lw_lanes *lanes = NULL;
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_unproven left[LW_MOST_REST];
    size_t count;
    lw_guess hit;
    lw_shape_def ball = sphere_of(0.1);
    lw_pose at = lw_pose_identity();
    at.position.x = 1.22;
    add_ball(scene, "robot", LW_JOINT_REVOLUTE, 0, 1);
    if (of_pairs)
        add_ball(scene, "other", LW_JOINT_PRISMATIC, 0, 1.22);
    else
        succeed(lw_scene_add_obstacle(scene, "post", &ball, at, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_ball larger = {{shift, 0, 0}, 0.15F};
    const lw_cover cover = {larger, &larger, 1};
    const lw_cover *given = scene->frozen->moving[0].cover;
    scene->frozen->moving[0].cover = &cover;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_lanes_create(&arena, scene->frozen, &lanes, &error), &error);
    const lw_joints *joints = lw_scene_joints(scene, "robot", NULL, &error);
    succeed(lw_motion_set_segment(motion, joints, &(double){0}, &(double){0.5}, &error), &error);
    lw_lanes_answer answer = lw_lanes_seek_obstacles(lanes, motion, 0, 0, 1, &hit);
    assert_int_equal(answer, of_pairs ? LW_LANES_KNOWN : LW_LANES_HIT);
    if (of_pairs)
        assert_true(lw_lanes_seek_pairs(lanes, left, &count, &hit));
    assert_false(lw_lanes_is_certain(lanes, motion, 0));
    /* so it is asked, and is none */
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.any = options.unmeasured = true;
    succeed(lw_checker_create(scene, &checker, &error), &error);
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    scene->frozen->moving[0].cover = given;
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_arena_free(&arena);
    lw_scene_destroy(scene);
}

static void test_covers(void **state)
{
    (void)state;
    for (int of_pairs = 0; of_pairs < 2; of_pairs++) {
        check_cover(0, of_pairs);
        check_cover(0.05F, of_pairs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_certain),
                                       cmocka_unit_test(test_large_values),
                                       cmocka_unit_test(test_covers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
