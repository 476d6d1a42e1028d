/* Splines: Bezier curves, B-splines and polynomials of time, as polynomials in u on each piece. */
#include "spline_pieces.h"

#include <math.h>
#include <string.h>

typedef struct spline {
    json_t *node;
    bool is_bspline, is_polynomial; /* neither: Bezier curves */
    size_t degree, row_count, knot_count;
    double *knots;      /* times */
    size_t first, last; /* the knots between which the motion is */
} spline;

/* ---- what is given ------------------------------------------------------------------------------ */

static bool read_spline_row(track_reader *r, json_t *node, size_t at, refusal *why)
{
    r->rows[at] = keep(r->store, r->robot->joint_count, sizeof **r->rows);
    if (node && !json_is_array(node))
        return refuse(why, "a spline has a row that is no list");
    return !node || row_of(r->all->scene, r->out->robot, &r->layout, node, r->rows[at], why);
}

static bool read_points(track_reader *r, spline *s, refusal *why)
{
    static const char *const keys[] = {"type", "degree", "points", "knots", "duration", NULL};
    json_t *points = json_object_get(s->node, "points");
    double degree = 0;
    if (!only_keys(s->node, keys, "a spline", why) || !read_number(s->node, "degree", &degree, why))
        return false;
    if (!(degree >= 1 && degree <= MOST_DEGREE) || floor(degree) != degree)
        return refuse(why, "a spline has no degree from 1 to 9");
    s->degree = (size_t)degree;
    s->row_count = json_array_size(points);
    if (s->row_count < s->degree + 1 || (!s->is_bspline && (s->row_count - 1) % s->degree))
        return refuse(why, "a spline has a wrong number of points");
    r->rows = keep(r->store, s->row_count, sizeof *r->rows);
    for (size_t i = 0; i < s->row_count; i++)
        if (!read_spline_row(r, json_array_get(points, i), i, why))
            return false;
    s->knot_count = s->is_bspline ? s->row_count + s->degree + 1 : (s->row_count - 1) / s->degree + 1;
    return true;
}

/* Reads a row for each power; those that are not given are 0. */
static bool read_powers(track_reader *r, spline *s, refusal *why)
{
    static const char *const keys[] = {"type", "coefficients", "knots", NULL};
    json_t *list = json_object_get(s->node, "coefficients");
    const size_t count = json_array_size(list);
    if (!only_keys(s->node, keys, "a spline", why))
        return false;
    s->degree = MOST_DEGREE;
    s->row_count = count * MOST_POWERS;
    s->knot_count = count + 1;
    r->rows = keep(r->store, s->row_count, sizeof *r->rows);
    for (size_t i = 0; i < s->row_count; i++) {
        json_t *own = json_array_get(list, i / MOST_POWERS);
        if (!json_array_size(own) || json_array_size(own) > MOST_POWERS)
            return refuse(why, "a polynomial of a spline has no coefficients, or more than ten");
        if (!read_spline_row(r, json_array_get(own, i % MOST_POWERS), i, why))
            return false;
    }
    return count || refuse(why, "a spline has no polynomials");
}

/* Whether knots do not decrease, and are not repeated so often that the motion may jump. */
static bool knots_are_good(const spline *s)
{
    const double begin = s->knots[s->first];
    const double end = s->knots[s->last];
    size_t same = 1;
    if (begin != 0 || !(end > begin))
        return false;
    for (size_t i = 1; i < s->knot_count; i++) {
        const bool inside = s->knots[i] > begin && s->knots[i] < end;
        if (!(s->knots[i] >= s->knots[i - 1]))
            return false;
        same = s->knots[i] == s->knots[i - 1] ? same + 1 : 1;
        if (same > (!s->is_bspline ? 1 : inside ? s->degree : s->degree + 1))
            return false;
    }
    return true;
}

static bool read_knots(track_reader *r, spline *s, refusal *why)
{
    json_t *list = json_object_get(s->node, "knots");
    json_t *whole = json_object_get(s->node, "duration");
    double duration = 0;
    s->first = s->is_bspline ? s->degree : 0;
    s->last = s->knot_count - 1 - s->first;
    s->knots = keep(r->store, s->knot_count, sizeof *s->knots);
    if (whole && !read_number(s->node, "duration", &duration, why))
        return false;
    if ((whole || !list) && !(duration > 0))
        return refuse(why, "a spline has neither knots nor a duration above 0");
    if (list && !read_vector(list, s->knot_count, s->knots, why))
        return false;
    const double from = s->knots[s->first];
    const double length = s->knots[s->last] - from;
    for (size_t i = 0; i < s->knot_count; i++) {
        if (!list)
            s->knots[i] = i <= s->first ? 0
                          : i >= s->last
                              ? duration
                              : (double)(i - s->first) * duration / (double)(s->last - s->first);
        else if (whole)
            s->knots[i] = (s->knots[i] - from) * duration / length;
    }
    return knots_are_good(s) ||
           refuse(why, "the knots of a spline decrease, are repeated too often, or do not begin at 0");
}

/* ---- coefficients ------------------------------------------------------------------------------- */

/* A piece of a B-spline between knots[0] and knots[1]: de Boor's algorithm, on polynomials in u. c: the
 * values of its points; becomes the coefficients. */
