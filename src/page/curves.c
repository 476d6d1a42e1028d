/* The distance over time for a page's motions: the nearest pair and its points at sampled times, and
 * proven lower bounds on intervals. */
#include <stdlib.h>

#include "base/error.h"
#include "math/pose.h"
#include "motion/motion.h"
#include "page/page.h"

/* ---- sampled ----------------------------------------------------------------------------------- */

/* Rows of a curve for the page: bodies as numbers of the page's scene, points in the bodies' frames. */
typedef struct curve_rows {
    double *times, *distances, *points; /* rows of 6 */
    uint32_t *bodies;                   /* rows of 2 */
    size_t count;
} curve_rows;

static void free_rows(curve_rows *rows)
{
    free(rows->times);
    free(rows->distances);
    free(rows->points);
    free(rows->bodies);
}

static bool take_rows(size_t count, curve_rows *rows)
{
    *rows = (curve_rows){.times = calloc(count + 1, sizeof *rows->times),
                         .distances = calloc(count + 1, sizeof *rows->distances),
                         .points = calloc(6 * count + 1, sizeof *rows->points),
                         .bodies = calloc(2 * count + 1, sizeof *rows->bodies)};
    return rows->times && rows->distances && rows->points && rows->bodies;
}

static lw_status add_row(lw_page *page, const lw_motion *motion, const lw_curve *curve, int which,
                         size_t sample, curve_rows *rows, lw_error *error)
{
    const lw_motion *stage = lw_motion_stage(motion, curve->stages[sample]);
    const size_t row = rows->count++;
    size_t bodies[2];
    lw_status status = LW_OK;
    lw_scene_pair(lw_motion_scene(stage), curve->pairs[which][sample], bodies);
    rows->times[row] = curve->times[sample];
    rows->distances[row] = curve->distances[which][sample];
    for (size_t i = 0; i < 2 && !status; i++) {
        lw_pose at;
        rows->bodies[2 * row + i] = (uint32_t)lw_page_body(page, stage, bodies[i]);
        status = lw_motion_pose(stage, bodies[i], curve->times[sample], &at, error);
        if (!status) {
            const vec3 point = transform_back(lw_pose_in(at), curve->points[which][sample][i]);
            memcpy(rows->points + 6 * row + 3 * i, &point, sizeof point);
        }
    }
    return status ? status
                  : lw_page_name_pair(page, rows->bodies[2 * row], rows->bodies[2 * row + 1], error);
}

/* Writes a curve. Times without a pair are left out; a curve without any times left is not written. */
static lw_status put_curve(lw_page *page, const lw_motion *motion, const lw_curve *curve, int which,
                           lw_error *error)
{
    curve_rows rows;
    lw_status status = take_rows(curve->count, &rows) ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < curve->count && !status; i++)
        if (isfinite(curve->distances[which][i]))
            status = add_row(page, motion, curve, which, i, &rows, error);
    if (!status && rows.count) {
        lw_buffer *index = &page->index;
        lw_buffer_text(index,
                       which == LW_CURVE_SELF ? ",\"self\":{\"times\":" : ",\"curve\":{\"times\":");
        lw_buffer_doubles(index, &page->bytes, rows.times, rows.count, LW_NUMBER_F32);
        lw_buffer_text(index, ",\"distance\":");
        lw_buffer_doubles(index, &page->bytes, rows.distances, rows.count, LW_NUMBER_F32);
        lw_buffer_text(index, ",\"pair\":");
        lw_buffer_wholes(index, &page->bytes, rows.bodies, 2 * rows.count, false);
        lw_buffer_text(index, ",\"points\":");
        lw_buffer_doubles(index, &page->bytes, rows.points, 6 * rows.count, LW_NUMBER_F32);
        lw_buffer_text(index, "}");
    }
    free_rows(&rows);
    return status;
}

lw_status lw_page_put_curves(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    lw_curve curve;
    if (!shown->samples)
        return LW_OK;
    page->sampler.fixed_pairs = shown->options->fixed_pairs;
    page->sampler.curves = shown->self ? LW_CURVE_COUNT : LW_CURVE_SELF;
    lw_status status = lw_sampler_curve(&page->sampler, shown->motion,
                                        shown->samples < 2 ? 2 : shown->samples, &curve, error);
    for (int c = 0; c < page->sampler.curves && !status; c++)
        status = put_curve(page, shown->motion, &curve, c, error);
    if (!status && shown->links)
        status = lw_page_put_links(page, shown->motion, &curve, error);
    lw_curve_free(&curve);
    return status;
}

