/* Octrees of ROS (octomap_msgs/Octomap): nodes as in OctoMap's files, as a list of bytes. */
#include "io/cloud/octree_message.h"

#include <string.h>

lw_status lw_octree_message(lw_document *document, const lw_message *message, double threshold,
                            lw_octree_file *out)
{
    const lw_value *map = message->map;
    lw_value *value = NULL;
    const char *type = NULL;
    uint64_t nodes = 0;
    lw_octree_data octree = {.threshold = threshold, .bytes = message->data, .size = message->size};
    lw_status status = lw_value_need(document, map, "resolution", &value);
    if (status || (status = lw_value_number(document, value, "resolution", &out->resolution)) ||
        (status = lw_value_need(document, map, "id", &value)) ||
        (status = lw_value_text(document, value, "id", &type)) ||
        (status = lw_value_need(document, map, "binary", &value)) ||
        (status = lw_value_bool(document, value, "binary", &octree.binary)))
        return status;
    octree.type = type;
    octree.type_length = strlen(type);
    return lw_value_place(document, lw_value_find(map, "data"),
                          lw_octree_data_read(&octree, &out->cells, &nodes, document->error));
}

lw_status lw_octree_message_read(const char *text, size_t size, double threshold, lw_octree_file *out,
                                 lw_error *error)
{
    static const char *const keys[] = {"header", "binary", "id", "resolution", "data", NULL};
    lw_document document = {.error = error};
    lw_message message = {0};
    lw_status status = lw_message_parse(&document, text, size, "octree", &message);
    if (!status)
        status = lw_value_keys(&document, message.map, "an octree", keys);
    if (!status)
        status = lw_octree_message(&document, &message, threshold, out);
    lw_document_free(&document);
    return status;
}
