/* MoveIt's names for the values of a joint that has several: base/x, base/y and base/theta of a planar
 * one, fly/trans_x to fly/trans_z and fly/rot_x to fly/rot_w of a floating one. */
#ifndef LW_SCENE_VARIABLE_NAME_H
#define LW_SCENE_VARIABLE_NAME_H

#include "leeway/leeway.h"

/* The name of one of a joint's values, behind the slash; NULL where the joint has one or none. */
const char *lw_variable_name(lw_joint_kind kind, size_t value);

/* Which value of a joint a name behind the slash means; -1: none. */
int64_t lw_variable_find(lw_joint_kind kind, const char *name);

/* Which value of a joint a whole name means, such as base/theta for the joint base; -1: none. */
int64_t lw_variable_of(const char *joint, lw_joint_kind kind, const char *name);

/* The length of the joint's name in JOINT/VALUE; 0: there is no slash. */
size_t lw_variable_joint_length(const char *name);

#endif
