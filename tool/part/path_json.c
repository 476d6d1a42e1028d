/* A planned path as a motion in JSON. */
#include "part/path_json.h"
#include "text/json_text.h"

static void print_joints(FILE *file, const lw_joints *joints)
{
    fputs("\"joints\": [", file);
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        fputs(i ? ", " : "", file);
        lw_print_string(file, lw_joints_name(joints, i));
    }
    fputs("]", file);
}

/* Prints the columns of one robot. */
static void print_path(FILE *file, const lw_joints *joints, size_t first, const void *context)
{
    const lw_plan *plan = context;
    fputs("\"path\": [", file);
    for (size_t i = 0; i < plan->point_count; i++) {
        fputs(i ? ",\n    [" : "\n    [", file);
        for (size_t k = 0; k < lw_joints_value_count(joints); k++) {
            fputs(k ? ", " : "", file);
            lw_print_number(file, plan->path[i * plan->value_count + first + k]);
        }
        fputs("]", file);
    }
    fputs("]", file);
}

static void print_robots(FILE *file, const lw_scene *scene, const lw_plan_space *space,
                         lw_print_part_fn print, const void *context)
{
    size_t first = 0;
    fputs("\"robots\": {", file);
    for (size_t r = 0; r < space->joints_count; r++) {
        fputs(r ? ",\n  " : "\n  ", file);
        lw_print_string(file, lw_scene_robot_name(scene, lw_joints_robot(space->joints[r])));
        fputs(": {", file);
        print_joints(file, space->joints[r]);
        fputs(",\n  ", file);
        print(file, space->joints[r], first, context);
        fputs("}", file);
        first += lw_joints_value_count(space->joints[r]);
    }
    fputs("}", file);
}

void lw_motion_json(FILE *file, const char *id, const lw_scene *scene, const lw_plan_space *space,
                    const lw_plan *plan, lw_print_part_fn print, const void *context)
{
    fprintf(file, "{\"id\": %s,\n  ", id);
    if (lw_scene_robot_count(scene) > 1) {
        print_robots(file, scene, space, print, context);
    } else {
        print_joints(file, space->joints[0]);
        fputs(",\n  ", file);
        print(file, space->joints[0], 0, context);
    }
    if (plan->clearance.pair[0] >= 0) {
        fputs(",\n  \"clearance\": [", file);
        lw_print_number(file, plan->clearance.lower);
        fputs(", ", file);
        lw_print_number(file, plan->clearance.upper);
        fputs("]", file);
    }
    fputs("}\n", file);
}

void lw_path_json(FILE *file, const char *id, const lw_scene *scene, const lw_plan_space *space,
                  const lw_plan *plan)
{
    lw_motion_json(file, id, scene, space, plan, print_path, plan);
}
