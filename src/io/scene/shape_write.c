/* Writes poses and shapes as JSON, so that each number reads back as the same double. */
#include "io/scene/scene_write.h"

#include "base/kinds.h"
#include "math/pose.h"
#include "scene/octree.h"

#include <math.h>

/* ---- poses ------------------------------------------------------------------------------------- */

/* Finds an angle that reads as a turn in the plane, to the last bit. The nearest doubles to the angle
 * are tried, since sine and cosine round. */
static bool find_angle(const lw_quat *turn, double *out)
{
    enum { TRIES = 24 };
    const double about = 2 * atan2(turn->z, turn->w);
    double below = about;
    double above = about;
    for (int i = 0; i < TRIES; i++) {
        const double tried[] = {below, above};
        for (int k = 0; k < 2; k++) {
            const lw_quat q = lw_pose_from_rpy((lw_vec3){0, 0, 0}, 0, 0, tried[k]).orientation;
            if (q.z == turn->z && q.w == turn->w) {
                *out = tried[k];
                return true;
            }
        }
        below = nextafter(below, -HUGE_VAL);
        above = nextafter(above, HUGE_VAL);
    }
    return false;
}

void lw_write_pose(lw_text *text, bool planar, const lw_pose *at, bool behind)
{
    const lw_quat *q = &at->orientation;
    const double position[3] = {at->position.x, at->position.y, at->position.z};
    double angle;
    if (position[0] != 0 || position[1] != 0 || position[2] != 0) {
        lw_text_put(text, behind ? ", " : "");
        lw_text_put(text, "\"position\": ");
        lw_json_write_numbers(text, position, planar ? 2 : 3);
        behind = true;
    }
    if (q->x == 0 && q->y == 0 && q->z == 0 && q->w == 1)
        return;
    lw_text_put(text, behind ? ", " : "");
    if (planar && find_angle(q, &angle)) {
        lw_text_put(text, "\"theta\": ");
        lw_json_write_number(text, angle);
        return;
    }
    lw_text_put(text, "\"orientation\": ");
    lw_json_write_numbers(text, (const double[]){q->x, q->y, q->z, q->w}, 4);
}

/* ---- shapes ------------------------------------------------------------------------------------ */

static const char *const names[] = {
    [LW_SHAPE_SPHERE] = "sphere",   [LW_SHAPE_CAPSULE] = "capsule",
    [LW_SHAPE_BOX] = "box",         [LW_SHAPE_CYLINDER] = "cylinder",
    [LW_SHAPE_CONE] = "cone",       [LW_SHAPE_POLYTOPE] = "polytope",
    [LW_SHAPE_MESH] = "mesh",       [LW_SHAPE_DISC] = "disc",
    [LW_SHAPE_POLYGON] = "polygon", [LW_SHAPE_ELLIPSOID] = "ellipsoid",
    [LW_SHAPE_CLOUD] = "cloud",     [LW_SHAPE_OCTREE] = "octree",
    [LW_SHAPE_HEIGHTS] = "heights", [LW_SHAPE_DEPTH_IMAGE] = "depth_image",
};
LW_ROW_FOR_EACH(LW_SHAPE, names, LW_SHAPE_DEPTH_IMAGE);

static void write_vertices(lw_text *text, const lw_shape_def *shape, size_t width)
{
    lw_json_write_key(text, shape->kind == LW_SHAPE_CLOUD ? "points" : "vertices");
    lw_text_put(text, "[");
    for (size_t i = 0; i < shape->vertex_count; i++) {
        lw_text_put(text, i ? ", " : "");
        lw_json_write_numbers(text, shape->vertices + 3 * i, width);
    }
    lw_text_put(text, "]");
}

static void write_triangles(lw_text *text, const lw_shape_def *shape)
{
    lw_json_write_key(text, "triangles");
    lw_text_put(text, "[");
    for (size_t i = 0; i < shape->triangle_count; i++) {
        const uint32_t *corner = shape->triangles + 3 * i;
        lw_text_put(text, i ? ", [" : "[");
        for (int k = 0; k < 3; k++) {
            lw_text_put(text, k ? ", " : "");
            lw_text_put_whole(text, corner[k]);
        }
        lw_text_put(text, "]");
    }
    lw_text_put(text, "]");
}

