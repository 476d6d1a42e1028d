/* The geometry of one body, in the body's frame: convex parts and triangles under one bounding volume
 * hierarchy (BVH) of boxes. */
#ifndef LW_BODY_GEOMETRY_H
#define LW_BODY_GEOMETRY_H

#include "base/arena.h"
#include "distance/distance.h"
#include "shape/mesh.h"
#include "shape/polytope.h"

/* A node of the hierarchy: a box along the axes of the body frame, grown so that it contains its
 * elements in spite of rounding. Children of an inner node are child and child + 1, both behind the
 * node itself. */
typedef struct lw_node {
    vec3 center;
    vec3 half;
    int32_t child; /* -1: a leaf */
    union {
        uint32_t element; /* of a leaf */
        uint32_t patch;   /* of an inner node: its index in `patches`; 0: it is no patch */
    };
} lw_node;

/* A convex shape at its place in a body. */
typedef struct lw_part {
    lw_convex shape;
    pose at; /* in the body */
} lw_part;

typedef struct lw_slice lw_slice;               /* body/slices.h */
typedef struct lw_cell lw_cell;                 /* body/slices.h */
typedef struct lw_convex_solid lw_convex_solid; /* body/convex_solids.h */
typedef struct lw_patch lw_patch;               /* body/corners.h */
typedef struct lw_four_corners lw_four_corners; /* body/corners.h */
typedef struct lw_points lw_points;             /* body/points.h */
typedef struct lw_voxels lw_voxels;             /* body/voxels.h */
typedef struct lw_heights lw_heights;           /* body/heights.h */
typedef struct lw_image lw_image;               /* body/image.h */
typedef struct lw_raster lw_raster;             /* body/raster.h */

typedef struct lw_geometry {
    lw_node *nodes; /* nodes[0] is the root; no nodes if there is no element. Of a cloud, an octree or a
                       height field only the root is stored, and of a depth image the upper ones
                       (lw_node_at) */
    uint32_t node_count;     /* how many are stored */
    uint32_t triangle_count; /* elements below this number are triangles */
    vec3 (*triangles)[3];    /* in the order of the leaves, so that neighbours lie together */
    double *radii;           /* the radius by which each triangle is grown; NULL: all are 0 */
    lw_patch *patches; /* of small nodes above triangles alone, from index 1 on (body/corners.h) */
    lw_four_corners *corners; /* of the patches */
    uint32_t part_count;      /* elements from triangle_count on are parts */
    lw_part *parts;           /* lw_part_at; NULL of an octree */
    const lw_voxels *voxels;  /* of an octree, whose boxes are the parts; NULL: it is none. It has
                                 neither triangles nor other parts */
    uint32_t point_count;     /* a cloud is made of points alone, without triangles and parts */
    const lw_points *points;  /* each is an element, and a seed */
    uint32_t height_count;    /* elements of a height field, which has no others */
    const lw_heights *heights;
    uint32_t image_count; /* elements of a depth image, which has no others */
    const lw_image *image;
    uint32_t solid_count; /* meshes with shells (shape/mesh.h) that count as solid */
    lw_mesh **solids;     /* in the body frame */
    uint32_t seed_count;  /* one point of each component, each part and each triangle without area */
    vec3 *seeds; /* a component, part or triangle that touches nothing lies inside a solid of another
                    body if its seed does; NULL: computed (lw_seed) */
    uint32_t hull_count; /* bounding hulls (body/bounding_hulls.c); 0: not made */
    lw_part *hulls; /* hulls of meshes or of their components, then the parts themselves; in the body
                       frame */
    uint8_t *hull_of_triangle; /* for each triangle, the hull that contains it; NULL: the first one */
    uint32_t slice_count;      /* 0: slices are not made, as they would be no better than the hulls */
    lw_slice *slices;
    uint32_t cell_count; /* how space is cut for the slices; 0: there are none, or some are parts */
    lw_cell *cells;
    uint32_t convex_solid_count;
    lw_convex_solid *convex_solids;
    bool is_convex; /* the body is one part, or one convex solid */
    vec3 center;    /* centre of a sphere around the body */
    double radius;
    double extent; /* largest distance of a point from the body's origin: scales rounding errors */
    uint32_t surface_count; /* meshes with shells that count as surfaces */
    lw_mesh **surfaces;
} lw_geometry;

/* The definition of a geometry: meshes and parts, both in the body frame. */
typedef struct lw_geometry_def {
    const lw_part *parts;
    size_t part_count;
    lw_mesh *const *meshes;
    const bool *mesh_is_solid; /* per mesh */
    size_t mesh_count;
    const double *mesh_rounding; /* the radius of each mesh; NULL: none has one */
} lw_geometry_def;

/* Builds a geometry in the arena. Solid meshes and the polytopes of parts are referred to, and must
 * live as long. Errors: argument (too many triangles and parts), memory. */
lw_status lw_geometry_create(lw_arena *arena, const lw_geometry_def *def, lw_geometry **out,
                             lw_error *error);

