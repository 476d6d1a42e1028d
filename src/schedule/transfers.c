/* The ways of robots between their places. Each robot is planned by itself: pairs of bodies of two
 * robots are left to the schedule. */
#include "schedule/transfers.h"

#include "base/error.h"
#include "leeway/ask.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

lw_status lw_copy_with_pairs(const lw_scene *scene, lw_keeps_pair *keeps, const void *context,
                             lw_scene **out, lw_error *error)
{
    lw_status status = lw_scene_copy(scene, out, error);
    for (size_t i = 0; i < lw_scene_pair_count(scene) && !status; i++) {
        size_t bodies[2];
        lw_body_info info[2] = {lw_default_body_info(), lw_default_body_info()};
        lw_scene_pair(scene, i, bodies);
        for (int k = 0; k < 2 && !status; k++)
            status = lw_scene_body_info(scene, bodies[k], &info[k], error);
        if (!status && !keeps(context, info[0].robot, info[1].robot))
            status = lw_scene_allow_pair(*out, lw_scene_body_name(scene, bodies[0]),
                                         lw_scene_body_name(scene, bodies[1]), true, error);
    }
    return status ? status : lw_scene_freeze(*out, error);
}

/* Robots do not see each other. */
static bool is_alone(const void *context, int64_t robot, int64_t other)
{
    (void)context;
    return robot < 0 || other < 0 || robot == other;
}

static lw_status list_places(const lw_tasks *tasks, size_t robot, lw_transfers *ways, lw_error *error)
{
    lw_robot_ways *own = &ways->robots[robot];
    const size_t most = tasks->choices.count + 1;
    own->choice = calloc(most, sizeof *own->choice);
    own->reached = calloc(most, sizeof *own->reached);
    own->trouble = calloc(most, sizeof *own->trouble);
    if (!own->choice || !own->reached || !own->trouble)
        return lw_fail_memory(error);
    own->choice[own->places++] = LW_HOME;
    for (size_t i = 0; i < tasks->choices.count; i++)
        if (tasks->choices.items[i].robot == robot) {
            ways->place[i] = own->places;
            own->choice[own->places++] = i;
        }
    own->ways = calloc(own->places * own->places, sizeof *own->ways);
    return own->ways ? LW_OK : lw_fail_memory(error);
}

/* Plans one way. *kind says why there is none. */
static lw_status plan_way(const lw_tasks *tasks, lw_planner *planner,
                          const lw_schedule_options *options, size_t robot, const size_t choices[2],
                          lw_timed_path *out, lw_plan_kind *kind, lw_error *error)
{
    lw_plan_options plan_options = lw_default_plan_options();
    plan_options.seed = options->seed;
    plan_options.budget_nodes = options->plan_nodes;
    plan_options.stop = options->stop;
    plan_options.stop_context = options->stop_context;
    lw_plan plan = lw_default_plan();
    lw_status status =
        lw_planner_find(planner, lw_tasks_place(tasks, robot, choices[0]),
                        lw_tasks_place(tasks, robot, choices[1]), &plan_options, &plan, error);
    if (status)
        return status;
    *kind = plan.kind;
    if (plan.kind != LW_PLAN_FOUND)
        return plan.reason == LW_REASON_STOPPED ? lw_fail(error, LW_ERROR_STOPPED, "stopped") : LW_OK;
    lw_timed_options timed = lw_default_timed_options();
    timed.acceleration = options->acceleration;
    *out = lw_default_timed_path();
    return lw_plan_timed(planner, &plan, &timed, out, error);
}

/* ---- ways that are given ----------------------------------------------------------------------------
 */

/* Whether a robot stands at a place with a row of a way. */
static bool is_at(const lw_transfers *ways, size_t robot, size_t place, const double *row)
{
    const lw_tasks *tasks = ways->tasks;
    const double *values = lw_tasks_place(tasks, robot, ways->robots[robot].choice[place]);
    for (size_t i = 0; i < lw_joints_value_count(tasks->joints[robot]); i++)
        if (!(fabs(values[i] - row[i]) <= 1e-6))
            return false;
    return true;
}

