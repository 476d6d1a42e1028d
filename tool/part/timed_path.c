/* A planned path in time, as text. */
#include "part/timed_path.h"

#include "part/path_json.h"
#include "text/json_text.h"

#include <inttypes.h>
#include <math.h>

/* ---- JSON -------------------------------------------------------------------------------------- */

static void print_values(FILE *file, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "[", file);
        lw_print_number(file, values[i]);
    }
    fputs("]", file);
}

static void print_rows(FILE *file, const char *key, const double *rows, const lw_timed_path *timed,
                       size_t first, size_t own)
{
    fprintf(file, ",\n    \"%s\": [", key);
    for (size_t i = 0; i < timed->point_count; i++) {
        fputs(i ? ",\n      " : "\n      ", file);
        print_values(file, rows + i * timed->value_count + first, own);
    }
    fputs("]", file);
}

static void print_part(FILE *file, const lw_joints *joints, size_t first, const void *context)
{
    const lw_timed_path *timed = context;
    size_t own = lw_joints_value_count(joints);
    fputs("\"trajectory\": {\"interpolation\": \"cubic\",\n    \"times\": ", file);
    print_values(file, timed->times, timed->point_count);
    print_rows(file, "positions", timed->positions, timed, first, own);
    print_rows(file, "velocities", timed->velocities, timed, first, own);
    fputs("}", file);
}

/* ---- ROS --------------------------------------------------------------------------------------- */

static void print_point(FILE *file, const lw_timed_path *timed, size_t i, bool second_edition)
{
    int64_t nanoseconds = (int64_t)llround(timed->times[i] * 1e9);
    size_t width = timed->value_count;
    fputs("- positions: ", file);
    print_values(file, timed->positions + i * width, width);
    fputs("\n  velocities: ", file);
    print_values(file, timed->velocities + i * width, width);
    fprintf(file,
            "\n  accelerations: []\n  effort: []\n  time_from_start: {%s: %" PRId64 ", %s: %" PRId64
            "}\n",
            second_edition ? "sec" : "secs", nanoseconds / 1000000000,
            second_edition ? "nanosec" : "nsecs", nanoseconds % 1000000000);
}

static void print_ros(FILE *file, const lw_joints *joints, const lw_timed_path *timed,
                      bool second_edition)
{
    fputs(second_edition ? "header: {stamp: {sec: 0, nanosec: 0}, frame_id: ''}\njoint_names: ["
                         : "header: {seq: 0, stamp: {secs: 0, nsecs: 0}, frame_id: ''}\njoint_names: [",
          file);
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        fputs(i ? ", " : "", file);
        lw_print_string(file, lw_joints_name(joints, i));
    }
    fputs("]\npoints:\n", file);
    for (size_t i = 0; i < timed->point_count; i++)
        print_point(file, timed, i, second_edition);
}

void lw_timed_path_print(FILE *file, const char *id, const lw_scene *scene, const lw_joint_space *space,
                         const lw_plan *plan, const lw_timing_options *options,
                         const lw_timed_path *timed)
{
    if (options->format == LW_FORMAT_JSON)
        lw_motion_json(file, id, scene, &space->def, plan, print_part, timed);
    else
        print_ros(file, space->joints[0], timed, options->format == LW_FORMAT_ROS2);
}
