/* Problems for the benchmarks of motions: planning problems with the motions that a planner checked.
 * The real ones (MotionBenchMaker's scenes, $LEEWAY_DATA) come with the truth about some motions.
 * Without that folder, random motions of the project's own arm in scenes/cell.json are used. */
#ifndef BENCH_COMMON_PROBLEMS_H
#define BENCH_COMMON_PROBLEMS_H

#include "leeway/leeway.h"

enum { BENCH_VALUES = 8 }; /* joint values of a motion, at most */

typedef struct bench_motion {
    int64_t id;
    double from[BENCH_VALUES], to[BENCH_VALUES];
    bool known; /* the truth is known; else the members below are unset */
    bool contact;
    bool grazing;   /* clearance or depth under 1e-4 m: no verdict is judged */
    double time[2]; /* free until time[0], in contact at time[1] */
    bool has_clearance;
    double clearance[2];
} bench_motion;

typedef struct bench_problem {
    char name[64];
    bench_motion *motions;
    size_t motion_count;
} bench_problem;

typedef struct bench_set {
    char robot[16];
    const char *group; /* NULL: the only one */
    size_t value_count;
    bool spheres; /* the robot's sphere model is used, if the data have one */
    bench_problem *problems;
    size_t count;
} bench_set;

/* The motions of each problem that are loaded. */
typedef enum bench_choice { BENCH_WITH_TRUTH, BENCH_ALL } bench_choice;

/* $LEEWAY_DATA, or NULL if it is not set or no folder. */
const char *bench_data(void);

/* The problems of a robot ("panda" or "ur5" of the data, "arm" of our own), every stride-th one.
 * False, with a sentence on standard error, where that fails. */
bool bench_load(const char *robot, bench_choice choice, size_t stride, bench_set *out);
void bench_free(bench_set *set);

/* Switches to the robot's sphere model; the truth about its motions is not known. */
void bench_take_spheres(bench_set *set);

/* The scene of a problem, frozen, with margins 0 and meshes as surfaces, as when the truth was found.
 * NULL, with a sentence on standard error, where that fails. */
lw_scene *bench_open_scene(const bench_set *set, const bench_problem *problem);

#endif
