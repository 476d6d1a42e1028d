/* The stages of a motion. In the order of time, each moment at which objects are attached or released
 * makes a world: a copy of the world before, in which they are attached or released. Each stage has the
 * world that began last. Where contacts are permitted for a while, it has a copy of that world which
 * allows them. */
#include "motion/stages.h"

#include "base/array.h"
#include "base/error.h"
#include "math/pose.h"
#include "scene/names.h"

#include <stdlib.h>
#include <string.h>

/* ---- contacts that are permitted ----------------------------------------------------------------- */

/* Bodies that may touch an object for a while. */
typedef struct permission {
    double from, to;
    const char *object;
    int64_t robot; /* the robot whose links the names are; -1: they are names of any bodies */
    lw_stage_names names;
} permission;

/* A scene that holds from a time on. */
typedef struct world {
    double from;
    const lw_scene *scene;
} world;

/* The stages while they are made. */
typedef struct making {
    lw_motion *motion;
    lw_stages *stages;
    LW_LIST(world) worlds;
    LW_LIST(permission) permissions;
    LW_LIST(double) borders;
} making;

static bool add_border(making *m, double time)
{
    if (!LW_ARRAY_GROW(&m->borders))
        return false;
    m->borders.items[m->borders.count++] = time;
    return true;
}

static lw_status permit(making *m, double from, double to, const char *object, int64_t robot,
                        lw_stage_names names, lw_error *error)
{
    if (!names.count)
        return LW_OK;
    from = greater(from, m->motion->begin);
    to = lesser(to, m->motion->end);
    if (!LW_ARRAY_GROW(&m->permissions) || !add_border(m, from) || !add_border(m, to))
        return lw_fail_memory(error);
    m->permissions.items[m->permissions.count++] = (permission){from, to, object, robot, names};
    return LW_OK;
}

/* ---- worlds -------------------------------------------------------------------------------------- */

/* A copy of a scene, which the stages own. */
static lw_status copy_scene(making *m, const lw_scene *scene, lw_scene **out, lw_error *error)
{
    lw_stages *stages = m->stages;
    if (!LW_ARRAY_GROW(&stages->scenes))
        return lw_fail_memory(error);
    lw_status status = lw_scene_copy(scene, out, error);
    if (status)
        return status;
    /* the scene's listener is not to hear of motions */
    lw_scene_on_notice(*out, NULL, NULL);
    stages->scenes.items[stages->scenes.count++] = *out;
    return LW_OK;
}

/* The object of an event in a scene. */
static lw_status find_object(const lw_scene *scene, const lw_stage_event *event,
                             const lw_model_object **out, lw_error *error)
{
    int64_t index = lw_model_find_object(&scene->model, event->object);
    if (index < 0)
        return lw_fail(error, LW_ERROR_NAME, "there is no obstacle or carried object \"%s\"%s",
                       event->object, lw_hint_body(&scene->model, event->object).text);
    *out = &scene->model.objects.items[index];
    return LW_OK;
}

/* The motion in another scene, with the same joints. */
static lw_motion in_scene(const lw_motion *motion, const lw_scene *scene)
{
    lw_motion other = *motion;
    other.scene = scene;
    other.stages = NULL;
    other.notices = (lw_motion_notices){0};
    return other;
}

/* The pose of an object of a scene at a time. */
static lw_status pose_of(const making *m, const lw_scene *scene, const char *object, double time,
                         lw_pose *out, lw_error *error)
{
    const lw_motion motion = in_scene(m->motion, scene);
    int64_t index = lw_model_find_object(&scene->model, object);
    int64_t body = scene->frozen->object_bodies[index];
    if (body < 0)
        return lw_fail(error, LW_ERROR_ARGUMENT, "\"%s\" has no geometry", object);
    return lw_motion_pose(&motion, (size_t)body, time, out, error);
}

/* Copies of those names that a scene has: other names would make notices in a copy of the scene. robot
 * >= 0: names of its links. */
