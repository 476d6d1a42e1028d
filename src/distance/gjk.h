/* The distance of two cores by GJK. */
#ifndef LW_DISTANCE_GJK_H
#define LW_DISTANCE_GJK_H

#include "distance/bracket.h"
#include "distance/gjk_state.h"

/* Always ends. The limits are for the distance of the cores. warm may be NULL. */
void lw_gjk_run(lw_proxies *proxies, lw_gjk_limits limits, lw_warm_start *warm, lw_gjk *out);

/* Fills the warm start for the next search of the same pair. warm may be NULL. */
void lw_gjk_remember(const lw_proxies *proxies, const lw_gjk *gjk, lw_warm_start *warm);

#endif
