/* The search for a schedule: what its parts share. */
#ifndef LW_SCHEDULE_SOLVER_H
#define LW_SCHEDULE_SOLVER_H

#include "base/random.h"
#include "schedule/clp.h"
#include "schedule/timetable.h"

enum { LW_EXACT_MOST_TASKS = 13 };

/* Ways out of conflicts that are tried for one choice of routes while routes are varied. */
static inline uint64_t lw_quick_tries(const lw_timetable *table)
{
    return table->tasks > LW_EXACT_MOST_TASKS ? 10 * table->tasks : 40;
}

/* The routes of all robots: robot r does the choices items[r * tasks] to items[r * tasks + count[r]
 * - 1], in this order. */
typedef struct lw_routes {
    uint32_t *count, *items;
} lw_routes;

/* The least seconds by which robots do sets of tasks, without conflicts and precedence: from a place,
 * through all of a set, to the end of the route. */
typedef struct lw_remainders {
    size_t sets;       /* 2^tasks */
    double *of;        /* per choice, then per robot's home: sets values */
    double *partition; /* sets values each, for two levels: scratch */
} lw_remainders;

typedef struct lw_solver {
    const lw_work_tables *work;
    const lw_work_options *options;
    lw_timetable table;
    lw_routes best;     /* the routes of the best schedule */
    double *best_times; /* its events, as in lw_timetable.time */
    double makespan;    /* of the best; infinite: none yet */
    double bound;       /* proven */
    double greedy, one_by_one;
    bool whole;    /* the search was exhaustive */
    bool linear;   /* the bound is that of a linear program, too */
    double *least; /* per task: the least seconds that it takes some robot, with the way to it */
    lw_random random;
    double deadline;        /* infinite: none */
    uint32_t asked;         /* counts calls of lw_solver_over */
    bool over;              /* a budget ran out, or the caller wants to stop */
    size_t *choice_of_task; /* choices, task by task */
    size_t *first_choice;   /* tasks + 1 indices into these */
} lw_solver;

lw_status lw_routes_create(const lw_work_tables *work, lw_routes *out, lw_error *error);
void lw_routes_destroy(lw_routes *routes);
void lw_routes_copy(const lw_work_tables *work, const lw_routes *from, lw_routes *to);

/* Seconds of a move between two places; robots that stay where they are do not go home. */
static inline double lw_work_way(const lw_work_tables *work, size_t robot, size_t from, size_t to)
{
    return to == LW_HOME && work->stay ? 0 : work->travel(work->context, robot, from, to);
}

/* Puts complete routes into the timetable. False: there is no such move. */
bool lw_solver_load(lw_solver *solver, const lw_routes *routes);

/* Whether the budget has run out. */
bool lw_solver_over(lw_solver *solver);

/* Keeps the schedule in the timetable, whose routes are complete, if it is the best so far. */
void lw_solver_take(lw_solver *solver);

/* Bounds that ignore conflicts: of loads, of single tasks, of chains of precedence. Fills `least`, and
 * raises the bound. Errors: memory. */
lw_status lw_solver_simple_bound(lw_solver *solver, lw_error *error);

/* Linear programs, where there is Clp (clp may be NULL) and the work is not too large; else *out is
 * NULL. Raises the bound by the first one: it holds whatever multipliers Clp answers. Errors: memory.
 */
typedef struct lw_linear lw_linear;
lw_status lw_linear_create(lw_solver *solver, const lw_clp *clp, lw_linear **out, lw_error *error);
void lw_linear_destroy(lw_linear *p); /* NULL is allowed */
/* Raises the bound by some more, so many at most. */
void lw_linear_improve(lw_linear *p, lw_solver *solver, uint64_t count);

/* Errors: memory. */
lw_status lw_remainders_create(const lw_work_tables *work, lw_remainders *out, lw_error *error);
void lw_remainders_destroy(lw_remainders *remainders);
static inline const double *lw_remainders_of(const lw_remainders *remainders,
                                             const lw_work_tables *work, size_t robot, size_t place)
{
    return remainders->of + (place == LW_HOME ? work->choice_count + robot : place) * remainders->sets;
}

/* A schedule by a greedy rule; kept if it is the best so far. Sets solver->greedy. */
void lw_solver_greedy(lw_solver *solver);
/* Sets solver->one_by_one: how long it takes where one robot moves and works at a time. */
void lw_solver_one_by_one(lw_solver *solver);

/* Anneals for so many steps, from the best schedule so far. Errors: memory. */
lw_status lw_solver_anneal(lw_solver *solver, uint64_t steps, lw_error *error);

/* Branch and bound over all schedules; solver->whole: it came to its end. */
void lw_solver_exact(lw_solver *solver, lw_remainders *remainders);

/* The least makespan of the robots in a list, each at a place and a time, that do a set of tasks
 * between them, without conflicts. closed: does nothing more, and is done at `time`. */
typedef struct lw_standing {
    size_t robot, place;
    double time;
    bool closed;
} lw_standing;
double lw_remainders_bound(lw_remainders *remainders, const lw_work_tables *work,
                           const lw_standing *standing, size_t count, size_t set);

#endif
