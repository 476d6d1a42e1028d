/* The octree of a MoveIt scene's world (octomap_msgs/OctomapWithPose): nodes as in OctoMap's files, as
 * a list of bytes, at a pose in the frame of the header. */
#include "io/scene/moveit_octomap.h"

#include <stdlib.h>

#include "io/cloud/octree_message.h"
#include "io/text/ros_message.h"
#include "scene/octree.h"

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
    lw_octree_file file = {0};
    lw_message message = {.map = inner ? inner : node};
    lw_document_subject(document, "octomap");
    lw_status status = lw_message_bytes(document, data, &message.data, &message.size);
    if (!status)
        status =
            lw_octree_message(document, &message, lw_octree_threshold(&world->l.scene->model), &file);
    octree.length = file.resolution;
    octree.cells = file.cells.items;
    octree.cell_count = file.cells.count / LW_CELL_COLUMNS;
    if (!status)
        status = add_object(world, node, &octree);
    free(file.cells.items);
    return status;
}
