/* One shape of each kind, as a definition and as an object, for random scenes in space and in the
 * plane. */
#ifndef LW_TEST_SHAPE_KIT_H
#define LW_TEST_SHAPE_KIT_H

#include "base/random.h"
#include "small_scene.h"

enum { SPACE = 13, PLANE = 3, POOL = SPACE, CORNERS = 8 };

/* Definitions, their arrays, and shapes made from them. */
typedef struct kit {
    bool flat;
    uint32_t count;
    lw_shape_def defs[POOL];
    double vertices[POOL][3 * CORNERS];
    lw_shape *shapes[POOL];
} kit;

static const uint32_t tetrahedron[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 1, 1};

/* Of an octree: a large cell, two that touch at a corner, a free and an unknown one. */
static const int32_t few_cells[] = {-2, -2, -2, 2, 1, -1, -1, 1, 1, 1, 0, 0, 0,
                                    1,  1,  1,  0, 0, 1,  0,  0, 1, 0, 1, 2};

static inline void scatter(lw_random *random, double size, double *vertices)
{
    for (int k = 0; k < 3 * CORNERS; k++)
        vertices[k] = lw_random_between(random, -size, size);
}

/* a shape of each kind in space; meshes: closed, open, with a degenerate triangle, as a surface */
static inline void fill_space(lw_random *random, kit *k)
{
    static const lw_shape_kind kinds[SPACE] = {
        LW_SHAPE_SPHERE,    LW_SHAPE_CAPSULE,  LW_SHAPE_BOX,   LW_SHAPE_CYLINDER, LW_SHAPE_CONE,
        LW_SHAPE_ELLIPSOID, LW_SHAPE_POLYTOPE, LW_SHAPE_CLOUD, LW_SHAPE_OCTREE,   LW_SHAPE_MESH,
        LW_SHAPE_MESH,      LW_SHAPE_MESH,     LW_SHAPE_MESH};
    static const size_t triangles[] = {4, 3, 5, 4};
    k->count = SPACE;
    for (int i = 0; i < SPACE; i++) {
        lw_shape_def *def = &k->defs[i];
        *def = lw_default_shape();
        def->kind = kinds[i];
        def->radius = lw_random_between(random, 0.05, 0.3);
        def->length = lw_random_between(random, 0.05, 0.5);
        def->size = (lw_vec3){lw_random_between(random, 0.05, 0.6), 0.3, 0.2};
        def->rounding = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.1);
        scatter(random, 0.4, k->vertices[i]);
        def->vertices = k->vertices[i];
        def->vertex_count = kinds[i] == LW_SHAPE_MESH ? 4 : CORNERS;
        if (kinds[i] == LW_SHAPE_OCTREE) {
            def->length *= 0.5;
            def->cells = few_cells;
            def->cell_count = 5;
            def->unknown = LW_UNKNOWN_FREE;
        }
        def->triangles = tetrahedron;
        def->triangle_count = kinds[i] == LW_SHAPE_MESH ? triangles[i - SPACE + 4] : 0;
        def->mesh_mode = i + 1 == SPACE ? LW_MESH_SURFACE : LW_MESH_SOLID;
    }
}

/* a disc, a convex polygon and an arrow head */
static inline void fill_plane(lw_random *random, kit *k)
{
    static const double corners[PLANE][3 * CORNERS] = {
        {0},
        {-1, -1, 0, 1, -1, 0, 2, 0, 0, 1, 1, 0, -1, 1, 0},
        {0, 0, 0, -1, -1, 0, 2, 0, 0, -1, 1, 0}};
    static const size_t counts[PLANE] = {0, 5, 4};
    k->count = PLANE;
    for (int i = 0; i < PLANE; i++) {
        lw_shape_def *def = &k->defs[i];
        *def = lw_default_shape();
        def->kind = i ? LW_SHAPE_POLYGON : LW_SHAPE_DISC;
        def->radius = lw_random_between(random, 0.05, 0.3);
        def->rounding = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.1);
        double size = lw_random_between(random, 0.05, 0.2);
        for (int c = 0; c < 3 * CORNERS; c++)
            k->vertices[i][c] = size * corners[i][c];
        def->vertices = k->vertices[i];
        def->vertex_count = counts[i];
    }
}

/* A pose within reach of the origin; in the plane it is turned about z only. */
static inline lw_pose random_pose(lw_random *random, bool flat, double reach)
{
    lw_vec3 at = {lw_random_between(random, -reach, reach), lw_random_between(random, -reach, reach),
                  0};
    double angle = lw_random_between(random, -3, 3);
    if (flat)
        return lw_pose_from_rpy(at, 0, 0, angle);
    at.z = lw_random_between(random, -reach, reach);
    return lw_pose_from_rpy(at, angle, 0.4 * angle, 1);
}

static inline void open_kit(lw_random *random, bool flat, kit *k)
{
    lw_error e = {0};
    *k = (kit){.flat = flat};
    (flat ? fill_plane : fill_space)(random, k);
    for (uint32_t i = 0; i < k->count; i++)
        succeed(lw_shape_create(&k->defs[i], &k->shapes[i], &e), &e);
}

static inline void close_kit(kit *k)
{
    for (uint32_t i = 0; i < k->count; i++)
        lw_shape_destroy(k->shapes[i]);
}

#endif
