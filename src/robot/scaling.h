/* The scale and padding of links, as MoveIt understands them. */
#ifndef LW_ROBOT_SCALING_H
#define LW_ROBOT_SCALING_H

#include "robot/frozen.h"

/* Whether a kind of shape has vertices. */
bool lw_shape_has_vertices(lw_shape_kind kind);

/* Scales a shape: sizes about the shape's origin, vertices about `middle`. vertices: room for those of
 * the shape, if it has any, which then points there; NULL: they stay as they are. */
void lw_shape_scale(lw_shape_def *shape, lw_vec3 middle, double factor, double *vertices);

#endif
