/* The smallest distances of a motion, of all pairs or of each: branch and bound by the search over time
 * (check/time_search.h). The target to prove is not the margin but a little less than the smallest
 * distance found so far; at the end the last target is the lower end of the bracket. Distances to
 * obstacles and between robots share one target, those inside robots another; or each pair has its own.
 */
#include "base/error.h"
#include "check/contact.h"
#include "check/methods.h"
#include "check/planar.h"

#include <float.h>

/* the first samples, spread evenly, only give a good upper end to start with */
enum { FIRST_SAMPLES = 5 };

double lw_clearance_target(const void *context, double upper)
{
    const lw_options *options = ((const lw_checker *)context)->options;
    return fmax(0, upper - fmax(options->clearance_relative * upper, options->clearance_absolute));
}

static double lower_target(const lw_time_search *search, double upper)
{
    return lw_clearance_target(search->context, upper);
}

/* queries the distance of a pair at the sample, if it can be below the smallest so far */
static bool measure(void *context, lw_pair_id id)
{
    lw_time_search *search = context;
    lw_checker *checker = search->context;
    const lw_pair own = lw_frozen_pair(checker->frozen, id);
    const lw_pair *entry = &own;
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *a = lw_frozen_body(checker->frozen, entry->a)->geometry;
    const lw_geometry *b = lw_frozen_body(checker->frozen, entry->b)->geometry;
    pose at_a = lw_body_pose(kinematics, entry->a);
    pose at_b = lw_body_pose(kinematics, entry->b);
    double apart =
        norm(sub(transform(at_b, b->center), transform(at_a, a->center))) - a->radius - b->radius;
    double enough = lw_pair_gap(entry, lw_checker_smallest(checker, id)->upper);
    if (apart >= enough)
        return true;
    lw_query query = {.b_in_a = relative(at_a, at_b), .enough = enough, .touch = -1, .relative = 0.25};
    lw_bracket found;
    uint32_t elements[2];
    lw_geometry_distance(a, b, &query, NULL, &found, elements);
    checker->verdict->queries++;
    lw_time_search_note(search, id, lw_pair_padded(entry, found.upper));
    return true;
}

static void sample_first(lw_time_search *search)
{
    lw_checker *checker = search->context;
    const lw_motion *motion = checker->motion;
    for (int i = 0; i < FIRST_SAMPLES && !(i > 0 && search->stopped); i++) {
        double t = lw_motion_time(motion, i, FIRST_SAMPLES - 1);
        search->time = t;
        lw_checker_sample(checker, lw_motion_piece_at(motion, t), t, 0);
        lw_space_visit(search, measure, search);
        search->stopped = lw_checker_out_of_budget(checker);
    }
}

/* The target of each pair at the end of a motion of length 0, which has no intervals. A query may lower
 * the target that it does not prove. */
static bool prove_single_time(void *context, lw_pair_id id)
{
    lw_time_search *search = context;
    lw_smallest *smallest = lw_checker_smallest(search->context, id);
    lw_bound_result result = LW_BOUND_PROVEN;
    double target = HUGE_VAL;
    double time = search->time;
    lw_proven_part part = {time, time, time, HUGE_VAL};
    while (smallest->target < target && !lw_smallest_is_settled(smallest) && !search->stopped) {
        target = smallest->target;
        result = lw_space_slabs.prove(search, id, time, time, &part);
        search->stopped = lw_checker_out_of_budget(search->context);
        if (result == LW_BOUND_PROVEN)
            break;
    }
    if (result != LW_BOUND_PROVEN && !lw_smallest_is_settled(smallest))
        smallest->open = true;
    return !search->stopped;
}

static void prove_all(lw_time_search *search, double time)
{
    lw_checker_sample(search->context, 0, time, 0);
    search->time = time;
    lw_space_visit(search, prove_single_time, search);
}

/* the smallest distances, as far as the budget goes */
static void branch(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    lw_time_search search = lw_space_search(checker, &lw_space_slabs, LW_GOAL_SMALLEST);
    search.lower_target = lower_target;
    sample_first(&search);
    if (!(motion->end > motion->begin) && !search.stopped)
        prove_all(&search, motion->begin);
    for (size_t i = 0; motion->end > motion->begin && i < motion->pieces.count && !search.stopped; i++)
        lw_time_search_span(&search, i, motion->pieces.items[i].begin, motion->pieces.items[i].end);
    lw_near_pairs *near = &checker->near;
    size_t count = near->count ? near->count : 2;
    lw_smallest *smallest = near->count ? near->smallest : checker->smallest;
    for (size_t i = 0; search.stopped && i < count; i++)
        smallest[i].open = !(smallest[i].upper <= 0);
}

void lw_find_smallest(lw_checker *checker)
{
    if (checker->frozen->flat)
        lw_planar_smallest(checker);
    else
        branch(checker);
}

static void report(const lw_checker *checker, bool self, lw_clearance *out)
{
    const lw_smallest *smallest = &checker->smallest[self];
    if (smallest->pair < 0)
        return;
    out->pair[0] = lw_pair_first((lw_pair_id)smallest->pair);
    out->pair[1] = lw_pair_second((lw_pair_id)smallest->pair);
    /* where the check is out of budget, only the margins are proven */
    out->lower = smallest->open ? fmin(checker->frozen->pairs.least_margin[self], smallest->upper)
                                : smallest->target;
    out->upper = smallest->upper;
    out->at = smallest->at;
}

void lw_check_clearance(lw_checker *checker)
{
    lw_verdict *verdict = checker->verdict;
    for (int i = 0; i < 2; i++)
        checker->smallest[i] = (lw_smallest){.upper = DBL_MAX, .target = DBL_MAX, .pair = -1};
    checker->near.count = 0;
    lw_find_smallest(checker);
    report(checker, false, &verdict->clearance);
    report(checker, true, &verdict->self_clearance);
    verdict->reason = LW_REASON_NONE;
}
