/* The fast road: a block over the whole, then blocks over the intervals that it leaves, of which only
 * what it left is tested. */
#include "lanes/lanes.h"

#include "lanes/needs.h"
#include "math/rounding.h"

static lw_pair_id pair_of(const lw_block *block, const lw_block_rest *rest)
{
    if (rest->pair == LW_NO_LANE_PAIR)
        return lw_pair_id_of(rest->body, block->obstacles[rest->obstacle].body);
    return lw_pair_id_of(block->pairs[rest->pair].a, block->pairs[rest->pair].b);
}

/* Intervals that follow each other. */
typedef struct run {
    int first, end;
    unsigned bits;
} run;

/* Takes the first run out of a set of intervals that is not empty. */
static run take_run(unsigned *intervals)
{
    run r = {.first = __builtin_ctz(*intervals)};
    r.end = r.first;
    while (*intervals >> r.end & 1)
        r.end++;
    r.bits = (1U << r.end) - (1U << r.first);
    *intervals &= ~r.bits;
    return r;
}

/* Lists what a block has left, behind what is listed. Returns how much that is in all. */
static size_t list(const lw_block *block, const double times[LW_LANES], lw_unproven *left, size_t count)
{
    for (size_t i = 0; i < block->rest_count; i++) {
        unsigned intervals = block->rest[i].intervals;
        while (intervals) {
            run part = take_run(&intervals);
            if (count < LW_MOST_REST)
                left[count] =
                    (lw_unproven){pair_of(block, &block->rest[i]), times[part.first], times[part.end]};
            count++;
        }
    }
    return block->overflowed ? LW_MOST_REST + 1 : count;
}

/* Sets the block to eight times from begin to end, and places everything. */
static void place(lw_lanes *lanes, const lw_motion *motion, size_t piece, double begin, double end,
                  double times[LW_LANES], lw_block_rest *rest)
{
    double longest = 0;
    times[0] = begin;
    for (int i = 1; i < LW_LANES; i++) {
        times[i] = i == LW_LANES - 1 ? end : begin + (end - begin) * i / LW_BLOCK_INTERVALS;
        longest = greater(longest, times[i] - times[i - 1]);
    }
    lw_lanes_set(lanes, motion, piece, times, longest * LW_UPWARD);
    lw_block *block = &lanes->block;
    lw_block_pose(block);
    block->rest = rest;
    block->rest_room = LW_MOST_REST;
    block->rest_count = 0;
    block->overflowed = false;
    lanes->samples += LW_LANES;
}

size_t lw_lanes_prove(lw_lanes *lanes, const lw_motion *motion, size_t piece, double begin, double end,
                      lw_unproven *left)
{
    lw_lanes_take_piece(lanes, motion, piece);
    place(lanes, motion, piece, begin, end, lanes->times, lanes->rest);
    if (!lw_lanes_take_obstacles(lanes))
        return LW_MOST_REST + 1;
    lw_block_prove(&lanes->block);
    lanes->rest_count = lanes->block.rest_count;
    return list(&lanes->block, lanes->times, left, 0);
}

size_t lw_lanes_refine(lw_lanes *lanes, const lw_motion *motion, size_t piece, lw_unproven *left)
{
    unsigned intervals = 0;
    for (size_t i = 0; i < lanes->rest_count; i++)
        intervals |= lanes->rest[i].intervals;
    size_t count = 0;
    while (intervals && count <= LW_MOST_REST) {
        run part = take_run(&intervals);
        lw_block_rest todo[LW_MOST_REST];
        lw_block_rest rest[LW_MOST_REST];
        size_t todo_count = 0;
        for (size_t i = 0; i < lanes->rest_count; i++)
            if (lanes->rest[i].intervals & part.bits)
                todo[todo_count++] = lanes->rest[i];
        double times[LW_LANES];
        place(lanes, motion, piece, lanes->times[part.first], lanes->times[part.end], times, rest);
        lw_block_prove_rest(&lanes->block, todo, todo_count);
        count = list(&lanes->block, times, left, count);
    }
    return count;
}
