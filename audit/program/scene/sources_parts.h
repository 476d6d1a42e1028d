/* What the comparison of a proof with the files keeps. */
#ifndef LW_AUDIT_SOURCES_PARTS_H
#define LW_AUDIT_SOURCES_PARTS_H

#include "source_geometry.h"
#include "source_kinematics.h"
#include "source_motions.h"
#include "source_pairs.h"
#include "source_stages.h"
#include "sources.h"

/* A sentence about what is not compared. */
typedef struct trusted {
    char text[500];
    struct trusted *next;
} trusted;

struct sources {
    source_scene scene;
    source_bodies bodies;
    trusted *trusted, **last; /* not yet said */
    motion_list motions;
    double since;         /* proofs are of the rest of motions from this time on */
    source_store scratch; /* of a motion */
    source_motion motion;
    source_stages stages; /* of the motion */
    bool is_read;         /* the motion is that of the files */
    const struct motion *own;
    source_frame *frames; /* of the files, with what a motion chooses */
    pose *at_rest;        /* per frame of the proof, without what a motion chooses */
    int *of_model;        /* per body of the proof: that of the files */
    int *variables;       /* per variable of the files: that of the proof; -1: none */
    double *off;   /* per body of the proof: how far its geometry deviates from that of the files */
    double *reach; /* per body of the proof: how far its points are from the origin of its frame */
    bool *known;   /* per frame of the files: false where a motion chooses its place */
    pose *before;  /* per frame of the proof */
    double *span;  /* per variable of the proof: its largest absolute value in the motion */
    double *away;  /* per variable of the proof: how far it may be from that of the files */
};

/* Notes a sentence about what is not compared. */
void trust(sources *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A body of the proof beside that of the files, at its place in the first line. */
carried carried_of(const sources *s, const model *m, size_t index);
movement movement_of(const sources *s);

#endif
