/* Sets up compounds, the pairs of bodies and of compounds, and the frames in which paths are seen. */
#include "lanes/compounds.h"

#include "lanes/required.h"
#include "lanes/state_hulls.h"
#include "math/rounding.h"

#include <math.h>

/* ---- compounds --------------------------------------------------------------------------------- */

/* Whether one joint moves two bodies; or none does, and they are one robot's. */
static bool belong_together(const lw_frozen *frozen, uint32_t a, uint32_t b)
{
    return frozen->moving[a].elementary == frozen->moving[b].elementary &&
           frozen->moving[a].robot == frozen->moving[b].robot;
}

static vec3 center_of(const lw_ball *ball)
{
    return v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]);
}

/* Sets the extent of a compound, and its required distance at rest, from its bodies and the centre of
 * the ball around them. */
static void set_extent(const lw_block *block, lw_compound *compound)
{
    vec3 center = center_of(&compound->around);
    lw_lane_extent *extent = &compound->extent;
    extent->reach = lw_float_above(norm(center) * LW_UPWARD);
    extent->axis = lw_float_above(sqrt(center.x * center.x + center.y * center.y) * LW_UPWARD);
    extent->length = extent->reach;
    for (uint32_t i = 0; i < compound->body_count; i++) {
        const lw_lane_body *body = &block->bodies[compound->bodies[i]];
        extent->reach = fmaxf(extent->reach, body->extent.reach);
        extent->axis = fmaxf(extent->axis, body->extent.axis);
        extent->length = fmaxf(extent->length, body->extent.length);
        compound->required_at_rest = fmaxf(compound->required_at_rest, body->required_at_rest);
    }
}

/* Sets a compound of bodies. center: index in lw_block.centers of the ball around all bodies, if there
 * are several. balls: scratch memory. */
static void set_compound(const lw_block *block, const uint32_t *bodies, uint32_t count, uint32_t center,
                         lw_ball *balls, lw_compound *out)
{
    const lw_lane_body *first = &block->bodies[bodies[0]];
    for (uint32_t i = 0; i < count; i++)
        balls[i] = block->bodies[bodies[i]].cover->around;
    *out = (lw_compound){.joint = first->joint,
                         .bodies = bodies,
                         .body_count = count,
                         .around = count > 1 ? lw_ball_around(balls, count) : balls[0],
                         .center = count > 1 ? center : first->first_center};
    set_extent(block, out);
}

/* A compound for each body. */
static void set_each(lw_lanes *l, lw_ball *balls, uint32_t *order)
{
    for (uint32_t i = 0; i < l->block.body_count; i++) {
        order[i] = i;
        set_compound(&l->block, &order[i], 1, 0, balls, &l->each.compounds[i]);
    }
    l->each.compound_count = l->block.body_count;
}

/* Sets compounds in the order of their first bodies. order: room for all bodies; those of a compound
 * follow each other there. */
static void set_all(lw_lanes *l, uint32_t first_center, lw_ball *balls, uint32_t *order)
{
    const lw_frozen *frozen = l->frozen;
    lw_compound *compounds = l->all.compounds;
    uint32_t placed = 0;
    for (uint32_t i = 0; i < l->block.body_count; i++) {
        bool known = false;
        for (size_t k = 0; k < l->all.compound_count && !known; k++)
            known = belong_together(frozen, compounds[k].bodies[0], i);
        if (known)
            continue;
        uint32_t *bodies = order + placed;
        uint32_t count = 0;
        for (uint32_t k = i; k < l->block.body_count; k++)
            if (belong_together(frozen, i, k))
                bodies[count++] = k;
        placed += count;
        size_t which = l->all.compound_count++;
        set_compound(&l->block, bodies, count, first_center + (uint32_t)which, balls,
                     &compounds[which]);
    }
}

