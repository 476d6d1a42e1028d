/* The options of height fields and depth images: --heights and --depth-image, and those that belong to
 * them. */
#include "option/heights_options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "option/option_value.h"
#include "text/fail.h"
#include "text/numbers.h"

void lw_take_heights(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    lw_scene_options *options = into;
    lw_option_file(line, option->name, text);
    if (!LW_LIST_GROW(&options->heights))
        lw_usage_out_of_memory(line);
    options->heights.items[options->heights.count++] =
        (lw_heights_option){.file = text, .spacing = {0, 0, 1}};
}

/* The --heights that an option belongs to, which is the last one. */
static lw_heights_option *last_heights(const lw_command_line *line, const lw_option *option, void *into)
{
    lw_scene_options *options = into;
    if (!options->heights.count)
        lw_usage_error(line, "--%s belongs to a height field: put --heights FILE before it",
                       option->name);
    return &options->heights.items[options->heights.count - 1];
}

/* Ends the program where an option was given before for the same file. */
static void refuse_second(const lw_command_line *line, const lw_option *option, const char *owner,
                          const char *file, bool given)
{
    if (given)
        lw_usage_error(line, "--%s is given twice for --%s %s", option->name, owner, file);
}

/* Notes that an option of a --heights is given. */
static void give_once(const lw_command_line *line, const lw_option *option, const char *file,
                      bool *given)
{
    refuse_second(line, option, "heights", file, *given);
    *given = true;
}

void lw_take_heights_spacing(const lw_command_line *line, const lw_option *option, const char *text,
                             void *into)
{
    lw_heights_option *heights = last_heights(line, option, into);
    give_once(line, option, heights->file, &heights->has_spacing);
    double both[2];
    size_t count;
    const bool read = lw_numbers_read(text, both, 2, &count) && count > 0;
    if (!read || !(both[0] > 0) || !(both[count - 1] > 0))
        lw_usage_error(line, "--%s takes a number above 0, or two, X,Y, not '%s'", option->name, text);
    heights->spacing.x = both[0];
    heights->spacing.y = both[count - 1];
}

void lw_take_heights_scale(const lw_command_line *line, const lw_option *option, const char *text,
                           void *into)
{
    lw_heights_option *heights = last_heights(line, option, into);
    give_once(line, option, heights->file, &heights->has_scale);
    size_t count;
    if (!lw_numbers_read(text, &heights->spacing.z, 1, &count) || count != 1 ||
        !(heights->spacing.z > 0))
        lw_usage_error(line, "--%s takes a number above 0, not '%s'", option->name, text);
}

void lw_take_heights_floor(const lw_command_line *line, const lw_option *option, const char *text,
                           void *into)
{
    lw_heights_option *heights = last_heights(line, option, into);
    give_once(line, option, heights->file, &heights->has_floor);
    size_t count;
    if (!lw_numbers_read(text, &heights->floor, 1, &count) || count != 1)
        lw_usage_error(line, "--%s takes a number, not '%s'", option->name, text);
}

/* ---- depth images ------------------------------------------------------------------------------- */

void lw_take_image(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    lw_scene_options *options = into;
    lw_option_file(line, option->name, text);
    if (!LW_LIST_GROW(&options->images))
        lw_usage_out_of_memory(line);
    options->images.items[options->images.count++] = (lw_image_option){.file = text, .scale = 1};
}

/* The --depth-image that an option belongs to, which is the last one. */
static lw_image_option *last_image(const lw_command_line *line, const lw_option *option, void *into)
{
    lw_scene_options *options = into;
    if (!options->images.count)
        lw_usage_error(line, "--%s belongs to a depth image: put --depth-image FILE before it",
                       option->name);
    return &options->images.items[options->images.count - 1];
}

void lw_take_camera(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    lw_image_option *image = last_image(line, option, into);
    refuse_second(line, option, "depth-image", image->file, image->camera);
    lw_option_file(line, option->name, text);
    image->camera = text;
}

void lw_take_unseen(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    lw_image_option *image = last_image(line, option, into);
    refuse_second(line, option, "depth-image", image->file, image->unseen != LW_UNKNOWN_UNSAID);
    if (!strcmp(text, "obstacle"))
        image->unseen = LW_UNKNOWN_OBSTACLE;
    else if (!strcmp(text, "free"))
        image->unseen = LW_UNKNOWN_FREE;
    else
        lw_usage_error(line, "--%s takes obstacle or free, not '%s'", option->name, text);
}

void lw_take_depth_scale(const lw_command_line *line, const lw_option *option, const char *text,
                         void *into)
{
    lw_image_option *image = last_image(line, option, into);
    refuse_second(line, option, "depth-image", image->file, image->has_scale);
    image->has_scale = true;
    size_t count;
    if (!lw_numbers_read(text, &image->scale, 1, &count) || count != 1 || !(image->scale > 0))
        lw_usage_error(line, "--%s takes a number above 0, not '%s'", option->name, text);
}

