/* How far the real motion may be from the one that is checked: a tube about the motion. A controller
 * follows its trajectory with an error; a check with a tolerance is about all motions within it.
 *
 * Free then means: at every time, whatever values within the tolerance the joints have, no pair is
 * within its margin. Contact means that one such motion is in contact: the motion itself, or another
 * one, and then lw_verdict.deviates is 1 and lw_checker_deviation gives the joints' values. Undecided
 * with LW_REASON_TOLERANCE: neither could be shown. */
#ifndef LEEWAY_TOLERANCE_H
#define LEEWAY_TOLERANCE_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets how far the values of joints may be from those of a motion. At each time, each value v may be
 * anywhere within constant + per_speed |v'| of its place, where v' is its speed in the motion at that
 * time. The tolerance says nothing about speeds: a real motion may jump within it. Joints that follow
 * another one (mimic) follow its deviation.
 *
 * joints NULL: the default (lw_scene_joints). constant: lw_joints_value_count values, radians or
 * metres. per_speed: as many, seconds; NULL: zeros. Both finite and 0 or more. The arrays are read
 * while the call runs. Joints that are not among these keep their tolerance; at first it is 0. The
 * tolerance stays when the motion is set again, and in lw_motion_set_scene. lw_motion_join adds those
 * of its parts: the largest of each joint counts.
 *
 * Of the functions that take a motion, these know tolerances: lw_check, lw_check_many and
 * lw_pool_check, by the methods auto, bisection and slab, without clearances, claims and `leaving`.
 * Functions that ask for one time (poses, distances, gradients) speak of the motion itself. All others,
 * pages too, refuse a motion with a tolerance. A check of a path with a tolerance per speed fails:
 * paths have no speeds.
 *
 * Not while another thread uses the motion. Errors: argument (a negative number or NaN, a floating
 * joint, joints of another scene), memory. On error nothing changes. */
LW_API lw_status lw_motion_set_tolerance(lw_motion *motion, const lw_joints *joints,
                                         const double *constant, const double *per_speed,
                                         lw_error *error);

/* Sets the same tolerance for all joints of all robots but floating ones, and fixed ones. Errors as
 * above. */
LW_API lw_status lw_motion_set_tolerances(lw_motion *motion, double constant, double per_speed,
                                          lw_error *error);

/* Reads the tolerances of joints from a file, YAML or JSON: a map from the name of a joint to a number,
 * its constant, or to {constant, per_speed}, as above; one that is missing is 0. A joint of three
 * values takes a number for all of them, or a list of three. Joints of all robots that have this name
 * get it; joints that the file does not name keep their tolerance. Or the goal of a
 * FollowJointTrajectory action of ROS: `position` in its path_tolerance and goal_tolerance, of which
 * the larger one counts; 0 there leaves the joint as it is. Errors: file, syntax, name (no robot
 * has such a joint), argument (a negative number, a joint without a tolerance of its own), with file
 * and line; memory. On error nothing changes. */
LW_API lw_status lw_motion_load_tolerance(lw_motion *motion, const char *path, lw_error *error);

/* Takes away the tolerance of all joints. */
LW_API void lw_motion_clear_tolerance(lw_motion *motion);

/* Writes the tolerance of a joint (lw_scene_joint_info): 1 or 3 numbers into each array; zeros where it
 * has none. Returns their number; 0 for fixed and floating joints, and an index that is too large. */
LW_API size_t lw_motion_tolerance(const lw_motion *motion, size_t joint, double *constant,
                                  double *per_speed);

/* The value's deviation in the contact that the checker's last lw_check found: the joint's values are
 * those of the motion at lw_verdict.time plus these. joint: as in lw_scene_joint_info; values: 1 or 3
 * numbers, radians or metres. Zeros where the verdict does not deviate, and for fixed and floating
 * joints; a joint that follows another one has that one's deviation times its multiplier. Returns the
 * number of values; 0 for an index that is too large. */
LW_API size_t lw_checker_deviation(const lw_checker *checker, size_t joint, double *values);

#ifdef __cplusplus
}
#endif

#endif
