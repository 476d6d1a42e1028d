/* Paths of planar joints (Feyeux and Landry, section 2): each track keeps its own grid of times. The
 * bounds are Taylor's formula at the middle with all terms taken positive, hence sound for pieces
 * of any degree. The paper's (12) bounds the interpolated velocities instead, which
 * need not be those of the interpolated positions. */
#include "plane/flat_path.h"

#include "math/pose.h"
#include "math/rounding.h"

/* the Taylor expansion of one coordinate about a time: values and bounds */
typedef struct expansion {
    double value, rate;
    double rate_bound, acceleration;
    double error, rate_error;
} expansion;

/* time_error: the rounding error of u */
static inline expansion expand_straight(const double *c, double u, double per, double time_error)
{
    double rate = c[1] * per;
    double size = fabs(c[0]) + fabs(c[1]);
    double rate_error = c[1] != 0 ? size * per * LW_STRAIGHT_RATE : 0;
    return (expansion){.value = c[0] + c[1] * u,
                       .rate = rate,
                       .rate_bound = (fabs(rate) + rate_error) * LW_UPWARD,
                       .error = size * LW_STRAIGHT_VALUE + time_error * fabs(c[1]),
                       .rate_error = rate_error};
}

static inline expansion expand_curve(const double *c, int degree, double u, double per, double half,
                                     double time_error)
{
    double b[LW_DEGREE + 1] = {0};
    double size = 0;
    for (int i = 0; i <= degree; i++) {
        b[i] = c[i];
        size += i ? fabs(c[i]) : 0;
    }
    /* b: the coefficients about u */
    for (int k = 0; k < degree; k++)
        for (int i = degree - 1; i >= k; i--)
            b[i] += u * b[i + 1];
    double s = half * per;
    double rate = 0;
    double acceleration = 0;
    for (int i = degree; i >= 1; i--) {
        rate = rate * s + i * fabs(b[i]);
        if (i >= 2)
            acceleration = acceleration * s + i * (i - 1) * fabs(b[i]);
    }
    double rate_error = size * per * LW_CURVE_RATE;
    return (expansion){.value = b[0],
                       .rate = b[1] * per,
                       .rate_bound = (rate * per + rate_error) * LW_UPWARD,
                       .acceleration =
                           (acceleration + size * LW_CURVE_ACCELERATION) * per * per * LW_UPWARD,
                       .error = (size + fabs(c[0])) * LW_CURVE_VALUE + time_error * degree * size,
                       .rate_error = rate_error};
}

/* expands one coordinate, with a degree that the compiler knows */
static inline expansion expand_degree(const double *c, int degree, double u, double per, double half,
                                      double time_error)
{
    if (degree == 1)
        return expand_straight(c, u, per, time_error);
    return degree == 3   ? expand_curve(c, 3, u, per, half, time_error)
           : degree == 5 ? expand_curve(c, 5, u, per, half, time_error)
                         : expand_curve(c, degree, u, per, half, time_error);
}

static inline expansion expand(const lw_flat_piece *piece, int coordinate, double t, double half)
{
    if (!piece->c)
        return (expansion){.value = piece->values[coordinate],
                           .error = fabs(piece->values[coordinate]) * LW_CURVE_VALUE};
    int degree = piece->path->track->degree;
    double u = (t - piece->path->offset - piece->start) * piece->per;
    return expand_degree(piece->c + coordinate * (degree + 1), degree, u, piece->per, half,
                         piece->time_error);
}

/* the coefficients of a piece of the track */
static const double *coefficients_of(const lw_flat_path *path, size_t index)
{
    const lw_motion_track *track = path->track;
    return track->coefficients +
           (index * track->column_count + path->column) * ((size_t)track->degree + 1);
}

static void rest_at(lw_flat_piece *piece, const double values[3], double end)
{
    piece->c = NULL;
    piece->end = end;
    for (int i = 0; i < 3; i++)
        piece->values[i] = values[i];
}

static void rest_before(lw_flat_piece *piece)
{
    const lw_flat_path *path = piece->path;
    const double *c = coefficients_of(path, 0);
    int block = path->track->degree + 1;
    piece->index = LW_TRACK_BEFORE;
    rest_at(piece, (double[]){c[0], c[block], c[2 * block]}, path->offset + path->track->times[0]);
}

static void rest_after(lw_flat_piece *piece)
{
    const lw_flat_path *path = piece->path;
    const lw_motion_track *track = path->track;
    const double *c = coefficients_of(path, track->piece_count - 1);
    double values[3] = {0, 0, 0};
    bool moved = track->last > track->times[0];
    for (int i = 0; i < 3; i++, c += track->degree + 1)
        for (int k = moved ? track->degree : 0; k >= 0; k--)
            values[i] += c[k];
    piece->index = LW_TRACK_AFTER;
    rest_at(piece, values, HUGE_VAL);
}

