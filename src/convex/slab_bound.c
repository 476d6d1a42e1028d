/* A lower bound of a slab's thickness after a sample: at single times, and all the way between two.
 *
 * If both bodies keep their velocities, their poses are known at all times: a vector that turns by w is
 * multiplied by exp(tau [w]) = 1 + sin(a) / |w| [w] + (1 - cos(a)) / |w|^2 [w]^2, a = tau |w|. The
 * normal n turns with its carrier or at a rate of its own. The thickness is then l(tau) = n.(p2 - p1) -
 * max d1.r1 - max d2.r2, with the points r and the directions d = n, -n in the bodies' frames; two
 * support points give it and its derivative. This is Hong's (3.10), l = -(h_K1(-eta) + h_K2(eta)) /
 * |eta|, with n = -eta / |eta|, and each h_K taken in its body's own frame, (6.1); where the carrier of
 * n is body 1, max d1.r1 is constant, which makes it (6.2).
 *
 * Two instants, at the sample and at T, bound the thickness in between: the cubic that has the values
 * and slopes of a direction d at both differs from d by at most
 *     M tau^2 (T - tau)^2 / 24,  |d''''| <= M,
 * where M is the fourth power of the largest rate at which d can turn, the sum of the spins. Written in
 * Bernstein's form, with the control directions d(0), d(0) + T/3 d'(0), d(T) - T/3 d'(T), d(T), the
 * support value of the cubic is at most the combination of the support values of those four; and
 * tau^2 (T - tau)^2 is one Bernstein polynomial of the fourth degree. So four numbers, three of them
 * from new support points, bound the thickness all the way. The cubic's error is zero at both ends:
 * where the thickness at T is not negative, nothing is lost by it.
 *
 * The unknown changes of the velocities move an origin by at most tau^2 / 2 of the acceleration and
 * turn a body by at most tau^2 / 2 of the spin's change away from the poses assumed above, and the
 * normal with its carrier. */
#include "convex/slab_bound.h"

#include <string.h>

#include "math/pose.h"
#include "math/rounding.h"
#include "shape/support.h"

/* docs/decisions/slab.md, "The thickness of a slab is bounded by support points, not by a function for
 * each vertex" */
static const double most_turn = 2.5; /* of both bodies and the normal, summed, in one bound; radians */

lw_slab_frame lw_slab_frame_of(const lw_pcda *pcda, lw_normal_course course)
{
    lw_slab_frame frame = {.pcda = pcda, .course = course, .constant = course.support};
    /* the thickness grows with the normal's length */
    frame.constant += course.carrier == LW_CARRIER_EDGES ? pcda->gap * course.length : pcda->gap;
    for (int i = 0; i < 2; i++) {
        frame.extent[i] = lw_convex_extent(pcda->shapes[i]);
        frame.constant += pcda->shapes[i]->radius;
    }
    return frame;
}

static void set_turning(vec3 spin, vec3 x, vec3 out[3])
{
    out[0] = x;
    out[1] = cross(spin, x);
    out[2] = cross(spin, out[1]);
}

vec3 lw_slab_turned(const lw_normal_course *course, double at)
{
    double rate = norm(course->turn);
    if (rate == 0)
        return course->normal;
    return rotate(lw_rotation(scale(1 / rate, course->turn), rate * (at - course->since)),
                  course->normal);
}

/* Bounds on how fast the normal turns, and on how fast its angular velocity changes. */
typedef struct rates {
    double own;            /* LW_CARRIER_WORLD: how fast the normal turns by itself */
    double normal;         /* how fast the normal turns in the world */
    double normal_change;  /* how fast its angular velocity changes */
    double in_body[2];     /* how fast the normal turns in each body's frame */
    double body_change[2]; /* how fast its angular velocity there changes */
} rates;

static rates set_normal(const lw_slab_frame *frame, double at, const double spins[2],
                        lw_slab_bound *out)
{
    const lw_normal_course *course = &frame->course;
    const lw_moving *a = &out->bodies[0];
    const lw_moving *b = &out->bodies[1];
    out->squared[2] = 0;
    if (course->carrier == LW_CARRIER_WORLD) {
        double rate = norm(course->turn);
        out->normal[0] = lw_slab_turned(course, at);
        if (rate > 0)
            set_turning(course->turn, out->normal[0], out->normal);
        out->squared[2] = rate * rate;
        return (rates){
            rate, rate, 0, {spins[0] + rate, spins[1] + rate}, {a->spin_change, b->spin_change}};
    }
    double spin = spins[0] + spins[1];
    double change = a->spin_change + b->spin_change;
    rates r = {0, spin, change, {spin, spin}, {change, change}};
    if (course->carrier == LW_CARRIER_EDGES) {
        set_turning(a->angular, rotate(a->pose.rotation, course->edges[0]), out->normal);
        set_turning(b->angular, rotate(b->pose.rotation, course->edges[1]), out->other);
        return r;
    }
    const lw_moving *carrier = &out->bodies[course->carrier];
    set_turning(carrier->angular, rotate(carrier->pose.rotation, course->normal), out->normal);
    r.normal = spins[course->carrier];
    r.normal_change = carrier->spin_change;
    return r;
}

