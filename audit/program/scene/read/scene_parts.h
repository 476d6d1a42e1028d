/* Parts of scenes in JSON. */
#ifndef LW_AUDIT_SCENE_PARTS_H
#define LW_AUDIT_SCENE_PARTS_H

#include "source_scene.h"

#define POSE_KEYS "position", "rpy", "orientation", "theta"
#define SHAPE_KEYS                                                                                     \
    "type", "radius", "length", "size", "vertices", "triangles", "file", "scale", "mode", "rounding",  \
        "points"

bool scene_pose_read(const source_scene *scene, json_t *node, pose *out, refusal *why);
/* The shapes of a link, an obstacle or an attached object, placed in it. */
bool scene_shapes_read(source_scene *scene, json_t *node, const char *name, source_shapes *out,
                       refusal *why);
bool scene_robot_read(source_scene *scene, json_t *node, source_robot *out, refusal *why);

#endif
