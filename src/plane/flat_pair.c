/* Two bodies in the plane (Feyeux and Landry, sections 3 and 5): an interval of time within a piece of
 * both grids is looked at from its middle, first the discs about the bodies' origins, which need no
 * turn, then the polygons. What the look does not prove is looked at again, in the order of time.
 *
 * Discs: the origins' distance is at least that of the tangents to their paths, less half a square of
 * the time times the accelerations. Polygons: with n the direction that separates them at the middle m,
 * Taylor's formula for each point's place along n, for tau within the interval,
 *     gap(m + tau) >= n.(o + tau v) + min_B r.(n + tau w_B k) - max_A p.(n + tau w_A k) - tau^2 K / 2,
 * o and v the way and the velocity from A's origin to B's, p and r points about the origins, w the
 * rates of turning, k = n turned by -90 degrees, K the bound of second derivatives. Radii are taken off
 * as they are: a disc about such a point reaches as far whatever turns. The bound is concave in
 * tau, so that a chord between a point where it is enough and one where it is not tells how far it is
 * enough. The paper's condition (6), which follows from (7) to (9), is the same with speeds bounded
 * over all directions (10); its bound (12), of interpolated velocities (11), holds where velocities and
 * positions agree, this one always. */
#include "plane/flat_pair.h"

#include "distance/planar.h"
#include "math/rounding.h"

enum { STACK = 128, MOST_QUERIES = 1 << 20 };

/* What a dozen operations on numbers of a size can lose, with room. */
#define ROUNDING 0x1p-45

typedef struct stretch {
    double from, to;
} stretch;

/* Both bodies at a time; the turns are found when they are needed. */
typedef struct pair_sample {
    double time, half;
    const lw_flat_piece *pieces;
    vec2 origins[2];
    vec2 way, velocity; /* from the first's origin to the second's */
    double acceleration, error;
    bool turned;
    lw_flat_turn turns[2];
} pair_sample;

/* Two convex parts, of which more than one pair may belong to the bodies. */
typedef struct part_pair {
    const lw_polygon *parts[2];
    lw_polygon_memory memory;
} part_pair;

static void sample(const lw_flat_search *search, const lw_flat_piece pieces[2], double time,
                   double half, pair_sample *m)
{
    lw_flat_position places[2];
    for (int i = 0; i < 2; i++)
        lw_flat_position_at(&pieces[i], time, half, &places[i]);
    m->time = time;
    m->half = half;
    m->pieces = pieces;
    m->origins[0] = places[0].at;
    m->origins[1] = places[1].at;
    m->way = sub2(places[1].at, places[0].at);
    m->velocity = sub2(places[1].velocity, places[0].velocity);
    m->acceleration = places[0].acceleration + places[1].acceleration;
    m->error = places[0].error + places[1].error + half * (places[0].drift + places[1].drift) +
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
    double reach = distance + m->error + 0.5 * m->half * m->half * m->acceleration;
    vec2 step = scale2(m->half, m->velocity);
    double square = dot2(step, step);
    double along = dot2(m->way, step);
    double share = fabs(along) >= square ? (along > 0 ? -1.0 : 1.0) : -along / square;
    vec2 nearest = add_scaled2(m->way, share, step);
    double size = fabs(m->way.x) + fabs(m->way.y) + fabs(step.x) + fabs(step.y);
    double required = reach + ROUNDING * size;
    return dot2(nearest, nearest) > required * required * LW_UPWARD;
}

/* What is known of two parts at a moment. */
typedef struct part_query {
    double lower, upper; /* of their distance */
    vec2 normal;         /* from the first to the second, in the first's frame */
    lw_pose2 b_in_a;
    double size, error;
} part_query;

static void measure(pair_sample *m, part_pair *pair, lw_flat_search *search, part_query *out)
{
    find_turns(m);
    const lw_flat_turn *turns = m->turns;
    lw_pose2 at[2];
    for (int i = 0; i < 2; i++)
        at[i] = (lw_pose2){m->origins[i].x, m->origins[i].y, turns[i].cosine, turns[i].sine};
    lw_posed_polygons placed = lw_pose_polygons(pair->parts[0], at[0], pair->parts[1], at[1]);
    lw_search found;
    lw_planar_search(&placed, &pair->memory, &found);
    double radius = pair->parts[0]->radius + pair->parts[1]->radius;
    out->b_in_a = placed.b_in_a;
    out->size = placed.size;
    out->error = m->error + turns[0].error * pair->parts[0]->reach +
                 turns[1].error * pair->parts[1]->reach + ROUNDING * placed.size;
    out->lower = found.meets ? 0 : found.lower - radius * (1 + 0x1p-52);
    out->upper = found.meets ? 0 : greater(0, found.upper - radius);
    out->normal = found.meets ? v2(0, 0) : scale2(-1 / length2(found.direction), found.direction);
    ++*search->queries;
    if (search->out_of_budget(search->context))
        search->stopped = true;
}

