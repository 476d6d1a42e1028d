/* Random scenes in which robots attach objects and release them, and an oracle that knows nothing of
 * stages: it follows each object from waypoint to waypoint, and asks for distances in a scene in which
 * every object is a robot of its own. */
#ifndef LW_TEST_CARRIED_WORLD_H
#define LW_TEST_CARRIED_WORLD_H

#include <math.h>
#include <stdlib.h>

#include "shape_kit.h"

enum {
    ROBOTS = 2,
    LINKS = 3,
    LINK_BODIES = ROBOTS * LINKS,
    OBJECTS = 4,
    BODIES = LINK_BODIES + OBJECTS,
    MOST_POINTS = 6,
    MOST_EVENTS = 16,
    MOST_VALUES = 3
};

static const char *const robot_names[ROBOTS] = {"r", "q"};
static const char *const link_names[LINKS] = {"base", "a", "b"};
static const char *const object_names[OBJECTS] = {"o0", "o1", "o2", "o3"};

/* Where an object is from a time on. */
typedef struct whereabouts {
    double from;
    int robot, link; /* -1: it stands in the world */
    lw_pose at;      /* in the link, or the world */
    bool touches[LINKS];
} whereabouts;

/* Bodies that may touch for a while. */
typedef struct permitted {
    double from, to;
    int object, other;
} permitted;

typedef struct world {
    kit shapes;
    int robots, links;
    lw_scene *scene, *oracle;
    lw_checker *distances;        /* of the oracle's scene */
    lw_motion *motion;            /* of the scene, with payloads */
    lw_motion *plain;             /* that motion without payloads */
    lw_motion *apart;             /* of the oracle's scene */
    bool allowed[BODIES][BODIES]; /* by a rule of the scene */
    double margin, self_margin;
    double margins[BODIES][BODIES]; /* of a pair; negative: that of the scene */
    double paddings[ROBOTS][LINKS]; /* objects that a link carries have it too */

    /* the motion */
    lw_track tracks[ROBOTS];
    double positions[ROBOTS][MOST_POINTS * MOST_VALUES];
    double times[ROBOTS][MOST_POINTS];
    lw_payload payloads[ROBOTS][MOST_EVENTS];
    const char *names[ROBOTS][MOST_EVENTS][2][BODIES]; /* touch_links, may_touch */
    char texts[BODIES][16];                            /* names of bodies */
    whereabouts where[OBJECTS][MOST_EVENTS];
    int where_count[OBJECTS];
    permitted permissions[4 * MOST_EVENTS * BODIES];
    int permission_count;
    double borders[8 *
                   MOST_EVENTS]; /* where something is attached, released, or begins or ends to touch */
    int border_count;
    int events;
} world;

/* ---- a scene ---------------------------------------------------------------------------------------
 */

static inline void world_add_robot(lw_scene *scene, const world *w, int robot, lw_error *e)
{
    const kit *k = &w->shapes;
    const char *name = robot_names[robot];
    lw_pose base = lw_pose_identity();
    base.position.x = 1.6 * robot;
    succeed(lw_scene_add_robot(scene, name, base, e), e);
    for (int i = 0; i < w->links; i++) {
        succeed(lw_scene_add_link(scene, name, link_names[i], e), e);
        succeed(lw_scene_add_shape(scene, name, link_names[i],
                                   &k->defs[(uint32_t)(i + robot) % k->count], lw_pose_identity(), e),
                e);
        if (!i)
            continue;
        lw_joint_def joint = joint_of(link_names[i], k->flat ? LW_JOINT_PLANAR : LW_JOINT_REVOLUTE,
                                      link_names[i - 1], link_names[i]);
        joint.origin.position.x = 0.6;
        if (!k->flat)
            joint.axis = (lw_vec3){i == 1, i == 2, 1};
        succeed(lw_scene_add_joint(scene, name, &joint, e), e);
    }
}

/* Adds the shapes of an object to the scene, where it stands or is carried, and as a robot to the
 * oracle's. */
