/* Sets up one state by itself from a block: balls in eights, pairs in rows, and required distances. */
#include "lanes/lone.h"

#include "base/error.h"

/* ---- memory ------------------------------------------------------------------------------------ */

/* Takes memory for an array; false when it ran out. */
#define TAKE(arena, place, count)                                                                      \
    (((place) = lw_arena_scratch((arena), (count), sizeof *(place))) != NULL)

static uint32_t eights_of(uint32_t count)
{
    return (count + LW_LANES - 1) / LW_LANES;
}

/* The balls of a body and those around its groups. */
static uint32_t places_of(const lw_grouped_cover *cover)
{
    return cover->count + (cover->group_count > 1 ? cover->group_count : 0);
}

static bool serves(const lw_block *block)
{
    bool good = block->body_count <= LW_LONE_MOST_BODIES;
    for (size_t i = 0; i < block->body_count; i++)
        good &= places_of(block->bodies[i].cover) <= LW_LONE_MOST_BALLS;
    return good;
}

static bool take_memory(lw_arena *arena, const lw_block *block, lw_lone *lone)
{
    size_t joints = block->joint_count;
    size_t joint_eights = eights_of((uint32_t)joints);
    size_t bodies = block->body_count;
    size_t eights = 0;
    for (size_t i = 0; i < bodies; i++)
        eights += eights_of(places_of(block->bodies[i].cover));
    lone->row = LW_LANES * eights_of((uint32_t)bodies);
    /* zeroed: lanes behind the last value, body or ball take part in the arithmetic, too */
    lone->made = lw_arena_array(arena, bodies, sizeof *lone->made);
    lone->values = lw_arena_array(arena, joint_eights * LW_LANES, sizeof *lone->values);
    lone->eights = lw_arena_array(arena, eights, sizeof *lone->eights);
    lone->around = lw_arena_array(arena, lone->row / LW_LANES, sizeof *lone->around);
    return lone->made && lone->values && lone->eights && lone->around &&
           TAKE(arena, lone->bodies, bodies) && TAKE(arena, lone->centers, eights) &&
           TAKE(arena, lone->pairs, bodies * lone->row) &&
           TAKE(arena, lone->far_squares, bodies * lone->row) && TAKE(arena, lone->sizes, joints) &&
           TAKE(arena, lone->required, bodies) && TAKE(arena, lone->errors, bodies) &&
           TAKE(arena, lone->pair_required, block->pair_count) && TAKE(arena, lone->frames, joints + 1);
}

/* ---- bodies and pairs -------------------------------------------------------------------------- */

static void set_ball(lw_lone_eight *eights, uint32_t place, const lw_ball *ball)
{
    lw_lone_eight *eight = &eights[place / LW_LANES];
    eight->center.x[place % LW_LANES] = ball->center[0];
    eight->center.y[place % LW_LANES] = ball->center[1];
    eight->center.z[place % LW_LANES] = ball->center[2];
    eight->radius[place % LW_LANES] = ball->radius;
}

/* The lowest `count` bits. */
static uint64_t bits_to(uint32_t count)
{
    return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

/* Sets the balls and groups of a body, in eights from `first` on. False where memory ran out. */
static bool set_body(lw_arena *arena, lw_lone *lone, const lw_grouped_cover *cover, uint32_t first,
                     lw_lone_body *out)
{
    uint32_t places = places_of(cover);
    *out = (lw_lone_body){.first = first,
                          .end = first + eights_of(places),
                          .ball_count = cover->count,
                          .all = bits_to(places)};
    for (uint32_t i = 0; i < cover->count; i++)
        set_ball(lone->eights + first, i, &cover->balls[i]);
    if (cover->group_count == 1)
        return true;
    uint64_t *members = lw_arena_scratch(arena, cover->group_count, sizeof *members);
    if (!members)
        return false;
    for (uint32_t i = 0; i < cover->group_count; i++) {
        const lw_ball_group *group = &cover->groups[i];
        set_ball(lone->eights + first, cover->count + i, &group->around);
        members[i] = bits_to(group->end) & ~bits_to(group->first);
    }
    out->members = members;
    return true;
}

static void set_pairs(lw_lone *lone, const lw_block *block)
{
    for (size_t i = 0; i < block->body_count * lone->row; i++) {
        lone->pairs[i] = LW_NO_LANE_PAIR;
        lone->far_squares[i] = -1;
    }
    for (uint32_t i = 0; i < block->pair_count; i++)
        lone->pairs[block->pairs[i].a * (size_t)lone->row + block->pairs[i].b] = i;
}

lw_status lw_lone_create(lw_arena *arena, const lw_block *block, lw_lone **out, lw_error *error)
{
    *out = NULL;
    if (!serves(block))
        return LW_OK;
    lw_lone *lone = lw_arena_array(arena, 1, sizeof *lone);
    if (!lone || !take_memory(arena, block, lone))
        return lw_fail_memory(error);
    *lw_lone_frame_of(lone, -1) = (lw_lone_frame){.x = {1}, .y = {0, 1}, .z = {0, 0, 1}};
    uint32_t first = 0;
    for (size_t i = 0; i < block->body_count; i++) {
        if (!set_body(arena, lone, block->bodies[i].cover, first, &lone->bodies[i]))
            return lw_fail_memory(error);
        first = lone->bodies[i].end;
    }
    set_pairs(lone, block);
    *out = lone;
    return LW_OK;
}

void lw_lone_take_required(const lw_block *block, lw_lone *lone)
{
    for (size_t i = 0; i < block->body_count; i++) {
        const lw_lane_body *body = &block->bodies[i];
        lone->required[i] = lw_required_of_body(block, body);
        lone->errors[i] = lw_lane_error_of(&block->errors[body->joint + 1], &body->extent);
    }
    for (size_t i = 0; i < block->pair_count; i++) {
        const lw_lane_pair *pair = &block->pairs[i];
        float required = lw_required_of_pair(block, pair);
        float far = required + block->bodies[pair->a].cover->around.radius +
                    block->bodies[pair->b].cover->around.radius;
        lone->pair_required[i] = required;
        lone->far_squares[pair->a * (size_t)lone->row + pair->b] = far * far;
    }
}
