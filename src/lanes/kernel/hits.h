/* Seeks hits, likely contacts of bodies: at the poses of a block, by balls that are not proven clear. A
 * part of lanes/kernel/kernel.h, which includes this file. In blocks of states certain contacts are
 * sought instead (lanes/kernel/met.h). */
#ifndef LW_LANES_KERNEL_HITS_H
#define LW_LANES_KERNEL_HITS_H

#ifdef LW_KERNEL_STATES
LW_INLINED bool seek(lw_block *block, uint32_t index, uint32_t ball, const lw_lane_obstacle *o)
{
    (void)block;
    (void)index;
    (void)ball;
    (void)o;
    return false;
}

LW_INLINED void seek_balls(lw_block *block, const two_bodies *two, uint32_t i, uint32_t j)
{
    (void)block;
    (void)two;
    (void)i;
    (void)j;
}
#else
#include "lanes/kernel/raster_squares.h"
#include "lanes/kernel/voxel_squares.h"

/* An outer compound has no more compounds than this beyond it on its chain. */
enum { MOST_BEYOND = 2 };

/* The lane of the least of eight numbers. */
LW_INLINED int least_lane(const lw_floats *of)
{
    int least = 0;
    for (int lane = 1; lane < LW_LANES; lane++)
        least = (*of)[lane] < (*of)[least] ? lane : least;
    return least;
}

/* Lowers squares to those of the distances of places from the points below a node of a cloud. */
static void lower_to_points(const lw_points *points, uint32_t node, const lw_lane_vec *at,
                            lw_floats *squares)
{
    const lw_heap_range range = lw_points_below(points, node);
    for (uint32_t i = range.first; i < range.end; i++) {
        float point[3];
        float_point(points, i, point);
        lw_floats x = at->x - ALL(point[0]);
        lw_floats y = at->y - ALL(point[1]);
        lw_floats z = at->z - ALL(point[2]);
        lw_floats square = x * x + y * y + z * z;
        *squares = SELECT(COMPARE(square, <, *squares), square, *squares);
    }
}

/* The squares of the distances of places from the nearest point of a cloud, or `most` where that is
 * less. */
static void squares_from_points(const lw_points *points, const lw_lane_vec *at, float most,
                                lw_meter *work, lw_floats *squares)
{
    uint32_t waiting[CLOUD_LEVELS] = {0};
    *squares = ALL(most);
    for (int count = 1; count > 0 && lw_meter_take(work, 1);) {
        const uint32_t node = waiting[--count];
        lw_floats gaps;
        squares_from_bounds(at, &points->boxes[node], &gaps);
        lw_ints nearer = COMPARE(gaps, <, *squares);
        if (!bits_of(&nearer))
            continue;
        if (2 * node + 1 >= points->stored) {
            lower_to_points(points, node, at, squares);
            continue;
        }
        waiting[count++] = 2 * node + 2;
        waiting[count++] = 2 * node + 1;
    }
}

/* The places that may be nearer than `near` to a point of a cloud, by its grid; lower bounds of the
 * squares of their distances. */
LW_INLINED unsigned grid_near(const lw_points *points, const lw_lane_vec *at, float near,
                              lw_floats *squares)
{
    lw_floats bounds;
    grid_bounds(points->grid, at, &bounds);
    *squares = bounds * bounds;
    lw_ints is_near = COMPARE_ALL(bounds, <, near);
    return bits_of(&is_near);
}

/* The poses at which a point, in an obstacle's frame, is nearer than `near` to the obstacle without its
 * radius; and the squares of these distances. coarse: the point is the centre of a ball that holds
 * others. */
LW_INLINED unsigned point_near(const lw_lane_vec *at, const lw_lane_obstacle *o, float near,
                               bool coarse, lw_floats *squares)
{
    if (o->shape == LW_LANE_CLOUD) {
        unsigned may = grid_near(o->points, at, near, squares);
        if (!may || coarse)
            return may;
        squares_from_points(o->points, at, near * near, o->work, squares);
    } else if (o->shape == LW_LANE_VOXELS) {
        squares_from_voxels(o->voxels, at, near, o->work, squares);
    } else if (o->shape == LW_LANE_RASTER) {
        squares_from_raster(o->raster, at, near, o->work, squares);
    } else {
        squares_outside(at, o, squares);
    }
    lw_ints is_near = COMPARE_ALL(*squares, <, near * near);
    return bits_of(&is_near);
}

/* Notes a hit of a ball and an obstacle, at the pose where the obstacle comes nearest to the ball's
 * centre. squares: of the centre, from squares_outside. */
static void note_hit(lw_block *block, uint32_t index, uint32_t ball, const lw_lane_obstacle *o,
                     const lw_floats *squares)
{
    const lw_lane_body *body = &block->bodies[index];
    float reach = body->cover->balls[ball].radius - body->sticks_out + o->radius;
    int lane = least_lane(squares);
    block->has_hit = true;
    block->hit = (lw_block_hit){LW_NO_LANE_PAIR,
                                index,
                                (uint32_t)(o - block->obstacles),
                                lane,
                                (*squares)[lane],
                                body->exact && o->exact ? reach : 0,
                                false};
}

/* How near to the centre of a ball an obstacle, without its radius, comes when the body is likely to
 * meet it. */
LW_INLINED float nearness_of(const lw_lane_body *body, uint32_t ball, const lw_lane_obstacle *o)
{
    return body->near * body->cover->balls[ball].radius + o->radius;
}

/* Whether an obstacle comes so near to the centre of a ball at a pose that the body is likely to meet
 * it: if so, notes a hit. It proves nothing. */
static bool seek(lw_block *block, uint32_t index, uint32_t ball, const lw_lane_obstacle *o)
{
    const lw_lane_body *body = &block->bodies[index];
    lw_lane_vec p;
    lw_floats squares;
    into_obstacle(center_of(block, body, ball), o, &p);
    if (!point_near(&p, o, nearness_of(body, ball, o), false, &squares))
        return false;
    note_hit(block, index, ball, o, &squares);
    return true;
}

/* Balls that only cover links often overlap while the links are apart: how deep they must overlap for a
 * hit, as a share of the sum of their radii. docs/decisions/lanes.md, "A block tests half-spaces, boxes
 * of motions and groups of balls, and poses only the bodies left". */
#define NEAR_COVERS 0.5F

/* Notes a hit of two balls that overlap at a pose, or, if they only cover their bodies, overlap deeply:
 * at the pose where they come nearest. It proves nothing, as rounding is not counted and a body may
 * leave a part of its cover empty. */
static void seek_balls(lw_block *block, const two_bodies *two, uint32_t i, uint32_t j)
{
    const lw_lane_vec *a = center_of(block, two->a, i);
    const lw_lane_vec *b = center_of(block, two->b, j);
    lw_lane_vec d = {b->x - a->x, b->y - a->y, b->z - a->z};
    lw_floats square = d.x * d.x + d.y * d.y + d.z * d.z;
    const bool exact = two->a->exact && two->b->exact;
    float radii = two->a->cover->balls[i].radius + two->b->cover->balls[j].radius;
    float near = (exact ? LW_NEAR_EXACT : NEAR_COVERS) * radii;
    lw_ints is_near = COMPARE_ALL(square, <, near * near);
    if (!bits_of(&is_near))
        return;
    int lane = least_lane(&square);
    float reach = radii - (two->a->sticks_out + two->b->sticks_out);
    block->has_hit = true;
    block->hit = (lw_block_hit){
        .pair = two->pair, .lane = lane, .square = square[lane], .reach = exact ? reach : 0};
}
#endif

#endif
