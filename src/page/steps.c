/* The steps of a page's motion that is a job of a cell: the trajectories that robots follow, with their
 * times. */
#include "cell/job.h"
#include "page/page.h"

static void put_steps(lw_buffer *index, const lw_cell *cell, const lw_sequence *sequence, bool first)
{
    double time = 0;
    for (size_t i = 0; i < sequence->count; i++) {
        const lw_trajectory *next = cell->trajectories.items[sequence->trajectories[i]];
        lw_buffer_text(index, first && !i ? "\n{\"robot\":" : ",\n{\"robot\":");
        lw_buffer_whole(index, (int64_t)sequence->robot);
        lw_buffer_text(index, ",\"name\":");
        lw_buffer_string(index, next->name);
        lw_buffer_text(index, ",\"from\":");
        lw_buffer_rounded(index, time);
        time += next->duration;
        lw_buffer_text(index, ",\"to\":");
        lw_buffer_rounded(index, time);
        lw_buffer_text(index, "}");
    }
}

lw_status lw_page_put_steps(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    bool first = true;
    double end;
    if (!shown->cell)
        return LW_OK;
    lw_status status = lw_job_check(shown->cell, shown->sequences, shown->sequence_count, &end, error);
    if (status)
        return status;
    lw_buffer_text(&page->index, ",\"steps\":[");
    for (size_t i = 0; i < shown->sequence_count; i++) {
        put_steps(&page->index, shown->cell, &shown->sequences[i], first);
        first = first && !shown->sequences[i].count;
    }
    lw_buffer_text(&page->index, "]");
    return LW_OK;
}
