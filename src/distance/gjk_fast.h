/* The fast path of GJK: steps without divisions and roots, as long as no sign is in doubt. */
#ifndef LW_DISTANCE_GJK_FAST_H
#define LW_DISTANCE_GJK_FAST_H

#include "distance/bracket.h"
#include "distance/gjk_state.h"

/* Searches to the end, from the warm start as far as it fits, else along gjk->v; both proxies are
 * indexed. True: all of gjk is set, except w and point of shapes that are apart. False where rounding
 * may blur a sign: gjk then holds a simplex for distance/gjk.c to go on from, with v, weights and lower
 * not set. limits.enough must not be negative; warm may be NULL. */
bool lw_gjk_fast(const lw_proxies *proxies, lw_gjk_limits limits, const lw_warm_start *warm,
                 lw_gjk *gjk);

/* The variants give the same bits. The first lw_gjk_fast_variant_count of them suit the processor and
 * the proxies; lw_gjk_fast takes the last of these. */
typedef bool (*lw_gjk_fast_variant)(const lw_proxies *proxies, lw_gjk_limits limits,
                                    const lw_warm_start *warm, lw_gjk *gjk);
extern const lw_gjk_fast_variant lw_gjk_fast_variants[3];
int lw_gjk_fast_variant_count(const lw_proxies *proxies);

#endif
