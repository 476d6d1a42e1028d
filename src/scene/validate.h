/* Whether a frozen scene is as the rest of the library takes it to be: for assertions and tests. */
#ifndef LW_SCENE_VALIDATE_H
#define LW_SCENE_VALIDATE_H

#include "scene/frozen.h"

/* Joints behind those above them, indices that there are, poses that are poses, geometry
 * (body/validate.h), pairs in order and counted, margins that are none below 0, boxes about obstacles.
 * Error state, with what is wrong and where. It takes the time to go over all geometry. */
lw_status lw_frozen_validate(const lw_frozen *frozen, lw_error *error);

#endif
