/* Conflicts of two stretches, by sampled states. */
#include "schedule/conflicts.h"

#include "base/error.h"
#include "base/hash.h"
#include "leeway/ask.h"
#include "math/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A way has at most so many samples. */
enum { MOST_SAMPLES = 33 };

/* ---- scenes of two robots ---------------------------------------------------------------------------
 */

/* Only pairs of two robots are checked. context: their indices. */
static bool is_between(const void *context, int64_t robot, int64_t other)
{
    const size_t *robots = context;
    const int64_t one = (int64_t)robots[0];
    const int64_t two = (int64_t)robots[1];
    return (robot == one && other == two) || (robot == two && other == one);
}

static size_t pair_index(const lw_conflicts *conflicts, size_t one, size_t other)
{
    return one * conflicts->ways->tasks->robots + other;
}

static lw_status make_robot(lw_conflicts *conflicts, size_t robot, lw_error *error)
{
    const lw_scene *scene = conflicts->ways->tasks->scene;
    lw_conflict_robot *own = &conflicts->robots[robot];
    own->places = conflicts->ways->robots[robot].places;
    own->bodies = calloc(lw_scene_body_count(scene) + 1, sizeof *own->bodies);
    own->radii = calloc(lw_scene_body_count(scene) + 1, sizeof *own->radii);
    own->samples = calloc(own->places * own->places, sizeof *own->samples);
    if (!own->bodies || !own->radii || !own->samples)
        return lw_fail_memory(error);
    for (size_t i = 0; i < lw_scene_body_count(scene); i++) {
        lw_body_info info = lw_default_body_info();
        lw_status status = lw_scene_body_info(scene, i, &info, error);
        if (status)
            return status;
        if (info.robot != (int64_t)robot)
            continue;
        own->bodies[own->body_count] = i;
        own->radii[own->body_count++] = info.radius + info.padding;
    }
    return LW_OK;
}

lw_status lw_conflicts_create(const lw_transfers *ways, const lw_schedule_options *options,
                              lw_conflicts *out, lw_error *error)
{
    const lw_tasks *tasks = ways->tasks;
    const size_t pairs = tasks->robots * tasks->robots;
    *out = (lw_conflicts){.ways = ways, .options = options, .room = 1024};
    out->robots = calloc(tasks->robots, sizeof *out->robots);
    out->scenes = calloc(pairs, sizeof(lw_scene *));
    out->checkers = calloc(pairs, sizeof(lw_checker *));
    out->motions = calloc(pairs, sizeof(lw_motion *));
    out->table = calloc(out->room, sizeof *out->table);
    if (!out->robots || !out->scenes || !out->checkers || !out->motions || !out->table)
        return lw_fail_memory(error);
    lw_status status = lw_motion_create(tasks->scene, &out->poses, error);
    for (size_t i = 0; i < lw_scene_pair_count(tasks->scene) && !status; i++) {
        lw_pair_info info = lw_default_pair_info();
        status = lw_scene_pair_info(tasks->scene, i, &info, error);
        out->margin = greater(out->margin, info.margin);
    }
    for (size_t r = 0; r < tasks->robots && !status; r++)
        status = make_robot(out, r, error);
    for (size_t r = 0; r < tasks->robots && !status; r++)
        for (size_t s = r + 1; s < tasks->robots && !status; s++) {
            const size_t robots[2] = {r, s}, i = pair_index(out, r, s);
            status = lw_copy_with_pairs(tasks->scene, is_between, robots, &out->scenes[i], error);
            if (!status)
                status = lw_checker_create(out->scenes[i], &out->checkers[i], error);
            if (!status)
                status = lw_motion_create(out->scenes[i], &out->motions[i], error);
        }
    return status;
}

void lw_conflicts_destroy(lw_conflicts *conflicts)
{
    const size_t robots = conflicts->ways ? conflicts->ways->tasks->robots : 0;
    for (size_t r = 0; r < robots && conflicts->robots; r++) {
        lw_conflict_robot *own = &conflicts->robots[r];
        for (size_t i = 0; own->samples && i < own->places * own->places; i++) {
            free(own->samples[i].values);
            free(own->samples[i].centers);
        }
        free(own->bodies);
        free(own->radii);
        free(own->samples);
    }
    for (size_t i = 0; i < robots * robots; i++) {
        if (conflicts->motions)
            lw_motion_destroy(conflicts->motions[i]);
        if (conflicts->checkers)
            lw_checker_destroy(conflicts->checkers[i]);
        if (conflicts->scenes)
            lw_scene_destroy(conflicts->scenes[i]);
    }
    lw_motion_destroy(conflicts->poses);
    free(conflicts->robots);
    free((void *)conflicts->scenes);
    free((void *)conflicts->checkers);
    free((void *)conflicts->motions);
    free(conflicts->spans.items);
    free(conflicts->table);
    *conflicts = (lw_conflicts){0};
}

