/* Splines: Bézier curves, B-splines and polynomials of time, as polynomials in u from 0 to 1 on each
 * interval between knots.
 *
 * The Bézier points of a piece of a B-spline on [a, b] are values of its blossom, f(a, .., a, b, .., b)
 * (Ramshaw, Blossoms are polar forms, 1989), which de Boor's algorithm gives: a row of convex
 * combinations. Differences of Bézier points give the coefficients. All of it is done in twofold
 * numbers, on differences from the piece's first control point, with a bound on the error. The
 * coefficients are then rounded to doubles. A coefficient errs by u times itself and by what is left of
 * the bound, which must be below 4 u S, S the sum of the magnitudes of the coefficients but the first:
 * far less than the rounding of Hermite's formulas, which LW_CURVE_VALUE and its kin allow for
 * (math/rounding.h). A piece for which it is not is refused.
 *
 * A piece of degree d costs d^3 / 2 twofold operations a value. */
#include "motion/spline.h"

#include "base/array.h"
#include "base/kinds.h"
#include "base/sized.h"
#include "math/twofold.h"
#include "motion/track.h"
#include "motion/value_notices.h"

/* How much twofold arithmetic may err by, as a share of S. */
static const double REST = 0x1p-51;

/* How far a value may jump where two polynomials meet, as a share of the sum of the terms: a quarter of
 * LW_CURVE_VALUE. */
static const double JUMP = 0x1p-44;

/* A spline while it is compiled. */
typedef struct source {
    const lw_spline *def;
    const lw_joints *joints;
    const double *knots; /* times; of a Bézier curve and of polynomials the ends of pieces */
    size_t knot_count;
    size_t first, last; /* knots between which the motion is */
} source;

const char *lw_spline_name(lw_spline_kind kind)
{
    static const char *const names[] = {"bezier", "bspline", "polynomial"};
    LW_ROW_FOR_EACH(LW_SPLINE, names, LW_SPLINE_POLYNOMIAL);
    return (int)kind < 0 || kind > LW_SPLINE_POLYNOMIAL ? NULL : names[kind];
}

/* ---- what is given ------------------------------------------------------------------------------- */

static bool in_range(double x)
{
    return fabs(x) <= LW_LARGEST;
}

/* How many rows a further piece of a Bézier curve or of polynomials takes. */
static size_t rows_of_piece(const lw_spline *def)
{
    return def->kind == LW_SPLINE_POLYNOMIAL ? def->degree + 1 : def->degree;
}

/* Rows that are shared by all pieces: the first one of Bézier curves. */
static size_t shared_rows(const lw_spline *def)
{
    return def->kind == LW_SPLINE_BEZIER;
}

static lw_status check_size(const lw_spline *def, lw_error *error)
{
    const char *name = lw_spline_name(def->kind);
    if (!name)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no kind %d of spline", (int)def->kind);
    if (def->degree < 1 || def->degree > LW_SPLINE_DEGREE)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the degree of a spline is %zu; it must be from 1 to %d", def->degree,
                       LW_SPLINE_DEGREE);
    if (def->point_count < def->degree + 1 || !def->points)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a spline of degree %zu has %zu rows of points; it needs %zu at least",
                       def->degree, def->points ? def->point_count : 0, def->degree + 1);
    if (def->point_count > UINT32_MAX / 64)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a spline of %zu rows is too long", def->point_count);
    if (def->kind != LW_SPLINE_BSPLINE &&
        (def->point_count - shared_rows(def)) % rows_of_piece(def) != 0)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "%zu rows are no whole number of pieces of degree %zu: each takes %zu%s",
                       def->point_count, def->degree, rows_of_piece(def),
                       shared_rows(def) ? ", and the first one more" : "");
    return LW_OK;
}

static lw_status check_points(const lw_spline *def, const lw_joints *joints, lw_error *error)
{
    for (size_t i = 0; i < def->point_count * joints->value_count; i++)
        if (!in_range(def->points[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "row %zu of the spline's points has %g; it must be finite and at most %g",
                           i / joints->value_count, def->points[i], LW_LARGEST);
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[i]];
        if (joint->kind == LW_JOINT_FLOATING)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint \"%s\" is floating; splines are of joints with one value or three",
                           joint->name);
    }
    return LW_OK;
}

/* ---- knots --------------------------------------------------------------------------------------- */

/* How many knots the spline has, given or not. */
static size_t count_knots(const lw_spline *def)
{
    if (def->kind == LW_SPLINE_BSPLINE)
        return def->point_count + def->degree + 1;
    return (def->point_count - shared_rows(def)) / rows_of_piece(def) + 1;
}

