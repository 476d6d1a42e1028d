/* The smallest distances of a motion, over all pairs or for each: branch and bound by the search over
 * time (check/search/time_search.h). The target to prove is not the margin but a little less than the
 * smallest distance found so far; at the end the last target is the lower bound of the bracket.
 * Distances to obstacles and between robots share one target, those inside robots another; or each pair
 * has its own. Where pairs share targets, blocks of poses (check/checker/blocks.h) first prove the
 * pairs that are far enough apart. */
#include "check/ask/clearance.h"

#include "base/error.h"
#include "check/ask/crowd_clearance.h"
#include "check/checker/blocks.h"
#include "check/checker/contact.h"
#include "check/checker/crowd.h"
#include "check/method/methods.h"
#include "check/method/planar.h"

#include <float.h>

/* the first samples, spread evenly, only give a good upper bound to start with
 * (docs/decisions/search.md, "The clearance measures the nearest pair first") */
enum { FIRST_SAMPLES = 5 };

static double lower_target(const lw_time_search *search, double upper)
{
    return lw_clearance_target(search->context, upper);
}

/* An estimate of a lower bound on the distance of a pair at the sample, by the spheres around its
 * bodies and the boxes about them: rounding errors are left out. */
static double least_distance(const lw_kinematics *kinematics, const lw_pair *pair,
                             const lw_geometry *const body[2])
{
    const int32_t index[2] = {pair->a, pair->b};
    vec3 center[2] = {lw_body_center(kinematics, pair->a), lw_body_center(kinematics, pair->b)};
    double least = norm(sub(center[1], center[0])) - body[0]->radius - body[1]->radius;
    for (int i = 0; i < 2; i++) {
        const lw_node *box = &body[i]->nodes[0];
        vec3 other = transform_back(lw_body_pose(kinematics, index[i]), center[1 - i]);
        vec3 gap = max3(sub(abs3(sub(other, box->center)), box->half), v3(0, 0, 0));
        least = greater(least, norm(gap) - body[1 - i]->radius);
    }
    return least;
}

/* The pair that is measured first at a sample, among all pairs for which one smallest distance is
 * sought together. It is likely to be the nearest: at first it has the least estimated distance, later
 * the least measured one. */
typedef struct first_pair {
    double least; /* lower bound of its distance at the first sample */
    int64_t pair; /* -1: none */
    lw_nearest_elements elements;
} first_pair;

/* The first samples. */
typedef struct first_samples {
    lw_time_search *search;
    first_pair first[2]; /* [0]: of pairs with obstacles and between robots; [1]: inside robots */
} first_samples;

/* The first pair for a smallest distance that pairs share; NULL: each pair has its own smallest
 * distance. */
static first_pair *first_of(first_samples *samples, const lw_smallest *smallest)
{
    const lw_checker *checker = samples->search->context;
    return checker->near.count ? NULL : &samples->first[smallest - checker->smallest];
}

/* queries the distance of a pair at the sample, if it can be below the smallest so far */
static void measure_pair(first_samples *samples, lw_pair_id id)
{
    lw_time_search *search = samples->search;
    lw_checker *checker = search->context;
    const lw_pair pair = lw_frozen_pair(checker->frozen, id);
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *body[2] = {lw_frozen_body(checker->frozen, pair.a)->geometry,
                                  lw_frozen_body(checker->frozen, pair.b)->geometry};
    lw_smallest *smallest = lw_checker_smallest(checker, id);
    double enough = lw_pair_unpadded(&pair, smallest->upper);
    if (lw_smallest_is_settled(smallest, pair.margin) ||
        least_distance(kinematics, &pair, body) >= enough)
        return;
    first_pair *first = first_of(samples, smallest);
    lw_nearest_elements elements = {0};
    if (first && first->pair == (int64_t)id)
        elements = first->elements;
    pose b_in_a = relative(lw_body_pose(kinematics, pair.a), lw_body_pose(kinematics, pair.b));
    lw_query query = {
        .b_in_a = b_in_a, .enough = enough, .touch = -1, .relative = 0.5, .work = checker->work};
    lw_bracket found;
    uint32_t pair_of_elements[2];
    lw_geometry_distance(body[0], body[1], &query, &elements, &found, pair_of_elements);
    checker->verdict->queries++;
    lw_time_search_note(search, id, lw_pair_padded(&pair, found.upper));
    if (first && smallest->pair == (int64_t)id) {
        first->pair = (int64_t)id;
        first->elements = elements;
    }
}

