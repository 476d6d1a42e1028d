/* The search over time: which parts of a motion are proven for which pairs, when two bodies first meet,
 * or how near they come. Intervals, lists of pairs, targets, budget and tolerances are here; what one
 * sample proves about an interval is a bound's (lw_time_bound), of which there is one for each method
 * and one for the plane. */
#ifndef LW_CHECK_SEARCH_TIME_SEARCH_H
#define LW_CHECK_SEARCH_TIME_SEARCH_H

#include "bound/pair_bound.h"
#include "check/search/queue.h"

/* What a bound proves of an interval about the sample's time. */
typedef struct lw_proven_part {
    double from, to; /* the part that is proven */
    double closes;   /* >= to: a guess of when the bodies meet, at most the end of the interval */
    double nearest;  /* no less than the distance at the sample; infinite where none was queried */
} lw_proven_part;

/* The smallest distance of some pairs along a motion, while branch and bound searches for it. */
typedef struct lw_smallest {
    double upper;  /* the smallest distance found */
    double at;     /* at which time */
    int64_t pair;  /* of which pair; -1: of none, none was below the first `upper` */
    double target; /* proven, or still to be proven; it only ever falls */
    bool open;     /* the target could not be proven */
    bool free; /* each pair is proven to be no nearer than its margin: the target is never below that
                  of `pair`, and pairs whose margin is the target or more need no proof */
} lw_smallest;

typedef enum lw_goal {
    LW_GOAL_FIRST,   /* the first contact, within the time tolerance */
    LW_GOAL_ANY,     /* any contact */
    LW_GOAL_SMALLEST /* the smallest distances */
} lw_goal;

typedef struct lw_time_search lw_time_search;

/* how many samples of the first intervals for any contact are kept (docs/decisions/search.md, "Any
 * contact: four samples are tested for a contact, then proven from") */
enum { LW_KEPT_SAMPLES = 4 };

typedef bool (*lw_item_visit)(void *context, lw_item item);

/* A bound. An item is a pair of bodies, or of convex parts of two bodies; a bound numbers its items. */
typedef struct lw_time_bound {
    /* Poses the bodies at t; what is proven from there holds on [t - half, t + half] at most, which
     * lies in a piece of the motion. `items`: all that are asked about at this sample. */
    void (*sample)(lw_time_search *search, size_t piece, double t, double half,
                   const lw_work_list *items);

    /* Visits items in order, until `visit` returns false. Those that it leaves out are proven in all of
     * the sample's interval. A visit takes no other sample. */
    void (*visit)(lw_time_search *search, lw_item_visit visit, void *context);

    /* An item that stands for many (lw_pair_is_crowd): visits those of them that may matter in the
     * sample's interval, in order, until `visit` returns false. Where the interval may be divided, the
     * bound may prefer that: then it returns false, and visits none. NULL: no item stands for others.
     */
    bool (*visit_group)(lw_time_search *search, lw_item item, bool divides, lw_item_visit visit,
                        void *context);

    /* Tries to prove an item on [from, to], which holds the sample's time: that its distance is more
     * than the target (lw_time_search_target) on all of it. LW_BOUND_CONTACT: at the sample the
     * distance is at most the target; never for the smallest distances. LW_BOUND_OPEN: `part`, which
     * holds only the sample's time to begin with, was widened to what is proven. A distance that was
     * queried is given to lw_time_search_note. */
    lw_bound_result (*prove)(lw_time_search *search, lw_item item, double from, double to,
                             lw_proven_part *part);

    /* For lw_time_search_spread, else NULL: the cheap part of a proof. LW_BOUND_CONTACT and
     * LW_BOUND_PROVEN as above; LW_BOUND_OPEN: at the sample the distance is more than the target. */
    lw_bound_result (*test)(lw_time_search *search, lw_item item, double from, double to);
    /* For the same: keeps the sample in one of LW_KEPT_SAMPLES places; and makes the one that is kept
     * there the sample again. */
    void (*keep)(lw_time_search *search, int place);
    void (*recall)(lw_time_search *search, int place);

    /* The last try for an interval that is too short to divide. LW_BOUND_CONTACT: at *contact. */
    lw_bound_result (*settle)(lw_time_search *search, lw_item item, double from, double to,
                              double *contact);

    /* Whether one body of an item is inside the other at a time of the piece, where their surfaces do
     * not touch; takes no sample. NULL: a body inside another touches it. */
    bool (*inside)(lw_time_search *search, lw_item item, double time);

    /* How far the two bodies of an item travel together in the sample's interval, at most. */
    double (*travel)(lw_time_search *search, lw_item item);

    /* The gap to prove for an item, where contacts are sought: its margin. */
    double (*margin)(const lw_time_search *search, lw_item item);

    /* Where an item's smallest distance is kept, where these are sought. */
    lw_smallest *(*smallest)(const lw_time_search *search, lw_item item);

    /* Whether a part that the bound proves is not sampled again: an interval is then only as long as
     * what is left of it. */
    bool trims;
    /* Whether the last samples before a contact are taken where a proven part ends. */
    bool aims;
    bool slices; /* whether the bound tries slices of bodies; the search does not ask */
} lw_time_bound;

