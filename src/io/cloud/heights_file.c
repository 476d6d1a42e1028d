/* Height fields from files, and as obstacles of scenes. */
#include "io/cloud/heights_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sized.h"
#include "body/heights.h"
#include "body/image.h"
#include "io/cloud/cloud_file.h"
#include "io/cloud/png.h"
#include "io/text/file.h"
#include "scene/build.h"

/* bytes; 8 for each of the most heights of a field, and a header */
#define LARGEST_FILE (((size_t)1 << 31) + ((size_t)1 << 20))

const lw_grid_use lw_grid_of_heights = {"a height field", "heights", "a row of heights", 2,
                                        LW_MOST_HEIGHTS};
const lw_grid_use lw_grid_of_depths = {"a depth image", "depths", "a row of depths", 1, LW_MOST_PIXELS};

lw_status lw_heights_file_read(const char *path, const lw_grid_use *use, double scale,
                               lw_height_grid *out, lw_error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    lw_error problem = {0};
    const bool is_png = lw_path_ends(path, "png");
    lw_status status =
        is_png || lw_path_ends(path, "npy")
            ? lw_file_read(path, LARGEST_FILE, &bytes, &size, &problem)
            : lw_fail(&problem, LW_ERROR_FILE, "is no%s by its name, which must end in .npy or .png",
                      use->name + 1);
    if (!status)
        status = (is_png ? lw_png_read_grid : lw_npy_read_grid)(bytes, size, use, out, &problem);
    for (size_t i = 0; !status && i < out->rows * out->columns; i++)
        out->heights[i] *= scale;
    free(bytes);
    return lw_file_fail(path, status, &problem, error);
}

lw_status lw_heights_read(const char *path, lw_vec3 spacing, double floor, lw_shape_def *out,
                          lw_error *error)
{
    if (!path || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_heights_read needs a path and room for a height field");
    if (!isfinite(spacing.z) || !(spacing.z > 0))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the metres of a unit of a height field are %g; they must be a number above 0",
                       spacing.z);
    lw_height_grid grid = {0};
    lw_status status = lw_sized_check(LW_SIZED(shape_def), out, error);
    if (!status)
        status = lw_heights_file_read(path, &lw_grid_of_heights, spacing.z, &grid, error);
    if (status)
        return status;
    lw_shape_def field = lw_default_shape();
    field.kind = LW_SHAPE_HEIGHTS;
    field.heights = grid.heights;
    field.rows = grid.rows;
    field.columns = grid.columns;
    field.spacing_x = spacing.x;
    field.spacing_y = spacing.y;
    field.floor = floor;
    lw_sized_write(LW_SIZED(shape_def), &field, out);
    return LW_OK;
}

void lw_heights_free(lw_shape_def *field)
{
    if (!field)
        return;
    free((void *)field->heights);
    field->heights = NULL;
    field->rows = field->columns = 0;
}

lw_status lw_scene_load_heights(lw_scene *scene, const char *path, const char *id, lw_vec3 spacing,
                                double floor, lw_pose at, lw_error *error)
{
    lw_shape_def field = lw_default_shape();
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (!status && !path)
        status = lw_fail(error, LW_ERROR_ARGUMENT, "lw_scene_load_heights needs a path");
    if (!status)
        status = lw_heights_read(path, spacing, floor, &field, error);
    if (status)
        return status;
    lw_error problem = {0};
    status = lw_file_add_obstacle(scene, path, id, &field, at, &problem);
    lw_heights_free(&field);
    /* a bad height is in the file; the name of an object that there is already is not */
    if (status == LW_ERROR_ARGUMENT)
        return lw_file_fail(path, status, &problem, error);
    if (status && error)
        *error = problem;
    return status;
}
