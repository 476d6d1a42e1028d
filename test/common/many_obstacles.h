/* Random scenes of robots with very many obstacles near them, which are there from the beginning or
 * result from changes, and a motion of all robots. */
#ifndef LW_TEST_MANY_OBSTACLES_H
#define LW_TEST_MANY_OBSTACLES_H

#include "crowd.h"

enum { LEAST = 600, MOST = 1000, MOST_REMOVED = 30, STEPS = 5 };

/* The places of the obstacles: in a wall, in a heap, or anywhere about the robots. */
typedef struct layout {
    uint64_t seed;
    vec3 corner, along[2]; /* of the wall */
    vec3 heap;
    double size; /* the range of random places */
    double largest;
    uint32_t spread; /* of 60 obstacles, about so many are not in the wall */
    bool mirrored;   /* half of the wall's obstacles are in a second wall, on the robots' other side */
} layout;

static inline layout random_layout(lw_random *random)
{
    layout l = {.seed = lw_random_bits(random), .size = lw_random_between(random, 0.5, 1.5)};
    l.corner = random_point(random, 1.5);
    l.along[0] = random_point(random, l.size);
    l.along[1] = random_point(random, l.size);
    l.heap = random_point(random, 1.5);
    l.spread = lw_random_below(random, 2) ? 0 : lw_random_below(random, 40);
    l.largest = lw_random_below(random, 4) ? 0.02 : 0.15;
    l.mirrored = !lw_random_below(random, 3);
    return l;
}

/* A random place for an obstacle. */
static inline lw_pose place_of(const layout *l, lw_random *random, bool flat_on_axes)
{
    double u = lw_random_between(random, 0, 1);
    double v = lw_random_between(random, 0, 1);
    vec3 at = random_point(random, l->size);
    uint32_t kind = lw_random_below(random, 60);
    if (kind > l->spread)
        at = add(l->corner, add(scale(u, l->along[0]), scale(v, l->along[1])));
    if (kind > l->spread && l->mirrored && lw_random_below(random, 2))
        at = neg(at);
    if (kind <= l->spread && kind > 1)
        at = add(l->heap, scale(0.1, at));
    vec3 turn = flat_on_axes ? v3(0, 0, 0) : random_point(random, 3);
    return lw_pose_from_rpy(at, turn.x, turn.y, turn.z);
}

static inline void add_obstacle(crowd *c, const layout *l, size_t index, lw_random *random)
{
    char id[32];
    snprintf(id, sizeof id, "o%zu", index);
    crowd shapes = {.random = *random};
    double largest = lw_random_below(&shapes.random, 1000) ? l->largest : 0.8;
    lw_shape_def shape = random_shape(&shapes, largest);
    double points[9];
    if (!lw_random_below(&shapes.random, 5)) {
        static const lw_shape_kind kinds[] = {LW_SHAPE_CAPSULE, LW_SHAPE_CYLINDER, LW_SHAPE_CONE,
                                              LW_SHAPE_ELLIPSOID, LW_SHAPE_CLOUD};
        shape = lw_default_shape();
        shape.kind = kinds[lw_random_below(&shapes.random, 5)];
        shape.radius = lw_random_between(&shapes.random, 0.2, 1) * largest;
        shape.length = lw_random_between(&shapes.random, 0.2, 1) * largest;
        shape.size = (lw_vec3){2 * shape.radius, shape.length, 0.5 * largest};
        for (size_t i = 0; shape.kind == LW_SHAPE_CLOUD && i < 9; i++)
            points[i] = lw_random_between(&shapes.random, -1, 1) * largest;
        shape.vertices = points;
        shape.vertex_count = shape.kind == LW_SHAPE_CLOUD ? 3 : 0;
    }
    lw_pose at = place_of(l, &shapes.random, c->level);
    succeed(lw_scene_add_obstacle(c->scene, id, &shape, at, &c->error), &c->error);
    *random = shapes.random;
}

/* Adds the usual rules; in some scenes a link may also touch many of the obstacles. */
static inline void furnish_many(crowd *c)
{
    char id[32];
    furnish(c);
    if (lw_random_below(&c->random, 3))
        return;
    for (uint32_t i = MOST_REMOVED; i < LEAST; i++) {
        snprintf(id, sizeof id, "o%u", i);
        if (lw_random_below(&c->random, 4))
            succeed(lw_scene_allow_pair(c->scene, "l2", id, true, &c->error), &c->error);
    }
}

