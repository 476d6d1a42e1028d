/* Branch and bound over all schedules: routes grow by one task at a time, that of the robot that is
 * done first; where two stretches exclude each other, either order is tried. The bound of what is left
 * is dynamic programming over subsets, without conflicts. */
#include "schedule/solver.h"

#include "math/vec.h"

#include <math.h>
#include <stdlib.h>

typedef struct exact {
    lw_solver *solver;
    lw_remainders *remainders;
    size_t left; /* the set of tasks that are in no route */
    bool cut;    /* a budget ran out */
} exact;

/* A set of tasks that is shared out exactly: of two robots any, of more a small one, since three^tasks
 * ways are looked at. */
static bool is_small(size_t set, size_t open)
{
    size_t count = 0;
    for (; set; set &= set - 1)
        count++;
    return open < 3 || count < 8;
}

/* A lower bound of the makespan of all schedules that continue the present routes. */
static double bound_of(const exact *search)
{
    const lw_timetable *table = &search->solver->table;
    lw_standing standing[LW_WORK_MOST_ROBOTS];
    double bound = 0, load = 0;
    size_t open = 0;
    for (size_t r = 0; r < table->robots; r++) {
        const size_t count = table->count[r];
        standing[r] = (lw_standing){r, count ? table->choice[r * table->tasks + count - 1] : LW_HOME,
                                    lw_timetable_end(table, r), table->closed[r]};
        open += !table->closed[r];
        load += table->closed[r] ? 0 : standing[r].time;
        bound = greater(bound, standing[r].time);
    }
    if (is_small(search->left, open))
        return lw_remainders_bound(search->remainders, search->solver->work, standing, table->robots,
                                   search->left);
    for (size_t task = 0; task < table->tasks; task++)
        load += search->left >> task & 1 ? search->solver->least[task] : 0;
    return greater(bound, load / (double)open);
}

static void explore(exact *search);

/* Goes on, if the times can be settled below the best makespan. */
static void go_on(exact *search)
{
    lw_solver *solver = search->solver;
    if (lw_timetable_settle(&solver->table, solver->makespan - LW_TIME_ROUNDING) &&
        bound_of(search) < solver->makespan - LW_TIME_ROUNDING)
        explore(search);
}

static void branch_on_conflict(exact *search, const lw_meet *meet)
{
    lw_timetable *table = &search->solver->table;
    const size_t arcs = table->arcs.count;
    for (int way = 0; way < 2; way++) {
        if (!(meet->arcs[way].seconds < HUGE_VAL))
            continue;
        lw_timetable_add_arc(table, &meet->arcs[way]);
        go_on(search);
        lw_timetable_restore(table, arcs);
    }
}

/* A choice that may follow in a route, and the bound that it leads to. */
typedef struct follower {
    size_t choice; /* LW_HOME: the robot does nothing more */
    double bound;
} follower;

static int compare_followers(const void *a, const void *b)
{
    const follower *x = a, *y = b;
    if (x->bound < y->bound || x->bound > y->bound)
        return x->bound < y->bound ? -1 : 1;
    return x->choice < y->choice ? -1 : x->choice > y->choice;
}

static bool follow(exact *search, size_t robot, size_t choice)
{
    if (choice == LW_HOME)
        return lw_timetable_close(&search->solver->table, robot);
    search->left &= ~((size_t)1 << search->solver->work->choices[choice].task);
    return lw_timetable_append(&search->solver->table, robot, choice);
}

static void unfollow(exact *search, size_t robot, size_t choice)
{
    if (choice == LW_HOME) {
        lw_timetable_open(&search->solver->table, robot);
        return;
    }
    search->left |= (size_t)1 << search->solver->work->choices[choice].task;
    lw_timetable_take_back(&search->solver->table, robot);
}

/* The ways on for a robot, the most promising ones first. */
static size_t list_followers(exact *search, size_t robot, follower *out)
{
    lw_solver *solver = search->solver;
    const lw_work_tables *work = solver->work;
    const size_t arcs = solver->table.arcs.count;
    size_t count = 0;
    for (size_t i = 0; i <= work->choice_count; i++) {
        const bool ends = i == work->choice_count;
        if (!ends && (work->choices[i].robot != robot || !(search->left >> work->choices[i].task & 1)))
            continue;
        const size_t choice = ends ? LW_HOME : i;
        const double way = ends
                               ? 0
                               : work->travel(work->context, robot,
                                              solver->table.count[robot]
                                                  ? solver->table.choice[robot * solver->table.tasks +
                                                                         solver->table.count[robot] - 1]
                                                  : LW_HOME,
                                              i);
        if (!(way < HUGE_VAL) || !follow(search, robot, choice)) {
            if (ends)
                unfollow(search, robot, choice);
            continue;
        }
        if (lw_timetable_settle(&solver->table, solver->makespan - LW_TIME_ROUNDING)) {
            const double bound = bound_of(search);
            if (bound < solver->makespan - LW_TIME_ROUNDING)
                out[count++] = (follower){choice, bound};
        }
        unfollow(search, robot, choice);
        lw_timetable_restore(&solver->table, arcs);
    }
    qsort(out, count, sizeof *out, compare_followers);
    return count;
}

static void branch_on_followers(exact *search, size_t robot)
{
    lw_solver *solver = search->solver;
    const size_t arcs = solver->table.arcs.count;
    follower *followers = calloc(solver->work->choice_count + 1, sizeof *followers);
    if (!followers) {
        solver->table.failed = true;
        return;
    }
    const size_t count = list_followers(search, robot, followers);
    for (size_t i = 0; i < count; i++) {
        if (!(followers[i].bound < solver->makespan - LW_TIME_ROUNDING))
            break;
        follow(search, robot, followers[i].choice);
        go_on(search);
        unfollow(search, robot, followers[i].choice);
        lw_timetable_restore(&solver->table, arcs);
    }
    free(followers);
}

/* The open route that ends first; robot_count: all are closed. */
static size_t next_robot(const lw_timetable *table)
{
    size_t next = table->robots;
    for (size_t r = 0; r < table->robots; r++)
        if (!table->closed[r] &&
            (next == table->robots || lw_timetable_end(table, r) < lw_timetable_end(table, next)))
            next = r;
    return next;
}

static void explore(exact *search)
{
    lw_solver *solver = search->solver;
    lw_timetable *table = &solver->table;
    table->nodes++;
    if (search->cut || table->failed || lw_solver_over(solver)) {
        search->cut = true;
        return;
    }
    lw_meet meet;
    const bool meets = lw_timetable_conflict(table, &meet);
    const size_t robot = next_robot(table);
    if (!meets && robot == table->robots) {
        if (!search->left)
            lw_solver_take(solver);
        return;
    }
    if (!lw_timetable_keep(table))
        return;
    if (meets)
        branch_on_conflict(search, &meet);
    else
        branch_on_followers(search, robot);
    lw_timetable_drop(table);
}

void lw_solver_exact(lw_solver *solver, lw_remainders *remainders)
{
    exact search = {solver, remainders, remainders->sets - 1, false};
    lw_timetable_clear(&solver->table);
    go_on(&search);
    solver->whole = !search.cut && !solver->table.failed;
}
