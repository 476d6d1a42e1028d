/* The search over time: for the first contact of a motion (its time of impact), for any contact, or for
 * the smallest distances. It proves intervals on both sides of a sample; conservative advancement only
 * steps forwards. Intervals, lists of pairs, targets, budget and tolerances are here. A bound
 * (lw_time_bound) proves an interval from one sample; methods have their own, and so has the plane. */
#ifndef LW_CHECK_SEARCH_TIME_SEARCH_H
#define LW_CHECK_SEARCH_TIME_SEARCH_H

#include "bound/pair_bound.h"
#include "check/search/queue.h"

/* The part of an interval that a bound proves, about the sample's time. */
typedef struct lw_proven_part {
    double from, to; /* the part that is proven */
    double closes;   /* the time at which the bodies are expected to meet, from `to` to the end of the
                        interval */
    double nearest;  /* an upper bound of the distance at the sample; infinite if none was queried */
} lw_proven_part;

/* The smallest distance of some pairs along a motion, while branch and bound searches for it. */
typedef struct lw_smallest {
    double upper;  /* the smallest distance found */
    double at;     /* its time */
    int64_t pair;  /* its pair; -1: no pair was nearer than the first `upper` */
    double target; /* the distance that is proven, or still to be; it only ever falls */
    bool open;     /* the target could not be proven */
    bool free;     /* each pair is proven to be no nearer than its margin: the target is never below the
                      margin of `pair`, and pairs with a margin of the target or more need no proof */
} lw_smallest;

typedef enum lw_goal {
    LW_GOAL_FIRST,   /* the first contact, within the time tolerance */
    LW_GOAL_ANY,     /* any contact */
    LW_GOAL_SMALLEST /* the smallest distances */
} lw_goal;

typedef struct lw_time_search lw_time_search;

/* number of samples that the search for any contact keeps of the first intervals.
 * docs/decisions/search.md, "Any contact: four samples are tested for a contact, then proven from". */
enum { LW_KEPT_SAMPLES = 4 };

typedef bool (*lw_item_visit)(void *context, lw_item item);

/* A bound. An item is a pair of bodies, or of convex parts of two bodies; a bound numbers its items. */
typedef struct lw_time_bound {
    /* Poses the bodies at t. Proofs from this sample hold within [t - half, t + half], which lies in
     * one piece of the motion. `items`: all that are queried at this sample. */
    void (*sample)(lw_time_search *search, size_t piece, double t, double half,
                   const lw_work_list *items);

    /* Visits items in order, until `visit` returns false. Items that it leaves out are proven on all of
     * the sample's interval. `visit` must not take another sample. */
    void (*visit)(lw_time_search *search, lw_item_visit visit, void *context);

    /* For an item that stands for many (lw_pair_is_crowd): visits in order those that may matter in the
     * sample's interval, until `visit` returns false. divides: the interval may be divided; if the
     * bound prefers that, it returns false, and visits none. NULL: no item stands for others. */
    bool (*visit_group)(lw_time_search *search, lw_item item, bool divides, lw_item_visit visit,
                        void *context);

    /* Tries to prove that an item's distance is more than the target (lw_time_search_target) on all of
     * [from, to], which holds the sample's time. LW_BOUND_CONTACT: at the sample the distance is at
     * most the target; never for the smallest distances. LW_BOUND_OPEN: `part`, which begins as the
     * sample's time alone, was widened to the proven part. Gives a distance that it queries to
     * lw_time_search_note. */
    lw_bound_result (*prove)(lw_time_search *search, lw_item item, double from, double to,
                             lw_proven_part *part);

    /* For lw_time_search_spread, else NULL: the cheap part of a proof. LW_BOUND_CONTACT and
     * LW_BOUND_PROVEN as above; LW_BOUND_OPEN: at the sample the distance is more than the target. */
    lw_bound_result (*test)(lw_time_search *search, lw_item item, double from, double to);
    /* Likewise: `keep` stores the sample in one of LW_KEPT_SAMPLES places, and `recall` makes the one
     * stored there the sample again. */
    void (*keep)(lw_time_search *search, int place);
    void (*recall)(lw_time_search *search, int place);

    /* The last try for an interval that is too short to divide. LW_BOUND_CONTACT: in contact at
     * *contact. */
    lw_bound_result (*settle)(lw_time_search *search, lw_item item, double from, double to,
                              double *contact);

    /* For the first contact, where one item is left of an interval: searches all of [from, to] at once.
     * *apart: out: LW_BOUND_OPEN and LW_BOUND_CONTACT: [from, *apart) is proven; LW_BOUND_CONTACT: in
     * contact at *contact, within the time tolerance after *apart. NULL: there is no such search. */
    lw_bound_result (*finish)(lw_time_search *search, lw_item item, double from, double to,
                              double *apart, double *contact);

    bool waits; /* `finish` is asked only before a contact that is known */

    /* Whether one body of an item is inside the other at a time of the piece, where their surfaces do
     * not touch; takes no sample. NULL: a body inside another touches it. */
    bool (*inside)(lw_time_search *search, lw_item item, double time);

    /* A bound on the displacements of an item's two bodies in the sample's interval, added up. */
    double (*travel)(lw_time_search *search, lw_item item);

    /* Whether an item is not proven even at the sample alone, because of deviations that outweigh the
     * motion in the sample's interval: then halving proves no more. NULL: no motion has deviations. */
    bool (*hopeless)(lw_time_search *search, lw_item item);

    /* The target of an item, where contacts are sought: its margin. */
    double (*margin)(const lw_time_search *search, lw_item item);

    /* The record of an item's smallest distance, where these are sought. */
    lw_smallest *(*smallest)(const lw_time_search *search, lw_item item);

    /* Whether intervals are cut to their unproven parts before they are sampled. */
    bool trims;
    /* Whether the last samples before a contact are taken where a proven part ends. */
    bool aims;
    bool slices; /* whether the bound tries slices of bodies; the search does not ask */
} lw_time_bound;