/* Refuses a way on which the robot meets obstacles or itself. */
static lw_status check_given(const lw_tasks *tasks, const lw_scene *alone, const lw_given_way *given,
                             size_t index, lw_error *error)
{
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = tasks->joints[given->robot];
    track.point_count = given->count;
    track.times = given->times;
    track.positions = given->positions;
    track.velocities = given->velocities;
    track.interpolation = LW_INTERPOLATION_CUBIC;
    lw_status status = lw_checker_create(alone, &checker, error);
    if (!status)
        status = lw_motion_create(alone, &motion, error);
    if (!status)
        status = lw_motion_set(motion, &track, 1, error);
    if (!status)
        status = lw_check(checker, motion, NULL, &verdict, error);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    if (status || verdict.kind == LW_VERDICT_FREE)
        return status;
    return lw_fail(error, LW_ERROR_ARGUMENT, "way %zu, of robot \"%.60s\", is not free after %.6g s",
                   index, lw_scene_robot_name(tasks->scene, given->robot), verdict.free_until);
}

/* A copy of a way between two places, at which it begins and ends exactly. */
static lw_status copy_way(const lw_transfers *ways, const lw_given_way *given, const size_t places[2],
                          lw_timed_path *out, lw_error *error)
{
    const lw_tasks *tasks = ways->tasks;
    const size_t width = lw_joints_value_count(tasks->joints[given->robot]);
    const size_t values = given->count * width;
    lw_timed_path path = lw_default_timed_path();
    path.times = calloc(given->count, sizeof *path.times);
    path.positions = calloc(values + 1, sizeof *path.positions);
    path.velocities = calloc(values + 1, sizeof *path.velocities);
    if (!path.times || !path.positions || !path.velocities) {
        lw_timed_path_free(&path);
        return lw_fail_memory(error);
    }
    path.point_count = given->count;
    path.value_count = width;
    memcpy(path.times, given->times, given->count * sizeof *path.times);
    memcpy(path.positions, given->positions, values * sizeof *path.positions);
    memcpy(path.velocities, given->velocities, values * sizeof *path.velocities);
    for (int end = 0; end < 2; end++)
        memcpy(path.positions + (end ? values - width : 0),
               lw_tasks_place(tasks, given->robot, ways->robots[given->robot].choice[places[end]]),
               width * sizeof *path.positions);
    lw_timed_path_free(out);
    *out = path;
    return LW_OK;
}

static lw_status take_given(lw_transfers *ways, const lw_scene *alone, size_t index, lw_error *error)
{
    const lw_tasks *tasks = ways->tasks;
    const lw_given_way *given = &tasks->ways.items[index];
    lw_robot_ways *own = &ways->robots[given->robot];
    const size_t width = lw_joints_value_count(tasks->joints[given->robot]);
    const double *last = given->positions + (given->count - 1) * width;
    lw_status status = check_given(tasks, alone, given, index, error);
    size_t begins = 0;
    size_t taken = 0;
    for (size_t a = 0; a < own->places && !status; a++) {
        if (!is_at(ways, given->robot, a, given->positions))
            continue;
        begins++;
        for (size_t b = 0; b < own->places && !status; b++)
            if (a != b && is_at(ways, given->robot, b, last)) {
                const size_t places[2] = {a, b};
                status = copy_way(ways, given, places, &own->ways[a * own->places + b], error);
                taken++;
            }
    }
    if (status || taken)
        return status;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "way %zu, of robot \"%.60s\", %s: that is neither its home nor a place of its tasks",
                   index, lw_scene_robot_name(tasks->scene, given->robot),
                   begins ? "ends where no other place is" : "begins where no place is");
}

static lw_status plan_robot(const lw_tasks *tasks, lw_planner *planner,
                            const lw_schedule_options *options, size_t robot, lw_robot_ways *own,
                            lw_error *error)
{
    lw_status status = LW_OK;
    own->reached[0] = true;
    for (size_t i = 0; i < own->places && !status; i++)
        for (size_t k = i + 1; k < own->places && !status; k++) {
            const size_t choices[2] = {own->choice[i], own->choice[k]};
            if (own->ways[i * own->places + k].point_count ||
                own->ways[k * own->places + i].point_count) {
                own->reached[k] = own->reached[k] || !i;
                continue;
            }
            if (!own->reached[i] || (i && !own->reached[k]) ||
                (i && tasks->choices.items[choices[0]].task == tasks->choices.items[choices[1]].task))
                continue;
            lw_plan_kind kind = LW_PLAN_FOUND;
            status = plan_way(tasks, planner, options, robot, choices, &own->ways[i * own->places + k],
                              &kind, error);
            if (status || i)
                continue;
            if (kind == LW_PLAN_START_IN_CONTACT)
                return lw_fail(error, LW_ERROR_ARGUMENT, "the home of robot \"%s\" is in contact",
                               lw_scene_robot_name(tasks->scene, robot));
            own->reached[k] = kind == LW_PLAN_FOUND;
            own->trouble[k] =
                kind == LW_PLAN_GOAL_IN_CONTACT ? "is in contact there" : "finds no path from its home";
        }
    return status;
}

