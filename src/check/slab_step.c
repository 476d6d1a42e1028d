/* One slab, carried along the motion until its thickness is zero: procedures A and B of Hong's PCDA,
 * and the step of his BCDA.
 *
 * In the frame that the normal n rides on, n is constant and Taylor's formula bounds the thickness, for
 * all points r1, r2 of the bodies about their origins p1, p2, w_F being the frame's angular velocity:
 *     l(t + tau) >= n.(p2 - p1) + tau (n.(v2 - v1) - (n x w_F).(p2 - p1))
 *                   + min (n + tau n x (w2 - w_F)).r2 - max (n + tau n x (w1 - w_F)).r1 - tau^2 / 2 M.
 * The right side needs a support of each body; that of the body that is ridden on is found once. The M2
 * functions of (6.3) are the vertices that the support of the second is the best of. It is concave in
 * tau, so that it is positive up to any tau at which it is. The parabola of the two support points lies
 * above it: its root, and then the roots of the points that are farthest there, lead to the largest
 * such tau. At a generic contact the steps are Newton's. Points are the cores'; radii are taken off as
 * they are, since a ball about a point of a body stays one however the body turns.
 *
 * Where the thickness changes slowly the formula is also used backwards, from a look that lies about
 * twice as far: the two meet in between. A step costs a look at the motion and about three supports. */
#include "check/slab_step.h"

#include <float.h>
#include <string.h>

#include "check/slab_reach.h"

enum { LOOKS = 200, TIGHTENINGS = 8 };

static const double stretch = 4;          /* the next window, in steps */
static const double upward = 1 + 0x1p-40; /* bounds are products and sums of a dozen terms */
static const double shortest = 1e-13;     /* a step, as a share of the motion */
static const double apart = 1.9;          /* two looks that meet in between, in steps of the first */
static const double ahead = 0.9;          /* of the way to where the slab seems to close: a look there
                                             finds it open */
static const double nearly = 0.06;        /* of the way is left: another direction may do better */

/* Infinities and NaN make the sum one. */
static bool sane(const lw_moving *body)
{
    mat3 r = body->pose.rotation;
    vec3 sum = add(add(r.x, r.y), add(r.z, body->pose.position));
    sum = add(sum, add(body->linear, body->angular));
    return isfinite(sum.x + sum.y + sum.z + body->spin) && body->acceleration >= 0 &&
           body->spin_change >= 0 && body->spin >= 0 &&
           norm2(body->angular) <= body->spin * body->spin * upward;
}

bool lw_slab_look(const lw_slab *slab, double at, double until, lw_look *look)
{
    look->at = at;
    look->until = until;
    slab->moves(slab->context, at, until, look->bodies);
    return sane(&look->bodies[0]) && sane(&look->bodies[1]);
}

/* A point at rest in a body at distance 1 from its origin, seen from the frame ridden on, has a second
 * derivative of at most spins[body]. Riding on the other body, its rotation is R1^T R2, with the second
 * derivative R1''^T R2 + 2 R1'^T R2' + R1^T R2'', and |R''| <= spin^2 + spin_change. */
