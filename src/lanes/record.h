/* A record of what the blocks of a motion prove, from which claims are made (check/ask/proof.h): each
 * block's times, the pairs that its balls leave open or prove, and the directions that separate hulls.
 * It is on the heap, and grows while blocks are tested. */
#ifndef LW_LANES_RECORD_H
#define LW_LANES_RECORD_H

#include "base/array.h"
#include "lanes/block.h"

/* A pair of a block. */
typedef struct lw_recorded_pair {
    lw_pair_id pair;
    uint32_t intervals; /* as bits: of a first block, those that balls leave open; of a finer block,
                           those that balls prove */
    uint32_t by_hulls;  /* those that balls leave open and bounding hulls prove */
    uint32_t by_slices; /* those that hulls leave open, too, and slices prove */
    size_t first_direction, direction_end; /* in lw_lanes_record.directions: all that by_hulls needs */
    size_t first_slices, slices_end;       /* in lw_lanes_record.slices: all that by_slices needs */
} lw_recorded_pair;

/* A direction that separates a hull of each body of a pair. */
typedef struct lw_recorded_direction {
    uint32_t hulls[2];  /* LW_EVERY_HULL: all of them */
    uint32_t intervals; /* as bits */
    float normal[3];    /* from the first body to the second, in the frame of their common joint */
} lw_recorded_direction;

/* A direction that separates some slices of two bodies: as lw_noted_slices. */
typedef struct lw_recorded_slices {
    uint64_t apart[LW_BLOCK_INTERVALS];
    float normal[3];
} lw_recorded_slices;

typedef struct lw_recorded_block {
    size_t piece;
    double times[LW_LANES];
    bool is_finer; /* false: balls prove every pair of the scene, except the pairs listed */
    size_t first_pair, pair_end; /* in lw_lanes_record.pairs; each pair once */
} lw_recorded_block;

typedef struct lw_lanes_record {
    LW_LIST(lw_recorded_block) blocks; /* the first block of a piece stands before its finer ones */
    LW_LIST(lw_recorded_pair) pairs;
    LW_LIST(lw_recorded_direction) directions;
    LW_LIST(lw_recorded_slices) slices;
    bool out_of_memory;   /* something is missing */
    lw_block_notes notes; /* of the block that is tested */
} lw_lanes_record;

/* Empties a record, and keeps its memory. */
void lw_lanes_record_clear(lw_lanes_record *record);

/* Begins the notes of a block's tests; NULL: none are made. */
void lw_lanes_record_begin(lw_block *block, lw_lanes_record *record);

/* Ends these notes, and records the first block of a piece, or a finer block that tested the pairs of
 * `todo`. The block has listed the pairs that it leaves. */
void lw_lanes_record_first(lw_block *block, lw_lanes_record *record, size_t piece,
                           const double times[LW_LANES]);
void lw_lanes_record_finer(lw_block *block, lw_lanes_record *record, size_t piece,
                           const double times[LW_LANES], const lw_block_rest *todo, size_t count);

void lw_lanes_record_free(lw_lanes_record *record);

#endif