/* Refuses a task that no robot reaches. */
static lw_status check_reached(const lw_transfers *ways, lw_error *error)
{
    const lw_tasks *tasks = ways->tasks;
    for (size_t task = 0; task < tasks->list.count; task++) {
        bool reached = false;
        size_t last = SIZE_MAX;
        for (size_t i = 0; i < tasks->choices.count; i++)
            if (tasks->choices.items[i].task == task) {
                last = i;
                reached =
                    reached || ways->robots[tasks->choices.items[i].robot].reached[ways->place[i]];
            }
        if (reached)
            continue;
        if (last == SIZE_MAX)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "task \"%.100s\" has no configuration of any robot",
                           tasks->list.items[task].name);
        const size_t robot = tasks->choices.items[last].robot;
        return lw_fail(error, LW_ERROR_ARGUMENT, "no robot reaches task \"%.100s\": robot \"%.60s\" %s",
                       tasks->list.items[task].name, lw_scene_robot_name(tasks->scene, robot),
                       ways->robots[robot].trouble[ways->place[last]]);
    }
    return LW_OK;
}

lw_status lw_transfers_create(const lw_tasks *tasks, const lw_schedule_options *options,
                              lw_transfers *out, lw_error *error)
{
    lw_transfers ways = {.tasks = tasks};
    ways.robots = calloc(tasks->robots, sizeof *ways.robots);
    ways.place = calloc(tasks->choices.count + 1, sizeof *ways.place);
    *out = ways;
    lw_scene *alone = NULL;
    lw_status status = ways.robots && ways.place ? LW_OK : lw_fail_memory(error);
    if (!status)
        status = lw_copy_with_pairs(tasks->scene, is_alone, NULL, &alone, error);
    for (size_t r = 0; r < tasks->robots && !status; r++)
        status = list_places(tasks, r, out, error);
    for (size_t i = 0; i < tasks->ways.count && !status; i++)
        status = take_given(out, alone, i, error);
    for (size_t r = 0; r < tasks->robots && !status; r++) {
        if (out->robots[r].places < 2)
            continue;
        lw_plan_space space = lw_default_plan_space();
        space.joints = &tasks->joints[r];
        space.joints_count = 1;
        lw_planner *planner = NULL;
        status = lw_planner_create(alone, &space, options->threads, &planner, error);
        if (!status)
            status = plan_robot(tasks, planner, options, r, &out->robots[r], error);
        lw_planner_destroy(planner);
    }
    lw_scene_destroy(alone);
    return status ? status : check_reached(out, error);
}

void lw_transfers_destroy(lw_transfers *ways)
{
    for (size_t r = 0; ways->robots && r < ways->tasks->robots; r++) {
        lw_robot_ways *own = &ways->robots[r];
        for (size_t i = 0; own->ways && i < own->places * own->places; i++)
            lw_timed_path_free(&own->ways[i]);
        free(own->choice);
        free(own->reached);
        free(own->trouble);
        free(own->ways);
    }
    free(ways->robots);
    free(ways->place);
    *ways = (lw_transfers){0};
}

lw_transfer lw_transfers_find(const lw_transfers *ways, size_t robot, size_t from, size_t to)
{
    const lw_robot_ways *own = &ways->robots[robot];
    const size_t a = lw_transfers_place(ways, from), b = lw_transfers_place(ways, to);
    const lw_timed_path *there = &own->ways[a * own->places + b];
    const lw_timed_path *back = &own->ways[b * own->places + a];
    if (there->point_count)
        return (lw_transfer){there, false};
    return (lw_transfer){back->point_count ? back : NULL, true};
}

double lw_way_seconds(const lw_transfer *way)
{
    return way->path ? way->path->times[way->path->point_count - 1] : HUGE_VAL;
}

void lw_way_at(const lw_transfer *way, double time, double *values)
{
    const lw_timed_path *path = way->path;
    const size_t width = path->value_count;
    if (way->back)
        time = lw_way_seconds(way) - time;
    size_t i = 0;
    while (i + 2 < path->point_count && path->times[i + 1] < time)
        i++;
    const double begin = path->times[i], lasts = path->times[i + 1] - begin;
    const double s = fmin(fmax((time - begin) / lasts, 0), 1), r = 1 - s;
    const double *p = path->positions + i * width, *v = path->velocities + i * width;
    for (size_t k = 0; k < width; k++)
        values[k] = r * r * (1 + 2 * s) * p[k] + s * s * (1 + 2 * r) * p[k + width] +
                    lasts * r * s * (r * v[k] - s * v[k + width]);
}