lw_turning lw_slab_turning(const lw_moving bodies[2], lw_ride ride, double tau, double spins[2])
{
    const lw_moving *a = &bodies[0];
    const lw_moving *b = &bodies[1];
    double both = a->spin + b->spin;
    double between = (both * both + a->spin_change + b->spin_change) * upward;
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

/* ---- the bound on the thickness, as a function of tau ------------------------------------------ */

typedef struct slab_bound {
    lw_reach reach[2];
    bool rests[2];       /* ridden on: its support is within start */
    bool scans;          /* what a search finds is within rounding */
    double start, slope; /* of what does not depend on the points */
    double bend, error;
} slab_bound;

/* What stays the same all along a slab. */
typedef struct slab_frame {
    const lw_slab *slab;
    lw_course course;
    double core[2];   /* the extents of the bodies without their radii, */
    double extent[2]; /* and with them */
    bool scans;       /* the others' farthest points are found by looking at all */
    uint32_t vertex[2];
} slab_frame;

static lw_reach toward(const lw_slab *slab, int body, vec3 along)
{
    return (lw_reach){.shape = slab->shapes[body], .along = body ? neg(along) : along};
}

static slab_frame make_frame(const lw_slab *slab, lw_course course)
{
    slab_frame frame = {.slab = slab, .course = course, .scans = true};
    memcpy(frame.vertex, course.near, sizeof frame.vertex);
    for (int i = 0; i < 2; i++) {
        frame.core[i] = lw_convex_extent(slab->shapes[i]);
        frame.extent[i] = frame.core[i] + slab->shapes[i]->radius;
    }
    for (int i = 0; i < 2; i++)
        frame.scans = frame.scans && ((int)course.ride == i || lw_reach_scans(slab->shapes[i]));
    return frame;
}

lw_course lw_slab_course(const lw_slab *slab, const lw_look *look, const lw_bracket *bracket,
                         lw_ride ride)
{
    lw_course course = {ride, rotate(look->bodies[0].pose.rotation, bracket->normal), 0, {0, 0}};
    for (int i = 0; i < 2; i++)
        if (bracket->features[i] > 0)
            course.near[i] = bracket->feature[i][0];
    if (ride == LW_RIDE_WORLD)
        return course;
    course.normal = rotate_back(look->bodies[ride].pose.rotation, course.normal);
    lw_reach reach = toward(slab, (int)ride, course.normal);
    reach.vertex = course.near[ride];
    course.held = lw_reach_most(&reach, 0);
    return course;
}

static vec3 world_normal(const lw_look *look, lw_course course)
{
    return course.ride == LW_RIDE_WORLD
               ? course.normal
               : rotate(look->bodies[course.ride].pose.rotation, course.normal);
}

/* window: how long the bounds are to hold; after the look, and as long before it */
static slab_bound make_bound(const slab_frame *frame, const lw_look *look, double window)
{
    const lw_slab *slab = frame->slab;
    const lw_moving *bodies = look->bodies;
    lw_ride ride = frame->course.ride;
    vec3 normal = world_normal(look, frame->course);
    vec3 turning = ride == LW_RIDE_WORLD ? v3(0, 0, 0) : bodies[ride].angular;
    vec3 between = sub(bodies[1].pose.position, bodies[0].pose.position);
    double spins[2];
    lw_turning bounds = lw_slab_turning(bodies, ride, window, spins);
    slab_bound bound = {.bend = bounds.offset, .scans = frame->scans};
    double size = norm(bodies[0].pose.position) + norm(bodies[1].pose.position);
    double speed = norm(bodies[0].linear) + norm(bodies[1].linear) + norm(turning) * size;
    bound.start = dot(normal, between);
    bound.slope =
        dot(normal, sub(bodies[1].linear, bodies[0].linear)) - dot(cross(normal, turning), between);
    for (int i = 0; i < 2; i++) {
        double radius = slab->shapes[i]->radius;
        bound.start -= radius;
        size += frame->extent[i];
        /* of the body that is ridden on no point moves, whatever rounding makes of it */
        bound.rests[i] = (int)ride == i;
        if (bound.rests[i]) {
            bound.start -= frame->course.held;
            continue;
        }
        vec3 tilt = cross(normal, sub(bodies[i].angular, turning));
        double turns = norm(tilt);
        bound.bend += spins[i] * frame->core[i];
        speed += turns * frame->extent[i];
        mat3 rotation = bodies[i].pose.rotation;
        bound.reach[i] = toward(slab, i, rotate_back(rotation, normal));
        vec3 back = rotate_back(rotation, tilt);
        bound.reach[i].tilt = i ? neg(back) : back;
        bound.reach[i].vertex = frame->vertex[i];
    }
    bound.bend *= upward;
    /* A few dozen operations on numbers no larger than these, and the rotations' own error. */
    bound.error = 0x1p-46 * (size + window * (speed + window * bound.bend));
    return bound;
}

static double taylor(const slab_bound *bound, lw_line points, double tau)
{
    return points.start + tau * (points.slope - 0.5 * tau * bound->bend) - bound->error;
}

/* The line of the points that are farthest at tau, as far as a search finds them. */
static lw_line points_at(slab_bound *bound, double tau)
{
    lw_line points = {bound->start, bound->slope};
    for (int i = 0; i < 2; i++) {
        if (bound->rests[i])
            continue;
        lw_line line = lw_reach_point(&bound->reach[i], tau);
        points.start -= line.start;
        points.slope -= line.slope;
    }
    return points;
}

/* At most the thickness at tau, which may be negative: before the look. */
static double proven(const slab_bound *bound, double tau)
{
    double value = bound->start + tau * bound->slope;
    for (int i = 0; i < 2; i++)
        if (!bound->rests[i])
            value -= lw_reach_most(&bound->reach[i], tau);
    return value - 0.5 * tau * tau * bound->bend - bound->error;
}

/* Where start + tau slope - tau^2 / 2 bend is zero, from the safe side. */
static double root_of(double start, double slope, double bend)
{
    if (!(start > 0))
        return 0;
    double root = sqrt(slope * slope + 2 * bend * start);
    if (slope < 0)
        return 2 * start / (root - slope) * (1 - 0x1p-44);
    return bend > 0 ? (root + slope) / bend * (1 - 0x1p-44) : HUGE_VAL;
}

typedef struct step {
    double safe;   /* the thickness is positive up to there */
    double closes; /* where the tangent at the look is zero; infinite where it opens */
    double left;   /* at most so much later than safe it is closed, if it ever is: else infinite */
} step;

/* How much later than `safe` the points' thickness can be zero: they have a second derivative of at
 * most bend. */
static double left_after(const slab_bound *bound, lw_line points, double safe)
{
    double square = points.slope * points.slope - 2 * bound->bend * points.start;
    if (!(points.slope < 0) || square < 0)
        return HUGE_VAL;
    return 2 * points.start / (sqrt(square) - points.slope) - safe;
}

/* Takes for granted that the thickness is not negative at the look. */
static step safe_step(slab_bound *bound, double window)
{
    step s = {0, HUGE_VAL, HUGE_VAL};
    lw_line points = points_at(bound, 0);
    double start = points.start - bound->error;
    if (points.slope < 0)
        s.closes = greater(start, 0) / -points.slope;
    double tau = fmin(root_of(start, points.slope, bound->bend), window);
    bool known = false;
    for (int i = 0; i < TIGHTENINGS && tau > 0; i++) {
        points = points_at(bound, tau);
        if (taylor(bound, points, tau) >= 0) {
            known = bound->scans;
            break;
        }
        double tighter = root_of(points.start - bound->error, points.slope, bound->bend);
        if (!(tighter < tau))
            break;
        bool last = tighter > 0.9999 * tau;
        tau = tighter;
        if (last)
            break;
    }
    double there = known || tau == 0 ? 0 : proven(bound, tau);
    if (there < 0) {
        double here = proven(bound, 0);
        tau = here > 0 ? tau * (here / (here - there)) * (1 - 0x1p-48) : 0;
    }
    s.safe = tau;
    s.left = tau < window ? left_after(bound, points, tau) : HUGE_VAL;
    return s;
}

/* ---- along the motion --------------------------------------------------------------------------- */

static double sum3(vec3 a)
{
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

/* Whether `after` is where `before` comes to at a velocity, but for `may`. */
static bool follows(vec3 before, vec3 after, vec3 velocity, double tau, double may)
{
    return norm2(add_scaled(sub(after, before), -tau, velocity)) <= may * may;
}

/* Whether a body went from one look to the next as its velocities and bounds say: by Taylor's formula,
 * its origin and two axes of it (the third follows), with |R''| <= spin^2 + spin_change. The caller may
 * round as where it began, the way since then and the turn ask for, and as the bodies' size does; its
 * sums may cancel. */
static bool keeps_bounds(const lw_moving *before, const lw_moving *after, double at, double tau,
                         double size)
{
    const mat3 *r = &before->pose.rotation;
    double square = 0.5 * tau * tau * upward;
    double since = fabs(at) + tau;
    size += sum3(before->pose.position) + sum3(after->pose.position) +
            since * (sum3(before->linear) + since * before->acceleration);
    double off = square * before->acceleration + 0x1p-44 * size;
    double bend = before->spin * before->spin + before->spin_change;
    double spun = before->spin + since * before->spin_change;
    double blur = 0x1p-44 * (1 + since * spun);
    double turns = square * bend + blur;
    double faster = tau * before->spin_change * upward + blur * spun;
    return norm2(sub(after->angular, before->angular)) <= faster * faster &&
           follows(before->pose.position, after->pose.position, before->linear, tau, off) &&
           follows(r->x, after->pose.rotation.x, cross(before->angular, r->x), tau, turns) &&
           follows(r->y, after->pose.rotation.y, cross(before->angular, r->y), tau, turns);
}

static bool keep_bounds(const slab_frame *frame, const lw_look *before, const lw_look *after)
{
    double tau = after->at - before->at;
    double size = frame->extent[0] + frame->extent[1];
    return keeps_bounds(&before->bodies[0], &after->bodies[0], before->at, tau, size) &&
           keeps_bounds(&before->bodies[1], &after->bodies[1], before->at, tau, size);
}

/* The next look; false where it contradicts the last one. */
static bool look_on(const slab_frame *frame, lw_look *look, double at, double window)
{
    lw_look before = *look;
    at = fmin(at, frame->slab->end); /* a step to the end may be rounded to beyond it */
    double until = fmin(at + window, frame->slab->end);
    return lw_slab_look(frame->slab, at, until, look) && keep_bounds(frame, &before, look);
}

static void remember(slab_frame *frame, const slab_bound *bound)
{
    for (int i = 0; i < 2; i++)
        if (!bound->rests[i])
            frame->vertex[i] = bound->reach[i].vertex;
}

typedef struct carrying {
    slab_frame frame;
    lw_look look;
    slab_bound bound; /* at the look, until look.until */
} carrying;

/* A second look from which the bound holds backwards as far as the first one's steps. */
static bool pair_up(carrying *c, double safe, double far, lw_carried *carried)
{
    lw_look next = c->look;
    carried->looks++;
    if (!look_on(&c->frame, &next, c->look.at + far, stretch * far)) {
        carried->trusted = false;
        return false;
    }
    slab_bound bound = make_bound(&c->frame, &next, next.until - next.at);
    slab_bound back = bound;
    back.bend = c->bound.bend;
    back.error = greater(c->bound.error, bound.error);
    /* safe was rounded: the times of both looks are exact to an ulp of them */
    double rounded = 4 * DBL_EPSILON * (fabs(next.at) + fabs(c->look.at));
    if (!(proven(&back, 0) > 0) || !(proven(&back, -(far - safe) - rounded) > 0))
        return false;
    c->look = next;
    c->bound = bound;
    return true;
}

lw_carried lw_slab_carry(const lw_slab *slab, const lw_look *first, lw_course course, bool closed)
{
    lw_carried carried = {.time = first->at, .trusted = true};
    double share = shortest * (slab->end - slab->begin);
    carrying c = {.frame = make_frame(slab, course), .look = *first};
    c.bound = make_bound(&c.frame, &c.look, c.look.until - c.look.at);
    while (carried.looks < LOOKS) {
        double window = c.look.until - c.look.at;
        step s = safe_step(&c.bound, window);
        remember(&c.frame, &c.bound);
        double next = c.look.at + s.safe;
        if (c.look.until >= slab->end && s.safe >= window) {
            carried.looks++;
            carried.at_end = carried.trusted = look_on(&c.frame, &c.look, slab->end, 0);
            carried.time = carried.trusted ? slab->end : carried.time;
            return carried;
        }
        double far = fmin(fmin(apart * s.safe, ahead * s.closes), window);
        if (far > 1.2 * s.safe && pair_up(&c, s.safe, far, &carried)) {
            carried.time = c.look.at;
            continue;
        }
        if (!carried.trusted)
            return carried;
        carried.time = fmax(carried.time, next - fabs(next) * DBL_EPSILON);
        if (s.safe <= share || s.left <= share)
            return carried;
        carried.open = !closed && s.safe < nearly * (carried.time - first->at);
        if (carried.open)
            return carried;
        carried.looks++;
        carried.trusted = look_on(&c.frame, &c.look, carried.time, stretch * s.safe);
        if (!carried.trusted)
            return carried;
        c.bound = make_bound(&c.frame, &c.look, c.look.until - c.look.at);
    }
    return carried;
}

double lw_slab_thickness(const lw_slab *slab, const lw_look *look, lw_course course)
{
    slab_frame frame = make_frame(slab, course);
    slab_bound bound = make_bound(&frame, look, 0);
    return points_at(&bound, 0).start;
}
