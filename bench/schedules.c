/* Schedules of the cells in scenes/: their makespans beside those of simpler ways to decide.
 *
 *     schedules [--seconds S]
 *
 * S: the budget of the search. Times are those of the whole call, with planning and proof. */
#include <leeway/leeway.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"

/* A scene, and the tasks in it. */
static const char *const cells[][2] = {
    {"two_arms", "two_arms"},
    {"welding_2", "welding_2"},
    {"welding_4", "welding_4"},
    {"welding_4", "welding_4_passes"},
};
enum { CELLS = sizeof cells / sizeof *cells, MOST_BYTES = 1 << 20 };

static void succeed(lw_status status, const lw_error *error)
{
    if (!status)
        return;
    fprintf(stderr, "schedules: %s\n", error->message);
    exit(1);
}

static lw_scene *open_scene(const char *name)
{
    char path[4096];
    lw_error error = {0};
    lw_scene *scene = NULL;
    snprintf(path, sizeof path, "%s/%s.json", BENCH_SCENES, name);
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(lw_scene_load(scene, path, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* The text of a cell's tasks; the caller frees it. */
static char *read_text(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s_tasks.json", BENCH_SCENES, name);
    FILE *file = fopen(path, "rb");
    char *text = calloc(MOST_BYTES, 1);
    const size_t length = file && text ? fread(text, 1, MOST_BYTES - 1, file) : 0;
    if (file)
        fclose(file);
    if (!length || length == MOST_BYTES - 1) {
        fprintf(stderr, "schedules: %s cannot be read\n", path);
        exit(1);
    }
    return text;
}

static lw_tasks *read_tasks(const lw_scene *scene, const char *name)
{
    char *text = read_text(name);
    lw_error error = {0};
    lw_tasks *tasks = NULL;
    succeed(lw_tasks_read_json(scene, text, strlen(text), name, &tasks, &error), &error);
    free(text);
    return tasks;
}

static void measure(const char *const cell[2], double seconds, bench_table *table)
{
    lw_error error = {0};
    lw_scene *scene = open_scene(cell[0]);
    lw_tasks *tasks = read_tasks(scene, cell[1]);
    lw_schedule_options options = lw_default_schedule_options();
    lw_schedule *schedule = NULL;
    options.threads = 1;
    options.budget_seconds = seconds;
    const double begin = bench_now();
    succeed(lw_schedule_find(tasks, &options, &schedule, &error), &error);
    const double took = bench_now() - begin;
    const lw_work_plan *plan = lw_schedule_plan(schedule);
    size_t rounds, sampled;
    lw_schedule_counts(schedule, &rounds, &sampled);
    bench_row(table, "%s", cell[1]);
    bench_cell(table, "%zu", plan->robot_count);
    bench_cell(table, "%zu", plan->task_count);
    bench_cell(table, "%.2f", plan->one_by_one);
    if (plan->greedy < HUGE_VAL)
        bench_cell(table, "%.2f", plan->greedy);
    else
        bench_cell(table, "none");
    bench_cell(table, "%.2f", plan->makespan);
    bench_cell(table, "%.2f", plan->bound);
    bench_cell(table, "%zu", rounds);
    bench_cell(table, "%.1f", took);
    lw_schedule_destroy(schedule);
    lw_tasks_destroy(tasks);
    lw_scene_destroy(scene);
}

int main(int argc, char **argv)
{
    static bench_table table;
    static const char *const heads[] = {"robots",      "tasks",    "one by one, s", "greedy, s",
                                        "makespan, s", "bound, s", "rounds",        "found in, s"};
    double seconds = 60;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--seconds") && i + 1 < argc)
            seconds = strtod(argv[++i], NULL);
    if (!(seconds > 0 && seconds < 1e6)) {
        fprintf(stderr, "schedules: --seconds takes a number above 0\n");
        return 2;
    }
    bench_row(&table, "cell");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        bench_cell(&table, "%s", heads[i]);
    for (size_t i = 0; i < CELLS; i++)
        measure(cells[i], seconds, &table);
    printf("Schedules of at most %g s of search, proven free with a slack of 20 ms\n\n", seconds);
    bench_print(&table);
    return 0;
}
