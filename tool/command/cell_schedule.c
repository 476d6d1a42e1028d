/* leeway cell --optimise: reads tasks, finds a schedule, writes it and the trajectories. */
#include "command/cell_schedule.h"

#include "part/report_page.h"
#include "text/exit_status.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/output.h"
#include "text/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 28 };

/* The whole of a file; NULL: an error. */
static char *read_all(const char *path, size_t *length, lw_error *error)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    char *text = NULL;
    size_t room = 0;
    *length = 0;
    if (!file) {
        lw_error_set(error, LW_ERROR_FILE, path, 0, 0, "%s", strerror(errno));
        return NULL;
    }
    for (;;) {
        if (*length == room) {
            room = room ? 2 * room : 1 << 16;
            char *more = room > MOST_BYTES ? NULL : realloc(text, room);
            if (!more) {
                lw_error_set(error, LW_ERROR_MEMORY, path, 0, 0, "the file of tasks is too large");
                free(text);
                text = NULL;
                break;
            }
            text = more;
        }
        const size_t read = fread(text + *length, 1, room - *length, file);
        *length += read;
        if (!read)
            break;
    }
    if (text && ferror(file)) {
        lw_error_set(error, LW_ERROR_FILE, path, 0, 0, "it cannot be read");
        free(text);
        text = NULL;
    }
    if (file != stdin)
        fclose(file);
    return text;
}

static lw_status read_tasks(const lw_schedule_request *request, lw_tasks **tasks, lw_error *error)
{
    size_t length = 0;
    char *text = read_all(request->tasks, &length, error);
    if (!text)
        return error->status;
    lw_status status = lw_tasks_read_json(request->scene, text, length, request->tasks, tasks, error);
    free(text);
    return status;
}

/* Writes JSON that a function of the library makes: of the whole schedule, where tasks are given, else
 * the trajectory of a robot. */
static lw_status write_json(const lw_schedule *schedule, const lw_tasks *tasks, size_t robot,
                            lw_output *output, lw_error *error)
{
    size_t length = 0;
    char *text = NULL;
    lw_status status = LW_OK;
    for (int round = 0; round < 2 && !status; round++) {
        const size_t size = text ? length + 1 : 0;
        status = tasks ? lw_schedule_json(schedule, tasks, text, size, &length, error)
                       : lw_schedule_motion_json(schedule, robot, text, size, &length, error);
        if (!status && !text && !(text = malloc(length + 1)))
            status = lw_fail_memory(error);
    }
    if (!status)
        status = lw_output_begin(output, error);
    if (!status)
        status = lw_output_put(output, text, length, error);
    if (!status)
        status = lw_output_put(output, "\n", 1, error);
    free(text);
    return status;
}

static lw_status write_robot(const lw_schedule_request *request, const lw_schedule *schedule,
                             size_t robot, const lw_inputs *inputs, lw_error *error)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s%s.json", request->robots,
                                lw_scene_robot_name(request->scene, robot));
    if (length < 0 || (size_t)length >= sizeof path)
        return lw_fail(error, LW_ERROR_FILE, "the name of a robot's file is too long");
    for (char *c = path + strlen(request->robots); *c; c++)
        if (*c == '/')
            *c = '_';
    lw_output output = lw_output_to(path, LW_OUTPUT_DOCUMENT, inputs);
    lw_status status = write_json(schedule, NULL, robot, &output, error);
    if (status)
        lw_output_abandon(&output);
    else
        status = lw_output_close(&output, error);
    return status;
}

static lw_status print_text(const lw_schedule *schedule, const lw_tasks *tasks, lw_output *output,
                            lw_error *error)
{
    const lw_work_plan *plan = lw_schedule_plan(schedule);
    const lw_scene *scene = lw_schedule_scene(schedule);
    lw_status status = lw_output_begin(output, error);
    FILE *file = output->file;
    for (size_t r = 0; r < plan->robot_count && !status; r++) {
        lw_print(file, "%s: %zu tasks, done at %.3f s\n", lw_scene_robot_name(scene, r),
                 plan->first[r + 1] - plan->first[r], plan->done[r]);
        for (size_t i = plan->first[r]; i < plan->first[r + 1] && !status; i++) {
            const lw_work_step *step = &plan->steps[i];
            lw_work_choice choice;
            status = lw_tasks_choice(tasks, step->choice, &choice, error);
            if (!status)
                lw_print(file, "    %8.3f s to %8.3f s: %s\n", step->begin,
                         step->begin + choice.duration, lw_tasks_name(tasks, choice.task));
        }
    }
    if (status)
        return status;
    lw_print(file, "makespan %.3f s, ", plan->makespan);
    if (plan->kind == LW_WORK_OPTIMAL)
        lw_print(file, "optimal");
    else
        lw_print(file, "within %.1f %% of the bound %.3f s", 100 * (plan->makespan / plan->bound - 1),
                 plan->bound);
    lw_print(file, "; proven free with a slack of %g s\n", lw_schedule_slack(schedule));
    if (plan->one_by_one < HUGE_VAL)
        lw_print(file, "one robot after the other: %.3f s; ", plan->one_by_one);
    if (plan->greedy < HUGE_VAL)
        lw_print(file, "greedy, with waits: %.3f s\n", plan->greedy);
    else
        lw_print(file, "greedy, with waits: a dead end\n");
    return lw_output_flush(output, error);
}

