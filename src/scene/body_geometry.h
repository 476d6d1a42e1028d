/* The geometry of a body from its shapes, while a scene is being frozen. */
#ifndef LW_SCENE_BODY_GEOMETRY_H
#define LW_SCENE_BODY_GEOMETRY_H

#include "scene/body_hulls.h"
#include "scene/octree.h"

/* Lists for the body that is being built, and counts for notices. */
typedef struct lw_body_work {
    const lw_scene *scene;
    const char *owner; /* of the current shapes: the name of a link or the id of an object */
    lw_frozen *frozen;
    lw_parts parts;
    LW_LIST(lw_mesh *) meshes;
    LW_LIST(bool) solid;
    LW_LIST(double) rounding; /* of the meshes */
    LW_LIST(double) vertices;
    LW_LIST(const lw_polygon *) polygons; /* in the plane: one for each part */
    lw_body_hulls hulls;
    /* counts of open components that could contain a body */
    size_t hollow;           /* of the body being built */
    size_t all_hollow;       /* of all bodies */
    size_t hollow_bodies;    /* bodies that have such components */
    const char *hollow_body; /* the first of these bodies */
    double hollow_size;      /* the longest side of the boxes about these components */
} lw_body_work;

/* The body of a link (object < 0) or an object in the original, if it has the same geometry; else NULL.
 * factor: the link's scale. */
const lw_body *lw_body_made_before(const lw_scene *scene, int64_t link, int64_t object, double factor);

/* Builds one geometry of all shapes of a link (object < 0) or an object; without shapes, body->geometry
 * stays NULL. body->local: in, the frame of the shapes' poses; out, the pose of the geometry. If the
 * original has the same body, its geometry is taken. Errors: those of lw_scene_freeze. */
lw_status lw_body_build(lw_body_work *work, int64_t link, int64_t object, double factor, lw_body *body,
                        lw_error *error);

/* Frees the memory of the work. */
void lw_body_work_free(lw_body_work *work);

#endif
