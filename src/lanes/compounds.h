/* Compounds: the bodies that one joint moves, with one bounding sphere, such as a hand and its fingers,
 * or the parts of a gripper that do not move. A shape that is far from the sphere need not be tested
 * against each of them. */
#ifndef LW_LANES_COMPOUNDS_H
#define LW_LANES_COMPOUNDS_H

#include "lanes/setup.h"

/* Fills the compounds that blocks pose, the pairs of bodies and of compounds, and the list of frames in
 * which their paths are seen. The lanes' joints and bodies must be set. first_center: index in
 * lw_block.centers of the first centre that no body has. False where memory ran out. */
bool lw_lanes_set_compounds(lw_arena *arena, lw_lanes *lanes, uint32_t first_center);

#endif
