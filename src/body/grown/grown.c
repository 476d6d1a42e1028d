/* Whether two posed bodies are within a distance of each other, by their trees. */
#include "body/grown/grown.h"

static const double LEAST = 1e-150;

bool lw_geometry_within(const lw_geometry *a, const lw_geometry *b, pose b_in_a, double distance,
                        lw_grown_memory *memory)
{
    /* the limit's square must be above 0, or boxes that meet would be left out like those that are
     * apart */
    const lw_query query = {.b_in_a = b_in_a,
                            .enough = greater(distance, LEAST),
                            .touch = distance,
                            .work = memory ? memory->work : NULL};
    lw_bracket bracket;
    uint32_t pair[2];
    lw_geometry_distance(a, b, &query, memory ? &memory->met : NULL, &bracket, pair);
    bool within = !(bracket.lower > distance);
    if (memory && !within)
        memory->met.known = 0;
    return within;
}
