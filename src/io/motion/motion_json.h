/* Reads one motion in leeway's JSON; docs/interfaces.md is the reference of the keys. */
#ifndef LW_IO_MOTION_MOTION_JSON_H
#define LW_IO_MOTION_MOTION_JSON_H

#include "io/motion/motion_reader.h"
#include "io/text/document.h"

/* Sets motion to the motion of a JSON value. After an error nothing moves in it. The key id is for the
 * caller to read. */
lw_status lw_motion_json_set(const lw_scene *scene, lw_document *document, const lw_value *node,
                             const lw_motion_defaults *defaults, lw_motion *motion);

#endif
