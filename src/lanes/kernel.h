/* The functions of a block, for the instructions that the including file is compiled for. It defines
 * LW_KERNEL(name), which gives them their names, and LW_KERNEL_STATES where the poses are states that
 * have nothing to do with each other: then it gets the tests alone, and bits are poses
 * (lanes/points.h).
 */
#ifndef LW_LANES_KERNEL_H
#define LW_LANES_KERNEL_H

#include "lanes/shared.h"

/* Added to what is divided by, so that 0 is not. */
#define LEAST_RADIUS 0x1p-100F

/* ---- poses ------------------------------------------------------------------------------------- */

/* The image of a vector under a rotation. Many of its components are 0. */
LW_INLINED void image(const lw_lane_frame *frame, const float v[3], lw_lane_vec *out)
{
    const lw_lane_vec *axes[3] = {&frame->x, &frame->y, &frame->z};
    lw_lane_vec sum = {{0}, {0}, {0}};
    for (int i = 0; i < 3; i++) {
        if (v[i] == 0)
            continue;
        lw_floats by = ALL(v[i]);
        sum.x += axes[i]->x * by;
        sum.y += axes[i]->y * by;
        sum.z += axes[i]->z * by;
    }
    *out = sum;
}

LW_INLINED void compose_with(const lw_lane_frame *frame, const lw_float_pose *at, lw_lane_frame *out)
{
    image(frame, at->x, &out->x);
    image(frame, at->y, &out->y);
    image(frame, at->z, &out->z);
    image(frame, at->position, &out->position);
    out->position.x += frame->position.x;
    out->position.y += frame->position.y;
    out->position.z += frame->position.z;
}

/* A pose that is the same at all times. */
LW_INLINED void repeat(const lw_float_pose *at, lw_lane_frame *out)
{
    const lw_floats zero = {0};
    const float *from[4] = {at->x, at->y, at->z, at->position};
    lw_lane_vec *to[4] = {&out->x, &out->y, &out->z, &out->position};
    for (int i = 0; i < 4; i++)
        *to[i] = (lw_lane_vec){zero + ALL(from[i][0]), zero + ALL(from[i][1]), zero + ALL(from[i][2])};
}

LW_INLINED void turn_frame(const lw_block *block, size_t joint, lw_lane_frame *frame)
{
    lw_floats s;
    lw_floats c;
    sine_and_cosine(block->values[joint], block->quarters[joint], &s, &c);
    lw_lane_vec x = frame->x;
    lw_lane_vec y = frame->y;
    frame->x = (lw_lane_vec){c * x.x + s * y.x, c * x.y + s * y.y, c * x.z + s * y.z};
    frame->y = (lw_lane_vec){c * y.x - s * x.x, c * y.y - s * x.y, c * y.z - s * x.z};
}

LW_INLINED void slide_frame(const lw_block *block, size_t joint, lw_lane_frame *frame)
{
    lw_floats by;
    memcpy(&by, block->values[joint], sizeof by);
    frame->position.x += by * frame->z.x;
    frame->position.y += by * frame->z.y;
    frame->position.z += by * frame->z.z;
}

LW_INLINED void place_center(const lw_lane_frame *frame, const lw_ball *ball, lw_lane_vec *out)
{
    image(frame, ball->center, out);
    out->x += frame->position.x;
    out->y += frame->position.y;
    out->z += frame->position.z;
}

#ifndef LW_KERNEL_STATES

static void pose_joint(lw_block *block, size_t index)
{
    const lw_lane_joint *joint = &block->joints[index];
    lw_lane_frame frame;
    if (joint->parent < 0)
        repeat(&joint->before, &frame);
    else
        compose_with(&block->frames[joint->parent], &joint->before, &frame);
    if (joint->kind == LW_ELEMENTARY_REVOLUTE)
        turn_frame(block, index, &frame);
    else if (joint->kind == LW_ELEMENTARY_PRISMATIC)
        slide_frame(block, index, &frame);
    block->frames[index] = frame;
}

