/* The scene's options about sensor data. */
#include "option/sensor_options.h"

#include "option/heights_options.h"
#include "option/motion_options.h"
#include "option/option_value.h"
#include "text/numbers.h"

#include <stdio.h>

lw_pose lw_sensor_pose(const lw_command_line *line, const lw_option *option, const char *text)
{
    double v[6] = {0};
    size_t count;
    if (!lw_numbers_read(text, v, 6, &count) || count != 6)
        lw_usage_error(line, "--%s takes six numbers, \"x y z roll pitch yaw\", not '%s'", option->name,
                       text);
    return lw_pose_from_rpy((lw_vec3){v[0], v[1], v[2]}, v[3], v[4], v[5]);
}

void lw_sensor_take_cloud(const lw_command_line *line, const lw_option *option, const char *text,
                          void *into)
{
    lw_scene_options *options = into;
    lw_option_file(line, option->name, text);
    if (!LW_LIST_GROW(&options->clouds))
        lw_usage_out_of_memory(line);
    options->clouds.items[options->clouds.count++] =
        (lw_cloud_option){.file = text, .radius = LW_POINT_RADIUS, .pose = lw_pose_identity()};
}

/* The cloud that --point-radius and --cloud-pose refer to. */
static lw_cloud_option *last_cloud(const lw_command_line *line, const lw_option *option, void *into)
{
    lw_scene_options *options = into;
    if (!options->clouds.count)
        lw_usage_error(line, "--%s belongs to a cloud: put --cloud FILE before it", option->name);
    return &options->clouds.items[options->clouds.count - 1];
}

void lw_sensor_take_radius(const lw_command_line *line, const lw_option *option, const char *text,
                           void *into)
{
    lw_cloud_option *cloud = last_cloud(line, option, into);
    size_t count;
    if (cloud->has_radius)
        lw_usage_error(line, "--%s is given twice for --cloud %s", option->name, cloud->file);
    if (!lw_numbers_read(text, &cloud->radius, 1, &count) || count != 1 || !(cloud->radius > 0))
        lw_usage_error(line, "--%s takes a number above 0, not '%s'", option->name, text);
    cloud->has_radius = true;
}

void lw_sensor_take_cloud_pose(const lw_command_line *line, const lw_option *option, const char *text,
                               void *into)
{
    lw_cloud_option *cloud = last_cloud(line, option, into);
    if (cloud->has_pose)
        lw_usage_error(line, "--%s is given twice for --cloud %s", option->name, cloud->file);
    cloud->pose = lw_sensor_pose(line, option, text);
    cloud->has_pose = true;
}

void lw_sensor_take_octomap(const lw_command_line *line, const lw_option *option, const char *text,
                            void *into)
{
    lw_scene_options *options = into;
    lw_option_file(line, option->name, text);
    if (!LW_LIST_GROW(&options->octomaps))
        lw_usage_out_of_memory(line);
    options->octomaps.items[options->octomaps.count++] =
        (lw_octomap_option){.file = text, .pose = lw_pose_identity()};
}

void lw_sensor_take_octomap_pose(const lw_command_line *line, const lw_option *option, const char *text,
                                 void *into)
{
    lw_scene_options *options = into;
    if (!options->octomaps.count)
        lw_usage_error(line, "--%s belongs to an octree: put --octomap FILE before it", option->name);
    lw_octomap_option *map = &options->octomaps.items[options->octomaps.count - 1];
    if (map->has_pose)
        lw_usage_error(line, "--%s is given twice for --octomap %s", option->name, map->file);
    map->pose = lw_sensor_pose(line, option, text);
    map->has_pose = true;
}

void lw_sensor_take_filter(const lw_command_line *line, const lw_option *option, const char *text,
                           void *into)
{
    lw_texts *configurations = &((lw_scene_options *)into)->self_filter;
    lw_texts_add(line, configurations, text);
    lw_check_robots(line, option->name, configurations);
}

void lw_sensor_finish(const lw_command_line *line, const lw_scene_options *options)
{
    if (options->octomaps.count && !options->has_unknown)
        lw_usage_error(
            line,
            "--octomap %s needs --unknown obstacle or --unknown free: what the space is that "
            "the map does not know",
            options->octomaps.items[0].file);
    if (options->occupancy >= 1)
        lw_usage_error(line, "--occupancy-threshold takes a probability below 1, not %g",
                       options->occupancy);
    if (options->self_filter_margin >= 0 && !options->self_filter.count)
        lw_usage_error(line, "--self-filter-margin needs --self-filter");
}

lw_status lw_sensor_load(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < options->clouds.count && !status; i++) {
        const lw_cloud_option *cloud = &options->clouds.items[i];
        status = lw_scene_load_cloud(scene, cloud->file, NULL, cloud->radius, cloud->pose, error);
    }
    for (size_t i = 0; i < options->octomaps.count && !status; i++) {
        const lw_octomap_option *map = &options->octomaps.items[i];
        status = lw_scene_load_octree(scene, map->file, NULL, options->unknown, map->pose, error);
    }
    return status;
}

lw_status lw_sensor_filter(const lw_scene_options *options, lw_report *report, lw_scene **scene,
                           lw_error *error)
{
    const double margin = options->self_filter_margin >= 0 ? options->self_filter_margin : 0.01;
    char robot[256];
    char sentence[200];
    lw_motion *motion = NULL;
    lw_scene *filtered = NULL;
    size_t count = 0;
    const lw_motion_defaults defaults = lw_group_defaults(*scene, NULL, robot, sizeof robot);
    lw_status status = lw_report_motion(report, *scene, &motion, error);
    if (!status)
        status = lw_typed_motion(*scene, &defaults, "--self-filter", options->self_filter.items, NULL,
                                 options->self_filter.count, motion, error);
    if (!status)
        status = lw_scene_filter_robots(motion, 0, margin, &filtered, &count, error);
    if (!status && options->merge_images >= 0)
        status = lw_merge_images(options, motion, margin, filtered, error);
    lw_motion_destroy(motion);
    if (status) {
        lw_scene_destroy(filtered);
        return status;
    }
    lw_scene_on_notice(filtered, lw_report_notice, report);
    status = lw_scene_freeze(filtered, error);
    if (status) {
        lw_scene_destroy(filtered);
        return status;
    }
    lw_scene_destroy(*scene);
    *scene = filtered;
    snprintf(sentence, sizeof sentence,
             "--self-filter: %zu points of clouds are at most %g m from robots, and left out", count,
             margin);
    return lw_report_notice(report, NULL, 0, sentence);
}
