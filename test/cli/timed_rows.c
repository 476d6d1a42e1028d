/* Compares the trajectory that leeway plan --timed wrote with that of lw_plan_timed, bit by bit:
 *
 *     timed_rows SCENE TRAJECTORY [stops]
 *
 * The scene has one robot, all joints of which are planned. Start and goal are the first and the last
 * row of the trajectory. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <leeway/leeway.h>

enum { MOST = 1 << 16 };

static double *numbers; /* all numbers behind "times" in the file, in its order */
static size_t count;

static void give_up(const char *what)
{
    fprintf(stderr, "timed_rows: %s\n", what);
    exit(2);
}

static void check(lw_status status, const lw_error *error)
{
    if (status)
        give_up(error->message);
}

static void read_numbers(const char *path)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "r");
    if (!file)
        give_up("the trajectory cannot be opened");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    numbers = calloc(MOST, sizeof *numbers);
    char *at = strstr(text, "\"times\":");
    if (!numbers || !at)
        give_up("there are no times");
    while (*at && count < MOST) {
        char *end;
        double number = strtod(at, &end);
        if (end == at) {
            at++;
            continue;
        }
        numbers[count++] = number;
        at = end;
    }
}

/* The program writes -0 as 0. */
static void compare(const char *what, const double *ours, size_t size, size_t *next)
{
    if (*next + size > count)
        give_up(what);
    for (size_t i = 0; i < size; i++)
        if (ours[i] != numbers[(*next)++])
            give_up(what);
}

int main(int argc, char **argv)
{
    lw_error error;
    lw_scene *scene;
    lw_planner *planner;
    lw_plan_options options = lw_default_plan_options();
    lw_plan plan = lw_default_plan();
    lw_timed_options how = lw_default_timed_options();
    lw_timed_path timed = lw_default_timed_path();
    if (argc < 3)
        give_up("usage: timed_rows SCENE TRAJECTORY [stops]");
    how.stops = argc > 3;
    check(lw_scene_create(&scene, &error), &error);
    check(lw_scene_load(scene, argv[1], &error), &error);
    check(lw_scene_freeze(scene, &error), &error);
    check(lw_planner_create(scene, NULL, 1, &planner, &error), &error);
    read_numbers(argv[2]);
    /* n times, n rows of positions, n of velocities, and two bounds on the clearance */
    const size_t width = lw_planner_value_count(planner);
    const size_t rows = (count - 2) / (1 + 2 * width);
    if (count != rows * (1 + 2 * width) + 2)
        give_up("the trajectory has other numbers too");
    options.clearance = true;
    check(lw_planner_find(planner, numbers + rows, numbers + rows + (rows - 1) * width, &options, &plan,
                          &error),
          &error);
    check(lw_plan_timed(planner, &plan, &how, &timed, &error), &error);
    if (timed.point_count != rows)
        give_up("the number of rows differs");
    size_t next = 0;
    compare("times differ", timed.times, rows, &next);
    compare("positions differ", timed.positions, rows * width, &next);
    compare("velocities differ", timed.velocities, rows * width, &next);
    compare("the lower bound differs", &timed.clearance.lower, 1, &next);
    compare("the upper bound differs", &timed.clearance.upper, 1, &next);
    lw_timed_path_free(&timed);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
    free(numbers);
    return 0;
}
