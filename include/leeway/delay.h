/* Delays: two robots whose trajectories are right and whose clocks differ. At which delays of the
 * second robot are the two free of each other?
 *
 * The trajectories of two robots are planned one by one; how much later the second one starts is
 * decided afterwards, by a schedule or by whatever the machines wait for. With the delay d, the second
 * robot is at time t where its own trajectory has it at t - d. Before its trajectory begins and after
 * it ends a robot stands still. */
#ifndef LEEWAY_DELAY_H
#define LEEWAY_DELAY_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Start from lw_default_delay_options(): all delays, at 1 ms. */
typedef struct lw_delay_options {
    size_t struct_size;
    double from, to;       /* the delays that are asked about, seconds; may be infinite */
    double tolerance;      /* seconds, above 0: delays are told apart no more finely */
    uint64_t budget_tiles; /* at most so many tiles are examined: a window of the one robot's time and
                              one of the other's; 0: no bound. What is left then is undecided. */
    bool (*stop)(void *context); /* NULL, or called now and then: true ends the search, undecided */
    void *stop_context;
} lw_delay_options;

static inline lw_delay_options lw_default_delay_options(void)
{
    lw_delay_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.from = -HUGE_VAL;
    options.to = HUGE_VAL;
    options.tolerance = 1e-3;
    options.budget_tiles = 1000000;
    return options;
}

/* Delays of one kind, from one to another. */
typedef struct lw_delay_span {
    double from, to;      /* seconds; infinite at the ends of the axis */
    lw_verdict_kind kind; /* free: proven for every delay between these, and if the motions have
                             tolerances for all motions within them. Contact: no delay in it is
                             farther than the tolerance from one that is shown to be in contact.
                             Undecided: neither is known */
    int64_t pair[2];      /* contact: bodies, the lower one first, else -1; the one of the first robot
                             and the one of the second, in either order */
    double time[2]; /* contact: times of either robot's own trajectory at which these bodies touch,
                       at the delay time[0] - time[1] */
} lw_delay_span;

typedef struct lw_delays {
    size_t struct_size;
    lw_delay_span *spans; /* in the order of delays, without gaps */
    size_t count;
    uint64_t tiles;   /* how many were examined */
    uint64_t queries; /* distance queries of pairs of bodies */
    bool complete;    /* neither a budget nor `stop` ended the search */
} lw_delays;
LW_STARTS(lw_delays, lw_default_delays)

/* Finds the delays at which two robots are free of each other: no pair of bodies, one of each robot,
 * comes within its margin at any time. Nothing is said about obstacles, about other robots, or about a
 * robot and itself: lw_check of each trajectory says that, whatever the delay.
 *
 * first, second: motions in seconds of one frozen scene; of each, only the way of its robot counts.
 * They may be the same motion. Proofs are by branch and bound in the space of the two robots' times,
 * the coordination space of O'Donnell and Lozano-Perez (1989): a tile, a window of either's time, is
 * proven by the distances of the pairs at its middle and the bounds on travel that lw_check rests on. A
 * delay is free if all tiles that it passes are proven.
 *
 * Takes memory while it runs, some 10 kB for each window of a robot with ten links. Equal inputs give
 * equal answers, except with `stop`. Any thread. Free the answer with lw_delays_free. Errors: argument
 * (a path over t from 0 to 1, other scenes, one robot twice, no such robot, a motion that attaches
 * objects, delays or a tolerance that are no numbers), memory. */
LW_API lw_status lw_delays_find(const lw_motion *first, size_t first_robot, const lw_motion *second,
                                size_t second_robot, const lw_delay_options *options, lw_delays *out,
                                lw_error *error);
LW_API void lw_delays_free(lw_delays *delays);

/* Whether a motion has a track for joints of a robot. False for an index that is too large. Any thread.
 */
LW_API bool lw_motion_moves_robot(const lw_motion *motion, size_t robot);

#ifdef __cplusplus
}
#endif

#endif
