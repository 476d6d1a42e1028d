/* Schedules by plain rules, with which the search begins and is compared. */
#include "schedule/solver.h"

#include <math.h>
#include <string.h>

enum { LAST_TRIES = 2000 };

/* Whether all tasks that come before a task are in a route. */
static bool is_ready(const lw_solver *solver, size_t task)
{
    const lw_work_tables *work = solver->work;
    for (size_t i = 0; i < work->before_count; i++)
        if (work->before[i][1] == task && solver->table.event[work->before[i][0]] == LW_NO_EVENT)
            return false;
    return true;
}

/* Tries a choice at the end of its robot's route. Returns when it is done then, with waits; infinite:
 * it cannot be done there. */
static double try_choice(lw_solver *solver, size_t choice)
{
    lw_timetable *table = &solver->table;
    const size_t robot = solver->work->choices[choice].robot;
    const size_t arcs = table->arcs.count;
    if (!lw_timetable_keep(table))
        return HUGE_VAL;
    double done = HUGE_VAL;
    if (lw_timetable_append(table, robot, choice)) {
        if (lw_timetable_resolve(table, HUGE_VAL, lw_quick_tries(table), NULL) < HUGE_VAL)
            done = lw_timetable_end(table, robot);
        lw_timetable_take_back(table, robot);
    }
    lw_timetable_restore(table, arcs);
    lw_timetable_drop(table);
    return done;
}

/* The choice that can be done first, of those whose tasks are not in a route; choice_count: none. */
static size_t first_done(lw_solver *solver)
{
    const lw_work_tables *work = solver->work;
    size_t first = work->choice_count;
    double least = HUGE_VAL;
    for (size_t i = 0; i < work->choice_count; i++) {
        if (solver->table.event[work->choices[i].task] != LW_NO_EVENT ||
            !is_ready(solver, work->choices[i].task))
            continue;
        const double done = try_choice(solver, i);
        if (done < least) {
            least = done;
            first = i;
        }
    }
    return first;
}

static bool close_all(lw_timetable *table)
{
    bool closed = true;
    for (size_t r = 0; r < table->robots; r++)
        closed = lw_timetable_close(table, r) && closed;
    return closed;
}

void lw_solver_greedy(lw_solver *solver)
{
    lw_timetable *table = &solver->table;
    lw_timetable_clear(table);
    for (size_t i = 0; i < solver->work->task_count; i++) {
        const size_t choice = first_done(solver);
        if (choice == solver->work->choice_count)
            return;
        lw_timetable_append(table, solver->work->choices[choice].robot, choice);
        if (!(lw_timetable_resolve(table, HUGE_VAL, lw_quick_tries(table), NULL) < HUGE_VAL))
            return;
    }
    if (!close_all(table))
        return;
    if (!(lw_timetable_resolve(table, HUGE_VAL, LAST_TRIES, NULL) < HUGE_VAL)) {
        /* the same routes, with other waits */
        memset(table->time, 0, table->robots * table->stride * sizeof *table->time);
        if (!(lw_timetable_resolve(table, HUGE_VAL, LAST_TRIES, NULL) < HUGE_VAL))
            return;
    }
    solver->greedy = lw_timetable_makespan(table);
    lw_solver_take(solver);
}

/* What a choice adds to the time in which one robot at a time is busy: the way there, the task, and
 * the detour from the way home. */
static double added(const lw_solver *solver, size_t choice)
{
    const lw_work_tables *work = solver->work;
    const lw_timetable *table = &solver->table;
    const lw_work_choice *what = &work->choices[choice];
    const size_t robot = what->robot, count = table->count[robot];
    const size_t place = count ? table->choice[robot * table->tasks + count - 1] : LW_HOME;
    double seconds = what->duration + work->travel(work->context, robot, place, choice);
    if (work->stay)
        return seconds;
    seconds += work->travel(work->context, robot, choice, LW_HOME);
    return count ? seconds - work->travel(work->context, robot, place, LW_HOME) : seconds;
}

/* Keeps the schedule of the routes in the table in which each robot leaves home when the one before is
 * back, if nothing is in the way. */
static void take_in_turn(lw_solver *solver)
{
    lw_timetable *table = &solver->table;
    size_t before = table->robots;
    for (size_t r = 0; r < table->robots; r++) {
        const uint32_t count = table->count[r];
        if (!count)
            continue;
        if (before < table->robots) {
            const size_t leave = before * table->stride + 2 * (size_t)table->count[before];
            const size_t last = table->choice[before * table->tasks + table->count[before] - 1];
            const lw_arc arc = {(uint32_t)leave, (uint32_t)(r * table->stride),
                                solver->work->travel(solver->work->context, before, last, LW_HOME)};
            lw_timetable_add_arc(table, &arc);
        }
        before = r;
    }
    lw_meet meet;
    if (!table->failed && lw_timetable_settle(table, HUGE_VAL) && !lw_timetable_conflict(table, &meet))
        lw_solver_take(solver);
}

/* One robot at a time: where all return home, the robots' routes one after the other; where they stay,
 * task after task. Homes and places of others may be in the way; this is the length alone. */
void lw_solver_one_by_one(lw_solver *solver)
{
    const lw_work_tables *work = solver->work;
    lw_timetable *table = &solver->table;
    lw_timetable_clear(table);
    double sum = 0;
    for (size_t i = 0; i < work->task_count; i++) {
        size_t next = work->choice_count;
        double least = HUGE_VAL;
        for (size_t k = 0; k < work->choice_count; k++)
            if (table->event[work->choices[k].task] == LW_NO_EVENT &&
                is_ready(solver, work->choices[k].task) && added(solver, k) < least) {
                least = added(solver, k);
                next = k;
            }
        if (next == work->choice_count || !lw_timetable_append(table, work->choices[next].robot, next))
            return;
        sum += least;
    }
    solver->one_by_one = sum;
    if (!work->stay && close_all(table))
        take_in_turn(solver);
}
