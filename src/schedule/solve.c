/* Finds schedules of least makespan: lw_work_solve. */
#include "schedule/solver.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/sized.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the parts of the search share ---------------------------------------------------------- */

lw_status lw_routes_create(const lw_work_tables *work, lw_routes *out, lw_error *error)
{
    out->count = calloc(work->robot_count + 1, sizeof *out->count);
    out->items = calloc(work->robot_count * work->task_count + 1, sizeof *out->items);
    return out->count && out->items ? LW_OK : lw_fail_memory(error);
}

void lw_routes_destroy(lw_routes *routes)
{
    free(routes->count);
    free(routes->items);
    *routes = (lw_routes){0};
}

void lw_routes_copy(const lw_work_tables *work, const lw_routes *from, lw_routes *to)
{
    memcpy(to->count, from->count, work->robot_count * sizeof *to->count);
    for (size_t r = 0; r < work->robot_count; r++)
        memcpy(to->items + r * work->task_count, from->items + r * work->task_count,
               from->count[r] * sizeof *to->items);
}

bool lw_solver_load(lw_solver *solver, const lw_routes *routes)
{
    lw_timetable *table = &solver->table;
    lw_timetable_clear(table);
    for (size_t r = 0; r < table->robots; r++) {
        for (size_t k = 0; k < routes->count[r]; k++)
            if (!lw_timetable_append(table, r, routes->items[r * table->tasks + k]))
                return false;
        if (!lw_timetable_close(table, r))
            return false;
    }
    return true;
}

bool lw_solver_over(lw_solver *solver)
{
    const lw_work_options *options = solver->options;
    if (options->budget_nodes && solver->table.nodes >= options->budget_nodes)
        solver->over = true;
    if (++solver->asked % 64 == 0 && !solver->over)
        solver->over = (solver->deadline < HUGE_VAL && lw_clock() > solver->deadline) ||
                       (options->stop && options->stop(options->stop_context));
    return solver->over || solver->table.failed;
}

void lw_solver_take(lw_solver *solver)
{
    const lw_timetable *table = &solver->table;
    const double makespan = lw_timetable_makespan(table);
    if (!(makespan < solver->makespan))
        return;
    solver->makespan = makespan;
    memcpy(solver->best.count, table->count, table->robots * sizeof *table->count);
    memcpy(solver->best.items, table->choice, table->robots * table->tasks * sizeof *table->choice);
    memcpy(solver->best_times, table->time, table->robots * table->stride * sizeof *table->time);
}

/* ---- the problem --------------------------------------------------------------------------------- */

static lw_status check_sizes(const lw_work_tables *work, lw_error *error)
{
    if (!work->robot_count || work->robot_count > LW_WORK_MOST_ROBOTS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are %zu robots; schedules are for 1 to %d",
                       work->robot_count, LW_WORK_MOST_ROBOTS);
    if (work->task_count > LW_WORK_MOST_TASKS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are %zu tasks; the solver holds at most %d",
                       work->task_count, LW_WORK_MOST_TASKS);
    if (work->choice_count > LW_WORK_MOST_CHOICES)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the tasks have %zu choices in all; the solver holds at most %d",
                       work->choice_count, LW_WORK_MOST_CHOICES);
    if ((work->choice_count && !work->choices) || (work->before_count && !work->before) ||
        !work->travel)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a table of the work is missing");
    if (!(work->reach >= 0 && work->reach < HUGE_VAL))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the reach of conflicts is %g; it must be 0 or more",
                       work->reach);
    return LW_OK;
}

static lw_status check_choices(const lw_work_tables *work, lw_error *error)
{
    for (size_t i = 0; i < work->choice_count; i++) {
        const lw_work_choice *choice = &work->choices[i];
        if (choice->task >= work->task_count || choice->robot >= work->robot_count)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "choice %zu is of task %zu by robot %zu: there are "
                           "%zu tasks and %zu robots",
                           i, choice->task, choice->robot, work->task_count, work->robot_count);
        if (!(choice->duration >= 0 && choice->duration < HUGE_VAL))
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "choice %zu lasts %g seconds; a duration is 0 or more", i, choice->duration);
    }
    return LW_OK;
}