static lw_status check_duration(const lw_spline *def, lw_error *error)
{
    if (def->duration == 0 && def->knots)
        return LW_OK;
    if (def->kind == LW_SPLINE_POLYNOMIAL)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "polynomials need knots, the times at which they meet, and no duration");
    if (!(def->duration >= LW_SHORTEST_PIECE) || !in_range(def->duration))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the duration of a spline is %g; it must be from %g to %g%s", def->duration,
                       LW_SHORTEST_PIECE, LW_LARGEST, def->knots ? "" : ", or there must be knots");
    return LW_OK;
}

static lw_status check_knots(const lw_spline *def, size_t wanted, lw_error *error)
{
    if (def->knot_count != wanted)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the spline has %zu knots; with %zu rows of degree %zu it needs %zu",
                       def->knot_count, def->point_count, def->degree, wanted);
    for (size_t i = 0; i < wanted; i++) {
        if (!in_range(def->knots[i]))
            return lw_fail(error, LW_ERROR_ARGUMENT, "knot %zu is %g; it must be finite and at most %g",
                           i, def->knots[i], LW_LARGEST);
        if (i && def->knots[i] < def->knots[i - 1])
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "knots must not decrease: knot %zu is %.17g, after %.17g", i, def->knots[i],
                           def->knots[i - 1]);
    }
    return LW_OK;
}

/* The knot of an index of a spline that gives none: equal parts between ends that a B-spline repeats.
 */
static double equal_knot(const source *s, size_t i)
{
    if (i <= s->first)
        return 0;
    if (i >= s->last)
        return s->def->duration;
    return (double)(i - s->first) * s->def->duration / (double)(s->last - s->first);
}

/* Knots must differ, by LW_SHORTEST_PIECE, or be equal; and equal ones must not be too many. */
static lw_status check_times(const source *s, lw_error *error)
{
    const size_t degree = s->def->degree;
    const bool repeats = s->def->kind == LW_SPLINE_BSPLINE;
    const double begin = s->knots[s->first];
    const double end = s->knots[s->last];
    size_t times = 1;
    if (begin != 0)
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "the spline begins at knot %zu, at %.17g; it must begin at 0, or have a duration", s->first,
            begin);
    for (size_t i = 1; i < s->knot_count; i++) {
        const double step = s->knots[i] - s->knots[i - 1];
        times = step == 0 ? times + 1 : 1;
        const bool inside = s->knots[i] > begin && s->knots[i] < end;
        const size_t most = repeats ? degree + !inside : 1;
        if (times > most)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "knot %zu, at %.17g, is repeated more than %zu times", i, s->knots[i], most);
        if (step != 0 && step < LW_SHORTEST_PIECE)
            return lw_fail(
                error, LW_ERROR_ARGUMENT,
                "knots must be equal or differ by %g at least: knot %zu is %.17g, after %.17g",
                LW_SHORTEST_PIECE, i, s->knots[i], s->knots[i - 1]);
    }
    return LW_OK;
}

/* Makes the knots of a spline, as times, in the motion's memory. */
static lw_status take_knots(lw_motion *motion, source *s, lw_error *error)
{
    const lw_spline *def = s->def;
    s->knot_count = count_knots(def);
    s->first = def->kind == LW_SPLINE_BSPLINE ? def->degree : 0;
    s->last = s->knot_count - 1 - s->first;
    lw_status status = check_duration(def, error);
    if (!status && def->knots)
        status = check_knots(def, s->knot_count, error);
    if (status)
        return status;
    if (!LW_ARRAY_RESERVE(&motion->approach, s->knot_count))
        return lw_fail_memory(error);
    double *knots = motion->approach.items;
    const double from = def->knots ? def->knots[s->first] : 0;
    const double length = def->knots ? def->knots[s->last] - from : 0;
    if (def->knots && !(length > 0))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the spline has no length: its knots %zu and %zu are %g", s->first, s->last,
                       from);
    for (size_t i = 0; i < s->knot_count; i++)
        knots[i] = !def->knots          ? equal_knot(s, i)
                   : def->duration == 0 ? def->knots[i]
                                        : (def->knots[i] - from) * def->duration / length;
    s->knots = knots;
    return check_times(s, error);
}

/* How many pieces the motion has: knots between its ends that differ. */
static size_t count_pieces(const source *s)
{
    size_t pieces = 0;
    for (size_t i = s->first; i < s->last; i++)
        pieces += s->knots[i] < s->knots[i + 1];
    return pieces;
}

