/* The three cells of Wu et al.'s section 4, rebuilt in the spirit of that section because their data
 * were not published: arms of six joints, a positioner of two, balls, a box and posts, all of them
 * triangle meshes. The counts of joints and triangles are the paper's. */
#ifndef LW_PAPERS_ADAPTIVE_CELLS_H
#define LW_PAPERS_ADAPTIVE_CELLS_H

#include "leeway/leeway.h"

enum {
    LW_ADAPTIVE_CELLS = 3,
    LW_ADAPTIVE_PRECISIONS = 3,
    LW_ADAPTIVE_MOST_JOINTS = 14,
    LW_ADAPTIVE_MOST_ROBOTS = 3
};

/* 0.01, 0.001 and 0.0001 m */
extern const double lw_adaptive_precisions[LW_ADAPTIVE_PRECISIONS];

typedef struct lw_adaptive_cell {
    const char *name;
    int joints;
    unsigned triangles;
    /* the times of Table 1, ms; 0: the figure is lost */
    double fixed[LW_ADAPTIVE_PRECISIONS], adaptive[LW_ADAPTIVE_PRECISIONS];
} lw_adaptive_cell;

extern const lw_adaptive_cell lw_adaptive_cells[LW_ADAPTIVE_CELLS];

/* Makes the scene of a cell, not frozen. Pairs inside one robot are not checked. triangles: the number
 * in all its meshes. Errors: memory. */
lw_status lw_adaptive_scene(int cell, lw_scene **out, size_t *triangles, lw_error *error);

/* The limits of a cell's joints, robot after robot. */
void lw_adaptive_limits(int cell, double *lower, double *upper);

/* Sets a motion to the straight line between two rows of joint values, over t in [0, 1]. Errors: as
 * lw_motion_set. */
lw_status lw_adaptive_set_line(int cell, const lw_scene *scene, lw_motion *motion, const double *from,
                               const double *to, lw_error *error);

/* An arm of one joint whose tip, a ball 1 m from the axis, swings past a thin post. angle: where the
 * post stands. gap: the distance of its side from the tip's path, negative if they meet. */
lw_status lw_adaptive_post(double angle, double gap, lw_scene **out, lw_error *error);

#endif
