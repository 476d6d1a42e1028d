/* The stages of a motion during which robots attach and release objects: each part of it in between is
 * a motion in a scene of its own. */
#ifndef LW_MOTION_STAGES_H
#define LW_MOTION_STAGES_H

#include "motion/motion.h"

/* Names of bodies. */
typedef struct lw_stage_names {
    const char **items;
    size_t count;
} lw_stage_names;

/* An object that a robot attaches or releases at a waypoint; its strings are in the motion's own
 * memory. */
typedef struct lw_stage_event {
    lw_payload_kind kind;
    size_t robot, waypoint;
    size_t order;             /* its place in the order in which events were given */
    double before, at, after; /* times: where the segment before the waypoint begins, the waypoint,
                                 where the segment after it ends */
    const char *object, *link;
    lw_stage_names touch_links, may_touch;
} lw_stage_event;

struct lw_stages {
    lw_arena events_arena; /* of the events */
    LW_LIST(lw_stage_event) events;
    lw_arena arena;             /* of the stages */
    const lw_stage_event *done; /* the events in the order in which they are done */
    size_t count;
    lw_motion *items;           /* the stages, which share the arrays of the motion */
    size_t past;                /* stages before items[0] that a cut has left out */
    double begin;               /* of the first one of these, or of items[0] if nothing was cut off */
    LW_LIST(lw_scene *) scenes; /* made for the stages */
};

/* The name of a robot. */
static inline const char *lw_stage_robot(const lw_motion *motion, size_t robot)
{
    return motion->chains->names[robot];
}

/* Copies the payloads of a track into the motion, once the track is compiled. Errors: argument, memory,
 * those of the notices' listener. */
lw_status lw_payloads_take(lw_motion *motion, const lw_motion_track *track, const lw_track *def,
                           lw_error *error);

/* Copies the payloads of another motion of the scene. Errors: argument, memory. */
lw_status lw_payloads_copy(lw_motion *motion, const lw_motion *from, lw_error *error);

/* Makes the stages of a motion from its payloads, where it has any. The tracks must be merged. Errors:
 * as lw_motion_set; then there are no stages. */
lw_status lw_stages_make(lw_motion *motion, lw_error *error);

/* Frees the stages and the payloads. */
void lw_stages_free(lw_motion *motion);

/* A stage, also one that a cut has left out, as it was before the cut: -past is the first one. */
typedef struct lw_whole_stage {
    const lw_scene *scene;
    double begin, end;
} lw_whole_stage;

lw_whole_stage lw_stage_whole(const lw_motion *motion, int64_t stage);

/* How many stages of a motion a cut has left out. */
static inline int64_t lw_stages_past(const lw_motion *motion)
{
    return motion->stages ? (int64_t)motion->stages->past : 0;
}

/* Gives the motion's tolerances to its stages. */
void lw_stages_take_tolerances(lw_motion *motion);

/* The index of a body of one scene in another, of which one is a copy of the other. */
int64_t lw_stage_body(const lw_scene *from, size_t body, const lw_scene *to);

#endif
