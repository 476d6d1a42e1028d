/* Procedures A, B and C of Hong's PCDA and the step of his BCDA: one slab, carried along the motion
 * until its thickness is zero.
 *
 * The thickness, whose first root is sought, is (4.2) in the basic algorithm (LW_CARRIER_WORLD). In A
 * and B (LW_CARRIER_FIRST, LW_CARRIER_SECOND: the normal turns with body 1 or 2) it is the first of the
 * two formulas that are printed as (5.1). convex/slab_bound.c bounds it at any time after a sample, and
 * proves that it is positive from the sample to a time at which it is positive. That time should be
 * late, just before the root. It is sought first from the tangent; then, once a time after the root is
 * known, its support points give values and slopes there and at the last time before the root, and the
 * root of the cubic through these is tried. The M2 functions of (6.3) are those of the vertices,
 * and the support points give the least of them. C differs from A and B only in its normal, which is
 * perpendicular to an edge of each body. While the determinants from (5.1), the second formula of that
 * number, to (5.4) keep their signs, the edges support the bodies along it and (5.5) is the thickness;
 * if other vertices support them later, the slab goes on.
 *
 * Where velocities change, and only bounds on the changes are known, steps are short. The bound is then
 * also used backwards, from a sample about twice as far away, and the two meet in between. A step
 * costs a sample of the motion and about five support points. */
#include "convex/slab_procedures.h"

#include <float.h>

#include "convex/slab_bound.h"
#include "math/rounding.h"
#include "math/unit.h"
#include "shape/support.h"

enum {
    MOST_SAMPLES = 200,
    TRIALS = 8 /* trials to find the end of a step; the second half of them are bisections */
};

static const double window_steps = 4; /* the length of the next window, in steps */
static const double shortest = 1e-13; /* the shortest step, as a share of the motion */
static const double parallel = 1e-6;  /* edges count as parallel if the sine between them is less */
/* docs/decisions/slab.md, "A slab that is nearly closed ends early for the next query" */
static const double nearly = 0.06; /* a slab ends with this share of its time left, for a better one */
static const double almost = 0.03; /* a slab is as good as closed with this share of its thickness */
/* docs/decisions/slab.md, "The thickness of a slab is bounded by support points, not by a function for
 * each vertex" */
static const double bound_loss = 0.5; /* the share of the thickness that a step's bound may lose */
/* docs/decisions/slab.md, "Where velocities change, samples come in pairs with one bound used
 * backwards" */
static const double apart = 1.9; /* how far apart two samples whose bounds meet are, in steps */
static const double ahead = 0.9; /* share of the time until the slab seems to close: a sample there
                                    finds it open */

/* Whether all numbers are finite (else their sum is not) and the bounds hold. */
static bool is_sane(const lw_moving *body)
{
    mat3 r = body->pose.rotation;
    vec3 sum = add(add(r.x, r.y), add(r.z, body->pose.position));
    sum = add(sum, add(body->linear, body->angular));
    return isfinite(sum.x + sum.y + sum.z + body->spin) && body->acceleration >= 0 &&
           body->spin_change >= 0 && body->spin >= 0 &&
           norm2(body->angular) <= body->spin * body->spin * LW_UPWARD;
}

bool lw_pcda_sample(const lw_pcda *pcda, double at, double until, lw_pair_sample *sample)
{
    sample->at = at;
    sample->until = until;
    pcda->moves(pcda->context, at, until, sample->bodies);
    return is_sane(&sample->bodies[0]) && is_sane(&sample->bodies[1]);
}

/* ---- a step ------------------------------------------------------------------------------------ */

lw_normal_course lw_slab_normal_course(const lw_pcda *pcda, const lw_pair_sample *sample,
                                       const lw_bracket *bracket, lw_carrier carrier)
{
    lw_normal_course course = {.carrier = carrier,
                               .normal = rotate(sample->bodies[0].pose.rotation, bracket->normal)};
    if (carrier == LW_CARRIER_WORLD)
        return course;
    course.normal = rotate_back(sample->bodies[carrier].pose.rotation, course.normal);
    uint32_t vertex;
    vec3 outwards = carrier == LW_CARRIER_FIRST ? course.normal : neg(course.normal);
    course.support = dot(support_core(pcda->shapes[carrier], outwards, &vertex), outwards);
    return course;
}

vec3 lw_slab_normal(const lw_normal_course *course, const lw_pair_sample *sample)
{
    vec3 normal;
    if (course->carrier == LW_CARRIER_WORLD)
        normal = lw_slab_turned(course, sample->at);
    else if (course->carrier == LW_CARRIER_EDGES)
        normal = cross(rotate(sample->bodies[0].pose.rotation, course->edges[0]),
                       rotate(sample->bodies[1].pose.rotation, course->edges[1]));
    else
        normal = rotate(sample->bodies[course->carrier].pose.rotation, course->normal);
    double length = norm(normal);
    return length > 0 ? scale(1 / length, normal) : v3(0, 0, 0);
}

