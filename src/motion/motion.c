/* A compiled motion: the tracks of several robots on one clock. */
#include "motion/motion.h"

#include "base/sized.h"
#include "math/pose.h"
#include "motion/cut.h"
#include "motion/notice.h"
#include "motion/segment.h"
#include "motion/spline.h"
#include "motion/stages.h"
#include "motion/track.h"
#include "motion/value_notices.h"
#include "scene/names.h"

#include <stdlib.h>
#include <string.h>

static void set_rest(lw_motion *motion)
{
    const lw_frozen *frozen = motion->scene->frozen;
    memset(motion->own_rest, 0, frozen->chains->joint_count * sizeof *motion->own_rest);
    memcpy(motion->rest, frozen->rest, frozen->chains->variable_count * sizeof *motion->rest);
    memcpy(motion->rest_pose, frozen->rest_pose,
           frozen->chains->joint_count * sizeof *motion->rest_pose);
}

/* without tracks, everything stands still over [0, 1] */
static void stand_still(lw_motion *motion)
{
    lw_stages_free(motion);
    lw_motion_clear_notices(motion);
    motion->is_segment = false;
    motion->bounds.count = 0;
    motion->tracks.count = 0;
    motion->pieces.count = 1;
    motion->pieces.items[0] = (lw_motion_piece){0, 1};
    motion->seconds = false;
    motion->begin = 0;
    motion->end = motion->length = 1;
    motion->interpolation = LW_INTERPOLATION_LINEAR;
}

lw_status lw_motion_create(const lw_scene *scene, lw_motion **out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_create needs a place for the motion");
    *out = NULL;
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "motions are of a frozen scene");
    lw_motion *motion = calloc(1, sizeof *motion);
    if (!motion)
        return lw_fail_memory(error);
    motion->scene = scene;
    motion->chains = scene->frozen->chains;
    lw_memory_retain(motion->chains->memory);
    motion->own_rest = calloc(scene->frozen->chains->joint_count + 1, sizeof *motion->own_rest);
    motion->rest = calloc(scene->frozen->chains->variable_count + 1, sizeof *motion->rest);
    motion->rest_pose = calloc(scene->frozen->chains->joint_count + 1, sizeof *motion->rest_pose);
    if (!motion->own_rest || !motion->rest || !motion->rest_pose || !LW_ARRAY_GROW(&motion->pieces) ||
        !LW_ARRAY_GROW(&motion->tracks) || !LW_ARRAY_GROW(&motion->piece_of_track)) {
        lw_motion_destroy(motion);
        return lw_fail_memory(error);
    }
    set_rest(motion);
    stand_still(motion);
    *out = motion;
    return LW_OK;
}

void lw_motion_destroy(lw_motion *motion)
{
    if (!motion)
        return;
    lw_stages_free(motion);
    lw_motion_free_notices(motion);
    for (size_t i = 0; i < motion->tracks.capacity; i++)
        lw_track_free(&motion->tracks.items[i]);
    free(motion->tracks.items);
    free(motion->pieces.items);
    free(motion->piece_of_track.items);
    free(motion->rows.items);
    free(motion->approach.items);
    free(motion->bounds.items);
    free(motion->rest);
    free(motion->rest_pose);
    free(motion->own_rest);
    free(motion->tolerances);
    lw_memory_release(motion->chains->memory);
    free(motion);
}

static lw_status merge(lw_motion *motion, lw_error *error);

/* Makes the stages: the joints decide where objects are attached and released. For a motion that was
 * cut they are made of the whole, which is then cut again. */
static lw_status make_stages(lw_motion *motion, lw_error *error)
{
    const double begin = motion->begin;
    lw_status status = motion->stages && begin > 0 ? merge(motion, error) : LW_OK;
    if (!status)
        status = lw_stages_make(motion, error);
    if (status)
        stand_still(motion);
    else if (motion->begin < begin)
        lw_motion_drop_before(motion, begin);
    return status;
}