static void pose_body(lw_block *block, size_t index)
{
    const lw_lane_body *body = &block->bodies[index];
    lw_lane_frame *placed = &block->placed[index];
    if (body->joint < 0)
        repeat(&body->local, placed);
    else if (body->has_local)
        compose_with(&block->frames[body->joint], &body->local, placed);
    else
        *placed = block->frames[body->joint];
    lw_lane_vec *center = &block->centers[body->first_center];
    place_center(placed, &body->cover->around, center);
    float grown = block->needs[index] + body->cover->around.radius;
    const lw_floats *of[3] = {&center->x, &center->y, &center->z};
    float *box = block->boxes[index];
    for (int i = 0; i < 3; i++) {
        range_of(of[i], &box[i], &box[3 + i]);
        box[i] -= grown;
        box[3 + i] += grown;
    }
}

void LW_KERNEL(lw_block_pose)(lw_block *block)
{
    block->number++;
    const lw_lane_set *posed = block->posed;
    for (size_t i = 0; i < posed->joint_count; i++)
        pose_joint(block, posed->joints[i]);
    for (size_t i = 0; i < posed->body_count; i++)
        pose_body(block, posed->bodies[i]);
}

#endif

/* The centre of one of a body's balls at all times, or of that around a group of them, which stand
 * behind these. */
LW_INLINED const lw_lane_vec *center_at(lw_block *block, uint32_t index, uint32_t which,
                                        const lw_ball *ball)
{
    uint32_t place = block->bodies[index].first_center + 1 + which;
    lw_lane_vec *center = &block->centers[place];
    if (block->centers_made[place] != block->number) {
        block->centers_made[place] = block->number;
        place_center(&block->placed[index], ball, center);
    }
    return center;
}

LW_INLINED const lw_lane_vec *center_of(lw_block *block, uint32_t index, uint32_t ball)
{
    return center_at(block, index, ball, &block->bodies[index].cover->balls[ball]);
}

LW_INLINED const lw_lane_vec *center_of_group(lw_block *block, uint32_t index, uint32_t which)
{
    const lw_grouped_cover *cover = block->bodies[index].cover;
    return center_at(block, index, cover->count + which, &cover->groups[which].around);
}

/* ---- tests: the intervals on which something is proven, and bits of no meaning above them ------- */

#ifdef LW_KERNEL_STATES
#include "lanes/points.h"
#else

#define ALL_TESTED(block) LW_ALL_INTERVALS
enum { IN_COMMON_FRAME = true, BY_BOXES = true };

/* A point that goes along chords stays farther than `need` from the origin. A chord of middle m and
 * half h, both doubled here, comes as near as m^2 - (m . h)^2 / h^2, or at an end as m^2 + h^2 - 2 |m .
 * h|. */
LW_INLINED unsigned clear_of_origin(const lw_lane_vec *at, float need)
{
    lw_lane_vec next = {NEXT_POSE(at->x), NEXT_POSE(at->y), NEXT_POSE(at->z)};
    lw_lane_vec m = {at->x + next.x, at->y + next.y, at->z + next.z};
    lw_lane_vec h = {next.x - at->x, next.y - at->y, next.z - at->z};
    lw_floats mm = (m.x * m.x + m.y * m.y + m.z * m.z) * KEPT_OF_SQUARE;
    lw_floats hh = h.x * h.x + h.y * h.y + h.z * h.z;
    lw_floats mh = ABSOLUTE(m.x * h.x + m.y * h.y + m.z * h.z);
    float square = 4 * need * need;
    lw_floats left = (mm - ALL(square)) * hh;
    lw_floats right = mh * mh;
    lw_floats at_end = mm + hh - (mh + mh);
    lw_ints line = COMPARE(left, >, right);
    lw_ints end = COMPARE(mh, >=, hh) & COMPARE_ALL(at_end, >, square);
    lw_ints either = line | end;
    return bits_of(&either);
}

/* Where the ends of a chord are farther than that from a half-space: see clear_of_box. */
LW_INLINED unsigned clear_of_half_space(const lw_floats *nn, const lw_floats *nh, float need)
{
    lw_floats least = *nn - ABSOLUTE(*nh + *nh);
    lw_ints far = COMPARE_ALL(least, >, 0) & COMPARE(least * least, >, *nn * ALL(16 * need * need));
    return bits_of(&far);
}

/* It stays farther than that from a box about the origin: from the half-space that contains the box
 * where it is nearest to the chord's middle. With n from there to the middle, of which all lengths here
 * are four times what they are, and half the chord h, the ends are |n| -+ n . h / |n| away from that.
 * No direction n is wrong; the errors of |n|^2, as of a product of n with a point, are those of gaps.
 */
