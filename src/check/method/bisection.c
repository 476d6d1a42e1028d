/* The method `bisection`: Schwarzer's condition (Feyeux and Landry, section 3, (6) and Table 1; Wu et
 * al., (5)) in the second-order, directional form of bound/pair_bound.h, with the search over time that
 * halves an interval where the condition does not hold. */
#include "check/checker/contact.h"
#include "check/checker/prove.h"
#include "check/method/methods.h"

static lw_bound_result prove(lw_time_search *search, lw_item item, double from, double to,
                             lw_proven_part *part)
{
    (void)part; /* this bound proves a whole interval or nothing */
    lw_checker *checker = search->context;
    lw_pair pair = lw_frozen_pair(checker->frozen, item);
    checker->target = lw_time_search_target(search, item);
    double touch = search->tested ? -1 : checker->target;
    lw_pair_bound bound;
    if (!lw_checker_bound(checker, &pair, from, to, touch, &bound))
        return LW_BOUND_PROVEN;
    return lw_checker_prove_by_trees(checker, &pair, from, to, &bound);
}

static const lw_time_bound halving = {.sample = lw_space_sample,
                                      .visit = lw_space_visit,
                                      .prove = prove,
                                      .test = lw_space_test,
                                      .keep = lw_space_keep,
                                      .recall = lw_space_recall,
                                      .settle = lw_space_settle,
                                      .inside = lw_space_inside,
                                      .travel = lw_space_travel,
                                      .hopeless = lw_space_hopeless,
                                      .margin = lw_space_margin,
                                      .smallest = lw_space_smallest};

void lw_check_bisection(lw_checker *checker)
{
    lw_check_contact(checker, &halving, NULL);
}
