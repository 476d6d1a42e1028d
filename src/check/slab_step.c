/* One slab, carried along the motion until its thickness is zero: procedures A and B of Hong's PCDA,
 * and the step of his BCDA.
 *
 * In the frame that the normal n rides on, n is constant and Taylor's formula bounds the thickness, for
 * all points r1, r2 of the bodies about their origins p1, p2, w_F being the frame's angular velocity:
 *     l(t + tau) >= n.(p2 - p1) + tau (n.(v2 - v1) - (n x w_F).(p2 - p1))
 *                   + min (n + tau n x (w2 - w_F)).r2 - max (n + tau n x (w1 - w_F)).r1 - tau^2 / 2 M.
 * The right side needs a support of each body: the M2 functions of (6.3) are the vertices that the
 * support of the second is the best of. It is concave in tau, so the chord between its values at 0 and
 * at a later tau lies below it, and where the chord is zero is a safe step. The parabola of the two
 * support points lies above it, and gives the later tau. At a generic contact the steps are Newton's.
 * A step costs a look at the motion and about three supports of each body. */
#include "check/slab_step.h"

#include <float.h>

#include "shape/support.h"

enum { LOOKS = 200, TIGHTENINGS = 4 };

static const double stretch = 4;          /* the next window, in steps */
static const double upward = 1 + 0x1p-40; /* bounds are products and sums of a dozen terms */
static const double shortest = 1e-13;     /* a step, as a share of the motion */

static bool sane(const lw_moving *body)
{
    mat3 r = body->pose.rotation;
    return finite3(r.x) && finite3(r.y) && finite3(r.z) && finite3(body->pose.position) &&
           finite3(body->linear) && finite3(body->angular) && body->acceleration >= 0 &&
           body->spin_change >= 0 && norm(body->angular) <= body->spin * upward;
}

bool lw_slab_sane(const lw_moving bodies[2])
{
    return sane(&bodies[0]) && sane(&bodies[1]);
}

/* A point at rest in a body at distance 1 from its origin, seen from the frame ridden on, has a second
 * derivative of at most spins[body]. Riding on the other body, its angular velocity is the difference
 * of both, and so is its change, plus what the frame's own turning adds. */
lw_turning lw_slab_turning(const lw_moving bodies[2], lw_ride ride, double tau, double spins[2])
{
    const lw_moving *a = &bodies[0];
    const lw_moving *b = &bodies[1];
    double both = a->spin + b->spin;
    double between = (both * both + a->spin_change + b->spin_change + a->spin * b->spin) * upward;
    spins[0] = (a->spin * a->spin + a->spin_change) * upward;
    spins[1] = (b->spin * b->spin + b->spin_change) * upward;
    double frame = 0;
    double frame_change = 0;
    if (ride != LW_RIDE_WORLD) {
        frame = bodies[ride].spin;
        frame_change = bodies[ride].spin_change;
        spins[ride] = 0;
        spins[1 - ride] = between;
    }
    double acceleration = a->acceleration + b->acceleration;
    double speed = norm(sub(b->linear, a->linear));
    double far =
        norm(sub(b->pose.position, a->pose.position)) + tau * (speed + 0.5 * tau * acceleration);
    double fast = speed + tau * acceleration;
    double offset = acceleration + 2 * frame * fast + (frame_change + frame * frame) * far;
    return (lw_turning){between, offset * upward};
}

/* The bound on the thickness, as a function of tau. */
typedef struct slab_bound {
    const lw_slab *slab;
    const lw_moving *bodies;
    vec3 normal, tilt[2];
    double start, slope; /* of what does not depend on the points */
    double bend, error;
} slab_bound;

/* The support points' own parabola: c + tau s - tau^2 / 2 M, less the error. */
typedef struct parabola {
    double start, slope;
} parabola;

static double value(const slab_bound *bound, double tau, parabola *points)
{
    points->start = bound->start;
    points->slope = bound->slope;
    for (int i = 0; i < 2; i++) {
        const lw_convex *shape = bound->slab->shapes[i];
        vec3 along = add_scaled(bound->normal, tau, bound->tilt[i]);
        mat3 rotation = bound->bodies[i].pose.rotation;
        vec3 inward = rotate_back(rotation, along);
        uint32_t ignored = 0;
        vec3 r = rotate(rotation, support_core(shape, i ? neg(inward) : inward, &ignored));
        double sign = i ? 1 : -1;
        points->start += sign * dot(bound->normal, r);
        points->slope += sign * dot(bound->tilt[i], r);
        /* a ball is farthest along the whole direction, whose length grows with tau */
        points->start -= shape->radius;
        points->slope -= shape->radius * norm(bound->tilt[i]);
    }
    return points->start + tau * (points->slope - 0.5 * tau * bound->bend) - bound->error;
}

static double root_of(parabola p, double bend, double error)
{
    double start = p.start - error;
    if (!(start > 0))
        return 0;
    double root = sqrt(p.slope * p.slope + 2 * bend * start);
    if (p.slope < 0)
        return 2 * start / (root - p.slope);
    return bend > 0 ? (root + p.slope) / bend : HUGE_VAL;
}