LW_INLINED unsigned clear_of_box(const lw_lane_vec *at, const float half[3], float need)
{
    lw_lane_vec next = {NEXT_POSE(at->x), NEXT_POSE(at->y), NEXT_POSE(at->z)};
    const lw_floats m[3] = {at->x + next.x, at->y + next.y, at->z + next.z};
    const lw_floats h[3] = {at->x - next.x, at->y - next.y, at->z - next.z};
    lw_floats nn = {0};
    lw_floats nh = {0};
    for (int i = 0; i < 3; i++) {
        /* what is positive doubled, what is not 0 */
        lw_floats outside = ABSOLUTE(m[i]) - ALL(2 * half[i]);
        outside += ABSOLUTE(outside);
        nn += outside * outside;
        nh += WITH_SIGN(outside, m[i]) * h[i];
    }
    return clear_of_half_space(&nn, &nh, need);
}

/* And from a cylinder about the origin: from the half-space that contains it, in the same way. */
LW_INLINED unsigned clear_of_cylinder(const lw_lane_vec *at, const float half[3], float need)
{
    lw_lane_vec next = {NEXT_POSE(at->x), NEXT_POSE(at->y), NEXT_POSE(at->z)};
    const lw_lane_vec m = {at->x + next.x, at->y + next.y, at->z + next.z};
    const lw_lane_vec h = {at->x - next.x, at->y - next.y, at->z - next.z};
    lw_floats square = m.x * m.x + m.y * m.y;
    lw_floats radial;
    root_of(&square, &radial);
    lw_floats across = radial - ALL(2 * half[0]);
    lw_floats along = ABSOLUTE(m.z) - ALL(2 * half[2]);
    across += ABSOLUTE(across);
    along += ABSOLUTE(along);
    lw_floats nn = across * across + along * along;
    lw_floats nh =
        across * ((m.x * h.x + m.y * h.y) / (radial + ALL(LEAST_RADIUS))) + WITH_SIGN(along, m.z) * h.z;
    return clear_of_half_space(&nn, &nh, need);
}

#endif

/* It stays farther than that from the shape of an obstacle. */
LW_INLINED unsigned clear_of_obstacle(const lw_lane_vec *at, const lw_lane_obstacle *o, float need)
{
    lw_lane_vec p;
    into_obstacle(at, o, &p);
    switch (o->shape) {
    case LW_LANE_BALL:
        return clear_of_origin(&p, need + o->radius);
    case LW_LANE_CYLINDER:
        return clear_of_cylinder(&p, o->half, need + o->radius);
    default:
        return clear_of_box(&p, o->half, need + o->radius);
    }
}

/* Two balls stay apart, of which the centres are given. */
LW_INLINED unsigned clear_of_ball(const lw_block *block, const lw_lane_pair *pair, const lw_lane_vec *a,
                                  const lw_lane_vec *b, float need)
{
    lw_lane_vec d = {b->x - a->x, b->y - a->y, b->z - a->z};
    if (!IN_COMMON_FRAME || pair->common < 0)
        return clear_of_origin(&d, need);
    const lw_lane_frame *f = &block->frames[pair->common];
    lw_lane_vec in_common = {d.x * f->x.x + d.y * f->x.y + d.z * f->x.z,
                             d.x * f->y.x + d.y * f->y.y + d.z * f->y.z,
                             d.x * f->z.x + d.y * f->z.y + d.z * f->z.z};
    return clear_of_origin(&in_common, need);
}

/* ---- pairs by their hulls ----------------------------------------------------------------------- */

#ifndef LW_KERNEL_STATES
#include "lanes/hulls.h"
#endif

/* ---- bodies: what of some intervals is not proven ----------------------------------------------- */

#ifdef LW_KERNEL_STATES
LW_INLINED bool seek(lw_block *block, uint32_t index, uint32_t ball, const lw_lane_obstacle *o)
{
    (void)block;
    (void)index;
    (void)ball;
    (void)o;
    return false;
}
#else
/* Whether an obstacle comes so near to the centre of a ball at a pose that the body is likely to meet
 * it: if so, notes where it comes nearest. It proves nothing. */
