/* The memory of a track: arrays that are kept from motion to motion, and copies of them. */
#include "base/array.h"
#include "base/error.h"
#include "motion/track.h"

#include <stdlib.h>
#include <string.h>

/* Points a track's arrays at their places in its memory, which has room for them. */
static void set_arrays(lw_motion_track *track)
{
    lw_track_memory *memory = &track->memory;
    track->times = memory->numbers.items;
    track->coefficients = memory->numbers.items + track->piece_count + 1;
    track->slots = memory->slots.items;
    track->variables = memory->variables.items;
    track->floating = memory->floating.items;
}

lw_status lw_track_take_memory(lw_motion_track *track, lw_error *error)
{
    lw_track_memory *memory = &track->memory;
    size_t pieces = track->piece_count;
    memory->numbers.count = pieces + 1 + pieces * track->column_count * ((size_t)track->degree + 1);
    memory->slots.count = pieces * track->floating_count * LW_FLOATING_SLOTS;
    memory->variables.count = track->column_count;
    memory->floating.count = track->floating_count;
    if (!LW_ARRAY_RESERVE(&memory->numbers, memory->numbers.count) ||
        !LW_ARRAY_RESERVE(&memory->slots, memory->slots.count) ||
        !LW_ARRAY_RESERVE(&memory->variables, memory->variables.count) ||
        !LW_ARRAY_RESERVE(&memory->floating, memory->floating.count))
        return lw_fail_memory(error);
    set_arrays(track);
    return LW_OK;
}

/* Copies an array that may have neither items nor memory. */
static void copy_items(void *to, const void *from, size_t size)
{
    if (size)
        memcpy(to, from, size);
}

lw_status lw_track_copy(const lw_motion_track *from, lw_motion_track *to, lw_error *error)
{
    *to = *from;
    to->memory = (lw_track_memory){.numbers = {.items = NULL}};
    lw_status status = lw_track_take_memory(to, error);
    if (status) {
        lw_track_free(to);
        return status;
    }
    const lw_track_memory *source = &from->memory;
    const lw_track_memory *copy = &to->memory;
    copy_items(copy->numbers.items, source->numbers.items, source->numbers.count * sizeof(double));
    copy_items(copy->slots.items, source->slots.items, source->slots.count * sizeof(pose));
    copy_items(copy->variables.items, source->variables.items,
               source->variables.count * sizeof(int32_t));
    copy_items(copy->floating.items, source->floating.items, source->floating.count * sizeof(size_t));
    return LW_OK;
}

void lw_track_free(lw_motion_track *track)
{
    free(track->memory.numbers.items);
    free(track->memory.slots.items);
    free(track->memory.variables.items);
    free(track->memory.floating.items);
    track->memory = (lw_track_memory){.numbers = {.items = NULL}};
}