/* Computes a node of the tree over a cloud (body/points.h), a height field (body/heights.h) or a depth
 * image (body/image.h), one that is not stored. */
void lw_node_of_points(const lw_points *points, uint32_t node, lw_node *out);
void lw_node_of_heights(const lw_heights *heights, uint32_t node, lw_node *out);
void lw_node_of_image(const lw_image *image, uint32_t node, lw_node *out);
vec3 lw_seed_of_image(const lw_image *image, uint32_t element);

/* Computes a node of the tree over an octree's boxes, one of the boxes as a part, and its middle
 * (body/voxels.h). */
void lw_node_of_voxels(const lw_voxels *voxels, uint32_t node, lw_node *out);
void lw_part_of_voxels(const lw_voxels *voxels, uint32_t index, lw_part *out);
vec3 lw_seed_of_voxels(const lw_voxels *voxels, uint32_t index);

/* Computes a node that is not stored. */
static inline void lw_node_compute(const lw_geometry *geometry, uint32_t index, lw_node *out)
{
    if (geometry->voxels)
        lw_node_of_voxels(geometry->voxels, index, out);
    else if (geometry->heights)
        lw_node_of_heights(geometry->heights, index, out);
    else if (geometry->image)
        lw_node_of_image(geometry->image, index, out);
    else
        lw_node_of_points(geometry->points, index, out);
}

/* A node of the tree. room: where it is computed, if it is not stored. */
static inline const lw_node *lw_node_at(const lw_geometry *geometry, uint32_t index, lw_node *room)
{
    if (index < geometry->node_count)
        return &geometry->nodes[index];
    lw_node_compute(geometry, index, room);
    return room;
}

/* A part. room: where it is computed, if it is not stored. */
static inline const lw_part *lw_part_at(const lw_geometry *geometry, uint32_t index, lw_part *room)
{
    if (!geometry->voxels)
        return &geometry->parts[index];
    lw_part_of_voxels(geometry->voxels, index, room);
    return room;
}

static inline uint32_t lw_element_count(const lw_geometry *geometry)
{
    return geometry->triangle_count + geometry->part_count + geometry->point_count +
           geometry->height_count + geometry->image_count;
}

/* How many nodes the tree has, stored and computed. */
static inline uint32_t lw_node_total(const lw_geometry *geometry)
{
    if (geometry->voxels)
        return 2 * geometry->part_count - 1;
    const uint32_t computed = geometry->point_count + geometry->height_count + geometry->image_count;
    return computed ? 2 * computed - 1 : geometry->node_count;
}

/* How many seeds there are (lw_geometry.seeds), and one of them. */
static inline uint32_t lw_seed_count(const lw_geometry *geometry)
{
    return geometry->point_count ? geometry->point_count : geometry->seed_count;
}

vec3 lw_seed(const lw_geometry *geometry, uint32_t index);

/* The radius by which a triangle is grown on all sides. */
static inline double lw_triangle_radius(const lw_geometry *geometry, uint32_t triangle)
{
    return geometry->radii ? geometry->radii[triangle] : 0;
}

/* The support value of a triangle with its radius. */
static inline double lw_triangle_support_value(const lw_geometry *geometry, uint32_t triangle,
                                               vec3 along)
{
    const vec3 *corner = geometry->triangles[triangle];
    double value =
        greater(dot(along, corner[0]), greater(dot(along, corner[1]), dot(along, corner[2])));
    return geometry->radii ? value + geometry->radii[triangle] * norm(along) : value;
}

/* A hull that contains an element; the geometry must have hulls. */
static inline uint32_t lw_geometry_hull_of(const lw_geometry *geometry, uint32_t element)
{
    if (element >= geometry->triangle_count)
        return geometry->hull_count - geometry->part_count + element - geometry->triangle_count;
    return geometry->hull_of_triangle ? geometry->hull_of_triangle[element] : 0;
}

/* Where the polytope of an element is made that has none stored. */
typedef struct lw_element_room {
    lw_polytope polytope;
    vec3 vertices[8];
    lw_polytope_block block;
} lw_element_room;

/* An element as a convex shape and its pose in the body: a triangle (at the identity), a part, the ball
 * about a point of a cloud, a prism of a height field, or a frustum of a depth image. The shape may
 * point into the room. */
void lw_geometry_element(const lw_geometry *geometry, uint32_t element, lw_element_room *room,
                         lw_convex *shape, pose *at);

/* True if a component or part of a lies wholly inside a solid of b, or the other way round; only for
 * bodies whose surfaces do not touch. inside: a point of the inner one, in a's frame. Convex parts are
 * solid too, but anything inside one of them has distance 0 to it and needs no such test. */
bool lw_geometry_contained(const lw_geometry *a, const lw_geometry *b, pose b_in_a, vec3 *inside);

/* Fills the hulls of a geometry whose triangles and parts are set. sources: for each of its triangles,
 * the triangle's number counted over all meshes. Errors: memory. */
lw_status lw_geometry_add_hulls(lw_arena *arena, const lw_geometry_def *def, const uint32_t *sources,
                                lw_geometry *geometry, lw_error *error);

#endif
