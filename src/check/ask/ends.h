/* The ends of a motion that a robot is to run: whether it begins where the robot is and at rest, and
 * ends at rest. */
#ifndef LW_CHECK_ASK_ENDS_H
#define LW_CHECK_ASK_ENDS_H

#include "leeway/verify.h"

/* What is wrong at an end of a motion. */
typedef struct lw_end {
    lw_safety_reason fault; /* start, start_moving, end_moving, velocity_jump, or none */
    size_t joint, part;
    double value;    /* the joint's value or velocity there */
    double robot;    /* start: where the robot is */
    size_t unstated; /* how many joints were not compared, since nothing states where they are */
} lw_end;

/* The first joint at fault at the beginning. options: where the robot is, if they state it, and how far
 * the motion may be from there. Joints whose place nothing states are not compared. Errors: argument
 * (joints of another scene). */
lw_status lw_end_begin(const lw_motion *motion, const lw_verify_options *options, lw_end *out,
                       lw_error *error);

/* The first joint at fault at the end. */
lw_status lw_end_last(const lw_motion *motion, lw_end *out, lw_error *error);

#endif
