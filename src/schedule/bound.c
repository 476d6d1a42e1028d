/* Lower bounds of a makespan that ignore conflicts. */
#include "schedule/solver.h"

#include "base/error.h"
#include "math/vec.h"

#include <math.h>
#include <stdlib.h>

static double travel(const lw_work_tables *work, size_t robot, size_t from, size_t to)
{
    return work->travel(work->context, robot, from, to);
}

/* The least way to a choice, from home or from any other task's place. */
static double least_way_to(const lw_work_tables *work, size_t choice)
{
    const size_t robot = work->choices[choice].robot;
    double least = travel(work, robot, LW_HOME, choice);
    for (size_t i = 0; i < work->choice_count; i++)
        if (work->choices[i].robot == robot && work->choices[i].task != work->choices[choice].task)
            least = lesser(least, travel(work, robot, i, choice));
    return least;
}

static double way_home(const lw_work_tables *work, size_t choice)
{
    return lw_work_way(work, work->choices[choice].robot, choice, LW_HOME);
}

/* The least way home after any task. */
static double least_way_home(const lw_work_tables *work)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < work->choice_count; i++)
        least = lesser(least, way_home(work, i));
    return least;
}

/* Of each set of robots: the tasks that no other robot does, shared out evenly. */
static double bound_of_loads(const lw_solver *solver)
{
    const lw_work_tables *work = solver->work;
    const double home = least_way_home(work);
    double bound = 0;
    for (size_t set = 1; set < (size_t)1 << work->robot_count; set++) {
        double load = 0;
        size_t robots = 0, tasks = 0;
        for (size_t r = 0; r < work->robot_count; r++)
            robots += set >> r & 1;
        for (size_t task = 0; task < work->task_count; task++) {
            bool inside = true;
            for (size_t i = solver->first_choice[task]; i < solver->first_choice[task + 1]; i++)
                inside = inside && (set >> work->choices[solver->choice_of_task[i]].robot & 1);
            load += inside ? solver->least[task] : 0;
            tasks += inside;
        }
        if (tasks)
            bound = greater(bound, (load + home) / (double)robots);
    }
    return bound;
}

/* Per choice: when its robot can be there at the earliest, straight from home or by way of other tasks.
 */
static void find_arrivals(const lw_work_tables *work, double *arrival)
{
    for (size_t i = 0; i < work->choice_count; i++)
        arrival[i] = travel(work, work->choices[i].robot, LW_HOME, i);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < work->choice_count; i++)
            for (size_t j = 0; j < work->choice_count; j++) {
                const lw_work_choice *from = &work->choices[i], *to = &work->choices[j];
                if (from->robot != to->robot || from->task == to->task)
                    continue;
                const double by = arrival[i] + from->duration + travel(work, to->robot, i, j);
                changed = changed || by < arrival[j];
                arrival[j] = lesser(arrival[j], by);
            }
    }
}

/* Of each task: the earliest end, after those that come before it, and the way home. */
static double bound_of_chains(const lw_solver *solver, const double *arrival, double *end)
{
    const lw_work_tables *work = solver->work;
    double bound = 0;
    for (size_t task = 0; task < work->task_count; task++)
        end[task] = 0;
    /* each round lengthens all chains by a task, at least */
    for (size_t round = 0; round < work->task_count; round++)
        for (size_t task = 0; task < work->task_count; task++) {
            double ready = 0, ends = HUGE_VAL, home = HUGE_VAL;
            for (size_t i = 0; i < work->before_count; i++)
                if (work->before[i][1] == task)
                    ready = greater(ready, end[work->before[i][0]]);
            for (size_t i = solver->first_choice[task]; i < solver->first_choice[task + 1]; i++) {
                const size_t choice = solver->choice_of_task[i];
                const double done = greater(ready, arrival[choice]) + work->choices[choice].duration;
                ends = lesser(ends, done);
                home = lesser(home, done + least_way_home(work));
            }
            end[task] = ends;
            bound = greater(bound, home);
        }
    return bound;
}

