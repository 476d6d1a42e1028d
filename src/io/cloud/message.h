/* Messages of ROS that carry bytes: point clouds and octrees, in YAML or JSON. They are read as `ros2
 * topic echo --full-length`, `rostopic echo` and exports of bags print them. */
#ifndef LW_IO_CLOUD_MESSAGE_H
#define LW_IO_CLOUD_MESSAGE_H

#include "io/text/document.h"

/* A message, and the bytes of its key "data". Both live in the document's arena. */
typedef struct lw_message {
    const lw_value *map;
    const char *data;
    size_t size;
} lw_message;

/* Whether a file is a message by its name: .yaml, .yml or .json. */
bool lw_message_is_named(const char *path);

/* Parses a text with one message; what: its name in errors ("point cloud"). The numbers of a list of
 * bytes are read from the text, without a node for each: memory is that of the text, its bytes, and the
 * nodes of the rest. Errors: syntax, memory, with the line. */
lw_status lw_message_parse(lw_document *document, const char *text, size_t length, const char *what,
                           lw_message *out);

/* The bytes of a value: a list of numbers, of which those below 0 are signed bytes, or text in base64.
 * Errors: syntax, memory. */
lw_status lw_message_bytes(lw_document *document, const lw_value *value, const char **bytes,
                           size_t *size);

/* A whole number from 0 to 2^32 - 1 of a message, which must be there. */
lw_status lw_message_whole(lw_document *document, const lw_value *map, const char *key, uint64_t *out);

#endif
