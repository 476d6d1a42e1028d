/* The ends of a motion that a robot is to run: whether it begins where the robot is and at rest, and
 * ends at rest. */
#ifndef LW_TOOL_OPTION_MOTION_ENDS_H
#define LW_TOOL_OPTION_MOTION_ENDS_H

#include "leeway/leeway.h"

typedef enum lw_end_fault {
    LW_END_FINE,
    LW_END_FAR,   /* the motion begins far from where the robot is */
    LW_END_MOVES, /* the joint has a velocity there */
    LW_END_JUMPS  /* likewise, of a linear motion, whose velocities follow from its positions */
} lw_end_fault;

/* What is wrong at an end of a motion. */
typedef struct lw_end {
    lw_end_fault fault;
    size_t joint;
    double value; /* the joint's value or velocity there */
    double robot; /* LW_END_FAR: where the robot is */
} lw_end;

/* The first joint at fault at the beginning. It may be off by `tolerance`, radians or metres. Joints
 * whose place nothing states are not compared: the motion gets a notice of these. Errors: those of
 * notices. */
lw_status lw_end_begin(lw_motion *motion, double tolerance, lw_end *out, lw_error *error);

/* The first joint at fault at the end. */
lw_status lw_end_last(const lw_motion *motion, lw_end *out, lw_error *error);

#endif
