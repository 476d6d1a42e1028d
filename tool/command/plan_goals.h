/* Further goals of leeway plan: --goal Q, and the lines of --goals FILE. */
#ifndef LW_TOOL_COMMAND_PLAN_GOALS_H
#define LW_TOOL_COMMAND_PLAN_GOALS_H

#include "part/plan_space.h"

/* Strings are the command line's; NULL: not given. */
typedef struct lw_goal_options {
    lw_texts typed;   /* --goal, each as --to */
    const char *file; /* --goals; "-": standard input */
} lw_goal_options;

typedef struct lw_goals {
    LW_LIST(double) values; /* count configurations of the joints that are planned for */
    size_t count;
} lw_goals;

/* Lists the end of the motion, and then the goals of the options in their order, first those that were
 * typed. motion: the options that chose the motion, of which the group counts. lw_goals_free frees them
 * in any case. Errors: argument (a malformed configuration, of another robot, several robots that move,
 * too many goals), name, file, memory. */
lw_status lw_goals_read(const lw_scene *scene, const lw_goal_options *options,
                        const lw_motion_options *motion, const lw_joint_space *space, lw_goals *out,
                        lw_error *error);
void lw_goals_free(lw_goals *goals);

#endif