/* The pair that an item stands for: of a body and all obstacles, the pair with the nearest obstacle.
 * False where there is none. */
static bool stands_for(const first_samples *samples, lw_item item, lw_pair_id *id)
{
    lw_checker *checker = samples->search->context;
    *id = item;
    if (!lw_pair_is_crowd(item))
        return true;
    uint32_t body = lw_pair_first(item);
    uint32_t nearest = lw_crowd_nearest(checker, body);
    *id = lw_pair_id_of(body, (uint32_t)checker->frozen->moving_count + nearest);
    return nearest != LW_ALL_OBSTACLES;
}

/* Chooses the first pairs. */
static bool choose(void *context, lw_item item)
{
    first_samples *samples = context;
    lw_pair_id id;
    if (!stands_for(samples, item, &id))
        return true;
    lw_checker *checker = samples->search->context;
    const lw_pair pair = lw_frozen_pair(checker->frozen, id);
    const lw_geometry *body[2] = {lw_frozen_body(checker->frozen, pair.a)->geometry,
                                  lw_frozen_body(checker->frozen, pair.b)->geometry};
    first_pair *first = first_of(samples, lw_checker_smallest(checker, id));
    double least = least_distance(&checker->kinematics, &pair, body);
    if (least < first->least)
        *first = (first_pair){.least = least, .pair = (int64_t)id};
    return true;
}

static bool measure(void *context, lw_item item)
{
    first_samples *samples = context;
    lw_pair_id id;
    if (!stands_for(samples, item, &id))
        return true;
    first_pair *first = first_of(samples, lw_checker_smallest(samples->search->context, id));
    if (!first || first->pair != (int64_t)id)
        measure_pair(samples, id);
    return true;
}

/* Measures pairs at the first samples. The nearest pair goes first, so that pairs farther apart are not
 * measured. */
static void sample_first(lw_time_search *search)
{
    lw_checker *checker = search->context;
    const lw_motion *motion = checker->motion;
    first_samples samples = {
        .search = search, .first = {{.least = HUGE_VAL, .pair = -1}, {.least = HUGE_VAL, .pair = -1}}};
    for (int i = 0; i < FIRST_SAMPLES && !(i > 0 && search->stopped); i++) {
        double t = lw_motion_time(motion, i, FIRST_SAMPLES - 1);
        search->time = t;
        lw_checker_sample(checker, lw_motion_piece_at(motion, t), t, 0);
        if (i == 0 && !checker->near.count)
            search->bound->visit(search, choose, &samples);
        for (int k = 0; k < 2; k++)
            if (samples.first[k].pair >= 0)
                measure_pair(&samples, (lw_pair_id)samples.first[k].pair);
        search->bound->visit(search, measure, &samples);
        search->stopped = lw_checker_out_of_budget(checker);
    }
}

/* Proves the target of a pair in a motion of length 0, which has no intervals. A query may lower the
 * target that it does not prove. */
static bool prove_single_time(void *context, lw_item id)
{
    lw_time_search *search = context;
    lw_smallest *smallest = search->bound->smallest(search, id);
    const double margin = search->bound->margin(search, id);
    lw_bound_result result = LW_BOUND_PROVEN;
    double target = HUGE_VAL;
    double time = search->time;
    lw_proven_part part = {time, time, time, HUGE_VAL};
    while (smallest->target < target && !lw_smallest_is_settled(smallest, margin) && !search->stopped) {
        target = smallest->target;
        result = search->bound->prove(search, id, time, time, &part);
        search->stopped = lw_checker_out_of_budget(search->context);
        if (result == LW_BOUND_PROVEN)
            break;
    }
    if (result != LW_BOUND_PROVEN && !lw_smallest_is_settled(smallest, margin))
        smallest->open = true;
    return !search->stopped;
}