static slab_bound make_bound(const lw_slab *slab, const lw_moving *bodies, vec3 normal, lw_ride ride,
                             double tau)
{
    slab_bound bound = {.slab = slab, .bodies = bodies, .normal = normal};
    vec3 turning = ride == LW_RIDE_WORLD ? v3(0, 0, 0) : bodies[ride].angular;
    vec3 between = sub(bodies[1].pose.position, bodies[0].pose.position);
    double spins[2];
    lw_turning bounds = lw_slab_turning(bodies, ride, tau, spins);
    bound.bend = bounds.offset;
    double size = norm(bodies[0].pose.position) + norm(bodies[1].pose.position);
    double speed = norm(bodies[0].linear) + norm(bodies[1].linear) + norm(turning) * size;
    for (int i = 0; i < 2; i++) {
        double reach = lw_convex_extent(slab->shapes[i]) + slab->shapes[i]->radius;
        /* of the body that is ridden on no point moves, whatever rounding makes of it */
        if ((int)ride != i)
            bound.tilt[i] = cross(normal, sub(bodies[i].angular, turning));
        bound.bend += spins[i] * reach;
        size += reach;
        speed += reach * norm(bound.tilt[i]);
    }
    bound.bend *= upward;
    bound.start = dot(normal, between);
    bound.slope =
        dot(normal, sub(bodies[1].linear, bodies[0].linear)) - dot(cross(normal, turning), between);
    /* A few dozen operations on numbers no larger than these, and the rotations' own error. */
    bound.error = 0x1p-46 * (size + tau * (speed + tau * bound.bend));
    return bound;
}

/* A step that is safe: the bound is positive all along it, or it is 0. */
static double safe_step(const slab_bound *bound, double window)
{
    parabola points;
    double here = value(bound, 0, &points);
    if (!(here > 0))
        return 0;
    double later = fmin(root_of(points, bound->bend, bound->error), window);
    for (int i = 0;; i++) {
        double there = value(bound, later, &points);
        if (there >= 0)
            return later;
        double chord = later * (here / (here - there)) * (1 - 0x1p-48);
        double tighter = root_of(points, bound->bend, bound->error);
        /* the chord is safe; the parabola of what is nearest there says what more can be had */
        if (i == TIGHTENINGS || !(tighter < later) || chord > 0.999 * tighter)
            return chord > 0 ? chord : 0;
        later = tighter;
    }
}

/* Whether a body went from one look to the next as its bounds say. */
static bool keeps_bounds(const lw_moving *before, const lw_moving *after, double tau)
{
    vec3 went = sub(after->pose.position, before->pose.position);
    double off = norm(add_scaled(went, -tau, before->linear));
    double size = norm(before->pose.position) + norm(after->pose.position) + tau * norm(before->linear);
    double turned = norm(sub(after->pose.rotation.x, before->pose.rotation.x));
    return off <= 0.5 * tau * tau * before->acceleration * upward + 0x1p-44 * size &&
           turned <= tau * before->spin * upward + 0x1p-44;
}

static bool keep_bounds(const lw_moving before[2], const lw_moving after[2], double tau)
{
    return keeps_bounds(&before[0], &after[0], tau) && keeps_bounds(&before[1], &after[1], tau);
}

lw_carried lw_slab_carry(const lw_slab *slab, double from, vec3 normal, lw_ride ride)
{
    lw_carried carried = {.time = from, .trusted = true};
    vec3 ridden = normal;
    double window = slab->end - from;
    double share = shortest * (slab->end - slab->begin);
    lw_moving bodies[2];
    lw_moving before[2] = {0};
    double gone = 0;
    for (; carried.looks < LOOKS; carried.looks++) {
        double until = fmin(carried.time + window, slab->end);
        slab->moves(slab->context, carried.time, until, bodies);
        carried.trusted =
            lw_slab_sane(bodies) && (carried.looks == 0 || keep_bounds(before, bodies, gone));
        if (!carried.trusted)
            return carried;
        if (ride != LW_RIDE_WORLD) {
            mat3 rotation = bodies[ride].pose.rotation;
            if (carried.looks == 0)
                ridden = rotate_back(rotation, normal);
            normal = rotate(rotation, ridden);
        }
        slab_bound bound = make_bound(slab, bodies, normal, ride, until - carried.time);
        double step = safe_step(&bound, until - carried.time);
        double next = carried.time + step;
        if (next >= slab->end && step >= until - carried.time) {
            lw_moving last[2];
            slab->moves(slab->context, slab->end, slab->end, last);
            carried.looks += 2;
            carried.at_end = carried.trusted =
                lw_slab_sane(last) && keep_bounds(bodies, last, slab->end - carried.time);
            carried.time = carried.trusted ? slab->end : carried.time;
            return carried;
        }
        next -= fabs(next) * DBL_EPSILON;
        gone = fmax(next, carried.time) - carried.time;
        before[0] = bodies[0];
        before[1] = bodies[1];
        carried.time = fmax(carried.time, next);
        if (step <= share)
            return carried;
        window = stretch * step;
    }
    return carried;
}
