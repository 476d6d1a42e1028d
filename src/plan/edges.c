/* Segments between configurations as motions, checked by a thread pool. */
#include "plan/edges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/parallel.h"

/* continuous joints that turn by less are not taken the other way round */
static const double LEAST_WRAPPED = 3;

/* Contacts are sought until so many states were tested. Then one of so many must have been found. */
enum { LEAST_SOUGHT = 64, MOST_FOR_ONE = 8 };

static bool is_planned(const lw_cspace *space, const lw_joint_info *joint)
{
    for (size_t r = 0; r < space->joints_count; r++)
        for (size_t i = 0; i < lw_joints_count(space->joints[r]); i++)
            if (lw_joints_robot(space->joints[r]) == joint->robot &&
                !strcmp(lw_joints_name(space->joints[r], i), joint->name))
                return true;
    return false;
}

/* Takes the values of joints that are not planned for from the beginning of a motion. */
static lw_status take_rest(lw_arena *arena, const lw_motion *rest, lw_edges *edges, lw_error *error)
{
    const lw_scene *scene = edges->space->scene;
    double begin;
    double end;
    if (lw_motion_scene(rest) != scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion to rest as is of another scene");
    edges->rest = lw_arena_array(arena, lw_scene_joint_count(scene), sizeof *edges->rest);
    if (!edges->rest)
        return lw_fail_memory(error);
    lw_motion_interval(rest, &begin, &end);
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_scene_joint_count(scene) && !status; i++) {
        lw_joint_info joint = lw_default_joint_info();
        lw_rest_joint *own = &edges->rest[edges->rest_count];
        status = lw_scene_joint_info(scene, i, &joint, error);
        if (status || !joint.value_count || is_planned(edges->space, &joint))
            continue;
        status = lw_motion_joint_values(rest, i, begin, own->values, error);
        own->robot = lw_scene_robot_name(scene, joint.robot);
        own->name = joint.name;
        own->count = joint.value_count;
        edges->rest_count += memcmp(own->values, joint.rest, own->count * sizeof *joint.rest) != 0;
    }
    return status;
}

lw_status lw_edges_make(lw_arena *arena, const lw_cspace *space, const lw_motion *rest,
                        unsigned threads, lw_edges *out, lw_error *error)
{
    *out = (lw_edges){.space = space};
    out->verdicts = lw_arena_array(arena, LW_MOST_EDGES, sizeof *out->verdicts);
    out->rows = lw_arena_array(arena, LW_MOST_EDGES * space->value_count, sizeof *out->rows);
    out->tracks = lw_arena_array(arena, space->joints_count, sizeof *out->tracks);
    if (!out->verdicts || !out->rows || !out->tracks)
        return lw_fail_memory(error);
    for (size_t r = 0; r < space->joints_count; r++) {
        out->tracks[r] = lw_default_track();
        out->tracks[r].joints = space->joints[r];
        out->tracks[r].no_wrap = true;
    }
    out->verdicts[0] = lw_default_verdict();
    out->one = lw_default_rows();
    out->one.joints = space->joints[0];
    out->answers = lw_default_answers();
    out->any = lw_default_check_options();
    out->any.any = out->any.unmeasured = true;
    /* no call has more segments */
    threads = lw_parallel_threads(threads, LW_MOST_EDGES);
    lw_status status = lw_pool_create(space->scene, threads, &out->pool, error);
    for (size_t i = 0; i < LW_MOST_EDGES && !status; i++)
        status = lw_motion_create(space->scene, &out->motions[i], error);
    return status || !rest ? status : take_rest(arena, rest, out, error);
}

void lw_edges_free(lw_edges *edges)
{
    for (size_t i = 0; i < LW_MOST_EDGES; i++)
        lw_motion_destroy(edges->motions[i]);
    lw_pool_destroy(edges->pool);
    free(edges->blocks.items);
}

/* Several robots have a track each, which needs its own columns as contiguous rows: they are copied
 * into one block for each robot. */
static lw_status set_tracks(lw_edges *edges, lw_motion *motion, const double *rows, size_t count,
                            lw_error *error)
{
    const lw_cspace *space = edges->space;
    if (!LW_ARRAY_RESERVE(&edges->blocks, count * space->value_count))
        return lw_fail_memory(error);
    size_t first = 0;
    for (size_t r = 0; r < space->joints_count; r++) {
        size_t width = lw_joints_value_count(space->joints[r]);
        double *block = edges->blocks.items + count * first;
        for (size_t i = 0; i < count; i++)
            memcpy(block + i * width, rows + i * space->value_count + first, width * sizeof *block);
        edges->tracks[r].point_count = count;
        edges->tracks[r].positions = block;
        first += width;
    }
    return lw_motion_set(motion, edges->tracks, space->joints_count, error);
}

static lw_status set_rows(lw_edges *edges, lw_motion *motion, const double *rows, size_t count,
                          lw_error *error)
{
    const lw_cspace *space = edges->space;
    if (space->joints_count > 1)
        return set_tracks(edges, motion, rows, count, error);
    edges->tracks[0].point_count = count;
    edges->tracks[0].positions = rows;
    return lw_motion_set(motion, edges->tracks, 1, error);
}

lw_status lw_edges_set_rest(const lw_edges *edges, lw_motion *motion, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < edges->rest_count && !status; i++) {
        const lw_rest_joint *joint = &edges->rest[i];
        status =
            lw_motion_set_joint(motion, joint->robot, joint->name, joint->values, joint->count, error);
    }
    return status;
}

