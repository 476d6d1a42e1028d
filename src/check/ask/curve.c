/* The smallest distances at sampled times of a motion, stage by stage. At each time the pairs are
 * queried in turn, beginning with the nearest pair of the last time; pairs whose bounding spheres are
 * farther apart than the nearest pair so far are left out. */
#include "check/ask/curve.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/sized.h"
#include "math/vec.h"
#include "motion/between.h"
#include "motion/tolerance.h"

/* ---- the memory -------------------------------------------------------------------------------- */

lw_status lw_sampler_open(const lw_scene *scene, lw_sampler *out, lw_error *error)
{
    const size_t pairs = lw_scene_pair_count(scene);
    const size_t bodies = lw_scene_body_count(scene);
    *out = (lw_sampler){.scene = scene,
                        .pairs = calloc(pairs + 1, sizeof *out->pairs),
                        .bodies = calloc(bodies + 1, sizeof *out->bodies),
                        .centers = calloc(bodies + 1, sizeof *out->centers),
                        .fixed = calloc(pairs + 1, sizeof *out->fixed),
                        .curves = LW_CURVE_COUNT};
    if (!out->pairs || !out->bodies || !out->centers || !out->fixed)
        return lw_fail_memory(error);
    lw_status status = lw_checker_create(scene, &out->checker, error);
    for (size_t i = 0; i < bodies && !status; i++) {
        out->bodies[i] = lw_default_body_info();
        status = lw_scene_body_info(scene, i, &out->bodies[i], error);
    }
    for (size_t i = 0; i < pairs && !status; i++) {
        out->pairs[i] = lw_default_pair_info();
        status = lw_scene_pair_info(scene, i, &out->pairs[i], error);
    }
    return status;
}

void lw_sampler_close(lw_sampler *sampler)
{
    lw_checker_destroy(sampler->checker);
    free(sampler->pairs);
    free(sampler->bodies);
    free(sampler->centers);
    free(sampler->fixed);
    *sampler = (lw_sampler){0};
}

lw_status lw_sampler_pose(const lw_sampler *sampler, const lw_motion *stage, double time, bool again,
                          lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_scene_body_count(sampler->scene) && !status; i++) {
        lw_pose at;
        if (again && !sampler->bodies[i].moves)
            continue;
        status = lw_motion_pose(stage, i, time, &at, error);
        if (!status)
            sampler->centers[i] = lw_pose_point(at, sampler->bodies[i].center);
    }
    return status;
}

double lw_sampler_gap(const lw_sampler *sampler, size_t pair)
{
    const lw_pair_info *info = &sampler->pairs[pair];
    const size_t a = info->bodies[0];
    const size_t b = info->bodies[1];
    return norm(sub(sampler->centers[a], sampler->centers[b])) - sampler->bodies[a].radius -
           sampler->bodies[b].radius - info->padding;
}

void lw_curve_free(lw_curve *curve)
{
    if (!curve)
        return;
    free(curve->times);
    free(curve->stages);
    for (int c = 0; c < LW_CURVE_COUNT; c++) {
        free(curve->distances[c]);
        free(curve->pairs[c]);
        free(curve->points[c]);
        curve->distances[c] = NULL;
        curve->pairs[c] = NULL;
        curve->points[c] = NULL;
    }
    curve->times = NULL;
    curve->stages = NULL;
    curve->count = 0;
}

static lw_status take_curve(size_t count, lw_curve *curve, lw_error *error)
{
    curve->times = calloc(count, sizeof *curve->times);
    curve->stages = calloc(count, sizeof *curve->stages);
    bool good = curve->times && curve->stages;
    for (int c = 0; c < LW_CURVE_COUNT; c++) {
        curve->distances[c] = calloc(count, sizeof *curve->distances[c]);
        curve->pairs[c] = calloc(count, sizeof *curve->pairs[c]);
        curve->points[c] = calloc(count, sizeof *curve->points[c]);
        good = good && curve->distances[c] && curve->pairs[c] && curve->points[c];
    }
    return good ? LW_OK : lw_fail_memory(error);
}

/* ---- a time ------------------------------------------------------------------------------------ */

/* the sampling of a stage */
typedef struct sampling {
    lw_sampler *with;
    const lw_motion *stage;
    size_t first; /* its first sample */
    lw_curve *curve;
} sampling;

/* queries a pair, and keeps its distance if it is the smallest so far */
static lw_status query_pair(const sampling *work, size_t sample, size_t index, lw_error *error)
{
    lw_curve *curve = work->curve;
    lw_distance distance;
    int which = work->with->pairs[index].self ? LW_CURVE_SELF : LW_CURVE_OTHERS;
    lw_status status = lw_pair_distance(work->with->checker, work->stage, curve->times[sample], index,
                                        &distance, error);
    double apart = greater(distance.upper, 0);
    if (!status && apart < curve->distances[which][sample]) {
        curve->distances[which][sample] = apart;
        curve->pairs[which][sample] = index;
        curve->points[which][sample][0] = distance.points[0];
        curve->points[which][sample][1] = distance.points[1];
    }
    return status;
}

