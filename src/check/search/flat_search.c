/* The search over time for two bodies in the plane: piece after piece of the grid of times that their
 * two paths make together, and within a piece one pair of parts after another. An interval is sampled
 * at its middle; a bound on the discs about the bodies' origins may prove it, else one on the polygons
 * proves a part of it. */
#include "check/search/flat_search.h"

#include "check/search/flat_meeting.h"
#include "math/rounding.h"
#include "plane/flat_bound.h"

/* the search gives up after so many intervals, as for a body that turns a million times near another */
enum { MOST_INTERVALS = 1 << 20 };

/* PCDA searches intervals of more time tolerances than this: shorter ones take less time by halving.
 * docs/decisions/plane.md, "PCDA finds contacts in the plane where the time tolerance is small". */
static const double MANY_TOLERANCES = 1e6;

/* The context of the bound. */
typedef struct ground {
    lw_flat_search *flat;
    lw_flat_piece pieces[2];
    double error;
    lw_flat_sample whole, deeper; /* of a whole piece, kept for all parts; of a shorter interval */
    lw_flat_sample *now;          /* one of the two */
    lw_part_pair parts;
    uint32_t indices[2]; /* of the parts in their bodies */
    double extent;       /* of both parts, added up, radii included */
    double travel;       /* of the last query */
} ground;

static ground *ground_of(const lw_time_search *search)
{
    return search->context;
}

/* Counts a time at which the bodies are posed, and tells the caller. */
static void tell(void *context, double time)
{
    const lw_flat_search *flat = context;
    ++*flat->samples;
    if (flat->sampled)
        flat->sampled(flat->context, time);
}

static void sample_at(ground *g, double time, double half, lw_flat_sample *out)
{
    lw_flat_sample_at(g->pieces, g->error, time, half, out);
    tell(g->flat, time);
}

static void sample(lw_time_search *search, size_t piece, double time, double half,
                   const lw_work_list *items)
{
    (void)piece;
    (void)items; /* both bodies are posed */
    ground *g = ground_of(search);
    bool again = time == g->whole.time && half == g->whole.half;
    g->now = again ? &g->whole : &g->deeper;
    if (!again)
        sample_at(g, time, half, g->now);
}

/* The distance that the bodies without padding must have for the target. */
static double gap_of(const lw_time_search *search)
{
    return lw_pair_unpadded(ground_of(search)->flat->pair.pair, lw_time_search_target(search, 0));
}

/* Queries both parts at a sample. True where they meet. For the smallest distance, notes it and returns
 * false. */
static bool query_at(lw_time_search *search, lw_flat_sample *at, lw_part_query *out)
{
    ground *g = ground_of(search);
    lw_flat_query(at, &g->parts, out);
    ++*g->flat->queries;
    if (search->goal == LW_GOAL_SMALLEST) {
        lw_time_search_note(search, 0, lw_pair_padded(g->flat->pair.pair, out->upper));
        return false;
    }
    return out->upper <= gap_of(search);
}

static lw_bound_result prove(lw_time_search *search, lw_item item, double from, double to,
                             lw_proven_part *part)
{
    (void)item;
    ground *g = ground_of(search);
    if (lw_flat_discs_apart(g->now, gap_of(search) + g->extent))
        return LW_BOUND_PROVEN;
    lw_part_query query;
    if (query_at(search, g->now, &query))
        return LW_BOUND_CONTACT;
    lw_part_proof proof;
    lw_flat_prove(g->now, &g->parts, &query, gap_of(search), from, to, &proof);
    g->travel = proof.travel;
    part->from = proof.from;
    part->to = proof.to;
    return proof.from <= from && proof.to >= to ? LW_BOUND_PROVEN : LW_BOUND_OPEN;
}

static bool is_out_of_budget(lw_time_search *search)
{
    const lw_flat_search *flat = ground_of(search)->flat;
    return flat->out_of_budget(flat->context);
}

