/* Bodies of random parts and meshes, with covers, and random points of them. */
#ifndef LW_TEST_COVERS_H
#define LW_TEST_COVERS_H

#include "polytopes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "body/cover.h"
#include "shape/mesh.h"

enum { PARTS = 16, CORNERS = 24, MOST_BALLS = 40 };

static inline wide ball_middle(const lw_ball *ball)
{
    return widen(v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]));
}

static inline bool holds(const lw_ball *ball, wide p)
{
    return wide_norm(wide_sub(p, ball_middle(ball))) <= (long double)ball->radius;
}

static inline lw_geometry *build(lw_arena *arena, const lw_geometry_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_geometry_create(arena, def, &geometry, &error))
        fail_msg("%s", error.message);
    return geometry;
}

static inline const lw_cover *cover_of(lw_arena *arena, const lw_geometry *geometry, uint32_t balls)
{
    const lw_cover *cover = NULL;
    lw_error error = {0};
    if (lw_cover_create(arena, geometry, balls, &cover, &error))
        fail_msg("%s", error.message);
    assert_true(cover->count >= 1);
    return cover;
}

/* A random point of a convex shape at a pose: between two support points of its core, or at the radius
 * from there. */
static inline wide point_of(lw_random *random, const lw_convex *shape, pose at)
{
    vec3 ends[2];
    for (int i = 0; i < 2; i++)
        ends[i] = lw_support(shape, random_direction(random), NULL);
    long double share = lw_random_below(random, 3) ? lw_random_between(random, 0, 1) : 0;
    wide p = wide_along(widen(ends[0]), share, wide_sub(widen(ends[1]), widen(ends[0])));
    p = wide_along(p, lw_random_below(random, 2) ? shape->radius : 0, widen(random_direction(random)));
    return wide_transform(at, p);
}

/* Random parts, count <= PARTS of them. */
static inline lw_geometry *random_parts(lw_random *random, lw_arena *arena, lw_part parts[PARTS],
                                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        lw_core core = (lw_core)lw_random_below(random, LW_CORE_COUNT);
        parts[i].shape = core == LW_CORE_POLYTOPE ? random_polytope(random, arena)
                                                  : random_shape(random, arena, core, 1);
        parts[i].at.rotation = random_rotation(random);
        parts[i].at.position = random_vector(random, lw_random_below(random, 2) ? 1 : 100);
    }
    return build(arena, &(lw_geometry_def){.parts = parts, .part_count = count});
}

/* A mesh of random triangles in a few places, with rounding, alone or beside a box. */
static inline lw_geometry *random_mesh(lw_random *random, lw_arena *arena, double rounding, bool beside)
{
    double corners[3 * CORNERS];
    uint32_t triangles[CORNERS];
    double apart = lw_random_below(random, 2) ? 0 : 4;
    for (uint32_t i = 0; i < CORNERS; i++) {
        vec3 p = random_vector(random, 1);
        corners[3 * i] = p.x + apart * floor(i / 6.0);
        corners[3 * i + 1] = p.y;
        corners[3 * i + 2] = lw_random_below(random, 4) ? p.z : 0;
        triangles[i] = i;
    }
    lw_mesh *mesh = NULL;
    assert_int_equal(lw_mesh_create(arena, corners, CORNERS, triangles, CORNERS / 3, &mesh, NULL),
                     LW_OK);
    lw_part part = {random_shape(random, arena, LW_CORE_BOX, 1), pose_identity()};
    bool solid = lw_random_below(random, 2);
    return build(arena, &(lw_geometry_def){.parts = &part,
                                           .part_count = beside,
                                           .meshes = &mesh,
                                           .mesh_is_solid = &solid,
                                           .mesh_count = 1,
                                           .mesh_rounding = &rounding});
}

/* A body of too many parts for hulls and a triangle, which the parts do not contain. */
static inline lw_geometry *parts_and_mesh(lw_arena *arena)
{
    static const double corners[] = {0, 0, 0, 9, 0, 0, 0, 9, 0};
    static const uint32_t triangle[] = {0, 1, 2};
    lw_part parts[PARTS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = (lw_part){{.core = LW_CORE_POINT, .radius = 0.1}, pose_identity()};
    lw_mesh *mesh = NULL;
    bool solid = false;
    assert_int_equal(lw_mesh_create(arena, corners, 3, triangle, 1, &mesh, NULL), LW_OK);
    return build(arena, &(lw_geometry_def){.parts = parts,
                                           .part_count = PARTS,
                                           .meshes = &mesh,
                                           .mesh_is_solid = &solid,
                                           .mesh_count = 1});
}

/* A random point of a triangle of a body's meshes, grown by its radius. */
static inline wide point_of_mesh(lw_random *random, const lw_geometry *geometry)
{
    uint32_t triangle = lw_random_below(random, geometry->triangle_count);
    const vec3 *of = geometry->triangles[triangle];
    double a = lw_random_between(random, 0, 1);
    double b = lw_random_between(random, 0, 1 - a);
    wide p = wide_along(wide_along(widen(of[0]), a, wide_sub(widen(of[1]), widen(of[0]))), b,
                        wide_sub(widen(of[2]), widen(of[0])));
    return wide_along(p, lw_triangle_radius(geometry, triangle), widen(random_direction(random)));
}

#endif