static bool may_be_nearest(const sampling *work, size_t sample, size_t index)
{
    int which = work->with->pairs[index].self ? LW_CURVE_SELF : LW_CURVE_OTHERS;
    return which < work->with->curves && (!work->with->fixed[index] || work->with->fixed_pairs) &&
           lw_sampler_gap(work->with, index) < work->curve->distances[which][sample];
}

/* appends the sample of a time to the curve */
static lw_status sample_time(sampling *work, double time, size_t stage, lw_error *error)
{
    lw_curve *curve = work->curve;
    const size_t sample = curve->count++;
    const bool again = sample > work->first;
    curve->times[sample] = time;
    curve->stages[sample] = stage;
    lw_status status = lw_sampler_pose(work->with, work->stage, time, again, error);
    for (int c = 0; c < LW_CURVE_COUNT && !status; c++) {
        curve->distances[c][sample] = HUGE_VAL;
        if (again && isfinite(curve->distances[c][sample - 1]))
            status = query_pair(work, sample, curve->pairs[c][sample - 1], error);
    }
    for (size_t i = 0; i < lw_scene_pair_count(work->with->scene) && !status; i++)
        if (may_be_nearest(work, sample, i))
            status = query_pair(work, sample, i, error);
    return status;
}

/* ---- a motion ---------------------------------------------------------------------------------- */

/* the even times of a motion, both ends included */
typedef struct even_times {
    double begin, end;
    size_t count;
    size_t next; /* the first one that is not sampled yet */
} even_times;

static double even_time(const even_times *even)
{
    return even->begin + (double)even->next / (double)(even->count - 1) * (even->end - even->begin);
}

/* Marks the pairs that the motion does not move in the stage. */
static void find_fixed(const sampling *work)
{
    const lw_sampler *with = work->with;
    for (size_t i = 0; i < lw_scene_pair_count(with->scene); i++)
        with->fixed[i] =
            !lw_motion_moves_between(work->stage, with->pairs[i].bodies[0], with->pairs[i].bodies[1]);
}

/* samples the two ends of a stage and the even times between */
static lw_status sample_stage(sampling *work, size_t stage, even_times *even, lw_error *error)
{
    double begin;
    double end;
    lw_motion_interval(work->stage, &begin, &end);
    work->first = work->curve->count;
    find_fixed(work);
    lw_status status = sample_time(work, begin, stage, error);
    for (; even->next + 1 < even->count && even_time(even) < end && !status; even->next++)
        if (even_time(even) > begin)
            status = sample_time(work, even_time(even), stage, error);
    return status || !(end > begin) ? status : sample_time(work, end, stage, error);
}

/* A stage in a scene of its own takes a sampler of its own. */
static lw_status sample_motion(lw_sampler *sampler, const lw_motion *motion, size_t samples,
                               lw_curve *curve, lw_error *error)
{
    even_times even = {.count = samples};
    const size_t stages = lw_motion_stage_count(motion);
    lw_motion_interval(motion, &even.begin, &even.end);
    lw_status status = take_curve(samples + 2 * stages, curve, error);
    for (size_t i = 0; i < stages && !status; i++) {
        lw_sampler own = {0};
        sampling work = {.with = sampler, .stage = lw_motion_stage(motion, i), .curve = curve};
        const lw_scene *scene = lw_motion_scene(work.stage);
        if (scene != sampler->scene) {
            status = lw_sampler_open(scene, &own, error);
            own.curves = sampler->curves;
            own.fixed_pairs = sampler->fixed_pairs;
            work.with = &own;
        }
        if (!status)
            status = sample_stage(&work, i, &even, error);
        lw_sampler_close(&own);
    }
    return status;
}

lw_status lw_sampler_curve(lw_sampler *sampler, const lw_motion *motion, size_t samples, lw_curve *out,
                           lw_error *error)
{
    *out = lw_default_curve();
    lw_status status = sample_motion(sampler, motion, samples, out, error);
    if (status)
        lw_curve_free(out);
    return status;
}

lw_status lw_curve_sample(const lw_motion *motion, size_t samples, lw_curve *out, lw_error *error)
{
    const lw_sized *type = LW_SIZED(curve);
    lw_sampler sampler;
    lw_curve curve;
    if (!motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_curve_sample needs a motion and a curve");
    if (samples < 2)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a curve takes at least 2 samples, not %zu", samples);
    lw_status status = lw_sized_check(type, out, error);
    if (!status)
        status = lw_refuse_doubts(motion->scene->frozen, "curves of distances", error);
    if (status)
        return status;
    const bool fixed_pairs = out->struct_size > offsetof(lw_curve, fixed_pairs) && out->fixed_pairs;
    status = lw_sampler_open(lw_motion_scene(motion), &sampler, error);
    sampler.fixed_pairs = fixed_pairs;
    if (!status)
        status = lw_sampler_curve(&sampler, motion, samples, &curve, error);
    if (!status) {
        curve.fixed_pairs = fixed_pairs;
        lw_sized_write(type, &curve, out);
    }
    lw_sampler_close(&sampler);
    return status;
}
