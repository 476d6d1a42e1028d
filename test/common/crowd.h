/* Crowds: random scenes of few and many robots and obstacles, in space and in the plane, with rules,
 * margins, padding and a carried object; and a motion of all robots. */
#ifndef LW_TEST_CROWD_H
#define LW_TEST_CROWD_H

#include "base/random.h"
#include "check/checker/checker.h"
#include "motion/motion.h"
#include "small_scene.h"

#include <math.h>

enum { MOST_OBSTACLES = 300, MOST_JOINTS = 4 };

static inline vec3 random_point(lw_random *random, double size)
{
    return v3(lw_random_between(random, -size, size), lw_random_between(random, -size, size),
              lw_random_between(random, -size, size));
}

typedef struct crowd {
    lw_random random;
    bool flat;
    bool far;   /* far from the origin, or with angles of many turns */
    bool level; /* nothing is turned, and in the plane all bodies are in a row */
    size_t robots, obstacles;
    vec3 origin; /* of the bodies that are placed next */
    double corners[4][3];
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_error error;
} crowd;

/* A polytope or polygon whose middle is not its frame's origin. The crowd owns the vertices until the
 * next shape. */
static inline lw_shape_def random_corners(crowd *c, double size)
{
    lw_shape_def shape = lw_default_shape();
    vec3 middle = random_point(&c->random, size);
    shape.kind = c->flat ? LW_SHAPE_POLYGON : LW_SHAPE_POLYTOPE;
    shape.vertices = &c->corners[0][0];
    shape.vertex_count = 4;
    for (int i = 0; i < 4; i++) {
        vec3 corner = c->flat  ? v3((i == 1 || i == 2) * size, (i >= 2) * size, 0)
                      : i == 3 ? v3(size, size, size)
                               : v3((i == 0) * size, (i == 1) * size, (i == 2) * size);
        c->corners[i][0] = middle.x + corner.x;
        c->corners[i][1] = middle.y + corner.y;
        c->corners[i][2] = c->flat ? 0 : middle.z + corner.z;
    }
    return shape;
}

static inline lw_shape_def random_shape(crowd *c, double size)
{
    lw_random *random = &c->random;
    lw_shape_def shape = sphere_of(lw_random_between(random, 0.2, 1) * size);
    if (!lw_random_below(random, 4))
        return random_corners(c, 0.5 * size);
    if (c->flat)
        shape.kind = LW_SHAPE_DISC;
    else if (lw_random_below(random, 2)) {
        shape.kind = LW_SHAPE_BOX;
        vec3 sides = abs3(random_point(random, size));
        shape.size = (lw_vec3){0.01 + sides.x, 0.01 + sides.y, 0.01 + sides.z};
        shape.radius = 0;
    }
    return shape;
}

static inline lw_pose random_place(crowd *c, double size)
{
    lw_vec3 at = add(random_point(&c->random, size), c->origin);
    if (c->flat)
        at.z = 0;
    if (c->flat && c->level)
        at.y = 0;
    vec3 turn = c->flat || c->level ? v3(0, 0, 0) : random_point(&c->random, 3);
    return lw_pose_from_rpy(at, turn.x, turn.y, turn.z);
}

static inline void add_robot(crowd *c, const char *name, lw_pose base, const lw_joint_kind *kinds,
                             size_t joints)
{
    lw_error *e = &c->error;
    succeed(lw_scene_add_robot(c->scene, name, base, e), e);
    for (size_t i = 0; i <= joints; i++) {
        char link[32];
        char above[32];
        char joint[32];
        snprintf(link, sizeof link, "l%zu", i);
        snprintf(above, sizeof above, "l%zu", i ? i - 1 : 0);
        snprintf(joint, sizeof joint, "j%zu", i);
        succeed(lw_scene_add_link(c->scene, name, link, e), e);
        if (i || lw_random_below(&c->random, 2)) {
            lw_shape_def shape = random_shape(c, 0.3);
            succeed(lw_scene_add_shape(c->scene, name, link, &shape, lw_pose_identity(), e), e);
        }
        if (!i)
            continue;
        lw_joint_def def = joint_of(joint, kinds[i - 1], above, link);
        def.origin.position.x = c->flat ? 0 : 0.5;
        if (!c->flat)
            def.axis = random_point(&c->random, 1);
        succeed(lw_scene_add_joint(c->scene, name, &def, e), e);
    }
}

/* adds rules, margins, padding, and an object that a robot carries */
static inline void furnish(crowd *c)
{
    lw_error *e = &c->error;
    lw_random *random = &c->random;
    char names[2][32];
    if (lw_random_below(random, 2))
        succeed(lw_scene_set_margin(c->scene, lw_random_between(random, 0, 0.1), e), e);
    for (int i = 0; i < 3 && c->obstacles; i++) {
        snprintf(names[0], sizeof names[0], "l%u", lw_random_below(random, 3));
        snprintf(names[1], sizeof names[1], "o%u", lw_random_below(random, (uint32_t)c->obstacles));
        const char *b = lw_random_below(random, 4) ? names[1] : NULL;
        if (lw_random_below(random, 2))
            succeed(lw_scene_allow_pair(c->scene, names[0], b, true, e), e);
        if (lw_random_below(random, 2))
            succeed(
                lw_scene_set_pair_margin(c->scene, names[0], b, lw_random_between(random, 0, 0.3), e),
                e);
    }
    if (lw_random_below(random, 2))
        succeed(
            lw_scene_set_link_padding(c->scene, "r0", NULL, 1, lw_random_between(random, 0, 0.1), e),
            e);
    if (lw_random_below(random, 2)) {
        /* sometimes far from the robot */
        lw_shape_def shape = random_shape(c, 0.3);
        lw_pose at = lw_pose_identity();
        at.position.x = lw_random_below(random, 2) ? lw_random_between(random, 0, 20) : 0;
        succeed(lw_scene_add_attached(c->scene, "r0", "l1", "held", &shape, at, NULL, 0, e), e);
    }
}

