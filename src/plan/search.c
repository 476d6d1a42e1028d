/* A search for a path: its budget and its path. */
#include "plan/search.h"

#include <math.h>

#include "base/clock.h"
#include "base/error.h"
#include "plan/roadmap.h"

/* failed samples allowed for each configuration of the budget. A tree that cannot leave its root keeps
 * its turn, so that no tree grows and no configuration is counted. */
enum { MOST_FAILED = 10 };

uint64_t lw_search_nodes(const lw_search *search)
{
    return lw_tree_count(&search->trees[0]) + lw_tree_count(&search->trees[1]) +
           search->roadmap->info.count - search->roadmap_nodes + search->spent;
}

bool lw_search_goes_on(lw_search *search)
{
    const lw_plan_options *options = search->options;
    if (search->reason != LW_REASON_NONE)
        return false;
    if (options->stop && options->stop(options->stop_context))
        search->reason = LW_REASON_STOPPED;
    else if (lw_search_nodes(search) >= options->budget_nodes ||
             search->failed / MOST_FAILED >= options->budget_nodes ||
             (search->deadline < HUGE_VAL && lw_clock() > search->deadline))
        search->reason = LW_REASON_BUDGET;
    return search->reason == LW_REASON_NONE;
}

double lw_search_to_goal(const lw_search *search, const double *values)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < search->goal_count; i++)
        least = fmin(least, lw_cspace_length(search->space, values, lw_search_goal(search, i)));
    return least;
}

double lw_path_length(const lw_search *search)
{
    double sum = 0;
    for (size_t i = 1; i < search->path.count; i++)
        sum += lw_cspace_length(search->space, lw_waypoint(search, i - 1), lw_waypoint(search, i));
    return sum;
}

lw_status lw_path_reserve(lw_search *search, size_t count, lw_error *error)
{
    size_t items = search->path.capacity;
    size_t wanted = count * search->space->value_count;
    if (wanted > items && !lw_array_grow((void **)&search->path.items, wanted, &search->path.capacity,
                                         sizeof *search->path.items))
        return lw_fail_memory(error);
    return LW_OK;
}
