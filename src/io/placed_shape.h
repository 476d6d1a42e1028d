/* A shape at a pose, as readers of scenes pass it on. */
#ifndef LW_IO_PLACED_SHAPE_H
#define LW_IO_PLACED_SHAPE_H

#include "leeway/leeway.h"

typedef struct lw_placed_shape {
    lw_shape_def shape; /* arrays in the reader's document */
    lw_pose pose;
    const char *file; /* of a mesh, in the document; NULL: none */
} lw_placed_shape;

/* The pose b, given in the frame a, in the frame in which a is given. */
lw_pose lw_pose_compose(lw_pose a, lw_pose b);

#endif
