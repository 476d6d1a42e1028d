/* How far the points of a box get from one pose to another, along the chord (Baginski, (2)). */
#ifndef LW_MOTION_CHORD_H
#define LW_MOTION_CHORD_H

#include "body/geometry.h"

/* The largest distance between the two positions of a point of the box, in metres and rounded up:
 * between two poses the displacement of a point is an affine function of the point, so that its norm is
 * largest at a corner. Rounding errors of the poses are not counted. */
double lw_chord(const lw_node *box, const pose *from, const pose *to);

#endif
