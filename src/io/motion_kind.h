/* The likely kind of a file that could not be read as what the caller took it for. */
#ifndef LW_IO_MOTION_KIND_H
#define LW_IO_MOTION_KIND_H

#include <stddef.h>

typedef enum lw_motion_kind {
    LW_KIND_UNKNOWN,
    LW_KIND_CSV,        /* waypoints */
    LW_KIND_MOTIONS,    /* JSON Lines */
    LW_KIND_TRAJECTORY, /* ROS's, in YAML or JSON */
    LW_KIND_REQUEST,    /* MoveIt's */
    LW_KIND_JOBS,       /* of a cell, JSON Lines */
    LW_KIND_SCENE,      /* ours or MoveIt's */
    LW_KIND_SEVERAL     /* JSON of any kind, a value of which takes several lines */
} lw_motion_kind;

/* Guesses from the beginning of a text: the whole file or its first line. The guess is for a sentence
 * to people after reading has failed; no reader depends on it. */
lw_motion_kind lw_motion_kind_of(const char *text, size_t length);

#endif