lw_status lw_motion_set_scene(lw_motion *motion, const lw_scene *scene, lw_error *error)
{
    if (!motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion was given");
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "motions are of a frozen scene");
    if (scene->frozen->chains != motion->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the scene has other robots than the motion: neither came from the other");
    const lw_frozen *frozen = scene->frozen;
    motion->scene = scene;
    for (size_t i = 0; i < motion->chains->joint_count; i++) {
        const lw_frozen_joint *joint = &motion->chains->joints[i];
        if (motion->own_rest[i] || joint->variable < 0 || joint->mimic >= 0)
            continue;
        motion->rest_pose[i] = frozen->rest_pose[i];
        if (joint->kind != LW_JOINT_FLOATING)
            memcpy(&motion->rest[joint->variable], &frozen->rest[joint->variable],
                   lw_joint_value_count(joint->kind) * sizeof *motion->rest);
    }
    return make_stages(motion, error);
}

/* each joint is in one track only */
static lw_status check_tracks(const lw_motion *motion, lw_error *error)
{
    const lw_frozen *frozen = motion->scene->frozen;
    for (size_t a = 0; a < motion->tracks.count; a++)
        for (size_t b = 0; b <= a; b++) {
            const lw_motion_track *first = &motion->tracks.items[a];
            const lw_motion_track *second = &motion->tracks.items[b];
            for (size_t i = 0; i < first->column_count; i++)
                for (size_t k = 0; k < (a == b ? i : second->column_count); k++)
                    if (first->variables[i] == second->variables[k])
                        return lw_fail(error, LW_ERROR_ARGUMENT,
                                       "a joint of robot \"%s\" is moved twice by one motion",
                                       frozen->chains->names[first->joints.robot]);
        }
    return LW_OK;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

size_t lw_times_sort(double *times, size_t count)
{
    size_t ordered = 1;
    while (ordered < count && times[ordered] >= times[ordered - 1])
        ordered++;
    if (ordered < count)
        qsort(times, count, sizeof *times, compare_times);
    size_t distinct = 1;
    for (size_t i = 1; i < count; i++)
        if (times[i] > times[distinct - 1])
            times[distinct++] = times[i];
    return distinct;
}

static int64_t own_piece(const lw_motion_track *track, double begin, double end)
{
    if (end <= track->times[0])
        return LW_TRACK_BEFORE;
    if (begin >= track->last)
        return LW_TRACK_AFTER;
    /* the track's last piece that begins at or before the piece of the merged grid */
    size_t low = 0;
    size_t high = track->piece_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (track->times[middle] <= begin)
            low = middle;
        else
            high = middle;
    }
    return (int64_t)low;
}

/* merges the grids of the tracks (Feyeux and Landry, section 2) */
static lw_status merge(lw_motion *motion, lw_error *error)
{
    size_t tracks = motion->tracks.count;
    size_t most = 2;
    for (size_t i = 0; i < tracks; i++)
        most += motion->tracks.items[i].piece_count + 1;
    if (!LW_ARRAY_RESERVE(&motion->pieces, most) ||
        !LW_ARRAY_RESERVE(&motion->piece_of_track, most * tracks))
        return lw_fail_memory(error);
    /* the memory of the pieces holds the list of times until the pieces are made */
    double *times = (double *)motion->pieces.items;
    size_t count = 0;
    times[count++] = 0;
    motion->begin = 0;
    motion->end = 0;
    for (size_t i = 0; i < tracks; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        for (size_t k = 0; k <= track->piece_count; k++)
            if (track->times[k] <= track->last)
                times[count++] = track->times[k];
        motion->end = fmax(motion->end, track->last);
    }
    motion->length = motion->end;
    size_t distinct = lw_times_sort(times, count);
    size_t pieces = distinct > 1 ? distinct - 1 : 1;
    for (size_t p = pieces; p-- > 0;) {
        double begin = times[p];
        double end = distinct > 1 ? times[p + 1] : begin;
        motion->pieces.items[p] = (lw_motion_piece){begin, end};
        for (size_t i = 0; i < tracks; i++)
            motion->piece_of_track.items[p * tracks + i] =
                own_piece(&motion->tracks.items[i], begin, end);
    }
    motion->pieces.count = pieces;
    return LW_OK;
}

/* compiles tracks into motion->tracks, which has room for them, and memory from earlier ones */
static lw_status set_tracks(lw_motion *motion, const lw_track *tracks, size_t count, lw_error *error)
{
    const lw_scene *scene = motion->scene;
    const size_t stride = tracks->struct_size;
    for (size_t i = 0; i < count; i++) {
        const lw_track *track = (const lw_track *)(const void *)((const char *)tracks + i * stride);
        lw_track room;
        lw_status status = LW_OK;
        LW_SIZED_TAKE(track, track, &room, status, error);
        if (status)
            return status;
        const lw_joints *joints = track->joints;
        if (!joints && !(joints = lw_scene_joints(scene, NULL, NULL, error)))
            return LW_ERROR_NAME;
        if (joints->chains != scene->frozen->chains)
            return lw_fail(error, LW_ERROR_ARGUMENT, "a track's joints are of another scene");
        status = lw_track_compile(motion, track, joints, &motion->tracks.items[i], error);
        if (status)
            return status;
        motion->tracks.count = i + 1;
        status = lw_payloads_take(motion, &motion->tracks.items[i], track, error);
        if (status)
            return status;
        bool seconds = track->kind != LW_TRACK_PATH;
        if (i && seconds != motion->seconds)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "a motion mixes a path, over t from 0 to 1, with a trajectory in seconds");
        motion->seconds = seconds;
        lw_interpolation interpolation = lw_track_interpolation(track);
        if (interpolation > motion->interpolation)
            motion->interpolation = interpolation;
    }
    return LW_OK;
}

