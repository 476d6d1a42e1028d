/* Reads trajectory_msgs/MultiDOFJointTrajectory: poses of planar and floating joints over time. */
#ifndef LW_IO_MOTION_MULTI_DOF_TRAJECTORY_H
#define LW_IO_MOTION_MULTI_DOF_TRAJECTORY_H

#include "io/robot/columns.h"
#include "io/text/document.h"

typedef struct lw_multi_dof {
    const lw_value *node;
    const char *frame; /* the header's frame; "": none */
    const char **names;
    size_t name_count;
    lw_value *const *points;
    size_t point_count;
    lw_columns columns; /* of the joints named */
} lw_multi_dof;

/* Reads all parts but the points, and finds the joints. robot: as in lw_columns_of_names. */
lw_status lw_multi_dof_read(const lw_scene *scene, lw_document *document, const lw_value *node,
                            const char *robot, lw_multi_dof *out);

/* The time of each point in seconds. times: out, point_count numbers. */
lw_status lw_multi_dof_times(lw_document *document, const lw_multi_dof *multi, double *times);

/* The values of the joints, one row for each point; rows begin `stride` numbers apart. Headings turn
 * the shorter way from point to point, so they may leave -pi to pi, the range of poses. */
lw_status lw_multi_dof_values(lw_document *document, const lw_multi_dof *multi, size_t stride,
                              double *values);

/* The rows of "velocities" or "accelerations" (key). *has: out, whether all joints are planar and all
 * points have them; else the rows are not complete. */
lw_status lw_multi_dof_rates(lw_document *document, const lw_multi_dof *multi, const char *key,
                             size_t stride, double *values, bool *has);

/* Shifts all headings of a joint by whole turns, so that its first is nearest to its start. start: the
 * values of the joints at the start. */
void lw_multi_dof_turn(const lw_multi_dof *multi, const double *start, size_t stride, double *values);

#endif
