/* Hints for the end of an error's sentence: the name in the scene that is nearest to a name that does
 * not exist. robot -1: of all robots. */
#ifndef LW_SCENE_NAMES_H
#define LW_SCENE_NAMES_H

#include "base/nearest.h"
#include "scene/model.h"

lw_hint lw_hint_robot(const lw_model *model, const char *wanted);
lw_hint lw_hint_link(const lw_model *model, int64_t robot, const char *wanted);
lw_hint lw_hint_joint(const lw_model *model, int64_t robot, const char *wanted);
lw_hint lw_hint_group(const lw_model *model, int64_t robot, const char *wanted);
lw_hint lw_hint_state(const lw_model *model, int64_t robot, const char *wanted);

/* The nearest name of a link, obstacle or attached object. */
lw_hint lw_hint_body(const lw_model *model, const char *wanted);

/* Whether a link or object has the name, with or without geometry; with robot >= 0, a link of that
 * robot. */
bool lw_name_is_known(const lw_model *model, const char *name, int64_t robot);

#endif