/* Whether a file is a picture, whose grey levels say nothing of metres. */
static bool is_picture(const char *file)
{
    const size_t length = strlen(file);
    return length > 4 && !strcasecmp(file + length - 4, ".png");
}

static void check_scale(const lw_command_line *line, const char *option, const char *file,
                        const char *scale, bool given)
{
    if (is_picture(file) && !given)
        lw_usage_error(line, "--%s %s needs --%s METRES: the metres of a grey level", option, file,
                       scale);
}

static void check_image(const lw_command_line *line, const lw_image_option *image)
{
    if (!image->camera)
        lw_usage_error(
            line,
            "--depth-image %s needs --camera FILE: a JSON file of its fx, fy, cx, cy, near and "
            "far",
            image->file);
    if (image->unseen == LW_UNKNOWN_UNSAID)
        lw_usage_error(
            line,
            "--depth-image %s needs --unseen obstacle or --unseen free: what space is that the "
            "camera does not see",
            image->file);
    check_scale(line, "depth-image", image->file, "depth-scale", image->has_scale);
}

/* ---- depth images merged ------------------------------------------------------------------------ */

#define MERGED "<depth images>"

static void check_merge(const lw_command_line *line, const lw_scene_options *options)
{
    if (options->merge_images < 0)
        return;
    if (!options->images.count)
        lw_usage_error(line, "--merge-images needs --depth-image");
    for (size_t i = 0; i < options->images.count; i++)
        if (options->images.items[i].unseen == LW_UNKNOWN_FREE)
            lw_usage_error(line,
                           "--merge-images is about what cameras have seen: --depth-image %s needs "
                           "--unseen obstacle",
                           options->images.items[i].file);
}

static lw_status read_views(const lw_scene_options *options, lw_shape_def *images, lw_view *views,
                            lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < options->images.count && !status; i++) {
        const lw_image_option *image = &options->images.items[i];
        status = lw_depth_image_read(image->file, image->scale, &images[i], error);
        if (!status)
            status = lw_camera_read(image->camera, &images[i].camera, &views[i].pose, error);
        images[i].unknown = LW_UNKNOWN_OBSTACLE;
        views[i].image = &images[i];
    }
    return status;
}

lw_status lw_merge_images(const lw_scene_options *options, const lw_motion *robots, double margin,
                          lw_scene *scene, lw_error *error)
{
    const size_t count = options->images.count;
    lw_shape_def *images = calloc(count + 1, sizeof *images);
    lw_view *views = calloc(count + 1, sizeof *views);
    lw_shape_def octree = lw_default_shape();
    lw_status status = LW_OK;
    for (size_t i = 0; images && i < count; i++)
        images[i] = lw_default_shape();
    if (!images || !views)
        status = lw_fail_memory(error);
    else
        status = read_views(options, images, views, error);
    if (!status)
        status = lw_seen_octree(views, count, options->merge_images, robots, 0, margin, &octree, error);
    if (!status && robots)
        status = lw_scene_remove(scene, MERGED, error);
    if (!status)
        status = lw_scene_add_obstacle(scene, MERGED, &octree, lw_pose_identity(), error);
    lw_octree_free(&octree);
    for (size_t i = 0; images && i < count; i++)
        lw_depth_image_free(&images[i]);
    free(images);
    free(views);
    return status;
}

static lw_status load_image(const lw_image_option *image, lw_scene *scene, lw_error *error)
{
    lw_camera camera;
    lw_pose pose;
    lw_status status = lw_camera_read(image->camera, &camera, &pose, error);
    return status ? status
                  : lw_scene_load_depth_image(scene, image->file, NULL, image->scale, &camera,
                                              image->unseen, pose, error);
}

/* ---- both --------------------------------------------------------------------------------------- */

void lw_check_heights(const lw_command_line *line, const lw_scene_options *options)
{
    for (size_t i = 0; i < options->heights.count; i++) {
        const lw_heights_option *heights = &options->heights.items[i];
        if (!heights->has_spacing)
            lw_usage_error(line,
                           "--heights %s needs --heights-spacing METRES: how far apart its columns and "
                           "rows are",
                           heights->file);
        if (!heights->has_floor)
            lw_usage_error(line,
                           "--heights %s needs --heights-floor METRES: the z down to which it is solid",
                           heights->file);
        check_scale(line, "heights", heights->file, "heights-scale", heights->has_scale);
    }
    for (size_t i = 0; i < options->images.count; i++)
        check_image(line, &options->images.items[i]);
    check_merge(line, options);
}

lw_status lw_load_heights(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < options->heights.count && !status; i++)
        status = lw_scene_load_heights(
            scene, options->heights.items[i].file, NULL, options->heights.items[i].spacing,
            options->heights.items[i].floor, lw_pose_from_rpy((lw_vec3){0, 0, 0}, 0, 0, 0), error);
    if (!status && options->merge_images >= 0)
        return lw_merge_images(options, NULL, 0, scene, error);
    for (size_t i = 0; i < options->images.count && !status; i++)
        status = load_image(&options->images.items[i], scene, error);
    return status;
}
