/* Random worlds: scenes of robots with every kind of joint and shape, random motions of them, and an
 * oracle of their poses: forward kinematics in long double, straight from the definitions of the
 * joints, with none of the library's code. */
#ifndef LW_TEST_RANDOM_ROBOT_H
#define LW_TEST_RANDOM_ROBOT_H

#include "base/random.h"
#include "motion/motion.h"
#include "odd_shapes.h"

enum {
    WORLD_ROBOTS = 4,
    WORLD_JOINTS = 32, /* of all robots together */
    WORLD_LINKS = WORLD_JOINTS + WORLD_ROBOTS,
    WORLD_SHAPES = 2,    /* of a link, at most */
    WORLD_VERTICES = 12, /* of a shape that is not odd, at most */
    WORLD_POINTS = 6,    /* waypoints of a track, at most */
    WORLD_VALUES = 7 * WORLD_JOINTS
};

typedef struct world_shape {
    lw_shape_def def; /* its arrays are the two below */
    lw_pose pose;
    double vertices[3 * ODD_VERTICES];
    uint32_t triangles[3 * ODD_TRIANGLES];
} world_shape;

typedef struct world_link {
    char name[16];
    size_t robot;
    int joint;    /* the joint above it; -1: a root */
    double scale; /* the scale of its furnishing */
    size_t shape_count;
    world_shape shapes[WORLD_SHAPES];
} world_link;

typedef struct world_joint {
    char name[16];
    char parent_name[16], child_name[16], mimic_name[16];
    size_t robot, parent, child;
    int mimic; /* -1: none */
    lw_joint_def def;
    double rest[7]; /* its values at rest */
    bool stated;    /* the scene was given them */
} world_joint;

/* A scene and its description. Joints come after the joints above them. */
typedef struct world {
    lw_scene *scene; /* frozen */
    uint32_t odd;    /* one in so many shapes of links is an odd one (odd_shapes.h); 0: none */
    bool spheres;    /* all shapes of links are spheres */
    size_t robot_count, link_count, joint_count;
    char robot_names[WORLD_ROBOTS][16];
    lw_pose base[WORLD_ROBOTS];
    world_link links[WORLD_LINKS];
    world_joint joints[WORLD_JOINTS];
} world;

typedef struct world_options {
    size_t robots; /* at most */
    size_t joints; /* of each robot, at most */
    double size;   /* of links, metres */
} world_options;

/* A random world, to be freed by world_free. The default joints of a robot are all but those that are
 * fixed or mimic others; some robots are one flying body. */
world *world_random(lw_random *random, const world_options *options);
void world_free(world *w);

/* The other contents of the world, and its pose. */
typedef struct world_furnishing {
    lw_pose moved; /* the pose of the whole world */
    void (*furnish)(lw_scene *scene,
                    void *context); /* adds obstacles and settings before the world is frozen */
    void *context;
    uint32_t odd; /* passed on to the world */
    bool spheres; /* passed on to the world */
} world_furnishing;

/* The same random world, furnished. */
world *world_furnished(lw_random *random, const world_options *options, const world_furnishing *with);

/* The pose b, given in the frame a. */
lw_pose pose_multiply(lw_pose a, lw_pose b);

/* The track of a robot: its joints in the world, and its arrays. */
typedef struct world_track {
    lw_track def; /* its arrays are the ones below */
    size_t joint_count;
    size_t joints[WORLD_JOINTS]; /* of the world, in the order of the values */
    double positions[WORLD_POINTS * WORLD_VALUES];
    double velocities[WORLD_POINTS * WORLD_VALUES];
    double accelerations[WORLD_POINTS * WORLD_VALUES];
    double times[WORLD_POINTS];
} world_track;

typedef struct world_motion {
    lw_motion *motion;
    size_t track_count;
    world_track tracks[WORLD_ROBOTS];
} world_motion;

typedef enum world_motion_kind {
    WORLD_PATHS,
    WORLD_LINEAR,
    WORLD_CUBIC,
    WORLD_QUINTIC,
    WORLD_RIGID, /* if the robot is one flying body; otherwise quintic */
    WORLD_ANY
} world_motion_kind;

world_motion *world_motion_create(const world *w);
void world_motion_free(world_motion *m);

/* Sets the motion to a random one of this kind; some robots may stand still. */
void world_motion_random(lw_random *random, const world *w, world_motion_kind kind, world_motion *m);

/* A random direction, sometimes along an axis; not of unit length. */
lw_vec3 random_axis(lw_random *random);

/* ---- the oracle ----------------------------------------------------------------------------- */

/* Takes p to r p + p0. */
typedef struct wide_pose {
    long double r[3][3];
    long double p[3];
} wide_pose;

typedef struct wide_point {
    long double x[3];
} wide_point;

wide_pose wide_pose_of(lw_pose p);
wide_pose wide_multiply(const wide_pose *a, const wide_pose *b);
wide_pose wide_inverse(const wide_pose *a);
wide_point wide_apply(const wide_pose *a, wide_point p);
long double wide_distance(wide_point a, wide_point b);

/* The values of all joints of the world at a time of a motion (m NULL: at rest), mimic joints included:
 * one value, three, or a position and a quaternion. */
void wide_values(const world *w, const world_motion *m, long double t,
                 long double values[WORLD_JOINTS][7]);

/* The pose of each link. */
void wide_links(const world *w, long double values[WORLD_JOINTS][7], wide_pose links[WORLD_LINKS]);

/* Points of a link's shapes, random surface points and all vertices: in the link's frame, and in the
 * library's body frame (see scene/bodies.c). Returns their number. */
enum { WIDE_POINTS = 24 };
size_t wide_points(lw_random *random, const world_link *link, wide_point in_link[WIDE_POINTS],
                   wide_point in_body[WIDE_POINTS]);

#endif
