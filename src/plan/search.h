/* A search for a path: what all methods share. */
#ifndef LW_PLAN_SEARCH_H
#define LW_PLAN_SEARCH_H

#include "plan/edges.h"
#include "plan/tree.h"

/* Configurations in a row, straight from one to the next. */
typedef struct lw_waypoints {
    double *items; /* count of them, each as wide as the space */
    size_t count, capacity;
} lw_waypoints;

typedef struct lw_search {
    const lw_cspace *space;
    lw_edges *edges;
    const lw_plan_options *options;
    lw_random random;
    double deadline; /* seconds of the monotonic clock; infinite: none */
    const double *start, *goal;
    lw_tree trees[2]; /* from the start, from the goal; of a roadmap the second one: new samples */
    lw_roadmap *roadmap;
    size_t roadmap_nodes; /* that it had before the search */
    double *scratch;      /* two configurations */
    lw_waypoints path;
    lw_waypoints best;  /* of all rounds */
    double bound;       /* paths as long as that are of no use; infinite: all are */
    uint64_t spent;     /* configurations of earlier rounds, and samples that led to none */
    uint64_t failed;    /* samples in vain of trees that grow */
    uint64_t round_end; /* at so many configurations */
    lw_reason reason;   /* why it ended without one */
    double closest;     /* what was missing between the trees */
    uint64_t shortened;
} lw_search;

/* Whether the search may go on, or its budget is used up, or the caller wants to stop: then the reason
 * is set. */
bool lw_search_goes_on(lw_search *search);

/* How many configurations the search keeps. */
uint64_t lw_search_nodes(const lw_search *search);

/* Searches with two trees; true: the path is found. Errors: those of lw_edges_ask. */
lw_status lw_rrt_connect(lw_search *search, bool *found, lw_error *error);

/* A round of it: searches for a path that is shorter than search->bound, as long as the round lasts.
 * The trees are empty. */
lw_status lw_rrt_connect_below(lw_search *search, bool *found, lw_error *error);

/* Rounds of it, each for a shorter path, until the budget is used up. found: in, whether there is a
 * path to begin with. */
lw_status lw_aorrtc(lw_search *search, bool *found, lw_error *error);

/* A random configuration over which a path from start to goal can be shorter than a bound; false: none
 * was met. */
bool lw_informed_sample(lw_search *search, double *out);

/* Searches with a roadmap; lazily: states and segments are asked about where the shortest way leads
 * over them. */
lw_status lw_prm(lw_search *search, bool *found, lw_error *error);
lw_status lw_lazy_prm(lw_search *search, bool *found, lw_error *error);

/* Asks the search's roadmap as it is. */
lw_status lw_prm_ask(lw_search *search, bool *found, lw_error *error);

/* Adds free nodes to the search's roadmap, and the free segments between neighbours, until it has so
 * many nodes in all, the search must not go on, or 100,000 samples in a row were in contact. */
lw_status lw_prm_grow(lw_search *search, size_t most, lw_error *error);

/* Tries random shortcuts in the path, as many as the options say. */
lw_status lw_shorten(lw_search *search, lw_error *error);

/* The path's configuration of an index, and its length. */
static inline double *lw_waypoint(const lw_search *search, size_t index)
{
    return search->path.items + index * search->space->value_count;
}
double lw_path_length(const lw_search *search);

/* Makes room for count configurations in the path. Errors: memory. */
lw_status lw_path_reserve(lw_search *search, size_t count, lw_error *error);

#endif
