#include "source_tracks.h"

#include <math.h>
#include <string.h>

#include "spline_pieces.h"

/* ---- rows --------------------------------------------------------------------------------------- */

static bool read_row(track_reader *r, json_t *node, size_t at, refusal *why)
{
    r->rows[at] = keep(r->store, r->robot->joint_count, sizeof **r->rows);
    return row_of(r->all->scene, r->out->robot, &r->layout, node, r->rows[at], why);
}

static bool read_path(track_reader *r, json_t *node, refusal *why)
{
    json_t *path = json_object_get(node, "path");
    const size_t count = path ? json_array_size(path) : 2;
    const size_t pieces = count > 1 ? count - 1 : 1;
    source_track *t = r->out;
    if (!count)
        return refuse(why, "a path has no waypoints");
    r->degree = 1;
    r->wraps = true;
    r->rows = keep(r->store, 3 * (pieces + 1), sizeof *r->rows);
    t->times = keep(r->store, pieces + 1, sizeof *t->times);
    for (size_t i = 0; i <= pieces; i++) {
        json_t *row =
            path ? json_array_get(path, i < count ? i : 0) : json_object_get(node, i ? "to" : "from");
        t->times[i] = (double)i / (double)pieces;
        if (!read_row(r, row, 3 * i, why))
            return false;
    }
    t->piece_count = pieces;
    t->waypoint_count = count;
    t->last = 1;
    return track_fill(r, why);
}

/* The row at time 0 of a trajectory whose first time is above 0, if the scene states a joint's value.
 * *begins: there is one. */
static bool read_start(track_reader *r, double (*row)[MOST_VALUES], bool *begins, refusal *why)
{
    *begins = false;
    for (size_t i = 0; i < r->layout.joint_count; i++) {
        bool stated;
        if (!rest_values(r->all->scene, r->out->robot, r->layout.joints[i], row[r->layout.joints[i]],
                         &stated, why))
            return false;
        const source_joint *own = &r->robot->joints[r->layout.joints[i]];
        *begins = *begins || (stated && !own->mimics && own->kind != JOINT_FIXED);
    }
    return true;
}

static bool read_trajectory_rows(track_reader *r, json_t *node, size_t count, size_t first, int orders,
                                 refusal *why)
{
    static const char *const keys[] = {"positions", "velocities", "accelerations"};
    for (int k = 0; k < orders; k++) {
        json_t *list = json_object_get(node, keys[k]);
        if (json_array_size(list) != count)
            return refuse(why, "a trajectory has not a row for each time");
        for (size_t i = 0; i < count; i++)
            if (!read_row(r, json_array_get(list, i), 3 * (first + i) + (size_t)k, why))
                return false;
    }
    return true;
}

static bool read_degree(track_reader *r, json_t *node, int *orders, refusal *why)
{
    static const char *const names[] = {"linear", "cubic", "quintic"};
    const char *name = json_string_value(json_object_get(node, "interpolation"));
    *orders = json_object_get(node, "velocities") ? json_object_get(node, "accelerations") ? 3 : 2 : 1;
    int kind = name ? -1 : *orders - 1;
    for (int k = 0; k < *orders && name; k++)
        if (!strcmp(name, names[k]))
            kind = k;
    if (kind < 0 || (json_object_get(node, "accelerations") && *orders == 1))
        return refuse(why, "a trajectory cannot be interpolated as it says");
    r->degree = 2 * kind + 1;
    return true;
}