struct lw_time_search {
    const lw_time_bound *bound;
    void *context; /* the bound's */
    lw_queue *queue;
    lw_goal goal;
    bool in_order;             /* intervals are taken in the order of time whatever the goal */
    double time_tolerance;     /* of the first contact, in the unit of time */
    double distance_tolerance; /* metres */
    double shortest;           /* an interval this short is not divided any more */
    uint64_t most_intervals;   /* after so many the rest is given up as exhausted; 0: never */

    /* Whether a budget is used up, or the caller wants to stop: asked once an interval. */
    bool (*out_of_budget)(lw_time_search *search);
    /* Whether the queries are used up: asked before each item; NULL: they are not counted. */
    bool (*out_of_queries)(lw_time_search *search);
    /* The next target below a distance that was found. */
    double (*lower_target)(const lw_time_search *search, double upper);

    /* of the span that is searched */
    size_t piece;
    double first;          /* its beginning */
    double time, half;     /* the sample */
    bool tested;           /* it was tested for contacts before */
    lw_proven_part closed; /* aims: what the last part that ended has proven */
    int aimed_samples;     /* aims: how many samples in a row were taken where it ended */
    double aimed_length;   /* aims: the length of the interval at the first of them */
    uint64_t intervals;    /* how many were sampled */

    /* what is known so far */
    double contact; /* the earliest contact found; HUGE_VAL: none */
    lw_item contact_item;
    size_t contact_piece;
    double unresolved; /* where the first interval begins that is too short to divide; HUGE_VAL: none */
    double dropped;    /* where the first interval begins that was given up; HUGE_VAL: none */
    bool stopped;      /* the queries, the time or the memory are used up */
    bool exhausted;    /* `most_intervals` were reached */
};

/* Begins a search, of which nothing is known yet; the caller fills in the rest of the first part. */
void lw_time_search_begin(lw_time_search *search, const lw_time_bound *bound, void *context,
                          lw_queue *queue);

/* Searches [begin, end], begin < end, within a piece of the motion. What it leaves unproven before the
 * earliest contact lowers `unresolved` and `dropped`. */
void lw_time_search_span(lw_time_search *search, size_t piece, double begin, double end);

/* The same for any contact: tests samples that are spread over [begin, end] for contacts before it
 * tries to prove anything. Most motions that collide are found out there. */
void lw_time_search_spread(lw_time_search *search, size_t piece, double begin, double end);

/* The same for some items, each on a part of the piece; begin: of the piece. */
void lw_time_search_works(lw_time_search *search, size_t piece, double begin, const lw_work *works,
                          size_t count);

/* Whether a contact ends the search, or it has stopped. */
bool lw_time_search_is_over(const lw_time_search *search);

/* Everything in [the motion's beginning, this) is proven. `end`: of what was searched. */
double lw_time_search_proven(const lw_time_search *search, double end);

/* Takes note of a contact. */
void lw_time_search_note_contact(lw_time_search *search, lw_item item, size_t piece, double time);

/* The gap that is to be proven for an item now. */
double lw_time_search_target(const lw_time_search *search, lw_item item);

/* Takes note of a distance at the sample, where the smallest is sought: it lowers the target. */
void lw_time_search_note(lw_time_search *search, lw_item item, double upper);

/* Whether nothing is to be found out of a pair with this margin: nothing is nearer than contact, what
 * cannot be proven is reported as open once, and a free pair is beyond its margin. */
static inline bool lw_smallest_is_settled(const lw_smallest *smallest, double margin)
{
    return smallest->upper <= 0 || smallest->open || (smallest->free && margin >= smallest->target);
}

#endif