static inline void world_add_object(lw_random *random, world *w, int object, lw_error *e)
{
    static const char *const touched[1] = {"b"};
    const kit *k = &w->shapes;
    const char *id = object_names[object];
    whereabouts *where = &w->where[object][0];
    int count = 1 + (int)lw_random_below(random, 2);
    bool carried = !lw_random_below(random, 4);
    *where = (whereabouts){-HUGE_VAL, -1, -1, lw_pose_identity(), {false}};
    if (carried) {
        where->robot = (int)lw_random_below(random, (uint32_t)w->robots);
        where->link = (int)lw_random_below(random, (uint32_t)w->links);
        where->touches[2] = w->links > 2 && lw_random_below(random, 2);
    }
    w->where_count[object] = 1;
    lw_joint_def joint = joint_of("j", k->flat ? LW_JOINT_PLANAR : LW_JOINT_FLOATING, "root", "body");
    joint.origin.position.x = 0;
    succeed(lw_scene_add_robot(w->oracle, id, lw_pose_identity(), e), e);
    succeed(lw_scene_add_link(w->oracle, id, "root", e), e);
    succeed(lw_scene_add_link(w->oracle, id, "body", e), e);
    succeed(lw_scene_add_joint(w->oracle, id, &joint, e), e);
    for (int i = 0; i < count; i++) {
        const lw_shape_def *def = &k->defs[lw_random_below(random, k->count)];
        lw_pose at = random_pose(random, k->flat, carried ? 0.4 : 2.2);
        if (carried)
            succeed(lw_scene_add_attached(w->scene, robot_names[where->robot], link_names[where->link],
                                          id, def, at, touched, where->touches[2], e),
                    e);
        else
            succeed(lw_scene_add_obstacle(w->scene, id, def, at, e), e);
        /* the frame of a body of one shape is its shape's */
        bool own = count == 1 && !(def->kind == LW_SHAPE_POLYGON && def->vertex_count == 4);
        if (own)
            where->at = at;
        succeed(lw_scene_add_shape(w->oracle, id, "body", def, own ? lw_pose_identity() : at, e), e);
    }
}

static inline int link_body(int robot, int link)
{
    return robot * LINKS + link;
}

/* Names of bodies in the scene: links of the only robot without its name. */
static inline void world_name_bodies(world *w)
{
    for (int b = 0; b < BODIES; b++)
        if (b >= LINK_BODIES)
            snprintf(w->texts[b], sizeof w->texts[b], "%s", object_names[b - LINK_BODIES]);
        else
            snprintf(w->texts[b], sizeof w->texts[b], "%s%s%s",
                     w->robots > 1 ? robot_names[b / LINKS] : "", w->robots > 1 ? "/" : "",
                     link_names[b % LINKS]);
}

/* Margins of some pairs, and padding of some links. */
static inline void world_set_margins(lw_random *random, world *w, lw_error *e)
{
    w->self_margin = lw_random_below(random, 2) ? 0.01 : 0;
    succeed(lw_scene_set_self_margin(w->scene, w->self_margin, e), e);
    for (int a = 0; a < BODIES; a++)
        for (int b = 0; b < BODIES; b++)
            w->margins[a][b] = -1;
    for (int i = 0; i < 2; i++) {
        int a = LINK_BODIES + (int)lw_random_below(random, OBJECTS);
        int b = lw_random_below(random, 2) ? LINK_BODIES + (int)lw_random_below(random, OBJECTS) : 1;
        if (a == b)
            continue;
        w->margins[a][b] = w->margins[b][a] = lw_random_between(random, 0, 0.06);
        succeed(lw_scene_set_pair_margin(w->scene, w->texts[a], w->texts[b], w->margins[a][b], e), e);
    }
    for (int r = 0; r < w->robots; r++)
        for (int l = 0; l < w->links; l++) {
            w->paddings[r][l] = lw_random_below(random, 3) ? 0 : lw_random_between(random, 0, 0.03);
            succeed(lw_scene_set_link_padding(w->scene, robot_names[r], link_names[l], 1,
                                              w->paddings[r][l], e),
                    e);
        }
}

