/* The ways of robots between their places: planned, timed and proven, each robot by itself. */
#ifndef LW_SCHEDULE_TRANSFERS_H
#define LW_SCHEDULE_TRANSFERS_H

#include "schedule/tasks.h"

/* The ways of one robot. Its places are its home, which is 0, and its choices. */
typedef struct lw_robot_ways {
    size_t places;
    size_t *choice;       /* per place: the choice; LW_HOME */
    bool *reached;        /* per place: there is a way from home */
    const char **trouble; /* per place that is not reached: why */
    lw_timed_path *ways;  /* places * places: from one to another; point_count 0: none. Planned ones are
                             from a lower place to a higher one; given ones come first */
} lw_robot_ways;

typedef struct lw_transfers {
    const lw_tasks *tasks;
    lw_robot_ways *robots;
    size_t *place; /* per choice: its place among those of its robot */
} lw_transfers;

/* A way in its direction. */
typedef struct lw_transfer {
    const lw_timed_path *path;
    bool back; /* it is the other way, from its end to its beginning */
} lw_transfer;

/* Whether a pair of bodies of two robots stays; -1: an obstacle. */
typedef bool lw_keeps_pair(const void *context, int64_t robot, int64_t other);

/* A frozen copy of a scene, which checks only the pairs that stay. */
lw_status lw_copy_with_pairs(const lw_scene *scene, lw_keeps_pair *keeps, const void *context,
                             lw_scene **out, lw_error *error);

/* Plans all ways. Errors: those of planning; stopped. */
lw_status lw_transfers_create(const lw_tasks *tasks, const lw_schedule_options *options,
                              lw_transfers *out, lw_error *error);
void lw_transfers_destroy(lw_transfers *ways);

/* The place of a choice or of a robot's home. */
static inline size_t lw_transfers_place(const lw_transfers *ways, size_t choice)
{
    return choice == LW_HOME ? 0 : ways->place[choice];
}

/* The way between two different places; path NULL: there is none. */
lw_transfer lw_transfers_find(const lw_transfers *ways, size_t robot, size_t from, size_t to);
/* Its seconds; infinite: there is none. */
double lw_way_seconds(const lw_transfer *way);
/* The configuration at a time of the way, by the trajectory's cubic splines. */
void lw_way_at(const lw_transfer *way, double time, double *values);

#endif
