/* Payloads, the objects that robots attach and release at waypoints: copied from tracks into the
 * motion's own memory, and listed for the caller. */
#include "base/array.h"
#include "base/error.h"
#include "base/sized.h"
#include "motion/notice.h"
#include "motion/stages.h"
#include "scene/names.h"

#include <stdlib.h>

/* Limits, so that the demands of any file fit into memory: each stage has a scene, which lists the
 * obstacles and carried objects anew, and each name that may touch is a rule of some of these scenes.
 */
enum { MOST_EVENTS = 1000, LEAST_EVENTS = 20, MOST_LISTED = 500000, MOST_NAMES = 1000 };

/* Copies those names that the scene has, and gives a notice of each name that it does not have. robot
 * >= 0: names of its links. */
static lw_status take_names(lw_motion *motion, const lw_stage_event *event, const char *const *names,
                            size_t count, int64_t robot, const char *key, lw_stage_names *out,
                            lw_error *error)
{
    lw_arena *arena = &motion->stages->events_arena;
    const lw_model *model = &motion->scene->model;
    if (count && !names)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s of a payload are missing", key);
    if (count > MOST_NAMES)
        return lw_fail(error, LW_ERROR_ARGUMENT, "%s of a payload are %zu names; there may be %d", key,
                       count, MOST_NAMES);
    out->items = lw_arena_array(arena, count, sizeof *out->items);
    if (!out->items)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        if (!names[i])
            return lw_fail(error, LW_ERROR_ARGUMENT, "a name in %s of a payload is missing", key);
        if (lw_name_is_known(model, names[i], robot)) {
            out->items[out->count] = lw_arena_string(arena, names[i]);
            if (!out->items[out->count++])
                return lw_fail_memory(error);
            continue;
        }
        lw_status status = lw_motion_give_notice(
            motion, LW_ERROR_NOTICE, NULL, error,
            "waypoint %zu of robot \"%s\": %s names \"%s\", which nothing in the scene has: ignored%s",
            event->waypoint, lw_stage_robot(motion, event->robot), key, names[i],
            (robot >= 0 ? lw_hint_link(model, robot, names[i]) : lw_hint_body(model, names[i])).text);
        if (status)
            return status;
    }
    return LW_OK;
}

/* Sets the time of a waypoint, the time where the segment before it begins, and the time where the
 * segment after it ends. The motion's interval is not known yet: without a segment the time is
 * infinite. */
static void set_times(const lw_motion_track *track, size_t points, lw_stage_event *event)
{
    size_t waypoint = event->waypoint + track->approaches;
    points += track->approaches;
    event->at = track->times[waypoint];
    event->before = waypoint ? track->times[waypoint - 1] : -HUGE_VAL;
    event->after = waypoint + 1 < points ? track->times[waypoint + 1] : HUGE_VAL;
}

static lw_status check_payload(const lw_payload *payload, const lw_track *def, lw_error *error)
{
    if (payload->kind != LW_PAYLOAD_ATTACH && payload->kind != LW_PAYLOAD_RELEASE)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no kind %d of payload", (int)payload->kind);
    if (!payload->object)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a payload without the name of its object");
    if (payload->waypoint >= def->point_count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "\"%s\" is attached or released at waypoint %zu; the last one is %zu",
                       payload->object, payload->waypoint, def->point_count - 1);
    bool attach = payload->kind == LW_PAYLOAD_ATTACH;
    if (attach && !payload->link)
        return lw_fail(error, LW_ERROR_ARGUMENT, "\"%s\" is attached, but to no link", payload->object);
    if (!attach && (payload->link || payload->touch_link_count))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "\"%s\" is released; the link and what may touch it were said where it was "
                       "attached",
                       payload->object);
    return LW_OK;
}

static lw_status take_payload(lw_motion *motion, const lw_motion_track *track, const lw_track *def,
                              const lw_payload *payload, lw_error *error)
{
    lw_stages *stages = motion->stages;
    lw_status status = check_payload(payload, def, error);
    if (status)
        return status;
    lw_stage_event event = {.kind = payload->kind,
                            .robot = track->joints.robot,
                            .waypoint = payload->waypoint,
                            .order = stages->events.count};
    set_times(track, def->point_count, &event);
    event.object = lw_arena_string(&stages->events_arena, payload->object);
    event.link = lw_arena_string(&stages->events_arena, payload->link);
    if (!event.object || (payload->link && !event.link))
        return lw_fail_memory(error);
    if ((status = take_names(motion, &event, payload->touch_links, payload->touch_link_count,
                             (int64_t)event.robot, "touch_links", &event.touch_links, error)) ||
        (status = take_names(motion, &event, payload->may_touch, payload->may_touch_count, -1,
                             "may_touch", &event.may_touch, error)))
        return status;
    if (!LW_ARRAY_GROW(&stages->events))
        return lw_fail_memory(error);
    stages->events.items[stages->events.count++] = event;
    return LW_OK;
}