bool lw_slab_edges(const lw_pcda *pcda, const lw_pair_sample *sample, const lw_bracket *bracket,
                   lw_normal_course *out)
{
    vec3 edges[2];
    vec3 in_world[2];
    *out = (lw_normal_course){.carrier = LW_CARRIER_EDGES};
    for (int i = 0; i < 2; i++) {
        const lw_convex *shape = pcda->shapes[i];
        const uint32_t *ends = bracket->feature[i];
        if (bracket->features[i] != 2 || shape->radius > 0)
            return false;
        vec3 edge = sub(lw_convex_vertex(shape, ends[1]), lw_convex_vertex(shape, ends[0]));
        edges[i] = lw_unit(edge);
        in_world[i] = rotate(sample->bodies[i].pose.rotation, edges[i]);
    }
    vec3 product = cross(in_world[0], in_world[1]);
    double sine = norm(product);
    if (!(sine > parallel))
        return false;
    vec3 normal = rotate(sample->bodies[0].pose.rotation, bracket->normal);
    out->length = (dot(product, normal) < 0 ? -1 : 1) / sine;
    out->edges[0] = scale(out->length, edges[0]);
    out->edges[1] = edges[1];
    out->length = fabs(out->length) * LW_UPWARD;
    return true;
}

typedef struct step {
    double safe;  /* how long the slab is proven open */
    double value; /* about how thick it is after `safe`; 0 if the bound ended the step */
    double left;  /* about how long after `safe` it closes; infinite if that is not known */
    bool closed;  /* the slab is closed, within rounding errors */
    size_t instants;
    bool unsettled; /* the step is short because only bounds are known on changes of the velocities */
} step;

/* The first tau >= 0 at which start + tau slope - tau^2 / 2 bend is zero. */
static double root_of(double start, double slope, double bend)
{
    double root = sqrt(slope * slope + 2 * bend * start);
    if (slope < 0)
        return 2 * start / (root - slope);
    return bend > 0 ? (root + slope) / bend : HUGE_VAL;
}

/* The time after `before` at which the value for the support points of `beyond`, which is less than
 * `aim` at `beyond`, passes `aim`: by the cubic through its values and slopes at both. */
static double meeting(const lw_slab_bound *bound, const lw_slab_instant *before,
                      const lw_slab_instant *beyond, double aim)
{
    double width = beyond->tau - before->tau;
    double slope;
    double value = lw_slab_value_at(bound, beyond, before, &slope) - aim;
    double end = beyond->value - aim;
    double first = slope * width;
    double last = beyond->slope * width;
    double cubic = 2 * (value - end) + first + last;
    double square = -3 * (value - end) - 2 * first - last;
    double x = last < 0 ? value / (value - end) : first < 0 ? lesser(value / -first, 0.5) : 0.5;
    for (int i = 0; i < 4; i++) {
        double here = value + x * (first + x * (square + x * cubic));
        double there = first + x * (2 * square + 3 * x * cubic);
        double next = x - here / there;
        if (!(next > 0 && next < 1))
            break;
        x = next;
    }
    return before->tau + x * width;
}

/* The longest step: changes of the velocities cannot close the slab before its end, and the fourth
 * derivative takes no more than the share bound_loss off the thickness. */
static double longest_step(const lw_slab_bound *bound, const lw_slab_instant *start, step *s)
{
    double longest = bound->longest;
    if (bound->unknown > 0) {
        double root = root_of(start->value, start->slope, bound->unknown);
        s->unsettled = root < longest;
        longest = lesser(longest, root);
    }
    /* the fourth derivative may take this share off the middle coefficient */
    double fourth = 144 * bound_loss * start->value;
    double square = longest * longest;
    if (square * square * bound->fourth > fourth) {
        longest = sqrt(sqrt(fourth / bound->fourth));
        s->unsettled = false;
    }
    return longest;
}

/* The instants of a search: the latest at which the slab is open, the earliest after it at which the
 * slab is not, and room for one more. */
typedef struct trials {
    lw_slab_instant room[4];
    lw_slab_instant *start, *before, *beyond, *now; /* before, beyond: `start` if there is none */
    size_t count;
} trials;

static void keep(trials *t, lw_slab_instant **side, int room)
{
    lw_slab_instant *next = *side == t->start ? &t->room[room] : *side;
    *side = t->now;
    t->now = next;
}