static bool read_trajectory(track_reader *r, json_t *node, refusal *why)
{
    static const char *const keys[] = {"times",         "positions",     "velocities",
                                       "accelerations", "interpolation", NULL};
    json_t *times_list = json_object_get(node, "times");
    const size_t count = json_array_size(times_list);
    source_track *t = r->out;
    int orders;
    if (!only_keys(node, keys, "a trajectory", why) || !read_degree(r, node, &orders, why))
        return false;
    double *given = keep(r->store, count + 3, sizeof *given);
    if (!count || !read_vector(times_list, count, given + 1, why))
        return why->sentence[0] ? false : refuse(why, "a trajectory has no times");
    for (size_t i = 1; i < count; i++)
        if (!(given[i] < given[i + 1]))
            return refuse(why, "the times of a trajectory do not increase");
    if (given[1] < 0)
        return refuse(why, "the times of a trajectory do not increase");
    double(*start)[MOST_VALUES] = keep(r->store, r->robot->joint_count, sizeof *start);
    bool begins = false;
    if (given[1] > 0 && !read_start(r, start, &begins, why))
        return false;
    const size_t first = begins;
    size_t knots = count + first;
    r->rows = keep(r->store, 3 * (knots + 1), sizeof *r->rows);
    if (!read_trajectory_rows(r, node, count, first, orders, why))
        return false;
    t->times = begins ? given : given + 1;
    t->waypoint_count = count;
    t->first_waypoint = first;
    t->last = given[count];
    if (begins)
        r->rows[0] = start;
    for (int k = 1; k < orders && begins; k++)
        r->rows[k] = keep(r->store, r->robot->joint_count, sizeof **r->rows);
    if (knots == 1) {
        t->times[knots++] = t->last + 1;
        memcpy(r->rows + 3, r->rows, 3 * sizeof *r->rows);
        r->degree = 1;
    }
    t->piece_count = knots - 1;
    return track_fill(r, why);
}

/* ---- rigid motions ------------------------------------------------------------------------------ */

/* A screw: a turn about an axis, and a slide along it. */
static void set_screw(track_reader *r, const pose *base, vec v, vec axis, real speed, real duration,
                      real *parts[4])
{
    source_slots *s = &r->out->slots[0];
    const vec centre = scaled(inverse(speed), cross(axis, v));
    pose shifted = identity();
    shifted.position = centre;
    s->before[0] = composed(base, &shifted);
    for (int k = 1; k < SLOTS; k++)
        s->before[k] = identity();
    s->before[4].position = opposite(centre);
    s->axis[0] = s->axis[3] = axis;
    s->axis[1] = s->axis[2] = s->axis[4] = unit_axis(0);
    parts[0][1] = times(dot(axis, v), duration);
}

static bool read_rigid(track_reader *r, json_t *node, refusal *why)
{
    static const char *const keys[] = {"position",         "rpy",   "orientation", "linear_velocity",
                                       "angular_velocity", "frame", "duration",    NULL};
    double position[3] = {0};
    double angles[3] = {0};
    double xyzw[4] = {0, 0, 0, 1};
    double v[3] = {0};
    double w[3] = {0};
    double duration = NAN;
    json_t *lists[] = {json_object_get(node, "position"), json_object_get(node, "rpy"),
                       json_object_get(node, "orientation"), json_object_get(node, "linear_velocity"),
                       json_object_get(node, "angular_velocity")};
    double *out[] = {position, angles, xyzw, v, w};
    const char *frame_name = json_string_value(json_object_get(node, "frame"));
    source_track *t = r->out;
    if (!only_keys(node, keys, "a rigid motion", why) || !read_number(node, "duration", &duration, why))
        return false;
    for (int k = 0; k < 5; k++)
        if (lists[k] && !read_vector(lists[k], k == 2 ? 4 : 3, out[k], why))
            return false;
    pose start = pose_of_angles(position, angles);
    if (!(duration > 0) || (lists[2] && !pose_of_quaternion(position, xyzw, &start)))
        return refuse(why, "a rigid motion has no duration or orientation");
    t->times = keep(r->store, 2, sizeof *t->times);
    t->times[1] = t->last = duration;
    t->piece_count = 1;
    t->waypoint_count = 2;
    /* other joints stand still */
    size_t floating = 0;
    for (size_t i = 0; i < r->layout.joint_count; i++)
        if (r->robot->joints[r->layout.joints[i]].kind == JOINT_FLOATING)
            r->layout.joints[floating++] = r->layout.joints[i];
    r->layout.joint_count = floating;
    if (!track_fill(r, why))
        return false;
    if (t->floating_count != 1)
        return refuse(why, "a rigid motion needs one floating joint");
    const pose base = first_slot(r->all, t->robot, t->floating[0])->before;
    const pose placed = composed(&base, &start);
    const vec linear = exact_vec(v);
    const vec angular = exact_vec(w);
    const bool is_turning = w[0] != 0 || w[1] != 0 || w[2] != 0;
    const real speed = is_turning ? length(angular) : exact(0);
    const vec axis = is_turning ? scaled(inverse(speed), angular) : unit_axis(2);
    real *parts[4];
    for (int k = 0; k < 4; k++)
        parts[k] = column_of(r, 0, variable_of(r->all, t->robot, t->floating[0], k));
    parts[3][1] = times(speed, exact(duration));
    if (frame_name && strcmp(frame_name, "world") != 0 && is_turning) {
        set_screw(r, &placed, linear, axis, speed, exact(duration), parts);
        return true;
    }
    const vec slide = scaled(exact(duration), linear);
    const real along[3] = {slide.x, slide.y, slide.z};
    const real from[3] = {start.position.x, start.position.y, start.position.z};
    const bool in_world = !frame_name || !strcmp(frame_name, "world");
    for (int k = 0; k < 3; k++) {
        parts[k][1] = along[k];
        if (in_world)
            parts[k][0] = from[k];
    }
    const pose none = identity();
    pose turned_start = start;
    turned_start.position = none.position;
    t->slots[0] = in_world ? slots_of(&base, &turned_start, turned_back(&start, axis))
                           : slots_of(&placed, &none, axis);
    return true;
}

