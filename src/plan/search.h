/* The state of a search for a path, and the methods and tools that work on it. */
#ifndef LW_PLAN_SEARCH_H
#define LW_PLAN_SEARCH_H

#include "plan/edges.h"
#include "plan/tree.h"

/* A path: configurations that straight segments join. */
typedef struct lw_waypoints {
    double *items; /* count configurations, each of the space's value_count */
    size_t count, capacity;
    size_t goal; /* the goal at its end: its index in lw_search.goals */
} lw_waypoints;

/* A step of a tree that is prepared before its turn (plan/rrt_connect.c): from a node towards a random
 * configuration. */
enum { LW_MOST_GROWTHS = LW_MOST_STATES };
typedef struct lw_growth {
    int turn;   /* the tree */
    bool drawn; /* false: no configuration was found, so that the step fails */
    bool fails; /* its end is in contact */
    size_t node;
    double radius;    /* of the node's domain, before the step */
    lw_random random; /* after the draw */
    double *aim;      /* the configuration */
    double *end;      /* of the step */
} lw_growth;

typedef struct lw_search {
    const lw_cspace *space;
    lw_edges *edges;
    const lw_plan_options *options;
    lw_random random;
    double deadline; /* seconds of the monotonic clock; infinite: none */
    const double *start;
    const double *goals; /* goal_count configurations, the one that is nearest to the start first. A
                            path to any of them is looked for */
    size_t goal_count;
    lw_tree trees[2]; /* from the start, from the goals; PRM keeps new samples in the second */
    lw_roadmap *roadmap;
    size_t roadmap_nodes; /* how many nodes the roadmap had before the search */
    double *scratch;      /* two configurations */
    lw_growth growths[LW_MOST_GROWTHS];
    size_t growth_next, growth_count; /* the growth whose turn is next; how many are prepared */
    lw_waypoints path;
    lw_waypoints best;  /* AORRTC: the shortest path of all rounds */
    double bound;       /* only paths shorter than this count; infinite: all paths */
    uint64_t spent;     /* configurations of earlier rounds, and samples that led to none */
    uint64_t failed;    /* samples towards which no tree grew */
    uint64_t round_end; /* lw_search_nodes at which the round ends */
    lw_reason reason;   /* why the search ended without a path */
    double closest;     /* the smallest distance left between the start's side and the goals' */
    uint64_t shortened;
} lw_search;

/* Whether the search may go on. False when its budget is used up or the caller stops it; sets the
 * reason. */
bool lw_search_goes_on(lw_search *search);

static inline const double *lw_search_goal(const lw_search *search, size_t index)
{
    return search->goals + index * search->space->value_count;
}

/* The length of the straight line from a configuration to the nearest goal. */
double lw_search_to_goal(const lw_search *search, const double *values);

/* How many configurations count against the budget. */
uint64_t lw_search_nodes(const lw_search *search);

/* RRT-Connect. *found: out, whether search->path is a path. Errors: those of lw_edges_ask. */
lw_status lw_rrt_connect(lw_search *search, bool *found, lw_error *error);

/* A round of AORRTC: RRT-Connect for a path shorter than search->bound, up to search->round_end. The
 * trees must be empty. */
lw_status lw_rrt_connect_below(lw_search *search, bool *found, lw_error *error);

/* AORRTC: rounds, each for a shorter path, until the budget is used up. found: in, whether search->path
 * is a path to begin with. */
lw_status lw_aorrtc(lw_search *search, bool *found, lw_error *error);

/* A random configuration over which a path from the start to a goal can be shorter than search->bound;
 * false: none was drawn. */
bool lw_informed_sample(lw_search *search, double *out);

/* PRM. The lazy one checks states and segments only when the shortest way leads over them. */
lw_status lw_prm(lw_search *search, bool *found, lw_error *error);
lw_status lw_lazy_prm(lw_search *search, bool *found, lw_error *error);

/* Looks for a way through the search's roadmap, to which only start and goals are added. */
lw_status lw_prm_ask(lw_search *search, bool *found, lw_error *error);

/* Adds free nodes to the search's roadmap, and the free segments between neighbours, until it has
 * `most` nodes in all, the search must end, or 100,000 samples in a row were in contact. */
lw_status lw_prm_grow(lw_search *search, size_t most, lw_error *error);

/* Shortcutting: tries as many shortcuts in the path as the options say. */
lw_status lw_shorten(lw_search *search, lw_error *error);

/* A configuration of the path, by index. */
static inline double *lw_waypoint(const lw_search *search, size_t index)
{
    return search->path.items + index * search->space->value_count;
}
double lw_path_length(const lw_search *search);

/* Makes room for count configurations in the path. Errors: memory. */
lw_status lw_path_reserve(lw_search *search, size_t count, lw_error *error);

#endif
