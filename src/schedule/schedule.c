/* A schedule: its plan, its trajectories, and the proof that nothing meets. */
#include "schedule/schedule.h"

#include "base/error.h"
#include "leeway/ask.h"
#include "leeway/delay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lw_schedule_destroy(lw_schedule *schedule)
{
    if (!schedule)
        return;
    for (size_t r = 0; schedule->rows && r < schedule->robots; r++) {
        free(schedule->rows[r].times.items);
        free(schedule->rows[r].positions.items);
        free(schedule->rows[r].velocities.items);
    }
    lw_work_plan_free(&schedule->plan);
    free(schedule->rows);
    free((void *)schedule->joints);
    free(schedule);
}

const lw_work_plan *lw_schedule_plan(const lw_schedule *schedule)
{
    return &schedule->plan;
}

const lw_scene *lw_schedule_scene(const lw_schedule *schedule)
{
    return schedule->scene;
}

double lw_schedule_slack(const lw_schedule *schedule)
{
    return schedule->slack;
}

void lw_schedule_counts(const lw_schedule *schedule, size_t *rounds, size_t *sampled)
{
    if (rounds)
        *rounds = schedule->rounds;
    if (sampled)
        *sampled = schedule->sampled;
}

lw_status lw_schedule_track(const lw_schedule *schedule, size_t robot, lw_track *out, lw_error *error)
{
    if (!schedule || !out || robot >= schedule->robots)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no robot %zu in the schedule", robot);
    const lw_rows_in_time *rows = &schedule->rows[robot];
    *out = lw_default_track();
    out->kind = LW_TRACK_TRAJECTORY;
    out->joints = schedule->joints[robot];
    out->point_count = rows->times.count;
    out->times = rows->times.items;
    out->positions = rows->positions.items;
    out->velocities = rows->velocities.items;
    out->interpolation = LW_INTERPOLATION_CUBIC;
    return LW_OK;
}

lw_status lw_schedule_motion(const lw_schedule *schedule, lw_motion *motion, lw_error *error)
{
    if (!schedule || !motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_schedule_motion needs a schedule and a motion");
    lw_track tracks[LW_WORK_MOST_ROBOTS];
    lw_status status = LW_OK;
    for (size_t r = 0; r < schedule->robots && !status; r++)
        status = lw_schedule_track(schedule, r, &tracks[r], error);
    return status ? status : lw_motion_set(motion, tracks, schedule->robots, error);
}

/* ---- trajectories -----------------------------------------------------------------------------------
 */

static lw_status add_row(lw_rows_in_time *rows, size_t width, double time, const double *position,
                         const double *velocity, lw_error *error)
{
    const size_t count = rows->times.count, values = count * width;
    if (!LW_ARRAY_GROW(&rows->times) || !LW_ARRAY_RESERVE(&rows->positions, values + width) ||
        !LW_ARRAY_RESERVE(&rows->velocities, values + width))
        return lw_fail_memory(error);
    rows->times.items[count] = time;
    for (size_t i = 0; i < width; i++) {
        rows->positions.items[values + i] = position[i];
        rows->velocities.items[values + i] = velocity ? velocity[i] : 0;
    }
    rows->times.count++;
    rows->positions.count = rows->velocities.count = values + width;
    return LW_OK;
}

/* Adds a way that begins at a time. Where the robot stands until then, there is a row at its beginning;
 * else the last row is that of the beginning. Continuous joints may be whole turns away from where the
 * way has them: the way is shifted by these. */
static lw_status add_way(lw_rows_in_time *rows, const lw_transfer *way, double begin, double *position,
                         double *velocity, lw_error *error)
{
    const lw_timed_path *path = way->path;
    const size_t width = path->value_count, count = path->point_count;
    const double whole = path->times[count - 1];
    const double last = rows->times.items[rows->times.count - 1];
    double *shift = calloc(width + 1, sizeof *shift);
    lw_status status = shift ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        const size_t row = way->back ? count - 1 - i : i;
        for (size_t k = 0; k < width; k++) {
            const double value = path->positions[row * width + k];
            if (!i) {
                const double now = rows->positions.items[rows->positions.count - width + k];
                shift[k] = fabs(now - value) > 1e-9 ? now - value : 0;
            }
            position[k] = value + shift[k];
            velocity[k] = (way->back ? -1 : 1) * path->velocities[row * width + k];
        }
        const double time = begin + (way->back ? whole - path->times[row] : path->times[row]);
        if (i || time > last + 1e-9)
            status = add_row(rows, width, time, position, i ? velocity : NULL, error);
    }
    free(shift);
    return status;
}