/* Whether the pairs of tasks form no cycle: tasks that nothing comes before are taken away until none
 * is left. */
static lw_status check_precedence(const lw_work_tables *work, lw_error *error)
{
    bool done[LW_WORK_MOST_TASKS] = {0};
    for (size_t i = 0; i < work->before_count; i++)
        if (work->before[i][0] >= work->task_count || work->before[i][1] >= work->task_count)
            return lw_fail(error, LW_ERROR_ARGUMENT, "task %zu before task %zu: there are %zu tasks",
                           work->before[i][0], work->before[i][1], work->task_count);
    size_t left = work->task_count;
    for (bool changed = true; changed && left;) {
        changed = false;
        for (size_t task = 0; task < work->task_count; task++) {
            bool free_of_others = !done[task];
            for (size_t i = 0; i < work->before_count; i++)
                free_of_others =
                    free_of_others && (work->before[i][1] != task || done[work->before[i][0]]);
            if (free_of_others) {
                done[task] = changed = true;
                left--;
            }
        }
    }
    for (size_t i = 0; left && i < work->before_count; i++)
        if (!done[work->before[i][0]] && !done[work->before[i][1]])
            return lw_fail(
                error, LW_ERROR_ARGUMENT,
                "the order of tasks is a cycle: task %zu comes before task %zu, and after it",
                work->before[i][0], work->before[i][1]);
    return LW_OK;
}

static lw_status check_travel(const lw_work_tables *work, lw_error *error)
{
    for (size_t i = 0; i < work->choice_count; i++) {
        const size_t robot = work->choices[i].robot;
        for (size_t j = 0; j <= work->choice_count; j++) {
            const bool home = j == work->choice_count;
            if (!home && (i == j || work->choices[j].robot != robot))
                continue;
            const double way = work->travel(work->context, robot, i, home ? LW_HOME : j);
            const double back = work->travel(work->context, robot, home ? LW_HOME : j, i);
            if (!(way >= 0 && back >= 0))
                return lw_fail(error, LW_ERROR_ARGUMENT,
                               "a move of robot %zu from or to choice %zu takes less than 0 seconds",
                               robot, i);
        }
    }
    return LW_OK;
}

/* ---- the search ---------------------------------------------------------------------------------- */

static lw_status begin(lw_solver *solver, lw_error *error)
{
    const lw_work_tables *work = solver->work;
    const size_t events = work->robot_count * (2 * work->task_count + 1);
    solver->best_times = calloc(events + 1, sizeof *solver->best_times);
    solver->least = calloc(work->task_count + 1, sizeof *solver->least);
    solver->choice_of_task = calloc(work->choice_count + 1, sizeof *solver->choice_of_task);
    solver->first_choice = calloc(work->task_count + 1, sizeof *solver->first_choice);
    if (!solver->best_times || !solver->least || !solver->choice_of_task || !solver->first_choice)
        return lw_fail_memory(error);
    size_t count = 0;
    for (size_t task = 0; task < work->task_count; task++) {
        solver->first_choice[task] = count;
        for (size_t i = 0; i < work->choice_count; i++)
            if (work->choices[i].task == task)
                solver->choice_of_task[count++] = i;
        if (count == solver->first_choice[task])
            return lw_fail(error, LW_ERROR_ARGUMENT, "no robot does task %zu: it has no choice", task);
    }
    solver->first_choice[work->task_count] = count;
    lw_status status = lw_timetable_create(work, &solver->table, error);
    return status ? status : lw_routes_create(work, &solver->best, error);
}

static void end(lw_solver *solver)
{
    lw_timetable_destroy(&solver->table);
    lw_routes_destroy(&solver->best);
    free(solver->best_times);
    free(solver->least);
    free(solver->choice_of_task);
    free(solver->first_choice);
}

static bool is_proven(const lw_solver *solver)
{
    return solver->makespan <= solver->bound + LW_TIME_ROUNDING;
}

