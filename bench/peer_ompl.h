/* OMPL, the Open Motion Planning Library: its RRT-Connect, RRT* and BIT* between two configurations.
 * States are tested by a function, and motions at MoveIt's resolution; or Leeway proves states and
 * motions (leeway/ompl.h). */
#ifndef BENCH_PEER_OMPL_H
#define BENCH_PEER_OMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "leeway/leeway.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum peer_ompl_planner {
    PEER_OMPL_RRT_CONNECT,
    PEER_OMPL_RRT_STAR,
    PEER_OMPL_BIT_STAR
} peer_ompl_planner;

typedef struct peer_ompl_problem {
    size_t count; /* values of a configuration */
    const double *lower, *upper, *from, *to;
    bool (*is_free)(void *context, const double *values);
    void *context;
    const lw_scene *scene; /* not NULL: Leeway proves motions of `group` here; is_free is not used */
    const char *group;
    uint32_t seed;  /* seed of all random choices; not 0 */
    double seconds; /* limit, seconds of the clock */
} peer_ompl_problem;

/* The points of a path, to be freed by the caller, and their number; NULL: none within the time.
 * seconds: out, processor time of this thread for the search alone. */
double *peer_ompl_solve(const peer_ompl_problem *problem, peer_ompl_planner planner, size_t *points,
                        double *seconds);

#ifdef __cplusplus
}
#endif

#endif
