/* A planner, and what its public functions share. */
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
    LW_SIZED_SHOWN(verdict) contact; /* on the one of them that is not free */
};

/* Makes its search ready; the options must live as long as that. */
void lw_planner_begin(lw_planner *planner, const lw_plan_options *options);

#endif