/* Writes the cells of an octree of one state, [x, y, z, width] each. */
static void write_cells(lw_text *text, const lw_shape_def *octree, const char *key, int state)
{
    const char *between = "";
    lw_json_write_key(text, key);
    lw_text_put(text, "[");
    for (size_t i = 0; i < octree->cell_count; i++) {
        const int32_t *cell = octree->cells + LW_CELL_COLUMNS * i;
        if (cell[LW_CELL_STATE] != state)
            continue;
        lw_text_put(text, between);
        lw_json_write_numbers(text, (const double[]){cell[0], cell[1], cell[2], cell[LW_CELL_WIDTH]},
                              4);
        between = ", ";
    }
    lw_text_put(text, "]");
}

static void write_octree(lw_text *text, const lw_shape_def *octree)
{
    lw_json_write_number_key(text, "resolution", octree->length);
    lw_json_write_key(text, "unknown");
    lw_json_write_text(text, octree->unknown == LW_UNKNOWN_OBSTACLE ? "obstacle" : "free");
    write_cells(text, octree, "occupied", LW_CELL_OCCUPIED);
    write_cells(text, octree, "free", LW_CELL_FREE);
}

static void write_heights(lw_text *text, const lw_shape_def *field)
{
    lw_json_write_key(text, "spacing");
    lw_json_write_numbers(text, (const double[]){field->spacing_x, field->spacing_y}, 2);
    lw_json_write_number_key(text, "floor", field->floor);
    lw_json_write_key(text, "heights");
    lw_text_put(text, "[");
    for (size_t i = 0; i < field->rows; i++) {
        lw_text_put(text, i ? ", " : "");
        lw_json_write_numbers(text, field->heights + i * field->columns, field->columns);
    }
    lw_text_put(text, "]");
}

static void write_image(lw_text *text, const lw_shape_def *image)
{
    const lw_camera *camera = &image->camera;
    lw_json_write_key(text, "camera");
    lw_text_put(text, "{\"fx\": ");
    lw_json_write_number(text, camera->fx);
    lw_json_write_number_key(text, "fy", camera->fy);
    lw_json_write_number_key(text, "cx", camera->cx);
    lw_json_write_number_key(text, "cy", camera->cy);
    lw_json_write_number_key(text, "near", camera->near_z);
    lw_json_write_number_key(text, "far", camera->far_z);
    lw_json_write_number_key(text, "error", camera->error);
    lw_json_write_number_key(text, "relative_error", camera->relative_error);
    lw_text_put(text, "}");
    lw_json_write_key(text, "unseen");
    lw_json_write_text(text, image->unknown == LW_UNKNOWN_OBSTACLE ? "obstacle" : "free");
    lw_json_write_key(text, "depths");
    for (size_t i = 0; i < image->rows; i++) {
        lw_text_put(text, i ? ", [" : "[[");
        for (size_t k = 0; k < image->columns; k++) {
            lw_text_put(text, k ? ", " : "");
            lw_json_write_number(text, (double)image->depths[i * image->columns + k]);
        }
        lw_text_put(text, "]");
    }
    lw_text_put(text, "]");
}

/* A polygon of one or two vertices has a name of its own. */
static const char *name_of(const lw_shape_def *shape)
{
    const bool few = shape->kind == LW_SHAPE_POLYGON && shape->vertex_count < 3;
    return !few ? names[shape->kind] : shape->vertex_count == 2 ? "segment" : "point";
}

