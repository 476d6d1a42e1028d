/* A planning request as a motion: the straight segment from its start state to its goal. */
#ifndef LW_IO_MOTION_REQUEST_MOTION_H
#define LW_IO_MOTION_REQUEST_MOTION_H

#include "io/motion/motion_reader.h"
#include "io/scene/moveit.h"
#include "io/text/document.h"

/* Sets motion to the segment of a request. It moves the joints of the group that the defaults or the
 * request name, else the joints of the goal. Other joints have the values of the start state, unless
 * the caller has set them. */
lw_status lw_request_motion_set(const lw_scene *scene, lw_document *document,
                                const lw_motion_defaults *defaults, const lw_moveit_request *request,
                                lw_motion *motion);

#endif