static inline void world_open(lw_random *random, bool flat, world *w)
{
    lw_error e = {0};
    *w = (world){.robots = 1 + (int)lw_random_below(random, ROBOTS), .links = flat ? 2 : LINKS};
    open_kit(random, flat, &w->shapes);
    w->scene = new_scene();
    w->oracle = new_scene();
    w->margin = lw_random_below(random, 2) ? 0.02 : 0;
    world_name_bodies(w);
    lw_scene *scenes[2] = {w->scene, w->oracle};
    for (int s = 0; s < 2; s++) {
        if (flat)
            succeed(lw_scene_set_dimension(scenes[s], 2, &e), &e);
        succeed(lw_scene_set_margin(scenes[s], w->margin, &e), &e);
        for (int r = 0; r < w->robots; r++)
            world_add_robot(scenes[s], w, r, &e);
    }
    for (int o = 0; o < OBJECTS; o++)
        world_add_object(random, w, o, &e);
    for (int i = 0; i < 2; i++) {
        int a = LINK_BODIES + (int)lw_random_below(random, OBJECTS);
        int b = lw_random_below(random, 2) ? LINK_BODIES + (int)lw_random_below(random, OBJECTS) : 1;
        w->allowed[a][b] = w->allowed[b][a] = true;
        succeed(lw_scene_allow_pair(w->scene, w->texts[a], w->texts[b], true, &e), &e);
    }
    world_set_margins(random, w, &e);
    /* two groups, so that neither is the default */
    for (int g = 0; g < 2; g++)
        succeed(lw_scene_add_group(w->scene, "r", g ? "all" : "tip", &link_names[g ? 1 : w->links - 1],
                                   g ? (size_t)w->links - 1 : 1, &e),
                &e);
    for (int s = 0; s < 2; s++)
        succeed(lw_scene_freeze(scenes[s], &e), &e);
    succeed(lw_motion_create(w->scene, &w->motion, &e), &e);
    succeed(lw_motion_create(w->scene, &w->plain, &e), &e);
    succeed(lw_motion_create(w->oracle, &w->apart, &e), &e);
    succeed(lw_checker_create(w->oracle, &w->distances, &e), &e);
}

static inline void world_close(world *w)
{
    lw_checker_destroy(w->distances);
    lw_motion_destroy(w->motion);
    lw_motion_destroy(w->plain);
    lw_motion_destroy(w->apart);
    lw_scene_destroy(w->scene);
    lw_scene_destroy(w->oracle);
    close_kit(&w->shapes);
}

/* ---- a motion --------------------------------------------------------------------------------------
 */

static inline const whereabouts *world_last(const world *w, int object)
{
    return &w->where[object][w->where_count[object] - 1];
}

static inline lw_pose world_multiply(lw_pose a, lw_pose b)
{
    const lw_quat p = a.orientation;
    const lw_quat q = b.orientation;
    return (lw_pose){
        lw_pose_point(a, b.position),
        {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
         p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z}};
}

static inline lw_pose world_inverse(lw_pose a)
{
    lw_pose turn = {{0, 0, 0}, {-a.orientation.x, -a.orientation.y, -a.orientation.z, a.orientation.w}};
    lw_vec3 back = lw_pose_point(turn, a.position);
    return (lw_pose){{-back.x, -back.y, -back.z}, turn.orientation};
}

static inline lw_pose world_link(const world *w, int robot, int link, double time)
{
    lw_error e = {0};
    lw_pose at;
    int64_t index = lw_scene_find_link(w->scene, robot_names[robot], link_names[link]);
    assert_true(index >= 0);
    succeed(lw_motion_link_pose(w->plain, (size_t)index, time, &at, &e), &e);
    return at;
}

static inline lw_pose world_object(const world *w, const whereabouts *where, double time)
{
    return where->robot < 0 ? where->at
                            : world_multiply(world_link(w, where->robot, where->link, time), where->at);
}

static inline void world_border(world *w, double time)
{
    w->borders[w->border_count++] = time;
}

static inline void world_permit(world *w, double from, double to, int object, int other)
{
    w->permissions[w->permission_count++] = (permitted){from, to, object, other};
    world_border(w, from);
    world_border(w, to);
}

/* Chooses bodies that an object rests on, and permits their contact for a while; a bare name is that of
 * both robots. */
