/* The scene's options about sensor data: clouds and octrees with what belongs to them, and the filter
 * that takes the robots out of clouds. */
#ifndef LW_TOOL_OPTION_SENSOR_OPTIONS_H
#define LW_TOOL_OPTION_SENSOR_OPTIONS_H

#include "option/scene_options.h"

/* The pose of an option "X Y Z R P Y"; anything else is a usage error. */
lw_pose lw_sensor_pose(const lw_command_line *line, const lw_option *option, const char *text);

/* Each takes the value of an option; into: an lw_scene_options. */
void lw_sensor_take_cloud(const lw_command_line *line, const lw_option *option, const char *text,
                          void *into);
void lw_sensor_take_radius(const lw_command_line *line, const lw_option *option, const char *text,
                           void *into);
void lw_sensor_take_cloud_pose(const lw_command_line *line, const lw_option *option, const char *text,
                               void *into);
void lw_sensor_take_octomap(const lw_command_line *line, const lw_option *option, const char *text,
                            void *into);
void lw_sensor_take_octomap_pose(const lw_command_line *line, const lw_option *option, const char *text,
                                 void *into);

void lw_sensor_take_filter(const lw_command_line *line, const lw_option *option, const char *text,
                           void *into);

/* Checks what the options need of each other; ends the program with a usage error. */
void lw_sensor_finish(const lw_command_line *line, const lw_scene_options *options);

/* Adds the clouds and octrees to an open scene. */
lw_status lw_sensor_load(const lw_scene_options *options, lw_scene *scene, lw_error *error);

/* Replaces a frozen scene by one without the points on robots, and reports their number. */
lw_status lw_sensor_filter(const lw_scene_options *options, lw_report *report, lw_scene **scene,
                           lw_error *error);

#endif