struct lw_time_search {
    const lw_time_bound *bound;
    void *context; /* for the bound */
    lw_queue *queue;
    lw_goal goal;
    bool only_proves;          /* the first interval that is not proven ends the search */
    bool in_order;             /* intervals are taken in the order of time for any goal */
    double time_tolerance;     /* of the first contact, in the unit of time */
    double distance_tolerance; /* metres */
    double shortest;           /* an interval this short is not divided any more */
    uint64_t most_intervals;   /* at most so many intervals, then `exhausted`; 0: no bound */

    /* Whether a budget is used up, or the caller wants to stop: asked once an interval. */
    bool (*out_of_budget)(lw_time_search *search);
    /* Whether the queries are used up: asked before each item; NULL: they are not counted. */
    bool (*out_of_queries)(lw_time_search *search);
    /* The next target below a distance that was found. */
    double (*lower_target)(const lw_time_search *search, double upper);

    /* the span that is searched, and its sample */
    size_t piece;
    double first;          /* its beginning */
    double time, half;     /* the sample */
    bool tested;           /* the sample has been tested for contacts */
    lw_proven_part closed; /* aims: the last proven part that ended within its interval */
    int aimed_samples;     /* aims: number of samples in a row since `closed` */
    double aimed_length;   /* aims: length of the interval at the first of these samples */
    uint64_t intervals;    /* number sampled */
    lw_item unfinished;    /* the last item that `finish` left open; it is not asked again */

    /* the results so far */
    double contact; /* the earliest contact found; HUGE_VAL: none */
    lw_item contact_item;
    size_t contact_piece;
    double unresolved; /* begin of the first open interval too short to divide; HUGE_VAL: none */
    double dropped;    /* begin of the first interval that was given up; HUGE_VAL: none */
    bool stopped;      /* the queries, the time or the memory are used up */
    bool exhausted;    /* `most_intervals` were reached */
};

/* Begins a search without results; the caller sets the members from `goal` to `lower_target`. */
void lw_time_search_begin(lw_time_search *search, const lw_time_bound *bound, void *context,
                          lw_queue *queue);

/* Searches [begin, end], begin < end, within a piece of the motion. What it leaves unproven before the
 * earliest contact lowers `unresolved` and `dropped`. */
void lw_time_search_span(lw_time_search *search, size_t piece, double begin, double end);

/* As lw_time_search_span, for any contact: first tests samples spread over [begin, end] for contacts,
 * before it tries to prove anything. These find the contact of most motions that have one. */
void lw_time_search_spread(lw_time_search *search, size_t piece, double begin, double end);

/* As lw_time_search_span, for some items, each on a part of the piece; begin: that of the piece. */
void lw_time_search_works(lw_time_search *search, size_t piece, double begin, const lw_work *works,
                          size_t count);

/* Whether a contact ends the search, or it has stopped. */
bool lw_time_search_is_over(const lw_time_search *search);

/* A time: everything in [the motion's beginning, time) is proven. end: of the search. */
double lw_time_search_proven(const lw_time_search *search, double end);

/* Takes note of a contact. */
void lw_time_search_note_contact(lw_time_search *search, lw_item item, size_t piece, double time);

/* The distance that is to be proven for an item now. */
double lw_time_search_target(const lw_time_search *search, lw_item item);

/* Takes note of a distance at the sample, where the smallest is sought: it lowers the target. */
void lw_time_search_note(lw_time_search *search, lw_item item, double upper);

/* Whether the smallest distance of a pair with this margin needs no more search: it is 0, `open` is
 * set, or the pair is free and its margin is at least the target. */
static inline bool lw_smallest_is_settled(const lw_smallest *smallest, double margin)
{
    return smallest->upper <= 0 || smallest->open || (smallest->free && margin >= smallest->target);
}

#endif
