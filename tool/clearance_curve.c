/* The smallest distances along a motion, sampled. At each time the pairs are queried in turn, beginning
 * with the nearest pair of the last time; pairs whose bounding spheres are farther apart than the
 * nearest pair so far are left out. */
#include "clearance_curve.h"

#include "fail.h"

#include <math.h>
#include <stdlib.h>

typedef struct sampling {
    const lw_scene *scene;
    const lw_motion *motion;
    lw_checker *checker;
    lw_pair_info *pairs;
    lw_body_info *bodies;
    lw_vec3 *centers; /* of the bodies' spheres, in the world */
    lw_clearance_curve *curve;
} sampling;

static lw_status take_memory(const lw_scene *scene, size_t count, sampling *work, lw_error *error)
{
    lw_clearance_curve *curve = work->curve;
    bool good = (curve->times = calloc(count, sizeof *curve->times)) != NULL;
    for (int c = 0; c < LW_CURVE_COUNT; c++) {
        curve->distances[c] = calloc(count, sizeof *curve->distances[c]);
        curve->pairs[c] = calloc(count, sizeof *curve->pairs[c]);
        good = good && curve->distances[c] && curve->pairs[c];
    }
    work->pairs = calloc(lw_scene_pair_count(scene) + 1, sizeof *work->pairs);
    work->bodies = calloc(lw_scene_body_count(scene) + 1, sizeof *work->bodies);
    work->centers = calloc(lw_scene_body_count(scene) + 1, sizeof *work->centers);
    return good && work->pairs && work->bodies && work->centers ? LW_OK : lw_fail_memory(error);
}

static lw_status list_pairs(sampling *work, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_scene_body_count(work->scene) && !status; i++) {
        work->bodies[i] = lw_default_body_info();
        status = lw_scene_body_info(work->scene, i, &work->bodies[i], error);
    }
    for (size_t i = 0; i < lw_scene_pair_count(work->scene) && !status; i++) {
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
        status = lw_motion_pose(work->motion, i, time, &at, error);
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
    lw_status status = lw_pair_distance(work->checker, work->motion, work->curve->times[sample], index,
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

static lw_status sample_time(sampling *work, size_t sample, lw_error *error)
{
    lw_clearance_curve *curve = work->curve;
    size_t count = lw_scene_pair_count(work->scene);
    lw_status status = find_centers(work, curve->times[sample], error);
    for (int c = 0; c < LW_CURVE_COUNT && !status; c++) {
        curve->distances[c][sample] = HUGE_VAL;
        if (sample && isfinite(curve->distances[c][sample - 1]))
            status = query_pair(work, sample, curve->pairs[c][sample - 1], error);
    }
    for (size_t i = 0; i < count && !status; i++)
        if (may_be_nearest(work, sample, i))
            status = query_pair(work, sample, i, error);
    return status;
}

lw_status lw_clearance_curve_sample(const lw_scene *scene, const lw_motion *motion, size_t samples,
                                    lw_clearance_curve *out, lw_error *error)
{
    double begin;
    double end;
    *out = (lw_clearance_curve){0};
    lw_motion_interval(motion, &begin, &end);
    if (!(end > begin) || samples < 2)
        samples = 1;
    sampling work = {.scene = scene, .motion = motion, .curve = out};
    lw_status status = take_memory(scene, samples, &work, error);
    if (!status)
        status = list_pairs(&work, error);
    if (!status)
        status = lw_checker_create(scene, &work.checker, error);
    for (size_t i = 0; i < samples && !status; i++) {
        double share = samples > 1 ? (double)i / (double)(samples - 1) : 0;
        out->times[i] = i + 1 == samples && i ? end : begin + share * (end - begin);
        status = sample_time(&work, i, error);
        out->count = i + 1;
    }
    lw_checker_destroy(work.checker);
    free(work.pairs);
    free(work.bodies);
    free(work.centers);
    return status;
}

void lw_clearance_curve_free(lw_clearance_curve *curve)
{
    free(curve->times);
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
