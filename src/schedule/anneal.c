/* Annealing over routes: which robot does which task, in which order, and at which place. Each step
 * changes the routes at random, and finds their times with all conflicts resolved. Worse ones are taken
 * up to a threshold that falls to zero (Dueck and Scheuer 1990): no exponential is computed, so that
 * the answer has the same bits on every machine. */
#include "schedule/solver.h"

#include <math.h>
#include <string.h>

/* The highest threshold, as a share of the makespan. */
static const double warmest = 0.08;

static uint32_t *route(const lw_solver *solver, const lw_routes *routes, size_t robot)
{
    return routes->items + robot * solver->work->task_count;
}

static void take_out(const lw_solver *solver, lw_routes *routes, size_t robot, size_t index)
{
    uint32_t *items = route(solver, routes, robot);
    memmove(items + index, items + index + 1, (--routes->count[robot] - index) * sizeof *items);
}

static void put_in(const lw_solver *solver, lw_routes *routes, size_t robot, size_t index,
                   size_t choice)
{
    uint32_t *items = route(solver, routes, robot);
    memmove(items + index + 1, items + index, (routes->count[robot]++ - index) * sizeof *items);
    items[index] = (uint32_t)choice;
}

/* A random place in the routes: the robot, and the index in its route. */
static void pick(lw_solver *solver, const lw_routes *routes, size_t *robot, size_t *index)
{
    size_t k = lw_random_below(&solver->random, (uint32_t)solver->work->task_count);
    for (*robot = 0; k >= routes->count[*robot]; ++*robot)
        k -= routes->count[*robot];
    *index = k;
}

static size_t place_at(const lw_solver *solver, const lw_routes *routes, size_t robot, size_t index)
{
    return index < routes->count[robot] ? route(solver, routes, robot)[index] : LW_HOME;
}

/* Seconds of a robot's ways and tasks, without waits. */
static double length_of(const lw_solver *solver, const lw_routes *routes, size_t robot)
{
    const lw_work_tables *work = solver->work;
    double length = 0;
    size_t place = LW_HOME;
    for (size_t k = 0; k < routes->count[robot]; k++) {
        const size_t next = place_at(solver, routes, robot, k);
        length += lw_work_way(work, robot, place, next) + work->choices[next].duration;
        place = next;
    }
    return place == LW_HOME ? 0 : length + lw_work_way(work, robot, place, LW_HOME);
}

/* Where a choice lengthens its robot's route least. */
static size_t cheapest_index(const lw_solver *solver, const lw_routes *routes, size_t choice)
{
    const lw_work_tables *work = solver->work;
    const size_t robot = work->choices[choice].robot;
    double least = HUGE_VAL;
    size_t best = 0, place = LW_HOME;
    for (size_t k = 0; k <= routes->count[robot]; k++) {
        const size_t next = place_at(solver, routes, robot, k);
        double more = lw_work_way(work, robot, place, choice) + lw_work_way(work, robot, choice, next);
        if (place != LW_HOME || next != LW_HOME)
            more -= lw_work_way(work, robot, place, next);
        if (more < least) {
            least = more;
            best = k;
        }
        place = next;
    }
    return best;
}

/* Moves a random task to a robot that can do it: to a random place of its route, or where it lengthens
 * the route least. */
static void relocate(lw_solver *solver, lw_routes *routes)
{
    size_t robot;
    size_t index;
    pick(solver, routes, &robot, &index);
    const size_t task = solver->work->choices[route(solver, routes, robot)[index]].task;
    const size_t first = solver->first_choice[task], count = solver->first_choice[task + 1] - first;
    const size_t choice =
        solver->choice_of_task[first + lw_random_below(&solver->random, (uint32_t)count)];
    take_out(solver, routes, robot, index);
    const size_t to = solver->work->choices[choice].robot;
    const size_t at = lw_random_below(&solver->random, 2)
                          ? cheapest_index(solver, routes, choice)
                          : lw_random_below(&solver->random, routes->count[to] + 1);
    put_in(solver, routes, to, at, choice);
}

/* The first choice of a task by a robot, from a random one on; choice_count: there is none. */
static size_t choice_by(lw_solver *solver, size_t task, size_t robot)
{
    const size_t first = solver->first_choice[task], count = solver->first_choice[task + 1] - first;
    const size_t begin = lw_random_below(&solver->random, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        const size_t choice = solver->choice_of_task[first + (begin + i) % count];
        if (solver->work->choices[choice].robot == robot)
            return choice;
    }
    return solver->work->choice_count;
}

