/* Motions in JSON as polynomials: docs/proofs.md, "The motion". */
#ifndef LW_AUDIT_SOURCE_TRACKS_H
#define LW_AUDIT_SOURCE_TRACKS_H

#include "source_values.h"

enum { SLOTS = 5 };

/* What a motion chooses of a floating joint's frames. */
typedef struct source_slots {
    pose before[SLOTS];
    vec axis[SLOTS];
} source_slots;

/* The motion of one robot: per piece, polynomials in u, from 0 to 1. */
typedef struct source_track {
    int robot;
    json_t *node;          /* its part of the motion */
    size_t first_waypoint; /* which of the times is that of the first waypoint */
    double *times;
    size_t piece_count,
        waypoint_count; /* waypoints: how many of the last times are those of waypoints */
    double last;        /* from then on it stands still */
    int *variables;     /* of the files */
    size_t column_count;
    real *coefficients; /* piece, column, power */
    int *floating;      /* joints */
    size_t floating_count;
    source_slots *slots; /* piece, floating joint */
} source_track;

typedef struct source_motion {
    source_track *tracks;
    size_t track_count;
    bool attaches; /* or releases */
} source_motion;

/* Reads a motion; memory is kept in the store. */
bool source_motion_read(const source_bodies *all, source_store *store, json_t *node, source_motion *out,
                        refusal *why);

/* The slots of a floating joint that stands where seven values say. frame: its first one. */
bool slots_at_rest(const source_frame *first, const double values[MOST_VALUES], source_slots *out);

/* The first frame of a floating joint. */
const source_frame *first_slot(const source_bodies *all, int robot, int joint);

#endif
