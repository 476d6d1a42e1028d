/* The options of leeway plan that turn a path into a trajectory, and the format of either. */
#include "option/timing_options.h"

static const lw_option timing_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "The path in time:"},
    {"timed", .kind = LW_OPTION_FLAG, LW_INTO(lw_timing_options, timed),
     .help = "Writes a trajectory along the path, as fast as the limits of velocity and acceleration "
             "allow, which rounds corners where that is proven free too"},
    {"stops", .kind = LW_OPTION_FLAG, LW_INTO(lw_timing_options, stops),
     .help = "With --timed: at rest at each waypoint, exactly on the path"},
    {"format", .argument = "json|ros1|ros2", .kind = LW_OPTION_CHOICE,
     LW_INTO(lw_timing_options, format),
     .help = "A motion in JSON (default), or a trajectory_msgs/JointTrajectory in YAML"},
    {"velocity-scale", .argument = "S", .kind = LW_OPTION_NUMBER,
     LW_INTO(lw_timing_options, velocity_scale), .bound = LW_ABOVE, .high = 1,
     .help = "Multiplies the largest velocities, above 0 and at most 1 (default that of "
             "--joint-limits, else 1)"},
    {"acceleration-scale", .argument = "S", .kind = LW_OPTION_NUMBER,
     LW_INTO(lw_timing_options, acceleration_scale), .bound = LW_ABOVE, .high = 1,
     .help = "The same for the largest accelerations"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const lw_timing_options *options = into;
    if (!options->timed && options->format != LW_FORMAT_JSON)
        lw_usage_error(line, "a trajectory of ROS has times: --format ros1 and ros2 need --timed");
    if (!options->timed && options->stops)
        lw_usage_error(line, "--stops needs --timed");
    if (!options->timed && (options->velocity_scale > 0 || options->acceleration_scale > 0))
        lw_usage_error(line, "--velocity-scale and --acceleration-scale need --timed");
}

const lw_option_group lw_timing_group = {timing_options, NULL, finish};
