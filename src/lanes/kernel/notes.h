/* Notes of what the hulls of a pair prove (lw_block_notes), from which claims are made: the directions
 * that separate them. A part of lanes/kernel/hulls.h, which includes this file. */
#ifndef LW_LANES_KERNEL_NOTES_H
#define LW_LANES_KERNEL_NOTES_H

#include "lanes/block.h"
#include "math/vec.h"

/* The notes of one pair. */
typedef struct noted_hulls {
    lw_block_notes *to; /* NULL: none are made, or not any more */
    uint32_t pair;      /* index in lw_block.pairs */
    bool swapped;       /* the test's first body is the pair's second one */
} noted_hulls;

/* Begins the notes of a pair. first: the test's first body; open: the intervals that balls left open.
 */
static noted_hulls begin_notes(const lw_block *block, uint32_t pair, const lw_lane_body *first,
                               unsigned open)
{
    lw_block_notes *to = block->notes;
    if (!to)
        return (noted_hulls){NULL, pair, false};
    to->overflowed |= to->pair_count == LW_MOST_NOTED_PAIRS;
    if (!to->overflowed)
        to->pairs[to->pair_count++] = (lw_noted_pair){.pair = pair, .open = open};
    return (noted_hulls){to, pair, first != &block->bodies[block->pairs[pair].a]};
}

/* Notes a direction, from the test's first body to its second, that separates two of their hulls on
 * some intervals. */
static void note_direction(const noted_hulls *notes, uint32_t i, uint32_t j, unsigned intervals,
                           vec3 direction)
{
    lw_block_notes *to = notes->to;
    if (!to || !intervals)
        return;
    to->overflowed |= to->direction_count == LW_MOST_NOTED_DIRECTIONS;
    if (to->overflowed)
        return;
    const vec3 n = notes->swapped ? neg(direction) : direction;
    to->directions[to->direction_count++] =
        (lw_noted_direction){.pair = notes->pair,
                             .hulls = {notes->swapped ? j : i, notes->swapped ? i : j},
                             .intervals = intervals,
                             .normal = {(float)n.x, (float)n.y, (float)n.z}};
}

/* Ends the notes of a pair's hulls with the intervals that they prove. */
static void end_notes(noted_hulls *notes, unsigned proven)
{
    lw_block_notes *to = notes->to;
    if (to && !to->overflowed)
        to->pairs[to->pair_count - 1].by_hulls = proven;
    notes->to = NULL;
}

/* Notes the intervals that the slices of the last pair prove, by directions that were noted. */
static void note_proven_slices(const lw_block *block, unsigned proven)
{
    lw_block_notes *to = block->notes;
    if (!to->overflowed)
        to->pairs[to->pair_count - 1].by_slices = proven;
}

/* Room for the note of a direction that separates slices; NULL: none is left. */
static lw_noted_slices *next_slices(const lw_block *block, uint32_t pair, vec3 normal)
{
    lw_block_notes *to = block->notes;
    if (to->slices_count == LW_MOST_NOTED_SLICES)
        return NULL;
    lw_noted_slices *out = &to->slices[to->slices_count++];
    *out =
        (lw_noted_slices){.pair = pair, .normal = {(float)normal.x, (float)normal.y, (float)normal.z}};
    return out;
}

/* The point of a chord that is nearest to the origin. */
static vec3 nearest_of_chord(vec3 from, vec3 to)
{
    vec3 along = sub(to, from);
    double square = norm2(along);
    double share = square > 0 ? -dot(from, along) / square : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return add(from, scale(share, along));
}

#endif