/* ---- motions ------------------------------------------------------------------------------------ */

#define TRACK_KEYS                                                                                     \
    "from", "to", "path", "trajectory", "spline", "rigid", "joints", "group", "attach", "release",     \
        "id", "robots", "clearance", NULL

static bool read_track(const source_bodies *all, source_store *store, int robot, json_t *node,
                       source_track *out, refusal *why)
{
    static const char *const keys[] = {TRACK_KEYS};
    track_reader r = {.all = all, .store = store, .out = out, .robot = &all->scene->robots[robot]};
    out->robot = robot;
    out->node = node;
    if (!only_keys(node, keys, "a motion", why) ||
        !layout_of_motion(all->scene, robot, node, store, &r.layout, why))
        return false;
    const int kinds =
        (json_object_get(node, "from") != NULL) + (json_object_get(node, "path") != NULL) +
        (json_object_get(node, "trajectory") != NULL) + (json_object_get(node, "spline") != NULL) +
        (json_object_get(node, "rigid") != NULL);
    if (kinds != 1)
        return refuse(why, "a motion is not one of from and to, path, trajectory, spline and rigid");
    if (json_object_get(node, "trajectory"))
        return read_trajectory(&r, json_object_get(node, "trajectory"), why);
    if (json_object_get(node, "spline"))
        return spline_read(&r, json_object_get(node, "spline"), why);
    if (json_object_get(node, "rigid"))
        return read_rigid(&r, json_object_get(node, "rigid"), why);
    return read_path(&r, node, why);
}

static bool attaches(json_t *part)
{
    return json_array_size(json_object_get(part, "attach")) ||
           json_array_size(json_object_get(part, "release"));
}

bool source_motion_read(const source_bodies *all, source_store *store, json_t *node, source_motion *out,
                        refusal *why)
{
    static const char *const keys[] = {TRACK_KEYS};
    json_t *robots = json_object_get(node, "robots");
    const char *name;
    json_t *part;
    *out = (source_motion){0};
    if (!only_keys(node, keys, "a motion", why))
        return false;
    out->tracks = keep(store, json_object_size(robots) + 1, sizeof *out->tracks);
    if (!robots) {
        out->attaches = attaches(node);
        if (all->scene->robot_count != 1)
            return refuse(why, "a motion does not say which robot moves");
        return read_track(all, store, 0, node, &out->tracks[out->track_count++], why);
    }
    json_object_foreach(robots, name, part)
    {
        int robot = -1;
        for (size_t i = 0; i < all->scene->robot_count; i++)
            if (!strcmp(all->scene->robots[i].name, name))
                robot = (int)i;
        if (robot < 0)
            return refuse(why, "there is no robot \"%.80s\"", name);
        out->attaches = out->attaches || attaches(part);
        if (!read_track(all, store, robot, part, &out->tracks[out->track_count++], why))
            return false;
    }
    return out->track_count || refuse(why, "a motion moves no robot");
}
