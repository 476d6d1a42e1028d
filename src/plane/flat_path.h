/* Where a planar joint is at a time, how it moves then, and bounds on how it moves round about that
 * time: one joint's own clock, without compiling it into a motion of the whole scene. */
#ifndef LW_PLANE_FLAT_PATH_H
#define LW_PLANE_FLAT_PATH_H

#include "motion/motion.h"

/* A planar joint's way through the plane: the track's from `offset` on, at rest before and after. */
typedef struct lw_flat_path {
    const lw_motion_track *track; /* NULL: at rest all the time */
    size_t column;                /* of x; y and theta follow */
    double offset;                /* when the track's time 0 is */
    double rest[3];               /* x, y and theta without a track */
    lw_pose2 base;                /* from which the values count */
    vec2 center, half;            /* a box of the world about all places of the origin, from outside */
} lw_flat_path;

/* Completes the box; the other fields are given. */
void lw_flat_path_close(lw_flat_path *path);

/* A smooth piece of a path. */
typedef struct lw_flat_piece {
    const lw_flat_path *path;
    int64_t index;   /* of the track's piece; LW_TRACK_BEFORE, LW_TRACK_AFTER: at rest */
    double end;      /* when the next piece begins; HUGE_VAL */
    const double *c; /* the coefficients of x, y and theta; NULL: at rest */
    double start;    /* u = (t - offset - start) * per */
    double per;
    double values[3];  /* at rest */
    double time_error; /* bound on the rounding error of u */
} lw_flat_piece;

/* The piece that holds a time; of two that meet there, the later. */
void lw_flat_piece_at(const lw_flat_path *path, double time, lw_flat_piece *out);

/* The piece after one whose end is finite. */
void lw_flat_piece_next(lw_flat_piece *piece);

/* The origin at time t; the bound is over [t - half, t + half]. All in the world. */
typedef struct lw_flat_position {
    vec2 at, velocity;
    double acceleration; /* at least the length of the velocity's derivative */
    double error;        /* how far off `at` is, at most, anywhere in the interval */
    double drift;        /* how far off velocity is, at most */
} lw_flat_position;

void lw_flat_position_at(const lw_flat_piece *piece, double t, double half, lw_flat_position *out);

/* The turn likewise. */
typedef struct lw_flat_turn {
    double cosine, sine;
    double rate;
    double spin;         /* at least |rate|, all through the interval */
    double acceleration; /* at least the size of the rate's derivative */
    double error;        /* of the angle */
    double drift;        /* of the rate */
} lw_flat_turn;

void lw_flat_turn_at(const lw_flat_piece *piece, double t, double half, lw_flat_turn *out);

#endif
