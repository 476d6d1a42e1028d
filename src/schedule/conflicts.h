/* What two stretches of two robots exclude: states of both are sampled along their ways, and those in
 * contact become spans. A guess, which the proof of the whole schedule corrects. */
#ifndef LW_SCHEDULE_CONFLICTS_H
#define LW_SCHEDULE_CONFLICTS_H

#include "schedule/transfers.h"

typedef struct lw_conflict_entry {
    uint64_t key; /* 0: empty */
    uint32_t first, count;
} lw_conflict_entry;

/* The bounding spheres of a robot's bodies along a stretch. */
typedef struct lw_samples {
    size_t count;   /* samples; 0: not taken yet */
    double step;    /* seconds from one to the next; 0 of a stand */
    double *values; /* configurations */
    lw_vec3 *centers;
} lw_samples;

typedef struct lw_conflict_robot {
    size_t places, body_count;
    size_t *bodies;
    double *radii;
    lw_samples *samples; /* places * places, from a lower place to a higher or the same one */
} lw_conflict_robot;

typedef struct lw_conflicts {
    const lw_transfers *ways;
    const lw_schedule_options *options;
    lw_conflict_robot *robots;
    lw_scene **scenes;     /* robots * robots: pairs of bodies of two robots, the lower one first */
    lw_checker **checkers; /* likewise */
    lw_motion **motions;   /* likewise */
    lw_motion *poses;      /* for the places of bodies */
    LW_LIST(lw_work_span) spans;
    lw_conflict_entry *table; /* by open addressing */
    size_t room, used;
    double margin;  /* the largest of all pairs */
    size_t sampled; /* pairs of stretches */
    lw_error error; /* of the sampling */
} lw_conflicts;

lw_status lw_conflicts_create(const lw_transfers *ways, const lw_schedule_options *options,
                              lw_conflicts *out, lw_error *error);
void lw_conflicts_destroy(lw_conflicts *conflicts);

/* As lw_work_tables.conflicts; SIZE_MAX: an error, which is in conflicts->error. */
size_t lw_conflicts_find(lw_conflicts *conflicts, const lw_work_stretch *first,
                         const lw_work_stretch *second, const lw_work_span **spans);

/* Adds a span to those of two stretches. Errors: memory. */
lw_status lw_conflicts_add(lw_conflicts *conflicts, const lw_work_stretch *first,
                           const lw_work_stretch *second, lw_work_span span, lw_error *error);

/* How far spans reach beyond the samples that are in contact. */
double lw_conflicts_reach(const lw_conflicts *conflicts);

#endif