static lw_status write_files(const lw_schedule_request *request, const lw_schedule *schedule,
                             const lw_tasks *tasks, const lw_inputs *inputs, lw_error *error)
{
    const bool to_file = request->out && strcmp(request->out, "-") != 0;
    lw_status status = LW_OK;
    for (size_t r = 0; request->robots && r < lw_scene_robot_count(request->scene) && !status; r++)
        status = write_robot(request, schedule, r, inputs, error);
    if (!status && (to_file || request->json)) {
        lw_output output = lw_output_to(request->out, LW_OUTPUT_DOCUMENT, inputs);
        status = write_json(schedule, tasks, 0, &output, error);
        if (status)
            lw_output_abandon(&output);
        else
            status = lw_output_close(&output, error);
    }
    if (!status && !request->json) {
        lw_output output = lw_output_to(NULL, LW_OUTPUT_LINES, inputs);
        status = print_text(schedule, tasks, &output, error);
        if (!status)
            status = lw_output_close(&output, error);
    }
    return status;
}

/* ---- the page ------------------------------------------------------------------------------------ */

/* What the robots do when: tasks, and the moves to them. The names of moves are the caller's to free.
 */
static lw_status list_steps(const lw_schedule *schedule, const lw_tasks *tasks, lw_page_step *steps,
                            size_t *count, lw_error *error)
{
    const lw_work_plan *plan = lw_schedule_plan(schedule);
    *count = 0;
    for (size_t r = 0; r < plan->robot_count; r++) {
        for (size_t i = plan->first[r]; i < plan->first[r + 1]; i++) {
            const lw_work_step *step = &plan->steps[i];
            lw_work_choice choice;
            lw_status status = lw_tasks_choice(tasks, step->choice, &choice, error);
            if (status)
                return status;
            const char *name = lw_tasks_name(tasks, choice.task);
            steps[(*count)++] = (lw_page_step){r, name, step->depart, step->arrive, true};
            steps[(*count)++] =
                (lw_page_step){r, name, step->begin, step->begin + choice.duration, false};
        }
        const size_t last = plan->first[r + 1];
        if (last > plan->first[r] && plan->done[r] > plan->steps[last - 1].leave)
            steps[(*count)++] =
                (lw_page_step){r, "home", plan->steps[last - 1].leave, plan->done[r], true};
    }
    return LW_OK;
}

static lw_status fill_page(const lw_schedule_request *request, const lw_schedule *schedule,
                           const lw_tasks *tasks, lw_report_page *page, lw_error *error)
{
    const lw_work_plan *plan = lw_schedule_plan(schedule);
    lw_motion *motion = NULL;
    lw_page_step *steps = calloc(2 * plan->task_count + plan->robot_count + 1, sizeof *steps);
    lw_status status = steps ? lw_motion_create(request->scene, &motion, error) : lw_fail_memory(error);
    size_t count = 0;
    if (!status)
        status = lw_schedule_motion(schedule, motion, error);
    if (!status)
        status = list_steps(schedule, tasks, steps, &count, error);
    lw_page_motion shown = lw_shown_motion(false);
    shown.motion = motion;
    shown.name = "schedule";
    shown.options = request->check;
    shown.steps = steps;
    shown.step_count = count;
    if (!status)
        status = lw_page_add(page->page, &shown, error);
    free(steps);
    lw_motion_destroy(motion);
    return status;
}

/* Opens the page before there is work to lose. */
static lw_status open_page(const lw_schedule_request *request, const lw_inputs *inputs,
                           lw_report_page *page, lw_error *error)
{
    const lw_output output = lw_output_to(request->page, LW_OUTPUT_DOCUMENT, inputs);
    return lw_report_page_open(page, request->scene, request->title, request->near, &output,
                               request->out, error);
}

/* Whether the bound of a schedule that may not be optimal could be sharper. */
static bool is_bound_simple(const lw_work_plan *plan)
{
    enum { MOST_EXACT_TASKS = 13 }; /* as lw_work_solve says */
    return plan->kind == LW_WORK_FOUND && !plan->linear && plan->task_count > MOST_EXACT_TASKS;
}

int lw_schedule_run(const lw_schedule_request *request)
{
    lw_error error = {0};
    lw_inputs inputs = {0};
    lw_tasks *tasks = NULL;
    lw_schedule *schedule = NULL;
    lw_report_page page = {0};
    lw_interrupt_catch();
    lw_status status = lw_inputs_add_scene(&inputs, request->scene, &error);
    if (!status)
        status = lw_inputs_add(&inputs, request->tasks, &error);
    if (!status)
        status = read_tasks(request, &tasks, &error);
    if (!status && request->page)
        status = open_page(request, &inputs, &page, &error);
    if (!status)
        status = lw_schedule_find(tasks, &request->options, &schedule, &error);
    const bool none = status == LW_ERROR_STATE;
    if (!status)
        status = write_files(request, schedule, tasks, &inputs, &error);
    if (!status && request->page)
        status = fill_page(request, schedule, tasks, &page, &error);
    if (!status && request->page)
        status = lw_report_page_close(&page, &error);
    if (!status && is_bound_simple(lw_schedule_plan(schedule)))
        lw_report_say(request->report,
                      "the bound is one of ways and loads alone: Clp (libClp.so.1), by "
                      "whose linear programs it is sharper, is not installed");
    if (status == LW_ERROR_STOPPED)
        lw_report_say(request->report, "stopped");
    else if (status)
        lw_report_error(request->report, &error);
    if (request->page)
        lw_report_page_free(&page);
    lw_schedule_destroy(schedule);
    lw_tasks_destroy(tasks);
    lw_inputs_free(&inputs);
    if (status == LW_ERROR_STOPPED)
        return lw_interrupt_exit();
    return none ? LW_EXIT_UNDECIDED : status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}
