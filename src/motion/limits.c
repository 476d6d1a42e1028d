/* Whether a motion keeps the limits of joints. Each value of a joint is a row of arcs: polynomials on
 * intervals of time. On an arc an extremum of a derivative is at an end, or where the next derivative
 * changes its sign. */
#include "motion/limits.h"

#include "base/error.h"
#include "base/kinds.h"
#include "math/polynomial.h"
#include "motion/motion.h"

#include <string.h>

/* Rounding errors of a polynomial's value, as a share of the sum of its terms' magnitudes on [0, 1]:
 * those of the value, and of coefficients that come from positions, velocities and accelerations. The
 * latter are up to 2000 units of rounding of a quintic's velocity at its end: its coefficients are sums
 * of up to 15 times what its ends say, which the terms bound by 20 times their sum. */
static const double ROUNDING = 0x1p-42;

enum { ORDERS = 4 /* the value and its derivatives up to the jerk */ };

/* A polynomial of time: in u = (t - start) / width, for u from `from` to `to`, within [0, 1]. Where the
 * value rests, any width serves. */
typedef struct arc {
    double start, width;
    double from, to;
    double begin, end; /* times of `from` and `to` */
    int64_t segment;
    int degree;
    double c[LW_DEGREE + 1];
} arc;

/* A value of a joint: the variable that gives it, and its limits. Value = multiplier * variable +
 * offset. */
typedef struct watched {
    size_t joint, part;
    int32_t variable;
    double multiplier, offset;
    double lower, upper;  /* of its position */
    double rates[ORDERS]; /* [1] to [3]: largest velocity, acceleration and jerk */
} watched;

/* A search for violations. */
typedef struct search {
    const lw_motion *motion;
    double slack;
    lw_violation *out; /* a heap of the first ones, the last of them on top */
    size_t room, count;
    unsigned kinds; /* bits: the kinds that count */
} search;

const char *lw_limit_name(lw_limit_kind kind)
{
    static const char *const names[] = {"position", "velocity",      "acceleration",
                                        "jerk",     "velocity_jump", "acceleration_jump"};
    LW_ROW_FOR_EACH(LW_LIMIT, names, LW_LIMIT_ACCELERATION_JUMP);
    return (int)kind < 0 || kind > LW_LIMIT_ACCELERATION_JUMP ? NULL : names[kind];
}

/* ---- the first violations ----------------------------------------------------------------------- */

static bool is_before(const lw_violation *a, const lw_violation *b)
{
    if (a->begin != b->begin)
        return a->begin < b->begin;
    if (a->joint != b->joint)
        return a->joint < b->joint;
    if (a->part != b->part)
        return a->part < b->part;
    return a->kind < b->kind;
}

static void swap(lw_violation *a, lw_violation *b)
{
    const lw_violation other = *a;
    *a = *b;
    *b = other;
}

/* Moves the item at the top of a heap down to its place. */
static void sink(lw_violation *heap, size_t count)
{
    for (size_t at = 0, child = 1; child < count; at = child, child = 2 * at + 1) {
        if (child + 1 < count && is_before(&heap[child], &heap[child + 1]))
            child++;
        if (!is_before(&heap[at], &heap[child]))
            return;
        swap(&heap[at], &heap[child]);
    }
}

/* Counts a violation, and keeps it if it is one of the first. */
static void report(search *s, const lw_violation *violation)
{
    lw_violation *heap = s->out;
    if (!(s->kinds >> violation->kind & 1))
        return;
    size_t at = s->count++;
    if (at < s->room) {
        heap[at] = *violation;
        for (; at > 0 && is_before(&heap[(at - 1) / 2], &heap[at]); at = (at - 1) / 2)
            swap(&heap[(at - 1) / 2], &heap[at]);
    } else if (s->room && is_before(violation, heap)) {
        heap[0] = *violation;
        sink(heap, s->room);
    }
}

/* Puts the kept violations in order. */
static void put_in_order(search *s)
{
    for (size_t left = s->count < s->room ? s->count : s->room; left > 1; left--) {
        swap(&s->out[0], &s->out[left - 1]);
        sink(s->out, left - 1);
    }
}

/* ---- arcs --------------------------------------------------------------------------------------- */

/* The track and the column of a variable; NULL: no track moves it. */
static const lw_motion_track *find_track(const lw_motion *motion, int32_t variable, size_t *column)
{
    for (size_t i = 0; i < motion->tracks.count; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        for (*column = 0; *column < track->column_count; ++*column)
            if (track->variables[*column] == variable)
                return track;
    }
    return NULL;
}

