/* Support functions of the cores, inline, for those who call them in a loop. lw_support is the one
 * for everybody else. A direction may have any length whose square neither over- nor underflows. */
#ifndef LW_SHAPE_SUPPORT_H
#define LW_SHAPE_SUPPORT_H

#include "shape/convex.h"
#include "shape/polytope.h"

static inline vec3 support_points(const vec3 *points, uint32_t count, vec3 direction, uint32_t *vertex)
{
    uint32_t best = 0;
    double most = dot(points[0], direction);
    for (uint32_t i = 1; i < count; i++) {
        double along = dot(points[i], direction);
        best = along > most ? i : best;
        most = along > most ? along : most;
    }
    *vertex = best;
    return points[best];
}

/* The same for more points, with branches: the processor guesses them right where one query is like
 * the one before, and goes on meanwhile. Writing *vertex there keeps compilers from removing them. */
static inline vec3 support_many(const vec3 *points, uint32_t count, vec3 direction, uint32_t *vertex)
{
    double most = dot(points[0], direction);
    *vertex = 0;
    for (uint32_t i = 1; i < count; i++) {
        double along = dot(points[i], direction);
        if (along > most) {
            most = along;
            *vertex = i;
        }
    }
    return points[*vertex];
}

/* By sign bits and without branches, which would be guessed wrong half of the time. */
static inline vec3 support_box(vec3 half, vec3 d, uint32_t *vertex)
{
    *vertex = (uint32_t)!signbit(d.x) | (uint32_t)!signbit(d.y) << 1 | (uint32_t)!signbit(d.z) << 2;
    return v3(copysign(half.x, d.x), copysign(half.y, d.y), copysign(half.z, d.z));
}

/* vertex: 0 the rim below, 1 the rim above */
static inline vec3 support_cylinder(vec3 half, vec3 d, uint32_t *vertex)
{
    *vertex = !signbit(d.z);
    double across = sqrt(d.x * d.x + d.y * d.y);
    double share = across > 0 ? half.x / across : 0;
    return v3(share * d.x, share * d.y, copysign(half.z, d.z));
}

/* vertex: 0 the rim, 1 the tip */
static inline vec3 support_cone(vec3 half, vec3 d, uint32_t *vertex)
{
    double across = sqrt(d.x * d.x + d.y * d.y);
    *vertex = 2 * half.z * d.z >= half.x * across;
    if (*vertex)
        return v3(0, 0, half.z);
    double share = across > 0 ? half.x / across : 0;
    return v3(share * d.x, share * d.y, -half.z);
}

/* How far a block's vertices reach; along: each of them. */
static inline double support_block(const lw_polytope_block *block, vec3 d, double along[8])
{
    const lw_lanes x = {d.x, d.x};
    const lw_lanes y = {d.y, d.y};
    const lw_lanes z = {d.z, d.z};
    double most[4];
    for (int k = 0; k < 4; k++) {
        lw_lanes sum = block->x[k] * x + block->y[k] * y + block->z[k] * z;
        along[2 * k] = sum[0];
        along[2 * k + 1] = sum[1];
        most[k] = greater(sum[0], sum[1]);
    }
    return greater(greater(most[0], most[1]), greater(most[2], most[3]));
}

/* Which of a block's vertices it is that reaches so far. */
static inline uint32_t support_lane(const double along[8], double most)
{
    uint32_t lane = 0;
    for (uint32_t k = 1; k < 8; k++)
        lane = along[k] >= most ? k : lane;
    return lane;
}

/* How far eight blocks may reach. */
static inline void support_spheres(const lw_polytope_spheres *spheres, vec3 d, double length,
                                   double reach[8])
{
    const lw_lanes x = {d.x, d.x};
    const lw_lanes y = {d.y, d.y};
    const lw_lanes z = {d.z, d.z};
    const lw_lanes l = {length, length};
    for (int k = 0; k < 4; k++) {
        lw_lanes sum =
            spheres->x[k] * x + spheres->y[k] * y + spheres->z[k] * z + spheres->radius[k] * l;
        reach[2 * k] = sum[0];
        reach[2 * k + 1] = sum[1];
    }
}

/* A vertex that reaches far, without looking. */
static inline uint32_t support_start(const lw_polytope *polytope, vec3 d)
{
    return polytope->starts[lw_polytope_cell(d)];
}

/* Of all vertices. Blocks of eight whose sphere does not reach beyond what is known are left out; the
 * vertex where *vertex says is known. */
static inline vec3 support_blocks(const lw_polytope *polytope, vec3 d, uint32_t *vertex)
{
    if (polytope->block_count <= LW_POLYTOPE_FEW)
        return support_many(polytope->vertices, polytope->vertex_count, d, vertex);
    double along[8];
    double length = norm(d);
    double most = dot(polytope->vertices[*vertex], d);
    uint32_t block = UINT32_MAX;
    for (uint32_t from = 0; from < polytope->block_count; from += 8) {
        double reach[8];
        support_spheres(&polytope->spheres[from / 8], d, length, reach);
        for (uint32_t k = 0; k < 8; k++) {
            if (!(reach[k] > most))
                continue;
            double found = support_block(&polytope->blocks[from + k], d, along);
            block = found > most ? from + k : block;
            most = greater(found, most);
        }
    }
    if (block == UINT32_MAX)
        return polytope->vertices[*vertex];
    most = support_block(&polytope->blocks[block], d, along);
    *vertex = polytope->blocks[block].vertex[support_lane(along, most)];
    return polytope->vertices[*vertex];
}

/* Uphill along the edges, from the better of *vertex and the direction's start. On a hull with edges so
 * short that rounding shows, this may stop before the top: good for searching, never for proving. */
static inline vec3 support_climb(const lw_polytope *polytope, vec3 direction, uint32_t *vertex)
{
    uint32_t best = *vertex;
    double most = dot(polytope->vertices[best], direction);
    uint32_t start = support_start(polytope, direction);
    double there = dot(polytope->vertices[start], direction);
    best = there > most ? start : best;
    most = greater(there, most);
    for (;;) {
        uint32_t here = best;
        for (uint32_t e = polytope->first_edge[here]; e < polytope->first_edge[here + 1]; e++) {
            uint32_t next = polytope->neighbours[e];
            double along = dot(polytope->vertices[next], direction);
            if (along > most) {
                most = along;
                best = next;
            }
        }
        if (best == here)
            break;
    }
    *vertex = best;
    return polytope->vertices[best];
}

static inline vec3 support_core(const lw_convex *shape, vec3 d, uint32_t *vertex)
{
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        *vertex = !signbit(d.z);
        return v3(0, 0, copysign(shape->half.z, d.z));
    case LW_CORE_TRIANGLE:
        return support_points(shape->triangle, 3, d, vertex);
    case LW_CORE_BOX:
        return support_box(shape->half, d, vertex);
    case LW_CORE_CYLINDER:
        return support_cylinder(shape->half, d, vertex);
    case LW_CORE_CONE:
        return support_cone(shape->half, d, vertex);
    case LW_CORE_POLYTOPE:
        if (shape->polytope->block_count > LW_POLYTOPE_FEW)
            *vertex = support_start(shape->polytope, d);
        return support_blocks(shape->polytope, d, vertex);
    default:
        *vertex = 0;
        return v3(0, 0, 0);
    }
}

#endif
