#include "source_tracks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is read of one robot's part of a motion. */
typedef struct track_reader {
    const source_bodies *all;
    source_store *store;
    source_track *out;
    const source_robot *robot;
    int *joints; /* to which the values of rows belong */
    size_t joint_count;
    size_t row_count;
    double (**rows)[MOST_VALUES]; /* per row and order of derivatives (3): per joint its values */
    int degree;
    bool wraps;
} track_reader;

static vec unit_axis(int k)
{
    return (vec){exact(k == 0), exact(k == 1), exact(k == 2)};
}

const source_frame *first_slot(const source_bodies *all, int robot, int joint)
{
    for (size_t i = 0; i < all->frame_count; i++)
        if (all->frames[i].robot == robot && all->frames[i].joint == joint && all->frames[i].slot == 0)
            return &all->frames[i];
    return NULL;
}

/* ---- floating joints ---------------------------------------------------------------------------- */

/* Slides along x, y and z, then a rotation, then a turn about an axis. */
static source_slots slots_of(const pose *base, const pose *start, vec axis)
{
    source_slots out;
    for (int k = 0; k < SLOTS; k++) {
        out.before[k] = k == 0 ? *base : k == 3 ? *start : identity();
        out.axis[k] = k == 3 ? axis : unit_axis(k < 3 ? k : 2);
    }
    return out;
}

bool slots_at_rest(const source_frame *first, const double values[MOST_VALUES], source_slots *out)
{
    const double origin[3] = {0};
    pose start;
    pose base = first->before;
    if (!pose_of_quaternion(origin, values + 3, &start))
        return false;
    base.position = moved(&base, exact_vec(values));
    *out = slots_of(&base, &start, unit_axis(2));
    return true;
}

/* The axis and the angle, from 0 to pi, of the rotation from one quaternion to another, the shorter
 * way. False: it is half a turn, or nearly. */
static bool turn_between(const double p[4], const double q[4], vec *axis, real *angle)
{
    const vec a = exact_vec(p);
    const vec b = exact_vec(q);
    const real w = exact(p[3]);
    const real d = exact(q[3]);
    vec v = sub(sub(scaled(w, b), scaled(d, a)), cross(a, b));
    real along = plus(times(w, d), dot(a, b));
    if (positive(negative(along))) {
        v = opposite(v);
        along = negative(along);
    }
    *axis = unit_axis(0);
    *angle = exact(0);
    const real square = dot(v, v);
    if (arb_is_zero(&square))
        return true;
    if (!positive(along) || !positive(square))
        return false;
    const real size = root(square);
    *axis = scaled(inverse(size), v);
    arb_atan2(angle, &size, &along, BITS);
    *angle = times(exact(2), *angle);
    return true;
}

static real *column_of(track_reader *r, size_t piece, int variable)
{
    source_track *t = r->out;
    for (size_t i = 0; i < t->column_count; i++)
        if (t->variables[i] == variable)
            return t->coefficients + (piece * t->column_count + i) * MOST_POWERS;
    return NULL;
}

static bool read_floating(track_reader *r, size_t index, refusal *why)
{
    const int joint = r->out->floating[index];
    const source_frame *first = first_slot(r->all, r->out->robot, joint);
    const double origin[3] = {0};
    if (r->degree != 1)
        return refuse(why, "a floating joint is not interpolated linearly");
    for (size_t p = 0; p < r->out->piece_count; p++) {
        const double *from = r->rows[3 * p][joint];
        const double *to = r->rows[3 * (p + 1)][joint];
        pose start;
        vec axis;
        real angle;
        if (!pose_of_quaternion(origin, from + 3, &start) ||
            !turn_between(from + 3, to + 3, &axis, &angle))
            return refuse(why, "a floating joint turns by half a turn, or has no orientation");
        r->out->slots[p * r->out->floating_count + index] = slots_of(&first->before, &start, axis);
        for (int k = 0; k < 4; k++) {
            real *c = column_of(r, p, variable_of(r->all, r->out->robot, joint, k));
            c[0] = exact(k < 3 ? from[k] : 0);
            c[1] = k < 3 ? minus(exact(to[k]), exact(from[k])) : angle;
        }
    }
    return true;
}