/* ---- coefficients -------------------------------------------------------------------------------- */

enum { ROOM = LW_SPLINE_DEGREE + 1 };
_Static_assert(LW_SPLINE_DEGREE == LW_DEGREE, "a spline's pieces are a motion's");

static lw_twofold difference(double a, double b)
{
    return lw_twofold_sum(a, -b);
}

/* Rounds the coefficients; false: their errors are no rounding. base: is to be added to the first. */
static bool round_powers(double base, const lw_twofold *powers, size_t degree, double *c)
{
    const lw_twofold first = lw_twofold_add(lw_twofold_of(base), powers[0]);
    double error = powers[0].error;
    double size = 0;
    c[0] = first.high;
    for (size_t i = 1; i <= degree; i++) {
        c[i] = powers[i].high;
        size += fabs(c[i]);
        error += powers[i].error;
    }
    return error <= REST * size;
}

/* Coefficients of a Bézier curve whose control points, less the base, are in b: binomial coefficients
 * times its differences. */
static bool powers_of_points(double base, lw_twofold *b, size_t degree, double *c)
{
    lw_twofold powers[ROOM] = {b[0]};
    double choose = 1;
    for (size_t k = 1; k <= degree; k++) {
        for (size_t i = degree; i >= k; i--)
            b[i] = lw_twofold_add(b[i], lw_twofold_negative(b[i - 1]));
        choose = choose * (double)(degree - k + 1) / (double)k;
        powers[k] = lw_twofold_multiply(lw_twofold_of(choose), b[k]);
    }
    return round_powers(base, powers, degree, c);
}

/* A step of de Boor's algorithm: the point at x between two points of knots from low to high. */
static lw_twofold between(double low, double high, double x, lw_twofold at_low, lw_twofold at_high)
{
    const lw_twofold length = difference(high, low);
    const lw_twofold before = lw_twofold_divide(difference(high, x), length);
    const lw_twofold after = lw_twofold_divide(difference(x, low), length);
    return lw_twofold_add(lw_twofold_multiply(before, at_low), lw_twofold_multiply(after, at_high));
}

/* The blossom of a piece of a B-spline, between knots[0] and knots[1], of so many arguments knots[1]
 * and else knots[0]. points: degree + 1. */
static lw_twofold blossom(const double *knots, const lw_twofold *points, size_t degree, size_t ends)
{
    lw_twofold d[ROOM];
    for (size_t i = 0; i <= degree; i++)
        d[i] = points[i];
    for (size_t r = 1; r <= degree; r++) {
        const double x = r <= ends ? knots[1] : knots[0];
        for (size_t i = degree; i >= r; i--) {
            /* the point of knots from index i - degree to i + 1 - r, counted from knots[0] */
            const double *low = knots + i - degree;
            d[i] = between(low[0], low[degree + 1 - r], x, d[i - 1], d[i]);
        }
    }
    return d[degree];
}

/* Compiles a column of a piece. row: its first row. knot: the knot at which it begins. */
static bool compile_column(const source *s, size_t row, size_t knot, size_t column, double *c)
{
    const lw_spline *def = s->def;
    const size_t stride = s->joints->value_count;
    const double *points = def->points + row * stride + column;
    lw_twofold own[ROOM];
    lw_twofold b[ROOM];
    for (size_t i = 0; i <= def->degree; i++)
        own[i] = difference(points[i * stride], points[0]);
    switch (def->kind) {
    case LW_SPLINE_BEZIER:
        return powers_of_points(points[0], own, def->degree, c);
    case LW_SPLINE_BSPLINE:
        for (size_t i = 0; i <= def->degree; i++)
            b[i] = blossom(s->knots + knot, own, def->degree, i);
        return powers_of_points(points[0], b, def->degree, c);
    case LW_SPLINE_POLYNOMIAL:
        break;
    }
    lw_twofold power = lw_twofold_of(1);
    for (size_t i = 0; i <= def->degree; i++) {
        b[i] = lw_twofold_multiply(lw_twofold_of(points[i * stride]), power);
        power = lw_twofold_multiply(power, difference(s->knots[knot + 1], s->knots[knot]));
    }
    b[0] = lw_twofold_of(0);
    return round_powers(points[0], b, def->degree, c);
}

