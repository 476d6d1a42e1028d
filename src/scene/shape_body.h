/* Shapes as geometry: the convex part, polygon or mesh of a shape in a body, and bodies of one shape
 * without a scene. */
#ifndef LW_SCENE_SHAPE_BODY_H
#define LW_SCENE_SHAPE_BODY_H

#include "scene/frozen.h"
#include "scene/octree.h"

/* The convex part of a shape that is no mesh, cloud, octree, height field or depth image, in memory
 * from the arena. hull: that of its vertices; NULL: it is found here. Errors: argument (the hull of
 * vertices), memory.
 */
lw_status lw_shape_part(lw_arena *arena, const lw_shape_def *shape, pose at, const lw_found_hull *hull,
                        lw_part *out, lw_error *error);

/* A disc or a polygon in the plane, at a pose: a disc is a point with a radius. */
lw_status lw_shape_polygon(lw_arena *arena, const lw_shape_def *shape, pose at, const lw_polygon **out,
                           lw_error *error);

/* Whether a shape is of dimension 2. */
bool lw_shape_is_flat(const lw_shape_def *shape);

/* Whether a mesh counts as solid in a scene with a mesh mode. */
bool lw_mesh_is_solid(const lw_shape_def *shape, lw_mesh_mode mode);

/* A mesh and its geometry, in its own frame. Errors: argument, memory. */
lw_status lw_shape_mesh_geometry(lw_arena *arena, const lw_shape_def *shape, const lw_mesh **mesh,
                                 lw_geometry **out, lw_error *error);

/* The body of a shape at a pose, which stands still and has neither name nor robot. flat: in the plane.
 * Errors: argument (those of lw_scene_add_shape and lw_scene_freeze about shapes), memory. */
lw_status lw_shape_body(lw_arena *arena, const lw_shape_def *shape, lw_pose at, bool flat, lw_body *out,
                        lw_error *error);

/* ---- height fields (scene/heights.c) ------------------------------------------------------------ */

/* Checks a height field, and copies its heights into the arena. Errors: argument, memory. */
lw_status lw_height_field_take(lw_arena *arena, lw_shape_def *field, lw_error *error);

/* The geometry of a height field alone, in its own frame. kept: its heights live as long as the arena,
 * and are not copied. Errors: memory. */
lw_status lw_height_field_geometry(lw_arena *arena, const lw_shape_def *field, bool kept,
                                   lw_geometry **out, lw_error *error);

/* Appends the prisms of a height field, as the geometry of a body of several shapes has them. at: its
 * pose in the body's frame. Errors: argument (too many prisms), memory. */
lw_status lw_height_field_parts(lw_arena *arena, const lw_shape_def *field, pose at, lw_parts *parts,
                                lw_error *error);

/* The surface of a height field, its sides and its floor as a mesh, for drawings. The vertices and the
 * triangles belong to the caller, and `free` frees them. Errors: memory. */
lw_status lw_height_field_mesh(const lw_shape_def *field, lw_shape_def *out, lw_error *error);

/* Appends the elements of a height field or a depth image, which are polytopes, as parts at a pose.
 * Errors: memory. */
lw_status lw_convex_parts(lw_arena *arena, const lw_geometry *elements, pose at, lw_parts *parts,
                          lw_error *error);

/* ---- depth images (scene/heights.c) ---------------------------------------------------------------
 */

/* Checks a depth image, and copies its depths into the arena; those of pixels that measured nothing
 * become 0. Errors: argument, memory. */
lw_status lw_image_take(lw_arena *arena, lw_shape_def *shape, lw_error *error);

/* The geometry of a depth image alone, in its own frame. kept: its depths live as long as the arena,
 * and are not copied. Errors: memory. */
lw_status lw_image_body(lw_arena *arena, const lw_shape_def *shape, bool kept, lw_geometry **out,
                        lw_error *error);

/* Appends the frusta of a depth image, as the geometry of a body of several shapes has them. at: its
 * pose in the body's frame. Errors: argument (too many frusta), memory. */
lw_status lw_image_parts(lw_arena *arena, const lw_shape_def *shape, pose at, lw_parts *parts,
                         lw_error *error);

/* The measured depths as squares, for drawings; where there are many pixels, some stand for their
 * neighbours. The vertices and the triangles belong to the caller, and `free` frees them. Errors:
 * memory. */
lw_status lw_image_mesh(const lw_shape_def *shape, lw_shape_def *out, lw_error *error);

#endif