static lw_status known_names(const making *m, const lw_scene *scene, const char *const *names,
                             size_t count, int64_t robot, lw_stage_names *out, lw_error *error)
{
    lw_arena *arena = &m->stages->arena;
    *out = (lw_stage_names){.items = lw_arena_array(arena, count, sizeof *out->items)};
    if (!out->items)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++)
        if (lw_name_is_known(&scene->model, names[i], robot) &&
            !(out->items[out->count++] = lw_arena_string(arena, names[i])))
            return lw_fail_memory(error);
    return LW_OK;
}

/* Permits the bodies that the object of an event rests on to touch it for a while. */
static lw_status permit_resting(making *m, const lw_stage_event *event, const lw_scene *scene,
                                double from, double to, lw_error *error)
{
    lw_stage_names names;
    lw_status status =
        known_names(m, scene, event->may_touch.items, event->may_touch.count, -1, &names, error);
    return status ? status : permit(m, from, to, event->object, -1, names, error);
}

/* Attaches an object in `after`, a copy of `before`, at the pose that it has in `before`. */
static lw_status attach(making *m, const lw_stage_event *event, const lw_scene *before, lw_scene *after,
                        lw_error *error)
{
    const char *robot = lw_stage_robot(m->motion, event->robot);
    int64_t link = lw_model_find_link(&before->model, (int64_t)event->robot, event->link);
    if (link < 0)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has no link \"%s\"%s", robot, event->link,
                       lw_hint_link(&before->model, (int64_t)event->robot, event->link).text);
    lw_pose carrier;
    lw_pose at;
    lw_status status = lw_motion_link_pose(m->motion, (size_t)link, event->at, &carrier, error);
    if (status || (status = pose_of(m, before, event->object, event->at, &at, error)))
        return status;
    at = lw_pose_out(relative(lw_pose_in(carrier), lw_pose_in(at)));
    lw_stage_names links;
    if ((status = known_names(m, before, event->touch_links.items, event->touch_links.count,
                              (int64_t)event->robot, &links, error)) ||
        (status = lw_scene_attach_obstacle(after, robot, event->link, event->object, at, links.items,
                                           links.count, error)) ||
        (status =
             permit(m, event->before, event->at, event->object, (int64_t)event->robot, links, error)))
        return status;
    return permit_resting(m, event, before, event->at, event->after, error);
}

static lw_status release(making *m, const lw_stage_event *event, const lw_scene *before,
                         lw_scene *after, lw_error *error)
{
    const lw_model_object *object = NULL;
    lw_status status = find_object(after, event, &object, error);
    if (status)
        return status;
    if (object->robot >= 0 && object->robot != (int64_t)event->robot)
        return lw_fail(error, LW_ERROR_STATE, "\"%s\" is released, but robot \"%s\" carries it",
                       event->object, lw_stage_robot(m->motion, (size_t)object->robot));
    lw_stage_names links;
    lw_pose at;
    if ((status = known_names(m, after, (const char *const *)object->touch_links,
                              object->touch_link_count, object->robot, &links, error)) ||
        (status = pose_of(m, before, event->object, event->at, &at, error)) ||
        (status = lw_scene_release(after, event->object, at, error)) ||
        (status =
             permit(m, event->at, event->after, event->object, (int64_t)event->robot, links, error)))
        return status;
    return permit_resting(m, event, before, event->before, event->at, error);
}

static lw_status apply(making *m, const lw_stage_event *event, const lw_scene *before, lw_scene *after,
                       lw_error *error)
{
    const lw_model_object *object = NULL;
    lw_error why = {0};
    lw_status status = find_object(before, event, &object, &why);
    if (!status && event->kind == LW_PAYLOAD_ATTACH)
        status = attach(m, event, before, after, &why);
    else if (!status)
        status = release(m, event, before, after, &why);
    if (!status)
        return LW_OK;
    return lw_fail(error, status, "waypoint %zu of robot \"%s\": %s", event->waypoint,
                   lw_stage_robot(m->motion, event->robot), why.message);
}

