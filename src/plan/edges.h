/* The local planner of trees and roadmaps: straight segments between configurations, checked one or
 * many at a time by a thread pool. */
#ifndef LW_PLAN_EDGES_H
#define LW_PLAN_EDGES_H

#include "base/array.h"
#include "plan/cspace.h"

/* docs/decisions/planning.md, "A roadmap checks states and segments in batches of 64" */
enum { LW_MOST_EDGES = 64 /* in one call */, LW_MOST_STATES = 8 /* in one block */ };

typedef struct lw_edge {
    const double *from, *to; /* configurations; equal pointers: a single state */
    lw_verdict_kind kind;    /* the answer */
    double free_until;       /* proven free up to this share, 0 to 1 */
} lw_edge;

/* A joint that is not planned for and stands elsewhere than in the scene. */
typedef struct lw_rest_joint {
    const char *robot, *name;
    double values[7];
    size_t count;
} lw_rest_joint;

typedef struct lw_edges {
    const lw_cspace *space;
    lw_pool *pool;
    lw_motion *motions[LW_MOST_EDGES];
    lw_verdict *verdicts; /* LW_MOST_EDGES */
    double *rows;         /* LW_MOST_EDGES configurations */
    lw_track *tracks;     /* one per robot */
    struct {
        double *items;
        size_t count, capacity;
    } blocks; /* each robot's own rows, one robot after the other */
    lw_rest_joint *rest;
    size_t rest_count;
    uint64_t asked; /* segments and states since it was last set to 0 */
    lw_rows one;    /* a segment, or states, and its answers */
    lw_answers answers;
    uint64_t sought, seen; /* states that lw_edges_contacts has tested, and contacts of these */
    lw_check_options any;  /* for any contact, by the method by which segments are proven free */
} lw_edges;

/* threads: as for lw_pool_create. rest: as in lw_plan_space. Call lw_edges_free after errors too.
 * Errors: argument, memory, state. */
lw_status lw_edges_make(lw_arena *arena, const lw_cspace *space, const lw_motion *rest,
                        unsigned threads, lw_edges *out, lw_error *error);
void lw_edges_free(lw_edges *edges);

/* Checks segments, at most LW_MOST_EDGES. first: finds the first contact, so that free_until is set;
 * otherwise any contact ends the check of a segment (early exit), and is not measured. Errors: those of
 * lw_pool_check. */
lw_status lw_edges_ask(lw_edges *edges, lw_edge *segments, size_t count, bool first, lw_error *error);

/* Whether it pays to seek contacts of states (lw_edges_contacts), as it did so far. */
bool lw_edges_sees_contacts(const lw_edges *edges);

/* Finds some of at most LW_MOST_STATES configurations that are in contact, by lw_pool_contacts. No
 * segment to one of these is free. Errors: those of lw_pool_contacts. */
lw_status lw_edges_contacts(lw_edges *edges, const double *const rows[], size_t count, bool *contacts,
                            lw_error *error);

/* The verdict on a segment of the last lw_edges_ask, which must have been asked with `first`. */
const lw_verdict *lw_edges_verdict(const lw_edges *edges, size_t index);

/* Sets a motion to a path of count configurations, one a row. Angles are taken as they are, without
 * wrapping. */
lw_status lw_edges_set_path(lw_edges *edges, lw_motion *motion, const double *rows, size_t count,
                            lw_error *error);

/* Sets the joints of a motion that are not planned for to their values at rest. */
lw_status lw_edges_set_rest(const lw_edges *edges, lw_motion *motion, lw_error *error);

#endif