static inline void set_motion(crowd *c)
{
    enum { POINTS = 3 };
    lw_track tracks[8];
    tracks[0] = lw_default_track();
    double positions[8][POINTS * 7 * MOST_JOINTS];
    size_t points = 2 + lw_random_below(&c->random, POINTS - 1);
    for (size_t r = 0; r < c->robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        tracks[r] = lw_default_track();
        tracks[r].kind = LW_TRACK_PATH;
        tracks[r].joints = lw_scene_joints(c->scene, name, NULL, &c->error);
        tracks[r].point_count = points;
        tracks[r].positions = positions[r];
        double size = lw_random_between(&c->random, 0, 1.5);
        if (c->far && !c->flat && lw_random_below(&c->random, 2))
            size = 1e6;
        for (size_t i = 0; i < points * lw_joints_value_count(tracks[r].joints); i++)
            positions[r][i] = lw_random_between(&c->random, -size, size);
    }
    succeed(lw_motion_set(c->motion, tracks, c->robots, &c->error), &c->error);
}

/* In a far crowd the bodies are near the origin, or far from it along each axis. */
static inline void move_origin(crowd *c)
{
    c->origin = v3(0, 0, 0);
    if (c->far && lw_random_below(&c->random, 2))
        c->origin = random_point(&c->random, 1e7);
}

/* The kinds of random crowds. */
typedef enum crowd_kind { CROWD_USUAL, CROWD_FAR, CROWD_LEVEL, CROWD_FAR_LEVEL } crowd_kind;

/* obstacles: their number; negative: any number */
static inline crowd new_crowd_of(uint64_t seed, bool flat, crowd_kind kind, int obstacles)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC, LW_JOINT_CONTINUOUS,
                                          LW_JOINT_PLANAR,   LW_JOINT_FLOATING,  LW_JOINT_FIXED};
    crowd c = {.random = {seed}, .flat = flat, .far = kind & 1, .level = kind & 2};
    c.robots = 1 + lw_random_below(&c.random, lw_random_below(&c.random, 2) ? 1 : 7);
    c.obstacles = lw_random_below(&c.random, lw_random_below(&c.random, 2) ? 20 : MOST_OBSTACLES);
    if (obstacles >= 0)
        c.obstacles = (size_t)obstacles;
    double size = lw_random_between(&c.random, 1, 6);
    c.scene = new_scene();
    move_origin(&c);
    if (flat)
        succeed(lw_scene_set_dimension(c.scene, 2, &c.error), &c.error);
    for (size_t r = 0; r < c.robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        lw_joint_kind chain[MOST_JOINTS] = {LW_JOINT_PLANAR};
        size_t joints = flat ? 1 : 1 + lw_random_below(&c.random, MOST_JOINTS);
        for (size_t i = 0; i < joints && !flat; i++)
            chain[i] = kinds[lw_random_below(&c.random, sizeof kinds / sizeof *kinds)];
        add_robot(&c, name, random_place(&c, size), chain, joints);
    }
    if (lw_random_below(&c.random, 2))
        move_origin(&c);
    for (size_t i = 0; i < c.obstacles; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%zu", i);
        lw_shape_def shape = random_shape(&c, lw_random_below(&c.random, 20) ? 0.3 : 3);
        succeed(lw_scene_add_obstacle(c.scene, id, &shape, random_place(&c, size), &c.error), &c.error);
    }
    furnish(&c);
    succeed(lw_scene_freeze(c.scene, &c.error), &c.error);
    succeed(lw_checker_create(c.scene, &c.checker, &c.error), &c.error);
    succeed(lw_motion_create(c.scene, &c.motion, &c.error), &c.error);
    set_motion(&c);
    return c;
}

static inline crowd new_crowd(uint64_t seed, bool flat)
{
    return new_crowd_of(seed, flat, CROWD_USUAL, -1);
}

/* A crowd of each kind in turn, most of them with few obstacles. */
static inline crowd new_crowd_in_turn(uint64_t seed, int round)
{
    return new_crowd_of(seed, false, (crowd_kind)(round % 4), round % 3 ? (int)(seed % 12) : -1);
}

static inline lw_verdict ask_crowd(crowd *c, lw_method method, bool any)
{
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.any = any;
    succeed(lw_check(c->checker, c->motion, &options, &verdict, &c->error), &c->error);
    return verdict;
}

/* The distance of the pair of a contact, at the contact's time. */
static inline lw_distance distance_at_contact(crowd *c, const lw_verdict *verdict)
{
    lw_pair_id id = lw_pair_id_of((uint32_t)verdict->pair[0], (uint32_t)verdict->pair[1]);
    lw_distance d;
    succeed(lw_pair_distance(c->checker, c->motion, verdict->time,
                             lw_frozen_pair_index(c->checker->frozen, id), &d, &c->error),
            &c->error);
    return d;
}

static inline void drop_crowd(crowd *c)
{
    lw_motion_destroy(c->motion);
    lw_checker_destroy(c->checker);
    lw_scene_destroy(c->scene);
}

#endif
