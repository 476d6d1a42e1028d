/* Octrees of ROS: octomap_msgs/Octomap. */
#ifndef LW_IO_CLOUD_OCTREE_MESSAGE_H
#define LW_IO_CLOUD_OCTREE_MESSAGE_H

#include "io/cloud/message.h"
#include "io/cloud/octree_file.h"

/* Reads the octree of a message whose bytes are known. threshold: as in lw_octree_data. Errors:
 * argument (the threshold), syntax, memory. */
lw_status lw_octree_message(lw_document *document, const lw_message *message, double threshold,
                            lw_octree_file *out);

/* Reads the text of a message that stands alone. Errors: those of lw_octree_message. */
lw_status lw_octree_message_read(const char *text, size_t size, double threshold, lw_octree_file *out,
                                 lw_error *error);

#endif
