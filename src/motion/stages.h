/* The stages of a motion: where robots attach and release objects on the way, each part of it in
 * between is a motion in a scene of its own. */
#ifndef LW_MOTION_STAGES_H
#define LW_MOTION_STAGES_H

#include "motion/motion.h"

/* Names of bodies. */
typedef struct lw_stage_names {
    const char **items;
    size_t count;
} lw_stage_names;

/* What a robot takes or puts down at a waypoint, in the motion's own memory. */
typedef struct lw_stage_event {
    lw_payload_kind kind;
    size_t robot, waypoint;
    size_t order; /* in which it was taken */
    double before, at,
        after; /* where the segment before begins, the waypoint, where the one after ends */
    const char *object, *link;
    lw_stage_names touch_links, may_touch;
} lw_stage_event;

struct lw_stages {
    lw_arena events_arena; /* of the events */
    LW_LIST(lw_stage_event) events;
    lw_arena arena;             /* of the stages */
    const lw_stage_event *done; /* the events in the order in which they are done */
    size_t count;
    lw_motion *items;           /* they share the arrays of the motion */
    LW_LIST(lw_scene *) scenes; /* that were made for them */
};

/* The name of a robot. */
static inline const char *lw_stage_robot(const lw_motion *motion, size_t robot)
{
    return motion->chains->names[robot];
}

/* Takes what the robot of a track takes and puts down, once the track is compiled. Errors: argument,
 * memory, and what the notices' listener fails with. */
lw_status lw_payloads_take(lw_motion *motion, const lw_motion_track *track, const lw_track *def,
                           lw_error *error);

/* Takes what another motion of the scene has taken. Errors: argument, memory. */
lw_status lw_payloads_copy(lw_motion *motion, const lw_motion *from, lw_error *error);

/* Makes the stages of a motion from what was taken, where something was. The tracks are merged. Errors:
 * as lw_motion_set; then there are no stages. */
lw_status lw_stages_make(lw_motion *motion, lw_error *error);

/* Forgets them, and what was taken. */
void lw_stages_free(lw_motion *motion);

/* A body of a scene in another one that came from it, or from which it came. */
int64_t lw_stage_body(const lw_scene *from, size_t body, const lw_scene *to);

#endif
