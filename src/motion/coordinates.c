/* The values of all variables at a time of a motion, and bounds on their derivatives about it. */
#include "math/pose.h"
#include "math/rounding.h"
#include "math/simd.h"
#include "motion/motion.h"
#include "motion/track.h"

/* The magnitude of a curve (lw_coordinates.magnitude), per size of its coefficients. */
static const double CURVE_SIZE = 32;

typedef struct derivatives {
    double value, rate, rate_bound, acceleration_bound;
    double magnitude, rate_error;
} derivatives;

/* Evaluates a straight line, as `evaluate` does any polynomial. per: 1 / the length of the piece. */
static inline derivatives evaluate_straight(const double *c, double u, double per)
{
    double rate = c[1] * per;
    double size = fabs(c[0]) + fabs(c[1]);
    double rate_error = c[1] != 0 ? size * per * LW_STRAIGHT_RATE : 0;
    return (derivatives){.value = c[0] + c[1] * u,
                         .rate = rate,
                         .rate_bound = (fabs(rate) + rate_error) * LW_UPWARD,
                         .magnitude = size,
                         .rate_error = rate_error};
}

/* The sizes of the coefficients of one polynomial, added up, without the first. */
static inline double moving_size(const double *c, int degree)
{
    double size = 0;
    for (int i = 1; i <= degree; i++)
        size += fabs(c[i]);
    return size;
}

/* Evaluates one polynomial in u on a piece of length w. Derivatives are by time; their bounds over
 * |t - middle| <= half come from Taylor's formula at the middle with all terms taken positive. */
static derivatives evaluate(const double *c, int degree, double u, double w, double half)
{
    double per = 1 / w;
    if (degree == 1)
        return evaluate_straight(c, u, per);
    double derivative[LW_DEGREE + 1];
    double power[LW_DEGREE + 1];
    for (int i = 0; i <= degree; i++)
        power[i] = c[i];
    double unit = 1;
    for (int k = 0; k <= degree; k++) {
        double value = 0;
        for (int i = degree - k; i >= 0; i--)
            value = value * u + power[i];
        derivative[k] = value * unit;
        unit *= per;
        for (int i = 0; i < degree - k; i++)
            power[i] = power[i + 1] * (i + 1);
    }
    /* sum over k of |d^(k+1)| half^k / k! */
    double rate = 0;
    double acceleration = 0;
    double term = 1;
    for (int k = 1; k <= degree; k++) {
        rate += fabs(derivative[k]) * term;
        if (k < degree)
            acceleration += fabs(derivative[k + 1]) * term;
        term *= half / k;
    }
    double size = moving_size(c, degree);
    double rate_error = size * per * LW_CURVE_RATE;
    return (derivatives){.value = derivative[0],
                         .rate = derivative[1],
                         .rate_bound = (rate + rate_error) * LW_UPWARD,
                         .acceleration_bound =
                             (acceleration + size * per * per * LW_CURVE_ACCELERATION) * LW_UPWARD,
                         .magnitude = CURVE_SIZE * (size + fabs(c[0])),
                         .rate_error = rate_error};
}

/* The piece of a track that holds during a piece of the motion, and its times. */
typedef struct track_place {
    size_t piece; /* of the track */
    double begin, width;
    int64_t still; /* LW_TRACK_BEFORE or LW_TRACK_AFTER; else 0 */
} track_place;

static track_place place_in_track(const lw_motion *motion, size_t index, size_t piece)
{
    const lw_motion_track *track = &motion->tracks.items[index];
    int64_t own = motion->piece_of_track.items[piece * motion->tracks.count + index];
    track_place place = {.piece = own == LW_TRACK_BEFORE  ? 0
                                  : own == LW_TRACK_AFTER ? track->piece_count - 1
                                                          : (size_t)own,
                         .still = own < 0 ? own : 0};
    const double *times = track->times + place.piece;
    place.begin = times[0];
    place.width = times[1] - times[0];
    return place;
}

/* The share of the track's piece that has passed at a time. */
static double share_at(const track_place *place, double t)
{
    if (place->still)
        return place->still == LW_TRACK_AFTER;
    return lesser(greater((t - place->begin) / place->width, 0), 1);
}