lw_status lw_solver_simple_bound(lw_solver *solver, lw_error *error)
{
    const lw_work_tables *work = solver->work;
    double *arrival = calloc(work->choice_count + work->task_count + 1, sizeof *arrival);
    if (!arrival)
        return lw_fail_memory(error);
    for (size_t task = 0; task < work->task_count; task++) {
        solver->least[task] = HUGE_VAL;
        for (size_t i = solver->first_choice[task]; i < solver->first_choice[task + 1]; i++) {
            const size_t choice = solver->choice_of_task[i];
            solver->least[task] = lesser(solver->least[task],
                                         least_way_to(work, choice) + work->choices[choice].duration);
        }
    }
    find_arrivals(work, arrival);
    const double chains = bound_of_chains(solver, arrival, arrival + work->choice_count);
    solver->bound = greater(solver->bound, greater(bound_of_loads(solver), chains));
    free(arrival);
    return LW_OK;
}

/* ---- dynamic programming over subsets (Held and Karp 1962) -------------------------------------- */

static void fill_set(lw_remainders *remainders, const lw_work_tables *work, size_t set)
{
    for (size_t place = 0; place < work->choice_count + work->robot_count; place++) {
        const bool home = place >= work->choice_count;
        const size_t robot = home ? place - work->choice_count : work->choices[place].robot;
        double least = HUGE_VAL;
        if (!set)
            least = home ? 0 : way_home(work, place);
        for (size_t i = 0; i < work->choice_count; i++) {
            const lw_work_choice *next = &work->choices[i];
            if (next->robot != robot || !(set >> next->task & 1))
                continue;
            if (!home && work->choices[place].task == next->task)
                continue;
            const double rest =
                remainders->of[i * remainders->sets + (set & ~((size_t)1 << next->task))];
            if (rest < least)
                least = lesser(least,
                               travel(work, robot, home ? LW_HOME : place, i) + next->duration + rest);
        }
        remainders->of[place * remainders->sets + set] = least;
    }
}

lw_status lw_remainders_create(const lw_work_tables *work, lw_remainders *out, lw_error *error)
{
    const size_t sets = (size_t)1 << work->task_count;
    lw_remainders remainders = {.sets = sets};
    remainders.of = calloc((work->choice_count + work->robot_count) * sets, sizeof(double));
    remainders.partition = calloc(2 * sets, sizeof(double));
    *out = remainders;
    if (!remainders.of || !remainders.partition) {
        lw_remainders_destroy(out);
        return lw_fail_memory(error);
    }
    for (size_t set = 0; set < sets; set++)
        fill_set(out, work, set);
    return LW_OK;
}

void lw_remainders_destroy(lw_remainders *remainders)
{
    free(remainders->of);
    free(remainders->partition);
    *remainders = (lw_remainders){0};
}

/* The parts of a set of tasks, one after the other: the empty one first, the set itself last. */
static size_t next_part(size_t part, size_t set)
{
    return (part - set) & set;
}

double lw_remainders_bound(lw_remainders *remainders, const lw_work_tables *work,
                           const lw_standing *standing, size_t count, size_t set)
{
    double closed = 0;
    const double *before = NULL; /* per part of the set: the makespan of the robots so far */
    double *levels[2] = {remainders->partition, remainders->partition + remainders->sets};
    size_t open = 0;
    for (size_t i = 0; i < count; i++)
        open += !standing[i].closed;
    for (size_t i = 0; i < count; i++) {
        const lw_standing *robot = &standing[i];
        if (robot->closed) {
            closed = greater(closed, robot->time);
            continue;
        }
        const double *rest = lw_remainders_of(remainders, work, robot->robot, robot->place);
        open--;
        if (!open) { /* the last one does all that the others leave */
            double least = before ? HUGE_VAL : robot->time + rest[set];
            size_t part = 0;
            do {
                if (before)
                    least = lesser(least, greater(before[set & ~part], robot->time + rest[part]));
                part = next_part(part, set);
            } while (part && before);
            return greater(closed, least);
        }
        double *level = levels[0];
        levels[0] = levels[1];
        levels[1] = level;
        size_t whole = 0;
        do {
            double least = before ? HUGE_VAL : robot->time + rest[whole];
            for (size_t part = whole; before; part = (part - 1) & whole) {
                least = lesser(least, greater(before[whole & ~part], robot->time + rest[part]));
                if (!part)
                    break;
            }
            level[whole] = least;
            whole = next_part(whole, set);
        } while (whole);
        before = level;
    }
    return set ? HUGE_VAL : closed;
}
