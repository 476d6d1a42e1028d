/* Scenes of any size. Obstacles near the robots are drawn at random, and drawn again while they meet a
 * ball around a body at one of many times of a motion. */
#include "common/crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"
#include "math/pose.h"
#include "scene/frozen.h"

enum { LINKS = 7, VEHICLES = 3, TIMES = 17, MOST_ROBOTS = 64, CORNERS = 12, TRIES = 10000 };

static const double STEP = 0.15;   /* distance of two joints of a chain */
static const double GAP = 0.01;    /* near obstacles stay so far from the reduced balls around bodies */
static const double CLOSE = 0.8;   /* balls are reduced to this share, so that a few obstacles touch */
static const double REACH = 1.2;   /* how far chain and Panda reach from their bases */
static const double AWAY = 4.8;    /* distance of far obstacles from the reach of the robots */
static const double ROOM = 6;      /* in the plane, vehicles stay this near to the origin along x */
static const double LARGEST = 0.5; /* radius of a far obstacle, at most */

static bool is_flat(const crowd_def *def)
{
    return def->kind == CROWD_PLANE;
}

/* ---- robots ---------------------------------------------------------------------------------- */

static lw_status add_chain(lw_scene *scene, const char *name, lw_vec3 base, bool balls, lw_error *error)
{
    lw_pose at = {base, {0, 0, 0, 1}};
    lw_status status = lw_scene_add_robot(scene, name, at, error);
    if (!status)
        status = lw_scene_add_link(scene, name, "base", error);
    for (int i = 0; i < LINKS && !status; i++) {
        char link[16];
        char parent[16];
        char joint[16];
        snprintf(link, sizeof link, "link%d", i);
        snprintf(parent, sizeof parent, i ? "link%d" : "base", i - 1);
        snprintf(joint, sizeof joint, "joint%d", i);
        lw_joint_def def = lw_default_joint();
        def.name = joint;
        def.kind = LW_JOINT_REVOLUTE;
        def.parent = parent;
        def.child = link;
        def.origin.position.z = STEP;
        def.axis = i % 2 ? v3(1, 0, 0) : v3(0, 1, 0);
        def.lower = -3;
        def.upper = 3;
        lw_shape_def shape = lw_default_shape();
        shape.kind = balls ? LW_SHAPE_SPHERE : LW_SHAPE_CAPSULE;
        shape.radius = balls ? 0.05 : 0.03;
        shape.length = STEP / 2;
        lw_pose middle = lw_pose_identity();
        middle.position.z = STEP / 2;
        if (!(status = lw_scene_add_link(scene, name, link, error)) &&
            !(status = lw_scene_add_joint(scene, name, &def, error)))
            status = lw_scene_add_shape(scene, name, link, &shape, middle, error);
    }
    return status;
}

static lw_status add_vehicle(lw_scene *scene, const char *name, lw_error *error)
{
    static const double outline[] = {-0.3, -0.2, 0,   0.25, -0.2, 0,   0.4, 0,
                                     0,    0.25, 0.2, 0,    -0.3, 0.2, 0};
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = outline;
    shape.vertex_count = 5;
    lw_joint_def joint = lw_default_joint();
    joint.name = "drive";
    joint.kind = LW_JOINT_PLANAR;
    joint.parent = "ground";
    joint.child = "body";
    joint.axis = v3(0, 0, 1);
    lw_status status = lw_scene_add_robot(scene, name, lw_pose_identity(), error);
    if (!status && !(status = lw_scene_add_link(scene, name, "ground", error)) &&
        !(status = lw_scene_add_link(scene, name, "body", error)) &&
        !(status = lw_scene_add_joint(scene, name, &joint, error)))
        status = lw_scene_add_shape(scene, name, "body", &shape, lw_pose_identity(), error);
    return status;
}

static lw_status add_panda(lw_scene *scene, lw_error *error)
{
    char urdf[512];
    char srdf[512];
    snprintf(urdf, sizeof urdf, "%s/robots/panda/panda.urdf", bench_data());
    snprintf(srdf, sizeof srdf, "%s/robots/panda/panda.srdf", bench_data());
    return lw_scene_load_robot(scene, urdf, srdf, "robot0", NULL, error);
}

static size_t robot_count(const crowd_def *def)
{
    return def->kind == CROWD_CELL ? def->robots : def->kind == CROWD_PLANE ? VEHICLES : 1;
}

static lw_status add_robots(const crowd_def *def, lw_scene *scene, lw_error *error)
{
    lw_status status = is_flat(def) ? lw_scene_set_dimension(scene, 2, error) : LW_OK;
    for (size_t i = 0; i < robot_count(def) && !status; i++) {
        char name[32];
        snprintf(name, sizeof name, "robot%zu", i);
        /* rows of five, so close that the arms reach over each other */
        size_t row = i / 5;
        lw_vec3 base = v3(0.6 * (double)(i % 5), 0.6 * (double)row, 0);
        status = is_flat(def) ? add_vehicle(scene, name, error)
                 : def->kind == CROWD_PANDA
                     ? add_panda(scene, error)
                     : add_chain(scene, name, base, def->kind == CROWD_CHAIN, error);
    }
    return status;
}

