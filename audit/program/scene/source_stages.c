#include "source_stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- events ------------------------------------------------------------------------------------- */

static bool read_event(const source_bodies *all, const source_track *of, json_t *node, bool attaches,
                       source_event *out, refusal *why)
{
    static const char *const attach_keys[] = {"waypoint",    "id",        "link",
                                              "touch_links", "may_touch", NULL};
    static const char *const release_keys[] = {"waypoint", "id", "may_touch", NULL};
    const double *times_of_waypoints = of->times + of->first_waypoint;
    const char *id = json_string_value(json_object_get(node, "id"));
    size_t k = 0;
    if (!only_keys(node, attaches ? attach_keys : release_keys, "what is attached or released", why) ||
        !read_index(node, "waypoint", of->waypoint_count, &k, why))
        return false;
    *out = (source_event){.attaches = attaches,
                          .robot = of->robot,
                          .body = id ? body_named(all, id) : -1,
                          .link = json_string_value(json_object_get(node, "link")),
                          .touch = json_object_get(node, "touch_links"),
                          .may_touch = json_object_get(node, "may_touch"),
                          .before = k ? times_of_waypoints[k - 1] : -HUGE_VAL,
                          .at = times_of_waypoints[k],
                          .after = k + 1 < of->waypoint_count ? times_of_waypoints[k + 1] : HUGE_VAL};
    if (out->body < 0 || all->bodies[out->body].object < 0)
        return refuse(why, "there is no object \"%.80s\"", id ? id : "");
    if (attaches && (!out->link || link_named(&all->scene->robots[of->robot], out->link) < 0))
        return refuse(why, "\"%.80s\" is attached to a link that is not there", id);
    return true;
}

/* Whether an event comes after another: by time, and objects are released first. */
static bool is_after(const source_event *a, const source_event *b)
{
    return a->at > b->at || (a->at == b->at && a->attaches && !b->attaches);
}

static bool read_events(const source_bodies *all, const source_track *of, bool attaches,
                        source_stages *out, refusal *why)
{
    json_t *list = json_object_get(of->node, attaches ? "attach" : "release");
    for (size_t i = 0; i < json_array_size(list); i++) {
        source_event own;
        size_t at = out->event_count;
        if (!read_event(all, of, json_array_get(list, i), attaches, &own, why))
            return false;
        for (; at > 0 && is_after(&out->events[at - 1], &own); at--)
            out->events[at] = out->events[at - 1];
        out->events[at] = own;
        out->event_count++;
    }
    return true;
}

/* ---- permitted contacts ------------------------------------------------------------------------- */

/* Permits the touch of an object and bodies that are named. robot: only its links; -1: of all bodies.
 */
static void permit(source_stages *s, const source_bodies *all, double from, double to, int object,
                   json_t *names, int robot)
{
    bool *marks = room(all->body_count, sizeof *marks);
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name)
            continue;
        mark_named(all, name, marks);
        for (size_t b = 0; b < all->body_count; b++) {
            const source_body *other = &all->bodies[b];
            const bool is_link = other->link && other->robot == robot && !strcmp(other->link, name);
            if (robot < 0 ? marks[b] : is_link)
                s->permissions[s->permission_count++] = (permission){from, to, {object, (int)b}};
        }
    }
    free(marks);
}

/* How many pairs events permit at most. */
static size_t most_permissions(const source_stages *s, const source_bodies *all)
{
    size_t names = 0;
    for (size_t i = 0; i < s->event_count; i++)
        names += json_array_size(s->events[i].touch) + json_array_size(s->events[i].may_touch);
    for (size_t i = 0; i < all->body_count; i++)
        if (all->bodies[i].object >= 0)
            names += json_array_size(all->scene->objects[all->bodies[i].object].touch);
    /* what was permitted by an attachment is permitted by a release once more, by several at most by
     * each */
    return names * (s->event_count + 1) * all->body_count;
}

