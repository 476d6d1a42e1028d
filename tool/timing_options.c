/* The options by which leeway plan writes a path in time. */
#include "timing_options.h"

#include "fail.h"
#include "numbers.h"
#include "text.h"

#include <string.h>

enum {
    OPTION_TIMED = 1900,
    OPTION_STOPS,
    OPTION_FORMAT,
    OPTION_VELOCITY_SCALE,
    OPTION_ACCELERATION_SCALE
};

static const struct argp_option timing_options[] = {
    {0, 0, 0, 0, "The path in time:", 30},
    {"timed", OPTION_TIMED, 0, 0,
     "Writes a trajectory along the path, as fast as the limits of velocity and acceleration allow, "
     "which "
     "rounds corners where that is proven free too",
     0},
    {"stops", OPTION_STOPS, 0, 0, "With --timed: at rest at each waypoint, exactly on the path", 0},
    {"format", OPTION_FORMAT, "json|ros1|ros2", 0,
     "A motion in JSON (default), or a trajectory_msgs/JointTrajectory in YAML", 0},
    {"velocity-scale", OPTION_VELOCITY_SCALE, "S", 0,
     "Multiplies the largest velocities, above 0 and at most 1 (default that of --joint-limits, else "
     "1)",
     0},
    {"acceleration-scale", OPTION_ACCELERATION_SCALE, "S", 0, "The same for the largest accelerations",
     0},
    {0}};

static lw_path_format read_format(const struct argp_state *state, const char *text)
{
    static const char *const names[] = {"json", "ros1", "ros2"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(text, names[i]))
            return (lw_path_format)i;
    lw_usage_error(state, "--format takes json, ros1 or ros2, not '%s'", text);
    return LW_FORMAT_JSON;
}

static double read_scale(const struct argp_state *state, const char *option, const char *text)
{
    double scale = lw_option_number(state, option, text, LW_ABOVE, 0);
    if (scale > 1)
        lw_usage_error(state, "--%s takes a number above 0 and at most 1, not '%s'", option, text);
    return scale;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    lw_timing_options *options = state->input;
    switch (key) {
    case OPTION_TIMED:
        options->timed = true;
        return 0;
    case OPTION_STOPS:
        options->stops = true;
        return 0;
    case OPTION_FORMAT:
        options->format = read_format(state, text);
        return 0;
    case OPTION_VELOCITY_SCALE:
        options->velocity_scale = read_scale(state, "velocity-scale", text);
        return 0;
    case OPTION_ACCELERATION_SCALE:
        options->acceleration_scale = read_scale(state, "acceleration-scale", text);
        return 0;
    case ARGP_KEY_END:
        if (!options->timed && options->format != LW_FORMAT_JSON)
            lw_usage_error(state, "a trajectory of ROS has times: --format ros1 and ros2 need --timed");
        if (!options->timed && options->stops)
            lw_usage_error(state, "--stops needs --timed");
        if (!options->timed && (options->velocity_scale > 0 || options->acceleration_scale > 0))
            lw_usage_error(state, "--velocity-scale and --acceleration-scale need --timed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp lw_timing_argp = {timing_options, parse_option, 0, 0, 0, 0, 0};