/* ---- proven ------------------------------------------------------------------------------------ */

/* The state of writing bounds: the current stage and the checker for its scene. */
typedef struct bounding {
    lw_page *page;
    const lw_page_motion *shown;
    lw_checker *checker, *own;
    const lw_motion *stage;
    size_t count; /* number of bounds written so far */
} bounding;

/* Writes a lower bound, rounded down to 1e-9. A bound that reaches the margin and would be rounded to
 * less is written unrounded. */
static void put_lower(lw_buffer *index, double lower, double margin)
{
    const double rounded = greater(0, floor(lower * 1e9 - 1e-3) / 1e9);
    if (rounded < margin && margin <= lower)
        lw_buffer_number(index, lower);
    else
        lw_buffer_rounded(index, rounded);
}

/* Bounds the distance within an interval of one piece, by a check of the interval as a motion of its
 * own. */
static lw_status put_bound(bounding *work, size_t piece, double from, double to, lw_error *error)
{
    lw_motion_piece only = {from, to};
    lw_motion part = *work->stage;
    lw_check_options options = *work->shown->options;
    lw_verdict verdict = lw_default_verdict();
    part.begin = from;
    part.end = to;
    part.length = to - from;
    part.pieces.items = &only;
    part.pieces.count = 1;
    part.piece_of_track.items += piece * part.tracks.count;
    options.clearance = true;
    options.any = true;
    /* these tolerances are less than a pixel of a plot */
    options.clearance_relative = greater(options.clearance_relative, 0.05);
    options.clearance_absolute = greater(options.clearance_absolute, 1e-4);
    if (!lw_method_serves(options.method, LW_SERVICE_CLEARANCE))
        options.method = LW_METHOD_AUTO;
    lw_status status = lw_check(work->checker, &part, &options, &verdict, error);
    const bool known = verdict.kind == LW_VERDICT_FREE && verdict.clearance.pair[0] >= 0;
    if (status || !known || !(verdict.clearance.lower > 0))
        return status;
    lw_buffer *index = &work->page->index;
    lw_buffer_text(index, work->count++ ? ",[" : "[");
    /* times are not rounded: at the end of a stage the distance jumps */
    lw_buffer_number(index, from);
    lw_buffer_text(index, ",");
    lw_buffer_number(index, to);
    lw_buffer_text(index, ",");
    put_lower(index, verdict.clearance.lower, lw_scene_margin(work->stage->scene));
    lw_buffer_text(index, "]");
    return LW_OK;
}

/* Divides the pieces of a stage at equally spaced times of the motion, and bounds each part. */
static lw_status put_stage(bounding *work, double begin, double step, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < work->stage->pieces.count && !status; i++) {
        double from = greater(work->stage->begin, work->stage->pieces.items[i].begin);
        const double end = lesser(work->stage->end, work->stage->pieces.items[i].end);
        while (from < end && !status) {
            double next = begin + (floor((from - begin) / step + 1e-9) + 1) * step;
            const double to = next < end - 1e-9 * step ? next : end;
            status = put_bound(work, i, from, to, error);
            from = to;
        }
    }
    return status;
}

lw_status lw_page_put_bounds(lw_page *page, const lw_page_motion *shown, lw_error *error)
{
    const lw_motion *motion = shown->motion;
    bounding work = {.page = page, .shown = shown};
    lw_status status = LW_OK;
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    if (!shown->bounds || !(end > begin))
        return LW_OK;
    lw_buffer_text(&page->index, ",\"lower\":[");
    for (size_t i = 0; i < lw_motion_stage_count(motion) && !status; i++) {
        work.stage = lw_motion_stage(motion, i);
        const lw_scene *scene = lw_motion_scene(work.stage);
        work.checker = page->sampler.checker;
        if (scene != page->scene)
            status = work.own ? lw_checker_set_scene(work.own, scene, error)
                              : lw_checker_create(scene, &work.own, error);
        if (scene != page->scene)
            work.checker = work.own;
        if (!status)
            status = put_stage(&work, begin, (end - begin) / (double)shown->bounds, error);
    }
    lw_buffer_text(&page->index, "]");
    lw_checker_destroy(work.own);
    return status;
}
