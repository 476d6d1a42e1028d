/* Two work-cells in the plane in the spirit of Feyeux and Landry, Figure 12, whose data were not
 * published, and their collision detection as published. The trajectories were searched at random so
 * that the published method counts what the paper reports; scenes/workcell.json has others. */
#ifndef LW_PAPERS_WORKCELL_H
#define LW_PAPERS_WORKCELL_H

#include "leeway/leeway.h"

enum { LW_WORKCELL_ROBOTS = 2, LW_WORKCELL_OBSTACLES = 4, LW_WORKCELL_STEPS = 64 };

/* A robot's trajectory as in the paper: positions and velocities at times. */
typedef struct lw_workcell_trajectory {
    size_t count;
    double times[LW_WORKCELL_STEPS];
    double positions[LW_WORKCELL_STEPS][3]; /* x y theta */
    double rates[LW_WORKCELL_STEPS][3];
} lw_workcell_trajectory;

/* The two pairs of trajectories. */
typedef enum lw_workcell_case { LW_WORKCELL_APART, LW_WORKCELL_SHARED_END } lw_workcell_case;

extern const char *const lw_workcell_names[LW_WORKCELL_ROBOTS];
extern const double lw_workcell_square[4][2]; /* both robots' outline */
extern const double lw_workcell_obstacles[LW_WORKCELL_OBSTACLES][4][2];

void lw_workcell_trajectories(lw_workcell_case which,
                              lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS]);

/* The answer and the counts of the published method. */
typedef struct lw_workcell_counts {
    bool apart;
    size_t intervals; /* between the times of both trajectories; up to the contact, if any */
    size_t all;       /* all intervals */
    size_t bisected;  /* intervals and parts of intervals that were halved */
    size_t narrow;    /* distances of the polygons; all other distances are of the discs */
    size_t tests;     /* pairs of features that Lin and Canny's algorithm tried */
    size_t short_by;  /* intervals and parts in which (12) is less than the distance travelled */
} lw_workcell_counts;

/* Table 1, with its two recursive calls joined by `and`, for two robots of the same outline: positions
 * and velocities interpolated linearly, (12), (13), Lin and Canny, and a safety distance. */
lw_workcell_counts lw_workcell_published(const lw_polygon *outline,
                                         const lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS],
                                         double safety);

#endif
