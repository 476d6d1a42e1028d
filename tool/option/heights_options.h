/* The options of height fields and depth images: --heights and --depth-image, and those that belong to
 * them. */
#ifndef LW_TOOL_OPTION_HEIGHTS_OPTIONS_H
#define LW_TOOL_OPTION_HEIGHTS_OPTIONS_H

#include "option/scene_options.h"

/* The readers of the options, for an lw_scene_options. */
void lw_take_heights_spacing(const lw_command_line *line, const lw_option *option, const char *text,
                             void *into);
void lw_take_heights_scale(const lw_command_line *line, const lw_option *option, const char *text,
                           void *into);
void lw_take_heights_floor(const lw_command_line *line, const lw_option *option, const char *text,
                           void *into);
void lw_take_heights(const lw_command_line *line, const lw_option *option, const char *text,
                     void *into);
void lw_take_image(const lw_command_line *line, const lw_option *option, const char *text, void *into);
void lw_take_camera(const lw_command_line *line, const lw_option *option, const char *text, void *into);
void lw_take_unseen(const lw_command_line *line, const lw_option *option, const char *text, void *into);
void lw_take_depth_scale(const lw_command_line *line, const lw_option *option, const char *text,
                         void *into);

/* Ends the program by a usage error where a --heights or a --depth-image lacks an option that it
 * needs. */
void lw_check_heights(const lw_command_line *line, const lw_scene_options *options);

/* Adds the obstacles of --heights and --depth-image to the scene. Errors: those of
 * lw_scene_load_heights, lw_camera_read and lw_scene_load_depth_image. */
lw_status lw_load_heights(const lw_scene_options *options, lw_scene *scene, lw_error *error);

/* Adds what all --depth-image have seen as one obstacle (--merge-images); with robots, whose motion
 * stands where --self-filter says, in place of the one that was added without them. Errors: those of
 * lw_depth_image_read, lw_camera_read and lw_seen_octree. */
lw_status lw_merge_images(const lw_scene_options *options, const lw_motion *robots, double margin,
                          lw_scene *scene, lw_error *error);

#endif
