/* A planned path as a motion in JSON. */
#include "path_json.h"

#include "output.h"

static void print_joints(FILE *file, const lw_joints *joints)
{
    fputs("\"joints\": [", file);
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        fputs(i ? ", " : "", file);
        lw_print_string(file, lw_joints_name(joints, i));
    }
    fputs("]", file);
}

/* The columns of one robot, which begin at `first`. */
static void print_rows(FILE *file, const lw_plan *plan, size_t first, size_t count, const char *indent)
{
    fputs("\"path\": [", file);
    for (size_t i = 0; i < plan->point_count; i++) {
        fprintf(file, "%s\n%s[", i ? "," : "", indent);
        for (size_t k = 0; k < count; k++) {
            fputs(k ? ", " : "", file);
            lw_print_number(file, plan->path[i * plan->value_count + first + k]);
        }
        fputs("]", file);
    }
    fputs("]", file);
}

static void print_robots(FILE *file, const lw_scene *scene, const lw_plan_space *space,
                         const lw_plan *plan)
{
    size_t first = 0;
    fputs("\"robots\": {", file);
    for (size_t r = 0; r < space->joints_count; r++) {
        size_t count = lw_joints_value_count(space->joints[r]);
        fputs(r ? ",\n    " : "\n    ", file);
        lw_print_string(file, lw_scene_robot_name(scene, lw_joints_robot(space->joints[r])));
        fputs(": {", file);
        print_joints(file, space->joints[r]);
        fputs(",\n      ", file);
        print_rows(file, plan, first, count, "        ");
        fputs("}", file);
        first += count;
    }
    fputs("}", file);
}

void lw_path_json(FILE *file, const char *id, const lw_scene *scene, const lw_plan_space *space,
                  const lw_plan *plan)
{
    fprintf(file, "{\"id\": %s,\n  ", id);
    if (lw_scene_robot_count(scene) > 1) {
        print_robots(file, scene, space, plan);
    } else {
        print_joints(file, space->joints[0]);
        fputs(",\n  ", file);
        print_rows(file, plan, 0, plan->value_count, "    ");
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