/* Makes the world after the events of one time, from `first` to `end`. */
static lw_status make_world(making *m, size_t first, size_t end, lw_error *error)
{
    double time = m->stages->done[first].at;
    const lw_scene *before = m->worlds.items[m->worlds.count - 1].scene;
    lw_scene *after = NULL;
    lw_status status = copy_scene(m, before, &after, error);
    for (size_t i = first; i < end && !status; i++)
        status = apply(m, &m->stages->done[i], before, after, error);
    if (status || (status = lw_scene_freeze(after, error)))
        return status;
    if (!LW_ARRAY_GROW(&m->worlds) || !add_border(m, time))
        return lw_fail_memory(error);
    m->worlds.items[m->worlds.count++] = (world){time, after};
    return LW_OK;
}

/* Orders events by time, and at one time releases before attachments; else as they were given. */
static int compare_events(const void *a, const void *b)
{
    const lw_stage_event *one = a;
    const lw_stage_event *other = b;
    if (one->at != other->at)
        return one->at < other->at ? -1 : 1;
    if (one->kind != other->kind)
        return one->kind == LW_PAYLOAD_RELEASE ? -1 : 1;
    return (one->order > other->order) - (one->order < other->order);
}

static lw_status make_worlds(making *m, lw_error *error)
{
    lw_stages *stages = m->stages;
    size_t count = stages->events.count;
    lw_stage_event *done =
        lw_arena_copy(&stages->arena, stages->events.items, count * sizeof *stages->done);
    if (!done || !LW_ARRAY_GROW(&m->worlds))
        return lw_fail_memory(error);
    qsort(done, count, sizeof *done, compare_events);
    stages->done = done;
    m->worlds.items[m->worlds.count++] = (world){-HUGE_VAL, m->motion->scene};
    lw_status status = LW_OK;
    for (size_t i = 0, end = 0; i < count && !status; i = end) {
        while (end < count && done[end].at == done[i].at)
            end++;
        status = make_world(m, i, end, error);
    }
    return status;
}

/* ---- stages -------------------------------------------------------------------------------------- */

/* The scene between two borders. */
static lw_status scene_between(making *m, double begin, double end, const lw_scene **out,
                               lw_error *error)
{
    const lw_scene *base = m->motion->scene;
    for (size_t i = 0; i < m->worlds.count; i++)
        if (m->worlds.items[i].from <= begin)
            base = m->worlds.items[i].scene;
    lw_scene *own = NULL;
    lw_status status = LW_OK;
    for (size_t i = 0; i < m->permissions.count && !status; i++) {
        const permission *p = &m->permissions.items[i];
        if (p->from > begin || p->to < end)
            continue;
        if (!own)
            status = copy_scene(m, base, &own, error);
        for (size_t k = 0; k < p->names.count && !status; k++)
            status = lw_scene_let_touch(own, p->object, p->robot, p->names.items[k], error);
    }
    if (!status && own)
        status = lw_scene_freeze(own, error);
    *out = own ? own : base;
    return status;
}

/* The part of the motion between two borders, which lie between pieces. */
static lw_motion part_of(const lw_motion *motion, const lw_scene *scene, double begin, double end)
{
    lw_motion part = in_scene(motion, scene);
    size_t first = lw_motion_piece_at(motion, begin);
    size_t last = first;
    while (motion->pieces.items[last].end < end)
        last++;
    part.begin = begin;
    part.end = end;
    part.pieces.items += first;
    part.pieces.count = last + 1 - first;
    part.piece_of_track.items += first * motion->tracks.count;
    return part;
}