/* Finds a late instant at which the slab is open: just before it closes or, without `closed`, nearly
 * so.
 */
static void find_end(const lw_slab_bound *bound, double longest, bool closed, double share, trials *t)
{
    const lw_slab_instant *start = t->start;
    double enough = closed ? 4 * bound->error : almost * start->value;
    double aim = 0.5 * enough;
    double tau = start->slope < 0 ? lesser(start->value / -start->slope, longest) : longest;
    for (int i = 0; i < TRIALS || (t->before == start && tau > share); i++) {
        lw_slab_instant_at(bound, tau, t->now);
        t->count++;
        bool open = t->now->value >= 0;
        if (open)
            keep(t, &t->before, 2);
        else
            keep(t, &t->beyond, 3);
        const lw_slab_instant *before = t->before;
        if (open && (before->value <= enough || tau == longest))
            break;
        if (t->beyond != start) {
            double width = t->beyond->tau - before->tau;
            if (width <= 0.25 * share)
                break;
            tau = i < TRIALS / 2 ? meeting(bound, before, t->beyond, aim) : before->tau + 0.5 * width;
        } else
            tau = before->slope < 0
                      ? lesser(longest, before->tau + (before->value - aim) / -before->slope)
                      : longest;
        if (!(tau > before->tau))
            break;
    }
}

static step safe_step(const lw_slab_bound *bound, bool closed, double share)
{
    step s = {.left = HUGE_VAL};
    trials t;
    t.start = t.before = t.beyond = &t.room[0];
    t.now = &t.room[1];
    t.count = 1;
    lw_slab_instant_at(bound, 0, t.start);
    if (!(t.start->value > 0))
        return s;
    double longest = longest_step(bound, t.start, &s);
    find_end(bound, longest, closed, share, &t);
    s.instants = t.count;
    const lw_slab_instant *end = t.before;
    if (end == t.start)
        return s;
    double below[5];
    lw_slab_below(bound, t.start, end, below);
    double proven = lw_slab_share(below);
    s.safe = proven * end->tau;
    if (proven < 1)
        return s;
    s.value = end->value + 0.5 * end->tau * end->tau * bound->unknown;
    double slope = end->slope + end->tau * bound->unknown;
    if (slope < 0)
        s.left = s.value / -slope;
    s.closed = s.value <= 6 * bound->error || s.left <= share;
    return s;
}

/* ---- along the motion --------------------------------------------------------------------------- */

static bool within(vec3 difference, double may)
{
    return norm2(difference) <= may * may;
}

/* An axis after tau at a constant angular velocity, to second order. */
static vec3 turned(vec3 axis, vec3 angular, double tau)
{
    vec3 once = cross(angular, axis);
    vec3 twice = cross(angular, once);
    return add_scaled(add_scaled(axis, tau, once), 0.5 * tau * tau, twice);
}

/* Whether a body has moved from one sample to the next as its velocities and bounds say: by Taylor's
 * formula, for its origin and two of its axes (the third follows). The caller's rounding errors may be
 * relative to the start, to the travel and turn since then, and to the bodies' size; its sums may
 * cancel. */
static bool keeps_bounds(const lw_moving *before, const lw_moving *after, double at, double tau,
                         double size)
{
    const mat3 *r = &before->pose.rotation;
    const mat3 *next = &after->pose.rotation;
    double half = 0.5 * tau * LW_UPWARD;
    double since = fabs(at) + tau;
    size += sum3(before->pose.position) + sum3(after->pose.position) +
            since * (sum3(before->linear) + since * before->acceleration);
    double off = tau * half * before->acceleration + LW_CALLBACK_ROUNDING * size;
    double turn = tau * before->spin;
    double spun = before->spin + since * before->spin_change;
    double blur = LW_CALLBACK_ROUNDING * (1 + since * spun);
    double turns = turn * turn * turn / 6 * LW_UPWARD + tau * half * before->spin_change + blur;
    double faster = 2 * half * before->spin_change + blur * spun;
    vec3 went = sub(after->pose.position, before->pose.position);
    return within(sub(after->angular, before->angular), faster) &&
           within(add_scaled(went, -tau, before->linear), off) &&
           within(sub(next->x, turned(r->x, before->angular, tau)), turns) &&
           within(sub(next->y, turned(r->y, before->angular, tau)), turns);
}

bool lw_pcda_sample_next(const lw_pcda *pcda, double at, double until, lw_pair_sample *sample)
{
    if (pcda->trusted)
        return lw_pcda_sample(pcda, at, until, sample);
    lw_pair_sample before = *sample;
    if (!lw_pcda_sample(pcda, at, until, sample))
        return false;
    double tau = sample->at - before.at;
    return tau < 0 ||
           (keeps_bounds(&before.bodies[0], &sample->bodies[0], before.at, tau, pcda->size) &&
            keeps_bounds(&before.bodies[1], &sample->bodies[1], before.at, tau, pcda->size));
}

