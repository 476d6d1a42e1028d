/* Writes schedules and their trajectories as JSON. */
#include "base/error.h"
#include "io/text/json_write.h"
#include "leeway/ask.h"
#include "leeway/schedule.h"

#include <math.h>

static void write_number(lw_text *text, const char *key, double value)
{
    if (value < HUGE_VAL)
        lw_json_write_number_key(text, key, value);
}

/* Rows of values. */
static void write_rows(lw_text *text, const char *key, const double *rows, size_t count, size_t width)
{
    lw_json_write_key(text, key);
    lw_text_put(text, "[");
    for (size_t i = 0; i < count; i++) {
        lw_text_put(text, i ? ", " : "");
        lw_json_write_numbers(text, rows + i * width, width);
    }
    lw_text_put(text, "]");
}

static lw_status write_track(lw_text *text, const lw_schedule *schedule, const lw_scene *scene,
                             size_t robot, lw_error *error)
{
    lw_track track;
    lw_status status = lw_schedule_track(schedule, robot, &track, error);
    if (status)
        return status;
    const size_t width = lw_joints_value_count(track.joints);
    lw_json_write_text(text, lw_scene_robot_name(scene, robot));
    lw_text_put(text, ": {\"trajectory\": {\"times\": ");
    lw_json_write_numbers(text, track.times, track.point_count);
    write_rows(text, "positions", track.positions, track.point_count, width);
    write_rows(text, "velocities", track.velocities, track.point_count, width);
    lw_text_put(text, "}}");
    return LW_OK;
}

/* {"robots": {...}}, of one robot or of all. */
static lw_status write_motion(lw_text *text, const lw_schedule *schedule, size_t robot, lw_error *error)
{
    const lw_scene *scene = lw_schedule_scene(schedule);
    const bool all = robot == SIZE_MAX;
    const size_t first = all ? 0 : robot, end = all ? lw_scene_robot_count(scene) : robot + 1;
    lw_status status = LW_OK;
    lw_text_put(text, "{\"robots\": {");
    for (size_t r = first; r < end && !status; r++) {
        lw_text_put(text, r > first ? ", " : "");
        status = write_track(text, schedule, scene, r, error);
    }
    lw_text_put(text, "}}");
    return status;
}

lw_status lw_schedule_motion_json(const lw_schedule *schedule, size_t robot, char *text, size_t size,
                                  size_t *length, lw_error *error)
{
    lw_text out;
    if (!schedule)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_schedule_motion_json needs a schedule");
    lw_status status = lw_text_begin(&out, text, size, error);
    if (!status)
        status = write_motion(&out, schedule, robot, error);
    if (!status)
        lw_text_end(&out, length);
    return status;
}

static lw_status write_step(lw_text *text, const lw_tasks *tasks, const lw_work_step *step,
                            lw_error *error)
{
    lw_work_choice choice;
    lw_status status = lw_tasks_choice(tasks, step->choice, &choice, error);
    if (status)
        return status;
    lw_text_put(text, "{\"task\": ");
    lw_json_write_text(text, lw_tasks_name(tasks, choice.task));
    write_number(text, "depart", step->depart);
    write_number(text, "arrive", step->arrive);
    write_number(text, "begin", step->begin);
    write_number(text, "end", step->begin + choice.duration);
    write_number(text, "leave", step->leave);
    lw_text_put(text, "}");
    return LW_OK;
}

static lw_status write_schedule(lw_text *text, const lw_schedule *schedule, const lw_tasks *tasks,
                                lw_error *error)
{
    const lw_work_plan *plan = lw_schedule_plan(schedule);
    const lw_scene *scene = lw_schedule_scene(schedule);
    lw_status status = LW_OK;
    lw_text_put(text, plan->kind == LW_WORK_OPTIMAL ? "{\"schedule\": \"optimal\""
                                                    : "{\"schedule\": \"found\"");
    write_number(text, "makespan", plan->makespan);
    write_number(text, "bound", plan->bound);
    write_number(text, "greedy", plan->greedy);
    write_number(text, "one_by_one", plan->one_by_one);
    write_number(text, "slack", lw_schedule_slack(schedule));
    lw_json_write_key(text, "nodes");
    lw_text_put_whole(text, plan->nodes);
    lw_json_write_key(text, "linear");
    lw_text_put(text, plan->linear ? "true" : "false");
    lw_json_write_key(text, "robots");
    lw_text_put(text, "{");
    for (size_t r = 0; r < plan->robot_count && !status; r++) {
        lw_text_put(text, r ? ", " : "");
        lw_json_write_text(text, lw_scene_robot_name(scene, r));
        lw_text_put(text, ": {\"done\": ");
        lw_json_write_number(text, plan->done[r]);
        lw_json_write_key(text, "tasks");
        lw_text_put(text, "[");
        for (size_t i = plan->first[r]; i < plan->first[r + 1] && !status; i++) {
            lw_text_put(text, i > plan->first[r] ? ", " : "");
            status = write_step(text, tasks, &plan->steps[i], error);
        }
        lw_text_put(text, "]}");
    }
    lw_text_put(text, "}");
    lw_json_write_key(text, "motion");
    if (!status)
        status = write_motion(text, schedule, SIZE_MAX, error);
    lw_text_put(text, "}");
    return status;
}

lw_status lw_schedule_json(const lw_schedule *schedule, const lw_tasks *tasks, char *text, size_t size,
                           size_t *length, lw_error *error)
{
    lw_text out;
    if (!schedule || !tasks)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_schedule_json needs a schedule and its tasks");
    lw_status status = lw_text_begin(&out, text, size, error);
    if (!status)
        status = write_schedule(&out, schedule, tasks, error);
    if (!status)
        lw_text_end(&out, length);
    return status;
}