/* An arc on which a value rests. */
static arc resting(double value, double begin, double end, int64_t segment)
{
    return (arc){.start = begin,
                 .width = 1,
                 .to = 1,
                 .begin = begin,
                 .end = end,
                 .segment = segment,
                 .c = {value}};
}

/* The arc of a piece of a track, between two times that are within the piece. */
static arc arc_of(const lw_motion_track *track, size_t column, size_t piece, double begin, double end)
{
    const double start = track->times[piece];
    const double width = track->times[piece + 1] - start;
    const size_t terms = (size_t)track->degree + 1;
    arc a = {.start = start,
             .width = width,
             .from = begin > start ? (begin - start) / width : 0,
             .to = end < track->times[piece + 1] ? (end - start) / width : 1,
             .begin = begin,
             .end = end,
             .segment = (int64_t)piece,
             .degree = track->degree};
    memcpy(a.c, track->coefficients + (piece * track->column_count + column) * terms,
           terms * sizeof *a.c);
    return a;
}

/* The number of arcs of a track: its pieces, and the time before and after them. */
static size_t count_arcs(const lw_motion_track *track)
{
    return track ? track->piece_count + 2 : 1;
}

/* The arc of an index; false: the motion has no time in it. A motion that takes no time has the last
 * arc. */
static bool take_arc(const lw_motion *motion, const watched *value, const lw_motion_track *track,
                     size_t column, size_t index, arc *out)
{
    double begin = motion->begin;
    double end = motion->end;
    if (!track) {
        *out = resting(motion->rest[value->variable], begin, end, -1);
        return true;
    }
    const size_t terms = (size_t)track->degree + 1;
    const size_t last = track->piece_count - 1;
    const double *c = track->coefficients + column * terms;
    if (index == 0) {
        end = lesser(end, track->times[0]);
        *out = resting(c[0], begin, end, 0);
        return begin < end;
    }
    if (index <= track->piece_count) {
        begin = greater(begin, track->times[index - 1]);
        end = lesser(lesser(end, track->times[index]), track->last);
        if (!(begin < end))
            return false;
        *out = arc_of(track, column, index - 1, begin, end);
        return true;
    }
    begin = greater(begin, track->last);
    c += last * track->column_count * terms;
    const double u = track->last > track->times[0] ? 1 : 0;
    *out = resting(lw_polynomial_value(c, track->degree, u), begin, end, (int64_t)last);
    return begin < end || motion->begin >= motion->end;
}

/* ---- one derivative ------------------------------------------------------------------------------ */

/* A derivative of a value by time, on an arc. */
typedef struct curve {
    int degree;
    double c[LW_DEGREE + 1];
    double size; /* sum of the magnitudes of its terms */
} curve;

static curve curve_of(const arc *a, const watched *value, int order)
{
    curve q = {.degree = a->degree};
    for (int i = 0; i <= q.degree; i++)
        q.c[i] = value->multiplier * a->c[i];
    q.c[0] += value->offset;
    for (int k = 0; k < order; k++) {
        lw_polynomial_derive(q.c, q.degree, q.c);
        q.degree -= q.degree > 0;
        for (int i = 0; i <= q.degree; i++)
            q.c[i] /= a->width;
    }
    for (int i = 0; i <= q.degree; i++)
        q.size += fabs(q.c[i]);
    return q;
}

/* A limit on one side of a value or a derivative: side * x <= bound. */
typedef struct side {
    int order;
    double sign;
    double limit; /* sign * x is to be at most this */
    double bound; /* the same with the slack */
} side;

/* The time of a place of an arc. */
static double time_of(const arc *a, double u)
{
    return u <= a->from ? a->begin : u >= a->to ? a->end : a->start + u * a->width;
}

/* Widens a violation to the time of a place, and to the value there if that is the farthest. */
static void widen(lw_violation *violation, const arc *a, const curve *q, double sign, double u)
{
    const double value = lw_polynomial_value(q->c, q->degree, u);
    if (sign * value > sign * violation->value) {
        violation->value = value;
        violation->time = time_of(a, u);
    }
}

/* The violation of a limit between two places of an arc, between which the value is beyond it. */
static lw_violation violation_in(const watched *value, const side *of, const arc *a, const curve *q,
                                 double from, double to)
{
    static const lw_limit_kind kinds[ORDERS] = {LW_LIMIT_POSITION, LW_LIMIT_VELOCITY,
                                                LW_LIMIT_ACCELERATION, LW_LIMIT_JERK};
    lw_violation violation = {.kind = kinds[of->order],
                              .joint = value->joint,
                              .part = value->part,
                              .segment = a->segment,
                              .begin = time_of(a, from),
                              .end = time_of(a, to),
                              .time = time_of(a, from),
                              .value = lw_polynomial_value(q->c, q->degree, from),
                              .limit = of->sign * of->limit};
    double rate[LW_DEGREE + 1];
    double extrema[LW_POLYNOMIAL_DEGREE];
    lw_polynomial_derive(q->c, q->degree, rate);
    const int count =
        lw_polynomial_crossings(rate, q->degree > 0 ? q->degree - 1 : 0, from, to, extrema);
    for (int i = 0; i < count; i++)
        widen(&violation, a, q, of->sign, extrema[i]);
    widen(&violation, a, q, of->sign, to);
    return violation;
}

