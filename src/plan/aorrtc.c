/* AORRTC: Wilson, Thomason, Kingston, Kavraki and Gammell, "AORRTC: Almost-Surely Asymptotically
 * Optimal Planning with RRT-Connect" (2025). An anytime planner: rounds of RRT-Connect, each for a path
 * that is shorter than the best one so far. By the meta-algorithm AO-x of Hauser and Zhou (2016) this
 * is asymptotically optimal: the length of the best path converges to the least with probability 1.
 * Each path found is shortened.
 *
 * A round begins with empty trees and ends after ROUND_NODES configurations, so that memory stays
 * within the needs of one round. Rounds are independent of each other, and each has a probability above
 * 0 to find a path that is within any given share of the shortest one, so that with time one of them
 * does. */
#include <math.h>

#include "plan/search.h"

/* docs/decisions/planning.md, "The anytime planner is AORRTC with the best length as its bound" */
enum { ROUND_NODES = 2000 };

/* a path that exceeds the straight line by no more than this share counts as the shortest one */
static const double rounded = 1e-9;

static void swap_paths(lw_search *search)
{
    lw_waypoints best = search->best;
    search->best = search->path;
    search->path = best;
}

/* Shortens the path, and keeps it if it is the shortest one so far. */
static lw_status keep_best(lw_search *search, lw_error *error)
{
    lw_status status = lw_shorten(search, error);
    double length = lw_path_length(search);
    if (status || length >= search->bound)
        return status;
    swap_paths(search);
    search->bound = length;
    return LW_OK;
}

/* Tries further shortcuts on the best path, with new random numbers. */
static lw_status shorten_best(lw_search *search, lw_error *error)
{
    swap_paths(search);
    lw_status status = lw_shorten(search, error);
    search->bound = fmin(search->bound, lw_path_length(search));
    swap_paths(search);
    return status;
}

static void begin_round(lw_search *search)
{
    for (int i = 0; i < 2; i++) {
        search->spent += lw_tree_count(&search->trees[i]);
        lw_tree_clear(&search->trees[i], search->space);
    }
    search->round_end = lw_search_nodes(search) + ROUND_NODES;
}

lw_status lw_aorrtc(lw_search *search, bool *found, lw_error *error)
{
    double straight = lw_search_to_goal(search, search->start);
    lw_status status = *found ? LW_OK : lw_rrt_connect(search, found, error);
    bool again = *found;
    while (!status && *found) {
        if (again)
            status = keep_best(search, error);
        else
            status = shorten_best(search, error);
        if (status || search->bound <= (1 + rounded) * straight || !lw_search_goes_on(search))
            break;
        begin_round(search);
        status = lw_rrt_connect_below(search, &again, error);
    }
    swap_paths(search);
    return status;
}
