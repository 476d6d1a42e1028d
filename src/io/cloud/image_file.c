/* Depth images from files, and as obstacles of scenes. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/sized.h"
#include "io/cloud/cloud_file.h"
#include "io/cloud/heights_file.h"
#include "io/text/file.h"
#include "scene/build.h"

lw_status lw_depth_image_read(const char *path, double scale, lw_shape_def *out, lw_error *error)
{
    if (!path || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_depth_image_read needs a path and room for a depth image");
    if (!isfinite(scale) || !(scale > 0))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the metres of a unit of a depth image are %g; they must be a number above 0",
                       scale);
    lw_height_grid grid = {0};
    lw_status status = lw_sized_check(LW_SIZED(shape_def), out, error);
    if (!status)
        status = lw_heights_file_read(path, &lw_grid_of_depths, scale, &grid, error);
    if (status)
        return status;
    const size_t count = grid.rows * grid.columns;
    float *depths = malloc((count + 1) * sizeof *depths);
    for (size_t i = 0; depths && i < count; i++)
        depths[i] = (float)grid.heights[i];
    free(grid.heights);
    if (!depths)
        return lw_fail_memory(error);
    lw_shape_def image = lw_default_shape();
    image.kind = LW_SHAPE_DEPTH_IMAGE;
    image.depths = depths;
    image.rows = grid.rows;
    image.columns = grid.columns;
    lw_sized_write(LW_SIZED(shape_def), &image, out);
    return LW_OK;
}

void lw_depth_image_free(lw_shape_def *image)
{
    if (!image)
        return;
    free((void *)image->depths);
    image->depths = NULL;
    image->rows = image->columns = 0;
}

lw_status lw_scene_load_depth_image(lw_scene *scene, const char *path, const char *id, double scale,
                                    const lw_camera *camera, lw_unknown unseen, lw_pose at,
                                    lw_error *error)
{
    lw_shape_def image = lw_default_shape();
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (!status && (!path || !camera))
        status =
            lw_fail(error, LW_ERROR_ARGUMENT, "lw_scene_load_depth_image needs a path and a camera");
    if (!status)
        status = lw_depth_image_read(path, scale, &image, error);
    if (status)
        return status;
    image.camera = *camera;
    image.unknown = unseen;
    lw_error problem = {0};
    status = lw_file_add_obstacle(scene, path, id, &image, at, &problem);
    lw_depth_image_free(&image);
    /* a bad depth is in the file; the name of an object that there is already is not */
    if (status == LW_ERROR_ARGUMENT)
        return lw_file_fail(path, status, &problem, error);
    if (status && error)
        *error = problem;
    return status;
}
