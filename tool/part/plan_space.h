/* The joints and bounds for which leeway plan and leeway roadmap plan: the joints that a motion moves,
 * from its beginning to its end; or those of a group. */
#ifndef LW_TOOL_PART_PLAN_SPACE_H
#define LW_TOOL_PART_PLAN_SPACE_H

#include "option/motion_options.h"
#include "text/list.h"
#include "text/report.h"

typedef struct lw_joint_space {
    lw_plan_space def;  /* points to the members below */
    lw_joints **joints; /* one for each robot that moves */
    size_t count;
    double *from, *to, *lower, *upper;
} lw_joint_space;

/* The choice of joints and bounds. */
typedef struct lw_joint_choice {
    const lw_motion *motion; /* chooses the joints it moves; outlives the space. NULL: see `group` */
    const char *group;       /* chooses its joints; NULL: those of each robot's only group, or all */
    lw_texts bounds;         /* "JOINT=L,U,..." as the command line has them */
    lw_method method;        /* by which segments are proven free */
} lw_joint_choice;

/* from and to are the ends of the motion, if there is one. lw_joint_space_free frees it in any case.
 * Errors: argument, name, memory. */
lw_status lw_joint_space_make(const lw_scene *scene, const lw_joint_choice *choice, lw_joint_space *out,
                              lw_error *error);
void lw_joint_space_free(lw_joint_space *space);

/* The one motion that the options select, which the caller destroys in any case. id: its id as JSON
 * text. Errors: those of reading it; argument (there is none, there are several, or it attaches or
 * releases objects). */
lw_status lw_read_only_motion(const lw_scene *scene, const lw_motion_options *options,
                              lw_report *report, lw_motion **out, char *id, size_t size,
                              lw_error *error);

/* The reader of --method, whose field is an lw_method. Usage errors: an unknown method, or one that
 * proves nothing. */
void lw_take_proof(const lw_command_line *line, const lw_option *option, const char *text, void *into);

/* The help of --method. */
#define LW_HELP_PROOF                                                                                  \
    "How segments are proven free (default auto); leeway check --help lists the methods"

/* The help of --bounds. */
#define LW_HELP_BOUNDS                                                                                 \
    "Between which values a joint is planned, where it has no limits or others are wanted: of a "      \
    "planar joint those of x and y, and of theta if it must not turn freely, of a floating one x, y "  \
    "and z; may be repeated"

#endif