void lw_slab_bound_at(const lw_slab_frame *frame, const lw_pair_sample *sample, double window,
                      lw_slab_bound *out)
{
    const lw_moving *a = &sample->bodies[0];
    const lw_moving *b = &sample->bodies[1];
    out->frame = frame;
    out->bodies = sample->bodies;
    out->between = sub(b->pose.position, a->pose.position);
    out->velocity = sub(b->linear, a->linear);
    out->squared[0] = norm2(a->angular);
    out->squared[1] = norm2(b->angular);
    double spins[2] = {sqrt(out->squared[0]), sqrt(out->squared[1])};
    rates r = set_normal(frame, sample->at, spins, out);
    double spin = spins[0] + spins[1] + r.own;
    out->longest = spin * window > most_turn ? most_turn / spin : window;
    /* (n.q)'''' with q'' = 0 is n''''.q + 4 n'''.q' */
    double speed = norm(out->velocity);
    double far = norm(out->between) + out->longest * speed;
    double fourth = r.normal * r.normal * r.normal * (r.normal * far + 4 * speed);
    double unknown = a->acceleration + b->acceleration + r.normal_change * far;
    double size = sum3(a->pose.position) + sum3(b->pose.position) + frame->constant +
                  out->longest * (sum3(a->linear) + sum3(b->linear));
    for (int i = 0; i < 2; i++) {
        double extent = frame->extent[i];
        size += extent;
        if ((int)frame->course.carrier == i)
            continue;
        double square = r.in_body[i] * r.in_body[i];
        fourth += extent * square * square;
        unknown += extent * r.body_change[i];
    }
    double length = frame->course.carrier == LW_CARRIER_EDGES ? frame->course.length : 1;
    out->fourth = fourth * length * LW_UPWARD;
    out->unknown = unknown * length * LW_UPWARD;
    /* Fewer than a hundred operations lead to each term, on numbers of this size, or 2.5 times as large
     * where a derivative is multiplied by a third of the time; and the rotations' own errors. */
    out->error = LW_SLAB_ROUNDING * size * length;
}

typedef struct swing {
    double sine[3];   /* sin(angle) / spin of each body, and of the normal */
    double cosine[3]; /* (1 - cos(angle)) / spin^2 */
} swing;

/* By series in the square of half the angle. Half the angle is at most 1.25, so the terms that they
 * leave out add up to less than an ulp. */
static inline void swing_by(double squared, double tau, double *sine, double *cosine)
{
    double y = 0.25 * squared * (tau * tau);
    double z = y * y;
    double even = 1 + z * (1.0 / 120 + z * (1.0 / 362880 + z * (1.0 / 6227020800)));
    double odd = 1.0 / 6 + z * (1.0 / 5040 + z * (1.0 / 39916800 + z * (1.0 / 1307674368000)));
    double fourth = (z * z) * (z * z);
    even += fourth * (1.0 / 355687428096000);
    odd += fourth * (1.0 / 121645100408832000.0);
    double half = even - y * odd;
    even = 0.5 + z * (1.0 / 720 + z * (1.0 / 3628800 + z * (1.0 / 87178291200)));
    odd = 1.0 / 24 + z * (1.0 / 40320 + z * (1.0 / 479001600 + z * (1.0 / 20922789888000)));
    even += fourth * (1.0 / 6402373705728000);
    *sine = tau * half * (1 - y * (even - y * odd));
    *cosine = 0.5 * (tau * tau) * (half * half);
}

static inline swing swing_of(const double squared[3], double tau)
{
    swing s = {{0, 0, 0}, {0, 0, 0}};
    if (tau == 0)
        return s;
    for (int i = 0; i < 2; i++)
        swing_by(squared[i], tau, &s.sine[i], &s.cosine[i]);
    if (squared[2] > 0)
        swing_by(squared[2], tau, &s.sine[2], &s.cosine[2]);
    return s;
}

static inline vec3 swung(const vec3 turning[3], const swing *s, int body)
{
    return add_scaled(add_scaled(turning[0], s->sine[body], turning[1]), s->cosine[body], turning[2]);
}

/* A direction in the frame of a body that has turned since the sample. */
static inline vec3 in_body(const lw_moving *body, const swing *s, int i, vec3 x)
{
    vec3 once = cross(body->angular, x);
    vec3 twice = cross(body->angular, once);
    return rotate_back(body->pose.rotation,
                       add_scaled(add_scaled(x, -s->sine[i], once), s->cosine[i], twice));
}

