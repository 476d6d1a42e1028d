/* The path of one planar joint: its pose and velocity at a time, and bounds on its motion about that
 * time. It has a clock of its own and is not compiled into a motion of the whole scene. */
#ifndef LW_PLANE_FLAT_PATH_H
#define LW_PLANE_FLAT_PATH_H

#include "motion/motion.h"

/* A planar joint follows a track from `offset` on and is at rest before and after. */
typedef struct lw_flat_path {
    const lw_motion_track *track; /* NULL: at rest all the time */
    size_t column;                /* the track's column of x; those of y and theta follow */
    double offset;                /* the time at which the track's time is 0 */
    double rest[3];               /* x, y and theta without a track */
    lw_pose2 base;                /* the frame of the values */
    vec2 center, half;            /* a box in the world that contains all positions of the origin */
} lw_flat_path;

/* Completes the box; the other fields are given. */
void lw_flat_path_close(lw_flat_path *path);

/* A piece of a path, on which the values are polynomials. */
typedef struct lw_flat_piece {
    const lw_flat_path *path;
    int64_t index;   /* index of the track's piece; LW_TRACK_BEFORE, LW_TRACK_AFTER: at rest */
    double end;      /* when the next piece begins; HUGE_VAL: never */
    const double *c; /* the coefficients of x, y and theta; NULL: at rest */
    double start;    /* u = (t - offset - start) * per */
    double per;
    double values[3];  /* at rest */
    double time_error; /* bound on the rounding error of u */
} lw_flat_piece;

/* The piece that a time is in; of two that meet there, the later. */
void lw_flat_piece_at(const lw_flat_path *path, double time, lw_flat_piece *out);

/* The piece after one whose end is finite. */
void lw_flat_piece_next(lw_flat_piece *piece);

/* The origin at time t; the bound is over [t - half, t + half]. All in the world. */
typedef struct lw_flat_position {
    vec2 at, velocity;
    double acceleration; /* at least the length of the velocity's derivative */
    double error;        /* rounding error of `at`, for all of the interval */
    double velocity_error;
} lw_flat_position;

void lw_flat_position_at(const lw_flat_piece *piece, double t, double half, lw_flat_position *out);

/* The rotation at time t; the bounds are over [t - half, t + half]. */
typedef struct lw_flat_turn {
    double cosine, sine;
    double rate;
    double spin;         /* at least |rate|, throughout the interval */
    double acceleration; /* at least the size of the rate's derivative */
    double error;        /* rounding error of the angle */
    double rate_error;
} lw_flat_turn;

void lw_flat_turn_at(const lw_flat_piece *piece, double t, double half, lw_flat_turn *out);

#endif