/* ---- samples ----------------------------------------------------------------------------------------
 */

static lw_status take_centers(lw_conflicts *conflicts, size_t robot, lw_samples *samples,
                              lw_error *error)
{
    const lw_conflict_robot *own = &conflicts->robots[robot];
    const lw_scene *scene = conflicts->ways->tasks->scene;
    double times[MOST_SAMPLES];
    for (size_t i = 0; i < samples->count; i++)
        times[i] = (double)i;
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = conflicts->ways->tasks->joints[robot];
    track.point_count = samples->count;
    track.positions = samples->values;
    track.times = times;
    lw_status status = lw_motion_set(conflicts->poses, &track, 1, error);
    for (size_t i = 0; i < samples->count && !status; i++)
        for (size_t k = 0; k < own->body_count && !status; k++) {
            lw_body_info info = lw_default_body_info();
            lw_pose at;
            status = lw_scene_body_info(scene, own->bodies[k], &info, error);
            if (!status)
                status = lw_motion_pose(conflicts->poses, own->bodies[k], times[i], &at, error);
            if (!status)
                samples->centers[i * own->body_count + k] = lw_pose_point(at, info.center);
        }
    return status;
}

/* The samples of a stretch between two places, in the direction of its path; *back: it is run through
 * from the end of its path to the beginning. */
static lw_samples *samples_of(lw_conflicts *conflicts, const lw_work_stretch *stretch, bool *back)
{
    const lw_transfers *ways = conflicts->ways;
    lw_conflict_robot *own = &conflicts->robots[stretch->robot];
    size_t a = lw_transfers_place(ways, stretch->from), b = lw_transfers_place(ways, stretch->to);
    lw_transfer way = {0};
    if (a != b)
        way = lw_transfers_find(ways, stretch->robot, stretch->from, stretch->to);
    *back = way.back;
    way.back = false;
    lw_samples *samples = &own->samples[*back ? b * own->places + a : a * own->places + b];
    if (samples->count)
        return samples;
    size_t count = 1;
    if (a != b) {
        const double steps = ceil(lw_way_seconds(&way) / greater(2 * conflicts->options->slack, 0.01));
        count = 1 + (size_t)lesser(greater(steps, 1), MOST_SAMPLES - 1);
        samples->step = lw_way_seconds(&way) / (double)(count - 1);
    }
    const size_t width = lw_joints_value_count(ways->tasks->joints[stretch->robot]);
    samples->values = calloc(count * width + 1, sizeof *samples->values);
    samples->centers = calloc(count * own->body_count + 1, sizeof *samples->centers);
    if (!samples->values || !samples->centers) {
        lw_fail_memory(&conflicts->error);
        return NULL;
    }
    samples->count = count;
    if (a == b)
        memcpy(samples->values, lw_tasks_place(ways->tasks, stretch->robot, stretch->from),
               width * sizeof(double));
    for (size_t i = 0; a != b && i < count; i++)
        lw_way_at(&way, (double)i * samples->step, samples->values + i * width);
    if (take_centers(conflicts, stretch->robot, samples, &conflicts->error)) {
        samples->count = 0;
        return NULL;
    }
    return samples;
}

/* Whether the spheres about some bodies of two robots come within the margin. */
static bool are_near(const lw_conflicts *conflicts, const size_t robots[2], const lw_vec3 *one,
                     const lw_vec3 *other)
{
    const lw_conflict_robot *a = &conflicts->robots[robots[0]], *b = &conflicts->robots[robots[1]];
    for (size_t i = 0; i < a->body_count; i++)
        for (size_t k = 0; k < b->body_count; k++) {
            const double x = one[i].x - other[k].x, y = one[i].y - other[k].y,
                         z = one[i].z - other[k].z;
            const double near = a->radii[i] + b->radii[k] + conflicts->margin;
            if (x * x + y * y + z * z < near * near)
                return true;
        }
    return false;
}

