/* Poses of the links of an open scene, from the values of joints that are stated so far. */
#ifndef LW_SCENE_LINK_POSE_H
#define LW_SCENE_LINK_POSE_H

#include "scene/model.h"

/* The pose of a link in the world. A joint has the value that freezing would give it: of the stated
 * values the last one with the highest rank; if none is stated, 0 or the identity. chain: NULL, or an
 * entry for each joint of the model, which is negated if the joint moves the link; after calls for two
 * links, the entries are true for the joints that move one link against the other. Errors: model (the
 * joints above the link, or those that one of them mimics, form a loop; a quaternion is zero). */
lw_status lw_model_link_pose(const lw_model *model, size_t link, lw_pose *out, bool *chain,
                             lw_error *error);

/* The values that the model states for a joint, as freezing would choose them; 0, or those of the
 * identity, where none is stated. A mimic joint has none of its own. Returns whether any is stated. */
bool lw_model_stated_values(const lw_model *model, size_t joint, double values[7]);

/* Which values of a joint an entry of the model states: all (LW_ALL_VALUES), one of several by its own
 * name (its index; scene/variable_name.h), or none (LW_NO_VALUE). */
enum { LW_ALL_VALUES = -1, LW_NO_VALUE = -2 };
int64_t lw_model_value_part(const lw_model_value *value, const char *robot, const char *joint,
                            lw_joint_kind kind);

/* The joint at the end of a row of mimic joints: value of `joint` = multiplier * value of that one +
 * offset. A joint that mimics none is its own. -1: the mimic joints form a loop, or name a joint that
 * does not exist. */
int64_t lw_model_followed_joint(const lw_model *model, size_t joint, double *multiplier,
                                double *offset);

#endif
