/* Finds a schedule for the tasks of a cell, and proves it. */
#include "base/clock.h"
#include "base/error.h"
#include "base/sized.h"
#include "leeway/ask.h"
#include "math/vec.h"
#include "schedule/schedule.h"
#include "schedule/timetable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Schedules that are sought at most, until one is proven. */
enum { MOST_ROUNDS = 60 };

typedef struct finding {
    const lw_tasks *tasks;
    const lw_schedule_options *options;
    lw_transfers ways;
    lw_conflicts conflicts;
    lw_schedule *schedule; /* of this round */
    lw_schedule *proven;   /* the best so far that is proven; NULL: none */
    lw_work_plan before;   /* the plan of the last round */
    double seconds;        /* of the search so far */
} finding;

static double travel(void *context, size_t robot, size_t from, size_t to)
{
    const finding *f = context;
    const lw_transfer way = lw_transfers_find(&f->ways, robot, from, to);
    return lw_way_seconds(&way);
}

static size_t find_conflicts(void *context, const lw_work_stretch *first, const lw_work_stretch *second,
                             const lw_work_span **spans)
{
    finding *f = context;
    return lw_conflicts_find(&f->conflicts, first, second, spans);
}

/* Refuses homes at which two robots meet: both stand there until one of them leaves. */
static lw_status check_homes(finding *f, lw_error *error)
{
    for (size_t r = 0; r < f->tasks->robots; r++)
        for (size_t s = r + 1; s < f->tasks->robots; s++) {
            const lw_work_stretch stands[2] = {{r, LW_HOME, LW_HOME}, {s, LW_HOME, LW_HOME}};
            const lw_work_span *spans;
            const size_t count = lw_conflicts_find(&f->conflicts, &stands[0], &stands[1], &spans);
            if (count == SIZE_MAX) {
                if (error)
                    *error = f->conflicts.error;
                return f->conflicts.error.status;
            }
            if (count)
                return lw_fail(
                    error, LW_ERROR_ARGUMENT,
                    "the homes of the robots \"%.60s\" and \"%.60s\" are in contact, or nearer "
                    "than their margin",
                    lw_scene_robot_name(f->tasks->scene, r), lw_scene_robot_name(f->tasks->scene, s));
        }
    return LW_OK;
}

/* Refuses an order of tasks that is a cycle, by the name of a task in it. */
static lw_status check_order(const lw_tasks *tasks, lw_error *error)
{
    bool done[LW_WORK_MOST_TASKS] = {0};
    for (size_t round = 0; round <= tasks->list.count; round++)
        for (size_t task = 0; task < tasks->list.count; task++) {
            bool ready = true;
            for (size_t i = 0; i < tasks->before.count; i++)
                ready = ready && (tasks->before.items[i][1] != task || done[tasks->before.items[i][0]]);
            done[task] = done[task] || ready;
        }
    size_t task = 0;
    while (task < tasks->list.count && done[task])
        task++;
    if (task == tasks->list.count)
        return LW_OK;
    /* each task that is left waits for one that is left: so many steps back lead into the cycle */
    for (size_t step = 0; step < tasks->list.count; step++)
        for (size_t i = 0; i < tasks->before.count; i++)
            if (tasks->before.items[i][1] == task && !done[tasks->before.items[i][0]]) {
                task = tasks->before.items[i][0];
                break;
            }
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "the order of the tasks is a cycle: \"%.100s\" would have to come before itself",
                   tasks->list.items[task].name);
}

/* The nodes of a round: half of them in the first one, then half of what is left, but some always. */
static uint64_t share(uint64_t nodes, size_t round)
{
    return nodes ? (nodes >> (round < 5 ? round + 1 : 6)) + 1 : 0;
}

