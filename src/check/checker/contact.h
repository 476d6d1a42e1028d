/* The first contact of a motion in space, or any: what the methods that prove share. */
#ifndef LW_CHECK_CHECKER_CONTACT_H
#define LW_CHECK_CHECKER_CONTACT_H

#include "check/checker/checker.h"
#include "check/search/time_search.h"

/* Searches [begin, end], within a piece of the motion, for contacts: what it finds and what it leaves
 * unproven is noted in the search. */
typedef void (*lw_span_search)(lw_time_search *search, size_t piece, double begin, double end);

/* Fills the verdict: free, contact or undecided, from the motion's beginning and a span search of one
 * piece after the other. search_span NULL: the search over time with a bound, whose items are the
 * scene's pairs and whose context is the checker. */
void lw_check_contact(lw_checker *checker, const lw_time_bound *bound, lw_span_search search_span);

/* Searches the pieces of a motion in which something moves, without a test of its beginning: the span
 * search makes sure that nothing is inside of anything there. */
void lw_contact_search_pieces(lw_time_search *search, lw_span_search search_span);

/* Tests one time for a contact, without a bound over an interval. inside: whether solids are tested
 * too. */
bool lw_contact_test(lw_time_search *search, size_t piece, double time, bool inside);

/* The same of a time that halving never reaches, the beginning or the end of what is searched, where
 * the search has met nothing and left something unresolved. */
void lw_contact_test_unreached(lw_time_search *search, size_t piece, double time, bool inside);

/* Whether nothing moves: in a motion of length 0, and where the poses at the beginning are those of all
 * of a motion of one piece. */
bool lw_contact_is_still(const lw_motion *motion);

/* Of such a motion: takes the one sample, at the beginning, where a contact is the first; its bounds
 * hold as far as the end too. Then settles one pair: contact, proven, or unresolved; false where the
 * search ends. Or does all of this, for all pairs in order. */
void lw_contact_sample_still(lw_checker *checker);
bool lw_contact_settle_still(lw_time_search *search, lw_pair_id id);
void lw_contact_check_still(lw_time_search *search);

/* Begins a search in the motion of the checker, with its budgets and tolerances. */
void lw_space_search_begin(lw_time_search *search, lw_checker *checker, const lw_time_bound *bound,
                           lw_goal goal);

/* Fills the verdict with what a search found out; contact_item is a pair of the scene. */
void lw_conclude(lw_checker *checker, const lw_time_search *search);

/* What the bounds in space share; see lw_time_bound. */
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
double lw_space_margin(const lw_time_search *search, lw_item item);
lw_smallest *lw_space_smallest(const lw_time_search *search, lw_item item);

/* The bound of the method slab, which serves the smallest distances too. */
extern const lw_time_bound lw_space_slabs;
/* The same for what blocks leave: with slices of meshes (body/slices.h) where the hulls overlap, which
 * claims cannot tell, and with all obstacles as one item (check/checker/crowd.h). */
extern const lw_time_bound lw_space_slabs_and_slices;

#endif
