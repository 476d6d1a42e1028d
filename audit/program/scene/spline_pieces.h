/* Splines as the pieces of a robot's track. */
#ifndef LW_AUDIT_SPLINE_PIECES_H
#define LW_AUDIT_SPLINE_PIECES_H

#include "track_pieces.h"

/* Reads the value of `spline` in a motion in JSON. */
bool spline_read(track_reader *r, json_t *node, refusal *why);

#endif
