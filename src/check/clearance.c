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
static void measure(lw_time_search *search, uint32_t pair)
{
    lw_checker *checker = search->context;
    const lw_pair *entry = &checker->frozen->pairs[pair];
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *a = checker->frozen->bodies[entry->a].geometry;
    const lw_geometry *b = checker->frozen->bodies[entry->b].geometry;
    pose at_a = kinematics->bodies[entry->a];
    pose at_b = kinematics->bodies[entry->b];
    double apart =
        norm(sub(transform(at_b, b->center), transform(at_a, a->center))) - a->radius - b->radius;
    double enough = lw_pair_gap(entry, lw_space_smallest(search, pair)->upper);
    if (apart >= enough)
        return;
    lw_query query = {.b_in_a = relative(at_a, at_b), .enough = enough, .touch = -1, .relative = 0.25};
    lw_bracket found;
    uint32_t elements[2];
    lw_geometry_distance(a, b, &query, NULL, &found, elements);
    checker->verdict->queries++;
    lw_time_search_note(search, pair, lw_pair_padded(entry, found.upper));
}

static void sample_first(lw_time_search *search)
{
    lw_checker *checker = search->context;
    const lw_motion *motion = checker->motion;
    for (int i = 0; i < FIRST_SAMPLES && !(i > 0 && search->stopped); i++) {
        double t = motion->begin + (motion->end - motion->begin) * i / (FIRST_SAMPLES - 1);
        search->time = t;
        lw_checker_sample(checker, lw_motion_piece_at(motion, t), t, 0);
        for (uint32_t pair = 0; pair < search->items; pair++)
            measure(search, pair);
        search->stopped = lw_checker_out_of_budget(checker);
    }
}

/* The target of each pair at the end of a motion of length 0, which has no intervals. A query may lower
 * the target that it does not prove. */
static void prove_single_time(lw_time_search *search, double time)
{
    lw_checker *checker = search->context;
    lw_checker_sample(checker, 0, time, 0);
    search->time = time;
    for (uint32_t pair = 0; pair < search->items && !search->stopped; pair++) {
        lw_smallest *smallest = lw_space_smallest(search, pair);
        lw_bound_result result = LW_BOUND_PROVEN;
        double target = HUGE_VAL;
        lw_proven_part part = {time, time, time, HUGE_VAL};
        while (smallest->target < target && !lw_smallest_is_settled(smallest) && !search->stopped) {
            target = smallest->target;
            result = lw_space_slabs.prove(search, pair, time, time, &part);
            search->stopped = lw_checker_out_of_budget(checker);
            if (result == LW_BOUND_PROVEN)
                break;
        }
        if (result != LW_BOUND_PROVEN && !lw_smallest_is_settled(smallest))
            smallest->open = true;
    }
}

/* the smallest distances, as far as the budget goes */
static void branch(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    lw_time_search search = lw_space_search(checker, &lw_space_slabs, LW_GOAL_SMALLEST);
    search.lower_target = lower_target;
    sample_first(&search);
    if (!(motion->end > motion->begin) && !search.stopped)
        prove_single_time(&search, motion->begin);
    for (size_t i = 0; motion->end > motion->begin && i < motion->pieces.count && !search.stopped; i++)
        lw_time_search_span(&search, i, motion->pieces.items[i].begin, motion->pieces.items[i].end);
    size_t count = checker->smallest_each ? search.items : 2;
    for (size_t i = 0; search.stopped && i < count; i++)
        checker->smallest[i].open = !(checker->smallest[i].upper <= 0);
}

void lw_find_smallest(lw_checker *checker, bool each)
{
    checker->smallest_each = each;
    if (checker->frozen->flat)
        lw_planar_smallest(checker);
    else
        branch(checker);
}

/* where the check is out of budget, only the margins are proven */
static double proven_margin(const lw_frozen *frozen, bool self)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < frozen->pair_count; i++)
        if (frozen->pairs[i].self == self)
            least = fmin(least, frozen->pairs[i].margin);
    return least;
}

static void report(const lw_checker *checker, bool self, bool *has, double clearance[2], double *at,
                   int64_t pair[2])
{
    const lw_smallest *smallest = &checker->smallest[self];
    const lw_frozen *frozen = checker->frozen;
    *has = smallest->pair >= 0;
    if (!*has)
        return;
    clearance[0] =
        smallest->open ? fmin(proven_margin(frozen, self), smallest->upper) : smallest->target;
    clearance[1] = smallest->upper;
    *at = smallest->at;
    pair[0] = frozen->pairs[smallest->pair].a;
    pair[1] = frozen->pairs[smallest->pair].b;
}

void lw_check_clearance(lw_checker *checker)
{
    lw_verdict *verdict = checker->verdict;
    for (int i = 0; i < 2; i++)
        checker->smallest[i] = (lw_smallest){.upper = DBL_MAX, .target = DBL_MAX, .pair = -1};
    lw_find_smallest(checker, false);
    report(checker, false, &verdict->has_clearance, verdict->clearance, &verdict->clearance_at,
           verdict->clearance_pair);
    report(checker, true, &verdict->has_self_clearance, verdict->self_clearance,
           &verdict->self_clearance_at, verdict->self_clearance_pair);
    verdict->reason = LW_REASON_NONE;
}
