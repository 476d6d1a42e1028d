/* Bodies that one joint moves, put together: what is far from all of them need not be tested for each.
 * A hand and its fingers, or the parts of a gripper that do not move. */
#ifndef LW_LANES_COMPOUNDS_H
#define LW_LANES_COMPOUNDS_H

#include "lanes/setup.h"

/* Fills the compounds of what blocks pose, and the pairs, of bodies and of compounds, and lists in
 * which frames their paths are seen; for lanes whose joints and bodies are set. first_center: of the
 * centres that no body has. False where memory ran out. */
bool lw_lanes_set_compounds(lw_arena *arena, lw_lanes *lanes, uint32_t first_center);

#endif