/* The first round of annealing; later ones are longer. */
enum { FIRST_STEPS = 3000, EXACT_AFTER = 2 };

static lw_status run_exact(lw_solver *solver, lw_remainders *remainders)
{
    lw_solver_exact(solver, remainders);
    if (solver->whole)
        solver->bound = solver->makespan;
    return LW_OK;
}

/* Takes the routes that the caller begins with, if they have a schedule here. */
static lw_status take_start(lw_solver *solver, lw_error *error)
{
    const lw_work_plan *start = solver->options->start;
    const lw_work_tables *work = solver->work;
    bool done[LW_WORK_MOST_TASKS] = {0};
    if (!start)
        return LW_OK;
    if (start->robot_count != work->robot_count || start->task_count != work->task_count ||
        !start->steps || !start->first)
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "the plan to start from is of %zu tasks and %zu robots, and the work of %zu and %zu",
            start->task_count, start->robot_count, work->task_count, work->robot_count);
    lw_timetable_clear(&solver->table);
    bool possible = true;
    for (size_t r = 0; r < work->robot_count; r++) {
        for (size_t i = start->first[r]; i < start->first[r + 1]; i++) {
            const size_t choice = start->steps[i].choice;
            if (choice >= work->choice_count || work->choices[choice].robot != r ||
                done[work->choices[choice].task])
                return lw_fail(
                    error, LW_ERROR_ARGUMENT,
                    "the plan to start from has choice %zu, which robot %zu has not here, or "
                    "whose task is done before",
                    choice, r);
            done[work->choices[choice].task] = true;
            possible = possible && lw_timetable_append(&solver->table, r, choice);
        }
        possible = possible && lw_timetable_close(&solver->table, r);
    }
    if (possible && lw_timetable_resolve(&solver->table, HUGE_VAL, 5 * lw_quick_tries(&solver->table),
                                         NULL) < HUGE_VAL)
        lw_solver_take(solver);
    return LW_OK;
}

static lw_status search(lw_solver *solver, lw_error *error)
{
    const lw_work_tables *work = solver->work;
    lw_status status = lw_solver_simple_bound(solver, error);
    lw_remainders remainders = {0};
    lw_linear *linear = NULL;
    const bool small = work->task_count <= LW_EXACT_MOST_TASKS;
    if (!status && small)
        status = lw_remainders_create(work, &remainders, error);
    if (!status && small) {
        lw_standing standing[LW_WORK_MOST_ROBOTS];
        for (size_t r = 0; r < work->robot_count; r++)
            standing[r] = (lw_standing){r, LW_HOME, 0, false};
        if (work->robot_count <= 4) {
            const double bound = lw_remainders_bound(&remainders, work, standing, work->robot_count,
                                                     remainders.sets - 1);
            solver->bound = bound > solver->bound ? bound : solver->bound;
        }
    }
    if (!status) {
        lw_solver_one_by_one(solver);
        lw_solver_greedy(solver);
        status = take_start(solver, error);
    }
    if (!status && !small)
        status = lw_linear_create(solver, lw_clp_load(), &linear, error);
    uint64_t steps = FIRST_STEPS;
    for (int round = 0; !status && !is_proven(solver) && !lw_solver_over(solver); round++) {
        if (small && round == EXACT_AFTER) {
            status = run_exact(solver, &remainders);
            break;
        }
        status = lw_solver_anneal(solver, steps, error);
        if (linear && !status)
            lw_linear_improve(linear, solver, steps / 100);
        if (steps < UINT64_MAX / 4)
            steps *= 2;
    }
    lw_linear_destroy(linear);
    lw_remainders_destroy(&remainders);
    if (!status && solver->table.failed)
        status = lw_fail_memory(error);
    return status;
}

/* ---- the answer ---------------------------------------------------------------------------------- */