/* Takes a stretch of a violation. One that begins where the last one ended is joined to it. */
static void take_stretch(search *s, lw_violation *last, bool *open, const lw_violation *stretch,
                         double sign)
{
    if (*open && last->end == stretch->begin) {
        last->end = stretch->end;
        if (sign * stretch->value > sign * last->value) {
            last->value = stretch->value;
            last->time = stretch->time;
        }
        return;
    }
    if (*open)
        report(s, last);
    *last = *stretch;
    *open = true;
}

/* Finds where a value is beyond a limit on an arc. */
static void search_arc(search *s, const watched *value, const side *of, const arc *a,
                       lw_violation *last, bool *open)
{
    const curve q = curve_of(a, value, of->order);
    const double bound = of->bound + ROUNDING * q.size;
    if (q.size <= bound)
        return;
    curve over = q; /* above 0 where the limit is violated */
    double places[LW_POLYNOMIAL_DEGREE + 1];
    for (int i = 0; i <= q.degree; i++)
        over.c[i] *= of->sign;
    over.c[0] -= bound;
    int count = lw_polynomial_crossings(over.c, over.degree, a->from, a->to, places);
    places[count++] = a->to;
    double low = a->from;
    for (int i = 0; i < count; i++) {
        const double middle = 0.5 * (low + places[i]);
        if (lw_polynomial_value(over.c, over.degree, middle) > 0) {
            const lw_violation stretch = violation_in(value, of, a, &q, low, places[i]);
            take_stretch(s, last, open, &stretch, of->sign);
        }
        low = places[i];
    }
}

static void search_side(search *s, const watched *value, const side *of)
{
    size_t column = 0;
    const lw_motion_track *track = find_track(s->motion, value->variable, &column);
    lw_violation last = {0};
    bool open = false;
    for (size_t i = 0; i < count_arcs(track); i++) {
        arc a;
        if (take_arc(s->motion, value, track, column, i, &a))
            search_arc(s, value, of, &a, &last, &open);
    }
    if (open)
        report(s, &last);
}

/* ---- jumps --------------------------------------------------------------------------------------- */

/* Reports a jump of a derivative between two arcs that meet. */
static void search_jump(search *s, const watched *value, int order, const arc *before, const arc *after)
{
    const curve one = curve_of(before, value, order);
    const curve two = curve_of(after, value, order);
    const double was = lw_polynomial_value(one.c, one.degree, before->to);
    const double is = lw_polynomial_value(two.c, two.degree, after->from);
    const double most = s->slack * greater(fabs(was), fabs(is)) + ROUNDING * (one.size + two.size);
    if (!(fabs(is - was) > most))
        return;
    const lw_violation jump = {.kind = order == 1 ? LW_LIMIT_VELOCITY_JUMP : LW_LIMIT_ACCELERATION_JUMP,
                               .joint = value->joint,
                               .part = value->part,
                               .segment = after->segment,
                               .begin = after->begin,
                               .end = after->begin,
                               .time = after->begin,
                               .value = is - was};
    report(s, &jump);
}

static void search_jumps(search *s, const watched *value, int order)
{
    size_t column = 0;
    const lw_motion_track *track = find_track(s->motion, value->variable, &column);
    arc arcs[2];
    bool begun = false;
    for (size_t i = 0; i < count_arcs(track); i++) {
        if (!take_arc(s->motion, value, track, column, i, &arcs[1]))
            continue;
        if (begun)
            search_jump(s, value, order, &arcs[0], &arcs[1]);
        arcs[0] = arcs[1];
        begun = true;
    }
}

/* ---- a motion ------------------------------------------------------------------------------------ */

static void search_value(search *s, const watched *value)
{
    if (value->upper < HUGE_VAL)
        search_side(s, value, &(side){0, 1, value->upper, value->upper + s->slack});
    if (value->lower > -HUGE_VAL)
        search_side(s, value, &(side){0, -1, -value->lower, -value->lower + s->slack});
    if (!s->motion->seconds)
        return;
    for (int order = 1; order < ORDERS; order++) {
        const double most = value->rates[order];
        for (int k = 0; k < 2 && most < HUGE_VAL; k++)
            search_side(s, value, &(side){order, k ? -1 : 1, most, most * (1 + s->slack)});
    }
    if (lesser(value->rates[2], value->rates[3]) < HUGE_VAL)
        search_jumps(s, value, 1);
    if (value->rates[3] < HUGE_VAL)
        search_jumps(s, value, 2);
}