static lw_status fill_robot(lw_schedule *schedule, const lw_transfers *ways, size_t robot,
                            lw_error *error)
{
    const lw_tasks *tasks = ways->tasks;
    const lw_work_plan *plan = &schedule->plan;
    const size_t width = lw_joints_value_count(tasks->joints[robot]);
    lw_rows_in_time *rows = &schedule->rows[robot];
    double *position = calloc(2 * width + 1, sizeof *position);
    lw_status status = position ? LW_OK : lw_fail_memory(error);
    if (!status)
        status = add_row(rows, width, 0, tasks->homes[robot], NULL, error);
    size_t place = LW_HOME;
    for (size_t i = plan->first[robot]; i < plan->first[robot + 1] && !status; i++) {
        const lw_work_step *step = &plan->steps[i];
        const lw_transfer way = lw_transfers_find(ways, robot, place, step->choice);
        status = add_way(rows, &way, step->depart, position, position + width, error);
        place = step->choice;
    }
    if (!status && place != LW_HOME && !tasks->stay) {
        const lw_transfer way = lw_transfers_find(ways, robot, place, LW_HOME);
        status = add_way(rows, &way, plan->steps[plan->first[robot + 1] - 1].leave, position,
                         position + width, error);
    }
    /* all robots stand until the last one is done */
    const double last = rows->times.count ? rows->times.items[rows->times.count - 1] : 0;
    const double end = plan->makespan > last + 1e-9 ? plan->makespan : last > 0 ? 0 : 1e-9;
    if (!status && end > last) {
        memcpy(position, rows->positions.items + rows->positions.count - width,
               width * sizeof *position);
        status = add_row(rows, width, end, position, NULL, error);
    }
    free(position);
    return status;
}

lw_status lw_schedule_fill(lw_schedule *schedule, const lw_transfers *ways, lw_error *error)
{
    schedule->rows = calloc(schedule->robots, sizeof *schedule->rows);
    schedule->joints = calloc(schedule->robots, sizeof *schedule->joints);
    if (!schedule->rows || !schedule->joints)
        return lw_fail_memory(error);
    lw_status status = LW_OK;
    for (size_t r = 0; r < schedule->robots && !status; r++) {
        schedule->joints[r] = ways->tasks->joints[r];
        status = fill_robot(schedule, ways, r, error);
    }
    return status;
}

/* ---- the proof --------------------------------------------------------------------------------------
 */

/* Finds the delays of two robots up to so many seconds. *proven: all are free. A contact among them
 * becomes the obstacle. */
static lw_status find_delays(const lw_motion *motion, const size_t robots[2], double most, bool *proven,
                             bool *known, lw_obstacle_to_proof *obstacle, lw_error *error)
{
    lw_delay_options asked = lw_default_delay_options();
    asked.from = -most;
    asked.to = most;
    asked.tolerance = fmax(most / 8, 1e-4);
    lw_delays delays = lw_default_delays();
    lw_status status = lw_delays_find(motion, robots[0], motion, robots[1], &asked, &delays, error);
    if (status)
        return status;
    *proven = delays.count == 1 && delays.spans[0].kind == LW_VERDICT_FREE;
    for (size_t i = 0; i < delays.count && !*known; i++)
        if (delays.spans[i].kind == LW_VERDICT_CONTACT) {
            *known = true;
            for (int k = 0; k < 2; k++) {
                obstacle->robots[k] = robots[k];
                obstacle->times[k] = delays.spans[i].time[k];
            }
        }
    lw_delays_free(&delays);
    return LW_OK;
}

/* Whether all delays of two robots, of up to twice the slack, are proven free. Where that is undecided,
 * a contact at a somewhat longer delay is what comes too near. */
static lw_status prove_pair(const lw_motion *motion, const size_t robots[2],
                            const lw_schedule_options *options, bool *proven, bool *known,
                            lw_obstacle_to_proof *obstacle, lw_error *error)
{
    lw_status status = find_delays(motion, robots, 2 * options->slack, proven, known, obstacle, error);
    bool wider_proven = false;
    if (!status && !*proven && !*known)
        status = find_delays(motion, robots, 3 * options->slack + 2e-3, &wider_proven, known, obstacle,
                             error);
    return status;
}

lw_status lw_schedule_prove(const lw_schedule *schedule, const lw_schedule_options *options,
                            bool *proven, bool *known, lw_obstacle_to_proof *obstacle, lw_error *error)
{
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    *proven = true;
    *known = false;
    lw_status status = lw_motion_create(schedule->scene, &motion, error);
    if (!status)
        status = lw_schedule_motion(schedule, motion, error);
    for (size_t r = 0; r < schedule->robots && !status && *proven; r++)
        for (size_t s = r + 1; s < schedule->robots && !status && *proven; s++) {
            const size_t robots[2] = {r, s};
            status = prove_pair(motion, robots, options, proven, known, obstacle, error);
        }
    if (!status && *proven)
        status = lw_checker_create(schedule->scene, &checker, error);
    if (!status && *proven) {
        lw_verdict verdict = lw_default_verdict();
        status = lw_check(checker, motion, NULL, &verdict, error);
        *proven = verdict.kind == LW_VERDICT_FREE;
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    return status;
}