lw_status lw_motion_begin(lw_motion *motion, size_t count, lw_error *error)
{
    stand_still(motion);
    set_rest(motion);
    if (!LW_ARRAY_RESERVE(&motion->tracks, count) || !LW_ARRAY_RESERVE(&motion->piece_of_track, count))
        return lw_fail_memory(error);
    return LW_OK;
}

lw_status lw_motion_end(lw_motion *motion, lw_status status, lw_error *error)
{
    if (!status)
        status = check_tracks(motion, error);
    if (!status)
        status = merge(motion, error);
    if (!status)
        return make_stages(motion, error);
    stand_still(motion);
    return status;
}

/* Whether a track is a segment whose joints are given. */
static bool is_segment(const lw_track *track)
{
    return track->struct_size == sizeof *track && track->kind == LW_TRACK_PATH &&
           track->point_count == 2 && track->positions && track->joints && !track->payload_count;
}

lw_status lw_motion_set(lw_motion *motion, const lw_track *tracks, size_t count, lw_error *error)
{
    if (!motion || (count && !tracks))
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion or no tracks were given");
    bool segment = count == 1 && is_segment(tracks);
    if (segment &&
        lw_segment_set_ends(motion, tracks->joints, tracks->positions,
                            tracks->positions + tracks->joints->value_count, tracks->no_wrap))
        return LW_OK;
    lw_status status = lw_motion_begin(motion, count, error);
    if (status || !count)
        return status;
    status = lw_motion_end(motion, set_tracks(motion, tracks, count, error), error);
    motion->is_segment = !status && segment && !motion->tracks.items[0].floating_count;
    return status;
}

lw_status lw_motion_set_parts(lw_motion *motion, const lw_track *tracks, size_t track_count,
                              const lw_spline *splines, size_t spline_count, lw_error *error)
{
    if (!spline_count)
        return lw_motion_set(motion, tracks, track_count, error);
    lw_status status = lw_motion_begin(motion, track_count + spline_count, error);
    if (status)
        return status;
    if (track_count)
        status = set_tracks(motion, tracks, track_count, error);
    if (!status && track_count && !motion->seconds)
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "a motion mixes a path, over t from 0 to 1, with a spline in seconds");
    if (!status)
        status = lw_splines_add(motion, splines, spline_count, error);
    return lw_motion_end(motion, status, error);
}

