/* The approach of a trajectory. A controller drives a robot to the first waypoint by the waypoint's
 * time, from wherever the robot is. So the approach is a part of the motion: a segment from a waypoint
 * of its own at time 0, at which the robot rests. */
#include "motion/approach.h"

#include "base/array.h"
#include "motion/notice.h"
#include "motion/track.h"

#include <stdio.h>
#include <string.h>

/* Puts the values that the scene gives to a joint into a row. */
static void put_rest(const lw_frozen *frozen, size_t index, double *row)
{
    const lw_frozen_joint *joint = &frozen->chains->joints[index];
    if (joint->kind != LW_JOINT_FLOATING) {
        memcpy(row, frozen->rest + joint->variable, lw_joint_value_count(joint->kind) * sizeof *row);
        return;
    }
    const lw_pose *p = &frozen->rest_pose[index];
    const double values[7] = {p->position.x,    p->position.y,    p->position.z,   p->orientation.x,
                              p->orientation.y, p->orientation.z, p->orientation.w};
    memcpy(row, values, sizeof values);
}

/* How many of the joints have a rest value from the caller or the scene's file, not by default. */
static size_t count_stated(const lw_frozen *frozen, const lw_joints *joints)
{
    size_t stated = 0;
    for (size_t i = 0; i < joints->count; i++)
        stated += frozen->stated[joints->joints[i]];
    return stated;
}

lw_status lw_approach_notice(lw_motion *motion, const lw_joints *joints, const bool *given,
                             double first, lw_error *error)
{
    const lw_chains *chains = joints->chains;
    const bool *stated = motion->scene->frozen->stated;
    char names[200] = "";
    size_t used = 0;
    size_t left_out = 0;
    char more[40] = "";
    for (size_t i = 0; i < joints->count; i++) {
        const char *name = chains->joints[joints->joints[i]].name;
        if (stated[joints->joints[i]] || (given && given[i]))
            continue;
        if (left_out || used + strlen(name) + 5 > sizeof names) {
            left_out++;
            continue;
        }
        used += (size_t)snprintf(names + used, sizeof names - used, "%s\"%s\"", used ? ", " : "", name);
    }
    if (left_out)
        snprintf(more, sizeof more, "%s%zu more", used ? " and " : "", left_out);
    if (!used && !left_out)
        return LW_OK;
    return lw_motion_give_notice(motion, LW_ERROR_NOTICE, NULL, error,
                                 "the trajectory of robot \"%.60s\" begins with the way to its first "
                                 "point, at %g s; nothing states where these joints are before, which "
                                 "are taken to be at 0: %s%s",
                                 chains->names[joints->robot], first, names, more);
}

/* Gives the notice that nothing has stated where the robot is before its trajectory. */
static lw_status unknown_notice(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                                lw_error *error)
{
    return lw_motion_give_notice(motion, LW_ERROR_NOTICE, NULL, error,
                                 "the first point of the trajectory of robot \"%.60s\" is at %g s, and "
                                 "nothing states where the robot is before: the way to that point is "
                                 "not judged",
                                 joints->chains->names[joints->robot], def->times[0]);
}

/* Writes the row of the start, or leaves it at zeros, then the rows of the definition. NULL where the
 * definition has none. */
static const double *led(double *to, const double *start, const double *rows, size_t points,
                         size_t width)
{
    if (!rows)
        return NULL;
    if (start)
        memcpy(to, start, width * sizeof *to);
    memcpy(to + width, rows, points * width * sizeof *to);
    return to;
}

/* Writes the waypoints of the approach and of the definition into the motion's memory. */
static lw_status write_points(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                              lw_track *out, lw_error *error)
{
    const size_t width = joints->value_count;
    const size_t rows = def->point_count + 1;
    const size_t size = rows * (1 + 3 * width) + width;
    if (!LW_ARRAY_RESERVE(&motion->approach, size))
        return lw_fail_memory(error);
    double *times = motion->approach.items;
    double *values = times + rows;
    double *start = values + 3 * rows * width;
    memset(times, 0, size * sizeof *times);
    memcpy(times + 1, def->times, def->point_count * sizeof *times);
    size_t column = 0;
    for (size_t i = 0; i < joints->count; i++) {
        const size_t joint = (size_t)joints->joints[i];
        put_rest(motion->scene->frozen, joint, start + column);
        column += lw_joint_value_count(joints->chains->joints[joint].kind);
    }
    out->times = times;
    out->point_count = rows;
    out->positions =
        led(values, def->start ? def->start : start, def->positions, def->point_count, width);
    out->velocities = led(values + rows * width, NULL, def->velocities, def->point_count, width);
    out->accelerations =
        led(values + 2 * rows * width, NULL, def->accelerations, def->point_count, width);
    return LW_OK;
}

/* Whether a trajectory has an approach; *known: whether it is known where the approach begins. */
static bool is_led(const lw_motion *motion, const lw_track *def, const lw_joints *joints, bool *known)
{
    *known = false;
    if (def->kind != LW_TRACK_TRAJECTORY || def->no_approach || !(def->times[0] > 0) || !joints->count)
        return false;
    *known = def->start || count_stated(motion->scene->frozen, joints);
    return true;
}

lw_status lw_approach_take(lw_motion *motion, const lw_track *def, const lw_joints *joints,
                           lw_track *out, bool *approaches, lw_error *error)
{
    bool known;
    *out = *def;
    *approaches = false;
    if (!is_led(motion, def, joints, &known))
        return LW_OK;
    if (!known)
        return unknown_notice(motion, def, joints, error);
    for (size_t i = 0; def->start && i < joints->value_count; i++)
        if (!(fabs(def->start[i]) <= LW_LARGEST))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "a value of the start is %g; it must be finite and at most %g",
                           def->start[i], LW_LARGEST);
    if (def->times[0] < LW_SHORTEST_PIECE)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the first time is %g; it must be 0, or %g at least",
                       def->times[0], LW_SHORTEST_PIECE);
    lw_status status =
        def->start ? LW_OK : lw_approach_notice(motion, joints, NULL, def->times[0], error);
    if (!status)
        status = write_points(motion, def, joints, out, error);
    *approaches = !status;
    return status;
}

void lw_approach_leave_out(lw_motion_track *track)
{
    const size_t terms = (size_t)track->degree + 1;
    if (!track->approaches)
        return;
    track->approaches = false;
    if (track->piece_count > 1) {
        track->piece_count--;
        track->times++;
        track->coefficients += track->column_count * terms;
        track->slots += track->floating_count * LW_FLOATING_SLOTS;
        return;
    }
    /* a track of a single waypoint has no piece but the approach: that becomes a piece which begins at
     * the waypoint, and in which all stands still */
    track->times[0] = track->times[1];
    track->times[1] = track->times[0] + 1;
    for (size_t c = 0; c < track->column_count; c++) {
        double *coefficients = track->coefficients + c * terms;
        for (size_t k = 1; k < terms; k++) {
            coefficients[0] += coefficients[k];
            coefficients[k] = 0;
        }
    }
}