/* ---- motions --------------------------------------------------------------------------------- */

/* One end of a robot's segment: near the posture of an arm, in the lane of a vehicle. */
static void draw_values(const crowd_def *def, size_t robot, lw_random *random, double *values)
{
    static const double panda[LINKS] = {0, -0.78, 0, -2.36, 0, 1.57, 0.78};
    static const double chain[LINKS] = {0.3, 0.2, 0.3, -0.2, 0.3, 0.2, 0.3};
    if (is_flat(def)) {
        values[0] = lw_random_between(random, -ROOM, ROOM);
        values[1] = 3 * ((double)robot - 1) + lw_random_between(random, -0.3, 0.3);
        values[2] = lw_random_between(random, -1, 1);
        return;
    }
    for (int i = 0; i < LINKS; i++)
        values[i] =
            (def->kind == CROWD_PANDA ? panda : chain)[i] + lw_random_between(random, -0.3, 0.3);
}

static lw_status set_motion(const crowd_def *def, const lw_scene *scene, lw_random *random,
                            lw_motion *motion, lw_error *error)
{
    lw_track tracks[MOST_ROBOTS];
    tracks[0] = lw_default_track();
    double values[MOST_ROBOTS][2 * LINKS];
    size_t count = robot_count(def);
    for (size_t i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "robot%zu", i);
        tracks[i] = lw_default_track();
        tracks[i].joints =
            lw_scene_joints(scene, name, def->kind == CROWD_PANDA ? "panda_arm" : NULL, error);
        if (!tracks[i].joints)
            return LW_ERROR_NAME;
        draw_values(def, i, random, values[i]);
        draw_values(def, i, random, values[i] + lw_joints_value_count(tracks[i].joints));
        tracks[i].positions = values[i];
        tracks[i].point_count = 2;
    }
    return lw_motion_set(motion, tracks, count, error);
}

static lw_status add_motions(const crowd_def *def, crowd *out, lw_error *error)
{
    lw_random random = {1};
    lw_status status = LW_OK;
    for (size_t i = 0; i < CROWD_MOTIONS && !status; i++)
        if (!(status = lw_motion_create(out->scene, &out->motions[i], error)))
            status = set_motion(def, out->scene, &random, out->motions[i], error);
    return status;
}

/* ---- obstacles ------------------------------------------------------------------------------- */

typedef struct ball {
    lw_vec3 center;
    double radius;
} ball;

/* The ways of the robots: balls around the bodies at many times of all motions. */
struct ways {
    ball *balls;
    size_t count;
};

static bool find_ways(const crowd *robots, struct ways *out, lw_error *error)
{
    size_t bodies = lw_scene_body_count(robots->scene);
    *out = (struct ways){.balls = malloc((size_t)CROWD_MOTIONS * TIMES * bodies * sizeof *out->balls)};
    for (size_t i = 0; out->balls && i < CROWD_MOTIONS * TIMES * bodies; i++) {
        lw_pose at;
        double time = (double)(i / CROWD_MOTIONS % TIMES) / (TIMES - 1);
        size_t body = i / CROWD_MOTIONS / TIMES;
        const lw_geometry *geometry = lw_frozen_body(robots->scene->frozen, body)->geometry;
        if (lw_motion_pose(robots->motions[i % CROWD_MOTIONS], body, time, &at, error))
            return false;
        out->balls[out->count++] =
            (ball){transform(lw_pose_in(at), geometry->center), geometry->radius};
    }
    return out->balls != NULL;
}

static bool is_beside(const struct ways *ways, lw_vec3 center, double radius)
{
    for (size_t i = 0; i < ways->count; i++) {
        double least = CLOSE * ways->balls[i].radius + radius + GAP;
        if (norm2(sub(ways->balls[i].center, center)) < least * least)
            return false;
    }
    return true;
}

/* A place for an obstacle of a radius; after TRIES attempts it may be in the way. */
static lw_vec3 draw_place(const crowd_def *def, const struct ways *ways, double radius,
                          lw_random *random)
{
    bool flat = is_flat(def);
    double inner = (flat ? ROOM + 4 : REACH) + AWAY + LARGEST;
    double outer = def->near ? (flat ? ROOM + 1 : REACH) : 2 * inner;
    lw_vec3 place = {0, 0, 0};
    for (int i = 0; i < TRIES; i++) {
        place.x = lw_random_between(random, -outer, outer);
        place.y = lw_random_between(random, -outer, outer);
        place.z = flat ? 0 : lw_random_between(random, -outer, outer);
        if (def->near ? is_beside(ways, place, radius) : norm(place) >= inner)
            break;
    }
    return place;
}

static double draw_radius(const crowd_def *def, lw_random *random)
{
    return def->near ? lw_random_between(random, 0.01, 0.03) : lw_random_between(random, 0.05, LARGEST);
}