/* How often a motion may attach and release in a scene of so many obstacles and carried objects. */
static size_t most_events(size_t objects)
{
    size_t most = objects ? MOST_LISTED / objects : MOST_EVENTS;
    return most > MOST_EVENTS ? MOST_EVENTS : most < LEAST_EVENTS ? LEAST_EVENTS : most;
}

/* Takes memory for stages, and checks that `count` more events are allowed. */
static lw_status make_room(lw_motion *motion, size_t count, lw_error *error)
{
    if (!motion->stages && !(motion->stages = calloc(1, sizeof *motion->stages)))
        return lw_fail_memory(error);
    const size_t most = most_events(motion->scene->model.objects.count);
    if (count > most - motion->stages->events.count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a motion in this scene attaches and releases at most %zu times; two can go on "
                       "after one another",
                       most);
    return LW_OK;
}

lw_status lw_payloads_take(lw_motion *motion, const lw_motion_track *track, const lw_track *def,
                           lw_error *error)
{
    if (!def->payload_count)
        return LW_OK;
    if (def->kind == LW_TRACK_RIGID)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a rigid motion has no waypoints at which something could be attached");
    if (!def->payloads)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the payloads of a track are missing");
    lw_status status = make_room(motion, def->payload_count, error);
    const size_t stride = def->payloads->struct_size;
    for (size_t i = 0; i < def->payload_count && !status; i++) {
        const lw_payload *payload =
            (const lw_payload *)(const void *)((const char *)def->payloads + i * stride);
        lw_payload room;
        LW_SIZED_TAKE(payload, payload, &room, status, error);
        if (!status)
            status = take_payload(motion, track, def, payload, error);
    }
    return status;
}

static bool copy_names(lw_arena *arena, const lw_stage_names *from, lw_stage_names *to)
{
    *to = (lw_stage_names){.items = lw_arena_array(arena, from->count, sizeof *to->items)};
    while (to->items && to->count < from->count &&
           (to->items[to->count] = lw_arena_string(arena, from->items[to->count])))
        to->count++;
    return to->items && to->count == from->count;
}

lw_status lw_payloads_copy(lw_motion *motion, const lw_motion *from, lw_error *error)
{
    if (!from->stages || !from->stages->events.count)
        return LW_OK;
    lw_status status = make_room(motion, from->stages->events.count, error);
    for (size_t i = 0; i < from->stages->events.count && !status; i++) {
        lw_stages *stages = motion->stages;
        const lw_stage_event *source = &from->stages->events.items[i];
        lw_stage_event event = *source;
        event.order = stages->events.count;
        event.object = lw_arena_string(&stages->events_arena, source->object);
        event.link = lw_arena_string(&stages->events_arena, source->link);
        if (!event.object || (source->link && !event.link) ||
            !copy_names(&stages->events_arena, &source->touch_links, &event.touch_links) ||
            !copy_names(&stages->events_arena, &source->may_touch, &event.may_touch) ||
            !LW_ARRAY_GROW(&stages->events))
            return lw_fail_memory(error);
        stages->events.items[stages->events.count++] = event;
    }
    return status;
}

/* ---- questions ----------------------------------------------------------------------------------- */

size_t lw_motion_payload_count(const lw_motion *motion)
{
    return motion->stages ? motion->stages->events.count : 0;
}

lw_status lw_motion_payload(const lw_motion *motion, size_t index, lw_payload_info *out,
                            lw_error *error)
{
    if (!motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion, or no place for the answer, was given");
    const size_t count = lw_motion_payload_count(motion);
    if (index >= count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "there is no payload %zu; the motion attaches and releases %zu", index, count);
    const lw_sized *type = LW_SIZED(payload_info);
    lw_status status = lw_sized_check(type, out, error);
    if (status)
        return status;
    const lw_stage_event *event = &motion->stages->done[index];
    const lw_payload_info info = {.kind = event->kind,
                                  .time = event->at,
                                  .robot = event->robot,
                                  .waypoint = event->waypoint,
                                  .object = event->object,
                                  .link = event->link};
    lw_sized_write(type, &info, out);
    return LW_OK;
}