static void piece_of_bspline(const double *knots, size_t degree, real c[MOST_POWERS])
{
    real d[MOST_POWERS][MOST_POWERS];
    const real w = minus(exact(knots[1]), exact(knots[0]));
    for (size_t i = 0; i <= degree; i++)
        for (size_t k = 0; k <= degree; k++)
            d[i][k] = k ? exact(0) : c[i];
    for (size_t r = 1; r <= degree; r++)
        for (size_t i = degree; i >= r; i--) {
            /* the weight of the later point is at + slope u */
            const double *low = knots + i - degree;
            const real per = inverse(minus(exact(low[degree + 1 - r]), exact(low[0])));
            const real at = times(minus(exact(knots[0]), exact(low[0])), per);
            const real slope = times(w, per);
            for (size_t k = r + 1; k-- > 0;) {
                const real way = minus(d[i][k], d[i - 1][k]);
                d[i][k] = plus(d[i - 1][k], times(at, way));
                if (k)
                    d[i][k] = plus(d[i][k], times(slope, minus(d[i][k - 1], d[i - 1][k - 1])));
            }
        }
    memcpy(c, d[degree], (degree + 1) * sizeof *c);
}

/* Fills a piece of a column. row: its first row. c: the values of its rows. */
static void fill_piece(const spline *s, size_t knot, real c[MOST_POWERS])
{
    const double *at = s->knots + knot;
    double ends[2 * MOST_DEGREE];
    if (s->is_polynomial) {
        const real w = minus(exact(at[1]), exact(at[0]));
        real power = exact(1);
        for (size_t k = 0; k <= s->degree; k++) {
            c[k] = times(c[k], power);
            power = times(power, w);
        }
    } else if (s->is_bspline) {
        piece_of_bspline(at, s->degree, c);
    } else {
        for (size_t k = 0; k < s->degree; k++) {
            ends[k] = at[0];
            ends[s->degree + k] = at[1];
        }
        piece_of_bspline(ends + s->degree - 1, s->degree, c);
    }
}

/* Where polynomials meet, rounding may part their values. Such a gap counts as an error of the later
 * one: whatever is shown of all its values is true of those in the gap. */
static bool close_gaps(track_reader *r, int variable, refusal *why)
{
    for (size_t p = r->out->piece_count - 1; p > 0; p--) {
        const real *before = column_of(r, p - 1, variable);
        real *c = column_of(r, p, variable);
        real end = exact(0);
        real size = exact(0);
        for (size_t k = 0; k < MOST_POWERS; k++) {
            end = plus(end, before[k]);
            size = plus(size, size_above(before[k]));
        }
        const real gap = size_above(minus(c[0], end));
        if (positive(minus(gap, times(exact(0x1p-43), size))))
            return refuse(why, "the polynomials of a spline do not meet");
        arb_add_error(&c[0], &gap);
    }
    return true;
}

static bool fill_column(track_reader *r, const spline *s, const source_variable *v, refusal *why)
{
    const int variable = variable_of(r->all, r->out->robot, v->joint, v->component);
    size_t piece = 0;
    for (size_t knot = s->first; knot < s->last; knot++) {
        if (!(s->knots[knot] < s->knots[knot + 1]))
            continue;
        const size_t row = s->is_bspline      ? knot - s->first
                           : s->is_polynomial ? knot * MOST_POWERS
                                              : knot * s->degree;
        real *c = column_of(r, piece++, variable);
        for (size_t k = 0; k <= s->degree; k++)
            c[k] = exact(r->rows[row + k][v->joint][v->component]);
        fill_piece(s, knot, c);
    }
    return !s->is_polynomial || close_gaps(r, variable, why);
}

bool spline_read(track_reader *r, json_t *node, refusal *why)
{
    const char *type = json_string_value(json_object_get(node, "type"));
    spline s = {.node = node};
    source_track *t = r->out;
    if (json_object_get(t->node, "attach") || json_object_get(t->node, "release"))
        return refuse(why, "a spline attaches or releases objects");
    for (size_t i = 0; i < r->layout.joint_count; i++)
        if (r->robot->joints[r->layout.joints[i]].kind == JOINT_FLOATING)
            return refuse(why, "a spline moves a floating joint");
    s.is_bspline = type && !strcmp(type, "bspline");
    s.is_polynomial = type && !strcmp(type, "polynomial");
    if (!s.is_bspline && !s.is_polynomial && (!type || strcmp(type, "bezier") != 0))
        return refuse(why, "a spline is not of type bezier, bspline or polynomial");
    if (!(s.is_polynomial ? read_powers(r, &s, why) : read_points(r, &s, why)) ||
        !read_knots(r, &s, why))
        return false;
    t->times = keep(r->store, s.last - s.first + 1, sizeof *t->times);
    for (size_t i = s.first; i < s.last; i++)
        if (s.knots[i] < s.knots[i + 1])
            t->times[t->piece_count++] = s.knots[i];
    t->times[t->piece_count] = t->last = s.knots[s.last];
    track_lay_out(r);
    for (size_t i = 0; i < t->column_count; i++)
        if (!fill_column(r, &s, &r->all->variables[t->variables[i]], why))
            return false;
    return true;
}