/* The shape of the index-th obstacle, inside a ball of a radius. */
static lw_shape_def draw_shape(const crowd_def *def, size_t index, double radius, lw_random *random,
                               double vertices[3 * CORNERS])
{
    lw_shape_def shape = lw_default_shape();
    shape.radius = radius;
    shape.vertices = vertices;
    if (is_flat(def)) {
        shape.kind = index % 2 ? LW_SHAPE_DISC : LW_SHAPE_POLYGON;
        shape.vertex_count = 6;
        for (size_t i = 0; i < shape.vertex_count; i++) {
            double angle = ((double)i + lw_random_between(random, 0, 0.8)) * 1.0471975511965976;
            lw_vec3 corner = v3(radius * cos(angle), radius * sin(angle), 0);
            memcpy(&vertices[3 * i], &corner, sizeof corner);
        }
    } else if (index % 10 == 9) {
        shape.kind = LW_SHAPE_POLYTOPE;
        shape.vertex_count = CORNERS;
        for (size_t i = 0; i < CORNERS; i++) {
            lw_vec3 corner = v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                                lw_random_between(random, -1, 1));
            corner = scale(radius / fmax(norm(corner), 1e-3), corner);
            memcpy(&vertices[3 * i], &corner, sizeof corner);
        }
    } else {
        shape.kind = index % 2 ? LW_SHAPE_SPHERE : LW_SHAPE_BOX;
        double edge = 2 * radius / sqrt(3);
        shape.size = v3(edge * lw_random_between(random, 0.3, 1), edge, edge);
    }
    return shape;
}

static lw_status share_shapes(const crowd_def *def, lw_random *random, lw_shape *out[CROWD_SHAPES],
                              lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < CROWD_SHAPES && !status; i++) {
        double vertices[3 * CORNERS];
        lw_shape_def shape = draw_shape(def, i, draw_radius(def, random), random, vertices);
        status = lw_shape_create(&shape, &out[i], error);
    }
    return status;
}

/* Adds an obstacle, of a shared shape if there is one. */
static lw_status add_obstacle(const crowd_def *def, const struct ways *ways, size_t index,
                              const lw_shape *shared, lw_random *random, crowd *out, lw_error *error)
{
    double vertices[3 * CORNERS];
    char id[32];
    double radius = draw_radius(def, random);
    double angle = lw_random_between(random, -3, 3);
    lw_vec3 place = draw_place(def, ways, radius, random);
    lw_shape_def shape = draw_shape(def, index, radius, random, vertices);
    lw_pose at = is_flat(def) ? lw_pose_from_rpy(place, 0, 0, angle)
                              : lw_pose_from_rpy(place, angle, 0.3 * angle, 0.7 * angle);
    snprintf(id, sizeof id, "obstacle_%zu", index);
    double begin = bench_work();
    lw_status status = shared ? lw_scene_add_shared_obstacle(out->scene, id, shared, at, error)
                              : lw_scene_add_obstacle(out->scene, id, &shape, at, error);
    out->add += bench_work() - begin;
    return status;
}

static lw_status add_obstacles(const crowd_def *def, const struct ways *ways, crowd *out,
                               lw_error *error)
{
    lw_random random = {2};
    lw_shape *shapes[CROWD_SHAPES] = {NULL};
    lw_status status = def->shared ? share_shapes(def, &random, shapes, error) : LW_OK;
    for (size_t i = 0; i < def->obstacles && !status; i++)
        status = add_obstacle(def, ways, i, shapes[i % CROWD_SHAPES], &random, out, error);
    for (size_t i = 0; i < CROWD_SHAPES; i++)
        lw_shape_destroy(shapes[i]);
    return status;
}

/* ---- putting it together --------------------------------------------------------------------- */

static bool build(const crowd_def *def, const struct ways *ways, crowd *out, lw_error *error)
{
    lw_status status = lw_scene_create(&out->scene, error);
    if (!status && !(status = add_robots(def, out->scene, error)) && ways)
        status = add_obstacles(def, ways, out, error);
    double begin = bench_now();
    if (!status)
        status = lw_scene_freeze(out->scene, error);
    out->freeze = bench_now() - begin;
    return !status && !add_motions(def, out, error);
}

bool crowd_open(const crowd_def *def, crowd *out)
{
    lw_error error = {0};
    struct ways ways = {0};
    crowd robots = {0};
    *out = (crowd){0};
    bool good = robot_count(def) <= MOST_ROBOTS && build(def, NULL, &robots, &error) &&
                find_ways(&robots, &ways, &error) && build(def, &ways, out, &error);
    if (!good) {
        fprintf(stderr, "scale: %s\n", error.message);
        crowd_close(out);
    }
    crowd_close(&robots);
    free(ways.balls);
    return good;
}

void crowd_close(crowd *which)
{
    for (size_t i = 0; i < CROWD_MOTIONS; i++)
        lw_motion_destroy(which->motions[i]);
    lw_scene_destroy(which->scene);
    which->scene = NULL;
    memset(which->motions, 0, sizeof which->motions);
}