static inline size_t world_rest(lw_random *random, world *w, const char **names, int object,
                                double from, double to)
{
    size_t count = lw_random_below(random, 3);
    for (size_t i = 0; i < count; i++) {
        int other = lw_random_below(random, 2)
                        ? LINK_BODIES + (int)lw_random_below(random, OBJECTS)
                        : link_body((int)lw_random_below(random, (uint32_t)w->robots),
                                    (int)lw_random_below(random, (uint32_t)w->links));
        bool bare = other < LINK_BODIES && lw_random_below(random, 2);
        names[i] = bare ? link_names[other % LINKS] : w->texts[other];
        for (int r = 0; r < w->robots; r++)
            if (bare)
                world_permit(w, from, to, object, link_body(r, other % LINKS));
        if (!bare)
            world_permit(w, from, to, object, other);
    }
    return count;
}

/* The times of the waypoints about one. */
static inline void world_times(const world *w, int robot, size_t waypoint, double times[3])
{
    const lw_track *track = &w->tracks[robot];
    double begin;
    double end;
    double last = track->point_count > 1 ? (double)track->point_count - 1 : 1;
    lw_motion_interval(w->plain, &begin, &end);
    for (int i = 0; i < 3; i++) {
        size_t k = waypoint + (size_t)i - 1;
        bool there = k < track->point_count;
        times[i] = !there ? (i ? end : begin) : track->times ? track->times[k] : (double)k / last;
    }
}

static inline lw_payload *world_payload(world *w, int robot, size_t waypoint, int object)
{
    lw_track *track = &w->tracks[robot];
    lw_payload *payload = &w->payloads[robot][track->payload_count++];
    *payload = lw_default_payload();
    payload->waypoint = waypoint;
    payload->object = object_names[object];
    track->payloads = w->payloads[robot];
    w->events++;
    return payload;
}

static inline void world_attach(lw_random *random, world *w, int robot, size_t waypoint, int object)
{
    double times[3];
    world_times(w, robot, waypoint, times);
    size_t slot = w->tracks[robot].payload_count;
    lw_payload *payload = world_payload(w, robot, waypoint, object);
    whereabouts next = {.from = times[1], .robot = robot};
    next.link = (int)lw_random_below(random, (uint32_t)w->links);
    payload->kind = LW_PAYLOAD_ATTACH;
    payload->link = link_names[next.link];
    payload->touch_links = w->names[robot][slot][0];
    for (int l = 0; l < w->links; l++) {
        next.touches[l] = lw_random_below(random, 2);
        if (!next.touches[l])
            continue;
        w->names[robot][slot][0][payload->touch_link_count++] = link_names[l];
        world_permit(w, times[0], times[1], object, link_body(robot, l));
    }
    payload->may_touch = w->names[robot][slot][1];
    payload->may_touch_count =
        world_rest(random, w, w->names[robot][slot][1], object, times[1], times[2]);
    next.at = world_multiply(world_inverse(world_link(w, robot, next.link, times[1])),
                             world_object(w, world_last(w, object), times[1]));
    w->where[object][w->where_count[object]++] = next;
    world_border(w, times[1]);
}

static inline void world_release(lw_random *random, world *w, int robot, size_t waypoint, int object)
{
    double times[3];
    world_times(w, robot, waypoint, times);
    size_t slot = w->tracks[robot].payload_count;
    const whereabouts *last = world_last(w, object);
    lw_payload *payload = world_payload(w, robot, waypoint, object);
    payload->kind = LW_PAYLOAD_RELEASE;
    for (int l = 0; l < w->links; l++)
        if (last->touches[l])
            world_permit(w, times[1], times[2], object, link_body(robot, l));
    payload->may_touch = w->names[robot][slot][1];
    payload->may_touch_count =
        world_rest(random, w, w->names[robot][slot][1], object, times[0], times[1]);
    whereabouts next = {.from = times[1], .robot = -1, .link = -1};
    next.at = world_object(w, last, times[1]);
    w->where[object][w->where_count[object]++] = next;
    world_border(w, times[1]);
}

/* A waypoint of a robot, by its time. */
typedef struct moment {
    double time;
    int robot;
    size_t waypoint;
} moment;

static inline int compare_moments(const void *a, const void *b)
{
    const moment *one = a;
    const moment *other = b;
    if (one->time != other->time)
        return one->time < other->time ? -1 : 1;
    return one->robot - other->robot;
}