static lw_status solve(finding *f, size_t round, lw_error *error)
{
    const lw_tasks *tasks = f->tasks;
    lw_work_tables work = lw_default_work_tables();
    work.robot_count = tasks->robots;
    work.task_count = tasks->list.count;
    work.choices = tasks->choices.items;
    work.choice_count = tasks->choices.count;
    work.before = (const size_t(*)[2])tasks->before.items;
    work.before_count = tasks->before.count;
    work.stay = tasks->stay;
    work.travel = travel;
    work.conflicts = find_conflicts;
    work.context = f;
    work.reach = lw_conflicts_reach(&f->conflicts);
    f->schedule->plan = lw_default_work_plan();
    lw_work_options options = lw_default_work_options();
    options.seed = f->options->seed + round;
    options.budget_nodes = share(f->options->budget_nodes, round);
    options.budget_seconds = f->options->budget_seconds;
    if (options.budget_seconds > 0)
        options.budget_seconds =
            greater(0.5 * (options.budget_seconds - f->seconds), 0.02 * options.budget_seconds);
    options.start = f->proven ? &f->proven->plan : round ? &f->before : NULL;
    options.stop = f->options->stop;
    options.stop_context = f->options->stop_context;
    const double begin = lw_clock();
    lw_status status = lw_work_solve(&work, &options, &f->schedule->plan, error);
    f->seconds += lw_clock() - begin;
    if (status && f->conflicts.error.status && error)
        *error = f->conflicts.error;
    if (status)
        return status;
    switch (f->schedule->plan.kind) {
    case LW_WORK_OPTIMAL:
    case LW_WORK_FOUND:
        return LW_OK;
    case LW_WORK_NONE:
        return lw_fail(error, LW_ERROR_STATE, "no schedule was found within the budget");
    case LW_WORK_IMPOSSIBLE:
        return lw_fail(error, LW_ERROR_STATE,
                       "there is no schedule: the robots are in each other's way in any order");
    }
    return LW_OK;
}

/* The stretch of a robot's route at a time, and when it begins. */
static lw_work_stretch stretch_at(const lw_work_plan *plan, bool stay, size_t robot, double time,
                                  double *begin)
{
    size_t place = LW_HOME;
    *begin = 0;
    for (size_t i = plan->first[robot]; i < plan->first[robot + 1]; i++) {
        const lw_work_step *step = &plan->steps[i];
        if (time < step->depart)
            return (lw_work_stretch){robot, place, place};
        *begin = step->depart;
        if (time < step->arrive)
            return (lw_work_stretch){robot, place, step->choice};
        *begin = step->arrive;
        place = step->choice;
        if (i + 1 == plan->first[robot + 1] && !stay && time >= step->leave) {
            *begin = time < plan->done[robot] ? step->leave : plan->done[robot];
            return (lw_work_stretch){robot, time < plan->done[robot] ? place : LW_HOME, LW_HOME};
        }
    }
    return (lw_work_stretch){robot, place, place};
}

/* Adds a contact that the proof has met to the conflicts. */
static lw_status learn(finding *f, const lw_obstacle_to_proof *obstacle, size_t round, lw_error *error)
{
    lw_work_stretch stretches[2];
    double begin[2];
    double time[2];
    for (int i = 0; i < 2; i++) {
        stretches[i] = stretch_at(&f->schedule->plan, f->tasks->stay, obstacle->robots[i],
                                  obstacle->times[i], &begin[i]);
        time[i] = obstacle->times[i] - begin[i];
    }
    const bool stands[2] = {stretches[0].from == stretches[0].to, stretches[1].from == stretches[1].to};
    /* A little more than what the slack asks for, so that the next schedule is not at the edge, and
     * the more, the more often it failed. The time
     * of a robot that stands is any of its stand, so that the delay of the two is only known of moves.
     */
    const double delay = stands[0] || stands[1] ? 0 : fabs(obstacle->times[0] - obstacle->times[1]);
    const double most = stands[0] || stands[1] ? 3 * f->options->slack + 2e-3 : 2 * f->options->slack;
    const double pad = fmax(most, delay) * (1.05 + 0.05 * (double)round) + 1e-3;
    const int first = !stands[0] && stands[1];
    lw_work_span span = {0, pad};
    if (stands[first] != stands[!first])
        span = (lw_work_span){time[!first] - pad, time[!first] + pad};
    else if (!stands[0])
        span = (lw_work_span){time[0] - time[1] - pad, time[0] - time[1] + pad};
    return lw_conflicts_add(&f->conflicts, &stretches[first], &stretches[!first], span, error);
}

