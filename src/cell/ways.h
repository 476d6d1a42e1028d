/* The ways of a cell: parts of its trajectories, and places where robots stand; and what is known of
 * them: whether they are free of the obstacles and of their own robot, and at which delays two of them
 * are free of each other. All judges of the cell share it; a mutex guards it. */
#ifndef LW_CELL_WAYS_H
#define LW_CELL_WAYS_H

#include "cell/cell.h"
#include "leeway/delay.h"

/* Every way and place counts as all motions that differ from it by at most this, metres and radians:
 * trajectories that are joined are shifted by as much as LW_CELL_SAME each. */
#define LW_WAY_OFF 1e-7

/* Where a robot stands. */
typedef struct lw_stand {
    uint64_t id;
    size_t robot;
    bool free;         /* proven: of the obstacles, and of the robot itself */
    lw_motion *motion; /* in which all stand still, this robot here */
} lw_stand;

/* A part of a trajectory, as a motion that begins at time 0. */
typedef struct lw_way {
    uint64_t id;
    size_t robot;
    bool free; /* as of places */
    lw_motion *motion;
    const lw_stand *ends[2]; /* where the robot stands before and after it */
} lw_way;

/* Delays, or times, between two ways or places that are not proven to be free. */
typedef struct lw_blocked {
    double from, to;
} lw_blocked;

typedef struct lw_meetings {
    uint64_t queries;
    size_t count;
    lw_blocked items[]; /* in ascending order */
} lw_meetings;

lw_status lw_ways_create(lw_cell *cell, lw_ways **out, lw_error *error);
void lw_ways_destroy(lw_ways *ways);

/* Whether any pair of bodies of two robots is checked. */
bool lw_ways_can_meet(const lw_ways *ways, size_t one, size_t other);

/* Which part of its trajectory a leg is, as a number for tables. */
static inline uint64_t lw_leg_part(const lw_leg *leg)
{
    return (uint64_t)leg->first << 32 | (leg->last & UINT32_MAX);
}

/* The way of a valid leg; where a robot stands that has no course. Errors: memory. */
lw_status lw_ways_of_leg(lw_ways *ways, const lw_leg *leg, const lw_way **out, lw_error *error);
lw_status lw_ways_home(lw_ways *ways, size_t robot, const lw_stand **out, lw_error *error);

/* Two things of different robots; exactly one of way and place is set, of the first the place only if
 * of the second, too. */
typedef struct lw_two_things {
    const lw_way *way[2];
    const lw_stand *place[2];
} lw_two_things;

/* What is known of two things: of two ways their delays, that of the second one counted; of a way and a
 * place times of the way; of two places an interval of all times, or none. They are found where they
 * are not known yet. *grown: the bytes that this took. *out is NULL if `stop` ended the search. Errors:
 * memory. */
lw_status lw_ways_meet(lw_ways *ways, const lw_two_things *things, const lw_check_options *options,
                       const lw_meetings **out, size_t *grown, lw_error *error);

#endif
