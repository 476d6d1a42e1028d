/* The fast road: what blocks of eight poses prove of a motion, by balls that cover its bodies. */
#ifndef LW_LANES_LANES_H
#define LW_LANES_LANES_H

#include "lanes/setup.h"

/* A pair that is not proven between two times. */
typedef struct lw_unproven {
    lw_pair_id pair;
    double from, to;
} lw_unproven;

/* From now on bodies are proven to keep apart by so much more than their margins, metres: from
 * obstacles and other robots, and those of one robot from each other. 0 and 0, as it is at first: by
 * these. */
void lw_lanes_raise_target(lw_lanes *lanes, const double above_margin[2]);

/* Tries to prove by one block that all pairs of a body and an obstacle keep farther apart than their
 * margins on [begin, end] of a piece. Of a pair that is proven neither body is inside the other. False:
 * nothing is known. */
bool lw_lanes_prove_obstacles(lw_lanes *lanes, const lw_motion *motion, size_t piece, double begin,
                              double end);

/* Where two bodies are likely to meet. */
typedef struct lw_guess {
    lw_pair_id pair;
    double time;
    bool is_hit; /* the block's */
} lw_guess;

typedef enum lw_lanes_answer {
    LW_LANES_UNKNOWN,
    LW_LANES_KNOWN, /* all pairs were tried */
    LW_LANES_HIT    /* a body is likely to meet an obstacle; nothing is proven */
} lw_lanes_answer;

/* The same, but ends where it comes upon a ball that is deep in an obstacle. *hit says where. */
lw_lanes_answer lw_lanes_seek_obstacles(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                                        double begin, double end, lw_guess *hit);

/* After a hit, before the lanes are used for anything else: whether two bodies that are made of balls,
 * or one of them and an obstacle, meet there whatever was lost by rounding. */
bool lw_lanes_is_certain(const lw_lanes *lanes, const lw_motion *motion, size_t piece);

/* And lw_lanes_prove_obstacles on the same part. */
bool lw_lanes_prove_placed_obstacles(lw_lanes *lanes);

/* After that, where something is known: tries to prove the same of all other pairs. Returns how much is
 * left of both, in an array of LW_MOST_REST; more than these: nothing is known. */
size_t lw_lanes_prove_pairs(lw_lanes *lanes, lw_unproven *left);

/* The same, but ends where two balls of bodies that are made of balls are in one another: then true,
 * and *hit says where; nothing is proven, and lw_lanes_prove_pairs may be called. Else *count is what
 * that returns. */
bool lw_lanes_seek_pairs(lw_lanes *lanes, lw_unproven *left, size_t *count, lw_guess *hit);

/* Who is asked while a refinement goes on, each NULL: nobody. Whoever says yes ends it. */
typedef struct lw_refine_calls {
    /* Whether two bodies meet where balls are as deep as for the calls that seek, or nothing more need
     * be proven. After a no nothing is sought any longer. */
    bool (*meets)(void *context, const lw_guess *guess);
    /* About some parts that are left in the end, as soon as that is known: each part is listed once. */
    bool (*lists)(void *context, const lw_unproven *parts, size_t count);
    void *context;
} lw_refine_calls;

/* Tries both with what these calls have left, by blocks over shorter intervals. Once only. What is
 * returned says nothing where a call ended it. */
size_t lw_lanes_refine(lw_lanes *lanes, const lw_motion *motion, size_t piece, lw_unproven *left,
                       const lw_refine_calls *calls);

/* Places everything as the block is set, and gives it room for what it leaves. */
void lw_lanes_place(lw_lanes *lanes, lw_lane_rest *rest);

/* The pair of something that is not proven. */
lw_pair_id lw_block_pair(const lw_block *block, const lw_block_rest *rest);

#endif
