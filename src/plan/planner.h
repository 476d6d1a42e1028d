/* A planner: configuration space, thread pool for its segments, and the memory of its searches. */
#ifndef LW_PLAN_PLANNER_H
#define LW_PLAN_PLANNER_H

#include "base/sized.h"
#include "plan/roadmap.h"
#include "plan/search.h"

struct lw_planner {
    lw_arena arena;
    lw_cspace space;
    lw_edges edges;
    lw_search search; /* its trees and path keep their memory */
    lw_roadmap roadmap;
    lw_motion *whole;                /* the path */
    double *ends;                    /* start and goal */
    LW_SIZED_SHOWN(verdict) contact; /* the verdict on the end that is not free */
};

/* Resets planner->search for a new search. The options must outlive the search. */
void lw_planner_begin(lw_planner *planner, const lw_plan_options *options);

#endif