/* Whether two robots meet at two configurations. */
static lw_status test_state(lw_conflicts *conflicts, const size_t robots[2],
                            const double *const values[2], bool *meet)
{
    const size_t pair = pair_index(conflicts, robots[0], robots[1]);
    const lw_tasks *tasks = conflicts->ways->tasks;
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    double *rows[2] = {NULL, NULL};
    lw_status status = LW_OK;
    for (int i = 0; i < 2 && !status; i++) {
        const size_t width = lw_joints_value_count(tasks->joints[robots[i]]);
        rows[i] = calloc(2 * width + 1, sizeof **rows);
        if (!rows[i]) {
            status = lw_fail_memory(&conflicts->error);
            break;
        }
        memcpy(rows[i], values[i], width * sizeof **rows);
        memcpy(rows[i] + width, values[i], width * sizeof **rows);
        tracks[i].joints = tasks->joints[robots[i]];
        tracks[i].positions = rows[i];
        tracks[i].point_count = 2;
    }
    lw_check_options options = lw_default_check_options();
    options.any = options.unmeasured = true;
    lw_verdict verdict = lw_default_verdict();
    if (!status)
        status = lw_motion_set(conflicts->motions[pair], tracks, 2, &conflicts->error);
    if (!status)
        status = lw_check(conflicts->checkers[pair], conflicts->motions[pair], &options, &verdict,
                          &conflicts->error);
    *meet = !status && verdict.kind != LW_VERDICT_FREE;
    free(rows[0]);
    free(rows[1]);
    return status;
}

/* ---- spans ------------------------------------------------------------------------------------------
 */

double lw_conflicts_reach(const lw_conflicts *conflicts)
{
    double reach = 2 * conflicts->options->slack;
    for (size_t r = 0; r < conflicts->ways->tasks->robots; r++) {
        const lw_robot_ways *own = &conflicts->ways->robots[r];
        for (size_t i = 0; i < own->places * own->places; i++)
            if (own->ways[i].point_count)
                reach = greater(reach,
                                own->ways[i].times[own->ways[i].point_count - 1] / (MOST_SAMPLES - 1));
    }
    return 2 * reach;
}

static uint64_t key_of(const lw_conflicts *conflicts, const lw_work_stretch *first,
                       const lw_work_stretch *second)
{
    const lw_work_stretch *both[2] = {first, second};
    uint64_t key = 1;
    for (int i = 0; i < 2; i++) {
        key = key << 4 | both[i]->robot;
        key = key << 11 | lw_transfers_place(conflicts->ways, both[i]->from);
        key = key << 11 | lw_transfers_place(conflicts->ways, both[i]->to);
    }
    return key;
}

static lw_conflict_entry *entry_of(lw_conflict_entry *table, size_t room, uint64_t key)
{
    size_t i = (size_t)lw_hash_mix(key) & (room - 1);
    while (table[i].key && table[i].key != key)
        i = (i + 1) & (room - 1);
    return &table[i];
}

/* Sets the spans of two stretches. False: memory ran out. */
static bool set_spans(lw_conflicts *conflicts, uint64_t key, const lw_work_span *spans, size_t count)
{
    if (2 * conflicts->used >= conflicts->room) {
        const size_t room = 2 * conflicts->room;
        lw_conflict_entry *table = calloc(room, sizeof *table);
        if (!table)
            return false;
        for (size_t i = 0; i < conflicts->room; i++)
            if (conflicts->table[i].key)
                *entry_of(table, room, conflicts->table[i].key) = conflicts->table[i];
        free(conflicts->table);
        conflicts->table = table;
        conflicts->room = room;
    }
    const size_t first = conflicts->spans.count;
    if (first + count > UINT32_MAX || !LW_ARRAY_RESERVE(&conflicts->spans, first + count + 1))
        return false;
    lw_conflict_entry *entry = entry_of(conflicts->table, conflicts->room, key);
    conflicts->used += !entry->key;
    *entry = (lw_conflict_entry){key, (uint32_t)first, (uint32_t)count};
    if (count)
        memcpy(conflicts->spans.items + first, spans, count * sizeof *spans);
    conflicts->spans.count += count;
    return true;
}

