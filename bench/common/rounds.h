/* The times of checks in several scenes, each of which has its own checker and the same motions. */
#ifndef BENCH_COMMON_ROUNDS_H
#define BENCH_COMMON_ROUNDS_H

#include <leeway/leeway.h>

enum { BENCH_MOTIONS = 400 };

typedef struct bench_scene {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motions[BENCH_MOTIONS];
    double seconds; /* to build it */
    size_t bytes;
} bench_scene;

void bench_scene_close(bench_scene *which);

/* What checks of one motion answered, and the least of their times. */
typedef struct bench_check {
    double least; /* seconds */
    lw_verdict_kind kind;
    bool by_balls; /* without a distance of two bodies */
} bench_check;

/* Checks each motion in each scene in turn, in a new random order in every round, for so many seconds
 * of at most nine rounds. checks: BENCH_MOTIONS for each scene. Errors: those of lw_check. */
lw_status bench_rounds(const bench_scene *scenes, size_t kinds, const lw_check_options *options,
                       double seconds, bench_check (*checks)[BENCH_MOTIONS], lw_error *error);

#endif
