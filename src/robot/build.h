/* The public functions that build a scene, and what they check before they append to the model. Errors
 * as those functions have. */
#ifndef LW_ROBOT_BUILD_H
#define LW_ROBOT_BUILD_H

#include "robot/model.h"

/* A scene that can still be changed, and its model. */
lw_status lw_build_open(lw_scene *scene, lw_model **model, lw_error *error);

/* what: the kind of thing that is to have the name or the length, for the sentence. */
lw_status lw_build_check_name(const char *what, const char *name, lw_error *error);
lw_status lw_build_check_length(const char *what, double value, lw_error *error);

/* Finite and at most LW_LARGEST. */
bool lw_build_in_range(double value);

/* A finite pose, whose quaternion is then brought to unit length. */
lw_status lw_build_check_pose(lw_pose *p, lw_error *error);

/* In a scene of the plane: a pose that stays in it. what: whose it is, for the sentence. */
lw_status lw_build_check_plane(const lw_model *model, const char *what, const lw_pose *p,
                               lw_error *error);

/* name NULL: the only robot. */
lw_status lw_build_find_robot(const lw_model *model, const char *name, size_t *robot, lw_error *error);
lw_status lw_build_find_link(const lw_model *model, size_t robot, const char *name, size_t *link,
                             lw_error *error);

/* what: whose names they are, for the sentence. */
lw_status lw_build_copy_strings(lw_model *model, const char *const *strings, size_t count,
                                const char *what, char ***out, lw_error *error);

#endif
