/* The steps of a page's motion: what its robots do when. Of a job of a cell these are the trajectories
 * that they follow. */
#include "base/error.h"
#include "cell/job.h"
#include "page/page.h"

static void put_step(lw_buffer *index, const lw_page_step *step, bool first)
{
    lw_buffer_text(index, first ? "\n{\"robot\":" : ",\n{\"robot\":");
    lw_buffer_whole(index, (int64_t)step->robot);
    lw_buffer_text(index, ",\"name\":");
    lw_buffer_string(index, step->name);
    lw_buffer_text(index, ",\"from\":");
    lw_buffer_rounded(index, step->from);
    lw_buffer_text(index, ",\"to\":");
    lw_buffer_rounded(index, step->to);
    lw_buffer_text(index, step->way ? ",\"way\":true}" : "}");
}

static void put_sequence(lw_buffer *index, const lw_cell *cell, const lw_sequence *sequence, bool first)
{
    double time = 0;
    for (size_t i = 0; i < sequence->count; i++) {
        const lw_trajectory *next = cell->trajectories.items[sequence->trajectories[i]];
        const lw_page_step step = {sequence->robot, next->name, time, time + next->duration, false};
        put_step(index, &step, first && !i);
        time = step.to;
    }
}

/* The steps that the caller has named. */
static lw_status put_named(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    const size_t robots = lw_scene_robot_count(page->scene);
    if (!shown->step_count)
        return LW_OK;
    if (!shown->steps)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are %zu steps, and no array of them",
                       shown->step_count);
    lw_buffer_text(&page->index, ",\"steps\":[");
    for (size_t i = 0; i < shown->step_count; i++) {
        const lw_page_step *step = &shown->steps[i];
        if (step->robot >= robots || !step->name || !(step->from <= step->to))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "step %zu of a page's motion is of robot %zu, from %g to %g s: it needs a "
                           "robot of the scene, a name, and times in order",
                           i, step->robot, step->from, step->to);
        put_step(&page->index, step, !i);
    }
    lw_buffer_text(&page->index, "]");
    return LW_OK;
}

lw_status lw_page_put_steps(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    bool first = true;
    double end;
    if (!shown->cell)
        return put_named(page, shown, error);
    lw_status status = lw_job_check(shown->cell, shown->sequences, shown->sequence_count, &end, error);
    if (status)
        return status;
    lw_buffer_text(&page->index, ",\"steps\":[");
    for (size_t i = 0; i < shown->sequence_count; i++) {
        put_sequence(&page->index, shown->cell, &shown->sequences[i], first);
        first = first && !shown->sequences[i].count;
    }
    lw_buffer_text(&page->index, "]");
    return LW_OK;
}
