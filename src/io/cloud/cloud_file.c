/* Point clouds from files: selects a reader by the ending, and adds clouds to scenes. */
#include "io/cloud/cloud_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/sized.h"
#include "io/cloud/cloud_message.h"
#include "io/cloud/message.h"
#include "io/cloud/npy.h"
#include "io/cloud/pcd.h"
#include "io/mesh/ply.h"
#include "io/text/file.h"
#include "scene/build.h"

/* bytes; two for each of the most points of a cloud */
#define LARGEST_FILE ((size_t)1 << 31)

/* The vertices of a PLY file. One that has a surface is refused: a cloud would have holes in it. */
static lw_status read_ply(const char *bytes, size_t size, lw_point_list *points, lw_error *error)
{
    lw_mesh_soup soup = {0};
    lw_status status = lw_ply_read_points(bytes, size, &soup, error);
    if (!status)
        status = lw_points_check_count(soup.vertices.count, error);
    points->items = soup.vertices.items;
    points->count = soup.vertices.count;
    points->capacity = soup.vertices.capacity;
    soup.vertices.items = NULL;
    lw_mesh_soup_free(&soup);
    return status;
}

lw_status lw_cloud_file_read(const char *path, lw_point_list *points, lw_error *error)
{
    enum { MESSAGE = 3, KINDS };
    static const char *const endings[] = {"pcd", "ply", "npy"};
    static lw_status (*const readers[])(const char *, size_t, lw_point_list *, lw_error *) = {
        lw_pcd_read, read_ply, lw_npy_read, lw_cloud_message_read};
    char *bytes = NULL;
    size_t size = 0;
    lw_error problem = {0};
    int kind = 0;
    while (kind < MESSAGE && !lw_path_ends(path, endings[kind]))
        kind++;
    if (kind == MESSAGE && !lw_message_is_named(path))
        kind = KINDS;
    lw_status status =
        kind < KINDS
            ? lw_file_read(path, LARGEST_FILE, &bytes, &size, &problem)
            : lw_fail(&problem, LW_ERROR_FILE,
                      "is no point cloud by its name, which must end in .pcd, .ply or .npy, or for a "
                      "PointCloud2 in .yaml, .yml or .json");
    if (!status)
        status = readers[kind](bytes, size, points, &problem);
    free(bytes);
    return lw_file_fail(path, status, &problem, error);
}

lw_status lw_cloud_read(const char *path, lw_shape_def *out, lw_error *error)
{
    if (!path || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_cloud_read needs a path and room for a cloud");
    lw_point_list points = {0};
    lw_status status = lw_sized_check(LW_SIZED(shape_def), out, error);
    if (!status)
        status = lw_cloud_file_read(path, &points, error);
    if (status) {
        free(points.items);
        return status;
    }
    lw_shape_def cloud = lw_default_shape();
    cloud.kind = LW_SHAPE_CLOUD;
    cloud.radius = LW_POINT_RADIUS;
    cloud.vertices = &points.items->x;
    cloud.vertex_count = points.count;
    lw_sized_write(LW_SIZED(shape_def), &cloud, out);
    return LW_OK;
}

void lw_cloud_free(lw_shape_def *cloud)
{
    if (!cloud)
        return;
    free((void *)cloud->vertices);
    cloud->vertices = NULL;
    cloud->vertex_count = 0;
}

lw_status lw_file_add_obstacle(lw_scene *scene, const char *path, const char *id,
                               const lw_shape_def *shape, lw_pose at, lw_error *error)
{
    lw_model *model = NULL;
    const char *slash = strrchr(path, '/');
    const char *name = id ? id : slash ? slash + 1 : path;
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    if (lw_model_find_object(model, name) >= 0)
        return lw_fail(error, LW_ERROR_NAME, "%s: there is an object \"%s\" already", path, name);
    lw_model_mark mark = lw_model_take_mark(model);
    status = lw_scene_add_obstacle(scene, name, shape, at, error);
    if (!status)
        status = lw_model_name_file(model, path, error);
    if (status)
        lw_model_roll_back(model, &mark);
    return status;
}

lw_status lw_scene_load_cloud(lw_scene *scene, const char *path, const char *id, double radius,
                              lw_pose at, lw_error *error)
{
    lw_model *model = NULL;
    lw_shape_def cloud = lw_default_shape();
    lw_status status = lw_build_open(scene, &model, error);
    if (status)
        return status;
    if (!path)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_scene_load_cloud needs a path");
    status = lw_cloud_read(path, &cloud, error);
    if (status)
        return status;
    cloud.radius = radius;
    status = lw_file_add_obstacle(scene, path, id, &cloud, at, error);
    lw_cloud_free(&cloud);
    return status;
}
