/* The options of leeway plan that turn a path into a trajectory, and the format of either. */
#ifndef LW_TOOL_OPTION_TIMING_OPTIONS_H
#define LW_TOOL_OPTION_TIMING_OPTIONS_H

#include "option/options.h"

typedef enum lw_path_format { LW_FORMAT_JSON, LW_FORMAT_ROS1, LW_FORMAT_ROS2 } lw_path_format;

/* Zeroed: a path without times, in JSON. */
typedef struct lw_timing_options {
    bool timed;
    bool stops; /* the robot rests at each waypoint */
    lw_path_format format;
    double velocity_scale, acceleration_scale; /* 0: the scene's scales */
} lw_timing_options;

/* The group of an lw_timing_options. */
extern const lw_option_group lw_timing_group;

#endif
