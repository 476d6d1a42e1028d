/* Point clouds of ROS: sensor_msgs/PointCloud2 in YAML or JSON. */
#ifndef LW_IO_CLOUD_CLOUD_MESSAGE_H
#define LW_IO_CLOUD_CLOUD_MESSAGE_H

#include "io/cloud/points.h"

/* Reads the text of a message. Errors: syntax (with the line), memory. */
lw_status lw_cloud_message_read(const char *text, size_t size, lw_point_list *points, lw_error *error);

#endif