static void prove_all(lw_time_search *search, double time)
{
    lw_checker_sample(search->context, 0, time, 0);
    search->time = time;
    search->bound->visit(search, prove_single_time, search);
}

/* Whether blocks may prove pairs: not where each pair has a target of its own. */
static bool has_blocks(const lw_checker *checker)
{
    return checker->lanes && lw_method_takes_shortcuts(checker->options->method) &&
           !checker->near.count;
}

/* Whether the margins alone, which are proven, settle the smallest distances. */
static bool margins_suffice(const lw_checker *checker)
{
    const lw_smallest *smallest = checker->smallest;
    const double *least = checker->frozen->pairs.least_margin;
    return !checker->near.count && lw_smallest_is_settled(&smallest[0], least[0]) &&
           lw_smallest_is_settled(&smallest[1], least[1]);
}

/* By how much the target of a kind of pairs is above their least margin, at least 0. */
static double above_margins(const lw_checker *checker, bool self)
{
    double margin = checker->frozen->pairs.least_margin[self];
    return fmax(0, checker->smallest[self].target - margin);
}

/* The number of parts that blocks leave of a piece, in checker->left; more than LW_MOST_REST: nothing
 * is known. */
static size_t prove_by_blocks(lw_checker *checker, size_t piece, double begin, double end)
{
    size_t count = LW_MOST_REST + 1;
    lw_lanes *lanes = lw_blocks_begin(checker);
    static const lw_refine_calls nobody;
    const double none[2] = {0, 0};
    const double above[2] = {above_margins(checker, false), above_margins(checker, true)};
    lw_lanes_raise_target(lanes, above);
    if (lw_lanes_prove_obstacles(lanes, checker->motion, piece, begin, end))
        count = lw_lanes_prove_pairs(lanes, checker->left);
    if (count && count <= LW_MOST_REST)
        count = lw_lanes_refine(lanes, checker->motion, piece, checker->left, &nobody);
    lw_lanes_raise_target(lanes, none);
    lw_blocks_end(checker);
    return count;
}

static void search_piece(lw_time_search *search, size_t piece, double begin, double end)
{
    lw_checker *checker = search->context;
    size_t count = has_blocks(checker) ? prove_by_blocks(checker, piece, begin, end) : LW_MOST_REST + 1;
    if (count > LW_MOST_REST)
        lw_time_search_span(search, piece, begin, end);
    else
        lw_blocks_search(search, piece, begin, checker->left, count);
}

/* finds the smallest distances in space, as far as the budget goes */
static void branch(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    lw_time_search search;
    const lw_time_bound *bound =
        lw_crowd_clearance_suits(checker) ? &lw_space_slabs_of_crowds : &lw_space_slabs;
    lw_space_search_begin(&search, checker, bound, LW_GOAL_SMALLEST);
    search.lower_target = lower_target;
    sample_first(&search);
    if (!(motion->end > motion->begin) && !search.stopped)
        prove_all(&search, motion->begin);
    for (size_t i = 0; motion->end > motion->begin && i < motion->pieces.count && !search.stopped &&
                       !margins_suffice(checker);
         i++)
        search_piece(&search, i, motion->pieces.items[i].begin, motion->pieces.items[i].end);
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
    /* the margins are proven, even if the search left intervals open */
    double margin = checker->frozen->pairs.least_margin[self];
    out->lower = smallest->open ? margin : smallest->target;
    /* a distance that was rounded may be below a margin that is proven */
    out->upper = greater(out->lower, smallest->upper);
    out->at = smallest->at;
}

void lw_check_clearance(lw_checker *checker)
{
    lw_verdict *verdict = checker->verdict;
    for (int i = 0; i < 2; i++)
        checker->smallest[i] =
            (lw_smallest){.upper = DBL_MAX, .target = DBL_MAX, .pair = -1, .free = true};
    checker->near.count = 0;
    lw_find_smallest(checker);
    report(checker, false, &verdict->clearance);
    report(checker, true, &verdict->self_clearance);
    verdict->reason = LW_REASON_NONE;
}
