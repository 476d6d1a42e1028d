/* A shape that bodies and scenes share: its definition, and the parts and geometry that freezing would
 * build from it. Read-only once it is made, and freed when its reference count falls to 0. */
#ifndef LW_SCENE_SHARED_SHAPE_H
#define LW_SCENE_SHARED_SHAPE_H

#include "base/memory.h"
#include "scene/frozen.h"

struct lw_shape {
    lw_memory *memory; /* holds all below and the shape itself; references to it: the caller's, until it
                          destroys the shape, and those of scenes */
    lw_shape_def def;
    union {
        lw_vec3 outline_middle; /* of a polygon: lw_shape_middle */
        lw_cloud_count points;  /* of a cloud */
    };
    lw_shape_def *parts; /* the convex parts of a polygon; else the shape itself */
    size_t part_count;
    lw_part *convex;       /* each part, at the identity; NULL: a mesh, cloud or octree */
    const lw_mesh *mesh;   /* NULL: no mesh */
    lw_geometry *geometry; /* of the shape in its own frame, a mesh solid or not as in the definition;
                              NULL where there are several parts: their geometry depends on the pose */
    const lw_polygon **polygons; /* in the plane: one polygon, if there is a geometry */
    uint32_t polygon_count;
};

/* Whether a body of this shape alone can take its geometry, in a scene with a mesh mode. */
bool lw_shape_serves(const lw_shape *shape, lw_mesh_mode mode);

#endif