/* ---- joints of one coordinate each -------------------------------------------------------------- */

/* The shorter way from one angle to another. */
static bool shorter_way(double from, double to, real *way)
{
    const double pi = 0x1.921fb54442d18p+1; /* the double nearest to it */
    *way = minus(exact(to), exact(from));
    if (fabs(to - from) <= pi)
        return true;
    real circle = exact(0);
    arb_const_pi(&circle, BITS);
    circle = times(exact(2), circle);
    /* a whole number, or a ball about several, which no proof is near */
    real turns = plus(times(*way, inverse(circle)), exact(0.5));
    arb_floor(&turns, &turns, BITS);
    *way = minus(*way, times(turns, circle));
    /* half a turn and a rounding error has a known direction; of more than a turn it has not */
    const double half = near(*way);
    return fabs(to - from) <= 1.5 * pi || pi - fabs(half) >= 0x1p-30;
}

/* The polynomial with given values and derivatives by time at both ends of a piece. from, to: per
 * order. */
static void hermite(int degree, real w, const double from[3], const double to[3], real c[MOST_POWERS])
{
    const real d = minus(exact(to[0]), exact(from[0]));
    const real v0 = times(exact(from[1]), w);
    const real v1 = times(exact(to[1]), w);
    const real a0 = times(times(exact(from[2]), w), w);
    const real a1 = times(times(exact(to[2]), w), w);
    const real half = exact(0.5);
    c[0] = exact(from[0]);
    if (degree == 1) {
        c[1] = d;
        return;
    }
    c[1] = v0;
    if (degree == 3) {
        c[2] = minus(minus(times(exact(3), d), times(exact(2), v0)), v1);
        c[3] = minus(plus(v0, v1), times(exact(2), d));
        return;
    }
    c[2] = times(half, a0);
    c[3] = plus(minus(minus(times(exact(10), d), times(exact(6), v0)), times(exact(4), v1)),
                times(half, minus(a1, times(exact(3), a0))));
    c[4] = plus(plus(plus(times(exact(-15), d), times(exact(8), v0)), times(exact(7), v1)),
                times(half, minus(times(exact(3), a0), times(exact(2), a1))));
    c[5] = plus(minus(times(exact(6), d), times(exact(3), plus(v0, v1))), times(half, minus(a1, a0)));
}

static bool is_mimicked(const source_robot *robot, const char *joint)
{
    for (size_t i = 0; i < robot->joint_count; i++)
        if (robot->joints[i].mimics && !strcmp(robot->joints[i].mimics, joint))
            return true;
    return false;
}

static bool read_coordinate(track_reader *r, int joint, int component, refusal *why)
{
    const source_joint *own = &r->robot->joints[joint];
    const int variable = variable_of(r->all, r->out->robot, joint, component);
    const bool turns = own->kind == JOINT_CONTINUOUS || (own->kind == JOINT_PLANAR && component == 2);
    const bool wraps = r->wraps && turns && !is_mimicked(r->robot, own->name);
    real at = exact(r->rows[0][joint][component]);
    for (size_t p = 0; p < r->out->piece_count; p++) {
        double from[3] = {0};
        double to[3] = {0};
        real *c = column_of(r, p, variable);
        for (size_t k = 0; k < 3 && r->rows[3 * p + k]; k++) {
            from[k] = r->rows[3 * p + k][joint][component];
            to[k] = r->rows[3 * (p + 1) + k][joint][component];
        }
        if (!wraps) {
            const real w = minus(exact(r->out->times[p + 1]), exact(r->out->times[p]));
            hermite(r->degree, w, from, to, c);
            continue;
        }
        c[0] = at;
        if (!shorter_way(from[0], to[0], &c[1]))
            return refuse(why,
                          "joint \"%.80s\" turns by half a turn, of which neither way is the shorter",
                          own->name);
        at = plus(at, c[1]);
    }
    return true;
}

