/* Motions that single files or the command line state: --path, and --from with --to. */
#ifndef LW_AUDIT_PATH_FILES_H
#define LW_AUDIT_PATH_FILES_H

#include "audit.h"
#include "source_motions.h"

/* The motion of these options: a file of one motion in JSON, or of waypoints (CSV); one file for each
 * of several robots, as ROBOT=FILE; or a segment. */
bool motion_list_of_options(source_scene *scene, const audit_options *options, motion_list *out,
                            refusal *why);

#endif