static bool seek(lw_block *block, uint32_t index, uint32_t ball, const lw_lane_obstacle *o)
{
    lw_lane_vec p;
    into_obstacle(center_of(block, index, ball), o, &p);
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
    const lw_lane_body *body = &block->bodies[index];
    float near = body->near * body->cover->balls[ball].radius + o->radius;
    lw_ints is_near = COMPARE_ALL(square, <, near * near);
    unsigned lanes = bits_of(&is_near);
    if (!lanes)
        return false;
    int nearest = __builtin_ctz(lanes);
    for (int lane = nearest; lane < LW_LANES; lane++)
        nearest = square[lane] < square[nearest] ? lane : nearest;
    block->has_hit = true;
    block->hit = (lw_block_hit){index, (uint32_t)(o - block->obstacles), nearest};
    return true;
}
#endif

/* Of some intervals, those on which a group of balls is not proven clear of an obstacle. */
static unsigned open_of_group(lw_block *block, uint32_t index, uint32_t which,
                              const lw_lane_obstacle *o, unsigned todo)
{
    const lw_grouped_cover *cover = block->bodies[index].cover;
    const lw_ball_group *group = &cover->groups[which];
    float need = block->needs[index] + o->loss;
    if (cover->group_count > 1)
        todo &=
            ~clear_of_obstacle(center_of_group(block, index, which), o, need + group->around.radius);
    unsigned open = 0;
    for (uint32_t i = group->first; i < group->end && open != todo; i++) {
        unsigned own =
            todo & ~clear_of_obstacle(center_of(block, index, i), o, need + cover->balls[i].radius);
        if (own && block->seeks && seek(block, index, i, o))
            return todo;
        open |= own;
    }
    return open;
}

static unsigned open_of_obstacle(lw_block *block, uint32_t index, const lw_lane_obstacle *o)
{
    const lw_grouped_cover *cover = block->bodies[index].cover;
    float need = block->needs[index] + o->loss;
    const lw_lane_vec *around = &block->centers[block->bodies[index].first_center];
    unsigned todo = ALL_TESTED(block) & ~clear_of_obstacle(around, o, need + cover->around.radius);
    if (todo && cover->count == 1 && block->seeks)
        seek(block, index, 0, o);
    if (!todo || cover->count == 1)
        return todo;
    unsigned open = 0;
    for (uint32_t i = 0; i < cover->group_count && open != todo; i++)
        open |= open_of_group(block, index, i, o, todo & ~open);
    return open;
}

/* Which balls of the second body the first one's ball around is not proven clear of. */
enum { MOST_NEAR_BALLS = 64 };
typedef struct near_balls {
    uint32_t count;
    uint32_t ball[MOST_NEAR_BALLS];
    unsigned open[MOST_NEAR_BALLS];
} near_balls;

static void find_near_balls(lw_block *block, const lw_lane_pair *pair, unsigned todo, near_balls *near)
{
    const lw_lane_body *a = &block->bodies[pair->a];
    const lw_grouped_cover *cover = block->bodies[pair->b].cover;
    const lw_lane_vec *around = &block->centers[a->first_center];
    float need = pair->need + a->cover->around.radius;
    near->count = 0;
    for (uint32_t k = 0; k < cover->group_count; k++) {
        const lw_ball_group *group = &cover->groups[k];
        unsigned in_group = todo;
        if (cover->group_count > 1)
            in_group &= ~clear_of_ball(block, pair, around, center_of_group(block, pair->b, k),
                                       need + group->around.radius);
        for (uint32_t j = group->first; j < group->end && in_group; j++) {
            unsigned open = in_group & ~clear_of_ball(block, pair, around, center_of(block, pair->b, j),
                                                      need + cover->balls[j].radius);
            if (!open)
                continue;
            near->ball[near->count] = j;
            near->open[near->count++] = open;
        }
    }
}

/* Of some intervals, those on which a ball of the first body is not proven clear of the near ones. */
static unsigned open_of_ball(lw_block *block, const lw_lane_pair *pair, uint32_t ball,
                             const near_balls *near, unsigned todo)
{
    const lw_lane_body *b = &block->bodies[pair->b];
    const lw_lane_vec *center = center_of(block, pair->a, ball);
    float need = pair->need + block->bodies[pair->a].cover->balls[ball].radius;
    todo &= ~clear_of_ball(block, pair, center, &block->centers[b->first_center],
                           need + b->cover->around.radius);
    unsigned open = 0;
    for (uint32_t k = 0; k < near->count && todo != open; k++) {
        unsigned both = todo & near->open[k] & ~open;
        uint32_t j = near->ball[k];
        if (both)
            open |= both & ~clear_of_ball(block, pair, center, center_of(block, pair->b, j),
                                          need + b->cover->balls[j].radius);
    }
    return open;
}

