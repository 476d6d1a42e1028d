/* The smallest distances along a motion, sampled, stage by stage. At each time the pairs are queried in
 * turn, beginning with the nearest pair of the last time; pairs whose bounding spheres are farther
 * apart than the nearest pair so far are left out. */
#include "clearance_curve.h"

#include "fail.h"

#include <math.h>
#include <stdlib.h>

/* the sampling of a stage */
typedef struct sampling {
    const lw_scene *scene;
    const lw_motion *stage;
    lw_checker *checker;
    lw_pair_info *pairs;
    lw_body_info *bodies;
    lw_vec3 *centers; /* of the bodies' spheres, in the world */
    size_t first;     /* its first sample */
    lw_clearance_curve *curve;
} sampling;

static lw_status take_curve(size_t count, lw_clearance_curve *curve, lw_error *error)
{
    curve->times = calloc(count, sizeof *curve->times);
    curve->stages = calloc(count, sizeof *curve->stages);
    bool good = curve->times && curve->stages;
    for (int c = 0; c < LW_CURVE_COUNT; c++) {
        curve->distances[c] = calloc(count, sizeof *curve->distances[c]);
        curve->pairs[c] = calloc(count, sizeof *curve->pairs[c]);
        good = good && curve->distances[c] && curve->pairs[c];
    }
    return good ? LW_OK : lw_fail_memory(error);
}

static lw_status list_pairs(sampling *work, lw_error *error)
{
    const size_t pairs = lw_scene_pair_count(work->scene);
    const size_t bodies = lw_scene_body_count(work->scene);
    lw_status status = LW_OK;
    work->pairs = calloc(pairs + 1, sizeof *work->pairs);
    work->bodies = calloc(bodies + 1, sizeof *work->bodies);
    work->centers = calloc(bodies + 1, sizeof *work->centers);
    if (!work->pairs || !work->bodies || !work->centers)
        return lw_fail_memory(error);
    for (size_t i = 0; i < bodies && !status; i++) {
        work->bodies[i] = lw_default_body_info();
        status = lw_scene_body_info(work->scene, i, &work->bodies[i], error);
    }
    for (size_t i = 0; i < pairs && !status; i++) {
        work->pairs[i] = lw_default_pair_info();
        status = lw_scene_pair_info(work->scene, i, &work->pairs[i], error);
    }
    return status;
}

static lw_status find_centers(sampling *work, double time, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_scene_body_count(work->scene) && !status; i++) {
        lw_pose at;
        status = lw_motion_pose(work->stage, i, time, &at, error);
        if (!status)
            work->centers[i] = lw_pose_point(at, work->bodies[i].center);
    }
    return status;
}

/* keeps the pair's distance where it is the smallest so far */
static lw_status query_pair(sampling *work, size_t sample, size_t index, lw_error *error)
{
    lw_distance distance;
    int which = work->pairs[index].self ? LW_CURVE_SELF : LW_CURVE_OTHERS;
    lw_status status = lw_pair_distance(work->checker, work->stage, work->curve->times[sample], index,
                                        &distance, error);
    if (!status && distance.upper < work->curve->distances[which][sample]) {
        work->curve->distances[which][sample] = distance.upper;
        work->curve->pairs[which][sample] = index;
    }
    return status;
}

static bool may_be_nearest(const sampling *work, size_t sample, size_t index)
{
    const lw_pair_info *pair = &work->pairs[index];
    const lw_vec3 a = work->centers[pair->bodies[0]];
    const lw_vec3 b = work->centers[pair->bodies[1]];
    double between =
        sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
    double least = between - work->bodies[pair->bodies[0]].radius -
                   work->bodies[pair->bodies[1]].radius - pair->padding;
    return least < work->curve->distances[pair->self ? LW_CURVE_SELF : LW_CURVE_OTHERS][sample];
}

/* samples a time after those of the curve */
static lw_status sample_time(sampling *work, double time, size_t stage, lw_error *error)
{
    lw_clearance_curve *curve = work->curve;
    const size_t sample = curve->count++;
    curve->times[sample] = time;
    curve->stages[sample] = stage;
    lw_status status = find_centers(work, time, error);
    for (int c = 0; c < LW_CURVE_COUNT && !status; c++) {
        curve->distances[c][sample] = HUGE_VAL;
        if (sample > work->first && isfinite(curve->distances[c][sample - 1]))
            status = query_pair(work, sample, curve->pairs[c][sample - 1], error);
    }
    for (size_t i = 0; i < lw_scene_pair_count(work->scene) && !status; i++)
        if (may_be_nearest(work, sample, i))
            status = query_pair(work, sample, i, error);
    return status;
}

/* the even times of a motion, both ends included */
typedef struct even_times {
    double begin, end;
    size_t count;
    size_t next; /* the first one that no stage has had */
} even_times;

static double even_time(const even_times *even)
{
    return even->begin + (double)even->next / (double)(even->count - 1) * (even->end - even->begin);
}

/* samples the two ends of a stage and the even times between */
static lw_status sample_stage(sampling *work, size_t stage, even_times *even, lw_error *error)
{
    double begin;
    double end;
    lw_motion_interval(work->stage, &begin, &end);
    work->first = work->curve->count;
    lw_status status = list_pairs(work, error);
    if (!status)
        status = lw_checker_create(work->scene, &work->checker, error);
    if (!status)
        status = sample_time(work, begin, stage, error);
    for (; even->next + 1 < even->count && even_time(even) < end && !status; even->next++)
        if (even_time(even) > begin)
            status = sample_time(work, even_time(even), stage, error);
    return status || !(end > begin) ? status : sample_time(work, end, stage, error);
}

lw_status lw_clearance_curve_sample(const lw_motion *motion, size_t samples, lw_clearance_curve *out,
                                    lw_error *error)
{
    even_times even = {.count = samples};
    const size_t stages = lw_motion_stage_count(motion);
    *out = (lw_clearance_curve){0};
    lw_motion_interval(motion, &even.begin, &even.end);
    lw_status status = take_curve(samples + 2 * stages, out, error);
    for (size_t i = 0; i < stages && !status; i++) {
        sampling work = {.stage = lw_motion_stage(motion, i), .curve = out};
        work.scene = lw_motion_scene(work.stage);
        status = sample_stage(&work, i, &even, error);
        lw_checker_destroy(work.checker);
        free(work.pairs);
        free(work.bodies);
        free(work.centers);
    }
    return status;
}

void lw_clearance_curve_free(lw_clearance_curve *curve)
{
    free(curve->times);
    free(curve->stages);
    for (int c = 0; c < LW_CURVE_COUNT; c++) {
        free(curve->distances[c]);
        free(curve->pairs[c]);
    }
}

size_t lw_clearance_curve_lowest(const lw_clearance_curve *curve, int which)
{
    size_t lowest = 0;
    for (size_t i = 1; i < curve->count; i++)
        if (curve->distances[which][i] < curve->distances[which][lowest])
            lowest = i;
    return lowest;
}