/* ---- tracks ------------------------------------------------------------------------------------- */

/* Fills a track from its rows and times. */
static bool fill_track(track_reader *r, refusal *why)
{
    source_track *t = r->out;
    t->variables = keep(r->store, 4 * r->joint_count, sizeof *t->variables);
    t->floating = keep(r->store, r->joint_count, sizeof *t->floating);
    for (size_t i = 0; i < r->joint_count; i++)
        for (int k = 0; k < 4; k++) {
            const int variable = variable_of(r->all, t->robot, r->joints[i], k);
            if (variable < 0)
                break;
            t->variables[t->column_count++] = variable;
            if (k == 0 && r->robot->joints[r->joints[i]].kind == JOINT_FLOATING)
                t->floating[t->floating_count++] = r->joints[i];
        }
    t->coefficients =
        keep(r->store, t->piece_count * t->column_count * MOST_POWERS, sizeof *t->coefficients);
    t->slots = keep(r->store, t->piece_count * t->floating_count, sizeof *t->slots);
    if (!r->rows)
        return true;
    for (size_t i = 0; i < t->floating_count; i++)
        if (!read_floating(r, i, why))
            return false;
    for (size_t i = 0; i < t->column_count; i++) {
        const source_variable *v = &r->all->variables[t->variables[i]];
        if (r->robot->joints[v->joint].kind != JOINT_FLOATING &&
            !read_coordinate(r, v->joint, v->component, why))
            return false;
    }
    return true;
}

static bool read_row(track_reader *r, json_t *node, size_t at, refusal *why)
{
    r->rows[at] = keep(r->store, r->robot->joint_count, sizeof **r->rows);
    return row_of(r->all->scene, r->out->robot, r->joints, r->joint_count, node, r->rows[at], why);
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
    return fill_track(r, why);
}

/* The row at time 0 of a trajectory whose first time is above 0, if the scene states a joint's value.
 * *begins: there is one. */
static bool read_start(track_reader *r, double (*row)[MOST_VALUES], bool *begins, refusal *why)
{
    *begins = false;
    for (size_t i = 0; i < r->joint_count; i++) {
        bool stated;
        if (!rest_values(r->all->scene, r->out->robot, r->joints[i], row[r->joints[i]], &stated, why))
            return false;
        const source_joint *own = &r->robot->joints[r->joints[i]];
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
    return fill_track(r, why);
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
    for (size_t i = 0; i < r->joint_count; i++)
        if (r->robot->joints[r->joints[i]].kind == JOINT_FLOATING)
            r->joints[floating++] = r->joints[i];
    r->joint_count = floating;
    if (!fill_track(r, why))
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
    "from", "to", "path", "trajectory", "rigid", "joints", "group", "attach", "release", "id",         \
        "robots", "clearance", NULL

static bool read_track(const source_bodies *all, source_store *store, int robot, json_t *node,
                       source_track *out, refusal *why)
{
    static const char *const keys[] = {TRACK_KEYS};
    track_reader r = {.all = all, .store = store, .out = out, .robot = &all->scene->robots[robot]};
    out->robot = robot;
    out->node = node;
    r.joints = keep(store, r.robot->joint_count, sizeof *r.joints);
    if (!only_keys(node, keys, "a motion", why) ||
        !joints_of_motion(all->scene, robot, node, r.joints, &r.joint_count, why))
        return false;
    const int kinds =
        (json_object_get(node, "from") != NULL) + (json_object_get(node, "path") != NULL) +
        (json_object_get(node, "trajectory") != NULL) + (json_object_get(node, "rigid") != NULL);
    if (kinds != 1)
        return refuse(why, "a motion is not one of from and to, path, trajectory and rigid");
    if (json_object_get(node, "trajectory"))
        return read_trajectory(&r, json_object_get(node, "trajectory"), why);
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