/* Finds out how many compounds are farther out on the chain of each. of_joint: room for all joints. */
static void count_beyond(lw_lanes *l, lw_compound **of_joint)
{
    lw_compound *compounds = l->all.compounds;
    for (size_t i = 0; i < l->block.joint_count; i++)
        of_joint[i] = NULL;
    for (size_t i = 0; i < l->all.compound_count; i++) {
        compounds[i].beyond = 0;
        if (compounds[i].joint >= 0)
            of_joint[compounds[i].joint] = &compounds[i];
    }
    for (size_t i = 0; i < l->all.compound_count; i++) {
        uint32_t steps = 0;
        for (int32_t f = compounds[i].joint; f >= 0; f = l->block.joints[f].parent) {
            lw_compound *here = of_joint[f];
            if (!here)
                continue;
            here->beyond = here->beyond > steps ? here->beyond : steps;
            steps++;
        }
    }
}

/* ---- where paths are seen ---------------------------------------------------------------------- */

/* Lists that paths of bodies that `joint` moves are seen from the frame of `from`, or from the world.
 */
static void see(lw_lanes *l, uint32_t first, int32_t joint, int32_t from)
{
    for (size_t i = first; i < l->seen_count; i++)
        if (l->seen[i].from == from)
            return;
    l->seen[l->seen_count++] = (lw_lane_seen){joint, from};
}

/* The index in `seen` of paths of `joint` that are seen from `from`. Bodies that `from` itself moves
 * stand still in its frame: 0. */
static uint32_t seen_at(const lw_lanes *l, int32_t joint, int32_t from)
{
    if (joint == from)
        return 0;
    uint32_t i = l->seen_ends[joint] - 1;
    while (l->seen[i].from != from)
        i--;
    return i;
}

static void list_seen(lw_lanes *l)
{
    const lw_compound *compounds = l->all.compounds;
    l->seen[0] = (lw_lane_seen){-1, -1};
    l->block.bends[0] = (lw_lane_bend){0, 0, 0};
    l->seen_count = 1;
    for (int32_t joint = 0; joint < (int32_t)l->block.joint_count; joint++) {
        uint32_t first = (uint32_t)l->seen_count;
        for (size_t i = 0; i < l->all.compound_count; i++)
            if (compounds[i].joint == joint)
                see(l, first, joint, -1);
        for (size_t i = 0; i < l->block.compound_pair_count; i++) {
            const lw_compound_pair *pair = &l->block.compound_pairs[i];
            bool is_one = compounds[pair->a].joint == joint || compounds[pair->b].joint == joint;
            if (is_one && pair->common != joint)
                see(l, first, joint, pair->common);
        }
        l->seen_ends[joint] = (uint32_t)l->seen_count;
        bool in_world = first < l->seen_count && l->seen[first].from < 0;
        l->seen_in_world[joint] = in_world ? first : 0;
    }
}

/* ---- pairs ------------------------------------------------------------------------------------- */

static void add_pair(lw_lanes *l, uint32_t a, uint32_t b)
{
    const lw_frozen *frozen = l->frozen;
    lw_pair pair = lw_frozen_pair(frozen, lw_pair_id_of(a, b));
    double still =
        lw_rest_error(&frozen->moving[a].composed) + lw_rest_error(&frozen->moving[b].composed);
    lw_lane_pair *out = &l->block.pairs[l->block.pair_count++];
    *out = (lw_lane_pair){.a = a,
                          .b = b,
                          .common = pair.common,
                          .self = pair.self,
                          .by_boxes = pair.margin <= 2 * lw_lanes_margin(l),
                          .required_at_rest = lw_float_above(pair.margin + pair.padding[0] +
                                                             pair.padding[1] + 2 * still)};
    out->halfway = lw_joint_halfway(&l->block, out);
}

static void set_pairs(lw_lanes *l)
{
    for (uint32_t a = 0; a < l->block.body_count; a++)
        for (uint32_t b = a + 1; b < l->block.body_count; b++)
            if (lw_frozen_reason(l->frozen, a, b) == LW_PAIR_CHECKED)
                add_pair(l, a, b);
}

