/* The reasons why no pair of a scene is checked, as a sentence. */
#ifndef LW_TOOL_OPTION_EMPTY_SCENE_H
#define LW_TOOL_OPTION_EMPTY_SCENE_H

#include "leeway/leeway.h"

/* Error argument if no pair of a frozen scene is checked, so that "free" would prove nothing; the
 * sentence gives the reason. */
lw_status lw_empty_scene_refuse(const lw_scene *scene, lw_error *error);

#endif