/* Robots without obstacles; the scene is still open. */
static inline crowd open_robots(uint64_t seed)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC, LW_JOINT_CONTINUOUS,
                                          LW_JOINT_FLOATING, LW_JOINT_REVOLUTE};
    crowd c = {.random = {seed}};
    c.level = !lw_random_below(&c.random, 3);
    c.robots = 1 + !lw_random_below(&c.random, 4);
    c.obstacles = LEAST; /* rules name the first obstacles only */
    c.scene = new_scene();
    for (size_t r = 0; r < c.robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        lw_joint_kind chain[MOST_JOINTS];
        size_t joints = 2 + lw_random_below(&c.random, MOST_JOINTS - 1);
        for (size_t i = 0; i < joints; i++)
            chain[i] = kinds[lw_random_below(&c.random, sizeof kinds / sizeof *kinds)];
        add_robot(&c, name, random_place(&c, r ? 1.5 : 0.2), chain, joints);
    }
    return c;
}

static inline void close_robots(crowd *c)
{
    succeed(lw_scene_freeze(c->scene, &c->error), &c->error);
    succeed(lw_checker_create(c->scene, &c->checker, &c->error), &c->error);
    succeed(lw_motion_create(c->scene, &c->motion, &c->error), &c->error);
}

/* A motion of all robots, mostly a short one, so that some motions are free. */
static inline void set_short_motion(crowd *c)
{
    enum { POINTS = 3 };
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    double positions[2][POINTS * 7 * MOST_JOINTS];
    for (size_t r = 0; r < c->robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        tracks[r].kind = LW_TRACK_PATH;
        tracks[r].joints = lw_scene_joints(c->scene, name, NULL, &c->error);
        size_t values = lw_joints_value_count(tracks[r].joints);
        tracks[r].point_count = 2 + (c->robots == 1 && !lw_random_below(&c->random, 4));
        tracks[r].positions = positions[r];
        double step = lw_random_below(&c->random, 3) ? 0.2 : 1;
        for (size_t i = 0; i < tracks[r].point_count * values; i++)
            positions[r][i] =
                i < values ? lw_random_between(&c->random, -1.2, 1.2)
                           : positions[r][i - values] + lw_random_between(&c->random, -step, step);
    }
    succeed(lw_motion_set(c->motion, tracks, c->robots, &c->error), &c->error);
}

static inline crowd new_many(uint64_t seed)
{
    crowd c = open_robots(seed);
    layout l = random_layout(&c.random);
    lw_random random = {l.seed};
    size_t count = LEAST + lw_random_below(&c.random, MOST - LEAST);
    for (size_t i = 0; i < count; i++)
        add_obstacle(&c, &l, i, &random);
    furnish_many(&c);
    close_robots(&c);
    c.obstacles = count;
    set_short_motion(&c);
    return c;
}

/* ---- changes ------------------------------------------------------------------------------------- */

/* One step of changes, determined by its seed: it moves some obstacles, and sometimes removes and adds
 * some. */
static inline void change(crowd *c, const layout *l, uint64_t seed, uint32_t step)
{
    lw_error *e = &c->error;
    lw_random random = {seed};
    char id[32];
    uint32_t moves = lw_random_below(&random, lw_random_below(&random, 4) ? 6 : 30);
    for (uint32_t i = 0; i < moves; i++) {
        snprintf(id, sizeof id, "o%u", MOST_REMOVED + lw_random_below(&random, LEAST - MOST_REMOVED));
        lw_pose at = place_of(l, &random, c->level);
        if (lw_random_below(&random, 4))
            at.position = random_point(&random, 0.8);
        succeed(lw_scene_move_obstacle(c->scene, id, at, e), e);
    }
    if (lw_random_below(&random, 3))
        return;
    uint32_t first = step * MOST_REMOVED / STEPS;
    for (uint32_t i = first; i < first + lw_random_below(&random, MOST_REMOVED / STEPS); i++) {
        snprintf(id, sizeof id, "o%u", i);
        succeed(lw_scene_remove(c->scene, id, e), e);
    }
    uint32_t added = lw_random_below(&random, 4);
    for (uint32_t i = 0; i < added; i++)
        add_obstacle(c, l, MOST + 4 * step + i, &random);
}

/* A scene with some changes, made in steps or at once. */
static inline crowd new_changed(uint64_t seed, bool in_steps)
{
    crowd c = open_robots(seed);
    layout l = random_layout(&c.random);
    lw_random random = {l.seed};
    size_t count = LEAST + lw_random_below(&c.random, MOST - LEAST);
    for (size_t i = 0; i < count; i++)
        add_obstacle(&c, &l, i, &random);
    furnish_many(&c);
    uint32_t steps = 1 + lw_random_below(&c.random, STEPS);
    for (uint32_t i = 0; i < steps; i++) {
        if (in_steps) {
            lw_scene *next = NULL;
            succeed(lw_scene_freeze(c.scene, &c.error), &c.error);
            succeed(lw_scene_copy(c.scene, &next, &c.error), &c.error);
            lw_scene_destroy(c.scene);
            c.scene = next;
        }
        change(&c, &l, lw_random_bits(&c.random), i);
    }
    close_robots(&c);
    set_short_motion(&c);
    return c;
}

#endif
