/* The intervals in which two robots of a cell come near each other, sampled over a page's motions. */
#include <stdlib.h>

#include "base/error.h"
#include "check/checker/measure.h"
#include "math/vec.h"
#include "page/page.h"

/* at how many times a motion is sampled */
enum { SAMPLES = 200 };

/* Two robots, and their current meeting: when it began, the smallest distance, and the time of the
 * smallest distance. */
typedef struct robot_pair {
    size_t robots[2];
    bool is_near;
    double from, distance, at;
} robot_pair;

typedef struct meeting_search {
    lw_page *page;
    const lw_motion *motion;
    robot_pair *pairs; /* robots a < b at index a * robots + b */
    double *distances; /* of each two robots at the current time, at the same index */
    size_t robots;
    double last; /* the time before */
    size_t count;
} meeting_search;

static void put_meeting(meeting_search *work, const robot_pair *pair, double to)
{
    lw_buffer *out = &work->page->index;
    lw_buffer_text(out, work->count++ ? ",\n{\"robots\":[" : "\n{\"robots\":[");
    lw_buffer_whole(out, (int64_t)pair->robots[0]);
    lw_buffer_text(out, ",");
    lw_buffer_whole(out, (int64_t)pair->robots[1]);
    lw_buffer_text(out, "],\"from\":");
    lw_buffer_rounded(out, pair->from);
    lw_buffer_text(out, ",\"to\":");
    lw_buffer_rounded(out, to);
    lw_buffer_text(out, ",\"distance\":");
    lw_buffer_rounded(out, pair->distance);
    lw_buffer_text(out, ",\"at\":");
    lw_buffer_rounded(out, pair->at);
    lw_buffer_text(out, "}");
}

/* Measures the smallest distance of each two robots at a time of a stage, where it may be below the
 * page's `near`. again: the stage was measured before. */
static lw_status measure(meeting_search *work, const lw_sampler *with, const lw_motion *stage,
                         double time, bool again, lw_error *error)
{
    lw_status status = lw_sampler_pose(with, stage, time, again, error);
    for (size_t i = 0; i < work->robots * work->robots; i++)
        work->distances[i] = HUGE_VAL;
    for (size_t i = 0; i < lw_scene_pair_count(with->scene) && !status; i++) {
        const lw_pair_info *pair = &with->pairs[i];
        const lw_body_info *a = &with->bodies[pair->bodies[0]];
        const lw_body_info *b = &with->bodies[pair->bodies[1]];
        if (pair->self || a->robot < 0 || b->robot < 0)
            continue;
        const size_t low = (size_t)(a->robot < b->robot ? a->robot : b->robot);
        const size_t high = (size_t)(a->robot < b->robot ? b->robot : a->robot);
        double *nearest = &work->distances[low * work->robots + high];
        double apart;
        if (lw_sampler_gap(with, i) >= lesser(*nearest, work->page->options.near))
            continue;
        status = lw_pair_apart(with->checker, stage, time, i, &apart, error);
        if (!status)
            *nearest = lesser(*nearest, apart);
    }
    return status;
}

/* Updates the meetings by the distances at a time: begins them, ends them, keeps the smallest
 * distance. */
static void note(meeting_search *work, double time)
{
    for (size_t i = 0; i < work->robots * work->robots; i++) {
        robot_pair *pair = &work->pairs[i];
        const double distance = work->distances[i];
        const bool is_near = distance < work->page->options.near;
        if (!is_near && pair->is_near)
            put_meeting(work, pair, work->last);
        if (is_near && (!pair->is_near || distance < pair->distance)) {
            pair->from = pair->is_near ? pair->from : time;
            pair->distance = distance;
            pair->at = time;
        }
        pair->is_near = is_near;
    }
    work->last = time;
}

static lw_status search_stage(meeting_search *work, const lw_sampler *with, const lw_motion *stage,
                              lw_error *error)
{
    double begin;
    double end;
    double whole_begin;
    double whole_end;
    lw_motion_interval(stage, &begin, &end);
    lw_motion_interval(work->motion, &whole_begin, &whole_end);
    const double step = (whole_end - whole_begin) / SAMPLES;
    const size_t count = step > 0 ? (size_t)ceil((end - begin) / step) : 0;
    lw_status status = LW_OK;
    for (size_t i = 0; i <= count && !status; i++) {
        const double time =
            count ? lesser(end, begin + (end - begin) * (double)i / (double)count) : begin;
        status = measure(work, with, stage, time, i > 0, error);
        if (!status)
            note(work, time);
    }
    return status;
}

static lw_status search_motion(meeting_search *work, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_motion_stage_count(work->motion) && !status; i++) {
        const lw_motion *stage = lw_motion_stage(work->motion, i);
        const lw_scene *scene = lw_motion_scene(stage);
        lw_sampler own = {0};
        if (scene != work->page->scene)
            status = lw_sampler_open(scene, &own, error);
        if (!status)
            status = search_stage(work, scene == work->page->scene ? &work->page->sampler : &own, stage,
                                  error);
        lw_sampler_close(&own);
    }
    for (size_t i = 0; i < work->robots * work->robots && !status; i++)
        if (work->pairs[i].is_near)
            put_meeting(work, &work->pairs[i], work->last);
    return status;
}

lw_status lw_page_put_meetings(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    const size_t robots = lw_scene_robot_count(page->scene);
    meeting_search work = {.page = page, .motion = shown->motion, .robots = robots};
    if (!(page->options.near > 0) || robots < 2)
        return LW_OK;
    work.pairs = calloc(robots * robots, sizeof *work.pairs);
    work.distances = calloc(robots * robots, sizeof *work.distances);
    lw_status status = work.pairs && work.distances ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < robots * robots && !status; i++)
        work.pairs[i] = (robot_pair){.robots = {i / robots, i % robots}};
    lw_buffer_text(&page->index, ",\"meetings\":[");
    if (!status)
        status = search_motion(&work, error);
    lw_buffer_text(&page->index, "]");
    free(work.pairs);
    free(work.distances);
    return status;
}
