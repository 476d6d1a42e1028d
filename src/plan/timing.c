/* A path in time. Along a segment from a to b all values move as a + s (b - a), with s from 0 to 1, so
 * that the limits of the values are limits of s: its velocity is at most v = min V_i / |b_i - a_i|, its
 * acceleration w = min W_i / |b_i - a_i|. The shortest time from rest to rest is that of the trapezoid:
 * accelerated for t = v / w, held for 1 / v - t, braked for t; or, where v is not reached, accelerated
 * and braked for 1 / sqrt(w) each.
 *
 * Times are whole nanoseconds, which ROS's messages hold. Both durations are rounded up, and what is
 * reached then, 1 / (ramp + hold), is lower than v, and its acceleration lower than w. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/sized.h"

enum { MOST_ROWS = 3 /* that a segment adds */ };

static const double second = 1e9; /* nanoseconds */
static const double most_seconds = 9.2e9;

/* How a segment is followed. */
typedef struct trapezoid {
    int64_t ramp, hold; /* nanoseconds */
    double velocity;    /* of s, while it is held */
} trapezoid;

/* A number of seconds in nanoseconds, rounded up by more than its own rounding error. */
static double nanoseconds(double seconds)
{
    return ceil(fmax(seconds, 0) * second * (1 + 0x1p-50));
}

/* *moves: whether the segment leads anywhere. False: it takes too long. */
static bool find_trapezoid(const lw_timing *timing, const double *a, const double *b, trapezoid *out,
                           bool *moves)
{
    double velocity = HUGE_VAL;
    double acceleration = HUGE_VAL;
    *moves = false;
    for (size_t i = 0; i < timing->value_count; i++) {
        double way = fabs(b[i] - a[i]);
        if (!(way > 0))
            continue;
        *moves = true;
        velocity = fmin(velocity, timing->velocities[i] / way);
        acceleration = fmin(acceleration, timing->accelerations[i] / way);
    }
    if (!*moves)
        return true;
    bool held = velocity / acceleration * velocity < 1;
    double ramp = fmax(1, nanoseconds(held ? velocity / acceleration : sqrt(1 / acceleration)));
    double hold = held ? nanoseconds(1 / velocity - ramp / second) : 0;
    if (!(ramp < most_seconds * second) || !(hold < most_seconds * second))
        return false;
    *out = (trapezoid){(int64_t)ramp, (int64_t)hold, second / (ramp + hold)};
    return true;
}

/* Adds a row: s on the segment, and its velocity. */
static void add_row(const lw_timing *timing, lw_timed_path *out, int64_t time, const double *a,
                    const double *b, double s, double velocity)
{
    double *positions = out->positions + out->point_count * out->value_count;
    double *velocities = out->velocities + out->point_count * out->value_count;
    for (size_t i = 0; i < timing->value_count; i++) {
        double way = b[i] - a[i];
        /* from the nearer end, so that the ends are met */
        positions[i] = s < 0.5 ? a[i] + s * way : b[i] - (1 - s) * way;
        velocities[i] = velocity * way;
    }
    out->times[out->point_count++] = (double)time / second;
}

static lw_status add_segments(const lw_timing *timing, lw_timed_path *out, lw_error *error)
{
    int64_t time = 0;
    add_row(timing, out, 0, timing->path, timing->path, 0, 0);
    for (size_t k = 1; k < timing->point_count; k++) {
        const double *a = timing->path + (k - 1) * timing->value_count;
        const double *b = a + timing->value_count;
        trapezoid by;
        bool moves;
        if (!find_trapezoid(timing, a, b, &by, &moves) ||
            (moves && (double)time + 2 * (double)by.ramp + (double)by.hold > most_seconds * second))
            return lw_fail(error, LW_ERROR_ARGUMENT, "the path takes more than %g seconds",
                           most_seconds);
        if (!moves)
            continue;
        double s = 0.5 * by.velocity * ((double)by.ramp / second);
        add_row(timing, out, time += by.ramp, a, b, s, by.velocity);
        if (by.hold)
            add_row(timing, out, time += by.hold, a, b, 1 - s, by.velocity);
        add_row(timing, out, time += by.ramp, a, b, 1, 0);
    }
    if (out->point_count == 1)
        add_row(timing, out, 1, timing->path, timing->path, 0, 0);
    return LW_OK;
}

static lw_status check(const lw_timing *timing, lw_error *error)
{
    if (!timing->path || !timing->velocities || !timing->accelerations || !timing->point_count ||
        !timing->value_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a path, or how fast it may be followed, is missing");
    for (size_t i = 0; i < timing->value_count; i++)
        if (!(timing->velocities[i] > 0) || !(timing->accelerations[i] > 0) ||
            isinf(timing->accelerations[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "value %zu has the largest velocity %g and acceleration %g; they must be "
                           "above 0, and the acceleration finite",
                           i + 1, timing->velocities[i], timing->accelerations[i]);
    for (size_t i = 0; i < timing->point_count * timing->value_count; i++)
        if (!isfinite(timing->path[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT, "value %zu of point %zu is not finite",
                           i % timing->value_count + 1, i / timing->value_count + 1);
    return LW_OK;
}

lw_status lw_time_path(const lw_timing *timing, lw_timed_path *out, lw_error *error)
{
    lw_timing own = lw_default_timing();
    lw_timed_path timed = lw_default_timed_path();
    if (!timing || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a path, or a place for it in time, is missing");
    lw_status status = lw_sized_check(LW_SIZED(timed_path, default_timed_path), out, error);
    if (!status)
        status = lw_sized_read(LW_SIZED(timing, default_timing), timing, &own, error);
    if (!status)
        status = check(&own, error);
    if (status)
        return status;
    size_t rows = own.point_count * MOST_ROWS;
    timed.value_count = own.value_count;
    timed.times = calloc(rows, sizeof *timed.times);
    timed.positions = calloc(rows, own.value_count * sizeof *timed.positions);
    timed.velocities = calloc(rows, own.value_count * sizeof *timed.velocities);
    if (!timed.times || !timed.positions || !timed.velocities)
        status = lw_fail_memory(error);
    if (!status)
        status = add_segments(&own, &timed, error);
    if (status)
        lw_timed_path_free(&timed);
    else
        lw_sized_write(LW_SIZED(timed_path, default_timed_path), &timed, out);
    return status;
}

void lw_timed_path_free(lw_timed_path *timed)
{
    if (!timed)
        return;
    free(timed->times);
    free(timed->positions);
    free(timed->velocities);
    timed->times = timed->positions = timed->velocities = NULL;
    timed->point_count = 0;
}
