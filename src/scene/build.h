/* The checks that the public functions that build a scene share, before they append to its model.
 * Errors are those of the public functions. */
#ifndef LW_SCENE_BUILD_H
#define LW_SCENE_BUILD_H

#include "scene/model.h"

/* The model of a scene that is not frozen; from here on it is the scene's own. */
lw_status lw_build_open(lw_scene *scene, lw_model **model, lw_error *error);

/* The same for what a scene that comes from another one cannot get: robots, and what is theirs. what:
 * such things, for the sentence. */
lw_status lw_build_robots(lw_scene *scene, const char *what, lw_model **model, lw_error *error);

/* what: the kind of thing that has the name or the length, for the sentence. */
lw_status lw_build_check_name(const char *what, const char *name, lw_error *error);
lw_status lw_build_check_length(const char *what, double value, lw_error *error);

/* Finite and at most LW_LARGEST. */
bool lw_build_in_range(double value);

/* Whether a pose is finite; normalises its quaternion. */
lw_status lw_build_check_pose(lw_pose *p, lw_error *error);

/* In the plane: whether a pose stays in it. what: whose it is, for the sentence. */
lw_status lw_build_check_plane(bool planar, const char *what, const lw_pose *p, lw_error *error);

/* Whether a shape is of the plane in the plane, and of space in space. */
lw_status lw_build_check_dimension(bool planar, const lw_shape_def *shape, lw_error *error);

/* name NULL: the only robot. */
lw_status lw_build_find_robot(const lw_model *model, const char *name, size_t *robot, lw_error *error);
lw_status lw_build_find_link(const lw_model *model, size_t robot, const char *name, size_t *link,
                             lw_error *error);

/* what: whose names they are, for the sentence. */
lw_status lw_build_copy_strings(lw_arena *arena, const char *const *strings, size_t count,
                                const char *what, char ***out, lw_error *error);

#endif
