/* The options that select motions: parsing them, and applying them to a scene. */
#ifndef LW_TOOL_OPTION_MOTION_OPTIONS_H
#define LW_TOOL_OPTION_MOTION_OPTIONS_H

#include "option/options.h"
#include "text/inputs.h"

typedef enum lw_motion_choice_kind {
    LW_CHOICE_SEGMENT, /* all --from and --to together, listed at the place of the first */
    LW_CHOICE_PATH,    /* --path: a file, or ROBOT=FILE */
    LW_CHOICE_MOTIONS,
    LW_CHOICE_TRAJECTORIES, /* leeway cell's --trajectories: a file */
    LW_CHOICE_REQUEST,
    LW_CHOICE_MOTION /* a motion by its name, of the scene or of the files of --motions */
} lw_motion_choice_kind;

typedef struct lw_motion_choice {
    lw_motion_choice_kind kind;
    const char *text;
} lw_motion_choice;

/* Strings are the command line's; NULL: not given. */
typedef struct lw_motion_options {
    LW_LIST(lw_motion_choice) choices; /* in the order of the command line */
    lw_texts from, to;                 /* robots in one order; ROBOT=Q with several robots */
    bool trajectories; /* the motions are trajectories of a cell, which follow one another */
    const char *group;
    lw_interpolation interpolation;
    bool no_wrap;
} lw_motion_options;

void lw_motion_options_free(lw_motion_options *options);

/* Whether the motions come from standard input. */
bool lw_motion_options_read_input(const lw_motion_options *options);

/* The group of an lw_motion_options. */
extern const lw_option_group lw_motion_group;

/* Refuses two configurations of one robot, and several configurations that do not name their robots. */
void lw_check_robots(const lw_command_line *line, const char *option, const lw_texts *configurations);

/* The length of the robot's name in ROBOT=Q or ROBOT=FILE; 0: no robot is named. */
size_t lw_robot_length(const char *text);

/* Adds the files that the motions are read from. */
lw_status lw_motion_options_inputs(const lw_motion_options *options, lw_inputs *inputs,
                                   lw_error *error);

/* The defaults for motions that do not give these values. robot: room for the name in ROBOT/GROUP. */
lw_motion_defaults lw_group_defaults(const lw_scene *scene, const char *group, char *robot,
                                     size_t size);
lw_motion_defaults lw_motion_options_defaults(const lw_motion_options *options, const lw_scene *scene,
                                              char *robot, size_t size);

/* Sets a motion of the scene between typed configurations: values separated by commas, or a state's
 * name; with several robots ROBOT=Q, one for each robot that moves. to NULL: the motion stays where it
 * begins. where: the options of the configurations, for errors. */
lw_status lw_typed_motion(const lw_scene *scene, const lw_motion_defaults *defaults, const char *where,
                          const char *const *from, const char *const *to, size_t count,
                          lw_motion *motion, lw_error *error);

#endif
