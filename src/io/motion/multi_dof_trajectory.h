/* trajectory_msgs/MultiDOFJointTrajectory: poses of planar and floating joints over time. */
#ifndef LW_IO_MOTION_MULTI_DOF_TRAJECTORY_H
#define LW_IO_MOTION_MULTI_DOF_TRAJECTORY_H

#include "io/robot/columns.h"
#include "io/text/document.h"

typedef struct lw_multi_dof {
    const lw_value *node;
    const char *frame; /* of the header; "": none */
    const char **names;
    size_t name_count;
    lw_value *const *points;
    size_t point_count;
    lw_columns columns; /* of these joints */
} lw_multi_dof;

/* Reads all but the points, and finds the joints. robot: as in lw_columns_of_names. */
lw_status lw_multi_dof_read(const lw_scene *scene, lw_document *document, const lw_value *node,
                            const char *robot, lw_multi_dof *out);

/* When each point is. times: point_count numbers. */
lw_status lw_multi_dof_times(lw_document *document, const lw_multi_dof *multi, double *times);

/* The values of the joints, a row for each point, `stride` numbers from one to the next. Headings turn
 * the shorter way from one point to the next, and may leave the half turn that poses know. */
lw_status lw_multi_dof_values(lw_document *document, const lw_multi_dof *multi, size_t stride,
                              double *values);

/* The same of "velocities" or "accelerations", where all points have them of all joints, which are
 * planar; *has tells. */
lw_status lw_multi_dof_rates(lw_document *document, const lw_multi_dof *multi, const char *key,
                             size_t stride, double *values, bool *has);

/* Moves all headings by whole turns, so that the first is nearest to where a joint starts. start: the
 * values of the joints. */
void lw_multi_dof_turn(const lw_multi_dof *multi, const double *start, size_t stride, double *values);

#endif
