/* One of two robots whose clocks differ: windows of its time, and where it is during each. */
#ifndef LW_DELAY_SIDE_H
#define LW_DELAY_SIDE_H

#include "motion/forward_kinematics.h"

/* A window of a robot's time. Before its trajectory begins and after it ends the robot stands still:
 * the windows of these times have no end. */
typedef struct lw_window {
    double begin, end;  /* seconds; perhaps infinite */
    size_t first, last; /* the pieces of the motion in which it lies */
    uint32_t child;     /* its halves are `child` and child + 1; 0: it has not been halved */
    uint32_t sample;    /* of its bodies, counted from 1; 0: not taken yet */
    bool rests;         /* nothing of the robot moves in it; known once there is a sample */
} lw_window;

/* A body of the robot in a window: where it is at one time in it, the sample, and bounds on how far it
 * is from there at any other time in it. */
typedef struct lw_swayed_body {
    pose at;
    vec3 center;         /* of its bounding sphere */
    double error;        /* rounding error of the positions of its points */
    double displacement; /* how far any of its points gets, deviations of a real motion included */
    double deviation;    /* the part of it that does not end with shorter windows */
    lw_twist twist;      /* along a direction n any point gets at most |n . twist there| + bend far */
    double bend;         /* deviations of a real motion included */
} lw_swayed_body;

/* Where a sample lies in its window, for shares of what a body moves in it. */
typedef struct lw_window_sample {
    double time;
    bool centred; /* in the middle of one piece: within a share of the window, no body gets farther than
                     that share of its displacement */
} lw_window_sample;

typedef struct lw_side {
    const lw_motion *motion;
    const lw_frozen *frozen;
    int64_t robot;
    bool floats; /* a floating joint moves it: it is bounded within pieces alone */
    size_t body_count;
    uint32_t *bodies; /* the robot's bodies, in the scene's order */
    size_t variable_count;
    double *ranges; /* per piece: the least values of all variables, then the largest ones */
    double *slack;  /* scratch memory, per variable */
    double *value;  /* likewise */
    lw_kinematics kinematics;
    lw_arena arena;
    LW_LIST(lw_window) windows;
    LW_LIST(lw_window_sample) samples;
    LW_LIST(lw_swayed_body) swayed; /* body_count of each sample */
} lw_side;

/* The windows that are there from the beginning. */
enum { LW_WINDOW_NONE, LW_WINDOW_BEFORE, LW_WINDOW_AFTER, LW_WINDOW_WHOLE, LW_WINDOW_START };

/* Begins with the windows before, after and of the whole motion, and of its first moment alone. The
 * motion must outlive the side; it has no stages. If it has tolerances, bounds are on all motions
 * within them. Errors: memory. */
lw_status lw_side_create(const lw_motion *motion, size_t robot, lw_side *out, lw_error *error);
void lw_side_destroy(lw_side *side);

/* Halves a window, if it is not halved yet. False: memory ran out. Pointers to windows become invalid.
 */
bool lw_side_halve(lw_side *side, uint32_t window);

/* Whether a window can be halved. */
bool lw_side_divides(const lw_side *side, uint32_t window);

/* Takes a window's sample, if there is none yet. False: memory ran out. */
bool lw_side_sample(lw_side *side, uint32_t window);

/* The bodies in a window that has a sample, in the order of side->bodies. */
static inline const lw_swayed_body *lw_side_bodies(const lw_side *side, uint32_t window)
{
    return side->swayed.items + (side->windows.items[window].sample - 1) * side->body_count;
}

#endif
