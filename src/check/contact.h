/* The first contact of a motion in space, or any: what the methods that prove share. */
#ifndef LW_CHECK_CONTACT_H
#define LW_CHECK_CONTACT_H

#include "check/checker.h"
#include "check/time_search.h"

/* Fills the verdict: free, contact or undecided. The bound's items are the scene's pairs, its context
 * is the checker. */
void lw_check_contact(lw_checker *checker, const lw_time_bound *bound);

/* Searches [begin, end], within a piece of the motion, for contacts: what it finds and what it leaves
 * unproven is noted in the search. */
typedef void (*lw_span_search)(lw_time_search *search, size_t piece, double begin, double end);

/* The same piece after piece by a span search. sampled: a few times are tested for contacts before
 * anything is proven. */
void lw_check_contact_by(lw_checker *checker, lw_time_search *search, bool sampled,
                         lw_span_search search_span);

/* A search in the motion of the checker, with its budgets and tolerances. */
lw_time_search lw_space_search(lw_checker *checker, const lw_time_bound *bound, lw_goal goal);

/* Fills the verdict with what a search found out; contact_item is a pair of the scene. */
void lw_conclude(lw_checker *checker, const lw_time_search *search);

/* What the bounds in space share; see lw_time_bound. */
void lw_space_sample(lw_time_search *search, size_t piece, double t, double half);
void lw_space_visit(lw_time_search *search, lw_item_visit visit, void *context);
lw_bound_result lw_space_test(lw_time_search *search, lw_item item, double from, double to);
void lw_space_keep(lw_time_search *search, int place);
void lw_space_recall(lw_time_search *search, int place);
lw_bound_result lw_space_settle(lw_time_search *search, lw_item item, double from, double to,
                                double *contact);
double lw_space_travel(lw_time_search *search, lw_item item);
double lw_space_margin(const lw_time_search *search, lw_item item);
lw_smallest *lw_space_smallest(const lw_time_search *search, lw_item item);

/* The bound of the method slab, which serves the smallest distances too. */
extern const lw_time_bound lw_space_slabs;

#endif
