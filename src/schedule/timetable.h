/* The times of given routes: longest paths over difference constraints. Where two stretches exclude
 * each other one of them has to come first; the search branches on the earliest such conflict. */
#ifndef LW_SCHEDULE_TIMETABLE_H
#define LW_SCHEDULE_TIMETABLE_H

#include "base/array.h"
#include "leeway/schedule.h"

/* A constraint between two events: the time of `to` is at least that of `from` + seconds. */
typedef struct lw_arc {
    uint32_t from, to;
    double seconds;
} lw_arc;

/* The routes of all robots, perhaps still growing, and the times of their events. The events of a robot
 * follow each other: event 0 is when it leaves home, 2 k - 1 when its k-th task begins, 2 k when it
 * leaves that place. */
typedef struct lw_timetable {
    const lw_work_tables *work;
    size_t robots, tasks;
    size_t stride;    /* events of a robot, at most */
    uint32_t *count;  /* per robot: tasks in its route */
    bool *closed;     /* per robot: its route is complete */
    uint32_t *choice; /* robots * tasks */
    double *way;      /* robots * (tasks + 1): seconds of the k-th move; the one behind the last task
                         is the way home */
    double *time;     /* robots * stride */
    uint32_t *event;  /* per task: its beginning; LW_NO_EVENT: in no route yet */
    LW_LIST(lw_arc) arcs;
    uint64_t nodes;         /* ways that were tried */
    bool failed;            /* memory ran out */
    double *best;           /* of lw_timetable_resolve: the times of the best schedule so far */
    LW_LIST(double) frames; /* robots * stride times each, to return to */
    size_t frame_count;
} lw_timetable;

#define LW_NO_EVENT UINT32_MAX

/* How much earlier than allowed, in seconds, is not a conflict: rounding. */
#define LW_TIME_ROUNDING 1e-9

/* Two stretches that exclude each other at the present times, and the two ways out. An arc whose
 * seconds are infinite is no way out. */
typedef struct lw_meet {
    double time; /* when the later one of them begins */
    lw_arc arcs[2];
} lw_meet;

lw_status lw_timetable_create(const lw_work_tables *work, lw_timetable *out, lw_error *error);
void lw_timetable_destroy(lw_timetable *table);

/* Empties all routes. */
void lw_timetable_clear(lw_timetable *table);

/* Adds a task to the end of a robot's route, or closes the route. The times are those of before until
 * lw_timetable_settle. False: the robot cannot go there. */
bool lw_timetable_append(lw_timetable *table, size_t robot, size_t choice);
bool lw_timetable_close(lw_timetable *table, size_t robot);
/* Takes back the last one of these for a robot. */
void lw_timetable_take_back(lw_timetable *table, size_t robot);
void lw_timetable_open(lw_timetable *table, size_t robot);

/* Raises the times until they satisfy all constraints. False: they cannot, or the makespan is not below
 * the limit. */
bool lw_timetable_settle(lw_timetable *table, double limit);

/* When a robot is done with what is in its route; with its way home, if it is closed. */
double lw_timetable_end(const lw_timetable *table, size_t robot);
double lw_timetable_makespan(const lw_timetable *table);

/* Finds the earliest conflict. False: there is none. */
bool lw_timetable_conflict(lw_timetable *table, lw_meet *out);

/* Adds an arc. Memory may run out: failed. */
void lw_timetable_add_arc(lw_timetable *table, const lw_arc *arc);

/* Keeps the times and the arcs, to be returned to. Frames are a stack. */
bool lw_timetable_keep(lw_timetable *table);
void lw_timetable_restore(lw_timetable *table, size_t arcs); /* to the last frame, which stays */
void lw_timetable_drop(lw_timetable *table);

/* Resolves all conflicts, the more promising way first, and leaves the times and arcs of the best
 * schedule in the table. At most `tries` ways are tried. Returns the makespan; infinite: no schedule
 * below the limit was found, and the times are undefined. *whole, which may be NULL: all ways were
 * tried or pruned. */
double lw_timetable_resolve(lw_timetable *table, double limit, uint64_t tries, bool *whole);

#endif
