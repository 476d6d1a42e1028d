/* GJK's steps as long as no sign is in doubt. */
#ifndef LW_DISTANCE_MARCH_H
#define LW_DISTANCE_MARCH_H

#include "distance/gjk_state.h"

/* From the simplex in gjk, of one to three points that all carry gjk->v, or of none and then along
 * gjk->v, to the end: true, and all of gjk is set. False where rounding may blur a sign, the origin is
 * not seen from outside or a shape has rims: gjk then holds a simplex from which a search that can deal
 * with it goes on, its v, weights and lower not set. limits.enough must not be negative. */
bool lw_march(const lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk);

/* The two of which lw_march takes the one that suits the processor; they give the same bits. */
typedef bool (*lw_march_variant)(const lw_sides *sides, lw_gjk_limits limits, lw_gjk *gjk);
extern const lw_march_variant lw_march_variants[2];

#endif