lw_status lw_motion_set_joint(lw_motion *motion, const char *robot, const char *joint,
                              const double *values, size_t count, lw_error *error)
{
    if (!motion || !joint || !values)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion, no joint or no values were given");
    const lw_frozen *frozen = motion->scene->frozen;
    motion->is_segment = false;
    int64_t index;
    lw_status status = lw_chains_named_joint(frozen->chains, robot, joint, &index, error);
    if (status)
        return status;
    if (index < 0)
        return lw_fail(error, LW_ERROR_NAME, "there is no joint \"%s\" to set%s", joint,
                       lw_hint_joint(&motion->scene->model,
                                     robot ? lw_model_find_robot(&motion->scene->model, robot) : -1,
                                     joint)
                           .text);
    const lw_frozen_joint *found = &frozen->chains->joints[index];
    if (found->elementary < 0 || found->mimic >= 0)
        return LW_OK; /* values for fixed joints are ignored, and mimic joints follow */
    if (count != lw_joint_value_count(found->kind))
        return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\" takes %zu values and was given %zu",
                       joint, lw_joint_value_count(found->kind), count);
    for (size_t i = 0; i < count; i++)
        if (!(fabs(values[i]) <= LW_LARGEST))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\": its value is %g; it must be finite and at most %g", joint,
                           values[i], LW_LARGEST);
    if (found->kind != LW_JOINT_FLOATING) {
        status = lw_limits_notice(motion, found, values[0], error);
        if (status)
            return status;
        memcpy(&motion->rest[found->variable], values, count * sizeof *values);
        motion->own_rest[index] = true;
        return make_stages(motion, error);
    }
    lw_pose p = {{values[0], values[1], values[2]}, {values[3], values[4], values[5], values[6]}};
    if (!lw_quat_normalize(&p.orientation))
        return lw_fail(error, LW_ERROR_ARGUMENT, "joint \"%s\": its quaternion has length zero", joint);
    status =
        lw_length_notice(motion, found, (lw_quat){values[3], values[4], values[5], values[6]}, error);
    if (status)
        return status;
    motion->rest_pose[index] = p;
    motion->own_rest[index] = true;
    return make_stages(motion, error);
}

void lw_motion_interval(const lw_motion *motion, double *begin, double *end)
{
    *begin = motion->begin;
    *end = motion->end;
}

bool lw_motion_in_seconds(const lw_motion *motion)
{
    return motion->seconds;
}

size_t lw_motion_piece_count(const lw_motion *motion)
{
    return motion->pieces.count;
}

/* The track that moves a joint; NULL: none, or there is no such joint. */
static const lw_motion_track *track_of(const lw_motion *motion, size_t joint)
{
    const lw_frozen *frozen = motion->scene->frozen;
    int32_t variable =
        joint < frozen->chains->joint_count ? frozen->chains->joints[joint].variable : -1;
    for (size_t i = 0; i < motion->tracks.count && variable >= 0; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        for (size_t k = 0; k < track->column_count; k++)
            if (track->variables[k] == variable)
                return track;
        for (size_t k = 0; k < track->floating_count; k++)
            if (track->floating[k] == joint)
                return track;
    }
    return NULL;
}

bool lw_motion_moves(const lw_motion *motion, size_t joint)
{
    return track_of(motion, joint) != NULL;
}

bool lw_motion_approaches(const lw_motion *motion, size_t joint)
{
    const lw_motion_track *track = track_of(motion, joint);
    return track && track->approaches;
}

lw_interpolation lw_motion_interpolation(const lw_motion *motion)
{
    return motion->interpolation;
}

int64_t lw_motion_segment(const lw_motion *motion, size_t piece, int64_t robot)
{
    size_t tracks = motion->tracks.count;
    for (size_t i = 0; i < tracks; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        if (robot >= 0 && track->joints.robot != (size_t)robot)
            continue;
        int64_t own = motion->piece_of_track.items[piece * tracks + i];
        return own == LW_TRACK_BEFORE  ? 0
               : own == LW_TRACK_AFTER ? (int64_t)track->piece_count - 1
                                       : own;
    }
    return 0;
}

size_t lw_motion_piece_at(const lw_motion *motion, double time)
{
    size_t low = 0;
    size_t high = motion->pieces.count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (motion->pieces.items[middle].begin <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}