static void normal_at(const lw_slab_bound *bound, const swing *s, vec3 *normal, vec3 *tilt)
{
    const lw_moving *bodies = bound->bodies;
    lw_carrier carrier = bound->frame->course.carrier;
    if (carrier == LW_CARRIER_WORLD && bound->squared[2] > 0) {
        *normal = swung(bound->normal, s, 2);
        *tilt = cross(bound->frame->course.turn, *normal);
    } else if (carrier == LW_CARRIER_WORLD) {
        *normal = bound->normal[0];
        *tilt = v3(0, 0, 0);
    } else if (carrier == LW_CARRIER_EDGES) {
        vec3 first = swung(bound->normal, s, 0);
        vec3 second = swung(bound->other, s, 1);
        *normal = cross(first, second);
        *tilt = add(cross(cross(bodies[0].angular, first), second),
                    cross(first, cross(bodies[1].angular, second)));
    } else {
        *normal = swung(bound->normal, s, (int)carrier);
        *tilt = cross(bodies[carrier].angular, *normal);
    }
}

void lw_slab_instant_at(const lw_slab_bound *bound, double tau, lw_slab_instant *out)
{
    const lw_moving *bodies = bound->bodies;
    const lw_slab_frame *frame = bound->frame;
    swing s = swing_of(bound->squared, tau);
    vec3 normal;
    vec3 tilt;
    normal_at(bound, &s, &normal, &tilt);
    vec3 between = add_scaled(bound->between, tau, bound->velocity);
    out->tau = tau;
    out->middle = dot(normal, between) - frame->constant;
    out->middle_slope = dot(tilt, between) + dot(normal, bound->velocity);
    for (int i = 0; i < 2; i++) {
        if ((int)frame->course.carrier == i)
            continue;
        vec3 along = i ? neg(normal) : normal;
        vec3 turning = sub(i ? neg(tilt) : tilt, cross(bodies[i].angular, along));
        out->along[i] = in_body(&bodies[i], &s, i, along);
        out->tilt[i] = in_body(&bodies[i], &s, i, turning);
        uint32_t vertex;
        out->point[i] = support_core(frame->pcda->shapes[i], out->along[i], &vertex);
    }
    out->value = lw_slab_value_at(bound, out, out, &out->slope);
}

double lw_slab_value_at(const lw_slab_bound *bound, const lw_slab_instant *points,
                        const lw_slab_instant *at, double *slope)
{
    double value = at->middle - bound->error - 0.5 * at->tau * at->tau * bound->unknown;
    *slope = at->middle_slope - at->tau * bound->unknown;
    for (int i = 0; i < 2; i++) {
        if ((int)bound->frame->course.carrier == i)
            continue;
        value -= dot(points->point[i], at->along[i]);
        *slope -= dot(points->point[i], at->tilt[i]);
    }
    return value;
}

static double support_value(const lw_convex *shape, vec3 along)
{
    uint32_t vertex;
    return dot(support_core(shape, along, &vertex), along);
}

void lw_slab_below(const lw_slab_bound *bound, const lw_slab_instant *from, const lw_slab_instant *to,
                   double c[5])
{
    const lw_slab_frame *frame = bound->frame;
    double tau = to->tau;
    double third = tau / 3;
    double m[4] = {from->middle, from->middle + third * from->middle_slope,
                   to->middle - third * to->middle_slope, to->middle};
    for (int i = 0; i < 2; i++) {
        if ((int)frame->course.carrier == i)
            continue;
        const lw_convex *shape = frame->pcda->shapes[i];
        m[0] -= dot(from->point[i], from->along[i]);
        m[1] -= support_value(shape, add_scaled(from->along[i], third, from->tilt[i]));
        m[2] -= support_value(shape, add_scaled(to->along[i], -third, to->tilt[i]));
        m[3] -= dot(to->point[i], to->along[i]);
    }
    /* x^2 (1 - x)^2 is a sixth of the fourth degree's middle polynomial B2, and x^2 = B2 / 6 + B3 / 2 +
     * B4 */
    double square = tau * tau;
    double bend = 0.5 * square * bound->unknown;
    c[0] = m[0];
    c[1] = 0.25 * m[0] + 0.75 * m[1];
    c[2] = 0.5 * (m[1] + m[2]) - square * square * bound->fourth / 144 - bend / 6;
    c[3] = 0.75 * m[2] + 0.25 * m[3] - bend / 2;
    c[4] = m[3] - bend;
    for (int k = 0; k < 5; k++)
        c[k] -= bound->error;
}

double lw_slab_share(const double c[5])
{
    if (!(c[0] > 0))
        return 0;
    double first = 1;
    for (int k = 1; k < 5; k++) {
        if (isnan(c[k]))
            return 0;
        if (c[k] >= 0)
            continue;
        for (int j = 0; j < k; j++)
            if (c[j] >= 0)
                first = lesser(first,
                               0.25 * (j + (k - j) * (c[j] / (c[j] - c[k]))) * (1 - LW_ROUNDING(32)));
    }
    return first;
}
