/* Two work-cells in the plane in the spirit of Feyeux and Landry, Figure 12, whose data were not
 * published: those of scenes/workcell.json. And their collision detection as it was published. */
#ifndef LW_TOOL_WORKCELL_H
#define LW_TOOL_WORKCELL_H

#include "leeway/leeway.h"

enum { LW_CELL_ROBOTS = 2, LW_CELL_OBSTACLES = 4, LW_CELL_STEPS = 64 };

/* A robot's trajectory as the paper has it: places and velocities at times. */
typedef struct lw_cell_way {
    size_t count;
    double times[LW_CELL_STEPS];
    double places[LW_CELL_STEPS][3]; /* x y theta */
    double rates[LW_CELL_STEPS][3];
} lw_cell_way;

/* Which of the two pairs of trajectories. */
typedef enum lw_cell_case { LW_CELL_APART, LW_CELL_SHARED_END } lw_cell_case;

extern const char *const lw_cell_names[LW_CELL_ROBOTS];
extern const double lw_cell_square[4][2]; /* both robots' outline */
extern const double lw_cell_obstacles[LW_CELL_OBSTACLES][4][2];

void lw_cell_ways(lw_cell_case which, lw_cell_way ways[LW_CELL_ROBOTS]);

/* What the published method says and counts. */
typedef struct lw_published {
    bool apart;
    size_t intervals; /* between the times of both grids; up to the contact, where there is one */
    size_t all;       /* of them */
    size_t bisected;  /* intervals and parts of them */
    size_t narrow;    /* distances of the polygons, the rest are of the discs */
    size_t tests;     /* pairs of features that Lin and Canny's algorithm tried */
    size_t short_by;  /* intervals and parts in which (12) is less than a way that is gone */
} lw_published;

/* Table 1, with the two calls joined by `and`, for two robots of the same outline: places and
 * velocities interpolated linearly, (12), (13), Lin and Canny, and a safety distance. */
lw_published lw_cell_published(const lw_polygon *outline, const lw_cell_way ways[LW_CELL_ROBOTS],
                               double safety);

#endif
