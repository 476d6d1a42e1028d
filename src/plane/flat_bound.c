/* The bound for two convex parts of bodies in the plane (Feyeux and Landry, sections 3 and 5): on the
 * discs about the bodies' origins, which needs no rotation, and on the polygons.
 *
 * Discs: the origins' distance is at least that of the tangents to their paths, less half the square of
 * the time times the accelerations. Polygons: with n the direction that separates them at the middle m,
 * Taylor's formula for each point's position along n gives, for tau within the interval,
 *     gap(m + tau) >= n.(o + tau v) + min_B r.(n + tau w_B k) - max_A p.(n + tau w_A k) - tau^2 K / 2,
 * with o and v the vector and the velocity from A's origin to B's, p and r points relative to the
 * origins, w the rates of turning, k = n turned by -90 degrees, K the bound on second derivatives.
 * Radii are subtracted unchanged, for a disc about a point is the same however it turns. The bound is
 * concave in tau, so a chord between a time where it is enough and one where it is not tells how long
 * it is enough. The paper's condition (6), which follows from (7) to (9), is the same with speeds
 * bounded over all directions (10); its bound (12), of interpolated velocities (11), holds where
 * velocities and positions agree, this one always. */
#include "plane/flat_bound.h"

#include "math/rounding.h"

void lw_flat_sample_at(const lw_flat_piece pieces[2], double error, double time, double half,
                       lw_flat_sample *out)
{
    lw_flat_position positions[2];
    for (int i = 0; i < 2; i++)
        lw_flat_position_at(&pieces[i], time, half, &positions[i]);
    out->time = time;
    out->half = half;
    out->pieces = pieces;
    out->origins[0] = positions[0].at;
    out->origins[1] = positions[1].at;
    out->between = sub2(positions[1].at, positions[0].at);
    out->velocity = sub2(positions[1].velocity, positions[0].velocity);
    out->acceleration = positions[0].acceleration + positions[1].acceleration;
    out->error = positions[0].error + positions[1].error +
                 half * (positions[0].velocity_error + positions[1].velocity_error) + error;
    out->turned = false;
}

static void find_turns(lw_flat_sample *m)
{
    if (m->turned)
        return;
    for (int i = 0; i < 2; i++)
        lw_flat_turn_at(&m->pieces[i], m->time, m->half, &m->turns[i]);
    m->turned = true;
}

bool lw_flat_discs_apart(const lw_flat_sample *m, double distance)
{
    double gap = distance + m->error + 0.5 * m->half * m->half * m->acceleration;
    vec2 step = scale2(m->half, m->velocity);
    double square = dot2(step, step);
    double along = dot2(m->between, step);
    double share = fabs(along) >= square ? (along > 0 ? -1.0 : 1.0) : -along / square;
    vec2 nearest = add_scaled2(m->between, share, step);
    double size = fabs(m->between.x) + fabs(m->between.y) + fabs(step.x) + fabs(step.y);
    double required = gap + LW_FLAT_BOUND_ROUNDING * size;
    return dot2(nearest, nearest) > required * required * LW_UPWARD;
}

void lw_flat_query(lw_flat_sample *sample, lw_part_pair *pair, lw_part_query *out)
{
    find_turns(sample);
    const lw_flat_turn *turns = sample->turns;
    lw_pose2 at[2];
    for (int i = 0; i < 2; i++)
        at[i] = (lw_pose2){sample->origins[i].x, sample->origins[i].y, turns[i].cosine, turns[i].sine};
    lw_posed_polygons polygons = lw_pose_polygons(pair->parts[0], at[0], pair->parts[1], at[1]);
    lw_search found;
    lw_planar_search(&polygons, &pair->memory, &found);
    double radius = pair->parts[0]->radius + pair->parts[1]->radius;
    out->b_in_a = polygons.b_in_a;
    out->size = polygons.size;
    out->error = sample->error + turns[0].error * pair->parts[0]->reach +
                 turns[1].error * pair->parts[1]->reach + LW_FLAT_BOUND_ROUNDING * polygons.size;
    out->lower = found.meets ? 0 : found.lower - radius * LW_UP_BY(2);
    out->upper = found.meets ? 0 : greater(0, found.upper - radius);
    out->normal = found.meets ? v2(0, 0) : scale2(-1 / length2(found.direction), found.direction);
}

