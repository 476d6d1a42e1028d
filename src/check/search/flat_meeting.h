/* The first contact of two convex parts in the plane, by PCDA (convex/pcda.h), on a piece of both
 * bodies' paths. It needs far fewer distance queries than halving intervals does. */
#ifndef LW_CHECK_SEARCH_FLAT_MEETING_H
#define LW_CHECK_SEARCH_FLAT_MEETING_H

#include "convex/pcda.h"
#include "plane/flat_path.h"

/* A convex part of a body in the plane. */
typedef struct lw_meeting_part {
    const lw_flat_body *flat;
    const lw_body *body; /* the same one */
    uint32_t index;      /* of the part, in both */
} lw_meeting_part;

typedef struct lw_flat_meeting {
    const lw_flat_piece *pieces; /* one of each body's path; [from, to] lies in both */
    lw_meeting_part parts[2];
    double required; /* the distance of the parts, without padding, that is sought */
    double error;    /* rounding error of a point of either body, without the errors of the paths */
    double from, to;
    double time_tolerance;                       /* of the contact, in the unit of time */
    double length;                               /* of the motion */
    bool (*stop)(void *context);                 /* asked before each distance: true ends the search */
    void (*sampled)(void *context, double time); /* called with each time at which bodies are posed */
    void *context;
} lw_flat_meeting;

lw_pcda_result lw_flat_meet(const lw_flat_meeting *meeting);

#endif