/* A schedule to fill; that of the last round leaves its plan behind. */
static lw_status begin_round(finding *f, lw_error *error)
{
    if (f->schedule) {
        lw_work_plan_free(&f->before);
        f->before = f->schedule->plan;
        f->schedule->plan = lw_default_work_plan();
    }
    lw_schedule_destroy(f->schedule);
    f->schedule = calloc(1, sizeof *f->schedule);
    if (!f->schedule)
        return lw_fail_memory(error);
    f->schedule->scene = f->tasks->scene;
    f->schedule->robots = f->tasks->robots;
    f->schedule->slack = f->options->slack;
    return LW_OK;
}

/* Keeps the schedule of this round, which is proven, if it is better than the one before. The bound is
 * that of all rounds. */
static void keep(finding *f)
{
    const double bound =
        greater(f->schedule->plan.bound, f->proven ? f->proven->plan.bound : -HUGE_VAL);
    if (!f->proven || f->schedule->plan.makespan < f->proven->plan.makespan) {
        lw_schedule_destroy(f->proven);
        f->proven = f->schedule;
        f->schedule = NULL;
    }
    lw_work_plan *plan = &f->proven->plan;
    plan->bound = lesser(bound, plan->makespan);
    if (plan->makespan <= bound + LW_TIME_ROUNDING)
        plan->kind = LW_WORK_OPTIMAL;
}

/* Whether a proven schedule is optimal, or the budget is used. */
static bool is_enough(const finding *f, size_t round)
{
    const lw_schedule_options *options = f->options;
    return f->proven->plan.kind == LW_WORK_OPTIMAL || (options->budget_nodes && round >= 4) ||
           (options->budget_seconds > 0 && f->seconds > 0.8 * options->budget_seconds) ||
           (options->stop && options->stop(options->stop_context));
}

static lw_status seek(finding *f, lw_error *error)
{
    for (size_t round = 0; round < MOST_ROUNDS; round++) {
        bool proven = false, known = false;
        lw_obstacle_to_proof obstacle = {0};
        lw_status status = begin_round(f, error);
        if (!status)
            status = solve(f, round, error);
        if (!status)
            status = lw_schedule_fill(f->schedule, &f->ways, error);
        if (!status)
            status = lw_schedule_prove(f->schedule, f->options, &proven, &known, &obstacle, error);
        if (!status) {
            f->schedule->rounds = round + 1;
            f->schedule->sampled = f->conflicts.sampled;
        }
        if (!status && proven)
            keep(f);
        else if (!status && known)
            status = learn(f, &obstacle, round, error);
        else if (!status)
            break;
        if (f->proven && (status || is_enough(f, round)))
            return LW_OK; /* whatever ended the search for a better one */
        if (status)
            return status;
    }
    if (f->proven)
        return LW_OK;
    return lw_fail(error, LW_ERROR_STATE,
                   "a schedule of %.6g s was found, but not proven free with a slack of %g s",
                   f->schedule->plan.makespan, f->options->slack);
}

static lw_status check_options(const lw_tasks *tasks, const lw_schedule_options *options,
                               lw_error *error)
{
    if (!(options->slack >= 0 && options->slack <= 10))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the slack is %g seconds; it must be from 0 to 10",
                       options->slack);
    if (!tasks->list.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are no tasks");
    return check_order(tasks, error);
}

lw_status lw_schedule_find(const lw_tasks *tasks, const lw_schedule_options *options, lw_schedule **out,
                           lw_error *error)
{
    if (!tasks || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_schedule_find needs tasks and a place for the schedule");
    lw_schedule_options own = lw_default_schedule_options();
    if (!options)
        options = &own;
    lw_status status = LW_OK;
    LW_SIZED_TAKE(schedule_options, options, &own, status, error);
    if (!status)
        status = check_options(tasks, options, error);
    if (status)
        return status;
    finding f = {.tasks = tasks, .options = options};
    status = lw_transfers_create(tasks, options, &f.ways, error);
    if (!status)
        status = lw_conflicts_create(&f.ways, options, &f.conflicts, error);
    if (!status)
        status = check_homes(&f, error);
    if (!status)
        status = seek(&f, error);
    lw_work_plan_free(&f.before);
    lw_conflicts_destroy(&f.conflicts);
    lw_transfers_destroy(&f.ways);
    lw_schedule_destroy(f.schedule);
    if (status)
        lw_schedule_destroy(f.proven);
    else
        *out = f.proven;
    return status;
}