static void set_first_carriers(source_stages *s, const source_bodies *all)
{
    for (size_t i = 0; i < all->body_count; i++) {
        const source_body *b = &all->bodies[i];
        s->carriers[i] = (carrier){-1, NULL, NULL};
        if (b->object >= 0 && b->robot >= 0)
            s->carriers[i] = (carrier){b->robot, all->scene->objects[b->object].link,
                                       all->scene->objects[b->object].touch};
    }
}

static bool carry_out(source_stages *s, const source_event *e, refusal *why)
{
    carrier *now = &s->carriers[e->body];
    if (now->robot != (e->attaches ? -1 : e->robot))
        return refuse(why, "an object is not there to be attached or released");
    *now = e->attaches ? (carrier){e->robot, e->link, e->touch} : (carrier){-1, NULL, NULL};
    return true;
}

static bool find_permissions(source_stages *s, const source_bodies *all, refusal *why)
{
    for (size_t i = 0; i < s->event_count; i++) {
        const source_event *e = &s->events[i];
        json_t *touched = s->carriers[e->body].touch;
        if (!carry_out(s, e, why))
            return false;
        if (e->attaches) {
            permit(s, all, e->before, e->at, e->body, e->touch, e->robot);
            permit(s, all, e->at, e->after, e->body, e->may_touch, -1);
        } else {
            permit(s, all, e->at, e->after, e->body, touched, e->robot);
            permit(s, all, e->before, e->at, e->body, e->may_touch, -1);
        }
    }
    set_first_carriers(s, all);
    return true;
}

bool source_stages_read(const source_bodies *all, source_store *store, const source_motion *of,
                        source_stages *out, refusal *why)
{
    size_t most_events = 0;
    *out = (source_stages){0};
    for (size_t k = 0; k < of->track_count; k++)
        most_events += json_array_size(json_object_get(of->tracks[k].node, "attach")) +
                       json_array_size(json_object_get(of->tracks[k].node, "release"));
    out->events = keep(store, most_events, sizeof *out->events);
    out->carriers = keep(store, all->body_count, sizeof *out->carriers);
    for (size_t k = 0; k < of->track_count; k++)
        if (!read_events(all, &of->tracks[k], true, out, why) ||
            !read_events(all, &of->tracks[k], false, out, why))
            return false;
    set_first_carriers(out, all);
    out->permissions = keep(store, most_permissions(out, all), sizeof *out->permissions);
    return find_permissions(out, all, why);
}

/* ---- stages ------------------------------------------------------------------------------------- */

bool source_stages_begin(source_stages *s, double begin, double end, refusal *why)
{
    for (size_t i = 0; i < s->event_count; i++) {
        source_event *e = &s->events[i];
        if (begin < e->at && e->at < end)
            return refuse(why, "something is attached or released in the middle of a stage");
        if (e->at < begin && !e->done)
            return refuse(why, "something is attached or released before the first stage");
        if (e->at == begin && !carry_out(s, e, why))
            return false;
        e->done = e->at <= begin;
    }
    return true;
}

bool source_stages_pairs(const source_stages *s, const source_bodies *all, double begin, double end,
                         pair_body *bodies, source_pairs *out, refusal *why)
{
    *out = (source_pairs){0};
    for (size_t i = 0; i < all->body_count; i++) {
        const carrier *c = &s->carriers[i];
        if (all->bodies[i].object < 0)
            continue;
        bodies[i] = (pair_body){.robot = c->robot, .mover = -1, .carrier = c->link, .touch = c->touch};
        if (c->robot < 0)
            continue;
        bodies[i].mover =
            all->links[c->robot][link_named(&all->scene->robots[c->robot], c->link)].mover;
        if (!link_padding(all->scene, c->robot, c->link, &bodies[i].padding, why))
            return false;
    }
    if (!source_pairs_make(out, all, bodies, why))
        return false;
    for (size_t i = 0; i < s->permission_count; i++) {
        const permission *p = &s->permissions[i];
        if (p->from <= begin && end <= p->to)
            permit_pair(out, p->bodies);
    }
    return true;
}
