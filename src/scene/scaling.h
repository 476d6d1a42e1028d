/* The scale and padding of links, as MoveIt understands them. */
#ifndef LW_SCENE_SCALING_H
#define LW_SCENE_SCALING_H

#include "scene/frozen.h"

/* Whether a kind of shape has vertices. */
bool lw_shape_has_vertices(lw_shape_kind kind);

/* The mean of the points that a shape's vertices are, each taken once, of a mesh those that triangles
 * use: the same bits in whatever order they stand, however often and with whatever others. Zero where
 * the shape has none. Errors: memory. */
lw_status lw_shape_middle(const lw_shape_def *shape, lw_vec3 *out, lw_error *error);

/* A shape with its sizes scaled; its vertices are as they were. */
lw_shape_def lw_shape_scale_sizes(const lw_shape_def *shape, double factor);

/* A shape of the model with all scaled: sizes about its origin, vertices about their mean, of a part of
 * a polygon about that of the polygon. vertices: room for those of the shape. Errors: memory. */
lw_status lw_shape_scale(const lw_model_shape *shape, double factor, double *vertices,
                         lw_shape_def *out, lw_error *error);

#endif
