/* GJK's steps as long as no sign is in doubt. */
#ifndef LW_DISTANCE_GJK_FAST_H
#define LW_DISTANCE_GJK_FAST_H

#include "distance/bracket.h"
#include "distance/gjk_state.h"

/* Of sides with vertices, both: from what memory holds, as far as it fits, or along gjk->v to the end.
 * True: all of gjk is set, of shapes that are apart but w and point. False where rounding may blur a
 * sign: gjk then holds a simplex from which a search that can deal with it goes on, its v, weights and
 * lower not set. limits.enough must not be negative; memory may be NULL. */
bool lw_gjk_fast(const lw_proxies *proxies, lw_gjk_limits limits, const lw_warm_start *warm,
                 lw_gjk *gjk);

/* Of these lw_gjk_fast takes the last that suits the processor and the sides; all give the same bits.
 * The first so many suit. */
typedef bool (*lw_gjk_fast_variant)(const lw_proxies *proxies, lw_gjk_limits limits,
                                    const lw_warm_start *warm, lw_gjk *gjk);
extern const lw_gjk_fast_variant lw_gjk_fast_variants[3];
int lw_gjk_fast_variant_count(const lw_proxies *proxies);

#endif
