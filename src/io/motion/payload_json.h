/* Reads payloads in a motion in JSON: objects that a robot attaches and releases at waypoints. */
#ifndef LW_IO_MOTION_PAYLOAD_JSON_H
#define LW_IO_MOTION_PAYLOAD_JSON_H

#include "io/text/document.h"

/* Reads the keys attach and release of one robot's motion into its track. The track's waypoints must
 * have been read before. Errors: syntax, argument, memory. */
lw_status lw_json_payloads(lw_document *document, const lw_value *node, lw_track *track);

#endif
