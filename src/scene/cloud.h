/* Point clouds: balls of one radius about points. */
#ifndef LW_SCENE_CLOUD_H
#define LW_SCENE_CLOUD_H

#include "body/geometry.h"
#include "scene/model.h"

/* Checks a cloud, and copies its points into the arena: each distinct one once, in the order of their
 * first appearance, without those that are not finite. Errors: argument, memory. */
lw_status lw_cloud_take(lw_arena *arena, lw_shape_def *cloud, lw_cloud_count *count, lw_error *error);

/* Writes the parts of a cloud that was taken, as the geometry of a body has them: vertex_count parts,
 * each a ball about a point. at: the cloud's pose in the body's frame. */
void lw_cloud_parts(const lw_shape_def *cloud, pose at, lw_part *parts);

/* The geometry of a body that is one cloud, in the cloud's frame: of more than a few points it is a
 * cloud (body/points.h), otherwise it has parts. Errors: memory. */
lw_status lw_cloud_geometry(lw_arena *arena, const lw_shape_def *cloud, lw_geometry **out,
                            lw_error *error);

#endif
