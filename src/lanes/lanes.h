/* Blocks of eight poses: the SIMD proof that the method `auto` tries first, and that settles most free
 * motions.
 *
 * Poses: forward kinematics is vectorised over time. It poses all robots at eight times at once, each
 * pose in one lane of SIMD registers of floats (AVX2, or pairs of smaller registers).
 *
 * Intervals: between two poses a point stays within A h^2 / 8 of the chord of its path (lanes/block.h,
 * lanes/bends.c). Tests of the chord prove the interval, if the required distance grows by that much.
 *
 * Floats: the rounding errors of floats are bounded, and the bound is added to the required distance as
 * well (lanes/required.c). So a test that succeeds is a proof; one that fails says nothing.
 *
 * Tests: balls cover each body (body/cover.h). First, as a broad phase, boxes about bounding spheres
 * are compared, eight obstacles at once; then bounding spheres, groups of balls, and single balls are
 * tested, against obstacles (boxes, balls, cylinders) and against the balls of other bodies. A pair of
 * bodies that balls are too coarse for is tried by bounding hulls, then by slices
 * (lanes/kernel/hulls.h).
 *
 * Rest: a block lists the pairs that it leaves unproven, each with its intervals. lw_lanes_refine tests
 * these again, with blocks over shorter intervals. The parts that stay unproven go to the search over
 * time, with separating slabs and trees (check/method/auto.c).
 *
 * If any contact will do, the calls that seek have an early exit: a ball deep in an obstacle is a hit,
 * a likely contact that the caller then tests exactly. lanes/guess.h guesses likely contacts among the
 * unproven pairs.
 *
 * The same kernels test single configurations: eight states in the lanes of a block (lanes/states.h),
 * or one state with eight balls side by side (lanes/lone.h). */
#ifndef LW_LANES_LANES_H
#define LW_LANES_LANES_H

#include "lanes/setup.h"

/* A pair, and an interval on which it is not proven. */
typedef struct lw_unproven {
    lw_pair_id pair;
    double from, to;
    uint64_t meets; /* of a state, 1: balls make a contact of the pair certain; else 0. As wide as the
                       other members: parts are compared byte by byte, so none may be padding */
} lw_unproven;

/* Sets the target of the proofs that follow: the margin plus above_margin[0], metres, for pairs with
 * obstacles and of two robots, plus above_margin[1] for pairs of one robot. Both are 0 at first. */
void lw_lanes_raise_target(lw_lanes *lanes, const double above_margin[2]);

/* Tries to prove, by one block, that each pair of a body and an obstacle keeps farther apart than its
 * target on [begin, end] of a piece. The pairs that stay unproven are kept for lw_lanes_prove_pairs. In
 * a proven pair neither body is inside the other. False: nothing is known, as too many obstacles are
 * near or too many pairs unproven. */
bool lw_lanes_prove_obstacles(lw_lanes *lanes, const lw_motion *motion, size_t piece, double begin,
                              double end);

/* A time at which two bodies are likely to meet. */
typedef struct lw_guess {
    lw_pair_id pair;
    double time;
    bool is_hit; /* it is a hit of the block (lw_block_hit); false: lw_lanes_guess made it */
} lw_guess;

typedef enum lw_lanes_answer {
    LW_LANES_UNKNOWN,
    LW_LANES_KNOWN, /* all pairs of a body and an obstacle were tested */
    LW_LANES_HIT    /* a body is likely to meet an obstacle; nothing is proven */
} lw_lanes_answer;

/* As lw_lanes_prove_obstacles, with an early exit at a ball that is deep in an obstacle. *hit then says
 * where. */
lw_lanes_answer lw_lanes_seek_obstacles(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                                        double begin, double end, lw_guess *hit);

/* After a hit, before any other use of the lanes: whether the hit is a contact for certain, whatever
 * the rounding errors. Only hits of bodies that are made of balls can be, with each other or with an
 * obstacle whose shape the tests know exactly. */
bool lw_lanes_is_certain(const lw_lanes *lanes, const lw_motion *motion, size_t piece);

/* Of one to eight states, whose values are set as for lw_lanes_prove_states: some that are in contact
 * for certain, as bits. Only contacts of outer bodies with obstacles are sought, where
 * lw_lanes_is_certain could tell. There must be no floating joints. */
unsigned lw_lanes_contacts(lw_lanes *lanes, size_t count);

/* After LW_LANES_HIT: lw_lanes_prove_obstacles for the same part, whose poses are kept. */
bool lw_lanes_prove_placed_obstacles(lw_lanes *lanes);

/* After any of these calls, if its result is known: tries to prove all other pairs. Fills `left`, an
 * array of LW_MOST_REST, with the unproven parts of all pairs, those with obstacles included, and
 * returns how many they are. A count above LW_MOST_REST: nothing is known. */
size_t lw_lanes_prove_pairs(lw_lanes *lanes, lw_unproven *left);

/* As lw_lanes_prove_pairs, with an early exit where two balls overlap, in bodies that are made of
 * balls, or overlap deeply, in others. It then returns true, and *hit says where; nothing is proven,
 * and lw_lanes_prove_pairs may be called. Otherwise *count is the count that lw_lanes_prove_pairs
 * returns. */
bool lw_lanes_seek_pairs(lw_lanes *lanes, lw_unproven *left, size_t *count, lw_guess *hit);

/* The callbacks of a refinement, each of which may be NULL. One that returns true ends the refinement.
 */
typedef struct lw_refine_calls {
    /* Gets the first hit, as the calls that seek find it: whether the two bodies meet there, or nothing
     * more need be proven. It is called once at most: no hit is sought after it returned false. */
    bool (*meets)(void *context, const lw_guess *guess);
    /* Gets parts that stay unproven in the end, as soon as that is known. Each part is passed once. */
    bool (*lists)(void *context, const lw_unproven *parts, size_t count);
    void *context;
} lw_refine_calls;

/* After lw_lanes_prove_pairs or lw_lanes_seek_pairs, once only: tests the unproven pairs again, by
 * blocks over shorter intervals. Fills `left` and returns a count, as lw_lanes_prove_pairs does; if a
 * callback ended the refinement, both say nothing. */
size_t lw_lanes_refine(lw_lanes *lanes, const lw_motion *motion, size_t piece, lw_unproven *left,
                       const lw_refine_calls *calls);

/* Poses everything at the values that the block is set to, and finds the boxes about compounds. The
 * block will list unproven pairs in `rest`. */
void lw_lanes_place(lw_lanes *lanes, lw_lane_rest *rest);

/* The pair of an unproven entry; of the crowd: a body and LW_ALL_OBSTACLES. */
lw_pair_id lw_block_pair(const lw_block *block, const lw_block_rest *rest);

#endif
