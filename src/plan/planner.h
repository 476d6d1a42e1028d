/* A planner: configuration space, thread pool for its segments, and the memory of its searches. */
#ifndef LW_PLAN_PLANNER_H
#define LW_PLAN_PLANNER_H

#include "base/sized.h"
#include "plan/roadmap.h"
#include "plan/search.h"

/* A goal that is free. */
typedef struct lw_near_goal {
    double length; /* of the straight line from the start */
    size_t index;  /* among the goals that the caller gave */
} lw_near_goal;

struct lw_planner {
    lw_arena arena;
    lw_cspace space;
    lw_edges edges;
    lw_search search; /* its trees and path keep their memory */
    lw_roadmap roadmap;
    lw_motion *whole; /* the path */
    LW_LIST(double)
    ends;                        /* the start, the goals as given, and those of them that are free in
                                    the order of `goals` */
    LW_LIST(lw_near_goal) goals; /* the goals that are free, the nearest first */
    size_t given;                /* goals */
    LW_SIZED_SHOWN(verdict) contact; /* the verdict on the end that is not free */
};

/* Resets planner->search for a new search. The options must outlive the search. */
void lw_planner_begin(lw_planner *planner, const lw_plan_options *options);

#endif
