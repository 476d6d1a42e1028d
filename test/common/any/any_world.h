/* Worlds that vary all that a scene and a motion can have: robots of all joints, compounds, shapes of
 * every kind, few and many obstacles, margins, padding, carried objects; far from the origin, and of
 * any size. A world comes from its seed alone. It can be built at once, or by copies of a scene. */
#ifndef LW_TEST_ANY_WORLD_H
#define LW_TEST_ANY_WORLD_H

#include "base/random.h"
#include "odd_shapes.h"

enum {
    ANY_ROBOTS = 3,
    ANY_LINKS = 120,
    ANY_PARTS = 300, /* shapes of links */
    ANY_OBSTACLES = 640,
    ANY_CARGO = 2,
    ANY_ALLOWED = 6000,
    ANY_MARGINS = 6,
    ANY_POINTS = 5,   /* waypoints of a track */
    ANY_VALUES = 160, /* values of a robot's joints */
    ANY_NAME = 32,
    ANY_SHAPES = 30, /* of a kit */
    ANY_PAYLOADS = 4
};

/* Shapes that worlds share. */
typedef struct any_kit {
    bool made;
    lw_shape_def defs[ANY_SHAPES];
    lw_shape *shapes[ANY_SHAPES];
    double vertices[ANY_SHAPES][3 * ODD_VERTICES];
    uint32_t triangles[ANY_SHAPES][3 * ODD_TRIANGLES];
} any_kit;

typedef struct any_part {
    uint32_t owner; /* a link or an obstacle */
    uint32_t shape;
    bool shared; /* added as a shared shape */
    lw_pose pose;
} any_part;

typedef struct any_link {
    char name[ANY_NAME];
    uint32_t robot;
    double scale, padding;
} any_link;

typedef struct any_joint {
    char name[ANY_NAME], parent[ANY_NAME], child[ANY_NAME], mimic[ANY_NAME];
    uint32_t robot;
    lw_joint_def def; /* its names are those above */
    bool some;        /* in the group "some" */
    bool stated;
    double home[7]; /* about which motions go */
} any_joint;

typedef struct any_obstacle {
    uint32_t shape, second; /* second: a second shape, or ANY_SHAPES for none */
    bool shared;
    lw_pose pose;
    lw_pose first_pose; /* where it is before it is moved */
    bool moves;         /* it is moved */
} any_obstacle;

typedef struct any_cargo {
    uint32_t link, shape;
    lw_pose pose;
    bool touches; /* it may touch the link's parent */
} any_cargo;

typedef struct any_world {
    uint64_t seed;
    lw_random random;
    any_kit *kit;
    bool flat;
    bool lone_pair; /* one body that moves, and one obstacle: two convex bodies have a method of their
                       own */
    double size;    /* of a link */
    lw_vec3 origin;
    size_t robot_count, link_count, joint_count, part_count, obstacle_count, cargo_count;
    size_t near_count; /* of the obstacles, those near motions, which come first */
    lw_pose bases[ANY_ROBOTS];
    any_link links[ANY_LINKS];
    any_joint joints[ANY_LINKS];
    any_part parts[ANY_PARTS];
    any_obstacle obstacles[ANY_OBSTACLES];
    any_cargo cargo[ANY_CARGO];
    double margin, self_margin;
    size_t cover_balls; /* 0: as it is */
    bool surfaces;      /* meshes are surfaces */
    size_t allowed_count, margin_count;
    char allowed[ANY_ALLOWED][2][ANY_NAME];
    char pairs[ANY_MARGINS][2][ANY_NAME]; /* with margins of their own */
    double pair_margins[ANY_MARGINS];
    lw_scene *scene;
} any_world;

typedef struct any_track {
    lw_track def;
    char robot[ANY_NAME];
    const char *group;
    double positions[ANY_POINTS * ANY_VALUES];
    double velocities[ANY_POINTS * ANY_VALUES];
    double accelerations[ANY_POINTS * ANY_VALUES];
    double times[ANY_POINTS];
    lw_payload payloads[ANY_PAYLOADS];
    char names[ANY_PAYLOADS][4][ANY_NAME];
    const char *touch[ANY_PAYLOADS], *may[ANY_PAYLOADS];
} any_track;

typedef struct any_motion {
    size_t track_count;
    any_track tracks[ANY_ROBOTS];
    bool segment;         /* set by lw_motion_set_segment */
    bool carries;         /* objects are attached or released */
    double cut;           /* as a share of the motion; 0: not */
    bool at_knot;         /* rounded up to a waypoint of a path, or to the end */
    bool joined;          /* each track is a motion of its own first */
    const any_joint *set; /* a joint that is set to a value of its own; NULL: none */
    double value;
} any_motion;

/* Makes a world from a seed: one in space or in the plane. Every world is to be dropped. */
any_world *any_world_new(uint64_t seed);
void any_world_drop(any_world *w);
/* Frees the shapes that worlds share. */
void any_world_end(void);

/* The same scene again, built at once; to be destroyed. */
lw_scene *any_scene_at_once(const any_world *w);

/* A motion from a seed, and sets it in a scene of the world. False: this scene refuses it, as objects
 * that it attaches are not there. */
void any_motion_new(const any_world *w, uint64_t seed, any_motion *m);
bool any_motion_set(const any_world *w, const lw_scene *scene, const any_motion *m, lw_motion *out);

#endif