/* Lets robots attach and release objects, in the order of time; at one time they first release. */
static inline void world_handle(lw_random *random, world *w)
{
    moment moments[ROBOTS * MOST_POINTS];
    int count = 0;
    for (int r = 0; r < w->robots; r++)
        for (size_t k = 0; k < w->tracks[r].point_count; k++) {
            double times[3];
            world_times(w, r, k, times);
            moments[count++] = (moment){times[1], r, k};
        }
    qsort(moments, (size_t)count, sizeof *moments, compare_moments);
    for (int i = 0, end = 0; i < count && w->events < MOST_EVENTS / 2; i = end) {
        while (end < count && moments[end].time == moments[i].time)
            end++;
        for (int attaches = 0; attaches < 2; attaches++)
            for (int m = i; m < end; m++)
                for (int o = 0; o < OBJECTS && w->events < MOST_EVENTS / 2; o++) {
                    bool carried = world_last(w, o)->robot == moments[m].robot;
                    bool stands = world_last(w, o)->robot < 0;
                    if (lw_random_below(random, 6) || (attaches ? !stands : !carried))
                        continue;
                    (attaches ? world_attach : world_release)(random, w, moments[m].robot,
                                                              moments[m].waypoint, o);
                }
    }
}

static inline void world_random_track(lw_random *random, world *w, int robot, bool timed)
{
    bool flat = w->shapes.flat;
    lw_error e = {0};
    lw_track *track = &w->tracks[robot];
    size_t columns = flat ? 3 : 2;
    double time = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 1);
    *track = lw_default_track();
    track->kind = timed ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
    track->joints = lw_scene_joints(w->scene, robot_names[robot], NULL, &e);
    track->point_count = 1 + lw_random_below(random, MOST_POINTS);
    track->positions = w->positions[robot];
    track->times = timed ? w->times[robot] : NULL;
    assert_int_equal(lw_joints_value_count(track->joints), columns);
    for (size_t k = 0; k < track->point_count; k++) {
        w->times[robot][k] = time;
        time += lw_random_below(random, 2) ? 0.5 : lw_random_between(random, 0.1, 1);
        for (size_t c = 0; c < columns; c++)
            w->positions[robot][k * columns + c] = lw_random_between(random, -1, 1);
    }
}

/* Sets the motions to random tracks on which objects are taken and put down. */
static inline void world_set(lw_random *random, world *w)
{
    lw_error e = {0};
    bool timed = lw_random_below(random, 2);
    w->events = w->permission_count = w->border_count = 0;
    for (int o = 0; o < OBJECTS; o++)
        w->where_count[o] = 1;
    for (int r = 0; r < w->robots; r++)
        world_random_track(random, w, r, timed);
    succeed(lw_motion_set(w->plain, w->tracks, (size_t)w->robots, &e), &e);
    world_handle(random, w);
    succeed(lw_motion_set(w->motion, w->tracks, (size_t)w->robots, &e), &e);
}

/* ---- the oracle ------------------------------------------------------------------------------------
 */

/* Where an object is at a time; where it changes hands then, before that. */
static inline const whereabouts *world_at(const world *w, int object, double time, bool before)
{
    const whereabouts *found = &w->where[object][0];
    for (int i = 1; i < w->where_count[object]; i++) {
        const whereabouts *next = &w->where[object][i];
        if (before ? next->from < time : next->from <= time)
            found = next;
    }
    return found;
}

static inline bool world_permits(const world *w, int object, int other, double time, bool before)
{
    for (int i = 0; i < w->permission_count; i++) {
        const permitted *p = &w->permissions[i];
        bool now = before ? p->from < time && time <= p->to : p->from <= time && time < p->to;
        double begin;
        double end;
        lw_motion_interval(w->plain, &begin, &end);
        /* nothing is before the beginning and after the end */
        now |= time == (before ? begin : end) && p->from <= time && time <= p->to;
        if (now && p->object == object && p->other == other)
            return true;
    }
    return false;
}

