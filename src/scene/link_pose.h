/* Where the links of an open scene are, by the values of joints that it has so far. */
#ifndef LW_SCENE_LINK_POSE_H
#define LW_SCENE_LINK_POSE_H

#include "scene/model.h"

/* The pose of a link in the world. The value of a joint is the one that freezing would give it: of the
 * highest rank, and of several the last; else 0, or the identity. chain: for each joint of the model,
 * is turned over where the joint moves the link, so that after two links it tells the joints that move
 * one of them against the other; NULL: not asked for. Errors: model (the joints above the link, or
 * those that one of them mimics, form a loop; a quaternion has length zero). */
lw_status lw_model_link_pose(const lw_model *model, size_t link, lw_pose *out, bool *chain,
                             lw_error *error);

/* The values that the model states for a joint, each the one that freezing would give it: 0, or those
 * of the identity, where none is stated. A mimic joint has none of its own. Returns whether any is
 * stated.
 */
bool lw_model_stated_values(const lw_model *model, size_t joint, double values[7]);

/* Which of a joint's values a value of the model is of: LW_ALL_VALUES, the index of one of several that
 * is named by itself (scene/variable_name.h), or LW_NO_VALUE. */
enum { LW_ALL_VALUES = -1, LW_NO_VALUE = -2 };
int64_t lw_model_value_part(const lw_model_value *value, const char *robot, const char *joint,
                            lw_joint_kind kind);

/* The joint that a joint follows in the end, and how: its value is multiplier * that one's + offset. A
 * joint that mimics none follows itself. -1: the mimic joints form a loop, or name a joint that there
 * is not. */
int64_t lw_model_followed_joint(const lw_model *model, size_t joint, double *multiplier,
                                double *offset);

#endif
