/* The separating slab (Hong, section III), a separating axis that moves, with the second-order
 * directional bound of bound/pair_bound.c, for whole bodies. A direction n that separates two bodies,
 * or their bounding hulls, at m is carried along as n + tau u, u perpendicular to n, in their common
 * frame. With u = 0 it stays as it is; with u = w x n its carrier is a body that turns by w (Hong's
 * procedures A and B). At m + tau the gap along it is at least
 *     min_B (n + tau (u + n x w_B)).q - max_A (n + tau (u + n x w_A)).p + tau n.(v_B - v_A)
 *     - tau^2 / 2 A (1 + |tau u|) - tau^2 |u| V
 * over its length; A bounds the second derivatives and V the speeds of points at m. This is concave on
 * either side of m. So it is with what deviations take off it (bound/tube.h), as that is convex in n.
 * Each tau costs one support value of each body's tree, where a distance traverses both trees together.
 */
#include "bound/pair_bound.h"

#include "body/slices.h"
#include "body/support_value.h"
#include "math/rounding.h"

/* If the bound at some tau proves less than the share FAR of the time up to tau, it is evaluated again
 * nearer to the middle, at most NEARER times. */
enum { NEARER = 6 };
static const double FAR = 0.3;

/* A slab at the middle m, with the terms that bound its thickness from below as it is carried. */
typedef struct slab {
    const lw_pair_bound *bound;
    /* the two sets that it separates: hulls, or the elements of leaves; all NULL: the whole bodies */
    const lw_part *hull[2];
    const lw_node *leaf[2];
    vec3 normal;
    vec3 turn;      /* u */
    vec3 tilt[2];   /* u + n x w: how the normal changes in a body's frame */
    double opening; /* the speed at which the frames' origins move apart along the normal */
    double reach;   /* the largest distance of points from the first body's origin */
    double speed;   /* bound on the speeds of points, both bodies summed: V */
    double spin;    /* |u| */
} slab;

static slab make_slab(const lw_pair_bound *bound, vec3 normal, vec3 turn)
{
    turn = add_scaled(turn, -dot(turn, normal), normal);
    slab s = {.bound = bound, .normal = normal, .turn = turn, .tilt = {turn, turn}, .spin = norm(turn)};
    s.reach = norm(bound->b_in_a.position) + bound->geometry[0]->extent + bound->geometry[1]->extent;
    for (int i = 0; i < 2; i++)
        if (bound->moves[i]) {
            s.tilt[i] = add(turn, cross(normal, bound->angular[i]));
            s.opening += (i ? 1 : -1) * dot(normal, bound->linear[i]);
            s.speed += norm(bound->linear[i]) + s.reach * norm(bound->angular[i]);
        }
    return s;
}

/* The terms with the square of tau. The required distance is taken times the normal's length, which is
 * at most 1 + |tau u|^2 / 2. */
static double square_terms(const slab *s, double tau)
{
    const lw_pair_bound *bound = s->bound;
    double required = bound->target + bound->error;
    double bend = 0.5 * bound->curvature * (1 + fabs(tau) * s->spin) +
                  s->spin * (s->speed + 0.5 * required * s->spin);
    return tau * tau * bend * LW_UP_BY(512);
}

static double support_value_of(const slab *s, int body, vec3 along)
{
    const lw_geometry *geometry = s->bound->geometry[body];
    if (s->hull[body])
        return lw_part_support_value(s->hull[body], along);
    if (s->leaf[body])
        return lw_element_support_value(geometry, s->leaf[body]->element, along);
    return lw_geometry_support_value(geometry, along);
}

/* What deviations take off the gap along the slab's normal as it is carried. A hull stands for points
 * of its body, which are those that deviate. */
static double tube_at(const slab *s, double tau)
{
    const lw_tube *tube = s->bound->tube;
    if (!tube)
        return 0;
    vec3 normal = add_scaled(s->normal, tau, s->turn);
    double taken = 0;
    for (int i = 0; i < 2; i++)
        taken +=
            lw_tube_reach(tube, i, normal, s->leaf[i] ? s->leaf[i] : &s->bound->geometry[i]->nodes[0]);
    return taken;
}

