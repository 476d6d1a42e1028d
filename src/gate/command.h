/* A command as a motion: the way through some waypoints of a chunk, as cubic polynomials of Hermite,
 * and the stop from its end. All joints are on one grid of times, that of the waypoints and then that
 * of the phases of all stops, so that the motion is one track. */
#ifndef LW_GATE_COMMAND_H
#define LW_GATE_COMMAND_H

#include "leeway/gate.h"
#include "motion/stop.h"

/* A value of a joint that follows one of the columns: multiplier * column + offset; and its limits. */
typedef struct lw_command_limit {
    size_t column;
    double multiplier, offset;
    double lower, upper, velocity, acceleration;
} lw_command_limit;

/* A column: one value of a joint. */
typedef struct lw_command_value {
    int32_t variable;
    size_t joint, part;
    lw_brake brake;
    lw_stop_phases stop; /* scratch memory: of the command that is set */
} lw_command_value;

/* What the commands of a gate have in common. */
typedef struct lw_command {
    lw_joints joints; /* a copy without its list */
    size_t column_count, points;
    lw_command_value *values;
    lw_command_limit *limits;
    size_t limit_count;
    double period;
    double *times; /* scratch memory: between the pieces of the command that is set */
} lw_command;

/* A chunk of waypoints, and where the robot is (lw_gate_request). */
typedef struct lw_gate_chunk {
    const double *values, *rates, *points, *velocities;
    size_t count;
} lw_gate_chunk;

/* Errors: those of lw_gate_create. */
lw_status lw_command_create(lw_arena *arena, const lw_scene *scene, const lw_gate_options *options,
                            lw_command *out, lw_error *error);

/* Makes room in a motion for every command. Error memory. */
lw_status lw_command_reserve(const lw_command *command, lw_motion *motion, lw_error *error);

/* The time of a waypoint, counted from 1; 0: now. */
static inline double lw_command_time(const lw_command *command, size_t point)
{
    return (double)point * command->period;
}

/* Sets a motion to the way through the first `passed` waypoints of a chunk of finite numbers, and the
 * stop from its end. If none passes it is the stop from where the robot is. Allocates nothing after
 * lw_command_reserve. Error argument: the stop takes too long. */
lw_status lw_command_set(lw_command *command, const lw_gate_chunk *chunk, size_t passed,
                         lw_motion *motion, lw_error *error);

/* The first violation of a limit in a command that a motion is set to: on its way, of position,
 * velocity and acceleration; in its stop, of position and velocity. False: there is none. *in_stop:
 * there is none on its way. */
bool lw_command_violation(const lw_command *command, const lw_motion *motion, size_t passed,
                          lw_violation *out, bool *in_stop);

#endif
