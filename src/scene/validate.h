/* Validates a frozen scene, for assertions and tests: whether it is as other code assumes. */
#ifndef LW_SCENE_VALIDATE_H
#define LW_SCENE_VALIDATE_H

#include "scene/frozen.h"

/* Checks that joints stand behind their parents, indices are in range, poses are rigid, geometry is
 * valid (body/validate.h), pairs are in order and counted, margins are not negative, and boxes contain
 * their obstacles. Error state: names the fault and its place. Visits all geometry. */
lw_status lw_frozen_validate(const lw_frozen *frozen, lw_error *error);

#endif