/* An interval too short to divide: there may be a contact exactly at its ends. */
static lw_bound_result settle(lw_time_search *search, lw_item item, double from, double to,
                              double *contact)
{
    (void)item;
    const double ends[2] = {from, to};
    for (int i = 0; i < 2 && search->goal != LW_GOAL_SMALLEST; i++) {
        lw_flat_sample at;
        lw_part_query query;
        search->stopped = search->stopped || is_out_of_budget(search);
        if (search->stopped)
            break;
        sample_at(ground_of(search), ends[i], 0, &at);
        if (query_at(search, &at, &query)) {
            *contact = ends[i];
            return LW_BOUND_CONTACT;
        }
    }
    return LW_BOUND_OPEN;
}

static bool is_stopped(void *context)
{
    const lw_flat_search *flat = context;
    bool stops = flat->out_of_budget(flat->context);
    *flat->queries += !stops;
    return stops;
}

/* PCDA for the two parts, if that is faster. */
static lw_bound_result finish(lw_time_search *search, lw_item item, double from, double to,
                              double *apart, double *contact)
{
    (void)item;
    ground *g = ground_of(search);
    lw_flat_search *flat = g->flat;
    *apart = from;
    if (!flat->bodies[0] || to - from <= MANY_TOLERANCES * flat->time_tolerance)
        return LW_BOUND_OPEN;
    lw_flat_meeting meeting = {.pieces = g->pieces,
                               .error = g->error,
                               .required = gap_of(search),
                               .from = from,
                               .to = to,
                               .time_tolerance = flat->time_tolerance,
                               .length = flat->to - flat->from,
                               .stop = is_stopped,
                               .sampled = tell,
                               .context = flat};
    for (int i = 0; i < 2; i++)
        meeting.parts[i] = (lw_meeting_part){flat->pair.bodies[i], flat->bodies[i], g->indices[i]};
    lw_pcda_result found = lw_flat_meet(&meeting);
    *apart = found.time;
    if (found.state == LW_PCDA_FREE)
        return LW_BOUND_PROVEN;
    search->stopped = search->stopped || is_out_of_budget(search);
    if (found.state != LW_PCDA_CONTACT || search->stopped)
        return LW_BOUND_OPEN;
    lw_flat_sample at;
    lw_part_query query;
    sample_at(g, found.contact, 0, &at);
    *contact = found.contact;
    return query_at(search, &at, &query) ? LW_BOUND_CONTACT : LW_BOUND_OPEN;
}

static double travel(lw_time_search *search, lw_item item)
{
    (void)item;
    return ground_of(search)->travel;
}

static double margin(const lw_time_search *search, lw_item item)
{
    (void)item;
    return ground_of(search)->flat->target;
}

static lw_smallest *smallest(const lw_time_search *search, lw_item item)
{
    (void)item;
    return ground_of(search)->flat->smallest;
}

/* There is one item. */
static void visit_one(lw_time_search *search, lw_item_visit visit, void *context)
{
    (void)search;
    visit(context, 0);
}

static const lw_time_bound bound = {.sample = sample,
                                    .visit = visit_one,
                                    .prove = prove,
                                    .settle = settle,
                                    .finish = finish,
                                    .waits = true,
                                    .travel = travel,
                                    .margin = margin,
                                    .smallest = smallest,
                                    .trims = true};

static double lower_target(const lw_time_search *search, double upper)
{
    const lw_flat_search *flat = ground_of(search)->flat;
    return flat->lower_target(flat->context, upper);
}

/* Whether the search has all that it can find. */
static bool is_over(const lw_time_search *search)
{
    return lw_time_search_is_over(search) || search->exhausted ||
           (search->goal == LW_GOAL_SMALLEST &&
            lw_smallest_is_settled(ground_of(search)->flat->smallest, margin(search, 0)));
}

static void take_parts(lw_time_search *search, uint32_t i, uint32_t k)
{
    ground *g = ground_of(search);
    const lw_polygon *a = g->flat->pair.bodies[0]->parts[i];
    const lw_polygon *b = g->flat->pair.bodies[1]->parts[k];
    g->parts = (lw_part_pair){{a, b}, {0}};
    search->unfinished = UINT64_MAX; /* these parts are another item */
    g->indices[0] = i;
    g->indices[1] = k;
    g->extent = a->reach + a->radius + b->reach + b->radius;
}