/* Exchanges two random tasks, if either's robot can do the other's. */
static void exchange(lw_solver *solver, lw_routes *routes)
{
    const lw_work_tables *work = solver->work;
    size_t robot[2];
    size_t index[2];
    uint32_t *items[2];
    size_t choice[2];
    for (int i = 0; i < 2; i++) {
        pick(solver, routes, &robot[i], &index[i]);
        items[i] = &route(solver, routes, robot[i])[index[i]];
    }
    for (int i = 0; i < 2; i++)
        choice[i] = choice_by(solver, work->choices[*items[!i]].task, robot[i]);
    if (items[0] == items[1] || choice[0] == work->choice_count || choice[1] == work->choice_count)
        return;
    *items[0] = (uint32_t)choice[0];
    *items[1] = (uint32_t)choice[1];
}

/* Reverses a random part of a robot's route. */
static void reverse(lw_solver *solver, lw_routes *routes)
{
    size_t robot;
    size_t from;
    pick(solver, routes, &robot, &from);
    size_t to = lw_random_below(&solver->random, routes->count[robot]);
    uint32_t *items = route(solver, routes, robot);
    if (from > to) {
        const size_t other = from;
        from = to;
        to = other;
    }
    for (; from < to; from++, to--) {
        const uint32_t item = items[from];
        items[from] = items[to];
        items[to] = item;
    }
}

static void change(lw_solver *solver, lw_routes *routes)
{
    const uint32_t kind = lw_random_below(&solver->random, 10);
    if (kind < 5)
        relocate(solver, routes);
    else if (kind < 8)
        exchange(solver, routes);
    else
        reverse(solver, routes);
}

/* What is made small: the makespan, and a little of when each robot is done, so that those that are
 * not the last become shorter too. */
static double cost_of(const lw_solver *solver)
{
    const lw_timetable *table = &solver->table;
    double ends = 0;
    for (size_t r = 0; r < table->robots; r++)
        ends += table->count[r] ? lw_timetable_end(table, r) : 0;
    return lw_timetable_makespan(table) + 1e-3 * ends;
}

/* The cost of routes with all conflicts resolved; infinite: above the limit, or impossible. */
static double evaluate(lw_solver *solver, const lw_routes *routes, double limit)
{
    double longest = 0;
    for (size_t r = 0; r < solver->work->robot_count; r++) {
        const double length = length_of(solver, routes, r);
        longest = length > longest ? length : longest;
    }
    solver->table.nodes++;
    if (longest >= limit || !lw_solver_load(solver, routes))
        return HUGE_VAL;
    if (!(lw_timetable_resolve(&solver->table, limit, lw_quick_tries(&solver->table), NULL) < HUGE_VAL))
        return HUGE_VAL;
    return cost_of(solver);
}

/* Any routes, from which to begin where no schedule is known. */
static void begin_anyhow(lw_solver *solver, lw_routes *routes)
{
    const lw_work_tables *work = solver->work;
    memset(routes->count, 0, work->robot_count * sizeof *routes->count);
    for (size_t task = 0; task < work->task_count; task++) {
        const size_t first = solver->first_choice[task], count = solver->first_choice[task + 1] - first;
        const size_t choice =
            solver->choice_of_task[first + lw_random_below(&solver->random, (uint32_t)count)];
        const size_t robot = work->choices[choice].robot;
        put_in(solver, routes, robot, lw_random_below(&solver->random, routes->count[robot] + 1),
               choice);
    }
}

lw_status lw_solver_anneal(lw_solver *solver, uint64_t steps, lw_error *error)
{
    const lw_work_tables *work = solver->work;
    lw_routes now = {0}, next = {0};
    lw_status status = lw_routes_create(work, &now, error);
    if (!status)
        status = lw_routes_create(work, &next, error);
    double cost = HUGE_VAL;
    if (!status && solver->makespan < HUGE_VAL) {
        lw_routes_copy(work, &solver->best, &now);
        cost = evaluate(solver, &now, HUGE_VAL);
    } else if (!status) {
        begin_anyhow(solver, &now);
    }
    for (uint64_t i = 0; !status && i < steps && !lw_solver_over(solver); i++) {
        const double left = 1 - (double)i / (double)steps;
        const double luck = lw_random_between(&solver->random, 0, 1);
        const double most =
            cost < HUGE_VAL ? cost + warmest * left * left * luck * solver->makespan : HUGE_VAL;
        lw_routes_copy(work, &now, &next);
        change(solver, &next);
        const double value = evaluate(solver, &next, most);
        if (!(value < most) && cost < HUGE_VAL)
            continue;
        lw_routes_copy(work, &next, &now);
        cost = value;
        if (value < HUGE_VAL)
            lw_solver_take(solver);
        if (solver->makespan <= solver->bound + LW_TIME_ROUNDING)
            break;
    }
    lw_routes_destroy(&now);
    lw_routes_destroy(&next);
    return status;
}
