/* A shape at a pose, as readers of scenes pass it on. */
#ifndef LW_IO_ROBOT_PLACED_SHAPE_H
#define LW_IO_ROBOT_PLACED_SHAPE_H

#include "leeway/leeway.h"

typedef struct lw_placed_shape {
    lw_shape_def shape; /* its arrays live in the reader's document */
    lw_pose pose;
    const char *file; /* the name of a mesh's file, in the document; NULL: none */
} lw_placed_shape;

#endif