/* Whether a pair is checked at a time. a < b. */
static inline bool world_checks(const world *w, int a, int b, double time, bool before)
{
    if (w->allowed[a][b])
        return false;
    if (b < LINK_BODIES) {
        lw_pair_reason reason;
        lw_error e = {0};
        int64_t one = lw_scene_find_body(w->scene, w->texts[a]);
        int64_t other = lw_scene_find_body(w->scene, w->texts[b]);
        succeed(lw_scene_pair_reason(w->scene, (size_t)one, (size_t)other, &reason, &e), &e);
        return reason == LW_PAIR_CHECKED;
    }
    const whereabouts *second = world_at(w, b - LINK_BODIES, time, before);
    if (a < LINK_BODIES) {
        bool own = second->robot == a / LINKS;
        return !(own && (second->link == a % LINKS || second->touches[a % LINKS])) &&
               !world_permits(w, b - LINK_BODIES, a, time, before);
    }
    const whereabouts *first = world_at(w, a - LINK_BODIES, time, before);
    bool together = first->robot == second->robot && first->link == second->link;
    return !together && !world_permits(w, a - LINK_BODIES, b, time, before) &&
           !world_permits(w, b - LINK_BODIES, a, time, before);
}

/* The robot that a body moves with at a time, and its padding there; -1: an obstacle. */
static inline int world_owner(const world *w, int body, double time, bool before, double *padding)
{
    int robot = body / LINKS;
    int link = body % LINKS;
    if (body >= LINK_BODIES) {
        const whereabouts *where = world_at(w, body - LINK_BODIES, time, before);
        robot = where->robot;
        link = where->link;
    }
    *padding = robot < 0 ? 0 : w->paddings[robot][link];
    return robot;
}

/* The margin of a pair, and both paddings, which do not count inside a robot. */
static inline double world_margin(const world *w, int a, int b, double time, bool before,
                                  double *padding)
{
    double paddings[2];
    bool self =
        world_owner(w, a, time, before, &paddings[0]) == world_owner(w, b, time, before, &paddings[1]);
    *padding = self ? 0 : paddings[0] + paddings[1];
    return w->margins[a][b] >= 0 ? w->margins[a][b] : self ? w->self_margin : w->margin;
}

/* Poses everything in the oracle's scene as it is at a time. */
static inline void world_pose(const world *w, double time, bool before)
{
    lw_error e = {0};
    lw_track tracks[ROBOTS];
    for (int r = 0; r < w->robots; r++) {
        tracks[r] = w->tracks[r];
        tracks[r].payload_count = 0;
        tracks[r].joints = lw_scene_joints(w->oracle, robot_names[r], NULL, &e);
    }
    succeed(lw_motion_set(w->apart, tracks, (size_t)w->robots, &e), &e);
    for (int o = 0; o < OBJECTS; o++) {
        lw_pose at = world_object(w, world_at(w, o, time, before), time);
        const lw_quat q = at.orientation;
        double values[7] = {at.position.x, at.position.y, at.position.z, q.x, q.y, q.z, q.w};
        if (w->shapes.flat)
            values[2] = 2 * atan2(q.z, q.w);
        succeed(lw_motion_set_joint(w->apart, object_names[o], "j", values, w->shapes.flat ? 3 : 7, &e),
                &e);
    }
}

/* The distance of two padded bodies at the time at which everything was posed. */
static inline double world_distance(const world *w, int a, int b, double time, bool before)
{
    lw_error e = {0};
    char names[2][24];
    int64_t bodies[2];
    const int both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        int body = both[i];
        snprintf(names[i], sizeof names[i], "%s/%s",
                 body < LINK_BODIES ? robot_names[body / LINKS] : object_names[body - LINK_BODIES],
                 body < LINK_BODIES ? link_names[body % LINKS] : "body");
        bodies[i] = lw_scene_find_body(w->oracle, names[i]);
        assert_true(bodies[i] >= 0);
    }
    int64_t pair = lw_scene_find_pair(w->oracle, (size_t)bodies[0], (size_t)bodies[1]);
    assert_true(pair >= 0);
    lw_distance distance;
    succeed(lw_pair_distance(w->distances, w->apart, time, (size_t)pair, &distance, &e), &e);
    double padding;
    world_margin(w, a, b, time, before, &padding);
    return fmax(0, distance.upper - padding);
}

/* A body of the scene in the oracle's numbers. */
static inline int world_body(const world *w, int64_t body)
{
    const char *name = lw_scene_body_name(w->scene, (size_t)body);
    for (int i = 0; i < BODIES; i++)
        if (!strcmp(w->texts[i], name))
            return i;
    fail_msg("no body %s", name);
    return -1;
}

#endif
