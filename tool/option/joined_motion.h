/* A motion of several robots, each from a file of its own: ROBOT=FILE. */
#ifndef LW_TOOL_OPTION_JOINED_MOTION_H
#define LW_TOOL_OPTION_JOINED_MOTION_H

#include "text/report.h"

typedef struct lw_robot_file {
    const char *text; /* ROBOT=FILE */
    const char *path; /* FILE */
    size_t robot;
} lw_robot_file;

/* Reads ROBOT=FILE. *is_robot false: the text is the name of a file, which may hold a '='. Error: name
 * (neither such a robot nor such a file). */
lw_status lw_robot_file_read(const lw_scene *scene, const char *text, lw_robot_file *out,
                             bool *is_robot, lw_error *error);

/* Error file if a file is missing or cannot be read; "-" is standard input. Opens nothing, so that a
 * pipe is not read. */
lw_status lw_file_check(const char *path, lw_error *error);

typedef struct lw_joined_motion {
    const lw_scene *scene;
    lw_report *report; /* of notices */
    const lw_motion_defaults *defaults;
    const lw_robot_file *files; /* each of another robot */
    size_t count;
} lw_joined_motion;

/* Sets a motion to those of all files at once, on one clock. Robots without a file stand still. Errors:
 * those of reading them; argument (a file holds several motions, or one that moves another robot; paths
 * and trajectories are mixed). */
lw_status lw_joined_motion_read(const lw_joined_motion *joined, lw_motion *motion, lw_error *error);

#endif
