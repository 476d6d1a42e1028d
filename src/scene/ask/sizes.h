/* Sizes: the box of a body, the reach of a robot, and a notice of links that are far too large for
 * their robot, as meshes in millimetres are. */
#ifndef LW_SCENE_ASK_SIZES_H
#define LW_SCENE_ASK_SIZES_H

#include "scene/frozen.h"

/* The box of a body in its own frame, without its padding. */
void lw_body_box(const lw_body *body, vec3 *low, vec3 *high);

/* An upper bound on the distance of any point of a robot's links, and of objects that they carry, from
 * the frame of its root link: the chain stretched out, each slide as far as its limits go, without
 * padding. Infinite if a slide has no limits, or if bodies hang on a planar or floating joint. */
double lw_robot_reach(const lw_scene *scene, size_t robot);

#endif