/* The bound less the required distance, tau after the middle. */
static double slab_at(const slab *s, double tau)
{
    const lw_pair_bound *bound = s->bound;
    double required = bound->target + bound->error;
    double longer = 1 + fabs(tau) * s->spin; /* the normal is no longer than this */
    vec3 on_a = add_scaled(s->normal, tau, s->tilt[0]);
    vec3 on_b = add_scaled(s->normal, tau, s->tilt[1]);
    vec3 inside = rotate_back(bound->b_in_a.rotation, on_b);
    double low = dot(on_b, bound->b_in_a.position) - support_value_of(s, 1, neg(inside));
    double high = support_value_of(s, 0, on_a);
    return low - high + tau * s->opening - square_terms(s, tau) -
           fabs(tau) * bound->speed_error * longer - required - tube_at(s, tau) -
           LW_PAIR_BOUND_ROUNDING * longer * (s->reach + fabs(tau) * s->speed + required);
}

/* How long the slab stays open from the middle, where it is `start` thick, towards tau, where the bound
 * is negative. The bound without its square terms is concave too, so its chord less those terms is a
 * parabola below the bound: the slab is open at least to the parabola's root. The chord's root is where
 * it would close if nothing accelerated. */
static lw_share_open closing_shares(const slab *s, double start, double end, double tau)
{
    double square = square_terms(s, tau);
    double slope = start - end - square;              /* how far the chord falls by tau */
    slope += LW_ROUNDING(8) * (start - end + square); /* rounded up */
    double root = sqrt(slope * slope + 4 * square * start);
    double share = slope > 0 ? 2 * start / (slope + root) : (root - slope) / (2 * square);
    double chord = slope > start ? start / slope : 1;
    /* no term cancels in either quotient, so the share errs by a few u of itself: 2^-30 leaves room */
    return (lw_share_open){lesser(share * (1 - 0x1p-30), 1), chord};
}

static lw_share_open shares_towards(const slab *s, double start, double tau)
{
    double end = slab_at(s, tau);
    if (end >= 0)
        return (lw_share_open){1, 1};
    lw_share_open shares = closing_shares(s, start, end, tau);
    /* far from the middle other support points may make the bound low: it is evaluated nearer to the
     * middle as long as it proves only a small share */
    double scale = 1;
    for (int i = 0; i < NEARER && shares.open < FAR * scale; i++) {
        scale = 2 * shares.open;
        end = slab_at(s, scale * tau);
        if (end >= 0)
            return (lw_share_open){scale, scale};
        lw_share_open nearer = closing_shares(s, start, end, scale * tau);
        shares = (lw_share_open){scale * nearer.open, scale * nearer.close};
    }
    return shares;
}

/* Carries the slab both ways from the middle; false where it is not open there. */
static bool carry(const slab *s, lw_share_open *before, lw_share_open *after)
{
    *before = *after = (lw_share_open){0, 0};
    double start = slab_at(s, 0);
    if (!(start > 0))
        return false;
    *after = shares_towards(s, start, s->bound->after);
    *before = shares_towards(s, start, -s->bound->before);
    return true;
}

bool lw_pair_slab(const lw_pair_bound *bound, vec3 normal, vec3 turn, lw_share_open *before,
                  lw_share_open *after)
{
    slab s = make_slab(bound, normal, turn);
    for (int i = 0; i < 2;
         i++) /* a support value visits few nodes of a tree, but any number of parts */
        if (!lw_meter_take(bound->work, LW_WORK_SLAB + bound->geometry[i]->part_count)) {
            *before = *after = (lw_share_open){0, 0};
            return false;
        }
    if (bound->claim)
        lw_claim_parts_add(bound->claim,
                           (lw_claim_part){.rule = LW_CLAIM_SLAB,
                                           .normal = normal,
                                           .turn = add_scaled(turn, -dot(turn, normal), normal)});
    return carry(&s, before, after);
}

bool lw_pair_slab_of_leaves(const lw_pair_bound *bound, const lw_node *a, const lw_node *b, vec3 normal,
                            lw_share_open *before, lw_share_open *after)
{
    slab s = make_slab(bound, normal, v3(0, 0, 0));
    s.leaf[0] = a;
    s.leaf[1] = b;
    return carry(&s, before, after);
}

static void shorten_to(lw_share_open *shares, lw_share_open other)
{
    shares->open = lesser(shares->open, other.open);
    shares->close = lesser(shares->close, other.close);
}

/* A hull as a set of a claim. A body's only hull contains all of it. */
static lw_claim_set set_of(const lw_geometry *geometry, uint32_t hull)
{
    return geometry->hull_count == 1 ? (lw_claim_set){LW_CLAIM_NODE, 0}
                                     : (lw_claim_set){LW_CLAIM_HULL, hull};
}

