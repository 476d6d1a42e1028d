/* A record of what the blocks of a motion prove. */
#include "lanes/record.h"

#include "lanes/lanes.h"

#include <stdlib.h>
#include <string.h>

void lw_lanes_record_clear(lw_lanes_record *record)
{
    record->blocks.count = record->pairs.count = 0;
    record->directions.count = record->slices.count = 0;
    record->out_of_memory = false;
}

void lw_lanes_record_free(lw_lanes_record *record)
{
    free(record->blocks.items);
    free(record->pairs.items);
    free(record->directions.items);
    free(record->slices.items);
    memset(record, 0, offsetof(lw_lanes_record, notes));
}

void lw_lanes_record_begin(lw_block *block, lw_lanes_record *record)
{
    block->notes = record ? &record->notes : NULL;
    if (!record)
        return;
    record->notes.pair_count = record->notes.direction_count = record->notes.slices_count = 0;
    record->notes.overflowed = false;
}

/* Appends a block without pairs. NULL where memory ran out. */
static lw_recorded_block *add_block(lw_lanes_record *record, size_t piece, const double times[LW_LANES])
{
    if (!LW_ARRAY_GROW(&record->blocks)) {
        record->out_of_memory = true;
        return NULL;
    }
    lw_recorded_block *out = &record->blocks.items[record->blocks.count++];
    *out = (lw_recorded_block){
        .piece = piece, .first_pair = record->pairs.count, .pair_end = record->pairs.count};
    memcpy(out->times, times, sizeof out->times);
    return out;
}

static void add_pair(lw_lanes_record *record, lw_recorded_block *of, const lw_recorded_pair *pair)
{
    if (!LW_ARRAY_GROW(&record->pairs)) {
        record->out_of_memory = true;
        return;
    }
    record->pairs.items[record->pairs.count++] = *pair;
    of->pair_end = record->pairs.count;
}

static lw_pair_id id_of(const lw_block *block, uint32_t pair)
{
    return lw_pair_id_of(block->pairs[pair].a, block->pairs[pair].b);
}

/* Records the directions of a pair that the block has noted. */
static void add_directions(lw_lanes_record *record, const lw_noted_pair *noted, lw_recorded_pair *pair)
{
    const lw_block_notes *notes = &record->notes;
    pair->by_hulls = noted->by_hulls;
    pair->first_direction = pair->direction_end = record->directions.count;
    for (size_t i = 0; i < notes->direction_count && noted->by_hulls; i++) {
        const lw_noted_direction *own = &notes->directions[i];
        if (own->pair != noted->pair || !(own->intervals & noted->by_hulls))
            continue;
        if (!LW_ARRAY_GROW(&record->directions)) {
            record->out_of_memory = true;
            return;
        }
        lw_recorded_direction *out = &record->directions.items[record->directions.count++];
        *out = (lw_recorded_direction){.hulls = {own->hulls[0], own->hulls[1]},
                                       .intervals = own->intervals & noted->by_hulls};
        memcpy(out->normal, own->normal, sizeof out->normal);
    }
    pair->direction_end = record->directions.count;
}

/* Records the directions that separate slices of a pair. */
static void add_slices(lw_lanes_record *record, const lw_noted_pair *noted, lw_recorded_pair *pair)
{
    const lw_block_notes *notes = &record->notes;
    pair->by_slices = noted->by_slices;
    pair->first_slices = pair->slices_end = record->slices.count;
    for (size_t i = 0; i < notes->slices_count && noted->by_slices; i++) {
        const lw_noted_slices *own = &notes->slices[i];
        if (own->pair != noted->pair)
            continue;
        if (!LW_ARRAY_GROW(&record->slices)) {
            record->out_of_memory = true;
            return;
        }
        lw_recorded_slices *out = &record->slices.items[record->slices.count++];
        memcpy(out->apart, own->apart, sizeof out->apart);
        memcpy(out->normal, own->normal, sizeof out->normal);
    }
    pair->slices_end = record->slices.count;
}

/* Whether the notes of the block, which has ended, say what it proves. */
static bool are_known(lw_block *block, const lw_lanes_record *record)
{
    block->notes = NULL;
    return !record->notes.overflowed && !block->overflowed && !block->crowd;
}

void lw_lanes_record_first(lw_block *block, lw_lanes_record *record, size_t piece,
                           const double times[LW_LANES])
{
    if (!record || !are_known(block, record))
        return;
    lw_recorded_block *out = add_block(record, piece, times);
    if (!out)
        return;
    for (size_t i = 0; i < block->rest_count; i++)
        if (block->rest[i].pair == LW_NO_LANE_PAIR)
            add_pair(record, out,
                     &(lw_recorded_pair){.pair = lw_block_pair(block, &block->rest[i]),
                                         .intervals = block->rest[i].intervals});
    for (size_t i = 0; i < record->notes.pair_count; i++) {
        const lw_noted_pair *noted = &record->notes.pairs[i];
        lw_recorded_pair pair = {.pair = id_of(block, noted->pair), .intervals = noted->open};
        add_directions(record, noted, &pair);
        add_slices(record, noted, &pair);
        add_pair(record, out, &pair);
    }
}

/* Whether a pair is of a body and an obstacle of many elements, a cloud, an octree, a height field or a
 * depth image. Claims of blocks are about one shape around each obstacle, but a block tests the
 * elements: their pairs are left to other claims, as those of first blocks are
 * (lw_lanes_around_is_boxed). */
static bool is_of_many(const lw_block *block, const lw_block_rest *rest)
{
    if (rest->pair != LW_NO_LANE_PAIR || lw_rest_is_crowd(rest))
        return false;
    const lw_lane_obstacle *o = &block->obstacles[rest->obstacle];
    return o->points || o->voxels || o->raster;
}

/* Sets what a finer block proves of a pair. */
static void set_proven(const lw_block *block, lw_lanes_record *record, const lw_block_rest *todo,
                       lw_recorded_pair *pair)
{
    pair->pair = lw_block_pair(block, todo);
    pair->intervals = LW_ALL_INTERVALS;
    if (is_of_many(block, todo)) {
        pair->intervals = 0;
        return;
    }
    if (todo->pair == LW_NO_LANE_PAIR) {
        for (size_t i = 0; i < block->rest_count; i++)
            if (lw_rest_is_same(todo, &block->rest[i]))
                pair->intervals &= ~block->rest[i].intervals;
        return;
    }
    for (size_t i = 0; i < record->notes.pair_count; i++)
        if (record->notes.pairs[i].pair == todo->pair) {
            pair->intervals &= ~record->notes.pairs[i].open;
            add_directions(record, &record->notes.pairs[i], pair);
            add_slices(record, &record->notes.pairs[i], pair);
        }
}

void lw_lanes_record_finer(lw_block *block, lw_lanes_record *record, size_t piece,
                           const double times[LW_LANES], const lw_block_rest *todo, size_t count)
{
    if (!record || !are_known(block, record))
        return;
    lw_recorded_block *out = add_block(record, piece, times);
    if (!out)
        return;
    out->is_finer = true;
    for (size_t i = 0; i < count; i++) {
        lw_recorded_pair pair = {0};
        set_proven(block, record, &todo[i], &pair);
        if (pair.intervals || pair.by_hulls || pair.by_slices)
            add_pair(record, out, &pair);
    }
    if (out->pair_end == out->first_pair)
        record->blocks.count--;
}
