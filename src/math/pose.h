/* Rotations and poses: from angles, axes and quaternions, and back. */
#ifndef LW_MATH_POSE_H
#define LW_MATH_POSE_H

#include "math/angle.h"
#include "math/vec.h"

/* Rotation by angle about a unit axis (Rodrigues). */
mat3 lw_rotation(vec3 axis, double angle);

/* From a unit quaternion. */
mat3 lw_rotation_from_quat(lw_quat q);

/* From a quaternion of any length, normalised; false where the length is zero or not finite. */
bool lw_rotation_from_any_quat(lw_quat q, mat3 *out);

/* Scales a quaternion to unit length. One of unit length up to rounding stays as it is, so that
 * normalising again changes no bit. Every pose that is given, by a caller or in a file, is normalised
 * here. False where the length is zero or not finite. */
bool lw_quat_normalize(lw_quat *q);
lw_quat lw_quat_multiply(lw_quat a, lw_quat b);
lw_quat lw_quat_conjugate(lw_quat q);

/* From a rotation matrix. */
lw_quat lw_quat_from_rotation(mat3 m);

/* The axis (unit) and the angle in [0, pi] of q's rotation, the shorter way round. The identity has the
 * axis x and the angle 0. */
void lw_quat_axis_angle(lw_quat q, vec3 *axis, double *angle);

/* From and to a pose of the public interface, whose quaternion must be of unit length. */
pose lw_pose_in(lw_pose p);
lw_pose lw_pose_out(pose p);

/* Whether all numbers of two poses are the same. */
bool lw_pose_same(lw_pose a, lw_pose b);

/* Any unit vector perpendicular to a unit vector. */
vec3 lw_perpendicular(vec3 axis);

#endif
