/* What leeway plan plans for: the joints that a motion moves, from its beginning to its end. */
#ifndef LW_TOOL_PLAN_SPACE_H
#define LW_TOOL_PLAN_SPACE_H

#include "leeway/leeway.h"

typedef struct lw_joint_space {
    lw_plan_space def;  /* which points to what follows */
    lw_joints **joints; /* of each robot that moves */
    size_t count;
    double *from, *to, *lower, *upper;
} lw_joint_space;

/* bounds: "JOINT=L,U,..." as the command line has them. The motion must outlive it, which
 * lw_joint_space_free frees in any case. Errors: argument, name, memory. */
lw_status lw_joint_space_make(const lw_scene *scene, const lw_motion *motion, const char *const *bounds,
                              size_t bound_count, lw_joint_space *out, lw_error *error);
void lw_joint_space_free(lw_joint_space *space);

#endif