/* share_at of eight times, two by two in SIMD registers. */
LW_INLINED void shares_at(const track_place *place, const double times[LW_TIMES], double out[LW_TIMES])
{
    for (int i = 0; i < LW_TIMES; i += 2) {
        const lw_doubles_2 one = {1, 1};
        const lw_doubles_2 at = {times[i], times[i + 1]};
        lw_doubles_2 share = (at - place->begin) / place->width;
        share = (lw_doubles_2)((lw_mask_of_2)share & (share > 0));
        const lw_mask_of_2 less = share < one;
        share = (lw_doubles_2)(((lw_mask_of_2)share & less) | ((lw_mask_of_2)one & ~less));
        out[i] = share[0];
        out[i + 1] = share[1];
    }
    for (int i = 0; i < LW_TIMES && place->still; i++)
        out[i] = place->still == LW_TRACK_AFTER;
}

/* The coefficients of the columns in a piece of a track. */
static const double *coefficients_in(const lw_motion_track *track, size_t piece)
{
    return track->coefficients + piece * track->column_count * ((size_t)track->degree + 1);
}

bool lw_coordinates_take(lw_arena *arena, size_t count, lw_coordinates *out)
{
    double **arrays[] = {&out->value,     &out->rate,       &out->rate_bound, &out->acceleration_bound,
                         &out->magnitude, &out->rate_error, &out->slack};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = lw_arena_array(arena, count, sizeof(double))))
            return false;
    return true;
}

/* The number of all variables if there are some that no track moves; else 0. */
static size_t count_resting(const lw_motion *motion)
{
    size_t variables = motion->scene->frozen->chains->variable_count;
    size_t moved = 0;
    for (size_t i = 0; i < motion->tracks.count; i++)
        moved += motion->tracks.items[i].column_count;
    return moved < variables ? variables : 0;
}

/* Writes the value of a variable, its derivative, and their bounds. */
static inline void put(lw_coordinates *out, size_t variable, derivatives x)
{
    out->value[variable] = x.value;
    out->rate[variable] = x.rate;
    out->rate_bound[variable] = x.rate_bound;
    out->acceleration_bound[variable] = x.acceleration_bound;
    out->magnitude[variable] = x.magnitude;
    out->rate_error[variable] = x.rate_error;
}

/* Writes the values, derivatives and bounds of a track's variables in a piece of straight lines. */
static void put_straight(const lw_motion_track *track, const track_place *place, double u,
                         lw_coordinates *out)
{
    const double *c = coefficients_in(track, place->piece);
    double per = place->still ? 0 : 1 / place->width;
    for (size_t column = 0; column < track->column_count; column++, c += 2)
        put(out, (size_t)track->variables[column], evaluate_straight(c, u, per));
}

static void put_curved(const lw_motion_track *track, const track_place *place, double u, double half,
                       lw_coordinates *out)
{
    const double *c = coefficients_in(track, place->piece);
    for (size_t column = 0; column < track->column_count; column++, c += track->degree + 1) {
        derivatives x = evaluate(c, track->degree, u, place->width, half);
        if (place->still)
            x = (derivatives){.value = x.value, .magnitude = x.magnitude};
        put(out, (size_t)track->variables[column], x);
    }
}

/* Writes how far the values of a real motion may be from these. */
static void put_slack(const lw_motion *motion, lw_coordinates *out)
{
    const lw_tolerances *tolerances = motion->tolerances;
    out->slackens = tolerances != NULL;
    for (size_t i = 0; tolerances && i < motion->chains->variable_count; i++)
        out->slack[i] =
            (tolerances->constant[i] + tolerances->per_speed[i] * out->rate_bound[i]) * LW_UPWARD;
}

void lw_motion_coordinates(const lw_motion *motion, size_t piece, double t, double half,
                           lw_coordinates *out)
{
    size_t tracks = motion->tracks.count;
    size_t resting = count_resting(motion);
    for (size_t i = 0; i < resting; i++)
        put(out, i, (derivatives){.value = motion->rest[i], .magnitude = fabs(motion->rest[i])});
    for (size_t i = 0; i < tracks; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        track_place place = place_in_track(motion, i, piece);
        double u = share_at(&place, t);
        if (track->degree == 1)
            put_straight(track, &place, u, out);
        else
            put_curved(track, &place, u, half, out);
    }
    put_slack(motion, out);
}

/* See lw_coordinates.magnitude. */
static inline double magnitude_of(const double *c, int degree)
{
    double size = moving_size(c, degree) + fabs(c[0]);
    return degree == 1 ? size : CURVE_SIZE * size;
}

/* The largest of so many polynomials' magnitudes. */
static inline double largest_of(const double *c, size_t count, int degree)
{
    double most = 0;
    for (size_t column = 0; column < count; column++, c += degree + 1)
        most = greater(most, magnitude_of(c, degree));
    return most;
}

