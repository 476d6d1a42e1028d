/* Scenes of any size for the benchmark of scale: robots in a narrow range of motions, and obstacles far
 * from them or close around their ways, made through the public interface. */
#ifndef BENCH_COMMON_CROWD_H
#define BENCH_COMMON_CROWD_H

#include "leeway/leeway.h"

enum { CROWD_MOTIONS = 200, CROWD_SHAPES = 20 };

typedef enum crowd_kind {
    CROWD_CHAIN, /* seven balls on seven revolute joints */
    CROWD_PANDA, /* the Panda of the data */
    CROWD_CELL,  /* robots beside each other, each of seven links */
    CROWD_PLANE  /* three vehicles on planar joints */
} crowd_kind;

typedef struct crowd_def {
    crowd_kind kind;
    size_t robots;    /* of a cell */
    size_t obstacles; /* boxes and spheres, every tenth a polytope; in the plane discs and polygons */
    bool shared;      /* the obstacles share CROWD_SHAPES shapes */
    bool near;        /* within reach, beside all the robots' ways; else 4.8 m away or more */
} crowd_def;

typedef struct crowd {
    lw_scene *scene; /* frozen */
    lw_motion *motions[CROWD_MOTIONS];
    double add, freeze; /* seconds for adding all obstacles and for lw_scene_freeze */
} crowd;

/* Makes the scene, which is the same for equal definitions. False, with a sentence on standard error,
 * on failure. */
bool crowd_open(const crowd_def *def, crowd *out);
void crowd_close(crowd *which);

#endif
