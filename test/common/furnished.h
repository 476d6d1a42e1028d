/* Worlds with obstacles near the paths of their robots, so that about half of the motions collide. They
 * are made from seeds, so that a world can be built again: moved, or with its obstacles in another
 * order. */
#ifndef LW_TEST_FURNISHED_H
#define LW_TEST_FURNISHED_H

#include "random_robot.h"

enum {
    OBSTACLES = 4,
    ATTACHED = 2,
    MARGINS = 8,
    ALLOWED = 512,
    MOTIONS = 8,
    NAME = 48,
    COVER_PATH = 64,
    MOST_VERTICES = 200 /* of an obstacle: those of clouds */
};

/* A shape at a pose; its arrays are below. */
typedef struct thing {
    lw_shape_def shape;
    lw_pose pose;
    double vertices[3 * MOST_VERTICES];
    uint32_t triangles[3 * ODD_TRIANGLES];
} thing;

/* The margin of a pair of bodies. */
typedef struct pair_margin {
    char names[2][NAME];
    double margin;
} pair_margin;

/* The contents of a world besides its robots. */
typedef struct furniture {
    size_t count;
    thing obstacles[OBSTACLES];
    size_t attached_count;
    thing attached[ATTACHED]; /* their poses are in the frames of the links */
    size_t carriers[ATTACHED];
    double scale[WORLD_ROBOTS], padding[WORLD_ROBOTS]; /* of each robot's links */
    double margin, self_margin;
    size_t cover_balls;                    /* 0: the default number */
    char covers[WORLD_ROBOTS][COVER_PATH]; /* files of covers; "": none */
    size_t margin_count;
    pair_margin margins[MARGINS];
    size_t allowed_count;
    char allowed[ALLOWED][2][NAME];
    lw_pose moved;
    bool backwards; /* the order of the obstacles is reversed */
} furniture;

typedef struct bench {
    lw_random random;
    uint64_t seed; /* of the world */
    world_options options;
    furniture furniture;
    world *world;
    world_motion *motion;
    lw_checker *checker;
    lw_checker *other; /* for questions that must not disturb the first one */
    const char *what;  /* the current test, for messages */
    int round;
    bool odd;     /* odd shapes, covers of files and of any number of balls, longer chains */
    bool spheres; /* the links of every third world are made of spheres alone */
} bench;

/* The same world with other furniture. */
world *furnished_as(const bench *b, const furniture *with);

/* The same world again. moved: its pose; NULL: the old one. backwards: reverses the order of the
 * obstacles. */
world *furnished_twin(const bench *b, const lw_pose *moved, bool backwards);

lw_checker *new_checker(const world *w);

/* Makes a motion from its seed, so that it can be made again for the world's twins. */
void furnished_motion(const world *w, uint64_t seed, world_motion *m);

/* Makes robots of a motion attach obstacles and release carried objects at random waypoints; returns
 * whether any does. */
bool furnished_payloads(lw_random *random, const world *w, world_motion *m);

/* Makes a random world, and the seeds of its motions; furnished_drop frees it. */
void furnished_world(bench *b, uint64_t motions[MOTIONS]);
void furnished_drop(bench *b);

/* A question about the bench's motion, which was made from the seed `motion`. */
typedef void furnished_question(bench *b, uint64_t motion, bool any, void *context);

/* Asks about `motions` motions, or a few more, of random worlds. Every second world has odd shapes, and
 * every second motion is checked for any contact. Returns the number of motions that attach or release
 * objects. */
int furnished_each(bench *b, int motions, furnished_question *ask, void *context);

#endif
