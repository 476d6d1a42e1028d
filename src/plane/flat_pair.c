/* The search over time for two bodies in the plane (Feyeux and Landry, sections 3 and 5). An interval
 * within a piece of both grids is sampled at its middle; a bound on the discs about the bodies'
 * origins, which needs no rotation, may prove it, else bounds on the polygons prove parts of it. What
 * they do not prove is sampled again, in the order of time.
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
#include "plane/flat_pair.h"

#include "distance/planar.h"
#include "math/rounding.h"

enum { STACK = 128, MOST_QUERIES = 1 << 20 };

typedef struct interval {
    double from, to;
} interval;

/* Both bodies at a time; the rotations are computed when they are needed. */
typedef struct pair_sample {
    double time, half;
    const lw_flat_piece *pieces;
    vec2 origins[2];
    vec2 between, velocity; /* from the first's origin to the second's */
    double acceleration, error;
    bool turned;
    lw_flat_turn turns[2];
} pair_sample;

/* Two convex parts, one of each body. */
typedef struct part_pair {
    const lw_polygon *parts[2];
    lw_polygon_memory memory;
} part_pair;

static void sample(const lw_flat_search *search, const lw_flat_piece pieces[2], double time,
                   double half, pair_sample *m)
{
    lw_flat_position positions[2];
    for (int i = 0; i < 2; i++)
        lw_flat_position_at(&pieces[i], time, half, &positions[i]);
    m->time = time;
    m->half = half;
    m->pieces = pieces;
    m->origins[0] = positions[0].at;
    m->origins[1] = positions[1].at;
    m->between = sub2(positions[1].at, positions[0].at);
    m->velocity = sub2(positions[1].velocity, positions[0].velocity);
    m->acceleration = positions[0].acceleration + positions[1].acceleration;
    m->error = positions[0].error + positions[1].error +
               half * (positions[0].velocity_error + positions[1].velocity_error) +
               search->bodies[0]->error + search->bodies[1]->error;
    m->turned = false;
    ++*search->samples;
}

static void find_turns(pair_sample *m)
{
    if (m->turned)
        return;
    for (int i = 0; i < 2; i++)
        lw_flat_turn_at(&m->pieces[i], m->time, m->half, &m->turns[i]);
    m->turned = true;
}

/* Whether two discs about the origins are more than a distance apart all through the interval. */
static bool discs_apart(const pair_sample *m, double distance)
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

/* What a query tells of two parts at a sample. */
typedef struct part_query {
    double lower, upper; /* the bracket of their distance */
    vec2 normal;         /* from the first to the second, in the first's frame */
    lw_pose2 b_in_a;
    double size, error;
} part_query;

static void query_distance(pair_sample *m, part_pair *pair, lw_flat_search *search, part_query *out)
{
    find_turns(m);
    const lw_flat_turn *turns = m->turns;
    lw_pose2 at[2];
    for (int i = 0; i < 2; i++)
        at[i] = (lw_pose2){m->origins[i].x, m->origins[i].y, turns[i].cosine, turns[i].sine};
    lw_posed_polygons polygons = lw_pose_polygons(pair->parts[0], at[0], pair->parts[1], at[1]);
    lw_search found;
    lw_planar_search(&polygons, &pair->memory, &found);
    double radius = pair->parts[0]->radius + pair->parts[1]->radius;
    out->b_in_a = polygons.b_in_a;
    out->size = polygons.size;
    out->error = m->error + turns[0].error * pair->parts[0]->reach +
                 turns[1].error * pair->parts[1]->reach + LW_FLAT_BOUND_ROUNDING * polygons.size;
    out->lower = found.meets ? 0 : found.lower - radius * LW_UP_BY(2);
    out->upper = found.meets ? 0 : greater(0, found.upper - radius);
    out->normal = found.meets ? v2(0, 0) : scale2(-1 / length2(found.direction), found.direction);
    ++*search->queries;
    if (search->out_of_budget(search->context))
        search->stopped = true;
}

/* The bound on the gap less the required gap, as a function of the time from the middle. */
typedef struct gap_bound {
    const part_pair *pair;
    lw_pose2 b_in_a;
    vec2 normal, tilt[2];
    double start, slope, bend;
    double required;    /* with the radii, which no turn changes */
    double slope_error; /* rounding error of the slope */
} gap_bound;

static gap_bound make_bound(const pair_sample *m, const part_pair *pair, const part_query *query,
                            double target)
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

/* For what share of the time from the middle to tau the gap is proven. */
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

/* Notes a time at which the parts are at most the target apart. */
static void note_contact(lw_flat_search *search, double time)
{
    search->contact = lesser(search->contact, time);
}

/* How far the bodies themselves must be apart for the target. */
static double target_gap(const lw_flat_search *search)
{
    return lw_pair_gap(search->pair, search->target);
}

static void note_distance(lw_flat_search *search, double gap, double time)
{
    double upper = lw_pair_padded(search->pair, gap);
    if (!search->lower_target || !(upper < search->upper))
        return;
    search->upper = upper;
    search->at = time;
    search->target = lesser(search->target, search->lower_target(search->context, upper));
    /* no distance is smaller than that of a contact */
    if (upper <= 0)
        note_contact(search, time);
}

