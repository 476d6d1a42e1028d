/* Cuts a motion. Tracks stay whole, since the polynomials of a piece hold on each part of it. The part
 * before the cut is taken out of the list of pieces, and of the stages, which are parts of that list.
 */
#include "motion/cut.h"

#include "base/error.h"
#include "motion/notice.h"
#include "motion/stages.h"

#include <string.h>

/* Cuts a stage of a motion whose first `dropped` pieces are left out. The stage points into the
 * motion's list of pieces, which must still be as it was. */
static void cut_stage(lw_motion *stage, const lw_motion *motion, size_t dropped, double time)
{
    const size_t old = (size_t)(stage->pieces.items - motion->pieces.items);
    const size_t begin = old > dropped ? old - dropped : 0;
    stage->pieces.count -= old > dropped ? 0 : dropped - old;
    stage->pieces.items = motion->pieces.items + begin;
    stage->piece_of_track.items = motion->piece_of_track.items + begin * motion->tracks.count;
    stage->begin = greater(stage->begin, time);
}

static void cut_stages(lw_motion *motion, size_t dropped, double time)
{
    lw_stages *stages = motion->stages;
    const size_t first = lw_motion_stage_at(motion, time);
    stages->count -= first;
    stages->past += first;
    stages->items += first;
    for (size_t i = 0; i < stages->count; i++) {
        cut_stage(&stages->items[i], motion, dropped, time);
        stages->items[i].stage = i;
    }
}

void lw_motion_drop_before(lw_motion *motion, double time)
{
    const size_t tracks = motion->tracks.count;
    const size_t dropped = lw_motion_piece_at(motion, time);
    if (motion->stages)
        cut_stages(motion, dropped, time);
    motion->pieces.count -= dropped;
    memmove(motion->pieces.items, motion->pieces.items + dropped,
            motion->pieces.count * sizeof *motion->pieces.items);
    if (tracks)
        memmove(motion->piece_of_track.items, motion->piece_of_track.items + dropped * tracks,
                motion->pieces.count * tracks * sizeof *motion->piece_of_track.items);
    motion->pieces.items[0].begin = motion->begin = time;
    motion->is_segment = false;
}

lw_status lw_motion_cut(lw_motion *motion, double time, lw_error *error)
{
    if (!motion || !isfinite(time))
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s",
                       motion ? "a motion is cut at a time that is finite" : "no motion was given");
    if (time > motion->end) {
        lw_status status = lw_motion_give_notice(
            motion, LW_ERROR_NOTICE, NULL, error,
            "the motion ends at %.9g, before %.9g: it is judged where it stands at its end",
            motion->end, time);
        if (status)
            return status;
        time = motion->end;
    }
    if (time > motion->begin)
        lw_motion_drop_before(motion, time);
    return LW_OK;
}