static lw_status make_stages(making *m, lw_error *error)
{
    const lw_motion *motion = m->motion;
    lw_stages *stages = m->stages;
    if (!add_border(m, motion->begin) || !add_border(m, motion->end))
        return lw_fail_memory(error);
    m->borders.count = lw_times_sort(m->borders.items, m->borders.count);
    const double *times = m->borders.items;
    size_t count = m->borders.count > 1 ? m->borders.count - 1 : 1;
    stages->items = lw_arena_array(&stages->arena, count, sizeof *stages->items);
    if (!stages->items)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        double end = times[m->borders.count > 1 ? i + 1 : i];
        const lw_scene *scene = NULL;
        status = scene_between(m, times[i], end, &scene, error);
        stages->items[i] = part_of(motion, scene, times[i], end);
        stages->items[i].stage = i;
    }
    if (!status)
        stages->count = count;
    stages->begin = times[0];
    return status;
}

/* Frees the stages, but not the payloads. */
static void clear(lw_stages *stages)
{
    for (size_t i = 0; i < stages->scenes.count; i++)
        lw_scene_destroy(stages->scenes.items[i]);
    stages->scenes.count = 0;
    stages->count = stages->past = 0;
    stages->items = NULL;
    stages->done = NULL;
    lw_arena_free(&stages->arena);
}

lw_status lw_stages_make(lw_motion *motion, lw_error *error)
{
    if (!motion->stages)
        return LW_OK;
    clear(motion->stages);
    making m = {.motion = motion, .stages = motion->stages};
    lw_status status = make_worlds(&m, error);
    if (!status)
        status = make_stages(&m, error);
    free(m.worlds.items);
    free(m.permissions.items);
    free(m.borders.items);
    if (status)
        clear(motion->stages);
    return status;
}

void lw_stages_free(lw_motion *motion)
{
    lw_stages *stages = motion->stages;
    if (!stages)
        return;
    clear(stages);
    free(stages->scenes.items);
    free(stages->events.items);
    lw_arena_free(&stages->events_arena);
    free(stages);
    motion->stages = NULL;
}

/* ---- questions ----------------------------------------------------------------------------------- */

void lw_stages_take_tolerances(lw_motion *motion)
{
    for (size_t i = 0; motion->stages && i < motion->stages->count; i++)
        motion->stages->items[i].tolerances = motion->tolerances;
}

const lw_scene *lw_motion_scene(const lw_motion *motion)
{
    return motion->scene;
}

size_t lw_motion_stage_count(const lw_motion *motion)
{
    return motion->stages ? motion->stages->count : 1;
}

const lw_motion *lw_motion_stage(const lw_motion *motion, size_t stage)
{
    if (stage >= lw_motion_stage_count(motion))
        return NULL;
    return motion->stages ? &motion->stages->items[stage] : motion;
}

lw_whole_stage lw_stage_whole(const lw_motion *motion, int64_t stage)
{
    const lw_stages *stages = motion->stages;
    if (!stages)
        return (lw_whole_stage){motion->scene, motion->begin, motion->end};
    const lw_motion *own = stages->items + stage;
    /* a stage that was cut begins where the one before ends */
    return (lw_whole_stage){own->scene, stage > -(int64_t)stages->past ? own[-1].end : stages->begin,
                            own->end};
}

size_t lw_motion_stage_at(const lw_motion *motion, double time)
{
    size_t stage = 0;
    for (size_t i = 1; i < lw_motion_stage_count(motion); i++)
        if (motion->stages->items[i].begin <= time)
            stage = i;
    return stage;
}

int64_t lw_stage_body(const lw_scene *from, size_t body, const lw_scene *to)
{
    const lw_body *of = lw_frozen_body(from->frozen, body);
    if (of->link >= 0)
        return (int64_t)body; /* links come first in every scene, in the same order */
    return to->frozen->object_bodies[lw_model_find_object(&to->model, of->name)];
}

int64_t lw_motion_stage_body(const lw_motion *motion, size_t stage, size_t body)
{
    const lw_motion *part = lw_motion_stage(motion, stage);
    if (!part || body >= motion->scene->frozen->body_count)
        return -1;
    return lw_stage_body(motion->scene, body, part->scene);
}