/* How many values of a joint have limits. */
static size_t count_limited(lw_joint_kind kind)
{
    switch (kind) {
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_CONTINUOUS:
    case LW_JOINT_PRISMATIC:
    case LW_JOINT_PLANAR:
        return lw_joint_value_count(kind);
    case LW_JOINT_FIXED:
    case LW_JOINT_FLOATING: /* its values are no angles */
        break;
    }
    return 0;
}

/* A value of a joint, without its limits. */
static watched value_of(const lw_chains *chains, size_t index, size_t part)
{
    const lw_frozen_joint *joint = &chains->joints[index];
    const lw_elementary_joint *elementary = &chains->elementary[joint->elementary];
    const bool mimics = joint->mimic >= 0;
    return (watched){.joint = index,
                     .part = part,
                     .variable = joint->variable + (int32_t)part,
                     .multiplier = mimics ? elementary->multiplier : 1,
                     .offset = mimics ? elementary->offset : 0};
}

static void search_joint(search *s, size_t index)
{
    const lw_chains *chains = s->motion->chains;
    const lw_frozen_joint *joint = &chains->joints[index];
    const lw_joint_def *def = &s->motion->scene->model.joints.items[joint->definition].def;
    const bool has_positions = joint->kind == LW_JOINT_REVOLUTE || joint->kind == LW_JOINT_PRISMATIC;
    for (size_t i = 0; i < count_limited(joint->kind); i++) {
        watched value = value_of(chains, index, i);
        value.lower = has_positions ? joint->lower : -HUGE_VAL;
        value.upper = has_positions ? joint->upper : HUGE_VAL;
        value.rates[1] = def->velocity;
        value.rates[2] = def->acceleration;
        value.rates[3] = def->jerk;
        search_value(s, &value);
    }
}

lw_status lw_motion_limits(const lw_motion *motion, double slack, lw_violation *out, size_t room,
                           size_t *count, lw_error *error)
{
    if (!motion || !count || (room && !out))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_motion_limits needs a motion, a place for the count and room");
    if (!(slack >= 0 && slack < HUGE_VAL))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the slack of limits is %g; it must be 0 or more, "
                       "and finite",
                       slack);
    search s = {.motion = motion, .slack = slack, .out = out, .room = room, .kinds = ~0U};
    for (size_t i = 0; i < motion->chains->joint_count; i++)
        search_joint(&s, i);
    put_in_order(&s);
    *count = s.count;
    return LW_OK;
}

bool lw_limits_first(const lw_motion *motion, unsigned kinds, double slack, lw_violation *out)
{
    search s = {.motion = motion, .slack = slack, .out = out, .room = 1, .kinds = kinds};
    for (size_t i = 0; i < motion->chains->joint_count; i++) {
        size_t column;
        if (find_track(motion, motion->chains->joints[i].variable, &column))
            search_joint(&s, i);
    }
    return s.count;
}

/* The rate of a value at a time. */
static double rate_at(const lw_motion *motion, const watched *value, double time)
{
    size_t column = 0;
    const lw_motion_track *track = find_track(motion, value->variable, &column);
    double rate = 0;
    for (size_t i = 0; i < count_arcs(track); i++) {
        arc a;
        if (!take_arc(motion, value, track, column, i, &a) || a.begin > time)
            continue;
        const curve q = curve_of(&a, value, 1);
        const double u = lesser((time - a.start) / a.width, a.to);
        rate = lw_polynomial_value(q.c, q.degree, u);
    }
    return rate;
}

lw_status lw_motion_joint_rates(const lw_motion *motion, size_t joint, double time, double *rates,
                                lw_error *error)
{
    if (!motion || !rates)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_joint_rates needs a motion and rates");
    const lw_chains *chains = motion->chains;
    if (joint >= chains->joint_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no joint %zu", joint);
    if (!(time >= motion->begin && time <= motion->end))
        return lw_fail(error, LW_ERROR_ARGUMENT, "time %g is outside the motion, %g to %g", time,
                       motion->begin, motion->end);
    for (size_t i = 0; i < count_limited(chains->joints[joint].kind); i++) {
        const watched value = value_of(chains, joint, i);
        rates[i] = rate_at(motion, &value, time);
    }
    return LW_OK;
}
