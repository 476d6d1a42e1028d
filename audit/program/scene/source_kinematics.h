/* Whether the frames of a proof move bodies as the joints of the files do, and how far bodies may be
 * from where the files have them. */
#ifndef LW_AUDIT_SOURCE_KINEMATICS_H
#define LW_AUDIT_SOURCE_KINEMATICS_H

#include "source_bodies.h"

/* What moves during a motion, or a piece of it. */
typedef struct movement {
    const pose *before; /* per frame of the proof */
    const double *span; /* per variable of the proof: its largest absolute value */
    const double *off;  /* per variable of the proof: how far it may be from that of the files */
    const source_frame *frames; /* of the files, with what a motion chooses */
    const bool *known; /* per frame of the files: false where a motion chooses it, and is not read */
} movement;

/* A body, or an object that a link carries, in the proof and in the files. */
typedef struct carried {
    const char *name;
    int own, of;        /* frames; -1: the world */
    pose own_at, of_at; /* in them */
    double reach;       /* of its points from the origin of its frame */
    bool end_is_free;   /* its place on the link is not compared */
} carried;

/* Finds out which variable of the proof is which one of the files. variables: per variable of the
 * files; -1: none. */
bool variables_agree(const source_bodies *all, const model *m, const carried *c, int *variables,
                     refusal *why);

/* So far the points of a body may be, at any time, from where the files have them. */
double kinematic_deviation(const source_bodies *all, const model *m, const carried *c,
                           const movement *by);

#endif