/* lw_pcda_sample_next for a time that rounding may have put beyond the end. */
static bool sample_next(const lw_pcda *pcda, double at, double window, lw_pair_sample *sample)
{
    at = fmin(at, pcda->end);
    return lw_pcda_sample_next(pcda, at, fmin(at + window, pcda->end), sample);
}

/* Takes a second sample whose bound, backwards, reaches the end of the first one's. */
static bool pair_up(const lw_slab_frame *frame, lw_pair_sample *sample, double safe, double far,
                    lw_slab_extension *extended)
{
    lw_pair_sample next = *sample;
    extended->samples++;
    extended->trusted = sample_next(frame->pcda, sample->at + far, window_steps * far, &next);
    if (!extended->trusted)
        return false;
    lw_pair_sample back = next;
    for (int i = 0; i < 2; i++) {
        back.bodies[i].linear = neg(next.bodies[i].linear);
        back.bodies[i].angular = neg(next.bodies[i].angular);
        back.bodies[i].acceleration = sample->bodies[i].acceleration;
        back.bodies[i].spin_change = sample->bodies[i].spin_change;
    }
    /* safe was rounded; the times of both samples are exact to an ulp */
    double tau = far - safe + LW_ROUNDING(8) * (fabs(next.at) + fabs(sample->at));
    lw_slab_frame returning = *frame;
    returning.course.normal = lw_slab_turned(&frame->course, next.at);
    returning.course.turn = neg(frame->course.turn);
    returning.course.since = next.at;
    lw_slab_bound bound;
    lw_slab_bound_at(&returning, &back, tau, &bound);
    lw_slab_instant instants[2];
    if (bound.longest < tau)
        return false;
    lw_slab_instant_at(&bound, 0, &instants[0]);
    if (!(instants[0].value > 0))
        return false;
    lw_slab_instant_at(&bound, tau, &instants[1]);
    double below[5];
    lw_slab_below(&bound, &instants[0], &instants[1], below);
    if (lw_slab_share(below) < 1)
        return false;
    *sample = next;
    return true;
}

lw_slab_extension lw_slab_extend(const lw_pcda *pcda, lw_pair_sample *sample, lw_normal_course course,
                                 bool closed)
{
    const double from = sample->at;
    lw_slab_extension extended = {.time = from, .trusted = true};
    double share = shortest * (pcda->end - pcda->begin);
    lw_slab_frame frame = lw_slab_frame_of(pcda, course);
    while (extended.samples < MOST_SAMPLES) {
        double window = sample->until - sample->at;
        lw_slab_bound bound;
        lw_slab_bound_at(&frame, sample, window, &bound);
        step s = safe_step(&bound, closed, share);
        extended.instants += s.instants;
        double next = sample->at + s.safe;
        if (sample->until >= pcda->end && s.safe >= window) {
            /* the last sample's bounds hold to the end; a sample there tells whether they are true */
            if (!pcda->trusted) {
                extended.samples++;
                extended.trusted = sample_next(pcda, pcda->end, 0, sample);
            }
            extended.at_end = extended.trusted;
            extended.time = extended.trusted ? pcda->end : extended.time;
            return extended;
        }
        double far = lesser(lesser(apart * s.safe, s.safe + ahead * s.left), window);
        if (s.unsettled && far > 1.2 * s.safe && pair_up(&frame, sample, s.safe, far, &extended)) {
            extended.time = sample->at;
            continue;
        }
        if (!extended.trusted)
            return extended;
        extended.time = fmax(extended.time, next - fabs(next) * LW_ROUNDING(2));
        if (s.safe <= share || s.closed)
            return extended;
        extended.open = !closed && s.left < nearly * (extended.time - from);
        if (extended.open) {
            extended.thickness = s.value;
            return extended;
        }
        extended.samples++;
        extended.trusted = sample_next(pcda, extended.time, window_steps * s.safe, sample);
        if (!extended.trusted)
            return extended;
    }
    return extended;
}

double lw_slab_ahead(const lw_pcda *pcda, const lw_pair_sample *sample, lw_normal_course course,
                     double tau)
{
    lw_slab_frame frame = lw_slab_frame_of(pcda, course);
    lw_slab_bound bound;
    lw_slab_bound_at(&frame, sample, sample->until - sample->at, &bound);
    lw_slab_instant later;
    lw_slab_instant_at(&bound, lesser(tau, bound.longest), &later);
    return later.value;
}