/* Queries two parts at a sample. True where their distance is proven to be at least the target. */
static bool query_at(lw_flat_search *search, pair_sample *m, part_pair *pair)
{
    part_query query;
    query_distance(m, pair, search, &query);
    note_distance(search, query.upper, m->time);
    if (!search->lower_target && query.upper <= target_gap(search))
        note_contact(search, m->time);
    return query.lower - target_gap(search) - query.error >= 0;
}

static bool goes_on(const lw_flat_search *search)
{
    return !search->stopped && !search->exhausted &&
           !(search->contact < HUGE_VAL && (search->any || search->lower_target));
}

static bool is_too_short(const lw_flat_search *search, const pair_sample *m, const gap_bound *bound,
                         const part_pair *pair, interval s)
{
    double width = s.to - s.from;
    if (width <= search->shortest)
        return true;
    if (!(width <= search->time_tolerance))
        return false;
    double speed = length2(m->velocity);
    for (int i = 0; i < 2; i++)
        speed += m->turns[i].spin * (pair->parts[i]->reach + pair->parts[i]->radius);
    return m->half * (speed + 0.5 * m->half * bound->bend) <= 0.5 * search->distance_tolerance;
}

/* An interval too short to divide: there may be a contact exactly at its ends. */
static void settle(lw_flat_search *search, const lw_flat_piece pieces[2], part_pair *pair, interval s)
{
    const double ends[2] = {s.from, s.to};
    for (int i = 0; i < 2 && !search->lower_target && search->contact == HUGE_VAL; i++) {
        pair_sample m;
        sample(search, pieces, ends[i], 0, &m);
        query_at(search, &m, pair);
    }
    search->unresolved = true;
}

/* Tries to prove an interval of two parts, and pushes what remains onto the stack, the earlier last. */
static void query_parts(lw_flat_search *search, pair_sample *m, part_pair *pair, interval s,
                        interval *stack, int *top)
{
    part_query query;
    query_distance(m, pair, search, &query);
    note_distance(search, query.upper, m->time);
    interval left = {s.from, m->time};
    interval right = {m->time, s.to};
    if (!search->lower_target && query.upper <= target_gap(search)) {
        note_contact(search, m->time);
        stack[(*top)++] = left;
        return;
    }
    gap_bound bound = make_bound(m, pair, &query, target_gap(search));
    /* the distance less the required gap, along n as it was rounded */
    double start = query.lower - target_gap(search) - query.error > 0 ? bound_at(&bound, 0) : 0;
    if (start > 0) {
        double share = proven_share(&bound, start, s.to - m->time);
        right.from = share < 1 ? m->time + share * (s.to - m->time) : s.to;
        share = proven_share(&bound, start, s.from - m->time);
        left.to = share < 1 ? m->time - share * (m->time - s.from) : s.from;
    }
    bool open = right.from < right.to || left.from < left.to;
    if (open && is_too_short(search, m, &bound, pair, s)) {
        settle(search, m->pieces, pair, s);
        /* no more of it can be proven, and `proven` ends here */
        search->proven = lesser(search->proven, s.from);
        return;
    }
    if (right.from < right.to)
        stack[(*top)++] = right;
    if (left.from < left.to)
        stack[(*top)++] = left;
}

/* Two parts in an interval, in the order of time; lowers search->proven to the first unproven time. */
static void search_parts(lw_flat_search *search, const lw_flat_piece pieces[2],
                         const pair_sample *first, part_pair *pair, interval s)
{
    interval stack[STACK];
    int top = 0;
    stack[top++] = s;
    double extent =
        pair->parts[0]->reach + pair->parts[0]->radius + pair->parts[1]->reach + pair->parts[1]->radius;
    while (top > 0) {
        interval next = stack[--top];
        next.to = lesser(next.to, search->contact);
        if (!(next.from < next.to))
            continue;
        bool near_contact = search->contact - next.from <= search->time_tolerance;
        if (near_contact || !goes_on(search)) {
            search->proven = lesser(search->proven, next.from);
            return;
        }
        /* once a part of the motion is unresolved, only contacts are sought */
        if (search->unresolved && next.to - next.from <= search->time_tolerance)
            continue;
        double half = 0.5 * (next.to - next.from);
        pair_sample m;
        if (next.from == s.from && next.to == s.to)
            m = *first;
        else
            sample(search, pieces, next.from + half, half, &m);
        /* a body that turns a million times near another: the search gives up rather than go on */
        search->exhausted = ++search->tries > MOST_QUERIES;
        if (!discs_apart(&m, target_gap(search) + extent))
            query_parts(search, &m, pair, next, stack, &top);
    }
}

