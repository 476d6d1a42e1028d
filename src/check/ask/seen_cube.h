/* What a depth image says of a box: whether its camera has seen all of it as empty, or some of it, or a
 * surface in it. A pyramid over the picture has the depths of squares of pixels. */
#ifndef LW_CHECK_SEEN_CUBE_H
#define LW_CHECK_SEEN_CUBE_H

#include "base/arena.h"
#include "body/image.h"

enum { LW_SEEN_LEVELS = 25 };

/* The depths of a square of pixels. */
typedef struct lw_seen_depths {
    float least, most; /* 0: a pixel, or all of them, measured nothing */
    float measured;    /* the least one that was measured; FLT_MAX: none was */
} lw_seen_depths;

typedef struct lw_seen {
    lw_image image; /* its numbers alone: rows, columns, camera, depths, unseen */
    pose at;        /* of the camera */
    uint32_t levels;
    lw_seen_depths *squares[LW_SEEN_LEVELS]; /* level l: of 2^l x 2^l pixels; level 0 is none */
} lw_seen;

/* Takes the pyramid of an image. depths: rows * columns, 0 or at least near_z, which live as long as
 * the arena. Errors: memory. */
lw_status lw_seen_create(lw_arena *arena, const lw_image_def *def, pose at, lw_seen *out,
                         lw_error *error);

/* What an image says of a cube. */
typedef struct lw_seen_answer {
    bool empty;   /* the camera sees all of it, and before its surfaces */
    bool some;    /* a part of it may be so; false: no part of it is */
    bool surface; /* a surface may be in it; false: there is none. Set: `some` says nothing */
} lw_seen_answer;

/* center: in the world; half: of an edge, along the axes of the world. */
lw_seen_answer lw_seen_cube(const lw_seen *seen, vec3 center, double half);

#endif
