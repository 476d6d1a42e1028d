/* Checks shared by the public functions that build a scene, before they append to its model. Errors are
 * those of the public functions. */
#ifndef LW_SCENE_BUILD_H
#define LW_SCENE_BUILD_H

#include "math/vec.h"
#include "scene/model.h"

/* The model of an open scene, for changes: it is copied first where it is shared. */
lw_status lw_build_open(lw_scene *scene, lw_model **model, lw_error *error);

/* As lw_build_open, for robots and their parts, which a copy of another scene cannot get. what: a word
 * for the things to add, for the sentence. */
lw_status lw_build_robots(lw_scene *scene, const char *what, lw_model **model, lw_error *error);

/* what: the kind of thing that has the name or the length, for the sentence. */
lw_status lw_build_check_name(const char *what, const char *name, lw_error *error);
lw_status lw_build_check_length(const char *what, double value, lw_error *error);

/* Finite and at most LW_LARGEST. */
bool lw_build_in_range(double value);

/* Checks that a pose is finite, and normalises its quaternion. */
lw_status lw_build_check_pose(lw_pose *p, lw_error *error);

/* The unit vector of an axis, which is finite and not zero: joints keep it. */
vec3 lw_build_unit_axis(vec3 axis);

/* In dimension 2, checks that a pose stays in the plane. what: whose it is, for the sentence. */
lw_status lw_build_check_plane(bool planar, const char *what, const lw_pose *p, lw_error *error);

/* Checks that a shape has the scene's dimension. */
lw_status lw_build_check_dimension(bool planar, const lw_shape_def *shape, lw_error *error);

/* name NULL: the only robot. */
lw_status lw_build_find_robot(const lw_model *model, const char *name, size_t *robot, lw_error *error);
lw_status lw_build_find_link(const lw_model *model, size_t robot, const char *name, size_t *link,
                             lw_error *error);

/* what: whose names they are, for the sentence. */
lw_status lw_build_copy_strings(lw_arena *arena, const char *const *strings, size_t count,
                                const char *what, char ***out, lw_error *error);

#endif
