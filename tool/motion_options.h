/* The options that select motions: parsing them, and applying them to a scene. */
#ifndef LW_TOOL_MOTION_OPTIONS_H
#define LW_TOOL_MOTION_OPTIONS_H

#include "inputs.h"
#include "options.h"

/* Strings are the command line's; NULL: not given. */
typedef struct lw_motion_options {
    const char *from, *to;
    const char *path, *motions, *request;
    bool trajectories;  /* motions are those of leeway cell's --trajectories */
    const char *motion; /* only the motion of this name or id */
    const char *group;
    lw_interpolation interpolation;
    bool no_wrap;
} lw_motion_options;

/* Whether the motions come from standard input. */
bool lw_motion_options_read_input(const lw_motion_options *options);

/* The group of an lw_motion_options. */
extern const lw_option_group lw_motion_group;

/* Adds the files that the motions are read from. */
lw_status lw_motion_options_inputs(const lw_motion_options *options, lw_inputs *inputs,
                                   lw_error *error);

/* The values that hold where a motion does not give its own. robot: room for the name in
 * ROBOT/GROUP. */
lw_motion_defaults lw_group_defaults(const lw_scene *scene, const char *group, char *robot,
                                     size_t size);
lw_motion_defaults lw_motion_options_defaults(const lw_motion_options *options, const lw_scene *scene,
                                              char *robot, size_t size);

/* Sets a motion of the scene between configurations as people type them: values separated by commas, or
 * a state's name; with several robots ROBOT=Q, one for each that moves. to NULL: it stays where it
 * begins. where: the options that held them, for errors. */
lw_status lw_typed_motion(const lw_scene *scene, const lw_motion_defaults *defaults, const char *where,
                          const char *const *from, const char *const *to, size_t count,
                          lw_motion *motion, lw_error *error);

#endif
