/* Table I of Hong's PCDA: the carrier of a slab, by the features of the nearest points. */
#include "convex/slab_table.h"

#include <string.h>

static bool same(const uint32_t *a, const uint32_t *b, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        bool found = false;
        for (int32_t k = 0; k < count; k++)
            found = found || a[i] == b[k];
        if (!found)
            return false;
    }
    return true;
}

void lw_slab_raise_flag(lw_slab_flags *known, const lw_bracket *now)
{
    int32_t count = now->features[0];
    bool again = count == now->features[1] && count == known->count[0] && count == known->count[1] &&
                 same(now->feature[0], known->feature[0], count) &&
                 same(now->feature[1], known->feature[1], count);
    bool raises = again && ((count == 1 && known->flag == 0) || (count == 2 && known->flag < 2));
    known->flag = raises ? known->flag + 1 : 0;
    memcpy(known->feature, now->feature, sizeof known->feature);
    memcpy(known->count, now->features, sizeof known->count);
}

lw_carrier lw_slab_choose(const lw_bracket *now, int flag)
{
    int32_t first = now->features[0];
    int32_t second = now->features[1];
    if (first == 0 || second == 0)
        return LW_CARRIER_WORLD;
    if (first == second && flag == 1)
        return LW_CARRIER_FIRST;
    return first > second ? LW_CARRIER_FIRST : LW_CARRIER_SECOND;
}
