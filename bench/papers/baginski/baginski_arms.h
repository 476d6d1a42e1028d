/* Arms and work-cells in the spirit of Baginski's section 6, whose data were not published: from 2 to
 * 16 joints, work-spaces of 1.2 to 1.7 m radius, six to eight obstacles. */
#ifndef LW_PAPERS_BAGINSKI_ARMS_H
#define LW_PAPERS_BAGINSKI_ARMS_H

#include "leeway/leeway.h"

enum { LW_BAGINSKI_ARMS = 7, LW_BAGINSKI_MOST_JOINTS = 16 };

typedef struct lw_baginski_arm {
    const char *name;
    int joints;      /* joints that have a value of their own */
    double paper[2]; /* Table 1, percent of the 1-norm's tests: of steps of each link, of several
                        layers; 0: none */
} lw_baginski_arm;

extern const lw_baginski_arm lw_baginski_arms[LW_BAGINSKI_ARMS];

/* Makes the scene of an arm, not frozen. self: whether pairs inside the arm are checked too. Errors:
 * memory. */
lw_status lw_baginski_scene(int arm, bool self, lw_scene **out, lw_error *error);

/* The same in the plane z = 0, of dimension 2, for the arms whose joints all turn about z (2 and 8
 * joints): the sections of links and obstacles. They meet where those in space do, as the obstacles are
 * as high as the links. Errors: argument (another arm; *out is NULL), memory. */
lw_status lw_baginski_plane(int arm, bool self, lw_scene **out, lw_error *error);

/* The limits of an arm's joints, in the order of their values. */
void lw_baginski_limits(int arm, double *lower, double *upper);

/* Two joints whose tip, a ball, follows e^(it) - e^(3it) / 3 when they turn by t and 2t: a cusp, since
 * it comes in, hardly moves at t = 0, turns round there and goes out again. A dot stands in its way. */
lw_status lw_baginski_cusp(double x, double y, double radius, lw_scene **out, lw_error *error);

#endif