double lw_motion_magnitude(const lw_motion *motion, size_t piece)
{
    double most = 0;
    size_t resting = count_resting(motion);
    for (size_t i = 0; i < resting; i++)
        most = greater(most, fabs(motion->rest[i]));
    for (size_t i = 0; i < motion->tracks.count; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        track_place place = place_in_track(motion, i, piece);
        const double *c = coefficients_in(track, place.piece);
        size_t count = track->column_count;
        /* of straight lines the degree is a constant for the compiler */
        double own = track->degree == 1 ? largest_of(c, count, 1) : largest_of(c, count, track->degree);
        most = greater(most, own);
    }
    return most;
}

/* The values of one polynomial at some places. */
LW_INLINED void values_at(const double *c, size_t degree, const double u[LW_TIMES],
                          double *restrict out)
{
    if (degree == 1) {
        const double slope = c[1];
        const double begin = c[0];
        for (size_t k = 0; k < LW_TIMES; k++)
            out[k] = slope * u[k] + begin;
        return;
    }
    for (size_t k = 0; k < LW_TIMES; k++) {
        double value = c[degree];
        for (size_t power = degree; power-- > 0;)
            value = value * u[k] + c[power];
        out[k] = value;
    }
}

LW_INLINED void put_values(const lw_motion *motion, size_t piece, const double times[LW_TIMES],
                           double *values)
{
    size_t resting = count_resting(motion);
    for (size_t i = 0; i < resting; i++)
        for (size_t k = 0; k < LW_TIMES; k++)
            values[i * LW_TIMES + k] = motion->rest[i];
    for (size_t i = 0; i < motion->tracks.count; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        track_place place = place_in_track(motion, i, piece);
        double u[LW_TIMES];
        shares_at(&place, times, u);
        size_t degree = (size_t)track->degree;
        const double *c = coefficients_in(track, place.piece);
        for (size_t column = 0; column < track->column_count; column++, c += degree + 1)
            values_at(c, degree, u, values + (size_t)track->variables[column] * LW_TIMES);
    }
}

static void put_values_narrow(const lw_motion *motion, size_t piece, const double times[LW_TIMES],
                              double *values)
{
    put_values(motion, piece, times, values);
}

LW_WIDE static void put_values_wide(const lw_motion *motion, size_t piece, const double times[LW_TIMES],
                                    double *values)
{
    put_values(motion, piece, times, values);
}

void lw_motion_values(const lw_motion *motion, size_t piece, const double times[LW_TIMES],
                      double *values)
{
    if (lw_has_wide())
        put_values_wide(motion, piece, times, values);
    else
        put_values_narrow(motion, piece, times, values);
}

bool lw_motion_is_still(const lw_motion *motion)
{
    for (size_t i = 0; i < motion->tracks.count; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        size_t block = (size_t)track->degree + 1;
        const double *c = track->coefficients;
        for (size_t k = 0; k < track->piece_count * track->column_count; k++, c += block)
            for (size_t power = 1; power < block; power++)
                if (c[power] != 0)
                    return false;
    }
    return true;
}

double lw_motion_value(const lw_motion *motion, size_t piece, double t, int32_t variable)
{
    for (size_t i = 0; i < motion->tracks.count; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        for (size_t column = 0; column < track->column_count; column++) {
            if (track->variables[column] != variable)
                continue;
            track_place place = place_in_track(motion, i, piece);
            const double *c =
                coefficients_in(track, place.piece) + column * ((size_t)track->degree + 1);
            return evaluate(c, track->degree, share_at(&place, t), place.width, 0).value;
        }
    }
    return motion->rest[variable];
}

void lw_motion_slots(const lw_motion *motion, size_t piece, size_t joint, pose slots[LW_FLOATING_SLOTS])
{
    for (size_t i = 0; i < motion->tracks.count; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        size_t k = place_in_track(motion, i, piece).piece;
        for (size_t f = 0; f < track->floating_count; f++) {
            if (track->floating[f] != joint)
                continue;
            for (int s = 0; s < LW_FLOATING_SLOTS; s++)
                slots[s] =
                    track->slots[(k * track->floating_count + f) * LW_FLOATING_SLOTS + (size_t)s];
            return;
        }
    }
    /* nothing moves the joint: the slots hold its pose, the coordinates are 0 */
    const lw_frozen_joint *frozen = &motion->scene->frozen->chains->joints[joint];
    lw_pose at = motion->rest_pose[joint];
    double angle;
    lw_slots_slerp(frozen, at, at, slots, &angle);
    slots[0].position = transform(frozen->base, at.position);
}