/* The name of the joint that a column is of. */
static const char *joint_of_column(const lw_joints *joints, size_t column)
{
    size_t i = 0;
    for (size_t first = 0;; i++) {
        first += lw_joint_value_count(joints->chains->joints[joints->joints[i]].kind);
        if (column < first)
            return joints->chains->joints[joints->joints[i]].name;
    }
}

static lw_status compile_pieces(const source *s, lw_motion_track *track, lw_error *error)
{
    const size_t terms = s->def->degree + 1;
    size_t piece = 0;
    for (size_t knot = s->first; knot < s->last; knot++) {
        if (!(s->knots[knot] < s->knots[knot + 1]))
            continue;
        const size_t row =
            s->def->kind == LW_SPLINE_BSPLINE ? knot - s->first : knot * rows_of_piece(s->def);
        for (size_t column = 0; column < track->column_count; column++)
            if (!compile_column(s, row, knot, column,
                                track->coefficients + (piece * track->column_count + column) * terms))
                return lw_fail(
                    error, LW_ERROR_ARGUMENT,
                    "joint \"%s\" of the spline cannot be told from rounding between %.17g s "
                    "and %.17g s: the knots are too uneven for its points",
                    joint_of_column(s->joints, column), s->knots[knot], s->knots[knot + 1]);
        track->times[piece++] = s->knots[knot];
    }
    track->times[piece] = track->last = s->knots[s->last];
    return LW_OK;
}

/* Values must not jump where two polynomials meet. */
static lw_status check_jumps(const source *s, const lw_motion_track *track, lw_error *error)
{
    const size_t terms = s->def->degree + 1;
    for (size_t k = 0; k + 1 < track->piece_count; k++)
        for (size_t column = 0; column < track->column_count; column++) {
            const double *c = track->coefficients + (k * track->column_count + column) * terms;
            double end = 0;
            double size = 0;
            for (size_t i = terms; i-- > 0;) {
                end += c[i];
                size += fabs(c[i]);
            }
            const double jump = c[track->column_count * terms] - end;
            if (!(fabs(jump) <= JUMP * size))
                return lw_fail(
                    error, LW_ERROR_ARGUMENT,
                    "joint \"%s\" of the spline jumps by %.9g at %.9g s, where polynomials %zu "
                    "and %zu meet",
                    joint_of_column(s->joints, column), jump, track->times[k + 1], k, k + 1);
        }
    return LW_OK;
}

static lw_status compile(lw_motion *motion, const lw_spline *def, const lw_joints *joints,
                         lw_motion_track *track, lw_error *error)
{
    source s = {.def = def, .joints = joints};
    lw_status status = check_size(def, error);
    if (status || (status = check_points(def, joints, error)) ||
        (status = take_knots(motion, &s, error)) ||
        (status = lw_track_lay_out(track, joints, count_pieces(&s), (int)def->degree, error)))
        return status;
    track->approaches = false;
    if ((status = compile_pieces(&s, track, error)))
        return status;
    if (def->kind == LW_SPLINE_POLYNOMIAL && (status = check_jumps(&s, track, error)))
        return status;
    return lw_limits_between(motion, track, joints, true, error);
}

/* ---- motions ------------------------------------------------------------------------------------- */

lw_status lw_splines_add(lw_motion *motion, const lw_spline *splines, size_t count, lw_error *error)
{
    const size_t stride = count ? splines->struct_size : 0;
    for (size_t i = 0; i < count; i++) {
        const lw_spline *def = (const lw_spline *)(const void *)((const char *)splines + i * stride);
        lw_spline room;
        lw_status status = LW_OK;
        LW_SIZED_TAKE(spline, def, &room, status, error);
        if (status)
            return status;
        const lw_joints *joints = def->joints;
        if (!joints && !(joints = lw_scene_joints(motion->scene, NULL, NULL, error)))
            return LW_ERROR_NAME;
        if (joints->chains != motion->chains)
            return lw_fail(error, LW_ERROR_ARGUMENT, "a spline's joints are of another scene");
        status = compile(motion, def, joints, &motion->tracks.items[motion->tracks.count], error);
        if (status)
            return status;
        motion->tracks.count++;
        motion->seconds = true;
        motion->interpolation = LW_INTERPOLATION_SPLINE;
    }
    return LW_OK;
}

lw_status lw_motion_set_splines(lw_motion *motion, const lw_spline *splines, size_t count,
                                lw_error *error)
{
    if (!motion || (count && !splines))
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion or no splines were given");
    lw_status status = lw_motion_begin(motion, count, error);
    if (status || !count)
        return status;
    return lw_motion_end(motion, lw_splines_add(motion, splines, count, error), error);
}
