/* The octree of a MoveIt scene's world (octomap_msgs/OctomapWithPose): nodes as in OctoMap's files, as
 * a list of bytes, at a pose in the frame of the header. */
#include "io/scene/moveit_octomap.h"

#include <stdlib.h>
#include <string.h>

#include "io/cloud/octree_data.h"
#include "io/text/ros_message.h"
#include "scene/octree.h"

/* Reads the list of bytes, which a message prints as numbers from -128 on. */
static lw_status read_bytes(lw_document *document, const lw_value *list, char **out)
{
    lw_status status = lw_value_expect(document, list, "data", LW_VALUE_LIST);
    if (status)
        return status;
    if (!(*out = lw_document_take(document, list->count, 1)))
        return lw_fail_memory(document->error);
    for (size_t i = 0; i < list->count && !status; i++) {
        double number = 0;
        status = lw_value_number(document, list->items[i], "a byte of the octomap's data", &number);
        if (!status && (!(number >= -128 && number <= 255) || number != (int)number))
            return lw_value_fail(document, list->items[i], LW_ERROR_SYNTAX,
                                 "the octomap's data are bytes, from -128 to 255; %g is none", number);
        (*out)[i] = (char)(unsigned char)(int)number;
    }
    return status;
}

/* Reads the message's octree. */
static lw_status read_octree(lw_document *document, const lw_value *map, const lw_value *bytes,
                             lw_cells *cells, double *resolution)
{
    lw_value *value = NULL;
    const char *type = NULL;
    char *data = NULL;
    uint64_t nodes = 0;
    lw_octree_data octree = {.threshold = LW_OCCUPANCY_THRESHOLD};
    lw_status status = lw_value_need(document, map, "resolution", &value);
    if (status || (status = lw_value_number(document, value, "resolution", resolution)) ||
        (status = lw_value_need(document, map, "id", &value)) ||
        (status = lw_value_text(document, value, "id", &type)) ||
        (status = lw_value_need(document, map, "binary", &value)) ||
        (status = lw_value_bool(document, value, "binary", &octree.binary)) ||
        (status = read_bytes(document, bytes, &data)))
        return status;
    octree.bytes = data;
    octree.size = bytes->count;
    octree.type = type;
    octree.type_length = strlen(type);
    return lw_value_place(document, bytes,
                          lw_octree_data_read(&octree, cells, &nodes, document->error));
}

/* Adds an octree as an object of the world. */
static lw_status add_object(lw_moveit_world *world, const lw_value *node, const lw_shape_def *octree)
{
    lw_document *document = world->l.document;
    lw_placed_shape shape = {.shape = *octree, .pose = lw_pose_identity()};
    lw_moveit_object object = {.node = node,
                               .id = "<octomap>",
                               .frame = "",
                               .operation = LW_MOVEIT_ADD,
                               .has_pose = true,
                               .names_geometry = true,
                               .count = 1,
                               .shapes = &shape};
    lw_value *header = NULL;
    lw_status status = lw_ros_part(document, node, "header", &header);
    const lw_value *frame = lw_value_find(header, "frame_id");
    if (!status && frame)
        status = lw_value_text(document, frame, "frame_id", &object.frame);
    if (!status)
        status = lw_ros_pose(document, lw_value_find(node, "origin"), "origin", &object.pose);
    object.frame += *object.frame == '/';
    return status ? status : lw_moveit_change_world(world, &object);
}

lw_status lw_moveit_add_octomap(lw_moveit_world *world, const lw_value *node)
{
    lw_document *document = world->l.document;
    const lw_value *inner = lw_value_find(node, "octomap");
    const lw_value *map = inner ? inner : node;
    const lw_value *data = lw_value_find(map, "data");
    if (!data || (data->kind == LW_VALUE_LIST && !data->count) || (data->text && !data->length))
        return LW_OK;
    lw_shape_def octree = lw_default_shape();
    octree.kind = LW_SHAPE_OCTREE;
    octree.unknown = world->l.scene->model.unknown;
    if (octree.unknown == LW_UNKNOWN_UNSAID)
        return lw_value_fail(document, data, LW_ERROR_SYNTAX,
                             "the scene has an octomap, and nothing says what its unknown space is: "
                             "an obstacle or free (--unknown, lw_scene_set_unknown)");
    lw_cells cells = {0};
    lw_document_subject(document, "octomap");
    lw_status status = read_octree(document, map, data, &cells, &octree.length);
    octree.cells = cells.items;
    octree.cell_count = cells.count / LW_CELL_COLUMNS;
    if (!status)
        status = add_object(world, node, &octree);
    free(cells.items);
    return status;
}