/* The bodies in an interval within a piece of both paths. */
static void search_interval(lw_flat_search *search, const lw_flat_piece pieces[2], interval s)
{
    double half = 0.5 * (s.to - s.from);
    const lw_flat_body *a = search->bodies[0];
    const lw_flat_body *b = search->bodies[1];
    pair_sample m;
    sample(search, pieces, s.from + half, half, &m);
    /* both ends are within half of the middle, however the halving was rounded */
    m.half = greater(m.half, greater(m.time - s.from, s.to - m.time));
    if (discs_apart(&m, target_gap(search) + a->extent + b->extent))
        return;
    for (uint32_t i = 0; i < a->part_count; i++)
        for (uint32_t k = 0; k < b->part_count; k++) {
            part_pair pair = {{a->parts[i], b->parts[k]}, {0}};
            if (goes_on(search))
                search_parts(search, pieces, &m, &pair, s);
            else
                search->proven = lesser(search->proven, s.from);
        }
}

/* Queries all pairs of parts at one time. True where all are proven to be at least the target there. */
static bool search_sample(lw_flat_search *search, const lw_flat_piece pieces[2], double time)
{
    const lw_flat_body *a = search->bodies[0];
    const lw_flat_body *b = search->bodies[1];
    pair_sample m;
    sample(search, pieces, time, 0, &m);
    if (discs_apart(&m, target_gap(search) + a->extent + b->extent))
        return true;
    bool proven = true;
    for (uint32_t i = 0; i < a->part_count; i++)
        for (uint32_t k = 0; k < b->part_count && goes_on(search); k++) {
            part_pair pair = {{a->parts[i], b->parts[k]}, {0}};
            bool here;
            double target;
            do {
                target = search->target;
                here = query_at(search, &m, &pair);
            } while (search->target < target && goes_on(search));
            proven = proven && here;
        }
    return proven;
}

bool lw_flat_far(const lw_flat_body *a, const lw_flat_path *path_a, const lw_flat_body *b,
                 const lw_flat_path *path_b, double distance)
{
    double required = (distance + a->extent + b->extent + a->error + b->error) * LW_UPWARD;
    vec2 between = sub2(path_b->center, path_a->center);
    double size = fabs(path_b->center.x) + fabs(path_b->center.y) + fabs(path_a->center.x) +
                  fabs(path_a->center.y);
    double error = LW_ROUNDING(32) * size;
    double x = greater(0, fabs(between.x) - path_a->half.x - path_b->half.x - error);
    double y = greater(0, fabs(between.y) - path_a->half.y - path_b->half.y - error);
    return x * x + y * y > required * required;
}

void lw_flat_search_run(lw_flat_search *search)
{
    lw_flat_piece pieces[2];
    search->contact = HUGE_VAL;
    search->proven = HUGE_VAL;
    search->unresolved = search->stopped = search->exhausted = false;
    search->tries = 0;
    for (int i = 0; i < 2; i++)
        lw_flat_piece_at(search->paths[i], search->from, &pieces[i]);
    if (!search_sample(search, pieces, search->from) && !(search->from < search->to))
        search->unresolved = true;
    double time = search->from;
    while (time < search->to && search->contact == HUGE_VAL && goes_on(search)) {
        double end = lesser(search->to, lesser(pieces[0].end, pieces[1].end));
        search_interval(search, pieces, (interval){time, end});
        time = end;
        for (int i = 0; i < 2; i++)
            if (pieces[i].end <= end)
                lw_flat_piece_next(&pieces[i]);
    }
    /* a search that ended within an interval has lowered `proven` to that time */
    search->proven = lesser(search->proven, lesser(search->contact, time));
}

/* Adds the padding to a separation: the nearest points, or the deepest, move out along the normal. */
static void pad(const lw_pair *pair, lw_separation *out)
{
    double padding = pair->padding[0] + pair->padding[1];
    if (!(padding > 0))
        return;
    out->depth = out->upper > 0 ? greater(0, padding - out->upper) : out->depth + padding;
    out->lower = lw_pair_padded(pair, out->lower);
    out->upper = lw_pair_padded(pair, out->upper);
    out->points[0] = add_scaled2(out->points[0], pair->padding[0], out->normal);
    out->points[1] = add_scaled2(out->points[1], -pair->padding[1], out->normal);
}

void lw_flat_nearest(const lw_flat_search *search, double time, lw_separation *out)
{
    lw_pose2 at[2];
    for (int i = 0; i < 2; i++) {
        lw_flat_piece piece;
        lw_flat_position sample;
        lw_flat_turn turn;
        lw_flat_piece_at(search->paths[i], time, &piece);
        lw_flat_position_at(&piece, time, 0, &sample);
        lw_flat_turn_at(&piece, time, 0, &turn);
        at[i] = (lw_pose2){sample.at.x, sample.at.y, turn.cosine, turn.sine};
    }
    bool known = false;
    for (uint32_t i = 0; i < search->bodies[0]->part_count; i++)
        for (uint32_t k = 0; k < search->bodies[1]->part_count; k++) {
            lw_separation here;
            lw_polygon_separation(search->bodies[0]->parts[i], at[0], search->bodies[1]->parts[k],
                                  at[1], NULL, &here);
            if (!known || here.upper < out->upper ||
                (here.upper <= out->upper && here.depth > out->depth))
                *out = here;
            known = true;
        }
    pad(search->pair, out);
}