/* Finds the pair of two bodies among the pairs, which are sorted. False where there is none. */
static bool find_pair(const lw_block *block, uint32_t a, uint32_t b, uint32_t *out)
{
    lw_pair_id id = a < b ? lw_pair_id_of(a, b) : lw_pair_id_of(b, a);
    size_t begin = 0;
    size_t end = block->pair_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        const lw_lane_pair *pair = &block->pairs[middle];
        if (lw_pair_id_of(pair->a, pair->b) < id)
            begin = middle + 1;
        else
            end = middle;
    }
    *out = (uint32_t)begin;
    return begin < block->pair_count &&
           lw_pair_id_of(block->pairs[begin].a, block->pairs[begin].b) == id;
}

static void put_together(lw_block *block, uint32_t index, lw_compound_pair *both)
{
    const lw_lane_pair *pair = &block->pairs[index];
    block->members[both->end++] = index;
    both->common = pair->common;
    both->self = pair->self;
    both->by_boxes &= pair->by_boxes;
    both->required_at_rest = fmaxf(both->required_at_rest, pair->required_at_rest);
}

/* Lists the pairs of a body of one compound and a body of another as members of a compound pair, in
 * which the compound with fewer bodies comes first. Returns how many members there are then. */
static uint32_t add_compound_pair(lw_lanes *l, uint32_t first, uint32_t second, uint32_t members)
{
    lw_block *block = &l->block;
    const lw_compound *one = &l->all.compounds[first];
    const lw_compound *other = &l->all.compounds[second];
    if (one->body_count > other->body_count)
        return add_compound_pair(l, second, first, members);
    lw_compound_pair both = {
        .a = first, .b = second, .by_boxes = true, .first = members, .end = members};
    for (uint32_t i = 0; i < one->body_count; i++)
        for (uint32_t k = first == second ? i + 1 : 0; k < other->body_count; k++) {
            uint32_t pair;
            if (find_pair(block, one->bodies[i], other->bodies[k], &pair))
                put_together(block, pair, &both);
        }
    if (both.end > members)
        block->compound_pairs[block->compound_pair_count++] = both;
    return both.end;
}

static void set_compound_pairs(lw_lanes *l)
{
    uint32_t members = 0;
    for (uint32_t i = 0; i < l->all.compound_count; i++)
        for (uint32_t k = i; k < l->all.compound_count; k++)
            members = add_compound_pair(l, i, k, members);
}

/* The bends of a pair are those of its bodies' joints, seen from the common one. */
static void set_bends(lw_lanes *l)
{
    lw_block *block = &l->block;
    for (size_t i = 0; i < block->compound_pair_count; i++) {
        lw_compound_pair *pair = &block->compound_pairs[i];
        pair->bends[0] = seen_at(l, l->all.compounds[pair->a].joint, pair->common);
        pair->bends[1] = seen_at(l, l->all.compounds[pair->b].joint, pair->common);
    }
    for (size_t i = 0; i < block->pair_count; i++) {
        lw_lane_pair *pair = &block->pairs[i];
        pair->bends[0] = seen_at(l, block->bodies[pair->a].joint, pair->common);
        pair->bends[1] = seen_at(l, block->bodies[pair->b].joint, pair->common);
    }
    for (size_t i = 0; i < block->body_count; i++)
        l->each.compounds[i].bend = block->bodies[i].bend = seen_at(l, block->bodies[i].joint, -1);
    for (size_t i = 0; i < l->all.compound_count; i++)
        l->all.compounds[i].bend = seen_at(l, l->all.compounds[i].joint, -1);
}

bool lw_lanes_set_compounds(lw_arena *arena, lw_lanes *l, uint32_t first_center)
{
    size_t bodies = l->block.body_count;
    uint32_t *each = lw_arena_scratch(arena, bodies, sizeof *each);
    uint32_t *order = lw_arena_scratch(arena, bodies, sizeof *order);
    lw_ball *balls = lw_arena_scratch(arena, bodies, sizeof *balls);
    lw_compound **of_joint = lw_arena_scratch(arena, l->block.joint_count, sizeof *of_joint);
    if (!each || !order || !balls || !of_joint)
        return false;
    set_each(l, balls, each);
    set_all(l, first_center, balls, order);
    count_beyond(l, of_joint);
    set_pairs(l);
    set_compound_pairs(l);
    list_seen(l);
    set_bends(l);
    return true;
}