lw_status lw_edges_set_path(lw_edges *edges, lw_motion *motion, const double *rows, size_t count,
                            lw_error *error)
{
    lw_status status = set_rows(edges, motion, rows, count, error);
    return status ? status : lw_edges_set_rest(edges, motion, error);
}

static lw_status set_segment(lw_edges *edges, lw_motion *motion, const lw_edge *segment,
                             lw_error *error)
{
    size_t count = edges->space->value_count;
    memcpy(edges->rows, segment->from, count * sizeof *edges->rows);
    lw_cspace_between(edges->space, segment->from, segment->to, 1, edges->rows + count);
    return lw_edges_set_path(edges, motion, edges->rows, 2, error);
}

/* Whether configurations are of one robot, and the other joints are where the scene has them: the pool
 * can then take them as rows. */
static bool takes_rows(const lw_edges *edges)
{
    return edges->space->joints_count == 1 && !edges->rest_count;
}

static bool are_states(const lw_edge *segments, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (segments[i].from != segments[i].to)
            return false;
    return true;
}

/* Checks states by lw_pool_states, eight side by side, which costs less than motions. */
static lw_status ask_states(lw_edges *edges, lw_edge *states, size_t count,
                            const lw_check_options *options, lw_error *error)
{
    size_t width = edges->space->value_count;
    lw_verdict_kind kinds[LW_MOST_EDGES];
    double free_until[LW_MOST_EDGES];
    lw_rows rows = lw_default_rows();
    lw_answers answers = lw_default_answers();
    for (size_t i = 0; i < count; i++)
        memcpy(edges->rows + i * width, states[i].from, width * sizeof *edges->rows);
    rows.joints = edges->space->joints[0];
    rows.count = count;
    rows.from = edges->rows;
    rows.from_stride = width;
    answers.kind = kinds;
    answers.free_until = free_until;
    lw_status status = lw_pool_states(edges->pool, &rows, options, &answers, error);
    for (size_t i = 0; i < count && !status; i++) {
        states[i].kind = kinds[i];
        states[i].free_until = free_until[i];
    }
    edges->asked += count;
    return status;
}

/* Whether a segment turns joints by less than half a turn each: as a row, it is then the same segment.
 */
static bool is_row(const lw_cspace *space, const double *from, const double *to)
{
    bool is = true;
    for (size_t i = 0; i < space->column_count && is; i++) {
        const lw_column *column = &space->columns[i];
        is = column->kind != LW_COLUMN_SPHERE &&
             (!column->wraps || fabs(to[column->at] - from[column->at]) < LEAST_WRAPPED);
    }
    return is;
}

/* Checks one segment for any contact, as a row: without the copies of options and verdicts that a batch
 * of motions makes. *is: whether it is one. */
static lw_status ask_row(lw_edges *edges, lw_edge *segment, bool *is, lw_error *error)
{
    const size_t width = edges->space->value_count;
    double *to = edges->rows + width;
    lw_cspace_between(edges->space, segment->from, segment->to, 1, to);
    *is = is_row(edges->space, segment->from, to);
    if (!*is)
        return LW_OK;
    edges->one.count = 1;
    edges->one.from = segment->from;
    edges->one.to = to;
    edges->one.from_stride = edges->one.to_stride = width;
    edges->answers.kind = &segment->kind;
    edges->answers.free_until = &segment->free_until;
    edges->asked++;
    return lw_pool_segments(edges->pool, &edges->one, &edges->any, &edges->answers, error);
}

lw_status lw_edges_ask(lw_edges *edges, lw_edge *segments, size_t count, bool first, lw_error *error)
{
    if (count == 1 && !first && takes_rows(edges) && segments->from != segments->to) {
        bool is;
        lw_status status = ask_row(edges, segments, &is, error);
        if (status || is)
            return status;
    }
    lw_check_options options = edges->any;
    options.any = options.unmeasured = !first;
    if (!first && takes_rows(edges) && are_states(segments, count))
        return ask_states(edges, segments, count, &options, error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = set_segment(edges, edges->motions[i], &segments[i], error);
    edges->verdicts[0] = lw_default_verdict();
    if (!status)
        status = lw_pool_check(edges->pool, (const lw_motion *const *)edges->motions, count, &options,
                               edges->verdicts, error);
    for (size_t i = 0; i < count && !status; i++) {
        segments[i].kind = edges->verdicts[i].kind;
        segments[i].free_until = edges->verdicts[i].free_until;
    }
    edges->asked += count;
    return status;
}

bool lw_edges_sees_contacts(const lw_edges *edges)
{
    return edges->sought < LEAST_SOUGHT || edges->seen > edges->sought / MOST_FOR_ONE;
}

lw_status lw_edges_contacts(lw_edges *edges, const double *const rows[], size_t count, bool *contacts,
                            lw_error *error)
{
    const size_t width = edges->space->value_count;
    for (size_t i = 0; i < count; i++)
        contacts[i] = false;
    edges->sought += count;
    if (!takes_rows(edges))
        return LW_OK;
    for (size_t i = 0; i < count; i++)
        memcpy(edges->rows + i * width, rows[i], width * sizeof *edges->rows);
    edges->one.count = count;
    edges->one.from = edges->rows;
    edges->one.from_stride = width;
    lw_status status = lw_pool_contacts(edges->pool, &edges->one, contacts, error);
    for (size_t i = 0; i < count && !status; i++)
        edges->seen += contacts[i];
    return status;
}

const lw_verdict *lw_edges_verdict(const lw_edges *edges, size_t index)
{
    return &edges->verdicts[index];
}