/* The bound on the gap, less what it must be, as a function of the time from the middle. */
typedef struct gap_bound {
    const part_pair *pair;
    lw_pose2 b_in_a;
    vec2 normal, tilt[2];
    double start, slope, bend;
    double required;    /* with the radii: however it turns, a disc reaches as far */
    double slope_error; /* of the slope */
} gap_bound;

static gap_bound make_bound(const pair_sample *m, const part_pair *pair, const part_query *query_parts,
                            double target)
{
    const lw_flat_turn *turns = m->turns;
    lw_pose2 a = {0, 0, turns[0].cosine, turns[0].sine};
    gap_bound bound = {.pair = pair, .b_in_a = query_parts->b_in_a, .normal = query_parts->normal};
    vec2 across = outward(query_parts->normal);
    double slope_error = fabs(m->velocity.x) + fabs(m->velocity.y);
    double radius = pair->parts[0]->radius + pair->parts[1]->radius;
    bound.start = dot2(query_parts->normal, v2(query_parts->b_in_a.x, query_parts->b_in_a.y));
    bound.slope = dot2(query_parts->normal, turn_back(a, m->velocity));
    bound.bend = m->acceleration;
    for (int i = 0; i < 2; i++) {
        const lw_polygon *part = pair->parts[i];
        double reach = part->reach;
        bound.tilt[i] = scale2(turns[i].rate, across);
        bound.bend += (turns[i].spin * turns[i].spin + turns[i].acceleration) * reach;
        slope_error += fabs(turns[i].rate) * reach;
        bound.slope_error += turns[i].drift * reach;
    }
    bound.bend *= LW_UPWARD;
    bound.slope_error += ROUNDING * slope_error;
    bound.required = target + query_parts->error + radius * (1 + 0x1p-50);
    return bound;
}

/* the farthest that any point of a part is along a direction of the part's own frame */
static double support_value(const lw_polygon *part, vec2 direction)
{
    return dot2(part->vertices[lw_polygon_support(part, direction)], direction);
}

static double value(const gap_bound *bound, double tau)
{
    const lw_polygon *const *parts = bound->pair->parts;
    vec2 along_a = add_scaled2(bound->normal, tau, bound->tilt[0]);
    vec2 along_b = add_scaled2(bound->normal, tau, bound->tilt[1]);
    return bound->start + tau * bound->slope - 0.5 * tau * tau * bound->bend -
           fabs(tau) * bound->slope_error - bound->required - support_value(parts[0], along_a) -
           support_value(parts[1], turn_back(bound->b_in_a, neg2(along_b)));
}

/* What share of the time from the middle to tau away from it the gap is proven for. */
static double proven_share(const gap_bound *bound, double start, double tau)
{
    double end = value(bound, tau);
    if (end >= 0)
        return 1;
    /* concave: above its chords */
    double sure = start / (start - end);
    double next = 2 * sure;
    if (next < 1) {
        double between = value(bound, next * tau);
        sure = between >= 0 ? next + (1 - next) * between / (between - end)
                            : next * start / (start - between);
    }
    return sure * (1 - 0x1p-40);
}

/* Marks a time at which the parts are at most the target apart. */
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
    /* nothing is nearer than contact */
    if (upper <= 0)
        note_contact(search, time);
}

/* A look at one moment. True where nothing is nearer than what is to be proven there. */
static bool query_at(lw_flat_search *search, pair_sample *m, part_pair *pair)
{
    part_query query_parts;
    measure(m, pair, search, &query_parts);
    note_distance(search, query_parts.upper, m->time);
    if (!search->lower_target && query_parts.upper <= target_gap(search))
        note_contact(search, m->time);
    return query_parts.lower - target_gap(search) - query_parts.error >= 0;
}

static bool goes_on(const lw_flat_search *search)
{
    return !search->stopped && !search->exhausted &&
           !(search->contact < HUGE_VAL && (search->any || search->lower_target));
}

static bool is_too_short(const lw_flat_search *search, const pair_sample *m, const gap_bound *bound,
                         const part_pair *pair, stretch s)
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

/* A stretch that cannot be split any more: contact may be at its very ends. */
static void settle(lw_flat_search *search, const lw_flat_piece pieces[2], part_pair *pair, stretch s)
{
    const double ends[2] = {s.from, s.to};
    for (int i = 0; i < 2 && !search->lower_target && search->contact == HUGE_VAL; i++) {
        pair_sample m;
        sample(search, pieces, ends[i], 0, &m);
        query_at(search, &m, pair);
    }
    search->unresolved = true;
}

