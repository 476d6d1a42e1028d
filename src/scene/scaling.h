/* The scale and padding of links, as MoveIt understands them. */
#ifndef LW_SCENE_SCALING_H
#define LW_SCENE_SCALING_H

#include "scene/frozen.h"

/* Whether a kind of shape has vertices. */
bool lw_shape_has_vertices(lw_shape_kind kind);

/* The mean of a shape's distinct vertices; of a mesh, of those that triangles use. It has the same bits
 * for any order of the vertices, and if vertices stand twice or unused ones are added. Zero for a shape
 * without vertices. Errors: memory. */
lw_status lw_shape_middle(const lw_shape_def *shape, lw_vec3 *out, lw_error *error);

/* A shape with its sizes scaled, but not its vertices. */
lw_shape_def lw_shape_scale_sizes(const lw_shape_def *shape, double factor);

/* A scaled shape of the model: sizes are multiplied; vertices are scaled about their mean, or for a
 * part of a polygon about the polygon's mean. vertices: room for those of the shape. Errors: memory. */
lw_status lw_shape_scale(const lw_model_shape *shape, double factor, double *vertices,
                         lw_shape_def *out, lw_error *error);

#endif
