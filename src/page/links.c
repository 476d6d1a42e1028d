/* The distance of each link to everything outside its robot, at the times of a motion's curve: the page
 * colours links by it. */
#include <stdlib.h>

#include "base/error.h"
#include "check/checker/measure.h"
#include "math/vec.h"
#include "page/page.h"

typedef struct link_search {
    lw_page *page;
    uint32_t *bodies;  /* the bodies that move, as numbers of the page's scene */
    int64_t *places;   /* per body of the page's scene: its index in bodies; -1: none */
    size_t count;      /* number of bodies that move */
    int64_t *nearest;  /* per moving body: its nearest pair at the time before; -1: none */
    double *distances; /* per moving body: the smallest distance so far at the current time */
} link_search;

static lw_status begin(link_search *work, lw_error *error)
{
    const lw_sampler *with = &work->page->sampler;
    const size_t count = lw_scene_body_count(with->scene);
    work->bodies = calloc(count + 1, sizeof *work->bodies);
    work->places = calloc(count + 1, sizeof *work->places);
    work->nearest = calloc(count + 1, sizeof *work->nearest);
    if (!work->bodies || !work->places || !work->nearest)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        work->places[i] = with->bodies[i].moves ? (int64_t)work->count : -1;
        if (with->bodies[i].moves)
            work->bodies[work->count++] = (uint32_t)i;
    }
    return LW_OK;
}

/* The indices of a pair's bodies among those that move; -1: the body does not move. */
static void places_of(const link_search *work, const lw_motion *stage, const lw_pair_info *pair,
                      int64_t places[2])
{
    for (int i = 0; i < 2; i++) {
        const int64_t body = lw_page_body(work->page, stage, pair->bodies[i]);
        places[i] = body < 0 ? -1 : work->places[body];
    }
}

/* Queries the distance of a pair, if it may be the nearest pair of one of its bodies. */
static lw_status try_pair(link_search *work, const lw_sampler *with, const lw_motion *stage,
                          double time, size_t index, lw_error *error)
{
    const lw_pair_info *pair = &with->pairs[index];
    int64_t places[2];
    double farthest = -1;
    if (pair->self)
        return LW_OK;
    places_of(work, stage, pair, places);
    for (int i = 0; i < 2; i++)
        if (places[i] >= 0)
            farthest = greater(farthest, work->distances[places[i]]);
    double apart;
    if (lw_sampler_gap(with, index) >= farthest)
        return LW_OK;
    lw_status status = lw_pair_apart(with->checker, stage, time, index, &apart, error);
    for (int i = 0; i < 2 && !status; i++)
        if (places[i] >= 0 && apart < work->distances[places[i]]) {
            work->distances[places[i]] = apart;
            work->nearest[places[i]] = (int64_t)index;
        }
    return status;
}

/* Measures all bodies at a time. The nearest pairs of the time before are queried first, so that most
 * others can be skipped. again: the stage was measured before. */
static lw_status measure(link_search *work, const lw_sampler *with, const lw_motion *stage, double time,
                         bool again, lw_error *error)
{
    lw_status status = lw_sampler_pose(with, stage, time, again, error);
    for (size_t i = 0; i < work->count; i++)
        work->distances[i] = HUGE_VAL;
    for (size_t i = 0; i < work->count && !status; i++)
        if (work->nearest[i] >= 0)
            status = try_pair(work, with, stage, time, (size_t)work->nearest[i], error);
    for (size_t i = 0; i < lw_scene_pair_count(with->scene) && !status; i++)
        status = try_pair(work, with, stage, time, i, error);
    return status;
}

/* Measures at all times of the curve. A stage in a scene of its own needs a sampler of its own. */
static lw_status search(link_search *work, const lw_motion *motion, const lw_curve *curve, double *rows,
                        size_t *row_count, lw_error *error)
{
    lw_sampler own = {0};
    const lw_motion *stage = NULL;
    bool again = false;
    lw_status status = LW_OK;
    for (size_t i = 0; i < curve->count && !status; i++) {
        const lw_motion *next = lw_motion_stage(motion, curve->stages[i]);
        const lw_scene *scene = lw_motion_scene(next);
        if (next != stage) {
            again = false;
            lw_sampler_close(&own);
            if (scene != work->page->scene)
                status = lw_sampler_open(scene, &own, error);
            for (size_t k = 0; k < work->count; k++)
                work->nearest[k] = -1;
        }
        stage = next;
        if (status || !isfinite(curve->distances[LW_CURVE_OTHERS][i]))
            continue;
        work->distances = rows + (*row_count)++ * work->count;
        status = measure(work, own.scene ? &own : &work->page->sampler, stage, curve->times[i], again,
                         error);
        again = true;
    }
    lw_sampler_close(&own);
    return status;
}

lw_status lw_page_put_links(lw_page *page, const lw_motion *motion, const lw_curve *curve,
                            lw_error *error)
{
    link_search work = {.page = page};
    size_t row_count = 0;
    lw_status status = begin(&work, error);
    double *rows = status ? NULL : calloc(curve->count * work.count + 1, sizeof *rows);
    if (!status)
        status = rows ? search(&work, motion, curve, rows, &row_count, error) : lw_fail_memory(error);
    if (!status && row_count && work.count) {
        lw_buffer_text(&page->index, ",\"links\":{\"bodies\":");
        lw_buffer_wholes(&page->index, &page->bytes, work.bodies, work.count, false);
        lw_buffer_text(&page->index, ",\"distance\":");
        lw_buffer_doubles(&page->index, &page->bytes, rows, row_count * work.count, LW_NUMBER_F32);
        lw_buffer_text(&page->index, "}");
    }
    free(rows);
    free(work.bodies);
    free(work.places);
    free(work.nearest);
    return status;
}
