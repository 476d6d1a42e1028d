/* The search for the first contact of a motion in space, or any contact: shared by the methods that
 * prove. */
#ifndef LW_CHECK_CHECKER_CONTACT_H
#define LW_CHECK_CHECKER_CONTACT_H

#include "check/checker/checker.h"
#include "check/search/time_search.h"

/* Searches [begin, end], within a piece of the motion, for contacts. Notes contacts and unproven parts
 * in the search. */
typedef void (*lw_span_search)(lw_time_search *search, size_t piece, double begin, double end);

/* Fills the verdict: free, contact or undecided, from the motion's beginning and a span search of one
 * piece after the other. search_span NULL: the search over time with a bound, whose items are the
 * scene's pairs and whose context is the checker. */
void lw_check_contact(lw_checker *checker, const lw_time_bound *bound, lw_span_search search_span);

/* Searches the pieces of a motion in which something moves, without a test of its beginning: the span
 * search makes sure that no body is inside another there. */
void lw_contact_search_pieces(lw_time_search *search, lw_span_search search_span);

/* Tests one time for a contact, without a bound over an interval. inside: whether solids are tested
 * too. */
bool lw_contact_test(lw_time_search *search, size_t piece, double time, bool inside);

/* As lw_contact_test, if the search has found no contact and left parts unresolved: for a time that
 * halving never reaches, the beginning or the end of the search. */
void lw_contact_test_unreached(lw_time_search *search, size_t piece, double time, bool inside);

/* Whether nothing moves: the motion has length 0, or has one piece with the same poses all along, in a
 * scene in which no obstacle and no base may move. */
bool lw_contact_is_still(const lw_motion *motion);

/* For a motion in which nothing moves. lw_contact_sample_still takes its one sample, at the beginning,
 * with bounds that hold to the end. lw_contact_settle_still settles one pair from it: contact, proven,
 * or unresolved; false where the search ends. lw_contact_check_still does both for all pairs. */
void lw_contact_sample_still(lw_checker *checker);
bool lw_contact_settle_still(lw_time_search *search, lw_pair_id id);
void lw_contact_check_still(lw_time_search *search);

/* Begins a search in the motion of the checker, with its budgets and tolerances. */
void lw_space_search_begin(lw_time_search *search, lw_checker *checker, const lw_time_bound *bound,
                           lw_goal goal);

/* Fills the verdict with the results of a search; contact_item is a pair of the scene. */
void lw_conclude(lw_checker *checker, const lw_time_search *search);

/* Functions shared by the bounds in space; see lw_time_bound. */
void lw_space_sample(lw_time_search *search, size_t piece, double t, double half,
                     const lw_work_list *items);
void lw_space_visit(lw_time_search *search, lw_item_visit visit, void *context);
lw_bound_result lw_space_test(lw_time_search *search, lw_item item, double from, double to);
void lw_space_keep(lw_time_search *search, int place);
void lw_space_recall(lw_time_search *search, int place);
lw_bound_result lw_space_settle(lw_time_search *search, lw_item item, double from, double to,
                                double *contact);
bool lw_space_inside(lw_time_search *search, lw_item item, double time);
double lw_space_travel(lw_time_search *search, lw_item item);
bool lw_space_hopeless(lw_time_search *search, lw_item item);
double lw_space_margin(const lw_time_search *search, lw_item item);
lw_smallest *lw_space_smallest(const lw_time_search *search, lw_item item);

/* The bound of the method slab, which serves the smallest distances too. */
extern const lw_time_bound lw_space_slabs;
/* The bound for the parts that blocks leave. It also tries slices of meshes (body/slices.h) where the
 * hulls overlap, which claims cannot express, and has all obstacles of a body as one item
 * (check/checker/crowd.h). */
extern const lw_time_bound lw_space_slabs_and_slices;
/* The same for motions with tolerances. */
extern const lw_time_bound lw_space_slabs_of_tubes;

#endif