/* Whether discs about the whole bodies prove the target at the sample of the whole piece. */
static bool bodies_apart(const lw_time_search *search)
{
    const ground *g = ground_of(search);
    const lw_flat_body *const *bodies = g->flat->pair.bodies;
    return lw_flat_discs_apart(&g->whole, gap_of(search) + bodies[0]->extent + bodies[1]->extent);
}

/* Searches an interval within one piece of both paths. */
static void search_interval(lw_time_search *search, double from, double to)
{
    ground *g = ground_of(search);
    double middle = from + 0.5 * (to - from);
    sample_at(g, middle, greater(middle - from, to - middle), &g->whole);
    if (bodies_apart(search))
        return;
    for (uint32_t i = 0; i < g->flat->pair.bodies[0]->part_count; i++)
        for (uint32_t k = 0; k < g->flat->pair.bodies[1]->part_count; k++) {
            if (is_over(search)) {
                search->dropped = lesser(search->dropped, from);
                return;
            }
            take_parts(search, i, k);
            double end = lesser(to, search->contact);
            if (from < end)
                lw_time_search_span(search, 0, from, end);
        }
}

/* Queries all pairs of parts at one time. False where one is not proven to be at least the target apart
 * there. */
static bool search_time(lw_time_search *search, double time)
{
    ground *g = ground_of(search);
    bool proven = true;
    sample_at(g, time, 0, &g->whole);
    search->time = time;
    if (bodies_apart(search))
        return true;
    for (uint32_t i = 0; i < g->flat->pair.bodies[0]->part_count; i++)
        for (uint32_t k = 0; k < g->flat->pair.bodies[1]->part_count; k++) {
            lw_part_query query = {0}; /* no query yet, which proves nothing */
            double target = HUGE_VAL;
            if (is_over(search))
                return proven;
            take_parts(search, i, k);
            /* a query may lower the target of a smallest distance */
            while (lw_time_search_target(search, 0) < target && !is_over(search)) {
                target = lw_time_search_target(search, 0);
                if (query_at(search, &g->whole, &query))
                    lw_time_search_note_contact(search, 0, 0, time);
                search->stopped = search->stopped || is_out_of_budget(search);
            }
            proven = proven && lw_flat_apart(&query, gap_of(search));
        }
    return proven;
}

void lw_flat_search_run(lw_flat_search *flat)
{
    ground g;
    g.flat = flat;
    g.error = flat->pair.bodies[0]->error + flat->pair.bodies[1]->error;
    lw_time_search search;
    lw_time_search_begin(&search, &bound, &g, flat->queue);
    search.goal = flat->smallest ? LW_GOAL_SMALLEST : flat->any ? LW_GOAL_ANY : LW_GOAL_FIRST;
    search.in_order = true;
    search.time_tolerance = flat->time_tolerance;
    search.distance_tolerance = flat->distance_tolerance;
    search.shortest = flat->shortest;
    search.most_intervals = MOST_INTERVALS;
    search.out_of_budget = is_out_of_budget;
    search.lower_target = lower_target;
    for (int i = 0; i < 2; i++)
        lw_flat_piece_at(flat->pair.paths[i], flat->from, &g.pieces[i]);
    bool starts_apart = search_time(&search, flat->from);
    double time = flat->from;
    while (time < flat->to && search.contact == HUGE_VAL && !is_over(&search)) {
        double end = lesser(flat->to, lesser(g.pieces[0].end, g.pieces[1].end));
        search_interval(&search, time, end);
        time = end;
        for (int i = 0; i < 2; i++)
            if (g.pieces[i].end <= end)
                lw_flat_piece_next(&g.pieces[i]);
    }
    flat->contact = search.contact;
    flat->proven = lw_time_search_proven(&search, time);
    flat->unresolved = search.unresolved < HUGE_VAL || (!starts_apart && !(flat->from < flat->to));
    flat->stopped = search.stopped;
    flat->exhausted = search.exhausted;
    flat->intervals = search.intervals;
}
