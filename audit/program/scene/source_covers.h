/* Balls that contain the links of a robot, in files: docs/interfaces.md, "Covers". */
#ifndef LW_AUDIT_SOURCE_COVERS_H
#define LW_AUDIT_SOURCE_COVERS_H

#include "source_bodies.h"

/* Reads the file that a robot of the scene names. */
bool cover_read(source_scene *scene, const char *path, source_robot *out, refusal *why);

/* Whether each ball of a proof's body is in a ball that the robot's file gives to the link, grown by no
 * more than rounding. *file: NULL: the file gives it none. *grown: by how much, at most. */
bool cover_compare(const source_bodies *all, const source_body *of, const body *own, const char **file,
                   double *grown, refusal *why);

#endif
