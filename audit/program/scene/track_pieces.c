#include "track_pieces.h"

#include <math.h>
#include <string.h>

vec unit_axis(int k)
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

source_slots slots_of(const pose *base, const pose *start, vec axis)
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

real *column_of(const track_reader *r, size_t piece, int variable)
{
    const source_track *t = r->out;
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

void track_lay_out(track_reader *r)
{
    source_track *t = r->out;
    t->variables = keep(r->store, 4 * r->layout.joint_count, sizeof *t->variables);
    t->floating = keep(r->store, r->layout.joint_count, sizeof *t->floating);
    for (size_t i = 0; i < r->layout.joint_count; i++)
        for (int k = 0; k < 4; k++) {
            const int variable = variable_of(r->all, t->robot, r->layout.joints[i], k);
            if (variable < 0)
                break;
            t->variables[t->column_count++] = variable;
            if (k == 0 && r->robot->joints[r->layout.joints[i]].kind == JOINT_FLOATING)
                t->floating[t->floating_count++] = r->layout.joints[i];
        }
    t->coefficients =
        keep(r->store, t->piece_count * t->column_count * MOST_POWERS, sizeof *t->coefficients);
    t->slots = keep(r->store, t->piece_count * t->floating_count, sizeof *t->slots);
}

bool track_fill(track_reader *r, refusal *why)
{
    const source_track *t = r->out;
    track_lay_out(r);
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