static int compare_spans(const void *a, const void *b)
{
    const lw_work_span *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* Sorts spans and joins those that overlap. Returns how many there are then. */
static size_t join_spans(lw_work_span *spans, size_t count)
{
    qsort(spans, count, sizeof *spans, compare_spans);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept && spans[i].from <= spans[kept - 1].to)
            spans[kept - 1].to = greater(spans[kept - 1].to, spans[i].to);
        else
            spans[kept++] = spans[i];
    }
    return kept;
}

/* Finds the spans of two stretches, each in its direction, from the states that meet. */
static bool find_spans(lw_conflicts *conflicts, const lw_work_stretch *first,
                       const lw_work_stretch *second)
{
    const lw_work_stretch *both[2] = {first, second};
    const size_t robots[2] = {first->robot, second->robot};
    lw_samples *samples[2];
    bool back[2];
    const bool swap = robots[0] > robots[1]; /* scenes are of the lower robot first */
    for (int i = 0; i < 2; i++) {
        samples[i] = samples_of(conflicts, both[i], &back[i]);
        if (!samples[i])
            return false;
    }
    const bool stand = first->from == first->to, both_stand = stand && second->from == second->to;
    const double pad =
        2 * conflicts->options->slack + 0.5 * greater(samples[0]->step, samples[1]->step);
    lw_work_span *spans = calloc(samples[0]->count * samples[1]->count, sizeof *spans);
    size_t count = 0;
    bool fine = spans;
    for (size_t i = 0; i < samples[0]->count && fine; i++)
        for (size_t k = 0; k < samples[1]->count && fine; k++) {
            const size_t at[2] = {i, k};
            const double *values[2];
            const lw_vec3 *centers[2];
            for (int n = 0; n < 2; n++) {
                values[n ^ swap] =
                    samples[n]->values +
                    at[n] * lw_joints_value_count(conflicts->ways->tasks->joints[robots[n]]);
                centers[n] = samples[n]->centers + at[n] * conflicts->robots[robots[n]].body_count;
            }
            bool meet = false;
            if (!are_near(conflicts, robots, centers[0], centers[1]))
                continue;
            const size_t order[2] = {robots[swap], robots[!swap]};
            fine = !test_state(conflicts, order, values, &meet);
            if (!meet)
                continue;
            const double time[2] = {
                (double)(back[0] ? samples[0]->count - 1 - i : i) * samples[0]->step,
                (double)(back[1] ? samples[1]->count - 1 - k : k) * samples[1]->step};
            const double middle = stand ? time[1] : time[0] - time[1];
            spans[count++] =
                both_stand ? (lw_work_span){0, pad} : (lw_work_span){middle - pad, middle + pad};
        }
    if (!spans)
        lw_fail_memory(&conflicts->error);
    if (fine) {
        conflicts->sampled++;
        count = join_spans(spans, count);
        fine = set_spans(conflicts, key_of(conflicts, first, second), spans, count);
        if (!fine)
            lw_fail_memory(&conflicts->error);
    }
    free(spans);
    return fine;
}

size_t lw_conflicts_find(lw_conflicts *conflicts, const lw_work_stretch *first,
                         const lw_work_stretch *second, const lw_work_span **spans)
{
    const uint64_t key = key_of(conflicts, first, second);
    const lw_conflict_entry *entry = entry_of(conflicts->table, conflicts->room, key);
    if (!entry->key) {
        if (!find_spans(conflicts, first, second))
            return SIZE_MAX;
        entry = entry_of(conflicts->table, conflicts->room, key);
    }
    *spans = conflicts->spans.items + entry->first;
    return entry->count;
}

lw_status lw_conflicts_add(lw_conflicts *conflicts, const lw_work_stretch *first,
                           const lw_work_stretch *second, lw_work_span span, lw_error *error)
{
    const lw_work_span *known;
    const size_t count = lw_conflicts_find(conflicts, first, second, &known);
    if (count == SIZE_MAX) {
        if (error)
            *error = conflicts->error;
        return conflicts->error.status;
    }
    lw_work_span *spans = calloc(count + 1, sizeof *spans);
    if (!spans)
        return lw_fail_memory(error);
    if (count)
        memcpy(spans, known, count * sizeof *spans);
    spans[count] = span;
    const size_t kept = join_spans(spans, count + 1);
    const bool fine = set_spans(conflicts, key_of(conflicts, first, second), spans, kept);
    free(spans);
    return fine ? LW_OK : lw_fail_memory(error);
}
