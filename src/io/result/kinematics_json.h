/* The kinematics in a file of claims of blocks: for auditors that read that file alone. */
#ifndef LW_IO_RESULT_KINEMATICS_JSON_H
#define LW_IO_RESULT_KINEMATICS_JSON_H

#include "io/text/value_write.h"
#include "motion/motion.h"

/* Three numbers, and the nine of a rotation's columns. */
void lw_kinematics_write_vector(lw_values *out, vec3 v);
void lw_kinematics_write_rotation(lw_values *out, const mat3 *m);

/* Write members of an object. `frames` of the first line: the elementary joints. */
void lw_kinematics_write_frames(lw_values *out, const lw_frozen *frozen);
/* `frame` and `at` of a body: the elementary joint that carries it, if any, and the pose of its
 * geometry there. */
void lw_kinematics_write_mount(lw_values *out, const lw_body *body);
/* `rest` and `tracks` of a motion: the values of variables that stand still, and the polynomials of the
 * others. */
void lw_kinematics_write_motion(lw_values *out, const lw_motion *motion);

#endif