/* Writes the sizes of a shape. at: its pose, to which a point's place is added. */
static void write_sizes(lw_text *text, const lw_shape_def *shape, lw_pose *at)
{
    switch (shape->kind) {
    case LW_SHAPE_CAPSULE:
    case LW_SHAPE_CYLINDER:
    case LW_SHAPE_CONE:
        lw_json_write_number_key(text, "radius", shape->radius);
        lw_json_write_number_key(text, "length", shape->length);
        return;
    case LW_SHAPE_SPHERE:
    case LW_SHAPE_DISC:
        lw_json_write_number_key(text, "radius", shape->radius);
        return;
    case LW_SHAPE_BOX:
    case LW_SHAPE_ELLIPSOID:
        lw_json_write_key(text, "size");
        lw_json_write_numbers(text, (const double[]){shape->size.x, shape->size.y, shape->size.z}, 3);
        return;
    case LW_SHAPE_MESH:
        write_vertices(text, shape, 3);
        write_triangles(text, shape);
        if (shape->mesh_mode == LW_MESH_SURFACE) {
            lw_json_write_key(text, "mode");
            lw_json_write_text(text, "surface");
        }
        return;
    case LW_SHAPE_POLYTOPE:
        write_vertices(text, shape, 3);
        return;
    case LW_SHAPE_CLOUD:
        lw_json_write_number_key(text, "radius", shape->radius);
        write_vertices(text, shape, 3);
        return;
    case LW_SHAPE_OCTREE:
        write_octree(text, shape);
        return;
    case LW_SHAPE_HEIGHTS:
        write_heights(text, shape);
        return;
    case LW_SHAPE_DEPTH_IMAGE:
        write_image(text, shape);
        return;
    case LW_SHAPE_POLYGON:
        if (shape->vertex_count > 1)
            write_vertices(text, shape, 2);
        else
            at->position = lw_pose_point(*at, (lw_vec3){shape->vertices[0], shape->vertices[1], 0});
        return;
    }
}

/* JSON refuses sizes of 0, which are mistakes in files more often than points and plates. */
static lw_status check_sizes(const lw_scene_writer *w, const lw_shape_def *shape)
{
    bool good = true;
    switch (shape->kind) {
    case LW_SHAPE_SPHERE:
    case LW_SHAPE_DISC:
    case LW_SHAPE_CAPSULE:
        good = shape->radius > 0;
        break;
    case LW_SHAPE_CYLINDER:
    case LW_SHAPE_CONE:
        good = shape->radius > 0 && shape->length > 0;
        break;
    case LW_SHAPE_BOX:
    case LW_SHAPE_ELLIPSOID:
        good = shape->size.x > 0 && shape->size.y > 0 && shape->size.z > 0;
        break;
    case LW_SHAPE_POLYTOPE:
    case LW_SHAPE_MESH:
    case LW_SHAPE_POLYGON:
    case LW_SHAPE_CLOUD:
    case LW_SHAPE_OCTREE:
    case LW_SHAPE_HEIGHTS:
    case LW_SHAPE_DEPTH_IMAGE:
        break;
    }
    if (good)
        return LW_OK;
    return lw_fail(w->error, LW_ERROR_ARGUMENT, "a %s has a size of 0, which a JSON scene cannot have",
                   names[shape->kind]);
}

static lw_status write_shape(const lw_scene_writer *w, const lw_model_shape *shape, lw_pose at)
{
    lw_status status = check_sizes(w, &shape->def);
    if (status)
        return status;
    lw_text_put(w->text, "{\"type\": ");
    lw_json_write_text(w->text, name_of(&shape->def));
    write_sizes(w->text, &shape->def, &at);
    if (shape->def.rounding > 0)
        lw_json_write_number_key(w->text, "rounding", shape->def.rounding);
    lw_write_pose(w->text, w->model->planar, &at, true);
    lw_text_put(w->text, "}");
    return LW_OK;
}

lw_status lw_write_shapes(const lw_scene_writer *w, int64_t link, int64_t object, const lw_pose *lone)
{
    const lw_frozen *frozen = w->scene->frozen;
    size_t next = link >= 0 ? frozen->link_shapes[link] : frozen->object_shapes[object];
    if (next == LW_NO_SHAPE)
        return LW_OK;
    lw_status status = LW_OK;
    const bool alone = frozen->next_shape[next] == LW_NO_SHAPE;
    lw_json_write_key(w->text, "shapes");
    lw_text_put(w->text, "[");
    for (const char *between = ""; next != LW_NO_SHAPE && !status; next = frozen->next_shape[next]) {
        lw_text_put(w->text, between);
        const lw_model_shape *shape = &w->model->shapes.items[next];
        status = write_shape(w, shape, alone && lone ? *lone : shape->pose);
        between = ", ";
    }
    lw_text_put(w->text, "]");
    return status;
}