static void enter_piece(lw_flat_piece *piece, size_t index)
{
    const lw_flat_path *path = piece->path;
    const double *times = path->track->times;
    piece->index = (int64_t)index;
    piece->c = coefficients_of(path, index);
    piece->start = times[index];
    piece->end = path->offset + times[index + 1];
    piece->per = 1 / (times[index + 1] - times[index]);
    /* three differences of times, each rounded, and their use as ends of intervals */
    piece->time_error =
        LW_TIME_ROUNDING * (2 * fabs(path->offset) + 3 * fabs(times[index + 1])) * piece->per;
}

void lw_flat_piece_at(const lw_flat_path *path, double time, lw_flat_piece *out)
{
    out->path = path;
    const lw_motion_track *track = path->track;
    if (!track) {
        out->index = LW_TRACK_BEFORE;
        rest_at(out, path->rest, HUGE_VAL);
        return;
    }
    if (time < path->offset + track->times[0]) {
        rest_before(out);
        return;
    }
    if (time >= path->offset + track->last) {
        rest_after(out);
        return;
    }
    size_t low = 0;
    size_t high = track->piece_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (path->offset + track->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    enter_piece(out, low);
}

void lw_flat_piece_next(lw_flat_piece *piece)
{
    const lw_motion_track *track = piece->path->track;
    size_t next = piece->index == LW_TRACK_BEFORE ? 0 : (size_t)piece->index + 1;
    if (next < track->piece_count && track->times[next] < track->last)
        enter_piece(piece, next);
    else
        rest_after(piece);
}

void lw_flat_position_at(const lw_flat_piece *piece, double t, double half, lw_flat_position *out)
{
    const lw_pose2 *base = &piece->path->base;
    expansion x = expand(piece, 0, t, half);
    expansion y = expand(piece, 1, t, half);
    out->at = transform2(*base, v2(x.value, y.value));
    out->velocity = turn(*base, v2(x.rate, y.rate));
    out->acceleration = (x.acceleration + y.acceleration) * LW_UPWARD;
    out->error = x.error + y.error + LW_ROUNDING(8) * (fabs(base->x) + fabs(base->y));
    out->velocity_error = x.rate_error + y.rate_error;
}

void lw_flat_turn_at(const lw_flat_piece *piece, double t, double half, lw_flat_turn *out)
{
    const lw_pose2 *base = &piece->path->base;
    expansion angle = expand(piece, 2, t, half);
    double sine;
    double cosine;
    lw_sincos(angle.value, &sine, &cosine);
    out->cosine = base->cosine * cosine - base->sine * sine;
    out->sine = base->sine * cosine + base->cosine * sine;
    out->rate = angle.rate;
    out->spin = angle.rate_bound;
    out->acceleration = angle.acceleration;
    out->error = angle.error + LW_ROUNDING(8);
    out->rate_error = angle.rate_error;
}

void lw_flat_path_close(lw_flat_path *path)
{
    vec2 low = v2(HUGE_VAL, HUGE_VAL);
    vec2 high = neg2(low);
    size_t count = path->track ? path->track->piece_count : 1;
    for (size_t k = 0; k < count; k++) {
        double values[2];
        double spread[2] = {0, 0};
        for (int i = 0; i < 2; i++) {
            if (!path->track) {
                values[i] = path->rest[i];
                continue;
            }
            int degree = path->track->degree;
            const double *c = coefficients_of(path, k) + i * (degree + 1);
            double size = fabs(c[0]) + fabs(c[1]);
            if (degree == 1) {
                values[i] = c[0] + 0.5 * c[1];
                spread[i] = 0.5 * fabs(c[1]);
            } else {
                /* about the middle, from which u differs by at most half */
                expansion e = expand_degree(c, degree, 0.5, 1, 0.5, 0);
                values[i] = e.value;
                spread[i] = 0.5 * e.rate_bound;
                size += e.error * 0x1p40;
            }
            spread[i] += LW_ROUNDING(8192) * size;
        }
        low = v2(lesser(low.x, values[0] - spread[0]), lesser(low.y, values[1] - spread[1]));
        high = v2(greater(high.x, values[0] + spread[0]), greater(high.y, values[1] + spread[1]));
    }
    lw_pose2 base = path->base;
    vec2 half = scale2(0.5, sub2(high, low));
    vec2 middle = scale2(0.5, add2(low, high));
    double error = LW_ROUNDING(32) * (fabs(middle.x) + fabs(middle.y) + fabs(base.x) + fabs(base.y));
    path->center = transform2(base, middle);
    path->half = v2(fabs(base.cosine) * half.x + fabs(base.sine) * half.y + error,
                    fabs(base.sine) * half.x + fabs(base.cosine) * half.y + error);
}
