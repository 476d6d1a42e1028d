/* Depth images of leeway's JSON scenes: a camera, what unseen space is, and rows of depths or the file
 * that has them. Files of cameras have the same members, and the camera's pose. */
#include "io/scene/image_json.h"

#include <string.h>

#include "base/error.h"
#include "io/scene/heights_json.h"
#include "io/scene/pose_json.h"
#include "io/text/json.h"
#include "math/pose.h"

/* The keys of a camera, first those that it needs. */
enum { NEEDED = 6, CAMERA_KEYS = 8 };
static const char *const camera_keys[CAMERA_KEYS] = {"fx",   "fy",  "cx",    "cy",
                                                     "near", "far", "error", "relative_error"};

/* Reads the numbers of a camera, whose keys were checked. Their ranges are checked with the image. */
static lw_status read_camera(lw_document *document, const lw_value *node, lw_camera *out)
{
    double *const numbers[CAMERA_KEYS] = {&out->fx,     &out->fy,    &out->cx,    &out->cy,
                                          &out->near_z, &out->far_z, &out->error, &out->relative_error};
    lw_status status = LW_OK;
    *out = (lw_camera){0};
    for (size_t i = 0; i < CAMERA_KEYS && !status; i++) {
        lw_value *needed = NULL;
        const lw_value *given = lw_value_find(node, camera_keys[i]);
        if (!given && i < NEEDED)
            status = lw_value_need(document, node, camera_keys[i], &needed);
        else if (given)
            status = lw_value_number(document, given, camera_keys[i], numbers[i]);
    }
    return status;
}

static lw_status read_unseen(lw_document *document, const lw_value *node, lw_shape_def *image)
{
    lw_value *value = NULL;
    const char *text = NULL;
    lw_status status = lw_value_need(document, node, "unseen", &value);
    if (!status)
        status = lw_value_text(document, value, "unseen", &text);
    if (status)
        return status;
    if (strcmp(text, "obstacle") && strcmp(text, "free"))
        return lw_value_fail(document, value, LW_ERROR_ARGUMENT,
                             "unseen is \"%.40s\"; it must be \"obstacle\" or \"free\"", text);
    image->unknown = strcmp(text, "free") ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE;
    return LW_OK;
}

/* Takes the numbers of a grid as depths. */
static lw_status take_depths(lw_document *document, const lw_height_grid *grid, lw_shape_def *image)
{
    const size_t count = grid->rows * grid->columns;
    float *depths = lw_document_take(document, count + 1, sizeof *depths);
    if (!depths)
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < count; i++)
        depths[i] = (float)grid->heights[i];
    image->depths = depths;
    image->rows = grid->rows;
    image->columns = grid->columns;
    return LW_OK;
}

lw_status lw_json_image(lw_scene *scene, lw_document *document, const lw_value *node,
                        lw_placed_shape *out)
{
    const lw_value *rows = lw_value_find(node, "depths");
    const lw_value *file = lw_value_find(node, "file");
    const lw_value *scale = lw_value_find(node, "scale");
    const char *keys[CAMERA_KEYS + 1] = {NULL};
    memcpy(keys, camera_keys, sizeof camera_keys);
    lw_value *camera = NULL;
    lw_height_grid grid = {0};
    lw_status status = lw_value_need(document, node, "camera", &camera);
    if (!status)
        status = lw_value_expect(document, camera, "camera", LW_VALUE_MAP);
    if (!status)
        status = lw_value_keys(document, camera, "a camera", keys);
    if (!status)
        status = read_camera(document, camera, &out->shape.camera);
    if (!status)
        status = read_unseen(document, node, &out->shape);
    if (status)
        return status;
    if (rows && file)
        return lw_value_fail(document, rows, LW_ERROR_SYNTAX,
                             "file and depths are both given; keep one");
    if (rows && scale)
        return lw_value_fail(document, scale, LW_ERROR_SYNTAX,
                             "scale belongs to a depth image from a file");
    if (!rows && !file)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "a depth image needs a file or depths");
    status = rows ? lw_json_rows(document, rows, &lw_grid_of_depths, &grid)
                  : lw_json_grid_file(scene, document, node, &lw_grid_of_depths, out, &grid);
    return status ? status : take_depths(document, &grid, &out->shape);
}

/* ---- files of cameras --------------------------------------------------------------------------- */

static lw_status read_root(lw_document *document, const lw_value *root, lw_camera *camera, lw_pose *at)
{
    const char *keys[CAMERA_KEYS + 4] = {NULL};
    memcpy(keys, camera_keys, sizeof camera_keys);
    for (size_t i = 0; i < 3; i++)
        keys[CAMERA_KEYS + i] = lw_json_pose_keys(false)[i];
    lw_status status = lw_value_expect(document, root, "a camera", LW_VALUE_MAP);
    if (!status)
        status = lw_value_keys(document, root, "a camera", keys);
    if (!status)
        status = read_camera(document, root, camera);
    return status ? status : lw_json_pose(document, root, false, at);
}

lw_status lw_camera_read(const char *path, lw_camera *camera, lw_pose *at, lw_error *error)
{
    if (!path || !camera || !at)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_camera_read needs a path, and room for a camera and its pose");
    lw_document document = {.file = path, .error = error};
    lw_value *root = NULL;
    char *text = NULL;
    size_t length = 0;
    lw_camera read = {0};
    lw_pose place;
    lw_status status = lw_document_read(&document, path, &text, &length);
    if (!status)
        status = lw_json_parse(&document, text, length, 1, &root);
    if (!status)
        status = read_root(&document, root, &read, &place);
    if (!status) {
        *camera = read;
        *at = place;
    }
    lw_document_free(&document);
    return status;
}
