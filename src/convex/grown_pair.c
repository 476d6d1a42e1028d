/* Two shapes of which the first is grown by the distance at which a contact begins. */
#include "convex/grown_pair.h"

#include "math/rounding.h"

/* How late a contact may be found, as a share of the time tolerance. docs/decisions/search.md, "A scene
 * of two convex bodies is checked by PCDA". */
static const double ROUND_DELAY = 0.9;

/* The delay between shapes that have vertices, as a share of the motion. It is so short that the
 * direction of the last slab is the contact's normal. For round shapes the direction turns with the
 * square root of the delay, and their normal takes a query of its own. docs/decisions/search.md, "A
 * scene of two convex bodies is checked by PCDA". */
static const double SHARP_DELAY = 1e-9;

static bool is_sharp(const lw_convex *shape)
{
    return shape->radius == 0 && !lw_core_is_round(shape->core);
}

lw_grown_pair lw_grow_pair(const lw_convex *a, const lw_convex *b, double distance)
{
    lw_grown_pair pair = {.shapes = {*a, *b}};
    double grown = a->radius + distance;
    if (distance > 0) {
        pair.shapes[0].radius = grown * (1 - LW_ROUNDING(8));
        pair.missing = grown * LW_ROUNDING(16);
    }
    pair.sharp = is_sharp(&pair.shapes[0]) && is_sharp(&pair.shapes[1]);
    return pair;
}

double lw_grown_pair_delay(const lw_grown_pair *pair, double time_tolerance, double length)
{
    double round = ROUND_DELAY * time_tolerance;
    return pair->sharp ? lesser(round, SHARP_DELAY * length) : round;
}