/* Two parts on a stretch: what remains of it to be proven, pushed onto the stack, the earlier last. */
static void query_parts(lw_flat_search *search, pair_sample *m, part_pair *pair, stretch s,
                        stretch *stack, int *top)
{
    part_query at;
    measure(m, pair, search, &at);
    note_distance(search, at.upper, m->time);
    stretch left = {s.from, m->time};
    stretch right = {m->time, s.to};
    if (!search->lower_target && at.upper <= target_gap(search)) {
        note_contact(search, m->time);
        stack[(*top)++] = left;
        return;
    }
    gap_bound bound = make_bound(m, pair, &at, target_gap(search));
    /* the distance less what is needed, along n as it was rounded */
    double start = at.lower - target_gap(search) - at.error > 0 ? value(&bound, 0) : 0;
    if (start > 0) {
        double share = proven_share(&bound, start, s.to - m->time);
        right.from = share < 1 ? m->time + share * (s.to - m->time) : s.to;
        share = proven_share(&bound, start, s.from - m->time);
        left.to = share < 1 ? m->time - share * (m->time - s.from) : s.from;
    }
    bool open = right.from < right.to || left.from < left.to;
    if (open && is_too_short(search, m, &bound, pair, s)) {
        settle(search, m->pieces, pair, s);
        /* left to be proven is nothing that could be: `proven` says so */
        search->proven = lesser(search->proven, s.from);
        return;
    }
    if (right.from < right.to)
        stack[(*top)++] = right;
    if (left.from < left.to)
        stack[(*top)++] = left;
}

/* Two parts on a stretch, in the order of time; lowers search->proven to where they are not proven. */
static void search_parts(lw_flat_search *search, const lw_flat_piece pieces[2],
                         const pair_sample *first, part_pair *pair, stretch s)
{
    stretch stack[STACK];
    int top = 0;
    stack[top++] = s;
    double reach =
        pair->parts[0]->reach + pair->parts[0]->radius + pair->parts[1]->reach + pair->parts[1]->radius;
    while (top > 0) {
        stretch next = stack[--top];
        next.to = lesser(next.to, search->contact);
        if (!(next.from < next.to))
            continue;
        bool near_contact = search->contact - next.from <= search->time_tolerance;
        if (near_contact || !goes_on(search)) {
            search->proven = lesser(search->proven, next.from);
            return;
        }
        /* once something cannot be settled, only contacts are looked for */
        if (search->unresolved && next.to - next.from <= search->time_tolerance)
            continue;
        double half = 0.5 * (next.to - next.from);
        pair_sample m;
        if (next.from == s.from && next.to == s.to)
            m = *first;
        else
            sample(search, pieces, next.from + half, half, &m);
        /* a body that turns a million times near another one: an honest end instead of none */
        search->exhausted = ++search->tries > MOST_QUERIES;
        if (!discs_apart(&m, target_gap(search) + reach))
            query_parts(search, &m, pair, next, stack, &top);
    }
}

/* The bodies on a stretch within a piece of both paths. */
static void search_stretch(lw_flat_search *search, const lw_flat_piece pieces[2], stretch s)
{
    double half = 0.5 * (s.to - s.from);
    const lw_flat_body *a = search->bodies[0];
    const lw_flat_body *b = search->bodies[1];
    pair_sample m;
    sample(search, pieces, s.from + half, half, &m);
    /* the end is reached from the middle, whatever the halving rounded */
    m.half = greater(m.half, greater(m.time - s.from, s.to - m.time));
    if (discs_apart(&m, target_gap(search) + a->reach + b->reach))
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

/* One moment, all parts: contact, or a distance. True where all is proven there. */
static bool search_sample(lw_flat_search *search, const lw_flat_piece pieces[2], double time)
{
    const lw_flat_body *a = search->bodies[0];
    const lw_flat_body *b = search->bodies[1];
    pair_sample m;
    sample(search, pieces, time, 0, &m);
    if (discs_apart(&m, target_gap(search) + a->reach + b->reach))
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
    double reach = (distance + a->reach + b->reach + a->error + b->error) * LW_UPWARD;
    vec2 between = sub2(path_b->center, path_a->center);
    double size = fabs(path_b->center.x) + fabs(path_b->center.y) + fabs(path_a->center.x) +
                  fabs(path_a->center.y);
    double error = 0x1p-48 * size;
    double x = greater(0, fabs(between.x) - path_a->half.x - path_b->half.x - error);
    double y = greater(0, fabs(between.y) - path_a->half.y - path_b->half.y - error);
    return x * x + y * y > reach * reach;
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
        search_stretch(search, pieces, (stretch){time, end});
        time = end;
        for (int i = 0; i < 2; i++)
            if (pieces[i].end <= end)
                lw_flat_piece_next(&pieces[i]);
    }
    /* what ended the search within a stretch has said so in `proven` */
    search->proven = lesser(search->proven, lesser(search->contact, time));
}

/* What is known of two bodies, with their padding: the nearest points, or the deepest, each moved out
 * along the normal. */
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
