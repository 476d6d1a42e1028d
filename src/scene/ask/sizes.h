/* Sizes: the box of a body, how far a robot reaches, and a notice of links that are far too large for
 * their robot, as meshes in millimetres are. */
#ifndef LW_SCENE_ASK_SIZES_H
#define LW_SCENE_ASK_SIZES_H

#include "scene/frozen.h"

/* The box of a body in its own frame, without its padding. */
void lw_body_box(const lw_body *body, vec3 *low, vec3 *high);

/* How far a point of a robot's links, and of what they carry, can get from the frame of its root link,
 * at most: the chain stretched out, without padding, each slide as far as its limits go; infinite where
 * a slide has none, and above a planar or floating joint's child. */
double lw_robot_reach(const lw_scene *scene, size_t robot);

#endif
