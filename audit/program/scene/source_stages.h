/* The objects that a motion attaches and releases: docs/proofs.md, "Stages". */
#ifndef LW_AUDIT_SOURCE_STAGES_H
#define LW_AUDIT_SOURCE_STAGES_H

#include "source_pairs.h"
#include "source_tracks.h"

/* What carries an object: a link; or nothing, if robot is -1. */
typedef struct carrier {
    int robot;
    const char *link;
    json_t *touch;
} carrier;

/* At a waypoint a robot attaches an object to its link, or releases it. */
typedef struct source_event {
    bool attaches, done;
    int robot, body;
    const char *link;
    json_t *touch, *may_touch;
    double before, at, after; /* the waypoint's time, and those of its neighbours */
} source_event;

/* From one time to another two bodies may touch, whatever the rules say. */
typedef struct permission {
    double from, to;
    int bodies[2];
} permission;

typedef struct source_stages {
    source_event *events; /* in their order */
    size_t event_count;
    permission *permissions;
    size_t permission_count;
    carrier *carriers; /* per body, of the stage that was begun last */
} source_stages;

/* Reads the events of a motion; memory is kept in the store. */
bool source_stages_read(const source_bodies *all, source_store *store, const source_motion *of,
                        source_stages *out, refusal *why);

/* Carries out what happens at the begin of a stage. Nothing may happen before its end. */
bool source_stages_begin(source_stages *s, double begin, double end, refusal *why);

/* The pairs of the stage that was begun last. bodies: as the scene has them; they are changed. */
bool source_stages_pairs(const source_stages *s, const source_bodies *all, double begin, double end,
                         pair_body *bodies, source_pairs *out, refusal *why);

#endif