/* Carries a slab between two hulls, along the direction in which they are nearest. False: it is not
 * open at m. Sets the bound's normal if these two are the nearest so far. */
static bool carry_between(lw_pair_bound *bound, const lw_part *a, const lw_part *b, lw_warm_start *warm,
                          vec3 *normal, lw_share_open proven[2])
{
    const vec3 still = {0, 0, 0};
    double required = bound->target + bound->error;
    pose between = relative(a->at, compose(bound->b_in_a, b->at));
    lw_bracket bracket;
    if (!lw_meter_take(bound->work, LW_WORK_HULLS))
        return false;
    lw_convex_distance_until(&a->shape, &b->shape, &between, required + bound->displacement, required,
                             warm, &bracket);
    if (!(bracket.lower > required))
        return false;
    *normal = rotate(a->at.rotation, bracket.normal);
    slab s = make_slab(bound, *normal, still);
    s.hull[0] = a;
    s.hull[1] = b;
    lw_share_open shares[2];
    if (!carry(&s, &shares[0], &shares[1]))
        return false;
    shorten_to(&proven[0], shares[0]);
    shorten_to(&proven[1], shares[1]);
    if (bracket.upper < bound->nearest) {
        bound->nearest = bracket.upper;
        bound->normal = *normal;
    }
    return true;
}

bool lw_pair_slab_of_hulls(lw_pair_bound *bound, lw_warm_start *warm, lw_share_open *before,
                           lw_share_open *after)
{
    const lw_geometry *a = bound->geometry[0];
    const lw_geometry *b = bound->geometry[1];
    bool only = a->hull_count == 1 && b->hull_count == 1;
    lw_share_open proven[2] = {{1, 1}, {1, 1}};
    bound->nearest = HUGE_VAL;
    for (uint32_t i = 0; i < a->hull_count; i++)
        for (uint32_t k = 0; k < b->hull_count; k++) {
            vec3 normal;
            if (!carry_between(bound, &a->hulls[i], &b->hulls[k], only ? warm : NULL, &normal, proven))
                return false;
            if (bound->claim)
                lw_claim_parts_add(bound->claim, (lw_claim_part){.sets = {set_of(a, i), set_of(b, k)},
                                                                 .rule = LW_CLAIM_SLAB,
                                                                 .normal = normal});
        }
    *before = proven[0];
    *after = proven[1];
    return a->hull_count > 0 && b->hull_count > 0;
}

/* One of the slices of a body; if it has none, one of its hulls. */
static lw_slice slice_of(const lw_geometry *geometry, uint32_t index)
{
    if (geometry->slice_count)
        return geometry->slices[index];
    return (lw_slice){geometry->hulls[index], geometry->center, geometry->radius};
}

static uint32_t slice_count(const lw_geometry *geometry)
{
    return geometry->slice_count ? geometry->slice_count : geometry->hull_count;
}

bool lw_pair_slab_of_slices(lw_pair_bound *bound, lw_share_open *before, lw_share_open *after)
{
    const lw_geometry *a = bound->geometry[0];
    const lw_geometry *b = bound->geometry[1];
    double size = norm(bound->b_in_a.position) + a->extent + b->extent;
    double far = (bound->target + bound->error + bound->displacement) * LW_UPWARD +
                 LW_COMPOSED_ROUNDING * size; /* with the rounding errors of the spheres' centres */
    if ((!a->slice_count && !b->slice_count) || !a->hull_count || !b->hull_count)
        return false;
    lw_share_open proven[2] = {{1, 1}, {1, 1}};
    bound->nearest = HUGE_VAL;
    bound->normal = v3(0, 0, 0);
    for (uint32_t k = 0; k < slice_count(b); k++) {
        lw_slice second = slice_of(b, k);
        vec3 center = transform(bound->b_in_a, second.center);
        double reach = far + second.radius;
        if (norm2(sub(center, a->center)) > (reach + a->radius) * (reach + a->radius) * LW_UPWARD)
            continue;
        if (!lw_meter_take(bound->work, slice_count(a) / 8))
            return false;
        for (uint32_t i = 0; i < slice_count(a); i++) {
            lw_slice first = slice_of(a, i);
            double least = reach + first.radius;
            if (norm2(sub(center, first.center)) > least * least * LW_UPWARD)
                continue;
            vec3 normal;
            if (!carry_between(bound, &first.part, &second.part, NULL, &normal, proven))
                return false;
        }
    }
    *before = proven[0];
    *after = proven[1];
    return true;
}