/* The bound on the gap less the required distance, as a function of the time from the middle. */
typedef struct gap_bound {
    const lw_part_pair *pair;
    lw_pose2 b_in_a;
    vec2 normal, tilt[2];
    double start, slope, bend;
    double required;    /* required distance, with both radii, which no turn changes */
    double slope_error; /* rounding error of the slope */
} gap_bound;

static gap_bound make_bound(const lw_flat_sample *m, const lw_part_pair *pair,
                            const lw_part_query *query, double target)
{
    const lw_flat_turn *turns = m->turns;
    lw_pose2 a = {0, 0, turns[0].cosine, turns[0].sine};
    gap_bound bound = {.pair = pair, .b_in_a = query->b_in_a, .normal = query->normal};
    vec2 across = outward(query->normal);
    double slope_error = fabs(m->velocity.x) + fabs(m->velocity.y);
    double radius = pair->parts[0]->radius + pair->parts[1]->radius;
    bound.start = dot2(query->normal, v2(query->b_in_a.x, query->b_in_a.y));
    bound.slope = dot2(query->normal, turn_back(a, m->velocity));
    bound.bend = m->acceleration;
    for (int i = 0; i < 2; i++) {
        const lw_polygon *part = pair->parts[i];
        double reach = part->reach;
        bound.tilt[i] = scale2(turns[i].rate, across);
        bound.bend += (turns[i].spin * turns[i].spin + turns[i].acceleration) * reach;
        slope_error += fabs(turns[i].rate) * reach;
        bound.slope_error += turns[i].rate_error * reach;
    }
    bound.bend *= LW_UPWARD;
    bound.slope_error += LW_FLAT_BOUND_ROUNDING * slope_error;
    bound.required = target + query->error + radius * LW_UP_BY(8);
    return bound;
}

/* the support value of a part's core along a direction in the part's frame */
static double support_value(const lw_polygon *part, vec2 direction)
{
    return dot2(part->vertices[lw_polygon_support(part, direction)], direction);
}

static double bound_at(const gap_bound *bound, double tau)
{
    const lw_polygon *const *parts = bound->pair->parts;
    vec2 along_a = add_scaled2(bound->normal, tau, bound->tilt[0]);
    vec2 along_b = add_scaled2(bound->normal, tau, bound->tilt[1]);
    return bound->start + tau * bound->slope - 0.5 * tau * tau * bound->bend -
           fabs(tau) * bound->slope_error - bound->required - support_value(parts[0], along_a) -
           support_value(parts[1], turn_back(bound->b_in_a, neg2(along_b)));
}

/* The share of the time from the middle to tau over which the gap is proven. */
static double proven_share(const gap_bound *bound, double start, double tau)
{
    double end = bound_at(bound, tau);
    if (end >= 0)
        return 1;
    /* a concave function is above its chords */
    double sure = start / (start - end);
    double next = 2 * sure;
    if (next < 1) {
        double between = bound_at(bound, next * tau);
        sure = between >= 0 ? next + (1 - next) * between / (between - end)
                            : next * start / (start - between);
    }
    return sure * LW_SHARE_DOWN;
}

void lw_flat_prove(const lw_flat_sample *sample, const lw_part_pair *pair, const lw_part_query *query,
                   double gap, double from, double to, lw_part_proof *out)
{
    gap_bound bound = make_bound(sample, pair, query, gap);
    /* how much the distance exceeds the required one, along the rounded n */
    double start = query->lower - gap - query->error > 0 ? bound_at(&bound, 0) : 0;
    *out = (lw_part_proof){sample->time, sample->time, 0};
    if (start > 0) {
        double share = proven_share(&bound, start, to - sample->time);
        out->to = share < 1 ? sample->time + share * (to - sample->time) : to;
        share = proven_share(&bound, start, from - sample->time);
        out->from = share < 1 ? sample->time - share * (sample->time - from) : from;
    }
    double speed = length2(sample->velocity);
    for (int i = 0; i < 2; i++)
        speed += sample->turns[i].spin * (pair->parts[i]->reach + pair->parts[i]->radius);
    out->travel = sample->half * (speed + 0.5 * sample->half * bound.bend);
}