/* Whether the boxes about two bodies are apart, with what these need. */
LW_INLINED bool boxes_apart(const float a[6], const float b[6])
{
    return (a[0] > b[3]) | (a[1] > b[4]) | (a[2] > b[5]) | (b[0] > a[3]) | (b[1] > a[4]) |
           (b[2] > a[5]);
}

static unsigned open_of_balls(lw_block *block, const lw_lane_pair *pair)
{
    if (BY_BOXES && pair->by_boxes && boxes_apart(block->boxes[pair->a], block->boxes[pair->b]))
        return 0;
    const lw_grouped_cover *a = block->bodies[pair->a].cover;
    const lw_grouped_cover *b = block->bodies[pair->b].cover;
    const lw_lane_vec *around[2] = {&block->centers[block->bodies[pair->a].first_center],
                                    &block->centers[block->bodies[pair->b].first_center]};
    unsigned todo =
        ALL_TESTED(block) & ~clear_of_ball(block, pair, around[0], around[1],
                                           pair->need + a->around.radius + b->around.radius);
    if (!todo || (a->count == 1 && b->count == 1) || b->count > MOST_NEAR_BALLS)
        return todo;
    near_balls near;
    find_near_balls(block, pair, todo, &near);
    unsigned open = 0;
    for (uint32_t k = 0; k < a->group_count && near.count && open != todo; k++) {
        const lw_ball_group *group = &a->groups[k];
        unsigned in_group = todo & ~open;
        if (a->group_count > 1)
            in_group &= ~clear_of_ball(block, pair, center_of_group(block, pair->a, k), around[1],
                                       pair->need + group->around.radius + b->around.radius);
        for (uint32_t i = group->first; i < group->end && in_group & ~open; i++)
            open |= open_of_ball(block, pair, i, &near, in_group & ~open);
    }
    return open;
}

static void prove_pair(lw_block *block, uint32_t index)
{
    unsigned open = open_of_balls(block, &block->pairs[index]);
#ifndef LW_KERNEL_STATES
    /* what balls leave of a state the trees settle sooner */
    if (open)
        open = open_of_pair_hulls(block, &block->pairs[index], open);
#endif
    leave(block, (lw_block_rest){.pair = index, .intervals = open});
}

static void prove_obstacle(lw_block *block, uint32_t body, uint32_t obstacle)
{
    unsigned open = open_of_obstacle(block, body, &block->obstacles[obstacle]);
    leave(block, (lw_block_rest){LW_NO_LANE_PAIR, body, obstacle, open});
}

/* Links far from the base first: those meet something more often. */
static void prove_obstacles(lw_block *block)
{
    size_t groups = (block->obstacle_count + LW_LANES - 1) / LW_LANES;
    block->has_hit = false;
    for (uint32_t body = (uint32_t)block->body_count; body-- > 0 && !block->has_hit;) {
        const uint8_t *reasons = block->reasons + body * block->reason_count;
        for (size_t group = 0; group < groups; group++)
            for (unsigned near = boxes_near(block, group, block->boxes[body]); near && !block->has_hit;
                 near &= near - 1) {
                uint32_t i = (uint32_t)(group * LW_LANES) + (uint32_t)__builtin_ctz(near);
                if (reasons[block->obstacles[i].body] == LW_PAIR_CHECKED)
                    prove_obstacle(block, body, i);
            }
    }
}

static void prove_pairs(lw_block *block)
{
    for (uint32_t i = 0; i < block->pair_count; i++)
        prove_pair(block, i);
}

#ifdef LW_KERNEL_STATES
void LW_KERNEL(lw_block_prove)(lw_block *block)
{
    prove_obstacles(block);
    prove_pairs(block);
}
#else
void LW_KERNEL(lw_block_prove_obstacles)(lw_block *block)
{
    prove_obstacles(block);
}

void LW_KERNEL(lw_block_prove_pairs)(lw_block *block)
{
    prove_pairs(block);
}

void LW_KERNEL(lw_block_prove_rest)(lw_block *block, const lw_block_rest *rest, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rest[i].pair != LW_NO_LANE_PAIR)
            prove_pair(block, rest[i].pair);
        else
            prove_obstacle(block, rest[i].body, rest[i].obstacle);
}

#endif

#endif
