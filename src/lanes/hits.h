/* Where bodies are likely to meet: balls of which something is not proven, at the poses of a block. For
 * lanes/kernel.h, which includes this; of states nothing is sought. */
#ifndef LW_LANES_HITS_H
#define LW_LANES_HITS_H

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
/* Where the least of eight numbers is. */
LW_INLINED int least_lane(const lw_floats *of)
{
    int least = 0;
    for (int lane = 1; lane < LW_LANES; lane++)
        least = (*of)[lane] < (*of)[least] ? lane : least;
    return least;
}

/* Whether an obstacle comes so near to the centre of a ball at a pose that the body is likely to meet
 * it: if so, notes where it comes nearest. It proves nothing. */
static bool seek(lw_block *block, uint32_t index, uint32_t ball, const lw_lane_obstacle *o)
{
    const lw_lane_body *body = &block->bodies[index];
    lw_lane_vec p;
    into_obstacle(center_of(block, body, ball), o, &p);
    const lw_floats zero = {0};
    lw_floats x = ABSOLUTE(p.x) - ALL(o->half[0]);
    lw_floats y = ABSOLUTE(p.y) - ALL(o->half[1]);
    lw_floats z = ABSOLUTE(p.z) - ALL(o->half[2]);
    if (o->shape == LW_LANE_CYLINDER) {
        lw_floats square = p.x * p.x + p.y * p.y;
        root_of(&square, &x);
        x -= ALL(o->half[0]);
        y = zero;
    }
    x = GREATER(x, zero);
    y = GREATER(y, zero);
    z = GREATER(z, zero);
    lw_floats square = x * x + y * y + z * z;
    float near = body->near * body->cover->balls[ball].radius + o->radius;
    lw_ints is_near = COMPARE_ALL(square, <, near * near);
    unsigned lanes = bits_of(&is_near);
    if (!lanes)
        return false;
    block->has_hit = true;
    block->hit =
        (lw_block_hit){LW_NO_LANE_PAIR, index, (uint32_t)(o - block->obstacles), least_lane(&square)};
    return true;
}

/* Whether two balls are so near to each other at a pose that their bodies, which are made of them, meet
 * but for rounding: if so, notes where they come nearest. It proves nothing. */
static void seek_balls(lw_block *block, const two_bodies *two, uint32_t i, uint32_t j)
{
    const lw_lane_vec *a = center_of(block, two->a, i);
    const lw_lane_vec *b = center_of(block, two->b, j);
    lw_lane_vec d = {b->x - a->x, b->y - a->y, b->z - a->z};
    lw_floats square = d.x * d.x + d.y * d.y + d.z * d.z;
    float near = LW_NEAR_EXACT * (two->a->cover->balls[i].radius + two->b->cover->balls[j].radius);
    lw_ints is_near = COMPARE_ALL(square, <, near * near);
    if (!two->a->exact || !two->b->exact || !bits_of(&is_near))
        return;
    block->has_hit = true;
    block->hit = (lw_block_hit){.pair = two->pair, .lane = least_lane(&square)};
}
#endif

#endif
