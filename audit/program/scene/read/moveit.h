/* MoveIt's planning scenes: docs/interfaces.md, "MoveIt planning scene". */
#ifndef LW_AUDIT_MOVEIT_H
#define LW_AUDIT_MOVEIT_H

#include "source_scene.h"

/* Makes the scene in JSON that says the same as a PlanningScene, whose numbers are texts. *matrix: the
 * rules of its allowed-collision matrix, a later one counting more: two names, of which * stands for
 * all, and whether they may meet. */
bool moveit_scene(json_t *message, json_t **scene, json_t **matrix, refusal *why);

#endif