static void write_steps(const lw_solver *solver, lw_work_plan *plan)
{
    const lw_work_tables *work = solver->work;
    size_t step = 0;
    for (size_t r = 0; r < work->robot_count; r++) {
        const double *time = solver->best_times + r * solver->table.stride;
        plan->first[r] = step;
        size_t place = LW_HOME;
        for (size_t k = 0; k < solver->best.count[r]; k++) {
            const size_t choice = solver->best.items[r * work->task_count + k];
            const double way = work->travel(work->context, r, place, choice);
            plan->steps[step++] = (lw_work_step){choice, time[2 * k], time[2 * k] + way,
                                                 time[2 * k + 1], time[2 * k + 2]};
            place = choice;
        }
        if (place != LW_HOME)
            plan->done[r] =
                time[2 * (size_t)solver->best.count[r]] + lw_work_way(work, r, place, LW_HOME);
    }
    plan->first[work->robot_count] = step;
}

static lw_status conclude(const lw_solver *solver, lw_work_plan *plan, lw_error *error)
{
    const lw_work_tables *work = solver->work;
    plan->bound = solver->bound;
    plan->greedy = solver->greedy;
    plan->one_by_one = solver->one_by_one;
    plan->nodes = solver->table.nodes;
    plan->linear = solver->linear;
    plan->robot_count = work->robot_count;
    plan->task_count = work->task_count;
    plan->makespan = solver->makespan;
    if (!(solver->makespan < HUGE_VAL)) {
        plan->kind = solver->whole || !(solver->bound < HUGE_VAL) ? LW_WORK_IMPOSSIBLE : LW_WORK_NONE;
        return LW_OK;
    }
    plan->kind = is_proven(solver) ? LW_WORK_OPTIMAL : LW_WORK_FOUND;
    plan->bound = plan->bound < plan->makespan ? plan->bound : plan->makespan;
    plan->steps = calloc(work->task_count + 1, sizeof *plan->steps);
    plan->first = calloc(work->robot_count + 1, sizeof *plan->first);
    plan->done = calloc(work->robot_count + 1, sizeof *plan->done);
    if (!plan->steps || !plan->first || !plan->done)
        return lw_fail_memory(error);
    write_steps(solver, plan);
    return LW_OK;
}

lw_status lw_work_solve(const lw_work_tables *work, const lw_work_options *options, lw_work_plan *out,
                        lw_error *error)
{
    if (!work || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_work_solve needs tables and a place for the plan");
    lw_work_tables own_work = lw_default_work_tables();
    lw_work_options own = lw_default_work_options();
    if (!options)
        options = &own;
    lw_status status = lw_sized_check(LW_SIZED(work_plan), out, error);
    if (!status)
        LW_SIZED_TAKE(work_tables, work, &own_work, status, error);
    if (!status)
        LW_SIZED_TAKE(work_options, options, &own, status, error);
    if (!status && !(options->budget_seconds >= 0 && options->budget_seconds < HUGE_VAL))
        status = lw_fail(error, LW_ERROR_ARGUMENT, "the budget is %g seconds; it must be 0 or more",
                         options->budget_seconds);
    if (!status)
        status = check_sizes(work, error);
    if (!status)
        status = check_choices(work, error);
    if (!status)
        status = check_precedence(work, error);
    if (!status)
        status = check_travel(work, error);
    if (status)
        return status;
    lw_solver solver = {.work = work, .options = options, .random = {options->seed}};
    solver.makespan = solver.greedy = solver.one_by_one = solver.deadline = HUGE_VAL;
    if (options->budget_seconds > 0)
        solver.deadline = lw_clock() + options->budget_seconds;
    lw_work_plan plan = lw_default_work_plan();
    status = begin(&solver, error);
    if (!status)
        status = search(&solver, error);
    if (!status)
        status = conclude(&solver, &plan, error);
    end(&solver);
    if (status)
        lw_work_plan_free(&plan);
    else
        lw_sized_write(LW_SIZED(work_plan), &plan, out);
    return status;
}

void lw_work_plan_free(lw_work_plan *plan)
{
    if (!plan)
        return;
    free(plan->steps);
    free(plan->first);
    free(plan->done);
    plan->steps = NULL;
    plan->first = NULL;
    plan->done = NULL;
}
